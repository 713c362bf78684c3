"""Find waits and readings, suit by suit, for readings, analysis and play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, get_args

from riichi_core.fast import BoundedCache, in_native, new_tuple
from riichi_core.hands.melds import Meld, MeldKind
from riichi_core.rules.yaku_vocabulary import Wait
from riichi_core.tiles import Tile
from riichi_core.tiles.tile import ORDER

SEQUENCE, TRIPLET, RON_TRIPLET, CLAIMED_SEQUENCE, CLAIMED_TRIPLET, CLAIMED_QUAD, CONCEALED_QUAD = (
    range(7)
)
"""The part codes. A RON_TRIPLET in the hand was completed by a discard, so it is not concealed."""

WAITS: tuple[Wait, ...] = get_args(Wait)
NOWHERE, TWO_SIDED, EDGE, CLOSED, PAIR, DOUBLE_PAIR = range(6)
"""The wait that the winning tile completes in a suit; NOWHERE if it is in another suit."""

DECLARED: dict[MeldKind, int] = {
    "sequence": CLAIMED_SEQUENCE,
    "triplet": CLAIMED_TRIPLET,
    "quad": CLAIMED_QUAD,
    "extended_quad": CLAIMED_QUAD,
    "concealed_quad": CONCEALED_QUAD,
}

_TILES_OF_MELD: dict[MeldKind, int] = {
    "sequence": 0o111,
    "triplet": 3,
    "quad": 4,
    "extended_quad": 4,
    "concealed_quad": 4,
}

_COUNTS, _HONOUR_COUNTS = (1 << 27) - 1, (1 << 21) - 1
_NOT_PAIRS = 0o555555555
_ORPHANS = 0o700000007
_EACH_HONOUR = 0o1111111


class SuitReading(NamedTuple):
    """A reading of a suit: sets, with or without the pair, and the place of the winning tile.

    `parts` are part codes, `pair` is the place of the pair or -1, `wait` a wait or 0. `completes`
    is the index of the part that the winning tile completes, -1 for the pair or another suit.
    """

    parts: tuple[int, ...]
    pair: int
    wait: int
    completes: int


Split = tuple[tuple[int, ...], int]
"""Part codes of concealed sequences and triplets, and the place of the pair or -1."""

_splits: BoundedCache[int, tuple[Split, ...]] = BoundedCache()
"""The decompositions of the concealed tiles of a suit, or of a part of them."""


# ---- keys ----------------------------------------------------------------------------------------


def suit_keys(
    counts: TileCounts, declared: Sequence[Meld], winning: int, *, drawn: bool
) -> tuple[int, int, int, int]:
    """Return the keys of the four suits of a complete hand.

    `counts` includes the declared sets and the winning tile.
    """
    codes = []
    for meld in declared:
        kind = meld.tiles[0].kind
        codes.append((9 * DECLARED[meld.kind] + kind % 9, kind // 9))
        counts -= _TILES_OF_MELD[meld.kind] << 3 * kind
    m, p, s, z = counts & _COUNTS, counts >> 27 & _COUNTS, counts >> 54 & _COUNTS, counts >> 81
    keys = [m, p, s, z & _HONOUR_COUNTS]
    keys[winning // 9] |= (winning % 9 + 1) << 51 | drawn << 55
    if codes:
        shifts = [27, 27, 27, 27]
        for code, suit in sorted(codes):
            keys[suit] |= code << shifts[suit]
            shifts[suit] += 6
    return keys[0], keys[1], keys[2], keys[3]


def concealed_counts(key: int) -> int:
    """Return the counts of concealed tiles of each number, three bits each."""
    return key & _COUNTS


def declared_parts(key: int) -> tuple[int, ...]:
    """Return the part codes of the declared sets."""
    codes = []
    rest = key >> 27 & 0xFFFFFF
    while rest:
        codes.append(rest & 63)
        rest >>= 6
    return tuple(codes)


def winning_place(key: int) -> int:
    """Return the place of the winning tile in this suit, or -1."""
    return (key >> 51 & 15) - 1


# ---- forms without sets --------------------------------------------------------------------------


def all_pairs(key: int) -> bool:
    """Return True if the suit has exactly two or none of each tile; it may be empty."""
    return not key & _NOT_PAIRS and not key >> 27 & 0xFFFFFF


def all_orphans(key: int, *, honours: bool) -> bool:
    """Return True if the suit has exactly the tiles that thirteen orphans need from it."""
    counts = key & _COUNTS
    if key >> 27 & 0xFFFFFF:
        return False
    if honours:
        return (counts | counts >> 1 | counts >> 2) & _EACH_HONOUR == _EACH_HONOUR
    return not counts & ~_ORPHANS and bool(counts & 7) and bool(counts >> 24)


# ---- sets and a pair -----------------------------------------------------------------------------


def suit_readings(key: int, *, honours: bool) -> list[SuitReading]:
    """Return every way to read the suit as sets and at most one pair, with the winning tile."""
    declared = declared_parts(key) if key >> 27 & 0xFFFFFF else ()
    winning = (key >> 51 & 15) - 1
    counts = key & _COUNTS
    readings = []
    for sets, pair in concealed_splits(counts, honours=honours):
        if winning < 0:
            readings.append(new_tuple(SuitReading, (sets + declared, pair, 0, -1)))
            continue
        if pair == winning:
            readings.append(new_tuple(SuitReading, (sets + declared, pair, PAIR, -1)))
        previous = -1
        for index, code in enumerate(sets):
            if code == previous:  # the same sequence again
                continue
            previous = code
            if code == winning + 9:
                won_parts = sets if key >> 55 else (*sets[:index], code + 9, *sets[index + 1 :])
                readings.append(
                    new_tuple(SuitReading, (won_parts + declared, pair, DOUBLE_PAIR, index))
                )
            elif code < 9 and 0 <= winning - code <= 2:
                wait = _SEQUENCE_WAITS[code][winning - code]
                readings.append(new_tuple(SuitReading, (sets + declared, pair, wait, index)))
    return readings


def _sequence_wait(lowest: int, winning: int) -> int:
    """Return the wait for the lowest, middle or highest tile (0 to 2) of a sequence."""
    if winning == 1:
        return CLOSED
    edge = lowest == 0 if winning == 2 else lowest == 6
    return EDGE if edge else TWO_SIDED


_SEQUENCE_WAITS = [[_sequence_wait(lowest, winning) for winning in range(3)] for lowest in range(7)]


def concealed_splits(counts: int, *, honours: bool) -> tuple[Split, ...]:
    """Return every way to read concealed tiles as sequences, triplets and, if needed, one pair."""
    remainder = _number_of_tiles(counts) % 3
    return () if remainder == 1 else _splits_from_lowest(counts, remainder == 2, honours)


def _number_of_tiles(counts: int) -> int:
    return sum(counts >> 3 * place & 7 for place in range(9))


def _splits_from_lowest(counts: int, pair: bool, honours: bool) -> tuple[Split, ...]:
    """Return every way to use the lowest tile (triplet, pair or sequences), then the rest."""
    if not counts:
        return () if pair else _NOTHING_LEFT
    key = counts << 2 | pair << 1 | honours
    if (known_splits := _splits.get(key)) is not None:
        return known_splits
    place = ((counts & -counts).bit_length() - 1) // 3
    above = counts >> 3 * place + 3
    held = counts >> 3 * place & 7
    most_sequences = 0 if honours else min(above & 7, above >> 3 & 7)
    splits: list[Split] = []
    for triplets, pairs in _USES if pair else _USES_WITHOUT_PAIR:
        sequences = held - 3 * triplets - 2 * pairs
        if 0 <= sequences <= most_sequences:
            lowest_parts = (9 + place,) * triplets + (place,) * sequences
            rest = (above - sequences * 0o11) << 3 * place + 3
            for sets, pair_place in _splits_from_lowest(rest, pair and not pairs, honours):
                splits.append((lowest_parts + sets, place if pairs else pair_place))
    return _splits.store(key, tuple(splits))


_NOTHING_LEFT: tuple[Split, ...] = (((), -1),)
_USES = ((1, 0), (0, 0), (0, 1), (1, 1))
_USES_WITHOUT_PAIR = ((1, 0), (0, 0))
"""The triplets and pairs that can use the lowest tile; all its other tiles are in sequences."""


Suits = tuple[int, int, int, int]
"""The concealed tiles of a hand, suit by suit."""

NO_TILES: Suits = (0, 0, 0, 0)

ORPHANS = sum(1 << kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8))
"""All terminals and honours."""

_SETS_ALONE, _TO_PAIR, _TO_SETS, _NEITHER = 0, 1, 4, 16
"""The state of a suit; the states of four suits add up to that of the hand.

