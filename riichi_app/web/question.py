"""A question of the page: a wish with what it needs, as a typed record that answers itself."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from riichi_app.locale import Locale
from riichi_app.locale.locale import Terms, languages
from riichi_app.web.answers import ErrorJson
from riichi_app.web.own_rules import OwnRules
from riichi_app.web.rulesets import shipped
from riichi_core.errors import RecordError, RiichiError
from riichi_core.messages import Message, quote
from riichi_core.records.model import Record
from riichi_core.rules import library
from riichi_core.rules.ruleset import Ruleset
from riichi_core.source.refusals import refusal


class RefusedError(RiichiError):
    """A question that has no answer; the message says why."""


def _known_language(code: str) -> str:
    if code not in languages():
        message = Message("there is no language {name}", name=quote(code))
        raise refusal("word", message, expected=", ".join(languages()))
    return code


def _known_ruleset(name: str) -> str:
    if name not in library.shipped():
        raise refusal("no_ruleset", Message("there is no ruleset {name}", name=quote(name)))
    return name


Language = Annotated[
    str, AfterValidator(_known_language), Field(json_schema_extra={"enum": [*languages()]})
]
RulesetName = Annotated[
    str,
    AfterValidator(_known_ruleset),
    Field(json_schema_extra={"enum": [*library.shipped()]}),
]
PaperWord = Literal["a4", "letter"]


class Question(Record):
    """A question in a language; `ask` is the wish."""

    noun = "a question"

    ask: str
    language: Language = "en"
    terms: Terms = "english"

    @property
    def tr(self) -> Locale:
        """The language of the answer, with its terms."""
        return Locale(self.language, self.terms)

    @abstractmethod
    def answer(self) -> Mapping[str, object]:
        """Return the answer.

        Raises:
            RefusedError: there is none.
        """


class OwnQuestion(Question):
    """A question about house rules."""

    file: str = ""

    @property
    def own(self) -> OwnRules:
        """The house rules; over the first book, and without any change, where there is no file."""
        return OwnRules(self.file) if self.file else OwnRules.new()


class RulesetQuestion(Question):
    """A question about any ruleset: a shipped one, or house rules in a file."""

    ruleset: RulesetName | None = None
    file: str = ""

    def chosen(self) -> Ruleset:
        """Return the ruleset that is named, that of the file, or new house rules.

        Raises:
            RefusedError: the file has errors.
        """
        if self.ruleset is not None:
            return shipped(self.ruleset)
        return checked(self.file)


def checked(file: str) -> Ruleset:
    """Return the ruleset of a file.

    Raises:
        RefusedError: it has errors.
    """
    own = OwnRules(file) if file else OwnRules.new()
    if own.ruleset is None:
        raise RefusedError(Message("the house rules have errors; put them right first"))
    return own.ruleset


def error_json(error: RecordError, question: Question) -> ErrorJson:
    """Return what is wrong with a record, in the language of the question."""
    return {"code": error.code, "field": error.field, "message": question.tr(error.message)}
