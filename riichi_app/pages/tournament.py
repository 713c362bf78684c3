"""Standings, seating and plans of tournaments as documents of tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from riichi_app.documents.model import (
    Block,
    Column,
    Document,
    Heading,
    Paragraph,
    plain_row,
    plain_table,
)
from riichi_app.locale import ENGLISH, Locale
from riichi_core.language import Text
from riichi_core.messages import Message
from riichi_core.records.standings import scaled
from riichi_core.rules.ruleset import ResultUnit
from riichi_core.settlement.ledger import Points
from riichi_core.tournament.seating import Seating
from riichi_core.tournament.sheet import Sheet
from riichi_core.tournament.standings import PlayedBy, Session, Standings, StandingsRow, What

MOST_COLUMNS = 4
"""So many sessions find room beside each other on a terminal."""

MOST_NAMED = 10
"""So many pairs, tables and players are named, and the rest counted."""

NUMBERS = frozenset({
    "place", "at tables", "deducted", "total", "points", "score", "result", "entered", "they meet",
    "how many pairs",
})  # fmt: skip
"""Columns that hold numbers and stand at the right, as those of the sessions do."""

HEADS: tuple[Text, ...] = (
    "place", "player", "at tables", "deducted", "total", "notes", "session", "what", "points",
    "reason", "table", "who played", "score", "result", "entered", "they meet", "how many pairs",
    "four", "sessions", "ruleset", "begins", "signal", "ends", "wind",
    "East", "South", "West", "North",
)  # fmt: skip
"""The columns of the tables."""

DEDUCTIONS: dict[What, Text] = {
    "late": "late",
    "missed session": "missed session",
    "chombo": "chombo",
    "penalty": "penalty",
}

WHO: dict[PlayedBy, Text] = {
    "player": "player",
    "from_start": "substitute",
    "mid_session": "substitute in mid-session",
}


def report(title: str, chapters: Mapping[str, Sequence[Block]], tr: Locale = ENGLISH) -> Document:
    """Return a document of blocks by the ruleset that they come from, "" where none matters."""
    blocks: list[Block] = []
    for name, parts in chapters.items():
        blocks += [Heading((name,)), *parts] if name else parts
    return Document(title, tr.language, "report", tuple(blocks))


def _to_come(sheet: Sheet, tr: Locale) -> str:
    """Return which sessions are still to be played, and which tables of those that have begun."""
    begun = {table.session for table in sheet.tables}
    whole = [name for name in dict.fromkeys(s for s, _ in sheet.to_come) if name not in begun]
    named = [tr("session {session}", session=name) for name in whole]
    named += [
        tr("session {session}, table {table}", session=session, table=table)
        for session, table in sheet.to_come
        if session in begun
    ]
    return tr("Still to be played: {what}.", what="; ".join(named))


def part(
    title: str,
    head: Iterable[str],
    rows: Iterable[Sequence[str]],
    below: str = "",
    tr: Locale = ENGLISH,
) -> Iterator[Block]:
    """Yield a table under a title, with a sentence below it; heads of `HEADS` are translated."""
    yield Heading((title,), level=3)
    columns = [
        Column(tr(name) if name in HEADS else name, "left" if _holds_words(name) else "right")
        for name in head
    ]
    yield plain_table(columns, (plain_row(*texts) for texts in rows), bold=False)
    if below:
        yield Paragraph((below.strip(),))


def _holds_words(head: str) -> bool:
    return head in HEADS and head not in NUMBERS


# ---- values --------------------------------------------------------------------------------------


def amount(points: Points, unit: ResultUnit, tr: Locale = ENGLISH) -> str:
    """Return a result as a ruleset writes it, +25,000 or +25.0; thirds have two more digits."""
    value = scaled(points, unit)
    digits = 1 if unit == "thousands" else 0
    if (value * 10**digits).denominator != 1:
        digits += 2
    sign = "+" if value > 0 else ""
    return sign + tr.decimal(value, digits)


# ---- standings -----------------------------------------------------------------------------------


def standings_sections(
    sheet: Sheet,
    found: Standings,
    unit: ResultUnit,
    tr: Locale = ENGLISH,
    *,
    columns: int | None = None,
) -> list[Block]:
    """Return the list, the deductions, and the results of substitutes.

    Args:
        sheet: what the file says.
        found: the standings under one ruleset.
        unit: how its results are written.
        tr: the language.
        columns: how many sessions have a column each; all of them if not said.
    """
    shown = sheet.sessions if columns is None or len(sheet.sessions) <= columns else ()
    head = (
        "place",
        "player",
        *(tr("s. {session}", session=name) for name in shown),
        "at tables",
        "deducted",
        "total",
        "notes",
    )
    rows = tuple(_standing(one, shown, unit, tr) for one in found.rows)
    count = len(sheet.tables)
    points = sum(row.points for table in sheet.tables for row in table.rows)
    below = Message.counted(
        "{n:,} table was checked: the points add up, {points:,} in all.",
        "{n:,} tables were checked: the points add up, {points:,} in all.",
        count,
        points=points,
    )
    sections = [*part(tr("Standings"), head, rows, tr(below), tr)]
    if sheet.to_come:
        sections.append(Paragraph((_to_come(sheet, tr),)))
    if off := tuple(_deductions(found, unit, tr)):
        head = ("player", "session", "what", "points", "reason")
        sections += part(tr("Deductions"), head, off, tr=tr)
    if found.substitutes:
        head = ("player", "session", "table", "who played", "place", "score", "result", "entered")
        rows = tuple(_substitute(one, unit, tr) for one in found.substitutes)
        sections += part(tr("Substitutes"), head, rows, tr=tr)
    return sections


def _standing(
    one: StandingsRow, shown: Iterable[str], unit: ResultUnit, tr: Locale
) -> tuple[str, ...]:
    results = {session.row.session: amount(session.result, unit, tr) for session in one.sessions}
    return (
        "-" if one.place is None else str(one.place),
        one.player,
        *(results.get(name, "") for name in shown),
        amount(one.own, unit, tr),
        amount(one.deducted, unit, tr),
        amount(one.total, unit, tr),
        "; ".join(map(tr, one.notes)),
    )


def _deductions(found: Standings, unit: ResultUnit, tr: Locale) -> Iterator[tuple[str, ...]]:
    for one in found.rows:
        for session in one.sessions:
            for off in session.deductions:
                yield (one.player, session.row.session, tr(DEDUCTIONS[off.what]),
                       amount(off.points, unit, tr), tr(off.reason))  # fmt: skip


def _substitute(one: Session, unit: ResultUnit, tr: Locale) -> tuple[str, ...]:
    assert one.final is not None
    assert one.entered is not None
    assert one.played_by is not None
    who = tr(WHO[one.played_by])
    row, final = one.row, one.final
    return (row.player, row.session, row.table, who, str(final.place), tr.decimal(final.score, 0),
            amount(final.result, unit, tr), amount(one.entered, unit, tr))  # fmt: skip


# ---- seating -------------------------------------------------------------------------------------


def seating_sections(
    found: Seating, verdicts: Mapping[str, str], tr: Locale = ENGLISH
) -> list[Block]:
    """Return how often players meet and sit in the same four, and the verdict of each ruleset."""
    pairs = tuple((str(times), f"{count:,}") for times, count in found.meetings)
    pairs_named = [Message.both(pair) for pair in found.often]
    below = tr("Most often: {pairs}.", pairs=_named(pairs_named, tr)) if pairs_named else ""
    title = tr(
        "{players} players, {sessions} sessions", players=found.players, sessions=found.sessions
    )
    sections = [*part(title, ("they meet", "how many pairs"), pairs, below, tr)]
    if found.repeated:
        rows = tuple((", ".join(four), ", ".join(when))
                     for four, when in found.repeated[:MOST_NAMED])  # fmt: skip
        below = _more(len(found.repeated), tr)
        sections += part(tr("The same four again"), ("four", "sessions"), rows, below, tr)
    if found.kept:
        kept = tuple((one.row.player, one.row.table, f"{one.before}, {one.row.session}")
                     for one in found.kept[:MOST_NAMED])  # fmt: skip
        below = _more(len(found.kept), tr)
        sections += part(tr("Kept at a table"), ("player", "table", "sessions"), kept, below, tr)
    rules = tuple((name, tr(verdict)) for name, verdict in verdicts.items())
    return [*sections, *part(tr("By the rules"), ("ruleset", "what"), rules, tr=tr)]


def _named(pairs: Sequence[Message], tr: Locale) -> str:
    named = ", ".join(map(tr, pairs[:MOST_NAMED]))
    more = _more(len(pairs), tr)
    return f"{named} {more}" if more else named


def _more(count: int, tr: Locale) -> str:
    return tr("and {n} more", n=count - MOST_NAMED) if count > MOST_NAMED else ""
