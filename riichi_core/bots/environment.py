"""The environment for reinforcement learning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from riichi_core.rules.load import GivenRules

if TYPE_CHECKING:
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper


def env(
    ruleset: GivenRules,
    *,
    episode: Literal["game", "deal"] = "game",
    render_mode: Literal["ansi"] | None = None,
) -> OrderEnforcingWrapper[str, dict[str, Any], int | None]:
    """Return a game as a PettingZoo environment, which needs `riichi-core[rl]`.

    The four players act one after the other. An illegal action ends the episode, with a reward of
    -1 for the player.

    Args:
        ruleset: the ruleset, or its id or path.
        episode: whether an episode is a whole game or one deal.
        render_mode: `ansi` for `render` to return the table as text.
    """
    from pettingzoo.utils import wrappers  # noqa: PLC0415 - an extra

    from riichi_core.bots.pettingzoo_env import RiichiEnv  # noqa: PLC0415

    game = RiichiEnv(ruleset, episode=episode, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(game, illegal_reward=-1))
