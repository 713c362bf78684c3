"""Where the data files lie: beside the sources, or inside the installed package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

INSTALLED = "_rulesets"
MARKS = ("ema-2016.yaml", "yaku.yaml")
"""Files by which a folder called `rulesets` is known to be ours."""


@cache
def data_folder() -> Traversable | Path:
    """The folder with the rulesets, the yaku and the scenarios.

    A checkout is preferred, so that an edited file is the one that is read; a wheel carries its
    own copy inside the package.
    """
    checkout = Path(__file__).resolve().parents[2] / "rulesets"
    if any((checkout / mark).is_file() for mark in MARKS):
        return checkout
    return files("riichi_core") / INSTALLED
