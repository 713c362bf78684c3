"""The facts of one win: the hand, the winning tile, and how it was won. No rule is read here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn, get_args

from riichi_core.errors import RecordError
from riichi_core.hands.hand import Hand, HandError, refuse_five_of_a_tile
from riichi_core.rules.vocabulary import Occasion
from riichi_core.tiles import Tile, Wind, parse_tiles

Circumstance = Literal[
    "riichi_discard",
    "kong_discard",
    "open_riichi",
    "after_two_kongs",
    "first_turn_kong",
    "eighth_dealer_win",
    "breaks_eighth_win",
]
"""What only some local yaku ask for."""

CIRCUMSTANCES: tuple[Circumstance, ...] = get_args(Circumstance)


class WinError(RecordError):
    """Facts of a win that contradict each other."""


@dataclass(frozen=True, slots=True)
class Tsumo:
    """A win on a drawn tile; `apart` is whether it was kept apart from the hand."""

    after_kong: bool = False
    last_tile: bool = False
    first_turn: bool = False
    apart: bool = True


@dataclass(frozen=True, slots=True)
class Ron:
    """A win on another player's tile, discarded or added to a pung."""

    robbing_kong: bool = False
    last_tile: bool = False
    first_turn: bool = False


@dataclass(frozen=True, slots=True)
class Riichi:
    """A declared riichi, and the indicators under the dora indicators, which only it turns up."""

    double: bool = False
    ippatsu: bool = False
    ura: tuple[Tile, ...] = ()
    kan_ura: tuple[Tile, ...] = ()

    @classmethod
    def parse(
        cls, *, double: bool = False, ippatsu: bool = False, ura: str = "", kan_ura: str = ""
    ) -> Riichi:
        """A riichi whose indicators are given as text.

        Raises:
            NotationError: a tile is not written as one.
        """
        return cls(double, ippatsu, parse_tiles(ura), parse_tiles(kan_ura))


