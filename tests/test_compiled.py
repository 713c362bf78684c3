"""Pure Python from a checkout, compiled from the copy that `make compiled` makes."""

from __future__ import annotations

import importlib
import os
from pathlib import Path

import pytest

from riichi_core.fast import is_compiled

ROOT = Path(__file__).resolve().parents[1]
ASKED = os.environ.get("RIICHI_COMPILED") == "1"

checkout = pytest.mark.skipif(ASKED, reason="this is the compiled copy")


def test_what_runs_is_what_was_asked_for() -> None:
    assert is_compiled() == ASKED


@checkout
def test_no_checkout_has_compiled_modules_among_its_sources() -> None:
    packages = ("riichi_core", "riichi_bots", "riichi_programs", "riichi_app")
    assert not [path for name in packages for path in (ROOT / name).rglob("*.so")]


@checkout
def test_every_module_that_is_compiled_is_there() -> None:
    build = importlib.import_module("hatch_build")
    for folder, names in build.COMPILED.items():
        for name in names:
            assert (ROOT / folder / f"{name}.py").is_file(), f"{folder}/{name}"
