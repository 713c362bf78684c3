"""A ruleset as a rulebook in plain words, with the sections that it cites."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, zip_longest
from typing import Literal

from riichi.content.citations import (
    chain,
    left_to_software,
    print_citation,
    shelf_remark,
    software_remark,
    unbroken,
)
from riichi.content.contrasting_scenarios import deciding_scenario
from riichi.content.drawn_hands import drawn_win, example_lines, hand_lines
from riichi.content.endings import points_text, signed_text
from riichi.content.examples import (
    Example,
    contrasting_examples,
    happened,
    outcome_beside,
    win_words,
)
from riichi.content.outcomes import plain_words
from riichi.content.rulebook_text import (
    FigurePart,
    ItemPart,
    OptionsPart,
    Prose,
    SectionHead,
    TablePart,
    TextPart,
    TilesPart,
    ValuesPart,
    WinPart,
    option_and_part,
    rulebook_text,
    unnamed_options,
)
from riichi.content.score_sheet import LIMITS, limit_table, minipoint_tables, payment_tables
from riichi.content.yaku_examples import yaku_examples
from riichi.content.yaku_hands import example_win
from riichi.locale import ENGLISH, Locale
from riichi.writers import drawings
from riichi.writers.drawings import drawn_groups
from riichi.writers.model import (
    Block,
    Bullets,
    Cell,
    Column,
    Contents,
    Document,
    DrawnHand,
    Figure,
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
    plain_row,
    plain_table,
)
from riichi_core.comparison.comparison import Comparison, ComparisonRow, compare
from riichi_core.game.result import final_results
from riichi_core.hands.win import Win
from riichi_core.language import Translatable, Translator
from riichi_core.messages import not_empty
from riichi_core.records.win import WinRecord
from riichi_core.rules.chapters.chombo import AfterUma
from riichi_core.rules.chapters.limits import Limit
from riichi_core.rules.clauses import Clause, clauses, indexed_books
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.options import CompoundValue, Option, describe_value, option_of
from riichi_core.rules.rules import Rules, chapters, options
from riichi_core.rules.ruleset import Grade, HouseHead, Ruleset, signed_sections
from riichi_core.rules.settings import Setting, settings
from riichi_core.rules.yaku_vocabulary import Names
from riichi_core.scenarios.kinds.kind import ResultJson
from riichi_core.scenarios.outcome import scenario_result
from riichi_core.scenarios.scenario import ShippedScenario, by_option
from riichi_core.scoring.explain import explain
from riichi_core.scoring.result import Score

Citations = Literal["inline", "notes", "none"]

NOTES: Translatable = "Notes"

DRAWINGS = {"seats": drawings.seats, "walls": drawings.walls}

SECTION_RANGE = re.compile(r"((?:\d+\.)*)(\d+)-\1(\d+)")

CALLS = ("sequence", "triplet", "quad")

MARKUP = re.compile(r"\{([^{}]+)\}|\*([^*]+)\*")
"""The markup of a text: tiles or a chapter's id in braces, and a term between asterisks."""

WORKED_KINDS = ("win", "deal")
"""The kinds of scenarios for worked examples on paper, which a sentence and the hands explain."""

GRADES: dict[Grade, Translatable] = {
    "quoting": "a text that quotes it by article",
    "secondary": "second-hand",
}

DIFFERENCES: Translatable = "Differences from {book}"

GAINED = (11_800, 3_200, -3_000, -12_000)
"""The points that the players of the worked result have gained or lost at the table."""


@dataclass(frozen=True, slots=True)
class References:
    """The links and the citations of a rulebook.

    Attributes:
        without: the chapters and options that are left out, which get no links.
        citations: `inline` next to each rule; `notes` as numbers, with a list at the end; `none`.
        notes: the numbered citations, in the order of the rulebook.
    """

    without: Collection[str]
    citations: Citations
    notes: list[str] = field(default_factory=list)

    def link(self, text: str, to: str) -> Link | str:
        """Return a link to a chapter or an option, or its text if the chapter is left out."""
        chapter = to.partition(".")[0]
        return text if to in self.without or chapter in self.without else Link(text, to)

    def cite(self, text: str) -> TextLine:
        """Return a citation after a space, or nothing."""
        if self.citations == "none":
            return ()
        if self.citations == "notes":
            if text not in self.notes:
                self.notes.append(text)
            text = f"[{self.notes.index(text) + 1}]"
        return " ", Styled(text, "small")


