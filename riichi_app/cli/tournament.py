"""`riichi tournament`: standings, a check of a seating plan, and a maker of plans."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from riichi_app.cli.document_options import deliver_document
from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import (
    OUTPUT_OPTIONS,
    chosen,
    deliver,
    json_text,
    load_all,
    progress,
    refuse,
    status,
    tell,
)
from riichi_app.cli.records import names, refuse_twins
from riichi_app.cli.ruleset_options import rules_option
from riichi_app.documents.model import Block
from riichi_app.documents.spreadsheet import safe_csv
from riichi_app.locale import Locale
from riichi_app.pages.plan import plan_sections
from riichi_app.pages.tournament import (
    MOST_COLUMNS,
    amount,
    report,
    seating_sections,
    standings_sections,
)
from riichi_core.messages import Message
from riichi_core.records.players import NamedPlayer, numbered
from riichi_core.records.standings import (
    number,
    plan_json,
    plan_rows,
    seating_json,
    tournament_json,
)
from riichi_core.records.tournament import read_sheet, wrong_sums
from riichi_core.rules.ruleset import ResultUnit, Ruleset
from riichi_core.source.diagnostics import Diagnostic, in_file_order
from riichi_core.tournament.fields import Plan
from riichi_core.tournament.plan import MOST_PLAYERS, MOST_SESSIONS, sessions_of_a_plan
from riichi_core.tournament.seating import Seating, seating
from riichi_core.tournament.sheet import Sheet
from riichi_core.tournament.standings import (
    Standings,
    keeping_forbidden,
    standings,
)
from riichi_core.tournament.winds import with_even_winds

FORMATS = ["text", "markdown", "html", "csv", "json"]
FOR_PROGRAMS = ("csv", "json")


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
@click.option("--format", "form", type=click.Choice(FORMATS),
              help="How it is written; text by default.")  # fmt: skip
@OUTPUT_OPTIONS[0]
@OUTPUT_OPTIONS[1]
@language_options
def command(  # noqa: PLR0917 - one for each option of the call
    file: Path | None, rules: tuple[str, ...], check_seating: bool, players: int | None,
    sessions: int | None, seed: int | None, form: str | None, output: Path | None,
) -> None:  # fmt: skip
    """Rank the players of a tournament under one or several rulesets, with every deduction.

    FILE is YAML or CSV: a row for each player and session, four to a table in the order of the
    seats (docs/tournament.md). With --plan there is no FILE.
    """
    to = Target(chosen(form, output, FORMATS), output)
    if players is not None:
        if file is not None or check_seating or rules:
            refuse("--plan makes a plan: it takes no FILE, no --rules and no --check-seating.")
        if sessions is None or players % 4:
            refuse("A plan needs players in fours and sessions, as: --plan 16 --sessions 5")
        plan, seated = make_plan(players, sessions, seed or 0), numbered(players)
        tr = translator(for_programs=to.form in FOR_PROGRAMS)
        write_plan(plan, seated, plan_sections(plan, seated, tr=tr), to, tr)
        return
    if file is None or sessions is not None or seed is not None:
        refuse("Give a FILE, or --plan with --sessions (and --seed) instead of one.")
    rulesets = load_all(names(rules))
    refuse_twins(rulesets)
    sheet, problems = read_sheet(file, points=not check_seating)
    if not check_seating:
        sums = (problem for one in rulesets for problem in wrong_sums(sheet, one.rules))
        problems = in_file_order([*problems, *sums])
    if wrong := status(problems):
        tell(problems)
        sys.exit(wrong)
    if check_seating:
        problems += _seating(sheet, rulesets, to)
    else:
        _standings(sheet, rulesets, to)
    tell(problems)
    sys.exit(status(problems))


def make_plan(players: int, sessions: int, seed: int) -> Plan:
    """Make a fair plan, and count its sessions on the terminal of somebody who waits."""
    made = sessions_of_a_plan(players, sessions, seed)
    return with_even_winds(tuple(progress(made, sessions, "sessions")))


class Target(NamedTuple):
    """The format in which something is written, and the file, if it goes into one."""

    form: str
    file: Path | None

    def write(self, data: str, title: str) -> None:
        """Write a text."""
        deliver(data, self.form, self.file, "tournament", title)


# ---- standings -----------------------------------------------------------------------------------


def _standings(sheet: Sheet, rulesets: list[Ruleset], to: Target) -> None:
    found = {one.id: (standings(sheet, one.rules), one.result_unit) for one in rulesets}
    tr = translator(for_programs=to.form in FOR_PROGRAMS)
    title = sheet.title or tr("Tournament")
    if to.form == "json":
        to.write(json_text(tournament_json(sheet, found)), title)
    elif to.form == "csv":
        head = ("ruleset", "place", "player", "status", "unit",
                *(f"session {name}" for name in sheet.sessions),
                "tables", "deductions", "total", "notes", "deducted")  # fmt: skip
        to.write(safe_csv(head, _sheet_rows(sheet, found)), title)
    else:
        columns = MOST_COLUMNS if to.form == "text" else None
        chapters = {
            name: standings_sections(sheet, *one, tr, columns=columns)
            for name, one in found.items()
        }
        _write(title, chapters, to, tr)


def _write(title: str, chapters: Mapping[str, Sequence[Block]], to: Target, tr: Locale) -> None:
    deliver_document(report(title, chapters, tr), to.form, "a4", to.file, "tournament")


def _sheet_rows(
    sheet: Sheet, found: dict[str, tuple[Standings, ResultUnit]]
) -> Iterator[list[str | int | float | None]]:
    for name, (standing, unit) in found.items():
        for one in standing.rows:
            results = {each.row.session: number(each.result, unit) for each in one.sessions}
            told = "; ".join(
                f"session {each.row.session}: {off.what} {amount(off.points, unit)} ({off.reason})"
                for each in one.sessions
                for off in each.deductions
            )
            yield [name, one.place, one.player, one.status, unit,
                   *(results.get(session) for session in sheet.sessions),
                   number(one.own, unit), number(one.deducted, unit), number(one.total, unit),
                   "; ".join(one.notes), told]  # fmt: skip


# ---- seating -------------------------------------------------------------------------------------


def _seating(sheet: Sheet, rulesets: list[Ruleset], to: Target) -> list[Diagnostic]:
    """Print what a plan looks like; what a ruleset forbids of it is returned."""
    found = seating(sheet)
    forbidden = {one.id: keeping_forbidden(one.rules) for one in rulesets}
    verdicts = {name: _verdict(found, no) for name, no in forbidden.items()}
    tr = translator(for_programs=to.form in FOR_PROGRAMS)
    title = sheet.title or tr("Seating")
    if to.form == "json":
        to.write(json_text(seating_json(found, verdicts)), title)
    elif to.form == "csv":
        to.write(safe_csv(("they_meet", "pairs"), found.meetings), title)
    else:
        _write(title, {"": seating_sections(found, verdicts, tr)}, to, tr)
    return (
        in_file_order(one.problem(sheet) for one in found.kept) if any(forbidden.values()) else []
    )


def _verdict(found: Seating, forbidden: bool) -> Message:
    if not forbidden:
        return Message("says nothing of tables")
    if found.kept:
        return Message("broken: players are kept at a table")
    return Message("kept: nobody stays at a table")


def write_plan(
    plan: Plan, players: Sequence[NamedPlayer], blocks: Sequence[Block], to: Target, tr: Locale
) -> None:
    """Write a plan: for people as these blocks, for programs its rows."""
    rows = list(plan_rows(plan, players))
    head = ("session", "table", "player")
    title = tr("Seating plan")
    if to.form == "json":
        to.write(json_text(plan_json(plan, players)), title)
    elif to.form == "csv":
        to.write(safe_csv(head, rows), title)
    else:
        _write(title, {"": blocks}, to, tr)
