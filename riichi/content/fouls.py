"""Fouls: their penalties side by side, all about one under each ruleset, and a list on paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from riichi.content.citations import agreement, clause_in_books, format_citation, unbroken
from riichi.locale.locale import Locale, capital
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
from riichi.writers.model import Column, Document, Row, plain_row, plain_table
from riichi.writers.pages import Paper, Part, wall_pages
from riichi.writers.paper import PosterPaper
from riichi_core.game.fouls import AFTER_CHOMBO, Judgement, ReversedMangan, fouls, judgement_words
from riichi_core.language import PLAIN_ENGLISH, Translator
from riichi_core.messages import Message
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.clauses import clauses
from riichi_core.rules.labels import short_names
from riichi_core.rules.options import Option
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import SECTION_WORDS, Ruleset, signed_sections
from riichi_core.rules.settings import Setting, setting

SIDE_BY_SIDE = 3
"""The number of rulesets side by side in 100 columns; more rulesets take several rows."""

CONSEQUENCES = {
    "Chombo penalty": AFTER_CHOMBO,
    "What a dead hand may do": ("bars", "discards", "riichi_bet"),
}


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
        cells = [judgement_words(row.judgements[place], tr.of(rulesets[place])) for place in places]
        rows_of_cells.append(_marked_row(title, cells, differs=row.differs))
    yield ""
    yield from _aligned_columns(rows_of_cells)
    judgements = [judgement for row in rows for judgement in row.judgements]
    if any(judgement.chombo for judgement in judgements):
        yield from chapter_heading(tr("Chombo penalty"))
        paths = (f"chombo.{name}" for name in (play, *CONSEQUENCES["Chombo penalty"]))
        yield from _option_table(rulesets, paths, places, tr)
    if any(judgement.dead_hand for judgement in judgements):
        yield from chapter_heading(tr("What a dead hand may do"))
        paths = (f"dead_hand.{name}" for name in CONSEQUENCES["What a dead hand may do"])
        yield from _option_table(rulesets, paths, places, tr)


def _option_table(
    rulesets: Sequence[Ruleset], paths: Iterator[str], places: range, tr: Translator
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


# ---- on paper ------------------------------------------------------------------------------------


def penalties_paper(
    ruleset: Ruleset, rows: Sequence[FoulRow], play: PlaySetting, size: PosterPaper, tr: Locale
) -> Document:
    """Return the penalties under one ruleset with their sections, for the referee's table."""
    tr = tr.of(ruleset)
    judgements = [row.judgements[0] for row in rows]
    lines = [
        plain_row(capital(tr(row.option.title)), judgement_words(row.judgements[0], tr),
                  _sections(row.settings[0], tr))
        for row in rows
    ]  # fmt: skip
    parts = [_paper_part("", tr("foul"), lines, tr)]
    consequences = {
        "Chombo penalty": (any(one.chombo for one in judgements), f"chombo.{play}"),
        "What a dead hand may do": (any(one.dead_hand for one in judgements), ""),
    }
    for title, (needed, first) in consequences.items():
        names = CONSEQUENCES[title]
        chapter = "chombo" if first else "dead_hand"
        paths = [*filter(None, [first]), *(f"{chapter}.{name}" for name in names)]
        if needed:
            parts.append(_paper_part(tr(title), tr("rule"), _rule_rows(ruleset, paths, tr), tr))
    if len(rows) == len(fouls()):
        lines = _rule_rows(ruleset, TOURNAMENT, tr)
        parts.append(_paper_part(tr("Lateness and absence"), tr("rule"), lines, tr))
    sheet = Paper(ruleset.title_in(tr), tr("Penalties"), tr.language, size)
    return wall_pages(parts, sheet, good=11)


TOURNAMENT = ("tournament.lateness", "tournament.missed_session", "tournament.excused_absence",
              "tournament.deliberate_absence")  # fmt: skip
"""The rules of a tournament that cost points."""


def _paper_part(title: str, head: str, rows: Sequence[Row], tr: Locale) -> Part:
    columns = (
        Column(head, share=0.4),
        Column(tr("penalty")),
        Column(tr("section"), share=0.18),
    )
    return Part(title, plain_table(columns, rows, bold=False))


def _rule_rows(ruleset: Ruleset, paths: Iterable[str], tr: Locale) -> list[Row]:
    sides = [(options()[path], setting(ruleset, path, options()[path], tr)) for path in paths]
    return [
        plain_row(tr(option.title), side.sentences, _sections(side, tr)) for option, side in sides
    ]


def _sections(side: Setting, tr: Locale) -> str:
    """Return the sections of a rule in its book; a dash for a rule that no section settles."""
    source = side.provenance
    if source is None or source.kind != "cite":
        return "\N{EN DASH}"
    return unbroken(SECTION_WORDS.sub(lambda found: tr(found[0]), signed_sections(source.text)))


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
        yield from paragraph("\n" + tr("Clauses that it settles:"))
        yield from pairs(
            (name, clause_in_books(clauses()[name], tr)) for name in row.option.clauses
        )


def _citation(side: Setting, ruleset: Ruleset, tr: Translator) -> StyledText:
    return StyledText(format_citation(side.provenance, ruleset, tr), "dim")


def _consequence_rows(
    ruleset: Ruleset, judgement: Judgement, tr: Translator
) -> Iterator[tuple[str, ColumnCell]]:
    yield tr("Comes to"), (StyledText(judgement_words(judgement, tr), "title"),)
    penalty = judgement.penalty
    if isinstance(penalty, ReversedMangan):
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
