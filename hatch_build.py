"""Compile the catalogs of the languages before a wheel, an sdist or an editable install is made."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogs(BuildHookInterface):
    """The hook that hatchling calls."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - theirs
        """Write a `.mo` beside each `.po`."""
        for path in Path(self.root, "riichi_app", "locale").glob("*/LC_MESSAGES/*.po"):
            with path.open("rb") as source, path.with_suffix(".mo").open("wb") as made:
                write_mo(made, read_po(source))
