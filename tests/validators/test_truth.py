"""What may be missing is not asked for its truth: the rule that `make types` adds to mypy's."""

from __future__ import annotations

import os
import re
import textwrap
from pathlib import Path

import pytest
from mypy.build import BuildSource, build
from mypy.main import process_options

from riichi_core.tiles import TILES, Wind
from riichi_validators.truth import asked

CODE = textwrap.dedent(
    """\
    from collections.abc import Mapping
    from enum import IntEnum
    from fractions import Fraction
    from typing import Literal, NamedTuple

    class Seat(IntEnum):
        EAST = 0
        SOUTH = 1

    class Wind(IntEnum):
        EAST = 0
        def __bool__(self) -> Literal[True]:
            return True

    class Pair(NamedTuple):
        one: int
        other: int

    class Plain:
        pass

    def by_mark() -> Seat: ...
    def number() -> int | None: ...

    def old(feeders: Mapping[str, Seat], name: str) -> Seat:
        return feeders.get(name) or by_mark()  # asked

    def refused(
        points: int | Fraction | None, text: str | None, seats: tuple[Seat, ...] | None,
        by_name: dict[str, int] | None, shown: bool | None, some: list[int | None],
        anything: object | None,
    ) -> object:
        if points:  # asked
            return 1
        while text and len(text) > 3:  # asked
            text = text[1:]
        assert seats  # asked
        if not by_name:  # asked
            return 2
        if len(seats) > 1 and shown:  # asked
            return 3
        if bool(anything):  # asked
            return 4
        if (found := number()):  # asked
            return found
        if any(some) or all(one for one in some):  # asked
            return 5
        match seats:
            case (first, *_) if text:  # asked
                return first
        few = [one for one in some if one]  # asked
        return [*filter(None, some), *few, 1 if shown else 2, text or "none"]  # asked

    def allowed(
        points: int | None, wind: Wind | None, pair: Pair | None, one: Plain | None,
        seats: list[Seat], sure: int, text: str | None,
    ) -> object:
        if points is not None and points:
            return (points or 0, text or "", sure or 1)
        if wind or pair or one or seats or not sure:
            return wind
        return any(one is None for one in seats) or text == ""
    """
)


def test_each_way_to_ask_is_found_and_nothing_else() -> None:
    """The first is how a named East came to be nobody: East, whose value is 0, was asked."""
    _, options = process_options([], fscache=None)
    options.export_types = options.preserve_asts = True
    options.incremental, options.cache_dir = False, os.devnull
    checked = build([BuildSource(None, "asking", CODE)], options)
    tree = checked.graph["asking"].tree
    assert tree is not None
    found = {line for line, _ in asked(tree, CODE, checked)}
    wanted = {number for number, line in enumerate(CODE.splitlines(), 1) if "# asked" in line}
    assert found == wanted


@pytest.mark.parametrize("value", [*Wind, TILES["1m"]])
def test_winds_and_tiles_are_true(value: object) -> None:
    assert value


def test_types_are_checked_so() -> None:
    root = Path(__file__).resolve().parents[2]
    rule = re.search(r"^types: .*\n\t(.*)", (root / "Makefile").read_text(encoding="utf-8"), re.M)
    assert rule is not None
    assert rule[1] == "$(BIN)/python -m riichi_validators.truth"
    assert "types" in (root / ".ci" / "run").read_text(encoding="utf-8")
