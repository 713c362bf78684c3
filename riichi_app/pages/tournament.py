"""Standings, seating and plans of tournaments as documents of tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from riichi_app.documents.model import (
    Block,
    Column,
    Document,
    Heading,
    Paragraph,
    plain_row,
    plain_table,
)
from riichi_core.rules.ruleset import ResultUnit
from riichi_core.settlement.ledger import Points
from riichi_core.tournament.seating import Plan, Seating
from riichi_core.tournament.sheet import Sheet
from riichi_core.tournament.standings import Session, Standings, StandingsRow

MOST_COLUMNS = 4
"""So many sessions find room beside each other on a terminal."""

MOST_NAMED = 10
"""So many pairs, tables and players are named, and the rest counted."""

WORDS = frozenset({"player", "notes", "what", "reason", "table", "session", "four", "sessions",
                   "ruleset", "who played", "pairs"})  # fmt: skip
"""Columns that hold words and stand at the left; all others hold numbers."""


def report(title: str, chapters: Mapping[str, Sequence[Block]]) -> Document:
    """Return a document of blocks by the ruleset that they come from, "" where none matters."""
    blocks: list[Block] = []
    for name, parts in chapters.items():
        blocks += [Heading((name,)), *parts] if name else parts
    return Document(title, "en", "report", tuple(blocks))


def _part(
    title: str, head: Iterable[str], rows: Iterable[Sequence[str]], below: str = ""
) -> Iterator[Block]:
    """Yield a table under a title, with a sentence below it."""
    yield Heading((title,), level=3)
    columns = [Column(name, "left" if name in WORDS else "right") for name in head]
    yield plain_table(columns, (plain_row(*texts) for texts in rows), bold=False)
    if below:
        yield Paragraph((below.strip(),))


# ---- values --------------------------------------------------------------------------------------


def scaled(points: Points, unit: ResultUnit) -> Fraction:
    """Return points in the unit in which a ruleset writes results."""
    return Fraction(points) / (1000 if unit == "thousands" else 1)


def amount(points: Points, unit: ResultUnit) -> str:
    """Return a result as a ruleset writes it, +25,000 or +25.0; thirds have two more digits."""
    value = scaled(points, unit)
    digits = 1 if unit == "thousands" else 0
    if (value * 10**digits).denominator != 1:
        digits += 2
    return f"{float(value):+,.{digits}f}" if value else f"{0:.{digits}f}"


# ---- standings -----------------------------------------------------------------------------------


def standings_sections(
    sheet: Sheet, found: Standings, unit: ResultUnit, *, columns: int | None = None
) -> list[Block]:
    """Return the list, the deductions, and the results of substitutes.

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
    sections = [*_part("Standings", head, rows, below)]
    if off := tuple(_deductions(found, unit)):
        sections += _part("Deductions", ("player", "session", "what", "points", "reason"), off)
    if found.substitutes:
        head = ("player", "session", "table", "who played", "place", "score", "result", "entered")
        rows = tuple(_substitute(one, unit) for one in found.substitutes)
        sections += _part("Substitutes", head, rows)
    return sections


def _standing(one: StandingsRow, shown: Iterable[str], unit: ResultUnit) -> tuple[str, ...]:
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
    who = "substitute in mid-session" if one.played_by == "mid_session" else "substitute"
    row, final = one.row, one.final
    return (row.player, row.session, row.table, who, str(final.place), f"{float(final.score):,.0f}",
            amount(final.result, unit), amount(one.entered, unit))  # fmt: skip


# ---- seating -------------------------------------------------------------------------------------


def plan_sections(plan: Plan) -> list[Block]:
    """Return a plan for the wall: a table for each session."""
    head = ("table", "East", "South", "West", "North")
    blocks: list[Block] = []
    for number, session in enumerate(plan, 1):
        rows = [
            [str(table), *(str(player + 1) for player in four)]
            for table, four in enumerate(session, 1)
        ]
        blocks += _part(f"Session {number}", head, rows)
    return blocks


def plan_rows(plan: Plan) -> Iterator[tuple[str, str, str]]:
    """Yield a plan as the rows of a tournament file: session, table and player, by the seats."""
    for number, session in enumerate(plan, 1):
        for table, four in enumerate(session, 1):
            for player in four:
                yield str(number), str(table), str(player + 1)


def seating_sections(found: Seating, verdicts: Mapping[str, str]) -> list[Block]:
    """Return how often players meet and sit in the same four, and the verdict of each ruleset."""
    pairs = tuple((str(times), f"{count:,}") for times, count in found.meetings)
    often = ", ".join(" and ".join(pair) for pair in found.often[:MOST_NAMED])
    below = f"Most often: {often}{_more(len(found.often))}." if often else ""
    title = f"{found.players} players, {found.sessions} sessions"
    sections = [*_part(title, ("they meet", "how many pairs"), pairs, below)]
    if found.repeated:
        rows = tuple((", ".join(four), ", ".join(when))
                     for four, when in found.repeated[:MOST_NAMED])  # fmt: skip
        below = _more(len(found.repeated))
        sections += _part("The same four again", ("four", "sessions"), rows, below)
    if found.kept:
        kept = tuple((one.row.player, one.row.table, f"{one.before}, {one.row.session}")
                     for one in found.kept[:MOST_NAMED])  # fmt: skip
        below = _more(len(found.kept))
        sections += _part("Kept at a table", ("player", "table", "sessions"), kept, below)
    rules = tuple(verdicts.items())
    return [*sections, *_part("By the rules", ("ruleset", "what"), rules)]


def _more(count: int) -> str:
    return f" and {count - MOST_NAMED} more" if count > MOST_NAMED else ""
