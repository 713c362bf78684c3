"""The YAML files that come with the project and are no rulesets, read without their places."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from riichi_core.source import document
from riichi_core.source.files import digest
from riichi_core.source.scalars import plain_value

PREPARED = "prepared"
"""The folder beside a data file in which its value lies as JSON, read ten times as fast."""


def data_of_file(path: Path) -> Any:
    """Return the value that a data file of the project stands for.

    It is read from the JSON that `make docs` made of the file, as long as the file is the same.

    Args:
        path: a YAML file, read as `data_of` reads its text.
    """
    made = prepared_file(path)
    if made.is_file():
        known: Mapping[str, Any] = json.loads(made.read_bytes())
        if known["sha256"] == digest(path):
            return known["data"]
    return data_of(path.read_text(encoding="utf-8"))


def prepared_file(path: Path) -> Path:
    """Return the file in which the value of a data file lies as JSON."""
    return path.parent / PREPARED / f"{path.stem}.json"


def prepared_text(path: Path) -> str:
    """Return what that file is to hold: the value, an entry on a line, and of which text it is."""
    data = data_of(path.read_text(encoding="utf-8"))
    if isinstance(data, dict):
        lines = [f"{_json(name)}: {_json(entry)}" for name, entry in data.items()]
        value = "{\n" + ",\n".join(lines) + "\n}"
    else:
        value = "[\n" + ",\n".join(map(_json, data)) + "\n]"
    return f'{{"sha256": "{digest(path)}", "data": {value}}}\n'


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


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
