"""`riichi settle` and `riichi game` as people call them."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from conftest import Golden
from running import as_json, neat, refused, riichi, words

from riichi.cli.main import main

WINDS = ["east", "south", "west", "north"]

GAME = """\
title: A first game
players: [Anna, Bert, Cora, Dirk]
deals:
  - {end: win, won_by: discard, discarder: Bert, riichi: [Anna],
     wins: [{seat: Anna, hand: 234m567p678s55p34s, winning_tile: 5s}]}
  - {end: exhaustive_draw, riichi: [Cora], tenpai: [Cora, Dirk]}
  - {end: win, won_by: self_draw, wins: [{seat: Dirk, han: 3, fu: 40}]}
  - {end: win, won_by: discard, discarder: Cora,
     wins: [{seat: Dirk, limit: mangan}, {seat: Anna, han: 2, fu: 30}]}
  - {end: chombo, offenders: [Bert]}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.yaml"
    path.write_text(GAME, encoding="utf-8")
    return path


def test_a_game_is_played_out_to_its_result(game: Path, golden: Golden) -> None:
    text = riichi("game", game, "--rules", "ema-2016,wrcr-2015").stdout
    neat(text)
    golden("game.txt", text)


def test_a_game_as_json_adds_up(game: Path) -> None:
    found = as_json("game", game, "--rules", "ema-2016,wrcr-2015")
    assert found["players"] == ["Anna", "Bert", "Cora", "Dirk"]
    for result in found["results"].values():
        assert sum(one["score"] for one in result["finals"].values()) == 120000
        assert result["ended_by"] is None
        assert result["first_error"] is None
    assert found["results"]["ema-2016"]["deals"][3]["winners"] == ["Dirk", "Anna"]
    assert found["results"]["wrcr-2015"]["deals"][3]["winners"] == ["Dirk"]


def test_a_bad_deal_is_reported_with_its_line_and_the_rest_is_shown(game: Path) -> None:
    game.write_text(GAME.replace("han: 3, fu: 40", "han: 3, fu: 41"), encoding="utf-8")
    ran = riichi("game", game, "--rules", "ema-2016", status=1)
    assert "34,300" in ran.stdout
    assert "game.yaml:7:" in ran.stderr
    assert "hand 3: wins.0: fu: expected 20, 25, 30, 40" in words(ran.stderr)
    assert "RESULT" not in ran.stdout, "a game with a fault has none"


def test_a_penalty_that_the_hand_gives_back_says_so(tmp_path: Path) -> None:
    club, game = tmp_path / "club.yaml", tmp_path / "game.yaml"
    head = "format: 1\nruleset: club\ntitle: Club\nextends: tenhou\n"
    club.write_text(f"{head}fouls: {{empty_meld_call: {{pot: 1000}}}}\n", encoding="utf-8")
    fouls = "fouls: [{seat: Ben, foul: empty_meld_call, moment: in_play}]"
    hands = f"- {{end: chombo, offenders: [Dan], {fouls}}}\n- {{end: exhaustive_draw, {fouls}}}\n"
    game.write_text(f"players: [Ann, Ben, Cleo, Dan]\ndeals:\n{hands}", encoding="utf-8")
    text = words(riichi("game", game, "--rules", club).stdout)
    assert text.count("1,000 into the pot") == 2
    assert text.count("1,000 into the pot; the pot goes back") == 1


def test_a_chombo_paid_after_the_hand_leaves_the_draw_in_the_table(tmp_path: Path) -> None:
    game = tmp_path / "game.yaml"
    foul = "{seat: Ben, foul: false_win_shown, moment: in_play}"
    game.write_text(
        f"players: [Ann, Ben, Cleo, Dan]\ndeals:\n- {{end: exhaustive_draw, fouls: [{foul}]}}\n",
        encoding="utf-8",
    )
    later = ("--with", "chombo.when=after_the_hand")
    assert "chombo of Ben" in riichi("game", game, "--rules", "ema-2016").stdout
    text = words(riichi("game", game, "--rules", "ema-2016", *later).stdout)
    assert "chombo of" not in text
    assert "E1 drawn" in text


