"""Seating: a plan held against the rules.

Source: WRCR 2015, 8.1, so that nobody learns marked tiles. Read: to be kept at a table is to sit at
it in two sessions one after the other; who comes back to a table later is not kept there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from math import comb

from riichi_core.messages import Message
from riichi_core.source.diagnostics import Diagnostic
from riichi_core.tournament.sheet import Sheet, SheetRow


@dataclass(frozen=True, slots=True)
class StayingPlayer:
    """A player who sits at a table in two sessions one after the other; `row` is the second."""

    row: SheetRow
    before: str

    def problem(self, sheet: Sheet) -> Diagnostic:
        """Return it as a fault of the plan, for rulesets that forbid it."""
        row = self.row
        message = Message(
            "{player} is kept at table {table} in sessions {before} and {session}",
            player=row.player, table=row.table, before=self.before, session=row.session,
        )  # fmt: skip
        return sheet.problem(row, "table", "kept-at-table", message)


@dataclass(frozen=True, slots=True)
class Seating:
    """The facts of a seating plan.

    Attributes:
        players: how many there are.
        sessions: how many there are.
        meetings: for each number of meetings, how many pairs of players meet so often.
        often: the pairs that meet most often, where that is more than once.
        repeated: the same four at a table, with the sessions in which they are.
        kept: players who are kept at a table.
    """

    players: int
    sessions: int
    meetings: tuple[tuple[int, int], ...]
    often: tuple[tuple[str, str], ...]
    repeated: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    kept: tuple[StayingPlayer, ...]


def seating(sheet: Sheet) -> Seating:
    """Return the facts of the plan that the tables of a tournament are, or will be."""
    names = {row.player for table in sheet.tables for row in table.rows}
    fours: dict[tuple[str, ...], list[str]] = {}
    met: Counter[tuple[str, str]] = Counter()
    for table in sheet.tables:
        four = tuple(sorted(row.player for row in table.rows))
        fours.setdefault(four, []).append(table.session)
        met.update((first, second) for first, second in combinations(four, 2))
    times = Counter(met.values())
    times[0] = comb(len(names), 2) - len(met)
    most = max(met.values(), default=0)
    return Seating(
        len(names),
        len(sheet.sessions),
        tuple(sorted((number, pairs) for number, pairs in times.items() if pairs)),
        tuple(sorted(pair for pair, count in met.items() if count == most > 1)),
        tuple((four, tuple(when)) for four, when in sorted(fours.items()) if len(when) > 1),
        _kept(sheet),
    )


def _kept(sheet: Sheet) -> tuple[StayingPlayer, ...]:
    order = {name: number for number, name in enumerate(sheet.sessions)}
    rows = [row for table in sheet.tables for row in table.rows]
    at = {(row.player, order[row.session]): row for row in rows}
    found = []
    for (player, number), row in sorted(at.items(), key=lambda one: (one[0][1], one[0][0])):
        before = at.get((player, number - 1))
        if before is not None and before.table == row.table:
            found.append(StayingPlayer(row, before.session))
    return tuple(found)
