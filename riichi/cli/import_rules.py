"""`riichi import`: the configuration of another program as house rules."""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path

import click

from riichi.cli.completion import complete_rulesets
from riichi.cli.language import language_options, translator
from riichi.cli.new import refuse_wrong_id, slug
from riichi.cli.options import complete_programs, load_configuration, program_of
from riichi.cli.output import (
    Output,
    exit_status_of,
    file_option,
    load_all,
    print_problems,
    refuse,
    refuse_other_endings,
    subcommand,
)
from riichi.programs.house_rules import house_rules, nearest_book
from riichi.writers.columns import paragraph
from riichi_core.messages import Message
from riichi_core.rules import library


@subcommand("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--from", "program", required=True, metavar="PROGRAM",
              shell_complete=complete_programs,
              help="The program that wrote FILE, as for riichi export.")  # fmt: skip
@click.option("--extends", metavar="BOOK", shell_complete=complete_rulesets,
              help="The book to extend; the nearest by default.")  # fmt: skip
@click.option("--name", metavar="ID", help="The id of the house rules; from FILE by default.")
@file_option("The file to write; standard output by default.")
@language_options
def command(
    file: Path, program: str, extends: str | None, name: str | None, output: Path | None
) -> None:
    """Write the configuration of another program as a house-rule file.

    FILE is JSON in the program's own format. A comment on each line of the house rules gives the
    field it comes from, or the program if the rule cannot be changed there. All other rules are as
    in the book. Fields that riichi has no option for, and fields missing from FILE, are listed on
    standard error.
    """
    refuse_other_endings(output, ".yaml", ".yml")
    config = load_configuration(file, program_of(program))
    base = load_all([extends])[0] if extends is not None else nearest_book(config)
    if base.id not in library.bases():
        refuse("start from a shipped book: {books}", books=", ".join(library.bases()))
    house_id = slug(file.stem) if name is None else name
    refuse_wrong_id(house_id)
    if house_id in library.shipped():
        house_id = f"{house_id}-{config.program.id}"
    text, problems = house_rules(config, base, house_id, f"{config.program.name}: {file.stem}")
    remarks = []
    if extends is None:
        remarks.append(
            Message("the nearest ruleset is {book}; choose another with --extends", book=base.id)
        )
    if config.no_option:
        remarks.append(Message("riichi has no option for these fields: {fields}",
                               fields=", ".join(config.no_option)))  # fmt: skip
    if config.left_out:
        remarks.append(Message("the file leaves out these fields, so {book} decides: {fields}",
                               book=base.id, fields=", ".join(config.left_out)))  # fmt: skip
    for line in chain.from_iterable(paragraph(translator()(remark)) for remark in remarks):
        click.echo(line, err=True)
    print_problems(problems)
    if exit_status_of(problems):
        sys.exit(exit_status_of(problems))
    Output("text", file=output).data(text, title=config.program.name)
