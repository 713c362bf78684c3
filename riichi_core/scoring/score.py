"""The score of one win under a ruleset: of all ways to see the hand the one that is paid most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal, NamedTuple

from riichi_core.analysis import (
    PAYMENT_BITS,
    Analysis,
    Analyzer,
    CircumstancesKey,
    DoraKey,
    FuItem,
    FuKey,
    Interpretation,
    PaymentKey,
    YakuKey,
    dora_counts,
    fu_facts,
    shared_analyzer,
    unpack_circumstances,
    who_pays,
)
from riichi_core.errors import RecordError, RiichiError
from riichi_core.fast import BoundedCache, new_tuple
from riichi_core.hands.decomposition import SuitReading
from riichi_core.hands.readings import Reading, reading_of
from riichi_core.hands.win import Win
from riichi_core.messages import Message, quote
from riichi_core.rules.chapters.winning import MoreWithCounters
from riichi_core.rules.given import GivenRules, rules_of
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.vocabulary import Form
from riichi_core.scoring.dora import NO_DORA, DoraHan, count_dora
from riichi_core.scoring.fu import FuCount, fu_beside_sets, without_pinfu_fu
from riichi_core.scoring.han import Combination, HanTable, YakuHan, own_definitions
from riichi_core.scoring.points import LimitId, Payments, base_points, payments
from riichi_core.scoring.winning_tiles import each_drawn, other_waits
from riichi_core.tiles.tile import FIVES, Tile


class Score(NamedTuple):
    """The worth of a win.

    >>> result = score(Win("2345567m345p678s", "8m", by="tsumo", riichi=True), "ema-2016")
    >>> result.han, result.fu, result.points, result.payments.from_each
    (4, 20, 7800, 2600)

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
    dora: DoraHan
    han: int | None
    fu: int | None
    fu_items: tuple[FuItem, ...]
    limit: LimitId | None
    yakuman: int
    payments: Payments
    form: Form
    suits: tuple[SuitReading, ...]

    def __repr__(self) -> str:
        """Return the values that say something; how the suits were looked up does not."""
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields[:-1])
        return f"Score({shown})"

    def __str__(self) -> str:
        """Return the score in a line: `3 han 30 fu, 3,900 points: riichi 1, dora 2`.

        A limit that stands alone has no han, and its fu say nothing: `mangan, 8,000 points: …`.
        """
        counted = [f"{self.han} han", f"{self.fu} fu"][: 0 if self.han is None else 2]
        limit = (self.limit or "").replace("_", " ")
        head = ", ".join(filter(None, [" ".join(counted), limit]))
        parts = [one.id if one.han is None else f"{one.id} {one.han}" for one in self.yaku]
        parts += [f"{name} {han}" for name, han in self.dora._asdict().items() if han]
        return f"{head}, {self.points:,} points: {', '.join(parts)}"

    @property
    def points(self) -> int:
        """The points that the winner receives, counters (honba) included, riichi sticks not."""
        return self.payments.total

    @property
    def total(self) -> int:
        """The points, by their name in the JSON record."""
        return self.payments.total

    def reading(self, win: Win) -> Reading:
        """Return how the hand of this win was seen."""
        return reading_of(self.form, self.suits, win.tiles)


Reason = Literal["not_complete", "no_yaku", "minimum_yaku"]


class NoWin(NamedTuple):
    """The reason why a hand does not win: the answer of `score` to a win worth nothing.

    It counts as false, so that `if score(win, ruleset):` asks whether the hand wins.

    >>> score(Win("234567m345p678s1z", "2z", by="ron"), "ema-2016").reason
    'not_complete'
    """

    reason: Reason
    message: str

    def __bool__(self) -> bool:
        """Return False: there is no score."""
        return False

    def __str__(self) -> str:
        """Return the reason for people."""
        return f"no win: {self.message}"


class ImpossibleWinError(RecordError):
    """A win that cannot happen under a ruleset, though it can under others."""


class UnsupportedTileError(ImpossibleWinError):
    """A win that cannot happen under a ruleset: its set of tiles has no such red five."""

    def __init__(self, message: str, field: str) -> None:
        super().__init__("red_five", field, message)


Rated = tuple[int, LimitId | None, Payments]
"""A rank, the limit, and who pays what. A higher rank is paid more; of those that are paid the same
it is a true yakuman, or what adds up rather than what stands alone, or has more han, or more fu.
(Plain tuples and ints, for many are made.)"""

