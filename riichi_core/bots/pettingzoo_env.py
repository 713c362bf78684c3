"""A game as a PettingZoo environment, with an action mask."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from riichi_core.bots.action_numbers import action_numbers, action_texts
from riichi_core.errors import RiichiError
from riichi_core.messages import Message, quote, quote_argument
from riichi_core.play.actions import Action, Response
from riichi_core.play.observation import Observation, observe
from riichi_core.play.table import Table
from riichi_core.rules.load import GivenRules
from riichi_core.seeded import SeededRandom, fresh_seed
from riichi_core.tiles import Wind

AGENTS = ("player_0", "player_1", "player_2", "player_3")
"""The players; player 0 is the first East."""

THOUSAND = 1000.0
"""The points that a reward of 1 is worth."""


# ---- observations --------------------------------------------------------------------------------

KINDS = 34

PLANES = (
    "hand", "drawn", "red_hand", "offered", "indicators", "unseen",
    *(f"discards_{n}" for n in range(4)),
    *(f"sets_{n}" for n in range(4)),
)  # fmt: skip
"""Counts of each kind of tile, 34 numbers each. Player 0 is the observer, 1 the next in turn."""

SCALARS = (
    *(f"score_{n}" for n in range(4)),
    *(f"riichi_{n}" for n in range(4)),
    *(f"seat_{wind}" for wind in Wind),
    *(f"round_wind_{wind}" for wind in Wind),
    "counters", "bets", "tiles_left",
)  # fmt: skip
"""Single numbers after the planes: scores in ten thousands, bets, counters and tiles in tens."""

MOST_DISCARDS = 30
"""The number of discards of each player in an observation; of more, the last ones are there."""

OF_A_DISCARD = ("tile", "drawn", "riichi")
"""The numbers of a discard: its kind from 1, whether it was just drawn, and declared riichi."""

SIZE = KINDS * len(PLANES) + len(SCALARS) + 4 * MOST_DISCARDS * len(OF_A_DISCARD)


def encoded(view: Observation) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return what a seat sees as one array: `PLANES`, `SCALARS`, then each player's discards."""
    planes = np.zeros((len(PLANES), KINDS), np.float32)
    rows = dict(zip(PLANES, planes, strict=True))
    for tile in view.hand:
        rows["hand"][tile.kind] += 1
        rows["red_hand"][tile.kind] += tile.red
    if view.drawn is not None:
        rows["drawn"][view.drawn.kind] = 1
        rows["red_hand"][view.drawn.kind] += view.drawn.red
    if view.offered is not None:
        rows["offered"][view.offered.kind] = 1
    for tile in view.indicators:
        rows["indicators"][tile.kind] += 1
    rows["unseen"][:] = view.unseen_counts()
    order = [Wind((view.seat + turn) % 4) for turn in range(4)]
    for turn, seat in enumerate(order):
        for discard in view.rows[seat]:
            rows[f"discards_{turn}"][discard.tile.kind] += 1
        for meld in view.sets[seat]:
            for tile in meld.tiles:
                rows[f"sets_{turn}"][tile.kind] += 1
    scalars = [
        *(float(view.scores[seat]) / (10 * THOUSAND) for seat in order),
        *(seat in view.riichi for seat in order),
        *(seat is view.seat for seat in Wind),
        *(wind is view.round_wind for wind in Wind),
        view.counters / 10,
        float(view.bets) / 10,
        view.tiles_left / 10,
    ]
    discards = np.zeros((4, MOST_DISCARDS, len(OF_A_DISCARD)), np.float32)
    for turn, seat in enumerate(order):
        for place, discard in enumerate(view.rows[seat][-MOST_DISCARDS:]):
            discards[turn, place] = discard.tile.kind + 1, discard.tsumogiri, bool(discard.riichi)
    return np.concatenate([planes.ravel(), np.array(scalars, np.float32), discards.ravel()])


# ---- the environment -----------------------------------------------------------------------------


