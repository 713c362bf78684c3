"""Score a win: its yaku, dora, fu and han, and the payments.

In: a `hands.win.Win` and a ruleset. Out: a `score.Score`, or a `score.NoWin` with the reason. In
this order, with the chapters that are read:

1. `score.score` takes the ruleset's `Scorer`, which is made once.
2. `analysis.Analyzer.analyze` lists each reading of the hand with its yaku and what fu depend on.
3. `Scorer.score_analysis` counts each reading: `HanTable.combinations` the han (`yaku`),
   `fu_beside_sets` the fu (`fu`), `count_dora` the dora (`dora`). The reading that is paid most
   counts. `winning` has the minimum, and doubts about the winning tile.
4. `points.base_points` gives fu x 2^(2 + han), or the base points of a limit (`limits`).
5. `points.payments` gives what each player pays, counters included (`dealer`).

`explain.explain` puts a score into words; `possible_scores.fewest_han` says which han and fu a hand
can have at all.
"""
