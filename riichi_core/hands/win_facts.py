"""The facts around a win, each taken as a value or as its text: how it was won, riichi, winds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NoReturn, get_args

from riichi_core.errors import RecordError
from riichi_core.hands.hand import Hand, HandError
from riichi_core.messages import Message, quote
from riichi_core.source.diagnostics import nearest
from riichi_core.tiles import NotationError, Tile, Wind, parse_tiles

Circumstance = Literal[
    "riichi_discard",
    "kong_discard",
    "open_riichi",
    "after_two_kongs",
    "first_turn_kong",
    "eighth_dealer_win",
    "breaks_eighth_win",
]
"""Facts that only some local yaku ask for."""

CIRCUMSTANCES: tuple[Circumstance, ...] = get_args(Circumstance)


class WinError(RecordError):
    """Facts of a win that are not written as they should be, or contradict each other."""


@dataclass(frozen=True, slots=True)
class Tsumo:
    """A win on a drawn tile; `apart` is whether it was kept apart from the hand.

    >>> Tsumo(last_tile=True)
    Tsumo(after_kong=False, last_tile=True, first_turn=False, apart=True)
    """

    after_kong: bool = False
    last_tile: bool = False
    first_turn: bool = False
    apart: bool = True


@dataclass(frozen=True, slots=True)
class Ron:
    """A win on another player's tile, discarded or added to a pung.

    >>> Ron(robbing_kong=True)
    Ron(robbing_kong=True, last_tile=False, first_turn=False)
    """

    robbing_kong: bool = False
    last_tile: bool = False
    first_turn: bool = False


@dataclass(frozen=True, slots=True, init=False)
class Riichi:
    """A declared riichi, and the indicators under the dora indicators, which only it turns up.

    >>> Riichi(double=True, ura="1m").ura
    (Tile('1m'),)
    """

    double: bool = False
    ippatsu: bool = False
    ura: tuple[Tile, ...] = ()
    kan_ura: tuple[Tile, ...] = ()

    def __init__(
        self,
        double: bool = False,
        ippatsu: bool = False,
        ura: str | Iterable[Tile] = (),
        kan_ura: str | Iterable[Tile] = (),
    ) -> None:
        """Take the facts of a riichi; indicators may be text."""
        put = object.__setattr__
        put(self, "double", double)
        put(self, "ippatsu", ippatsu)
        put(self, "ura", tiles_of(ura, "ura_dora_indicators"))
        put(self, "kan_ura", tiles_of(kan_ura, "kan_ura_dora_indicators"))


# ---- what is given as text -----------------------------------------------------------------------


def tiles_of(given: str | Iterable[Tile], field_name: str) -> tuple[Tile, ...]:
    """Return tiles that are given as text or as tiles."""
    if given == ():
        return ()
    if type(given) is tuple and all(type(one) is Tile for one in given):
        return given
    try:
        tiles = parse_tiles(given) if isinstance(given, str) else tuple(given)
    except NotationError as error:
        message = Message("{field}: {message}", field=field_name, message=error.message)
        raise WinError("notation", field_name, message) from None
    except TypeError:
        _wrong_type(field_name, given, "tiles, as '3m4z'")
    if not all(isinstance(one, Tile) for one in tiles):
        _wrong_type(field_name, given, "tiles, as '3m4z'")
    return tiles


def tile_of(given: Tile | str, field_name: str) -> Tile:
    """Return one tile that is given as text or as a tile."""
    if type(given) is Tile:
        return given
    if not isinstance(given, str):
        _wrong_type(field_name, given, "a tile, as '8m'")
    tiles = tiles_of(given, field_name)
    if len(tiles) != 1:
        message = Message(
            "{field}: {tile} is {number} tiles, expected one",
            field=field_name,
            tile=quote(given),
            number=len(tiles),
        )
        raise WinError("notation", field_name, message)
    return tiles[0]


def hand_of(given: Hand | str) -> Hand:
    """Return a hand that is given as text or as a hand."""
    if isinstance(given, Hand):
        return given
    if not isinstance(given, str):
        _wrong_type("hand", given, "a hand, as '2345567m345p678s'")
    try:
        return Hand(given)
    except HandError as error:
        raise WinError(error.code, "hand", error.message) from None


def wind_of(given: Wind | str, field_name: str) -> Wind:
    """Return a wind that is given by its word, its first letter, its number or as a wind."""
    if type(given) is Wind:
        return given
    words = {str(wind): wind for wind in Wind}
    if isinstance(given, str):
        known = words | {word[0]: wind for word, wind in words.items()}
        return known[_word(given.lower(), field_name, tuple(known), tuple(words))]
    if type(given) is int and 0 <= given < 4:
        return Wind(given)
    return _wrong_type(field_name, given, "east, south, west or north")


_BY: dict[str, Literal["tsumo", "ron"]] = {
    "tsumo": "tsumo",
    "self_draw": "tsumo",
    "self-draw": "tsumo",
    "ron": "ron",
    "discard": "ron",
}


def by_of(given: Tsumo | Ron | str) -> Tsumo | Ron:
    """Return how a win was won, given as a word or as what it stands for."""
    if isinstance(given, (Tsumo, Ron)):
        return given
    if not isinstance(given, str):
        _wrong_type("won_by", given, "'tsumo' or 'ron', or a Tsumo or Ron")
    word = _word(given.lower(), "won_by", tuple(_BY), ("tsumo", "ron", "self_draw", "discard"))
    return Tsumo() if _BY[word] == "tsumo" else Ron()


def check_circumstances(given: Iterable[Circumstance]) -> frozenset[Circumstance]:
    """Return circumstances, of which each is known."""
    if type(given) is frozenset and not given:
        return given
    if isinstance(given, str) or not isinstance(given, Iterable):
        _wrong_type("circumstances", given, "a list of words")
    for name in given:
        if name not in CIRCUMSTANCES:
            message = Message(
                "there is no circumstance {word}: expected {words}",
                word=quote(name),
                words=", ".join(CIRCUMSTANCES),
            )
            raise WinError("unknown_word", "circumstances", message)
    return frozenset(given)


_RIICHI = ("none", "riichi", "double")


def riichi_of(
    given: Riichi | str | bool | None,
    ippatsu: bool,
    ura: str | Iterable[Tile],
    kan_ura: str | Iterable[Tile],
) -> Riichi | None:
    """Return the declared riichi with what is given beside it."""
    if isinstance(given, str):
        word = _word(given.lower(), "riichi", _RIICHI, _RIICHI)
        declared = None if word == "none" else Riichi(word == "double")
    elif given is None or isinstance(given, bool):
        declared = Riichi() if given else None
    elif isinstance(given, Riichi):
        declared = given
    else:
        _wrong_type("riichi", given, "True, 'riichi', 'double' or a Riichi")
    if not ippatsu and not ura and not kan_ura:
        return declared
    if declared is None:
        if ippatsu:
            raise WinError("contradiction", "ippatsu", Message("ippatsu without riichi"))
        name = "ura_dora_indicators" if ura else "kan_ura_dora_indicators"
        message = Message(
            "{field} without riichi: only who declared riichi turns them up", field=name
        )
        raise WinError("contradiction", name, message)
    ura, kan_ura = ura or declared.ura, kan_ura or declared.kan_ura
    return Riichi(declared.double, declared.ippatsu or ippatsu, ura, kan_ura)


def _word(given: str, field_name: str, known: tuple[str, ...], words: tuple[str, ...]) -> str:
    """Return a word if it is known; refuse it with the nearest that is."""
    if given in known:
        return given
    raise wrong_word(given, field_name, words)


def wrong_word(
    given: object, field_name: str, words: Iterable[str], error: type[WinError] = WinError
) -> WinError:
    """Return the error of a word that is not in a closed list, with the nearest that is."""
    words = tuple(words)
    known, word = ", ".join(words), quote(given)
    if not isinstance(given, str):
        message = Message("{field}: expected {expected}, not {given}",
                          field=field_name, expected=known, given=word)  # fmt: skip
        return error("wrong_type", field_name, message)
    if near := nearest(given, words):
        message = Message(
            "{field}: there is no {name}: did you mean {near}?",
            field=field_name, name=word, near=near,
        )  # fmt: skip
    else:
        message = Message(
            "{field}: there is no {name}: expected {known}",
            field=field_name, name=word, known=known,
        )  # fmt: skip
    return error("unknown_word", field_name, message)


def _wrong_type(field_name: str, given: object, expected: str) -> NoReturn:
    message = Message(
        "{field}: expected {expected}, not {given}",
        field=field_name,
        expected=expected,
        given=quote(given),
    )
    raise WinError("wrong_type", field_name, message)
