"""Comparisons as Markdown, HTML and CSV: one table a chapter, one row an option."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from riichi_app.drawing.tiles import STYLE as TILE_STYLE
from riichi_app.drawing.tiles import symbols, win_html
from riichi_app.render.law import law_text
from riichi_app.render.markup import plain
from riichi_app.render.text import summary
from riichi_core.compare import Comparison, Row

if TYPE_CHECKING:
    from riichi_app.render.outcomes import Example

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
th, td { border: 1px solid #bbb; padding: .4rem .6rem; text-align: left; vertical-align: top }
th { background: #eee } small { color: #555 } thead th:first-child { width: 27% }
.chapter th { font-size: 1.15em; background: #fff; border-width: 0 0 2px }
th p, td p { margin: .4rem 0 0; font-weight: normal; font-style: italic }
@page { margin: 8mm }
@media print { body { margin: 0; max-width: none; padding: 0; font-size: 7pt; line-height: 1.12 }
  h1 { font-size: 1.4em; margin: 0 } h1 + p { margin: 0 0 .3em } th, td { padding: .05em .3em }
  th p, td p { margin: 0 } tr { break-inside: avoid } .chapter { break-after: avoid } }
""".strip()


def _rows(found: Comparison, everything: bool) -> list[tuple[str, list[Row]]]:
    rows = found.shown(everything=everything)
    return [(title, list(group)) for title, group in groupby(rows, key=lambda r: r.chapter_title)]


def markdown(found: Comparison, shown: Mapping[str, Example], *, everything: bool) -> str:
    """A table a chapter, for a wiki."""
    lines = [f"# {plain(found.title)}", "", summary(found)]
    for chapter, rows in _rows(found, everything):
        lines += ["", f"## {chapter}", "", f"| | {' | '.join(map(plain, found.labels))} |"]
        lines.append(f"|---{'|---' * len(found.labels)}|")
        for row in rows:
            sides = zip(found.rulesets, row.sides, strict=True)
            cells = [f"{plain(s.says)} *{plain(law_text(s.law, r))}*" for r, s in sides]
            title = f"**{plain(row.title)}**"
            if one := shown.get(row.path):
                title += f" *{plain(one.says)}*"
                told = zip(cells, one.outcomes, strict=True)
                cells = [f"{cell} → {plain(outcome)}" for cell, outcome in told]
            lines.append(f"| {title} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def page(found: Comparison, shown: Mapping[str, Example], *, everything: bool) -> str:
    """A page of its own, without anything fetched, that prints well."""
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f"<title>{html.escape(found.title)}</title>\n<style>\n{STYLE}\n{TILE_STYLE}\n</style>\n</head>",
        f"<body>\n{symbols()}",
        f"<h1>{html.escape(found.title)}</h1>\n<p>{html.escape(summary(found))}</p>",
    ]
    names = "".join(f'<th scope="col">{html.escape(label)}</th>' for label in found.labels)
    parts.append(f"<table>\n<thead><tr><th></th>{names}</tr></thead>")
    for chapter, rows in _rows(found, everything):
        parts.append(f'<tbody>\n<tr class="chapter">{_across(chapter, found)}</tr>')
        parts += [_html_row(found, row, shown.get(row.path)) for row in rows]
        parts.append("</tbody>")
    parts.append("</table>\n</body>\n</html>\n")
    return "\n".join(parts)


def _across(chapter: str, found: Comparison) -> str:
    return f'<th colspan="{len(found.labels) + 1}" scope="colgroup">{html.escape(chapter)}</th>'


def _html_row(found: Comparison, row: Row, one: Example | None) -> str:
    cells = [f'<th scope="row">{html.escape(row.title)}{_shown(one)}</th>']
    outcomes = one.outcomes if one else ("",) * len(row.sides)
    for ruleset, side, outcome in zip(found.rulesets, row.sides, outcomes, strict=True):
        law = html.escape(law_text(side.law, ruleset)).replace("§ ", "§\N{NO-BREAK SPACE}")
        said = not outcome or side.says.rstrip(".") in outcome
        told = "" if said else f"<p>&rarr; {html.escape(outcome)}</p>"
        cells.append(f"<td>{html.escape(side.says)} <small>{law}</small>{told}</td>")
    return f'<tr id="{html.escape(row.path)}">{"".join(cells)}</tr>'


def _shown(one: Example | None) -> str:
    """What the example is about; the hand is drawn if it is about one."""
    if one is None:
        return ""
    drawn = "" if one.win is None else f"<br>{win_html(one.win.hand, one.win.tile)}"
    return f"<p>{html.escape(one.says)}{drawn}</p>"


COLUMNS = ("chapter", "path", "title", "differs", "ruleset", "value", "says", "law", "text")


def sheet(found: Comparison, shown: Mapping[str, Example], *, everything: bool) -> str:  # noqa: ARG001 - a spreadsheet has the options alone
    """A line for each option and ruleset, for a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for _, rows in _rows(found, everything):
        for row in rows:
            for label, side in zip(found.labels, row.sides, strict=True):
                law = (side.law.kind, side.law.text) if side.law else ("", "")
                value = side.value if isinstance(side.value, str) else json.dumps(side.value)
                differs = str(row.differs).lower()
                writer.writerow(
                    [row.chapter, row.path, row.title, differs, label, value, side.says, *law]
                )
    return out.getvalue()
