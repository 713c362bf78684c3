"""Translation of texts into the language of a reader, and how that language writes numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from riichi_core.messages import Message

if TYPE_CHECKING:
    from fractions import Fraction
Translatable = str
"""An English text for people; a table annotated with it has its texts extracted for translation."""


class YakuNames(Protocol):
    """The names of a yaku: the one to show, and those in English and Japanese."""

    @property
    def title(self) -> str:
        """Return the English name if there is one."""

    @property
    def en(self) -> str | None:
        """Return the English name."""

    @property
    def ja(self) -> str | None:
        """Return the Japanese name in Latin letters."""


class Translator:
    """A language to write in; this one is the English in which the texts stand in the code.

    A subclass translates: it overrides `text`, `plural`, `in_context` and the names of yaku.
    """

    @property
    def thousands(self) -> str:
        """The separator of thousands."""
        return self.in_context("between thousands", ",")

    def __call__(self, text: str, /, **parameters: object) -> str:
        """Return a text in this language with its parameters filled in.

        Args:
            text: an English text, its parameters in braces, or a `Message`, which has its own.
                A text that is not known, such as a club's own, comes back as it is.
            parameters: what stands in the braces; numbers are written as the language does.
        """
        if isinstance(text, Message):
            return self._message(text, parameters)
        translated = self.text(text)
        if not parameters:
            return translated
        return translated.format(**self.formatted(parameters))

    def counted(
        self, one: str, several: str, n: int | Fraction | str, /, **parameters: object
    ) -> str:
        """Return the text for a number in this language, the number itself as `{n}`.

        A fraction, also one that is written as a text, is several.
        """
        parts = self.formatted({"n": n, **parameters})
        return self.plural(one, several, n if isinstance(n, int) else 2).format(**parts)

    def text(self, text: str) -> str:
        """Return the translation of a text, its parameters still in braces."""
        return text

    def clause(self, text: str) -> str:
        """Return the translation of what the index of clauses says: a statement, or a book."""
        return text

    def plural(self, one: str, several: str, n: int) -> str:
        """Return the translation of the text that goes with a number."""
        return one if n == 1 else several

    def in_context(self, context: str, text: str) -> str:  # noqa: ARG002 - here none is needed
        """Return the translation of a text that by itself could mean several things."""
        return text

    def yaku_name(self, names: YakuNames) -> str:
        """Return the name of a yaku."""
        return names.title

    def yaku(self, yaku: str) -> str:
        """Return the name of a yaku as it stands within a sentence, from its id."""
        from riichi_core.rules.glossary import known_yaku  # noqa: PLC0415 - it imports this module

        known = known_yaku().get(yaku)
        return yaku.replace("_", " ") if known is None else known.name.title.lower()

    def formatted(self, parameters: Mapping[str, object]) -> dict[str, object]:
        """Return the parameters as they are filled in: numbers as the language writes them."""
        return {
            name: self.number(value) if type(value) is int else self._part(value)
            for name, value in parameters.items()
        }

    def number(self, number: int) -> str:
        """Return a number with its thousands separated."""
        return f"{number:,}".replace(",", self.thousands)

    def signed(self, number: int) -> str:
        """Return a number of points gained or lost, with its sign; zero has none."""
        return f"{number:+,}".replace(",", self.thousands) if number else "0"

    def decimal(self, number: Fraction | float, digits: int) -> str:
        """Return a number with so many decimal places, thousands separated."""
        whole, _, places = f"{float(number):,.{digits}f}".partition(".")
        point = self.in_context("before decimals", ".") if places else ""
        return whole.replace(",", self.thousands) + point + places

    def or_list(self, texts: Iterable[str]) -> str:
        """Return alternatives, already in this language, joined by its word for `or`."""
        return f" {self('or')} ".join(texts)

    def and_list(self, texts: Iterable[str]) -> str:
        """Return things, already in this language, joined by its word for `and`."""
        return f" {self('and')} ".join(texts)

    def _message(self, message: Message, more: Mapping[str, object]) -> str:
        if message.plural:
            template = self.plural(message.template, message.plural, message.number)
        else:
            template = self.text(message.template)
        parameters = {**message.parameters, **more}
        if not parameters:
            return template
        numbers = {n: _Number(v, self.thousands) for n, v in parameters.items() if type(v) is int}
        return template.format(**{n: self._part(v) for n, v in parameters.items()} | numbers)

    def _part(self, value: object) -> object:
        """Return a parameter: a message, and a word of a closed list, are translated."""
        if isinstance(value, Enum):
            return self.text(str(value))
        return self(value) if isinstance(value, Message) else value


class _Number(int):
    """A number that, where its template asks for separated thousands, has those of a language."""

    thousands: str

    def __new__(cls, number: int, thousands: str) -> _Number:
        written = super().__new__(cls, number)
        written.thousands = thousands
        return written

    def __format__(self, spec: str) -> str:
        return super().__format__(spec).replace(",", self.thousands)


PLAIN_ENGLISH = Translator()
