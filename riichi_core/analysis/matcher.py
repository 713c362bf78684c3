"""Find the yaku of a hand by looking up bits instead of testing yaku by yaku.

Every alternative of every definition is a bit. A suit of a hand refutes the alternatives that it
contradicts. The hand has every alternative that is not refuted by the four suits, the number of
sets, or the table. The alternatives that a suit refutes depend only on that suit, so they are
computed once and cached.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from riichi_core.analysis.alternatives import FORMS, SET_COUNTS, Alternative, expand
from riichi_core.analysis.packed import OCCASIONS, OPEN, PREVAILING_SHIFT, REDS_SHIFT, SEAT_SHIFT
from riichi_core.fast import BoundedCache
from riichi_core.hands.waits import (
    CHOW,
    CLAIMED_CHOW,
    CLAIMED_KONG,
    CONCEALED_KONG,
    PAIR,
    WAITS,
)
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.yaku_vocabulary import Definition

_ONES = 0o111111111
_GUARDS = sum(8 << 4 * place for place in range(9))

_ANYWHERE, _ELSEWHERE = 0b111111111, 1 << 9
"""The nine places of a suit, and one for a tile in another suit."""

BitsByAsked = dict[int, int]
"""Bits of the alternatives with the same condition."""


class SuitConditions:
    """The conditions that the alternatives have for one suit.

    Attributes:
        pair: by place, the alternatives that a pair there does not refute; the last is for no pair.
        wait: by wait, the alternatives that it does not refute; the first is for another suit.
    """

    def __init__(self, suit: int) -> None:
        self._suit = suit
        self._everything = 0
        self._allowed: BitsByAsked = defaultdict(int)
        self._some: BitsByAsked = defaultdict(int)
        self._sets: BitsByAsked = defaultdict(int)
        self._part: BitsByAsked = defaultdict(int)
        self._holds: BitsByAsked = defaultdict(int)
        self._waiting: BitsByAsked = defaultdict(int)
        self.pair: list[int] = [0] * 10
        self.wait: list[int] = [0] * (len(WAITS) + 1)
        self._winning = [0] * 10
        self._present: BoundedCache[int, int] = BoundedCache()
        self._asks_holds = self._asks_waiting = 0

    def enter(self, alternatives: Iterable[tuple[int, Alternative]]) -> None:
        """Add alternatives, each with its bit."""
        for bit, alternative in alternatives:
            self._enter_alternative(self._suit, bit, alternative)
        self._asks_holds = _union(self._holds)
        self._asks_waiting = _union(self._waiting)
        self._present.clear()

    def _enter_alternative(self, suit: int, bit: int, alternative: Alternative) -> None:
        self._everything |= bit
        self._allowed[alternative.allowed[suit]] |= bit
        for asked_suit, mask in alternative.some:
            if asked_suit == suit:
                self._some[mask] |= bit
        self._sets[_pack_codes(alternative.sets[suit])] |= bit
        if alternative.part is not None:
            self._part[alternative.part[suit]] |= bit
        if alternative.holds[suit]:
            self._holds[alternative.holds[suit]] |= bit
        if alternative.waiting is not None:
            self._waiting[alternative.waiting[suit]] |= bit
        pair = _ANYWHERE if alternative.pair is None else alternative.pair[suit]
        if alternative.part is not None:
            pair &= alternative.part[suit]
        _add(bit, self.pair, pair | _ELSEWHERE)
        _add(bit, self._winning, alternative.winning[suit] | _ELSEWHERE)
        _add(bit, self.wait, -1 if alternative.waits is None else alternative.waits | 1)

    def tiles(self, counts: int, winning: int) -> int:
        """Return the alternatives that the tiles of the suit do not refute, in any reading.

        The `counts`, three bits for each number, include the tiles of declared sets. `winning` is
        the place of the winning tile, or -1 if it is in another suit.
        """
        present = (counts | counts >> 1 | counts >> 2) & _ONES
        bits = self._present.get(present)
        if bits is None:
            bits = self._present.store(present, self._allowed_by_present(present))
        if bits & self._asks_holds:
            bits &= ~self._short_of(counts)
        if bits & self._asks_waiting:
            counts_before_win = counts - (1 << 3 * winning) if winning >= 0 else counts
            bits &= ~self._asks_waiting | self._waiting.get(counts_before_win, 0)
        return bits & self._winning[winning]

    def _allowed_by_present(self, ones: int) -> int:
        """Return the alternatives that the present numbers allow, given as bits in octal digits."""
        present = sum(1 << place for place in range(9) if ones >> 3 * place & 1)
        bits = self._everything
        for mask, alternatives in self._allowed.items():
            if present & ~mask:
                bits &= ~alternatives
        for mask, alternatives in self._some.items():
            if not present & mask:
                bits &= ~alternatives
        for counts, alternatives in self._holds.items():
            if (counts | counts >> 1 | counts >> 2) & _ONES & ~ones:
                bits &= ~alternatives
        return bits

    def _short_of(self, counts: int) -> int:
        """Return the alternatives that require more of some tile than the suit has."""
        held = _spread(counts) | _GUARDS
        return _union(
            {
                needed: bits
                for needed, bits in self._holds.items()
                if (held - _spread(needed)) & _GUARDS != _GUARDS
            }
        )

    def sets(self, parts: tuple[int, ...]) -> int:
        """Return the alternatives that the sets of the suit, with declared ones, do not refute."""
        sums = [0]
        for code in parts:
            sums += [total + weight for weight in _CODES_SERVED_BY[code] for total in sums]
        bits = 0
        for asked in sums:
            bits |= self._sets.get(asked, 0)
        for part, alternatives in self._part.items():
            for code in parts:
                if not _MASKS[code] & part:
                    bits &= ~alternatives
                    break
        return bits

    def paired(self, counts: int) -> int:
        """Return the alternatives that a suit consisting only of pairs does not refute."""
        bits = self._sets.get(0, 0)
        for part, alternatives in self._part.items():
            if any(counts >> 3 * place & 7 and not part >> place & 1 for place in range(9)):
                bits &= ~alternatives
        return bits


def _add(bit: int, table: list[int], places: int) -> None:
    """Add a bit to the table entries at the given places, which are bits."""
    for place in range(len(table)):
        if places >> place & 1:
            table[place] |= bit


def _kong_as_pung(code: int) -> int:
    """Return the code of a set, with a kong as a pung: they are one way of a counted yaku."""
    return code - 9 if code >= 18 else code


def _allowed_by_limits(number: int, groups: Mapping[tuple[int, int] | None, int]) -> int:
    """Return the alternatives whose limits include a number, or that have no limits."""
    allowed = 0
    for limits, bits in groups.items():
        if limits is None or limits[0] <= number <= limits[1]:
            allowed |= bits
    return allowed


def _bits(bits: int) -> Iterator[int]:
    """Yield the set bits, the lowest first."""
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


def _union(groups: Mapping[int, int]) -> int:
    union = 0
    for bits in groups.values():
        union |= bits
    return union


def _spread(counts: int) -> int:
    """Return counts of three bits each as counts of four, so that a borrow is visible."""
    return sum((counts >> 3 * place & 7) << 4 * place for place in range(9))


def _pack_codes(asked: Iterable[int]) -> int:
    """Return required sets as one number: the count of each code, in three bits."""
    return sum(1 << 3 * code for code in asked)


def _codes_served_by(code: int) -> tuple[int, ...]:
    """Return the codes that a part of a hand can satisfy: a kong is also a pung."""
    kind, place = divmod(code, 9)
    if kind in (CHOW, CLAIMED_CHOW):
        return (_pack_codes([place]),)
    pung, kong = _pack_codes([9 + place]), _pack_codes([18 + place])
    return (pung, kong) if kind in (CLAIMED_KONG, CONCEALED_KONG) else (pung,)


_CODES_SERVED_BY = [_codes_served_by(code) for code in range(63)]
_MASKS = [(7 if code // 9 in (CHOW, CLAIMED_CHOW) else 1) << code % 9 for code in range(63)]


class YakuMatcher:
    """Definitions of yaku, prepared for looking up the yaku of a hand.

    A definition is expanded only when its yaku is tracked, because a ruleset uses few of them.

    Args:
        definitions: all definitions that can be tracked, by id.

    Attributes:
        groups: for each tracked yaku the bits of its alternatives; 0 for any other.
        suits: the conditions for each suit.
        names_form: the alternatives that name a form other than the standard one.
        on_wait: the alternatives that depend on the wait.
        asks_total: the alternatives that require a sum of numbers.
        pairs: the alternatives that are possible in the form of seven pairs; `orphans` likewise.
        signatures: the cached results of `signature`. Look there first.
    """

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        self._definitions = definitions
        self._signs: list[int] = []
        self._counted: dict[int, tuple[int, int]] = {}
        """For the bit of each alternative of a counted yaku: its shift and its choice of sets."""
        self._counted_ids: set[str] = set()
        self._counted_bits = 0
        self.groups: dict[str, int] = defaultdict(int)
        self._shifts: dict[str, int] = {}
        self._next_shift = 0
        self._everything = 0
        self.suits: tuple[SuitConditions, ...] = tuple(map(SuitConditions, range(4)))
        self._forms: dict[str, int] = dict.fromkeys(FORMS, 0)
        self.names_form: int = 0
        self.on_wait: int = 0
        self.asks_total: int = 0
        self.four_identical_chows: int = 0
        self._closed = 0
        self._counts = [[0] * 8 for _ in SET_COUNTS]
        self._when = [0] * len(OCCASIONS)
        self._unless = [0] * len(OCCASIONS)
        self._seats = [0] * 4
        self._prevailing = [0] * 4
        self._by_reds: dict[tuple[int, int] | None, int] = defaultdict(int)
        self._by_total: dict[tuple[int, int] | None, int] = defaultdict(int)
        self.pairs: int = 0
        self.orphans: int = 0
        self.signatures: BoundedCache[int, int] = BoundedCache()

    def track(self, names: Iterable[str]) -> bool:
        """Include these yaku in signatures; yaku that are not tracked are left out.

        Returns:
            True if some of them are new, so that earlier results are incomplete.
        """
        tracked_before = len(self._shifts)
        for name in names:
            if name not in self._shifts:
                self._enter_yaku(name, self._definitions[name])
        if len(self._shifts) == tracked_before:
            return False
        no_sets = self._everything
        for row in self._counts:
            no_sets &= row[0]
        self.pairs = self._forms["seven_pairs"] & no_sets & self.suits[0].wait[PAIR]
        self.orphans = self._forms["thirteen_orphans"] & no_sets
        self.signatures.clear()
        return True

    def _enter_yaku(self, name: str, definition: Definition) -> None:
        """Give each alternative of a definition its bit."""
        shift = self._shifts[name] = self._next_shift
        self._next_shift += 3 if definition.counted else 1
        alternatives = []
        bits_by_sets: dict[tuple[tuple[int, ...], ...], int] = defaultdict(int)
        for alternative in expand(definition):
            bit = 1 << len(self._signs)
            alternatives.append((bit, alternative))
            self._signs.append(1 << shift)
            sets = tuple(tuple(sorted(map(_kong_as_pung, codes))) for codes in alternative.sets)
            bits_by_sets[sets] |= bit
            self.groups[name] |= bit
            self._enter_alternative(bit, alternative)
        for suit in self.suits:
            suit.enter(alternatives)
        if definition.counted:
            for choice, bits in enumerate(bits_by_sets.values()):
                self._counted |= dict.fromkeys(_bits(bits), (shift, choice))
            self._counted_ids.add(name)
            self._counted_bits |= self.groups[name]

    def _enter_alternative(self, bit: int, alternative: Alternative) -> None:
        """Add the bit of an alternative to every table entry that does not refute it."""
        self._everything |= bit
        for form in alternative.forms:
            self._forms[form] |= bit
        self.names_form |= bit * alternative.names_form
        self.on_wait |= bit * alternative.depends_on_wait
        self.asks_total |= bit * (alternative.total is not None)
        self.four_identical_chows |= bit * alternative.four_identical_chows
        self._closed |= bit * alternative.closed
        for row, numbers in zip(self._counts, alternative.counts, strict=True):
            _add(bit, row, numbers)
        _add(bit, self._when, alternative.when)
        _add(bit, self._unless, alternative.unless)
        _add(bit, self._seats, alternative.winds.seat)
        _add(bit, self._prevailing, alternative.winds.prevailing)
        self._by_reds[alternative.red_fives] |= bit
        self._by_total[alternative.total] |= bit

    def allowed_by(self, flags: int) -> int:
        """Return the alternatives that the facts of the win (`Packed.flags`) do not refute."""
        bits = self._everything
        for occasion, (when, unless) in enumerate(zip(self._when, self._unless, strict=True)):
            bits &= ~unless if flags >> occasion & 1 else ~when
        if flags & OPEN:
            bits &= ~self._closed
        bits &= self._seats[flags >> SEAT_SHIFT & 3]
        bits &= self._prevailing[flags >> PREVAILING_SHIFT & 3]
        return bits & _allowed_by_limits(flags >> REDS_SHIFT, self._by_reds)

    def counts(self, numbers: Iterable[int]) -> int:
        """Return the alternatives that allow these numbers (see `SET_COUNTS`) in a standard hand.

        Kongs also count as pungs.
        """
        bits = self._forms["standard"]
        for row, number in zip(self._counts, numbers, strict=True):
            bits &= row[number]
        return bits

    def total(self, total: int) -> int:
        """Return the alternatives that allow the numbers to add up to `total`."""
        return _allowed_by_limits(total, self._by_total)

    def signature(self, bits: int) -> int:
        """Return the tracked yaku of alternatives: a bit for each, or the number of a counted one.

        The number of a counted yaku takes three bits; `decode` reads it.
        """
        signature = self.signatures.get(bits)
        if signature is None:
            signature = 0
            for bit in _bits(bits & ~self._counted_bits):
                signature |= self._signs[bit.bit_length() - 1]
            if bits & self._counted_bits:
                signature |= self._times(bits & self._counted_bits)
            self.signatures.store(bits, signature)
        return signature

    def _times(self, bits: int) -> int:
        """Return the counted yaku of a signature: the number of ways to find the sets of each."""
        choices_by_shift: dict[int, set[int]] = defaultdict(set)
        for bit in _bits(bits):
            shift, choice = self._counted[bit]
            choices_by_shift[shift].add(choice)
        # Four sets give at most six ways.
        return sum(min(len(choices), 7) << shift for shift, choices in choices_by_shift.items())

    def mask(self, names: Iterable[str]) -> int:
        """Return the bits of these yaku in a signature."""
        return sum((7 if name in self._counted_ids else 1) << self._shifts[name] for name in names)

    def decode(self, signature: int, names: Iterable[str]) -> dict[str, int]:
        """Return the given yaku that a signature contains, each with its number."""
        counts = {}
        for name in names:
            times = signature >> self._shifts[name] & (7 if name in self._counted_ids else 1)
            if times:
                counts[name] = times
        return counts


def yaku_matcher(club_yaku: tuple[tuple[str, Definition], ...] = ()) -> YakuMatcher:
    """Return a new matcher of all known yaku and a club's own."""
    return YakuMatcher({**known_yaku(), **dict(club_yaku)})
