"""Answers in a visitor's browser, with pickled rulesets, because reading them is slow there."""

from __future__ import annotations

import pickle
from pathlib import Path

import riichi
from riichi.web.api import answer_question
from riichi_core.rules.prepared import keep_rulesets

__all__ = ["answer_question", "take_pickled_rulesets"]

PICKLED_RULESETS = "riichi/web/rulesets.pickle"
"""The shipped rulesets, pickled by the build of the site; only the site has the file."""


def take_pickled_rulesets() -> None:
    """Load the pickled rulesets, if this is the site."""
    (package,) = riichi.__path__
    path = Path(package).parent / PICKLED_RULESETS
    if path.is_file():
        keep_rulesets(pickle.loads(path.read_bytes()))


take_pickled_rulesets()
