"""Split questions into terms for comparison, and into the rulesets that they name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from itertools import pairwise

from riichi_core.rules.glossary import fold_spelling, other_names

QUESTIONS_FILE = "questions.yaml"
WEIGHTS_FILE = "question-weights.yaml"
INDEX = "prepared/questions.json"

NONE = "none"
"""The heading of questions that no rule answers, in the bank."""


FIRST_LETTER = ord("A")


SATURATION = 1.2
"""A constant of BM25: how fast repeated words stop counting."""


def share_of(often: int, length: float) -> float:
    """Return the weight of a term that `often` sentences of a rule contain.

    `length` is the relative length of all sentences of the rule.
    """
    return round(often / (often + SATURATION * length), 2)


def letters_of(words: Sequence[str]) -> dict[str, str]:
    """Return a letter for each word, by which the index spells its texts."""
    return {word: chr(FIRST_LETTER + number) for number, word in enumerate(words)}


WORD = re.compile(r"[^\W_]+")
_IRREGULAR = {"fell": "fall", "lost": "lose", "rang": "ring", "went": "go", "gone": "go",
              "seen": "see", "saw": "see", "thought": "think", "got": "get"}  # fmt: skip
_LONGEST_NAME = 5


def without_accents(text: str) -> str:
    """Return a text without case, accents and commas."""
    folded = text.casefold().replace(",", "")
    if folded.isascii():
        return folded
    letters = unicodedata.normalize("NFKD", folded)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def folded_words(text: str) -> list[str]:
    """Return the words of a text without case, accents and marks."""
    return WORD.findall(without_accents(text.replace("'", "")))


def stem(word: str) -> str:
    """Return an English word without its plural or verb ending."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending, least in (("ing", 6), ("ed", 5)):
        if len(word) >= least and word.endswith(ending):
            word = word[: -len(ending)]
            doubled = len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls"
            return word[:-1] if doubled else word
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word[:-1] if len(word) > 4 and word.endswith("e") else word


class Vocabulary:
    """A splitter of questions into terms, in which synonyms become one word."""

    def __init__(
        self, meanings: Mapping[str, str], small: Collection[str], asides: Mapping[str, str]
    ) -> None:
        """Store the known words.

        Args:
            meanings: the standard word of each synonym or name.
            small: words with little meaning.
            asides: phrases around a question, with the ruleset that each names; empty for
                courtesies.
        """
        self._meanings = meanings
        self._small = frozenset(small)
        self._asides = asides

    def words(self, text: str) -> list[str]:
        """Return the words of a text in the form that terms have, in order."""
        return list(self._words(self._asked(text)[0]))

    def terms(self, text: str) -> dict[str, float]:
        """Return the terms of a text, which are words and pairs of words, with their weights."""
        words = self.words(text)
        telling = [word for word in words if word not in self._small]
        pairs = (f"{first} {second}" for first, second in pairwise(telling))
        return {term: self.weight(term) for term in (*words, *pairs)}

    def name(self, text: str) -> str:
        """Return the key of a name: `The bell rings` and `bell-rings` have the same key."""
        words, _ = self._asked(text)
        return fold_spelling(" ".join(self.telling(text) or words))

    def telling(self, text: str) -> list[str]:
        """Return the words of a question that have a meaning."""
        words, _ = self._asked(text)
        return [word for word in words if word not in self._small]

    def meaning(self, word: str) -> str:
        """Return the standard word for a word."""
        return next(self._words([word]), word)

    def is_small(self, word: str) -> bool:
        """Return True for a word with little meaning."""
        return word in self._small

    def weight(self, term: str) -> float:
        """Return the weight of a term in a text."""
        return 0.25 if term in self._small else 0.5 if " " in term else 1.0

    def rulesets(self, text: str) -> list[str]:
        """Return the ids of the rulesets that a question names, in order."""
        _, rulesets = self._asked(text)
        return list(dict.fromkeys(rulesets))

    def _asked(self, text: str) -> tuple[list[str], list[str]]:
        """Return the words of the question itself, and the rulesets that its asides name."""
        words, place = folded_words(text), 0
        asked: list[str] = []
        rulesets: list[str] = []
        while place < len(words):
            length = _longest(words, place, self._asides)
            if not length:
                asked.append(words[place])
            elif ruleset := self._asides[" ".join(words[place : place + length])]:
                rulesets.append(ruleset)
            place += length or 1
        return asked, rulesets

    def _words(self, words: Sequence[str]) -> Iterator[str]:
        place = 0
        while place < len(words):
            length = _longest(words, place, self._meanings)
            if length:
                yield self._meanings[" ".join(words[place : place + length])]
            else:
                word = stem(words[place])
                yield self._meanings.get(word, word)
            place += length or 1


def vocabulary_of_names() -> Vocabulary:
    """Return the vocabulary of rulesets/names.yaml."""
    return Vocabulary(meanings(), other_names().small, asides())


def meanings() -> dict[str, str]:
    """Return the standard word for each synonym or name that players use."""
    return {
        _folded(other): "_".join(folded_words(word))
        for word, others in other_names().words.items()
        for other in (word, *others)
    }


def asides() -> dict[str, str]:
    """Return phrases to ignore in questions: courtesies, and names of rulesets with their ids."""
    found = dict.fromkeys((_folded(courtesy) for courtesy in other_names().courtesies), "")
    for ruleset, names in other_names().rulesets.items():
        for around in ("{}", *other_names().around_rulesets):
            found.update((_folded(around.format(name)), ruleset) for name in names)
    return found


def _folded(text: str) -> str:
    return " ".join(folded_words(text))


def _longest(words: Sequence[str], place: int, phrases: Container[str]) -> int:
    """Return the length in words of the longest phrase at a place; 0 if there is none."""
    most = min(_LONGEST_NAME, len(words) - place)
    lengths = range(most, 0, -1)
    return next((n for n in lengths if " ".join(words[place : place + n]) in phrases), 0)
