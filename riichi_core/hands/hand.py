"""A hand of thirteen tiles: concealed tiles and declared sets, without the winning tile."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter, eq
from typing import NamedTuple, NoReturn

from riichi_core.errors import RiichiError
from riichi_core.fast import MOST_KEPT, in_native
from riichi_core.hands.melds import MARKS, Meld, MeldError, MeldKind
from riichi_core.hands.shanten import improving, shanten, spare
from riichi_core.hands.waits import (
    NO_TILES,
    Suits,
    TileCounts,
    count_tiles,
    kinds_in,
    suits_of,
    suits_of_tiles,
    wait_mask,
    with_more,
    with_tile,
)
from riichi_core.messages import Message, quote, quote_argument
from riichi_core.plain import Plain
from riichi_core.tiles import NotationError, Tile, parse_tiles, write_tiles
from riichi_core.tiles.notation import LONGEST, check_length, half_width, placed_tiles
from riichi_core.tiles.tile import ORDER

_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]?")
_GROUP = re.compile(r"[(\[]?[0-9+*]+[mpsz][<^>]?[)\]]?")
"""The tiles of a suit, or a set."""

_SET = re.compile(r"([0-9*]+)(?:\+([0-9]\*?))?([A-Za-z])([<^>])?")


class HandError(RiichiError):
    """An error in the tiles of a hand.

    `code` is `notation`, `no_set`, `tile_count` or `five_of_a_tile`.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class _Countable(Plain):
    """A slot for the tile counts of a hand; comparisons, copies and pickles leave it out."""

    __slots__ = ("_counts",)
    _counts: TileCounts


