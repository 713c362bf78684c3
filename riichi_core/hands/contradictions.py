"""Facts of a win that cannot be true together, whatever the ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn

from riichi_core.hands.facts import CIRCUMSTANCES, Circumstance, Discard, SelfDraw, WinError
from riichi_core.hands.hand import HandError, refuse_five_of_a_tile
from riichi_core.hands.table import given
from riichi_core.rules.vocabulary import Occasion
from riichi_core.tiles import Tile

if TYPE_CHECKING:
    from riichi_core.hands.win import Win

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
    if isinstance(by, SelfDraw):
        if by.after_kong and not any(one.kong for one in win.hand.declared):
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
    if win.riichi.ippatsu and isinstance(win.by, SelfDraw) and win.by.after_kong:
        _contradiction("ippatsu", "ippatsu with after_kong: the winner's own kong ends ippatsu")


def _check_turns(win: Win) -> None:
    by = win.by
    if not by.first_turn:
        return
    why = "first_turn: before the first own discard"
    if win.hand.declared:
        _contradiction("first_turn", f"{why} there is no set on the table, and the hand has one")
    if win.riichi:
        _contradiction("first_turn", f"{why} nobody can have declared riichi and won")
    if (
        isinstance(by, Discard)
        and by.robbing_kong
        and any(tile.kind in SIMPLES for tile in win.tiles)
    ):
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
    occasions = given(win)
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
    kongs = sum(one.kong for one in win.hand.declared)
    if "after_two_kongs" in occasions and kongs < 2:
        _contradiction("circumstances", f"after_two_kongs: the hand has {kongs} kong")
