"""What a mutant has to get past: the scenarios that come with riichi, and unit tests.

Imported by run.py when the changed code is found first, and not before.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterable
from types import CodeType, FrameType

import pytest

from riichi_core.analysis import analyzer, suits
from riichi_core.analysis.matcher import YakuMatcher, yaku_matcher
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.vocabulary import Definition
from riichi_core.scenarios.files import examine
from riichi_core.scenarios.outcome import run_scenario
from riichi_core.scenarios.scenario import Scenario
from riichi_core.scoring.score import _scorers

TESTS = {
    "riichi_core.analysis": ("tests/mutation", "tests/scoring/test_reference.py"),
    "riichi_core.scoring": (
        "tests/mutation",
        "tests/scoring/test_reference.py",
        "tests/scoring/test_least.py",
    ),
    "riichi_core.settlement": ("tests/mutation", "tests/settlement"),
    "riichi_core.play": ("tests/mutation", "tests/play/test_slow_legal.py"),
}
"""The unit tests that prove the rules of a package, as far as they are quick."""

FLAGS = ("-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-W", "ignore")

Reached = dict[str, set[str]]
"""For each function the kinds of scenarios in which it is called."""

_ready = [yaku_matcher()]
_ready[0].track(known_yaku())


def _given(own: tuple[tuple[str, Definition], ...]) -> YakuMatcher:
    return yaku_matcher(own) if own or not _ready else _ready.pop()


# The list of yaku is no part of what is changed. One is made ready, and each process uses it once.
setattr(analyzer, "yaku_matcher", _given)  # noqa: B010


def forget() -> None:
    """Forget what scorers keep, and make again what is made when a module is loaded."""
    analyzer.shared_analyzer.cache_clear()
    _scorers.clear()
    suits._TILES[:] = [suits._tiles(code) for code in range(63)]


class Kit:
    """All scenarios, by kind."""

    def __init__(self) -> None:
        scenarios, problems = examine()
        if problems:
            raise SystemExit(f"the scenarios have errors: {problems[0]}")
        self._kinds: dict[str, list[Scenario]] = {}
        for one in scenarios:
            self._kinds.setdefault(one.given.kind, []).append(one)
        self._reached = _in_another_process(self._watch)

    def passes(self, function: str) -> bool:
        """Whether all that call a function come out as expected, the quickest kinds first."""
        forget()
        kinds = self._reached.get(function, set())
        by_number = sorted(kinds, key=lambda kind: len(self._kinds[kind]) * (1 + (kind == "play")))
        return all(self._pass(self._kinds[kind]) for kind in by_number)

    def reaches(self, function: str) -> bool:
        """Whether any scenario calls a function."""
        return function in self._reached

    def _pass(self, scenarios: Iterable[Scenario]) -> bool:
        return all(run_scenario(one, name).passed for one in scenarios for name in one.expect)

    def _watch(self) -> Reached:
        """Run everything once and see what is called."""
        found: Reached = {}
        for kind, scenarios in self._kinds.items():
            forget()
            called = _called(lambda scenarios=scenarios: self._pass(scenarios))  # type: ignore[misc]
            for name in called:
                found.setdefault(name, set()).add(kind)
        return found


def _called(work: Callable[[], bool]) -> set[str]:
    """The functions that are called by some work, which has to go well."""
    codes: set[CodeType] = set()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            codes.add(frame.f_code)

    sys.setprofile(watch)
    try:
        well = forget_and(work)
    finally:
        sys.setprofile(None)
    if not well:
        raise SystemExit("a scenario fails without any mutant")
    return {_name(code) for code in codes}


def forget_and(work: Callable[[], bool]) -> bool:
    """Work that begins with nothing worked out."""
    forget()
    return work()


def _name(code: CodeType) -> str:
    """As `trial.function_of` names it."""
    where = code.co_filename.rpartition("/mutants/")[2].removesuffix(".py").replace("/", ".")
    return f"{where}.{code.co_qualname}"


def _in_another_process(work: Callable[[], Reached]) -> Reached:
    """What some work finds, without a trace of it here."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reading)
            with os.fdopen(writing, "wb") as file:
                pickle.dump(work(), file)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        found: Reached = pickle.load(file)
    os.waitpid(child, 0)
    return found


def load_tests() -> None:
    """Import the unit tests, before processes part."""
    folders = sorted({one for tests in TESTS.values() for one in tests})
    if pytest.main([*FLAGS, "--collect-only", "-qq", *folders]):
        raise SystemExit("the unit tests cannot be collected")


def tests_pass(mutant: str) -> bool:
    """Whether the unit tests of its package pass."""
    forget()
    package = ".".join(mutant.split(".")[:2])
    return pytest.main([*FLAGS, *TESTS[package]]) == 0
