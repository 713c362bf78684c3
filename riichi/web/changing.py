"""Questions that make house rules: start, change and open them, and their differences."""

from __future__ import annotations

from collections.abc import Container
from typing import Annotated, Any, Literal

from pydantic import Field, Strict

from riichi.locale import BOOK, Locale
from riichi.web.answer_types import HouseJson
from riichi.web.api import HouseRulesQuestion, Question, RefusedError, RulesetName, Vocabulary
from riichi.web.at_a_table import base_note_html
from riichi.web.controls import form_html, is_own_yaku, option_html
from riichi.web.differences import differences_html
from riichi.web.house_rules import HouseRulesFile, has_fields, problem_json
from riichi.web.own_words import all_own_words_html, own_words_of
from riichi.web.value_shape import LONGEST_FIELD, Fields, shape_of, value_of_fields
from riichi_core.messages import Message
from riichi_core.rules.address import code_of, file_of_code
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.library import FILE_MARK
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import OWN_WORDS, RulesetError, fingerprint
from riichi_core.rules.yaku_grammar import YAKU_ID

MOST_FIELDS = 400
"""The maximum number of fields of one option, and of options in one question."""

ShortText = Annotated[str, Field(max_length=LONGEST_FIELD)]
FieldsJson = Annotated[
    dict[str, Annotated[tuple[str, ...], Strict(False), Field(max_length=100)]],
    Field(max_length=MOST_FIELDS),
]
OptionPath = Annotated[str, Field(pattern=rf"^[a-z_]+\.{YAKU_ID}$", max_length=LONGEST_FIELD)]
"""The path of an option, or of a yaku without a field."""

OptionPaths = Annotated[tuple[str, ...], Strict(False), Field(max_length=MOST_FIELDS)]


def state_json(file: HouseRulesFile, tr: Locale, touched: Container[str] = ()) -> HouseJson:
    """Return the state of house rules for the page: the file, its problems and differences.

    `differences` and `paths` are present if the file is valid. Among the fixes of a problem, one
    that would change an option which the user has just touched comes last.
    """
    tr = file.in_words(tr) if file.base is None else file.in_words(tr).of(file.base)
    state: HouseJson = {
        "file": file.text,
        "code": code_of(file.text),
        "id": file.data.get("ruleset", ""),
        "title": file.data.get("title", ""),
        "vocabulary": file.words,
        "base": None if file.base is None else file.base.id,
        "hash": None if file.ruleset is None else fingerprint(file.ruleset.rules),
        "problems": [problem_json(problem, tr, touched) for problem in file.problems],
        "changes": list(file.changes),
        "note": base_note_html(file, tr),
    }
    if file.ruleset is not None and file.base is not None:
        state["differences"] = differences_html(file.base, file.ruleset, tr)
        state["paths"] = list(file.ruleset.changes)
    return state


def state_with_form_json(file: HouseRulesFile, tr: Locale) -> HouseJson:
    """Return the state of house rules for the page, with the whole form."""
    state, tr = state_json(file, tr), file.in_words(tr)
    if file.base is not None:
        state["form"] = form_html(file.base, tr)
        state["redrawn"] = {
            path: option_html(file.base, path, tr, file.value(path), file.reason(path))
            for path in file.changes
            if path in options() or _is_yaku(file, path)
        }
        state["redrawn"] |= all_own_words_html(file.data, tr)
    return state


def _is_yaku(file: HouseRulesFile, path: str) -> bool:
    """Return True for a yaku without a field that is known, or defined in the file."""
    chapter, _, name = path.partition(".")
    return chapter == "yaku" and (name in known_yaku() or is_own_yaku(file.value(path)))


class NewRules(Question):
    """New house rules over a ruleset."""

    ask: Literal["start"]
    base: RulesetName
    title: ShortText = ""

    def answer(self) -> HouseJson:
        """Return the new file with its form."""
        return state_with_form_json(HouseRulesFile.new(self.base, self.title), self.tr)


class DrawForm(HouseRulesQuestion):
    """The form of house rules, every option with its control."""

    ask: Literal["form"]

    def answer(self) -> HouseJson:
        """Return the form."""
        return state_with_form_json(self.house_rules, self.tr)


class OpenFile(HouseRulesQuestion):
    """A file that the user opens, or the end of an address that contains one."""

    ask: Literal["open"]

    def answer(self) -> HouseJson:
        """Return the file with its form; without one if the page cannot edit it."""
        _, is_code, code = self.file.partition(FILE_MARK)
        try:
            file = file_of_code(code) if is_code and "\n" not in self.file else self.file
        except RulesetError as error:
            raise RefusedError(error.problems[0].message) from None
        return state_with_form_json(HouseRulesFile(file), self.tr)


class ChangeRules(HouseRulesQuestion):
    """House rules with other values, definitions of own yaku, another name, base or vocabulary."""

    ask: Literal["set"]
    fields: Annotated[dict[str, FieldsJson], Field(max_length=MOST_FIELDS)] = Field(
        default_factory=dict
    )
    yaku: Annotated[dict[OptionPath, dict[str, Any]], Field(max_length=MOST_FIELDS)] = Field(
        default_factory=dict
    )
    back: Annotated[tuple[OptionPath, ...], Strict(False), Field(max_length=MOST_FIELDS)] = ()
    title: ShortText | None = None
    base: RulesetName | None = None
    vocabulary: Vocabulary | None = None

    def answer(self) -> HouseJson:
        """Return the changed file."""
        file = self.house_rules
        if file.base is None:
            return state_json(file, self.tr)
        if self.base is not None and self.base != file.base.id:
            file = file.with_base(self.base)
        if self.title is not None:
            file = file.with_title(self.title)
        if self.vocabulary is not None:
            file = file.with_head("words", "" if self.vocabulary == BOOK else self.vocabulary)
        for path in self.back:
            file = file.without(path)
        for path, fields in self.fields.items():
            file = _with_fields(file, path, fields)
        for path, definition in self.yaku.items():
            file = file.with_value(path, definition)
        return state_json(file, self.tr, self.fields)


def _with_fields(file: HouseRulesFile, path: str, fields: Fields) -> HouseRulesFile:
    """Return house rules with the value of an option's fields."""
    reason = " ".join("".join(fields.get(f"why:{path}", ())[:1]).split())[:LONGEST_FIELD]
    if path in OWN_WORDS:
        return file.with_head(path, own_words_of(path, fields))
    if not has_fields(path):
        raise RefusedError(Message("there is no option {path}", path=path[:60]))
    if is_own_yaku(before := file.value(path)) and path not in fields:
        return file.with_value(path, before, reason)  # it has no control here
    return file.with_value(path, value_of_fields(shape_of(path), fields, path), reason)
