"""rulesets/scenarios/index.json: all shipped scenarios in one file that is quickly read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from riichi_core.scenarios.files import examine
from riichi_core.scenarios.index import INDEX, index

FILE = Path(__file__).resolve().parents[2] / "rulesets" / INDEX


def text() -> str:
    """The whole file.

    Raises:
        ValueError: a scenario file has an error.
    """
    scenarios, problems = examine()
    if problems:
        raise ValueError("\n\n".join(problem.text() for problem in problems))
    return index(scenarios)


def write() -> Iterable[Path]:
    """Write the file."""
    FILE.write_text(text(), encoding="utf-8")
    return [FILE]
