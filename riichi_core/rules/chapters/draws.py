"""Draws: tenpai and noten, nagashi mangan, and abortive draws."""

from typing import Annotated, ClassVar, Literal, TypeVar, get_args

from pydantic import Field

from riichi_core.language import Translatable, Translator
from riichi_core.rules.chapters.aborted import AfterCause, after_abort_sentence
from riichi_core.rules.chapters.limits import LimitName
from riichi_core.rules.options import (
    ByShape,
    Chapter,
    CompoundValue,
    Option,
    describe_value,
    option,
)

Seat = TypeVar("Seat")

Cause = Literal["nine_kinds", "four_winds", "four_riichi", "four_quads"]
"""The causes of an abortive draw, which are also the fields of `Abortive`."""


class Abortive(AfterCause):
    """The abortive draws, each kind separately, and their consequences."""

    nine_kinds: Literal["may_abort", "play_on"] = option(
        "Nine kinds of terminals and honours in an uninterrupted first turn",
        {"may_abort": "the player may abort the hand", "play_on": "play continues"},
        usual="play_on",
    )
    four_winds: Literal["abort", "play_on"] = option(
        "All four discard the same wind in the first uninterrupted set of turns",
        {"abort": "the hand is aborted", "play_on": "play continues"},
        usual="play_on",
    )
    four_riichi: Literal["abort_hands_shown", "abort_hands_hidden", "play_on"] = option(
        "All four have declared riichi and nobody wins on the last riichi discard",
        {
            "abort_hands_shown": "the hand is aborted and all show that they are tenpai",
            "abort_hands_hidden": "the hand is aborted and nobody shows their tiles",
            "play_on": "play continues",
        },
        usual="play_on",
    )
    four_quads: Literal["abort_after_discard", "abort_at_once", "play_on"] = option(
        "Four quads by more than one player",
        {
            "abort_after_discard": "the hand is aborted if nobody wins on the next discard",
            "abort_at_once": "the hand is aborted at once",
            "play_on": "play continues",
        },
        usual="play_on",
    )


class Nagashi(CompoundValue):
    """Nagashi mangan: only terminals and honours discarded, none of them claimed."""

    own_calls: Literal["none", "concealed_quad", "any"] = option(
        "The player's own calls",
        {
            "none": "The player must have called nothing, not even a concealed quad.",
            "concealed_quad": "The hand must be concealed; a concealed quad is allowed.",
            "any": "The player's own calls do not matter.",
        },
        labels={
            "none": "None allowed",
            "concealed_quad": "A concealed quad is allowed",
            "any": "All are allowed",
        },
        usual="any",
    )
    riichi: Literal["forbidden"] | None = option(
        "The player's own riichi",
        {"forbidden": "The player must not have declared riichi."},
        labels={"=left_out": "Does not matter"},
        default=None,
    )
    counters: Literal["paid", "not_paid"] = option(
        "Counters",
        {"paid": "Counters are paid on top.", "not_paid": "Counters are not paid."},
        labels={"paid": "Paid on top", "not_paid": "Not paid"},
        usual="not_paid",
    )
    bets: Literal["first_from_east", "stay"] = option(
        "Riichi bets",
        {
            "first_from_east": "The riichi bets go to the player with nagashi mangan or, if "
            "several players have it, to the first of them in turn from East.",
            "stay": "The riichi bets stay on the table.",
        },
        labels={"first_from_east": "To the first from East", "stay": "Stay on the table"},
        usual="stay",
    )
    noten_payments: Literal["dropped", "made"] = option(
        "Noten penalty",
        {"dropped": "There is no noten penalty.", "made": "The noten penalty is also paid."},
        labels={"dropped": "Not made", "made": "Made as well"},
        usual="dropped",
    )
    noten_riichi: Literal["judged", "not_judged"] = option(
        "Riichi on a hand that is not tenpai",
        {
            "judged": "A riichi without tenpai is still penalised.",
            "not_judged": "A riichi without tenpai is not penalised.",
        },
        labels={"judged": "Still judged", "not_judged": "Not judged"},
        usual="not_judged",
    )
    dealer: Literal["stays_if_nagashi", "stays_if_tenpai"] = option(
        "East",
        {
            "stays_if_nagashi": "East stays only with nagashi mangan.",
            "stays_if_tenpai": "East stays if tenpai.",
        },
        labels={
            "stays_if_nagashi": "Stays with nagashi mangan only",
            "stays_if_tenpai": "Stays if tenpai",
        },
        usual="stays_if_tenpai",
    )
    counters_after: Literal["as_after_win", "as_after_draw"] = option(
        "Counters afterwards",
        {
            "as_after_win": "Counters are then handled as after a win.",
            "as_after_draw": "Counters are then handled as after an exhaustive draw.",
        },
        labels={"as_after_win": "As after a win", "as_after_draw": "As after a draw"},
        usual="as_after_draw",
    )
    limit: Literal[LimitName, "yakuman"] = option(
        "Limit",
        labels={name: name.capitalize() for name in (*get_args(LimitName), "yakuman")},
        default="mangan",
    )


