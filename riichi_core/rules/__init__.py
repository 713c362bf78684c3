"""The rules as data: the decisions of rulesets, and the way from a file to `Rules`.

A value, e.g. `claims: {winners: head_bump}` in a club's file, passes these steps:

1. `load.load` finds the file of an id or a path (`library`), and `load.read` reads it: a book from
   `prepared.known_ruleset`, any other file by these steps.
2. `ruleset_check.examine_file` checks it step by step in `RulesetCheck.run`. First
   `files.yaml_document` parses the text into plain values with their places.
3. `RulesetCheck._base` loads what the file `extends`, in the same way.
4. `ruleset_file.FileOptions.split` separates each value from its `Provenance` (cite, house …).
   `custom_yaku` does the same for yaku without a field.
5. `RulesetCheck._chapters` puts the values over those of the base and makes each chapter, a
   pydantic model: `chapters.claims.Claims(winners="head_bump")`. `ChapterProblems`, which extends
   `files.model_problems.ModelProblems`, puts its errors into words.
6. `checks.conflicts` compares options with each other. `fixes.mends_of` tries the fixes that a
   check proposes for its conflict.
7. `rules.Rules` holds all chapters; `ruleset.Ruleset` adds the head and the provenance.
8. One reader matches on the value: `match rules.claims.winners` in `settlement.settle`. To find the
   reader of an option, search riichi_core for `rules.chapter.option`.

The books (`library.books`) take steps 2 to 6 at build time: `riichi.prepared_data`
writes their chapters as JSON, and `prepared.known_ruleset` restores them if the YAML still has the
same digest and no model is newer. All other files are checked each time.

For readers, `options.describe_value` describes a value in a sentence, and `settings.settings` lists
all options of rulesets in this way. `glossary` and `clauses` hold the other texts.

A ruleset also comes from plain data, and goes back to it: `ruleset_data`.

`watched.WatchedRules` notes which options are read, so that a study plays a moment of a deal again
only under rules that change it.

CONTRIBUTING.md lists the steps to add an option.
"""
