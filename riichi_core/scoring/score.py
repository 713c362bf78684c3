"""The score of one win under a ruleset: of all ways to see the hand the one that is paid most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from riichi_core.analysis import YakuMatcher
from riichi_core.errors import RecordError
from riichi_core.fast import BoundedCache
from riichi_core.hands.decomposition import SuitReading
from riichi_core.hands.flags import AFTER_KONG, DISCARD, MIXED_IN, RED_SEEN, SELF_DRAW
from riichi_core.hands.readings import Reading, seven_pairs, standard, thirteen_orphans
from riichi_core.hands.win import Win
from riichi_core.messages import Message
from riichi_core.rules.chapters.winning import MoreWithCounters
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.vocabulary import Form
from riichi_core.scoring.dora import NO_DORA, DoraHan, Shown, counted
from riichi_core.scoring.fu import FuCount, FuItem, count_fu
from riichi_core.scoring.han import Combination, HanTable, YakuHan, own_definitions
from riichi_core.scoring.points import LimitId, Payments, base_points, payments
from riichi_core.scoring.suits import FU_MASK, HONOUR_SHIFT, SETS_SHIFT, WAIT_SHIFT
from riichi_core.scoring.view import (
    COUNTERS_SHIFT,
    DEALER_WINS,
    DRAWN,
    PAIRS,
    TAIL_BITS,
    Analysis,
    Analyzer,
    Interpretation,
    eye,
)
from riichi_core.tiles.tile import FIVES, Tile

_new = tuple.__new__
"""Makes a named tuple of values in a third of the time that its own constructor takes."""

_NO_DORA = NO_DORA, 0
_SETS_MASK = (1 << WAIT_SHIFT - SETS_SHIFT) - 1


class Score(NamedTuple):
    """What a win is worth.

    Attributes:
        yaku: the yaku that count.
        dora: the dora that count, by kind.
        han: all han; None with a yakuman, or a limit that stands alone.
        fu: the fu, rounded; None with a yakuman.
        fu_items: what they are for, before rounding; empty with a yakuman.
        limit: the limit that is paid, or None.
        yakuman: how many yakuman are paid.
        payments: who pays what.
        form: how the hand was seen.
        placed: the four suits of a standard hand as they were seen; else empty.
    """

    yaku: tuple[YakuHan, ...]
    dora: DoraHan
    han: int | None
    fu: int | None
    fu_items: tuple[FuItem, ...]
    limit: LimitId | None
    yakuman: int
    payments: Payments
    form: Form
    placed: tuple[SuitReading, ...]

    def __repr__(self) -> str:
        """The values that say something; how the suits were looked up does not."""
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields[:-1])
        return f"Score({shown})"

    @property
    def total(self) -> int:
        """What the winner receives, counters included, riichi bets not."""
        return self.payments.total

    def reading(self, win: Win) -> Reading:
        """How the hand of this win was seen."""
        if self.form == "standard":
            return standard(self.placed)
        return (seven_pairs if self.form == "seven_pairs" else thirteen_orphans)(win.suits)


Reason = Literal["not_complete", "no_yaku", "minimum_yaku"]


class NoWin(NamedTuple):
    """Why a hand does not win."""

    reason: Reason
    message: str


class UnsupportedTileError(RecordError):
    """A win that cannot happen under a ruleset: its set of tiles has no such red five.

    `field` is the field of the record that is at fault.
    """

    def __init__(self, message: str, field: str) -> None:
        super().__init__("red_five", field, message)


Rated = tuple[int, LimitId | None, Payments]
"""A rank, the limit, and who pays what. A higher rank is paid more; of those that are paid the same
it is a true yakuman, or what adds up rather than what stands alone, or has more han, or more fu.
(Plain tuples and ints, for many are made.)"""

_POINTS_SHIFT, _YAKUMAN, _ADDS, _HAN_SHIFT = 34, 1 << 33, 1 << 32, 10


class Scorer:
    """Scores wins under one ruleset.

    What was once worked out is kept: what a set of yaku is worth, the fu of the same facts, what
    base points pay. Nothing is kept of a whole win.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._eye = eye(own_definitions(rules.yaku))
        self._prices = HanTable(rules.yaku, rules.limits)
        self._eye.want(self._prices.priced)
        self._fields = self._eye.yaku.fields(self._prices.priced) << 1 | 1
        self._dora: BoundedCache[Shown, tuple[DoraHan, int]] = BoundedCache()
        self._drops = tuple(_drops(rules, self._eye.yaku))
        self._dropping = sum({facts for facts, _ in self._drops})
        self._options: BoundedCache[int, tuple[Combination, ...]] = BoundedCache()
        self._fu: BoundedCache[int, FuCount] = BoundedCache()
        self._rated: BoundedCache[int, Rated] = BoundedCache()
        self._payments: BoundedCache[int, Payments] = BoundedCache()
        self._always = self._minimum(0) if rules.winning.minimum_with_counters == "same" else 0

    def score(self, win: Win) -> Score | NoWin:
        """What a win is worth, or why it is none.

        Raises:
            UnsupportedTileError: the hand has a red five that this ruleset has not.
        """
        return self._of(self._eye.analyze(win))

    def _of(self, view: Analysis) -> Score | NoWin:  # noqa: PLR0912 - written for speed
        """The same for a win that this scorer's eye has seen, after the scorer was made."""
        win, ways, seen, tail = view
        if win.flags & RED_SEEN:
            self._check_reds(win)
        dora, extra = _NO_DORA if seen is None else self._dora.get(seen) or self._add(seen)
        minimum = self._always or self._minimum(win.counters)
        dropped = self._drop(win.flags) if win.flags & self._dropping else 0
        best_rank, short = -1, False
        for way in ways:
            signature, needed = way[0] & self._fields, way[6]
            if way[1] & dropped:
                signature, needed = self._left(way, dropped)
            if needed and not needed & self._fields:
                continue
            options = self._options.get(signature)
            if options is None:
                options = self._count(signature)
            for option in options:
                if option[1] < minimum:
                    short = True
                    continue
                key = way[2] | option[5]
                count = self._fu.get(key) or self._count_fu(key, win.flags)
                if option[4]:
                    key = (option[1] + extra << _HAN_SHIFT | count[1]) << TAIL_BITS | tail
                    rated = self._rated.get(key) or self._rate_han(key)
                else:
                    rated = self._rate(option, count[1], tail)
                if rated[0] > best_rank:
                    best_rank, best, best_way = rated[0], option, way
                    best_count, best_rated = count, rated
        if best_rank < 0:
            return _no_win(win, dora, minimum if short else 0, whole=bool(ways))
        _, limit, paid = best_rated
        yaku, han, yakuman, alone, with_dora, _ = best
        _, _, _, items, placed, form, _ = best_way
        items = best_count[0] + items
        if with_dora:
            values = yaku, dora, han + extra, best_count[1], items, limit, 0, paid, form, placed
            return _new(Score, values)
        if yakuman:
            return Score(yaku, NO_DORA, None, None, (), limit, yakuman, paid, form, placed)
        of_all = None if alone else han
        return Score(yaku, NO_DORA, of_all, best_count[1], items, limit, 0, paid, form, placed)

    def _rate(self, option: Combination, fu: int, tail: int) -> Rated:
        """What a yakuman or a yaku that stands alone is paid, and how it ranks among others."""
        if option.yakuman:
            points = option.yakuman * self._rules.limits.yakuman
            return self._pay(points, "yakuman", _YAKUMAN, tail)
        if option.alone:
            points = getattr(self._rules.limits, option.alone).base
            return self._pay(points, option.alone, fu, tail)
        base = base_points(option.han, fu, self._rules.limits)
        return self._pay(base.points, base.limit, option.han << _HAN_SHIFT | fu, tail)

    def _rate_han(self, key: int) -> Rated:
        """The same for han that add up: in the key above the fu, above what payments depend on."""
        tail, facts = key & (1 << TAIL_BITS) - 1, key >> TAIL_BITS
        han, fu = facts >> _HAN_SHIFT, facts & (1 << _HAN_SHIFT) - 1
        base = base_points(han, fu, self._rules.limits)
        return self._rated.store(key, self._pay(base.points, base.limit, _ADDS | facts, tail))

    def _pay(self, base: int, limit: LimitId | None, rank: int, tail: int) -> Rated:
        """What base points pay, ranked by that, for different bases can be paid the same."""
        key = base << TAIL_BITS | tail
        paid = self._payments.get(key)
        if paid is None:
            paid = payments(
                base,
                dealer=bool(tail & DEALER_WINS),
                drawn=bool(tail & DRAWN),
                counters=tail >> COUNTERS_SHIFT,
                counter_value=self._rules.dealer.counter_value,
            )
            self._payments.store(key, paid)
        return paid.total << _POINTS_SHIFT | rank, limit, paid

    # ---- the ways to count ---------------------------------------------------------------------

    def _count(self, signature: int) -> tuple[Combination, ...]:
        """The ways to count the yaku that a signature with the bit of an open hand stands for."""
        had = self._eye.yaku.had(signature >> 1, self._prices.priced)
        options = self._prices.options(had, is_open=bool(signature & 1))
        return self._options.store(signature, options)

    def _left(self, way: Interpretation, dropped: int) -> tuple[int, int]:
        """The signature without what is dropped, and that of the yaku that name the form."""
        yaku, bits = self._eye.yaku, way[1] & ~dropped
        signature = (yaku.signature(bits) << 1 | way[0] & 1) & self._fields
        return signature, self._eye.naming(bits) if way[6] else 0

    def _drop(self, table: int) -> int:
        """The alternatives of yaku that this ruleset does not count with these facts."""
        dropped = 0
        for facts, bits in self._drops:
            if table & facts:
                dropped |= bits
        return dropped

    # ---- numbers -------------------------------------------------------------------------------

    def _count_fu(self, key: int, table: int) -> FuCount:
        """The fu of what is written in `Way`; the lowest bit is set if the hand has Pinfu."""
        if key & PAIRS:
            fu = self._rules.fu.seven_pairs
            return self._fu.store(key, FuCount((FuItem("seven_pairs", fu),), fu))
        facts = key >> 1 & FU_MASK
        wait = facts >> WAIT_SHIFT - SETS_SHIFT & 7
        if table & MIXED_IN and self._rules.winning.tile_not_apart == "no_wait_points":
            wait = 0
        pair = facts >> HONOUR_SHIFT - SETS_SHIFT
        sets = 2 * (facts & _SETS_MASK)
        count = count_fu(sets, wait, pair, table, self._rules.fu, pinfu=bool(key & 1))
        return self._fu.store(key, count)

    def _add(self, seen: Shown) -> tuple[DoraHan, int]:
        """The dora that count, and their sum."""
        dora = counted(seen, self._rules.dora)
        return self._dora.store(seen, (dora, sum(dora)))

    def _minimum(self, counters: int) -> int:
        """The han from yaku that a win needs."""
        winning = self._rules.winning
        han, more = winning.minimum_han, winning.minimum_with_counters
        if isinstance(more, MoreWithCounters) and counters >= more.counters:
            han = max(more.han, han)
        return han

    def _check_reds(self, win: Win) -> None:
        """Refuse a hand that this ruleset's set of tiles cannot make."""
        reds = self._rules.tiles.red_fives
        shown = Counter(tile.kind for tile in (*win.tiles, *win.indicators) if tile.red)
        for kind, there in zip(FIVES, (reds.m, reds.p, reds.s), strict=True):
            if shown[kind] > there:
                has = Message("only {number}", number=there) if there else Message("none")
                five, red = Tile(kind), Tile(kind, red=True)
                message = Message(
                    "{number} red {tile} ({written}), and this set of tiles has {left}",
                    number=shown[kind],
                    tile=five,
                    written=red,
                    left=has,
                )
                where = "hand" if win.reds[kind] > there else "dora_indicators"
                raise UnsupportedTileError(message, where)


