"""Random fouls to add to the ends of deals, and random penalties for them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from riichi.schema.ruleset_schema import file_schema
from riichi_core.rules.chapters.fouls import ByDegree, FoulPenalty, Fouls
from riichi_core.rules.rules import Rules

from .faults import BY_A_REFEREE, value_of
from .record import SEATS

Json = dict[str, Any]

FOULS = tuple(name for name, _ in Fouls.options())

OFTEN = (
    "noten_riichi", "riichi_hand_not_shown", "forbidden_riichi_quad", "riichi_on_open_hand",
    "empty_riichi",
    "discard_from_riichi_hand", "drawn_tile_touches_riichi_hand", "swap_call", "wrong_tile_count",
    "false_win_shown", "empty_win_call", "win_with_dead_hand", "win_after_declaring_tenpai",
    "tsumo_after_discard", "call_with_undeclared_dead_hand", "unplayable_by_fault",
    "unplayable_no_fault", "exposed_while_dealing",
)  # fmt: skip
"""Fouls that touch the end of a deal, or each other."""

OF_A_RIICHI = {
    "noten_riichi", "riichi_hand_not_shown", "riichi_on_seen_tiles", "forbidden_riichi_quad",
    "riichi_without_word",
    "riichi_without_bet", "drawn_tile_touches_riichi_hand", "discard_from_riichi_hand",
    "claim_after_riichi", "claim_after_riichi_and_discard", "next_riichi_discard_not_turned",
}  # fmt: skip
"""Fouls of a player who has declared riichi."""

OF_AN_EMPTY_WALL = {"false_tenpai", "false_tenpai_again", "win_after_declaring_tenpai",
                    "draw_after_last_tile", "call_after_the_end"}  # fmt: skip
"""Fouls after which nobody wins on another tile than the last."""


def with_fouls(rng: Random, deal: Json, rules: Rules) -> Json:
    """Return the deal with none to three fouls, each written as these rules allow."""
    seats = [*deal.get("riichi", ()), *(win["seat"] for win in deal.get("wins", ()))]
    fouls = [_foul(rng, [*SEATS, *seats, *seats]) for _ in range(rng.choice([0, 1, 1, 2, 2, 3]))]
    if any("hand" in win and not win.get("last_tile") for win in deal.get("wins", ())):
        fouls = [foul for foul in fouls if foul["foul"] not in OF_AN_EMPTY_WALL]
    riichi = deal.get("riichi", ())
    fouls = [foul for foul in fouls if foul["foul"] not in OF_A_RIICHI or foul["seat"] in riichi]
    at_first = any(win.get("first_turn") for win in deal.get("wins", ()))
    if at_first or deal.get("cause") in {"nine_kinds", "four_winds"}:
        fouls = [{name: foul[name] for name in ("seat", "foul")} for foul in fouls]
    for one in fouls:
        points = _points(rng, value_of(one["foul"], rules), rules)
        if points is not None:
            one["points"] = points
        if isinstance(value_of(one["foul"], rules), FoulPenalty):
            won_on = [win["winning_tile"] for win in deal.get("wins", ()) if "hand" in win]
            one["tiles"] = rng.choice([*won_on, *won_on, "1z", "4p", "7s"])
    if deal["end"] == "chombo" and fouls and rng.random() < 0.5:
        deal = {**deal, "offenders": []}
    return {**deal, "fouls": fouls} if fouls else deal


def _foul(rng: Random, seats: list[str]) -> Json:
    found: Json = {"seat": rng.choice(seats), "foul": rng.choice([*FOULS, *OFTEN, *OFTEN])}
    when = rng.random()
    if when < 0.3:
        found["turn"] = rng.choice([3, 7, 7])
    elif when < 0.5:
        found["moment"] = rng.choice(["in_play", "in_play", "at_end"])
    return found


def _points(rng: Random, value: Any, rules: Rules) -> int | None:
    """Return the points that a referee takes off, if these rules leave that to a referee."""
    if value == "obstruction":
        value = rules.fouls.obstruction
    if value == "not_regulated":
        return None
    if isinstance(value, ByDegree):
        return rng.choice(value.by_degree.amounts)
    return rng.choice([None, 0, 8000]) if value in BY_A_REFEREE else None


def prices(rng: Random, base: Rules) -> Rules:
    """Return rules with random penalties for fouls; everything else as in `base`."""
    kept = rng.choice([0.0, 0.3, 0.7])
    drawn = {
        f"{chapter}.{name}": _legal(rng, schema)
        for chapter, name, schema in _schemas()
        if rng.random() >= kept
    }
    return base.changed(drawn)


@cache
def _parts() -> Json:
    """Return the parts of the schema of house rules, which is slow to make."""
    found: Json = file_schema("house")["$defs"]
    return found


@cache
def _schemas() -> tuple[tuple[str, str, Json], ...]:
    """Return the schema of each option about fouls and dead hands."""
    parts = _parts()
    names = [("fouls", name) for name in FOULS]
    names += [("dead_hand", name) for name in ("bars", "riichi_bet")]
    return tuple((chapter, name, parts[f"{chapter}.{name}"]) for chapter, name in names)


def _legal(rng: Random, schema: Json) -> Any:
    """Return any value that an option's schema accepts, for numbers one of a few."""
    if "$ref" in schema:
        return _legal(rng, _parts()[schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema and "properties" not in schema:
        return _legal(rng, rng.choice(schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return rng.choice(schema.get("enum") or [schema["const"]])
    if schema["type"] == "integer":
        return rng.choice([schema["minimum"], 3, 7, min(schema["maximum"], 5000)])
    if schema["type"] == "array":
        number = rng.randint(schema.get("minItems", 0), schema.get("maxItems", 3))
        if schema.get("uniqueItems"):
            words = schema["items"]["enum"]
            return rng.sample(words, min(number, len(words)))
        return [_legal(rng, schema["items"]) for _ in range(number)]
    names: list[str] = [*schema["properties"]]
    if "anyOf" in schema:  # one payment, a ban, or both
        groups: list[list[str]] = [one["required"] for one in schema["anyOf"]]
        more: list[list[str]] = [[], ["hand"], *(group for group in groups if len(group) > 1)]
        names = [*{*rng.choice(groups), *rng.choice(more)}]
    return {name: _legal(rng, schema["properties"][name]) for name in sorted(names)}
