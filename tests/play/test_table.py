"""The table: its log, undo and resumption, the signal, and refused types."""

from __future__ import annotations

import io
from fractions import Fraction
from typing import Any, get_args, get_type_hints

import pytest
from each import each

from riichi_core.bots import SensiblePlayer, TsumogiriPlayer
from riichi_core.bots.runner import play_game
from riichi_core.errors import RiichiError
from riichi_core.play.actions import PASS, ActionError, Response, parse_action
from riichi_core.play.game_state import Settled, settle_deal
from riichi_core.play.state import Ended
from riichi_core.play.table import IllegalActionError, Table, TableError
from riichi_core.play.text import describe_event
from riichi_core.play.wall import Wall, WallError
from riichi_core.records import log
from riichi_core.records.log import LogError, LogHeader, log_appender, read_log, write_header
from riichi_core.rules.load import load
from riichi_core.seeded import SeededRandom
from riichi_core.settlement.ending import DealError, Ending, ExhaustiveDraw, StatedWin, Wins
from riichi_core.tiles import Wind, write_tiles

RULES = load("ema-2016")
PLAYERS = [TsumogiriPlayer() for _ in range(4)]


def logged(seed: int = 3) -> str:
    out = io.StringIO(write_header(LogHeader.of(RULES, "abcd", seed)))
    out.seek(0, io.SEEK_END)
    play_game(Table(RULES, seed=seed, listener=log_appender(out)), PLAYERS)
    return out.getvalue()


def test_an_error_names_the_illegal_one_of_two_actions() -> None:
    table = Table("ema-2025", seed=1)
    table.start()
    with pytest.raises(IllegalActionError, match="it is not south's turn") as caught:
        table.push(f"east {table.legal_actions('east')[-1]}", "south pass")
    assert caught.value.seat == Wind.SOUTH


def test_a_resumed_log_is_the_log_of_the_game() -> None:
    whole = logged()
    lines = whole.splitlines(keepends=True)
    for cut in range(2, 60, 7):
        file = io.StringIO("".join(lines[:cut]))
        file.seek(0, io.SEEK_END)
        table = Table(RULES, seed=3, listener=log_appender(file))
        table.resume(read_log(io.StringIO(file.getvalue())).entries)
        play_game(table, PLAYERS)
        assert file.getvalue() == whole, f"cut after line {cut}"


@each("value, scores, bets, settled", [
    ({"pot": 1000}, (25000, 24000, 25000, 25000), 1, (25000, 25000, 25000, 25000)),
    ({"pot": 500}, (25000, 24500, 25000, 25000), Fraction(1, 2), (25000, 25000, 25000, 25000)),
    ({"to_each": 1000}, (26000, 22000, 26000, 26000), 0, (26000, 22000, 26000, 26000)),
])  # fmt: skip
def test_points_of_a_foul_are_paid_at_once_and_the_pot_goes_back_with_a_new_deal(
    value: dict[str, int], scores: tuple[int, ...], bets: int, settled: tuple[int, ...]
) -> None:
    rules = load("tenhou").rules.changed(
        {"fouls.empty_meld_call": value, "fouls.unplayable_no_fault": "redeal"}
    )
    file = io.StringIO()
    table = Table(rules, seed=1, listener=log_appender(file))
    table.start()
    table.report("south", "empty_meld_call")
    seen = table.observe("west")
    assert (seen.scores, seen.bets) == (scores, bets)
    table.report("east", "unplayable_no_fault")
    table.next_deal()
    assert (table.game.standing.scores, table.game.standing.bets) == (settled, 0)
    again = Table(rules, seed=1)
    head = write_header(LogHeader.of(RULES, "abcd", 1))
    again.resume(read_log(io.StringIO(head + file.getvalue())).entries)
    assert again.game == table.game


def test_a_foul_that_bars_ron_needs_its_tiles() -> None:
    value = {"no_ron_on": "tile_and_suji", "calls": "none", "until": "own_draw"}
    file = io.StringIO()
    table = Table(RULES.rules.changed({"fouls.few_tiles_exposed": value}), seed=1,
                  listener=log_appender(file))  # fmt: skip
    table.start()
    with pytest.raises(DealError, match="tiles: give the tiles of few_tiles_exposed"):
        table.report("south", "few_tiles_exposed")
    table.report("south", "few_tiles_exposed", tiles="40p")
    (ban,) = table.deal.players[Wind.SOUTH].bans
    assert (write_tiles(ban.no_ron), ban.no_calls) == ("124578p", True)
    head = write_header(LogHeader.of(RULES, "abcd", 1))
    assert read_log(io.StringIO(head + file.getvalue())).entries[-1] == ban
    table.push(table.legal_actions("east")[0])
    assert table.deal.players[Wind.SOUTH].bans == ()


