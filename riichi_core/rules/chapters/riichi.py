"""Riichi: when a player may declare it, and what it commits the player to."""

from math import inf
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from riichi_core.rules.options import ByShape, Chapter, CompoundValue, PointsValue, option


class OpenRiichi(CompoundValue):
    """Riichi with a visible hand; the yaku chapter has its value."""

    deal_in: Literal["usual", "yakuman"] = option(
        "Discarding into it",
        {
            "usual": "A player who deals into it pays as for any win.",
            "yakuman": "A player who deals into it pays a yakuman, unless in riichi.",
        },
    )


ConcealedQuadAfterRiichi = Literal[
    "never",
    "same_waits",
    "same_waits_and_readings",
    "same_waits_fifth_tile_counts",
    "same_waits_readings_and_yaku",
]


class RiichiRules(Chapter):
    """Declaring a concealed waiting hand."""

    TITLE: ClassVar[str] = "Riichi"

    bet: PointsValue = option(
        "Riichi bet",
        "A riichi costs a bet of {value} points.",
        clauses="riichi-stake",
        unit="points",
    )
    tiles_left: int = option(
        "Tiles that must be left in the wall",
        {
            "0": "Riichi can be declared even with no tile left in the live wall.",
            "1": "Riichi needs at least {value} tile left in the live wall.",
            "number": "Riichi needs at least {value} tiles left in the live wall.",
        },
        clauses="riichi-four-tiles",
        unit="tiles",
        ge=0,
        le=69,
    )
    needs_points: Annotated[bool | Annotated[int, Field(ge=100, le=1_000_000)], ByShape] = option(
        "Riichi without points for the bet",
        {
            "false": "A player may declare riichi with fewer points than the bet, even below zero.",
            "true": "A player needs the points for the bet to declare riichi.",
            "number": "A player needs {value} points to declare riichi.",
        },
        labels={
            "true": "Not without the points",
            "false": "Below 0 is allowed",
            "=number": "Not without this many points",
        },
        clauses="riichi-negative-score",
        unit="points",
        asked="table",
    )
    when_furiten: Literal["allowed", "forbidden"] = option(
        "Riichi while furiten",
        {
            "allowed": "A furiten player may declare riichi.",
            "forbidden": "A furiten player may not declare riichi.",
        },
        clauses="riichi-furiten-allowed",
    )
    open: Annotated[Literal["none"] | OpenRiichi, ByShape] = option(
        "Open riichi",
        {
            "none": "Riichi is declared without showing the hand.",
            "record": "Riichi may be declared with the hand shown to all.",
        },
        unregulated="none",
        looked_for="2026-11-22",
    )
    concealed_quad: ConcealedQuadAfterRiichi = option(
        "Concealed quad after riichi",
        {
            "never": "After riichi no quad may be declared.",
            "same_waits": "After riichi the drawn tile may make a concealed quad if the waits "
            "stay the same.",
            "same_waits_and_readings": "After riichi the drawn tile may make a concealed quad if "
            "the waits stay the same and the other three tiles could only be a triplet.",
            "same_waits_fifth_tile_counts": "After riichi the drawn tile may make a concealed quad "
            "if the waits stay the same and the other three tiles could only be a "
            "triplet. A wait counts even if the player already has all four of that tile.",
            "same_waits_readings_and_yaku": "After riichi the drawn tile may make a concealed "
            "quad if waits, sets and yaku all stay the same.",
        },
        clauses="riichi-quad-conditions riichi-quad-triple-sequence",
    )

    @property
    def least_points(self) -> float:
        """The points with which a player may still declare riichi."""
        if isinstance(self.needs_points, bool):
            return self.bet if self.needs_points else -inf
        return self.needs_points
