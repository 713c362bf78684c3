"""Studies and simulated games: tables of their measures, and charts."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from riichi.games.study.plan import StudyPlan, Unseen
from riichi.games.study.report import (
    MEASURES,
    Distribution,
    DistributionId,
    Effect,
    Estimate,
    Measure,
    StudyReport,
    distributions,
)
from riichi.games.study.rows import StudiedRow
from riichi.locale import Locale
from riichi.writers.columns import INDENT, StyledText, pairs, paragraph, table
from riichi.writers.model import (
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
from riichi_core.bots.simulation import Summary
from riichi_core.comparison.comparison import compare
from riichi_core.game.game import WHY
from riichi_core.language import PLAIN_ENGLISH, Translatable, Translator

COLOURS = ("#1f4e79", "#c55a11", "#548235", "#7f6000", "#7030a0")
"""Dark enough to be distinguishable in grey as well."""

NO_METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))

HATCHES = ("", "//", "..", "xx", "--")

CAPTIONS: dict[DistributionId, Translatable] = {
    "deals": "Hands in a game: the share of games",
    "win": "Points of a win, with counters and bets: the share of wins",
    "score": "Points of a player at the end: the share of players",
}

UNSEEN: dict[Unseen, Translatable] = {
    "table": "They concern fouls, or actions at a table with real tiles",
    "tournament": "They are about a tournament, not about a game",
    "not_alone": "They cannot be switched on their own: the rules would contradict each other",
}
"""The reasons why games of bots cannot show an option."""


# ---- charts --------------------------------------------------------------------------------------


def can_be_drawn() -> bool:
    """Return whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def study_figures(
    plan: StudyPlan, report: StudyReport, rows: Sequence[StudiedRow], tr: Locale
) -> tuple[Figure, ...]:
    """Return charts of the ranking of options and of a study's distributions."""
    titles = {row.path: row.title for row in compare(*plan.rulesets[:2], tr=tr).rows}
    return (*_ranking(report, titles, tr), *_distributions(report.labels, rows, tr))


def _ranking(report: StudyReport, titles: Mapping[str, str], tr: Locale) -> Iterator[Figure]:
    seen = [(titles[path], effect.otherwise) for path, effect in report.ranking if effect.is_seen]
    if seen:
        caption = tr(
            "Hands that end differently when one option is switched, in percent, "
            "with 95 % intervals"
        )
        yield Figure(_bar_chart(seen), (caption,), caption)


def _bar_chart(lines: Sequence[tuple[str, Estimate]]) -> str:
    """Return horizontal bars, the first on top, with their intervals."""
    chart, axes = _new_chart(0.7 + 0.32 * len(lines))
    places = range(len(lines))
    values = [100 * estimate.value for _, estimate in lines]
    margins = [100 * (estimate.margin or 0) for _, estimate in lines]
    lows = [min(value, margin) for value, margin in zip(values, margins, strict=True)]
    axes.barh(places, values, xerr=(lows, margins), color=COLOURS[0], capsize=2, height=0.6)
    axes.set_yticks(places, [t if len(t) <= 46 else f"{t[:45]}…" for t, _ in lines])
    axes.invert_yaxis()
    axes.set_xlim(left=0)
    return _svg(chart, "ranking")


def _distributions(
    labels: Sequence[str], rows: Sequence[StudiedRow], tr: Locale
) -> Iterator[Figure]:
    for distribution in distributions(rows):
        if any(map(any, distribution.shares)):
            caption = tr(CAPTIONS[distribution.id])
            yield Figure(_distribution_chart(distribution, labels, tr), (caption,), caption)


def _distribution_chart(distribution: Distribution, labels: Sequence[str], tr: Locale) -> str:
    """Return the rulesets' bars side by side, for each step."""
    chart, axes = _new_chart(2.6)
    width = 0.8 / len(labels)
    for number, (label, shares) in enumerate(zip(labels, distribution.shares, strict=True)):
        places = [step + width * (number - (len(labels) - 1) / 2) for step in range(len(shares))]
        axes.bar(places, [100 * share for share in shares], width, label=label,
                 color=COLOURS[number % 5], hatch=HATCHES[number % 5], edgecolor="white",
                 linewidth=0.3)  # fmt: skip
    ends = [
        *(tr.number(start) for start in distribution.starts[:-1]),
        f"{tr.number(distribution.starts[-1])}+",
    ]
    turned = 0 if distribution.id == "deals" else 45
    axes.set_xticks(range(len(ends)), ends, rotation=turned)
    axes.legend(frameon=False, fontsize=8)
    return _svg(chart, distribution.id)


def _new_chart(height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure as Chart  # noqa: PLC0415 - an extra, and slow to import

    chart = Chart(figsize=(6.4, height), layout="constrained")
    axes = chart.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=8)
    return chart, axes


