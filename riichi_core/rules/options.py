"""Define options: typed fields with a title, a sentence per value, and the clauses behind them.

A ruleset has two levels: a chapter contains options, and an option has one value. A value is a
number, a word of a closed list, a set of words, or a record of named parts. `option(…)` declares
the texts together with the type, so every value needs a sentence; `describe_value` returns it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Annotated, Any, ClassVar, Generic, Literal, Self, TypeVar, get_args, get_origin

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
)
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, PydanticKnownError
from pydantic_core.core_schema import tagged_union_schema

from riichi_core.files.accepted_values import value_error
from riichi_core.language import PLAIN_ENGLISH, Translator
from riichi_core.messages import Message

Sentences = Mapping[str, str] | str | Callable[[Any, Translator], str]
"""The sentences of values: one per word, a template with {value}, or a function.

Besides words, a mapping may have `record`, an empty word for an empty set, and `number`, a template
for all numbers without a sentence of their own.
"""

Effect = Literal["play", "table"]

Asked = Literal["", "game", "hand", "table"]
"""The part of a player's questions before a game that an option answers; empty for none."""


@dataclass(frozen=True, slots=True)
class Option:
    """The texts of an option, or of one part of a record.

    Attributes:
        title: its name.
        sentences: the plain sentence of each value.
        labels: the name of a way to play, of at most five words, before or in place of its
            sentence: by word, or by `=` and the kind of value, e.g. `=number` or a record's key.
        clauses: the ids of the clauses behind it in the clause index.
        unit: the unit of its number.
        effect: `table` if it only concerns people at a table and no engine reads it.
        unregulated: the value, as written in a file, if a book does not mention the rule; by
            default `not_regulated`, if there is a sentence for it.
        looked_for: the day on which somebody looked for the rule in every shipped book. A book that
            was verified until then and does not state the option does not mention it.
        asked: the part of a player's questions before a game that it answers. Cards have these
            options, and posters print them first.
        variant_of: the path of the option with the same rule for another setting, or of the same
            decision; a poster prints only that one if both differ.
        usual: the value of a part that a file leaves out, if it may; a class of records means its
            own usual parts. Books state each part.
    """

    title: str
    sentences: Sentences
    labels: Mapping[str, str] | None = None
    clauses: tuple[str, ...] = ()
    unit: str = ""
    effect: Effect = "play"
    unregulated: Any = None
    looked_for: str = ""
    asked: Asked = ""
    variant_of: str = ""
    usual: Any = None

    def label(self, kind: str) -> str:
        """Return the label of a word or kind of value; empty if it has only a sentence."""
        return (self.labels or {}).get(kind, "")


def option(  # noqa: PLR0913 - the parts of an option
    title: str,
    sentences: Sentences = "",
    *,
    labels: Mapping[str, str] | None = None,
    clauses: str = "",
    unit: str = "",
    effect: Effect = "play",
    unregulated: Any = None,
    looked_for: str = "",
    asked: Asked = "",
    variant_of: str = "",
    usual: Any = None,
    **limits: Any,
) -> Any:
    """Return the field of an option, with the texts of `Option` and limits for pydantic."""
    if usual is not None:  # a factory, so that `as_written` does not take it for a default
        record = isinstance(usual, type) and issubclass(usual, CompoundValue)
        limits["default_factory"] = usual.model_construct if record else lambda: usual
    field = Field(**limits)
    settles = tuple(clauses.split())
    if unregulated is None and isinstance(sentences, Mapping) and "not_regulated" in sentences:
        unregulated = "not_regulated"
    texts = Option(title, sentences, labels, settles, unit, effect, unregulated, looked_for, asked,
                   variant_of, usual)  # fmt: skip
    field.metadata.append(texts)
    return field


def case_option(title: str, sentences: Sentences) -> Any:
    """Return the field of a case that a value may leave out."""
    return option(title, sentences, labels={"=left_out": "As in other cases"}, default=None)


