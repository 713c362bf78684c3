"""Play a deal or a game: actions become events, and each event leads to the next state.

`legal.legal_actions(deal, rules)` returns the actions of each seat; `decide.decide(deal, answers,
rules)` turns the chosen ones into events; `evolve.evolve(deal, event)` returns the deal after an
event, without the rules. A `table.Table` plays a whole game with them.

These functions decide, in the order of a turn:

- a turn (phase `Acting`): `legal.turn_acts`; swap calls: `legal.swapping_kinds`
- which seats may call a tile (`Offered`): `legal.claim_options`; late: `legal.late_calls`
- who is tenpai at a draw (`Announcing`): `legal.announcements`
- which seat gets the tile: `legal.resolve_claims`; which wins are paid: `settlement.settle`
- tenpai and furiten: `legal.tenpai`, `legal.furiten`. Furiten by a player's own discard is worked
  out from the waits and the discards each time. Furiten by a passed tile begins when the calls
  close (`legal.missed_by`). It ends according to `furiten.temporary_ends`, in
  `decide.next_automatic_event`, but never after riichi. For both kinds, `furiten.caused_by` says
  whether a tile without yaku counts
- draws, indicators, the riichi bet, abortive draws, the end: `decide.next_automatic_event`
- taking back the events since a tile that is called late: `decide.events_for`
- reported fouls: `decide.report_foul`
- the win for scoring, the result of the deal: `deal_wins.actual_win`, `deal_wins.finished_deal`
- paying out a deal and starting the next one: `game_state.settle_deal`, `game_state.start_deal`

`state`, `events`, `actions` and `wall` contain the values, `text` describes them, and
`observation.observe` returns what a seat sees.
"""
