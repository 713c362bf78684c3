"""The full form of a deal's record: seats instead of players, lists instead of single values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .reading import written_tiles

Json = dict[str, Any]

SEATS = ("east", "south", "west", "north")
LISTS_OF_SEATS = ("riichi", "offenders", "tenpai", "nagashi", "dead_hands")
LISTS = ("wins", "fouls")


def written_out(deal: Mapping[str, Any], seats: Mapping[str, str] | None = None) -> Json:
    """Return the record of a deal in full; `seats` gives the seats of the named players."""
    found: Json = _seated(dict(deal), seats or {})
    for name in LISTS_OF_SEATS:
        if isinstance(found.get(name), str):
            found[name] = [found[name]]
    for name in LISTS:
        if isinstance(found.get(name), dict):
            found[name] = [found[name]]
    found["wins"] = [_win(win) for win in found.get("wins") or ()]
    return {name: value for name, value in found.items() if value is not None}


def _win(win: Json) -> Json:
    found = dict(win)
    for name, value in win.items():
        if name.endswith("_indicators") and isinstance(value, str):
            found[name] = written_tiles(value)
    if isinstance(found.get("circumstances"), str):
        found["circumstances"] = [found["circumstances"]]
    return found


def _seated(value: Any, seats: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {seats.get(name, name): _seated(one, seats) for name, one in value.items()}
    if isinstance(value, list):
        return [_seated(one, seats) for one in value]
    return seats.get(value, value) if isinstance(value, str) else value
