"""Tiles: which ones are on the table."""

from typing import Annotated, ClassVar

from pydantic import Field

from riichi_core.language import Text, Translator
from riichi_core.rules.options import Chapter, Option, RecordValue

Reds = Annotated[int, Field(ge=0, le=4)]


class RedFives(RecordValue):
    """The number of red fives in each suit; each is worth one han in a winning hand."""

    m: Annotated[Reds, Option("Characters", "{value} of characters.", unit="tiles")]
    p: Annotated[Reds, Option("Circles", "{value} of circles.", unit="tiles")]
    s: Annotated[Reds, Option("Bamboo", "{value} of bamboo.", unit="tiles")]


SAME: tuple[Text, ...] = (
    "Each suit has one red five; each one in a winning hand adds one han.",
    "Each suit has two red fives; each one in a winning hand adds one han.",
    "Each suit has three red fives; each one in a winning hand adds one han.",
    "Each suit has four red fives; each one in a winning hand adds one han.",
)


def _sentence(reds: RedFives, tr: Translator) -> str:
    counts = (reds.m, reds.p, reds.s)
    if not any(counts):
        return tr("There are no red fives.")
    if len(set(counts)) == 1:
        return tr(SAME[reds.m - 1])
    return tr(
        "Red fives: {m} of characters, {p} of circles, {s} of bamboo; each one in a winning hand "
        "adds one han.",
        m=reds.m,
        p=reds.p,
        s=reds.s,
    )


class Tiles(Chapter):
    """The set of 136 tiles."""

    TITLE: ClassVar[str] = "Tiles"

    red_fives: Annotated[
        RedFives, Option("Red fives", _sentence, ("tiles-no-red-fives",), unit="tiles")
    ]
