"""The command `riichi`: one module per subcommand, imported only when it is called."""

from __future__ import annotations

import difflib
import gc
import io
import os
import re
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from riichi.cli.failures import exit_status
from riichi.cli.language import no_pager_option
from riichi_core.fast import has_native

if TYPE_CHECKING:  # only a shell asks for it
    from click.shell_completion import CompletionItem

GROUPS = {
    "Look something up": ("rulesets", "show", "compare", "find", "quiz"),
    "At the table": ("ask", "score", "foul", "game"),
    "House rules": ("new", "check", "web", "site"),
    "Print": ("card", "sheet", "poster", "rulebook"),
    "Tournaments": ("plan", "tournament"),
    "Other programs": ("export", "import"),
    "Programs and games": (
        "simulate",
        "study",
        "replay",
        "infer",
        "settle",
        "test",
        "schema",
        "completion",
    ),
}
"""The subcommands by purpose, in the order of a first visit."""

COMMANDS = tuple(name for group in GROUPS.values() for name in group)

HOMES = {
    "riichi.cli.import_rules": ("import",),
    "riichi.cli.printed": GROUPS["Print"],
    "riichi.conformance.commands": ("test",),
    "riichi.events.commands": GROUPS["Tournaments"],
    "riichi.games.commands": ("game", "infer", "replay", "simulate", "study"),
}
"""The subcommands whose modules are not in riichi.cli under their names, by module or package."""


def home(name: str) -> str:
    """Return the module of a subcommand."""
    for module, names in HOMES.items():
        if name in names:
            return f"{module}.{name}" if module.endswith(".commands") else module
    return f"riichi.cli.{name}"


EXAMPLES = (
    "riichi compare ema-2025 wrc-2025",
    "riichi ask two ron",
    "riichi score 223344m667788p7z 7z --tsumo",
    "riichi new my-club --ask",
    "riichi sheet ema-2025 --format pdf --output sheet.pdf",
    "riichi plan 16 --sessions 4",
    "riichi export ema-2025 --for pantheon",
    "riichi simulate --games 10",
    "riichi study ema-2016 ema-2025 --games 20",
)


def help_line(name: str) -> str:
    """Return the first line of a subcommand's docstring, without importing its module."""
    path = Path(__file__).parents[2].joinpath(*home(name).split(".")).with_suffix(".py")
    docstring = rf'^def (?:command|{name})\(.*?"""(.*?)(?:"""|\n)'
    found = re.search(docstring, path.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


class Commands(click.Group):
    """A group that imports a subcommand's module only when it is needed."""

    _alone = False
    """True if the process does nothing else."""

    def main(  # type: ignore[override]  # click has an overload for each mode
        self, args: Sequence[str] | None = None, *, standalone_mode: bool = True, **more: Any
    ) -> Any:
        """Run a call and exit with its status; return instead if it does not stand alone."""
        arguments = sys.argv[1:] if args is None else list(args)
        call = partial(super().main, arguments, standalone_mode=False, **more)
        if args is None:  # the process has only this call
            gc.disable()
            self._alone = True
        if standalone_mode:
            status = exit_status(arguments, call, alone=args is None)
            if self._alone:  # The collection at exit skips what was imported since then.
                gc.freeze()
            sys.exit(status)
        return call()

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the subcommands in the order of a first visit."""
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return the subcommand with this name."""
        if cmd_name not in COMMANDS:
            return None
        os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for them is slow
        gc.set_threshold(50_000)  # a look-up makes many objects, which stay
        module = import_module(home(cmd_name))
        command = getattr(module, "command" if hasattr(module, "command") else cmd_name)
        if self._alone:  # modules stay until the end: collections skip them
            gc.freeze()
            gc.enable()
        assert isinstance(command, click.Command)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the subcommands that match a prefix, without importing any, and the options."""
        from click.shell_completion import CompletionItem

        begun = [name for name in COMMANDS if name.startswith(incomplete)]
        items = [CompletionItem(name, help=help_line(name)) for name in begun]
        return [*items, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest the nearest subcommand for an unknown name."""
        near = difflib.get_close_matches(args[0], COMMANDS, n=1)
        if args[0] not in COMMANDS and near:
            ctx.fail(f"No such command '{args[0]}'. Did you mean '{near[0]}'?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of subcommands, without importing any."""
        width = max(map(len, COMMANDS))
        for title, names in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), help_line(name)) for name in names])
        with formatter.section("Examples"):
            formatter.write("".join(f"  {call}\n" for call in EXAMPLES))


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="RULESET is the id of a shipped ruleset (riichi rulesets) or the path of a YAML file. "
    "Exit status: 0 success, 1 a check failed or nothing was found, 2 wrong command line.",
)
@no_pager_option()
@click.version_option(
    package_name="riichi-core",
    prog_name="riichi",
    message=f"%(prog)s, version %(version)s ({'compiled' if has_native() else 'pure Python'})",
)
def main() -> None:
    """Riichi mahjong rules as data: show, check and compare rulesets."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # for letters that a terminal cannot print
            stream.reconfigure(errors="backslashreplace")
