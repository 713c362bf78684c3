"""What a rulebook says: chapters, their options as sentences, yaku with hands, worked examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from riichi_app.render.law import law_text
from riichi_app.render.outcomes import Example, examples, plain_words
from riichi_app.words.file import TERMS
from riichi_app.words.words import ENGLISH, Words
from riichi_core.compare import compare
from riichi_core.hands import Win
from riichi_core.rules.load import load
from riichi_core.rules.options import Chapter
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.tongue import Tongue
from riichi_core.rules.view import Setting, settings
from riichi_core.rules.vocabulary import Names
from riichi_core.rules.yaku_index import hands_of_yaku, known_yaku
from riichi_core.scenarios.outcome import result
from riichi_core.scenarios.scenario import Given
from riichi_core.scenarios.shown import Shown, by_option
from riichi_core.scoring.record import read_win
from riichi_core.scoring.telling import facts
from riichi_core.settlement import Wins
from riichi_core.settlement.record import read_deal
from riichi_core.settlement.telling import facts as deal_facts

KINDS = ("win", "deal")
"""The scenarios that make worked examples on paper: a sentence and the hands tell all of them."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that won in an example, and its seat in words where several did."""

    seat: str
    win: Win


@dataclass(frozen=True, slots=True)
class Worked:
    """A worked example: what happened in a sentence, the hands that won, and what comes of it."""

    says: str
    hands: tuple[Hand, ...]
    outcome: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One option as a rulebook has it.

    Attributes:
        path: its path.
        title: what it is about.
        says: the rule in sentences.
        law: where it comes from.
        changed: whether house rules have it otherwise than their book.
        example: a worked example, if there is one that says it in few words.
    """

    path: str
    title: str
    says: str
    law: str
    changed: bool
    example: Worked | None = None


@dataclass(frozen=True, slots=True)
class YakuEntry:
    """A yaku: its names, its worth in words, where that comes from, and a hand that has it.

    `beside` has its other names, each with the code of its language.
    """

    id: str
    title: str
    beside: tuple[tuple[str, str], ...]
    worth: str
    law: str
    changed: bool
    win: Win | None


@dataclass(frozen=True, slots=True)
class ChapterOfRules:
    """A chapter: what it is about in a sentence, its rules, and its yaku."""

    id: str
    title: str
    about: str
    rules: tuple[Rule, ...]
    yaku: tuple[YakuEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """A rule in which a club differs from its book: both sentences, and an example."""

    path: str
    title: str
    base: str
    here: str
    example: Example | None


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything that the pages of a rulebook have.

    `base` is the title of the book that house rules change, `changes` what is different from it.
    """

    title: str
    ruleset: str
    sources: tuple[str, ...]
    base: str | None
    changes: tuple[Change, ...]
    chapters: tuple[ChapterOfRules, ...]


def rulebook(ruleset: Ruleset, words: Words = ENGLISH) -> Rulebook:
    """The rulebook of a ruleset, a book's or a club's, in these words."""
    base = None if ruleset.extends is None else load(ruleset.extends)
    tongue = words.tongue
    every = [
        (path, tongue(option.title), sides[0])
        for path, option, sides in settings(ruleset, tongue=tongue)
    ]
    changed = {path for path, _, _ in every} & set(ruleset.changes)
    return Rulebook(
        title=ruleset.title,
        ruleset=ruleset.id,
        sources=tuple(_sources(base or ruleset)),
        base=None if base is None else base.title,
        changes=() if base is None else tuple(_changes(base, ruleset, words)),
        chapters=tuple(_chapters(ruleset, every, changed, words)),
    )


def _sources(ruleset: Ruleset) -> Iterator[str]:
    """The documents from which the facts come, each with its licence."""
    for source in getattr(ruleset.head, "sources", {}).values():
        where = f", {source.url}" if source.url else ""
        yield f"{source.title}, {source.author} ({source.licence}{where})"


def _changes(base: Ruleset, ruleset: Ruleset, words: Words) -> Iterator[Change]:
    found = compare([base, ruleset], words.tongue)
    shown = examples([row.path for row in found.differing], found.rulesets, words)
    for row in found.differing:
        there, here = row.sides
        yield Change(row.path, row.title, there.says, here.says, shown.get(row.path))


