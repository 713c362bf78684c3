"""`riichi new`: a house-rule file to start from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from riichi.cli.completion import complete_rulesets
from riichi.cli.language import language_options, translator
from riichi.cli.output import load_all, print_lines, print_problems, refuse, subcommand, write_file
from riichi.cli.schema import write_schemas
from riichi.writers.columns import StyledText, pairs, paragraph
from riichi_core.messages import Message, quote
from riichi_core.rules import library
from riichi_core.rules.library import looks_like_path
from riichi_core.rules.load import examine
from riichi_core.rules.ruleset import ID, LONGEST_ID, Ruleset, id_of

if TYPE_CHECKING:
    from riichi.content.starting_file import Answer


def slug(name: str) -> str:
    """Return an id made from a name."""
    return id_of(re.sub(r"\.ya?ml$", "", name.lower())) or "tuesday-club"


def refuse_wrong_id(name: str) -> None:
    """Refuse a name that cannot be the id of house rules."""
    if not re.fullmatch(ID, name) or len(name) > LONGEST_ID:
        refuse(
            "{name} is not an id: use lower-case letters, digits and hyphens, e.g. {example}",
            name=quote(name),
            example=slug(name),
        )


DEFAULT_BOOK = "ema-2025"
"""The book to offer if the call names none."""


@subcommand("new")
@click.argument("name")
@click.option("--extends", "base", metavar="RULESET", shell_complete=complete_rulesets,
              help="The book to start from; --ask also asks for it.")  # fmt: skip
@click.option("--ask", is_flag=True,
              help="Ask ten questions, and write a short file of the answers.")  # fmt: skip
@click.option("--folder", type=click.Path(path_type=Path, exists=True, file_okay=False),
              default=Path(), metavar="FOLDER",
              help="Where to write the file; the current folder by default.")  # fmt: skip
@language_options
def command(name: str, base: str | None, ask: bool, folder: Path) -> None:
    """Write a house-rule file to start from.

    NAME.yaml extends a book and lists, as comments, all the rules you can change. With --ask, it
    lists only your answers to ten questions. The JSON Schema next to it lets an editor complete and
    explain options.
    """
    from riichi.content.starting_file import full_file

    refuse_wrong_id(name)
    if name in library.shipped():
        refuse("'{name}' is the id of a shipped ruleset; choose another name", name=name)
    books = ", ".join(library.bases())
    if base is None:
        if not ask:
            raise click.MissingParameter(param_hint="'--extends'", param_type="option")
        click.echo(translator()(Message("Books: {books}", books=books)))
        base = click.prompt(translator()(Message("Book to start from")), default=DEFAULT_BOOK)
    (ruleset,) = load_all([base])
    if ruleset.extends is not None and not ruleset.on_shelf:
        refuse("'{name}' is a club's own rules; start from a book: {books}", name=base, books=books)
    if looks_like_path(base):
        refuse("start from a shipped book: {books}", books=books)
    path = folder / f"{name}.yaml"
    if path.exists():
        refuse("{file} exists already; nothing was written", file=path)
    text = _asked_file(name, ruleset) if ask else full_file(name, ruleset)
    write_file(path, text.encode("utf-8"), new=True)
    try:
        write_schemas(path, "house")
    except BaseException:  # so that the call can be repeated
        path.unlink()
        raise
    _print_what_next(path, base, ask=ask)


def _print_what_next(path: Path, base: str, *, ask: bool) -> None:
    tr = translator()
    if not ask:
        message = Message(
            "wrote {file} and its schema; change some lines, then: riichi check {file}", file=path
        )
        click.echo(tr(message))
        return
    ruleset, problems = examine(path)
    print_problems(problems)
    if ruleset is not None:
        message = Message(
            "wrote {file} and its schema; try: riichi compare {base} {file}", file=path, base=base
        )
        click.echo(tr(message))


def _asked_file(name: str, base: Ruleset) -> str:
    """Ask for the rules of play, and return a file of their differences from the book."""
    from riichi.content.starting_file import questions, short_file, with_answers

    tr, answers = translator().of(base), []
    for number, question in enumerate(questions(base, tr), 1):
        title = f"{number}. {question.title}"
        print_lines(_question_lines(title, question.answers), in_dialogue=True)
        most = len(question.answers)
        number_chosen = click.prompt(
            tr("1 to {most}, Enter for 1", most=most), type=click.IntRange(1, most), default=1,
            show_default=False,
        )  # fmt: skip
        answers += [question.answers[number_chosen - 1]] if number_chosen > 1 else []
    return short_file(name, base, with_answers(base, answers), tr)


def _question_lines(title: str, answers: Sequence[Answer]) -> Iterator[str]:
    yield ""
    yield from paragraph(title, "title")
    for number, answer in enumerate(answers, 1):
        label = (StyledText(answer.label, "name"),) if answer.label else ()
        yield from pairs([(f"{number}", (*label, StyledText(answer.says)))])
