"""The score of one win under a ruleset: of all ways to see the hand the one that is paid most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal, NamedTuple

from riichi_core.hands.memory import Memory
from riichi_core.hands.readings import (
    Form,
    Reading,
    seven_pairs,
    standard,
    thirteen_orphans,
)
from riichi_core.hands.win import MIXED_IN, OCCASIONS, OPEN, RED_SEEN, SEAT_SHIFT, Win
from riichi_core.rules.chapters.winning import MoreWithCounters
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.dora import NO_DORA, Dora, Shown, counted
from riichi_core.scoring.fu import AFTER_KONG, SELF_DRAW, FuCount, FuItem, count_fu
from riichi_core.scoring.points import Base, LimitId, Payments, base_points, payments
from riichi_core.scoring.suits import FU_BITS, FU_MASK, HONOUR_SHIFT, SETS_SHIFT, WAIT_SHIFT, Seen
from riichi_core.scoring.view import View, eye
from riichi_core.scoring.worth import Option, Prices, YakuHan, own_definitions
from riichi_core.tiles.tile import FIVES, Tile

_NO_DORA = NO_DORA, 0
_PAIR_SHIFT = HONOUR_SHIFT - SETS_SHIFT
_FU_FACTS_BUT_WINDS = SELF_DRAW | AFTER_KONG | OPEN | MIXED_IN
_FU_FACTS = _FU_FACTS_BUT_WINDS | 15 << SEAT_SHIFT
_WHO_PAYS = SELF_DRAW | 1 << OCCASIONS.index("dealer")
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
        suits: the four suits of a standard hand as they were seen; else empty.
    """

    yaku: tuple[YakuHan, ...]
    dora: Dora
    han: int | None
    fu: int | None
    fu_items: tuple[FuItem, ...]
    limit: LimitId | None
    yakuman: int
    payments: Payments
    form: Form
    suits: tuple[Seen, ...]

    @property
    def total(self) -> int:
        """What the winner receives, counters included, riichi bets not."""
        return self.payments.total

    def reading(self, win: Win) -> Reading:
        """How the hand of this win was seen."""
        if self.form == "standard":
            return standard(suit.placed for suit in self.suits)
        return (seven_pairs if self.form == "seven_pairs" else thirteen_orphans)(win.suits)


class NoWin(NamedTuple):
    """Why a hand does not win."""

    reason: Literal["not_complete", "no_yaku", "minimum_yaku"]
    message: str


class NotPlayedHereError(ValueError):
    """A win that cannot happen under a ruleset: its set of tiles has no such red five."""

    code = "red_five"
    field = "hand"


Candidate = tuple[Option, Base, FuCount, Form, tuple[Seen, ...]]
Rank = tuple[int, bool, int, int]
"""By what is paid, then a true yakuman before a counted one, then han, then fu."""


