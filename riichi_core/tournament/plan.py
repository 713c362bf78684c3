"""Fair seating plans: who meets whom, at which table, with which wind.

Where a plan is known in which nobody meets anybody twice, that one is taken. Else the maker starts
from a seed, tries swaps and keeps those that do no harm. It avoids, the worst first: the same four
at a table again; a player kept at a table; players who meet again, the more often the worse; a
table that a player had before. Such a plan is good and quickly made, not proved to be the best
there is. Winds are shared out last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

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
    return with_even_winds(tuple(sessions_of_a_plan(players, sessions, seed)))


def sessions_of_a_plan(players: int, sessions: int, seed: int) -> Iterator[tuple[Four, ...]]:
    """Yield the sessions of a fair plan as each is made, before winds are shared out.

    Twenty sessions of 200 players take some seconds: a caller can show how far it is.
    """
    chance = SeededRandom(seed)
    names = chance.shuffled(range(players))
    maker = _Maker(players, chance)
    for known in meeting_once(players, sessions):
        maker.remember(tuple(four(names[player] for player in one) for one in known))
    yield from maker.made
    while len(maker.made) < sessions:
        maker.session()
        yield maker.made[-1]


class _Maker:
    """Makes a session after another, and remembers those before."""

    def __init__(self, players: int, chance: SeededRandom) -> None:
        self.players = players
        self.chance = chance
        self.made: list[tuple[Four, ...]] = []
        self._fours: set[frozenset[int]] = set()
        self._meeting = [[0] * players for _ in range(players)]
        """By two players: what it costs that they meet again."""
        self._at = [[0] * (players // 4) for _ in range(players)]
        """By player and table: what it costs that it is this one again."""

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
        costs = [self._cost(table, seated) for table, seated in enumerate(tables)]
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

    def _cost(self, table: int, seated: list[int]) -> int:
        one, two, three, last = seated
        of_one, of_two = self._meeting[one], self._meeting[two]
        cost = of_one[two] + of_one[three] + of_one[last]
        cost += of_two[three] + of_two[last] + self._meeting[three][last]
        if of_one[two] and frozenset(seated) in self._fours:
            cost += SAME_FOUR
        at = self._at
        return cost + at[one][table] + at[two][table] + at[three][table] + at[last][table]

    def remember(self, session: tuple[Four, ...]) -> None:
        """Take a session as the next."""
        if self.made:
            self._keep_at(self.made[-1], -KEPT)
        self.made.append(session)
        self._keep_at(session, KEPT)
        for table, seated in enumerate(session):
            self._fours.add(frozenset(seated))
            for first, second in permutations(seated, 2):
                self._meeting[first][second] += MEETING
            for player in seated:
                self._at[player][table] += RETURN

    def _keep_at(self, session: Sequence[Four], cost: int) -> None:
        for table, seated in enumerate(session):
            for player in seated:
                self._at[player][table] += cost
