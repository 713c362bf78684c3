"""Arguments of a wrong type are errors that name the parameter, also where they would be true."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import riichi_core as rc
from riichi.games.formats import games
from riichi_core.bots import RandomPlayer
from riichi_core.records.log import LogHeader
from riichi_core.seeded import SeededRandom

WIN = rc.Win("2345567m345p678s", "8m", by="ron", seat="south")
EMA = rc.load("ema-2025")
NAMES = ["Ann", "Bob", "Cas", "Dee"]


def discarded() -> rc.Table:
    table = rc.Table(EMA, seed=1)
    table.start()
    return table


REFUSED: dict[str, Callable[[], object]] = {
    "last_tile: expected True or False, not 'no'": lambda: rc.Ron(last_tile="no"),  # type: ignore[arg-type]
    "after_quad: expected True or False, not 1": lambda: rc.Tsumo(after_quad=1),  # type: ignore[arg-type]
    "ippatsu: expected True or False, not 'false'": lambda: rc.Riichi(ippatsu="false"),  # type: ignore[arg-type]
    "double: expected True or False, not None": lambda: rc.Riichi(double=None),  # type: ignore[arg-type]
    "ippatsu: expected True or False, not 'no'": lambda: rc.Win(
        "2345567m345p678s", "8m", by="ron", riichi=True, ippatsu="no"),  # type: ignore[arg-type]
    "void: expected True or False, not 'no'": lambda: rc.Wins(WIN, discarder="west", void="no"),  # type: ignore[arg-type]
    "fed_by: expected a dict, not 3": lambda: rc.Wins(WIN, fed_by={"east": 3}),  # type: ignore[dict-item]
    "han: not a whole number: '2'": lambda: rc.StatedWin(rc.Wind.SOUTH, han="2", fu=30),  # type: ignore[arg-type]
    "fu: not a whole number: '30'": lambda: rc.StatedWin(rc.Wind.SOUTH, han=2, fu="30"),  # type: ignore[arg-type]
    "yakuman: not a whole number: True": lambda: rc.StatedWin(rc.Wind.SOUTH, yakuman=True),
    "penalties: expected a dict, not a list": lambda: rc.FinishedDeal(
        rc.ExhaustiveDraw(), penalties=[1]),  # type: ignore[arg-type]
    "riichi: expected True or False, not 'no'": lambda: rc.Discard(rc.Tile("1m"), riichi="no"),  # type: ignore[arg-type]
    "tsumogiri: expected True or False, not 1": lambda: rc.Discard(rc.Tile("1m"), tsumogiri=1),  # type: ignore[arg-type]
    "tenpai: expected True or False, not 'no'": lambda: rc.DeclareTenpai(tenpai="no"),  # type: ignore[arg-type]
    "hasty: expected True or False, not 'no'": lambda: rc.Response("east", "pass", hasty="no"),  # type: ignore[arg-type]
    "order: not a whole number: '1'": lambda: rc.Response("east", "pass", order="1"),  # type: ignore[arg-type]
    "seconds: not a whole number: '1'": lambda: rc.Response("east", "pass", seconds="1"),  # type: ignore[arg-type]
    "names: expected the names of the players, not 1, 2, 3, 4": lambda: rc.write_game(
        discarded(), "mjai", names=[1, 2, 3, 4]),  # type: ignore[list-item]
    "the name of a player is 1, not text": lambda: LogHeader.of(EMA, [1, *NAMES[1:]], 1),  # type: ignore[list-item]
    "the name '\\ud800' contains an unpaired surrogate": lambda: LogHeader.of(
        EMA, ["\ud800", *NAMES[1:]], 1),
    "the names of the players are too long for a line": lambda: LogHeader.of(
        EMA, ["\x01" * 200] * 4, 1),
}  # fmt: skip


@pytest.mark.parametrize("message", REFUSED)
def test_a_wrong_argument_is_an_error_that_names_the_parameter(message: str) -> None:
    with pytest.raises(rc.RiichiError) as caught:
        REFUSED[message]()
    assert str(caught.value) == message


def test_a_record_that_no_reader_would_take_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    table = rc.Table(EMA.replace({"end.rounds": 1}), seed=1)
    rc.play_game(table, [RandomPlayer(SeededRandom(seat)) for seat in range(4)])
    monkeypatch.setattr(games, "MOST_POINTS", 20_000)
    with pytest.raises(rc.RiichiError, match="more than 20,000 points"):
        rc.write_game(table, "tenhou6")
