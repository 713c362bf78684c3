"""Furiten: when a player may not win on a discard."""

from typing import ClassVar, Literal

from riichi_core.rules.options import Chapter, SetOf, option


class Furiten(Chapter):
    """Passed and discarded winning tiles."""

    TITLE: ClassVar[str] = "Furiten"

    temporary_ends: SetOf[Literal["own_draw", "own_discard", "own_claim", "any_claim"]] = option(
        "End of temporary furiten",
        {
            "own_draw": "After riichi, a player who passes up a win cannot win on a discard for "
            "the rest of the hand. Without riichi, this ends when the player draws.",
            "own_discard": "After riichi, a player who passes up a win cannot win on a discard "
            "for the rest of the hand. Without riichi, this ends when the player discards.",
            "own_claim": "After riichi, a player who passes up a win cannot win on a discard for "
            "the rest of the hand. Without riichi, this ends when the player claims a tile.",
            "any_claim": "After riichi, a player who passes up a win cannot win on a discard for "
            "the rest of the hand. Without riichi, this ends when anyone claims a tile or makes "
            "a quad.",
            "": "A player who passes up a win cannot win on a discard for the rest of the hand.",
        },
        clauses="furiten-temporary-end furiten-temporary-interrupt",
    )
    caused_by: Literal["any_winning_tile", "with_yaku"] = option(
        "Tiles that make a player furiten",
        {
            "any_winning_tile": "A player is furiten after discarding or passing up any tile that "
            "completes the hand, even without a yaku.",
            "with_yaku": "A player is furiten only after discarding or passing up a tile that "
            "completes the hand with a yaku.",
        },
        clauses="furiten-temporary furiten-ignores-yaku",
    )
