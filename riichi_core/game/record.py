"""A written record of a game: YAML or JSON, players and deals; docs/contracts.md, a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from riichi_core.errors import RecordError
from riichi_core.game.committed import committed
from riichi_core.game.game import Fault, Game, Played, ReadDeal
from riichi_core.game.result import Final
from riichi_core.game.standing import PLAYERS, Standing
from riichi_core.game.time import Signal
from riichi_core.messages import quote
from riichi_core.rules.rules import Rules
from riichi_core.scoring.fields import WINDS, known_fields, listing
from riichi_core.settlement import DealError, DealResult
from riichi_core.settlement.ledger import as_json
from riichi_core.settlement.record import DEAL_FIELDS, read_deal
from riichi_core.source import document as documents
from riichi_core.source.diagnostics import Diagnostic
from riichi_core.source.document import Document

KEYS = ("format", "title", "players", "deals", "stops", "signal")
"""What a record says."""

SIGNALS = ("during_deal", "after_deal")
"""When the signal of a time limit can sound: in a deal, or after it and before the next dice."""

_FOLLOW = ("prevailing_wind", "counters", "bets_on_table")
FIELDS = (*(name for name in DEAL_FIELDS if name not in _FOLLOW), "fouls")
"""The fields of a deal."""

_SEATS = ("riichi", "offenders", "tenpai", "nagashi", "dead_hands")
_SEAT = ("discarder", "riichi_void")


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was read: the names of the players, the first East first, and the deals."""

    title: str
    players: tuple[str, ...]
    deals: tuple[ReadDeal, ...]
    stops: bool
    signal: Signal | None
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
    return Record(
        str(data.get("title", "")),
        players,
        deals,
        bool(data.get("stops")),
        read_signal(data),
        document,
    ), []


def _wrong_head(document: Document) -> list[Diagnostic]:
    data: Any = document.data
    if not isinstance(data, dict):
        return [document.problem((), "wrong-type", "a game is a mapping with players and deals")]
    unknown = [
        document.problem((name,), "unknown-key", f"there is no '{name}' here", key=True,
                         expected=", ".join(KEYS))
        for name in data
        if name not in KEYS
    ]  # fmt: skip
    parts = (
        ("players", "players", wrong_players(data)),
        ("deals", "missing-key", wrong_deals(data)),
        ("signal", "signal", wrong_signal(data)),
    )
    wrong = [
        document.problem((name,) if name in data else (), code, message)
        for name, code, message in parts
        if message
    ]
    return [*unknown, *wrong]


def wrong_players(data: Mapping[str, Any]) -> str:
    """What is wrong with the players of a record, or nothing."""
    names = data.get("players")
    if not isinstance(names, list) or len(names) != PLAYERS or not all(
        isinstance(name, str) and name for name in names
    ):  # fmt: skip
        return "four names are needed, East first"
    if len(set(names)) < PLAYERS:
        return "two players have the same name"
    clash = [name for name in names if name in WINDS]
    return f"a player cannot be called '{clash[0]}': that is a seat" if clash else ""


def wrong_deals(data: Mapping[str, Any]) -> str:
    """What is wrong with the list of deals, or nothing."""
    deals = data.get("deals")
    return "" if isinstance(deals, list) and deals else "a list of deals is needed"


def wrong_signal(data: Mapping[str, Any]) -> str:
    """What is wrong with the signal of a time limit, or nothing."""
    signal, deals = data.get("signal"), data.get("deals")
    if signal is None or not isinstance(deals, list):
        return ""
    if not isinstance(signal, Mapping) or len(signal) != 1 or not {*signal} <= {*SIGNALS}:
        return f"the signal is said as {{{SIGNALS[0]}: 8}} or {{{SIGNALS[1]}: 8}}"
    (number,) = signal.values()
    if type(number) is not int or not 1 <= number <= len(deals):
        return f"the signal names one of the deals, 1 to {len(deals)}"
    return ""


