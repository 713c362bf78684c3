"""Kongs: how they are laid out and robbed."""

from typing import Annotated, ClassVar, Literal

from riichi_core.rules.options import Chapter, Option


class Kongs(Chapter):
    """Four of a kind, declared."""

    TITLE: ClassVar[str] = "Kongs"

    concealed_robbed_by: Annotated[
        Literal["thirteen_orphans", "nobody"],
        Option(
            "Robbing a concealed kong",
            {
                "thirteen_orphans": "A concealed kong can be robbed only to complete Thirteen "
                "Orphans.",
                "nobody": "Nobody can rob a concealed kong.",
            },
            ("kong-concealed-robbed-orphans",),
        ),
    ]
    concealed_face_down: Annotated[
        Literal["inner_two", "outer_two", "outer_two_or_inner", "either_two"],
        Option(
            "Face-down tiles of a concealed kong",
            {
                "inner_two": "The two inner tiles lie face down.",
                "outer_two": "The two outer tiles lie face down.",
                "outer_two_or_inner": "The two outer tiles lie face down; the inner two are "
                "accepted.",
                "either_two": "Two tiles lie face down, the outer or the inner ones.",
            },
            ("kong-concealed-display",),
            effect="table",
        ),
    ]
    robbery_pause: Annotated[
        Literal["reasonable_time", "none"],
        Option(
            "Pause before the indicator of an extended pung",
            {
                "reasonable_time": "The others get a reasonable time to rob the kong before the "
                "indicator is turned.",
                "none": "The indicator is turned at once.",
            },
            ("kong-extend-pause",),
            effect="table",
        ),
    ]
