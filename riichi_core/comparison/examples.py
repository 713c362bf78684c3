"""Examples whose outcome differs between rulesets: what happens on each side, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.index import ShippedScenario, by_option, shipped_scenarios
from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.kinds.kind import ResultJson
from riichi_core.scenarios.outcome import result
from riichi_core.scenarios.scenario import Given

BEST = 6
"""The worth of a scenario whose whole difference is this option's, and that has no error."""


@dataclass(frozen=True, slots=True)
class ContrastingCase:
    """A scenario that comes out otherwise under some rulesets.

    Attributes:
        id: the scenario.
        says: the rule in a sentence.
        given: what is given.
        clauses: the clauses that it shows.
        options: the options that it tells apart.
        results: what comes of it under each ruleset, in their order.
        stands_in: the place of the ruleset that cannot have the case, so that its result is that of
            the other one with its value of the option; None if each result is a ruleset's own.
    """

    id: str
    says: str
    given: Given
    clauses: tuple[str, ...]
    options: tuple[str, ...]
    results: tuple[ResultJson, ...]
    stands_in: int | None = None


MOST_WEIGHED = 8
"""The number of scenarios coming out otherwise that are weighed for one option."""

FOUL = 7
"""The bonus of a judged foul for an option about fouls, and its malus for any other."""


class KnownResults:
    """The outcomes of shipped scenarios under rulesets, each worked out once.

    Whoever compares many pairs of the same rulesets gives one to all of them.
    """

    def __init__(self) -> None:
        self._under: dict[tuple[str, int], ResultJson] = {}
        self._with_value: dict[tuple[str, int, str, int], ResultJson] = {}
        self._rulesets: dict[int, Ruleset] = {}
        """Those that the keys name by their identity, so that none of it is used again."""

    def under(self, one: ShippedScenario, ruleset: Ruleset) -> ResultJson:
        """Return what comes of a scenario under a ruleset."""
        key = one.id, self._named(ruleset)
        found = self._under.get(key)
        if found is None:
            found = self._under[key] = result(one.given, ruleset)
        return found

    def with_value(
        self, one: ShippedScenario, ruleset: Ruleset, path: str, other: Ruleset
    ) -> ResultJson:
        """Return what comes of it under a ruleset with another one's value of an option."""
        key = one.id, self._named(ruleset), path, self._named(other)
        found = self._with_value.get(key)
        if found is None:
            found = self._with_value[key] = result(one.given, switched(ruleset, path, other))
        return found

    def _named(self, ruleset: Ruleset) -> int:
        self._rulesets[id(ruleset)] = ruleset
        return id(ruleset)


def contrasting_cases(
    paths: Iterable[str], rulesets: Sequence[Ruleset], known: KnownResults | None = None
) -> Mapping[str, ContrastingCase]:
    """Return, by option, a scenario that shows how rulesets differ in it, where there is one.

    Best is a scenario of which the outcome under one ruleset would differ with the other's value of
    this option alone; where there is none, one that only differs between them. What a foul comes to
    is told in few words, in which an option of another chapter may not show.

    The plainest kinds come first, each scenario is run once for each ruleset, and the best is taken
    of the first `MOST_WEIGHED` that come out otherwise.

    Args:
        paths: options in which the rulesets differ.
        rulesets: two or more.
        known: what other comparisons of these rulesets found out.
    """
    found: dict[str, ContrastingCase] = {}
    known = known or KnownResults()
    for path in paths:
        best: tuple[int, ShippedScenario] | None = None
        weighed = 0
        for one in sorted(by_option().get(path, ()), key=_rank):
            results = [known.under(one, ruleset) for ruleset in rulesets]
            if not _differ(results):
                continue
            hampered = _error(results) or _differ_at_start_only(results)
            alone = _by_it_alone(one, path, rulesets, known)
            worth = 2 * alone + (not hampered)
            if _wholly_by_it(one, path, rulesets, known):
                worth += 3
            elif (hampered or not alone) and _standing_in(one, path, rulesets, known) is None:
                worth -= 3
            if one.given.kind == "foul":
                worth += FOUL if path.startswith("fouls.") else -FOUL
            if best is None or worth > best[0]:
                best = worth, one
            weighed += 1
            if worth >= BEST or weighed == MOST_WEIGHED:
                break
        if best is not None:
            found[path] = _shown_at_its_best(best[1], path, rulesets, known)
    return found


def contrasting_number(
    paths: Iterable[str], rulesets: Sequence[Ruleset], known: KnownResults | None = None
) -> Mapping[str, int]:
    """Return, by option, how many of the scenarios about it do not come out alike.

    Args:
        paths: options.
        rulesets: two or more.
        known: what other comparisons of these rulesets found out.
    """
    known = known or KnownResults()
    return {
        path: sum(
            _differ([known.under(one, ruleset) for ruleset in rulesets])
            for one in by_option().get(path, ())
        )
        for path in paths
    }


