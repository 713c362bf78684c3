"""Liability: who fed the set that decided a yakuman, and what he pays.

Sources: EMA 2016, 3.3.9, 4.2.5; WRCR 2015, 6.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from riichi_core.hands import Meld, Win
from riichi_core.hands.melds import From
from riichi_core.rules.chapters.liability import Liability
from riichi_core.rules.chapters.yaku import YakumanWorth
from riichi_core.rules.rules import Rules
from riichi_core.scoring import Score
from riichi_core.tiles import Wind

_STEPS: dict[From, int] = {"right": 1, "across": 2, "left": 3}
_OF = {"big_three_dragons": (range(31, 34), 3), "big_four_winds": (range(27, 31), 4)}
"""The kinds of the sets, and how many of them make the yakuman."""


@dataclass(frozen=True, slots=True)
class Liable:
    """Who is liable, and for how many of the yakuman that are paid; None for the whole hand."""

    seat: Wind
    yakuman: int | None


def liable(win: Win, score: Score, fed: Mapping[str, Wind], rules: Rules) -> tuple[Liable, ...]:
    """Who answers for a win, and for what of it.

    Args:
        win: the win.
        score: what it is worth; only a yaku that counts makes liable.
        fed: who fed the decisive set of a yaku, where the marks of the sets do not say it.
        rules: the ruleset.

    Returns:
        Nobody, one for the whole hand, or some for the yakuman that each of them fed.
    """
    found = []
    for one in score.yaku:
        if one.id in rules.liability.yaku:
            seat = _feeder(win, one.id, fed, rules.liability)
            if seat is not None and seat != win.seat:
                found.append(Liable(seat, _covered(one.id, score, rules)))
    whole = [one for one in found if one.yakuman is None]
    return tuple(whole[:1] or [one for one in found if one.yakuman])


def _covered(name: str, score: Score, rules: Rules) -> int | None:
    """How many of the yakuman that are paid are those that were fed."""
    worth = getattr(rules.yaku, name)
    if rules.liability.covers == "whole_hand" or not isinstance(worth, YakumanWorth):
        return None
    if rules.limits.several_yakuman == "add_up":
        return worth.yakuman if worth.yakuman < score.yakuman else None
    return None if worth.yakuman == score.yakuman else 0


def _feeder(win: Win, name: str, fed: Mapping[str, Wind], liability: Liability) -> Wind | None:
    if name in _OF:
        kinds, wanted = _OF[name]
        sets = [one for one in win.hand.melds if one.first.kind in kinds]
    else:  # what the player added to a pung, or drew himself, was fed by nobody
        wanted = 4 if name == "four_kongs" else 1
        sets = [one for one in win.hand.melds if one.kong]
        if not sets or sets[-1].kind != "kong":
            return None
    if len(sets) < wanted or not sets[-1].claimed:
        return None
    if wanted > 1 and not _earlier(sets[:-1], liability):
        return None
    return fed.get(name) or _by_mark(win, sets[-1])


def _earlier(sets: list[Meld], liability: Liability) -> bool:
    """Whether the sets before the fed one count."""
    return liability.earlier_sets == "visible" or all(one.claimed for one in sets)


def _by_mark(win: Win, one: Meld) -> Wind | None:
    if one.claimed_from is None:
        return None
    return Wind((win.seat + _STEPS[one.claimed_from]) % 4)
