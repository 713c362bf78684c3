"""The distance of a hand from a win, for each form of a complete hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from riichi_core.hands.hand import Hand, HandError, refuse_five_of_a_tile, with_drawn
from riichi_core.hands.shanten import each_form
from riichi_core.hands.waits import kinds_in, suits_of_tiles
from riichi_core.messages import Message
from riichi_core.tiles import Tile


class HandForm(NamedTuple):
    """How far a hand is from one form of a complete hand.

    >>> shanten("2345567m345p678s").standard
    HandForm(shanten=0, improving=(Tile('2m'), Tile('5m'), Tile('8m')))

    Attributes:
        shanten: -1 if it is complete, 0 if it is tenpai, and so on.
        improving: the kinds of tiles whose draw brings it nearer; of a hand with fourteen tiles,
        those
            after the best discard for this form.
    """

    shanten: int
    improving: tuple[Tile, ...]


class Shanten(NamedTuple):
    """The distance of a hand from a win, for each form.

    >>> found = shanten("19m19p19s1234567z")
    >>> found.shanten, len(found.improving), found.orphans is not None
    (0, 13, True)

    Attributes:
        shanten: the least of the forms: -1 complete, 0 tenpai.
        improving: the kinds of tiles that bring the hand nearer to it.
        standard: towards four sets and a pair.
        seven_pairs: towards seven pairs; None with declared sets.
        orphans: towards thirteen orphans; None with declared sets.
    """

    shanten: int
    improving: tuple[Tile, ...]
    standard: HandForm
    seven_pairs: HandForm | None
    orphans: HandForm | None

    def __str__(self) -> str:
        """Return the shanten and the tiles that help: `1 shanten, improved by 8s 1z 5z`."""
        tiles = " ".join(map(str, self.improving))
        return f"{self.shanten} shanten" + (f", improved by {tiles}" if tiles else "")


def shanten(hand: str | Hand | Iterable[Tile | str], drawn: Tile | str | None = None) -> Shanten:
    """Return the shanten of a hand of thirteen or fourteen tiles, also per form.

    It is -1 for a complete hand and 0 for a tenpai hand. With fourteen tiles, it is the least
    after a discard.

    Args:
        hand: the hand, as text, as a `Hand` or as tiles; a declared set counts as three, and all
            of them can be left out.
        drawn: the drawn tile, if it is not in `hand`.

    Raises:
        HandError: it is not a hand of thirteen or fourteen tiles.

    >>> shanten("234567m345p79s15z").shanten
    1
    >>> found = shanten("22334455m667788p")
    >>> found.shanten, found.standard.shanten, found.seven_pairs.shanten, found.orphans.shanten
    (-1, -1, -1, 13)
    >>> shanten(Hand("2345567m345p678s"), "8m").shanten
    -1
    """
    concealed, melds = with_drawn(hand, drawn)
    have, wanted = len(concealed), 13 - 3 * len(melds)
    if not melds and have % 3 and have < wanted:  # the hand is given without its declared sets
        wanted = have - (have + 2) % 3
    if have not in (wanted, wanted + 1):
        message = Message(
            "the hand has {have} concealed tiles: expected {wanted} or {more}",
            have=have,
            wanted=wanted,
            more=wanted + 1,
        )
        raise HandError("tile_count", message)
    refuse_five_of_a_tile((*concealed, *(tile for meld in melds for tile in meld.tiles)))
    suits, sets = suits_of_tiles(concealed), (13 - wanted) // 3
    declared = suits_of_tiles([tile for meld in melds for tile in meld.tiles])
    forms = [
        HandForm(distance, tuple(map(Tile, kinds_in(mask))))
        for distance, mask in each_form(suits, sets, declared, drawn=have > wanted)
    ]
    nearest = min(form.shanten for form in forms)
    helping = {tile for form in forms if form.shanten == nearest for tile in form.improving}
    others: list[HandForm | None] = [*forms[1:], None, None]
    return Shanten(nearest, tuple(sorted(helping)), forms[0], others[0], others[1])
