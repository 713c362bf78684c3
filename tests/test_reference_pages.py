"""The reference pages of the documentation site."""

from __future__ import annotations

import re
from functools import cache

from each import each

import riichi_core
from riichi_app.cli.main import COMMANDS
from riichi_app.reference.pages import OPTIONS, pages
from riichi_core.rules import library
from riichi_core.rules.rules import chapters, options

CELL = re.compile(r"(?<!\\)\|")


@cache
def made() -> dict[str, str]:
    return dict(pages())


def section(path: str) -> str:
    chapter, name = path.split(".")
    _, _, after = made()[f"{OPTIONS}/{chapter}.md"].partition(f"{{: #{name} }}\n")
    return after.partition("\n## ")[0]


@each("chapter", chapters())
def test_every_ruleset_stands_once_at_every_option(chapter: str) -> None:
    for path in (path for path in options() if path.startswith(f"{chapter}.")):
        players = [row for row in section(path).splitlines() if row.startswith("| `")]
        named = [name for row in players for name in re.findall(r"`([^`]*)`", CELL.split(row)[3])]
        assert sorted(named) == sorted(library.shipped()), path


def test_the_rows_of_a_table_have_as_many_cells_as_its_head() -> None:
    tables = [
        table for text in made().values() for table in re.findall(r"(?:^\|.*\n)+", text, re.M)
    ]
    assert tables
    assert [
        one for one in tables if len({len(CELL.split(row)) for row in one.splitlines()}) > 1
    ] == []


def test_the_index_leads_to_every_option() -> None:
    index = made()[f"{OPTIONS}/index.md"]
    assert [
        f"{page}.{name}" for page, name in re.findall(r"\(([a-z_]+)\.md#([a-z_0-9]+)\)", index)
    ] == [*options()]


def test_every_command_is_told_with_its_help() -> None:
    page = made()["reference/commands.md"]
    assert re.findall(r"^### riichi (\S+)$", page, re.MULTILINE) == [*COMMANDS]
    assert page.count("Usage: ") == len(COMMANDS)


def test_every_name_of_the_library_is_there() -> None:
    listed = re.findall(r"^::: \S+\.(\w+)$", made()["reference/api.md"], re.MULTILINE)
    assert listed == riichi_core.__all__
