"""`riichi tournament`: standings, and a check of a seating plan."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, get_args

import click

from riichi.cli.language import translator
from riichi.cli.options import load_rules, rules_option
from riichi.cli.output import (
    PRINTED,
    TABLES,
    Output,
    exit_status_of,
    given_parameters,
    print_problems,
    progress,
    refuse,
    refuse_other_endings,
    refuse_together,
    refuse_without,
    subcommand,
    write_file,
    writes,
)
from riichi.content.endings import signed_text
from riichi.events.commands.options import cut_option
from riichi.events.corrections import LogEntry, corrections, new_entries, read_log
from riichi.events.ema_report import HEAD, ema_report
from riichi.events.files.event_file import Event, read_event
from riichi.events.files.event_json import league_json, seating_json, tournament_json
from riichi.events.files.player_files import merged, other_cells, other_columns, read_players
from riichi.events.files.sheet_file import alike_in_league, other_seats, read_sheet
from riichi.events.finals import Carry, Cut, league_with_final, with_final
from riichi.events.league import LeagueRanking, LeagueRow, league as league_of
from riichi.events.pages.ema import ema_document
from riichi.events.pages.event_papers import Chapter, report_paper
from riichi.events.pages.hall import Page, seats_to_come, standings_by_name
from riichi.events.pages.league import CSV_HEAD, league_rows, league_sections
from riichi.events.pages.tournament import (
    TABLE_HEADS,
    Medium,
    correction_table,
    report_document,
    seating_sections,
    standings_columns,
    standings_sections,
    table_rows,
    table_sections,
)
from riichi.events.seating.timetable import times_of_begins
from riichi.locale import Locale
from riichi.spreadsheets.reading import is_remark, is_table
from riichi.spreadsheets.writing import safe_csv
from riichi.writers.paper import POSTERS
from riichi.writers.qr_code import LONGEST
from riichi_core.errors import RiichiError
from riichi_core.files.problem import Mend, Problem, in_file_order
from riichi_core.messages import Message, quote
from riichi_core.rules.ruleset import ResultUnit, Ruleset
from riichi_core.scoring.points import whole
from riichi_core.standings.players import Player, by_name, player_called
from riichi_core.standings.score_entry import ENTRIES, TOTALS, ScoreEntry, with_points
from riichi_core.standings.sessions import Seating, Sheet, Watch, seating
from riichi_core.standings.standings import (
    Session,
    Standings,
    keeping_forbidden,
    sessions,
    standings_of,
)

FORMATS = ("text", "markdown", "html", "csv", "xlsx", "json")

ABSENCE = "no-row"
"""The code of problems about missing results, which are usual in a league and in a final."""

NOT_SENT = {"ema-number", "table-sum"}
"""The codes of errors with which a report is not sent, but can be checked."""

REPORT_ENDINGS = (".csv", ".xlsx")
"""The file extensions of a report for the EMA."""


FILE = click.Path(path_type=Path)

ONLY_STANDINGS = ("--tables", "--page", "--log", "--plan")
APART = {
    "--check-seating": (*ONLY_STANDINGS, "--cut", "--league", "--paper", "--format pdf",
                        "--format ema"),
    "--league": ("--format ema",),
    "--format ema": ONLY_STANDINGS,
    "--format json": ("--tables",),  # JSON always has them
}  # fmt: skip
"""Options that do not work together."""


@subcommand("tournament")
@click.argument("files", metavar="FILE …", nargs=-1, required=True, type=FILE)
@rules_option()
@click.option("--players", type=FILE, metavar="FILE",
              help="The list of players, with their EMA numbers, countries and "
              "clubs.")  # fmt: skip
@click.option("--event", type=FILE, metavar="FILE",
              help="A file with the event's title, town, country, date, days and "
              "times.")  # fmt: skip
@cut_option("Rank the best N, after SESSION (or a league's file), above all others.", "[SESSION:]N")
@click.option("--carry", type=click.Choice(get_args(Carry)), default="all", show_default=True,
              help="With --cut: the part of their points that finalists keep.")  # fmt: skip
@click.option("--tables", is_flag=True,
              help="Add the results at each table; in CSV and .xlsx, instead of the "
              "standings.")  # fmt: skip
@click.option("--page", is_flag=True,
              help="Make a page for phones, screens or walls: seats, standings and a "
              "clock.")  # fmt: skip
@click.option("--address", metavar="URL", default="",
              help="With --page: the page's address, shown as a QR code.")  # fmt: skip
@click.option("--log", type=FILE, metavar="FILE.csv",
              help="Record what --output publishes, and list later corrections.")  # fmt: skip
@click.option("--plan", type=FILE, metavar="FILE",
              help="Warn about seats that differ from those of this plan.")  # fmt: skip
@click.option("--check-seating", is_flag=True,
              help="Check the seating; FILE needs no points.")  # fmt: skip
@click.option("--league", is_flag=True,
              help="Add up the games of all FILEs; players may miss some.")  # fmt: skip
@click.option("--rank-by", type=click.Choice(["total", "average"]), default="total",
              show_default=True, help="With --league: rank by total or by average.")  # fmt: skip
@click.option("--best", type=click.IntRange(1), metavar="N",
              help="With --league: count only each player's best N results.")  # fmt: skip
@click.option("--min-games", type=click.IntRange(1), metavar="N", default=1, show_default=True,
              help="With --league: the number of games needed for a place.")  # fmt: skip
@writes(*FORMATS, "pdf", "ema", papers=POSTERS,
        text="Output format; `ema` is the report for the EMA. --output writes the sheet to send "
             "(.csv, .xlsx); without it, only checks are printed.")  # fmt: skip
def command(
    *,
    files: tuple[Path, ...],
    rules: tuple[str, ...],
    players: Path | None,
    event: Path | None,
    cut: Cut | None,
    carry: Carry,
    tables: bool,
    page: bool,
    address: str,
    log: Path | None,
    plan: Path | None,
    check_seating: bool,
    league: bool,
    out: Output,
    **ranked: Any,
) -> None:
    """Rank a tournament, or check its seating.

    It prints the standings under one or several rulesets, with every deduction. FILE is YAML or a
    spreadsheet (.csv, .xlsx, .ods) with one row per player and session. The four rows of a table
    are in the order of the seats (docs/guides/tournaments.md). `riichi plan` makes the seating
    plan. With --league, all FILEs together are one league.
    """
    refuse_without([("carry", "--cut", cut is not None)])
    cut = cut and replace(cut, carry=carry)
    given = {*given_parameters(click.get_current_context()).values(), f"--format {out.form}"}
    wall = not given.isdisjoint(("--format pdf", "--paper"))  # pages that fit their paper
    _check_call(files, given, out, address, league=league)
    rulesets = load_rules(("ema",) if out.form == "ema" and not rules else rules)
    for option in ("--format ema", "--page"):
        if option in given and len(rulesets) != 1:
            refuse("{option} needs one ruleset, e.g. --rules ema-2025.", option=option)
    described, of_event = read_event(event) if event is not None else (Event(), [])
    listed, of_list = read_players(players) if players is not None else ((), [])
    logged, of_log = read_log(log) if log is not None else ([], [])
    problems = [*of_event, *(one for one in of_list if not is_remark(one)), *of_log]
    seated = files[-1:] if league else files
    hall = Page(read_sheet(*seated, points=False, listed=listed)[0], address) if page else None
    shown = Shown(tables, wall, hall, log, logged)
    if league:
        evenings = _read_league(files, listed, problems)
        problems += [] if plan is None else other_seats(evenings[-1], plan, listed)
        _write_league(evenings, rulesets, LeagueRanking(**ranked), described, problems, out,
                      cut=cut, shown=shown)  # fmt: skip
    played = not check_seating and (hall is None or hall.begun)
    sheet, of_files = read_sheet(*files, points=played, listed=listed, watched=_watch("rows"))
    sheet = replace(sheet, title=described.title or sheet.title)
    read = [with_points(sheet, ruleset.rules) for ruleset in rulesets] if played else []
    sums = (problem for _, _, wrong in read for problem in wrong)
    problems += in_file_order([*of_files, *sums])
    problems += [] if plan is None else other_seats(sheet, plan, listed)
    sheets = [whole_sheet for whole_sheet, _, _ in read] or [sheet]
    if out.form == "ema":  # wrong EMA numbers must not be sent
        problems = [replace(one, severity="error") if one.code == "ema-number" else one
                    for one in problems]  # fmt: skip
    if cut is not None:  # the others do not play the final
        problems = [problem for problem in problems if problem.code != ABSENCE]
    if exit_status := exit_status_of(problems):
        if out.form == "ema" and {p.code for p in problems if p.severity == "error"} <= NOT_SENT:
            standings = _standings(sheets[0], rulesets[0], cut)
            problems += ema_report(sheets[0], standings, described).problems
        print_problems(problems)
        sys.exit(exit_status)
    _confirm_entries(read)
    if check_seating:
        problems += _check_seating(sheet, rulesets, out)
    elif out.form == "ema":
        problems += _write_report(sheets[0], rulesets[0], cut, described, out)
    else:
        shown = shown.with_new(sheets[:1])
        _write_standings(sheets, rulesets, cut, described, out, shown)
        problems += _other_results(sheets, rulesets)
        shown.write_log()
    print_problems(problems)
    sys.exit(exit_status_of(problems))


def _check_call(
    files: Sequence[Path], given: Set[str], out: Output, address: str, *, league: bool
) -> None:
    """Refuse files and options that have no effect together."""
    refuse_together(given, APART)
    twice = next((file for file in files if files.count(file) > 1), None)
    if twice is not None:
        refuse("{file} is given twice.", file=quote(str(twice)))
    if len(files) > 1 and not league and not all(map(is_table, files)):
        refuse("Several files of one tournament must be tables, e.g. .csv or .xlsx.")
    refuse_without([
        *((name, "--league", league) for name in ("rank_by", "best", "min_games")),
        ("log", "--output", out.file is not None),
        ("address", "--page", "--page" in given),
        ("page", out.tr.and_list(PRINTED), out.form in PRINTED),
    ])  # fmt: skip
    if (size := len(address.encode())) > LONGEST:
        refuse("--address is too long for a QR code: {n:,} bytes, at most {most:,}.",
               n=size, most=LONGEST)  # fmt: skip
    if out.form == "ema":
        refuse_other_endings(out.file, *REPORT_ENDINGS)


# ---- standings -----------------------------------------------------------------------------------


def _watch(what: str) -> Watch:
    """Return a function that shows the progress through a list."""
    return lambda items: progress(items, len(items), what)


def _standings(sheet: Sheet, ruleset: Ruleset, cut: Cut | None) -> Standings:
    """Return the standings, with a final if there is one."""
    if cut is None:
        return standings_of(sheet, ruleset.rules, _watch("tables"))
    try:
        return with_final(sheet, ruleset.rules, cut)
    except RiichiError as error:
        refuse("--cut: {problem}", problem=error.message)


def _confirm_entries(read: Iterable[tuple[Sheet, ScoreEntry, list[Problem]]]) -> None:
    """Print the entry of each file's scores, unless it is the usual one."""
    for file, entry in dict.fromkeys((sheet.document.file, entry) for sheet, entry, _ in read):
        if entry != TOTALS:
            entry_text = Message(
                "{file}: the scores are read as {entry}.", file=file, entry=ENTRIES[entry]
            )
            click.echo(translator()(entry_text), err=True)


