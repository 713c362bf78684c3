"""The course of a game from its log: how deals ended, and logs with little content."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from making import straights

from riichi.cli.output import print_lines
from riichi.games.formats.mjai import read_mjai
from riichi.games.formats.record_files import read_history
from riichi.games.replay.deal_history import finish_deal
from riichi.games.replay.divergences import divergences
from riichi.games.replay.game_history import GameHistory
from riichi.games.replay.page import game_text
from riichi.games.replay.recorded_game import player_names, wall_of
from riichi_core.bots import SensiblePlayer
from riichi_core.bots.runner import play_game
from riichi_core.play import events as ev
from riichi_core.play.actions import NOTEN, TENPAI, WIN, Response, parse_action
from riichi_core.play.game_state import GameEvent, Settled, Signalled
from riichi_core.play.state import Announcing
from riichi_core.play.table import Table
from riichi_core.records.log import LogHeader, log_appender, read_log, write_header
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset
from riichi_core.tiles import Wind

EMA, WRCR, TENHOU = load("ema-2016"), load("wrcr-2015"), load("tenhou")
NAMES = ("Aoi", "Ben", "Chika", "Dario")


class Logged:
    """A table that keeps its log; East's first tile completes the others' straights."""

    def __init__(self, ruleset: Ruleset, names: tuple[str, ...] = NAMES) -> None:
        self.ruleset, self.stream = ruleset, io.StringIO()
        self.stream.write(write_header(LogHeader.of(ruleset, names, 1)))
        self.table = Table(ruleset, seed=1, listener=log_appender(self.stream))

    def start(self) -> Table:
        end = {"type": "ryukyoku", "deltas": [0, 0, 0, 0]}
        self.table.start(wall_of(read_mjai(straights(end)).deals[0], self.table.rules.tiles))
        return self.table

    def course(self, asked: Ruleset | None = None) -> GameHistory:
        return read_history(self.stream.getvalue().encode(), self.ruleset, asked)


def act(table: Table, text: str) -> None:
    assert table.deal.phase is not None
    seat = next(iter(table.legal_actions()))
    table.push(Response(seat, parse_action(text)))


def end_of(logged: Logged, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the end of the first deal in the table of deals."""
    print_lines(game_text(logged.course(), "file", "rules"))
    lines = capsys.readouterr().out.splitlines()
    line = next(line for line in lines if line.startswith("  E1"))
    return line.split(None, 2)[2].split("  ")[0]


# ---- how a deal ended ----------------------------------------------------------------------------


def late_win(table: Table) -> None:
    """Let West win on East's discard after South has drawn."""
    act(table, "discard 5p")
    table.push()
    table.push(Response(Wind.WEST, WIN))


def three_wins(table: Table) -> None:
    act(table, "discard 5p")
    table.push(*(Response(seat, WIN) for seat in (Wind.SOUTH, Wind.WEST, Wind.NORTH)))


def two_wins(table: Table, on: str = "discard 5p") -> None:
    act(table, on)
    table.push(*(Response(seat, WIN) for seat in (Wind.WEST, Wind.SOUTH)))


def a_win_with_a_suspect(table: Table) -> None:
    """Commit a foul of East that only an exhaustive draw or a win of East would reveal."""
    two_wins(table, "riichi 5p")
    table.report(Wind.EAST, "noten_riichi")


def a_win_and_a_chombo(table: Table) -> None:
    two_wins(table)
    table.report(Wind.EAST, "unplayable_by_fault")


def chombo(table: Table) -> None:
    table.report(Wind.NORTH, "unplayable_by_fault")


def redeal(table: Table) -> None:
    table.report(Wind.NORTH, "unplayable_no_fault")


def chombo_stands(ruleset: Ruleset) -> Ruleset:
    """Do the same, with a chombo at the time of a win, which cancels the win."""
    spoilt = ruleset.rules.chombo.model_copy(update={"with_win": "stands"})
    return replace(ruleset, rules=ruleset.rules.model_copy(update={"chombo": spoilt}))


