"""Kongs: how they are laid out and robbed."""

from typing import ClassVar, Literal

from riichi_core.rules.options import Chapter, option

FaceDownTiles = Literal["inner_two", "outer_two", "outer_two_or_inner", "either_two"]


class Kongs(Chapter):
    """Four of a kind, declared."""

    TITLE: ClassVar[str] = "Kongs"

    concealed_robbed_by: Literal["thirteen_orphans", "nobody"] = option(
        "Robbing a concealed kong",
        {
            "thirteen_orphans": "A concealed kong can be robbed only to complete Thirteen Orphans.",
            "nobody": "Nobody can rob a concealed kong.",
        },
        clauses="kong-concealed-robbed-orphans",
    )
    concealed_face_down: FaceDownTiles = option(
        "Face-down tiles of a concealed kong",
        {
            "inner_two": "The two inner tiles lie face down.",
            "outer_two": "The two outer tiles lie face down.",
            "outer_two_or_inner": "The two outer tiles lie face down; the inner two are accepted.",
            "either_two": "Two tiles lie face down, the outer or the inner ones.",
        },
        clauses="kong-concealed-display",
        effect="table",
    )
    robbery_pause: Literal["reasonable_time", "none"] = option(
        "Pause before the indicator of an extended pung",
        {
            "reasonable_time": "The others get a reasonable time to rob the kong before the "
            "indicator is turned.",
            "none": "The indicator is turned at once.",
        },
        clauses="kong-extend-pause",
        effect="table",
    )
