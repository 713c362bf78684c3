"""Fit tables and cards to sides of paper, with the largest letters for which there is room.

In: blocks of headings, paragraphs and tables. Out: a document of `Page`s, in which each column has
its width and each row its height. `html` and `typst` then set every page in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import groupby, islice
from math import ceil
from operator import itemgetter
from typing import Literal, NamedTuple, TypeVar

from riichi.writers import model as doc
from riichi.writers.browser_sizes import largest
from riichi.writers.letter_widths import BOLD_IS_WIDER, text_width
from riichi.writers.paper import MARGIN, SIZES, PosterPaper

POINTS_PER_MM = 72 / 25.4

CARD_PADDING = 7.0
"""The space between the edge of a card and its content, in points."""

LEAST_LETTERS, MOST_LETTERS = 9.0, 30.0
"""The sizes of the smallest and the largest letters on a page, in points."""

STEP = 0.25
"""The step between two sizes of letters, in points."""

LINE, PAD_X, PAD_Y = 1.2, 0.35, 0.12
"""The height of a line, and the space around the text of a cell, in sizes of its letters."""

HEADINGS: Mapping[int, float] = {1: 2.4, 2: 1.5, 3: 1.15}
"""The size of headings by their level, relative to the letters of the page."""

EDGE = 0.1
"""The width of the lines between columns, in sizes of the letters."""

BELOW, BELOW_TABLE = 0.25, 0.6
"""The space below a heading or paragraph, and below a table, in sizes of the page's letters."""

BORDER = 0.5
"""The height of the line below a row, in points."""

HEAD_GAP = 8.0
"""The space for the line below the head of a page, in points."""

NARROW, GAP = 0.415, 4 * POINTS_PER_MM
"""The part of the width that the narrow of two columns has, and the space between them."""

SAFETY = 1.02
"""How much wider than estimated a text may be."""

ROUNDED = 0.001
"""The part of a letter by which sums of widths may be too large."""

HIGHEST_ROW = 4
"""The maximum height of a row that only fills the page, in sizes of its letters."""

BREAKABLE = 20
"""Words with at least so many letters may be broken anywhere."""

WORD = re.compile(r"(?:[^\s-]|\u00a0)+-?|-")
"""The parts of a text between which a line may end."""

Cut = Literal["", "cut", "fold"]

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Paper:
    """A handout of an event: its head (the event's title and the handout's name) and its size."""

    title: str
    kind: str
    language: str
    size: PosterPaper

    def room(self, *, landscape: bool = False) -> tuple[float, float]:
        """Return the width and height between the margins, in points."""
        size = SIZES[self.size]
        sides = [(side - 2 * MARGIN) * POINTS_PER_MM for side in (size.width, size.height)]
        width, height = reversed(sides) if landscape else sides
        return width, height

    def document(self, pages: Sequence[doc.Page], *, landscape: bool = False) -> doc.Document:
        """Return the pages as a document, each with its number in the head."""
        numbered = (
            replace(page, about=f"{page.about}  {number}/{len(pages)}".strip())
            for number, page in enumerate(pages, 1)
        )
        return doc.Document(
            self.title, self.language, "pages", tuple(numbered), self.kind, landscape=landscape
        )


@dataclass(frozen=True, slots=True)
class Part:
    """A table with its heading, if any, and a sentence below its last row."""

    title: str
    table: doc.TableBlock
    below: str = ""

    def blocks(self) -> tuple[doc.Block, ...]:
        """Return the part as blocks."""
        heading = (doc.Heading((self.title,), 3),) if self.title else ()
        below = (doc.Paragraph((self.below,)),) if self.below else ()
        return (*heading, self.table, *below)

    def chunks(self, count: int) -> Iterator[Part]:
        """Yield the part in a number of pieces with about the same number of rows."""
        rows = [(group.title, row) for group in self.table.groups for row in group.rows]
        for number, piece in enumerate(_shared_out(rows, count), 1):
            groups = tuple(
                doc.Group(tuple(row for _, row in rows_of_group), title)
                for title, rows_of_group in groupby(piece, key=itemgetter(0))
            )
            title = f"{self.title} ({number}/{count})" if self.title and count > 1 else self.title
            below = self.below if number == count else ""
            yield Part(title, replace(self.table, groups=groups), below)