class FrozenModel(BaseModel):
    """A strict, closed, immutable model: it converts nothing and rejects unknown keys."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        frozen=True, extra="forbid", strict=True, defer_build=True
    )

    @classmethod
    def of_plain(cls, data: Any) -> Self:
        """Return the model of plain data; lists become tuples.

        Raises:
            ValidationError: if the data does not fit.
        """
        return cls.model_validate_json(json.dumps(data))  # strict mode accepts lists only from JSON

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy; the values in `update` are checked as those of a new model.

        Raises:
            ValidationError: there is no such field, or it cannot have such a value.
        """
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        checked = self if update is None else self.model_validate({**fields, **update})
        values = {name: getattr(checked, name) for name in update or ()}
        return super().model_copy(update=values, deep=deep)

    def with_checked(self, **values: Any) -> Self:
        """Return a copy with other values, which have been checked before."""
        return super().model_copy(update=values)


def without_null(schema: dict[str, Any]) -> None:
    """Drop null from a schema: an omitted word is None here but absent from a file."""
    for field in schema["properties"].values():
        field.pop("default", None)
        branches = [branch for branch in field.get("anyOf", ()) if branch != {"type": "null"}]
        if len(branches) == 1:
            del field["anyOf"]
            field.update(branches[0])


class Chapter(FrozenModel):
    """One chapter of the rules; every field is an option."""

    TITLE: ClassVar[str]

    @classmethod
    def options(cls) -> Iterator[tuple[str, Option]]:
        """Yield the name and the option of each field, in reading order."""
        for name, field in cls.model_fields.items():
            if (option := option_of(field)) is not None:
                yield name, option


class CompoundValue(FrozenModel):
    """A value made of named parts, each with its own meaning."""


Row = TypeVar("Row", bound=CompoundValue)
Value_co = TypeVar("Value_co", covariant=True)


class ByCase(Generic[Value_co]):
    """A record whose fields are cases: a value for some cases, and `other` for all others."""


def value_in(case: str, value: Value_co | ByCase[Value_co]) -> Value_co:
    """Return a value that may depend on the case."""
    if not isinstance(value, ByCase):
        return value
    named: Value_co | None = getattr(value, case, None)
    other: Value_co = getattr(value, "other")  # noqa: B009 - only the records have fields
    return other if named is None else named


def option_of(field: FieldInfo) -> Option | None:
    """Return the option of a field; None if it has none."""
    return next((m for m in field.metadata if isinstance(m, Option)), None)


# ---- numbers, with the unit in the name ----------------------------------------------------------

PointsValue = Annotated[int, Field(ge=0, le=1_000_000)]
"""Points at the table, zero or more."""

SignedPoints = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]

Han = Annotated[int, Field(ge=1, le=100)]

Fu = Annotated[int, Field(ge=0, le=200)]

Minutes = Annotated[int, Field(ge=0, le=600)]


def _no_truth_value(value: object) -> object:
    if isinstance(value, bool):
        raise PydanticKnownError("int_type")
    return value


NUMBER_WORD = BeforeValidator(_no_truth_value)
"""For a closed list of numbers: `false` equals 0 and `true` equals 1, but neither is allowed."""


# ---- sets ----------------------------------------------------------------------------------------

Word = TypeVar("Word", bound=str)