def _nagashi_sentence(value: Nagashi | str, tr: Translator) -> str:
    if not isinstance(value, Nagashi):
        return tr("Nagashi mangan is not played.")
    heading = tr(
        "At an exhaustive draw, a player whose discards are all terminals and honours, none of "
        "them claimed, is paid as for a self-drawn {limit}. If there are multiple such players, "
        "each is paid.",
        limit=value.limit,
    )
    return f"{heading} {describe_value(Option('Nagashi mangan', ''), value, tr)}"


CAUSES: dict[tuple[str, str], Translatable] = {
    ("nine_kinds", "may_abort"): "if a player shows nine kinds of terminals and honours in an "
    "uninterrupted first turn",
    ("four_winds", "abort"): "if all four discard the same wind in the first uninterrupted set of "
    "turns",
    ("four_riichi", "abort_hands_shown"): "if all four have declared riichi and nobody wins on the "
    "last riichi discard (all then show their hands)",
    (
        "four_riichi",
        "abort_hands_hidden",
    ): "if all four have declared riichi and nobody wins on the "
    "last riichi discard (nobody shows a hand)",
    (
        "four_quads",
        "abort_after_discard",
    ): "if four quads are made by more than one player and nobody wins on the next discard",
    ("four_quads", "abort_at_once"): "at once after four quads by more than one player",
}
"""When a hand is aborted, by cause and value."""


def _abortive_sentence(value: Abortive | str, tr: Translator) -> str:
    if not isinstance(value, Abortive):
        return tr("There are no abortive draws.")
    causes = [tr(text) for (cause, how), text in CAUSES.items() if getattr(value, cause) == how]
    return tr(
        "A hand is aborted {causes}. Then {follows}.",
        causes=f"; {tr('or')} ".join(causes),
        follows=after_abort_sentence(value, tr),
    )


class NotenTotals(CompoundValue):
    """Noten payments that depend on how many players are noten."""

    one: int = option(
        "One player noten", "{value} points in all", unit="points", ge=0, le=30000, multiple_of=300
    )
    two: int = option(
        "Two players noten", "{value} points in all", unit="points", ge=0, le=30000, multiple_of=200
    )
    three: int = option(
        "Three players noten",
        "{value} points in all",
        unit="points",
        ge=0,
        le=30000,
        multiple_of=300,
    )


def _noten_sentence(value: NotenTotals | int, tr: Translator) -> str:
    if isinstance(value, NotenTotals):
        return tr(
            "Noten players pay {one} points in all if one player is noten, {two} if two are and "
            "{three} if three are. The tenpai players share the points.",
            one=value.one,
            two=value.two,
            three=value.three,
        )
    return tr(
        "Noten players pay {value} points in total: {third} each if three are noten, {half} each "
        "if two, and {value} if one. The tenpai players share the points equally.",
        value=value,
        half=value // 2,
        third=value // 3,
    )


NotenPayments = Annotated[
    Annotated[int, Field(ge=0, le=30000, multiple_of=300)] | NotenTotals, ByShape
]


