"""Rows that many programs need, and values that many of them always play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from riichi_core.messages import Message
from riichi_core.rules.rules import Rules
from riichi_programs.adapter import Json, Row

CLOSED, CLOSED_AND_OPEN = {"closed": 1}, {"closed": 1, "open": 1}


def _worth(worth: Json, *names: str) -> Json:
    return dict.fromkeys(names, worth)


STANDARD: Mapping[str, Any] = {
    **_worth(CLOSED, "riichi", "double_riichi", "fully_concealed_hand", "pinfu",
             "pure_double_chow"),
    **_worth(CLOSED_AND_OPEN, "dragon_pung", "seat_wind_pung", "prevailing_wind_pung",
             "after_a_kong", "robbing_a_kong", "last_tile_draw", "last_tile_claim"),
    **_worth({"closed": 2, "open": 1}, "mixed_triple_chow", "pure_straight", "outside_hand"),
    **_worth({"closed": 2}, "seven_pairs"),
    **_worth({"closed": 2, "open": 2}, "triple_pung", "three_concealed_pungs", "three_kongs",
             "all_pungs", "little_three_dragons", "all_terminals_and_honours"),
    **_worth({"closed": 3, "open": 2}, "half_flush", "terminals_in_all_sets"),
    **_worth({"closed": 3}, "twice_pure_double_chow"),
    **_worth({"closed": 6, "open": 5}, "full_flush"),
    **_worth({"yakuman": 1}, "thirteen_orphans", "nine_gates", "blessing_of_heaven",
             "blessing_of_earth", "four_concealed_pungs", "four_kongs", "all_green",
             "all_terminals", "all_honours", "big_three_dragons", "little_four_winds"),
}  # fmt: skip
"""Yaku that hardly anybody prices otherwise."""

N = TypeVar("N", int, float)

ALWAYS_YAKU = {f"yaku.{name}": worth for name, worth in STANDARD.items()}
LIMITS = {
    "limits.mangan": {"han": 5, "base": 2000},
    "limits.haneman": {"han": 6, "base": 3000},
    "limits.baiman": {"han": 8, "base": 4000},
    "limits.sanbaiman": {"han": 11, "base": 6000},
    "limits.yakuman": 8000,
}

SINGLE: Mapping[str, Any] = {
    "big_four_winds": {"yakuman": 1},
    "thirteen_orphans_thirteen_waits": "none",
    "nine_gates_nine_waits": "none",
    "four_concealed_pungs_pair_wait": "none",
}
"""Yakuman that are doubled or not, with their worth where they are not."""

SWAPS = ["same_tile", "other_end"]
RAISED = ["four_han_thirty_fu", "three_han_sixty_fu"]
COUNTED = {"han": 13, "base": 8000}

TO_NEAREST = {"own_bets": "nearest", "other_bets": "nearest", "counters": "nearest",
              "dealer": "stays_as_any_winner"}  # fmt: skip
ALL_WIN = {"all": TO_NEAREST}
CALLED_OFF = {"counter": "added", "dealer": "stays", "bets": "stay"}
TWO_WIN = {"two_then_abort": {**TO_NEAREST, "three": CALLED_OFF}}

ABORTS = {"nine_kinds": "may_abort", "four_winds": "abort", "four_riichi": "hands_shown",
          "four_kongs": "after_discard"}  # fmt: skip
"""Abortive draws, each in the common way."""

DRAGONS_AND_WINDS = ["big_three_dragons", "big_four_winds"]
NO_REDS, ONE_RED_EACH = dict.fromkeys("mps", 0), dict.fromkeys("mps", 1)

NAGASHI = {
    "own_calls": "any", "counters": "not_paid", "bets": "stay", "noten_payments": "dropped",
    "noten_riichi": "not_judged", "dealer": "stays_if_tenpai", "counters_after": "as_after_draw",
}  # fmt: skip

LEADER_STOPS = {"after": ["win", "tenpai"], "how": "automatic"}


def kind(value: Any) -> str:
    """Return the word of a value that has parts: `all` of `{all: …}`; a word is its own."""
    return str(next(iter(value))) if isinstance(value, dict) else str(value)


def kept(ours: Any, otherwise: Any) -> Any:
    """Return our value if it has parts, for what no field says; otherwise a common one."""
    return ours if isinstance(ours, dict) else otherwise


def places(uma: Any) -> list[int]:
    """Return the points of each place, of uma by the number above for two above."""
    return list(uma["two"] if isinstance(uma, dict) else uma)


def first_takes_the_rest(others: list[N]) -> list[N]:
    """Return the uma of four places from those of the last three."""
    one, two, three = others
    return [-(one + two + three), one, two, three]


SHARING = Message("who gets bets and counters, and who stays East")


def shared(common: Any, ours: Any) -> Any:
    """Return who wins, shared as we have it, where a program says nothing of sharing."""
    return ours if kind(ours) == kind(common) else common


# ---- rows ----------------------------------------------------------------------------------------


def same(path: str, field: str, times: int = 1) -> Row[Any]:
    """Return the row of a number that a field has as well, perhaps in another unit."""
    return Row(
        path, (field,), lambda v, _: {field: v // times}, lambda c, _: getattr(c, field) * times
    )


def words(
    path: str, field: str, table: Mapping[Any, Any], nearest: Callable[[Any], Any]
) -> Row[Any]:
    """Return the row of a field with few values.

    Args:
        path: the option.
        field: their field.
        table: our value for each of theirs.
        nearest: from a value of ours that is not in the table to one of theirs.
    """

    def to(value: Any, _rules: Rules) -> Json:
        for key, ours in table.items():
            if ours == value:
                return {field: key}
        return {field: nearest(value)}

    return Row(path, (field,), to, lambda c, _: table[getattr(c, field)])


def switch(
    path: str, field: str, on: Any, off: Any, is_on: Callable[[Any], bool] | None = None
) -> Row[Any]:
    """Return the row of a field that is true or false.

    Args:
        path: the option.
        field: their field.
        on: our value where it is true.
        off: our value where it is false.
        is_on: tells for any value of ours; by itself all but `off` is on.
    """
    return words(path, field, {True: on, False: off}, is_on or (lambda value: value != off))


def most_yakuman(field: str) -> Row[Any]:
    """Return the row of a field that is true where yakuman add up to six at most."""
    table = {True: {"most": 6}, False: "add_up"}
    return words("limits.several_yakuman", field, table, lambda v: isinstance(v, dict))


def doubled(field: str, on: Any = True, off: Any = False) -> tuple[Row[Any], ...]:
    """Return the rows of a field that doubles all four yakuman that can be, or none.

    Args:
        field: their field.
        on: its value where they are doubled.
        off: its value where they are not.
    """

    def to(_value: Any, rules: Rules) -> Json:
        yes = any(two(rules.written_value(f"yaku.{name}")) for name in SINGLE)
        return {field: on if yes else off}

    def row(name: str) -> Row[Any]:
        def back(config: Any, _ours: Any) -> Any:
            return {"yakuman": 2} if getattr(config, field) == on else SINGLE[name]

        return Row(f"yaku.{name}", (field,), to, back)

    return tuple(map(row, SINGLE))


def two(worth: Any) -> bool:
    """Return True for the worth of a double yakuman, or of more."""
    return isinstance(worth, dict) and worth.get("yakuman", 1) > 1


def kinds_of_abortive(fields: Mapping[str, str]) -> Row[Any]:
    """Return the row of abortive draws with a field, true or false, for each kind.

    Args:
        fields: the field of each kind.
    """

    def to(value: Any, _rules: Rules) -> Json:
        return {one: value != "none" and value[name] != "play_on" for name, one in fields.items()}

    def back(config: Any, ours: Any) -> Any:
        on = [name for name, one in fields.items() if getattr(config, one)]
        return aborts(on, ours)

    return Row("draws.abortive", tuple(fields.values()), to, back, HOW_ABORTED)


HOW_ABORTED = Message("what follows, and whether hands are shown")


def aborts(on: list[str], ours: Any) -> Any:
    """Return the value of abortive draws of some kinds, parts that nobody says as we have them."""
    if not on:
        return "none"
    known = kept(ours, {**CALLED_OFF, **ABORTS})
    way = {
        name: known[name] if known[name] != "play_on" else common for name, common in ABORTS.items()
    }
    return {
        **{name: known[name] for name in CALLED_OFF},
        **{name: way[name] if name in on else "play_on" for name in ABORTS},
    }


WHAT_ELSE_IS_PAID = Message("what is paid beside it, and who stays East")


def coupled(path: str, fields: tuple[str, ...], back: Callable[[Any], Any]) -> Row[Any]:
    """Return the row of an option that comes along with fields which others decide.

    Args:
        path: the option.
        fields: those fields.
        back: from the configuration to the option's value.
    """
    return Row(path, fields, lambda _v, _r: {}, lambda config, _: back(config))


def several(path: str, fields: Mapping[str, str]) -> Row[Any]:
    """Return the row of a set of words with a field, true or false, for some of them.

    Args:
        path: the option.
        fields: the field of each word, in the order of the option.
    """
    return Row(
        path,
        tuple(fields.values()),
        lambda v, _: {field: word in v for word, field in fields.items()},
        lambda c, _: [word for word, field in fields.items() if getattr(c, field)],
    )


def on_or_off(path: str, field: str, common: Any, unsaid: Message, off: str = "none") -> Row[Any]:
    """Return the row of a field that only says whether there is something that has parts of ours.

    Args:
        path: the option.
        field: their field, true or false.
        common: the value where it is true and ours is `off`.
        unsaid: the parts that are not said.
        off: our word where there is nothing.
    """
    return Row(
        path,
        (field,),
        lambda v, _: {field: v != off},
        lambda c, ours: kept(ours, common) if getattr(c, field) else off,
        unsaid,
    )


def camel(name: str) -> str:
    """Return a name in snake case as JSON of protocol buffers has it."""
    first, *more = name.split("_")
    return first + "".join(part.capitalize() for part in more)
