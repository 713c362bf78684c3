"""`riichi completion`, and what it offers for a half-written word."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from running import environment, printed, refused

from riichi.cli.main import COMMANDS, main
from riichi_core.game.fouls import fouls
from riichi_core.rules import library
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.rules import chapters, options


def completed(*typed: str) -> list[str]:
    """Return what bash offers for the last word."""
    env = {
        "_RIICHI_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(("riichi", *typed)),
        "COMP_CWORD": str(len(typed)),
    }
    ran = CliRunner(env=env).invoke(main, [], prog_name="riichi", catch_exceptions=False)
    return [line.partition(",")[2] for line in ran.stdout.splitlines()]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_printed(shell: str) -> None:
    script = printed("completion", shell)
    assert f"_RIICHI_COMPLETE={shell}_complete" in script
    assert "riichi" in script
    assert "'tcsh' is not one of" in refused("completion", "tcsh")


def test_commands_are_completed_without_importing_any() -> None:
    assert completed("") == list(COMMANDS)
    assert completed("sh") == ["show", "sheet"]
    code = (
        "import os, sys; from riichi.cli.main import main\n"
        "try: main([], prog_name='riichi')\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if name.startswith('riichi_core.rules.chapters')])"
    )
    env = {"_RIICHI_COMPLETE": "bash_complete", "COMP_WORDS": "riichi c", "COMP_CWORD": "1"}
    call = [sys.executable, "-c", code]
    ran = subprocess.run(call, env=environment(**env), capture_output=True, text=True, check=True)
    assert "plain,compare" in ran.stdout
    assert ran.stdout.endswith("[]\n")


def test_rulesets_are_completed_by_id_and_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my-club.yaml").write_text("", encoding="utf-8")
    shipped = [*library.shipped()]
    assert completed("show", "ema-20") == [one for one in shipped if one.startswith("ema-20")]
    assert completed("show", "my") == ["my-club.yaml"]
    assert {*shipped, "ema", "wrc", "my-club.yaml"} == {*completed("compare", "")}
    assert completed("compare", "wrc-2025", "ten")[0] == "tenhou"
    assert completed("score", "--rules", "ema-2016,wrcr") == ["ema-2016,wrcr-2015"]
    assert completed("new", "x", "--extends", "wrcr") == ["wrcr-2015"]
    assert "my-club" not in completed("simulate", "--rules", "my-club")


def test_options_fouls_and_yaku_are_completed() -> None:
    assert completed("show", "ema-2016", "clai")[0] == "claims"
    assert {*completed("show", "ema-2016", "")} >= {*chapters(), *options(), *known_yaku()}
    assert "claims.winners" in completed("show", "ema-2016", "claims.w")
    assert {*completed("foul", "")} == {*fouls()}
    assert "thirteen_orphans" in completed("find", "thirteen")
    assert "claims.winners" in completed("ask", "claims.w")
    assert "--language" in completed("show", "--lang")
    assert completed("schema", "win-") == ["win-result"]
