"""Players act legally, follow the seed, and play plausible games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product
from statistics import mean

import pytest
from each import each
from effort import HELD, LONG, SOAK, first, seed_of

from riichi_core.bots import (
    NAMES,
    Player,
    PlayerError,
    RandomPlayer,
    SensiblePlayer,
    TsumogiriPlayer,
    player_named,
)
from riichi_core.bots.player import AbsentPlayerError
from riichi_core.bots.runner import FailedGame, completed_games, game_or_failure
from riichi_core.play import events as ev
from riichi_core.play.actions import Action, Discard, Response
from riichi_core.play.decide import advance, decide_and_advance
from riichi_core.play.legal import legal_actions
from riichi_core.play.observation import Observation, observe
from riichi_core.play.state import DealState
from riichi_core.play.table import Table
from riichi_core.play.wall import Wall
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.seeded import SeededRandom
from riichi_core.settlement.ending import Wins
from riichi_core.tiles import Wind

RULESETS = sorted(HELD)
DEALS = SOAK or (10 if LONG else 2)


@cache
def rules_of(name: str) -> Rules:
    return load(name).rules


def played(players: Sequence[Player], rules: Rules, seed: int) -> tuple[list[ev.Event], DealState]:
    """Return the events of a whole deal, and its last state."""
    wall = Wall.shuffled(rules.tiles, SeededRandom(seed))
    started = ev.Started(wall, Wind.EAST, 0, 0, (30_000,) * 4)
    first, deal = advance(None, [started], rules)
    happened = list(first)
    while not deal.over:
        calls = []
        for seat, acts in legal_actions(deal, rules).items():
            act = players[seat].choose(observe(deal, seat), acts)
            assert act in acts, f"{act} is not among {', '.join(map(str, acts))}"
            calls.append(Response(seat, act))
        more, deal = decide_and_advance(deal, calls, rules)
        happened += more
    return happened, deal


def four(name: str, seed: int = 1) -> list[Player]:
    return [player_named(name, SeededRandom(seed + seat)) for seat in Wind]


# ---- all of them ---------------------------------------------------------------------------------


@pytest.mark.random
@each("ruleset, name", product(RULESETS, NAMES))
def test_a_player_acts_legally(ruleset: str, name: str) -> None:
    players = four(name)
    for seed in map(seed_of, range(DEALS)):
        _, deal = played(players, rules_of(ruleset), seed)
        assert deal.over


@pytest.mark.random
@each("ruleset", RULESETS)
def test_different_players_can_sit_at_one_table(ruleset: str) -> None:
    claiming = RandomPlayer(SeededRandom(1), claims=True)
    players: list[Player] = [
        SensiblePlayer(),
        claiming,
        TsumogiriPlayer(),
        RandomPlayer(SeededRandom(2)),
    ]
    for seed in map(seed_of, range(DEALS)):
        _, deal = played(players, rules_of(ruleset), seed)
        assert deal.over


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_deal(name: str) -> None:
    rules = rules_of(RULESETS[0])
    once, again = (played(four(name), rules, seed=3)[0] for _ in range(2))
    assert once == again


def test_another_seed_gives_another_deal() -> None:
    rules = rules_of(RULESETS[0])
    one, other = (played(four("random", seed), rules, seed=3)[0] for seed in (1, 20))
    assert one[0] == other[0]
    assert one != other


@pytest.mark.parametrize("name", NAMES)
def test_a_player_plays_a_whole_game(name: str) -> None:
    table = Table(load(library.books()[sorted(library.books())[0]]), seed=5)
    players = four(name)
    table.start()
    while not table.over:
        if table.deal_over:
            table.next_deal()
            continue
        acts = table.legal_actions()
        table.push(*(Response(s, players[s].choose(table.observe(s), acts[s])) for s in acts))
    assert len(table.finals) == 4


# ---- a bot of one's own --------------------------------------------------------------------------


class HonoursFirst:
    """A bot that wins if it can, never calls, and discards honours first, then terminals."""

    def choose(self, view: Observation, acts: tuple[Action, ...]) -> Action:  # noqa: ARG002
        """Win, else discard the tile furthest from the middle of its suit, else pass."""
        wins = [act for act in acts if str(act) == "win"]
        discards = [act for act in acts if isinstance(act, Discard)]
        if wins or not discards:
            return wins[0] if wins else acts[-1]
        return max(discards, key=self._uselessness)

    def _uselessness(self, act: Discard) -> int:
        return 9 if act.tile.suit == "z" else abs(act.tile.number - 5)


def test_a_bot_of_a_few_lines_plays_a_deal() -> None:
    happened, deal = played([HonoursFirst()] * 4, rules_of(RULESETS[0]), seed=1)
    assert deal.over
    thrown = [event.tile.suit for event in happened if isinstance(event, ev.Discarded)]
    assert thrown[:12].count("z") > thrown[-12:].count("z")


# ---- by name -------------------------------------------------------------------------------------


def test_players_are_found_by_name() -> None:
    chance = SeededRandom(1)
    assert [type(player_named(name, chance)) for name in NAMES] == [
        RandomPlayer, TsumogiriPlayer, SensiblePlayer,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("sensibel", "there is no player 'sensibel': did you mean sensible?"),
        ("Random", "there is no player 'Random': did you mean random?"),
        ("x", "there is no player 'x': expected random, tsumogiri, sensible"),
        ("", "there is no player '': expected random, tsumogiri, sensible"),
    ],
)
def test_an_unknown_player_name_is_refused(name: str, message: str) -> None:
    with pytest.raises(PlayerError) as refused:
        player_named(name, SeededRandom(1))
    assert str(refused.value) == message


# ---- what their games look like ------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", first(RULESETS, quick=0, long=3))
def test_sensible_players_play_plausible_games(ruleset: str) -> None:
    players, count, thrown = four("sensible"), Counter[str](), []
    deals = 60
    for seed in range(100, 100 + deals):
        happened, deal = played(players, rules_of(ruleset), seed)
        kinds = Counter(type(event).__name__ for event in happened)
        count += kinds
        thrown.append(kinds["Discarded"])
        count["wins"] += isinstance(deal.ending, Wins)
        count["open"] += sum(place.is_open for place in deal.players)
    assert 0.6 <= count["wins"] / deals <= 0.95
    assert 0.08 <= count["RiichiAccepted"] / deals / 4 <= 0.35
    assert 0.1 <= count["open"] / deals / 4 <= 0.5
    assert 30 <= mean(thrown) <= 62


def test_a_random_player_that_claims_has_open_hands() -> None:
    rules = rules_of(RULESETS[0])
    claims = Counter[bool]()
    for claiming in (False, True):
        players = [RandomPlayer(SeededRandom(seat), claims=claiming) for seat in Wind]
        for seed in range(5):
            happened, _ = played(players, rules, seed)
            claims[claiming] += sum(isinstance(event, ev.Claimed) for event in happened)
    assert claims[True] > claims[False] > 0


def test_the_tsumogiri_player_never_calls_and_keeps_its_tiles() -> None:
    happened, deal = played([TsumogiriPlayer()] * 4, rules_of(RULESETS[0]), seed=2)
    assert all(event.tsumogiri for event in happened if isinstance(event, ev.Discarded))
    assert not any(isinstance(event, ev.Claimed | ev.QuadDeclared) for event in happened)
    assert tuple(place.hand for place in deal.players) == deal.wall.dealt()


# ---- games that players end ----------------------------------------------------------------------


def runs(course: str, before: int = 0) -> tuple[int, list[int]]:
    """Return how many games of a course such as `++-+` were played, and which failed."""
    games = (
        number if mark == "+" else FailedGame(number, f"game {number}")
        for number, mark in enumerate(course, 1)
    )
    failed = [FailedGame(0, "of another run")]
    played = list(completed_games(games, failed, before))
    assert failed.pop(0).number == 0
    return len(played), [one.number for one in failed]


@each("course, before", [("+-", 0), ("--+", 0), ("-++-++-", 0), ("++++---", 0), ("--", 1)])
def test_a_run_continues_while_more_games_succeed_than_fail(course: str, before: int) -> None:
    failed = [number for number, mark in enumerate(course, 1) if mark == "-"]
    assert runs(course, before) == (course.count("+"), failed)


@each("course, before", [("-", 0), ("--", 0), ("---+", 0), ("+-+--", 0), ("-+-+-+", 0), ("---", 3)])
def test_a_run_ends_when_three_games_failed_and_no_more_succeeded(course: str, before: int) -> None:
    with pytest.raises(PlayerError, match=f"^game {course.index('-') + 1}$"):
        runs(course, before)


def test_the_first_failure_ends_a_run_without_a_list() -> None:
    with pytest.raises(PlayerError, match="no idea"):
        list(completed_games((one for one in (1, 2, FailedGame(3, "no idea"))), None))


def test_a_missing_player_is_an_error_before_any_game() -> None:
    def play() -> int:
        raise AbsentPlayerError("nobody")

    with pytest.raises(AbsentPlayerError):
        game_or_failure(1, play)
