"""Fouls for a terminal: what each costs side by side, or all about one under each ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from riichi_app.documents.columns import (
    INDENT,
    ColumnCell,
    StyledText,
    chapter_heading,
    columns,
    heading,
    pairs,
    paragraph,
    screen_width,
)
from riichi_app.pages.citations import clause_in_books, format_citation
from riichi_core.game.foul_text import judgement_words
from riichi_core.game.judgement import Judgement, ReversedMangan
from riichi_core.language import ENGLISH, Translator
from riichi_core.messages import Message
from riichi_core.rules.clauses import clauses
from riichi_core.rules.options import Option
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import Setting, setting

SIDE_BY_SIDE = 3
"""The number of rulesets beside each other in 100 columns; more come in rows of so many."""

AFTER = {
    "What a chombo costs": ("next_deal", "riichi_bets", "with_win", "last_timed_deal"),
    "What a dead hand may do": ("bars", "discards", "riichi_bet"),
}


@dataclass(frozen=True, slots=True)
class FoulRow:
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
        """True if the rulesets have different values, or their values come to something else."""
        return any(
            side.key != self.settings[0].key or judged.outcome != self.judgements[0].outcome
            for side, judged in zip(self.settings, self.judgements, strict=True)
        )


# ---- side by side --------------------------------------------------------------------------------


def foul_list(
    rulesets: Sequence[Ruleset], rows: Sequence[FoulRow], play: str, tr: Translator = ENGLISH
) -> Iterator[str]:
    """Yield each foul in a line with its price under each ruleset, and the price of a chombo."""
    yield from paragraph(tr("What a fault costs: {play}", play=tr(HEADINGS[play])), "title")
    if len(rulesets) > 1:
        yield from paragraph(_summary(rows, tr))
    for start in range(0, len(rulesets), SIDE_BY_SIDE):
        places = range(start, min(start + SIDE_BY_SIDE, len(rulesets)))
        yield from _table(rulesets, rows, places, play, tr)
    yield from paragraph("\n" + tr("riichi foul NAME says all about one of them."), "dim")


HEADINGS: dict[str, Message] = {
    "tournament": Message("tournament play"),
    "casual": Message("casual play"),
}


def _summary(rows: Sequence[FoulRow], tr: Translator) -> str:
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
    rulesets: Sequence[Ruleset], rows: Sequence[FoulRow], places: range, play: str, tr: Translator
) -> Iterator[str]:
    """Yield some of the rulesets beside each other; a mark shows what differs among all."""
    table: list[Sequence[ColumnCell]] = [
        ((), (), *((StyledText(rulesets[n].id, "name"),) for n in places))
    ]
    for row in rows:
        title = (StyledText(row.option.title), StyledText(row.foul, "dim"))
        cells = [judgement_words(row.judgements[n], tr) for n in places]
        table.append(_row(title, cells, differs=row.differs))
    yield ""
    yield from _aligned(table)
    judged = [one for row in rows for one in row.judgements]
    if any(one.chombo for one in judged):
        yield from chapter_heading(tr("What a chombo costs"))
        paths = (f"chombo.{name}" for name in (play, *AFTER["What a chombo costs"]))
        yield from _options(rulesets, paths, places, tr)
    if any(one.dead_hand for one in judged):
        yield from chapter_heading(tr("What a dead hand may do"))
        paths = (f"dead_hand.{name}" for name in AFTER["What a dead hand may do"])
        yield from _options(rulesets, paths, places, tr)


def _options(
    rulesets: Sequence[Ruleset], paths: Iterator[str], places: range, tr: Translator
) -> Iterator[str]:
    table: list[Sequence[ColumnCell]] = []
    for path in paths:
        option = options()[path]
        sides = [setting(ruleset, path, option, tr) for ruleset in rulesets]
        differs = any(side.key != sides[0].key for side in sides)
        title = (StyledText(tr(option.title)),)
        table.append(_row(title, [sides[n].sentences for n in places], differs=differs))
    return _aligned(table)


def _aligned(table: Sequence[Sequence[ColumnCell]]) -> Iterator[str]:
    """Yield rows with a mark, a title, and what is the case under each of some rulesets."""
    several = len(table[0]) - 2
    title = 40 if several < SIDE_BY_SIDE else 31
    rest = screen_width() - len("* ") - title - 1
    shares = [rest // several + (n < rest % several) - 1 for n in range(several - 1)]
    return columns(table, (1, title, *shares, rest // several), between=1)


def _row(title: ColumnCell, cells: Sequence[str], *, differs: bool) -> Sequence[ColumnCell]:
    style = "differing" if differs else ""
    return (
        (StyledText("*" if differs else ""),),
        title,
        *((StyledText(cell, style),) for cell in cells),
    )


# ---- all about one -------------------------------------------------------------------------------


def foul_in_full(
    rulesets: Sequence[Ruleset], row: FoulRow, tr: Translator = ENGLISH
) -> Iterator[str]:
    """Yield one foul in full: under each ruleset its sentence, citation and consequences."""
    equal = "" if row.differs or len(rulesets) == 1 else f"   {tr('(the same)')}"
    yield from heading(f"{row.option.title}{equal}", row.path)
    for ruleset, side, judged in zip(rulesets, row.settings, row.judgements, strict=True):
        yield from paragraph(f"\n{ruleset.id}", "name")
        yield from paragraph(side.sentences, indent=INDENT)
        yield from paragraph(*_law(side, ruleset, tr), indent=INDENT)
        yield from pairs(_follows(ruleset, judged, tr), 2 * INDENT)
    if row.option.clauses:
        yield from paragraph("\n" + tr("Clauses of the books that it settles:"))
        yield from pairs(
            (name, clause_in_books(clauses()[name], tr)) for name in row.option.clauses
        )


def _law(side: Setting, ruleset: Ruleset, tr: Translator) -> StyledText:
    return StyledText(format_citation(side.provenance, ruleset, tr), "dim")


def _follows(
    ruleset: Ruleset, judged: Judgement, tr: Translator
) -> Iterator[tuple[str, ColumnCell]]:
    yield tr("Comes to"), (StyledText(judgement_words(judged, tr), "title"),)
    price = judged.penalty
    if isinstance(price, ReversedMangan):
        by_east = tr("{each} to each of the others: {sum}", each=price.from_east, sum=price.by_east)
        yield tr("By East"), (StyledText(by_east),)
        by_other = tr(
            "{east} to East, {other} to each other: {sum}",
            east=price.to_east,
            other=price.to_other,
            sum=price.by_other,
        )
        yield tr("By another"), (StyledText(by_other),)
    for path in judged.options[1:]:
        option = options()[path]
        side = setting(ruleset, path, option, tr)
        yield tr(option.title), (StyledText(side.sentences), _law(side, ruleset, tr))
