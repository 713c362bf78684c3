"""A written record of a game: YAML or JSON, players and deals; docs/contracts.md, a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from riichi_core.game.game import Fault, Game, ReadDeal
from riichi_core.game.standing import PLAYERS, Standing
from riichi_core.hands.facts import WinError
from riichi_core.rules import document as documents
from riichi_core.rules.diagnostics import Diagnostic, Pointer
from riichi_core.rules.document import Document
from riichi_core.scoring.fields import known_fields, shown
from riichi_core.settlement import Deal, DealError
from riichi_core.settlement.record import DEAL_FIELDS, read_deal

KEYS = ("format", "title", "players", "deals", "stops")
_FOLLOW = ("prevailing_wind", "counters", "bets_on_table")
_DEAL = tuple(name for name in DEAL_FIELDS if name not in _FOLLOW)
_SEATS = ("riichi", "offenders", "tenpai", "nagashi", "dead_hands")
_SEAT = ("discarder", "riichi_void")


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was read: the names of the players, the first East first, and the deals."""

    title: str
    players: tuple[str, ...]
    deals: tuple[ReadDeal, ...]
    stops: bool
    document: Document

    def diagnostic(self, fault: Fault) -> Diagnostic:
        """What is wrong with a deal, at its place in the file."""
        pointer: list[str | int] = ["deals", fault.number]
        whole: Any = self.document.data
        data = whole["deals"][fault.number]
        for name in fault.field.split("."):
            step: str | int = int(name) if name.isdigit() and isinstance(data, list) else name
            try:
                data = data[step]
            except (LookupError, TypeError):
                break
            pointer.append(step)
        code = fault.code.replace("_", "-")
        message = f"deal {fault.number + 1}: {fault.message}"
        return self.document.problem(tuple(pointer), code, message)


def read_game(path: Path) -> tuple[Record | None, list[Diagnostic]]:
    """A record from its file, or everything that is wrong with its head.

    What is wrong with a deal is found when the game comes to it, so that nothing of the deals
    before it is lost.
    """
    document, problems = documents.read(path, str(path))
    if document is None or problems:
        return None, problems
    found = [*_wrong_head(document)]
    if found:
        return None, found
    data: Any = document.data
    players = tuple(data["players"])
    deals = tuple(reader(deal, players) for deal in data["deals"])
    return Record(str(data.get("title", "")), players, deals, bool(data.get("stops")), document), []


def _wrong_head(document: Document) -> list[Diagnostic]:
    data: Any = document.data
    if not isinstance(data, dict):
        return [document.problem((), "wrong-type", "a game is a mapping with players and deals")]
    found = [
        document.problem((name,), "unknown-key", f"there is no '{name}' here", key=True,
                         expected=", ".join(KEYS))
        for name in data
        if name not in KEYS
    ]  # fmt: skip
    players, deals = data.get("players"), data.get("deals")
    names = players if isinstance(players, list) else []
    if len(names) != PLAYERS or not all(isinstance(name, str) and name for name in names):
        at: Pointer = ("players",) if "players" in data else ()
        found.append(document.problem(at, "players", "four names are needed, East first"))
    elif len(set(names)) < PLAYERS:
        found.append(document.problem(("players",), "players", "two players have the same name"))
    elif clash := [name for name in names if name in ("east", "south", "west", "north")]:
        message = f"a player cannot be called '{clash[0]}': that is a seat"
        found.append(document.problem(("players",), "players", message))
    if not isinstance(deals, list) or not deals:
        at = ("deals",) if "deals" in data else ()
        found.append(document.problem(at, "missing-key", "a list of deals is needed"))
    return found


# ---- deals ---------------------------------------------------------------------------------------


def reader(data: object, players: tuple[str, ...]) -> ReadDeal:
    """Reads a deal where the game stands; the names of players stand for their seats."""

    def read(standing: Standing) -> Deal:
        if not isinstance(data, Mapping):
            raise DealError("wrong_type", "", f"expected how a deal ended, not {shown(data)}")
        seats = {name: str(standing.seat(player)) for player, name in enumerate(players)}
        try:
            known_fields(data, _DEAL)
            return read_deal(
                {
                    **_named(data, seats),
                    "prevailing_wind": str(standing.prevailing),
                    "counters": standing.counters,
                    "bets_on_table": int(standing.bets),
                }
            )
        except DealError:
            raise
        except WinError as error:
            raise DealError(error.code, error.field, str(error)) from None

    return read


def _named(data: Mapping[str, Any], seats: Mapping[str, str]) -> dict[str, Any]:
    """The record with seats in place of the names of players."""

    def seat(value: Any) -> Any:
        return seats.get(value, value) if isinstance(value, str) else value

    found = dict(data)
    for name in _SEATS:
        if isinstance(data.get(name), list):
            found[name] = [seat(value) for value in data[name]]
    for name in _SEAT:
        if name in data:
            found[name] = seat(data[name])
    if isinstance(data.get("wins"), list):
        found["wins"] = [
            {**win, "seat": seat(win.get("seat"))} if isinstance(win, Mapping) else win
            for win in data["wins"]
        ]
    if isinstance(data.get("liable"), Mapping):
        found["liable"] = {
            seat(winner): {name: seat(who) for name, who in fed.items()}
            if isinstance(fed, Mapping) else fed
            for winner, fed in data["liable"].items()
        }  # fmt: skip
    return found


def faults(record: Record, games: Mapping[str, Game]) -> list[Diagnostic]:
    """What is wrong with the deals, once for each place."""
    found: dict[str, Diagnostic] = {}
    for game in games.values():
        if game.fault is not None:
            problem = record.diagnostic(game.fault)
            found.setdefault(problem.text(), problem)
    return list(found.values())
