"""A program's configuration as tables that map its fields to our options, in both directions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from riichi_core.files.problem import Pointer
from riichi_core.messages import Message
from riichi_core.records.fields import Record
from riichi_core.rules.chapters.claims import SeveralPaid
from riichi_core.rules.chapters.draws import Nagashi
from riichi_core.rules.checks import AFTER_ABORT, ALL_ABORT
from riichi_core.rules.options import ByCase
from riichi_core.rules.rules import Rules, as_written

Json = dict[str, Any]
"""A JSON object; our values in it are as in ruleset files."""

C = TypeVar("C", bound=Record)


@dataclass(frozen=True, slots=True)
class OptionMapping(Generic[C]):
    """An option that fields of a program decide.

    Attributes:
        path: the option.
        fields: the program's fields, by their names in the model of the configuration.
        to_fields: maps our value, as in a ruleset file, and all rules to values of some fields.
        to_option: maps the configuration, and our value for what it leaves open, to the option's
            value.
        missing: the parts of a value with parts that no field expresses; None if there are none.
        needs_all: whether the fields decide nothing if a file leaves out one of them.
    """

    path: str
    fields: tuple[str, ...]
    to_fields: Callable[[Any, Rules], Json]
    to_option: Callable[[C, Any], Any]
    missing: Message | None = None
    needs_all: bool = False

    def is_decided(self, given: Collection[str]) -> bool:
        """Return True if the given fields decide the option."""
        return (all if self.needs_all else any)(field in given for field in self.fields)


@dataclass(frozen=True, slots=True)
class FlatConfig:
    """A configuration as the fields of its model, and their positions.

    Attributes:
        fields: the values by field.
        places: by field, the path to its value in the program's JSON; none for a field whose value
            follows from a missing key.
        unknown: the paths and names of keys that this version of the program does not know.
        others: the names of given keys that the program knows but that decide no option of ours.
    """

    fields: Json
    places: Mapping[str, Pointer] = field(default_factory=dict)
    unknown: tuple[tuple[Pointer, str], ...] = ()
    others: tuple[str, ...] = ()

    def within(self, pointer: Pointer) -> FlatConfig:
        """Return the fields with their positions in a JSON value that contains this object."""
        return replace(
            self,
            places={field: (*pointer, *place) for field, place in self.places.items()},
            unknown=tuple(((*pointer, *place), name) for place, name in self.unknown),
        )


@dataclass(frozen=True, slots=True)
class ProgramConfig(Generic[C]):
    """A program: the model of its configuration, and the tables.

    Attributes:
        id: its name in commands.
        name: its readable name.
        version: the version that the tables describe.
        source: the files that define the fields.
        config: the fields with their types and default values.
        mappings: the options that the fields decide.
        always: the values that it plays under any configuration, as in ruleset files.
        asked: the values of `always` that scenarios have confirmed by asking the program.
        names: the names of fields in JSON if they differ from those in the model.
    """

    id: str
    name: str
    version: str
    source: str
    config: type[C]
    mappings: tuple[OptionMapping[C], ...]
    always: Mapping[str, Any]
    asked: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)

    def name_of(self, field: str) -> str:
        """Return the name of a field in the program's JSON."""
        return self.names.get(field, field)

    def config_of(self, rules: Rules) -> C:
        """Return the configuration that is nearest to our rules."""
        fields: Json = {}
        for mapping in self.mappings:
            value = rules.written_value(mapping.path)
            if isinstance(rules.value(mapping.path), ByCase):  # no program has cases
                value = value["other"]
            fields |= mapping.to_fields(value, rules)
        return self.config.model_validate(fields)

    def as_json(self, config: C) -> Json:
        """Return a configuration in the program's format."""
        return self.write_json(config.model_dump(mode="json", exclude_none=True))

    def values(self, config: C, ours: Rules, given: Collection[str] | None = None) -> Json:
        """Return the values that the program plays, by option.

        Args:
            config: the configuration.
            ours: the rules for everything that the configuration leaves open.
            given: the fields that count; None for all of them.
        """
        said = self.config.model_fields if given is None else given
        given_values = {field: getattr(config, field) for field in said}
        whole = config if given is None else self.config_of(ours).model_copy(update=given_values)
        decided = {
            mapping.path: mapping.to_option(whole, ours.written_value(mapping.path))
            for mapping in self.mappings
            if mapping.is_decided(said)
        }
        return {**self.always, **decided}

    def read_json(self, data: Json) -> FlatConfig:
        """Return the fields of a JSON object whose keys are field names, in snake or camel case."""
        known = {
            spelling: field
            for field in self.config.model_fields
            for spelling in (field, camel(field), self.name_of(field))
        }
        fields = {known[key]: value for key, value in data.items() if key in known}
        return FlatConfig(
            fields,
            {known[key]: (key,) for key in data if key in known},
            tuple(((key,), key) for key in data if key not in known),
        )

    def write_json(self, fields: Json) -> Json:
        """Return the JSON object with the names of fields as keys."""
        return {self.name_of(key): value for key, value in fields.items()}


