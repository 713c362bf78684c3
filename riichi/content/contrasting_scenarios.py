"""Choose scenarios whose outcome differs between rulesets, with the result under each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import combinations, islice
from typing import Any

from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.kinds.kind import ResultJson
from riichi_core.scenarios.outcome import scenario_result
from riichi_core.scenarios.scenario import GivenRecord, ShippedScenario, by_option

BEST_RATING = 6
"""The rating of a scenario without errors whose difference is due only to the option."""


@dataclass(frozen=True, slots=True)
class ContrastingScenario(ShippedScenario):
    """A scenario that has different outcomes under some rulesets.

    Attributes:
        results: the result under each ruleset, in their order, from `possible_result`.
        stands_in: the index of the ruleset under which the case is impossible. Its result is that
            of the other ruleset with this ruleset's value of the option. None if each result is a
            ruleset's own.
    """

    results: tuple[ResultJson, ...]
    stands_in: int | None = None


Shows = Callable[[ContrastingScenario, str], bool]
"""A function that returns True if a scenario's outcomes show people the effect of an option."""

MOST_RATED = 8
"""The number of scenarios with different outcomes to rate for one option."""

UNSEEN = -20
"""The change of the rating of a scenario that does not show the difference."""

FOUL_RATING = 7
"""The bonus of a foul scenario for an option about fouls, and the malus for other options."""


WHOLE_RESULTS = ("setup.starting_points", "result.uma", "result.oka")
"""The options that complete results show best.

For other options, different final results hide the effect of the option.
"""


class KnownResults:
    """A cache of results of shipped scenarios, shared by comparisons of the same rulesets."""

    def __init__(self) -> None:
        self._under: dict[tuple[str, int], ResultJson] = {}
        self._changed: dict[tuple[int, str, str], Ruleset] = {}
        self._rulesets: dict[int, Ruleset] = {}
        """The objects whose ids are used in keys, kept so that no id is reused."""

    def under(self, scenario: ShippedScenario, ruleset: Ruleset) -> ResultJson:
        """Return the result of a scenario under a ruleset."""
        key = scenario.id, self._named(ruleset)
        known = self._under.get(key)
        if known is None:
            known = self._under[key] = possible_result(scenario.given, ruleset)
        return known

    def with_value(
        self, scenario: ShippedScenario, ruleset: Ruleset, path: str, other: Ruleset
    ) -> ResultJson:
        """Return its result under a ruleset with another one's value of an option."""
        rules = other.rules
        value = rules.value(path) if path in options() else rules.local_yaku(path)
        key = self._named(ruleset), path, repr(value)
        if key not in self._changed:
            self._changed[key] = with_option_of(ruleset, path, other)
        return self.under(scenario, self._changed[key])

    def _named(self, ruleset: Ruleset) -> int:
        self._rulesets[id(ruleset)] = ruleset
        return id(ruleset)


@lru_cache(maxsize=2)
def _recent_results(*_rulesets: int) -> KnownResults:
    """Return the cache for the rulesets with these ids, which it keeps alive.

    People usually ask for one example after another, and then for documents with all of them.
    """
    return KnownResults()


def possible_result(given: GivenRecord, ruleset: Ruleset) -> ResultJson:
    """Return the result of a record, or of the nearest record that the ruleset can have.

    A red five or bonus tile that the ruleset does not have becomes plain; `plain` is then the code
    of the error. If the game is over before the last deals of the record, these deals are left out.
    A game that continues has no final results.
    """
    found = _nearest_result(given, ruleset)
    is_unfinished = "finals" in found and found["ended_by"] is None
    return {**found, "finals": None} if is_unfinished else found


def _nearest_result(given: GivenRecord, ruleset: Ruleset) -> ResultJson:
    found = scenario_result(given, ruleset)
    code = found["error"]["code"] if "error" in found else ""
    if code in {"red_five", "bonus_tile"}:
        plain = replace(given, facts=_with_plain_tiles(given.facts))
        return {**scenario_result(plain, ruleset), "plain": code}
    if code == "game_over":
        facts = {name: value for name, value in given.facts.items() if name != "stops"}
        facts["deals"] = facts["deals"][: int(found["error"]["field"].split(".")[1])]
        return scenario_result(replace(given, facts=facts), ruleset)
    return found


