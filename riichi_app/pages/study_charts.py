"""Charts of a study as drawings that stand in a page: SVG, made by matplotlib."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from riichi_app.documents.model import Figure
from riichi_app.locale import Locale
from riichi_core.comparison.comparison import compare
from riichi_core.language import Text
from riichi_study.distributions import Distribution, DistributionId, distributions
from riichi_study.estimates import Estimate
from riichi_study.plan import StudyPlan
from riichi_study.report import StudyReport
from riichi_study.rows import StudiedRow

COLOURS = ("#1f4e79", "#c55a11", "#548235", "#7f6000", "#7030a0")
"""Dark enough to be told apart in grey, too."""

NO_METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))

HATCHES = ("", "//", "..", "xx", "--")

CAPTIONS: dict[DistributionId, Text] = {
    "deals": "Deals in a game: the share of games",
    "win": "Points of a win, with counters and bets: the share of wins",
    "score": "Points of a player at the end: the share of players",
}


def can_be_drawn() -> bool:
    """Return whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def study_figures(
    plan: StudyPlan, found: StudyReport, rows: Sequence[StudiedRow], tr: Locale
) -> tuple[Figure, ...]:
    """Return the ranking of options and the distributions of a study, drawn."""
    titles = {row.path: row.title for row in compare(*plan.rulesets[:2], tr=tr).rows}
    return (*_ranking(found, titles, tr), *_distributions(found.labels, rows, tr))


def _ranking(found: StudyReport, titles: Mapping[str, str], tr: Locale) -> Iterator[Figure]:
    seen = [(titles[path], one.otherwise) for path, one in found.ranking if one.is_seen]
    if seen:
        caption = tr("Deals that come out otherwise when an option is switched alone, in percent, "
                     "with 95 % intervals")  # fmt: skip
        yield Figure(_bars(seen), (caption,), caption)


def _bars(lines: Sequence[tuple[str, Estimate]]) -> str:
    """Return bars below each other, the first on top, with their intervals."""
    chart, axes = _axes(0.7 + 0.32 * len(lines))
    places = range(len(lines))
    values = [100 * one.value for _, one in lines]
    margins = [100 * (one.margin or 0) for _, one in lines]
    lows = [min(value, margin) for value, margin in zip(values, margins, strict=True)]
    axes.barh(places, values, xerr=(lows, margins), color=COLOURS[0], capsize=2, height=0.6)
    axes.set_yticks(places, [_short(title) for title, _ in lines])
    axes.invert_yaxis()
    axes.set_xlim(left=0)
    return _svg(chart, "ranking")


def _short(title: str, most: int = 46) -> str:
    return title if len(title) <= most else f"{title[: most - 1]}…"


def _distributions(
    labels: Sequence[str], rows: Sequence[StudiedRow], tr: Locale
) -> Iterator[Figure]:
    for one in distributions(rows):
        if any(map(any, one.shares)):
            caption = tr(CAPTIONS[one.id])
            yield Figure(_steps(one, labels, tr), (caption,), caption)


def _steps(one: Distribution, labels: Sequence[str], tr: Locale) -> str:
    """Return bars of each ruleset beside each other, for each step."""
    chart, axes = _axes(2.6)
    width = 0.8 / len(labels)
    for number, (label, shares) in enumerate(zip(labels, one.shares, strict=True)):
        places = [step + width * (number - (len(labels) - 1) / 2) for step in range(len(shares))]
        axes.bar(places, [100 * share for share in shares], width, label=label,
                 color=COLOURS[number % 5], hatch=HATCHES[number % 5], edgecolor="white",
                 linewidth=0.3)  # fmt: skip
    ends = [*(tr.number(start) for start in one.starts[:-1]), f"{tr.number(one.starts[-1])}+"]
    turned = 0 if one.id == "deals" else 45
    axes.set_xticks(range(len(ends)), ends, rotation=turned)
    axes.legend(frameon=False, fontsize=8)
    return _svg(chart, one.id)


def _axes(height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure as Chart  # noqa: PLC0415 - an extra, and slow to import

    chart = Chart(figsize=(6.4, height), layout="constrained")
    axes = chart.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=8)
    return chart, axes


def _svg(chart: Any, name: str) -> str:
    """Return a chart as SVG with its letters as text; the same chart is the same text."""
    from matplotlib import rc_context  # noqa: PLC0415 - as above

    out = io.StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": name, "font.family": "sans-serif"}):
        chart.savefig(out, format="svg", metadata=NO_METADATA)
    text = out.getvalue()
    return text[text.index("<svg") :]
