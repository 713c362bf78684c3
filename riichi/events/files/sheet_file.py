"""The files of results, YAML or tables: headings, sheets, and names that are alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from riichi.events.files.player_files import (
    NAMES,
    PERSON,
    PERSON_ALSO,
    merged,
    players_of_results,
    with_listed_names,
)
from riichi.events.files.result_rows import FileReading, nearly_alike
from riichi.spreadsheets.reading import is_table, joined, read_table
from riichi.spreadsheets.shapes import Columns
from riichi.writers.drawings import SEATS
from riichi_core.files import yaml_document
from riichi_core.files.problem import Problem, in_file_order
from riichi_core.files.source_document import SourceDocument
from riichi_core.messages import Message
from riichi_core.records.tournament_rows import RowRecord
from riichi_core.standings.players import Player, folded
from riichi_core.standings.sessions import Sheet, SheetRow, SheetTable, Watch

COLUMNS = tuple(RowRecord.model_fields)
"""The keys of a row, and the columns of a table."""


TEXTS = ("session", "table", "player", "substitute_name", "reason")


ALSO = {
    **dict.fromkeys(("round", "hanchan", "sessie", "ronde"), "session"),
    **dict.fromkeys(NAMES, "player"),
    **dict.fromkeys(("score", "scores", "pts", "punten", "punkte"), "points"),
    **dict.fromkeys(("wind", "plaats_aan_tafel", "sitz"), "seat"),
    **dict.fromkeys(("uitslag", "resultaat"), "result"),
    **dict.fromkeys(("minutes_late", "minuten_te_laat", "te_laat"), "late_minutes"),
    **dict.fromkeys(("bets_on_table", "inzetten_over", "resterende_inzetten"), "bets_left"),
    **dict.fromkeys(("invaller", "vervanger"), "substitute"),
    **dict.fromkeys(("naam_invaller", "naam_vervanger", "reserve"), "substitute_name"),
    **dict.fromkeys(("straf", "strafpunten"), "penalty"),
    **{"tafel": "table", "tisch": "table", "afwezig": "absent", "reden": "reason"},
    **{"gediskwalificeerd": "disqualified"},
    **PERSON_ALSO,
}
"""Other headings, in English and Dutch, and the column that each names."""


TABLE = Columns((*COLUMNS, *PERSON), (*TEXTS, *PERSON),
                points=("points", "result", "penalty"), also=ALSO, repeated=PERSON,
                of_sheet="session", needed=frozenset({"table", "player"}))  # fmt: skip


MOST_ALIKE = 4
"""The maximum number of similar problems that are reported one by one."""


def read_sheet(
    *paths: Path, points: bool = True, listed: Sequence[Player] = (), league: bool = False,
    season: bool = False, spellings: dict[str, str] | None = None, watched: Watch = iter,
) -> tuple[Sheet, list[Problem]]:  # fmt: skip
    """Return the complete tables of a file or of several tables, and all their problems.

    Several tables have the sessions of one tournament, and in a `season` those with the same name
    in two files are different ones. A seating plan has no `points`. The names of `listed` players
    replace those of the file. In a `league`, players come when they like, and may sit at several
    tables. New `spellings` are added to those by names in lower case.
    """
    documents: list[SourceDocument] = []
    players: tuple[Player, ...] = ()
    problems: list[Problem] = []
    for path in paths:
        document, more, of_file = _read_file(path, listed, label=len(paths) > 1)
        problems += of_file
        players = merged(players, more)
        if document is not None:
            documents.append(_of_season(document, path.stem) if season else document)
    if len(documents) < len(paths):
        return Sheet("", (), (), ()), in_file_order(problems)
    document, name_problems = with_listed_names(joined(documents), listed)
    known = {} if spellings is None else spellings
    reading = FileReading(document, points, league, listed, spellings=known)
    sheet = replace(reading.sheet(watched), players=merged(listed, players))
    return sheet, _once(in_file_order([*problems, *name_problems, *reading.problems]))


def other_seats(sheet: Sheet, plan: Path, listed: Sequence[Player]) -> list[Problem]:
    """Return the errors of a plan, and a warning for each seat or table that differs from it."""
    planned, problems = read_sheet(plan, points=False, listed=listed)
    seats = {(row.session, row.player): (table.name, seat) for table, seat, row in _seats(planned)}
    found = [problem for problem in problems if problem.severity == "error"]
    for table, seat, row in _seats(sheet):
        there = seats.get((row.session, row.player), (table.name, seat))
        if there != (table.name, seat):
            message = Message("{player} is {wind} at table {table}, but {other} at table {there} "
                              "in the plan", player=row.player, table=table.name,
                              wind=Message(SEATS[seat]), there=there[0],
                              other=Message(SEATS[there[1]]))  # fmt: skip
            found.append(sheet.problem(row, "player", "other-seat", message, severity="warning"))
    first = {table.session: table.rows[0] for table in reversed(sheet.tables)}
    data: Any = sheet.document.data
    rows = [row for row in data["rows"] if isinstance(row, dict)] if first else []
    here = {(str(row.get("session")), folded(str(row.get("player")))) for row in rows}
    for table in planned.tables:
        names = [row.player for row in table.rows]
        missing = here.isdisjoint((table.session, folded(name)) for name in names)
        if missing and table.session in first:
            message = Message("session {session} has no row of table {table}, where the plan "
                              "seats {names}",
                              session=table.session, table=table.name,
                              names=", ".join(names))  # fmt: skip
            found.append(sheet.problem(first[table.session], "table", "no-table", message,
                                       severity="warning"))  # fmt: skip
    return _once(found)


def _seats(sheet: Sheet) -> Iterator[tuple[SheetTable, int, SheetRow]]:
    for table in sheet.tables:
        for seat, row in enumerate(table.rows):
            yield table, seat, row


def _read_file(
    path: Path, listed: Sequence[Player], *, label: bool
) -> tuple[SourceDocument | None, tuple[Player, ...], list[Problem]]:
    """Return the rows of a file, the players that have other columns, and the problems.

    With `label`, the name of the file is that of its session, if the table has no such column.
    """
    if not is_table(path):
        document, problems = yaml_document.read(path, str(path))
        return None if problems else document, (), problems
    columns = TABLE._replace(kept=frozenset(name for one in listed for name, _ in one.other))
    document, problems = read_table(path, str(path), columns, label=path.stem if label else "")
    if document is None:
        return None, (), problems
    if listed:  # wrong letters show as names that are not in the list
        problems = [one for one in problems if one.code != "not-utf8"]
    document, players, more = players_of_results(document, TABLE)
    return document, players, [*problems, *more]


def _of_season(document: SourceDocument, name: str) -> SourceDocument:
    """Return the rows of a file with its name before the names of their sessions."""
    data: Any = document.data
    rows: Any = [{**row, "session": f"{name} {row.get('session', '')}".strip()}
                 for row in data["rows"]]  # fmt: skip
    return replace(document, data={**data, "rows": rows})


def _once(problems: Iterable[Problem]) -> list[Problem]:
    """Return the first of many problems that differ only in their row, with their number."""
    by_kind: dict[tuple[str, str, str], list[Problem]] = {}
    for problem in problems:
        column, message = problem.path.rpartition(".")[2], problem.message
        template = message.template if isinstance(message, Message) else message
        by_kind.setdefault((problem.code, column, template), []).append(problem)
    problems_once = []
    for alike in by_kind.values():
        if len(alike) <= MOST_ALIKE:
            problems_once += alike
            continue
        message = Message(
            "{message} ({n} more like this)", message=alike[0].message, n=len(alike) - 1
        )
        problems_once.append(replace(alike[0], message=message))
    return in_file_order(problems_once)


def alike_in_league(sheets: Iterable[Sheet]) -> list[Problem]:
    """Return a warning for each two names in the files of a league that are probably one player."""
    sessions: dict[str, set[object]] = {}
    first_row: dict[str, tuple[Sheet, SheetRow]] = {}
    for sheet in sheets:
        for row in (row for table in sheet.tables for row in table.rows):
            sessions.setdefault(row.player, set()).add((sheet.document.file, row.session))
            first_row.setdefault(row.player, (sheet, row))
    problems = []
    for name, other_name in nearly_alike(sessions):
        sheet, row = first_row[other_name]
        message = Message("{one} and {other} never play in the same session",
                          one=name, other=other_name)  # fmt: skip
        expected = Message("the same name for a player everywhere")
        problems.append(sheet.problem(row, "player", "nearly-alike", message, expected, "warning"))
    return problems
