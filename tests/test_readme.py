"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import re
import shlex
import textwrap
from pathlib import Path

import pytest
from click.testing import CliRunner

from riichi_app.cli.main import main
from riichi_core.rules.load import examine

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```", README, re.MULTILINE | re.DOTALL)
    return [textwrap.dedent(text) for _, text in found]


def commands() -> list[tuple[str, str]]:
    """Every command that a console block shows, with its output; `[…]` stands for anything."""
    found = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def pattern(output: str) -> str:
    pieces = [re.escape(piece) for piece in output.rstrip("\n").split("[…]")]
    totals = [re.sub(r"of\\ \d+\\ options", r"of\\ \\d+\\ options", piece) for piece in pieces]
    return r"[\s\S]*?".join(totals) + r"\s*"


def house_rules() -> str:
    (text,) = [block for block in blocks("yaml") if "ruleset: my-club" in block]
    return text


def test_the_readme_shows_all_the_steps_of_a_house_rule_file() -> None:
    shown = [command.split()[1] for command, _ in commands()]
    assert shown == ["compare", "score", "new", "check", "show", "find"]


@pytest.mark.parametrize(("command", "output"), commands(), ids=[c for c, _ in commands()])
def test_a_command_prints_what_the_readme_shows(
    command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if "check" in command:
        faulty = house_rules().replace("winners: nearest", "winners: neares")
        faulty = faulty.replace("blessing_of_man: {yakuman: 1}", "blessing_of_man: {yakuman: 0}")
        Path("my-club.yaml").write_text(faulty, encoding="utf-8")
    result = CliRunner().invoke(main, shlex.split(command)[1:])
    assert re.fullmatch(pattern(output), result.output), result.output


def test_the_house_rules_of_the_readme_are_valid(tmp_path: Path) -> None:
    file = tmp_path / "my-club.yaml"
    file.write_text(house_rules(), encoding="utf-8")
    ruleset, problems = examine(file)
    assert ruleset is not None
    assert problems == []


def test_the_python_of_the_readme_runs() -> None:
    failures, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 6
    assert failures == 0


def test_the_readme_links_to_files_that_there_are() -> None:
    for name in re.findall(r"\]\((?!http)([^)#]+)\)", README):
        assert (ROOT / name).exists(), name
