"""A visitor of the page: one line for each action."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from riichi_core.rules.load import examine
from riichi_core.rules.ruleset import Ruleset

LONGEST_WAIT = 60_000
"""The milliseconds within which everything arrives, even on a busy machine."""

IS_SETTLED = "() => document.body && !('busy' in document.body.dataset)"
"""Whether the page is not busy; Playwright would look for a selector only twice a second."""

HOSTED = "https://club.example/rules/"
"""The page that links lead to; nobody opens it."""

NO_PAGE_NEEDS = "/favicon.ico"
"""The address that Chromium asks for if it shows a file that is not a page."""

STARTED = 120_000
"""The time in milliseconds within which Python starts in a browser of a busy machine."""

NEWER = "#notices button:has-text('Load it')"
"""The button that loads a newer version of the page."""

THEIRS = "format: 1\nruleset: theirs\ntitle: Their club\nextends: ema-2025\n"
"""The rules of another club."""

FILL = """([place, fields]) => {
  const box = document.querySelector(place);
  const seen = (one) => {
    const label = one.closest("label");
    const shown = [one, label].some((part) => part?.checkVisibility({ visibilityProperty: true }));
    if (one.disabled || !shown) throw new Error(`nobody can reach ${one.name}`);
    return one;
  };
  const put = (one, part, value) => {
    if (one[part] === value) return;
    seen(one)[part] = value;
    one.dispatchEvent(new Event("input", { bubbles: true }));
    one.dispatchEvent(new Event("change", { bubbles: true }));
  };
  for (const [name, values] of Object.entries(fields)) {
    const controls = [...box.querySelectorAll(`[name="${name}"]`)];
    if (!controls.length) throw new Error(`there is no ${name}`);
    for (const one of controls) {
      if (one.type === "checkbox") put(one, "checked", values.includes(one.value));
      else if (one.type === "radio") one.value === values[0] && put(one, "checked", true);
      else if (one.type !== "hidden") put(one, "value", values[0] ?? "");
    }
  }
  for (const one of box.querySelectorAll("input[type=number]:enabled"))
    if (!(one.name in fields)) put(one, "value", "");
}"""
"""The controls of a part filled in at once; those that somebody could not reach are refused."""


class Visitor:
    """A visitor with one window, who keeps a list of errors that are not visible."""

    def __init__(self, browser: Any, address: str, **settings: Any) -> None:
        settings = {"viewport": {"width": 1300, "height": 900}} | settings
        self.size = settings["viewport"]
        self.context = browser.new_context(**settings)
        self.context.set_default_timeout(LONGEST_WAIT)
        self.address = address
        self.troubles: list[str] = []
        self.held_back = 0  # how often the browser asked before the page was left
        self.open_window()

    def open_window(self) -> None:
        """Open a window with a blank page."""
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("dialog", self._dialog)
        self.page.on("console", self._console)

    def _dialog(self, dialog: Any) -> None:
        """Accept a dialog; count it if it asks before leaving, else list it as an error."""
        if dialog.type == "beforeunload":
            self.held_back += 1
        else:
            self.troubles.append(f"dialog {dialog.message}")
        dialog.accept()

    def _console(self, message: Any) -> None:
        if message.type == "error" and not message.location["url"].endswith(NO_PAGE_NEEDS):
            self.troubles.append(message.text)

    def __enter__(self) -> Visitor:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()
        assert not self.troubles, self.troubles

    @contextmanager
    def forgetting(self) -> Iterator[None]:
        """Start with empty storage and a window of its first size; list invisible errors."""
        self.leave()
        self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
        if self.page.viewport_size != self.size:
            self.page.set_viewport_size(self.size)
        self.troubles.clear()
        yield
        self.settle()
        assert not self.troubles, self.troubles

    def leave(self) -> None:
        """Leave the page for a file of its site, because a blank page would cost a process."""
        self.page.goto(f"{self.address}app.css")

    def visit(self, name: str = "index.html") -> Visitor:
        """Open a page; the page of house rules is ready when it shows the differences."""
        if self.page.url.startswith(self.address):
            self.settle()  # otherwise its question would be cancelled
        self.page.goto(self.address + name)
        if name.startswith("index"):
            self.page.wait_for_selector("#differences .sum", state="attached")
            self.settle()
            self.page.evaluate("document.getElementById('all').open = true")
        return self

    def started(self, name: str = "index.html") -> Any:
        """Open a page of a site, wait until the engine has started, and return the page."""
        self.context.set_default_timeout(STARTED)
        self.visit(name)
        self.page.wait_for_selector("body[data-ready]", state="attached")
        return self.page

    def answer(self, what: str) -> None:
        """Answer the page's question with `yes` or `no`."""
        self.page.wait_for_selector("#question[open]")
        self.page.click(f"#question-{what}")
        self.settle()

    # ---- the form --------------------------------------------------------------------------------

    def all_rules(self) -> None:
        """Show all rules, with every chapter open."""
        self.page.check("[name=shown][value=all]")
        self.page.evaluate("document.querySelectorAll('.chapter').forEach((c) => c.open = true)")

    def choose(self, name: str, value: str) -> None:
        """Choose an alternative of an option, or of a part of its value."""
        self.page.evaluate("document.getElementById('all').open = true")
        control = self.page.locator(f'[name="{name}"]')
        if control.first.evaluate("(one) => one.matches('select')"):
            control.first.select_option(value)
        else:
            self.page.check(f'[name="{name}"][value="{value}"]')

    def write(self, name: str, text: str) -> None:
        """Type into a field."""
        self.page.fill(f'[name="{name}"]', text)

    def fill(self, path: str, fields: Mapping[str, Sequence[str]]) -> None:
        """Fill in an option like a visitor: alternatives first, then their fields."""
        self.fill_part(f'.option[data-path="{path}"]', fields)

    def fill_part(self, place: str, fields: Mapping[str, Sequence[str]]) -> None:
        """Fill in a part of the page."""
        self.page.evaluate(FILL, [place, {name: [*values] for name, values in fields.items()}])

    def tap(self, part: str, tiles: str) -> None:
        """Tap tiles into the hand of a part of the page."""
        for numbers, suit in re.findall(r"(\d+)([mpsz])", tiles):
            for number in numbers:
                self.page.click(f'{part} .put .keys [data-tile="{number}{suit}"]')
        self.settle()

    def choose_sentence(self, says: str) -> None:
        """Choose a condition of a yaku from the sentences that hold for its example."""
        self.page.click(f'#yaku-conditions span:text-is("{says}")')
        self.settle()

    def add_yaku(self) -> None:
        """Add the yaku in progress to the rules."""
        self.page.click("#yaku button.go")
        self.page.wait_for_selector("#yaku", state="hidden")
        self.settle()

    def text(self, selector: str) -> str:
        """Return the visible text of an element, once all questions are answered."""
        self.settle()
        return str(self.page.inner_text(selector))

    def settle(self) -> None:
        """Wait until all input is answered; the page is busy from the first letter on."""
        self.page.wait_for_function(IS_SETTLED, polling=20)

    @property
    def file(self) -> str:
        """Return the file as the page has it."""
        self.settle()
        return str(self.page.input_value("#yaml"))

    def ruleset(self, folder: Path) -> Ruleset:
        """Return the rules of the downloaded file, read as the commands read it."""
        self.view("file")
        with self.page.expect_download() as found:
            self.page.click("#download")
        file = folder / found.value.suggested_filename
        found.value.save_as(file)
        ruleset, problems = examine(file)
        assert ruleset is not None, problems
        return ruleset

    def view(self, name: str) -> None:
        """Go to a part of the page, and unfold its hidden parts."""
        self.page.click(f".views [data-view={name}]")
        if name == "file":
            self.page.evaluate("document.getElementById('programs').open = true")
