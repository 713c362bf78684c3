"""Every part of every shipped file with one error: both schema and model refuse it.

These tests find types that are wider in the model than in its words, and errors reported in the
wrong place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from effort import LONG, first
from schema_files import RULESETS, File, Json, model_finds, right, schema_refuses, validator

from riichi_core.files.accepted_values import all_parts
from riichi_core.files.problem import Pointer, Problem
from riichi_core.rules.load import examine
from riichi_core.rules.options import option_of
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import BOOK_KINDS

IN_FULL = "wrc-2025"
"""The book of which a long run tries each fault; of the others it tries every fifth."""

SPOILT = first(
    sorted(RULESETS, key=("parlour", IN_FULL).__contains__, reverse=True), quick=2, long=4
)
"""A quick run spoils house rules and one book; all books have the same parts."""

# ---- faults, made mechanically -------------------------------------------------------------------

DROP = object()
WORD, LOW, HIGH = "nonsense", -10_000_001, 10_000_001


@dataclass(frozen=True)
class Fault:
    """One error in a file: its kind, its path and the wrong value."""

    what: str
    at: Pointer
    new: Any

    @property
    def key(self) -> str:
        """Return the last key on its path."""
        return next((step for step in reversed(self.at) if isinstance(step, str)), "")

    def of(self, data: Json) -> Json:
        """Return the data with this error in it."""
        changed: Json = _replaced(data, self.at, self.new)
        return changed


def _replaced(data: Any, at: Pointer, new: Any) -> Any:
    if not at:
        return new
    first, rest = at[0], at[1:]
    if isinstance(data, list):
        return [_replaced(v, rest, new) if i == first else v for i, v in enumerate(data)]
    if not rest and new is DROP:
        return {key: value for key, value in data.items() if key != first}
    return {**data, first: _replaced(data.get(first), rest, new)}


def faults_of(value: Any, at: Pointer = ()) -> Iterator[Fault]:
    """Yield every mechanical error in a value and in its parts."""
    match value:
        case dict():
            yield from faults_of_mapping(value, at)
        case list():
            yield Fault("list to text", at, WORD)
            for index, item in enumerate(value[:1] if at[-1] == "sections" else value):
                yield from faults_of(item, (*at, index))
        case bool():
            yield Fault("bool to text", at, WORD)
        case int():
            yield Fault("number to text", at, WORD)
            yield Fault("too low", at, LOW)
            yield Fault("too high", at, HIGH)
        case str():
            yield Fault("text to number", at, 7)
            yield Fault("wrong word", at, WORD)


def faults_of_mapping(value: Json, at: Pointer) -> Iterator[Fault]:
    if at:
        yield Fault("mapping to list", at, [1])
    yield Fault("unknown key", (*at, "surplus"), 1)
    kinds = [kind for kind in BOOK_KINDS if kind in value]
    if len(at) == 2 and kinds:
        other = next(kind for kind in BOOK_KINDS if kind not in kinds)
        yield Fault("two provenances", (*at, other), "as well")
    for key, part in value.items():
        yield Fault("dropped", (*at, key), DROP)
        yield from faults_of(part, (*at, key))


OPTIONAL = {
    "short_title": "the title is enough",
    "organisation": "a head needs none",
    "published": "not every date is known",
    "in_force": "not every date is known",
    "sources.*.url": "not everything is on the web",
    "*.*.proviso": "most rules have none",
    "*.*.reading": "most texts are clear",
    "*.*.house": "a club need not say who decided",
    "yaku.*.open": "concealed only",
    "yaku.*.value.open": "concealed only",
    "yaku.*.cumulative": "it adds to other yaku",
    "yaku.*.value.cumulative": "it adds to other yaku",
    "yaku.double_riichi.value.replaces": "it counts on top of Riichi",
    "yaku.stairway.name.en": "the Japanese name is enough",
    "yaku.stairway.name.ja": "the English name is enough",
    "yaku.stairway.concealed": "the sets are condition enough",
    "yaku.stairway.sets": "concealed is condition enough",
    "replaces": "a first edition replaces none",
    "sources.*.grade": "the text of an organisation is official, if nothing else is said",
    "unregulated": "what a book does not state counts as not in it",
}
"""Parts whose absence is no fault: why."""

FREE_TEXT = {
    "ruleset": "any id will do",
    "replaces": "an edition that does not come with the project has an id too",
    "title": "a name for people",
    "short_title": "a name for people",
    "organisation": "a name for people",
    "sources.*.title": "a name for people",
    "sources.*.author": "a name for people",
    "sources.*.licence": "a name for people",
    "sources.*.url": "not everything has one that begins with http",
    "*.*.silent": "a reason in words",
    "*.*.assumed": "a reason in words",
    "*.*.house": "a reason in words",
    "*.*.proviso": "a part of the rule in words",
    "*.*.reading": "a remark",
    "yaku.stairway.name.en": "a name for people",
    "yaku.stairway.name.ja": "a name for people",
}
"""Texts in which no word is wrong: why."""

ELSEWHERE = {
    ("dropped", "sources.*"): "a source that is gone is missed where it is cited, if it is",
    ("wrong word", "sources.*.sections.*"): "a section that is gone is missed where it is cited",
}
"""Changes that are no faults by themselves, but may be elsewhere: why."""

TOLD_BY_THE_MODEL = {
    "*.*.cite": "a schema cannot look into the sources of the file",
    "extends": "a schema does not know which books and files there are",
    "unregulated.*": "a schema does not know the options by their whole names",
}
"""Texts in which only the model can tell a wrong word: why."""


def is_any_of(at: Pointer, patterns: Iterable[str]) -> bool:
    """Return True if a path matches one of those in which `*` stands for any step."""
    ways = (pattern.split(".") for pattern in patterns)
    return any(
        len(way) == len(at)
        and all(step in ("*", str(there)) for step, there in zip(way, at, strict=True))
        for way in ways
    )


def shows_elsewhere(fault: Fault) -> bool:
    return is_any_of(fault.at, [way for what, way in ELSEWHERE if what == fault.what])


def is_fault(fault: Fault, file: File) -> bool:
    if shows_elsewhere(fault):
        return False
    if fault.what == "dropped":
        left_out = file.kind == "house" and fault.at[0] in chapters() and len(fault.at) <= 2
        optional = is_any_of(fault.at, OPTIONAL) or need_not_be_stated(fault.at)
        optional = optional or has_usual_value(fault.at)
        return not left_out and not optional
    return fault.what != "wrong word" or not is_any_of(fault.at, FREE_TEXT)


def need_not_be_stated(at: Pointer) -> bool:
    """Return True if an option, or every option of a chapter, may be unregulated."""
    owner = ".".join(map(str, at))
    lost = [option for path, option in options().items() if f"{path}.".startswith(f"{owner}.")]
    return bool(lost) and all(option.unregulated is not None for option in lost)


def has_usual_value(at: Pointer) -> bool:
    """Return True if a part of an option's value may be left out."""
    if ".".join(map(str, at[:2])) not in options() or len(at) < 3:
        return False
    field = chapters()[str(at[0])].model_fields[str(at[1])]
    parts = [part for name, part in all_parts(field) if name == at[-1]]
    return any((texts := option_of(part)) and texts.usual is not None for part in parts)


