"""The report of a tournament for the European Mahjong Association (EMA): its sheet and its checks.

The columns are those that two programs of EMA organisers use, in their order: `ema_scraper` reads
the sheet (github.com/Jesterboxboy/ema_scraper, calculators/get_results.py), and
MahjongTournamentSuite shows the columns from place to country. `ema_scraper` reads the
tournament's own values in row 3, and takes any text in the column of members as yes.

Base rank and MERS weight follow "Basics" of the ranking at mahjong-europe.org, in the version that
applies since 2018. Where its two copies differ, the newer one applies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from riichi.events.files.event_file import Event
from riichi.events.pages.tournament import DEDUCTIONS
from riichi_core.files.problem import Problem, Severity
from riichi_core.messages import Message
from riichi_core.scoring.points import Points, whole
from riichi_core.standings.players import Player, by_name, player_called
from riichi_core.standings.sessions import Sheet
from riichi_core.standings.standings import DeductionKind, Standings, StandingsRow

HEAD = (
    "Tournament", "Players", "Place", "First Name", "Last name", "EMA number", "Table points",
    "Score", "EMA Member", "Country", "", "Tournament country", "Town", "MERS", "", "Rules",
    "Dates", "Days",
)  # fmt: skip
"""The headings of the sheet; the columns without a heading are not read."""

SheetValue = str | int | float | None

EVENT_ROW = 1
"""The row below the headings that has the tournament's own values: row 3 of the sheet."""

MOST_SUBSTITUTES = 3
"""The maximum number of substitutes that count as players."""

FEDERATIONS = {
    "01": "AUT", "02": "BEL", "03": "DEN DNK", "04": "FRA", "05": "GER DEU", "06": "HUN",
    "07": "ITA", "08": "NED NLD", "09": "SWE", "10": "ESP", "11": "GBR", "12": "POR PRT",
    "14": "FIN", "15": "RUS", "16": "SUI CHE", "17": "SVK", "19": "POL", "22": "CZE",
}  # fmt: skip
"""The first two digits of EMA numbers, and the codes of the country whose federation gives them."""

MOST_NAMED = 5
"""The maximum number of players that a check names."""


@dataclass(frozen=True, slots=True)
class EmaRow:
    """A player of the report.

    Attributes:
        place: the place; players with the same total share the better one.
        player: the player, named as in the results, with the country in capitals.
        guessed: whether the name was split at its first space.
        score: the total in whole points.
    """

    place: int
    player: Player
    guessed: bool
    score: int
    base_rank: int


