"""Hypothesis strategies for rulesets with any legal value of every option.

A value is legal if the published schema accepts it, so new options are tested from the start.
Options that would contradict others keep the book's values.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any

from effort import RULESETS
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.strategies import SearchStrategy

from riichi.schema.ruleset_schema import file_schema
from riichi_core.files import yaml_document
from riichi_core.files.yaml_text import flow
from riichi_core.rules import library
from riichi_core.rules.chapters.yaku import BOOK_YAKU
from riichi_core.rules.checks import ERRORS
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.ruleset_check import examine_document
from riichi_core.tiles import Wind

Json = dict[str, Any]
HouseRules = dict[str, dict[str, Any]]
"""Values as a file writes them, by chapter and option."""

ANY = settings(max_examples=RULESETS, deadline=None, suppress_health_check=[*HealthCheck])
"""How much is tried with random rulesets; `make soak` tries more."""

OWN: Mapping[str, Json] = {
    "stairway": {"name": {"en": "Stairway"}, "concealed": True,
                 "sets": ["sequence n X", "sequence n+1 X", "sequence n+2 X"]},
    "seven_of_all": {"name": {"ja": "Shichi"}, "has": ["7m", "7p", "7s"], "unless": ["riichi"]},
    "two_ways": {"name": {"en": "Two ways"}, "any": [{"suits": 1}, {"pair": "5 X"}]},
}  # fmt: skip
"""Yaku of a club's own, without what they are worth."""


