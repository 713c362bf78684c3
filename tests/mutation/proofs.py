"""The cases that a mutant must pass: the shipped scenarios, and unit tests.

run.py imports it only when the changed code is first on the path.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Set as AbstractSet
from functools import partial
from itertools import accumulate
from math import inf
from pathlib import Path

import pytest
import trial
from hypothesis import Phase, settings
from lines import Line, changed, run_watched

from riichi_core.analysis import analyzer, suits
from riichi_core.analysis.matcher import YakuMatcher, yaku_matcher
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.yaku_vocabulary import Definition
from riichi_core.scenarios.outcome import run_scenario
from riichi_core.scenarios.reading import read_scenarios
from riichi_core.scenarios.scenario import Scenario
from riichi_core.scoring.possible_scores import _fewest_han
from riichi_core.scoring.score import _scorers

TESTS = (
    "tests/scoring",
    "tests/settlement",
    "tests/hands/test_readings.py",
    "tests/hands/test_symmetry.py",
    "tests/hands/test_win.py",
    "tests/yaku/test_hands.py",
    "tests/play/test_actions_machine.py",
    "tests/play/test_slow_cases.py",
    "tests/play/test_table.py",
    "tests/game/test_fouls.py",
    "tests/game/test_hanchan.py",
)
"""The unit tests that prove the rules."""

MOST_SECONDS = {"scenarios": inf, "tests": 20.0}
"""The maximum total processor time of a mutant's cases, as measured while watching, which takes
several times longer than a normal run. With more, a mutant is tried against the best cases only.
"""

FLAGS = ("-p", "no:terminal", "-p", "no:cacheprovider", "-W", "ignore", "-o", "addopts=")

Case = Callable[[], bool]
"""A function that runs a scenario or a unit test; True if the result is as expected."""

_matcher_of_known = yaku_matcher()
_matcher_of_known.track(known_yaku())


def _shared_matcher(own: tuple[tuple[str, Definition], ...]) -> YakuMatcher:
    return yaku_matcher(own) if own else _matcher_of_known


# No mutant changes the list of yaku, so all processes share one.
setattr(analyzer, "yaku_matcher", _shared_matcher)  # noqa: B010


def forget() -> None:
    """Clear the scorers' caches, and rebuild tables that are built on import."""
    analyzer.shared_analyzer.cache_clear()
    _fewest_han.cache_clear()
    _scorers.clear()
    suits._TILES_OF_CODE[:] = [suits._tiles_of_code(code) for code in range(63)]


def _run_afresh(case: Case) -> bool:
    forget()
    return case()


