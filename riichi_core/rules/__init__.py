"""The rules as data: what rulesets can decide, and how a ruleset file becomes `Rules`.

The way of a value, e.g. `winners: {value: nearest, cite: …}` of rulesets/wrc-2025.yaml:

1. `load.load` finds the file of an id or a path (`library`) and calls `load.read`.
   A published book that did not change comes from `prepared`, which skips steps 2 to 7.
2. `ruleset_check.examine_file` checks any other file, step by step in `RulesetCheck.run`:
   `files.yaml_document.read` parses it into plain values with their places.
3. `RulesetCheck._find_base` loads what the file `extends`, in the same way.
4. `ruleset_file.FileOptions.split` separates the value "nearest" from its `Provenance`;
   `custom_yaku` does the same for yaku that have no field.
5. `RulesetCheck._chapters` lays the values over those of the base and makes each chapter:
   `chapters.claims.Claims(winners="nearest")`, a pydantic model (`options.Chapter`).
   `files.model_problems` turns its errors into `Problem`s.
6. `checks.conflicts` compares options with each other.
7. `rules.Rules` holds all chapters; `ruleset.Ruleset` adds the head and the provenance.
8. The reader of the option matches on the value: `rules.claims.winners` in
   `settlement.settle`. To find a reader, search for `chapter.option`.

In words: `options.describe_value` says a value in a sentence, `settings.settings` lists all options
of rulesets in this way, and `glossary`, `clauses` and `rulebook_text` hold the texts around them.

To add an option: a field with `option(…)` in its chapter; its value in each book, or
`unregulated=`; one reader, and a scenario that shows each value; a check in `checks`, if it can
contradict another option. CONTRIBUTING.md lists every step.
"""
