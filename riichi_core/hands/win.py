"""The facts of one win; contradictory facts are rejected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Literal, NoReturn, TypeAlias, get_args

from riichi_core.errors import RecordError, parameter_of
from riichi_core.hands.contradictions import FACT_BITS, Fact, bits_of, exclusion_among
from riichi_core.hands.hand import Hand, HandError, refuse_five_of_a_tile
from riichi_core.hands.waits import with_more
from riichi_core.messages import Message, quote_argument, refuse_flag
from riichi_core.plain import Plain
from riichi_core.rules.yaku_vocabulary import Circumstance, Occasion
from riichi_core.spelling import wrong_word
from riichi_core.tiles import NotationError, Seat, Tile, Wind, parse_tiles
from riichi_core.tiles.tile import wind_named

CIRCUMSTANCES: tuple[Circumstance, ...] = get_args(Circumstance)

OCCASIONS: tuple[Occasion, ...] = get_args(Occasion)
"""The occasions in the yaku vocabulary, in the order of their bits."""

OCCASION_BITS: dict[Occasion, int] = {name: FACT_BITS[name] for name in OCCASIONS}

SELF_DRAW, AFTER_QUAD = OCCASION_BITS["self_draw"], OCCASION_BITS["after_quad"]
DEALER = OCCASION_BITS["dealer"]


def occasions_of(bits: int) -> frozenset[Occasion]:
    """Return the occasions whose bits are set."""
    return frozenset(name for name, bit in OCCASION_BITS.items() if bits & bit)


GivenTiles: TypeAlias = "str | Tile | Iterable[Tile | str]"
"""Tiles as an argument: `3m4z`, a tile, or a list of either."""


WonByWord = Literal["ron", "tsumo", "discard", "self_draw"]
RiichiWord = Literal["none", "riichi", "double"]


class WinError(RecordError):
    """An error in the facts of a win, e.g. a contradiction."""


def check_flag(value: object, field_name: str, error: type[WinError] = WinError) -> None:
    """Refuse a value other than True and False."""
    if type(value) is not bool and (message := refuse_flag(value, parameter_of(field_name))):
        raise error("wrong_type", field_name, message)


@dataclass(frozen=True, slots=True)
class Tsumo:
    """A win on a drawn tile; `apart` says whether it was kept apart from the hand.

    >>> Tsumo(last_tile=True)
    Tsumo(after_quad=False, last_tile=True, first_turn=False, apart=True)
    """

    after_quad: bool = False
    last_tile: bool = False
    first_turn: bool = False
    apart: bool = True

    def __post_init__(self) -> None:
        """Check that each fact is True or False."""
        _check_flags(self)


@dataclass(frozen=True, slots=True)
class Ron:
    """A win on another player's tile, discarded or added to a triplet.

    >>> Ron(robbing_quad=True)
    Ron(robbing_quad=True, last_tile=False, first_turn=False)
    """

    robbing_quad: bool = False
    last_tile: bool = False
    first_turn: bool = False

    def __post_init__(self) -> None:
        """Check that each fact is True or False."""
        _check_flags(self)


def _check_flags(by: Tsumo | Ron) -> None:
    for name in by.__slots__:
        check_flag(getattr(by, name), name)


@dataclass(frozen=True, slots=True, init=False)
class Riichi:
    """A declared riichi, with the ura indicators that it reveals.

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
        ura: GivenTiles = (),
        kan_ura: GivenTiles = (),
    ) -> None:
        """Create a riichi; indicators may be text."""
        check_flag(double, "double")
        check_flag(ippatsu, "ippatsu")
        put = object.__setattr__
        put(self, "double", double)
        put(self, "ippatsu", ippatsu)
        put(self, "ura", tiles_of(ura, "ura_dora_indicators"))
        put(self, "kan_ura", tiles_of(kan_ura, "kan_ura_dora_indicators"))


# ---- facts given as text -------------------------------------------------------------------------


_ONLY_TILES = {Tile}


