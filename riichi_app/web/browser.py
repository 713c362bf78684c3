"""Answers in the browser of a visitor, with rulesets pickled: to read one takes a second there."""

from __future__ import annotations

import pickle
from pathlib import Path

import riichi_app
from riichi_app.web.api import answer_question
from riichi_core.rules.prepared import keep_rulesets

__all__ = ["answer_question", "take_pickled_rulesets"]

PICKLED_RULESETS = "riichi_app/web/rulesets.pickle"
"""The shipped rulesets as they were read when the site was built; only the site has it."""


def take_pickled_rulesets() -> None:
    """Take the shipped rulesets as they were read when the site was built, if it is one."""
    (package,) = riichi_app.__path__
    path = Path(package).parent / PICKLED_RULESETS
    if path.is_file():
        keep_rulesets(pickle.loads(path.read_bytes()))


take_pickled_rulesets()
