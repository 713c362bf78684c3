"""Translate texts into the reader's language, and format its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from riichi_core.messages import Message, YakuInSentence, YakuName, YakuNames

if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Self

Translatable = str
"""An English text for people; texts in a table annotated with it are extracted for translation."""


_AND: Translatable = "and"

_OR: Translatable = "or"


class Worded(Protocol):
    """A ruleset, as far as its words matter here."""

    @property
    def words(self) -> tuple[str, ...]:
        """The names of vocabularies; it prints in the first of them that there is."""

    @property
    def own_yaku(self) -> tuple[tuple[str, YakuNames], ...]:
        """The names of the yaku that it defines itself, by id."""


class Translator:
    """A target language; this class is English, the language of the texts in the code.

    A subclass translates by overriding `text`, `plural`, `in_context` and the names of yaku.
    """

    @property
    def thousands(self) -> str:
        """The thousands separator."""
        return self.in_context("between thousands", ",")

    def __call__(self, text: str, /, **parameters: object) -> str:
        """Return a text in this language, with its parameters filled in.

        Args:
            text: an English text with parameters in braces, or a `Message`, which has its own. An
                unknown text, such as a club's own, is returned unchanged.
            parameters: the values for the braces; numbers are formatted for the language.
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
        """Return the text for a number in this language, with the number as `{n}`.

        A fraction takes the plural, including one given as text.
        """
        parts = self.formatted({"n": n, **parameters})
        return self.plural(one, several, n if isinstance(n, int) else 2).format(**parts)

    def of(self, *rulesets: Worded) -> Self:  # noqa: ARG002 - this one has no other words
        """Return this language in the words of the book of these rulesets, if they share them."""
        return self

    def text(self, text: str) -> str:
        """Return the translation of a text, with its parameters still in braces."""
        return text

    def clause(self, text: str) -> str:
        """Return the translation of a text from the clause index: a statement, or a book's text."""
        return text

    def plural(self, one: str, several: str, n: int) -> str:
        """Return the translation of the text for a number."""
        return one if n == 1 else several

    def in_context(self, context: str, text: str) -> str:  # noqa: ARG002 - English needs none
        """Return the translation of a text that is ambiguous without its context."""
        return text

    def yaku_name(self, names: YakuNames) -> str:
        """Return the name of a yaku."""
        return names.title

    def yaku(self, yaku: str) -> str:
        """Return the name of a yaku, given its id, for use within a sentence."""
        return yaku.replace("_", " ")

    def formatted(self, parameters: Mapping[str, object]) -> dict[str, object]:
        """Return the parameters, with numbers formatted for the language."""
        return {
            name: self.number(value) if type(value) is int else self._part(value)
            for name, value in parameters.items()
        }

    def number(self, number: int) -> str:
        """Return a number with thousands separators."""
        return f"{number:,}".replace(",", self.thousands)

    def signed(self, number: int) -> str:
        """Return points gained or lost, with a sign unless they are zero."""
        return f"{number:+,}".replace(",", self.thousands) if number else "0"

    def decimal(self, number: Fraction | float, digits: int) -> str:
        """Return a number with `digits` decimal places and thousands separators."""
        whole, _, places = f"{float(number):,.{digits}f}".partition(".")
        point = self.in_context("before decimals", ".") if places else ""
        return whole.replace(",", self.thousands) + point + places

    def or_list(self, texts: Iterable[str]) -> str:
        """Join alternatives that are already in this language with its word for `or`."""
        return self._listed([*texts], self(_OR))

    def and_list(self, texts: Iterable[str]) -> str:
        """Join texts that are already in this language with its word for `and`."""
        return self._listed([*texts], self(_AND))

    def _listed(self, texts: Sequence[str], word: str) -> str:
        """Return a list with a word before its last text, after a comma if a text is a list."""
        inner = (", ", f" {self(_AND)} ", f" {self(_OR)} ")
        comma = "," if any(one in text for text in texts for one in inner) else ""
        before = f"{', '.join(texts[:-1])}{comma} {word} " if len(texts) > 1 else ""
        return before + "".join(texts[-1:])

    def _message(self, message: Message, more: Mapping[str, object]) -> str:
        if isinstance(message, YakuName):
            return self.yaku_name(message.names)
        if isinstance(message, YakuInSentence):
            return self.yaku(message.yaku)
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
        """Return a parameter; translate it if it is a message or a word of a closed list."""
        if isinstance(value, Enum):
            return self.text(str(value))
        return self(value) if isinstance(value, Message) else value


class _Number(int):
    """A number with a language's thousands separator, if its template requests separators."""

    thousands: str

    def __new__(cls, number: int, thousands: str) -> _Number:
        written = super().__new__(cls, number)
        written.thousands = thousands
        return written

    def __format__(self, spec: str) -> str:
        return super().__format__(spec).replace(",", self.thousands)


PLAIN_ENGLISH = Translator()
