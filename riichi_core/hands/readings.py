"""Find every reading of a complete hand, as values for explanations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import cast, get_args

from riichi_core.errors import RiichiError
from riichi_core.fast import MOST_KEPT
from riichi_core.hands.hand import Hand, parse_meld
from riichi_core.hands.waits import (
    CLAIMED_QUAD,
    CLAIMED_SEQUENCE,
    CONCEALED_QUAD,
    PAIR,
    SEQUENCE,
    TRIPLET,
    WAITS,
    SuitReading,
    all_orphans,
    all_pairs,
    count_tiles,
    suit_keys,
    suit_readings,
)
from riichi_core.messages import Message, quote
from riichi_core.rules.yaku_grammar import SetKind
from riichi_core.rules.yaku_vocabulary import Form, Wait
from riichi_core.tiles import Tile, parse_tiles, write_tiles


@dataclass(frozen=True, slots=True)
class HandSet:
    """A set of a reading.

    Attributes:
        kind: its kind.
        first: its lowest tile.
        concealed: whether it counts as concealed for fu and for concealed triplets.
        declared: whether it is on the table.
        completed: whether the winning tile completes it.
    """

    kind: SetKind
    first: Tile
    concealed: bool
    declared: bool
    completed: bool = False

    def __str__(self) -> str:
        """Return the set as text, in brackets if it is on the table."""
        text = write_tiles(self.tiles)
        if not self.declared:
            return text
        return f"[{text}]" if self.concealed else f"({text})"

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of the set, without red fives."""
        if self.kind == "sequence":
            return tuple(Tile(self.first.kind + step) for step in range(3))
        return (self.first,) * (4 if self.kind == "quad" else 3)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a complete hand.

    >>> from riichi_core import Win, score
    >>> win = Win("2345567m345p678s", "8m", by="ron")
    >>> result = score(win, "ema-2016")
    >>> result.reading(win).wait if result else ""
    'two_sided'

    Attributes:
        form: the form.
        sets: the four sets of the standard form.
        pairs: the pair, or the seven pairs.
        wait: the wait that the winning tile completed; None for thirteen orphans and any tiles.
    """

    form: Form
    sets: tuple[HandSet, ...]
    pairs: tuple[Tile, ...]
    wait: Wait | None


def readings(hand: Hand, winning: Tile, *, drawn: bool) -> tuple[Reading, ...]:
    """Return every reading of a hand with its winning tile; none if it is not complete.

    A triplet completed by a discard is not concealed. Each possible place of the winning tile is a
    separate reading.
    """
    counts = hand.counts + count_tiles((winning,))
    keys = suit_keys(counts, hand.melds, winning.kind, drawn=drawn)
    return tuple(_readings_of_suits(keys))


def _readings_of_suits(keys: Sequence[int]) -> Iterator[Reading]:
    suits = [tuple(suit_readings(key, honours=suit == 3)) for suit, key in enumerate(keys)]
    for chosen in product(*suits):
        if sum(suit_reading.pair >= 0 for suit_reading in chosen) == 1:
            yield _standard_reading(chosen)
    if all(map(all_pairs, keys)):
        yield Reading("seven_pairs", (), tuple(_pair_tiles(keys)), "pair")
    if all(all_orphans(key, honours=suit == 3) for suit, key in enumerate(keys)):
        yield Reading("thirteen_orphans", (), tuple(_pair_tiles(keys)), None)


def reading_of(form: Form, suits: Sequence[SuitReading], tiles: Iterable[Tile]) -> Reading:
    """Return the reading of a complete hand in a form.

    Only the standard form uses the readings of the four `suits`; the others use all `tiles`.
    """
    if form == "standard":
        return _standard_reading(suits)
    counts = Counter(tile.kind for tile in tiles)
    pairs = tuple(Tile(kind) for kind in sorted(counts) if counts[kind] == 2)
    return Reading(form, (), pairs, "pair" if form == "seven_pairs" else None)


# ---- readings as text ----------------------------------------------------------------------------


def reading_text(form: Form, suits: Sequence[SuitReading]) -> str:
    """Return a reading for JSON; `parse_reading` reads it.

    Sets on the table are in brackets, + is before what the winning tile completes, and the wait
    follows. The reading of a win that was recorded by its value alone is empty.

    >>> from riichi_core import Win, score
    >>> score(Win("2345567m(345p)678s", "8m", by="ron"), "ema-2016").to_dict()["reading"]
    '234m +678m 55m (345p) 678s, two_sided'
    """
    if form != "standard":
        return form
    if not suits:
        return ""
    parts = " ".join(filter(None, map(_suit_text, range(4), suits)))
    wait = next(read.wait for read in suits if read.wait)
    return f"{parts}, {WAITS[wait - 1]}"


@lru_cache(maxsize=MOST_KEPT)
def _suit_text(suit: int, read: SuitReading) -> str:
    """Return the parts of a suit as text."""
    texts = []
    for index, code in enumerate(read.parts):
        part = _hand_set(code, suit, completed=index == read.completes)
        texts.append(f"{'+' * part.completed}{part}")
    if read.pair >= 0:
        won = read.wait == PAIR
        texts.append(f"{'+' * won}{write_tiles([Tile(9 * suit + read.pair)] * 2)}")
    return " ".join(texts)


def parse_reading(text: str, *, drawn: bool) -> tuple[Form, tuple[SuitReading, ...]]:
    """Return the form and the suits of a reading from the text of `reading_text`.

    Raises:
        RiichiError: if it is not a reading.
    """
    if not text or text in get_args(Form):
        return cast("Form", text or "standard"), ()
    parts = text.partition(",")[0].split()
    melds = [parse_meld(part.strip("+")) for part in parts if "(" in part or "[" in part]
    loose = "".join(part.strip("+") for part in parts if part[-1] not in ")]")
    concealed = parse_tiles(loose)
    counts = count_tiles([*concealed, *(tile for meld in melds for tile in meld.tiles)])
    for winning in {tile.kind for tile in concealed}:
        keys = suit_keys(counts, melds, winning, drawn=drawn)
        suits = [suit_readings(key, honours=suit == 3) for suit, key in enumerate(keys)]
        for chosen in product(*suits):
            pairs = sum(suit_reading.pair >= 0 for suit_reading in chosen)
            if pairs == 1 and reading_text("standard", chosen) == text:
                return "standard", chosen
    raise RiichiError(Message("reading: {text} is not a reading", text=quote(text)))


# ---- parts of readings ---------------------------------------------------------------------------


def _standard_reading(suits: Iterable[SuitReading]) -> Reading:
    """Return the combined reading of the four suits."""
    sets: list[HandSet] = []
    pairs: list[Tile] = []
    waits: list[Wait] = []
    for suit, suit_reading in enumerate(suits):
        sets += (
            _hand_set(code, suit, index == suit_reading.completes)
            for index, code in enumerate(suit_reading.parts)
        )
        pairs += [Tile(9 * suit + suit_reading.pair)] if suit_reading.pair >= 0 else []
        waits += [WAITS[suit_reading.wait - 1]] if suit_reading.wait else []
    return Reading("standard", tuple(sets), tuple(pairs), waits[0])


def _pair_tiles(keys: Sequence[int]) -> Iterator[Tile]:
    for suit, key in enumerate(keys):
        yield from (Tile(9 * suit + place) for place in range(9) if key >> 3 * place & 7 == 2)


def _hand_set(code: int, suit: int, completed: bool) -> HandSet:
    kind, place = divmod(code, 9)
    names: dict[int, SetKind] = {SEQUENCE: "sequence", CLAIMED_SEQUENCE: "sequence"}
    names |= {CLAIMED_QUAD: "quad", CONCEALED_QUAD: "quad"}
    concealed = kind in (SEQUENCE, TRIPLET, CONCEALED_QUAD)
    first = Tile(9 * suit + place)
    return HandSet(
        names.get(kind, "triplet"), first, concealed, kind >= CLAIMED_SEQUENCE, completed
    )