class Shown(NamedTuple):
    """What standings have besides the ranking: results at tables, pages, corrections of a log."""

    tables: bool
    wall: bool
    page: Page | None
    log: Path | None
    logged: Sequence[LogEntry]
    new: Sequence[LogEntry] = ()

    def with_new(self, sheets: Sequence[Sheet], *, league: bool = False) -> Shown:
        """Return it with the entries of sheets that are not in the log, if there is one."""
        if self.log is None:
            return self
        return self._replace(new=new_entries(sheets, self.logged, league=league))

    @property
    def corrected(self) -> list[LogEntry]:
        """The corrections of published results."""
        return corrections([*self.logged, *self.new])

    def write_log(self) -> None:
        """Write the log, if there is one."""
        if self.log is not None:
            entries = [*self.logged, *self.new]
            write_file(self.log, safe_csv(LogEntry._fields, entries).encode())


def _write_standings(
    sheets: Sequence[Sheet],
    rulesets: list[Ruleset],
    cut: Cut | None,
    event: Event,
    out: Output,
    shown: Shown,
) -> None:
    """Write the standings under each ruleset, with its sheet and perhaps the tables."""
    by_ruleset = {
        ruleset.id: (_standings(sheet, ruleset, cut), ruleset.result_unit)
        for sheet, ruleset in zip(sheets, rulesets, strict=True)
    }
    sheet = sheets[0]
    tr = out.tr
    title = sheet.title or tr("Tournament")
    if out.form == "json":
        out.data(tournament_json(sheet, by_ruleset), "tournament", title)
    elif out.form in TABLES and shown.tables:
        listed = (
            (name, *row)
            for name, (standing, unit) in by_ruleset.items()
            for row in table_rows(standing.sessions, unit)
        )
        out.table(("ruleset", *TABLE_HEADS), listed, "tournament", title)
    elif out.form in TABLES:
        columns = standings_columns(sheet.sessions)
        more, known = other_columns(sheet.players), by_name(sheet.players)
        head = ("ruleset", *(column.name for column in columns), *more)
        rows = ([name, *(column.csv(row, unit) for column in columns),
                 *other_cells(player_called(row.player, known), more)]
                for name, (standing, unit) in by_ruleset.items()
                for row in standing.rows)  # fmt: skip
        out.table(head, rows, "tournament", title)
    else:
        page = shown.page
        on: Medium = "wall" if shown.wall else "phone" if page else "page"
        on = "screen" if out.form == "text" else on
        chapters: list[Chapter] = []
        for ruleset, one in zip(rulesets, sheets, strict=True):
            standing, unit = by_ruleset[ruleset.id]
            blocks = standings_sections(one, standing, unit, tr, on=on)
            blocks += table_sections(standing.sessions, unit, tr) if shown.tables else ()
            chapters.append((ruleset.title_in(tr), blocks))
        if page is not None:
            chapters = [(tr("Standings: {rules}", rules=chapters[0][0]), blocks[1:])]
            names = standings_by_name(standing.rows, sheet.players, unit, tr)
            chapters = [*_seats(page, sheet, rulesets[0], event, tr),
                        *([*chapters, names] if page.begun else [])]  # fmt: skip
        _write_document(title, chapters, event, out, shown)


