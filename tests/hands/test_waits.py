"""The waits of hands, checked by trying every tile."""

from __future__ import annotations

from collections import Counter
from random import Random

from each import each
from effort import examples
from hypothesis import given, settings, strategies as st
from reference.generate import wins
from reference.reading import readings as slow_readings

from riichi_core.hands.hand import Hand
from riichi_core.hands.readings import readings
from riichi_core.hands.waits import suits_of, tenpai_discards, wait_mask, with_tile
from riichi_core.tiles import TILES, Tile, parse_tiles

KINDS = [Tile(kind) for kind in range(34)]
seeds = st.integers(0, 2**32)


def by_trying(text: str) -> list[Tile]:
    """Return every tile with which the reference finds a complete hand."""
    return [tile for tile in KINDS if slow_readings(text, str(tile), True)]


@settings(max_examples=examples(40), deadline=None)
@given(seeds)
def test_the_waits_of_a_winning_hand_match_those_found_by_trying(seed: int) -> None:
    (record,) = wins(seed, 1)
    hand = Hand.parse(record["hand"])
    assert list(hand.waits) == by_trying(record["hand"])
    assert TILES[record["winning_tile"]] in hand.live_waits


@settings(max_examples=examples(60), deadline=None)
@given(seeds)
def test_the_waits_of_a_one_suit_hand_match_those_found_by_trying(seed: int) -> None:
    numbers = Random(seed).sample("123456789" * 4, 13)
    text = "".join(sorted(numbers)) + "s"
    assert list(Hand.parse(text).waits) == by_trying(text)


@settings(max_examples=examples(100), deadline=None)
@given(seeds)
def test_most_random_hands_are_not_tenpai(seed: int) -> None:
    tiles = Random(seed).sample([tile for tile in KINDS for _ in range(4)], 13)
    hand = Hand(tuple(tiles))
    found = [tile for tile in KINDS if readings(hand, tile, drawn=True)]
    assert list(hand.waits) == found == by_trying(str(hand))


@settings(max_examples=examples(100), deadline=None)
@given(seeds)
def test_a_hand_can_win_on_a_tile_unless_it_has_all_four(seed: int) -> None:
    (record,) = wins(seed, 1)
    hand = Hand.parse(record["hand"])
    held = Counter(tile.kind for tile in hand.tiles)
    assert hand.live_waits == tuple(tile for tile in hand.waits if held[tile.kind] < 4)
    assert hand.is_tenpai(own_four=False)


@each(
    "hand, waiting",
    [
        ("234m56799p24678s", "3s"),
        ("1112345678999m", "123456789m"),
        ("2345678999m111z", "124578m"),
        ("19m19p19s1234567z", "19m19p19s1234567z"),
        ("19m19p19s1234566z", "7z"),
        ("1133557799m113p", "3p"),
        ("1122334455667m", "147m"),
        ("9p(234m)(567p)(678s)[7777z]", "9p"),
        ("1234567m234p567s", "147m"),
        ("123m456p789s1357z", ""),
        # four of a kind are not two pairs
        ("1111m3355p7799s1z", ""),
        ("11m11p11s1122334z", "4z"),
    ],
)
def test_some_hands_have_their_known_waits(hand: str, waiting: str) -> None:
    assert Hand.parse(hand).waits == tuple(sorted(parse_tiles(waiting)))
    assert Hand.parse(hand).waits == Hand.parse(hand).live_waits


@each(
    "hand, waiting, left",
    [
        # only a fifth tile would complete these
        ("1111m234567p789s", "1m", ""),
        ("13m99p567s(678s)[2222m]", "2m", ""),
        # a fifth tile together with another one
        ("23m99p567s(678s)[1111m]", "14m", "4m"),
        ("33334m99p234678s", "25m", "25m"),
        ("11112m99p234678s", "3m", "3m"),
        ("1111234m234p567s", "14m", "4m"),
    ],
)  # fmt: skip
def test_a_hand_may_wait_for_a_fifth_tile_but_cannot_win_on_it(
    hand: str, waiting: str, left: str
) -> None:
    one = Hand.parse(hand)
    assert one.waits == tuple(sorted(parse_tiles(waiting)))
    assert one.live_waits == tuple(sorted(parse_tiles(left)))
    assert one.is_tenpai(own_four=True)
    assert one.is_tenpai(own_four=False) == bool(left)


def test_a_hand_without_waits_is_not_tenpai() -> None:
    hand = Hand.parse("147m258p369s1234z")
    assert hand.waits == ()
    assert not hand.is_tenpai(own_four=True)
    assert not hand.is_tenpai(own_four=False)


def test_a_red_five_counts_as_a_five() -> None:
    red, plain = Hand.parse("345m567p123s0588s"), Hand.parse("345m567p123s5588s")
    assert red.waits == plain.waits == parse_tiles("58s")


@settings(max_examples=examples(60), deadline=None)
@given(seeds)
def test_the_discards_that_leave_a_hand_tenpai_match_those_found_by_trying(seed: int) -> None:
    (record,) = wins(seed, 1)
    hand, chance = Hand.parse(record["hand"]), Random(seed)
    drawn = chance.choice(KINDS).kind
    suits = suits_of([*(tile.kind for tile in hand.concealed), drawn])
    for taken in (None, *hand.concealed):  # a tenpai hand, and some that are one tile further away
        if taken is not None:
            suits = with_tile(with_tile(suits, taken.kind, -1), chance.choice(KINDS).kind)
        if any(counts >> 3 * place & 7 > 4 for counts in suits for place in range(9)):
            return
        whole = not hand.melds
        tried = {
            kind: wait_mask(with_tile(suits, kind, -1), no_melds=whole)
            for kind in range(34)
            if suits[kind // 9] >> 3 * (kind % 9) & 7
        }
        found = {kind: waits for kind, waits in tried.items() if waits}
        assert tenpai_discards(suits, no_melds=whole) == found
