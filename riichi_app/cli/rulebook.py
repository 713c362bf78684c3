"""`riichi rulebook`: the whole rules of a ruleset, to print or to put into a wiki."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import click

from riichi_app.cli.document_options import FORMATS, deliver_document, document_options
from riichi_app.cli.language import translator
from riichi_app.cli.output import chosen, did_you_mean, load_all, refuse
from riichi_app.cli.ruleset_options import ruleset_argument
from riichi_app.documents.logo import LogoError, read_logo
from riichi_app.documents.model import Picture
from riichi_app.documents.paper import Paper
from riichi_app.pages.rulebook import rulebook
from riichi_app.pages.rulebook_citations import Citations
from riichi_core.messages import Message, quote
from riichi_core.rules.rulebook import rulebook_text
from riichi_core.rules.ruleset import Ruleset
from riichi_core.source.diagnostics import nearest


def _complete(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    before, comma, last = begun.rpartition(",")
    return [f"{before}{comma}{name}" for name in rulebook_text() if name.startswith(last)]


@click.command("rulebook")
@ruleset_argument
@click.option("--without", multiple=True, metavar="A,B", shell_complete=_complete,
              help="Chapters to leave out, as tournament,fouls.")  # fmt: skip
@click.option("--citations", type=click.Choice(get_args(Citations)), default="inline",
              show_default=True, help="Where it says what a rule comes from.")  # fmt: skip
@click.option("--logo", type=click.Path(path_type=Path), metavar="FILE",
              help="A PNG or SVG for its head.")  # fmt: skip
@document_options
def command(
    ruleset: str,
    *,
    without: tuple[str, ...],
    citations: Citations,
    logo: Path | None,
    form: str | None,
    paper: Paper,
    output: Path | None,
) -> None:
    """Write the whole rules in plain words, chapter by chapter.

    RULESET is the id of a shipped ruleset or the path of a YAML file. Every rule stands with where
    it comes from, and with a worked example where one says it in a sentence; yaku have a drawn
    hand. House rules begin with what is different from their book, and it is marked. Below the
    title stand the logo, and `organisation` and `published` of the file: the club and the date.
    """
    form = chosen(form, output, FORMATS)
    left_out = [name.strip() for text in without for name in text.split(",") if name.strip()]
    for name in left_out:
        if name not in rulebook_text():
            known = ", ".join(rulebook_text())
            refuse(
                Message(
                    "There is no chapter {name} in the rulebook.{guess}\nChapters: {known}",
                    name=quote(name),
                    guess=did_you_mean(nearest(name, rulebook_text())),
                    known=known,
                )
            )
    (found,) = load_all([ruleset])
    picture = _logo(logo, found)
    page = rulebook(found, translator(), without=left_out, citations=citations, logo=picture)
    deliver_document(page, form, paper, output, f"{found.id}-rulebook")


def _logo(file: Path | None, ruleset: Ruleset) -> Picture | None:
    if file is None:
        return None
    try:
        return read_logo(file, ruleset.head.organisation or ruleset.title)
    except LogoError as error:
        refuse(Message("{file} is no logo: {why}", file=quote(str(file)), why=error.args[0]))
