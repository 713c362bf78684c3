"""A win explained for a terminal: the hand, the facts, and its scores side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from riichi.content.citations import clause_citation, format_citation
from riichi.writers.columns import (
    BETWEEN,
    INDENT,
    ColumnCell,
    StyledText,
    chapter_heading,
    columns,
    columns_of,
    paragraph,
    screen_width,
    wrapped,
)
from riichi.writers.drawings import draw, draw_hand
from riichi_core.language import PLAIN_ENGLISH, Translator
from riichi_core.messages import Message
from riichi_core.rules.clauses import clauses
from riichi_core.rules.labels import short_names
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import local_yaku_options, yaku_name
from riichi_core.scoring.explain import Explanation, ExplanationPart, Line, describe_win

SIDE_BY_SIDE = 3
"""The number of rulesets side by side in 100 columns; more rulesets take several rows."""

PARTS: dict[ExplanationPart, Message] = {
    "yaku": Message("Yaku"),
    "dora": Message("Han"),
    "fu": Message("Fu"),
    "points": Message("Points"),
}

LEADING = ("han", "fu", "total", "from_discarder")
"""The most important lines, which summarise the others."""

STYLES = {
    (False, False): "",
    (False, True): "differing",
    (True, False): "title",
    (True, True): "changed",
}
"""The style of a value, by whether its line leads and whether it differs."""

LABEL, VALUE = 34, 20
"""The widths of a label and a value, in columns."""

TITLE, NAME, SECTIONS = 30, 14, 34
"""The widths of an option's title, a ruleset's name, and a clause's sections, in columns."""


def explained_win(
    explanations: Sequence[Explanation], tr: Translator = PLAIN_ENGLISH, *, tiles: bool, cite: bool
) -> Iterator[str]:
    """Yield a win under one or several rulesets; `tiles` also draws the hand."""
    win = explanations[0].win
    tr = tr.of(*(explanation.ruleset for explanation in explanations))
    if tiles:
        yield from paragraph(f"{draw_hand(win.hand)}   {draw([win.tile])}", "title")
    yield from paragraph(f"{win.hand} + {win.tile}", "title")
    yield from paragraph(tr(describe_win(win)))
    for reading in hand_readings(explanations, ruleset_names(explanations, tr), tr):
        yield from paragraph(reading, "dim")
    rows = explained_lines(explanations)
    if rows:
        for start in range(0, len(explanations), SIDE_BY_SIDE):
            yield from _side_by_side(
                explanations, rows, range(start, min(start + SIDE_BY_SIDE, len(explanations))), tr
            )
    if any(values_differ(values) for _, values in rows):
        yield from ("", *paragraph(tr("* differs"), "dim"))
    yield from _remark_lines(explanations, tr)
    if cite:
        yield from _citation_lines(explanations, tr)


def hand_readings(
    explanations: Sequence[Explanation], names: Sequence[str], tr: Translator
) -> Iterator[str]:
    """Yield the reading of the hand, only once if all rulesets agree; `names` are theirs."""
    rulesets_by_reading: dict[str, list[str]] = {}
    for name, explanation in zip(names, explanations, strict=True):
        if explanation.seen:
            rulesets_by_reading.setdefault(tr(explanation.seen), []).append(name)
    for text, agreeing in rulesets_by_reading.items():
        sentence = tr("Read as {hand}", hand=text)
        yield f"{sentence} ({', '.join(agreeing)})" if len(rulesets_by_reading) > 1 else sentence


def ruleset_names(explanations: Sequence[Explanation], tr: Translator) -> tuple[str, ...]:
    """Return the readable name of each explanation's ruleset."""
    return short_names([explanation.ruleset for explanation in explanations], tr)


# ---- side by side --------------------------------------------------------------------------------

LineRow = tuple[Line, list[str]]
"""A line that any of the scores has, with its value under each ruleset, or `-`."""


def _side_by_side(
    explanations: Sequence[Explanation],
    rows: Sequence[LineRow],
    places: Sequence[int],
    tr: Translator,
) -> Iterator[str]:
    """Yield some of the rulesets side by side; a mark shows where any of the rulesets differ."""
    yield ""
    names = ruleset_names(explanations, tr)
    yield from _value_row(
        "", StyledText(""), [StyledText(names[place], "name") for place in places]
    )
    whole = [tr.of(explanations[place].ruleset)(explanations[place].why_not) for place in places]
    verdicts = [StyledText(text.partition(":")[0], "refused") for text in whole]
    if any(verdict.text for verdict in verdicts):
        yield from _value_row("", StyledText(""), verdicts)
    for part, lines in groupby(rows, key=lambda row: row[0].part):
        yield ""
        yield from _value_row("", StyledText(tr(PARTS[part]).upper(), "chapter"), [])
        for line, values in lines:
            differ, leads = values_differ(values), line.id in LEADING
            style = STYLES[leads, differ]
            shown = [
                StyledText(in_own_words(line, values[place], explanations[place], tr), style)
                for place in places
            ]
            label = StyledText(tr(line.label), STYLES[leads, False])
            yield from _value_row("*" if differ else "", label, shown)