def tiles_of(value: GivenTiles, field_name: str) -> tuple[Tile, ...]:
    """Return tiles that are given as text, as tiles, or as a list of either."""
    if value == ():
        return ()
    if type(value) is tuple and {*map(type, value)} == _ONLY_TILES:
        return value
    if isinstance(value, Tile):
        return (value,)
    try:
        tiles = parse_tiles(value) if isinstance(value, str) else tuple(_each_tile(value))
    except NotationError as error:
        name = parameter_of(field_name)
        message = Message("{field}: {message}", field=name, message=error.message)
        raise WinError("notation", field_name, message) from None
    except TypeError:
        _wrong_type(field_name, value, "tiles, as '3m4z'")
    if not all(isinstance(tile, Tile) for tile in tiles):
        _wrong_type(field_name, value, "tiles, as '3m4z'")
    return tiles


def _each_tile(values: Iterable[Tile | str]) -> Iterator[Tile]:
    for value in values:
        if isinstance(value, str):
            yield from parse_tiles(value)
        else:
            yield value


def tile_of(value: Tile | str, field_name: str) -> Tile:
    """Return a tile from its text or from a tile."""
    if type(value) is Tile:
        return value
    if not isinstance(value, str):
        _wrong_type(field_name, value, "a tile, as '8m'")
    tiles = tiles_of(value, field_name)
    if len(tiles) != 1:
        message = Message(
            "{field}: {tile} is {number} tiles, expected one",
            field=parameter_of(field_name),
            tile=quote_argument(value),
            number=len(tiles),
        )
        raise WinError("notation", field_name, message)
    return tiles[0]


def hand_of(value: Hand | str | Iterable[Tile | str]) -> Hand:
    """Return a hand that is given as a hand, as text or as tiles."""
    if isinstance(value, Hand):
        return value
    if not isinstance(value, Iterable):
        _wrong_type("hand", value, "a hand, as '2345567m345p678s'")
    try:
        return Hand(value)
    except HandError as error:
        raise WinError(error.code, "hand", error.message) from None


def wind_of(value: object, field_name: str, error: type[WinError] = WinError) -> Wind:
    """Return the wind for a word, its first letter or its number."""
    if type(value) is int and 0 <= value < len(Wind):
        return Wind(value)
    if (wind := wind_named(value)) is not None:
        return wind
    raise wrong_word(value, field_name, map(str, Wind), error)


_WON_BY_WORDS: dict[str, Tsumo | Ron] = {
    "tsumo": Tsumo(),
    "self_draw": Tsumo(),
    "self-draw": Tsumo(),
    "ron": Ron(),
    "discard": Ron(),
}


def by_of(value: Tsumo | Ron | str) -> Tsumo | Ron:
    """Return the `Tsumo` or `Ron` for a word; a value is returned unchanged."""
    if isinstance(value, (Tsumo, Ron)):
        return value
    if not isinstance(value, str):
        _wrong_type("won_by", value, "'tsumo' or 'ron', or a Tsumo or Ron")
    word = _known_word(value.lower(), "won_by", tuple(_WON_BY_WORDS), get_args(WonByWord))
    return _WON_BY_WORDS[word]


@lru_cache(maxsize=64, typed=True)  # there are not more
def by_of_facts(
    *,
    self_draw: bool,
    after_quad: bool,
    robbing_quad: bool,
    last_tile: bool,
    first_turn: bool,
    apart: bool = True,
) -> Tsumo | Ron:
    """Return the `Tsumo` or `Ron` for separate facts from a record or from options.

    Raises:
        WinError: if this way of winning excludes one of the facts.
    """
    if after_quad or robbing_quad:
        stated: dict[Fact, bool] = {"after_quad": after_quad, "robbing_quad": robbing_quad}
        quad = (fact for fact, is_stated in stated.items() if is_stated)
        refuse_exclusion(bits_of(["self_draw" if self_draw else "discard", *quad]))
    if self_draw:
        return Tsumo(after_quad, last_tile, first_turn, apart)
    return Ron(robbing_quad, last_tile, first_turn)


