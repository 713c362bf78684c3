"""Ura indicators that a record does not give: such that its points come out, or that nobody counts.

They are taken from the tiles that nobody saw, so a replay invents no dora of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from riichi_core.hands.win import Win
from riichi_core.play.state import DealState
from riichi_core.records.recorded import RecordedDeal, unseen
from riichi_core.rules.chapters.dora import KongIndicators
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import Wins
from riichi_core.tiles import Tile


def lacking(recorded: RecordedDeal, deal: DealState, rules: Rules) -> int:
    """Return how many ura indicators count in a deal that is over and are not in its record."""
    end, of_kongs = deal.ending, rules.dora.kong_indicators
    if rules.dora.ura == "none" or not isinstance(end, Wins) or not deal.riichi & set(end.winners):
        return 0
    under_kongs = isinstance(of_kongs, KongIndicators) and of_kongs.ura == "counted"
    return max(0, (deal.turned if under_kongs else 1) - len(recorded.result.ura))


def choices(
    recorded: RecordedDeal, deal: DealState, rules: Rules, count: int
) -> Iterator[tuple[Tile, ...]]:
    """Yield tiles for so many unknown ura indicators, those first that fewest winners' tiles count.

    Of tiles that count alike for each winner only one choice is made.
    """
    alike: dict[tuple[int, ...], list[Tile]] = {}
    for tile in unseen(recorded, rules.tiles):
        alike.setdefault(_counts(tile, deal), []).append(tile)
    for chosen in combinations_with_replacement(sorted(alike, key=sum), count):
        times = Counter(chosen)
        if all(len(alike[one]) >= number for one, number in times.items()):
            yield tuple(tile for one, number in times.items() for tile in alike[one][:number])


def _counts(indicator: Tile, deal: DealState) -> tuple[int, ...]:
    """Return for each winner with riichi how often the hand has what an indicator shows."""
    end, kind = deal.ending, indicator.indicated
    assert isinstance(end, Wins)
    return tuple(
        deal.players[win.seat].holds(kind) + (win.tile.kind == kind)
        for win in end.wins
        if isinstance(win, Win) and win.riichi
    )
