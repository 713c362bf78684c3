"""Parts of a page that answers bring: examples, rulesets and scores side by side, losses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from riichi_app.documents.tile_art import hand_svg, win_groups
from riichi_app.locale import Locale
from riichi_app.pages.citations import format_citation
from riichi_app.pages.comparison import comparison_summary
from riichi_app.pages.examples import Example, WinningHand
from riichi_app.pages.win import LEADING, PARTS, explained_lines, values_differ
from riichi_app.web.differences import sides_html
from riichi_app.web.lookup import option_id
from riichi_app.web.markup import Html, el, together
from riichi_core.comparison.comparison import Comparison, ComparisonRow, compare
from riichi_core.hands.win import Win
from riichi_core.scoring.describe import describe_win
from riichi_core.scoring.explain import Explanation

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
    return {path: _example(one, labels, tr) for path, one in examples.items()}


def _example(one: Example, labels: Sequence[str], tr: Locale) -> Html:
    says = " ".join(filter(None, [one.says, one.points]))
    return together(
        el("p", el("b", tr("For example:")), " ", says, class_="happened"),
        hands_html(one.hands, tr),
        sides_html(*zip(labels, one.outcomes, strict=True)),
    )


def hands_html(hands: Sequence[WinningHand | Win], tr: Locale) -> Html:
    """Return hands that won as drawn tiles, with seats where they are given."""
    return el("div", [_hand(one, tr) for one in hands], class_="hands") if hands else Html("")


def _hand(one: WinningHand | Win, tr: Locale) -> Html:
    win = one if isinstance(one, Win) else one.win
    seat = "" if isinstance(one, Win) else one.seat
    drawn = Html(hand_svg(win_groups(win.hand, win.tile, tr)))
    return el("p", el("span", seat, class_="seat") if seat else None, drawn, class_="hand")


# ---- a comparison --------------------------------------------------------------------------------


def compare_html(
    found: Comparison, examples: Mapping[str, Example], tr: Locale, *, everything: bool = False
) -> Html:
    """Return rulesets side by side, option by option, with the examples that are given."""
    rows = found.shown(everything=everything)
    chapters = groupby(rows, key=lambda row: (row.chapter, row.chapter_title))
    return together(
        el("h2", found.title(tr)),
        el("p", comparison_summary(found, tr), class_="sum"),
        [
            el(
                "section",
                el("h3", title),
                [_compared(row, found, examples, tr) for row in of],
                id=f"c-{chapter}",
            )
            for (chapter, title), of in chapters
        ],
    )


def _compared(
    row: ComparisonRow, found: Comparison, examples: Mapping[str, Example], tr: Locale
) -> Html:
    name = option_id(row.path)
    sides = [
        (
            label,
            together(
                side.sentences, " ", el("small", format_citation(side.provenance, ruleset, tr))
            ),
        )
        for label, side, ruleset in zip(found.labels, row.sides, found.rulesets, strict=True)
    ]
    one = examples.get(row.path)
    example = None if one is None else el("div", _example(one, found.labels, tr), class_="example")
    same = None if row.differs else el("small", tr("(the same)"))
    return el(
        "article",
        el("h4", el("a", row.title, href=f"#{name}", data_to=name), " ", same),
        sides_html(*sides),
        example,
        class_="difference" if row.differs else "difference same",
        id=name,
        data_path=row.path,
    )


# ---- a hand --------------------------------------------------------------------------------------


def score_html(found: Sequence[Explanation], tr: Locale) -> Html:
    """Return one win under several rulesets side by side, every han and fu in a line."""
    win = found[0].win
    head = el("tr", el("td"), [el("th", one.ruleset.id, scope="col") for one in found])
    parts = groupby(explained_lines(found), key=lambda row: row[0].part)
    bodies = [
        el(
            "tbody",
            el(
                "tr",
                el("th", tr(PARTS[part]), scope="rowgroup", colspan=len(found) + 1),
                class_="group",
            ),
            [
                _line(label, values, tr, leads=leads)
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
        [el("p", text, class_="read") for text in _readings(found, tr)],
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
        [el("p", el("b", name), ": ", text, class_="remark") for name, text in _said(found, tr)],
    )


def _line(label: str, values: Sequence[str], tr: Locale, *, leads: bool) -> Html:
    kinds = ["differs"] * values_differ(values) + ["leads"] * leads
    mark = el("span", tr("differs"), class_="sr") if "differs" in kinds else None
    return el(
        "tr",
        el("th", tr(label), mark, scope="row"),
        [el("td", tr(one)) for one in values],
        class_=" ".join(kinds) or None,
    )


def _readings(found: Sequence[Explanation], tr: Locale) -> Iterator[str]:
    """Yield how the hand is read; once if all rulesets read it alike."""
    seen: dict[str, list[str]] = {}
    for one in found:
        if one.seen:
            seen.setdefault(tr(one.seen), []).append(one.ruleset.id)
    for text, names in seen.items():
        read = tr("Read as {hand}", hand=text)
        yield f"{read} ({', '.join(names)})" if len(seen) > 1 else read


def _said(found: Sequence[Explanation], tr: Locale) -> Iterator[tuple[str, str]]:
    """Yield by ruleset why the win counts nothing, and other remarks."""
    for one in found:
        for text in filter(None, [one.why_not, *one.remarks]):
            yield one.ruleset.id, tr(text)


# ---- another program -----------------------------------------------------------------------------


def export_html(found: Export, tr: Locale) -> Html:
    """Return what gets lost of a ruleset on its way to another program."""
    name = f"{found.adapter.name} {found.adapter.version}"
    told = tr("{program} is told {n} rules.", program=name, n=len(found.told))
    if found.exact:
        return el("p", told, " ", tr("Nothing that it knows gets lost."), class_="sum")
    rows = {row.path: row for row in compare(found.ruleset, found.played, tr=tr).differing}
    lost = [
        el(
            "article",
            el("h4", rows[path].title),
            sides_html(
                *(
                    (label, side.sentences)
                    for label, side in zip(
                        (name, found.ruleset.id), reversed(rows[path].sides), strict=True
                    )
                )
            ),
            class_="difference",
        )
        for path in found.lost
        if path in rows
    ]
    part = [el("li", tr(found.unsaid(path))) for path in found.in_part]
    heading = el("h3", tr("It plays otherwise")) if lost else None
    in_part = [el("h3", tr("It is not told")), el("ul", part)] if part else None
    return together(el("p", told, class_="sum"), heading, lost, in_part)
