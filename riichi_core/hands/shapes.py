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

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, get_args

from riichi_core.hands.memory import Memory
from riichi_core.hands.sets import DeclaredKind, DeclaredSet

CHOW, PUNG, RON_PUNG, CLAIMED_CHOW, CLAIMED_PUNG, CLAIMED_KONG, CONCEALED_KONG = range(7)
"""A RON_PUNG stands in the hand, but a discard completed it, so it is not concealed."""

WaitName = Literal["two_sided", "edge", "closed", "pair", "double_pair"]
WAITS: tuple[WaitName, ...] = get_args(WaitName)
TWO_SIDED, EDGE, CLOSED, PAIR, DOUBLE_PAIR = range(1, 6)
"""How the winning tile completes a suit; 0 where it stands in another one."""

_DECLARED: dict[DeclaredKind, int] = {
    "chow": CLAIMED_CHOW,
    "pung": CLAIMED_PUNG,
    "kong": CLAIMED_KONG,
    "extended_kong": CLAIMED_KONG,
    "concealed_kong": CONCEALED_KONG,
}

_COUNTS = (1 << 27) - 1
_NOT_PAIRS = 0o555555555
_ORPHANS = 0o700000007
_EVERY_HONOUR = 0o1111111


class Placed(NamedTuple):
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

_splits: Memory[int, tuple[Split, ...]] = Memory()


# ---- keys ----------------------------------------------------------------------------------------


def suit_keys(
    concealed: Iterable[int], declared: Iterable[DeclaredSet], winning: int, *, drawn: bool
) -> tuple[int, int, int, int]:
    """The keys of the four suits of a complete hand.

    Args:
        concealed: the kinds of the concealed tiles, without the winning one.
        declared: the declared sets.
        winning: the kind of the winning tile.
        drawn: whether it was drawn.
    """
    keys = [0, 0, 0, 0]
    for kind in (*concealed, winning):
        keys[kind // 9] += 1 << 3 * (kind % 9)
    codes: tuple[list[int], ...] = ([], [], [], [])
    for one in declared:
        kind = one.first.kind
        codes[kind // 9].append(9 * _DECLARED[one.kind] + kind % 9)
    for suit, found in enumerate(codes):
        for slot, code in enumerate(sorted(found)):
            keys[suit] |= code << (27 + 6 * slot)
    keys[winning // 9] |= (winning % 9 + 1) << 51 | drawn << 55
    return keys[0], keys[1], keys[2], keys[3]


def concealed_counts(key: int) -> int:
    """How many concealed tiles of each number there are, three bits each."""
    return key & _COUNTS


def declared_parts(key: int) -> tuple[int, ...]:
    """The part codes of the declared sets."""
    found = []
    rest = key >> 27 & 0xFFFFFF
    while rest:
        found.append(rest & 63)
        rest >>= 6
    return tuple(found)


def winning_place(key: int) -> int:
    """The place of the winning tile in this suit, or -1."""
    return (key >> 51 & 15) - 1


# ---- forms without sets --------------------------------------------------------------------------


def all_pairs(key: int) -> bool:
    """Whether each tile of the suit is there twice or not at all; a suit may be empty."""
    return not key & _NOT_PAIRS and not key >> 27 & 0xFFFFFF


def all_orphans(key: int, *, honours: bool) -> bool:
    """Whether the suit has what thirteen orphans need of it, and nothing else."""
    counts = key & _COUNTS
    if key >> 27 & 0xFFFFFF:
        return False
    if honours:
        return all(counts >> 3 * place & 7 for place in range(7))
    return not counts & ~_ORPHANS and bool(counts & 7) and bool(counts >> 24)


# ---- sets and a pair -----------------------------------------------------------------------------


def placements(key: int, *, honours: bool) -> Iterator[Placed]:
    """Every way in which the suit is sets and at most one pair, and the winning tile in it."""
    declared = declared_parts(key)
    winning = winning_place(key)
    for sets, pair in splits(key & _COUNTS, honours=honours):
        if winning < 0:
            yield Placed(sets + declared, pair, 0, -1)
        else:
            yield from _with_winning_tile(sets, pair, declared, winning, drawn=bool(key >> 55))


def _with_winning_tile(
    sets: tuple[int, ...], pair: int, declared: tuple[int, ...], winning: int, *, drawn: bool
) -> Iterator[Placed]:
    if pair == winning:
        yield Placed(sets + declared, pair, PAIR, -1)
    seen = -1
    for index, code in enumerate(sets):
        if code == seen:
            continue
        seen = code
        if code >= 9:
            if code - 9 == winning:
                whole = sets if drawn else (*sets[:index], code + 9, *sets[index + 1 :])
                yield Placed(whole + declared, pair, DOUBLE_PAIR, index)
        elif 0 <= winning - code <= 2:
            yield Placed(sets + declared, pair, _chow_wait(code, winning), index)


def _chow_wait(lowest: int, winning: int) -> int:
    if winning == lowest + 1:
        return CLOSED
    edge = lowest == 0 if winning > lowest else lowest == 6
    return EDGE if edge else TWO_SIDED


def splits(counts: int, *, honours: bool) -> tuple[Split, ...]:
    """Every way to see concealed tiles as chows, pungs and, if need be, one pair."""
    total = 0
    rest = counts
    while rest:
        total += rest & 7
        rest >>= 3
    if total % 3 == 1:
        return ()
    return _split(counts, total % 3 == 2, honours)


def _split(counts: int, pair: bool, honours: bool) -> tuple[Split, ...]:
    """Take away what the lowest tile can be part of: a pung, a chow, the pair."""
    if not counts:
        return () if pair else (((), -1),)
    key = counts << 2 | pair << 1 | honours
    if (known := _splits.get(key)) is not None:
        return known
    place = ((counts & -counts).bit_length() - 1) // 3
    shift = 3 * place
    rest = counts >> shift
    times = rest & 7
    found: dict[Split, None] = {}
    if times >= 3:
        pung = 9 + place
        for sets, of in _split(counts - (3 << shift), pair, honours):
            found[tuple(sorted((pung, *sets))), of] = None
    if not honours and rest & 0o70 and rest & 0o700:
        for sets, of in _split(counts - (0o111 << shift), pair, honours):
            found[tuple(sorted((place, *sets))), of] = None
    if pair and times >= 2:
        for sets, _ in _split(counts - (2 << shift), False, honours):
            found[sets, place] = None
    return _splits.keep(key, tuple(found))
