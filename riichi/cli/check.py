"""`riichi check`: all problems of ruleset files."""

from __future__ import annotations

from pathlib import Path

import click

from riichi.cli.completion import complete_rulesets
from riichi.cli.options import with_option
from riichi.cli.output import (
    Output,
    call_changes,
    exit_status_of,
    print_problems,
    prints,
    subcommand,
)
from riichi.content.citations import not_looked_up
from riichi_core.files.problem import Problem
from riichi_core.language import Translator
from riichi_core.messages import escape_unprintable
from riichi_core.rules.changes import with_changes
from riichi_core.rules.library import is_file
from riichi_core.rules.load import examine, find_ruleset
from riichi_core.rules.ruleset import Ruleset, RulesetError


@subcommand("check")
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE …", shell_complete=complete_rulesets
)
@with_option
@prints
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], out: Output) -> None:
    """Check ruleset files, and list every problem with its position.

    FILE is the path of a YAML file, or the id of a shipped ruleset. A warning does not make a file
    invalid.
    """
    results = {file: _examine(file) for file in files}
    problems = [problem for _, problems_of_file in results.values() for problem in problems_of_file]
    if out.form == "json":
        out.data(
            {
                "files": [
                    {"file": file, "valid": ruleset is not None, "problems": len(problems_of_file)}
                    for file, (ruleset, problems_of_file) in results.items()
                ],
                "problems": [problem.as_json() for problem in problems],
            }
        )
    else:
        for file, (ruleset, problems_of_file) in results.items():
            print_problems(problems_of_file)
            click.echo(_verdict(file, ruleset, problems_of_file, out.tr), err=ruleset is None)
            if ruleset is not None and (remark := not_looked_up(ruleset, out.tr)):
                click.echo(remark)
    ctx.exit(exit_status_of(problems))


def _examine(file: str) -> tuple[Ruleset | None, list[Problem]]:
    try:
        ruleset, problems = examine(Path(file) if is_file(Path(file)) else find_ruleset(file))
        if ruleset is None or not (changes := call_changes()):
            return ruleset, problems
        ruleset, more = with_changes(ruleset, changes)
        return ruleset, [*problems, *more]
    except RulesetError as error:
        return None, list(error.problems)


def _verdict(file: str, ruleset: Ruleset | None, problems: list[Problem], tr: Translator) -> str:
    file = escape_unprintable(file)
    errors = sum(problem.severity == "error" for problem in problems)
    warnings = len(problems) - errors
    counts = [tr.counted("{n} error", "{n} errors", errors)] if errors else []
    counts += [tr.counted("{n} warning", "{n} warnings", warnings)] if warnings else []
    if ruleset is None:
        return tr("{file}: not valid, {problems}", file=file, problems=tr.and_list(counts))
    verdict = tr("{file}: valid, {kind}", file=file, kind=_kind_words(ruleset, tr))
    return f"{verdict}; {tr.and_list(counts)}" if counts else verdict


def _kind_words(ruleset: Ruleset, tr: Translator) -> str:
    if ruleset.on_shelf:
        return tr("from second-hand sources, based on {book}", book=ruleset.extends)
    if ruleset.extends is None:
        return tr("a complete book of {number} options", number=len(ruleset.provenance))
    if not ruleset.changes:
        return tr("no rule of {book} changed", book=ruleset.extends)
    return tr.counted(
        "{n} rule of {book} changed",
        "{n} rules of {book} changed",
        len(ruleset.changes),
        book=ruleset.extends,
    )