def _chapters(
    ruleset: Ruleset, every: list[tuple[str, str, Setting]], changed: set[str], words: Words
) -> Iterator[ChapterOfRules]:
    for name, chapter in chapters().items():
        mine = [entry for entry in every if entry[0].split(".")[0] == name]
        title, about = words.tongue(chapter.TITLE), words.tongue(about_chapter(chapter))
        if name == "yaku":
            yaku = tuple(_yaku(ruleset, mine, changed, words))
            yield ChapterOfRules(name, title, about, (), yaku)
        else:
            rules = (_rule(ruleset, *one, words, changed=one[0] in changed) for one in mine)
            yield ChapterOfRules(name, title, about, tuple(rules))


def about_chapter(chapter: type[Chapter]) -> str:
    """What a chapter is about, in a sentence."""
    return (chapter.__doc__ or "").strip().split("\n")[0]


def _rule(
    ruleset: Ruleset, path: str, title: str, side: Setting, words: Words, *, changed: bool
) -> Rule:
    law = law_text(side.law, ruleset, words.tongue)
    return Rule(path, title, side.says, law, changed, _worked(ruleset, path, words))


# ---- worked examples -----------------------------------------------------------------------------


def _worked(ruleset: Ruleset, path: str, words: Words) -> Worked | None:
    """The plainest scenario about an option that can be told in a sentence under this ruleset."""
    told = [one for one in by_option().get(path, ()) if one.given.kind in KINDS]
    for one in sorted(told, key=_length):
        found = result(one.given, ruleset)
        if "error" not in found:
            says, hands = _given(one.given, words.tongue)
            return Worked(says, hands, plain_words(one.given.kind, found, words))
    return None


def _given(given: Given, tongue: Tongue) -> tuple[str, tuple[Hand, ...]]:
    """What happened in words, and the hands that won, each with its seat if there are several."""
    if given.kind == "win":
        win = read_win(given.facts)
        return facts(win, tongue), (Hand("", win),)
    deal = read_deal(given.facts)
    wins = deal.end.wins if isinstance(deal.end, Wins) else ()
    several = len(wins) > 1
    hands = tuple(
        Hand(tongue(str(win.seat).capitalize()) if several else "", win)
        for win in wins
        if isinstance(win, Win)
    )
    return deal_facts(deal, tongue), hands


def _length(one: Shown) -> tuple[int, int]:
    return KINDS.index(one.given.kind), len(str(one.given.facts))


# ---- yaku ----------------------------------------------------------------------------------------


def _yaku(
    ruleset: Ruleset, entries: list[tuple[str, str, Setting]], changed: set[str], words: Words
) -> Iterator[YakuEntry]:
    """The yaku that are worth anything, in the order of the chapter, a club's own last."""
    own = {yaku.id: yaku for yaku in ruleset.rules.yaku.local}
    for path, title, side in entries:
        name = path.split(".")[1]
        if side.value == "none":
            continue
        known = known_yaku().get(name)
        names = known.name if known is not None else own[name].name if name in own else None
        yield YakuEntry(
            id=name,
            title=title,
            beside=() if names is None else tuple(_beside(name, names, title, words)),
            worth=side.says.rstrip("."),
            law=law_text(side.law, ruleset, words.tongue),
            changed=path in changed or name in own,
            win=_hand_of(name),
        )


def _beside(yaku: str, names: Names, title: str, words: Words) -> Iterator[tuple[str, str]]:
    """What else it is called: the name by the other terms, and the Japanese one as written."""
    for terms in TERMS:
        if terms != words.terms:
            told, language = Words(words.language, terms).yaku(yaku, names)
            if told != title:
                yield told, language
    if names.kanji:
        yield names.kanji, "ja"


@cache
def _hands() -> Mapping[str, Mapping[str, Any]]:
    return hands_of_yaku()


def _hand_of(name: str) -> Win | None:
    """A hand that has a yaku, of those that come defined."""
    found = _hands().get(name)
    return None if found is None else read_win(found)
