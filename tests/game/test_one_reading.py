"""`riichi foul`, a settlement, a written game and play agree on the effect of a foul."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from each import each
from effort import first

from riichi_core.errors import RecordError
from riichi_core.game.fouls import (
    EFFECTS,
    IMPOSSIBLE_WITHOUT,
    Charge,
    Degrees,
    Judgement,
    at_an_exhaustive_draw,
    fouls,
    judge,
    judgement_words,
)
from riichi_core.game.game import play_deals
from riichi_core.play.decide import report_foul
from riichi_core.play.text import describe_event
from riichi_core.records.deal import DealLine
from riichi_core.records.written_game import game_json, reader
from riichi_core.rules.load import load
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds.play import Play, Position, deal_of, play_result
from riichi_core.tiles import Wind

BOOKS = {name: load(name) for name in ("ema-2012", "ema-2016", "ema-2025", "wrcr-2015", "wrc-2025")}
NAMES = ("Anna", "Ben", "Cleo", "Dan")
SEATS = ("east", "south", "west", "north")
TABLE: dict[str, Any] = {"hands": {"south": "23p456m789m678s33z"}, "tiles_left": 1, "draws": "8p"}
Json = Mapping[str, Any]


def written(foul: str, judged: Judgement, seat: str, *, riichi: bool) -> dict[str, Any]:
    """Return a deal that ends in a draw, with South tenpai and the foul found in play."""
    one: dict[str, Any] = {"seat": seat, "foul": foul, "moment": "in_play"}
    if isinstance(judged.penalty, Degrees):
        one |= {"points": 12000}
    return {"end": "exhaustive_draw", "riichi": [seat] if riichi else [], "tenpai": [seat],
            "fouls": [one]}  # fmt: skip


def played(foul: str, judged: Judgement, ruleset: Ruleset, *, riichi: bool) -> Json:
    """Return the same deal in play: the foul is reported, then the last tile is discarded."""
    said: dict[str, Any] = {"foul": foul}
    if isinstance(judged.penalty, Degrees):
        said |= {"points": 12000}
    acts = [{"south": said}, {"east": "discard 8p"}, {"south": "tenpai"}]
    riichi_of = {"riichi": ["south"]} if riichi else {}
    return play_result(Play.read(TABLE | riichi_of | {"acts": acts}), ruleset)


def scores(settled: Json, before: Mapping[str, int]) -> dict[str, int]:
    return {
        seat: before[seat] + settled["deltas"][seat] + settled["table_penalties"].get(seat, 0)
        for seat in SEATS
    }


@pytest.mark.parametrize("riichi", [False, True], ids=["quiet", "riichi"])
@pytest.mark.parametrize("book", first(BOOKS, 2))
@each("foul", fouls())
def test_a_foul_has_the_same_effect_everywhere(foul: str, book: str, riichi: bool) -> None:
    ruleset = BOOKS[book]
    judged = judge(foul, ruleset)
    record = written(foul, judged, "south", riichi=riichi)
    if foul in IMPOSSIBLE_WITHOUT["riichi"] and not riichi:
        with pytest.raises(RecordError, match="south has not declared riichi"):
            DealLine.read(record)
        return

    settled: Json = DealLine.read(record).settled(ruleset)
    bet = ruleset.rules.riichi.bet * riichi
    paper = scores(settled, dict.fromkeys(SEATS, 30000) | {"south": 30000 - bet})

    deal = reader(written(foul, judged, "Ben", riichi=riichi), NAMES)
    game = game_json(NAMES, play_deals([deal], ruleset.rules))
    assert game["first_error"] is None
    assert game["finals"] is not None
    assert list(game["deals"][0]["scores"].values()) == list(paper.values())
    assert game["finals"]["Ben"]["penalty"] == settled["penalties"].get("south", 0)

    table = played(foul, judged, ruleset, riichi=riichi)
    if table["settled"] is None:
        assert table["end"] == "redeal"
        assert settled["redeal"]
        assert paper == dict.fromkeys(SEATS, 30000)
    else:
        parts = ("winners", "offenders", "penalties", "table_penalties", "bets_left", "redeal",
                 "dealer_stays", "counters_next")  # fmt: skip
        for part in parts:
            assert table["settled"][part] == settled[part], part
        assert scores(table["settled"], table["scores"]) == paper
    if isinstance(judged.penalty, Charge) and judged.penalty.charged == "after_uma":
        assert settled["penalties"] == {"south": -judged.penalty.points}


@pytest.mark.parametrize("book", BOOKS)
@each("foul", fouls())
def test_a_foul_is_described_in_the_same_words_everywhere(foul: str, book: str) -> None:
    ruleset = BOOKS[book]
    judged = judge(foul, ruleset)
    title = options()[f"fouls.{foul}"].title
    points = 12000 if isinstance(judged.penalty, Degrees) else None
    riichi = foul in IMPOSSIBLE_WITHOUT["riichi"]
    drawn = at_an_exhaustive_draw(judged, ruleset.rules) if riichi else judged
    words = "12,000 after uma" if points else judgement_words(drawn)

    settled = DealLine.read(written(foul, judged, "south", riichi=riichi)).settled(ruleset)
    (on_paper,) = settled["fouls"]
    assert on_paper["outcome"] == drawn.effect
    assert on_paper["says"].startswith(f"south: {title}; {words}")

    deal = reader(written(foul, judged, "Ben", riichi=riichi), NAMES)
    (in_a_game,) = game_json(NAMES, play_deals([deal], ruleset.rules))["deals"][0]["fouls"]
    assert in_a_game["outcome"] == drawn.effect
    assert in_a_game["says"].removeprefix("Ben: ") == on_paper["says"].removeprefix("south: ")

    state = deal_of(Position.read(TABLE), ruleset.rules)
    event = report_foul(state, Wind.SOUTH, foul, ruleset.rules, points=points)
    assert event.outcome == judged.effect
    assert f"{title}; {EFFECTS[judged.effect]}" in describe_event(event)
    first = EFFECTS[judged.effect].split(",")[0]
    assert judged.effect in ("points", "call_changed", "obstruction") or first in judgement_words(
        judged
    )
