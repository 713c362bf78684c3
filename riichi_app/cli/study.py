"""`riichi study`: what a change of rules does to many games."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from riichi_app.cli.completion import rulesets as complete
from riichi_app.cli.document_options import deliver_document, printing_options
from riichi_app.cli.language import translator
from riichi_app.cli.output import (
    chosen,
    deliver,
    given_parameters,
    json_text,
    load_all,
    progress,
    refuse,
)
from riichi_app.cli.players import (
    bots_options,
    players_option,
    processes_option,
    seated,
    tell_failed,
)
from riichi_app.cli.ruleset_options import with_option
from riichi_app.documents.paper import Paper
from riichi_app.documents.spreadsheet import safe_csv
from riichi_app.processes.mjai_bot import Dialect
from riichi_bots.failures import FailedGame
from riichi_bots.player import PlayerError
from riichi_core.errors import RiichiError
from riichi_core.messages import Message
from riichi_study.folder import StudyFolder
from riichi_study.plan import INSTALL, MOST_GAMES, StudyError, StudyPlan
from riichi_study.report import StudyReport, study_report
from riichi_study.rows import LeftOut, StudiedRow
from riichi_study.run import run_study
from riichi_study.tables import COLUMNS, check_parquet, flat_rows, parquet

if TYPE_CHECKING:
    from riichi_app.documents.model import Figure
    from riichi_app.locale import Locale

PLAYED = frozenset({"games", "seed", "players", "bots", "timeout", "dialect", "processes",
                    "folder", "resume", "scheduler"})  # fmt: skip
"""The parameters that say how games are played."""

FORMATS = ["text", "html", "markdown", "pdf", "json", "csv", "parquet"]


@click.command("study")
@click.argument("rulesets", nargs=-1, metavar="A B [C …]", shell_complete=complete)
@with_option
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=20, show_default=True,
              metavar="N", help="How many games.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True,
              metavar="S", help="The same seed gives the same walls.")  # fmt: skip
@players_option
@bots_options
@click.option("--options/--no-options", "attributed", default=True,
              help="Switch each option alone in which A and B differ, too.")  # fmt: skip
@processes_option
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER",
              help="Write each game into a folder as soon as it is played.")  # fmt: skip
@click.option("--resume", is_flag=True, help="Go on with the study in the folder.")
@click.option("--scheduler", metavar="ADDRESS",
              help="Play on the workers of a Dask scheduler, as tcp://host:8786.")  # fmt: skip
@click.option("--logs", type=click.Path(path_type=Path, exists=True), multiple=True, metavar="PATH",
              help="Settle recorded games again instead: files, folders and archives, as "
                   "riichi replay reads them.")  # fmt: skip
@click.option("--format", "form", type=click.Choice(FORMATS),
              help="How it is written; text by default. CSV and Parquet have a row a "
                   "deal.")  # fmt: skip
@printing_options
@click.pass_context
def command(  # noqa: PLR0913 - called by click, by name
    context: click.Context,
    *,
    rulesets: tuple[str, ...],
    games: int,
    seed: int,
    players: str,
    bots: tuple[str, ...],
    timeout: float,
    dialect: Dialect,
    attributed: bool,
    processes: int,
    folder: Path | None,
    resume: bool,
    scheduler: str | None,
    logs: tuple[Path, ...],
    form: str | None,
    paper: Paper,
    output: Path | None,
) -> None:
    """Study what a change of rules does to games: the same walls and seats under each ruleset.

    Bots play under A, under B … and, unless --no-options is given, under A with each option alone
    as B has it. The report has 95 % intervals: how games go, what comes out otherwise, and the
    options ranked by what they do. Games follow from the seed alone, whatever --processes says.

    With --logs recorded games are settled again under each ruleset. Deals that could not have been
    played so are counted and left out.
    """
    form = _format(form, output)
    if logs:
        _refuse_beside_logs(context)
    if resume and folder is None:
        refuse("--resume goes on with the study in a folder: add --folder.")
    loaded = tuple(load_all(rulesets))
    everybody = seated(players, bots, timeout, dialect)
    try:
        plan = StudyPlan(loaded, games, seed, everybody, attributed)
    except PlayerError as error:
        refuse(Message("--players: {problem}", problem=error.message))
    except StudyError:
        refuse("Two or more rulesets are needed, as in: riichi study ema-2016 ema-2025")
    if logs:
        _settle_again(plan, logs, Target(form, paper, output))
        return
    rows: list[StudiedRow] = []
    failed: list[FailedGame] = []
    run = partial(run_study, plan, processes, failed=failed)
    if scheduler is not None:
        from riichi_study.scheduler import run_on_scheduler  # noqa: PLC0415 - only when asked for

        run = partial(run_on_scheduler, plan, scheduler, failed=failed)
    try:
        _play(plan, run, folder, rows, resume=resume)
    except OSError as error:
        if folder is None:
            raise
        refuse(Message("--folder: {folder} cannot be written: {why}.",
                       folder=folder, why=error.strerror))  # fmt: skip
    except RiichiError as error:  # a player that fails, or a folder with another study
        raise click.ClickException(translator()(error.message)) from None
    finally:  # also what was played before a Ctrl-C
        if rows:
            tell_failed(failed)
            _write(plan, rows, Target(form, paper, output), failed=failed)
    if failed:
        context.exit(1)


def _format(form: str | None, output: Path | None) -> str:
    """Return the format of a call; what cannot be written is refused before games are played."""
    found = chosen(form, output, FORMATS)
    if found == "parquet":
        try:
            check_parquet()
        except StudyError as error:
            refuse(error.message)
    return found


def _refuse_beside_logs(context: click.Context) -> None:
    """Refuse the options that say how games are played: with --logs none are."""
    for name, option in given_parameters(context).items():
        if name in PLAYED:
            refuse(Message("--logs plays no games: leave out {option}.", option=option))


class Target(NamedTuple):
    """The format, the paper and the file of a report."""

    form: str
    paper: Paper
    output: Path | None


def _play(
    plan: StudyPlan,
    run: Callable[[list[int]], Generator[StudiedRow, None, None]],
    folder: Path | None,
    rows: list[StudiedRow],
    *,
    resume: bool,
) -> None:
    """Play the games that are not there yet, and keep each as soon as it is played."""
    with ExitStack() as stack:
        kept = None
        if folder is not None:
            kept = stack.enter_context(StudyFolder(folder, plan, resume=resume))
            rows.extend(row for row in kept.rows() if row.game <= plan.games)
        gc.freeze()  # rulesets and modules stay to the end; no collection walks them again
        done = [row.game for row in rows]
        played = stack.enter_context(closing(run(done)))
        for row in progress(played, plan.games - len(done), "games"):
            if kept is not None:
                kept.write(row)
            rows.append(row)


def _settle_again(plan: StudyPlan, logs: Sequence[Path], to: Target) -> None:
    """Settle the games of records again; a file that cannot be read is told and left out."""
    from riichi_app.cli.record_files import read_files, record_files  # noqa: PLC0415 - only then
    from riichi_app.cli.replay import FOREIGN  # noqa: PLC0415
    from riichi_study.recorded import read_records, study_record  # noqa: PLC0415

    (foreign,) = load_all([FOREIGN], as_it_is=True)
    switches, tr = plan.switches(), translator()
    rows: list[StudiedRow] = []
    left: list[tuple[LeftOut, ...]] = []
    paths = {path.resolve(): path for path in record_files(logs)}  # each file once
    for file, data in read_files(list(paths.values())):
        try:
            games = read_records(data, foreign, plan.rulesets)
        except RiichiError as error:
            problem = Message("{file}: {problem}", file=file, problem=error.message)
            click.echo(tr(problem), err=True)
            continue
        for game in games:
            found = study_record(plan, switches, len(rows) + 1, game)
            rows.append(found.row)
            left.append(found.left_out)
    if not rows:
        refuse("--logs: there is no game that can be read.")
    if not any(row.games[0].deals for row in rows):
        raise click.ClickException(tr("--logs: no deal could have been played under each ruleset."))
    _write(
        replace(plan, games=len(rows)),
        rows,
        to,
        [sum(each, LeftOut()) for each in zip(*left, strict=True)],
    )


def _write(
    plan: StudyPlan,
    rows: list[StudiedRow],
    to: Target,
    left_out: Sequence[LeftOut] = (),
    failed: Sequence[FailedGame] = (),
) -> None:
    tr = translator(for_programs=to.form in ("json", "csv", "parquet"))
    rows.sort(key=lambda row: row.game)
    found = study_report(plan, rows, left_out, sorted(failed))
    name = "-".join((*plan.labels, "study"))
    title = " ".join(plan.labels)
    match to.form:
        case "json":
            made: str | bytes = json_text(found.as_json())
        case "csv":
            made = safe_csv(COLUMNS, flat_rows(plan.labels, rows))
        case "parquet":
            made = parquet(plan.labels, rows)
        case form:
            from riichi_app.pages.study import study_document  # noqa: PLC0415 - not for programs

            figures = _figures(plan, found, rows, tr) if form in ("html", "pdf") else ()
            page = study_document(plan, found, tr, figures)
            deliver_document(page, form, to.paper, to.output, name)
            return
    deliver(made, to.form, to.output, name, title)


def _figures(
    plan: StudyPlan, found: StudyReport, rows: Sequence[StudiedRow], tr: Locale
) -> tuple[Figure, ...]:
    from riichi_app.pages.study_charts import can_be_drawn, study_figures  # noqa: PLC0415 - as above

    if can_be_drawn():
        return study_figures(plan, found, rows, tr)
    note = Message("note: charts need matplotlib: {install}", install=INSTALL)
    click.echo(tr(note), err=True)
    return ()
