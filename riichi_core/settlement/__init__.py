"""Settle a deal: who pays whom at its end, and why.

In: an `ending.FinishedDeal` and a ruleset. Out: a `settle.Settlement` with a `payments.Ledger`,
which lists each transfer with its reason. In this order, with the options that are read:

1. `settle.settle` chooses by the end: wins, exhaustive draw, abortive draw, chombo, dealt again.
2. `settle.declared_score` scores each win: `scoring.score.score`, or the value that was recorded.
   A hand that does not win may be a chombo (`fouls.false_win_shown`, `chombo.with_win`).
3. `claims.winners` chooses the wins that are paid: the nearest, all, or none of three.
4. `payments.pay_win` pays one win. `scoring.points.payments` gives each payer's multiple of the
   score's base points, rounded up to hundreds. Counters cost `dealer.counter_value`, paid to
   `dealer.counters_paid_to`. Pao (`liability`), an open riichi (`riichi.open`) and the broken wall
   (`setup.wareme`) change who pays how much.
5. `payments.take_bets` gives riichi bets to a winner; several share them as in `claims.winners`.
6. At a draw: `payments.noten_payments` and `nagashi_payments` (`draws`, `dead_hand.riichi_bet`).
7. A chombo: `payments.reversed_mangan` or points off (`chombo.tournament`, `chombo.casual`).
8. East stays and counters are added by `dealer.stays_on`, `dealer.counter_added_on` and
   `dealer.counters_after_draw`; after a chombo by `chombo.next_deal`.
"""
