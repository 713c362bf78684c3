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
from riichi_core.scenarios.kinds.kind import ABSENT, Expected, Kind, TextOrNull

FoulName = Annotated[str, as_word(fouls()), Accepts("the name of a foul (riichi foul lists them)")]


class FoulRecord(Record):
    """A foul by name, and its setting, which decides the chombo penalty."""

    name: FoulName
    setting: PlaySetting = "tournament"

    def judgement(self, rules: Rules) -> Judgement:
        """Return the judgement of the foul."""
        return judge(self.name, rules, setting=self.setting)


class ExpectedPenalty(Record):
    """The points that a foul costs."""

    least: int = ABSENT
    most: int = ABSENT
    points: int = ABSENT
    from_east: int = ABSENT
    to_east: int = ABSENT
    to_other: int = ABSENT
    paid_to: TextOrNull = ABSENT
    charged: TextOrNull = ABSENT
    repeated: TextOrNull = ABSENT
    amounts: list[int] = ABSENT
    serious: list[int] = ABSENT


class ExpectedAfterChombo(Record):
    """The course of play after a chombo."""

    next_deal: str | dict[str, str] | None = ABSENT
    riichi_bets: TextOrNull = ABSENT
    with_win: TextOrNull = ABSENT
    after_last_discard: TextOrNull = ABSENT
    last_timed_deal: TextOrNull = ABSENT


class ExpectedBans(Record):
    """What a foul bars its player from, and how long."""

    no_ron_on: TextOrNull = ABSENT
    calls: TextOrNull = ABSENT
    until: TextOrNull = ABSENT


class ExpectedFoul(Expected):
    """Expectations of a foul."""

    chombo: bool = ABSENT
    dead_hand: bool = ABSENT
    void: bool = ABSENT
    redeal: bool = ABSENT
    referee: bool = ABSENT
    regulated: bool = ABSENT
    kind: TextOrNull = ABSENT
    condition: TextOrNull = ABSENT
    riichi_bet: TextOrNull = ABSENT
    dead_hand_excused: TextOrNull = ABSENT
    disqualification: TextOrNull = ABSENT
    penalty: ExpectedPenalty | None = ABSENT
    after_chombo: ExpectedAfterChombo | None = ABSENT
    bans: ExpectedBans | None = ABSENT
    found_at: list[str] = ABSENT


FOUL = Kind(
    name="foul",
    title="Fouls",
    given=FoulRecord,
    result=lambda foul, ruleset: foul.judgement(ruleset.rules).as_json(),
    expected=ExpectedFoul,
    wanted=Message("a foul by its name, e.g. {example}", example="{name: swap_call}"),
    possible=Message("a foul"),
    example="{dead_hand: true}",
    describe=lambda facts: f"the foul {plain(facts.get('name', 'nobody knows what'))}",
)
