"""`riichi new`: a house-rule file to start from."""

from __future__ import annotations

import re
from pathlib import Path

import click

from riichi_app.cli.completion import rulesets
from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import load_all, refuse, save
from riichi_app.cli.schema import write_schemas
from riichi_core.messages import Message, quote
from riichi_core.rules import library
from riichi_core.rules.extending import looks_like_path
from riichi_core.rules.ruleset import ID, LONGEST_ID


def slug(name: str) -> str:
    """Return an id made from what was given."""
    plain = re.sub(r"[^a-z0-9]+", "-", re.sub(r"\.ya?ml$", "", name.lower())).strip("-")
    return plain[:LONGEST_ID].strip("-") or "tuesday-club"


@click.command("new")
@click.argument("name")
@click.option("--from", "base", required=True, metavar="RULESET", shell_complete=rulesets,
              help="The book to start from.")  # fmt: skip
@click.option(
    "--folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=Path(),
    help="Where to write the file; the current folder by default.",
)
@language_options
def command(name: str, base: str, folder: Path) -> None:
    """Write NAME.yaml: house rules over a book, with every rule that can be changed as a comment.

    The JSON Schema is written beside it, so that an editor can complete and explain.
    """
    if not re.fullmatch(ID, name) or len(name) > LONGEST_ID:
        refuse(
            Message(
                "{name} is no id: small letters, digits and hyphens, as {example}",
                name=quote(name),
                example=slug(name),
            )
        )
    if name in library.shipped():
        refuse(Message("'{name}' is the id of a shipped ruleset; choose another name", name=name))
    (ruleset,), books = load_all([base]), ", ".join(library.bases())
    if ruleset.extends and not ruleset.on_shelf:
        refuse(
            Message(
                "'{name}' is a club's own rules; start from a book: {books}", name=base, books=books
            )
        )
    if looks_like_path(base):
        refuse(Message("start from a shipped book: {books}", books=books))
    path = folder / f"{name}.yaml"
    if path.exists():
        refuse(Message("{file} exists already; nothing was written", file=path))
    from riichi_app.pages.house_file import house_file  # noqa: PLC0415 - loads the yaku

    text = house_file(name, ruleset)
    write_schemas(path, "house")
    save(path, text.encode("utf-8"), new=True)
    click.echo(
        translator()(
            Message(
                "wrote {file} and its schema; change some lines, then: riichi check {file}",
                file=path,
            )
        )
    )
