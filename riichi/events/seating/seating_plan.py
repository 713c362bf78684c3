"""Make fair seating plans: few repeated meetings, club mates apart, winds and byes shared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, combinations, permutations
from math import comb
from typing import Literal, NamedTuple

from riichi.events.seating.known_plans import FourPlayers, Plan, known_plans, table_of
from riichi.events.seating.seats import TableAssignment, with_even_winds, with_winds_after
from riichi_core.seeded import SeededRandom
from riichi_core.standings.players import Player, are_apart

MOST_PLAYERS = 1_000
MOST_SESSIONS = 20

SAME_FOUR, MEETING = 50_000_000, 40_000
"""The costs of a repeated four and of a repeated meeting."""

ApartBy = Literal["apart", "substitute", "team", "club", "country"]
"""Why two players should not meet.

A list names the pair, both are substitutes, or they share a team, club or country.
"""

NAMED_APART = 2_000_000_000
"""The cost of a meeting of two players whom the list keeps apart: more than any others."""

WEIGHTS: Mapping[ApartBy, int] = {
    "apart": NAMED_APART, "substitute": 1_000, "team": 1_000, "club": 40, "country": 1,
}  # fmt: skip
"""The costs of a meeting of two such players.

Except for named pairs, all of them at two tables cost less than a repeated meeting.
"""

BYE, BYE_AGAIN = 10**12, 10**11
"""The costs of a player's turn to sit out, for each earlier one, and of two in succession."""

SWAPS, STARTS, MOST_STARTS = 60, 3, 40
"""Swaps for each player, and starts: more with few players, or if the same four still meet again or
a pair meets that the list keeps apart."""

SWAPPED = {40: 6}
"""By players, the sessions up to which swaps keep club mates apart better than a known plan."""

FEW_PLAYERS, PLANS = 20, 4
"""The number of players up to which several plans are made, and their number; the best is used."""

SHUFFLES = 60
"""The number of times that a known plan is shuffled for further sessions; the best is used."""

Session = tuple[FourPlayers, ...]


