"""The report of a study, as a document: how games go, and which options matter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from riichi_app.documents.model import (
    Block,
    Column,
    Document,
    Figure,
    Heading,
    Paragraph,
    TableBlock,
    plain_row,
    plain_table,
)
from riichi_app.locale import Locale
from riichi_core.comparison.comparison import compare
from riichi_core.language import Text
from riichi_study.estimates import Estimate
from riichi_study.measures import MEASURES, TITLES, Measure
from riichi_study.plan import StudyPlan
from riichi_study.report import Effect, StudyReport
from riichi_study.switches import Unseen

UNSEEN: dict[Unseen, Text] = {
    "table": "They need a fault, or what is done by hand at a table",
    "tournament": "They are about a tournament, not about a game",
    "not_alone": "They cannot be switched alone: the rules would contradict each other",
}
"""The reasons why games of bots cannot show an option."""


def study_document(
    plan: StudyPlan, found: StudyReport, tr: Locale, figures: Sequence[Figure] = ()
) -> Document:
    """Return the report of a study, with drawings at its end."""
    names = f" {tr('against')} ".join(found.labels)
    how = _recorded if found.left_out else _how
    blocks: list[Block] = [Paragraph((how(found, tr),))]
    if found.failed:
        blocks.append(Paragraph((_failed(found, tr),)))
    blocks += _games(found, tr)
    titles = {row.path: row.title for row in compare(*plan.rulesets[:2], tr=tr).rows}
    blocks += _options(found, titles, tr)
    if found.left_out:
        blocks += _left_out(found, tr)
    blocks += figures
    return Document(tr("Study: {rulesets}", rulesets=names), tr.language, "report", tuple(blocks))


def _how(found: StudyReport, tr: Locale) -> str:
    return tr.counted(
        "{n} game was played with the same walls and seats under each ruleset (seed {seed}; "
        "players: {players}). Behind ± stands half of the 95 % interval.",
        "{n} games were played with the same walls and seats under each ruleset (seed {seed}; "
        "players: {players}). Behind ± stands half of the 95 % interval.",
        found.games,
        seed=str(found.seed),
        players=", ".join(dict.fromkeys(found.players)),
    )


def _recorded(found: StudyReport, tr: Locale) -> str:
    return tr.counted(
        "{n} recorded game was settled again under each ruleset; every deal begins as it began. "
        "Behind ± stands half of the 95 % interval.",
        "{n} recorded games were settled again under each ruleset; every deal begins as it began. "
        "Behind ± stands half of the 95 % interval.",
        found.games,
    )


def _failed(found: StudyReport, tr: Locale) -> str:
    return tr.counted(
        "{n} game is left out: a player ended it by a fault.",
        "{n} games are left out: a player ended them by a fault.",
        len(found.failed),
    )


def _left_out(found: StudyReport, tr: Locale) -> Iterator[Block]:
    """Yield the deals of records that say nothing about a ruleset."""
    yield Heading((tr("Deals that are left out"),))
    yield _table(
        ["", tr("deals"), tr("could not have been played so"), tr("would not have been played")],
        [
            [label, *map(tr.number, (one.deals, one.impossible, one.unreached))]
            for label, one in zip(found.labels, found.left_out, strict=True)
        ],
    )


# ---- how games go --------------------------------------------------------------------------------


def _games(found: StudyReport, tr: Locale) -> Iterator[Block]:
    first, *others = found.labels
    heads = ["", first]
    for other in others:
        heads += [other, tr("difference")]
    yield Heading((tr("How games go"),))
    yield _table(
        heads,
        [
            [tr(TITLES[measure.id]), *_sides(measure, line.values, line.differences, tr)]
            for measure, line in zip(MEASURES, found.lines, strict=True)
        ],
    )
    yield Heading((tr("What comes out otherwise than under {ruleset}", ruleset=first),))
    yield _table(
        ["", *_effect_heads(found, tr)],
        [
            [label, *_effect(found, effect, tr)]
            for label, effect in zip(others, found.against, strict=True)
        ],
    )


def _sides(
    measure: Measure, values: Sequence[Estimate], differences: Sequence[Estimate], tr: Locale
) -> Iterator[str]:
    first, *others = values
    yield _number(first.value, measure, tr)
    for value, difference in zip(others, differences, strict=True):
        yield _number(value.value, measure, tr)
        yield _with_margin(difference, measure.share, measure.decimals + 1, tr, signed=True)


def _number(value: float, measure: Measure, tr: Locale) -> str:
    if measure.share:
        return f"{tr.decimal(100 * value, measure.decimals)}%"
    return tr.decimal(value, measure.decimals)


# ---- options -------------------------------------------------------------------------------------


def _options(found: StudyReport, titles: Mapping[str, str], tr: Locale) -> Iterator[Block]:
    seen = [(path, effect) for path, effect in found.ranking if effect.is_seen]
    never = [titles[path] for path, effect in found.ranking if not effect.is_seen]
    if seen:
        yield Heading((tr("Each option switched alone, the greatest effect first"),))
        yield _table(
            [tr("option"), *_effect_heads(found, tr)],
            [[titles[path], *_effect(found, effect, tr)] for path, effect in seen],
        )
    rows = [(tr("They did nothing in any of these games"), "; ".join(never))] if never else []
    for why, reason in UNSEEN.items():
        paths = [path for path, because in found.unseen if because == why]
        if paths:
            rows.append((tr(reason), "; ".join(titles[path] for path in paths)))
    if rows:
        yield Heading((tr("Options that these games do not show"),))
    for head, named in rows:
        yield Heading((head,), 3)
        yield Paragraph((named,))


def _effect_heads(found: StudyReport, tr: Locale) -> list[str]:
    heads = [tr("deals otherwise"), tr("points a deal")]
    if found.left_out:  # places and results of recorded games are not known, which is not nothing
        return heads
    return [*heads, tr("places a game"), tr("result a game")]


def _effect(found: StudyReport, effect: Effect, tr: Locale) -> Iterator[str]:
    yield _with_margin(effect.otherwise, share=True, decimals=2, tr=tr)
    yield _with_margin(effect.points, share=False, decimals=1, tr=tr)
    if found.left_out:
        return
    yield _with_margin(effect.places, share=False, decimals=3, tr=tr)
    yield _with_margin(effect.result, share=False, decimals=0, tr=tr)


def _with_margin(
    one: Estimate, share: bool, decimals: int, tr: Locale, *, signed: bool = False
) -> str:
    """Return a value with half of its interval; exactly nothing as such."""
    if not one.value and not one.margin:
        return "0"
    times = 100 if share else 1
    text = tr.decimal(times * one.value, decimals)
    if signed and one.value > 0:
        text = f"+{text}"
    text += "%" if share else ""
    return text if one.margin is None else f"{text} ± {tr.decimal(times * one.margin, decimals)}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> TableBlock:
    first, *more = heads
    columns = [Column(first), *(Column(head, "right") for head in more)]
    return plain_table(columns, (plain_row(*row) for row in rows))
