"""Result: places, uma and the final result of a game."""

from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator

from riichi_core.files.accepted_values import value_error
from riichi_core.language import Translator
from riichi_core.messages import Message
from riichi_core.rules.options import (
    ByShape,
    Chapter,
    CompoundValue,
    PointsValue,
    SignedPoints,
    option,
)


def _checked_uma(uma: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Reject uma that gives a lower place more."""
    if list(uma) != sorted(uma, reverse=True):
        message = Message("a lower place gets more uma than a higher one")
        raise value_error("uma_order", message)
    return uma


Uma = Annotated[
    tuple[SignedPoints, SignedPoints, SignedPoints, SignedPoints], AfterValidator(_checked_uma)
]


class FloatingUma(CompoundValue):
    """A uma that depends on how many players end with a given score or more."""

    at_least: PointsValue = option("Score to reach", "{value} points or more", unit="points")
    one: Uma = option("One player reaches it", "One: {value}", unit="points")
    two: Uma = option("Two players reach it", "Two: {value}", unit="points")
    three: Uma = option("Three players reach it", "Three: {value}", unit="points")
    none_or_all: Uma = option("None or all reach it", "None or all: {value}", unit="points")


def _uma_in_words(uma: tuple[int, int, int, int], tr: Translator) -> str:
    return " / ".join(map(tr.signed, uma))


def _uma_sentence(value: FloatingUma | tuple[int, int, int, int], tr: Translator) -> str:
    if isinstance(value, FloatingUma):
        return tr(
            "The uma depends on how many players end with {points} or more: one {one}; two {two}; "
            "three {three}; otherwise {otherwise}.",
            points=value.at_least,
            one=_uma_in_words(value.one, tr),
            two=_uma_in_words(value.two, tr),
            three=_uma_in_words(value.three, tr),
            otherwise=_uma_in_words(value.none_or_all, tr),
        )
    return tr("Uma by place: {places} points.", places=_uma_in_words(value, tr))


Rounding = Literal["none", "five_down", "five_up", "down", "score_five_up", "towards_zero"]


class Result(Chapter):
    """From the points at the end of a game to its result."""

    TITLE: ClassVar[str] = "Uma and result"

    uma: Annotated[Uma | FloatingUma, ByShape] = option(
        "Uma",
        _uma_sentence,
        labels={"=at_least": "By how many reach a score", "=list": "A value for each place"},
        clauses="uma-values",
        unit="points",
        asked="game",
    )
    ties: Literal["shared", "earlier_seat"] = option(
        "Tied players",
        {
            "shared": "Tied players share the uma of their places; seats do not break ties.",
            "earlier_seat": "In a tie, the player who started nearer to East is ranked higher.",
        },
        clauses="uma-tie-shared uma-tie-example-first end-ties",
    )
    return_points: Annotated[Literal["none"] | PointsValue, ByShape] = option(
        "Return points",
        {
            "none": "The score at the end of the game counts as it is, and the uma is added.",
            "number": "{value} points are subtracted from each player's score at the end of the "
            "game, and then the uma is added.",
        },
        labels={"none": "None: the score itself counts", "=number": "Subtracted from each score"},
        clauses="uma-result-formula",
        unit="points",
        asked="game",
        variant_of="result.oka",
    )
    oka: Literal["none", "first", "shared_first"] = option(
        "Oka",
        {
            "none": "There is no oka.",
            "first": "First place gets the oka: four times the difference between the return "
            "points and the starting points. In a tie, it goes to the tied player who "
            "started nearest to East.",
            "shared_first": "First place gets the oka: four times the difference between the "
            "return points and the starting points. Tied players share it.",
        },
        labels={"first": "To the winner", "shared_first": "Tied winners share it"},
        clauses="uma-no-oka",
        asked="game",
    )
    below_zero: Literal["counted", "not_counted"] = option(
        "A score below zero at the end",
        {
            "counted": "A score below zero counts in the result like any other.",
            "not_counted": "A score below zero counts as zero in the result; the winner gets that "
            "much less.",
        },
        labels={"counted": "Counts in full", "not_counted": "Counts as zero"},
        unregulated="counted",
        looked_for="2026-11-29",
    )
    rounding: Rounding = option(
        "Rounding of results to thousands",
        {
            "none": "Results are not rounded.",
            "five_down": "Results are rounded to thousands, 500 towards zero: 5,500 to 5,000 and "
            "-5,500 to -5,000; the winner takes the rest.",
            "five_up": "Results are rounded to thousands, 500 away from zero: 5,500 to 6,000 and "
            "-5,500 to -6,000; the winner takes the rest.",
            "down": "Results are rounded down to thousands: 5,500 to 5,000 and -5,500 to -6,000; "
            "the winner takes the rest.",
            "score_five_up": "Scores are rounded to thousands before the uma, 500 away from zero: "
            "25,500 to 26,000 and -500 to -1,000; the winner takes the rest.",
            "towards_zero": "The return points are subtracted from the scores and the differences "
            "rounded towards zero to thousands before the uma: 3,900 to 3,000 and -2,700 to "
            "-2,000; the winner takes the rest.",
        },
        clauses="uma-no-rounding",
    )

    @property
    def every_uma(self) -> tuple[tuple[int, int, int, int], ...]:
        """The uma of the four places, for each number of players above if it floats."""
        uma = self.uma
        if isinstance(uma, FloatingUma):
            return uma.one, uma.two, uma.three, uma.none_or_all
        return (uma,)

    @property
    def subtracted(self) -> int:
        """The points that are subtracted from each score."""
        return 0 if self.return_points == "none" else self.return_points
