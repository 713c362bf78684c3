"""Liability: who pays for a yakuman that another player helped to complete."""

from typing import Annotated, ClassVar, Literal

from pydantic import Tag

from riichi_core.rules.options import WORD, ByKey, Chapter, Option, RecordValue, SetOf


class Halves(RecordValue):
    """The points beside the halves."""

    counters: Annotated[
        Literal["discarder", "liable", "half_each"],
        Option(
            "Counters",
            {
                "discarder": "The discarder alone pays the counters.",
                "liable": "The liable player alone pays the counters.",
                "half_each": "The counters are shared in the same way.",
            },
        ),
    ]


class HalfEach(RecordValue):
    """The payment is shared."""

    half_each: Annotated[Halves, Option("Shared payment", "")]


class PartPaid(RecordValue):
    """The liable player answers for a part of the hand; the others pay what is left."""

    counters: Annotated[
        Literal["liable", "shared"],
        Option(
            "Counters of such a self-draw",
            {
                "liable": "On a self-draw the liable player pays the counters, also where the "
                "others pay for another yakuman.",
                "shared": "On a self-draw all three pay the counters where they pay for another "
                "yakuman.",
            },
        ),
    ]


class FedYakuman(RecordValue):
    """The liability is for the fed yakuman."""

    liable_yakuman: Annotated[PartPaid, Option("What the others pay", "")]


class Liability(Chapter):
    """Feeding the decisive set."""

    TITLE: ClassVar[str] = "Liability"

    yaku: Annotated[
        SetOf[Literal["big_three_dragons", "big_four_winds", "four_kongs", "after_a_kong"]],
        Option(
            "Sets that make liable",
            {
                "big_three_dragons": "Feeding the third dragon set makes liable for Big Three "
                "Dragons.",
                "big_four_winds": "Feeding the fourth wind set makes liable for Big Four Winds.",
                "four_kongs": "Feeding the fourth kong makes liable for Four Kongs.",
                "after_a_kong": "Feeding a kong whose replacement tile wins makes liable.",
                "": "Nobody is ever liable.",
            },
            ("liability-dragons", "liability-winds", "liability-not-other-kongs"),
        ),
    ]
    earlier_sets: Annotated[
        Literal["melded", "visible"],
        Option(
            "Earlier sets that count for liability",
            {
                "melded": "The sets before the fed one must be melded.",
                "visible": "The sets before the fed one must be visible: melded, or concealed "
                "kongs.",
            },
            ("liability-which-sets",),
        ),
    ]
    self_draw: Annotated[
        Literal["liable_pays_all", "as_usual"],
        Option(
            "Liability on a self-draw",
            {
                "liable_pays_all": "On a self-draw the liable player pays the whole, counters "
                "included.",
                "as_usual": "On a self-draw all three pay as usual.",
            },
            ("liability-selfdraw", "liability-selfdraw-counters"),
        ),
    ]
    discard: Annotated[
        Annotated[
            Annotated[Literal["discarder_pays_all"], WORD] | Annotated[HalfEach, Tag("=half_each")],
            ByKey,
        ],
        Option(
            "Liability on a third player's discard",
            {
                "discarder_pays_all": "The discarder alone pays.",
                "half_each": "The discarder and the liable player pay half each.",
            },
            ("liability-ron-split", "liability-ron-counters"),
        ),
    ]
    covers: Annotated[
        Annotated[
            Annotated[Literal["whole_hand"], WORD] | Annotated[FedYakuman, Tag("=liable_yakuman")],
            ByKey,
        ],
        Option(
            "Payments that the liable player makes",
            {
                "whole_hand": "The liable player answers for the whole hand, whatever else is in "
                "it.",
                "liable_yakuman": "The liable player answers for the fed yakuman only.",
            },
            ("liability-with-other-yakuman", "liability-selfdraw"),
        ),
    ]
