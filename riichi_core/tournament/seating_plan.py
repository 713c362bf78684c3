"""Make fair seating plans without repeated meetings and with balanced winds, and timetables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cache, partial
from itertools import chain, combinations, permutations, product

from riichi_core.errors import RiichiError
from riichi_core.messages import Message
from riichi_core.rules.load import GivenRules, rules_of
from riichi_core.seeded import SeededRandom

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
    multiply: Callable[[int, int], int]


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
        table = [[multiplied(a, b, tail) for b in range(size)] for a in range(size)]
        if all(1 in row for row in table[1:]):  # every element except 0 has an inverse
            return FiniteField(size, add, partial(_look_up, table))
    raise AssertionError("every prime has polynomials without a factor")


def _look_up(table: Sequence[Sequence[int]], row: int, column: int) -> int:
    return table[row][column]


def known_plans(players: int) -> tuple[Plan, ...]:
    """Return the known plans with as few repeated meetings as possible.

    The order of the tables has no meaning: the caller decides where each four sits.

    Args:
        players: a multiple of four.

    Returns:
        Plans with increasing numbers of sessions, of which the first sessions alone are as good.
        Empty if the number of tables is not a power of a prime and no plan for it is listed here.
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
            _tables([[_player_of_team(field, a, x) for x in range(TEAMS)] for a in range(TEAMS)])
        )
    return (tuple(plan),)


def _session_of_field(field: FiniteField, turn: int) -> tuple[FourPlayers, ...]:
    groups: list[list[int]] = [[] for _ in range(field.size)]
    for group, team in product(range(field.size), range(TEAMS)):
        member = field.add(group, field.multiply(team, turn))
        groups[group].append(_player_of_team(field, team, member))
    return _tables(groups)


def _player_of_team(field: FiniteField, team: int, member: int) -> int:
    return team * field.size + member


def _tables(groups: list[list[int]]) -> tuple[FourPlayers, ...]:
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


Point = tuple[str, int, int]
Seats = dict[Point, dict[int, Point]]
"""By point and wind, the point at the other end."""

WINDS = range(4)


