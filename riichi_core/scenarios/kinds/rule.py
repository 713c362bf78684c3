"""Scenarios of what the rules say: for what people decide at the table, and for lists of yaku."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from riichi_core.rules.chapters.yaku import YakumanWorth
from riichi_core.rules.options import describe_value
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.fields import list_field, unknown_word, word
from riichi_core.scenarios.kinds.kind import ABSENT, Expected, Kind, Named, YakuName
from riichi_core.scenarios.kinds.win import ExpectedYaku
from riichi_core.settlement.ending import DealError
from riichi_core.source.expected import Accepts

RULE_FIELDS = ("options", "yaku")
LISTS = ("yakuman", "ordinary")
"""The lists of yaku that can be asked for."""


class RuleQuestion(NamedTuple):
    """A question to a ruleset: options by their paths, or a list of yaku."""

    options: tuple[str, ...]
    yaku: str | None


def read_rule(data: Mapping[str, Any]) -> RuleQuestion:
    """Return what a record asks for.

    Raises:
        RecordError: nothing is asked for, or what there is not.
    """
    paths = list_field(data, "options")
    for path in paths:
        if path not in options():
            unknown_word("options", str(path), tuple(options()))
    asked = word(data, "yaku", LISTS) if "yaku" in data else None
    if not paths and asked is None:
        raise DealError("missing_field", "options", "options or yaku is missing: what is asked for")
    return RuleQuestion(tuple(paths), asked)


def rule_result(asked: RuleQuestion, ruleset: Ruleset) -> Mapping[str, Any]:
    """Return values as the file of a ruleset has them and in words, or the yaku of a list."""
    found: dict[str, Any] = {"values": {}, "says": {}}
    for path in asked.options:
        found["values"][path] = ruleset.rules.written_value(path)
        found["says"][path] = describe_value(options()[path], ruleset.rules.value(path))
    if asked.yaku is not None:
        wanted = asked.yaku == "yakuman"
        found["yaku"] = [{"id": name} for name in _priced(ruleset, yakuman=wanted)]
    return found


def _priced(ruleset: Ruleset, *, yakuman: bool) -> list[str]:
    """Return the yaku of the chapter that are worth a yakuman, or all others that are played."""
    yaku = ruleset.rules.yaku
    names = [path.split(".")[1] for path in options() if path.startswith("yaku.")]
    worths = {name: getattr(yaku, name) for name in names}
    return [
        name
        for name, worth in worths.items()
        if worth != "none" and isinstance(worth, YakumanWorth) == yakuman
    ]


# ---- what can be expected ------------------------------------------------------------------------

OptionValue = Annotated[
    bool | int | str | list[Any] | dict[str, Any], Accepts("a value as a ruleset file has it")
]


class ExpectedRule(Expected):
    """What can be expected of the rules."""

    values: Named[OptionValue] = ABSENT
    says: Named[str] = ABSENT
    yaku: list[ExpectedYaku] = ABSENT
    has: list[YakuName] = ABSENT
    has_not: list[YakuName] = ABSENT


RULE = Kind(
    name="rule",
    title="What the rules say",
    fields=RULE_FIELDS,
    read=read_rule,
    result=rule_result,
    expected=ExpectedRule,
    wanted="what of a ruleset is asked for, as {options: [tournament.minutes]}",
    possible="options that there are",
    example="{values: {tournament.minutes: 90}}",
)
