"""Turn validation errors into readable problems: the place, what is wrong, what is expected."""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le, MaxLen, MinLen, MultipleOf
from pydantic import BaseModel, PlainValidator, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails, PydanticCustomError

from riichi_core.errors import RecordError, RiichiError
from riichi_core.files.problem import MAX_PROBLEMS, Pointer, Problem
from riichi_core.files.scalars import trap
from riichi_core.messages import Message, quote
from riichi_core.spelling import closest_word

if TYPE_CHECKING:
    from riichi_core.files.yaml_document import SourceDocument


NUMBER_WORDS = {1: Message("one"), 2: Message("two"), 3: Message("three"), 4: Message("four")}

LIST_TYPES = (tuple, list, frozenset)

Alternative = tuple[Any, tuple[Any, ...]]
"""One of the alternatives of a type, and its annotations."""

Location = Sequence[str | int]
"""The way to a value as pydantic gives it: keys, indexes, and tags of alternatives."""

KeyAdvice = tuple[Message, str, str]
"""Words on an unknown key: the message, what is expected, and the nearest key if there is one."""

RANGE_ERRORS = {"greater_than_equal", "less_than_equal", "greater_than", "less_than",
                "multiple_of", "out_of_range"}  # fmt: skip
LENGTH_ERRORS = {"too_short", "too_long", "string_too_short", "string_too_long"}
WORD_ERRORS = {"union_tag_invalid", "union_tag_not_found", "literal_error", "enum", "word"}
SELF_EXPLAINED_ERRORS = {"wrong_type", "out_of_range"}
"""Errors of validators that say themselves what is expected."""

AT_KEY = ("[key]",)
"""The end of a location that leads to the key of a mapping and not to its value."""

KIND_NAMES = {
    str: Message("text"),
    bool: Message("true or false"),
    int: Message("a number"),
    float: Message("a decimal number"),
    list: Message("a list"),
    dict: Message("a mapping"),
}
EMPTY_NAMES = {list: Message("an empty list"), dict: Message("an empty mapping")}


@dataclass(frozen=True, slots=True)
class Accepts:
    """An annotation with the accepted values in words, for a type that does not tell them."""

    text: str


# ---- what a field accepts ------------------------------------------------------------------------


def accepted_values(field: FieldInfo) -> str:
    """Return the values that a field accepts, in the words of those who write files."""
    return _accepted_text(field.annotation, field.metadata)


def words_of(field: FieldInfo) -> list[str]:
    """Return the words that a field accepts, also the keys of its records, for near misses."""
    words: list[str] = []
    for kind, _ in alternatives(field.annotation, field.metadata):
        origin, arguments = _origin(kind), get_args(kind)
        if origin is Literal:
            words += map(str, arguments)
        elif origin in LIST_TYPES:
            items = [item for item, _ in alternatives(arguments[0]) if _origin(item) is Literal]
            words += [str(word) for item in items for word in get_args(item)] or keys_of(kind)
        elif _is_model(kind) or origin is dict:
            words += keys_of(kind)
        elif kind is bool:
            words += ["true", "false"]
    return words


def keys_of(kind: Any) -> list[str]:
    """Return the keys of the records of a type, as files write them."""
    return [name for record in _records(kind) for name in _fields(record)]


def record_shape(kind: type[BaseModel]) -> str:
    """Return the shape of a record: `{m: …, p: …, s: …}`, without keys that may be left out."""
    names = [name for name, field in _fields(kind).items() if field.is_required()]
    names = names or list(_fields(kind))[:2]
    return f"{{{', '.join(f'{name}: …' for name in names)}}}"


def record_shapes(field: FieldInfo | None) -> list[str]:
    """Return the shapes of the records that a field accepts."""
    if field is None:
        return []
    return [record_shape(record) for record in _records(field.annotation, field.metadata)]


