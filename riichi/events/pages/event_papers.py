"""The handouts of an event: for the wall, for the tables, and to cut out for the players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile
from typing import Literal, get_args
from unicodedata import normalize

from riichi.events.pages.tournament import session_tables
from riichi.events.seating.seating_plan import Planned
from riichi.events.seating.timetable import SessionTimes
from riichi.locale.locale import Locale, capital
from riichi.writers.drawings import SEATS
from riichi.writers.model import (
    Block,
    Card,
    Column,
    Document,
    Group,
    Heading,
    Paragraph,
    Row,
    TableBlock,
    TwoColumns,
    cell,
    plain_row,
    plain_table,
)
from riichi.writers.pages import Paper, Part, card_pages, cards_fit, wall_pages
from riichi.writers.paper import PosterPaper
from riichi_core.language import Translatable
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.points import (
    LIMIT_NAMES,
    base_points,
    counter_points,
    limit_rows,
    payments,
)
from riichi_core.standings.players import Player
from riichi_core.tiles import Wind

PaperName = Literal["plan", "where", "cards", "badges", "tables", "slips", "last-hand"]
PAPER_NAMES: tuple[PaperName, ...] = get_args(PaperName)

BY_THE_RULES: frozenset[PaperName] = frozenset({"slips", "last-hand"})
"""The handouts with points, which follow from a ruleset."""

KINDS: Mapping[PaperName, Translatable] = {
    "plan": "Seating plan",
    "where": "Where do I sit?",
    "cards": "Players' cards",
    "badges": "Name badges",
    "tables": "Table cards",
    "slips": "Score slips",
    "last-hand": "Before the last hand",
}

PLAYER_GRIDS = ((3, 6), (3, 5), (3, 4), (2, 4), (2, 3), (2, 2), (1, 2), (1, 1))
BADGE_GRIDS = ((2, 4), (1, 4), (1, 2))
TABLE_GRIDS = ((1, 3), (1, 2), (1, 1))
SLIP_GRIDS = ((1, 3), (1, 2), (1, 1))
LAST_HAND_GRIDS = ((1, 2), (1, 1))
"""The columns and rows of cards on a page, the most cards first. A badge has a front and a back."""

SLIP_ROW, LAST_HAND_ROW = 24.0, 48.0
"""The least height of a row to write in, in points."""


NameOf = Callable[[Player], str]


@dataclass(frozen=True, slots=True)
class Event:
    """What the handouts of an event show.

    Attributes:
        title: its name, and usually its place and date.
        times: the start and end of each session; empty if there is no timetable.
        ruleset: the rules of the papers `BY_THE_RULES`: the points at the start, and the value of
            hands; None for other papers.
    """

    title: str
    planned: Planned
    times: Sequence[SessionTimes]
    ruleset: Ruleset | None
    paper: PosterPaper
    tr: Locale

    def present(self) -> list[tuple[int, Player]]:
        """Return the players who are there in at least one session, with their places."""
        request = self.planned.request
        there = frozenset().union(*map(request.there, range(request.sessions)))
        return [(place, self.planned.players[place]) for place in sorted(there)]

    def sheet(self, kind: PaperName) -> Paper:
        """Return the handout of one kind, with its head."""
        tr = self.tr
        name = tr(KINDS[kind])
        title, kind_of_it = (self.title, name) if self.title else (name, "")
        return Paper(title, kind_of_it, tr.language, self.paper)

    def session_title(self, session: int, table: int | None = None) -> str:
        """Return the number of a session with the table, if any, and its times, if known."""
        parts = [self.tr("Session {session}", session=self.planned.names[session])]
        if table is not None:
            parts.append(self.tr("Table {table}", table=table + 1))
        if self.times:
            times = self.times[session]
            parts += filter(None, [self.day(session)])
            parts.append(f"{times.start:%H:%M}\u2013{times.end:%H:%M}")
        return " · ".join(parts)

    def time(self, session: int) -> str:
        """Return the time at which a session begins; empty if unknown."""
        return f"{self.times[session].start:%H:%M}" if self.times else ""

    def begin(self, session: int) -> str:
        """Return when a session begins, with the day if there are several; empty if unknown."""
        return " ".join(filter(None, (self.day(session), self.time(session))))

    def day(self, session: int) -> str:
        """Return the day of a session; empty if there is only one, or no timetable."""
        several = bool(self.times) and self.times[-1].day > 1
        return self.tr("Day {day}", day=self.times[session].day) if several else ""

    def seat_words(self, seat: Seat | None) -> str:
        """Return a seat as its table and wind, on one line; a dash for no seat."""
        return "\u2013" if seat is None else f"{seat.table + 1}\u00a0{self.tr(SEATS[seat.wind])}"

    def seats(self, player: int) -> Iterator[tuple[int, Seat | None]]:
        """Yield each session with the seat of a player; None without a seat."""
        for number, session in enumerate(self.planned.plan):
            seats = (
                Seat(table, Wind(four.index(player)), four)
                for table, four in enumerate(session)
                if player in four
            )
            yield number, next(seats, None)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a plan: its table, its wind, and the players at the table."""

    table: int
    wind: Wind
    four: Sequence[int]


