"""The JSON Schemas of how a deal ended, of what it comes to, and of a game on paper."""

from __future__ import annotations

from typing import get_args, get_type_hints

from riichi_core.game.fouls import fouls
from riichi_core.game.record import FIELDS, KEYS, SIGNALS
from riichi_core.scoring.fields import MOST_LISTED, WINDS
from riichi_core.scoring.record import WON_BY
from riichi_core.settlement import Transfer
from riichi_core.settlement.ending import PLAY_SETTINGS
from riichi_core.settlement.record import CAUSES, ENDS, LIMITS, OF_END, WIN
from riichi_core.settlement.settle import Refusal
from riichi_validators.record_schema import (
    COUNTERS,
    DIALECT,
    RULESETS,
    Json,
    answers,
    closed,
    score_schema,
    win_properties,
    words,
)

_NAME: Json = {"type": "string", "minLength": 1}
_NOTHING: Json = {"enum": [None, [], {}]}
_POINTS: Json = {
    "oneOf": [{"type": "integer"}, {"type": "string", "pattern": "^-?[0-9]+/[0-9]+$"}],
    "description": "What is shared in thirds is a text, as 1000/3.",
}
_TRUTH: Json = {"type": "boolean"}


def deal_schema() -> Json:
    """A record: how a deal ended; seats are named by their winds in it."""
    properties = _deal(words(WINDS))
    properties |= {
        "id": {"description": "Anything; it comes back with the result."},
        "prevailing_wind": words(WINDS, "east"),
        "counters": COUNTERS,
        "bets_on_table": COUNTERS,
        "rulesets": RULESETS,
    }
    return {"$schema": DIALECT, "title": "A deal, to be settled",
            **closed(properties, "end"), **_by_end()}  # fmt: skip


def game_schema() -> Json:
    """A game on paper; a seat is named by its player, or by its wind in that deal."""
    properties = {name: part for name, part in _deal(_NAME).items() if name in FIELDS}
    foul = {"seat": _NAME, "foul": words(fouls()), "points": {"type": "integer", "minimum": 0}}
    properties["fouls"] = {"type": "array", "items": closed(foul, "seat", "foul")}
    deal = {**closed(properties, "end"), **_by_end()}
    players = {"type": "array", "items": _NAME, "minItems": 4, "maxItems": 4, "uniqueItems": True}
    known = {
        "format": {"description": "Not needed."},
        "title": {"type": "string"},
        "players": {**players, "description": "The first is the first East."},
        "deals": {"type": "array", "items": deal, "minItems": 1},
        "stops": {**_TRUTH, "description": "Whether a leading East chose to end the game."},
    }
    number = {"type": "integer", "minimum": 1}
    known["signal"] = {
        "anyOf": [closed({name: number}) for name in SIGNALS],
        "description": "In or after which deal the signal of a time limit sounded.",
    }
    return {"$schema": DIALECT, "title": "A written record of a game",
            **closed({name: known[name] for name in KEYS}, "players", "deals")}  # fmt: skip


def _deal(seat: Json) -> Json:
    """The fields that say how a deal ended."""
    seats = {"type": "array", "items": seat, "maxItems": 4, "uniqueItems": True, "default": []}
    one = {"anyOf": [seat, {"type": "null"}]}
    fed = {"type": "object", "additionalProperties": seat}
    return {
        "end": words(ENDS),
        **dict.fromkeys(("riichi", "offenders", "tenpai", "nagashi", "dead_hands"), seats),
        "setting": words(PLAY_SETTINGS, "tournament"),
        "cause": words(CAUSES),
        "won_by": words(WON_BY),
        **dict.fromkeys(("discarder", "riichi_void"), one),
        "liable": {
            "type": "object",
            "additionalProperties": fed,
            "description": "For a winner and a yaku, who fed the set that decided it.",
        },
        "wins": {
            "type": "array",
            "items": {"anyOf": [_win(seat), *_stated(seat)]},
            "maxItems": MOST_LISTED,
        },
    }


def _win(seat: Json) -> Json:
    """A win by its hand."""
    facts = {"seat": seat, **win_properties()}
    return closed({name: facts[name] for name in WIN}, "seat", "hand", "winning_tile")


def _stated(seat: Json) -> list[Json]:
    """A win by its value."""
    fu = {"type": "integer", "minimum": 20, "maximum": 1000,
          "anyOf": [{"multipleOf": 10}, {"const": 25}]}  # fmt: skip
    han = {"type": "integer", "minimum": 1, "maximum": 100}
    return [
        closed({"seat": seat, "han": han, "fu": fu}, "seat", "han"),
        closed({"seat": seat, "limit": words(LIMITS)}),
        closed({"seat": seat, "yakuman": {"type": "integer", "minimum": 1}}),
    ]


def _by_end() -> Json:
    """What must and what must not be said at each end."""
    needed = {"win": ["won_by", "wins"], "abortive_draw": ["cause"], "chombo": ["offenders"]}
    return {
        "allOf": [
            {
                "if": {"required": ["end"], "properties": {"end": {"const": end}}},
                "then": {
                    "required": needed.get(end, []),
                    "properties": {
                        name: _NOTHING
                        for other, names in OF_END.items()
                        for name in names
                        if other != end
                    },
                },
            }
            for end in ENDS
        ]
    }


def settlement_schema() -> Json:
    """What a deal is answered with."""
    seat, party = words(WINDS), words((*WINDS, "table"))
    why = words(get_args(get_type_hints(Transfer)["why"]))
    transfer = {"from": party, "to": party, "points": _POINTS, "why": why}
    refused = {"seat": seat, "reason": words(get_args(Refusal))}
    lost = {"type": "object", "propertyNames": seat, "additionalProperties": {"type": "integer"}}
    seats = {"type": "array", "items": seat, "maxItems": 4, "uniqueItems": True}
    return answers(
        closed(
            {
                "ruleset_hash": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
                "winners": seats,
                "refused": {"type": "array", "items": closed(refused)},
                "wins": {"type": "object", "propertyNames": seat, "additionalProperties": _worth()},
                "deltas": closed(dict.fromkeys(WINDS, _POINTS)),
                "transfers": {"type": "array", "items": closed(transfer)},
                "bets_left": _POINTS,
                "dealer_stays": _TRUTH,
                "counters_next": {"type": "integer", "minimum": 0},
                "redeal": _TRUTH,
                "offenders": seats,
                "penalties": lost,
                "fines": lost,
            }
        )
    )


def _worth() -> Json:
    """The worth of a win that stands; of one by its value no yaku are known."""
    properties = {**score_schema()["properties"]}
    del properties["ruleset_hash"]
    return closed(properties | {"yaku": properties["yaku"] | {"minItems": 0}})
