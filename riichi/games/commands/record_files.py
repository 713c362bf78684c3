"""The record files that a call names: files, and all files in a folder or archive."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from riichi.cli.output import progress
from riichi.games.formats.archives import Content, contents, is_archive
from riichi.games.formats.file_text import MOST_BYTES


def read_files(paths: list[Path]) -> Iterator[Content]:
    """Yield the name and content of each file, also in archives, with a progress bar."""
    files = chain.from_iterable(contents(path, MOST_BYTES) for path in paths)
    total = None if any(map(is_archive, paths)) else len(paths)
    return progress(files, total, "files")
