"""The game on the page hanchan.md: its arithmetic is right, and riichi agrees."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from riichi.cli.main import main

HERE = Path(__file__).resolve().parent
PAGE = (HERE / "hanchan.md").read_text(encoding="utf-8")
FILE = HERE / "hanchan.yaml"

PLAYERS = ("Anna", "Ben", "Cleo", "Dan")
BOOKS = {"EMA 2016": "ema-2016", "WRCR 2015": "wrcr-2015", "EMA 2012": "ema-2012"}
SEVERAL = {"all": (*BOOKS,), "both EMA": ("EMA 2016", "EMA 2012")}
"""The words of the second column that mean several books."""

DEALS = 15
TOGETHER = 120_000

Row = tuple[int, ...]
"""Points of the four players, and the number of bets on the table."""


def number(text: str) -> int:
    return int(text.replace(",", "") or "0")


def rows(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def section(deal: int) -> str:
    found = re.search(rf"^### Deal {deal}: .*?(?=^##)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"deal {deal} is not on the page"
    return found[0]


def after(deal: int) -> dict[str, Row]:
    """Return the scores and bets that the page shows after a deal, for each book."""
    told: dict[str, Row] = {}
    for what, book, *cells in rows(section(deal)):
        if what == f"**after deal {deal}**":
            name = book.strip("*")
            for one in SEVERAL.get(name, (name,)):
                assert one not in told
                told[one] = tuple(map(number, cells))
    assert set(told) == set(BOOKS)
    return told


def moves(deal: int, book: str) -> list[Row]:
    """Return the payments that the page shows for a deal."""
    return [
        tuple(map(number, cells))
        for what, name, *cells in rows(section(deal))
        if what != "what" and not what.startswith("**") and book in SEVERAL.get(name, (name,))
    ]


def final(book: str) -> dict[str, dict[str, int]]:
    """Return the page's table of the result under a book."""
    found = re.search(rf"^\| {book} \|.*?(?=^$)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"the result of {book} is not on the page"
    (_, *names), *lines = rows(found[0])
    told = {player: dict(zip(names, map(number, cells), strict=True)) for player, *cells in lines}
    assert set(told) == set(PLAYERS)
    return told


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    """Return the result of `riichi game` for the file."""
    arguments = ["game", str(FILE), "--rules", ",".join(BOOKS.values()), "--format", "json"]
    run = CliRunner().invoke(main, arguments)
    assert run.exit_code == 0, run.output
    found: dict[str, Any] = json.loads(run.output)["results"]
    return found


# ---- the page by itself --------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_the_moves_of_each_deal_lead_to_its_scores(book: str) -> None:
    standing: Row = (30_000, 30_000, 30_000, 30_000, 0)
    for deal in range(1, DEALS + 1):
        for move in moves(deal, book):
            assert sum(move[:4]) + 1_000 * move[4] == 0, f"deal {deal}: points appear or vanish"
            standing = tuple(map(sum, zip(standing, move, strict=True)))
        assert after(deal)[book] == standing, f"deal {deal}"
        assert sum(standing[:4]) + 1_000 * standing[4] == TOGETHER


@pytest.mark.parametrize("book", BOOKS)
def test_the_result_follows_from_the_last_scores(book: str) -> None:
    *scores, bets = after(DEALS)[book]
    told = final(book)
    for player, score in zip(PLAYERS, scores, strict=True):
        line = told[player]
        assert line["score"] == score + line["bets"]
        assert line["over 30,000"] == line["score"] - 30_000
        assert line["result"] == line["over 30,000"] + line["uma"] + line["penalty"]
    assert sum(line["uma"] for line in told.values()) == 0
    assert bets == 3
    collected = sum(line["bets"] for line in told.values())
    assert collected == (0 if book == "WRCR 2015" else 1_000 * bets)


def test_the_page_describes_every_deal_and_no_other() -> None:
    assert re.findall(r"^### Deal (\d+)", PAGE, re.MULTILINE) == [
        str(deal) for deal in range(1, DEALS + 1)
    ]


# ---- the program against the page ----------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_scores_after_each_deal_match_the_page(book: str, results: dict[str, Any]) -> None:
    deals = results[BOOKS[book]]["deals"]
    assert len(deals) == DEALS
    for number_, deal in enumerate(deals, 1):
        found = (*(deal["scores"][player] for player in PLAYERS), deal["bets"])
        assert found == after(number_)[book], f"deal {number_}"
        assert sum(found[:4]) + 1_000 * found[4] == TOGETHER


@pytest.mark.parametrize("book", BOOKS)
def test_dealers_and_counters_match_the_page(book: str, results: dict[str, Any]) -> None:
    for number_, deal in enumerate(results[BOOKS[book]]["deals"], 1):
        heading = section(number_).splitlines()[0]
        assert heading.startswith(f"### Deal {number_}: {deal['round'].title()} ")
        assert f"{deal['dealer']} deals" in heading
        told = re.search(r"(\d+) counter", heading)
        counters = int(told[1]) if told else 0
        if book == "WRCR 2015" and "(WRCR: none)" in heading:
            counters = 0
        assert deal["counters"] == counters, heading


@pytest.mark.parametrize("book", BOOKS)
def test_the_result_matches_the_page(book: str, results: dict[str, Any]) -> None:
    finals = results[BOOKS[book]]["finals"]
    for player, line in final(book).items():
        told = {name: value for name, value in line.items() if name != "over 30,000"}
        assert told == {name: finals[player][name] for name in told}, player


def test_the_game_ends_by_itself_and_diverges_only_under_wrcr(results: dict[str, Any]) -> None:
    assert {results[name]["ended_by"] for name in BOOKS.values()} == {"rounds"}
    assert results["ema-2016"]["diverges_at"] is None
    assert results["ema-2012"]["diverges_at"] is None
    assert results["wrcr-2015"]["diverges_at"]["deal"] == 6
    assert "parts from WRCR" in section(6)


def test_a_double_ron_has_two_winners_under_ema_and_one_under_wrcr(results: dict[str, Any]) -> None:
    winners = {book: results[name]["deals"][5]["winners"] for book, name in BOOKS.items()}
    assert winners == {
        "EMA 2016": ["Ben", "Cleo"], "WRCR 2015": ["Ben"], "EMA 2012": ["Ben", "Cleo"],
    }  # fmt: skip
