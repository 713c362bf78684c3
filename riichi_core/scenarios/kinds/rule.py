"""Scenarios about the text of the rules: decisions of people at the table, and lists of yaku."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import ConfigDict, model_validator

from riichi_core.files.accepted_values import Accepts, value_error
from riichi_core.messages import Message
from riichi_core.records.fields import Listed, Omittable, Record, as_word
from riichi_core.rules.chapters.yaku import YakumanWorth
from riichi_core.rules.options import describe_value
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds.kind import Kind

AskedOption = Annotated[
    str, as_word(tuple(options())), Accepts("the path of an option, e.g. claims.winners")
]


class RuleQuestion(Record):
    """A question to a ruleset: options by their paths, or a list of yaku."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        json_schema_extra={"anyOf": [{"required": [name]} for name in ("options", "yaku")]}
    )
    options: Listed[AskedOption] = ()
    yaku: Omittable[Literal["yakuman", "ordinary"]] = None

    @model_validator(mode="after")
    def _asks(self) -> Self:
        """Reject a record without a question."""
        if not self.options and self.yaku is None:
            message = Message("options or yaku is missing")
            raise value_error("missing_field", message)
        return self


def rule_result(question: RuleQuestion, ruleset: Ruleset) -> Mapping[str, Any]:
    """Return values as in a ruleset file and in words, or the yaku of a list."""
    answer: dict[str, Any] = {"values": {}, "says": {}}
    for path in question.options:
        answer["values"][path] = ruleset.rules.written_value(path)
        answer["says"][path] = describe_value(options()[path], ruleset.rules.value(path))
    if question.yaku is not None:
        wanted = question.yaku == "yakuman"
        answer["yaku"] = [{"id": name} for name in _yaku_worth_yakuman(ruleset, yakuman=wanted)]
    return answer


def _yaku_worth_yakuman(ruleset: Ruleset, *, yakuman: bool) -> list[str]:
    """Return the yaku that are worth a yakuman, or all others that are played."""
    yaku = ruleset.rules.yaku
    names = [path.split(".")[1] for path in options() if path.startswith("yaku.")]
    worths = {name: getattr(yaku, name) for name in names}
    return [
        name
        for name, worth in worths.items()
        if worth != "none" and isinstance(worth, YakumanWorth) == yakuman
    ]


RULE = Kind(
    name="rule",
    title="What the rules say",
    given=RuleQuestion,
    result=rule_result,
    wanted=Message(
        "options or yaku to look up, e.g. {example}", example="{options: [tournament.minutes]}"
    ),
    possible=Message("options that exist"),
    example="{values: {tournament.minutes: 90}}",
)
