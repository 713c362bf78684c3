"""`riichi replay` of several files continues after a bad one, and ends with a table."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from running import riichi

START = {
    "type": "start_kyoku", "bakaze": "E", "dora_marker": "1p", "kyoku": 1, "honba": 0,
    "kyotaku": 0, "oya": 0, "scores": [25000] * 4,
    "tehais": [
        ["1m", "9m", "1p", "9p", "1s", "9s", "E", "S", "W", "N", "P", "F", "2m"],
        *([[f"{n}m" for n in (3, 4, 6, 7)] + [f"{n}p" for n in (2, 3, 6, 7, 8)]
           + [f"{n}s" for n in (2, 3, 7, 8)]] * 3),
    ],
}  # fmt: skip
NINE_KINDS: list[dict[str, Any]] = [
    START,
    {"type": "tsumo", "actor": 0, "pai": "C"},
    {"type": "ryukyoku", "reason": "kyushukyuhai", "deltas": [0, 0, 0, 0]},
]


def lines(*changes: dict[str, object]) -> str:
    """Return a game of one deal that East aborts; the argument changes its result."""
    *first, last = NINE_KINDS
    for change in changes:
        last = {**last, **change}
    return "\n".join(map(json.dumps, [*first, last])) + "\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return three files, one with other points and one that is not a record, and a hidden file."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "a.jsonl").write_text(lines(), encoding="utf-8")
    (tmp_path / "inner" / "b.jsonl").write_text(
        lines({"deltas": [100, -100, 0, 0]}), encoding="utf-8"
    )
    (tmp_path / "notes.txt").write_text("hello", encoding="utf-8")
    (tmp_path / ".hidden").write_text("hello", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return Path()


def test_a_folder_ends_with_a_table(folder: Path) -> None:
    result = riichi("replay", folder, status=1)
    rows = [line.split() for line in result.stdout.splitlines()]
    assert rows == [
        ["FILE", "FORMAT", "GAMES", "HANDS", "DISAGREEMENTS"],
        [str(folder / "a.jsonl"), "mjai", "1", "1", "0"],
        [str(folder / "inner/b.jsonl"), "mjai", "1", "1", "1"],
        [str(folder / "notes.txt"), "not", "read", "-", "-", "-"],
        ["3", "files", "1", "not", "read", "2", "2", "1"],
    ]
    told = result.stderr.splitlines()
    assert told[0].startswith(f"{folder / 'inner/b.jsonl'}: deal 1: points: recorded [100, -100,")
    assert told[1].startswith(f"{folder / 'notes.txt'}: line 1: this is not the record of a game")


@pytest.mark.parametrize(
    "command", [("replay",), ("study", "tenhou", "mahjong-soul", "--no-options", "--logs")]
)
def test_a_folder_continues_after_any_bad_file(folder: Path, command: tuple[str, ...]) -> None:
    """This includes XML that declares an encoding, and bytes in that encoding."""
    declared = '<?xml version="1.0" encoding="shift_jis"?><mjloggm n="あ"/>'
    bad: dict[str, bytes] = {
        "1.xml": declared.encode(), "2.xml": declared.encode("shift_jis"), "3": b"", "4": b"\0" * 9,
        "5.json": b"[[[[]]]]", "6.json": b'{"qijia": 0, "log": [[]]}', "7": b'{"type": null}',
        "8": b'{"mjai_log": 3}', "9": b"https://tenhou.net/6/#json=%7B%7D&tw=1",
    }  # fmt: skip
    for name, data in bad.items():
        (folder / name).write_bytes(data)
    result = riichi(*command, folder, status=1 if command == ("replay",) else 0)
    told = {line.split(": ")[0] for line in result.stderr.splitlines()}
    assert told >= {str(folder / name) for name in bad}


def test_files_that_agree_end_with_0(folder: Path) -> None:
    result = riichi("replay", folder / "a.jsonl", folder / "a.jsonl")
    assert result.stdout.splitlines()[-1].split() == ["2", "files", "2", "2", "0"]
    assert result.stderr == ""


def test_a_missing_file_is_listed_among_the_others(folder: Path) -> None:
    result = riichi("replay", folder / "nowhere", folder / "a.jsonl", status=1)
    assert "nowhere: there is no such file" in result.stderr
    assert result.stdout.splitlines()[-1].split() == [
        "2",
        "files",
        "1",
        "not",
        "read",
        "1",
        "1",
        "0",
    ]


def test_a_file_name_cannot_change_the_direction_of_the_text(folder: Path) -> None:
    (folder / "a.jsonl").rename(folder / "a\u202eb\u2066.jsonl")
    out = riichi("replay", folder, status=1).stdout
    assert "\u202e" not in out
    assert "a\\u202eb\\u2066.jsonl" in out


def test_several_files_as_json(folder: Path) -> None:
    data = json.loads(riichi("replay", folder, "--format", "json", status=1).stdout)
    assert data["totals"] == {"files": 3, "read": 2, "games": 2, "deals": 2, "disagreements": 1}
    first, second, third = data["files"]
    assert first["games"][0]["source"] == "mjai"
    assert first["error"] is None
    assert len(second["games"][0]["problems"]) == 1
    assert third["games"] == []
    assert third["error"].startswith("line 1: this is not the record of a game")


def test_an_archive_is_replayed_like_its_files(folder: Path) -> None:
    with zipfile.ZipFile(folder / "games.zip", "w") as packed:
        for path in ("a.jsonl", "inner/b.jsonl", "notes.txt"):
            packed.write(folder / path, path)
    result = riichi("replay", folder / "games.zip", status=1)
    rows = [line.split() for line in result.stdout.splitlines()]
    assert rows[1] == ["games.zip/a.jsonl", "mjai", "1", "1", "0"]
    assert rows[-1] == ["3", "files", "1", "not", "read", "2", "2", "1"]
    assert "games.zip/inner/b.jsonl: deal 1: points: recorded [100, -100," in result.stderr
    (folder / "games.zip").write_bytes(b"PK")
    told = riichi("replay", folder / "games.zip", folder / "a.jsonl", status=1)
    assert told.stderr.startswith("games.zip: cannot read the archive: ")


def test_a_file_of_several_games_names_the_game(folder: Path) -> None:
    tiles = [[11, 19, 21, 29, 31, 39, 41, 42, 43, 44, 45, 46, 12]]
    tiles += [[13, 14, 16, 17, 22, 23, 26, 27, 28, 32, 33, 37, 38]] * 3
    hands = [part for n, hand in enumerate(tiles) for part in (hand, [47] if n == 0 else [], [])]
    deal = [[0, 0, 0], [25000] * 4, [21], [], *hands, ["九種九牌"]]
    other = [*deal[:-1], ["九種九牌", [100, -100, 0, 0]]]
    path = folder / "games.json"
    path.write_text(json.dumps([{"log": [deal]}, {"log": [other]}]), encoding="utf-8")
    result = riichi("replay", path, status=1)
    assert f"{path}, game 2: " in result.stderr
    assert "game 1" not in result.stderr
    assert result.stdout.splitlines()[1].split()[1:] == ["tenhou6", "2", "2", "1"]
    assert "show one game" in riichi("replay", path, "--at", 1, status=2).output


def test_the_position_of_many_games_is_refused(folder: Path) -> None:
    assert "show one game" in riichi("replay", folder, "--events", status=2).output


def test_a_missing_ruleset_is_reported_once(folder: Path) -> None:
    result = riichi("replay", folder, "--rules", "nothing", status=2)
    assert result.output.count("nothing") < 4


@pytest.mark.parametrize(
    ("room", "rules"), [("玉の間南喰赤", "mahjong-soul"), ("鳳南喰赤", "tenhou")]
)
def test_a_tenhou6_file_is_replayed_under_the_rules_of_its_room(
    room: str, rules: str, tmp_path: Path
) -> None:
    """East aborts the only deal of this game."""
    east = [11, 19, 21, 29, 31, 39, 41, 42, 43, 44, 45, 46, 12]
    other = [13, 14, 16, 17, 22, 23, 26, 27, 28, 32, 33, 37, 38]
    deal = [[0, 0, 0], [25000] * 4, [21], [], east, [47], [], *[other, [], []] * 3, ["九種九牌"]]
    file = tmp_path / "game.json"
    data = {"name": list("ABCD"), "rule": {"disp": room, "aka": 1}, "log": [deal]}
    file.write_text(json.dumps(data), encoding="utf-8")
    assert f"replayed under {rules}\n" in riichi("replay", file).stdout
    assert json.loads(riichi("replay", file, "--format", "json").stdout)["rules"] == rules
    both = json.loads(riichi("replay", file, file, "--format", "json").stdout)["files"]
    assert [one["games"][0]["rules"] for one in both] == [rules] * 2
    asked = riichi("replay", file, "--rules", "riichi-city", "--format", "json").stdout
    assert json.loads(asked)["rules"] == "riichi-city"
