"""Plans without repeated meetings: from finite fields, and listed ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

FourPlayers = tuple[int, int, int, int]
Plan = tuple[tuple[FourPlayers, ...], ...]
"""Sessions, tables, and the players at each table, numbered from 0, the first East first."""

TEAMS = 4


def table_of(players: Iterable[int]) -> FourPlayers:
    """Return the players at a table, in the order of their seats."""
    east, south, west, north = players
    return east, south, west, north


@dataclass(frozen=True, slots=True)
class FiniteField:
    """A finite field; its elements are the numbers below `size`, with 0 and 1 as themselves."""

    size: int
    add: Callable[[int, int], int]
    products: Sequence[Sequence[int]]


@cache
def finite_field(size: int) -> FiniteField | None:
    """Return the field of a given size; None if the size is not a power of a prime."""
    for prime in range(2, size + 1):
        if size % prime == 0:
            degree = next(k for k in range(1, size) if prime**k >= size)
            return _field(prime, degree) if prime**degree == size else None
    return None


def _field(prime: int, degree: int) -> FiniteField:
    """Return polynomials over a prime field, modulo an irreducible one."""
    size = prime**degree

    def digits(number: int) -> list[int]:
        return [number // prime**power % prime for power in range(degree)]

    def number(values: list[int]) -> int:
        return sum(value * prime**power for power, value in enumerate(values))

    def add(first: int, second: int) -> int:
        return number([(a + b) % prime for a, b in zip(digits(first), digits(second), strict=True)])

    def multiplied(first: int, second: int, tail: tuple[int, ...]) -> int:
        values = [0] * (2 * degree - 1)
        for (i, a), (j, b) in product(enumerate(digits(first)), enumerate(digits(second))):
            values[i + j] += a * b
        for power in range(2 * degree - 2, degree - 1, -1):  # x^degree equals the tail
            for lower, value in enumerate(tail):
                values[power - degree + lower] += values[power] * value
        return number([value % prime for value in values[:degree]])

    for tail in product(range(prime), repeat=degree):
        table = [[0] * size]
        for a in range(1, size):
            table.append([multiplied(a, b, tail) for b in range(size)])
            if 1 not in table[a]:
                break
        else:  # every element except 0 has an inverse
            return FiniteField(size, add, table)
    raise AssertionError("every prime has polynomials without a factor")


def known_plans(players: int) -> tuple[Plan, ...]:
    """Return the known plans with as few repeated meetings as possible.

    The plans have increasing numbers of sessions, and the first sessions of each have as few
    repeated meetings as possible, too. There is none if the number of tables is not a power of a
    prime and this module lists no plan for it. The players must be a multiple of four. The order of
    the tables has no meaning: the caller decides where each four sits.
    """
    if players == 12:
        return SIX_OF_TWELVE, _plan_by_turning(players, *FIRST_SESSIONS[players])
    if players in FIRST_SESSIONS:
        return (_plan_by_turning(players, *FIRST_SESSIONS[players]),)
    field = finite_field(players // TEAMS)
    if field is None or field.size < TEAMS:
        return ()
    plan = [_session_of_field(field, turn) for turn in range(field.size)]
    if field.size == TEAMS:  # finally each team plays among itself
        plan.append(
            tuple(table_of(range(TEAMS * team, TEAMS * (team + 1))) for team in range(TEAMS))
        )
    return (tuple(plan), TEN_OF_32) if players == 32 else (tuple(plan),)


def _session_of_field(field: FiniteField, turn: int) -> tuple[FourPlayers, ...]:
    """Return a session of four teams, whose players are numbered one team after the other."""
    groups: list[list[int]] = [[] for _ in range(field.size)]
    for group, team in product(range(field.size), range(TEAMS)):
        member = field.add(group, field.products[team][turn])
        groups[group].append(team * field.size + member)
    return tuple(map(table_of, groups))


# ---- listed plans --------------------------------------------------------------------------------

FIRST_SESSIONS: Mapping[int, tuple[Sequence[int], tuple[FourPlayers, ...]]] = {
    8: ((0, 1, 2, 4, 3, 5, 6), ((7, 0, 1, 3), (2, 4, 5, 6))),
    12: (range(11), ((1, 6, 4, 0), (7, 3, 8, 5), (11, 10, 9, 2))),
    24: (range(7), ((0, 22, 12, 15), (21, 17, 9, 1), (13, 6, 4, 3), (10, 19, 8, 7),
                    (16, 20, 14, 2), (23, 11, 18, 5))),
    28: (range(9), ((26, 8, 0, 5), (17, 25, 20, 6), (15, 10, 7, 12), (21, 24, 22, 11),
                    (4, 19, 13, 14), (3, 1, 23, 16), (9, 27, 18, 2))),
    36: (range(11), ((25, 27, 13, 16), (34, 0, 22, 14), (5, 26, 20, 35), (32, 3, 2, 29),
                     (7, 24, 31, 30), (23, 18, 19, 9), (33, 28, 21, 8), (15, 11, 17, 10),
                     (6, 12, 1, 4))),
    40: (range(13), ((39, 0, 13, 26), (1, 2, 16, 25), (3, 6, 22, 23), (9, 5, 14, 17),
                     (4, 11, 31, 36), (12, 7, 28, 30), (10, 8, 32, 38), (15, 21, 29, 33),
                     (19, 24, 35, 34), (18, 20, 27, 37))),
}  # fmt: skip
"""By the number of players: a session from which rotation makes the others, and the rotations.

