"""The grammar of the values in the yaku vocabulary, and a message for each error.

Every reader here raises `PydanticCustomError` with a code and a message that says what is wrong and
what is expected. Values are not converted, apart from spaces: `count_range`, `tile_kinds`,
`parse_set` and `parse_place` read a value that has been checked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb, perm, prod
from typing import Literal, Protocol, get_args

from riichi_core.files.accepted_values import value_error
from riichi_core.messages import Message, quote
from riichi_core.spelling import closest_word

SetKind = Literal["sequence", "triplet", "quad"]

TILE_CLASSES = (
    *("simple", "terminal", "honour", "terminal_or_honour", "wind", "dragon"),
    *("m", "p", "s"),
)
SET_CLASSES = (
    *("dragon", "wind", "seat_wind", "round_wind", "guest_wind"),
    *("honour", "terminal", "terminal_or_honour"),
)
PAIR_CLASSES = (*TILE_CLASSES, "seat_wind", "round_wind", "guest_wind", "valueless")

YAKU_ID = "[a-z][a-z0-9_]{0,59}"
"""The format of a yaku id."""

TEMPLATE_SUITS = ("m", "p", "s", "X", "Y", "Z")
"""The suits of a template; X, Y and Z are any three different suits."""


def quote_yaml(value: object) -> str:
    """Return a value as quoted in an error, with YAML's word for a mapping."""
    return "a mapping" if isinstance(value, dict) else quote(value)


def require_text(value: object, wanted: Message) -> str:
    """Return a value that has to be text, or raise an error."""
    if isinstance(value, str) and value.strip():
        return value
    message = Message(
        "found {value}, but {wanted} is expected", value=quote_yaml(value), wanted=wanted
    )
    raise value_error("no_text", message)


# ---- tiles ---------------------------------------------------------------------------------------

_GROUP = re.compile(r"([0-9]+)([A-Za-z]+)")
_LONGEST = 80


def tile_kinds(text: str, suits: str = "mpsz") -> tuple[str, ...]:
    """Return the tiles of an MPSZ text one by one: `19m5ps` is `1m 9m 5p 5s`.

    The numbers apply to each suit after them. Spaces are ignored.

    Raises:
        PydanticCustomError: if it is not a text of tiles in `suits`.
    """
    compact = "".join(text.split())
    groups = _GROUP.findall(compact)
    if not groups or "".join(map("".join, groups)) != compact or len(compact) > _LONGEST:
        message = Message(
            "{text} does not list tiles: write numbers and then their suit m, p, s or z (1z East "
            "to 4z North, 5z White, 6z Green, 7z Red), e.g. 23468s6z",
            text=quote(text),
        )
        raise value_error("no_tiles", message)
    return tuple(
        _checked_tile(digit, suit, suits)
        for digits, letters in groups
        for suit in letters
        for digit in digits
    )


def _checked_tile(digit: str, suit: str, suits: str) -> str:
    tile = digit + suit
    if suit == "X" and suit not in suits:
        message = Message(
            "{tile}: X (any suit) is allowed only in holds and waiting_hand", tile=tile
        )
        raise value_error("any_suit", message)
    if suit not in suits:
        message = Message(
            "{tile} is not a tile: the suits are m, p, s, and z for honours", tile=tile
        )
        raise value_error("no_suit", message)
    if digit == "0":
        message = Message(
            "{tile} is not a tile here: numbers are 1 to 9, and a red five is written as 5 "
            "(red_fives counts the red ones)",
            tile=tile,
        )
        raise value_error("red_five", message)
    if suit == "z" and digit > "7":
        message = Message("{tile} is not a tile: the honours are 1z East to 7z Red", tile=tile)
        raise value_error("no_honour", message)
    return tile


def class_or_tiles(value: object, classes: tuple[str, ...] = TILE_CLASSES) -> str:
    """Return a class of tiles, or tiles without repetition."""
    text = require_text(value, Message("a class of tiles, or tiles,"))
    if text in classes:
        return text
    if not any(c.isdigit() for c in text):
        message = Message(
            "{text} is not a class of tiles: expected {classes}, or tiles, e.g. 19m5z",
            text=quote(text),
            classes=", ".join(classes),
        )
        raise value_error("no_class", message, closest_word(text, classes))
    kinds = tile_kinds(text)
    if twice := [kind for kind, times in Counter(kinds).items() if times > 1]:
        message = Message(
            "{tile} is named twice in {text}: name each tile once", tile=twice[0], text=quote(text)
        )
        raise value_error("tile_twice", message)
    return text