class Scorer:
    """Scores wins under one ruleset.

    What was once worked out is kept: what a set of yaku is worth, the fu of the same facts, what
    base points pay. Nothing is kept of a whole win.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.eye = eye(own_definitions(rules.yaku))
        self._prices = Prices(rules.yaku, rules.limits)
        self.eye.yaku.want(self._prices.priced)
        self._fields = self.eye.yaku.fields(self._prices.priced)
        self._has_reds = any(rules.tiles.red_fives.model_dump().values())
        fu = rules.fu.seven_pairs
        self._seven_pairs = FuCount((FuItem("seven_pairs", fu),), fu)
        self._dora: Memory[Shown, tuple[Dora, int]] = Memory()
        self._dropped: Memory[int, int] = Memory()
        self._options: Memory[int, tuple[Option, ...]] = Memory()
        self._fu: Memory[int, FuCount] = Memory()
        self._bases: Memory[tuple[int, int], Base] = Memory()
        self._payments: Memory[tuple[int, int, int], Payments] = Memory()
        self._minimums: Memory[int, int] = Memory()

    def score(self, win: Win) -> Score | NoWin:
        """What a win is worth, or why it is none.

        Raises:
            NotPlayedHereError: the hand has a red five that this ruleset has not.
        """
        return self.of(self.eye.look(win))

    def of(self, view: View) -> Score | NoWin:  # noqa: PLR0912 - written for speed
        """The same for a win that was looked at before, perhaps for another ruleset."""
        win, ways, pairs, orphans, seen = view
        table = win.table
        if self._has_reds or table & RED_SEEN:
            self._check_reds(win)
        dora, extra = _NO_DORA if seen is None else self._dora.get(seen) or self._add(seen)
        minimum = self._minimums.get(win.counters) or self._minimum(win.counters)
        dropped = self._dropped.get(table)
        if dropped is None:
            dropped = self._drop(table)
        is_open = 1 if table & OPEN else 0
        best: Candidate | None = None
        best_rank: Rank = (-1, False, 0, 0)
        short = False
        for of_way, bits, numbers, suits in ways:
            signature = of_way
            if bits & dropped:
                signature = self.eye.yaku.signature(bits & ~dropped)
            options = self._options.get((signature & self._fields) << 1 | is_open)
            if options is None:
                options = self._count(signature, is_open)
            facts = numbers >> SETS_SHIFT & FU_MASK
            for option in options:
                if option.han < minimum:
                    short = True
                    continue
                about = _FU_FACTS if facts >> _PAIR_SHIFT else _FU_FACTS_BUT_WINDS
                key = (table & about) << FU_BITS + 1 | facts << 1 | option.pinfu
                count = self._fu.get(key) or self._count_fu(key, facts, table, option.pinfu)
                base, rank = self._rate(option, count.fu, extra)
                if best is None or rank > best_rank:
                    best_rank, best = rank, (option, base, count, "standard", suits)
        if pairs >= 0 or orphans >= 0:
            for option, count, form in self._special(pairs, orphans, table):
                if option.han < minimum:
                    short = True
                    continue
                base, rank = self._rate(option, count.fu, extra)
                if best is None or rank > best_rank:
                    best_rank, best = rank, (option, base, count, form, ())
        if best is None:
            whole = bool(ways) or pairs >= 0 or orphans >= 0
            return _no_win(win, minimum if short else 0, whole=whole)
        return self._result(win, best, dora, extra)

    # ---- the ways to count ---------------------------------------------------------------------

    def _rate(self, option: Option, fu: int, extra: int) -> tuple[Base, Rank]:
        """What a way to count is paid, and how it ranks among others."""
        _, han, yakuman, alone, with_dora, _ = option
        if yakuman:
            base = Base(yakuman * self._rules.limits.yakuman, "yakuman")
            return base, (base.points, True, 0, 0)
        if alone:
            base = Base(getattr(self._rules.limits, alone).base, alone)
            return base, (base.points, False, 0, fu)
        if with_dora:
            han += extra
        base = self._bases.get((han, fu)) or self._base(han, fu)
        return base, (base[0], False, han, fu)

    def _count(self, signature: int, is_open: int) -> tuple[Option, ...]:
        """The ways to count the yaku that a signature stands for."""
        signature &= self._fields
        had = self.eye.yaku.had(signature)
        options = self._prices.options(had, is_open=bool(is_open))
        return self._options.keep(signature << 1 | is_open, options)

    def _special(self, pairs: int, orphans: int, table: int) -> list[tuple[Option, FuCount, Form]]:
        """The ways to count the forms without sets; each needs a yaku that names it."""
        yaku = self.eye.yaku
        form: Form = "seven_pairs" if pairs >= 0 else "thirteen_orphans"
        bits = (pairs if pairs >= 0 else orphans) & ~self._dropped[table]
        if not yaku.signature(bits & yaku.names_form) & self._fields:
            return []
        signature = yaku.signature(bits)
        options = self._options.get((signature & self._fields) << 1)
        if options is None:
            options = self._count(signature, 0)
        if pairs >= 0:
            count = self._seven_pairs
        else:
            count = count_fu(0, 0, 0, table, self._rules.fu, pinfu=False)
        return [(option, count, form) for option in options]

    def _drop(self, table: int) -> int:
        """The alternatives of yaku that this ruleset does not count with these facts."""
        yaku, winning = self.eye.yaku, self._rules.winning
        dropped = 0
        if table & MIXED_IN and winning.tile_not_apart == "no_wait_points":
            dropped |= yaku.on_wait
        if table & AFTER_KONG and winning.last_tile_after_kong == "after_a_kong":
            dropped |= yaku.groups["last_tile_draw"]
        if winning.four_identical_chows == "one_double_chow":
            dropped |= yaku.groups["twice_pure_double_chow"] & yaku.four_identical_chows
        if table & SELF_DRAW and self._rules.fu.pinfu_self_draw == "separate":
            dropped |= yaku.groups["pinfu"]
        return self._dropped.keep(table, dropped)

    # ---- numbers -------------------------------------------------------------------------------

    def _count_fu(self, key: int, facts: int, table: int, pinfu: bool) -> FuCount:
        wait = facts >> WAIT_SHIFT - SETS_SHIFT & 7
        if table & MIXED_IN and self._rules.winning.tile_not_apart == "no_wait_points":
            wait = 0
        pair = facts >> HONOUR_SHIFT - SETS_SHIFT
        sets = 2 * (facts & _SETS_MASK)
        return self._fu.keep(key, count_fu(sets, wait, pair, table, self._rules.fu, pinfu=pinfu))

    def _base(self, han: int, fu: int) -> Base:
        return self._bases.keep((han, fu), base_points(han, fu, self._rules.limits))

    def _add(self, seen: Shown) -> tuple[Dora, int]:
        """The dora that count, and their sum."""
        dora = counted(seen, self._rules.dora)
        return self._dora.keep(seen, (dora, sum(dora)))

    def _minimum(self, counters: int) -> int:
        """The han from yaku that a win needs."""
        winning = self._rules.winning
        han, more = winning.minimum_han, winning.minimum_with_counters
        if isinstance(more, MoreWithCounters) and counters >= more.counters:
            han = max(more.han, han)
        return self._minimums.keep(counters, han)

    # ---- results -------------------------------------------------------------------------------

    def _result(self, win: Win, best: Candidate, dora: Dora, extra: int) -> Score:
        option, base, count, form, suits = best
        who = base.points, win.table & _WHO_PAYS, win.counters
        paid = self._payments.get(who)
        if paid is None:
            paid = self._payments.keep(who, self._pay(win, base.points))
        if option.yakuman:
            return Score(option.yaku, NO_DORA, None, None, (), "yakuman", option.yakuman, paid,
                         form, suits)  # fmt: skip
        items = count[0]
        for suit in suits:
            items += suit[2]
        if not option.with_dora:
            dora, extra = NO_DORA, 0
        han = None if option.alone else option.han + extra
        return Score(option.yaku, dora, han, count.fu, items, base.limit, 0, paid, form, suits)

    def _pay(self, win: Win, base: int) -> Payments:
        return payments(
            base,
            dealer=win.dealer,
            drawn=win.drawn,
            counters=win.counters,
            counter_value=self._rules.dealer.counter_value,
        )

    def _check_reds(self, win: Win) -> None:
        """Refuse a hand that this ruleset's set of tiles cannot make."""
        reds = self._rules.tiles.red_fives
        shown = Counter(tile.kind for tile in (*win.tiles, *win.indicators) if tile.red)
        for kind, there in zip(FIVES, (reds.m, reds.p, reds.s), strict=True):
            red, five = Tile(kind, red=True), Tile(kind)
            if shown[kind] > there:
                has = f"only {there}" if there else "none"
                message = f"{shown[kind]} red {five} ({red}), and this ruleset has {has}"
                raise NotPlayedHereError(message)
            plain = win.held[kind] - win.reds[kind]
            if plain > 4 - there:
                message = f"{plain} {five} that are not red, but {there} of the four are ({red})"
                raise NotPlayedHereError(message)


