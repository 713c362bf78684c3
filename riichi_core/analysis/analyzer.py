"""Analyse a win without a ruleset: its interpretations, their yaku, fu facts and dora."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from riichi_core.analysis.matcher import YakuMatcher, yaku_matcher
from riichi_core.analysis.packed import (
    COUNTERS_SHIFT,
    DEALER_WINS,
    DRAWN,
    MIXED_IN,
    OPEN,
    RED_SEEN,
    ROUND_WIND_SHIFT,
    SEAT_SHIFT,
    DoraKey,
    FuFacts,
    FuItem,
    pack,
)
from riichi_core.analysis.suits import (
    COUNTED,
    FU_BITS,
    HONOUR_SHIFT,
    SET_COUNTS_MASK,
    SETS_SHIFT,
    WAIT_SHIFT,
    SuitAnalysis,
    SuitTable,
)
from riichi_core.fast import BoundedCache, new_tuple
from riichi_core.hands.waits import WAITS, SuitReading
from riichi_core.hands.win import AFTER_QUAD, SELF_DRAW, Win
from riichi_core.rules.yaku_vocabulary import Definition, Form
from riichi_core.tiles import Tile, Wind

YakuKey = int
"""A lookup key of yaku as bits; `Analyzer.yaku` decodes it."""

FuKey = int
"""A lookup key of the facts that fu depend on; `fu_facts` decodes it."""

PaymentKey = int
"""A lookup key of the facts, other than base points, that payments depend on.

`who_pays` decodes it.
"""

CircumstancesKey = int
"""A lookup key of circumstances; `unpack_circumstances` decodes it."""


class Interpretation(NamedTuple):
    """One way to read a whole hand.

    Attributes:
        yaku: its tracked yaku, and whether the hand is open.
        alternative_bits: the alternatives of their definitions that apply, as bits.
        fu: the facts that its fu depend on.
        set_items: the fu of its triplets and quads.
        suits: the readings of its four suits; empty in a form without sets.
        form: the form of the hand.
        form_yaku: in a form without sets, the yaku that name it, one of which is required; else 0.
    """

    yaku: YakuKey
    alternative_bits: int
    fu: FuKey
    set_items: tuple[FuItem, ...]
    suits: tuple[SuitReading, ...]
    form: Form
    form_yaku: YakuKey


class Circumstances(NamedTuple):
    """The circumstances of a win because of which rulesets leave out a yaku."""

    drawn: bool
    after_quad: bool
    kept_apart: bool


class Analysis(NamedTuple):
    """The result of analysing a win, which any ruleset can then score.

    Attributes:
        interpretations: every way to read the hand; empty if it is not complete.
        circumstances: facts because of which rulesets leave out a yaku.
        red_seen: whether the hand or the indicators contain a red five.
        dora: the dora by place on the table; 0 if there are none.
        payment: the payers, and the counters.
    """

    interpretations: list[Interpretation]
    circumstances: CircumstancesKey
    red_seen: bool
    dora: DoraKey
    payment: PaymentKey


_NO_NAMING_YAKU = 1 << 4_000
"""A key of a yaku that does not exist."""

_FORM_SHIFT = 48
SEVEN_PAIRS, THIRTEEN_ORPHANS, ANY_TILES = (form << _FORM_SHIFT for form in (1, 2, 3))
"""The form in a `FuKey`; the standard form is 0."""

_STANDARD: Form = "standard"
_FORMS: tuple[Form, ...] = (_STANDARD, "seven_pairs", "thirteen_orphans", "any_tiles")
_CIRCUMSTANCES = SELF_DRAW | AFTER_QUAD | MIXED_IN
_FU_FLAGS = SELF_DRAW | AFTER_QUAD | OPEN | MIXED_IN
_WINDS = 15 << SEAT_SHIFT
_WAIT_SHIFT = WAIT_SHIFT - SETS_SHIFT
PAIR_SHIFT = HONOUR_SHIFT - SETS_SHIFT

_SEATS = tuple(Wind)
_PAIR_HONOURS = (None, *(Tile(kind) for kind in range(27, 34)))
_FU_WAITS = (None, *WAITS)

_MOST_ANALYZERS = 16
"""The number of analyzers kept for clubs with their own yaku; each takes some megabytes."""


FlagsAnalysis = tuple[int, FuKey, FuKey, int, CircumstancesKey, bool]
"""The analysis of flags.