_NO_CIRCUMSTANCES: frozenset[Circumstance] = frozenset()


def check_circumstances(names: Iterable[Circumstance]) -> frozenset[Circumstance]:
    """Return the circumstances as a set, and reject unknown ones."""
    if isinstance(names, tuple | frozenset) and not names:
        return _NO_CIRCUMSTANCES
    if isinstance(names, str) or not isinstance(names, Iterable):
        _wrong_type("circumstances", names, "a list of words")
    names = tuple(names)
    for name in names:
        if name not in CIRCUMSTANCES:
            message = Message(
                "there is no circumstance {word}: expected {words}",
                word=quote_argument(name),
                words=", ".join(CIRCUMSTANCES),
            )
            raise WinError("unknown_word", "circumstances", message)
    return frozenset(word for word in CIRCUMSTANCES if word in names)  # equal sets look the same


_RIICHI: tuple[RiichiWord, ...] = get_args(RiichiWord)


def riichi_of(
    value: Riichi | str | bool | None, ippatsu: bool, ura: GivenTiles, kan_ura: GivenTiles
) -> Riichi | None:
    """Return the declared riichi with the other facts about it."""
    check_flag(ippatsu, "ippatsu")
    if isinstance(value, str):
        word = _known_word(value.lower(), "riichi", _RIICHI, _RIICHI)
        declared = None if word == "none" else Riichi(word == "double")
    elif value is None or isinstance(value, bool):
        declared = Riichi() if value is True else None
    elif isinstance(value, Riichi):
        declared = value
    else:
        _wrong_type("riichi", value, "True, 'riichi', 'double' or a Riichi")
    if not ippatsu and not ura and not kan_ura:
        return declared
    if declared is None:
        words: dict[Fact, object] = {"ippatsu": ippatsu, "ura": ura, "kan_ura": kan_ura}
        given = (word for word, value in words.items() if value)
        refuse_exclusion(bits_of(["no_riichi", *given]))
        return None
    ura, kan_ura = ura or declared.ura, kan_ura or declared.kan_ura
    return Riichi(declared.double, declared.ippatsu or ippatsu, ura, kan_ura)


def _known_word(
    word: str, field_name: str, accepted: tuple[str, ...], words: tuple[str, ...]
) -> str:
    """Return a word if it is known; else reject it and suggest the nearest."""
    if word in accepted:
        return word
    raise wrong_word(word, field_name, words, WinError)


def _wrong_type(field_name: str, value: object, expected: str) -> NoReturn:
    message = Message(
        "{field}: expected {expected}, not {given}",
        field=parameter_of(field_name),
        expected=expected,
        given=quote_argument(value),
    )
    raise WinError("wrong_type", field_name, message)


__all__ = ["CIRCUMSTANCES", "Circumstance", "Riichi", "Ron", "Tsumo", "Win", "WinError"]


class _Packable(Plain):
    """Slots that cache the packed forms of a win, ignored by comparisons.

    One is for Python (analysis/packed.py), and one for the native kernel.
    """

    __slots__ = ("_packed", "_row")
    _packed: tuple[int, int, int, int, int, int, int]
    _row: bytes


