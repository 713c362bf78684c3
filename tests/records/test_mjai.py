"""mjai: what was played here is written, read back, and played again to the same results."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from making import deals, plain

from riichi_core.play.events import TakenBack
from riichi_core.records.fields import MOST_BYTES, MOST_LINES, RecordError
from riichi_core.records.mjai import FROM_MJAI, TO_MJAI, read_mjai
from riichi_core.records.mjai_lines import write_mjai
from riichi_core.records.played import Played
from riichi_core.records.recorded import RecordedGame
from riichi_core.records.replay import ended, replay_game
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.tiles import TILES

NAMES = ("Aoi", "Ben", "Chika", "Dario")


@cache
def rules_of(name: str) -> Rules:
    return load(name).rules


@cache
def a_game(seed: int, name: str = "ema-2016", count: int = 4) -> tuple[Played, ...]:
    silent, calls = seed % 2 == 1, 10 + 7 * seed % 60
    return tuple(deals(seed, rules_of(name), count, silent=silent, calls=calls))


def text_of(seed: int, name: str = "ema-2016", count: int = 4) -> str:
    return write_mjai(NAMES, a_game(seed, name, count))


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def joined(lines: list[dict[str, Any]]) -> str:
    return "\n".join(map(json.dumps, lines))


# ---- there and back ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ema-2016", "wrcr-2015", "tenhou"])
@pytest.mark.parametrize("seed", range(12))
def test_a_game_that_was_written_is_read_and_played_again_alike(seed: int, name: str) -> None:
    game = read_mjai(text_of(seed, name))
    done = replay_game(game, rules_of(name))
    assert done.problems == ()
    assert game.names == NAMES
    for ours, theirs in zip(a_game(seed, name), done.deals, strict=True):
        assert theirs.played is not None
        assert theirs.played.after == ours.after
        assert theirs.recorded.standing == ours.before
        assert ended(theirs.played) == ended(ours)
    assert write_mjai(NAMES, [one.played for one in done.deals if one.played]) == text_of(
        seed, name
    )


def test_late_calls_that_took_something_back_are_among_the_games() -> None:
    """A check of the games above: what was taken back is not written."""
    games = [a_game(seed) for seed in range(12)]
    late = [d for game in games for d in game if any(isinstance(e, TakenBack) for e in d.events)]
    assert late


def test_the_games_have_every_kind_of_line() -> None:
    kinds = {line["type"] for seed in range(12) for line in lines_of(text_of(seed, "tenhou"))}
    assert kinds >= {"start_game", "start_kyoku", "tsumo", "dahai", "chi", "pon", "ankan", "kakan",
                     "dora", "reach", "reach_accepted", "hora", "ryukyoku", "end_kyoku",
                     "end_game"}  # fmt: skip


def test_each_tile_has_its_text() -> None:
    assert len(FROM_MJAI) == len(TILES) == 37
    assert [TO_MJAI[TILES[text]] for text in ("1m", "0p", "1z", "4z", "5z", "6z", "7z")] == [
        "1m", "5pr", "E", "N", "P", "F", "C",
    ]  # fmt: skip


def test_reach_stands_before_its_discard_and_is_accepted_after_it() -> None:
    for seed in range(12):
        lines = lines_of(text_of(seed))
        for number, line in enumerate(lines):
            if line["type"] == "reach":
                following = [one["type"] for one in lines[number + 1 : number + 4]]
                assert following[0] == "dahai"
                assert {"reach_accepted", "hora"} & {*following[1:]}


def test_the_points_of_the_wins_are_what_moved() -> None:
    for seed in range(12):
        for played in a_game(seed, "tenhou"):
            lines = lines_of(write_mjai(NAMES, [played]))
            moved = [line["deltas"] for line in lines if "deltas" in line]
            assert [sum(column) for column in zip(*moved, strict=True)] == played.deltas


# ---- results that come seldom --------------------------------------------------------------------

CHARACTERS = [f"{n}m" for n in range(1, 10)]
BAMBOO = [f"{n}s" for n in range(1, 10)]
STRAIGHTS = [
    [*CHARACTERS, "4p", "6p", "1s", "1s"],
    [*BAMBOO, "4p", "6p", "2m", "2m"],
    [*CHARACTERS, "4p", "6p", "9s", "9s"],
]
"""Three hands that wait for the middle circles with a straight."""


def straights(*end: dict[str, Any]) -> str:
    """East's first discard completes the hands of the three others."""
    east = ["E", "E", "S", "S", "W", "W", "N", "N", "P", "P", "F", "F", "5p"]
    start = {
        "type": "start_kyoku", "bakaze": "E", "dora_marker": "1p", "kyoku": 1, "honba": 1,
        "kyotaku": 2, "oya": 0, "scores": [25000] * 4, "tehais": [east, *STRAIGHTS],
    }  # fmt: skip
    play = [
        {"type": "tsumo", "actor": 0, "pai": "C"},
        {"type": "dahai", "actor": 0, "pai": "5p", "tsumogiri": False},
    ]
    return joined([start, *play, *end])


