"""The rulesets that scenarios speak of: those that are shipped, and variants that they make up."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from riichi_core.messages import Message, quote
from riichi_core.rules import library
from riichi_core.rules.examination import examine_document
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.load import load
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import Head, Ruleset
from riichi_core.rules.settings import local_setting
from riichi_core.scenarios.problems import FileProblems
from riichi_core.source.diagnostics import Diagnostic, Pointer, nearest
from riichi_core.source.document import SourceDocument, Value

HEAD = tuple(name for name in Head.model_fields)
"""The head that a variant lacks: its id is its name, and it is published nowhere."""

MADE_UP = "a variant of a scenario"


@cache
def shipped_ruleset(name: str) -> Ruleset:
    """A shipped ruleset, read once."""
    return load(name)


@dataclass(slots=True)
class Rulesets:
    """The rulesets that the scenarios of one call may speak of; `others` come before shipped ones.

    A variant that several scenarios write alike is made once, if there is nothing to say of it.
    """

    others: Mapping[str, Ruleset] = field(default_factory=dict)
    names: tuple[str, ...] = field(init=False)
    made: dict[tuple[str, str, Path], Ruleset] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Look up once what is shipped."""
        self.names = tuple(dict.fromkeys([*library.shipped(), *self.others]))

    def get(self, name: str) -> Ruleset | None:
        """The ruleset of this id, if there is one."""
        if name in self.others:
            return self.others[name]
        return shipped_ruleset(name) if name in self.names else None

    def variant(self, notes: FileProblems, pointer: Pointer) -> Ruleset | None:
        """The house rules that stand there, laid over their book; None if they are not valid."""
        name, data = str(pointer[-1]), _at(notes.document.data, pointer)
        if not isinstance(data, dict):
            notes.misfit(
                pointer,
                data,
                Message(
                    "house rules, as {example}", example="{extends: …, claims: {winners: nearest}}"
                ),
            )
            return None
        if name in self.names:
            message = Message(
                "{name} is a ruleset of its own; give the variant another name", name=quote(name)
            )
            notes.say(pointer, "taken-id", message, key=True)
        path = Path(notes.document.file)
        key = name, json.dumps(data, sort_keys=True), path.parent
        if key not in self.made:
            ruleset, problems = self._examined(notes, pointer, data, path)
            if ruleset is None or problems:
                return ruleset
            self.made[key] = ruleset
        return self.made[key]

    def _examined(
        self, notes: FileProblems, pointer: Pointer, data: dict[str, Any], path: Path
    ) -> tuple[Ruleset | None, list[Diagnostic]]:
        known = ("extends", *chapters())
        unknown = [key for key in data if key not in known]
        for key in unknown:
            is_head = key in HEAD
            message = (
                Message("{name} is not given: a variant has its name and nothing else in its head",
                        name=quote(key))
                if is_head
                else Message("there is no chapter {name}", name=quote(key))
            )  # fmt: skip
            expected = Message("{first}, and chapters: {names}",
                               first=known[0], names=", ".join(known[1:]))  # fmt: skip
            notes.say((*pointer, key), "unknown-key", message, expected=expected,
                      near="" if is_head else nearest(key, known), key=True)  # fmt: skip
        part = _part(notes.document, pointer, {k: v for k, v in data.items() if k in known})
        ruleset, problems = examine_document(part, path)
        misspelt = any(nearest(key, known) == "extends" for key in unknown)
        told = [
            problem
            for problem in problems
            if problem.code != "taken-id"  # said already, of all shipped ids
            and not (misspelt and problem.message == "'extends' is missing")
        ]
        notes.add(told)
        return (None if unknown else ruleset), told


def _at(data: Any, pointer: Pointer) -> Any:
    for step in pointer:
        data = data[step]
    return data


def _part(document: SourceDocument, pointer: Pointer, data: dict[str, Any]) -> SourceDocument:
    """The house rules at `pointer` as a document of their own, in the same places of the file."""
    name, depth = str(pointer[-1]), len(pointer)
    inside = [pointer, *_pointers(data, pointer)]
    values = {at[depth:]: document.values[at] for at in inside}
    keys = {at[depth:]: document.keys[at] for at in inside if at in document.keys and at != pointer}
    raw = {at[depth:]: document.raw[at] for at in inside if at in document.raw}
    for key in ("format", "ruleset", "title"):
        values[key,] = keys[key,] = document.keys[pointer]
    head: dict[str, Value] = {"format": 1, "ruleset": name, "title": MADE_UP}
    return SourceDocument(document.file, document.lines, {**head, **data}, values, keys, raw)


def _pointers(data: Any, pointer: Pointer) -> Iterator[Pointer]:
    """The way to everything inside."""
    steps: Any = data if isinstance(data, dict) else range(len(data))
    for step in steps:
        at = (*pointer, step)
        yield at
        if isinstance(data[step], (dict, list)):
            yield from _pointers(data[step], at)


def is_option(path: str, rulesets: Iterable[Ruleset] = ()) -> bool:
    """Return True if there is such an option; the worth of a local yaku is one too."""
    if path in options():
        return True
    yaku = path.removeprefix("yaku.")
    own = (local.id for ruleset in rulesets for local in ruleset.rules.yaku.local)
    return yaku != path and (yaku in known_yaku() or yaku in own)


def option_value(ruleset: Ruleset, path: str) -> Any:
    """Return what a ruleset has for an option; equal exactly where two rulesets agree."""
    if path in options():
        return ruleset.rules.value(path)
    return local_setting(ruleset, path).key
