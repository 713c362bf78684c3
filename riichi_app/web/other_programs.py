"""Questions about other programs, and of the words of the page: their names are among them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import Field

from riichi_app.locale.locale import languages
from riichi_app.pages.export import ExportJson, export_json
from riichi_app.web.answers import (
    ImportedJson,
    NamesJson,
    ProgramJson,
    RulesetJson,
    RulesetKind,
)
from riichi_app.web.changing import drawn
from riichi_app.web.fragments import export_html
from riichi_app.web.own_rules import FIRST, OwnRules, house_id
from riichi_app.web.question import (
    Question,
    RefusedError,
    RulesetName,
    RulesetQuestion,
)
from riichi_app.web.rulesets import shipped
from riichi_core.messages import Message, quote
from riichi_core.rules import library
from riichi_programs import ADAPTERS
from riichi_programs.adapter import Adapter
from riichi_programs.export import export
from riichi_programs.house_rules import configuration_of, house_rules, nearest_book


class ExportedJson(ExportJson):
    """A ruleset for a program, with a fragment to show and a name for its file."""

    html: str
    name: str


class Names(Question):
    """The words of the other questions: rulesets, languages, programs."""

    ask: Literal["names"]

    def answer(self) -> NamesJson:
        """Return the rulesets with their kind, the languages and the programs."""
        kinds: dict[RulesetKind, Iterable[str]] = {
            "book": library.books(),
            "shelf": library.shelf(),
            "room": library.rooms(),
            "club": library.clubs(),
        }
        rulesets: list[RulesetJson] = [
            {"id": name, "kind": kind, "title": found.title, "base": found.extends}
            for kind, names in kinds.items()
            for name in names
            for found in (shipped(name),)
        ]
        programs: list[ProgramJson] = [
            {"id": one.id, "name": one.name, "has_file": bool(one.rows)}
            for one in ADAPTERS.values()
        ]
        return {
            "rulesets": rulesets,
            "first": FIRST,
            "languages": list(languages()),
            "programs": programs,
        }


class ExportRules(RulesetQuestion):
    """A ruleset as the configuration of another program."""

    ask: Literal["export"]
    program: str

    def answer(self) -> ExportedJson:
        """Return the configuration, and what gets lost."""
        ruleset, adapter = self.chosen(), _adapter(self.program)
        found = export(ruleset, adapter)
        name = f"{ruleset.id}-{adapter.id}.json"
        return {**export_json(found, self.tr), "html": export_html(found, self.tr), "name": name}


class ImportRules(Question):
    """The configuration of another program as house rules."""

    ask: Literal["import"]
    program: str
    config: dict[str, Any]
    base: RulesetName | None = None
    title: Annotated[str, Field(max_length=100)] = ""

    def answer(self) -> ImportedJson:
        """Return the house rules with their form, over the nearest book where none is named."""
        adapter = _adapter(self.program)
        if not adapter.rows:
            raise RefusedError(Message("{program} has no configuration", program=adapter.name))
        found, problems = configuration_of(self.config, adapter)
        if found is None:
            raise RefusedError(problems[0].message)
        title = self.title or adapter.name
        base = nearest_book(found) if self.base is None else shipped(self.base)
        text, _ = house_rules(found, base, house_id(title), title)
        return {**drawn(OwnRules(text), self.tr), "no_option": list(found.no_option)}


def _adapter(name: str) -> Adapter[Any]:
    if name not in ADAPTERS:
        message = Message(
            "there is no program {name}, only {known}.{did_you_mean}",
            name=quote(name), known=", ".join(ADAPTERS), did_you_mean="",
        )  # fmt: skip
        raise RefusedError(message)
    return ADAPTERS[name]
