"""Chips: payments to winners in addition to points, and the payment for a game without a win."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from riichi_core.language import Translatable, Translator
from riichi_core.rules.options import ByShape, Chapter, CompoundValue, PointsValue, option

ChipCount = Annotated[int, Field(ge=0, le=100)]
"""The chips that each payer gives."""


def _chips(number: int, tr: Translator) -> str:
    return tr.counted("{n} chip", "{n} chips", number)


class RedFiveChips(CompoundValue):
    """The chips for each red five of a winning hand."""

    concealed: ChipCount = option("Concealed", "{value} in a concealed hand", unit="chips", usual=0)
    open: ChipCount = option("Open", "{value} in an open hand", unit="chips", usual=0)


class YakumanChips(CompoundValue):
    """The chips for each yakuman that is paid; not for a counted one."""

    self_draw: ChipCount = option("Self-drawn", "{value} from each", unit="chips", usual=0)
    discard: ChipCount = option("On a discard", "{value} on a discard", unit="chips", usual=0)


class ChipAwards(CompoundValue):
    """The value of a chip, and the reasons for paying chips."""

    worth: PointsValue = option("Value of a chip", "{value} points", unit="points")
    ippatsu: ChipCount = option("Ippatsu", _chips, unit="chips", usual=0)
    ura_dora: ChipCount = option("Each ura dora", _chips, unit="chips", usual=0)
    red_five: RedFiveChips = option("Each red five", usual=RedFiveChips)
    yakuman: YakumanChips = option("Each yakuman", usual=YakumanChips)
    bust: ChipCount = option("Falling below zero", _chips, unit="chips", usual=0)
    below_start: ChipCount = option("Below the starting points", _chips, unit="chips", default=0)


REASONS: tuple[Translatable, ...] = (
    "{n} for ippatsu",
    "{n} for each ura dora",
    "{n} for each red five in a concealed hand",
    "{n} for each red five in an open hand",
    "{n} for a self-drawn yakuman",
    "{n} for a yakuman on a discard",
)
"""What chips are given for."""

BUST: Translatable = "A player whom a win takes below zero gives the winner {n} more."

BELOW_START: Translatable = (
    "Each player who ends the game below the starting points gives first place {chips}; in a tie, "
    "the tied player who started nearest to East gets them."
)


def _awards_sentence(value: ChipAwards | str, tr: Translator) -> str:
    if not isinstance(value, ChipAwards):
        return tr("Only points are paid, no chips.")
    numbers = (value.ippatsu, value.ura_dora, value.red_five.concealed, value.red_five.open,
               value.yakuman.self_draw, value.yakuman.discard)  # fmt: skip
    given = [tr(text, n=n) for text, n in zip(REASONS, numbers, strict=True) if n]
    sentences = [
        tr(
            "Each player who pays for a hand also gives chips, worth {points} points each in the "
            "result: {chips}.",
            points=value.worth,
            chips=tr.and_list(given),
        )
        if given
        else tr("Chips are worth {points} points each in the result.", points=value.worth)
    ]
    for text, n in ((BUST, value.bust), (BELOW_START, value.below_start)):
        if n:
            sentences.append(tr(text, n=n, chips=_chips(n, tr)))
    return " ".join(sentences)


class Yakitori(CompoundValue):
    """Points from each player who won no deal of a game to each player who did."""

    to_each_winner: PointsValue = option(
        "To each player who won",
        "In the result, each player who won no hand pays {value} points to each who won one.",
        unit="points",
    )


class Chips(Chapter):
    """Payments in addition to points."""

    TITLE: ClassVar[str] = "Chips"

    awarded: Annotated[Literal["none"] | ChipAwards, ByShape] = option(
        "Chips",
        _awards_sentence,
        labels={"=worth": "Chips are paid as well"},
        unregulated="none",
        looked_for="2026-11-22",
    )
    yakitori: Annotated[Literal["none"] | Yakitori, ByShape] = option(
        "A game without a win",
        {"none": "A player who won no hand pays nothing for that."},
        labels={"=to_each_winner": "Players without a win pay"},
        clauses="result-yakitori",
        unregulated="none",
        looked_for="2026-11-22",
    )
