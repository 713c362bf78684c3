"""The console, JSON and failures, as all subcommands print them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from riichi_app.cli.language import translator
from riichi_app.documents.columns import WIDTH
from riichi_core.messages import Message
from riichi_core.rules import library
from riichi_core.source.files import write_whole

if TYPE_CHECKING:  # what only some calls need takes longer to import than others take
    from rich.console import Console, RenderableType

    from riichi_core.rules.ruleset import Ruleset
    from riichi_core.source.diagnostics import Diagnostic

CALL_WAS_WRONG = ("no-ruleset", "unreadable", "not-a-file")
"""Codes of what never was a ruleset: the call is at fault, not the file."""

COLOURS = {"error": "red", "warning": "yellow"}

format_option = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Text for people or JSON for programs.",
)


def console(*, error: bool = False) -> Console:
    """Return a console of at most 100 columns; colours only where a terminal shows them."""
    from rich.console import Console  # noqa: PLC0415 - only tables and progress need it

    screen = Console(stderr=error, highlight=False, emoji=False, markup=False)
    screen.width = min(WIDTH, screen.width) if screen.is_terminal else WIDTH
    return screen


def show(parts: Iterable[RenderableType]) -> None:
    """Print what was laid out, without the blanks that fill a table's lines."""
    screen = console()
    with screen.capture() as captured:
        for part in parts:
            screen.print(part)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


def print_lines(lines: Iterable[str]) -> None:
    """Print lines with the codes of their styles, which only a terminal gets."""
    click.echo("\n".join(lines), color=False if "NO_COLOR" in os.environ else None)


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    emit(json_text(value))


def json_text(value: Any) -> str:
    """Return a value as JSON, indented, with its characters as they are."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def emit(text: str) -> None:
    """Print what goes into a file or another program: always UTF-8, whatever a terminal has."""
    click.echo(text.encode("utf-8", "backslashreplace"), nl=False)


def save(path: Path, data: bytes, *, new: bool = False) -> None:
    """Write a file whole, or end the call with why it cannot be written."""
    try:
        write_whole(path, data, new=new)
    except OSError as error:
        refuse(Message("{file} cannot be written: {why}", file=path, why=error.strerror))


def load_all(names: Iterable[str]) -> list[Ruleset]:
    """Load the rulesets of a call, or print all that is wrong with any of them and exit."""
    from riichi_core.rules.load import examine, find  # noqa: PLC0415 - not for what is prepared
    from riichi_core.rules.ruleset import RulesetError  # noqa: PLC0415

    found: list[Ruleset] = []
    problems: list[Diagnostic] = []
    for name in names:
        try:
            path = find(name)
        except RulesetError as error:
            problems += error.diagnostics
            continue
        if (edition := library.newest().get(name.lower())) is not None:
            click.echo(f"{name}: {edition}", err=True)
        ruleset, told = examine(path)
        problems += (one for one in told if one.severity == "error")
        found += [ruleset] if ruleset is not None else []
    if problems:
        tell(problems)
        sys.exit(status(problems))
    return found


def tell(problems: Iterable[Diagnostic]) -> None:
    """Print problems on standard error, the kind of each in colour on a terminal."""
    tr = translator()
    for problem in problems:
        kind = f"{tr(problem.severity)}[{problem.code}]"
        coloured = click.style(kind, bold=True, fg=COLOURS[problem.severity])
        click.echo(problem.text(tr).replace(kind, coloured), err=True)


def status(problems: Iterable[Diagnostic]) -> int:
    """Return the exit status that problems lead to."""
    codes = {problem.code for problem in problems if problem.severity == "error"}
    if not codes:
        return 0
    return 2 if codes & set(CALL_WAS_WRONG) else 1


def did_you_mean(near: str) -> Message:
    """Return the guess at what was meant, to stand behind a sentence; empty without one."""
    return Message(" Did you mean '{near}'?", near=near) if near else Message("")


def refuse(message: str) -> NoReturn:
    """End a call that cannot be carried out, with a message in the language of the call."""
    raise click.UsageError(translator()(message))
