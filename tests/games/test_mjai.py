"""mjai: games are written, read back, and replayed to the same results."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from each import each
from effort import LONG, examples, first
from hypothesis import given, settings, strategies as st
from making import deals, joined, plain, straights

from riichi.games.formats.file_text import MOST_BYTES, MOST_LINES
from riichi.games.formats.mjai import FROM_MJAI, TO_MJAI, read_mjai, write_mjai
from riichi.games.replay.deal_history import DealHistory, deals_of, finish_deal
from riichi.games.replay.recorded_game import RecordedGame
from riichi.games.replay.replay import replay_game
from riichi_core.bots import RandomPlayer
from riichi_core.bots.runner import play_game
from riichi_core.errors import RecordError
from riichi_core.play.actions import PASS, WIN, Response, parse_action
from riichi_core.play.events import Drew, TakenBack
from riichi_core.play.game_state import Settled, Signalled
from riichi_core.play.table import Table
from riichi_core.play.wall import Wall, tiles_beside
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.seeded import SeededRandom
from riichi_core.tiles import TILES, Wind, parse_tiles

NAMES = ("Aoi", "Ben", "Chika", "Dario")
SEEDS = range(12 if LONG else 4)


@cache
def rules_of(name: str) -> Rules:
    return load(name).rules


@cache
def a_game(seed: int, name: str = "ema-2016", count: int = 4) -> tuple[DealHistory, ...]:
    silent, calls = seed % 2 == 1, 10 + 7 * seed % 60
    return tuple(deals(seed, rules_of(name), count, silent=silent, calls=calls))


@cache
def text_of(seed: int, name: str = "ema-2016", count: int = 4) -> str:
    return write_mjai(NAMES, a_game(seed, name, count))


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


# ---- there and back ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ema-2016", "wrcr-2015", "tenhou"])
@pytest.mark.parametrize("seed", first(range(12), quick=2, long=4))
def test_a_written_game_can_be_read_and_replayed_identically(seed: int, name: str) -> None:
    game = read_mjai(text_of(seed, name))
    done = replay_game(game, rules_of(name))
    assert done.problems == ()
    assert game.names == NAMES
    for ours, theirs in zip(a_game(seed, name), done.deals, strict=True):
        assert theirs.finished
        assert theirs.after == ours.after
        assert theirs.before == ours.before
        assert theirs.ended == ours.ended
    assert write_mjai(NAMES, done.deals) == text_of(seed, name)


def test_the_games_include_late_calls_that_undid_events() -> None:
    """Undone events are not written."""
    deals_played = (deal for seed in reversed(range(12)) for deal in a_game(seed))
    assert any(isinstance(event, TakenBack) for deal in deals_played for event in deal.events)


def test_the_games_have_every_kind_of_line() -> None:
    kinds = {line["type"] for seed in SEEDS for line in lines_of(text_of(seed, "tenhou"))}
    assert kinds >= {"start_game", "start_kyoku", "tsumo", "dahai", "chi", "pon", "ankan", "kakan",
                     "dora", "reach", "reach_accepted", "hora", "ryukyoku", "end_kyoku",
                     "end_game"}  # fmt: skip


def test_each_tile_has_its_own_text() -> None:
    assert len(FROM_MJAI) == len(TILES) == 37
    assert [TO_MJAI[TILES[text]] for text in ("1m", "0p", "1z", "4z", "5z", "6z", "7z")] == [
        "1m", "5pr", "E", "N", "P", "F", "C",
    ]  # fmt: skip


def test_reach_comes_before_its_discard_and_reach_accepted_after_it() -> None:
    for seed in SEEDS:
        lines = lines_of(text_of(seed))
        for number, line in enumerate(lines):
            if line["type"] == "reach":
                following = [one["type"] for one in lines[number + 1 : number + 4]]
                assert following[0] == "dahai"
                assert {"reach_accepted", "hora"} & {*following[1:]}


def test_the_points_of_wins_equal_the_changes_of_scores() -> None:
    for seed in SEEDS:
        for deal in a_game(seed, "tenhou"):
            lines = lines_of(write_mjai(NAMES, [deal]))
            moved = [line["deltas"] for line in lines if "deltas" in line]
            assert [sum(column) for column in zip(*moved, strict=True)] == deal.settled_deltas


# ---- results that come seldom --------------------------------------------------------------------


def hora(actor: int, deltas: list[int]) -> dict[str, Any]:
    return {"type": "hora", "actor": actor, "target": 0, "deltas": deltas}


def test_two_players_can_win_on_one_tile() -> None:
    end = [hora(2, [-5500, 0, 5500, 0]), hora(1, [-5500, 7500, 0, 0])]
    done = replay_game(read_mjai(straights(*end)), rules_of("tenhou"))
    (deal,) = done.deals
    assert deal.finished
    assert deal.settlement is not None
    assert len(deal.settlement.winners) == 2
    assert deal.recorded.result.winners == (2, 1)
    written = write_mjai(NAMES, [deal])
    assert [line["actor"] for line in lines_of(written) if line["type"] == "hora"] == [1, 2]
    assert replay_game(read_mjai(written), rules_of("tenhou")).problems == ()


@pytest.mark.parametrize("reason", [{}, {"reason": "sanchaho"}])
def test_three_wins_end_the_deal_as_a_draw(reason: dict[str, str]) -> None:
    end = {"type": "ryukyoku", "deltas": [0, 0, 0, 0], **reason}
    done = replay_game(read_mjai(straights(end)), rules_of("tenhou"))
    assert done.problems == ()
    assert done.deals[0].next_standing.counters == 2
    assert '"sanchaho"' in write_mjai(NAMES, [done.deals[0]])


def test_a_draw_without_a_reason_is_reported_when_the_hand_was_won() -> None:
    end = {"type": "ryukyoku", "deltas": [0, 0, 0, 0]}
    problem, *_ = replay_game(read_mjai(straights(end)), rules_of("ema-2016")).problems
    assert problem.message == "the end: recorded a draw without a known reason, here a win"


def test_a_record_that_ends_during_play_is_a_problem() -> None:
    end = {"type": "ryukyoku", "deltas": [0, 0, 0, 0], "reason": "fanpai"}
    (problem,) = replay_game(read_mjai(straights(end)), rules_of("ema-2016")).problems
    assert (problem.kind, problem.where) == ("end", "deal 1")
    assert problem.message == "the end: recorded an empty wall, but here play continues"
    (deal,) = replay_game(read_mjai(straights(end)), rules_of("ema-2016")).deals
    assert not any(isinstance(event, Drew) for event in deal.events), "a tile that nobody knows"


# ---- what differs --------------------------------------------------------------------------------


def changed(seed: int, kind: str, change: Callable[[dict[str, Any]], None]) -> RecordedGame:
    """Return a game with the first line of a kind changed."""
    lines = lines_of(text_of(seed))
    change(next(line for line in lines if line["type"] == kind))
    return read_mjai(joined(lines))


def kinds_of(game: RecordedGame) -> set[str]:
    return {problem.kind for problem in replay_game(game, rules_of("ema-2016")).problems}


def test_wrong_points_are_detected() -> None:
    kind = "hora" if '"hora"' in text_of(2).split("end_kyoku")[0] else "ryukyoku"
    game = changed(2, kind, lambda line: line.update(deltas=[700, -700, 0, 0]))
    assert "deltas" in kinds_of(game)


def test_an_illegal_act_is_reported_with_its_line() -> None:
    game = changed(2, "dahai", lambda line: line.update(tsumogiri=not line["tsumogiri"]))
    (problem,) = replay_game(game, rules_of("ema-2016")).problems[:1]
    assert problem.kind == "illegal"
    assert problem.where == "line 4"
    assert "may not discard" in problem.message


def test_wrong_indicators_are_detected() -> None:
    """The game has one dora line too many, of a tile of which one copy was never seen."""
    lines = lines_of(text_of(2))
    last = next(n for n, line in enumerate(lines) if line["type"] in ("hora", "ryukyoku"))
    seen = json.dumps(lines[:last])
    free = next(text for text in FROM_MJAI if "r" not in text and seen.count(f'"{text}"') < 3)
    more: list[dict[str, Any]] = [{"type": "dora", "dora_marker": free}]
    assert kinds_of(read_mjai(joined([*lines[:last], *more, *lines[last:]]))) == {"indicators"}


def test_wrong_draws_are_detected() -> None:
    """The second draw is given to another player."""
    lines = lines_of(text_of(2))
    second = [line for line in lines if line["type"] == "tsumo"][1]
    second["actor"] = 3
    assert kinds_of(read_mjai(joined(lines))) == {"draws"}


def test_five_tiles_of_a_kind_are_reported_with_their_deal() -> None:
    game = changed(2, "start_kyoku", lambda line: line["tehais"].__setitem__(0, ["E"] * 13))
    problem = replay_game(game, rules_of("ema-2016")).problems[0]
    assert (problem.kind, problem.where) == ("tiles", "deal 1")
    assert "1z occurs" in problem.message


def test_red_fives_count_as_plain_ones_if_the_rules_have_none() -> None:
    game = read_mjai(text_of(2, "tenhou"))
    done = replay_game(game, rules_of("ema-2016"))
    assert {problem.kind for problem in done.problems} <= {"deltas", "standing"}
    assert all(one.finished for one in done.deals)
    assert done.notes == (
        "red fives count as plain fives, because these rules have none",
        "each hand starts as recorded, whatever the outcome of the one before",
    )
    assert replay_game(game, rules_of("tenhou")).notes == ()


def plain_fives() -> RecordedGame:
    """Return a game without red fives that does not say so; all four fives of one suit are seen."""
    game = replace(read_mjai(text_of(2)), red_fives=None)
    seen = [tile for hand in game.deals[0].hands for tile in hand]
    seen += [draw.tile for draw in game.deals[0].draws]
    assert max(map(seen.count, (TILES["5m"], TILES["5p"], TILES["5s"]))) == 4
    return game


def test_a_record_is_replayed_with_the_red_fives_of_its_tiles() -> None:
    done = replay_game(plain_fives(), rules_of("tenhou"))
    assert "tiles" not in {problem.kind for problem in done.problems}
    assert done.notes[0].endswith("as the tiles of the record are")


def test_a_record_is_replayed_without_the_bonus_tiles_of_a_club() -> None:
    rules = rules_of("tenhou").changed(
        {"tiles.bonus": [{"tile": "3m"}, {"tile": "1z", "copies": 4}]}
    )
    done, usual = (replay_game(read_mjai(text_of(2)), each) for each in (rules, rules_of("tenhou")))
    assert done.problems == usual.problems
    assert done.notes[0] == "replayed without bonus tiles, which the record does not have"


def test_inconsistent_red_fives_are_reported() -> None:
    """One deal has a red 5m, another four plain ones."""
    game = plain_fives()
    (tile,) = [one for one in (TILES["5m"], TILES["5p"], TILES["5s"])
               if max(deal.seen.count(one) for deal in game.deals) == 4][:1]  # fmt: skip
    red = TILES[f"0{tile.suit}"]
    number = next(n for n, deal in enumerate(game.deals) if 0 < deal.seen.count(tile) < 4)
    hands = game.deals[number].hands
    marked = tuple(tuple(red if one == tile else one for one in hand) for hand in hands)
    deals = list(game.deals)
    deals[number] = replace(deals[number], hands=marked)
    problems = replay_game(replace(game, deals=tuple(deals)), rules_of("tenhou")).problems
    assert any(
        one.kind == "tiles" and "occurs 4 times; these rules have 3 of it" in one.message
        for one in problems
    )


# ---- late calls ----------------------------------------------------------------------------------

EAST = [*(TILES[f"{n}m"] for n in (1, 9)), *(TILES[f"{n}p"] for n in (1, 7, 7)),
        *(TILES[f"{n}s"] for n in (2, 2, 8)), *(TILES[f"{n}z"] for n in range(1, 5)),
        TILES["4p"]]  # fmt: skip
HANDS = (EAST, parse_tiles("2m36s44p13567z79p9s"), parse_tiles("46s234m678m234s88p"),
         parse_tiles("123m456m789m99s56p"))  # fmt: skip
DRAWN = parse_tiles("3z1z1z5s4p")


def quad_after_a_silent_offer() -> Table:
    """Let South declare an added quad after West stayed silent on East's 5s.

    The 5s completes West's hand, and the quad completes North's, who stays silent too.
    """
    known = {place: tile for seat, hand in enumerate(HANDS) for place, tile in zip(
        [*(16 * block + 4 * seat + n for block in range(3) for n in range(4)), 48 + seat], hand,
        strict=True)}  # fmt: skip
    known |= dict(enumerate(DRAWN, 52))
    table = Table(rules_of("ema-2016"))
    left = iter(tiles_beside(known.values(), table.rules.tiles))
    table.start(Wall(tuple(known[n] if n in known else next(left) for n in range(136))))
    for seat, act in ((Wind.EAST, "discard 4p"), (Wind.SOUTH, "pon 44p"),
                      (Wind.SOUTH, "discard 1z"), (Wind.WEST, "discard 1z drawn"),
                      (Wind.NORTH, "discard 1z drawn"), (Wind.EAST, "discard 5s drawn"),
                      (None, ""), (Wind.SOUTH, "kan 4p"), (None, "")):  # fmt: skip
        while seat is not None and act not in map(str, table.legal_actions().get(seat, ())):
            table.push(*(Response(other, PASS) for other in table.legal_actions()))
        table.push(*(() if seat is None else [Response(seat, parse_action(act))]))
    return table


def test_a_win_on_the_tile_before_a_quad_undoes_the_quad() -> None:
    table = quad_after_a_silent_offer()
    table.push(Response(Wind.WEST, WIN))
    assert TakenBack(2) in table.events
    before, deal = table.game.standing, table.deal
    happened = [event for event in table.events if not isinstance(event, Settled | Signalled)]
    text = write_mjai(NAMES, [finish_deal(before, happened, (deal,), table.rules)])
    kinds = [line["type"] for line in lines_of(text)]
    assert "kakan" not in kinds
    assert kinds[-5:] == ["tsumo", "dahai", "hora", "end_kyoku", "end_game"]
    assert replay_game(read_mjai(text), table.rules).problems == ()


def test_a_next_deal_with_a_wrong_start_is_reported() -> None:
    lines = lines_of(text_of(2))
    starts = [line for line in lines if line["type"] == "start_kyoku"]
    starts[1]["scores"] = [1, 2, 3, 4]
    problems = replay_game(read_mjai(joined(lines)), rules_of("ema-2016")).problems
    assert ("standing", "deal 1") in {(one.kind, one.where) for one in problems}


NAMELESS = ["", '"names":[],', '"names":["Aoi","Ben"],', '"names":["Aoi","\\u2028Ben\\n"," ",""],']


HIDDEN_HAND = ["?"] * 13
KNOWN_HANDS = [[f"{n}p" for n in (1, 1, 5, 6, 8, 9)] + ["E"] * 7] * 3


@each(
    "names, scores, hands, error",
    [("ABC", [35000] * 3, KNOWN_HANDS, "three players"),
     (["A", "B", "C", ""], [35000] * 3 + [0], [*KNOWN_HANDS, HIDDEN_HAND], "three players"),
     (["A", "B", "C", ""], [30000, 40000, 35000, 0],
      [HIDDEN_HAND, KNOWN_HANDS[0], HIDDEN_HAND, HIDDEN_HAND], "three players"),
     ([""] * 4, [35000] * 3 + [0], [KNOWN_HANDS[0], *[HIDDEN_HAND] * 3], "three players"),
     ([""] * 4, [25000] * 4, [*KNOWN_HANDS, []], "three players"),
     ("ABCD", [25000] * 4, [KNOWN_HANDS[0], *[HIDDEN_HAND] * 3], "this is what one player saw"),
     ("ABCD", [25000] * 3, [*KNOWN_HANDS, KNOWN_HANDS[0]], "expected 4 values")],
)  # fmt: skip
def test_a_three_player_game_is_reported_as_such(
    names: Sequence[str], scores: list[int], hands: list[list[str]], error: str
) -> None:
    start = {
        "type": "start_kyoku", "bakaze": "E", "dora_marker": "9s", "kyoku": 1, "honba": 0,
        "kyotaku": 0, "oya": 0, "scores": scores, "tehais": hands,
    }  # fmt: skip
    with pytest.raises(RecordError, match=error):
        read_mjai(joined([{"type": "start_game", "names": list(names)}, start]))


@each("kind", ["nukidora", "kita"])
def test_a_north_set_aside_reveals_a_three_player_game(kind: str) -> None:
    with pytest.raises(RecordError, match="line 1: this is a record of three players"):
        read_mjai(joined([{"type": kind, "actor": 0, "pai": "N"}]))


@pytest.mark.parametrize("said", NAMELESS)
def test_a_player_without_a_name_is_named_by_seat(said: str) -> None:
    _, rest_ = text_of(2).split("\n", 1)
    names = read_mjai(f'{{"type":"start_game",{said}"id":0}}\n{rest_}').names
    known = ("Aoi", "Ben") if "Aoi" in said else ("player 1", "player 2")
    assert names == (*known, "player 3", "player 4")


# ---- refused -------------------------------------------------------------------------------------


def test_lines_of_other_kinds_are_skipped() -> None:
    lines = lines_of(text_of(2))
    more = [line for one in lines for line in (one, {"type": "none"})]
    read = read_mjai("\n\n".join(map(json.dumps, [{"type": "hello"}, *more])))
    ours = read_mjai(text_of(2))
    assert list(map(plain, read.deals)) == list(map(plain, ours.deals))


START = text_of(2).splitlines()[1]

REFUSED = [
    ("", "line 1: no hand has started"),
    ("{", "line 1: this is not JSON"),
    ("[1]", "line 1, event 1: expected an object, not 1"),
    ("{}", "line 1: 'type' is missing"),
    ('{"type":3}', "line 1, type: expected a text, not 3"),
    ('{"type":"dahai"}', "line 1: dahai outside a hand"),
    ('{"type":"start_kyoku"}', "line 1: 'bakaze' is missing"),
    (START, "line 1: hand 1 has no end"),
    (f'{START}\n{{"type":"tsumo","actor":4,"pai":"1m"}}', "line 2, actor: expected a whole number"),
    (f'{START}\n{{"type":"tsumo","actor":0,"pai":"?"}}', "line 2, pai: this is what one"),
    (f'{START}\n{{"type":"tsumo","actor":0,"pai":["1m"]}}', "line 2, pai: expected a tile"),
    (f'{START}\n{{"type":"pon","actor":0,"target":1,"pai":"1m","consumed":["1m","1m"]}}',
     "line 2: no other player has just discarded this tile"),
    (f'{START}\n{{"type":"hora","actor":0,"target":1}}', "line 2, target: expected the player"),
    (f'{START}\n{{"type":"reach","actor":0}}\n{{"type":"tsumo","actor":0,"pai":"1m"}}',
     "line 3: expected the discard of player 0"),
    (f'{START}\n{{"type":"end_kyoku"}}', "line 2: hand 1 has no end"),
    ("[" * 30, "line 1: lists are nested deeper"),
    ('{"type":' + "9" * 5000 + "}", "line 1: this is not readable JSON"),
    ("\n" * (MOST_LINES + 1), f"line {MOST_LINES + 1}: expected at most"),
    ('{"type":"end_game"}\n{"type":"start_game"}', "line 2: no hand has started"),
]  # fmt: skip


@each("text, error", REFUSED)
def test_errors_are_reported_with_their_line(text: str, error: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_mjai(text)
    assert str(caught.value).startswith(error)


def test_bytes_that_are_not_text_are_refused() -> None:
    with pytest.raises(RecordError, match=r"byte 1: this is not text in UTF-8"):
        read_mjai(b"\xfe\xfe")


def test_a_file_that_is_too_large_is_refused() -> None:
    with pytest.raises(RecordError, match="larger than 20 MB"):
        read_mjai(b" " * (MOST_BYTES + 1))


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 40), st.integers(), st.floats(), st.text(max_size=5),
    st.sampled_from(sorted(FROM_MJAI)), st.lists(st.sampled_from(sorted(FROM_MJAI)), max_size=4),
)  # fmt: skip


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """Return lines of a game with some changed, omitted, doubled or truncated."""
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


@settings(max_examples=examples(150), deadline=None)
@given(mutations())
def test_any_file_is_a_record_or_an_error(text: str) -> None:
    assert all(never_raises(read_mjai, text))


@pytest.mark.parametrize("name", ["ema-2016", "wrcr-2015", "tenhou"])
def test_a_game_at_a_table_can_be_written_and_replayed(name: str) -> None:
    rules = rules_of(name)
    table = Table(rules, seed=11)
    play_game(table, [RandomPlayer(SeededRandom(seat), claims=True) for seat in range(4)])
    done_here = list(deals_of(table))
    assert len(done_here) >= len(table.game.played) > 0
    assert done_here[-1].after == table.game.standing
    done = replay_game(read_mjai(write_mjai(NAMES, done_here)), rules)
    assert not done.problems
    assert [one.settlement for one in done_here] == [one.settlement for one in done.deals]