def _with_plain_tiles(facts: Any) -> Any:
    """Return facts with plain tiles in place of marked ones."""
    if isinstance(facts, Mapping):
        return {name: _with_plain_tiles(value) for name, value in facts.items()}
    if isinstance(facts, str):
        return _plain_text(facts)
    return [*map(_with_plain_tiles, facts)] if isinstance(facts, list | tuple) else facts


def contrasting_scenarios(
    paths: Iterable[str],
    rulesets: Sequence[Ruleset],
    shows: Shows,
    known: KnownResults | None = None,
) -> Mapping[str, ContrastingScenario]:
    """Return, by option, the scenario that shows best how rulesets differ in it, if there is one.

    In the best scenarios only the option decides the outcome. In others the outcomes merely differ
    between the rulesets. Scenarios of fouls have short outcomes, so they suit only options about
    fouls.

    The function rates the first `MOST_RATED` scenarios that show the difference, plain kinds first.
    If none shows it, the best of the others is returned.

    `shows` returns whether people can see the difference in the outcomes. `known` has results of
    other comparisons of these rulesets, by default the most recent ones.
    """
    best_of_options: dict[str, ContrastingScenario] = {}
    known = known or _recent_results(*map(id, rulesets))
    for path in paths:
        best: tuple[int, ContrastingScenario] | None = None
        rated = 0
        for scenario in sorted(by_option().get(path, ()), key=_simplest_first):
            results = [known.under(scenario, ruleset) for ruleset in rulesets]
            if not _differ(results):
                continue
            hampered = _any_error(results) or _differ_at_start_only(results)
            decided_alone = _decided_by_option(scenario, path, rulesets, known)
            decided_only = _decided_only_by_option(scenario, path, rulesets, known)
            own = _contrasting_scenario(scenario, results)
            stand_ins = [*_with_other_value(scenario, path, rulesets, known)]
            rating = 2 * decided_alone + (not hampered)
            if decided_only:
                rating += 3
            elif (hampered or not decided_alone) and not stand_ins:
                rating -= 3
            if scenario.given.kind == "foul":
                rating += FOUL_RATING if path.startswith("fouls.") else -FOUL_RATING
            # Another rule may hide the effect of the option under one of two rulesets.
            hidden = _any_error(results) or (
                (
                    any(map(_no_win, results))
                    or hampered
                    or not decided_alone
                    or (path not in WHOLE_RESULTS and _finals_differ(results))
                )
                and not decided_only
            )
            cases = [*stand_ins, own] if hidden else [own, *stand_ins]
            case = next((case for case in cases if shows(case, path)), None)
            if case is None:
                rating += UNSEEN
            if best is None or rating > best[0]:
                best = rating, cases[0] if case is None else case
            rated += case is not None
            if rating >= BEST_RATING or rated == MOST_RATED:
                break
        if best is not None:
            best_of_options[path] = best[1]
    return best_of_options


def simplest_scenario(path: str, rulesets: Sequence[Ruleset]) -> ContrastingScenario | None:
    """Return the simplest scenario that an option decides and that is possible in all rulesets."""
    about = sorted(by_option().get(path, ()), key=_simplest_first)
    results = (
        (scenario, [scenario_result(scenario.given, ruleset) for ruleset in rulesets])
        for scenario in about
    )
    possible = (case for case in results if not (_any_error(case[1]) or any(map(_no_win, case[1]))))
    found = deciding_scenario(path, possible, rulesets[0])
    return None if found is None else _contrasting_scenario(*found)


def deciding_scenario(
    path: str, scenarios: Iterable[tuple[ShippedScenario, Sequence[ResultJson]]], ruleset: Ruleset
) -> tuple[ShippedScenario, Sequence[ResultJson]] | None:
    """Return the first scenario whose result changes with every other value of an option.

    If there is none, return the scenario that changes with most values; None if none changes.

    The results of each scenario begin with that under the ruleset; the best scenarios come first.
    """
    other_rules = ruleset.rules.with_other_values(path) if path in options() else ()
    others = [replace(ruleset, rules=rules) for rules in other_rules]
    best, fewest = None, len(others) or 1
    for scenario, results in scenarios:
        unchanged = (1 for other in others if scenario_result(scenario.given, other) == results[0])
        count = sum(islice(unchanged, fewest))  # more than in the best one are not counted
        if count < fewest:
            best, fewest = (scenario, results), count
        if not fewest:
            break
    return best


