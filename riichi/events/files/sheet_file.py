"""The files of results, YAML or tables: headings, sheets, and names that are alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from riichi.events.files.player_files import (
    PERSON,
    PERSON_ALSO,
    merged,
    players_of_results,
    with_listed_names,
)
from riichi.spreadsheets.reading import Columns, is_table, read_table
from riichi_core.files import yaml_document as documents
from riichi_core.files.problem import Problem, in_file_order
from riichi_core.messages import Message
from riichi_core.records.tournament_rows import RowRecord, nearly_alike, sheet_of
from riichi_core.standings.players import Player
from riichi_core.standings.sessions import Sheet, SheetRow, Watch

COLUMNS = tuple(RowRecord.model_fields)
"""The keys of a row, and the columns of a table."""


TEXTS = ("session", "table", "player", "substitute_name", "reason")


ALSO = {
    **dict.fromkeys(("round", "hanchan", "sessie", "ronde"), "session"),
    **dict.fromkeys(("name", "naam", "speler"), "player"),
    **dict.fromkeys(("score", "punten"), "points"),
    **dict.fromkeys(("uitslag", "resultaat"), "result"),
    **dict.fromkeys(("minutes_late", "minuten_te_laat", "te_laat"), "late_minutes"),
    **dict.fromkeys(("bets_on_table", "inzetten_over", "resterende_inzetten"), "bets_left"),
    **dict.fromkeys(("invaller", "vervanger"), "substitute"),
    **dict.fromkeys(("naam_invaller", "naam_vervanger", "reserve"), "substitute_name"),
    **dict.fromkeys(("straf", "strafpunten"), "penalty"),
    **{"tafel": "table", "afwezig": "absent", "reden": "reason"},
    **{"gediskwalificeerd": "disqualified"},
    **PERSON_ALSO,
}
"""Other headings, in English and Dutch, and the column that each names."""


TABLE = Columns((*COLUMNS, *PERSON), (*TEXTS, *PERSON),
                points=("points", "result", "penalty"), also=ALSO, repeated=PERSON)  # fmt: skip


MOST_ALIKE = 4
"""The maximum number of similar problems that are reported one by one."""


def read_sheet(
    path: Path, *, points: bool = True, listed: Sequence[Player] = (),
    league: bool = False, watched: Watch = iter,
) -> tuple[Sheet, list[Problem]]:  # fmt: skip
    """Return the complete tables of a file, and all problems of the file.

    Args:
        path: a table (`.csv`, `.tsv`, `.txt`, `.xlsx`, `.ods`), or else YAML.
        points: whether each row needs points; a seating plan has none.
        listed: the list of players, if there is one. Their names replace those of the file.
        league: whether the players come when they like, and may sit at several tables.
        watched: shows the progress through the rows.
    """
    in_table = is_table(path)
    columns = TABLE._replace(kept=frozenset(name for one in listed for name, _ in one.other))
    document, problems = (
        read_table(path, str(path), columns) if in_table else documents.read(path, str(path))
    )
    if listed and document is not None:  # wrong letters show as names that are not in the list
        problems = [one for one in problems if one.code != "not-utf8"]
    if document is None or (problems and not in_table):
        return Sheet("", (), (), ()), in_file_order(problems)
    players: tuple[Player, ...] = ()
    if in_table:
        document, players, player_problems = players_of_results(document, TABLE)
        problems += player_problems
    document, name_problems = with_listed_names(document, listed)
    sheet, sheet_problems = sheet_of(
        document, points=points, league=league, watched=watched, listed=listed
    )
    sheet = replace(sheet, players=merged(listed, players))
    problems += name_problems
    return sheet, _once(in_file_order([*problems, *sheet_problems]))


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
            "{message} ({n} more rows have the same error)",
            message=alike[0].message,
            n=len(alike) - 1,
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
        expected = Message("one name for one player")
        problem = sheet.problem(row, "player", "nearly-alike", message, expected)
        problems.append(replace(problem, severity="warning"))
    return problems
