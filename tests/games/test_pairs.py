"""Paired games: the same walls under each ruleset, equal games for equal rules, known effects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from effort import HELD, LONG, SOAK, first_rows, seed_of

from riichi.games.study import deal_cache
from riichi.games.study.deal_cache import DealCache, DealName, GameSeeds
from riichi.games.study.effects import StudiedGame, TriedGame, game_effect, play_study_game
from riichi.games.study.plan import StudyPlan
from riichi.games.study.report import study_report
from riichi.games.study.rows import StudiedRow
from riichi.games.study.run import run_study
from riichi_core.bots import SensiblePlayer
from riichi_core.bots.asking import tell_rules
from riichi_core.bots.player import PlayerMaker
from riichi_core.game.game import Standing
from riichi_core.play.actions import Action, Response
from riichi_core.play.decide import advance, decide_and_advance
from riichi_core.play.game_state import GameState, start_deal
from riichi_core.play.legal import legal_actions
from riichi_core.play.observation import Observation, observe
from riichi_core.play.state import DealState
from riichi_core.rules.changes import with_changes
from riichi_core.rules.load import load
from riichi_core.rules.rules import SETTLED, Rules, chapters, options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.tiles import Wind

GAMES = 4

DRAWN, SENSIBLE, RANDOM = ("tsumogiri",) * 4, ("sensible",) * 4, ("random",) * 4


def ruleset(*changes: str, of: str = "ema-2016") -> Ruleset:
    """Return a ruleset of one round, so that games are short, with other values."""
    found, problems = with_changes(load(of), ("end.rounds=1", *changes))
    assert found is not None, problems
    return found


# ---- equal rulesets ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [DRAWN, RANDOM])
def test_equal_rulesets_differ_by_exactly_zero(players: tuple[str, ...]) -> None:
    plan = StudyPlan((ruleset(), ruleset()), 3, seed=8, players=players)
    rows = list(run_study(plan))
    assert all(one == other for one, other in (row.games for row in rows))
    found = study_report(plan, rows)
    assert {(line.differences[0].value, line.differences[0].margin) for line in found.lines} == {
        (0.0, 0.0)
    }
    (effect,) = found.against
    assert not effect.is_seen
    assert effect.result.value == effect.result.margin == 0


# ---- walls ---------------------------------------------------------------------------------------


def test_the_wall_of_a_deal_does_not_depend_on_earlier_deals() -> None:
    one, other = GameSeeds(5, 1), GameSeeds(5, 1)
    tiles = load("ema-2016").rules.tiles
    other.wall(DealName(0, 0, 0), tiles)
    assert one.wall(DealName(1, 2, 0), tiles) == other.wall(DealName(1, 2, 0), tiles)
    names = [DealName(0, 0, 0), DealName(0, 0, 1), DealName(0, 1, 0), DealName(1, 0, 0)]
    assert len({one.wall(name, tiles) for name in names}) == len(names)
    assert GameSeeds(5, 2).wall(names[0], tiles) != one.wall(names[0], tiles)


def test_red_fives_replace_plain_ones_in_the_wall() -> None:
    name, seeds = DealName(0, 0, 0), GameSeeds(5, 1)
    plain = seeds.wall(name, load("ema-2016").rules.tiles)
    reds = seeds.wall(name, load("tenhou").rules.tiles)
    assert [tile.kind for tile in plain.tiles] == [tile.kind for tile in reds.tiles]
    assert sum(tile.red for tile in reds.tiles) == 3


# ---- effects -------------------------------------------------------------------------------------


def test_an_option_has_the_effect_calculated_by_hand() -> None:
    """A counter is worth 600 points instead of 300, so each counter adds 300 to a win."""
    plan = StudyPlan((ruleset(), ruleset("dealer.counter_value=600")), GAMES, seed=3)
    rows: list[StudiedRow] = list(run_study(plan))
    decided = 0
    for row in rows:
        before, after = row.games
        gains = [0.0] * 4
        moved = 0
        for deal in before.deals:
            for winner in deal.winners:
                more = 300 * deal.counters
                moved += more
                gains[winner] += more
                payers = [p for p in range(4) if p != winner and deal.discarder in (None, p)]
                for payer in payers:
                    gains[payer] -= more / len(payers)
        effect = row.effects["dealer.counter_value"]
        assert effect == row.against[0]
        counted = sum(bool(deal.winners) and deal.counters > 0 for deal in before.deals)
        assert (effect.deals, effect.otherwise) == (len(before.deals), counted)
        assert effect.points == moved
        scores = [score + gain for score, gain in zip(before.scores, gains, strict=True)]
        assert list(after.scores) == scores
        places = [1 + sum(other > score for other in scores) for score in scores]
        assert list(after.places) == places
        assert effect.places == sum(a != b for a, b in zip(before.places, places, strict=True))
        results = zip(before.results, after.results, strict=True)
        assert effect.result == sum(abs(a - b) for a, b in results) / 2
        decided += counted
    assert decided >= GAMES / 4, "there must be something to work out"


def test_an_option_that_never_applies_has_no_effect() -> None:
    plan = StudyPlan((ruleset(), ruleset("claims.winners=head_bump", "yaku.four_quads=none")), 3,
                     seed=3, players=DRAWN)  # fmt: skip
    found = study_report(plan, run_study(plan))
    assert {path: effect.is_seen for path, effect in found.ranking} == {
        "claims.winners": False,
        "yaku.four_quads": False,
    }


def test_options_that_need_a_foul_are_not_switched() -> None:
    plan = StudyPlan((load("ema-2016"), load("ema-2025")), 1)
    unseen = {one.path: one.unseen for one in plan.single_changes() if one.unseen}
    assert unseen["fouls.wrong_win_word"] == unseen["claims.win_words"] == "table"
    assert unseen["tournament.lateness"] == "tournament"
    seen = {one.path for one in plan.single_changes() if one.rules is not None}
    assert {"limits.raised_to_mangan", "riichi.tiles_left"} <= seen
    assert not seen & set(unseen)


# ---- what is not played again --------------------------------------------------------------------


def game(rules: Rules, players: tuple[str, ...]) -> StudiedGame:
    return play_study_game(DealCache(GameSeeds(2, 1), players), rules)


def test_chapters_read_after_a_deal_do_not_affect_play() -> None:
    """So rulesets that agree in all other chapters can share one course of a deal."""
    one, other = ruleset().rules, load("tenhou").rules
    end = other.end.model_copy(update={"rounds": 1})
    taken = {name: getattr(other, name) for name in chapters() if name in SETTLED} | {"end": end}
    mixed = one.model_copy(update=taken)
    for players in (DRAWN, RANDOM, *([SENSIBLE] if LONG else [])):
        first, second = game(one, players), game(mixed, players)
        pairs = list(zip(first.deals, second.deals, strict=False))
        same = [(a, b) for a, b in pairs if a.before.standing == b.before.standing]
        assert same
        assert all(a.played.deal == b.played.deal for a, b in same)


class UnsharedDeals(DealCache):
    """A cache in which deals share nothing and are played under plain rules."""

    def finished_deal(self, name: DealName, game: GameState, rules: Rules) -> DealState:
        seated = {seat: self._player(name, game.standing.player(seat)) for seat in Wind}
        tell_rules(seated.values(), rules)
        start = start_deal(game, self._seeds.wall(name, rules.tiles))
        _, deal = advance(None, [start], rules)
        while not deal.over:
            answers = [
                Response(seat, seated[seat].choose(observe(deal, seat), acts))
                for seat, acts in legal_actions(deal, rules).items()
            ]
            _, deal = decide_and_advance(deal, answers, rules)
        return deal


class FicklePlayer(SensiblePlayer):
    """A player who often makes an odd choice, but by tiles alone."""

    def choose(self, view: Observation, acts: tuple[Action, ...]) -> Action:
        number = 7 * view.tiles_left + sum(
            place * tile.kind for place, tile in enumerate(view.hand, 3)
        )
        return acts[number % len(acts)] if number % 2 else super().choose(view, acts)


class FicklePlayerMaker:
    def make(self) -> FicklePlayer:
        return FicklePlayer()


FICKLE = FicklePlayerMaker()


def check_that_sharing_makes_no_difference(
    played: Sequence[Rules], players: Sequence[str | PlayerMaker], seeds: GameSeeds
) -> None:
    """Compare games and effects with those of a cache in which deals share nothing."""
    shared, unshared = DealCache(seeds, players), UnsharedDeals(seeds, players)
    games = [play_study_game(shared, rules) for rules in played]
    assert games == [play_study_game(unshared, rules) for rules in played]
    first_game, *others = games
    for other in others:
        before, after = (
            TriedGame.of(replace(game, deals=()), first_game, unshared)
            for game in (first_game, other)
        )
        assert game_effect(shared, first_game, other) == before.effect(after)


MIXED = ("sensible", "random", FICKLE, "sensible")


@pytest.mark.parametrize(("changes", "players"), first_rows([
    (("fouls.noten_riichi=valid",), (FICKLE,) * 4),
    (("yaku.all_simples=none", "riichi.tiles_left=0"), MIXED),
    (("yaku.all_simples=none", "riichi.tiles_left=0"), SENSIBLE),
    (tuple(f"yaku.{yaku}=none" for yaku in ("riichi", "fully_concealed_hand", "pinfu", "ippatsu")),
     SENSIBLE),
    (("claims.winners=head_bump",), SENSIBLE),
    (("riichi.tiles_left=40",), SENSIBLE),
    (("riichi.tiles_left=60",), MIXED),
    (("claims.forbidden_swaps=[]", "winning.minimum_han=2"), SENSIBLE),
], 2))  # fmt: skip
def test_remembered_deals_make_no_difference(
    changes: tuple[str, ...], players: tuple[str | PlayerMaker, ...]
) -> None:
    check_that_sharing_makes_no_difference(
        [ruleset().rules, ruleset(*changes).rules], players, GameSeeds(2, 1)
    )


@pytest.mark.long
@pytest.mark.random
@pytest.mark.parametrize("seed", [*map(seed_of, range(SOAK or (3 if LONG else 1)))])
def test_steps_taken_under_other_rules_make_no_difference(seed: int) -> None:
    """Each of several rulesets plays the deals that others have played, as without them."""
    played = [load(name).rules for name in ("ema-2016", "tenhou", "ema-2025")]
    played += [some_rules(Random(3 * seed + number)) for number in range(3 if LONG else 1)]
    players = (SENSIBLE, (FICKLE,) * 4, MIXED)[seed % 3]
    check_that_sharing_makes_no_difference(played, players, GameSeeds(seed, 1))


def test_a_deal_starts_from_the_standing_of_its_game() -> None:
    """The same deal with other points, bets, counters and wins of East."""
    few, fewer = ((points,) * 4 for points in (1_500, 900))
    rules, with_high_bet = (
        ruleset("riichi.needs_points=true", f"riichi.bet={bet}").rules for bet in (1_000, 2_000)
    )
    seeds, name = GameSeeds(2, 1), DealName(0, 0, 1)
    shared = DealCache(seeds, SENSIBLE)
    for standing, streak, under in [
        (Standing(few), 0, with_high_bet),
        (Standing(fewer), 0, rules),
        (Standing((1_200,) * 4), 0, rules),
        (Standing(few), 0, rules),
        (Standing(few, bets=2), 0, rules),
        (Standing(few, counters=1), 0, rules),
        (Standing(few), 7, rules),
    ]:
        game = GameState(standing, streak=streak)
        deal = UnsharedDeals(seeds, SENSIBLE).finished_deal(name, game, under)
        assert shared.finished_deal(name, game, under) == deal


def some_rules(chance: Random) -> Rules:
    """Return the rules of a book with some options of play from another."""
    one, other = (load(name).rules for name in chance.sample(sorted(HELD), 2))
    paths = [path for path in options() if path.partition(".")[0] not in SETTLED]
    for path in chance.sample(paths, 12):
        one = one.with_value_of(path, other)
    return one


@pytest.mark.parametrize(("change", "least", "most"), [
    ("riichi.tiles_left=8", 1, 0.2),
    # Both rules make noten riichi a foul; only after one are its penalty and proof read.
    ("fouls.noten_riichi={penalty: chombo, found_at: [own_win], "
     "dead_hand_excused: without_proof}", 0, 0.02),
])  # fmt: skip
def test_a_step_is_reused_unless_a_fact_that_it_read_differs(
    change: str, least: int, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[DealState] = []
    next_events = deal_cache._next_events

    def counted(deal: DealState, *more: Any) -> Any:
        taken.append(deal)
        return next_events(deal, *more)

    monkeypatch.setattr(deal_cache, "_next_events", counted)
    cache = DealCache(GameSeeds(2, 1), SENSIBLE)
    before = play_study_game(cache, ruleset().rules)
    steps = len(taken)
    after = play_study_game(cache, ruleset(change).rules)
    assert after.deals[0].played.deal == before.deals[0].played.deal
    assert least <= len(taken) - steps < most * steps
