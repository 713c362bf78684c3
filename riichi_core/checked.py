"""Run-time type checks of the public API, made from its annotations.

A function that converts an argument says itself what is wrong with it. This is for arguments that
are taken as they are: a wrong one would be an error of Python somewhere inside, or none at all.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from functools import wraps
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from riichi_core.errors import RecordError
from riichi_core.messages import Message, quote

T = TypeVar("T", bound=Callable[..., Any])

_WORDS: Mapping[Any, str] = {int: "a whole number", Fraction: "a fraction", str: "a text",
                             bool: "True or False", NoneType: "None", Any: "anything"}  # fmt: skip

_Parameter = tuple[int, str, Any, frozenset[type], Callable[[Any], bool]]
"""The index and name of a parameter, its annotation, types that fit, and a test for all others."""


def checked(*names: str) -> Callable[[T], T]:
    """Refuse arguments that do not fit their annotations, before a function does anything.

    Args:
        names: the parameters that are looked at; none stands for all that have an annotation.

    Returns:
        A decorator of a function, or of a class whose instances are made so. What it decorates
        raises a RecordError, with the parameter as its field.
    """

    def decorate(decorated: T) -> T:
        if isinstance(decorated, type):
            cls: Any = decorated
            cls.__init__ = _with_checks(cls.__init__, names)
            return decorated
        checking: T = _with_checks(decorated, names)
        return checking

    return decorate


def _with_checks(function: Callable[..., Any], names: tuple[str, ...]) -> Any:
    parameters: list[_Parameter] | None = None

    @wraps(function)
    def checking(*args: Any, **keywords: Any) -> Any:
        nonlocal parameters
        if parameters is None:  # annotations name what may be imported later than this module
            parameters = _parameters(function, names)
        positional = len(args)
        for index, name, kind, plain, test in parameters:
            if index < positional:
                value = args[index]
            elif name in keywords:
                value = keywords[name]
            else:
                continue
            if type(value) not in plain and not test(value):
                raise _wrong_argument(value, name, kind)
        return function(*args, **keywords)

    return checking


def _parameters(function: Callable[..., Any], names: tuple[str, ...]) -> list[_Parameter]:
    hints = get_type_hints(function)
    parameters = inspect.signature(function).parameters
    return [
        (index if parameter.kind is parameter.POSITIONAL_OR_KEYWORD else sys.maxsize,
         name, hints[name], _plain_types(hints[name]), _test_for(hints[name]))
        for index, (name, parameter) in enumerate(parameters.items())
        if name in (names or hints)
    ]  # fmt: skip


def _plain_types(kind: Any) -> frozenset[type]:
    """Return the types all of whose values fit."""
    if _is_union(kind):
        return frozenset().union(*map(_plain_types, get_args(kind)))
    return (
        frozenset((kind,)) if isinstance(kind, type) and get_origin(kind) is None else frozenset()
    )


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType)


def _test_for(kind: Any) -> Callable[[Any], bool]:
    """Return the test of a value for an annotation; the items of an iterator are not drawn."""
    origin, parts = get_origin(kind), get_args(kind)
    if _is_union(kind):
        tests = [_test_for(part) for part in parts]
        return lambda value: any(test(value) for test in tests)
    if origin is Literal:
        return lambda value: isinstance(value, str) and value in parts
    if kind is int:  # also one of another package
        return lambda value: (
            hasattr(type(value), "__index__") and not isinstance(value, bool | Enum)
        )
    if kind is Any:
        return lambda _: True
    if origin is None or origin is Callable:
        instance_of: Any = origin or kind
        return lambda value: isinstance(value, instance_of)
    if issubclass(origin, Mapping):
        key, item = map(_test_for, parts)
        return lambda value: (
            isinstance(value, Mapping)
            and all(key(name) and item(part) for name, part in value.items())
        )
    plain, item = _plain_types(parts[0]), _test_for(parts[0])

    def test(value: object) -> bool:
        if not isinstance(value, origin) or isinstance(value, str | bytes | Mapping):
            return False
        if isinstance(value, Collection):
            for part in value:
                if type(part) not in plain and not item(part):
                    return False
        return True

    return test


def _wrong_argument(value: object, name: str, kind: Any) -> RecordError:
    from riichi_core.spelling import closest_word  # noqa: PLC0415 - only for who is wrong

    words = [
        word
        for alternative in _alternatives(kind)
        if get_origin(alternative) is Literal
        for word in get_args(alternative)
    ]
    if isinstance(value, str) and (closest := closest_word(value, words)):
        message = Message("{field}: there is no {name}: did you mean {near}?",
                          field=name, name=quote(value), near=closest)  # fmt: skip
        return RecordError("unknown_word", name, message)
    message = Message("{field}: expected {expected}, not {given}",
                      field=name, expected=_in_words(kind), given=quote(value))  # fmt: skip
    return RecordError("wrong_type", name, message)


def _alternatives(kind: Any) -> Iterable[Any]:
    return get_args(kind) if _is_union(kind) else (kind,)


def _in_words(kind: Any) -> str:
    """Return an annotation in words."""
    if _is_union(kind):
        *first, last = map(_in_words, get_args(kind))
        return f"{', '.join(first)} or {last}"
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return ", ".join(map(repr, parts))
    if origin is None or origin is Callable:
        return _WORDS.get(kind, f"a {getattr(kind, '__name__', 'function')}")
    if issubclass(origin, Mapping):
        return "a dict" if parts[1] is Any else f"a dict with {_in_words(parts[1])} for each key"
    return f"a list of {_in_words(parts[0]).removeprefix('a ')}"