A suit has only sets, or is one tile short of a pair (next to sets), one tile short of sets or of
sets and a pair, or none of these.
"""

_PAIR = 1
ONES = sum(1 << 3 * kind for kind in range(34))
"""One tile of each kind, in a hand as one number."""

OUTER_ONES = sum(1 << 3 * kind for kind in range(34) if ORPHANS >> kind & 1)
"""One of each terminal and honour."""

_LEFT_BY_OTHERS = (_SETS_ALONE, _TO_PAIR, _TO_SETS, 2 * _TO_SETS)
"""The states of three suits with which the fourth can make the hand wait."""

_SuitWaits = tuple[int, int]
"""The state of a suit, and its waits as bits.

The lowest bit is set if it is sets and a pair. The others are the numbers that it waits for to
become that, or to become only sets.
"""

_suits: BoundedCache[int, _SuitWaits] = BoundedCache()
_honours: BoundedCache[int, _SuitWaits] = BoundedCache()


def suits_of(kinds: Iterable[int]) -> Suits:
    """Return the suits of some tiles, given by kind."""
    counts = [0, 0, 0, 0]
    for kind in kinds:
        counts[kind // 9] += 1 << 3 * (kind % 9)
    return counts[0], counts[1], counts[2], counts[3]


@in_native
def suits_of_tiles(tiles: Iterable[Tile]) -> Suits:
    """Return the suits of some tiles."""
    return suits_of([tile.kind for tile in tiles])


def with_tile(suits: Suits, kind: int, times: int = 1) -> Suits:
    """Return the suits with `times` more of a tile; a negative number removes tiles."""
    suit, change = kind // 9, times << 3 * (kind % 9)
    m, p, s, z = suits
    if suit == 0:
        return m + change, p, s, z
    if suit == 1:
        return m, p + change, s, z
    if suit == 2:
        return m, p, s + change, z
    return m, p, s, z + change


def held(suits: Suits, kind: int) -> int:
    """Return the number of tiles of a kind."""
    return suits[kind // 9] >> 3 * (kind % 9) & 7


def wait_mask(suits: Suits, *, no_melds: bool) -> int:
    """Return the kinds that complete a hand, including kinds of which it holds all four."""
    suit_waits = _waits_of_suits(suits)
    state_sum = suit_waits[0][0] + suit_waits[1][0] + suit_waits[2][0] + suit_waits[3][0]
    waits = 0
    if state_sum == _TO_PAIR:
        for suit, (state, bits) in enumerate(suit_waits):
            if state == _TO_PAIR:
                waits = (bits >> 1) << 9 * suit
    elif state_sum == 2 * _TO_SETS:
        first, second = [suit for suit, (state, _) in enumerate(suit_waits) if state == _TO_SETS]
        if suit_waits[second][1] & _PAIR:
            waits = (suit_waits[first][1] >> 1) << 9 * first
        if suit_waits[first][1] & _PAIR:
            waits |= (suit_waits[second][1] >> 1) << 9 * second
    if no_melds:
        waits |= _seven_pairs_wait(suits) | orphan_waits(suits)
    return waits


def tenpai_discards(suits: Suits, *, no_melds: bool) -> dict[int, int]:
    """Return the discards that leave a hand waiting, by kind, with the waits as in `wait_mask`.

    `suits` includes the drawn tile.
    """
    states = [state for state, _ in _waits_of_suits(suits)]
    state_sum = sum(states)
    try_all_suits = no_melds and _near_pairs_or_orphans(suits)
    discards = {}
    for suit, counts in enumerate(suits):
        if not try_all_suits and state_sum - states[suit] not in _LEFT_BY_OTHERS:
            continue
        for index in range(7 if suit == 3 else 9):
            if counts >> 3 * index & 7:
                kind = 9 * suit + index
                waits = wait_mask(with_tile(suits, kind, -1), no_melds=no_melds)
                if waits:
                    discards[kind] = waits
    return discards


def in_one_number(suits: Suits) -> int:
    """Return a hand as one number, with three bits for the count of each kind."""
    m, p, s, z = suits
    return m | p << 27 | s << 54 | z << 81


TileCounts = int
"""The tiles of a hand: three bits for each kind, kind 0 lowest, and above them the marked tiles."""

REDS_AT = 3 * 34
"""The lowest bit of the number of red fives; above it is that of bonus tiles."""

MOST_REDS = 31
"""A mask of the number of red fives."""

_BY_ORDER = [
    1 << 3 * (order >> 2) | (0, 1, MOST_REDS + 1, 0)[order & 3] << REDS_AT
    for order in range(4 * 34)
]


def count_tiles(tiles: Iterable[Tile]) -> TileCounts:
    """Count tiles by kind, and the marked ones."""
    return sum(map(_BY_ORDER.__getitem__, map(ORDER, tiles)))


def with_more(counts: TileCounts, tiles: Iterable[Tile]) -> TileCounts:
    """Add tiles to counts; -1 if a kind would have five. -1 stays -1."""
    for tile in tiles:
        if counts >> 3 * tile.kind & 4:
            return -1
        counts += _BY_ORDER[tile.order]
    return counts


def _near_pairs_or_orphans(suits: Suits) -> bool:
    """Return whether a discard may leave six pairs and a tile, or twelve of thirteen orphans."""
    hand = in_one_number(suits)
    twice = (hand >> 1 | hand >> 2) & ONES
    return twice.bit_count() >= 6 or ((twice | hand) & OUTER_ONES).bit_count() >= 12


def _seven_pairs_wait(suits: Suits) -> int:
    """Return the single tile next to six pairs."""
    hand = in_one_number(suits)
    single = hand & ONES
    if not single or single & (single - 1) or hand >> 1 & single or hand >> 2 & ONES:
        return 0  # there are several single tiles, or three or four of a kind
    return 1 << (single.bit_length() - 1) // 3


def orphan_waits(suits: Suits) -> int:
    """Return the waits of thirteen tiles for thirteen orphans: one kind, all kinds, or none."""
    m, p, s, _ = suits
    if (m | p | s) & ~0o700000007:
        return 0
    present = 0
    for suit, counts in enumerate(suits):
        for place in range(7) if suit == 3 else (0, 8):
            present |= bool(counts >> 3 * place & 7) << (9 * suit + place)
    missing = ORPHANS & ~present
    if not missing:
        return ORPHANS
    return missing if not missing & (missing - 1) else 0


def _waits_of_suits(suits: Suits) -> tuple[_SuitWaits, _SuitWaits, _SuitWaits, _SuitWaits]:
    m, p, s, z = suits
    known = _suits.get
    return (
        known(m) or _suits.store(m, _work_out_waits(m, honours=False)),
        known(p) or _suits.store(p, _work_out_waits(p, honours=False)),
        known(s) or _suits.store(s, _work_out_waits(s, honours=False)),
        _honours.get(z) or _honours.store(z, _work_out_waits(z, honours=True)),
    )


def _work_out_waits(counts: int, *, honours: bool) -> _SuitWaits:
    remainder = _number_of_tiles(counts) % 3
    if remainder == 0:
        return _SETS_ALONE if _splits_from_lowest(counts, False, honours) else _NEITHER, 0
    completing = sum(
        2 << place
        for place in range(7 if honours else 9)
        if _splits_from_lowest(counts + (1 << 3 * place), remainder == 1, honours)
    )
    if remainder == 1:
        return _TO_PAIR if completing else _NEITHER, completing
    pair = _PAIR if _splits_from_lowest(counts, True, honours) else 0
    return _TO_SETS if completing or pair else _NEITHER, completing | pair


def kinds_in(mask: int) -> list[int]:
    """Return the kinds whose bits are set, the lowest first."""
    kinds = []
    while mask:
        low = mask & -mask
        kinds.append(low.bit_length() - 1)
        mask ^= low
    return kinds
