"""Dealer and counters."""

from typing import Annotated, ClassVar, Literal

from riichi_core.language import Translator
from riichi_core.rules.options import (
    ByCase,
    ByShape,
    Chapter,
    CompoundValue,
    SetOf,
    case_option,
    option,
    value_in,
)

StaysAfter = Literal["win", "tenpai", "noten"]

STAYS = {
    "win": "East stays if East wins.",
    "tenpai": "East stays if East is tenpai at an exhaustive draw.",
    "noten": "East stays if East is noten at an exhaustive draw.",
    "": "The dealer rotates after every hand.",
}


class StaysByRound(CompoundValue, ByCase[SetOf[StaysAfter]]):
    """East stays for other reasons in some rounds."""

    east: SetOf[StaysAfter] | None = case_option("In the east round", STAYS)
    south: SetOf[StaysAfter] | None = case_option("In the south round", STAYS)
    west: SetOf[StaysAfter] | None = case_option("In the west round", STAYS)
    north: SetOf[StaysAfter] | None = case_option("In the north round", STAYS)
    other: SetOf[StaysAfter] = option("In other rounds", STAYS)


def _counter_sentence(value: int, tr: Translator) -> str:
    if value % 300:
        return tr(
            "Each counter is worth {value} points. On a self-draw each player pays a third of the "
            "total, rounded up to 100.",
            value=value,
        )
    return tr(
        "Each counter is worth {value} points; on a self-draw each player pays a third.",
        value=value,
    )


class WinsInARow(CompoundValue):
    """East's wins in a row, for the yaku of the eighth one."""

    draw: Literal["ends", "waits"] = option(
        "A draw at which East stays",
        {
            "ends": "A draw ends East's wins in a row.",
            "waits": "A draw does not end East's wins in a row if East stays.",
        },
    )
    after_eighth: Literal["as_usual", "each_counts", "rotates"] = option(
        "After the eighth win",
        {
            "as_usual": "Only the eighth win in a row has a special value. Play then continues as "
            "usual.",
            "each_counts": "Each further win in a row also counts as the eighth.",
            "rotates": "The dealer rotates after the eighth win.",
        },
    )

    def wins_after(self, wins: int, *, won: bool) -> int:
        """Return how many deals in a row East has won after another deal at which East stays.

        If each win after the eighth counts as the eighth, only seven are counted.
        """
        if won:
            return min(wins + 1, 7) if self.after_eighth == "each_counts" else wins + 1
        return wins if self.draw == "waits" else 0


class Dealer(Chapter):
    """The dealer: when East stays, and what the counters are worth."""

    TITLE: ClassVar[str] = "Dealer and counters"

    stays_on: Annotated[SetOf[StaysAfter] | StaysByRound, ByShape] = option(
        "East stays",
        STAYS,
        labels={"=list": "The same in every round", "=east": "By round"},
        clauses="rotation-dealer-win rotation-dealer-tenpai rotation-dealer-chooses-noten "
        "deadhand-east-rotates",
        asked="table",
    )
    counter_added_on: SetOf[Literal["dealer_win", "exhaustive_draw"]] = option(
        "Counters are added",
        {
            "dealer_win": "A counter is added after a win by East.",
            "exhaustive_draw": "A counter is added after an exhaustive draw.",
            "": "Counters are not used.",
        },
        clauses="counters-dealer-win counters-exhaustive-draw draw-counter",
    )
    counter_value: int = option(
        "Value of a counter",
        _counter_sentence,
        clauses="counters-value counters-tsumo counters-ron",
        unit="points",
        ge=0,
        le=30000,
        multiple_of=100,
    )
    counters_paid_to: Literal["any_winner", "non_dealers"] = option(
        "Who is paid for counters",
        {
            "any_winner": "Counters are paid to any winner, East included.",
            "non_dealers": "East is not paid for counters, but any other winner is.",
        },
        clauses="counters-value counters-tsumo counters-ron",
    )
    counters_after_draw: Literal["kept", "cleared"] = option(
        "Counters after an exhaustive draw",
        {
            "kept": "The counters on the table stay after an exhaustive draw.",
            "cleared": "The counters on the table are removed after an exhaustive draw, before it "
            "adds one.",
        },
        clauses="counters-exhaustive-draw draw-counter",
    )

    wins_in_a_row: WinsInARow = option(
        "East's wins in a row",
        unregulated={"draw": "ends", "after_eighth": "as_usual"},
        looked_for="2026-11-29",
    )

    def stays(self, cause: StaysAfter, round_wind: str) -> bool:
        """Return whether East stays for a reason in a round."""
        return cause in value_in(round_wind, self.stays_on)

    def counter_value_to(self, *, dealer: bool) -> int:
        """Return the value of a counter for a winner who is the dealer or another player."""
        return 0 if dealer and self.counters_paid_to == "non_dealers" else self.counter_value
