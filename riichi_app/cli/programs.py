"""Other programs as commands name them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from riichi_app.cli.output import did_you_mean, refuse, status, tell
from riichi_core.messages import Message, quote
from riichi_core.source.diagnostics import nearest

if TYPE_CHECKING:
    from riichi_programs.adapter import Adapter
    from riichi_programs.house_rules import Configuration


def programs(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """Return the programs that begin so."""
    from riichi_programs import ADAPTERS  # noqa: PLC0415 - as below

    return [name for name in ADAPTERS if name.startswith(begun)]


def adapter_of(name: str) -> Adapter[Any]:
    """Return the program of a word, in any case, or end the call with those that there are."""
    from riichi_programs import ADAPTERS  # noqa: PLC0415 - not for a call without programs

    if name.lower() not in ADAPTERS:
        refuse(
            Message(
                "there is no program {name}, only {known}.{did_you_mean}",
                name=quote(name),
                known=", ".join(ADAPTERS),
                did_you_mean=did_you_mean(nearest(name, ADAPTERS)),
            )
        )
    return ADAPTERS[name.lower()]


def configuration(file: Path, adapter: Adapter[Any]) -> Configuration:
    """Read a program's configuration and tell what is wrong; end the call if that are errors."""
    from riichi_programs.house_rules import read_configuration  # noqa: PLC0415 - as above

    if not adapter.rows:
        refuse(Message("{program} has no configuration", program=adapter.name))
    found, problems = read_configuration(file, adapter)
    tell(problems)
    if found is None:
        sys.exit(status(problems))
    return found
