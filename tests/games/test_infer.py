"""`riichi infer` as people call it: logs, other records, bad files, and each format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from effort import LONG
from running import printed, refused, riichi, words

from riichi.games.infer.inferred import Inferred, infer
from riichi_core.rules.load import load

SHELF = () if LONG else tuple(map(load, ("ema-2025", "tenhou", "red-fives-club", "tuesday-club")))
"""The rulesets that a quick run compares with games; a long run compares all."""

_KNOWN: dict[object, Inferred] = {}


@pytest.fixture(autouse=True)
def inferred_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Infer the rules of equal games once for all tests: it takes seconds."""

    def known(games: Any, **given: Any) -> Inferred:
        given.pop("tell")
        named = games if isinstance(games, list) else ()
        key = repr([*sorted(given.items()), *(name for name, _ in named)])
        if not named or key not in _KNOWN:
            _KNOWN[key] = infer(games, rulesets=SHELF, **given)
        return _KNOWN[key]

    monkeypatch.setattr("riichi.games.commands.infer.infer", known)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two logs of riichi, and one of them as mjai."""
    folder = tmp_path_factory.mktemp("records") / "games"
    riichi("simulate", "--games", 2, "--seed", 1, "--rules", "ema-2025", "--write-logs", folder)
    log = min(folder.iterdir())
    (folder / "copy.jsonl").write_text(printed("replay", log, "--to", "mjai"), encoding="utf-8")
    return folder


def test_json_recognises_the_copy_and_ranks_the_rulesets(games: Path) -> None:
    found = json.loads(printed("infer", games, "--format", "json"))
    assert found["games"] == 2
    assert found["copies"] == [{"file": "game-000001.jsonl", "of": "copy.jsonl"}]
    assert found["explained"] == found["deals"]
    nearest = [name for row in found["ranking"] if row["against"] == 0 for name in row["rulesets"]]
    assert "ema-2025" in nearest
    assert found["options"]["setup.starting_points"]["status"] == "stated"


def test_the_yaml_is_a_file_that_check_accepts(games: Path, tmp_path: Path) -> None:
    file = tmp_path / "found.yaml"
    riichi("infer", games, "--format", "yaml", "--name", "found", "--output", file)
    assert "valid" in printed("check", file)


def test_the_page_is_in_the_chosen_language(games: Path, tmp_path: Path) -> None:
    file = tmp_path / "found.html"
    riichi("infer", games, "--output", file, "--language", "nl")
    assert "Meest gelijkende regelsets" in file.read_text(encoding="utf-8")


def test_a_file_that_cannot_be_read_is_reported_and_left_out(games: Path, tmp_path: Path) -> None:
    bad = tmp_path / "notes.txt"
    bad.write_text("hello", encoding="utf-8")
    ran = riichi("infer", games, bad, "--time-limit", 0, status=1)
    assert f"{bad}: " in ran.stderr
    assert "2" in ran.stdout.splitlines()[0]


def test_files_without_a_game_are_refused(tmp_path: Path) -> None:
    bad = tmp_path / "notes.txt"
    bad.write_text("hello", encoding="utf-8")
    for call in (("infer", bad), ("study", "ema-2016", "ema-2025", "--logs", bad), ("replay", bad)):
        ran = riichi(*call, status=1)
        assert "Usage:" not in ran.stderr
        assert f"{bad}: " in ran.stderr
    assert "No readable games" in riichi("infer", bad, status=1).stderr


def test_a_name_that_cannot_be_an_id_is_refused(games: Path) -> None:
    assert "--name" in refused("infer", games, "--name", "Our club")


@pytest.mark.long
def test_grading_lists_values_by_their_verdict(games: Path) -> None:
    printed_text = printed("infer", games, "--grade", "ema-2025", "--games-needed", 1)
    assert "CONTRADICTED: 0 OPTIONS" in printed_text
    assert "Noten penalty" in printed_text[printed_text.index("CONFIRMED: ") :]
    found = json.loads(
        printed("infer", games, "--grade", "wrc-2025", "--time-limit", 0, "--format", "json")
    )
    assert found["ruleset"] == "wrc-2025"
    assert found["options"]["claims.win_window"]["grade"] == "not_seen"


def test_local_yaku_that_no_hand_shows_have_their_names(games: Path) -> None:
    call = ("infer", games, "--grade", "ema-2025", "--games-needed", 1, "--all")
    text = words(printed(*call, "--time-limit", 0))  # hands do not show them in any time
    assert "Big Wheels" in text
    assert "Stairway" in text
    assert "yaku." not in text


@pytest.mark.long
@pytest.mark.parametrize("named", ["tenhou", "m-league"])
def test_the_ruleset_that_records_name_is_the_first_of_those_that_fit(
    named: str, tmp_path: Path
) -> None:
    riichi(
        "simulate",
        "--games",
        2,
        "--seed",
        9,
        "--rules",
        "tenhou",
        "--write-logs",
        tmp_path / "logs",
    )
    for number, log in enumerate((tmp_path / "logs").iterdir()):
        game = json.loads(printed("replay", log, "--to", "tenhou6"))
        short = {**game, "log": game["log"][:4], "rule": {"disp": "", "aka": 1}}
        del short["sc"]
        if named == "tenhou":
            short["rule"]["disp"] = "鳳南喰赤"
        (tmp_path / f"{number}.json").write_text(json.dumps(short), encoding="utf-8")
    records = sorted(tmp_path.glob("*.json"))
    found = json.loads(printed("infer", *records, "--format", "json"))
    assert {"tenhou", "m-league"} <= {*found["nearest"]}
    if named == "tenhou":
        assert found["extends"] == found["nearest"][0] == "tenhou"
        assert "extends: tenhou\n" in printed("infer", *records, "--format", "yaml")
        return
    assert found["extends"] is None
    assert "m-league" in riichi("infer", *records, "--format", "yaml", status=1).stderr
    chosen = printed("infer", *records, "--format", "yaml", "--grade", named)
    assert f"extends: {named}\n" in chosen


def test_the_page_of_score_sheets_names_the_hands(tmp_path: Path) -> None:
    for number, players in ((1, "Ana, Bo, Cy, Di"), (2, "Bo, Ana, Cy, Di")):
        (tmp_path / f"game{number}.yaml").write_text(
            f"players: [{players}]\n"
            "deals:\n"
            "  - {end: exhaustive_draw, tenpai: [Cy], scores: [24000, 24000, 28000, 24000]}\n",
            encoding="utf-8",
        )
    file = tmp_path / "found.html"
    riichi("infer", tmp_path / "game1.yaml", tmp_path / "game2.yaml", "--output", file)
    assert "game1.yaml, hand 1: " in file.read_text(encoding="utf-8")


def test_infer_names_the_files_that_it_leaves_out(games: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "game.yaml"
    sheet.write_text(
        "players: [Ana, Bo, Cy, Di]\n"
        "deals:\n"
        "  - {end: exhaustive_draw, tenpai: [Cy], scores: [24000, 24000, 28000, 24000]}\n",
        encoding="utf-8",
    )
    ran = riichi("infer", sheet, games, "--time-limit", 0)
    left_out = sorted(file for file in games.rglob("*") if file.is_file())
    assert "Left out, because they are not written games: " in ran.stderr
    assert all(str(file) in ran.stderr for file in left_out)


def test_infer_uses_the_complete_hands_of_interrupted_logs_and_lists_them(
    games: Path, tmp_path: Path
) -> None:
    lines = min(games.glob("game-*.jsonl")).read_text(encoding="utf-8").splitlines(keepends=True)
    for name, number in (("short", -5), ("begun", 20)):
        (tmp_path / f"{name}.jsonl").write_text("".join(lines[:number]), encoding="utf-8")
    (tmp_path / "cut.jsonl").write_text("".join(lines)[:-9], encoding="utf-8")
    ran = riichi("infer", tmp_path, "--time-limit", 0, "--format", "json")
    assert (
        "the complete hands of these interrupted games count: cut.jsonl, short.jsonl" in ran.stderr
    )
    assert "Left out, because they have no complete hand: begun.jsonl" in ran.stderr
    assert json.loads(ran.stdout)["games"] == 1, "one of the two is a copy"
    alone = riichi("infer", tmp_path / "begun.jsonl", status=1).stderr
    assert "no complete hand" in alone
    assert "No readable games." in alone


def test_infer_refuses_hands_without_scores_or_results(tmp_path: Path) -> None:
    hands = "deals:\n  - {end: exhaustive_draw, tenpai: [Cy]}\n"
    bare = tmp_path / "bare.yaml"
    bare.write_text(f"players: [Ana, Bo, Cy, Di]\n{hands}", encoding="utf-8")
    assert "No hand has scores" in riichi("infer", bare, status=1).stderr
    (tmp_path / "sheet.yaml").write_text(
        f"players: [Bo, Ana, Cy, Di]\n{hands}scores: [24000, 24000, 28000, 24000]\n",
        encoding="utf-8",
    )
    ran = riichi("infer", tmp_path, "--time-limit", 0)
    assert f"Left out, because they have neither scores nor results: {bare}" in words(ran.stderr)
    assert "These rules explain 1 of 1 hand" in ran.stdout


@pytest.mark.long
def test_games_under_other_rules_are_described_by_titles(tmp_path: Path) -> None:
    for rules in ("ema-2025", "tenhou"):
        riichi(
            "simulate",
            "--games",
            1,
            "--seed",
            2,
            "--rules",
            rules,
            "--write-logs",
            tmp_path / rules,
        )
    text = words(printed("infer", tmp_path, "--time-limit", 0))
    assert "1 game states other rules (Starting points: " in text
    assert "setup.starting_points" not in text


def test_the_help_names_the_formats_that_have_a_paper_size() -> None:
    text = words(printed("infer", "--help"))
    assert "Paper size of HTML and PDF." in text
    assert "Markdown" not in text
