"""`riichi export`: a ruleset as the configuration of another program."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from riichi.cli.options import complete_programs, program_of, ruleset_argument
from riichi.cli.output import (
    Output,
    file_option,
    load_all,
    prints,
    refuse_other_endings,
    subcommand,
)
from riichi.content.export import export_json, export_text
from riichi.programs.export import export
from riichi.programs.known_programs import PROGRAMS


@subcommand("export")
@ruleset_argument
@click.option("--for", "program", required=True, metavar="PROGRAM",
              shell_complete=complete_programs,
              help=f"One of {', '.join(PROGRAMS)}.")  # fmt: skip
@file_option("The file to write; standard output by default.")
@click.option("--strict", is_flag=True, help="Exit with status 1 if anything is lost.")
@prints
def command(ruleset: str, program: str, output: Path | None, strict: bool, out: Output) -> None:
    """Write RULESET as the configuration of another program.

    The configuration goes to standard output. Rules that it cannot express are listed on standard
    error, with what the program plays instead and an example of the difference. JSON has both.
    """
    refuse_other_endings(output, ".json")
    adapter = program_of(program)
    (house_rules,) = load_all([ruleset])
    exported = export(house_rules, adapter)
    data = export_json(exported, out.tr) if out.form == "json" else exported.config
    Output("json", file=output).data(data, title=house_rules.title)
    if out.form != "json":
        click.echo("\n".join(export_text(exported, out.tr)), err=True)
    sys.exit(1 if strict and not exported.exact else 0)
