"""One scenario: from what a file says to a checked value, or to all that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar

from pydantic import ValidationError

from riichi_core.errors import RecordError
from riichi_core.messages import Message, quote
from riichi_core.records.model import Record
from riichi_core.rules.glossary import alias, known_yaku, nicknamed
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import ID, LONGEST_ID, Ruleset
from riichi_core.scenarios.kinds import KINDS, Kind
from riichi_core.scenarios.problems import FileProblems
from riichi_core.scenarios.rulesets import Rulesets, is_option, option_value
from riichi_core.scenarios.scenario import Given, Place, Scenario
from riichi_core.source.diagnostics import Diagnostic, Pointer, nearest
from riichi_core.source.refusals import Refusals, way_to

NEEDED = ("scenario", "clauses", "says", "given", "expect")
KEYS = ("scenario", "clauses", "options", "says", "variants", "given", "expect")

AN_ID = Message("small letters, digits and hyphens, as two-winners-at-once")


@dataclass(frozen=True, slots=True)
class _PartRefusals(Refusals):
    """The faults of a part of a scenario, which are reported under its name."""

    most_keys: ClassVar[int] = 40

    subject: str = ""

    def path(self, _pointer: Pointer) -> str:
        """Return the name of the scenario."""
        return self.subject


@dataclass(slots=True)
class ScenarioReader:
    """One scenario on its way; the notes say what is wrong with it."""

    notes: FileProblems
    rulesets: Rulesets
    pointer: Pointer
    data: dict[str, Any]

    def run(self) -> Scenario:
        """Return the scenario; of use only where no error was noted in it."""
        notes, data = self.notes, self.data
        meant = notes.keys(self.pointer, data, KEYS)
        for key in NEEDED:
            if key not in data and key not in meant:
                message = Message("{name} is missing", name=quote(key))
                notes.say(self.pointer, "missing-key", message, expected=", ".join(NEEDED))
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
            variants={name: one for name, one in variants.items() if one is not None},
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
            message = Message("{name} is no id for a scenario", name=quote(name))
            self.notes.say(self._at("scenario"), "bad-text", message, expected=AN_ID)
        return name

    def _clauses(self) -> tuple[str, ...]:
        if "clauses" not in self.data:
            return ()
        from riichi_core.rules.clauses import clauses  # noqa: PLC0415 - only files name clauses

        where = Message("ids of rulesets/clauses.yaml, in brackets (riichi find WORD)")
        found = self.notes.names(self._at("clauses"), self.data["clauses"], where)
        for at, name in found:
            if name not in clauses():
                self.notes.unknown(at, "clause", name, clauses(), expected=where)
        return tuple(name for _, name in found)

    def _options(self, rulesets: Mapping[str, Ruleset | None]) -> tuple[str, ...]:
        """The options that are shown; each must differ between two of the rulesets."""
        if "options" not in self.data:
            return ()
        where = Message("paths of options, as [claims.winners]")
        found = self.notes.names(self._at("options"), self.data["options"], where)
        known = {name: one for name, one in rulesets.items() if one is not None}
        for at, path in found:
            if not is_option(path, known.values()):
                self.notes.unknown(at, "option", path, options(), expected=where,
                                   near=option_meant(path))  # fmt: skip
            elif len(known) == len(rulesets) and rulesets and not _differs(path, known):
                message = Message(
                    "{option} is the same in all rulesets of this scenario", option=path
                )
                wanted = Message("two rulesets that differ in it; add a variant")
                self.notes.say(at, "no-difference", message, expected=wanted)
        return tuple(path for _, path in found)

    def _given(self) -> Given:
        nothing = Given("win", {})
        if "given" not in self.data:
            return nothing
        given, at = self.data["given"], self._at("given")
        if not isinstance(given, dict) or len(given) != 1:
            self.notes.misfit(at, given, "{win: …}")
            return nothing
        ((kind, facts),) = given.items()
        if kind not in KINDS:
            self.notes.unknown((*at, kind), "kind", kind, KINDS, key=True,
                               near=nearest(kind, KINDS))  # fmt: skip
        elif not isinstance(facts, dict):
            self.notes.misfit((*at, kind), facts, KINDS[kind].wanted)
        else:
            if self._error_expected():
                self.notes.keys((*at, kind), facts, KINDS[kind].fields)
            else:
                self._check_facts((*at, kind), facts, KINDS[kind])
            return Given(kind, facts)
        return nothing

    def _kind(self) -> Kind[Any]:
        """Return the kind of the record; a win if that is not known."""
        given = self.data.get("given")
        named = [*given] if isinstance(given, dict) else []
        return next((kind for name, kind in KINDS.items() if named == [name]), KINDS["win"])

    def _error_expected(self) -> bool:
        """Return True if any ruleset is expected to refuse the facts; then they may be wrong."""
        expect = self.data.get("expect")
        parts = expect.values() if isinstance(expect, dict) else ()
        return any(isinstance(part, dict) and "error" in part for part in parts)

    def _check_facts(self, at: Pointer, facts: dict[str, Any], kind: Kind[Any]) -> None:
        """Note what cannot be, at the fields that are at fault."""
        wanted = Message("{possible}, or error: true for all", possible=kind.possible)
        try:
            kind.check(kind.given.model_validate(facts))
        except ValidationError as error:
            found = self._refused(kind.given, at, error)
            self.notes.add(replace(one, expected=one.expected or wanted) for one in found)
        except RecordError as error:
            where, code = (*at, *way_to(facts, error.field)), error.code.replace("_", "-")
            self.notes.say(where, code, error.message, expected=wanted)

    def _refused(
        self, model: type[Record], at: Pointer, error: ValidationError
    ) -> list[Diagnostic]:
        refused = _PartRefusals(self.notes.document, model, at, self.notes.subject)
        return refused.diagnostics(error.errors())

    def _variants(self) -> dict[str, Ruleset | None]:
        """The house rules of the scenario; None for those that are not valid."""
        found = self.data.get("variants", {})
        if not isinstance(found, dict):
            self.notes.misfit(self._at("variants"), found, "{name: {extends: …, …}}")
            return {}
        expect = self.data.get("expect")
        names = set(expect) if isinstance(expect, dict) else set(found)
        for name in found if names <= {*found, *self.rulesets.names} else ():
            if name not in names:
                message = Message("nothing is expected of the variant {name}", name=quote(name))
                self.notes.say(self._at("variants", name), "no-effect", message,
                               expected=Message("{name} under 'expect:'", name=name), key=True,
                               severity="warning")  # fmt: skip
        return {name: self.rulesets.variant(self.notes, self._at("variants", name))
                for name in found}  # fmt: skip

    def _expect(self, variants: Mapping[str, Ruleset | None]) -> dict[str, Ruleset | None]:
        """Check what is expected; the rulesets that it is expected of, None where not known."""
        if "expect" not in self.data:
            return {}
        expect, at = self.data["expect"], self._at("expect")
        if not isinstance(expect, dict) or not expect:
            self.notes.misfit(at, expect, "{ruleset: {han: 4, total: 7700}}")
            return {}
        known = [*variants, *self.rulesets.names]
        found: dict[str, Ruleset | None] = {}
        for name, expected in expect.items():
            if name not in known:
                where = Message(
                    "{known}, a variant of this scenario, or the ruleset of a file that the call "
                    "names (riichi test my-club.yaml)",
                    known=", ".join(known),
                )
                self.notes.unknown((*at, name), "ruleset", name, known, expected=where, key=True)
                found[name] = None
                continue
            found[name] = variants[name] if name in variants else self.rulesets.get(name)
            self._expected((*at, name), expected, _yaku(found[name]))
        return found

    def _expected(self, at: Pointer, value: Any, yaku: tuple[str, ...]) -> None:
        """Note whatever cannot be expected of the record, where these yaku can be had."""
        notes, kind = self.notes, self._kind()
        if not isinstance(value, dict) or not value:
            expected = Message("a part of the result, as {example}", example=kind.example)
            notes.misfit(at, value, expected)
            return
        try:
            kind.expected.model_validate(value, context={"yaku": yaku})
        except ValidationError as error:
            notes.add(self._refused(kind.expected, at, error))
        if "error" in value and len(value) > 1:
            message, alone = (
                Message("where there is an error there is no result"),
                Message("error alone"),
            )
            notes.say((*at, "error"), "contradiction", message, expected=alone, key=True)


def option_meant(path: str) -> str:
    """The path of the option that a word probably stands for; nothing if none does."""
    yaku = alias(path.removeprefix("yaku."))
    names = {known.rpartition(".")[2]: known for known in options()}
    return nicknamed(path) or (f"yaku.{yaku}" if yaku else names.get(path.rpartition(".")[2], ""))


def _differs(path: str, rulesets: Mapping[str, Ruleset]) -> bool:
    values = [option_value(ruleset, path) for ruleset in rulesets.values()]
    return any(one != values[0] for one in values)


def _yaku(ruleset: Ruleset | None) -> tuple[str, ...]:
    """The yaku that a hand can have there."""
    own = () if ruleset is None else tuple(y.id for y in ruleset.rules.yaku.local if y.definition)
    return (*_known_yaku(), *own)


@cache
def _known_yaku() -> tuple[str, ...]:
    return tuple(known_yaku())
