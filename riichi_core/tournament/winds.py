"""Winds shared out: each player sits East, South, West and North as often, but for one.

Players and tables are the two sides of a graph, the seats its edges, the winds their colours. With
a player counted anew every four sessions no point has more than four edges, so that four colours
are enough (König): wherever the free winds of two points differ, they are exchanged along a path.
"""

from __future__ import annotations

from collections.abc import Sequence

from riichi_core.tournament.fields import Four, Plan, four

Point = tuple[str, int, int]
Seats = dict[Point, dict[int, Point]]
"""By point and wind the point at the other end."""

WINDS = range(4)


def with_even_winds(plan: Sequence[Sequence[Four]]) -> Plan:
    """Return the plan with its players on such seats that nobody has a wind twice too often."""
    seats: Seats = {}
    for turn, session in enumerate(plan):
        for number, seated in enumerate(session):
            for player in seated:
                _sit(seats, ("player", player, turn // 4), ("table", turn, number))
    return tuple(
        tuple(_by_winds(seats["table", turn, number]) for number in range(len(session)))
        for turn, session in enumerate(plan)
    )


def _sit(seats: Seats, player: Point, table: Point) -> None:
    """Give a player a wind at a table that both have free, after an exchange if need be."""
    mine, theirs = seats.setdefault(player, {}), seats.setdefault(table, {})
    wind = next(wind for wind in WINDS if wind not in mine)
    free = next(wind for wind in WINDS if wind not in theirs)
    if wind in theirs:
        _exchange(seats, table, wind, free)
    mine[wind], theirs[wind] = table, player


def _exchange(seats: Seats, begin: Point, wind: int, other: int) -> None:
    """Exchange two winds along the path that begins at a point with the first of them."""
    path, point, colour = [], begin, wind
    while colour in seats[point]:
        further = seats[point][colour]
        path.append((point, further, colour))
        point, colour = further, other if colour == wind else wind
    for here, there, colour in path:
        del seats[here][colour], seats[there][colour]
    for here, there, colour in path:
        changed = other if colour == wind else wind
        seats[here][changed], seats[there][changed] = there, here


def _by_winds(seated: dict[int, Point]) -> Four:
    return four(seated[wind][1] for wind in WINDS)
