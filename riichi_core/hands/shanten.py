"""The distance of a hand from tenpai (shanten), and the tiles that bring it nearer.

A complete hand is four sets and a pair, fourteen tiles. What a hand can keep of the best such one
says how many tiles it lacks, and *shanten* is one fewer: -1 is complete, 0 waits for a tile. Each
suit is looked up once, as in waits.py: how many of its tiles so many sets and a pair can keep.
Kinds are bits of an int here, too, 1 << kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from riichi_core.fast import BoundedCache
from riichi_core.hands.waits import (
    ONES,
    ORPHANS,
    OUTER_ONES,
    Suits,
    in_one_number,
    kinds_in,
    with_tile,
)

KeptCounts = tuple[int, ...]
"""The number of tiles kept: for none to four sets, then for the same with a pair."""

Masks = tuple[int, ...]
"""Numbers of a suit as bits, for the same as `KeptCounts`."""

_MOST = 4
_WITH_PAIR = _MOST + 1
_LANES = 2 * _WITH_PAIR
_FOUR_AND_PAIR = 3 * _MOST + 2

_Matter = tuple[int, Masks]
"""The number of what a suit keeps, and the numbers of its tiles that matter to it."""

_Ways = tuple[int, ...]
_WholeWays = tuple[int, _Ways, _Ways, _Ways, _Ways]
"""The most that four suits keep, and the places of what each keeps then."""

_NUMBER = 14
"""The bits of the number of what a suit keeps."""

_suits: BoundedCache[int, int] = BoundedCache()
_rests: BoundedCache[int, int] = BoundedCache()
_gains: BoundedCache[int, _Matter] = BoundedCache()
_spares: BoundedCache[int, _Matter] = BoundedCache()
_whole_ways: BoundedCache[int, _WholeWays] = BoundedCache()
_joined: BoundedCache[int, int] = BoundedCache()
_ways: BoundedCache[int, tuple[int, tuple[int, ...]]] = BoundedCache()

_known: list[KeptCounts] = []
_packed: list[int] = []
_numbers: dict[int, int] = {}
"""All that suits and parts of a hand keep, some thousands, each with its place in the lists: its
number, by which the rest is looked up."""

_ALL = (1 << 34) - 1

_Kinds = Callable[[int], int]
"""Kinds, as bits, that matter in one form to a hand in one number (`in_one_number`)."""


class _Matters(Protocol):
    """Return the number of what a suit keeps, and the tiles that matter to that."""

    def __call__(self, counts: int, *, honours: bool) -> _Matter: ...


# ---- the hand ------------------------------------------------------------------------------------


def shanten(suits: Suits, sets: int) -> int:
    """Return how many tiles a hand lacks until it waits for one; -1 if it is complete.

    A tile of which the hand has all four concealed is not waited for: there is no fifth. With no
    declared set seven pairs and thirteen orphans count as well.

    Args:
        suits: its concealed tiles, with or without one just drawn.
        sets: how many sets are declared.
    """
    found = in_sets(suits, sets)
    if sets:
        return found
    whole = in_one_number(suits)
    return min(found, _pairs(whole), _orphans(whole))


def in_sets(suits: Suits, sets: int) -> int:
    """Return the shanten towards four sets and a pair alone; any number of tiles may be missing."""
    m, p, s, z = suits
    left = _join(_kept(m, honours=False), _kept(p, honours=False))
    right = _join(_kept(s, honours=False), _kept(z, honours=True))
    return _FOUR_AND_PAIR - 3 * sets - _best(left, right, _MOST - sets)[0] - 1


def useful(suits: Suits, sets: int) -> int:
    """Return the kinds that bring a hand nearer when one is added, as bits.

    Args:
        suits: its concealed tiles, with none just drawn.
        sets: how many sets are declared.
    """
    return _of_each_form(suits, sets, _gain, _pairs_gain, _orphans_gain)


def spare(suits: Suits, sets: int) -> int:
    """Return the kinds without one of which a hand is as near as with it, as bits.

    Args:
        suits: its concealed tiles, with one just drawn.
        sets: how many sets are declared.
    """
    return _of_each_form(suits, sets, _spare, _pairs_spare, _orphans_spare)


def discards(suits: Suits, sets: int, unseen: Mapping[int, int]) -> dict[int, int]:
    """Return the kinds to discard that leave a hand nearest, and how many tiles then help.

    Args:
        suits: its concealed tiles, with one just drawn.
        sets: how many sets are declared.
        unseen: how many tiles of each kind are not seen.
    """
    return {
        kind: helping(useful(with_tile(suits, kind, -1), sets), unseen)
        for kind in kinds_in(spare(suits, sets))
    }


def helping(kinds: int, unseen: Mapping[int, int]) -> int:
    """Return how many tiles of some kinds, given as bits, are not seen."""
    found = 0
    while kinds:
        low = kinds & -kinds
        found += unseen.get(low.bit_length() - 1, 0)
        kinds ^= low
    return found


def _of_each_form(
    suits: Suits, sets: int, matters: _Matters, pairs: _Kinds, orphans: _Kinds
) -> int:
    """Return the kinds that matter on the way to the nearest forms; open hands have one."""
    standard, found = _towards_sets(suits, sets, matters)
    if sets:
        return found
    whole = in_one_number(suits)
    to_pairs, to_orphans = _pairs(whole), _orphans(whole)
    best = min(standard, to_pairs, to_orphans)
    if standard > best:
        found = 0
    if to_pairs == best:
        found |= pairs(whole)
    if to_orphans == best:
        found |= orphans(whole)
    return found


# ---- sets and a pair -----------------------------------------------------------------------------


def _towards_sets(suits: Suits, sets: int, matters: _Matters) -> tuple[int, int]:
    """Return the shanten towards sets and a pair, and the kinds that matter on the way there."""
    a, b, c, d = suits
    m, in_m = matters(a, honours=False)
    p, in_p = matters(b, honours=False)
    s, in_s = matters(c, honours=False)
    z, in_z = matters(d, honours=True)
    need = _MOST - sets
    key = (((m << _NUMBER | p) << _NUMBER | s) << _NUMBER | z) << 3 | need
    ways = _whole_ways.get(key)
    if ways is None:
        ways = _whole_ways.store(key, _ways_of(m, p, s, z, need))
    best, of_m, of_p, of_s, of_z = ways
    found = _numbers_of(in_m, of_m) | _numbers_of(in_p, of_p) << 9
    found |= _numbers_of(in_s, of_s) << 18 | _numbers_of(in_z, of_z) << 27
    return _FOUR_AND_PAIR - 3 * sets - best - 1, found


def _ways_of(m: int, p: int, s: int, z: int, need: int) -> _WholeWays:
    """Return what four suits keep at most, and of each suit the places that do."""
    left, right = _join(m, p), _join(s, z)
    best, of_m = _best(m, _join(p, right), need)
    _, of_p = _best(p, _join(m, right), need)
    _, of_s = _best(s, _join(left, z), need)
    _, of_z = _best(z, _join(left, s), need)
    return best, of_m, of_p, of_s, of_z


def _numbers_of(masks: Masks, ways: tuple[int, ...]) -> int:
    found = 0
    for way in ways:
        found |= masks[way]
    return found


def _best(own: int, other: int, need: int) -> tuple[int, tuple[int, ...]]:
    """Return what two parts of a hand keep at most, and the places of the first that do."""
    key = own << 40 | other << 4 | need
    if (known := _ways.get(key)) is not None:
        return known
    one, two = _known[own], _known[other]
    sums = [one[n] + two[_WITH_PAIR + need - n] for n in range(need + 1)]
    paired = [one[_WITH_PAIR + n] + two[need - n] for n in range(need + 1)]
    best = max(*sums, *paired)
    ways = [n for n, kept in enumerate(sums) if kept == best]
    ways += [_WITH_PAIR + n for n, kept in enumerate(paired) if kept == best]
    return _ways.store(key, (best, tuple(ways)))


def _join(own: int, other: int) -> int:
    """Return what is kept of two parts of a hand together."""
    key = own << 32 | other
    if (known := _joined.get(key)) is not None:
        return known
    one, two = _known[own], _known[other]
    without = [max(one[n] + two[m - n] for n in range(m + 1)) for m in range(_WITH_PAIR)]
    having = [
        max(max(one[n] + two[_WITH_PAIR + m - n], one[_WITH_PAIR + n] + two[m - n])
            for n in range(m + 1))
        for m in range(_WITH_PAIR)
    ]  # fmt: skip
    packed = sum(kept << _LANE * at for at, kept in enumerate((*without, *having)))
    return _joined.store(key, _number(packed))


def _number(packed: int) -> int:
    """Return the number by which it is known what a suit or a part of a hand keeps."""
    found = _numbers.get(packed)
    if found is None:
        found = _numbers[packed] = len(_known)
        _packed.append(packed)
        _known.append(_unpacked(packed))
    return found


# ---- packed --------------------------------------------------------------------------------------

_LANE = 5
"""The bits of a `KeptCounts` in which each of its counts, 14 at most, lies when it is packed in one
int; the highest is free. All fit in a word, which compiled modules reckon with much sooner."""

_ONE = (1 << _LANE) - 1
_LOWEST = sum(1 << _LANE * lane for lane in range(_LANES))
_TOPS = _LOWEST << _LANE - 1


def _unpacked(packed: int) -> tuple[int, ...]:
    return tuple([packed >> _LANE * lane & _ONE for lane in range(_LANES)])


def _higher(one: int, two: int) -> int:
    """Return the higher of both counts in each place."""
    over = ((one | _TOPS) - two) & _TOPS
    return two ^ (one ^ two) & (over - (over >> _LANE - 1))


def _moved(sets: int, *, pair: bool) -> tuple[int, int, int]:
    """Return how packed counts move up with so many sets more, or a pair, and which places stay.

    These are the bits to shift, the bits that stay, and the lowest bits of their places then.
    """
    first = range(_WITH_PAIR + sets, _LANES) if pair else range(sets, _WITH_PAIR)
    lanes = [*first, *(() if pair else range(_WITH_PAIR + sets, _LANES))]
    lowest = sum(1 << _LANE * lane for lane in lanes)
    shift = _LANE * (sets + _WITH_PAIR * pair)
    return shift, lowest * _ONE >> shift, lowest


_MOVES = [_moved(sets, pair=False) for sets in range(_WITH_PAIR)]
_MOVES_WITH_PAIR = [_moved(sets, pair=True) for sets in range(_WITH_PAIR)]


# ---- a suit --------------------------------------------------------------------------------------


def _kept(counts: int, *, honours: bool) -> int:
    """Return the number of what a suit keeps."""
    key = counts << 1 | honours
    found = _suits.get(key)
    if found is None:
        found = _suits.store(key, _number(_rest(counts, 7 if honours else 9, 0, 0, honours)))
    return found


def _rest(counts: int, left: int, ending: int, middle: int, honours: bool) -> int:
    """Return what the numbers from one on keep, packed.

    A set that keeps no tile is not looked for: of some kind that the hand has not there is room for
    it. Three equal chows are three pungs, so two are enough.

    Args:
        counts: how many of each of these numbers there are, the lowest first.
        left: how many numbers these are.
        ending: how many chows end with the first of them.
        middle: how many have it in the middle.
        honours: whether these are honours, which make no chows.
    """
    if not counts and not ending and not middle:
        return 0
    key = counts << 10 | left << 6 | ending << 4 | middle << 2 | honours
    if (known := _rests.get(key)) is not None:
        return known
    there = counts & 7
    taken = ending + middle
    chows = 2 if not honours and left > 2 and counts & 0o777 else 0
    found = 0
    for used, own, moves in _USES if there else _USES[:1]:
        for begun in range(min(chows, 4 - taken - used) + 1):
            rest = _rest(counts >> 3, left - 1, middle, begun, honours)
            shift, stays, lowest = moves[own + begun]
            kept = min(there, taken + used + begun)
            found = _higher(found, ((rest & stays) << shift) + kept * lowest)
    return _rests.store(key, found)


_USES = ((0, 0, _MOVES), (3, 1, _MOVES), (2, 0, _MOVES_WITH_PAIR))
"""The uses of a number beside chows: the tiles, the sets, and what becomes of the other counts."""


def _gain(counts: int, *, honours: bool) -> _Matter:
    """Return the numbers of which one more is kept."""
    key = counts << 1 | honours
    if (known := _gains.get(key)) is not None:
        return known
    number = _kept(counts, honours=honours)
    low = high = 0
    less = _packed[number] + _LOWEST
    for place in range(7 if honours else 9):
        if counts >> 3 * place & 7 < 4:
            then = _kept(counts + (1 << 3 * place), honours=honours)
            if then != number:
                more = ((_packed[then] | _TOPS) - less & _TOPS) >> _LANE - 1
                if place < _LANE:
                    low |= more << place
                else:
                    high |= more << place - _LANE
    return _gains.store(key, (number, _masks(low, high)))


def _spare(counts: int, *, honours: bool) -> _Matter:
    """Return the numbers of which one fewer keeps as much."""
    key = counts << 1 | honours
    if (known := _spares.get(key)) is not None:
        return known
    number = _kept(counts, honours=honours)
    low = high = 0
    now = _packed[number]
    for place in range(7 if honours else 9):
        if counts >> 3 * place & 7:
            then = _packed[_kept(counts - (1 << 3 * place), honours=honours)]
            same = ((then | _TOPS) - now & _TOPS) >> _LANE - 1
            if place < _LANE:
                low |= same << place
            else:
                high |= same << place - _LANE
    return _spares.store(key, (number, _masks(low, high)))


def _masks(low: int, high: int) -> Masks:
    """Return the masks of a suit, given as lanes for its lower and its higher numbers."""
    lows, highs = _unpacked(low), _unpacked(high)
    return tuple([one | two << _LANE for one, two in zip(lows, highs, strict=True)])


# ---- seven pairs, thirteen orphans ---------------------------------------------------------------


def _once(whole: int) -> int:
    """Return the lowest bit of each kind of which there is one at least."""
    return (whole | whole >> 1 | whole >> 2) & ONES


def _twice(whole: int) -> int:
    """Return the same for two, and `_thrice` for three."""
    return (whole >> 1 | whole >> 2) & ONES


def _thrice(whole: int) -> int:
    return (whole & whole >> 1 | whole >> 2) & ONES


def _bits(digits: int) -> int:
    """Return the kinds of such bits, as bits without room between them."""
    found = 0
    while digits:
        low = digits & -digits
        found |= 1 << (low.bit_length() - 1) // 3
        digits ^= low
    return found


def _pairs(whole: int) -> int:
    """Return the shanten towards seven pairs, each of another kind."""
    kinds, pairs = _once(whole).bit_count(), _twice(whole).bit_count()
    return 6 - min(pairs, 7) + max(0, 7 - kinds)


def _pairs_gain(whole: int) -> int:
    there, pairs = _once(whole), _bits(_twice(whole))
    return _ALL & ~pairs if there.bit_count() < 7 else _bits(there) & ~pairs


def _pairs_spare(whole: int) -> int:
    there, third = _once(whole), _thrice(whole)
    return _bits(third | (there & ~_twice(whole)) if there.bit_count() > 7 else third)


def _orphans(whole: int) -> int:
    """Return the shanten towards thirteen orphans."""
    return 12 - (_once(whole) & OUTER_ONES).bit_count() + (not _twice(whole) & OUTER_ONES)


def _orphans_gain(whole: int) -> int:
    return (
        ORPHANS if not _twice(whole) & OUTER_ONES else ORPHANS & ~_bits(_once(whole) & OUTER_ONES)
    )


def _orphans_spare(whole: int) -> int:
    pairs = _twice(whole) & OUTER_ONES
    second = pairs if pairs & (pairs - 1) else _thrice(whole) & OUTER_ONES
    return _bits((_once(whole) & ~OUTER_ONES) | second)