ENDS = [
    (EMA, late_win, "Chika from Aoi"),
    (EMA, two_wins, "Ben and Chika from Aoi"),
    (TENHOU, three_wins, "aborted: three wins"),
    (WRCR, three_wins, "Ben from Aoi"),
    (WRCR, a_win_with_a_suspect, "Ben from Aoi"),
    (EMA, a_win_and_a_chombo, "Ben and Chika from Aoi"),
    (chombo_stands(EMA), a_win_and_a_chombo, "chombo of Aoi"),
    (EMA, chombo, "chombo of Dario"),
    (EMA, redeal, "re-deal"),
]


@pytest.mark.parametrize(("ruleset", "play", "says"), ENDS)
@pytest.mark.parametrize("settled", [True, False])
def test_the_history_shows_how_a_deal_ended(
    ruleset: Ruleset,
    play: Callable[[Table], None],
    says: str,
    settled: bool,
    capsys: pytest.CaptureFixture[str],
) -> None:
    logged = Logged(ruleset)
    play(logged.start())
    if settled:
        logged.table.settle()
    assert end_of(logged, capsys) == says


def test_the_history_shows_an_unfinished_deal(capsys: pytest.CaptureFixture[str]) -> None:
    logged = Logged(EMA)
    act(logged.start(), "discard 5p")
    assert end_of(logged, capsys) == "not finished"


def test_points_for_fouls_stay_when_a_hand_is_replayed() -> None:
    """The game settles them in the same way."""
    table = Logged(EMA).start()
    before = table.game.standing
    table.report(Wind.EAST, "obstruction", 8000)
    table.report(Wind.NORTH, "unplayable_no_fault")
    happened = [one for one in table.events if not isinstance(one, Settled | Signalled)]
    found = finish_deal(before, happened, (table.deal,), table.rules)
    table.settle()
    assert found.settlement is None
    assert found.after == table.game.standing
    assert found.after.penalties == (-8000, 0, 0, 0)


def test_a_suspected_foul_is_in_the_log() -> None:
    logged = Logged(EMA)
    act(logged.start(), "riichi 5p")
    logged.table.report(Wind.EAST, "noten_riichi")
    logged.table.push()
    found = read_log(io.StringIO(logged.stream.getvalue()))
    assert found.damage is None
    assert found.entries == logged.table.events


# ---- little is left ------------------------------------------------------------------------------


def nothing(logged: Logged) -> None:
    """Do nothing: power was lost before the first deal."""


def damage(logged: Logged) -> None:
    logged.stream.write("{{{\n")


def signal(logged: Logged) -> None:
    logged.table.signal()


