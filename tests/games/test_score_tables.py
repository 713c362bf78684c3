"""Score sheets that are spreadsheets: the same game as a written one, and errors with places."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from running import printed, riichi, words

from riichi.games.files.game_file import is_written_game, read_written_game
from riichi.games.files.score_table import is_score_table, read_score_table
from riichi_core.game.game import Signal

sys.path.insert(0, str(Path(__file__).parents[1] / "tournament"))
from workbooks import write_xlsx

PLAYERS = ["Anna", "Ben", "Cleo", "Dan"]
HEAD = ["hand", "winner", "from", "han", "fu", "limit", "yakuman", "riichi", "tenpai", "nagashi",
        "chombo", "end", *PLAYERS]  # fmt: skip

DEALS: list[dict[str, Any]] = [
    {"end": "exhaustive_draw", "riichi": ["Anna", "Ben"], "tenpai": ["Anna", "Ben"],
     "scores": [30_500, 30_500, 28_500, 28_500]},
    {"end": "win", "won_by": "self_draw", "wins": [{"seat": "Cleo", "han": 3, "fu": 40}]},
    {"end": "win", "won_by": "discard", "discarder": "Dan", "riichi": ["Cleo"],
     "wins": [{"seat": "Anna", "han": 1, "fu": 40}, {"seat": "Cleo", "limit": "haneman"}],
     "scores": [29_100, 29_100, 48_000, 13_800]},
    {"end": "exhaustive_draw"},
    {"end": "abortive_draw", "cause": "four_winds"},
    {"end": "chombo", "offenders": ["Dan"]},
    {"end": "win", "won_by": "discard", "discarder": "Ben", "wins": [{"seat": "Anna",
                                                                      "yakuman": 1}]},
]  # fmt: skip
RESULTS = [9.1, 3.1, 20.0, -32.2]


def rows_of(deals: Sequence[Mapping[str, Any]]) -> list[list[object]]:
    """Return the rows of a sheet with these hands."""
    rows = [
        dict(zip(HEAD, row, strict=True))
        for number, deal in enumerate(deals, 1)
        for row in _rows(f"E{number}", deal)
    ]
    rows.append({"hand": "Result", **dict(zip(PLAYERS, RESULTS, strict=True))})
    return [[*HEAD], *([row.get(name, "") for name in HEAD] for row in rows)]


def _rows(hand: str, deal: Mapping[str, Any]) -> list[list[object]]:
    seats = ["+".join(deal.get(name, ())) for name in ("riichi", "tenpai", "nagashi", "offenders")]
    end = {"exhaustive_draw": "Draw", "abortive_draw": deal.get("cause", "")}.get(deal["end"], "")
    scores = [f"{points:,}" for points in deal.get("scores", ())] or [""] * 4
    wins = deal.get("wins", [{}])
    payer = deal.get("discarder", "Tsumo") if deal["end"] == "win" else ""
    return [
        [hand, win.get("seat", ""), payer,
         *(win.get(name, "") for name in ("han", "fu", "limit", "yakuman")),
         *(seats if number == 0 else [""] * 4), end,
         *(scores if number == len(wins) - 1 else [""] * 4)]
        for number, win in enumerate(wins)
    ]  # fmt: skip


def saved(folder: Path, rows: Sequence[Sequence[object]], delimiter: str = ",") -> Path:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    file = folder / f"sheet{ord(delimiter)}.csv"
    file.write_text(text.getvalue(), encoding="utf-8")
    return file


def sheet(folder: Path, text: str) -> Path:
    file = folder / "sheet.csv"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_table_gives_the_same_game_as_yaml(tmp_path: Path) -> None:
    other = tmp_path / "sheet.yaml"
    game = {"players": PLAYERS, "deals": DEALS, "results": RESULTS}
    other.write_text(yaml.safe_dump(game, default_flow_style=None), encoding="utf-8")
    written, problems = read_written_game(other)
    assert written is not None, problems
    for file in (
        saved(tmp_path, rows_of(DEALS)),
        saved(tmp_path, rows_of(DEALS), ";"),
        write_xlsx(
            tmp_path / "sheet.xlsx", [[str(cell) for cell in row] for row in rows_of(DEALS)]
        ),
    ):
        read, problems = read_written_game(file)
        assert read is not None
        assert not problems
        assert read.record == written.record.model_copy(update={"deals": read.record.deals})
        assert [{**deal} for deal in read.record.deals] == DEALS  # type: ignore[dict-item]
    call = ("--rules", "tenhou", "--format", "json")
    found = json.loads(riichi("game", other, *call).stdout)
    assert json.loads(riichi("game", file, *call).stdout) == found
    assert found["results"]["tenhou"]["first_error"] is None


def test_the_column_han_may_name_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "g.csv"
    path.write_text("hand,winner,from,han,fu,Anna,Ben,Cleo,Dan\nE1,Anna,tsumo,Mangan,,,,,\n")
    document, problems = read_score_table(path, "g.csv")
    assert problems == []
    game: Any = document and document.data
    assert game["deals"][0]["wins"] == [{"seat": "Anna", "limit": "mangan"}]


def test_dutch_headings_other_cases_and_ignored_columns_are_read(tmp_path: Path) -> None:
    text = (
        "Datum;Spel;Deler;Winnaar;Van;Han;Fu;Anna;Ben;Cleo;Dan;Opmerking\n"
        "4 juli;start;;;;;;30000;30000;30000;30000;\n"
        "4 juli;O1;Anna;anna;DAN;2;30;32.900;30.000;30.000;27.100;goed\n"
        ";tijd;;;;;;;;;;\n"
    )
    written, problems = read_written_game(sheet(tmp_path, text))
    assert not problems
    assert written is not None
    assert written.record.stated_scores == ((32_900, 30_000, 30_000, 27_100),)
    assert written.record.signal == Signal(1, in_play=False)
    assert written.record.deals[0]["discarder"] == "Dan"  # type: ignore[index]


@pytest.mark.parametrize(
    ("rows", "place", "said"),
    [
        ("E1,Anna,Bob,2,30,,,,", "2:9", "unknown player 'Bob'"),
        ("E1,Anna,,2,30,,,,", "2:1", "the row names neither a discarder nor tsumo"),
        ("E1,,,,,,,,", "2:1", "the row does not say how the hand ended"),
        ("E1,Anna,tsumo,2,30,1,2,,4", "2:1", "the points of Cleo are missing"),
        ("E1,Anna+Ben,Dan,2,30,,,,", "2:4", "a row needs exactly one winner"),
        ("E1,Anna,Dan,2,30,,,,\nE1,Ben,tsumo,2,30,,,,", "3:1", "rows with the same hand must be"),
        ("E1,Anna,Dan,2,30,1,2,3,4\nE1,Ben,Dan,2,30,4,3,2,1", "3:1", "have different scores"),
        ("result,,,,,1,2,3,-6\nresult,,,,,2,1,3,-6", "3:1", "there are two rows of results"),
        ("drwa,Anna,tsumo,2,x,,,,", "2:19", "expected a whole number"),
        ("E1,Anna,Dan,3,31,,,,", "2:15", "expected 20, 25, 30, 40"),
    ],
)  # fmt: skip
def test_errors_have_the_line_and_column_of_the_cell(
    rows: str, place: str, said: str, tmp_path: Path
) -> None:
    error_is_shown(f"hand,winner,from,han,fu,Anna,Ben,Cleo,Dan\n{rows}\n", place, said, tmp_path)


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("hand,winer,from,Anna,Ben,Cleo,Dan\nE1,Anna,tsumo", "1:6", "did you mean: winner"),
        ("hand,winner,from,Anna,Ben,Cleo\nE1,Anna,tsumo", "1:27", "found 3"),
        ("hand,winner,from,Anna,Ben,Cleo,East\nE1,Anna,tsumo", "1:18", "name of a seat"),
        ("hand,winner,end,Anna,Ben,Cleo,Dan\nE1,,drwa", "2:5", "did you mean: draw"),
        ("hand,winner,end,Anna,Ben,Cleo,Dan\nE1,Anna,draw", "2:9", "the row names a winner"),
    ],
)  # fmt: skip
def test_errors_of_other_columns_name_the_place_and_what_is_meant(
    text: str, place: str, said: str, tmp_path: Path
) -> None:
    error_is_shown(text, place, said, tmp_path)


def error_is_shown(text: str, place: str, said: str, folder: Path) -> None:
    """Check that an error of a score sheet is shown at its place."""
    told = words(riichi("game", sheet(folder, text), "--rules", "ema-2025", status=1).stderr)
    assert f"sheet.csv:{place}: error[" in told
    assert said in told


def test_other_counters_and_a_dash_for_no_winner_show_other_hands(tmp_path: Path) -> None:
    text = (
        "hand,counters,winner,from,han,fu,tenpai,Anna,Ben,Cleo,Dan\n"
        "E1,0,Anna,Dan,1,30,,31500,30000,30000,28500\n"
        "E1,1,Anna,Dan,1,30,,33300,30000,30000,26700\n"
        "E1,2,Ben,Dan,1,30,,,,,\n"
        "E1,,Cleo,Dan,1,30,,33300,31600,31000,24100\n"
        "E2,0,-,,,,Anna,,,,\n"
    )
    written, problems = read_written_game(sheet(tmp_path, text))
    assert not problems
    assert written is not None
    deals: list[Any] = [*written.record.deals]
    assert [len(deal.get("wins", ())) for deal in deals] == [1, 1, 2, 0]
    assert deals[3] == {"end": "exhaustive_draw", "tenpai": ["Anna"]}


def test_names_of_players_take_precedence_over_other_words(tmp_path: Path) -> None:
    text = "hand,winner,from,han,fu,riichi,Anna,anna,None,All\nE1,Anna,None,1,30,All\n"
    written, problems = read_written_game(sheet(tmp_path, text))
    assert not problems
    assert written is not None
    deal: Any = written.record.deals[0]
    assert (deal["wins"][0]["seat"], deal["discarder"]) == ("Anna", "None")
    assert deal["riichi"] == ["All"]


def test_a_wrong_score_is_reported_at_its_row(tmp_path: Path) -> None:
    deals = [{**DEALS[0], "scores": [30_500, 30_500, 28_400, 28_600]}, *DEALS[1:4]]
    told = words(riichi("game", saved(tmp_path, rows_of(deals)), "--rules", "ema-2025").stderr)
    assert "sheet44.csv:2:" in told
    assert "warning[other-scores] hand 1: scores: expected Cleo 28,500, Dan 28,500" in told


def test_a_tournament_is_not_a_score_sheet(tmp_path: Path) -> None:
    file = sheet(tmp_path, "session,table,player,points,result\n1,A,Ana,42300,+32.3\n")
    assert not is_written_game(file)
    assert is_score_table(saved(tmp_path, rows_of(DEALS)))


def test_infer_reads_sheets_of_both_kinds(tmp_path: Path) -> None:
    drawn = {"end": "exhaustive_draw", "tenpai": ["Anna"]}
    saved(tmp_path, rows_of([{**drawn, "scores": [33_000, 29_000, 29_000, 29_000]}])[:-1])
    deals = [{**drawn, "scores": [29_000, 29_000, 29_000, 33_000]}]
    (tmp_path / "other.yaml").write_text(
        yaml.safe_dump({"players": PLAYERS[::-1], "deals": deals}), encoding="utf-8"
    )
    found = json.loads(printed("infer", tmp_path, "--format", "json", "--grade", "ema-2016"))
    assert (found["games"], found["deals"], found["explained"]) == (2, 2, 2)
    assert found["options"]["setup.starting_points"]["grade"] == "confirmed"


def test_infer_reports_a_sheet_with_an_unknown_column(tmp_path: Path) -> None:
    file = sheet(tmp_path, "hand,winer,han,Anna,Ben,Cleo,Dan\nE1,Anna,2,,,,\n")
    assert "No readable games" in riichi("infer", file, status=1).stderr


def test_a_sheet_without_rows_asks_for_a_row(tmp_path: Path) -> None:
    file = sheet(tmp_path, "hand,winner,from,han,fu,Anna,Ben,Cleo,Dan\n")
    told = words(riichi("game", file, status=1).stderr)
    assert "sheet.csv:1:1: error[empty] the file has no rows" in told
    assert "and at least one row below it" in told
