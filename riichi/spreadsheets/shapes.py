"""Bring tables of any shape into one: a line of headings, then a row for each player and session.

People write titles above the headings, one row for each table (`Table, East, Pts, South, Pts, …`),
one row for each player (`Player, Round 1, Table, Round 2, Table`), and totals below.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from types import MappingProxyType
from typing import NamedTuple

from riichi_core.files.problem import Span
from riichi_core.standings.sessions import SEAT_WORDS

FIRST_LINES = 10
"""The number of lines, without empty ones, among which the headings are."""

SESSION_WORDS = ("", "session", "s", "r", "rd", "rnd", "h", "g", "game", "runde", "manche")
"""The words before the number of a session in a heading, besides those for a column of it."""

_TOTAL = ("total", "totals", "totaal", "totalen", "sum", "som", "summe", "gesamt", "somme", "suma")
_AMOUNT = re.compile(r"[-+\u2212\u2013]?[0-9][0-9.,'\u2019 \u00a0\u2009\u202f]*")
_NUMBERED = re.compile(r"(\D*?)_?([1-9][0-9]?)(?:_(\D+))?")
"""A heading with a number: `round_1`, `r1_table`, `player_2_points`."""


class Columns(NamedTuple):
    """The columns that a table may have.

    Attributes:
        names: all of them, in the order of messages.
        texts: those whose values are always text, even if they look like numbers.
        points: those whose values are points, with optional thousands separators.
        also: other headings, in lower case with underscores, and the column that each names.
        players: whether any other heading is a player's name, with points as its values.
        repeated: those that may have several headings, of which the first one counts.
        kept: other headings that are not reported, because another file has them.
        of_sheet: the column that the name of a sheet or file replaces, if there are several of
            them; empty if only the first sheet is read.
        needed: the columns that each of several sheets needs.
        bare: the column of a file with one column and no headings; empty if it needs them.
    """

    names: tuple[str, ...]
    texts: tuple[str, ...]
    points: tuple[str, ...]
    also: Mapping[str, str] = MappingProxyType({})
    players: bool = False
    repeated: Sequence[str] = ()
    kept: frozenset[str] = frozenset()
    of_sheet: str = ""
    needed: frozenset[str] = frozenset()
    bare: str = ""

    def column(self, heading: str) -> str:
        """Return the column of a heading, in any case and with spaces, hyphens or underscores."""
        name = re.sub(r"[\s_.:#-]+", "_", heading.casefold()).strip("_") or heading
        return self.also.get(name, name)


class Cell(NamedTuple):
    """A cell; in a workbook its value can be a number or a truth value."""

    value: object
    span: Span

    @property
    def text(self) -> str:
        """The text of the cell as a spreadsheet shows it."""
        value = self.value
        whole = isinstance(value, float) and value.is_integer()
        return unicodedata.normalize("NFC", str(int(value) if whole else value).strip())  # type: ignore[call-overload]


class Line(NamedTuple):
    """A line of a file or a row of a workbook; a row has no source text."""

    span: Span
    source: str
    cells: Sequence[Cell]


class Table(NamedTuple):
    """A table with a row for each player and session.

    Attributes:
        head: the headings; None if no line has any.
        lines: the lines below it, or all lines without headings.
        by_session: whether a row has several sessions.
        unused: the headings that say nothing about a single player or session.
    """

    head: Line | None
    lines: Iterable[Line]
    by_session: bool = False
    unused: Sequence[Cell] = ()

    def named(self, columns: Columns) -> set[str]:
        """Return the columns that the headings name."""
        cells = self.head.cells if self.head else ()
        return {columns.column(cell.text) for cell in cells} & {*columns.names}


def in_rows(lines: Iterable[Line], columns: Columns) -> Table:
    """Return a table of any shape with its headings, and its rows in one shape."""
    filled = (line for line in lines if any(cell.text for cell in line.cells))
    first = [*islice(filled, FIRST_LINES)]
    groups = [_groups(line, columns) for line in first]
    known = [sum(name in columns.names for _, name in group) for group in groups]
    if not any(known):
        return Table(None, chain(first, filled))
    place = known.index(max(known))
    below = (line for line in chain(first[place + 1 :], filled) if not _is_total(line))
    labels = [label for label, _ in groups[place] if label]
    if not labels:
        return Table(first[place], below)
    by_session = labels[0] not in SEAT_WORDS
    head = _Grouped(first[place], groups[place], columns, by_session=by_session)
    rows = chain.from_iterable(map(head.rows, below))
    return Table(head.line(), rows, by_session, head.unused)


def _is_total(line: Line) -> bool:
    """Return True for a row of totals: a word for them, then only numbers."""
    first, *others = (text for cell in line.cells if (text := cell.text))
    return first.casefold().rstrip(":") in _TOTAL and bool(others) and all(
        map(_AMOUNT.fullmatch, others))  # fmt: skip


# ---- several players or sessions in a row --------------------------------------------------------


def _groups(line: Line, columns: Columns) -> list[tuple[str, str]]:
    """Return the seat or session of each heading, or "", and its column.

    A heading that is repeated belongs to the seat or session before it.
    """
    headings = [columns.column(cell.text) for cell in line.cells]
    alone = [("", heading) for heading in headings]
    if not {"seat", "session"} <= {*columns.names}:
        return alone
    parts = [_part(heading, columns) for heading in headings]
    if any(column == "player" for label, column in parts if label):  # Player 1, Points 1, Player 2
        parts = [(_SEAT_OF.get(label, label), column) for label, column in parts]
    labels = [*dict.fromkeys(label for label, _ in parts if label)]
    seats = [label for label in labels if label in SEAT_WORDS]
    if len({SEAT_WORDS[seat] for seat in seats}) != 4 and (seats or len(labels) < 2):
        return alone
    often = Counter(headings)
    found, label = [], ""
    for part in parts:
        label = part[0] or label
        belongs = part[0] or (often[part[1]] > 1 and part[1] in columns.names)
        found.append((label if belongs else "", part[1]))
    return found


_SEAT_OF = {f"#{number}": word for number, word in enumerate(("east", "south", "west", "north"), 1)}


def _part(heading: str, columns: Columns) -> tuple[str, str]:
    """Return the seat or session that a heading names, or "", and its column.

    The label of a session is its number with `#`.
    """
    if heading in columns.names:
        return "", heading
    seat, _, rest = heading.partition("_")
    column = columns.column(rest) if rest else "player"
    if seat in SEAT_WORDS and not seat.isdecimal() and column in columns.names:
        return seat, column
    found = _NUMBERED.fullmatch(heading)
    if found is None:
        return "", heading
    words = [columns.column(word) for word in (found[1], found[3] or "")]
    named = [word for word in words if word not in SESSION_WORDS] or ["points"]
    of_result = {*columns.names} - {*columns.repeated}
    return (f"#{found[2]}", named[-1]) if {*named} <= of_result else ("", heading)


class _Grouped:
    """The headings of a table with several seats or sessions in a row."""

    def __init__(
        self, head: Line, groups: Sequence[tuple[str, str]], columns: Columns, *, by_session: bool
    ) -> None:
        own = {"player", "table", *columns.repeated} if by_session else {"session", "table"}
        self.head = head
        self.name = "session" if by_session else "seat"
        self.columns = [*dict.fromkeys(column for label, column in groups if label)]
        self.own: list[int] = []
        self.unused: list[Cell] = []
        self.places: dict[str, dict[str, int]] = {}
        for place, (label, column) in enumerate(groups):
            if label:
                self.places.setdefault(label, {}).setdefault(column, place)
            elif column in own or (by_session and column not in columns.names):
                self.own.append(place)
            elif head.cells[place].text:
                self.unused.append(head.cells[place])

    def line(self) -> Line:
        """Return the headings of a table with one seat or session in a row."""
        span = self.head.cells[min(min(places.values()) for places in self.places.values())].span
        cells = [Cell(name, span) for name in (self.name, *self.columns)]
        return self.head._replace(cells=[*(self.head.cells[place] for place in self.own), *cells])

    def rows(self, line: Line) -> Iterator[Line]:
        """Yield the row of each seat or session that is not empty."""
        count = len(self.head.cells)
        empty = Cell("", line.span)
        cells = [*line.cells, *[empty] * (count - len(line.cells))]
        own = [cells[place] for place in self.own]
        for label, places in self.places.items():
            of_group = [cells[places[name]] if name in places else empty for name in self.columns]
            if any(cell.text for cell in of_group):
                yield line._replace(cells=[
                    *own, Cell(label.removeprefix("#"), line.span), *of_group, *cells[count:],
                ])  # fmt: skip
