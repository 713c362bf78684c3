"""Explain a score in words, point by point."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Literal

from riichi_core.analysis import FuId, FuItem
from riichi_core.hands.marked_tiles import marked_tiles
from riichi_core.hands.readings import Reading
from riichi_core.hands.win import Tsumo, Win
from riichi_core.language import PLAIN_ENGLISH, Translatable, Translator
from riichi_core.messages import Message
from riichi_core.rules.chapters.limits import Limit
from riichi_core.rules.chapters.tiles import HONOUR_NAMES
from riichi_core.rules.load import ruleset_of
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import yaku_name
from riichi_core.rules.yaku_vocabulary import Occasion, Wait
from riichi_core.scoring.points import LIMIT_NAMES, counter_points, limit_row
from riichi_core.scoring.result import NoWin, Score, YakuHan
from riichi_core.scoring.score import ImpossibleWinError, dora_kinds, priced_yaku, score
from riichi_core.tiles import Tile, write_tiles

# ---- a win and a reading -------------------------------------------------------------------------


_OCCASIONS: dict[Occasion, Translatable] = {
    "ippatsu": "ippatsu",
    "after_quad": "after a quad",
    "robbing_quad": "robbing a quad",
    "last_tile": "the last tile",
    "first_turn": "in the first turn",
    "riichi_discard": "on a riichi discard",
    "quad_discard": "on the discard after a quad",
    "open_riichi": "open riichi",
    "after_two_quads": "after two quads",
    "first_turn_quad": "after a quad in the first turn",
    "eighth_dealer_win": "East's eighth win in a row",
    "breaks_eighth_win": "breaking East's eighth win in a row",
}


def tile_name(tile: Tile) -> Message:
    """Return a tile for people: `2m`, but honours by name."""
    if tile.suit == "z":
        return Message(HONOUR_NAMES[tile.number - 1])
    return Message("{tile}", tile=tile.plain)


_WON_HOW: dict[bool, Translatable] = {
    True: "{seat} draws the winning tile in the {round} round",
    False: "{seat} wins on a discard in the {round} round",
}


def _tile_list(tiles: Sequence[Tile]) -> str:
    return " ".join(map(str, tiles))


def describe_win(win: Win, tile_list: Callable[[Sequence[Tile]], str] = _tile_list) -> Message:
    """Describe a win in a sentence; `tile_list` writes the indicators."""
    seat = Message(str(win.seat).capitalize())
    how = Message(_WON_HOW[win.drawn], seat=seat, round=win.round_wind)
    ura, kan_ura = (win.riichi.ura, win.riichi.kan_ura) if win.riichi else ((), ())
    indicators = (
        (win.dora, Message.counted("dora indicator", "dora indicators", len(win.dora))),
        (win.kan_dora, Message.counted("kan dora indicator", "kan dora indicators",
                                       len(win.kan_dora))),
        (ura, Message.counted("ura indicator", "ura indicators", len(ura))),
        (kan_ura, Message.counted("kan ura indicator", "kan ura indicators", len(kan_ura))),
    )  # fmt: skip
    shown = (Message.joined([name, tile_list(tiles)]) for tiles, name in indicators if tiles)
    return Message("{facts}.", facts=Message.joined([how, *_circumstances(win), *shown], ", "))


def _circumstances(win: Win) -> Iterator[Message]:
    if win.riichi:
        yield Message("double riichi" if win.riichi.double else "riichi")
    occasions = win.occasions
    yield from (Message(text) for name, text in _OCCASIONS.items() if name in occasions)
    if isinstance(win.by, Tsumo) and not win.by.apart:
        yield Message("without keeping the winning tile apart")
    if win.counters:
        yield Message.counted("{n} counter", "{n} counters", win.counters)


_WAITS: dict[Wait, Translatable] = {
    "two_sided": "{hand}, two-sided wait for {tile}",
    "closed": "{hand}, closed wait for {tile}",
    "edge": "{hand}, edge wait for {tile}",
    "pair": "{hand}, pair wait for {tile}",
    "triplet": "{hand}, triplet wait (shanpon) for {tile}",
}


def describe_reading(reading: Reading, winning: Tile) -> Message:
    """Describe a reading in a line: its sets and pair, and the wait."""
    if reading.form == "seven_pairs":
        return Message("seven pairs")
    if reading.form == "any_tiles":
        return Message("a form of its own")
    if reading.form != "standard" or reading.wait is None:
        return Message("thirteen orphans")
    hand = " ".join([*map(str, reading.sets), write_tiles(reading.pairs * 2)])
    return Message(_WAITS[reading.wait], hand=hand, tile=winning.plain)


# ---- the explanation -----------------------------------------------------------------------------


ExplanationPart = Literal["yaku", "dora", "fu", "points"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an explanation.

    >>> explain(Win("2345567m345p678s", "8m", by="ron"), "ema-2016").lines[0].options
    ('yaku.pinfu',)

    Attributes:
        part: the part of the score that it belongs to.
        id: an id for programs, the same in every ruleset.
        label: the id in words.
        value: the amount in words, with its unit unless that is obvious: `2 han`, `yakuman`.
        options: the paths of the options that determine it.
        clauses: the ids of the clauses that state it, if no option does.
    """

    part: ExplanationPart
    id: str
    label: Message
    value: Message
    options: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


