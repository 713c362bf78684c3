"""The compiled part: look up the values of each part of a win, combine them, keep the best.

It contains no rules. All it knows of mahjong is that a hand has four suits, each with several
readings. An entry that is missing from a table becomes a question in a list, and the win is left
for the next call. Numba compiles the module at the first call, and caches the result next to this
file, or in a folder of the user if this one is not writable (`NUMBA_CACHE_DIR`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from riichi_core.analysis.analyzer import PAIR_SHIFT, SEVEN_PAIRS, THIRTEEN_ORPHANS
from riichi_core.analysis.packed import PAYMENT_BITS, RED_SEEN
from riichi_core.analysis.suits import SET_COUNTS_MASK, SETS_SHIFT
from riichi_core.batch.columns import COLUMNS, OUTCOMES

Array = Any
"""A numpy array."""

U = np.uint64
FLAGS, DORA, NUMBERS, CLASSES, WORTHS = range(4, 9)
QUESTIONS = 9
"""The tables with possibly missing entries, by number; 0 to 3 are the suits."""

NO_HAND, NOT_ASKED = -1, -2
"""Numbers of sets that do not make a hand, and numbers that have not been asked for."""

DORA_BITS = 18
"""The number of bits for a row of the dora table; no table has more rows."""

HAS_PAIRS, HAS_ORPHANS, WAYS_BITS = 1, 2, 12
"""Parts of a suit's value, besides the start of its readings: two flags, and their number."""

ASK = 99
"""A placeholder outcome: the scorer has to score the whole win."""

WHOLE_WIN = 0
"""The class of hands that can only be scored as a whole win."""

NO_YAKU, SHORT, FIRST_RANK = 1, 2, 3
"""The ranks of worthless hands, and the offset of all others.

0 is the rank of an incomplete hand, the first row of `Tables.worth_rows`.
"""

MOST_QUESTIONS_OF_A_WIN = 512

_FREE = _ZERO = U(0)
_ONE, _GOLDEN = U(1), U(0x9E3779B97F4A7C15)
_NUMBERS_MASK, _SETS_SHIFT, _PAIR_SHIFT = U(SET_COUNTS_MASK), U(SETS_SHIFT), U(PAIR_SHIFT)
_SEVEN_PAIRS, _THIRTEEN_ORPHANS, _RED_SEEN = U(SEVEN_PAIRS), U(THIRTEEN_ORPHANS), U(RED_SEEN)
_ALL_FORMS, _FORM_BITS = U(HAS_PAIRS | HAS_ORPHANS), U(2)
_WAYS_SHIFT, _WAYS_MASK = U(2 + WAYS_BITS), U((1 << WAYS_BITS) - 1)
_WHOLE_WIN = U(WHOLE_WIN + 1)
_PAYMENT_BITS, _DORA_BITS, _HALF = U(PAYMENT_BITS), U(DORA_BITS), U(32)
_IMPOSSIBLE, _COLUMNS = OUTCOMES.index("impossible"), len(COLUMNS)


class Tables(NamedTuple):
    """All known values, as arrays of unsigned ints; `tables.py` fills them.

    Attributes:
        m: the index of the suit of characters by its key (`find`); `p`, `s`, `z` likewise.
        ways_m: a row for each reading of that suit: words of alternatives, then its numbers. A row
            for seven pairs and one for orphans follow, if the suit has that form.
        flags: the index in `flag_rows` by the flags of a win.
        flag_rows: words of alternatives, then the fu facts without and with the winds. Then, as
            bits, the rulesets that have to score the whole win, and those under which it is
            impossible.
        forms: words of alternatives for seven pairs and for orphans.
        numbers: by numbers of sets, the row of `number_rows`, or NO_HAND, or NOT_ASKED.
        number_rows: words of alternatives.
        dora: by the dora of a win, a number for the dora that count under each ruleset.
        classes: by words of alternatives and fu facts, a number for the ways to count under each
            ruleset.
        worths: by these two numbers and the payment, the index of a row in the next two tables.
        ranks: the rank of a worth under each ruleset.
        worth_rows: its columns under each ruleset.
        reds: by the red fives of a win, the rulesets with fewer red fives, as bits.
        lanes: a 0 for each word of alternatives, because the kernel is compiled for their number.
    """

    m: Array
    p: Array
    s: Array
    z: Array
    ways_m: Array
    ways_p: Array
    ways_s: Array
    ways_z: Array
    flags: Array
    flag_rows: Array
    forms: Array
    numbers: Array
    number_rows: Array
    dora: Array
    classes: Array
    worths: Array
    ranks: Array
    worth_rows: Array
    reds: Array
    lanes: tuple[int, ...]