def _seats(
    page: Page, sheet: Sheet, ruleset: Ruleset, event: Event, tr: Locale
) -> Iterator[Chapter]:
    try:
        times = times_of_begins(ruleset.rules, event.begins)
    except RiichiError as error:
        refuse("No timetable: {problem}.", problem=error.message)
    return seats_to_come(page, sheet, times, event.date, tr)


def _other_results(sheets: Sequence[Sheet], rulesets: Sequence[Ruleset]) -> list[Problem]:
    """Return a warning for each ruleset whose results differ from those in the file."""
    if all(row.result is None for table in sheets[0].tables for row in table.rows):
        return []
    from riichi.events.published import other_results, result_unit

    problems: list[Problem] = []
    tr, unit = translator(), result_unit(sheets[0].tables)
    for sheet, ruleset in zip(sheets, rulesets, strict=True):
        if not (different := other_results(sheet, standings_of(sheet, ruleset.rules))):
            continue
        first = different[0]
        there = whole(Fraction(first.row.result or 0) * unit)
        message = Message.counted(
            "{n} result differs under {rules}, e.g. that of {player}: in the file {there}, here "
            "{here}",
            "{n} results differ under {rules}, e.g. that of {player}: in the file {there}, here "
            "{here}",
            len(different), rules=ruleset.id, player=first.row.player,
            there=signed_text(there, tr), here=signed_text(first.result, tr),
        )  # fmt: skip
        problem = sheet.problem(first.row, "result", "other-result", message)
        fixes = _needed_values(sheet, ruleset)
        problems.append(replace(problem, severity="warning", fixes=fixes))
    return problems


