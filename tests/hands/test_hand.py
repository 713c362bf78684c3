"""Hands as text, and text that is not a hand."""

from __future__ import annotations

from collections import Counter
from copy import copy, deepcopy
from dataclasses import replace
from pickle import dumps, loads
from random import Random

import pytest
from each import each
from effort import examples
from hypothesis import given, settings, strategies as st
from reference.generate import wins

from riichi_core.hands.hand import Hand, HandError, best_discards
from riichi_core.hands.melds import From, Meld, MeldError
from riichi_core.tiles import TILES, Tile, parse_tiles, write_tiles

seeds = st.integers(0, 2**32)
REDS = {"m": 2, "p": 1, "s": 4}
SEATS: tuple[From | None, ...] = (None, "left", "across", "right")
TEN = "1122334455z"
"""Ten concealed tiles; one more set makes a hand."""


def some_hand(seed: int) -> str:
    """Return the hand of a random win, with red fives."""
    (record,) = wins(seed, 1, reds=REDS)
    return str(record["hand"])


# ---- text in and out -----------------------------------------------------------------------------


@settings(max_examples=examples(150), deadline=None)
@given(seeds)
def test_a_hand_can_be_read_back_from_its_text(seed: int) -> None:
    hand = Hand.parse(some_hand(seed))
    assert Hand.parse(str(hand)) == hand
    assert str(Hand.parse(str(hand))) == str(hand)


def read(text: str, *melds: list[Meld]) -> tuple[object, ...]:
    """Return the parts of a hand, or its error."""
    try:
        hand = Hand(text, *melds)
    except HandError as error:
        return error.code, str(error)
    return hand.concealed, hand.melds, hand.counts, hand


@settings(max_examples=examples(150), deadline=None)
@given(seeds)
def test_a_hand_in_the_usual_form_is_read_like_any_other(seed: int) -> None:
    """`Hand` parses a text without shortcuts if a list of melds is given, even an empty one."""
    chance, text = Random(seed), some_hand(seed)
    for _ in range(8):
        assert read(text) == read(text, [])
        place = chance.randrange(len(text))
        text = text[:place] + chance.choice("0159mpsz()[]< ") + text[place + chance.randrange(2) :]


def test_declared_sets_that_are_not_melds_are_refused() -> None:
    for melds in (5, "(123m)", [5], [None]):
        with pytest.raises(HandError, match=r"^melds: expected a list of Meld, not "):
            Hand("2345567m345p", melds)  # type: ignore[arg-type]


def test_copies_of_a_hand_have_its_counts() -> None:
    hand = Hand("02345m55p678s(555z)")
    counts = hand.counts
    for same in (copy(hand), deepcopy(hand), loads(dumps(hand)), replace(hand)):
        assert (same, same.counts) == (hand, counts)


@st.composite
def declared_sets(draw: st.DrawFn) -> Meld:
    """Return any set, with or without red fives; the tile added to a triplet may be red."""
    claimed_from = draw(st.sampled_from(SEATS))
    kind = draw(st.integers(0, 33))
    match draw(st.sampled_from(["sequence", "triplet", "quad", "extended_quad", "concealed_quad"])):
        case "sequence":
            first = draw(st.sampled_from([kind for kind in range(27) if kind % 9 < 7]))
            plain = [Tile(first + step) for step in range(3)]
            tiles = tuple(_maybe_red(draw, tile) for tile in plain)
            return Meld("sequence", tiles, "left" if claimed_from else None)
        case "triplet":
            return Meld("triplet", _equal(draw, kind, 3), claimed_from)
        case "quad":
            return Meld("quad", _equal(draw, kind, 4), claimed_from)
        case "extended_quad":
            added = _maybe_red(draw, Tile(kind))
            return Meld("extended_quad", (*_equal(draw, kind, 3), added), claimed_from)
    return Meld("concealed_quad", _equal(draw, kind, 4))


def _equal(draw: st.DrawFn, kind: int, times: int) -> tuple[Tile, ...]:
    return tuple(sorted(_maybe_red(draw, Tile(kind)) for _ in range(times)))


def _maybe_red(draw: st.DrawFn, tile: Tile) -> Tile:
    is_five = tile.number == 5 and tile.suit != "z"
    return TILES[f"0{tile.suit}"] if is_five and draw(st.booleans()) else tile


