"""Prepared project files: they equal the YAML, and are used only while it is unchanged."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from shutil import copy, copytree
from typing import Any

import pytest
from each import each

from riichi.content.rulebook_text import FOLDER, read_chapters, rulebook_text
from riichi.prepared_data import READERS, prepared_book_text, prepared_text, texts
from riichi_core.rules import library
from riichi_core.rules.clauses import read_clauses
from riichi_core.rules.library import NOT_RULESETS, books, rulesets_dir
from riichi_core.rules.load import load, read
from riichi_core.rules.prepared import (
    load_typed,
    prepared_book,
    prepared_file,
    prepared_value,
    read_data,
)
from riichi_core.rules.ruleset_check import examine_file


def test_every_prepared_file_matches_its_sources() -> None:
    made = dict(texts())
    beside = {
        *("made-of.json", "scenarios.json", "expectations.json", "questions.json", "comparisons")
    }
    found = {path for path in (rulesets_dir() / "prepared").iterdir() if path.name not in beside}
    assert {*made} == found
    typed = {Path(name).stem for name in NOT_RULESETS} - {"questions", "question-weights"}
    assert {path.stem for path in made} == {*books(), *typed, "rulebook", "yaku-conditions"}, (
        "of questions there is an index"
    )
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", READERS)
def test_a_typed_value_equals_the_yaml(name: str) -> None:
    path = rulesets_dir() / name
    taken, fresh = prepared_value(path), read_data(path, READERS[name])
    assert taken == fresh
    assert repr(taken) == repr(fresh)


def test_the_prepared_rulebook_equals_the_yaml() -> None:
    folder = rulesets_dir() / FOLDER
    taken, fresh = prepared_value(folder), read_chapters(folder)
    assert taken == fresh
    assert repr(taken) == repr(fresh)


def test_a_changed_chapter_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = copytree(rulesets_dir() / FOLDER, tmp_path / FOLDER)
    prepared_file(folder).parent.mkdir()
    copy(prepared_file(rulesets_dir() / FOLDER), prepared_file(folder))
    assert prepared_value(folder) is not None
    (folder / "05-dora.yaml").write_text("parts: [{text: There is no dora.}]\n", encoding="utf-8")
    assert prepared_value(folder) is None
    monkeypatch.setattr("riichi.content.rulebook_text.rulesets_dir", lambda: tmp_path)
    assert [*rulebook_text.__wrapped__()["dora"].texts()] == ["There is no dora."]


@each("name", books())
def test_a_prepared_book_equals_the_book(name: str) -> None:
    path = books()[name]
    book, problems = examine_file(path)
    taken = prepared_book(path)
    assert problems == []
    assert book is not None
    assert taken is not None
    assert taken == book == load(name)
    for field in fields(book):
        assert repr(getattr(taken, field.name)) == repr(getattr(book, field.name))
    assert hash(taken.rules) == hash(book.rules)
    assert [*taken.provenance] == [*book.provenance]
    assert taken.rules.model_dump_json() == book.rules.model_dump_json()
    assert pickle.loads(pickle.dumps(taken)) == book


def test_a_prepared_value_is_used_while_the_file_is_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "things.yaml"
    file.write_text("a: 1\n", encoding="utf-8")
    read_dict: Any = dict
    assert load_typed(file, read_dict) == {"a": 1}
    made = prepared_file(file)
    made.parent.mkdir()
    made.write_text(prepared_text(file, {"a": 7}), encoding="utf-8")
    assert load_typed(file, read_dict) == {"a": 7}
    file.write_bytes(b"a: 1\r\n")
    assert load_typed(file, read_dict) == {"a": 7}, "the ends of lines make no other file"
    file.write_text("a: 2\n", encoding="utf-8")
    assert load_typed(file, read_dict) == {"a": 2}


def test_a_value_is_read_again_if_the_models_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    file = rulesets_dir() / "clauses.yaml"
    made = prepared_file(file).stat().st_mtime_ns
    assert prepared_value(file) is not None
    monkeypatch.setattr(library, "last_change", lambda _: made + 1)
    assert prepared_value(file) is None
    monkeypatch.setattr(library, "PACKAGE", rulesets_dir().parent)  # as it is installed
    assert prepared_value(file) is not None


def test_a_value_of_a_removed_type_is_read_again(tmp_path: Path) -> None:
    file = Path(copy(rulesets_dir() / "clauses.yaml", tmp_path))
    made = prepared_file(file)
    made.parent.mkdir()
    copy(prepared_file(rulesets_dir() / "clauses.yaml"), made)
    whole = load_typed(file, read_clauses)
    made.write_text(
        made.read_text(encoding="utf-8").replace('"InBook"', '"Gone"'), encoding="utf-8"
    )
    assert prepared_value(file) is None
    assert load_typed(file, read_clauses) == whole


def test_a_changed_book_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path(copy(books()["ema-2016"], tmp_path))
    book = load("ema-2016")
    made = prepared_file(file)
    made.parent.mkdir()
    other = json.loads(prepared_book_text(book))
    other["value"]["rules"]["winning"]["minimum_han"] = 4
    made.write_text(json.dumps(other), encoding="utf-8")
    monkeypatch.setattr("riichi_core.rules.library.books", lambda: {"ema-2016": file})
    taken, _ = read(file)
    assert taken is not None
    assert taken.rules.winning.minimum_han == 4
    file.write_text(file.read_text(encoding="utf-8") + "# one more line\n", encoding="utf-8")
    fresh, _ = read(file)
    assert fresh is not None
    assert fresh.rules == book.rules


def test_a_prepared_book_needs_neither_yaml_nor_a_validator() -> None:
    code = (
        "import sys, riichi_core as rc; rc.score(rc.Win('123m456p789s2233z', '3z', rc.Ron()),"
        " 'ema-2016'); print([m for m in ('yaml', 'importlib.metadata',"
        " 'riichi_core.rules.ruleset_check') if m in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


def test_types_of_modules_imported_later_are_known() -> None:
    code = (
        "from riichi_core.rules.glossary import known_yaku; known_yaku();"
        " import sys; assert 'riichi_core.rules.clauses' not in sys.modules;"
        " from riichi_core.rules import clauses, prepared;"
        " from riichi_core.rules.library import rulesets_dir;"
        " assert prepared.prepared_value(rulesets_dir() / clauses.CLAUSES_FILE) is not None"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
