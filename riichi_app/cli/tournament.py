"""`riichi tournament`: standings, a check of a seating plan, and a maker of plans."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from riichi_app.cli.options import load_rules, rules_option
from riichi_app.cli.output import (
    Output,
    exit_status_of,
    print_problems,
    progress,
    refuse,
    writes,
)
from riichi_app.content.tournament import (
    MOST_COLUMNS,
    amount,
    plan_sections,
    report_document,
    seating_sections,
    standings_sections,
)
from riichi_app.writers.model import Block
from riichi_app.writers.spreadsheet import safe_csv
from riichi_core.files.problem import Problem, in_file_order
from riichi_core.messages import Message
from riichi_core.records.tournament_files import NamedPlayer, numbered, read_sheet, wrong_sums
from riichi_core.records.tournament_json import (
    number,
    plan_json,
    plan_rows,
    seating_json,
    tournament_json,
)
from riichi_core.rules.ruleset import ResultUnit, Ruleset
from riichi_core.tournament.seating_plan import (
    MOST_PLAYERS,
    MOST_SESSIONS,
    Plan,
    sessions_of_a_plan,
    with_even_winds,
)
from riichi_core.tournament.sessions import Seating, Sheet, seating
from riichi_core.tournament.standings import (
    Standings,
    keeping_forbidden,
    standings,
)

FORMATS = ("text", "markdown", "html", "csv", "json")


@click.command("tournament")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@rules_option()
@click.option("--check-seating", is_flag=True,
              help="Look at who sits with whom and where; points are not needed.")  # fmt: skip
@click.option("--plan", "players", type=click.IntRange(4, MOST_PLAYERS), metavar="PLAYERS",
              help="Make a fair plan for so many players, as riichi plan.")  # fmt: skip
@click.option("--sessions", type=click.IntRange(1, MOST_SESSIONS), metavar="N",
              help="How many sessions the plan has.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), metavar="S",
              help="The same seed gives the same plan; 0 by default.")  # fmt: skip
@writes(*FORMATS, papers=())
def command(  # noqa: PLR0917 - one for each option of the call
    file: Path | None, rules: tuple[str, ...], check_seating: bool, players: int | None,
    sessions: int | None, seed: int | None, out: Output,
) -> None:  # fmt: skip
    """Rank the players of a tournament under one or several rulesets, with every deduction.

    FILE is YAML or CSV: a row for each player and session, four to a table in the order of the
    seats (docs/tournament.md). With --plan there is no FILE.
    """
    if players is not None:
        if file is not None or check_seating or rules:
            refuse("--plan makes a plan: it takes no FILE, no --rules and no --check-seating.")
        if sessions is None or players % 4:
            refuse("A plan needs players in fours and sessions, as: --plan 16 --sessions 5")
        plan, numbered_players = make_plan(players, sessions, seed or 0), numbered(players)
        write_plan(plan, numbered_players, plan_sections(plan, numbered_players, tr=out.tr), out)
        return
    if file is None or sessions is not None or seed is not None:
        refuse("Give a FILE, or --plan with --sessions (and --seed) instead of one.")
    rulesets = load_rules(rules)
    sheet, problems = read_sheet(file, points=not check_seating)
    if not check_seating:
        sums = (problem for ruleset in rulesets for problem in wrong_sums(sheet, ruleset.rules))
        problems = in_file_order([*problems, *sums])
    if exit_status := exit_status_of(problems):
        print_problems(problems)
        sys.exit(exit_status)
    if check_seating:
        problems += _check_seating(sheet, rulesets, out)
    else:
        _write_standings(sheet, rulesets, out)
    print_problems(problems)
    sys.exit(exit_status_of(problems))


def make_plan(players: int, sessions: int, seed: int) -> Plan:
    """Make a fair plan, and count its sessions on the terminal of somebody who waits."""
    planned = sessions_of_a_plan(players, sessions, seed)
    return with_even_winds(tuple(progress(planned, sessions, "sessions")))


# ---- standings -----------------------------------------------------------------------------------


def _write_standings(sheet: Sheet, rulesets: list[Ruleset], out: Output) -> None:
    by_ruleset = {
        ruleset.id: (standings(sheet, ruleset.rules), ruleset.result_unit) for ruleset in rulesets
    }
    tr = out.tr
    title = sheet.title or tr("Tournament")
    if out.form == "json":
        out.data(tournament_json(sheet, by_ruleset), "tournament", title)
    elif out.form == "csv":
        head = ("ruleset", "place", "player", "status", "unit",
                *(f"session {name}" for name in sheet.sessions),
                "tables", "deductions", "total", "notes", "deducted")  # fmt: skip
        out.data(safe_csv(head, _standings_rows(sheet, by_ruleset)), "tournament", title)
    else:
        columns = MOST_COLUMNS if out.form == "text" else None
        chapters = {
            name: standings_sections(sheet, standing, unit, tr, columns=columns)
            for name, (standing, unit) in by_ruleset.items()
        }
        _write_document(title, chapters, out)


def _write_document(title: str, chapters: Mapping[str, Sequence[Block]], out: Output) -> None:
    out.document(report_document(title, chapters, out.tr), "tournament")


def _standings_rows(
    sheet: Sheet, by_ruleset: dict[str, tuple[Standings, ResultUnit]]
) -> Iterator[list[str | int | float | None]]:
    for name, (standing, unit) in by_ruleset.items():
        for row in standing.rows:
            results = {
                session.row.session: number(session.result, unit) for session in row.sessions
            }
            deductions = "; ".join(
                f"session {session.row.session}: {deduction.what} "
                f"{amount(deduction.points, unit)} ({deduction.reason})"
                for session in row.sessions
                for deduction in session.deductions
            )
            yield [name, row.place, row.player, row.status, unit,
                   *(results.get(session) for session in sheet.sessions),
                   number(row.own, unit), number(row.deducted, unit), number(row.total, unit),
                   "; ".join(row.notes), deductions]  # fmt: skip


# ---- seating -------------------------------------------------------------------------------------


def _check_seating(sheet: Sheet, rulesets: list[Ruleset], out: Output) -> list[Problem]:
    """Print what a plan looks like; what a ruleset forbids of it is returned."""
    checked = seating(sheet)
    forbidden = {ruleset.id: keeping_forbidden(ruleset.rules) for ruleset in rulesets}
    verdicts = {name: _verdict(checked, is_forbidden) for name, is_forbidden in forbidden.items()}
    tr = out.tr
    title = sheet.title or tr("Seating")
    if out.form == "json":
        out.data(seating_json(checked, verdicts), "tournament", title)
    elif out.form == "csv":
        out.data(safe_csv(("they_meet", "pairs"), checked.meetings), "tournament", title)
    else:
        _write_document(title, {"": seating_sections(checked, verdicts, tr)}, out)
    if not any(forbidden.values()):
        return []
    return in_file_order(kept.problem(sheet) for kept in checked.kept)


def _verdict(checked: Seating, forbidden: bool) -> Message:
    if not forbidden:
        return Message("says nothing of tables")
    if checked.kept:
        return Message("broken: players are kept at a table")
    return Message("kept: nobody stays at a table")


def write_plan(
    plan: Plan, players: Sequence[NamedPlayer], blocks: Sequence[Block], out: Output
) -> None:
    """Write a plan: for people as these blocks, for programs its rows."""
    rows = list(plan_rows(plan, players))
    head = ("session", "table", "player")
    title = out.tr("Seating plan")
    if out.form == "json":
        out.data(plan_json(plan, players), "tournament", title)
    elif out.form == "csv":
        out.data(safe_csv(head, rows), "tournament", title)
    else:
        _write_document(title, {"": blocks}, out)
