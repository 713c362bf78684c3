"""A win explained for a terminal: the hand, the facts, and its scores side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from riichi_app.documents.terminal import chapter_heading, indented
from riichi_app.documents.tile_characters import draw, draw_hand
from riichi_app.pages.citations import clause_citation, format_citation
from riichi_core.language import ENGLISH, Translator
from riichi_core.messages import Message
from riichi_core.rules.clauses import clauses
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import local_yaku_options
from riichi_core.scoring.describe import describe_win
from riichi_core.scoring.explain import Explanation, ExplanationPart, Line, yaku_name

SIDE_BY_SIDE = 3
"""How many rulesets fit beside each other in 100 columns; more come in rows of so many."""

PARTS: dict[ExplanationPart, Message] = {
    "yaku": Message("Yaku"),
    "dora": Message("Han"),
    "fu": Message("Minipoints"),
    "points": Message("Points"),
}

BOLD = ("han", "fu", "total", "from_discarder")
"""The lines on which everything else leads."""


def explained_win(
    found: Sequence[Explanation], tr: Translator = ENGLISH, *, tiles: bool, cite: bool
) -> Iterator[RenderableType]:
    """Yield a win under one or several rulesets.

    Args:
        found: the same win explained under each ruleset.
        tr: the language to explain it in.
        tiles: whether to draw the hand in tile characters as well.
        cite: whether to say where each rule stands.
    """
    win = found[0].win
    if tiles:
        yield Text(f"{draw_hand(win.hand)}   {draw([win.tile])}", style="bold")
    yield Text(f"{win.hand} + {win.tile}", style="bold")
    yield Text(describe_win(win, tr))
    yield from _seen(found, tr)
    rows = _rows(found)
    if rows:
        for start in range(0, len(found), SIDE_BY_SIDE):
            yield from _side_by_side(
                found, rows, range(start, min(start + SIDE_BY_SIDE, len(found))), tr
            )
    if any(_differ(values) for _, values in rows):
        yield Text("\n" + tr("* differs"), style="dim")
    yield from _remarks(found, tr)
    if cite:
        yield from _cited(found, tr)


def _seen(found: Sequence[Explanation], tr: Translator) -> Iterator[RenderableType]:
    """Yield how the hand is read; said once if all rulesets read it alike."""
    seen: dict[str, list[str]] = {}
    for one in found:
        if one.seen:
            seen.setdefault(tr(one.seen), []).append(one.ruleset.id)
    for text, names in seen.items():
        who = f" ({', '.join(names)})" if len(seen) > 1 else ""
        yield Text(tr("Seen as {hand}", hand=text) + who, style="dim")


# ---- side by side --------------------------------------------------------------------------------

LineRow = tuple[Line, list[str]]
"""A line that any of the scores has, with its value under each ruleset, or `-`."""


def _side_by_side(
    found: Sequence[Explanation], rows: Sequence[LineRow], columns: Sequence[int], tr: Translator
) -> Iterator[RenderableType]:
    """Yield some of the rulesets beside each other; a mark shows what differs among all."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=1)
    table.add_column(width=34)
    for _ in columns:
        table.add_column(justify="right", width=20, overflow="fold")
    table.add_row("", "", *(Text(found[column].ruleset.id, style="green") for column in columns))
    verdicts = [_verdict(found[column], tr) for column in columns]
    if any(verdicts):
        table.add_row("", "", *(Text(verdict, style="red") for verdict in verdicts))
    for part, lines in groupby(rows, key=lambda row: row[0].part):
        table.add_row("")
        table.add_row("", Text(tr(PARTS[part]).upper(), style="bold cyan"))
        for line, values in lines:
            mark = "*" if _differ(values) else ""
            bold = "bold" if line.id in BOLD else ""
            style = f"{bold} {'yellow' if mark else ''}".strip()
            shown = (Text(tr(values[column]), style=style) for column in columns)
            table.add_row(mark, Text(tr(line.label), style=bold), *shown)
    yield Padding(table, (1, 0, 0, 0))


def _verdict(one: Explanation, tr: Translator) -> str:
    """Return what stands at the top of a ruleset under which it is no win."""
    return tr(one.why_not).partition(":")[0]


def _rows(found: Sequence[Explanation]) -> list[LineRow]:
    """Return every line that any of the scores has, with the value under each ruleset."""
    first: dict[tuple[ExplanationPart, str], Line] = {}
    for line in (line for one in found for line in one.lines):
        known = first.setdefault((line.part, line.id), line)
        if len(line.label) > len(known.label):  # what is rounded up somewhere says so
            first[line.part, line.id] = line
    order = {part: number for number, part in enumerate(PARTS)}
    values = [{(line.part, line.id): line.value for line in one.lines} for one in found]
    keys = sorted(first, key=lambda key: (order[key[0]], _place(key, found)))
    return [(first[key], [of.get(key, "-") for of in values]) for key in keys]


def _place(key: tuple[ExplanationPart, str], found: Sequence[Explanation]) -> int:
    """Return the place of a line in the longest explanation that has it."""
    lines = (enumerate(one.lines) for one in found)
    return max((i for each in lines for i, line in each if (line.part, line.id) == key), default=0)


def _differ(values: Sequence[str]) -> bool:
    return len(set(values)) > 1


def _remarks(found: Sequence[Explanation], tr: Translator) -> Iterator[RenderableType]:
    """Yield why it is no win under some ruleset, and other remarks."""
    for one in found:
        if one.why_not:
            yield Text(f"\n{one.ruleset.id}: {tr(one.why_not)}.", style="bold red")
        for remark in one.remarks:
            yield Text(f"\n{one.ruleset.id}: {tr(remark)}.", style="yellow")


# ---- where it stands -----------------------------------------------------------------------------


def _cited(found: Sequence[Explanation], tr: Translator) -> Iterator[RenderableType]:
    """Yield the citations of the rules that were used: of options, and the sections of clauses."""
    yield chapter_heading(tr("Where it stands"))
    lines = [line for one in found for line in one.lines]
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=30)
    table.add_column(width=14 if len(found) > 1 else 0)
    table.add_column(ratio=1)
    for path in dict.fromkeys(path for line in lines for path in line.options):
        having = [one.ruleset for one in found if path in one.ruleset.provenance]
        for number, ruleset in enumerate(having):
            name = option_title(path, ruleset, tr) if number == 0 else ""
            table.add_row(name, Text(ruleset.id, style="green"), _law(path, ruleset, tr))
    yield indented(table, 1)
    said = dict.fromkeys(name for line in lines for name in line.clauses)
    yield _clauses(said, [one.ruleset for one in found])


def _clauses(names: Iterable[str], rulesets: Sequence[Ruleset]) -> RenderableType:
    """Return the clauses that all rulesets share, each with its sections in the books."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(ratio=1)
    table.add_column(width=34)
    for name in names:
        clause = clauses()[name]
        table.add_row(clause.statement, Text(clause_citation(clause, rulesets), style="dim"))
    return indented(table)


def option_title(path: str, ruleset: Ruleset, tr: Translator) -> str:
    """Return the title of an option, also that of a yaku without a field."""
    if path.startswith("yaku."):
        return tr(yaku_name(path.removeprefix("yaku."), ruleset))
    return tr({**options(), **local_yaku_options(ruleset)}[path].title)


def _law(path: str, ruleset: Ruleset, tr: Translator) -> Text:
    return Text(format_citation(ruleset.provenance[path], ruleset, tr), style="dim")
