"""The README, the tutorials and the guides show real output."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import textwrap
from dataclasses import fields
from inspect import signature
from pathlib import Path
from textwrap import indent

import pytest
import yaml
from click.testing import CliRunner
from each import each
from effort import long_if

from riichi.cli.main import main
from riichi_core.batch.win_arrays import WinArrays
from riichi_core.records.log import EVENT_NAMES, EVENTS, KEYS, LogHeader
from riichi_core.rules.load import examine
from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.kinds.expected import expected_of
from riichi_core.scenarios.kinds.kind import ERRORS
from riichi_core.scenarios.outcome import run_scenario
from riichi_core.scenarios.reading import KEYS as SCENARIO_KEYS, read_scenarios
from riichi_core.scenarios.scenario import shipped_scenarios

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
TUTORIALS = sorted((ROOT / "docs" / "start").glob("*.md"))
GUIDES = [
    page
    for page in sorted((ROOT / "docs" / "guides").glob("*.md"))
    if "```console" in page.read_text("utf-8")
]
PAGES = [README, *TUTORIALS, *GUIDES]
FIRST_DAY = ROOT / "tests" / "first_day.md"
LINKED = [README, *sorted((ROOT / "docs").rglob("*.md"))]

BLOCK = re.compile(r'^( *)```(\w+)(?: title="([^"]+)")?\n(.*?)^ *```', re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[tuple[str, str, str]]:
    """Return the blocks of a page: language, the name of a shown file, text."""
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [(language, file, textwrap.dedent(text)) for _, language, file, text in found]


def commands(block: str) -> list[tuple[str, str]]:
    """Return every command in a console block, with its output; `[…]` matches anything."""
    parts = (part.partition("\n") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:])
    return [(command, output) for command, _, output in parts]


def pattern(output: str) -> str:
    pieces = [re.escape(piece) for piece in output.rstrip("\n").split("[…]")]
    totals = [re.sub(r"of\\ \d+\\ options", r"of\\ \\d+\\ options", piece) for piece in pieces]
    return r"[\s\S]*?".join(totals) + r"\s*"


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=long_if(page.stem == "infer-rules"), id=page.stem) for page in PAGES],
)
def test_commands_print_the_output_shown_on_a_page(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They run one after another in a folder with the files that the page shows."""
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


