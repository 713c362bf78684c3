"""An adapter to this engine itself: it answers every question, which holds the protocol."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from functools import cache
from typing import Any

from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.outcome import result
from riichi_core.scenarios.scenario import Given

ANY = "ema-2016"
"""A ruleset whose head is lent to rules that come without one."""


@cache
def ruleset(name: str, rules: str) -> Ruleset:
    """A ruleset with nothing but the rules of the question."""
    read = Rules.model_validate_json(rules)
    return replace(load(ANY), id=name, rules=read)


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The outcome of what is given, under the rules of the question."""
    rules = ruleset(question["ruleset"], json.dumps(question["rules"]))
    given = Given(question["kind"], question["given"])
    return {"id": question["id"], "outcome": result(given, rules)}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
