"""Judge the fouls of a deal, and play games deal by deal.

Fouls, with the chapters and options that each step reads:

1. `fouls.judge(foul, ruleset)` judges one foul by its own option (`fouls`, `chombo`, `dead_hand`).
   Out: a `fouls.Judgement`.
2. `deal_fouls.judge_deal` judges the fouls of a deal together. In: `CommittedFoul`s and a
   `FoulContext`, the facts of the deal. Out: a `DealVerdict`: dead hands, void riichi and wins,
   chombo offenders, points off, another end. `settlement.settle` charges the chombo; the `penalty`
   of a judgement only states its penalty.

Games:

1. `game.play` reads each deal at its `Standing` (scores, round, dealer, counters, bets).
2. `game.play_deal` settles it (`settlement.settle.settle`); `standing_after` updates the scores.
3. `game.game_end` and `left_to_play` say whether the game is over (`end`, `tournament`).
4. `result.final_results` adds the bets left on the table, uma, oka, chips and penalties (`result`,
   `end.bets_left`, `chips`). Out: a `PlayerResult` for each player.
"""
