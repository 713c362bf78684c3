"""The door as the site opens it in the browser, where reading a ruleset would take a second."""

from __future__ import annotations

import pickle
from pathlib import Path

import riichi_app
from riichi_app.web.door import ask
from riichi_core.rules.prepared import keep

__all__ = ["ask", "take_kept"]

KEPT = "riichi_app/web/rulesets.pickle"
"""The shipped rulesets as they were read when the site was built; only the site has it."""


def take_kept() -> None:
    """Take the shipped rulesets as they were read when the site was built, if it is one."""
    (package,) = riichi_app.__path__
    path = Path(package).parent / KEPT
    if path.is_file():
        keep(pickle.loads(path.read_bytes()))


take_kept()