def read_signal(data: Mapping[str, Any]) -> Signal | None:
    """When the signal sounded, of a record in which it is right."""
    signal = data.get("signal")
    if signal is None:
        return None
    ((name, number),) = signal.items()
    return Signal(number, in_play=name == SIGNALS[0])


# ---- deals ---------------------------------------------------------------------------------------


def reader(data: object, players: tuple[str, ...]) -> ReadDeal:
    """Reads a deal where the game stands; the names of players stand for their seats."""

    def read(standing: Standing, rules: Rules) -> DealResult:
        if not isinstance(data, Mapping):
            raise DealError("wrong_type", "", f"expected how a deal ended, not {quote(data)}")
        seats = {name: str(standing.seat(player)) for player, name in enumerate(players)}
        try:
            known_fields(data, FIELDS)
            return _with_fouls(_named(data, seats), standing, rules)
        except DealError:
            raise
        except RecordError as error:
            raise DealError(error.code, error.field, str(error)) from None

    return read


def _with_fouls(data: Mapping[str, Any], standing: Standing, rules: Rules) -> DealResult:
    """The deal with what follows from the game, and from the fouls in it."""
    found = committed(data, rules)
    facts = {name: value for name, value in data.items() if name != "fouls"} | {
        "prevailing_wind": str(standing.prevailing),
        "counters": standing.counters,
        "bets_on_table": int(standing.bets),
    }
    barred = found.dead if "win" in rules.dead_hand.bars else ()
    _refuse_wins(data, barred, "is dead by its foul, so it cannot win")
    _refuse_wins(data, found.offenders, "made a chombo, so it cannot win")
    more = {"offenders": found.offenders}
    if data.get("end") == "exhaustive_draw":
        more["dead_hands"] = found.dead
    for name, seats in more.items():
        if seats:
            listed = listing(data, name)
            facts[name] = [*listed, *(seat for seat in dict.fromkeys(seats) if seat not in listed)]
    return replace(read_deal(facts), penalties=found.penalties, fines=found.fines)


def _refuse_wins(data: Mapping[str, Any], seats: Sequence[str], why: str) -> None:
    """Refuse wins by who may not win because of a foul."""
    wins = data.get("wins")
    found = wins if isinstance(wins, list) else []
    won = [win.get("seat") for win in found if isinstance(win, Mapping)]
    for seat in seats:
        if seat in won:
            raise DealError("contradiction", "fouls", f"the hand of {seat} {why}")


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
    if isinstance(data.get("fouls"), list):
        found["fouls"] = [
            {**foul, "seat": seat(foul.get("seat"))} if isinstance(foul, Mapping) else foul
            for foul in data["fouls"]
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


# ---- results -------------------------------------------------------------------------------------


def game_json(players: Sequence[str], game: Game) -> dict[str, Any]:
    """A game as JSON, each player by name; what is shared in thirds are texts as `1000/3`."""
    return {
        "deals": [_played(players, one) for one in game.played],
        "over": game.over,
        "parted": game.parted and {"deal": game.parted[0] + 1, "how": game.parted[1]},
        "finals": {
            name: final_json(one) for name, one in zip(players, game.finals, strict=True)
        },
        "fault": game.fault and {"deal": game.fault.number + 1, "field": game.fault.field,
                                 "code": game.fault.code, "message": game.fault.message},
    }  # fmt: skip


def final_json(final: Final) -> dict[str, Any]:
    """One player's part of the result as JSON."""
    return {
        "score": as_json(final.score),
        "bets": as_json(final.bets),
        "place": final.place,
        "uma": as_json(final.uma),
        "oka": as_json(final.oka),
        "penalty": final.penalty,
        "result": as_json(final.result),
    }


def _played(players: Sequence[str], one: Played) -> dict[str, Any]:
    """A deal, where the game stood before it, and the scores after it."""
    return {
        "round": str(one.before.prevailing),
        "dealer": players[one.before.dealer],
        "counters": one.before.counters,
        "winners": [players[one.before.player(seat)] for seat in one.settlement.winners],
        "scores": dict(zip(players, map(as_json, one.after.scores), strict=True)),
        "bets": as_json(one.after.bets),
    }
