"""One look at a win: all that can be seen in it before any ruleset is asked."""

from __future__ import annotations

from functools import cache

from riichi_core.hands.memory import Memory
from riichi_core.hands.win import Win
from riichi_core.rules.vocabulary import Definition
from riichi_core.scoring.dora import Shown, shown
from riichi_core.scoring.suits import (
    COUNTED,
    NUMBERS_MASK,
    Seen,
    SuitTable,
)
from riichi_core.yaku import Catalogue, catalogue

Way = tuple[int, int, int, tuple[Seen, Seen, Seen, Seen]]
"""One way to see a whole hand: the signature of its yaku, their alternatives, the numbers, the
suits. (A plain tuple, for many are made.)"""


View = tuple[Win, list[Way], int, int, Shown | None]
"""Everything that one look at a win finds; any number of rulesets can then score it: the win, the
ways to see it as sets and a pair, the alternatives of yaku that it has as seven pairs and as
thirteen orphans (-1 where it has not that form), and its dora."""


class Eye:
    """Looks at wins: the suits, the yaku of a catalogue, the dora. It knows no ruleset."""

    def __init__(self, yaku: Catalogue) -> None:
        self.yaku = yaku
        self._suits = tuple(SuitTable(suit, yaku) for suit in range(4))
        self._numbers: Memory[int, int] = Memory()

    def look(self, win: Win) -> View:  # noqa: PLR0912 - one place that is written for speed
        """What a win has, in every way in which it can be seen."""
        yaku = self.yaku
        m, p, s, z = self._suits
        key_m, key_p, key_s, key_z = win.suits
        in_m = m.known.get(key_m) or m.find(key_m)
        in_p = p.known.get(key_p) or p.find(key_p)
        in_s = s.known.get(key_s) or s.find(key_s)
        in_z = z.known.get(key_z) or z.find(key_z)
        table = yaku.tables.get(win.table)
        if table is None:
            table = yaku.table(win.table)
        wanted, signatures, counts = yaku.wanted, yaku.signatures, self._numbers
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
                        bits = one[0] & two[0] & three[0] & four[0] & table & allowed & wanted
                        if bits & yaku.asks_total:
                            bits &= yaku.total(_total(win))
                        signature = signatures.get(bits)
                        if signature is None:
                            signature = yaku.signature(bits)
                        ways.append((signature, bits, numbers, (one, two, three, four)))
        pairs = orphans = -1
        if in_z[1] >= 0 and in_m[1] >= 0 and in_p[1] >= 0 and in_s[1] >= 0:
            pairs = in_m[1] & in_p[1] & in_s[1] & in_z[1] & table & yaku.pairs & wanted
            if pairs & yaku.asks_total:
                pairs &= yaku.total(_total(win))
        if in_z[2] >= 0 and in_m[2] >= 0 and in_p[2] >= 0 and in_s[2] >= 0:
            orphans = in_m[2] & in_p[2] & in_s[2] & in_z[2] & table & yaku.orphans & wanted
            if orphans & yaku.asks_total:
                orphans &= yaku.total(_total(win))
        return win, ways, pairs, orphans, shown(win)

    def _allow(self, numbers: int) -> int:
        """The alternatives that these numbers of sets allow; -1 if there is not just one pair."""
        pairs, *rest = (numbers >> 3 * i & 7 for i in range(len(COUNTED)))
        return self._numbers.keep(numbers, self.yaku.counts(rest) if pairs == 1 else -1)


def _total(win: Win) -> int:
    """What the numbers of all suit tiles of the hand add up to."""
    return sum(times * (kind % 9 + 1) for kind, times in enumerate(win.held[:27]))


@cache
def eye(own: tuple[tuple[str, Definition], ...]) -> Eye:
    """The eye for the known yaku and a club's own; rulesets with the same yaku share it."""
    return Eye(catalogue(own))
