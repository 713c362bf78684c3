"""Changing any option's value in a book's file breaks a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from each import each
from effort import first
from shipped_scenarios import ruleset, scenarios

from riichi.content.contrasting_scenarios import with_option_of
from riichi_core.rules.checks import conflicts
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.outcome import run_scenario
from riichi_core.scenarios.rulesets import shipped_ruleset
from riichi_core.scenarios.scenario import Scenario

BOOKS = ("ema-2016", "wrcr-2015", "ema-2025", "wrc-2025")
WITHOUT_EFFECT = {
    "liability.covers": "it only matters where several yakuman add up, and most books pay one",
    "winning.dealt_hand": "a dealt win is a yakuman, and none in the books asks for the wait",
}
"""Options whose values make no difference in a book, whatever happens, and why."""

WITH_EFFECT = {("liability.covers", "wrc-2025")}
"""Where they do make one."""

SAME = dict.fromkeys(
    (("claims.meld_window", book) for book in BOOKS if book != "ema-2016"), "all_asked"
)
SAME |= {
    ("fouls.missing_tiles", book): str(shipped_ruleset(book).rules.fouls.wrong_tile_count)
    for book in BOOKS
}
"""Values that come to the same in a book: where the first call stands, none comes after it, and
missing tiles count as any wrong number of tiles."""

OPTIONS = [path for path, option in options().items() if option.effect == "play"]


@cache
def about(path: str) -> tuple[Scenario, ...]:
    return tuple(one for one in scenarios() if path in one.options)


def others(path: str, book: str) -> Iterator[Ruleset]:
    """Yield rulesets from the option's scenarios with other values of it, each value once."""
    here = shipped_ruleset(book)
    seen = [here.rules.comparable(path)]
    for scenario in about(path):
        for name in scenario.expect:
            there = ruleset(scenario, name)
            if there.rules.comparable(path) not in seen:
                seen.append(there.rules.comparable(path))
                yield there


def killed(mutant: Ruleset, path: str) -> bool:
    """Return True if a scenario about an option no longer has the outcome expected of the book."""
    return any(
        not run_scenario(scenario, mutant).passed
        for scenario in about(path)
        if mutant.id in scenario.expect
    )


def is_without_effect(mutant: Ruleset, path: str) -> bool:
    """Return True if `riichi check` says that the value has no effect, which nothing can show."""
    found = conflicts({name: getattr(mutant.rules, name) for name in chapters()})
    return any(one.code == "no-effect" and one.paths[0] == path for one in found)


@pytest.mark.parametrize("book", first(BOOKS))
@each("path", OPTIONS)
def test_another_value_in_a_book_breaks_a_scenario(path: str, book: str) -> None:
    mutants = [with_option_of(shipped_ruleset(book), path, there) for there in others(path, book)]
    assert mutants, f"add a scenario about {path} with another value than that of {book}"
    alive = [
        one.rules.comparable(path)
        for one in mutants
        if not killed(one, path) and not is_without_effect(one, path)
    ]
    if same := SAME.get((path, book)):
        alive.remove(same)
    if path in WITHOUT_EFFECT and (path, book) not in WITH_EFFECT:
        assert alive, f"a scenario shows {path} under {book}: remove it from WITHOUT_EFFECT"
    else:
        assert not alive, (
            f"no scenario about {path} fails if {book} has {alive[0]}: add one with another "
            f"outcome for {book}, or add {path} to WITHOUT_EFFECT, with the reason"
        )


def test_the_unchanged_book_breaks_no_scenario() -> None:
    """This checks the test itself."""
    for path in OPTIONS[::20]:
        assert not killed(replace(shipped_ruleset(BOOKS[0])), path)
