"""Replays under other rules than the original: nothing is invented, each difference shown once."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from making import CHARACTERS, deals, joined
from playing import played as played_log

from riichi.games.formats.mjai import read_mjai, write_mjai
from riichi.games.formats.record_files import RecordFile
from riichi.games.replay import replay
from riichi.games.replay.deal_history import deals_of
from riichi.games.replay.deciding_options import DecidingOptions, decided_by
from riichi.games.replay.divergences import divergences
from riichi.games.replay.recorded_game import RecordedGame, unseen
from riichi.games.replay.replay import ReplayedGame, replay_game
from riichi_core.bots import SensiblePlayer
from riichi_core.bots.runner import play_game
from riichi_core.play.events import Drew
from riichi_core.play.table import Table
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules

TENHOU, EMA = load("tenhou"), load("ema-2025")

BEGINS = "each hand starts as recorded, whatever the outcome of the one before"


@cache
def table() -> Table:
    game = Table(TENHOU, seed=3)
    play_game(game, [SensiblePlayer() for _ in range(4)])
    return game


@cache
def text() -> str:
    return write_mjai("ABCD", deals_of(table()), [one.score for one in table().finals])


def under(rules: Rules, game: RecordedGame | None = None) -> ReplayedGame:
    """Replay a game of Tenhou under other rules."""
    return replay_game(game or read_mjai(text()), rules, TENHOU.rules)


OTHER_START = (
    "the game began with 100,000 points, but under these rules with 120,000, so there is no result"
)


# ---- an indicator that the record does not have --------------------------------------------------


@pytest.mark.parametrize(("seed", "number"), [(22, 0), (80, 0), (952, 1), (1689, 1)])
def test_an_indicator_that_other_rules_turn_earlier_is_not_counted(seed: int, number: int) -> None:
    """A win on a replacement tile: Tenhou turns the quad's indicator only afterwards.

    The first tile that nobody saw would be a dora of the winner.
    """
    house = TENHOU.rules.with_value_of("tiles.red_fives", EMA.rules)
    game = read_mjai(write_mjai("ABCD", deals(seed, house, number + 1, calls=90)[number:]))
    done = replay_game(game, EMA.rules)
    (deal,) = done.deals
    assert deal.finished
    assert deal.settled_deltas == list(deal.recorded.result.deltas or ())
    assert deal.end.turned == len(deal.recorded.indicators) + 1
    (told,) = done.problems
    assert (told.kind, told.message[-6:]) == ("indicators", "1 more")
    assert done.notes == (
        "deal 1: the indicator of a quad is unknown: it is not counted", OTHER_START
    )  # fmt: skip


def test_an_unknown_indicator_is_reported_if_every_remaining_tile_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = TENHOU.rules.with_value_of("tiles.red_fives", EMA.rules)
    game = read_mjai(write_mjai("ABCD", deals(22, house, 1, calls=90)))
    (plain,) = replay_game(game, EMA.rules).deals
    assert plain.finished
    real = unseen

    def counted(*args: Any) -> Any:
        end = plain.end
        return [tile for tile in real(*args) if replay._dora_count([tile], end)]

    monkeypatch.setattr(replay, "unseen", counted)
    done = replay_game(game, EMA.rules)
    assert done.notes == (
        "deal 1: the indicator of a quad is unknown, and every tile left would count: riichi "
        "assumes the one that counts least",
        OTHER_START,
    )


# ---- ura -----------------------------------------------------------------------------------------


def test_ura_do_not_compensate_for_yaku_that_other_rules_do_not_count() -> None:
    """Ura are worked out from the points under the game's rules, not under other rules."""
    lines = [json.loads(line) for line in text().splitlines()]
    bare = [{key: one[key] for key in one if key != "ura_markers"} for one in lines]
    rules = TENHOU.rules.with_value_of("tiles.red_fives", EMA.rules)
    there, here = under(rules), under(rules, read_mjai(joined(bare)))
    assert [str(one) for one in there.problems] == [str(one) for one in here.problems]
    assert any("riichi assumes those that fit the points" in note for note in here.notes)
    assert {one.options for one in here.problems} == {("tiles.red_fives",)}


# ---- each difference once, and the option that makes it ------------------------------------------


def test_each_difference_in_points_is_reported_once_with_its_option() -> None:
    (course,) = RecordFile.of(text().encode()).histories(TENHOU, EMA)
    points = [one for one in course.problems if "points: " in one]
    assert len(points) == 3
    assert not any("scores" in one for one in course.problems)
    assert len({one.split(":")[0] for one in points}) == len(points)
    assert any(one.endswith(", by tiles.red_fives (ema-2025 § 1.3)") for one in points)
    assert all(", by " in one for one in course.problems)


