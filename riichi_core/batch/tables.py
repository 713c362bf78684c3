"""The tables for scoring many wins, and the scorer that fills them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from threading import Lock
from typing import Any, Generic, TypeVar

import numpy as np

from riichi_core.analysis import Analyzer
from riichi_core.analysis.packed import MIXED_IN, PAYMENT_BITS, occasions_of
from riichi_core.analysis.suits import SET_COUNTS_MASK
from riichi_core.batch import kernel
from riichi_core.batch.columns import (
    COLUMNS,
    LIMITS,
    OUTCOMES,
    REDS_BITS,
    Numbers,
    PackedWins,
    reds_of,
    score_numbers,
)
from riichi_core.batch.kernel import ASK, Columns
from riichi_core.batch.part_scorer import CountedWay, PartScorer
from riichi_core.rules.rules import Rules
from riichi_core.scoring.result import Reason

MOST_KNOWN = 1 << 17
"""The maximum number of entries of a table.

When a table has more, all are emptied, so that a process that scores wins indefinitely stays small.
"""

MOST_RULESETS = 32
"""The maximum number of rulesets that share tables; their bits fit in a word."""

_MOST_QUESTIONS = _AT_ONCE = 1 << 13
"""The maximum number of questions, and of wins, in a call of the kernel."""

Value = TypeVar("Value")

Counts = tuple[tuple[CountedWay, ...], ...]
"""The ways to count under each ruleset."""


class _Slots:
    """A growing table of the kernel, with keys of several words."""

    def __init__(self, key: int = 1, more: int = 1) -> None:
        self.all = np.zeros((256, key + more), np.uint64)
        self.entries = 0
        self._insert = kernel.insert if key == 1 else kernel.insert_words

    def put(self, added: Any) -> None:
        """Insert slots with new keys."""
        self.entries += len(added)
        if 2 * self.entries > len(self.all):
            old = self.all
            size = 1 << (2 * self.entries).bit_length()
            self.all = np.zeros((size, old.shape[1]), np.uint64)
            self._insert(self.all, old)
        self._insert(self.all, np.array(added, np.uint64))


class _Rows:
    """An array to which rows can be added."""

    def __init__(self, width: int, kind: type = np.uint64) -> None:
        self.all: Any = np.zeros((64, width), kind)
        self.entries = 0

    def add(self, row: Any) -> int:
        """Add a row and return its index."""
        if self.entries == len(self.all):
            self.all = np.concatenate([self.all, np.zeros_like(self.all)])
        self.all[self.entries] = row
        self.entries += 1
        return self.entries - 1


class _Numbered(Generic[Value]):
    """Values, each with a number from 0."""

    def __init__(self) -> None:
        self._numbers: dict[Value, int] = {}
        self.all: list[Value] = []

    def number(self, value: Value) -> int:
        """Return the number of a value; a new value gets the next number."""
        number = self._numbers.setdefault(value, len(self.all))
        if number == len(self.all):
            self.all.append(value)
        return number


class KnownParts:
    """The known values of parts of wins, under rulesets that share one analyzer.

    Args:
        scorers: the scorers of these rulesets, at most `MOST_RULESETS`.
    """

    def __init__(self, scorers: Sequence[PartScorer]) -> None:
        self._scorers = scorers
        self._analyzer: Analyzer = scorers[0].analyzer
        matcher = self._analyzer.matcher
        self._wanted = 0
        for scorer in scorers:
            self._wanted |= scorer.alternatives()
        self._words = -(-self._wanted.bit_length() // 64)
        self._forms = np.array([self._split(matcher.pairs), self._split(matcher.orphans)])
        reds = range(1 << 3 * REDS_BITS)
        self._reds = np.array(
            [_bits(not scorer.has_reds(reds_of(packed)) for scorer in scorers) for packed in reds],
            np.uint64,
        )
        # Allocated once, because new memory takes longer to get than the kernel takes to fill it.
        self._questions = np.zeros((_MOST_QUESTIONS, self._words + 2), np.uint64)
        self._left = np.empty(_AT_ONCE, np.int64)
        self._forget()

    def _forget(self) -> None:
        words, rulesets = self._words, len(self._scorers)
        self._suits = tuple(_Slots() for _ in range(4))
        self._ways = tuple(_Rows(words + 2) for _ in range(4))
        self._flags, self._flag_rows = _Slots(), _Rows(words + 4)
        self._numbers = np.full(SET_COUNTS_MASK + 1, kernel.NOT_ASKED, np.int32)
        self._number_rows = _Rows(words)
        self._dora, self._classes, self._worths = _Slots(), _Slots(words + 1), _Slots()
        self._doras = _Numbered[tuple[int, ...]]()
        self._counts = _Numbered[Counts]()
        self._counts.number(())  # number of kernel.WHOLE_WIN
        self._ranks, self._worth_rows = _Rows(rulesets), _Rows(rulesets * len(COLUMNS), np.intc)
        self._ranks.add(0)
        self._worth_rows.add(_no_win("not_complete") * rulesets)

    def rate(self, rows: Any, out: kernel.Columns) -> None:
        """Write the scores of packed wins; write `kernel.ASK` for those to be scored as a whole."""
        for start in range(0, len(rows), _AT_ONCE):
            if self._full():
                self._forget()
            self._rate(np.arange(start, min(start + _AT_ONCE, len(rows))), rows, out)

    def _rate(self, pending: Any, rows: Any, out: kernel.Columns) -> None:
        """Write the scores of some wins: rate, answer the questions, and rate the rest."""
        questions, left = self._questions, self._left
        while len(pending):
            asked, remaining = kernel.rate(rows, pending, self._tables(), out, questions, left)
            pending = left[:remaining].copy()
            if asked:
                self._answer(np.unique(questions[:asked], axis=0))
                questions[:asked] = 0

    def _tables(self) -> kernel.Tables:
        m, p, s, z = (slots.all for slots in self._suits)
        ways_m, ways_p, ways_s, ways_z = (rows.all for rows in self._ways)
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
            classes=self._classes.all,
            worths=self._worths.all,
            ranks=self._ranks.all,
            worth_rows=self._worth_rows.all,
            reds=self._reds,
            lanes=(0,) * self._words,
        )

    def _full(self) -> bool:
        tables = (*self._suits, self._flags, self._dora, self._classes, self._worths)
        return max(table.entries for table in tables) > MOST_KNOWN

    # ---- new parts of wins ----------------------------------------------------------------------

    def _answer(self, questions: Any) -> None:
        """Answer the questions of the kernel."""
        for table in range(kernel.QUESTIONS):
            asked = questions[questions[:, 0] == table, 1:].tolist()
            if not asked:
                continue
            if table < kernel.FLAGS:
                ask = partial(self._suit_value, table)
                self._suits[table].put([(key, ask(key) + 1) for key, *_ in asked])
            elif table == kernel.FLAGS:
                self._flags.put([(key, self._flags_row(key) + 1) for key, *_ in asked])
            elif table == kernel.DORA:
                self._dora.put([(key, self._dora_number(key) + 1) for key, *_ in asked])
            elif table == kernel.NUMBERS:
                for key, *_ in asked:
                    self._numbers[key] = self._numbers_row(key)
            elif table == kernel.CLASSES:
                self._classes.put([(*key, self._class_number(key) + 1) for key in asked])
            else:
                self._worths.put([(key, self._worth_row(key) + 1) for key, *_ in asked])

    def _split(self, alternatives: int) -> Any:
        """Return alternatives in words, but only those that some ruleset uses."""
        packed = (alternatives & self._wanted).to_bytes(8 * self._words, "little")
        return np.frombuffer(packed, np.uint64)

    def _suit_value(self, suit: int, key: int) -> int:
        analysis, rows = self._analyzer.suit(suit, key), self._ways[suit]
        start, forms = rows.entries, 0
        for way in analysis.ways:
            rows.add([*self._split(way.bits), way.sums, 0])
        for form, bits in (
            (kernel.HAS_PAIRS, analysis.pairs),
            (kernel.HAS_ORPHANS, analysis.orphans),
        ):
            if bits >= 0:
                forms |= form
                rows.add([*self._split(bits), 0, 0])
        return start << 2 + kernel.WAYS_BITS | len(analysis.ways) << 2 | forms

    def _flags_row(self, flags: int) -> int:
        allowed, fu_flags, fu_flags_and_winds, *_ = self._analyzer.flags(flags)
        occasions, apart = occasions_of(flags), not flags & MIXED_IN
        whole_win = _bits(
            scorer.needs_whole_win(occasions, kept_apart=apart) for scorer in self._scorers
        )
        refused = _bits(not scorer.can_be(occasions) for scorer in self._scorers)
        return self._flag_rows.add(
            [*self._split(allowed), fu_flags, fu_flags_and_winds, whole_win, refused]
        )

    def _dora_number(self, key: int) -> int:
        return self._doras.number(tuple(scorer.dora(key) for scorer in self._scorers))

    def _numbers_row(self, numbers: int) -> int:
        allowed = self._analyzer.allowed_by_set_counts(numbers)
        return kernel.NO_HAND if allowed < 0 else self._number_rows.add(self._split(allowed))

    def _class_number(self, key: Sequence[int]) -> int:
        """Return the number of the ways to count these alternatives with these fu facts."""
        *words, fu = key
        alternatives = int.from_bytes(np.array(words, np.uint64).tobytes(), "little")
        if alternatives & self._analyzer.matcher.asks_total:
            return kernel.WHOLE_WIN
        interpretation, circumstances = self._analyzer.interpretation(alternatives, fu)
        return self._counts.number(
            tuple(scorer.ways(interpretation, circumstances) for scorer in self._scorers)
        )

    def _worth_row(self, key: int) -> int:
        """Return the row for the worth of the ways to count with some dora and a payment."""
        payment = key & (1 << PAYMENT_BITS) - 1
        doras = self._doras.all[key >> PAYMENT_BITS & (1 << kernel.DORA_BITS) - 1]
        counts = self._counts.all[key >> PAYMENT_BITS + kernel.DORA_BITS]
        ranks: list[int] = []
        columns: list[int] = []
        for scorer, ways, dora in zip(self._scorers, counts, doras, strict=True):
            rank, numbers = _ranked(scorer, ways, dora, payment)
            ranks.append(rank)
            columns += numbers
        self._ranks.add(ranks)
        return self._worth_rows.add(columns)


def _ranked(
    scorer: PartScorer, ways: tuple[CountedWay, ...], dora: int, payment: int
) -> tuple[int, Numbers]:
    """Return the rank of the ways to count under one ruleset, and their columns."""
    if not ways:
        return kernel.NO_YAKU, _no_win("no_yaku")
    best = scorer.best_way(ways, dora, payment)
    if best is None:
        return kernel.SHORT, _no_win("minimum_yaku")
    limit = LIMITS.index(best.limit)
    columns = (0, best.points, best.han, best.fu, limit, best.yakuman)
    return best.rank + kernel.FIRST_RANK, columns


def _no_win(reason: Reason) -> Numbers:
    return (OUTCOMES.index(reason), 0, 0, 0, 0, 0)


def _bits(values: Iterable[bool]) -> int:
    return sum(1 << bit for bit, value in enumerate(values) if value)


# ---- cached scorers ------------------------------------------------------------------------------


_MOST_SCORERS = 4
"""The number of cached scorers; the tables of one take at most 200 MB."""


class BatchScorer:
    """Scores packed wins under some rulesets.

    Args:
        rulesets: the rules of each ruleset.
    """

    def __init__(self, rulesets: tuple[Rules, ...]) -> None:
        # All scorers are created first, because each tells its analyzer which yaku to track.
        self._scorers = [PartScorer(rules) for rules in rulesets]
        by_analyzer: dict[int, list[int]] = defaultdict(list)
        for index, scorer in enumerate(self._scorers):
            by_analyzer[id(scorer.analyzer)].append(index)
        self._parts = [
            (part, KnownParts([self._scorers[index] for index in part]))
            for indices in by_analyzer.values()
            for part in _in_groups(indices)
        ]
        self._lock = Lock()

    def rate(self, wins: PackedWins) -> Columns:
        """Return the columns of the scores, each wins x rulesets."""
        columns = _columns(len(wins), len(self._scorers))
        with self._lock:
            if len(self._parts) == 1:
                self._parts[0][1].rate(wins.rows, columns)
                return self._fill_whole_wins(wins, columns)
            for indices, parts in self._parts:
                part_columns = _columns(len(wins), len(indices))
                parts.rate(wins.rows, part_columns)
                for column, part_column in zip(columns, part_columns, strict=True):
                    column[:, indices] = part_column
        return self._fill_whole_wins(wins, columns)

    def _fill_whole_wins(self, wins: PackedWins, columns: Columns) -> Columns:
        """Fill in the scores of wins that have to be scored as a whole."""
        for win, ruleset in np.argwhere(columns.outcome == ASK).tolist():
            numbers = score_numbers(self._scorers[ruleset], wins[win])
            for column, number in zip(columns, numbers, strict=True):
                column[win, ruleset] = number
        return columns


def _columns(wins: int, rulesets: int) -> Columns:
    return Columns(*(np.zeros((wins, rulesets), np.intc) for _ in COLUMNS))


def _in_groups(indices: list[int]) -> list[list[int]]:
    starts = range(0, len(indices), MOST_RULESETS)
    return [indices[start : start + MOST_RULESETS] for start in starts]


@lru_cache(maxsize=_MOST_SCORERS)
def batch_scorer(rulesets: tuple[Rules, ...]) -> BatchScorer:
    """Return the scorer of some rulesets; equal rulesets share one."""
    return BatchScorer(rulesets)