def legal(schema: Json, parts: Mapping[str, Json]) -> SearchStrategy[Any]:
    """Return the values that an option's schema accepts.

    Args:
        schema: the schema, with only the keywords of such schemas.
        parts: the `$defs` to which it refers.
    """
    if "$ref" in schema:
        return legal(parts[schema["$ref"].rpartition("/")[2]], parts)
    if "anyOf" in schema and "properties" not in schema:
        return st.one_of([legal(one, parts) for one in schema["anyOf"]])
    if "enum" in schema or "const" in schema:
        return st.sampled_from(schema.get("enum") or [schema["const"]])
    match schema["type"]:
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "integer":
            step = schema.get("multipleOf", 1)
            least, most = -(-schema["minimum"] // step), schema["maximum"] // step
            return st.integers(least, most).map(lambda number: number * step)
        case "array" if schema["items"].get("minimum", 0) < 0:
            return uma(schema["minItems"], schema["items"]["maximum"])
        case "array":
            each = legal(schema["items"], parts)
            unique = schema.get("uniqueItems", False)
            most = schema.get("maxItems")
            least = schema.get("minItems", 0)
            by = itemgetter("tile") if "BonusTile" in schema["items"].get("$ref", "") else None
            return st.lists(each, min_size=least, max_size=most, unique=unique, unique_by=by)
        case "object":
            inside = {name: legal(one, parts) for name, one in schema["properties"].items()}
            needed = {name: inside[name] for name in schema.get("required", ())}
            groups = [one["required"] for one in schema.get("anyOf", [{"required": []}])]
            free = {name: inside[name] for name in inside.keys() - {*needed, *chain(*groups)}}
            fixed = [needed | {name: inside[name] for name in group} for group in groups]
            records = [st.fixed_dictionaries(one, optional=free) for one in fixed]
            return st.one_of(records).map(_not_above_concealed)
    raise AssertionError(f"a schema of an option with other words: {schema}")


def uma(places: int, most: int) -> SearchStrategy[list[int]]:
    """Return points for each place: never more than the place above, with a sum of 0."""
    others = st.integers(-(most // places), most // places)
    return st.lists(others, min_size=places - 1, max_size=places - 1).map(
        lambda points: sorted([*points, -sum(points)], reverse=True)
    )


def _not_above_concealed(value: Json) -> Json:
    """Return a worth in han that is no higher for open hands; anything else unchanged."""
    if value.get("open") is None or "concealed" not in value:
        return value
    return {**value, "open": min(value["open"], value["concealed"])}


@cache
def values() -> Mapping[str, Mapping[str, SearchStrategy[Any]]]:
    """Return the legal values of each option, by chapter, including yaku without a field."""
    parts = file_schema("house")["$defs"]
    found = {
        chapter: {name: legal(parts[f"{chapter}.{name}"], parts) for name, _ in model.options()}
        for chapter, model in chapters().items()
    }
    worth = legal(parts["Worth"], parts)
    local = {name: worth for name in known_yaku() if name not in BOOK_YAKU}
    own = {
        name: st.fixed_dictionaries({**{word: st.just(one) for word, one in words.items()},
                                     "worth": worth})
        for name, words in OWN.items()
    }  # fmt: skip
    found["yaku"] |= local | own
    return found


def house_rules() -> SearchStrategy[HouseRules]:
    """Return values for some of the options, each legal by itself."""
    return st.fixed_dictionaries(
        {
            chapter: st.fixed_dictionaries({}, optional=dict(known))
            for chapter, known in values().items()
        }
    )


def text_of(rules: HouseRules, base: str, name: str = "any-rules") -> str:
    """Return house rules as a file, one option per line."""
    lines = ["format: 1", f"ruleset: {name}", "title: Any rules", f"extends: {base}"]
    for chapter, chosen in rules.items():
        if chosen:
            lines += [
                f"{chapter}:",
                *(f"  {path}: {flow(value)}" for path, value in chosen.items()),
            ]
    return "\n".join([*lines, ""])


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Draw a valid ruleset: a book with values on top that do not contradict each other."""
    base, rules = draw(st.sampled_from([*library.books()])), draw(house_rules())
    while True:
        ruleset, faulty = read_back(rules, base)
        if ruleset is not None:
            return ruleset
        rules = {
            chapter: {
                name: one for name, one in chosen.items() if f"{chapter}.{name}" not in faulty
            }
            for chapter, chosen in rules.items()
        }


def read_back(rules: HouseRules, base: str) -> tuple[Ruleset | None, set[str]]:
    """Return the ruleset of the written rules, or the options in a contradiction."""
    parsed, problems = yaml_document.parse(text_of(rules, base), "any-rules.yaml")
    assert parsed is not None
    assert problems == []
    ruleset, problems = examine_document(parsed, Path("any-rules.yaml"))
    errors = [problem for problem in problems if problem.severity == "error"]
    assert {problem.code for problem in errors} <= {*ERRORS}, errors
    return ruleset, {".".join(problem.path.split(".")[:2]) for problem in errors}


# ---- deals ---------------------------------------------------------------------------------------

SEATS = [str(wind) for wind in Wind]

WAITING = ("234m567p678s55p34s", "678m55999p34s345p", "22m34s(777z^)(345p)(678m)",
           "22m34s(777z)[2222p](999m>)", "123789m99p12334s")  # fmt: skip
"""Hands that wait for a 5 of bamboo; the second has no yaku without riichi."""


@st.composite
def deals(draw: st.DrawFn) -> Json:
    """Draw the record of any possible deal."""
    deal: Json = {
        "counters": draw(st.integers(0, 6)),
        "bets_on_table": draw(st.integers(0, 5)),
        "riichi": draw(st.lists(st.sampled_from(SEATS), unique=True)),
        "setting": draw(st.sampled_from(["tournament", "casual"])),
    }
    end = draw(st.sampled_from(["win", "exhaustive_draw", "abortive_draw", "chombo"]))
    deal["end"] = end
    seats = st.lists(st.sampled_from(SEATS), unique=True)
    if end == "exhaustive_draw":
        deal |= {"tenpai": draw(seats), "nagashi": draw(seats), "dead_hands": draw(seats)}
        noten = set(deal["riichi"]) - {*deal["tenpai"], *deal["dead_hands"]}
        return deal | {"offenders": sorted(noten)}
    if end == "abortive_draw":
        causes = ["four_winds", "four_quads"]  # North discards last, after nine kinds
        causes += ["nine_kinds"] if "north" not in deal["riichi"] else []
        return deal | {"cause": draw(st.sampled_from(causes))}
    if end == "chombo":
        return deal | {"offenders": draw(seats.filter(bool))}
    order = draw(st.permutations(SEATS))
    drawn = draw(st.booleans())
    number = 1 if drawn else draw(st.integers(1, 3))
    hands = draw(st.permutations(WAITING))
    for seat, hand in zip(order[:number], hands, strict=False):
        if "(" in hand and seat in deal["riichi"]:
            deal["riichi"].remove(seat)
    wins = [{"seat": seat, "hand": hand, "winning_tile": "5s"}
            for seat, hand in zip(order[:number], hands, strict=False)]  # fmt: skip
    deal |= {"won_by": "self_draw" if drawn else "discard", "wins": wins}
    if not drawn:
        deal["discarder"] = order[3]
        if order[3] in deal["riichi"] and draw(st.booleans()):
            deal["riichi_void"] = order[3]
    if draw(st.booleans()):
        deal["offenders"] = draw(seats)
    return deal