@each("barred, told", [("any", "no ron"), ("tile", "no ron on 45p")])
def test_a_ban_is_described_by_its_tiles_unless_it_is_of_all(barred: str, told: str) -> None:
    value = {"no_ron_on": barred, "until": "end"}
    table = Table(RULES.rules.changed({"fouls.few_tiles_exposed": value}), seed=1)
    table.start()
    (reported,) = table.report("south", "few_tiles_exposed", tiles="40p")
    assert str(describe_event(reported)).endswith(f", {told}")


def test_a_table_continues_from_a_state_of_a_game() -> None:
    whole = Table(RULES, seed=3)
    play_game(whole, PLAYERS)
    settled = [at for at, one in enumerate(whole.events, 1) if isinstance(one, Settled)]
    middle = whole.game_at(settled[2])
    table = Table.at(middle, RULES)
    table.resume(whole.events[settled[2] :])
    assert (table.game, table.finals) == (whole.game, whole.finals)
    while table.events:
        table.pop()
    assert table.game == middle


def test_a_table_cannot_begin_within_a_deal() -> None:
    table = Table(RULES, seed=3)
    table.start()
    with pytest.raises(TableError, match="the payments of a hand are missing"):
        Table.at(table.game, RULES)


def test_undo_after_a_resumption_returns_to_decisions() -> None:
    table = Table(RULES, seed=3)
    table.resume(read_log(io.StringIO("".join(logged().splitlines(keepends=True)[:40]))).entries)
    undone = 0
    while table.events:
        table.pop()
        undone += 1
        assert table.legal_actions() or table.deal_over
    assert undone > 5
    with pytest.raises(TableError, match="nothing to undo"):
        table.pop()


def test_every_value_of_an_event_can_be_read() -> None:
    for kind in log.EVENTS:
        for name, hint in get_type_hints(kind).items():
            words = [word for part in get_args(hint) for word in get_args(part) or (part,)]
            plain = hint in {int, bool, str} or all(
                isinstance(word, str) or word in {None, type(None), ...} for word in words or [0]
            )
            assert hint in log._TYPES or plain, f"{kind.__name__}.{name}"


def until_settled(table: Table) -> None:
    table.start()
    while not table.deal_over:
        seat, acts = next(iter(table.legal_actions().items()))
        table.push(Response(seat, PASS if PASS in acts else acts[0]))
    table.settle()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"end.rounds": "one_hand"}, "rounds"),
        ({"end.ceiling": {"points": 30_000, "when": "reached"}}, "ceiling"),
        ({"end.bust": {"points": 30_000, "when": "reached"}}, "bust"),
    ],
)
def test_a_table_is_over_when_the_rules_say_so(changes: dict[str, Any], reason: str) -> None:
    table = Table(RULES.rules.changed(changes), seed=3)
    until_settled(table)
    assert (table.over, table.game.ended_by) == (True, reason)


@pytest.mark.parametrize(("name", "more"), [("ema-2016", 1), ("wrcr-2015", 0)])
def test_a_signal_between_two_deals_limits_the_deals_left(name: str, more: int) -> None:
    """EMA 2016, 5.9: one more deal; WRCR 2015, 8.2: no dice after the signal."""
    table = Table(load(name), seed=3)
    until_settled(table)
    table.signal()
    assert table.over == (more == 0)
    for _ in range(more):
        assert not table.over
        until_settled(table)
    assert table.over
    assert table.game.ended_by == "time"
    with pytest.raises(TableError, match="sounded already"):
        table.signal()
    with pytest.raises(TableError, match="the game is over"):
        table.start()


def test_a_signal_after_the_game_is_refused() -> None:
    table = Table(RULES, seed=3)
    play_game(table, PLAYERS)
    with pytest.raises(TableError, match="the game is over"):
        table.signal()
    with pytest.raises(TableError, match="the game is over"):
        table.push()


def test_a_replayed_hand_after_a_chombo_keeps_the_streak() -> None:
    table = Table(RULES, seed=3)
    until_settled(table)
    streak = table.game.streak
    table.start()
    table.report(Wind.SOUTH, "false_win_shown")
    table.settle()
    assert table.game.streak == streak


