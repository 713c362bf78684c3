"""Questions that only look: a hand, rulesets side by side, documents, other programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import Field, Strict

from riichi_app.documents.html import html
from riichi_app.documents.model import Document
from riichi_app.locale.locale import languages
from riichi_app.pages.card import card
from riichi_app.pages.examples import contrasting_examples
from riichi_app.pages.export import export_json
from riichi_app.pages.guide import guide
from riichi_app.pages.rulebook import rulebook
from riichi_app.pages.sheet.score_sheet import score_sheet
from riichi_app.web.answers import (
    ComparedJson,
    DocumentJson,
    ErrorJson,
    ExportedJson,
    ImportedJson,
    NamesJson,
    ProgramJson,
    RulesetJson,
    RulesetKind,
    ScoredJson,
    SideJson,
    WrongHandJson,
)
from riichi_app.web.changing import drawn
from riichi_app.web.fragments import compare_html, export_html, score_html
from riichi_app.web.own_rules import FIRST, OwnRules, house_id
from riichi_app.web.question import (
    FileText,
    PaperWord,
    Question,
    RefusedError,
    RulesetName,
    RulesetQuestion,
    checked,
)
from riichi_app.web.rulesets import shipped
from riichi_core.comparison.comparison import compare
from riichi_core.errors import RecordError
from riichi_core.messages import Message, quote
from riichi_core.records.win import read_win
from riichi_core.rules import library
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.explain import explain
from riichi_programs import ADAPTERS
from riichi_programs.adapter import Adapter
from riichi_programs.export import export
from riichi_programs.house_rules import configuration_of, house_rules, nearest_book

MOST_SIDES = 4
"""The most rulesets beside each other."""

Sides = Annotated[tuple[RulesetName, ...], Strict(False), Field(max_length=MOST_SIDES)]


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


class Score(Question):
    """A hand under several rulesets, house rules last."""

    ask: Literal["score"]
    rulesets: Sides = ()
    file: FileText | None = None
    record: dict[str, Any]

    def answer(self) -> ScoredJson | WrongHandJson:
        """Return every line of every score, or what is wrong with the hand."""
        sides = [shipped(name) for name in self.rulesets]
        if self.file is not None:
            sides.append(checked(self.file))
        if not sides:
            raise RefusedError(Message("no ruleset is named"))
        try:
            win = read_win(self.record)
        except RecordError as error:
            return {"error": error_json(error, self)}
        found = [explain(win, one) for one in sides]
        results: list[SideJson] = [
            {
                "ruleset": one.ruleset.id,
                "why_not": self.tr(one.why_not),
                "seen": self.tr(one.seen),
                "lines": [
                    {
                        "part": line.part,
                        "id": line.id,
                        "label": self.tr(line.label),
                        "value": self.tr(line.value),
                    }
                    for line in one.lines
                ],
            }
            for one in found
        ]
        return {"html": score_html(found, self.tr), "results": results}


def error_json(error: RecordError, question: Question) -> ErrorJson:
    """Return what is wrong with a record, in the language of the question."""
    return {"code": error.code, "field": error.field, "message": question.tr(error.message)}


class Compare(Question):
    """Rulesets side by side, house rules last."""

    ask: Literal["compare"]
    rulesets: Sides
    file: FileText | None = None
    everything: bool = False
    examples: bool = False

    def answer(self) -> ComparedJson:
        """Return the options in which they differ, or all."""
        sides = [shipped(name) for name in self.rulesets]
        if self.file is not None:
            sides.append(checked(self.file))
        if len(sides) < 2:
            raise RefusedError(Message("two or more rulesets are needed"))
        found = compare(*sides, tr=self.tr)
        paths = [row.path for row in found.differing] if self.examples else []
        shown = contrasting_examples(paths, sides, self.tr)
        text = compare_html(found, shown, self.tr, everything=self.everything)
        return {"html": text, "paths": [row.path for row in found.differing]}


class MadeDocument(RulesetQuestion):
    """A document to print: of house rules, or of a shipped ruleset."""

    ask: Literal["document"]
    kind: Literal["sheet", "rulebook", "guide", "card"]
    paper: PaperWord = "a4"

    def answer(self) -> DocumentJson:
        """Return the document as a page of its own, and a name for it."""
        ruleset = self.chosen()
        page = html(self._document(ruleset), self.paper)
        return {"html": page, "name": f"{ruleset.id}-{self.kind}.html"}

    def _document(self, ruleset: Ruleset) -> Document:
        match self.kind:
            case "sheet":
                return score_sheet(ruleset, self.tr)
            case "card":
                return card(ruleset, self.tr)
            case "rulebook":
                return rulebook(ruleset, self.tr)
        if ruleset.base is None:
            raise RefusedError(Message("a book has no base; a guide tells what house rules change"))
        found = compare(ruleset.base, ruleset, tr=self.tr)
        paths = [row.path for row in found.differing]
        shown = contrasting_examples(paths, found.rulesets, self.tr)
        return guide(found, shown, self.tr, everything=False)


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