def with_even_winds(plan: Sequence[Sequence[FourPlayers]]) -> Plan:
    """Return the plan with seats changed to give nobody a wind twice in four sessions."""
    seats: Seats = {}
    for turn, session in enumerate(plan):
        for table, four in enumerate(session):
            for player in four:
                _seat_player(seats, ("player", player, turn // 4), ("table", turn, table))
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


@dataclass(frozen=True, slots=True)
class SessionTimes:
    """The times of a session: its start, its signal if there is one, and its end."""

    number: int
    begin: time
    signal: time | None
    end: time


def timetable(
    rules: GivenRules, sessions: int, begin: time, pause: int
) -> tuple[SessionTimes, ...]:
    """Return the times of the sessions of a day.

    Args:
        rules: the ruleset, its id or its path. `tournament.minutes` is the length of a session, and
            `tournament.signal_before_end` is the time from the signal to its end.
        sessions: the number of sessions.
        begin: the start of the first session.
        pause: the minutes between two sessions.

    Raises:
        RiichiError: if the ruleset gives no length for sessions, or they do not fit into a day.
    """
    tournament = rules_of(rules).tournament
    if not isinstance(tournament.minutes, int):
        raise RiichiError(Message("the ruleset gives a session no length"))
    if sessions * (tournament.minutes + pause) > 24 * 60:
        raise RiichiError(
            Message("{n} sessions of {minutes} minutes are more than a day",
                    n=sessions, minutes=tournament.minutes)
        )  # fmt: skip
    return tuple(
        _session_times(tournament.minutes, tournament.signal_before_end, sessions, begin, pause)
    )


def _session_times(
    minutes: int, signal: int | str, sessions: int, begin: time, pause: int
) -> Iterator[SessionTimes]:
    now = datetime.combine(datetime.min, begin)
    for number in range(1, sessions + 1):
        end = now + timedelta(minutes=minutes)
        sounds = (end - timedelta(minutes=signal)).time() if isinstance(signal, int) else None
        yield SessionTimes(number, now.time(), sounds, end.time())
        now = end + timedelta(minutes=pause)


MOST_PLAYERS = 200
MOST_SESSIONS = 20

SAME_FOUR, MEETING = 5_000, 4
"""The costs of a repeated four and of a repeated meeting."""

KEPT, RETURN = 40, 1
"""The costs of a player who stays at a table, and of one who returns to it, for each time."""

SWAPS, STARTS, MOST_STARTS = 60, 3, 40
"""Swaps for each player, and starts: more with few players or if the same four still meet again."""

SHUFFLES = 60
"""The number of times that a known plan is shuffled for further sessions; the best is used."""


def fewest_meetings(players: int, sessions: int) -> int:
    """Return a lower bound for the meetings of the pair that meets most often, in any plan.

    Everybody meets three others in each session. With fewer than four tables, two of any four meet
    again in the next session.
    """
    if players == 4:
        return sessions
    least = -(-3 * sessions // (players - 1))
    return max(least, 2) if sessions > 1 and players < 16 else least


def most_meetings(plan: Plan) -> int:
    """Return the number of meetings of the pair that meets most often."""
    return max(_meetings(chain.from_iterable(plan)).values())


def _meetings(fours: Iterator[FourPlayers]) -> Counter[tuple[int, ...]]:
    return Counter(pair for four in fours for pair in combinations(sorted(four), 2))


def fair_plan(players: int, sessions: int, seed: int) -> Plan:
    """Make a plan for a number of players, a multiple of four, from a seed.

    With up to 40 players and 12 sessions, nobody meets anybody more often than `fewest_meetings`,
    except once more in some plans (a test lists them). If the number of tables is at least 4 and a
    power of a prime, nobody meets anybody twice in as many sessions as there are tables.
    """
    return with_even_winds(tuple(sessions_of_a_plan(players, sessions, seed)))


def sessions_of_a_plan(players: int, sessions: int, seed: int) -> Iterator[tuple[FourPlayers, ...]]:
    """Yield the sessions of a fair plan as they are made, before winds are balanced.

    Twenty sessions of 200 players take some seconds, so a caller can show the progress.
    """
    chance = SeededRandom(seed)
    known = known_plans(players)
    if known:
        fours_of_sessions = _from_known_plans(known, sessions, chance)
    else:
        fours_of_sessions = _by_swapping(players, sessions, chance)
    assignment = _TableAssignment(players)
    for fours in fours_of_sessions:
        yield assignment.seated(fours)


# ---- known plans ---------------------------------------------------------------------------------


def _from_known_plans(
    known: Sequence[Plan], sessions: int, chance: SeededRandom
) -> Iterator[tuple[FourPlayers, ...]]:
    """Yield sessions of the shortest sufficient known plan, or repeat the longest one."""
    plan = next((candidate for candidate in known if len(candidate) >= sessions), known[-1])
    plan_so_far: list[tuple[FourPlayers, ...]] = []
    while len(plan_so_far) < sessions:
        part = plan[: sessions - len(plan_so_far)]
        shuffles = [_shuffled(part, chance) for _ in range(SHUFFLES if plan_so_far else 1)]
        best = min(shuffles, key=lambda more: _repetitions([*plan_so_far, *more]))
        plan_so_far += best
        yield from best


def _shuffled(plan: Plan, chance: SeededRandom) -> Plan:
    names = chance.shuffled(sorted(chain.from_iterable(plan[0])))
    return tuple(
        tuple(table_of(names[player] for player in table) for table in session) for session in plan
    )


def _repetitions(plan: Sequence[tuple[FourPlayers, ...]]) -> tuple[int, int, int]:
    """Return the numbers of repeated fours, of most meetings, and of pairs that meet so often."""
    fours = [four for session in plan for four in session]
    meetings = _meetings(iter(fours)).values()
    most = max(meetings)
    return (
        len(fours) - len({frozenset(four) for four in fours}),
        most,
        sum(n == most for n in meetings),
    )


# ---- plans found by trial ------------------------------------------------------------------------


def _by_swapping(
    players: int, sessions: int, chance: SeededRandom
) -> Iterator[tuple[FourPlayers, ...]]:
    maker = _SessionMaker(players, chance)
    for _ in range(sessions):
        yield maker.session()


class _SessionMaker:
    """Makes one session after another, and remembers the earlier ones."""

    def __init__(self, players: int, chance: SeededRandom) -> None:
        self.players = players
        self.chance = chance
        self._fours: set[frozenset[int]] = set()
        self._meeting = [[0] * players for _ in range(players)]
        """By two players, the cost of another meeting."""

    def session(self) -> tuple[FourPlayers, ...]:
        """Return the next session."""
        best, cost = self._climb()
        for start in range(1, MOST_STARTS):
            if start >= max(STARTS, 320 // self.players) and cost < SAME_FOUR:
                break
            tables, new_cost = self._climb()
            if new_cost < cost:
                best, cost = tables, new_cost
        for table in best:
            self._fours.add(frozenset(table))
            for first, second in permutations(table, 2):
                self._meeting[first][second] += MEETING
        return tuple(map(table_of, best))

    def _climb(self) -> tuple[list[list[int]], int]:
        """Return fours from a shuffle, improved by swaps, and their remaining cost."""
        order, count = self.chance.shuffled(range(self.players)), self.players // 4
        tables = [order[first : first + 4] for first in range(0, self.players, 4)]
        costs = [self._cost(table) for table in tables]
        if count == 1:
            return tables, sum(costs)
        for _ in range(SWAPS * self.players):
            first = self.chance.below(count)
            second = (first + 1 + self.chance.below(count - 1)) % count
            first_table, second_table = list(tables[first]), list(tables[second])
            seat, other_seat = divmod(self.chance.below(16), 4)
            moved = first_table[seat], second_table[other_seat]
            second_table[other_seat], first_table[seat] = moved
            new_costs = self._cost(first_table), self._cost(second_table)
            if sum(new_costs) <= costs[first] + costs[second]:
                tables[first], tables[second] = first_table, second_table
                costs[first], costs[second] = new_costs
        return tables, sum(costs)

    def _cost(self, table: list[int]) -> int:
        east, south, west, north = table
        of_east, of_south = self._meeting[east], self._meeting[south]
        cost = of_east[south] + of_east[west] + of_east[north]
        cost += of_south[west] + of_south[north] + self._meeting[west][north]
        if of_east[south] and frozenset(table) in self._fours:
            cost += SAME_FOUR
        return cost


# ---- tables --------------------------------------------------------------------------------------


class _TableAssignment:
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
        ordered = tuple(session[index] for index in cheapest_assignment(costs))
        self._keep_at(self._before, -KEPT)
        self._keep_at(ordered, KEPT + RETURN)
        self._before = ordered
        return ordered

    def _keep_at(self, session: tuple[FourPlayers, ...], cost: int) -> None:
        for table, players in enumerate(session):
            for player in players:
                self._costs[player][table] += cost


def cheapest_assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return for each column its row, with the lowest total cost (Kuhn and Munkres).

    Args:
        costs: a square matrix, by row and column.
    """
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
