"""The actions of players, as values and as text: `discard 5p`, `chii 34p`, `win`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from riichi_core.errors import RiichiError
from riichi_core.language import Translatable
from riichi_core.messages import Message, quote, quote_argument, refuse_flag
from riichi_core.spelling import closest_word, wrong_word
from riichi_core.tiles import NotationError, Seat, Tile, Wind, parse_tiles, write_tiles
from riichi_core.tiles.tile import ALL_TILES, wind_named


class ActionError(RiichiError):
    """A text that is not an action or not a seat."""

    code = "notation"


def _check_flags(**flags: object) -> None:
    for name, value in flags.items():
        if message := refuse_flag(value, name):
            raise ActionError(message)


def _check_numbers(**numbers: object) -> None:
    for name, number in numbers.items():
        if type(number) is not int:
            message = Message("{field}: not a whole number: {given}",
                              field=name, given=quote_argument(number))  # fmt: skip
            raise ActionError(message)


RiichiDeclared: TypeAlias = bool | Literal["open"]
"""Whether a discard declares riichi; `open` is open riichi, where the hand is shown."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard the tile just drawn (`tsumogiri`) or another one, with or without riichi.

    >>> str(Discard(Tile("9m"), riichi=True))
    'riichi 9m'
    """

    tile: Tile
    tsumogiri: bool = False
    riichi: RiichiDeclared = False

    def __post_init__(self) -> None:
        """Check that the facts are True or False, or open riichi."""
        _check_flags(tsumogiri=self.tsumogiri, riichi=self.riichi == "open" or self.riichi)

    def __str__(self) -> str:
        """Return `discard 5p`, `discard 5p drawn`, `riichi 9m`, `open_riichi 9m`."""
        return f"{_BY_RIICHI[self.riichi]} {self.tile}{' drawn' * self.tsumogiri}"


DRAWN_DISCARDS = {tile.order: Discard(tile, tsumogiri=True) for tile in ALL_TILES}
HAND_DISCARDS = {tile.order: Discard(tile) for tile in ALL_TILES}
"""The discards without riichi, made once: of the drawn tile, and of one from the hand."""

_BY_RIICHI: dict[RiichiDeclared, str] = {False: "discard", True: "riichi", "open": "open_riichi"}
_DISCARDS = {word: riichi for riichi, word in _BY_RIICHI.items()}


@dataclass(frozen=True, slots=True)
class ConcealedKan:
    """Lay out four equal tiles of one's own.

    >>> str(ConcealedKan(parse_tiles("5555z")))
    'kan 5555z'
    """

    tiles: tuple[Tile, ...]

    def __str__(self) -> str:
        """Return `kan 5550p`."""
        return f"kan {write_tiles(self.tiles)}"


@dataclass(frozen=True, slots=True)
class ExtendedKan:
    """Add the fourth tile to a claimed triplet.

    >>> str(ExtendedKan(Tile("5p")))
    'kan 5p'
    """

    tile: Tile

    def __str__(self) -> str:
        """Return `kan 5p`."""
        return f"kan {self.tile}"


@dataclass(frozen=True, slots=True)
class Chii:
    """Claim the discard for a sequence with two tiles of the hand.

    >>> str(Chii(parse_tiles("34p")))
    'chii 34p'
    """

    tiles: tuple[Tile, ...]

    def __str__(self) -> str:
        """Return `chii 34p`."""
        return f"chii {write_tiles(self.tiles)}"


@dataclass(frozen=True, slots=True)
class Pon:
    """Claim the discard for a triplet with two tiles of the hand.

    >>> str(Pon(parse_tiles("55p")))
    'pon 55p'
    """

    tiles: tuple[Tile, ...]

    def __str__(self) -> str:
        """Return `pon 55p`."""
        return f"pon {write_tiles(self.tiles)}"


@dataclass(frozen=True, slots=True)
class ClaimedKan:
    """Claim the discard for a quad with three tiles of the hand.

    >>> str(ClaimedKan(parse_tiles("555p")))
    'kan 555p'
    """

    tiles: tuple[Tile, ...]

    def __str__(self) -> str:
        """Return `kan 555p`."""
        return f"kan {write_tiles(self.tiles)}"


@dataclass(frozen=True, slots=True)
class DeclareWin:
    """Win on the tile that was drawn, discarded or added to a triplet.

    >>> str(DeclareWin())
    'win'
    """

    def __str__(self) -> str:
        """Return `win`."""
        return "win"


@dataclass(frozen=True, slots=True)
class NineKinds:
    """Abort the deal because of nine kinds of terminals and honours.

    >>> str(NineKinds())
    'nine_kinds'
    """

    def __str__(self) -> str:
        """Return `nine_kinds`."""
        return "nine_kinds"


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass on an offered tile for good.

    >>> str(Pass())
    'pass'
    """

    def __str__(self) -> str:
        """Return `pass`."""
        return "pass"