@dataclass(frozen=True, slots=True, init=False)
class Win(_Packable):
    """One win; its facts have been checked to be possible.

    Attributes:
        hand: the thirteen tiles without the winning one.
        tile: the winning tile.
        by: how it was won.
        seat: the wind of the winner.
        round_wind: the wind of the round.
        riichi: the declared riichi with its indicators.
        dora: the dora indicators, not the dora; kan dora indicators may follow, in order.
        kan_dora: the kan dora indicators, if they are listed separately.
        counters: how many counters (honba) are on the table.
        circumstances: facts that only some local yaku require.

    >>> win = Win("2345567m(345p)678s", "8m", by="ron", seat="south", dora="4m")
    >>> win.seat, win.hand.is_open, len(win.tiles)
    (<Wind.SOUTH: 1>, True, 14)
    >>> Win("2345567m345p678s", "8m", by="rom")
    Traceback (most recent call last):
    riichi_core.hands.win.WinError: by: there is no 'rom': did you mean ron?
    """

    hand: Hand
    tile: Tile
    by: Tsumo | Ron
    seat: Wind = Wind.EAST
    round_wind: Wind = Wind.EAST
    riichi: Riichi | None = None
    dora: tuple[Tile, ...] = ()
    kan_dora: tuple[Tile, ...] = ()
    counters: int = 0
    circumstances: frozenset[Circumstance] = frozenset()

    def __init__(  # noqa: PLR0913, PLR0917 - the facts of a win
        self,
        hand: Hand | str | Iterable[Tile | str],
        tile: Tile | str,
        by: Tsumo | Ron | WonByWord,
        seat: Seat = Wind.EAST,
        round_wind: Seat = Wind.EAST,
        riichi: Riichi | RiichiWord | bool | None = None,
        dora: GivenTiles = (),
        kan_dora: GivenTiles = (),
        counters: int = 0,
        circumstances: Iterable[Circumstance] = (),
        *,
        ippatsu: bool = False,
        ura: GivenTiles = (),
        kan_ura: GivenTiles = (),
    ) -> None:
        """Create a win from its facts, each a value or text.

        Args:
            hand: the hand, in any form that `Hand` accepts.
            tile: the winning tile, e.g. `8m`.
            by: `ron` (or `discard`), `tsumo` (or `self_draw`), or a `Ron` or `Tsumo` with more
                facts.
            seat: the wind of the winner, e.g. `south`.
            round_wind: the wind of the round.
            riichi: `riichi` or True, `double`, or a `Riichi`; None if none was declared.
            dora: the dora indicators, e.g. `4m1z`.
            kan_dora: the kan dora indicators.
            counters: the number of counters (honba) on the table, 0 to 1,000.
            circumstances: facts that only some local yaku require.
            ippatsu: whether the win came within the first uninterrupted set of turns after riichi.
            ura: the indicators under the dora indicators, which only riichi reveals.
            kan_ura: the indicators under the kan dora indicators.

        Raises:
            WinError: if a text is not valid, or facts contradict each other; it has the
                `parameter`, and the `field` of the JSON record.
        """
        put = object.__setattr__
        put(self, "hand", hand_of(hand))
        put(self, "tile", tile_of(tile, "winning_tile"))
        put(self, "by", by_of(by))
        put(self, "seat", wind_of(seat, "seat_wind"))
        put(self, "round_wind", wind_of(round_wind, "round_wind"))
        put(self, "riichi", riichi_of(riichi, ippatsu, ura, kan_ura))
        put(self, "dora", tiles_of(dora, "dora_indicators"))
        put(self, "kan_dora", tiles_of(kan_dora, "kan_dora_indicators"))
        put(self, "counters", counters)
        put(self, "circumstances", check_circumstances(circumstances))
        _refuse_contradictions(self)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The complete hand with the winning tile."""
        return (*self.hand.tiles, self.tile)

    @property
    def reds(self) -> Counter[int]:
        """The number of red fives of each kind in the hand."""
        return Counter(tile.kind for tile in self.tiles if tile.red)

    @property
    def drawn(self) -> bool:
        """True if the winner drew the tile."""
        return isinstance(self.by, Tsumo)

    @property
    def dealer(self) -> bool:
        """True if East won."""
        return self.seat is Wind.EAST

    @property
    def indicators(self) -> tuple[Tile, ...]:
        """Every revealed indicator."""
        ura = (*self.riichi.ura, *self.riichi.kan_ura) if self.riichi else ()
        return (*self.dora, *self.kan_dora, *ura)

    @property
    def occasions(self) -> frozenset[Occasion]:
        """The occasions that these facts imply, in the words of the yaku vocabulary."""
        return occasions_of(self.occasion_bits)

    @property
    def occasion_bits(self) -> int:
        """The occasions as bits (`OCCASION_BITS`)."""
        by, riichi, bit = self.by, self.riichi, OCCASION_BITS
        if isinstance(by, Tsumo):
            bits = SELF_DRAW
            if by.after_quad:
                bits |= AFTER_QUAD
        else:
            bits = bit["discard"]
            if by.robbing_quad:
                bits |= bit["robbing_quad"]
        if by.last_tile:
            bits |= bit["last_tile"]
        if by.first_turn:
            bits |= bit["first_turn"]
        if self.seat is Wind.EAST:
            bits |= DEALER
        if riichi is not None:
            bits |= bit["riichi"]
            if riichi.double:
                bits |= bit["double_riichi"]
            if riichi.ippatsu:
                bits |= bit["ippatsu"]
        if self.circumstances:
            bits |= bits_of(self.circumstances)
        return bits

    def _repr_html_(self) -> str:
        """Return the hand and the winning tile as a picture, for notebooks."""
        from riichi_core.notebook import paragraph_html, tiles_svg  # noqa: PLC0415

        concealed, *sets = self.hand.tile_groups
        return tiles_svg([concealed, (self.tile,), *sets], str(self)) + paragraph_html(str(self))

    def __str__(self) -> str:
        """Return the win in short: `2345567m(345p)678s + 8m, ron by south`."""
        won_by = "tsumo" if self.drawn else "ron"
        return f"{self.hand} + {self.tile}, {won_by} by {self.seat}"


def unchecked(win: Win, **parts: Any) -> Win:
    """Return a win with other parts, unchecked: all four of a wild tile may be in sight."""
    other = object.__new__(Win)
    for part in fields(Win):
        value = parts[part.name] if part.name in parts else getattr(win, part.name)
        object.__setattr__(other, part.name, value)
    return other


# ---- contradictions ------------------------------------------------------------------------------

MOST_INDICATORS = 5
"""One at the start, and one for each of four quads."""

MOST_COUNTERS = 1_000

ORPHAN_KINDS = 13
"""The number of kinds of terminals and honours."""


def _refuse_contradictions(win: Win) -> None:
    """Reject facts of a win that contradict each other."""
    _check_tiles(win)
    by = win.by
    quad = by.after_quad if isinstance(by, Tsumo) else by.robbing_quad
    if quad or by.first_turn or win.riichi is not None or win.circumstances:
        refuse_exclusion(_facts(win), win.tile)


def refuse_exclusion(facts: int, robbed: Tile | None = None) -> None:
    """Reject facts that exclude each other.

    The facts are bits (`FACT_BITS`), all or those known so far. Some messages name the robbed tile.

    Raises:
        WinError: if two facts exclude each other; `field` is the field of the record.
    """
    found = exclusion_among(facts)
    if found is None:
        return
    reason = found.reason
    if robbed is not None and "{tile}" in reason.template:
        reason = Message(reason.template, tile=robbed.plain)
    _contradiction(found.field, reason)


def _facts(win: Win) -> int:
    """Return all known facts of a win as bits (`FACT_BITS`)."""
    bits, melds, bit = win.occasion_bits, win.hand.melds, FACT_BITS
    if not bits & DEALER:
        bits |= bit["not_dealer"]
    if not bits & AFTER_QUAD:
        bits |= bit["not_after_quad"]
    if win.riichi is None:
        bits |= bit["no_riichi"]
    quads = 0
    if melds:
        bits |= bit["own_set"]
        if win.hand.is_open:
            bits |= bit["open"]
        quads = sum(meld.quad for meld in melds)
    bits |= bit["own_quad" if quads else "no_own_quad"]
    if quads in _SOME_QUADS:
        bits |= bit[_SOME_QUADS[quads]]
    bits |= _indicator_facts(win, quads)
    return bits | _robbed_facts(win) if bits & bit["robbing_quad"] else bits


_SOME_QUADS: dict[int, Fact] = {1: "one_own_quad", 4: "four_own_quads"}


def _indicator_facts(win: Win, own_quads: int) -> int:
    """Return the facts about indicators, as bits."""
    riichi, bits = win.riichi, 0
    ura, kan_ura = (riichi.ura, riichi.kan_ura) if riichi else ((), ())
    if ura:
        bits |= FACT_BITS["ura"]
    if kan_ura:
        bits |= FACT_BITS["kan_ura"]
    upper, under = len(win.kan_dora), len(kan_ura)
    of_quads = max(len(win.dora) + upper - 1, len(ura) + under - 1, upper, under)
    if of_quads > 0:
        bits |= FACT_BITS["quad_indicator"]
    if of_quads == MOST_INDICATORS - 1:
        bits |= FACT_BITS["five_indicators"]
    if of_quads > own_quads:
        bits |= FACT_BITS["quad_of_others"]
    return bits


def _robbed_facts(win: Win) -> int:
    """Return the facts about a robbed quad, as bits."""
    bits = 0
    robbed = win.tile.kind
    if any(tile.kind == robbed for tile in win.hand.tiles):
        bits |= FACT_BITS["robbed_tile_held"]
    if any(tile.kind == robbed for tile in win.indicators):
        bits |= FACT_BITS["robbed_tile_shown"]
    kinds = {tile.kind for tile in win.tiles if tile.terminal_or_honour}
    if len(kinds) < ORPHAN_KINDS:
        bits |= FACT_BITS["not_orphans"]
    return bits


def _contradiction(field_name: str, message: Message) -> NoReturn:
    raise WinError("contradiction", field_name, message)


def _check_tiles(win: Win) -> None:
    if with_more(win.hand.counts, (win.tile, *win.indicators)) < 0:
        _refuse_five(win)
    riichi = win.riichi
    upper = len(win.dora) + len(win.kan_dora)
    under = 0 if riichi is None else len(riichi.ura) + len(riichi.kan_ura)
    if upper > 1 or under > 1:
        _check_indicators(win, upper, under)
    if type(win.counters) is not int:
        message = Message(
            "counters: not a whole number: {given}", given=quote_argument(win.counters)
        )
        raise WinError("wrong_type", "counters", message)
    if not 0 <= win.counters <= MOST_COUNTERS:
        message = Message(
            "{number} is out of range: expected 0 to {most:,} counters",
            number=quote_argument(win.counters),
            most=MOST_COUNTERS,
        )
        raise WinError("out_of_range", "counters", message)


def _check_indicators(win: Win, upper: int, under: int) -> None:
    """Reject more indicators than a table can have, and more below than above.

    A single indicator is always possible.
    """
    if under > upper > 0:
        message = Message(
            "{under} ura dora indicators, {upper} above them", under=under, upper=upper
        )
        _contradiction("ura_dora_indicators", message)
    if upper > MOST_INDICATORS or under > MOST_INDICATORS:
        name = "dora_indicators" if upper > MOST_INDICATORS else "ura_dora_indicators"
        message = Message(
            "{number} indicators: expected at most {most}, one and one more for each quad",
            number=upper if upper > MOST_INDICATORS else under,
            most=MOST_INDICATORS,
        )
        _contradiction(name, message)
    kan_ura = () if win.riichi is None else win.riichi.kan_ura
    for name, of_quads in (
        ("kan_dora_indicators", win.kan_dora),
        ("kan_ura_dora_indicators", kan_ura),
    ):
        if len(of_quads) == MOST_INDICATORS:
            message = Message(
                "{number} indicators for quads: expected at most {most}, one for each quad",
                number=len(of_quads),
                most=MOST_INDICATORS - 1,
            )
            _contradiction(name, message)


def _refuse_five(win: Win) -> None:
    """Reject five tiles of a kind, in the hand or together with the indicators."""
    try:
        refuse_five_of_a_tile(win.tiles)
    except HandError as error:
        raise WinError(error.code, "winning_tile", error.message) from None
    try:
        refuse_five_of_a_tile((*win.tiles, *win.indicators))
    except HandError as error:
        message = Message("{message}, including the indicators", message=error.message)
        raise WinError(error.code, "dora_indicators", message) from None
