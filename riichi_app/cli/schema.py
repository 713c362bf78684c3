"""`riichi schema`: the JSON Schemas, for editors and other programs."""

from __future__ import annotations

from pathlib import Path

import click

from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import emit, refuse, save
from riichi_validators.published import DOOR, FILES, RECORDS, committed


@click.command("schema")
@click.argument("kind", type=click.Choice([*FILES, *RECORDS, *DOOR]), required=False)
@click.option(
    "--beside",
    type=click.Path(path_type=Path, exists=True),
    help="Write them into the folder of this ruleset file, where an editor finds them.",
)
@language_options
def command(kind: str | None, beside: Path | None) -> None:
    """Print a JSON Schema: for a house-rule file (house, the default), a book or the shelf.

    There are others for the records that `riichi score --jsonl` reads (win) and
    the answers that it writes (win-result), for `riichi settle --jsonl` (deal, deal-result), for a
    written record of a game (game), and for what `riichi game` and `riichi tournament` say of one
    with --format json (game-result, tournament-result, seating, plan); and of what the page for
    house rules asks and is answered (page-question, page-answer).
    """
    if beside is None:
        emit(committed(kind or "house"))
    elif kind is not None:
        refuse("--beside writes the schemas of rulesets; leave out the kind")
    else:
        for path in write_schemas(beside):
            click.echo(translator()("wrote {file}", file=path))


def write_schemas(beside: Path, *kinds: str) -> list[Path]:
    """Write schemas, all if none is named, into the folder of a file, or into a folder itself."""
    folder = beside if beside.is_dir() else beside.parent
    written = [folder / FILES[kind] for kind in kinds or FILES]
    for kind, path in zip(kinds or FILES, written, strict=True):
        save(path, committed(kind).encode("utf-8"))
    return written