def test_all_bad_deals_are_reported_at_once(game: Path) -> None:
    bad = GAME.replace("fu: 40", "fu: 41").replace("{seat: Anna, han: 2", "{seat: Ana, han: 2")
    game.write_text(bad.replace("end: chombo", "end: combo"), encoding="utf-8")
    ran = riichi("game", game, "--rules", "ema-2016,wrcr-2015", status=1)
    told = words(ran.stderr)
    assert "hand 3: wins.0: fu: expected 20, 25, 30, 40" in told
    assert "hand 4: wins.1.seat: there is no 'Ana': did you mean Anna?" in told
    assert "hand 5: end: there is no 'combo': did you mean chombo" in told
    assert told.count("error[") == 3
    ran = riichi("game", game, "--rules", "ema-2016,wrcr-2015", "--format", "json", status=1)
    found = json.loads(ran.stdout)
    for result in found["results"].values():
        assert [fault["deal"] for fault in result["errors"]] == [3, 4, 5]
        assert result["first_error"] == result["errors"][0]
        assert result["finals"] is None
        assert len(result["deals"]) == 2


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_an_error_in_the_first_deal_leaves_no_empty_table(game: Path, form: str) -> None:
    game.write_text(GAME.replace("discarder: Bert, riichi", "riichi"), encoding="utf-8")
    ran = riichi("game", game, "--rules", "ema-2016,wrcr-2015", "--format", form, status=1)
    assert ran.stdout == ""
    assert "hand 1: " in ran.stderr
    both = riichi("game", game, "--rules", "ema-2016", "--format", "json", status=1)
    assert json.loads(both.stdout)["results"]["ema-2016"]["deals"] == []


def test_a_hand_that_does_not_win_is_an_error_and_not_a_chombo(game: Path) -> None:
    game.write_text(GAME.replace("winning_tile: 5s", "winning_tile: 9s"), encoding="utf-8")
    ran = riichi("game", game, "--rules", "ema-2016", status=1)
    told = words(ran.stderr)
    assert "hand 1: Anna's hand does not win: " in told
    assert "and 9s do not make a complete hand" in told
    assert "write fouls: [{seat: Anna, foul: false_win_shown}]" in told
    assert "chombo of Anna" not in ran.stdout


def test_a_false_win_recorded_as_such_is_judged(game: Path) -> None:
    declared = GAME.replace("winning_tile: 5s", "winning_tile: 9s").replace(
        "{end: win, won_by: discard, discarder: Bert,",
        "{end: win, won_by: discard, discarder: Bert,"
        " fouls: [{seat: Anna, foul: false_win_shown}],",
        1,
    )
    game.write_text(declared, encoding="utf-8")
    ran = riichi("game", game, "--rules", "ema-2016")
    assert "chombo of Anna" in ran.stdout
    assert "RESULT" in ran.stdout


@pytest.mark.parametrize(("form", "sign"), [("markdown", "| hand |"), ("html", "<table")])
def test_a_game_as_markdown_and_html(game: Path, form: str, sign: str, tmp_path: Path) -> None:
    text = riichi("game", game, "--rules", "ema-2016", "--format", form).stdout
    assert sign in text
    assert "+5,800" in text
    file = tmp_path / f"game.{'md' if form == 'markdown' else form}"
    riichi("game", game, "--rules", "ema-2016", "--output", file)
    assert file.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("text", "said", "status"),
    [
        ("players: [A, B, C]\ndeals: [{end: chombo, offenders: [east]}]\n", "four names", 1),
        ("players: [A, B, C, D]\n", "'deals' is missing", 1),
        ("players: [A, B, C, D\n", "yaml", 1),
        (None, "there is no such file", 2),
    ],
)
def test_a_file_that_is_not_a_game_is_reported(
    tmp_path: Path, text: str | None, said: str, status: int
) -> None:
    path = tmp_path / "game.yaml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert said in refused("game", path, status=status)


def settled(*records: Any, rules: str = "ema-2016") -> list[Any]:
    lines = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in records)
    call = ["settle", "--jsonl", "--rules", rules]
    ran = CliRunner().invoke(main, call, input=lines.encode(), catch_exceptions=False)
    assert (ran.exit_code, ran.stderr) == (0, "")
    return [json.loads(line) for line in ran.stdout.splitlines()]


