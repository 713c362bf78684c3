"""One or several rulesets on a page for players and referees: guide, card and poster."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil

from riichi.content.citations import left_to_software, print_citation, software_remark
from riichi.content.comparison import alike_sentence, comparison_summary, only_in
from riichi.content.drawn_hands import example_lines, own_yaku_lines
from riichi.content.examples import Example, outcome_beside
from riichi.content.what_matters import FIVE, all_that_matter, five_that_matter, how_it_is_known
from riichi.content.yaku_examples import yaku_examples
from riichi.locale import Locale
from riichi.writers.drawings import drawn_groups
from riichi.writers.model import (
    Cell,
    Column,
    Document,
    DrawnHand,
    Figure,
    Group,
    Inline,
    Link,
    Paragraph,
    Row,
    Styled,
    TableBlock,
    TextLine,
    plain_row,
)
from riichi_core.comparison.comparison import Comparison, ComparisonRow
from riichi_core.language import Translatable, Translator
from riichi_core.messages import not_empty
from riichi_core.rules.address import address_of
from riichi_core.rules.options import Asked
from riichi_core.rules.rules import Rules, options
from riichi_core.rules.ruleset import OTHER_RULES, Ruleset
from riichi_core.rules.settings import local_setting, local_yaku_options, setting

CARD_PARTS: Mapping[Asked, Translatable] = {
    "game": "The game",
    "hand": "The hand",
    "table": "At the table",
}
"""The parts of a card: the options that answer a player's questions before a game."""

LONGEST_ADDRESS = 1000
"""The maximum number of letters in a card's QR code."""

FIVE_DIFFERENCES: Translatable = "The five differences from {base} that matter most"
DIFFERENCES: Translatable = "What is different from {base}"

HONOURS = "1234567z"

SENTENCE_BREAK = re.compile(r"(?<=[.!?]) (?=[A-Z0-9])")
"""The space between two sentences."""

SECTIONS: Mapping[Translatable, Sequence[str]] = {
    "When a tile can be claimed": ("claims", "quads"),
    "Riichi and furiten": ("riichi", "furiten"),
    "When a hand is won": ("winning", "yaku", "dora", "tiles", "fu", "limits", "liability"),
    "When a hand ends": ("draws", "dealer"),
    "When the game ends": ("end", "result", "chips"),
    "Before the first hand": ("setup",),
    "When something goes wrong": ("dead_hand", "chombo", "fouls"),
    "Around a tournament": ("tournament",),
}
"""Every chapter, under the moment at which its rules matter: first those that change how to play,
last those for organisers.
"""

TITLE_WIDTH = 0.27
"""The share of the width for titles and examples."""

UPRIGHT = 3
"""The maximum number of rulesets on a page in portrait format; with more it is landscape."""

MOST_SIDES = 5
"""The maximum number of rulesets in one table; more rulesets take several tables."""

PAGES = 4

ROOM = 186
"""The number of sides and outcomes on two pages; an example has one outcome for each side."""

ROOM_WITHOUT_EXAMPLES = 10
"""The divisor of the additional room if no option has an example."""

TOLD_BY_THE_RULE = ("dead_hand", "chombo", "fouls", "tournament")
"""Chapters whose rules describe a case themselves, so that an example adds least to them."""

Examples = Mapping[str, Example]
"""By an option's path, a case whose outcome differs."""


# ---- the card ------------------------------------------------------------------------------------


def card(ruleset: Ruleset, tr: Locale, page: str = "") -> Document:
    """Return the card of a ruleset in a language: each value in its own sentence.

    With the address of a page for house rules, a QR code opens the rules there.
    """
    tr = tr.of(ruleset)
    groups = [
        Group(tuple(_card_row(ruleset, path, tr) for path in paths), tr(title))
        for title, paths in _asked(ruleset).items()
    ]
    if local := tuple(_local_yaku_rows(ruleset, tr)):
        groups.append(Group(local, tr("Yaku of this ruleset")))
    others = [
        _card_row(ruleset, path, tr)
        for path in ruleset.changes
        if not ruleset.on_shelf and path in options() and not options()[path].asked
    ]
    others += (plain_row(*rule) for rule in ruleset.other_rules.items())
    if others:
        groups.append(Group(tuple(others), tr(OTHER_RULES)))
    columns = (Column(tr("Rule"), share=0.6), Column(ruleset.short_title_in(tr), share=1.4))
    remarks = [software_remark(ruleset, tr)]
    if ruleset.base is not None and ruleset.changes and not ruleset.on_shelf:
        remarks.append(tr("Shaded: differs from {base}.", base=ruleset.base.short_title_in(tr)))
    return Document(
        title=ruleset.title_in(tr),
        kind=tr.in_context("page", "House card"),
        language=tr.language,
        layout="guide",
        blocks=(
            *_code(ruleset, page, tr),
            TableBlock(columns, tuple(groups)),
            *(Paragraph((Styled(remark, "small"),)) for remark in not_empty(remarks)),
        ),
        pages=1,
    )


