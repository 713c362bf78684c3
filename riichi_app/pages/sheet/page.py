"""A page before it is HTML or Markdown: tables of text, and what is said beside them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell.

    `aloud` is what is read out where the text does not say all, `limit` marks points that are those
    of a limit, `language` is set where the text is not in the language of the page.
    """

    text: str
    aloud: str = ""
    limit: bool = False
    language: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: what it is about, and its cells."""

    head: Cell
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that belong together, under a heading if they have one."""

    rows: tuple[Row, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `columns` are the heads of all its columns, that of the first one too."""

    id: str
    title: str
    columns: tuple[str, ...]
    groups: tuple[Group, ...]
    keys: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows."""
        return tuple(row for group in self.groups for row in group.rows)


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet: a wide column of tables, a narrow one, and a list of what else holds."""

    title: str
    kind: str
    language: str
    wide: tuple[Table, ...]
    narrow: tuple[Table, ...]
    facts_title: str
    facts: tuple[tuple[str, str], ...]
    made: str