def _svg(chart: Any, name: str) -> str:
    """Return a chart as SVG with text as text; the same chart gives the same SVG."""
    from matplotlib import rc_context  # noqa: PLC0415 - as above

    out = io.StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": name, "font.family": "sans-serif"}):
        chart.savefig(out, format="svg", metadata=NO_METADATA)
    text = out.getvalue()
    return text[text.index("<svg") :]


# ---- the report of a study -----------------------------------------------------------------------


def study_document(
    plan: StudyPlan, report: StudyReport, tr: Locale, figures: Sequence[Figure] = ()
) -> Document:
    """Return the report of a study, with charts at its end."""
    names = f" {tr('against')} ".join(report.labels)
    sentence = _how_recorded if report.left_out else _how_played
    blocks: list[Block] = [Paragraph((sentence(report, tr),))]
    if report.failed:
        failed = tr.counted(
            "{n} game is left out because a player's error ended it.",
            "{n} games are left out because a player's error ended them.",
            len(report.failed),
        )
        blocks.append(Paragraph((failed,)))
    blocks += _game_tables(report, tr)
    titles = {row.path: row.title for row in compare(*plan.rulesets[:2], tr=tr).rows}
    blocks += _option_tables(report, titles, tr)
    if report.left_out:
        blocks += _left_out_table(report, tr)
    blocks += figures
    return Document(tr("Study: {rulesets}", rulesets=names), tr.language, "report", tuple(blocks))


def _how_played(report: StudyReport, tr: Locale) -> str:
    return tr.counted(
        "{n} game was played with the same walls and seats under each ruleset (seed {seed}; "
        "players: {players}). ± is the half-width of the 95 % confidence interval.",
        "{n} games were played with the same walls and seats under each ruleset (seed {seed}; "
        "players: {players}). ± is the half-width of the 95 % confidence interval.",
        report.games,
        seed=str(report.seed),
        players=", ".join(dict.fromkeys(report.players)),
    )


def _how_recorded(report: StudyReport, tr: Locale) -> str:
    return tr.counted(
        "Payments of {n} recorded game under each ruleset; every hand starts "
        "as recorded. ± is the half-width of the 95 % confidence interval.",
        "Payments of {n} recorded games under each ruleset; every hand starts "
        "as recorded. ± is the half-width of the 95 % confidence interval.",
        report.games,
    )


def _left_out_table(report: StudyReport, tr: Locale) -> Iterator[Block]:
    """Yield the deals of records that say nothing about a ruleset."""
    yield Heading((tr("Hands that are left out"),))
    yield _number_table(
        ["", tr("hands"), tr("could not have been played"), tr("would not have been played")],
        [
            [label, *map(tr.number, (left_out.deals, left_out.impossible, left_out.unreached))]
            for label, left_out in zip(report.labels, report.left_out, strict=True)
        ],
    )


def _game_tables(report: StudyReport, tr: Locale) -> Iterator[Block]:
    first, *others = report.labels
    heads = ["", first]
    for other in others:
        heads += [other, tr("difference")]
    yield Heading((tr("Course of the games"),))
    yield _number_table(
        heads,
        [
            [tr(measure.title), *_measure_cells(measure, line.values, line.differences, tr)]
            for measure, line in zip(MEASURES, report.lines, strict=True)
        ],
    )
    yield Heading((tr("Outcomes that differ from {ruleset}", ruleset=first),))
    yield _number_table(
        ["", *_effect_heads(report, tr)],
        [
            [label, *_effect_cells(report, effect, tr)]
            for label, effect in zip(others, report.against, strict=True)
        ],
    )


def _measure_cells(
    measure: Measure, values: Sequence[Estimate], differences: Sequence[Estimate], tr: Locale
) -> Iterator[str]:
    first, *others = values
    yield _value_text(first.value, measure, tr)
    for value, difference in zip(others, differences, strict=True):
        yield _value_text(value.value, measure, tr)
        yield _with_margin(difference, measure.share, measure.decimals + 1, tr, signed=True)


def _value_text(value: float, measure: Measure, tr: Locale) -> str:
    if measure.share:
        return f"{tr.decimal(100 * value, measure.decimals)}%"
    return tr.decimal(value, measure.decimals)


def _option_tables(report: StudyReport, titles: Mapping[str, str], tr: Locale) -> Iterator[Block]:
    seen = [(path, effect) for path, effect in report.ranking if effect.is_seen]
    never = [titles[path] for path, effect in report.ranking if not effect.is_seen]
    if seen:
        yield Heading((tr("Each option switched on its own, with the greatest effect first"),))
        yield _number_table(
            [tr("option"), *_effect_heads(report, tr)],
            [[titles[path], *_effect_cells(report, effect, tr)] for path, effect in seen],
        )
    rows = [(tr("They had no effect in these games"), "; ".join(never))] if never else []
    for why, reason in UNSEEN.items():
        paths = [path for path, because in report.unseen if because == why]
        if paths:
            rows.append((tr(reason), "; ".join(titles[path] for path in paths)))
    if rows:
        yield Heading((tr("Options that these games do not show"),))
    for head, named in rows:
        yield Heading((head,), 3)
        yield Paragraph((named,))


