"""The options of commands that run bots: the players, and the number of parallel games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, get_args

import click

from riichi.cli.language import translator
from riichi.cli.output import refuse
from riichi.games.mjai_bot import PATIENCE, START, Dialect, MjaiCommand
from riichi_core.bots.by_name import NAMES
from riichi_core.bots.player import PlayerError, PlayerMaker
from riichi_core.bots.runner import FailedGame
from riichi_core.workers import MOST_PROCESSES

_Command = TypeVar("_Command", bound=Callable[..., Any])

players_option = click.option(
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


def bots_options(command: _Command) -> _Command:
    """Add the options `--player COMMAND`, `--timeout` and `--dialect`, for mjai bots."""
    return _bots_option(_timeout_option(_dialect_option(command)))


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


def seated_players(
    names: str, bots: Sequence[str], timeout: float | None, dialect: Dialect
) -> tuple[str | PlayerMaker, ...]:
    """Return the players of a call, the first East first; bots replace the first players.

    Args:
        names: the names of the other players, with commas; a single one plays all four.
        bots: commands of mjai bots.
        timeout: the seconds that a bot may take to answer; None for the defaults of MjaiCommand.
        dialect: the bots' dialect of mjai.
    """
    player_names = tuple(name.strip() for name in names.split(","))
    player_names = player_names * 4 if len(player_names) == 1 else player_names
    if len(bots) > len(player_names):
        refuse("--player: {n} bots, but a game has four players.", n=len(bots))
    try:
        commands = [MjaiCommand.of(text, timeout, dialect) for text in bots]
    except PlayerError as error:
        refuse("--player: {problem}", problem=error.message)
    return (*commands, *player_names[len(bots) :])
