"""Prepare data as JSON in the build, so that commands need neither YAML nor models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from riichi.content import rulebook_text, yaku_examples
from riichi.whole_files import write_whole
from riichi_core.analysis.conditions import prepared_conditions_text, yaku_conditions_file
from riichi_core.rules import clauses, glossary, words
from riichi_core.rules.library import books, rulesets_dir
from riichi_core.rules.prepared import prepared_book_text, prepared_file, prepared_text, read_data
from riichi_core.rules.ruleset_check import examine_file
from riichi_core.scenarios.scenario import INDEX, index_text, made_index


def write() -> Iterator[Path]:
    """Write the JSON of each file, and yield its path."""
    for path, text in texts():
        path.parent.mkdir(exist_ok=True)
        write_whole(path, text.encode())
        yield path


def write_index() -> Iterator[Path]:
    """Write the index of the scenarios, and yield its path."""
    path = rulesets_dir() / INDEX
    path.parent.mkdir(exist_ok=True)
    write_whole(path, index_text(made_index()).encode())
    yield path


READERS: Mapping[str, Callable[[Any], Any]] = {
    clauses.CLAUSES_FILE: clauses.read_clauses,
    glossary.YAKU_FILE: glossary.read_yaku,
    yaku_examples.YAKU_HANDS_FILE: dict,
    glossary.NAMES_FILE: glossary.read_names,
    glossary.SHORT_FORM_FILE: dict,
    words.WORDS_FILE: words.read_words,
}


def texts() -> Iterator[tuple[Path, str]]:
    """Yield each prepared file and its text, made only from the YAML."""
    for name in READERS:
        path = rulesets_dir() / name
        value = read_data(path, READERS[name])
        yield prepared_file(path), prepared_text(path, value)
    chapters = rulesets_dir() / rulebook_text.FOLDER
    yield prepared_file(chapters), prepared_text(chapters, rulebook_text.read_chapters(chapters))
    yield yaku_conditions_file(), prepared_conditions_text()
    for path in books().values():
        book, _ = examine_file(path)
        if book is not None:  # `make check` reports its errors
            yield prepared_file(path), prepared_book_text(book)
