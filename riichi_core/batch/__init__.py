"""Score many wins under several rulesets at once, with arrays.

`score_many` returns the result of `score` for each win and ruleset. With the extra `fast` (numpy,
numba), a compiled kernel looks up the values of the parts of a win and combines them. It does not
know the rules: its tables are filled by the analyzer and the scorers whenever a new part appears.
"""
