"""The environment for reinforcement learning, checked by PettingZoo's own tests and a table."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed (the extra rl)")

from pettingzoo.test import api_test, seed_test

from riichi_core.bots.action_numbers import action_numbers, action_texts
from riichi_core.bots.environment import env
from riichi_core.bots.pettingzoo_env import AGENTS, MOST_DISCARDS, PLANES, SCALARS, SIZE, RiichiEnv
from riichi_core.errors import RiichiError
from riichi_core.play.actions import parse_action
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.seeded import SeededRandom


@pytest.mark.parametrize("episode", ["deal", "game"])
def test_the_environment_passes_pettingzoos_tests(episode: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would rather have arrays than a dict with a mask
        api_test(env("tenhou", episode=episode), num_cycles=600)


def test_the_same_seed_gives_the_same_game() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: env("ema-2025", episode="deal"), num_cycles=200)
    first, second = history(4), history(4)
    assert first == second
    assert first != history(5)


def played(environment: RiichiEnv, chance: SeededRandom) -> list[tuple[str, int]]:
    """Play to the end at random, and return the actions with their players."""
    done = []
    for agent in environment.agent_iter():
        observation, _, termination, truncation, _ = environment.last()
        if termination or truncation:
            environment.step(None)
            continue
        legal = [n for n, flag in enumerate(observation["action_mask"]) if flag]
        assert legal
        action = legal[chance.below(len(legal))]
        environment.step(action)
        done.append((agent, action))
    return done


def history(seed: int) -> list[tuple[str, int]]:
    environment = RiichiEnv("ema-2025", episode="deal")
    environment.reset(seed=seed)
    return played(environment, SeededRandom(1))


def test_later_episodes_have_new_walls_that_follow_from_the_seed() -> None:
    walls = []
    for _ in range(2):
        environment = RiichiEnv("ema-2025")
        environment.reset(seed=7)
        first = environment.table.deal.wall
        environment.reset()
        walls.append((first, environment.table.deal.wall))
    assert walls[0] == walls[1]
    assert walls[0][0] != walls[0][1]
    fresh, other = RiichiEnv("ema-2025"), RiichiEnv("ema-2025")
    fresh.reset()
    other.reset()
    assert fresh.table.deal.wall != other.table.deal.wall


@pytest.mark.parametrize("name", [*library.books(), "tenhou"])
def test_every_legal_action_of_a_ruleset_has_a_number(name: str) -> None:
    environment = RiichiEnv(name, episode="deal")
    environment.reset(seed=3)
    chance = SeededRandom(2)
    for agent in environment.agent_iter():
        observation, _, termination, _, _ = environment.last()
        if termination:
            environment.step(None)
            continue
        seat = environment.table.game.standing.seat(AGENTS.index(agent))
        legal = {str(action) for action in environment.table.legal_actions(seat)}
        numbers = {n for n, flag in enumerate(observation["action_mask"]) if flag}
        assert {action_texts()[number] for number in numbers} == legal
        environment.step(sorted(numbers)[chance.below(len(numbers))])


def test_each_action_number_has_its_own_text() -> None:
    assert len(set(action_texts())) == len(action_texts()) == len(action_numbers())
    for text, number in action_numbers().items():
        assert action_texts()[number] == text
        assert str(parse_action(text)) == text


def test_rewards_are_the_changes_of_the_scores() -> None:
    environment = RiichiEnv("tenhou")
    environment.reset(seed=11)
    chance, total = SeededRandom(3), dict.fromkeys(AGENTS, 0.0)
    for agent in environment.agent_iter():
        observation, reward, termination, _, info = environment.last()
        total[agent] += reward
        if termination:
            assert info["scores"] == environment.table.game.standing.scores
            environment.step(None)
            continue
        legal = [n for n, flag in enumerate(observation["action_mask"]) if flag]
        environment.step(legal[chance.below(len(legal))])
    scores = environment.table.game.standing.scores
    assert environment.table.over
    assert total == {
        agent: pytest.approx((score - 25_000) / 1000)
        for agent, score in zip(AGENTS, scores, strict=True)
    }


def test_a_player_never_sees_hidden_tiles() -> None:
    environment = RiichiEnv("ema-2025")
    environment.reset(seed=5)
    agent = environment.agent_selection
    array = environment.observe(agent)["observation"]
    assert array.shape == (SIZE,)
    view = dict(zip(PLANES, array[: 34 * len(PLANES)].reshape(len(PLANES), 34), strict=True))
    assert view["hand"].sum() == 13
    assert view["drawn"].sum() == 1
    assert view["unseen"].sum() == 136 - 14 - 1
    other = environment.observe("player_2")
    assert other["action_mask"].sum() == 0
    assert (other["observation"][:34].sum(), other["observation"][34:68].sum()) == (13, 0)


def test_an_illegal_action_is_refused() -> None:
    environment = RiichiEnv("ema-2025", render_mode="ansi")
    environment.reset(seed=5)
    with pytest.raises(RiichiError, match=r"action .* \('tenpai'\) is not legal for east"):
        environment.step(action_numbers()["tenpai"])
    with pytest.raises(RiichiError, match="is not legal for east"):
        environment.step(len(action_texts()))
    marked = load("ema-2025").replace({"tiles.bonus": [{"tile": "3m"}]})
    with pytest.raises(RiichiError, match="has no actions for bonus tiles"):
        RiichiEnv(marked)
    with pytest.raises(RiichiError, match="episode: expected game or deal, not 'hand'"):
        RiichiEnv("ema-2025", episode="hand")  # type: ignore[arg-type]
    assert "East round" in (environment.render() or "")
    assert RiichiEnv("ema-2025").render() is None


def test_an_illegal_action_ends_the_episode_of_the_wrapped_environment() -> None:
    wrapped = env("ema-2025")
    wrapped.reset(seed=5)
    agent = wrapped.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrapped.step(action_numbers()["tenpai"])
    assert wrapped.terminations[agent] or wrapped.truncations[agent]


def test_an_observation_has_the_discards_in_order() -> None:
    environment = RiichiEnv("ema-2025", episode="deal")
    environment.reset(seed=3)
    while not environment.table.deal.riichi and len(environment.table.events) < 40:
        observation, *_ = environment.last()
        mask = observation["action_mask"]
        texts = [text for text, legal in zip(action_texts(), mask, strict=True) if legal]
        environment.step(action_numbers()[texts[-1]])
    seat = environment._seat(environment.agent_selection)
    observed = environment.observe(environment.agent_selection)["observation"]
    discards = observed[-4 * MOST_DISCARDS * 3 :].reshape(4, MOST_DISCARDS, 3)
    for turn in range(4):
        row = environment.table.observe(seat).rows[(seat + turn) % 4]
        wanted = [(one.tile.kind + 1, one.tsumogiri, bool(one.riichi)) for one in row]
        assert [tuple(numbers) for numbers in discards[turn] if numbers[0]] == wanted
    assert environment.planes == PLANES
    assert len(PLANES) * 34 + len(SCALARS) == 495
