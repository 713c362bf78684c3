"""The console, JSON and failures, as all subcommands print them."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click
from click.core import ParameterSource

from riichi_app.cli.language import PAGED, translator
from riichi_app.documents.columns import WIDTH
from riichi_core.messages import Message, escape_unprintable, quote
from riichi_core.rules import library
from riichi_core.source.files import write_whole

if TYPE_CHECKING:  # what only some calls need takes longer to import than others take
    from rich.console import Console, RenderableType

    from riichi_core.rules.ruleset import Ruleset
    from riichi_core.source.diagnostics import Diagnostic

T = TypeVar("T")

AT_ONCE = 0.3
"""Seconds: what is ready so soon needs no bar."""

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


def progress(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """Yield the items, counted on the terminal of somebody who waits longer than a moment."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

    columns = (what, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console(error=True), transient=True)
    task, began = bar.add_task(what, total=total), monotonic()
    try:
        for item in items:
            yield item
            bar.advance(task)
            if monotonic() - began > AT_ONCE and not bar.live.is_started:
                bar.start()
    finally:
        if bar.live.is_started:
            bar.stop()


def show(parts: Iterable[RenderableType]) -> None:
    """Print what was laid out."""
    print_lines(laid_out(parts))


def laid_out(parts: Iterable[RenderableType]) -> list[str]:
    """Return the lines of what was laid out, without the blanks that fill those of a table."""
    screen = console()
    with screen.capture() as captured:
        for part in parts:
            screen.print(part)
    return [line.rstrip() for line in captured.get().splitlines()]


def print_lines(lines: Iterable[str]) -> None:
    """Print lines with the codes of their styles, which only a terminal gets.

    What is longer than a terminal is high goes through the pager, but for what follows it.
    """
    text = "\n".join(lines)
    color = False if "NO_COLOR" in os.environ else None
    if _is_paged(text):
        click.echo_via_pager(text, color=color)
    else:
        click.echo(text, color=color)


PAGERS = ("RIICHI_PAGER", "PAGER")
"""The environment variables that name the pager, the first before the other; empty for none."""


def _is_paged(text: str) -> bool:
    """Return True if a text is too long for the terminal before which somebody sits."""
    context = click.get_current_context(silent=True)
    if not sys.stdout.isatty() or (context is not None and not context.meta.get(PAGED, True)):
        return False
    if text.count("\n") + 2 <= shutil.get_terminal_size().lines:
        return False
    named = next((os.environ[name] for name in PAGERS if name in os.environ), None)
    if named:
        os.environ["PAGER"] = named
    elif named is None:
        os.environ.setdefault("LESS", "-FRX")  # colours, and the text stays when it ends
    return named != ""


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


# ---- into a file ---------------------------------------------------------------------------------

ENDINGS = {
    ".txt": "text", ".html": "html", ".htm": "html", ".md": "markdown", ".pdf": "pdf",
    ".json": "json", ".csv": "csv", ".parquet": "parquet",
}  # fmt: skip
"""The format that the name of a file asks for."""

PAGES = ("html", "pdf")
"""The formats that a browser shows and a terminal cannot."""

OPENED = "riichi.open"


def chosen(form: str | None, output: Path | None, forms: Sequence[str]) -> str:
    """Return the format of a call: the one it names, that of its file's ending, or the first.

    An ending that says none, and what nobody could see, are refused before anything is made.
    """
    known = {ending: one for ending, one in ENDINGS.items() if one in forms}
    named = known.get(output.suffix.lower()) if output is not None else None
    if output is not None and form is None and named is None:
        message = Message(
            "{file} has no ending that says a format: {endings}; or add --format.",
            file=quote(str(output)),
            endings=", ".join(known),
        )
        refuse(message)
    found = form or named or ("html" if _opened() else forms[0])
    if _opened() and found not in PAGES:
        refuse("--open is for html and pdf.")
    if found == "pdf" and output is None and not _needs_file(found):
        refuse("PDF goes to a file: add --output FILE.")
    if found == "parquet" and output is None and sys.stdout.isatty():
        refuse("Parquet goes to a file: add --output FILE.")
    return found


