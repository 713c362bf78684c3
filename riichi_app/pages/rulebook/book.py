"""What a rulebook says: chapters, their options as sentences, yaku with hands, worked examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from riichi_app.locale import ENGLISH, TERMS, Locale
from riichi_app.pages.citations import print_citation
from riichi_app.pages.examples import (
    Example,
    WinningHand,
    examples,
    happened,
    outcome_beside,
    win_told,
)
from riichi_app.pages.outcomes import plain_words
from riichi_core.compare import compare
from riichi_core.hands import Win
from riichi_core.language import Text, Translator
from riichi_core.records.win import read_win
from riichi_core.rules.glossary import hands_of_yaku, known_yaku
from riichi_core.rules.load import load
from riichi_core.rules.options import Chapter
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import Setting, settings
from riichi_core.rules.vocabulary import Names
from riichi_core.scenarios.index import ShippedScenario, by_option, shipped_scenarios
from riichi_core.scenarios.kinds.kind import Result
from riichi_core.scenarios.outcome import result

KINDS = ("win", "deal")
"""The scenarios that make worked examples on paper: a sentence and the hands tell all of them."""


LIMITS = ("mangan", "haneman", "baiman", "sanbaiman", "counted_yakuman")
"""The rows of the limits that a win of an example can have."""

# ---- labels --------------------------------------------------------------------------------------

SOURCE: Text = "Facts from: {source}"

DIFFERENT: Text = "What is different from {book}"

ALIKE: Text = "Nothing is different."

MARK: Text = "house rule"

CHANGES: tuple[Text, ...] = ("Rule", "There", "Here")
"""The columns of the table of a club's differences."""

OTHER_NAMES: Text = "Other names"

YAKU: tuple[Text, ...] = ("Yaku", "Worth", "A hand that has it")

# ---- what it says --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Worked:
    """A worked example: what happened in a sentence, the hands that won, and what comes of it."""

    says: str
    hands: tuple[WinningHand, ...]
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
class YakuHand:
    """A hand that has a yaku, and what happened when it won."""

    says: str
    win: Win


