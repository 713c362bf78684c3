"""`riichi card`: what members ask, on one page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from effort import HELD

from riichi_app.cli.main import main
from riichi_app.content.guide import ASKED, card
from riichi_app.locale import Locale
from riichi_app.writers.model import TableBlock
from riichi_core.rules.load import load
from riichi_core.rules.rules import options

CLUB = """\
format: 1
ruleset: ours
title: Our club
extends: ema-2025
setup: {starting_points: 25000}
result: {return_points: 30000, oka: first}
tiles: {red_fives: {m: 1, p: 1, s: 1}}
yaku:
  daisharin: {yakuman: 1}
  stairway:
    {name: {en: Stairway}, concealed: true, sets: [chow n X, chow n+1 X], worth: {closed: 2}}
"""


def printed(*call: str) -> str:
    ran = CliRunner().invoke(main, ["card", *call], catch_exceptions=False)
    assert (ran.exit_code, ran.stderr) == (0, "")
    return ran.stdout


@pytest.fixture
def club(tmp_path: Path) -> str:
    file = tmp_path / "ours.yaml"
    file.write_text(CLUB, encoding="utf-8")
    return str(file)


def test_a_card_has_what_members_ask(club: str) -> None:
    said = printed(club, "--format", "markdown")
    for text in (
        "Each player starts with 25,000 points.",
        "Uma by place",
        "First place gets the oka",
        "Each suit has one red five",
        "The game continues with scores below zero.",
        "East cannot end the game early",
        "There are no abortive draws.",
        options()["chombo.casual"].title,
        "Stairway",
        "2 han, concealed only.",
        "Big Wheels",
        "not as in ema-2025",
    ):
        assert text in said
    assert "points" not in printed(club, "--language", "nl", "--format", "markdown")


@pytest.mark.parametrize("name", HELD)
@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_shipped_ruleset_has_one(name: str, language: str) -> None:
    document = card(load(name), Locale(language))
    (table,) = [block for block in document.blocks if isinstance(block, TableBlock)]
    asked = [path for paths in ASKED.values() for path in paths]
    assert {*asked} <= {*options()}
    assert [row.id for group in table.groups for row in group.rows][: len(asked)] == asked
    assert document.pages == 1


def test_it_is_one_page_of_pdf(tmp_path: Path, club: str) -> None:
    pytest.importorskip("typst")
    for name in ("tenhou", club):
        file = tmp_path / "card.pdf"
        printed(name, "--output", str(file))
        assert len(re.findall(rb"/Type\s*/Page\b", file.read_bytes())) == 1
