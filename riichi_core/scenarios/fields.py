"""The fields of JSON records: what each kind can be, and how each mistake is explained."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from riichi_core.hands.win import WinError
from riichi_core.messages import quote
from riichi_core.source.diagnostics import nearest
from riichi_core.tiles import Wind

WINDS = tuple(str(wind) for wind in Wind)

MOST_LISTED = 50
"""The longest list that a record may have."""


def known_fields(data: Mapping[Any, Any], fields: tuple[str, ...]) -> None:
    """Refuse a field that there is not, with the nearest that there is."""
    for name in data:
        if name not in fields:
            near = _longer(str(name), fields) or nearest(str(name), fields)
            guess = f": did you mean {near}?" if near else f": expected {', '.join(fields)}"
            raise WinError(
                "unknown_field", str(name)[:60], f"there is no field {quote(name)}{guess}"
            )


def wrong_type(name: str, value: object, wanted: str) -> NoReturn:
    """Refuse a value of another kind than is wanted."""
    raise WinError("wrong_type", name, f"{name}: expected {wanted}, not {quote(value)}")


def flag(data: Mapping[str, Any], name: str) -> bool:
    """True or false; only the winning tile is kept apart if nothing is said."""
    value = data.get(name, name == "winning_tile_apart")
    if not isinstance(value, bool):
        wrong_type(name, value, "true or false")
    return value


def number(data: Mapping[str, Any], name: str) -> int:
    """A whole number, 0 if it is left out."""
    value = data.get(name, 0)
    if isinstance(value, float) and value.is_integer():  # to JSON 1.0 is a whole number
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        wrong_type(name, value, "a whole number")
    return value


def word(data: Mapping[str, Any], name: str, words: tuple[str, ...]) -> str:
    """The word of a closed list; the first is the one that is meant where none is given."""
    value = data.get(name, words[0])
    if not isinstance(value, str):
        wrong_type(name, value, f"one of {', '.join(words)}")
    if value not in words:
        unknown_word(name, value, words)
    return value


def unknown_word(name: str, value: str, words: tuple[str, ...]) -> NoReturn:
    """Refuse a word that is not in a closed list, with the one that was probably meant."""
    near = _MEANT.get(value.lower()) or nearest(value, words) or _longer(value, words)
    near = near if near in words else ""
    guess = f"did you mean {near}?" if near else f"expected {', '.join(words)}"
    raise WinError("unknown_word", name, f"{name}: there is no {quote(value)}: {guess}")


_MEANT = {
    **{"ron": "discard", "tsumo": "self_draw", "double_riichi": "double"},
    **{"e": "east", "s": "south", "w": "west", "n": "north"},
    **{f"{number}z": wind for number, wind in enumerate(WINDS, 1)},
}
"""What people write for the words of the records."""


def _longer(start: str, words: tuple[str, ...]) -> str:
    """The word of which somebody wrote the first part only."""
    return next((word for word in words if start and word.startswith(start.lower())), "")


def list_field(data: Mapping[str, Any], name: str) -> list[Any]:
    """A list, empty if it is left out."""
    value = data.get(name, [])
    if not isinstance(value, list):
        wrong_type(name, value, "a list")
    if len(value) > MOST_LISTED:
        message = f"{name}: {len(value)} items, expected at most {MOST_LISTED}"
        raise WinError("out_of_range", name, message)
    return value


def ruleset_names(data: Mapping[str, Any]) -> tuple[str, ...] | None:
    """The ids of rulesets that a record asks for; None if it leaves that to whoever asks."""
    if "rulesets" not in data:
        return None
    names = list_field(data, "rulesets")
    for name in names:
        if not isinstance(name, str):
            wrong_type("rulesets", name, "the ids of rulesets")
    if not names:
        raise WinError("out_of_range", "rulesets", "rulesets: the list is empty, expected ids")
    return tuple(dict.fromkeys(names))
