"""Fouls for a terminal: the penalties side by side, or all about one under each ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from riichi.content.citations import agreement, clause_in_books, format_citation
from riichi.writers.columns import (
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
from riichi_core.game.fouls import AFTER_CHOMBO, Judgement, PaidToOthers, judgement_words
from riichi_core.language import PLAIN_ENGLISH, Translator
from riichi_core.messages import Message
from riichi_core.rules.clauses import clauses
from riichi_core.rules.labels import short_names
from riichi_core.rules.options import Option
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import Setting, setting

SIDE_BY_SIDE = 3
"""The number of rulesets side by side in 100 columns; more rulesets take several rows."""

DEAD_HAND = ("bars", "discards", "riichi_bet")
"""The options on what a player with a dead hand may do."""


@dataclass(frozen=True, slots=True)
class FoulRow:
    """One foul under each ruleset: the option's sentence, and its judgement."""

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
        """True if the rulesets' values differ, or have different consequences."""
        sides = {
            (side.key, judgement.effect, judgement.condition, judgement.penalty, judgement.costs)
            for side, judgement in zip(self.settings, self.judgements, strict=True)
        }
        return len(sides) > 1


# ---- side by side --------------------------------------------------------------------------------


def foul_list(
    rulesets: Sequence[Ruleset], rows: Sequence[FoulRow], play: str, tr: Translator = PLAIN_ENGLISH
) -> Iterator[str]:
    """Yield each foul in a line with its penalty under each ruleset, then those of a chombo."""
    yield from paragraph(tr("Penalty of each foul: {play}", play=tr(HEADINGS[play])), "title")
    if len(rulesets) > 1:
        yield from paragraph(_differing_sentence(rows, tr))
    for start in range(0, len(rulesets), SIDE_BY_SIDE):
        places = range(start, min(start + SIDE_BY_SIDE, len(rulesets)))
        yield from _foul_table(rulesets, rows, places, play, tr)
    yield from paragraph("\n" + tr("riichi foul NAME shows everything about one foul."), "dim")


HEADINGS: dict[str, Message] = {
    "tournament": Message("tournament play"),
    "casual": Message("casual play"),
}


def _differing_sentence(rows: Sequence[FoulRow], tr: Translator) -> str:
    differing = sum(row.differs for row in rows)
    if not differing:
        return tr("None of {every} fouls is judged differently.", every=len(rows))
    return tr.counted(
        "{n} of {every} fouls is judged differently, marked *.",
        "{n} of {every} fouls are judged differently, marked *.",
        differing,
        every=len(rows),
    )


def _foul_table(
    rulesets: Sequence[Ruleset], rows: Sequence[FoulRow], places: range, play: str, tr: Translator
) -> Iterator[str]:
    """Yield some of the rulesets side by side; a mark shows differences among all of them."""
    names = short_names(rulesets, tr)
    rows_of_cells: list[Sequence[ColumnCell]] = [
        ((), (), *((StyledText(names[place], "name"),) for place in places))
    ]
    for row in rows:
        title = (StyledText(row.option.title), StyledText(row.foul, "dim"))
        cells = [tr.of(rulesets[place])(judgement_words(row.judgements[place])) for place in places]
        rows_of_cells.append(_marked_row(title, cells, differs=row.differs))
    yield ""
    yield from _aligned_columns(rows_of_cells)
    for chapter, paths in consequences(rows, play, tr):
        yield from chapter_heading(chapter)
        yield from _option_table(rulesets, paths, places, tr)


def consequences(
    rows: Sequence[FoulRow], play: str, tr: Translator
) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the titles and options of what the fouls lead to: a chombo penalty, a dead hand."""
    judgements = [judgement for row in rows for judgement in row.judgements]
    if any(judgement.chombo for judgement in judgements):
        yield tr("Chombo penalty"), [f"chombo.{name}" for name in (play, *AFTER_CHOMBO)]
    if any(judgement.dead_hand for judgement in judgements):
        yield tr("A player with a dead hand"), [f"dead_hand.{name}" for name in DEAD_HAND]


def _option_table(
    rulesets: Sequence[Ruleset], paths: Sequence[str], places: range, tr: Translator
) -> Iterator[str]:
    rows: list[Sequence[ColumnCell]] = []
    for path in paths:
        option = options()[path]
        sides = [setting(ruleset, path, option, tr) for ruleset in rulesets]
        differs = any(side.key != sides[0].key for side in sides)
        title = (StyledText(tr(option.title)),)
        rows.append(
            _marked_row(title, [sides[place].sentences for place in places], differs=differs)
        )
    return _aligned_columns(rows)


def _aligned_columns(table: Sequence[Sequence[ColumnCell]]) -> Iterator[str]:
    """Yield rows with a mark, a title, and the value under each of some rulesets."""
    sides = len(table[0]) - 2
    title = 40 if sides < SIDE_BY_SIDE else 31
    rest = screen_width() - len("* ") - title - 1
    shares = [rest // sides + (side < rest % sides) - 1 for side in range(sides - 1)]
    return columns(table, (1, title, *shares, rest // sides), between=1)


def _marked_row(title: ColumnCell, cells: Sequence[str], *, differs: bool) -> Sequence[ColumnCell]:
    style = "differing" if differs else ""
    return (
        (StyledText("*" if differs else ""),),
        title,
        *((StyledText(cell, style),) for cell in cells),
    )


# ---- all about one -------------------------------------------------------------------------------


def foul_in_full(
    rulesets: Sequence[Ruleset], row: FoulRow, tr: Translator = PLAIN_ENGLISH
) -> Iterator[str]:
    """Yield one foul in full: under each ruleset its sentence, citation and consequences."""
    remark = agreement(row.settings, tr)
    yield from heading(f"{row.option.title}   {remark}".rstrip(), row.path)
    sides = zip(short_names(rulesets, tr), rulesets, row.settings, row.judgements, strict=True)
    for name, ruleset, side, judgement in sides:
        yield from paragraph(f"\n{name}", "name")
        yield from paragraph(side.sentences, indent=INDENT)
        yield from paragraph(*_citation(side, ruleset, tr), indent=INDENT)
        yield from pairs(_consequence_rows(ruleset, judgement, tr.of(ruleset)), 2 * INDENT)
    if row.option.clauses:
        yield from paragraph("\n" + tr("Clauses behind it:"))
        yield from pairs(
            (name, clause_in_books(clauses()[name], tr)) for name in row.option.clauses
        )


def _citation(side: Setting, ruleset: Ruleset, tr: Translator) -> StyledText:
    return StyledText(format_citation(side.provenance, ruleset, tr), "dim")


def _consequence_rows(
    ruleset: Ruleset, judgement: Judgement, tr: Translator
) -> Iterator[tuple[str, ColumnCell]]:
    yield tr("Result"), (StyledText(tr(judgement_words(judgement)), "title"),)
    penalty = judgement.penalty
    if isinstance(penalty, PaidToOthers):
        by_east = tr(
            "{each} to each of the others: {sum}", each=penalty.from_east, sum=penalty.by_east
        )
        yield tr("By East"), (StyledText(by_east),)
        by_other = tr(
            "{east} to East, {other} to each other: {sum}",
            east=penalty.to_east,
            other=penalty.to_other,
            sum=penalty.by_other,
        )
        yield tr("By another"), (StyledText(by_other),)
    for path in judgement.options[1:]:
        option = options()[path]
        side = setting(ruleset, path, option, tr)
        yield tr(option.title), (StyledText(side.sentences), _citation(side, ruleset, tr))