def event_paper(name: PaperName, event: Event) -> Document:
    """Return a handout of an event as pages."""
    return _PAPERS[name](event)


def _table(columns: Sequence[Column], rows: Sequence[Row], row_height: float = 0) -> TableBlock:
    return plain_table(columns, rows, bold=False, row_height=row_height)


# ---- for the wall --------------------------------------------------------------------------------


def _plan_paper(event: Event) -> Document:
    titles = map(event.session_title, range(len(event.planned.plan)))
    tables = [*session_tables(event.planned, titles, event.tr)]
    return wall_pages([*_parts([("", tables)])], event.sheet("plan"))


def _where_paper(event: Event) -> Document:
    """Return the players by last name, with the table and wind of each session."""
    tr = event.tr
    begins = (event.begin(session) for session in range(len(event.planned.plan)))
    are_named = any(player.name != str(player.number) for _, player in event.present())
    columns = [
        Column(tr("player")),
        *([Column("#", "right")] if are_named else []),
        *(
            Column(" ".join(filter(None, (tr("Session {session}", session=name), begin))))
            for name, begin in zip(event.planned.names, begins, strict=True)
        ),
    ]
    rows = [
        plain_row(
            last_name_first(player),
            *([str(player.number)] if are_named else []),
            *(event.seat_words(seat) for _, seat in event.seats(place)),
        )
        for place, player in sorted(event.present(), key=lambda one: by_last_name(one[1]))
    ]
    return wall_pages([Part("", _table(columns, rows))], event.sheet("where"), good=12)


def last_name_first(player: Player) -> str:
    """Return a name as `Wit, Cy de` if the list has the first and the last name apart."""
    if not (player.first_name and player.last_name):
        return player.name
    before, last = _without_prefix(player.last_name)
    return f"{last}, {' '.join(filter(None, (player.first_name, before)))}"


def _without_prefix(last_name: str) -> tuple[str, str]:
    """Return the words in lower case before a last name (`van der`), and the name itself."""
    words = last_name.split()
    count = len([*takewhile(str.islower, words[:-1])])
    return " ".join(words[:count]), " ".join(words[count:])


def by_last_name(player: Player) -> tuple[bool, int, str, str]:
    """Return the key that sorts players by last name, letters with marks like those without.

    Without a last name in the list, it is the last word of the name.
    """
    if player.name.isdigit():
        return False, int(player.name), "", ""
    last = _without_prefix(player.last_name)[1] if player.last_name else player.name.split()[-1]
    return True, 0, _plain_letters(last), _plain_letters(player.name)


