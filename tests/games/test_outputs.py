"""Output of a study: text, JSON, CSV, and a page with charts."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from running import refused, riichi

from riichi.games.study.report import distributions
from riichi.games.study.rows import COLUMNS
from riichi.games.study.run import study

CALL = ("study", "ema-2016", "ema-2025", "--games", 2, "--players", "tsumogiri", "--no-options",
        "--with", "end.rounds=1")  # fmt: skip


def test_the_report_has_a_line_for_each_measure() -> None:
    text = riichi(*CALL).stdout
    assert "2 games were played with the same walls and seats under each ruleset" in text
    assert max(map(len, text.splitlines())) <= 100
    assert "hands won by self-draw" in text
    assert "op een weggegooide" not in text
    assert "spellen per partij" in riichi(*CALL, "--language", "nl").stdout


def test_json_has_ends_of_intervals() -> None:
    found = json.loads(riichi(*CALL, "--format", "json").stdout)
    assert found["games"] == found["planned"] == 2
    (line,) = [one for one in found["measures"] if one["measure"] == "deals"]
    assert len(line["values"]) == 2
    assert line["differences"][0] == {"value": 0.0, "low": 0.0, "high": 0.0}
    assert found["ranking"] == found["unseen"] == found["left_out"] == []


def test_csv_has_one_row_per_deal() -> None:
    rows = list(csv.DictReader(io.StringIO(riichi(*CALL, "--format", "csv").stdout)))
    assert tuple(rows[0]) == COLUMNS
    assert {row["game"] for row in rows} == {"1", "2"}
    assert sum(row["deal"] == "1" for row in rows) == 4


@pytest.mark.long
def test_the_rows_are_the_deals_of_each_game() -> None:
    found = study(["ema-2016", "ema-2025"], games=1, players=["tsumogiri"] * 4, attributed=False)
    rows = found.rows()
    listed = rows if isinstance(rows, list) else rows.to_dict("records")
    assert [row["deal"] for row in listed] == [
        deal.deal for game in found.games[0].games for deal in game.deals
    ]


@pytest.mark.parametrize(
    "option",
    [("--games", 5), ("--seed", 5), ("--players", "tsumogiri"), ("--processes", 2),
     ("--folder", "f"), ("--resume",)],
)  # fmt: skip
def test_options_about_play_are_refused_with_records(
    option: tuple[str | int, ...], tmp_path: Path
) -> None:
    said = refused("study", "ema-2016", "ema-2025", "--logs", tmp_path, *option)
    assert f"--logs does not play games: leave out {option[0]}." in said


def test_a_misspelt_player_is_suggested_with_one_question_mark() -> None:
    said = refused("study", "ema-2016", "ema-2025", "--players", "sensibel")
    assert said.endswith("--players: there is no player 'sensibel': did you mean sensible?\n")


def test_shares_of_a_distribution_add_up_to_one() -> None:
    found = study(["ema-2016", "ema-2025"], games=1, players=["tsumogiri"] * 4, attributed=False)
    for one in distributions(found.games):
        assert all(round(sum(shares), 9) in (0, 1) for shares in one.shares), one.id


def test_a_page_has_charts_if_they_can_be_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    page = tmp_path / "study.html"
    riichi(*CALL[:-3], "--language", "nl", "--output", page)
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") >= 2
    assert "Spellen in een partij: aandeel van de partijen" in text
    assert "http://" not in text.replace("http://www.w3.org", "")