def _drops(rules: Rules, yaku: YakuMatcher) -> Iterator[tuple[int, int]]:
    """What a ruleset does not count: with any of these facts of the table, these alternatives."""
    winning = rules.winning
    if winning.tile_not_apart == "no_wait_points":
        yield MIXED_IN, yaku.on_wait
    if winning.last_tile_after_kong == "after_a_kong":
        yield AFTER_KONG, yaku.groups["last_tile_draw"]
    if rules.fu.pinfu_self_draw == "separate":
        yield SELF_DRAW, yaku.groups["pinfu"]
    if winning.four_identical_chows == "one_double_chow":
        chows = yaku.groups["twice_pure_double_chow"] & yaku.four_identical_chows
        yield from ((facts, chows) for facts in (SELF_DRAW, DISCARD))


def _no_win(win: Win, dora: DoraHan, short_of: int, *, whole: bool) -> NoWin:
    if short_of:
        text = Message("too few yaku: a win needs {han} han without dora", han=short_of)
        return NoWin("minimum_yaku", text)
    if not whole:
        text = Message("{hand} and {tile} make no complete hand", hand=win.hand, tile=win.tile)
        return NoWin("not_complete", text)
    if any(dora):
        return NoWin("no_yaku", Message("no yaku, and dora alone do not win"))
    return NoWin("no_yaku", Message("no yaku"))