def _plain_letters(text: str) -> str:
    plain = normalize("NFKD", text.translate(PLAIN_LETTERS)).casefold()
    return "".join(letter for letter in plain if letter.isalpha() or letter == " ")


PLAIN_LETTERS = str.maketrans({"Ł": "L", "ł": "l", "Ø": "O", "ø": "o", "Đ": "D", "đ": "d",
                               "Þ": "Th", "þ": "th", "Æ": "Ae", "æ": "ae",
                               "\u0131": "i"})  # fmt: skip
"""Letters that Unicode does not take apart, for the order of the alphabet."""


Chapter = tuple[str, Sequence[Block]]
"""A title and its blocks."""


def report_paper(
    title: str, chapters: Iterable[Chapter], size: PosterPaper, tr: Locale, kind: str = ""
) -> Document:
    """Return standings for the wall; `kind` names a handout that has more."""
    sheet = Paper(title, kind or tr("Standings"), tr.language, size)
    return wall_pages([*_parts(chapters)], sheet, good=11)


def _parts(chapters: Iterable[Chapter]) -> Iterator[Part]:
    """Yield each table with the heading above it, the title of its chapter, and the text below."""
    for name, blocks in chapters:
        heading, part = "", None
        for block in blocks:
            if isinstance(block, Heading):
                heading = "".join(map(str, block.content))
            elif isinstance(block, TableBlock):
                if part is not None:
                    yield part
                titles = filter(None, (heading, name if part is None else ""))
                part = Part(" \u00b7 ".join(titles), block)
            elif isinstance(block, Paragraph) and part is not None:
                below = " ".join(filter(None, (part.below, *map(str, block.content))))
                part = replace(part, below=below)
        if part is not None:
            yield part


# ---- for the players -----------------------------------------------------------------------------


def _schedule(event: Event, place: int, name_of: NameOf | None = None) -> TableBlock:
    """Return a player's sessions: time, table and wind, and with `name_of` the opponents."""
    tr = event.tr
    heads = [tr("session"), tr("table"), *([tr("with")] if name_of else [])]
    groups = []
    for day, seats in groupby(event.seats(place), key=lambda one: event.day(one[0])):
        rows = []
        for session, seat in seats:
            when = " · ".join(filter(None, (event.planned.names[session], event.time(session))))
            texts = [when, event.seat_words(seat)]
            if name_of:
                four = () if seat is None else seat.four
                others = (event.planned.players[other] for other in four if other != place)
                texts.append(", ".join(map(name_of, others)))
            rows.append(plain_row(*texts))
        groups.append(Group(tuple(rows), day))
    return TableBlock(tuple(Column(head) for head in heads), tuple(groups), bold=False)


def _cards_paper(event: Event) -> Document:
    cards = [
        Card((Heading((player.label,), 3), _schedule(event, place)))
        for place, player in event.present()
    ]
    return card_pages(cards, event.sheet("cards"), PLAYER_GRIDS, most=12)


def _badges_paper(event: Event) -> Document:
    """Return badges to fold: the name on the front, and the player's schedule on the back.

    If the names of the opponents are too long for the usual number of badges on a page, they are
    shortened, or replaced with the players' numbers.
    """
    paper = event.sheet("badges")
    for name_of in OPPONENT_NAMES:
        cards = [*_badges(event, name_of)]
        if cards_fit(cards, paper, BADGE_GRIDS[0]):
            break
    return card_pages(cards, paper, BADGE_GRIDS, cut="fold", most=12)


def _badges(event: Event, name_of: NameOf) -> Iterator[Card]:
    """Yield the front and the back of each badge."""
    for place, player in event.present():
        about = " · ".join(filter(None, (str(player.number), player.country, player.club)))
        front = [Heading((player.name,), 1)]
        front += [Heading((about,), 2)] if about != player.name else []
        title = [Paragraph((event.title,))] if event.title else []
        yield Card((*front, *title), centred=True)
        yield Card((_schedule(event, place, name_of),))


