"""The facts of one win: the hand, the winning tile, and how it was won. No rule is read here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import eq
from typing import NoReturn

from riichi_core.hands.hand import Hand, HandError, refuse_five_of_a_tile
from riichi_core.hands.win_facts import (
    CIRCUMSTANCES,
    Circumstance,
    Riichi,
    Ron,
    Tsumo,
    WinError,
    by_of,
    check_circumstances,
    hand_of,
    riichi_of,
    tile_of,
    tiles_of,
    wind_of,
)
from riichi_core.messages import Message, quote
from riichi_core.rules.vocabulary import Occasion
from riichi_core.tiles import Tile, Wind

__all__ = ["CIRCUMSTANCES", "Circumstance", "Riichi", "Ron", "Tsumo", "Win", "WinError"]


class _Packable:
    """Room for the packed form of a win: no part of its value (analysis/packed.py)."""

    __slots__ = ("_packed",)
    _packed: tuple[int, int, int, int, int, int, int]


@dataclass(frozen=True, slots=True, init=False)
class Win(_Packable):
    """One win, as it happened. Everything has been checked to be possible at some table.

    Attributes:
        hand: the thirteen tiles without the winning one.
        tile: the winning tile.
        by: how it was won.
        seat: the wind of the winner.
        prevailing: the wind of the round.
        riichi: the declared riichi with what it turned up.
        dora: the dora indicators, not the dora; those of kongs may be among them, in order.
        kan_dora: the indicators of kongs, where they are told apart.
        counters: how many counters (honba) are on the table.
        circumstances: facts that only some local yaku ask for.
        occasions: those of the yaku vocabulary that all these facts amount to.

    >>> win = Win("2345567m(345p)678s", "8m", by="ron", seat="south", dora="4m")
    >>> win.seat, win.hand.is_open, len(win.tiles)
    (<Wind.SOUTH: 1>, True, 14)
    >>> Win("2345567m345p678s", "8m", by="rom")
    Traceback (most recent call last):
    riichi_core.hands.win_facts.WinError: won_by: there is no 'rom': did you mean ron?
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

    def __init__(  # noqa: PLR0913, PLR0917 - the facts of a win
        self,
        hand: Hand | str,
        tile: Tile | str,
        by: Tsumo | Ron | str,
        seat: Wind | str = Wind.EAST,
        prevailing: Wind | str = Wind.EAST,
        riichi: Riichi | str | bool | None = None,
        dora: str | Iterable[Tile] = (),
        kan_dora: str | Iterable[Tile] = (),
        counters: int = 0,
        circumstances: Iterable[Circumstance] = (),
        *,
        ippatsu: bool = False,
        ura: str | Iterable[Tile] = (),
        kan_ura: str | Iterable[Tile] = (),
    ) -> None:
        """Take the facts of a win, each as a value or as text.

        Args:
            hand: the hand, as `Hand` takes it.
            tile: the winning tile, as `8m`.
            by: `ron` (or `discard`), `tsumo` (or `self_draw`), or a `Ron` or `Tsumo` with more.
            seat: the wind of the winner, as `south`.
            prevailing: the wind of the round.
            riichi: `riichi` or True, `double`, or a `Riichi`; None if none was declared.
            dora: the dora indicators, as `4m1z`.
            kan_dora: the indicators of kongs.
            counters: how many counters (honba) are on the table, 0 to 1,000.
            circumstances: facts that only some local yaku ask for.
            ippatsu: whether the win came within a go-around after riichi.
            ura: the indicators under the dora indicators, which only riichi turns up.
            kan_ura: the indicators under those of kongs.

        Raises:
            WinError: text that says nothing of the kind, or facts that cannot be true together;
                its `field` is that of the JSON record.
        """
        put = object.__setattr__
        put(self, "hand", hand_of(hand))
        put(self, "tile", tile_of(tile, "winning_tile"))
        put(self, "by", by_of(by))
        put(self, "seat", wind_of(seat, "seat_wind"))
        put(self, "prevailing", wind_of(prevailing, "prevailing_wind"))
        put(self, "riichi", riichi_of(riichi, ippatsu, ura, kan_ura))
        put(self, "dora", tiles_of(dora, "dora_indicators"))
        put(self, "kan_dora", tiles_of(kan_dora, "kan_dora_indicators"))
        put(self, "counters", counters)
        put(self, "circumstances", check_circumstances(circumstances))
        put(self, "occasions", frozenset(_occasions(self)))
        _refuse_contradictions(self)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The whole hand with the winning tile."""
        return (*self.hand.tiles, self.tile)

    @property
    def reds(self) -> Counter[int]:
        """The number of red fives of each kind that the hand has."""
        return Counter(tile.kind for tile in self.tiles if tile.red)

    @property
    def drawn(self) -> bool:
        """True if the winner drew the tile."""
        return isinstance(self.by, Tsumo)

    @property
    def dealer(self) -> bool:
        """True if East won."""
        return self.seat is Wind.EAST

    @property
    def indicators(self) -> tuple[Tile, ...]:
        """Every indicator that was turned up."""
        under = (*self.riichi.ura, *self.riichi.kan_ura) if self.riichi else ()
        return (*self.dora, *self.kan_dora, *under)

    def __str__(self) -> str:
        """Return the win in short: `2345567m(345p)678s + 8m, ron by south`."""
        how = "tsumo" if self.drawn else "ron"
        return f"{self.hand} + {self.tile}, {how} by {self.seat}"


# ---- contradictions ------------------------------------------------------------------------------

MOST_INDICATORS = 5
"""One from the start, and one for each of four kongs."""

MOST_COUNTERS = 1_000


def _refuse_contradictions(win: Win) -> None:
    """Refuse what is wrong with the facts of a win.

    Raises:
        WinError: facts that cannot be true together.
    """
    _check_tiles(win)
    by = win.by
    if by.after_kong if isinstance(by, Tsumo) else by.robbing_kong:
        _check_kongs(win)
    if win.riichi is not None:
        _check_riichi(win, win.riichi)
    if by.first_turn:
        _check_turns(win)
    if win.circumstances:
        _check_circumstances(win)


def _contradiction(field_name: str, message: Message) -> NoReturn:
    raise WinError("contradiction", field_name, message)


def _check_tiles(win: Win) -> None:
    held = (*win.hand.tiles, win.tile)
    _refuse_five(held, (*held, *win.indicators))
    riichi = win.riichi
    upper = len(win.dora) + len(win.kan_dora)
    under = 0 if riichi is None else len(riichi.ura) + len(riichi.kan_ura)
    if under > upper > 0:
        text = Message(
            "{under} indicators under {upper}: there is one under each", under=under, upper=upper
        )
        _contradiction("ura_dora_indicators", text)
    if upper > MOST_INDICATORS or under > MOST_INDICATORS:
        name = "dora_indicators" if upper > MOST_INDICATORS else "ura_dora_indicators"
        text = Message(
            "{number} indicators: there are {most} at most, one and one for each kong",
            number=upper if upper > MOST_INDICATORS else under,
            most=MOST_INDICATORS,
        )
        _contradiction(name, text)
    if type(win.counters) is not int:
        text = Message("counters: not a whole number: {given}", given=quote(win.counters))
        raise WinError("wrong_type", "counters", text)
    if not 0 <= win.counters <= MOST_COUNTERS:
        text = Message(
            "{number} is out of range: expected 0 to {most:,} counters",
            number=quote(win.counters),
            most=MOST_COUNTERS,
        )
        raise WinError("out_of_range", "counters", text)


def _refuse_five(held: Iterable[Tile], with_indicators: Iterable[Tile]) -> None:
    """Refuse a kind that is there five times, among the tiles held or with the indicators."""
    kinds = sorted([tile.kind for tile in with_indicators])
    if not any(map(eq, kinds, kinds[4:])):
        return
    try:
        refuse_five_of_a_tile(held)
    except HandError as error:
        raise WinError(error.code, "winning_tile", error.message) from None
    try:
        refuse_five_of_a_tile(with_indicators)
    except HandError as error:
        text = Message("{message}, the indicators included", message=error.message)
        raise WinError(error.code, "dora_indicators", text) from None


def _check_kongs(win: Win) -> None:
    by = win.by
    if isinstance(by, Tsumo):
        if not any(one.kong for one in win.hand.melds):
            text = Message("after_kong: the hand has no kong to take a tile after")
            _contradiction("after_kong", text)
        return
    robbed = win.tile.plain
    if any(tile.kind == robbed.kind for tile in win.hand.tiles):
        text = Message(
            "robbing_kong: the other three {tile} are in the kong, so none is in the hand",
            tile=robbed,
        )
        _contradiction("robbing_kong", text)
    if any(tile.kind == robbed.kind for tile in win.indicators):
        text = Message(
            "robbing_kong: all four {tile} are in the kong, so none is an indicator",
            tile=robbed,
        )
        _contradiction("robbing_kong", text)
    if by.last_tile:
        text = Message(
            "last_tile with robbing_kong: no kong is declared when no tile is left to replace it"
        )
        _contradiction("last_tile", text)


def _check_riichi(win: Win, riichi: Riichi) -> None:
    if win.hand.is_open:
        text = Message("riichi: the hand is open, and riichi needs a concealed one")
        _contradiction("riichi", text)
    if riichi.ippatsu and isinstance(win.by, Tsumo) and win.by.after_kong:
        text = Message("ippatsu with after_kong: the winner's own kong ends ippatsu")
        _contradiction("ippatsu", text)
    if riichi.double and riichi.ippatsu and win.hand.melds:
        text = Message(
            "ippatsu with double riichi: the winner's own kong ends ippatsu, "
            "and before it nobody has double riichi"
        )
        _contradiction("ippatsu", text)


def _check_turns(win: Win) -> None:
    by = win.by
    if win.hand.melds:
        text = Message(
            "first_turn: before the first own discard there is no set on the table, "
            "and the hand has one"
        )
        _contradiction("first_turn", text)
    if win.riichi:
        text = Message(
            "first_turn: before the first own discard nobody can have declared riichi and won"
        )
        _contradiction("first_turn", text)
    if isinstance(by, Ron) and by.robbing_kong and not all(tile.outer for tile in win.tiles):
        text = Message(
            "robbing_kong with first_turn: nothing was claimed, "
            "and only thirteen orphans rob a concealed kong"
        )
        _contradiction("robbing_kong", text)
    if by.last_tile:
        text = Message("last_tile with first_turn: most of the wall is left then")
        _contradiction("last_tile", text)
    if win.dealer and not win.drawn:
        text = Message(
            "first_turn: East discards first, so no discard comes before it: "
            "expected self_draw or another seat"
        )
        _contradiction("first_turn", text)


_NEEDS: tuple[tuple[Circumstance, Occasion], ...] = (
    ("riichi_discard", "discard"),
    ("kong_discard", "discard"),
    ("open_riichi", "riichi"),
    ("after_two_kongs", "after_kong"),
    ("first_turn_kong", "after_kong"),
    ("eighth_dealer_win", "dealer"),
)


def _check_circumstances(win: Win) -> None:
    occasions = win.occasions
    for fact, needed in _NEEDS:
        if fact in occasions and needed not in occasions:
            text = Message("{fact} without {needed}", fact=fact, needed=needed)
            _contradiction("circumstances", text)
    for fact in ("riichi_discard", "kong_discard"):
        if fact in occasions and "robbing_kong" in occasions:
            text = Message(
                "{fact} with robbing_kong: the tile was added to a pung, not discarded", fact=fact
            )
            _contradiction("circumstances", text)
    if "kong_discard" in occasions and "ippatsu" in occasions:
        text = Message("kong_discard with ippatsu: the kong before the discard ends ippatsu")
        _contradiction("circumstances", text)
    if "breaks_eighth_win" in occasions and win.dealer:
        text = Message("breaks_eighth_win: it is East whose eighth win is broken")
        _contradiction("circumstances", text)
    kongs = sum(one.kong for one in win.hand.melds)
    if "after_two_kongs" in occasions and kongs < 2:
        text = Message.counted(
            "after_two_kongs: the hand has {n} kong",
            "after_two_kongs: the hand has {n} kongs",
            kongs,
        )
        _contradiction("circumstances", text)


def _occasions(win: Win) -> set[Occasion]:
    """Return the occasions that the facts amount to."""
    by, riichi = win.by, win.riichi
    found: set[Occasion] = set(win.circumstances)
    if isinstance(by, Tsumo):
        found.add("self_draw")
        if by.after_kong:
            found.add("after_kong")
    else:
        found.add("discard")
        if by.robbing_kong:
            found.add("robbing_kong")
    if by.last_tile:
        found.add("last_tile")
    if by.first_turn:
        found.add("first_turn")
    if win.dealer:
        found.add("dealer")
    if riichi is not None:
        found.add("riichi")
        if riichi.double:
            found.add("double_riichi")
        if riichi.ippatsu:
            found.add("ippatsu")
    return found
