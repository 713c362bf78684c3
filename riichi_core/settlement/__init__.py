"""Settle a deal: who pays whom at its end, and why.

In: an `ending.FinishedDeal` and a ruleset. Out: a `settle.Settlement` with a `payments.Ledger`,
which lists each transfer with its reason (`payments.Why`). `settle` decides, `payments` counts;
no other module moves points. In this order, with the options that are read:

1. `settle.settle` chooses by the end: wins, exhaustive draw, abortive draw, chombo, dealt again.
2. `settle._settle_wins` sorts the wins, the nearest after the discarder first, and scores each: its
   hand by `scoring.score.score`, or the recorded value. A hand that does not win is refused with
   the reason; under `fouls.false_win_shown: chombo` it is a chombo as well (`chombo.with_win`).
3. `claims.winners` says which wins stand: `nearest` only the first, `all` each of them,
   `two_then_abort` up to two; three are an abortive draw.
4. `payments.pay_win`, for each winner from East on, pays the score's base points (han and fu, or a
   limit). A discarder pays 4 times the base, to East 6 times. After a self-draw each other player
   pays the base; East pays twice that, and so does each player to East. Each payment is rounded up
   to hundreds (`hand`).
5. Then `counters` (`dealer.counter_value`, `dealer.counters_paid_to`): after a discard the
   discarder pays for all three. Of several winners each is paid, or the nearest
   (`winners.all.counters`).
6. `payments.liable_shares` says who is liable (pao) for which part of the hand (`liability`);
   `_self_draw` and `_liable_discard` pay it. `riichi.open` and `setup.wareme` add to the hand.
7. `settle._bet_payments` gives the riichi bets to a winner (`own_bet`, `bets`); several share them
   as in `winners.all`. The stake itself left its player before: `game.game.standing_after`.
8. East deals again by `dealer.stays_on`, and counters follow `dealer.counter_added_on`.

At a draw: `payments.noten_payments`, `nagashi_payments` (`draws`). A chombo: `settle._chombo_price`
charges each offender once, by `chombo.tournament` or `chombo.casual`: a reversed mangan in the
ledger, `fines` off the scores or `penalties` off the result, which `game` books. Score sheets of
tournaments have their own charge: `tournament.standings.chombo_points`.
"""
