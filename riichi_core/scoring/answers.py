"""A record of a win answered for each ruleset that it asks for, as JSON values."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from riichi_core.hands.win import Win, WinError
from riichi_core.rules import library
from riichi_core.rules.load import load, looks_like_path
from riichi_core.rules.ruleset import Ruleset, fingerprint
from riichi_core.scoring.record import read_record, result_json
from riichi_core.scoring.score import UnsupportedTileError, score
from riichi_core.source.diagnostics import nearest

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""Some programs begin a stream of text with it."""

LONGEST_LINE = 64 * 1024
"""The longest record that is read, in bytes."""


Read = Callable[[object], tuple[Any, tuple[str, ...] | None]]
Result = Callable[[Any, Ruleset], dict[str, Any]]


def _read_win(data: object) -> tuple[Any, tuple[str, ...] | None]:
    record = read_record(data)
    return record.win, record.rulesets


def _score(win: Win, ruleset: Ruleset) -> dict[str, Any]:
    return result_json(score(win, ruleset))


class Answers:
    """Answers records under rulesets that were given, and under those that come with the project.

    Args:
        rulesets: those that a record means if it names none; it may name these and shipped ones.
        read: what a record says, and the rulesets that it names; wins, if not said.
        result: what comes of that under a ruleset, as JSON.
    """

    def __init__(
        self, rulesets: Iterable[Ruleset], read: Read = _read_win, result: Result = _score
    ) -> None:
        self._read, self._answer = read, result
        self._given = tuple(rulesets)
        self._known = {ruleset.id: ruleset for ruleset in self._given}
        self._hashes: dict[str, str] = {}

    def line(self, line: bytes, number: int) -> dict[str, Any]:
        """The answer to a line of JSON; what is wrong with it is an answer, too.

        Args:
            line: the line, which should be a JSON object in UTF-8.
            number: its number, from 1.
        """
        try:
            data = _parse(line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line)
        except WinError as error:
            return {"id": None, "line": number, "error": _error(error)}
        answer = self.record(data)
        return answer if isinstance(data, Mapping) else {"id": None, "line": number, **answer}

    def record(self, data: object) -> dict[str, Any]:
        """The answer to a record: `results` by ruleset, or the `error` that it is."""
        name = data.get("id") if isinstance(data, Mapping) else None
        try:
            facts, names = self._read(data)
            asked = self._asked(names)
        except WinError as error:
            return {"id": name, "error": _error(error)}
        results: dict[str, Any] = {}
        refusals = []
        for ruleset in asked:
            try:
                results[ruleset.id] = self._result(facts, ruleset)
            except UnsupportedTileError as error:
                refusals.append(error)
                results[ruleset.id] = {"error": _error(error)}
            except WinError as error:
                results[ruleset.id] = {"error": _error(error)}
        if refusals and len(refusals) == len(results):
            return {"id": name, "error": _error(refusals[0])}
        return {"id": name, "results": results}

    def _asked(self, names: tuple[str, ...] | None) -> list[Ruleset]:
        if names is None:
            return list(self._given)
        return [self._find(name) for name in names]

    def _find(self, name: str) -> Ruleset:
        if name not in self._known:
            if name not in library.shipped():
                known = dict.fromkeys([*self._known, *library.shipped()])
                near = nearest(name, known)
                guess = f"did you mean {near}?" if near else f"expected {', '.join(known)}"
                if looks_like_path(name):
                    guess = "a record names rulesets by their ids; --rules takes files"
                message = f"there is no ruleset {name[:60]!r}: {guess}"
                raise WinError("no_ruleset", "rulesets", message)
            self._known[name] = load(name)
        return self._known[name]

    def _result(self, facts: Any, ruleset: Ruleset) -> dict[str, Any]:
        result = self._answer(facts, ruleset)
        if ruleset.id not in self._hashes:
            self._hashes[ruleset.id] = fingerprint(ruleset.rules)
        return {"ruleset_hash": self._hashes[ruleset.id], **result}


def _error(error: WinError | UnsupportedTileError) -> dict[str, str]:
    return {"code": error.code, "message": str(error), "field": error.field}


# ---- lines ---------------------------------------------------------------------------------------


def _parse(line: bytes) -> object:
    """The JSON value of a line."""
    if len(line) > LONGEST_LINE:
        raise WinError("too_long", "", f"the line is longer than {LONGEST_LINE:,} bytes")
    try:
        return json.loads(line.decode(), object_pairs_hook=_object, parse_constant=_constant,
                          parse_float=_float)  # fmt: skip
    except WinError:
        raise
    except UnicodeDecodeError as error:
        raise WinError("not_json", "", f"no UTF-8 at byte {error.start + 1}") from None
    except json.JSONDecodeError as error:
        message = f"no JSON: {error.msg} at character {error.pos + 1}"
        raise WinError("not_json", "", message) from None
    except (RecursionError, ValueError):
        raise WinError(
            "not_json", "", "no JSON that can be read: nested too deep, or a number too long"
        ) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise WinError("duplicate_field", twice[:60], f"{twice[:60]!r} is given twice")
    return found


def _float(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise WinError("not_json", "", f"{text[:20]} is too large a number")
    return number


def _constant(name: str) -> object:
    raise WinError("not_json", "", f"{name} is no JSON number")
