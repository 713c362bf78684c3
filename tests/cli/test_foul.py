"""`riichi foul` as people call it: its output, the names it accepts, and its errors."""

from __future__ import annotations

from pathlib import Path

import pytest
from each import each
from effort import LONG, few, first
from running import SHIPPED, as_json, bad, club, neat, printed, refused, words

from riichi_core.game.fouls import fouls

FLAGS = {
    "kind", "condition", "chombo", "dead_hand", "void", "penalty", "riichi_bet", "redeal",
    "after_chombo", "found_at", "dead_hand_excused", "referee", "disqualification", "regulated",
    "options",
}  # fmt: skip


FIRST = ("--rules", "ema-2016,wrcr-2015")
"""Two books that judge many faults differently."""


def named(*call: str) -> list[str]:
    """Return the fouls that are shown."""
    return [entry["foul"] for entry in as_json("foul", *call)["fouls"]]


# ---- the list ------------------------------------------------------------------------------------


def test_all_fouls_are_listed_side_by_side() -> None:
    text = printed("foul", *FIRST)
    neat(text)
    assert all(f"  {name}" in text for name in fouls())
    assert "EMA 2016" in text
    assert "WRC 2015" in text
    assert "* Riichi without saying riichi" in text
    assert "\n  A forbidden swap call                    dead hand                    dead" in text
    assert "CHOMBO PENALTY" in text
    assert "\n* Chombo in the last hand before a time " in text


@pytest.mark.parametrize(
    "rules", ["ema-2012,ema-2016,wrcr-2015", ",".join(SHIPPED), *first(SHIPPED)]
)
@pytest.mark.parametrize("setting", ["tournament", "casual"])
def test_the_list_fits_100_columns_for_any_rulesets(rules: str, setting: str) -> None:
    neat(printed("foul", "--rules", rules, "--setting", setting))


def test_exactly_the_differing_fouls_are_marked() -> None:
    data = as_json("foul", *FIRST)
    differing = {entry["foul"] for entry in data["fouls"] if entry["differs"]}
    assert f"{len(differing)} of {len(fouls())} fouls are judged differently" in printed(
        "foul", *FIRST
    )
    assert {"riichi_without_word", "obstruction", "loopholes", "noten_riichi"} <= differing
    assert not {"swap_call", "cheating", "false_win_shown"} & differing
    casual = as_json("foul", *FIRST, "--setting", "casual")["fouls"]
    assert next(e for e in casual if e["foul"] == "false_win_shown")["differs"]


def test_nothing_is_marked_for_one_ruleset() -> None:
    text = printed("foul", "--rules", "ema-2016")
    assert "*" not in text
    assert "differently" not in text


@each(
    "rules, foul, said",
    [
        ("ema-2016", "exposed_on_purpose", "in serious or repeated cases obstruction: 8,000 to"),
        ("ema-2016", "slow_or_hasty_play", "can be obstruction, slow play only if repeated: 8,000"),
        ("ema-2016", "passing_information", "the referee decides, dead hand or points if serious"),
        ("ema-2025", "passing_information", "in serious or repeated cases obstruction: 8,000 to"),
        ("ema-2016", "minor", "no penalty, as a rule"),
        ("wrcr-2015", "minor", "no penalty, the referee decides if repeated"),
        ("wrcr-2015", "obstruction", "the referee decides, disqualification if repeated"),
        ("wrcr-2015", "false_quad", "noticed after the discard"),
    ],
)
def test_the_list_marks_possible_and_repeated_consequences(
    rules: str, foul: str, said: str
) -> None:
    assert said in words(printed("foul", foul, "--rules", rules))
    assert said in words(printed("foul", "--rules", rules))


# ---- one foul ------------------------------------------------------------------------------------


def test_one_foul_is_shown_with_its_rule_and_consequence() -> None:
    text = printed("foul", "swap_call", *FIRST)
    neat(text)
    said = words(text)
    assert "A forbidden swap call (the same) fouls.swap_call" in said
    assert "EMA 2016 Dead hand once the tile is discarded. preface, § 3.3.2, 3.4.7" in said
    assert "WRC 2015 Dead hand once the tile is discarded. § 7.2" in said
    assert "A player with a dead hand may not win, call chii, call pon" in said
    assert "kuikae-irrevocable" in said