# ---- pages ---------------------------------------------------------------------------------------


def wall_pages(parts: Sequence[Part], paper: Paper, *, good: float = 13) -> doc.Document:
    """Return a document of as few pages as possible to read from a distance.

    Args:
        parts: the tables; none is split if the longest fits on a page.
        paper: the paper.
        good: the size of letters that is large enough, in points.
    """
    widths = _Widths([part.blocks() for part in parts])
    for pages, letters in _divisions(parts, good):
        sides = [
            found
            for landscape in (False, True)
            if (found := _side(pages, paper, widths, landscape, letters)) is not None
        ]
        if sides:
            break
    else:
        sides = [_Side([], LEAST_LETTERS, landscape=False)]
    blocks, size, landscape = max(sides, key=lambda side: (-len(side.pages), side.letters))
    width, height = paper.room(landscape=landscape)
    head = _Head(paper, width, 14)
    made = [
        doc.Page(
            paper.title,
            paper.kind,
            (doc.Card(_filled(page, size, width, height - head.height, widths)),),
            1,
            1,
            size,
            head.letters,
        )
        for page in blocks
    ]
    return paper.document(made, landscape=landscape)


def card_pages(
    cards: Sequence[doc.Card],
    paper: Paper,
    grids: Sequence[tuple[int, int]],
    *,
    cut: Cut = "cut",
    most: float = 14,
) -> doc.Document:
    """Return a document of cards to cut out, as many on a page as are readable.

    Args:
        cards: the cards; with `cut="fold"` each front is followed by its back.
        paper: the paper.
        grids: the columns and rows of cards on a page to choose from, the most cards first.
        cut: how they are cut out.
        most: the size of the largest letters, in points.
    """
    widths = _Widths([card.blocks for card in cards])
    width, _ = paper.room()
    head = _Head(paper, width, LEAST_LETTERS)
    for grid in grids:
        columns, rows = grid
        room = _room_of_cards(paper, grid)
        found = _largest(partial(_cards_fit, cards, room, widths), LEAST_LETTERS, most)
        if found is not None:
            break
    letters = LEAST_LETTERS if found is None else found
    filled = [
        card if card.centred else replace(card, blocks=_filled(card.blocks, letters, *room, widths))
        for card in cards
    ]
    if cut == "fold":
        filled = list(_fronts_above_backs(filled, columns))
    pages = [
        doc.Page(
            paper.title,
            paper.kind,
            tuple(filled[start : start + columns * rows]),
            columns,
            rows,
            letters,
            head.letters,
            cut,
        )
        for start in range(0, len(filled), columns * rows)
    ]
    return paper.document(pages)


def cards_fit(cards: Sequence[doc.Card], paper: Paper, grid: tuple[int, int]) -> bool:
    """Return True if all cards fit in the cells of a grid in the smallest letters."""
    widths = _Widths([card.blocks for card in cards])
    return _cards_fit(cards, _room_of_cards(paper, grid), widths, LEAST_LETTERS)


def _cards_fit(
    cards: Sequence[doc.Card], room: tuple[float, float], widths: _Widths, letters: float
) -> bool:
    return all(_height(card.blocks, letters, room[0], widths) <= room[1] for card in cards)


def _room_of_cards(paper: Paper, grid: tuple[int, int]) -> tuple[float, float]:
    """Return the width and height within a card of a grid of columns and rows."""
    columns, rows = grid
    width, height = paper.room()
    below_head = height - _Head(paper, width, LEAST_LETTERS).height
    return width / columns - 2 * CARD_PADDING, below_head / rows - 2 * CARD_PADDING


