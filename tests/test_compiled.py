"""A checkout runs pure Python; the copy made by `make compiled` runs compiled modules."""

from __future__ import annotations

import copy
import importlib
import os
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from riichi_core.bots import SensiblePlayer
from riichi_core.bots.runner import count_game, play_game
from riichi_core.fast import is_compiled
from riichi_core.hands.win import Win
from riichi_core.play.table import Table
from riichi_core.scoring.score import score

ROOT = Path(__file__).resolve().parents[1]
ASKED = os.environ.get("RIICHI_COMPILED") == "1"

checkout = pytest.mark.skipif(ASKED, reason="this is the compiled copy")


def test_the_requested_version_runs() -> None:
    assert is_compiled() == ASKED


@checkout
def test_a_checkout_has_no_compiled_modules_among_its_sources() -> None:
    packages = ("riichi_core", "riichi")
    assert not [path for name in packages for path in (ROOT / name).rglob("*.so")]


@checkout
def test_every_compiled_module_is_present() -> None:
    build = importlib.import_module("hatch_build")
    for folder, names in build.COMPILED.items():
        for name in names:
            assert (ROOT / folder / f"{name}.py").is_file(), f"{folder}/{name}"


def values() -> Iterator[object]:
    """Yield values that are sent to other processes or copied: a game, and its parts."""
    table = Table("ema-2016", seed=3)
    table.start()
    yield table.legal_actions()
    play_game(table, [SensiblePlayer() for _ in range(4)])
    yield table.events
    yield from (table.game_at(number) for number in range(0, len(table.events), 97))
    yield table.game
    yield table.finals
    yield count_game(1, table)
    yield score(Win("2345567m(345p)678s", "8m", by="ron", seat="south"), "ema-2016")


def test_values_can_be_pickled_and_copied() -> None:
    for value in values():
        assert pickle.loads(pickle.dumps(value)) == value
        assert copy.deepcopy(value) == value