def _code(ruleset: Ruleset, page: str, tr: Locale) -> Iterator[Figure]:
    """Yield the QR code of the rules on a page, unless its dots would be too fine."""
    if not page:
        return
    address = address_of(ruleset, page)
    if len(address) <= LONGEST_ADDRESS:
        from riichi.writers.qr_code import qr_code  # noqa: PLC0415 - few cards have one

        says = tr("These rules on your phone")
        yield Figure(qr_code(address), (says,), says)


def _asked(ruleset: Ruleset) -> dict[Translatable, list[str]]:
    """Return the options on a card by the title of their part."""
    left_out = ruleset.rules.without_effect | left_to_software(ruleset)
    told = {path: one for path, one in options().items() if path not in left_out}
    return {
        title: [path for path, option in told.items() if option.asked == part]
        for part, title in CARD_PARTS.items()
    }


def _card_row(ruleset: Ruleset, path: str, tr: Locale) -> Row:
    option = options()[path]
    says = setting(ruleset, path, option, tr).sentences
    return _row_of(ruleset, path, tr(option.title), says)


def _local_yaku_rows(ruleset: Ruleset, tr: Locale) -> Iterator[Row]:
    """Yield the local yaku: a description and the value of each."""
    priced = {yaku.id: yaku for yaku in ruleset.rules.yaku.local if yaku.worth != "none"}
    for path, option in local_yaku_options(ruleset, tr=tr).items():
        name = path.split(".")[1]
        if name in priced:
            worth = local_setting(ruleset, path, tr).sentences
            known = yaku_examples().get(name)  # a club's own yaku has its definition there
            says = worth if known is None else f"{tr(known.says)} {worth}"
            yield _row_of(ruleset, path, option.title, says, own_yaku_lines(name, ruleset, tr))


def _row_of(
    ruleset: Ruleset, path: str, title: str, says: str, more: Iterable[TextLine] = ()
) -> Row:
    is_changed = path in ruleset.changes and not ruleset.on_shelf
    return Row((Cell(((title,),)), Cell(((says,), *more), shaded=is_changed)), path)


# ---- the poster ----------------------------------------------------------------------------------


def poster(comparison: Comparison, tr: Locale) -> Document:
    """Return the poster of the five rules that a player must know, each side in one sentence.

    If few options differ, it has all of them. A club's poster has its own rules in large letters,
    and those of its book below them.
    """
    tr = tr.of(*comparison.rulesets)
    matters = five_that_matter(comparison) or all_that_matter(comparison)
    base, *others = comparison.rulesets
    ours = others[-1]
    is_club = ours.base == base and not ours.on_shelf and len(others) == 1
    names, groups = comparison.names(tr), []
    for row in (matter.row for matter in matters):
        cells = [*_poster_cells(row, comparison.rulesets, tr)]
        if is_club:
            book = Styled(f"{names[0]}: {cells[0].lines[0][0]}", "small")
            cells = [Cell((*cells[1].lines, (book,)))]
        groups.append(Group((Row(tuple(cells), row.path),), row.title))
    columns = [Column(name, share=1) for name in ([""] if is_club else names)]
    title, kind = (
        comparison.title(tr),
        tr("The five that matter most") if len(matters) == FIVE else "",
    )
    if is_club:
        kind = tr(FIVE_DIFFERENCES if kind else DIFFERENCES, base=names[0])
        title = ours.title_in(tr)
    tiles = five_tiles(ours.rules) + HONOURS
    return Document(
        title=title,
        kind=kind,
        language=tr.language,
        layout="poster",
        blocks=(
            Paragraph((DrawnHand(drawn_groups(tiles, tr), tiles),)),
            TableBlock(tuple(columns), tuple(groups), bold=False),
        ),
        pages=1,
    )


