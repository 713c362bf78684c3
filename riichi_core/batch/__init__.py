"""Score many wins under several rulesets at once, in columns.

`score_many` returns the result of `score` for each win and ruleset. The native kernel
(riichi_core/native.pyx) packs each win into a row and writes the columns of the results. Without
it, a loop calls the scorers.
"""