def refuse_other_endings(output: Path | None, *endings: str) -> None:
    """Refuse a file whose ending says another format than the one that a command writes."""
    if output is not None and output.suffix.lower() not in endings:
        message = Message(
            "{file} has no ending that says a format: {endings}.",
            file=quote(str(output)),
            endings=", ".join(endings),
        )
        refuse(message)


def deliver(data: str | bytes, form: str, output: Path | None, name: str, title: str) -> None:
    """Print what is made, or store it in a file and say so.

    Args:
        data: a text, or the bytes of a PDF.
        form: its format, as `chosen`.
        output: the file of the call, if it names one. A page for which a terminal is no place, or
            that is opened, goes into a file in any case.
        name: the name of that file, without its ending.
        title: the title that is told with the file.
    """
    if output is None and _needs_file(form):
        output = Path(f"{name}.{form}")
    coded = data if isinstance(data, bytes) else data.encode("utf-8", "backslashreplace")
    if output is None:
        click.echo(coded, nl=False)
        return
    save(output, coded)
    click.echo(f"{escape_unprintable(str(output))}: {title}")
    if _opened():
        import webbrowser  # noqa: PLC0415 - only when asked for

        webbrowser.open(output.resolve().as_uri())


def deliver_lines(lines: Iterable[str], output: Path | None, title: str) -> None:
    """Print lines, or store them in a file without the codes of their styles."""
    if output is None:
        print_lines(lines)
    else:
        deliver(click.unstyle("\n".join(lines)) + "\n", "text", output, "", title)


def _needs_file(form: str) -> bool:
    return form in PAGES and (_opened() or sys.stdout.isatty())


def _opened() -> bool:
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(OPENED))


def _keep_open(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    context.meta[OPENED] = value


OUTPUT_OPTIONS = (
    click.option("--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
                 help="Write to a file, in the format of its ending. Without it pages are "
                 "written to a file where a terminal would get them."),
    click.option("--open", is_flag=True, expose_value=False, is_eager=True, callback=_keep_open,
                 help="Open the page in the browser."),
)  # fmt: skip


# ---- rulesets and problems -----------------------------------------------------------------------


CHANGES = "riichi.with"


def changes() -> tuple[str, ...]:
    """Return what the call changes in its rulesets (`--with`)."""
    context = click.get_current_context(silent=True)
    return () if context is None else context.meta.get(CHANGES, ())


def load_all(names: Iterable[str], *, as_it_is: bool = False) -> list[Ruleset]:
    """Load the rulesets of a call, or print all that is wrong with any of them and exit.

    Args:
        names: ids and paths.
        as_it_is: leave out what the call changes in them.
    """
    from riichi_core.rules.load import find, read  # noqa: PLC0415 - not for what is prepared
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
        ruleset, told = read(path)
        if ruleset is not None and not as_it_is and (given := changes()):
            from riichi_core.rules.changed import changed  # noqa: PLC0415 - only when asked for

            ruleset, told = changed(ruleset, given)
        problems += (one for one in told if one.severity == "error")
        found += [ruleset] if ruleset is not None else []
    if problems:
        problems = list(dict.fromkeys(problems))  # a change is refused once for all rulesets
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


def given_parameters(context: click.Context) -> dict[str, str]:
    """Return the arguments and options of the call by their names, each as it is typed."""
    typed = {one.name: one.opts[0] for one in context.command.params}
    default = ParameterSource.DEFAULT
    given = [one for one in context.params if context.get_parameter_source(one) is not default]
    return {name: typed[name] for name in given}


def refuse(message: str) -> NoReturn:
    """End a call that cannot be carried out, with a message in the language of the call."""
    raise click.UsageError(translator()(message))