def in_own_words(line: Line, value: str, explanation: Explanation, tr: Translator) -> str:
    """Return a value, for a yaku after the book's name for it if the label is another."""
    own = tr.of(explanation.ruleset)
    if line.part != "yaku" or value == "-" or own(line.label) == tr(line.label):
        return own(value)
    together = own(value).replace(" ", "\N{NO-BREAK SPACE}")
    return f"{own(line.label)} {together}"


def _value_row(mark: str, label: StyledText, values: Sequence[StyledText]) -> Iterator[str]:
    """Yield the lines of a row; values are aligned right in their columns."""
    cells = [
        [StyledText(_at_the_right(line), style) for line in wrapped(text, VALUE)]
        for text, style in values
    ]
    return columns([([StyledText(mark)], [label], *cells)], (1, LABEL, *(VALUE for _ in values)), 1)


def _at_the_right(line: str) -> str:
    return " " * (VALUE - columns_of(line)) + line if line else ""


def explained_lines(explanations: Sequence[Explanation]) -> list[LineRow]:
    """Return every line that any of the scores has, with the value under each ruleset."""
    first: dict[tuple[ExplanationPart, str], Line] = {}
    for line in (line for explanation in explanations for line in explanation.lines):
        known = first.setdefault((line.part, line.id), line)
        if len(line.label) > len(known.label):  # the label that says what is rounded up
            first[line.part, line.id] = line
    order = {part: number for number, part in enumerate(PARTS)}
    values = [
        {(line.part, line.id): line.value for line in explanation.lines}
        for explanation in explanations
    ]
    keys = sorted(first, key=lambda key: (order[key[0]], _place_in_longest(key, explanations)))
    return [(first[key], [side.get(key, "-") for side in values]) for key in keys]


def _place_in_longest(key: tuple[ExplanationPart, str], explanations: Sequence[Explanation]) -> int:
    """Return the index of a line in the longest explanation that has it."""
    lines = (enumerate(explanation.lines) for explanation in explanations)
    return max(
        (place for numbered in lines for place, line in numbered if (line.part, line.id) == key),
        default=0,
    )


def values_differ(values: Sequence[str]) -> bool:
    """Return True if the values of a line differ between rulesets."""
    return len(set(values)) > 1


def _remark_lines(explanations: Sequence[Explanation], tr: Translator) -> Iterator[str]:
    """Yield why a ruleset does not count the win, and other remarks."""
    for name, explanation in zip(ruleset_names(explanations, tr), explanations, strict=True):
        own = tr.of(explanation.ruleset)
        if explanation.why_not:
            yield from ("", *paragraph(f"{name}: {own(explanation.why_not)}.", "no_win"))
        for remark in explanation.remarks:
            yield from ("", *paragraph(f"{name}: {own(remark)}.", "differing"))


# ---- where it stands -----------------------------------------------------------------------------


def _citation_lines(explanations: Sequence[Explanation], tr: Translator) -> Iterator[str]:
    """Yield the citations of the rules used: of options, and the sections of clauses."""
    yield from chapter_heading(tr("Source"))
    lines = [line for explanation in explanations for line in explanation.lines]
    names = {
        explanation.ruleset.id: name
        for name, explanation in zip(ruleset_names(explanations, tr), explanations, strict=True)
    }
    ruleset_width = NAME * (len(explanations) > 1)
    widths = TITLE, ruleset_width, screen_width() - INDENT - TITLE - ruleset_width - 2 * BETWEEN
    for path in dict.fromkeys(path for line in lines for path in line.options):
        having = [
            explanation.ruleset
            for explanation in explanations
            if path in explanation.ruleset.provenance
        ]
        for number, ruleset in enumerate(having):
            name = option_title(path, ruleset, tr) if number == 0 else ""
            citation = format_citation(ruleset.provenance[path], ruleset, tr)
            cells = (
                [StyledText(name)],
                [StyledText(names[ruleset.id] if ruleset_width else "", "name")],
                [StyledText(citation, "dim")],
            )
            yield from columns([cells], widths, BETWEEN, INDENT)
    yield ""
    clause_names = dict.fromkeys(name for line in lines for name in line.clauses)
    yield from _clause_rows(clause_names, [explanation.ruleset for explanation in explanations], tr)


def _clause_rows(
    names: Iterable[str], rulesets: Sequence[Ruleset], tr: Translator
) -> Iterator[str]:
    """Yield the clauses that all rulesets share, each with its sections in the books."""
    rows: list[tuple[ColumnCell, ColumnCell]] = []
    for name in names:
        clause = clauses()[name]
        sections = clause_citation(clause, rulesets)
        rows.append(([StyledText(tr.clause(clause.statement))], [StyledText(sections, "dim")]))
    room = screen_width() - INDENT - BETWEEN - SECTIONS
    width = max((columns_of(statement.text) for (statement,), _ in rows), default=0)
    yield from columns(rows, (min(width, room), SECTIONS), BETWEEN, INDENT)


def option_title(path: str, ruleset: Ruleset, tr: Translator) -> str:
    """Return the title of an option, including a yaku without a field."""
    if path.startswith("yaku."):
        return tr(yaku_name(path.removeprefix("yaku."), ruleset.rules))
    return tr({**options(), **local_yaku_options(ruleset)}[path].title)
