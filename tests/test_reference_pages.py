"""The generated pages of the documentation site."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from textwrap import dedent

from each import each

import riichi_core
from riichi.cli.main import COMMANDS
from riichi.programs.known_programs import PROGRAMS
from riichi.schema.kinds import RECORD_SCHEMAS
from riichi_core.rules import library
from riichi_core.rules.rules import chapters, options
from riichi_validators.reference.pages import OPTIONS, filled, pages, subpages

DOCS = Path(__file__).resolve().parents[1] / "docs"
RECORDS = DOCS / "reference" / "json-records.md"
LIBRARY = DOCS / "reference" / "library.md"
CELL = re.compile(r"(?<!\\)\|")


@cache
def made() -> dict[str, str]:
    return dict(pages())


def section(path: str) -> str:
    chapter, name = path.split(".")
    _, _, after = made()[f"{OPTIONS}/{chapter}.md"].partition(f"{{: #{name} }}\n")
    return after.partition("\n## ")[0]


@each("chapter", chapters())
def test_every_option_lists_every_ruleset_once(chapter: str) -> None:
    for path in (path for path in options() if path.startswith(f"{chapter}.")):
        players = [row for row in section(path).splitlines() if row.startswith("| `")]
        named = [name for row in players for name in re.findall(r"`([^`]*)`", CELL.split(row)[3])]
        assert sorted(named) == sorted(library.shipped()), path


def test_table_rows_have_as_many_cells_as_the_head() -> None:
    tables = [
        dedent(table)
        for text in (*made().values(), filled(RECORDS.read_text("utf-8")))
        for table in re.findall(r"(?:^ *\|.*\n)+", text, re.M)
    ]
    assert [one for one in tables if not re.search(r"\A.*\n\|[-|: ]+\n\|", one)] == []
    assert tables
    assert [
        one for one in tables if len({len(CELL.split(row)) for row in one.splitlines()}) > 1
    ] == []


def test_the_index_leads_to_every_option() -> None:
    index = made()[f"{OPTIONS}/index.md"]
    assert [
        f"{page}.{name}" for page, name in re.findall(r"\(([a-z_]+)\.md#([a-z_0-9]+)\)", index)
    ] == [*options()]


def test_every_command_is_listed_with_its_help() -> None:
    page = made()["reference/commands.md"]
    assert re.findall(r"^### riichi (\S+)$", page, re.MULTILINE) == [*COMMANDS]
    assert page.count("Usage: ") == len(COMMANDS)


def test_one_topic_of_the_library_describes_each_name() -> None:
    without_docstring = {"Action", "Points", "__version__"}
    wanted = [name for name in riichi_core.__all__ if name not in without_docstring]
    below = [path for _, path in subpages()["The library"]]
    described = [re.findall(r"^::: \S+\.(\w+)$", made()[path], re.MULTILINE) for path in below]
    assert sorted(name for names in described for name in names) == sorted(wanted)
    assert all(described), "a topic without names"
    index = filled(LIBRARY.read_text("utf-8"))
    for path, names in zip(below, described, strict=True):
        linked = re.findall(rf"\[`(\w+)`\]\({path.removeprefix('reference/')}#", index)
        assert linked == names


def test_the_page_about_records_shows_the_fields_of_each_kind_once() -> None:
    text = RECORDS.read_text("utf-8")
    shown = re.findall(r"<!-- fields: ([a-z, -]+) -->", text)
    kinds = [kind for kind in RECORD_SCHEMAS if kind != "scenarios"]
    assert sorted(kind for one in shown for kind in one.split(", ")) == sorted(kinds)
    page = filled(text)
    assert "<!--" not in page
    for kind in kinds:
        assert page.count(f'??? note "Every field (riichi schema {kind})"\n\n    ') == 1


def test_subpages_are_generated_pages_below_an_entry_of_the_navigation() -> None:
    navigation = (DOCS.parent / "mkdocs.yml").read_text("utf-8")
    for title, below in subpages().items():
        assert f"- {title}: reference/" in navigation
        assert {path for _, path in below} <= made().keys()


@each("program", PROGRAMS)
def test_the_page_of_a_program_lists_every_option_once(program: str) -> None:
    page = made()[f"reference/adapters/{program}.md"].partition("## Lost or told in part")[0]
    named = re.findall(r"`([a-z]+(?:_[a-z]+)*\.[a-z_]+)(?:: [^`]*)?`", page)
    whole = re.findall(r"all of ([a-z_]+)", page)
    named += [path for path in options() if path.partition(".")[0] in whole]
    assert sorted(path for path in named if path in options()) == sorted(options())


def test_links_to_the_site_lead_to_its_pages() -> None:
    site = re.search(r"^site_url: (\S+)", (DOCS.parent / "mkdocs.yml").read_text("utf-8"), re.M)[1]  # type: ignore[index]
    texts = [path.read_text("utf-8") for path in (*DOCS.parent.glob("*.md"), *DOCS.rglob("*.md"))]
    linked = {name for text in texts for name in re.findall(rf"{site}([^)#\s]+)", text)}
    built = "house-rules/"  # by `riichi site`
    pages = {name: name.removesuffix(".html") + ".md" for name in linked - {built}}
    assert [
        name for name, page in pages.items() if not ((DOCS / page).exists() or page in made())
    ] == []
    workflow = (DOCS.parent / ".github" / "workflows" / "site.yml").read_text("utf-8")
    assert (
        f"--output build/site/{built.rstrip('/')} --address {site}{built.rstrip('/')}" in workflow
    )
    assert built in linked
