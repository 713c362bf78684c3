"""Values that infer calls certain, compared with the random houses that played the games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from bot_games import games_of
from effort import SOAK
from hypothesis import HealthCheck, Phase, given, seed, settings, strategies as st
from strategies import read_back, values

from riichi.fitting.space import shipped_rulesets, value_text
from riichi.games.infer.inferred import CERTAIN, infer
from riichi_core.rules.ruleset import Ruleset

HOUSES = SOAK or 4
"""The number of random houses, besides the plain ruleset that Hypothesis always tries."""

PLAYED: Mapping[str, Mapping[str, st.SearchStrategy[Any]]] = {
    chapter: known
    for chapter, known in values().items()
    if chapter not in ("chombo", "fouls", "tournament")  # the bots commit no fouls
}


@st.composite
def houses(draw: st.DrawFn) -> Ruleset:
    """Draw a shipped ruleset, often with wareme, with other values for up to eight options.

    A value is that of another ruleset, or any value of the option's type.
    """
    base, other = (draw(st.sampled_from(shipped_rulesets())) for _ in range(2))
    rules: dict[str, dict[str, Any]] = {}
    if draw(st.integers(0, 2)) == 2:
        rules["setup"] = {"wareme": "double"}
    for chapter in draw(st.lists(st.sampled_from([*PLAYED]), max_size=8)):
        name = draw(st.sampled_from([*PLAYED[chapter]]))
        shipped = other.rules.written(chapter)
        of_other = name in shipped and draw(st.booleans())
        new = shipped[name] if of_other else draw(PLAYED[chapter][name])
        rules.setdefault(chapter, {})[name] = new
    while True:
        house, faulty = read_back(rules, base.id)
        if house is not None:
            return house
        rules = {
            chapter: {name: new for name, new in of.items() if f"{chapter}.{name}" not in faulty}
            for chapter, of in rules.items()
        }


@pytest.mark.long
@pytest.mark.random
@seed(1)
@settings(max_examples=HOUSES + 1, phases=[Phase.generate], database=None, deadline=None,
          suppress_health_check=[*HealthCheck])  # fmt: skip
@given(houses())
def test_no_certain_value_is_wrong_for_random_houses(house: Ruleset) -> None:
    inferred = infer(games_of(house, 4))
    wrong = [
        finding
        for finding in inferred.findings
        if (
            finding.value != (true := value_text(house.rules, finding.path))
            and finding.status in CERTAIN
        )
        or true in finding.against
    ]
    assert not wrong, wrong
