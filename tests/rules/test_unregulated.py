"""A book names the options that it has no word of in one line; it cannot forget one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from riichi_core.rules import library
from riichi_core.rules.chapters.dora import Dora
from riichi_core.rules.entries import UNREGULATED
from riichi_core.rules.load import examine
from riichi_core.rules.options import Option
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.source.diagnostics import Diagnostic

TEXT = library.books()["ema-2016"].read_text(encoding="utf-8")
LINE = next(line for line in TEXT.splitlines() if line.startswith("  ura:"))


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets books leave out ura dora, which are then not turned."""
    known = options()  # which are kept, so before anything is patched
    field = Dora.model_fields["ura"]
    metadata = [replace(m, unregulated="none") if isinstance(m, Option) else m
                for m in field.metadata]  # fmt: skip
    monkeypatch.setattr(field, "metadata", metadata)
    changed = {**known, "dora.ura": replace(known["dora.ura"], unregulated="none")}
    monkeypatch.setattr("riichi_core.rules.entries.options", lambda: changed)


def found(
    folder: Path, head: str, *, stated: bool = False
) -> tuple[Ruleset | None, list[Diagnostic]]:
    text = TEXT.replace("ruleset: ema-2016\n", "ruleset: another\n")
    if head:  # beside the options that the book leaves out itself
        text = text.replace("unregulated: [", head.rstrip("]") + ", ")
    path = folder / "another.yaml"
    path.write_text(text if stated else text.replace(LINE + "\n", ""), encoding="utf-8")
    return examine(path)


@pytest.mark.usefixtures("free")
def test_an_unregulated_option_has_the_value_that_is_meant_for_that(tmp_path: Path) -> None:
    ruleset, problems = found(tmp_path, "unregulated: [dora.ura]")
    assert [p for p in problems if p.severity == "error"] == []
    assert ruleset is not None
    assert ruleset.rules.dora.ura == "none"
    provenance = ruleset.provenance["dora.ura"]
    assert (provenance.kind, provenance.text, provenance.ruleset) == (
        "silent", UNREGULATED, "another"
    )  # fmt: skip


@pytest.mark.usefixtures("free")
def test_an_option_that_is_forgotten_is_an_error(tmp_path: Path) -> None:
    ruleset, problems = found(tmp_path, "")
    assert ruleset is None
    assert [(p.code, p.message) for p in problems] == [("missing-key", "'ura' is missing")]


@pytest.mark.usefixtures("free")
def test_an_option_is_stated_or_unregulated_not_both(tmp_path: Path) -> None:
    ruleset, problems = found(tmp_path, "unregulated: [dora.ura]", stated=True)
    assert ruleset is None
    assert [(p.code, p.path) for p in problems] == [("duplicate-key", "dora.ura")]


def test_not_every_option_can_be_left_unregulated(tmp_path: Path) -> None:
    ruleset, problems = found(tmp_path, "unregulated: [dora.ura]")
    assert ruleset is None
    assert [p.code for p in problems] == ["no-value", "missing-key"]


def test_only_options_can_be_unregulated(tmp_path: Path) -> None:
    ruleset, problems = found(tmp_path, "unregulated: [dora.urra]", stated=True)
    assert ruleset is None
    assert [(p.code, p.nearest) for p in problems] == [("no-option", "dora.ura")]


def test_house_rules_regulate_what_they_change(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(
        "format: 1\nruleset: club\ntitle: Club\nextends: ema-2016\nunregulated: [dora.ura]\n",
        encoding="utf-8",
    )
    _, problems = examine(path)
    assert [(p.code, p.path) for p in problems] == [("unknown-key", "unregulated")]
