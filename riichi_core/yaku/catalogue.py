"""Which yaku a hand has, found by looking up bits instead of asking yaku by yaku.

Every ground alternative of every definition is a bit. A suit of a hand refutes those alternatives
that it contradicts; what none of the four suits, the number of sets and the table refutes is had.
What one suit refutes depends on that suit alone, so it is worked out once and remembered.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from riichi_core.hands.memory import Memory
from riichi_core.hands.shapes import (
    CHOW,
    CLAIMED_CHOW,
    CLAIMED_KONG,
    CONCEALED_KONG,
    PAIR,
    WAITS,
)
from riichi_core.hands.win import OCCASIONS, OPEN, PREVAILING_SHIFT, SEAT_SHIFT
from riichi_core.rules.vocabulary import Definition
from riichi_core.rules.yaku_index import known_yaku
from riichi_core.yaku.ground import FORMS, SET_COUNTS, Ground, grounds

_GUARDS = sum(8 << 4 * place for place in range(9))

Groups = dict[int, int]
"""Bits of the alternatives that ask the same."""


class SuitWords:
    """What the alternatives ask of one suit."""

    def __init__(
        self, suit: int, alternatives: Iterable[tuple[int, Ground]], everything: int
    ) -> None:
        self._everything = everything
        self._allowed: Groups = defaultdict(int)
        self._some: Groups = defaultdict(int)
        self._sets: Groups = defaultdict(int)
        self._part: Groups = defaultdict(int)
        self._holds: Groups = defaultdict(int)
        self._waiting: Groups = defaultdict(int)
        self._not_pair = [0] * 9
        self._not_winning = [0] * 9
        self._not_wait = [0] * (len(WAITS) + 1)
        self._present: Memory[int, int] = Memory()
        self._formed: Memory[tuple[tuple[int, ...], int], int] = Memory()
        for bit, ground in alternatives:
            self._add(suit, bit, ground)
        self._asks_holds = _union(self._holds)
        self._asks_waiting = _union(self._waiting)

    def _add(self, suit: int, bit: int, ground: Ground) -> None:
        self._allowed[ground.allowed[suit]] |= bit
        for where, mask in ground.some:
            if where == suit:
                self._some[mask] |= bit
        self._sets[_weigh(ground.sets[suit])] |= bit
        if ground.part is not None:
            self._part[ground.part[suit]] |= bit
        if ground.holds[suit]:
            self._holds[ground.holds[suit]] |= bit
        if ground.waiting is not None:
            self._waiting[ground.waiting[suit]] |= bit
        for place in range(9):
            if ground.pair is not None and not ground.pair[suit] >> place & 1:
                self._not_pair[place] |= bit
            if not ground.winning[suit] >> place & 1:
                self._not_winning[place] |= bit
        for wait in range(1, len(WAITS) + 1):
            if ground.waits is not None and not ground.waits >> wait & 1:
                self._not_wait[wait] |= bit

    def tiles(self, counts: int, winning: int) -> int:
        """The alternatives that the tiles of the suit do not refute, however they are seen.

        Args:
            counts: how many of each number there are, three bits each, declared sets included.
            winning: the place of the winning tile, or -1 if it is in another suit.
        """
        present = 0
        for place in range(9):
            if counts >> 3 * place & 7:
                present |= 1 << place
        bits = self._of_present(present)
        if bits & self._asks_holds:
            bits &= ~self._short_of(counts)
        if bits & self._asks_waiting:
            before = counts - (1 << 3 * winning) if winning >= 0 else counts
            bits &= ~self._asks_waiting | self._waiting.get(before, 0)
        return bits & ~self._not_winning[winning] if winning >= 0 else bits

    def _of_present(self, present: int) -> int:
        """By the numbers that are there at all."""
        known = self._present.get(present)
        if known is None:
            known = self._everything
            for mask, bits in self._allowed.items():
                if present & ~mask:
                    known &= ~bits
            for mask, bits in self._some.items():
                if not present & mask:
                    known &= ~bits
            self._present.keep(present, known)
        return known

    def _short_of(self, counts: int) -> int:
        """The alternatives that need more of some tile than there are."""
        have = _spread(counts) | _GUARDS
        return _union(
            {n: bits for n, bits in self._holds.items() if (have - _spread(n)) & _GUARDS != _GUARDS}
        )

    def wait(self, wait: int) -> int:
        """The alternatives that a wait in this suit refutes."""
        return self._not_wait[wait]

    def formed(self, parts: tuple[int, ...], pair: int) -> int:
        """The alternatives that sets and pair of the suit do not refute.

        Args:
            parts: part codes of the sets, declared ones included.
            pair: the place of the pair, or -1.
        """
        key = parts, pair
        known = self._formed.get(key)
        if known is None:
            known = self._formed.keep(key, self._form(parts, pair))
        return known

    def _form(self, parts: tuple[int, ...], pair: int) -> int:
        sums = {0}
        for code in parts:
            sums |= {have + weight for weight in _ASKED_BY[code] for have in sums}
        bits = 0
        for asked in sums:
            bits |= self._sets.get(asked, 0)
        if pair >= 0:
            bits &= ~self._not_pair[pair]
        masks = [_MASKS[code] for code in parts] + ([1 << pair] if pair >= 0 else [])
        for part, asking in self._part.items():
            if not all(mask & part for mask in masks):
                bits &= ~asking
        return bits

    def paired(self, counts: int) -> int:
        """The alternatives that a suit of nothing but pairs does not refute."""
        bits = self._sets.get(0, 0)
        for part, asking in self._part.items():
            if any(counts >> 3 * place & 7 and not part >> place & 1 for place in range(9)):
                bits &= ~asking
        return bits


def _union(groups: Mapping[int, int]) -> int:
    found = 0
    for bits in groups.values():
        found |= bits
    return found


def _spread(counts: int) -> int:
    """Counts of three bits each as counts of four, so that a borrow shows."""
    return sum((counts >> 3 * place & 7) << 4 * place for place in range(9))


def _weigh(asked: Iterable[int]) -> int:
    """Sets that are asked for as one number: how often each, three bits a code."""
    return sum(1 << 3 * code for code in asked)


def _asked_by(code: int) -> tuple[int, ...]:
    """What a part of a hand can serve for: a kong for a kong or a pung."""
    kind, place = divmod(code, 9)
    if kind in (CHOW, CLAIMED_CHOW):
        return (_weigh([place]),)
    serves = (9 + place, 18 + place) if kind in (CLAIMED_KONG, CONCEALED_KONG) else (9 + place,)
    return tuple(_weigh([one]) for one in serves)


_ASKED_BY = [_asked_by(code) for code in range(63)]
_MASKS = [(7 if code // 9 in (CHOW, CLAIMED_CHOW) else 1) << code % 9 for code in range(63)]


class Catalogue:
    """Definitions of yaku, prepared so that what a hand has can be looked up.

    Attributes:
        ids: the ids of the yaku.
        groups: for each yaku the bits of its alternatives.
        suits: for each suit what it refutes.
        names_form: the alternatives that name a form other than the standard one.
        on_wait: the alternatives that depend on the wait.
        asks_total: the alternatives that ask for a sum of numbers; `asks_reds` for red fives.
        pairs: the alternatives that seven pairs do not refute by their form; `orphans` likewise.
    """

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        self.ids = tuple(definitions)
        self._alternatives: list[tuple[int, Ground]] = []
        self._signs: list[tuple[int, bool]] = []
        self.groups: dict[str, int] = {}
        self.shifts: dict[str, int] = {}
        shift = 0
        for name, definition in definitions.items():
            counted = bool(definition.counted)
            self.shifts[name] = shift
            self.groups[name] = self._enter(grounds(definition), shift, counted)
            shift += 3 if counted else 1
        self.counted = frozenset(n for n, definition in definitions.items() if definition.counted)
        self._everything = (1 << len(self._alternatives)) - 1
        self.suits = tuple(SuitWords(s, self._alternatives, self._everything) for s in range(4))
        self._forms = {form: self._of_form(form) for form in FORMS}
        self.names_form = self._where(lambda ground: ground.names_form)
        self.on_wait = self._where(lambda ground: ground.depends_on_wait)
        self.asks_total = self._where(lambda ground: ground.total is not None)
        self.asks_reds = self._where(lambda ground: ground.red_fives is not None)
        self.four_identical_chows = self._where(lambda ground: ground.four_identical_chows)
        self._counts = [[self._of_count(i, n) for n in range(8)] for i in range(len(SET_COUNTS))]
        no_sets = self._everything
        for row in self._counts:
            no_sets &= row[0]
        self.pairs = self._forms["seven_pairs"] & no_sets & ~self.suits[0].wait(PAIR)
        self.orphans = self._forms["thirteen_orphans"] & no_sets
        self._tables: Memory[int, int] = Memory()
        self._signatures: Memory[int, int] = Memory()

    def _enter(self, found: Iterable[Ground], shift: int, counted: bool) -> int:
        group = 0
        for ground in found:
            bit = 1 << len(self._alternatives)
            self._alternatives.append((bit, ground))
            self._signs.append((1 << shift, counted))
            group |= bit
        return group

    def _where(self, holds: Callable[[Ground], bool]) -> int:
        found = 0
        for bit, ground in self._alternatives:
            if holds(ground):
                found |= bit
        return found

    def _of_form(self, form: str) -> int:
        return self._where(lambda ground: form in ground.forms)

    def _of_count(self, index: int, number: int) -> int:
        return self._where(lambda ground: bool(ground.counts[index] >> number & 1))

    def table(self, table: int) -> int:
        """The alternatives that the facts of the table (`Win.table`) do not refute."""
        known = self._tables.get(table)
        if known is None:
            occasions = table & (1 << len(OCCASIONS)) - 1
            seat, prevailing = 1 << (table >> SEAT_SHIFT & 3), 1 << (table >> PREVAILING_SHIFT & 3)
            known = self._where(
                lambda ground: (
                    not (
                        ground.when & ~occasions
                        or ground.unless & occasions
                        or (ground.closed and table & OPEN)
                    )
                    and bool(ground.winds.seat & seat and ground.winds.prevailing & prevailing)
                )
            )
            self._tables.keep(table, known)
        return known

    def counts(self, numbers: Iterable[int]) -> int:
        """The alternatives that allow these numbers of chows, pungs, kongs … in a standard hand.

        Args:
            numbers: chows, pungs (kongs included), kongs, concealed pungs, claimed sets.
        """
        bits = self._forms["standard"]
        for row, number in zip(self._counts, numbers, strict=True):
            bits &= row[number]
        return bits

    def total(self, total: int) -> int:
        """The alternatives that allow all numbers to add up to `total`."""
        return self._where(lambda g: g.total is None or g.total[0] <= total <= g.total[1])

    def reds(self, reds: int) -> int:
        """The alternatives that allow so many red fives."""
        return self._where(
            lambda g: g.red_fives is None or g.red_fives[0] <= reds <= g.red_fives[1]
        )

    def signature(self, bits: int) -> int:
        """Which yaku alternatives add up to: a bit for each yaku, for a counted one its number.

        The number of a counted yaku takes three bits; `shifts` says where each one is.
        """
        known = self._signatures.get(bits)
        if known is None:
            known = 0
            rest = bits
            while rest:
                low = rest & -rest
                rest ^= low
                sign, counted = self._signs[low.bit_length() - 1]
                known = known + sign if counted else known | sign
            self._signatures.keep(bits, known)
        return known

    def fields(self, names: Iterable[str]) -> int:
        """Where a signature has these yaku."""
        return sum((7 if name in self.counted else 1) << self.shifts[name] for name in names)

    def had(self, signature: int) -> dict[str, int]:
        """The yaku that a signature stands for, each with how often it is there."""
        return {
            name: times
            for name, shift in self.shifts.items()
            if (times := signature >> shift & (7 if name in self.counted else 1))
        }


@cache
def catalogue(own: tuple[tuple[str, Definition], ...] = ()) -> Catalogue:
    """All known yaku, and a club's own beside them."""
    return Catalogue({**known_yaku(), **dict(own)})
