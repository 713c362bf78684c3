"""`riichi plan`: a fair seating plan with names, cards and times, for the wall."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from riichi_app.cli.options import rules_option, ruleset_names
from riichi_app.cli.output import Output, exit_status_of, load_all, print_problems, refuse, writes
from riichi_app.cli.tournament import FORMATS, make_plan, write_plan
from riichi_app.content.tournament import plan_sections
from riichi_core.errors import RiichiError
from riichi_core.messages import Message
from riichi_core.records.tournament_files import NamedPlayer, numbered, read_players
from riichi_core.tournament.seating_plan import MOST_PLAYERS, MOST_SESSIONS, SessionTimes, timetable


@click.command("plan")
@click.argument("players", metavar="NUMBER|FILE")
@click.option("--sessions", type=click.IntRange(1, MOST_SESSIONS), metavar="N", required=True,
              help="How many sessions the plan has.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), metavar="S", default=0,
              show_default=True, help="The same seed gives the same plan.")  # fmt: skip
@click.option("--cards", is_flag=True, help="A card for each player and each table, too.")
@click.option("--begin", type=click.DateTime(["%H:%M"]), metavar="HH:MM",
              help="When the first session begins: the times of all follow.")  # fmt: skip
@click.option("--pause", type=click.IntRange(0, 600), metavar="MINUTES", default=15,
              show_default=True, help="The time between two sessions.")  # fmt: skip
@rules_option("With --begin: the ruleset that says how long a session is; ema by default.")
@writes(*FORMATS, papers=())
def command(
    *,
    players: str,
    sessions: int,
    seed: int,
    rules: tuple[str, ...],
    cards: bool,
    out: Output,
    **clock: Any,
) -> None:
    """Make a fair seating plan: nobody meets twice where that can be, and winds are even.

    NUMBER players are called by their numbers; FILE is CSV with a column name, perhaps country.
    """
    listed = _players(players)
    times = _session_times(rules, sessions, **clock)
    plan = make_plan(len(listed), sessions, seed)
    write_plan(plan, listed, plan_sections(plan, listed, times, out.tr, cards=cards), out)


def _players(typed: str) -> tuple[NamedPlayer, ...]:
    """Return the players of a list, or as many numbers."""
    if typed.isascii() and typed.isdigit():
        players = numbered(int(typed[:6]))
    else:
        players, problems = read_players(Path(typed))
        if problems:
            print_problems(problems)
            sys.exit(exit_status_of(problems))
    if len(players) % 4 or not 0 < len(players) <= MOST_PLAYERS:
        message = Message("A plan is for 4 to {most} players in fours, not for {n}.",
                          most=MOST_PLAYERS, n=len(players))  # fmt: skip
        refuse(message)
    return players


def _session_times(
    rules: tuple[str, ...], sessions: int, begin: datetime | None, pause: int
) -> tuple[SessionTimes, ...]:
    if begin is None:
        if rules:
            refuse("--rules says how long a session is: it goes with --begin.")
        return ()
    (ruleset,) = load_all(ruleset_names(rules or ("ema",))[:1])
    try:
        return timetable(ruleset, sessions, begin.time(), pause)
    except RiichiError as error:
        refuse(Message("--begin: {problem}", problem=error.message))
