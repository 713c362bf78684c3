"""The YAML files that come with the project and are no rulesets, read without their places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from riichi_core.source import document
from riichi_core.source.scalars import plain_value


def data_of_file(path: Path) -> Any:
    """Return the value that a data file of the project stands for."""
    return data_of(path.read_text(encoding="utf-8"))


def data_of(text: str) -> Any:
    """Return the value that YAML text stands for, in half of the time that PyYAML takes.

    Args:
        text: lists, mappings and scalars; plain scalars are resolved as in a ruleset.
    """
    opened: list[list[Any]] = [[]]
    for event in yaml.parse(text, Loader=document.LOADER):
        match event:
            case yaml.ScalarEvent(value=value, style=style):
                opened[-1].append(value if style else plain_value(value))
            case yaml.CollectionStartEvent():
                opened.append([])
            case yaml.SequenceEndEvent():
                items = opened.pop()
                opened[-1].append(items)
            case yaml.MappingEndEvent():
                items = opened.pop()
                opened[-1].append(dict(zip(items[::2], items[1::2], strict=True)))
    return opened[0][0]
