"""`riichi plan`: a fair seating plan with names, cards and times, for printing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, time
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args

import click

from riichi.cli.options import rules_option, ruleset_names, seed_option
from riichi.cli.output import (
    PRINTED,
    TABLES,
    Output,
    call_changes,
    exit_status_of,
    given_parameters,
    load_all,
    print_problems,
    progress,
    refuse,
    refuse_without,
    subcommand,
    writes,
)
from riichi.events.commands.options import cut_option
from riichi.events.commands.tournament import FORMATS
from riichi.events.files.event_json import plan_json
from riichi.events.files.pantheon_seating import seating_script
from riichi.events.files.player_files import other_cells, other_columns, read_players
from riichi.events.files.sheet_file import read_sheet
from riichi.events.finals import Cut, finalists
from riichi.events.pages.event_papers import (
    BY_THE_RULES,
    PAPER_NAMES,
    Event,
    PaperName,
    event_paper,
)
from riichi.events.pages.tournament import PAIRINGS, plan_sections, report_document
from riichi.events.seating.known_plans import Plan
from riichi.events.seating.next_rounds import (
    FurtherSessions,
    Pairing,
    begun_sessions,
    further_sessions,
    only_players,
    paired_session,
)
from riichi.events.seating.seating_plan import (
    MOST_PLAYERS,
    MOST_SESSIONS,
    Planned,
    PlanRequest,
    Session,
    plan_request,
    sessions_of_a_plan,
    tables_of,
    with_winds,
)
from riichi.events.seating.timetable import Day, SessionTimes, timetable
from riichi.locale import Locale
from riichi.spreadsheets.reading import is_remark, is_table
from riichi.spreadsheets.writing import CellValue
from riichi.writers.model import Block
from riichi.writers.paper import POSTERS
from riichi_core.errors import RiichiError
from riichi_core.files.problem import in_file_order
from riichi_core.messages import quote
from riichi_core.rules.ruleset import Ruleset
from riichi_core.standings.players import Player, numbered
from riichi_core.standings.score_entry import with_points
from riichi_core.standings.sessions import Sheet
from riichi_core.standings.standings import Standings, standings_of


def _sessions_of_days(
    _context: click.Context, _parameter: click.Parameter, value: str | None
) -> tuple[int, ...]:
    """Return the sessions of each day from `5` or `4+4`; empty if the option is not given."""
    if value is None:
        return ()
    numbers = [text.strip() for text in value.split("+")]
    days = tuple(int(text) for text in numbers if text.isascii() and text.isdecimal())
    if len(days) < len(numbers) or 0 in days or sum(days) > MOST_SESSIONS:
        refuse("--sessions is {value}, expected 1 to {most}, or those of each day, e.g. 4+4.",
               value=quote(value), most=MOST_SESSIONS)  # fmt: skip
    return days


def _begin_of_days(
    _context: click.Context, _parameter: click.Parameter, value: str | None
) -> tuple[time, ...]:
    """Return the time at which each day begins; empty if the option is not given."""
    if value is None:
        return ()
    try:
        return tuple(datetime.strptime(text.strip(), "%H:%M").time() for text in value.split(","))
    except ValueError:
        refuse("--start is {value}, expected HH:MM, or a time for each day, e.g. 09:30,10:00.",
               value=quote(value))  # fmt: skip


def _breaks(
    _context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> dict[int, int]:
    """Return the minutes of the breaks by the number of the session before each."""
    breaks: dict[int, int] = {}
    for value in values:
        session, _, minutes = value.partition(":")
        if not all(text.isascii() and text.isdecimal() for text in (session, minutes)):
            refuse("--break is {value}, expected SESSION:MINUTES, e.g. 2:60.", value=quote(value))
        breaks[int(session)] = int(minutes)
    return breaks


@subcommand("plan")
@click.argument("players", metavar="NUMBER|FILE", required=False)
@click.option("--sessions", "days", callback=_sessions_of_days, metavar="N[+N…]",
              help="Number of sessions, or of sessions per day, e.g. 4+4; with --results, by "
              "default those still to be played.")  # fmt: skip
@click.option("--results", multiple=True, type=click.Path(path_type=Path),
              metavar="RESULTS",
              help="Plan the sessions that follow these results; several files are the evenings "
              "of a season.")  # fmt: skip
@click.option("--pairing", type=click.Choice(["fair", *get_args(Pairing)]), default="fair",
              show_default=True,
              help="With --results: how players are paired. fair ignores the standings. The others "
              "plan one session: swiss and interval as in MahjongPantheon, progressive as in "
              "Seattle, by-place as in the last session of Dutch tournaments.")  # fmt: skip
@click.option("--interval", type=click.IntRange(1, 250), metavar="K", default=2, show_default=True,
              help="With --pairing interval: the distance in the standings, e.g. 2 seats "
              "1-3-5-7 and 2-4-6-8.")  # fmt: skip
@click.option("--blocks", type=click.IntRange(1, 250), metavar="N",
              help="With --pairing progressive: the number of blocks of the standings in which "
              "players are mixed; by default one more than the sessions played.")  # fmt: skip
@cut_option("With --results: seat only the best N of the standings, for a final.", "N")
@seed_option("The same seed gives the same plan.")
@click.option("--substitutes", type=click.IntRange(0, 3), metavar="N", default=0,
              help="Number of substitutes, who complete the last table.")  # fmt: skip
@click.option("--print", "printed", type=click.Choice(PAPER_NAMES), metavar="WHAT",
              help=f"What to print, as HTML or PDF: {', '.join(PAPER_NAMES)}.  "
              "[default: plan]")  # fmt: skip
@click.option("--title", default="",
              help="With HTML or PDF: the heading of each page, e.g. name and date.")  # fmt: skip
@click.option("--start", callback=_begin_of_days, metavar="HH:MM[,HH:MM…]",
              help="Add times: the start of the first session, or of each day.")  # fmt: skip
@click.option("--gap", type=click.IntRange(0, 600), metavar="MINUTES", default=15,
              show_default=True, help="The time between two sessions.")  # fmt: skip
@click.option("--break", "breaks", multiple=True, callback=_breaks, metavar="SESSION:MINUTES",
              help="A longer pause after a session, e.g. 2:60 for lunch.")  # fmt: skip
@rules_option("Ruleset for the times and the standings.  [default: ema]")
@writes(*FORMATS, "pdf", "pantheon", papers=POSTERS,
        text="Output format; `pantheon` writes Pantheon's predefined seating.")  # fmt: skip
def command(
    *,
    players: str | None,
    days: tuple[int, ...],
    seed: int,
    substitutes: int,
    results: tuple[Path, ...],
    pairing: Pairing | Literal["fair"],
    interval: int,
    blocks: int | None,
    cut: Cut | None,
    rules: tuple[str, ...],
    printed: PaperName | None,
    title: str,
    out: Output,
    **clock: Any,
) -> None:
    """Make a fair seating plan with names, cards and times.

    No two players meet twice if that is possible, and all players get each wind about equally
    often. With NUMBER, the players are called 1, 2, 3 and so on. FILE is a spreadsheet (.csv,
    .xlsx, .ods) with a column `name`, or `first name` and `last name`. It can also have the columns
    country, club, team, EMA number and others (docs/guides/tournaments.md). With --results, FILE
    lists everybody who plays from now on.
    """
    _check_call(results, players, pairing, out)
    if out.form in PRINTED:
        printed = printed or "plan"
    elif printed is not None:
        refuse("--print makes pages: add --format html or pdf, or --output FILE.pdf.")
    sessions = sum(days)
    listed: tuple[Player, ...] = ()
    if players is not None:
        listed = _players(players, substitutes, out, again=bool(results))
    needs_rules = bool(results) or printed in BY_THE_RULES or bool(clock["start"])
    ruleset = _ruleset(rules) if needs_rules or rules or call_changes() else None
    if not results or ruleset is None:
        request = plan_request(listed, sessions, seed)
        names = tuple(map(str, range(1, sessions + 1)))
        planned = _fair_plan(FurtherSessions(listed, names, request))
    else:
        sheet = _played(results, listed, ruleset)
        number = sessions or (None if pairing == "fair" else 1)
        further = further_sessions(sheet, listed, number, seed, season=len(results) > 1)
        if cut is not None:
            further = _only_finalists(further, sheet, ruleset, cut)
        if pairing == "fair":
            planned = _fair_plan(further)
            planned = planned._replace(facts=[*_substitute_facts(further, planned.plan, out.tr)])
        else:
            paired = partial(paired_session, interval=interval, blocks=blocks or 0)
            planned = _next_session(further, sheet, ruleset, pairing, paired, out.tr)
    times = _session_times(ruleset, days or (len(planned.plan),), **clock)
    if printed is not None:
        event = Event(title, planned, times, ruleset, out.paper, out.tr)
        out.document(event_paper(printed, event), printed)
        return
    _write_plan(planned, plan_sections(planned, times, out.tr), out)


FURTHER_OPTIONS = ("pairing", "interval", "blocks", "cut")
"""The options that plan the sessions after results."""


def _check_call(results: Sequence[Path], players: str | None, pairing: str, out: Output) -> None:
    """End a call without players or sessions, or with options that have no effect."""
    context = click.get_current_context()
    given = given_parameters(context)
    if not results:
        for parameter in context.command.params:
            if parameter.name in ("players", "days") and parameter.name not in given:
                raise click.MissingParameter(ctx=context, param=parameter)
    with_times = ("text", "markdown", *PRINTED)
    refuse_without([
        *((name, "--results", bool(results)) for name in FURTHER_OPTIONS),
        ("interval", "--pairing interval", pairing == "interval"),
        ("blocks", "--pairing progressive", pairing == "progressive"),
        ("substitutes", "NUMBER|FILE", players is not None),
        *((name, "--start", "start" in given) for name in ("gap", "breaks")),
        ("start", ", ".join(with_times), out.form in with_times),
        ("title", out.tr.and_list(PRINTED), out.form in PRINTED),
    ])  # fmt: skip


# ---- who plays -----------------------------------------------------------------------------------


def _players(typed: str, substitutes: int, out: Output, *, again: bool) -> tuple[Player, ...]:
    """Return the players of a list, or a number of numbered players; and added substitutes.

    If a list is read again, remarks on its format are not repeated.
    """
    if typed.isascii() and typed.isdigit():
        players = numbered(int(typed[:6]))
    else:
        players, problems = read_players(Path(typed))
        print_problems(problem for problem in problems if not (again and is_remark(problem)))
        if exit_status := exit_status_of(problems):
            sys.exit(exit_status)
    if not 4 <= len(players) + substitutes <= MOST_PLAYERS:
        refuse("A plan needs 4 to {most:,} players, not {n:,}.", most=MOST_PLAYERS, n=len(players))
    added = tuple(
        Player(len(players) + n, out.tr("Substitute {n}", n=n), substitute=True)
        for n in range(1, substitutes + 1)
    )
    return players + added


def _played(paths: Sequence[Path], listed: Sequence[Player], ruleset: Ruleset) -> Sheet:
    """Return the results so far; none of the sessions may be partly played."""
    season = len(paths) > 1
    if season and not all(map(is_table, paths)):
        refuse("Several files after --results must be tables, e.g. .csv or .xlsx.")
    sheet, problems = read_sheet(*paths, listed=listed, league=season, season=season)
    sheet, _, sums = with_points(sheet, ruleset.rules)
    problems = in_file_order([*problems, *sums])
    usual = (*USUAL, "not-listed") if season else USUAL
    print_problems(problem for problem in problems
                   if problem.code not in usual or problem.severity == "error")  # fmt: skip
    if exit_status := exit_status_of(problems):
        sys.exit(exit_status)
    if begun := begun_sessions(sheet):
        refuse(
            "Session {session} has tables without points: enter them, or remove all its rows.",
            session=begun[0],
        )
    return sheet


USUAL = ("no-row", "nearly-alike", "reserve")
"""The codes of warnings about players without a row, who are usual before a plan is made."""


# ---- the plan ------------------------------------------------------------------------------------


def _only_finalists(
    further: FurtherSessions, sheet: Sheet, ruleset: Ruleset, cut: Cut
) -> FurtherSessions:
    """Return the sessions for the best players only; the next ones replace players who left."""
    if cut.after:
        refuse("--cut follows the last session played here: leave out {session}.",
               session=quote(f"{cut.after}:"))  # fmt: skip
    there = {further.players[place].name for place in further.request.there(0)}
    rows = [row for row in standings_of(sheet, ruleset.rules).rows if row.player in there]
    try:
        names = finalists(rows, cut.players)
    except RiichiError as error:
        refuse("--cut: {problem}. List those who play in FILE.", problem=error.message)
    return only_players(further, names)


def _fair_plan(further: FurtherSessions) -> Planned:
    """Return a plan that ignores the standings, with a progress bar over its sessions."""
    if len(further.names) > MOST_SESSIONS:
        refuse("A plan has at most {most} sessions, not {n}.",
               most=MOST_SESSIONS, n=len(further.names))  # fmt: skip
    request = further.request
    _refuse_impossible(request)
    planned = progress(sessions_of_a_plan(request), request.sessions, "sessions")
    plan = with_winds(request, tuple(planned))
    return Planned(plan, further.players, request, further.names)


def _next_session(
    further: FurtherSessions,
    sheet: Sheet,
    ruleset: Ruleset,
    pairing: Pairing,
    paired: Callable[[FurtherSessions, Standings, Pairing], Session],
    tr: Locale,
) -> Planned:
    """Return a plan of one session, from the standings."""
    if len(further.names) > 1:
        refuse("--pairing {pairing} plans one session, not {n}.",
               pairing=pairing, n=len(further.names))  # fmt: skip
    _refuse_impossible(further.request)
    session = paired(further, standings_of(sheet, ruleset.rules), pairing)
    plan = with_winds(further.request, (session,))
    sentence = tr(PAIRINGS[pairing], ruleset=ruleset.id, session=sheet.sessions[-1])
    facts = (sentence, *_substitute_facts(further, plan, tr))
    return Planned(plan, further.players, further.request, further.names, facts)


def _substitute_facts(further: FurtherSessions, plan: Plan, tr: Locale) -> Iterator[str]:
    """Yield a sentence for each substitute in the plan who plays on for a player."""
    seated = {further.players[place].name for session in plan for four in session for place in four}
    for substitute, player in further.plays_for.items():
        if substitute in seated:
            yield tr("{substitute} plays for {player}.", substitute=substitute, player=player)


def _refuse_impossible(request: PlanRequest) -> None:
    for number in range(request.sessions):
        if not tables_of(request, number):
            refuse(
                "Session {session} has {n} players, expected at least 4.",
                session=number + 1,
                n=len(request.there(number) - request.substitutes),
            )


def _ruleset(rules: tuple[str, ...]) -> Ruleset:
    names = ruleset_names(rules or ("ema",))
    if len(names) > 1:
        refuse("A plan uses one ruleset, not {n}.", n=len(names))
    return load_all(names)[0]


def _session_times(
    ruleset: Ruleset | None,
    sessions: tuple[int, ...],
    start: tuple[time, ...],
    gap: int,
    breaks: Mapping[int, int],
) -> tuple[SessionTimes, ...]:
    if ruleset is None or not start:
        return ()
    if len(start) not in (1, len(sessions)):
        refuse("--start has {n} times: give one, or one for each day of --sessions, e.g. 4+4.",
               n=len(start))  # fmt: skip
    starts = start * len(sessions) if len(start) == 1 else start
    days = [Day(start, count) for start, count in zip(starts, sessions, strict=True)]
    try:
        return timetable(ruleset, days, gap, breaks)
    except RiichiError as error:
        refuse("No timetable: {problem}.", problem=error.message)


def _write_plan(planned: Planned, blocks: Sequence[Block], out: Output) -> None:
    """Write a plan, as a document of these blocks or as rows for programs."""
    title = out.tr("Seating plan")
    if out.form == "json":
        out.data(plan_json(planned), "plan", title)
    elif out.form in TABLES:
        out.table(*_sheet(planned), "plan", title)
    elif out.form == "pantheon":
        out.data(seating_script(planned.plan), "plan", title)
    else:
        out.document(report_document(title, [("", blocks)], out.tr), "plan")


def _sheet(planned: Planned) -> tuple[list[str], Iterator[list[CellValue]]]:
    """Return the columns and rows of results without points; players who sit out have a bye."""
    players = planned.players
    byes = [(session, "", player) for session, player in planned.byes()]
    rows = sorted([*planned.rows(), *byes], key=lambda row: planned.names.index(row[0]))
    columns = other_columns(players)
    known = {player.name: player for player in players}
    head = ["session", "table", "player", "points", *(["absent"] if byes else []), *columns]
    return head, (
        [_number(session), _number(table), player, None,
         *([None if table else "bye"] if byes else []), *other_cells(known[player], columns)]
        for session, table, player in rows
    )  # fmt: skip


def _number(name: str) -> CellValue:
    """Return a name that is a number as one, as spreadsheets have it."""
    return int(name) if name.isdecimal() else name
