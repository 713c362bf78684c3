"""Fouls of a written game: what each comes to is put into the record of its deal.

A chombo makes the player an offender, a dead hand is dead at an exhaustive draw, and points go off
the result or the score. Points of a foul that a referee judges are what the record says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from riichi_core.game.fouls import fouls, judge
from riichi_core.game.judgement import Charge, Degrees, Judgement
from riichi_core.messages import quote
from riichi_core.rules.rules import Rules
from riichi_core.scoring.fields import WINDS, known_fields, listing, number, word
from riichi_core.settlement import DealError
from riichi_core.settlement.ending import PLAY_SETTINGS
from riichi_core.tiles import Wind

FIELDS = ("seat", "foul", "points")
MOST_POINTS = 1_000_000


@dataclass(slots=True)
class Committed:
    """What the fouls of a deal come to."""

    offenders: list[str] = field(default_factory=list)
    dead: list[str] = field(default_factory=list)
    penalties: dict[Wind, int] = field(default_factory=dict)
    fines: dict[Wind, int] = field(default_factory=dict)


def committed(data: Mapping[str, Any], rules: Rules) -> Committed:
    """The fouls that a record of a deal names, under a ruleset.

    Raises:
        WinError: what is wrong with one of them.
    """
    found = Committed()
    setting = next((one for one in PLAY_SETTINGS if one == data.get("setting")), PLAY_SETTINGS[0])
    for place, entry in enumerate(listing(data, "fouls")):
        where = f"fouls.{place}"
        if not isinstance(entry, Mapping):
            message = f"{where}: expected {{seat: …, foul: …}}, not {quote(entry)}"
            raise DealError("wrong_type", where, message)
        known_fields(entry, FIELDS)
        for name in FIELDS[:2]:
            if entry.get(name) is None:
                raise DealError("missing_field", where, f"{where}: {name} is missing")
        seat = word(entry, "seat", WINDS)
        judgement = judge(word(entry, "foul", fouls()), rules, setting=setting)
        points = number(entry, "points") if "points" in entry else None
        _put(found, seat, judgement, referee_points(judgement, points, f"{where}.points"))
    return found


def _put(found: Committed, seat: str, judgement: Judgement, points: int) -> None:
    wind = Wind.of(seat)
    if judgement.chombo:
        found.offenders.append(seat)
        return
    if judgement.dead_hand:
        found.dead.append(seat)
    match judgement.penalty:
        case Charge(points=price, booked="at_table"):
            found.fines[wind] = found.fines.get(wind, 0) - price
        case Charge(points=price, booked="after_uma"):
            points = price
    if points:
        found.penalties[wind] = found.penalties.get(wind, 0) - points


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
