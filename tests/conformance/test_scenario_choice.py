"""`riichi test`: the choice of scenarios, processes, and positions shown for failures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from shipped_scenarios import scenarios

from riichi.cli.main import main
from riichi.conformance.parallel import outcomes
from riichi.conformance.questions import questions

pytestmark = pytest.mark.usefixtures("shipped_scenarios_read_once")

CLUB = """\
format: 1
ruleset: our-club
title: Our club
extends: ema-2016
claims: {winners: head_bump}
"""

OURS = """\
- scenario: only-the-nearest-wins-with-us
  clauses: []
  says: Of two who call only the nearer one wins.
  given:
    play:
      hands: {south: 23p456m789m678s33z, west: 56p123m789m234s44z}
      discards: {south: 1z, west: 2z}
      draws: 4p
      acts: [{east: discard 4p}, {south: win, west: win}]
  expect:
    our-club: {settled: {winners: [WINNERS]}}
"""


def riichi(*call: object, status: int = 0) -> Result:
    ran = CliRunner().invoke(main, [str(part) for part in call], catch_exceptions=False)
    assert ran.exit_code == status, ran.output
    return ran


@pytest.fixture
def club(tmp_path: Path) -> Path:
    file = tmp_path / "our-club.yaml"
    file.write_text(CLUB, encoding="utf-8")
    return file


@pytest.mark.long
def test_a_club_ships_scenarios_and_a_failure_in_play_shows_the_position(club: Path) -> None:
    wrong = OURS.replace("scenario: only", "scenario: not-only").replace("WINNERS", "south, west")
    text = OURS.replace("WINNERS", "south") + wrong
    club.with_suffix(".scenarios.yaml").write_text(text, encoding="utf-8")
    said = riichi("test", club, status=1).output
    assert "2 scenarios, 2 outcomes: 1 as expected, 1 not." in said
    assert "settled.winners: expected [south, west], got [south] (west missing)" in said
    assert "    south   30000 456789m23p678s33z\n" in said
    assert "    won by south and west\n" in said


def test_a_kind_selects_scenarios() -> None:
    data = json.loads(riichi("test", "--kind", "foul", "--format", "json").output)
    assert {"fouls.yaml", "penalties.yaml"} <= {Path(one["file"]).name for one in data["files"]}
    assert "wins.yaml" not in {Path(one["file"]).name for one in data["files"]}


def test_a_chapter_selects_scenarios_by_option_or_clause() -> None:
    data = json.loads(riichi("test", "--chapter", "furiten", "--format", "json").output)
    assert {"furiten-own-discard", "furiten-temporary"} <= set(data["clauses"])
    assert {"furiten.temporary_ends", "furiten.caused_by"} <= set(data["options"])
    assert "Did you mean 'furiten'" in riichi("test", "--chapter", "furitan", status=2).output


def test_several_processes_find_the_same() -> None:
    asked = [*questions(scenarios()[::60])]
    assert list(outcomes(asked, processes=2)) == list(outcomes(asked, processes=1))
