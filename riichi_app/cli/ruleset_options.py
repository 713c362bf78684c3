"""The arguments and options by which a call names rulesets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from riichi_app.cli.completion import rulesets, several_rulesets
from riichi_app.cli.records import DEFAULT_RULES

_Command = TypeVar("_Command", bound=Callable[..., Any])

ruleset_argument = click.argument("ruleset", shell_complete=rulesets)


def rules_option(
    help_: str = f"Rulesets; {DEFAULT_RULES} by default.",
) -> Callable[[_Command], _Command]:
    """Return the option that names one ruleset or several."""
    return click.option(
        "--rules", multiple=True, metavar="A,B", shell_complete=several_rulesets, help=help_
    )
