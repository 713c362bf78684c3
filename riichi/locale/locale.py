"""A language in one set of words: texts from its gettext catalog, names of yaku and terms.

The catalogs are `xx/LC_MESSAGES/riichi.po` beside this module, by the English texts of the code,
and `clauses.po` with the index of clauses, which few commands print; `make messages` brings them up
to date and compiles the `.mo` files that are read here.

The English texts are in the words of one book. `Locale.of(ruleset)` puts the words of another in
their place (rulesets/words.yaml). A translation has the words of its catalog for every book.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from riichi_core.language import Translator, Worded
from riichi_core.messages import YakuNames

if TYPE_CHECKING:
    from riichi_core.rules.chapters.yaku import KnownYaku
    from riichi_core.rules.words import Vocabulary

Word = TypeVar("Word", str, tuple[str, str])

FOLDER = Path(__file__).parent
DOMAIN, CLAUSES = "riichi", "clauses"

BOOK = "book"
"""The terms by which each ruleset prints in the words of its own book, and all else as written."""

EVERYDAY = frozenset({"discard"})
"""Terms that are also everyday words, so that sentences keep them."""

QUOTED = r'(?<!\w)(?:"[^"\n]+"|«[^»\n]+»|“[^”\n]+”|„[^“”\n]+[“”])(?!\w)'
"""What somebody says, between double quotes of any language: it stays."""

IN_SENTENCES = ("seven_pairs", "thirteen_orphans", "double_riichi", "all_simples")
"""The yaku whose names stand in sentences, in small letters: forms of a hand, and a riichi."""


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    return ("en", *sorted(path.parent.name for path in FOLDER.glob("*/LC_MESSAGES")))


@cache
def offered_languages() -> tuple[str, ...]:
    """Return the languages that pages offer: those whose own name is translated."""
    return tuple(
        code
        for code in languages()
        if code == "en" or Locale(code).in_context("language", "English") != "English"
    )


@cache
def _catalog(language: str, domain: str = DOMAIN) -> NullTranslations:
    if language == "en":
        return NullTranslations()
    with compiled_file(language, domain).open("rb") as file:
        return GNUTranslations(file)


def compiled_file(language: str, domain: str) -> Path:
    """Return the path of the compiled catalog, next to the catalog itself."""
    return FOLDER / language / "LC_MESSAGES" / f"{domain}.mo"


def terms() -> tuple[str, ...]:
    """Return the words to choose from: those of each ruleset's book, of one book, or Japanese."""
    return (BOOK, *_vocabularies())


