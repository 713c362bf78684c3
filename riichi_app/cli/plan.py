"""`riichi plan`: a fair seating plan with names, cards and times, for the wall."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import OUTPUT_OPTIONS, chosen, load_all, refuse, status, tell
from riichi_app.cli.records import names
from riichi_app.cli.ruleset_options import rules_option
from riichi_app.cli.tournament import FOR_PROGRAMS, FORMATS, Target, make_plan, write_plan
from riichi_app.pages.plan import plan_sections
from riichi_core.errors import RiichiError
from riichi_core.messages import Message
from riichi_core.records.players import NamedPlayer, numbered, read_players
from riichi_core.tournament.plan import MOST_PLAYERS, MOST_SESSIONS
from riichi_core.tournament.timetable import SessionTimes, timetable


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
@click.option("--format", "form", type=click.Choice(FORMATS),
              help="How it is written; text by default.")  # fmt: skip
@OUTPUT_OPTIONS[0]
@OUTPUT_OPTIONS[1]
@language_options
def command(
    *,
    players: str,
    sessions: int,
    seed: int,
    rules: tuple[str, ...],
    cards: bool,
    form: str | None,
    output: Path | None,
    **clock: Any,
) -> None:
    """Make a fair seating plan: nobody meets twice where that can be, and winds are even.

    NUMBER players are called by their numbers; FILE is CSV with a column name, perhaps country.
    """
    to = Target(chosen(form, output, FORMATS), output)
    seated = _players(players)
    times = _times(rules, sessions, **clock)
    plan = make_plan(len(seated), sessions, seed)
    tr = translator(for_programs=to.form in FOR_PROGRAMS)
    write_plan(plan, seated, plan_sections(plan, seated, times, tr, cards=cards), to, tr)


def _players(given: str) -> tuple[NamedPlayer, ...]:
    """Return the players of a list, or as many numbers."""
    if given.isascii() and given.isdigit():
        found = numbered(int(given[:6]))
    else:
        found, problems = read_players(Path(given))
        if problems:
            tell(problems)
            sys.exit(status(problems))
    if len(found) % 4 or not 0 < len(found) <= MOST_PLAYERS:
        message = Message("A plan is for 4 to {most} players in fours, not for {n}.",
                          most=MOST_PLAYERS, n=len(found))  # fmt: skip
        refuse(message)
    return found


def _times(
    rules: tuple[str, ...], sessions: int, begin: datetime | None, pause: int
) -> tuple[SessionTimes, ...]:
    if begin is None:
        if rules:
            refuse("--rules says how long a session is: it goes with --begin.")
        return ()
    (ruleset,) = load_all(names(rules or ("ema",))[:1])
    try:
        return timetable(ruleset, sessions, begin.time(), pause)
    except RiichiError as error:
        refuse(Message("--begin: {problem}", problem=error.message))
