"""The rows of a file of results: their values, and players who are probably written wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import combinations
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationError

from riichi_core.files.accepted_values import value_error
from riichi_core.files.model_problems import ModelProblems, model_problems
from riichi_core.files.problem import Pointer, Problem
from riichi_core.messages import Message
from riichi_core.records.fields import Record
from riichi_core.records.tournament_rows import (
    MAX_ROWS,
    RowRecord,
    SheetReading,
    one_line,
    row_text,
)
from riichi_core.rules.options import NUMBER_WORD
from riichi_core.standings.players import folded
from riichi_core.standings.sessions import Sheet, SheetRow, Watch

ALIKE = 0.8
MOST_COMPARED = 200
"""The similarity at which two names are questioned, and the maximum number of players."""


def _rows(value: object) -> object:
    if not isinstance(value, list) or not value:
        raise value_error("missing_key", Message("a list of rows is needed"))
    if len(value) > MAX_ROWS:
        message = Message("{n:,} rows, expected at most {most:,}", n=len(value), most=MAX_ROWS)
        raise value_error("too_many", message)
    return value


class TournamentRecord(Record):
    """The head of a file, and its rows, which are read one by one."""

    format: Annotated[Literal[1], NUMBER_WORD] = 1
    title: Annotated[str, Field(max_length=200)] = ""
    rows: Annotated[list[Any], BeforeValidator(_rows)]


class _RowProblems(ModelProblems):
    """The errors of a row, each named by its column."""

    def path_of(self, pointer: Pointer) -> str:
        """Return the column."""
        return ".".join(str(part) for part in pointer[len(self.at) :])

    def _wrong_type(self, pointer: Pointer, value: Any, expected: str) -> Problem:
        problem = super()._wrong_type(pointer, value, expected)
        return replace(problem, suggestion=_in_digits(value))


_LETTERS = str.maketrans("OoIl", "0011")
"""Letters that people type instead of digits."""

_NUMBER = re.compile(r"-?[0-9][0-9.,]*")


def _in_digits(value: object) -> str:
    """Return a number without the letters that were typed for digits; "" for anything else."""
    written = str(value) if isinstance(value, str) else ""
    number = written.translate(_LETTERS)
    has_digit = any(character.isdecimal() for character in written)
    return number if has_digit and _NUMBER.fullmatch(number) else ""


@dataclass
class FileReading(SheetReading):
    """Reads a file row by row; names are spelt as in `spellings`, whatever their capitals."""

    spellings: dict[str, str] = field(default_factory=dict)

    def sheet(self, watched: Watch = iter) -> Sheet:
        """Return the complete tables; `watched` shows the progress through the rows."""
        title, values = self._head()
        records = [
            (number, self._row(number, value)) for number, value in enumerate(watched(values))
        ]
        whole = [(number, row) for number, row in records if row is not None]
        return self.seated(title, whole, self._doubt)

    def _head(self) -> tuple[str, list[Any]]:
        """Return the title and the rows of the document."""
        data = self.document.data
        if not isinstance(data, dict):
            message = Message("a tournament is a mapping with rows")
            self.note((), "wrong-type", message)
            return "", []
        try:
            head = TournamentRecord.model_validate(data)
        except ValidationError as error:
            self.problems += model_problems(error, self.document, TournamentRecord)
            rows = data.get("rows")
            return "", rows if isinstance(rows, list) and len(rows) <= MAX_ROWS else []
        return head.title, head.rows

    def _row(self, number: int, value: object) -> RowRecord | None:
        """Return a row if its values are valid."""
        if not isinstance(value, dict):
            message = Message(
                "a row is a mapping, e.g. {example}",
                example="{session: 1, table: A, player: Ana, points: 30000}",
            )
            self.note(("rows", number), "wrong-type", message)
            return None
        written = {name: cell for name, cell in value.items() if cell is not None}
        self.sit(number, written)
        try:
            record = RowRecord.model_validate(written)
            names = {name: self._spelt(getattr(record, name))
                     for name in ("player", "substitute_name") if name in written}  # fmt: skip
            return record.model_copy(update=names)
        except ValidationError as error:
            problems = _RowProblems(self.document, RowRecord, ("rows", number))
            self.problems += problems.take(error.errors())
            self._remember(written)
            return None

    def _spelt(self, name: str) -> str:
        """Return a name as it is first written, whatever its capitals."""
        return self.spellings.setdefault(folded(name), name)

    def _remember(self, written: Mapping[str, Any]) -> None:
        """Remember the player and the session of a row that cannot be used; "" if unknown."""
        session, player = (
            str(one_line(value)) if isinstance(value := written.get(name), str | int) else ""
            for name in ("session", "player")
        )
        self.unreadable.add((session, player))

    # ---- rows together ---------------------------------------------------------------------------

    def _doubt(self, rows: list[SheetRow], sessions: Sequence[str]) -> None:
        """Note players without a row, and two similar names; in a league, players come and go."""
        if not self.league:
            self._gaps(rows, sessions)
            self._alike(rows)

    def _gaps(self, rows: list[SheetRow], sessions: Sequence[str]) -> None:
        """Report players who lack a row in some session: substitutes, or two spellings.

        A row with another error still counts. If such a row names no player or session, nobody is
        blamed.
        """
        if any("" in row for row in self.unreadable):
            return
        seen = {(row.session, row.player) for row in rows} | self.unreadable
        missing = {
            player: [session for session in sessions if (session, player) not in seen]
            for player in dict.fromkeys(row.player for row in rows)
        }
        before = len(self.problems)
        blamed = self._unnamed_substitutes(rows, sessions, missing)
        incomplete = [name for name, missed in missing.items() if missed and name not in blamed]
        if incomplete:
            self.problems[before:] = [
                replace(problem, severity="warning") for problem in self.problems[before:]
            ]
            listed = [f"{name} ({', '.join(missing[name])})" for name in incomplete[:3]]
            names = ", ".join(listed) + (", …" if len(incomplete) > 3 else "")
            message = Message("players without a row in these sessions: {names}", names=names)
            expected = Message(
                "use the same name in each session; write absent: true for one missed session, "
                "absent: left in the first session without a player who has left, or absent: "
                "not_yet in the last one before a player joins"
            )
            row = next(row for row in rows if row.player == incomplete[0])
            place: Pointer = ("rows", row.number, "player")
            self.note(place, "no-row", message, expected=expected, severity="warning")

    def _unnamed_substitutes(
        self, rows: list[SheetRow], sessions: Sequence[str], missing: Mapping[str, Sequence[str]]
    ) -> set[str]:
        """Reject players who appear exactly in the sessions that somebody else misses.

        If players come and go as they like, this is only a warning, which the caller sees to.
        Without a row that says so, the substitute would be ranked, and the player would miss these
        sessions for free. Returns the players of both kinds.
        """
        absentees: dict[tuple[str, ...], list[str]] = {}
        for player, missed in missing.items():
            if missed and len(missed) < len(sessions):
                absentees.setdefault(tuple(missed), []).append(player)
        regulars = {player.name for player in self.listed if not player.substitute}
        blamed: set[str] = set()
        for substitute, missed in missing.items():
            played = tuple(session for session in sessions if session not in missed)
            players = [name for name in absentees.get(played, ()) if name not in blamed]
            if not missed or substitute in blamed or not players:
                continue
            if {substitute, players[0]} <= regulars:
                continue
            first = next(row for row in rows if row.player == substitute)
            if any(_nearly(substitute, name) for name in players) or played[0] == sessions[0]:
                continue  # a spelling, or the player who was replaced
            player = players[0]
            ends = played[-1] == sessions[-1]
            message = Message(
                "{substitute} plays in exactly the sessions that {player} misses: {sessions}",
                substitute=substitute, player=player, sessions=", ".join(played),
            )  # fmt: skip
            row = {"session": played[0], "player": player, "absent": "left",
                   "substitute_name": substitute}  # fmt: skip
            expected = Message(
                "for a substitute, one more row: {row}; for a new player, absent: not_yet in "
                "session {before}, and absent: left for {player}",
                row=row_text(row), player=player, before=sessions[sessions.index(played[0]) - 1],
            ) if ends else Message(
                "for a substitute, {player} as the player of the row, and {substitute} as "
                "substitute_name", substitute=substitute, player=player,
            )  # fmt: skip
            self.note(("rows", first.number, "player"), "reserve", message, expected=expected)
            blamed |= {substitute, player}
        return blamed

    def _alike(self, rows: list[SheetRow]) -> None:
        """Warn of two similar names that never appear in the same session."""
        sessions: dict[str, set[str]] = {}
        for row in rows:
            sessions.setdefault(row.player, set()).add(row.session)
        all_sessions = {row.session for row in rows}
        for session, player in self.unreadable:
            sessions.get(player, set()).add(session)
        incomplete = {name: played for name, played in sessions.items() if played < all_sessions}
        for name, other_name in nearly_alike(incomplete):
            row = next(row for row in rows if row.player == other_name)
            message = Message(
                "{one} and {other} are never in the same session", one=name, other=other_name
            )
            expected = Message("the same name for a player everywhere")
            place: Pointer = ("rows", row.number, "player")
            self.note(place, "nearly-alike", message, expected=expected, severity="warning")


def nearly_alike(sessions: Mapping[str, Set[object]]) -> Iterator[tuple[str, str]]:
    """Yield two names that are probably one player, by the sessions in which each appears."""
    for name, other_name in combinations([*sessions][:MOST_COMPARED], 2):
        if sessions[name].isdisjoint(sessions[other_name]) and _nearly(name, other_name):
            yield name, other_name


def _nearly(name: str, other_name: str) -> bool:
    """Return True if two names are probably the same: `Ana Silva` and `Anna Silva`."""
    return SequenceMatcher(None, folded(name), folded(other_name)).ratio() >= ALIKE