def _effect_heads(report: StudyReport, tr: Locale) -> list[str]:
    heads = [tr("hands that differ"), tr("points per hand")]
    # Places and results of recorded games are unknown, which does not mean zero.
    if report.left_out:
        return heads
    return [*heads, tr("places per game"), tr("result per game")]


def _effect_cells(report: StudyReport, effect: Effect, tr: Locale) -> Iterator[str]:
    yield _with_margin(effect.otherwise, share=True, decimals=2, tr=tr)
    yield _with_margin(effect.points, share=False, decimals=1, tr=tr)
    if report.left_out:
        return
    yield _with_margin(effect.places, share=False, decimals=3, tr=tr)
    yield _with_margin(effect.result, share=False, decimals=0, tr=tr)


def _with_margin(
    estimate: Estimate, share: bool, decimals: int, tr: Locale, *, signed: bool = False
) -> str:
    """Return a value with its margin, which is half of the interval; an exact zero is just 0."""
    if estimate.value == 0 and estimate.margin in (None, 0):
        return "0"
    times, sign = 100 if share else 1, "+" if signed and estimate.value > 0 else ""
    text = f"{sign}{tr.decimal(times * estimate.value, decimals)}{'%' if share else ''}"
    if estimate.margin is None:
        return text
    return f"{text} ± {tr.decimal(times * estimate.margin, decimals)}"


def _number_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> TableBlock:
    first, *more = heads
    columns = [Column(first), *(Column(head, "right") for head in more)]
    return plain_table(columns, (plain_row(*row) for row in rows))


# ---- simulated games -----------------------------------------------------------------------------


def summary_text(
    summary: Summary, ruleset: str, seed: int, logs: Path | None, tr: Translator = PLAIN_ENGLISH
) -> Iterator[str]:
    """Yield how games and deals ended, and a line for each player."""
    head = tr.counted(
        "{n} game under {rules}, seed {seed}, {deals} hands",
        "{n} games under {rules}, seed {seed}, {deals} hands",
        summary.games,
        rules=ruleset,
        seed=str(seed),
        deals=summary.deals,
    )
    yield from paragraph(head, "bold")
    yield ""
    yield from pairs((name, (StyledText(text),)) for name, text in _deal_figures(summary, tr))
    yield ""
    yield from _player_table(summary, tr)
    if logs is not None:
        where = tr("The logs are in {folder} (riichi replay FILE).", folder=logs)
        yield from paragraph(f"\n{where}", "dim")


def _deal_figures(summary: Summary, tr: Translator) -> Iterator[tuple[str, str]]:
    yield tr("won by self-draw"), _share(summary.won_self_draw, tr)
    yield tr("won on a discard"), _share(summary.won_discard, tr)
    yield tr("drawn"), _share(summary.exhausted, tr)
    if summary.aborted:
        yield tr("aborted"), _share(summary.aborted, tr)
    yield tr("riichi bets per hand"), tr.decimal(summary.riichi, 2)
    yield tr("discards per hand"), tr.decimal(summary.discards, 1)
    yield tr("hands per game"), tr.decimal(summary.deals / summary.games, 1)
    points = tr.decimal(summary.points, 0)
    yield tr("average win"), tr("{points} points with counters and bets", points=points)
    ends = (f"{_end_reason(name, tr)} ({tr.number(times)})" for name, times in summary.ended_by)
    yield tr("games ended"), "; ".join(ends)
    if summary.failed:
        yield tr("ended by a player's error"), tr.number(len(summary.failed))


def _end_reason(name: str, tr: Translator) -> str:
    reasons = {str(why): text for why, text in WHY.items()}
    return tr(reasons[name]) if name in reasons else tr("they were too long")


def _player_table(summary: Summary, tr: Translator) -> Iterator[str]:
    places = (tr("{place}st", place=1), tr("{place}nd", place=2), tr("{place}rd", place=3),
              tr("{place}th", place=4))  # fmt: skip
    heads = (tr("player"), tr("result"), tr("score"), tr("place"), *places, tr("won"),
             tr("dealt in"), tr("riichi"))  # fmt: skip
    rows = (
        (
            f"{number} {line.name}",
            f"{'+' if line.result >= 0 else ''}{tr.decimal(line.result, 0)}",
            tr.decimal(line.score, 0),
            tr.decimal(line.place, 2),
            *(_share(share, tr) for share in line.places),
            *(_share(share, tr) for share in (line.won, line.dealt_in, line.riichi)),
        )
        for number, line in enumerate(summary.players, 1)
    )
    return table(rows, "l" + "r" * 10, [head.upper() for head in heads], INDENT)


def _share(share: float, tr: Translator) -> str:
    return f"{tr.decimal(100 * share, 1)}%"