def class_or_tile(value: object) -> str:
    """Return a class of tiles, or one tile."""
    text = class_or_tiles(value)
    if text not in TILE_CLASSES and len(kinds := tile_kinds(text)) > 1:
        message = Message(
            "{text} is {number} tiles: expected one per item, e.g. [{tiles}]",
            text=quote(text),
            number=len(kinds),
            tiles=", ".join(kinds),
        )
        raise value_error("one_tile", message)
    return text


def hand_tiles(value: object, fewest: int, most: int) -> str:
    """Return the tiles of a hand, where X is any suit."""
    text = require_text(value, Message("the tiles of a hand"))
    kinds = tile_kinds(text, "mpszX")
    if too_many := [kind for kind, times in Counter(kinds).items() if times > 4]:
        message = Message(
            "{tile} occurs more than four times in {text}", tile=too_many[0], text=quote(text)
        )
        raise value_error("five_of_a_tile", message)
    if not fewest <= len(kinds) <= most:
        wanted = (
            Message("{number}", number=most)
            if fewest == most
            else Message("{least} to {most}", least=fewest, most=most)
        )
        message = Message(
            "{text} is {number} tiles: expected {wanted}",
            text=quote(text),
            number=len(kinds),
            wanted=wanted,
        )
        raise value_error("hand_size", message)
    return text


# ---- counts --------------------------------------------------------------------------------------


def count_range(count: int | str) -> tuple[int, int | None]:
    """Return the minimum and maximum of a count: `4` is (4, 4), `1+` is (1, None)."""
    return (count, count) if isinstance(count, int) else (int(count.rstrip("+")), None)


def count_text(value: object, most: int, why: Message) -> int | str:
    """Return a number, or a minimum with a plus sign: `4`, `1+`."""
    is_open_count = isinstance(value, str) and re.fullmatch(r"[1-9][0-9]{0,3}\+", value)
    if isinstance(value, bool) or not (isinstance(value, int) or is_open_count):
        message = Message(
            "{value} is not a count: expected a number, e.g. 2, or 1+ for one or more",
            value=quote_yaml(value),
        )
        raise value_error("no_count", message)
    assert isinstance(value, int | str)
    if not 0 <= count_range(value)[0] <= most:
        message = Message("{value} is not possible: {why}", value=str(value), why=why)
        raise value_error("count_range", message)
    return value


# ---- templates of sets and pairs -----------------------------------------------------------------

_NUMBER = re.compile(r"([1-9])|([nm])(?:\+([1-8]))?")


@dataclass(frozen=True, slots=True)
class TemplateNumber:
    """A number of a template: `letter` with `plus` added to it; without a letter, `plus` itself."""

    letter: str
    plus: int


@dataclass(frozen=True, slots=True)
class TilePlace:
    """The number and suit of a pair, of a triplet, or of the lowest tile of a sequence."""

    number: TemplateNumber
    suit: str


@dataclass(frozen=True, slots=True)
class SetTemplate:
    """A required set: its kind, and its place, class or tile."""

    kind: SetKind
    of: TilePlace | str


def parse_set(text: str) -> SetTemplate:
    """Read a template such as `sequence n X`, `triplet dragon`, `quad wind` or `triplet 1z`.

    Raises:
        PydanticCustomError: if it does not have that form, or no hand can have such a set.
    """
    kind, *rest = text.split() or [""]
    kinds: tuple[SetKind, ...] = get_args(SetKind)
    if kind not in kinds or not 1 <= len(rest) <= 2:
        message = Message(
            "{text} is not a set: expected sequence, triplet or quad, then number and suit "
            "(sequence n X), a class (triplet dragon) or a tile (triplet 1z)",
            text=quote(text),
        )
        raise value_error("no_set", message, "" if kind in kinds else closest_word(kind, kinds))
    if kind == "sequence":
        return SetTemplate("sequence", _sequence_place(text, rest))
    of = _class_or_tile(text, rest[0]) if len(rest) == 1 else _tile_place(text, rest[0], rest[1], 9)
    return SetTemplate(kinds[kinds.index(kind)], of)


