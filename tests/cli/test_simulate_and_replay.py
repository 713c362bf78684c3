"""`riichi simulate` and `riichi replay` as people call them: good input, bad input and none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from running import neat, riichi

from riichi_core.play.log import read
from riichi_core.rules.load import load

Golden = Callable[[str, str], None]


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs") / "deep" / "er"
    riichi("simulate", "--games", 2, "--seed", 4, "--players", "sensible,random,sensible,drawn",
           "--logs", folder)  # fmt: skip
    return folder


@pytest.fixture
def log(logs: Path) -> Path:
    return logs / "game-000001.jsonl"


def test_games_are_summed_up() -> None:
    text = riichi("simulate", "--games", 2, "--seed", 4).output
    assert text.startswith("2 games under ema-2016, seed 4, ")
    assert "won by self-draw" in text
    assert text.count("sensible") == 4
    neat(text)
    assert riichi("simulate", "--games", 2, "--seed", 4, "--processes", 2).output == text


def test_the_summary_as_json() -> None:
    call = ("simulate", "--rules", "tenhou", "--games", 1, "--players", "drawn")
    data = json.loads(riichi(*call, "--format", "json").output)
    assert (data["ruleset"], data["games"], data["seed"]) == ("tenhou", 1, 0)
    assert [line["name"] for line in data["players"]] == ["drawn"] * 4
    assert data["won_claimed"] == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (("--players", "sensibel"), "did you mean sensible"),
        (("--players", "random,random"), "2 players: a game has four"),
        (("--games", "0"), "0 is not in the range"),
        (("--rules", "ema-2016,tenhou"), "one ruleset here"),
        (("--rules", "nothing"), "nothing"),
    ],
)
def test_a_simulation_that_cannot_be(call: tuple[str, ...], message: str) -> None:
    assert message in riichi("simulate", *call, status=2).output


def test_logs_are_not_written_over(logs: Path) -> None:
    said = riichi("simulate", "--games", 1, "--logs", logs, status=2).output
    assert "has logs of games already" in said


def test_a_log_is_replayed(log: Path, golden: Golden) -> None:
    text = riichi("replay", log).output
    neat(text)
    golden("replay.txt", text)


def test_any_position_is_shown(log: Path, golden: Golden) -> None:
    golden("replay-at.txt", riichi("replay", log, "--at", 140, "--ascii").output)
    with log.open(encoding="utf-8") as stream:
        events = read(stream).entries
    for number in range(1, len(events) + 1, 61):
        drawn = riichi("replay", log, "--at", number).output
        neat(drawn)
        assert all(f"\n{seat} " in drawn for seat in ("East", "South", "West", "North"))
    last = json.loads(riichi("replay", log, "--at", 140, "--format", "json").output)
    assert last["position"]["event"] == 140
    assert last["events"] == len(events)


def test_all_events_are_listed(log: Path) -> None:
    text = riichi("replay", log, "--events").output
    with log.open(encoding="utf-8") as stream:
        assert len(text.splitlines()) >= len(read(stream).entries)


def test_another_ruleset_says_where_the_game_would_part(log: Path) -> None:
    data = json.loads(riichi("replay", log, "--rules", "wrcr-2015", "--format", "json").output)
    assert data["made_under"]["ruleset"] == "ema-2016"
    assert data["rules"] == "wrcr-2015"
    same = json.loads(riichi("replay", log, "--rules", "ema-2016", "--format", "json").output)
    assert same["partings"] == []


def test_a_club_that_is_not_at_hand_is_asked_for(log: Path, tmp_path: Path) -> None:
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    head = json.loads(lines[0]) | {"ruleset": "our-club", "ruleset_hash": "0" * 16}
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps(head) + "\n" + "".join(lines[1:]), encoding="utf-8")
    assert "made under our-club" in riichi("replay", other, status=2).output
    said = riichi("replay", other, "--rules", "ema-2016").output
    assert "note: the log was made under our-club" in said


def test_a_damaged_log_says_the_line_and_shows_what_is_before(log: Path, tmp_path: Path) -> None:
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text("".join([*lines[:300], "{{{\n", *lines[300:]]), encoding="utf-8")
    said = riichi("replay", damaged, status=1).output
    assert "line 301: it is no JSON; what is before it is kept" in said
    assert "299 events" in said
    damaged.write_text("".join(lines[:300])[:-3], encoding="utf-8")
    assert "the last line is not whole" in riichi("replay", damaged, status=1).output
    swapped = [*lines[:300], lines[301], lines[300], *lines[302:]]
    damaged.write_text("".join(swapped), encoding="utf-8")
    assert "line 301: " in riichi("replay", damaged, status=1).output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is no record of a game"),
        ("hello", "this is no record of a game"),
        ("{}", "'log' is missing"),
        ('{"type":"start_game"}', ""),
        ('{"log":1,"ruleset":"ema-2016"}', "line 1: "),
    ],
)
def test_what_is_no_record(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    assert message in riichi("replay", path, status=1).output


def test_a_file_that_is_not_there() -> None:
    assert "No such file" in riichi("replay", "nowhere.json", status=2).output
    assert "Missing argument" in riichi("replay", status=2).output


def test_an_event_that_is_not_there(log: Path) -> None:
    assert "events." in riichi("replay", log, "--at", 10**6, status=2).output


def test_the_rules_of_other_records_exist() -> None:
    from riichi_app.cli.replay import FOREIGN  # noqa: PLC0415

    assert load(FOREIGN)