def _with_other_value(
    scenario: ShippedScenario, path: str, rulesets: Sequence[Ruleset], known: KnownResults
) -> Iterator[ContrastingScenario]:
    """Yield a scenario with its results under one of two rulesets, with each ruleset's value."""
    if len(rulesets) != 2:
        return
    first, second = rulesets
    for stands_in, own, other in ((1, first, second), (0, second, first)):
        both = [known.under(scenario, own), known.with_value(scenario, own, path, other)]
        both = both if stands_in else both[::-1]
        if (
            _differ(both)
            and not _differ_at_start_only(both)
            and not (_any_error(both) or any(map(_no_win, both)))
        ):
            yield _contrasting_scenario(scenario, both, stands_in)


_MARKED = re.compile(r"0(?=[\d*]*[mps])|(?<=\d)\*(?=[\d*]*[mpsz])")
"""A red five, or the mark of a bonus tile, in MPSZ notation."""


def _plain_text(text: str) -> str:
    return _MARKED.sub(lambda found: "5" if found[0] == "0" else "", text)


START = frozenset({"hands", "scores", "position"})
"""Fields of a deal in play that depend on the starting points and red fives."""


def _differ_at_start_only(results: Sequence[ResultJson]) -> bool:
    rest = [
        {key: _without_reds(key, value) for key, value in result_json.items() if key not in START}
        for result_json in results
    ]
    return _differ(results) and not _differ(rest)


def _without_reds(key: str, value: Any) -> Any:
    """Return the actions of a field `may` with red fives as plain fives; other fields unchanged."""
    if key != "may" or not isinstance(value, Mapping):
        return value
    return {seat: {*map(_plain_text, acts)} for seat, acts in value.items()}


def _finals_differ(results: Sequence[ResultJson]) -> bool:
    """Return True if games that end in the same way have different results."""
    finals = [result_json.get("finals") for result_json in results]
    alike = len({*map(_end, results)}) == 1
    return alike and all(finals) and any(other != finals[0] for other in finals)


def _any_error(results: Sequence[ResultJson]) -> bool:
    return any("error" in result_json for result_json in results)


def _no_win(result_json: ResultJson) -> bool:
    return result_json.get("valid") is False


def _simplest_first(scenario: ShippedScenario) -> tuple[int, int, int]:
    """Return a sort key that puts the simplest scenario first: kind, number of options, length."""
    return (
        [*KINDS].index(scenario.given.kind),
        len(scenario.options),
        len(str(scenario.given.facts)),
    )


def _differ(results: Sequence[ResultJson]) -> bool:
    return any(other != results[0] for other in results)


def _decided_by_option(
    scenario: ShippedScenario, path: str, rulesets: Sequence[Ruleset], known: KnownResults
) -> bool:
    """Return True if another ruleset's value of the option changes the outcome of a ruleset.

    With this value, a game must also end in the same way as under the other ruleset.
    """
    for first, other in combinations(rulesets, 2):
        own, there = known.under(scenario, first), known.under(scenario, other)
        changed = known.with_value(scenario, first, path, other)
        if there != own != changed and _end(changed) == _end(there):
            return True
    return False


def _end(result_json: ResultJson) -> tuple[str | None, int]:
    """Return why a game is over and after how many deals; the same for all other results."""
    return result_json.get("ended_by"), len(result_json.get("deals", ()))


def _decided_only_by_option(
    scenario: ShippedScenario, path: str, rulesets: Sequence[Ruleset], known: KnownResults
) -> bool:
    """Return True if, with the first ruleset's value, each ruleset has the first one's outcome."""
    first, *others = rulesets
    outcome = known.under(scenario, first)
    return all(known.with_value(scenario, other, path, first) == outcome for other in others)


def with_option_of(ruleset: Ruleset, path: str, other: Ruleset) -> Ruleset:
    """Return a ruleset with another one's value of an option."""
    return replace(ruleset, rules=ruleset.rules.with_value_of(path, other.rules))


def _contrasting_scenario(
    scenario: ShippedScenario, results: Sequence[ResultJson], stands_in: int | None = None
) -> ContrastingScenario:
    given: dict[str, Any] = {
        part.name: getattr(scenario, part.name) for part in fields(ShippedScenario)
    }
    return ContrastingScenario(**given, results=tuple(results), stands_in=stands_in)
