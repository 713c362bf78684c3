"""Two options that do not go together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

Code = Literal["contradiction", "too-many-ways", "no-effect", "unlikely"]

ERRORS = ("contradiction", "too-many-ways")
"""The codes of what makes a ruleset invalid."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Options that do not go together.

    Attributes:
        code: one of ERRORS is an error; what has no effect, or can hardly be meant, a warning.
        paths: the options; the first is the one to point at by preference.
        message: what is wrong.
        expected: what would be right.
        left_out: whether leaving the option out is what would be right; a book states every one.
    """

    code: Code
    paths: tuple[str, ...]
    message: str
    expected: str = ""
    left_out: bool = False


Clashes = Iterator[Clash]

Checks = tuple[tuple[Callable[..., Clashes], tuple[str, ...]], ...]
"""Functions that find clashes, each with the chapters that it is given."""
