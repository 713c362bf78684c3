"""`riichi rulebook`: the whole rules of a ruleset, to print or to put into a wiki."""

from __future__ import annotations

from pathlib import Path

import click

from riichi_app.cli.output import emit, load_all, refuse
from riichi_app.rulebook.book import rulebook
from riichi_app.rulebook.pages import html, markdown


@click.command("rulebook")
@click.argument("ruleset")
@click.option("--format", "form", type=click.Choice(["html", "markdown"]), default="html",
              show_default=True, help="A page to print, or Markdown for a wiki.")  # fmt: skip
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write it into a file.")  # fmt: skip
def command(ruleset: str, form: str, output: Path | None) -> None:
    """Write the whole rules in plain words, chapter by chapter.

    RULESET is the id of a shipped ruleset or the path of a YAML file. Every rule stands with where
    it comes from, and with a worked example where one says it in a sentence; yaku have a drawn
    hand. House rules begin with what is different from their book, and it is marked.
    """
    (found,) = load_all([ruleset])
    text = {"html": html, "markdown": markdown}[form](rulebook(found))
    if output is None:
        emit(text)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        refuse(f"--output: {output} cannot be written: {error.strerror}.")
    click.echo(f"{output} is written.")