def test_a_chombo_is_shown_with_its_penalty_and_the_next_deal() -> None:
    said = words(printed("foul", "false_win_shown", *FIRST))
    assert "Chombo penalty in a tournament 20,000 points off the player's result after uma" in said
    assert "After a chombo The hand is replayed: East stays" in said
    assert "§ 3.4, 3.4.6, 3.4.11, 5.9" in said
    assert "is not replayed after a chonbo. § 8.2" in said
    casual = words(printed("foul", "false_win_shown", *FIRST, "--setting", "casual"))
    assert "Chombo penalty outside tournaments A reverse mangan" in casual
    assert "By East 4,000 to each of the others: 12,000" in casual
    assert "By another 4,000 to East, 2,000 to each other: 8,000" in casual


@each("foul", [*fouls()][:: 1 if LONG else 12])
@pytest.mark.parametrize("setting", first(["tournament", "casual"]))
def test_every_foul_can_be_shown(foul: str, setting: str) -> None:
    text = printed("foul", foul, "--rules", ",".join(SHIPPED), "--setting", setting)
    neat(text)
    assert text.count("Result ") == len(SHIPPED)


def test_a_ruleset_file_shows_its_house_rule(tmp_path: Path) -> None:
    path = club(tmp_path / "club.yaml", "fouls: {swap_call: {points: 3000}}\n")
    said = words(printed("foul", "swap_call", "--rules", f"ema-2016,{path}"))
    assert "(the same)" not in said
    assert "club 3,000 points off the player's result after uma; the hand continues. house" in said
    assert "Result 3,000 after uma" in said


# ---- names ---------------------------------------------------------------------------------------

NAMES = {
    "swap_call": "swap_call",
    "fouls.swap_call": "swap_call",
    "Swap-Call": "swap_call",
    "kuikae": "swap_call",
    "A forbidden swap call": "swap_call",
    "noten riichi": "noten_riichi",
    "noten_richi": "noten_riichi",
    "riichi kan": "forbidden_riichi_quad",
    "false ron": "false_win_shown",
    "telephone": "phone",
    "cheating": "cheating",
    "obstruction": "obstruction",
    "on open": "riichi_on_open_hand",
}


@each("name", NAMES)
def test_a_foul_is_found_by_other_names(name: str) -> None:
    assert named(name) == [NAMES[name]]
    assert named(*name.split()) == [NAMES[name]]


@each("name", [*fouls()][:: 1 if LONG else 8])
def test_a_foul_is_found_by_its_own_name(name: str) -> None:
    assert named(name) == named(name.replace("_", " ")) == [name]


TYPED = {
    "empty call": "empty_meld_call",
    "withdrawn call": "empty_meld_call",
    "karapon": "empty_meld_call",
    "set taken back": "empty_meld_call_shown",
    "changed mind": "withdrawn_meld_call",
    "empty kan": "empty_concealed_quad",
    "riichi withdrawn": "empty_riichi",
    "empty riichi": "empty_riichi",
    "ron withdrawn": "empty_win_call",
    "false win": "false_win_shown",
    "false ron": "false_win_shown",
    "furiten": "false_win_shown",
    "ron while furiten": "false_win_shown",
    "no yaku": "false_win_shown",
    "ron without a yaku": "false_win_shown",
    "goron": "false_win_shown",
    "wrong word": "wrong_win_word",
    "said tsumo instead of ron": "ron_tsumo_swapped",
    "tsumo instead of ron": "ron_tsumo_swapped",
    "chi then pon": "change_of_meld_call",
    "pon then ron": "pon_then_ron",
    "ron then pon": "ron_then_pon",
    "wrong chi": "false_set",
    "gochii": "false_set",
    "false set": "false_set",
    "invalid triplet": "false_set",
    "false kan": "false_quad",
    "wrong quad": "false_quad",
    "kuikae": "swap_call",
    "swap calling": "swap_call",
    "forgot claimed tile": "claimed_tile_not_taken",
    "too many tiles": "wrong_tile_count",
    "too few tiles": "wrong_tile_count",
    "tahai": "wrong_tile_count",
    "shouhai": "wrong_tile_count",
    "forgot replacement tile": "wrong_tile_count",
    "fifteen tiles": "wrong_tile_count",
    "dropped tile": "few_tiles_exposed",
    "exposed tiles": "few_tiles_exposed",
    "exposed dead wall": "others_tiles_exposed",
    "misdeal": "exposed_while_dealing",
    "exposed during the deal": "exposed_while_dealing",
    "exposed on purpose": "exposed_on_purpose",
    "wall building": "exposed_while_building",
    "drew from the wrong wall": "drawn_from_wrong_place",
    "wrong end of the wall": "drawn_from_wrong_place",
    "wall knocked over": "several_tiles_exposed",
    "redeal": "unplayable_no_fault",
    "riichi with an open hand": "riichi_on_open_hand",
    "forgot to say riichi": "riichi_without_word",
    "silent riichi": "riichi_without_word",
    "late riichi": "riichi_after_discard",
    "riichi tile not turned": "riichi_without_turning",
    "no riichi stick": "riichi_without_bet",
    "noten riichi": "noten_riichi",
    "false riichi": "noten_riichi",
    "refuses to show the hand": "riichi_hand_not_shown",
    "kan after riichi": "forbidden_riichi_quad",
    "ron with dead hand": "win_with_dead_hand",
    "riichi with dead hand": "riichi_or_quad_with_dead_hand",
    "table talk": "passing_information",
    "shamisen": "passing_information",
    "slow": "slow_or_hasty_play",
    "sakizumo": "slow_or_hasty_play",
    "slow play": "slow_or_hasty_play",
    "loophole": "loopholes",
    "obstruction": "obstruction",
    "cheating": "cheating",
    "stacking the wall": "cheating",
    "mobile phone": "phone",
    "ringing": "phone",
    "tablet": "electronic_device",
    "te veel stenen": "wrong_tile_count",
    "valse ron": "false_win_shown",
    "telefoon": "phone",
    "traag spelen": "slow_or_hasty_play",
    "ノーテンリーチ": "noten_riichi",
    "多牌": "wrong_tile_count",
    "late": None,
    "furiten riichi": None,
    "peeking": None,
    "agari yame": None,
    "tobi": None,
    "uma": None,
    "absent": None,
    "substitute": None,
    "double ron": None,
    "pao": None,
    "te laat": None,
}
"""As referees type it, with the fault that comes first; None where it is no fault."""