def rulebook(
    ruleset: Ruleset,
    tr: Locale = ENGLISH,
    *,
    without: Collection[str] = (),
    citations: Citations = "inline",
    logo: Picture | None = None,
) -> Document:
    """Return the rulebook of a ruleset, a book or a club's rules, in this language.

    `without` has the ids of chapters to leave out. The logo is at the head.
    """
    tr = tr.of(ruleset)
    base = ruleset.base
    all_settings = [
        (path, option.title, sides[0]) for path, option, sides in settings(ruleset, tr=tr)
    ]
    changed = {path.split(".")[0] for path in ruleset.changes}
    left_out = _unmentioned(ruleset, all_settings)
    names = [
        name
        for name, chapter in rulebook_text().items()
        if name not in without
        and (
            name in changed
            or (chapter.holds(ruleset.rules) and not _has_only_left_out(chapter.parts, left_out))
        )
    ]
    references = References({*rulebook_text()} - {*names} | left_out, citations)
    blocks: list[Block] = [*_head(ruleset, logo, tr)]
    if base is not None:
        blocks.append(_changes_section(base, ruleset, references, tr))
    blocks.append(Contents(tuple(Link(chapter_title(name, tr), name) for name in names)))
    for name in names:
        blocks += _chapter(name, ruleset, all_settings, left_out, references, tr)
    for key, title, rows in ruleset.own_words():
        blocks.append(Heading((tr(title),), id=key))
        for heading, text in rows:
            blocks += [Heading((heading,), level=3), Paragraph((text,))]
    if references.notes:
        notes = enumerate(references.notes, 1)
        blocks += [
            Heading((tr(NOTES),), id="notes"),
            Bullets(tuple((f"{number}. {text}",) for number, text in notes)),
        ]
    return Document(
        title=ruleset.title_in(tr), language=tr.language, layout="rulebook", blocks=tuple(blocks)
    )


def _head(ruleset: Ruleset, logo: Picture | None, tr: Translator) -> Iterator[Block]:
    """Yield the blocks below the title: logo, organisation and date, and the sources."""
    if logo is not None:
        yield logo
    head = ruleset.head
    if imprint := ", ".join(filter(None, (head.organisation, head.published))):
        yield Paragraph((imprint,))
    for remark in not_empty((shelf_remark(ruleset, tr), software_remark(ruleset, tr))):
        yield Paragraph((remark,))
    for layer in chain(ruleset):
        for source in _sources(layer, tr):
            yield Paragraph((Styled(tr("Source: {source}", source=source), "small"),))


def _sources(ruleset: Ruleset, tr: Translator) -> Iterator[str]:
    """Yield the sources of the facts, each with its licence and its grade."""
    if isinstance(ruleset.head, HouseHead):
        return
    for source in ruleset.head.sources.values():
        where = "" if source.url is None else f", {source.url}"
        title, author, licence = map(tr, (source.title, source.author, source.licence))
        text = f"{title}, {author} ({licence}{where})"
        yield text if source.grade == "official" else f"{text}: {tr(GRADES[source.grade])}"


def _unmentioned(
    ruleset: Ruleset, all_settings: Iterable[tuple[str, str, Setting]]
) -> frozenset[str]:
    """Return the options that neither the rules nor their book mention, or without effect."""
    book = ruleset.book
    stated = {path for layer in chain(ruleset) for path in layer.changes}
    silent = {path for path, _, side in all_settings if side.value == "not_regulated"}
    unstated = frozenset({*book.without_mention(), *silent} - stated)
    return unstated | left_to_software(ruleset) | ruleset.rules.without_effect


def _has_only_left_out(parts: Iterable[object], left_out: frozenset[str]) -> bool:
    """Return True for a chapter that has only options that are left out."""
    return all(isinstance(part, OptionsPart) and left_out >= {*part.options} for part in parts)


