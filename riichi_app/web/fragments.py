"""Parts of a page that answers bring: examples, rulesets and scores side by side, losses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from riichi_app.content.citations import agreement
from riichi_app.content.comparison import comparison_summary, matters_sentence
from riichi_app.content.examples import Example, WinningHand
from riichi_app.content.win import (
    LEADING,
    PARTS,
    explained_lines,
    hand_readings,
    values_differ,
)
from riichi_app.locale import Locale
from riichi_app.web.differences import cited_html, difference_html, sides_html
from riichi_app.web.markup import Html, el, together
from riichi_app.web.rulesets import option_id
from riichi_app.writers.drawings import hand_svg, win_groups
from riichi_core.comparison.comparison import Comparison, ComparisonRow, compare
from riichi_core.hands.win import Win
from riichi_core.messages import not_empty
from riichi_core.scoring.explain import Explanation, describe_win

if TYPE_CHECKING:  # most answers name no other program
    from riichi_programs.export import Export


def examples_html(
    examples: Mapping[str, Example], labels: Sequence[str], tr: Locale
) -> dict[str, str]:
    """Return by option an example of the difference: what happened, and both outcomes.

    Args:
        examples: by option, a case whose outcome differs.
        labels: the name of each side.
        tr: the language.
    """
    return {path: _example_html(example, labels, tr) for path, example in examples.items()}


def _example_html(example: Example, labels: Sequence[str], tr: Locale) -> Html:
    happened = " ".join(not_empty([example.says, example.points]))
    return together(
        el("p", el("b", tr("For example:")), " ", happened, class_="happened"),
        hands_html(example.hands, tr),
        sides_html(*zip(labels, example.outcomes, strict=True)),
    )


def hands_html(hands: Sequence[WinningHand | Win], tr: Locale) -> Html:
    """Return hands that won as drawn tiles, with seats where they are given."""
    return (
        el("div", [_hand_html(hand, tr) for hand in hands], class_="hands") if hands else Html("")
    )


def _hand_html(hand: WinningHand | Win, tr: Locale) -> Html:
    win = hand if isinstance(hand, Win) else hand.win
    seat = "" if isinstance(hand, Win) else hand.seat
    tiles = Html(hand_svg(win_groups(win.hand, win.tile, tr)))
    return el("p", el("span", seat, class_="seat") if seat else None, tiles, class_="hand")


# ---- a comparison --------------------------------------------------------------------------------


def compare_html(
    comparison: Comparison, examples: Mapping[str, Example], tr: Locale, *, everything: bool = False
) -> Html:
    """Return rulesets side by side, option by option, with examples or the room for them."""
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
                [_option_html(row, comparison, examples, tr) for row in chapter_rows],
                id=f"c-{chapter}",
            )
            for (chapter, title), chapter_rows in chapters
        ],
    )


def _option_html(
    row: ComparisonRow, comparison: Comparison, examples: Mapping[str, Example], tr: Locale
) -> Html:
    name = option_id(row.path)
    cited = (
        cited_html(side, ruleset, tr)
        for side, ruleset in zip(row.sides, comparison.rulesets, strict=True)
    )
    example = examples.get(row.path)
    drawn = None if example is None else _example_html(example, comparison.labels, tr)
    example_element = (
        el("div", drawn, class_="example", data_example=row.path) if row.differs else None
    )
    remark = agreement(row.sides, tr)
    same = el("small", remark) if remark else None
    return difference_html(
        [el("a", row.title, href=f"#{name}", data_to=name), " ", same],
        zip(comparison.labels, cited, strict=True),
        example_element,
        class_="difference" if row.differs else "difference same",
        id=name,
        data_path=row.path,
    )


# ---- a hand --------------------------------------------------------------------------------------


def score_html(explanations: Sequence[Explanation], tr: Locale) -> Html:
    """Return one win under several rulesets side by side, every han and fu in a line."""
    win = explanations[0].win
    head = el(
        "tr",
        el("td"),
        [el("th", explanation.ruleset.id, scope="col") for explanation in explanations],
    )
    parts = groupby(explained_lines(explanations), key=lambda row: row[0].part)
    bodies = [
        el(
            "tbody",
            el(
                "tr",
                el("th", tr(PARTS[part]), scope="rowgroup", colspan=len(explanations) + 1),
                class_="group",
            ),
            [
                _score_line_html(label, values, tr, leads=leads)
                for label, values, leads in (
                    (line.label, values, line.id in LEADING) for line, values in lines
                )
            ],
        )
        for part, lines in parts
    ]
    table = el(
        "table",
        el("caption", tr("The score, line by line"), class_="sr"),
        el("thead", head),
        bodies,
        class_="score",
    )
    return together(
        hands_html([win], tr),
        el("p", describe_win(win, tr), class_="happened"),
        [el("p", text, class_="read") for text in hand_readings(explanations, tr)],
        el(
            "div",
            table,
            class_="wide",
            tabindex=0,
            role="region",
            aria_label=tr("The score, line by line"),
        )
        if bodies
        else None,
        [
            el("p", el("b", name), ": ", text, class_="remark")
            for name, text in _remarks(explanations, tr)
        ],
    )


def _score_line_html(label: str, values: Sequence[str], tr: Locale, *, leads: bool) -> Html:
    kinds = ["differs"] * values_differ(values) + ["leads"] * leads
    mark = el("span", tr("differs"), class_="sr") if "differs" in kinds else None
    return el(
        "tr",
        el("th", tr(label), mark, scope="row"),
        [el("td", tr(value)) for value in values],
        class_=" ".join(kinds) or None,
    )


def _remarks(explanations: Sequence[Explanation], tr: Locale) -> Iterator[tuple[str, str]]:
    """Yield by ruleset why the win counts nothing, and other remarks."""
    for explanation in explanations:
        for text in not_empty([explanation.why_not, *explanation.remarks]):
            yield explanation.ruleset.id, tr(text)


# ---- another program -----------------------------------------------------------------------------


def export_html(exported: Export, tr: Locale) -> Html:
    """Return what gets lost of a ruleset on its way to another program."""
    name = f"{exported.program.name} {exported.program.version}"
    summary = tr("{program} is told {n} rules.", program=name, n=len(exported.told))
    if exported.exact:
        return el("p", summary, " ", tr("Nothing that it knows gets lost."), class_="sum")
    rows = {row.path: row for row in compare(exported.ruleset, exported.played, tr=tr).differing}
    lost = [
        difference_html(
            row.title,
            [(name, row.sides[1].sentences), (exported.ruleset.id, row.sides[0].sentences)],
        )
        for row in (rows[path] for path in exported.lost if path in rows)
    ]
    unsaid = [el("li", tr(exported.unsaid(path))) for path in exported.in_part]
    heading = el("h3", tr("It plays otherwise")) if lost else None
    unsaid_part = [el("h3", tr("It is not told")), el("ul", unsaid)] if unsaid else None
    return together(el("p", summary, class_="sum"), heading, lost, unsaid_part)