@given(st.lists(declared_sets(), max_size=4), st.randoms(use_true_random=False))
def test_every_kind_of_set_can_be_read_back_from_the_text_of_a_hand(
    declared: list[Meld], rng: Random
) -> None:
    used = Counter(tile.kind for one in declared for tile in one.tiles)
    if max(used.values(), default=0) > 4:
        return
    left = [Tile(kind) for kind in range(34) for _ in range(4 - used[kind])]
    hand = Hand(tuple(rng.sample(left, 13 - 3 * len(declared))), tuple(declared))
    back = Hand.parse(str(hand))
    assert back == hand
    assert back.melds == tuple(declared)


@each(
    "written, kind, claimed_from",
    [
        ("(345p<)", "sequence", "left"), ("(340p)", "sequence", None),
        ("(777z^)", "triplet", "across"), ("(550s>)", "triplet", "right"),
        ("(7777z)", "quad", None), ("(5500m<)", "quad", "left"),
        ("(777+7z>)", "extended_quad", "right"), ("(555+0m^)", "extended_quad", "across"),
        ("(550+5m)", "extended_quad", None), ("(550+0m)", "extended_quad", None),
        ("[1111m]", "concealed_quad", None), ("[5550p]", "concealed_quad", None),
    ],
)  # fmt: skip
def test_a_set_is_read_as_written(written: str, kind: str, claimed_from: str | None) -> None:
    hand = Hand.parse(TEN + written)
    (declared,) = hand.melds
    assert (declared.kind, declared.claimed_from) == (kind, claimed_from)
    assert str(hand) == TEN + written
    assert (declared.quad, declared.claimed) == ("quad" in kind, kind != "concealed_quad")
    assert hand.is_open == declared.claimed


def test_an_added_tile_is_kept_separate_from_the_triplet() -> None:
    red_added, red_in_triplet = Hand.parse(f"{TEN}(555+0m)"), Hand.parse(f"{TEN}(550+5m)")
    assert red_added != red_in_triplet
    assert str(red_added.melds[0].tiles[3]) == "0m"
    assert red_added.melds[0].first == red_in_triplet.melds[0].first == TILES["5m"]


@each(
    "one, other",
    [
        ("1z2z1z2z3344z55z(345p<)", f"{TEN}(345p<)"),
        (" 11z 22z3344z\t55z ( 345 p ) ", f"{TEN}(345p)"),
        (f"{TEN}(534p<)", f"{TEN}(345p<)"), (f"{TEN}(403p)", f"{TEN}(340p)"),
        (f"{TEN}(055s)", f"{TEN}(550s)"), (f"{TEN}(505s^)", f"{TEN}(550s^)"),
        (f"{TEN}(0555s)", f"{TEN}(5550s)"), (f"{TEN}[0555s]", f"{TEN}[5550s]"),
        (f"{TEN}(055+5s)", f"{TEN}(550+5s)"), ("(345p)1122z[7777z]33445", None),
        ("(345p)11223z[7777z]44z", "1122344z(345p)[7777z]"),
    ],
)  # fmt: skip
def test_the_order_of_tiles_in_the_text_does_not_matter(one: str, other: str | None) -> None:
    if other is None:
        with pytest.raises(HandError):
            Hand.parse(one)
    else:
        assert Hand.parse(one) == Hand.parse(other)
        assert str(Hand.parse(one)) == str(Hand.parse(other))


def test_sets_keep_their_order() -> None:
    hand = Hand.parse("1122z(777s)(123m)[9999p]")
    assert [str(one) for one in hand.melds] == ["(777s)", "(123m)", "[9999p]"]


def test_concealed_tiles_are_kept_sorted() -> None:
    tiles = parse_tiles("9p1z0m5m1z3s4s5s7z7z7z1m2m")
    assert write_tiles(Hand(tiles).concealed) == "1250m9p345s11777z"
    assert Hand(tiles) == Hand(tuple(reversed(tiles)))


# ---- what is no hand -----------------------------------------------------------------------------

HOW = "expected e.g. (345p<), (777z), (777+7z>) or [1111m]"
NO_SET = "expected a sequence, a triplet or a quad, e.g. 345p or 777z"

