"""The base of every error that the library raises on purpose."""

from __future__ import annotations

from riichi_core.messages import Message, escape_unprintable


class RiichiError(ValueError):
    """A mistake in what was given: a text, a record, a file, an action that is not legal.

    Catch this to catch all of them. `str()` is a sentence for people; subclasses add what programs
    need, such as a `code`, the wrong `field` or the `problems` of a file.

    >>> from riichi_core.hands.hand import Hand
    >>> try:
    ...     Hand("123m")
    ... except RiichiError as error:
    ...     print(error)
    the hand has 3 concealed tiles: expected 13

    Attributes:
        message: the sentence; a `riichi_core.messages.Message` where it can be translated.
    """

    def __init__(self, message: str = "") -> None:
        escaped = message if isinstance(message, Message) else escape_unprintable(message)
        self.message: str = escaped
        super().__init__(self.message)

    def __reduce__(self) -> tuple[object, ...]:
        """Return the error as pickle and copy take it, whatever its constructor takes."""
        return _remade, (type(self), self.args), self.__dict__.copy()


def _remade(kind: type[RiichiError], args: tuple[object, ...]) -> RiichiError:
    """Return an error with its `args`; pickle sets its attributes."""
    error = kind.__new__(kind)
    error.args = args
    return error


class RecordError(RiichiError):
    """A fact that cannot be, of a record or of the value that is made from it.

    Attributes:
        code: the kind of the mistake, for programs: `unknown_word`, `contradiction`, ...
        field: the wrong field of the JSON record, as `wins.0.hand`; empty for the whole.
    """

    def __init__(self, code: str, field_name: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.field = field_name