class Draws(Chapter):
    """Hands without a winner."""

    TITLE: ClassVar[str] = "Draws"

    noten_total: NotenPayments = option(
        "Noten penalty",
        _noten_sentence,
        labels={
            "=number": "The same total, however many are noten",
            "=one": "A total that depends on how many are noten",
        },
        clauses="draw-noten-total draw-noten-table",
        unit="points",
        asked="table",
    )
    tenpai: Literal["shape", "with_yaku"] = option(
        "Hands that count as tenpai",
        {
            "shape": "A hand that needs one tile for a complete shape is tenpai, with or without "
            "a yaku.",
            "with_yaku": "A hand is tenpai only if a winning tile gives it a yaku. The yaku of a "
            "concealed self-draw is enough.",
        },
        clauses="tenpai-yaku-not-needed",
    )
    waiting_on_own_four: Literal[
        "noten", "noten_if_in_sight", "noten_if_quad", "noten_if_concealed", "tenpai"
    ] = option(
        "Waiting only for tiles that cannot come",
        {
            "noten": "A hand that waits only for a tile of which the player holds all four is "
            "noten.",
            "noten_if_in_sight": "A hand that waits only for a tile of which the player holds all "
            "four is noten. Without riichi it is also noten if the player can see all four of "
            "each tile that it waits for.",
            "noten_if_quad": "A hand that waits only for a tile of which the player holds all four "
            "is noten if the four are a quad. Otherwise it is tenpai.",
            "noten_if_concealed": "A hand that waits only for a tile of which the player holds all "
            "four is noten if the four are concealed and not in a set. Otherwise it is tenpai.",
            "tenpai": "A hand that waits only for a tile of which the player holds all four is "
            "tenpai.",
        },
        clauses="tenpai-fifth-tile",
    )
    tenpai_hands: Literal["may_stay_hidden", "must_be_shown"] = option(
        "Declaring noten with a tenpai hand",
        {
            "may_stay_hidden": "A tenpai player who has not declared riichi may declare noten.",
            "must_be_shown": "A tenpai player must show the hand.",
        },
        clauses="draw-optional-tenpai",
    )
    announcing: Literal["in_turn", "in_turn_or_silent", "any_order"] = option(
        "Order of declaring tenpai",
        {
            "in_turn": "East declares first, then South, West and North. Declaring out of turn is "
            "allowed but binding.",
            "in_turn_or_silent": "East declares first, then South, West and North. Declaring out "
            "of turn is allowed but binding. Turning the tiles face up or face down is "
            "enough.",
            "any_order": "The rules prescribe no order.",
        },
        clauses="draw-announce-order draw-announce-early draw-announce-silent",
        effect="table",
    )
    noten_hands: Literal["may_be_shown", "stay_hidden"] = option(
        "Noten hands",
        {
            "may_be_shown": "Players may show a noten hand.",
            "stay_hidden": "Players may not show a noten hand.",
        },
        clauses="draw-noten-hidden",
        effect="table",
    )
    abortive: Annotated[Literal["none"] | Abortive, ByShape] = option(
        "Abortive draws",
        _abortive_sentence,
        labels={"=counter": "Some hands are aborted"},
        clauses="draw-no-abortive riichi-four-riichi-continues quad-fourth-continues",
        asked="table",
    )
    nagashi: Annotated[Literal["none"] | Nagashi, ByShape] = option(
        "Nagashi mangan",
        _nagashi_sentence,
        labels={"none": "Not played", "=own_calls": "Paid as a limit"},
        clauses="draw-no-nagashi draw-nagashi-house-rule",
        asked="table",
    )

    def with_nagashi(self, seats: frozenset[Seat], riichi: frozenset[Seat]) -> frozenset[Seat]:
        """Return those of some seats with nagashi mangan; their discards and calls allow it."""
        how = self.nagashi
        return seats - riichi if how != "none" and how.riichi == "forbidden" else seats

    def judges_riichi(self, *, nagashi: bool) -> bool:
        """Return whether a draw, with or without nagashi mangan, judges a riichi that is noten."""
        how = self.nagashi
        return not nagashi or how == "none" or how.noten_riichi == "judged"

    def noten_points(self, noten: int) -> int:
        """Return the total that a number of noten players (one to three) pays."""
        total = self.noten_total
        return total if isinstance(total, int) else (total.one, total.two, total.three)[noten - 1]
