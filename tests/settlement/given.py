"""Deals from separate facts, as the library takes them, and the errors for impossible ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from reference.spoiled import Spoiled
from second import POSSIBLE_REFUSALS, differences, slow_settlements, told

from riichi_core.errors import RecordError
from riichi_core.game.game import GameProblem
from riichi_core.hands.win import Riichi, Ron, Tsumo, Win
from riichi_core.records.deal import DealLine
from riichi_core.rules.ruleset import Ruleset
from riichi_core.settlement.ending import (
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    FinishedDeal,
    Redeal,
    StatedWin,
    Wins,
)
from riichi_core.settlement.settle import settle

Json = Mapping[str, Any]

OF_A_DEAL = {"bets": "bets_on_table", "round_wind": "round_wind"} | {
    name: name
    for name in ("counters", "riichi", "offenders", "setting", "penalties", "table_penalties",
                 "void_riichi", "wareme")
}  # fmt: skip
"""For each argument of a deal the name that its record has."""


def made(record: Json) -> FinishedDeal:
    """Return the deal of a record, built from separate facts."""
    given = {name: record[said] for name, said in OF_A_DEAL.items() if said in record}
    return FinishedDeal(ending(record), **given)


def ending(record: Json) -> Any:
    """Return the end of the deal of a record; an unknown word stays unchanged."""
    match record["end"]:
        case "win":
            wins = record["wins"]
            listed = [won(one, record) for one in wins] if isinstance(wins, list) else wins
            void = record.get("riichi_void") is not None
            return Wins(
                listed, discarder=record.get("discarder"), void=void, fed_by=record.get("liable")
            )
        case "exhaustive_draw":
            names = ("tenpai", "nagashi", "dead_hands")
            return ExhaustiveDraw(*(record.get(name, ()) for name in names))
        case "abortive_draw":
            return AbortiveDraw(record["cause"])
        case "chombo":
            return Chombo()
        case "redeal":
            return Redeal()
        case other:
            return other


def won(win: Any, record: Json) -> Any:
    """Return a win of a deal; an invalid value stays unchanged."""
    if not isinstance(win, Mapping):
        return win
    if "hand" not in win:
        return StatedWin(**win)
    late = {name: win[name] for name in ("last_tile", "first_turn") if name in win}
    if record["won_by"] == "self_draw":
        apart = win.get("winning_tile_apart", True)
        by: Tsumo | Ron = Tsumo(win.get("after_quad", False), apart=apart, **late)
    else:
        by = Ron(win.get("robbing_quad", False), **late)
    declared = win.get("riichi", "riichi" if win["seat"] in record.get("riichi", ()) else "none")
    ura = (_tiles(win, "ura_dora_indicators"), _tiles(win, "kan_ura_dora_indicators"))
    riichi = Riichi(declared == "double", win.get("ippatsu", False), *ura)
    return Win(
        win["hand"],
        win["winning_tile"],
        by,
        win["seat"],
        win.get("round_wind", record.get("round_wind", "east")),
        None if declared == "none" else riichi,
        _tiles(win, "dora_indicators"),
        _tiles(win, "kan_dora_indicators"),
        win.get("counters", record.get("counters", 0)),
        win.get("circumstances", ()),
    )


def _tiles(win: Json, name: str) -> str:
    return "".join(win.get(name, ()))


def hold_given(record: Json, ruleset: Ruleset) -> None:
    """Compare a deal built from separate facts with the slow settlement."""
    _hold(lambda: made(record), record, ruleset)


def hold_end_alone(record: Json, ruleset: Ruleset) -> None:
    """Compare the end of a deal, without any other facts, with the slow settlement.

    Winds, counters and riichi are then those of the winning hands; for four riichi all declared it.
    """
    if record["end"] == "chombo" or record.get("riichi_void"):
        return  # it needs an offender, or a player in riichi
    known: dict[str, Any] = {"end": record["end"]}
    known |= {name: record[name] for name in OF_AN_END if name in record}
    hands = [win["seat"] for win in known.get("wins", ()) if "hand" in win]
    if hands:
        known |= {name: record[name] for name in ("round_wind", "counters")}
        known["riichi"] = [seat for seat in record["riichi"] if seat in hands]
    if record.get("cause") == "four_riichi":
        known["riichi"] = ["east", "south", "west", "north"]
    _hold(lambda: ending(known), known, ruleset)


OF_AN_END = ("won_by", "discarder", "liable", "wins", "tenpai", "nagashi", "dead_hands", "cause")
"""What the record of a deal has of its end."""


def _hold(give: Callable[[], Any], record: Json, ruleset: Ruleset) -> None:
    mine: dict[str, Any] | str
    try:
        mine = told(settle(give(), ruleset.rules))
    except RecordError as error:
        mine = error.code
    slow = slow_settlements(record, ruleset)
    possible = isinstance(mine, str) and mine in POSSIBLE_REFUSALS
    assert mine in slow or possible, differences(record, mine, slow)


def hold_refused(spoiled: Spoiled) -> None:
    """Check that an impossible deal is refused with the expected error."""
    assert refusal_of(made, spoiled.deal) == spoiled.refused, spoiled
    if spoiled.read is not None:
        found = refusal_of(lambda deal: DealLine.read(dict(deal)).deal(), spoiled.deal)
        assert found == spoiled.read, spoiled


def refusal_of(read: Any, record: Json) -> tuple[str, str]:
    """Return the code and field with which a deal is refused; for lists, the list's field."""
    try:
        read(record)
    except RecordError as error:
        assert error.message, record
        return error.code, field_of(error)
    return "", ""


def field_of(error: RecordError | GameProblem) -> str:
    """Return the field of an error as a name only, without places in lists."""
    names = [name for name in error.field.split(".") if not name.isdigit()]
    return names[1] if names[0] == "wins" and len(names) > 1 else names[0]
