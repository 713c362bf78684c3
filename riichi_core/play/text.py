"""A deal as plain text: for errors, logs and tests."""

from __future__ import annotations

from collections.abc import Iterator

from riichi_core.language import Text
from riichi_core.messages import Message
from riichi_core.play.state import (
    SEATS,
    Acting,
    Announcing,
    DealState,
    DiscardedTile,
    Ended,
    Offered,
    Phase,
    PlayerState,
    Replacing,
    Resolved,
)
from riichi_core.settlement.ending import (
    AbortiveDraw,
    ChomboEnding,
    DealtAgain,
    ExhaustiveDraw,
    Wins,
)
from riichi_core.tiles import Wind, write_tiles


def position(deal: DealState) -> str:
    """Where a deal stands: a line for the table, one or two for each seat, one for what is awaited.

    In a row of discards `'` marks the drawn tile, `*` riichi, and brackets what was claimed.
    """
    return "\n".join(_lines(deal))


def _lines(deal: DealState) -> Iterator[str]:
    indicators = write_tiles(deal.indicators)
    yield (
        f"{str(deal.prevailing).capitalize()} round, counters {deal.counters}, bets {deal.bets}, "
        f"indicators {indicators}, {deal.tiles_left} tiles left"
    )
    for seat in SEATS:
        yield _seat(deal, seat)
        if deal.players[seat].discards:
            yield f"      discards {row(deal.players[seat])}"
    yield awaited(deal.phase)


def _seat(deal: DealState, seat: Wind) -> str:
    place = deal.players[seat]
    drawn = deal.phase.tile if isinstance(deal.phase, Acting) and deal.phase.seat == seat else None
    sets = "".join(map(str, place.sets))
    marks = [
        word
        for word, is_so in (
            ("double riichi", place.riichi is not None and place.riichi.double),
            ("riichi", place.riichi is not None and not place.riichi.double),
            ("dead hand", place.dead),
        )
        if is_so
    ]
    parts = [
        f"{seat!s:5}",
        f"{deal.scores[seat]!s:>7}",
        f"{write_tiles(place.hand)}{sets}{f' + {drawn}' if drawn else ''}",
        *(f"({mark})" for mark in marks),
    ]
    return " ".join(parts)


def row(place: PlayerState) -> str:
    """A row of discards."""
    return " ".join(map(_thrown, place.discards))


def _thrown(one: DiscardedTile) -> str:
    text = f"{one.tile}{chr(39) * one.tsumogiri}{'*' * one.riichi}"
    return f"({text})" if one.claimed_by is not None else text


_CAUSES: dict[str, Text] = {
    "nine_kinds": "nine_kinds",
    "four_winds": "four_winds",
    "four_riichi": "four_riichi",
    "four_kongs": "four_kongs",
    "three_calls": "three_calls",
}


def awaited(phase: Phase) -> Message:  # noqa: PLR0911 - a sentence for each phase
    """Return what is awaited, as a sentence."""
    match phase:
        case Acting(seat=seat, tile=None):
            return Message("{seat} discards after the claim", seat=seat)
        case Acting(seat=seat, tile=tile, replacement=replacement):
            return Message(
                "{seat} drew {tile} after a kong" if replacement else "{seat} drew {tile}",
                seat=seat,
                tile=tile,
            )
        case Offered(seat=seat, tile=tile, kong=None, riichi=riichi):
            return Message(
                "{seat} discarded {tile} with riichi" if riichi else "{seat} discarded {tile}",
                seat=seat,
                tile=tile,
            )
        case Offered(seat=seat, kong=kong):
            return Message("{seat} declared the kong {tiles}", seat=seat, tiles=kong)
        case Resolved(offer=offer):
            return Message("{offer}, and the calls for it were made", offer=awaited(offer))
        case Replacing(seat=seat):
            return Message("{seat} made a kong and takes a replacement tile", seat=seat)
        case Announcing():
            return Message("the wall is empty, and all announce")
        case Ended(ending=Wins(winners=winners)):
            return Message("won by {seats}", seats=Message.both(winners))
        case Ended(ending=ExhaustiveDraw()):
            return Message("drawn: the wall is empty")
        case Ended(ending=AbortiveDraw(cause=cause)):
            return Message("called off: {cause}", cause=Message(_CAUSES[cause]))
        case Ended(ending=ChomboEnding()):
            return Message("spoilt by a chombo")
        case Ended(ending=DealtAgain()):
            return Message("to be dealt again")
    raise AssertionError(phase)
