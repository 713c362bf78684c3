"""A score, line by line: what each line is, how much it adds, and which rules decide it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from riichi_core.hands.win import Win
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.view import title
from riichi_core.rules.yaku_index import known_yaku
from riichi_core.scoring.fu import FuId, FuItem
from riichi_core.scoring.score import NotPlayedHereError, NoWin, Score, score
from riichi_core.scoring.worth import YakuHan
from riichi_core.tiles import Tile
from riichi_core.tiles.tile import FIVES

Part = Literal["yaku", "dora", "fu", "points"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an explanation.

    Attributes:
        part: the part of the score that it belongs to.
        id: what it is, for programs; the same in every ruleset.
        label: what it is, in words.
        value: how much, as text with its unit where that is not plain: `2 han`, `yakuman`.
        options: the paths of the options that decide it.
        clauses: the ids of the clauses that say it where no option does.
    """

    part: Part
    id: str
    label: str
    value: str
    options: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """A win under a ruleset: its score, or why it has none, and the score line by line.

    `remarks` say what the facts hardly mean, though they can be counted.
    """

    win: Win
    ruleset: Ruleset
    result: Score | NoWin | NotPlayedHereError
    lines: tuple[Line, ...]
    remarks: tuple[str, ...] = ()

    def __str__(self) -> str:
        """For reading: the hand, then a line for each reason with its amount, and the total."""
        head = f"{self.win.hand} + {self.win.tile} under {self.ruleset.title}"
        if not isinstance(self.result, Score):
            why = getattr(self.result, "message", None) or str(self.result)
            return f"{head}\n  no win: {why}"
        width = max(len(line.label) for line in self.lines)
        rows = (f"  {line.label:<{width}}  {line.value:>12}" for line in self.lines)
        return "\n".join([head, *rows, *(f"  ({remark})" for remark in self.remarks)])


def explain(win: Win, ruleset: Ruleset) -> Explanation:
    """What a win is worth under a ruleset, with every reason.

    Returns:
        The explanation; a hand that does not win, or cannot be there, is explained as well.
    """
    try:
        result = score(win, ruleset)
    except NotPlayedHereError as error:
        return Explanation(win, ruleset, error, ())
    lines = tuple(_lines(win, ruleset, result)) if isinstance(result, Score) else ()
    return Explanation(win, ruleset, result, lines, tuple(_remarks(win, ruleset)))


def _remarks(win: Win, ruleset: Ruleset) -> Iterator[str]:
    """Four fives of which none is written as red, where some of the four are red."""
    reds = ruleset.rules.tiles.red_fives
    for kind, there in zip(FIVES, (reds.m, reds.p, reds.s), strict=True):
        plain = win.held[kind] - win.reds[kind]
        if plain > 4 - there:
            five, red = Tile(kind), Tile(kind, red=True)
            some = "one is" if there == 1 else f"{there} are"
            yield f"{plain} times {five}, but of the four {some} red here: write {red} to count it"


def _lines(win: Win, ruleset: Ruleset, result: Score) -> Iterator[Line]:
    yield from (_yaku(one, ruleset) for one in result.yaku)
    if len(result.yaku) > 1 and result.yakuman:
        times = "yakuman" if result.yakuman == 1 else f"{result.yakuman} yakuman"
        yield Line("yaku", "several", "Paid of several", times, ("limits.several_yakuman",))
    yield from _dora(result)
    if result.han is not None:
        yield Line("dora", "han", "Han", f"{result.han} han", clauses=("score-fan-sum",))
    yield from _fu(win, ruleset, result)
    yield from _points(win, ruleset, result)


# ---- yaku and dora -------------------------------------------------------------------------------


def yaku_name(name: str, ruleset: Ruleset) -> str:
    """What a yaku is called: by a club's own name, or the one it is known by."""
    for own in ruleset.rules.yaku.local:
        if own.id == name:
            return title(own)
    return known_yaku()[name].name.title


def _yaku(one: YakuHan, ruleset: Ruleset) -> Line:
    times = f" ({one.times} times)" if one.times > 1 else ""
    label = f"{yaku_name(one.id, ruleset)}{times}"
    return Line("yaku", one.id, label, _worth(one, ruleset), (f"yaku.{one.id}",))


def _worth(one: YakuHan, ruleset: Ruleset) -> str:
    if one.han is not None:
        return f"{one.han} han"
    local = {own.id: own.worth for own in ruleset.rules.yaku.local}
    worth = local.get(one.id) or getattr(ruleset.rules.yaku, one.id)
    units = getattr(worth, "yakuman", None)
    if units is None:
        return str(getattr(worth, "limit", ""))
    return {1: "yakuman", 2: "double yakuman"}.get(units, f"{units} yakuman")


_DORA = {
    "dora": ("Dora", ()),
    "kan_dora": ("Dora of kongs", ("dora.kong_indicators",)),
    "ura_dora": ("Ura dora", ("dora.ura",)),
    "kan_ura_dora": ("Ura dora of kongs", ("dora.ura", "dora.kong_indicators")),
    "red_fives": ("Red fives", ("tiles.red_fives",)),
}


def _dora(result: Score) -> Iterator[Line]:
    for name, han in result.dora._asdict().items():
        if han:
            label, options = _DORA[name]
            clauses = () if options else ("dora-one-han-each",)
            yield Line("dora", name, label, f"{han} han", options, clauses)


