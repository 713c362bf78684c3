"""Tiles: which ones are on the table."""

from typing import Annotated, ClassVar

from pydantic import Field

from riichi_core.language import Translatable, Translator
from riichi_core.rules.options import Chapter, CompoundValue, option

Reds = Annotated[int, Field(ge=0, le=4)]


class RedFives(CompoundValue):
    """The number of red fives in each suit; each is worth one han in a winning hand."""

    m: Reds = option("Characters", "{value} of characters.", unit="tiles")
    p: Reds = option("Circles", "{value} of circles.", unit="tiles")
    s: Reds = option("Bamboo", "{value} of bamboo.", unit="tiles")


SAME: tuple[Translatable, ...] = (
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
        "{m} of the fives of characters, {p} of circles and {s} of bamboo are red; each one in a "
        "winning hand adds one han.",
        m=reds.m,
        p=reds.p,
        s=reds.s,
    )


class Tiles(Chapter):
    """The 136 tiles, with or without red fives."""

    TITLE: ClassVar[str] = "Tiles"

    red_fives: RedFives = option(
        "Red fives", _sentence, clauses="tiles-no-red-fives", unit="tiles", asked="hand"
    )
