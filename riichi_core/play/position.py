"""A deal at some moment as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from riichi_core.play.furiten import furiten, tenpai
from riichi_core.play.legal import legal_actions
from riichi_core.play.state import SEATS, Acting, DealState, PlayerState, awaited, row
from riichi_core.play.wall import DEAD
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ledger import as_json
from riichi_core.tiles import Wind, write_tiles


def position_json(deal: DealState, rules: Rules) -> dict[str, Any]:
    """Return the position for programs; all tiles are shown.

    `furiten` and `tenpai` leave out a hand with a tile too many, and `may` has the legal acts.
    """
    acting = deal.phase if isinstance(deal.phase, Acting) else None
    drawn = acting.tile if acting is not None else None
    waiting = [seat for seat in SEATS if _waits(deal.players[seat])]
    return {
        "awaited": awaited(deal.phase),
        "turn": str(acting.seat) if acting else None,
        "drawn": str(drawn) if drawn else None,
        "hands": {str(seat): _hand(deal, seat) for seat in SEATS},
        "discards": {str(seat): row(deal.players[seat]) for seat in SEATS},
        "riichi": _names(seat for seat in SEATS if deal.players[seat].riichi),
        "open_riichi": _names(seat for seat in SEATS if deal.open_hand(seat)),
        "ippatsu": _names(s for s in SEATS if (r := deal.players[s].riichi) and r.ippatsu),
        "furiten": _names(seat for seat in waiting if furiten(deal, seat, rules)),
        "tenpai": _names(seat for seat in waiting if tenpai(deal, seat, rules)),
        "dead_hands": _names(seat for seat in SEATS if deal.players[seat].dead),
        "first_turn": deal.uninterrupted,
        "indicators": write_tiles(deal.indicators),
        "tiles_left": deal.tiles_left,
        "dead_wall": DEAD,
        "scores": {str(seat): as_json(deal.scores[seat]) for seat in SEATS},
        "bets": as_json(deal.bets),
        "may": {
            str(seat): list(map(str, acts)) for seat, acts in legal_actions(deal, rules).items()
        },
    }


def _waits(place: PlayerState) -> bool:
    """Return whether a hand has neither a tile too many nor one too few."""
    return len(place.hand) + 3 * len(place.sets) == 13


def _hand(deal: DealState, seat: Wind) -> str:
    place = deal.players[seat]
    return write_tiles(place.hand) + "".join(map(str, place.sets))


def _names(seats: Iterable[Wind]) -> list[str]:
    return [str(seat) for seat in seats]