def test_the_commands_of_a_first_day_succeed(
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
def test_the_python_on_a_page_runs(page: Path) -> None:
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


FROM_A_PAGE = ROOT / "docs" / "guides" / "from-your-page.md"


def test_each_sentence_of_a_page_is_one_valid_line_of_the_file(tmp_path: Path) -> None:
    """Each line is valid by itself, and the file on the page consists of these lines."""
    lines = re.findall(
        r'^\| "[^|]*" \| `(\w+: .*)` \|$', FROM_A_PAGE.read_text("utf-8"), re.MULTILINE
    )
    assert len(lines) == 11
    (whole,) = [yaml.safe_load(text) for _, file, text in blocks(FROM_A_PAGE) if file]
    head = {key: value for key, value in whole.items() if not isinstance(value, dict)}
    file = tmp_path / "our-page.yaml"
    together: dict[str, dict[str, object]] = {}
    for line in lines:
        ((chapter, options),) = yaml.safe_load(line).items()
        together.setdefault(chapter, {}).update(options)
        file.write_text(yaml.safe_dump({**head, chapter: options}), encoding="utf-8")
        assert examine(file)[1] == [], line
    assert whole == {**head, **together, "other_rules": whole["other_rules"]}


def test_each_of_the_four_doors_leads_to_a_tutorial() -> None:
    text = README.read_text(encoding="utf-8")
    assert {page.name for page in TUTORIALS} == {*re.findall(r"docs/start/([a-z]+\.md)", text)}


@each("page", LINKED)
def test_links_lead_to_existing_files(page: Path) -> None:
    for name in re.findall(r"\]\((?!http)([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        assert (page.parent / name).exists(), name


# ---- docs/guides/arrays.md, docs/guides/bots.md, docs/reference/game-log.md ----------------------


PLAY = ROOT / "docs" / "guides" / "bots.md"
ARRAYS = ROOT / "docs" / "guides" / "arrays.md"
PLAY_TEXT = PLAY.read_text(encoding="utf-8")
LOG_TEXT = (ROOT / "docs" / "reference" / "game-log.md").read_text(encoding="utf-8")


def test_the_python_on_the_bot_page_runs() -> None:
    failures, tried = doctest.testfile(str(PLAY), module_relative=False)
    assert (failures, tried > 10) == (0, True)


def test_the_python_on_the_page_about_arrays_runs() -> None:
    pytest.importorskip("numpy")
    failures, tried = doctest.testfile(str(ARRAYS), module_relative=False)
    assert (failures, tried > 10) == (0, True)


def test_the_page_about_arrays_names_every_argument() -> None:
    first_cells = re.findall(r"^\| (`.*?) \|", ARRAYS.read_text(encoding="utf-8"), re.MULTILINE)
    assert re.findall(r"\w+", " ".join(first_cells)) == [*signature(WinArrays).parameters]


def test_the_page_about_the_log_names_every_event() -> None:
    table = re.findall(r"^\| (`.*?) \|", LOG_TEXT, re.MULTILINE)
    named = {name for cell in table for name in re.findall(r"`([a-z_]+)`", cell)}
    named |= set(re.findall(r"`([a-z_]+)` (?:and `announced`|come)", LOG_TEXT))
    assert {EVENT_NAMES[kind] for kind in EVENTS} <= named | {"wall_empty", "announced"}


def test_the_lines_shown_on_the_page_have_the_fields_of_a_log() -> None:
    (shown,) = re.findall(r"```json\n(.*?)```", LOG_TEXT, re.DOTALL)
    head, *events = map(json.loads, shown.splitlines())
    assert list(head) == list(LogHeader.model_fields)
    kinds = {name: kind for kind, name in EVENT_NAMES.items()}
    for event in events:
        named = [KEYS.get(field.name, field.name) for field in fields(kinds[event["event"]])]
        assert list(event) == ["event", *named]


def test_the_bot_on_the_page_has_at_most_twenty_lines() -> None:
    (bot,) = re.findall(r">>> class HonoursFirst.*?(?=>>> table)", PLAY_TEXT, re.DOTALL)
    assert len(bot.splitlines()) <= 20


def test_the_readme_promises_fewer_scenarios_than_exist() -> None:
    (named,) = re.findall(r"more than ([0-9,]+)\s+worked examples", README.read_text("utf-8"))
    assert len(shipped_scenarios()) > int(named.replace(",", ""))


# ---- scenarios -----------------------------------------------------------------------------------


SCENARIOS = ROOT / "docs" / "reference" / "scenario-files.md"
RECORDS = ROOT / "docs" / "reference" / "json-records.md"
TESTING = ROOT / "docs" / "guides" / "testing-an-engine.md"
SCENARIO_HEAD = "- scenario: of-the-page\n  clauses: []\n  says: What the page shows.\n"


@each("page", [SCENARIOS, TESTING])
def test_the_scenarios_on_a_page_pass(page: Path, tmp_path: Path) -> None:
    examples = re.findall(r"```yaml\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    assert examples
    for example in examples:
        whole = example if "scenario:" in example else SCENARIO_HEAD + indent(example, "  ")
        file = tmp_path / "mine.yaml"
        file.write_text(whole, encoding="utf-8")
        (scenario,), problems = read_scenarios(file)
        assert problems == []
        assert [run_scenario(scenario, name).differences for name in scenario.expect] == [
            (),
            (),
        ] + ([()] if scenario.variants else [])


def words(page: Path) -> set[str]:
    """Return the words of a page in code format."""
    code = re.findall(r"`([^`]*)`", page.read_text("utf-8"))
    return set(re.findall(r"[a-z_]+", " ".join(code)))


def test_the_page_about_scenario_files_names_every_word() -> None:
    of_records = {*KINDS["win"].fields, *KINDS["deal"].fields}
    given = {name for kind in KINDS.values() for name in kind.fields}
    expected = {name for kind in KINDS.values() for name in expected_of(kind).model_fields}
    named = {*SCENARIO_KEYS, *KINDS, *(given - of_records), *expected, *ERRORS}
    assert named - words(SCENARIOS) == set()
    assert of_records - words(RECORDS) == set()


@pytest.mark.long
def test_the_python_on_the_page_about_testing_an_engine_runs() -> None:
    failures, tried = doctest.testfile(str(TESTING), module_relative=False)
    assert tried >= 6
    assert failures == 0
