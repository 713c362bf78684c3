"""Promises, which are reported below the tables; a busy machine breaks promises."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.harness import Promise

_promises: list[str] = []


@pytest.fixture
def promise() -> Promise:
    """Return a function that records whether a promise is kept."""
    words = {True: "yes", False: "NO", None: ""}
    return lambda kept, says: _promises.append(f"{words[kept]:<3}  {says}")


@pytest.fixture(scope="session")
def took() -> dict[str, float]:
    """Return the shortest times so far, in seconds, for promised ratios."""
    return {}


@pytest.hookimpl(wrapper=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    yield
    terminalreporter.section("promises")
    for line in _promises:
        terminalreporter.write_line(line)
