"""Comparing an outcome with the expected one, and describing the differences."""

from __future__ import annotations

from typing import Any

from each import each

from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.kinds.kind import row_text
from riichi_core.scenarios.outcome import differences, unmatched

WIN: dict[str, Any] = {
    "valid": True,
    "yaku": [{"id": "riichi", "han": 1}, {"id": "dragon_triplet", "han": 2, "count": 2}],
    "dora": {"dora": 1, "kan_dora": 0, "ura_dora": 0, "kan_ura_dora": 0, "red_fives": 0},
    "han": 4,
    "fu": 40,
    "fu_items": [
        {"id": "winning", "fu": 20},
        {"id": "concealed_discard", "fu": 10},
        {"id": "triplet", "fu": 4, "tile": "5z", "concealed": True},
        {"id": "triplet", "fu": 4, "tile": "6z", "concealed": True},
    ],
    "limit": None,
    "yakuman": 0,
    "payments": {"from_each": None, "from_dealer": None, "from_discarder": 8000},
    "points": 8000,
}
YAKUMAN = {**WIN, "yaku": [{"id": "all_green", "han": None}], "han": None, "fu_items": None}
NO_WIN = {"valid": False, "reason": "no_yaku", "message": "no yaku: dora alone do not win"}
ERROR = {"error": {"code": "red_five", "message": "2 0p, but there is only 1", "field": "hand"}}

PLAY = {
    "hands": {"east": "19m5p(345p<)", "south": "23m(777z^)[1111z]"},
    "indicators": "12z",
    "drawn": "5p",
    "discards": {"east": "1m 9m' (3p) 6p*"},
    "may": {"east": ["chii 34p", "pon 55p", "pass"]},
}

AGREE: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"valid": True}, WIN),
    ({"yaku": [{"id": "dragon_triplet", "han": 2}, {"id": "riichi", "han": 1}]}, WIN),
    ({"yaku": [{"id": "dragon_triplet", "count": 2}, {"id": "riichi"}]}, WIN),
    ({"dora": {"dora": 1}}, WIN),
    ({"chips": {}}, {"chips": {}}),
    ({"deals": [{}, {"counters": 0}]}, {"deals": [{"counters": 1}, {"counters": 0}]}),
    ({"payments": {"from_discarder": 8000}}, WIN),
    ({"limit": None, "yakuman": 0, "fu": 40, "points": 8000}, WIN),
    ({"has": ["riichi"], "has_not": ["pinfu"]}, WIN),
    ({"han": None, "fu_items": None, "yaku": [{"id": "all_green", "han": None}]}, YAKUMAN),
    ({"valid": False}, NO_WIN),
    ({"reason": "no_yaku"}, NO_WIN),
    ({"error": True}, ERROR),
    ({"error": "red_five"}, ERROR),
    ({"hands": {"east": "1m9m 5p(543p<)"}, "indicators": "2z 1z"}, PLAY),
    ({"hands": {"south": "3m2m[1111z](777z^)"}, "drawn": "5 p"}, PLAY),
    ({"discards": {"east": "19m' (3p)6p*"}}, PLAY),
    ({"may": {"east": ["chii 43p", "pon"]}, "may_not": {"east": ["chii 54p", "kan"]}}, PLAY),
]

