"""`riichi compare`: what changes from one ruleset to the next."""

from __future__ import annotations

import click

from riichi_app.cli.output import emit, load_all, print_json, refuse, show
from riichi_core.compare import compare

FORMATS = ["text", "markdown", "html", "json", "csv"]


@click.command("compare")
@click.argument("rulesets", nargs=-1, metavar="A B [C …]")
@click.option("--all", "everything", is_flag=True, help="Show the options that agree as well.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
    help="How the comparison is written.",
)  # fmt: skip
def command(rulesets: tuple[str, ...], everything: bool, form: str) -> None:
    """Compare rulesets: every option that differs, each side in words with its law.

    Each of A, B … is the id of a shipped ruleset or the path of a YAML file.
    """
    if len(rulesets) < 2:
        refuse("Two or more rulesets are needed, as in: riichi compare ema-2016 wrcr-2015")
    found = compare(load_all(rulesets))
    if form == "json":
        print_json(found.as_json(everything=everything))
    elif form == "text":
        from riichi_app.render.text import comparison  # noqa: PLC0415 - as below

        show(comparison(found, everything=everything))
    else:
        from riichi_app.render import files  # noqa: PLC0415 - csv and html only when asked for

        write = {"markdown": files.markdown, "html": files.page, "csv": files.sheet}[form]
        emit(write(found, everything=everything))
