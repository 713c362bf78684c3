"""`riichi import`: the configuration of another program as house rules."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from riichi_app.cli.completion import rulesets
from riichi_app.cli.language import language_options, translator
from riichi_app.cli.new import slug
from riichi_app.cli.output import deliver, load_all, refuse, refuse_other_endings, status, tell
from riichi_app.cli.programs import adapter_of, configuration, programs
from riichi_core.messages import Message, quote
from riichi_core.rules import library
from riichi_core.rules.ruleset import ID, LONGEST_ID
from riichi_programs.house_rules import house_rules, nearest_book


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--from", "program", required=True, metavar="PROGRAM", shell_complete=programs,
              help="The program that wrote FILE, as for riichi export.")  # fmt: skip
@click.option(
    "--over",
    metavar="BOOK",
    shell_complete=rulesets,
    help="The book below; the nearest by default.",
)
@click.option("--name", metavar="ID", help="The id of the house rules; that of FILE by default.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Where to write them; standard output by default.")  # fmt: skip
@language_options
def command(
    file: Path, program: str, over: str | None, name: str | None, output: Path | None
) -> None:
    """Write the configuration of another program as a house-rule file.

    FILE is JSON as the program has it. Each line names the field that decides it, or the program
    alone where it always plays so; all else is as in the book. Fields that no option of riichi has
    are named on standard error.
    """
    refuse_other_endings(output, ".yaml", ".yml")
    found = configuration(file, adapter_of(program))
    base = load_all([over])[0] if over is not None else nearest_book(found)
    if base.id not in library.bases():
        refuse(Message("start from a shipped book: {books}", books=", ".join(library.bases())))
    own = name or slug(file.stem)
    if not re.fullmatch(ID, own) or len(own) > LONGEST_ID:
        refuse(Message("{name} is no id: small letters, digits and hyphens, as {example}",
                       name=quote(own), example=slug(own)))  # fmt: skip
    if own in library.shipped():
        own = f"{own}-{found.adapter.id}"
    text, problems = house_rules(found, base, own, f"{found.adapter.name}: {file.stem}")
    tr = translator()
    if over is None:
        click.echo(tr(Message("nearest is {book}; --over takes another", book=base.id)), err=True)
    if found.no_option:
        message = Message("no option of riichi has these fields: {fields}",
                          fields=", ".join(found.no_option))  # fmt: skip
        click.echo(tr(message), err=True)
    tell(problems)
    if status(problems):
        sys.exit(status(problems))
    deliver(text, "text", output, own, found.adapter.name)
