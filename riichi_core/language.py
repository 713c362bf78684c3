"""Translation of texts into the language of a reader, and how that language writes numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from riichi_core.rules.vocabulary import Names


def _as_written(text: str) -> str:
    return text


def _english_name(_: str, names: Names) -> str:
    return names.title


@dataclass(frozen=True, slots=True)
class Translator:
    """A language to write in; by default the English in which the texts stand in the code.

    Attributes:
        translate: maps an English text, its parameters in braces, to its translation. A text that
            is not known, such as a club's own, comes back as it is.
        thousands: the separator of thousands.
        name: the name of a yaku, from its id and its names.
    """

    translate: Callable[[str], str] = _as_written
    thousands: str = ","
    name: Callable[[str, Names], str] = _english_name

    def __call__(self, text: str, **parameters: object) -> str:
        """Return a text in this language with its parameters filled in."""
        translated = self.translate(text)
        if not parameters:
            return translated
        return translated.format(**self.formatted(parameters))

    def formatted(self, parameters: Mapping[str, object]) -> dict[str, object]:
        """Return the parameters as they are filled in: numbers as the language writes them."""
        return {
            name: self.number(value) if isinstance(value, int) else value
            for name, value in parameters.items()
        }

    def number(self, number: int) -> str:
        """Return a number with its thousands separated."""
        return f"{number:,}".replace(",", self.thousands)

    def signed(self, number: int) -> str:
        """Return a number of points gained or lost, with its sign; zero has none."""
        return f"{number:+,}".replace(",", self.thousands) if number else "0"

    def either(self, texts: Iterable[str]) -> str:
        """Return alternatives, already in this language, joined by its word for `or`."""
        return f" {self('or')} ".join(texts)


ENGLISH = Translator()