@each(
    "draw, after_eighth, streaks",
    [
        ("ends", "as_usual", (0, 8, 9)),
        ("waits", "as_usual", (3, 8, 9)),
        ("ends", "each_counts", (0, 7, 7)),
    ],
)
def test_wins_in_a_row_are_counted(
    draw: str, after_eighth: str, streaks: tuple[int, int, int]
) -> None:
    """A draw after three wins, the eighth win, and a win after the counted ones."""
    counted = {"draw": draw, "after_eighth": after_eighth}
    rules = load("ema-2016").rules.changed({"dealer.wins_in_a_row": counted})
    table = Table(rules, seed=3)
    table.start()
    assert table.game.deal is not None
    phase = table.game.deal.phase
    assert not isinstance(phase, Ended)
    win = Wins(StatedWin(Wind.EAST, han=1, fu=30), discarder="west")
    ends: list[tuple[Ending, int]] = [(ExhaustiveDraw(["east"]), 3), (win, 7), (win, 8)]
    for (end, before), after in zip(ends, streaks, strict=True):
        deal = table.game.deal._replace(phase=Ended(end, phase))
        game = table.game._replace(deal=deal, streak=before)
        assert settle_deal(game, rules, "tournament")[1].streak == after


def test_a_wall_with_wrong_red_fives_is_refused() -> None:
    wall = Wall.shuffled(load("tenhou").rules.tiles, SeededRandom(0))
    table = Table(RULES)
    with pytest.raises(WallError, match=r"red fives 1 0m, 1 0p, 1 0s.*no red fives"):
        table.start(wall)
    with pytest.raises(WallError, match="not a throw"):
        Wall(wall.tiles, (1.5, 2))  # type: ignore[arg-type]
    assert table.events == ()


BAD: list[tuple[str, tuple[Any, ...], str]] = [
    ("push", ("discrd 1m",), "did you mean discard"),
    ("push", (7,), "expected an action, e.g. 'discard 5p', not 7"),
    ("push", (Response("east", "pass"),), "east may not pass"),
    ("push", ("chii 12m",), "east may not chii 12m"),
    ("report", ("eats", "swap_call"), "did you mean east"),
    ("report", (Wind.EAST, "swap-call"), "did you mean swap_call"),
    ("report", (Wind.EAST, "obstruction", "much"), "whole number"),
    ("observe", ("sout",), "did you mean south"),
    ("observe", (None,), "expected east, south, west, north, not None"),
    ("next_deal", ("wall",), "expected a Wall"),
]


@each("method, given, said", BAD)
def test_arguments_are_checked_before_anything_changes(
    method: str, given: tuple[Any, ...], said: str
) -> None:
    table = Table(RULES, seed=3)
    table.start()
    before = table.events
    with pytest.raises(RiichiError, match=said):
        getattr(table, method)(*given)
    assert table.events == before


def test_a_table_needs_a_ruleset_and_a_setting() -> None:
    assert Table("ema-2016").rules == Table(load("ema-2016")).rules
    with pytest.raises(RiichiError, match="expected a ruleset"):
        Table(7)  # type: ignore[arg-type]
    with pytest.raises(RiichiError, match="did you mean"):
        Table("ema-2061")
    with pytest.raises(TableError, match="tournament or"):
        Table(RULES, setting="club")  # type: ignore[arg-type]
    with pytest.raises(TableError, match="start the next one"):
        Table(RULES).push()


def test_a_table_without_a_seed_has_new_walls() -> None:
    first, second = Table(RULES), Table(RULES)
    assert first.seed != second.seed
    first.start()
    second.start()
    assert first.deal.wall != second.deal.wall
    again = Table(RULES, seed=first.seed)
    again.start()
    assert again.deal.wall == first.deal.wall
    LogHeader.of(RULES, ["Ana", "Ben", "Cleo", "Dan"], first.seed)  # a log accepts it


