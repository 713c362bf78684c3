"""The end of a deal as a JSON record, and what it comes to: docs/contracts.md, settling a deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from riichi_core.hands import Win
from riichi_core.hands.win import WinError
from riichi_core.messages import quote
from riichi_core.rules.chapters.limits import LimitName
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.fields import (
    WINDS,
    known_fields,
    listing,
    number,
    ruleset_names,
    word,
    wrong_type,
)
from riichi_core.scoring.record import WIN_FIELDS, WON_BY, read_win, result_json
from riichi_core.settlement.ending import (
    PLAY_SETTINGS,
    AbortiveDraw,
    Cause,
    ChomboEnding,
    DealError,
    DealResult,
    Ending,
    ExhaustiveDraw,
    StatedWin,
    Wins,
)
from riichi_core.settlement.ledger import as_json
from riichi_core.settlement.settle import Settlement, settle
from riichi_core.tiles import Wind

LIMITS: tuple[LimitName, ...] = get_args(LimitName)
ENDS = ("win", "exhaustive_draw", "abortive_draw", "chombo")
CAUSES: tuple[Cause, ...] = get_args(Cause)

OF_END = {
    "win": ("won_by", "discarder", "riichi_void", "liable", "wins"),
    "exhaustive_draw": ("tenpai", "nagashi", "dead_hands"),
    "abortive_draw": ("cause",),
    "chombo": (),
}
"""The fields that only one end of a deal has."""

DEAL_FIELDS = (
    *("prevailing_wind", "counters", "bets_on_table", "riichi", "end", "offenders", "setting"),
    *(name for names in OF_END.values() for name in names),
)
_FOLLOW = ("seat_wind", "won_by", "prevailing_wind", "counters")
"""The fields of a win that follow from the deal."""

WIN = ("seat", *(name for name in WIN_FIELDS if name not in _FOLLOW))
_VALUED = ("seat", "han", "fu", "limit", "yakuman")
"""The fields of a win by its hand, and of one by its value."""


def read_record(data: object) -> tuple[DealResult, tuple[str, ...] | None]:
    """A deal and the rulesets that its record names, from the record's JSON value.

    Raises:
        WinError: what is wrong, with a code and the field that is at fault.
    """
    if not isinstance(data, Mapping):
        raise DealError("not_an_object", "", f"a record is a JSON object, not {quote(data)}")
    known_fields(data, ("id", *DEAL_FIELDS, "rulesets"))
    return read_deal(data), ruleset_names(data)


def read_deal(data: Mapping[str, Any]) -> DealResult:
    """The deal of a record.

    Raises:
        WinError: what is wrong, with a code and the field that is at fault.
    """
    if data.get("end") is None:
        message = f"end is missing: expected {', '.join(ENDS)}"
        raise DealError("missing_field", "end", message)
    kind = word(data, "end", ENDS)
    for other, fields in OF_END.items():
        for name in fields:
            if name in data and other != kind and data[name] not in (None, [], {}):
                message = f"{name} has no meaning at the end {kind}"
                raise DealError("contradiction", name, message)
    return DealResult(
        end=_end(kind, data),
        prevailing=Wind.of(word(data, "prevailing_wind", WINDS)),
        counters=number(data, "counters"),
        bets=number(data, "bets_on_table"),
        riichi=_seats(data, "riichi"),
        offenders=_seats(data, "offenders"),
        setting=PLAY_SETTINGS[PLAY_SETTINGS.index(word(data, "setting", PLAY_SETTINGS))],
    )


def _end(kind: str, data: Mapping[str, Any]) -> Ending:
    match kind:
        case "exhaustive_draw":
            parts = ("tenpai", "nagashi", "dead_hands")
            return ExhaustiveDraw(*(_seats(data, name) for name in parts))
        case "abortive_draw":
            if data.get("cause") is None:
                message = f"cause is missing: expected {', '.join(CAUSES)}"
                raise DealError("missing_field", "cause", message)
            cause = word(data, "cause", CAUSES)
            return AbortiveDraw(CAUSES[CAUSES.index(cause)])
        case "chombo":
            return ChomboEnding()
    return _wins(data)


def _wins(data: Mapping[str, Any]) -> Wins:
    drawn = word(data, "won_by", WON_BY) == "self_draw"
    if data.get("won_by") is None:
        raise DealError("missing_field", "won_by", f"won_by is missing: {' or '.join(WON_BY)}")
    discarder = _seat(data.get("discarder"), "discarder")
    if drawn and discarder is not None:
        raise DealError("contradiction", "discarder", "a drawn tile has no discarder")
    if not drawn and discarder is None:
        raise DealError("missing_field", "discarder", "discarder is missing: who discarded")
    void = _seat(data.get("riichi_void"), "riichi_void")
    if void is not None and void != discarder:
        message = "riichi_void is the seat whose riichi discard was won on: the discarder"
        raise DealError("contradiction", "riichi_void", message)
    wins = tuple(_win(data, entry, place) for place, entry in enumerate(listing(data, "wins")))
    return Wins(wins, discarder, void is not None, _fed(data))


def _win(data: Mapping[str, Any], entry: object, place: int) -> Win | StatedWin:
    """One of the wins; what it does not say follows from the deal."""
    where = f"wins.{place}"
    if not isinstance(entry, Mapping):
        raise DealError("wrong_type", where, f"{where}: expected an object, not {quote(entry)}")
    try:
        by_value = "hand" not in entry and any(name in entry for name in _VALUED[1:])
        known_fields(entry, _VALUED if by_value else WIN)
        seat = _seat(entry.get("seat"), "seat")
        if seat is None:
            raise DealError("missing_field", "seat", "seat is missing: who won")
        if by_value:
            return _stated(data, entry, seat)
        declared = "riichi" if seat in _seats(data, "riichi") else "none"
        facts = {name: value for name, value in entry.items() if name != "seat"}
        return read_win(
            {
                "riichi": declared,
                **facts,
                "seat_wind": str(seat),
                "won_by": data.get("won_by"),
                "prevailing_wind": data.get("prevailing_wind", "east"),
                "counters": data.get("counters", 0),
            }
        )
    except WinError as error:
        raise DealError(error.code, f"{where}.{error.field}", f"{where}: {error}") from None


def _stated(data: Mapping[str, Any], entry: Mapping[str, Any], seat: Wind) -> StatedWin:
    """A win by what it was worth."""
    given = {name: number(entry, name) for name in ("han", "fu", "yakuman") if name in entry}
    limit = word(entry, "limit", LIMITS) if "limit" in entry else None
    return StatedWin(
        seat,
        drawn=data.get("won_by") == "self_draw",
        counters=number(data, "counters"),
        han=given.get("han"),
        fu=given.get("fu"),
        limit=None if limit is None else LIMITS[LIMITS.index(limit)],
        yakuman=given.get("yakuman", 0),
    )


def _fed(data: Mapping[str, Any]) -> dict[Wind, dict[str, Wind]]:
    given = data.get("liable", {})
    if not isinstance(given, Mapping):
        wrong_type("liable", given, "an object as {south: {big_three_dragons: north}}")
    found: dict[Wind, dict[str, Wind]] = {}
    for winner, fed in given.items():
        seat = _seat(winner, "liable")
        if seat is None or not isinstance(fed, Mapping):
            wrong_type("liable", fed, "for each winner an object as {big_three_dragons: north}")
        feeders = {str(name): _seat(feeder, "liable") for name, feeder in fed.items()}
        found[seat] = {name: feeder for name, feeder in feeders.items() if feeder is not None}
    return found


def _seat(value: object, name: str) -> Wind | None:
    if value is None:
        return None
    return Wind.of(word({name: value}, name, WINDS))


def _seats(data: Mapping[str, Any], name: str) -> frozenset[Wind]:
    found = [_seat(value, name) for value in listing(data, name)]
    seats = [seat for seat in found if seat is not None]
    if len(set(seats)) < len(found):
        raise DealError("contradiction", name, f"{name}: a seat is named twice, or null")
    return frozenset(seats)


# ---- results -------------------------------------------------------------------------------------


def settlement_json(deal: DealResult, ruleset: Ruleset) -> dict[str, Any]:
    """What a deal comes to under a ruleset, as JSON; thirds are texts as `1000/3`.

    Raises:
        DealError: the ruleset has no such end of a deal, or no declared win stands.
        UnsupportedTileError: a hand has a red five that the ruleset has not.
    """
    found = settle(deal, ruleset)
    return {
        "winners": _names(found.winners),
        "refused": [{"seat": str(seat), "reason": reason} for seat, reason in found.refused],
        "wins": {str(seat): result_json(score) for seat, score in found.scores.items()},
        "deltas": {str(seat): as_json(points) for seat, points in found.deltas.items()},
        "transfers": _transfers(found),
        "bets_left": as_json(found.bets_left),
        "dealer_stays": found.dealer_stays,
        "counters_next": found.counters_next,
        "redeal": found.redeal,
        "offenders": _names(found.offenders),
        "penalties": {str(seat): points for seat, points in found.penalties.items()},
        "fines": {str(seat): points for seat, points in found.fines.items()},
    }


def _transfers(found: Settlement) -> list[dict[str, Any]]:
    return [
        {
            "from": str(one.giver),
            "to": str(one.taker),
            "points": as_json(one.points),
            "why": one.why,
        }
        for one in found.transfers
    ]


def _names(seats: Iterable[Wind]) -> list[str]:
    return [str(seat) for seat in seats]
