"""Read files that people write: strict YAML with places, and all their errors as `Problem`s.

- `yaml_document.read` parses a file into plain values with their places, and reports what is not
  strict YAML; `yaml_text` writes values as YAML.
- `model_problems.ModelProblems` turns pydantic's errors into `Problem`s. It words the sentence,
  `accepted_values` says what the type of the field allows, and `spelling` the nearest word. A
  model's own check brings its own sentence (`value_error`). Two classes change its words: for
  options `rules.ruleset_check.ChapterProblems`, for JSON `records.record_problems`, which makes one
  sentence of the first error.
- `problem.Problem` has the place, the code, the sentence and what is expected or mends it, and
  prints them.
- `files` opens, reads and writes whole files.
"""