@dataclass(frozen=True, slots=True)
class YakuEntry:
    """A yaku: its names, its worth in tr, where that comes from, and a hand that has it.

    `beside` has its other names, each with the code of its language.
    """

    id: str
    title: str
    beside: tuple[tuple[str, str], ...]
    worth: str
    law: str
    changed: bool
    hand: YakuHand | None


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
    """A rule in which a club differs from its book: both sentences, the reason, and an example.

    `outcomes` has what comes of the example there and here, where the sentence does not say it.
    """

    path: str
    title: str
    base: str
    here: str
    law: str
    example: Example | None
    outcomes: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything that the pages of a rulebook have.

    `base` is the title of the book that house rules change, `changes` what is different from it.
    """

    title: str
    sources: tuple[str, ...]
    base: str | None
    changes: tuple[Change, ...]
    chapters: tuple[ChapterOfRules, ...]


def rulebook(ruleset: Ruleset, tr: Locale = ENGLISH) -> Rulebook:
    """The rulebook of a ruleset, a book's or a club's, in these words."""
    base = None if ruleset.extends is None else load(ruleset.extends)
    every = [(path, option.title, sides[0]) for path, option, sides in settings(ruleset, tr=tr)]
    changed = {path for path, _, _ in every} & set(ruleset.changes)
    return Rulebook(
        title=ruleset.title,
        sources=tuple(_sources(base or ruleset)),
        base=None if base is None else base.title,
        changes=() if base is None else tuple(_changes(base, ruleset, tr)),
        chapters=tuple(_chapters(ruleset, every, changed, tr)),
    )


def _sources(ruleset: Ruleset) -> Iterator[str]:
    """The documents from which the facts come, each with its licence."""
    for source in getattr(ruleset.head, "sources", {}).values():
        where = f", {source.url}" if source.url else ""
        yield f"{source.title}, {source.author} ({source.licence}{where})"


def _changes(base: Ruleset, ruleset: Ruleset, tr: Locale) -> Iterator[Change]:
    found = compare([base, ruleset], tr)
    told = examples([row.path for row in found.differing], found.rulesets, tr)
    for row in found.differing:
        there, here = row.sides
        law = print_citation(here.provenance, ruleset, tr)
        example, outcomes = told.get(row.path), ("", "")
        if example is not None:
            of_there, of_here = example.outcomes
            outcomes = (
                outcome_beside(there.sentences, of_there),
                outcome_beside(here.sentences, of_here),
            )
        yield Change(row.path, row.title, there.sentences, here.sentences, law, example, outcomes)


def _chapters(
    ruleset: Ruleset, every: list[tuple[str, str, Setting]], changed: set[str], tr: Locale
) -> Iterator[ChapterOfRules]:
    for name, chapter in chapters().items():
        mine = [entry for entry in every if entry[0].split(".")[0] == name]
        title, about = tr(chapter.TITLE), tr(about_chapter(chapter))
        if name == "yaku":
            yaku = tuple(_yaku(ruleset, mine, changed, tr))
            yield ChapterOfRules(name, title, about, (), yaku)
        else:
            rules = (_rule(ruleset, *one, tr, changed=one[0] in changed) for one in mine)
            yield ChapterOfRules(name, title, about, tuple(rules))


def about_chapter(chapter: type[Chapter]) -> str:
    """What a chapter is about, in a sentence."""
    return (chapter.__doc__ or "").strip().split("\n")[0]


def _rule(
    ruleset: Ruleset, path: str, title: str, side: Setting, tr: Locale, *, changed: bool
) -> Rule:
    law = print_citation(side.provenance, ruleset, tr)
    return Rule(path, title, side.sentences, law, changed, _worked(ruleset, path, tr))


# ---- worked examples -----------------------------------------------------------------------------


def _worked(ruleset: Ruleset, path: str, tr: Locale) -> Worked | None:
    """The plainest scenario about an option that can be told in a sentence under this ruleset."""
    told = [one for one in by_option().get(path, ()) if one.given.kind in KINDS]
    for one in sorted(told, key=_length):
        found = result(one.given, ruleset)
        if _shows(path, found):
            says, hands = happened(one, tr)
            return Worked(says, hands, plain_words(one.given.kind, found, tr))
    return None


def _shows(path: str, found: Result) -> bool:
    """Whether an outcome is one of the option: a win, and for a limit one that has that limit."""
    if "error" in found or found.get("valid") is False:
        return False
    chapter, name = path.split(".")
    return chapter != "limits" or name not in LIMITS or found.get("limit") == name


def _length(one: ShippedScenario) -> tuple[int, int]:
    return KINDS.index(one.given.kind), len(str(one.given.facts))


# ---- yaku ----------------------------------------------------------------------------------------


def _yaku(
    ruleset: Ruleset, entries: list[tuple[str, str, Setting]], changed: set[str], tr: Locale
) -> Iterator[YakuEntry]:
    """The yaku that are worth anything, or were in a club's book; a club's own come last."""
    own = {yaku.id: yaku for yaku in ruleset.rules.yaku.local}
    for path, title, side in entries:
        name = path.split(".")[1]
        if side.value == "none" and path not in changed:
            continue
        known = known_yaku().get(name)
        names = known.name if known is not None else own[name].name if name in own else None
        yield YakuEntry(
            id=name,
            title=title,
            beside=() if names is None else tuple(_beside(names, title, tr)),
            worth=side.sentences.rstrip("."),
            law=print_citation(side.provenance, ruleset, tr),
            changed=path in changed or name in own,
            hand=_hand_of(name, ruleset, tr),
        )


def _beside(names: Names, title: str, tr: Locale) -> Iterator[tuple[str, str]]:
    """Yield the other names: that by the other terms, and the Japanese one as written."""
    for terms in TERMS:
        if terms != tr.terms:
            told, language = Locale(tr.language, terms).named(names)
            if told != title:
                yield told, language
    if names.kanji:
        yield names.kanji, "ja"


def _hand_of(name: str, ruleset: Ruleset, tr: Translator) -> YakuHand | None:
    """A hand that has a yaku: of those that come defined, or of a scenario for a club's own."""
    known = hands_of_yaku().get(name)
    win = read_win(known) if known is not None else _win_with(name, ruleset)
    if win is None:
        return None
    return YakuHand(win_told(win, tr), win)


def _win_with(name: str, ruleset: Ruleset) -> Win | None:
    """The win of a scenario that has a yaku under a ruleset."""
    for one in shipped_scenarios():
        if one.given.kind == "win":
            found = result(one.given, ruleset)
            if any(entry["id"] == name for entry in found.get("yaku", ())):
                return read_win(one.given.facts)
    return None