def _needed_values(sheet: Sheet, ruleset: Ruleset) -> tuple[Mend, ...]:
    """Return the values that the results in a file need, if the ruleset has others."""
    from riichi.events.published import published_rules
    from riichi.fitting.numbers import MEND_TEXTS

    found = published_rules(sheet)
    if found is None:
        return ()
    needed = {
        path: value
        for path, value in found.values.items()
        if ruleset.rules.written_value(path) not in (value, *found.other_values(path))
    }
    return (Mend(MEND_TEXTS["results"], needed),) if needed else ()


def _write_document(
    title: str, chapters: Sequence[Chapter], event: Event, out: Output, shown: Shown
) -> None:
    """Write standings and corrections under their place and days, with the time of new ones."""
    if shown.corrected:
        table = correction_table(shown.corrected, out.tr)
        chapters = [*chapters, (out.tr("Corrections"), [*table])]
    times = [entry.time for entry in shown.corrected if entry in shown.new]
    corrected = out.tr("corrected {time}", time=times[-1][:-3]) if times else ""
    kind = ", ".join(filter(None, [event.town, event.dates(out.tr), corrected]))
    wall = out.paper if shown.wall else None
    if shown.page is not None:
        document = shown.page.document(title, kind, chapters, out.tr, wall)
    elif wall is not None:
        head = " \u00b7 ".join(filter(None, (title, kind)))
        document = report_paper(head, chapters, wall, out.tr)
    else:
        document = replace(report_document(title, chapters, out.tr), kind=kind)
    out.document(document, "standings" if wall else "tournament")


