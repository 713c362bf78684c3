"""Where commands print: on a terminal, into a file, through a pager."""

from __future__ import annotations

import os
import pty
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import pytest
from effort import first, first_rows
from running import HEAD, printed, refused, riichi
from terminal import on_terminal

from riichi.cli import output
from riichi.locale import Locale

PAGES = {
    ("sheet", "ema-2025"): "ema-2025-sheet",
    ("rulebook", "ema-2025"): "ema-2025-rulebook",
    ("compare", "ema-2025", "wrc-2025", "--format", "html"): "ema-2025-wrc-2025-compare",
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- pages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", first(PAGES))
def test_a_page_is_written_to_a_file_when_standard_output_is_a_terminal(
    call: tuple[str, ...], tmp_path: Path
) -> None:
    status, shown = on_terminal(*call, folder=tmp_path)
    file = tmp_path / f"{PAGES[call]}.html"
    assert status == 0
    assert shown.startswith(f"{file.name}: ")
    assert "<" not in shown
    assert file.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert printed(*call) == file.read_text(encoding="utf-8"), "a pipe still gets it"


def test_a_plan_page_is_also_written_to_a_file(tmp_path: Path) -> None:
    call = ("plan", "16", "--sessions", "3", "--format", "html")
    assert on_terminal(*call, folder=tmp_path) == (0, "plan.html: Seating plan\n")
    assert printed(*call) == (tmp_path / "plan.html").read_text(encoding="utf-8")


def test_open_shows_the_file_in_the_browser(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    assert riichi("sheet", "ema-2025", "--open").stdout.startswith("ema-2025-sheet.html: ")
    assert riichi("compare", "ema-2025", "wrc-2025", "--open").stdout.startswith("ema-2025-wrc")
    riichi("sheet", "ema-2025", "--output", "x.htm", "--open")
    names = ["ema-2025-sheet.html", "ema-2025-wrc-2025-compare.html", "x.htm"]
    assert opened == [(here / name).as_uri() for name in names]
    said = refused("sheet", "ema-2025", "--format", "markdown", "--open")
    assert "--open works only with html and pdf" in said


@pytest.mark.parametrize(
    ("call", "ending"),
    [
        (("export", "ema-2025", "--for", "pantheon"), ".json"),
        (("import", "pantheon.json", "--from", "pantheon"), ".yaml"),
    ],
)
def test_a_file_for_another_program_has_the_ending_of_its_format(
    here: Path, call: tuple[str, ...], ending: str
) -> None:
    riichi("export", "ema-2025", "--for", "pantheon", "--output", "pantheon.json")
    said = refused(*call, "--output", "rules.txt")
    assert f"'rules.txt' has no extension that sets a format: {ending}" in said
    assert not (here / "rules.txt").exists()


@pytest.mark.parametrize(
    "call",
    [
        ("sheet", "ema-2025"),
        ("rulebook", "ema-2025"),
        ("compare", "ema-2025", "wrc-2025"),
        ("plan", "16", "--sessions", "3"),
    ],
)
@pytest.mark.parametrize("name", ["page.docx", "page", "page.xls"])
def test_every_command_refuses_an_unknown_ending_alike(
    here: Path, call: tuple[str, ...], name: str
) -> None:
    said = refused(*call, "--output", name)
    assert f"'{name}' has no extension that sets a format" in said
    assert ".html" in said
    assert not (here / name).exists()


def test_a_named_format_can_be_written_to_any_file(here: Path) -> None:
    riichi("sheet", "ema-2025", "--format", "html", "--output", "page")
    assert (here / "page").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_text_can_be_written_to_a_file(here: Path) -> None:
    pair = ("compare", "ema-2025", "wrc-2025")
    for call in (pair, ("plan", "16", "--sessions", "3")):
        riichi(*call, "--output", "out.txt")
        assert (here / "out.txt").read_text(encoding="utf-8") == printed(*call)
    riichi(*pair, "--output", "out.json")
    assert (here / "out.json").read_text("utf-8") == printed(*pair, "--format", "json")


@pytest.mark.usefixtures("here")
def test_a_file_without_a_title_is_named_without_a_colon() -> None:
    assert printed("foul", "noten riichi", "--output", "out.json") == "out.json\n"


# ---- the pager -----------------------------------------------------------------------------------


@pytest.fixture
def pager(tmp_path: Path) -> str:
    """Install a pager that only counts the lines."""
    file = tmp_path / "pager"
    says = "import sys; print('PAGED', len(sys.stdin.read().splitlines()))"
    file.write_text(f"#!{sys.executable}\n{says}\n", encoding="utf-8")
    file.chmod(0o755)
    return str(file)


@pytest.mark.long
def test_long_text_goes_through_the_pager_on_a_terminal(tmp_path: Path, pager: str) -> None:
    lines = len(printed("show", "ema-2025").splitlines())
    show = ("show", "ema-2025")
    assert on_terminal(*show, folder=tmp_path, PAGER=pager)[1] == f"PAGED {lines}\n"
    assert on_terminal("score", "--help", folder=tmp_path, PAGER=pager)[1].startswith("Usage")


@pytest.mark.parametrize(
    ("call", "named"),
    first_rows(
        [
            (("show", "ema-2025", "result.oka"), None),
            (("show", "ema-2025"), ""),
            (("--no-pager", "show", "ema-2025"), None),
            (("show", "ema-2025", "--format", "json"), None),
        ],
        1,
    ),
)
def test_short_or_unpaged_text_skips_the_pager(
    call: tuple[str, ...], named: str | None, tmp_path: Path, pager: str
) -> None:
    told = pager if named is None else named
    status, shown = on_terminal(*call, folder=tmp_path, PAGER=pager, RIICHI_PAGER=told)
    assert status == 0
    assert "PAGED" not in shown
    assert shown.strip()


@pytest.mark.long
def test_a_club_is_printed_under_its_own_id(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(HEAD.format("our-club"), encoding="utf-8")
    assert on_terminal("sheet", "x.yaml", folder=tmp_path)[1].startswith("our-club-sheet.html: ")


# ---- who waits -----------------------------------------------------------------------------------


@contextmanager
def looks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Return each state of a line that is overwritten, on a terminal of 40 columns."""
    ours, theirs = pty.openpty()
    found: list[str] = []
    with os.fdopen(theirs, "w", encoding="utf-8") as terminal, monkeypatch.context() as changed:
        changed.setattr(sys, "stderr", terminal)  # set here because pytest sets it before each call
        for name, value in {"COLUMNS": "40", "NO_COLOR": "1"}.items():
            changed.setenv(name, value)
        changed.setattr(output, "monotonic", count().__next__)  # a second passes with each item
        yield found
        terminal.write("\n")  # which ends the input
        terminal.flush()
        with os.fdopen(ours, encoding="utf-8", newline="\n") as seen:
            found += seen.readline().strip().replace("\r", "").split("\x1b[K")[1:]


def test_a_progress_bar_fits_the_terminal_and_is_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    with looks(monkeypatch) as found:
        assert list(output.progress("abcd", 4, "games")) == ["a", "b", "c", "d"]
    assert found == [
        "games ━━━━━──────────────── 1/4 0:00:03",
        "games ━━━━━━━━━━─────────── 2/4 0:00:02",
        "games ━━━━━━━━━━━━━━━━───── 3/4 0:00:01",
        "games ━━━━━━━━━━━━━━━━━━━━━ 4/4 0:00:00",
        "",
    ]


def test_progress_without_a_known_end_counts_until_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with looks(monkeypatch) as found, closing(output.progress(count(), None, "games")) as counted:
        assert [next(counted) for _ in range(3)] == [0, 1, 2]
    assert found == ["games 1", "games 2", ""]


def test_progress_is_in_the_language_of_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "translator", lambda: Locale("nl"))
    with looks(monkeypatch) as found, closing(output.progress(count(), None, "games")) as counted:
        assert [next(counted) for _ in range(2)] == [0, 1]
    assert found == ["partijen 1", ""]


def test_progress_is_hidden_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(output.progress("abc", 3, "games")) == ["a", "b", "c"]
    assert capsys.readouterr().err == ""
