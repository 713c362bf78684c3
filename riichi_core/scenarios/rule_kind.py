"""Scenarios of what a ruleset says: for what is decided by people at the table, and for lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from riichi_core.rules.chapters.yaku import YakumanWorth
from riichi_core.rules.options import describe_value
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.fields import listing, unknown_word, word
from riichi_core.settlement import DealError

RULE_FIELDS = ("options", "yaku")
LISTS = ("yakuman", "ordinary")
"""The lists of yaku that can be asked for."""


class Asked(NamedTuple):
    """What of a ruleset is asked for: options by their paths, or a list of yaku."""

    options: tuple[str, ...]
    yaku: str | None


def read_rule(data: Mapping[str, Any]) -> Asked:
    """What is asked for, from its record.

    Raises:
        RecordError: nothing is asked for, or what there is not.
    """
    paths = listing(data, "options")
    for path in paths:
        if path not in options():
            unknown_word("options", str(path), tuple(options()))
    asked = word(data, "yaku", LISTS) if "yaku" in data else None
    if not paths and asked is None:
        raise DealError("missing_field", "options", "options or yaku is missing: what is asked for")
    return Asked(tuple(paths), asked)


def rule_result(asked: Asked, ruleset: Ruleset) -> Mapping[str, Any]:
    """What a ruleset says: the values as its file has them and in words, or the yaku of a list."""
    found: dict[str, Any] = {"values": {}, "says": {}}
    for path in asked.options:
        chapter, name = path.split(".")
        found["values"][path] = ruleset.raw[chapter][name]
        found["says"][path] = describe_value(options()[path], ruleset.rules.value(path))
    if asked.yaku is not None:
        wanted = asked.yaku == "yakuman"
        found["yaku"] = [{"id": name} for name in _priced(ruleset, yakuman=wanted)]
    return found


def _priced(ruleset: Ruleset, *, yakuman: bool) -> list[str]:
    """The yaku of the chapter that are worth a yakuman, or that are worth anything else."""
    yaku = ruleset.rules.yaku
    names = [path.split(".")[1] for path in options() if path.startswith("yaku.")]
    worths = {name: getattr(yaku, name) for name in names}
    return [
        name
        for name, worth in worths.items()
        if worth != "none" and isinstance(worth, YakumanWorth) == yakuman
    ]
