"""Liability: who pays for a yakuman that another player helped to complete."""

from typing import Annotated, ClassVar, Literal

from riichi_core.rules.options import ByKey, Chapter, CompoundValue, SetOf, option


class Halves(CompoundValue):
    """The payment of the counters if two players share the payment for a hand."""

    counters: Literal["discarder", "liable", "half_each"] = option(
        "Counters",
        {
            "discarder": "The discarder alone pays the counters.",
            "liable": "The liable player alone pays the counters.",
            "half_each": "The counters are shared in the same way.",
        },
    )


class HalfEach(CompoundValue):
    """The payment is shared."""

    half_each: Halves = option("Shared payment")


class PartPaid(CompoundValue):
    """The liable player pays for a part of the hand; the others pay the rest."""

    counters: Literal["liable", "shared"] = option(
        "Counters on such a self-draw",
        {
            "liable": "On a self-draw the liable player pays the counters, even if the others pay "
            "for another yakuman.",
            "shared": "If all three pay for another yakuman on a self-draw, they also share the "
            "counters.",
        },
    )


class FedYakuman(CompoundValue):
    """The liable player covers the fed yakuman."""

    liable_yakuman: PartPaid = option("What the others pay")


LiableYaku = Literal[
    "big_three_dragons", "big_four_winds", "four_quads", "after_a_quad",
    "all_honours", "all_terminals", "all_green",
]  # fmt: skip


class Liability(Chapter):
    """Feeding the decisive set."""

    TITLE: ClassVar[str] = "Liability"

    yaku: SetOf[LiableYaku] = option(
        "Sets that make a player liable",
        {
            "big_three_dragons": "A player is liable for feeding the third dragon set of Big Three "
            "Dragons.",
            "big_four_winds": "A player is liable for feeding the fourth wind set of Big Four "
            "Winds.",
            "four_quads": "A player is liable for feeding the fourth quad of Four Quads.",
            "after_a_quad": "A player is liable for feeding a quad whose replacement tile wins.",
            "all_honours": "A player is liable for feeding the fourth set of All Honours.",
            "all_terminals": "A player is liable for feeding the fourth set of All Terminals.",
            "all_green": "A player is liable for feeding the fourth set of All Green.",
            "": "Nobody is ever liable.",
        },
        clauses="liability-dragons liability-winds liability-not-other-quads",
    )
    earlier_sets: Literal["melded", "visible"] = option(
        "Earlier sets that count for liability",
        {
            "melded": "The earlier sets must be melded.",
            "visible": "The earlier sets must be visible: melded, or concealed quads.",
        },
        clauses="liability-which-sets",
    )
    self_draw: Literal["liable_pays_all", "as_usual"] = option(
        "Liability on a self-draw",
        {
            "liable_pays_all": "On a self-draw the liable player pays everything, including "
            "counters.",
            "as_usual": "On a self-draw all three pay as usual.",
        },
        clauses="liability-selfdraw liability-selfdraw-counters",
    )
    discard: Annotated[Literal["discarder_pays_all"] | HalfEach, ByKey] = option(
        "Liability on a third player's discard",
        {
            "discarder_pays_all": "Only the discarder pays.",
            "half_each": "The discarder and the liable player pay half each.",
        },
        clauses="liability-ron-split liability-ron-counters",
    )
    covers: Annotated[Literal["whole_hand"] | FedYakuman, ByKey] = option(
        "What the liable player pays for",
        {
            "whole_hand": "The liable player pays for the whole hand, whatever else is in it.",
            "liable_yakuman": "The liable player pays only for the fed yakuman.",
        },
        clauses="liability-with-other-yakuman liability-selfdraw",
    )