def _chapter(
    name: str,
    ruleset: Ruleset,
    all_settings: Sequence[tuple[str, str, Setting]],
    left_out: frozenset[str],
    references: References,
    tr: Locale,
) -> Iterator[Block]:
    """Yield a chapter: its text, its options where the text names them, the others at its end."""
    yield Heading((chapter_title(name, tr),), id=name)
    if (of_options := chapters().get(name)) is not None:
        yield Paragraph((tr((of_options.__doc__ or "").strip().split("\n")[0]),))
    settled = {path: (title, side) for path, title, side in all_settings if path not in left_out}
    pieces: list[Block] = []
    for alone, parts in groupby(rulebook_text()[name].parts, key=_stands_alone):
        for part in parts if alone else (tuple(parts),):
            if isinstance(part, OptionsPart):
                pieces += _option_sections(ruleset, part.options, settled, references, tr)
            elif isinstance(part, TablePart) and part.table == "yaku":
                mine = [entry for entry in all_settings if entry[0].startswith("yaku.")]
                pieces.append(_yaku_table(ruleset, mine, references, tr))
            elif isinstance(part, tuple):
                pieces += text_blocks(part, ruleset, references, tr)
    pieces += _option_sections(ruleset, unnamed_options().get(name, ()), settled, references, tr)
    for piece, below in zip_longest(pieces, pieces[1:]):  # no heading with nothing below it
        if not (isinstance(piece, Heading) and (below is None or isinstance(below, Heading))):
            yield piece


def _stands_alone(part: object) -> bool:
    """Return True for a part that is not text."""
    return isinstance(part, OptionsPart) or (isinstance(part, TablePart) and part.table == "yaku")


def chapter_title(name: str, tr: Locale) -> str:
    """Return the heading of a chapter."""
    return tr(rulebook_text()[name].title or chapters()[name].TITLE)


# ---- text ----------------------------------------------------------------------------------------


def text_blocks(
    parts: Iterable[object], ruleset: Ruleset, references: References, tr: Locale
) -> Iterator[Block]:
    """Yield the parts of a chapter that are not options, for this ruleset."""
    for kind, several in groupby((p for p in parts if applies(p, ruleset)), key=type):
        if kind is ItemPart:
            items = (part for part in several if isinstance(part, ItemPart))
            yield Bullets(
                tuple(_cited_text(part, part.item, ruleset, references, tr) for part in items)
            )
        elif kind is ValuesPart:
            paths = (
                path for part in several if isinstance(part, ValuesPart) for path in part.values
            )
            if lines := tuple(_value_lines(paths, ruleset, references, tr)):
                yield Bullets(lines)
        elif kind is TilesPart:
            rows = (part for part in several if isinstance(part, TilesPart))
            yield Bullets(tuple(_tile_line(part, ruleset, references, tr) for part in rows))
        else:
            for part in several:
                yield from _blocks_of(part, ruleset, references, tr)


def applies(part: object, ruleset: Ruleset) -> bool:
    """Return True if a part applies to a ruleset: its conditions hold, and the book mentions it.

    A book mentions it if it has one of its clauses; if it is not indexed, all books must have it.
    """
    if isinstance(part, Prose) and part.clauses:
        own = ruleset.book.id
        books = (own,) if own in indexed_books() else indexed_books()
        if not any(all(clause.sections(book) for book in books) for clause in _clauses(part)):
            return False
    holds = getattr(part, "holds", None)
    return holds is None or bool(holds(ruleset.rules))


def _clauses(part: Prose) -> Iterator[Clause]:
    return (clauses()[name] for name in part.clauses)


def _blocks_of(
    part: object, ruleset: Ruleset, references: References, tr: Locale
) -> Iterator[Block]:
    match part:
        case SectionHead(section=title):
            yield Heading((tr(title),), level=3)
        case TextPart(text=text):
            yield Paragraph(_cited_text(part, text, ruleset, references, tr))
        case FigurePart(figure=name, says=says):
            yield Figure(
                DRAWINGS[name](tr), _cited_text(part, says, ruleset, references, tr), tr(says)
            )
        case TablePart(table="calls") if not tr.romaji:
            yield _calls(tr)
        case TablePart(table="fu"):
            yield from _below_headings(minipoint_tables(ruleset.rules, tr))
        case TablePart(table="payments"):
            yield from _below_headings(payment_tables(ruleset.rules, tr))
        case TablePart(table="result"):
            yield _worked_result(ruleset.rules, tr)
        case TablePart(table="limits"):
            yield replace(limit_table(ruleset.rules, tr), title="", id="")
        case WinPart():
            yield from _explained_win(part, ruleset, tr)


