"""The words of a language, read from its file; a figure never stands there, a ruleset has it.

A language is one file beside this one, `en.toml` and so on; it needs the keys that the English one
has. A text may name parts in braces: what is put in there comes from the page, or it is a term,
such as `{pung}`, which is `pung` or `pon` as people choose.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

FOLDER = Path(__file__).parent

Terms = Literal["english", "japanese"]
TERMS: tuple[Terms, ...] = ("english", "japanese")
"""Whose words are used for claims and yaku: those of the language itself, or the Japanese ones."""

NAMES, DESCRIPTIONS = "yaku_names", "describes"
"""Tables of a file with a key for each yaku; all others have a key for each thing that is said."""


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages there are, English first."""
    codes = sorted(path.stem for path in FOLDER.glob("*.toml"))
    return tuple(sorted(codes, key=lambda code: code != "en"))


@cache
def read(language: str) -> Mapping[str, Any]:
    """The file of a language as it is written."""
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


def keys(language: str) -> Iterator[tuple[str, str]]:
    """Every key that all languages need, as `page.title`, with its text."""
    for table, entries in read(language).items():
        if table not in (NAMES, DESCRIPTIONS):
            yield from _below(table, entries)


def _below(path: str, entries: Any) -> Iterator[tuple[str, str]]:
    if isinstance(entries, str):
        yield path, entries
        return
    for name, entry in entries.items():
        yield from _below(f"{path}.{name}", entry)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a language, with one set of terms."""

    language: str
    terms: Terms

    def __call__(self, key: str, **parts: object) -> str:
        """The text of a key, with its parts put in; a number is written as the language does."""
        table, name = key.split(".")
        text: str = read(self.language)[table][name]
        told = {name: self.number(p) if isinstance(p, int) else p for name, p in parts.items()}
        return text.format_map(_terms(self.language, self.terms) | told)

    def one_of(self, table: str, name: str) -> str | None:
        """The text of a table that need not have this name."""
        text: str | None = read(self.language)[table].get(name)
        return text and text.format_map(_terms(self.language, self.terms))

    def term(self, name: str) -> str:
        """A term by itself, as `pung`."""
        return _terms(self.language, self.terms)[name]

    def number(self, number: int) -> str:
        """A number with its thousands set apart."""
        return f"{number:,}".replace(",", read(self.language)["format"]["thousands"])


@cache
def _terms(language: str, terms: Terms) -> dict[str, str]:
    """Each term, and with a capital letter what begins a text."""
    own: dict[str, str] = read(language)["terms"][terms]
    return own | {name.capitalize(): text[:1].upper() + text[1:] for name, text in own.items()}