def _no_win(win: Win, short_of: int, *, whole: bool) -> NoWin:
    if short_of:
        return NoWin("minimum_yaku", f"too few yaku: a win needs {short_of} han without dora")
    if not whole:
        return NoWin("not_complete", f"{win.hand} and {win.tile} make no complete hand")
    return NoWin("no_yaku", "no yaku: dora alone do not win")


# ---- for one call at a time ----------------------------------------------------------------------

_scorers: dict[int, tuple[Rules, Scorer]] = {}


def scorer(rules: Rules | Ruleset) -> Scorer:
    """The scorer of a ruleset; the same one as long as the rules are the same object."""
    rules = rules.rules if isinstance(rules, Ruleset) else rules
    known = _scorers.get(id(rules))
    if known is None:
        if len(_scorers) > 100:
            _scorers.clear()
        known = _scorers[id(rules)] = rules, Scorer(rules)
    return known[1]


def score(win: Win, rules: Rules | Ruleset) -> Score | NoWin:
    """What a win is worth under a ruleset, or why it is none.

    Args:
        win: the facts of the win.
        rules: the ruleset, or its rules.

    Raises:
        NotPlayedHereError: the hand has a red five that this ruleset has not.
    """
    return scorer(rules).score(win)


def score_all(win: Win, rulesets: Iterable[Rules | Ruleset]) -> list[Score | NoWin]:
    """The same under several rulesets; those that know the same yaku share one look at the hand.

    Raises:
        NotPlayedHereError: as `score`, for the first ruleset for which it is so.
    """
    found: list[Score | NoWin] = []
    view: View | None = None
    seen_by = None
    for rules in rulesets:
        of = scorer(rules)
        if view is None or of.eye is not seen_by:
            seen_by = of.eye
            view = seen_by.look(win)
        found.append(of.of(view))
    return found