@dataclass(frozen=True, slots=True)
class DeclareTenpai:
    """Show a tenpai hand or say noten at an exhaustive draw.

    >>> str(DeclareTenpai(tenpai=True))
    'tenpai'
    """

    tenpai: bool

    def __post_init__(self) -> None:
        """Check that the fact is True or False."""
        _check_flags(tenpai=self.tenpai)

    def __str__(self) -> str:
        """Return `tenpai` or `noten`."""
        return "tenpai" if self.tenpai else "noten"


@dataclass(frozen=True, slots=True)
class TakeClaimedTile:
    """Take a claimed tile that was left lying until after the discard.

    >>> str(TakeClaimedTile())
    'take'
    """

    def __str__(self) -> str:
        """Return `take`."""
        return "take"


MeldClaim: TypeAlias = Chii | Pon | ClaimedKan
OwnKan: TypeAlias = ConcealedKan | ExtendedKan
Action: TypeAlias = (
    Discard | OwnKan | MeldClaim | DeclareWin | NineKinds | Pass | DeclareTenpai | TakeClaimedTile
)

_WITHOUT_TILES: dict[str, Translatable] = {
    "discard": "discard",
    "riichi": "riichi",
    "open_riichi": "open riichi",
    "kan": "kan",
    "chii": "chii",
    "pon": "pon",
    "draw": "draw",
    "take": "take",
    "win": "win",
    "pass": "pass",
    "nine_kinds": "end the hand by nine kinds",
    "tenpai": "announce tenpai",
    "noten": "announce noten",
}

_WITH_TILES: dict[str, Translatable] = {
    "discard": "discard {tiles}",
    "riichi": "riichi {tiles}",
    "open_riichi": "open riichi {tiles}",
    "kan": "kan {tiles}",
    "chii": "chii {tiles}",
    "pon": "pon {tiles}",
}


def action_message(action: Action | str) -> Message:
    """Return an action as a part of a sentence: `discard 5p`, `announce noten`."""
    word, _, tiles = str(action).partition(" ")
    if tiles and word in _WITH_TILES:
        return Message(_WITH_TILES[word], tiles=tiles)
    if word in _WITHOUT_TILES and not tiles:
        return Message(_WITHOUT_TILES[word])
    return Message("{act}", act=str(action))


_ACTIONS = frozenset(get_args(Action))

WIN, PASS, NINE_KINDS, TAKE = DeclareWin(), Pass(), NineKinds(), TakeClaimedTile()
TENPAI, NOTEN = DeclareTenpai(True), DeclareTenpai(False)

TILELESS: dict[str, Action] = {
    str(act): act for act in (WIN, PASS, NINE_KINDS, TAKE, TENPAI, NOTEN)
}
"""The actions that need no tile, by their word."""

ACTION_WORDS = (*_DISCARDS, "chii", "pon", "kan", *TILELESS)
"""The first word of every action."""


@dataclass(frozen=True, slots=True, init=False)
class Response:
    """An action of a seat, and its order among the responses to one tile.

    >>> str(Response("east", "discard 5p").action)
    'discard 5p'

    Attributes:
        seat: the seat.
        action: what it does.
        order: the moment, in any unit; equal moments are simultaneous or unknown.
        seconds: the time since the discard, for a driver that has a clock.
        hasty: whether the previous player drew or acted before the others could call.
        tile_taken_later: whether the claimed tile is left lying for now (EMA 2016,
            3.3.8; WRCR 2015, 5.4.10).
    """

    seat: Wind
    action: Action
    order: int
    seconds: int | None
    hasty: bool
    tile_taken_later: bool

    def __init__(
        self,
        seat: Seat,
        action: Action | str,
        order: int = 0,
        seconds: int | None = None,
        hasty: bool = False,
        tile_taken_later: bool = False,
    ) -> None:
        """Create a response; the seat and the action may be values or text.

        Raises:
            ActionError: if there is no such seat or action, or another value has a wrong type.
        """
        if hasty is not False or tile_taken_later is not False:
            _check_flags(hasty=hasty, tile_taken_later=tile_taken_later)
        if type(order) is not int or seconds is not None:
            _check_numbers(order=order, seconds=0 if seconds is None else seconds)
        put = object.__setattr__
        put(self, "seat", seat if type(seat) is Wind else as_seat(seat))
        put(self, "action", as_action(action))
        put(self, "order", order)
        put(self, "seconds", seconds)
        put(self, "hasty", hasty)
        put(self, "tile_taken_later", tile_taken_later)


