"""Results of shipped scenarios under rulesets, worked out once for all tests of a process.

Pages, comparisons and answers search the same scenarios for examples, under the same rules.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import pytest

from riichi.content import contrasting_scenarios
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds.kind import ResultJson
from riichi_core.scenarios.outcome import scenario_result
from riichi_core.scenarios.scenario import GivenRecord, shipped_scenarios

MOST_KNOWN = 8192
"""The number of results that are kept, in about 150 MB; tests hardly ever need older ones."""

_known: OrderedDict[tuple[int, int], ResultJson] = OrderedDict()
_by_id: dict[int, tuple[Rules, int]] = {}
_by_value: dict[Rules, int] = {}
_numbers = count()


def known_result(given: GivenRecord, ruleset: Ruleset) -> ResultJson:
    """Return the same as `result`, which depends only on the record and the rules."""
    if id(given) not in _shipped:
        return scenario_result(given, ruleset)
    key = id(given), _number_of(ruleset.rules)
    if key in _known:
        _known.move_to_end(key)
        return _known[key]
    found = _known[key] = scenario_result(given, ruleset)
    if len(_known) > MOST_KNOWN:
        _known.popitem(last=False)
    return found


def _number_of(rules: Rules) -> int:
    """Return the same number for equal rules, because comparing all their values takes longer."""
    if id(rules) not in _by_id:
        if len(_by_id) > MOST_KNOWN:
            _by_id.clear()
            _by_value.clear()
        number = _by_value.get(rules)
        if number is None:
            number = _by_value[rules] = next(_numbers)
        _by_id[id(rules)] = rules, number  # which keeps the id theirs
    return _by_id[id(rules)][1]


_shipped = {id(one.given) for one in shipped_scenarios()}
"""Those whose identity stays theirs, since they are kept."""


@contextmanager
def results_known() -> Iterator[None]:
    """Let examples use the results stored here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contrasting_scenarios, "scenario_result", known_result)
        yield