class Cases:
    """Cases by name, each with the lines that it runs."""

    def __init__(self, round_name: str, cases: dict[str, Case], kept: Path) -> None:
        """Watch each case once, except those that a file already has."""
        self._cases = cases
        self._most_seconds = MOST_SECONDS[round_name]
        self._names: list[str] = []
        self._seconds: list[float] = []
        self._runs: defaultdict[Line, bytearray] = defaultdict(lambda: bytearray(len(cases)))
        self._kills: defaultdict[str, Counter[str]] = defaultdict(Counter)
        kept.touch()
        known = {json.loads(line)[0] for line in kept.read_text(encoding="utf-8").splitlines()}
        _in_another_process(lambda: self._watch(kept, cases.keys() - known))
        with kept.open(encoding="utf-8") as file:
            for line in file:
                name, seconds, modules = json.loads(line)
                if name in cases:
                    self._add(name, seconds, modules)

    def running(self, mutant: str) -> list[int]:
        """Return the numbers of the cases that run a line that a mutant changes, best first.

        The best cases have killed other mutants of the function, then of the module; quick ones
        follow.
        """
        function = trial.function_of(mutant)
        here, near = self._kills[function], self._kills[_module(function)]
        rows = [self._runs[line] for line in changed(mutant, Path.cwd()) if line in self._runs]
        numbers = [
            number for number, any_of in enumerate(map(any, zip(*rows, strict=True))) if any_of
        ]

        def rank(number: int) -> tuple[int, int, float]:
            name = self._names[number]
            return -here[name], -near[name], self._seconds[number]

        ordered = sorted(numbers, key=rank)
        sums = accumulate(self._seconds[number] for number in ordered)
        most = self._most_seconds
        return [number for number, so_far in zip(ordered, sums, strict=True) if so_far <= most]

    def seconds(self, mutant: str) -> float:
        """Return the total time of the cases that run a changed line."""
        return sum(self._seconds[number] for number in self.running(mutant))

    def killer(self, numbers: Iterable[int]) -> str:
        """Return the first of these cases that fails, or an empty string."""
        forget()
        names = (self._names[number] for number in numbers)
        return next((name for name in names if self._fails(name)), "")

    def _fails(self, name: str) -> bool:
        try:
            return not self._cases[name]()
        except Exception:
            return True

    def learn(self, mutant: str, case: str) -> None:
        """Note that a case killed a mutant."""
        function = trial.function_of(mutant)
        for part in (function, _module(function)):
            self._kills[part][case] += 1

    def _add(self, name: str, seconds: float, modules: dict[str, list[int]]) -> None:
        for module, lines in modules.items():
            for line in lines:
                self._runs[module, line][len(self._names)] = 1
        self._names.append(name)
        self._seconds.append(seconds)

    def _watch(self, kept: Path, names: AbstractSet[str]) -> None:
        with kept.open("a", encoding="utf-8") as file:
            for name in sorted(names):
                start = time.process_time()
                passed, lines = run_watched(partial(_run_afresh, self._cases[name]), Path.cwd())
                seconds = round(time.process_time() - start, 4)
                if not passed:
                    raise SystemExit(f"without any mutant this fails: {name}")
                modules: defaultdict[str, list[int]] = defaultdict(list)
                for module, number in sorted(lines):
                    modules[module].append(number)
                print(json.dumps([name, seconds, modules]), file=file, flush=True)


def _module(function: str) -> str:
    return ".".join(function.split(".")[:3])


def scenarios() -> dict[str, Case]:
    """Return each scenario under each of its rulesets."""
    read, problems = read_scenarios()
    if problems:
        raise SystemExit(f"the scenarios have errors: {problems[0]}")
    return {
        f"{scenario.id} under {name}": partial(_scenario_passes, scenario, name)
        for scenario in read
        for name in scenario.expect
    }


def _scenario_passes(scenario: Scenario, ruleset: str) -> bool:
    return run_scenario(scenario, ruleset).passed


def with_tests(paths: Iterable[str], work: Callable[[dict[str, Case]], None]) -> None:
    """Collect unit tests, and call `work` with them while they are loaded."""

    class Plugin:
        def pytest_collection(self) -> None:  # after conftest.py; any failing example is enough
            settings.register_profile("mutation", phases=[Phase.explicit, Phase.generate])
            settings.load_profile("mutation")

        def pytest_runtestloop(self, session: pytest.Session) -> bool:
            if session.testsfailed:
                raise SystemExit("the unit tests cannot be collected")
            work({item.nodeid: lambda item=item: _test_passes(item) for item in session.items})  # type: ignore[misc]
            return True

    pytest.main([*FLAGS, *paths], plugins=[Plugin()])


def _test_passes(item: pytest.Item) -> bool:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    return item.session.testsfailed == 0


def _in_another_process(work: Callable[[], None]) -> None:
    """Call a function in another process, so that only its files remain."""
    child = os.fork()
    if not child:
        code = 1
        try:
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            work()
            code = 0
        except SystemExit as error:
            print(error, file=sys.stderr)
        finally:
            os._exit(code)
    if os.waitpid(child, 0)[1]:
        raise SystemExit("the cases cannot be watched")