class Columns(NamedTuple):
    """The columns of `Scores` to write, each wins x rulesets."""

    outcome: Array
    points: Array
    han: Array
    fu: Array
    limit: Array
    yakuman: Array


@njit(cache=True)
def find(slots: Array, key: Any) -> Any:
    """Return the slot of a key, or the free slot where it belongs.

    A slot contains the key, the value plus one (0 is free), and optionally more.
    """
    mask = U(len(slots) - 1)
    at = key * _GOLDEN
    at = (at ^ (at >> _HALF)) & mask
    while slots[at, 1] != _FREE and slots[at, 0] != key:
        at = (at + _ONE) & mask
    return at


@njit(cache=True)
def mix(mixed: Any, word: Any) -> Any:
    """Mix one more word into a hash."""
    mixed = (mixed ^ word) * _GOLDEN
    return mixed ^ (mixed >> _HALF)


@njit(cache=True)
def find_words(slots: Array, words: Array, mixed: Any) -> Any:
    """Return the slot of a key of several words, given with their hash.

    The value comes after the words.
    """
    mask, last = U(len(slots) - 1), len(words)
    at = mixed & mask
    while slots[at, last] != _FREE:
        same = True
        for w in range(last):
            same &= slots[at, w] == words[w]
        if same:
            break
        at = (at + _ONE) & mask
    return at


@njit(cache=True)
def insert(slots: Array, added: Array) -> None:
    """Insert slots with single-word keys into a table that has room for them."""
    for row in range(len(added)):
        if added[row, 1] != _FREE:
            slots[find(slots, added[row, 0])] = added[row]


@njit(cache=True)
def insert_words(slots: Array, added: Array) -> None:
    """Insert slots with keys of several words into a table that has room for them."""
    last = slots.shape[1] - 1
    for row in range(len(added)):
        if added[row, last] != _FREE:
            mixed = added[row, last - 1] * _GOLDEN
            for w in range(last - 1):
                mixed = mix(mixed, added[row, w])
            slots[find_words(slots, added[row, :last], mixed)] = added[row]


