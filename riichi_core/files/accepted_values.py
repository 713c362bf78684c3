"""Describe the values that a field of a typed model accepts: words, records, numbers and lists.

Models add what their types cannot express: `Accepts` describes a type, `value_error` rejects a
value.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le, MaxLen, MinLen, MultipleOf
from pydantic import BaseModel, PlainValidator
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from riichi_core.messages import Message

NUMBER_WORDS = {1: Message("one"), 2: Message("two"), 3: Message("three"), 4: Message("four")}

MOST_WORDS = 40
"""The maximum length of a list of words that is shown completely."""

LIST_TYPES = (tuple, list, frozenset)

Alternative = tuple[Any, tuple[Any, ...]]
"""One of the alternatives of a type, and its annotations."""

Location = Sequence[str | int]
"""The location of an error in pydantic: keys, indexes, and tags of alternatives."""


@dataclass(frozen=True, slots=True)
class Accepts:
    """An annotation that describes the accepted values, if the type does not."""

    text: str


def value_error(code: str, message: str, near: str = "", expected: str = "") -> PydanticCustomError:
    """Return the error with which a validator rejects a value.

    Args:
        code: the code of the problem, with underscores instead of hyphens.
        message: the problem, and the expected value if the type of the field does not imply it.
        near: the most similar value.
        expected: the expected value, if the type of the field does not imply it.
    """
    texts = {"message": message, "suggestion": near, "expected": expected}
    context = {name: text for name, text in texts.items() if text}
    return PydanticCustomError(code, "{message}", context)


# ---- the values that a field accepts -------------------------------------------------------------


def accepted_values(field: FieldInfo) -> str:
    """Describe the values that a field accepts, as written in files."""
    return _accepted_text(field.annotation, field.metadata)


@cache
def words_of(field: FieldInfo) -> tuple[str, ...]:
    """Return the words that a field accepts, including the keys of its records."""
    words: list[str] = []
    for kind, _ in alternatives(field.annotation, field.metadata):
        origin, arguments = origin_of(kind), get_args(kind)
        if origin is Literal:
            words += map(str, arguments)
        elif origin in LIST_TYPES:
            items = [item for item, _ in alternatives(arguments[0]) if origin_of(item) is Literal]
            words += [str(word) for item in items for word in get_args(item)] or keys_of(kind)
        elif _is_model(kind) or origin is dict:
            words += keys_of(kind)
        elif kind is bool:
            words += ["true", "false"]
    return tuple(words)


def keys_of(kind: Any) -> list[str]:
    """Return the keys of the records of a type, as written in files."""
    return [name for record in _records(kind) for name in _fields(record)]


def record_shape(kind: type[BaseModel]) -> str:
    """Return the shape of a record without optional keys: `{m: …, p: …, s: …}`."""
    names = [name for name, field in _fields(kind).items() if field.is_required()]
    names = names or list(_fields(kind))[:2]
    return f"{{{', '.join(f'{name}: …' for name in names)}}}"


def record_shapes(field: FieldInfo | None) -> list[str]:
    """Return the shapes of the records that a field accepts."""
    if field is None:
        return []
    return [record_shape(record) for record in _records(field.annotation, field.metadata)]


def example_records(field: FieldInfo) -> list[dict[str, Any]]:
    """Return an example of each record that a field accepts, with the first word of each part.

    Records with numbers have no example.
    """
    examples = (_example(record) for record in _records(field.annotation))
    return [example for example in examples if example is not None]


def leaf_parts(field: FieldInfo, before: str = "") -> Iterator[tuple[str, FieldInfo]]:
    """Yield the path and field of each innermost part of the records of a field: `all.own_bets`."""
    for record in _records(field.annotation, field.metadata):
        for name, part in record.model_fields.items():
            inner = list(leaf_parts(part, f"{before}{name}."))
            yield from inner or [(f"{before}{name}", part)]


def all_parts(field: FieldInfo) -> Iterator[tuple[str, FieldInfo]]:
    """Yield the parts of the records that a field accepts, at any depth, outer parts first."""
    for record in _records(field.annotation, field.metadata):
        for name, part in record.model_fields.items():
            yield name, part
            yield from all_parts(part)


def field_at(model: Any, location: Location) -> FieldInfo | None:
    """Return the innermost field at the location of a validation error.

    The location consists of keys, indexes, and tags of alternatives. The field is None for an error
    of the whole data.
    """
    return _follow_location(model, location)[0]


def records_at(model: Any, location: Location) -> list[type[BaseModel]]:
    """Return the records at the location of a validation error."""
    return _follow_location(model, location)[1]


def keys_at(model: Any, location: Location) -> list[str]:
    """Return the keys of the records at the location of a validation error."""
    return [name for record in records_at(model, location) for name in _fields(record)]


def tags_at(model: Any, location: Location, key: str) -> list[str]:
    """Return the words of the key that distinguishes the records at a location."""
    return [
        str(word)
        for record in records_at(model, location)
        if (field := _fields(record).get(key)) is not None
        for word in get_args(field.annotation)
    ]


def _follow_location(
    model: Any, location: Location
) -> tuple[FieldInfo | None, list[type[BaseModel]]]:
    field: FieldInfo | None = None
    records = list(_records(model))
    for step in location:
        owner = next((record for record in records if step in _fields(record)), None)
        if owner is not None:
            field = _fields(owner)[str(step)]
            records = list(_records(field.annotation, field.metadata))
        else:
            records = [record for record in records if step in _tags(record)] or records
    return field, records


# ---- types ---------------------------------------------------------------------------------------


def origin_of(kind: Any) -> Any:
    """Return the origin of a generic type, e.g. `tuple` or `Literal`; None if it has none."""
    return get_origin(kind)


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _fields(record: type[BaseModel]) -> dict[str, FieldInfo]:
    """Return the fields of a model by name, as written in files."""
    fields = record.model_fields.items()
    return {name if field.alias is None else field.alias: field for name, field in fields}


def _tags(record: type[BaseModel]) -> set[str]:
    """Return the names of a model in a location: its class and its words."""
    words = {
        str(word)
        for field in record.model_fields.values()
        if origin_of(field.annotation) is Literal
        for word in get_args(field.annotation)
    }
    return {f"@{record.__name__}", record.__name__, *words}


def alternatives(kind: Any, metadata: Iterable[Any] = ()) -> Iterator[Alternative]:
    """Yield the alternatives of a type, each with its annotations."""
    metadata = tuple(metadata)
    input_types = [m.json_schema_input_type for m in metadata if isinstance(m, PlainValidator)]
    if input_types and input_types[0] is not Any:
        other_metadata = [m for m in metadata if not isinstance(m, PlainValidator)]
        yield from alternatives(input_types[0], other_metadata)
    elif origin_of(kind) is Annotated:
        inner, *extra = get_args(kind)
        yield from alternatives(inner, (*_flattened(extra), *metadata))
    elif origin_of(kind) in (Union, types.UnionType):
        for branch in get_args(kind):
            yield from alternatives(branch)
    else:
        yield kind, tuple(_flattened(metadata))


def _flattened(metadata: Iterable[Any]) -> Iterator[Any]:
    for item in metadata:
        if isinstance(item, FieldInfo):
            yield from item.metadata
        else:
            yield item


def _records(kind: Any, metadata: Iterable[Any] = ()) -> Iterator[type[BaseModel]]:
    """Yield the models that a type accepts, including items of lists and values of mappings."""
    for branch, _ in alternatives(kind, metadata):
        if _is_model(branch):
            yield branch
        elif origin_of(branch) in (*LIST_TYPES, dict):
            for item in get_args(branch):
                yield from _records(item)


# ---- in words ------------------------------------------------------------------------------------


def _accepted_text(kind: Any, metadata: Iterable[Any] = ()) -> str:
    """Describe the alternatives; null only if there is no other."""
    metadata = tuple(_flattened(metadata))
    if own_texts := [item.text for item in metadata if isinstance(item, Accepts)]:
        return own_texts[0]
    accepted = [b for b in alternatives(kind, metadata) if b[0] is not types.NoneType]
    texts = [text for branch in accepted for text in _alternative_texts(*branch)]
    return Message.or_list(texts) if texts else "null"


def _alternative_texts(kind: Any, metadata: tuple[Any, ...]) -> list[str]:
    origin, arguments = origin_of(kind), get_args(kind)
    if own_texts := [item.text for item in metadata if isinstance(item, Accepts)]:
        return own_texts
    if origin is Literal:
        words = [str(word).lower() if isinstance(word, bool) else str(word) for word in arguments]
        return words if len(words) <= MOST_WORDS else [_some_of(words)]
    if origin in LIST_TYPES:
        return [_list_text(origin, arguments, metadata)]
    if origin is dict:
        return [Message("a mapping of names to {values}", values=_accepted_text(arguments[1]))]
    if _is_model(kind):
        return [record_shape(kind)]
    if kind is int:
        return [_number_text(metadata)]
    if kind is bool:
        return ["true", "false"]
    type_names: dict[Any, Message] = {str: Message("text"), float: Message("a number")}
    return [type_names.get(kind, Message("a mapping"))]


def _some_of(words: Sequence[str]) -> Message:
    """Return the first of many words."""
    some = ", ".join(words[:12])
    return Message("one of {n} words such as {some}", n=len(words), some=some)


def _list_text(origin: Any, items: tuple[Any, ...], metadata: tuple[Any, ...]) -> str:
    if origin is tuple and items[-1] is not Ellipsis:
        number = NUMBER_WORDS.get(len(items), str(len(items)))
        if _is_number(items[0]):
            return Message("a list of {number} whole numbers", number=number)
        return Message("a list of {number} values", number=number)
    most = next((m.max_length for m in metadata if isinstance(m, MaxLen)), None)
    least = next((m.min_length for m in metadata if isinstance(m, MinLen)), 0)
    values = _accepted_text(items[0])
    if _is_number(items[0]):
        text = Message("a list of whole numbers")
    elif least:
        text = Message("a list in brackets of one or more of: {values}", values=values)
    else:
        text = Message("a list in brackets of zero or more of: {values}", values=values)
    return text if most is None else Message("{list} (at most {most})", list=text, most=most)


def _is_number(kind: Any) -> bool:
    return any(branch is int for branch, _ in alternatives(kind))


def _number_text(metadata: tuple[Any, ...]) -> Message:
    least = next((one.ge for one in metadata if isinstance(one, Ge)), None)
    most = next((one.le for one in metadata if isinstance(one, Le)), None)
    step = next((m.multiple_of for m in metadata if isinstance(m, MultipleOf)), None)
    text = Message("a whole number")
    if least is not None and most is not None:
        text = Message("a whole number from {least:,} to {most:,}", least=least, most=most)
    elif least is not None:
        text = Message("a whole number of at least {least:,}", least=least)
    return Message("{number} in steps of {step}", number=text, step=step) if step else text


# ---- examples ------------------------------------------------------------------------------------


def _example(record: type[BaseModel]) -> dict[str, Any] | None:
    values = {name: _first_value(part.annotation) for name, part in record.model_fields.items()}
    return None if None in values.values() else values


def _first_value(kind: Any) -> Any:
    """Return the first word of a type, or an example of its record; None for numbers."""
    branch = next(iter(alternatives(kind)))[0]
    if origin_of(branch) is Literal:
        return get_args(branch)[0]
    if origin_of(branch) is tuple and (word := _first_value(get_args(branch)[0])) is not None:
        return [word]
    return _example(branch) if _is_model(branch) else None
