"""The texts that an editor shows beside a value: its title, meanings and what is expected."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from riichi_core.rules.options import Option, describe_value, meaning
from riichi_core.source.expected import accepted_values, record_shape

Json = dict[str, Any]
Models = Mapping[str, type[BaseModel]]

EXAMPLES = (0, 10)
"""Numbers whose sentences are shown where a function makes them: nothing, and something."""

_GAP = re.compile(r"\{value[^}]*\}")


def branches(schema: Json) -> list[Json]:
    """The alternatives of a value; a value without any is its own."""
    found: list[Json] = schema.get("anyOf", [schema])
    return found


def summary(model: type[BaseModel]) -> str:
    """The first line of a model's docstring."""
    return (model.__doc__ or "").partition("\n")[0]


def part(field: FieldInfo, schema: Json, models: Models) -> Json:
    """A part of a record, with its title, its words explained and what is expected."""
    option = meaning(field)
    if option is None:  # a head or a word of the yaku vocabulary: pydantic has its description
        return schema
    return _titled(option, explained(field, option, schema, models), schema)


def value(field: FieldInfo, option: Option, schema: Json) -> Json:
    """The value of an option by itself: what it means stands at the option."""
    return _titled(option, expected(field, option), schema)


def _titled(option: Option, description: str, schema: Json) -> Json:
    words = {"title": option.title, "description": description}
    rest = {key: it for key, it in _spoken(option, schema).items() if key not in words}
    return words | rest


def explained(field: FieldInfo, option: Option, schema: Json, models: Models) -> str:
    """Title, the sentence of each value, and what the field can hold."""
    sentences = [line for branch in branches(schema) for line in _lines(option, branch, models)]
    return "\n".join([_stop(option.title), *sentences, expected(field, option)])


def expected(field: FieldInfo, option: Option) -> str:
    """Return what the field can hold, and in which unit its numbers are."""
    unit = f" Unit: {option.unit}." if option.unit else ""
    return f"Expected: {_stop(accepted_values(field))}{unit}"


def _stop(text: str) -> str:
    return text if text.endswith((".", ":", "!", "?")) else f"{text}."


# ---- the sentences -------------------------------------------------------------------------------


def _lines(option: Option, branch: Json, models: Models) -> Iterator[str]:
    """`word: sentence` for each value of one alternative that can be told by itself."""
    if "$ref" in branch:
        yield from _record(option, models[branch["$ref"].rpartition("/")[2]])
    elif (values := _values(branch)) is not None:
        for value in values:
            yield f"{_written(value)}: {_stop(_sentence(option, value))}"
    elif branch.get("type") == "array" and isinstance(option.sentences, Mapping):
        for word in branch["items"]["enum"]:
            yield f"{word}: {_stop(_sentence(option, (word,)))}"
        if not branch.get("minItems"):
            yield f"[]: {_stop(_sentence(option, ()))}"
    elif branch.get("type") != "null":
        yield from _numbers(option, branch)


def _values(branch: Json) -> list[Any] | None:
    """The values of a closed list."""
    if "const" in branch:
        return [branch["const"]]
    if branch.get("type") == "boolean":
        return [True, False]
    values: list[Any] | None = branch.get("enum")
    return values


def _sentence(option: Option, value: object) -> str:
    return describe_value(option, tuple(value) if isinstance(value, list) else value)


def _written(value: object) -> str:
    """A value as a file has it."""
    if isinstance(value, list):
        return f"[{', '.join(map(str, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _record(option: Option, model: type[BaseModel]) -> Iterator[str]:
    """A record by what the option says of it, or else by what the record says of itself."""
    says = option.sentences if isinstance(option.sentences, Mapping) else {}
    text = says.get(next(iter(model.model_fields))) or says.get("record") or summary(model)
    yield f"{record_shape(model)}: {_stop(text)}"


def _numbers(option: Option, branch: Json) -> Iterator[str]:
    if isinstance(option.sentences, str):
        sign = "N" if branch.get("type") == "integer" else "…"
        text = _GAP.sub(sign, option.sentences)
        if text not in ("", sign, option.title):
            yield _stop(text)
    elif callable(option.sentences) and branch.get("type") == "integer":
        for number in (n for n in EXAMPLES if n >= branch.get("minimum", 0)):
            yield f"{number}: {_stop(_sentence(option, number))}"


def _spoken(option: Option, schema: Json) -> Json:
    """The schema with a sentence at each value of a closed list, where editors look for it."""
    if "anyOf" in schema:
        return schema | {"anyOf": [_spoken(option, branch) for branch in schema["anyOf"]]}
    if "const" in schema:
        return schema | {"description": _sentence(option, schema["const"])}
    if "enum" in schema:
        return schema | {"enumDescriptions": [_sentence(option, v) for v in schema["enum"]]}
    if "enum" in schema.get("items", ()) and isinstance(option.sentences, Mapping):
        sentences = [_sentence(option, (word,)) for word in schema["items"]["enum"]]
        return schema | {"items": schema["items"] | {"enumDescriptions": sentences}}
    return schema