def _short_name(player: Player) -> str:
    """Return a name as `C. van den Berg`, cut off if it is still too long."""
    first, _, last = player.name.partition(" ")
    if player.first_name and player.last_name:
        first, last = player.first_name, player.last_name
    short = f"{first[0]}.\u00a0{last}" if last else first
    return short if len(short) <= SHORT_NAME else f"{short[: SHORT_NAME - 1].rstrip()}…"


SHORT_NAME = 18
"""The maximum number of letters in a shortened name."""

OPPONENT_NAMES: tuple[NameOf, ...] = (
    lambda player: player.name,
    _short_name,
    lambda player: str(player.number),
)
"""The ways to name the opponents on a badge, the longest first."""


# ---- for the tables ------------------------------------------------------------------------------


def _tables_paper(event: Event) -> Document:
    tr = event.tr
    begins = [Column(tr("begins"))] if event.times else []
    columns = [Column(tr("session"), "right"), *begins, *(Column(tr(seat)) for seat in SEATS)]
    cards = []
    for table in range(max(map(len, event.planned.plan))):
        rows = [
            plain_row(
                event.planned.names[number],
                *([event.begin(number)] if event.times else []),
                *(event.planned.players[player].label for player in session[table]),
            )
            for number, session in enumerate(event.planned.plan)
            if table < len(session)
        ]
        title = Heading((tr("Table {table}", table=table + 1),), 2)
        cards.append(Card((title, _table(columns, rows))))
    return card_pages(cards, event.sheet("tables"), TABLE_GRIDS, most=16)


