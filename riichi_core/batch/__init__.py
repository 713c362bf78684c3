"""Many wins under several rulesets at once, as arrays.

`score_many` gives for each win and ruleset what `score` gives. With the extra `fast` (numpy, numba)
a compiled kernel looks up what depends on a part of a win, ANDs and adds. It knows no rule: each of
its tables is filled by asking the analyzer and the scorers when something is first met.
"""
