"""The options of commands that have bots play: who sits, and how many games run at a time."""

from __future__ import annotations

import click

from riichi_bots.choice import NAMES
from riichi_bots.simulation import MOST_PROCESSES

players_option = click.option(
    "--players",
    metavar="NAMES",
    default="sensible",
    show_default=True,
    help=f"One, or four with commas: {', '.join(NAMES)}, my.module:Bot.",
)

processes_option = click.option(
    "--processes",
    type=click.IntRange(1, MOST_PROCESSES),
    default=1,
    show_default=True,
    metavar="P",
    help="How many games run at a time.",
)


def seated(names: str) -> tuple[str, ...]:
    """Return the players that are named, the first East first; a single name sits four times."""
    found = tuple(one.strip() for one in names.split(","))
    return found * 4 if len(found) == 1 else found
