"""Find the yaku of a hand by looking up bits instead of testing yaku by yaku.

Every alternative of every definition is a bit. A suit of a hand refutes the alternatives that it
contradicts. The hand has every alternative that is not refuted by the four suits, the number of
sets, or the table. The alternatives that a suit refutes depend only on that suit, so they are
computed once and cached.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from riichi_core.analysis.alternatives import FORMS, SET_COUNTS
from riichi_core.analysis.conditions import (
    FLAGS,
    NUMBERS,
    Conditions,
    conditions_of,
    pack_codes,
    prepared_conditions,
    within,
)
from riichi_core.analysis.packed import OPEN, REDS_SHIFT, ROUND_WIND_SHIFT, SEAT_SHIFT
from riichi_core.fast import BoundedCache
from riichi_core.hands.waits import (
    CLAIMED_QUAD,
    CLAIMED_SEQUENCE,
    CONCEALED_QUAD,
    PAIR,
    SEQUENCE,
    WAITS,
)
from riichi_core.hands.win import OCCASIONS
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.yaku_vocabulary import Definition, Form

_ONES = 0o111111111
_GUARDS = sum(8 << 4 * place for place in range(9))

_ELSEWHERE = 1 << 9
"""The place after the nine places of a suit, for a tile in another suit."""

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

    def enter(self, conditions: Conditions, shift: int) -> None:
        """Add the alternatives of a yaku, whose bits start at `shift`."""
        suit = self._suit
        self._everything |= _union(conditions["choice"]) << shift
        _join(self._allowed, conditions[f"allowed{suit}"], shift)
        _join(self._some, conditions[f"some{suit}"], shift)
        _join(self._sets, conditions[f"sets{suit}"], shift)
        _join(self._part, conditions[f"part{suit}"], shift)
        _join(self._holds, conditions[f"holds{suit}"], shift)
        _join(self._waiting, conditions[f"waiting{suit}"], shift)
        for places, bits in conditions[f"pair{suit}"].items():
            _add(bits << shift, self.pair, places | _ELSEWHERE)
        for places, bits in conditions[f"winning{suit}"].items():
            _add(bits << shift, self._winning, places | _ELSEWHERE)
        for waits, bits in conditions["waits"].items():
            _add(bits << shift, self.wait, waits | 1)
        self._asks_holds = _union(self._holds)
        self._asks_waiting = _union(self._waiting)
        self._present.clear()

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
        """Return the alternatives that are possible if one suit consists only of pairs."""
        bits = self._sets.get(0, 0)
        for part, alternatives in self._part.items():
            if any(counts >> 3 * place & 7 and not part >> place & 1 for place in range(9)):
                bits &= ~alternatives
        return bits


def _add(bits: int, table: list[int], places: int) -> None:
    """Add bits to the table entries at the given places, which are bits, too."""
    for place in range(len(table)):
        if places >> place & 1:
            table[place] |= bits


def _join(table: BitsByAsked, added: Mapping[int, int], shift: int) -> None:
    """Add the bits of a yaku, moved up by `shift`, to those with the same condition."""
    for asked, bits in added.items():
        table[asked] |= bits << shift


def _refuted_by_limits(number: int, by_limits: BitsByAsked) -> int:
    """Return the alternatives with limits that exclude a number."""
    refuted = 0
    for limits, bits in by_limits.items():
        if not within(number, limits):
            refuted |= bits
    return refuted


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


def _codes_served_by(code: int) -> tuple[int, ...]:
    """Return the codes that a part of a hand can satisfy: a quad is also a triplet."""
    kind, place = divmod(code, 9)
    if kind in (SEQUENCE, CLAIMED_SEQUENCE):
        return (pack_codes([place]),)
    triplet, quad = pack_codes([9 + place]), pack_codes([18 + place])
    return (triplet, quad) if kind in (CLAIMED_QUAD, CONCEALED_QUAD) else (triplet,)


_CODES_SERVED_BY = [_codes_served_by(code) for code in range(63)]
_MASKS = [(7 if code // 9 in (SEQUENCE, CLAIMED_SEQUENCE) else 1) << code % 9 for code in range(63)]


class YakuMatcher:
    """Definitions of yaku, prepared for looking up the yaku of a hand.

    Conditions are added only when their yaku is tracked, because a ruleset uses few of them.

    Args:
        definitions: all definitions that can be tracked, by id.
        prepared: the ids of the yaku whose prepared conditions belong to these definitions.

    Attributes:
        groups: for each tracked yaku the bits of its alternatives; 0 for any other.
        suits: the conditions for each suit.
        names_form: the alternatives that name a form other than the standard one.
        on_wait: the alternatives that depend on the wait.
        asks_numbers: the alternatives that require some of `NUMBERS`.
        pairs: the alternatives that are possible in the form of seven pairs; `orphans` likewise.
        any_tiles: the alternatives that are a form of their own.
        signatures: the cached results of `signature`. Look there first.
    """

    def __init__(self, definitions: Mapping[str, Definition], prepared: Iterable[str] = ()) -> None:
        self._definitions = definitions
        self._prepared = frozenset(prepared)
        self._signs: list[int] = []
        self._counted: dict[int, tuple[int, int]] = {}
        """For the bit of each alternative of a counted yaku: its shift and its choice of sets."""
        self._counted_bits = 0
        self.groups: dict[str, int] = defaultdict(int)
        self._shifts: dict[str, int] = {}
        self._masks: dict[str, int] = {}
        """The bits of each tracked yaku in a signature."""
        self._next_shift = 0
        self._everything = 0
        self.suits: tuple[SuitConditions, ...] = tuple(map(SuitConditions, range(4)))
        self._forms: dict[str, int] = dict.fromkeys(FORMS, 0)
        self.names_form: int = 0
        self.on_wait: int = 0
        self.asks_numbers: int = 0
        self.four_identical_sequences: int = 0
        self._concealed = 0
        self._counts = [[0] * 8 for _ in SET_COUNTS]
        self._when = [0] * len(OCCASIONS)
        self._unless = [0] * len(OCCASIONS)
        self._seats = [0] * 4
        self._round_wind = [0] * 4
        self._by_reds: BitsByAsked = defaultdict(int)
        self._by_numbers: tuple[BitsByAsked, ...] = tuple(defaultdict(int) for _ in NUMBERS)
        self.pairs: int = 0
        self.orphans: int = 0
        self.any_tiles: int = 0
        self.signatures: BoundedCache[int, int] = BoundedCache()

    def track(self, names: Iterable[str]) -> bool:
        """Include these yaku in signatures; yaku that are not tracked are left out.

        Returns:
            True if some of them are new, so that earlier results are incomplete.
        """
        tracked_before = len(self._shifts)
        for name in names:
            if name not in self._shifts:
                self._enter_yaku(name)
        if len(self._shifts) == tracked_before:
            return False
        no_sets = self._everything
        for row in self._counts:
            no_sets &= row[0]
        self.pairs = self._forms["seven_pairs"] & no_sets & self.suits[0].wait[PAIR]
        self.orphans = self._forms["thirteen_orphans"] & no_sets
        self.any_tiles = self._forms["any_tiles"]
        self.signatures.clear()
        return True

    def _enter_yaku(self, name: str) -> None:
        """Give each alternative of a yaku its bit."""
        conditions = prepared_conditions(name) if name in self._prepared else None
        if conditions is None:
            conditions = conditions_of(self._definitions[name])
        counted = bool(self._definitions[name].counted)
        shift = self._shifts[name] = self._next_shift
        self._masks[name] = (7 if counted else 1) << shift
        self._next_shift += 3 if counted else 1
        first, everything = len(self._signs), _union(conditions["choice"])
        self._signs += [1 << shift] * everything.bit_length()
        self.groups[name] = everything << first
        self._everything |= everything << first
        self._enter_conditions(conditions, first)
        for suit in self.suits:
            suit.enter(conditions, first)
        if counted:
            for choice, bits in conditions["choice"].items():
                self._counted |= dict.fromkeys(_bits(bits << first), (shift, choice))
            self._counted_bits |= self.groups[name]

    def _enter_conditions(self, conditions: Conditions, first: int) -> None:
        """Add the conditions that do not belong to a suit; `first` is the shift of the bits."""
        for forms, bits in conditions["forms"].items():
            for place, form in enumerate(FORMS):
                self._forms[form] |= (bits << first) * (forms >> place & 1)
        flags = [0] * len(FLAGS)
        for given, bits in conditions["flags"].items():
            _add(bits << first, flags, given)
        self.names_form |= flags[FLAGS.index("names_form")]
        self._concealed |= flags[FLAGS.index("concealed")]
        self.on_wait |= flags[FLAGS.index("depends_on_wait")]
        self.four_identical_sequences |= flags[FLAGS.index("four_identical_sequences")]
        for name, table in (
            *zip(SET_COUNTS, self._counts, strict=True),
            ("when", self._when),
            ("unless", self._unless),
            ("seat", self._seats),
            ("round_wind", self._round_wind),
        ):
            for places, bits in conditions[name].items():
                _add(bits << first, table, places)
        _join(self._by_reds, conditions["red_fives"], first)
        for name, by_limits in zip(NUMBERS, self._by_numbers, strict=True):
            _join(by_limits, conditions[name], first)
            self.asks_numbers |= _union(by_limits)

    def allowed_by(self, flags: int) -> int:
        """Return the alternatives that the facts of the win (`Packed.flags`) do not refute."""
        bits = self._everything
        for occasion, (when, unless) in enumerate(zip(self._when, self._unless, strict=True)):
            bits &= ~unless if flags >> occasion & 1 else ~when
        if flags & OPEN:
            bits &= ~self._concealed
        bits &= self._seats[flags >> SEAT_SHIFT & 3]
        bits &= self._round_wind[flags >> ROUND_WIND_SHIFT & 3]
        return bits & ~_refuted_by_limits(flags >> REDS_SHIFT, self._by_reds)

    def counts(self, numbers: Iterable[int], form: Form = "standard") -> int:
        """Return the alternatives that allow these numbers (see `SET_COUNTS`) in a hand with sets.

        Quads also count as triplets.
        """
        bits = self._forms[form]
        for row, number in zip(self._counts, numbers, strict=True):
            bits &= row[number]
        return bits

    def numbers(self, numbers: Iterable[int]) -> int:
        """Return the alternatives that allow these numbers (see `NUMBERS`)."""
        bits = self._everything
        for number, by_limits in zip(numbers, self._by_numbers, strict=True):
            bits &= ~_refuted_by_limits(number, by_limits)
        return bits

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
        return sum(self._masks[name] for name in names)

    def decode(self, signature: int, names: Iterable[str]) -> dict[str, int]:
        """Return the given yaku that a signature contains, each with its number."""
        counts = {}
        for name in names:
            if bits := signature & self._masks[name]:
                counts[name] = bits >> self._shifts[name]
        return counts


def yaku_matcher(club_yaku: tuple[tuple[str, Definition], ...] = ()) -> YakuMatcher:
    """Return a new matcher of all known yaku and a club's own."""
    own = dict(club_yaku)
    return YakuMatcher({**known_yaku(), **own}, prepared=known_yaku().keys() - own.keys())
