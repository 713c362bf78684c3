"""Write a house-rule file: its head, and the options that it changes in reading order."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from textwrap import wrap
from typing import Any

from riichi_core.files.yaml_text import block, flow
from riichi_core.rules.glossary import yaku_named
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import HouseHead

HEAD_KEYS = tuple(HouseHead.model_fields)

WIDTH = 98


def house_file(
    head: Mapping[str, Any], changes: Mapping[str, Any], comments: Mapping[str, str] | None = None
) -> str:
    """Return a house-rule file, with its chapters and their options in reading order.

    Args:
        head: the values outside the chapters.
        changes: by path, each value, or a mapping with the value and its notes.
        comments: by path, the text above an option.
    """
    order = [*HEAD_KEYS, *(key for key in head if key not in HEAD_KEYS)]
    lines = [block({key: head[key] for key in order if key in head})]
    in_order = sorted(changes, key=place_of)
    for chapter, paths in groupby(in_order, key=lambda path: path.split(".", 1)[0]):
        lines.append(f"\n{chapter}:\n")
        for path in paths:
            lines += (f"{line}\n" for line in comment_lines((comments or {}).get(path, "")))
            lines += entry_lines(path.split(".", 1)[1], changes[path], "  ")
    return "".join(lines)


def file_of(data: Mapping[str, Any]) -> str:
    """Return the house-rule file of plain data, without comments."""
    head = {key: value for key, value in data.items() if key not in chapters()}
    return house_file(
        head,
        {
            f"{chapter}.{key}": entry
            for chapter in chapters()
            if isinstance(data.get(chapter), dict)
            for key, entry in data[chapter].items()
        },
    )


def comment_lines(text: str) -> list[str]:
    """Return a text as comment lines of an option."""
    indent = "  # " + " " * (len(text) - len(text.lstrip()))
    return wrap(
        text.lstrip(), WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ",
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def entry_lines(key: str, entry: Any, indent: str) -> list[str]:
    """Return the lines of an option: several for a club's own yaku and for long mappings."""
    line = f"{indent}{flow(key)}: {flow(entry)}\n"
    if not isinstance(entry, dict) or (len(line) <= WIDTH and not is_own_yaku(entry)):
        return [line]
    parts = [f"{indent}  {flow(word)}: {flow(part)}\n" for word, part in entry.items()]
    return [f"{indent}{flow(key)}:\n", *parts]


def is_own_yaku(entry: Any) -> bool:
    """Return True for a club's own yaku, which takes several lines."""
    return isinstance(entry, dict) and "worth" in entry and "name" in entry


def place_of(path: str) -> tuple[int, int]:
    """Return the place of an option in reading order; yaku without a field are last."""
    chapter, key = path.split(".", 1)
    known, path = [*options()], path_of(chapter, key)
    return [*chapters()].index(chapter), known.index(path) if path in known else len(known)


def path_of(chapter: str, key: str) -> str:
    """Return the path that a key of a chapter sets; a yaku has several names."""
    yaku = yaku_named(key) if chapter == "yaku" else None
    return f"{chapter}.{key if yaku is None else yaku}"
