"""`riichi export`: a ruleset as the configuration of another program."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import (
    deliver,
    format_option,
    json_text,
    load_all,
    refuse,
    refuse_other_endings,
)
from riichi_app.cli.programs import adapter_of, programs
from riichi_app.cli.ruleset_options import ruleset_argument
from riichi_app.pages.export import export_json, export_text
from riichi_core.messages import Message
from riichi_programs.export import export


@click.command("export")
@ruleset_argument
@click.option("--for", "program", required=True, metavar="PROGRAM", shell_complete=programs,
              help="pantheon, riichi-advanced, mahjong-soul, majiang, ronin, mahjong, riichienv, "
              "tenhou, or mjai for the report alone.")  # fmt: skip
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Where to write it; standard output by default.")  # fmt: skip
@click.option("--strict", is_flag=True, help="Exit with status 1 where anything gets lost.")
@language_options
@format_option
def command(ruleset: str, program: str, output: Path | None, strict: bool, form: str) -> None:
    """Write RULESET as the configuration of another program.

    The configuration goes to standard output, and to standard error what gets lost: the option,
    what the program plays instead, and a case whose outcome differs. JSON has both in one.
    """
    refuse_other_endings(output, ".json")
    adapter = adapter_of(program)
    (loaded,) = load_all([ruleset])
    found = export(loaded, adapter)
    tr = translator(for_programs=form == "json")
    if form == "json":
        deliver(json_text(export_json(found, tr)), form, output, loaded.id, loaded.title)
    else:
        if adapter.rows:
            deliver(json_text(found.config), "json", output, loaded.id, loaded.title)
        elif output is not None:
            refuse(Message("{program} has no configuration", program=adapter.name))
        click.echo("\n".join(export_text(found, tr)), err=True)
    sys.exit(1 if strict and not found.exact else 0)
