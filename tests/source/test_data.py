"""Data files of the project, read without places."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from riichi_core.rules.library import NOT_RULESETS, data_folder
from riichi_core.source.data import data_of, data_of_file, prepared_file, prepared_text


@pytest.mark.parametrize("name", NOT_RULESETS)
def test_the_values_are_those_that_pyyaml_reads(name: str, loader: str) -> None:
    text = (data_folder() / name).read_text(encoding="utf-8")
    assert data_of(text) == yaml.load(text, Loader=getattr(yaml, loader))


def test_plain_text_and_quoted_text_differ() -> None:
    text = 'a: [1, "1", true, 2.5, null, no]\nb: {c: []}\n'
    assert data_of(text) == {"a": [1, "1", True, 2.5, None, "no"], "b": {"c": []}}


@pytest.mark.parametrize("name", NOT_RULESETS)
def test_the_prepared_values_are_current(name: str) -> None:
    path = data_folder() / name
    assert prepared_file(path).read_text(encoding="utf-8") == prepared_text(path), "run make docs"
    assert data_of_file(path) == data_of(path.read_text(encoding="utf-8"))


def test_a_prepared_value_is_read_as_long_as_the_file_is_the_same(tmp_path: Path) -> None:
    file = tmp_path / "things.yaml"
    file.write_text("a: 1\n", encoding="utf-8")
    assert data_of_file(file) == {"a": 1}
    made = prepared_file(file)
    made.parent.mkdir()
    made.write_text(prepared_text(file).replace('"a": 1', '"a": 7'), encoding="utf-8")
    assert data_of_file(file) == {"a": 7}
    file.write_bytes(b"a: 1\r\n")
    assert data_of_file(file) == {"a": 7}, "the ends of lines make no other file"
    file.write_text("a: 2\n", encoding="utf-8")
    assert data_of_file(file) == {"a": 2}
