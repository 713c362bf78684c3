"""The data files of the project as JSON, which commands read instead of the YAML."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from riichi_core.rules.library import NOT_RULESETS, data_folder
from riichi_core.source.data import prepared_file, prepared_text


def write() -> Iterator[Path]:
    """Write the JSON of each data file, and name it."""
    for name in NOT_RULESETS:
        made = prepared_file(data_folder() / name)
        made.parent.mkdir(exist_ok=True)
        made.write_text(prepared_text(data_folder() / name), encoding="utf-8", newline="\n")
        yield made
