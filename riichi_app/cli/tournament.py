"""`riichi tournament`: standings, a check of a seating plan, and a maker of plans."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from riichi_app.cli.output import emit, load_all, print_json, refuse, show, status, tell
from riichi_app.cli.records import DEFAULT_RULES, names, refuse_twins
from riichi_app.documents.html import html
from riichi_app.documents.markdown import markdown
from riichi_app.documents.model import Block
from riichi_app.documents.spreadsheet import safe_csv
from riichi_app.documents.terminal import terminal
from riichi_app.pages.tournament import (
    MOST_COLUMNS,
    amount,
    plan_rows,
    plan_sections,
    report,
    scaled,
    seating_sections,
    standings_sections,
)
from riichi_core.records.tournament import read_sheet, wrong_sums
from riichi_core.rules.ruleset import ResultUnit, Ruleset
from riichi_core.settlement.ledger import Points
from riichi_core.source.diagnostics import Diagnostic, in_file_order
from riichi_core.tournament.seating import (
    MOST_PLAYERS,
    MOST_SESSIONS,
    Plan,
    Seating,
    fair_plan,
    seating,
)
from riichi_core.tournament.sheet import Sheet
from riichi_core.tournament.standings import (
    Session,
    Standings,
    StandingsRow,
    keeping_forbidden,
    standings,
)

FORMATS = ["text", "markdown", "html", "csv", "json"]


@click.command("tournament")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--rules", multiple=True, metavar="A,B",
              help=f"Rulesets; {DEFAULT_RULES} if not said.")  # fmt: skip
@click.option("--check-seating", is_flag=True,
              help="Look at who sits with whom and where; points are not needed.")  # fmt: skip
@click.option("--plan", "players", type=click.IntRange(4, MOST_PLAYERS), metavar="PLAYERS",
              help="Make a fair plan for so many players, a multiple of four.")  # fmt: skip
@click.option("--sessions", type=click.IntRange(1, MOST_SESSIONS), metavar="N",
              help="How many sessions the plan has.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), metavar="S",
              help="The same seed gives the same plan; 0 if not said.")  # fmt: skip
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
              help="How it is written.")  # fmt: skip
def command(  # noqa: PLR0917 - one for each option of the call
    file: Path | None, rules: tuple[str, ...], check_seating: bool, players: int | None,
    sessions: int | None, seed: int | None, form: str,
) -> None:  # fmt: skip
    """Standings of a tournament under one or several rulesets, each deduction with its reason.

    FILE is YAML or CSV: a row for each player and session, four to a table in the order of the
    seats (docs/tournament.md). With --plan there is no FILE.
    """
    if players is not None:
        if file is not None or check_seating or rules:
            refuse("--plan makes a plan: it takes no FILE, no --rules and no --check-seating.")
        if sessions is None or players % 4:
            refuse("A plan needs players in fours and sessions, as: --plan 16 --sessions 5")
        _plan(fair_plan(players, sessions, seed or 0), form)
        return
    if file is None or sessions is not None or seed is not None:
        refuse("Needed is a FILE, or --plan with --sessions and --seed and without a FILE.")
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
        problems += _seating(sheet, rulesets, form)
    else:
        _standings(sheet, rulesets, form)
    tell(problems)
    sys.exit(status(problems))


# ---- standings -----------------------------------------------------------------------------------


def _standings(sheet: Sheet, rulesets: list[Ruleset], form: str) -> None:
    found = {one.id: (standings(sheet, one.rules), one.result_unit) for one in rulesets}
    if form == "json":
        results = {name: _standings_json(*one) for name, one in found.items()}
        print_json({"title": sheet.title, "sessions": list(sheet.sessions), "results": results})
    elif form == "csv":
        head = ("ruleset", "place", "player", "status", "unit",
                *(f"session {name}" for name in sheet.sessions),
                "tables", "deductions", "total", "notes", "deducted")  # fmt: skip
        emit(safe_csv(head, _sheet_rows(sheet, found)))
    else:
        columns = MOST_COLUMNS if form == "text" else None
        _write(sheet.title or "Tournament", {
            name: standings_sections(sheet, *one, columns=columns)
            for name, one in found.items()
        }, form)  # fmt: skip


def _write(title: str, chapters: Mapping[str, Sequence[Block]], form: str) -> None:
    document = report(title, chapters)
    match form:
        case "markdown":
            emit(markdown(document))
        case "html":
            emit(html(document))
        case _:
            show(terminal(document))


def _number(points: Points, unit: ResultUnit) -> int | float:
    value = scaled(points, unit)
    return int(value) if value.denominator == 1 else round(float(value), 6)


def _sheet_rows(
    sheet: Sheet, found: dict[str, tuple[Standings, ResultUnit]]
) -> Iterator[list[str | int | float | None]]:
    for name, (standing, unit) in found.items():
        for one in standing.rows:
            results = {each.row.session: _number(each.result, unit) for each in one.sessions}
            told = "; ".join(
                f"session {each.row.session}: {off.what} {amount(off.points, unit)} ({off.reason})"
                for each in one.sessions
                for off in each.deductions
            )
            yield [name, one.place, one.player, one.status, unit,
                   *(results.get(session) for session in sheet.sessions),
                   _number(one.own, unit), _number(one.deducted, unit), _number(one.total, unit),
                   "; ".join(one.notes), told]  # fmt: skip


def _standings_json(found: Standings, unit: ResultUnit) -> dict[str, Any]:
    return {
        "unit": unit,
        "standings": [_standing_json(one, unit) for one in found.rows],
        "substitutes": [
            {"session": one.row.session, "table": one.row.table, "for": one.row.player,
             "from": one.played_by, **_final_json(one, unit),
             "entered": _number(one.entered, unit)}
            for one in found.substitutes if one.entered is not None
        ],
    }  # fmt: skip


def _standing_json(one: StandingsRow, unit: ResultUnit) -> dict[str, Any]:
    return {
        "place": one.place,
        "player": one.player,
        "status": one.status,
        "tables": _number(one.own, unit),
        "deductions": _number(one.deducted, unit),
        "total": _number(one.total, unit),
        "notes": list(one.notes),
        "sessions": [_session_json(each, unit) for each in one.sessions],
    }


def _session_json(one: Session, unit: ResultUnit) -> dict[str, Any]:
    return {
        "session": one.row.session,
        "table": one.row.table or None,
        "played": one.played_by == "player",
        **(_final_json(one, unit) if one.played_by == "player" else {}),
        "deductions": [
            {"what": off.what, "points": _number(off.points, unit), "reason": off.reason}
            for off in one.deductions
        ],
        "result": _number(one.result, unit),
    }


def _final_json(one: Session, unit: ResultUnit) -> dict[str, Any]:
    assert one.final is not None
    return {
        "score": _number(one.final.score, "points"),
        "place": one.final.place,
        "uma": _number(one.final.uma, unit),
        "table_result": _number(one.final.result, unit),
    }


# ---- seating -------------------------------------------------------------------------------------


def _seating(sheet: Sheet, rulesets: list[Ruleset], form: str) -> list[Diagnostic]:
    """Print what a plan looks like; what a ruleset forbids of it is returned."""
    found = seating(sheet)
    forbidden = {one.id: keeping_forbidden(one.rules) for one in rulesets}
    verdicts = {name: _verdict(found, no) for name, no in forbidden.items()}
    if form == "json":
        print_json(_seating_json(found, verdicts))
    elif form == "csv":
        emit(safe_csv(("they_meet", "pairs"), found.meetings))
    else:
        _write(sheet.title or "Seating", {"": seating_sections(found, verdicts)}, form)
    return (
        in_file_order(one.problem(sheet) for one in found.kept) if any(forbidden.values()) else []
    )


def _verdict(found: Seating, forbidden: bool) -> str:
    if not forbidden:
        return "says nothing of tables"
    return "broken: players are kept at a table" if found.kept else "kept: nobody stays at a table"


def _seating_json(found: Seating, verdicts: dict[str, str]) -> dict[str, Any]:
    return {
        "players": found.players,
        "sessions": found.sessions,
        "meetings": {str(times): pairs for times, pairs in found.meetings},
        "most_often": [list(pair) for pair in found.often],
        "same_four": [{"players": list(four), "sessions": list(when)}
                      for four, when in found.repeated],
        "kept": [{"player": one.row.player, "table": one.row.table,
                  "sessions": [one.before, one.row.session]} for one in found.kept],
        "verdicts": verdicts,
    }  # fmt: skip


def _plan(plan: Plan, form: str) -> None:
    rows = list(plan_rows(plan))
    head = ("session", "table", "player")
    if form == "json":
        print_json({"rows": [dict(zip(head, row, strict=True)) for row in rows]})
    elif form == "csv":
        emit(safe_csv(head, rows))
    else:
        _write("Seating plan", {"": plan_sections(plan)}, form)
