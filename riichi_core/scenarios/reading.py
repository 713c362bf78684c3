"""Read scenario files: return `Scenario`s and problems."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from riichi_core.errors import RecordError
from riichi_core.files import yaml_document as documents
from riichi_core.files.model_problems import ModelProblems, pointer_to
from riichi_core.files.problem import START, Pointer, Problem, in_file_order
from riichi_core.files.source_document import SourceDocument, Value
from riichi_core.messages import Message, quote
from riichi_core.records.fields import Record
from riichi_core.rules.glossary import closest_option, known_yaku
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import ID, LONGEST_ID, Ruleset
from riichi_core.scenarios.kinds import KINDS, Kind
from riichi_core.scenarios.kinds.expected import expected_of
from riichi_core.scenarios.rulesets import Rulesets, ScenarioNotes, is_option
from riichi_core.scenarios.scenario import (
    EXPECTATIONS,
    FILE,
    LINE,
    GivenRecord,
    Place,
    Scenario,
    compact_json,
    default_folder,
    read_index,
    scenarios_in,
)
from riichi_core.spelling import closest_word

NEEDED = ("scenario", "clauses", "says", "given", "expect")
KEYS = ("scenario", "clauses", "options", "says", "variants", "given", "expect")

AN_ID = Message("lower-case letters, digits and hyphens, e.g. two-winners-at-once")


class _PartProblems(ModelProblems):
    """The errors of a part of a scenario, reported under the scenario's name."""

    most_keys = 40


