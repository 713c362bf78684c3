"""The shipped books against the clause index, and the model against its own words."""

from __future__ import annotations

import json
import math
import re
import types
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pytest
import yaml
from click.testing import CliRunner
from conftest import Golden
from each import each
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from riichi.cli.main import main
from riichi_core.files import accepted_values
from riichi_core.rules import library
from riichi_core.rules.clauses import clauses, indexed_books, settled_by
from riichi_core.rules.load import load
from riichi_core.rules.options import Chapter, Option, describe_value, option_of
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import BOOK_KINDS, UNREGULATED, BookHead, signed_sections
from riichi_core.rules.settings import settings

BOOKS = ("ema-2012", "ema-2016", "ema-2025", "tenhou", "wrc-2025", "wrcr-2015")
SHIPPED = (*BOOKS, "red-fives-club", "tuesday-club")


def test_the_shipped_rulesets_are_the_expected_ones() -> None:
    assert tuple(name for name in library.shipped() if name in SHIPPED) == SHIPPED


@each("name", SHIPPED)
def test_a_shipped_ruleset_loads_and_has_the_id_of_its_file(name: str) -> None:
    ruleset = load(name)
    assert ruleset.id == name
    assert set(ruleset.provenance) >= set(options())


@each("name", BOOKS)
def test_every_value_of_a_book_has_a_section_and_a_text(name: str) -> None:
    for path, law in load(name).provenance.items():
        assert law.kind in BOOK_KINDS, path
        assert law.text.strip(), path
        assert law.ruleset == name


@each("name", library.bases())
def test_a_book_states_the_usual_parts_of_its_values(name: str) -> None:
    ruleset = load(name)
    data = yaml.safe_load(library.bases()[name].read_text(encoding="utf-8"))
    for path, written in ((p, w) for p in options() if isinstance(w := entry(data, p), dict)):
        assert written == ruleset.rules.written_value(path), path


def entry(data: dict[str, Any], path: str) -> Any:
    """Return the value of an option in a file; None if it does not state it."""
    chapter, name = path.split(".")
    found = (data.get(chapter) or {}).get(name)
    return found.get("value", found) if isinstance(found, dict) else found


def test_only_books_without_their_text_here_have_assumed_values() -> None:
    kinds = {name: {law.kind for law in load(name).provenance.values()} for name in BOOKS}
    assert kinds["ema-2016"] == {"cite", "silent"}
    assert kinds["wrcr-2015"] == {"cite", "silent"}
    assert kinds["ema-2025"] == {"cite", "silent"}
    assert kinds["wrc-2025"] == {"cite", "silent"}
    assert kinds["ema-2012"] == {"cite", "silent", "assumed"}
    assert kinds["tenhou"] == {"cite", "silent", "assumed"}


def sections(text: str) -> set[str]:
    """Return the section numbers in a citation or a clause."""
    return set(re.findall(r"\d+(?:\.\d+)*|preface|tables?|sheet", text))


def related(one: set[str], other: set[str]) -> bool:
    """Return True if any two sections are the same, or one is inside the other."""
    return any(a == b or a.startswith(f"{b}.") or b.startswith(f"{a}.") for a in one for b in other)


@pytest.mark.parametrize("name", indexed_books())
def test_a_book_cites_the_sections_of_an_options_clauses(name: str) -> None:
    ruleset = load(name)
    astray = []
    for path, option in options().items():
        law = ruleset.provenance[path]
        found = [clauses()[clause] for clause in option.clauses]
        where = set().union(*(sections(clause.sections(name)) for clause in found))
        if law.kind == "cite" and not related(sections(law.text), where):
            astray.append((path, law.text, sorted(where)))
    assert astray == []


@pytest.mark.parametrize("name", indexed_books())
def test_every_section_in_a_clause_exists_in_its_book(name: str) -> None:
    head = load(name).head
    assert isinstance(head, BookHead)
    known = {section for source in head.sources.values() for section in source.sections}
    for clause in clauses().values():
        for number in re.findall(r"\d+(?:\.\d+)+", clause.sections(name)):
            assert number in known, (clause.id, number)


