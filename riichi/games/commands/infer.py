"""`riichi infer`: the rules that recorded games were played by."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

import click

from riichi.cli.completion import complete_rulesets
from riichi.cli.language import translator
from riichi.cli.output import (
    Output,
    exit_status_of,
    fail,
    load_all,
    print_problems,
    progress,
    refuse,
    subcommand,
    writes,
)
from riichi.events.files.sheet_file import read_sheet
from riichi.events.published import published_rules
from riichi.games.commands.players import processes_option
from riichi.games.files.game_file import is_written_game, read_written_game
from riichi.games.formats.archives import record_files
from riichi.games.formats.games import read_games
from riichi.games.formats.pantheon import is_pantheon, read_pantheon
from riichi.games.infer.inferred import infer
from riichi.games.infer.page import (
    fit_equally,
    graded_document,
    graded_json,
    house_rules_text,
    inference_document,
    inference_json,
    published_document,
    published_house_rules,
    published_json,
)
from riichi.games.infer.readoff import Material, Named
from riichi.games.infer.sheets import sheet_game, sheet_material
from riichi_core.errors import RecordError
from riichi_core.files.problem import Problem
from riichi_core.language import Translatable
from riichi_core.messages import Message, escape_unprintable
from riichi_core.records.written_game import GameRecord
from riichi_core.rules.ruleset import Ruleset

MOST = 10
"""The maximum number of options in each part of the text, without --all."""

SHEETS = (".csv", ".tsv", ".xlsx", ".ods", ".yaml", ".yml")
"""The file extensions of tournaments and score sheets; records of games have others."""

FILE_NOTES: Mapping[str, Translatable] = {
    "others": "Left out, because they are not written games: {files}",
    "without_scores": "Left out, because they have neither scores nor results: {files}",
    "incomplete": "Left out, because the file records no hands, or no details of an abortive draw "
    "or a liable player: {files}",
    "interrupted": "Only the complete hands of these interrupted games count: {files}",
    "without_hands": "Left out, because they have no complete hand: {files}",
}
"""The notes on files that are not used, or not completely."""


@subcommand("infer")
@click.argument("files", nargs=-1, required=True, metavar="FILE …",
                type=click.Path(path_type=Path, exists=True))  # fmt: skip
@click.option("--rules", multiple=True, metavar="R", shell_complete=complete_rulesets,
              help="The house-rule file under which riichi's own logs were played.")  # fmt: skip
@click.option("--grade", "graded", metavar="RULESET", shell_complete=complete_rulesets,
              help="Compare the games with this ruleset; --format yaml extends it.")  # fmt: skip
@click.option("--games-needed", type=click.IntRange(1), default=2, show_default=True, metavar="N",
              help="Number of games that must support a change or exclude a value.")  # fmt: skip
@click.option("--time-limit", type=click.FloatRange(min=0), metavar="S",
              help="Time limit in seconds; without one, every value is compared.")  # fmt: skip
@processes_option
@click.option("--name", default="our-club", show_default=True, metavar="ID",
              help="With --format yaml: the id of the house rules.")  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="Show all options in the text output.")
@writes("text", "json", "yaml", "html", "pdf")
def command(
    files: tuple[Path, ...],
    *,
    rules: tuple[str, ...],
    graded: str | None,
    games_needed: int,
    time_limit: float | None,
    processes: int,
    name: str,
    everything: bool,
    out: Output,
) -> None:
    """Infer the rules that recorded games were played by.

    FILE is a record, a folder or an archive, in any format that riichi replay reads. It can also be
    a score sheet, as for riichi game, or JSON from Pantheon. From a tournament file with a column
    `result`, it finds the starting points, uma, oka, rounding and the chombo penalty.

    It ranks the shipped rulesets, then tries every other value of every option. A value is excluded
    if two games contradict it. Options that no game decides are listed as open.

    With --format yaml, it writes house rules that extend the nearest ruleset, with the evidence for
    each change. If rulesets fit equally well, choose one with --grade: this also lists the values
    that the games contradict, confirm or do not show. The exit status is 1 if a file cannot be
    read, or if hands fit no ruleset.
    """
    if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) is None:
        refuse("--name: expected lower-case letters, digits and hyphens, e.g. our-club.")
    every = list(record_files(files))
    written = [file for file in every if _is_sheet(file)]
    from_results = not written and len(files) == 1 and files[0].suffix.lower() in SHEETS
    begin = None if graded is None else load_all((graded,))[0]
    if from_results:
        _infer_from_results(files[0], begin, games_needed, name, out)
        return
    if written and len(written) < len(every):
        others = [str(file) for file in every if file not in written]
        _note(others, FILE_NOTES["others"])
    games, failed = _sheets(written) if written else _records(files, load_all(rules))
    inferred = infer(
        games, graded=begin, games_needed=games_needed, seconds=time_limit, processes=processes,
        tell=_tell,
    )  # fmt: skip
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", err=True, nl=False)
    match out.form:
        case "json":
            out.data(inference_json(inferred) if begin is None else graded_json(inferred))
        case "yaml":
            _refuse_several(inferred.bases, out)
            out.data(house_rules_text(inferred, name, out.tr), name, name)
        case form:
            most = MOST if form == "text" and not everything else None
            page = (
                inference_document(inferred, out.tr, most=most)
                if begin is None
                else graded_document(inferred, out.tr, most=most)
            )
            out.document(page, "infer")
    sys.exit(1 if failed or inferred.unexplained else 0)


def _refuse_several(nearest: Sequence[Ruleset], out: Output) -> None:
    """End a call that writes house rules over several rulesets that fit equally well."""
    if len(nearest) > 1:
        choose = out.tr("Name the one that the house rules extend: --grade {id}", id=nearest[0].id)
        raise click.ClickException(f"{fit_equally(nearest, out.tr)} {choose}")


def _infer_from_results(
    file: Path, graded: Ruleset | None, tables_needed: int, name: str, out: Output
) -> None:
    """Print the rules that the published results of a tournament show, and exit."""
    sheet, problems = read_sheet(file)
    if exit_status := exit_status_of(problems):
        print_problems(problems)
        sys.exit(exit_status)
    found = published_rules(sheet, graded=graded, tables_needed=tables_needed)
    if found is None:
        if len(sheet.tables) < tables_needed:
            fail(
                Message.counted(
                    "{file} has only {n} table; --games-needed is {needed}.",
                    "{file} has only {n} tables; --games-needed is {needed}.",
                    len(sheet.tables),
                    file=file,
                    needed=tables_needed,
                )
            )
        fail("{file}: no uma, oka and rounding explain enough of the results; each row needs "
             "points and a result", file=file)  # fmt: skip
    match out.form:
        case "json":
            out.data(published_json(found))
        case "yaml":
            _refuse_several(found.nearest, out)
            out.data(published_house_rules(found, name, out.tr), name, name)
        case _:
            out.document(published_document(found, out.tr), "infer")
    sys.exit(1 if found.unexplained else 0)


def _is_sheet(file: Path) -> bool:
    """Return whether a file has games without moves: a score sheet, or Pantheon's JSON."""
    suffix = file.suffix.lower()
    return is_pantheon(file) if suffix == ".json" else suffix in SHEETS and is_written_game(file)


