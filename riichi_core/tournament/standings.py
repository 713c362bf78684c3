"""Standings: the sum of all sessions, with what came off it; players with one total share a place.

Sources: EMA 2016, 5.8; WRCR 2015, 2.3, 7.1, 7.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from riichi_core.rules.rules import Rules
from riichi_core.settlement.ledger import Points, whole
from riichi_core.tournament.consequences import (
    Status,
    disqualified_status,
    excused_status,
    may_be_disqualified,
)
from riichi_core.tournament.results import Session, sessions
from riichi_core.tournament.sheet import Sheet

NOTES = {
    "ranked": "",
    "disqualified": "disqualified: ranked last",
    "not_ranked": "disqualified: not ranked",
    "removed": "excused: out of the results",
}
"""What is said of a player who does not stand in the list like the others."""

DELIBERATE = "missed a session on purpose: can be disqualified"


@dataclass(frozen=True, slots=True)
class Standing:
    """One player of a list; `place` is None for one who is not ranked."""

    place: int | None
    player: str
    status: Status
    sessions: tuple[Session, ...]
    notes: tuple[str, ...]

    @property
    def own(self) -> Points:
        """What the player made at the tables, uma included."""
        return whole(sum((Fraction(one.own) for one in self.sessions), Fraction(0)))

    @property
    def deducted(self) -> int:
        """All that came off."""
        return sum(one.deducted for one in self.sessions)

    @property
    def total(self) -> Points:
        """What the tournament counts for."""
        return whole(Fraction(self.own) + self.deducted)


@dataclass(frozen=True, slots=True)
class Standings:
    """The list under a ruleset, the best first, and the sessions behind it."""

    rows: tuple[Standing, ...]
    sessions: tuple[Session, ...]

    @property
    def substitutes(self) -> tuple[Session, ...]:
        """The sessions that substitutes played; they are in no list of places."""
        return tuple(one for one in self.sessions if one.entered is not None)


def standings(sheet: Sheet, rules: Rules) -> Standings:
    """The list of a tournament; the points of its tables add up (`wrong_sums`)."""
    every = sessions(sheet, rules)
    order = {name: number for number, name in enumerate(sheet.sessions)}
    found: dict[str, list[Session]] = {}
    for one in sorted(every, key=lambda one: order[one.row.session]):
        found.setdefault(one.row.player, []).append(one)
    players = [_standing(player, played, rules) for player, played in found.items()]
    return Standings(_ranked(players), every)


def _standing(player: str, played: Sequence[Session], rules: Rules) -> Standing:
    rows = [one.row for one in played]
    status: Status = "ranked"
    if any(row.disqualified for row in rows):
        status = disqualified_status(rules)
    elif any(row.absent == "excused" for row in rows):
        status = excused_status(rules)
    notes = [NOTES[status]] if NOTES[status] else []
    notes += [row.reason for row in rows if row.disqualified and row.reason and not row.penalty]
    deliberate = any(row.absent == "deliberate" for row in rows)
    if deliberate and status == "ranked" and may_be_disqualified(rules):
        notes.append(DELIBERATE)
    return Standing(None, player, status, tuple(played), tuple(notes))


_ORDER: dict[Status, int] = {"ranked": 0, "disqualified": 1, "not_ranked": 2, "removed": 3}


def _ranked(players: Sequence[Standing]) -> tuple[Standing, ...]:
    """The best first; players with the same status and total share the better place."""
    order = sorted(players, key=lambda one: (_ORDER[one.status], -Fraction(one.total), one.player))
    found: list[Standing] = []
    for number, one in enumerate(order, 1):
        place: int | None = number
        above = found[-1] if found else None
        if one.status in ("not_ranked", "removed"):
            place = None
        elif above and (above.status, above.total) == (one.status, one.total):
            place = above.place
        found.append(Standing(place, one.player, one.status, one.sessions, one.notes))
    return tuple(found)
