"""Draws: tenpai and noten, nagashi mangan, and the hands that are called off."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from riichi_core.rules.options import RECORD, WORD, ByShape, Chapter, Option, Record, SetOf

AbortiveKind = Literal["nine_kinds", "four_winds", "four_riichi", "four_kongs"]


class Abortive(Record):
    """Which hands are called off, and what follows."""

    kinds: Annotated[
        SetOf[AbortiveKind],
        Field(min_length=1),
        Option(
            "What calls a hand off",
            {
                "nine_kinds": "a player with nine kinds of terminals and honours in his first "
                "uninterrupted turn may show them",
                "four_winds": "all four discard the same wind in the first uninterrupted set of "
                "turns",
                "four_riichi": "all four declare riichi",
                "four_kongs": "more than one player made the four kongs",
            },
        ),
    ]
    four_riichi_hands: Annotated[
        Literal["shown", "hidden"],
        Option(
            "Hands after four riichi",
            {
                "shown": "After four riichi all show that they are tenpai.",
                "hidden": "After four riichi nobody shows a hand.",
            },
        ),
    ]
    four_kongs_end: Annotated[
        Literal["after_discard", "at_once"],
        Option(
            "When the fourth kong ends the hand",
            {
                "after_discard": "After four kongs the hand ends when the next discard is not won "
                "on.",
                "at_once": "The fourth kong ends the hand at once.",
            },
        ),
    ]
    counter: Annotated[
        Literal["added", "not_added"],
        Option(
            "Counter after an abortive draw",
            {"added": "A counter is added.", "not_added": "No counter is added."},
        ),
    ]
    dealer: Annotated[
        Literal["stays", "rotates"],
        Option(
            "East after an abortive draw",
            {"stays": "East stays.", "rotates": "The deal passes."},
        ),
    ]
    bets: Annotated[
        Literal["stay", "returned"],
        Option(
            "Riichi bets after an abortive draw",
            {
                "stay": "The bets wait for the next winner.",
                "returned": "The bets go back to their owners.",
            },
        ),
    ]


class Nagashi(Record):
    """Nagashi mangan: only terminals and honours discarded, none of them claimed."""

    own_calls: Annotated[
        Literal["none", "concealed_kong", "any"],
        Option(
            "The player's own calls",
            {
                "none": "The player may have called nothing, not even a concealed kong.",
                "concealed_kong": "The hand must be concealed; a concealed kong is allowed.",
                "any": "The player's own calls do not matter.",
            },
        ),
    ]
    counters: Annotated[
        Literal["paid", "not_paid"],
        Option(
            "Counters",
            {"paid": "Counters are paid on top.", "not_paid": "Counters are not paid."},
        ),
    ]
    bets: Annotated[
        Literal["first_from_east", "stay"],
        Option(
            "Riichi bets",
            {
                "first_from_east": "The riichi bets go to the player who has it, to the first in "
                "turn order from East if several do.",
                "stay": "The riichi bets stay on the table.",
            },
        ),
    ]
    noten_payments: Annotated[
        Literal["dropped", "made"],
        Option(
            "Noten payments",
            {
                "dropped": "There are no noten payments.",
                "made": "Noten payments are made as well.",
            },
        ),
    ]
    noten_riichi: Annotated[
        Literal["judged", "not_judged"],
        Option(
            "Riichi on a hand that is not tenpai",
            {
                "judged": "A riichi without tenpai is judged all the same.",
                "not_judged": "A riichi without tenpai is not judged.",
            },
        ),
    ]
    dealer: Annotated[
        Literal["stays_if_his", "stays_if_tenpai"],
        Option(
            "East",
            {
                "stays_if_his": "East stays only if the nagashi mangan is his.",
                "stays_if_tenpai": "East stays if he is tenpai.",
            },
        ),
    ]
    counters_after: Annotated[
        Literal["as_after_win", "as_after_draw"],
        Option(
            "Counters afterwards",
            {
                "as_after_win": "Afterwards the counters are as after a win.",
                "as_after_draw": "Afterwards the counters are as after an exhaustive draw.",
            },
        ),
    ]


def _abortive_says(value: Abortive | str) -> str:
    if not isinstance(value, Abortive):
        return "There are no abortive draws."
    kinds = value.kinds
    texts = [
        (
            "nine_kinds",
            "a player shows nine kinds of terminals and honours in his first uninterrupted turn",
        ),
        ("four_winds", "all four discard the same wind in the first uninterrupted set of turns"),
        (
            "four_riichi",
            "all four have declared riichi and the last riichi discard is not won on"
            + (", after which all show their hands" if value.four_riichi_hands == "shown" else ""),
        ),
        (
            "four_kongs",
            "more than one player made the four kongs"
            + (
                " and the next discard is not won on"
                if value.four_kongs_end == "after_discard"
                else ""
            ),
        ),
    ]
    causes = "; or ".join(text for word, text in texts if word in kinds)
    counter = "a counter is added" if value.counter == "added" else "no counter is added"
    dealer = "East stays" if value.dealer == "stays" else "the deal passes"
    bets = "stay on the table" if value.bets == "stay" else "go back to their owners"
    return (
        f"A hand is called off when {causes}. There are no noten payments; {counter}, {dealer} "
        f"and riichi bets {bets}."
    )


class Draws(Chapter):
    """Hands that nobody wins."""

    TITLE: ClassVar[str] = "Draws"

    noten_total: Annotated[
        int,
        Field(ge=0, le=30_000, multiple_of=300),
        Option(
            "Noten payments",
            "Noten players pay {value:,} points in all, shared by the tenpai players.",
            ("draw-noten-total", "draw-noten-table"),
            unit="points",
        ),
    ]
    tenpai: Annotated[
        Literal["shape", "with_yaku"],
        Option(
            "What is tenpai",
            {
                "shape": "A hand one tile short of a complete shape is tenpai, yaku or not.",
                "with_yaku": "A hand is tenpai only if a winning tile would give a yaku.",
            },
            ("tenpai-yaku-not-needed",),
        ),
    ]
    waiting_on_own_four: Annotated[
        Literal["noten", "noten_if_kong", "tenpai"],
        Option(
            "Waiting only for a tile of which one holds all four",
            {
                "noten": "A hand that waits only for a tile of which it holds all four is noten.",
                "noten_if_kong": "Such a hand is noten only if the four are a kong.",
                "tenpai": "Such a hand is tenpai.",
            },
            ("tenpai-fifth-tile",),
        ),
    ]
    tenpai_hands: Annotated[
        Literal["may_stay_hidden", "must_be_shown"],
        Option(
            "Declaring noten with a tenpai hand",
            {
                "may_stay_hidden": "A tenpai player who has not declared riichi may declare noten.",
                "must_be_shown": "A tenpai player must show his hand.",
            },
            ("draw-optional-tenpai",),
        ),
    ]
    announcing: Annotated[
        Literal["in_turn", "any_order"],
        Option(
            "Order of announcing tenpai",
            {
                "in_turn": "East announces first, then South, West and North; out of turn is "
                "allowed but binding.",
                "any_order": "No order of announcing is laid down.",
            },
            ("draw-announce-order", "draw-announce-early"),
            effect="table",
        ),
    ]
    noten_hands: Annotated[
        Literal["may_be_shown", "stay_hidden"],
        Option(
            "Noten hands",
            {
                "may_be_shown": "Nothing forbids showing a noten hand.",
                "stay_hidden": "Noten hands must stay hidden.",
            },
            ("draw-noten-hidden",),
            effect="table",
        ),
    ]
    abortive: Annotated[
        Annotated[Annotated[Literal["none"], WORD] | Annotated[Abortive, RECORD], ByShape],
        Option(
            "Abortive draws",
            _abortive_says,
            ("draw-no-abortive", "riichi-four-riichi-continues", "kong-fourth-continues"),
        ),
    ]
    nagashi: Annotated[
        Annotated[Annotated[Literal["none"], WORD] | Annotated[Nagashi, RECORD], ByShape],
        Option(
            "Nagashi mangan",
            {
                "none": "Nagashi mangan is not played.",
                "record": "Who at an exhaustive draw has discarded only terminals and honours, "
                "none of them claimed, is paid as for a self-drawn mangan; several are each paid.",
            },
            ("draw-no-nagashi", "draw-nagashi-house-rule", "riichi-stakes-draw"),
        ),
    ]
