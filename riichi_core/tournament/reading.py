"""From the lines of a file to its tables, or to everything that is wrong with them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import TypeVar, get_args

from riichi_core.rules.diagnostics import Diagnostic, in_file_order, nearest
from riichi_core.rules.rules import Rules
from riichi_core.scoring.fields import shown
from riichi_core.tournament.lines import Line, Lines, read_lines
from riichi_core.tournament.sheet import Absent, Row, Sheet, Substitute, Table

MOST_POINTS = 1_000_000
MOST_BETS = 100
MOST_CHOMBO = 20
MOST_MINUTES = 600
LONGEST = {"session": 40, "table": 40, "player": 80, "reason": 200}

Word = TypeVar("Word", bound=str)


def read_sheet(path: Path, *, points: bool = True) -> tuple[Sheet, list[Diagnostic]]:
    """The tables of a file that are complete, and everything that is wrong with the file.

    Args:
        path: a YAML or CSV file.
        points: whether each row needs points; a seating plan has none.
    """
    return sheet_of(read_lines(path), points=points)


def sheet_of(lines: Lines, *, points: bool = True) -> tuple[Sheet, list[Diagnostic]]:
    """The same from lines that were read."""
    reading = _Reading(points)
    rows = [row for line in lines.lines if (row := reading.row(line))]
    reading.twice(rows)
    reading.gaps(rows)
    sheet = Sheet(
        lines.title,
        tuple(dict.fromkeys(row.session for row in rows)),
        tuple(reading.tables(rows)),
        tuple(row for row in rows if not row.table),
    )
    return sheet, in_file_order([*lines.problems, *reading.problems])


def wrong_sums(sheet: Sheet, rules: Rules) -> list[Diagnostic]:
    """The tables whose points are not what four players began with, less the bets left."""
    found = []
    start, bet = rules.setup.starting_points, rules.riichi.bet
    for table in sheet.tables:
        bets = sum(row.bets_left for row in table.rows)
        total, wanted = sum(row.points for row in table.rows), 4 * start - bets * bet
        if total != wanted:
            left = f", less {bets} x {bet:,} for bets left" if bets else ""
            message = (
                f"session {table.session}, table {table.name}: the points add up to {total:,}, "
                f"not to {wanted:,}"
            )
            expected = f"{wanted:,}: 4 x {start:,}{left}; this table has {total - wanted:+,}"
            found.append(table.rows[0].line.problem("points", "table-sum", message, expected))
    return found


class _Reading:
    """Reads row by row and keeps what is wrong."""

    def __init__(self, points: bool) -> None:
        self.points = points
        self.problems: list[Diagnostic] = []
        self.seats: dict[tuple[str, str], list[Line]] = {}

    def _refuse(
        self, line: Line, column: str, code: str, message: str, expected: str = "", near: str = ""
    ) -> None:
        self.problems.append(line.problem(column, code, message, expected, near))

    def row(self, line: Line) -> Row | None:
        """The row that a line is, if nothing is wrong with it."""
        before = len(self.problems)
        session, player = self._text(line, "session"), self._text(line, "player")
        table = self._text(line, "table", needed=False)
        if session and table:
            self.seats.setdefault((session, table), []).append(line)
        row = Row(
            line=line,
            session=session,
            table=table,
            player=player,
            points=self._whole(line, "points", -MOST_POINTS, MOST_POINTS),
            bets_left=self._whole(line, "bets_left", 0, MOST_BETS),
            substitute=self._word(line, "substitute", get_args(Substitute)),
            late=self._minutes(line),
            absent=self._absent(line),
            chombo=self._whole(line, "chombo", 0, MOST_CHOMBO),
            penalty=self._whole(line, "penalty", 0, MOST_POINTS),
            reason=self._text(line, "reason", needed=False),
            disqualified=self._flag(line, "disqualified"),
        )
        if len(self.problems) == before:
            self._together(row)
        return row if len(self.problems) == before else None

    def _together(self, row: Row) -> None:
        """What goes across the values of a row."""
        line, given = row.line, row.line.cells
        away = row.absent != "no" and row.substitute == "none"
        if away and (row.table or "points" in given):
            message = f"{row.player} is absent and nobody plays at the table in place of the player"
            expected = "substitute: from_start, or neither table nor points"
            self._refuse(line, "absent", "contradiction", message, expected)
        elif not away and not row.table:
            self._refuse(line, "table", "missing-key", f"{row.player} has no table")
        elif not away and self.points and "points" not in given:
            self._refuse(line, "points", "missing-key", f"{row.player} has no points at the table")
        if away and row.chombo:
            message = f"{row.player} was at no table and made no chombo there"
            self._refuse(line, "chombo", "contradiction", message, "penalty, with its reason")
        if row.penalty and not row.reason:
            message = f"the penalty of {row.player} needs its reason"
            self._refuse(line, "penalty", "missing-key", message, "reason: a few words")

    # ---- values ----------------------------------------------------------------------------------

    def _text(self, line: Line, column: str, *, needed: bool = True) -> str:
        cell = line.cells.get(column)
        if cell is None:
            if needed:
                self._refuse(line, column, "missing-key", f"'{column}' is missing")
            return ""
        value = cell.value
        text = str(value) if type(value) is int else value
        if not isinstance(text, str) or not text.strip():
            message = f"{column}: expected a name or a number, not {shown(value)}"
            self._refuse(line, column, "wrong-type", message)
            return ""
        if len(text) > LONGEST[column]:
            message = f"{column}: {len(text)} characters, expected at most {LONGEST[column]}"
            self._refuse(line, column, "out-of-range", message)
            return ""
        return " ".join(text.split())

    def _whole(self, line: Line, column: str, least: int, most: int) -> int:
        cell = line.cells.get(column)
        value = 0 if cell is None else cell.value
        if type(value) is not int:
            message = f"{column}: expected a whole number, not {shown(value)}"
            self._refuse(line, column, "wrong-type", message)
            return 0
        if not least <= value <= most:
            message = f"{column}: expected {least:,} to {most:,}, not {value:,}"
            near = f"{-value}" if not least and -most <= value < 0 else ""
            self._refuse(line, column, "out-of-range", message, near=near)
            return 0
        return value

    def _minutes(self, line: Line) -> Fraction:
        cell = line.cells.get("late_minutes")
        value = 0 if cell is None else cell.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            message = f"late_minutes: expected minutes, as 3 or 3.5, not {shown(value)}"
            self._refuse(line, "late_minutes", "wrong-type", message)
            return Fraction(0)
        if not 0 <= value <= MOST_MINUTES:
            message = f"late_minutes: expected 0 to {MOST_MINUTES}, not {shown(value)}"
            self._refuse(line, "late_minutes", "out-of-range", message)
            return Fraction(0)
        return Fraction(str(value))

    def _word(self, line: Line, column: str, words: tuple[Word, ...]) -> Word:
        cell = line.cells.get(column)
        value = words[0] if cell is None else cell.value
        for word in words:
            if value == word:
                return word
        expected = ", ".join(words)
        near = nearest(value, words) if isinstance(value, str) else ""
        message = f"{column}: there is no {shown(value)}"
        self._refuse(line, column, "bad-value", message, expected, near)
        return words[0]

    def _absent(self, line: Line) -> Absent:
        cell = line.cells.get("absent")
        if cell is not None and isinstance(cell.value, bool):
            return "missed" if cell.value else "no"
        return self._word(line, "absent", get_args(Absent))

    def _flag(self, line: Line, column: str) -> bool:
        cell = line.cells.get(column)
        value = False if cell is None else cell.value
        if not isinstance(value, bool):
            message = f"{column}: expected true or false, not {shown(value)}"
            self._refuse(line, column, "wrong-type", message)
            return False
        return value

    # ---- rows together ---------------------------------------------------------------------------

    def twice(self, rows: list[Row]) -> None:
        """Refuse a player who is in a session twice."""
        first: dict[tuple[str, str], int] = {}
        for row in rows:
            key = (row.session, row.player)
            if key in first:
                message = f"{row.player} is in session {row.session} already, on line {first[key]}"
                self._refuse(row.line, "player", "player-twice", message)
            first.setdefault(key, row.line.span.line)

    def gaps(self, rows: list[Row]) -> None:
        """Warn of players without a row in some session, who may be written in two ways."""
        every = len({row.session for row in rows})
        played = Counter(row.player for row in rows)
        short = [player for player, count in played.items() if count < every]
        if short:
            names = ", ".join(short[:3]) + (", …" if len(short) > 3 else "")
            message = f"players without a row in some session: {names}"
            expected = "the same name in each session; a session missed is a row with absent: true"
            row = next(row for row in rows if row.player == short[0])
            problem = row.line.problem("player", "no-row", message, expected)
            self.problems.append(replace(problem, severity="warning"))

    def tables(self, rows: list[Row]) -> list[Table]:
        """The tables that have their four rows."""
        for (session, name), lines in self.seats.items():
            if len(lines) != 4:
                count = "1 row" if len(lines) == 1 else f"{len(lines)} rows"
                message = f"session {session}, table {name} has {count}, expected 4"
                self._refuse(lines[0], "table", "table-size", message)
        order = {seat: number for number, seat in enumerate(self.seats)}
        seated = sorted(
            (row for row in rows if row.table), key=lambda row: order[row.session, row.table]
        )
        groups = groupby(seated, key=lambda row: (row.session, row.table))
        found = [Table(session, name, tuple(group)) for (session, name), group in groups]
        return [table for table in found if len(table.rows) == 4]
