"""Work out a deal: who pays whom at its end, and why.

In: an `ending.FinishedDeal` and a ruleset. Out: a `settle.Settlement` with a `ledger.Ledger`,
which lists each transfer with its reason (`ledger.Why`). `settle` decides and `payments` works
out the amounts; no other module moves points. The steps, with the options that they read:

1. `settle.settle` chooses by the end: wins, exhaustive draw, abortive draw, chombo, dealt again.
2. `settle._settle_wins` sorts the wins, the nearest after the discarder first, and scores each: its
   hand by `scoring.score.score`, or the recorded value. A hand that does not win is refused, with
   the reason. Under `fouls.false_win_shown: chombo` it is also a chombo. A chombo ends the deal
   if no win is left, or under `chombo.with_win: stands`; otherwise the other wins are paid.
3. `claims.winners` decides which wins stand: with `head_bump` only the first, with `all` each of
   them, with `at_most_two` up to two, while three are an abortive draw.
4. `payments.pay_win` pays each winner, from East on, by the score's base points (han and fu, or a
   limit). A discarder pays 4 times the base, or 6 times to East. After a self-draw each other
   player pays the base; East pays twice the base, and so does each player to East. Each payment is
   rounded up to the next hundred (reason `hand`).
5. It then pays the counters (`dealer.counter_value`, `dealer.counters_paid_to`). After a discard
   the discarder pays all of them. Of several winners, each or only the nearest is paid (`counters`
   of `winners.all` or `winners.at_most_two`).
6. `payments.liable_shares` says who is liable (pao) for which part of the hand (`liability`), and
   `_self_draw` and `_liable_discard` pay it. `riichi.open` and `setup.wareme` add to the hand.
7. `settle._bet_payments` pays the riichi bets to the winner (reasons `own_bet`, `bets`). Several
   winners get them according to `own_bets` and `other_bets` of `winners.all` or `at_most_two`. A
   riichi whose discard was won on, or that a foul made void, gets its bet back. Riichi bets are not
   transfers: `game.game.standing_after` takes each from its player.
8. East deals again according to `dealer.stays_on`; among several winners possibly only as the
   nearest (`winners.all.dealer`). Counters are then added according to `dealer.counter_added_on`,
   or else cleared.
9. `settle.settle` adds what fouls cost at once (`foul_payments`). Points in the pot lie with the
   riichi bets of earlier deals, and go back with the bets of a deal that is dealt again.

After a draw, `payments.noten_payments` and `nagashi_payments` pay according to `draws`. After a
chombo, `settle._chombo_price` charges each offender once, according to `chombo.tournament` or
`chombo.casual` (the deal's `setting`): a reverse mangan in the ledger, `table_penalties` off the
scores, or `penalties` off the result, which `game` books. For the score sheets of tournaments,
`tournament.standings.chombo_points` charges a chombo.
"""