_NOTHING = Message("")


@dataclass(frozen=True, slots=True)
class Explanation:
    """A win under a ruleset: its score line by line, or the reason why it has none.

    >>> explanation = explain(Win("2345567m345p678s", "8m", by="ron"), "ema-2016")
    >>> explanation.seen, explanation.lines[0].label
    ('234m 678m 345p 678s 55m, two-sided wait for 8m', 'Pinfu')

    Attributes:
        win: the facts of the win.
        ruleset: the ruleset.
        result: the score, or the reason why it has none.
        lines: the lines of the score.
        remarks: facts that are possible but unlikely.
        seen: the reading of the hand in words; empty if it does not win.
        why_not: the reason why the hand does not win; empty if it does.
        tr: the language of `str`.
    """

    win: Win
    ruleset: Ruleset
    result: Score | NoWin | ImpossibleWinError
    lines: tuple[Line, ...] = ()
    remarks: tuple[Message, ...] = ()
    seen: Message = _NOTHING
    why_not: Message = _NOTHING
    tr: Translator = field(default=PLAIN_ENGLISH, compare=False)

    def translated(self, tr: Translator) -> Explanation:
        """Return the explanation with its texts in another language."""

        def said(message: Message) -> Message:
            return Message.joined([tr(message)])

        return replace(
            self,
            lines=tuple(
                replace(line, label=said(line.label), value=said(line.value)) for line in self.lines
            ),
            remarks=tuple(map(said, self.remarks)),
            seen=said(self.seen),
            why_not=said(self.why_not),
            tr=tr,
        )

    def __repr__(self) -> str:
        """Return the win, the ruleset and the result in a line; `str` gives every reason."""
        result = self.why_not or str(self.result)
        return f"<Explanation of {self.win} under {self.ruleset.id}: {result}>"

    def _repr_html_(self) -> str:
        """Return the hand as a picture and a table of the lines, for notebooks."""
        from riichi_core.notebook import paragraph_html, table_html, tiles_svg  # noqa: PLC0415

        win = self.win
        concealed, *sets = win.hand.tile_groups
        picture = tiles_svg([concealed, (win.tile,), *sets], str(win))
        about = paragraph_html(f"{self.tr(describe_win(win))} {self.ruleset.title}.")
        if self.why_not:
            return picture + about + paragraph_html(self.why_not)
        rows = [(line.label, line.value, ", ".join(line.options)) for line in self.lines]
        return picture + about + table_html(rows, ("", self.ruleset.id, "options"))

    def __str__(self) -> str:
        """Return a description of the win, then a line for each reason with its amount."""
        tiles, tr = f"{self.win.hand} + {self.win.tile}", self.tr
        text = tr("{hand} under {ruleset}", hand=tiles, ruleset=self.ruleset.title)
        text = f"{text}\n{tr(describe_win(self.win))}"
        if self.why_not:
            return f"{text}\n  {self.why_not}"
        text = f"{text}\n{tr('Read as {hand}', hand=self.seen)}"
        width = max(len(line.label) for line in self.lines)
        rows = (f"  {line.label:<{width}}  {line.value:>20}" for line in self.lines)
        return "\n".join([text, *rows, *(f"  ({remark})" for remark in self.remarks)])


