"""One look at a win: all that can be seen in it before any ruleset is asked."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from riichi_core.hands.win import Win
from riichi_core.rules.vocabulary import Definition
from riichi_core.scoring.dora import Shown, shown
from riichi_core.scoring.suits import (
    COUNTED,
    NUMBERS_MASK,
    TOTAL_SHIFT,
    Seen,
    Suit,
    SuitTable,
)
from riichi_core.yaku import Catalogue, catalogue

Way = tuple[int, int, int, tuple[Seen, Seen, Seen, Seen]]
"""One way to see a whole hand: the signature of its yaku, their alternatives, the numbers, the
suits. (A plain tuple, for many are made.)"""


class View(NamedTuple):
    """Everything that one look at a win finds; any number of rulesets can then score it.

    `pairs` and `orphans` are the alternatives of yaku that the hand has in these forms, -1 where
    it has not the form.
    """

    win: Win
    standard: list[Way]
    pairs: int
    orphans: int
    dora: Shown | None


class Eye:
    """Looks at wins: the suits, the yaku of a catalogue, the dora. It knows no ruleset."""

    def __init__(self, yaku: Catalogue) -> None:
        self.yaku = yaku
        self._suits = tuple(SuitTable(suit, yaku) for suit in range(4))
        self._numbers: dict[int, int] = {}

    def look(self, win: Win) -> View:
        """What a win has, in every way in which it can be seen."""
        yaku = self.yaku
        m, p, s, z = self._suits
        key_m, key_p, key_s, key_z = win.suits
        in_m = m.known.get(key_m) or m.find(key_m)
        in_p = p.known.get(key_p) or p.find(key_p)
        in_s = s.known.get(key_s) or s.find(key_s)
        in_z = z.known.get(key_z) or z.find(key_z)
        table = yaku.table(win.table)
        if yaku.asks_reds:
            table &= yaku.reds(sum(win.reds))
        known, ways = self._numbers, []
        for one in in_m.ways:
            for two in in_p.ways:
                for three in in_s.ways:
                    for four in in_z.ways:
                        numbers = one[1] + two[1] + three[1] + four[1]
                        allowed = known.get(numbers & NUMBERS_MASK)
                        if allowed is None:
                            allowed = self._allow(numbers & NUMBERS_MASK)
                        if allowed < 0:
                            continue
                        bits = one[0] & two[0] & three[0] & four[0] & table & allowed
                        if bits & yaku.asks_total:
                            bits &= yaku.total(numbers >> TOTAL_SHIFT)
                        ways.append((yaku.signature(bits), bits, numbers, (one, two, three, four)))
        suits = in_m, in_p, in_s, in_z
        pairs = orphans = -1
        if in_z.pairs >= 0 and in_m.pairs >= 0 and in_p.pairs >= 0 and in_s.pairs >= 0:
            pairs = self._together([suit.pairs for suit in suits], suits, table & yaku.pairs)
        if in_z.orphans >= 0 and in_m.orphans >= 0 and in_p.orphans >= 0 and in_s.orphans >= 0:
            orphans = self._together([suit.orphans for suit in suits], suits, table & yaku.orphans)
        return View(win, ways, pairs, orphans, shown(win))

    def _allow(self, numbers: int) -> int:
        """The alternatives that these numbers of sets allow; -1 if there is not just one pair."""
        pairs, *rest = (numbers >> 3 * i & 7 for i in range(len(COUNTED)))
        self._numbers[numbers] = found = self.yaku.counts(rest) if pairs == 1 else -1
        return found

    def _together(self, bits_of_suits: list[int], suits: tuple[Suit, ...], bits: int) -> int:
        """The alternatives that no suit refutes, in a form without sets."""
        for of_suit in bits_of_suits:
            bits &= of_suit
        if bits & self.yaku.asks_total:
            bits &= self.yaku.total(sum(suit.numbers for suit in suits) >> TOTAL_SHIFT)
        return bits


@cache
def eye(own: tuple[tuple[str, Definition], ...]) -> Eye:
    """The eye for the known yaku and a club's own; rulesets with the same yaku share it."""
    return Eye(catalogue(own))
