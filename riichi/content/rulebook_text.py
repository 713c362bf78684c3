"""The text of the rulebook: the rules that all rulesets share, and the place of each option.

A chapter is a file in `rulesets/rulebook/`; the names of the files give their order. A chapter
never states a ruleset's decision; it names the option instead. The build prepares the chapters, and
a wheel has only the prepared values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, Discriminator, Field, Tag, ValidationError, model_validator

from riichi_core.files.accepted_values import accepted_values, all_parts, value_error, words_of
from riichi_core.files.problem import FileError
from riichi_core.messages import Message, quote
from riichi_core.rules.clauses import clauses
from riichi_core.rules.library import rulesets_dir
from riichi_core.rules.options import FrozenModel
from riichi_core.rules.prepared import prepared_value
from riichi_core.rules.rules import Rules, chapters as chapters_of_options, options
from riichi_core.spelling import closest_word

FOLDER = "rulebook"

YAKU_CHAPTER = "yaku"
"""The chapter whose options are in a table and are not named one by one."""

# ---- conditions ----------------------------------------------------------------------------------


def _known_option(path: str) -> str:
    if path not in options():
        message = Message("there is no option {name}", name=quote(path))
        raise value_error("unknown_option", message, closest_word(path, options()))
    return path


def _known_clause(name: str) -> str:
    if name not in clauses():
        message = Message("there is no clause {name}", name=quote(name))
        raise value_error("unknown_clause", message, closest_word(name, clauses()))
    return name


OptionPath = Annotated[str, AfterValidator(_known_option)]
Clauses = tuple[Annotated[str, AfterValidator(_known_clause)], ...]
Value = str | int | bool


def _known_value(path: str) -> str:
    option, name = option_and_part(path)
    chapter, option_name = _known_option(option).split(".", 1)
    names = [
        part for part, _ in all_parts(chapters_of_options()[chapter].model_fields[option_name])
    ]
    if name and name not in names:
        message = Message("{path} has no part {name}", path=option, name=quote(name))
        raise value_error("unknown_option", message, closest_word(name, names))
    return path


def option_and_part(path: str) -> tuple[str, str]:
    """Split a path into the path of an option and the part of its record."""
    chapter, option, part = (*path.split(".", 2), "", "")[:3]
    return f"{chapter}.{option}", part


ValuePath = Annotated[str, AfterValidator(_known_value)]
"""The path of an option, or of a part of its record."""


def _possible(conditions: Mapping[str, tuple[Value, ...]]) -> Mapping[str, tuple[Value, ...]]:
    """Reject an unknown option, and a word that is not one of its values; ignore numbers."""
    for path, values in conditions.items():
        chapter, name = _known_option(path).split(".")
        field = chapters_of_options()[chapter].model_fields[name]
        known = words_of(field)
        for value in values:
            if known and (text := str(value).lower()) not in known:
                message = Message("{path} is never {value}", path=path, value=quote(text))
                raise value_error(
                    "bad_value", message, closest_word(text, known), str(accepted_values(field))
                )
    return conditions


OptionConditions = Annotated[dict[str, tuple[Value, ...]], AfterValidator(_possible)]
"""For each option some values, of which the ruleset has one, as a value, key or word."""


class Conditional(FrozenModel):
    """A part that only some rulesets have: if all of `when` is true and nothing of `unless`."""

    when: OptionConditions = Field(default_factory=dict)
    unless: OptionConditions = Field(default_factory=dict)

    def holds(self, rules: Rules) -> bool:
        """Return True if a ruleset has this part."""
        return all(_is_any(rules, path, values) for path, values in self.when.items()) and not any(
            _is_any(rules, path, values) for path, values in self.unless.items()
        )


def _is_any(rules: Rules, path: str, values: tuple[Value, ...]) -> bool:
    written = rules.written_value(path)
    if isinstance(written, dict | list):
        return any(value in written for value in values)
    return any(type(value) is type(written) and value == written for value in values)


# ---- parts ---------------------------------------------------------------------------------------

Figure = Literal["seats", "walls"]
TableName = Literal["calls", "yaku", "fu", "payments", "limits", "result"]


class Prose(Conditional):
    """Text that the clauses of the books support."""

    clauses: Clauses = ()


class SectionHead(Conditional):
    """A heading within a chapter."""

    section: str


class TextPart(Prose):
    """A paragraph."""

    text: str


class ItemPart(Prose):
    """An item of a list; consecutive items form one list."""

    item: str


class OptionsPart(FrozenModel):
    """Options, each with its title, its sentence and its citation."""

    options: tuple[OptionPath, ...] = Field(min_length=1)


class ValuesPart(Conditional):
    """Sentences of values from other chapters, combined if they make one rule.

    A path can continue into the record of an option, e.g. `claims.winners.own_bets`. If a ruleset
    has another kind of value, nothing is printed.
    """

    values: tuple[ValuePath, ...] = Field(min_length=1)


class TilesPart(Prose):
    """Pictures of tiles, and their caption; consecutive parts are printed together."""

    tiles: str
    says: str


class FigurePart(Prose):
    """A drawing and its caption."""

    figure: Figure
    says: str


class TablePart(FrozenModel):
    """A table made from the values of the ruleset."""

    table: TableName


def _with_tuples(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts with tuples in place of lists, because frozen models contain no lists."""
    return {name: tuple(fact) if isinstance(fact, list) else fact for name, fact in facts.items()}


