"""The distance of hands from completion, checked by trying every tile and every complete hand."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from random import Random

from each import each
from effort import LONG, examples
from hypothesis import given, settings, strategies as st

from riichi_core.hands.shanten import improving, shanten, spare, standard_shanten
from riichi_core.hands.waits import NO_TILES, Suits, held, kinds_in, suits_of, wait_mask, with_tile
from riichi_core.tiles import parse_tiles

ALL = range(34)
SOME = tuple(kind for kind in ALL if kind < 9 or kind in (9, 10, 27, 31))
SUIT = tuple(range(9, 18))

SETS = [(kind,) * 3 for kind in ALL]
SETS += [(kind, kind + 1, kind + 2) for kind in ALL if kind < 27 and kind % 9 < 7]
GROUPS = [*SETS, *((kind,) * 4 for kind in ALL)]

seeds = st.integers(0, 2**32)
tiles_of = st.sampled_from([tuple(ALL), SOME, SUIT])
declared = st.sampled_from([0, 0, 1, 2, 3])


def suits(text: str) -> Suits:
    return suits_of(tile.kind for tile in parse_tiles(text))


def by_chance(seed: int, kinds: tuple[int, ...], size: int) -> Suits:
    return suits_of(Random(seed).sample([kind for kind in kinds for _ in range(4)], size))


def with_sets(seed: int, kinds: tuple[int, ...], sets: int, size: int) -> tuple[Suits, Suits]:
    """Return a number of concealed tiles, and the tiles of declared sets."""
    chance, left = Random(seed), Counter(dict.fromkeys(kinds, 4))
    declared: list[int] = []
    for _ in range(sets):
        group = chance.choice([one for one in GROUPS if Counter(one) <= left])
        declared += group
        left -= Counter(group)
    return suits_of(chance.sample(sorted(left.elements()), size)), suits_of(declared)


def draws(hand: Suits, declared: Suits = NO_TILES) -> dict[int, Suits]:
    """Return the hand plus one tile of each kind of which it has fewer than four."""
    there = {kind: held(hand, kind) + held(declared, kind) for kind in ALL}
    return {kind: with_tile(hand, kind) for kind in ALL if there[kind] < 4}


def fewer(hand: Suits) -> dict[int, Suits]:
    """Return the hand minus one tile of each of its kinds."""
    return {kind: with_tile(hand, kind, -1) for kind in ALL if held(hand, kind)}


# ---- by hand -------------------------------------------------------------------------------------


@each(
    "hand, sets, far",
    [
        ("123m456p789s11122z", 0, -1),
        ("123m456p789s1112z", 0, 0),
        ("11m", 4, -1),
        ("1m", 4, 0),
        ("1m5p", 4, 0),
        ("12m1z", 3, 1),
        ("12m11z", 3, 0),
        ("147m258p369s1234z", 0, 6),
        ("147m258p369s12345z", 0, 6),
        ("1133557799m113p", 0, 0),
        ("11335577m1133p1z", 0, 0),
        ("11335577m113355p", 0, -1),
        # three and four of a kind are one pair
        ("1111m99p1188s775z", 0, 2),
        ("19m19p19s1234567z", 0, 0),
        ("19m19p19s12345677z", 0, -1),
        ("19m19p1s2345677z5p", 0, 1),
        # a fifth tile does not exist
        ("1111m234567p789s", 0, 1),
        ("1111m", 3, 1),
        ("1111z", 3, 1),
        ("1111222233334z", 0, 3),
        ("1112223334444z", 0, 1),
    ],
)
def test_some_hands_have_their_known_distance(hand: str, sets: int, far: int) -> None:
    assert shanten(suits(hand), sets) == far


@each(
    "hand, sets, kinds",
    [
        ("123m456p789s1112z", 0, "2z"),
        ("23m456p789s11122z", 0, "14m"),
        ("2345m", 3, "25m"),
        ("12m19p", 3, "3m19p"),
        ("19m19p19s1234567z", 0, "19m19p19s1234567z"),
        ("1133557799m113p", 0, "3p"),
    ],
)
def test_known_tiles_help_some_hands(hand: str, sets: int, kinds: str) -> None:
    assert kinds_in(improving(suits(hand), sets)) == sorted(
        tile.kind for tile in parse_tiles(kinds)
    )


# ---- by trying -----------------------------------------------------------------------------------


@cache
def complete(sets: int) -> list[tuple[tuple[int, int], ...]]:
    """Return every way to have so many sets and a pair: the kinds, and how many of each."""
    found = {
        tuple(sorted(Counter((*sum(chosen, ()), pair, pair)).items()))
        for chosen in combinations_with_replacement(SETS, sets)
        for pair in ALL
    }
    return [one for one in found if all(times <= 4 for _, times in one)]


def by_comparing(hand: Suits, declared: Suits, sets: int) -> int:
    """Return the tiles missing from the most similar complete hand, less one."""
    counts = [held(hand, kind) for kind in ALL]
    room = [4 - held(declared, kind) for kind in ALL]
    size = 3 * (4 - sets) + 2
    kept = (
        sum(min(counts[kind], times) for kind, times in one)
        for one in complete(4 - sets)
        if all(times <= room[kind] for kind, times in one)
    )
    return size - max(kept) - 1


@settings(max_examples=examples(60), deadline=None)
@given(seeds, tiles_of, st.sampled_from([4, 5]))
def test_a_small_hands_distance_is_that_of_the_most_similar_complete_hand(
    seed: int, kinds: tuple[int, ...], size: int
) -> None:
    hand, declared = with_sets(seed, kinds, 3, size)
    far = by_comparing(hand, declared, 3)
    assert shanten(hand, 3, declared) == standard_shanten(hand, 3, declared) == far
    assert shanten(hand, 3) == by_comparing(hand, NO_TILES, 3)


@settings(max_examples=12 if LONG else 3, deadline=None)
@given(seeds, tiles_of, st.sampled_from([7, 8]))
def test_a_two_set_hands_distance_is_that_of_the_most_similar_complete_hand(
    seed: int, kinds: tuple[int, ...], size: int
) -> None:
    hand, declared = with_sets(seed, kinds, 2, size)
    assert shanten(hand, 2, declared) == by_comparing(hand, declared, 2)


@settings(max_examples=examples(80), deadline=None)
@given(seeds, tiles_of, st.integers(0, 4))
def test_the_best_draw_brings_a_hand_one_step_closer(
    seed: int, kinds: tuple[int, ...], sets: int
) -> None:
    hand, declared = with_sets(seed, kinds, sets, 13 - 3 * sets)
    far = shanten(hand, sets, declared)
    after = {kind: shanten(more, sets, declared) for kind, more in draws(hand, declared).items()}
    assert far == 1 + min(after.values())
    helps = improving(hand, sets, declared)
    assert kinds_in(helps) == [kind for kind in after if after[kind] < far]


@settings(max_examples=examples(80), deadline=None)
@given(seeds, tiles_of, st.integers(0, 4))
def test_the_best_discard_does_not_change_the_distance(
    seed: int, kinds: tuple[int, ...], sets: int
) -> None:
    hand, declared = with_sets(seed, kinds, sets, 14 - 3 * sets)
    far = shanten(hand, sets, declared)
    after = {kind: shanten(left, sets, declared) for kind, left in fewer(hand).items()}
    best = [kind for kind in after if after[kind] == far]
    assert max(far, 0) == min(after.values())
    assert kinds_in(spare(hand, sets, declared)) == best


@settings(max_examples=examples(150), deadline=None)
@given(seeds, tiles_of, st.integers(0, 4))
def test_a_hand_one_tile_from_complete_is_tenpai(
    seed: int, kinds: tuple[int, ...], sets: int
) -> None:
    hand, declared = with_sets(seed, kinds, sets, 13 - 3 * sets)
    waits = [
        kind
        for kind in kinds_in(wait_mask(hand, no_melds=not sets))
        if kind in draws(hand, declared)
    ]
    assert (shanten(hand, sets, declared) == 0) == bool(waits)
    if waits:
        assert kinds_in(improving(hand, sets, declared)) == waits


@settings(max_examples=examples(40), deadline=None)
@given(seeds)
def test_drawing_helpful_tiles_completes_a_hand_in_the_predicted_draws(seed: int) -> None:
    hand = by_chance(seed, tuple(ALL), 13)
    for far in range(shanten(hand, 0), -1, -1):
        assert shanten(hand, 0) == far
        drawn = with_tile(hand, kinds_in(improving(hand, 0))[0])
        if far:
            hand = with_tile(drawn, kinds_in(spare(drawn, 0))[0], -1)
    assert wait_mask(hand, no_melds=True)
