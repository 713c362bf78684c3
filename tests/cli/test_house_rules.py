"""House rules on the command line: based on other house rules, and changed for one call."""

from __future__ import annotations

from pathlib import Path

import pytest
from each import each
from running import HEAD, as_json, club, printed, refused, riichi, words


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return an evening's rules over a club's rules over EMA 2016."""
    monkeypatch.chdir(tmp_path)
    club(Path("club.yaml"))
    text = HEAD.format("evening").replace("ema-2016", "club.yaml") + "end: {bust: below_zero}\n"
    Path("evening.yaml").write_text(text, encoding="utf-8")
    return "evening.yaml"


def test_every_command_reads_house_rules_over_house_rules(evening: str) -> None:
    assert printed("check", evening) == "evening.yaml: valid, 1 rule of club changed\n"
    assert "Set in club.yaml:5." in printed("show", evening, "claims.winners")
    told = words(printed("show", evening, "claims"))
    assert "club house rule" in told
    assert "Set in evening.yaml:5." in printed("show", evening, "end.bust")
    for call in (["rulebook", evening], ["sheet", evening], ["compare", "ema-2016", evening]):
        assert "<!DOCTYPE html>" in printed(*call, "--format", "html")
    compared = as_json("compare", "ema-2016", evening, "--no-examples")["options"]
    sides = {one["path"]: one["values"]["evening"] for one in compared}
    assert {path: one["set_at"] for path, one in sides.items()} == {
        "claims.winners": "club.yaml:5",
        "end.bust": "evening.yaml:5",
    }
    assert sides["claims.winners"]["ruleset"] == "club"


def test_circular_house_rules_are_reported(evening: str) -> None:
    text = Path("club.yaml").read_text("utf-8").replace("ema-2016", evening)
    Path("club.yaml").write_text(text, encoding="utf-8")
    assert "extend each other in a circle" in refused("check", evening, status=1)


# ---- a value for one call ------------------------------------------------------------------------

NO_OPEN_TANYAO = ("--with", "yaku.all_simples.open=none")


def test_set_changes_a_value_for_one_call() -> None:
    (option,) = as_json("show", "ema-2025", "yaku.all_simples", *NO_OPEN_TANYAO)["options"]
    assert (option["value"], option["set_at"]) == ({"concealed": 1}, "--with:1")
    assert option["ruleset"] == "ema-2025-with"
    several = (
        *NO_OPEN_TANYAO,
        "--with",
        "claims.winners=head_bump",
        "--with",
        "tiles.red_fives.m=1",
    )
    found = as_json("show", "ema-2025", *several)["options"]
    values = {one["path"]: one["value"] for one in found if "set_at" in one}
    assert values == {
        "yaku.all_simples": {"concealed": 1},
        "claims.winners": "head_bump",
        "tiles.red_fives": {"m": 1, "p": 0, "s": 0},
    }


OPEN_HAND = ("score", "23444m55p678s(234p)", "4m", "--rules")


def test_a_hand_loses_its_only_yaku() -> None:
    assert "no win" not in printed(*OPEN_HAND, "ema-2025")
    without = riichi(*OPEN_HAND, "ema-2025", *NO_OPEN_TANYAO, status=1)
    assert "EMA 2025*: no win: no yaku" in without.stdout


@each(
    "call",
    [
        ("show", "ema-2025"),
        ("compare", "ema-2025", "wrc-2025"),
        ("ask", "two", "ron"),
        ("foul", "chombo"),
        ("sheet", "ema-2025"),
        ("rulebook", "ema-2025"),
        ("tournament", "none.csv", "--rules", "ema-2025"),
        ("game", "none.yaml", "--rules", "ema-2025"),
        ("settle", "--jsonl"),
        ("simulate", "--games", "1"),
        ("check", "ema-2025"),
    ],
)
def test_every_command_with_a_ruleset_refuses_an_invalid_value(call: tuple[str, ...]) -> None:
    said = refused(*call, "--with", "claims.winners=head_bmp", status=1)
    assert "--with:1:16: error[bad-value] claims.winners: 'head_bmp' is not a value" in said
    assert "did you mean: head_bump" in said
    assert said.count("error[") == 1


@each(
    "change, code, near",
    [
        ("yaku.all_simpels.open=none", "no-option", "yaku.all_simples"),
        ("all_simples=none", "no-option", "yaku.all_simples"),
        ("kuikae=none", "no-option", "claims.forbidden_swaps"),
        ("claims.winners", "no-value", ""),
        ("claims.winners=", "empty", ""),
        ("claims.winners={", "yaml-syntax", ""),
        ("yaku.all_simples.opne=1", "unknown-key", "open"),
        ("yaku.all_simples.concealed=none", "wrong-type", ""),
        ("result.uma=[1, 2]", "", ""),
    ],
)
def test_an_invalid_change_is_reported_as_in_a_file(change: str, code: str, near: str) -> None:
    said = refused("show", "ema-2025", "--with", change, status=1)
    assert f"error[{code}" in said
    assert "--with:1:" in said
    assert (f"did you mean: {near}" in said) == bool(near)


def test_set_also_changes_a_clubs_rules(evening: str) -> None:
    (option,) = as_json("show", evening, "end.bust", "--with", "end.bust=never")["options"]
    assert (option["value"], option["ruleset"]) == ("never", "evening-with")
    call = ("simulate", "--games", "1", "--players", "tsumogiri", "--rules", evening)
    assert as_json(*call, "--with", "end.bust=never")["ruleset"] == "evening-with"


# ---- rules in one's own words --------------------------------------------------------------------

OWN_WORDS = """\
other_rules:
  Table fee: "3 euros"
  Closing time: No new hand after 22:15.
