"""Find the rulesets and variants that a scenario file names, and collect its problems."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, reduce
from operator import getitem
from pathlib import Path
from typing import Any

from riichi_core.files.model_problems import misfit_message
from riichi_core.files.notes import Notes
from riichi_core.files.problem import Pointer, Problem
from riichi_core.files.source_document import SourceDocument, Value
from riichi_core.language import Translatable
from riichi_core.messages import Message, quote
from riichi_core.rules import library
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.load import load
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import Head, Ruleset
from riichi_core.rules.ruleset_check import examine_document
from riichi_core.spelling import closest_word

FEW = 13
"""The maximum length of a list of names that is shown completely."""


_UNKNOWN: dict[str, Translatable] = {
    "clause": "there is no clause {name}",
    "kind": "there is no kind of scenario {name}",
    "option": "there is no option {name}",
    "ruleset": "there is no ruleset {name}",
}
"""The message for an unknown name, by the kind of thing that it should name."""


@dataclass(slots=True)
class ScenarioNotes(Notes):
    """The problems of a file of scenarios; the subject is the current scenario."""

    def misfit(self, pointer: Pointer, value: Any, expected: str) -> None:
        """Note a value of the wrong type, with advice if it is easily misread."""
        message = misfit_message(self.document, pointer, value, expected)
        self.note(pointer, "wrong-type", message, expected=expected)

    def unknown(
        self,
        pointer: Pointer,
        what: str,
        name: str,
        known: Collection[str],
        *,
        expected: str = "",
        near: str = "",
        key: bool = False,
    ) -> None:
        """Note an unknown name; `what` is the kind of thing that it should name."""
        self.note(
            pointer,
            f"unknown-{what}",
            Message(_UNKNOWN[what], name=quote(name)),
            expected=expected or (", ".join(known) if len(known) <= FEW else ""),
            near=near or closest_word(name, known),
            key=key,
        )

    def keys(self, pointer: Pointer, data: Iterable[str], known: Collection[str]) -> set[str]:
        """Note the unknown keys of a mapping; return the keys that they probably mean."""
        closest_keys = set()
        for name in data:
            if name not in known:
                closest = closest_word(name, known)
                closest_keys.add(closest)
                message = Message("there is no {name} here", name=quote(name))
                expected = ", ".join(known)
                self.note((*pointer, name), "unknown-key", message,
                         expected=expected, near=closest, key=True)  # fmt: skip
        return closest_keys

    def text(self, pointer: Pointer, value: Any, expected: str) -> str:
        """Return a text that is not empty; note any other value, and return an empty text."""
        if isinstance(value, str) and value.strip():
            return value
        self.misfit(pointer, value, expected)
        return ""

    def names(self, pointer: Pointer, value: Any, expected: str) -> list[tuple[Pointer, str]]:
        """Return the texts of a list without duplicates, each with its place."""
        if not isinstance(value, list):
            self.misfit(pointer, value, expected)
            return []
        pointers: dict[str, Pointer] = {}
        for index, name in enumerate(value):
            item = (*pointer, index)
            if not isinstance(name, str):
                self.misfit(item, name, expected)
            elif name in pointers:
                self.note(
                    item, "duplicate-item", Message("{name} is listed twice", name=quote(name))
                )
            else:
                pointers[name] = item
        return [(item, name) for name, item in pointers.items()]


HEAD = tuple(name for name in Head.model_fields)
"""The keys of a head, which a variant lacks: its id is its name, and it is not published."""

MADE_UP = "a variant of a scenario"


@cache
def shipped_ruleset(name: str) -> Ruleset:
    """Return a shipped ruleset, read only once."""
    return load(name)


@dataclass(slots=True)
class Rulesets:
    """The rulesets that the scenarios of one call may name; `others` take precedence.

    A variant that is the same in several scenarios is made only once, if it has no problems.
    """

    others: Mapping[str, Ruleset] = field(default_factory=dict)
    names: tuple[str, ...] = field(init=False)
    variants: dict[tuple[str, str, Path], Ruleset] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Look up the shipped rulesets once."""
        self.names = tuple(dict.fromkeys([*library.shipped(), *self.others]))

    def get(self, name: str) -> Ruleset | None:
        """Return the ruleset with this id; None if there is none."""
        if name in self.others:
            return self.others[name]
        return shipped_ruleset(name) if name in self.names else None

    def variant(self, notes: ScenarioNotes, pointer: Pointer) -> Ruleset | None:
        """Return the house rules at a place, combined with their book; None if they are invalid."""
        document: Any = notes.document.data
        name, data = str(pointer[-1]), reduce(getitem, pointer, document)
        if not isinstance(data, dict):
            example = "{extends: …, claims: {winners: head_bump}}"
            notes.misfit(pointer, data, Message("house rules, e.g. {example}", example=example))
            return None
        if name in self.names:
            message = Message(
                "{name} is a ruleset of its own; give the variant another name", name=quote(name)
            )
            notes.note(pointer, "taken-id", message, key=True)
        path = Path(notes.document.file)
        key = name, json.dumps(data, sort_keys=True), path.parent
        if key not in self.variants:
            ruleset, problems = self._examined(notes, pointer, data, path)
            if ruleset is None or problems:
                return ruleset
            self.variants[key] = ruleset
        return self.variants[key]

    def _examined(
        self, notes: ScenarioNotes, pointer: Pointer, data: dict[str, Any], path: Path
    ) -> tuple[Ruleset | None, list[Problem]]:
        known = ("extends", *chapters())
        unknown = [key for key in data if key not in known]
        for key in unknown:
            is_head = key in HEAD
            message = (
                Message("there is no {name} here: the head of a variant contains only its name",
                        name=quote(key))
                if is_head
                else Message("there is no chapter {name}", name=quote(key))
            )  # fmt: skip
            expected = Message("{first}, and chapters: {names}",
                               first=known[0], names=", ".join(known[1:]))  # fmt: skip
            notes.note((*pointer, key), "unknown-key", message, expected=expected,
                      near="" if is_head else closest_word(key, known), key=True)  # fmt: skip
        part = _part_document(
            notes.document, pointer, {k: v for k, v in data.items() if k in known}
        )
        ruleset, problems = examine_document(part, path)
        misspelt = any(closest_word(key, known) == "extends" for key in unknown)
        new_problems = [
            problem
            for problem in problems
            if problem.code != "taken-id"  # reported already, for all shipped ids
            and not (misspelt and problem.message == "'extends' is missing")
        ]
        notes.add(new_problems)
        return (None if unknown else ruleset), new_problems