@pytest.mark.long
@each("typed", TYPED)
def test_a_referees_words_find_the_right_foul_and_no_other(typed: str) -> None:
    wanted = TYPED[typed]
    if wanted is None:
        said = printed("foul", typed)
        assert words(said).startswith(f"There is no foul '{typed}'. riichi ask answers:")
        assert as_json("foul", typed)["fouls"] == []
    else:
        assert named(*typed.split())[0] == wanted


def test_words_that_match_several_fouls_list_them() -> None:
    found = named("riichi")
    assert "noten_riichi" in found
    assert "cheating" not in found
    text = printed("foul", "riichi")
    neat(text)
    assert "noten_riichi" in text
    assert "\n  swap_call" not in text


def test_a_consequence_lists_its_fouls() -> None:
    assert {"false_win_shown", "noten_riichi", "wrong_win_word"} <= set(named("chombo", *FIRST))
    assert "claim_with_dead_hand" not in named("chombo", "--rules", "wrcr-2015")


def test_a_question_about_another_rule_is_answered_like_ask() -> None:
    said = printed("foul", "double", "ron", *FIRST)
    assert said.endswith(printed("ask", "double", "ron", *FIRST))
    neat(said)
    found = as_json("foul", "who", "gets", "the", "bets", *FIRST)
    assert found["ask"] == as_json("ask", "who", "gets", "the", "bets", *FIRST)
    assert (found["fouls"], found["sure"]) == ([], True)
    assert as_json("foul", "kuikae", *FIRST)["ask"] is None


IN_OTHER_WORDS = {
    "tsumo after discard": "tsumo_after_discard",
    "two tiles drawn": "wrong_tile_count",
    "looked at the dead wall": "others_tiles_exposed",
    "touched tile of another player": "others_tiles_exposed",
    "drew a tile too early": "draw_out_of_turn",
    "somebody knocked over the wall": "several_tiles_exposed",
    "a player used his phone": "phone",
}


@each("typed", few([*IN_OTHER_WORDS], 3))
def test_a_foul_in_other_words_is_as_sure_as_ask(typed: str) -> None:
    found = as_json("foul", typed)
    assert found["fouls"][0]["foul"] == IN_OTHER_WORDS[typed]
    assert found["sure"] == as_json("ask", typed)["sure"]
    assert ("The closest rules:" in printed("foul", typed)) is not found["sure"]


@pytest.mark.parametrize(
    ("typed", "foul", "read_as"),
    [("kuikai", "swap_call", "kuikae"), ("cheeting", "cheating", "cheating")],
)
def test_a_typo_in_the_name_of_a_foul_is_corrected(typed: str, foul: str, read_as: str) -> None:
    assert named(typed) == [foul]
    assert printed("foul", typed).startswith(f"Showing results for '{read_as}'.\n")
    assert as_json("foul", typed)["read_as"] == read_as