@pytest.mark.parametrize(
    ("path", "value"), [("dora.ura", "none"), ("yaku.riichi", {"concealed": 2}),
                        ("draws.noten_total", 1500)],
)  # fmt: skip
def test_a_single_differing_option_is_found(path: str, value: object) -> None:
    found = under(TENHOU.rules.changed({path: value})).problems
    assert {one.kind for one in found} == {"deltas"}
    assert {one.options for one in found} == {(path,)}


def as_ema(rules: Rules, *paths: str) -> int:
    """Return how many options have the values of EMA."""
    return sum(rules.value(path) == EMA.rules.value(path) for path in paths)


REDS, UMA = "tiles.red_fives", "result.uma"


def test_no_option_is_named_if_many_together_cause_a_difference() -> None:
    deciding = DecidingOptions(TENHOU.rules, EMA.rules)
    paths = (REDS, UMA, "draws.abortive")
    found = deciding.options(lambda rules: {"points": 1} if as_ema(rules, *paths) > 1 else {})
    assert found == {"points": ()}
    assert decided_by((), EMA) == "by several options together"


def test_necessary_and_sufficient_options_are_named() -> None:
    deciding = DecidingOptions(TENHOU.rules, EMA.rules)

    def made(count: int) -> tuple[str, ...]:
        found = deciding.options(
            lambda rules: {"a": 1} if as_ema(rules, REDS, UMA) >= count else {}
        )
        return found["a"]

    assert made(count=2) == (REDS, UMA)
    assert made(count=1) == (REDS, UMA)


def test_a_redundant_option_is_not_named() -> None:
    """For example rounding up to mangan, for a hand that is cheaper without its red five."""
    deciding = DecidingOptions(TENHOU.rules, EMA.rules)

    def points(rules: Rules) -> dict[str, int]:
        reds, rounds = as_ema(rules, REDS), as_ema(rules, "limits.raised_to_mangan")
        return {"points": 3900} if reds else {"points": 8000} if rounds else {}

    assert deciding.options(points) == {"points": (REDS,)}


def test_an_option_of_an_earlier_deal_does_not_hide_another() -> None:
    deciding = DecidingOptions(TENHOU.rules, EMA.rules)

    def reds(rules: Rules) -> dict[str, int]:
        return {"points": 1} if as_ema(rules, REDS) else {}

    def both(rules: Rules) -> dict[str, int]:
        more = as_ema(rules, UMA)
        return {"points": as_ema(rules, REDS) + 2 * more, "end": 1} if more else reds(rules)

    assert deciding.options(reds) == {"points": (REDS,)}
    assert deciding.options(both) == {"points": (REDS, UMA), "end": (UMA,)}


def test_a_difference_under_the_games_own_rules_has_no_option() -> None:
    """The record itself disagrees."""
    lines = [json.loads(line) for line in text().splitlines()]
    end = next(line for line in lines if line["type"] in ("hora", "ryukyoku"))
    end["deltas"] = [one + 100 for one in end["deltas"]]
    (course,) = RecordFile.of(joined(lines).encode()).histories(TENHOU, EMA)
    assert course.problems[0].startswith("deal 1: points: recorded ")
    assert ", by " not in course.problems[0]


def test_a_log_shows_the_option_that_makes_it_diverge() -> None:
    log = played_log(load("ema-2012"), 1)
    for seed in range(1, 40):
        log = played_log(load("ema-2012"), seed)
        first, second = load("ema-2012").rules, load("ema-2016").rules
        found = divergences(log.events, second, played_by=first)
        if any("may not discard" in one.would for one in found):
            break
    (one, *_) = (one for one in found if "may not discard" in one.would)
    assert one.options == ("claims.forbidden_swaps",)
    assert [(each.event, each.would) for each in divergences(log.events, second)] == [
        (each.event, each.would) for each in found
    ]
    assert {each.options for each in divergences(log.events, second)} == {None}


# ---- results -------------------------------------------------------------------------------------


def test_there_is_no_result_if_deals_start_from_recorded_scores() -> None:
    done = under(EMA.rules)
    assert (done.finals, done.scores) == ((), None)
    assert done.notes[-1] == f"{BEGINS}, so there is no result"
    started = TENHOU.rules.with_value_of("setup.starting_points", EMA.rules)
    done = under(started)
    assert done.problems == ()
    assert done.finals == ()
    assert done.scores == tuple(one.score for one in table().finals)
    assert done.notes == (
        "the game began with 100,000 points, but under these rules with 120,000, so there is "
        "no result",
    )


