"""Compute the distance of a hand from tenpai (shanten), and the tiles that reduce it.

A complete hand is four sets and a pair, fourteen tiles. The most tiles that a hand can keep for
such a hand determine how many it lacks, and *shanten* is one less: -1 is complete, 0 waits for a
tile. Each suit is looked up only once, as in waits.py: how many of its tiles a number of sets and a
pair can keep. Kinds are bits of an int here, too, 1 << kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from riichi_core.fast import BoundedCache, in_native
from riichi_core.hands.waits import (
    NO_TILES,
    ONES,
    ORPHANS,
    OUTER_ONES,
    Suits,
    in_one_number,
    kinds_in,
    with_tile,
)

Kept = int
"""The most tiles that can be kept for zero to four sets, then for as many sets and a pair.

The ten numbers are in one int, `_LANE` bits each.
"""

Masks = tuple[int, ...]
"""Tile numbers of a suit as bits, for each case of `Kept`."""

_MOST = 4
_WITH_PAIR = _MOST + 1
_LANES = 2 * _WITH_PAIR
_FOUR_AND_PAIR = 3 * _MOST + 2

_Matter = tuple[Kept, Masks]
"""A suit's `Kept`, and the tile numbers that affect it."""

_Ways = tuple[int, ...]
_WholeWays = tuple[int, _Ways, _Ways, _Ways, _Ways]
"""The most tiles that four suits can keep, and the cases in which each suit contributes to it."""

_SUIT = 27
"""The number of bits for the counts of a suit."""

_suits: BoundedCache[int, Kept] = BoundedCache()
_rests: BoundedCache[int, Kept] = BoundedCache()
_gains: BoundedCache[int, _Matter] = BoundedCache()
_spares: BoundedCache[int, _Matter] = BoundedCache()
_whole_ways: BoundedCache[tuple[Kept, Kept, Kept, Kept, int], _WholeWays] = BoundedCache()
_joined: BoundedCache[tuple[Kept, Kept], Kept] = BoundedCache()
_ways: BoundedCache[tuple[Kept, Kept, int], tuple[int, _Ways]] = BoundedCache()

_ALL = (1 << 34) - 1

_ONE_MORE, _ONE_FEWER = 1, -1
"""The changes of a suit: one more tile, which may help, or one fewer, which may be spare."""


# ---- the hand ------------------------------------------------------------------------------------


@in_native
def shanten(suits: Suits, sets: int, declared: Suits = NO_TILES) -> int:
    """Return the shanten of a hand: 0 if it is tenpai, -1 if it is complete.

    A tile of which the hand has all four is not a wait, because there is no fifth. Seven pairs and
    thirteen orphans count only without declared sets. `suits` are the concealed tiles, with or
    without a drawn tile; `sets` is the number of declared sets and `declared` are their tiles.
    """
    standard = standard_shanten(suits, sets, declared)
    if sets:
        return standard
    hand = in_one_number(suits)
    return min(standard, _seven_pairs_shanten(hand), _orphans_shanten(hand))


@in_native
def standard_shanten(suits: Suits, sets: int, declared: Suits = NO_TILES) -> int:
    """Return the shanten for four sets and a pair only; any number of tiles may be missing."""
    (m, p, s, z), (declared_m, declared_p, declared_s, declared_z) = suits, declared
    left = _join(_kept(m, declared_m, 0), _kept(p, declared_p, 0))
    right = _join(_kept(s, declared_s, 0), _kept(z, declared_z, 1))
    return _FOUR_AND_PAIR - 3 * sets - _best(left, right, _MOST - sets)[0] - 1


@in_native
def improving(suits: Suits, sets: int, declared: Suits = NO_TILES) -> int:
    """Return the kinds, as bits, that bring a hand without a drawn tile closer to a win."""
    return _nearest(suits, sets, declared, _ONE_MORE)


@in_native
def spare(suits: Suits, sets: int, declared: Suits = NO_TILES) -> int:
    """Return the kinds, as bits, that a hand with a drawn tile can discard at no loss."""
    return _nearest(suits, sets, declared, _ONE_FEWER)