class WinPart(Conditional):
    """A win, given as a win record, that is scored line by line; left out if it is not a win."""

    win: Annotated[dict[str, Any], AfterValidator(_with_tuples)]
    says: str
    clauses: Clauses = ()


def _by_key(value: object) -> str:
    """Return the tag of a part, which is its first key."""
    if isinstance(value, Mapping) and value:
        return f"={next(iter(value))}"
    return ""


Part: TypeAlias = Annotated[
    Annotated[SectionHead, Tag("=section")]
    | Annotated[TextPart, Tag("=text")]
    | Annotated[ItemPart, Tag("=item")]
    | Annotated[OptionsPart, Tag("=options")]
    | Annotated[ValuesPart, Tag("=values")]
    | Annotated[TilesPart, Tag("=tiles")]
    | Annotated[FigurePart, Tag("=figure")]
    | Annotated[TablePart, Tag("=table")]
    | Annotated[WinPart, Tag("=win")],
    Discriminator(_by_key),
]


class TextChapter(Conditional):
    """A chapter of the rulebook.

    Attributes:
        title: its heading; a chapter named like a chapter of options has the same heading.
        parts: its contents.
    """

    title: str = ""
    parts: tuple[Part, ...]

    def texts(self) -> Iterator[str]:
        """Yield all its texts for people, in order."""
        if self.title:
            yield self.title
        for part in self.parts:
            yield from (getattr(part, name) for name in READ_FIELDS if hasattr(part, name))

    @model_validator(mode="after")
    def _names_options_once(self) -> TextChapter:
        named = [path for part in self.parts for path in named_options(part)]
        for path in named:
            if named.count(path) > 1:
                message = Message("{path} is named here twice", path=path)
                raise value_error("duplicate_item", message)
        return self


READ_FIELDS = ("section", "text", "item", "says")
"""The fields of parts that contain text for people."""


def named_options(part: object) -> tuple[str, ...]:
    """Return the paths of the options that a part names."""
    return part.options if isinstance(part, OptionsPart) else ()


# ---- the files -----------------------------------------------------------------------------------


@cache
def rulebook_text() -> Mapping[str, TextChapter]:
    """Return every chapter by its id, in file order; `07-claims.yaml` becomes `claims`.

    Raises:
        FileError: if a file has an error.
    """
    folder = rulesets_dir() / FOLDER
    prepared: Mapping[str, TextChapter] | None = prepared_value(folder, Path(__file__))
    return read_chapters(folder) if prepared is None else prepared


def read_chapters(folder: Path) -> Mapping[str, TextChapter]:
    """Return the chapters of a folder.

    Raises:
        FileError: if a file has an error; it gives the place.
    """
    files = sorted(folder.glob("*.yaml"))
    return {path.stem.partition("-")[2]: _read(path) for path in files}


def _read(path: Path) -> TextChapter:
    # Imported late, because prepared chapters need none of these.
    import yaml  # noqa: PLC0415

    from riichi_core.files import yaml_document as documents  # noqa: PLC0415
    from riichi_core.files.model_problems import model_problems  # noqa: PLC0415

    try:
        data = documents.data_of(path.read_text(encoding="utf-8"))
        return TextChapter.of_plain(data)
    except (ValueError, yaml.YAMLError) as error:
        document, problems = documents.read(path, wanted="a chapter of the rulebook")
        if document is not None and isinstance(error, ValidationError):
            problems = [*problems, *model_problems(error, document, TextChapter)]
        raise FileError(problems) from None


@cache
def unnamed_options() -> Mapping[str, tuple[str, ...]]:
    """Return, by chapter, the options that no part names; they are printed at its end."""
    parts = [part for chapter in rulebook_text().values() for part in chapter.parts]
    named = {path for part in parts for path in named_options(part)}
    return {
        chapter: tuple(
            path for path in options() if path.startswith(f"{chapter}.") and path not in named
        )
        for chapter in chapters_of_options()
        if chapter != YAKU_CHAPTER
    }
