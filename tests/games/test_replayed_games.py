"""Whole recorded games: their ends, their results, and facts that a record omits."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from making import joined
from writing6 import as_tenhou6

from riichi.games.formats.mjai import read_mjai, unwritten, write_mjai
from riichi.games.formats.tenhou6 import read_tenhou6
from riichi.games.replay.deal_history import deals_of
from riichi.games.replay.recorded_game import RecordedGame
from riichi.games.replay.replay import ReplayedGame, replay_game
from riichi_core.bots import SensiblePlayer
from riichi_core.bots.runner import play_game
from riichi_core.errors import RecordError
from riichi_core.play.table import Table
from riichi_core.rules.load import load

NAMES = ("Aoi", "Ben", "Chika", "Dario")
TENHOU = load("tenhou")


@cache
def table() -> Table:
    """Play a whole game of sensible players, with riichi wins and quads."""
    game = Table(TENHOU, seed=3)
    play_game(game, [SensiblePlayer() for _ in range(4)])
    return game


@cache
def text() -> str:
    return write_mjai(NAMES, deals_of(table()), [one.score for one in table().finals])


def lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in text().splitlines()]


def replayed(game: RecordedGame, name: str = "tenhou") -> ReplayedGame:
    return replay_game(game, load(name).rules)


# ---- the end -------------------------------------------------------------------------------------


def test_a_record_ends_with_its_reason_places_and_results() -> None:
    done = replayed(read_mjai(text()))
    assert done.problems == ()
    assert done.ended_by == table().game.ended_by is not None
    assert done.finals == table().finals
    assert sorted(one.place for one in done.finals) == [1, 2, 3, 4]


def test_a_truncated_record_has_no_result() -> None:
    *first, _last, _end = text().split('{"type":"start_kyoku"')
    done = replayed(read_mjai('{"type":"start_kyoku"'.join(first)))
    assert (done.problems, done.ended_by, done.finals) == ((), None, ())


def test_a_game_that_continues_after_its_end_is_reported() -> None:
    """The scores before the surplus deal are the final scores."""
    found = lines()
    start = next(line for line in found if line["type"] == "start_kyoku")
    after = [one.score for one in table().finals]
    number = found.index(start)
    end = next(n for n, line in enumerate(found) if line["type"] == "end_kyoku") + 1
    last = {**start, "bakaze": "W", "scores": after, "honba": 0, "kyotaku": 0}
    done = replayed(read_mjai(joined([*found[:-1], last, *found[number + 1 : end]])))
    told = [str(one) for one in done.problems if "the record continues" in one.message]
    assert told == [
        f"deal {len(table().game.played)}: the game is over after this hand (all rounds "
        "were played), but the record continues"
    ]


@pytest.mark.parametrize("deal", [1, -1])
def test_wrong_points_followed_by_right_scores_are_reported_once(deal: int) -> None:
    data = json.loads(as_tenhou6(read_mjai(text())))
    scores = [one.score for one in table().finals]
    data["sc"] = [part for score in scores for part in (score, 0.0)]
    points = data["log"][deal][16][1]
    points[:] = [points[0] + 1000, points[1] - 1000, *points[2:]]
    done = replayed(read_tenhou6(json.dumps(data)))
    assert [one.kind for one in done.problems] == ["deltas"]


def test_recorded_results_are_compared_with_ours() -> None:
    game = read_mjai(text())
    data = json.loads(as_tenhou6(game))
    ours = [(one.score, one.result) for one in table().finals]
    data["sc"] = [part for score, result in ours for part in (score, float(result) / 1000)]
    assert replayed(read_tenhou6(json.dumps(data))).notes == ()
    data["sc"][1::2] = [41.0, 12.0, -10.0, -43.0]
    (note,) = replayed(read_tenhou6(json.dumps(data))).notes
    assert note.startswith("results: recorded [41000, 12000, -10000, -43000], here [")


# ---- ura that a record does not give -------------------------------------------------------------


def without_ura() -> list[dict[str, Any]]:
    return [{key: value for key, value in line.items() if key != "ura_markers"} for line in lines()]


def riichi_wins() -> list[int]:
    """Return the deals won after riichi, according to the lines."""
    deal, found = 0, []
    riichi: set[int] = set()
    for line in lines():
        if line["type"] == "start_kyoku":
            deal, riichi = deal + 1, set()
        elif line["type"] == "reach_accepted":
            riichi.add(line["actor"])
        elif line["type"] == "hora" and line["actor"] in riichi:
            found.append(deal)
    return found


def test_missing_ura_are_inferred_from_the_points() -> None:
    done = replayed(read_mjai(joined(without_ura())))
    assert done.problems == ()
    assert len(riichi_wins()) > 1
    assert list(done.notes) == [
        f"deal {n}: the ura dora indicators are unknown: riichi assumes those that fit the points"
        for n in riichi_wins()
    ]


def test_ura_do_not_count_if_the_points_are_unknown_too() -> None:
    bare = [
        {key: value for key, value in line.items() if key != "deltas"} for line in without_ura()
    ]
    done = replayed(read_mjai(joined(bare)))
    assert {one.kind for one in done.problems} <= {"standing"}
    assert (
        f"deal {riichi_wins()[0]}: the ura dora indicators are unknown: none is counted"
        in done.notes
    )


@pytest.mark.parametrize("key", ["uradora_markers", "uradora_marker"])
def test_ura_are_read_under_each_of_their_names(key: str) -> None:
    found = [
        {key if name == "ura_markers" else name: value for name, value in line.items()}
        for line in lines()
    ]
    assert read_mjai(joined(found)) == read_mjai(text())


def test_one_ura_marker_needs_no_list() -> None:
    found = lines()
    (line, *_) = [one for one in found if len(one.get("ura_markers", ())) == 1]
    line["uradora_marker"] = line.pop("ura_markers")[0]
    assert read_mjai(joined(found)) == read_mjai(text())


# ---- the original mjai ---------------------------------------------------------------------------


def original() -> list[dict[str, Any]]:
    """Return the lines of the first mjai server: scores after each deal, and none before."""
    found, after = [], list[Any]()
    standings = iter([list(one.next_standing.scores) for one in deals_of(table())])
    for line in lines():
        if line["type"] in ("hora", "ryukyoku"):
            after = after or next(standings)
            line["scores"] = after
        elif line["type"] == "start_kyoku":
            after = []
            del line["scores"]
        found.append(line)
    return found


def test_the_original_mjai_has_scores_only_after_each_deal() -> None:
    assert read_mjai(joined(original())) == read_mjai(text())


def test_scores_follow_from_the_previous_deal() -> None:
    """The first deal states them, and each line has its points."""
    found = original()
    for line in found[len(found) // 3 :]:
        line.pop("scores", None)
    found[-1]["scores"] = lines()[-1]["scores"]
    assert read_mjai(joined(found)) == read_mjai(text())


def test_a_record_without_any_scores_is_refused() -> None:
    found = [{k: v for k, v in line.items() if k != "scores"} for line in original()]
    with pytest.raises(RecordError, match=r"^line [0-9]+: hand 1 has no scores"):
        read_mjai(joined(found))


def test_other_formats_omit_whose_wall_was_broken() -> None:
    house = replace(TENHOU, rules=TENHOU.rules.changed({"setup.wareme": "double"}))
    game = Table(house, seed=3)
    play_game(game, [SensiblePlayer() for _ in range(4)])
    notes = unwritten(tuple(deals_of(game)), "mjai")
    assert {note.partition(": ")[2] for note in notes} == {
        "the seat whose wall was broken is left out"
    }
    assert unwritten(tuple(deals_of(table())), "mjai") == []