def _at_tables(event: Event) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the title and the players of each table in each session."""
    for session, tables in enumerate(event.planned.plan):
        for table, four in enumerate(tables):
            yield event.session_title(session, table), four


def _slips_paper(event: Event) -> Document:
    """Return a slip for each table and session, to be filled in and signed by its players."""
    assert event.ruleset is not None
    tr, rules = event.tr, event.ruleset.rules
    columns = [
        Column(tr("wind")),
        Column(tr("player")),
        Column(tr("points"), share=0.18),
        Column(tr("penalty and reason"), share=0.2),
        Column(tr("signature"), share=0.24),
    ]
    total = tr.decimal(4 * rules.setup.starting_points, 0)
    bets = tr(
        "riichi bets left on the table \u00d7\u00a0{bet}", bet=tr.decimal(rules.riichi.bet, 0)
    )
    below = (
        plain_row("+", bets, "", "", ""),
        plain_row("=", tr("sum: must be {total}", total=total), "", "", ""),
    )
    cards = [
        Card((
            Heading((title,), 3),
            _table(columns, [*_seat_rows(event, four), *below], SLIP_ROW),
        ))
        for title, four in _at_tables(event)
    ]  # fmt: skip
    grids = ((1, 4), *SLIP_GRIDS) if event.paper == "a3" else SLIP_GRIDS
    return card_pages(cards, event.sheet("slips"), grids, most=13)


def _seat_rows(event: Event, four: Sequence[int]) -> Iterator[Row]:
    """Yield the wind and the player of each seat, with three cells to write in."""
    for seat, player in zip(SEATS, four, strict=False):
        yield plain_row(event.tr(seat), event.planned.players[player].label, "", "", "")


def _last_hand_paper(event: Event) -> Document:
    """Return a sheet for each table and session: the points, and what a hand can catch up on."""
    assert event.ruleset is not None
    tr, rules = event.tr, event.ruleset.rules
    start = rules.setup.starting_points
    remark = tr(
        "Before each hand that may be the last, write all points as totals or all as differences "
        "from {start}. With the riichi bets on the table, they add up to {total} or to 0.",
        start=tr.decimal(start, 0),
        total=tr.decimal(4 * start, 0),
    )
    columns = [
        Column(tr("first wind")),
        Column(tr("player")),
        *(Column(f"{time}.", "center", share=0.17) for time in (1, 2, 3)),
    ]
    ahead = (_catching_up(event.ruleset, tr), Paragraph((_extra(event.ruleset, tr),)))
    total = plain_row("", tr("sum"), "", "", "")
    cards = [
        Card((
            Heading((title,), 3),
            TwoColumns(
                (
                    Paragraph((remark,)),
                    _table(columns, [*_seat_rows(event, four), total], LAST_HAND_ROW),
                ),
                ahead,
            ),
        ))
        for title, four in _at_tables(event)
    ]  # fmt: skip
    return card_pages(cards, event.sheet("last-hand"), LAST_HAND_GRIDS, most=11)


CATCHING_UP: tuple[Translatable, ...] = (
    "the rival discards", "another discards", "you draw; rival is East", "you draw; rival is not",
)  # fmt: skip
"""How a winner gains on a rival."""

HANDS = ((1, 30), (2, 30), (3, 30), (4, 30))
"""Han and fu of the hands below mangan on the sheet of the last hand."""


def _catching_up(ruleset: Ruleset, tr: Locale) -> TableBlock:
    """Return by how many points a winner gains on a rival, by hand and by who pays."""
    columns = [Column(tr("you win with")), *(Column(tr(head), "right") for head in CATCHING_UP)]
    titles = {False: tr("You are not East"), True: tr("You are East")}
    groups = tuple(
        Group(tuple(_gain_rows(ruleset, tr, dealer=dealer)), title)
        for dealer, title in titles.items()
    )
    return TableBlock(tuple(columns), groups, bold=False)


def _gain_rows(ruleset: Ruleset, tr: Locale, *, dealer: bool) -> Iterator[Row]:
    limits = ruleset.rules.limits
    for han, fu in HANDS:
        base = base_points(han, fu, limits)
        if base.limit is None:
            yield _gain_row(tr("{han} han {fu} fu", han=han, fu=fu), base.points, tr, dealer=dealer)
    rows = [(name, row.base) for name, row in limit_rows(limits) if name != "counted_yakuman"]
    for name, points in (*reversed(rows), ("yakuman", limits.yakuman)):
        yield _gain_row(capital(tr(LIMIT_NAMES[name])), points, tr, dealer=dealer)


def _gain_row(name: str, base: int, tr: Locale, *, dealer: bool) -> Row:
    discard = payments(base, dealer=dealer, drawn=False).total
    drawn = payments(base, dealer=dealer, drawn=True)
    assert drawn.from_each is not None
    from_east = (
        "\u2013" if drawn.from_dealer is None else tr.decimal(drawn.total + drawn.from_dealer, 0)
    )
    gains = [tr.decimal(2 * discard, 0), tr.decimal(discard, 0), from_east,
             tr.decimal(drawn.total + drawn.from_each, 0)]  # fmt: skip
    return Row(tuple(cell(text) for text in (name, *gains)))


def _extra(ruleset: Ruleset, tr: Locale) -> str:
    """Return a sentence on what counters and riichi bets add to a gain."""
    rules = ruleset.rules
    value = rules.dealer.counter_value_to(dealer=False)
    drawn = counter_points(1, value, drawn=True)
    return tr(
        "The points by which you gain on a rival. Each counter adds {rival}, {other} or {drawn}; "
        "each riichi bet on the table adds {bet}.",
        rival=tr.decimal(2 * value, 0),
        other=tr.decimal(value, 0),
        drawn=tr.decimal(drawn + drawn // 3, 0),
        bet=tr.decimal(rules.riichi.bet, 0),
    )


_PAPERS: Mapping[PaperName, Callable[[Event], Document]] = {
    "plan": _plan_paper,
    "where": _where_paper,
    "cards": _cards_paper,
    "badges": _badges_paper,
    "tables": _tables_paper,
    "slips": _slips_paper,
    "last-hand": _last_hand_paper,
}