def each_form(
    suits: Suits, sets: int, declared: Suits, *, drawn: bool
) -> Iterator[tuple[int, int]]:
    """Yield the shanten of each form and the kinds that bring a hand nearer to it, as bits.

    The first form is four sets and a pair. A hand without declared sets also has seven pairs and
    thirteen orphans. If a tile was just drawn, the kinds help after one of the best discards.
    """
    change = _ONE_FEWER if drawn else _ONE_MORE
    standard, helping = _towards_sets(suits, sets, declared, change)
    if drawn:
        discards = (with_tile(suits, kind, -1) for kind in kinds_in(helping))
        after = (_towards_sets(remaining, sets, declared, _ONE_MORE)[1] for remaining in discards)
        helping = reduce(or_, after, 0)
    yield standard, helping
    if sets:
        return
    hand = in_one_number(suits)
    for distance, gain, spare_kinds in _WITHOUT_SETS:
        remaining_hands = [hand]
        if drawn:
            remaining_hands = [hand - (1 << 3 * kind) for kind in kinds_in(spare_kinds(hand))]
        yield distance(hand), reduce(or_, map(gain, remaining_hands), 0)


def _nearest(suits: Suits, sets: int, declared: Suits, change: int) -> int:
    """Return the kinds that affect the closest forms; with declared sets there is only one form."""
    standard, mask = _towards_sets(suits, sets, declared, change)
    if sets:
        return mask
    hand = in_one_number(suits)
    to_pairs, to_orphans = _seven_pairs_shanten(hand), _orphans_shanten(hand)
    best = min(standard, to_pairs, to_orphans)
    if standard > best:
        mask = 0
    if to_pairs == best:
        mask |= _seven_pairs_gain(hand) if change == _ONE_MORE else _seven_pairs_spare(hand)
    if to_orphans == best:
        mask |= _orphans_gain(hand) if change == _ONE_MORE else _orphans_spare(hand)
    return mask


# ---- sets and a pair -----------------------------------------------------------------------------


def _towards_sets(suits: Suits, sets: int, declared: Suits, change: int) -> tuple[int, int]:
    """Return the shanten for sets and a pair, and the kinds that affect it."""
    (a, b, c, d), (declared_m, declared_p, declared_s, declared_z) = suits, declared
    m, masks_m = _matter(a, declared_m, 0, change)
    p, masks_p = _matter(b, declared_p, 0, change)
    s, masks_s = _matter(c, declared_s, 0, change)
    z, masks_z = _matter(d, declared_z, 1, change)
    key = m, p, s, z, _MOST - sets
    best, ways_m, ways_p, ways_s, ways_z = _whole_ways.get(key) or _ways_of(*key)
    mask = _numbers_of(masks_m, ways_m) | _numbers_of(masks_p, ways_p) << 9
    mask |= _numbers_of(masks_s, ways_s) << 18 | _numbers_of(masks_z, ways_z) << 27
    return _FOUR_AND_PAIR - 3 * sets - best - 1, mask


def _ways_of(m: Kept, p: Kept, s: Kept, z: Kept, need: int) -> _WholeWays:
    """Return the most tiles that four suits keep, and the cases in which each suit contributes."""
    left, right = _join(m, p), _join(s, z)
    best, ways_m = _best(m, _join(p, right), need)
    _, ways_p = _best(p, _join(m, right), need)
    _, ways_s = _best(s, _join(left, z), need)
    _, ways_z = _best(z, _join(left, s), need)
    return _whole_ways.store((m, p, s, z, need), (best, ways_m, ways_p, ways_s, ways_z))


def _numbers_of(masks: Masks, ways: _Ways) -> int:
    mask = 0
    for way in ways:
        mask |= masks[way]
    return mask


def _best(own: Kept, other: Kept, need: int) -> tuple[int, _Ways]:
    """Return the most tiles that two parts of a hand keep, and the cases of the first part."""
    key = own, other, need
    if (known_best := _ways.get(key)) is not None:
        return known_best
    own_kept, other_kept = _unpacked(own), _unpacked(other)
    sums = [own_kept[n] + other_kept[_WITH_PAIR + need - n] for n in range(need + 1)]
    paired = [own_kept[_WITH_PAIR + n] + other_kept[need - n] for n in range(need + 1)]
    best = max(*sums, *paired)
    ways = [n for n, kept in enumerate(sums) if kept == best]
    ways += [_WITH_PAIR + n for n, kept in enumerate(paired) if kept == best]
    return _ways.store(key, (best, tuple(ways)))


