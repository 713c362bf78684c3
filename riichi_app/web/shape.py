"""The shapes that values can have: a tree that controls are drawn from and fields are read with.

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

from riichi_core.rules.chapters.yaku import LocalYaku
from riichi_core.rules.options import Option, meaning
from riichi_core.rules.rules import chapters, options
from riichi_core.source.expected import branches

Fields = Mapping[str, Sequence[str]]
"""The fields of a form by name, as a browser sends them: each with its values as text."""

LONGEST_FIELD = 400
"""The longest value of a field that is taken, in characters; the rest is cut off."""

MOST_ITEMS = 6
"""The most items of a list that the rules do not bound."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number; an optional one may be left out of its record."""

    least: int | None
    most: int | None
    step: int = 1
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """One word, number or truth value of a closed list."""

    value: str | int | bool


@dataclass(frozen=True, slots=True)
class Words:
    """A set of words."""

    words: tuple[str, ...]
    least: int


@dataclass(frozen=True, slots=True)
class Items:
    """A list of values of one shape, of a fixed or a free length."""

    least: int
    most: int
    of: Shape


@dataclass(frozen=True, slots=True)
class Record:
    """Named parts, each with its shape and its texts."""

    parts: tuple[tuple[str, Shape, Option | None], ...]

    @property
    def key(self) -> str:
        """The name of the first part, by which records are told apart."""
        return self.parts[0][0]


@dataclass(frozen=True, slots=True)
class Choice:
    """Alternatives: words, and records, lists or numbers that are told apart by their look."""

    branches: tuple[Shape, ...]


Shape = Number | Word | Words | Items | Record | Choice


def tag(shape: Shape) -> str:
    """Return what the field of a choice says for one of its branches."""
    match shape:
        case Word(value):
            return str(value).lower() if isinstance(value, bool) else str(value)
        case Record():
            return f"={shape.key}"
        case Items() | Words():
            return "=list"
    return "=number"


@cache
def shape_of(path: str) -> Shape:
    """Return the shape of an option, or of the worth of a yaku without a field, by its path."""
    chapter, name = path.split(".")
    if path in options():
        return _field(chapters()[chapter].model_fields[name])
    return _field(LocalYaku.model_fields["worth"])


def _field(field: FieldInfo) -> Shape:
    shape = _kind(field.annotation, tuple(field.metadata))
    optional = isinstance(shape, Number) and not field.is_required() and field.default is None
    return replace(shape, optional=True) if isinstance(shape, Number) and optional else shape


def _kind(kind: Any, metadata: tuple[Any, ...]) -> Shape:
    found: list[Shape] = []
    for branch, extra in branches(kind, metadata):
        if branch is not types.NoneType:
            found += _branch(branch, (*extra, *metadata))
    return found[0] if len(found) == 1 else Choice(tuple(found))


def _branch(kind: Any, metadata: tuple[Any, ...]) -> list[Shape]:
    arguments = get_args(kind)
    if get_origin(kind) is Literal:
        return [Word(word) for word in arguments]
    if kind is bool:
        return [Word(value=True), Word(value=False)]
    if kind is int:
        least, most = _first(metadata, Ge, "ge"), _first(metadata, Le, "le")
        return [Number(least, most, _first(metadata, MultipleOf, "multiple_of") or 1)]
    if get_origin(kind) is tuple:
        return [_list(arguments, metadata)]
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        fields = kind.model_fields.items()
        return [Record(tuple((name, _field(field), meaning(field)) for name, field in fields))]
    raise TypeError(kind)


def _list(items: tuple[Any, ...], metadata: tuple[Any, ...]) -> Shape:
    inner = _kind(items[0], ())
    if items[-1] is not Ellipsis:
        return Items(len(items), len(items), inner)
    least = _first(metadata, MinLen, "min_length") or 0
    if isinstance(inner, Choice) and all(isinstance(one, Word) for one in inner.branches):
        return Words(tuple(tag(one) for one in inner.branches), least)
    if isinstance(inner, Word):
        return Words((tag(inner),), least)
    return Items(least, _first(metadata, MaxLen, "max_length") or MOST_ITEMS, inner)


