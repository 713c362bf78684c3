"""The stakes of rules about fouls, worked out from their values."""

from __future__ import annotations

from each import each

from riichi.content.what_matters import NOTHING, at_stake
from riichi_core.comparison.comparison import Comparison, compare
from riichi_core.rules.changes import with_changes
from riichi_core.rules.load import load


def compared(path: str, *values: str) -> Comparison:
    """Return EMA 2025 with several values of an option, side by side."""
    found = [with_changes(load("ema-2025"), (f"{path}={value}",)) for value in values]
    return compare(*(ruleset for ruleset, _ in found if ruleset is not None))


def stake(path: str, *values: str) -> tuple[tuple[int, int], tuple[int, int]]:
    (row,) = (row for row in compared(path, *values).differing if row.path == path)
    return at_stake(row)


FAULT = "fouls.swap_call"

GRAVEST_FIRST = [
    ("fouls.worn_device", "disqualification", "no_penalty"),
    ("fouls.worn_device", "disqualification", "chombo"),
    (FAULT, "chombo", "no_penalty"),
    (FAULT, "chombo", "dead_hand"),
    (FAULT, "dead_hand", "{points: 8000}"),
    (FAULT, "{points: 8000}", "no_penalty"),
    (FAULT, "{points: 1000}", "no_penalty"),
    ("fouls.phone", "referee", "no_penalty"),
    (FAULT, "void", "no_penalty"),
]


def test_fouls_are_sorted_by_gravity_then_by_contrast() -> None:
    stakes = [stake(path, *values) for path, *values in GRAVEST_FIRST]
    assert stakes == sorted(stakes, reverse=True)
    assert len({*stakes}) == len(stakes)


def test_equal_penalties_on_both_sides_are_not_at_stake() -> None:
    assert stake(FAULT, "no_penalty", "not_regulated") == (NOTHING, NOTHING)
    judged = [
        f"{{penalty: chombo, found_at: [{moment}]}}" for moment in ("own_win", "exhaustive_draw")
    ]
    assert stake("fouls.forbidden_riichi_quad", *judged) == (NOTHING, NOTHING)


@each(
    "path, values, grave",
    [
        (
            "fouls.several_tiles_exposed",
            ("{dead_hand_from: 3, chombo_from: 7}", "not_regulated"),
            5,
        ),
        ("fouls.obstruction", ("referee", "not_regulated"), 2),
        ("tournament.missed_session", ("-30000", "0"), 3),
        ("tournament.minutes", ("90", "60"), 0),
        ("chombo.tournament", ("{after_uma: 20000}", "{after_uma: 30000}"), 3),
    ],
)
def test_parts_and_numbers_of_a_value_count_too(
    path: str, values: tuple[str, str], grave: int
) -> None:
    assert stake(path, *values)[0][0] == grave


def test_points_are_those_of_the_more_expensive_side() -> None:
    assert stake("chombo.tournament", "{after_uma: 20000}", "{after_uma: 30000}") == (
        (3, 30000),
        (-3, -20000),
    )