def _sheets(files: Iterable[Path]) -> tuple[Material, bool]:
    """Return the material of written games, and whether a file could not be read."""
    games, without_scores, incomplete = [], [], []
    problems: list[Problem] = []
    errors: list[RecordError] = []
    for name, record in chain.from_iterable(_games_in(one, problems, errors) for one in files):
        if record is None:
            incomplete.append(name)
        elif record.has_scores:
            games.append(sheet_game(name, record))
        else:
            without_scores.append(name)
    print_problems(problems)
    for error in errors:
        click.echo(translator()(error.message), err=True)
    _note(incomplete, FILE_NOTES["incomplete"])
    if without_scores and not games:
        fail("No hand has scores, and no game has results, so there is nothing to explain.")
    _note(without_scores, FILE_NOTES["without_scores"])
    if not games:
        fail("No readable games.")
    return sheet_material(games), bool(errors or exit_status_of(problems))


def _games_in(
    file: Path, problems: list[Problem], errors: list[RecordError]
) -> Iterator[tuple[str, GameRecord | None]]:
    """Yield the written games in a file with their names; None for an incomplete game.

    Add what is wrong in the file to the two lists.
    """
    if file.suffix.lower() == ".json":
        try:
            yield from read_pantheon(file)
        except RecordError as error:
            errors.append(error)
        return
    written, found = read_written_game(file)
    problems += found
    if written is not None:
        yield str(file), written.record


def _records(files: tuple[Path, ...], rulesets: Sequence[Ruleset]) -> tuple[list[Named], bool]:
    """Return recorded games, and whether a file could not be read.

    The name of a game is that of its file, with a number if the file has several.
    """
    errors: list[RecordError] = []
    games: list[Named] = []
    interrupted: list[Named] = []
    before, number = "", 0
    read = read_games(files, rulesets=rulesets, on_error=errors.append)
    for game in progress(read, None, "games"):
        number = number + 1 if game.file == before else 1
        before = game.file
        file = _in_folder(game.file, files)
        name = file if number == 1 else f"{file} ({number})"
        try:
            recorded = game.recorded()
        except RecordError as wrong:
            errors.append(wrong)
            continue
        if game.cut is not None or (game.source == "log" and game.final is None):
            interrupted.append((name, recorded))
        if recorded.deals:
            games.append((name, recorded))
    for error in errors:
        click.echo(translator()(error.message), err=True)
    _note([name for name, game in interrupted if game.deals], FILE_NOTES["interrupted"])
    _note([name for name, game in interrupted if not game.deals], FILE_NOTES["without_hands"])
    if not games:
        fail("No readable games.")
    return games, bool(errors)


def _note(files: Sequence[str], message: Translatable) -> None:
    """Print a note about some files on the standard error, if there are any."""
    if files:
        click.echo(translator()(message, files=", ".join(files)), err=True)


def _in_folder(file: str, folders: tuple[Path, ...]) -> str:
    """Return the name of a file for people, without the only folder that was named."""
    name = file.removeprefix(f"{folders[0]}{os.sep}") if len(folders) == 1 else file
    return escape_unprintable(name)


def _tell(step: Message) -> None:
    """Show the current step on a terminal."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{translator()(step)}\r", err=True, nl=False)
