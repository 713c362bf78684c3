"""Infer rules from recorded games: the values that games show, and those that they exclude.

`inferred.infer` reads the stated values (`readoff`), solves the results (`numbers`), and searches
(`search`) among the values of options (`space`). An `oracle` compares each deal with rules, many
changes at a time (`groups`). `chances` counts actions that other values would allow.
`published` reads tournaments with results, and `sheets` written games with scores;
`sheet_warnings` compares one written game with a ruleset.
"""
