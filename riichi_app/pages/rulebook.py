"""The rulebook of a ruleset: chapters, options as sentences, yaku with hands, worked examples."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest

from riichi_app.documents.model import (
    Block,
    Cell,
    Column,
    Contents,
    Document,
    Heading,
    Inline,
    Link,
    Note,
    Paragraph,
    Picture,
    Row,
    Section,
    Styled,
    TableBlock,
    TextLine,
    plain_table,
)
from riichi_app.locale import ENGLISH, TERMS, Locale
from riichi_app.pages.citations import print_citation, shelf_remark
from riichi_app.pages.examples import (
    Example,
    contrasting_examples,
    drawn,
    example_lines,
    hand_lines,
    happened,
    outcome_beside,
    win_told,
)
from riichi_app.pages.outcomes import plain_words
from riichi_app.pages.rulebook_citations import Citations, placed
from riichi_app.pages.rulebook_text import chapter_title, text_blocks
from riichi_core.comparison.comparison import Comparison, ComparisonRow, compare
from riichi_core.hands.win import Win
from riichi_core.language import Text, Translator
from riichi_core.records.win import read_win
from riichi_core.rules.chapters.limits import Limit
from riichi_core.rules.glossary import known_yaku, yaku_examples
from riichi_core.rules.options import Chapter
from riichi_core.rules.rulebook import OptionsPart, TablePart, rulebook_text, unnamed_options
from riichi_core.rules.rules import Rules, chapters
from riichi_core.rules.ruleset import BookHead, Grade, HouseHead, Ruleset
from riichi_core.rules.settings import Setting, settings
from riichi_core.rules.vocabulary import Names
from riichi_core.scenarios.index import ShippedScenario, by_option, shipped_scenarios
from riichi_core.scenarios.kinds.kind import ResultJson
from riichi_core.scenarios.outcome import result

KINDS = ("win", "deal")
"""The scenarios that make worked examples on paper: a sentence and the hands tell all of them."""


LIMITS = ("mangan", "haneman", "baiman", "sanbaiman", "counted_yakuman")
"""The rows of the limits that a win of an example can have."""

# ---- labels --------------------------------------------------------------------------------------

SOURCE: Text = "Facts from: {source}"

GRADES: dict[Grade, Text] = {
    "quoting": "a text that quotes it by article",
    "secondary": "second-hand",
}

DIFFERENT: Text = "What is different from {book}"

ALIKE: Text = "Nothing is different."

MARK: Text = "house rule"

CHANGES: tuple[Text, ...] = ("Rule", "There", "Here")
"""The columns of the table of a club's differences."""

YAKU: tuple[Text, ...] = ("Yaku", "How it is recognised")

MISSES: Text = "Not so: {why}."


# ---- the document --------------------------------------------------------------------------------


def rulebook(
    ruleset: Ruleset,
    tr: Locale = ENGLISH,
    *,
    without: Collection[str] = (),
    citations: Citations = "inline",
    logo: Picture | None = None,
) -> Document:
    """Return the rulebook of a ruleset, a book's or a club's, in these words.

    Args:
        ruleset: whose rules it tells.
        tr: the language and terms.
        without: ids of chapters that are left out.
        citations: where it says what each rule comes from.
        logo: a picture at its head.
    """
    base = ruleset.base
    every = [(path, option.title, sides[0]) for path, option, sides in settings(ruleset, tr=tr)]
    blocks: list[Block] = [*_head(ruleset, logo, tr)]
    if base is not None:
        blocks.append(_front(base, ruleset, tr))
    changed = {path.split(".")[0] for path in ruleset.changes}
    left_out = _not_spoken_of(ruleset, every)
    told = [
        name
        for name, chapter in rulebook_text().items()
        if name not in without
        and (
            name in changed
            or (chapter.holds(ruleset.rules) and not _says_nothing(chapter.parts, left_out))
        )
    ]
    blocks.append(Contents(tuple(Link(chapter_title(name, tr), name) for name in told)))
    for name in told:
        blocks += _chapter(name, ruleset, every, left_out, tr)
    placed_blocks = placed(blocks, citations, tr, without)
    return Document(
        title=ruleset.title_in(tr), language=tr.language, layout="rulebook", blocks=placed_blocks
    )


