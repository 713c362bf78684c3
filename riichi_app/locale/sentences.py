"""Sentences of the rules in a language: whole texts, by the English ones that stand in the code.

The rules say in English what their values mean, each beside its type. A language's file has these
texts under `sentences`, and under `heard` those that the engine makes, each part of them in braces.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, partial
from string import Formatter

from riichi_app.locale.file import NAMES, TERMS, Terms, read
from riichi_core.language import Translator
from riichi_core.rules.chapters.yaku import Yaku
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.vocabulary import Names

SENTENCES, HEARD = "sentences", "heard"

KEPT = frozenset({"discard"})
"""Terms that are everyday words as well, so that a sentence keeps them."""


@cache
def tr(language: str, terms: Terms) -> Translator:
    """What says the sentences of the rules in a language, with one set of terms."""
    return Translator(
        partial(translate, language, terms),
        read(language)["format"]["thousands"],
        lambda yaku, names: name_of(yaku, names, language, terms)[0],
    )


def heard(text: str, language: str, terms: Terms) -> str:
    """A text that the engine made, told in a language; each part of it is told by itself."""
    for pattern, told in patterns(language):
        if found := pattern.fullmatch(text):
            parts = {name: heard(part, language, terms) for name, part in found.groupdict().items()}
            return _in_terms(told, language, terms).format(**parts)
    return translate(language, terms, text)


def name_of(yaku: str, names: Names, language: str, terms: Terms) -> tuple[str, str]:
    """What a yaku is called, and the code of the language of that name.

    The index names most of them; a language's file has what is lacking there. One that has no name
    in a language goes by the English name or, where it has none either, by the Japanese one.
    """
    own = getattr(names, language, None) or read(language)[NAMES].get(yaku)
    if names.ja and (terms == "japanese" or not (own or names.en)):
        return names.ja, "ja-Latn"
    return (own, language) if own else (names.title, "en")


def translate(language: str, terms: Terms, text: str) -> str:
    """A text as a language's file has it; one that it does not have, as a club's own, as it is."""
    if name := yaku_names(language, terms).get(text):
        return name
    return _in_terms(read(language).get(SENTENCES, {}).get(text, text), language, terms)


@cache
def yaku_names(language: str, terms: Terms) -> Mapping[str, str]:
    """The names of the yaku by the English ones, and as they stand within a sentence."""
    if (language, terms) == ("en", TERMS[0]):
        return {}
    titles = {name: option.title for name, option in Yaku.options()}
    found = {}
    for yaku, known in known_yaku().items():
        told, _ = name_of(yaku, known.name, language, terms)
        for english in (known.name.title, titles.get(yaku, "")):
            found[english] = told
        found[yaku.replace("_", " ")] = told[:1].lower() + told[1:]
    return found


# ---- terms ---------------------------------------------------------------------------------------


def _in_terms(text: str, language: str, terms: Terms) -> str:
    """A text with the other set of terms: names of yaku, then claims."""
    if terms == TERMS[0]:
        return text
    pattern, instead = _swaps(language)
    return pattern.sub(lambda found: instead[found[0]], text)


@cache
def _swaps(language: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """What is put in place of the names of yaku and the terms; longer ones are looked for first."""
    own, other = (read(language)["terms"][terms] for terms in TERMS)
    pairs = [(own[name], other[name]) for name in own if name not in KEPT]
    instead = dict(pairs) | {capital(word): capital(told) for word, told in pairs}
    for yaku, known in known_yaku().items():
        instead[name_of(yaku, known.name, language, TERMS[0])[0]] = known.name.ja or ""
    words = sorted((word for word in instead if instead[word]), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b"), instead


def capital(word: str) -> str:
    """A word as it begins a sentence; what follows stays as it is."""
    return word[:1].upper() + word[1:]


# ---- what the engine says ------------------------------------------------------------------------


@cache
def patterns(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Each text that the engine makes as a pattern, with what it is in this language."""
    table: Mapping[str, str] = read(language).get(HEARD, {})
    return tuple((re.compile(_pattern(text)), told) for text, told in table.items())


def _pattern(text: str) -> str:
    parts = Formatter().parse(text)
    return "".join(
        re.escape(said) + (f"(?P<{name}>.+?)" if name else "") for said, name, *_ in parts
    )