# ---- the report for the EMA ---------------------------------------------------------------------


def _write_report(
    sheet: Sheet, ruleset: Ruleset, cut: Cut | None, event: Event, out: Output
) -> list[Problem]:
    """Print what to check, write the sheet if there is a file, and return the problems."""
    report = ema_report(sheet, _standings(sheet, ruleset, cut), event)
    problems = [*report.problems]
    if out.file is not None and not exit_status_of(problems):
        title = report.event.title or out.tr("Report for the EMA")
        sheet_out = out._replace(form=out.file.suffix.lower().removeprefix("."))
        sheet_out.table(HEAD, report.cells(), "Results", title)
    document = ema_document(report, out.tr, players=out.file is None)
    Output("text").document(document, "tournament")
    return problems


# ---- leagues -------------------------------------------------------------------------------------


def _read_league(
    files: Sequence[Path], listed: Sequence[Player], problems: list[Problem]
) -> list[Sheet]:
    """Return the files of a league; their problems are added to those found before."""
    sheets: list[Sheet] = []
    spellings: dict[str, str] = {}
    for file in files:
        sheet, of_file = read_sheet(
            file, listed=listed, league=True, spellings=spellings, watched=_watch("rows")
        )
        sheets.append(sheet)
        problems += [problem for problem in of_file if problem.code != ABSENCE]
    return sheets


def _league_rows(
    sheets: Sequence[Sheet], ruleset: Ruleset, ranking: LeagueRanking, cut: Cut | None
) -> tuple[LeagueRow, ...]:
    """Return the standings of a league, with a final if there is one."""
    if cut is None:
        return league_of(sheets, ruleset.rules, ranking, _watch("tables"))
    try:
        return league_with_final(sheets, ruleset.rules, ranking, cut)
    except RiichiError as error:
        refuse("--cut: {problem}", problem=error.message)


