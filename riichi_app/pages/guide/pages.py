"""The guide as a page of HTML that prints well, and as Markdown for a wiki."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from riichi_app.documents.markup import page, plain
from riichi_app.documents.paper import CSS, Paper
from riichi_app.documents.tile_art import STYLE as TILE_STYLE
from riichi_app.documents.tile_art import symbols
from riichi_app.locale import Locale
from riichi_app.pages.citations import unbroken
from riichi_app.pages.comparison import summary
from riichi_app.pages.examples import Example, hands_html
from riichi_app.pages.guide.fit import MARGIN, Texts, letters, on_its_side
from riichi_app.pages.guide.sections import Entry, Examples, Section, Side, sections
from riichi_core.compare import Comparison
from riichi_core.language import Translator

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
th, td { border: 1px solid #bbb; padding: .4rem .6rem; text-align: left; vertical-align: top }
th { background: #eee } small { color: #555 } thead td { width: 27% }
th .tile { width: 1.08em; height: 1.44em; vertical-align: -.3em } th .tiles { margin-right: .4em }
.section th { font-size: 1.15em; background: #fff; border-width: 0 0 2px }
th p, td p { margin: .4rem 0 0; font-weight: normal; font-style: italic }
@media print { body { margin: 0; max-width: none; padding: 0; line-height: 1.12 }
  h1 { font-size: 1.4em; margin: 0 } h1 + p { margin: 0 0 .3em } th, td { padding: .05em .3em }
  th p, td p { margin: 0 } tr { break-inside: avoid } .section { break-after: avoid } }
""".strip()


def html(found: Comparison, shown: Examples, tr: Locale, paper: Paper, *, everything: bool) -> str:
    """A page of its own, without anything fetched, that prints on two pages if it can."""
    told = sections(found, shown, tr, everything=everything)
    heads = "".join(f'<th scope="col">{escape(label)}</th>' for label in found.labels)
    body = [
        symbols(),
        f"<h1>{escape(found.title(tr))}</h1>",
        f"<p>{escape(summary(found, tr))}</p>",
        f"<table>\n<thead><tr><td></td>{heads}</tr></thead>",
        *(line for section in told for line in _section(section, len(found.labels), tr)),
        "</table>",
    ]
    style = f"{STYLE}\n{_on_paper(told, paper, len(found.labels))}\n{TILE_STYLE}"
    return page(found.title(tr), style, body, language=tr.language)


def _on_paper(told: Sequence[Section], paper: Paper, rulesets: int) -> str:
    """The paper, and the letters with which the guide fits on it."""
    side = on_its_side(rulesets)
    rows = [_texts(entry) for section in told for entry in section.entries]
    size = letters(rows, len(told), paper, side=side)
    lying = " landscape" if side else ""
    return (
        f"@page {{ size: {CSS[paper]}{lying}; margin: {MARGIN}mm }}\n"
        f"@media print {{ body {{ font-size: {size}pt }} }}"
    )


def _texts(entry: Entry) -> Texts:
    """What stands in a row, to count its lines."""
    one = entry.example
    first = [entry.title] if one is None else [entry.title, one.says]
    cells = [[f"{side.says} {side.law}", side.outcome] for side in entry.sides]
    return Texts([first, *cells], 0 if one is None else len(one.hands))


def _section(section: Section, rulesets: int, tr: Translator) -> Iterator[str]:
    across = f'<th colspan="{rulesets + 1}" scope="colgroup">{escape(section.title)}</th>'
    yield f'<tbody>\n<tr class="section">{across}</tr>'
    yield from (_row(entry, tr) for entry in section.entries)
    yield "</tbody>"


def _row(entry: Entry, tr: Translator) -> str:
    cells = [f'<th scope="row">{escape(entry.title)}{_happened(entry.example, tr)}</th>']
    for side in entry.sides:
        told = f"<p>&rarr; {escape(side.outcome)}</p>" if side.outcome else ""
        law = escape(unbroken(side.law))
        cells.append(f"<td>{escape(side.says)} <small>{law}</small>{told}</td>")
    return f'<tr id="{escape(entry.path)}">{"".join(cells)}</tr>'


def _happened(one: Example | None, tr: Translator) -> str:
    """What the example is about, with its hands drawn."""
    return "" if one is None else f"<p>{escape(one.says)}</p>{hands_html(one.hands, tr)}"


# ---- Markdown ------------------------------------------------------------------------------------


def markdown(found: Comparison, shown: Examples, tr: Locale, *, everything: bool) -> str:
    """A table for each section, for a wiki."""
    lines = [f"# {plain(found.title(tr))}", "", summary(found, tr)]
    for section in sections(found, shown, tr, everything=everything):
        lines += ["", f"## {section.title}", "", f"| | {' | '.join(map(plain, found.labels))} |"]
        lines.append(f"|---{'|---' * len(found.labels)}|")
        lines += map(_line, section.entries)
    return "\n".join(lines) + "\n"


def _line(entry: Entry) -> str:
    case = "" if entry.example is None else f" *{plain(entry.example.written)}*"
    return f"| **{plain(entry.title)}**{case} | {' | '.join(map(_cell, entry.sides))} |"


def _cell(side: Side) -> str:
    told = f" → {plain(side.outcome)}" if side.outcome else ""
    return f"{plain(side.says)} *{plain(side.law)}*{told}"
