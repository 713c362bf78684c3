"""Correct typing errors in questions: `dubble ron` becomes `double ron`."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from riichi.ask.words import folded_words

FEWEST_LETTERS = 5
"""The minimum length of a word that is corrected without help from its neighbours, in letters."""

SHORT, LONGEST = 3, 20
"""The minimum length of a word that is corrected with help from its neighbours, and the maximum
length of any corrected word, in letters.
"""

SWAPPED = 0.92
"""The likeness of two words with the same letters in another order."""

LEAST_LIKENESS = 0.83
"""The minimum share of letters that a word and its correction have in common."""

CLEARLY = 0.08
"""The lead in likeness that the nearest word needs over the second nearest."""

COMMON = 0.02
"""The bonus for a word that is used twice as often."""

CACHED = 1024

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_BEGINNING = re.compile(r"(^|[.?!\n])\W*\Z")
_DOUBLED = re.compile(r"(.)\1+")


def _is_slip(word: str, other: str) -> bool:
    """Return True if two words differ only in the order of letters, or in double letters."""
    return sorted(word) == sorted(other) or _singled(word) == _singled(other)


def _singled(word: str) -> str:
    """Return a word with each double letter once."""
    return _DOUBLED.sub(r"\1", word)


class Spelling:
    """The known words, which correct unknown ones.

    Args:
        words: the known words as they are spelt, with their number of uses.
        is_known: returns whether a word needs no correction.
        meaning: returns the word that the synonyms of a word have in common.
        go_together: returns whether two adjacent words are a known phrase.
    """

    def __init__(
        self,
        words: Mapping[str, int],
        is_known: Callable[[str], bool],
        meaning: Callable[[str], str],
        go_together: Callable[[str, str], bool],
    ) -> None:
        self._uses = words
        self._is_known = is_known
        self._meaning = meaning
        self._go_together = go_together
        self._near = lru_cache(CACHED)(self._nearest_words)
        self._by_first_letter: dict[str, list[str]] = defaultdict(list)
        for word in words:
            self._by_first_letter[word[0]].append(word)

    def corrected(self, text: str, with_names: bool = False) -> str:
        """Return a text with each unknown word replaced by its one clearly nearest word.

        With `with_names`, words with a capital inside a sentence stay: they are names of players.
        """
        words = [*_WORD.finditer(text)]
        plain = ["".join(folded_words(found[0])) for found in words]
        for place, found in reversed([*enumerate(words)]):
            if with_names and found[0].istitle() and not _BEGINNING.search(text, 0, found.start()):
                continue
            if correction := self._correction(plain, place):
                text = text[: found.start()] + correction + text[found.end() :]
                plain[place] = correction
        return text

    def _correction(self, words: Sequence[str], place: int) -> str:
        """Return the correction of a word; empty if it is known or no word is clearly nearest."""
        word = words[place]
        if not SHORT <= len(word) <= LONGEST or self._is_known(word):
            return ""
        near = self._near(word)
        if confirmed := [other for _, other in near if self._confirmed(words, place, other)]:
            return confirmed[0]
        if len(word) < FEWEST_LETTERS:
            near = [(likeness, other) for likeness, other in near if _is_slip(word, other)]
        if not near:
            return ""
        (likeness, nearest), *others = near
        meaning = self._meaning(nearest)
        second = next((other[0] for other in others if self._meaning(other[1]) != meaning), 0.0)
        return nearest if second <= likeness - CLEARLY else ""

    def _nearest_words(self, word: str) -> list[tuple[float, str]]:
        """Return the known words that resemble a word with their likeness, the nearest first."""
        return sorted(self._words_like(word), reverse=True)

    def _words_like(self, word: str) -> Iterator[tuple[float, str]]:
        matcher = SequenceMatcher(autojunk=False)
        matcher.set_seq2(_singled(word))
        letters = sorted(word)
        for other in self._by_first_letter.get(word[0], ()):
            matcher.set_seq1(_singled(other))
            if sorted(other) == letters:
                likeness = SWAPPED
            else:  # the quick ratios are upper bounds
                bound = matcher.real_quick_ratio()
                bound = matcher.quick_ratio() if bound >= LEAST_LIKENESS else bound
                likeness = matcher.ratio() if bound >= LEAST_LIKENESS else bound
            if likeness >= LEAST_LIKENESS:
                yield likeness + COMMON * math.log2(self._uses[other]), other

    def _confirmed(self, words: Sequence[str], place: int, other: str) -> bool:
        """Return True if a correction and the word before or after it are a known phrase."""
        before, after = words[max(0, place - 1) : place], words[place + 1 : place + 2]
        return any(self._go_together(word, other) for word in before) or any(
            self._go_together(other, word) for word in after
        )