CONCEALED, CONCEALED_AND_OPEN = {"concealed": 1}, {"concealed": 1, "open": 1}


def _same_worth(worth: Json, *names: str) -> Json:
    return dict.fromkeys(names, worth)


USUAL_WORTHS: Mapping[str, Any] = {
    **_same_worth(CONCEALED, "riichi", "double_riichi", "fully_concealed_hand", "pinfu",
             "pure_double_sequence"),
    **_same_worth(CONCEALED_AND_OPEN, "dragon_triplet", "seat_wind_triplet", "round_wind_triplet",
             "after_a_quad", "robbing_a_quad", "under_the_sea", "under_the_river"),
    **_same_worth({"concealed": 2, "open": 1}, "mixed_triple_sequence", "pure_straight",
             "half_outside_hand"),
    **_same_worth({"concealed": 2}, "seven_pairs"),
    **_same_worth({"concealed": 2, "open": 2}, "triple_triplet", "three_concealed_triplets",
             "three_quads", "all_triplets", "little_three_dragons", "all_terminals_and_honours"),
    **_same_worth({"concealed": 3, "open": 2}, "half_flush", "full_outside_hand"),
    **_same_worth({"concealed": 3}, "twice_pure_double_sequence"),
    **_same_worth({"concealed": 6, "open": 5}, "full_flush"),
    **_same_worth({"yakuman": 1}, "thirteen_orphans", "nine_gates", "blessing_of_heaven",
             "blessing_of_earth", "four_concealed_triplets", "four_quads", "all_green",
             "all_terminals", "all_honours", "big_three_dragons", "little_four_winds"),
}  # fmt: skip
"""The worths of yaku that are the same almost everywhere."""

N = TypeVar("N", int, float)

ALWAYS_YAKU = {f"yaku.{name}": worth for name, worth in USUAL_WORTHS.items()}
LIMITS = {
    "limits.mangan": {"han": 5, "base": 2000},
    "limits.haneman": {"han": 6, "base": 3000},
    "limits.baiman": {"han": 8, "base": 4000},
    "limits.sanbaiman": {"han": 11, "base": 6000},
    "limits.yakuman": 8000,
}

UNDOUBLED: Mapping[str, Any] = {
    "big_four_winds": {"yakuman": 1},
    "thirteen_orphans_thirteen_waits": "none",
    "nine_gates_nine_waits": "none",
    "four_concealed_triplets_pair_wait": "none",
}
"""Yakuman that some rules double, with their value if they are not doubled."""

SWAPS = ["same_tile", "other_end"]
RAISED_TO_MANGAN = ["four_han_thirty_fu", "three_han_sixty_fu"]
COUNTED_YAKUMAN = {"han": 13, "base": 8000}

TO_NEAREST = as_written(SeveralPaid.model_construct())
ALL_WINNERS = {"all": TO_NEAREST}
TWO_WINNERS = {"at_most_two": {**TO_NEAREST, "three": AFTER_ABORT}}

DRAGONS_AND_WINDS = ["big_three_dragons", "big_four_winds"]
NO_REDS, ONE_RED_EACH = dict.fromkeys("mps", 0), dict.fromkeys("mps", 1)

NAGASHI = as_written(Nagashi.model_construct())

DEALER_STOPS = {"after": ["win", "tenpai"], "how": "automatic", "lowest_place": 1}


def variant(value: Any) -> str:
    """Return the word of a value: `all` for `{all: …}`; a plain word stays as it is."""
    return str(next(iter(value))) if isinstance(value, dict) else str(value)


def ours_if_parted(ours: Any, otherwise: Any) -> Any:
    """Return our value if it has parts, which no field expresses; otherwise a common value."""
    return ours if isinstance(ours, dict) else otherwise


def uma_of_places(uma: Any) -> list[int]:
    """Return the points of each place; with a floating uma, those if two players are above."""
    return list(uma["two"] if isinstance(uma, dict) else uma)


def first_takes_the_rest(others: list[N]) -> list[N]:
    """Return the uma of four places from the last three."""
    second, third, fourth = others
    return [-(second + third + fourth), second, third, fourth]


# ---- mappings ------------------------------------------------------------------------------------


def number(path: str, field: str) -> OptionMapping[Any]:
    """Return the mapping of a number that is also a field."""
    return OptionMapping(path, (field,), lambda v, _: {field: v}, lambda c, _: getattr(c, field))


def enum(
    path: str, field: str, table: Mapping[Any, Any], nearest: Callable[[Any], Any]
) -> OptionMapping[Any]:
    """Return the mapping of a field with few values.

    The table has our value for each of the program's; `nearest` maps any other value of ours.
    """

    def to_fields(value: Any, _rules: Rules) -> Json:
        for key, ours in table.items():
            if ours == value:
                return {field: key}
        return {field: nearest(value)}

    return OptionMapping(path, (field,), to_fields, lambda c, _: table[getattr(c, field)])