def explain(win: Win, ruleset: Ruleset | str | Path) -> Explanation:
    """Explain the value of a win, in English; also why a hand does not win or cannot exist."""
    ruleset = ruleset_of(ruleset)
    try:
        result = score(win, ruleset)
    except ImpossibleWinError as error:
        why_not = Message("impossible: {why}", why=error.message)
        return Explanation(win, ruleset, error, why_not=why_not)
    remarks = tuple(_remarks(win, ruleset, result))
    if isinstance(result, NoWin):
        why_not = Message("no win: {why}", why=result.message)
        return Explanation(win, ruleset, result, remarks=remarks, why_not=why_not)
    seen = describe_reading(result.reading(win), result.counted_as or win.tile)
    lines = tuple(_score_lines(win, ruleset, result))
    return Explanation(win, ruleset, result, lines, remarks, seen)


def _remarks(win: Win, ruleset: Ruleset, result: Score | NoWin) -> Iterator[Message]:
    """Yield the unlikely facts: only plain tiles, or a win without another payer."""
    numbers = Counter(win.tiles)
    for tile, marked_count in marked_tiles(ruleset.rules.tiles).items():
        plain = numbers[tile.plain]
        if plain > 4 - marked_count:
            yield Message.counted(
                "{tile} occurs {plain} times, but one of four is {mark} here: write {written} to "
                "count it",
                "{tile} occurs {plain} times, but {n} of four are {mark} here: write {written} to "
                "count it",
                marked_count,
                plain=plain,
                tile=tile.plain,
                mark=Message("red") if tile.red else Message("marked"),
                written=tile,
            )
    if isinstance(result, Score) and win.hand.is_open:
        liable = set(ruleset.rules.liability.yaku) & {yaku_han.id for yaku_han in result.yaku}
        for name in sorted(liable):
            yaku = yaku_name(name, ruleset.rules)
            yield Message("{yaku}: liability is not counted here", yaku=yaku)


def _score_lines(win: Win, ruleset: Ruleset, result: Score) -> Iterator[Line]:
    if result.counted_as is not None:
        label = Message("The marked {tile} counts as", tile=tile_name(win.tile))
        yield Line("yaku", "counted_as", label, tile_name(result.counted_as), ("tiles.bonus",))
    yield from (_yaku_line(yaku_han, ruleset) for yaku_han in result.yaku)
    if len(result.yaku) > 1 and result.yakuman:
        best = ruleset.rules.limits.several_yakuman == "best_one"
        amount = Message(
            "{number}, the best one" if best else "{number}, added up", number=result.yakuman
        )
        yield Line("yaku", "several", Message("Yakuman paid"), amount, ("limits.several_yakuman",))
    yield from _dora_lines(win, ruleset, result)
    if result.han is not None:
        yield Line("dora", "han", Message("Han"), _han_text(result.han), clauses=("score-fan-sum",))
    yield from _fu_lines(win, ruleset, result)
    yield from _points_lines(win, ruleset, result)


# ---- yaku and dora -------------------------------------------------------------------------------


def _yaku_line(yaku_han: YakuHan, ruleset: Ruleset) -> Line:
    label: Message = yaku_name(yaku_han.id, ruleset.rules)
    if yaku_han.times > 1:
        label = Message("{yaku} ({number} times)", yaku=label, number=yaku_han.times)
    worth = _worth_text(yaku_han, ruleset)
    return Line("yaku", yaku_han.id, label, worth, (f"yaku.{yaku_han.id}",))


def _han_text(han: int) -> Message:
    return Message("{han} han", han=han)


def _worth_text(yaku_han: YakuHan, ruleset: Ruleset) -> Message:
    if yaku_han.han is not None:
        return _han_text(yaku_han.han)
    worth = priced_yaku(ruleset.rules.yaku)[yaku_han.id]
    units = getattr(worth, "yakuman", None)
    if units is None:
        return Message(str(getattr(worth, "limit", "")))
    if units == 2:
        return Message("double yakuman")
    return Message.counted("yakuman", "{n} yakuman", units)