# ---- what is asked -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Apart:
    """Players who should not meet.

    Attributes:
        pairs: pairs that a list names, each with the lower number first.
        labels: the team, club or country of each player by number; players with the same one
            should not meet. An empty label is none.
    """

    pairs: frozenset[tuple[int, int]] = frozenset()
    labels: Mapping[ApartBy, Sequence[str]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Return True if any two players should not meet."""
        return bool(self.pairs) or any(any(labels) for labels in self.labels.values())

    def reasons(self, first: int, second: int) -> list[ApartBy]:
        """Return the reasons why two players should not meet."""
        reasons: list[ApartBy] = []
        if (min(first, second), max(first, second)) in self.pairs:
            reasons.append("apart")
        for reason, labels in self.labels.items():
            if labels[first] and labels[first] == labels[second]:
                reasons.append(reason)
        return reasons

    def pairs_of(self, reason: ApartBy) -> int:
        """Return the number of pairs that should not meet for a reason."""
        if reason == "apart":
            return len(self.pairs)
        sizes = Counter(label for label in self.labels.get(reason, ()) if label)
        return sum(comb(size, 2) for size in sizes.values())

    def broken(self, plan: Iterable[Session]) -> int:
        """Return the number of named pairs that meet in a plan."""
        return len(self.pairs & meetings(plan).keys())

    def costs(self, players: int) -> list[list[int]]:
        """Return the cost of a meeting, by both players."""
        costs = [[0] * players for _ in range(players)]
        for first, second in self.pairs:
            costs[first][second] += WEIGHTS["apart"]
            costs[second][first] += WEIGHTS["apart"]
        for reason, labels in self.labels.items():
            groups: dict[str, list[int]] = {}
            for player, label in enumerate(labels):
                if label:
                    groups.setdefault(label, []).append(player)
            for first, second in chain.from_iterable(permutations(g, 2) for g in groups.values()):
                costs[first][second] += WEIGHTS[reason]
        return costs


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """A plan to be made.

    Attributes:
        players: the number of players, substitutes included.
        sessions: the number of sessions to plan.
        apart: players who should not meet.
        substitutes: the players who play only to complete the last table.
        played: the sessions played before.
        present: for each session to plan, the players who are there; empty if all always are.
    """

    players: int
    sessions: int
    seed: int
    apart: Apart = Apart()
    substitutes: frozenset[int] = frozenset()
    played: Plan = ()
    present: tuple[frozenset[int], ...] = ()

    def there(self, session: int) -> frozenset[int]:
        """Return the players who are there in a session to plan, numbered from 0."""
        return self.present[session] if self.present else frozenset(range(self.players))

    def sitting_out(self, plan: Plan) -> list[list[int]]:
        """Return the players who sit out each session, without substitutes."""
        return [
            sitting_out(session, self.there(number) - self.substitutes)
            for number, session in enumerate(plan)
        ]

    def has_known_plan(self) -> bool:
        """Return True if everybody always plays, in fours, and nothing was played before.

        Up to three substitutes who complete the fours always play. Swaps find better plans for a
        few sessions of some numbers of players.
        """
        in_fours = self.players % 4 == 0 and len(self.substitutes) < 4
        is_long = self.sessions > SWAPPED.get(self.players, 0)
        return in_fours and is_long and not self.played and not self.present


class Planned(NamedTuple):
    """A plan, its players by their numbers in it, what was asked for, the names of the sessions.

    `facts` are sentences about it, e.g. how players were paired by the standings.
    """

    plan: Plan
    players: Sequence[Player]
    request: PlanRequest
    names: Sequence[str]
    facts: Sequence[str] = ()

    def rows(self) -> Iterator[tuple[str, str, str]]:
        """Yield the session, table and player of each seat, as in a tournament file."""
        for name, session in zip(self.names, self.plan, strict=True):
            for table, four in enumerate(session, 1):
                for player in four:
                    yield name, str(table), self.players[player].name

    def byes(self) -> Iterator[tuple[str, str]]:
        """Yield the session and the name of each player who sits out."""
        for name, out in zip(self.names, self.request.sitting_out(self.plan), strict=True):
            for player in out:
                yield name, self.players[player].name


def plan_request(players: Sequence[Player], sessions: int, seed: int) -> PlanRequest:
    """Return the request for a plan of the players of a list."""
    partial = any(player.first_session or player.last_session for player in players)
    present = tuple(
        frozenset(place for place, player in enumerate(players) if player.plays_in(session))
        for session in range(1, sessions + 1)
    )
    return PlanRequest(
        len(players),
        sessions,
        seed,
        apart_of(players),
        frozenset(place for place, player in enumerate(players) if player.substitute),
        present=present if partial else (),
    )


def apart_of(players: Sequence[Player]) -> Apart:
    """Return the players of a list who should not meet, by their places in it.

    A club or country that all players share is ignored.
    """
    labels: dict[ApartBy, list[str]] = {
        "substitute": ["substitute" if player.substitute else "" for player in players],
        "team": [player.team.casefold() for player in players],
        "club": [player.club.casefold() for player in players],
        "country": [player.country.casefold() for player in players],
    }
    asking = [place for place, player in enumerate(players) if player.apart]
    pairs = {
        (min(one, other), max(one, other))
        for one in asking
        for other, player in enumerate(players)
        if one != other and are_apart(players[one], player)
    }
    several = {reason: label for reason, label in labels.items() if len({*label}) > 1}
    return Apart(frozenset(pairs), several)


def tables_of(request: PlanRequest, session: int) -> int:
    """Return the number of tables of a session to plan."""
    there = request.there(session)
    regulars = len(there - request.substitutes)
    missing = -regulars % 4
    filled = missing and len(there & request.substitutes) >= missing
    return (regulars + missing if filled else regulars) // 4


# ---- how good a plan is --------------------------------------------------------------------------


def must_meet(request: PlanRequest) -> tuple[int, int]:
    """Return a number of players all kept apart by the list, and that of too few tables for them.

    Both are 0 if no such players are found; there may be other reasons why a pair must meet.
    """
    for session in range(request.sessions):
        there, tables = request.there(session), tables_of(request, session)
        most = tables + max(0, len(there) - 4 * tables)
        for player in sorted(there):
            group = {player}
            for other in sorted(there):
                if all((min(one, other), max(one, other)) in request.apart.pairs for one in group):
                    group.add(other)
            if len(group) > most:
                return len(group), tables
    return 0, 0


def fewest_meetings(players: int, sessions: int) -> int:
    """Return a lower bound for the meetings of the pair that meets most often, in any plan.

    In the next session, a table may have one player from each table and those who sat out. If that
    does not fill the tables, two players meet again.
    """
    tables, sitting_out = divmod(players, 4)
    least = -(-12 * tables * sessions // (players * (players - 1)))
    must_meet_again = sessions > 1 and 4 * tables > tables**2 + sitting_out
    return max(least, 2) if must_meet_again else least


def most_meetings(plan: Plan) -> int:
    """Return the number of meetings of the pair that meets most often."""
    return max(meetings(plan).values())


def meetings(plan: Iterable[Session]) -> Counter[tuple[int, int]]:
    """Return how often each pair meets; in each pair the lower number comes first."""
    pairs: Counter[tuple[int, int]] = Counter()
    for four in chain.from_iterable(plan):
        pairs.update(combinations(sorted(four), 2))
    return pairs


def sitting_out(session: Session, there: Iterable[int]) -> list[int]:
    """Return the players who are there and sit at no table."""
    return sorted(set(there).difference(*session))


def earlier_byes(played: Plan) -> dict[int, int]:
    """Return the number of sessions that each player sat out, from the first one played on."""
    at = [frozenset(chain.from_iterable(session)) for session in played]
    first = {player: number for number, there in reversed([*enumerate(at)]) for player in there}
    return {
        player: sum(player not in there for there in at[number:])
        for player, number in first.items()
    }


# ---- the plan ------------------------------------------------------------------------------------


def seating_plan(players: int, sessions: int, seed: int) -> Plan:
    """Make a plan for a number of players from a seed.

    With up to 40 players and 12 sessions, nobody meets anybody more often than `fewest_meetings`,
    except once more in some plans (a test lists them). If the number of tables is at least 4 and a
    power of a prime, nobody meets anybody twice in as many sessions as there are tables. If the
    players are not a multiple of four, the numbers of sessions that they sit out differ by at most
    one.
    """
    request = PlanRequest(players, sessions, seed)
    return with_winds(request, tuple(sessions_of_a_plan(request)))


def with_winds(request: PlanRequest, plan: Plan) -> Plan:
    """Return the plan with its seats changed to share the winds evenly."""
    return with_winds_after(request.played, plan) if request.played else with_even_winds(plan)


def sessions_of_a_plan(request: PlanRequest) -> Iterator[Session]:
    """Yield the sessions of a fair plan as they are made, before winds are balanced.

    Twenty sessions of a thousand players take a minute, so a caller can show the progress.
    """
    chance = SeededRandom(request.seed)
    known = known_plans(request.players) if request.has_known_plan() else ()
    fours_of_sessions = (
        _from_known_plans(known, request, chance) if known else _by_swapping(request, chance)
    )
    assignment = TableAssignment(request.players)
    for session in request.played:
        assignment.sat(session)
    for fours in fours_of_sessions:
        yield assignment.seated(fours)


# ---- known plans ---------------------------------------------------------------------------------


def _from_known_plans(
    known: Sequence[Plan], request: PlanRequest, chance: SeededRandom
) -> Iterator[Session]:
    """Yield sessions of the shortest sufficient known plan, or repeat the longest one."""
    sessions = request.sessions
    plan = next((candidate for candidate in known if len(candidate) >= sessions), known[-1])
    plan_so_far: list[Session] = []
    while len(plan_so_far) < sessions:
        length = min(len(plan), sessions - len(plan_so_far))
        players = sorted(chain.from_iterable(plan[0]))
        shuffles = [_renamed(plan, chance.shuffled(players))
                    for _ in range(SHUFFLES if plan_so_far else 1)]  # fmt: skip
        whole = min(shuffles, key=lambda more: (
            request.apart.broken(more[:length]),
            *_repetitions([*plan_so_far, *more[:length]])))  # fmt: skip
        best = whole[:length]
        if (request.apart and not plan_so_far) or request.apart.broken(best):
            best = _kept_apart(whole, length, request, chance)
        plan_so_far += best
        yield from best


def _renamed(plan: Plan, names: Sequence[int]) -> Plan:
    return tuple(
        tuple(table_of(names[player] for player in table) for table in session) for session in plan
    )


def _repetitions(plan: Sequence[Session]) -> tuple[int, int, int]:
    """Return the numbers of repeated fours, of most meetings, and of pairs that meet so often."""
    fours = [four for session in plan for four in session]
    times = meetings(plan).values()
    most = max(times)
    return (
        len(fours) - len({frozenset(four) for four in fours}),
        most,
        sum(n == most for n in times),
    )


def _kept_apart(whole: Plan, sessions: int, request: PlanRequest, chance: SeededRandom) -> Plan:
    """Return sessions of a plan with players renamed so that those to keep apart meet less often.

    If the plan has a session to spare, each team is also tried at one table of it. Then team mates
    never meet, and the sessions with the fewest meetings to avoid are played.
    """
    costs = request.apart.costs(request.players)
    cost = partial(_cost, costs=costs)
    first, (*others, spare) = whole[:sessions], whole
    groups = _tables_of_teams(request) if len(others) >= sessions else []

    def in_teams() -> Plan:
        names = [0] * request.players
        for table, group in zip(chance.shuffled(spare), groups, strict=True):
            for place, player in zip(table, chance.shuffled(group), strict=True):
                names[place] = player
        best = sorted(others, key=lambda session: cost(_renamed((session,), names)))[:sessions]
        return _swapped(tuple(best), names, spare, costs, chance)

    def anywhere() -> Plan:
        return _swapped(first, chance.shuffled(range(request.players)), (), costs, chance)

    found: list[Plan] = []
    for make in [in_teams, anywhere] if groups else [anywhere]:
        plan = _best_of_starts(make, cost)
        if _repetitions(plan) <= _repetitions(first):
            found.append(plan)
            if not cost(plan):
                break
    return min(found, key=cost)


def _cost(plan: Iterable[Session], costs: Sequence[Sequence[int]]) -> int:
    """Return the cost of the meetings in a plan."""
    fours = chain.from_iterable(plan)
    return sum(costs[one][other] for four in fours for one, other in combinations(four, 2))


def _best_of_starts(make: Callable[[], Plan], cost: Callable[[Plan], int]) -> Plan:
    """Return the best of several plans; more are made if named pairs meet in all of them."""
    best = make()
    for start in range(1, MOST_STARTS):
        least = cost(best)
        if not least or (start >= STARTS and least < NAMED_APART):
            break
        best = min(best, make(), key=cost)
    return best


def _tables_of_teams(request: PlanRequest) -> list[list[int]]:
    """Return the players by table, each team at one; empty without teams, or if it cannot be."""
    teams: dict[str, list[int]] = {}
    for player, label in enumerate(request.apart.labels.get("team", ())):
        teams.setdefault(label or f"\0{player}", []).append(player)
    tables: list[list[int]] = [[] for _ in range(request.players // 4 if teams else 0)]
    for team in sorted(teams.values(), key=len, reverse=True):
        table = next((table for table in tables if len(table) + len(team) <= 4), None)
        if table is None:
            return []
        table += team
    return tables


def _swapped(
    plan: Plan, names: list[int], tables: Session, costs: list[list[int]], chance: SeededRandom
) -> Plan:
    """Return a plan with the players by place, exchanged so that fewer meet who should not.

    With tables, players change places within one of them, or two tables change places.
    """
    met: list[list[int]] = [[] for _ in names]
    for first, second in meetings(plan).elements():
        met[first].append(second)
        met[second].append(first)
    for _ in range(SWAPS * len(names)):
        if tables and chance.below(2):
            exchanges = [*zip(*(tables[chance.below(len(tables))] for _ in range(2)), strict=True)]
        else:
            seats = tables[chance.below(len(tables))] if tables else range(len(names))
            exchanges = [(seats[chance.below(len(seats))], seats[chance.below(len(seats))])]
        gain = 0
        for one, other in exchanges:
            gain += _gain(one, other, names, met, costs) if one != other else 0
            names[one], names[other] = names[other], names[one]
        if gain < 0:
            for one, other in exchanges:
                names[one], names[other] = names[other], names[one]
    return _renamed(plan, names)


def _gain(
    one: int, other: int, names: list[int], met: list[list[int]], costs: list[list[int]]
) -> int:
    """Return by how much the cost falls if two players exchange their places in a plan."""
    first, second = costs[names[one]], costs[names[other]]
    gain = 0
    for player in met[one]:
        if player != other:
            gain += first[names[player]] - second[names[player]]
    for player in met[other]:
        if player != one:
            gain += second[names[player]] - first[names[player]]
    return gain


# ---- plans found by trial ------------------------------------------------------------------------


def _by_swapping(request: PlanRequest, chance: SeededRandom) -> Iterator[Session]:
    if request.players > FEW_PLAYERS:
        yield from _one_by_swapping(request, chance)
    else:
        plans = (tuple(_one_by_swapping(request, chance)) for _ in range(PLANS))
        yield from min(plans, key=lambda plan: _badness(request, plan))


def _one_by_swapping(request: PlanRequest, chance: SeededRandom) -> Iterator[Session]:
    maker = SessionMaker(request, chance)
    for number in range(request.sessions):
        yield maker.session(request.there(number))


def _badness(request: PlanRequest, plan: Plan) -> tuple[int, ...]:
    """Return the repetitions of a plan, and the cost of meetings of players to keep apart."""
    met_apart = _cost(plan, request.apart.costs(request.players))
    return request.apart.broken(plan), *_repetitions([*request.played, *plan]), met_apart


class SessionMaker:
    """Makes one session after another, and remembers the earlier ones."""

    def __init__(self, request: PlanRequest, chance: SeededRandom) -> None:
        self.chance = chance
        self.substitutes: frozenset[int] = request.substitutes
        self._fours: set[frozenset[int]] = set()
        self._meeting = request.apart.costs(request.players)
        """By two players, the cost of another meeting."""
        self._byes: dict[int, int] = {}
        """The turns to sit out of each player; of a substitute, the sessions played."""
        self._out_before: frozenset[int] = frozenset()
        for session in request.played:
            self._remember(session)
        self._byes |= earlier_byes(request.played)
        games = Counter(chain.from_iterable(chain.from_iterable(request.played)))
        self._byes |= {player: games[player] for player in self.substitutes}

    def session(self, there: frozenset[int]) -> Session:
        """Return the next session of the players who are there."""
        players = self._playing(there)
        known = {player for player in players if player in self._byes} - self.substitutes
        least = min((self._byes[player] for player in known), default=0)
        for player in players:
            self._byes.setdefault(player, least)
        best, cost = self._climb(players)
        no_meetings = sum(sorted(map(self._cost_of_bye, players))[: len(players) % 4])
        for start in range(1, MOST_STARTS):
            if start >= max(STARTS, 320 // len(players)) and cost % BYE_AGAIN < SAME_FOUR:
                break
            if cost == no_meetings:  # no start finds better tables
                self.chance.skip(numbers_of_a_climb(len(players)))
                continue
            tables, new_cost = self._climb(players)
            if new_cost < cost:
                best, cost = tables, new_cost
        session = tuple(table_of(table) for table in best[: len(players) // 4])
        self._remember(session)
        self._out_before = frozenset(sitting_out(session, players))
        for player in self._out_before:
            self._byes[player] += 1
        return session

    def _playing(self, there: frozenset[int]) -> list[int]:
        """Return the players, with the substitutes that complete the tables if they can."""
        players, substitutes = sorted(there - self.substitutes), sorted(there & self.substitutes)
        missing = -len(players) % 4
        if len(substitutes) < missing:
            return players
        in_turn = sorted(substitutes, key=lambda player: self._byes.get(player, 0))[:missing]
        for player in in_turn:
            self._byes[player] = self._byes.get(player, 0) + 1
        return sorted([*players, *in_turn])

    def _remember(self, session: Session) -> None:
        for table in session:
            self._fours.add(frozenset(table))
            for first, second in permutations(table, 2):
                self._meeting[first][second] += MEETING

    def _climb(self, players: list[int]) -> tuple[list[list[int]], int]:
        """Return fours from a shuffle, improved by swaps, and their remaining cost.

        If the players are not a multiple of four, the last group sits out.
        """
        order, count = self.chance.shuffled(players), len(players) // 4
        if len(players) % 4:
            order.sort(key=self._cost_of_bye, reverse=True)
        tables = [order[first : first + 4] for first in range(0, len(players), 4)]
        if len(tables) > count:
            seats = self.chance.shuffled(chain.from_iterable(tables[:count]))
            tables[:count] = [seats[first : first + 4] for first in range(0, 4 * count, 4)]
        costs = [self._cost(table) for table in tables]
        groups = len(tables)
        if groups == 1:
            return tables, sum(costs)
        numbers = iter(self.chance.numbers(3 * SWAPS * len(players)))
        for one, other, seats_of_both in zip(numbers, numbers, numbers, strict=True):
            first = one % groups
            second = (first + 1 + other % (groups - 1)) % groups
            first_table, second_table = list(tables[first]), list(tables[second])
            seat, other_seat = divmod(seats_of_both % 16, 4)
            seat, other_seat = seat % len(first_table), other_seat % len(second_table)
            moved = first_table[seat], second_table[other_seat]
            second_table[other_seat], first_table[seat] = moved
            new_costs = self._cost(first_table), self._cost(second_table)
            if sum(new_costs) <= costs[first] + costs[second]:
                tables[first], tables[second] = first_table, second_table
                costs[first], costs[second] = new_costs
        return tables, sum(costs)

    def _cost_of_bye(self, player: int) -> int:
        return self._byes[player] * BYE + (player in self._out_before) * BYE_AGAIN

    def _cost(self, table: list[int]) -> int:
        """Return the cost of a table, or of sitting out for fewer than four players."""
        if len(table) < 4:
            return sum(map(self._cost_of_bye, table))
        east, south, west, north = table
        of_east, of_south = self._meeting[east], self._meeting[south]
        cost = of_east[south] + of_east[west] + of_east[north]
        cost += of_south[west] + of_south[north] + self._meeting[west][north]
        if of_east[south] >= MEETING and frozenset(table) in self._fours:
            cost += SAME_FOUR
        return cost


def numbers_of_a_climb(players: int) -> int:
    """Return how many random numbers a climb of a `SessionMaker` draws."""
    shuffles = players - 1 + (max(players - players % 4 - 1, 0) if players % 4 else 0)
    return shuffles + (3 * SWAPS * players if players > 4 else 0)