class RiichiEnv(AECEnv):
    """A game of four players, one action after the other.

    An observation is a dict: `observation` is an array (`encoded`), `action_mask` has 1 for each
    legal action, by its number (`action_texts`). The calls for one tile are simultaneous: each
    player chooses without seeing the other calls. A reward is the change of a player's score in
    thousands of points when a deal is settled. The same seed gives the same walls.

    Args:
        ruleset: the ruleset, or its id or path.
        episode: whether an episode is a whole game or one deal.
        render_mode: `ansi` for `render` to return the table as text.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "riichi_core",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }
    render_mode: str | None
    episode: Literal["game", "deal"]
    table: Table
    planes = PLANES
    scalars = SCALARS
    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]

    def __init__(
        self,
        ruleset: GivenRules,
        *,
        episode: Literal["game", "deal"] = "game",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if episode not in ("game", "deal"):
            message = Message(
                "episode: expected game or deal, not {value}", value=quote_argument(episode)
            )
            raise RiichiError(message)
        self.render_mode, self.episode = render_mode, episode
        self.table = Table(ruleset, seed=0)
        if self.table.rules.tiles.bonus != "none":
            raise RiichiError(Message("the environment has no actions for bonus tiles"))
        self.possible_agents = [*AGENTS]
        self.agents = []
        self._seeds: SeededRandom | None = None
        self._answers: dict[Wind, Action] = {}
        number = len(action_texts())
        self._action_space = spaces.Discrete(number)
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (SIZE,), np.float32),
                "action_mask": spaces.Box(0, 1, (number,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> Any:  # noqa: ARG002 - they are alike
        """Return the space of observations, the same for each player."""
        return self._observation_space

    def action_space(self, agent: str) -> Any:  # noqa: ARG002 - they are alike
        """Return the space of actions, the same for each player."""
        return self._action_space

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - of the interface
    ) -> None:
        """Begin the next episode.

        Args:
            seed: the seed of this episode and of those that follow; without one, the episodes
                continue, and the first has new walls.
            options: not used.
        """
        if seed is not None or self._seeds is None:
            self._seeds = SeededRandom(fresh_seed() if seed is None else seed)
        table_seed = self._seeds.number() >> 1
        self.table = Table(self.table.rules, seed=table_seed, setting=self.table.setting)
        self.table.start()
        self.agents = [*AGENTS]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in AGENTS}
        self._answers = {}
        self.agent_selection = self._agent(self._waiting()[0])

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what a player sees and may do."""
        game = self.table.game
        mask = np.zeros(len(action_texts()), np.int8)
        if game.deal is None:
            return {"observation": np.zeros(SIZE, np.float32), "action_mask": mask}
        seat = self._seat(agent)
        if agent == self.agent_selection:
            numbers = action_numbers()
            for action in self.table.legal_actions(seat):
                mask[numbers[str(action)]] = 1
        return {"observation": encoded(observe(game.deal, seat)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out the action of the player whose turn it is, by its number.

        Raises:
            RiichiError: the action is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat(agent)
        self._answers[seat] = self._chosen(seat, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if len(self._answers) == len(self.table.legal_actions()):
            answers, self._answers = self._answers, {}
            self.table.push(*(Response(seat, chosen) for seat, chosen in answers.items()))
            self._settle()
        if not any(self.terminations.values()):
            self.agent_selection = self._agent(self._waiting()[0])
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the table as text, every hand open, if `render_mode` is `ansi`."""
        if self.render_mode != "ansi":
            return None
        deal = self.table.game.deal
        return str(self.table if deal is None else deal)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    # ---- seats and players -----------------------------------------------------------------------

    def _agent(self, seat: Wind) -> str:
        return AGENTS[self.table.game.standing.player(seat)]

    def _seat(self, agent: str) -> Wind:
        return self.table.game.standing.seat(AGENTS.index(agent))

    def _waiting(self) -> list[Wind]:
        """Return the seats that may act and have not chosen yet."""
        return [seat for seat in self.table.legal_actions() if seat not in self._answers]

    def _chosen(self, seat: Wind, number: int | None) -> Action:
        texts = action_texts()
        text = texts[number] if number is not None and 0 <= number < len(texts) else None
        for action in self.table.legal_actions(seat):
            if str(action) == text:
                return action
        message = Message("action {number} ({text}) is not legal for {seat}",
                          number=quote(number), text=quote(text), seat=seat)  # fmt: skip
        raise RiichiError(message)

    def _settle(self) -> None:
        """Pay out a deal that is over, reward the players, and start the next one."""
        while self.table.deal_over:
            before = self.table.game.standing.scores
            self.table.settle()
            after = self.table.game.standing.scores
            for agent, old, new in zip(AGENTS, before, after, strict=True):
                self.rewards[agent] += float(new - old) / THOUSAND
            if self.table.over or self.episode == "deal":
                self.terminations = dict.fromkeys(self.possible_agents, True)
                for agent in AGENTS:
                    self.infos[agent] = {"scores": after, "seed": self.table.seed}
                return
            self.table.start()
