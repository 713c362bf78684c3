"""The README and the tutorials show what happens."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import textwrap
from pathlib import Path

import pytest
from click.testing import CliRunner
from each import each

from riichi_app.cli.main import main
from riichi_core.rules.load import examine

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
PAGES = [README, *TUTORIALS]
FIRST_DAY = ROOT / "docs" / "first-day.md"
LINKED = [*PAGES, *sorted((ROOT / "docs").glob("*.md"))]

BLOCK = re.compile(r'^( *)```(\w+)(?: title="([^"]+)")?\n(.*?)^ *```', re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[tuple[str, str, str]]:
    """The blocks of a page: language, the file that it shows, text."""
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [(language, file, textwrap.dedent(text)) for _, language, file, text in found]


def commands(block: str) -> list[tuple[str, str]]:
    """Every command that a console block shows, with its output; `[…]` stands for anything."""
    parts = (part.partition("\n") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:])
    return [(command, output) for command, _, output in parts]


def pattern(output: str) -> str:
    pieces = [re.escape(piece) for piece in output.rstrip("\n").split("[…]")]
    totals = [re.sub(r"of\\ \d+\\ options", r"of\\ \\d+\\ options", piece) for piece in pieces]
    return r"[\s\S]*?".join(totals) + r"\s*"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_print_what_a_page_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after another in an empty folder, into which go the files that the page shows."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    tried = 0
    for language, file, text in blocks(page):
        if file:
            (tmp_path / file).write_text(text, encoding="utf-8")
        for command, output in commands(text) if language == "console" else []:
            given, _, read = command.partition(" < ")
            stdin = (tmp_path / read).read_text(encoding="utf-8") if read else None
            result = CliRunner().invoke(main, shlex.split(given)[1:], input=stdin)
            wanted = pattern(output.replace("/", os.sep) if os.sep != "/" else output)
            assert re.fullmatch(wanted, result.output), f"{command}\n{result.output}"
            tried += 1
    assert tried


def test_the_commands_of_a_first_day_end_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    tried = []
    for language, file, text in blocks(FIRST_DAY):
        if file:
            (tmp_path / file).write_text(text, encoding="utf-8")
        for command in text.splitlines() if language == "sh" else []:
            given, _, read = command.partition("#")[0].strip().partition(" < ")
            stdin = (tmp_path / read).read_text(encoding="utf-8") if read else None
            result = CliRunner().invoke(main, shlex.split(given)[1:], input=stdin)
            assert result.exit_code == 0, f"{command}\n{result.output}"
            tried.append(given.split()[1])
    assert {"compare", "rulebook", "tournament", "simulate"} <= {*tried}


@each("page", PAGES)
def test_the_python_of_a_page_runs(page: Path) -> None:
    failures, tried = doctest.testfile(str(page), module_relative=False)
    assert tried >= 3 or ">>>" not in page.read_text(encoding="utf-8")
    assert failures == 0


def test_the_house_rules_of_the_readme_are_valid(tmp_path: Path) -> None:
    (text,) = [text for language, _, text in blocks(README) if language == "yaml"]
    file = tmp_path / "my-club.yaml"
    file.write_text(text, encoding="utf-8")
    ruleset, problems = examine(file)
    assert ruleset is not None
    assert problems == []


def test_each_of_the_four_doors_leads_to_a_tutorial() -> None:
    text = README.read_text(encoding="utf-8")
    assert {page.name for page in TUTORIALS} == {*re.findall(r"docs/tutorials/([a-z]+\.md)", text)}


@each("page", LINKED)
def test_links_lead_to_files_that_there_are(page: Path) -> None:
    for name in re.findall(r"\]\((?!http)([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        assert (page.parent / name).exists(), name
