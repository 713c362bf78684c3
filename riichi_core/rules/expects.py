"""What a field can hold, in words for people: `nearest, {all: …} or {two_then_abort: …}`."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le, MaxLen, MinLen, MultipleOf
from pydantic import BaseModel
from pydantic.fields import FieldInfo

NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}


def expects(field: FieldInfo) -> str:
    """What a field accepts, as a reader of a ruleset file would write it."""
    return _type(field.annotation, field.metadata) or "null"


def words_of(field: FieldInfo) -> list[str]:
    """The words that a field accepts, also the keys of its records: for guessing what was meant."""
    found: list[str] = []
    for kind, _ in _branches(field.annotation, field.metadata):
        if get_origin(kind) is Literal:
            found += [str(word) for word in get_args(kind)]
        elif get_origin(kind) is tuple and get_origin(get_args(kind)[0]) is Literal:
            found += [str(word) for word in get_args(get_args(kind)[0])]
        elif isinstance(kind, type) and issubclass(kind, BaseModel):
            found += list(kind.model_fields)
        elif get_origin(kind) is dict:
            found += [name for record in _records(kind) for name in record.model_fields]
        elif kind is bool:
            found += ["true", "false"]
    return found


def _branches(kind: Any, metadata: Iterable[Any]) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """The alternatives of a type, each with what was annotated on it."""
    if get_origin(kind) is Annotated:
        inner, *extra = get_args(kind)
        yield from _branches(inner, (*_flat(extra), *metadata))
    elif get_origin(kind) in (Union, types.UnionType):
        for branch in get_args(kind):
            yield from _branches(branch, ())
    else:
        yield kind, tuple(_flat(metadata))


def _flat(metadata: Iterable[Any]) -> Iterator[Any]:
    for item in metadata:
        if isinstance(item, FieldInfo):
            yield from item.metadata
        else:
            yield item


def _type(kind: Any, metadata: Iterable[Any]) -> str:
    """The alternatives; that a thing may be null as well is hardly ever what was meant."""
    branches = [b for b in _branches(kind, metadata) if b[0] is not types.NoneType]
    return _join([one for branch, extra in branches for one in _branch(branch, extra)])


def _join(parts: list[str]) -> str:
    return " or ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]


def _branch(kind: Any, metadata: tuple[Any, ...]) -> list[str]:
    if get_origin(kind) is Literal:
        return [_plain(word) for word in get_args(kind)]
    if get_origin(kind) is tuple:
        return [_tuple(get_args(kind), metadata)]
    if get_origin(kind) is dict:
        return [f"a mapping of names to {_type(get_args(kind)[1], ())}"]
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [record_shape(kind)]
    if kind is int:
        return [_number(metadata)]
    plain: dict[Any, list[str]] = {bool: ["true", "false"], str: ["text"]}
    return plain.get(kind, ["a mapping"])


def _plain(word: object) -> str:
    return str(word).lower() if isinstance(word, bool) else str(word)


def record_shape(kind: type[BaseModel]) -> str:
    """A record as it is written: `{m: …, p: …, s: …}`; what may be left out is not shown."""
    names = [n for n, f in kind.model_fields.items() if f.is_required()]
    names = names or list(kind.model_fields)[:2]
    return f"{{{', '.join(f'{name}: …' for name in names)}}}"


def _tuple(items: tuple[Any, ...], metadata: tuple[Any, ...]) -> str:
    if items[-1] is not Ellipsis:
        what = "whole numbers" if _is_number(items[0]) else "values"
        return f"a list of {NUMBERS.get(len(items), len(items))} {what}"
    most = next((m.max_length for m in metadata if isinstance(m, MaxLen)), None)
    least = next((m.min_length for m in metadata if isinstance(m, MinLen)), 0)
    size = f" (at most {most})" if most else ""
    some = "a list in brackets of one or more of" if least else "a list in brackets, [] or any of"
    if not _is_number(items[0]):
        return f"{some}: {_type(items[0], ())}{size}"
    return f"a list of whole numbers{size}"


def _is_number(kind: Any) -> bool:
    return any(branch is int for branch, _ in _branches(kind, ()))


def _number(metadata: tuple[Any, ...]) -> str:
    least = next((m.ge for m in metadata if isinstance(m, Ge)), None)
    most = next((m.le for m in metadata if isinstance(m, Le)), None)
    step = next((m.multiple_of for m in metadata if isinstance(m, MultipleOf)), None)
    text = "a whole number"
    if least is not None and most is not None:
        text += f" from {least:,} to {most:,}"
    return f"{text} in steps of {step}" if step else text


def examples(field: FieldInfo) -> list[dict[str, Any]]:
    """For each record that a field accepts one with the first word of each part, ready to paste.

    Records with numbers in them are left out: no number is as good as another.
    """
    found = (_example(record) for record in _records(field.annotation))
    return [example for example in found if example is not None]


def _example(record: type[BaseModel]) -> dict[str, Any] | None:
    values: dict[str, Any] = {}
    for name, part in record.model_fields.items():
        value = _first(part.annotation)
        if value is None:
            return None
        values[name] = value
    return values


def _first(kind: Any) -> Any:
    """The first word of a type, or an example of its record; None for a number."""
    branch = next(iter(_branches(kind, ())))[0]
    if get_origin(branch) is Literal:
        return get_args(branch)[0]
    if get_origin(branch) is tuple and (word := _first(get_args(branch)[0])) is not None:
        return [word]
    if isinstance(branch, type) and issubclass(branch, BaseModel):
        return _example(branch)
    return None


def shapes(field: FieldInfo | None) -> list[str]:
    """The records that a field accepts, as they are written."""
    return [record_shape(record) for record in _records(field.annotation)] if field else []


def parts(field: FieldInfo, before: str = "") -> Iterator[tuple[str, FieldInfo]]:
    """The named parts of the records that a field accepts, at any depth: `all.own_bets`."""
    for record in _records(field.annotation):
        for name, part in record.model_fields.items():
            inner = list(parts(part, f"{before}{name}."))
            yield from inner or [(f"{before}{name}", part)]


def field_at(model: type[BaseModel], location: Iterable[str | int]) -> FieldInfo | None:
    """The innermost field that a validation error's location leads to."""
    field: FieldInfo | None = None
    here: list[type[BaseModel]] = [model]
    for part in location:
        owner = next((m for m in here if part in m.model_fields), None)
        if owner is not None:
            field = owner.model_fields[str(part)]
            here = list(_records(field.annotation))
    return field


def _records(kind: Any) -> Iterator[type[BaseModel]]:
    for branch, _ in _branches(kind, ()):
        if isinstance(branch, type) and issubclass(branch, BaseModel):
            yield branch
        for item in get_args(branch) if get_origin(branch) in (tuple, dict) else ():
            if isinstance(item, type) and issubclass(item, BaseModel):
                yield item
