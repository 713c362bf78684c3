"""Wins in the form in which a batch looks them up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from riichi_core.analysis.packed import RED_SEEN, pack
from riichi_core.errors import RiichiError
from riichi_core.hands.win import Win
from riichi_core.messages import Message, quote
from riichi_core.tiles.tile import FIVES

REDS_BITS = 3
"""Of the number of red fives of one suit, in the last word of a row."""


class PackedWins:
    """Wins that are packed once, to be scored several times or under rulesets that come later.

    Packing a win takes much longer than scoring a packed one.

    >>> wins = PackedWins([Win("2345567m(345p)678s", "8m", by="ron", seat="south")])
    >>> len(wins), str(wins[0])
    (1, '2345567m(345p)678s + 8m, ron by south')

    Args:
        wins: the wins, which are kept, for some can only be scored as a whole.

    Raises:
        RiichiError: one of them is no win.
    """

    def __init__(self, wins: Iterable[Win]) -> None:
        self._wins = tuple(wins)
        for win in self._wins:
            if not isinstance(win, Win):
                raise RiichiError(Message("expected a win, not {value}", value=quote(win)))

    def __len__(self) -> int:
        return len(self._wins)

    def __iter__(self) -> Iterator[Win]:
        return iter(self._wins)

    def __getitem__(self, at: int) -> Win:
        return self._wins[at]

    def chosen(self, places: Sequence[int]) -> PackedWins:
        """Return the wins at some places, in that order; what is packed stays packed."""
        some = PackedWins(self._wins[place] for place in places)
        if "rows" in self.__dict__:
            some.__dict__["rows"] = self.rows[places]
        return some

    @cached_property
    def rows(self) -> Any:
        """A numpy array: for each win the fields of `Packed`, and its red fives, as unsigned words.

        The red fives are those of each suit, `REDS_BITS` each, indicators included.
        """
        import numpy  # noqa: PLC0415 - only with the extra `fast`

        rows = numpy.zeros((len(self._wins), 8), numpy.uint64)
        if self._wins:
            rows[:] = [(*(packed := pack(win)), _reds(win, packed.flags)) for win in self._wins]
        return rows


def _reds(win: Win, flags: int) -> int:
    found = 0
    if flags & RED_SEEN:
        for tile in (*win.tiles, *win.indicators):
            if tile.red:
                found += 1 << REDS_BITS * FIVES.index(tile.kind)
    return found


def reds_of(packed: int) -> dict[int, int]:
    """Return the number of red fives by their kind, from the last word of a row."""
    most = (1 << REDS_BITS) - 1
    return {kind: packed >> REDS_BITS * place & most for place, kind in enumerate(FIVES)}
