"""A visitor's input is never overwritten without a question, and messages are readable."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml
from visitor import THEIRS, Visitor

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browser")]

NAME = "'riichi-house-rules:' + new URL('.', location.href).pathname"
KEPT = f"localStorage.getItem({NAME})"
OURS = (
    "format: 1\nruleset: ours\ntitle: Our club\nextends: wrc-2025\n\nyaku:\n  all_simples: none\n"
)
STRANGE = (
    "format: 7\nruleset: ours\ntitle: Our club\nextends: nowhere\nclaims: {winners: head_bump}\n"
)
PACK = "async (text) => (await import('./packing.js')).packed(text)"
NOTICES = "#notices p"


@pytest.fixture
def visitor(visitor: Visitor) -> Visitor:
    """Return a visitor with the page of house rules open."""
    return visitor.visit()


def keep(visitor: Visitor, text: str) -> None:
    """Store a file as an earlier visit would have left it."""
    visitor.settle()
    visitor.page.evaluate(f"(text) => localStorage.setItem({NAME}, text)", text)


def kept(visitor: Visitor) -> Any:
    visitor.settle()
    return visitor.page.evaluate(KEPT)


def link(visitor: Visitor, text: str) -> str:
    return f"{visitor.address}index.html#r={visitor.page.evaluate(PACK, text)}"


def follow(visitor: Visitor, address: str) -> None:
    """Follow a link, e.g. from a mail, to a newly loaded page."""
    visitor.leave()
    visitor.page.goto(address)


@contextmanager
def another_window(visitor: Visitor) -> Iterator[Any]:
    """Return another window of the same browser, on the same page."""
    first = visitor.page
    visitor.open_window()
    second = visitor.visit().page
    visitor.page = first
    yield second
    second.close()


# ---- links ---------------------------------------------------------------------------------------


def test_a_link_asks_before_it_replaces_rules(visitor: Visitor, tmp_path: Path) -> None:
    address = link(visitor, THEIRS)
    keep(visitor, OURS)
    follow(visitor, address)
    visitor.page.wait_for_selector("#question[open]")
    assert "Our club" in visitor.page.inner_text("#question-text")
    assert visitor.page.evaluate(KEPT) == OURS
    with visitor.page.expect_download() as found:
        visitor.page.click("#question-file")
    found.value.save_as(tmp_path / "mine.yaml")
    assert (tmp_path / "mine.yaml").read_text(encoding="utf-8") == OURS
    visitor.answer("no")
    assert (kept(visitor), visitor.file) == (OURS, OURS)
    follow(visitor, address)
    visitor.answer("yes")
    assert (kept(visitor), visitor.file) == (THEIRS, THEIRS)


def test_escape_keeps_the_current_rules(visitor: Visitor) -> None:
    address = link(visitor, THEIRS)
    keep(visitor, OURS)
    follow(visitor, address)
    visitor.page.wait_for_selector("#question[open]")
    visitor.page.keyboard.press("Escape")
    assert (kept(visitor), visitor.file) == (OURS, OURS)


def test_a_link_in_the_open_page_asks_too(visitor: Visitor) -> None:
    visitor.choose("yaku.all_simples", "none")
    mine = kept(visitor)
    visitor.page.goto(link(visitor, THEIRS))  # another place in the same page
    visitor.answer("no")
    assert kept(visitor) == mine


def test_reloading_an_opened_link_does_not_overwrite_changes(visitor: Visitor) -> None:
    follow(visitor, link(visitor, THEIRS))
    visitor.page.wait_for_function("() => location.hash === ''")
    visitor.choose("claims.winners", "head_bump")
    mine = kept(visitor)
    assert "head_bump" in mine
    visitor.page.reload()
    assert visitor.text("#count") == "1"
    assert kept(visitor) == mine


def test_a_first_visitor_gets_no_question(visitor: Visitor) -> None:
    assert kept(visitor) is None
    follow(visitor, link(visitor, THEIRS))
    visitor.page.wait_for_function("() => location.hash === ''")
    assert kept(visitor) == THEIRS


@pytest.mark.parametrize("letters", ["x", "S8svylWyUlBKTFGyAhKGQMJIyQgIAA"])
def test_the_message_about_a_damaged_link_stays(visitor: Visitor, letters: str) -> None:
    keep(visitor, OURS)
    follow(visitor, f"{visitor.address}index.html#r={letters}")
    visitor.page.wait_for_selector("#differences .sum", state="attached")
    assert "This link cannot be read" in visitor.text(NOTICES)
    visitor.choose("claims.winners", "=all")
    visitor.settle()
    assert "This link cannot be read" in visitor.text(NOTICES)
    assert "Our club" in kept(visitor)
    visitor.page.click(f"{NOTICES} button")
    assert visitor.page.locator(NOTICES).count() == 0


def test_a_link_to_broken_rules_says_so(visitor: Visitor) -> None:
    visitor.choose("yaku.all_simples", "none")
    visitor.settle()
    visitor.view("file")
    visitor.page.click("#share")
    visitor.page.wait_for_selector("#shared", state="visible")
    assert "errors" not in visitor.text("#share-said")
    visitor.write("setup.starting_points", "25000")
    visitor.settle()
    assert not visitor.page.is_visible("#shared")  # it had the rules as they were
    visitor.page.click("#share")
    visitor.page.wait_for_selector("#shared", state="visible")
    assert "These rules have errors" in visitor.text("#share-said")
    visitor.page.click("#file-errors li a")
    assert visitor.page.evaluate("document.activeElement.closest('.option').dataset.path") in (
        "result.oka", "setup.starting_points",
    )  # fmt: skip


# ---- the next visit ------------------------------------------------------------------------------


def hold_engine(visitor: Visitor) -> None:
    """Hold back all answers until `let_go`."""
    visitor.page.route("**/ask", lambda _: None)


def let_go(visitor: Visitor) -> None:
    visitor.page.unroute("**/ask")  # which releases the questions held back
    visitor.settle()


def test_the_next_visit_begins_with_the_last_answer(visitor: Visitor) -> None:
    visitor.page.fill("#title", "Thursday Club")
    visitor.page.locator("[data-ask=reds] input[value='3']").dispatch_event("click")
    visitor.settle()
    hold_engine(visitor)
    visitor.page.reload()
    visitor.page.wait_for_selector("#differences .difference")  # and no engine has answered
    assert visitor.page.inner_text("#count") == "1"
    assert visitor.page.input_value("#title") == "Thursday Club"
    assert visitor.page.is_checked("[data-ask=reds] input[value='3']")
    assert not visitor.page.is_visible("#opening")
    visitor.page.locator("[data-ask=winners] input[value=head_bump]").dispatch_event("click")
    let_go(visitor)
    assert visitor.text("#count") == "2"
    assert "m: 1, p: 1, s: 1" in kept(visitor)
    assert visitor.file == kept(visitor)


@pytest.mark.parametrize("damage", ["remove", "version", "nonsense"])
def test_without_a_stored_answer_changes_wait_until_the_file_is_open(
    visitor: Visitor, damage: str, tmp_path: Path
) -> None:
    visitor.page.locator("[data-ask=reds] input[value='3']").dispatch_event("click")
    mine = kept(visitor)
    visitor.page.evaluate(DAMAGE_VIEW, damage)
    hold_engine(visitor)
    visitor.page.reload()
    visitor.page.wait_for_selector("#opening", state="visible")
    for part in ("#quick", "#title", "#base", ".door >> nth=0"):
        assert not visitor.page.is_visible(part)
    assert visitor.page.evaluate("document.getElementById('rules').inert")
    assert visitor.page.inner_text("#differences") == ""
    with visitor.page.expect_download() as found:
        visitor.page.click("#opening button")
    found.value.save_as(tmp_path / "mine.yaml")
    assert (tmp_path / "mine.yaml").read_text("utf-8") == mine
    let_go(visitor)
    visitor.page.wait_for_selector("#quick")
    assert visitor.text("#count") == "1"
    assert visitor.file == kept(visitor) == mine
    visitor.page.locator("[data-ask=winners] input[value=head_bump]").dispatch_event("click")
    assert "m: 1, p: 1, s: 1" in visitor.file


DAMAGE_VIEW = """(how) => {
  const name = "riichi-house-rules-view:" + new URL(".", location.href).pathname;
  const view = JSON.parse(localStorage.getItem(name));
  if (how === "remove") localStorage.removeItem(name);
  else if (how === "nonsense") localStorage.setItem(name, "{");
  else localStorage.setItem(name, JSON.stringify({ ...view, version: "another" }));
}"""


def test_two_sites_of_one_origin_keep_separate_rules(visitor: Visitor) -> None:
    visitor.choose("yaku.all_simples", "none")
    mine = kept(visitor)
    home = visitor.address
    other = home.rsplit("/", 2)[0] + "/other-club/"

    def serve(route: Any) -> None:
        route.fulfill(response=route.fetch(url=route.request.url.replace(other, home)))

    visitor.page.route(f"{other}**", serve)
    visitor.page.goto(f"{other}index.html")
    visitor.page.wait_for_selector("#differences .sum", state="attached")
    assert kept(visitor) is None
    visitor.choose("claims.winners", "head_bump")
    assert "all_simples" not in kept(visitor)
    visitor.page.unroute(f"{other}**")
    visitor.visit()
    assert kept(visitor) == visitor.file == mine


# ---- what an earlier version kept ----------------------------------------------------------------


def test_unreadable_rules_are_set_aside(visitor: Visitor, tmp_path: Path) -> None:
    keep(visitor, STRANGE)
    visitor.visit()
    visitor.choose("yaku.all_simples", "none")
    assert "all_simples" in kept(visitor)
    visitor.visit()  # the new rules are stored, and the page still mentions the others
    assert "cannot open some rules" in visitor.text(NOTICES)
    with visitor.page.expect_download() as found:
        visitor.page.click(f"{NOTICES} button:has-text('Download')")
    found.value.save_as(tmp_path / "old.yaml")
    assert (tmp_path / "old.yaml").read_text(encoding="utf-8") == STRANGE
    visitor.page.click(f"{NOTICES} button:has-text('Delete')")
    visitor.answer("yes")
    assert visitor.visit().page.locator(NOTICES).count() == 0


def test_rules_stored_under_the_common_name_are_migrated(visitor: Visitor) -> None:
    visitor.page.evaluate("(text) => localStorage.setItem('riichi-house-rules', text)", OURS)
    visitor.visit()
    assert visitor.file == kept(visitor) == OURS


@pytest.mark.parametrize("number", [2, 10**9])
def test_rules_of_a_newer_version_are_set_aside(visitor: Visitor, number: int) -> None:
    newer = OURS.replace("format: 1", f"format: {number}")
    keep(visitor, newer)
    visitor.visit()
    assert "cannot open some rules" in visitor.text(NOTICES)
    visitor.page.click(f"{NOTICES} button:has-text('Open')")
    assert "newer version" in visitor.text(f"{NOTICES} >> nth=-1")
    visitor.choose("yaku.all_simples", "none")
    assert "Our club" not in kept(visitor)
    visitor.visit()
    assert visitor.page.evaluate(SET_ASIDE) == [newer]


SET_ASIDE = "Object.entries(localStorage).filter(([k]) => k.includes('-aside-')).map(([, v]) => v)"


# ---- several windows -----------------------------------------------------------------------------


def test_a_window_follows_changes_of_another(visitor: Visitor) -> None:
    with another_window(visitor) as second:
        visitor.choose("yaku.all_simples", "none")
        visitor.settle()
        second.wait_for_function("() => document.querySelector('#count').textContent === '1'")
        second.check("[name=shown][value=all]")
        second.select_option("#base", "ema-2025")
        second.wait_for_selector("body:not([data-busy])", state="attached")
        visitor.page.wait_for_function("() => document.querySelector('#base').value === 'ema-2025'")
        assert "all_simples" in kept(visitor)


def test_undo_reverts_a_change_of_another_window_first(visitor: Visitor) -> None:
    with another_window(visitor) as second:
        visitor.page.fill("#title", "Renamed")
        second.wait_for_function("() => document.querySelector('#title').value === 'Renamed'")
        second.locator("[name=quick-tanyao][value=no]").dispatch_event("click")
        visitor.page.wait_for_function("() => document.querySelector('#count').textContent === '1'")
        visitor.page.click("#undo")
        assert "all_simples" not in visitor.file
        assert "Renamed" in visitor.file
        visitor.page.click("#undo")
        assert "Renamed" not in visitor.file


CHANGED_UNHEARD = f"(text) => localStorage.setItem({NAME}, text)"


@pytest.mark.parametrize(("what", "title"), [("yes", "My club"), ("no", "Their club")])
def test_rules_of_another_window_are_not_overwritten(
    visitor: Visitor, what: str, title: str
) -> None:
    visitor.choose("yaku.all_simples", "none")
    visitor.settle()
    # a sleeping page, e.g. one reached by the back button, gets no messages from others
    visitor.page.evaluate(CHANGED_UNHEARD, THEIRS)
    visitor.choose("claims.winners", "head_bump")
    visitor.page.wait_for_selector("#question[open]")
    assert visitor.page.evaluate(KEPT) == THEIRS
    visitor.answer(what)
    assert f"title: {title}" in kept(visitor)
    assert kept(visitor) == visitor.file


# ---- what the visitor presses --------------------------------------------------------------------


def test_start_over_asks_first(visitor: Visitor) -> None:
    visitor.choose("yaku.all_simples", "none")
    mine = kept(visitor)
    visitor.view("file")
    visitor.page.click("#anew")
    visitor.answer("no")
    assert (kept(visitor), visitor.file) == (mine, mine)
    visitor.page.click("#anew")
    visitor.answer("yes")
    assert "all_simples" not in kept(visitor)


def test_opening_a_file_or_an_export_of_another_program_asks_first(
    visitor: Visitor, tmp_path: Path
) -> None:
    visitor.choose("yaku.all_simples", "none")
    mine = kept(visitor)
    visitor.view("file")
    (tmp_path / "theirs.yaml").write_text(THEIRS, encoding="utf-8")
    visitor.page.set_input_files("#open", tmp_path / "theirs.yaml")
    visitor.answer("no")
    assert kept(visitor) == mine
    (tmp_path / "theirs.json").write_text(json.dumps({"withKuitan": False}), encoding="utf-8")
    visitor.page.set_input_files("#import", tmp_path / "theirs.json")
    visitor.answer("no")
    assert kept(visitor) == mine


NO_RULES = {
    "shopping.yaml": b"milk\nbread\n",
    "picture.yaml": b"\x89PNG\r\n\x1a\n\x00\x00",
    "latin.yaml": "title: Café".encode("latin-1"),
    "newer.yaml": THEIRS.replace("format: 1", "format: 3").encode(),
    "elsewhere.yaml": THEIRS.replace("ema-2025", "mcr").encode(),
    "large.yaml": b"#" * (96 * 1024 + 1),
    "empty.yaml": b"",
}


@pytest.mark.parametrize("name", NO_RULES)
def test_a_file_without_rules_is_reported_once(visitor: Visitor, name: str, tmp_path: Path) -> None:
    visitor.choose("yaku.all_simples", "none")
    mine = kept(visitor)
    visitor.view("file")
    (tmp_path / name).write_bytes(NO_RULES[name])
    visitor.page.set_input_files("#open", tmp_path / name)
    visitor.page.wait_for_selector("#file-error", state="visible")
    said = visitor.text("#file-error")
    refused = "The page cannot open this file as rules. Your rules are unchanged."
    assert said.removeprefix("⚠ ").startswith(refused)
    assert len(said) > len(refused) + 10  # why
    assert visitor.text("body").count("The page cannot open this file as rules") == 1
    assert visitor.text("#file-said") == visitor.text("#loose") == ""
    assert kept(visitor) == visitor.file == mine
    assert not visitor.page.is_visible("#question")
    visitor.choose("claims.winners", "head_bump")
    assert visitor.text("#file-error") == ""


def test_an_error_in_a_file_is_shown_at_its_place(visitor: Visitor, tmp_path: Path) -> None:
    wrong = THEIRS + "setup:\n  starting_points: many\nclaims:\n  wiinners: head_bump\n"
    visitor.view("file")
    (tmp_path / "wrong.yaml").write_text(wrong, encoding="utf-8")
    visitor.page.set_input_files("#open", tmp_path / "wrong.yaml")
    visitor.page.wait_for_selector("#file-errors li")
    assert visitor.text("#file-said") == "The file is open. Fix these errors:"
    first, second = visitor.page.locator("#file-errors li").all_inner_texts()
    assert first.startswith("line 6: ")
    assert second.startswith("line 8: ")
    visitor.page.click("#file-errors li >> nth=1 >> a")
    selected = visitor.page.evaluate("window.getSelection().toString()")
    assert selected == "  wiinners: head_bump"
    visitor.page.click("#file-errors li >> nth=0 >> a")
    assert visitor.page.is_visible("#o-setup-starting_points .error")
    assert kept(visitor) == visitor.file == wrong


def test_a_file_from_windows_does_not_count_as_edited(visitor: Visitor, tmp_path: Path) -> None:
    held = visitor.held_back
    visitor.view("file")
    (tmp_path / "theirs.yaml").write_bytes(THEIRS.replace("\n", "\r\n").encode())
    visitor.page.set_input_files("#open", tmp_path / "theirs.yaml")
    visitor.page.wait_for_function("() => document.querySelector('#title').value === 'Their club'")
    assert visitor.text("#file-said") == "The file is open."
    visitor.visit()
    assert visitor.held_back == held
    assert kept(visitor) == THEIRS.replace("\n", "\r\n")


def test_text_typed_into_the_file_stays_until_it_is_applied(visitor: Visitor) -> None:
    visitor.choose("yaku.all_simples", "none")
    visitor.settle()
    visitor.view("file")
    written = visitor.file.replace("My club", "Written here")
    visitor.page.fill("#yaml", written)
    visitor.choose("claims.winners", "head_bump")
    assert visitor.file == written
    assert "does not use it yet" in visitor.text("#file-said")
    visitor.page.click("#take")
    visitor.answer("yes")  # because a rule was changed after it
    assert kept(visitor) == visitor.file == written


def test_an_unfinished_yaku_is_not_lost(visitor: Visitor) -> None:
    visitor.page.click("#new-yaku")
    visitor.write("name/en", "Stairway")
    visitor.page.keyboard.press("Escape")
    visitor.answer("no")
    assert visitor.page.input_value("[name='name/en']") == "Stairway"
    visitor.page.click("#yaku-close")
    visitor.answer("yes")
    visitor.page.wait_for_selector("#yaku", state="hidden")


# ---- leaving -------------------------------------------------------------------------------------


def test_a_visitor_who_leaves_with_unsaved_changes_is_asked(visitor: Visitor) -> None:
    held = visitor.held_back
    visitor.page.route("**/ask", lambda _: None)  # the engine has not started yet
    visitor.page.click("#title")
    visitor.page.keyboard.type("Thursday Club")
    visitor.page.reload()
    assert visitor.held_back == held + 1
    visitor.page.unroute("**/ask")
    visitor.visit()
    visitor.choose("yaku.all_simples", "none")
    visitor.settle()
    visitor.visit("index.nl.html")
    assert visitor.text("#count") == "1"
    assert visitor.held_back == held + 1


def test_the_page_warns_if_the_browser_cannot_store_anything(visitor: Visitor) -> None:
    refuse = "() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }"
    visitor.page.evaluate(refuse)
    held = visitor.held_back
    visitor.page.click("#rules .chapter summary >> nth=0")
    visitor.choose("yaku.all_simples", "none")
    visitor.settle()
    assert "does not save your rules" in visitor.text(NOTICES)
    visitor.choose("claims.winners", "head_bump")
    visitor.settle()
    assert visitor.page.locator(NOTICES).count() == 1
    visitor.page.reload()
    assert visitor.held_back == held + 1


def test_a_private_window_works_and_warns_that_nothing_is_stored(
    chromium: Any, address: str, tmp_path: Path
) -> None:
    """Some browsers even forbid access to the storage."""
    with Visitor(chromium, address) as visitor:
        visitor.context.add_init_script(
            "Object.defineProperty(window, 'localStorage',"
            " { get() { throw new DOMException('denied', 'SecurityError'); } });"
        )
        visitor.visit()
        assert visitor.page.locator(NOTICES).count() == 0
        visitor.choose("yaku.all_simples", "none")
        assert "does not save your rules" in visitor.text(NOTICES)
        assert visitor.page.is_visible("#unsaved")
        visitor.page.click("#undo")
        assert "all_simples" not in visitor.file
        visitor.page.click("#redo")
        visitor.settle()
        assert "yaku.all_simples" in visitor.ruleset(tmp_path).changes


def test_a_full_browser_stores_rules_again_once_there_is_room(visitor: Visitor) -> None:
    visitor.page.evaluate(
        "() => { window.whole = Storage.prototype.setItem;"
        " Storage.prototype.setItem = () => { throw new Error('full'); }; }"
    )
    visitor.choose("yaku.all_simples", "none")
    assert "does not save your rules" in visitor.text(NOTICES)
    visitor.page.evaluate("() => { Storage.prototype.setItem = window.whole; }")
    visitor.choose("claims.winners", "head_bump")
    assert kept(visitor) == visitor.file
    assert visitor.page.locator(NOTICES).count() == 0
    assert not visitor.page.is_visible("#unsaved")


def test_own_rules_are_the_first_to_compare(visitor: Visitor) -> None:
    keep(visitor, OURS)
    visitor.visit("compare.html")
    assert visitor.page.locator("#first option:checked").inner_text() == "Your rules"
    assert visitor.text("#comparison h2") == (
        "Our club compared with World Riichi Championship Rules, 2025"
    )
    visitor.page.select_option("#second", "ema-2025")
    assert visitor.page.evaluate("location.hash") == "#mine+ema-2025"
    assert "Our club compared with EMA" in visitor.text("#comparison h2")


# ---- before the scripts have loaded --------------------------------------------------------------


@pytest.mark.parametrize("before", ["", OURS])
def test_what_was_chosen_before_the_scripts_had_loaded_counts(
    visitor: Visitor, before: str
) -> None:
    if before:
        keep(visitor, before)
    visitor.leave()
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    visitor.page.route("**/index.js", hold)
    visitor.page.goto(f"{visitor.address}index.html", wait_until="commit")
    visitor.page.click("[data-ask=reds] label:has([value='4'])")
    visitor.page.click("[data-ask=ends] label:has([value=bust])")
    visitor.page.click(".door label:has([value=tenhou])")
    visitor.page.fill("#title", "Red Fives")
    held[0].continue_()
    visitor.page.unroute("**/index.js")
    visitor.page.wait_for_selector("body[data-ready]", state="attached")
    data = yaml.safe_load(visitor.file)
    assert (data["title"], data["extends"]) == ("Red Fives", "tenhou")
    assert data.get("yaku") == ({"all_simples": "none"} if before else None)
    assert data["tiles"]["red_fives"] == {"m": 1, "p": 2, "s": 1}
    assert visitor.page.is_checked("[name=quick-reds][value='4']")
    assert visitor.page.is_checked("[name=quick-ends][value=bust]")
