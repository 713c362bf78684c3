"""Keep a log of published results: what was published when, and what was corrected later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from riichi.spreadsheets.reading import read_table
from riichi.spreadsheets.shapes import Columns
from riichi_core.files.problem import START, Problem
from riichi_core.language import Translatable
from riichi_core.messages import Message
from riichi_core.standings.sessions import Sheet

LOGGED: Mapping[str, Translatable] = {
    "table": "table", "points": "points", "bets_left": "bets left", "chombo": "chombo",
    "penalty": "penalty", "late": "minutes late", "absent": "absent",
    "substitute_name": "substitute", "disqualified": "disqualified",
}  # fmt: skip
"""The values of a row that are logged, and their names."""


class LogEntry(NamedTuple):
    """A value of a player's session: when it was published, the one before, and itself."""

    time: str
    session: str
    player: str
    what: str
    old: str
    new: str


def read_log(path: Path) -> tuple[list[LogEntry], list[Problem]]:
    """Return the entries of a log, which need not exist yet, and the problems of its file."""
    if not path.exists():
        return [], []
    names = LogEntry._fields
    document, problems = read_table(path, str(path), Columns(names, names, ()))
    data: Any = {"rows": []} if document is None else document.data
    if problems or not all(row.get("time") and row.get("what") for row in data["rows"]):
        found = problems[0].message if problems else Message("a row lacks its time or its value")
        if problems and data["rows"]:
            heads = dict.fromkeys(chain.from_iterable(data["rows"]))
            found = Message("its columns are {names}", names=", ".join(heads))
        message = Message("this is not a log of published results: {found}", found=found)
        expected = Message("a new name, or a file that --log wrote, with the columns {names}",
                           names=", ".join(names))  # fmt: skip
        return [], [Problem(str(path), START, "not-a-log", message, expected=expected)]
    rows = ([str(row.get(name) or "") for name in names] for row in data["rows"])
    return [LogEntry(*row) for row in rows], []


def new_entries(
    sheets: Sequence[Sheet], log: Iterable[LogEntry], *, league: bool = False
) -> list[LogEntry]:
    """Return the values of sheets that differ from the last ones in their log.

    In a `league`, the file and the table are part of the name of a session, because players may
    sit at several tables of a session.
    """
    now = datetime.now().astimezone().isoformat(" ", "seconds")[:19]
    before = {(entry.session, entry.player, entry.what): entry.new for entry in log}
    rows = [(Path(sheet.document.file).stem, row) for sheet in sheets
            for row in (*chain.from_iterable(table.rows for table in sheet.tables),
                        *sheet.away)]  # fmt: skip
    values = {
        (
            f"{file} {row.session} {row.table}".strip() if league else row.session,
            row.player,
            what,
        ): f"{float(value):g}" if what == "late" else str(value)
        for file, row in rows
        for what in LOGGED
        if (value := getattr(row, what)) and value != "no"
    }
    return [
        LogEntry(now, *key, old, new)
        for key in dict.fromkeys([*before, *values])
        if (old := before.get(key, "")) != (new := values.get(key, ""))
    ]


def corrections(log: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the entries about sessions of players that had been published before."""
    first: dict[tuple[str, str], str] = {}
    for entry in log:
        first.setdefault((entry.session, entry.player), entry.time)
    return [entry for entry in log if first[entry.session, entry.player] != entry.time]