def _write_league(
    sheets: Sequence[Sheet],
    rulesets: list[Ruleset],
    ranking: LeagueRanking,
    event: Event,
    problems: list[Problem],
    out: Output,
    *,
    cut: Cut | None,
    shown: Shown,
) -> NoReturn:
    """Write the standings of a league under each ruleset, and end the call."""
    shown = shown.with_new(sheets, league=True)
    by_ruleset: dict[str, tuple[Sequence[LeagueRow], ResultUnit]] = {}
    at_tables: list[list[tuple[str, Sequence[Session]]]] = []
    for ruleset in rulesets:
        read = [with_points(sheet, ruleset.rules) for sheet in sheets]
        problems += in_file_order(problem for _, _, wrong in read for problem in wrong)
        if not exit_status_of(problems):
            _confirm_entries(read)
            with_totals = [sheet for sheet, _, _ in read]
            rows = _league_rows(with_totals, ruleset, ranking, cut)
            by_ruleset[ruleset.id] = rows, ruleset.result_unit
            at_tables.append([(Path(sheet.document.file).stem, sessions(sheet, ruleset.rules))
                              for sheet in with_totals if shown.tables])  # fmt: skip
    if exit_status := exit_status_of(problems):
        print_problems(problems)
        sys.exit(exit_status)
    tr = out.tr
    title = event.title or tr("League")
    files = [sheet.document.file for sheet in sheets]
    players = reduce(merged, (sheet.players for sheet in sheets))
    if out.form == "json":
        out.data(league_json(title, files, ranking, by_ruleset, players), "league", title)
    elif out.form in TABLES and shown.tables:
        played = ((name, file, *row)
                  for (name, (_, unit)), of_files in zip(by_ruleset.items(), at_tables, strict=True)
                  for file, one in of_files
                  for row in table_rows(one, unit))  # fmt: skip
        out.table(("ruleset", "file", *TABLE_HEADS), played, "league", title)
    elif out.form in TABLES:
        lines = [line for name, (rows, unit) in by_ruleset.items()
                 for line in league_rows(rows, name, unit)]  # fmt: skip
        out.table(CSV_HEAD, lines, "league", title)
    else:
        chapters: list[Chapter] = []
        for ruleset, of_files in zip(rulesets, at_tables, strict=True):
            ranked, unit = by_ruleset[ruleset.id]
            blocks = league_sections(
                ranked, ranking, len(files), unit, tr, cut=cut, players=players
            )
            chapters.append((ruleset.title_in(tr), blocks))
            chapters += ((file, [*table_sections(one, unit, tr)]) for file, one in of_files)
        if shown.page is not None:
            names = standings_by_name(ranked, players, unit, tr)
            seats = _seats(shown.page, sheets[-1], rulesets[0], event, tr)
            chapters = [*seats, *chapters, names]
        _write_document(title, chapters, event, out, shown)
    shown.write_log()
    print_problems([*problems, *alike_in_league(sheets)])
    sys.exit(0)


# ---- seating -------------------------------------------------------------------------------------


def _check_seating(sheet: Sheet, rulesets: list[Ruleset], out: Output) -> list[Problem]:
    """Print the properties of a plan, and return the problems under the rulesets."""
    checked = seating(sheet)
    forbidden = {ruleset.id: keeping_forbidden(ruleset.rules) for ruleset in rulesets}
    verdicts = {name: _verdict(checked, is_forbidden) for name, is_forbidden in forbidden.items()}
    tr = out.tr
    title = sheet.title or tr("Seating")
    if out.form == "json":
        out.data(seating_json(checked, verdicts), "tournament", title)
    elif out.form in TABLES:
        out.table(("they_meet", "pairs"), checked.meetings, "tournament", title)
    else:
        blocks = seating_sections(checked, verdicts, tr)
        out.document(report_document(title, [("", blocks)], tr), "tournament")
    if not any(forbidden.values()):
        return []
    return in_file_order(kept.problem(sheet) for kept in checked.kept)


def _verdict(checked: Seating, forbidden: bool) -> Message:
    if not forbidden:
        return Message("not covered by the rules")
    if checked.kept:
        return Message("broken: some players stay at one table")
    return Message("followed: no player stays at the same table")