With m rotations in all, the players below m rotate in a circle of m places, and so do the next m,
and so on; the remaining players stay. With 8 and 12 players, each pair meets three times in all
sessions, and with 8 at most twice in the first four. With more players nobody meets anybody twice.
The sessions were found by trial.
"""

SIX_OF_TWELVE: Plan = (
    ((4, 6, 7, 8), (2, 3, 5, 11), (0, 1, 9, 10)),
    ((1, 5, 6, 9), (0, 4, 7, 11), (2, 3, 8, 10)),
    ((1, 2, 6, 8), (4, 5, 10, 11), (0, 3, 7, 9)),
    ((8, 9, 10, 11), (3, 5, 6, 7), (0, 1, 2, 4)),
    ((0, 3, 6, 10), (1, 7, 8, 11), (2, 4, 5, 9)),
    ((3, 4, 8, 9), (1, 5, 7, 10), (0, 2, 6, 11)),
)
"""Six sessions of twelve players in which no pair meets three times."""

_HALF_OF_THE_TABLES = """\
AeJk BgiN CFMo DHLp
AhNO BCEl Djkm FGiP
ACfi BJmo DKln EGhp
AMnP Bdef CGjL HIkO
ADgo BFhk CJnp EiLm
ABIj CdHm Egkn FlOp
AGlm BcKp DeiO FHJN
Abdp CgKO EfMN Hijl
AcEH BLnO DfGJ IKmP
AFKL BGHM CDIN EJOP
""".splitlines()
"""A session in each line. Each table has a twin with capitals and small letters exchanged."""

_LETTERS = "ABCDEFGHIJKLMNOPabcdefghijklmnop"

TEN_OF_32: Plan = tuple(
    tuple(table_of(map(_LETTERS.index, four))
          for table in session.split() for four in (table, table.swapcase()))
    for session in _HALF_OF_THE_TABLES
)  # fmt: skip
"""Ten sessions of 32 players in which nobody meets anybody twice (Alejandro Aguado, 2004)."""


def _plan_by_turning(players: int, turns: Sequence[int], session: tuple[FourPlayers, ...]) -> Plan:
    circle = len(turns)
    circles = players // circle * circle

    def turned(player: int, turn: int) -> int:
        if player >= circles:
            return player
        return player // circle * circle + (player + turn) % circle

    return tuple(
        tuple(table_of(turned(player, turn) for player in table) for table in session)
        for turn in turns
    )
