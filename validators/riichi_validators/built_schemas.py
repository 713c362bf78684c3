"""The JSON Schemas as files, which the ruleset files of this repository name for editors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from riichi.schema.kinds import RECORD_SCHEMAS, RULESET_SCHEMAS
from riichi.schema.record_schema import schema_text
from riichi.whole_files import write_whole

FOLDER = Path(__file__).with_name("schemas")
FILES = RULESET_SCHEMAS | RECORD_SCHEMAS
"""The name of the file of each kind."""


def write() -> Iterator[Path]:
    """Write every schema, and yield the paths."""
    FOLDER.mkdir(exist_ok=True)
    for kind, name in FILES.items():
        write_whole(FOLDER / name, schema_text(kind).encode())
        yield FOLDER / name


def published(kind: str) -> str:
    """Return the text of a schema's file."""
    return (FOLDER / FILES[kind]).read_text(encoding="utf-8")
