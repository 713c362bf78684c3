"""Plans in which nobody meets anybody twice, from the arithmetic of finite fields.

With as many tables as a field has elements, the players are four teams of one player for each
element. In session r the player x of team a sits in group x - a r: two players of different teams
are in one group for one r alone, and those of a team never are (a transversal design; see Colbourn
and Dinitz, Handbook of Combinatorial Designs, III.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import permutations, product

Four = tuple[int, int, int, int]
Plan = tuple[tuple[Four, ...], ...]
"""Sessions, tables, and the players at each from 0 on, the first East first."""

TEAMS = 4


def four(players: Iterable[int]) -> Four:
    """Return the players at a table, in the order of their seats."""
    east, south, west, north = players
    return east, south, west, north


@dataclass(frozen=True, slots=True)
class Field:
    """A finite field: its elements are the numbers below `size`, 0 and 1 as they are."""

    size: int
    add: Callable[[int, int], int]
    multiply: Callable[[int, int], int]


@cache
def finite_field(size: int) -> Field | None:
    """Return the field of a size, or None where it is no power of a prime."""
    for prime in range(2, size + 1):
        if size % prime == 0:
            degree = next(k for k in range(1, size) if prime**k >= size)
            return _field(prime, degree) if prime**degree == size else None
    return None


def _field(prime: int, degree: int) -> Field:
    """Return polynomials over a prime field, reduced by one that has no factor."""
    size = prime**degree

    def digits(number: int) -> list[int]:
        return [number // prime**place % prime for place in range(degree)]

    def number(values: list[int]) -> int:
        return sum(value * prime**place for place, value in enumerate(values))

    def add(one: int, other: int) -> int:
        return number([(a + b) % prime for a, b in zip(digits(one), digits(other), strict=True)])

    def multiplied(one: int, other: int, tail: tuple[int, ...]) -> int:
        values = [0] * (2 * degree - 1)
        for (i, a), (j, b) in product(enumerate(digits(one)), enumerate(digits(other))):
            values[i + j] += a * b
        for place in range(2 * degree - 2, degree - 1, -1):  # x^degree is the tail
            for below, value in enumerate(tail):
                values[place - degree + below] += values[place] * value
        return number([value % prime for value in values[:degree]])

    for tail in product(range(prime), repeat=degree):
        table = [[multiplied(a, b, tail) for b in range(size)] for a in range(size)]
        if all(1 in row for row in table[1:]):  # everything but 0 can be divided by
            return Field(size, add, partial(_looked_up, table))
    raise AssertionError("every prime has polynomials without a factor")


def _looked_up(table: Sequence[Sequence[int]], one: int, other: int) -> int:
    return table[one][other]


def meeting_once(players: int, sessions: int) -> Plan:
    """Return a plan in which nobody meets anybody twice, as far as a field gives one.

    Args:
        players: a multiple of four.
        sessions: how many are wanted; at most as many come as there are tables, or one more for 16
            players, and none where the tables are no prime power.
    """
    field = finite_field(players // TEAMS)
    if field is None or field.size < TEAMS:
        return ()
    plan = [_session(field, turn) for turn in range(min(sessions, field.size))]
    if field.size > TEAMS:
        return tuple(plan)
    if sessions > field.size:  # at last each team among itself
        plan.append(_tables([[_player(field, a, x) for x in range(TEAMS)] for a in range(TEAMS)]))
    return _moved_on(plan)


def _moved_on(plan: Sequence[tuple[Four, ...]]) -> Plan:
    """Return the plan with its groups at other tables, so that as few as can be are kept at one.

    Four tables leave no element of the field by which all groups could move on alike: a group has
    somebody from each of the tables before, so that four players always stay where they are.
    """
    moved = [plan[0]]
    for session in plan[1:]:
        before = {player: table for table, four in enumerate(moved[-1]) for player in four}
        moved.append(
            min(
                permutations(session),
                key=lambda tables: sum(
                    before[player] == table for table, four in enumerate(tables) for player in four
                ),
            )
        )
    return tuple(moved)


def _session(field: Field, turn: int) -> tuple[Four, ...]:
    """Return a session; the groups go from table to table, so that hardly anybody is kept."""
    groups: list[list[int]] = [[] for _ in range(field.size)]
    step = TEAMS if field.size > TEAMS else 0
    for group, team in product(range(field.size), range(TEAMS)):
        place = field.add(group, field.multiply(team, turn))
        table = field.add(group, field.multiply(step, turn))
        groups[table].append(_player(field, team, place))
    return _tables(groups)


def _player(field: Field, team: int, place: int) -> int:
    return team * field.size + place


def _tables(groups: list[list[int]]) -> tuple[Four, ...]:
    return tuple(map(four, groups))
