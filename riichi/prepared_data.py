"""Prepare data as JSON in the build, so that commands need neither YAML nor models."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from riichi.content import rulebook_text, yaku_examples
from riichi.whole_files import write_whole
from riichi_core.analysis.conditions import Conditions, conditions_of, yaku_conditions_file
from riichi_core.files.files import digest
from riichi_core.rules import clauses, glossary, words
from riichi_core.rules.library import books, rulesets_dir
from riichi_core.rules.options import FrozenModel
from riichi_core.rules.prepared import TYPE_KEY, prepared_file, read_data
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.ruleset_check import examine_file
from riichi_core.scenarios.scenario import index_text, made_indexes


def write() -> Iterator[Path]:
    """Write the JSON of each file, and yield its path."""
    for path, text in texts():
        path.parent.mkdir(exist_ok=True)
        write_whole(path, text.encode())
        yield path


def write_index() -> Iterator[Path]:
    """Write the indexes of the scenarios, and yield their paths."""
    for file, index in made_indexes().items():
        path = rulesets_dir() / file
        path.parent.mkdir(exist_ok=True)
        write_whole(path, index_text(index).encode())
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


def prepared_text(path: Path, value: FrozenModel | Mapping[str, Any]) -> str:
    """Return the text of a prepared file: the digest of its source, and the value.

    Args:
        path: the file of the project.
        value: a model, or a mapping of models and plain values. Models contain tuples; plain values
            contain lists.
    """
    plain = _as_plain(value)
    parts = ",\n".join(f"{json.dumps(name)}: {_json_lines(part)}" for name, part in plain.items())
    return f'{{"sha256": "{digest(path)}", "value": {{\n{parts}\n}}}}\n'


def _json_lines(value: Any) -> str:
    if not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    entries = (
        f"{json.dumps(key)}:{json.dumps(part, ensure_ascii=False, separators=(',', ':'))}"
        for key, part in value.items()
    )
    return "{\n  " + ",\n  ".join(entries) + "\n}"


def _as_plain(value: Any) -> Any:
    if isinstance(value, FrozenModel):
        fields = {name: getattr(value, name) for name in sorted(value.model_fields_set)}
        return {TYPE_KEY: type(value).__name__} | {
            name: _as_plain(part) for name, part in fields.items()
        }
    if isinstance(value, Mapping):
        return {name: _as_plain(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [*map(_as_plain, value)]
    return value


def prepared_book_text(book: Ruleset) -> str:
    """Return the text of the file that `prepared_book` reads."""
    provenance = {
        path: {part: text for part, text in asdict(source).items() if text not in ("", None)}
        for path, source in book.provenance.items()
    }
    value = {"head": book.head, "rules": book.rules, "provenance": provenance}
    return prepared_text(Path(book.file), value)


def prepared_conditions_text() -> str:
    """Return the text of the prepared file, made from the definitions.

    It omits empty conditions, and bits are in hexadecimal, which compresses better.
    """
    conditions = {
        name: _conditions_json(conditions_of(yaku)) for name, yaku in glossary.known_yaku().items()
    }
    return prepared_text(rulesets_dir() / glossary.YAKU_FILE, conditions)


def _conditions_json(conditions: Conditions) -> Mapping[str, Mapping[int, str]]:
    return {
        condition: {required: f"{bits:x}" for required, bits in by_required.items()}
        for condition, by_required in conditions.items()
        if by_required
    }