def _join(own: Kept, other: Kept) -> Kept:
    """Return the `Kept` of two parts of a hand together."""
    key = own, other
    if (known := _joined.get(key)) is not None:
        return known
    own_kept, other_kept = _unpacked(own), _unpacked(other)
    without = [
        max(own_kept[n] + other_kept[m - n] for n in range(m + 1)) for m in range(_WITH_PAIR)
    ]
    having = [
        max(max(own_kept[n] + other_kept[_WITH_PAIR + m - n],
                own_kept[_WITH_PAIR + n] + other_kept[m - n])
            for n in range(m + 1))
        for m in range(_WITH_PAIR)
    ]  # fmt: skip
    packed = sum(kept << _LANE * lane for lane, kept in enumerate((*without, *having)))
    return _joined.store(key, packed)


# ---- packed --------------------------------------------------------------------------------------

_LANE = 5
"""The bits for each number (14 at most) in a `Kept`; the highest one is free."""

_ONE = (1 << _LANE) - 1
LOWEST = sum(1 << _LANE * lane for lane in range(_LANES))
TOPS = LOWEST << _LANE - 1


def _unpacked(packed: Kept) -> tuple[int, ...]:
    return tuple([packed >> _LANE * lane & _ONE for lane in range(_LANES)])


def _higher(first: int, second: int) -> int:
    """Return the higher count in each place."""
    over = ((first | TOPS) - second) & TOPS
    return second ^ (first ^ second) & (over - (over >> _LANE - 1))


def _moved(sets: int, *, pair: bool) -> tuple[int, int, int]:
    """Return how packed counts shift when sets or a pair are added.

    The values are the shift in bits, the bits that remain, and the lowest bits of their places
    after the shift.
    """
    first = range(_WITH_PAIR + sets, _LANES) if pair else range(sets, _WITH_PAIR)
    lanes = [*first, *(() if pair else range(_WITH_PAIR + sets, _LANES))]
    lowest = sum(1 << _LANE * lane for lane in lanes)
    shift = _LANE * (sets + _WITH_PAIR * pair)
    return shift, lowest * _ONE >> shift, lowest


MOVES = [_moved(sets, pair=False) for sets in range(_WITH_PAIR)]
MOVES_WITH_PAIR = [_moved(sets, pair=True) for sets in range(_WITH_PAIR)]


# ---- a suit --------------------------------------------------------------------------------------


def _kept(counts: int, declared: int, honours: int) -> Kept:
    """Return the `Kept` of a suit."""
    if declared:  # a set keeps only tiles up to two numbers apart
        near = (counts | counts >> 1 | counts >> 2) & ONES
        if not honours:
            near |= near << 3 | near << 6 | near >> 3 | near >> 6
        declared &= near * 7
    key = (declared << _SUIT | counts) << 1 | honours
    kept = _suits.get(key)
    if kept is None:
        left = 7 if honours else 9
        kept = _suits.store(key, _kept_from(counts, declared, left, 0, 0, honours))
    return kept


def _kept_from(
    counts: int, declared: int, left: int, ending: int, middle: int, honours: int
) -> Kept:
    """Return the `Kept` of the highest `left` numbers of a suit, the lowest first in `counts`.

    `ending` sequences end with the first of these numbers; `middle` sequences have it in the
    middle. Sets that keep no tile are not considered, because some kind outside the hand always has
    room for them. Three equal sequences are three triplets, so two are enough.
    """
    if not ending and not middle:
        if not counts:
            return 0
        nothing_kept = 7 if honours else 0o777  # a number of which no set can use a tile
        while not counts & nothing_kept:
            counts, declared, left = counts >> 3, declared >> 3, left - 1
    key = ((declared << _SUIT | counts) << 10) | left << 6 | ending << 4 | middle << 2 | honours
    if (known_rest := _rests.get(key)) is not None:
        return known_rest
    held = counts & 7
    in_sequences = ending + middle
    room = 4 - (declared & 7) - in_sequences
    sequences = 0
    if not honours and left > 2 and counts & 0o777:
        sequences = 2
        if declared:
            sequences = min(2, 4 - (declared >> 3 & 7) - middle, 4 - (declared >> 6 & 7))
    best = 0
    for tiles, sets, moves in _USES if held else _NO_USE:
        for begun in range(min(sequences, room - tiles) + 1):
            rest = _kept_from(counts >> 3, declared >> 3, left - 1, middle, begun, honours)
            shift, stays, lowest = moves[sets + begun]
            kept = min(held, in_sequences + tiles + begun)
            packed = ((rest & stays) << shift) + kept * lowest
            best = _higher(best, packed) if best else packed
    return _rests.store(key, best)


