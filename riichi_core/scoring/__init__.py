"""Score a win: its yaku, dora, fu and han, and the payments.

In: a `hands.win.Win` and a ruleset. Out: a `score.Score`, or a `score.NoWin` with the reason. The
steps, with the chapters that they read:

1. `score.score` uses the ruleset's `Scorer`, which is created once.
2. `analysis.Analyzer.analyze` lists each reading of the hand with its yaku and the facts for fu.
3. `Scorer.score_analysis` scores each reading: `HanTable.combinations` gives the han (`yaku`),
   `fu_beside_sets` the fu (`fu`) and `count_dora` the dora (`dora`). The reading with the highest
   payment counts. `winning` sets the minimum and decides doubts about the winning tile.
4. `points.base_points` returns fu x 2^(2 + han), or the base points of a limit (`limits`).
5. `points.payments` returns the payment of each player, counters included (`dealer`).

`explain.explain` explains a score in words. `possible_scores.fewest_han` returns the minimum han of
a hand with a given number of fu.
"""