def as_seat(value: Seat) -> Wind:
    """Return the seat of a `Wind` or its word, read as in `wind_named`.

    Raises:
        ActionError: if it is not a seat; the message suggests the nearest.
    """
    if (seat := wind_named(value)) is not None:
        return seat
    raise ActionError(wrong_word(value, "seat", map(str, Wind)).message)


def as_action(value: Action | str) -> Action:
    """Return an action from itself or its text.

    Raises:
        ActionError: if it is not an action.
    """
    if isinstance(value, str):
        return parse_action(value)
    if type(value) not in _ACTIONS and not isinstance(value, Action):
        message = Message(
            "expected an action, e.g. 'discard 5p', not {value}", value=quote_argument(value)
        )
        raise ActionError(message)
    return value


def parse_action(text: str) -> Action:
    """Parse the text of an action.

    >>> parse_action("chii 34p")
    Chii(tiles=(Tile('3p'), Tile('4p')))

    Raises:
        ActionError: if it is not an action, or lacks the tiles that it needs.
    """
    word, _, tiles_text = text.strip().partition(" ")
    if word in TILELESS and not tiles_text:
        return TILELESS[word]
    if word not in ACTION_WORDS or word in TILELESS:
        expected, near = ", ".join(ACTION_WORDS), closest_word(word, ACTION_WORDS)
        if near and near != word:
            message = Message(
                "{text} is not an action: did you mean {suggestion}?",
                text=quote(text),
                suggestion=near,
            )
        else:
            message = Message(
                "{text} is not an action: expected one of {expected}, and its tiles",
                text=quote(text),
                expected=expected,
            )
        raise ActionError(message)
    try:
        return _with_tiles(word, tiles_text)
    except NotationError as error:
        message = Message("{text}: {problem}", text=quote(text), problem=error.args[0])
        raise ActionError(message) from None


def _with_tiles(word: str, tiles_text: str) -> Action:
    drawn = tiles_text.endswith(" drawn")
    tiles = tuple(sorted(parse_tiles(tiles_text.removesuffix(" drawn"))))
    discards = word in _DISCARDS
    if drawn and not discards:
        message = Message(
            "{text}: only a discard can be of the drawn tile", text=quote(f"{word} {tiles_text}")
        )
        raise ActionError(message)
    if len(tiles) > 1 and not discards and not _fit_meld(word, tiles):
        message = Message("{tiles} do not make a {meld}", tiles=write_tiles(tiles), meld=word)
        raise ActionError(message)
    match word, len(tiles):
        case (("discard" | "riichi" | "open_riichi"), 1):
            return Discard(tiles[0], drawn, _DISCARDS[word])
        case "chii", 2:
            return Chii(tiles)
        case "pon", 2:
            return Pon(tiles)
        case "kan", 1:
            return ExtendedKan(tiles[0])
        case "kan", 3:
            return ClaimedKan(tiles)
        case "kan", 4:
            return ConcealedKan(tiles)
    raise ActionError(_wrong_number(word, len(tiles)))


def _wrong_number(word: str, number: int) -> Message:
    match word:
        case "chii" | "pon":
            text: Translatable = "{word} with {number} tiles: expected two tiles of the hand"
        case "kan":
            text = (
                "{word} with {number} tiles: expected three tiles to claim, four for a concealed "
                "one, one to add to a triplet"
            )
        case _:
            text = "{word} with {number} tiles: expected one tile"
    return Message(text, word=word, number=number)


def _fit_meld(word: str, tiles: tuple[Tile, ...]) -> bool:
    """Return whether tiles can be in one meld: equal, or of one suit and at most two apart."""
    kinds = sorted({tile.kind for tile in tiles})
    if word != "chii" or len(tiles) != 2:
        return len(kinds) == 1 or word == "chii"
    return (
        len(kinds) == 2
        and not any(tile.suit == "z" for tile in tiles)
        and kinds[0] // 9 == kinds[1] // 9
        and kinds[1] - kinds[0] <= 2
    )
