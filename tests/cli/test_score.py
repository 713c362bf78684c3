"""`riichi score` as people call it: its output, its errors and its exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from conftest import Golden
from each import each
from running import as_json, club, neat, printed, process, refused, riichi, words

from riichi.cli.main import main
from riichi_core.rules.library import newest_editions

EXAMPLE_8 = ("score", "223344m667788p7z", "7z", "--self-draw")
BOTH = ("--rules", "ema-2016,wrcr-2015")

SHOWN = {
    "score-example-8": (*EXAMPLE_8, *BOTH),
    "score-example-8-cited": (*EXAMPLE_8, "--cite", "--rules", "ema-2016,wrcr-2015,tuesday-club"),
    "score-open-hand": (
        *("score", "12345678s22m(345p<)", "9s", "--seat", "south", "--dora", "6s"),
        *("--counters", "2", "--ascii"),
        *BOTH,
    ),
    "score-quads": (
        *("score", "55p12s(1111z>)(222+2z^)[9999m]", "3s", "--rules", "ema-2016"),
        *("--round-wind", "south", "--dora", "8m4z"),
    ),
    "score-yakuman": ("score", "1112223334445z", "5z", *BOTH),
    "score-several-yakuman": (
        *("score", "5z(111z)(222z)(333z)(444z)", "5z", "--rules", "ema-2016,wrcr-2015,ema-2012"),
        *("--seat", "west"),
    ),
    "score-seven-pairs": ("score", "1155m3399p4s88s77z", "4s", "--riichi", "--ura", "6z", *BOTH),
    "score-orphans": ("score", "19m19p19s1234567z", "5z", "--seat", "north", *BOTH),
    "score-red-five": ("score", "2345567m340p678s", "8m", "--rules", "ema-2016,red-fives-club"),
    "score-not-apart": (
        *("score", "234m567p678s99p34s", "5s", "--self-draw", "--not-apart", "--seat", "south"),
        *("--rules", "ema-2016,wrcr-2015"),
    ),
    "score-why-differ": (
        *("score", "34445m35p123345s", "4p", "--tsumo", "--seat", "south", "--dora", "4p"),
        *("--rules", "ema-2016,wrcr-2015,tenhou", "--ascii"),
    ),
    "score-han-and-fu": ("score", "--han", "3", "--fu", "40", "--counters", "2"),
    "score-han-and-fu-south": (
        *("score", "--han", "4", "--fu", "30", "--seat", "south", *BOTH),
    ),
    "score-han-and-fu-self-draw": ("score", "--han", "2", "--fu", "20", "--tsumo", *BOTH),
    "score-no-yaku": ("score", "11123m456p789s22z", "2z", "--dora", "1z", *BOTH),
}  # fmt: skip


@pytest.mark.parametrize("name", SHOWN)
def test_a_win_is_explained(name: str, golden: Golden) -> None:
    call = SHOWN[name]
    ran = riichi(*call, status=0 if name not in NOT_WON else 1)
    neat(ran.stdout)
    golden(f"{name}.txt", ran.stdout)


NOT_WON = {"score-no-yaku"}


@each(
    "hand, tile",
    [
        ("\U0001f007\U0001f008\U0001f009\U0001f019\U0001f01a\U0001f01b\U0001f010\U0001f010"
         "\U0001f011\U0001f012 (\U0001f006\U0001f006\U0001f006)", "\U0001f013"),
        ("m123 p123 s1123 (P P P)", "s4"),
        ("123m, 123p, 1123s (白白白)", "4s"),
        ("\uff11\uff12\uff13\uff4d 123p 1123s (Wh Wh Wh)", "4 s"),
    ],
)  # fmt: skip
def test_a_win_may_be_written_in_other_ways(hand: str, tile: str) -> None:
    plain = as_json("score", "123m123p1123s(555z)", "4s", "--dora", "4z", *BOTH)
    assert as_json("score", hand, tile, "--dora", "北", *BOTH) == plain


def test_a_red_five_may_be_marked_with_r() -> None:
    rules = ("--rules", "tenhou")
    plain = as_json("score", "123m406p789p11s23s", "4s", *rules)
    for hand in ("123m4p5pr6p789p11s23s", "123m4pr5p6p789p11s23s", "m123p4r56p789s1123"):
        assert as_json("score", hand, "4s", *rules) == plain


def test_a_hand_of_fourteen_tiles_is_refused_with_advice_on_the_winning_tile() -> None:
    assert "expected 13; give the winning tile separately" in words(
        refused("score", "11122233344455z", "5z")
    )


@each(
    "call, said",
    [
        ((), "Give a hand and the winning tile, e.g. riichi score 2345567m345p678s 8m"),
        (("2345567m345p678s",), "Give a hand and the winning tile"),
        (("2345567m345p678s", "8"), "TILE: 8 has no suit: expected m, p, s, or z"),
        (("2345567m345p678s", "89m"), "TILE: '89m' is 2 tiles, expected one"),
        (("2345567m345p678s", ""), "TILE: '' is 0 tiles, expected one"),
        (("2345567m345p678s(777z)", "8m"), "13 concealed tiles besides 1 set: expected 10"),
        (("2345567m345p(567z)", "8m"), "'(567z)': 567z is not a set: expected a sequence, a"),
        (("2345567m345p(678s", "8m"), "'(678s' lacks its last bracket (at character 13)"),
        (("2345567m345p678x", "8m"), "'x' is not a suit: expected m, p, s, or z for honours"),
        (("1111m1m22233344p", "4p"), "1m is there 5 times: a set of tiles has four of each kind"),
        (("2345567m345p678s", "8m", "--ippatsu"), "--ippatsu without riichi"),
        (("2345567m345p678s", "8m", "--ura", "1m"), "--ura without riichi"),
        (("2345567m345p678s", "8m", "--after-quad"), "--after-quad on a discard"),
        (("2345567m345p678s", "8m", "--self-draw", "--after-quad"), "--after-quad: the hand has"),
        (("2345567m345p678s", "8m", "--counters", "-1"), "-1 is out of range: expected 0 to 1,000"),
        (("2345567m345p678s", "8m", "--counters", "x"), "'x' is not a valid integer"),
        (("2345567m345p678s", "8m", "--seat", "up"), "'up' is not one of 'east', 'south'"),
        (("2345567m345p678s", "8m", "--dora", "9x"), "--dora: 'x' is not a suit"),
        (("2345567m345p678s", "8m", "--dora", "123456m"), "6 indicators: expected at most 5"),
        (("2345567m345p678s", "8m", "--rules", "ema-2017"), "there is no ruleset 'ema-2017'"),
        (("2345567m345p678s", "8m", "--rules", ","), "--rules is empty"),
        (("2345567m345p678s", "8m", "--jsonl"), "--jsonl reads the hands from standard input"),
        (("2345567m345p678s", "8m", "--self-draw", "--discard"), "contradict each other"),
        (("2345567m345p678s", "8m", "--not-apart"), "only a drawn tile can be kept apart"),
        (("2345567m345p678s", "8M"), "TILE: 'M' is not a suit: did you mean m?"),
        (("2345567m340p678s", "8m", "--rules", "ema-2016"), "1 red 5p (0p), but the ruleset"),
        (("2345567m345p678s", "8m", "--cite", "--format", "json"), "--cite works only with text"),
        (("--jsonl", "--riichi"), "--jsonl reads this from the records: leave out --riichi."),
        (("--jsonl", "--ascii"), "leave out --ascii."),
        (("--jsonl", "--format", "json"), "leave out --format."),
        (("--jsonl", "--ron"), "leave out --discard."),
        (("1m" * 200, "1m"), "the text is 400 characters long, no hand needs more than 200"),
    ],
)  # fmt: skip
def test_a_call_without_a_possible_win_says_what_is_wrong(call: tuple[str, ...], said: str) -> None:
    assert said in words(refused("score", *call))


@each("language, name", [("en", "Dragon nest"), ("nl", "Drakennest")])
def test_a_clubs_own_yaku_has_its_name_in_the_language_of_the_call(
    tmp_path: Path, language: str, name: str
) -> None:
    file = tmp_path / "own.yaml"
    names = "{en: Dragon nest, nl: Drakennest}"
    file.write_text(
        "format: 1\nruleset: own\ntitle: Own\nextends: ema-2025\nyaku:\n"
        f"  nest: {{name: {names}, sets: [triplet 5z], worth: {{concealed: 1}}}}\n",
        encoding="utf-8",
    )
    call = ("score", "123m456p789s2255z", "5z", "--rules", str(file), "--language", language)
    assert name in printed(*call)
    assert name in printed(*call, "--cite")


def test_a_contradiction_is_reported_in_the_language_of_the_call_with_its_option() -> None:
    told = refused("score", "2345567m345p678s", "8m", "--ippatsu", "--language", "nl")
    assert "--ippatsu zonder riichi" in words(told)


def test_an_unknown_ruleset_suggests_the_nearest() -> None:
    assert "did you mean: ema-2016" in refused(
        "score", "2345567m345p678s", "8m", "--rules", "ema-2017"
    )


def test_rulesets_can_be_separated_by_commas_or_given_separately(tmp_path: Path) -> None:
    path = club(
        tmp_path / "mine.yaml", "limits: {raised_to_mangan: [four_han_thirty_fu]}\n", "mine"
    )
    one = as_json(*EXAMPLE_8, "--rules", f"ema-2016, {path}")
    two = as_json(*EXAMPLE_8, "--rules", "ema-2016", "--rules", path)
    assert one == two
    assert {name: of["points"] for name, of in one["results"].items()} == {
        "ema-2016": 11700,
        "mine": 12000,
    }


def test_two_rulesets_with_one_id_are_refused(tmp_path: Path) -> None:
    one, two = (club(tmp_path / name / "mine.yaml", name="mine") for name in "ab")
    said = refused("score", "2345567m345p678s", "8m", "--rules", f"{one},{two}")
    assert "Two of the rulesets have the id 'mine'" in words(said)


@pytest.mark.parametrize("rules", ["ema,ema-2025", "EMA,ema", "ema-2025,ema"])
def test_two_names_of_one_book_are_one_ruleset(rules: str) -> None:
    ran = riichi(*EXAMPLE_8, "--rules", rules, "--format", "json")
    assert [*json.loads(ran.stdout)["results"]] == ["ema-2025"]


def test_a_bad_ruleset_gets_the_messages_of_check(tmp_path: Path) -> None:
    path = club(tmp_path / "mine.yaml", "claims: {winners: head_bmp}\n")
    said = refused("score", "2345567m345p678s", "8m", "--rules", path, status=1)
    assert "did you mean: head_bump" in said


@pytest.mark.parametrize(
    ("call", "status"),
    [
        (("11123m456p789s22z", "2z"), 1),
        (("2345567m340p678s", "8m", "--rules", "ema-2016"), 2),
        (("11123m406p789s22z", "2z", "--rules", "ema-2016,red-fives-club"), 1),
        (("2345567m340p678s", "8m", "--riichi", "--rules", "ema-2016,red-fives-club"), 0),
    ],
)
def test_the_exit_status_says_whether_any_ruleset_has_a_win(
    call: tuple[str, ...], status: int
) -> None:
    riichi("score", *call, "--format", "json", status=status)


def test_a_call_without_rulesets_uses_the_newest_editions() -> None:
    assert [*as_json(*EXAMPLE_8)["results"]] == [newest_editions()["ema"], newest_editions()["wrc"]]


def test_json_has_the_result_of_the_record() -> None:
    found = as_json(*EXAMPLE_8, *BOTH)["results"]["ema-2016"]
    assert found["yaku"] == [
        {"id": "fully_concealed_hand", "han": 1},
        {"id": "twice_pure_double_sequence", "han": 3},
    ]
    assert found["payments"] == {"from_each": 3900, "from_dealer": None, "from_discarder": None}


# ---- records -------------------------------------------------------------------------------------


def stream(*lines: str | bytes, rules: str = "ema-2016") -> list[dict[str, Any]]:
    data = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines)
    call = ["score", "--jsonl", "--rules", rules]
    ran = CliRunner().invoke(main, call, input=data, catch_exceptions=False)
    assert (ran.exit_code, ran.stderr) == (0, "")
    return [json.loads(line) for line in ran.stdout.splitlines()]


GOOD = '{"id": "a", "hand": "2345567m345p678s", "winning_tile": "8m", "won_by": "discard"}'


def test_a_stream_answers_every_record_in_order() -> None:
    answers = stream(
        GOOD,
        "not json",
        "",
        "[1]",
        b"\xff\xfe",
        '{"id": 7, "hand": "1m", "winning_tile": "1m", "won_by": "discard"}',
        GOOD.replace("}", ', "won_by": "discard"}'),
        "[" * 100_000,
        "{" + '"a":' + "9" * 5000 + "}",
        "x" * 70_000,
        '{"id": NaN}',
        '{"id": 1e999}',
        '{"id": 8, "hand": "2345567m345p678s", "winning_tile": "8m", "won_by": "ron"}',
        GOOD.replace('"a"', '"\\ud800é"').replace("}", ', "rulesets": ["wrcr-2015", "ema-2012"]}'),
        GOOD.replace("}", ', "rulesets": ["wrcr-2051"]}'),
        GOOD.replace("}", ', "rulesets": ["../wrcr-2015.yaml"]}'),
    )  # fmt: skip
    told = [
        (
            one.get("id"),
            one.get("line"),
            list(one["results"]) if "results" in one else one["error"]["code"],
        )
        for one in answers
    ]
    assert told == [
        ("a", None, ["ema-2016"]),
        (None, 2, "not_json"),
        (None, 4, "not_an_object"),
        (None, 5, "not_json"),
        (7, None, "tile_count"),
        (None, 7, "duplicate_field"),
        (None, 8, "too_long"),
        (None, 9, "not_json"),
        (None, 10, "too_long"),
        (None, 11, "not_json"),
        (None, 12, "not_json"),
        (8, None, "unknown_word"),
        ("\ud800é", None, ["wrcr-2015", "ema-2012"]),
        ("a", None, "no_ruleset"),
        ("a", None, "no_ruleset"),
    ]


def test_a_fact_impossible_under_some_rulesets_is_an_error_in_their_results() -> None:
    record = '{"id": 1, "hand": "2345567m340p678s", "winning_tile": "8m", "won_by": "self_draw"}'
    (both,) = stream(record, rules="ema-2016,red-fives-club")
    assert both["results"]["ema-2016"]["error"]["code"] == "red_five"
    assert both["results"]["red-fives-club"]["dora"]["red_fives"] == 1
    (one,) = stream(record)
    assert one["error"] == {
        "code": "red_five",
        "field": "hand",
        "message": "1 red 5p (0p), but the ruleset has none",
    }


def test_a_leading_byte_order_mark_is_ignored() -> None:
    assert stream(b"\xef\xbb\xbf" + GOOD.encode()) == stream(GOOD)
    assert stream("", b"\xef\xbb\xbf" + GOOD.encode())[0]["error"]["code"] == "not_json"


def test_an_option_for_tiles_can_be_repeated() -> None:
    call = ("score", "2345567m345p678s", "8m", "--rules", "ema-2016")
    one = as_json(*call, "--dora", "4m5m")
    assert one == as_json(*call, "--dora", "4m", "--dora", "5m")
    assert one["results"]["ema-2016"]["dora"]["dora"] == 3


def test_differences_are_marked_even_if_not_side_by_side(tmp_path: Path) -> None:
    path = club(tmp_path / "mine.yaml", "tiles: {red_fives: {m: 1, p: 1, s: 1}}\n", "mine")
    text = riichi(*EXAMPLE_8, "--rules", f"ema-2016,ema-2012,{path},wrcr-2015").stdout
    marked = [line for line in text.splitlines() if line.startswith("* ") and "11,700" in line]
    assert len(marked) == 1
    assert text.count("* differs") == 1


def test_a_yaku_that_only_some_rulesets_have_is_cited_for_those(tmp_path: Path) -> None:
    own = "yaku: {mine: {name: {en: My own}, tiles: simple, worth: {concealed: 2}}}\n"
    path = club(tmp_path / "mine.yaml", own, "mine")
    text = printed("score", "23488m345p67s678s", "8s", "--rules", f"ema-2016,{path}", "--cite")
    (line,) = [line for line in text.splitlines() if "My own  " in line and "A club" in line]
    assert line.split() == ["My", "own", "A", "club", "house", "rule"]


def test_a_dumb_terminal_gets_no_tile_characters() -> None:
    done = process(*EXAMPLE_8, TERM="dumb", PYTHONIOENCODING="utf-8").stdout.decode()
    assert done.startswith("223344m667788p7z + 7z")
    assert process(*EXAMPLE_8, PYTHONIOENCODING="utf-8").stdout.decode().startswith("\U0001f008")
    assert process(*EXAMPLE_8, PYTHONIOENCODING="ascii").stdout.startswith(b"223344m")


def test_no_input_gives_no_output() -> None:
    assert stream() == []


def test_the_command_is_listed_with_its_help() -> None:
    text = printed("score", "--help")
    assert "Quote the hand" in words(text)


def test_the_json_explains_why_scores_differ() -> None:
    data = as_json(
        "score", "34445m35p123345s", "4p", "--tsumo", "--seat", "south", "--dora", "4p",
        "--rules", "ema-2016,wrcr-2015,tenhou",
    )  # fmt: skip
    assert data["differences"] == [
        {
            "rulesets": ["ema-2016", "wrcr-2015"],
            "points": [7900, 8000],
            "decisive": "limits.raised_to_mangan",
            "options": [{"path": "limits.raised_to_mangan", "alone": 8000, "without": 7900}],
        }
    ]
    assert as_json("score", "2345567m345p678s", "8m")["differences"] == []


def test_the_json_has_payments_for_han_and_fu() -> None:
    results = as_json("score", "--han", "4", "--fu", "30", "--seat", "south", *BOTH)["results"]
    assert results["ema-2016"]["discard"]["payments"]["total"] == 7700
    assert results["wrcr-2015"]["discard"] == {
        "limit": "mangan",
        "payments": {"from_each": None, "from_dealer": None, "from_discarder": 8000, "total": 8000},
    }
    only = as_json("score", "--han", "2", "--fu", "20", "--rules", "ema-2016")["results"]
    assert only["ema-2016"]["discard"]["error"]["field"] == "fu"
    assert only["ema-2016"]["self_draw"]["payments"]["from_each"] == 700


@each(
    "call, said",
    [
        (("--fu", "40"), "--fu needs --han."),
        (("--han", "3"), "3 han: give the fu"),
        (("--han", "2", "--fu", "20", "--ron"), "no hand that wins on a discard has 20 fu"),
        (("--han", "3", "--fu", "40", "--dora", "1m"), "leave --dora out"),
        (("2345567m345p678s", "8m", "--han", "3"), "With --han there is no hand"),
        (("--han", "3", "--fu", "40", "--ron", "--tsumo"), "it was one or the other"),
        (("--han", "3", "--fu", "33"), "fu: expected 20, 25, 30, 40"),
    ],
)
def test_incomplete_han_and_fu_are_refused(call: tuple[str, ...], said: str) -> None:
    assert said in refused("score", *call)
