"""A win explained for a terminal: the hand, the facts, and its scores side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from riichi_app.render.law import clause_sections, law_text
from riichi_app.render.text import chapter_heading
from riichi_app.render.tiles import draw, draw_hand
from riichi_core.hands import Reading, SeenSet
from riichi_core.hands.win import SelfDraw, Win
from riichi_core.rules.clauses import clauses
from riichi_core.rules.provenance import Provenance
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.view import local_yaku
from riichi_core.scoring import NotPlayedHereError, Score
from riichi_core.scoring.explain import Explanation, Line, yaku_name
from riichi_core.tiles import write_tiles

SIDE_BY_SIDE = 3
"""How many rulesets fit beside each other in 100 columns; more come in rows of so many."""

PARTS = {"yaku": "Yaku", "dora": "Han", "fu": "Minipoints", "points": "Points"}


def explained(found: Sequence[Explanation], *, tiles: bool, cite: bool) -> Iterator[RenderableType]:
    """A win under one or several rulesets.

    Args:
        found: the same win explained under each ruleset.
        tiles: whether to draw the hand in tile characters as well.
        cite: whether to say where each rule stands.
    """
    win = found[0].win
    if tiles:
        yield Text(f"{draw_hand(win.hand)}   {draw([win.tile])}", style="bold")
    yield Text(f"{win.hand} + {win.tile}", style="bold")
    yield Text(facts(win))
    yield from _seen(found)
    for start in range(0, len(found), SIDE_BY_SIDE):
        yield from _side_by_side(found[start : start + SIDE_BY_SIDE])
    yield from _refused(found)
    if cite:
        yield from _cited(found)


# ---- what happened -------------------------------------------------------------------------------


def facts(win: Win) -> str:
    """What happened, in a sentence."""
    seat, prevailing = str(win.seat).capitalize(), str(win.prevailing)
    how = "draws the winning tile" if win.drawn else "wins on a discard"
    words = [f"{seat} {how} in the {prevailing} round"]
    if win.riichi:
        words.append("double riichi" if win.riichi.double else "riichi")
    shown = ("ippatsu", "after_kong", "robbing_kong", "last_tile", "first_turn")
    words += [name.replace("_", " ") for name in shown if name in win.occasions]
    if isinstance(win.by, SelfDraw) and not win.by.apart:
        words.append("the winning tile was not kept apart")
    words += [name.replace("_", " ") for name in sorted(win.circumstances)]
    if win.counters:
        words.append(f"{win.counters} counter{'' if win.counters == 1 else 's'}")
    rows = [
        ("dora indicator", (*win.dora, *win.kan_dora)),
        ("ura indicator", (*win.riichi.ura, *win.riichi.kan_ura) if win.riichi else ()),
    ]
    for name, tiles in rows:
        if tiles:
            words.append(f"{name}{'s' * (len(tiles) > 1)} {' '.join(map(str, tiles))}")
    return f"{', '.join(words)}."


def _seen(found: Sequence[Explanation]) -> Iterator[RenderableType]:
    """How the hand was seen; said once if all rulesets see it alike."""
    seen: dict[str, list[str]] = {}
    for one in found:
        if isinstance(one.result, Score):
            text = reading_text(one.result.reading(one.win), one.win)
            seen.setdefault(text, []).append(one.ruleset.id)
    for text, names in seen.items():
        who = f" ({', '.join(names)})" if len(seen) > 1 else ""
        yield Text(f"Seen as {text}{who}", style="dim")


def reading_text(reading: Reading, win: Win) -> str:
    """A reading in a line: its sets and pair, and the wait."""
    if reading.form != "standard":
        return "seven pairs" if reading.form == "seven_pairs" else "thirteen orphans"
    parts = [_set_text(one) for one in reading.sets]
    pair = write_tiles(reading.pairs * 2)
    wait = "" if reading.wait is None else reading.wait.replace("_", "-")
    return f"{' '.join(parts)} {pair}, {wait} wait for {win.tile.plain}"


def _set_text(one: SeenSet) -> str:
    text = write_tiles(one.tiles)
    if not one.declared:
        return text
    return f"[{text}]" if one.concealed else f"({text})"


# ---- side by side --------------------------------------------------------------------------------


def _side_by_side(found: Sequence[Explanation]) -> Iterator[RenderableType]:
    wins = [one for one in found if one.lines]
    if not wins:
        return
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=34)
    for _ in wins:
        table.add_column(justify="right", width=20)
    table.add_row("", *(Text(one.ruleset.id, style="green") for one in wins))
    for part, lines in groupby(_rows(wins), key=lambda row: row[0].part):
        table.add_row(chapter_heading(PARTS[part]))
        for line, values in lines:
            table.add_row(*_row(line, values))
    yield Padding(table, (1, 0, 0, 0))
    if len(wins) > 1 and any(_differ(values) for _, values in _rows(wins)):
        yield Text("\n* differs", style="dim")


def _rows(wins: Sequence[Explanation]) -> list[tuple[Line, list[str]]]:
    """Every line that any of the scores has, with the value under each ruleset."""
    first: dict[tuple[str, str], Line] = {}
    for line in (line for one in wins for line in one.lines):
        known = first.setdefault((line.part, line.id), line)
        if len(line.label) > len(known.label):  # what is rounded up somewhere says so
            first[line.part, line.id] = line
    order = {part: number for number, part in enumerate(PARTS)}
    values = [_values(one) for one in wins]
    rows = []
    for key in sorted(first, key=lambda key: (order[key[0]], _place(key, wins))):
        rows.append((first[key], [of.get(key, "-") for of in values]))
    return rows


def _values(one: Explanation) -> dict[tuple[str, str], str]:
    """The value of each line; equal lines, as two pungs of a kind cannot be, do not occur."""
    return {(line.part, line.id): line.value for line in one.lines}


def _place(key: tuple[str, str], wins: Sequence[Explanation]) -> int:
    """Where a line stands in the longest explanation that has it."""
    return max(
        (
            index
            for one in wins
            for index, line in enumerate(one.lines)
            if (line.part, line.id) == key
        ),
        default=0,
    )


def _differ(values: Sequence[str]) -> bool:
    return len(set(values)) > 1


def _row(line: Line, values: Sequence[str]) -> list[Text]:
    mark = "* " if _differ(values) else "  "
    important = line.id in ("han", "fu", "total", "from_discarder")
    style = "bold" if important else ""
    shade = "yellow" if _differ(values) else ""
    label = Text(f"{mark}{line.label}", style=style)
    return [label, *(Text(value, style=f"{style} {shade}".strip()) for value in values)]


def _refused(found: Sequence[Explanation]) -> Iterator[RenderableType]:
    """What speaks against a win under some ruleset, or what was hardly meant."""
    for one in found:
        for remark in one.remarks:
            yield Text(f"\n{one.ruleset.id}: {remark}.", style="yellow")
        if one.lines:
            continue
        impossible = isinstance(one.result, NotPlayedHereError)
        why = str(one.result) if impossible else getattr(one.result, "message", "")
        what = "cannot be" if impossible else "no win"
        yield Text(f"\n{one.ruleset.id}: {what}: {why}.", style="bold red")


# ---- where it stands -----------------------------------------------------------------------------


def _cited(found: Sequence[Explanation]) -> Iterator[RenderableType]:
    """Where each rule that was used stands: the law of options, the sections of clauses."""
    yield chapter_heading("Where it stands")
    lines = [line for one in found for line in one.lines]
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=30)
    table.add_column(width=14 if len(found) > 1 else 0)
    table.add_column(ratio=1)
    for path in dict.fromkeys(path for line in lines for path in line.options):
        for number, one in enumerate(found):
            law = one.ruleset.provenance.get(path)
            name = option_title(path, one.ruleset) if number == 0 else ""
            if law is not None or number == 0:
                table.add_row(name, Text(one.ruleset.id, style="green"), _law(law, one.ruleset))
    yield Padding(table, (0, 0, 1, 2))
    said = dict.fromkeys(name for line in lines for name in line.clauses)
    yield _clauses(said)


def _clauses(names: Iterable[str]) -> RenderableType:
    """What every ruleset has alike: the clause in words, and its sections in the books."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(ratio=1)
    table.add_column(width=34)
    for name in names:
        clause = clauses()[name]
        table.add_row(clause.statement, Text(clause_sections(clause), style="dim"))
    return Padding(table, (0, 0, 0, 2))


def option_title(path: str, ruleset: Ruleset) -> str:
    """What an option is called, also that of a yaku without a field."""
    if path.startswith("yaku."):
        return yaku_name(path.removeprefix("yaku."), ruleset)
    return {**options(), **local_yaku(ruleset)}[path].title


def _law(law: Provenance | None, ruleset: Ruleset) -> Text:
    return Text(law_text(law, ruleset), style="dim")
