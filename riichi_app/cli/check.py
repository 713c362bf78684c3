"""`riichi check`: every problem of ruleset files."""

from __future__ import annotations

from pathlib import Path

import click

from riichi_app.cli.output import format_option, print_json, status, tell
from riichi_core.rules.load import examine, find, is_file
from riichi_core.rules.ruleset import Ruleset, RulesetError
from riichi_core.source.diagnostics import Diagnostic


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE …")
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
            click.echo(_verdict(file, ruleset, found), err=ruleset is None)
    ctx.exit(status(problems))


def _check(file: str) -> tuple[Ruleset | None, list[Diagnostic]]:
    try:
        return examine(Path(file) if is_file(Path(file)) else find(file))
    except RulesetError as error:
        return None, list(error.diagnostics)


def _verdict(file: str, ruleset: Ruleset | None, found: list[Diagnostic]) -> str:
    errors = sum(problem.severity == "error" for problem in found)
    warnings = len(found) - errors
    counts = [_count(errors, "error"), _count(warnings, "warning")]
    told = " and ".join(filter(None, counts))
    if ruleset is None:
        return f"{file}: not valid, {told}"
    what = f"{_count(len(ruleset.changes), 'rule') or 'no rule'} of {ruleset.extends} changed"
    kind = what if ruleset.extends else f"a complete book of {len(ruleset.provenance)} options"
    return f"{file}: valid, {kind}" + (f"; {told}" if told else "")


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}" if number else ""
