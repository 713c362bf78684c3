"""A book can leave out options that it does not cover, and forgotten options are detected."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from riichi.cli.main import main
from riichi_core.files.problem import Problem
from riichi_core.rules import library
from riichi_core.rules.chapters.dora import Dora
from riichi_core.rules.load import examine, load
from riichi_core.rules.options import Option
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import NOT_LOOKED_UP, UNREGULATED, BookHead, Ruleset

HEAD = load("ema-2016").head
assert isinstance(HEAD, BookHead)
VERIFIED = HEAD.verified
TEXT = library.books()["ema-2016"].read_text(encoding="utf-8")
LINE = next(line for line in TEXT.splitlines() if line.startswith("  ura:"))


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let books omit ura dora, which are then not used; the other book counts as shipped."""
    known = options()  # they are cached, so load them before patching anything
    field = Dora.model_fields["ura"]
    metadata = [replace(m, unregulated="none") if isinstance(m, Option) else m
                for m in field.metadata]  # fmt: skip
    monkeypatch.setattr(field, "metadata", metadata)
    changed = {**known, "dora.ura": replace(known["dora.ura"], unregulated="none")}
    monkeypatch.setattr("riichi_core.rules.ruleset_file.options", lambda: changed)
    ship(monkeypatch)


def ship(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = SimpleNamespace(books=lambda: {**library.books(), "another": Path("another.yaml")})
    monkeypatch.setattr("riichi_core.rules.ruleset_file.library", shipped)


def found(folder: Path, head: str, *, stated: bool = False) -> tuple[Ruleset | None, list[Problem]]:
    text = TEXT.replace("ruleset: ema-2016\n", "ruleset: another\n")
    if head:  # in addition to the options that the book itself leaves out
        text = text.replace("unregulated: [", head.rstrip("]") + ", ")
    path = folder / "another.yaml"
    path.write_text(text if stated else text.replace(LINE + "\n", ""), encoding="utf-8")
    return examine(path)


@pytest.mark.usefixtures("free")
def test_an_unregulated_option_has_its_default_value(tmp_path: Path) -> None:
    ruleset, problems = found(tmp_path, "unregulated: [dora.ura]")
    assert [p for p in problems if p.severity == "error"] == []
    assert ruleset is not None
    assert ruleset.rules.dora.ura == "none"
    provenance = ruleset.provenance["dora.ura"]
    assert (provenance.kind, provenance.text, provenance.ruleset) == (
        "silent", UNREGULATED, "another"
    )  # fmt: skip


@pytest.mark.usefixtures("free")
def test_a_forgotten_option_has_its_default_value_and_is_detected(tmp_path: Path) -> None:
    ruleset, problems = found(tmp_path, "")
    assert [p for p in problems if p.severity == "error"] == []
    assert ruleset is not None
    assert ruleset.rules.dora.ura == "none"
    assert (ruleset.provenance["dora.ura"].kind, ruleset.provenance["dora.ura"].text) == (
        "silent", NOT_LOOKED_UP
    )  # fmt: skip
    assert ruleset.not_looked_up == ("dora.ura",)
    path = str(tmp_path / "another.yaml")
    remark = f"after the book was checked on {VERIFIED} count as not in it: dora.ura."
    for arguments in (["check", path], ["show", path]):
        written = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert written.exit_code == 0
        assert remark in " ".join(written.stdout.split())  # whose lines break
    citation = CliRunner().invoke(main, ["show", path, "dora.ura"], catch_exceptions=False).stdout
    assert f"not in the book: {NOT_LOOKED_UP}" in citation
    assert "Nobody" not in citation


@pytest.mark.parametrize(
    "shipped, verified, expected",
    [
        (True, VERIFIED, UNREGULATED),
        (True, "9999-01-01", NOT_LOOKED_UP),  # somebody looked in the books of that day only
        (False, VERIFIED, NOT_LOOKED_UP),  # and not in those of other people
    ],
)
def test_a_day_of_looking_counts_for_the_shipped_books_of_that_day(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, shipped: bool, verified: str, expected: str
) -> None:
    assert options()["chips.awarded"].looked_for >= VERIFIED
    if shipped:
        ship(monkeypatch)
    monkeypatch.setattr(f"{__name__}.TEXT", TEXT.replace(f'"{VERIFIED}"', f'"{verified}"'))
    ruleset, _ = found(tmp_path, "", stated=True)
    assert ruleset is not None
    assert ruleset.provenance["chips.awarded"].text == expected


def test_an_option_without_a_default_value_cannot_be_omitted(tmp_path: Path) -> None:
    ruleset, problems = found(tmp_path, "")
    assert ruleset is None
    assert [(p.code, p.message) for p in problems] == [("missing-key", "'ura' is missing")]


@pytest.mark.usefixtures("free")
def test_an_option_cannot_be_both_stated_and_unregulated(tmp_path: Path) -> None:
    ruleset, problems = found(tmp_path, "unregulated: [dora.ura]", stated=True)
    assert ruleset is None
    assert [(p.code, p.path) for p in problems] == [("duplicate-key", "dora.ura")]


def test_some_options_cannot_be_unregulated(tmp_path: Path) -> None:
    ruleset, problems = found(tmp_path, "unregulated: [dora.ura]")
    assert ruleset is None
    assert [p.code for p in problems] == ["no-value", "missing-key"]


def test_only_options_can_be_unregulated(tmp_path: Path) -> None:
    ruleset, problems = found(tmp_path, "unregulated: [dora.urra]", stated=True)
    assert ruleset is None
    assert [(p.code, p.suggestion) for p in problems] == [("no-option", "dora.ura")]


def test_an_option_changed_by_house_rules_is_regulated(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(
        "format: 1\nruleset: club\ntitle: Club\nextends: ema-2016\nunregulated: [dora.ura]\n",
        encoding="utf-8",
    )
    _, problems = examine(path)
    assert [(p.code, p.path) for p in problems] == [("unknown-key", "unregulated")]