def five_tiles(rules: Rules) -> str:
    """Return a five of each suit, red if the rules have red ones."""
    return "".join(f"{0 if getattr(rules.tiles.red_fives, suit) else 5}{suit}" for suit in "mps")


def _poster_cells(
    row: ComparisonRow, rulesets: Sequence[Ruleset], tr: Translator
) -> Iterator[Cell]:
    """Yield a sentence of each side; a club's own yaku has all its sentences and its tiles."""
    sides = [side.sentences for side in row.sides]
    name = row.path.removeprefix("yaku.")
    for side, ruleset in zip(sides, rulesets, strict=True):
        drawn = tuple(own_yaku_lines(name, ruleset, tr))
        yield Cell(((side if drawn else own_sentence(side, sides),), *drawn))


def own_sentence(side: str, sides: Sequence[str]) -> str:
    """Return the first sentence of a side that not all sides share."""
    sentences, *others = map(SENTENCE_BREAK.split, (side, *sides))
    own = (one for one in sentences if not all(one in other for other in others))
    return next(own, sentences[0])


# ---- the guide -----------------------------------------------------------------------------------


def guide(comparison: Comparison, examples: Examples, tr: Locale, *, everything: bool) -> Document:
    """Return the options that differ (or all), each side with its sentence and its citation."""
    tr = tr.of(*comparison.rulesets)
    rows = comparison.shown(everything=everything)
    room = ROOM // len(comparison.labels)
    unprinted = frozenset[str]() if everything else _one_sided(rows, room, comparison.rulesets)
    printed = [row for row in rows if row.path not in unprinted]
    left_out = _without_room(printed, examples, room)
    lines = (
        _guide_row(comparison, row, examples.get(row.path), tr, folded=not everything)
        for row in rows
    )
    rows_by_path = {
        row.id: replace(row, brief=row.id in left_out, unprinted=row.id in unprinted)
        for row in lines
    }
    groups = tuple(
        Group(tuple(rows_by_path[row.path] for row in those), title)
        for title, those in sections(comparison, rows, tr, everything=everything)
    )
    tables = _tables(comparison.names(tr), groups) if rows else ()
    summary: list[Inline] = [comparison_summary(comparison, tr)]
    if not everything and (alike := alike_sentence(comparison, tr)):
        summary += [" ", alike]
    if left_out:
        examples_out = tr.counted(
            "In print {n} example is left out.",
            "In print {n} examples are left out.",
            len(left_out),
        )
        summary += [" ", Styled(examples_out, "small")]
    if unprinted:
        summary += [" ", Styled(_unprinted_sentence(len(unprinted), tr), "small")]
    return Document(
        title=comparison.title(tr),
        language=tr.language,
        layout="guide",
        blocks=(Paragraph(tuple(summary)), *_five_that_matter(comparison, tr), *tables),
        landscape=len(comparison.labels) > UPRIGHT,
        pages=PAGES,
    )


def _five_that_matter(comparison: Comparison, tr: Locale) -> Iterator[Paragraph]:
    """Yield the five options that matter most in a line, each linked to its row."""
    if five := five_that_matter(comparison):
        line: list[Inline] = [Styled(tr("What matters most:"), "strong")]
        for place, matter in enumerate(five):
            line += ["; " if place else " ", Link(matter.row.title, matter.row.path)]
            if share := matter.share(tr):
                line += [" ", Styled(f"({share})", "small")]
        if known := how_it_is_known(five, tr):
            line += [". ", Styled(known, "small")]
        yield Paragraph(tuple(line))


