"""Dead hand: what a player may no longer do. The fouls chapter says what makes a hand dead."""

from typing import ClassVar, Literal

from riichi_core.rules.options import Chapter, SetOf, option


class DeadHand(Chapter):
    """A hand that cannot continue normally; it is always noten."""

    TITLE: ClassVar[str] = "Dead hand"

    bars: SetOf[Literal["win", "chii", "pon", "kan", "riichi"]] = option(
        "What a player with a dead hand may not do",
        {
            "win": "A player with a dead hand may not win.",
            "chii": "A player with a dead hand may not call chii.",
            "pon": "A player with a dead hand may not call pon.",
            "kan": "A player with a dead hand may not make any quad.",
            "riichi": "A player with a dead hand may not declare riichi.",
            "": "A player with a dead hand may do everything, but the hand is noten.",
        },
        clauses="deadhand-effect deadhand-no-riichi",
    )
    discards: Literal["any_tile", "drawn_tile"] = option(
        "Discards of a player with a dead hand",
        {
            "any_tile": "The player continues to draw and discards freely, unless in riichi.",
            "drawn_tile": "The player discards each drawn tile.",
        },
        clauses="deadhand-free-discard",
    )
    riichi_bet: Literal["stays", "returned"] = option(
        "Riichi bet of a hand declared dead later",
        {
            "stays": "The bet of a valid riichi stays on the table.",
            "returned": "The bet goes back to its owner.",
        },
        clauses="deadhand-stake",
    )