MALFORMED = [
    # too few, too many
    ("", "tile_count", "the hand has 0 concealed tiles: expected 13"),
    ("1m", "tile_count", "the hand has 1 concealed tile: expected 13"),
    ("123456789m123p11z", "tile_count", "the hand has 14 concealed tiles: expected 13; give "
     "the winning tile separately"),
    ("123m(777z)", "tile_count", "the hand has 3 concealed tiles besides 1 set: expected 10"),
    ("123m(777z)[1111z]", "tile_count",
     "the hand has 3 concealed tiles besides 2 sets: expected 7"),
    ("12m(777z)(666z)(555z)[1111z]", "tile_count",
     "the hand has 2 concealed tiles besides 4 sets: expected 1; give the winning tile "
     "separately"),
    ("1m(777z)(666z)(555z)(111z)(222z)", "tile_count", "5 sets: a hand has four at most"),
    # five of a tile
    ("1111123456789m", "five_of_a_tile",
     "1m is there 5 times: a set of tiles has four of each kind"),
    ("55500m11223344z", "five_of_a_tile",
     "5m is there 5 times: a set of tiles has four of each kind"),
    ("1122z(333m)(345m)(123m)", "five_of_a_tile",
     "3m is there 5 times: a set of tiles has four of each kind"),
    ("1m112233z[1111m](123m)", "five_of_a_tile",
     "1m is there 6 times: a set of tiles has four of each kind"),
    # brackets
    (f"{TEN}(345p", "notation", "'(345p' lacks its last bracket (at character 12)"),
    (f"{TEN}(345p]", "notation", "'(345p]' lacks its last bracket (at character 12)"),
    (f"{TEN}[1111m)", "notation", "'[1111m)' lacks its last bracket (at character 12)"),
    (f"{TEN}345p)", "notation", "')' is not part of a tile: numbers and then their suit m, p, s or "
     "z (at character 16)"),
    (f"{TEN}()", "notation", f"'()' is not a set: {HOW} (at character 12)"),
    # text in brackets
    (f"{TEN}(345p?)", "notation", f"'(345p?)' is not a set: {HOW} (at character 12)"),
    (f"{TEN}(345p<<)", "notation", f"'(345p<<)' is not a set: {HOW} (at character 12)"),
    (f"{TEN}(<345p)", "notation", f"'(<345p)' is not a set: {HOW} (at character 12)"),
    (f"{TEN}(3m4p5m)", "notation", f"'(3m4p5m)' is not a set: {HOW} (at character 12)"),
    (f"{TEN}(EE+EE)", "notation", f"'(EE+EE)' is not a set: {HOW} (at character 12)"),
    (f"{TEN}(EEE+)", "notation", f"'(EEE+)' is not a set: {HOW} (at character 12)"),
    (f"{TEN}(5pr5p0p)", "notation", "'(5pr5p0p)': r between two fives could mark either as red: "
                                    "write 0p for the red one (at character 12)"),
    (f"{TEN}(777+77z)", "notation", f"'(777+77z)' is not a set: {HOW} (at character 12)"),
    (f"{TEN}(345x)", "notation", "'(345x)': 'x' is not a suit: expected m, p, s, or z for honours "
     "(at character 12)"),
    (f"{TEN}(888z)", "notation", "'(888z)': 8z is not a tile: the honours are 1z East to 4z North, "
     "5z White, 6z Green, 7z Red (at character 12)"),
    # sets
    (f"{TEN}(12p)", "no_set", f"'(12p)': 12p is not a set: {NO_SET} (at character 12)"),
    (f"{TEN}(135p)", "no_set", f"'(135p)': 135p is not a set: {NO_SET} (at character 12)"),
    (f"{TEN}(891p)", "no_set", f"'(891p)': 189p is not a set: {NO_SET} (at character 12)"),
    (f"{TEN}(567z)", "no_set", f"'(567z)': 567z is not a set: {NO_SET} (at character 12)"),
    (f"{TEN}(1234p)", "no_set",
     "'(1234p)': 1234p is not a quad: four equal tiles are needed (at character 12)"),
    (f"{TEN}(77z)", "no_set",
     "'(77z)': 77z is not a triplet: three equal tiles are needed (at character 12)"),
    (f"{TEN}(77777z)", "no_set",
     "'(77777z)': 77777z is not a triplet: three equal tiles are needed (at character 12)"),
    (f"{TEN}(666+7z)", "no_set",
     "'(666+7z)': 6667z is not an extended quad: four equal tiles are needed (at character 12)"),
    (f"{TEN}(77+7z)", "no_set", "'(77+7z)': a tile can only be added to a claimed triplet, e.g. "
        "(777+7z) (at character 12)"),
    (f"{TEN}[777z]", "no_set",
     "'[777z]': 777z is not a concealed quad: four equal tiles are needed (at character 12)"),
    # marks
    (f"{TEN}(345p^)", "no_set",
     "'(345p^)': 345p: a sequence comes from the left only (at character 12)"),
    (f"{TEN}(345p>)", "no_set",
     "'(345p>)': 345p: a sequence comes from the left only (at character 12)"),
    (f"{TEN}[7777z<]", "no_set",
     "'[7777z<]': 7777z is a concealed quad, so it has no discarder (at character 12)"),
    # concealed tiles
    ("123", "notation", "123 has no suit: expected m, p, s, or z for honours (at character 4)"),
    ("1m" * 150, "notation", "the text is 300 characters long, no hand needs more than 200 "
     "(at character 201)"),
]  # fmt: skip


