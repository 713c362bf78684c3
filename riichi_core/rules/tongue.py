"""The language in which values are said: each text that an option has, put into it."""

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
class Tongue:
    """A language to say things in; by itself the English in which the texts are written.

    Attributes:
        translate: from a text as it stands beside its type, its parts in braces, to the same in
            this language. A text that it does not know, as a club's own, it gives back.
        thousands: what sets the thousands of a number apart.
        name: what a yaku with this id and these names is called.
    """

    translate: Callable[[str], str] = _as_written
    thousands: str = ","
    name: Callable[[str, Names], str] = _english_name

    def __call__(self, text: str, **parts: object) -> str:
        """A text with its parts put in; a number is written as the language does."""
        said = self.translate(text)
        if not parts:
            return said
        return said.format(**self.told(parts))

    def told(self, parts: Mapping[str, object]) -> dict[str, object]:
        """The parts of a text as they are put in."""
        return {
            name: self.number(part) if isinstance(part, int) else part
            for name, part in parts.items()
        }

    def number(self, number: int) -> str:
        """A number with its thousands set apart."""
        return f"{number:,}".replace(",", self.thousands)

    def signed(self, number: int) -> str:
        """A number that is gained or lost; zero has no sign."""
        return f"{number:+,}".replace(",", self.thousands) if number else "0"

    def either(self, texts: Iterable[str]) -> str:
        """Texts of which one holds, each already in this language."""
        return f" {self('or')} ".join(texts)


ENGLISH = Tongue()