@njit(cache=True)
def rate(  # noqa: PLR0912, PLR0915 - one loop, written for speed
    rows: Array,
    pending: Array,
    tables: Tables,
    columns: Columns,
    questions: Array,
    remaining: Array,
) -> tuple[int, int]:
    """Write the scores of wins whose parts are all known.

    Args:
        rows: all wins, in the form of `PackedWins`.
        pending: the indices of the wins to score.
        tables: the known values.
        columns: the columns to write.
        questions: filled with the unknown keys, each with the number of its table.
        remaining: filled with the indices of the remaining wins.

    Returns:
        The numbers of questions and of remaining wins.
    """
    # Only single items are read, because a row of an array would be a new array, which is slower.
    (m, p, s, z, ways_m, ways_p, ways_s, ways_z, flags, flag_rows, forms, numbers, number_rows,
     dora, classes, worths, ranks, worth_rows, reds, lanes) = tables  # fmt: skip
    asked = remaining_count = 0
    rulesets, words = ranks.shape[1], len(lanes)
    key = np.empty(words + 1, U)
    best, best_at = np.empty(rulesets, U), np.empty(rulesets, U)
    for number in range(len(pending)):
        i = U(pending[number])
        before = asked
        if asked > len(questions) - MOST_QUESTIONS_OF_A_WIN:
            remaining[remaining_count] = i
            remaining_count += 1
            continue
        in_m, in_p = m[find(m, rows[i, 0]), 1], p[find(p, rows[i, 1]), 1]
        in_s, in_z = s[find(s, rows[i, 2]), 1], z[find(z, rows[i, 3]), 1]
        at_flags, at_dora = flags[find(flags, rows[i, 4]), 1], dora[find(dora, rows[i, 5]), 1]
        if not (in_m and in_p and in_s and in_z and at_flags and at_dora):
            slots = (in_m, in_p, in_s, in_z, at_flags, at_dora)
            for which in range(6):
                if slots[which] == _FREE:
                    questions[asked, 0], questions[asked, 1] = which, rows[i, which]
                    asked += 1
            remaining[remaining_count] = i
            remaining_count += 1
            continue
        in_m, in_p, in_s, in_z = in_m - _ONE, in_p - _ONE, in_s - _ONE, in_z - _ONE
        at_flags, at_dora = at_flags - _ONE, at_dora - _ONE
        fu_flags, fu_flags_and_winds = flag_rows[at_flags, words], flag_rows[at_flags, words + 1]
        needs_whole_win, impossible = flag_rows[at_flags, words + 2], flag_rows[at_flags, words + 3]
        n_m, n_p = (in_m >> _FORM_BITS) & _WAYS_MASK, (in_p >> _FORM_BITS) & _WAYS_MASK
        n_s, n_z = (in_s >> _FORM_BITS) & _WAYS_MASK, (in_z >> _FORM_BITS) & _WAYS_MASK
        r_m, r_p = in_m >> _WAYS_SHIFT, in_p >> _WAYS_SHIFT
        r_s, r_z = in_s >> _WAYS_SHIFT, in_z >> _WAYS_SHIFT
        for k in range(rulesets):
            best[k] = best_at[k] = _ZERO
        standard = n_m * n_p * n_s * n_z
        form = in_m & in_p & in_s & in_z & _ALL_FORMS
        end = standard + (_ONE if form else _ZERO)
        a = b = c = d = step = _ZERO
        while step < end:
            if step < standard:
                w_m, w_p, w_s, w_z = r_m + a, r_p + b, r_s + c, r_z + d
                d += _ONE
                if d == n_z:
                    d = _ZERO
                    c += _ONE
                    if c == n_s:
                        c = _ZERO
                        b += _ONE
                        if b == n_p:
                            b = _ZERO
                            a += _ONE
                step += _ONE
                total = (
                    ways_m[w_m, words] + ways_p[w_p, words]
                    + ways_s[w_s, words] + ways_z[w_z, words]
                )  # fmt: skip
                at = numbers[total & _NUMBERS_MASK]
                if at < 0:
                    if at == NOT_ASKED:
                        questions[asked, 0] = NUMBERS
                        questions[asked, 1] = total & _NUMBERS_MASK
                        asked += 1
                    continue
                row = U(at)
                facts = total >> _SETS_SHIFT
                facts |= fu_flags_and_winds if facts >> _PAIR_SHIFT else fu_flags
                for w in range(words):
                    key[w] = number_rows[row, w] & flag_rows[at_flags, w]
            else:
                step += _ONE
                pairs = form & _ONE
                w_m = r_m + n_m + (_ZERO if pairs else in_m & _ONE)
                w_p = r_p + n_p + (_ZERO if pairs else in_p & _ONE)
                w_s = r_s + n_s + (_ZERO if pairs else in_s & _ONE)
                w_z = r_z + n_z + (_ZERO if pairs else in_z & _ONE)
                facts = (_SEVEN_PAIRS if pairs else _THIRTEEN_ORPHANS) | fu_flags
                row = _ONE - pairs
                for w in range(words):
                    key[w] = forms[row, w] & flag_rows[at_flags, w]
            mixed = facts * _GOLDEN
            key[words] = facts
            for w in range(words):
                key[w] &= ways_m[w_m, w] & ways_p[w_p, w] & ways_s[w_s, w] & ways_z[w_z, w]
                mixed = mix(mixed, key[w])
            entry = classes[find_words(classes, key, mixed), words + 1]
            if entry == _FREE:
                questions[asked, 0] = CLASSES
                for w in range(words + 1):
                    questions[asked, w + 1] = key[w]
                asked += 1
                continue
            if entry == _WHOLE_WIN:
                needs_whole_win = ~_ZERO
                break
            ways = ((entry - _ONE) << _DORA_BITS | at_dora) << _PAYMENT_BITS | rows[i, 6]
            entry = worths[find(worths, ways), 1]
            if entry == _FREE:
                questions[asked, 0], questions[asked, 1] = WORTHS, ways
                asked += 1
                continue
            entry -= _ONE
            for k in range(rulesets):
                if ranks[entry, k] > best[k]:
                    best[k], best_at[k] = ranks[entry, k], entry
        if asked > before:
            remaining[remaining_count] = i
            remaining_count += 1
            continue
        if rows[i, 4] & _RED_SEEN:
            impossible |= reds[rows[i, 7]]
        for k in range(rulesets):
            at, first = best_at[k], U(k * _COLUMNS)
            if impossible >> U(k) & _ONE:
                columns.outcome[i, k] = _IMPOSSIBLE
            elif needs_whole_win >> U(k) & _ONE:
                columns.outcome[i, k] = ASK
            else:
                columns.outcome[i, k] = worth_rows[at, first]
                columns.points[i, k] = worth_rows[at, first + U(1)]
                columns.han[i, k] = worth_rows[at, first + U(2)]
                columns.fu[i, k] = worth_rows[at, first + U(3)]
                columns.limit[i, k] = worth_rows[at, first + U(4)]
                columns.yakuman[i, k] = worth_rows[at, first + U(5)]
    return asked, remaining_count
