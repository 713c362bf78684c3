"""Fragments of the page in answers: examples, rulesets side by side, losses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from riichi.content.citations import agreement
from riichi.content.comparison import comparison_summary, matters_sentence
from riichi.content.examples import Example, WinningHand
from riichi.locale import Locale
from riichi.web.differences import cited_html, difference_html, sides_html
from riichi.web.markup import Html, el, together
from riichi.web.rulesets import option_id
from riichi.writers.drawings import hand_svg, win_groups
from riichi_core.comparison.comparison import Comparison, ComparisonRow, compare
from riichi_core.hands.win import Win
from riichi_core.messages import not_empty
from riichi_core.rules.rules import options

if TYPE_CHECKING:  # most answers name no other program
    from riichi.programs.export import Export


def examples_html(
    examples: Mapping[str, Example], labels: Sequence[str], tr: Locale
) -> dict[str, str]:
    """Return, by option, an example of the difference: the events, and both outcomes."""
    return {path: _example_html(example, labels, tr) for path, example in examples.items()}


def _example_html(example: Example, labels: Sequence[str], tr: Locale) -> Html:
    happened = " ".join(not_empty([example.says, example.points]))
    return together(
        el("p", el("b", tr("For example:")), " ", happened, class_="happened"),
        hands_html(example.hands, tr),
        sides_html(*zip(labels, example.outcomes, strict=True)),
    )


def hands_html(hands: Sequence[WinningHand | Win], tr: Locale) -> Html:
    """Return winning hands as drawn tiles, with seats if they are known."""
    return (
        el("div", [_hand_html(hand, tr) for hand in hands], class_="hands") if hands else Html("")
    )


def _hand_html(hand: WinningHand | Win, tr: Locale) -> Html:
    win = hand if isinstance(hand, Win) else hand.win
    seat = "" if isinstance(hand, Win) else hand.seat
    tiles = Html(hand_svg(win_groups(win.hand, win.tile, tr)))
    return el("p", el("span", seat, class_="seat") if seat else None, tiles, class_="hand")


# ---- a comparison --------------------------------------------------------------------------------


def compare_html(comparison: Comparison, tr: Locale, *, everything: bool = False) -> Html:
    """Return rulesets side by side, option by option, with space for an example of each."""
    tr = tr.of(*comparison.rulesets)
    rows = comparison.shown(everything=everything)
    chapters = groupby(rows, key=lambda row: (row.chapter, row.chapter_title))
    return together(
        el("h2", comparison.title(tr)),
        el("p", comparison_summary(comparison, tr), class_="sum"),
        el("p", matters) if (matters := matters_sentence(comparison, tr)) else None,
        [
            el(
                "section",
                el("h3", title),
                [_option_html(row, comparison, tr) for row in chapter_rows],
                id=f"c-{chapter}",
            )
            for (chapter, title), chapter_rows in chapters
        ],
    )


def _option_html(row: ComparisonRow, comparison: Comparison, tr: Locale) -> Html:
    name = option_id(row.path)
    cited = (
        cited_html(side, ruleset, tr)
        for side, ruleset in zip(row.sides, comparison.rulesets, strict=True)
    )
    example = el("div", class_="example", data_example=row.path) if row.differs else None
    remark = agreement(row.sides, tr)
    same = el("small", remark) if remark else None
    return difference_html(
        [el("a", row.title, href=f"#{name}", data_to=name), " ", same],
        zip(comparison.names(tr), cited, strict=True),
        example,
        class_="difference" if row.differs else "difference same",
        id=name,
        data_path=row.path,
    )


# ---- another program -----------------------------------------------------------------------------


def export_html(exported: Export, tr: Locale) -> Html:
    """Return the losses when a ruleset is exported to another program."""
    name = f"{exported.program.name} {exported.program.version}"
    summary = tr("{program} receives {n} rules.", program=name, n=len(exported.exported))
    if exported.exact:
        return el(
            "p", summary, " ", tr("It plays every rule that it supports as you do."), class_="sum"
        )
    comparison = compare(exported.ruleset, exported.played, tr=tr, paths=exported.lost)
    lost = [
        difference_html(
            row.title,
            [
                (name, row.sides[1].sentences),
                (exported.ruleset.short_title_in(tr), row.sides[0].sentences),
            ],
        )
        for row in comparison.differing
    ]
    missing = [
        el("li", tr(options()[path].title), ": ", tr(exported.missing(path)))
        for path in exported.partial
    ]
    heading = el("h3", tr("It plays differently")) if lost else None
    unsaid_part = [el("h3", tr("Not included")), el("ul", missing)] if missing else None
    return together(el("p", summary, class_="sum"), heading, lost, unsaid_part)
