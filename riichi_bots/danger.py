"""The danger of a discard to those who declared riichi."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from riichi_core.hands.waits import suits_of, wait_mask
from riichi_core.play.state import DiscardedTile

SAFE = 0
KNOWN = 100
"""A tile for which an open hand waits: far worse than any that can only be guessed."""

_HONOUR = (0, 2, 5, 8)
"""An honour of which so many others are not seen; of one nobody can have a pair."""

_SUJI, _SUJI_END = 4, 3
_END, _NEXT_TO_END, _MIDDLE = 8, 10, 12


def known_dangers(
    hand: Iterable[int], thrown: Iterable[int], kinds: Iterable[int], *, melds: int
) -> dict[int, int]:
    """Return the danger of each kind to an opponent whose hand lies open: it is known.

    Args:
        hand: the kinds of the concealed tiles.
        thrown: the kinds of the own discards; one of them that it waits for makes it furiten.
        kinds: what one may discard.
        melds: how many sets are declared beside the hand.
    """
    waits = wait_mask(suits_of(hand), whole=not melds)
    furiten = any(waits >> kind & 1 for kind in thrown)
    return {kind: SAFE if furiten or not waits >> kind & 1 else KNOWN for kind in kinds}


def dangers(
    rows: Iterable[Sequence[DiscardedTile]], kinds: Iterable[int], unseen: Mapping[int, int]
) -> dict[int, int]:
    """Return the danger of each kind, from 0 to 12, to the worst-placed of some opponents.

    A tile of an opponent's own discards is safe from that one; one whose suji lies there cannot
    be won on with a two-sided wait, and honours are the safer the fewer are left.

    Args:
        rows: the discards of each opponent who is feared.
        kinds: what one may discard, own tiles all.
        unseen: how many tiles of each kind are not seen.
    """
    thrown = [frozenset(one.tile.kind for one in row) for row in rows]
    return {
        kind: max((_danger(kind, there, unseen) for there in thrown), default=SAFE)
        for kind in kinds
    }


def _danger(kind: int, thrown: frozenset[int], unseen: Mapping[int, int]) -> int:
    if kind in thrown:
        return SAFE
    if kind >= 27:
        return _HONOUR[min(unseen.get(kind, 0), 3)]
    place = kind % 9
    suji = [kind + step for step in (-3, 3) if 0 <= place + step < 9]
    if all(other in thrown for other in suji):
        return _SUJI_END if place in (0, 8) else _SUJI
    if place in (0, 8):
        return _END
    return _NEXT_TO_END if place in (1, 7) else _MIDDLE
