"""Local yaku as cards for newcomers: a sentence, a drawn hand and the usual value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from riichi.content.yaku_examples import yaku_examples
from riichi.locale import Locale
from riichi.web.fragments import hands_html
from riichi.web.markup import Html
from riichi.web.quick import Fields, local_yaku_fields
from riichi_core.records.win import read_win
from riichi_core.rules.chapters.yaku import worth_sentence
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.rules import options

COMMON = (
    *("open_riichi", "sanrenkou", "isshoku_sanjun", "uumensai", "tsubame_gaeshi", "kanburi"),
    *("shiiaru_raotai", "daisharin"),
)
"""The most common local yaku in clubs, which the page shows before a search."""


@dataclass(frozen=True, slots=True)
class LocalYakuCard:
    """A local yaku, for players who have never heard of it.

    Attributes:
        name: its id.
        title: its name.
        japanese: its Japanese name, if that is different.
        words: all its names, for the search.
        says: how to recognise it.
        usual: its usual value, in words; empty if there is none.
        hand: a hand that has it.
        fields: the fields that add it to the rules.
        is_common: whether the page shows it before a search.
    """

    name: str
    title: str
    japanese: str
    words: str
    says: str
    usual: str
    hand: Html
    fields: Fields
    is_common: bool


@cache
def local_yaku(tr: Locale) -> tuple[LocalYakuCard, ...]:
    """Return every local yaku, the most common ones first."""
    others = (name for name in known_yaku() if f"yaku.{name}" not in options())
    return tuple(_card(name, tr) for name in dict.fromkeys((*COMMON, *others)))


def _card(name: str, tr: Locale) -> LocalYakuCard:
    known, example = known_yaku()[name], yaku_examples()[name]
    title, japanese = tr.yaku_name(known.name), known.name.ja or ""
    return LocalYakuCard(
        name=name,
        title=title,
        japanese="" if japanese.lower() == title.lower() else japanese,
        words=" | ".join(dict.fromkeys((title, *known.name.spellings()))),
        says=tr(example.says),
        usual="" if known.usual is None else worth_sentence(known.usual, tr),
        hand=hands_html([read_win(dict(example.has))], tr),
        fields=local_yaku_fields(name),
        is_common=name in COMMON,
    )
