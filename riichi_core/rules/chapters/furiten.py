"""Furiten: when a player may not win on a discard."""

from typing import ClassVar, Literal

from riichi_core.rules.options import Chapter, SetOf, option


class Furiten(Chapter):
    """Passed and discarded winning tiles."""

    TITLE: ClassVar[str] = "Furiten"

    temporary_ends: SetOf[Literal["own_draw", "own_discard", "own_claim", "any_claim"]] = option(
        "End of temporary furiten",
        {
            "own_draw": "A passed win prevents wins on discards until the player draws, or "
            "after riichi until the end of the hand.",
            "own_discard": "A passed win prevents wins on discards until the player discards, "
            "or after riichi until the end of the hand.",
            "own_claim": "The player's own claim ends it.",
            "any_claim": "Anyone's claim or quad ends it.",
            "": "A passed win prevents wins on discards for the rest of the hand.",
        },
        clauses="furiten-temporary-end furiten-temporary-interrupt",
    )
    passed_tile: Literal["any_completing", "with_yaku"] = option(
        "Passed tiles that make furiten",
        {
            "any_completing": "Any discard that completes the hand counts, passed or the player's "
            "own, even without a yaku.",
            "with_yaku": "Only a discard that would give a yaku counts.",
        },
        clauses="furiten-temporary furiten-ignores-yaku",
    )
