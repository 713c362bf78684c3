"""The list of the players of a tournament: a name a line, perhaps with a country."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from riichi_core.messages import Message
from riichi_core.records.csv_rows import CsvColumns, read_csv
from riichi_core.source.diagnostics import Diagnostic

COLUMNS = CsvColumns(("name", "country"), ("name", "country"), ())


class NamedPlayer(NamedTuple):
    """A player of a list; the number is the place in the list."""

    number: int
    name: str
    country: str = ""

    def __str__(self) -> str:
        """Return the name with the country."""
        return f"{self.name} ({self.country})" if self.country else self.name


def numbered(players: int) -> tuple[NamedPlayer, ...]:
    """Return players that are called by their numbers."""
    return tuple(NamedPlayer(number, str(number)) for number in range(1, players + 1))


def read_players(path: Path) -> tuple[tuple[NamedPlayer, ...], list[Diagnostic]]:
    """Return the players of a CSV file with a column `name`, perhaps `country`; or what is wrong.

    Args:
        path: the file; its first line names the columns.
    """
    document, problems = read_csv(path, str(path), COLUMNS)
    if document is None:
        return (), problems
    data: Any = document.data
    rows: list[dict[str, str]] = data["rows"]
    first: dict[str, int] = {}
    found = []
    for place, row in enumerate(rows):
        name = " ".join(row.get("name", "").split())
        line = document.span(("rows", place)).line
        if not name:
            message = Message("a player without a name")
            problems.append(document.problem(("rows", place), "missing-key", message))
        elif name in first:
            message = Message("{name} is in the list already, on line {line}",
                              name=name, line=first[name])  # fmt: skip
            problems.append(document.problem(("rows", place, "name"), "player-twice", message))
        first.setdefault(name, line)
        found.append(NamedPlayer(place + 1, name, row.get("country", "")))
    return tuple(found), problems
