"""Send scenarios to another engine as questions, and judge its answers.

A question is one line of JSON, and so is an answer. The transport is not part of this module.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from riichi_core.errors import RiichiError
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.kinds.kind import ResultJson
from riichi_core.scenarios.outcome import Difference, Outcome, State, differences
from riichi_core.scenarios.rulesets import shipped_ruleset
from riichi_core.scenarios.scenario import Expectation, Scenario

PROTOCOL = 1
"""The version of the protocol, in every question."""

ANSWER_KEYS = ("id", "outcome", "cannot", "untold")

AN_ANSWER = "an outcome, or why there can be none"
"""The expected value if there is no answer."""

ANSWERS = ('{"id": …, "outcome": {…}}', '{"id": …, "cannot": "why"}')


class NoAnswerError(RiichiError):
    """A line that is not an answer to the question; the message says why."""


@dataclass(frozen=True, slots=True)
class Question:
    """One scenario under one of its rulesets."""

    scenario: Scenario
    ruleset: Ruleset

    @property
    def id(self) -> str:
        """The id, which the answer must repeat."""
        return f"{self.scenario.id}/{self.ruleset.id}"

    def line(self) -> str:
        """Return the question as a line of JSON, without a line break."""
        return json.dumps(self.as_json(), ensure_ascii=True)

    def as_json(self) -> dict[str, Any]:
        """Return the question, without the expectation (docs/guides/testing-an-engine.md)."""
        return {
            "protocol": PROTOCOL,
            "id": self.id,
            "kind": self.scenario.given.kind,
            "given": self.scenario.given.facts,
            "ruleset": self.ruleset.id,
            "rules": rules_json(self.ruleset),
            "starts_from": self.ruleset.extends,
        }


def questions(
    scenarios: Iterable[Scenario], named: Mapping[str, Ruleset] | None = None
) -> Iterator[Question]:
    """Yield every scenario under each ruleset for which it has an expectation.

    Args:
        scenarios: the scenarios, as returned by `read_scenarios`.
        named: the only rulesets to use, by id; all if it is empty. Rulesets that are not shipped,
            or that replace a shipped one, are found here.
    """
    for scenario in scenarios:
        for name in scenario.expect:
            if named is None or not named:
                yield Question(scenario, scenario.variants.get(name) or shipped_ruleset(name))
            elif name in named:
                yield Question(scenario, named[name])


def rules_json(ruleset: Ruleset) -> Mapping[str, Any]:
    """Return the value of every option as plain JSON, by chapter, without null values.

    `Rules.model_validate_json` reads them.
    """
    values: dict[str, Any] = json.loads(ruleset.rules.model_dump_json(exclude_none=True))
    return values


# ---- answers -------------------------------------------------------------------------------------


def judge_answer(question: Question, line: str | bytes) -> Outcome:
    """Return the verdict on a received line.

    Raises:
        NoAnswerError: if it is not an answer to this question, but possibly to another.
    """
    answer = _parse_answer(question, line)
    if "cannot" in answer:
        return cannot(question, answer["cannot"])
    got, expectation = answer["outcome"], question.scenario.expect[question.ruleset.id]
    reported = reported_parts(expectation, answer.get("untold", []))
    if not reported:
        return cannot(question, f"it does not tell {', '.join(expectation)}")
    try:
        different = differences(reported, _with_default_words(got))
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        problem = f"{type(error).__name__}: {error}"
        return failed(question, f"an outcome of another shape ({problem})", got)
    return Outcome(question.scenario, question.ruleset.id, got, different)


def failed(question: Question, why: str, got: ResultJson | None = None) -> Outcome:
    """Return the verdict for a missing or incomparable answer."""
    different = (Difference("answer", AN_ANSWER, why),)
    return Outcome(question.scenario, question.ruleset.id, got or {}, different)


def cannot(question: Question, why: str) -> Outcome:
    """Return the verdict if the other engine does not support the question."""
    return Outcome(question.scenario, question.ruleset.id, {}, (), why)


def _parse_answer(question: Question, line: str | bytes) -> Mapping[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise NoAnswerError(f"a line that is no JSON: {_shortened(line)}") from None
    if not isinstance(answer, dict):
        raise NoAnswerError(f"a line that is no object: {_shortened(line)}")
    if answer.get("id") != question.id:
        raise NoAnswerError(f"an answer with the id {_shortened(json.dumps(answer.get('id')))}")
    unknown = [name for name in answer if name not in ANSWER_KEYS]
    if unknown or ("outcome" in answer) == ("cannot" in answer):
        raise NoAnswerError(f"neither {' nor '.join(ANSWERS)}: {_shortened(line)}")
    why = answer.get("cannot", "")
    if not isinstance(why, str) or ("cannot" in answer and not why.strip()):
        raise NoAnswerError(f"cannot without a reason: {_shortened(line)}")
    if not isinstance(answer.get("outcome", {}), dict):
        raise NoAnswerError(f"an outcome that is no object: {_shortened(line)}")
    untold = answer.get("untold", [])
    if not isinstance(untold, list) or not all(isinstance(name, str) for name in untold):
        raise NoAnswerError(f"untold is no list of names: {_shortened(line)}")
    return answer


def _with_default_words(got: Mapping[str, Any]) -> ResultJson:
    """Return an outcome with default texts for an error or a hand that does not win."""
    if isinstance(got.get("error"), dict):
        return {"error": {"code": "", "message": "", **got["error"]}}
    if "error" in got:
        raise TypeError("error is not an object such as {code: contradiction}")
    if got.get("valid", True) is not True:
        return {"reason": None, "message": "no win", **got}
    return got


def reported_parts(expected: Expectation, untold: Iterable[str]) -> Expectation:
    """Return the expectation without parts that the other engine never reports, e.g. `yaku.han`."""
    part: Any = expected
    for path in untold:
        part = _without_part(part, path.split("."))
    return part if isinstance(part, dict) else {}


def _without_part(part: Any, path: list[str]) -> Any:
    if isinstance(part, list):
        return [_without_part(item, path) for item in part]
    if not isinstance(part, dict):
        return part
    first, *rest = path
    if not rest:
        return {name: value for name, value in part.items() if name != first}
    kept = {name: _without_part(v, rest) if name == first else v for name, v in part.items()}
    return {name: value for name, value in kept.items() if name != first or value != {}}


def _shortened(line: str | bytes, most: int = 80) -> str:
    text = line.decode("utf-8", "replace") if isinstance(line, bytes) else line
    text = text.strip()
    return text if len(text) <= most else f"{text[: most - 1]}…"


# ---- counts of verdicts --------------------------------------------------------------------------


VerdictCounts = Mapping[State, int]
"""The number of verdicts of each state."""


def count_verdicts(verdicts: Iterable[Outcome]) -> VerdictCounts:
    """Count the verdicts by state."""
    counts = Counter(verdict.state for verdict in verdicts)
    return {state: counts[state] for state in get_args(State)}


def by_kind(verdicts: Iterable[Outcome]) -> dict[str, VerdictCounts]:
    """Count the verdicts by kind, in the order of the kinds."""
    return _counted(verdicts, KINDS, lambda scenario: [scenario.given.kind])


def by_chapter(verdicts: Iterable[Outcome]) -> dict[str, VerdictCounts]:
    """Count the verdicts by chapter of a scenario's options, in chapter order.

    A scenario may be in several chapters. Those without options come last, under an empty name.
    """
    return _counted(
        verdicts,
        (*chapters(), ""),
        lambda scenario: {path.split(".")[0] for path in scenario.options} or {""},
    )


def _counted(
    verdicts: Iterable[Outcome],
    groups: Iterable[str],
    groups_of: Callable[[Scenario], Collection[str]],
) -> dict[str, VerdictCounts]:
    """Count the verdicts in each group that has any."""
    verdicts = [*verdicts]
    counts = {
        group: count_verdicts(v for v in verdicts if group in groups_of(v.scenario))
        for group in groups
    }
    return {group: count for group, count in counts.items() if any(count.values())}


def reasons(verdicts: Iterable[Outcome]) -> list[tuple[str, int]]:
    """Return the reasons why the other engine cannot answer, the most frequent first."""
    return Counter(verdict.cannot for verdict in verdicts if verdict.cannot).most_common()
