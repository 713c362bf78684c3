"""`riichi sheet` from the command line, with good, bad and no input."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from each import each
from paper import typst
from sheet_reading import read

from riichi.cli.main import main


def riichi(*call: object, status: int = 0) -> Result:
    ran = CliRunner().invoke(main, ["sheet", *map(str, call)], catch_exceptions=False)
    assert ran.exit_code == status, ran.output
    assert "Traceback" not in ran.output
    return ran


def test_sheet_prints_a_page() -> None:
    ran = riichi("ema-2016")
    assert ran.stderr == ""
    assert "yaku" in read(ran.stdout).tables


def test_sheet_prints_a_wiki_page() -> None:
    assert riichi("ema-2016", "--format", "markdown", "--language", "nl").stdout.startswith(
        "# EMA-riichiregels, editie 2016: Regelblad\n"
    )


def test_sheet_accepts_terms_and_paper() -> None:
    text = riichi("wrcr-2015", "--terms", "japanese", "--paper", "letter").stdout
    assert "Sanshoku doujun" in text
    assert "@page { size: letter;" in text


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_sheet_writes_a_file(form: str, tmp_path: Path) -> None:
    file = tmp_path / "sheet"
    ran = riichi("tuesday-club", "--format", form, "--output", file)
    assert ran.stdout == f"{file}: Tuesday Club house rules\n"
    assert file.read_text(encoding="utf-8") == riichi("tuesday-club", "--format", form).stdout


def test_sheet_accepts_a_house_rules_file(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text("format: 1\nruleset: club\ntitle: Ours\nextends: ema-2016\n", encoding="utf-8")
    assert "<h1>Ours</h1>" in riichi(file).stdout


def test_invalid_house_rules_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    head = "format: 1\nruleset: club\ntitle: Ours\nextends: ema-2016\n"
    file.write_text(f"{head}claims: {{winners: head_bmp}}\n", encoding="utf-8")
    ran = riichi(file, status=1)
    assert "error[bad-value]" in ran.stderr
    assert ran.stdout == ""


@each(
    "call, told",
    [
        ((), "Missing argument 'RULESET'"),
        (("no-such-club",), "error[no-ruleset]"),
        (("ema-2016", "--format", "word"), "Invalid value for '--format'"),
        (("ema-2016", "--paper", "a3"), "Invalid value for '--paper'"),
        (("ema-2016", "--language", "xx"), "Invalid value for '--language'"),
        (("ema-2016", "--terms", "chinese"), "Invalid value for '--terms'"),
        (("ema-2016", "--format", "pdf"), "add --output FILE"),
        (("ema-2016", "--output", "no/such/folder/sheet.html"), "cannot be written"),
    ],
)
def test_a_wrong_call_is_refused(call: tuple[str, ...], told: str) -> None:
    ran = riichi(*call, status=2)
    assert told in ran.stderr
    assert ran.stdout == ""


def test_a_pdf_without_typst_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    file = tmp_path / "sheet.pdf"
    ran = riichi("ema-2016", "--format", "pdf", "--output", file, status=2)
    assert "PDF needs Typst, which is not installed" in ran.stderr
    assert 'pip install "riichi-core[pdf]"' in ran.stderr
    assert not file.exists()


@typst
def test_sheet_writes_a_pdf(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    riichi("ema-2016", "--format", "pdf", "--output", file)
    assert file.read_bytes().startswith(b"%PDF")
