"""Quads: how they are laid out and robbed."""

from typing import ClassVar, Literal

from riichi_core.rules.options import Chapter, option

FaceDownTiles = Literal["inner_two", "outer_two", "outer_two_or_inner", "either_two"]


class Quads(Chapter):
    """Four of a kind, declared."""

    TITLE: ClassVar[str] = "Quads"

    concealed_robbed_by: Literal["thirteen_orphans", "nobody"] = option(
        "Robbing a concealed quad",
        {
            "thirteen_orphans": "A concealed quad can be robbed only to complete Thirteen Orphans.",
            "nobody": "Nobody can rob a concealed quad.",
        },
        clauses="quad-concealed-robbed-orphans",
    )
    concealed_face_down: FaceDownTiles = option(
        "Face-down tiles of a concealed quad",
        {
            "inner_two": "The two inner tiles lie face down.",
            "outer_two": "The two outer tiles lie face down.",
            "outer_two_or_inner": "The two outer tiles lie face down; the inner two are accepted.",
            "either_two": "Two tiles lie face down, the outer or the inner ones.",
        },
        clauses="quad-concealed-display",
        effect="table",
    )
    robbery_pause: Literal["reasonable_time", "none"] = option(
        "Pause before the indicator of an extended quad",
        {
            "reasonable_time": "The other players get a reasonable time to rob the quad before "
            "the indicator is turned.",
            "none": "The indicator is turned at once.",
        },
        clauses="quad-extend-pause",
        effect="table",
    )
    dead_wall_gap: Literal[
        "any_time", "near_the_end", "near_the_end_in_whole_stacks", "not_regulated"
    ] = option(
        "Moving the dead wall apart",
        {
            "any_time": "The dead wall may be moved a little apart from the live wall.",
            "near_the_end": "The dead wall may be moved a little apart when the live wall is "
            "almost empty, which is not recommended. No tile moves from one wall "
            "to the other, and the order stays the same.",
            "near_the_end_in_whole_stacks": "The dead wall is moved apart only near the end of "
            "the hand, and not after one or three quads. Once it is apart, only whole stacks "
            "move, and no stack is broken for a quad.",
            "not_regulated": "The rules do not say whether the dead wall may be moved apart.",
        },
        clauses="wall-dead-gap",
        effect="table",
    )
