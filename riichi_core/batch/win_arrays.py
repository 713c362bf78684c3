"""Wins as arrays, a row for each win, e.g. from numpy."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from math import prod
from threading import Lock
from typing import Any, ClassVar, Protocol, TypeAlias, get_args

from typing_extensions import Buffer

from riichi_core.fast import native
from riichi_core.hands.hand import Hand, HandError
from riichi_core.hands.melds import KINDS, Meld, MeldError, MeldKind
from riichi_core.hands.win import (
    CIRCUMSTANCES,
    MOST_INDICATORS,
    Win,
    WinError,
    by_of_facts,
    riichi_of,
    wind_of,
)
from riichi_core.messages import Message, quote_argument
from riichi_core.rules.yaku_vocabulary import Occasion
from riichi_core.spelling import wrong_word
from riichi_core.tiles import Tile
from riichi_core.tiles.tile import FIVES, TileError

NONE = -1
"""The number in place of a set or an indicator that a win does not have."""

_TYPES = {"uint8": "Bb?", "int8": "Bb?", "int32": "il"}
_SIZES = {"uint8": 1, "int8": 1, "int32": 4}
_FORMS: dict[str, tuple[str, tuple[int, ...]]] = {
    "tiles": ("uint8", (34,)),
    "winning": ("uint8", ()),
    "melds": ("int8", (4, 2)),
    "reds": ("uint8", (3,)),
    "seat": ("uint8", ()),
    "round_wind": ("uint8", ()),
    "dora": ("int8", (MOST_INDICATORS,)),
    "kan_dora": ("int8", (MOST_INDICATORS,)),
    "ura": ("int8", (MOST_INDICATORS,)),
    "kan_ura": ("int8", (MOST_INDICATORS,)),
    "counters": ("int32", ()),
}
"""The type of each array, and the most of its sizes after the number of wins."""

_INDICATORS = ("dora", "kan_dora", "ura", "kan_ura")
_FEWER = {"melds", *_INDICATORS}
"""The arrays whose second size may be smaller."""

_IMPLIED = {"discard", "dealer"}
"""The occasions that other facts imply."""

FACTS: tuple[Occasion, ...] = (
    tuple(word for word in get_args(Occasion) if word not in {*_IMPLIED, *CIRCUMSTANCES})
    + CIRCUMSTANCES
)


class _NumpyArray(Protocol):
    """An array of numpy, whose types state that it is a buffer only from Python 3.12 on."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...


Array: TypeAlias = Buffer | _NumpyArray
"""A column of wins: an array of numpy, or any other buffer."""


