"""Fair seating plans: who meets whom, at which table, with which wind.

Where a plan is known in which nobody meets anybody twice, that one is taken. Else the maker starts
from a seed, tries swaps and keeps those that do no harm. It avoids, the worst first: the same four
at a table again; a player kept at a table; players who meet again, the more often the worse; a
table that a player had before. Such a plan is good and quickly made, not proved to be the best
there is. Winds are shared out last.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

from riichi_core.seeded import SeededRandom
from riichi_core.tournament.fields import Four, Plan, four, meeting_once
from riichi_core.tournament.winds import with_even_winds

MOST_PLAYERS = 200
MOST_SESSIONS = 20

SAME_FOUR, KEPT, MEETING, RETURN = 5_000, 40, 4, 1
"""The weight of each thing that is avoided."""

SWAPS, STARTS, MOST_STARTS = 60, 3, 40
"""Swaps for each player, and starts: more where few play or the same four still sit together."""


def fair_plan(players: int, sessions: int, seed: int) -> Plan:
    """Make a plan for a number of players, a multiple of four, from a seed.

    Nobody meets anybody twice where a finite field knows such a plan: where the number of tables
    is a prime power from 4 on, in as many sessions as there are tables (for 16 players one more).
    """
    chance = SeededRandom(seed)
    names = chance.shuffled(range(players))
    maker = _Maker(players, chance)
    for known in meeting_once(players, sessions):
        maker.remember(tuple(four(names[player] for player in one) for one in known))
    while len(maker.made) < sessions:
        maker.session()
    return with_even_winds(maker.made)


@dataclass(slots=True)
class _Maker:
    """Makes a session after another, and remembers those before."""

    players: int
    chance: SeededRandom
    met: dict[tuple[int, int], int] = field(default_factory=dict)
    fours: set[tuple[int, ...]] = field(default_factory=set)
    last: dict[int, int] = field(default_factory=dict)
    been: dict[tuple[int, int], int] = field(default_factory=dict)
    made: list[tuple[Four, ...]] = field(default_factory=list)

    def session(self) -> None:
        """Make the next session."""
        best, cost = self._climb()
        for start in range(1, MOST_STARTS):
            if start >= max(STARTS, 320 // self.players) and cost < SAME_FOUR:
                break
            tables, found = self._climb()
            if found < cost:
                best, cost = tables, found
        self.remember(tuple(map(four, best)))

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

    def remember(self, session: tuple[Four, ...]) -> None:
        """Take a session as the next."""
        self.made.append(session)
        for table, seated in enumerate(session):
            group = sorted(seated)
            self.fours.add(tuple(group))
            for first, second in combinations(group, 2):
                self.met[first, second] = self.met.get((first, second), 0) + 1
            for player in seated:
                self.last[player] = table
                self.been[player, table] = self.been.get((player, table), 0) + 1