def is_for_the_model(fault: Fault) -> bool:
    return fault.what == "wrong word" and is_any_of(fault.at, TOLD_BY_THE_MODEL)


ACROSS = ("contradiction", "no-effect")
"""Codes of what goes across options, and so may stand at another one."""

MISSED = ("no-option",)
"""Codes of what is unknown where `unregulated` names it."""


def misplaced(fault: Fault, errors: Iterable[Problem]) -> list[str]:
    """Return what is wrong with the positions of the errors that a mutation causes."""
    if (fault.what, fault.at) == ("dropped", ("extends",)):
        return []  # the file then counts as a book, and much is missing from it
    within = [error for error in errors if is_within(fault, error)]
    if fault.at[0] == "unregulated":
        within += [error for error in errors if error.code in MISSED]
    others = [e for e in errors if e not in within and e.code not in ACROSS]
    texts = [f"elsewhere: {error.text()}" for error in others]
    return texts if within else ["not where it is", *texts]


def is_within(fault: Fault, error: Problem) -> bool:
    owner = ".".join(map(str, fault.at[: 2 if fault.at[0] in chapters() else 1]))
    if fault.what == "dropped" and owner == ".".join(map(str, fault.at)):
        # The enclosing value reports a missing part, and names it.
        return error.path == owner.rpartition(".")[0] and f"'{fault.key}'" in error.message
    return re.split(r"[.\[]", error.path)[: owner.count(".") + 1] == owner.split(".")


@pytest.mark.parametrize("name", SPOILT)
def test_schema_and_model_refuse_every_mutation_and_the_model_locates_it(name: str) -> None:
    file = right(name)
    found = [fault for fault in faults_of(file.data) if is_fault(fault, file)]
    assert len(found) > 30
    wrong = []
    few = len(found) < 500
    for fault in found if few or (LONG and name == IN_FULL) else found[:: 5 if LONG else 60]:
        data = fault.of(file.data)
        by_schema = schema_refuses(file, data, fault.at)
        if by_schema == is_for_the_model(fault):
            wrong.append((fault, f"the schema refuses it: {by_schema}"))
        errors = model_finds(file, data, fault.at)
        wrong += [(fault, text) for text in misplaced(fault, errors)]
    assert wrong == []


@pytest.mark.parametrize("name", SPOILT)
def test_harmless_mutations_are_accepted_by_both(name: str) -> None:
    file = right(name)
    for fault in list(faults_of(file.data))[:: 1 if LONG else 10]:
        if is_fault(fault, file) or shows_elsewhere(fault):
            continue
        data = fault.of(file.data)
        assert not schema_refuses(file, data, fault.at), fault
        assert {e.code for e in model_finds(file, data, fault.at)} <= set(ACROSS), fault


@pytest.mark.parametrize("name", first(RULESETS, quick=0, long=4))
def test_a_file_with_an_error_in_every_option_has_an_error_for_each(
    name: str, tmp_path: Path
) -> None:
    file = right(name)
    found = [
        fault
        for fault in faults_of(file.data)
        if is_fault(fault, file) and fault.at[0] in chapters() and len(fault.at) > 2
    ]
    for what in dict.fromkeys(fault.what for fault in found):
        data, made = file.data, dict[Pointer, Fault]()
        for fault in found:
            if fault.what == what and fault.at[:2] not in made:
                made[fault.at[:2]], data = fault, fault.of(data)
        path = tmp_path / "faulty.yaml"
        path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
        ruleset, problems = examine(path)
        assert ruleset is None
        errors = [problem for problem in problems if problem.severity == "error"]
        assert [f for f in made.values() if not any(is_within(f, e) for e in errors)] == []
        assert [e.text() for e in errors if not any(is_within(f, e) for f in made.values())] == []
        assert what == "wrong word" or not validator(file.kind).is_valid(data)
