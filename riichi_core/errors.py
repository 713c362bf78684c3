"""The base of every error that the library raises deliberately."""

from __future__ import annotations

from riichi_core.messages import Message, escape_unprintable


class RiichiError(ValueError):
    """An error in the input: a text, a record, a file, or an illegal action.

    Catch this to catch all of them. `str()` is a sentence for people. Subclasses add information
    for programs, such as a `code`, the `field` in question or the `problems` of a file.

    >>> from riichi_core.hands.hand import Hand
    >>> try:
    ...     Hand("123m")
    ... except RiichiError as error:
    ...     print(error)
    the hand has 3 concealed tiles: expected 13

    Attributes:
        message: the sentence; a `riichi_core.messages.Message` if it can be translated.
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
    """An impossible fact in a record, or in the value made from it.

    Attributes:
        code: the kind of the error, for programs: `unknown_word`, `contradiction`, ...
        field: the field of the JSON record, e.g. `wins.0.hand`; empty for the whole record.
    """

    def __init__(self, code: str, field_name: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.field = field_name