def boolean(
    path: str, field: str, on: Any, off: Any, is_on: Callable[[Any], bool] | None = None
) -> OptionMapping[Any]:
    """Return the mapping of a true/false field; by default all our values but `off` are on."""
    return enum(path, field, {True: on, False: off}, is_on or (lambda value: value != off))


def double_yakuman(field: str, on: Any = True, off: Any = False) -> tuple[OptionMapping[Any], ...]:
    """Return the mappings of a field that doubles all four double yakuman together, if any."""

    def to_fields(_value: Any, rules: Rules) -> Json:
        is_doubled = any(
            is_double_yakuman(rules.written_value(f"yaku.{name}")) for name in UNDOUBLED
        )
        return {field: on if is_doubled else off}

    def mapping(name: str) -> OptionMapping[Any]:
        def to_option(config: Any, _ours: Any) -> Any:
            return {"yakuman": 2} if getattr(config, field) == on else UNDOUBLED[name]

        return OptionMapping(f"yaku.{name}", (field,), to_fields, to_option)

    return tuple(map(mapping, UNDOUBLED))


def is_double_yakuman(worth: Any) -> bool:
    """Return True for the value of a double yakuman or more."""
    return isinstance(worth, dict) and worth.get("yakuman", 1) > 1


def abortive_draw_fields(fields: Mapping[str, str]) -> OptionMapping[Any]:
    """Return the mapping of abortive draws that have a true/false field each."""

    def to_fields(value: Any, _rules: Rules) -> Json:
        return {
            field: value != "none" and value[name] != "play_on" for name, field in fields.items()
        }

    def to_option(config: Any, ours: Any) -> Any:
        on = [name for name, field in fields.items() if getattr(config, field)]
        return abortive_draws(on, ours)

    return OptionMapping(
        "draws.abortive", tuple(fields.values()), to_fields, to_option, HOW_ABORTED
    )


HOW_ABORTED = Message("what follows, and whether hands are shown")


def abortive_draws(kinds: list[str], ours: Any) -> Any:
    """Return the value for some kinds of abortive draws, with our values for unknown parts."""
    if not kinds:
        return "none"
    ours_or_common = ours_if_parted(ours, AFTER_ABORT | ALL_ABORT)
    followed = {
        name: ours_or_common[name] if ours_or_common[name] != "play_on" else common
        for name, common in ALL_ABORT.items()
    }
    return {
        **{name: ours_or_common[name] for name in AFTER_ABORT},
        **{name: followed[name] if name in kinds else "play_on" for name in ALL_ABORT},
    }


WHAT_ELSE_IS_PAID = Message("what is paid, and who stays East")


def follows(
    path: str, fields: tuple[str, ...], to_option: Callable[[Any], Any]
) -> OptionMapping[Any]:
    """Return the mapping of an option that follows from fields which other options decide."""
    return OptionMapping(
        path, fields, lambda _v, _r: {}, lambda config, _: to_option(config), needs_all=True
    )


def word_set(path: str, fields: Mapping[str, str]) -> OptionMapping[Any]:
    """Return the mapping of a set of words, some of which have a true/false field.

    The fields are in the order of the option's words.
    """
    return OptionMapping(
        path,
        tuple(fields.values()),
        lambda v, _: {field: word in v for word, field in fields.items()},
        lambda c, _: [word for word, field in fields.items() if getattr(c, field)],
    )


def on_or_off(
    path: str, field: str, common: Any, missing: Message, off: str = "none"
) -> OptionMapping[Any]:
    """Return the mapping of a true/false field for an option that has parts.

    If the field is true and ours is `off`, the option has the `common` value.
    """
    return OptionMapping(
        path,
        (field,),
        lambda v, _: {field: v != off},
        lambda c, ours: ours_if_parted(ours, common) if getattr(c, field) else off,
        missing,
    )


def extension(
    fields: tuple[str, ...],
    to_fields: Callable[[Any, Rules], Json],
    target: Callable[[Any], int | None],
) -> OptionMapping[Any]:
    """Return the mapping of the rounds that are added until a player has enough points.

    The target is None if no rounds are added.
    """

    def to_option(config: Any, ours: Any) -> Any:
        points = target(config)
        if points is None:
            return "none"
        common = {"rounds": 1, "if_east_stays": "continues"}
        return {**common, **ours_if_parted(ours, {}), "target": points}

    missing = Message("the number of rounds, their winds, and when East deals again")
    return OptionMapping("end.extension", fields, to_fields, to_option, missing)


def camel(name: str) -> str:
    """Return a name in snake case in the camel case of protocol buffers' JSON."""
    first, *more = name.split("_")
    return first + "".join(part.capitalize() for part in more)