def test_an_action_in_text_may_name_its_seat() -> None:
    table, other = Table(RULES, seed=7), Table(RULES, seed=7)
    for one in (table, other):
        one.start()
    assert table.push("east discard 1m") == other.push("discard 1m")
    discard = table.legal_actions("south")[-1]
    assert table.push(f"South {discard}") == other.push(Response("south", discard))
    with pytest.raises(IllegalActionError, match="it is not north's turn"):
        table.push("north discard 1m")
    with pytest.raises(ActionError, match="did you mean pass"):
        table.push("south pas")
    waiting = Table(RULES, seed=21)
    waiting.start()
    while len(waiting.legal_actions()) < 2:
        (legal,) = waiting.legal_actions().values()
        waiting.push(legal[0])
    for seat in waiting.legal_actions():
        assert PASS in waiting.legal_actions(seat)
    waiting.push(*(f"{seat} pass" for seat in waiting.legal_actions()))


def test_a_game_that_has_not_begun_has_no_result() -> None:
    table = Table(RULES, seed=1)
    with pytest.raises(TableError, match="no hand was started"):
        _ = table.finals
    table.start()
    assert [final.place for final in table.finals] == [1, 1, 1, 1]


def test_an_unreadable_head_is_not_written() -> None:
    for players in (["Ana"], ["x" * 2000] * 4):
        with pytest.raises(LogError):
            LogHeader.of(RULES, players, 4)


@each(
    "text", ["chii 12z", "chii 14m", "chii 9m1p", "chii 55p", "pon 12m", "kan 1234m", "kan 123m",
             "kan 5p drawn", "pon 55p drawn"]
)  # fmt: skip
def test_tiles_that_do_not_make_a_set_are_refused(text: str) -> None:
    with pytest.raises(ActionError):
        parse_action(text)


@each("text", ["chii 13m", "chii 06p", "pon 05p", "kan 0555s", "kan 555s"])
def test_tiles_that_make_a_set_are_read_as_an_action(text: str) -> None:
    assert str(parse_action(text)).split()[0] == text.split(maxsplit=1)[0]


def test_an_action_can_be_text_for_the_player_in_turn() -> None:
    table = Table(RULES, seed=7)
    table.start()
    east = table.deal.players[Wind.EAST]
    drawn = table.observe("east").drawn
    assert drawn in east.hand, "both can be meant, and the text says one in the hand"
    table.push(f"discard {drawn}")
    assert table.deal.players[Wind.EAST].discards[0].tsumogiri is False
    legal = table.legal_actions()
    while table.observe(turn := next(iter(legal))).drawn in (None, *table.deal.players[turn].hand):
        table.push(*(Response(one, PASS if PASS in legal[one] else legal[one][0]) for one in legal))
        legal = table.legal_actions()
    table.push(f"discard {table.observe(turn).drawn}")
    assert table.deal.players[turn].discards[-1].tsumogiri
    assert repr(table).startswith("<Table: east round, deal 1, ")
    assert str(table.deal).startswith("East round, counters 0")


def test_an_action_must_name_its_player_if_ambiguous() -> None:
    table = Table(RULES, seed=0)
    table.start()
    while len(table.legal_actions()) < 2:
        table.push(table.legal_actions()[next(iter(table.legal_actions()))][-1])
    with pytest.raises(TableError, match=r"may do that; name one of them"):
        table.push("pass")


@pytest.mark.parametrize(
    ("seat", "action", "said"),
    [
        ("sout", "pass", "did you mean south"),
        (1, "pass", "expected east, south, west, north, not 1"),
        ("south", "pas", "did you mean pass"),
        ("south", None, "expected an action, e.g. 'discard 5p', not None"),
    ],
)
def test_a_response_is_checked_when_it_is_made(seat: Any, action: Any, said: str) -> None:
    with pytest.raises(ActionError, match=said):
        Response(seat, action)


def test_a_parlour_game_counts_chips_and_the_broken_wall() -> None:
    parlour = load("parlour")
    table = Table(parlour, seed=3)
    play_game(table, [SensiblePlayer() for _ in range(4)])
    finals = table.finals
    worth = parlour.rules.chips.awarded
    assert not isinstance(worth, str)
    for one in table.game.played:
        assert one.deal.wareme is not None
        assert sum(one.settlement.chips.values()) == 0
        double = [paid for paid in one.settlement.transfers if paid.why == "wareme"]
        assert all(one.deal.wareme in {paid.giver, paid.taker} for paid in double)
    assert any(paid.why == "wareme" for one in table.game.played
               for paid in one.settlement.transfers)  # fmt: skip
    assert any(one.chips for one in finals)
    assert sum(one.chips for one in finals) == sum(one.yakitori for one in finals) == 0
    without = [one.result - one.chips * worth.worth - one.yakitori for one in finals]
    assert sum(without) == 0