history:
  - {date: "2025-09", change: Four red fives., why: Three were too few.}
"""


def test_rules_in_own_words_are_printed(evening: str) -> None:
    file, later = Path("club.yaml"), Path(evening)
    file.write_text(file.read_text("utf-8") + OWN_WORDS, encoding="utf-8")
    later.write_text(later.read_text("utf-8") + "other_rules: {Table fee: 4 euros}\n", "utf-8")
    for command in ("show", "sheet", "card", "rulebook"):
        told = words(printed(command, evening)).casefold()
        for text in ("other house rules", "table fee", "4 euros", "no new hand after 22:15."):
            assert text in told
        assert "3 euros" not in told
        assert "other house rules" not in words(printed(command, "ema-2016")).casefold()


def test_the_history_of_a_clubs_rules_is_printed(evening: str) -> None:
    file, later = Path("club.yaml"), Path(evening)
    file.write_text(file.read_text("utf-8") + OWN_WORDS, encoding="utf-8")
    added = 'history: [{date: "2026-03-12", change: Head bump.}]\n'
    later.write_text(later.read_text("utf-8") + added, encoding="utf-8")
    for told in (words(printed("rulebook", evening)), words(printed("show", evening))):
        _, past = told.casefold().rsplit("history", 1)
        older, newer = past.split("2026-03-12")
        assert "2025-09" in older and "four red fives. three were too few." in older
        assert "head bump." in newer
    assert "fee" not in printed("show", evening, "history")
    assert as_json("show", evening)["history"] == [
        {"date": "2025-09", "change": "Four red fives.", "why": "Three were too few."},
        {"date": "2026-03-12", "change": "Head bump.", "why": None},
    ]


def test_a_rule_in_own_words_is_shown_and_answers_a_question(evening: str) -> None:
    file = Path(evening)
    file.write_text(file.read_text("utf-8") + OWN_WORDS, encoding="utf-8")
    assert "No new hand after 22:15." in printed("show", evening, "other_rules")
    call = ("ask", "when is your closing time?", "--rules", evening)
    assert "Closing time No new hand after 22:15." in words(riichi(*call).stdout)
    assert as_json(*call)["other_rules"] == [
        {"ruleset": file.stem, "heading": "Closing time", "text": "No new hand after 22:15."}
    ]


def test_wrong_rules_in_own_words_are_all_reported(evening: str) -> None:
    file = Path(evening)
    file.write_text(file.read_text("utf-8") + 'other_rules: {A: 3, B: "", C: [x]}\n', "utf-8")
    told = refused("check", evening, status=1)
    assert told.count("expected: headings with texts, e.g. Table fee: 3 euros") == 3
