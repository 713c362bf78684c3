"""Infer rules from recorded games: the values that games show, and those that they exclude.

`inferred.infer` reads the stated values (`readoff`), solves the results (`riichi.fitting.numbers`),
and searches (`search`) among the values of options (`riichi.fitting.space`). An `oracle` compares
each deal with rules, many changes at a time (`groups`). `chances` counts actions that other values
would allow. `sheets` reads written games with scores; `sheet_warnings` compares one with a ruleset.
"""
