"""`riichi check`: every problem of ruleset files."""

from __future__ import annotations

from pathlib import Path

import click

from riichi_app.cli.completion import rulesets
from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import changes, format_option, print_json, status, tell
from riichi_app.cli.ruleset_options import with_option
from riichi_core.language import Translator
from riichi_core.messages import escape_unprintable
from riichi_core.rules.changed import changed
from riichi_core.rules.extending import is_file
from riichi_core.rules.load import examine, find
from riichi_core.rules.ruleset import Ruleset, RulesetError
from riichi_core.source.diagnostics import Diagnostic


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE …", shell_complete=rulesets)
@with_option
@language_options
@format_option
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], form: str) -> None:
    """Check ruleset files: every problem with file:line:column, what is allowed, the nearest name.

    FILE is the path of a YAML file, or the id of a shipped ruleset. A warning does not make a file
    invalid.
    """
    results = {file: _check(file) for file in files}
    problems = [problem for _, found in results.values() for problem in found]
    if form == "json":
        print_json(
            {
                "files": [
                    {"file": file, "valid": ruleset is not None, "problems": len(found)}
                    for file, (ruleset, found) in results.items()
                ],
                "problems": [problem.as_json() for problem in problems],
            }
        )
    else:
        for file, (ruleset, found) in results.items():
            tell(found)
            click.echo(_verdict(file, ruleset, found, translator()), err=ruleset is None)
    ctx.exit(status(problems))


def _check(file: str) -> tuple[Ruleset | None, list[Diagnostic]]:
    try:
        ruleset, problems = examine(Path(file) if is_file(Path(file)) else find(file))
        if ruleset is None or not (given := changes()):
            return ruleset, problems
        ruleset, more = changed(ruleset, given)
        return ruleset, [*problems, *more]
    except RulesetError as error:
        return None, list(error.diagnostics)


def _verdict(file: str, ruleset: Ruleset | None, found: list[Diagnostic], tr: Translator) -> str:
    file = escape_unprintable(file)
    errors = sum(problem.severity == "error" for problem in found)
    warnings = len(found) - errors
    counts = [tr.counted("{n} error", "{n} errors", errors)] if errors else []
    counts += [tr.counted("{n} warning", "{n} warnings", warnings)] if warnings else []
    if ruleset is None:
        return tr("{file}: not valid, {problems}", file=file, problems=tr.both(counts))
    verdict = tr("{file}: valid, {kind}", file=file, kind=_kind(ruleset, tr))
    return f"{verdict}; {tr.both(counts)}" if counts else verdict


def _kind(ruleset: Ruleset, tr: Translator) -> str:
    if ruleset.on_shelf:
        return tr("from second-hand sources, laid over {book}", book=ruleset.extends)
    if not ruleset.extends:
        return tr("a complete book of {number} options", number=len(ruleset.provenance))
    if not ruleset.changes:
        return tr("no rule of {book} changed", book=ruleset.extends)
    return tr.counted(
        "{n} rule of {book} changed",
        "{n} rules of {book} changed",
        len(ruleset.changes),
        book=ruleset.extends,
    )