def _sorted_set(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Return the words sorted, because their order has no meaning; reject duplicates."""
    twice = sorted({word for word in words if words.count(word) > 1})
    if twice:
        message = Message("{items} is listed twice", items=", ".join(map(repr, twice)))
        raise value_error("duplicate_item", message)
    return tuple(sorted(words))


SetOf = Annotated[
    tuple[Word, ...], AfterValidator(_sorted_set), Field(json_schema_extra={"uniqueItems": True})
]
"""Words of a closed list, each at most once; sorted, so that equal sets are equal."""


# ---- alternatives --------------------------------------------------------------------------------


def _shape_tag(value: object) -> str:
    """Return the tag of the branch of `word | number | list | {…}` that a value belongs to."""
    if isinstance(value, (str, bool)):
        return "word"
    if isinstance(value, (Mapping, BaseModel)):
        return "record"
    return "list" if isinstance(value, (list, tuple)) else "number"


def _key_tag(value: object) -> str:
    """Return the tag of the branch of `word | {this: …} | {that: …}`: the record's only key.

    The tag differs from the key, so that the location of an error is unambiguous.
    """
    fields = type(value).model_fields if isinstance(value, BaseModel) else value
    return f"={next(iter(fields))}" if isinstance(fields, Mapping) and fields else _shape_tag(value)


@dataclass(frozen=True, slots=True)
class UnionBy:
    """An annotation of a union; a function chooses the branch for a value."""

    by: Callable[[object], str]

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        branches = {
            self._tag(branch): handler.generate_schema(branch) for branch in get_args(source)
        }
        return tagged_union_schema(branches, self.by)

    def _tag(self, branch: Any) -> str:
        kind = get_args(branch)[0] if get_origin(branch) is Annotated else branch
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return "record" if self.by is _shape_tag else f"={next(iter(kind.model_fields))}"
        plain = "word" if kind is bool else "number"
        return {Literal: "word", tuple: "list"}.get(get_origin(kind), plain)


ByShape: UnionBy = UnionBy(_shape_tag)
ByKey: UnionBy = UnionBy(_key_tag)


def rows_of(value: Row | tuple[Row, ...] | str) -> tuple[Row, ...]:
    """Return the rows of a table, which may also be a single row, or a word that means no rows."""
    if isinstance(value, str):
        return ()
    return value if isinstance(value, tuple) else (value,)


def describe_value(option: Option, value: object, tr: Translator = PLAIN_ENGLISH) -> str:
    """Return the sentences that explain a value of an option, or of a part of a record."""
    sentences = option.sentences
    if callable(sentences):
        return sentences(value, tr)
    if isinstance(value, CompoundValue):
        if isinstance(value, ByCase):
            return " ".join(f"{case}: {text.rstrip('.')}." for case, text in cases_of(value, tr))
        return _of_parts(sentences, value, tr)
    if isinstance(sentences, str):
        return tr(sentences, value=value)
    if isinstance(value, tuple):
        return _of_set(sentences, value, tr) if value else tr(sentences[""])
    word = str(value).lower() if isinstance(value, bool) else str(value)
    return tr(sentences[word] if word in sentences else sentences["number"], value=value)


def _of_set(sentences: Mapping[str, str], words: tuple[str, ...], tr: Translator) -> str:
    """Return one sentence for a set: the start that the sentences of all words share, once."""
    each = {word: tr(text).removesuffix(".").split() for word, text in sentences.items() if word}
    columns = zip(*each.values(), strict=False)
    start = [same[0] for same in takewhile(lambda column: len({*column}) == 1, columns)]
    ends = [" ".join(text[len(start) :]) for word, text in each.items() if word in words]
    return f"{' '.join(start)} {tr.or_list(ends)}."


def _of_parts(sentences: Mapping[str, str] | str, record: CompoundValue, tr: Translator) -> str:
    """Return the sentences of a record: its heading, if it has one, then each part."""
    fields = type(record).model_fields
    parts = []
    heading = ""
    if isinstance(sentences, Mapping):
        heading = sentences.get(next(iter(fields)), sentences.get("record", ""))
    if heading:
        parts.append(tr(heading))
    for name, field in fields.items():
        value = getattr(record, name)
        if value is not None and (part := option_of(field)) is not None:
            parts.append(describe_value(part, value, tr))
    return " ".join(filter(None, parts))


def cases_of(value: CompoundValue, tr: Translator) -> list[tuple[str, str]]:
    """Return the title and the text of each case that a value names, `other` last."""
    return [
        (tr(part.title), describe_value(part, getattr(value, name), tr))
        for name, field in type(value).model_fields.items()
        if (part := option_of(field)) is not None and getattr(value, name) is not None
    ]


def sentences_by_word(sentences: Sentences) -> Mapping[str, str]:
    """Return the sentence of each word, of `{…}`, of `[]` and of a number N."""
    if not isinstance(sentences, Mapping):
        return {}
    names = {"record": "{…}", "": "[]", "number": "N"}
    return {
        names.get(word, word): text.replace("{value}", names.get(word, word))
        for word, text in sentences.items()
        if text
    }
