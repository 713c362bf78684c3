"""Recognise the way in which a sheet writes scores, and check that each table adds up.

Clubs write totals or differences from the starting points, in points, hundreds or thousands. The
sum of a table shows which of these it is. All tables of a sheet are written in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from riichi_core.files.problem import Problem
from riichi_core.language import Translatable
from riichi_core.messages import Message
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import Points, whole
from riichi_core.standings.sessions import Sheet, SheetRow, SheetTable

SMALLEST_PAYMENT = 100
"""Scores are multiples of it, which tells differences in hundreds from those in points."""

NEAR = Fraction(1, 10)
"""The maximum error of a sum that shows how scores are written, as a part of all points."""

MOST_GAINED = 4
"""The maximum gain or loss that is usual, in starting points of a player."""

MOST_BETS_LEFT = 8
"""The maximum number of missing bets that a message suggests."""


class ScoreEntry(NamedTuple):
    """A way to write scores: as totals or differences, in units of 1, 100 or 1,000 points."""

    unit: int
    differences: bool


TOTALS = ScoreEntry(1, False)
ENTRIES: dict[ScoreEntry, Message] = {
    TOTALS: Message("totals in points"),
    ScoreEntry(100, False): Message("totals in hundreds"),
    ScoreEntry(1000, False): Message("totals in thousands"),
    ScoreEntry(1, True): Message("differences from the start in points"),
    ScoreEntry(100, True): Message("differences from the start in hundreds"),
    ScoreEntry(1000, True): Message("differences from the start in thousands"),
}
"""The ways to write scores, the usual one first, and their names."""


SURPLUS: Translatable = "{wrong}; the surplus comes off the leader's score"
LACK: Translatable = "{wrong}; this changes nothing"


def with_points(sheet: Sheet, rules: Rules) -> tuple[Sheet, ScoreEntry, list[Problem]]:
    """Return a sheet with all scores as totals in points, the entry found, and wrong sums.

    A table must add up to the starting points, less the bets left; under some rules the leader
    loses a small surplus, and a small lack does not matter.
    """
    entry, problems = _entry(sheet, rules)
    if problems:
        return sheet, entry, problems
    start = rules.setup.starting_points
    tables, fractions = [], []
    for table in sheet.tables:
        rows = tuple(_with_total(row, entry, start) for row in table.rows)
        broken = [row for row, read in zip(table.rows, rows, strict=True)
                  if isinstance(read.points, Fraction)]  # fmt: skip
        fractions += broken
        off = Fraction(0 if broken else _off(table, entry, rules))
        if off:
            problem = _wrong_sum(sheet, table, entry, rules)
            if rules.tournament.surplus == "off_the_leader" and abs(off) <= NEAR * 4 * start:
                ending = SURPLUS if off > 0 else LACK
                message = Message(ending, wrong=problem.message)
                problem = replace(problem, message=message, severity="warning")
                rows = _without_surplus(rows, off)
            problems.append(problem)
        elif not broken:
            problems += _doubtful(sheet, rows, rules)
        tables.append(SheetTable(table.session, table.name, rows))
    if fractions:
        problems.append(_not_whole(sheet, fractions))
    return replace(sheet, tables=tuple(tables)), entry, problems


def _with_total(row: SheetRow, entry: ScoreEntry, start: int) -> SheetRow:
    points = _total(row, entry, start)
    return row if points is row.points else replace(row, points=points)


def _without_surplus(rows: tuple[SheetRow, ...], surplus: Fraction) -> tuple[SheetRow, ...]:
    """Return the rows of a table; a surplus comes off the leader nearest to the first East."""
    leader = max(rows, key=lambda row: row.points)
    less = replace(leader, points=whole(leader.points - max(surplus, Fraction(0))))
    return tuple(less if row is leader else row for row in rows)


def _total(row: SheetRow, entry: ScoreEntry, start: int) -> Points:
    """Return the points of a row as a total."""
    if entry == TOTALS and isinstance(row.points, int):
        return row.points
    return whole(Fraction(row.points) * entry.unit + (start if entry.differences else 0))


# ---- which entry ---------------------------------------------------------------------------------


def _entry(sheet: Sheet, rules: Rules) -> tuple[ScoreEntry, list[Problem]]:
    """Return the entry of a sheet; with a problem if it is unclear or differs between tables."""
    by_table = [(table, _fitting(table, rules)) for table in sheet.tables]
    fitting = [(table, entries) for table, entries in by_table if entries]
    if not fitting:
        return _nearest(sheet.tables, rules), []
    votes: Counter[ScoreEntry] = Counter(entry for _, entries in fitting for entry in entries)
    best = [entry for entry in ENTRIES if votes[entry] == max(votes.values())]
    other = next((table for table, entries in fitting if best[0] not in entries), None)
    if other is not None:
        return best[0], [_mixed(sheet, other, best[0], rules)]
    start = rules.setup.starting_points
    rows = [row for table, _ in fitting for row in table.rows]
    unclear = next((row for row in rows if len({_total(row, e, start) for e in best}) > 1), None)
    if unclear is not None:
        return best[0], [_ambiguous(sheet, unclear, best, start)]
    return best[0], []


def _fitting(table: SheetTable, rules: Rules) -> list[ScoreEntry]:
    """Return the entries with which a table adds up, and its scores are possible."""
    start = rules.setup.starting_points
    return [
        entry
        for entry in ENTRIES
        if not _off(table, entry, rules)
        and (entry == TOTALS or all(_possible(row, entry, start) for row in table.rows))
    ]


def _possible(row: SheetRow, entry: ScoreEntry, start: int) -> bool:
    """Return True if a game can end with a score: a multiple of 100 that the others can lose."""
    total = _total(row, entry, start)
    decimals = isinstance(row.points, Fraction)
    return (
        (entry.unit == 1000 or not decimals)
        and total % SMALLEST_PAYMENT == 0
        and -3 * start <= total - start <= 3 * start
    )


def _nearest(tables: Iterable[SheetTable], rules: Rules) -> ScoreEntry:
    """Return the entry with which a table almost adds up; totals if there is none."""
    start = rules.setup.starting_points
    most = NEAR * 4 * start
    near = [
        (off, number, entry)
        for table in tables
        for number, entry in enumerate(ENTRIES)
        if (off := abs(Fraction(_off(table, entry, rules)))) <= most
        and all(_possible(row, entry, start) for row in table.rows)
    ]
    return min(near)[2] if near else TOTALS


# ---- sums and their problems ---------------------------------------------------------------------


def _off(table: SheetTable, entry: ScoreEntry, rules: Rules) -> Points:
    """Return the points by which a table's sum exceeds the right one; negative if it is too low."""
    written = sum(row.points for row in table.rows) * entry.unit
    return whole(written - _wanted(table, entry, rules))