def _sequence_place(text: str, rest: list[str]) -> TilePlace:
    if rest[0] in SET_CLASSES or rest[-1].endswith("z"):
        message = Message(
            "{text}: honours make no sequences, and a sequence has no class; expected number and "
            "suit, e.g. sequence n X",
            text=quote(text),
        )
        raise value_error("sequence_class", message)
    if len(rest) == 1:
        message = Message(
            "{text}: a sequence is named by its lowest number and its suit, e.g. sequence 4 X",
            text=quote(text),
        )
        raise value_error("sequence_place", message)
    return _tile_place(text, rest[0], rest[1], 7)


def _class_or_tile(text: str, word: str) -> str:
    if word in SET_CLASSES:
        return word
    if not any(c.isdigit() for c in word):
        message = Message(
            "{text}: {word} is not a class of sets: expected {classes}",
            text=quote(text),
            word=quote(word),
            classes=", ".join(SET_CLASSES),
        )
        raise value_error("no_set_class", message, closest_word(word, SET_CLASSES))
    kinds = tile_kinds(word)
    if len(kinds) > 1:
        message = Message(
            "{text} names {number} tiles: a set is named by one",
            text=quote(text),
            number=len(kinds),
        )
        raise value_error("one_tile", message)
    return kinds[0]


def _tile_place(text: str, number: str, suit: str, highest: int) -> TilePlace:
    match = _NUMBER.fullmatch(number)
    if match is None:
        message = Message(
            "{text}: {number} is not a number: expected 1 to 9, n or m, or n+1 for one above n",
            text=quote(text),
            number=quote(number),
        )
        raise value_error("no_number", message)
    if suit not in TEMPLATE_SUITS:
        message = Message(
            "{text}: {suit} is not a suit: expected m, p, s, or X, Y, Z for different suits; an "
            "honour is a tile, e.g. triplet 1z",
            text=quote(text),
            suit=quote(suit),
        )
        raise value_error("no_suit", message)
    fixed, letter, plus = match.groups()
    if int(fixed or plus or 0) + (not fixed) > highest:
        message = (
            Message(
                "{text} does not fit: a sequence starts at 7 at most, so 7 or n+6 is the last",
                text=quote(text),
            )
            if highest == 7
            else Message(
                "{text} does not fit: numbers end at 9, so 9 or n+8 is the last", text=quote(text)
            )
        )
        raise value_error("no_room", message)
    return TilePlace(TemplateNumber(letter or "", int(fixed or plus or 0)), suit)


def parse_place(text: str) -> TilePlace | None:
    """Return the number and suit of a pair such as `n Z`; None if it is a class or tiles."""
    match text.split():
        case [number, suit] if suit in TEMPLATE_SUITS or number[0] in "nm":
            return _tile_place(text, number, suit, 9)
    return None


def set_text(value: object) -> str:
    """Return the template of a set."""
    text = " ".join(require_text(value, Message("a set, e.g. sequence n X,")).split())
    parse_set(text)
    return text


def pair_text(value: object) -> str:
    """Return a pair: a class, tiles, `valueless`, or number and suit."""
    text = " ".join(require_text(value, Message("a pair, e.g. dragon or n Z,")).split())
    return text if parse_place(text) else class_or_tiles(text, PAIR_CLASSES)


# ---- the rest ------------------------------------------------------------------------------------


def only_true(value: object) -> bool:
    """Return `true`, the only allowed value; files omit the word if it is not needed."""
    if value is True:
        return True
    message = Message(
        "{value} is not allowed here: write true, or leave the word out", value=quote_yaml(value)
    )
    raise value_error("only_true", message)


def yaku_id(value: object) -> str:
    """Return the id of a yaku, which may be unknown."""
    text = require_text(value, Message("the id of a yaku"))
    if re.fullmatch(YAKU_ID, text):
        return text
    message = Message(
        "{text} is not an id: expected lower-case letters, digits and _, e.g. all_simples",
        text=quote(text),
    )
    raise value_error("no_id", message)


