"""The engine's settlement compared with the slow one in tests/reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, cast

from reference.faults import after_fouls
from reference.record import written_out
from reference.settlement import Settled, settle as slow_settle
from reference.worth import CannotBeError, Worth, worths

from riichi_core.errors import RecordError
from riichi_core.hands.win import Tsumo, Win
from riichi_core.records.deal import DealLine
from riichi_core.rules.ruleset import Ruleset
from riichi_core.settlement.ending import AbortiveDraw, ExhaustiveDraw, FinishedDeal, Wins
from riichi_core.settlement.settle import Settlement, settle
from riichi_core.tiles import Wind

Json = Mapping[str, Any]


def hold(record: Json, ruleset: Ruleset) -> str:
    """Compare the settlement of a record with the slow one, and return its kind as a word."""
    rules = ruleset.rules
    mine: dict[str, Any] | str
    try:
        mine = told(settle(DealLine.read(dict(record)).deal(rules)[0], rules))
    except RecordError as error:
        mine = error.code
    slow = slow_settlements(record, ruleset)
    if mine in slow:
        return str(record["end"])
    if isinstance(mine, str) and mine in POSSIBLE_REFUSALS:
        return f"refused: {mine}"
    raise AssertionError(differences(record, mine, slow))


def hold_settled(deal: FinishedDeal, found: Settlement, ruleset: Ruleset) -> None:
    """Compare a settlement of play with the slow one."""
    mine, slow = told(found), slow_settlements(record_of(deal), ruleset)
    assert mine in slow, differences(record_of(deal), mine, slow)


def record_of(deal: FinishedDeal) -> dict[str, Any]:
    """Return the record of a played deal."""
    end = deal.end
    found: dict[str, Any] = {
        "end": end.kind,
        "round_wind": str(deal.round_wind),
        "counters": deal.counters,
        "bets_on_table": deal.bets,
        "setting": deal.setting,
        "riichi": _words(deal.riichi),
        "void_riichi": _words(deal.void_riichi),
        "offenders": _words(deal.offenders),
        "penalties": _by_seat(deal.penalties),
        "table_penalties": _by_seat(deal.table_penalties),
        **_foul_payments(deal),
        "wareme": None if deal.wareme is None else str(deal.wareme),
    }
    match end:
        case Wins():
            found |= {
                "won_by": "self_draw" if end.discarder is None else "discard",
                "discarder": None if end.discarder is None else str(end.discarder),
                "riichi_void": str(end.discarder) if end.void else None,
                "wins": [_win_record(win) for win in end.wins if isinstance(win, Win)],
                "liable": {
                    str(winner): {yaku: str(feeder) for yaku, feeder in fed.items()}
                    for winner, fed in end.fed_by.items()
                },
            }
        case ExhaustiveDraw():
            found |= {
                "tenpai": _words(end.tenpai),
                "nagashi": _words(end.nagashi),
                "dead_hands": _words(end.dead),
                "told_noten": _words(end.noten_riichi),
            }
        case AbortiveDraw():
            found["cause"] = end.cause
    return found


def _foul_payments(deal: FinishedDeal) -> dict[str, dict[str, int]]:
    """Return the points of fouls into the pot and to each other player, by payer."""
    pot: Counter[str] = Counter()
    to_each: Counter[str] = Counter()
    for one in deal.foul_payments.transfers:
        if one.taker == "table":
            pot[str(one.giver)] += int(one.points)
        elif one.taker == Wind((cast("Wind", one.giver) + 1) % 4):
            to_each[str(one.giver)] += int(one.points)
    return {"pot": pot, "to_each": to_each}


def _words(seats: Iterable[Wind]) -> list[str]:
    return [str(seat) for seat in sorted(seats)]


def _win_record(win: Win) -> dict[str, Any]:
    by, riichi = win.by, win.riichi
    flags = {"last_tile": by.last_tile, "first_turn": by.first_turn}
    if isinstance(by, Tsumo):
        flags |= {"after_quad": by.after_quad, "winning_tile_apart": by.apart}
    else:
        flags["robbing_quad"] = by.robbing_quad
    found: dict[str, Any] = {
        **flags,
        "seat": str(win.seat),
        "hand": str(win.hand),
        "winning_tile": str(win.tile),
        "dora_indicators": [*map(str, win.dora)],
        "kan_dora_indicators": [*map(str, win.kan_dora)],
        "circumstances": sorted(win.circumstances),
    }
    if riichi is not None:
        found |= {
            "riichi": "double" if riichi.double else "riichi",
            "ippatsu": riichi.ippatsu,
            "ura_dora_indicators": [*map(str, riichi.ura)],
            "kan_ura_dora_indicators": [*map(str, riichi.kan_ura)],
        }
    return found


POSSIBLE_REFUSALS = {"contradiction", "red_five", "bonus_tile", "five_of_a_tile"}


def slow_settlements(record: Json, ruleset: Ruleset) -> list[Any]:
    """Return the possible slow settlements, several if readings of a hand tie."""
    try:
        record = written_out(record)
        if record.get("fouls"):
            record = after_fouls(record, ruleset.rules)
        possible = {win["seat"]: worths(win, record, ruleset.rules) for win in record["wins"]}
    except CannotBeError as error:
        return [error.code]
    choices: list[list[Worth | str]] = [
        [one] if isinstance(one, str) else [*one] for one in possible.values()
    ]
    results: list[Any] = []
    for chosen in product(*choices):
        try:
            found = slow_settle(record, ruleset.rules, dict(zip(possible, chosen, strict=True)))
            results.append(slowly_told(found))
        except CannotBeError as error:
            results.append(error.code)
    return results


def told(found: Settlement) -> dict[str, Any]:
    """Return the compared parts of a settlement."""
    balances: Counter[tuple[str, str]] = Counter()
    for one in found.ledger.transfers:
        points: Any = Fraction(one.points)
        balances[str(one.giver), one.why] -= points
        balances[str(one.taker), one.why] += points
    return {
        "winners": [str(seat) for seat in found.winners],
        "refused": {str(seat): reason for seat, reason in found.refused},
        "balances": {key: points for key, points in balances.items() if points},
        "bets_left": Fraction(found.bets_left),
        "dealer_stays": found.dealer_stays,
        "counters_next": found.counters_next,
        "redeal": found.redeal,
        "offenders": sorted(str(seat) for seat in found.offenders),
        "penalties": _by_seat(found.penalties),
        "table_penalties": _by_seat(found.table_penalties),
        "chips": _by_seat(found.chips),
    }


def slowly_told(found: Settled) -> dict[str, Any]:
    """Return the same parts of the slow settlement."""
    return {
        "winners": found.winners,
        "refused": found.refused,
        "balances": found.balances(),
        "bets_left": found.bets_left,
        "dealer_stays": found.dealer_stays,
        "counters_next": found.counters_next,
        "redeal": found.redeal,
        "offenders": sorted(found.offenders),
        "penalties": _by_seat(found.penalties),
        "table_penalties": _by_seat(found.table_penalties),
        "chips": _by_seat(found.chips),
    }


def _by_seat(points: Mapping[Any, int]) -> dict[str, int]:
    return {str(seat): number for seat, number in points.items() if number}


def differences(record: Json, mine: Any, slow: list[Any]) -> str:
    """Return the differences between a settlement and the slow one."""
    lines = [f"{record}"]
    if isinstance(mine, str) or isinstance(slow[0], str):
        return "\n".join([*lines, f"engine: {mine}", f"slow: {slow[0]}"])
    for name, value in mine.items():
        if value != slow[0][name]:
            lines.append(f"{name}: engine {_said(value)}, slow {_said(slow[0][name])}")
    return "\n".join(lines)


def _said(value: Any) -> str:
    if isinstance(value, dict):
        return str({key: str(one) for key, one in value.items()})
    return str(value)
