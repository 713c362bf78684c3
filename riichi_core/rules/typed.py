"""Typed values of the project's own files as JSON, from which they are made without any check.

Reading a file takes a reader of YAML, checks, and the validators that pydantic builds for every
model: most of the time of a short command. `make docs` writes what came of it, which is taken for
as long as the file is the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import BaseModel

from riichi_core.rules.options import Frozen
from riichi_core.source.files import digest

T = TypeVar("T")

PREPARED = "prepared"
"""The folder beside the files of the project in which their typed values lie."""

TYPE = "="
"""The key beside the fields of a value that names its type; no field is called so."""


def typed(path: Path, read: Callable[[Any], T]) -> T:
    """Return the typed value of a data file: as it was prepared, or read anew if it was changed.

    Args:
        path: a YAML file of the project.
        read: makes the value of what the YAML says.
    """
    made = typed_value(path)
    return read_data(path, read) if made is None else cast(T, made)


def read_data(path: Path, read: Callable[[Any], T]) -> T:
    """Return the typed value that a data file has, read from the YAML."""
    from riichi_core.source.data import data_of_file  # noqa: PLC0415 - it takes YAML

    return read(data_of_file(path))


def typed_file(path: Path) -> Path:
    """Return the file in which the typed value of a file of the project lies."""
    return path.parent / PREPARED / f"{path.stem}.json"


def typed_value(path: Path) -> Any:
    """Return the value prepared of a file; None if the file or a type was changed since."""
    made = typed_file(path)
    if not made.is_file():
        return None
    known: Mapping[str, Any] = json.loads(made.read_bytes())
    if known["sha256"] != digest(path):
        return None
    try:
        return _typed(known["value"])
    except KeyError:  # a type that there is no more
        return None


def typed_text(path: Path, value: BaseModel | Mapping[str, Any]) -> str:
    """Return the text of that file: of which text it was made, and the value.

    Args:
        path: the file of the project.
        value: a model of the rules, or a mapping of such and of plain values. Models hold tuples,
            where plain values hold lists.
    """
    plain = _plain(value)
    parts = ",\n".join(f"{json.dumps(name)}: {_lines(one)}" for name, one in plain.items())
    return f'{{"sha256": "{digest(path)}", "value": {{\n{parts}\n}}}}\n'


def _lines(value: Any) -> str:
    if not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    entries = (f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in value.items())
    return "{\n  " + ",\n  ".join(entries) + "\n}"


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        given = {name: getattr(value, name) for name in sorted(value.model_fields_set)}
        return {TYPE: type(value).__name__} | {k: _plain(one) for k, one in given.items()}
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, tuple | list):
        return [*map(_plain, value)]
    return value


def _typed(value: Any, *, in_model: bool = False) -> Any:
    if isinstance(value, list):
        items = (_typed(one, in_model=in_model) for one in value)
        return tuple(items) if in_model else [*items]
    if not isinstance(value, dict):
        return value
    name = value.pop(TYPE, None)
    inside = in_model or name is not None
    parts = {key: _typed(one, in_model=inside) for key, one in value.items()}
    return parts if name is None else _made(_type(name), parts)


def _made(model: type[Frozen], parts: dict[str, Any]) -> Frozen:
    """Return a model with these fields, as pickle would: in a third of model_construct's time."""
    made = model.__new__(model)
    fields = {name: parts.get(name, default) for name, default in _defaults(model).items()}
    made.__setstate__(
        {
            "__dict__": fields,
            "__pydantic_extra__": None,
            "__pydantic_fields_set__": set(parts),
            "__pydantic_private__": None,
        }
    )
    return made


@cache
def _defaults(model: type[Frozen]) -> Mapping[str, Any]:
    """Return the fields of a model, each with what it is where a file leaves it out."""
    return {name: field.get_default() for name, field in model.model_fields.items()}


def _type(name: str) -> type[Frozen]:
    """Return a type by its name, also one of a module that was imported just now."""
    if name not in _types():
        _types.cache_clear()
    return _types()[name]


@cache
def _types() -> Mapping[str, type[Frozen]]:
    """Return every type of a value of the rules by its name, as far as modules are imported."""
    return {one.__name__: one for one in _below(Frozen)}


def _below(model: type[Frozen]) -> Iterator[type[Frozen]]:
    for one in model.__subclasses__():
        yield one
        yield from _below(one)
