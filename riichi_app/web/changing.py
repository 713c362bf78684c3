"""Questions by which house rules are made: begin, change, open, and what is different then."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import Field, Strict

from riichi_app.locale import Locale
from riichi_app.web.answers import HouseJson
from riichi_app.web.controls import form_html, is_own_yaku, option_html
from riichi_app.web.differences import differences_html
from riichi_app.web.own_rules import OwnRules, problem_json
from riichi_app.web.question import OwnQuestion, Question, RefusedError, RulesetName
from riichi_app.web.shape import LONGEST_FIELD, Fields, read, shape_of
from riichi_app.web.yaku_form import read_definition
from riichi_core.messages import Message
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.grammar import YAKU_ID
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import fingerprint

MOST_FIELDS = 400
"""The most fields of one option, and the most options in one question."""

Text = Annotated[str, Field(max_length=LONGEST_FIELD)]
FieldsJson = Annotated[
    dict[str, Annotated[tuple[str, ...], Strict(False), Field(max_length=100)]],
    Field(max_length=MOST_FIELDS),
]
OptionPath = Annotated[str, Field(pattern=rf"^[a-z_]+\.{YAKU_ID}$", max_length=LONGEST_FIELD)]
"""The path of an option, or of a yaku without a field."""

Paths = Annotated[tuple[str, ...], Strict(False), Field(max_length=MOST_FIELDS)]


def told(own: OwnRules, tr: Locale) -> HouseJson:
    """Return what the page shows of house rules: the file, what is wrong, and what differs.

    `differences` and `paths` are there where the file is in order.
    """
    said: HouseJson = {
        "file": own.text,
        "id": own.data.get("ruleset", ""),
        "title": own.data.get("title", ""),
        "base": None if own.base is None else own.base.id,
        "hash": None if own.ruleset is None else fingerprint(own.ruleset.rules),
        "problems": [problem_json(one, tr) for one in own.problems],
        "changes": list(own.changes),
    }
    if own.ruleset is not None and own.base is not None:
        said["differences"] = differences_html(own.base, own.ruleset, tr)
        said["paths"] = list(own.ruleset.changes)
    return said


def drawn(own: OwnRules, tr: Locale) -> HouseJson:
    """Return what the page shows of house rules, with the whole form."""
    said = told(own, tr)
    if own.base is not None:
        said["form"] = form_html(own.base, tr)
        said["redrawn"] = {
            path: option_html(own.base, path, tr, own.value(path), own.why(path))
            for path in own.changes
            if path in options() or _is_yaku(own, path)
        }
    return said


def _is_yaku(own: OwnRules, path: str) -> bool:
    """Return True for a yaku without a field of its own that is known, or defined in the file."""
    chapter, _, name = path.partition(".")
    return chapter == "yaku" and (name in known_yaku() or is_own_yaku(own.value(path)))


class Start(Question):
    """New house rules over a ruleset."""

    ask: Literal["start"]
    base: RulesetName
    title: Text = ""

    def answer(self) -> HouseJson:
        """Return the new file with its form."""
        return drawn(OwnRules.new(self.base, self.title), self.tr)


class Form(OwnQuestion):
    """The form of house rules, every option with its control."""

    ask: Literal["form"]

    def answer(self) -> HouseJson:
        """Return the form."""
        return drawn(self.own, self.tr)


class Open(OwnQuestion):
    """A file that somebody brings."""

    ask: Literal["open"]

    def answer(self) -> HouseJson:
        """Return the file with its form; without one where it is nothing for the page."""
        return drawn(OwnRules(self.file), self.tr)


class Set(OwnQuestion):
    """House rules with other values, another name, or over another ruleset."""

    ask: Literal["set"]
    fields: Annotated[dict[str, FieldsJson], Field(max_length=MOST_FIELDS)] = Field(
        default_factory=dict
    )
    back: Annotated[tuple[OptionPath, ...], Strict(False), Field(max_length=MOST_FIELDS)] = ()
    title: Text | None = None
    base: RulesetName | None = None

    def answer(self) -> HouseJson:
        """Return the changed file."""
        own = self.own
        if own.base is None:
            return told(own, self.tr)
        if self.base is not None and self.base != own.base.id:
            own = own.over(self.base)
        if self.title is not None:
            own = own.titled(self.title)
        for path in self.back:
            own = own.without(path)
        for path, fields in self.fields.items():
            own = _with_fields(own, path, fields)
        return told(own, self.tr)


def _with_fields(own: OwnRules, path: str, fields: Fields) -> OwnRules:
    """Return house rules with what the fields of an option amount to."""
    why = " ".join("".join(fields.get(f"why:{path}", ())[:1]).split())[:LONGEST_FIELD]
    if f"{path}/name" in fields:
        name, definition = read_definition(fields)
        return own.having(f"yaku.{name}", definition, why)
    if path not in options() and not re.fullmatch(rf"yaku\.{YAKU_ID}", path):
        raise RefusedError(Message("there is no option {path}", path=path[:60]))
    return own.having(path, read(shape_of(path), fields, path), why)