def _head(ruleset: Ruleset, logo: Picture | None, tr: Translator) -> Iterator[Block]:
    """Yield what stands below the title: logo, whose rules they are and since when, the sources."""
    if logo is not None:
        yield logo
    head = ruleset.head
    if imprint := ", ".join(filter(None, (head.organisation, head.published))):
        yield Paragraph((imprint,))
    if remark := shelf_remark(ruleset, tr):
        yield Paragraph((remark,))
    for one in _standing_on(ruleset):
        for source in _sources(one, tr):
            yield Paragraph((Styled(tr(SOURCE, source=source), "small"),))


def _standing_on(ruleset: Ruleset | None) -> Iterator[Ruleset]:
    """Yield a ruleset and what it is laid over, down to the book."""
    while ruleset is not None:
        yield ruleset
        ruleset = ruleset.base


def _sources(ruleset: Ruleset, tr: Translator) -> Iterator[str]:
    """Yield the documents from which the facts come, each with its licence and its grade."""
    if isinstance(ruleset.head, HouseHead):
        return
    for source in ruleset.head.sources.values():
        where = f", {source.url}" if source.url else ""
        told = f"{source.title}, {source.author} ({source.licence}{where})"
        yield told if source.grade == "official" else f"{told}: {tr(GRADES[source.grade])}"


def _not_spoken_of(ruleset: Ruleset, every: Iterable[tuple[str, str, Setting]]) -> frozenset[str]:
    """Return the options that neither the rules nor the book below them speak of."""
    book = ruleset.book
    stated = {path for one in _standing_on(ruleset) for path in one.changes}
    named = book.head.unregulated if isinstance(book.head, BookHead) else ()
    silent = {path for path, _, side in every if side.value == "not_regulated"}
    return frozenset({*named, *silent} - stated)


def _says_nothing(parts: Iterable[object], left_out: frozenset[str]) -> bool:
    """Return True for a chapter of nothing but options that are left out."""
    return all(isinstance(part, OptionsPart) and left_out >= {*part.options} for part in parts)


def _chapter(
    name: str,
    ruleset: Ruleset,
    every: Sequence[tuple[str, str, Setting]],
    left_out: frozenset[str],
    tr: Locale,
) -> Iterator[Block]:
    """Yield a chapter: its text, its options where the text names them, the others at its end."""
    yield Heading((chapter_title(name, tr),), id=name)
    if (options := chapters().get(name)) is not None:
        yield Paragraph((tr(about_chapter(options)),))
    settled = {path: (title, side) for path, title, side in every if path not in left_out}
    pieces: list[Block] = []
    for here, parts in groupby(rulebook_text()[name].parts, key=_stands_alone):
        for part in parts if here else (tuple(parts),):
            if isinstance(part, OptionsPart):
                pieces += _rules(ruleset, part.options, settled, tr)
            elif isinstance(part, TablePart) and part.table == "yaku":
                mine = [entry for entry in every if entry[0].startswith("yaku.")]
                pieces.append(_yaku_table(ruleset, mine, tr))
            elif isinstance(part, tuple):
                pieces += text_blocks(part, ruleset, tr)
    pieces += _rules(ruleset, unnamed_options().get(name, ()), settled, tr)
    yield from _without_empty(pieces)


def _stands_alone(part: object) -> bool:
    """Return True for a part that is no text."""
    return isinstance(part, OptionsPart) or (isinstance(part, TablePart) and part.table == "yaku")