_NO_USE = ((0, 0, MOVES),)
_USES = (*_NO_USE, (3, 1, MOVES), (2, 0, MOVES_WITH_PAIR))
"""The uses of a number besides sequences: the tiles, the sets, and the moves of the counts."""


def _matter(counts: int, declared: int, honours: int, change: int) -> _Matter:
    """Return the `Kept` of a suit, and the tile numbers that matter.

    With `_ONE_MORE` the suit would keep one more tile of these numbers. With `_ONE_FEWER` it keeps
    as many tiles without one of them.
    """
    known = _gains if change == _ONE_MORE else _spares
    key = (declared << _SUIT | counts) << 1 | honours
    if (known_matter := known.get(key)) is not None:
        return known_matter
    kept = _kept(counts, declared, honours)
    wanted = kept + LOWEST if change == _ONE_MORE else kept
    masks = [0] * _LANES
    for place in range(7 if honours else 9):
        held = counts >> 3 * place & 7
        fewer_than_four = held + (declared >> 3 * place & 7) < 4
        if fewer_than_four if change == _ONE_MORE else held:
            after = _kept(counts + (change << 3 * place), declared, honours)
            enough = ((after | TOPS) - wanted & TOPS) >> _LANE - 1
            for lane in range(_LANES):
                masks[lane] |= (enough >> _LANE * lane & 1) << place
    return known.store(key, (kept, tuple(masks)))


# ---- seven pairs, thirteen orphans ---------------------------------------------------------------


def _at_least_one(hand: int) -> int:
    """Return the lowest bit of each kind with at least one tile."""
    return (hand | hand >> 1 | hand >> 2) & ONES


def _at_least_two(hand: int) -> int:
    """Return the lowest bit of each kind with at least two tiles."""
    return (hand >> 1 | hand >> 2) & ONES


def _at_least_three(hand: int) -> int:
    return (hand & hand >> 1 | hand >> 2) & ONES


def _kinds_of_bits(digits: int) -> int:
    """Return the kinds of such bits, as adjacent bits."""
    mask = 0
    while digits:
        low = digits & -digits
        mask |= 1 << (low.bit_length() - 1) // 3
        digits ^= low
    return mask


def _seven_pairs_shanten(hand: int) -> int:
    """Return the shanten for seven pairs of different kinds."""
    kinds, pairs = _at_least_one(hand).bit_count(), _at_least_two(hand).bit_count()
    return 6 - min(pairs, 7) + max(0, 7 - kinds)


def _seven_pairs_gain(hand: int) -> int:
    present, pairs = _at_least_one(hand), _kinds_of_bits(_at_least_two(hand))
    return _ALL & ~pairs if present.bit_count() < 7 else _kinds_of_bits(present) & ~pairs


def _seven_pairs_spare(hand: int) -> int:
    present, triplets = _at_least_one(hand), _at_least_three(hand)
    return _kinds_of_bits(
        triplets | (present & ~_at_least_two(hand)) if present.bit_count() > 7 else triplets
    )


def _orphans_shanten(hand: int) -> int:
    return (
        12 - (_at_least_one(hand) & OUTER_ONES).bit_count() + (not _at_least_two(hand) & OUTER_ONES)
    )


def _orphans_gain(hand: int) -> int:
    return (
        ORPHANS
        if not _at_least_two(hand) & OUTER_ONES
        else ORPHANS & ~_kinds_of_bits(_at_least_one(hand) & OUTER_ONES)
    )


def _orphans_spare(hand: int) -> int:
    pairs = _at_least_two(hand) & OUTER_ONES
    surplus = pairs if pairs & (pairs - 1) else _at_least_three(hand) & OUTER_ONES
    return _kinds_of_bits((_at_least_one(hand) & ~OUTER_ONES) | surplus)


_WITHOUT_SETS = (
    (_seven_pairs_shanten, _seven_pairs_gain, _seven_pairs_spare),
    (_orphans_shanten, _orphans_gain, _orphans_spare),
)
"""The forms without sets: the shanten of a hand, and the kinds that it needs and can spare."""