# ---- for one call at a time ----------------------------------------------------------------------

_scorers: dict[int, tuple[Rules, Scorer]] = {}


def scorer(rules: Rules | Ruleset) -> Scorer:
    """The scorer of a ruleset; the same one as long as the rules are the same object."""
    if type(rules) is Ruleset:
        rules = rules.rules
    known = _scorers.get(id(rules))
    if known is None:
        if not isinstance(rules, Rules):
            raise TypeError(f"expected a ruleset as riichi_core.rules.load gives it, not {rules!r}")
        if len(_scorers) > 100:
            _scorers.clear()
        known = _scorers[id(rules)] = rules, Scorer(rules)  # which keeps the object, and so its id
    return known[1]


def score(win: Win, rules: Rules | Ruleset) -> Score | NoWin:
    """What a win is worth under a ruleset, or why it is none.

    Args:
        win: the facts of the win.
        rules: the ruleset, or its rules.

    Raises:
        UnsupportedTileError: the hand has a red five that this ruleset has not.
    """
    one = scorer(rules)
    return one._of(one._eye.analyze(win))


def score_all(win: Win, rulesets: Iterable[Rules | Ruleset]) -> list[Score | NoWin]:
    """The same under several rulesets; those that know the same yaku share one look at the hand.

    Raises:
        UnsupportedTileError: as `score`, for the first ruleset for which it is so.
    """
    # All scorers first: each tells its eye which yaku to look for.
    scorers = [scorer(rules) for rules in rulesets]
    found: list[Score | NoWin] = []
    seen_by: Analyzer | None = None
    for one in scorers:
        if one._eye is not seen_by:
            seen_by = one._eye
            view = seen_by.analyze(win)
        found.append(one._of(view))
    return found
