"""The waits of a hand, found quickly: each suit is looked up once, whatever hand it stands in.

Kinds of tiles are bits of an int here, 1 << kind. A suit is its concealed tiles, three bits for how
many of each number, as in decomposition.py; four of them are the concealed tiles of a hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from riichi_core.fast import BoundedCache
from riichi_core.hands.decomposition import splits

Suits = tuple[int, int, int, int]
"""The concealed tiles of a hand, suit by suit."""

NO_TILES: Suits = (0, 0, 0, 0)

ORPHANS = sum(1 << kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8))
"""All terminals and honours."""

_WHOLE: Final = 0
_TO_PAIR: Final = 1
_TO_SETS: Final = 4
_NEITHER: Final = 16
"""The state of a suit: sets alone, a tile short of a pair (beside sets), a tile short of sets or of
sets and a pair, or none of these; those of four suits add up to that of the hand."""

_PAIR: Final = 1
ONES = sum(1 << 3 * kind for kind in range(34))
"""One tile of each kind, in a hand as one number."""

OUTER_ONES = sum(1 << 3 * kind for kind in range(34) if ORPHANS >> kind & 1)
"""One of each terminal and honour."""

_LEFT_BY_OTHERS = (_WHOLE, _TO_PAIR, _TO_SETS, 2 * _TO_SETS)
"""The states of three suits beside which the fourth may make the hand wait."""

_Info = tuple[int, int]
"""The state of a suit, and as bits: whether it is sets and a pair, then the numbers that it waits
for (to be that, or else sets alone)."""

_suits: BoundedCache[int, _Info] = BoundedCache()
_honours: BoundedCache[int, _Info] = BoundedCache()


def suits_of(kinds: Iterable[int]) -> Suits:
    """Return the suits of some tiles, given by kind."""
    found = [0, 0, 0, 0]
    for kind in kinds:
        found[kind // 9] += 1 << 3 * (kind % 9)
    return found[0], found[1], found[2], found[3]


def with_tile(suits: Suits, kind: int, times: int = 1) -> Suits:
    """Return the suits with some more of a tile, or with fewer."""
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
    """Return how many of a tile there are."""
    return suits[kind // 9] >> 3 * (kind % 9) & 7


def wait_mask(suits: Suits, *, whole: bool) -> int:
    """Return the kinds that would complete a hand, those of which it holds all four included.

    Args:
        suits: its concealed tiles, one fewer than a complete hand has.
        whole: whether no set is declared, so that all thirteen tiles are here.
    """
    m, p, s, z = suits
    infos = (
        _suits.get(m) or _look(m),
        _suits.get(p) or _look(p),
        _suits.get(s) or _look(s),
        _honours.get(z) or _look_honours(z),
    )
    total = infos[0][0] + infos[1][0] + infos[2][0] + infos[3][0]
    found = 0
    if total == _TO_PAIR:
        for suit, (kind, bits) in enumerate(infos):
            if kind == _TO_PAIR:
                found = (bits >> 1) << 9 * suit
    elif total == 2 * _TO_SETS:
        first, second = [suit for suit, (kind, _) in enumerate(infos) if kind == _TO_SETS]
        if infos[second][1] & _PAIR:
            found = (infos[first][1] >> 1) << 9 * first
        if infos[first][1] & _PAIR:
            found |= (infos[second][1] >> 1) << 9 * second
    if whole:
        found |= _pairs(suits) | orphan_waits(suits)
    return found


def tenpai_discards(suits: Suits, *, whole: bool) -> dict[int, int]:
    """Return the discards that leave a hand waiting: by kind, the waits, as `wait_mask` has them.

    Args:
        suits: its concealed tiles, one just drawn included.
        whole: whether no set is declared.
    """
    m, p, s, z = suits
    states = (
        (_suits.get(m) or _look(m))[0],
        (_suits.get(p) or _look(p))[0],
        (_suits.get(s) or _look(s))[0],
        (_honours.get(z) or _look_honours(z))[0],
    )
    total = states[0] + states[1] + states[2] + states[3]
    any_suit = whole and _near_pairs_or_orphans(suits)
    found = {}
    for suit, counts in enumerate(suits):
        if not any_suit and total - states[suit] not in _LEFT_BY_OTHERS:
            continue
        for place in range(7 if suit == 3 else 9):
            if counts >> 3 * place & 7:
                kind = 9 * suit + place
                waits = wait_mask(with_tile(suits, kind, -1), whole=whole)
                if waits:
                    found[kind] = waits
    return found


def in_one_number(suits: Suits) -> int:
    """Return a hand as one number, three bits for how many of each kind."""
    m, p, s, z = suits
    return m | p << 27 | s << 54 | z << 81


def _near_pairs_or_orphans(suits: Suits) -> bool:
    """Return whether a discard may leave six pairs and a tile, or twelve of thirteen orphans."""
    hand = in_one_number(suits)
    twice = (hand >> 1 | hand >> 2) & ONES
    return twice.bit_count() >= 6 or ((twice | hand) & OUTER_ONES).bit_count() >= 12


def _pairs(suits: Suits) -> int:
    """Return the single tile beside six pairs."""
    hand = in_one_number(suits)
    single = hand & ONES
    if not single or single & (single - 1) or hand >> 1 & single or hand >> 2 & ONES:
        return 0  # several are alone, or there are three or four of a tile
    return 1 << (single.bit_length() - 1) // 3


def orphan_waits(suits: Suits) -> int:
    """Return the waits of thirteen tiles for thirteen orphans: one kind, all of them, or none."""
    m, p, s, _ = suits
    if (m | p | s) & ~0o700000007:
        return 0
    there = 0
    for suit, counts in enumerate(suits):
        for place in range(7) if suit == 3 else (0, 8):
            there |= bool(counts >> 3 * place & 7) << (9 * suit + place)
    missing = ORPHANS & ~there
    if not missing:
        return ORPHANS
    return missing if not missing & (missing - 1) else 0


def _look(counts: int) -> _Info:
    return _suits.store(counts, _info(counts, honours=False))


def _look_honours(counts: int) -> _Info:
    return _honours.store(counts, _info(counts, honours=True))


def _info(counts: int, *, honours: bool) -> _Info:
    over = sum(counts >> 3 * place & 7 for place in range(9)) % 3
    if over == 0:
        return _WHOLE if splits(counts, honours=honours) else _NEITHER, 0
    completing = sum(
        2 << place
        for place in range(7 if honours else 9)
        if splits(counts + (1 << 3 * place), honours=honours)
    )
    if over == 1:
        return _TO_PAIR if completing else _NEITHER, completing
    pair = _PAIR if splits(counts, honours=honours) else 0
    return _TO_SETS if completing or pair else _NEITHER, completing | pair


def kinds_in(mask: int) -> list[int]:
    """Return the kinds whose bits are set, the lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