These are the alternatives that they allow, the facts for fu without and with the winds, 1 for an
open hand, the circumstances, and whether there is a red five.
"""


class Analyzer:
    """Analyses wins by the yaku definitions that a matcher tracks, without a ruleset."""

    def __init__(self, matcher: YakuMatcher) -> None:
        self.matcher = matcher
        self._suits = tuple(SuitTable(suit, self.matcher) for suit in range(4))
        self._by_set_counts: BoundedCache[int, int] = BoundedCache()
        self._flags: BoundedCache[int, FlagsAnalysis] = BoundedCache()

    def track(self, names: Iterable[str]) -> None:
        """Track these yaku, too; yaku that no ruleset uses are not tracked."""
        if self.matcher.track(names):
            for suit in self._suits:
                suit.forget()
            self._by_set_counts.clear()
            self._flags.clear()

    def analyze(self, win: Win) -> Analysis:
        """Return the analysis of a win, with all its interpretations."""
        try:
            key_m, key_p, key_s, key_z, flags, dora, payment = win._packed
        except AttributeError:
            key_m, key_p, key_s, key_z, flags, dora, payment = pack(win)
        m, p, s, z = self._suits
        suit_m = m.known.get(key_m) or m.find(key_m)
        suit_p = p.known.get(key_p) or p.find(key_p)
        suit_s = s.known.get(key_s) or s.find(key_s)
        suit_z = z.known.get(key_z) or z.find(key_z)
        flags_analysis = self._flags.get(flags) or self.flags(flags)
        by_flags, fu_flags, fu_flags_and_winds, is_open, circumstances, red_seen = flags_analysis
        asks_numbers, signatures = self.matcher.asks_numbers, self.matcher.signatures
        by_set_counts = self._by_set_counts
        interpretations: list[Interpretation] = []
        for way_m in suit_m[0]:
            for way_p in suit_p[0]:
                for way_s in suit_s[0]:
                    for way_z in suit_z[0]:
                        sums = way_m[1] + way_p[1] + way_s[1] + way_z[1]
                        allowed = by_set_counts.get(sums & SET_COUNTS_MASK)
                        if allowed is None:
                            allowed = self.allowed_by_set_counts(sums & SET_COUNTS_MASK)
                        if allowed < 0:
                            continue
                        bits = by_flags & allowed & way_m[0] & way_p[0] & way_s[0] & way_z[0]
                        if bits & asks_numbers:
                            bits &= self.matcher.numbers(_numbers(win))
                        yaku = signatures.get(bits)
                        if yaku is None:
                            yaku = self.matcher.signature(bits)
                        fu = sums >> SETS_SHIFT
                        fu |= fu_flags_and_winds if fu >> PAIR_SHIFT else fu_flags
                        items = way_m[2] + way_p[2] + way_s[2] + way_z[2]
                        suits = way_m[3], way_p[3], way_s[3], way_z[3]
                        values = yaku << 1 | is_open, bits, fu, items, suits, _STANDARD, 0
                        interpretations.append(new_tuple(Interpretation, values))
        if suit_z[1] >= 0 and suit_m[1] >= 0 and suit_p[1] >= 0 and suit_s[1] >= 0:
            bits = by_flags & self.matcher.pairs & suit_m[1] & suit_p[1] & suit_s[1] & suit_z[1]
            interpretations.append(self._without_sets(win, bits, SEVEN_PAIRS | fu_flags))
        elif suit_z[2] >= 0 and suit_m[2] >= 0 and suit_p[2] >= 0 and suit_s[2] >= 0:
            bits = by_flags & self.matcher.orphans & suit_m[2] & suit_p[2] & suit_s[2] & suit_z[2]
            interpretations.append(self._without_sets(win, bits, THIRTEEN_ORPHANS | fu_flags))
        if self.matcher.any_tiles and (bits := self._any_tiles(win, by_flags)):
            interpretations.append(self._without_sets(win, bits, ANY_TILES | fu_flags))
        return new_tuple(Analysis, (interpretations, circumstances, red_seen, dora, payment))

    def _any_tiles(self, win: Win, bits: int) -> int:
        """Return the alternatives that are a form of their own, and that a win meets."""
        sums = 0
        for table, key in zip(self._suits, win._packed, strict=False):
            allowed, declared = table.declared(key)
            bits &= allowed
            sums += declared
        bits &= self.matcher.counts(_set_counts(sums)[1:], "any_tiles")
        return bits & self.matcher.numbers(_numbers(win))

    def _without_sets(self, win: Win, bits: int, fu: FuKey) -> Interpretation:
        """Return the interpretation in a form without concealed sets."""
        if bits & self.matcher.asks_numbers:
            bits &= self.matcher.numbers(_numbers(win))
        return self.interpretation(bits, fu)[0]

    # ---- the parts of a win, also for the native kernel ------------------------------------------

    def suit(self, suit: int, key: int) -> SuitAnalysis:
        """Return the analysis of one of the four suits, by its key in `Packed`."""
        table = self._suits[suit]
        return table.known.get(key) or table.find(key)

    def flags(self, flags: int) -> FlagsAnalysis:
        """Analyse `Packed.flags`, and cache the analysis."""
        allowed = self.matcher.allowed_by(flags)
        fu_flags = (flags & _FU_FLAGS) << FU_BITS
        fu_flags_and_winds = (flags & (_FU_FLAGS | _WINDS)) << FU_BITS
        is_open, red_seen = int(bool(flags & OPEN)), bool(flags & RED_SEEN)
        circumstances = flags & _CIRCUMSTANCES
        flags_analysis = allowed, fu_flags, fu_flags_and_winds, is_open, circumstances, red_seen
        return self._flags.store(flags, flags_analysis)

    def allowed_by_set_counts(self, set_counts: int) -> int:
        """Find the alternatives that packed set counts allow, and cache them.

        The result is -1 unless there is exactly one pair.
        """
        pairs, *counts = _set_counts(set_counts)
        allowed = self.matcher.counts(counts) if pairs == 1 else -1
        return self._by_set_counts.store(set_counts, allowed)

    def interpretation(
        self, alternatives: int, fu: FuKey
    ) -> tuple[Interpretation, CircumstancesKey]:
        """Return an interpretation for its alternatives and fu facts, and its circumstances.

        It has no sets. For seven pairs the key also contains the circumstances, because their fu do
        not.
        """
        form, flags = _FORMS[fu >> _FORM_SHIFT], fu >> FU_BITS
        fu = SEVEN_PAIRS if form == "seven_pairs" else fu
        form_yaku = 0 if form == _STANDARD else self.form_yaku(alternatives)
        yaku = self.matcher.signature(alternatives) << 1 | bool(flags & OPEN)
        values = yaku, alternatives, fu, (), (), form, form_yaku
        return new_tuple(Interpretation, values), flags & _CIRCUMSTANCES

    # ---- keys ----------------------------------------------------------------------------------

    def mask(self, names: Iterable[str]) -> YakuKey:
        """Return the mask that selects these yaku in a key."""
        return self.matcher.mask(names) << 1 | 1

    def yaku(self, key: YakuKey, names: Iterable[str]) -> dict[str, int]:
        """Return the given yaku that a key contains, each with its number."""
        return self.matcher.decode(key >> 1, names)

    def is_open(self, key: YakuKey) -> bool:
        """Return True if a key is from an open hand."""
        return bool(key & 1)

    def without(self, interpretation: Interpretation, alternatives: int) -> tuple[YakuKey, YakuKey]:
        """Return the `yaku` and the `form_yaku` of an interpretation without some alternatives."""
        bits = interpretation.alternative_bits & ~alternatives
        yaku = self.matcher.signature(bits) << 1 | interpretation.yaku & 1
        return yaku, self.form_yaku(bits) if interpretation.form_yaku else 0

    def form_yaku(self, bits: int) -> YakuKey:
        """Return the yaku among these alternatives that name a form without sets."""
        return self.matcher.signature(bits & self.matcher.names_form) << 1 or _NO_NAMING_YAKU


def fu_facts(key: FuKey) -> FuFacts:
    """Return the facts for the fu of an interpretation in any form except seven pairs."""
    flags = key >> FU_BITS
    return FuFacts(
        2 * (key & (1 << _WAIT_SHIFT) - 1),
        _FU_WAITS[key >> _WAIT_SHIFT & 7],
        _PAIR_HONOURS[key >> PAIR_SHIFT & 7],
        flags & SELF_DRAW != 0,
        flags & AFTER_QUAD != 0,
        flags & OPEN != 0,
        flags & MIXED_IN == 0,
        _SEATS[flags >> SEAT_SHIFT & 3],
        _SEATS[flags >> ROUND_WIND_SHIFT & 3],
    )


def who_pays(key: PaymentKey) -> tuple[bool, bool, int]:
    """Return whether the winner drew the tile, whether it is East, and the number of counters."""
    return bool(key & DRAWN), bool(key & DEALER_WINS), key >> COUNTERS_SHIFT


def unpack_circumstances(key: CircumstancesKey) -> Circumstances:
    """Return the circumstances in a key."""
    return Circumstances(
        drawn=bool(key & SELF_DRAW),
        after_quad=bool(key & AFTER_QUAD),
        kept_apart=not key & MIXED_IN,
    )


def _set_counts(sums: int) -> list[int]:
    """Return the counts of pairs and sets, in the order of `COUNTED`."""
    return [sums >> 3 * position & 7 for position in range(len(COUNTED))]


def _numbers(win: Win) -> tuple[int, ...]:
    """Return what `NUMBERS` (conditions.py) count in a hand."""
    kinds = sorted({tile.kind for tile in win.tiles})
    distances = [higher - kind for kind, higher in pairwise(kinds) if kind // 9 == higher // 9 < 3]
    total = sum(tile.number for tile in win.tiles if tile.suit != "z")
    return total, len(kinds), min(distances, default=9), sum(tile.bonus for tile in win.tiles)


@lru_cache(maxsize=_MOST_ANALYZERS)
def shared_analyzer(club_yaku: tuple[tuple[str, Definition], ...] = ()) -> Analyzer:
    """Return the analyzer for the known yaku and a club's own; equal yaku share one."""
    return Analyzer(yaku_matcher(club_yaku))
