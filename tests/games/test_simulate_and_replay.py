"""`riichi simulate` and `riichi replay` as people call them: good input, bad input and none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from each import each
from effort import LONG, first
from running import neat, riichi

from riichi.games.formats.mjai import write_mjai
from riichi.games.replay.deal_history import deals_of
from riichi_core.bots import SensiblePlayer
from riichi_core.bots.runner import play_game
from riichi_core.play.table import Table
from riichi_core.records.log import read_log
from riichi_core.rules.library import newest_editions
from riichi_core.rules.load import load

Golden = Callable[[str, str], None]


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs") / "deep" / "er"
    riichi("simulate", "--rules", "ema-2016", "--games", 2, "--seed", 4,
           "--players", "sensible,random,sensible,tsumogiri", "--write-logs", folder)  # fmt: skip
    return folder


@pytest.fixture
def log(logs: Path) -> Path:
    return logs / "game-000001.jsonl"


def test_simulate_prints_a_summary() -> None:
    text = riichi("simulate", "--games", 2, "--seed", 4).output
    assert text.startswith(f"2 games under {newest_editions()['ema']}, seed 4, ")
    assert "won by self-draw" in text
    assert text.count("sensible") == 4
    neat(text)


def test_the_summary_as_json() -> None:
    call = ("simulate", "--rules", "tenhou", "--games", 1, "--players", "tsumogiri")
    data = json.loads(riichi(*call, "--format", "json").output)
    assert (data["ruleset"], data["games"], data["seed"]) == ("tenhou", 1, 0)
    assert [line["name"] for line in data["players"]] == ["tsumogiri"] * 4
    assert data["won_discard"] == 0


@each(
    "call, message",
    [
        (("--players", "sensibel"), "did you mean sensible"),
        (("--players", "random,random"), "2 players: a game has four"),
        (("--games", "0"), "0 is not in the range"),
        (("--rules", "ema-2016,tenhou"), "one ruleset here"),
        (("--rules", "nothing"), "nothing"),
    ],
)
def test_an_impossible_simulation_is_refused(call: tuple[str, ...], message: str) -> None:
    assert message in riichi("simulate", *call, status=2).output


def test_logs_are_not_overwritten(logs: Path) -> None:
    said = riichi("simulate", "--games", 1, "--write-logs", logs, status=2).output
    assert "already has logs" in said


def test_a_log_is_replayed(log: Path, golden: Golden) -> None:
    text = riichi("replay", log).output
    neat(text)
    golden("replay.txt", text)


def test_replay_shows_any_position(log: Path, golden: Golden) -> None:
    golden("replay-at.txt", riichi("replay", log, "--at", 140, "--ascii").output)
    with log.open(encoding="utf-8") as stream:
        events = read_log(stream).entries
    for number in range(1, len(events) + 1, 61 if LONG else 200):
        drawn = riichi("replay", log, "--at", number).output
        neat(drawn)
        assert all(f"\n{seat} " in drawn for seat in ("East", "South", "West", "North"))
    last = json.loads(riichi("replay", log, "--at", 140, "--format", "json").output)
    assert last["position"]["event"] == 140
    assert last["events"] == len(events)


def test_replay_lists_all_events(log: Path) -> None:
    text = riichi("replay", log, "--events").output
    with log.open(encoding="utf-8") as stream:
        assert len(text.splitlines()) >= len(read_log(stream).entries)


def test_replay_under_another_ruleset_shows_where_the_game_would_diverge(log: Path) -> None:
    data = json.loads(riichi("replay", log, "--rules", "wrcr-2015", "--format", "json").output)
    assert data["played_under"]["ruleset"] == "ema-2016"
    assert data["rules"] == "wrcr-2015"
    same = json.loads(riichi("replay", log, "--rules", "ema-2016", "--format", "json").output)
    assert same["divergences"] == []


def test_a_log_with_only_its_head_is_replayed(log: Path, tmp_path: Path) -> None:
    head = tmp_path / "head.jsonl"
    head.write_text(log.read_text(encoding="utf-8").split("\n")[0] + "\n", encoding="utf-8")
    for more in ((), ("--rules", "tenhou")):
        said = riichi("replay", head, *more).output
        neat(said)
        assert "0 hands, 0 events" in said
        assert "No hand has begun." in said
    assert json.loads(riichi("replay", head, "--format", "json").output)["deals"] == []
    assert "has 0 events." in riichi("replay", head, "--at", 1, status=2).output
    riichi("replay", head, "--events")


def test_a_signal_before_the_first_deal_is_shown(log: Path, tmp_path: Path) -> None:
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    early = tmp_path / "early.jsonl"
    sounds = '{"event":"signalled","in_play":false}\n'
    early.write_text("".join([lines[0], sounds, *lines[1:4]]), encoding="utf-8")
    assert "1 hand, 4 events" in riichi("replay", early).output
    events = riichi("replay", early, "--events").output.split("\n")
    assert events[0] == "1  the signal sounds before the dice"
    at = riichi("replay", early, "--at", 1).output
    assert at == "1  the signal sounds before the dice\n\nNo hand has begun.\n"
    data = json.loads(riichi("replay", early, "--at", 1, "--format", "json").output)
    assert data["position"] == {"event": 1, "says": "the signal sounds before the dice"}
    assert "East " in riichi("replay", early, "--at", 2).output


def nameless(names: object) -> str:
    """Return a tenhou6 game of one deal: East draws a tile, and nine kinds end it."""
    hand = [11, 19, 21, 29, 31, 39, 41, 42, 43, 12, 12, 13, 14]
    others = [[n + 3, n + 4, n + 5, n + 6, n + 7, *range(m, m + 8)]
              for n, m in ((11, 21), (21, 31), (31, 11))]  # fmt: skip
    rows = [part for one in (hand, *others) for part in (one, [44] if one is hand else [], [])]
    deal = [[0, 0, 0], [25000] * 4, [45], [], *rows, ["九種九牌"]]
    return json.dumps({"log": [deal]} | ({} if names is None else {"name": names}))


@pytest.mark.parametrize("names", [None, [], ["A", "B"], ["A\nB", "", "C", "D"]])
def test_a_record_without_names_is_replayed(names: list[str] | None, tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_text(nameless(names), encoding="utf-8")
    said = riichi("replay", path).output
    neat(said)
    assert "1 hand, 3 events" in said
    given = [" ".join(name.split()) for name in names or []]
    for place, name in enumerate([*given, *[""] * 4][:4], 1):
        shown = name or f"player {place}"
        assert shown in said
        assert shown in riichi("replay", path, "--at", 1).output


def test_a_log_of_a_missing_club_asks_for_its_file(log: Path, tmp_path: Path) -> None:
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    head = json.loads(lines[0]) | {"ruleset": "our-club", "ruleset_hash": "0" * 16}
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps(head) + "\n" + "".join(lines[1:]), encoding="utf-8")
    assert "made under our-club" in riichi("replay", other, status=2).output
    said = riichi("replay", other, "--rules", "ema-2016").output
    assert "note: the log was made under our-club" in said


def test_a_damaged_log_is_reported_with_its_line_and_shown_up_to_it(
    log: Path, tmp_path: Path
) -> None:
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text("".join([*lines[:300], "{{{\n", *lines[300:]]), encoding="utf-8")
    said = riichi("replay", damaged, status=1).output
    assert "line 301: it is not JSON; everything before it is kept" in said
    assert "299 events" in said
    damaged.write_text("".join(lines[:300])[:-3], encoding="utf-8")
    assert "the last line is incomplete" in riichi("replay", damaged, status=1).output
    swapped = [*lines[:300], lines[301], lines[300], *lines[302:]]
    damaged.write_text("".join(swapped), encoding="utf-8")
    assert "line 301: " in riichi("replay", damaged, status=1).output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not the record of a game"),
        ("hello", "this is not the record of a game"),
        ("{}", "'log' is missing"),
        ('{"type":"start_game"}', ""),
        ('{"log":1,"ruleset":"ema-2016"}', "line 1: "),
    ],
)
def test_a_file_that_is_not_a_record_is_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    assert message in riichi("replay", path, status=1).output


def test_a_missing_file_is_reported() -> None:
    assert "no such file" in riichi("replay", "nowhere.json", status=1).output
    assert "Missing argument" in riichi("replay", status=2).output


def test_a_missing_event_number_is_reported(log: Path) -> None:
    assert "events." in riichi("replay", log, "--at", 10**6, status=2).output


def test_the_rulesets_of_other_record_formats_exist() -> None:
    from riichi.games.formats.games import FOREIGN  # noqa: PLC0415

    load(FOREIGN)


# ---- written as a record of another program ------------------------------------------------------


@pytest.mark.parametrize("record", first(["tenhou6", "links", "mjai", "majiang"]))
def test_a_game_written_for_another_program_can_be_read_back(record: str, tmp_path: Path) -> None:
    riichi("simulate", "--rules", "tenhou", "--games", 1, "--seed", 3, "--write-logs", tmp_path)
    log = tmp_path / "game-000001.jsonl"
    file = tmp_path / f"game.{record}"
    assert riichi("replay", log, "--to", record, "--output", file).output.startswith(str(file))
    ours, theirs = (
        json.loads(riichi("replay", one, "--format", "json").stdout) for one in (log, file)
    )
    assert theirs["source"] == ("tenhou6" if record == "links" else record)
    for part in ("players", "ended_by", "finals", "problems"):
        assert theirs[part] == ours[part]
    assert [one["scores"] for one in theirs["deals"]] == [one["scores"] for one in ours["deals"]]


def test_only_one_played_game_can_be_written(log: Path, tmp_path: Path) -> None:
    assert "--to writes one game" in riichi("replay", log, log, "--to", "mjai", status=2).output
    begun = tmp_path / "begun.jsonl"
    begun.write_text("".join(log.read_text(encoding="utf-8").splitlines(keepends=True)[:9]))
    said = riichi("replay", begun, "--to", "majiang", status=1).output
    assert "no hand was completed" in said


@pytest.fixture(scope="module")
def with_bets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a game that ends with riichi bets on the table."""
    table = Table(load("tenhou"), seed=26)
    play_game(table, [SensiblePlayer() for _ in range(4)])
    assert any(one.bets for one in table.finals)
    file = tmp_path_factory.mktemp("bets") / "game.jsonl"
    file.write_text(write_mjai("ABCD", deals_of(table)), encoding="utf-8")
    return file


