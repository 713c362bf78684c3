"""A game at a table as one seat sees it, in mjai lines, and the actions that mjai lines mean."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from riichi_core.play.actions import (
    NINE_KINDS,
    WIN,
    Action,
    Chow,
    ClaimedKong,
    ConcealedKong,
    Discard,
    ExtendedKong,
    Pung,
)
from riichi_core.play.events import Started
from riichi_core.play.game_state import Settled, Signalled
from riichi_core.play.table import Table
from riichi_core.records.mjai import DealWriting, end_lines
from riichi_core.records.mjai_lines import FROM_MJAI, MjaiLine
from riichi_core.records.recorded import deals_of

HIDDEN = "?"
"""A tile that the seat does not see."""

NAMES = ["0", "1", "2", "3"]
"""Of the players: some bots take no game without names."""

_BY_CONSUMED: dict[str, type[Chow | Pung | ClaimedKong | ConcealedKong]] = {
    "chi": Chow,
    "pon": Pung,
    "daiminkan": ClaimedKong,
    "ankan": ConcealedKong,
}


class MjaiSeat:
    """The lines of a game that one player is told.

    Args:
        table: where the game is played.
        place: of the player: 0 for the first East to 3.
    """

    def __init__(self, table: Table, place: int) -> None:
        self._table, self._place = table, place
        self._told = self._deals = 0
        self._writing: DealWriting | None = None

    def start(self) -> str:
        """Return the first line of the game."""
        return json.dumps({"type": "start_game", "id": self._place, "names": NAMES})

    def news(self) -> list[str]:
        """Return the lines of all that has happened since the last call."""
        events = self._table.events
        found: list[MjaiLine] = []
        for number in range(self._told, len(events)):
            event = events[number]
            if isinstance(event, Settled):
                found += end_lines(list(deals_of(self._table))[self._deals])
                self._deals += 1
            elif not isinstance(event, Signalled):
                if isinstance(event, Started):
                    self._writing = DealWriting(self._table.game_at(number).standing)
                assert self._writing is not None
                found += self._writing.lines(event)
        self._told = len(events)
        return [self._seen(line) for line in found]

    def _seen(self, line: MjaiLine) -> str:
        """Return a line without the tiles that the player does not see."""
        told = json.loads(line.text())
        if told["type"] == "start_kyoku":
            told["tehais"] = [
                hand if place == self._place else [HIDDEN] * len(hand)
                for place, hand in enumerate(told["tehais"])
            ]
        elif told["type"] == "tsumo" and told["actor"] != self._place:
            told["pai"] = HIDDEN
        return json.dumps(told)


def action_of(
    answer: Mapping[str, Any], acts: Iterable[Action], *, riichi: bool = False
) -> Action | None:
    """Return the legal action that an answer means; None if it means none of them.

    Args:
        answer: a line of a player, but neither `none` nor `reach`.
        acts: what is legal.
        riichi: whether a `reach` went before it.
    """
    fitting = [act for act in acts if _means(answer, act, riichi=riichi)]
    drawn = answer.get("tsumogiri") is True
    same = [act for act in fitting if not isinstance(act, Discard) or act.tsumogiri == drawn]
    return next(iter(same or fitting), None)


def _means(answer: Mapping[str, Any], act: Action, *, riichi: bool) -> bool:
    kind, tile = answer.get("type"), _tile(answer.get("pai"))
    match act:
        case Discard():
            return kind == "dahai" and act.tile == tile and act.riichi is riichi
        case Chow() | Pung() | ClaimedKong() | ConcealedKong():
            used = _tiles(answer.get("consumed"))
            return _BY_CONSUMED.get(str(kind)) is type(act) and sorted(act.tiles) == used
        case ExtendedKong():
            return kind == "kakan" and act.tile == tile
    return (kind == "hora" and act == WIN) or (kind == "ryukyoku" and act == NINE_KINDS)


def _tile(text: object) -> Any:
    return FROM_MJAI.get(text) if isinstance(text, str) else None


def _tiles(value: object) -> Sequence[Any] | None:
    found = [_tile(text) for text in value] if isinstance(value, list) else [None]
    return None if None in found else sorted(found)
