"""Tiles: which ones are on the table."""

from typing import Annotated, ClassVar

from pydantic import Field

from riichi_core.rules.options import Chapter, Option, Record

Reds = Annotated[int, Field(ge=0, le=4)]


class RedFives(Record):
    """How many of the four fives of a suit are red; each is worth one han in a winning hand."""

    m: Annotated[Reds, Option("Characters", "{value} of characters.", unit="tiles")]
    p: Annotated[Reds, Option("Circles", "{value} of circles.", unit="tiles")]
    s: Annotated[Reds, Option("Bamboo", "{value} of bamboo.", unit="tiles")]


def _says(reds: RedFives) -> str:
    counts = (reds.m, reds.p, reds.s)
    if not any(counts):
        return "There are no red fives."
    if len(set(counts)) == 1:
        number = ("one red five", "two red fives", "three red fives", "four red fives")[reds.m - 1]
        return f"Each suit has {number}; each one in a winning hand adds one han."
    return (
        f"Red fives: {reds.m} of characters, {reds.p} of circles, {reds.s} of bamboo; "
        "each one in a winning hand adds one han."
    )


class Tiles(Chapter):
    """The set of 136 tiles."""

    TITLE: ClassVar[str] = "Tiles"

    red_fives: Annotated[
        RedFives, Option("Red fives", _says, ("tiles-no-red-fives",), unit="tiles")
    ]
