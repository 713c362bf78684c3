"""Seating: a plan held against the rules, and a maker of fair plans.

Source: WRCR 2015, 8.1, so that nobody learns marked tiles. Read: to be kept at a table is to sit at
it in two sessions one after the other; who comes back to a table later is not kept there.

The maker starts from a seed, tries swaps and keeps those that do no harm. It avoids, the worst
first: the same four at a table again; a player kept at a table; players who meet again, the more
often the worse; a table that a player had before. The plan is good and quickly made, not proved to
be the best there is.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations, permutations
from math import comb

from riichi_core.messages import Message
from riichi_core.seeded import SeededRandom
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


# ---- plan ----------------------------------------------------------------------------------------


MOST_PLAYERS = 200
MOST_SESSIONS = 20

SAME_FOUR, KEPT, MEETING, RETURN = 5_000, 40, 4, 1
"""The weight of each thing that is avoided."""

SWAPS, STARTS, MOST_STARTS = 60, 3, 40
"""Swaps for each player, and starts: more where few play or the same four still sit together."""

Four = tuple[int, int, int, int]
Plan = tuple[tuple[Four, ...], ...]
"""Sessions, tables, and the players at each from 0 on, the first East first."""

_SEATS = tuple(permutations(range(4)))


def fair_plan(players: int, sessions: int, seed: int) -> Plan:
    """Make a plan for a number of players, a multiple of four, from a seed."""
    maker = _Maker(players, SeededRandom(seed))
    return tuple(maker.session() for _ in range(sessions))


@dataclass(slots=True)
class _Maker:
    """Makes a session after another, and remembers those before."""

    players: int
    chance: SeededRandom
    met: dict[tuple[int, int], int] = field(default_factory=dict)
    fours: set[tuple[int, ...]] = field(default_factory=set)
    last: dict[int, int] = field(default_factory=dict)
    been: dict[tuple[int, int], int] = field(default_factory=dict)
    sat: dict[tuple[int, int], int] = field(default_factory=dict)

    def session(self) -> tuple[Four, ...]:
        """Make the next session."""
        best, cost = self._climb()
        for start in range(1, MOST_STARTS):
            if start >= max(STARTS, 320 // self.players) and cost < SAME_FOUR:
                break
            tables, found = self._climb()
            if found < cost:
                best, cost = tables, found
        seated = tuple(self._seats(four) for four in best)
        self._remember(seated)
        return seated

    def _climb(self) -> tuple[list[list[int]], int]:
        """Return tables from a shuffle, improved by swaps, and what they still cost."""
        order, count = self.chance.shuffled(range(self.players)), self.players // 4
        tables = [order[first : first + 4] for first in range(0, self.players, 4)]
        costs = [self._cost(table, four) for table, four in enumerate(tables)]
        if count == 1:
            return tables, sum(costs)
        for _ in range(SWAPS * self.players):
            one = self.chance.below(count)
            other = (one + 1 + self.chance.below(count - 1)) % count
            here, there = list(tables[one]), list(tables[other])
            move = self.chance.below(18)
            if move > 15:
                here, there = there, here
            else:
                seat, to = divmod(move, 4)
                here[seat], there[to] = there[to], here[seat]
            found = self._cost(one, here), self._cost(other, there)
            if sum(found) <= costs[one] + costs[other]:
                tables[one], tables[other] = here, there
                costs[one], costs[other] = found
        return tables, sum(costs)

    def _cost(self, table: int, four: list[int]) -> int:
        group = sorted(four)
        cost = SAME_FOUR if tuple(group) in self.fours else 0
        for first, second in combinations(group, 2):
            cost += MEETING * self.met.get((first, second), 0)
        for player in group:
            cost += RETURN * self.been.get((player, table), 0)
            cost += KEPT if self.last.get(player) == table else 0
        return cost

    def _seats(self, four: list[int]) -> Four:
        """Return the four in the order of seats that gives each the least frequent winds."""
        order = min(
            self.chance.shuffled(_SEATS),
            key=lambda seats: sum(
                self.sat.get((four[who], wind), 0) ** 2 + 2 * self.sat.get((four[who], wind), 0)
                for wind, who in enumerate(seats)
            ),
        )
        east, south, west, north = (four[who] for who in order)
        return east, south, west, north

    def _remember(self, session: tuple[Four, ...]) -> None:
        for table, four in enumerate(session):
            group = sorted(four)
            self.fours.add(tuple(group))
            for first, second in combinations(group, 2):
                self.met[first, second] = self.met.get((first, second), 0) + 1
            for wind, player in enumerate(four):
                self.last[player] = table
                self.been[player, table] = self.been.get((player, table), 0) + 1
                self.sat[player, wind] = self.sat.get((player, wind), 0) + 1