def hora(actor: int, deltas: list[int]) -> dict[str, Any]:
    return {"type": "hora", "actor": actor, "target": 0, "deltas": deltas}


def test_two_win_on_one_tile() -> None:
    end = [hora(2, [-5500, 0, 5500, 0]), hora(1, [-5500, 7500, 0, 0])]
    done = replay_game(read_mjai(straights(*end)), rules_of("tenhou"))
    (deal,) = done.deals
    assert deal.played is not None
    assert deal.played.settlement is not None
    assert len(deal.played.settlement.winners) == 2
    assert deal.recorded.result.winners == (2, 1)
    written = write_mjai(NAMES, [deal.played])
    assert [line["actor"] for line in lines_of(written) if line["type"] == "hora"] == [1, 2]
    assert replay_game(read_mjai(written), rules_of("tenhou")).problems == ()


@pytest.mark.parametrize("reason", [{}, {"reason": "sanchaho"}])
def test_three_wins_end_the_deal_as_a_draw(reason: dict[str, str]) -> None:
    end = {"type": "ryukyoku", "deltas": [0, 0, 0, 0], **reason}
    done = replay_game(read_mjai(straights(end)), rules_of("tenhou"))
    assert done.problems == ()
    assert done.deals[0].played is not None
    assert done.deals[0].played.after.counters == 2
    assert '"sanchaho"' in write_mjai(NAMES, [done.deals[0].played])


def test_where_a_record_ends_and_play_goes_on_is_a_problem() -> None:
    end = {"type": "ryukyoku", "deltas": [0, 0, 0, 0], "reason": "fanpai"}
    (problem,) = replay_game(read_mjai(straights(end)), rules_of("ema-2016")).problems
    assert (problem.kind, problem.where) == ("end", "deal 1")
    assert "south drew" in problem.message


# ---- what differs --------------------------------------------------------------------------------


def changed(seed: int, kind: str, change: Callable[[dict[str, Any]], None]) -> RecordedGame:
    """A game with the first line of a kind changed."""
    lines = lines_of(text_of(seed))
    change(next(line for line in lines if line["type"] == kind))
    return read_mjai(joined(lines))


def kinds_of(game: RecordedGame) -> set[str]:
    return {problem.kind for problem in replay_game(game, rules_of("ema-2016")).problems}


def test_other_points_are_seen() -> None:
    kind = "hora" if '"hora"' in text_of(2).split("end_kyoku")[0] else "ryukyoku"
    game = changed(2, kind, lambda line: line.update(deltas=[700, -700, 0, 0]))
    assert "deltas" in kinds_of(game)


def test_an_act_that_is_not_legal_is_told_with_its_line() -> None:
    game = changed(2, "dahai", lambda line: line.update(tsumogiri=not line["tsumogiri"]))
    (problem,) = replay_game(game, rules_of("ema-2016")).problems[:1]
    assert problem.kind == "illegal"
    assert problem.where == "line 4"
    assert "may not discard" in problem.message


def test_other_indicators_are_seen() -> None:
    """A dora line too many; of the tile there is one that nobody saw."""
    lines = lines_of(text_of(2))
    last = next(n for n, line in enumerate(lines) if line["type"] in ("hora", "ryukyoku"))
    seen = json.dumps(lines[:last])
    free = next(text for text in FROM_MJAI if "r" not in text and seen.count(f'"{text}"') < 3)
    more: list[dict[str, Any]] = [{"type": "dora", "dora_marker": free}]
    assert kinds_of(read_mjai(joined([*lines[:last], *more, *lines[last:]]))) == {"indicators"}


def test_other_draws_are_seen() -> None:
    """The second draw is that of another player."""
    lines = lines_of(text_of(2))
    second = [line for line in lines if line["type"] == "tsumo"][1]
    second["actor"] = 3
    assert kinds_of(read_mjai(joined(lines))) == {"draws"}


def test_five_of_a_kind_are_told_with_their_deal() -> None:
    game = changed(2, "start_kyoku", lambda line: line["tehais"].__setitem__(0, ["E"] * 13))
    problem = replay_game(game, rules_of("ema-2016")).problems[0]
    assert (problem.kind, problem.where) == ("tiles", "deal 1")
    assert "1z is there" in problem.message


def test_other_red_fives_are_told() -> None:
    problems = replay_game(read_mjai(text_of(2, "tenhou")), rules_of("ema-2016")).problems
    assert {problem.kind for problem in problems} <= {"tiles", "deltas", "draws", "standing"}
    assert "other red fives" in problems[0].message


