"""Every way to see fourteen tiles as a complete hand, as values for people and explanations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from riichi_core.hands.decomposition import (
    CHOW,
    CLAIMED_CHOW,
    CLAIMED_KONG,
    CONCEALED_KONG,
    PUNG,
    WAITS,
    SuitReading,
    all_orphans,
    all_pairs,
    suit_keys,
    suit_readings,
)
from riichi_core.hands.hand import Hand
from riichi_core.rules.vocabulary import Form, Wait
from riichi_core.tiles import Tile

SetKind = Literal["chow", "pung", "kong"]


@dataclass(frozen=True, slots=True)
class HandSet:
    """A set of a reading: its kind, its lowest tile, and what became of it.

    `concealed` is what counts for fu and concealed pungs, `declared` whether it lies on the table,
    `completed` whether the winning tile completes it.
    """

    kind: SetKind
    first: Tile
    concealed: bool
    declared: bool
    completed: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its tiles by kind; red fives are not told apart here."""
        if self.kind == "chow":
            return tuple(Tile(self.first.kind + step) for step in range(3))
        return (self.first,) * (4 if self.kind == "kong" else 3)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to see a complete hand.

    `sets` and one pair for the standard form, seven `pairs`, or for thirteen orphans the one pair;
    `wait` is how the winning tile completes it, None for thirteen orphans.
    """

    form: Form
    sets: tuple[HandSet, ...]
    pairs: tuple[Tile, ...]
    wait: Wait | None


def readings(hand: Hand, winning: Tile, *, drawn: bool) -> tuple[Reading, ...]:
    """Return every reading of a hand with its winning tile; none if it is not complete.

    A pung that a discard completes is not concealed. Each place where the winning tile can stand
    is a reading of its own.
    """
    kinds = (tile.kind for tile in hand.concealed)
    keys = suit_keys(kinds, hand.melds, winning.kind, drawn=drawn)
    return tuple(_readings(keys))


def _readings(keys: Sequence[int]) -> Iterator[Reading]:
    suits = [tuple(suit_readings(key, honours=suit == 3)) for suit, key in enumerate(keys)]
    for chosen in product(*suits):
        if sum(one.pair >= 0 for one in chosen) == 1:
            yield _standard(chosen)
    if all(map(all_pairs, keys)):
        yield Reading("seven_pairs", (), tuple(_twice(keys)), "pair")
    if all(all_orphans(key, honours=suit == 3) for suit, key in enumerate(keys)):
        yield Reading("thirteen_orphans", (), tuple(_twice(keys)), None)


def reading_of(form: Form, suits: Sequence[SuitReading], tiles: Iterable[Tile]) -> Reading:
    """Return the reading of a complete hand in a form.

    Args:
        form: the form.
        suits: how each of the four suits is seen; only the standard form has them.
        tiles: all tiles of the hand, in a form without sets.
    """
    if form == "standard":
        return _standard(suits)
    counts = Counter(tile.kind for tile in tiles)
    pairs = tuple(Tile(kind) for kind in sorted(counts) if counts[kind] == 2)
    return Reading(form, (), pairs, "pair" if form == "seven_pairs" else None)


def _standard(suits: Iterable[SuitReading]) -> Reading:
    """Return the reading that the four suits make together."""
    sets: list[HandSet] = []
    pairs: list[Tile] = []
    waits: list[Wait] = []
    for suit, one in enumerate(suits):
        sets += (_seen(code, suit, i == one.completes) for i, code in enumerate(one.parts))
        pairs += [Tile(9 * suit + one.pair)] if one.pair >= 0 else []
        waits += [WAITS[one.wait - 1]] if one.wait else []
    return Reading("standard", tuple(sets), tuple(pairs), waits[0])


def _twice(keys: Sequence[int]) -> Iterator[Tile]:
    for suit, key in enumerate(keys):
        yield from (Tile(9 * suit + place) for place in range(9) if key >> 3 * place & 7 == 2)


def _seen(code: int, suit: int, completed: bool) -> HandSet:
    kind, place = divmod(code, 9)
    names: dict[int, SetKind] = {CHOW: "chow", CLAIMED_CHOW: "chow"}
    names |= {CLAIMED_KONG: "kong", CONCEALED_KONG: "kong"}
    concealed = kind in (CHOW, PUNG, CONCEALED_KONG)
    first = Tile(9 * suit + place)
    return HandSet(names.get(kind, "pung"), first, concealed, kind >= CLAIMED_CHOW, completed)