@dataclass(slots=True)
class ScenarioReader:
    """Reads one scenario; the notes contain its problems."""

    notes: ScenarioNotes
    rulesets: Rulesets
    pointer: Pointer
    data: dict[str, Any]

    def read(self) -> Scenario:
        """Return the scenario; it is valid only if no error was noted in it."""
        notes, data = self.notes, self.data
        closest_keys = notes.keys(self.pointer, data, KEYS)
        for key in NEEDED:
            if key not in data and key not in closest_keys:
                message = Message("{name} is missing", name=quote(key))
                notes.note(self.pointer, "missing-key", message, expected=", ".join(NEEDED))
        name = self._id()
        says = ""
        if "says" in data:
            says = notes.text(self._at("says"), data["says"], Message("the rule in a sentence"))
        variants = self._variants()
        rulesets = self._expect(variants)
        return Scenario(
            id=name,
            clauses=self._clauses(),
            options=self._options(rulesets),
            says=says,
            given=self._given(),
            variants={name: ruleset for name, ruleset in variants.items() if ruleset is not None},
            expect=data["expect"] if rulesets else {},
            place=Place(notes.document.file, notes.document.span(self.pointer).line),
        )

    def _at(self, *steps: str | int) -> Pointer:
        return (*self.pointer, *steps)

    def _id(self) -> str:
        name = self.data.get("scenario")
        if not isinstance(name, str):
            if "scenario" in self.data:
                self.notes.misfit(self._at("scenario"), name, AN_ID)
            return ""
        if not re.fullmatch(ID, name) or len(name) > LONGEST_ID:
            message = Message("{name} is not an id for a scenario", name=quote(name))
            self.notes.note(self._at("scenario"), "bad-text", message, expected=AN_ID)
        return name

    def _clauses(self) -> tuple[str, ...]:
        if "clauses" not in self.data:
            return ()
        from riichi_core.rules.clauses import clauses  # noqa: PLC0415 - only files name clauses

        expected = Message("ids of rulesets/clauses.yaml, in brackets (riichi find WORD)")
        named = self.notes.names(self._at("clauses"), self.data["clauses"], expected)
        for pointer, name in named:
            if name not in clauses():
                self.notes.unknown(pointer, "clause", name, clauses(), expected=expected)
        return tuple(name for _, name in named)

    def _options(self, rulesets: Mapping[str, Ruleset | None]) -> tuple[str, ...]:
        """Return the paths of the options; each must differ between two of the rulesets."""
        if "options" not in self.data:
            return ()
        expected = Message("paths of options, e.g. [claims.winners]")
        named = self.notes.names(self._at("options"), self.data["options"], expected)
        known = {name: ruleset for name, ruleset in rulesets.items() if ruleset is not None}
        for pointer, path in named:
            if not is_option(path, known.values()):
                self.notes.unknown(pointer, "option", path, options(), expected=expected,
                                   near=closest_option(path))  # fmt: skip
            elif len(known) == len(rulesets) and rulesets and not _option_differs(path, known):
                message = Message(
                    "{option} is the same in all rulesets of this scenario", option=path
                )
                wanted = Message("two rulesets that differ in it; add a variant")
                self.notes.note(pointer, "no-difference", message, expected=wanted)
        return tuple(path for _, path in named)

    def _given(self) -> GivenRecord:
        nothing = GivenRecord("win", {})
        if "given" not in self.data:
            return nothing
        given, pointer = self.data["given"], self._at("given")
        if not isinstance(given, dict) or len(given) != 1:
            self.notes.misfit(pointer, given, "{win: …}")
            return nothing
        ((kind, facts),) = given.items()
        if kind not in KINDS:
            self.notes.unknown((*pointer, kind), "kind", kind, KINDS, key=True,
                               near=closest_word(kind, KINDS))  # fmt: skip
        elif not isinstance(facts, dict):
            self.notes.misfit((*pointer, kind), facts, KINDS[kind].wanted)
        else:
            if self._error_expected():
                self.notes.keys((*pointer, kind), facts, KINDS[kind].fields)
            else:
                self._check_facts((*pointer, kind), facts, KINDS[kind])
            return GivenRecord(kind, facts)
        return nothing

    def _kind(self) -> Kind[Any]:
        """Return the kind of the record; if it is unknown, the kind of wins."""
        given = self.data.get("given")
        named = [*given] if isinstance(given, dict) else []
        return next((kind for name, kind in KINDS.items() if named == [name]), KINDS["win"])

    def _error_expected(self) -> bool:
        """Return True if any ruleset is expected to reject the facts; then they may be invalid."""
        expect = self.data.get("expect")
        parts = expect.values() if isinstance(expect, dict) else ()
        return any(isinstance(part, dict) and "error" in part for part in parts)

    def _check_facts(self, pointer: Pointer, facts: dict[str, Any], kind: Kind[Any]) -> None:
        """Note impossible facts, at their fields."""
        wanted = Message("{possible}, or error: true for all", possible=kind.possible)
        try:
            kind.check(kind.given.model_validate(facts))
        except ValidationError as error:
            problems = self._refused(kind.given, pointer, error)
            self.notes.add(
                replace(problem, expected=problem.expected or wanted) for problem in problems
            )
        except RecordError as error:
            field, code = (*pointer, *pointer_to(facts, error.field)), error.code.replace("_", "-")
            self.notes.note(field, code, error.message, expected=wanted)

    def _refused(
        self, model: type[Record], pointer: Pointer, error: ValidationError
    ) -> list[Problem]:
        subject = self.notes.subject
        return _PartProblems(self.notes.document, model, pointer, subject=subject).take(
            error.errors()
        )

    def _variants(self) -> dict[str, Ruleset | None]:
        """Return the house rules of the scenario; None for invalid ones."""
        variants = self.data.get("variants", {})
        if not isinstance(variants, dict):
            self.notes.misfit(self._at("variants"), variants, "{name: {extends: …, …}}")
            return {}
        expect = self.data.get("expect")
        names = set(expect) if isinstance(expect, dict) else set(variants)
        for name in variants if names <= {*variants, *self.rulesets.names} else ():
            if name not in names:
                message = Message("the variant {name} has no expectations", name=quote(name))
                self.notes.note(self._at("variants", name), "no-effect", message,
                               expected=Message("{name} under 'expect:'", name=name), key=True,
                               severity="warning")  # fmt: skip
        return {name: self.rulesets.variant(self.notes, self._at("variants", name))
                for name in variants}  # fmt: skip

    def _expect(self, variants: Mapping[str, Ruleset | None]) -> dict[str, Ruleset | None]:
        """Check the expectations; return their rulesets, or None for unknown ones."""
        if "expect" not in self.data:
            return {}
        expect, pointer = self.data["expect"], self._at("expect")
        if not isinstance(expect, dict) or not expect:
            self.notes.misfit(pointer, expect, "{ruleset: {han: 4, points: 7700}}")
            return {}
        known = [*variants, *self.rulesets.names]
        rulesets: dict[str, Ruleset | None] = {}
        for name, expected in expect.items():
            if name not in known:
                wanted = Message(
                    "{known}, a variant of this scenario, or the ruleset of a file that the call "
                    "names (riichi test my-club.yaml)",
                    known=", ".join(known),
                )
                self.notes.unknown(
                    (*pointer, name), "ruleset", name, known, expected=wanted, key=True
                )
                rulesets[name] = None
                continue
            rulesets[name] = variants[name] if name in variants else self.rulesets.get(name)
            self._expected((*pointer, name), expected, _possible_yaku(rulesets[name]))
        return rulesets

    def _expected(self, pointer: Pointer, value: Any, yaku: tuple[str, ...]) -> None:
        """Note every impossible expectation for the record; `yaku` are the known yaku."""
        notes, kind = self.notes, self._kind()
        if not isinstance(value, dict) or not value:
            expected = Message("a part of the result, e.g. {example}", example=kind.example)
            notes.misfit(pointer, value, expected)
            return
        try:
            expected_of(kind).model_validate(value, context={"yaku": yaku})
        except ValidationError as error:
            notes.add(self._refused(expected_of(kind), pointer, error))
        if "error" in value and len(value) > 1:
            message = Message("an error and a result exclude each other")
            notes.note((*pointer, "error"), "contradiction", message,
                       expected=Message("error alone"), key=True)  # fmt: skip