WITHOUT_WAIT = ("no_wait_points", "certain_only")
"""The words by which a drawn tile that was not kept apart earns nothing for the wait."""

HAN_SHIFT = 10
_POINTS_SHIFT, _YAKUMAN, _ADDS = 34, 1 << 33, 1 << 32


class Scorer:
    """Scores wins under one ruleset.

    What was once worked out is kept: what a set of yaku is worth, the fu of the same facts, what
    base points pay. Nothing is kept of a whole win.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.analyzer = shared_analyzer(own_definitions(rules.yaku))
        self._table = HanTable(rules.yaku, rules.limits)
        self.analyzer.track(self._table.priced)
        self._mask = self.analyzer.mask(self._table.priced)
        self._dropped: dict[CircumstancesKey, int] = {}
        self._dora: BoundedCache[DoraKey, tuple[DoraHan, int]] = BoundedCache()
        self._combinations: BoundedCache[YakuKey, tuple[Combination, ...]] = BoundedCache()
        self._fu: tuple[BoundedCache[FuKey, FuCount], ...] = (BoundedCache(), BoundedCache())
        """Without Pinfu, and with it."""
        self._rated: BoundedCache[int, Rated] = BoundedCache()
        self._payments: BoundedCache[int, Payments] = BoundedCache()
        self._when_dealt = _scorer_unless(rules, "dealt_hand", "last_drawn")
        self._with_any_wait = _scorer_unless(rules, "atozuke", "allowed")
        self._any_tile = rules.winning.tile_not_apart in {"lowest_tile", "certain_only"}
        self._always = self.minimum(0) if rules.winning.minimum_with_counters == "same" else 0

    def score(self, win: Win) -> Score | NoWin:
        """Return what a win is worth, or why it is none.

        Raises:
            UnsupportedTileError: the hand has a red five that this ruleset has not.
            ImpossibleWinError: riichi is not declared so late that ippatsu lasts to the last tile.
        """
        return self.rate(win, self.analyzer.analyze(win))

    def rate(  # noqa: PLR0912 - one loop, written for speed
        self, win: Win, analysis: Analysis
    ) -> Score | NoWin:
        """Return the same for a win that `analyzer` has analyzed after this scorer was made."""
        interpretations, circumstances, red_seen, dora_key, payment = analysis
        if self._when_dealt is not None and win.by.first_turn and win.dealer:
            found = [self._when_dealt.score(one) for one in each_drawn(win)]
            return max(found, key=_points)
        if self._any_tile and not unpack_circumstances(circumstances).kept_apart:
            known = {tile.kind for tile in win.hand.concealed} == {win.tile.kind}
            if known or self._rules.winning.tile_not_apart == "lowest_tile":
                return self._with_lowest_tile(win)
        if red_seen:
            self._check_reds(win)
        if win.by.last_tile and win.riichi is not None and win.riichi.ippatsu:
            self._check_last_tile(win)
        dora, extra = self._dora.get(dora_key) or self._add(dora_key)
        minimum = self._always or self.minimum(win.counters)
        dropped = self._dropped.get(circumstances)
        if dropped is None:
            dropped = self._drop(circumstances)
        best_rank, short = -1, False
        for one in interpretations:
            yaku, alternatives, fu, _, _, _, naming = one
            if alternatives & dropped:
                yaku, naming = self.analyzer.without(one, dropped)
            yaku &= self._mask
            if naming and not naming & self._mask:
                continue
            combinations = self._combinations.get(yaku)
            if combinations is None:
                combinations = self._combine(yaku)
            for combination in combinations:
                _, han, _, _, with_dora, pinfu = combination
                if han < minimum:
                    short = True
                    continue
                count = self._fu[pinfu].get(fu) or self._count_fu(one, pinfu=pinfu)
                if with_dora:
                    key = (han + extra << HAN_SHIFT | count[1]) << PAYMENT_BITS | payment
                    rated = self._rated.get(key) or self._rate_han(key)
                else:
                    rated = self._rate(combination, count[1], payment)
                if rated[0] > best_rank:
                    best_rank, best, best_one = rated[0], combination, one
                    best_count, best_rated = count, rated
        if best_rank < 0:
            whole = bool(interpretations)
            return _no_win(win, dora, minimum if short else 0, whole=whole)
        if self._with_any_wait is not None and (refused := self._refuse_atozuke(win)) is not None:
            return refused
        _, limit, paid = best_rated
        entries, han, yakuman, alone, with_dora, _ = best
        _, _, _, items, suits, form, _ = best_one
        items = best_count[0] + items
        if with_dora:
            values = entries, dora, han + extra, best_count[1], items, limit, 0, paid, form, suits
            return new_tuple(Score, values)
        if yakuman:
            return Score(entries, NO_DORA, None, None, (), limit, yakuman, paid, form, suits)
        of_all = None if alone else han
        return Score(entries, NO_DORA, of_all, best_count[1], items, limit, 0, paid, form, suits)

    def _with_lowest_tile(self, win: Win) -> Score | NoWin:
        """Return the score with the tile that scores least as the one drawn (EMA 2025, 6.8).

        Where all tiles beside the sets are alike, there is no doubt which one it was.
        """
        return min((self.score(one) for one in each_drawn(win)), key=_points)

    def _refuse_atozuke(self, win: Win) -> NoWin | None:
        """Return why a hand does not win: another tile that it waits for gives too few yaku."""
        assert self._with_any_wait is not None
        for one in other_waits(win):
            found = self._with_any_wait.score(one)
            if isinstance(found, NoWin):
                text = Message(
                    "the hand also waits for {tile}, which gives it too few yaku", tile=one.tile
                )
                return NoWin(found.reason, text)
        return None

    def _rate(self, combination: Combination, fu: int, payment: PaymentKey) -> Rated:
        """Return what a yakuman or a yaku that stands alone is paid, and its rank."""
        if combination.yakuman:
            points = combination.yakuman * self._rules.limits.yakuman
            return self._pay(points, "yakuman", _YAKUMAN, payment)
        if combination.alone:
            points = getattr(self._rules.limits, combination.alone).base
            return self._pay(points, combination.alone, fu, payment)
        base = base_points(combination.han, fu, self._rules.limits)
        return self._pay(base.points, base.limit, combination.han << HAN_SHIFT | fu, payment)

    def _rate_han(self, key: int) -> Rated:
        """Return the same for han that add up: in the key above the fu, above the payment key."""
        payment, facts = key & (1 << PAYMENT_BITS) - 1, key >> PAYMENT_BITS
        han, fu = facts >> HAN_SHIFT, facts & (1 << HAN_SHIFT) - 1
        base = base_points(han, fu, self._rules.limits)
        return self._rated.store(key, self._pay(base.points, base.limit, _ADDS | facts, payment))

    def _pay(self, base: int, limit: LimitId | None, rank: int, payment: PaymentKey) -> Rated:
        """Return what base points pay, ranked by that: different bases can be paid the same."""
        key = base << PAYMENT_BITS | payment
        paid = self._payments.get(key)
        if paid is None:
            drawn, dealer, counters = who_pays(payment)
            value = self._rules.dealer.counter_value_to(dealer=dealer)
            paid = payments(
                base, dealer=dealer, drawn=drawn, counters=counters, counter_value=value
            )
            self._payments.store(key, paid)
        return paid.total << _POINTS_SHIFT | rank, limit, paid

    # ---- the ways to count ---------------------------------------------------------------------

    def _combine(self, key: YakuKey) -> tuple[Combination, ...]:
        """Return the ways to count the yaku that a key stands for."""
        had = self.analyzer.yaku(key, self._table.priced)
        found = self._table.combinations(had, is_open=self.analyzer.is_open(key))
        return self._combinations.store(key, found)

    def _drop(self, key: CircumstancesKey) -> int:
        """Return the alternatives of yaku that this ruleset does not count in a win."""
        circumstances = unpack_circumstances(key)
        winning, matcher = self._rules.winning, self.analyzer.matcher
        found = 0
        if winning.tile_not_apart in WITHOUT_WAIT and not circumstances.kept_apart:
            found |= matcher.on_wait
        if winning.last_tile_after_kong == "after_a_kong" and circumstances.after_kong:
            found |= matcher.groups["last_tile_draw"]
        if self._rules.fu.pinfu_self_draw == "separate" and circumstances.drawn:
            found |= matcher.groups["pinfu"]
        if winning.four_identical_chows == "one_double_chow":
            found |= matcher.groups["twice_pure_double_chow"] & matcher.four_identical_chows
        self._dropped[key] = found
        return found

    # ---- numbers -------------------------------------------------------------------------------

    def _count_fu(self, one: Interpretation, *, pinfu: bool) -> FuCount:
        """Return the fu of an interpretation: the items beside those of its sets, and the sum."""
        rules = self._rules.fu
        if one.form == "seven_pairs":
            count = FuCount((FuItem("seven_pairs", rules.seven_pairs),), rules.seven_pairs)
            return self._fu[pinfu].store(one.fu, count)
        facts = fu_facts(one.fu)
        how = "no_consequence" if facts.kept_apart else self._rules.winning.tile_not_apart
        if how in WITHOUT_WAIT:
            facts = facts._replace(wait=None)
        count = fu_beside_sets(facts, rules, pinfu=pinfu)
        if how == "certain_only" and rules.pinfu_self_draw == "combined":
            count = without_pinfu_fu(count, facts)
        return self._fu[pinfu].store(one.fu, count)

    def _add(self, key: DoraKey) -> tuple[DoraHan, int]:
        """Return the dora that count, and their sum."""
        dora = count_dora(dora_counts(key), self._rules.dora)
        return self._dora.store(key, (dora, sum(dora)))

    def minimum(self, counters: int) -> int:
        """Return the han from yaku that a win needs."""
        winning = self._rules.winning
        han, more = winning.minimum_han, winning.minimum_with_counters
        if isinstance(more, MoreWithCounters) and counters >= more.counters:
            han = max(more.han, han)
        return han

    def _check_last_tile(self, win: Win) -> None:
        """Refuse ippatsu at a last tile that is drawn later than in the turns after a riichi."""
        if not self._ippatsu_can_last(drawn=win.drawn):
            needed = self._rules.riichi.tiles_left
            message = Message(
                "ippatsu with last_tile: riichi needs {needed} tiles left in the wall, "
                "and with so many the last one comes after ippatsu",
                needed=needed,
            )
            raise ImpossibleWinError("contradiction", "ippatsu", message)

    def _ippatsu_can_last(self, *, drawn: bool) -> bool:
        """Return True if a riichi can be so late that ippatsu lasts to the last tile.

        The four tiles after a riichi are drawn by the three others and then by the player.
        """
        return self._rules.riichi.tiles_left <= (4 if drawn else 3)

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


def _points(found: Score | NoWin) -> int:
    return found.points if isinstance(found, Score) else 0


def _scorer_unless(rules: Rules, option: str, value: str) -> Scorer | None:
    """Return a scorer that takes an option of the chapter on winning so; None if it is so."""
    if getattr(rules.winning, option) == value:
        return None
    winning = rules.winning.model_copy(update={option: value})
    return Scorer(rules.model_copy(update={"winning": winning}))


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

_scorers: dict[int, tuple[object, Scorer]] = {}


def scorer(rules: GivenRules) -> Scorer:
    """Return the scorer of a ruleset; the same one as long as the rules are the same object."""
    if type(rules) is Ruleset:
        rules = rules.rules
    known = _scorers.get(id(rules))
    if known is None:
        found = rules_of(rules)
        if len(_scorers) > 100:
            _scorers.clear()
        known = _scorers[id(rules)] = rules, Scorer(found)  # which keeps the object, and so its id
    return known[1]


def score(win: Win, rules: GivenRules) -> Score | NoWin:
    """Return what a win is worth under a ruleset, or why it is none.

    Args:
        win: the facts of the win.
        rules: the ruleset, its rules, or its id.

    Returns:
        The score, or a `NoWin`, which counts as false and says why.

    Raises:
        ImpossibleWinError: the win cannot happen under this ruleset, which has no such red five
            (`UnsupportedTileError`), or no riichi so late that ippatsu lasts to the last tile.
        RiichiError: it is no win.

    >>> result = score(Win("2345567m(345p)678s", "8m", by="ron", seat="south"), "ema-2016")
    >>> str(result)
    '1 han 30 fu, 1,000 points: all_simples 1'
    >>> score(Win("234567m(345p)678s1z", "1z", by="ron"), "ema-2016").message
    'no yaku'
    """
    if not isinstance(win, Win):
        raise RiichiError(Message("expected a win, not {value}", value=quote(win)))
    one = scorer(rules)
    return one.rate(win, one.analyzer.analyze(win))


def score_all(win: Win, rulesets: Iterable[GivenRules]) -> list[Score | NoWin]:
    """Return the same under several rulesets; those that know the same yaku share one analysis.

    Raises:
        ImpossibleWinError: as `score`, for the first ruleset for which it is so.
    """
    # All scorers first: each tells its analyzer which yaku to track.
    scorers = [scorer(rules) for rules in rulesets]
    found: list[Score | NoWin] = []
    last: Analyzer | None = None
    for one in scorers:
        if one.analyzer is not last:
            last = one.analyzer
            analysis = last.analyze(win)
        found.append(one.rate(win, analysis))
    return found