def _tables(labels: Sequence[str], groups: Sequence[Group]) -> Iterator[TableBlock]:
    """Yield tables with a readable number of sides, each with the titles of its rows."""
    number = ceil(len(labels) / MOST_SIDES)
    ends = [len(labels) * part // number for part in range(number + 1)]
    for first, last in pairwise(ends):
        sides = [Column(label, share=1) for label in labels[first:last]]
        yield TableBlock(
            columns=(Column("", share=TITLE_WIDTH * (len(sides) + 1)), *sides),
            groups=tuple(_with_sides(group, first, last) for group in groups),
            sections=True,
        )


def _with_sides(group: Group, first: int, last: int) -> Group:
    """Return rows with some of their sides; links lead to the rows with the first side."""
    rows = (
        replace(
            row, cells=(row.cells[0], *row.cells[1 + first : 1 + last]), id="" if first else row.id
        )
        for row in group.rows
    )
    return Group(tuple(rows), group.title)


def _one_sided(
    rows: Sequence[ComparisonRow], room: int, rulesets: Sequence[Ruleset]
) -> frozenset[str]:
    """Return the options that paper lacks: those that software decides, and those without room.

    If not all fit, even without examples, paper lacks fouls and rules for organisers on which one
    of the books says nothing, except those that players ask about before a game.
    """
    online = frozenset[str]().union(*map(left_to_software, rulesets))
    is_full = not _fit_without_examples([row for row in rows if row.path not in online], room)
    return frozenset(
        row.path
        for row in rows
        if row.path in online
        or (
            is_full
            and row.chapter in TOLD_BY_THE_RULE
            and not options()[row.path].asked
            and any(side.provenance and side.provenance.kind == "silent" for side in row.sides)
        )
    )


def _fit_without_examples(rows: Sequence[ComparisonRow], room: int) -> bool:
    return len(rows) <= room + room // ROOM_WITHOUT_EXAMPLES


def _without_room(rows: Sequence[ComparisonRow], examples: Examples, room: int) -> frozenset[str]:
    """Return the options whose examples do not fit on paper; the least useful examples go first.

    A drawn hand is the most useful, because a sentence cannot show it. If the options do not fit
    even without examples, the guide keeps all examples and takes as many pages as it needs.
    """
    if not _fit_without_examples(rows, room):
        return frozenset()
    with_examples = [(row.chapter in TOLD_BY_THE_RULE, not examples[row.path].hands, row.path)
            for row in rows if row.path in examples]  # fmt: skip
    places = sorted(with_examples, key=lambda entry: entry[:2])
    return frozenset(path for *_, path in places[max(room - len(rows), 0) :])


def _unprinted_sentence(number: int, tr: Locale) -> str:
    return tr.counted(
        "In print {n} rule is left out: one ruleset does not state it. See the rulebooks.",
        "In print {n} rules are left out: one ruleset does not state them. See the rulebooks.",
        number,
    )


def sections(
    comparison: Comparison, rows: Sequence[ComparisonRow], tr: Translator, *, everything: bool
) -> Iterator[tuple[str, Sequence[ComparisonRow]]]:
    """Yield the options of each moment of play, then those that only one ruleset mentions."""
    shared = [row for row in rows if everything or row.only_side is None]
    for title, chapters in SECTIONS.items():
        if those := [row for row in shared if row.chapter in chapters]:
            yield tr(title), those
    if not everything:
        yield from ((title, only) for _, title, only in only_in(comparison, rows, tr))


def _guide_row(
    comparison: Comparison,
    row: ComparisonRow,
    example: Example | None,
    tr: Translator,
    *,
    folded: bool,
) -> Row:
    """Return the row of an option; if folded and only one side mentions it, only that side."""
    place = row.only_side if folded else None
    lines_of_title: list[TextLine] = [(row.title,)]
    example = example if place is None else None
    if example is not None:
        lines_of_title += example_lines(example.says, example.hands, tr)
    outcomes = example.outcomes if example else ("",) * len(row.sides)
    cells = [Cell(tuple(lines_of_title))]
    for ruleset, side, outcome in zip(comparison.rulesets, row.sides, outcomes, strict=True):
        cited = Styled(print_citation(side.provenance, ruleset, tr), "small")
        lines: list[TextLine] = [(side.sentences, " ", cited)]
        if text := outcome_beside(side.meaning, outcome):
            lines.append((Styled(f"→ {text}", "emphasis"),))
        cells.append(Cell(tuple(lines)))
    if place is not None:
        cells[1:] = (cell if n == place else Cell((("-",),)) for n, cell in enumerate(cells[1:]))
    return Row(tuple(cells), row.path)