# ---- clauses -------------------------------------------------------------------------------------


def test_the_fully_indexed_books_are_the_expected_ones() -> None:
    assert indexed_books() == ("ema-2016", "wrcr-2015", "ema-2025", "wrc-2025")
    assert len(clauses()) > 500


def test_a_clause_names_only_existing_books() -> None:
    for clause in clauses().values():
        assert set(clause.books) <= set(library.books()), clause.id


def test_every_option_covers_existing_clauses() -> None:
    """An option for a rule outside the indexed books covers none."""
    for path, option in options().items():
        assert set(option.clauses) <= set(clauses()), path


def test_every_clause_has_an_option_or_is_common_or_a_procedure() -> None:
    for clause in clauses().values():
        ways = [clause.id in settled_by(), clause.common]
        if clause.kind == "procedure":
            assert not clause.common, clause.id
            assert not clause.differs or clause.id in settled_by(), clause.id
        else:
            assert ways.count(True) == 1, clause.id


def test_a_differing_clause_is_never_common() -> None:
    assert not [clause.id for clause in clauses().values() if clause.differs and clause.common]


# ---- options that a book leaves out --------------------------------------------------------------

FOUL_TOPICS = {clause.topic for clause in clauses().values()} & {
    "foul", "chombo", "deadhand", "etiquette", "penalty",
}  # fmt: skip

OTHER_SUBJECTS = {
    ("fouls.few_tiles_exposed_again", "foul-expose-few"): "the first time only",
    ("fouls.missing_tiles", "foul-missing-replacement"): "it counts as any wrong number of tiles",
    ("fouls.draw_out_of_turn", "deadhand-riichi-next-rotate"): "a turned tile, not a player's turn",
    ("fouls.riichi_after_discard", "deadhand-riichi-next-rotate"): "a tile to be turned later on",
    ("fouls.dealing_mistake", "chombo-unplayable"): "a mistake that stops play",
    ("fouls.draw_after_last_tile", "chombo-after-last-discard"): "a win, not a draw",
}
"""Pairs of a foul that a book leaves out and a similar clause that it has, and why."""

SIMILAR = 0.7
"""The least share of the characteristic words of a foul's name in a clause of its subject."""


def stems(text: str) -> set[str]:
    """Return the first five letters of each word; `_` and `-` separate words."""
    return {word[:5] for word in re.findall("[a-z]{3,}", text.lower())}


def similar_clauses(path: str) -> Iterator[str]:
    """Yield the clauses on fouls that share words of an option's name, rare ones first."""
    known = {clause.id: stems(f"{clause.id} {clause.statement}") for clause in clauses().values()}
    number = Counter(word for stemmed in known.values() for word in stemmed)
    weight = {word: math.log(len(known) / number[word]) for word in number}
    named = stems(path.partition(".")[2].replace("_", " ")) & weight.keys()
    for clause in clauses().values():
        shared = sum(weight[word] for word in named & known[clause.id])
        if clause.topic in FOUL_TOPICS and shared > SIMILAR * sum(weight[word] for word in named):
            yield clause.id


def test_similar_clauses_are_found_in_other_words() -> None:
    assert "chombo-exposure-threshold" in similar_clauses("fouls.several_tiles_exposed")


@pytest.mark.parametrize("name", indexed_books())
def test_a_book_does_not_decide_an_option_that_it_leaves_out(name: str) -> None:
    """A reason that cites the book explains the clauses, so only other reasons are checked."""
    found = []
    for path, option in options().items():
        law = load(name).provenance[path]
        cited = [one for one in option.clauses if clauses()[one].sections(name)]
        assert cited or not option.clauses or law.kind != "cite", path
        if law.text == UNREGULATED:
            found += [(path, clause) for clause in cited]
        if law.kind == "silent" and path.startswith("fouls.") and not sections(law.text):
            found += [
                (path, clause)
                for clause in similar_clauses(path)
                if clause not in option.clauses and clauses()[clause].sections(name)
            ]
    assert [pair for pair in found if pair not in OTHER_SUBJECTS] == []


# ---- words ---------------------------------------------------------------------------------------