def _worked_result(rules: Rules, tr: Locale) -> TableBlock:
    """Return the results of a game step by step; the player in last place made a chombo."""
    price = rules.chombo.tournament
    penalty = -price.after_uma if isinstance(price, AfterUma) else 0
    scores = [rules.setup.starting_points + gained for gained in GAINED]
    finals = final_results(scores, 0, (0, 0, 0, penalty), rules)
    steps = [
        (tr("place"), [str(final.place) for final in finals]),
        (tr("score"), [points_text(final.score, tr) for final in finals]),
        (tr("uma"), [signed_text(final.uma, tr) for final in finals]),
    ]
    if back := rules.result.subtracted:
        steps.insert(2, (tr("return points"), [points_text(-back, tr)] * len(finals)))
    if rules.result.oka != "none":
        steps.append((tr("oka"), [signed_text(final.oka, tr) for final in finals]))
    if penalty:
        steps.append((tr("penalty"), [signed_text(final.penalty, tr) for final in finals]))
    steps.append((tr("result"), [signed_text(final.result, tr) for final in finals]))
    columns = [Column(head, "right") for head, _ in steps]
    return plain_table(
        columns, (plain_row(*row) for row in zip(*(row for _, row in steps), strict=True))
    )


def _below_headings(tables: Iterable[TableBlock]) -> Iterator[Block]:
    """Yield tables, each with its title as a heading of the text."""
    for table in tables:
        yield Heading((table.title,), level=3)
        yield replace(table, title="", id="")


def _cited_text(
    part: Prose, text: str, ruleset: Ruleset, references: References, tr: Locale
) -> TextLine:
    sections = cited_sections(part, ruleset)
    if sections and any(clause.reading for clause in _clauses(part)):
        sections = tr("{sections} (in part our interpretation)", sections=sections)
    cited = references.cite(sections) if sections else ()
    return (*_inlines(tr(text), references, tr), *cited)


def _inlines(text: str, references: References, tr: Locale) -> Iterator[Inline]:
    """Yield a text with its tiles, names of chapters and terms."""
    at = 0
    for match in MARKUP.finditer(text):
        if match.start() > at:
            yield text[at : match.start()]
        at = match.end()
        braces, term = match.groups()
        if term:
            yield Styled(term, "emphasis")
        elif braces in rulebook_text():
            yield references.link(chapter_title(braces, tr), braces)
        else:
            yield DrawnHand(drawn_groups(braces, tr), braces)
    if at < len(text):
        yield text[at:]


def cited_sections(part: Prose, ruleset: Ruleset) -> str:
    """Return the book's sections for a part, e.g. `§ 3.1, 3.3`; empty if there are none."""
    book = ruleset.book.id
    cited = [
        section for clause in _clauses(part) for section in _each_section(clause.sections(book))
    ]
    if not cited:
        return ""
    ordered = sorted(set(cited), key=_by_number)
    return unbroken(signed_sections(", ".join(ordered)))


def _each_section(cited_sections: str) -> Iterator[str]:
    """Yield sections one by one, including those of a range: `3.3.5-3.3.7`."""
    for section in filter(None, cited_sections.split(", ")):
        if match := SECTION_RANGE.fullmatch(section):
            prefix, first, last = match[1], int(match[2]), int(match[3])
            yield from (f"{prefix}{number}" for number in range(first, last + 1))
        else:
            yield section


def _by_number(section: str) -> tuple[tuple[int, ...], str]:
    numbers = re.findall(r"\d+", section)
    return tuple(map(int, numbers)) or (0,), section


def _calls(tr: Locale) -> TableBlock:
    """Return the Japanese word for each call, which players say in all languages."""
    heads = (Column(tr("Set")), Column(tr("Call")))
    japanese = tr.in_japanese()
    return plain_table(heads, (plain_row(tr.term(name), japanese.term(name)) for name in CALLS))


def _part_of(value: object, name: str) -> tuple[Option, object] | None:
    """Return a part of a record at any depth, with its texts; None if it does not exist."""
    if not isinstance(value, CompoundValue):
        return None
    for field_name, info in type(value).model_fields.items():
        part = getattr(value, field_name)
        if field_name == name and (texts := option_of(info)) is not None:
            return texts, part
        if (inner := _part_of(part, name)) is not None:
            return inner
    return None


def _value_lines(
    paths: Iterable[str], ruleset: Ruleset, references: References, tr: Locale
) -> Iterator[TextLine]:
    """Yield the sentences of values, each with its option's title and source."""
    for path in paths:
        option_path, name = option_and_part(path)
        option, value = options()[option_path], ruleset.rules.value(option_path)
        if name:
            if (part := _part_of(value, name)) is None:
                continue
            option, value = part
        title = references.link(tr(option.title), option_path)
        cited = references.cite(print_citation(ruleset.provenance[option_path], ruleset, tr))
        yield (title, ": ", describe_value(option, value, tr), *cited)


