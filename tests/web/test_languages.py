"""The pages in each language contain no untranslated English."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from riichi.locale.catalogs import catalog_of
from riichi.locale.locale import languages
from riichi.programs.known_programs import PROGRAMS
from riichi.web.page import PAGES, file_name, pages
from riichi.web.quick import decisions
from riichi.web.rulesets import shipped
from riichi_core.rules import library
from riichi_core.rules.glossary import known_yaku

READ = ("aria-label", "placeholder", "title", "alt")


class Texts(HTMLParser):
    """All texts of a page that people read or hear."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.silent = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag == "script"
        self.found |= {value for name, value in attrs if name in READ and value}

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag == "script"

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.found.add(data.strip())


def names() -> set[str]:
    """Return names, which are the same in every language."""
    rulesets = {one.title for one in map(shipped, library.shipped())}
    yaku = {part for one in known_yaku().values() for part in (one.name.ja, one.name.en) if part}
    programs = {one.name for one in PROGRAMS.values()}
    japanese = {one.japanese for one in decisions()}
    japanese |= {way.japanese for one in decisions() for way in one.ways}
    others = {
        *japanese,
        "riichi-core",
        "Letter",
        "yakuman",
        "Stairway",
    }  # paper, a unit, a club's yaku
    return {*rulesets, *library.shipped(), *yaku, *programs, "English", "Nederlands", *others}


@pytest.mark.parametrize("language", languages()[1:])
def test_no_text_stays_in_english(language: str) -> None:
    written = pages("worker")
    alike = [str(one.id) for one in catalog_of(language) if one.id and one.id == one.string]
    same = re.compile("|".join(re.sub(r"\\{.*?\\}", ".*", re.escape(text)) for text in alike))
    for page in PAGES:
        english = Texts(written[file_name(page, "en")]).found
        shared = english & Texts(written[file_name(page, language)]).found
        words = {text for text in shared - names() if re.search("[a-z]{2}", text)}
        assert [text for text in words if not same.fullmatch(text)] == []
