"""Find the possible combinations of han and fu under a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple, get_args

from riichi_core.analysis import FuFacts, set_fu
from riichi_core.hands.hand import Hand, parse_meld
from riichi_core.hands.win import Ron, Tsumo, Win
from riichi_core.rules.chapters.yaku import HanWorth, LimitWorth, YakumanWorth
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.options import Chapter
from riichi_core.rules.rules import SCORED, Rules
from riichi_core.rules.yaku_grammar import SetKind
from riichi_core.scoring.result import NoWin
from riichi_core.scoring.score import fu_beside_sets, own_definitions, priced_yaku, score
from riichi_core.tiles import TILES, Tile, Wind, parse_tiles


class HowWon(NamedTuple):
    """The facts about how a hand was won that limit its han and fu.

    Attributes:
        drawn: whether the winner drew the tile.
        riichi: whether the winner had declared riichi and therefore has a concealed hand.
        seat: the wind of the winner.
        round_wind: the wind of the round.
    """

    drawn: bool
    riichi: bool = False
    seat: Wind = Wind.EAST
    round_wind: Wind = Wind.EAST


class FewestHan(NamedTuple):
    """The fewest han that a hand with given fu can have, and the unavoidable yaku."""

    han: int
    yaku: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Scored:
    """Rules as a key that is equal for rules under which every win has the same score."""

    chapters: tuple[Chapter, ...]
    rules: Rules = field(compare=False)


def fewest_han(fu: int, how_won: HowWon, rules: Rules) -> FewestHan | None:
    """Return the fewest han of a hand with these fu; None if no hand has them.

    It builds and scores one hand for each combination of sets, pair and wait that results in these
    fu. The tiles are chosen to give no avoidable yaku. Additional han can come from dora and from
    yaku that do not depend on the tiles.

    >>> from riichi_core.rules.load import load
    >>> fewest_han(20, HowWon(drawn=True), load("ema-2016").rules)
    FewestHan(han=2, yaku=('fully_concealed_hand', 'pinfu'))
    >>> fewest_han(20, HowWon(drawn=False), load("ema-2016").rules) is None
    True
    """
    return _fewest_han(fu, how_won, _Scored(tuple(getattr(rules, name) for name in SCORED), rules))


@lru_cache(maxsize=4096)
def _fewest_han(fu: int, how_won: HowWon, scored: _Scored) -> FewestHan | None:
    rules = scored.rules
    if rules.fu.fixed != "none":
        return FewestHan(1) if fu == rules.fu.fixed else None
    if fu == rules.fu.seven_pairs and _form_by_another_yaku(rules):
        return FewestHan(1)
    fewest: FewestHan | None = None
    alone = {name for name, worth in priced_yaku(rules.yaku).items() if _counts_alone(name, worth)}
    for win in _sample_wins(fu, how_won, rules):
        result = score(win, rules)
        if isinstance(result, NoWin):
            return FewestHan(1)  # from a yaku that is possible with any tiles
        yaku = tuple(yaku_han.id for yaku_han in result.yaku)
        if not alone.isdisjoint(yaku):
            return FewestHan(1)  # from a yaku that takes precedence over this one
        if result.fu == fu and result.han is not None and (not fewest or result.han < fewest.han):
            fewest = FewestHan(result.han, yaku)
    return fewest


def _counts_alone(name: str, worth: HanWorth | LimitWorth | YakumanWorth) -> bool:
    """Return True if the yaku excludes other han, and depends on no other tiles of the hand."""
    if isinstance(worth, YakumanWorth):
        return name in ("riichi", "fully_concealed_hand")
    return not worth.cumulative


def _form_by_another_yaku(rules: Rules) -> bool:
    """Return True if seven pairs can win only by another yaku than Seven Pairs."""
    own_yaku = dict(own_definitions(rules.yaku))
    definitions = [own_yaku.get(name) or known_yaku()[name] for name in priced_yaku(rules.yaku)]
    by_form = any("seven_pairs" in (definition.form or ()) for definition in definitions)
    return by_form and rules.yaku.seven_pairs == "none"


def _sample_wins(fu: int, how_won: HowWon, rules: Rules) -> Iterator[Win]:
    """Yield a win of each kind that can have these fu."""
    if rules.fu.seven_pairs == fu and rules.yaku.seven_pairs != "none":
        yield _make_win(Hand("1199m3388p22s77z5s"), TILES["5s"], how_won)
    if rules.yaku.thirteen_orphans != "none":  # it has fu if a ruleset counts it in han
        yield _make_win(Hand("19m19p19s1234566z"), TILES["7z"], how_won)
    if how_won.drawn and rules.winning.tile_not_kept_apart == "certain_only":  # it may give no fu
        yield _make_win(Hand("45789m11678p234s"), TILES["6m"], how_won, apart=False)
    for parts, sets in _part_groups():
        if sets and not sets + _LEAST_BESIDE <= fu <= sets + _MOST_BESIDE:
            continue
        if not how_won.riichi or all(part.concealed for part in parts):
            shapes = (
                _Shape(parts, pair, won, closed_wait, after_quad)
                for pair, (won, closed_wait), after_quad in product(
                    _sample_pairs(parts, how_won),
                    _winning_sets(parts),
                    _after_quad(parts, how_won, rules),
                )
            )
            yield from (
                _win(shape, how_won) for shape in shapes if shape.can_have(fu, how_won, rules)
            )


@cache
def _part_groups() -> list[tuple[tuple[_Part, ...], int]]:
    """Return each combination of four sets, with their fu if no discard completes one."""
    return [
        (parts, sum(_set_fu(part, concealed=part.concealed) for part in parts))
        for parts in combinations_with_replacement(_PARTS, 4)
    ]


def _make_win(
    hand: Hand, tile: Tile, how_won: HowWon, *, after_quad: bool = False, apart: bool = True
) -> Win:
    by = Tsumo(after_quad=after_quad, apart=apart) if how_won.drawn else Ron()
    return Win(hand, tile, by, how_won.seat, how_won.round_wind, how_won.riichi)


# ---- a hand of each kind -------------------------------------------------------------------------


class _Part(NamedTuple):
    """The facts about a set that determine its fu; `outer` is true for terminals and honours."""

    kind: SetKind
    outer: bool
    concealed: bool


_PARTS = tuple(
    _Part(kind, outer, concealed)
    for kind, outer, concealed in product(get_args(SetKind), (False, True), (True, False))
    if kind != "sequence" or not outer
)
_SEQUENCES = ("456m", "678p", "234s", "789m")
"""Sequences without shared tiles, so that the wait of a hand is the intended one."""
_SIMPLES = ("3p", "8s", "2m", "8m")
_OUTERS = ("9s", "1m", "9p")
"""Any two of these are in different suits, and no three of them form a yaku.

