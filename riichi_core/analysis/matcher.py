"""The yaku of a hand, found by looking up bits instead of asking yaku by yaku.

Every ground alternative of every definition is a bit. A suit of a hand refutes those alternatives
that it contradicts; what none of the four suits, the number of sets and the table refutes is had.
What one suit refutes depends on that suit alone, so it is worked out once and remembered.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from riichi_core.analysis.alternatives import FORMS, SET_COUNTS, Alternative, expand
from riichi_core.analysis.packed import OCCASIONS, OPEN, PREVAILING_SHIFT, REDS_SHIFT, SEAT_SHIFT
from riichi_core.fast import BoundedCache
from riichi_core.hands.decomposition import (
    CHOW,
    CLAIMED_CHOW,
    CLAIMED_KONG,
    CONCEALED_KONG,
    PAIR,
    WAITS,
)
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.vocabulary import Definition

_ONES = 0o111111111
_GUARDS = sum(8 << 4 * place for place in range(9))

Groups = dict[int, int]
"""Bits of the alternatives that ask the same."""


class SuitWords:
    """The conditions that the alternatives set for one suit.

    Attributes:
        pair: by place, the alternatives that a pair there does not refute; the last is for no pair.
        wait: by wait, the alternatives that it does not refute; the first is for another suit.
    """

    def __init__(
        self, suit: int, alternatives: Iterable[tuple[int, Alternative]], everything: int
    ) -> None:
        self._everything = everything
        self._allowed: Groups = defaultdict(int)
        self._some: Groups = defaultdict(int)
        self._sets: Groups = defaultdict(int)
        self._part: Groups = defaultdict(int)
        self._holds: Groups = defaultdict(int)
        self._waiting: Groups = defaultdict(int)
        self.pair = [everything] * 10
        self.wait = [everything] * (len(WAITS) + 1)
        self._winning = [everything] * 10
        self._present: BoundedCache[int, int] = BoundedCache()
        for bit, ground in alternatives:
            self._add(suit, bit, ground)
        self._asks_holds = _union(self._holds)
        self._asks_waiting = _union(self._waiting)

    def _add(self, suit: int, bit: int, ground: Alternative) -> None:
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
            not_pair = ground.pair is not None and not ground.pair[suit] >> place & 1
            if not_pair or (ground.part is not None and not ground.part[suit] >> place & 1):
                self.pair[place] &= ~bit
            if not ground.winning[suit] >> place & 1:
                self._winning[place] &= ~bit
        for wait in range(1, len(WAITS) + 1):
            if ground.waits is not None and not ground.waits >> wait & 1:
                self.wait[wait] &= ~bit

    def tiles(self, counts: int, winning: int) -> int:
        """Return the alternatives that the tiles of the suit do not refute, however they are seen.

        Args:
            counts: how many of each number there are, three bits each, declared sets included.
            winning: the place of the winning tile, or -1 if it is in another suit.
        """
        present = (counts | counts >> 1 | counts >> 2) & _ONES
        bits = self._present.get(present)
        if bits is None:
            bits = self._present.store(present, self._of_present(present))
        if bits & self._asks_holds:
            bits &= ~self._short_of(counts)
        if bits & self._asks_waiting:
            before = counts - (1 << 3 * winning) if winning >= 0 else counts
            bits &= ~self._asks_waiting | self._waiting.get(before, 0)
        return bits & self._winning[winning]

    def _of_present(self, ones: int) -> int:
        """By the numbers that are there at all, a bit in each three."""
        present = sum(1 << place for place in range(9) if ones >> 3 * place & 1)
        bits = self._everything
        for mask, asking in self._allowed.items():
            if present & ~mask:
                bits &= ~asking
        for mask, asking in self._some.items():
            if not present & mask:
                bits &= ~asking
        for counts, asking in self._holds.items():
            if (counts | counts >> 1 | counts >> 2) & _ONES & ~ones:
                bits &= ~asking
        return bits

    def _short_of(self, counts: int) -> int:
        """Return the alternatives that need more of some tile than there are."""
        have = _spread(counts) | _GUARDS
        return _union(
            {n: bits for n, bits in self._holds.items() if (have - _spread(n)) & _GUARDS != _GUARDS}
        )

    def sets(self, parts: tuple[int, ...]) -> int:
        """Return the alternatives that the sets of the suit do not refute.

        Args:
            parts: part codes, declared sets included.
        """
        sums = [0]
        for code in parts:
            sums += [have + weight for weight in _ASKED_BY[code] for have in sums]
        bits = 0
        for asked in sums:
            bits |= self._sets.get(asked, 0)
        for part, asking in self._part.items():
            for code in parts:
                if not _MASKS[code] & part:
                    bits &= ~asking
                    break
        return bits

    def paired(self, counts: int) -> int:
        """Return the alternatives that a suit of nothing but pairs does not refute."""
        bits = self._sets.get(0, 0)
        for part, asking in self._part.items():
            if any(counts >> 3 * place & 7 and not part >> place & 1 for place in range(9)):
                bits &= ~asking
        return bits


def _unkonged(code: int) -> int:
    """Return what is asked for, a kong as a pung: the same sets are one way to count."""
    return code - 9 if code >= 18 else code


def _within(number: int, limits: tuple[int, int] | None) -> bool:
    return limits is None or limits[0] <= number <= limits[1]


def _bits(bits: int) -> Iterator[int]:
    """Yield the set bits, the lowest first."""
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


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
    """Return what a part of a hand can serve for: a kong for a kong or a pung."""
    kind, place = divmod(code, 9)
    if kind in (CHOW, CLAIMED_CHOW):
        return (_weigh([place]),)
    serves = (9 + place, 18 + place) if kind in (CLAIMED_KONG, CONCEALED_KONG) else (9 + place,)
    return tuple(_weigh([one]) for one in serves)


_ASKED_BY = [_asked_by(code) for code in range(63)]
_MASKS = [(7 if code // 9 in (CHOW, CLAIMED_CHOW) else 1) << code % 9 for code in range(63)]


class YakuMatcher:
    """Definitions of yaku, prepared so that what a hand has can be looked up.

    Attributes:
        ids: the ids of the yaku.
        groups: for each yaku the bits of its alternatives.
        suits: for each suit what it refutes.
        names_form: the alternatives that name a form other than the standard one.
        on_wait: the alternatives that depend on the wait.
        asks_total: the alternatives that ask for a sum of numbers.
        pairs: the alternatives that seven pairs do not refute by their form; `orphans` likewise.
        tracked: the alternatives of yaku that a ruleset prices.
        signatures: what `signature` has answered so far. Look there first.
    """

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        self.ids = tuple(definitions)
        self._alternatives: list[tuple[int, Alternative]] = []
        self._signs: list[int] = []
        self._counted: dict[int, tuple[int, int]] = {}
        """For the bit of each alternative of a counted yaku: its shift, and which choice of sets
        it asks for."""
        self._counted_ids: set[str] = set()
        self._counted_bits = 0
        self.tracked = 0
        self.groups: dict[str, int] = {}
        self.shifts: dict[str, int] = {}
        shift = 0
        for name, definition in definitions.items():
            self.shifts[name] = shift
            self.groups[name] = self._enter(name, definition, shift)
            shift += 3 if definition.counted else 1
        self._everything = (1 << len(self._alternatives)) - 1
        self.suits = tuple(SuitWords(s, self._alternatives, self._everything) for s in range(4))
        self._forms = {form: self._of_form(form) for form in FORMS}
        self.names_form = self._where(lambda ground: ground.names_form)
        self.on_wait = self._where(lambda ground: ground.depends_on_wait)
        self.asks_total = self._where(lambda ground: ground.total is not None)
        self.four_identical_chows = self._where(lambda ground: ground.four_identical_chows)
        self._counts = [[self._of_count(i, n) for n in range(8)] for i in range(len(SET_COUNTS))]
        self._occasions = [self._of_occasion(1 << bit) for bit in range(len(OCCASIONS))]
        self._closed = self._where(lambda ground: ground.closed)
        self._seats = [self._of_winds(0, wind) for wind in range(4)]
        self._prevailing = [self._of_winds(1, wind) for wind in range(4)]
        self._reds: BoundedCache[int, int] = BoundedCache()
        self._totals: BoundedCache[int, int] = BoundedCache()
        no_sets = self._everything
        for row in self._counts:
            no_sets &= row[0]
        self.pairs = self._forms["seven_pairs"] & no_sets & self.suits[0].wait[PAIR]
        self.orphans = self._forms["thirteen_orphans"] & no_sets
        self.signatures: BoundedCache[int, int] = BoundedCache()

    def _enter(self, name: str, definition: Definition, shift: int) -> int:
        """Give each alternative of a definition its bit."""
        group = 0
        ways: dict[tuple[tuple[int, ...], ...], int] = defaultdict(int)
        for ground in expand(definition):
            bit = 1 << len(self._alternatives)
            self._alternatives.append((bit, ground))
            self._signs.append(1 << shift)
            ways[tuple(tuple(sorted(map(_unkonged, asked))) for asked in ground.sets)] |= bit
            group |= bit
        if definition.counted:
            for choice, bits in enumerate(ways.values()):
                self._counted |= dict.fromkeys(_bits(bits), (shift, choice))
            self._counted_ids.add(name)
            self._counted_bits |= group
        return group

    def _where(self, holds: Callable[[Alternative], bool]) -> int:
        found = 0
        for bit, ground in self._alternatives:
            if holds(ground):
                found |= bit
        return found

    def _of_form(self, form: str) -> int:
        return self._where(lambda ground: form in ground.forms)

    def _of_count(self, index: int, number: int) -> int:
        return self._where(lambda ground: bool(ground.counts[index] >> number & 1))

    def _of_occasion(self, bit: int) -> tuple[int, int]:
        """Return the alternatives that need an occasion, and those that exclude it."""
        return self._where(lambda g: bool(g.when & bit)), self._where(
            lambda g: bool(g.unless & bit)
        )

    def _of_winds(self, which: int, wind: int) -> int:
        return self._where(lambda ground: bool(ground.winds[which] >> wind & 1))

    def _of_reds(self, reds: int) -> int:
        known = self._reds.get(reds)
        if known is None:
            known = self._where(lambda ground: _within(reds, ground.red_fives))
            self._reds.store(reds, known)
        return known

    def allowed_by(self, flags: int) -> int:
        """Return the alternatives that the facts of the win (`Packed.flags`) do not refute."""
        bits = self._everything
        for occasion, (when, unless) in enumerate(self._occasions):
            bits &= ~unless if flags >> occasion & 1 else ~when
        if flags & OPEN:
            bits &= ~self._closed
        bits &= self._seats[flags >> SEAT_SHIFT & 3]
        bits &= self._prevailing[flags >> PREVAILING_SHIFT & 3]
        return bits & self._of_reds(flags >> REDS_SHIFT)

    def counts(self, numbers: Iterable[int]) -> int:
        """Return the alternatives that allow these numbers of sets in a standard hand.

        Args:
            numbers: chows, pungs (kongs included), kongs, concealed pungs, claimed sets.
        """
        bits = self._forms["standard"]
        for row, number in zip(self._counts, numbers, strict=True):
            bits &= row[number]
        return bits

    def total(self, total: int) -> int:
        """Return the alternatives that allow all numbers to add up to `total`."""
        known = self._totals.get(total)
        if known is None:
            known = self._where(lambda ground: _within(total, ground.total))
            self._totals.store(total, known)
        return known

    def signature(self, bits: int) -> int:
        """Return the tracked yaku of alternatives: a bit for each, the number of a counted one.

        The number of a counted yaku takes three bits; `shifts` says where each one is.
        """
        known = self.signatures.get(bits)
        if known is None:
            known = 0
            wanted = bits & self.tracked
            for bit in _bits(wanted & ~self._counted_bits):
                known |= self._signs[bit.bit_length() - 1]
            if wanted & self._counted_bits:
                known |= self._times(wanted & self._counted_bits)
            self.signatures.store(bits, known)
        return known

    def _times(self, bits: int) -> int:
        """Return the counted yaku of a signature: in how many ways the sets of each are found."""
        found: dict[int, set[int]] = defaultdict(set)
        for bit in _bits(bits):
            shift, choice = self._counted[bit]
            found[shift].add(choice)
        # Of four sets there are no more than six ways.
        return sum(min(len(choices), 7) << shift for shift, choices in found.items())

    def track(self, names: Iterable[str]) -> bool:
        """Let signatures have these yaku, too; what nobody tracks is left out of them.

        Returns:
            True if some of them are new, so that what was looked up before knows nothing of them.
        """
        tracked = self.tracked
        for name in names:
            tracked |= self.groups[name]
        if tracked == self.tracked:
            return False
        self.tracked = tracked
        self.signatures.clear()
        return True

    def mask(self, names: Iterable[str]) -> int:
        """Return where a signature has these yaku."""
        return sum((7 if name in self._counted_ids else 1) << self.shifts[name] for name in names)

    def decode(self, signature: int, names: Iterable[str]) -> dict[str, int]:
        """Return which of some yaku a signature stands for, each with how often it is there."""
        found = {}
        for name in names:
            times = signature >> self.shifts[name] & (7 if name in self._counted_ids else 1)
            if times:
                found[name] = times
        return found


def yaku_matcher(own: tuple[tuple[str, Definition], ...] = ()) -> YakuMatcher:
    """Return a new matcher of all known yaku and a club's own."""
    return YakuMatcher({**known_yaku(), **dict(own)})
