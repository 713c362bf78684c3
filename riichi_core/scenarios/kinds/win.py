"""Scenarios about the value of a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from riichi_core.files.yaml_text import plain
from riichi_core.messages import Message, not_empty
from riichi_core.records.win import WinRecord, win_json
from riichi_core.scenarios.kinds.kind import Kind, describe_facts
from riichi_core.scoring.score import score


def _describe_win(facts: Mapping[str, Any]) -> str:
    rest = dict(facts)
    hand, tile = rest.pop("hand", "no hand"), rest.pop("winning_tile", "no tile")
    by = {"self_draw": "drawn", "discard": "from a discard"}
    won = rest.pop("won_by", "nobody knows how")
    seat, round_wind = rest.pop("seat_wind", "east"), rest.pop("round_wind", "east")
    parts = [
        f"{plain(hand)} wins on {plain(tile)}, {by.get(str(won), plain(won))}",
        f"{plain(seat)} in the {plain(round_wind)} round",
    ]
    return "; ".join(not_empty([*parts, describe_facts(rest)]))


WIN = Kind(
    name="win",
    title="What a hand is worth",
    given=WinRecord,
    check=WinRecord.win,
    result=lambda record, ruleset: win_json(score(record.win(), ruleset)),
    wanted=Message(
        "the facts of a win, e.g. {example}", example="{hand: …, winning_tile: …, won_by: discard}"
    ),
    possible=Message("a possible win"),
    example="{han: 4, points: 7700}",
    describe=_describe_win,
)
