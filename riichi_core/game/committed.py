"""Fouls of a written game: what those of a deal come to.

A chombo makes the player an offender, a dead hand is dead at an exhaustive draw, and points go off
the result or the score. Points of a foul that a referee judges are what the record says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from riichi_core.game.fouls import judge
from riichi_core.game.judgement import Charge, Degrees, Judgement
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import DealError, PlaySetting
from riichi_core.tiles import Wind

MOST_POINTS = 1_000_000


class Foul(NamedTuple):
    """A foul of a deal, and how many points a referee took off for it, if that is known."""

    seat: Wind
    foul: str
    points: int | None = None


@dataclass(slots=True)
class Committed:
    """What the fouls of a deal come to; points are numbers below zero."""

    offenders: list[Wind] = field(default_factory=list)
    dead: list[Wind] = field(default_factory=list)
    penalties: dict[Wind, int] = field(default_factory=dict)
    fines: dict[Wind, int] = field(default_factory=dict)


def committed(fouls: Iterable[Foul], rules: Rules, *, setting: PlaySetting) -> Committed:
    """Return what the fouls of a deal come to under a ruleset.

    Raises:
        DealError: points that a referee cannot have taken off.
    """
    found = Committed()
    for place, one in enumerate(fouls):
        judgement = judge(one.foul, rules, setting=setting)
        points = referee_points(judgement, one.points, f"fouls.{place}.points")
        _put(found, one.seat, judgement, points)
    return found


def _put(found: Committed, seat: Wind, judgement: Judgement, points: int) -> None:
    if judgement.chombo:
        found.offenders.append(seat)
        return
    if judgement.dead_hand:
        found.dead.append(seat)
    match judgement.penalty:
        case Charge(points=price, booked="at_table"):
            found.fines[seat] = found.fines.get(seat, 0) - price
        case Charge(points=price, booked="after_uma"):
            points = price
    if points:
        found.penalties[seat] = found.penalties.get(seat, 0) - points


def referee_points(judgement: Judgement, points: int | None, where: str) -> int:
    """What a referee took off; nothing where he took nothing and need not.

    Raises:
        WinError: the rules leave nothing to decide, or not so much, or they have a price of which
            the degree is not said; `where` is the field at fault.
    """
    if points is None:
        if isinstance(judgement.penalty, Degrees):
            message = f"points: say what {judgement.foul} costs; {_prices(judgement.penalty)}"
            raise DealError("missing_field", where, message)
        return 0
    if not judgement.referee:
        message = f"points: a referee does not decide what {judgement.foul} costs here"
        raise DealError("contradiction", where, message)
    if not 0 <= points <= MOST_POINTS:
        raise DealError("out_of_range", where, f"points: expected 0 to {MOST_POINTS:,}")
    if isinstance(judgement.penalty, Degrees):
        fines, (least, most) = judgement.penalty.fines, judgement.penalty.serious
        if points not in fines and not least <= points <= most:
            message = f"points: {points:,} is no price of it; {_prices(judgement.penalty)}"
            raise DealError("out_of_range", where, message)
    return points


def _prices(degrees: Degrees) -> str:
    fines, (least, most) = degrees.fines, degrees.serious
    known = ", ".join(f"{fine:,}" for fine in fines)
    return f"expected {known}, or {least:,} to {most:,} in grave cases"
