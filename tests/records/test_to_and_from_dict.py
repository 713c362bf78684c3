"""Values of the library can be written as JSON and read back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from each import each
from hypothesis import given
from reference.generate import wins
from strategies import deals, rulesets

import riichi_core as rc
from riichi_core.records.deal import read_deal
from riichi_core.records.win import read_win
from riichi_core.settlement.ledger import Ledger

RULESETS = [rc.load(name) for name in ("ema-2016", "ema-2025", "wrcr-2015", "tenhou")]
WIN = rc.Win("2345567m(345p<)678s", "8m", by="ron", seat="south", dora="4m")
STATED = (
    rc.StatedWin(rc.Wind.SOUTH, han=3, fu=40),
    rc.StatedWin(rc.Wind.WEST, limit="mangan"),
    rc.StatedWin(rc.Wind.NORTH, yakuman=2),
)
THIRDS = rc.FinishedDeal(rc.Wins(STATED, "east"), bets=Fraction(1, 3))


def copied(value: Any) -> Any:
    """Return the value after writing it as JSON text and reading it back."""
    return type(value).from_dict(json.loads(json.dumps(value.to_dict())))


def values() -> Iterator[Any]:
    yield rc.Hand("2345567m(345p<)(777+7z>)")
    yield rc.Hand("0p123m[1111s](0555m^)11z2p")
    yield WIN
    yield rc.Win("234m55p12345678s", "9s", by=rc.Tsumo(apart=False, last_tile=True), counters=2)
    yield rc.Win("2345567m345p678s", "8m", by=rc.Ron(first_turn=True), seat="north",
                 circumstances=["riichi_discard"])  # fmt: skip
    yield rc.Win("2345567m345p678s", "8m", by="tsumo", riichi="double", ippatsu=True, ura="1m",
                 dora="3m", round_wind="west")  # fmt: skip
    yield THIRDS
    yield rc.FinishedDeal(rc.Wins(WIN, discarder="west"), riichi=["west"], bets=1)
    yield rc.FinishedDeal(rc.Wins(WIN, discarder="west", void=True), riichi=["west"])
    yield rc.FinishedDeal(rc.Wins(WIN, discarder="west"), riichi=["south"], void_riichi=["south"])
    yield rc.FinishedDeal(
        rc.ExhaustiveDraw(["east"], nagashi=["west"], dead=["south"], noten_riichi=["north"]),
        riichi=["north"], void_riichi=["north"], table_penalties={"south": -1000},
        penalties={"north": -2000}, wareme="east", counters=3,
    )  # fmt: skip
    yield rc.FinishedDeal(rc.AbortiveDraw("nine_kinds"), setting="casual")
    yield rc.FinishedDeal(rc.Chombo(), offenders=["west"])
    yield rc.FinishedDeal(rc.Redeal())
    paid = Ledger().fined(rc.Wind.WEST, 1000, "pot").fined(rc.Wind.EAST, 500, "to_each")
    yield rc.FinishedDeal(rc.ExhaustiveDraw(), foul_payments=paid)
    for ruleset in RULESETS:
        yield rc.score(WIN, ruleset)
        yield rc.score(rc.Win("234567m(345p)678s1z", "1z", by="ron"), ruleset)
        yield rc.settle(rc.Wins(WIN, discarder="west"), ruleset)
        yield ruleset


def test_each_value_survives_a_round_trip_as_json() -> None:
    for value in values():
        assert copied(value) == value, value
        assert rc.from_dict(type(value), rc.to_dict(value)) == value


@each("ruleset", RULESETS)
def test_random_wins_and_their_scores_survive_a_round_trip(ruleset: rc.Ruleset) -> None:
    for record in wins(7, 60, {"m": 1, "p": 1, "s": 1}):
        win = read_win(record)
        assert copied(win) == win
        try:
            result = rc.score(win, ruleset)
        except rc.UnsupportedTileError:
            continue
        again = copied(result)
        assert again == result
        if isinstance(result, rc.Score):
            assert again.reading(win) == result.reading(win)


@given(deals(), rulesets())
def test_any_deal_and_its_settlement_survive_a_round_trip(
    record: dict[str, Any], ruleset: rc.Ruleset
) -> None:
    try:
        deal = read_deal(record, ruleset)
        settlement = rc.settle(deal, ruleset)
    except rc.RecordError:
        return
    assert copied(deal) == deal
    again = copied(settlement)
    assert again == settlement
    assert again.deltas == settlement.deltas


def test_settle_reads_what_to_dict_writes() -> None:
    batch = rc.RecordBatch(rc.DealLine, RULESETS[:1])
    for deal in values():
        if not isinstance(deal, rc.FinishedDeal) or isinstance(deal.end, rc.AbortiveDraw):
            continue
        settled = batch.record(deal.to_dict())["results"]["ema-2016"]
        assert {**settled, **rc.settle(deal, RULESETS[0]).to_dict()} == settled, deal


def test_a_record_has_fouls_or_their_effects() -> None:
    fouls = [{"seat": "south", "foul": "noten_riichi"}]
    drawn = {"end": "exhaustive_draw", "riichi": ["south"], "fouls": fouls}
    for effect in ({"riichi_lost": ["south"]}, {"penalties": {"south": -1000}}):
        with pytest.raises(rc.DealError, match="fouls and effects of fouls; give only one"):
            read_deal({**drawn, **effect}, RULESETS[0])


def test_commands_can_read_the_record_of_a_win() -> None:
    assert WIN.to_dict() == {
        "hand": "2345567m678s(345p<)",
        "winning_tile": "8m",
        "riichi": "none",
        "dora_indicators": ["4m"],
        "won_by": "discard",
        "seat_wind": "south",
        "round_wind": "east",
        "counters": 0,
    }


@each(
    "kind, data, field",
    [
        (rc.Win, {**WIN.to_dict(), "hand": "123m"}, "hand"),
        (rc.Win, [], ""),
        (rc.Score, {"valid": True}, "yaku"),
        (rc.NoWin, {"valid": False, "reason": "bad", "message": ""}, "reason"),
        (rc.Settlement, {}, "winners"),
        (rc.FinishedDeal, {"end": "never"}, "end"),
        (rc.Score, {**rc.to_dict(rc.score(WIN, "ema-2025")), "reading": "234m"}, "reading"),
    ],
)
def test_an_error_in_data_names_its_field(kind: Any, data: Any, field: str) -> None:
    with pytest.raises(rc.RecordError) as caught:
        kind.from_dict(data)
    assert caught.value.field == field


def test_other_values_are_refused_with_the_allowed_ones() -> None:
    refused: Any = rc
    with pytest.raises(rc.RiichiError, match="'tile' cannot be written as JSON"):
        refused.to_dict("tile")
    with pytest.raises(rc.RiichiError, match="a value of type Tile cannot be written as JSON"):
        refused.to_dict(rc.Tile("5m"))
    with pytest.raises(rc.RiichiError, match=r"expected one of Hand, Win, .*, not 'Table'"):
        refused.from_dict(rc.Table, {})


def test_an_explanation_has_its_lines_in_the_language_asked_for() -> None:
    win = rc.Win("2345567m345p678s", "8m", by="ron", seat="south")
    found = rc.to_dict(rc.explain(win, "ema-2016", language="nl"))
    assert found["score"] == rc.to_dict(rc.score(win, "ema-2016"))
    assert found["seen"] == "234m 678m 345p 678s 55m, tweezijdig wachtend op 8m"
    line = {"part": "yaku", "id": "all_simples", "label": "Alleen simpele stenen",
            "value": "1 han", "options": ["yaku.all_simples"], "clauses": []}  # fmt: skip
    assert line in found["lines"]
    assert found["remarks"] == []
    with pytest.raises(rc.RecordError, match="language: there is no 'xx': expected en, nl"):
        rc.explain(win, "ema-2016", language="xx")


@each("ruleset", rc.rulesets())
def test_each_yaku_has_a_name_in_each_language_and_a_definition(ruleset: str) -> None:
    for entry in rc.yaku(ruleset, language="nl"):
        assert {"en", "nl"} <= {*entry.names}
        assert entry.name == entry.names["nl"]
        assert entry.says.endswith(".")
        assert entry.definition.endswith(".")
    assert rc.options(ruleset)[0].path == "tiles.red_fives"
