"""The page's questions and their answers, in one table."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from riichi.locale import ENGLISH, Locale, languages, terms
from riichi.web.answer_types import ErrorJson
from riichi.web.house_rules import HouseRulesFile
from riichi_core.errors import RecordError, RiichiError
from riichi_core.files.accepted_values import value_error
from riichi_core.messages import Message, quote
from riichi_core.records.fields import Record
from riichi_core.records.json_depth import is_too_deep
from riichi_core.rules import library
from riichi_core.rules.ruleset import Ruleset


class RefusedError(RiichiError):
    """A question that has no answer; the message says why."""


def _known_language(code: str) -> str:
    if code not in languages():
        message = Message("there is no language {name}", name=quote(code))
        raise value_error("word", message, expected=", ".join(languages()))
    return code


def _known_vocabulary(name: str) -> str:
    if name not in terms():
        message = Message("there is no vocabulary {name}", name=quote(name))
        raise value_error("word", message, expected=", ".join(terms()))
    return name


def _known_ruleset(name: str) -> str:
    if name not in library.shipped():
        raise value_error("no_ruleset", Message("there is no ruleset {name}", name=quote(name)))
    return name


Language = Annotated[
    str, AfterValidator(_known_language), Field(json_schema_extra={"enum": [*languages()]})
]
Vocabulary = Annotated[
    str, AfterValidator(_known_vocabulary), Field(json_schema_extra={"enum": [*terms()]})
]
RulesetName = Annotated[
    str, AfterValidator(_known_ruleset), Field(json_schema_extra={"enum": [*library.shipped()]})
]


class Question(Record):
    """A question in a language; `ask` names its kind."""

    ask: str
    language: Language = "en"

    @property
    def tr(self) -> Locale:
        """The language of the answer."""
        return Locale(self.language)

    @abstractmethod
    def answer(self) -> Mapping[str, object]:
        """Return the answer.

        Raises:
            RefusedError: if there is no answer.
        """


@lru_cache(maxsize=2)
def house_rules_of(file: str) -> HouseRulesFile:
    """Return the house rules of a file; a page asks several questions about the same file."""
    return HouseRulesFile(file)


class HouseRulesQuestion(Question):
    """A question about house rules."""

    file: str = ""

    @property
    def house_rules(self) -> HouseRulesFile:
        """The house rules; without a file, the first book without changes."""
        return house_rules_of(self.file) if self.file else HouseRulesFile.new()

    @property
    def tr(self) -> Locale:
        """The language of the answer, in the words that the house rules choose."""
        return self.house_rules.in_words(super().tr)

    def ruleset(self) -> Ruleset:
        """Return the ruleset of the house rules.

        Raises:
            RefusedError: if they have errors.
        """
        return ruleset_of_file(self.file)


def ruleset_of_file(file: str) -> Ruleset:
    """Return the ruleset of a file.

    Raises:
        RefusedError: if the file has errors.
    """
    house_rules = house_rules_of(file) if file else HouseRulesFile.new()
    if house_rules.ruleset is None:
        raise RefusedError(Message("The house rules have errors; fix them first."))
    return house_rules.ruleset


def error_json(error: RecordError, question: Question) -> ErrorJson:
    """Return an error in a record, in the language of the question."""
    return {"code": error.code, "field": error.field, "message": question.tr(error.message)}


LONGEST_QUESTION = 112 * 1024
"""The maximum length of a question, in bytes."""

LONGEST_SEARCH = 200
"""The maximum length of a search for a rule, in letters."""

QUESTIONS: Mapping[str, tuple[str, str]] = {
    "start": ("changing", "NewRules"),
    "form": ("changing", "DrawForm"),
    "set": ("changing", "ChangeRules"),
    "open": ("changing", "OpenFile"),
    "find": ("views", "FindRules"),
    "examples": ("views", "FindExamples"),
    "score": ("views", "ScoreHand"),
    "compare": ("views", "CompareRules"),
    "document": ("views", "MakeDocument"),
    "picture": ("views", "DrawPicture"),
    "export": ("other_programs", "ExportRules"),
    "import": ("other_programs", "ImportRules"),
    "yaku": ("try_yaku", "TryYaku"),
}
"""The module and class of each question, by its word in `ask`."""


@cache
def question_type(name: str) -> type[Question]:
    """Return the class of a question, imported when it is first asked."""
    module, class_name = QUESTIONS[name]
    model: type[Question] = getattr(import_module(f"riichi.web.{module}"), class_name)
    return model


def answer_question(question: str) -> str:
    """Return the answer to a question; an unanswerable one is refused without an exception.

    Args:
        question: a JSON object whose `ask` is one of `QUESTIONS`, at most 112 KiB.

    Returns:
        A JSON object: the answer, or `refused` with the reason in words, and the field with the
        error, if any.
    """
    return json.dumps(_answer_json(question), ensure_ascii=False)


def _answer_json(question: str) -> Mapping[str, object]:
    try:
        asked = _read_question(question)
    except RecordError as error:
        return {"refused": ENGLISH(error.message), "field": error.field}
    try:
        return asked.answer()
    except RefusedError as error:
        return {"refused": asked.tr(error.message)}


def _read_question(question: str) -> Question:
    data = _parsed(question)
    name = data.get("ask") if isinstance(data, dict) else None
    if not isinstance(name, str) or name not in QUESTIONS:
        known = ", ".join(QUESTIONS)
        message = Message(
            "there is no question {name}, only {known}", name=quote(name), known=known
        )
        raise RecordError("bad-value", "ask", message)
    return question_type(name).read(data)


def _parsed(text: str) -> Any:
    try:
        _refuse_too_large(len(text.encode()))
        if is_too_deep(text):
            raise RecordError("too-deep", "", Message("the question is nested too deeply"))
        return json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        if isinstance(error, UnicodeEncodeError):  # half of a surrogate pair
            _refuse_too_large(len(text.encode("utf-8", "surrogatepass")))
        raise RecordError("not-json", "", Message("the question is not a JSON object")) from None


def _refuse_too_large(size: int) -> None:
    if size > LONGEST_QUESTION:
        message = Message("a question has at most {most} bytes", most=LONGEST_QUESTION)
        raise RecordError("too-large", "", message)


def _refuse_constant(text: str) -> None:
    raise ValueError(text)
