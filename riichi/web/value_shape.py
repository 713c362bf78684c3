"""The shapes of values: a tree for drawing controls and reading fields.

A form has fields by name, each with its values as text. The fields of an option begin with its
path; `claims.winners/=all/own_bets` is the part `own_bets` of the branch with the key `all`.
"""

from __future__ import annotations

import re
import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Le, MaxLen, MinLen, MultipleOf
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from riichi_core.files.accepted_values import alternatives
from riichi_core.rules.chapters.fouls import FoulPenalty
from riichi_core.rules.chapters.yaku import LocalYaku
from riichi_core.rules.options import Option, option_of
from riichi_core.rules.rules import chapters, options

Fields = Mapping[str, Sequence[str]]
"""The fields of a form by name, as sent by a browser: each with its values as text."""

LONGEST_FIELD = 400
"""The maximum length of a field's value, in characters; the rest is cut off."""

MOST_ITEMS = 6
"""The maximum number of items of a list that the rules do not limit."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number; an optional one may be left out of its record."""

    least: int | None
    most: int | None
    step: int = 1
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """One word, number or truth value of a closed list; None leaves a part out of its record."""

    value: str | int | bool | None


@dataclass(frozen=True, slots=True)
class Words:
    """A set of words."""

    words: tuple[str, ...]
    least: int


@dataclass(frozen=True, slots=True)
class Items:
    """A list of values of one shape, of a fixed or variable length."""

    least: int
    most: int
    of: Shape


@dataclass(frozen=True, slots=True)
class Record:
    """Named parts, each with its shape and its texts."""

    parts: tuple[tuple[str, Shape, Option | None], ...]

    @property
    def key(self) -> str:
        """The name of the first part, which identifies the kind of record."""
        return self.parts[0][0]


@dataclass(frozen=True, slots=True)
class Choice:
    """Alternatives: words, and records, lists or numbers that differ in form."""

    branches: tuple[Shape, ...]


Shape = Number | Word | Words | Items | Record | Choice


def branch_name(shape: Shape) -> str:
    """Return the value of a choice's field for one of its branches."""
    match shape:
        case Word(None):
            return "=left_out"
        case Word(value):
            return str(value).lower() if isinstance(value, bool) else str(value)
        case Record():
            return f"={shape.key}"
        case Items() | Words():
            return "=list"
    return "=number"


@cache
def shape_of(path: str) -> Shape:
    """Return the shape of an option, or of the value of a yaku without a field, by its path."""
    chapter, name = path.split(".")
    if path in options():
        return _shape_of_field(chapters()[chapter].model_fields[name])
    return _shape_of_field(LocalYaku.model_fields["worth"])


@cache
def penalty_shape() -> Shape:
    """Return the shape of the points or the ban that nearly every foul can cost."""
    return _shape_of_type(FoulPenalty, ())


def _shape_of_field(field: FieldInfo) -> Shape:
    shape = _shape_of_type(field.annotation, tuple(field.metadata))
    if field.is_required() or field.default is not None:
        return shape
    if isinstance(shape, Number):
        return replace(shape, optional=True)
    return Choice((Word(None), *(shape.branches if isinstance(shape, Choice) else (shape,))))


def _shape_of_type(kind: Any, metadata: tuple[Any, ...]) -> Shape:
    shapes: list[Shape] = []
    for branch, extra in alternatives(kind, metadata):
        if branch is not types.NoneType:
            shapes += _shapes_of_branch(branch, (*extra, *metadata))
    return shapes[0] if len(shapes) == 1 else Choice(tuple(shapes))


def _shapes_of_branch(kind: Any, metadata: tuple[Any, ...]) -> list[Shape]:
    arguments = get_args(kind)
    if get_origin(kind) is Literal:
        return [Word(word) for word in arguments]
    if kind is bool:
        return [Word(value=True), Word(value=False)]
    if kind is int:
        least, most = _constraint(metadata, Ge, "ge"), _constraint(metadata, Le, "le")
        return [Number(least, most, _constraint(metadata, MultipleOf, "multiple_of") or 1)]
    if get_origin(kind) is tuple:
        return [_shape_of_tuple(arguments, metadata)]
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        fields = kind.model_fields.items()
        return [
            Record(
                tuple((name, _shape_of_field(field), option_of(field)) for name, field in fields)
            )
        ]
    raise TypeError(kind)


def _shape_of_tuple(items: tuple[Any, ...], metadata: tuple[Any, ...]) -> Shape:
    inner = _shape_of_type(items[0], ())
    if items[-1] is not Ellipsis:
        return Items(len(items), len(items), inner)
    least = _constraint(metadata, MinLen, "min_length") or 0
    if isinstance(inner, Choice) and all(isinstance(branch, Word) for branch in inner.branches):
        return Words(tuple(branch_name(branch) for branch in inner.branches), least)
    if isinstance(inner, Word):
        return Words((branch_name(inner),), least)
    return Items(least, _constraint(metadata, MaxLen, "max_length") or MOST_ITEMS, inner)


def _constraint(metadata: tuple[Any, ...], kind: type, name: str) -> Any:
    return next(
        (getattr(constraint, name) for constraint in metadata if isinstance(constraint, kind)), None
    )


