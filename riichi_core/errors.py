"""The base of every error that the library raises deliberately."""

from __future__ import annotations

from riichi_core.messages import Message, escape_unprintable


class RiichiError(ValueError):
    """An error in the input: a text, a record, a file, or an illegal action.

    Catch this to catch all of them. `str()` is a sentence for people.

    >>> from riichi_core.hands.hand import Hand
    >>> try:
    ...     Hand("123m")
    ... except RiichiError as error:
    ...     print(error)
    the hand has 3 concealed tiles: expected 13

    Attributes:
        message: the sentence; a `riichi_core.messages.Message` if it can be translated.
        code: the kind of the error, for programs: `unknown_word`, `contradiction`, ...
        field: the field of the JSON record, e.g. `wins.0.hand`, or the option of a ruleset; empty
            if the error is not about one of them.
    """

    code: str = "wrong_value"
    field: str = ""

    def __init__(self, message: str = "") -> None:
        escaped = message if isinstance(message, Message) else escape_unprintable(message)
        self.message: str = escaped
        super().__init__(self.message)

    @property
    def parameter(self) -> str:
        """The parameter of a call with a wrong value, e.g. `by` for the field `won_by`."""
        return parameter_of(self.field.rpartition(".")[2])

    def __reduce__(self) -> tuple[object, ...]:
        """Return the error as pickle and copy take it, whatever its constructor takes."""
        return _remade, (type(self), self.args), self.__dict__.copy()


def _remade(kind: type[RiichiError], args: tuple[object, ...]) -> RiichiError:
    """Return an error with its `args`; pickle sets its attributes."""
    error = kind.__new__(kind)
    error.args = args
    return error


class RecordError(RiichiError):
    """An impossible fact in a record, or in the value made from it."""

    def __init__(self, code: str, field_name: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.field = field_name


_PARAMETERS = {
    "won_by": "by",
    "winning_tile": "tile",
    "seat_wind": "seat",
    "round_wind": "round_wind",
    "dora_indicators": "dora",
    "kan_dora_indicators": "kan_dora",
    "ura_dora_indicators": "ura",
    "kan_ura_dora_indicators": "kan_ura",
    "bets_on_table": "bets",
    "dead_hands": "dead",
    "liable": "fed_by",
    "riichi_void": "void",
}
"""The parameters of calls that differ from the names of record fields."""


def parameter_of(field_name: str) -> str:
    """Return the parameter of a call for a field of a record."""
    return _PARAMETERS.get(field_name, field_name)
