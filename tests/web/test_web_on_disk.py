"""The page of `riichi web` keeps the rules in a file, and never overwrites unseen changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from visitor import Visitor

from riichi.web.kept_file import KeptError, KeptFile
from riichi.web.server import PageServer
from riichi_core.messages import Message

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browser")]

OURS = "format: 1\nruleset: ours\ntitle: Our club\nextends: wrc-2025\n# by hand\n"
NOTICES = "#notices p"
FOCUS = "window.dispatchEvent(new Event('focus'))"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    folder = tmp_path_factory.mktemp("club")
    with PageServer(kept=KeptFile(folder / "ours.yaml")) as found:
        Thread(target=found.serve_forever, args=(0.02,), daemon=True).start()
        yield found
        found.shutdown()


@pytest.fixture(scope="module")
def own_window(chromium: Any, server: PageServer) -> Iterator[Visitor]:
    with Visitor(chromium, server.address) as found:
        yield found


@pytest.fixture
def visitor(own_window: Visitor, file: Path) -> Iterator[Visitor]:
    """Return a first-time visitor whose file does not exist yet."""
    with own_window.forgetting():
        for path in file.parent.glob("*.yaml"):
            path.unlink()
        yield own_window


@pytest.fixture
def file(server: PageServer) -> Path:
    assert server.kept is not None
    return server.kept.path


def full(*_: object, **_named: object) -> None:
    """Refuse to write, like a full disk."""
    raise KeptError(Message("cannot be written: {reason}", reason="the disk is full"))


def text_of(file: Path, visitor: Visitor) -> str:
    visitor.settle()
    return file.read_text("utf-8")


def test_the_rules_are_saved_to_and_loaded_from_the_file(visitor: Visitor, file: Path) -> None:
    visitor.visit()
    assert not file.exists()
    visitor.choose("yaku.all_simples", "none")
    assert "all_simples: none" in text_of(file, visitor)
    assert text_of(file, visitor) == visitor.file
    visitor.view("file")
    assert visitor.text("#kept-in") == f"Saved to {file}"
    visitor.page.evaluate("localStorage.clear()")  # another browser
    visitor.visit()
    assert visitor.text("#count") == "1"
    assert visitor.page.locator(NOTICES).count() == 0
    kept = "Object.keys(localStorage).filter((key) => !/-(view|steps):/.test(key))"
    assert visitor.page.evaluate(kept) == []


def test_a_clubs_file_is_opened_unchanged(visitor: Visitor, file: Path) -> None:
    file.write_bytes(OURS.replace("\n", "\r\n").encode())
    visitor.visit()
    assert visitor.page.input_value("#title") == "Our club"
    assert file.read_bytes() == OURS.replace("\n", "\r\n").encode()
    assert visitor.text("#file-said") == ""
    visitor.choose("yaku.all_simples", "none")
    assert "# by hand" in text_of(file, visitor)


@pytest.mark.parametrize("what", ["yes", "no"])
def test_a_change_made_in_an_editor_causes_a_question(
    visitor: Visitor, file: Path, what: str
) -> None:
    visitor.visit()
    visitor.choose("yaku.all_simples", "none")
    mine = text_of(file, visitor)
    file.write_text(OURS, encoding="utf-8")
    visitor.page.evaluate(FOCUS)
    visitor.page.wait_for_selector("#question[open]")
    assert "ours.yaml was changed outside this page" in visitor.page.inner_text("#question-text")
    assert file.read_text("utf-8") == OURS
    visitor.answer(what)
    assert text_of(file, visitor) == visitor.file == (OURS if what == "yes" else mine)
    copy = file.with_name("ours.before-1.yaml")
    assert (copy.read_text("utf-8") if copy.exists() else "") == ("" if what == "yes" else OURS)
    if what == "yes":
        visitor.page.click("#undo")
        assert text_of(file, visitor) == mine
    visitor.page.evaluate(FOCUS)
    visitor.settle()
    assert not visitor.page.is_visible("#question")


@pytest.mark.parametrize("what", ["yes", "no"])
def test_a_change_unnoticed_by_the_page_causes_a_question(
    visitor: Visitor, file: Path, what: str
) -> None:
    visitor.visit()
    visitor.choose("yaku.all_simples", "none")
    visitor.settle()
    file.write_text(OURS, encoding="utf-8")
    visitor.choose("claims.winners", "head_bump")
    visitor.page.wait_for_selector("#question[open]")
    assert file.read_text("utf-8") == OURS
    visitor.answer(what)
    assert text_of(file, visitor) == visitor.file
    assert ("head_bump" in visitor.file) == (what == "yes")
    copies = [one.read_text("utf-8") for one in file.parent.glob("*.before-*")]
    assert copies == ([OURS] if what == "yes" else [])


def test_a_changed_file_with_a_typing_error_stays_if_it_is_chosen(
    visitor: Visitor, file: Path
) -> None:
    visitor.visit()
    visitor.choose("yaku.all_simples", "none")
    visitor.settle()
    file.write_text(f"{OURS}broken: [\n", encoding="utf-8")
    visitor.choose("claims.winners", "head_bump")
    visitor.answer("no")
    assert "Not saved to ours.yaml: line 7: " in visitor.text(NOTICES)
    visitor.page.evaluate(FOCUS)
    assert text_of(file, visitor) == f"{OURS}broken: [\n"
    file.write_text(OURS, encoding="utf-8")  # the error is mended in the editor
    visitor.page.evaluate(FOCUS)
    visitor.answer("yes")
    assert text_of(file, visitor) == visitor.file == OURS
    visitor.page.click("#undo")
    assert "head_bump" in text_of(file, visitor)


def test_a_window_shows_changes_of_another_window_without_asking(
    visitor: Visitor, file: Path
) -> None:
    visitor.visit()
    visitor.choose("yaku.all_simples", "none")
    visitor.settle()
    first = visitor.page
    visitor.open_window()
    visitor.visit().choose("claims.winners", "head_bump")
    both = text_of(file, visitor)
    visitor.page.close()
    visitor.page = first
    visitor.page.evaluate(FOCUS)
    assert visitor.text("#count") == "2"
    assert visitor.file == text_of(file, visitor) == both


@pytest.mark.parametrize("text", ["a shopping list\n", OURS.replace("format: 1", "format: 2")])
def test_a_file_without_rules_is_kept_and_copied_before_a_change(
    visitor: Visitor, file: Path, text: str
) -> None:
    file.write_text(text, encoding="utf-8")
    visitor.visit()
    assert "ours.yaml has an error: " in visitor.text(NOTICES)
    assert file.read_text("utf-8") == text
    visitor.choose("yaku.all_simples", "none")
    assert "all_simples" in text_of(file, visitor)
    assert file.with_name("ours.before-1.yaml").read_text("utf-8") == text
    assert "ours.before-1.yaml" in visitor.text(f"{NOTICES} >> nth=-1")
    assert [one.name for one in file.parent.glob("*.yaml")].count("ours.before-2.yaml") == 0


def test_the_error_of_a_file_is_shown_and_the_file_not_written(
    visitor: Visitor, file: Path
) -> None:
    wrong = OURS + "setup:\n  starting_points: 25000\n"
    file.write_text(wrong, encoding="utf-8")
    visitor.page.goto(visitor.address)
    visitor.page.wait_for_selector("#file-errors li", state="attached")
    visitor.settle()
    visitor.view("file")
    assert "line 7" in visitor.text("#file-errors")
    assert file.read_text("utf-8") == wrong


def test_the_page_says_not_saved_until_it_is_saved(
    visitor: Visitor, file: Path, server: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.visit()
    visitor.choose("yaku.all_simples", "none")
    saved = text_of(file, visitor)

    monkeypatch.setattr(server.kept, "write", full)
    held = visitor.held_back
    visitor.choose("claims.winners", "head_bump")
    assert "the disk is full" in visitor.text(NOTICES)
    assert visitor.page.is_visible("#unsaved")
    assert text_of(file, visitor) == saved
    mine = visitor.file
    visitor.page.click(f"{NOTICES} button:has-text('Close')")
    assert visitor.page.is_visible("#unsaved")
    visitor.visit()  # the browser asks, and has stored what could not be written to the file
    assert visitor.held_back == held + 1
    assert visitor.file == mine
    assert visitor.page.is_visible("#unsaved")
    monkeypatch.undo()
    visitor.page.evaluate(FOCUS)
    visitor.settle()
    assert text_of(file, visitor) == mine
    assert not visitor.page.is_visible("#unsaved")
    assert visitor.page.locator(NOTICES).count() == 0


def test_an_undone_change_does_not_reappear(
    visitor: Visitor, file: Path, server: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk refused the change, which was then undone."""
    visitor.visit()
    visitor.choose("yaku.all_simples", "none")
    before = text_of(file, visitor)
    with monkeypatch.context() as patch:
        patch.setattr(server.kept, "write", full)
        visitor.choose("claims.winners", "head_bump")
        visitor.settle()
    visitor.page.click("#undo")
    visitor.settle()
    assert not visitor.page.is_visible("#unsaved")
    visitor.visit()
    assert visitor.file == text_of(file, visitor) == before


