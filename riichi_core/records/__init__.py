"""Records of wins, deals, games and tournaments: read them, answer them, write JSON.

A record of a deal, from a line of JSON to its payments:

1. `jsonl.Batch.line` parses the line and reads it as a `deal.DealLine`. The types of its fields are
   in `fields`; `record_problems` puts what is wrong into one sentence.
2. `deal.DealRecord.deal` makes the `settlement.ending.FinishedDeal`. If fouls are in the record,
   `game.deal_fouls.judge_deal` judges them under the ruleset first, and void wins and riichi go.
3. `settlement.settle.settle` makes the `Settlement`: see `riichi_core.settlement`.
4. `deal.settled_json` writes it as JSON; docs/contracts.md explains the fields.

The others go the same way:

- a win: `win.WinLine`, `scoring.score.score`, `win.win_json`;
- a game with its players: `written_game.read_game`, `game.game.play`, `written_game.game_json`;
- a game of another program: `recorded_game.RecordedGame`, `replay.replay_game`, and what differs in
  `replay_problems`;
- our own log of a table: `log.read`; under another ruleset `divergences.divergences`;
- a tournament: `tournament_files.read_sheet`, `tournament.standings`, `tournament_json`.
"""