def _part_document(
    document: SourceDocument, pointer: Pointer, data: dict[str, Any]
) -> SourceDocument:
    """Return the house rules at `pointer` as a separate document, with the places in the file."""
    name, depth = str(pointer[-1]), len(pointer)
    inside = [*_pointers_inside(data, pointer)]
    values = {at[depth:]: document.values[at] for at in (pointer, *inside)}
    keys = {at[depth:]: document.keys[at] for at in inside if at in document.keys}
    raw = {at[depth:]: document.raw[at] for at in (pointer, *inside) if at in document.raw}
    for key in ("format", "ruleset", "title"):
        values[key,] = keys[key,] = document.keys[pointer]
    head: dict[str, Value] = {"format": 1, "ruleset": name, "title": MADE_UP}
    return SourceDocument(document.file, document.lines, {**head, **data}, values, keys, raw)


def _pointers_inside(data: Any, pointer: Pointer) -> Iterator[Pointer]:
    """Yield the pointers to everything inside a value."""
    steps: Any = data if isinstance(data, dict) else range(len(data))
    for step in steps:
        at = (*pointer, step)
        yield at
        if isinstance(data[step], (dict, list)):
            yield from _pointers_inside(data[step], at)


def is_option(path: str, rulesets: Iterable[Ruleset] = ()) -> bool:
    """Return True if there is such an option; this includes the value of a local yaku."""
    if path in options():
        return True
    yaku = path.removeprefix("yaku.")
    own = (local.id for ruleset in rulesets for local in ruleset.rules.yaku.local)
    return yaku != path and (yaku in known_yaku() or yaku in own)
