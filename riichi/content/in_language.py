"""Explanations, comparisons and lists for programs, in any language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from riichi.content.yaku_examples import yaku_examples
from riichi.locale import Locale, languages
from riichi_core.comparison.comparison import (
    Comparison,
    ComparisonRow,
    compare as compare_in_english,
    side_by_side,
)
from riichi_core.hands.win import Win
from riichi_core.language import PLAIN_ENGLISH, Translator
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.load import ruleset_of
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.yaku_vocabulary import Names
from riichi_core.rules.yaku_words import definition_words
from riichi_core.scoring.explain import Explanation, explain as explain_in_english
from riichi_core.scoring.score import priced_yaku
from riichi_core.spelling import wrong_word


def _translator(language: str) -> Translator:
    if language not in languages():
        raise wrong_word(language, "language", languages())
    return PLAIN_ENGLISH if language == "en" else Locale(language)


def explain(win: Win, ruleset: Ruleset | str | Path, *, language: str = "en") -> Explanation:
    """Explain the value of a win under a ruleset, with every reason.

    Args:
        win: the facts of the win.
        ruleset: the ruleset, its id, or the path of its file.
        language: the code of a language, e.g. `nl`.

    Raises:
        RiichiError: if it is not a win, or there is no such ruleset or language.

    >>> win = Win("2345567m(345p)678s", "8m", by="ron", seat="south", dora="4m")
    >>> [(line.label, line.value) for line in explain(win, "ema-2016").lines][:2]
    [('All Simples', '1 han'), ('Dora 5m', '2 han')]
    """
    return explain_in_english(win, ruleset).translated(_translator(language))


def compare(*rulesets: Ruleset | str | Path, language: str = "en") -> Comparison:
    """Compare rulesets option by option.

    Args:
        rulesets: two or more rulesets, their ids or paths, in column order. Those that share an id
            are labelled by their files, but shipped ones by their ids.
        language: the code of the language of titles and sentences, e.g. `nl`.

    Raises:
        RulesetError: if there is no such ruleset.
        RiichiError: if there are fewer than two rulesets, or no such language.

    >>> compare("ema-2016", "wrcr-2015").differing[0].title
    'Multiple winners'
    """
    return compare_in_english(*rulesets, tr=_translator(language))


@dataclass(frozen=True, slots=True)
class YakuEntry:
    """A yaku that counts under a ruleset.

    >>> yaku("ema-2025")[5].names
    {'en': 'Pure Double Sequence', 'nl': 'Pure dubbele chow', 'ja': 'Iipeikou', 'kanji': '一盃口'}

    Attributes:
        id: its id, as in a score.
        name: its name in the language.
        names: its name by language; `ja` is in Latin letters, `kanji` in Japanese ones.
        worth: its value as a file writes it.
        says: the value in words.
        definition: how to recognise it.
    """

    id: str
    name: str
    names: Mapping[str, str]
    worth: Any
    says: str
    definition: str


def options(ruleset: Ruleset | str | Path, *, language: str = "en") -> tuple[ComparisonRow, ...]:
    """Return every option of a ruleset in reading order; its only side has the value.

    >>> row = options("ema-2025")[0]
    >>> row.path, row.title, row.sides[0].meaning
    ('tiles.red_fives', 'Red fives', 'There are no red fives.')
    """
    return side_by_side(ruleset_of(ruleset), tr=_translator(language)).rows


def yaku(ruleset: Ruleset | str | Path, *, language: str = "en") -> tuple[YakuEntry, ...]:
    """Return every yaku that counts under a ruleset, including its own, in reading order.

    >>> [(entry.id, entry.name) for entry in yaku("ema-2025", language="nl")][:2]
    [('riichi', 'Riichi'), ('double_riichi', 'Dubbele riichi')]
    """
    ruleset, tr = ruleset_of(ruleset), _translator(language)
    own = {one.id: one for one in ruleset.rules.yaku.local}
    sides = {row.path: row.sides[0] for row in options(ruleset, language=language)}

    def entry_of(name: str) -> YakuEntry:
        side, mine = sides[f"yaku.{name}"], own.get(name)
        names = mine.name if mine is not None and mine.name else known_yaku()[name].name
        definition = (
            tr(yaku_examples()[name].says)
            if mine is None or mine.definition is None
            else (definition_words(mine.definition, tr))
        )
        return YakuEntry(
            name, tr.yaku_name(names), _names(names), side.value, side.sentences, definition
        )

    return tuple(map(entry_of, priced_yaku(ruleset.rules.yaku)))


def _names(names: Names) -> dict[str, str]:
    by_language = {code: _translator(code).yaku_name(names) for code in languages()}
    return by_language | {
        code: name for code in ("ja", "kanji") if (name := getattr(names, code)) is not None
    }
