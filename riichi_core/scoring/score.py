"""Score a win: its dora, fu and han, and the reading with the highest payment.

In: a `Win` and a ruleset. Out: a `Score` with its base points and payments, or a `NoWin`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, reduce
from operator import or_
from pathlib import Path
from typing import Any, NamedTuple, assert_never

from riichi_core.analysis import (
    PAYMENT_BITS,
    Analysis,
    Analyzer,
    CircumstancesKey,
    DoraCounts,
    DoraKey,
    FuFacts,
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
from riichi_core.fast import BoundedCache, native, new_tuple
from riichi_core.hands.hand import Hand
from riichi_core.hands.marked_tiles import bonus_tiles, marked_tiles
from riichi_core.hands.waits import suits_of_tiles, wait_mask
from riichi_core.hands.win import Tsumo, Win, WinError, unchecked
from riichi_core.language import Translatable
from riichi_core.messages import Message, quote_argument
from riichi_core.rules.chapters.dora import Dora, KanDora
from riichi_core.rules.chapters.fu import FuRules
from riichi_core.rules.chapters.limits import Limits
from riichi_core.rules.chapters.tiles import WildWhen
from riichi_core.rules.chapters.yaku import (
    BOOK_YAKU,
    DoubleRiichiWorth,
    HanWorth,
    LimitWorth,
    Yaku,
    YakumanWorth,
)
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.library import looks_like_path
from riichi_core.rules.load import GivenRules, rules_of
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.watched import WatchedRules
from riichi_core.rules.yaku_vocabulary import Definition, Occasion, Wait
from riichi_core.scoring.points import LimitId, Payments, base_points, payments, yakuman_paid
from riichi_core.scoring.result import NO_DORA, DoraHan, NoWin, Score, ScoreDraft, YakuHan
from riichi_core.tiles.tile import MARKED, Tile

# ---- dora ----------------------------------------------------------------------------------------


def count_dora(counts: DoraCounts, rules: Dora) -> DoraHan:
    """Return the dora that a ruleset counts.

    If the ruleset has no kan dora, only the first indicator of a list counts.
    """
    first, more, quads, ura_first, ura_more, ura_quads, reds = counts
    kan_dora = rules.kan_dora
    if not isinstance(kan_dora, KanDora):
        more = quads = ura_more = ura_quads = 0
    elif kan_dora.ura == "not_counted":
        ura_more = ura_quads = 0
    if rules.ura == "none":
        ura_first = ura_more = ura_quads = 0
    return DoraHan(first + more, quads, ura_first + ura_more, ura_quads, reds)


def dora_kinds(win: Win, rules: Dora) -> dict[str, tuple[int, ...]]:
    """Return the dora kinds under a ruleset, by the field of `Dora` that counts them."""
    quads_count = isinstance(rules.kan_dora, KanDora)
    quad_ura_counts = isinstance(rules.kan_dora, KanDora) and (rules.kan_dora.ura == "counted")
    indicators = {
        "dora": win.dora if quads_count else win.dora[:1],
        "kan_dora": win.kan_dora if quads_count else (),
    }
    if win.riichi and rules.ura != "none":
        indicators["ura_dora"] = win.riichi.ura if quad_ura_counts else win.riichi.ura[:1]
        indicators["kan_ura_dora"] = win.riichi.kan_ura if quad_ura_counts else ()
    return {name: tuple(tile.indicated for tile in tiles) for name, tiles in indicators.items()}


# ---- fu ------------------------------------------------------------------------------------------


_WINNING = (FuItem("winning", 20),)
_CONCEALED = (FuItem("concealed_discard", 10),)
_SELF_DRAWN = (FuItem("self_draw", 2),)
_DRAGONS = (FuItem("dragon_pair", 2),)
_SEAT = (FuItem("seat_wind_pair", 2),)
_ROUND_WIND = (FuItem("round_wind_pair", 2),)
_WAIT_FU: dict[Wait | None, tuple[FuItem, ...]] = {
    "edge": (FuItem("edge_wait", 2),),
    "closed": (FuItem("closed_wait", 2),),
    "pair": (FuItem("pair_wait", 2),),
}


class FuCount(NamedTuple):
    """Fu items with their reasons, and their sum rounded up to tens."""

    items: tuple[FuItem, ...]
    fu: int


def fu_beside_sets(facts: FuFacts, rules: FuRules, *, pinfu: bool) -> FuCount:
    """Return the fu items of everything except triplets and quads, and the total fu, rounded up.

    There are no items if every hand has the same fu.
    """
    if rules.fixed != "none":
        return FuCount((), rules.fixed)
    items = _WINNING + _win_fu(facts, rules, pinfu=pinfu) + _WAIT_FU.get(facts.wait, ())
    if facts.pair is not None:
        items += _pair_fu(facts.pair, facts, rules)
    total = facts.sets
    for item in items:
        total += item.fu
    if total == 20 and facts.is_open and rules.open_pinfu:
        items += (FuItem("open_pinfu", rules.open_pinfu),)
        total += rules.open_pinfu
    return FuCount(items, -(-total // 10) * 10)


def without_pinfu_fu(count: FuCount, facts: FuFacts) -> FuCount:
    """Return the fu without the self-draw, if another winning tile would have made Pinfu.

    With Pinfu the self-draw gives no fu, so it is not certain if nobody knows which tile was drawn
    (WRC 2025, 11.1).
    """
    if facts.sets or facts.is_open or count.items != _WINNING + _SELF_DRAWN:
        return count
    return FuCount(_WINNING, 20)


def _win_fu(facts: FuFacts, rules: FuRules, *, pinfu: bool) -> tuple[FuItem, ...]:
    if not facts.drawn:
        return () if facts.is_open else _CONCEALED
    fu = rules.self_draw_after_quad if facts.after_quad else 2
    return _SELF_DRAWN if fu and not pinfu else ()


def _pair_fu(pair: Tile, facts: FuFacts, rules: FuRules) -> tuple[FuItem, ...]:
    if pair.suit != "z":
        return ()
    if pair.number > 4:
        return _DRAGONS
    seat = _SEAT if pair.number - 1 == facts.seat else ()
    round_wind = _ROUND_WIND if pair.number - 1 == facts.round_wind else ()
    return seat if seat and rules.double_wind_pair == 2 else seat + round_wind


# ---- han -----------------------------------------------------------------------------------------


YAKUMAN_HAN = 10_000
"""The number that stands for the han of a yakuman; it meets every minimum."""


class Combination(NamedTuple):
    """One way to count the yaku of a reading.

    Attributes:
        yaku: the yaku that count.
        han: the total han without dora; for a yakuman, more than any minimum.
        yakuman: the number of yakuman paid.
        standalone_limit: the limit paid for a yaku that does not add to others.
        with_dora: whether dora are added.
        pinfu: whether Pinfu is one of the yaku.
    """

    yaku: tuple[YakuHan, ...]
    han: int
    yakuman: int = 0
    standalone_limit: LimitId | None = None
    with_dora: bool = True
    pinfu: bool = False


def priced_yaku(yaku: Yaku) -> dict[str, HanWorth | LimitWorth | YakumanWorth]:
    """Return the value of each yaku that counts under a ruleset, by id."""
    listed = ((name, getattr(yaku, name)) for name in BOOK_YAKU)
    local = ((local_yaku.id, local_yaku.worth) for local_yaku in yaku.local)
    return {
        name: worth
        for name, worth in (*listed, *local)
        if isinstance(worth, HanWorth | LimitWorth | YakumanWorth)
    }


def own_definitions(yaku: Yaku) -> tuple[tuple[str, Definition], ...]:
    """Return a ruleset's own yaku, sorted by id so that equal sets compare as equal."""
    named = ((own.id, own.definition) for own in yaku.local if own.definition is not None)
    return tuple(sorted(named, key=lambda entry: entry[0]))


