"""Setup: what the players start with."""

from typing import Annotated, ClassVar

from riichi_core.rules.options import Chapter, Option, Points


class Setup(Chapter):
    """Before the first deal."""

    TITLE: ClassVar[str] = "Setup"

    starting_points: Annotated[
        Points,
        Option(
            "Starting points",
            "Each player starts with {value:,} points.",
            ("setup-starting-points",),
            unit="points",
        ),
    ]
