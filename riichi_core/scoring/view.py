"""One look at a win: all that can be seen in it before any ruleset is asked."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from riichi_core.hands.memory import Memory
from riichi_core.hands.table import MIXED_IN, OPEN, SEAT_SHIFT
from riichi_core.hands.win import Win
from riichi_core.rules.vocabulary import Definition
from riichi_core.scoring.dora import Shown, shown
from riichi_core.scoring.fu import AFTER_KONG, SELF_DRAW
from riichi_core.scoring.suits import (
    COUNTED,
    FU_BITS,
    HONOUR_SHIFT,
    NUMBERS_MASK,
    SETS_SHIFT,
    Seen,
    SuitTable,
)
from riichi_core.yaku import Catalogue, catalogue

Way = tuple[int, int, int, tuple[Seen, Seen, Seen, Seen]]
"""One way to see a whole hand: the signature of its yaku, their alternatives, what its fu depend
on, the suits. (A plain tuple, for many are made.)

The signature has one more bit below it, set for an open hand. What the fu depend on is the sets,
the wait and the pair, above a bit that is left free, and of the table what can matter.
"""

View = tuple[Win, list[Way], int, int, Shown | None]
"""Everything that one look at a win finds; any number of rulesets can then score it: the win, the
ways to see it as sets and a pair, the alternatives of yaku that it has as seven pairs and as
thirteen orphans (-1 where it has not that form), and its dora."""

MOST_EYES = 16
"""How many eyes are kept for clubs with yaku of their own; each takes some megabytes."""

_FU_FACTS = SELF_DRAW | AFTER_KONG | OPEN | MIXED_IN
_WINDS = 15 << SEAT_SHIFT
_PAIR_SHIFT = HONOUR_SHIFT - SETS_SHIFT


class Eye:
    """Looks at wins: the suits, the yaku of a catalogue, the dora. It knows no ruleset."""

    def __init__(self, yaku: Catalogue) -> None:
        self.yaku = yaku
        self._suits = tuple(SuitTable(suit, yaku) for suit in range(4))
        self._numbers: Memory[int, int] = Memory()
        self._tables: Memory[int, tuple[int, int, int]] = Memory()
        self._asks_total = yaku.asks_total & yaku.wanted

    def want(self, names: Iterable[str]) -> None:
        """Look for these yaku, too; what no ruleset prices is not looked for."""
        if self.yaku.want(names):
            for suit in self._suits:
                suit.want(self.yaku.wanted)
            self._tables.clear()
            self._asks_total = self.yaku.asks_total & self.yaku.wanted

    def look(self, win: Win) -> View:
        """What a win has, in every way in which it can be seen."""
        m, p, s, z = self._suits
        key_m, key_p, key_s, key_z = win.suits
        in_m = m.known.get(key_m) or m.find(key_m)
        in_p = p.known.get(key_p) or p.find(key_p)
        in_s = s.known.get(key_s) or s.find(key_s)
        in_z = z.known.get(key_z) or z.find(key_z)
        table, plain, windy = self._tables.get(win.table) or self._table(win.table)
        asks_total, signatures, counts = self._asks_total, self.yaku.signatures, self._numbers
        is_open = 1 if win.table & OPEN else 0
        ways: list[Way] = []
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
                        suits = one, two, three, four
                        ways.append((signature << 1 | is_open, bits, facts, suits))
        pairs = orphans = -1
        if in_z[1] >= 0 and in_m[1] >= 0 and in_p[1] >= 0 and in_s[1] >= 0:
            pairs = self._whole(win, table & self.yaku.pairs, in_m[1], in_p[1], in_s[1], in_z[1])
        if in_z[2] >= 0 and in_m[2] >= 0 and in_p[2] >= 0 and in_s[2] >= 0:
            orphans = self._whole(
                win, table & self.yaku.orphans, in_m[2], in_p[2], in_s[2], in_z[2]
            )
        return win, ways, pairs, orphans, shown(win)

    def _whole(self, win: Win, bits: int, *suits: int) -> int:
        """The alternatives that no suit refutes, in a form without sets."""
        for of_suit in suits:
            bits &= of_suit
        if bits & self._asks_total:
            bits &= self.yaku.total(_total(win))
        return bits

    def _table(self, table: int) -> tuple[int, int, int]:
        """What the table allows, and what fu depend on, without the winds and with them."""
        bits = self.yaku.table(table) & self.yaku.wanted
        plain = (table & _FU_FACTS) << FU_BITS + 1
        windy = (table & (_FU_FACTS | _WINDS)) << FU_BITS + 1
        return self._tables.keep(table, (bits, plain, windy))

    def _allow(self, numbers: int) -> int:
        """The alternatives that these numbers of sets allow; -1 if there is not just one pair."""
        pairs, *rest = (numbers >> 3 * i & 7 for i in range(len(COUNTED)))
        return self._numbers.keep(numbers, self.yaku.counts(rest) if pairs == 1 else -1)


def _total(win: Win) -> int:
    """What the numbers of all suit tiles of the hand add up to."""
    return sum(times * (kind % 9 + 1) for kind, times in enumerate(win.held[:27]))


@lru_cache(maxsize=MOST_EYES)
def eye(own: tuple[tuple[str, Definition], ...]) -> Eye:
    """The eye for the known yaku and a club's own; rulesets with the same yaku share it."""
    return Eye(catalogue(own))  # a catalogue of its own, which tells nobody else what is wanted
