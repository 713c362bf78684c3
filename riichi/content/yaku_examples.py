"""Look up how to recognise each yaku: in words, and by hands (rulesets/yaku-hands.yaml)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from riichi_core.rules.library import rulesets_dir
from riichi_core.rules.prepared import load_typed

YAKU_HANDS_FILE = "yaku-hands.yaml"


@dataclass(frozen=True, slots=True)
class YakuExample:
    """A yaku described in words and by examples.

    Attributes:
        says: how to recognise it.
        has: the record of a win that has it.
        misses: the record of a win that just misses it.
        why: what that win lacks.
    """

    says: str
    has: Mapping[str, object]
    misses: Mapping[str, object]
    why: str


@cache
def yaku_examples() -> Mapping[str, YakuExample]:
    """Return a description and examples for each defined yaku."""
    data = load_typed(rulesets_dir() / YAKU_HANDS_FILE, dict[str, Any])
    return MappingProxyType({name: _example(**entry) for name, entry in data.items()})


def _example(says: str, has: dict[str, object], misses: dict[str, object]) -> YakuExample:
    facts = {name: fact for name, fact in misses.items() if name != "why"}
    return YakuExample(says, has, facts, str(misses["why"]))