def fields() -> Iterator[tuple[str, FieldInfo, Option]]:
    """Yield every option and every part of a record, with its path."""
    for chapter, model in chapters().items():
        yield from _fields(model, chapter)


def _fields(model: type[BaseModel], before: str) -> Iterator[tuple[str, FieldInfo, Option]]:
    for name, field in model.model_fields.items():
        path = f"{before}.{name}"
        if (option := option_of(field)) is not None:
            yield path, field, option
            for record in records(field.annotation):
                yield from _fields(record, path)


def branches(kind: Any) -> Iterator[Any]:
    if get_origin(kind) is Annotated:
        yield from branches(get_args(kind)[0])
    elif get_origin(kind) in (Union, types.UnionType):
        for branch in get_args(kind):
            yield from branches(branch)
    else:
        yield kind


def records(kind: Any) -> Iterator[type[BaseModel]]:
    for branch in branches(kind):
        if isinstance(branch, type) and issubclass(branch, BaseModel):
            yield branch


def words(kind: Any) -> set[str]:
    """Return the words that a field accepts, including those of a set, and `true` and `false`."""
    found: set[str] = set()
    for branch in branches(kind):
        if get_origin(branch) is Literal:
            found |= {str(word) for word in get_args(branch)}
        elif get_origin(branch) is tuple:
            found |= words(get_args(branch)[0])
        elif branch is bool:
            found |= {"true", "false"}
    return found


FIELDS = list(fields())


def test_every_field_of_a_chapter_is_an_option() -> None:
    for chapter, model in chapters().items():
        assert issubclass(model, Chapter)
        plain = [n for n, f in model.model_fields.items() if option_of(f) is None]
        assert plain == (["local"] if chapter == "yaku" else [])


@each("path, field, option", FIELDS)
def test_every_word_of_a_field_has_a_sentence(path: str, field: FieldInfo, option: Option) -> None:
    accepted = words(field.annotation)
    if isinstance(option.sentences, str) or callable(option.sentences):
        return
    tags = {next(iter(record.model_fields)) for record in records(field.annotation)}
    numbers = {word for word in option.sentences if "number" in option.sentences and word.isdigit()}
    spoken = set(option.sentences) - {"", "record", "number"} - numbers - tags
    assert spoken == accepted, path
    if any(get_origin(branch) is tuple for branch in branches(field.annotation)):
        least = any(getattr(m, "min_length", 0) for m in field.metadata)
        assert ("" in option.sentences) != least, path


def test_an_option_has_a_title_that_is_unique_in_its_chapter() -> None:
    for chapter, model in chapters().items():
        titles = [option.title for _, option in model.options()]
        assert all(titles)
        assert len(set(titles)) == len(titles), chapter


@each("name", SHIPPED)
def test_every_value_is_described_in_whole_sentences(name: str) -> None:
    for path, _, sides in settings(load(name)):
        assert re.fullmatch(r"[A-Z0-9+-].*\.", sides[0].sentences), (path, sides[0].sentences)
        assert "{" not in sides[0].sentences, path
        assert "  " not in sides[0].sentences, path


def test_options_are_not_named_value_like_the_key_of_a_leaf() -> None:
    assert not [path for path, _, _ in FIELDS if path.endswith(".value")]


def test_a_part_of_an_optional_record_is_described_only_with_the_record() -> None:
    claims = load("ema-2016").rules.claims
    nearest = load("wrcr-2015").rules.claims
    option = options()["claims.winners"]
    assert "Counters are paid in full to each winner." in describe_value(option, claims.winners)
    assert "Counters" not in describe_value(option, nearest.winners)


def test_every_number_has_a_unit() -> None:
    for path, field, option in FIELDS:
        kinds = list(branches(field.annotation))
        numbers = [k for k in kinds if k is int or (get_origin(k) is tuple and _of_numbers(k))]
        if numbers:
            assert option.unit, path


def _of_numbers(kind: Any) -> bool:
    return any(branch is int for branch in branches(get_args(kind)[0]))