def _tile_line(part: TilesPart, ruleset: Ruleset, references: References, tr: Locale) -> TextLine:
    outer = ruleset.rules.quads.concealed_face_down != "inner_two"
    hand = DrawnHand(drawn_groups(part.tiles, tr, outer_down=outer), part.tiles)
    return (hand, " ", *_cited_text(part, part.says, ruleset, references, tr))


def _explained_win(part: WinPart, ruleset: Ruleset, tr: Locale) -> Iterator[Block]:
    """Yield a win and its score line by line; nothing if it does not win."""
    explanation = explain(WinRecord.read(part.win).win(), ruleset)
    if not isinstance(explanation.result, Score):
        return
    yield Note(
        (
            (tr(part.says),),
            (drawn_win(explanation.win, tr, ruleset),),
            (win_words(explanation.win, tr),),
        )
    )
    rows = [plain_row(tr(line.label), tr(line.value)) for line in explanation.lines]
    columns = (Column(tr("What"), share=1), Column(tr("How much"), "right"))
    yield plain_table(columns, rows, bold=False)


# ---- options -------------------------------------------------------------------------------------


def _option_sections(
    ruleset: Ruleset,
    paths: Iterable[str],
    settled: Mapping[str, tuple[str, Setting]],
    references: References,
    tr: Locale,
) -> Iterator[Section]:
    """Yield the options that have a setting: title, sentence, source, and an example."""
    for path in (path for path in paths if path in settled):
        title, side = settled[path]
        changed = _is_house_rule(path, ruleset)
        mark, cited = _marked_source(side, ruleset, references, tr, changed=changed)
        head: TextLine = (Styled(f"{title}.", "strong"), *mark)
        blocks: list[Block] = [Paragraph((*head, " ", side.sentences, *cited))]
        if example := _worked_example(ruleset, path, tr):
            blocks.append(example)
        yield Section(tuple(blocks), path, "changed" if changed else "")


def _is_house_rule(path: str, ruleset: Ruleset) -> bool:
    return path in ruleset.changes and not ruleset.on_shelf


def _marked_source(
    side: Setting, ruleset: Ruleset, references: References, tr: Translator, *, changed: bool
) -> tuple[TextLine, TextLine]:
    """Return the mark of a house rule, and the citation without the words of the mark."""
    cited = print_citation(side.provenance, ruleset, tr)
    if not changed:
        return (), references.cite(cited)
    mark = tr("house rule")
    cited = cited.removeprefix(mark).removeprefix(":").strip()
    return (" ", Styled(mark, "mark")), references.cite(cited) if cited else ()


# ---- what a club changes -------------------------------------------------------------------------


def _changes_section(
    base: Ruleset, ruleset: Ruleset, references: References, tr: Locale
) -> Section:
    """Return the rules in which a club differs from its book, on a separate page."""
    title = Heading((tr(DIFFERENCES, book=base.title_in(tr)),))
    comparison = compare(base, ruleset, tr=tr)
    if not comparison.differing:
        return Section((title, Paragraph((tr("Nothing is different."),))))
    examples = contrasting_examples(
        [row.path for row in comparison.differing], comparison.rulesets, tr
    )
    rows = (
        _change_row(comparison, row, examples.get(row.path), references, tr)
        for row in comparison.differing
    )
    names = (Column(name, share=1) for name in comparison.names(tr))
    columns = (Column(tr("Rule"), share=0.9), *names)
    return Section((title, plain_table(columns, rows)), kind="front")


def _change_row(
    comparison: Comparison,
    row: ComparisonRow,
    example: Example | None,
    references: References,
    tr: Translator,
) -> Row:
    """Return a changed rule: both sentences, and an example with its outcome on both sides."""
    subject: list[TextLine] = [(references.link(row.title, row.path),)]
    if example is not None:
        subject += example_lines(example.says, example.hands, tr)
    book_side, own_side = row.sides
    cited = references.cite(print_citation(own_side.provenance, comparison.rulesets[1], tr))
    sides: list[list[TextLine]] = [[(book_side.sentences,)], [(own_side.sentences, *cited)]]
    for lines, side, outcome in zip(
        sides, row.sides, example.outcomes if example else (), strict=False
    ):
        if text := outcome_beside(side.meaning, outcome):
            lines.append((Styled(f"→ {text}", "emphasis"),))
    return Row(tuple(Cell(tuple(lines)) for lines in (subject, *sides)))


# ---- worked examples -----------------------------------------------------------------------------