# ---- fu ------------------------------------------------------------------------------------------

_FU: dict[FuId, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "winning": ("A winning hand", (), ("fu-base",)),
    "concealed_discard": ("Concealed hand, won on a discard", (), ("fu-closed-ron",)),
    "seven_pairs": ("Seven Pairs", ("fu.seven_pairs",), ()),
    "self_draw": ("Self-draw", (), ("fu-self-draw",)),
    "open_pinfu": ("Open hand, no other minipoints", ("fu.open_pinfu",), ()),
    "edge_wait": ("Edge wait", (), ("fu-wait-edge",)),
    "closed_wait": ("Closed wait", (), ("fu-wait-closed",)),
    "pair_wait": ("Pair wait", (), ("fu-wait-pair",)),
    "dragon_pair": ("Pair of dragons", (), ("fu-pair-dragon",)),
    "seat_wind_pair": ("Pair of the seat wind", (), ("fu-pair-seat",)),
    "prevailing_wind_pair": ("Pair of the prevailing wind", (), ("fu-pair-prevailing",)),
}


def _fu(win: Win, ruleset: Ruleset, result: Score) -> Iterator[Line]:
    if result.fu is None:
        return
    for item in result.fu_items:
        yield _fu_line(item, win)
    total = sum(item.fu for item in result.fu_items)
    if result.fu != total:
        yield Line("fu", "sum", "Together", f"{total} fu")
    options = _fu_options(win, ruleset, result)
    what = "Fu, rounded up" if result.fu != total else "Fu"
    clauses = ("fu-round-up",) if result.form == "standard" else ()
    yield Line("fu", "fu", what, f"{result.fu} fu", options, clauses)


def _fu_line(item: FuItem, win: Win) -> Line:
    if item.tile is None:
        label, options, clauses = _FU[item.id]
        if item.id == "self_draw" and "after_kong" in win.occasions:
            options = ("fu.self_draw_after_kong",)
        if item.id.endswith("wind_pair") and win.seat == win.prevailing:
            options = ("fu.double_wind_pair",)
        return Line("fu", item.id, label, f"{item.fu} fu", options, clauses)
    how = "concealed" if item.concealed else "melded"
    kind = "terminal-honour" if item.tile.suit == "z" or item.tile.number in (1, 9) else "simple"
    clause = f"fu-{item.id}-{'concealed' if item.concealed else 'open'}-{kind}"
    label = f"{item.id.capitalize()} of {item.tile}, {how}"
    return Line("fu", f"{item.id}-{item.tile}", label, f"{item.fu} fu", clauses=(clause,))


def _fu_options(win: Win, ruleset: Ruleset, result: Score) -> tuple[str, ...]:
    """Options by which something gave no fu."""
    found = []
    if win.drawn and any(one.id == "pinfu" for one in result.yaku):
        found.append("fu.pinfu_self_draw")
    apart = getattr(win.by, "apart", True)
    if not apart and ruleset.rules.winning.tile_not_apart == "no_wait_points":
        found.append("winning.tile_not_apart")
    return tuple(found)


# ---- points --------------------------------------------------------------------------------------


def _points(win: Win, ruleset: Ruleset, result: Score) -> Iterator[Line]:
    yield _base(ruleset, result)
    paid = result.payments
    if win.counters:
        points = f"{win.counters * ruleset.rules.dealer.counter_value:,}"
        label = f"For {win.counters} counter{'' if win.counters == 1 else 's'}, in what is paid"
        yield Line("points", "counters", label, points, ("dealer.counter_value",))
    how = f"points-{'tsumo' if win.drawn else 'ron'}-{'dealer' if win.dealer else 'nondealer'}"
    rows = (
        ("from_discarder", "The discarder pays", paid.from_discarder),
        ("from_dealer", "East pays", paid.from_dealer),
        ("from_each", "Each other player pays", paid.from_each),
    )
    for name, label, share in rows:
        if share is not None:
            yield Line("points", name, label, f"{share:,}", clauses=(how, "points-round-hundred"))
    if win.drawn:
        yield Line("points", "total", "The winner gets", f"{result.total:,}")


def _base(ruleset: Ruleset, result: Score) -> Line:
    """How the base points come about: by the formula, or by a limit."""
    base, options, clauses = _base_of(ruleset, result)
    return Line("points", "base", "Base points", base, options, clauses)


def _base_of(ruleset: Ruleset, result: Score) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    limits = ruleset.rules.limits
    if result.yakuman:
        points = f"{result.yakuman * limits.yakuman:,}"
        return f"yakuman {points}", ("limits.yakuman",), ()
    formula = 0 if result.han is None or result.fu is None else result.fu << 2 + result.han
    nearly = ("limits.raised_to_mangan",) if formula == 1920 else ()
    if result.limit is None:
        shown = f"{result.fu} x 2^{2 + (result.han or 0)} = {formula:,}"
        return shown, nearly, ("points-base-formula",)
    row = getattr(limits, result.limit)
    shown = f"{result.limit.replace('_', ' ')} {row.base:,}"
    if result.han is None or result.han >= row.han:
        return shown, (f"limits.{result.limit}",), ()
    if formula < row.base:
        return f"{shown}, raised", nearly, ()
    return shown, (f"limits.{result.limit}",), ("points-cap",)
