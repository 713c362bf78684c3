"""The contribution of one suit to a score, for each of its readings: yaku bits, sums, fu."""

from __future__ import annotations

from typing import NamedTuple

from riichi_core.analysis.matcher import YakuMatcher
from riichi_core.analysis.packed import FuItem, set_fu
from riichi_core.fast import BoundedCache, new_tuple
from riichi_core.hands.waits import (
    CLAIMED_QUAD,
    CLAIMED_SEQUENCE,
    CONCEALED_QUAD,
    SEQUENCE,
    TRIPLET,
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

COUNTED = ("pairs", "sequences", "triplets", "quads", "concealed_triplets", "claimed")
"""The counts of pairs and sets, three bits each; those of a hand are the sums over its suits."""

SET_COUNTS_MASK = (1 << 3 * len(COUNTED)) - 1
SETS_SHIFT = 3 * len(COUNTED)
WAIT_SHIFT = SETS_SHIFT + 7
HONOUR_SHIFT = WAIT_SHIFT + 3
FU_BITS = HONOUR_SHIFT + 3 - SETS_SHIFT
"""Above the counts, a sum has half the fu of the sets, the wait, and an honour pair (1 to 7)."""

_PAIRS, _SEQUENCES, _TRIPLETS, _QUADS, _CONCEALED, _CLAIMED = (
    1 << 3 * i for i in range(len(COUNTED))
)


class SuitWay(NamedTuple):
    """One way to read a suit.

    `bits` are the alternatives of yaku that it does not refute. `sums` are the packed counts of its
    sets with their fu, the wait and an honour pair; they add up over the suits.
    """

    bits: int
    sums: int
    fu_items: tuple[FuItem, ...]
    reading: SuitReading


class SuitAnalysis(NamedTuple):
    """A suit of a hand: the ways to read it, and its bits in seven pairs or thirteen orphans.

    `pairs` and `orphans` are -1 if the suit does not have that form.
    """

    ways: tuple[SuitWay, ...]
    pairs: int
    orphans: int


class SuitTable:
    """One of the four suits, with a cache of its analyses."""

    def __init__(self, suit: int, matcher: YakuMatcher) -> None:
        self._suit = suit
        self._conditions = matcher.suits[suit]
        self.known: BoundedCache[int, SuitAnalysis] = BoundedCache()
        """By key. Look here first; `find` adds missing ones."""
        honours = suit == _HONOURS
        codes = [code for code in range(63) if code % 9 < 7 or not honours]
        self._values_of_codes = {code: _set_value(suit, code) for code in codes}
        self._pairs = [_PAIRS + ((place + 1) * honours << HONOUR_SHIFT) for place in range(9)]

    def forget(self) -> None:
        """Forget the analyses made before more yaku were tracked."""
        self.known.clear()

    def find(self, key: int) -> SuitAnalysis:
        """Return the analysis of the suit with this key, and cache it."""
        return self.known.store(key, self._work_out(key))

    def declared(self, key: int) -> tuple[int, int]:
        """Return the alternatives that the tiles and the declared sets allow, and the sums."""
        parts = declared_parts(key)
        bits = self._conditions.tiles(_all_counts(key), winning_place(key))
        return bits & self._conditions.sets(parts), self._add_up(parts)[0]

    def _work_out(self, key: int) -> SuitAnalysis:
        conditions, honours = self._conditions, self._suit == _HONOURS
        counts = _all_counts(key)
        allowed_by_tiles = conditions.tiles(counts, winning_place(key))
        ways = []
        for reading in suit_readings(key, honours=honours):
            parts, pair, wait, _ = reading
            sums, fu_items = self._add_up(parts)
            bits = allowed_by_tiles & conditions.sets(parts) & conditions.pair[pair]
            bits &= conditions.wait[wait]
            sums += wait << WAIT_SHIFT
            if pair >= 0:
                sums += self._pairs[pair]
            ways.append(new_tuple(SuitWay, (bits, sums, fu_items, reading)))
        pairs = allowed_by_tiles & conditions.paired(counts) if all_pairs(key) else -1
        orphans = allowed_by_tiles if all_orphans(key, honours=honours) else -1
        return new_tuple(SuitAnalysis, (tuple(ways), pairs, orphans))

    def _add_up(self, parts: tuple[int, ...]) -> tuple[int, tuple[FuItem, ...]]:
        """Return the counts of the sets, packed as in `COUNTED`, and their fu."""
        sums = 0
        items: tuple[FuItem, ...] = ()
        for code in parts:
            added, fu_items = self._values_of_codes[code]
            sums += added
            items += fu_items
        return sums, items


def _all_counts(key: int) -> int:
    """Return the counts of the tiles of a suit, with those of declared sets."""
    counts = concealed_counts(key)
    if key >> 27 & 0xFFFFFF:
        for code in declared_parts(key):
            counts += _TILES_OF_CODE[code]
    return counts


def _set_value(suit: int, code: int) -> tuple[int, tuple[FuItem, ...]]:
    """Return a set's part in the sums of a hand, and its fu, if any."""
    kind = code // 9
    weight = _SEQUENCES if kind in (SEQUENCE, CLAIMED_SEQUENCE) else _TRIPLETS
    if kind in (CLAIMED_QUAD, CONCEALED_QUAD):
        weight += _QUADS
    if kind in (TRIPLET, CONCEALED_QUAD):
        weight += _CONCEALED
    if CLAIMED_SEQUENCE <= kind <= CLAIMED_QUAD:
        weight += _CLAIMED
    if kind in (SEQUENCE, CLAIMED_SEQUENCE):
        return weight, ()
    item = set_fu(
        "quad" if kind in (CLAIMED_QUAD, CONCEALED_QUAD) else "triplet",
        Tile(9 * suit + code % 9),
        concealed=kind in (TRIPLET, CONCEALED_QUAD),
    )
    return weight + (item.fu // 2 << SETS_SHIFT), (item,)


def _tiles_of_code(code: int) -> int:
    """Return the tiles of a set, three bits for each number."""
    kind, place = divmod(code, 9)
    if kind in (SEQUENCE, CLAIMED_SEQUENCE):
        return 0o111 << 3 * place
    return (4 if kind in (CLAIMED_QUAD, CONCEALED_QUAD) else 3) << 3 * place


_TILES_OF_CODE = [_tiles_of_code(code) for code in range(63)]