class YakuValue(NamedTuple):
    """The value of one yaku, prepared for scoring many hands.

    Attributes:
        concealed: the han in a concealed hand; for a limit, the han from which it starts.
        open: the han in an open hand; None if the yaku does not count there.
        units: the number of yakuman; 0 if it is not one.
        stands_alone: whether it does not add to others.
        limit: the limit that it is worth if it stands alone.
        replaces: the yaku that it replaces.
    """

    concealed: int
    open: int | None
    units: int
    stands_alone: bool
    limit: LimitId | None
    replaces: tuple[str, ...]


class HanTable:
    """The values of sets of yaku under the chapters of a ruleset."""

    def __init__(self, yaku: Yaku, limits: Limits) -> None:
        definitions = {**known_yaku(), **dict(own_definitions(yaku))}
        self._values = {
            name: _yaku_value(worth, limits, definitions[name].replaces or ())
            for name, worth in priced_yaku(yaku).items()
        }
        self._limits = limits

    @property
    def priced(self) -> tuple[str, ...]:
        """The yaku that count, in list order."""
        return tuple(self._values)

    def combinations(self, times: Mapping[str, int], *, is_open: bool) -> tuple[Combination, ...]:
        """Return the ways to count the yaku of a reading; `times` has the number of each yaku."""
        values = {name: self._values[name] for name in times}
        if is_open:
            values = {name: value for name, value in values.items() if value.open is not None}
        pinfu = "pinfu" in values
        added = {name: value for name, value in values.items() if not value.stands_alone}
        together = _without_replaced(added)
        if units := [value.units * times[name] for name, value in together.items() if value.units]:
            yaku = [
                YakuHan(name, None, times[name]) for name, value in together.items() if value.units
            ]
            paid = yakuman_paid(units, self._limits)
            return (Combination(tuple(yaku), YAKUMAN_HAN, paid, None, False, pinfu),)
        combinations = []
        if together:
            yaku = [
                YakuHan(name, _han(value, times[name], is_open=is_open), times[name])
                for name, value in together.items()
            ]
            han = sum(yaku_han.han or 0 for yaku_han in yaku)
            combinations.append(Combination(tuple(yaku), han, 0, None, True, pinfu))
        if len(added) < len(values):
            combinations += [
                _standing_alone(name, value, times[name], is_open=is_open, pinfu=pinfu)
                for name, value in _without_replaced(values).items()
                if value.stands_alone
            ]
        return tuple(combinations)


