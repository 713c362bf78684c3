"""The arguments and options by which a call names rulesets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from riichi_app.cli.completion import changes, rulesets, several_rulesets
from riichi_app.cli.output import CHANGES

_Command = TypeVar("_Command", bound=Callable[..., Any])

_argument = click.argument("ruleset", shell_complete=rulesets)


def ruleset_argument(command: _Command) -> _Command:
    """Add the ruleset of a command that takes one, and the option that changes it."""
    return _argument(with_option(command))


def _keep(context: click.Context, _parameter: click.Parameter, value: tuple[str, ...]) -> None:
    context.meta[CHANGES] = value


with_option = click.option(
    "--with", multiple=True, metavar="OPTION=VALUE", expose_value=False, callback=_keep,
    shell_complete=changes,
    help="Change a value for this call, as yaku.all_simples.open=none.",
)  # fmt: skip


def rules_option(
    help_: str = "Rulesets; the newest of EMA and WRC by default.",
) -> Callable[[_Command], _Command]:
    """Return the option that names one ruleset or several, and the one that changes them."""
    rules = click.option(
        "--rules", multiple=True, metavar="A,B", shell_complete=several_rulesets, help=help_
    )
    return lambda command: rules(with_option(command))