_KINDS: dict[str, Callable[[Any], Any]] = {
    **{"seat": Wind, "prevailing": Wind, "circumstances": frozenset},
    **{"dora": tuple, "kan_dora": tuple},
}
"""What a field is made into, whatever it is given as."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Win:
    """One win, as it happened. Everything has been checked to be possible at some table.

    `dora` and `kan_dora` are the indicators, not the dora; all may be given as `dora`, in the
    order in which they were turned. `counters` is how many are on the table.

    `occasions` are those of the yaku vocabulary that the facts amount to.

    Raises:
        WinError: facts that cannot be true together; its `field` is that of the JSON record.
    """

    hand: Hand
    tile: Tile
    by: Tsumo | Ron
    seat: Wind = Wind.EAST
    prevailing: Wind = Wind.EAST
    riichi: Riichi | None = None
    dora: tuple[Tile, ...] = ()
    kan_dora: tuple[Tile, ...] = ()
    counters: int = 0
    circumstances: frozenset[Circumstance] = frozenset()
    occasions: frozenset[Occasion] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check the facts, and write them in the compact form in which they are looked up."""
        for name, kind in _KINDS.items():
            object.__setattr__(self, name, kind(getattr(self, name)))
        object.__setattr__(self, "occasions", frozenset(_occasions(self)))
        refuse_contradictions(self)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The whole hand with the winning tile."""
        return (*self.hand.tiles, self.tile)

    @property
    def reds(self) -> Counter[int]:
        """How many red fives of each kind the hand has."""
        return Counter(tile.kind for tile in self.tiles if tile.red)

    @classmethod
    def parse(  # noqa: PLR0913 - the fields of a win
        cls,
        hand: str,
        tile: str,
        by: Tsumo | Ron,
        *,
        seat: Wind | str = Wind.EAST,
        prevailing: Wind | str = Wind.EAST,
        riichi: Riichi | None = None,
        dora: str = "",
        kan_dora: str = "",
        counters: int = 0,
        circumstances: Iterable[Circumstance] = (),
    ) -> Win:
        """A win whose hand, winning tile and indicators are given as text, winds as words perhaps.

        Raises:
            HandError: the hand is not written as one, or no such hand exists.
            NotationError: a tile is not written as one.
            WinError: facts that cannot be true together.
        """
        winning = parse_tiles(tile)
        if len(winning) != 1:
            message = f"{tile!r} is {len(winning)} tiles, expected one"
            raise WinError("notation", "winning_tile", message)
        return cls(
            Hand.parse(hand),
            winning[0],
            by,
            Wind.of(seat),
            Wind.of(prevailing),
            riichi,
            parse_tiles(dora),
            parse_tiles(kan_dora),
            counters,
            frozenset(circumstances),
        )

    @property
    def drawn(self) -> bool:
        """Whether the winner drew the tile."""
        return isinstance(self.by, Tsumo)

    @property
    def dealer(self) -> bool:
        """Whether East won."""
        return self.seat is Wind.EAST

    @property
    def indicators(self) -> tuple[Tile, ...]:
        """Every indicator that was turned up."""
        under = (*self.riichi.ura, *self.riichi.kan_ura) if self.riichi else ()
        return (*self.dora, *self.kan_dora, *under)


# ---- contradictions ------------------------------------------------------------------------------

MOST_INDICATORS = 5
"""One from the start, and one for each of four kongs."""

MOST_COUNTERS = 1_000

SIMPLES = frozenset(kind for kind in range(27) if kind % 9 not in (0, 8))


def refuse_contradictions(win: Win) -> None:
    """Raise what is wrong with the facts of a win.

    Raises:
        WinError: facts that cannot be true together.
    """
    _check_tiles(win)
    _check_kongs(win)
    _check_riichi(win)
    _check_turns(win)
    _check_circumstances(win)


def _contradiction(field_name: str, message: str) -> NoReturn:
    raise WinError("contradiction", field_name, message)


def _check_tiles(win: Win) -> None:
    held = (*win.hand.tiles, win.tile)
    _four_at_most(held, "winning_tile", "")
    _four_at_most((*held, *win.indicators), "dora_indicators", ", the indicators included")
    rows = _indicator_rows(win)
    upper, under = (len(rows.get(name, ())) for name in ("dora_indicators", "ura_dora_indicators"))
    if under > upper > 0:
        message = f"{under} indicators under {upper}: there is one under each"
        _contradiction("ura_dora_indicators", message)
    for name, turned in rows.items():
        if len(turned) > MOST_INDICATORS:
            most = f"there are {MOST_INDICATORS} at most, one and one for each kong"
            _contradiction(name, f"{len(turned)} indicators: {most}")
    if type(win.counters) is not int:
        raise WinError("wrong_type", "counters", f"counters: not a whole number: {win.counters!r}")
    if not 0 <= win.counters <= MOST_COUNTERS:
        number = f"{win.counters}" if abs(win.counters) < 10**12 else "so large a number"
        message = f"{number} is out of range: expected 0 to {MOST_COUNTERS:,} counters"
        raise WinError("out_of_range", "counters", message)


def _four_at_most(tiles: Iterable[Tile], field_name: str, more: str) -> None:
    try:
        refuse_five_of_a_tile(tiles)
    except HandError as error:
        raise WinError(error.code, field_name, f"{error}{more}") from None


def _indicator_rows(win: Win) -> dict[str, tuple[Tile, ...]]:
    """The tiles turned up, and those turned up under them."""
    rows = {"dora_indicators": (*win.dora, *win.kan_dora)}
    if win.riichi:
        rows["ura_dora_indicators"] = (*win.riichi.ura, *win.riichi.kan_ura)
    return rows


def _check_kongs(win: Win) -> None:
    by = win.by
    if isinstance(by, Tsumo):
        if by.after_kong and not any(one.kong for one in win.hand.melds):
            _contradiction("after_kong", "after_kong: the hand has no kong to take a tile after")
        return
    if by.robbing_kong:
        if any(tile.kind == win.tile.kind for tile in win.hand.tiles):
            message = f"the other three {win.tile.plain} are in the kong, so none is in the hand"
            _contradiction("robbing_kong", f"robbing_kong: {message}")
        if any(tile.kind == win.tile.kind for tile in win.indicators):
            message = f"all four {win.tile.plain} are in the kong, so none is an indicator"
            _contradiction("robbing_kong", f"robbing_kong: {message}")
        if by.last_tile:
            message = "no kong is declared when no tile is left to replace it"
            _contradiction("last_tile", f"last_tile with robbing_kong: {message}")


def _check_riichi(win: Win) -> None:
    if win.riichi is None:
        return
    if win.hand.is_open:
        _contradiction("riichi", "riichi: the hand is open, and riichi needs a concealed one")
    if win.riichi.ippatsu and isinstance(win.by, Tsumo) and win.by.after_kong:
        _contradiction("ippatsu", "ippatsu with after_kong: the winner's own kong ends ippatsu")


def _check_turns(win: Win) -> None:
    by = win.by
    if not by.first_turn:
        return
    why = "first_turn: before the first own discard"
    if win.hand.melds:
        _contradiction("first_turn", f"{why} there is no set on the table, and the hand has one")
    if win.riichi:
        _contradiction("first_turn", f"{why} nobody can have declared riichi and won")
    if isinstance(by, Ron) and by.robbing_kong and any(tile.kind in SIMPLES for tile in win.tiles):
        message = "nothing was claimed, and only thirteen orphans rob a concealed kong"
        _contradiction("robbing_kong", f"robbing_kong with first_turn: {message}")
    if by.last_tile:
        _contradiction("last_tile", "last_tile with first_turn: most of the wall is left then")
    if win.dealer and not win.drawn:
        message = "East discards first, so no discard comes before it: expected self_draw"
        _contradiction("first_turn", f"first_turn: {message} or another seat")


_NEEDS: tuple[tuple[Circumstance, Occasion], ...] = (
    ("riichi_discard", "discard"),
    ("kong_discard", "discard"),
    ("open_riichi", "riichi"),
    ("after_two_kongs", "after_kong"),
    ("first_turn_kong", "after_kong"),
    ("eighth_dealer_win", "dealer"),
)


def _check_circumstances(win: Win) -> None:
    for name in win.circumstances:
        if name not in CIRCUMSTANCES:
            known = ", ".join(CIRCUMSTANCES)
            message = f"there is no circumstance {name!r}: expected {known}"
            raise WinError("unknown_word", "circumstances", message)
    occasions = win.occasions
    for circumstance, needed in _NEEDS:
        if circumstance in occasions and needed not in occasions:
            _contradiction("circumstances", f"{circumstance} without {needed}")
    for circumstance in ("riichi_discard", "kong_discard"):
        if circumstance in occasions and "robbing_kong" in occasions:
            message = (
                f"{circumstance} with robbing_kong: the tile was added to a pung, not discarded"
            )
            _contradiction("circumstances", message)
    if "breaks_eighth_win" in occasions and win.dealer:
        _contradiction("circumstances", "breaks_eighth_win: it is East whose eighth win is broken")
    kongs = sum(one.kong for one in win.hand.melds)
    if "after_two_kongs" in occasions and kongs < 2:
        _contradiction("circumstances", f"after_two_kongs: the hand has {kongs} kong")


def _occasions(win: Win) -> set[Occasion]:
    """Return the occasions that the facts amount to."""
    by, riichi = win.by, win.riichi
    facts: dict[Occasion, bool] = {
        "self_draw": win.drawn,
        "discard": not win.drawn,
        "after_kong": isinstance(by, Tsumo) and by.after_kong,
        "robbing_kong": isinstance(by, Ron) and by.robbing_kong,
        "last_tile": by.last_tile,
        "first_turn": by.first_turn,
        "dealer": win.dealer,
        "riichi": riichi is not None,
        "double_riichi": riichi is not None and riichi.double,
        "ippatsu": riichi is not None and riichi.ippatsu,
    }
    return {name for name, is_so in facts.items() if is_so} | set(win.circumstances)