@pytest.mark.parametrize(("write", "events"), [(nothing, 0), (damage, 0), (signal, 1)])
@pytest.mark.parametrize("asked", [None, TENHOU])
def test_a_log_without_a_deal_has_an_empty_history(
    write: Callable[[Logged], None],
    events: int,
    asked: Ruleset | None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    logged = Logged(EMA)
    write(logged)
    found = logged.course(asked)
    assert (found.deals, found.events, found.divergences) == ((), events, ())
    assert bool(found.problems) == (write is damage)
    print_lines(game_text(found, "file", "rules"))
    assert "No hand has begun." in capsys.readouterr().out


def test_a_signal_before_the_first_deal_leaves_one_deal() -> None:
    """One deal is played after it."""
    logged = Logged(EMA)
    logged.table.signal()
    chombo(logged.start())
    found = logged.course()
    assert found.before == (Signalled(in_play=False),)
    assert found.at(1) is None
    assert found.event(1) == Signalled(in_play=False)
    assert found.deals[0].first == 2
    assert found.at(2) is found.deals[0]
    assert isinstance(found.event(2), ev.Started)
    with pytest.raises(LookupError, match="is not among the events 1 to"):
        found.at(found.events + 1)


def test_a_name_has_one_unicode_form() -> None:
    assert player_names(["Zoe\u0308", "B", "C", "D"])[0] == "Zo\u00eb"


def test_names_are_written_on_one_line() -> None:
    odd = (" Aoi\nthe  first", "\x1b[31mBen", "", "Dario")
    assert Logged(EMA, odd).course().players == ("Aoi the first", "[31mBen", "player 3", "Dario")
    assert player_names(["Aoi\ud800"])[0] == "Aoi"


# ---- under another ruleset -----------------------------------------------------------------------


def drawn_deals(ruleset: Ruleset) -> Iterator[Table]:
    """Yield tables with a deal about to be drawn, before the announcements."""
    for seed in range(40):
        table, player = Table(ruleset, seed=seed), SensiblePlayer()
        table.start()
        while not table.deal_over and not isinstance(table.deal.phase, Announcing):
            legal = table.legal_actions().items()
            table.push(
                *(Response(seat, player.choose(table.observe(seat), acts)) for seat, acts in legal)
            )
        if not table.deal_over:
            yield table


def must_be_shown(ruleset: Ruleset) -> Ruleset:
    draws = ruleset.rules.draws.model_copy(update={"tenpai_hands": "must_be_shown"})
    return replace(ruleset, rules=ruleset.rules.model_copy(update={"draws": draws}))


def test_the_order_of_announcements_is_not_a_divergence() -> None:
    """Players who are free to hide a hand announce it after those who are not."""
    free, bound = EMA, must_be_shown(EMA)
    turned = 0
    for table in drawn_deals(free):
        while not table.deal_over:
            table.push(*(Response(seat, TENPAI) for seat in reversed(list(table.legal_actions()))))
        said = [one.seat for one in table.events if isinstance(one, ev.Announced)]
        turned += said != sorted(said)
        table.settle()
        assert divergences(table.events, bound.rules) == ()
        assert divergences(in_turn(table.events), free.rules) == ()
    assert turned


def in_turn(events: tuple[GameEvent, ...]) -> tuple[GameEvent, ...]:
    """Return the same with the announcements in turn, as if nobody may hide a hand."""
    said = sorted(
        (one for one in events if isinstance(one, ev.Announced)), key=lambda one: one.seat
    )
    first = next(n for n, one in enumerate(events) if isinstance(one, ev.Announced))
    others = [one for one in events if not isinstance(one, ev.Announced)]
    return (*others[:first], *said, *others[first:])


def test_a_hand_that_may_not_be_hidden_is_a_divergence() -> None:
    for table in drawn_deals(EMA):
        free = [seat for seat, acts in table.legal_actions().items() if NOTEN in acts]
        if not free:
            continue
        while not table.deal_over:
            table.push(*(Response(seat, NOTEN) for seat in table.legal_actions()))
        (diverges_at,) = divergences(table.events, must_be_shown(EMA).rules)
        assert (diverges_at.was, diverges_at.would) == (
            f"{free[0]} is noten", f"{free[0]} shows a tenpai hand",
        )  # fmt: skip
        return
    raise AssertionError("nobody could hide a hand")


def test_a_signal_in_a_deal_is_not_a_divergence() -> None:
    table = Logged(EMA).start()
    table.signal()
    act(table, "discard 5p")
    two = [Response(seat, WIN) for seat in (Wind.WEST, Wind.SOUTH)]
    table.push(*two)
    table.settle()
    assert divergences(table.events, EMA.rules) == ()


def test_red_fives_count_as_plain_ones_if_the_rules_have_none() -> None:
    logged = Logged(TENHOU)
    play_game(logged.table, [SensiblePlayer()] * 4)
    found = logged.course(EMA)
    assert found.notes == ("red fives count as plain fives, because these rules have none",)
    assert found.divergences
    assert not any("red" in one.would or "0m" in one.would for one in found.divergences)
    assert logged.course(TENHOU).notes == ()