def example_records(field: FieldInfo) -> list[dict[str, Any]]:
    """Return, for each record that a field accepts, one with the first word of each part.

    Records with numbers in them are left out: no number is as good as another.
    """
    examples = (_example(record) for record in _records(field.annotation))
    return [example for example in examples if example is not None]


def leaf_parts(field: FieldInfo, before: str = "") -> Iterator[tuple[str, FieldInfo]]:
    """Yield path and field of each innermost part of the records of a field: `all.own_bets`."""
    for record in _records(field.annotation, field.metadata):
        for name, part in record.model_fields.items():
            inner = list(leaf_parts(part, f"{before}{name}."))
            yield from inner or [(f"{before}{name}", part)]


def all_parts(field: FieldInfo) -> Iterator[tuple[str, FieldInfo]]:
    """Yield the parts of the records that a field accepts, at any depth, outer ones first."""
    for record in _records(field.annotation, field.metadata):
        for name, part in record.model_fields.items():
            yield name, part
            yield from all_parts(part)


def field_at(model: Any, location: Iterable[str | int]) -> FieldInfo | None:
    """Return the innermost field that the location of a validation error leads to.

    Args:
        model: the model, or the type of a field, that was validated.
        location: keys, indexes, and tags of alternatives.

    Returns:
        The field; None for an error of the whole.
    """
    return _follow_location(model, location)[0]


def records_at(model: Any, location: Iterable[str | int]) -> list[type[BaseModel]]:
    """Return the records to which such a location leads."""
    return _follow_location(model, location)[1]


def keys_at(model: Any, location: Iterable[str | int]) -> list[str]:
    """Return the keys that a record can have to which such a location leads."""
    return [name for record in records_at(model, location) for name in _fields(record)]


def tags_at(model: Any, location: Iterable[str | int], key: str) -> list[str]:
    """Return the words of the key that distinguishes the records to which a location leads."""
    return [
        str(word)
        for record in records_at(model, location)
        if (field := _fields(record).get(key)) is not None
        for word in get_args(field.annotation)
    ]


