"""The signal of a session with a time limit: how many deals are played after it.

Sources: EMA 2016, 3.4.6, 5.9; WRCR 2015, 8.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from riichi_core.rules.rules import Rules
from riichi_core.settlement.settle import Settlement


@dataclass(frozen=True, slots=True)
class Signal:
    """When the signal sounded: while a deal was in play, or after it and before the next dice.

    Deals are counted from 1. A deal is in play once the dice have been thrown.
    """

    deal: int
    in_play: bool


def left_to_play(
    signal: Signal | None, number: int, left: int | None, settlement: Settlement, rules: Rules
) -> int | None:
    """How many deals may yet be played after deal `number`; None where no signal limits them.

    Args:
        signal: when it sounded, if it did.
        number: the deal that is over, from 1.
        left: how many could be played before it, if that was limited.
        settlement: what the deal came to.
        rules: the ruleset.
    """
    if signal is not None and signal.in_play and signal.deal == number:
        left = 1 + _after_signal(rules)
    if left is not None:
        left -= 1
        again = left > 0 or rules.chombo.last_timed_deal == "dealt_again"
        left += settlement.redeal and again
    if signal is not None and not signal.in_play and signal.deal == number:
        left = before_dice(rules)
    return left


def _after_signal(rules: Rules) -> int:
    """How many deals follow the one that was in play."""
    how = rules.tournament.after_signal
    match how:
        case "current_deal":
            return 0
        case "current_and_one_more":
            return 1
        case _:
            assert_never(how)


def before_dice(rules: Rules) -> int:
    """How many deals follow a signal that sounds while none is in play."""
    how = rules.tournament.signal_before_dice
    match how:
        case "none":
            return 0
        case "one_deal":
            return 1
        case _:
            assert_never(how)
