"""Tournaments as text, Markdown, HTML and CSV: every page is sections, every section a table."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from riichi_app.documents.markup import page as shell
from riichi_app.documents.markup import plain
from riichi_app.pages.comparison import chapter_heading
from riichi_core.rules.ruleset import ResultUnit
from riichi_core.settlement.ledger import Points
from riichi_core.tournament.seating import Plan, Seating
from riichi_core.tournament.sheet import Sheet
from riichi_core.tournament.standings import Session, Standing, Standings

MOST_COLUMNS = 4
"""So many sessions find room beside each other on a terminal."""

MOST_NAMED = 10
"""So many pairs, tables and players are named, and the rest counted."""

WORDS = frozenset({"player", "notes", "what", "reason", "table", "session", "four", "sessions",
                   "ruleset", "who played", "pairs"})  # fmt: skip
"""Columns that hold words and stand at the left; all others hold numbers."""


@dataclass(frozen=True, slots=True)
class Section:
    """A table under a title, with a sentence below it."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    below: str = ""


# ---- values --------------------------------------------------------------------------------------


def scaled(points: Points, unit: ResultUnit) -> Fraction:
    """Points in the unit in which a ruleset writes results."""
    return Fraction(points) / (1000 if unit == "thousands" else 1)


def amount(points: Points, unit: ResultUnit) -> str:
    """A result as a ruleset writes it, +25,000 or +25.0; thirds have two more digits."""
    value = scaled(points, unit)
    digits = 1 if unit == "thousands" else 0
    if (value * 10**digits).denominator != 1:
        digits += 2
    return f"{float(value):+,.{digits}f}" if value else f"{0:.{digits}f}"


# ---- standings -----------------------------------------------------------------------------------


def standings_sections(
    sheet: Sheet, found: Standings, unit: ResultUnit, *, columns: int | None = None
) -> list[Section]:
    """The list, what came off it, and what substitutes made.

    Args:
        sheet: what the file says.
        found: the standings under one ruleset.
        unit: how its results are written.
        columns: how many sessions have a column each; all of them if not said.
    """
    shown = sheet.sessions if columns is None or len(sheet.sessions) <= columns else ()
    head = ("place", "player", *(f"s. {name}" for name in shown), "tables", "off", "total", "notes")
    rows = tuple(_standing(one, shown, unit) for one in found.rows)
    count = len(sheet.tables)
    tables = "1 table was" if count == 1 else f"{count:,} tables were"
    points = sum(row.points for table in sheet.tables for row in table.rows)
    below = f"{tables} checked: the points add up, {points:,} in all."
    sections = [Section("Standings", head, rows, below)]
    if off := tuple(_deductions(found, unit)):
        sections.append(
            Section("Deductions", ("player", "session", "what", "points", "reason"), off)
        )
    if found.substitutes:
        head = ("player", "session", "table", "who played", "place", "score", "result", "entered")
        rows = tuple(_substitute(one, unit) for one in found.substitutes)
        sections.append(Section("Substitutes", head, rows))
    return sections


def _standing(one: Standing, shown: Iterable[str], unit: ResultUnit) -> tuple[str, ...]:
    results = {session.row.session: amount(session.result, unit) for session in one.sessions}
    return (
        "-" if one.place is None else str(one.place),
        one.player,
        *(results.get(name, "") for name in shown),
        amount(one.own, unit),
        amount(one.deducted, unit),
        amount(one.total, unit),
        "; ".join(one.notes),
    )


def _deductions(found: Standings, unit: ResultUnit) -> Iterator[tuple[str, ...]]:
    for one in found.rows:
        for session in one.sessions:
            for off in session.deductions:
                yield (one.player, session.row.session, off.what, amount(off.points, unit),
                       off.reason)  # fmt: skip


def _substitute(one: Session, unit: ResultUnit) -> tuple[str, ...]:
    assert one.final is not None
    assert one.entered is not None
    who = "substitute in mid-session" if one.part == "mid_session" else "substitute"
    row, final = one.row, one.final
    return (row.player, row.session, row.table, who, str(final.place), f"{float(final.score):,.0f}",
            amount(final.result, unit), amount(one.entered, unit))  # fmt: skip


# ---- seating -------------------------------------------------------------------------------------


def plan_sections(plan: Plan) -> list[Section]:
    """A plan for the wall: a table for each session."""
    head = ("table", "East", "South", "West", "North")
    return [
        Section(
            f"Session {number}",
            head,
            tuple((str(table), *(str(player + 1) for player in four))
                  for table, four in enumerate(session, 1)),
        )
        for number, session in enumerate(plan, 1)
    ]  # fmt: skip


def plan_rows(plan: Plan) -> Iterator[tuple[str, str, str]]:
    """A plan as the rows of a tournament file: session, table and player, by the seats."""
    for number, session in enumerate(plan, 1):
        for table, four in enumerate(session, 1):
            for player in four:
                yield str(number), str(table), str(player + 1)