def test_a_next_deal_that_begins_otherwise_is_told() -> None:
    lines = lines_of(text_of(2))
    starts = [line for line in lines if line["type"] == "start_kyoku"]
    starts[1]["scores"] = [1, 2, 3, 4]
    problems = replay_game(read_mjai(joined(lines)), rules_of("ema-2016")).problems
    assert ("standing", "deal 1") in {(one.kind, one.where) for one in problems}


# ---- refused -------------------------------------------------------------------------------------


def test_lines_of_other_kinds_are_skipped() -> None:
    lines = lines_of(text_of(2))
    more = [line for one in lines for line in (one, {"type": "none"})]
    read = read_mjai("\n\n".join(map(json.dumps, [{"type": "hello"}, *more])))
    ours = read_mjai(text_of(2))
    assert list(map(plain, read.deals)) == list(map(plain, ours.deals))


START = text_of(2).splitlines()[1]

REFUSED = [
    ("", "line 1: there is no deal"),
    ("{", "line 1: this is no JSON"),
    ("[1]", "line 1: expected an object, not a list"),
    ("{}", "line 1: 'type' is missing"),
    ('{"type":3}', "line 1, type: expected a text, not 3"),
    ('{"type":"dahai"}', "line 1: dahai outside of a deal"),
    ('{"type":"start_kyoku"}', "line 1: 'bakaze' is missing"),
    (START, "line 1: deal 1 has no end"),
    (f'{START}\n{{"type":"tsumo","actor":4,"pai":"1m"}}', "line 2, actor: expected a whole number"),
    (f'{START}\n{{"type":"tsumo","actor":0,"pai":"?"}}', "line 2, pai: expected a tile"),
    (f'{START}\n{{"type":"tsumo","actor":0,"pai":["1m"]}}', "line 2, pai: expected a tile"),
    (f'{START}\n{{"type":"pon","actor":0,"target":1,"pai":"1m","consumed":["1m","1m"]}}',
     "line 2: nobody else discarded"),
    (f'{START}\n{{"type":"hora","actor":0,"target":1}}', "line 2, target: expected the player"),
    (f'{START}\n{{"type":"reach","actor":0}}\n{{"type":"tsumo","actor":0,"pai":"1m"}}',
     "line 3: expected the dahai of player 0"),
    (f'{START}\n{{"type":"end_kyoku"}}', "line 2: deal 1 has no end"),
    ("[" * 30, "line 1: lists are nested deeper"),
    ('{"type":' + "9" * 5000 + "}", "line 1: this is no JSON that can be read"),
    ("\n" * (MOST_LINES + 1), f"line {MOST_LINES + 1}: expected at most"),
    ('{"type":"end_game"}\n{"type":"start_game"}', "line 2: start_game after end_game"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "error"), REFUSED)
def test_what_is_wrong_is_said_with_its_line(text: str, error: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_mjai(text)
    assert str(caught.value).startswith(error)


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(RecordError, match=r"byte 1: this is no text in UTF-8"):
        read_mjai(b"\xff\xfe")


def test_a_file_that_is_too_large_is_refused() -> None:
    with pytest.raises(RecordError, match="larger than 20 MB"):
        read_mjai(b" " * (MOST_BYTES + 1))


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 40), st.integers(), st.floats(), st.text(max_size=5),
    st.sampled_from(sorted(FROM_MJAI)), st.lists(st.sampled_from(sorted(FROM_MJAI)), max_size=4),
)  # fmt: skip


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """Lines of a game with some changed, left out, doubled or cut off."""
    lines: list[str] = text_of(draw(st.integers(0, 5)), "tenhou", 1).splitlines()
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        how = draw(st.sampled_from(["value", "out", "twice", "cut", "swap"]))
        if how == "value" and lines[at].startswith("{") and lines[at].endswith("}"):
            line = json.loads(lines[at])
            line[draw(st.sampled_from(sorted(line)))] = draw(VALUES)
            lines[at] = json.dumps(line)
        elif how == "out" and len(lines) > 1:
            del lines[at]
        elif how == "twice":
            lines.insert(at, lines[at])
        elif how == "cut":
            lines[at] = lines[at][: draw(st.integers(0, len(lines[at])))]
        else:
            other = draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


def never_raises(read: Callable[[str], RecordedGame], text: str) -> Iterator[str]:
    try:
        game = read(text)
    except RecordError as error:
        yield str(error)
        return
    yield from map(str, replay_game(game, rules_of("tenhou")).problems)


@settings(max_examples=150, deadline=None)
@given(mutations())
def test_whatever_a_file_has_it_is_a_record_or_an_error(text: str) -> None:
    assert all(never_raises(read_mjai, text))