def test_final_scores_include_the_bets_left_on_the_table(with_bets: Path) -> None:
    mjai = riichi("replay", with_bets, "--to", "mjai").stdout
    assert sum(json.loads(mjai.splitlines()[-1])["scores"]) == 100_000
    majiang = json.loads(riichi("replay", with_bets, "--to", "majiang").stdout)
    assert sum(majiang["defen"]) == 100_000


def test_a_truncated_record_has_no_final_scores(with_bets: Path, tmp_path: Path) -> None:
    text = with_bets.read_text(encoding="utf-8")
    cut = tmp_path / "cut.jsonl"
    cut.write_text(text[: text.rindex('{"type":"start_kyoku"') + 900], encoding="utf-8")
    told = riichi("replay", cut, "--to", "mjai", status=1)
    assert json.loads(told.stdout.splitlines()[-1]) == {"type": "end_game"}
    assert told.stderr == f"{cut}: hand 11 has no end and is left out\n"


def test_facts_that_a_format_cannot_express_are_reported(tmp_path: Path) -> None:
    """For example an unfinished deal, and red fives that majiang cannot name."""
    riichi("simulate", "--rules", "ema-2016", "--games", 1, "--seed", 4, "--write-logs", tmp_path)
    log = tmp_path / "game-000001.jsonl"
    said = riichi("replay", log, "--to", "majiang").stderr
    assert said == "note: the format cannot express 0 red 5m, 0 red 5p and 0 red 5s\n"
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    log.write_text("".join(lines[:300]), encoding="utf-8")
    said = riichi("replay", log, "--to", "mjai").stderr
    assert said == "note: 1 unfinished hand is left out\n"
