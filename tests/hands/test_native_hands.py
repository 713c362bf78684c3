"""The native kernel finds the same shanten, and the same tiles that matter, as plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from effort import LONG, SOAK, seed_of

from riichi_core.fast import PLAIN, native
from riichi_core.hands import hand as hand_module
from riichi_core.hands.hand import Hand, HandError, best_discards
from riichi_core.hands.melds import Meld
from riichi_core.hands.waits import Suits, suits_of
from riichi_core.tiles import Tile

pytestmark = [
    pytest.mark.random,
    pytest.mark.skipif(native() is None, reason="the native kernel is not built"),
]

SEEDS = [*map(seed_of, range(SOAK or (5 if LONG else 1)))]

SETS = [[kind] * 3 for kind in range(34)]
SETS += [[kind, kind + 1, kind + 2] for kind in range(27) if kind % 9 < 7]
SETS += [[kind] * 4 for kind in range(34)]


def hands(seed: int, number: int) -> Iterator[tuple[Suits, int, Suits]]:
    """Yield hands: concealed tiles, with a drawn one or without, the number of sets, their tiles.

    Some consist of few kinds, of pairs, or of terminals and honours.
    """
    rng = Random(seed)
    for _ in range(number):
        left = [4] * 34
        declared: list[int] = []
        sets = rng.choice([0, 0, 0, 1, 2, 3, 4])
        found = 0
        while found < sets:
            tiles = rng.choice(SETS)
            if all(left[kind] >= tiles.count(kind) for kind in tiles):
                found += 1
                declared += tiles
                for kind in tiles:
                    left[kind] -= 1
        among = {
            "any": range(34),
            "a suit": range(9),
            "outer": [kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8)],
            "near": range(4, 18),
        }[rng.choice(["any", "a suit", "outer", "near"])]
        wall = [kind for kind in among for _ in range(left[kind])]
        wall += [kind for kind in range(34) for _ in range(left[kind])][: max(0, 14 - len(wall))]
        held = rng.sample(wall, 14 - 3 * sets - rng.randrange(2))
        if not sets and rng.random() < 0.2:
            held = [kind for kind in rng.sample(range(34), 7) for _ in range(2)][: len(held)]
        yield suits_of(held), sets, suits_of(declared)


@pytest.mark.parametrize("seed", SEEDS)
def test_hands_have_the_plain_shanten_and_tiles(seed: int) -> None:
    kernel = native()
    for suits, sets, declared in hands(seed, 1_500):
        for name in ("shanten", "standard_shanten", "improving", "spare"):
            expected = PLAIN[name](suits, sets, declared)
            assert getattr(kernel, name)(suits, sets, declared) == expected, (name, suits, declared)


def test_tables_of_hands_are_emptied_without_losing_results(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(native(), "MOST_KNOWN", 10)
    for suits, sets, declared in hands(99, 300 if LONG else 60):
        assert native().shanten(suits, sets, declared) == PLAIN["shanten"](suits, sets, declared)
        assert native().improving(suits, sets, declared) == PLAIN["improving"](
            suits, sets, declared
        )


def test_hands_of_tiles_have_the_plain_shanten() -> None:
    rng = Random(1)
    wall = [tile for kind in range(34) for tile in [Tile(kind)] * 4]
    for melds in ([], [Meld("triplet", (Tile("7z"),) * 3, "left")]):
        for _ in range(300):
            concealed = rng.sample(wall, 13 - 3 * len(melds))
            try:
                hand = Hand(concealed, melds)
            except HandError:
                continue
            expected = PLAIN["shanten_of_tiles"](hand.concealed, hand.melds)
            assert hand.shanten == native().shanten_of_tiles(hand.concealed, hand.melds) == expected
            expected = PLAIN["suits_of_tiles"](iter(hand.tiles))
            assert native().suits_of_tiles(iter(hand.tiles)) == expected


def test_a_hand_and_its_best_discards_use_the_kernel() -> None:
    for name in ("shanten", "spare", "improving"):
        assert vars(hand_module)[name] is getattr(native(), name)
    assert best_discards(Hand("2345567m345p678s"), "1z")[0].discard == Tile("1z")
