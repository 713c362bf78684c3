"""Scenarios beyond one deal: a game from its deals, and what a foul comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from riichi_core.errors import RecordError
from riichi_core.game.fouls import (
    fouls,
    judge,
)
from riichi_core.game.game import ReadDeal, play
from riichi_core.game.judgement import Judgement
from riichi_core.game.record import (
    FIELDS,
    game_json,
    read_signal,
    reader,
    wrong_deals,
    wrong_signal,
)
from riichi_core.game.time import Signal
from riichi_core.messages import Message
from riichi_core.rules.rules import Rules
from riichi_core.scoring.fields import flag, known_fields, word
from riichi_core.settlement import DealError
from riichi_core.settlement.ending import PLAY_SETTINGS, PlaySetting

PLAYERS = ("Anna", "Ben", "Cleo", "Dan")
"""Who plays in every scenario, the first East first."""

GAME_FIELDS = ("deals", "stops", "signal")
FOUL_FIELDS = ("name", "setting")


class Deals(NamedTuple):
    """A game on paper: its deals, whether a leading East chose to end it, and the signal."""

    deals: Sequence[ReadDeal]
    stops: bool
    signal: Signal | None


class Foul(NamedTuple):
    """A foul, and whose price of a chombo it has."""

    name: str
    setting: PlaySetting


def read_deals(facts: Mapping[str, Any]) -> Deals:
    """A game from its record without players.

    Raises:
        RecordError: there are no deals, or a field that no deal has; what else is wrong in one of
            them is found when it is played.
    """
    if message := wrong_deals(facts):
        raise DealError("missing_field", "deals", message)
    for number, deal in enumerate(facts["deals"]):
        try:
            known_fields(deal if isinstance(deal, Mapping) else {}, FIELDS)
        except RecordError as error:
            raise DealError(error.code, f"deals.{number}.{error.field}", error.message) from None
    if message := wrong_signal(facts):
        raise DealError("out_of_range", "signal", message)
    deals = [reader(deal, PLAYERS) for deal in facts["deals"]]
    return Deals(deals, flag(facts, "stops"), read_signal(facts))


def game_result(given: Deals, rules: Rules) -> Mapping[str, Any]:
    """What becomes of a game, as `riichi game --format json` has it, without a fault.

    Raises:
        DealError: what is wrong with a deal, or that the game was over before it.
    """
    game = play(given.deals, rules, given.stops, given.signal)
    if game.fault is not None:
        fault = game.fault
        where = f"deals.{fault.number}.{fault.field}".rstrip(".")
        message = Message("deal {number}: {why}", number=fault.number + 1, why=fault.message)
        raise DealError(fault.code, where, message)
    result = game_json(PLAYERS, game)
    return {name: result[name] for name in ("deals", "over", "finals")}


def read_foul(facts: Mapping[str, Any]) -> Foul:
    """A foul by its name.

    Raises:
        RecordError: there is no such foul or setting.
    """
    if facts.get("name") is None:
        raise DealError("missing_field", "name", "name is missing: which foul (riichi foul)")
    return Foul(
        word(facts, "name", fouls()),
        PLAY_SETTINGS[PLAY_SETTINGS.index(word(facts, "setting", PLAY_SETTINGS))],
    )


def foul_of(facts: Mapping[str, Any], rules: Rules) -> Judgement:
    """What a foul that was given comes to."""
    foul = read_foul(facts)
    return judge(foul.name, rules, setting=foul.setting)


def foul_result(given: Foul, rules: Rules) -> Mapping[str, Any]:
    """What a foul comes to, as `riichi foul --format json` has it."""
    return judge(given.name, rules, setting=given.setting).as_json()
