"""Chombo: the penalty for the most serious fouls, and how the game continues."""

from typing import Annotated, ClassVar, Literal, get_args

from riichi_core.rules.options import (
    ByCase,
    ByKey,
    ByShape,
    Chapter,
    CompoundValue,
    PointsValue,
    case_option,
    option,
)

PlaySetting = Literal["tournament", "casual"]
"""The setting of a game, which determines the chombo penalty."""

PLAY_SETTINGS: tuple[PlaySetting, ...] = get_args(PlaySetting)


class AfterUma(CompoundValue):
    """Points off the result after uma; the scores and places at the table stay unchanged."""

    after_uma: PointsValue = option(
        "Points after uma",
        "{value} points off the player's result after uma (not paid to anyone).",
        unit="points",
    )


class AtTable(CompoundValue):
    """Points off the score at the table, before places and uma."""

    at_table: PointsValue = option(
        "Points at the table",
        "{value} points off the player's score at the table (not paid to anyone).",
        unit="points",
    )


class ToEach(CompoundValue):
    """Points that the offender pays to each other player, whoever is East."""

    to_each: PointsValue = option(
        "Points to each other player",
        "{value} points to each other player at the table, whoever is East.",
        unit="points",
    )


Price = Annotated[Literal["reverse_mangan", "none"] | AfterUma | AtTable | ToEach, ByKey]

PRICES = {
    "reverse_mangan": "A reverse mangan: the offender pays the others what they would have paid "
    "for a self-drawn mangan, 4,000 to East and 2,000 to each other player, or 4,000 to each if "
    "the offender is East.",
    "none": "No points.",
}


DealAfter = Literal[
    "redeal", "redeal_with_counter", "dealer_rotates", "dealer_rotates_with_counter"
]
"""What follows a deal with a chombo."""

DEALS_AFTER = {
    "redeal": "The hand is replayed: East stays, no counter is added, nobody pays noten, and the "
    "hand does not count.",
    "redeal_with_counter": "The hand is replayed by the same East with one more counter.",
    "dealer_rotates": "The hand is not replayed, and the dealer rotates.",
    "dealer_rotates_with_counter": "The hand is not replayed. The dealer rotates, and a counter is "
    "added.",
}


class DealByOffender(CompoundValue, ByCase[DealAfter]):
    """What follows a chombo, by its deal and its offender."""

    last_hand: DealAfter | None = case_option("In the last hand", DEALS_AFTER)
    east: DealAfter | None = case_option("If East is an offender", DEALS_AFTER)
    other: DealAfter = option("In other cases", DEALS_AFTER)


class Chombo(Chapter):
    """The penalty for spoiling a hand for everybody."""

    TITLE: ClassVar[str] = "Chombo"

    tournament: Price = option(
        "Chombo penalty in a tournament",
        PRICES,
        clauses="chombo-points-tournament chombo-not-paid-out chombo-table-rank-unaffected "
        "penalty-after-uma",
        unit="points",
        asked="table",
    )
    casual: Price = option(
        "Chombo penalty outside tournaments",
        PRICES,
        clauses="chombo-points-casual",
        unit="points",
        asked="table",
        variant_of="chombo.tournament",
    )
    when: Literal["at_once", "after_the_hand"] = option(
        "When a chombo is paid",
        {
            "at_once": "A chombo ends the hand at once.",
            "after_the_hand": "The hand continues if possible, and the offender's hand is dead. "
            "After it, the offender pays the penalty in addition to the payments of the win or "
            "draw.",
        },
        unregulated="at_once",
        looked_for="2026-11-29",
    )
    next_deal: Annotated[DealAfter | DealByOffender, ByShape] = option(
        "After a chombo",
        DEALS_AFTER,
        labels={"=last_hand": "By hand and offender"},
        clauses="chombo-no-counter chombo-no-rotation chombo-not-a-hand "
        "chombo-with-exhaustive-draw",
    )
    riichi_bets: Literal["returned", "stay"] = option(
        "Riichi bets of a hand with a chombo",
        {
            "returned": "Riichi bets made in the hand go back to their owners.",
            "stay": "Riichi bets made in the hand stay on the table.",
        },
        clauses="chombo-riichi-refund",
    )
    with_win: Literal["void", "void_if_win_can_be_paid", "stands"] = option(
        "Chombo at the same time as a win",
        {
            "void": "A win declared at the same time makes the chombo void.",
            "void_if_win_can_be_paid": "A win declared at the same time makes the chombo void, "
            "unless the foul makes it impossible to pay that win.",
            "stands": "The chombo stands and the win is not scored, even if the chombo is a false "
            "win on the same tile.",
        },
        clauses="chombo-with-win chombo-end-unsettled",
    )
    after_last_discard: Literal["chombo", "dead_hand"] = option(
        "A chombo just after the last discard",
        {
            "chombo": "A chombo after the last discard of a hand counts as usual.",
            "dead_hand": "A chombo after the last discard of a hand only makes the offender's "
            "hand dead, unless the payments of the draw cannot be worked out.",
        },
        clauses="chombo-after-last-discard chombo-end-unsettled",
    )
    last_timed_deal: Literal["redeal", "no_redeal", "counts_as_a_deal"] = option(
        "Chombo in the last hand before a time limit",
        {
            "redeal": "The last hand before the time limit is replayed after a chombo.",
            "no_redeal": "The last hand before the time limit is not replayed after a chombo.",
            "counts_as_a_deal": "After the time signal, a hand with a chombo counts as one of "
            "the remaining hands.",
        },
        clauses="chombo-last-timed-hand",
    )

    def price(self, setting: PlaySetting) -> Price:
        """Return the chombo penalty in a setting."""
        return self.tournament if setting == "tournament" else self.casual
