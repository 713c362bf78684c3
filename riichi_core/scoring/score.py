"""The score of one win under a ruleset: of all ways to see the hand the one that is paid most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal, NamedTuple

from riichi_core.hands.memory import Memory
from riichi_core.hands.readings import Reading, seven_pairs, standard, thirteen_orphans
from riichi_core.hands.shapes import Placed
from riichi_core.hands.table import MIXED_IN, OCCASIONS, RED_SEEN
from riichi_core.hands.win import Win
from riichi_core.rules.chapters.winning import MoreWithCounters
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.vocabulary import Form
from riichi_core.scoring.dora import NO_DORA, Dora, Shown, counted
from riichi_core.scoring.fu import AFTER_KONG, SELF_DRAW, FuCount, FuItem, count_fu
from riichi_core.scoring.points import LimitId, Payments, base_points, payments
from riichi_core.scoring.suits import FU_MASK, HONOUR_SHIFT, SETS_SHIFT, WAIT_SHIFT, Seen
from riichi_core.scoring.view import Eye, View, eye
from riichi_core.scoring.worth import Option, Prices, YakuHan, own_definitions
from riichi_core.tiles.tile import FIVES, Tile

_new = tuple.__new__
"""Makes a named tuple of values in a third of the time that its own constructor takes."""

_STANDARD: Form = "standard"
_NO_DORA = NO_DORA, 0
_DEALER = 1 << OCCASIONS.index("dealer")
_WHO_PAYS = SELF_DRAW | _DEALER
_WHO_BITS = _WHO_PAYS.bit_length()
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


class NotPlayedHereError(ValueError):
    """A win that cannot happen under a ruleset: its set of tiles has no such red five.

    `field` is the field of the record that is at fault.
    """

    code = "red_five"

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.field = field


Rated = tuple[int, int, LimitId | None]
"""A rank, the base points, and the limit. A higher rank is paid more; of those that are paid the
same it is a true yakuman, or what adds up rather than what stands alone, or has more han, or more
fu. (Plain tuples and ints, for many are made.)"""

_POINTS_SHIFT, _YAKUMAN, _ADDS, _HAN_SHIFT = 34, 1 << 33, 1 << 32, 10


class Scorer:
    """Scores wins under one ruleset.

    What was once worked out is kept: what a set of yaku is worth, the fu of the same facts, what
    base points pay. Nothing is kept of a whole win.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._eye = eye(own_definitions(rules.yaku))
        self._prices = Prices(rules.yaku, rules.limits)
        self._eye.want(self._prices.priced)
        self._fields = self._eye.yaku.fields(self._prices.priced) << 1 | 1
        fu = rules.fu.seven_pairs
        self._seven_pairs = FuCount((FuItem("seven_pairs", fu),), fu)
        self._dora: Memory[Shown, tuple[Dora, int]] = Memory()
        self._dropped: Memory[int, int] = Memory()
        self._options: Memory[int, tuple[Option, ...]] = Memory()
        self._fu: Memory[int, FuCount] = Memory()
        self._rated: Memory[int, Rated] = Memory()
        self._orphans: Memory[int, FuCount] = Memory()
        self._payments: Memory[tuple[int, int, int], Payments] = Memory()
        self._always = self._minimum(0) if rules.winning.minimum_with_counters == "same" else 0

    def score(self, win: Win) -> Score | NoWin:
        """What a win is worth, or why it is none.

        Raises:
            NotPlayedHereError: the hand has a red five that this ruleset has not.
        """
        return self._of(self._eye.look(win))

    def _of(self, view: View) -> Score | NoWin:  # noqa: PLR0912, PLR0915 - written for speed
        """The same for a win that this scorer's eye has seen, after the scorer was made."""
        win, ways, pairs, orphans, seen = view
        table = win.table
        if table & RED_SEEN:
            self._check_reds(win)
        dora, extra = _NO_DORA if seen is None else self._dora.get(seen) or self._add(seen)
        minimum = self._always or self._minimum(win.counters)
        dropped = self._dropped.get(table)
        if dropped is None:
            dropped = self._drop(table)
        fields, known_options, known_fu = self._fields, self._options, self._fu
        known_rated, who_pays = self._rated, table & _WHO_PAYS
        best_rank, short, form = -1, False, _STANDARD
        suits: tuple[Seen, ...] = ()
        for way, bits, facts, seen_suits in ways:
            signature = way & fields
            if bits & dropped:
                left = self._eye.yaku.signature(bits & ~dropped)
                signature = (left << 1 | way & 1) & fields
            options = known_options.get(signature)
            if options is None:
                options = self._count(signature)
            for option in options:
                if option[1] < minimum:
                    short = True
                    continue
                key = facts | option[5]
                count = known_fu.get(key) or self._count_fu(key, table)
                if option[4]:
                    key = (option[1] + extra << _HAN_SHIFT | count[1]) << _WHO_BITS | who_pays
                    rated = known_rated.get(key) or self._rate_han(key)
                else:
                    rated = self._rate(option, count[1], extra, table)
                if rated[0] > best_rank:
                    best_rank, best, best_rated = rated[0], option, rated
                    best_count, suits = count, seen_suits
        if pairs >= 0 or orphans >= 0:
            for option, count, of_form in self._special(pairs, orphans, table):
                if option.han < minimum:
                    short = True
                    continue
                rated = self._rate(option, count[1], extra, table)
                if rated[0] > best_rank:
                    best_rank, best, best_rated = rated[0], option, rated
                    best_count, form, suits = count, of_form, ()
        if best_rank < 0:
            whole = bool(ways) or pairs >= 0 or orphans >= 0
            return _no_win(win, dora, minimum if short else 0, whole=whole)
        _, base, limit = best_rated
        who = base, who_pays, win.counters
        paid = self._payments.get(who) or self._pay(who, win)
        items = best_count[0]
        placed: tuple[Placed, ...] = ()
        if suits:
            m, p, s, z = suits
            items = items + m[2] + p[2] + s[2] + z[2]
            placed = m[3], p[3], s[3], z[3]
        yaku, han, yakuman, alone, with_dora, _ = best
        if with_dora:
            values = yaku, dora, han + extra, best_count[1], items, limit, 0, paid, form, placed
            return _new(Score, values)
        if yakuman:
            return Score(yaku, NO_DORA, None, None, (), limit, yakuman, paid, form, placed)
        of_all = None if alone else han
        return Score(yaku, NO_DORA, of_all, best_count[1], items, limit, 0, paid, form, placed)

    def _rate(self, option: Option, fu: int, extra: int, table: int) -> Rated:
        """What a way to count is paid, and how it ranks among others."""
        who = table & _WHO_PAYS
        if option.with_dora:
            return self._rate_han((option.han + extra << _HAN_SHIFT | fu) << _WHO_BITS | who)
        if option.yakuman:
            points = option.yakuman * self._rules.limits.yakuman
            return self._rank(points, who) | _YAKUMAN, points, "yakuman"
        if option.alone:
            points = getattr(self._rules.limits, option.alone).base
            return self._rank(points, who) | fu, points, option.alone
        base = base_points(option.han, fu, self._rules.limits)
        rank = self._rank(base.points, who) | option.han << _HAN_SHIFT | fu
        return rank, base.points, base.limit

    def _rate_han(self, key: int) -> Rated:
        """The same for han that add up: in the key above the fu, above the bits of who pays."""
        who, facts = key & (1 << _WHO_BITS) - 1, key >> _WHO_BITS
        han, fu = facts >> _HAN_SHIFT, facts & (1 << _HAN_SHIFT) - 1
        base = base_points(han, fu, self._rules.limits)
        rank = self._rank(base.points, who) | _ADDS | facts
        return self._rated.keep(key, (rank, base.points, base.limit))

    def _rank(self, base: int, who: int) -> int:
        """By what is paid, which can be the same for different base points."""
        drawn, dealer = bool(who & SELF_DRAW), bool(who & _DEALER)
        paid = payments(base, dealer=dealer, drawn=drawn, counters=0, counter_value=0)
        return paid.total << _POINTS_SHIFT

    # ---- the ways to count ---------------------------------------------------------------------

    def _count(self, signature: int) -> tuple[Option, ...]:
        """The ways to count the yaku that a signature with the bit of an open hand stands for."""
        had = self._eye.yaku.had(signature >> 1, self._prices.priced)
        options = self._prices.options(had, is_open=bool(signature & 1))
        return self._options.keep(signature, options)

    def _special(self, pairs: int, orphans: int, table: int) -> list[tuple[Option, FuCount, Form]]:
        """The ways to count the forms without sets; each needs a yaku that names it."""
        yaku = self._eye.yaku
        form: Form = "seven_pairs" if pairs >= 0 else "thirteen_orphans"
        bits = (pairs if pairs >= 0 else orphans) & ~self._dropped[table]
        if not yaku.signature(bits & yaku.names_form) << 1 & self._fields:
            return []
        signature = yaku.signature(bits) << 1 & self._fields
        options = self._options.get(signature)
        if options is None:
            options = self._count(signature)
        if pairs >= 0:
            count = self._seven_pairs
        else:
            count = self._orphans.get(table) or self._count_orphans(table)
        return [(option, count, form) for option in options]

    def _count_orphans(self, table: int) -> FuCount:
        return self._orphans.keep(table, count_fu(0, 0, 0, table, self._rules.fu, pinfu=False))

    def _drop(self, table: int) -> int:
        """The alternatives of yaku that this ruleset does not count with these facts."""
        yaku, winning = self._eye.yaku, self._rules.winning
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

    def _count_fu(self, key: int, table: int) -> FuCount:
        """The fu of what is written in `Way`; the lowest bit is set if the hand has Pinfu."""
        facts = key >> 1 & FU_MASK
        wait = facts >> WAIT_SHIFT - SETS_SHIFT & 7
        if table & MIXED_IN and self._rules.winning.tile_not_apart == "no_wait_points":
            wait = 0
        pair = facts >> HONOUR_SHIFT - SETS_SHIFT
        sets = 2 * (facts & _SETS_MASK)
        count = count_fu(sets, wait, pair, table, self._rules.fu, pinfu=bool(key & 1))
        return self._fu.keep(key, count)

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
        return han

    def _pay(self, who: tuple[int, int, int], win: Win) -> Payments:
        paid = payments(
            who[0],
            dealer=win.dealer,
            drawn=win.drawn,
            counters=win.counters,
            counter_value=self._rules.dealer.counter_value,
        )
        return self._payments.keep(who, paid)

    def _check_reds(self, win: Win) -> None:
        """Refuse a hand that this ruleset's set of tiles cannot make."""
        reds = self._rules.tiles.red_fives
        shown = Counter(tile.kind for tile in (*win.tiles, *win.indicators) if tile.red)
        for kind, there in zip(FIVES, (reds.m, reds.p, reds.s), strict=True):
            if shown[kind] > there:
                has = f"only {there}" if there else "none"
                five, red = Tile(kind), Tile(kind, red=True)
                message = f"{shown[kind]} red {five} ({red}), and this set of tiles has {has}"
                where = "hand" if win.reds[kind] > there else "dora_indicators"
                raise NotPlayedHereError(message, where)


def _no_win(win: Win, dora: Dora, short_of: int, *, whole: bool) -> NoWin:
    if short_of:
        return NoWin("minimum_yaku", f"too few yaku: a win needs {short_of} han without dora")
    if not whole:
        return NoWin("not_complete", f"{win.hand} and {win.tile} make no complete hand")
    return NoWin("no_yaku", "no yaku, and dora alone do not win" if any(dora) else "no yaku")


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
        NotPlayedHereError: the hand has a red five that this ruleset has not.
    """
    return scorer(rules).score(win)


def score_all(win: Win, rulesets: Iterable[Rules | Ruleset]) -> list[Score | NoWin]:
    """The same under several rulesets; those that know the same yaku share one look at the hand.

    Raises:
        NotPlayedHereError: as `score`, for the first ruleset for which it is so.
    """
    # All scorers first: each tells its eye which yaku to look for.
    scorers = [scorer(rules) for rules in rulesets]
    found: list[Score | NoWin] = []
    seen_by: Eye | None = None
    for one in scorers:
        if one._eye is not seen_by:
            seen_by = one._eye
            view = seen_by.look(win)
        found.append(one._of(view))
    return found