def _yaku_value(
    worth: HanWorth | LimitWorth | YakumanWorth, limits: Limits, replaces: tuple[str, ...]
) -> YakuValue:
    match worth:
        case YakumanWorth(yakuman=units):
            return YakuValue(0, 0, units, False, None, replaces)
        case LimitWorth(limit=limit, cumulative=cumulative):
            han = getattr(limits, limit).han
            return YakuValue(han, han, 0, not cumulative, None if cumulative else limit, replaces)
        case HanWorth(concealed=han, open=opened, cumulative=cumulative):
            if isinstance(worth, DoubleRiichiWorth) and worth.replaces == "riichi":
                replaces = (*replaces, "riichi")
            return YakuValue(han, opened, 0, not cumulative, None, replaces)


def _han(value: YakuValue, times: int, *, is_open: bool) -> int:
    return ((value.open or 0) if is_open else value.concealed) * times


def _without_replaced(values: dict[str, YakuValue]) -> dict[str, YakuValue]:
    """Leave out the yaku that others replace."""
    replaced = {other for value in values.values() for other in value.replaces}
    if not replaced:
        return values
    return {name: value for name, value in values.items() if name not in replaced}


def _standing_alone(
    name: str, value: YakuValue, times: int, *, is_open: bool, pinfu: bool
) -> Combination:
    """Return a yaku that does not add to others; a limit is paid directly, without han."""
    han = _han(value, times, is_open=is_open)
    yaku_han = YakuHan(name, None if value.limit else han, times)
    return Combination((yaku_han,), han, 0, value.limit, False, pinfu)


# ---- a win with another winning tile -------------------------------------------------------------


def each_drawn(win: Win) -> Iterator[Win]:
    """Yield the win with each concealed tile as the last drawn one, the actual one first."""
    assert isinstance(win.by, Tsumo)
    by = replace(win.by, apart=True)
    tiles = [*win.hand.concealed, win.tile]
    for tile in dict.fromkeys(reversed(tiles)):
        remaining = [*tiles]
        remaining.remove(tile)
        yield unchecked(win, hand=Hand(remaining, win.hand.melds), tile=tile, by=by)


def other_waits(win: Win) -> Iterator[Win]:
    """Yield the win with each other tile that the hand waits for as the winning tile.

    Impossible tiles are left out: all four are in the hand or among the indicators, or the tile is
    not the one added to a robbed quad.
    """
    concealed = suits_of_tiles(win.hand.concealed)
    waits = wait_mask(concealed, no_melds=not win.hand.melds)
    for kind in range(34):
        if waits >> kind & 1 and kind != win.tile.kind:
            with suppress(WinError):
                yield replace(win, tile=Tile(kind))


def each_counted_as(win: Win) -> Iterator[Win]:
    """Yield the win with its wild tile as itself, and as each tile that the hand waits for."""
    by = replace(win.by, apart=True) if isinstance(win.by, Tsumo) else win.by
    for tile in sorted({*win.hand.live_waits, win.tile.plain}):
        yield unchecked(win, tile=Tile(tile.kind, bonus=True), by=by)


def counts_as_any(win: Win, when: WildWhen) -> bool:
    """Return whether a wild winning tile may count as any tile."""
    if win.riichi is None or not win.drawn:
        return False
    match when:
        case "never":
            return False
        case "after_riichi":
            return True
        case "ippatsu":
            return win.riichi.ippatsu
        case "after_open_riichi":
            return "open_riichi" in win.circumstances
        case _:
            assert_never(when)


_WILD_WHEN: dict[WildWhen, Translatable] = {
    "after_riichi": "if a player in riichi draws it",
    "ippatsu": "if a player draws it while ippatsu is still possible",
    "after_open_riichi": "if a player in open riichi draws it",
}
"""The text for when a wild winning tile counts as any tile."""


# ---- the best reading ----------------------------------------------------------------------------


class ImpossibleWinError(RecordError):
    """A win that is impossible under a ruleset but possible under others."""


class UnsupportedTileError(ImpossibleWinError):
    """A win that is impossible under a ruleset because it has no such red five or bonus tile."""

    def __init__(self, tile: Tile, message: str, field: str) -> None:
        super().__init__("red_five" if tile.red else "bonus_tile", field, message)


RankedPay = tuple[int, int, LimitId | None, Payments]
"""A rank, the base points, the limit, and the payments.

A higher rank is paid more. With equal payments, a true yakuman ranks higher; then yaku that add up,
before one that stands alone; then more han; then more fu. Plain tuples and ints are used because
many are made.
"""

WITHOUT_WAIT = ("no_wait_points", "certain_only")
"""The values by which a drawn tile that was not kept apart gives no fu for the wait."""

