"""Scenarios about the consequences of a single foul."""

from __future__ import annotations

from typing import Annotated

from riichi_core.files.accepted_values import Accepts
from riichi_core.files.yaml_text import plain
from riichi_core.game.fouls import Judgement, fouls, judge
from riichi_core.messages import Message
from riichi_core.records.fields import Record, as_word
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.rules import Rules
from riichi_core.scenarios.kinds.kind import Kind

FoulName = Annotated[str, as_word(fouls()), Accepts("the name of a foul (riichi foul lists them)")]


class FoulRecord(Record):
    """A foul by name, and its setting, which decides the chombo penalty."""

    name: FoulName
    setting: PlaySetting = "tournament"

    def judgement(self, rules: Rules) -> Judgement:
        """Return the judgement of the foul."""
        return judge(self.name, rules, setting=self.setting)


FOUL = Kind(
    name="foul",
    title="Fouls",
    given=FoulRecord,
    result=lambda foul, ruleset: foul.judgement(ruleset.rules).as_json(),
    wanted=Message("a foul by its name, e.g. {example}", example="{name: swap_call}"),
    possible=Message("a foul"),
    example="{dead_hand: true}",
    describe=lambda facts: f"the foul {plain(facts.get('name', 'nobody knows what'))}",
)
