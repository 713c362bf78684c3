"""Dead hand: what a player may no longer do. What makes a hand dead stands among the fouls."""

from typing import Annotated, ClassVar, Literal

from riichi_core.rules.options import Chapter, Option, SetOf


class DeadHand(Chapter):
    """A hand that cannot go on normally; it is always noten."""

    TITLE: ClassVar[str] = "Dead hand"

    bars: Annotated[
        SetOf[Literal["win", "chow", "pung", "kong", "riichi"]],
        Option(
            "What a dead hand may not do",
            {
                "win": "A dead hand may not win.",
                "chow": "It may not claim a chow.",
                "pung": "It may not claim a pung.",
                "kong": "It may not make a kong, not even a concealed one.",
                "riichi": "It may not declare riichi.",
                "": "A dead hand may do everything, but is noten.",
            },
            ("deadhand-effect", "deadhand-no-riichi"),
        ),
    ]
    discards: Annotated[
        Literal["free", "drawn_tile"],
        Option(
            "Discards of a dead hand",
            {
                "free": "The player goes on drawing and discards freely, unless bound by riichi.",
                "drawn_tile": "The player discards each drawn tile.",
            },
            ("deadhand-free-discard",),
        ),
    ]
    riichi_bet: Annotated[
        Literal["stays", "returned"],
        Option(
            "Riichi bet of a hand that dies later",
            {
                "stays": "A valid riichi's bet stays on the table.",
                "returned": "The riichi's bet goes back to its owner.",
            },
            ("deadhand-stake",),
        ),
    ]