NO_YAKU, TOO_FEW, FIRST_RANK = 1, 2, 3
"""The ranks of complete hands without value, and the offset of all others; 0 is not complete."""


CountedWay = tuple[Combination, int]
"""One way to count an interpretation: its yaku, and its fu."""


class BestWay(NamedTuple):
    """The best way to count an interpretation, as parts of a `Score`.

    Attributes:
        rank: a higher rank is paid more, or takes precedence with equal payments.
        with_dora: whether dora are added.
        way: the index among the ways.
    """

    rank: int
    yaku: tuple[YakuHan, ...] = ()
    han: int | None = None
    fu: int | None = None
    limit: LimitId | None = None
    yakuman: int = 0
    base: int = 0
    payments: Payments | None = None
    with_dora: bool = False
    way: int = 0


_NOTHING_COUNTS, _TOO_FEW_COUNT = BestWay(NO_YAKU), BestWay(TOO_FEW)

_HAN_SHIFT = 10
_POINTS_SHIFT, _YAKUMAN, _ADDS = 34, 1 << 33, 1 << 32


class Scorer:
    """Scores wins under one ruleset.

    It caches the values of sets of yaku, the fu of equal facts, and the payments of base points. It
    caches nothing about a whole win.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.analyzer: Analyzer = shared_analyzer(own_definitions(rules.yaku))
        self._table = HanTable(rules.yaku, rules.limits)
        self.analyzer.track(self._table.priced)
        self._mask = self.analyzer.mask(self._table.priced)
        self._dropped: dict[CircumstancesKey, int] = {}
        self._dora: BoundedCache[DoraKey, tuple[DoraHan, int]] = BoundedCache()
        self._combinations: BoundedCache[YakuKey, tuple[Combination, ...]] = BoundedCache()
        self._fu: tuple[BoundedCache[FuKey, FuCount], ...] = (BoundedCache(), BoundedCache())
        """without Pinfu, and with it"""
        self._ranked_pay: BoundedCache[int, RankedPay] = BoundedCache()
        self._payments: BoundedCache[int, Payments] = BoundedCache()
        self._when_dealt = _scorer_unless(rules, "dealt_hand", "last_drawn")
        self._with_any_wait = _scorer_unless(rules, "atozuke", "allowed")
        self._marked = marked_tiles(rules.tiles)
        self.bonus = bonus_tiles(rules.tiles)
        self._any_tile = rules.winning.tile_not_kept_apart in {
            "lowest_scoring_tile",
            "certain_only",
        }
        # Made by `score`, because a cached property would make all attributes slower to read.
        self._kernel: Any = ...
        self.wins_any_tiles = bool(self.alternatives() & self.analyzer.matcher.any_tiles)
        same = rules.winning.minimum_with_counters == "same"
        self._always = rules.winning.minimum_han if same else 0

    def score(self, win: Win) -> Score | NoWin:
        """Score a win, or return the reason why the hand does not win.

        Raises:
            UnsupportedTileError: if the hand has a red five that is not in this ruleset's tiles.
            ImpossibleWinError: if riichi cannot be declared so late that ippatsu lasts to the last
                tile.
        """
        kernel = self._kernel
        if kernel is ...:
            kernel = self._kernel = kernel_of((self,))
        if kernel is None:
            return self.score_analysis(win, self.analyzer.analyze(win))
        found: Score | NoWin = kernel.score(win)
        return found

    def score_plainly(self, win: Win) -> Score | NoWin:
        """Score a win without the native kernel."""
        return self.score_analysis(win, self.analyzer.analyze(win))

    def score_analysis(self, win: Win, analysis: Analysis) -> Score | NoWin:
        """Score a win from its analysis, made by `self.analyzer` after this scorer was created."""
        _, circumstances, red_seen, _, _ = analysis
        if red_seen:
            self._check_reds(win)
            if win.tile in self.bonus and counts_as_any(win, self.bonus[win.tile].wild):
                return self._as_any_tile(win)
        if self._when_dealt is not None and win.by.first_turn and win.dealer:
            scores = [self._when_dealt.score(drawn_win) for drawn_win in each_drawn(win)]
            return max(scores, key=_points_of)
        if self._any_tile and not unpack_circumstances(circumstances).kept_apart:
            tile_is_known = {tile.kind for tile in win.hand.concealed} == {win.tile.kind}
            if tile_is_known or self._rules.winning.tile_not_kept_apart == "lowest_scoring_tile":
                return self._with_lowest_tile(win)
        return self._best_reading(win, analysis, win.tile)

    def _best_reading(  # noqa: PLR0912 - one loop, written for speed
        self, win: Win, analysis: Analysis, winning: Tile
    ) -> Score | NoWin:
        """Score a win with exactly these tiles; a wild `winning` tile counts as the win's tile."""
        interpretations, circumstances, _, dora_key, payment = analysis
        if win.by.last_tile and win.riichi is not None and win.riichi.ippatsu:
            self._check_last_tile(win)
        dora, dora_han = self._dora.get(dora_key) or self._count_dora(dora_key)
        if self.bonus:
            dora = dora._replace(bonus_tiles=self._bonus_han((*win.hand.tiles, winning)))
            dora_han = sum(dora)
        minimum = self._always or self.minimum(win.counters)
        dropped = self._dropped.get(circumstances)
        if dropped is None:
            dropped = self._find_dropped(circumstances)
        best_rank, below_minimum = -1, False
        for interpretation in interpretations:
            yaku, alternative_bits, fu, _, _, _, form_yaku = interpretation
            if alternative_bits & dropped:
                yaku, form_yaku = self.analyzer.without(interpretation, dropped)
            yaku &= self._mask
            if form_yaku and not form_yaku & self._mask:
                continue
            combinations = self._combinations.get(yaku)
            if combinations is None:
                combinations = self._combine(yaku)
            for combination in combinations:
                _, han, _, _, with_dora, pinfu = combination
                if han < minimum:
                    below_minimum = True
                    continue
                count = self._fu[pinfu].get(fu) or self._count_fu(interpretation, pinfu=pinfu)
                if with_dora:
                    key = (han + dora_han << _HAN_SHIFT | count[1]) << PAYMENT_BITS | payment
                    ranked = self._ranked_pay.get(key) or self._rank_han(key)
                else:
                    ranked = self._rank_alone(combination, count[1], payment)
                if ranked[0] > best_rank:
                    best_rank, best, best_interpretation = ranked[0], combination, interpretation
                    best_count, best_ranked = count, ranked
        if best_rank < 0:
            complete = any(each.form != "any_tiles" for each in interpretations)
            short_of = minimum if below_minimum else 0
            return self._no_win(win, dora, short_of, complete=complete)
        if self._with_any_wait is not None and (refused := self._refuse_atozuke(win)) is not None:
            return refused
        _, base, limit, paid = best_ranked
        counted_yaku, han, yakuman, standalone_limit, with_dora, _ = best
        _, _, _, set_items, suits, form, _ = best_interpretation
        if with_dora:
            score: Score = ScoreDraft(
                counted_yaku,
                dora,
                han + dora_han,
                best_count[1],
                best_count[0] and best_count[0] + set_items,
                limit,
                0,
                base,
                paid,
                form,
                suits,
                None,
            )
            score.__class__ = Score
            return score
        if yakuman:
            return Score(
                counted_yaku, NO_DORA, None, None, (), limit, yakuman, base, paid, form, suits
            )
        total_han = None if standalone_limit else han
        return Score(
            counted_yaku,
            NO_DORA,
            total_han,
            best_count[1],
            best_count[0] and best_count[0] + set_items,
            limit,
            0,
            base,
            paid,
            form,
            suits,
        )

    def _with_lowest_tile(self, win: Win) -> Score | NoWin:
        """Return the lowest score with each possible tile as the drawn one (EMA 2025, 6.8).

        If all concealed tiles are equal, there is no doubt about the drawn tile.
        """
        return min((self.score(drawn_win) for drawn_win in each_drawn(win)), key=_points_of)

    def _as_any_tile(self, win: Win) -> Score | NoWin:
        """Return the best score with the wild winning tile as any tile."""
        best: Score | NoWin | None = None
        for other in each_counted_as(win):
            result = self._best_reading(other, self.analyzer.analyze(other), win.tile)
            if isinstance(result, Score) and other.tile is not win.tile:
                result = replace(result, counted_as=other.tile.plain)
            if best is None or _worth(result) > _worth(best):
                best = result
        assert best is not None
        return best

    def _refuse_atozuke(self, win: Win) -> NoWin | None:
        """Refuse a hand if another winning tile gives too few yaku; None if it wins."""
        assert self._with_any_wait is not None
        for other_win in other_waits(win):
            result = self._with_any_wait.score(other_win)
            if isinstance(result, NoWin):
                message = Message(
                    "with its other wait, {tile}, the hand has too few yaku", tile=other_win.tile
                )
                return NoWin(result.reason, message)
        return None

    def _rank_alone(self, combination: Combination, fu: int, payment: PaymentKey) -> RankedPay:
        """Rank the payments of a yakuman, or of a yaku that does not add to others."""
        if combination.yakuman:
            points = combination.yakuman * self._rules.limits.yakuman
            return self._pay(points, "yakuman", _YAKUMAN, payment)
        if combination.standalone_limit:
            points = getattr(self._rules.limits, combination.standalone_limit).base
            return self._pay(points, combination.standalone_limit, fu, payment)
        base = base_points(combination.han, fu, self._rules.limits)
        return self._pay(base.points, base.limit, combination.han << _HAN_SHIFT | fu, payment)

    def _rank_han(self, key: int) -> RankedPay:
        """Rank the payments of han that add up; the key contains the han, fu and payment key."""
        payment, facts = key & (1 << PAYMENT_BITS) - 1, key >> PAYMENT_BITS
        han, fu = facts >> _HAN_SHIFT, facts & (1 << _HAN_SHIFT) - 1
        base = base_points(han, fu, self._rules.limits)
        return self._ranked_pay.store(
            key, self._pay(base.points, base.limit, _ADDS | facts, payment)
        )

    def _pay(self, base: int, limit: LimitId | None, rank: int, payment: PaymentKey) -> RankedPay:
        """Rank base points by their payments, because different bases can be paid the same."""
        key = base << PAYMENT_BITS | payment
        paid = self._payments.get(key)
        if paid is None:
            drawn, dealer, counters = who_pays(payment)
            value = self._rules.dealer.counter_value_to(dealer=dealer)
            paid = payments(
                base, dealer=dealer, drawn=drawn, counters=counters, counter_value=value
            )
            self._payments.store(key, paid)
        return paid.total << _POINTS_SHIFT | rank, base, limit, paid

    # ---- the parts of a win, for the native kernel ---------------------------------------------

    def alternatives(self) -> int:
        """Return the alternatives of all yaku that count, as bits."""
        groups = self.analyzer.matcher.groups
        return reduce(or_, (groups[name] for name in self._table.priced), 0)

    def needs_whole_win(self, occasions: Collection[Occasion], *, kept_apart: bool) -> bool:
        """Return True if a win on these occasions can differ in value from the sum of its parts.

        In that case other winning tiles or other forms are tried, which only `score_plainly` does.
        """
        if self._with_any_wait is not None or (self._any_tile and not kept_apart):
            return True
        if self.wins_any_tiles and not {"first_turn", "after_quad"}.isdisjoint(occasions):
            return True
        return self._when_dealt is not None and {"first_turn", "dealer"}.issubset(occasions)

    def can_be(self, occasions: Collection[Occasion]) -> bool:
        """Return False if these occasions are impossible for a win."""
        if not {"last_tile", "ippatsu"}.issubset(occasions):
            return True
        return self._ippatsu_can_last(drawn="self_draw" in occasions)

    def red_fives(self) -> tuple[int, int, int]:
        """Return the number of red fives in the tiles: characters, dots, bamboos."""
        reds = self._rules.tiles.red_fives
        return reds.m, reds.p, reds.s

    def dora(self, key: DoraKey) -> tuple[DoraHan, int]:
        """Return the dora that count, and their sum."""
        return self._dora.get(key) or self._count_dora(key)

    def ways(
        self, interpretation: Interpretation, key: CircumstancesKey
    ) -> tuple[tuple[CountedWay, ...], tuple[tuple[FuItem, ...], ...]]:
        """Return the ways to count an interpretation in these circumstances, and the fu of each."""
        dropped = self._dropped.get(key)
        if dropped is None:
            dropped = self._find_dropped(key)
        yaku, form_yaku = interpretation.yaku, interpretation.form_yaku
        if interpretation.alternative_bits & dropped:
            yaku, form_yaku = self.analyzer.without(interpretation, dropped)
        yaku &= self._mask
        if form_yaku and not form_yaku & self._mask:
            return (), ()
        combinations = self._combinations.get(yaku)
        if combinations is None:
            combinations = self._combine(yaku)
        fu = interpretation.fu
        counts = [
            self._fu[each.pinfu].get(fu) or self._count_fu(interpretation, pinfu=each.pinfu)
            for each in combinations
        ]
        ways = tuple(zip(combinations, [fu for _, fu in counts], strict=True))
        return ways, tuple([items for items, _ in counts])

    def best_way(self, ways: tuple[CountedWay, ...], dora: int, payment: PaymentKey) -> BestWay:
        """Return the best of several ways to count."""
        if not ways:
            return _NOTHING_COUNTS
        _, _, counters = who_pays(payment)
        minimum, best = self.minimum(counters), _TOO_FEW_COUNT
        for index, (combination, fu) in enumerate(ways):
            yaku, han, yakuman, standalone_limit, with_dora, _ = combination
            if han < minimum:
                continue
            if with_dora:
                key = (han + dora << _HAN_SHIFT | fu) << PAYMENT_BITS | payment
                rank, base, limit, paid = self._ranked_pay.get(key) or self._rank_han(key)
            else:
                rank, base, limit, paid = self._rank_alone(combination, fu, payment)
            if rank + FIRST_RANK > best.rank:
                shown_han = None if yakuman or standalone_limit else han + dora * with_dora
                shown_fu = None if yakuman else fu
                best = new_tuple(
                    BestWay,
                    (rank + FIRST_RANK, yaku, shown_han, shown_fu, limit, yakuman, base, paid,
                     with_dora, index),
                )  # fmt: skip
        return best

    def no_win(self, win: Win, dora: DoraHan, rank: int) -> NoWin:
        """Return the reason why a hand whose best way has this rank does not win."""
        short_of = self.minimum(win.counters) if rank == TOO_FEW else 0
        return self._no_win(win, dora, short_of, complete=rank > 0)

    def _no_win(self, win: Win, dora: DoraHan, short_of: int, *, complete: bool) -> NoWin:
        if short_of:
            return _too_few(short_of)
        if complete:
            return _ONLY_DORA if any(dora) else _NO_YAKU
        message = Message(
            "{hand} and {tile} do not make a complete hand", hand=win.hand, tile=win.tile
        )
        wild = self.bonus[win.tile].wild if win.tile in self.bonus else "never"
        if wild != "never" and win.hand.live_waits:
            message = Message(
                "{problem}, and {tile} counts as any tile only {when}",
                problem=message,
                tile=win.tile,
                when=Message(_WILD_WHEN[wild]),
            )
        return NoWin("not_complete", message)

    # ---- the ways to count ---------------------------------------------------------------------

    def _combine(self, key: YakuKey) -> tuple[Combination, ...]:
        """Return the ways to count the yaku in a key."""
        times = self.analyzer.yaku(key, self._table.priced)
        combinations = self._table.combinations(times, is_open=self.analyzer.is_open(key))
        return self._combinations.store(key, combinations)

    def _find_dropped(self, key: CircumstancesKey) -> int:
        """Return the alternatives of yaku that this ruleset does not count in a win."""
        circumstances = unpack_circumstances(key)
        winning, matcher = self._rules.winning, self.analyzer.matcher
        dropped = 0
        if winning.tile_not_kept_apart in WITHOUT_WAIT and not circumstances.kept_apart:
            dropped |= matcher.on_wait
        if winning.last_tile_after_quad == "after_a_quad" and circumstances.after_quad:
            dropped |= matcher.groups["under_the_sea"]
        if self._rules.fu.pinfu_self_draw == "separate" and circumstances.drawn:
            dropped |= matcher.groups["pinfu"]
        if winning.four_identical_sequences == "one_double_sequence":
            dropped |= (
                matcher.groups["twice_pure_double_sequence"] & matcher.four_identical_sequences
            )
        self._dropped[key] = dropped
        return dropped

    # ---- numbers -------------------------------------------------------------------------------

    def _count_fu(self, interpretation: Interpretation, *, pinfu: bool) -> FuCount:
        """Return the fu of an interpretation: the items apart from its sets, and the sum."""
        rules = self._rules.fu
        if interpretation.form == "seven_pairs" and rules.fixed == "none":
            count = FuCount((FuItem("seven_pairs", rules.seven_pairs),), rules.seven_pairs)
            return self._fu[pinfu].store(interpretation.fu, count)
        facts = fu_facts(interpretation.fu)
        not_apart = (
            "no_consequence" if facts.kept_apart else self._rules.winning.tile_not_kept_apart
        )
        if not_apart in WITHOUT_WAIT:
            facts = facts._replace(wait=None)
        count = fu_beside_sets(facts, rules, pinfu=pinfu)
        if not_apart == "certain_only" and rules.pinfu_self_draw == "combined":
            count = without_pinfu_fu(count, facts)
        return self._fu[pinfu].store(interpretation.fu, count)

    def _count_dora(self, key: DoraKey) -> tuple[DoraHan, int]:
        """Return the dora that count, and their sum."""
        dora = count_dora(dora_counts(key), self._rules.dora)
        return self._dora.store(key, (dora, sum(dora)))

    def _bonus_han(self, tiles: Iterable[Tile]) -> int:
        return sum(self.bonus[tile].han for tile in tiles if tile in self.bonus)

    def minimum(self, counters: int) -> int:
        """Return the minimum han from yaku for a win."""
        return self._always or self._rules.winning.minimum(counters)

    def _check_last_tile(self, win: Win) -> None:
        """Refuse ippatsu on the last tile if riichi cannot be declared that late."""
        if not self._ippatsu_can_last(drawn=win.drawn):
            needed = self._rules.riichi.tiles_left
            message = Message(
                "ippatsu with last_tile: riichi needs {needed} tiles left in the wall, "
                "and with so many the last one comes after ippatsu",
                needed=needed,
            )
            raise ImpossibleWinError("contradiction", "ippatsu", message)

    def _ippatsu_can_last(self, *, drawn: bool) -> bool:
        """Return True if riichi can be declared so late that ippatsu lasts to the last tile.

        The three other players draw the first three tiles after a riichi, and the player the
        fourth.
        """
        return self._rules.riichi.tiles_left <= (4 if drawn else 3)

    def _check_reds(self, win: Win) -> None:
        """Refuse a hand that is not possible with this ruleset's tiles."""
        counts = Counter(filter(MARKED, (*win.tiles, *win.indicators)))
        for tile, number in sorted(counts.items()):
            allowed = self._marked.get(tile, 0)
            if number > allowed:
                left = Message("only {number}", number=allowed) if allowed else Message("none")
                text: Translatable = (
                    "{number} red {tile} ({written}), but the ruleset has {left}"
                    if tile.red
                    else "{number} marked {tile} ({written}), but the ruleset has {left}"
                )
                message = Message(text, number=number, tile=tile.plain, written=tile, left=left)
                field = "hand" if win.tiles.count(tile) > allowed else "dora_indicators"
                raise UnsupportedTileError(tile, message, field)