_DORA_LABELS: dict[str, tuple[Message, tuple[str, ...]]] = {
    "dora": (Message("Dora"), ()),
    "kan_dora": (Message("Dora of quads"), ("dora.kan_dora",)),
    "ura_dora": (Message("Ura dora"), ("dora.ura",)),
    "kan_ura_dora": (Message("Ura dora of quads"), ("dora.ura", "dora.kan_dora")),
    "red_fives": (Message("Red fives"), ("tiles.red_fives",)),
    "bonus_tiles": (Message("Bonus tiles"), ("tiles.bonus",)),
}


def _dora_lines(win: Win, ruleset: Ruleset, result: Score) -> Iterator[Line]:
    kinds_by_field = dora_kinds(win, ruleset.rules.dora)
    for name, han in result.dora._asdict().items():
        if han:
            label, options = _DORA_LABELS[name]
            clauses = () if options else ("dora-one-han-each",)
            kinds = kinds_by_field.get(name, ())
            if tiles := Message.joined(tile_name(Tile(kind)) for kind in kinds):
                label = Message("{dora} {tiles}", dora=label, tiles=tiles)
            yield Line("dora", name, label, _han_text(han), options, clauses)


# ---- fu ------------------------------------------------------------------------------------------

_FU_LINES: dict[FuId, tuple[Message, tuple[str, ...], tuple[str, ...]]] = {
    "winning": (Message("A winning hand"), (), ("fu-base",)),
    "concealed_discard": (Message("Concealed hand, won on a discard"), (), ("fu-concealed-ron",)),
    "seven_pairs": (Message("Seven Pairs"), ("fu.seven_pairs",), ()),
    "self_draw": (Message("Self-draw"), (), ("fu-self-draw",)),
    "open_pinfu": (Message("Open hand, no other fu"), ("fu.open_pinfu",), ()),
    "edge_wait": (Message("Edge wait"), (), ("fu-wait-edge",)),
    "closed_wait": (Message("Closed wait"), (), ("fu-wait-closed",)),
    "pair_wait": (Message("Pair wait"), (), ("fu-wait-pair",)),
    "dragon_pair": (Message("Pair of dragons"), (), ("fu-pair-dragon",)),
    "seat_wind_pair": (Message("Pair of the seat wind"), (), ("fu-pair-seat",)),
    "round_wind_pair": (Message("Pair of the round wind"), (), ("fu-pair-round-wind",)),
}


_SET_LABELS: dict[str, dict[str, Translatable]] = {
    "concealed": {"triplet": "Triplet of {tile}, concealed", "quad": "Quad of {tile}, concealed"},
    "melded": {"triplet": "Triplet of {tile}, melded", "quad": "Quad of {tile}, melded"},
}
"""The label of a set that gives fu, by how it was made and by its kind."""


def _fu_text(fu: int) -> Message:
    return Message("{fu} fu", fu=fu)


def _fu_lines(win: Win, ruleset: Ruleset, result: Score) -> Iterator[Line]:
    if result.fu is None:
        return
    if not result.fu_items:
        yield Line("fu", "fu", Message("Fu"), _fu_text(result.fu), ("fu.fixed",))
        return
    for item in result.fu_items:
        yield _fu_line(item, win)
    total = sum(item.fu for item in result.fu_items)
    if result.fu != total:
        yield Line("fu", "sum", Message("Subtotal"), _fu_text(total))
    options = _fu_options(win, ruleset, result)
    label = Message("Fu, rounded up" if result.fu != total else "Fu")
    clauses = ("fu-round-up",) if result.form == "standard" else ()
    yield Line("fu", "fu", label, _fu_text(result.fu), options, clauses)


def _fu_line(item: FuItem, win: Win) -> Line:
    if item.tile is None:
        label, options, clauses = _FU_LINES[item.id]
        if item.id == "self_draw" and "after_quad" in win.occasions:
            options = ("fu.self_draw_after_quad",)
        if item.id.endswith("wind_pair") and win.seat == win.round_wind:
            options = ("fu.double_wind_pair",)
        return Line("fu", item.id, label, _fu_text(item.fu), options, clauses)
    openness = "concealed" if item.concealed is True else "melded"
    kind = "terminal-honour" if item.tile.suit == "z" or item.tile.number in (1, 9) else "simple"
    clause = f"fu-{item.id}-{'concealed' if item.concealed is True else 'open'}-{kind}"
    label = Message(_SET_LABELS[openness][item.id], tile=tile_name(item.tile))
    return Line("fu", f"{item.id}-{item.tile}", label, _fu_text(item.fu), clauses=(clause,))


