"""`riichi schema`: the JSON Schemas, for editors and other programs."""

from __future__ import annotations

from pathlib import Path

import click

from riichi.cli.language import language_options, translator
from riichi.cli.output import Output, refuse, subcommand, write_file
from riichi.schema.kinds import RECORD_SCHEMAS, RULESET_SCHEMAS


@subcommand("schema")
@click.argument("kind", type=click.Choice([*RULESET_SCHEMAS, *RECORD_SCHEMAS]), required=False)
@click.option(
    "--next-to", type=click.Path(path_type=Path, exists=True),
    help="Write the schemas into the folder of this ruleset file, where an editor finds them.",
)  # fmt: skip
@language_options
def command(kind: str | None, next_to: Path | None) -> None:
    """Print a JSON Schema, or write one next to a file for the editor.

    The schemas of rulesets are house (the default), book and shelf. `riichi score --jsonl` reads
    win and writes win-result; `riichi settle --jsonl` reads deal and writes deal-result. game
    describes the file of a game, and scenarios a file of scenarios. With --format json, `riichi
    game` writes game-result, `riichi tournament` writes tournament-result, league-result or
    seating, and `riichi plan` writes plan.
    """
    if next_to is None:
        from riichi.schema.record_schema import schema_text

        Output("json").data(schema_text("house" if kind is None else kind))
    elif kind is not None:
        refuse("--next-to writes the schema of rulesets: leave out the kind")
    else:
        for path in write_schemas(next_to):
            click.echo(translator()("wrote {file}", file=path))


def write_schemas(next_to: Path, *kinds: str) -> list[Path]:
    """Write schemas (all by default) into a folder, or into the folder of a file."""
    from riichi.schema.record_schema import schema_text

    folder = next_to if next_to.is_dir() else next_to.parent
    written = [folder / RULESET_SCHEMAS[kind] for kind in kinds or RULESET_SCHEMAS]
    for kind, path in zip(kinds or RULESET_SCHEMAS, written, strict=True):
        write_file(path, schema_text(kind).encode("utf-8"))
    return written
