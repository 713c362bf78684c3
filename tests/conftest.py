"""Shared fixtures. `pytest --update-golden` rewrites golden files: read the diff afterwards."""

from __future__ import annotations

import ctypes
import gc
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import yaml
from effort import EXAMPLES, LONG, SEED, SOAK
from hypothesis import HealthCheck, settings

from riichi.generated import make
from riichi_core.files import yaml_document
from riichi_core.rules.ruleset import Ruleset

# Only a soak tries new examples. Any other run fails because of a change, not by chance or because
# the machine is busy.
settings.register_profile(
    "riichi",
    max_examples=EXAMPLES,
    derandomize=not SOAK,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("riichi")

pytest_plugins = ("browsing",)
"""Fixtures of the tests that open pages in a browser, or a built site (tests/web/browsing.py)."""

Golden = Callable[[str, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: left out of a quick run")
    config.addinivalue_line("markers", "random: cases that a seed makes; a soak runs more of them")
    config.addinivalue_line("markers", "soak: left out of a quick and a long run")
    if SOAK and config.getoption("hypothesis_seed", None) is None:
        config.option.hypothesis_seed = str(SEED)
    if not hasattr(config, "workerinput"):
        try:
            make()  # only files whose sources have changed
        except Exception as error:  # the tests report what is wrong with the sources
            print(f"not everything could be generated: {error!r}", file=sys.stderr)


def pytest_collection_finish() -> None:
    """Collect garbage less often: it takes a tenth of the time and finds little."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


BETWEEN = 100
"""The number of tests after which a process gives back the memory that it has freed."""

_teardowns = count(1)


def pytest_runtest_teardown() -> None:
    """Give back freed memory, because several processes run tests for many minutes."""
    if next(_teardowns) % BETWEEN == 0:
        give_memory_back()


def give_memory_back() -> None:
    """Give memory that this process has freed back to the machine, because glibc delays this."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # other C libraries have none
        if trim is not None:
            trim(0)


def pytest_report_header() -> str:
    level = f"soak of {SOAK}" if SOAK else "long" if LONG else "quick"
    return f"level: {level} (tests/effort.py); RIICHI_SEED={SEED}"


@pytest.hookimpl(tryfirst=True)  # pytest-xdist reads the groups next
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Select the tests of the level, and those that the call names by id or mark.

    Tests with a group of their own come first: some take minutes, and none is to be the last.
    """
    if LONG:
        items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)
    for item in items:
        if not item.get_closest_marker("xdist_group") and _shares(item):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
    if config.getoption("markexpr"):
        return
    named = tuple(argument for argument in config.args if "::" in argument)
    taken = [item for item in items if _of_level(item) or (named and item.nodeid.startswith(named))]
    if config.getoption("--update-golden"):  # the others write nothing
        taken = [item for item in taken if "golden" in f"{item.name} {vars(item)['fixturenames']}"]
    if left_out := [*{*items} - {*taken}]:
        config.hook.pytest_deselected(items=left_out)
        items[:] = taken


def _shares(item: pytest.Item) -> bool:
    """Return True if tests of a file share a fixture, which then one process makes."""
    made: Any = getattr(item, "_fixtureinfo", None)
    found = made.name2fixturedefs.values() if made else ()
    return any(one.scope == "module" for several in found for one in several)


def _of_level(item: pytest.Item) -> bool:
    if SOAK:
        marked = any(map(item.get_closest_marker, ("random", "soak")))
        return marked or hasattr(getattr(item, "function", None), "is_hypothesis_test")
    return not item.get_closest_marker("soak") and (LONG or not item.get_closest_marker("long"))


def without_totals(text: str) -> str:
    """Return a text without the total number of options, which changes with each new option."""
    text = re.sub(r"\b\d+ of \d+ options\b", lambda m: f"{m[0].split()[0]} of … options", text)
    return re.sub(r"^\d+ options: .*$", "… options: …", text, flags=re.MULTILINE)


@pytest.fixture(scope="session", autouse=True)
def shipped_scenarios_run_once() -> Iterator[None]:
    """Let tests of examples reuse results that other tests in this process worked out."""
    if "riichi.content.contrasting_scenarios" not in sys.modules:  # no test shows examples
        yield
        return
    from known_results import results_known  # noqa: PLC0415 - it imports the whole engine

    with results_known():
        yield


TYPST_KEEPS = 11
"""The number of later documents after which Typst drops what it kept of one: about 100 MB."""


@pytest.fixture
def memory_of_typst_freed() -> Iterator[None]:
    """Free the memory that Typst keeps to make the same documents faster."""
    yield
    if (typst := sys.modules.get("typst")) is not None:
        for _ in range(TYPST_KEEPS):
            typst.compile(b"", ignore_system_fonts=True)
        give_memory_back()


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare a text with a file in tests/golden, except for the total number of options."""

    def check(name: str, text: str) -> None:
        text = without_totals(text)
        path = Path(__file__).parent / "golden" / name
        if request.config.getoption("--update-golden"):
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text

    return check


@pytest.fixture
def grown_golden(request: pytest.FixtureRequest) -> Golden:
    """Compare in the same way, but allow the text to have more lines than its file."""

    def check(name: str, text: str) -> None:
        text = without_totals(text)
        path = Path(__file__).parent / "golden" / name
        if request.config.getoption("--update-golden"):
            path.write_text(text, encoding="utf-8")
        lines = iter(text.splitlines())
        lost = [line for line in path.read_text(encoding="utf-8").splitlines() if line not in lines]
        assert lost[:1] == []

    return check


@pytest.fixture
def shipped_scenarios_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `riichi test` reuse the shipped scenarios that other tests have read."""
    from shipped_scenarios import read  # noqa: PLC0415 - it takes seconds

    from riichi_core.rules.library import shipped  # noqa: PLC0415
    from riichi_core.scenarios import reading  # noqa: PLC0415

    known = {str(path) for path in shipped().values()}

    def examine(*files: str, others: Iterable[Ruleset]) -> Any:
        others = [*others]
        if files or not all(one.file in known for one in others):
            return reading.read_scenarios(*files, others=others)
        found, problems = read()
        return found, [*problems]

    monkeypatch.setattr("riichi.conformance.commands.test.read_scenarios", examine)


@pytest.fixture(params=["CSafeLoader", "SafeLoader"])
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run every test that uses this fixture with libyaml and without it."""
    if not hasattr(yaml, request.param):
        pytest.skip("there is no libyaml")
    monkeypatch.setattr(yaml_document, "LOADER", getattr(yaml, request.param))
    return str(request.param)
