"""The text of the rulebook as blocks: paragraphs and lists cited, drawn tiles, drawings, tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from riichi_app.documents import figures
from riichi_app.documents.model import (
    Block,
    Bullets,
    DrawnHand,
    Figure,
    Heading,
    Inline,
    Link,
    Note,
    Paragraph,
    Styled,
    TableBlock,
    TextLine,
    plain_row,
    plain_table,
)
from riichi_app.documents.model import Column as TableColumn
from riichi_app.documents.tile_art import drawn_groups
from riichi_app.locale import Locale
from riichi_app.locale.locale import JAPANESE
from riichi_app.pages.citations import unbroken
from riichi_app.pages.examples import drawn, win_told
from riichi_app.pages.sheet.minipoints import minipoint_tables
from riichi_app.pages.sheet.payments import limit_table, payment_tables
from riichi_core.records.win import read_win
from riichi_core.rules.clauses import Clause, clauses, indexed_books
from riichi_core.rules.rulebook import (
    FigurePart,
    ItemPart,
    Prose,
    SectionHead,
    TablePart,
    TextPart,
    TilesPart,
    WinPart,
    rulebook_text,
)
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.explain import explain
from riichi_core.scoring.score import Score

DRAWINGS = {"seats": figures.seats, "walls": figures.walls}

RANGE = re.compile(r"((?:\d+\.)*)(\d+)-\1(\d+)")

CALLS = ("chow", "pung", "kong")

MARKUP = re.compile(r"\{([^{}]+)\}|\*([^*]+)\*")
"""Within a text: tiles or the id of a chapter in braces, and a term between asterisks."""


def chapter_title(name: str, tr: Locale) -> str:
    """Return the heading of a chapter."""
    return tr(rulebook_text()[name].title or chapters()[name].TITLE)


def text_blocks(parts: Iterable[object], ruleset: Ruleset, tr: Locale) -> Iterator[Block]:
    """Yield the parts of a chapter that are no options, as this ruleset has them."""
    for kind, several in groupby((p for p in parts if has(p, ruleset)), key=type):
        if kind is ItemPart:
            items = (part for part in several if isinstance(part, ItemPart))
            yield Bullets(tuple(_cited(one, one.item, ruleset, tr) for one in items))
        elif kind is TilesPart:
            rows = (part for part in several if isinstance(part, TilesPart))
            yield Bullets(tuple(_tiles(one, ruleset, tr) for one in rows))
        else:
            for one in several:
                yield from _block(one, ruleset, tr)


def has(part: object, ruleset: Ruleset) -> bool:
    """Return True if a ruleset has a part: its conditions hold, and its book speaks of it."""
    if isinstance(part, Prose) and not _spoken_of(part, ruleset):
        return False
    holds = getattr(part, "holds", None)
    return holds is None or bool(holds(ruleset.rules))


def _spoken_of(part: Prose, ruleset: Ruleset) -> bool:
    """Return True if the book has one of the clauses; if it is not indexed, if all books do."""
    if not part.clauses:
        return True
    book = ruleset.book.id
    asked = (book,) if book in indexed_books() else indexed_books()
    return any(all(one.sections(book) for book in asked) for one in _clauses(part))


def _clauses(part: Prose) -> Iterator[Clause]:
    return (clauses()[name] for name in part.clauses)


def _block(part: object, ruleset: Ruleset, tr: Locale) -> Iterator[Block]:
    match part:
        case SectionHead(section=title):
            yield Heading((tr(title),), level=3)
        case TextPart(text=text):
            yield Paragraph(_cited(part, text, ruleset, tr))
        case FigurePart(figure=name, says=says):
            yield Figure(DRAWINGS[name](tr), _cited(part, says, ruleset, tr), tr(says))
        case TablePart(table="calls") if tr.terms == "english":
            yield _calls(tr)
        case TablePart(table="fu"):
            yield from _below_headings(minipoint_tables(ruleset.rules, tr))
        case TablePart(table="payments"):
            yield from _below_headings(payment_tables(ruleset.rules, tr))
        case TablePart(table="limits"):
            yield replace(limit_table(ruleset.rules, tr), title="", id="")
        case WinPart():
            yield from _win(part, ruleset, tr)


def _below_headings(tables: Iterable[TableBlock]) -> Iterator[Block]:
    """Yield tables, each with its title as a heading of the text."""
    for table in tables:
        yield Heading((table.title,), level=3)
        yield replace(table, title="", id="")


# ---- prose ---------------------------------------------------------------------------------------


def _cited(part: Prose, text: str, ruleset: Ruleset, tr: Locale) -> TextLine:
    cited = sections(part, ruleset)
    if cited and any(clause.reading for clause in _clauses(part)):
        cited = tr("{sections} (in part a reading)", sections=cited)
    mark: TextLine = (" ", Styled(cited, "citation")) if cited else ()
    return (*prose(tr(text), tr), *mark)


def prose(text: str, tr: Locale) -> TextLine:
    """Return a text with the tiles, the names of chapters and the terms that it has in it."""
    return tuple(_inlines(text, tr))


def _inlines(text: str, tr: Locale) -> Iterator[Inline]:
    at = 0
    for found in MARKUP.finditer(text):
        if found.start() > at:
            yield text[at : found.start()]
        at = found.end()
        braces, term = found.groups()
        if term:
            yield Styled(term, "emphasis")
        elif braces in rulebook_text():
            yield Link(chapter_title(braces, tr), braces)
        else:
            yield DrawnHand(drawn_groups(braces, tr), braces)
    if at < len(text):
        yield text[at:]


def sections(part: Prose, ruleset: Ruleset) -> str:
    """Return the sections of its book that say a part, as `§ 3.1, 3.3`; empty if none does."""
    book = ruleset.book.id
    found = [one for clause in _clauses(part) for one in _each(clause.sections(book))]
    if not found:
        return ""
    ordered = sorted(set(found), key=_by_number)
    return unbroken(f"§ {', '.join(ordered)}")


def _each(sections: str) -> Iterator[str]:
    """Yield sections one by one, also those of a range: `3.3.5-3.3.7`."""
    for section in filter(None, sections.split(", ")):
        if found := RANGE.fullmatch(section):
            above, first, last = found[1], int(found[2]), int(found[3])
            yield from (f"{above}{number}" for number in range(first, last + 1))
        else:
            yield section


def _by_number(section: str) -> tuple[tuple[int, ...], str]:
    numbers = re.findall(r"\d+", section)
    return tuple(map(int, numbers)) or (0,), section


def _calls(tr: Locale) -> TableBlock:
    """Return the Japanese word for each call, which players say in all languages."""
    heads = (TableColumn(tr("In this text")), TableColumn(tr("In Japanese")))
    return plain_table(heads, (plain_row(tr.term(name), JAPANESE[name]) for name in CALLS))


# ---- tiles ---------------------------------------------------------------------------------------


def _tiles(part: TilesPart, ruleset: Ruleset, tr: Locale) -> TextLine:
    outer = ruleset.rules.kongs.concealed_face_down != "inner_two"
    hand = DrawnHand(drawn_groups(part.tiles, tr, outer_down=outer), part.tiles)
    return (hand, " ", *_cited(part, part.says, ruleset, tr))


def _win(part: WinPart, ruleset: Ruleset, tr: Locale) -> Iterator[Block]:
    """Yield a win and its score line by line; nothing where it does not win."""
    told = explain(read_win(part.win), ruleset)
    if not isinstance(told.result, Score):
        return
    yield Note(((tr(part.says),), (drawn(told.win, tr, ruleset),), (win_told(told.win, tr),)))
    rows = [plain_row(tr(line.label), tr(line.value)) for line in told.lines]
    columns = (TableColumn(tr("What"), share=1), TableColumn(tr("How much"), "right"))
    yield plain_table(columns, rows, bold=False)
