"""The output of commands: its formats and language, the terminal, and files."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence, Set
from datetime import timedelta
from functools import partial, wraps
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

import click
from click.core import ParameterSource

from riichi.cli.language import PAGED, language_options, translator
from riichi.locale import Locale
from riichi.whole_files import write_whole
from riichi.writers.paper import PAPERS, PosterPaper
from riichi_core.language import Translatable
from riichi_core.messages import Message, escape_unprintable, quote
from riichi_core.rules import library

if TYPE_CHECKING:
    # Imported late: slow to import, and only some calls need it.
    from riichi.spreadsheets.writing import CellValue
    from riichi.writers.model import Document
    from riichi_core.files.problem import Problem
    from riichi_core.rules.ruleset import Ruleset


Item = TypeVar("Item")

NO_BAR_BEFORE = 0.3
"""The delay before a progress bar appears, in seconds."""

REDRAW_AFTER = 0.1
"""The time between two updates of a progress bar, in seconds."""

WIDEST_BAR = 40
"""The maximum width of a progress bar, in columns."""

CODES_OF_WRONG_CALLS = ("no-ruleset", "unreadable", "not-a-file")
"""The codes of problems that mean a wrong call, because there is no ruleset file."""

COLOURS = {"error": "red", "warning": "yellow"}

PAGERS = ("RIICHI_PAGER", "PAGER")
"""The environment variables that name the pager, the first one first; empty means none."""

CHANGES_KEY = "riichi.with"

_Command = TypeVar("_Command", bound=Callable[..., Any])

TABLES = ("csv", "xlsx")
"""The formats of rows for spreadsheets."""

FOR_PROGRAMS = ("json", *TABLES)
"""The formats that are English unless the call itself sets another language."""

ENDINGS = {
    ".txt": "text", ".html": "html", ".htm": "html", ".md": "markdown", ".pdf": "pdf",
    ".json": "json", ".yaml": "yaml", ".csv": "csv", ".xlsx": "xlsx",
    ".svg": "svg", ".png": "png",
}  # fmt: skip
"""The format for each file extension."""

PAGES = ("html", "pdf", "svg", "png")
"""The formats that a browser can show and a terminal cannot."""

PRINTED = ("html", "pdf")
"""The formats whose pages have a paper size."""

BINARY = {"pdf": "PDF", "png": "PNG", "xlsx": ".xlsx"}
"""The binary formats, and their names."""


# ---- the terminal --------------------------------------------------------------------------------


PROGRESS_NOUNS: tuple[Translatable, ...] = (
    "files", "games", "records", "rows", "scenarios", "sessions", "tables",
)  # fmt: skip
"""The nouns of progress bars."""


def progress(items: Iterable[Item], total: int | None, what: str) -> Generator[Item, None, None]:
    """Yield the items, with a progress bar if the terminal's user waits longer than a moment.

    `what` is one of `PROGRESS_NOUNS`.
    """
    assert what in PROGRESS_NOUNS
    if not sys.stderr.isatty():
        yield from items
        return
    noun = translator()(what)
    began = drawn = monotonic()
    try:
        for number, item in enumerate(items, 1):
            yield item
            now = monotonic()
            if now - began > NO_BAR_BEFORE and now - drawn > REDRAW_AFTER:
                drawn = now
                _draw(_bar(noun, number, total, now - began))
    finally:
        if drawn != began:
            _draw("")


def _bar(what: str, number: int, total: int | None, seconds: float) -> str:
    """Return the number of items done; if the total is known, with a bar and the time left."""
    if total is None:
        return f"{what} {number:,}"
    left = timedelta(seconds=round(seconds / number * max(0, total - number)))
    numbers = f" {number:,}/{total:,} {left}"
    room = shutil.get_terminal_size().columns - len(what) - len(numbers) - 2
    width = max(0, min(WIDEST_BAR, room))
    done = round(width * min(1, number / max(1, total)))
    full, rest = "━" * done, "─" * (width - done)
    if "NO_COLOR" not in os.environ:
        full, rest = click.style(full, fg="magenta"), click.style(rest, dim=True)
    return f"{what} {full}{rest}{numbers}"


def _draw(line: str) -> None:
    """Write a line over the current line of the terminal; the next output replaces it."""
    click.echo(f"\r\x1b[K{line}\r", err=True, nl=False)


def print_lines(lines: Iterable[str], *, in_dialogue: bool = False) -> None:
    """Print lines with style codes, which only a terminal receives.

    If the text is longer than the terminal's height, it goes through the pager. In a dialogue it
    never does, because the pager would take the answers that people type.
    """
    text = "\n".join(lines)
    color = False if "NO_COLOR" in os.environ else None
    if not in_dialogue and _is_paged(text):
        click.echo_via_pager(text, color=color)
    else:
        click.echo(text, color=color)


def _is_paged(text: str) -> bool:
    """Return True if a text is too long for an interactive terminal."""
    context = click.get_current_context(silent=True)
    if not sys.stdout.isatty() or (context is not None and not context.meta.get(PAGED, True)):
        return False
    if text.count("\n") + 2 <= shutil.get_terminal_size().lines:
        return False
    pager = next((os.environ[name] for name in PAGERS if name in os.environ), None)
    if pager is not None and pager:
        os.environ["PAGER"] = pager
    elif pager is None:
        os.environ.setdefault("LESS", "-FRX")  # colours; the text stays when the pager ends
    return pager != ""


def write_file(path: Path, data: bytes, *, new: bool = False) -> None:
    """Write a whole file, or end the call with the reason why it cannot be written."""
    try:
        write_whole(path, data, new=new)
    except OSError as error:
        refuse("{file} cannot be written: {why}", file=path, why=error.strerror)


# ---- rulesets and problems -----------------------------------------------------------------------


def call_changes() -> tuple[str, ...]:
    """Return the changes that the call makes to its rulesets (`--with`)."""
    context = click.get_current_context(silent=True)
    return () if context is None else context.meta.get(CHANGES_KEY, ())


def load_all(names: Iterable[str], *, as_it_is: bool = False) -> list[Ruleset]:
    """Load the rulesets of a call, or print all their problems and exit.

    `as_it_is` ignores the changes that the call makes to them.
    """
    from riichi_core.rules.load import read_named
    from riichi_core.rules.ruleset import RulesetError

    rulesets: list[Ruleset] = []
    problems: list[Problem] = []
    for name in names:
        try:
            ruleset, problems_of_file = read_named(name)
        except RulesetError as error:
            problems += error.problems
            continue
        if (edition := library.newest_editions().get(name.lower())) is not None:
            click.echo(f"{name}: {edition}", err=True)
        if ruleset is not None and not as_it_is and (changes := call_changes()):
            from riichi_core.rules.changes import with_changes

            ruleset, problems_of_file = with_changes(ruleset, changes)
        problems += (problem for problem in problems_of_file if problem.severity == "error")
        rulesets += [ruleset] if ruleset is not None else []
    if problems:
        problems = list(dict.fromkeys(problems))  # the same change may be refused for each ruleset
        print_problems(problems)
        sys.exit(exit_status_of(problems))
    return rulesets


def print_problems(problems: Iterable[Problem]) -> None:
    """Print problems to standard error; on a terminal the kind of each is coloured."""
    tr = translator()
    for problem in problems:
        kind = f"{tr(problem.severity)}[{problem.code}]"
        coloured = click.style(kind, bold=True, fg=COLOURS[problem.severity])
        click.echo(problem.text(tr).replace(kind, coloured), err=True)


def exit_status_of(problems: Iterable[Problem]) -> int:
    """Return the exit status for these problems."""
    codes = {problem.code for problem in problems if problem.severity == "error"}
    if not codes:
        return 0
    return 2 if codes & set(CODES_OF_WRONG_CALLS) else 1


def did_you_mean(near: str) -> Message:
    """Return a suggestion to append to a sentence; empty if there is none."""
    return Message(" Did you mean '{near}'?", near=near) if near else Message("")


def given_parameters(context: click.Context) -> dict[str, str]:
    """Return the arguments and options of the call by their names, each as typed."""
    typed = {
        one.name: one.opts[0].upper() if isinstance(one, click.Argument) else one.opts[0]
        for one in context.command.params
    }
    default = ParameterSource.DEFAULT
    parameters = [
        parameter
        for parameter in context.params
        if context.get_parameter_source(parameter) is not default
    ]
    return {name: typed[name] for name in parameters}


def refuse(text: str, /, **parts: Any) -> NoReturn:
    """End an impossible call with a sentence, whose parameters are in braces."""
    raise click.UsageError(translator()(Message(text, **parts) if parts else text))


def fail(text: str | Message, /, **parts: Any) -> NoReturn:
    """End a call with a sentence about bad data: status 1, and no usage lines."""
    raise click.ClickException(translator()(Message(text, **parts) if parts else text))


def refuse_without(needs: Iterable[tuple[str, str, bool]]) -> None:
    """End a call with an option that has no effect without another one.

    Args:
        needs: the names of parameters, each with the option that it needs, and True if the call
            has that option.
    """
    given = given_parameters(click.get_current_context())
    for name, other, has_it in needs:
        if name in given and not has_it:
            refuse("{option} works only with {other}.", option=given[name], other=other)


def refuse_together(given: Set[str], apart: Mapping[str, Iterable[str]]) -> None:
    """End a call with two options, as typed, that do not work together."""
    for one, others in apart.items():
        for other in others:
            if given >= {one, other}:
                refuse("{option} does not work with {other}.", option=one, other=other)


# ---- the answer of a call ------------------------------------------------------------------------


class Output(NamedTuple):
    """The format of a call's output, its paper, its file, if any, and whether to open it."""

    form: str
    paper: PosterPaper = "a4"
    file: Path | None = None
    opened: bool = False

    @property
    def tr(self) -> Locale:
        """The language of the output."""
        return translator(for_programs=self.form in FOR_PROGRAMS)

    def data(self, content: Any, name: str = "", title: str = "") -> None:
        """Write JSON, or a text or bytes that are in the format already.

        The output is always UTF-8, for any terminal.

        Args:
            content: a value for JSON, a text, or bytes.
            name: the file name, without its extension, of a page that is opened or that a terminal
                cannot show.
            title: the title to print with the file name.
        """
        if not isinstance(content, str | bytes):
            content = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
        if isinstance(content, str):
            content = content.encode("utf-8", "backslashreplace")
        file = self.file
        if file is None and _needs_file(self.form, self.opened):
            file = Path(f"{name}.{self.form}")
        if file is None:
            click.echo(content, nl=False)
            return
        write_file(file, content)
        written = escape_unprintable(str(file))
        click.echo(f"{written}: {title}" if title else written)
        if self.opened:
            import webbrowser

            webbrowser.open(file.resolve().as_uri())

    def table(
        self, head: Iterable[str], rows: Iterable[Iterable[CellValue]], name: str, title: str
    ) -> None:
        """Write rows below the names of their columns, as CSV or as a workbook."""
        from riichi.spreadsheets.writing import NoXlsxError, safe_csv, xlsx

        try:
            content = xlsx(name, head, rows) if self.form == "xlsx" else safe_csv(head, rows)
        except NoXlsxError as error:
            refuse(error.args[0])
        self.data(content, name, title)

    def lines(self, lines: Iterable[str], title: str = "") -> None:
        """Write lines for a terminal; a file gets them without style codes."""
        if self.file is None:
            print_lines(lines)
        else:
            self.data(click.unstyle("\n".join(lines)) + "\n", title=title)

    def document(self, document: Document, name: str) -> None:
        """Write a document as HTML, Markdown, PDF or text."""
        if self.form == "text":
            from riichi.writers.terminal import terminal

            self.lines(terminal(document), document.title)
            return
        if self.form == "markdown":
            from riichi.writers.markdown import markdown

            content: str | bytes = markdown(document)
        elif self.form == "pdf":
            content = _pdf(document, self.paper)
        else:
            from riichi.writers.html import html

            content = html(document, self.paper)
        self.data(content, name, document.title)


