"""One suit of a complete hand, taken apart in every way: the geometry below all readings.

A suit is an int, its *key*, so that what was worked out once can be looked up:

    bits  0-26  how many concealed tiles of each number, three bits each, the winning tile included
    bits 27-50  the declared sets, up to four part codes of six bits
    bits 51-54  the number of the winning tile where it stands in this suit, else 0
    bit  55     set if the winning tile stands here and was drawn

A *part code* is `9 * kind + place`, with the place of a tile being its number less one (for a chow
that of its lowest tile) and the kinds below.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, get_args

from riichi_core.fast import BoundedCache, new_tuple
from riichi_core.hands.melds import Meld, MeldKind
from riichi_core.rules.vocabulary import Wait

CHOW, PUNG, RON_PUNG, CLAIMED_CHOW, CLAIMED_PUNG, CLAIMED_KONG, CONCEALED_KONG = range(7)
"""A RON_PUNG stands in the hand, but a discard completed it, so it is not concealed."""

WAITS: tuple[Wait, ...] = get_args(Wait)
NOWHERE, TWO_SIDED, EDGE, CLOSED, PAIR, DOUBLE_PAIR = range(6)
"""The way in which the winning tile completes a suit; NOWHERE if it stands in another one."""

_DECLARED: dict[MeldKind, int] = {
    "chow": CLAIMED_CHOW,
    "pung": CLAIMED_PUNG,
    "kong": CLAIMED_KONG,
    "extended_kong": CLAIMED_KONG,
    "concealed_kong": CONCEALED_KONG,
}

_COUNTS = (1 << 27) - 1
_ONE_OF = [1 << 3 * (kind % 9) for kind in range(34)]
_NOT_PAIRS = 0o555555555
_ORPHANS = 0o700000007
_EVERY_HONOUR = 0o1111111


class SuitReading(NamedTuple):
    """A suit seen as sets and perhaps the pair, with the winning tile in one of them.

    `parts` are part codes, `pair` is the place of the pair or -1, `wait` a wait or 0. `completes`
    is the index of the part that the winning tile completes, -1 for the pair or another suit.
    """

    parts: tuple[int, ...]
    pair: int
    wait: int
    completes: int


Split = tuple[tuple[int, ...], int]
"""Part codes of concealed chows and pungs, and the place of the pair or -1."""

_splits: BoundedCache[int, tuple[Split, ...]] = BoundedCache()
_smaller: BoundedCache[int, tuple[Split, ...]] = BoundedCache()
"""The decompositions of all concealed tiles of a suit, and on the way of fewer."""


# ---- keys ----------------------------------------------------------------------------------------


def suit_keys(
    concealed: Iterable[int], declared: Sequence[Meld], winning: int, *, drawn: bool
) -> tuple[int, int, int, int]:
    """Return the keys of the four suits of a complete hand.

    Args:
        concealed: the kinds of the concealed tiles, without the winning one.
        declared: the declared sets.
        winning: the kind of the winning tile.
        drawn: whether it was drawn.
    """
    keys = [0, 0, 0, 0]
    for kind in concealed:
        keys[kind // 9] += _ONE_OF[kind]
    keys[winning // 9] += _ONE_OF[winning] | (winning % 9 + 1) << 51 | drawn << 55
    if declared:
        codes: tuple[list[int], ...] = ([], [], [], [])
        for one in declared:
            kind = one.first.kind
            codes[kind // 9].append(9 * _DECLARED[one.kind] + kind % 9)
        for suit, found in enumerate(codes):
            for slot, code in enumerate(sorted(found)):
                keys[suit] |= code << (27 + 6 * slot)
    return keys[0], keys[1], keys[2], keys[3]


def concealed_counts(key: int) -> int:
    """Return how many concealed tiles of each number there are, three bits each."""
    return key & _COUNTS


def declared_parts(key: int) -> tuple[int, ...]:
    """Return the part codes of the declared sets."""
    found = []
    rest = key >> 27 & 0xFFFFFF
    while rest:
        found.append(rest & 63)
        rest >>= 6
    return tuple(found)


def winning_place(key: int) -> int:
    """Return the place of the winning tile in this suit, or -1."""
    return (key >> 51 & 15) - 1


# ---- forms without sets --------------------------------------------------------------------------


def all_pairs(key: int) -> bool:
    """Return True if each tile of the suit is there twice or not at all; a suit may be empty."""
    return not key & _NOT_PAIRS and not key >> 27 & 0xFFFFFF


def all_orphans(key: int, *, honours: bool) -> bool:
    """Return True if the suit has what thirteen orphans need of it, and nothing else."""
    counts = key & _COUNTS
    if key >> 27 & 0xFFFFFF:
        return False
    if honours:
        return all(counts >> 3 * place & 7 for place in range(7))
    return not counts & ~_ORPHANS and bool(counts & 7) and bool(counts >> 24)


# ---- sets and a pair -----------------------------------------------------------------------------


def suit_readings(key: int, *, honours: bool) -> list[SuitReading]:
    """Return every way to see the suit as sets and at most one pair, with the winning tile."""
    declared = declared_parts(key) if key >> 27 & 0xFFFFFF else ()
    winning = (key >> 51 & 15) - 1
    counts = key & _COUNTS
    known = _splits.get(counts << 1 | honours)
    found = []
    for sets, pair in splits(counts, honours=honours) if known is None else known:
        if winning < 0:
            found.append(new_tuple(SuitReading, (sets + declared, pair, 0, -1)))
            continue
        if pair == winning:
            found.append(new_tuple(SuitReading, (sets + declared, pair, PAIR, -1)))
        seen = -1
        for index, code in enumerate(sets):
            if code == seen:  # the same chow again
                continue
            seen = code
            if code == winning + 9:
                whole = sets if key >> 55 else (*sets[:index], code + 9, *sets[index + 1 :])
                found.append(new_tuple(SuitReading, (whole + declared, pair, DOUBLE_PAIR, index)))
            elif code < 9 and 0 <= winning - code <= 2:
                wait = _CHOW_WAITS[code][winning - code]
                found.append(new_tuple(SuitReading, (sets + declared, pair, wait, index)))
    return found


def _chow_wait(lowest: int, winning: int) -> int:
    """Return the wait for the lowest, middle or highest tile (0 to 2) of a chow."""
    if winning == 1:
        return CLOSED
    edge = lowest == 0 if winning == 2 else lowest == 6
    return EDGE if edge else TWO_SIDED


_CHOW_WAITS = [[_chow_wait(lowest, winning) for winning in range(3)] for lowest in range(7)]


def splits(counts: int, *, honours: bool) -> tuple[Split, ...]:
    """Return every way to see concealed tiles as chows, pungs and, if need be, one pair."""
    total = 0
    rest = counts
    while rest:
        total += rest & 7
        rest >>= 3
    found = () if total % 3 == 1 else _split(counts, total % 3 == 2, honours)
    return _splits.store(counts << 1 | honours, found)


def _split(counts: int, pair: bool, honours: bool) -> tuple[Split, ...]:
    """Return every way to use up the lowest tile, in a pung, the pair or chows, then the rest."""
    if not counts:
        return () if pair else _NOTHING
    key = counts << 2 | pair << 1 | honours
    if (known := _smaller.get(key)) is not None:
        return known
    place = ((counts & -counts).bit_length() - 1) // 3
    above = counts >> 3 * place + 3
    times = counts >> 3 * place & 7
    most = 0 if honours else min(above & 7, above >> 3 & 7)
    found: list[Split] = []
    for pungs, pairs in _USES if pair else _USES_WITHOUT_PAIR:
        chows = times - 3 * pungs - 2 * pairs
        if 0 <= chows <= most:
            first = (9 + place,) * pungs + (place,) * chows
            rest = (above - chows * 0o11) << 3 * place + 3
            for sets, of in _split(rest, pair and not pairs, honours):
                found.append((first + sets, place if pairs else of))
    return _smaller.store(key, tuple(found))


_NOTHING: tuple[Split, ...] = (((), -1),)
_USES = ((1, 0), (0, 0), (0, 1), (1, 1))
_USES_WITHOUT_PAIR = ((1, 0), (0, 0))
"""The pungs and pairs that the lowest tile can be used for; all others of it are in chows."""
