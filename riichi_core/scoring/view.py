"""One look at a win: all that can be seen in it before any ruleset is asked."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from riichi_core.analysis import YakuMatcher, catalogue
from riichi_core.fast import BoundedCache
from riichi_core.hands.decomposition import SuitReading
from riichi_core.hands.flags import AFTER_KONG, DEALER, MIXED_IN, OPEN, SEAT_SHIFT, SELF_DRAW
from riichi_core.hands.win import Win
from riichi_core.rules.vocabulary import Definition, Form
from riichi_core.scoring.dora import Shown, shown
from riichi_core.scoring.fu import FuItem
from riichi_core.scoring.suits import (
    COUNTED,
    FU_BITS,
    HONOUR_SHIFT,
    NUMBERS_MASK,
    SETS_SHIFT,
    SuitTable,
)

Interpretation = tuple[int, int, int, tuple[FuItem, ...], tuple[SuitReading, ...], Form, int]
"""One way to see a whole hand. (A plain tuple, for many are made.)

1. The signature of its yaku, with one more bit below it, set for an open hand.
2. Their alternatives.
3. What its fu depend on: the form, of the table what can matter, the sets, the wait and the pair,
   above a bit that is left free.
4. The fu of its sets, and 5. its suits; both empty in a form without sets.
6. The form, and 7. the signature of the yaku that name it if it has no sets: one is needed; else 0.
"""

Analysis = tuple[Win, list[Interpretation], Shown | None, int]
"""Everything that one look at a win finds: the win, the ways to see it, its dora, and what payments
depend on beside the base. Any number of rulesets can then score it."""

DRAWN, DEALER_WINS, COUNTERS_SHIFT = 1, 2, 2
TAIL_BITS = 12
"""What payments depend on: two bits for who pays, and above them the counters."""

NONE_NAMES_IT = 1 << 4_000
"""A signature of no yaku that there is."""

FORM_SHIFT = 48
PAIRS, ORPHANS = 1 << FORM_SHIFT, 2 << FORM_SHIFT
"""The form in what fu depend on; nothing for the standard one."""

MOST_EYES = 16
"""How many eyes are kept for clubs with yaku of their own; each takes some megabytes."""

_STANDARD: Form = "standard"
_FU_FACTS = SELF_DRAW | AFTER_KONG | OPEN | MIXED_IN
_WINDS = 15 << SEAT_SHIFT
_PAIR_SHIFT = HONOUR_SHIFT - SETS_SHIFT


class Analyzer:
    """Looks at wins: the suits, the yaku of a catalogue, the dora. It knows no ruleset."""

    def __init__(self, yaku: YakuMatcher) -> None:
        self.yaku = yaku
        self._suits = tuple(SuitTable(suit, yaku) for suit in range(4))
        self._numbers: BoundedCache[int, int] = BoundedCache()
        self._tables: BoundedCache[int, tuple[int, int, int, int]] = BoundedCache()
        self._asks_total = yaku.asks_total & yaku.wanted

    def want(self, names: Iterable[str]) -> None:
        """Look for these yaku, too; what no ruleset prices is not looked for."""
        if self.yaku.want(names):
            for suit in self._suits:
                suit.want(self.yaku.wanted)
            self._tables.clear()
            self._asks_total = self.yaku.asks_total & self.yaku.wanted

    def analyze(self, win: Win) -> Analysis:
        """What a win has, in every way in which it can be seen."""
        m, p, s, z = self._suits
        key_m, key_p, key_s, key_z = win.suits
        in_m = m.known.get(key_m) or m.find(key_m)
        in_p = p.known.get(key_p) or p.find(key_p)
        in_s = s.known.get(key_s) or s.find(key_s)
        in_z = z.known.get(key_z) or z.find(key_z)
        table, plain, windy, who = self._tables.get(win.flags) or self._table(win.flags)
        asks_total, signatures, counts = self._asks_total, self.yaku.signatures, self._numbers
        is_open = 1 if win.flags & OPEN else 0
        ways: list[Interpretation] = []
        for one in in_m[0]:
            for two in in_p[0]:
                for three in in_s[0]:
                    for four in in_z[0]:
                        numbers = one[1] + two[1] + three[1] + four[1]
                        allowed = counts.get(numbers & NUMBERS_MASK)
                        if allowed is None:
                            allowed = self._allow(numbers & NUMBERS_MASK)
                        if allowed < 0:
                            continue
                        bits = table & allowed & one[0] & two[0] & three[0] & four[0]
                        if bits & asks_total:
                            bits &= self.yaku.total(_total(win))
                        signature = signatures.get(bits)
                        if signature is None:
                            signature = self.yaku.signature(bits)
                        facts = numbers >> SETS_SHIFT
                        facts = facts << 1 | (windy if facts >> _PAIR_SHIFT else plain)
                        items = one[2] + two[2] + three[2] + four[2]
                        placed = one[3], two[3], three[3], four[3]
                        signature = signature << 1 | is_open
                        ways.append((signature, bits, facts, items, placed, _STANDARD, 0))
        if in_z[1] >= 0 and in_m[1] >= 0 and in_p[1] >= 0 and in_s[1] >= 0:
            bits = table & self.yaku.pairs & in_m[1] & in_p[1] & in_s[1] & in_z[1]
            ways.append(self._without_sets(win, bits, PAIRS, "seven_pairs"))
        elif in_z[2] >= 0 and in_m[2] >= 0 and in_p[2] >= 0 and in_s[2] >= 0:
            bits = table & self.yaku.orphans & in_m[2] & in_p[2] & in_s[2] & in_z[2]
            ways.append(self._without_sets(win, bits, ORPHANS | plain, "thirteen_orphans"))
        return win, ways, shown(win), win.counters << COUNTERS_SHIFT | who

    def _without_sets(self, win: Win, bits: int, facts: int, form: Form) -> Interpretation:
        """The way to see a hand of seven pairs or thirteen orphans, which is always concealed."""
        if bits & self._asks_total:
            bits &= self.yaku.total(_total(win))
        naming = self.naming(bits)
        return self.yaku.signature(bits) << 1, bits, facts, (), (), form, naming

    def naming(self, bits: int) -> int:
        """The signature of the yaku among these alternatives that name a form without sets."""
        return self.yaku.signature(bits & self.yaku.names_form) << 1 or NONE_NAMES_IT

    def _table(self, table: int) -> tuple[int, int, int, int]:
        """What the table allows, what fu depend on without the winds and with them, who pays."""
        bits = self.yaku.table(table) & self.yaku.wanted
        plain = (table & _FU_FACTS) << FU_BITS + 1
        windy = (table & (_FU_FACTS | _WINDS)) << FU_BITS + 1
        who = (DRAWN if table & SELF_DRAW else 0) | (DEALER_WINS if table & DEALER else 0)
        return self._tables.store(table, (bits, plain, windy, who))

    def _allow(self, numbers: int) -> int:
        """The alternatives that these numbers of sets allow; -1 if there is not just one pair."""
        pairs, *rest = (numbers >> 3 * i & 7 for i in range(len(COUNTED)))
        return self._numbers.store(numbers, self.yaku.counts(rest) if pairs == 1 else -1)


def _total(win: Win) -> int:
    """What the numbers of all suit tiles of the hand add up to."""
    return sum(times * (kind % 9 + 1) for kind, times in enumerate(win.held[:27]))


@lru_cache(maxsize=MOST_EYES)
def eye(own: tuple[tuple[str, Definition], ...]) -> Analyzer:
    """The eye for the known yaku and a club's own; rulesets with the same yaku share it."""
    return Analyzer(
        catalogue(own)
    )  # a catalogue of its own, which tells nobody else what is wanted
