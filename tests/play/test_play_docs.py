"""What docs/play.md shows is what happens."""

from __future__ import annotations

import doctest
import json
import re
from dataclasses import fields
from pathlib import Path

from riichi_core.records.log import EVENT_NAMES, EVENTS, KEYS, Header

PAGE = Path(__file__).resolve().parents[2] / "docs" / "play.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_python_of_the_page_runs() -> None:
    failures, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failures, tried > 10) == (0, True)


def test_the_page_names_every_event() -> None:
    table = re.findall(r"^\| (`.*?) \|", TEXT, re.MULTILINE)
    named = {name for cell in table for name in re.findall(r"`([a-z_]+)`", cell)}
    named |= set(re.findall(r"`([a-z_]+)` (?:and `announced`|come)", TEXT))
    assert {EVENT_NAMES[kind] for kind in EVENTS} <= named | {"wall_empty", "announced"}


def test_the_lines_that_the_page_shows_have_the_fields_of_a_log() -> None:
    (shown,) = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    head, *events = map(json.loads, shown.splitlines())
    assert list(head) == list(Header.model_fields)
    kinds = {name: kind for kind, name in EVENT_NAMES.items()}
    for event in events:
        named = [KEYS.get(field.name, field.name) for field in fields(kinds[event["event"]])]
        assert list(event) == ["event", *named]


def test_the_bot_of_the_page_has_twenty_lines_at_most() -> None:
    (bot,) = re.findall(r">>> class HonoursFirst.*?(?=>>> from)", TEXT, re.DOTALL)
    assert len(bot.splitlines()) <= 20