def seating_sections(found: Seating, verdicts: Mapping[str, str]) -> list[Section]:
    """How often players meet, who sits with the same again, and what each ruleset says of it."""
    pairs = tuple((str(times), f"{count:,}") for times, count in found.meetings)
    often = ", ".join(" and ".join(pair) for pair in found.often[:MOST_NAMED])
    below = f"Most often: {often}{_more(len(found.often))}." if often else ""
    title = f"{found.players} players, {found.sessions} sessions"
    sections = [Section(title, ("they meet", "how many pairs"), pairs, below)]
    if found.repeated:
        rows = tuple((", ".join(four), ", ".join(when))
                     for four, when in found.repeated[:MOST_NAMED])  # fmt: skip
        sections.append(Section("The same four again", ("four", "sessions"), rows,
                                _more(len(found.repeated))))  # fmt: skip
    if found.kept:
        kept = tuple((one.row.player, one.row.table, f"{one.before}, {one.row.session}")
                     for one in found.kept[:MOST_NAMED])  # fmt: skip
        sections.append(Section("Kept at a table", ("player", "table", "sessions"), kept,
                                _more(len(found.kept))))  # fmt: skip
    rules = tuple(verdicts.items())
    sections.append(Section("By the rules", ("ruleset", "what"), rules))
    return sections


def _more(count: int) -> str:
    return f" and {count - MOST_NAMED} more" if count > MOST_NAMED else ""


# ---- forms ---------------------------------------------------------------------------------------

Chapters = Mapping[str, list[Section]]
"""Sections by the ruleset that they come from; nothing where no ruleset matters."""


def text(title: str, chapters: Chapters) -> Iterator[RenderableType]:
    """For a terminal."""
    if title:
        yield Text(title, style="bold")
    for name, sections in chapters.items():
        if name:
            yield chapter_heading(name)
        for section in sections:
            yield Text(f"\n{section.title}", style="bold")
            yield _grid(section)
            if section.below:
                yield Padding(Text(section.below.strip(), style="dim"), (0, 0, 0, 2))


def _grid(section: Section) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    for name in section.head:
        right = name not in WORDS
        table.add_column(justify="right" if right else "left", no_wrap=right, overflow="fold")
    table.add_row(*(Text(name, style="dim") for name in section.head))
    for row in section.rows:
        table.add_row(*(Text(value) for value in row))
    return Padding(table, (0, 0, 0, 2))


def markdown(title: str, chapters: Chapters) -> str:
    """For a wiki."""
    lines = [f"# {plain(title or 'Tournament')}"]
    for name, sections in chapters.items():
        if name:
            lines += ["", f"## {plain(name)}"]
        for section in sections:
            lines += ["", f"### {plain(section.title)}", ""]
            lines.append(f"| {' | '.join(map(plain, section.head))} |")
            lines.append(f"|{'|'.join('---' if n in WORDS else '--:' for n in section.head)}|")
            lines += [f"| {' | '.join(map(plain, row))} |" for row in section.rows]
            if section.below:
                lines += ["", plain(section.below)]
    return "\n".join(lines) + "\n"


STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 0 0 1rem }
th, td { border: 1px solid #bbb; padding: .3rem .6rem; text-align: left; vertical-align: top }
th { background: #eee } .n { text-align: right; font-variant-numeric: tabular-nums }
@media print { body { margin: 0; font-size: 10pt } tr { break-inside: avoid } }
""".strip()


def page(title: str, chapters: Chapters) -> str:
    """A page of its own, without anything fetched, that prints well."""
    name = title or "Tournament"
    parts = [f"<h1>{html.escape(name)}</h1>"]
    for ruleset, sections in chapters.items():
        if ruleset:
            parts.append(f"<h2>{html.escape(ruleset)}</h2>")
        for section in sections:
            parts.append(f"<h3>{html.escape(section.title)}</h3>\n<table>")
            parts.append(_html_row(section, section.head, "th"))
            parts += [_html_row(section, row, "td") for row in section.rows]
            parts.append("</table>")
            if section.below:
                parts.append(f"<p>{html.escape(section.below.strip())}</p>")
    return shell(name, STYLE, parts)


def _html_row(section: Section, row: tuple[str, ...], tag: str) -> str:
    cells = []
    for name, value in zip(section.head, row, strict=True):
        kind = "" if name in WORDS else ' class="n"'
        cells.append(f"<{tag}{kind}>{html.escape(value)}</{tag}>")
    return f"<tr>{''.join(cells)}</tr>"


def rows_csv(head: Iterable[str], rows: Iterable[Iterable[str | int | float | None]]) -> str:
    """Rows for a spreadsheet; no text can become a formula in it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([_safe(name) for name in head])
    writer.writerows([_safe(value) for value in row] for row in rows)
    return out.getvalue()


def _safe(value: str | int | float | None) -> str | int | float | None:
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value