@dataclass(frozen=True)
class Locale(Translator):
    """A language in one set of words.

    Attributes:
        language: its code, as `nl`.
        terms: whose words are used, one of `terms()`.
        own_yaku: the names of a club's own yaku, by id.
    """

    language: str = "en"
    terms: str = BOOK
    own_yaku: tuple[tuple[str, YakuNames], ...] = ()

    def of(self, *rulesets: Worded) -> Locale:
        """Return this language in the words that the books of these rulesets share.

        If other words were asked for, these stay.
        """
        own = dict(pair for ruleset in rulesets for pair in ruleset.own_yaku)
        if own and own != dict(self.own_yaku):
            return replace(self, own_yaku=tuple(own.items())).of(*rulesets)
        if not (self.terms == BOOK or "+" in self.terms) or self.language != "en":
            return self
        books = sorted({words_of(ruleset) for ruleset in rulesets})
        words = "+".join(books)
        is_shared = "" not in books and (len(books) == 1 or (books and _vocabulary(words).terms))
        return replace(self, terms=words) if is_shared else self

    def in_japanese(self) -> Locale:
        """Return this language with the Japanese words."""
        return replace(
            self, terms=next(name for name, words in _vocabularies().items() if words.romaji)
        )

    @property
    def romaji(self) -> bool:
        """True if the names of yaku are the Japanese ones."""
        return self.terms != BOOK and _vocabulary(self.terms).romaji

    def text(self, text: str) -> str:
        """Return the translation of a text, with its parameters still in braces."""
        return self._in_terms(_catalog(self.language).gettext(text), text) if text else ""

    def clause(self, text: str) -> str:
        """Return the translation of a text of the clause index, from its own catalog."""
        return self._in_terms(_catalog(self.language, CLAUSES).gettext(text), text) if text else ""

    def plural(self, one: str, several: str, n: int) -> str:
        """Return the translation of the text for a number."""
        return self._in_terms(_catalog(self.language).ngettext(one, several, n), one)

    def in_context(self, context: str, text: str) -> str:
        """Return the translation of a text that is ambiguous without its context."""
        return _catalog(self.language).pgettext(context, text)

    def term(self, name: str) -> str:
        """Return a single term, e.g. `triplet`."""
        if self.romaji or (self.language == "en" and self.terms != BOOK):
            return _vocabulary(self.terms).terms.get(name, name)
        return self.in_context("term", name)

    # ---- yaku ------------------------------------------------------------------------------------

    def yaku_name(self, names: YakuNames) -> str:
        """Return the name of a yaku."""
        return self.named(names)[0]

    def yaku(self, yaku: str) -> str:
        """Return the name of a yaku for use within a sentence, from its id."""
        known = _yaku().get(yaku)
        names = dict(self.own_yaku).get(yaku) if known is None else known.name
        if names is None:
            return super().yaku(yaku)
        name, _ = self.named(names)
        in_english = self.language == "en" and not self.romaji
        return name.lower() if in_english else name[:1].lower() + name[1:]

    def named(self, names: YakuNames) -> tuple[str, str]:
        """Return the name of a yaku, and the language code of that name.

        A yaku without a name in a language has its English name or, if there is none, the Japanese
        one.
        """
        own_name = getattr(names, self.language, None)
        if names.ja is not None and (self.romaji or (own_name or names.en) is None):
            return names.ja, "ja-Latn"
        if self.language == "en":
            return _names_in(self.terms).get(names.title, names.title), "en"
        translated = own_name or _catalog(self.language).gettext(names.title)
        return translated, self.language if own_name or translated != names.title else "en"

    # ---- terms -----------------------------------------------------------------------------------

    def _in_terms(self, text: str, english: str) -> str:
        """Return a text in these words: names of yaku that the English text has, then terms.

        `Drie quads` is a name if the English is `Three Quads` or, in a sentence, `three quads`.
        The translation of `Three quads` only starts with a capital.
        """
        if self.terms == BOOK or not (self.language == "en" or self.romaji):
            return text
        return _in_words(text, self.language, self.terms, _named_in(english))


@lru_cache(maxsize=8192)
def _named_in(english: str) -> frozenset[str]:
    """Return the yaku that an English text names, by id."""
    return frozenset(yaku for _, _, yaku in _found(english, _english_names()))


WORD = re.compile(r"\w+")

_WORD_OR_STAYING = re.compile(rf"\w+|\{{[^}}]*\}}|{QUOTED}")
"""A word, or a text in braces or between quotes, whose words are not replaced."""

_ARTICLE = re.compile(r"\b[Aa]n? $")

_ByFirstWord = Mapping[str, Sequence[tuple[str, str]]]
"""Phrases by their first word, the longest first, each with its value.

A pattern of all phrases would take longer to compile than most commands take to search.
"""


def _by_first_word(phrases: Mapping[str, str]) -> _ByFirstWord:
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for phrase in sorted(phrases, key=len, reverse=True):
        found[WORD.findall(phrase)[0]].append((phrase, phrases[phrase]))
    return found


def _found(text: str, phrases: _ByFirstWord) -> Iterator[tuple[int, int, str]]:
    """Yield the start, the end and the value of each phrase in a text."""
    end = 0
    for word in _WORD_OR_STAYING.finditer(text):
        start = word.start()
        if start < end:  # within the phrase before it
            continue
        for phrase, value in phrases.get(word[0], ()):
            if text.startswith(phrase, start) and not WORD.match(text, start + len(phrase)):
                end = start + len(phrase)
                yield start, end, value
                break


@cache
def _english_names() -> _ByFirstWord:
    """Return the ids of yaku by their English names."""
    yaku = {
        spelling: yaku
        for yaku, known in _yaku().items()
        for name in known.name.spellings()
        for spelling in {*_spellings(yaku, name), name.lower()}
    }
    return _by_first_word(yaku)


def _spellings(yaku: str, name: str) -> tuple[str, ...]:
    """Return the spellings of a yaku's name in sentences."""
    lower = name.lower()
    return (name, lower, capital(lower)) if yaku in IN_SENTENCES else (name,)


