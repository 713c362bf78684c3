"""Read records of wins, deals and games, answer them, and write JSON.

A record of a deal goes from a line of JSON to its payments in these steps:

1. `riichi settle` passes each line to `jsonl.Batch.line`, which parses it and reads it as a
   `deal.DealLine`, a strict model. Its field types are in `fields`; `record_problems` puts one
   error into a sentence: an unknown field first, then a missing one, then the others.
2. `deal.DealLine.question` returns a function that works out its payments under a ruleset. A deal
   without fouls becomes a `settlement.ending.FinishedDeal` once, for all rulesets. A deal with
   fouls becomes one for each ruleset, in `deal.DealRecord.settled`.
3. `deal.DealFacts.with_fouls` passes the fouls to `game.deal_fouls.judge_deal`, which judges each
   under the ruleset and returns a `DealVerdict`: void wins and riichi, dead hands, offenders of a
   chombo, points off, another end. `with_fouls` then makes the `FinishedDeal`: void wins are
   dropped, a win loses its void riichi, and dead hands, offenders and points off are noted. The
   `FinishedDeal` checks the facts against each other.
4. `settlement.settle.settle` settles it: see `riichi_core.settlement`.
5. `deal.settlement_json` writes the result. `deltas` are the sums of the `transfers` by seat. At
   the table, a seat's score changes by its delta and its fine, less the stake of its riichi.
   `penalties` are deducted from the result of the game.

Other records take similar steps:

- a win: `win.WinLine`, `scoring.score.score`, `win.win_json`
- a game with its players: `written_game.GameRecord`, `game.game.play`, `written_game.game_json`
- our own log of a table: `log.read`
- the rows of a tournament: `tournament_rows`, `riichi_core.standings`, `standings_json`

Files of games are read in `riichi.games`, those of organisers in `riichi.events`.
"""