def _worked_example(ruleset: Ruleset, path: str, tr: Locale) -> Note | None:
    """Return the plainest scenario that an option decides, with its outcome under this ruleset."""
    scenarios = [
        scenario for scenario in by_option().get(path, ()) if scenario.given.kind in WORKED_KINDS
    ]
    if not scenarios:
        return None
    results = (
        (scenario, [scenario_result(scenario.given, ruleset)])
        for scenario in sorted(scenarios, key=_by_length)
    )
    told = (case for case in results if _shows_option(path, case[1][0], ruleset.rules))
    if (found := deciding_scenario(path, told, ruleset)) is None:
        return None
    scenario, (outcome,) = found
    says, hands = happened(scenario, tr)
    words = plain_words(scenario.given.kind, outcome, tr)
    return Note(((says,), *hand_lines(hands, tr, ruleset), (f"→ {words}",)))


def _shows_option(path: str, outcome: ResultJson, rules: Rules) -> bool:
    """Return True for a win; for a limit, only for a win that has the limit by its han."""
    if "error" in outcome or outcome.get("valid") is False:
        return False
    chapter, name = path.split(".")
    if chapter != "limits" or name not in LIMITS:
        return True
    return outcome.get("limit") == name and outcome["han"] >= _from_han(getattr(rules.limits, name))


def _from_han(row: Limit | tuple[Limit, ...]) -> int:
    """Return the number of han from which a hand has a limit."""
    return row.han if isinstance(row, Limit) else min(limit.han for limit in row)


def _by_length(scenario: ShippedScenario) -> tuple[int, int]:
    return WORKED_KINDS.index(scenario.given.kind), len(str(scenario.given.facts))


# ---- yaku ----------------------------------------------------------------------------------------


def _yaku_table(
    ruleset: Ruleset,
    entries: Sequence[tuple[str, str, Setting]],
    references: References,
    tr: Locale,
) -> TableBlock:
    """Return the yaku that count, or that a club has changed; the club's own yaku are last."""
    columns = (Column(tr("Yaku"), share=1), Column(tr("How it is recognised"), share=2))
    rows = (
        _yaku_row(ruleset, path, title, side, references, tr)
        for path, title, side in entries
        if side.value != "none" or path in ruleset.changes
    )
    return plain_table(columns, rows)


def _yaku_row(
    ruleset: Ruleset, path: str, title: str, side: Setting, references: References, tr: Locale
) -> Row:
    """Return a yaku: its names, its value and citation, and a description."""
    yaku = path.split(".")[1]
    local_yaku = {own.id: own for own in ruleset.rules.yaku.local}
    changed = _is_house_rule(path, ruleset) or yaku in local_yaku
    known = known_yaku().get(yaku) or local_yaku.get(yaku)
    names = None if known is None else known.name
    mark, cited = _marked_source(side, ruleset, references, tr, changed=changed)
    lines: list[TextLine] = [(title, *mark)]
    if names is not None and (beside := tuple(_other_names(names, title, tr))):
        lines.append(beside)
    lines += [(side.sentences.rstrip("."),), cited[1:]]  # on a separate line, without the space
    return Row((Cell(tuple(lines)), Cell(tuple(_recognised(yaku, ruleset, tr)))), path)


def _other_names(names: Names, title: str, tr: Locale) -> Iterator[Inline]:
    """Yield the yaku's other names: those in the other terms, and the written Japanese one."""
    text, language = (Locale(tr.language) if tr.romaji else tr.in_japanese()).named(names)
    if text != title:
        yield Styled(text, "small", language)
        yield " "
    if names.kanji is not None:
        yield Styled(names.kanji, "small", "ja")


def _recognised(name: str, ruleset: Ruleset, tr: Translator) -> Iterator[TextLine]:
    """Yield a yaku in words, with a win that has it and one that just misses it.

    If the miss has the same tiles, only its reason is printed.
    """
    example = yaku_examples().get(name)
    if example is None:
        if (win := example_win(name, ruleset)) is not None:
            yield from _hand_line(win, ruleset, tr)
        return
    yield (tr(example.says),)
    having, misses = (WinRecord.read(facts).win() for facts in (example.has, example.misses))
    yield from _hand_line(having, ruleset, tr)
    missed = Styled(tr("Not so: {why}.", why=tr(example.why)), "small")
    if (having.hand, having.tile) == (misses.hand, misses.tile):
        yield (missed,)
    else:
        yield drawn_win(misses, tr, ruleset), " ", missed


def _hand_line(win: Win, ruleset: Ruleset, tr: Translator) -> Iterator[TextLine]:
    yield (drawn_win(win, tr, ruleset), " ", Styled(win_words(win, tr), "small"))
