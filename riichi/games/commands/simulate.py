"""`riichi simulate`: whole games between bots."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click

from riichi.cli.completion import complete_rulesets
from riichi.cli.language import translator
from riichi.cli.options import ruleset_names, seed_option, with_option
from riichi.cli.output import Output, call_changes, load_all, prints, progress, refuse, subcommand
from riichi.games.commands.players import Seats, print_failed_games, processes_option, seats_options
from riichi.games.study.page import summary_text
from riichi_core.bots.player import PlayerError
from riichi_core.bots.runner import FailedGame, PlayedGame
from riichi_core.bots.simulation import MOST_GAMES, SimulationPlan, simulate, summarize
from riichi_core.errors import RiichiError
from riichi_core.rules.library import newest_editions


@subcommand("simulate")
@with_option
@click.option("--rules", metavar="A", default=lambda: newest_editions()["ema"],
              shell_complete=complete_rulesets,
              help="The id or path of the ruleset.  [default: ema]")  # fmt: skip
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=10, show_default=True,
              metavar="N", help="Number of games.")  # fmt: skip
@seed_option("The same seed gives the same games.")
@seats_options
@processes_option
@click.option("--write-logs", "logs", type=click.Path(path_type=Path, file_okay=False),
              metavar="FOLDER",
              help="Write the log of each game into a folder, for riichi replay.")  # fmt: skip
@prints
@click.pass_context
def command(  # noqa: PLR0917 - click passes all by name
    context: click.Context,
    rules: str,
    games: int,
    seed: int,
    seats: Seats,
    processes: int,
    logs: Path | None,
    out: Output,
) -> None:
    """Play whole games between bots, and print statistics.

    Players: `sensible` (plays for the nearest win, folds to a riichi), `random` (any legal action),
    `tsumogiri` (discards every tile it draws), your own class as `my.module:Bot`, or with --player
    any mjai program (docs/guides/bots.md). With the same players, a game depends only on the seed
    and its number.
    """
    (name, *more) = ruleset_names((rules,))
    if more:
        refuse("--rules takes only one ruleset here.")
    (ruleset,) = load_all([name])
    players = seats.makers()
    try:
        plan = SimulationPlan(ruleset if call_changes() else name, games, seed, players, logs)
    except PlayerError as error:
        refuse("--players: {problem}", problem=error.message)
    if logs is not None:
        _make_folder(logs)
    gc.freeze()  # rulesets and modules stay until the end: collections skip them
    played: list[PlayedGame] = []
    failed: list[FailedGame] = []
    try:
        with closing(simulate(plan, processes, failed)) as games_played:
            played.extend(progress(games_played, games, "games"))
    except RiichiError as error:  # a player fails or acts illegally
        raise click.ClickException(translator()(error.message)) from None
    finally:  # even after Ctrl-C
        if played:
            _print_summary(played, failed, plan, out)
    if failed:
        context.exit(1)


def _print_summary(
    played: Sequence[PlayedGame], failed: Sequence[FailedGame], plan: SimulationPlan, out: Output
) -> None:
    print_failed_games(failed)
    summary = summarize(played, plan.names, failed)
    if out.form == "json":
        out.data({"ruleset": plan.ruleset_name, "seed": plan.seed, **summary.as_json()})
    else:
        out.lines(summary_text(summary, plan.ruleset_name, plan.seed, plan.logs, out.tr))


def _make_folder(logs: Path) -> None:
    """Make the folder; refuse one that already has logs."""
    try:
        logs.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        refuse("--write-logs: cannot create {folder}: {why}.", folder=logs, why=error.strerror)
    if any(logs.glob("game-*.jsonl")):
        refuse("--write-logs: {folder} already has logs; name another folder.", folder=logs)
