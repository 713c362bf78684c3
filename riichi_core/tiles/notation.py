"""Tiles as text: MPSZ, e.g. `123m456p789s11z`, a red five as `0`, a bonus tile with `*`.

`write_tiles` writes MPSZ. `parse_tiles` also reads the suit first (`m123`), a red five as `5pr` or
`r5p`, honours as letters or in Chinese, tile characters, full-width text and separators. It refuses
a text with two readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from riichi_core.errors import RiichiError
from riichi_core.messages import Message, quote
from riichi_core.tiles.tile import BONUS_TILES, TILES, Tile

LONGEST = 200
"""The maximum length of a text in characters; no hand needs half of them."""

_GROUP = re.compile(r"([0-9]+)([A-Za-z]?)")
_TILES_ALONE = re.compile(r"(?:[0-9]+[mps]|[1-7]+z)*")
_SUITS = "expected m, p, s, or z for honours"
_HONOURS = "1z East to 4z North, 5z White, 6z Green, 7z Red"

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SEPARATORS = frozenset(",.-|\u2013\u00b7\u30fb\u3001\u3002")
_RANGE = re.compile("[0-9]([-\u2013])[0-9]")
_FIRST = re.compile("[0-9mpsz]")
_RED_AFTER_ITS_SUIT = re.compile("(?P<five>5[mps]?)?(?P<mark>r)(?P<next_five>5)?")
_RED_AFTER_ITS_NUMBER = re.compile("(?P<five>5)?(?P<mark>r)(?P<next_five>5)?")
_RED_OR_DRAGON = re.compile("5[mps]?R|R5")
_PIECE = re.compile("[\U0001f000-\U0001f021][\ufe0e\ufe0f]?['\u2019*]?|Wh|.", re.DOTALL)

_LETTERS = {"E": 1, "S": 2, "W": 3, "N": 4, "P": 5, "Wh": 5, "F": 6, "G": 6, "C": 7, "R": 7}
"""Honours as letters: the dragons by their Chinese names (bai, fa, zhong: P F C) or colours."""

_CHINESE = {
    "東": 1,
    "东": 1,
    "南": 2,
    "西": 3,
    "北": 4,
    "白": 5,
    "發": 6,
    "発": 6,
    "发": 6,
    "中": 7,
}
_CHARACTERS = {
    **{chr(0x1F000 + place): f"{number}z" for place, number in enumerate((1, 2, 3, 4, 7, 6, 5))},
    **{chr(first + number): f"{number}{suit}"
       for first, suit in ((0x1F006, "m"), (0x1F00F, "s"), (0x1F018, "p"))
       for number in range(1, 10)},
}  # fmt: skip
_HONOUR_TEXTS = {word: f"{number}z" for word, number in (_LETTERS | _CHINESE).items()}
_FACE_DOWN = "\U0001f02b"


class NotationError(RiichiError):
    """A text that is not tiles; `position` counts from 0."""

    code = "notation"

    def __init__(self, message: str, text: str, position: int) -> None:
        super().__init__(message)
        self.text = text
        self.position = position


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Parse the tiles of a text, in order; spaces and separators between them are ignored.

    >>> parse_tiles("10m") == parse_tiles("m10") == parse_tiles("1m, 5mr")
    True
    >>> parse_tiles("東 E \U0001f000"), parse_tiles("3*4m")
    ((Tile('1z'), Tile('1z'), Tile('1z')), (Tile('3*m'), Tile('4m')))

    Raises:
        NotationError: if there is a number without a suit, a suit without a number, an unknown tile
            or character, or if the text has two readings or more than 200 characters.
    """
    check_length(text)
    if _TILES_ALONE.fullmatch(text):
        groups = _GROUP.findall(text)
        return tuple([TILES[number + suit] for numbers, suit in groups for number in numbers])
    return tuple([tile for tile, _ in placed_tiles(text)])


def placed_tiles(text: str) -> list[tuple[Tile, int]]:
    """Return the tiles of a text, each with its position in the text.

    Raises:
        NotationError: as for `parse_tiles`.
    """
    check_length(text)
    return _Reading(text).placed


