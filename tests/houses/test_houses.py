"""Whole pages of clubs and parlours as files, and what each page says found again in print.

Beside the rules of a page, `parlour-01.yaml`, its statements are in `parlour-01.says.yaml`: each
statement with the words that the sheet, the card or the rulebook prints for it, or only `show`.
Rules of play without an option are listed as `missing`, so these pages are not complete.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from each import each
from effort import LONG, long_if

from riichi.cli.main import main

FOLDER = Path(__file__).parent
PAGES = [file for file in sorted(FOLDER.glob("*.yaml")) if not file.stem.endswith(".says")]
PRINTED = ("sheet", "card", "rulebook", "show")
IN_A_QUICK_RUN, IN_RULEBOOKS = PAGES[::2], PAGES[::8]
"""The pages that a quick run prints, and those whose rulebooks it prints, too."""


def says(page: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(page.with_suffix(".says.yaml").read_text("utf-8"))
    return found


def run(*call: str) -> str:
    ran = CliRunner().invoke(main, call)
    assert ran.exit_code == 0, ran.output
    return ran.output


def printed(kind: str, page: Path) -> str:
    """Return a print of the rules of a page in one line, without marks and sources."""
    text = run(kind, str(page), "--format", "json" if kind == "show" else "markdown")
    plain = re.sub(r"\(house rule\) |[*|]", "", text)
    return " ".join(plain.split())


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, id=page.stem, marks=long_if(page not in IN_A_QUICK_RUN)) for page in PAGES],
)
def test_each_statement_of_a_page_is_found_again_in_print(page: Path) -> None:
    statements = says(page)
    assert {*statements} <= {*PRINTED, "missing"}
    for kind in PRINTED:
        if kind in statements and (LONG or kind != "rulebook" or page in IN_RULEBOOKS):
            text, sought = printed(kind, page), statements[kind]
            assert {fact: words for fact, words in sought.items() if words not in text} == {}, kind


@each("page", PAGES)
def test_the_file_of_a_page_is_valid_and_has_no_rule_that_the_page_does_not_state(
    page: Path,
) -> None:
    found = re.fullmatch(r".*: valid, (\d+) rules? of .* changed\n", run("check", str(page)))
    assert found is not None, "it has warnings"
    assert int(found[1]) <= sum(len(says(page).get(kind, {})) for kind in PRINTED)


def test_the_pages_that_can_be_written_completely_are_counted() -> None:
    complete = Counter(page.stem[:-3] for page in PAGES if not says(page).get("missing"))
    assert complete == COMPLETE


COMPLETE = {
    "parlour": 13,
    "health": 5,
    "club": 9,
    "tournament": 3,
    "platform": 1,
    "league": 1,
    "unseen": 4,
}
"""Of 15 parlours, 5 health clubs, 10 other clubs, 3 tournaments, a platform, a league and 5 pages
that were not read before the options were made (`unseen`)."""
