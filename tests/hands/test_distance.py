"""The shanten of thirteen and fourteen tiles by form, and the best discards, tried one by one."""

from __future__ import annotations

import pytest
from each import each
from effort import LONG

import riichi_core as rc
from riichi_core.hands.hand import best_discards
from riichi_core.seeded import SeededRandom
from riichi_core.tiles import Tile

SET = [Tile(kind) for kind in range(34) for _ in range(4)]
FEW = [tile for tile in SET if tile.kind in (0, 1, 2, 3, 4, 8, 9, 17, 18, 26, *range(27, 34))]


def hands(seed: int, count: int, number: int) -> list[list[Tile]]:
    """Return random tiles, half of them of a few kinds, so that every form comes close."""
    chance, found = SeededRandom(seed), []
    for place in range(count):
        pool = [*(FEW if place % 2 else SET)]
        found.append([pool.pop(chance.below(len(pool))) for _ in range(number)])
    return found


def without(tiles: list[Tile], tile: Tile) -> list[Tile]:
    left = [*tiles]
    left.remove(tile)
    return left


@each("seed", range(10 if LONG else 2))
def test_the_best_discards_leave_the_hands_closest_to_tenpai(seed: int) -> None:
    for tiles in hands(seed, 30, 14):
        after = {tile: rc.Hand(without(tiles, tile)) for tile in set(tiles)}
        nearest = min(hand.shanten for hand in after.values())
        wanted = {
            tile: (hand.improving, sum(4 - tiles.count(improving) for improving in hand.improving))
            for tile, hand in after.items()
            if hand.shanten == nearest
        }
        found = best_discards(tiles)
        assert {one.discard: (one.improving, one.left) for one in found} == wanted
        assert {one.shanten for one in found} == {nearest}
        assert [one.left for one in found] == sorted((one.left for one in found), reverse=True)


@each("seed", range(10 if LONG else 2))
def test_fourteen_tiles_have_the_shanten_after_the_best_discard(seed: int) -> None:
    for tiles in hands(seed, 30, 14):
        found = rc.shanten(tiles)
        best = best_discards(tiles)
        assert found.shanten == min(
            found.standard.shanten,
            *(form.shanten for form in (found.seven_pairs, found.orphans) if form is not None),
        )
        if found.shanten >= 0:
            assert found.shanten == best[0].shanten
            assert set(found.improving) == {tile for choice in best for tile in choice.improving}


@each("seed", range(4 if LONG else 1))
def test_thirteen_tiles_have_the_shanten_of_the_hand(seed: int) -> None:
    for tiles in hands(seed, 40, 13):
        hand = rc.Hand(tiles)
        found = rc.shanten(hand)
        assert (found.shanten, found.improving) == (hand.shanten, hand.improving)
        assert found == rc.shanten(tiles) == rc.shanten(str(hand))


@each(
    "text, drawn, forms",
    [
        ("2345567m345p678s", None, (0, 5, 13)),
        ("2345567m345p678s", "8m", (-1, 5, 13)),
        ("22334455m667788p", None, (-1, -1, 13)),
        ("19m19p19s1234567z", None, (8, 6, 0)),
        ("19m19p19s1234567z", "1z", (7, 5, -1)),
        ("1122m3344p5566s7z", None, (3, 0, 10)),
    ],
)
def test_a_concealed_hand_has_three_forms(
    text: str, drawn: str | None, forms: tuple[int, int, int]
) -> None:
    found = rc.shanten(text, drawn)
    assert found.seven_pairs is not None
    assert found.orphans is not None
    shown = found.standard.shanten, found.seven_pairs.shanten, found.orphans.shanten
    assert shown == forms
    assert found.shanten == min(forms)


def test_a_hand_with_sets_has_one_form() -> None:
    found = rc.shanten("2345567m345p(777z)", "8m")
    assert (found.shanten, found.seven_pairs, found.orphans) == (-1, None, None)
    assert found.improving == ()


def test_a_hand_can_leave_its_declared_sets_out() -> None:
    whole, rest = rc.shanten("11223m55p1z(777z)(345s)"), rc.shanten("11223m55p1z")
    assert rest == whole
    assert rc.shanten("1m").shanten == 0


@each(
    "hand, said",
    [
        ("123m", "3 concealed tiles: expected 13 or 14"),
        ("2345567m345p678s88s", "expected 13 or 14"),
        ("11111m345p678s44p", "1m is there 5 times"),
        (5, "expected a hand as text or as tiles, not 5"),
    ],
)
def test_shanten_refuses_tiles_that_are_not_a_hand(hand: str, said: str) -> None:
    with pytest.raises(rc.RiichiError, match=said):
        rc.shanten(hand)
