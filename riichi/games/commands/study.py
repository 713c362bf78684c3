"""`riichi study`: the effect of a change of rules on many games."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from riichi.cli.completion import complete_rulesets
from riichi.cli.language import translator
from riichi.cli.options import seed_option, with_option
from riichi.cli.output import (
    Output,
    fail,
    given_parameters,
    load_all,
    progress,
    refuse,
    subcommand,
    writes,
)
from riichi.games.commands.players import Seats, print_failed_games, processes_option, seats_options
from riichi.games.study.plan import StudyError, StudyPlan
from riichi.games.study.report import StudyReport, study_report
from riichi.games.study.rows import COLUMNS, LeftOut, StudiedRow, flat_rows
from riichi.games.study.run import run_study
from riichi.games.study.study_folder import StudyFolder
from riichi.spreadsheets.writing import safe_csv
from riichi_core.bots.player import PlayerError
from riichi_core.bots.runner import FailedGame
from riichi_core.bots.simulation import MOST_GAMES
from riichi_core.errors import RiichiError
from riichi_core.messages import Message
from riichi_core.rules.load import load

if TYPE_CHECKING:
    from riichi.locale import Locale
    from riichi.writers.model import Figure

PLAYING = frozenset({"games", "seed", "players", "bots", "timeout", "dialect", "processes",
                    "folder", "resume"})  # fmt: skip
"""The parameters that control how games are played."""


@subcommand("study")
@click.argument("rulesets", nargs=-1, metavar="A B [C …]", shell_complete=complete_rulesets)
@with_option
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=20, show_default=True,
              metavar="N", help="Number of games.")  # fmt: skip
@seed_option("The same seed gives the same walls.")
@seats_options
@click.option("--options/--no-options", "attributed", default=True,
              help="Also study each differing option on its own.")  # fmt: skip
@processes_option
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER",
              help="Write each game into a folder as soon as it is played.")  # fmt: skip
@click.option("--resume", is_flag=True, help="Continue the study in --folder.")
@click.option("--logs", type=click.Path(path_type=Path, exists=True), multiple=True, metavar="PATH",
              help="Recorded games instead: files, folders and archives, as riichi replay reads "
                   "them.")  # fmt: skip
@writes("text", "html", "markdown", "pdf", "json", "csv",
        text="Output format; CSV has one row per hand.")  # fmt: skip
@click.pass_context
def command(
    context: click.Context,
    *,
    rulesets: tuple[str, ...],
    games: int,
    seed: int,
    seats: Seats,
    attributed: bool,
    processes: int,
    folder: Path | None,
    resume: bool,
    logs: tuple[Path, ...],
    out: Output,
) -> None:
    """Measure what a rule change does to games.

    Bots play games with the same walls and seats under each ruleset. They also play under A with
    one option of B at a time, unless you pass --no-options. The report describes the games, lists
    the outcomes that differ, and ranks the options by their effect, with 95 % confidence
    intervals. Games depend only on the seed, not on --processes.

    With --logs, it works out the payments of recorded games under each ruleset instead. It leaves
    out the hands that are impossible under a ruleset, and counts them.
    """
    if logs:
        _refuse_beside_logs(context)
    if resume and folder is None:
        refuse("--resume continues the study in a folder: add --folder.")
    loaded_rulesets = tuple(load_all(rulesets))
    players = seats.makers()
    try:
        plan = StudyPlan(loaded_rulesets, games, seed, players, attributed)
    except PlayerError as error:
        refuse("--players: {problem}", problem=error.message)
    except StudyError:
        refuse("Name two or more rulesets, e.g. riichi study ema-2016 ema-2025")
    if logs:
        _settle_again(plan, logs, out)
        return
    rows: list[StudiedRow] = []
    failed: list[FailedGame] = []
    run = partial(run_study, plan, processes, failed=failed)
    try:
        _play(plan, run, folder, rows, resume=resume)
    except OSError as error:
        if folder is None:
            raise
        refuse("--folder: cannot write to {folder}: {why}.", folder=folder, why=error.strerror)
    except RiichiError as error:  # a player fails, or the folder has another study
        raise click.ClickException(translator()(error.message)) from None
    finally:  # even after Ctrl-C
        if rows:
            print_failed_games(failed)
            _write_report(plan, rows, out, failed=failed)
    if failed:
        context.exit(1)


def _refuse_beside_logs(context: click.Context) -> None:
    """Refuse the options that control how games are played: with --logs there are none."""
    for name, option in given_parameters(context).items():
        if name in PLAYING:
            refuse("--logs does not play games: leave out {option}.", option=option)


def _play(
    plan: StudyPlan,
    run: Callable[[list[int]], Generator[StudiedRow, None, None]],
    folder: Path | None,
    rows: list[StudiedRow],
    *,
    resume: bool,
) -> None:
    """Play the games that are not played yet, and store each at once."""
    with ExitStack() as stack:
        study_folder = None
        if folder is not None:
            study_folder = stack.enter_context(StudyFolder(folder, plan, resume=resume))
            rows.extend(row for row in study_folder.rows() if row.game <= plan.games)
        gc.freeze()  # Rulesets and modules stay until the end: collections skip them.
        done = [row.game for row in rows]
        played = stack.enter_context(closing(run(done)))
        for row in progress(played, plan.games - len(done), "games"):
            if study_folder is not None:
                study_folder.write(row)
            rows.append(row)


def _settle_again(plan: StudyPlan, logs: Sequence[Path], out: Output) -> None:
    """Work out the payments of recorded games; report and skip a file that cannot be read."""
    from riichi.games.commands.record_files import read_files
    from riichi.games.formats.archives import record_files
    from riichi.games.formats.games import FOREIGN
    from riichi.games.formats.record_files import RecordFile
    from riichi.games.replay.game_history import log_ruleset
    from riichi.games.study.recorded import study_record

    (foreign,) = load_all([FOREIGN], as_it_is=True)
    changes, tr = plan.single_changes(), translator()
    rows: list[StudiedRow] = []
    left_out: list[tuple[LeftOut, ...]] = []
    paths = {path.resolve(): path for path in record_files(logs)}  # each file once
    for file, data in read_files(list(paths.values())):
        try:
            records = RecordFile.of(data)
            header = records.header
            played_by = foreign if header is None else log_ruleset(header, plan.rulesets)
            games = records.histories(played_by, of_room=load)
        except RiichiError as error:
            problem = Message("{file}: {problem}", file=file, problem=error.message)
            click.echo(tr(problem), err=True)
            continue
        for game in games:
            row, left_out_here = study_record(plan, changes, len(rows) + 1, game)
            rows.append(row)
            left_out.append(left_out_here)
    if not rows:
        fail("--logs: found no readable games.")
    if not any(row.games[0].deals for row in rows):
        fail("--logs: every hand is impossible under at least one of the rulesets.")
    _write_report(
        replace(plan, games=len(rows)),
        rows,
        out,
        [sum(counts, LeftOut()) for counts in zip(*left_out, strict=True)],
    )


def _write_report(
    plan: StudyPlan,
    rows: list[StudiedRow],
    out: Output,
    left_out: Sequence[LeftOut] = (),
    failed: Sequence[FailedGame] = (),
) -> None:
    tr = out.tr
    rows.sort(key=lambda row: row.game)
    report = study_report(plan, rows, left_out, sorted(failed))
    name = "-".join((*plan.labels, "study"))
    title = " ".join(plan.labels)
    match out.form:
        case "json":
            content: Any = report.as_json()
        case "csv":
            content = safe_csv(COLUMNS, flat_rows(plan.labels, rows))
        case form:
            from riichi.games.study.page import study_document

            figures = _figures(plan, report, rows, tr) if form in ("html", "pdf") else ()
            page = study_document(plan, report, tr, figures)
            out.document(page, name)
            return
    out.data(content, name, title)


def _figures(
    plan: StudyPlan, report: StudyReport, rows: Sequence[StudiedRow], tr: Locale
) -> tuple[Figure, ...]:
    from riichi.games.study.page import can_be_drawn, study_figures

    if can_be_drawn():
        return study_figures(plan, report, rows, tr)
    install = 'pip install "riichi-core[study]"'
    note = Message("note: charts need matplotlib: {install}", install=install)
    click.echo(tr(note), err=True)
    return ()