def test_deals_are_settled_line_by_line() -> None:
    good = {"id": 1, "end": "exhaustive_draw", "tenpai": ["south"]}
    answers = settled(
        good,
        "x",
        "[]",
        {"id": 4, "end": "draw"},
        {"id": 5, "end": "win", "won_by": "discard", "wins": []},
        {"id": 6, "end": "abortive_draw", "cause": "four_winds"},
        {"id": 7, "end": "exhaustive_draw", "tenpai": ["sout"]},
        {"id": 8, "end": "win", "won_by": "self_draw", "wins": [{"seat": "south", "hand": "1m"}]},
        {"id": 9, "end": "exhaustive_draw", "tenpi": ["south"]},
        {**good, "id": 10, "rulesets": ["wrcr-2015"]},
    )
    assert answers[0]["results"]["ema-2016"]["deltas"]["south"] == 3000
    assert list(answers[9]["results"]) == ["wrcr-2015"]
    codes = [one["error"]["code"] for one in answers if "error" in one]
    assert codes == ["not_json", "not_an_object", "unknown_word", "missing_field",
                     "unknown_word", "missing_field", "unknown_field"]  # fmt: skip
    assert answers[5]["results"]["ema-2016"]["error"]["code"] == "no_such_end"
    assert answers[7]["error"]["field"] == "wins.0.winning_tile"
    assert "did you mean south?" in answers[6]["error"]["message"]
    assert "did you mean tenpai?" in answers[8]["error"]["message"]


DRAGONS = {"hand": "23m99p(555z)(666z)(777z)", "winning_tile": "1m"}


def test_each_seat_can_be_liable() -> None:
    roles = [(winner, fed) for winner, fed in product(WINDS, WINDS) if winner != fed]
    answers = settled(
        *({"end": "win", "won_by": "self_draw", "liable": {winner: {"big_three_dragons": fed}},
           "wins": [{"seat": winner, **DRAGONS}]} for winner, fed in roles)
    )  # fmt: skip
    for (winner, fed), answer in zip(roles, answers, strict=True):
        moved = answer["results"]["ema-2016"]["deltas"]
        worth = 48_000 if winner == "east" else 32_000
        assert moved == dict.fromkeys(WINDS, 0) | {winner: worth, fed: -worth}


def test_each_player_of_a_game_can_be_liable(tmp_path: Path) -> None:
    players = ["Anna", "Bert", "Cora", "Dirk"]
    for winner, fed in product(players, players):
        if winner != fed:
            deal = {"end": "win", "won_by": "self_draw",
                    "liable": {winner: {"big_three_dragons": fed}},
                    "wins": [{"seat": winner, **DRAGONS}]}  # fmt: skip
            path = tmp_path / "game.json"
            path.write_text(json.dumps({"players": players, "deals": [deal]}), encoding="utf-8")
            found = as_json("game", path, "--rules", "ema-2016")["results"]["ema-2016"]
            worth = 48_000 if winner == "Anna" else 32_000
            assert found["deals"][0]["scores"] == dict.fromkeys(players, 30_000) | {
                winner: 30_000 + worth, fed: 30_000 - worth,
            }  # fmt: skip


def test_too_few_han_with_a_clubs_own_yaku_are_reported(tmp_path: Path) -> None:
    """Here seven pairs are the club's own yaku, worth three han."""
    path = tmp_path / "own.yaml"
    path.write_text(
        "format: 1\nruleset: own\ntitle: Own\nextends: ema-2016\n"
        "yaku: {mine: {name: {en: Mine}, form: seven_pairs, worth: {concealed: 3}}}\n",
        encoding="utf-8",
    )
    bad = {"end": "win", "won_by": "discard", "discarder": "west",
           "wins": [{"seat": "south", "han": 2, "fu": 25}]}  # fmt: skip
    good = {"end": "exhaustive_draw", "tenpai": ["south"]}
    first, second = settled(bad, good, rules=str(path))
    assert first["results"]["own"]["error"]["message"] == (
        "a hand of 25 fu that wins on a discard has 5 han or more: Seven Pairs and Mine"
    )
    assert second["results"]["own"]["deltas"]["south"] == 3000


def test_settle_needs_records() -> None:
    assert "riichi settle --jsonl < deals.jsonl" in words(refused("settle"))
