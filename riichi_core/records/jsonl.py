"""Answer each record of a JSON Lines file under every ruleset that it names (`--jsonl`)."""

from __future__ import annotations

import json
import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any

from pydantic import Field
from pydantic_core import to_json

from riichi_core.errors import RecordError
from riichi_core.messages import Message, quote
from riichi_core.records.fields import Listed, Record, RulesetId
from riichi_core.records.json_depth import MOST_DEPTH, is_too_deep
from riichi_core.rules import library
from riichi_core.rules.library import looks_like_path
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset, fingerprint
from riichi_core.scoring.score import ImpossibleWinError
from riichi_core.spelling import closest_word

LONGEST_LINE = 64 * 1024
"""The longest record that is read, in bytes."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""The bytes with which some programs start a text stream."""

Answer = Mapping[str, Any]
"""The answer to a record under one ruleset, as JSON."""

AnswerUnder = Callable[[Ruleset], Answer]
"""A function that answers a record under a ruleset; may raise RecordError, ImpossibleWinError."""


class BatchLine(Record):
    """A record on a line of its own, which may name the rulesets to answer it for."""

    id: Annotated[Any, Field(description="Anything; it comes back with the result.")] = None
    rulesets: Annotated[
        Listed[RulesetId], Field(min_length=1, description="Ids of rulesets, never paths.")
    ] = ()
    """The rulesets to answer for; if none is named, the caller chooses."""

    @classmethod
    def ask(cls, data: object) -> tuple[AnswerUnder, Sequence[str]]:
        """Return the function that answers a record, and the rulesets that the record names.

        Raises:
            RecordError: if the record is wrong.
        """
        record = cls.read(data)
        return record.question(), record.rulesets

    @abstractmethod
    def question(self) -> AnswerUnder:
        """Return the function that answers the record under a ruleset.

        Raises:
            RecordError: if the facts contradict each other.
        """


class RecordBatch:
    """Answers records of a model under the given and the shipped rulesets.

    The given rulesets are the defaults; a record may name these and the shipped ones.
    """

    def __init__(self, model: type[BatchLine], rulesets: Iterable[Ruleset]) -> None:
        self._model = model
        self._given = tuple(rulesets)
        self._known = {ruleset.id: ruleset for ruleset in self._given}
        self._hashes: dict[str, str] = {}

    def line(self, line: bytes, number: int) -> dict[str, Any]:
        """Answer a line of JSON; an error in the line is also an answer.

        The line should be a JSON object in UTF-8. Its number is counted from 1.
        """
        try:
            data = parse_line(line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line)
        except RecordError as error:
            return {"id": None, "line": number, "error": error_json(error)}
        answer = self.record(data)
        return answer if isinstance(data, dict) else {"id": None, "line": number, **answer}

    def record(self, data: object) -> dict[str, Any]:
        """Return the answer to a record: the `results` by ruleset, or the `error`."""
        record_id = data.get("id") if isinstance(data, dict) else None
        try:
            question, names = self._model.ask(data)
            rulesets = [self._find(name) for name in dict.fromkeys(names)] if names else self._given
        except RecordError as error:
            return {"id": record_id, "error": error_json(error)}
        results: dict[str, Any] = {}
        impossible = []
        for ruleset in rulesets:
            try:
                results[ruleset.id] = {"ruleset_hash": self._hash(ruleset), **question(ruleset)}
            except ImpossibleWinError as error:
                impossible.append(error)
                results[ruleset.id] = {"error": error_json(error)}
            except RecordError as error:
                results[ruleset.id] = {"error": error_json(error)}
        if impossible and len(impossible) == len(results):
            return {"id": record_id, "error": error_json(impossible[0])}
        return {"id": record_id, "results": results}

    def _find(self, name: str) -> Ruleset:
        if name not in self._known:
            if name not in library.shipped():
                raise RecordError("no_ruleset", "rulesets", self._unknown(name))
            self._known[name] = load(name)
        return self._known[name]

    def _unknown(self, name: str) -> Message:
        quoted, known = quote(name), dict.fromkeys([*self._known, *library.shipped()])
        if looks_like_path(name):
            return Message("there is no ruleset {name}: a record names rulesets by their ids; "
                           "--rules takes files", name=quoted)  # fmt: skip
        if near := closest_word(name, known):
            return Message(
                "there is no ruleset {name}: did you mean {near}?", name=quoted, near=near
            )
        return Message("there is no ruleset {name}: expected {known}", name=quoted,
                       known=", ".join(known))  # fmt: skip

    def _hash(self, ruleset: Ruleset) -> str:
        known = self._hashes.get(ruleset.id)
        if known is None:
            known = self._hashes[ruleset.id] = fingerprint(ruleset.rules)
        return known


def error_json(error: RecordError) -> dict[str, str]:
    """Return an error as JSON."""
    return {"code": error.code, "message": str(error), "field": error.field}


def written(answer: Answer) -> bytes:
    """Return an answer as a line of JSON, in ASCII."""
    # `to_json` rejects an id with half a surrogate pair, which only `json.dumps` can write.
    with suppress(ValueError):
        line = to_json(answer)
        if line.isascii():
            return line + b"\n"
    return json.dumps(answer, separators=(",", ":")).encode("ascii") + b"\n"


# ---- lines ---------------------------------------------------------------------------------------


def parse_line(line: bytes) -> object:
    """Return the JSON value of a line.

    Raises:
        RecordError: if it is too long, not valid JSON, nested too deep, or repeats a field.
    """
    if len(line) > LONGEST_LINE:
        message = Message("the line is longer than {n:,} bytes", n=LONGEST_LINE)
        raise RecordError("too_long", "", message)
    try:
        text = line.decode()
        if is_too_deep(text):
            message = Message("not readable JSON: lists are nested deeper than {n}",
                              n=MOST_DEPTH)  # fmt: skip
            raise RecordError("not_json", "", message)
        return _DECODER.decode(text)
    except RecordError:
        raise
    except UnicodeDecodeError as error:
        message = Message("not UTF-8 at byte {n}", n=error.start + 1)
    except json.JSONDecodeError as error:
        message = Message("not JSON: {what} at character {n}", what=error.msg, n=error.pos + 1)
    except (RecursionError, ValueError):
        message = Message("not readable JSON: nested too deep, or a number too long")
    raise RecordError("not_json", "", message)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        message = Message("{name} is given twice", name=quote(twice))
        raise RecordError("duplicate_field", twice, message)
    return fields


def _float(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        message = Message("{number} is too large a number", number=text[:20])
        raise RecordError("not_json", "", message)
    return number


def _constant(name: str) -> object:
    raise RecordError("not_json", "", Message("{name} is not a JSON number", name=name))


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_float)
