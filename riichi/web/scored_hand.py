"""A hand on the page under several rulesets: its value, and how it is scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from riichi.content.endings import worth_in_words
from riichi.content.playable import PlayableWin, playable
from riichi.content.win import (
    PARTS,
    LineRow,
    explained_lines,
    hand_readings,
    in_own_words,
    values_differ,
)
from riichi.locale import Locale
from riichi.locale.locale import capital
from riichi.web.markup import Html, el, together
from riichi_core.hands.win import Win
from riichi_core.messages import not_empty
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.explain import Explanation, Line, explain
from riichi_core.scoring.result import Score

SHOWN_PARTS = ("yaku", "dora")
"""The parts of a score that the page shows at once; the others are behind "How?"."""

TOTALS = ("han", "fu")
"""The lines of the result, which is first."""


class ScoredSide(NamedTuple):
    """A win under one of several rulesets.

    Attributes:
        label: the name of the ruleset.
        played: the win with the ruleset's fives.
        explanation: its score, line by line.
    """

    label: str
    played: PlayableWin
    explanation: Explanation


def scored_side(win: Win, ruleset: Ruleset, label: str) -> ScoredSide:
    """Score a win under a ruleset; a red five that the ruleset does not have is a plain five."""
    played = playable(win, ruleset)
    return ScoredSide(label, played, explain(played.win, ruleset))


def scored_html(sides: Sequence[ScoredSide], tr: Locale) -> Html:
    """Return the result under each ruleset, with every line of the scores below."""
    tr = tr.of(*(side.explanation.ruleset for side in sides))
    return together(
        el("div", _result_table(sides, tr), [*_notes(sides, tr)], class_="now"),
        el("div", *_lines(sides, tr), class_="lines"),
    )


def payments_text(result: Score, tr: Locale) -> str:
    """Return the payment of each player; empty if the discarder pays all."""
    paid = result.payments
    if paid.from_dealer is not None and paid.from_each is not None:
        return tr("{each} each, East {east}", each=paid.from_each, east=paid.from_dealer)
    return "" if paid.from_each is None else tr("{each} each", each=paid.from_each)


# ---- the result ----------------------------------------------------------------------------------


def _result_table(sides: Sequence[ScoredSide], tr: Locale) -> Html:
    results = [side.explanation.result for side in sides]
    points = [_points_cell(side, tr) for side in sides]
    worths = [tr(worth_in_words(one)) if isinstance(one, Score) else "" for one in results]
    rows = [_row(tr("Points"), points, tr, leads=True)]
    if any(worths):
        rows.append(_row(tr("Worth"), worths, tr))
    caption = el("caption", tr("What the hand is worth"), class_="sr")
    return el("table", caption, _head(sides), el("tbody", rows), class_="score")


def _points_cell(side: ScoredSide, tr: Locale) -> str:
    result = side.explanation.result
    if not isinstance(result, Score):
        return tr("No win")
    total = tr.number(result.payments.total)
    paid = payments_text(result, tr)
    return together(total, el("small", paid)) if paid else total


def _head(sides: Sequence[ScoredSide]) -> Html:
    names = [el("th", side.label, scope="col") for side in sides]
    return el("thead", el("tr", el("td"), names))


def _row(label: str, values: Sequence[str], tr: Locale, *, leads: bool = False) -> Html:
    kinds = ["differs"] * values_differ(values) + ["leads"] * leads
    mark = el("span", tr("differs"), class_="sr") if "differs" in kinds else None
    cells = [el("td", value) for value in values]
    return el("tr", el("th", label, mark, scope="row"), cells, class_=" ".join(kinds) or None)


def _notes(sides: Sequence[ScoredSide], tr: Locale) -> Iterator[Html]:
    """Yield why a side has no win, and what counts differently from the entered hand.

    A remark that holds for all sides appears once, without their names.
    """
    labels: dict[str, list[str]] = {}
    for side in sides:
        for text in not_empty([side.explanation.why_not, *side.explanation.remarks]):
            own = tr.of(side.explanation.ruleset)
            labels.setdefault(capital(own(text)), []).append(side.label)
        if side.played.plain and isinstance(side.explanation.result, Score):
            labels.setdefault(_fives_note(side.played, tr), []).append(side.label)
        if (n := side.played.bonus) and isinstance(side.explanation.result, Score):
            note = tr.counted("A bonus tile counts as a plain one.",
                              "{n} bonus tiles count as plain ones.", n)  # fmt: skip
            labels.setdefault(note, []).append(side.label)
    for text, names in labels.items():
        before = [el("b", ", ".join(names)), ": "] if len(names) < len(sides) else []
        yield el("p", *before, text, class_="read")


def _fives_note(played: PlayableWin, tr: Locale) -> str:
    if played.has_reds:
        return tr.counted(
            "This hand has more red fives than the rules allow. One counts as a plain 5.",
            "This hand has more red fives than the rules allow. {n} count as plain 5s.",
            played.plain,
        )
    return tr.counted(
        "These rules have no red fives. This one counts as a plain 5.",
        "These rules have no red fives. These {n} count as plain 5s.",
        played.plain,
    )


# ---- line by line --------------------------------------------------------------------------------


def _lines(sides: Sequence[ScoredSide], tr: Locale) -> Iterator[Html]:
    explanations = [side.explanation for side in sides]
    rows = explained_lines(explanations)
    shown = [row for row in rows if row[0].part in SHOWN_PARTS and row[0].id not in TOTALS]
    if shown:
        yield _line_table(sides, shown, tr("Yaku and dora"), tr)
    how = [row for row in rows if row[0].part not in SHOWN_PARTS]
    if how:
        table = _line_table(sides, how, tr("Fu and points"), tr)
        texts = hand_readings(explanations, [side.label for side in sides], tr)
        readings = [el("p", text, class_="read") for text in texts]
        yield el("details", el("summary", tr("How?")), readings, table, class_="how")


def _line_table(
    sides: Sequence[ScoredSide], rows: Sequence[LineRow], title: str, tr: Locale
) -> Html:
    bodies = [
        el(
            "tbody",
            el(
                "tr",
                el("th", tr(PARTS[part]), scope="rowgroup", colspan=len(sides) + 1),
                class_="group",
            )
            if part != "dora"
            else None,
            [
                _row(
                    tr(line.label),
                    [
                        _value(line, value, side, tr)
                        for value, side in zip(values, sides, strict=True)
                    ],
                    tr,
                )
                for line, values in lines
            ],
        )
        for part, lines in groupby(rows, key=lambda row: row[0].part)
    ]
    table = el("table", el("caption", title, class_="sr"), _head(sides), bodies, class_="score")
    return el("div", table, class_="wide", tabindex=0, role="region", aria_label=title)


def _value(line: Line, value: str, side: ScoredSide, tr: Locale) -> str:
    """Return the value of a line; empty if a ruleset has none, or the hand does not win."""
    if value == "-" or not isinstance(side.explanation.result, Score):
        return ""
    return in_own_words(line, value, side.explanation, tr)
