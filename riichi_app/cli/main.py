"""The command `riichi`: one module a subcommand, imported only when it is called."""

from __future__ import annotations

import difflib
import gc
import io
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Any

import click

from riichi_app.cli.faults import exit_status

COMMANDS = {
    "rulesets": "List the rulesets that come with riichi.",
    "show": "Show a ruleset: the value of each option, in words, and its source.",
    "ask": "Answer a question at the table: what applies under one or several rulesets.",
    "find": "Find options, clauses and yaku by any of their names.",
    "check": "Check ruleset files: every problem, with its place and what is allowed.",
    "new": "Write a house-rule file to start from.",
    "schema": "Print the JSON Schemas, or write them beside a file for the editor.",
    "score": "Score a win under one or several rulesets, and explain every point.",
    "settle": "Settle deals: who pays whom, and why; records in, results out.",
    "game": "Work out the result of a written game, deal by deal.",
    "foul": "Show the penalties of fouls under one or several rulesets.",
    "tournament": "Rank a tournament, check its seating, or make a seating plan.",
    "compare": "Compare rulesets: every option that differs, each side with its source.",
    "sheet": "Make the score sheet of a ruleset, to print or for a wiki.",
    "simulate": "Play whole games between bots, and print statistics.",
    "replay": "Replay the log of a game, and show any position of it.",
    "rulebook": "Write a ruleset out in plain words, to print or for a wiki.",
    "test": "Run the scenarios: rules shown by example, with what each ruleset makes of them.",
}
"""Each subcommand with its line of help; its module has the same name."""


class Commands(click.Group):
    """A group that loads a subcommand's module only when it is needed."""

    def main(  # type: ignore[override]  # click has an overload for each mode
        self, args: Sequence[str] | None = None, *, standalone_mode: bool = True, **more: Any
    ) -> Any:
        """Carry out a call, and exit with its status; or, if it does not stand alone, return."""
        given = sys.argv[1:] if args is None else list(args)
        call = partial(super().main, given, standalone_mode=False, **more)
        if standalone_mode:
            sys.exit(exit_status(given, call))
        return call()

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the subcommands in the order of a first visit."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return the subcommand of that name."""
        if cmd_name not in COMMANDS:
            return None
        os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for them takes time
        gc.set_threshold(50_000)  # a look-up makes much that stays, and next to no rubbish
        found = import_module(f"riichi_app.cli.{cmd_name}").command
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Guess at the nearest subcommand when there is none of that name."""
        near = difflib.get_close_matches(args[0], COMMANDS, n=1)
        if args[0] not in COMMANDS and near:
            ctx.fail(f"No such command '{args[0]}'. Did you mean '{near[0]}'?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of subcommands, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="RULESET is the id of a shipped ruleset (riichi rulesets) or the path of a YAML file. "
    "Exit status: 0 done, 1 what was checked is not valid, 2 the call itself was wrong.",
)
@click.version_option(package_name="riichi-core", prog_name="riichi")
def main() -> None:
    """Riichi mahjong rules as data: show, check and compare rulesets."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without some letters gets the rest
            stream.reconfigure(errors="backslashreplace")
