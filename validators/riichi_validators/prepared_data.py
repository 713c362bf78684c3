"""The data files and books of the project as JSON, which commands read instead of the YAML."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from riichi_core.rules import clauses, glossary
from riichi_core.rules.examination import examine_file
from riichi_core.rules.library import books, data_folder
from riichi_core.rules.prepared import book_text
from riichi_core.rules.typed import read_data, typed_file, typed_text


def write() -> Iterator[Path]:
    """Write the JSON of each file, and name it."""
    for made, text in texts():
        made.parent.mkdir(exist_ok=True)
        made.write_text(text, encoding="utf-8", newline="\n")
        yield made


READERS: Mapping[str, Callable[[Any], Any]] = {
    clauses.FILE: clauses.read_clauses,
    glossary.FILE: glossary.read_yaku,
    glossary.HANDS: dict,
    glossary.NAMES: glossary.read_names,
}


def texts() -> Iterator[tuple[Path, str]]:
    """Yield each such file and its text, made from the YAML alone."""
    for name, reader in READERS.items():
        path = data_folder() / name
        yield typed_file(path), typed_text(path, read_data(path, reader))
    for path in books().values():
        book, _ = examine_file(path)
        if book is not None:  # `make check` says what is wrong with it
            yield typed_file(path), book_text(book)