DIFFER: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = [
    ({"hands": {"east": "19m5p(345p>)", "south": "23m[1111z](777z^)"}}, PLAY,
     ['hands: expected east "19m5p(345p>)", got east "19m5p(345p<)"']),
    ({"discards": {"east": "9m' 1m (3p) 6p*"}}, PLAY,
     ["discards: expected east \"9m' 1m (3p) 6p*\", got east \"1m 9m' (3p) 6p*\""]),
    ({"indicators": "1z", "drawn": "no tile"}, PLAY,
     ['indicators: expected "1z", got "12z"', 'drawn: expected no tile, got "5p"']),
    ({"may_not": {"east": ["chii 43p"]}}, PLAY,
     ["may not.east: expected [chii 43p], got [chii 34p, pon 55p, pass] (chii 43p is legal)"]),
    ({"han": 3, "points": 7700}, WIN,
     ["han: expected 3, got 4", "points: expected 7700, got 8000"]),
    ({"limit": "mangan"}, WIN, ["limit: expected mangan, got none"]),
    ({"han": None}, WIN, ["han: expected none, got 4"]),
    ({"chips": {}}, {"chips": {"south": 4, "east": -4}},
     ["chips: expected nothing, got south 4, east -4"]),
    (
        {"yaku": [{"id": "riichi", "han": 1}, {"id": "ippatsu", "han": 1}]},
        WIN,
        ["yaku: expected riichi 1, ippatsu 1, got riichi 1, dragon_triplet 2 (twice) "
         "(ippatsu 1 missing; dragon_triplet 2 (twice) too much)"],
    ),
    (
        {"yaku": [{"id": "riichi"}, {"id": "dragon_triplet", "count": 1}]},
        WIN,
        ["yaku: expected riichi, dragon_triplet (once), got riichi 1, dragon_triplet 2 (twice) "
         "(dragon_triplet (once) missing; dragon_triplet 2 (twice) too much)"],
    ),
    (
        {"yaku": []},
        YAKUMAN,
        ["yaku: expected nothing, got all_green"],
    ),
    (
        {"fu_items": [{"id": "winning", "fu": 20}, {"id": "triplet", "fu": 8, "tile": "5z"}]},
        {**WIN, "fu_items": WIN["fu_items"][::3]},
        ["fu items: expected winning 20, triplet 8 of 5z, got winning 20, triplet 4 of 6z "
         "concealed (triplet 8 of 5z missing; triplet 4 of 6z concealed too much)"],
    ),
    ({"fu_items": []}, YAKUMAN, ["fu items: expected nothing, got none"]),
    (
        {"payments": {"from_discarder": 7700, "from_each": None}},
        WIN,
        ["payments: expected from discarder 7700, got from discarder 8000"],
    ),
    ({"dora": {"dora": 0, "red_fives": 0}}, WIN, ["dora: expected dora 0, got dora 1"]),
    (
        {"has": ["pinfu", "riichi"], "has_not": ["dragon_triplet"]},
        WIN,
        ["has: expected pinfu, riichi, got riichi, dragon_triplet (pinfu missing)",
         "has not: expected dragon_triplet, got riichi, dragon_triplet (dragon_triplet found)"],
    ),
    (
        {"han": 4, "points": 8000},
        NO_WIN,
        ["valid: expected true, got false (no_yaku: no yaku: dora alone do not win)"],
    ),
    ({"reason": "not_complete"}, NO_WIN, ["reason: expected not_complete, got no_yaku"]),
    ({"valid": False, "reason": "no_yaku"}, WIN,
     ["valid: expected false, got true", "reason: expected no_yaku, got none"]),
    ({"error": True}, WIN, ["error: expected any, got none"]),
    ({"error": "contradiction"}, ERROR,
     ["error: expected contradiction, got red_five (2 0p, but there is only 1)"]),
    ({"valid": False}, ERROR,
     ["error: expected none, got red_five (2 0p, but there is only 1)"]),
]  # fmt: skip


@each("expected, got", AGREE)
def test_only_named_parts_are_compared(expected: dict[str, Any], got: dict[str, Any]) -> None:
    assert differences(expected, got) == ()


@each("expected, got, text", DIFFER)
def test_a_difference_is_described_in_plain_words(
    expected: dict[str, Any], got: dict[str, Any], text: list[str]
) -> None:
    assert [difference.text() for difference in differences(expected, got)] == text


def test_a_more_specific_entry_is_matched_before_a_less_specific_one() -> None:
    less, more = {"id": "triplet"}, {"id": "triplet", "fu": 4}
    assert unmatched([less, more], [{"id": "triplet", "fu": 4}, {"id": "triplet", "fu": 8}]) == (
        [],
        [],
    )
    assert unmatched([less, less], [{"id": "triplet", "fu": 4}]) == ([less], [])


def test_given_facts_are_described_in_one_line() -> None:
    facts = {
        "hand": "234m55p12345678s", "winning_tile": "9s", "won_by": "discard",
        "seat_wind": "south", "riichi": "double", "ippatsu": True, "winning_tile_apart": False,
        "dora_indicators": ["6s", "1z"], "ura_dora_indicators": [], "counters": 1,
    }  # fmt: skip
    assert KINDS["win"].describe(facts) == (
        "234m55p12345678s wins on 9s, from a discard; south in the east round; double riichi; "
        "ippatsu; not winning tile apart; dora indicators 6s 1z; ura dora indicators none; "
        "1 counter"
    )


def test_wrong_facts_are_shown_unchanged() -> None:
    facts = {"hand": 5, "won_by": ["discard"], "counters": "two", "riichi": None}
    assert KINDS["win"].describe(facts) == (
        "5 wins on no tile, [discard]; east in the east round; counters two; riichi null"
    )


@each("text", ["1m9m1z", "19m 1z", "m19 E", "1m, 9m, 東"])
def test_discards_may_be_written_in_other_ways(text: str) -> None:
    assert row_text(text) == "1m9m1z"
