"""The files of the languages: `en.toml` beside this one and so on, each a whole language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

FOLDER = Path(__file__).parent

Terms = Literal["english", "japanese"]
TERMS: tuple[Terms, ...] = ("english", "japanese")
"""Whose words are used for claims and yaku: those of the language itself, or the Japanese ones."""

NAMES, DESCRIPTIONS = "yaku_names", "describes"
"""Tables of a file with a key for each yaku."""


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages there are, English first."""
    codes = sorted(path.stem for path in FOLDER.glob("*.toml"))
    return tuple(sorted(codes, key=lambda code: code != "en"))


@cache
def read(language: str) -> Mapping[str, Any]:
    """The file of a language as it is written."""
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