@pytest.mark.parametrize("name", BOOKS)
def test_every_value_of_a_book_matches_the_golden_file(name: str, grown_golden: Golden) -> None:
    """This includes the provenance of every value, and values that the books have in common.

    New options may have been added.
    """
    result = CliRunner().invoke(main, ["show", name])
    assert result.exit_code == 0
    grown_golden(f"show-{name}.txt", result.stdout)


@each("name", BOOKS)
def test_the_number_of_options_of_a_book_is_counted(name: str) -> None:
    kinds = Counter(one.kind for one in load(name).provenance.values())
    said = CliRunner().invoke(main, ["show", name]).stdout.splitlines()[1]
    numbers = [kinds.total(), kinds["cite"], kinds["silent"], kinds["assumed"]]
    counted = re.findall(r"(?<![-\d])\d+(?![-\d])", said)  # not the date of the last check
    assert list(map(int, counted)) == [number for number in numbers if number]


def examples(kind: Any) -> list[Any]:
    """Return values of a type as in a file: all words, some numbers, records part by part."""
    found: list[Any] = []
    for branch in branches(kind):
        if get_origin(branch) is Literal:
            found += get_args(branch)
        elif get_origin(branch) is tuple:
            found += _lists(branch)
        elif branch is bool:
            found += [False, True]
        elif branch is int:
            found += [2, 4, 600, 1200]
        elif isinstance(branch, type) and issubclass(branch, BaseModel):
            found += _records(branch)
    return found


def _lists(kind: Any) -> list[Any]:
    items = get_args(kind)
    if items[-1] is not Ellipsis:
        return [[9000, 3000, -3000, -9000], [15000, 5000, -5000, -15000]]
    several = examples(items[0])
    return [[one] for one in several] + [several]


def _records(model: type[BaseModel]) -> list[Any]:
    """Return a record with its first values, then with each part changed by itself."""
    parts = {n: [value for value, _ in valid(f)] for n, f in model.model_fields.items()}
    first = {name: values[0] for name, values in parts.items() if values}
    changed = [{**first, name: v} for name, values in parts.items() for v in values[1:]]
    return [first, *changed]


def adapter_of(field: FieldInfo) -> TypeAdapter[Any]:
    kind: Any = field.annotation
    for extra in field.metadata:
        kind = Annotated[kind, extra]
    return TypeAdapter(kind)


def valid(field: FieldInfo) -> list[tuple[Any, Any]]:
    """Return the examples that a field accepts, as written and as read."""
    adapter = adapter_of(field)
    found = []
    for value in examples(field.annotation):
        with suppress(ValidationError):
            found.append((value, adapter.validate_json(json.dumps(value), strict=True)))
    return found


@each("path", [path for path in options() if not path.startswith("yaku.")])
def test_different_values_of_an_option_have_different_sentences(path: str) -> None:
    """Otherwise a comparison would print the same sentence twice and call it a difference."""
    chapter, name = path.split(".")
    field = chapters()[chapter].model_fields[name]
    said: dict[str, Any] = {}
    for _, value in valid(field):
        sentence = describe_value(options()[path], value)
        assert said.setdefault(sentence, value) == value, sentence
    assert said


@each("path", [path for path in options() if not path.startswith("yaku.")])
def test_the_line_offered_for_pasting_is_valid(path: str) -> None:
    chapter, name = path.split(".")
    field = chapters()[chapter].model_fields[name]
    for example in accepted_values.example_records(field):
        assert adapter_of(field).validate_json(json.dumps(example), strict=True)


@pytest.mark.parametrize(
    ("sections", "printed"),
    [
        ("3.3.1", "§ 3.3.1"),
        ("rules 2, 8.2", "rules 2, 8.2"),
        ("3.4; dutch 3.4.6", "§ 3.4; dutch 3.4.6"),
        ("notes, 3.3.1", "notes, § 3.3.1"),
        ("preface, notes, 6.4.3, penalties", "preface, notes, § 6.4.3, penalties"),
        ("notes", "notes"),
        ("manual rules", "manual rules"),
        ("wiki friend; page 1", "wiki friend; page 1"),
    ],
)
def test_an_unnumbered_part_of_a_book_is_cited_without_a_section_sign(
    sections: str, printed: str
) -> None:
    assert signed_sections(sections) == printed