class WinArrays:
    """Many wins as arrays, a row for each, to be scored by `score_many`.

    An array is a numpy array, or another object with the buffer protocol. It is copied. A tile is a
    number from 0 to 33, the `kind` of a `Tile`. Red fives are counted in `reds`. Red fives among
    the indicators are 34 (characters), 35 (circles) and 36 (bamboos).

    `len` is the number of rows. `arrays[17]` is row 17 as a `Win`, or raises its `WinError` if the
    win is impossible. `score_many` gives such a row the outcome `impossible`, and scores the
    others.

    >>> hand = Win("2345567m345p678s", "8m", by="tsumo")
    >>> counts = bytes([tile.kind for tile in hand.tiles].count(kind) for kind in range(34))
    >>> tiles = memoryview(counts).cast("B", (1, 34))
    >>> arrays = WinArrays(tiles, winning=bytes([7]), seat=bytes([1]), facts={"self_draw": b"1"})
    >>> len(arrays), str(arrays[0])
    (1, '2345567m345p678s + 8m, tsumo by south')

    Args:
        tiles: uint8, wins x 34: the number of concealed tiles of each kind, without the tiles of
            declared sets, and with the winning tile.
        winning: uint8: the kind of the winning tile.
        melds: int8, wins x up to 4 x 2: for each declared set, its index in `WinArrays.SETS` and
            the kind of its lowest tile; -1 and -1 for no set.
        reds: uint8, wins x 3: the number of red fives of each suit in the whole hand.
        seat: uint8: the wind of the winner, 0 (East) to 3; without it, all are East.
        round_wind: uint8: the wind of the round, likewise.
        dora: int8, wins x up to 5: the dora indicators, -1 if there is none; `kan_dora`, `ura` and
            `kan_ura` likewise.
        counters: int32: the number of counters (honba) on the table.
        facts: by a word of `WinArrays.FACTS`, an array of bool or uint8: true for the wins with the
            fact. A win without `self_draw` is on a discard. `double_riichi` implies `riichi`. A
            drawn tile was kept apart from the hand.

    Raises:
        WinError: if an array has another type or shape, or a fact is unknown.
    """

    SETS: ClassVar[tuple[MeldKind, ...]] = KINDS
    FACTS: ClassVar[tuple[Occasion, ...]] = FACTS

    def __init__(  # noqa: PLR0913 - the facts of a win
        self,
        tiles: Array,
        winning: Array,
        *,
        melds: Array | None = None,
        reds: Array | None = None,
        seat: Array | None = None,
        round_wind: Array | None = None,
        dora: Array | None = None,
        kan_dora: Array | None = None,
        ura: Array | None = None,
        kan_ura: Array | None = None,
        counters: Array | None = None,
        facts: Mapping[Occasion, Array] | None = None,
    ) -> None:
        given = {
            "tiles": tiles, "winning": winning, "melds": melds, "reds": reds, "seat": seat,
            "round_wind": round_wind, "dora": dora, "kan_dora": kan_dora, "ura": ura,
            "kan_ura": kan_ura, "counters": counters,
        }  # fmt: skip
        self._columns: dict[str, bytes] = {}
        self._widths: dict[str, int] = {}
        self._size = -1
        for name, array in given.items():
            if array is not None or name in ("tiles", "winning"):
                self._columns[name] = self._read(name, array, *_FORMS[name])
        self._facts: dict[Occasion, bytes] = {}
        facts = {} if facts is None else facts
        if not isinstance(facts, Mapping):
            message = Message("facts: expected arrays by their words, not {value}",
                              value=quote_argument(facts))  # fmt: skip
            raise WinError("wrong_type", "facts", message)
        for fact, array in facts.items():
            if fact not in FACTS:
                raise wrong_word(fact, "facts", FACTS, WinError)
            self._facts[fact] = self._read(fact, array, "uint8", ())

    def _read(self, name: str, given: object, kind: str, sizes: tuple[int, ...]) -> bytes:
        """Return the numbers of an array after checking its type and shape."""
        try:
            view = memoryview(given)  # type: ignore[arg-type] # it may have no buffer
        except TypeError:
            expected = _expected(name, kind, sizes, quote_argument(given), self._size)
            raise WinError("wrong_type", name, expected) from None
        shape = view.shape or ()
        fits = len(shape) == 1 + len(sizes) and self._size in (-1, shape[0])
        for place, (have, most) in enumerate(zip(shape[1:], sizes, strict=False)):
            fewer = place == 0 and name in _FEWER
            fits = fits and (1 <= have <= most if fewer else have == most)
        if not fits or view.format not in _TYPES[kind] or view.itemsize != _SIZES[kind]:
            have_type = getattr(given, "dtype", view.format)
            found = f"{have_type} ({', '.join(map(str, shape))})"
            raise WinError("wrong_type", name, _expected(name, kind, sizes, found, self._size))
        self._size = shape[0]
        self._widths[name] = prod(shape[1:])
        return view.tobytes()

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Win]:
        return map(self.__getitem__, range(len(self)))

    def __repr__(self) -> str:
        """Return the number of wins: `<WinArrays: 1000 wins>`."""
        return f"<WinArrays: {len(self)} wins>"

    def _numbers(self, name: str, row: int) -> list[int]:
        """Return a row of an array; nothing without the array."""
        column = self._columns.get(name)
        if column is None:
            return []
        kind, width = _FORMS[name][0], self._widths[name]
        view = memoryview(column)
        numbers = view.cast("b") if kind == "int8" else view.cast("i") if kind == "int32" else view
        return numbers[row * width : (row + 1) * width].tolist()

    def _number(self, name: str, row: int) -> int:
        return next(iter(self._numbers(name, row)), 0)

    def __getitem__(self, row: int) -> Win:
        """Return a row as a win.

        Raises:
            IndexError: if the row is out of range.
            WinError: if the win is impossible.
        """
        if not -len(self) <= row < len(self):
            raise IndexError(f"win {row} is out of range: the arrays have the length {len(self)}")
        row %= len(self)
        facts = {fact for fact, column in self._facts.items() if column[row]}
        tile, hand = self._hand(row)
        by = by_of_facts(
            self_draw="self_draw" in facts,
            after_quad="after_quad" in facts,
            robbing_quad="robbing_quad" in facts,
            last_tile="last_tile" in facts,
            first_turn="first_turn" in facts,
        )
        dora, kan_dora, ura, kan_ura = (
            tuple(_indicator(name, kind) for kind in self._numbers(name, row) if kind != NONE)
            for name in _INDICATORS
        )
        double = "double_riichi" in facts
        declared = "double" if double else "riichi" in facts
        return Win(
            hand,
            tile,
            by,
            wind_of(self._number("seat", row), "seat_wind"),
            wind_of(self._number("round_wind", row), "round_wind"),
            riichi_of(declared, "ippatsu" in facts, ura, kan_ura),
            dora,
            kan_dora,
            self._number("counters", row),
            [fact for fact in CIRCUMSTANCES if fact in facts],
        )

    def _hand(self, row: int) -> tuple[Tile, Hand]:
        """Return the winning tile of a row, and the hand without it."""
        winning, counts = self._number("winning", row), self._numbers("tiles", row)
        if winning >= len(counts):
            raise _no_tile("winning_tile", winning, len(counts) - 1)
        reds = dict(zip(FIVES, self._numbers("reds", row) or [0] * len(FIVES), strict=True))
        if not counts[winning]:
            message = Message(
                "the winning tile {tile} is not among the tiles", tile=str(Tile(winning))
            )
            raise WinError("contradiction", "winning_tile", message)
        counts[winning] -= 1

        def tiles_of(kind: int, number: int) -> list[Tile]:
            red = min(number, reds.get(kind, 0))
            if red:
                reds[kind] -= red
            return [Tile(kind, place < red) for place in range(number)]

        concealed = [tile for kind, number in enumerate(counts) for tile in tiles_of(kind, number)]
        (won,) = tiles_of(winning, 1)
        numbers = self._numbers("melds", row)
        melds = []
        for kind, lowest in zip(numbers[::2], numbers[1::2], strict=True):
            if kind == NONE:
                continue
            if not 0 <= kind < len(KINDS):
                message = Message(
                    "{number} is not a kind of set: expected 0 to {most}, or -1 for no set",
                    number=kind,
                    most=len(KINDS) - 1,
                )
                raise WinError("no_set", "hand", message)
            steps = (0, 1, 2) if KINDS[kind] == "sequence" else (0,) * (3 + (kind > 1))
            try:
                for step in steps:
                    Tile(lowest + step)
                tiles = [tile for step in steps for tile in tiles_of(lowest + step, 1)]
                melds.append(Meld(KINDS[kind], tiles))
            except (MeldError, TileError) as error:
                raise WinError("no_set", "hand", error.message) from None
        for kind, left in reds.items():
            if left:
                message = Message(
                    "{n} more red {tile} than there are fives", n=left, tile=str(Tile(kind))
                )
                raise WinError("contradiction", "hand", message)
        try:
            return won, Hand(concealed, melds)
        except HandError as error:
            raise WinError(error.code, "hand", error.message) from None

    @cached_property
    def impossible(self) -> Mapping[int, WinError]:
        """The rows that are impossible wins, each with the error that `Win` raises for it."""
        found = {}
        for row in range(len(self)) if native() is None else self._packed[1]:
            if (error := self._error(row)) is not None:
                found[row] = error
        return found

    def _error(self, row: int) -> WinError | None:
        try:
            self[row]
        except WinError as error:
            return error
        return None

    @property
    def rows(self) -> bytes:
        """The rows as the native kernel reads them."""
        return self._packed[0]

    @cached_property
    def _packed(self) -> tuple[bytes, list[int]]:
        """The rows for the kernel, and the impossible ones."""
        with _rows_lock():
            packed: tuple[bytes, list[int]] = native().rows_of_arrays(
                len(self),
                self._columns,
                self._widths,
                self._facts,
                lambda row: self._error(row) is None,
            )
        return packed


@cache
def _rows_lock() -> Lock:
    """Return the lock of the kernel's table of possible facts."""
    return Lock()


_rows_lock()  # two threads that asked first at once would get two locks
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_rows_lock.cache_clear)


def _expected(name: str, kind: str, sizes: tuple[int, ...], found: str, wins: int) -> Message:
    shape = ["wins" if wins < 0 else str(wins), *map(str, sizes)]
    if name in _FEWER:
        shape[1] = f"1-{sizes[0]}"
    return Message(
        "{name}: expected an array of {type} ({shape}), not {found}",
        name=name, type=kind, shape=", ".join(shape), found=found,
    )  # fmt: skip


def _no_tile(field_name: str, number: int, most: int) -> WinError:
    message = Message("{number} is not a tile: expected 0 to {most}", number=number, most=most)
    return WinError("notation", field_name, message)


def _indicator(name: str, number: int) -> Tile:
    """Return the indicator with a number: the kind of a tile, or 34 to 36 for a red five."""
    if not 0 <= number < 34 + len(FIVES):
        raise _no_tile(f"{name}_indicators", number, 33 + len(FIVES))
    return Tile(number) if number < 34 else Tile(FIVES[number - 34], True)
