"""Exports match the fields that programs publish, for programs that cannot be installed here.

`published.json` has the facts: names, types and allowed values, each with its source.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from riichi.programs.export import export
from riichi.programs.known_programs import PROGRAMS
from riichi_core.rules import library
from riichi_core.rules.load import load

BOOKS = pytest.mark.parametrize("book", [*library.books(), *library.shelf()])

PUBLISHED = json.loads(Path(__file__).with_name("published.json").read_text(encoding="utf-8"))
PANTHEON = PUBLISHED["pantheon"]
MODS = PUBLISHED["riichi-advanced"]["mods"]


def exported(book: str, program: str) -> Any:
    return export(load(book), PROGRAMS[program]).config


# ---- Pantheon ------------------------------------------------------------------------------------

RENAMED = {"chomboPenalty"}
"""Fields of the published message that the later ones replace."""


def is_a(value: object, kind: str) -> bool:
    """Return True if a JSON value has a type of a protocol buffer."""
    if kind.endswith("[]"):
        return isinstance(value, list) and all(is_a(one, kind[:-2]) for one in value)
    if kind in PANTHEON["enums"]:
        return value in PANTHEON["enums"][kind]
    if fields := PANTHEON["messages"].get(kind):
        return isinstance(value, dict) and all(is_a(value[name], fields[name]) for name in value)
    if kind == "bool":
        return isinstance(value, bool)
    return type(value) is int and -(2**31) <= value < 2**31


@BOOKS
def test_pantheon_has_each_field_with_its_type(book: str) -> None:
    fields = PANTHEON["fields"] | PANTHEON["later"]
    config = exported(book, "pantheon")
    assert config.keys() == fields.keys() - RENAMED
    assert [name for name, value in config.items() if not is_a(value, fields[name])] == []


# ---- riichi_advanced -----------------------------------------------------------------------------

ALWAYS_THERE = {"kan"}
"""A mod of earlier and later versions that this one has built in."""

LATER = PUBLISHED["riichi-advanced"]["later"]
"""What later versions let a mod be given beside, by its name alone."""


@BOOKS
def test_riichi_advanced_offers_the_mods_that_we_use(book: str) -> None:
    listed = exported(book, "riichi-advanced")["mods"]
    chosen = {
        (one if isinstance(one, str) else one["name"]).removeprefix("lib/"): (
            {} if isinstance(one, str) else one["config"]
        )
        for one in listed
    }
    assert len(chosen) == len(listed)
    for name in chosen.keys() - ALWAYS_THERE:
        mod = MODS[name]
        assert set(mod.get("needs", ())) <= chosen.keys(), name
        assert not set(mod.get("conflicts", ())) & chosen.keys(), name
        offered = mod.get("config", {})
        for key, value in chosen[name].items():
            assert key in LATER.get(name, ()) or value in offered[key], (name, key)
