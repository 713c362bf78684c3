"""The short form: one line per decision that clubs know, with fields of the whole form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product, starmap
from typing import Any, Literal

from riichi.locale import Locale
from riichi.web.rulesets import example_value, shipped, short_title
from riichi.web.value_shape import Choice, branch_of, fields_of_option, shape_of
from riichi_core.messages import Message
from riichi_core.rules.checks import AFTER_ABORT, ALL_ABORT
from riichi_core.rules.glossary import other_names, short_form, usual_worth
from riichi_core.rules.rules import options

Fields = dict[str, dict[str, list[str]]]
"""The fields of options, by path and by name."""

Values = Mapping[str, Any]
"""The values of options, by path, as in ruleset files."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to play.

    Attributes:
        key: its word on the page.
        label: its name, a few words.
        says: its meaning, in a sentence; empty if the page derives it from the values.
        values: the values that it sets.
        japanese: the Japanese name that players know.
        loosely: the options for which only the kind of value matters, not its parts.
        off: for a tick, the options' values without it.
    """

    key: str
    label: str
    values: Values
    says: str = ""
    japanese: str = ""
    loosely: Sequence[str] = ()
    off: Values = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the short form.

    Attributes:
        key: its word on the page.
        title: its label.
        kind: a list to choose from, a row of radio buttons, or ticks.
        ways: the ways to play; for ticks, each of them separately.
        japanese: the Japanese name that players know.
        nothing: for ticks, the rule if none is ticked.
        none: for ticks that are parts of one option, its value if none is ticked.
    """

    key: str
    title: str
    kind: Literal["list", "row", "ticks"]
    ways: tuple[Way, ...]
    japanese: str = ""
    nothing: str = ""
    none: Values = field(default_factory=dict)


_ABORTIVE = "draws.abortive"

ABORTIVE_PARTS: Mapping[str, tuple[str, str]] = {
    part: (word, "play_on") for part, word in ALL_ABORT.items()
}
"""The parts of abortive draws, each with its ticked and unticked value."""


@cache
def decisions() -> tuple[Decision, ...]:
    """Return the lines of the short form."""
    return tuple(
        Decision(key, **{**parts, "ways": tuple(starmap(_way, parts["ways"].items()))})
        for key, parts in short_form().items()
    )


def _way(key: str, parts: Mapping[str, Any]) -> Way:
    """Return a way to play; without a label it has that of its value, or of its points."""
    ((path, kind), *others) = parts["values"].items()
    if others:
        return Way(key, **parts, label=_points_label(parts["values"]))
    label = parts.get("label") or options()[path].label(kind)
    value = example_value(path, kind) if str(kind).startswith("=") else kind
    return Way(key, **{**parts, "label": label, "values": {path: value}})


def _points_label(values: Values) -> Message:
    first, second = (points // 1000 for points in values["result.uma"][:2])
    parts = {"start": values["setup.starting_points"], "first": first, "second": second}
    if values["result.oka"] == "none":
        return Message("{start:,}, uma {first}/{second}", **parts)
    return Message("{start:,}, oka, uma {first}/{second}", **parts)


# ---- fields --------------------------------------------------------------------------------------


HIDDEN = "/cumulative"
"""The end of the name of a field without control."""


def fields(values: Values) -> Fields:
    """Return the fields of values, by option and by name."""
    return {path: fields_of_option(path, value) for path, value in values.items()}


def local_yaku_fields(yaku: str) -> Fields:
    """Return the fields that add a local yaku at its usual value; 1 han if it has none."""
    return fields({f"yaku.{yaku}": usual_worth(yaku) or {"concealed": 1}})


def _part_fields(values: Values) -> Fields:
    """Return the fields of parts of an option, which leave all other parts unchanged."""
    ((path, parts),) = values.items()
    branch = "=counter"
    named = {f"{path}/{branch}/{name}": [word] for name, word in parts.items()}
    return {path: {path: [branch], **named}}


def _way_fields(decision: Decision, values: Values) -> Fields:
    return _part_fields(values) if decision.none else fields(values)


def quick_data(tr: Locale) -> list[dict[str, Any]]:
    """Return the lines of the short form for its script: the values that each way sets."""
    return [
        {
            "key": decision.key,
            "title": tr(decision.title),
            "none": fields(decision.none),
            "ways": [
                {
                    "key": way.key,
                    "on": _way_fields(decision, way.values),
                    "off": _way_fields(decision, way.off) if way.off else {},
                    "loosely": list(way.loosely),
                }
                for way in decision.ways
            ],
        }
        for decision in decisions()
    ]


def combinations() -> Iterator[Values]:
    """Yield the values of each single way; for ticks of one option, each set of them."""
    for decision in decisions():
        if decision.none:
            yield decision.none
            yield from _sets_of_abortive_draws()
            continue
        for way in decision.ways:
            yield way.values
            if way.off:
                yield way.off


def _sets_of_abortive_draws() -> Iterator[Values]:
    """Yield each set of abortive draws except the empty one."""
    for words in product(*ABORTIVE_PARTS.values()):
        parts = dict(zip(ABORTIVE_PARTS, words, strict=True))
        if any(parts[part] == on for part, (on, _) in ABORTIVE_PARTS.items()):
            yield {_ABORTIVE: AFTER_ABORT | parts}


# ---- doors: what a club begins with --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Door:
    """A set of rulesets to start with, in the words of clubs.

    Attributes:
        title: the clubs' words.
        says: its rules, in the words of the short form.
        rulesets: the short titles of the rulesets to start with, by id.
    """

    title: str
    says: tuple[str, ...]
    rulesets: Mapping[str, str]


def doors(tr: Locale) -> list[Door]:
    """Return the doors of the page."""
    return [
        Door(tr(title), _door_lines(names, tr), {name: short_title(name, tr) for name in names})
        for title, names in other_names().doors.items()
    ]


_TOLD_AT_DOORS = ("points", "reds", "ends", "winners")
_MOST_TOLD = 3


def _door_lines(names: Sequence[str], tr: Locale) -> tuple[str, ...]:
    """Return the rules that all rulesets of a door share, which help clubs to choose."""
    told_of = [decision for decision in decisions() if decision.key in _TOLD_AT_DOORS]
    told = [
        tr(way.label)
        if not way.says or decision.kind == "ticks"
        else f"{tr(decision.title)}: {tr(way.label)}"
        for decision in sorted(told_of, key=lambda one: _TOLD_AT_DOORS.index(one.key))
        for way in decision.ways
        if all(is_played(name, way) for name in names)
    ]
    return tuple(told[:_MOST_TOLD])


def is_played(name: str, way: Way) -> bool:
    """Return True if a shipped ruleset plays this way, which is not a part of an option."""
    for path, value in way.values.items():
        played = shipped(name).rules.written_value(path)
        loosely = path in way.loosely and kind_of(path, played) == kind_of(path, value)
        if not (loosely or played == value):
            return False
    return True


def kind_of(path: str, value: Any) -> object:
    """Return the branch of an option that a value belongs to; the value if it has no branches."""
    shape = shape_of(path)
    return branch_of(shape, value) if isinstance(shape, Choice) else value


def played_by(way: Way, tr: Locale) -> str:
    """Return the doors that play this way, by the short titles of their rulesets."""
    names = (name for names in other_names().doors.values() for name in names)
    return ", ".join(short_title(name, tr) for name in names if is_played(name, way))
