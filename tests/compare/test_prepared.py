"""Prepared comparisons equal the ones that would be worked out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from each import each
from effort import first

from riichi.cli.main import main
from riichi.content import prepared, write_prepared
from riichi.content.contrasting_scenarios import KnownResults
from riichi.locale import Locale, offered_languages
from riichi_core.rules import library

PAIRS = [*write_prepared.prepared_pairs()]

KNOWN = KnownResults()
"""Of all pairs, each of whose rulesets is in several."""

FOLDER = library.rulesets_dir() / prepared.FOLDER


@pytest.mark.parametrize("names", first(PAIRS, 2))
def test_a_prepared_comparison_is_current(names: tuple[str, str]) -> None:
    for language, text in write_prepared.comparisons(names, KNOWN).items():
        assert prepared.prepared(names, Locale(language)) == text


def test_the_digests_are_current() -> None:
    found = (library.rulesets_dir() / prepared.INPUTS).read_text(encoding="utf-8")
    assert found == write_prepared.inputs()


def test_there_is_a_file_for_each_pair_and_language() -> None:
    files = {prepared.file_of(pair, code) for pair in PAIRS for code in offered_languages()}
    assert {*FOLDER.iterdir()} == {*files, library.rulesets_dir() / prepared.INPUTS}


@pytest.mark.parametrize("call", [["--language", "nl"], ["--no-examples"], []])
def test_a_prepared_comparison_prints_like_a_fresh_one(
    call: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    call = ["compare", "ema-2016", "wrcr-2015", *call]
    quick = CliRunner().invoke(main, call).stdout
    monkeypatch.setattr(prepared, "prepared", lambda *_: None)
    assert CliRunner().invoke(main, call).stdout == quick


@each(
    "names",
    [["ema-2016"], ["ema-2016", "tuesday-club"], ["ema-2016", "ema-2016"], ["ema-2012", "tenhou"],
     ["ema-2016", "wrcr-2015", "tenhou"], ["ema-2016", "rulesets/wrcr-2015.yaml"],
     ["ema-2016", "../comparisons/wrcr-2015"]],
)  # fmt: skip
def test_only_pairs_of_shipped_rulesets_are_prepared(names: list[str]) -> None:
    assert prepared.prepared(names, Locale()) is None


def test_japanese_terms_are_not_prepared() -> None:
    assert prepared.prepared(["ema-2016", "wrcr-2015"], Locale(terms="japanese")) is None


def test_an_edited_file_is_compared_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["ema-2016", "wrcr-2015"]
    known = json.loads((library.rulesets_dir() / prepared.INPUTS).read_text(encoding="utf-8"))
    for file in (*prepared.SHARED, "ema-2016.yaml", "wrcr-2015.yaml"):
        other = tmp_path / "inputs.json"
        other.write_text(json.dumps({**known, file: "0"}), encoding="utf-8")
        with monkeypatch.context() as patched:
            patched.setattr(prepared, "INPUTS", other)  # an absolute path replaces the folder
            assert prepared.prepared(names, Locale()) is None
    assert prepared.prepared(names, Locale()) is not None


@pytest.mark.parametrize("file", [prepared.INPUTS, prepared.FOLDER])
def test_a_pair_without_a_prepared_file_is_compared_again(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepared, "INPUTS" if file == prepared.INPUTS else "FOLDER", "nowhere")
    assert prepared.prepared(["ema-2016", "wrcr-2015"], Locale()) is None


def test_changed_code_makes_comparisons_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = (library.rulesets_dir() / prepared.INPUTS).stat().st_mtime_ns
    for changed in (library.PACKAGE, *prepared.SHOWN_BY):
        times = {changed: made + 1}
        monkeypatch.setattr(library, "last_change", lambda path, times=times: times.get(path, 0))
        assert prepared.prepared(["ema-2016", "wrcr-2015"], Locale()) is None