def _fronts_above_backs(cards: Sequence[doc.Card], columns: int) -> Iterator[doc.Card]:
    """Yield a row of fronts, then the row of their backs, and so on; a short row is filled up."""
    fronts, backs = cards[::2], cards[1::2]
    for start in range(0, len(fronts), columns):
        for side in (fronts, backs):
            row = side[start : start + columns]
            yield from row
            yield from (doc.Card(()) for _ in range(columns - len(row)))


def _divisions(parts: Sequence[Part], good: float) -> Iterator[tuple[list[list[Part]], float]]:
    """Yield the parts by page, the fewest pages first, and the size that letters should have."""
    for count in range(1, len(parts)):
        yield [list(page) for page in _shared_out(parts, count)], good
    longest = max((len(part.table.rows) for part in parts), default=1)
    for pieces in range(1, longest + 1):
        wanted = good if pieces < longest else LEAST_LETTERS
        chunks = [
            chunk
            for part in parts
            for chunk in part.chunks(ceil(pieces * len(part.table.rows) / longest))
        ]
        yield [[chunk] for chunk in chunks], wanted


def _shared_out(items: Sequence[_Item], count: int) -> Iterator[list[_Item]]:
    """Yield the items in order, in a number of lists of about the same length."""
    rest = iter(items)
    for number in range(count):
        yield [*islice(rest, len(items) // count + (number < len(items) % count))]


class _Side(NamedTuple):
    """The blocks of each page, the size of their letters, and the orientation of the paper."""

    pages: Sequence[tuple[doc.Block, ...]]
    letters: float
    landscape: bool


def _side(
    pages: Sequence[Sequence[Part]], paper: Paper, widths: _Widths, landscape: bool, least: float
) -> _Side | None:
    """Return the pages in the largest letters with which they fit; None if they do not.

    A page takes the parts of the next one for which it has room in the smallest letters allowed.
    """
    width, height = paper.room(landscape=landscape)
    room = height - _Head(paper, width, 14).height
    blocks: list[tuple[doc.Block, ...]] = []
    for page in pages:
        added = tuple(block for part in page for block in part.blocks())
        if blocks and _height((*blocks[-1], *added), least, width, widths) <= room:
            blocks[-1] += added
        else:
            blocks.append(added)
    size = _largest(
        lambda letters: all(_height(page, letters, width, widths) <= room for page in blocks),
        least,
        MOST_LETTERS,
    )
    return None if size is None else _Side(blocks, size, landscape)


def _largest(fits: Callable[[float], bool], least: float, most: float) -> float | None:
    """Return the largest size that fits, of those between two sizes; None if the least does not."""
    if not fits(least):
        return None
    start, end = 0, round((most - least) / STEP)
    while start < end:
        middle = (start + end + 1) // 2
        if fits(least + middle * STEP):
            start = middle
        else:
            end = middle - 1
    return least + start * STEP


class _Head:
    """The head of a page: the largest letters with which it is on one line."""

    def __init__(self, paper: Paper, width: float, most: float) -> None:
        text = text_width(paper.title) * BOLD_IS_WIDER + text_width(f"{paper.kind}  100/100")
        self.letters = max(LEAST_LETTERS, min(most, width / (text * SAFETY + 2)))
        title_room = width - text_width(f"{paper.kind}  100/100") * self.letters * SAFETY - 20
        lines = _line_count(paper.title, title_room / self.letters / SAFETY / BOLD_IS_WIDER)
        self.height = (lines or 3) * LINE * self.letters + HEAD_GAP


# ---- heights -------------------------------------------------------------------------------------


def _height(blocks: Sequence[doc.Block], letters: float, width: float, widths: _Widths) -> float:
    """Return the height that blocks need, in points; endless if a word is wider than its place."""
    below = BELOW_TABLE * letters if blocks and isinstance(blocks[-1], doc.TableBlock) else 0
    return sum(_block_height(block, letters, width, widths) for block in blocks) - below


def _block_height(block: doc.Block, letters: float, width: float, widths: _Widths) -> float:
    match block:
        case doc.Heading():
            size = HEADINGS[block.level] * letters
            lines = _line_count(_plain(block.content), width / size / SAFETY / BOLD_IS_WIDER)
            return (lines or ENDLESS) * LINE * size + BELOW * letters
        case doc.Paragraph():
            lines = _line_count(_plain(block.content), width / letters / SAFETY)
            return (lines or ENDLESS) * LINE * letters + BELOW * letters
        case doc.TableBlock():
            rows = _row_heights(block, letters, width, widths)
            return sum(rows) + BORDER + BELOW_TABLE * letters
        case doc.TwoColumns():
            wide, narrow = _two_widths(width)
            return max(_height(block.wide, letters, wide, widths),
                       _height(block.narrow, letters, narrow, widths))  # fmt: skip
        case doc.Figure():
            return FIGURE * width
        case _:
            raise ValueError(type(block).__name__)


FIGURE = 0.5
"""The height of a figure with its caption, relative to its width."""

ENDLESS = 10_000
"""A number of lines for which no page has room."""


def _two_widths(width: float) -> tuple[float, float]:
    return width * (1 - NARROW) - GAP, width * NARROW


def _row_heights(
    table: doc.TableBlock, letters: float, width: float, widths: _Widths
) -> list[float]:
    """Return the height of the head, and the least height of each row and group title."""
    shares = widths.shares(table, width / letters)
    rooms = [(share * width / letters - 2 * PAD_X) / SAFETY + ROUNDED for share in shares]

    def height(lines: int, least: float = 0) -> float:
        return max(least, (lines * LINE + 2 * PAD_Y) * letters) + BORDER

    def lines(texts: Sequence[str], *, bold: bool) -> int:
        wider = BOLD_IS_WIDER if bold else 1
        return max(
            sum(_line_count(line, room / wider) or ENDLESS for line in text.split("\n"))
            for text, room in zip(texts, rooms, strict=True)
        )

    heights = [height(lines([column.title for column in table.columns], bold=True))]
    for group in table.groups:
        heights += [height(1)] if group.title else []
        heights += [height(lines(_texts(row), bold=False), table.row_height) for row in group.rows]
    return heights


def _filled(
    blocks: Sequence[doc.Block], letters: float, width: float, height: float, widths: _Widths
) -> tuple[doc.Block, ...]:
    """Return blocks whose tables have widths for their columns, and rows that fill the height."""
    spare = height - _height(blocks, letters, width, widths)
    tables = [block for block in blocks if isinstance(block, doc.TableBlock)]
    heights = [row for table in tables for row in _row_heights(table, letters, width, widths)[1:]]
    total = sum(heights) + spare
    highest = total if any(table.row_height for table in tables) else HIGHEST_ROW * letters
    row_height = _row_height(heights, total, highest)
    done: list[doc.Block] = []
    for block in blocks:
        match block:
            case doc.TableBlock():
                columns = [
                    replace(column, share=share)
                    for column, share in zip(
                        block.columns, widths.shares(block, width / letters), strict=True
                    )
                ]
                least = max(block.row_height, row_height)
                done.append(replace(block, columns=tuple(columns), row_height=least))
            case doc.TwoColumns():
                inside = spare + _block_height(block, letters, width, widths)
                wide, narrow = _two_widths(width)
                done.append(
                    doc.TwoColumns(
                        _filled(block.wide, letters, wide, inside, widths),
                        _filled(block.narrow, letters, narrow, inside, widths),
                    )
                )
            case _:
                done.append(block)
    return tuple(done)


def _row_height(heights: Sequence[float], total: float, highest: float) -> float:
    """Return the least height, without borders, with which rows of these heights have the total."""

    def fits(least: float) -> bool:
        return sum(max(least, height) for height in heights) <= total

    return max(0, largest(0.0, max([highest, *heights]), fits, steps=20) - BORDER)


# ---- widths --------------------------------------------------------------------------------------


class _Widths:
    """The widths of columns: tables with the same heads have the same."""

    def __init__(self, contents: Sequence[Sequence[doc.Block]]) -> None:
        self._natural: dict[tuple[doc.Column, ...], list[float]] = {}
        self._least: dict[tuple[doc.Column, ...], list[float]] = {}
        for blocks in contents:
            for table in _tables(blocks):
                self._add(table)

    def _add(self, table: doc.TableBlock) -> None:
        none = [0.0] * len(table.columns)
        natural = self._natural.setdefault(table.columns, [*none])
        least = self._least.setdefault(table.columns, [*none])
        head = [(column.title, BOLD_IS_WIDER) for column in table.columns]
        rows = [[(text, 1.0) for text in _texts(row)] for row in table.rows]
        for row in (head, *rows):
            for place, (text, wider) in enumerate(row):
                for line in text.split("\n"):
                    width = text_width(line) * wider * SAFETY + 2 * PAD_X + EDGE
                    natural[place] = max(natural[place], width)
                    word = _longest_word(line) * wider * SAFETY + 2 * PAD_X + EDGE
                    least[place] = max(least[place], word)

    def shares(self, table: doc.TableBlock, room: float) -> list[float]:
        """Return the part of the width of each column; the room is in sizes of letters."""
        columns = table.columns
        fixed = [column.share for column in columns]
        natural, least = self._natural[columns], self._least[columns]
        free = [place for place, share in enumerate(fixed) if not share]
        left = room * (1 - sum(fixed))
        widths = _spread([natural[place] for place in free], [least[place] for place in free], left)
        for place, width in zip(free, widths, strict=True):
            fixed[place] = width / room
        return fixed


def _spread(natural: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    """Return widths with this sum: wider than needed, or the widest reduced, but not words."""
    needed = sum(natural)
    if needed <= room:
        return [width * room / needed for width in natural]
    if sum(least) >= room:
        return [width * room / sum(least) for width in least]

    def reduced(most: float) -> list[float]:
        return [max(low, min(most, high)) for low, high in zip(least, natural, strict=True)]

    return reduced(largest(0.0, max(natural), lambda most: sum(reduced(most)) <= room, steps=30))


def _tables(blocks: Sequence[doc.Block]) -> Iterator[doc.TableBlock]:
    for block in blocks:
        if isinstance(block, doc.TableBlock):
            yield block
        elif isinstance(block, doc.TwoColumns):
            yield from _tables((*block.wide, *block.narrow))


# ---- lines ---------------------------------------------------------------------------------------


def _texts(row: doc.Row) -> list[str]:
    return ["\n".join(map(_plain, cell.lines)) for cell in row.cells]


def _plain(line: doc.TextLine) -> str:
    return "".join(
        inline if isinstance(inline, str) else getattr(inline, "text", "") for inline in line
    )


def _longest_word(text: str) -> float:
    """Return the width of the longest word that may not be broken."""
    words = WORD.findall(text)
    return max((text_width(word[: BREAKABLE - 1]) for word in words), default=0)


@lru_cache(maxsize=200_000)
def _line_count(text: str, room: float) -> int:
    """Return the number of lines of a text; 0 if a word that may not be broken is too wide."""
    lines, used = 1, 0.0
    for word in WORD.finditer(text):
        width = text_width(word[0])
        spaced = text_width(" ") if word.start() and text[word.start() - 1].isspace() else 0
        if used and used + spaced + width > room:
            lines, used = lines + 1, 0.0
        if width > room:
            if len(word[0]) < BREAKABLE:
                return 0
            more = ceil(width * SAFETY / room) if room > 0 else ENDLESS
            lines, width = lines + more - 1, room
        used += (spaced if used else 0) + width
    return lines