def _option_differs(path: str, rulesets: Mapping[str, Ruleset]) -> bool:
    values = [ruleset.rules.comparable(path) for ruleset in rulesets.values()]
    return any(value != values[0] for value in values)


def _possible_yaku(ruleset: Ruleset | None) -> tuple[str, ...]:
    """Return the yaku that are possible under a ruleset."""
    own = () if ruleset is None else tuple(y.id for y in ruleset.rules.yaku.local if y.definition)
    return (*known_yaku(), *own)


A_LIST = Message("a list of scenarios, each beginning with '- scenario: id'")


def read_scenarios(
    *paths: Path | str, others: Iterable[Ruleset] = ()
) -> tuple[tuple[Scenario, ...], list[Problem]]:
    """Read and check scenario files.

    Args:
        paths: files, or folders of files; if there are none, the shipped scenarios.
        others: rulesets, in addition to the shipped ones, that the scenarios may name. A ruleset
            with the id of a shipped one replaces it.

    Returns:
        The scenarios without errors, in the order of the files, and every problem of all files.
    """
    reader = _FilesReader(Rulesets({ruleset.id: ruleset for ruleset in others}))
    for path in map(Path, paths or [default_folder()]):
        if path.is_dir():
            reader.folder(path)
        elif path == default_folder():
            reader.index()
        else:
            reader.file(path)
    return tuple(reader.scenarios), in_file_order(reader.problems)


@dataclass(slots=True)
class _FilesReader:
    """Reads several files together; scenario ids must be unique in all of them."""

    rulesets: Rulesets
    scenarios: list[Scenario] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)

    def folder(self, path: Path) -> None:
        """Read every file of a folder and its subfolders, sorted by name."""
        files = sorted(path.rglob("*.yaml"))
        for file in files:
            self.file(file)
        if not files:
            message = Message("there is no file of scenarios in this folder")
            self.problems.append(
                Problem(str(path), START, "no-scenarios", message, expected=Message("files *.yaml"))
            )

    def index(self) -> None:
        """Read every scenario in the index, at the lines of the files that it is made from."""
        index = {**(read_index() or {}), **(read_index(EXPECTATIONS) or {})}
        for name, scenarios in groupby(scenarios_in(index), itemgetter(FILE)):
            text = ""
            for scenario in scenarios:
                lines_before = scenario.pop(LINE) - 1 - text.count("\n")
                del scenario[FILE]
                text += "\n" * lines_before + f"- {compact_json(scenario)}\n"
            self._document(*documents.parse(text, str(default_folder() / name)))

    def file(self, path: Path) -> None:
        """Read every scenario of a file."""
        self._document(*documents.read(path))

    def _document(self, document: SourceDocument | None, problems: Sequence[Problem]) -> None:
        self.problems += [
            replace(problem, expected=A_LIST) if problem.code == "empty" else problem
            for problem in problems
        ]
        if document is None:
            return
        notes = ScenarioNotes(document, unread=problems)
        if not isinstance(document.data, list):
            notes.note(
                (), "not-scenarios", Message("this is not a list of scenarios"), expected=A_LIST
            )
        else:
            self._all(notes, document.data)
        self.problems += notes.problems

    def _all(self, notes: ScenarioNotes, entries: list[Value]) -> None:
        for index, data in enumerate(entries):
            notes.subject = ""
            if not isinstance(data, dict):
                notes.misfit((index,), data, "- scenario: id …")
                continue
            name = data.get("scenario")
            notes.subject = name if isinstance(name, str) else ""
            noted_before = len(notes.problems)
            scenario = ScenarioReader(notes, self.rulesets, (index,), data).read()
            self._once(notes, index, scenario)
            span = notes.document.span((index,))
            errors = [
                problem for problem in notes.problems[noted_before:] if problem.severity == "error"
            ]
            errors += [
                problem
                for problem in notes.unread
                if span.line <= problem.span.line <= span.end_line
            ]
            if not errors:
                self.scenarios.append(scenario)

    def _once(self, notes: ScenarioNotes, index: int, scenario: Scenario) -> None:
        """Note a scenario with an id that is already used."""
        first = self.places.setdefault(scenario.id, scenario.place)
        if scenario.id and first is not scenario.place:
            message = Message("there is another scenario {name}, at {place}",
                              name=quote(scenario.id), place=str(first))  # fmt: skip
            notes.note((index, "scenario"), "duplicate-id", message)
