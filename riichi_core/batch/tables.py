"""The tables of the kernel: filled by asking when something is met, emptied when they are full."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np

from riichi_core.analysis import Analyzer
from riichi_core.analysis.packed import MIXED_IN, PAYMENT_BITS, occasions_of
from riichi_core.analysis.suits import NUMBERS_MASK
from riichi_core.batch import kernel
from riichi_core.batch.part_scorer import PartScorer, Way
from riichi_core.batch.wins import REDS_BITS, reds_of

MOST_KNOWN = 1 << 17
"""The entries that a table may have. When one has more, all are emptied: a process that scores wins
without end stays small."""

MOST_RULESETS = 32
"""The most rulesets that share tables; their bits fit in a word."""

_MOST_QUESTIONS = 1 << 13

Counts = tuple[PartScorer, tuple[Way, ...]]
"""Ways to count under one ruleset."""


class _Slots:
    """A table of the kernel by keys of some words, which grows."""

    def __init__(self, key: int = 1, more: int = 1) -> None:
        self.all = np.zeros((256, key + more), np.uint64)
        self.entries = 0
        self._insert = kernel.insert if key == 1 else kernel.insert_words

    def put(self, new: Any) -> None:
        """Put in slots whose keys are not there yet."""
        self.entries += len(new)
        if 2 * self.entries > len(self.all):
            old = self.all
            size = 1 << (2 * self.entries).bit_length()
            self.all = np.zeros((size, old.shape[1]), np.uint64)
            self._insert(self.all, old)
        self._insert(self.all, np.array(new, np.uint64))


class _Rows:
    """An array that grows by rows."""

    def __init__(self, width: int, kind: type = np.uint64) -> None:
        self.all = np.zeros((64, width), kind)
        self.entries = 0

    def add(self, row: Any) -> int:
        """Add a row and return its place."""
        if self.entries == len(self.all):
            self.all = np.concatenate([self.all, np.zeros_like(self.all)])
        self.all[self.entries] = row
        self.entries += 1
        return self.entries - 1


class KnownParts:
    """All that is known of parts of wins under some rulesets whose yaku one analyzer finds.

    Args:
        scorers: of these rulesets, at most `MOST_RULESETS`.
    """

    def __init__(self, scorers: Sequence[PartScorer]) -> None:
        self._scorers = scorers
        self._analyzer: Analyzer = scorers[0].analyzer
        matcher = self._analyzer.matcher
        self._wanted = 0
        for one in scorers:
            self._wanted |= one.alternatives()
        self._words = -(-self._wanted.bit_length() // 64)
        self._forms = np.array([self._split(matcher.pairs), self._split(matcher.orphans)])
        reds = range(1 << 3 * REDS_BITS)
        self._reds = np.array(
            [_bits(not s.has_reds(reds_of(n)) for s in scorers) for n in reds], np.uint64
        )
        self._forget()

    def _forget(self) -> None:
        words, rulesets = self._words, len(self._scorers)
        self._suits = tuple(_Slots() for _ in range(4))
        self._ways = tuple(_Rows(words + 2) for _ in range(4))
        self._flags, self._flag_rows = _Slots(), _Rows(words + 4)
        self._numbers = np.full(NUMBERS_MASK + 1, kernel.NOT_ASKED, np.int32)
        self._number_rows = _Rows(words)
        self._dora, self._dora_rows = _Slots(), _Rows(rulesets)
        self._classes, self._class_rows = _Slots(words + 1), _Rows(rulesets)
        self._class_rows.add([0] * rulesets)  # that of kernel.WHOLE_WIN
        self._worths = _Slots(more=3)
        self._counts: dict[Counts, int] = {}
        self._by_count: list[Counts] = []

    def rate(self, rows: Any, out: kernel.Columns) -> None:
        """Write the scores of packed wins; of those that need the whole win `kernel.ASK`."""
        for start in range(0, len(rows), MOST_KNOWN // 16):
            if self._full():
                self._forget()
            self._rate(np.arange(start, min(start + MOST_KNOWN // 16, len(rows))), rows, out)

    def _rate(self, todo: Any, rows: Any, out: kernel.Columns) -> None:
        """Write the scores of some wins: rate, answer what is asked, rate those that are left."""
        questions = np.zeros((_MOST_QUESTIONS, self._words + 2), np.uint64)
        left = np.empty(len(todo), np.int64)
        while len(todo):
            asked, remaining = kernel.rate(rows, todo, self._tables(), out, questions, left)
            todo = left[:remaining].copy()
            self._answer(np.unique(questions[:asked], axis=0))
            questions[:asked] = 0

    def _tables(self) -> kernel.Tables:
        m, p, s, z = (one.all for one in self._suits)
        ways_m, ways_p, ways_s, ways_z = (one.all for one in self._ways)
        return kernel.Tables(
            m=m,
            p=p,
            s=s,
            z=z,
            ways_m=ways_m,
            ways_p=ways_p,
            ways_s=ways_s,
            ways_z=ways_z,
            flags=self._flags.all,
            flag_rows=self._flag_rows.all,
            forms=self._forms,
            numbers=self._numbers,
            number_rows=self._number_rows.all,
            dora=self._dora.all,
            dora_rows=self._dora_rows.all,
            classes=self._classes.all,
            class_rows=self._class_rows.all,
            worths=self._worths.all,
            reds=self._reds,
        )

    def _full(self) -> bool:
        slots = (*self._suits, self._flags, self._dora, self._classes, self._worths)
        return max(one.entries for one in slots) > MOST_KNOWN

    # ---- what is met for the first time --------------------------------------------------------

    def _answer(self, questions: Any) -> None:
        """Ask what the kernel has not found."""
        for table in range(kernel.QUESTIONS):
            asked = questions[questions[:, 0] == table, 1:].tolist()
            if not asked:
                continue
            if table < kernel.FLAGS:
                ask = partial(self._suit, table)
                self._suits[table].put([(key, ask(key) + 1) for key, *_ in asked])
            elif table == kernel.FLAGS:
                self._flags.put([(key, self._of_flags(key) + 1) for key, *_ in asked])
            elif table == kernel.DORA:
                self._dora.put([(key, self._of_dora(key) + 1) for key, *_ in asked])
            elif table == kernel.NUMBERS:
                for key, *_ in asked:
                    self._numbers[key] = self._of_numbers(key)
            elif table == kernel.CLASSES:
                self._classes.put([(*key, self._class(key) + 1) for key in asked])
            else:
                self._worths.put([self._worth(key) for key, *_ in asked])

    def _split(self, alternatives: int) -> Any:
        """Return alternatives in words, those alone that some ruleset prices."""
        whole = (alternatives & self._wanted).to_bytes(8 * self._words, "little")
        return np.frombuffer(whole, np.uint64)

    def _suit(self, suit: int, key: int) -> int:
        found, rows = self._analyzer.suit(suit, key), self._ways[suit]
        start, forms = rows.entries, 0
        for way in found.ways:
            rows.add([*self._split(way.bits), way.numbers, 0])
        for form, bits in ((kernel.HAS_PAIRS, found.pairs), (kernel.HAS_ORPHANS, found.orphans)):
            if bits >= 0:
                forms |= form
                rows.add([*self._split(bits), 0, 0])
        return start << 2 + kernel.WAYS_BITS | len(found.ways) << 2 | forms

    def _of_flags(self, flags: int) -> int:
        allowed, plain, windy, *_ = self._analyzer.flags(flags)
        occasions, apart = occasions_of(flags), not flags & MIXED_IN
        whole = _bits(one.needs_whole_win(occasions, kept_apart=apart) for one in self._scorers)
        refused = _bits(not one.can_be(occasions) for one in self._scorers)
        return self._flag_rows.add([*self._split(allowed), plain, windy, whole, refused])

    def _of_dora(self, key: int) -> int:
        return self._dora_rows.add([one.dora(key) for one in self._scorers])

    def _of_numbers(self, numbers: int) -> int:
        allowed = self._analyzer.numbers(numbers)
        return kernel.NO_HAND if allowed < 0 else self._number_rows.add(self._split(allowed))

    def _class(self, key: Sequence[int]) -> int:
        """Return the row of what has these alternatives, and these facts for its fu."""
        *words, fu = key
        alternatives = int.from_bytes(np.array(words, np.uint64).tobytes(), "little")
        if alternatives & self._analyzer.matcher.asks_total:
            return kernel.WHOLE_WIN
        one, circumstances = self._analyzer.interpretation(alternatives, fu)
        counts = [(scorer, scorer.ways(one, circumstances)) for scorer in self._scorers]
        return self._class_rows.add([self._count(each) if each[1] else 0 for each in counts])

    def _count(self, counts: Counts) -> int:
        """Return the number of ways to count; 0 is none."""
        known = self._counts.get(counts)
        if known is None:
            self._by_count.append(counts)
            known = self._counts[counts] = len(self._by_count)
        return known

    def _worth(self, key: int) -> tuple[int, int, int, int]:
        payment = key & (1 << PAYMENT_BITS) - 1
        dora = key >> PAYMENT_BITS & (1 << kernel.DORA_BITS) - 1
        scorer, ways = self._by_count[(key >> PAYMENT_BITS + kernel.DORA_BITS) - 1]
        return kernel.worth_slot(key, scorer.worth(ways, dora, payment))


def _bits(these: Iterable[bool]) -> int:
    return sum(1 << place for place, is_so in enumerate(these) if is_so)
