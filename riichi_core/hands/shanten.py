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
from riichi_core.hands.waits import ORPHANS, Suits, kinds_in, with_tile

KeptCounts = tuple[int, ...]
"""The number of tiles kept: for none to four sets, then for the same with a pair."""

Masks = tuple[int, ...]
"""Numbers of a suit as bits, for the same as `KeptCounts`."""

_MOST = 4
_WITH_PAIR = _MOST + 1
_NOTHING: KeptCounts = (0,) * (2 * _WITH_PAIR)
_FOUR_AND_PAIR = 3 * _MOST + 2

_suits: BoundedCache[int, KeptCounts] = BoundedCache()
_rests: BoundedCache[int, KeptCounts] = BoundedCache()
_gains: BoundedCache[int, Masks] = BoundedCache()
_spares: BoundedCache[int, Masks] = BoundedCache()
_joined: BoundedCache[tuple[KeptCounts, KeptCounts], KeptCounts] = BoundedCache()

_ONES = 0o111111111
_ALL = (1 << 34) - 1


_Kinds = Callable[[Suits], int]
"""Kinds, as bits, that matter to a hand in one form."""


class _Matters(Protocol):
    """Return the numbers of a suit that matter to what it keeps."""

    def __call__(self, counts: int, *, honours: bool) -> Masks: ...


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
    return min(found, _pairs(suits), _orphans(suits))


def in_sets(suits: Suits, sets: int) -> int:
    """Return the shanten towards four sets and a pair alone; any number of tiles may be missing."""
    m, p, s, z = (_kept(counts, honours=suit == 3) for suit, counts in enumerate(suits))
    left = _join(m, p)
    right = _join(s, z)
    need = _MOST - sets
    best = max(
        max(left[n] + right[_WITH_PAIR + need - n], left[_WITH_PAIR + n] + right[need - n])
        for n in range(need + 1)
    )
    return _FOUR_AND_PAIR - 3 * sets - best - 1


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
    return sum(unseen.get(kind, 0) for kind in kinds_in(kinds))


def _of_each_form(
    suits: Suits, sets: int, matters: _Matters, pairs: _Kinds, orphans: _Kinds
) -> int:
    """Return the kinds that matter on the way to the nearest forms; open hands have one."""
    standard, found = _towards_sets(suits, sets, matters)
    if sets:
        return found
    return _nearest(
        (standard, found), (_pairs(suits), pairs(suits)), (_orphans(suits), orphans(suits))
    )


def _nearest(*forms: tuple[int, int]) -> int:
    """Return the kinds of the forms that are nearest, each with its shanten."""
    best = min(distance for distance, _ in forms)
    found = 0
    for distance, kinds in forms:
        if distance == best:
            found |= kinds
    return found


# ---- sets and a pair -----------------------------------------------------------------------------


def _towards_sets(suits: Suits, sets: int, matters: _Matters) -> tuple[int, int]:
    """Return the shanten towards sets and a pair, and the kinds that matter on the way there."""
    keeps = [_kept(counts, honours=suit == 3) for suit, counts in enumerate(suits)]
    m, p, s, z = keeps
    left, right = _join(m, p), _join(s, z)
    others = (_join(p, right), _join(m, right), _join(left, z), _join(left, s))
    need = _MOST - sets
    best = max(others[0][need - n] + m[_WITH_PAIR + n] for n in range(need + 1))
    best = max(best, *(others[0][_WITH_PAIR + need - n] + m[n] for n in range(need + 1)))
    found = 0
    for suit, counts in enumerate(suits):
        own, other, of = keeps[suit], others[suit], matters(counts, honours=suit == 3)
        numbers = 0
        for n in range(need + 1):
            if own[n] + other[_WITH_PAIR + need - n] == best:
                numbers |= of[n]
            if own[_WITH_PAIR + n] + other[need - n] == best:
                numbers |= of[_WITH_PAIR + n]
        found |= numbers << 9 * suit
    return _FOUR_AND_PAIR - 3 * sets - best - 1, found


def _join(one: KeptCounts, two: KeptCounts) -> KeptCounts:
    """Return what is kept of two parts of a hand together."""
    key = (one, two)
    if (known := _joined.get(key)) is not None:
        return known
    without = [max(one[n] + two[m - n] for n in range(m + 1)) for m in range(_WITH_PAIR)]
    having = [
        max(max(one[n] + two[_WITH_PAIR + m - n], one[_WITH_PAIR + n] + two[m - n])
            for n in range(m + 1))
        for m in range(_WITH_PAIR)
    ]  # fmt: skip
    return _joined.store(key, (*without, *having))


# ---- a suit --------------------------------------------------------------------------------------


def _kept(counts: int, *, honours: bool) -> KeptCounts:
    known = _suits.get(counts << 1 | honours)
    if known is None:
        known = _suits.store(
            counts << 1 | honours, _rest(counts, 7 if honours else 9, 0, 0, honours)
        )
    return known


