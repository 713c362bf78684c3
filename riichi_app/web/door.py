"""The one door of the page: a question as JSON, an answer as JSON (docs/web.md).

The answer depends on the question alone: nothing is stored, no file of anybody is read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from riichi_app.locale import ENGLISH
from riichi_app.web.question import Question, RefusedError
from riichi_core.errors import RecordError
from riichi_core.messages import Message, quote
from riichi_core.records.foreign import is_too_deep

MOST_BYTES = 80 * 1024
"""The longest question, in bytes."""

WISHES: Mapping[str, tuple[str, str]] = {
    "names": ("other_programs", "Names"),
    "start": ("changing", "Start"),
    "form": ("changing", "Form"),
    "set": ("changing", "Set"),
    "open": ("changing", "Open"),
    "examples": ("views", "Examples"),
    "score": ("views", "Score"),
    "compare": ("views", "Compare"),
    "document": ("views", "MadeDocument"),
    "export": ("other_programs", "ExportRules"),
    "import": ("other_programs", "ImportRules"),
    "yaku": ("own_yaku", "OwnYaku"),
}
"""The questions by their wish: the module of each, and its model there."""


@cache
def question_model(wish: str) -> type[Question]:
    """Return the model of the questions of a wish, imported when it is first asked for."""
    module, name = WISHES[wish]
    found: type[Question] = getattr(import_module(f"riichi_app.web.{module}"), name)
    return found


def ask(question: str) -> str:
    """Return the answer to a question; what cannot be answered is refused, and nothing raised.

    Args:
        question: a JSON object whose `ask` is one of the wishes, at most 80 KiB.

    Returns:
        A JSON object: the answer, or `refused` with the reason in words, and the field at fault
        where it is one.
    """
    return json.dumps(_answer(question), ensure_ascii=False)


def _answer(question: str) -> Mapping[str, object]:
    try:
        found = _read(question)
    except RecordError as error:
        return {"refused": ENGLISH(error.message), "field": error.field}
    try:
        return found.answer()
    except RefusedError as error:
        return {"refused": found.tr(error.message)}


def _read(question: str) -> Question:
    if len(question.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        message = Message("a question has at most {most} bytes", most=MOST_BYTES)
        raise RecordError("too-large", "", message)
    data = _json(question)
    wish = data.get("ask") if isinstance(data, dict) else None
    if not isinstance(wish, str) or wish not in WISHES:
        known = ", ".join(WISHES)
        message = Message("there is no wish {name}, only {known}", name=quote(wish), known=known)
        raise RecordError("bad-value", "ask", message)
    return question_model(wish).read(data)


def _json(text: str) -> Any:
    try:
        text.encode("utf-8")
        if is_too_deep(text):
            raise RecordError("too-deep", "", Message("a question is not nested so deeply"))
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise RecordError("not-json", "", Message("a question is a JSON object")) from None


def _no_number(text: str) -> None:
    raise ValueError(text)