def plainest_case(path: str, rulesets: Sequence[Ruleset]) -> ContrastingCase | None:
    """Return the plainest scenario about an option that all of the rulesets can have.

    Args:
        path: the option.
        rulesets: one, or several with the same value of the option.
    """
    for one in sorted(by_option().get(path, ()), key=_rank):
        results = _results(one, rulesets)
        if not any("error" in result or _no_win(result) for result in results):
            return _witness(one, results)
    return None


def _shown_at_its_best(
    one: ShippedScenario, path: str, rulesets: Sequence[Ruleset], known: KnownResults
) -> ContrastingCase:
    """Return a scenario with its results.

    Where something else keeps one of two rulesets from having the case at all, or from its win, or
    makes all of the difference, the outcomes are those of the other one with either value.
    """
    results = [known.under(one, ruleset) for ruleset in rulesets]
    if _error(results) or (
        (
            any(map(_no_win, results))
            or _differ_at_start_only(results)
            or not _by_it_alone(one, path, rulesets, known)
        )
        and not _wholly_by_it(one, path, rulesets, known)
    ):
        return _standing_in(one, path, rulesets, known) or _witness(one, results)
    return _witness(one, results)


def _standing_in(
    one: ShippedScenario, path: str, rulesets: Sequence[Ruleset], known: KnownResults
) -> ContrastingCase | None:
    """Return a scenario with its results under one of two rulesets with either value."""
    if len(rulesets) != 2:
        return None
    first, second = rulesets
    for stands_in, here, there in ((1, first, second), (0, second, first)):
        both = [known.under(one, here), known.with_value(one, here, path, there)]
        both = both if stands_in else both[::-1]
        if (
            _differ(both)
            and not _differ_at_start_only(both)
            and not (_error(both) or any(map(_no_win, both)))
        ):
            return _witness(one, both, stands_in)
    return None


RED = re.compile(r"0(?=\d*[mps])")
"""A red five in MPSZ notation."""

START = frozenset({"hands", "scores", "position"})
"""Fields of a deal in play that also come from the points and red fives that it began with."""


def _differ_at_start_only(results: Sequence[ResultJson]) -> bool:
    rest = [
        {key: _without_reds(key, value) for key, value in one.items() if key not in START}
        for one in results
    ]
    return _differ(results) and not _differ(rest)


def _without_reds(key: str, value: Any) -> Any:
    """Return what seats may do with each red five as a plain one; any other field as it is."""
    if key != "may" or not isinstance(value, Mapping):
        return value
    return {seat: {RED.sub("5", act) for act in acts} for seat, acts in value.items()}


def _error(results: Sequence[ResultJson]) -> bool:
    return any("error" in one for one in results)


def _no_win(one: ResultJson) -> bool:
    return one.get("valid") is False


def impact(rulesets: Sequence[Ruleset]) -> Iterator[ContrastingCase]:
    """Yield all shipped scenarios that do not come out alike under all of the rulesets."""
    for one in shipped_scenarios():
        results = _results(one, rulesets)
        if _differ(results):
            yield _witness(one, results)


def _rank(one: ShippedScenario) -> tuple[int, int, int]:
    """Return what sorts the plainest first: kind, number of options, and how much is given."""
    return [*KINDS].index(one.given.kind), len(one.options), len(str(one.given.facts))


def _results(one: ShippedScenario, rulesets: Sequence[Ruleset]) -> list[ResultJson]:
    return [result(one.given, ruleset) for ruleset in rulesets]


def _differ(results: Sequence[ResultJson]) -> bool:
    return any(one != results[0] for one in results)


def _by_it_alone(
    one: ShippedScenario, path: str, rulesets: Sequence[Ruleset], known: KnownResults
) -> bool:
    """Return True if the value of another ruleset for this option alone makes a difference."""
    for first, other in combinations(rulesets, 2):
        here = known.under(one, first)
        if known.under(one, other) != here != known.with_value(one, first, path, other):
            return True
    return False


def _wholly_by_it(
    one: ShippedScenario, path: str, rulesets: Sequence[Ruleset], known: KnownResults
) -> bool:
    """Return True if each ruleset with the first one's value has the first one's outcome."""
    first, *others = rulesets
    outcome = known.under(one, first)
    return all(known.with_value(one, other, path, first) == outcome for other in others)


def switched(ruleset: Ruleset, path: str, other: Ruleset) -> Ruleset:
    """Return a ruleset with another one's value of an option, and all else as it was."""
    return replace(ruleset, rules=ruleset.rules.with_value_of(path, other.rules))


def _witness(
    one: ShippedScenario, results: Sequence[ResultJson], stands_in: int | None = None
) -> ContrastingCase:
    told = tuple(results)
    return ContrastingCase(one.id, one.says, one.given, one.clauses, one.options, told, stands_in)
