"""Reading a sheet back: the tables of an HTML page, by their ids."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from typing import Any

from riichi.content.score_sheet import score_sheet
from riichi.locale import BOOK, Locale
from riichi.writers.html import html
from riichi.writers.model import Document
from riichi.writers.paper import Paper
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset

VOID = {"meta"}


@dataclass
class Read:
    """A table as read back: its caption, its heads, and its rows under each group heading."""

    caption: str = ""
    heads: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)

    def cell(self, row: str, column: str) -> str:
        """Return the cell at a row and head."""
        (found,) = [cells for cells in self.rows if cells[0] == row]
        return found[self.heads.index(column)]


class Reader(HTMLParser):
    """Parses a page, and checks that elements are closed in order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[tuple[str, dict[str, Any]]] = []
        self.tables: dict[str, Read] = {}
        self.tags: list[tuple[str, dict[str, Any]]] = []
        self.facts: dict[str, str] = {}
        self.text: list[str] = []
        self._table = Read()
        self._cells: list[str] = []
        self._group = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert len(given) == len(attrs), attrs
        self.tags.append((tag, given))
        if tag in VOID:
            return
        self.open.append((tag, given))
        if tag == "table":
            assert given["id"]
            assert given["id"] not in self.tables
            self._table = self.tables[str(given["id"])] = Read()
        if tag == "tbody":
            self._group = ""
        if tag == "tr":
            self._cells = []
        if tag in ("td", "th"):
            self._cells.append("")
        if tag == "dt":
            self.facts[""] = ""

    def handle_endtag(self, tag: str) -> None:
        was, given = self.open.pop()
        assert was == tag, f"</{tag}> closes <{was}>"
        inside = {name for name, _ in self.open}
        if tag == "th" and given.get("scope") == "rowgroup":
            self._group = self._cells.pop()
        if tag == "tr" and "thead" in inside:
            self._table.heads = self._cells
        elif tag == "tr" and self._cells:
            self._table.rows.append(self._cells)
            self._table.groups.append(self._group)
        if tag == "dt":
            self._fact = self.facts.pop("")

    def handle_data(self, data: str) -> None:
        names = [name for name, _ in self.open]
        if "style" not in names:
            self.text.append(data)
        if "dt" in names:
            self.facts[""] += data
        elif "dd" in names:
            self.facts[self._fact] = self.facts.get(self._fact, "") + data
        if any(given.get("class") == "aloud" for _, given in self.open):
            return
        if "td" in names or "th" in names:
            self._cells[-1] += data
        elif "caption" in names:
            self._table.caption += data


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


def page(ruleset: Ruleset, language: str = "en", terms: str = BOOK) -> Document:
    return score_sheet(ruleset, Locale(language, terms))


@cache
def sheet(name: str, language: str = "en", terms: str = BOOK, paper: Paper = "a4") -> Reader:
    """Return the sheet of a ruleset, read back."""
    return read(html(page(load(name), language, terms), paper))


def figures(text: str) -> list[int]:
    """Return the numbers in a cell."""
    return [int(number.replace(",", "")) for number in re.findall(r"[0-9][0-9,]*", text)]