def _rest(counts: int, left: int, ending: int, middle: int, honours: bool) -> KeptCounts:
    """Return what the numbers from one on keep.

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
        return _NOTHING
    key = counts << 10 | left << 6 | ending << 4 | middle << 2 | honours
    if (known := _rests.get(key)) is not None:
        return known
    there = counts & 7
    taken = ending + middle
    chows = 2 if not honours and left > 2 and counts & 0o777 else 0
    found = list(_NOTHING)
    for used, own, pair in _USES if there else _USES[:1]:
        for begun in range(min(chows, 4 - taken - used) + 1):
            kept = min(there, taken + used + begun)
            rest = _rest(counts >> 3, left - 1, middle, begun, honours)
            _better(found, rest, kept, own + begun, pair)
    return _rests.store(key, tuple(found))


_USES = ((0, 0, False), (3, 1, False), (2, 0, True))
"""The uses of a number beside chows: the tiles, sets and pairs that each takes or makes."""


def _better(found: list[int], rest: KeptCounts, kept: int, sets: int, pair: bool) -> None:
    """Add to what the other numbers keep what this one does, where that is more than was found."""
    for more in range(_WITH_PAIR - sets):
        at = more + sets
        if pair:
            found[_WITH_PAIR + at] = max(found[_WITH_PAIR + at], rest[more] + kept)
        else:
            found[at] = max(found[at], rest[more] + kept)
            found[_WITH_PAIR + at] = max(found[_WITH_PAIR + at], rest[_WITH_PAIR + more] + kept)


def _gain(counts: int, *, honours: bool) -> Masks:
    """Return the numbers of which one more is kept."""
    key = counts << 1 | honours
    if (known := _gains.get(key)) is not None:
        return known
    now = _kept(counts, honours=honours)
    found = [0] * len(now)
    for place in range(7 if honours else 9):
        if counts >> 3 * place & 7 < 4:
            then = _kept(counts + (1 << 3 * place), honours=honours)
            for at, kept in enumerate(now):
                found[at] |= (then[at] > kept) << place
    return _gains.store(key, tuple(found))


def _spare(counts: int, *, honours: bool) -> Masks:
    """Return the numbers of which one fewer keeps as much."""
    key = counts << 1 | honours
    if (known := _spares.get(key)) is not None:
        return known
    now = _kept(counts, honours=honours)
    found = [0] * len(now)
    for place in range(7 if honours else 9):
        if counts >> 3 * place & 7:
            then = _kept(counts - (1 << 3 * place), honours=honours)
            for at, kept in enumerate(now):
                found[at] |= (then[at] == kept) << place
    return _spares.store(key, tuple(found))


# ---- seven pairs, thirteen orphans ---------------------------------------------------------------


def _at_least(suits: Suits, times: int) -> int:
    """Return the kinds of which there are so many, one to three, or more, as bits."""
    found = 0
    for suit, counts in enumerate(suits):
        one, two, four = counts & _ONES, counts >> 1 & _ONES, counts >> 2 & _ONES
        digits = (one | two | four, two | four, one & two | four)[times - 1]
        while digits:
            low = digits & -digits
            found |= 1 << (9 * suit + (low.bit_length() - 1) // 3)
            digits ^= low
    return found


def _pairs(suits: Suits) -> int:
    """Return the shanten towards seven pairs, each of another kind."""
    kinds, pairs = _at_least(suits, 1).bit_count(), _at_least(suits, 2).bit_count()
    return 6 - min(pairs, 7) + max(0, 7 - kinds)


def _pairs_gain(suits: Suits) -> int:
    there, pairs = _at_least(suits, 1), _at_least(suits, 2)
    return _ALL & ~pairs if there.bit_count() < 7 else there & ~pairs


def _pairs_spare(suits: Suits) -> int:
    there, pairs = _at_least(suits, 1), _at_least(suits, 2)
    third = _at_least(suits, 3)
    return third | (there & ~pairs) if there.bit_count() > 7 else third


def _orphans(suits: Suits) -> int:
    """Return the shanten towards thirteen orphans."""
    there = _at_least(suits, 1) & ORPHANS
    return 12 - there.bit_count() + (not _at_least(suits, 2) & ORPHANS)


def _orphans_gain(suits: Suits) -> int:
    missing = ORPHANS & ~_at_least(suits, 1)
    return missing if _at_least(suits, 2) & ORPHANS else ORPHANS


def _orphans_spare(suits: Suits) -> int:
    there, pairs = _at_least(suits, 1), _at_least(suits, 2) & ORPHANS
    second = pairs if pairs & (pairs - 1) else _at_least(suits, 3) & ORPHANS
    return (there & ~ORPHANS) | second