def _fu_options(win: Win, ruleset: Ruleset, result: Score) -> tuple[str, ...]:
    """Return the options that are the reason why something gave no fu."""
    options = []
    if win.drawn and any(yaku_han.id == "pinfu" for yaku_han in result.yaku):
        options.append("fu.pinfu_self_draw")
    apart = getattr(win.by, "apart", True)
    if not apart and ruleset.rules.winning.tile_not_kept_apart != "no_consequence":
        options.append("winning.tile_not_kept_apart")
    return tuple(options)


# ---- points --------------------------------------------------------------------------------------


_points_line = partial(Line, "points")


def _points_lines(win: Win, ruleset: Ruleset, result: Score) -> Iterator[Line]:
    yield from _base_lines(ruleset, result)
    paid = result.payments
    clause = f"points-{'tsumo' if win.drawn else 'ron'}-{'dealer' if win.dealer else 'nondealer'}"
    clauses = (clause, "points-round-hundred")
    rows = (
        ("from_discarder", Message("The discarder"), 6 if win.dealer else 4, paid.from_discarder),
        ("from_dealer", Message("East"), 2, paid.from_dealer),
        ("from_each", Message("Each other player"), 2 if win.dealer else 1, paid.from_each),
    )
    for name, who, times, share in rows:
        if share is not None:
            label = Message(
                "{who} pays {times} x base" if times > 1 else "{who} pays the base",
                who=who, times=times,
            )  # fmt: skip
            yield _points_line(name, label, _points_text(share), clauses=clauses)
    if win.drawn:
        yield _points_line("total", Message("The winner gets"), _points_text(result.points))
    if n := win.counters:
        value = ruleset.rules.dealer.counter_value_to(dealer=win.dealer)
        points = _points_text(counter_points(n, value, drawn=win.drawn))
        label = Message.counted("of which for {n} counter", "of which for {n} counters", n)
        yield _points_line("counters", label, points, ("dealer.counter_value",))


def _base_lines(ruleset: Ruleset, result: Score) -> Iterator[Line]:
    """Yield the lines of the base points: by the formula, from a limit, or capped at one."""
    limits = ruleset.rules.limits
    if result.yakuman:
        points = _points_text(result.yakuman * limits.yakuman)
        yield _points_line("base", Message("Base points"), points, ("limits.yakuman",))
        return
    row = limit_row(result.limit, result.han, limits) if result.limit else None
    by_han = row is not None and (result.han is None or result.han >= row.han)
    base = row.base if row is not None else 0
    if not by_han:
        han, fu = result.han or 0, result.fu or 0
        formula = fu << 2 + han
        nearly = ("limits.raised_to_mangan",) if formula == 1920 else ()
        amount = Message("{fu} x 2^{power} = {points:,}", fu=fu, power=2 + han, points=formula)
        label = Message("Fu x 2^(2 + han)")
        yield _points_line("formula", label, amount, nearly, ("points-base-formula",))
        base = base or formula
    if row is not None:
        raised = not by_han and formula < row.base
        capped = not by_han and not raised
        yield _points_line(
            "limit",
            Message("Limit"),
            _limit_text(result, row, raised=raised, capped=capped),
            () if raised else (f"limits.{result.limit}",),
            ("points-cap",) if capped else (),
        )
    yield _points_line("base", Message("Base points (rounded up when paid)"), _points_text(base))


def _limit_text(result: Score, row: Limit, *, raised: bool, capped: bool) -> Message:
    """Return the limit that is paid, and the reason."""
    assert result.limit is not None
    name = Message(LIMIT_NAMES[result.limit])
    if raised:
        return Message("{limit}, raised", limit=name)
    if capped:
        return Message("{limit}, the maximum", limit=name)
    if result.han is None:
        return name
    return Message("{limit}, from {han} han", limit=name, han=row.han)


def _points_text(points: int) -> Message:
    return Message("{points:,}", points=points)
