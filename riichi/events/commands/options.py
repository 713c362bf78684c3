"""Options of the commands for tournaments."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from riichi.cli.options import _Command
from riichi.cli.output import refuse
from riichi_core.messages import quote

if TYPE_CHECKING:
    from riichi.events.finals import Cut


def cut_option(text: str, metavar: str) -> Callable[[_Command], _Command]:
    """Return the option for a cut to the best players, with its help text."""
    return click.option("--cut", callback=_cut, metavar=metavar, help=text)


def _cut(_context: click.Context, parameter: click.Parameter, value: str | None) -> Cut | None:
    """Return a cut from `4` or `5:4`, the session and the number of finalists."""
    from riichi.events.finals import Cut

    if value is None:
        return None
    after, colon, number = value.rpartition(":")
    session_is_missing = bool(colon) and not after.strip()
    if not number.isascii() or not number.isdecimal() or int(number) < 1 or session_is_missing:
        refuse("--cut is {value}, expected {metavar}, e.g. {example}.", value=quote(value),
               metavar=parameter.metavar, example="8")  # fmt: skip
    return Cut(int(number), after.strip())
