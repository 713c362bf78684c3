"""`riichi card`: answers to members' questions, on one page."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from effort import HELD, LONG, first
from paper import browser, chromium, read, sizes

from riichi.cli.main import main
from riichi.content.citations import left_to_software
from riichi.content.guide import CARD_PARTS, card, guide
from riichi.content.rulebook import rulebook
from riichi.content.score_sheet import game_notes, score_sheet
from riichi.content.what_matters import all_that_matter
from riichi.locale import Locale, languages
from riichi.writers.html import html
from riichi.writers.markdown import markdown
from riichi.writers.model import Document, TableBlock
from riichi_core.comparison.comparison import compare
from riichi_core.rules.library import shipped
from riichi_core.rules.load import load
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import setting

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
    {name: {en: Stairway}, concealed: true, worth: {concealed: 2},
     sets: [sequence n X, sequence n+1 X]}
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


def test_a_card_answers_members_questions(club: str) -> None:
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
        "differs from EMA 2025",
    ):
        assert text in said
    assert "points" not in printed(club, "--language", "nl", "--format", "markdown")


@pytest.mark.parametrize("name", HELD)
@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_shipped_ruleset_has_a_card(name: str, language: str) -> None:
    document, online = card(load(name), Locale(language)), left_to_software(load(name))
    (table,) = [block for block in document.blocks if isinstance(block, TableBlock)]
    asked = [
        path
        for part in CARD_PARTS
        for path, option in options().items()
        if option.asked == part and path not in online
    ]
    assert {option.asked for option in options().values()} == {"", *CARD_PARTS}
    assert [row.id for group in table.groups for row in group.rows][: len(asked)] == asked
    assert document.pages == 1


def test_a_card_is_one_page_as_pdf(tmp_path: Path, club: str) -> None:
    pytest.importorskip("typst")
    for name in ("tenhou", club):
        file = tmp_path / "card.pdf"
        printed(name, "--output", str(file))
        assert len(re.findall(rb"/Type\s*/Page\b", file.read_bytes())) == 1


HOUSE = """\
format: 1
ruleset: ours
title: Our club
extends: ema-2025
setup: {starting_points: 25000}
result: {oka: first}
claims: {winners: head_bump}
riichi: {needs_points: true}
end:
  bets_left: table
  rounds: 3
  extension: {target: 30000, rounds: 1, if_east_stays: continues}
draws: {waiting_on_own_four: tenpai}
dealer: {counters_after_draw: cleared}
fouls: {phone: {points: 1000}}
"""
"""Rules that a card asks about, and some that it does not."""


@pytest.mark.parametrize("paper", [card, score_sheet])
def test_a_document_has_every_change_of_a_club(
    paper: Callable[[Ruleset, Locale], Document], tmp_path: Path
) -> None:
    file = tmp_path / "ours.yaml"
    file.write_text(HOUSE, encoding="utf-8")
    ruleset = load(str(file))
    assert len(ruleset.changes) == 10
    said = markdown(paper(ruleset, Locale("en")))
    for path in ruleset.changes:
        option = options()[path]
        notes = [text for _, text in game_notes(ruleset, Locale("en"))]
        says = setting(ruleset, path, option).sentences
        assert says in said or (paper is score_sheet and noted(path, notes)), path


ONLINE = [name for name in shipped() if load(name).rules.setup.seats == "by_software"]


@pytest.mark.parametrize("paper", first([card, score_sheet, rulebook], 2))
def test_papers_have_no_rule_that_only_software_can_follow(
    paper: Callable[[Ruleset, Locale], Document],
) -> None:
    assert "tenhou" in ONLINE
    for name in ("ema-2025", *(ONLINE if LONG else ["tenhou"])):
        ruleset, english = load(name), Locale("en")
        said, left = markdown(paper(ruleset, english)), left_to_software(ruleset)
        assert (
            bool(left) == (name in ONLINE) == ("At a table, take the rules for this from" in said)
        )
        assert not [path for path in left if f"**{options()[path].title}" in said]
    fined = load("tenhou").replace({"chombo.casual": {"after_uma": 20000}}, id="fined")
    assert "20,000 points off" in markdown(paper(fined, english))
    seated = load("tenhou").replace({"setup.seats": "lots"}, id="seated")
    assert "At a table, take" not in markdown(paper(seated, english))


def test_a_guide_and_a_poster_have_no_rule_that_only_software_can_follow() -> None:
    found = compare("ema-2025", "tenhou")
    found_rows = {row.path for row in found.differing if row.only_side is None}
    left = left_to_software(load("tenhou")) & found_rows
    tables = [block for block in guide(found, {}, Locale("en"), everything=False).blocks
              if isinstance(block, TableBlock)]  # fmt: skip
    assert left and left <= {row.id for row in tables[0].rows if row.unprinted}
    assert not left & {matter.row.path for matter in all_that_matter(found)}


def noted(path: str, notes: list[str]) -> bool:
    """Return True if a note states an option in fewer words."""
    words = {"setup.starting_points": "25,000 points", "claims.winners": "Head bump"}
    return path in words and any(words[path] in note for note in notes)


def test_a_sheet_counts_the_rules_that_do_not_fit(tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    base = load("ema-2025")
    fouls = [
        path
        for path in options()
        if path.startswith("fouls.") and base.rules.value(path) == "dead_hand"
    ]
    lines = "".join(f"  {path.split('.')[1]}: chombo\n" for path in fouls)
    file.write_text(
        f"{HOUSE.replace('fouls: {phone: {points: 1000}}', 'fouls:')}{lines}", encoding="utf-8"
    )
    said = markdown(score_sheet(load(str(file)), Locale("en")))
    assert re.search(r"\n- [0-9]+ more house rules: see the rulebook", said)


def test_no_document_of_a_club_mentions_a_command(club: str) -> None:
    for kind in ("card", "sheet", "rulebook"):
        ran = CliRunner().invoke(main, [kind, club, "--format", "markdown"], catch_exceptions=False)
        assert not re.search(r"\briichi (rulebook|sheet|card|compare|show) [a-z]+-", ran.stdout)


@browser
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ["club", *first(HELD)])
def test_a_browser_prints_a_card_on_one_page_in_legible_letters(
    name: str, language: str, club: str, tmp_path: Path
) -> None:
    document = card(load(club if name == "club" else name), Locale(language))
    made = tmp_path / "card.pdf"
    page = tmp_path / "card.html"
    page.write_text(html(document), encoding="utf-8")
    chromium(tmp_path, "--no-pdf-header-footer", f"--print-to-pdf={made}", page.as_uri())
    assert read(made.read_bytes()).pages == 1
    assert sorted(sizes(made.read_bytes()))[len(sizes(made.read_bytes())) // 2] >= 7