@each("text, code, message", MALFORMED)
def test_a_malformed_hand_is_refused_with_the_reason(text: str, code: str, message: str) -> None:
    with pytest.raises(HandError) as caught:
        Hand.parse(text)
    assert (caught.value.code, str(caught.value)) == (code, message)


@each(
    "text, canonical",
    [
        ("m2345567(p345<)s678", "2345567m678s(345p<)"),
        ("2345567m 678s (3p4p5pr)", "2345567m678s(340p)"),
        ("2345567m678s(P P P ^)", "2345567m678s(555z^)"),
        ("2345567m678s\uff08白白白+白>\uff09", "2345567m678s(555+5z>)"),
        ("2345567m678s[C,C,C,C]", "2345567m678s[7777z]"),
        ("\U0001f007\U0001f008\U0001f009\U0001f00a\U0001f00b\U0001f00b'\U0001f00d 111p 東東 E",
         "1234507m111p111z"),
        ("2345567m678s(z7 7 7+7^)", "2345567m678s(777+7z^)"),
    ],
)  # fmt: skip
def test_a_hand_may_be_written_in_other_ways(text: str, canonical: str) -> None:
    assert str(Hand.parse(text)) == canonical


def test_a_quad_in_square_brackets_is_not_an_extended_triplet() -> None:
    with pytest.raises(HandError):
        Hand.parse(f"{TEN}[777+7z]")


@settings(max_examples=examples(300))
@given(st.text(max_size=260) | st.text(alphabet="0123456789mpszrRECP東()[]<^>+ x", max_size=60))
def test_any_text_is_read_as_a_hand_or_refused(text: str) -> None:
    try:
        hand = Hand.parse(text)
    except HandError as error:
        assert error.code in {"notation", "no_set", "tile_count", "five_of_a_tile"}
    else:
        assert Hand.parse(str(hand)) == hand


@settings(max_examples=examples(200), deadline=None)
@given(seeds, st.integers(0, 60), st.sampled_from([*"0159mpsz()[]<^>+ x", ""]))
def test_a_hand_with_one_changed_character_is_read_or_refused(
    seed: int, at: int, character: str
) -> None:
    text = some_hand(seed)
    try:
        Hand.parse(text[:at] + character + text[at + 1 :])
    except HandError as error:
        assert error.code in {"notation", "no_set", "tile_count", "five_of_a_tile"}


@each("tiles", ["", "1m", "11m", "123456m", "1z2z3z"])
def test_tiles_that_are_not_a_set_are_refused(tiles: str) -> None:
    with pytest.raises(MeldError):
        Meld("triplet", parse_tiles(tiles))
    if tiles:
        with pytest.raises(MeldError):
            Meld("sequence", parse_tiles(tiles))


@pytest.mark.parametrize(
    ("hand", "shanten", "improving"),
    [
        ("44p78p234s[9999p](555z)", 0, "6p"),
        ("1m(111m)234m567p789s", 0, "4m"),
        ("1z23m567p9p(111z)[4444m]", 1, "1m9p"),
    ],
)
def test_a_tile_does_not_help_if_the_players_sets_have_all_four(
    hand: str, shanten: int, improving: str
) -> None:
    found = Hand(hand)
    assert (found.shanten, found.improving) == (shanten, parse_tiles(improving))


def test_a_discard_that_waits_for_a_fifth_tile_is_not_closer_to_tenpai() -> None:
    # without the 8s it would wait only for 3p, and all of them are in the quad
    found = best_discards("12p99s8s[3333p](555z)(777z)")
    assert [(str(one.discard), one.shanten, one.left) for one in found] == [
        ("1p", 1, 16), ("2p", 1, 16), ("9s", 1, 10), ("8s", 1, 8),
    ]  # fmt: skip