The fourth outer set is a wind that is neither the seat wind nor the round wind.
"""


class _Shape(NamedTuple):
    """The facts about a complete hand that determine its fu and yaku.

    Attributes:
        parts: the four sets.
        pair: the tile of the pair.
        won: the index of the set that the winning tile completes; None for the pair.
        closed_wait: whether the winning tile is the middle tile of a sequence.
        after_quad: whether the winning tile replaced one after a quad.
    """

    parts: tuple[_Part, ...]
    pair: Tile
    won: int | None
    closed_wait: bool
    after_quad: bool

    def can_have(self, fu: int, how_won: HowWon, rules: Rules) -> bool:
        """Return True if the hand can have these fu, with or without Pinfu."""
        sets = sum(  # a triplet completed by a discard is not concealed
            _set_fu(part, concealed=part.concealed and (how_won.drawn or index != self.won))
            for index, part in enumerate(self.parts)
        )
        facts = FuFacts(
            sets=sets,
            wait="pair" if self.won is None else "closed" if self.closed_wait else None,
            pair=self.pair,
            drawn=how_won.drawn,
            after_quad=self.after_quad,
            is_open=not all(part.concealed for part in self.parts),
            seat=how_won.seat,
            round_wind=how_won.round_wind,
        )
        return any(fu_beside_sets(facts, rules.fu, pinfu=pinfu).fu == fu for pinfu in (False, True))

    def win(self, how_won: HowWon) -> Win:
        """Return a win with a hand of this shape."""
        winds = [f"{wind + 1}z" for wind in Wind if wind not in (how_won.seat, how_won.round_wind)]
        sequences, simples = iter(_SEQUENCES), iter(_SIMPLES)
        outers = iter((*_OUTERS, winds[0]))
        tiles, melds, winning = [self.pair] * 2, [], self.pair
        for index, part in enumerate(self.parts):
            if part.kind == "sequence":
                text = next(sequences)
            else:
                tile = next(outers if part.outer else simples)
                text = tile[0] * (4 if part.kind == "quad" else 3) + tile[1]
            if part.kind == "quad" and part.concealed:
                melds.append(parse_meld(f"[{text}]"))
            elif not part.concealed:
                melds.append(parse_meld(f"({text})"))
            else:
                tiles += (set_tiles := parse_tiles(text))
                winning = set_tiles[1 if self.closed_wait else 2] if index == self.won else winning
        tiles.remove(winning)
        return _make_win(Hand(tiles, melds), winning, how_won, after_quad=self.after_quad)


_win = lru_cache(maxsize=4096)(_Shape.win)

_LEAST_BESIDE, _MOST_BESIDE = 20 - 4, 50
"""The range of fu that a hand has in addition to its sets, if all are concealed.

A discard reduces a set of 8 fu to 4.
"""


@cache
def _set_fu(part: _Part, *, concealed: bool) -> int:
    if part.kind == "sequence":
        return 0
    return set_fu(part.kind, TILES["1m" if part.outer else "2m"], concealed=concealed).fu


def _sample_pairs(parts: tuple[_Part, ...], how_won: HowWon) -> list[Tile]:
    """Return a pair for each number of fu; the suit pair does not make a flush."""
    suit = "5s" if all(part.outer for part in parts) else "1p"
    double = [f"{how_won.seat + 1}z"] if how_won.seat is how_won.round_wind else []
    return [TILES[name] for name in (suit, "7z", *double)]


def _winning_sets(parts: tuple[_Part, ...]) -> Iterator[tuple[int | None, bool]]:
    """Yield each place of the winning tile, and whether it is the middle of a sequence."""
    yield None, False
    for index, part in enumerate(parts):
        if part.concealed and part.kind != "quad" and part not in parts[:index]:
            yield index, False
            if part.kind == "sequence":
                yield index, True


def _after_quad(parts: tuple[_Part, ...], how_won: HowWon, rules: Rules) -> tuple[bool, ...]:
    """Return the values of `after_quad` to try; True only if a win after a quad changes the fu."""
    quad = any(part.kind == "quad" for part in parts)
    differs = how_won.drawn and quad and not rules.fu.self_draw_after_quad
    return (False, True) if differs else (False,)
