"""The contribution of one suit to a score, for each reading of it: yaku bits, numbers, fu."""

from __future__ import annotations

from typing import NamedTuple

from riichi_core.analysis.components import FuItem, set_fu
from riichi_core.analysis.matcher import YakuMatcher
from riichi_core.fast import BoundedCache, new_tuple
from riichi_core.hands.decomposition import (
    CHOW,
    CLAIMED_CHOW,
    CLAIMED_KONG,
    CONCEALED_KONG,
    PUNG,
    SuitReading,
    all_orphans,
    all_pairs,
    concealed_counts,
    declared_parts,
    suit_readings,
    winning_place,
)
from riichi_core.tiles import Tile

_HONOURS = 3

COUNTED = ("pairs", "chows", "pungs", "kongs", "concealed_pungs", "claimed")
"""Three bits each, from the lowest; in a hand each adds up over the suits."""

NUMBERS_MASK = (1 << 3 * len(COUNTED)) - 1
SETS_SHIFT = 3 * len(COUNTED)
WAIT_SHIFT = SETS_SHIFT + 7
HONOUR_SHIFT = WAIT_SHIFT + 3
FU_BITS = HONOUR_SHIFT + 3 - SETS_SHIFT
"""Above them half the fu of the sets, the wait, and an honour that is the pair (1 to 7)."""

_PAIRS, _CHOWS, _PUNGS, _KONGS, _CONCEALED, _CLAIMED = (1 << 3 * i for i in range(len(COUNTED)))


_Formed = tuple[int, int, tuple[FuItem, ...]]
"""Of the sets of a suit: alternatives that they do not refute, numbers, fu."""


class Seen(NamedTuple):
    """One way to see a suit.

    `bits` are the alternatives of yaku that it does not refute, `numbers` what is added up.
    """

    bits: int
    numbers: int
    fu_items: tuple[FuItem, ...]
    placed: SuitReading


class SuitAnalysis(NamedTuple):
    """A suit of a hand: the ways to see it, and its bits in a hand of seven pairs or of orphans.

    `pairs` and `orphans` are -1 where the suit has no such form.
    """

    ways: tuple[Seen, ...]
    pairs: int
    orphans: int


class SuitTable:
    """One of the four suits, with everything that was ever worked out about it."""

    def __init__(self, suit: int, matcher: YakuMatcher) -> None:
        self._suit = suit
        self._words = matcher.suits[suit]
        self.known: BoundedCache[int, SuitAnalysis] = BoundedCache()
        """By key. Look here first: what is missing `find` adds."""
        self._formed: BoundedCache[tuple[int, ...], tuple[int, int, tuple[FuItem, ...]]] = (
            BoundedCache()
        )
        honours = suit == _HONOURS
        codes = [code for code in range(63) if code % 9 < 7 or not honours]
        self._of_set = {code: _of_set(suit, code) for code in codes}
        self._pairs = [_PAIRS + ((place + 1) * honours << HONOUR_SHIFT) for place in range(9)]

    def forget(self) -> None:
        """Forget what was found before more yaku were tracked."""
        self.known.clear()
        self._formed.clear()

    def find(self, key: int) -> SuitAnalysis:
        """Return what the suit with this key contributes."""
        return self.known.store(key, self._work_out(key))

    def _work_out(self, key: int) -> SuitAnalysis:
        words, honours = self._words, self._suit == _HONOURS
        counts = concealed_counts(key)
        if key >> 27 & 0xFFFFFF:
            for code in declared_parts(key):
                counts += _TILES[code]
        of_tiles = words.tiles(counts, winning_place(key))
        ways = []
        for placed in suit_readings(key, honours=honours):
            parts, pair, wait, _ = placed
            formed = self._formed.get(parts) or self._form(parts)
            bits = of_tiles & formed[0] & words.pair[pair] & words.wait[wait]
            numbers = formed[1] + (wait << WAIT_SHIFT)
            if pair >= 0:
                numbers += self._pairs[pair]
            ways.append(new_tuple(Seen, (bits, numbers, formed[2], placed)))
        pairs = of_tiles & words.paired(counts) if all_pairs(key) else -1
        orphans = of_tiles if all_orphans(key, honours=honours) else -1
        return new_tuple(SuitAnalysis, (tuple(ways), pairs, orphans))

    def _form(self, parts: tuple[int, ...]) -> _Formed:
        """Return what sets contribute: alternatives that they do not refute, numbers, fu."""
        numbers = 0
        items: tuple[FuItem, ...] = ()
        for code in parts:
            weight, item = self._of_set[code]
            numbers += weight
            items += item
        return self._formed.store(parts, (self._words.sets(parts), numbers, items))


def _of_set(suit: int, code: int) -> tuple[int, tuple[FuItem, ...]]:
    """Return what a set adds to the numbers of a hand, and its fu, if it has any."""
    kind = code // 9
    weight = _CHOWS if kind in (CHOW, CLAIMED_CHOW) else _PUNGS
    if kind in (CLAIMED_KONG, CONCEALED_KONG):
        weight += _KONGS
    if kind in (PUNG, CONCEALED_KONG):
        weight += _CONCEALED
    if CLAIMED_CHOW <= kind <= CLAIMED_KONG:
        weight += _CLAIMED
    if kind in (CHOW, CLAIMED_CHOW):
        return weight, ()
    item = set_fu(
        "kong" if kind in (CLAIMED_KONG, CONCEALED_KONG) else "pung",
        Tile(9 * suit + code % 9),
        concealed=kind in (PUNG, CONCEALED_KONG),
    )
    return weight + (item.fu // 2 << SETS_SHIFT), (item,)


def _tiles(code: int) -> int:
    """Return the tiles of a set, three bits for each number."""
    kind, place = divmod(code, 9)
    if kind in (CHOW, CLAIMED_CHOW):
        return 0o111 << 3 * place
    return (4 if kind in (CLAIMED_KONG, CONCEALED_KONG) else 3) << 3 * place


_TILES = [_tiles(code) for code in range(63)]