@dataclass(frozen=True, slots=True)
class EmaReport:
    """The report.

    Attributes:
        players: the number of players, with at most three substitutes.
        countries: the number of their countries.
        weight: the MERS weight; None without a number of days.
        sums: the parts of the sum of all totals: the reason and the points of each.
        problems: the errors and doubts to resolve before the report is sent.
    """

    event: Event
    rows: tuple[EmaRow, ...]
    players: int
    countries: int
    weight: Fraction | None
    sums: tuple[tuple[Message, Points], ...]
    problems: tuple[Problem, ...]

    @property
    def total(self) -> Points:
        """The sum of all totals."""
        return whole(sum(points for _, points in self.sums))

    @property
    def ties(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The shared places, with the players on each."""
        on_place: dict[int, list[str]] = {}
        for row in self.rows:
            on_place.setdefault(row.place, []).append(row.player.name)
        return tuple((place, tuple(names)) for place, names in on_place.items() if names[1:])

    def cells(self) -> Iterator[list[SheetValue]]:
        """Yield the rows of the sheet below its headings."""
        event, weight = self.event, self.weight
        own: dict[int, SheetValue] = {
            0: event.title,
            1: len(self.rows),
            11: event.country,
            12: event.town,
            13: None if weight is None else float(weight),
            15: "Riichi",
            16: event.dates(),
            17: event.days,
        }
        for number, row in enumerate(self.rows):
            player = row.player
            cells: list[SheetValue] = [None] * len(HEAD)
            cells[2:10] = (row.place, player.first_name, player.last_name, player.ema, None,
                           row.score, "YES" if player.ema else None, player.country)  # fmt: skip
            if number == EVENT_ROW:
                for column, value in own.items():
                    cells[column] = value
            yield cells


def base_rank(place: int, players: int) -> int:
    """Return the base rank of a place, from 1000 for the first to 0 for the last.

    Players who share a place all have the base rank of that place. The source is "Basics" at
    mahjong-europe.org, and `ema_scraper`, which found it right for all published results.

    >>> base_rank(1, 40), base_rank(26, 40), base_rank(28, 40), base_rank(40, 40)
    (1000, 359, 308, 0)
    """
    if players < 2:
        return 1000
    return int(Fraction(1000 * (players - place), players - 1) + Fraction(1, 2))


def mers_weight(days: int, players: int, countries: int, *, qualification: bool) -> Fraction:
    """Return the MERS weight of a tournament (mahjong-europe.org, "Basics", since 2018).

    It is the sum of the days (at most 3), half a point for more than 40 players and again for more
    than 80, half a point for 6 countries and again for 10, and a point for a tournament that
    players have to qualify for.

    >>> float(mers_weight(2, 64, 10, qualification=False))
    3.5
    """
    halves = (players > 40) + (players > 80) + (countries >= 6) + (countries >= 10)
    return min(days, 3) + Fraction(halves, 2) + int(qualification)


# ---- the report ----------------------------------------------------------------------------------


def ema_report(sheet: Sheet, standings: Standings, event: Event) -> EmaReport:
    """Return the report of a tournament, with all that is doubtful about it."""
    known = by_name(sheet.players)
    placed = [(row.place, row) for row in standings.rows if row.place is not None]
    rows = tuple(
        _row(place, row, player_called(row.player, known), len(placed)) for place, row in placed
    )
    reserves = sum(row.player.substitute for row in rows)
    players = len(placed) - max(0, reserves - MOST_SUBSTITUTES)
    countries = len({row.player.country.casefold() for row in rows if row.player.country})
    weight = None
    if event.days is not None:
        weight = mers_weight(event.days, players, countries, qualification=event.qualification)
    if not event.title:
        event = event.model_copy(update={"title": sheet.title})
    problems = (*_unfinished(sheet), *_doubts(sheet, standings, rows), *_missing(sheet, event))
    return EmaReport(event, rows, players, countries, weight, _sums(standings), problems)


def _row(place: int, row: StandingsRow, player: Player, players: int) -> EmaRow:
    first, last = player.first_name, player.last_name
    guessed = not (first or last)
    if guessed and ", " in row.player:
        last, _, first = row.player.partition(", ")
    elif guessed:
        first, _, last = row.player.partition(" ")
    named = replace(player, name=row.player, first_name=first, last_name=last,
                    country=player.country.upper())  # fmt: skip
    return EmaRow(place, named, guessed, round(Fraction(row.total)), base_rank(place, players))


# ---- the sum of all totals -----------------------------------------------------------------------


def _sums(standings: Standings) -> tuple[tuple[Message, Points], ...]:
    """Return the parts of the sum of all totals that are not 0."""
    played = [(session, session.final) for session in standings.sessions if session.final]
    for_place = sum(Fraction(final.uma) + Fraction(final.oka) for _, final in played)
    at_tables = sum(Fraction(final.result) for _, final in played)
    by_others = sum(
        Fraction(final.result) for session, final in played if session.played_by != "player"
    )
    lost: dict[DeductionKind, Fraction] = {}
    for session in standings.sessions:
        for deduction in session.deductions:
            lost[deduction.what] = lost.get(deduction.what, Fraction(0)) + deduction.points
    unplaced = sum(Fraction(row.total) for row in standings.rows if row.place is None)
    parts = [
        (Message("uma, and the first player's bonus"), for_place),
        (Message("points at the tables: bets that nobody got, and fines"), at_tables - for_place),
        (Message("results of substitutes, which count for nobody"), -by_others),
        *((Message(DEDUCTIONS[what]), points) for what, points in lost.items()),
        (Message("cut"), sum(Fraction(row.cut) for row in standings.rows)),
        (Message("players who are not ranked"), -unplaced),
    ]
    return tuple((reason, whole(Fraction(points))) for reason, points in parts if points)


# ---- checks --------------------------------------------------------------------------------------


def _problem(
    sheet: Sheet, code: str, message: Message, expected: Message, severity: Severity = "warning"
) -> Problem:
    return sheet.document.problem((), code, message, expected=expected, severity=severity)


def _unfinished(sheet: Sheet) -> Iterator[Problem]:
    if sheet.remaining:
        session, table = sheet.remaining[0]
        message = Message("session {session}, table {table} has no results yet",
                          session=session, table=table)  # fmt: skip
        expected = Message("the report is made after the last table")
        yield _problem(sheet, "not-played", message, expected, "error")


def _doubts(sheet: Sheet, standings: Standings, rows: Sequence[EmaRow]) -> Iterator[Problem]:
    """Yield a warning for each kind of doubtful row, with the players."""
    players = [row.player for row in rows]
    doubts = [
        (
            "no-ema-number",
            Message("players without an EMA number"),
            [one.name for one in players if not one.ema and not one.substitute],
            Message("8 digits in the column ema; leave it empty if the player has none"),
        ),
        (
            "names",
            Message("names split at the first space"),
            [row.player.name for row in rows if row.guessed and row.player.last_name],
            Message("columns first_name and last_name, or check the two names"),
        ),
        (
            "names",
            Message("players with only one name"),
            [one.name for one in players if not one.first_name or not one.last_name],
            Message("columns first_name and last_name"),
        ),
        (
            "country",
            Message("players whose country is not given in three letters"),
            [one.name for one in players if not _is_country(one.country)],
            Message("the EMA's three letters in the column country, e.g. NED"),
        ),
        (
            "federation",
            Message("EMA numbers that begin like those of another country"),
            [f"{one.name} ({one.ema}, {one.country})" for one in players
             if _is_country(one.country)
             and one.country not in FEDERATIONS.get(one.ema[:2], one.country).split()],
            Message("check them; a digit may be missing, but players also move"),
        ),
        (
            "substitutes",
            Message("substitutes who are ranked"),
            [one.name for one in players if one.substitute],
            Message("ask the EMA how to list them; at most {most} count as players",
                    most=MOST_SUBSTITUTES),
        ),
        (
            "not-ranked",
            Message("players left out, because they are not ranked"),
            [row.player for row in standings.rows if row.place is None],
            Message("tell the EMA who they are"),
        ),
        (
            "rounded",
            Message("totals rounded to whole points"),
            [row.player for row in standings.rows if Fraction(row.total).denominator != 1],
            Message("check them; the EMA's sheet has whole points"),
        ),
    ]  # fmt: skip
    for code, what, names, expected in doubts:
        if names:
            named = ", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else "")
            message = Message("{what} ({n}): {names}", what=what, n=len(names), names=named)
            yield _problem(sheet, code, message, expected)


def _is_country(text: str) -> bool:
    return len(text) == 3 and text.isalpha()


def _missing(sheet: Sheet, event: Event) -> Iterator[Problem]:
    lacking = [
        name for name in ("title", "town", "country", "date", "days") if not getattr(event, name)
    ]
    if lacking:
        message = Message("the report lacks {names} of the tournament", names=", ".join(lacking))
        yield _problem(
            sheet, "event", message, Message("--event FILE, a YAML file with these keys")
        )
    if event.country and not _is_country(event.country):
        message = Message("the tournament's country does not have three letters")
        yield _problem(sheet, "event", message, Message("country: NED"))