# ---- options -------------------------------------------------------------------------------------


SHARED = frozenset(
    {"--with", "--format", "--paper", "--output", "--open", "--language", "--terms", "--help"}
)
"""Options of many commands, which the helps list last."""


class _Subcommand(click.Command):
    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, those that many commands share under their own heading."""
        options = [one for one in self.get_params(ctx) if isinstance(one, click.Option)]
        for title, shared in (("Options", False), ("Output", True)):
            own = [one for one in options if shared is not SHARED.isdisjoint(one.opts)]
            if rows := [row for one in own if (row := one.get_help_record(ctx))]:
                with formatter.section(title):
                    formatter.write_dl(rows)


subcommand = partial(click.command, cls=_Subcommand)
"""The decorator of a subcommand."""


def file_option(text: str) -> Callable[[_Command], _Command]:
    """Return the option for the output file, with its help text."""
    return click.option("--output", type=click.Path(dir_okay=False, path_type=Path),
                        metavar="FILE", help=text)  # fmt: skip


_INTO_FILE = (
    file_option("Write to a file; its extension sets the format."),
    click.option("--open", "opened", is_flag=True, help="Open the page in the browser."),
)  # fmt: skip


def writes(
    *forms: str, papers: Sequence[PosterPaper] = PAPERS, text: str = ""
) -> Callable[[_Command], _Command]:
    """Add the output options of a command; the command gets their values as `out`.

    Args:
        forms: the formats; the first is the default.
        papers: the paper sizes to choose from; without any there is no --paper.
        text: the help of --format, if it needs more than the default.
    """
    form_option = click.option(
        "--format", "form", type=click.Choice(forms),
        help=f"{text or 'Output format.'}  [default: {forms[0]}]",
    )  # fmt: skip
    paper_option = click.option(
        "--paper", type=click.Choice(papers), default="a4", show_default=True,
        help="Paper size of HTML and PDF.",
    )  # fmt: skip
    options = (form_option, *((paper_option,) if papers else ()), *_INTO_FILE)

    def decorated(command: _Command) -> Any:
        @wraps(command)
        def call(
            *arguments: Any, form: str | None, output: Path | None, opened: bool, **values: Any
        ) -> Any:
            chosen = _format_of(form, output, forms, opened)
            refuse_without([("paper", translator().and_list(PRINTED), chosen in PRINTED)])
            out = Output(chosen, values.pop("paper", "a4"), output, opened)
            return command(*arguments, out=out, **values)

        return _add_options(call, options)

    return decorated


def prints(command: _Command) -> Any:
    """Add the options of a command that prints text or JSON; it gets their values as `out`."""
    option = click.option(
        "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
        help="Output format.",
    )  # fmt: skip

    @wraps(command)
    def call(*arguments: Any, form: str, **values: Any) -> Any:
        return command(*arguments, out=Output(form), **values)

    return _add_options(call, (option,))


def _add_options(call: _Command, options: Sequence[Callable[[Any], Any]]) -> Any:
    """Add options, followed by those for the language."""
    decorated: Any = language_options(call)
    for option in reversed(options):
        decorated = option(decorated)
    return decorated


def _format_of(form: str | None, output: Path | None, forms: Sequence[str], opened: bool) -> str:
    """Return the format of a call: the named one, that of the file extension, or the first.

    It refuses unknown extensions and invisible output before anything is made.
    """
    known = {ending: name for ending, name in ENDINGS.items() if name in forms}
    form_of_file = known.get(output.suffix.lower()) if output is not None else None
    if output is not None and form is None and form_of_file is None:
        refuse(
            "{file} has no extension that sets a format: {endings}; or add --format.",
            file=quote(str(output)),
            endings=", ".join(known),
        )
    by_itself = "html" if opened else forms[0]
    chosen = next((name for name in (form, form_of_file) if name is not None), by_itself)
    if opened and chosen not in PAGES:
        pages = translator().and_list([name for name in PAGES if name in forms])
        refuse("{option} works only with {other}.", option="--open", other=pages)
    if chosen in BINARY and output is None and not _needs_file(chosen, opened):
        refuse("{format} needs a file: add --output FILE.", format=BINARY[chosen])
    return chosen


def refuse_other_endings(output: Path | None, *endings: str) -> None:
    """Refuse a file whose extension does not match the format that a command writes."""
    if output is not None and output.suffix.lower() not in endings:
        refuse(
            "{file} has no extension that sets a format: {endings}.",
            file=quote(str(output)),
            endings=", ".join(endings),
        )


# ---- how it is written ---------------------------------------------------------------------------


def _needs_file(form: str, opened: bool) -> bool:
    return form in PAGES and (opened or sys.stdout.isatty())


def _pdf(document: Document, paper: PosterPaper) -> bytes:
    from riichi.writers.typst import NoPdfError, pdf

    try:
        printed = pdf(document, paper)
    except NoPdfError as error:
        refuse(error.args[0])
    if printed.lacks:
        click.echo(f"Note: {printed.lacks}.", err=True)
    return printed.data