def _follow_location(
    model: Any, location: Iterable[str | int]
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


def _origin(kind: Any) -> Any:
    return get_origin(kind)


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _fields(record: type[BaseModel]) -> dict[str, FieldInfo]:
    """Return the fields of a model under the names that files give them."""
    fields = record.model_fields.items()
    return {name if field.alias is None else field.alias: field for name, field in fields}


def _tags(record: type[BaseModel]) -> set[str]:
    """Return the names of a model among alternatives in a location: its class, its words."""
    words = {
        str(word)
        for field in record.model_fields.values()
        if _origin(field.annotation) is Literal
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
    elif _origin(kind) is Annotated:
        inner, *extra = get_args(kind)
        yield from alternatives(inner, (*_flattened(extra), *metadata))
    elif _origin(kind) in (Union, types.UnionType):
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
    """Yield the models that a type accepts, also as items of a list or values of a mapping."""
    for branch, _ in alternatives(kind, metadata):
        if _is_model(branch):
            yield branch
        elif _origin(branch) in (*LIST_TYPES, dict):
            for item in get_args(branch):
                yield from _records(item)


# ---- in words ------------------------------------------------------------------------------------


def _accepted_text(kind: Any, metadata: Iterable[Any] = ()) -> str:
    """Return the alternatives; null is named only where there is nothing else."""
    metadata = tuple(_flattened(metadata))
    if own_texts := [item.text for item in metadata if isinstance(item, Accepts)]:
        return own_texts[0]
    accepted = [b for b in alternatives(kind, metadata) if b[0] is not types.NoneType]
    return one_of([text for branch in accepted for text in _alternative_texts(*branch)]) or "null"


def one_of(texts: list[str]) -> str:
    """Join alternatives as a sentence has them: `win, draw or chombo`."""
    if len(texts) < 2:
        return texts[0] if texts else ""
    joined, *between, last = texts
    for text in between:
        joined = Message("{some}, {next}", some=joined, next=text)
    return Message("{some} or {last}", some=joined, last=last)


def _alternative_texts(kind: Any, metadata: tuple[Any, ...]) -> list[str]:
    origin, arguments = _origin(kind), get_args(kind)
    if own_texts := [item.text for item in metadata if isinstance(item, Accepts)]:
        return own_texts
    if origin is Literal:
        return [str(word).lower() if isinstance(word, bool) else str(word) for word in arguments]
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


def _list_text(origin: Any, items: tuple[Any, ...], metadata: tuple[Any, ...]) -> str:
    if origin is tuple and items[-1] is not Ellipsis:
        number = NUMBER_WORDS.get(len(items), str(len(items)))
        if _is_number(items[0]):
            return Message("a list of {number} whole numbers", number=number)
        return Message("a list of {number} values", number=number)
    most = next((m.max_length for m in metadata if isinstance(m, MaxLen)), None)
    least = next((m.min_length for m in metadata if isinstance(m, MinLen)), 0)
    if _is_number(items[0]):
        text = Message("a list of whole numbers")
    elif least:
        text = Message(
            "a list in brackets of one or more of: {values}", values=_accepted_text(items[0])
        )
    else:
        text = Message(
            "a list in brackets, [] or any of: {values}", values=_accepted_text(items[0])
        )
    return text if most is None else Message("{list} (at most {most})", list=text, most=most)


def _is_number(kind: Any) -> bool:
    return any(branch is int for branch, _ in alternatives(kind))


def bounds_of(field: FieldInfo) -> tuple[Any, Any]:
    """Return the least and the greatest number that a field accepts, None for no bound."""
    types = alternatives(field.annotation, field.metadata)
    return _bounds(item for _, metadata in types for item in metadata)


def _bounds(metadata: Iterable[Any]) -> tuple[Any, Any]:
    metadata = tuple(metadata)
    least = next((m.ge for m in metadata if isinstance(m, Ge)), None)
    return least, next((m.le for m in metadata if isinstance(m, Le)), None)


def _number_text(metadata: tuple[Any, ...]) -> Message:
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
    values = {name: _first_value(part.annotation) for name, part in record.model_fields.items()}
    return None if None in values.values() else values


def _first_value(kind: Any) -> Any:
    """Return the first word of a type, or an example of its record; None for a number."""
    branch = next(iter(alternatives(kind)))[0]
    if _origin(branch) is Literal:
        return get_args(branch)[0]
    if _origin(branch) is tuple and (word := _first_value(get_args(branch)[0])) is not None:
        return [word]
    return _example(branch) if _is_model(branch) else None


_OTHER_WORDS = {
    **{"ron": "discard", "tsumo": "self_draw", "double_riichi": "double"},
    **{"e": "east", "s": "south", "w": "west", "n": "north"},
    **{"1z": "east", "2z": "south", "3z": "west", "4z": "north"},
}
"""Other words that people write for the words of records."""


def closest_record_word(name: str, words: Iterable[str]) -> str:
    """Return the word of a closed list that was probably meant; empty if none was."""
    words = tuple(words)
    known = _OTHER_WORDS.get(name.lower(), "")
    return known if known in words else closest_word(name, words)


def pointer_to(data: Any, field: str) -> Pointer:
    """Return the way to a field such as `wins.0.hand`, as far as the data has it."""
    pointer: list[str | int] = []
    for name in field.split("."):
        step: str | int = int(name) if name.isdigit() and isinstance(data, list) else name
        try:
            data = data[step]
        except (LookupError, TypeError):
            break
        pointer.append(step)
    return tuple(pointer)


# ---- from errors to problems ---------------------------------------------------------------------


def value_error(code: str, message: str, near: str = "", expected: str = "") -> PydanticCustomError:
    """Return the error by which a validator of a model refuses a value.

    Args:
        code: becomes the code of the problem, with hyphens for underscores.
        message: what is wrong, and what is expected if the type of the field does not say it.
        near: the value that was probably meant.
        expected: what is expected instead, where a value is no better than its type says.
    """
    texts = {"message": message, "nearest": near, "expected": expected}
    context = {name: text for name, text in texts.items() if text}
    return PydanticCustomError(code, "{message}", context)


def model_problems(
    error: ValidationError, document: SourceDocument, model: Any, at: Pointer = ()
) -> list[Problem]:
    """Return every problem that a typed model found in a part of a document.

    Args:
        error: what pydantic raised.
        document: the file, or `Document.of(data)` for data that has no file.
        model: the model, or the type of a field, that refuses the data.
        at: the place of that data in the document.
    """
    return ModelProblems(document, model, at).problems(error.errors())


@dataclass(frozen=True, slots=True)
class ModelProblems:
    """The problems of some data, in words; subclasses know more of one kind of file.

    Attributes:
        document: the file that holds the data.
        model: the model, or the type, that checked it.
        at: the place of the data in the document.
        most: so many problems are put into words; those after them are only counted.
    """

    most_keys: ClassVar[int] = 12
    """The longest list of keys that is shown whole."""

    most_words: ClassVar[int] = 20
    """The longest list of words that is shown whole, where it is none of the model's own."""

    document: SourceDocument
    model: Any
    at: Pointer = ()
    most: int = field(default=MAX_PROBLEMS, kw_only=True)

    # ---- for subclasses to override --------------------------------------------------------------

    def locate(self, location: Location) -> tuple[Pointer, Location]:
        """Return a place of the document from which the rest of a location leads on."""
        return self.at, location

    def path(self, pointer: Pointer) -> str:
        """Return the name of a place: `seats[1].name`."""
        path = ""
        for part in pointer:
            path += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if path else part
        return path

    def keys(self) -> list[str]:
        """Return the keys that the data can have at its top."""
        return keys_of(self.model)

    def key_advice(self, _name: str) -> KeyAdvice | None:
        """Return advice on an unknown key of the top that belongs somewhere else."""
        return None

    def not_a_value(self, name: str) -> Message:
        """Return the sentence for a word that is not in the closed list of its place."""
        return Message("{name} is not a value of this key", name=name)

    # ---- from errors to problems --------------------------------------------------------------

    def problems(self, errors: Iterable[ErrorDetails]) -> list[Problem]:
        """Return every problem; a misspelt key is reported once, not also as a missing one."""
        errors = list(errors)
        rest = [self._brief_problem(error) for error in errors[self.most :]]
        del errors[self.most :]
        problems = [(e, self._problem_of(e)) for e in errors if not _is_part(e)]
        misspelt = {p.nearest for e, p in problems if e["type"] == "extra_forbidden" and p.nearest}
        kept = [
            p for e, p in problems if not (e["type"] == "missing" and str(e["loc"][-1]) in misspelt)
        ]
        return kept + self._missing_parts([e for e in errors if _is_part(e)], misspelt) + rest

    def _brief_problem(self, error: ErrorDetails) -> Problem:
        """Return a problem after so many others: nothing is guessed, for it is only counted."""
        pointer, _ = self._value_at(error["loc"])
        return self._problem_at(pointer, "bad-value", Message("this does not fit"))

    def _missing_parts(self, errors: list[ErrorDetails], misspelt: set[str]) -> list[Problem]:
        """Return one problem for each record that lacks parts."""
        missing: dict[tuple[str | int, ...], list[str]] = {}
        for error in errors:
            if str(error["loc"][-1]) not in misspelt:
                missing.setdefault(error["loc"][:-1], []).append(str(error["loc"][-1]))
        return [self._lacking(owner, names) for owner, names in missing.items()]

    def _lacking(self, owner: tuple[str | int, ...], names: list[str]) -> Problem:
        pointer, value = self._value_at(owner)
        if len(names) == 1:
            field = field_at(self.model, (*owner, *names))
            return self._missing_key(pointer, value, names[0], _expected_text(field))
        *first, last = map(quote, names)
        message = Message("{names} and {last} are missing", names=", ".join(first), last=last)
        return self._problem_at(
            pointer, "missing-key", message, _expected_text(field_at(self.model, owner))
        )

    def _problem_of(self, error: ErrorDetails) -> Problem:
        location, kind = error["loc"], error["type"]
        owner = location[:-1] if kind in ("missing", "extra_forbidden") else location
        pointer, value = self._value_at(owner)
        if location[-1:] == AT_KEY:
            return self._unknown_word_key(pointer, error.get("ctx", {}).get("words", ()))
        if kind == "missing":
            expected = _expected_text(field_at(self.model, location))
            return self._missing_key(pointer, value, location[-1], expected)
        if kind == "extra_forbidden":
            return self._unknown_key(pointer, location)
        if kind in ("union_tag_invalid", "union_tag_not_found") and (tag := _tag_key(error)):
            return self._unknown_tag(pointer, tag, error)
        return self._value_problem(pointer, value, error)

    def _value_problem(self, pointer: Pointer, value: Any, error: ErrorDetails) -> Problem:
        """Return the problem of a value."""
        kind, context = error["type"], error.get("ctx", {})
        field = field_at(self.model, error["loc"])
        expected = (
            str(context.get("expected", ""))
            if kind in SELF_EXPLAINED_ERRORS
            else _expected_text(field)
        )
        if "message" in context:
            return self._validator_problem(pointer, error, "" if value else expected)
        if kind in WORD_ERRORS:
            return self._unknown_word(pointer, value, expected, field, context.get("words", ()))
        if kind in RANGE_ERRORS:
            return self._problem_at(pointer, "out-of-range", _out_of_range(kind, value), expected)
        if kind in LENGTH_ERRORS:
            return self._problem_at(pointer, "wrong-length", length_message(value), expected)
        if "type" in kind or kind in ("int_from_float", "is_instance_of"):
            return self._wrong_type(pointer, value, expected)
        if kind == "string_pattern_mismatch":
            message = Message("{value} has not the right form", value=quote(value))
            return self._problem_at(pointer, "bad-text", message, _description(field))
        if isinstance(cause := context.get("error"), RiichiError):
            return self._fact_problem(pointer, value, cause)
        return self._validator_problem(pointer, error, "" if value else expected)

    def _fact_problem(self, pointer: Pointer, value: Any, error: RiichiError) -> Problem:
        """Return the problem of a text without meaning, or of facts that contradict each other."""
        if isinstance(error, RecordError):
            pointer = (*pointer, *pointer_to(value, error.field))
        code = str(getattr(error, "code", "notation")).replace("_", "-")
        return self._problem_at(pointer, code, error.message)

    def _validator_problem(self, pointer: Pointer, error: ErrorDetails, default: str) -> Problem:
        """Return the problem for which a validator of the model has the words (`value_error`)."""
        context = error.get("ctx", {})
        message = context.get("message") or str(context.get("error") or error["msg"])
        code = "bad-value" if error["type"] == "value_error" else error["type"].replace("_", "-")
        expected = context.get("expected") or default
        return self._problem_at(pointer, code, message, expected, str(context.get("nearest", "")))

    def _value_at(self, location: Location) -> tuple[Pointer, Any]:
        """Follow a location through the data; tags of alternatives stand for nothing there."""
        pointer, rest = self.locate(location)
        value: Any = self.document.data
        for part in pointer:
            value = value[part]
        for part in rest:
            if isinstance(value, dict) and part in value:
                pointer, value = (*pointer, part), value[str(part)]
            elif isinstance(value, list) and isinstance(part, int) and part < len(value):
                pointer, value = (*pointer, part), value[part]
        return pointer, value

    def _problem_at(
        self,
        pointer: Pointer,
        code: str,
        message: str,
        expected: str = "",
        near: str = "",
        *,
        key: bool = False,
    ) -> Problem:
        path = self.path(pointer)
        return self.document.problem(
            pointer, code, message, key=key, path=path, expected=expected, nearest=near
        )

    # ---- one kind of problem each ----------------------------------------------------------------

    def _missing_key(self, pointer: Pointer, value: Any, name: str | int, expected: str) -> Problem:
        if isinstance(name, int):
            return self._problem_at(pointer, "wrong-length", length_message(value), expected)
        message = Message("{name} is missing", name=quote(name))
        owner_is_top = bool(self.at) and pointer == self.at
        expected_entry = f"{name}: {expected}"
        return self._problem_at(pointer, "missing-key", message, expected_entry, key=owner_is_top)

    def _unknown_key(self, pointer: Pointer, location: Location) -> Problem:
        name, owner = str(location[-1]), field_at(self.model, location[:-1])
        known = self.keys() if owner is None else keys_at(self.model, location[:-1])
        expected, near = ", ".join(dict.fromkeys(known)) if len(known) <= self.most_keys else "", ""
        if name in known:  # it belongs to another alternative than the one that was begun
            message = Message("{name} cannot stand beside what is here already", name=quote(name))
            expected = accepted_values(owner) if owner is not None else ""
        elif owner is None and (advice := self.key_advice(name)):
            message, expected, near = advice
        elif ":" in name:
            message = Message(
                "there is no {name} here; a space is missing after the colon", name=quote(name)
            )
        else:
            message = Message("there is no {name} here", name=quote(name))
            near = closest_word(name, known)
        return self._problem_at((*pointer, name), "unknown-key", message, expected, near, key=True)

    def _unknown_word_key(self, pointer: Pointer, known: Sequence[str]) -> Problem:
        """Return the problem of a key that stands for a value, such as a seat."""
        name = str(pointer[-1])
        message = Message("there is no {name} here", name=quote(name))
        expected, near = ", ".join(known), closest_record_word(name, known)
        return self._problem_at(pointer, "unknown-key", message, expected, near, key=True)

    def _unknown_word(
        self,
        pointer: Pointer,
        value: Any,
        expected: str,
        field: FieldInfo | None,
        words: Sequence[str] = (),
    ) -> Problem:
        known = list(words) or (words_of(field) if field is not None else [])
        if words and len(known) <= self.most_words:
            expected = one_of(known)
        if isinstance(value, list) or value is None or not known:
            return self._wrong_type(pointer, value, expected)
        if not isinstance(value, (str, dict)):
            return self._problem_at(pointer, "bad-value", self.not_a_value(quote(value)), expected)
        if isinstance(value, str):
            name, message = value, self.not_a_value(quote(value))
        elif value:
            name = str(next(iter(value)))
            message = Message("there is no {name} here", name=quote(name))
            pointer = (*pointer, name)
        else:
            name, message = "", Message("the mapping is empty")
        near = closest_record_word(name, known)
        if near == name:  # the word is the key of a record
            near = next((s for s in record_shapes(field) if s.startswith(f"{{{name}:")), "")
        return self._problem_at(
            pointer, "bad-value", message, expected, near, key=isinstance(value, dict)
        )

    def _unknown_tag(self, pointer: Pointer, key: str, error: ErrorDetails) -> Problem:
        """Return the problem of the key by whose word one of several records is chosen."""
        words = tags_at(self.model, error["loc"], key)
        expected = one_of(words)
        if "tag" not in error["ctx"]:
            return self._missing_key(pointer, None, key, expected)
        word = str(error["ctx"]["tag"])
        message = self.not_a_value(quote(word))
        return self._problem_at(
            (*pointer, key), "bad-value", message, expected, closest_word(word, words)
        )

    def _wrong_type(self, pointer: Pointer, value: Any, expected: str) -> Problem:
        message = misfit_message(self.document, pointer, value, expected)
        return self._problem_at(pointer, "wrong-type", message, expected)


def misfit_message(
    document: SourceDocument, pointer: Pointer, value: Any, expected: str
) -> Message:
    """Return the message for a value of another kind than is expected."""
    raw = document.raw.get(pointer, "")
    described = _described(value, raw)
    if hint := _advice(raw, value, expected):
        return Message("{value} does not fit here; {hint}", value=described, hint=hint)
    return Message("{value} does not fit here", value=described)


def _is_part(error: ErrorDetails) -> bool:
    """Return True if a part of a record is missing, not a key of the top or an item of a list."""
    return (
        error["type"] == "missing" and len(error["loc"]) > 1 and isinstance(error["loc"][-1], str)
    )


def _tag_key(error: ErrorDetails) -> str:
    """Return the key that tells alternatives apart; empty if a function does that."""
    discriminator = str(error["ctx"]["discriminator"])
    return discriminator.strip("'") if discriminator.startswith("'") else ""


def _expected_text(field: FieldInfo | None) -> str:
    """Return the expected value: the description of a free text, else what the type accepts."""
    if field is None:
        return ""
    accepted = accepted_values(field)
    described = accepted == "text" and field.description is not None
    return (field.description or "") if described else accepted


def _description(field: FieldInfo | None) -> str:
    return (field.description or "") if field is not None else ""


def _out_of_range(kind: str, value: Any) -> Message:
    if kind == "multiple_of":
        return Message("{value} does not fit", value=quote(value))
    return Message("{value} is out of range", value=quote(value))


def length_message(value: Any) -> Message:
    """Return the length of a value in words."""
    if isinstance(value, dict):
        return Message("the mapping is empty")
    if not isinstance(value, str):
        return Message.counted("the list has {n} value", "the list has {n} values", len(value))
    if not value:
        return Message("the text is empty")
    return Message("the text is too long: {length} characters", length=len(value))


def _described(value: Any, raw: str) -> Message:
    """Return a value with its kind: `'east' (text)`."""
    kind = KIND_NAMES.get(type(value), Message("this"))
    if value is None:
        return Message("{raw} (nothing)", raw=raw) if raw else Message("an empty value")
    if isinstance(value, (list, dict)):
        return kind if value else EMPTY_NAMES[type(value)]
    if isinstance(value, bool):
        return Message(quote(value))
    text = quote(value) if isinstance(value, str) else raw or quote(value)
    return Message("{value} ({kind})", value=text, kind=kind)


# ---- advice --------------------------------------------------------------------------------------

GROUPED_DIGITS = re.compile(r"[+\u2212-]?[0-9]{1,3}([,.'_ \u00a0][0-9]{3})+")


def _advice(raw: str, value: Any, expected: str) -> str:
    """Return advice on a scalar that is not what it looks like; empty if there is none."""
    if expected == "text" or expected.endswith("."):
        numeric = isinstance(value, int | float)
        return trap(raw) or (Message("write it in quotes") if numeric else "")
    if "number" in expected:
        return _number_hint(raw or str(value), value)
    if "true" in expected:
        return trap(raw)
    return ""


def _number_hint(written: str, value: Any) -> str:
    """Return advice on a number: digits alone, with a plain minus, without quotes."""
    if GROUPED_DIGITS.fullmatch(written):
        digits = "".join(c for c in written if c in "0123456789-\u2212")
        return Message("write {number}", number=_plain_number(digits))
    if isinstance(value, str) and re.fullmatch(r"[+\u2212-]?[1-9][0-9]{0,8}", value):
        if value.isdigit():
            return Message("write {number}, without quotes", number=value)
        return Message("write {number}", number=_plain_number(value))
    if isinstance(value, float):
        return ""
    return trap(written, quotes=False) if isinstance(value, str) else ""


def _plain_number(number: str) -> str:
    return number.replace("\u2212", "-").removeprefix("+")
