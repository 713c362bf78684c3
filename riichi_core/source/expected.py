"""The values that a typed field accepts, in words: `nearest, {all: …} or {two_then_abort: …}`."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le, MaxLen, MinLen, MultipleOf
from pydantic import BaseModel, PlainValidator
from pydantic.fields import FieldInfo

from riichi_core.messages import Message

NUMBERS = {1: Message("one"), 2: Message("two"), 3: Message("three"), 4: Message("four")}

LISTS = (tuple, list, frozenset)

Branch = tuple[Any, tuple[Any, ...]]
"""One of the alternatives of a type, and what it was annotated with."""


@dataclass(frozen=True, slots=True)
class Accepts:
    """An annotation that says in words what is accepted, for a type that does not say it itself."""

    text: str


def accepted_values(field: FieldInfo) -> str:
    """Return what a field accepts, as somebody who writes a file would put it."""
    return _accepted(field.annotation, field.metadata)


def words_of(field: FieldInfo) -> list[str]:
    """Return the words that a field accepts, also the keys of its records, for near misses."""
    found: list[str] = []
    for kind, _ in branches(field.annotation, field.metadata):
        origin, arguments = _origin(kind), get_args(kind)
        if origin is Literal:
            found += map(str, arguments)
        elif origin in LISTS:
            items = [one for one, _ in branches(arguments[0]) if _origin(one) is Literal]
            found += [str(word) for one in items for word in get_args(one)] or keys_of(kind)
        elif _is_model(kind) or origin is dict:
            found += keys_of(kind)
        elif kind is bool:
            found += ["true", "false"]
    return found


def keys_of(kind: Any) -> list[str]:
    """Return the keys of the records of a type, as files write them."""
    return [name for record in _records(kind) for name in _fields(record)]


def record_shape(kind: type[BaseModel]) -> str:
    """Return a record as it is written: `{m: …, p: …, s: …}`, without what may be left out."""
    names = [name for name, field in _fields(kind).items() if field.is_required()]
    names = names or list(_fields(kind))[:2]
    return f"{{{', '.join(f'{name}: …' for name in names)}}}"


def shapes(field: FieldInfo | None) -> list[str]:
    """Return the records that a field accepts, as they are written."""
    if field is None:
        return []
    return [record_shape(record) for record in _records(field.annotation, field.metadata)]


def example_records(field: FieldInfo) -> list[dict[str, Any]]:
    """Return, for each record that a field accepts, one with the first word of each part.

    Records with numbers in them are left out: no number is as good as another.
    """
    found = (_example(record) for record in _records(field.annotation))
    return [example for example in found if example is not None]


def parts(field: FieldInfo, before: str = "") -> Iterator[tuple[str, FieldInfo]]:
    """Yield the named parts of the records that a field accepts, at any depth: `all.own_bets`."""
    for record in _records(field.annotation, field.metadata):
        for name, part in record.model_fields.items():
            inner = list(parts(part, f"{before}{name}."))
            yield from inner or [(f"{before}{name}", part)]


def all_parts(field: FieldInfo) -> Iterator[FieldInfo]:
    """Yield those parts, and before each the part that it is a part of: `all`."""
    for record in _records(field.annotation, field.metadata):
        for part in record.model_fields.values():
            yield part
            yield from all_parts(part)


def field_at(model: Any, location: Iterable[str | int]) -> FieldInfo | None:
    """Return the innermost field that the location of a validation error leads to.

    Args:
        model: the model, or the type of a field, that was validated.
        location: keys, indexes, and tags of alternatives.

    Returns:
        The field; None for an error of the whole.
    """
    return _follow(model, location)[0]


def records_at(model: Any, location: Iterable[str | int]) -> list[type[BaseModel]]:
    """Return the records to which such a location leads."""
    return _follow(model, location)[1]


def keys_at(model: Any, location: Iterable[str | int]) -> list[str]:
    """Return the keys that a record can have to which such a location leads."""
    return [name for record in records_at(model, location) for name in _fields(record)]


def tags_at(model: Any, location: Iterable[str | int], key: str) -> list[str]:
    """Return the words of a key by which the records to which a location leads are told apart."""
    return [
        str(word)
        for record in records_at(model, location)
        if (field := _fields(record).get(key)) is not None
        for word in get_args(field.annotation)
    ]


def _follow(
    model: Any, location: Iterable[str | int]
) -> tuple[FieldInfo | None, list[type[BaseModel]]]:
    field: FieldInfo | None = None
    here = list(_records(model))
    for part in location:
        owner = next((record for record in here if part in _fields(record)), None)
        if owner is not None:
            field = _fields(owner)[str(part)]
            here = list(_records(field.annotation, field.metadata))
        else:
            here = [record for record in here if part in _tags(record)] or here
    return field, here


# ---- types ---------------------------------------------------------------------------------------


def _origin(kind: Any) -> Any:
    return get_origin(kind)


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _fields(record: type[BaseModel]) -> dict[str, FieldInfo]:
    """Return the fields of a model under the names that files give them."""
    return {field.alias or name: field for name, field in record.model_fields.items()}


def _tags(record: type[BaseModel]) -> set[str]:
    """Return by what a location names a model among alternatives: its class, or a word in it."""
    words = {
        str(word)
        for field in record.model_fields.values()
        if _origin(field.annotation) is Literal
        for word in get_args(field.annotation)
    }
    return {f"@{record.__name__}", record.__name__, *words}


def branches(kind: Any, metadata: Iterable[Any] = ()) -> Iterator[Branch]:
    """Yield the alternatives of a type as it is written, each with what was annotated on it."""
    metadata = tuple(metadata)
    written = [m.json_schema_input_type for m in metadata if isinstance(m, PlainValidator)]
    if written and written[0] is not Any:
        others = [m for m in metadata if not isinstance(m, PlainValidator)]
        yield from branches(written[0], others)
    elif _origin(kind) is Annotated:
        inner, *extra = get_args(kind)
        yield from branches(inner, (*_flat(extra), *metadata))
    elif _origin(kind) in (Union, types.UnionType):
        for branch in get_args(kind):
            yield from branches(branch)
    else:
        yield kind, tuple(_flat(metadata))


def _flat(metadata: Iterable[Any]) -> Iterator[Any]:
    for item in metadata:
        if isinstance(item, FieldInfo):
            yield from item.metadata
        else:
            yield item


def _records(kind: Any, metadata: Iterable[Any] = ()) -> Iterator[type[BaseModel]]:
    """Yield the models that a type accepts, also as items of a list or values of a mapping."""
    for branch, _ in branches(kind, metadata):
        if _is_model(branch):
            yield branch
        elif _origin(branch) in (*LISTS, dict):
            for item in get_args(branch):
                yield from _records(item)


# ---- in words ------------------------------------------------------------------------------------


def _accepted(kind: Any, metadata: Iterable[Any] = ()) -> str:
    """Return the alternatives; null is named only where there is nothing else."""
    metadata = tuple(_flat(metadata))
    if own := [item.text for item in metadata if isinstance(item, Accepts)]:
        return own[0]
    found = [b for b in branches(kind, metadata) if b[0] is not types.NoneType]
    return one_of([text for branch in found for text in _branch(*branch)]) or "null"


def one_of(texts: list[str]) -> str:
    """Return alternatives as a sentence has them: `win, draw or chombo`."""
    if len(texts) < 2:
        return texts[0] if texts else ""
    some, *between, last = texts
    for text in between:
        some = Message("{some}, {next}", some=some, next=text)
    return Message("{some} or {last}", some=some, last=last)


def _branch(kind: Any, metadata: tuple[Any, ...]) -> list[str]:
    origin, arguments = _origin(kind), get_args(kind)
    if own := [item.text for item in metadata if isinstance(item, Accepts)]:
        return own
    if origin is Literal:
        return [str(word).lower() if isinstance(word, bool) else str(word) for word in arguments]
    if origin in LISTS:
        return [_list(origin, arguments, metadata)]
    if origin is dict:
        return [Message("a mapping of names to {values}", values=_accepted(arguments[1]))]
    if _is_model(kind):
        return [record_shape(kind)]
    if kind is int:
        return [_number(metadata)]
    if kind is bool:
        return ["true", "false"]
    plain: dict[Any, Message] = {str: Message("text"), float: Message("a number")}
    return [plain.get(kind, Message("a mapping"))]


def _list(origin: Any, items: tuple[Any, ...], metadata: tuple[Any, ...]) -> str:
    if origin is tuple and items[-1] is not Ellipsis:
        number = NUMBERS.get(len(items), str(len(items)))
        if _is_number(items[0]):
            return Message("a list of {number} whole numbers", number=number)
        return Message("a list of {number} values", number=number)
    most = next((m.max_length for m in metadata if isinstance(m, MaxLen)), None)
    least = next((m.min_length for m in metadata if isinstance(m, MinLen)), 0)
    if _is_number(items[0]):
        text = Message("a list of whole numbers")
    elif least:
        text = Message("a list in brackets of one or more of: {values}", values=_accepted(items[0]))
    else:
        text = Message("a list in brackets, [] or any of: {values}", values=_accepted(items[0]))
    return Message("{list} (at most {most})", list=text, most=most) if most else text


def _is_number(kind: Any) -> bool:
    return any(branch is int for branch, _ in branches(kind))


def bounds_of(field: FieldInfo) -> tuple[Any, Any]:
    """Return the least and the greatest number that a field accepts, None for no bound."""
    metadata = [one for _, found in branches(field.annotation, field.metadata) for one in found]
    return _bounds(metadata)


def _bounds(metadata: Iterable[Any]) -> tuple[Any, Any]:
    metadata = tuple(metadata)
    least = next((m.ge for m in metadata if isinstance(m, Ge)), None)
    return least, next((m.le for m in metadata if isinstance(m, Le)), None)


def _number(metadata: tuple[Any, ...]) -> Message:
    least, most = _bounds(metadata)
    step = next((m.multiple_of for m in metadata if isinstance(m, MultipleOf)), None)
    text = Message("a whole number")
    if least is not None and most is not None:
        text = Message(
            "a whole number from {least} to {most}", least=f"{least:,}", most=f"{most:,}"
        )
    return Message("{number} in steps of {step}", number=text, step=step) if step else text


# ---- examples ------------------------------------------------------------------------------------


def _example(record: type[BaseModel]) -> dict[str, Any] | None:
    values = {name: _first(part.annotation) for name, part in record.model_fields.items()}
    return None if None in values.values() else values


def _first(kind: Any) -> Any:
    """Return the first word of a type, or an example of its record; None for a number."""
    branch = next(iter(branches(kind)))[0]
    if _origin(branch) is Literal:
        return get_args(branch)[0]
    if _origin(branch) is tuple and (word := _first(get_args(branch)[0])) is not None:
        return [word]
    return _example(branch) if _is_model(branch) else None