def _points_of(result: Score | NoWin) -> int:
    return result.points if isinstance(result, Score) else 0


def _worth(result: Score | NoWin) -> tuple[int, int]:
    """Return the points of a win, then its han; of two that are no wins, a complete one is next."""
    if isinstance(result, Score):
        return result.points, result.han or 0
    return 0, result.reason != "not_complete"


def _scorer_unless(rules: Rules, option: str, value: str) -> Scorer | None:
    """Return a scorer with another value of an option of `winning`; None if the rules have it."""
    if getattr(rules.winning, option) == value:
        return None
    winning = rules.winning.with_checked(**{option: value})
    return Scorer(rules.with_checked(winning=winning))


@lru_cache(maxsize=64)
def _too_few(han: int) -> NoWin:
    message = Message("too few yaku: a win needs {han} han without dora", han=han)
    return NoWin("minimum_yaku", message)


_NO_YAKU = NoWin("no_yaku", Message("no yaku"))
_ONLY_DORA = NoWin("no_yaku", Message("no yaku, and dora alone do not win"))


# ---- for one call at a time ----------------------------------------------------------------------

_MOST_SHARED = 16
"""The number of kernels kept for several rulesets at once."""

_MOST_SCORERS = 200
"""The number of rulesets, and of their rules, whose scorers are kept."""

