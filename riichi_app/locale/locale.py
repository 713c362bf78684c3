"""The words of a language with one set of terms; a figure never stands there, a ruleset has it.

A language is one file beside this one, `en.toml` and so on. What stands on pages has a key there,
as `page.title`, the same in all languages; what the rules say has its English text for a key, which
`sentences` looks up. A text may name parts in braces: what is put in there comes from the page, or
it is a term, such as `{pung}`, which is `pung` or `pon` as people choose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from riichi_app.locale.file import DESCRIPTIONS, NAMES, Terms, read
from riichi_app.locale.sentences import HEARD, SENTENCES, capital, heard, name_of, tr
from riichi_core.language import Translator
from riichi_core.rules.vocabulary import Names


def keys(language: str) -> Iterator[tuple[str, str]]:
    """Every key that all languages need, as `page.title`, with its text."""
    for table, entries in read(language).items():
        if table not in (NAMES, DESCRIPTIONS, SENTENCES, HEARD):
            yield from _below(table, entries)


def _below(path: str, entries: Any) -> Iterator[tuple[str, str]]:
    if isinstance(entries, str):
        yield path, entries
        return
    for name, entry in entries.items():
        yield from _below(f"{path}.{name}", entry)


@dataclass(frozen=True, slots=True)
class Locale:
    """The words of a language, with one set of terms."""

    language: str
    terms: Terms

    def __call__(self, key: str, **parts: object) -> str:
        """The text of a key, with its parts put in; a number is written as the language does."""
        table, name = key.split(".")
        text: str = read(self.language)[table][name]
        return text.format_map(_terms(self.language, self.terms) | self.tr.formatted(parts))

    def one_of(self, table: str, name: str) -> str | None:
        """The text of a table that need not have this name."""
        text: str | None = read(self.language)[table].get(name)
        return text and text.format_map(_terms(self.language, self.terms))

    def term(self, name: str) -> str:
        """A term by itself, as `pung`."""
        return _terms(self.language, self.terms)[name]

    @property
    def tr(self) -> Translator:
        """What says the sentences of the rules."""
        return tr(self.language, self.terms)

    def number(self, number: int) -> str:
        """A number with its thousands set apart."""
        return self.tr.number(number)

    def heard(self, text: str) -> str:
        """A text that the engine made."""
        return heard(text, self.language, self.terms)

    def yaku(self, yaku: str, names: Names) -> tuple[str, str]:
        """What a yaku is called, and the code of the language of that name."""
        return name_of(yaku, names, self.language, self.terms)


@cache
def _terms(language: str, terms: Terms) -> dict[str, str]:
    """Each term, and with a capital letter what begins a text."""
    own: dict[str, str] = read(language)["terms"][terms]
    return own | {name.capitalize(): capital(text) for name, text in own.items()}


ENGLISH = Locale("en", "english")