def _without_empty(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield blocks without a heading below which nothing stands."""
    for block, below in zip_longest(blocks, blocks[1:]):
        if not (isinstance(block, Heading) and (below is None or isinstance(below, Heading))):
            yield block


def about_chapter(chapter: type[Chapter]) -> str:
    """Return the sentence that says what a chapter is about."""
    return (chapter.__doc__ or "").strip().split("\n")[0]


def _rules(
    ruleset: Ruleset, paths: Iterable[str], settled: Mapping[str, tuple[str, Setting]], tr: Locale
) -> Iterator[Section]:
    """Yield the options that are settled."""
    for path in paths:
        if path in settled:
            title, side = settled[path]
            yield _rule(ruleset, path, title, side, tr)


def _rule(ruleset: Ruleset, path: str, title: str, side: Setting, tr: Locale) -> Section:
    """Return an option: its title, its sentence, where it comes from, and an example."""
    changed = _is_house_rule(path, ruleset)
    head: TextLine = (Styled(f"{title}.", "strong"), *_mark(tr, changed=changed))
    blocks: list[Block] = [
        Paragraph((*head, " ", side.sentences, " ", _citation(ruleset, side, tr))),
    ]
    if example := _worked(ruleset, path, tr):
        blocks.append(example)
    return Section(tuple(blocks), path, "changed" if changed else "")


def _is_house_rule(path: str, ruleset: Ruleset) -> bool:
    return path in ruleset.changes and not ruleset.on_shelf


def _mark(tr: Translator, *, changed: bool) -> TextLine:
    return (" ", Styled(tr(MARK), "mark")) if changed else ()


def _citation(ruleset: Ruleset, side: Setting, tr: Translator) -> Styled:
    return Styled(print_citation(side.provenance, ruleset, tr), "citation")


# ---- what a club changes -------------------------------------------------------------------------


def _front(base: Ruleset, ruleset: Ruleset, tr: Locale) -> Section:
    """Return the rules in which a club differs from its book, on a page of their own."""
    title = Heading((tr(DIFFERENT, book=base.title_in(tr)),))
    found = compare(base, ruleset, tr=tr)
    if not found.differing:
        return Section((title, Paragraph((tr(ALIKE),))))
    told = contrasting_examples([row.path for row in found.differing], found.rulesets, tr)
    rows = (_change(found, row, told.get(row.path), tr) for row in found.differing)
    shares = (0.9, 1, 1)
    columns = (Column(tr(name), share=share) for name, share in zip(CHANGES, shares, strict=True))
    return Section((title, plain_table(columns, rows)), kind="front")


def _change(found: Comparison, row: ComparisonRow, one: Example | None, tr: Translator) -> Row:
    """Return a changed rule: both sentences, and an example with its outcome on both sides."""
    about: list[TextLine] = [(Link(row.title, row.path),)]
    if one is not None:
        about += example_lines(one.says, one.hands, tr)
    there, here = row.sides
    cited = (" ", _citation(found.rulesets[1], here, tr))
    sides: list[list[TextLine]] = [[(there.sentences,)], [(here.sentences, *cited)]]
    for lines, side, outcome in zip(sides, row.sides, one.outcomes if one else (), strict=False):
        if told := outcome_beside(side.sentences, outcome):
            lines.append((Styled(f"→ {told}", "emphasis"),))
    return Row(tuple(Cell(tuple(lines)) for lines in (about, *sides)))


# ---- worked examples -----------------------------------------------------------------------------


def _worked(ruleset: Ruleset, path: str, tr: Locale) -> Note | None:
    """Return the plainest scenario about an option that can be told under this ruleset."""
    told = [one for one in by_option().get(path, ()) if one.given.kind in KINDS]
    for one in sorted(told, key=_length):
        found = result(one.given, ruleset)
        if _shows(path, found, ruleset.rules):
            says, hands = happened(one, tr)
            outcome = plain_words(one.given.kind, found, tr)
            return Note(((says,), *hand_lines(hands, tr, ruleset), (f"→ {outcome}",)))
    return None


def _shows(path: str, found: ResultJson, rules: Rules) -> bool:
    """Return True for a win, and for a limit only a win that has that limit by its han."""
    if "error" in found or found.get("valid") is False:
        return False
    chapter, name = path.split(".")
    if chapter != "limits" or name not in LIMITS:
        return True
    return found.get("limit") == name and found["han"] >= _from_han(getattr(rules.limits, name))


def _from_han(row: Limit | tuple[Limit, ...]) -> int:
    """Return from how many han on a hand has a limit."""
    return row.han if isinstance(row, Limit) else min(one.han for one in row)


def _length(one: ShippedScenario) -> tuple[int, int]:
    return KINDS.index(one.given.kind), len(str(one.given.facts))


# ---- yaku ----------------------------------------------------------------------------------------


def _yaku_table(
    ruleset: Ruleset, entries: Sequence[tuple[str, str, Setting]], tr: Locale
) -> TableBlock:
    """Return the yaku that are worth anything, or were in a club's book; its own come last."""
    columns = zip(map(tr, YAKU), (1, 2), strict=True)
    rows = (
        _yaku(ruleset, path, title, side, tr)
        for path, title, side in entries
        if side.value != "none" or path in ruleset.changes
    )
    return plain_table((Column(name, share=share) for name, share in columns), rows)


def _yaku(ruleset: Ruleset, path: str, title: str, side: Setting, tr: Locale) -> Row:
    """Return a yaku: its names, its worth and its citation, and how it is recognised."""
    yaku = path.split(".")[1]
    own = {one.id: one for one in ruleset.rules.yaku.local}
    changed = _is_house_rule(path, ruleset) or yaku in own
    known = known_yaku().get(yaku)
    names = known.name if known is not None else own[yaku].name if yaku in own else None
    about: list[TextLine] = [(title, *_mark(tr, changed=changed))]
    if names is not None and (beside := tuple(_beside(names, title, tr))):
        about.append(beside)
    about += [(side.sentences.rstrip("."),), (_citation(ruleset, side, tr),)]
    return Row((Cell(tuple(about)), Cell(tuple(_recognised(yaku, ruleset, tr)))), path)


def _beside(names: Names, title: str, tr: Locale) -> Iterator[Inline]:
    """Yield its other names: those by the other terms, and the Japanese one as written."""
    for terms in TERMS:
        if terms != tr.terms:
            told, language = Locale(tr.language, terms).named(names)
            if told != title:
                yield Styled(told, "small", language)
                yield " "
    if names.kanji:
        yield Styled(names.kanji, "small", "ja")


def _recognised(name: str, ruleset: Ruleset, tr: Translator) -> Iterator[TextLine]:
    """Yield a yaku in words, with a hand that has it and one that has other tiles and does not.

    For a yaku of a club's own the hand is that of a scenario.
    """
    known = yaku_examples().get(name)
    if known is None:
        if (win := _win_with(name, ruleset)) is not None:
            yield from _shown(win, ruleset, tr)
        return
    yield (tr(known.says),)
    has, misses = read_win(known.has), read_win(known.misses)
    yield from _shown(has, ruleset, tr)
    if (has.hand, has.tile) != (misses.hand, misses.tile):
        yield (drawn(misses, tr, ruleset), " ", Styled(tr(MISSES, why=tr(known.why)), "small"))


def _shown(win: Win, ruleset: Ruleset, tr: Translator) -> Iterator[TextLine]:
    yield (drawn(win, tr, ruleset), " ", Styled(win_told(win, tr), "small"))


def _win_with(name: str, ruleset: Ruleset) -> Win | None:
    """Return the win of a scenario that has a yaku under a ruleset."""
    for one in shipped_scenarios():
        if one.given.kind == "win":
            found = result(one.given, ruleset)
            if any(entry["id"] == name for entry in found.get("yaku", ())):
                return read_win(one.given.facts)
    return None
