"""The guide as a page of HTML that prints well, and as Markdown for a wiki."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from riichi_app.drawing.paper import CSS, Paper
from riichi_app.drawing.tiles import STYLE as TILE_STYLE
from riichi_app.drawing.tiles import symbols, win_html
from riichi_app.guide.fit import MARGIN, Texts, letters, on_its_side
from riichi_app.guide.moments import Moment, moments
from riichi_app.render.law import law_in_print, law_text
from riichi_app.render.markup import page, plain
from riichi_app.render.outcomes import Example, outcome_beside
from riichi_app.render.text import summary
from riichi_app.words.words import Words
from riichi_core.compare import Comparison, Row

Examples = Mapping[str, Example]

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
th, td { border: 1px solid #bbb; padding: .4rem .6rem; text-align: left; vertical-align: top }
th { background: #eee } small { color: #555 } thead td { width: 27% }
th .tile { width: 1.08em; height: 1.44em; vertical-align: -.3em } th .tiles { margin-right: .4em }
.moment th { font-size: 1.15em; background: #fff; border-width: 0 0 2px }
th p, td p { margin: .4rem 0 0; font-weight: normal; font-style: italic }
@media print { body { margin: 0; max-width: none; padding: 0; line-height: 1.12 }
  h1 { font-size: 1.4em; margin: 0 } h1 + p { margin: 0 0 .3em } th, td { padding: .05em .3em }
  th p, td p { margin: 0 } tr { break-inside: avoid } .moment { break-after: avoid } }
""".strip()


def html(
    found: Comparison, shown: Examples, words: Words, paper: Paper, *, everything: bool
) -> str:
    """A page of its own, without anything fetched, that prints on two pages if it can."""
    told = moments(found, everything=everything, tongue=words.tongue)
    heads = "".join(f'<th scope="col">{escape(label)}</th>' for label in found.labels)
    body = [
        symbols(),
        f"<h1>{escape(found.title(words.tongue))}</h1>",
        f"<p>{escape(summary(found, words.tongue))}</p>",
        f"<table>\n<thead><tr><td></td>{heads}</tr></thead>",
    ]
    for moment in told:
        body += _moment(found, moment, shown, words)
    body.append("</table>")
    rows = [_texts(found, row, shown.get(row.path), words) for one in told for row in one.rows]
    side = on_its_side(len(found.labels))
    size = letters(rows, len(told), paper, side=side)
    lying = " landscape" if side else ""
    printed = (
        f"@page {{ size: {CSS[paper]}{lying}; margin: {MARGIN}mm }}\n"
        f"@media print {{ body {{ font-size: {size}pt }} }}"
    )
    style = f"{STYLE}\n{printed}\n{TILE_STYLE}"
    return page(found.title(words.tongue), style, body, language=words.language)


def _texts(found: Comparison, row: Row, one: Example | None, words: Words) -> Texts:
    """What stands in a row, to count its lines."""
    first = [row.title] if one is None else [row.title, one.says]
    hands = 0 if one is None else len(one.hands)
    outcomes = one.outcomes if one else ("",) * len(row.sides)
    sides = zip(found.rulesets, row.sides, outcomes, strict=True)
    cells = [
        [f"{s.says} {law_in_print(s.law, ruleset, words.tongue)}", outcome_beside(s.says, outcome)]
        for ruleset, s, outcome in sides
    ]
    return Texts([first, *cells], hands)


def _moment(found: Comparison, moment: Moment, shown: Examples, words: Words) -> Iterator[str]:
    across = f'<th colspan="{len(found.labels) + 1}" scope="colgroup">{escape(moment.title)}</th>'
    yield f'<tbody>\n<tr class="moment">{across}</tr>'
    for row in moment.rows:
        yield _row(found, row, shown.get(row.path), words)
    yield "</tbody>"


def _row(found: Comparison, row: Row, one: Example | None, words: Words) -> str:
    cells = [f'<th scope="row">{escape(row.title)}{_happened(one, words)}</th>']
    outcomes = one.outcomes if one else ("",) * len(row.sides)
    for ruleset, side, outcome in zip(found.rulesets, row.sides, outcomes, strict=True):
        law = escape(law_in_print(side.law, ruleset, words.tongue))
        beside = outcome_beside(side.says, outcome)
        told = f"<p>&rarr; {escape(beside)}</p>" if beside else ""
        cells.append(f"<td>{escape(side.says)} <small>{law}</small>{told}</td>")
    return f'<tr id="{escape(row.path)}">{"".join(cells)}</tr>'


def _happened(one: Example | None, words: Words) -> str:
    """What the example is about, with its hands drawn."""
    if one is None:
        return ""
    drawn = "".join(
        f"<br>{escape(hand.seat)} {win_html(hand.win.hand, hand.win.tile, words.tongue)}"
        for hand in one.hands
    )
    return f"<p>{escape(one.says)}{drawn}</p>"


# ---- Markdown ------------------------------------------------------------------------------------


def markdown(found: Comparison, shown: Examples, words: Words, *, everything: bool) -> str:
    """A table for each moment, for a wiki."""
    lines = [f"# {plain(found.title(words.tongue))}", "", summary(found, words.tongue)]
    for moment in moments(found, everything=everything, tongue=words.tongue):
        lines += ["", f"## {moment.title}", "", f"| | {' | '.join(map(plain, found.labels))} |"]
        lines.append(f"|---{'|---' * len(found.labels)}|")
        lines += [_line(found, row, shown.get(row.path), words) for row in moment.rows]
    return "\n".join(lines) + "\n"


def _line(found: Comparison, row: Row, one: Example | None, words: Words) -> str:
    cells = [
        f"{plain(side.says)} *{plain(law_text(side.law, ruleset, words.tongue))}*"
        for ruleset, side in zip(found.rulesets, row.sides, strict=True)
    ]
    title = f"**{plain(row.title)}**"
    if one is not None:
        title += f" *{plain(one.written)}*"
        told = zip(row.sides, one.outcomes, strict=True)
        beside = [outcome_beside(side.says, outcome) for side, outcome in told]
        cells = [f"{c} → {plain(b)}" if b else c for c, b in zip(cells, beside, strict=True)]
    return f"| {title} | {' | '.join(cells)} |"
