"""Give the players of a plan their winds, and the fours their tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations

from riichi.events.seating.known_plans import FourPlayers, Plan, table_of

KEPT, RETURN = 40, 1
"""The costs of a player who stays at a table, and of one who returns to it, for each time."""

MOST_EXACT = 50
"""The number of tables up to which the cheapest tables are found exactly."""

# ---- winds ---------------------------------------------------------------------------------------

Point = tuple[str, int, int]
Seats = dict[Point, dict[int, Point]]
"""By point and wind, the point at the other end."""

WINDS = range(4)


def with_even_winds(plan: Sequence[Sequence[FourPlayers]]) -> Plan:
    """Return the plan with seats changed to give nobody a wind twice in four games."""
    seats: Seats = {}
    games: Counter[int] = Counter()
    for turn, session in enumerate(plan):
        for table, four in enumerate(session):
            for player in four:
                _seat_player(seats, ("player", player, games[player] // 4), ("table", turn, table))
                games[player] += 1
    return tuple(
        tuple(
            table_of(seats["table", turn, table][wind][1] for wind in WINDS)
            for table in range(len(session))
        )
        for turn, session in enumerate(plan)
    )


def _seat_player(seats: Seats, player: Point, table: Point) -> None:
    """Give a player a wind that is free for both player and table, by an exchange if necessary."""
    winds_of_player, winds_of_table = seats.setdefault(player, {}), seats.setdefault(table, {})
    wind = next(wind for wind in WINDS if wind not in winds_of_player)
    free = next(wind for wind in WINDS if wind not in winds_of_table)
    if wind in winds_of_table:
        _exchange_winds(seats, table, wind, free)
    winds_of_player[wind], winds_of_table[wind] = table, player


def _exchange_winds(seats: Seats, begin: Point, wind: int, other: int) -> None:
    """Exchange two winds along the path that starts at a point with the first of them."""
    path, point, colour = [], begin, wind
    while colour in seats[point]:
        next_point = seats[point][colour]
        path.append((point, next_point, colour))
        point, colour = next_point, other if colour == wind else wind
    for near_end, far_end, colour in path:
        del seats[near_end][colour], seats[far_end][colour]
    for near_end, far_end, colour in path:
        changed = other if colour == wind else wind
        seats[near_end][changed], seats[far_end][changed] = far_end, near_end


def with_winds_after(played: Iterable[Sequence[FourPlayers]], plan: Plan) -> Plan:
    """Return the plan with its seats changed to share the winds, earlier sessions included.

    Each table takes the order with the least sum of squares of its players' counts of each wind,
    until no table changes.
    """
    had: Counter[tuple[int, int]] = Counter()
    for session in [*played, *plan]:
        _count_winds(session, had, 1)
    changed = True
    while changed:
        better = tuple(tuple(_with_best_winds(four, had) for four in session) for session in plan)
        changed = better != plan
        plan = better
    return plan


def _with_best_winds(four: FourPlayers, had: Counter[tuple[int, int]]) -> FourPlayers:
    """Return a table in its best order, and update the counts of winds; a tie keeps its order."""
    _count_winds([four], had, -1)
    orders = map(table_of, permutations(four))
    best = min(
        orders, key=lambda order: sum(had[player, wind] for wind, player in enumerate(order))
    )
    _count_winds([best], had, 1)
    return best


def _count_winds(session: Sequence[FourPlayers], had: Counter[tuple[int, int]], times: int) -> None:
    for four in session:
        for wind, player in enumerate(four):
            had[player, wind] += times


# ---- tables --------------------------------------------------------------------------------------


class TableAssignment:
    """Gives each four of a session a table, and remembers where everybody sat."""

    def __init__(self, players: int) -> None:
        self._costs = [[0] * (players // 4) for _ in range(players)]
        """By player and table, the cost of sitting there."""
        self._before: tuple[FourPlayers, ...] = ()

    def seated(self, session: tuple[FourPlayers, ...]) -> tuple[FourPlayers, ...]:
        """Return a session in the order of its tables that costs least."""
        tables = range(len(session))
        costs = [[sum(self._costs[player][table] for player in four) for table in tables]
                 for four in session]  # fmt: skip
        choose = cheapest_assignment if len(session) <= MOST_EXACT else cheap_assignment
        ordered = tuple(session[index] for index in choose(costs))
        self.sat(ordered)
        return ordered

    def sat(self, session: tuple[FourPlayers, ...]) -> None:
        """Remember where everybody sat in a session."""
        self._keep_at(self._before, -KEPT)
        self._keep_at(session, KEPT + RETURN)
        self._before = session

    def _keep_at(self, session: tuple[FourPlayers, ...], cost: int) -> None:
        for table, players in enumerate(session):
            for player in players:
                self._costs[player][table] += cost


def cheap_assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return a row for each column of a square: the cheapest one left, improved by exchanges."""
    rows, left = [], [*range(len(costs))]
    for column in range(len(costs)):
        row = min(left, key=lambda row: costs[row][column])
        left.remove(row)
        rows.append(row)
    for column, other in permutations(range(len(costs)), 2):
        one, two = rows[column], rows[other]
        now = costs[one][column] + costs[two][other]
        if costs[two][column] + costs[one][other] < now:
            rows[column], rows[other] = two, one
    return rows


def cheapest_assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return a row for each column of a square, with the lowest total (Kuhn and Munkres)."""
    size = len(costs)
    rows, columns = [0] * (size + 1), [0] * (size + 1)  # the potential of each
    row_of = [size] * (size + 1)  # by column; the last column is where a row starts
    for row in range(size):
        row_of[size], column = row, size
        least, before = [float("inf")] * size, [size] * size
        done: list[int] = []
        open_ = [*range(size)]
        while row_of[column] != size:
            done.append(column)
            row_here = row_of[column]
            if column < size:
                open_.remove(column)
            for candidate in open_:
                cost = costs[row_here][candidate] - rows[row_here] - columns[candidate]
                if cost < least[candidate]:
                    least[candidate], before[candidate] = cost, column
            column = min(open_, key=least.__getitem__)
            step = least[column]
            for candidate in done:
                rows[row_of[candidate]] += step
                columns[candidate] -= step
            for candidate in open_:
                least[candidate] -= step
        while column != size:
            row_of[column], column = row_of[before[column]], before[column]
        row_of[size] = size
    return row_of[:size]