def half_width(text: str) -> str:
    """Replace full-width letters, digits and signs by plain ones; the length stays the same."""
    return text if text.isascii() else text.translate(_FULL_WIDTH)


def check_length(text: str) -> None:
    """Reject a text that is too long for a hand."""
    if len(text) > LONGEST:
        message = f"the text is {len(text):,} characters long, no hand needs more than {LONGEST}"
        raise NotationError(message, text[:LONGEST], LONGEST)


class _Reading:
    """Reads a text piece by piece.

    It keeps numbers until their suit follows, or a suit before its numbers.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.placed: list[tuple[Tile, int]] = []
        self.numbers: list[int] = []  # positions of numbers whose suit has not come yet
        self.suit, self.suit_at, self.suit_used = "", 0, True
        plain = half_width(text)
        first = _FIRST.search(plain)
        self.suit_first = first is not None and first[0].isalpha()
        self._refuse_two_readings(plain)
        self.plain = self._red_as_zero(plain)
        for piece in _PIECE.finditer(self.plain):
            self._read(piece[0], piece.start())
        self._no_number_waits(len(text))
        self._suit_has_numbers()

    def _error(self, message: str, position: int) -> NotationError:
        return NotationError(message, self.text, position)

    # ---- the text as a whole ---------------------------------------------------------------------

    def _refuse_two_readings(self, plain: str) -> None:
        if dash := _RANGE.search(plain):
            message = Message(
                "{dash} between two numbers could mean a range: write every number, e.g. 123m",
                dash=quote(dash[1]),
            )
            raise self._error(message, dash.start(1))
        if both := _RED_OR_DRAGON.search(plain):
            message = Message(
                "R next to a five could mean a red five or the Red Dragon: write 0p or 7z"
            )
            raise self._error(message, plain.index("R", both.start()))

    def _red_as_zero(self, plain: str) -> str:
        """Return the text with `0` for a five that `r` marks as red, of equal length."""
        pattern = _RED_AFTER_ITS_NUMBER if self.suit_first else _RED_AFTER_ITS_SUIT
        return pattern.sub(self._zero, plain)

    def _zero(self, match: re.Match[str]) -> str:
        five, next_five = match["five"], match["next_five"]
        if five and next_five:
            message = Message(
                "r between two fives could mark either as red: write 0p for the red one"
            )
            raise self._error(message, match.start("mark"))
        if next_five:
            return " 0"
        if five:
            return f"0{five[1:]} "
        message = Message(
            "r is not next to a five: write a red five as 0p, 5pr or r5p, and the Red Dragon as 7z"
        )
        raise self._error(message, match.start("mark"))

    # ---- piece by piece --------------------------------------------------------------------------

    def _read(self, piece: str, at: int) -> None:
        if piece.isspace() or piece in _SEPARATORS:
            return
        if piece == "*" and at - 1 in (*self.numbers[-1:], *(of for _, of in self.placed[-1:])):
            return  # read with its tile
        if piece.isascii() and piece.isdigit():
            self._read_number(piece, at)
        elif piece in "mpsz" and (self.suit_first or self.numbers):
            self._read_suit(piece, at)
        else:
            self._no_number_waits(at)
            self._suit_has_numbers()
            self.suit = ""
            self._read_tile(piece, at)

    def _read_number(self, number: str, at: int) -> None:
        if self.suit:
            self._add(number + self.suit, at)
            self.suit_used = True
        else:
            self.numbers.append(at)

    def _read_suit(self, suit: str, at: int) -> None:
        if self.suit_first:
            self._no_number_waits(at, suit_first=True)
            self._suit_has_numbers()
            self.suit, self.suit_at, self.suit_used = suit, at, False
            return
        for number_at in self.numbers:
            self._add(self.plain[number_at] + suit, number_at)
        self.numbers.clear()

    def _read_tile(self, piece: str, at: int) -> None:
        """Read a tile of a single piece: an honour, or a tile character."""
        character = piece[0]
        if character in _CHARACTERS:
            self._read_character(_CHARACTERS[character], piece[-1], at)
        elif piece in _HONOUR_TEXTS:
            self._add(_HONOUR_TEXTS[piece], at)
        elif piece == _FACE_DOWN:
            message = Message("a tile cannot be face down: write a concealed quad as [1111m]")
            raise self._error(message, at)
        elif piece in "mpsz":
            message = Message(
                "no number comes before {suit}: write numbers before their suit, e.g. 123m, "
                "honours as 1z-7z, a red five as 0p",
                suit=quote(piece),
            )
            raise self._error(message, at)
        elif piece.isascii() and piece.isalpha():
            message = Message(
                "{letter} is not a tile: write honours as 1z-7z or E S W N P F C, a red five as "
                "0p, and all others as 123m",
                letter=quote(piece),
            )
            raise self._error(message, at)
        elif piece == "*":
            message = Message(
                "'*' goes directly after the number of the marked tile, e.g. 3*m or 12*3m"
            )
            raise self._error(message, at)
        else:
            advice = "numbers and then their suit m, p, s or z"
            raise self._error(f"{quote(piece)} is not part of a tile: {advice}", at)

    def _read_character(self, tile: str, mark: str, at: int) -> None:
        red = mark in "'\u2019"
        if red and (tile[0] != "5" or tile[1] == "z"):
            message = Message(
                "{tile} cannot have a mark: only a five of a suit can be red, e.g. 0p", tile=tile
            )
            raise self._error(message, at)
        self._add(f"0{tile[1]}" if red else f"{tile[0]}*{tile[1]}" if mark == "*" else tile, at)

    def _add(self, text: str, at: int) -> None:
        if self.plain[at + 1 : at + 2] == "*":
            text = f"{text[0]}*{text[-1]}"
        tile = TILES.get(text) or BONUS_TILES.get(text)
        if tile is None:
            raise self._error(_no_such_tile(text), at)
        self.placed.append((tile, at))

    # ---- incomplete pieces -----------------------------------------------------------------------

    def _no_number_waits(self, at: int, *, suit_first: bool = False) -> None:
        """Reject numbers without a suit before this position."""
        if not self.numbers:
            return
        numbers = "".join(self.plain[number_at] for number_at in self.numbers)
        letter = self.plain[at : at + 1]
        if suit_first:
            message = Message(
                "{numbers} has no suit: the text begins with a suit, so each suit must come "
                "before its numbers, e.g. m123",
                numbers=numbers,
            )
            raise self._error(message, self.numbers[0])
        if letter.isascii() and letter.isalpha():
            lower = letter.lower()
            wanted = f"did you mean {lower}?" if lower in "mpsz" else _SUITS
            raise self._error(f"{quote(letter)} is not a suit: {wanted}", at)
        raise self._error(f"{numbers} has no suit: {_SUITS}", at)

    def _suit_has_numbers(self) -> None:
        """Reject a suit without numbers after it."""
        if not self.suit_used:
            message = Message(
                "no number comes after {suit}: the text begins with a suit, so each suit must "
                "come before its numbers, e.g. m123; write honours as 1z-7z, a red five as 0p",
                suit=quote(self.suit),
            )
            raise self._error(message, self.suit_at)


def _no_such_tile(tile: str) -> str:
    if tile.startswith("0*"):
        return f"{tile} is not a tile: a bonus tile is not red, e.g. 5*p"
    if tile[0] == "0":
        return f"{tile} is not a tile: 0 is a red five, and there are no red honours"
    return f"{tile} is not a tile: the honours are {_HONOURS}"


def write_tiles(tiles: Iterable[Tile]) -> str:
    """Return tiles as MPSZ text, sorted, marked tiles after the plain ones: `33*4550m11z`."""
    groups = groupby(sorted(tiles), key=lambda tile: tile.suit)
    return "".join("".join(str(tile)[:-1] for tile in group) + suit for suit, group in groups)
