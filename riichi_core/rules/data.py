"""Where the data files lie: beside the sources, or inside the installed package."""

from __future__ import annotations

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
MARK = "yaku.yaml"
"""A file by which a folder called `rulesets` is known to be ours."""


@cache
def data_folder() -> Path:
    """The folder with the rulesets, the yaku and the clauses.

    A checkout is preferred, so that an edited file is the one that is read; a wheel carries its
    own copy inside the package.
    """
    checkout = PACKAGE.parent / "rulesets"
    return checkout if (checkout / MARK).is_file() else PACKAGE / "_rulesets"