def test_there_is_a_result_if_play_did_not_diverge() -> None:
    done = under(TENHOU.rules.with_value_of("result.uma", EMA.rules))
    assert (done.problems, done.notes) == ((), ())
    assert [one.score for one in done.finals] == [one.score for one in table().finals]
    assert [one.uma for one in done.finals] != [one.uma for one in table().finals]


def test_a_recorded_result_is_kept_even_if_points_jump() -> None:
    """For example after the penalty for a foul between two deals, which has no line."""
    lines = [json.loads(line) for line in text().splitlines()]
    starts = [line for line in lines if line["type"] == "start_kyoku"]
    first, *more = starts[0]["scores"]
    starts[0]["scores"] = [first + 8000, more[0] - 8000, *more[1:]]
    done = replay_game(read_mjai(joined(lines)), TENHOU.rules)
    assert [one.kind for one in done.problems] == ["standing"]
    assert [one.score for one in done.finals] == [one.score for one in table().finals]
    lines[-1]["scores"] = [one + 100 for one in lines[-1]["scores"]]
    done = replay_game(read_mjai(joined(lines)), TENHOU.rules)
    assert [one.kind for one in done.problems] == ["standing", "standing"]
    assert done.finals == ()


# ---- ends that other rules do not have -----------------------------------------------------------

NINE = ["1m", "9m", "1p", "9p", "1s", "9s", "E", "S", "W", "N", "P", "F", "2m"]


def called_off(reason: str) -> RecordedGame:
    others = [*CHARACTERS[2:], "2p", "3p", "6p", "7p", "2s", "3s"]
    start = {
        "type": "start_kyoku", "bakaze": "E", "dora_marker": "1p", "kyoku": 1, "honba": 0,
        "kyotaku": 0, "oya": 0, "scores": [25000] * 4, "tehais": [NINE, *[others] * 3],
    }  # fmt: skip
    end = {"type": "ryukyoku", "reason": reason, "deltas": [0, 0, 0, 0]}
    return read_mjai(joined([start, {"type": "tsumo", "actor": 0, "pai": "C"}, end]))


def four_riichi() -> RecordedGame:
    """Let four players declare riichi in the first turn, which ends the deal."""
    hands = [
        ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "E", "E", "1s", "2s"],
        ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "S", "S", "1s", "2s"],
        ["1p", "2p", "3p", "4p", "6p", "7p", "7p", "8p", "9p", "W", "W", "1s", "2s"],
        ["1p", "2p", "3p", "4p", "6p", "7p", "7p", "8p", "9p", "N", "N", "1s", "2s"],
    ]
    lines: list[dict[str, Any]] = [
        {"type": "start_kyoku", "bakaze": "E", "dora_marker": "9s", "kyoku": 1, "honba": 0,
         "kyotaku": 0, "oya": 0, "scores": [25000] * 4, "tehais": hands},
    ]  # fmt: skip
    for player, (drawn, thrown) in enumerate((("P", "P"), ("F", "F"), ("5p", "7p"), ("5p", "7p"))):
        lines += [
            {"type": "tsumo", "actor": player, "pai": drawn},
            {"type": "reach", "actor": player},
            {"type": "dahai", "actor": player, "pai": thrown, "tsumogiri": drawn == thrown},
            {"type": "reach_accepted", "actor": player},
        ]
    return read_mjai(joined([*lines, {"type": "ryukyoku", "reason": "suchareach",
                                      "deltas": [0, 0, 0, 0]}]))  # fmt: skip


def test_nine_kinds_are_described_in_words() -> None:
    (problem,) = under(EMA.rules, called_off("kyushukyuhai")).problems
    assert problem.message == "east may not end the hand by nine kinds"
    assert problem.detail.startswith("  east may: discard")
    assert problem.options == ("draws.abortive",)
    assert problem.message_under(EMA).split("\n")[0] == (
        "line 3: east may not end the hand by nine kinds, by draws.abortive (ema-2025 § 3.4)"
    )


def test_no_tile_is_invented_if_other_rules_continue_the_deal() -> None:
    done = under(EMA.rules, four_riichi())
    (problem,) = done.problems
    assert problem.message == "the end: recorded four riichi, but here play continues"
    assert problem.options == ("draws.abortive",)
    (deal,) = done.deals
    assert len([event for event in deal.events if isinstance(event, Drew)]) == 3
    assert replay_game(four_riichi(), TENHOU.rules).problems == ()
