"""Fouls for a terminal: what each costs side by side, or all about one under each ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from riichi_app.documents.terminal import chapter_heading, heading, pairs
from riichi_app.pages.citations import format_citation
from riichi_app.pages.foul_outcomes import short
from riichi_core.game.judgement import Judgement, ReversedMangan
from riichi_core.language import ENGLISH, Translator
from riichi_core.messages import Message
from riichi_core.rules.clauses import clauses
from riichi_core.rules.options import Option
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import Setting, setting

SIDE_BY_SIDE = 3
"""How many rulesets fit beside each other in 100 columns; more come in rows of so many."""

AFTER = {
    "What a chombo costs": ("next_deal", "riichi_bets", "with_win", "last_timed_deal"),
    "What a dead hand may do": ("bars", "discards", "riichi_bet"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One foul under each ruleset: what the option says, and what it comes to."""

    foul: str
    option: Option
    settings: tuple[Setting, ...]
    judgements: tuple[Judgement, ...]

    @property
    def path(self) -> str:
        """The path of the foul's option."""
        return f"fouls.{self.foul}"

    @property
    def differs(self) -> bool:
        """Whether the rulesets have different values, or their values come to something else."""
        return any(
            side.key != self.settings[0].key or judged.outcome != self.judgements[0].outcome
            for side, judged in zip(self.settings, self.judgements, strict=True)
        )


# ---- side by side --------------------------------------------------------------------------------


def listed(
    rulesets: Sequence[Ruleset], rows: Sequence[Row], play: str, tr: Translator = ENGLISH
) -> Iterator[RenderableType]:
    """Yield each foul in a line with its price under each ruleset, and the price of a chombo."""
    yield Text(tr("What a fault costs: {play}", play=tr(HEADINGS[play])), style="bold")
    if len(rulesets) > 1:
        yield Text(_summary(rows, tr))
    for start in range(0, len(rulesets), SIDE_BY_SIDE):
        columns = range(start, min(start + SIDE_BY_SIDE, len(rulesets)))
        yield from _table(rulesets, rows, columns, play, tr)
    yield Text("\n" + tr("riichi foul NAME says all about one of them."), style="dim")


HEADINGS: dict[str, Message] = {
    "tournament": Message("tournament play"),
    "casual": Message("casual play"),
}


def _summary(rows: Sequence[Row], tr: Translator) -> str:
    differing = sum(row.differs for row in rows)
    if not differing:
        return tr("None of {every} faults is judged differently.", every=len(rows))
    return tr.counted(
        "{n} of {every} faults is judged differently, marked *.",
        "{n} of {every} faults are judged differently, marked *.",
        differing,
        every=len(rows),
    )


def _table(
    rulesets: Sequence[Ruleset], rows: Sequence[Row], columns: range, play: str, tr: Translator
) -> Iterator[RenderableType]:
    """Yield some of the rulesets beside each other; a mark shows what differs among all."""
    table = _grid(columns)
    table.add_row("", "", *(Text(rulesets[column].id, style="green") for column in columns))
    for row in rows:
        title = Text("\n").join([Text(row.option.title), Text(row.foul, style="dim")])
        cells = [short(row.judgements[column], tr) for column in columns]
        _add(table, title, cells, differs=row.differs)
    yield Padding(table, (1, 0, 0, 0))
    judged = [one for row in rows for one in row.judgements]
    if any(one.chombo for one in judged):
        yield chapter_heading(tr("What a chombo costs"))
        paths = (f"chombo.{name}" for name in (play, *AFTER["What a chombo costs"]))
        yield _options(rulesets, paths, columns, tr)
    if any(one.dead_hand for one in judged):
        yield chapter_heading(tr("What a dead hand may do"))
        paths = (f"dead_hand.{name}" for name in AFTER["What a dead hand may do"])
        yield _options(rulesets, paths, columns, tr)


def _options(
    rulesets: Sequence[Ruleset], paths: Iterator[str], columns: range, tr: Translator
) -> RenderableType:
    table = _grid(columns)
    for path in paths:
        option = options()[path]
        sides = [setting(ruleset, path, option, tr) for ruleset in rulesets]
        differs = any(side.key != sides[0].key for side in sides)
        _add(table, Text(tr(option.title)), [sides[c].sentences for c in columns], differs=differs)
    return table


def _grid(columns: range) -> Table:
    table = Table.grid(padding=(0, 1, 0, 0), expand=True)
    table.add_column(width=1)
    table.add_column(width=40 if len(columns) < SIDE_BY_SIDE else 31)
    for _ in columns:
        table.add_column(ratio=1, overflow="fold")
    return table


def _add(table: Table, title: Text, cells: Sequence[str], *, differs: bool) -> None:
    style = "yellow" if differs else ""
    table.add_row("*" if differs else "", title, *(Text(cell, style=style) for cell in cells))


# ---- all about one -------------------------------------------------------------------------------


def shown(
    rulesets: Sequence[Ruleset], row: Row, tr: Translator = ENGLISH
) -> Iterator[RenderableType]:
    """Yield one foul in full: under each ruleset its sentence, citation and consequences."""
    equal = "" if row.differs or len(rulesets) == 1 else f"   {tr('(the same)')}"
    yield heading(row.option.title, row.path, equal)
    for ruleset, side, judged in zip(rulesets, row.settings, row.judgements, strict=True):
        yield Text(f"\n{ruleset.id}", style="green")
        said = Text("\n").join([Text(side.sentences), _law(side, ruleset, tr)])
        follows = pairs(_follows(ruleset, judged, tr), below=0)
        yield Padding(Group(said, follows), (0, 0, 0, 2))
    if row.option.clauses:
        yield Text("\n" + tr("Clauses of the books that it settles:"))
        yield pairs((name, _clause(name)) for name in row.option.clauses)


def _law(side: Setting, ruleset: Ruleset, tr: Translator) -> Text:
    return Text(format_citation(side.provenance, ruleset, tr, note=True), style="dim")


def _follows(ruleset: Ruleset, judged: Judgement, tr: Translator) -> Iterator[tuple[str, Text]]:
    yield tr("Comes to"), Text(short(judged, tr), style="bold")
    price = judged.penalty
    if isinstance(price, ReversedMangan):
        by_east = tr("{each} to each of the others: {sum}", each=price.from_east, sum=price.by_east)
        yield tr("By East"), Text(by_east)
        by_other = tr(
            "{east} to East, {other} to each other: {sum}",
            east=price.to_east,
            other=price.to_other,
            sum=price.by_other,
        )
        yield tr("By another"), Text(by_other)
    for path in judged.options[1:]:
        option = options()[path]
        side = setting(ruleset, path, option, tr)
        yield tr(option.title), Text("\n").join([Text(side.sentences), _law(side, ruleset, tr)])


def _clause(name: str) -> Text:
    clause = clauses()[name]
    where = Text(clause.places(), style="dim")
    return Text("\n").join([Text(clause.statement), where])