def _wanted(table: SheetTable, entry: ScoreEntry, rules: Rules) -> int:
    """Return the sum that the scores of a table should have, in points."""
    all_points = 0 if entry.differences else 4 * rules.setup.starting_points
    return all_points - _bets(table) * rules.riichi.bet


def _bets(table: SheetTable) -> int:
    return sum(row.bets_left for row in table.rows)


def _wrong_sum(sheet: Sheet, table: SheetTable, entry: ScoreEntry, rules: Rules) -> Problem:
    bets, bet = _bets(table), rules.riichi.bet
    off = Fraction(_off(table, entry, rules))
    wanted = Fraction(_wanted(table, entry, rules), entry.unit)
    message = Message(
        "session {session}, table {table}: the points add up to {total:,}, not to {wanted:,}",
        session=table.session, table=table.name,
        total=_written(wanted + off / entry.unit), wanted=_written(wanted),
    )  # fmt: skip
    if entry != TOTALS:
        how = ENTRIES[entry]
    else:
        how = Message("4 x {start:,}", start=rules.setup.starting_points)
    if bets:
        how = Message("{sum}, less {bets} x {bet:,} for bets left", sum=how, bets=bets, bet=bet)
    expected = Message(
        "{wanted:,}: {how}; this table has {off:+,}",
        wanted=_written(wanted), how=how, off=_written(off / entry.unit),
    )  # fmt: skip
    missing = -off / bet if bet else Fraction(0)
    if missing.denominator == 1 and 0 < missing <= MOST_BETS_LEFT and not bets:
        expected = Message.counted(
            "{expected}; if {n} bet was left on the table, write it as bets_left",
            "{expected}; if {n} bets were left on the table, write them as bets_left",
            int(missing), expected=expected,
        )  # fmt: skip
    return sheet.problem(table.rows[0], "points", "table-sum", message, expected)


def _doubtful(sheet: Sheet, rows: Sequence[SheetRow], rules: Rules) -> Iterator[Problem]:
    """Yield an error for each total that no game can have, and a warning for an unlikely one."""
    start = rules.setup.starting_points
    unit = gcd(SMALLEST_PAYMENT, start, rules.riichi.bet)
    least, most = (1 - MOST_GAINED) * start, (1 + MOST_GAINED) * start
    for row in rows:
        if row.points % unit:
            message = Message("{player}: no game can end with {points:,} points",
                              player=row.player, points=int(row.points))  # fmt: skip
            expected = Message("a multiple of {unit}", unit=unit)
            yield sheet.problem(row, "points", "impossible-score", message, expected)
        elif not least <= row.points <= most:
            message = Message("{player}: {points:,} points are very unlikely",
                              player=row.player, points=int(row.points))  # fmt: skip
            expected = Message("usually {least:,} to {most:,}", least=least, most=most)
            yield sheet.problem(row, "points", "unlikely-score", message, expected, "warning")


def _written(points: Fraction) -> int | float:
    """Return a sum as messages print it."""
    return int(points) if points.denominator == 1 else round(float(points), 3)


def _not_whole(sheet: Sheet, rows: Sequence[SheetRow]) -> Problem:
    first = rows[0]
    message = Message(
        "{player}: {points:g} is not a whole number of points",
        player=first.player, points=float(first.points),
    )  # fmt: skip
    if len(rows) > 1:
        message = Message("{message} ({n} more like this)", message=message, n=len(rows) - 1)
    return sheet.problem(first, "points", "wrong-type", message)


def _mixed(sheet: Sheet, table: SheetTable, most: ScoreEntry, rules: Rules) -> Problem:
    message = Message(
        "session {session}, table {table} has {entry}, and other tables have {most}",
        session=table.session, table=table.name, most=ENTRIES[most],
        entry=ENTRIES[_fitting(table, rules)[0]],
    )  # fmt: skip
    expected = Message("the same for all tables of a file")
    return sheet.problem(table.rows[0], "points", "mixed-scores", message, expected)


def _ambiguous(sheet: Sheet, row: SheetRow, entries: Sequence[ScoreEntry], start: int) -> Problem:
    first, second = (
        Message("{total:,} ({entry})", total=int(_total(row, entry, start)), entry=ENTRIES[entry])
        for entry in entries[:2]
    )
    message = Message(
        "the points of {player} can mean {first} or {second}",
        player=row.player, first=first, second=second,
    )  # fmt: skip
    expected = Message("points, or thousands with decimals, e.g. 15000 or 15.0")
    return sheet.problem(row, "points", "ambiguous-scores", message, expected)