@lru_cache(maxsize=8192)
def _in_words(text: str, language: str, terms: str, named: frozenset[str]) -> str:
    """Return a text with other words for terms and names, and with the article of each word."""
    parts, end = [], 0
    for start, after, word in _found(text, _swaps(language, terms, named)):
        before, article = text[end:start], ""
        if language == "en" and (match := _ARTICLE.search(before)):
            article = match[0][0] + ("n " if word[0] in "aeiouAEIOU" else " ")
            before = before[: match.start()]
        parts += [before, article, word]
        end = after
    return "".join(parts) + text[end:]


@cache
def _swaps(language: str, terms: str, named: frozenset[str]) -> _ByFirstWord:
    """Return the words for terms and for the names of some yaku; none if all stay the same."""
    ours, words = Locale(language), _terms(language, terms)
    names: dict[str, str] = {}
    for yaku in sorted(named):
        known = _yaku()[yaku].name
        name, new = ours.named(known)[0], Locale(language, terms).named(known)[0]
        # If they are the same, this protects a term in the name.
        names |= zip(_spellings(yaku, name), _spellings(yaku, new), strict=True)
    words = {**words, **names}
    return _by_first_word(words) if any(old != new for old, new in words.items()) else {}


@cache
def _terms(language: str, terms: str) -> Mapping[str, str]:
    """Return the words of a vocabulary for terms, with plurals and capitals."""
    ours, vocabulary = Locale(language), _vocabulary(terms)
    words = {
        ours.term(name): word for name, word in vocabulary.terms.items() if name not in EVERYDAY
    }
    if not vocabulary.romaji:  # which has a plural of its own for each
        words |= {plural_of(term): plural_of(word) for term, word in words.items()}
    return words | {capital(term): capital(word) for term, word in words.items()}


def plural_of(term: str) -> str:
    """Return the plural of an English term, whose last word takes it."""
    return term if term.endswith("s") else f"{term}s"


@cache
def _names_in(terms: str) -> Mapping[str, str]:
    """Return the name of each shipped yaku in the words of a book, by its English name."""
    if terms == BOOK:
        return {}
    vocabulary = _vocabulary(terms)
    return {
        known.name.en: vocabulary.yaku[yaku][0]
        if yaku in vocabulary.yaku
        else _with_terms(known.name.en, vocabulary)
        for yaku, known in _yaku().items()
        if known.name.en is not None
    }


def _with_terms(name: str, vocabulary: Vocabulary) -> str:
    """Return the name of a yaku that is not in a book, with the book's terms."""
    for term, word in vocabulary.terms.items():
        for ours, book in ((term, word), (plural_of(term), plural_of(word))):
            name = re.sub(rf"\b{ours.title()}\b", book.title(), name)
    return name


def _vocabularies() -> Mapping[str, Vocabulary]:
    from riichi_core.rules.words import vocabularies  # noqa: PLC0415 - it imports pydantic

    return vocabularies()


def words_of(ruleset: Worded) -> str:
    """Return the name of the vocabulary that a ruleset is printed in; empty if its book has none.

    It is the one that the head of its file names, or its own, or that of the rules it extends.
    """
    return next((name for name in ruleset.words if name in _vocabularies()), "")


@cache
def _vocabulary(name: str) -> Vocabulary:
    """Return the words of a book, or those that several books share: their names joined by `+`."""
    first, *others = books = [_vocabularies()[book] for book in name.split("+")]
    if not others:
        return first
    names = [{yaku: (own[0], own[0]) for yaku, own in book.yaku.items()} for book in books]
    terms = _shared([book.terms for book in books])
    return type(first)(title=name, terms=terms, recorded={}, yaku=_shared(names))


def _shared(tables: Sequence[Mapping[str, Word]]) -> dict[str, Word]:
    """Return the entries that are in every table."""
    return {key: word for key, word in tables[0].items() if all(t.get(key) == word for t in tables)}


def _yaku() -> Mapping[str, KnownYaku]:
    from riichi_core.rules.glossary import known_yaku  # noqa: PLC0415 - most calls name no yaku

    return known_yaku()


def capital(word: str) -> str:
    """Return a word with a capital first letter; the rest is unchanged."""
    return word[:1].upper() + word[1:]


ENGLISH = Locale()