@dataclass(frozen=True, slots=True, init=False)
class Hand(_Countable):
    """Thirteen tiles without the winning tile; a declared set counts as three tiles.

    Attributes:
        concealed: the concealed tiles, sorted.
        melds: the declared sets, in order.

    >>> hand = Hand("2345567m345p678s")
    >>> hand.waits, hand.shanten
    ((Tile('2m'), Tile('5m'), Tile('8m')), 0)
    >>> Hand("234567m345p79s15z").shanten, Hand("234567m345p79s11z").improving
    (1, (Tile('8s'),))
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()

    def __init__(
        self, concealed: str | Iterable[Tile | str], melds: Iterable[Meld | str] = ()
    ) -> None:
        """Create a hand from its text or from tiles.

        Args:
            concealed: the concealed tiles, also as a list of texts; or the whole hand as text, with
                the declared sets in brackets, such as `2345567m(345p<)(777z^)`, or `[1111s]` for a
                concealed quad.
            melds: the declared sets, if `concealed` has none.

        Raises:
            HandError: if the text is not a hand, there are too few or too many tiles, or five of
                one kind.
        """
        put = object.__setattr__
        plain = _plain_hand(concealed) if type(concealed) is str and melds == () else None
        if plain is not None:
            own, sets, counts = plain
            put(self, "concealed", own)
            put(self, "melds", sets)
            put(self, "_counts", counts)
            return
        if isinstance(melds, str) or not isinstance(melds, Iterable):
            _refuse_melds(melds)
        sets = tuple(parse_meld(meld) if isinstance(meld, str) else meld for meld in melds)
        for meld in sets:
            if not isinstance(meld, Meld):
                _refuse_melds(meld)
        if isinstance(concealed, str):
            concealed, text_melds = _parse_hand(concealed)
            sets = (*text_melds, *sets)
        given = concealed if isinstance(concealed, list | tuple) else _listed(concealed)
        try:
            tiles = tuple(sorted(given, key=ORDER))
        except AttributeError:  # with texts among them
            tiles = tuple(sorted(_tiles_in(given), key=ORDER))
        put(self, "concealed", tiles)
        put(self, "melds", sets)
        wanted = 13 - 3 * len(sets)
        if len(self.concealed) != wanted:
            raise HandError("tile_count", self._count_message(wanted))
        refuse_five_of_a_tile(self.tiles)

    def _count_message(self, wanted: int) -> Message:
        have, sets = len(self.concealed), len(self.melds)
        if wanted < 1:
            return Message("{sets} sets: a hand has four at most", sets=sets)
        tiles = Message.counted("{n} concealed tile", "{n} concealed tiles", have)
        if sets:
            beside = Message.counted("{n} set", "{n} sets", sets)
            tiles = Message("{tiles} besides {sets}", tiles=tiles, sets=beside)
        if have == wanted + 1:
            return Message(
                "the hand has {tiles}: expected {wanted}; give the winning tile separately",
                tiles=tiles,
                wanted=wanted,
            )
        return Message("the hand has {tiles}: expected {wanted}", tiles=tiles, wanted=wanted)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Parse a hand, like `Hand(text)`."""
        return cls(text)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand, including those in sets."""
        return self.concealed + tuple([tile for meld in self.melds for tile in meld.tiles])

    @property
    def counts(self) -> TileCounts:
        """The number of tiles of each kind, and of red fives."""
        try:
            return self._counts
        except AttributeError:
            counts = count_tiles(self.tiles)
            object.__setattr__(self, "_counts", counts)
            return counts

    @property
    def is_open(self) -> bool:
        """True if a set was claimed; a concealed quad leaves a hand concealed."""
        return any(meld.claimed for meld in self.melds)

    @property
    def waits(self) -> tuple[Tile, ...]:
        """The kinds of tiles that complete the shape of the hand, in any form.

        They include kinds of which the hand holds all four. No such tile is left, but rulesets
        differ in whether a hand that waits only for them is tenpai. `live_waits` leaves them out.
        """
        return _tiles_of_mask(wait_mask(self._suits, no_melds=not self.melds))

    @property
    def live_waits(self) -> tuple[Tile, ...]:
        """The waits, except tiles of which the hand has all four."""
        held = Counter(tile.kind for tile in self.tiles)
        return tuple(tile for tile in self.waits if held[tile.kind] < 4)

    def is_tenpai(self, *, own_four: bool) -> bool:
        """Return True if the hand is one tile from winning.

        Args:
            own_four: whether a hand counts that waits only for tiles of which it has all four.
        """
        return bool(self.waits if own_four else self.live_waits)

    @property
    def shanten(self) -> int:
        """The number of tiles that the hand needs to become tenpai; 0 if it is tenpai.

        A tile of which the hand has all four is not a wait here, because there is no fifth.
        """
        return shanten_of_tiles(self.concealed, self.melds)

    @property
    def improving(self) -> tuple[Tile, ...]:
        """The kinds of tiles that bring the hand closer to a win."""
        return _tiles_of_mask(improving(self._suits, len(self.melds), self._declared))

    @property
    def _suits(self) -> Suits:
        return suits_of_tiles(self.concealed)

    @property
    def _declared(self) -> Suits:
        return suits_of_tiles([tile for meld in self.melds for tile in meld.tiles])

    def __str__(self) -> str:
        """Return the hand as text: sorted concealed tiles, then the sets."""
        return write_tiles(self.concealed) + "".join(map(str, self.melds))

    def __repr__(self) -> str:
        """Return `Hand('2345567m345p678s')`."""
        return f"Hand({str(self)!r})"

    def _repr_html_(self) -> str:
        """Return the tiles as a picture, for notebooks."""
        from riichi_core.notebook import tiles_svg  # noqa: PLC0415 - only notebooks need it

        return tiles_svg(self.tile_groups, str(self))

    @property
    def tile_groups(self) -> tuple[tuple[Tile | None, ...], ...]:
        """The tiles as they lie: concealed, then each set; None is a tile that lies face down."""
        return (self.concealed, *(meld.shown for meld in self.melds))


def _listed(values: Iterable[Tile | str]) -> Sequence[Tile | str]:
    try:
        return tuple(values)
    except TypeError:
        raise _not_tiles(values) from None


def _tiles_in(values: Iterable[Tile | str]) -> Iterator[Tile]:
    """Yield the tiles of a list in which some are texts.

    Raises:
        HandError: something that is neither a tile nor the text of tiles.
    """
    for value in values:
        if isinstance(value, str):
            try:
                yield from parse_tiles(value)
            except NotationError as error:
                raise HandError("notation", error.message) from None
        elif isinstance(value, Tile):
            yield value
        else:
            raise _not_tiles(values)


def _not_tiles(value: object) -> HandError:
    message = Message(
        "expected a hand as text or as tiles, not {value}", value=quote_argument(value)
    )
    return HandError("notation", message)


@in_native
def shanten_of_tiles(concealed: tuple[Tile, ...], melds: tuple[Meld, ...]) -> int:
    """Return the shanten of concealed tiles and declared sets."""
    declared = suits_of_tiles([tile for meld in melds for tile in meld.tiles])
    return shanten(suits_of_tiles(concealed), len(melds), declared)


class DiscardChoice(NamedTuple):
    """A discard from fourteen tiles that leaves the hand as close to a win as possible.

    >>> choice = best_discards("2345567m345p678s1z")[0]
    >>> choice.discard, choice.shanten, choice.improving
    (Tile('1z'), 0, (Tile('2m'), Tile('5m'), Tile('8m')))

    Attributes:
        discard: the tile.
        shanten: the shanten after the discard.
        improving: the kinds of tiles that bring the hand closer.
        left: the number of these tiles that are neither in the hand nor visible elsewhere.
        complete: whether the hand is complete, so that the discard gives up a win.
    """

    discard: Tile
    shanten: int
    improving: tuple[Tile, ...]
    left: int
    complete: bool = False


def best_discards(
    hand: str | Hand | Iterable[Tile | str],
    drawn: Tile | str | None = None,
    *,
    visible: str | Iterable[Tile | str] = (),
) -> tuple[DiscardChoice, ...]:
    """Return the discards that leave a hand closest to a win, those with most useful tiles first.

    It looks at shapes only: whether the hand has a yaku does not matter. If the hand is complete
    already, each choice says so.

    Args:
        hand: a hand with the tile that was drawn, such as `2345567m345p6788s`; or a hand of
            thirteen tiles, with the drawn tile as `drawn`.
        drawn: the tile that was drawn.
        visible: the tiles that the player sees outside the hand, e.g. `8s8s1z`, which cannot be
            drawn. In a game, `Observation.best_discards` knows them.

    Raises:
        HandError: if it is not a hand of fourteen tiles.

    >>> choices = best_discards("2345567m345p678s1z")
    >>> [(str(choice.discard), choice.shanten, choice.left) for choice in choices]
    [('1z', 0, 9), ('2m', 0, 3), ('5m', 0, 3)]
    >>> best_discards(Hand("2345567m345p678s"), "1z") == choices
    True
    >>> best_discards("2345567m345p678s", "8m")[0].complete
    True
    >>> best_discards("2345567m345p678s1z", visible="2m8m8m")[0].left
    6
    """
    concealed, melds = with_drawn(hand, drawn)
    seen = tuple(_tiles_in([visible] if isinstance(visible, str) else _listed(visible)))
    refuse_five_of_a_tile((*concealed, *(tile for meld in melds for tile in meld.tiles), *seen))
    rest = [4] * 34
    for tile in (*concealed, *seen, *(tile for meld in melds for tile in meld.tiles)):
        rest[tile.kind] -= 1
    return discard_choices(concealed, melds, rest)


def discard_choices(
    concealed: Sequence[Tile], melds: Sequence[Meld], rest: Sequence[int]
) -> tuple[DiscardChoice, ...]:
    """Return the best discards; `rest` is how many tiles of each kind can still be drawn."""
    have, wanted = len(concealed), 14 - 3 * len(melds)
    if have != wanted:
        message = Message(
            "the hand has {have} concealed tiles: expected {wanted}, including the drawn tile",
            have=have,
            wanted=wanted,
        )
        raise HandError("tile_count", message)
    kinds = [tile.kind for tile in concealed]
    declared_kinds = [tile.kind for meld in melds for tile in meld.tiles]
    suits, sets = suits_of(kinds), len(melds)
    declared = suits_of(declared_kinds) if declared_kinds else NO_TILES
    by_kind = {tile.kind: tile for tile in reversed(concealed)}
    distance = shanten(suits, sets, declared)
    complete = distance < 0
    choices = []
    for kind in sorted(by_kind) if complete else kinds_in(spare(suits, sets, declared)):
        mask = improving(with_tile(suits, kind, -1), sets, declared)
        tiles = _tiles_of_mask(mask)
        left = sum(rest[tile.kind] for tile in tiles)
        choices.append(DiscardChoice(by_kind[kind], max(distance, 0), tiles, left, complete))
    choices.sort(key=_LEFT, reverse=True)
    return tuple(choices)


_LEFT = attrgetter("left")


def with_drawn(
    hand: str | Hand | Iterable[Tile | str], drawn: Tile | str | None
) -> tuple[tuple[Tile, ...], tuple[Meld, ...]]:
    """Return concealed tiles, with a drawn one, and declared sets."""
    if isinstance(hand, str):
        concealed, melds = _parse_hand(hand)
    elif isinstance(hand, Hand):
        concealed, melds = hand.concealed, hand.melds
    else:
        concealed, melds = tuple(_tiles_in(_listed(hand))), ()
    if drawn is not None:
        concealed += tuple(_tiles_in([drawn]))
    return concealed, melds


def _tiles_of_mask(mask: int) -> tuple[Tile, ...]:
    """Return the tiles of kinds, given as bits."""
    m, p, s = (_of_numbers(0, mask & 511), _of_numbers(9, mask >> 9 & 511),
               _of_numbers(18, mask >> 18 & 511))  # fmt: skip
    return m + p + s + _of_numbers(27, mask >> 27)


@lru_cache(maxsize=2048)  # there are not more
def _of_numbers(first: int, mask: int) -> tuple[Tile, ...]:
    return tuple([Tile(first + number) for number in kinds_in(mask)])


def _parse_hand(text: str) -> tuple[tuple[Tile, ...], tuple[Meld, ...]]:
    """Parse the concealed tiles and the declared sets of a hand."""
    text = half_width(text)
    matches = list(_BRACKETS.finditer(text))
    starts = [0, *(match.end() for match in matches)]
    ends = [*(match.start() for match in matches), None]
    try:
        check_length(text)
        loose_tiles = [
            tile
            for start, end in zip(starts, ends, strict=True)
            for tile in _loose_tiles(text[start:end], start)
        ]
    except NotationError as error:
        message = Message(
            "{message} (at character {number})", message=error.message, number=error.position + 1
        )
        raise HandError("notation", message) from None
    return tuple(loose_tiles), tuple(map(_read_meld, matches))


def _plain_hand(text: str) -> tuple[tuple[Tile, ...], tuple[Meld, ...], TileCounts] | None:
    """Parse a hand as programs write it: no spaces, and the suits in order.

    Any other text gives None, because `_parse_hand` names the place of a mistake.
    """
    groups = _GROUP.findall(text) if len(text) <= LONGEST else ()
    if "".join(groups) != text:
        return None
    concealed: tuple[Tile, ...] = ()
    sets: tuple[Meld, ...] = ()
    counts, highest = 0, -1
    for group in groups:
        tiles, meld, group_counts = _known_group(group)
        if meld is not None:
            sets += (meld,)
        elif tiles and tiles[0].kind > highest:
            concealed += tiles
            counts += group_counts
            highest = tiles[-1].kind
        else:
            return None
    if len(concealed) != 13 - 3 * len(sets):
        return None
    for meld in sets:
        counts = with_more(counts, meld.tiles)
    return None if counts < 0 else (concealed, sets, counts)


@lru_cache(maxsize=MOST_KEPT)
def _known_group(text: str) -> tuple[tuple[Tile, ...], Meld | None, TileCounts]:
    """Parse the tiles of a suit, with their counts, or a set; neither if there is a mistake."""
    with suppress(RiichiError):
        if text[0] in "([":
            return (), parse_meld(text), 0
        tiles = tuple(sorted(parse_tiles(text), key=ORDER))
        refuse_five_of_a_tile(tiles)
        return tiles, None, count_tiles(tiles)
    return (), None, 0


def _refuse_melds(value: object) -> NoReturn:
    message = Message("melds: expected a list of Meld, not {value}", value=quote_argument(value))
    raise HandError("notation", message)


def refuse_five_of_a_tile(tiles: Iterable[Tile]) -> None:
    """Reject tiles with more than four of a kind."""
    kinds = sorted([tile.kind for tile in tiles])
    if not any(map(eq, kinds, kinds[4:])):
        return
    for kind, times in Counter(kinds).items():
        if times > 4:
            message = f"{Tile(kind)} is there {times} times: a set of tiles has four of each kind"
            raise HandError("five_of_a_tile", message)


def _loose_tiles(text: str, start: int) -> tuple[Tile, ...]:
    """Parse the tiles between brackets; `start` is the position in the whole text."""
    try:
        return parse_tiles(text)
    except NotationError as error:
        raise NotationError(error.message, text, start + error.position) from None


def parse_meld(text: str) -> Meld:
    """Parse a declared set, e.g. `(345p<)`.

    Raises:
        HandError: if it is not written as one set, or the tiles do not form a set.
    """
    match = _BRACKETS.fullmatch(half_width(text))
    if match is None:
        message = Message("{set} is not a set: expected one, e.g. (345p<)", set=quote(text))
        raise HandError("notation", message)
    return _read_meld(match)


def _read_meld(match: re.Match[str]) -> Meld:
    meld_text, quoted, number = match[0], quote(match[0]), match.start() + 1
    opened, closed = meld_text[0], meld_text[-1]
    if closed != {"(": ")", "[": "]"}[opened]:
        message = Message(
            "{set} lacks its last bracket (at character {number})", set=quoted, number=number
        )
        raise HandError("notation", message)
    try:
        parts = _set_parts(meld_text[1:-1])
        if parts is not None:
            return _meld_from_parts(opened, *parts)
    except NotationError as error:
        raise HandError("notation", _at_character(quoted, number, error.message)) from None
    except MeldError as error:
        raise HandError("no_set", _at_character(quoted, number, error.args[0])) from None
    message = Message(
        "{set} is not a set: expected e.g. (345p<), (777z), (777+7z>) or [1111m] (at character "
        "{number})",
        set=quoted, number=number,
    )  # fmt: skip
    raise HandError("notation", message)


def _at_character(quoted: str, number: int, problem: str) -> Message:
    return Message(
        "{set}: {problem} (at character {number})", set=quoted, problem=problem, number=number
    )


def _set_parts(text: str) -> tuple[str, str, str, str] | None:
    """Split the contents of a set's brackets: numbers, an added number, suit and mark.

    None if they are not tiles of one suit.

    Raises:
        NotationError: if letters and numbers are not tiles.
    """
    compact = _SET.fullmatch("".join(text.split()))
    if compact is not None:
        numbers, added, suit, mark = compact.groups()
        return numbers, added or "", suit, mark or ""
    tiles_text = text.rstrip()
    mark = tiles_text[-1:] if tiles_text[-1:] in MARKS else ""
    tiles_text = tiles_text.removesuffix(mark)
    plus = tiles_text.find("+") if "+" in tiles_text else len(tiles_text)
    try:
        placed = placed_tiles(tiles_text.replace("+", " ", 1))
    except NotationError:
        if re.sub(r"[\s+*]", "", tiles_text).isalnum():
            raise
        return None
    numbers = "".join(str(tile)[:-1] for tile, at in placed if at < plus)
    added = "".join(str(tile)[:-1] for tile, at in placed if at > plus)
    suits = {tile.suit for tile, _ in placed}
    if len(suits) != 1 or len(added.rstrip("*")) != (plus < len(tiles_text)):
        return None
    return numbers, added, suits.pop(), mark


@lru_cache(maxsize=2048)  # only a few more exist
def _meld_from_parts(opened: str, numbers: str, added: str, suit: str, mark: str) -> Meld:
    """Return the set made from the parts of its text."""
    tiles = parse_tiles(f"{numbers}{added}{suit}")
    if added and (len(numbers.replace("*", "")) != 3 or opened == "["):
        raise MeldError(Message("a tile can only be added to a claimed triplet, e.g. (777+7z)"))
    return Meld(_meld_kind(opened, tiles, extended=bool(added)), tiles, MARKS.get(mark))


def _meld_kind(opened: str, tiles: tuple[Tile, ...], *, extended: bool) -> MeldKind:
    if opened == "[":
        return "concealed_quad"
    if extended:
        return "extended_quad"
    if len(tiles) == 4:
        return "quad"
    return "triplet" if len({tile.kind for tile in tiles}) == 1 else "sequence"