_scorers: dict[int | str, tuple[object, Scorer]] = {}


def scorer(rules: GivenRules) -> Scorer:
    """Return the scorer of a ruleset; the same object or id always has the same scorer.

    A path gets a new scorer for each call, because the file may have changed.
    """
    if type(rules) is WatchedRules:
        rules = rules.to_score()
    kept = _scorers.get(rules if type(rules) is str else id(rules))
    if kept is not None:
        return kept[1]
    if isinstance(rules, Path) or (isinstance(rules, str) and looks_like_path(rules)):
        return Scorer(rules_of(rules))
    new = scorer(rules.rules) if isinstance(rules, Ruleset) else Scorer(rules_of(rules))
    if len(_scorers) > _MOST_SCORERS:
        _scorers.clear()
    # The entry keeps the object alive, and with it its id.
    _scorers[rules if isinstance(rules, str) else id(rules)] = rules, new
    return new


def score(win: Win, ruleset: GivenRules) -> Score | NoWin:
    """Score a win under a ruleset, or return the reason why the hand does not win.

    Args:
        win: the facts of the win.
        ruleset: the ruleset, its rules, its id, or the path of its file. Each call reads the file
            again: load a file once to score many wins.

    Returns:
        The score, or a `NoWin`, which is false and contains the reason.

    Raises:
        ImpossibleWinError: if the win is impossible under this ruleset, because its tiles do not
            include a red five (`UnsupportedTileError`), or because riichi cannot be declared so
            late that ippatsu lasts to the last tile.
        RiichiError: if it is not a win.

    >>> result = score(Win("2345567m(345p)678s", "8m", by="ron", seat="south"), "ema-2016")
    >>> str(result)
    '1 han 30 fu, 1,000 points: all_simples 1'
    >>> score(Win("234567m(345p)678s1z", "1z", by="ron"), "ema-2016").message
    'no yaku'
    """
    if not isinstance(win, Win):
        raise RiichiError(Message("expected a win, not {value}", value=quote_argument(win)))
    return scorer(ruleset).score(win)