def test_unsaved_rules_are_set_aside_if_the_file_has_changed(
    visitor: Visitor, file: Path, server: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.visit()
    with monkeypatch.context() as patch:
        patch.setattr(server.kept, "write", full)
        visitor.choose("yaku.all_simples", "none")
        mine = visitor.file
    file.write_text(OURS, encoding="utf-8")
    visitor.visit()
    assert visitor.file == text_of(file, visitor) == OURS
    assert "keeps them separately" in visitor.text(NOTICES)
    visitor.page.click(f"{NOTICES} button:has-text('Open')")
    visitor.answer("yes")
    assert visitor.file == text_of(file, visitor) == mine
    visitor.page.click("#undo")
    assert text_of(file, visitor) == OURS


def test_without_a_hosted_page_there_is_a_file_to_send_but_no_link(
    visitor: Visitor, tmp_path: Path
) -> None:
    visitor.visit().view("file")
    assert visitor.page.locator("#share").count() == 0
    with visitor.page.expect_download() as found:
        visitor.page.click("#share-page")
    found.value.save_as(tmp_path / "page.html")
    assert "<html" in (tmp_path / "page.html").read_text("utf-8")


def test_a_link_leads_to_the_hosted_page(chromium: Any, tmp_path: Path) -> None:
    kept = KeptFile(tmp_path / "ours.yaml")
    with PageServer(kept=kept, links_to="https://club.example/rules/") as server:
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        with Visitor(chromium, server.address) as visitor:
            visitor.visit().view("file")
            visitor.page.click("#share")
            visitor.page.wait_for_selector("#shared:not([hidden])")
            link = visitor.page.input_value("#shared")
        server.shutdown()
    assert link.startswith("https://club.example/rules/#r=")