def test_a_typo_outside_the_name_of_a_foul_is_not_reported() -> None:
    assert "noten_riichi" in named("noten_rihci")


@pytest.mark.parametrize(("name", "near"), [("swapcal", "swap_call")])
def test_a_typo_gets_the_nearest_name(name: str, near: str) -> None:
    said = refused("foul", name)
    assert f"There is no foul '{name}'. Did you mean '{near}'?" in words(said)


@each(
    "call, said",
    [
        (("xyzzy",), "There is no foul 'xyzzy'. riichi foul lists them all."),
        (("",), "There is no foul ''."),
        (("?!",), "There is no foul '?!'."),
        (("--setting", "club"), "'club' is not one of 'tournament', 'casual'"),
        (("--rules", "ema-2061"), "ema-2061"),
        (("--rules", ","), "--rules is empty"),
        (("--format", "csv"), "'csv' is not one of"),
    ],
)
def test_a_wrong_call_is_refused(call: tuple[str, ...], said: str) -> None:
    assert said in words(refused("foul", *call))


def test_riichi_ask_is_not_advised_if_it_finds_nothing() -> None:
    assert "riichi ask" not in refused("foul", "")
    assert "riichi ask" not in refused("foul", "xyzzy")


def test_a_bad_file_and_rulesets_with_one_id_are_reported(tmp_path: Path) -> None:
    assert "head_bmp" in refused("foul", "--rules", bad(tmp_path / "club.yaml"), status=1)
    first, second = (club(tmp_path / name / "club.yaml") for name in ("a", "b"))
    assert "have the id 'club'" in words(refused("foul", "--rules", f"{first},{second}"))


# ---- for programs --------------------------------------------------------------------------------


def test_the_json_has_every_foul_with_its_consequence() -> None:
    data = as_json("foul", *FIRST)
    assert data["rulesets"] == ["ema-2016", "wrcr-2015"]
    assert data["setting"] == "tournament"
    assert [entry["foul"] for entry in data["fouls"]] == list(fouls())
    for entry in data["fouls"]:
        assert set(entry) == {"foul", "path", "title", "differs", "clauses", "judgements"}
        assert list(entry["judgements"]) == data["rulesets"]
        for judged in entry["judgements"].values():
            assert set(judged) >= FLAGS | {"value", "says", "ruleset"}
            assert {"cite", "silent"} & set(judged)


def test_the_json_of_one_foul() -> None:
    (entry,) = as_json("foul", "claim_with_dead_hand", *FIRST)["fouls"]
    ema, wrcr = entry["judgements"].values()
    assert ema["value"] == "chombo"
    assert ema["cite"] == "3.4.6; dutch 3.4.6"
    assert ema["after_chombo"] == {
        "next_deal": "redeal",
        "riichi_bets": "returned",
        "with_win": "void",
        "after_last_discard": "chombo",
        "last_timed_deal": "redeal",
    }
    assert wrcr["kind"] == "points"
    assert wrcr["after_chombo"] is None
    assert wrcr["penalty"] == {
        "charged": "after_uma", "least": 20000, "most": 20000, "paid_to": "nobody", "points": 20000
    }  # fmt: skip


def test_the_json_of_a_reversed_mangan_and_of_graded_penalties() -> None:
    (entry,) = as_json("foul", "false_win_shown", *FIRST, "--setting", "casual")["fouls"]
    assert entry["judgements"]["ema-2016"]["penalty"] == {
        "charged": "reverse_mangan", "least": 8000, "most": 12000, "paid_to": "others",
        "from_east": 4000, "to_east": 4000, "to_other": 2000,
    }  # fmt: skip
    (entry,) = as_json("foul", "obstruction", *FIRST)["fouls"]
    assert entry["judgements"]["ema-2016"]["penalty"] == {
        "charged": "after_uma", "least": 8000, "most": 48000, "paid_to": "nobody",
        "amounts": [8000, 12000], "serious": [12000, 48000], "repeated": "disqualification",
    }  # fmt: skip


@pytest.mark.parametrize("more", [("chombo",), ("--setting", "casual")])
def test_the_disputes_are_refused_together_with_what_they_ignore(more: tuple[str, ...]) -> None:
    assert "--disputes does not work with" in refused("foul", "--disputes", *more)
