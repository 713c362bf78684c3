"""Furiten: when a player may not win on a discard."""

from typing import Annotated, ClassVar, Literal

from riichi_core.rules.options import Chapter, Option, SetOf


class Furiten(Chapter):
    """Passed and discarded winning tiles."""

    TITLE: ClassVar[str] = "Furiten"

    temporary_ends: Annotated[
        SetOf[Literal["own_draw", "own_discard", "own_claim", "any_claim"]],
        Option(
            "End of temporary furiten",
            {
                "own_draw": "Temporary furiten ends when the player draws.",
                "own_discard": "Temporary furiten ends when the player discards.",
                "own_claim": "It ends when the player claims a tile.",
                "any_claim": "It ends when anyone claims a tile or declares a concealed kong.",
                "": "A passed win blocks wins on discards for the rest of the hand.",
            },
            ("furiten-temporary-end", "furiten-temporary-interrupt"),
        ),
    ]
    passed_tile: Annotated[
        Literal["any_completing", "with_yaku"],
        Option(
            "Which passed tile makes furiten",
            {
                "any_completing": "Passing any tile that completes the hand makes furiten, even "
                "without a yaku.",
                "with_yaku": "Only passing a tile that could have been won on makes furiten.",
            },
            ("furiten-temporary", "furiten-ignores-yaku"),
        ),
    ]