def branch_of(shape: Choice, value: Any) -> Shape | None:
    """Return the branch of a value from a ruleset file; None if it belongs to none."""
    return next((branch for branch in shape.branches if _belongs_to(branch, value)), None)


def _belongs_to(branch: Shape, value: Any) -> bool:
    match branch:
        case Word(word):
            return word == value and type(word) is type(value)
        case Record(parts):
            names = {name for name, _, _ in parts}
            return isinstance(value, dict) and (branch.key in value or {*value} <= names)
        case Items() | Words():
            return isinstance(value, (list, tuple))
        case Number():
            return isinstance(value, int) and not isinstance(value, bool)
    return False


HUNDRED = 100
"""The step of points; a number of them starts at a thousand."""


def default_value(shape: Shape) -> Any:
    """Return a value to start with if no ruleset has one."""
    match shape:
        case Word(value):
            return value
        case Number(least, _, step, optional):
            usual = 10 * HUNDRED if step == HUNDRED else 0
            return None if optional else max(least or 0, usual)
        case Words(words, least):
            return [words[0]] if least else []
        case Items(least, _, item):
            return [default_value(item) for _ in range(max(least, 1))]
        case Record(parts):
            values = {name: default_value(part) for name, part, _ in parts}
            return {name: value for name, value in values.items() if value is not None}
        case Choice(branches):
            return default_value(branches[0])


# ---- fields --------------------------------------------------------------------------------------


def fields_of(shape: Shape, value: Any, name: str) -> dict[str, list[str]]:
    """Return the fields of a value from a ruleset file, as read by `value_of_fields`."""
    match shape:
        case Word():
            return {}
        case Number():
            return {name: ["" if value is None else str(value)]}
        case Words():
            return {name: [str(word) for word in value]}
        case Items(_, _, item_shape):
            parts_fields = (
                fields_of(item_shape, item, f"{name}/{index}") for index, item in enumerate(value)
            )
            return _united(parts_fields)
        case Record(parts):
            values = value if isinstance(value, dict) else {}
            parts_fields = (
                fields_of(part, values[key], f"{name}/{key}")
                for key, part, _ in parts
                if key in values
            )
            return _united(parts_fields)
        case Choice(branches):
            chosen = branch_of(shape, value) or branches[0]
            inner = fields_of(chosen, value, f"{name}/{branch_name(chosen)}")
            return {name: [branch_name(chosen)]} | inner


def fields_of_option(path: str, value: Any) -> dict[str, list[str]]:
    """Return the fields of a value of an option, with empty fields for missing parts."""
    fields = fields_of(shape_of(path), value, path)
    if path.startswith("yaku.") and fields.get(path) == ["=concealed"]:
        fields.setdefault(f"{path}/=concealed/open", [""])
    if path.startswith("yaku.") and fields.get(path) == ["=limit"]:
        fields.setdefault(f"{path}/=limit/cumulative", [])
    return fields


def _united(parts: Any) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    for part in parts:
        fields |= part
    return fields


def value_of_fields(shape: Shape, fields: Fields, name: str) -> Any:
    """Return the value of a form's fields, as in a ruleset file.

    The value is checked like a file, so an unsuitable one is kept as text. A part without a field
    is left out; if the rules need it, their check reports that.
    """
    match shape:
        case Word(value):
            return value
        case Number():
            return _number_or_text(text_of_field(fields, name))
        case Words(words, _):
            texts = {text[:LONGEST_FIELD] for text in fields.get(name, ())}
            return [*(word for word in words if word in texts), *sorted(texts.difference(words))]
        case Items(least, most, item):
            values = (value_of_fields(item, fields, f"{name}/{index}") for index in range(most))
            return [value for value in values if least == most or not _is_empty(value)]
        case Record(parts):
            record = {
                key: value_of_fields(part, fields, f"{name}/{key}")
                for key, part, _ in parts
                if _is_given(fields, f"{name}/{key}", part)
            }
            return {key: value for key, value in record.items() if value is not None}
        case Choice(branches):
            text = text_of_field(fields, name)
            branch = next((known for known in branches if branch_name(known) == text), None)
            return text if branch is None else value_of_fields(branch, fields, f"{name}/{text}")


def _is_given(fields: Fields, name: str, shape: Shape) -> bool:
    """Return True if a part has a field; sets may have none, others have inner fields."""
    return bool(fields.get(name)) or isinstance(shape, (Words, Items, Record, Word))


def _is_empty(value: Any) -> bool:
    return value is None or value in ("", {}) or (
        isinstance(value, dict) and all(map(_is_empty, value.values()))
    )  # fmt: skip


def text_of_field(fields: Fields, name: str) -> str:
    """Return the value of a field with one value; empty for none."""
    return next(iter(fields.get(name, ())), "").strip()[:LONGEST_FIELD]


_WHOLE = re.compile(r"[-+]?[0-9]{1,15}")


def _number_or_text(text: str) -> int | str | None:
    """Return a number, any other text as it is, or None for an empty one."""
    text = text.replace("\N{MINUS SIGN}", "-")
    if _WHOLE.fullmatch(text):
        return int(text)
    return text or None
