"""The files of records that a call names: files, all in a folder, all in an archive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from riichi_app.cli.output import progress
from riichi_core.records.foreign import MOST_BYTES
from riichi_core.source.archives import Content, contents, count


def record_files(named: Iterable[Path]) -> Iterator[Path]:
    """Yield the files of a call, and all in its folders that are not hidden, by name."""
    for path in named:
        if path.is_dir():
            inside = (one for one in path.rglob("*") if one.is_file())
            yield from sorted(one for one in inside if not one.name.startswith("."))
        else:
            yield path


def read_files(paths: list[Path]) -> Iterator[Content]:
    """Yield the name and content of each file, those in archives too; it shows how far it is."""
    found = chain.from_iterable(contents(path, MOST_BYTES) for path in paths)
    return progress(found, sum(map(count, paths)), "files")