def score_all(win: Win, rulesets: Iterable[GivenRules]) -> list[Score | NoWin]:
    """Score a win under several rulesets; those with the same yaku share one analysis.

    Raises:
        ImpossibleWinError: as for `score`, for the first ruleset under which it is impossible.
    """
    # All scorers are created first, because each tells its analyzer which yaku to track.
    scorers = [scorer(rules) for rules in rulesets]
    kernel = _shared_kernel(tuple(scorers))
    if kernel is not None:
        shared: list[Score | NoWin] = kernel.score_all(win)
        return shared
    results: list[Score | NoWin] = []
    analyzer: Analyzer | None = None
    for ruleset_scorer in scorers:
        if ruleset_scorer.analyzer is not analyzer:
            analyzer = ruleset_scorer.analyzer
            analysis = analyzer.analyze(win)
        results.append(ruleset_scorer.score_analysis(win, analysis))
    return results


def kernel_of(scorers: tuple[Scorer, ...]) -> Any:
    """Return a native kernel for scorers with one analyzer.

    None without it, for too many scorers, if their yaku ask for more than it can hold, and if they
    have bonus tiles.
    """
    module = native()
    if module is None or not 0 < len(scorers) <= module.MOST_RULESETS:
        return None
    if any(each.analyzer is not scorers[0].analyzer or each.bonus for each in scorers):
        return None
    try:
        return module.Kernel(scorers)
    except OverflowError:
        return None


_shared_kernel = lru_cache(maxsize=_MOST_SHARED)(kernel_of)
