"""Fu: the minipoints on which rulesets differ."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from riichi_core.rules.options import NUMBER_WORD, ByShape, Chapter, Fu, option

WITHOUT_FU = frozenset({
    "fu.double_wind_pair", "fu.open_pinfu", "fu.self_draw_after_quad", "fu.seven_pairs",
})  # fmt: skip
"""The options without effect if every hand has the same minipoints."""

FixedFu = Annotated[int, Field(ge=20, le=110, multiple_of=10)]


class FuRules(Chapter):
    """Minipoints of a hand."""

    TITLE: ClassVar[str] = "Minipoints"

    fixed: Annotated[Literal["none"] | FixedFu, ByShape] = option(
        "The same minipoints for every hand",
        {
            "none": "Minipoints are counted.",
            "number": "Minipoints are not counted: every hand is paid as if it had {value} fu.",
        },
        labels={"none": "Minipoints are counted", "=number": "Every hand has the same"},
        unit="fu",
        unregulated="none",
        looked_for="2026-11-29",
    )
    double_wind_pair: Annotated[Literal[2, 4], NUMBER_WORD] = option(
        "Pair of the double wind (seat and round)",
        "A pair of the double wind gives {value} fu.",
        clauses="fu-pair-double-wind",
        unit="fu",
    )
    open_pinfu: Fu = option(
        "Open hand without any minipoints",
        {
            "0": "An open hand without any minipoints stays at 20 fu.",
            "number": "An open hand that would have 20 fu gets {value} more.",
        },
        clauses="fu-open-pinfu fu-open-pinfu-tsumo points-table-blank-cells",
        unit="fu",
        multiple_of=2,
    )
    pinfu_self_draw: Literal["combined", "separate"] = option(
        "Pinfu on self-draw",
        {
            "combined": "A self-drawn pinfu also counts Fully Concealed Hand, at 20 fu without the "
            "2 for the self-draw.",
            "separate": "A self-drawn hand gets the 2 fu for the self-draw and is not pinfu.",
        },
        clauses="yaku-pinfu-tsumo fu-pinfu-fixed fu-self-draw",
    )
    self_draw_after_quad: Annotated[Literal[0, 2], NUMBER_WORD] = option(
        "Self-draw on a replacement tile",
        {
            "0": "A win on a replacement tile gets no fu for the self-draw.",
            "2": "A win on a replacement tile gets 2 fu for the self-draw.",
        },
        clauses="fu-self-draw-rinshan",
        unit="fu",
    )
    seven_pairs: Annotated[Literal[25, 50], NUMBER_WORD] = option(
        "Seven Pairs",
        "Seven Pairs has {value} fu, without rounding or additions.",
        clauses="fu-seven-pairs",
        unit="fu",
    )
