"""What a declared win is worth: by its hand, or by what was written down of it."""

from __future__ import annotations

from riichi_core.hands import Win
from riichi_core.rules.rules import Rules
from riichi_core.scoring import NoWin, Score, score
from riichi_core.scoring.dora import NO_DORA
from riichi_core.scoring.points import BasePoints, base_points, payments
from riichi_core.settlement.ending import DealError, StatedWin


def value(win: Win | StatedWin, rules: Rules) -> Score | NoWin:
    """What a declared win is worth under a ruleset, or why it is none.

    Raises:
        DealError: the fu are missing, and the han alone do not make a limit.
    """
    if isinstance(win, Win):
        return score(win, rules)
    base = _base(win, rules)
    paid = payments(
        base.points,
        dealer=win.dealer,
        drawn=win.drawn,
        counters=win.counters,
        counter_value=rules.dealer.counter_value,
    )
    return Score(
        (), NO_DORA, win.han, win.fu, (), base.limit, win.yakuman, paid, "standard", ()
    )  # fmt: skip


def _base(win: StatedWin, rules: Rules) -> BasePoints:
    limits = rules.limits
    if win.yakuman:
        several = win.yakuman if limits.several_yakuman == "add_up" else 1
        return BasePoints(several * limits.yakuman, "yakuman")
    if win.limit is not None:
        return BasePoints(getattr(limits, win.limit).base, win.limit)
    assert win.han is not None
    if win.fu is None and win.han < limits.mangan.han:
        message = f"{win.han} han need their fu: below {limits.mangan.han} han they decide"
        raise DealError("missing_field", "fu", message)
    return base_points(win.han, win.fu or 0, limits)
