"""A rulebook as what a template sets in type."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from riichi_app.documents.paper import Paper
from riichi_app.documents.pdf import Document, hand_facts
from riichi_app.locale import Locale
from riichi_app.pages.examples import hands_facts
from riichi_app.pages.rulebook.book import (
    ALIKE,
    CHANGES,
    DIFFERENT,
    MARK,
    SOURCE,
    YAKU,
    Change,
    ChapterOfRules,
    Rule,
    Rulebook,
    Worked,
    YakuEntry,
)
from riichi_core.language import Translator

TEMPLATE = Path(__file__).with_name("rulebook.typ")

Facts = Mapping[str, Any]


def document(book: Rulebook, tr: Locale, paper: Paper) -> Document:
    """The rulebook for a PDF on this paper."""
    front = None
    if book.base is not None:
        title = tr(DIFFERENT, book=book.base)
        rows = [_change(one, tr) for one in book.changes]
        front = {"title": title, "rows": rows, "alike": tr(ALIKE)}
    facts = {
        "title": book.title,
        "language": tr.language,
        "paper": paper,
        "sources": [tr(SOURCE, source=source) for source in book.sources],
        "mark": tr(MARK),
        "columns": {"changes": [*map(tr, CHANGES)], "yaku": [*map(tr, YAKU)]},
        "front": front,
        "chapters": [_chapter(chapter, tr) for chapter in book.chapters],
    }
    return Document(TEMPLATE, facts)


def _change(one: Change, tr: Translator) -> Facts:
    case = None
    if one.example is not None:
        case = {"says": one.example.says, "hands": hands_facts(one.example.hands, tr)}
    return {"path": one.path, "title": one.title, "base": one.base, "here": one.here,
            "law": one.law, "case": case, "outcomes": one.outcomes}  # fmt: skip


def _chapter(chapter: ChapterOfRules, tr: Translator) -> Facts:
    return {
        "id": chapter.id,
        "title": chapter.title,
        "about": chapter.about,
        "rules": [_rule(rule, tr) for rule in chapter.rules],
        "yaku": [_yaku(entry, tr) for entry in chapter.yaku],
    }


def _rule(rule: Rule, tr: Translator) -> Facts:
    example = None if rule.example is None else _worked(rule.example, tr)
    return {"path": rule.path, "title": rule.title, "says": rule.says, "law": rule.law,
            "changed": rule.changed, "example": example}  # fmt: skip


def _worked(one: Worked, tr: Translator) -> Facts:
    return {"says": one.says, "hands": hands_facts(one.hands, tr), "outcome": one.outcome}


def _yaku(entry: YakuEntry, tr: Translator) -> Facts:
    beside = [
        {"text": name, "language": code.split("-")[0], "kanji": code == "ja"}
        for name, code in entry.beside
    ]
    hand = None
    if entry.hand is not None:
        hand = {"says": entry.hand.says, "tiles": hand_facts(entry.hand.win, tr)}
    return {"path": f"yaku.{entry.id}", "title": entry.title, "beside": beside,
            "worth": entry.worth, "law": entry.law, "changed": entry.changed,
            "hand": hand}  # fmt: skip