def name_text(value: object) -> str:
    """Return a name for people."""
    text = require_text(value, Message("a name"))
    if len(text) <= 60 and text.isprintable() and text == text.strip():
        return text
    message = Message(
        "{text} is not a name: expected up to 60 letters on one line, no spaces around",
        text=quote(text),
    )
    raise value_error("no_name", message)


EXAMPLE_HAND = re.compile(
    r"^(([0-9]\*?)+[mps]|([1-7]\*?)+z|\(([0-9+]\*?)+[mpsz][<^>]?\)|\[([0-9]\*?)+[mpsz]\])+$"
)
EXAMPLE_TILE = re.compile(r"^([0-9]\*?[mps]|[1-7]\*?z)$")


def example_hand(value: object) -> str:
    """Return the text of a hand with its sets, as in a win record."""
    text = require_text(value, Message("a hand"))
    if len(text) <= _LONGEST and EXAMPLE_HAND.fullmatch(text):
        return text
    message = Message(
        "{text} is not a hand: expected tiles and called sets, e.g. 123456m(777z)5p",
        text=quote(text),
    )
    raise value_error("no_hand", message)


def example_tile(value: object) -> str:
    """Return the text of a tile, possibly a red five."""
    text = require_text(value, Message("a tile"))
    if EXAMPLE_TILE.fullmatch(text):
        return text
    raise value_error("no_tile", Message("{text} is not a tile: expected 5p", text=quote(text)))


# ---- the number of ways to meet a definition -----------------------------------------------------


MOST_WAYS = 5_000
"""The maximum for one definition. The largest known yaku has 486 ways by this bound."""

_TRIPLETS_IN_CLASS = {
    **{"dragon": 3, "wind": 4, "seat_wind": 4, "round_wind": 4, "guest_wind": 4},
    **{"honour": 7, "terminal": 6, "terminal_or_honour": 13},
}
"""The number of triplets in a class."""

_SUITS_OF = {"simple": 3, "terminal": 3, "terminal_or_honour": 4}
"""The number of suits that contain a class of tiles; 1 for all other classes and single tiles."""

_PAIRS_OF = {"valueless": 5, "seat_wind": 4, "round_wind": 4, "guest_wind": 4}


class DefinitionWords(Protocol):
    """The words of a definition that can be met in several ways."""

    @property
    def sets(self) -> tuple[str, ...] | None:
        """Templates of sets."""

    @property
    def pair(self) -> str | None:
        """Return the template of the pair."""

    @property
    def has(self) -> tuple[str, ...] | None:
        """Classes of which the hand has at least one tile."""

    @property
    def suits(self) -> int | str | None:
        """Return the number of suits."""


def most_ways(words: DefinitionWords) -> int:
    """Return an upper bound for the number of ways to meet these words."""
    templates = [parse_set(text) for text in words.sets or ()]
    pair = None if words.pair is None else parse_place(words.pair)
    places = [template.of for template in templates if isinstance(template.of, TilePlace)]
    places += [pair] if pair is not None else []
    return prod(
        (
            _letter_ways(places),
            _class_ways(templates),
            _PAIRS_OF.get(words.pair or "", 1),
            prod(_SUITS_OF.get(name, 1) for name in words.has or ()),
            _suit_ways(words.suits),
        )
    )


def _letter_ways(places: Sequence[TilePlace]) -> int:
    """Return the number of ways to read letters as suits (X, Y, Z) and numbers (n, m)."""
    suits = {place.suit for place in places if place.suit in "XYZ"}
    numbers = {place.number.letter for place in places} - {""}
    values: int = 9 ** len(numbers)
    return perm(3, len(suits)) * values


def _class_ways(templates: Iterable[SetTemplate]) -> int:
    """Return the number of ways in which equal class templates can be different sets."""
    classes = Counter(asked for asked in templates if isinstance(asked.of, str))
    return prod(comb(_TRIPLETS_IN_CLASS.get(str(t.of), 1), times) for t, times in classes.items())


def _suit_ways(suits: int | str | None) -> int:
    if suits is None:
        return 1
    least, most = count_range(suits)
    return sum(comb(3, number) for number in range(least, (3 if most is None else most) + 1))
