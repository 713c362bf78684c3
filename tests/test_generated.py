"""Generated files are made from their sources, and made again only if those changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from riichi import generated
from riichi.cli.main import main
from riichi.generated import Part, make
from riichi.schema.kinds import RECORD_SCHEMAS, RULESET_SCHEMAS
from riichi_validators.built_schemas import published


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a project with one part, made from `one.txt` to `made/one.txt`."""
    (tmp_path / "one.txt").write_text("one", encoding="utf-8")
    part = Part("texts", ("*.txt",), ("test_generated.copied",))
    monkeypatch.setattr(generated, "ROOT", tmp_path)
    monkeypatch.setattr(generated, "MADE_OF", tmp_path / "made" / "made-of.json")
    monkeypatch.setattr(generated, "LOCK", tmp_path / "build" / "lock")
    monkeypatch.setattr(generated, "PARTS", (part,))
    yield tmp_path
    forget()


def forget() -> None:
    generated._matching.cache_clear()
    generated._digest_of.cache_clear()


def copied() -> Iterator[Path]:
    for path in generated.ROOT.glob("*.txt"):
        made = generated.ROOT / "made" / path.name
        made.write_bytes(path.read_bytes())
        yield made


def test_a_part_is_made_once(root: Path) -> None:
    assert make() == [root / "made" / "one.txt"]
    assert make() == []


def test_a_part_is_made_again_from_changed_sources(root: Path) -> None:
    make()
    forget()
    (root / "one.txt").write_text("other", encoding="utf-8")
    (root / "two.txt").write_text("two", encoding="utf-8")
    assert len(make()) == 2
    assert (root / "made" / "one.txt").read_text(encoding="utf-8") == "other"


def test_a_part_is_made_again_if_it_is_missing(root: Path) -> None:
    make()
    (root / "made" / "one.txt").unlink()
    assert make() == [root / "made" / "one.txt"]
    generated.MADE_OF.write_text("{", encoding="utf-8")
    assert make() == [root / "made" / "one.txt"]


def test_an_unchanged_part_only_gets_a_new_date(root: Path) -> None:
    (made,) = make()
    os.utime(made, (0, 0))
    assert make() == []
    assert made.stat().st_mtime_ns >= (root / "one.txt").stat().st_mtime_ns


def test_everything_is_made_before_the_tests() -> None:
    """The tests then use it as built."""
    assert make() == []


@pytest.mark.parametrize("kind", [*RULESET_SCHEMAS, *RECORD_SCHEMAS])
def test_the_command_prints_the_schema_that_editors_read(kind: str) -> None:
    assert CliRunner().invoke(main, ["schema", kind]).stdout == published(kind)