def _first(metadata: tuple[Any, ...], kind: type, name: str) -> Any:
    return next((getattr(one, name) for one in metadata if isinstance(one, kind)), None)


def branch_of(shape: Choice, value: Any) -> Shape | None:
    """Return the branch that a value belongs to, as a file writes it; None if it is of none."""
    return next((one for one in shape.branches if _is_of(one, value)), None)


def _is_of(branch: Shape, value: Any) -> bool:
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


def default(shape: Shape) -> Any:
    """Return a value to begin with where no ruleset has one."""
    match shape:
        case Word(value):
            return value
        case Number(least, _, _, optional):
            return None if optional else (least or 0)
        case Words(words, least):
            return [words[0]] if least else []
        case Items(least, _, of):
            return [default(of) for _ in range(max(least, 1))]
        case Record(parts):
            found = {name: default(part) for name, part, _ in parts}
            return {name: value for name, value in found.items() if value is not None}
        case Choice(branches):
            return default(branches[0])


# ---- fields --------------------------------------------------------------------------------------


def fields_of(shape: Shape, value: Any, name: str) -> dict[str, list[str]]:
    """Return the fields of a value, as `read` takes them.

    Args:
        shape: its shape.
        value: the value as a file writes it.
        name: the name of its field.
    """
    match shape:
        case Word():
            return {}
        case Number():
            return {name: ["" if value is None else str(value)]}
        case Words():
            return {name: [str(word) for word in value]}
        case Items(_, _, of):
            each = (fields_of(of, one, f"{name}/{place}") for place, one in enumerate(value))
            return _joined(each)
        case Record(parts):
            given = value if isinstance(value, dict) else {}
            each = (
                fields_of(part, given[key], f"{name}/{key}")
                for key, part, _ in parts
                if key in given
            )
            return _joined(each)
        case Choice(branches):
            chosen = branch_of(shape, value) or branches[0]
            inner = fields_of(chosen, value, f"{name}/{tag(chosen)}")
            return {name: [tag(chosen)]} | inner


def _joined(each: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in each:
        found |= one
    return found


def read(shape: Shape, fields: Fields, name: str) -> Any:
    """Return the value that the fields of a form amount to, as a file writes it.

    It is checked as a file is, so what does not fit is kept as text. A part without a field is
    left out, and where the rules need it they say so.
    """
    match shape:
        case Word(value):
            return value
        case Number():
            return _number(_one(fields, name))
        case Words(words, _):
            given = {text[:LONGEST_FIELD] for text in fields.get(name, ())}
            return [*(word for word in words if word in given), *sorted(given.difference(words))]
        case Items(least, most, of):
            values = (read(of, fields, f"{name}/{place}") for place in range(most))
            return [one for one in values if least == most or not _is_empty(one)]
        case Record(parts):
            found = {key: read(part, fields, f"{name}/{key}") for key, part, _ in parts
                     if _has(fields, f"{name}/{key}", part)}  # fmt: skip
            return {key: value for key, value in found.items() if value is not None}
        case Choice(branches):
            said = _one(fields, name)
            chosen = next((one for one in branches if tag(one) == said), None)
            return said if chosen is None else read(chosen, fields, f"{name}/{said}")


def _has(fields: Fields, name: str, shape: Shape) -> bool:
    """Return True if a part has a field; sets may have none, others have inner fields."""
    return name in fields or isinstance(shape, (Words, Items, Record, Word))


def _is_empty(value: Any) -> bool:
    return value is None or value in ("", {}) or (
        isinstance(value, dict) and all(map(_is_empty, value.values()))
    )  # fmt: skip


def _one(fields: Fields, name: str) -> str:
    return next(iter(fields.get(name, ())), "").strip()[:LONGEST_FIELD]


_WHOLE = re.compile(r"[-+]?[0-9]{1,15}")


def _number(text: str) -> int | str | None:
    """Return a number, the text where it is none, None for nothing."""
    text = text.replace("\N{MINUS SIGN}", "-")
    if _WHOLE.fullmatch(text):
        return int(text)
    return text or None
