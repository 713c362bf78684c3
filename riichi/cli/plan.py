"""`riichi plan`: a fair seating plan with names, cards and times, for printing."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from riichi.cli.options import rules_option, ruleset_names, seed_option
from riichi.cli.output import (
    Output,
    exit_status_of,
    load_all,
    print_problems,
    progress,
    refuse,
    writes,
)
from riichi.cli.tournament import FORMATS
from riichi.content.tournament import plan_sections, report_document
from riichi.programs.pantheon_seating import seating_script
from riichi.writers.model import Block
from riichi.writers.spreadsheet import safe_csv
from riichi_core.errors import RiichiError
from riichi_core.records.player_files import other_cells, other_columns, read_players
from riichi_core.records.tournament_json import plan_json, plan_rows
from riichi_core.tournament.known_plans import Plan
from riichi_core.tournament.players import Player, numbered
from riichi_core.tournament.seating_plan import (
    MOST_PLAYERS,
    MOST_SESSIONS,
    PlanRequest,
    plan_request,
    sessions_of_a_plan,
    tables_of,
    with_winds,
)
from riichi_core.tournament.timetable import SessionTimes, timetable


@click.command("plan")
@click.argument("players", metavar="NUMBER|FILE")
@click.option("--sessions", type=click.IntRange(1, MOST_SESSIONS), metavar="N", required=True,
              help="Number of sessions.")  # fmt: skip
@seed_option("The same seed gives the same plan.")
@click.option("--substitutes", type=click.IntRange(0, 3), metavar="N", default=0,
              help="Substitutes of the host, who complete the last table.")  # fmt: skip
@click.option("--cards", is_flag=True, help="Add a card for each player and each table.")
@click.option("--begin", type=click.DateTime(["%H:%M"]), metavar="HH:MM",
              help="The start of the first session; the plan then has all times.")  # fmt: skip
@click.option("--pause", type=click.IntRange(0, 600), metavar="MINUTES", default=15,
              show_default=True, help="The time between two sessions.")  # fmt: skip
@rules_option("With --begin: the ruleset that sets the length of a session; ema by default.")
@writes(*FORMATS, "pantheon", papers=(),
        text="Output format; text by default. `pantheon` is a script for its predefined "
             "seating.")  # fmt: skip
def command(
    *,
    players: str,
    sessions: int,
    seed: int,
    substitutes: int,
    rules: tuple[str, ...],
    cards: bool,
    out: Output,
    **clock: Any,
) -> None:
    """Make a fair seating plan with names, cards and times.

    If possible no two players meet twice, and the plan spreads the winds evenly over the players.
    With NUMBER, the players are called 1, 2, 3 and so on. FILE is a spreadsheet (.csv, .xlsx, .ods)
    with a column `name`, or `first name` and `last name`. It can also have the columns country,
    club, team, EMA number and others (docs/guides/tournaments.md).
    """
    listed = _players(players, substitutes, out)
    request = plan_request(listed, sessions, seed)
    _refuse_impossible(request)
    times = _session_times(rules, sessions, **clock)
    plan = _make_plan(request)
    blocks = plan_sections(plan, listed, request, times, out.tr, cards=cards)
    _write_plan(plan, listed, request, blocks, out)


def _players(typed: str, substitutes: int, out: Output) -> tuple[Player, ...]:
    """Return the players of a list, or a number of numbered players; and added substitutes."""
    if typed.isascii() and typed.isdigit():
        players = numbered(int(typed[:6]))
    else:
        players, problems = read_players(Path(typed))
        print_problems(problems)
        if exit_status := exit_status_of(problems):
            sys.exit(exit_status)
    if not 4 <= len(players) + substitutes <= MOST_PLAYERS:
        refuse("A plan needs 4 to {most:,} players, not {n:,}.", most=MOST_PLAYERS, n=len(players))
    added = tuple(
        Player(len(players) + n, out.tr("Substitute {n}", n=n), substitute=True)
        for n in range(1, substitutes + 1)
    )
    return players + added


def _refuse_impossible(request: PlanRequest) -> None:
    for number in range(request.sessions):
        if not tables_of(request, number):
            refuse(
                "Session {session} has {n} players, expected at least 4.",
                session=number + 1,
                n=len(request.there(number) - request.substitutes),
            )


def _session_times(
    rules: tuple[str, ...], sessions: int, begin: datetime | None, pause: int
) -> tuple[SessionTimes, ...]:
    if begin is None:
        if rules:
            refuse("--rules sets the length of a session: add --begin.")
        return ()
    (ruleset,) = load_all(ruleset_names(rules or ("ema",))[:1])
    try:
        return timetable(ruleset, sessions, begin.time(), pause)
    except RiichiError as error:
        refuse("--begin: {problem}", problem=error.message)


def _make_plan(request: PlanRequest) -> Plan:
    """Make a fair plan, with a progress bar over its sessions."""
    planned = sessions_of_a_plan(request)
    return with_winds(request, tuple(progress(planned, request.sessions, "sessions")))


def _write_plan(
    plan: Plan,
    players: Sequence[Player],
    request: PlanRequest,
    blocks: Sequence[Block],
    out: Output,
) -> None:
    """Write a plan, as a document of these blocks or as rows for programs."""
    rows = list(plan_rows(plan, players))
    head = ("session", "table", "player")
    title = out.tr("Seating plan")
    if out.form == "json":
        out.data(plan_json(plan, players, request), "plan", title)
    elif out.form == "csv":
        columns = other_columns(players)
        known = {player.name: player for player in players}
        cells = ((*row, *other_cells(known[row[2]], columns)) for row in rows)
        out.data(safe_csv((*head, *columns), cells), "plan", title)
    elif out.form == "pantheon":
        out.data(seating_script(plan), "plan", title)
    else:
        out.document(report_document(title, {"": blocks}, out.tr), "plan")
