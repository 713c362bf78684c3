"""The options of commands that run bots: the players, and the number of parallel games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, NamedTuple, get_args

import click

from riichi.cli.language import translator
from riichi.cli.output import refuse
from riichi.games.mjai_bot import PATIENCE, START, Dialect, MjaiCommand
from riichi_core.bots.by_name import NAMES
from riichi_core.bots.player import PlayerError, PlayerMaker
from riichi_core.bots.runner import FailedGame
from riichi_core.workers import MOST_PROCESSES

_players_option = click.option(
    "--players", metavar="NAMES", default="sensible", show_default=True,
    help=f"One player, or four with commas: {', '.join(NAMES)}, my.module:Bot.",
)  # fmt: skip

_bots_option = click.option(
    "--player", "bots", multiple=True, metavar="COMMAND",
    help="The command of an mjai bot as the first player; repeat it for the next.",
)  # fmt: skip

_timeout_option = click.option(
    "--timeout", type=click.FloatRange(0.01, 3600.0), metavar="SECONDS",
    help=f"Time limit of an mjai bot per answer; {PATIENCE:g} by default, {START:g} at first.",
)  # fmt: skip

_dialect_option = click.option(
    "--dialect", type=click.Choice(get_args(Dialect)), default="mjai", show_default=True,
    help="Send events to an mjai bot one per line, or in lists as mjai.app does.",
)  # fmt: skip


MOST_PRINTED = 10
"""The maximum number of failed games to print; JSON has all."""


def print_failed_games(failed: Sequence[FailedGame]) -> None:
    """Print the games that ended because of a player's error, to standard error."""
    tr = translator()
    for game in failed[:MOST_PRINTED]:
        click.echo(tr(game.problem), err=True)
    if len(failed) > MOST_PRINTED:
        more = len(failed) - MOST_PRINTED
        click.echo(tr.counted("and {n} more game", "and {n} more games", more), err=True)


processes_option = click.option(
    "--processes", type=click.IntRange(1, MOST_PROCESSES), default=1, show_default=True,
    metavar="P", help="Number of games to run in parallel.",
)  # fmt: skip


class Seats(NamedTuple):
    """The players of a call, as they were named."""

    players: str
    bots: tuple[str, ...]
    timeout: float | None
    dialect: Dialect

    def makers(self) -> tuple[str | PlayerMaker, ...]:
        """Return the players, the first East first; bots replace the first players.

        A single name is that of all four.
        """
        names = tuple(name.strip() for name in self.players.split(","))
        names = names * 4 if len(names) == 1 else names
        if len(self.bots) > len(names):
            refuse("--player: {n} bots, but a game has four players.", n=len(self.bots))
        try:
            commands = [MjaiCommand.of(text, self.timeout, self.dialect) for text in self.bots]
        except PlayerError as error:
            refuse("--player: {problem}", problem=error.message)
        return (*commands, *names[len(self.bots) :])


def seats_options(command: Callable[..., Any]) -> Any:
    """Add the options for the players of a game; the command gets their values as `seats`."""

    @wraps(command)
    def call(
        *arguments: Any,
        players: str,
        bots: tuple[str, ...],
        timeout: float | None,
        dialect: Dialect,
        **values: Any,
    ) -> Any:
        return command(*arguments, seats=Seats(players, bots, timeout, dialect), **values)

    return _players_option(_bots_option(_timeout_option(_dialect_option(call))))
