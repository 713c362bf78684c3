"""The score of one win under a ruleset: of all ways to see the hand the one that is paid most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from riichi_core.hands.memory import Memory
from riichi_core.hands.readings import (
    Form,
    Reading,
    complete,
    seven_pairs,
    standard,
    thirteen_orphans,
)
from riichi_core.hands.shapes import Placed
from riichi_core.hands.win import MIXED_IN, OPEN, Win
from riichi_core.rules.chapters.winning import MoreWithCounters
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.dora import NO_DORA, Dora, counted
from riichi_core.scoring.fu import AFTER_KONG, SELF_DRAW, FuCount, FuItem, count_fu
from riichi_core.scoring.points import Base, LimitId, Payments, base_points, payments
from riichi_core.scoring.suits import FU_MASK, HONOUR_SHIFT, SETS_SHIFT, WAIT_SHIFT, Seen
from riichi_core.scoring.view import View, eye
from riichi_core.scoring.worth import Option, Prices, YakuHan, own_definitions
from riichi_core.tiles.tile import FIVES, Tile

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
    dora: Dora
    han: int | None
    fu: int | None
    fu_items: tuple[FuItem, ...]
    limit: LimitId | None
    yakuman: int
    payments: Payments
    form: Form
    placed: tuple[Placed, ...]

    @property
    def total(self) -> int:
        """What the winner receives, counters included, riichi bets not."""
        return self.payments.total

    def reading(self, win: Win) -> Reading:
        """How the hand of this win was seen."""
        if self.form == "standard":
            return standard(self.placed)
        return (seven_pairs if self.form == "seven_pairs" else thirteen_orphans)(win.suits)


class NoWin(NamedTuple):
    """Why a hand does not win."""

    reason: Literal["not_complete", "no_yaku", "minimum_yaku"]
    message: str


class NotPlayedHereError(ValueError):
    """A win that cannot happen under a ruleset: its set of tiles has no such red five."""

    code = "red_five"
    field = "hand"


Rank = tuple[int, bool, int, int]
"""By what is paid, then a true yakuman before a counted one, then han, then fu."""

Candidate = tuple[Option, Base, FuCount, Form, tuple[Seen, ...]]


class Scorer:
    """Scores wins under one ruleset."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.eye = eye(own_definitions(rules.yaku))
        self._prices = Prices(rules.yaku, rules.limits)
        self._fields = self.eye.yaku.fields(self._prices.priced)
        self._has_reds = any(rules.tiles.red_fives.model_dump().values())
        self._dropped: Memory[int, int] = Memory()
        self._options: Memory[int, tuple[Option, ...]] = Memory()
        self._fu: Memory[int, FuCount] = Memory()
        self._bases: Memory[tuple[int, int], Base] = Memory()
        self._payments: Memory[tuple[int, bool, bool, int], Payments] = Memory()

    def score(self, win: Win) -> Score | NoWin:
        """What a win is worth, or why it is none.

        Raises:
            NotPlayedHereError: the hand has a red five that this ruleset has not.
        """
        return self.of(self.eye.look(win))

    def of(self, view: View) -> Score | NoWin:
        """The same for a win that was looked at before, perhaps for another ruleset."""
        win = view.win
        if self._has_reds or any(win.reds):
            self._check_reds(win)
        dora = NO_DORA if view.dora is None else counted(view.dora, self._rules.dora)
        extra = sum(dora) if view.dora else 0
        minimum = self._minimum(win.counters)
        best: Candidate | None = None
        best_rank: Rank = (-1, False, 0, 0)
        short = False
        for option, fu, form, suits in self._ways(view):
            if option.yakuman:
                base = Base(option.yakuman * self._rules.limits.yakuman, "yakuman")
                rank = base.points, True, 0, 0
            elif option.han < minimum:
                short = True
                continue
            elif option.alone:
                base = Base(getattr(self._rules.limits, option.alone).base, option.alone)
                rank = base.points, False, 0, fu.fu
            else:
                han = option.han + extra if option.with_dora else option.han
                base = self._base(han, fu.fu)
                rank = base.points, False, han, fu.fu
            if rank > best_rank:
                best_rank, best = rank, (option, base, fu, form, suits)
        if best is None:
            return self._no_win(win, short, minimum)
        return self._result(win, best, dora, extra)

    # ---- the ways to count ---------------------------------------------------------------------

    def _ways(self, view: View) -> Iterator[tuple[Option, FuCount, Form, tuple[Seen, ...]]]:
        """Every way to count a win: each way to see it, and what may be counted in it."""
        table = view.win.table
        is_open = table & OPEN
        dropped = self._dropped.get(table)
        if dropped is None:
            dropped = self._drop(table)
        yaku = self.eye.yaku
        for signature, bits, numbers, suits in view.standard:
            left = yaku.signature(bits & ~dropped) if bits & dropped else signature
            for option in self._count(left, is_open):
                yield option, self._standard_fu(numbers, table, option), "standard", suits
        if view.pairs >= 0:
            for option in self._special(view.pairs & ~dropped, is_open):
                fu = self._rules.fu.seven_pairs
                count = FuCount((FuItem("seven_pairs", fu),), fu)
                yield option, count, "seven_pairs", ()
        if view.orphans >= 0:
            for option in self._special(view.orphans & ~dropped, is_open):
                count = count_fu(0, 0, 0, table, self._rules.fu, pinfu=False)
                yield option, count, "thirteen_orphans", ()

    def _count(self, signature: int, is_open: int) -> tuple[Option, ...]:
        """The ways to count the yaku that a signature stands for."""
        key = (signature & self._fields) << 1 | bool(is_open)
        known = self._options.get(key)
        if known is None:
            had = self.eye.yaku.had(signature & self._fields)
            known = self._prices.options(had, is_open=bool(is_open))
            self._options.keep(key, known)
        return known

    def _special(self, bits: int, is_open: int) -> tuple[Option, ...]:
        """The same for a form without sets, which needs a yaku that names it."""
        yaku = self.eye.yaku
        if not yaku.signature(bits & yaku.names_form) & self._fields:
            return ()
        return self._count(yaku.signature(bits), is_open)

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

    def _standard_fu(self, numbers: int, table: int, option: Option) -> FuCount:
        facts = numbers >> SETS_SHIFT & FU_MASK
        key = (table << 1 | option.pinfu) << 13 | facts
        known = self._fu.get(key)
        if known is None:
            wait = facts >> WAIT_SHIFT - SETS_SHIFT & 7
            if table & MIXED_IN and self._rules.winning.tile_not_apart == "no_wait_points":
                wait = 0
            pair = facts >> HONOUR_SHIFT - SETS_SHIFT
            sets = 2 * (facts & _SETS_MASK)
            known = count_fu(sets, wait, pair, table, self._rules.fu, pinfu=option.pinfu)
            self._fu.keep(key, known)
        return known

    def _base(self, han: int, fu: int) -> Base:
        known = self._bases.get((han, fu))
        if known is None:
            known = self._bases.keep((han, fu), base_points(han, fu, self._rules.limits))
        return known

    def _minimum(self, counters: int) -> int:
        """The han from yaku that a win needs."""
        winning = self._rules.winning
        more = winning.minimum_with_counters
        if isinstance(more, MoreWithCounters) and counters >= more.counters:
            return max(more.han, winning.minimum_han)
        return winning.minimum_han

    # ---- results -------------------------------------------------------------------------------

    def _result(self, win: Win, best: Candidate, dora: Dora, extra: int) -> Score:
        option, base, count, form, suits = best
        who = base.points, win.dealer, win.drawn, win.counters
        paid = self._payments.get(who)
        if paid is None:
            paid = self._payments.keep(who, self._pay(win, base.points))
        placed = tuple(suit.placed for suit in suits)
        if option.yakuman:
            return Score(option.yaku, NO_DORA, None, None, (), "yakuman", option.yakuman, paid,
                         form, placed)  # fmt: skip
        items = count.items
        for suit in suits:
            items += suit.fu_items
        han = None if option.alone else option.han + (extra if option.with_dora else 0)
        counts = dora if option.with_dora else NO_DORA
        return Score(option.yaku, counts, han, count.fu, items, base.limit, 0, paid, form, placed)

    def _pay(self, win: Win, base: int) -> Payments:
        return payments(
            base,
            dealer=win.dealer,
            drawn=win.drawn,
            counters=win.counters,
            counter_value=self._rules.dealer.counter_value,
        )

    def _no_win(self, win: Win, short: bool, minimum: int) -> NoWin:
        if short:
            return NoWin("minimum_yaku", f"too few yaku: a win needs {minimum} han without dora")
        if not complete(win.suits):
            return NoWin("not_complete", f"{win.hand} and {win.tile} make no complete hand")
        return NoWin("no_yaku", "no yaku: dora alone do not win")

    def _check_reds(self, win: Win) -> None:
        """Refuse a hand that this ruleset's set of tiles cannot make."""
        reds = self._rules.tiles.red_fives
        for kind, have, there in zip(FIVES, win.reds, (reds.m, reds.p, reds.s), strict=True):
            five, red = Tile(kind), Tile(kind, red=True)
            if have > there:
                some = f"only {there}" if there else "none"
                raise NotPlayedHereError(f"{have} times {red}, and this ruleset has {some}")
            if win.held[kind] - have > 4 - there:
                plain = f"{win.held[kind] - have} times {five}"
                raise NotPlayedHereError(f"{plain}, but {there} of the four are red ({red})")


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
