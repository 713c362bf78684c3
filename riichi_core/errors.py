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
        self.message = message if isinstance(message, Message) else escape_unprintable(message)
        super().__init__(self.message)


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
