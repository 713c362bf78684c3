"""Read files written by people: strict YAML with places, and all errors as `Problem`s.

- `yaml_document.read` parses a file into plain values with their places (`SourceDocument`), and
  reports anything that is not strict YAML. `yaml_text` writes values as YAML.
- `model_problems.ModelProblems` turns pydantic's errors into `Problem`s. It writes the sentence,
  `accepted_values` describes what the type of the field allows, and `spelling` finds the nearest
  word. A model's own check has its own sentence (`value_error`). Two classes change the words:
  `rules.ruleset_check.ChapterProblems` for options, and `records.record_problems` for JSON, which
  makes one sentence of the first error.
- `problem.Problem` contains the place, the code, the sentence, and the expected value or the fixes,
  and prints them.
- `notes.Notes` collects the problems of one document; the readers of files are `Notes`.
- `files` opens, reads and writes whole files.
"""
