"""Plan further sessions from results: the rest of a plan, or one session from the standings.

Swiss and interval pairing follow MahjongPantheon, progressive pairing Edwin Dizon's progressive
Swiss for Seattle. Tables by place (1-2-3-4) are the custom of last sessions in the Netherlands and
were those of the last two of the European championship of 2016.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, count
from typing import Literal, assert_never

from riichi.events.seating.known_plans import table_of
from riichi.events.seating.seating_plan import (
    NAMED_APART,
    PlanRequest,
    Session,
    SessionMaker,
    apart_of,
    earlier_byes,
    meetings,
)
from riichi_core.seeded import SeededRandom
from riichi_core.standings.players import Player
from riichi_core.standings.sessions import Sheet, SheetRow
from riichi_core.standings.standings import Standings

Pairing = Literal["swiss", "progressive", "by-place", "interval"]
"""The ways to pair players by the standings."""

STEPS = 15_000
"""The number of steps of a Swiss search before it allows another meeting."""


@dataclass(frozen=True, slots=True)
class FurtherSessions:
    """The sessions to plan, after those that were played if there are any.

    Attributes:
        players: all players, each at the place of the number in the plan. A substitute who plays on
            for a player has that player's place; the player comes at the end.
        names: the names of the sessions to plan.
        request: the request for a fair plan of them.
        plays_for: the players whom substitutes replace, by the substitutes' names.
    """

    players: tuple[Player, ...]
    names: tuple[str, ...]
    request: PlanRequest
    plays_for: Mapping[str, str] = field(default_factory=dict)


# ---- who plays -----------------------------------------------------------------------------------


def begun_sessions(sheet: Sheet) -> list[str]:
    """Return the sessions with results at some tables, but not at all."""
    played = {table.session for table in sheet.tables}
    return [name for name in dict.fromkeys(name for name, _ in sheet.remaining) if name in played]


def further_sessions(
    sheet: Sheet, listed: Sequence[Player], sessions: int | None, seed: int, *, season: bool = False
) -> FurtherSessions:
    """Return the sessions to plan after those of a sheet, all of which must be completed.

    Players who left or are disqualified play no more; some have substitutes who play on. The list
    has the players from now on, late entries included; empty, it has those of the results. Without
    a number of sessions, it plans those without results in the sheet, or one if it has no more. The
    sheet of a `season` has earlier evenings, and the sessions are those of a new one.
    """
    names = dict.fromkeys(row.player for table in sheet.tables for row in table.rows)
    known = {player.name for player in listed}
    about = {player.name: player for player in sheet.players}
    earlier = [about.get(name, Player(0, name)) for name in names if name not in known]
    in_order = _numbered([*listed, *earlier])
    substitute_of = {name: sheet.leavers.get(name, "") for name in (p.name for p in in_order)}
    players = (
        *(_seated_for(player, substitute_of[player.name], about) for player in in_order),
        *(player for player in in_order if substitute_of[player.name]),
    )
    number_of = {player.name: number for number, player in enumerate(players)}
    plays_for = {name: player for player, name in substitute_of.items() if name}
    places = {player.name: place for place, player in enumerate(in_order)}
    number_of |= {name: places[player] for name, player in plays_for.items()}
    played_names = list(dict.fromkeys(table.session for table in sheet.tables))
    played = tuple(
        tuple(
            table_of(number_of[_player_at_table(row, substitute_of)] for row in table.rows)
            for table in sheet.tables
            if table.session == name
        )
        for name in played_names
    )
    new_names = _names_of_new(sheet, () if season else played_names, sessions)
    first = 1 if season else len(played) + 1
    here = frozenset(
        place
        for place, player in enumerate(players[: len(listed) or len(in_order)])
        if player.name not in sheet.leavers and number_of[player.name] == place
    )
    present = tuple(
        frozenset(place for place in here if players[place].plays_in(first + number))
        for number in range(len(new_names))
    )
    substitutes = frozenset(place for place, player in enumerate(players) if player.substitute)
    request = PlanRequest(
        len(players), len(new_names), seed, apart_of(players), substitutes, played, present
    )
    return FurtherSessions(players, new_names, request, plays_for)


def _seated_for(player: Player, substitute: str, about: Mapping[str, Player]) -> Player:
    """Return the substitute who plays on for a player, or else the player."""
    if not substitute:
        return player
    seated = about.get(substitute, Player(0, substitute))
    return replace(seated, number=player.number, team=seated.team or player.team, substitute=False)


def _player_at_table(row: SheetRow, substitute_of: Mapping[str, str]) -> str:
    """Return the player of a row, or the substitute who played and plays on."""
    plays_on = row.substitute_name and row.substitute_name == substitute_of[row.player]
    return row.substitute_name if plays_on and row.substitute != "none" else row.player


def only_players(further: FurtherSessions, names: Collection[str]) -> FurtherSessions:
    """Return the same sessions with only some of the players; substitutes stay."""
    chosen = {place for place, player in enumerate(further.players) if player.name in names}
    request = further.request
    present = tuple(there & (chosen | request.substitutes) for there in request.present)
    return replace(further, request=replace(request, present=present))


def _numbered(players: Sequence[Player]) -> tuple[Player, ...]:
    """Return players with their places as numbers, or their names if all of them are numbers."""
    named_by_number = all(player.name.isdecimal() for player in players)
    return tuple(
        replace(player, number=int(player.name) if named_by_number else place)
        for place, player in enumerate(players, 1)
    )


def _names_of_new(sheet: Sheet, played: Sequence[str], sessions: int | None) -> tuple[str, ...]:
    """Return the names of the sessions that are to come, and the next numbers after them."""
    names = list(dict.fromkeys(name for name, _ in sheet.remaining))
    if sessions is None:
        sessions = len(names) or 1
    numbers = [int(name) for name in [*played, *names] if name.isdecimal()]
    following = count(max([len(played) + len(names), *numbers]) + 1)
    names += [str(next(following)) for _ in range(sessions - len(names))]
    return tuple(names[:sessions])


# ---- from the standings --------------------------------------------------------------------------


def paired_session(
    further: FurtherSessions,
    standings: Standings,
    pairing: Pairing,
    *,
    interval: int = 1,
    blocks: int = 0,
) -> Session:
    """Return the next session, paired by the standings after the earlier ones.

    If the players are not a multiple of four and there are too few substitutes, the last of those
    who sat out least sit out. Penalties count. With `interval`, the players at a table are so many
    places apart. With `progressive`, 0 blocks are one more than the sessions played.
    """
    request = further.request
    chance = SeededRandom(request.seed)
    order = _seated(further, _by_place(further, standings, chance))
    match pairing:
        case "swiss":
            return swiss(order, _met(request))
        case "progressive":
            blocks = blocks or len(request.played) + 1
            maker = SessionMaker(request, chance)
            return tuple(
                table
                for block in _blocks(order, min(blocks, len(order) // 4))
                for table in maker.session(frozenset(block))
            )
        case "by-place":
            return at_interval(order, 1)
        case "interval":
            return at_interval(order, interval)
        case _:
            assert_never(pairing)


def _by_place(further: FurtherSessions, standings: Standings, chance: SeededRandom) -> list[int]:
    """Return the players who are there, the best first; equal ones and new ones by lot."""
    lots = chance.shuffled(range(len(further.players)))
    there = further.request.there(0) - further.request.substitutes
    place_of = {row.player: row.place for row in standings.rows if row.place is not None}
    last = len(further.players) + 1

    def key(player: int) -> tuple[int, int]:
        name = further.players[player].name
        return place_of.get(further.plays_for.get(name, name), last), lots[player]

    return sorted(there, key=key)


def _seated(further: FurtherSessions, by_place: list[int]) -> list[int]:
    """Return the players at tables: with substitutes at the end, or without those who sit out."""
    request = further.request
    missing = -len(by_place) % 4
    substitutes = sorted(request.there(0) & request.substitutes)
    games = Counter(player for session in request.played for four in session for player in four)
    if len(substitutes) >= missing:
        return [*by_place, *sorted(substitutes, key=lambda player: games[player])[:missing]]
    byes = earlier_byes(request.played)
    turns = sorted((byes.get(player, 0), -place) for place, player in enumerate(by_place))
    out = {by_place[-last] for _, last in turns[: len(by_place) % 4]}
    return [player for player in by_place if player not in out]


def _met(request: PlanRequest) -> Counter[tuple[int, int]]:
    """Return the meetings of pairs; team mates count as having met, and named pairs very often."""
    met = meetings(request.played)
    for pair in request.apart.pairs:
        met[pair] += NAMED_APART
    teams = request.apart.labels.get("team", ())
    for one, other in combinations(range(len(teams)), 2):
        if teams[one] and teams[one] == teams[other]:
            met[one, other] += 1
    return met


def at_interval(order: Sequence[int], interval: int) -> Session:
    """Return tables of players at a distance in places; the last ones sit by place.

    >>> at_interval(range(12), 2)
    ((0, 2, 4, 6), (1, 3, 5, 7), (8, 9, 10, 11))
    """
    size = 4 * interval
    whole = len(order) // size * size
    fours = [
        order[start : first + size : interval]
        for first in range(0, whole, size)
        for start in range(first, first + interval)
    ]
    fours += (order[first : first + 4] for first in range(whole, len(order), 4))
    return tuple(map(table_of, fours))


def _blocks(order: Sequence[int], blocks: int) -> Iterator[Sequence[int]]:
    """Yield the players in blocks of whole tables, the first ones one table larger."""
    tables, larger = divmod(len(order) // 4, blocks)
    first = 0
    for number in range(blocks):
        size = 4 * (tables + (number < larger))
        yield order[first : first + size]
        first += size


# ---- Swiss ---------------------------------------------------------------------------------------


def swiss(order: Sequence[int], met: Counter[tuple[int, int]]) -> Session:
    """Return tables: the best player left, with the best who have met nobody there.

    If that is impossible, players may meet once more at the last table, then at the last two, four
    and so on. Only if no other tables are found, players whom the list keeps apart may meet. The
    pairs that have met have the lower number first.
    """
    tables = len(order) // 4
    usual = max((times for times in met.values() if times < NAMED_APART), default=0)
    for limit in (*range(usual + 1), usual + NAMED_APART):
        relaxed = 0
        while relaxed < tables:
            found = _SwissSearch(order, met, limit, relaxed).found()
            if found is not None:
                return found
            relaxed = max(1, 2 * relaxed)
    raise AssertionError("players may meet as often as needed")


class _SwissSearch:
    """A search for tables in which no pair has met more than a number of times."""

    def __init__(
        self, order: Sequence[int], met: Counter[tuple[int, int]], limit: int, relaxed: int
    ) -> None:
        self.order = order
        self.met = met
        self.limit = limit
        self.first_relaxed = len(order) // 4 - relaxed
        self.seated: list[int] = []
        """Places in the order, four for each table; each table in rising order."""
        self.free = [True] * len(order)

    def found(self) -> Session | None:
        """Return the tables; None if there are none, or the search takes too long."""
        start = 0
        for _ in range(STEPS + len(self.order)):
            if len(self.seated) == len(self.order):
                return self._session()
            place = self._next(start)
            if place is not None:
                self.seated.append(place)
                self.free[place] = False
                start = 0 if len(self.seated) % 4 == 0 else place + 1
            elif self.seated:
                last = self.seated.pop()
                self.free[last] = True
                start = last + 1
            else:
                return None
        return None

    def _next(self, start: int) -> int | None:
        """Return the best free place, from `start` on, of a player who may join the table."""
        table, seat = divmod(len(self.seated), 4)
        if seat == 0:  # the best player left, or nobody
            best = self.free.index(True)
            return best if best >= start else None
        four = self.seated[table * 4 :]
        limit = self.limit + (table >= self.first_relaxed)
        for place in range(start, len(self.order)):
            if self.free[place] and all(self._times(other, place) <= limit for other in four):
                return place
        return None

    def _times(self, one: int, other: int) -> int:
        first, second = self.order[one], self.order[other]
        return self.met[(first, second) if first < second else (second, first)]

    def _session(self) -> Session:
        places = self.seated
        return tuple(
            table_of(self.order[place] for place in places[first : first + 4])
            for first in range(0, len(places), 4)
        )
