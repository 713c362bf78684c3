"""A language with one set of terms: texts from its gettext catalog, names of yaku and claims.

A folder next to this module has the catalogs of each language, by the English texts: `riichi.po`,
and `clauses.po` with the index of clauses, which few commands print. `make messages` updates them
and compiles the `.mo` files that this module reads.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from riichi_core.language import Translator, YakuNames

if TYPE_CHECKING:
    from riichi_core.rules.chapters.yaku import KnownYaku

FOLDER = Path(__file__).parent
DOMAIN, CLAUSES = "riichi", "clauses"

Terms = Literal["english", "japanese"]
TERMS: tuple[Terms, ...] = ("english", "japanese")
"""The words for claims and yaku: the language's own, or the Japanese ones."""

JAPANESE: Mapping[str, str] = {
    "sequence": "chii",
    "sequences": "chii",
    "triplet": "pon",
    "triplets": "pon",
    "quad": "kan",
    "quads": "kan",
    "self-draw": "tsumo",
    "discard": "ron",
}
"""The Japanese word for each term, the same in all languages."""

EVERYDAY = frozenset({"discard"})
"""Terms that are also everyday words, so that sentences keep them."""

IN_SENTENCES = ("seven_pairs", "thirteen_orphans", "double_riichi")
"""The yaku whose names occur in sentences in lower case: forms of a hand, and a riichi."""


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    return ("en", *sorted(path.parent.name for path in FOLDER.glob("*/LC_MESSAGES")))


@cache
def _catalog(language: str, domain: str = DOMAIN) -> NullTranslations:
    return NullTranslations() if language == "en" else translation(domain, FOLDER, [language])


@dataclass(frozen=True)
class Locale(Translator):
    """A language with one set of terms.

    Attributes:
        language: its code, e.g. `nl`.
        terms: the words for claims and yaku.
    """

    language: str = "en"
    terms: Terms = "english"

    def text(self, text: str) -> str:
        """Return the translation of a text, with its parameters still in braces."""
        return self._in_terms(_catalog(self.language).gettext(text)) if text else ""

    def clause(self, text: str) -> str:
        """Return the translation of a text of the clause index, from its own catalog."""
        return self._in_terms(_catalog(self.language, CLAUSES).gettext(text))

    def plural(self, one: str, several: str, n: int) -> str:
        """Return the translation of the text for a number."""
        return self._in_terms(_catalog(self.language).ngettext(one, several, n))

    def in_context(self, context: str, text: str) -> str:
        """Return the translation of a text that is ambiguous without its context."""
        return _catalog(self.language).pgettext(context, text)

    def term(self, name: str) -> str:
        """Return a single term, e.g. `pung`."""
        return JAPANESE[name] if self.terms == "japanese" else self.in_context("term", name)

    # ---- yaku ------------------------------------------------------------------------------------

    def yaku_name(self, names: YakuNames) -> str:
        """Return the name of a yaku."""
        return self.named(names)[0]

    def yaku(self, yaku: str) -> str:
        """Return the name of a yaku for use within a sentence, from its id."""
        known = _yaku().get(yaku)
        if known is None:
            return super().yaku(yaku)
        name, _ = self.named(known.name)
        return name.lower() if self == ENGLISH else name[:1].lower() + name[1:]

    def named(self, names: YakuNames) -> tuple[str, str]:
        """Return the name of a yaku, and the language code of that name.

        A yaku without a name in a language has its English name or, if there is none, the Japanese
        one.
        """
        own_name = getattr(names, self.language, None)
        if names.ja is not None and (self.terms == "japanese" or (own_name or names.en) is None):
            return names.ja, "ja-Latn"
        translated = own_name or _catalog(self.language).gettext(names.title)
        return translated, self.language if own_name or translated != names.title else "en"

    # ---- terms -----------------------------------------------------------------------------------

    def _in_terms(self, text: str) -> str:
        """Return a text with the other set of terms: names of yaku, then claims."""
        if self.terms == "english":
            return text
        pattern, instead = _swaps(self.language)
        return pattern.sub(lambda match: instead.get(match[0], match[0]), text)


@cache
def _swaps(language: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return the pattern and replacements for names of yaku and terms, longer ones first.

    The pattern also matches parameters in braces, which stay unchanged.
    """
    language_terms = Locale(language)
    pairs = [
        (language_terms.term(name), word) for name, word in JAPANESE.items() if name not in EVERYDAY
    ]
    replacements = dict(pairs) | {capital(term): capital(word) for term, word in pairs}
    for yaku, known in _yaku().items():
        if known.name.ja is not None:
            name = language_terms.named(known.name)[0]
            replacements[name] = known.name.ja
            if yaku in IN_SENTENCES:
                replacements[name.lower()] = known.name.ja.lower()
                replacements[capital(name.lower())] = known.name.ja
    words = sorted(replacements, key=len, reverse=True)
    return re.compile(rf"\{{[^}}]*\}}|\b(?:{'|'.join(map(re.escape, words))})\b"), replacements


def _yaku() -> Mapping[str, KnownYaku]:
    from riichi_core.rules.glossary import known_yaku  # noqa: PLC0415 - most calls name no yaku

    return known_yaku()


def capital(word: str) -> str:
    """Return a word with a capital first letter; the rest is unchanged."""
    return word[:1].upper() + word[1:]


ENGLISH = Locale()
