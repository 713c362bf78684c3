"""Playing in tests: tables on which every seat does whatever it likes, by a seed."""

from __future__ import annotations

from collections.abc import Iterator

from riichi_core.play.acts import PASS, WIN, Act, Call, Discard
from riichi_core.play.match import GameEvent
from riichi_core.play.table import Table
from riichi_core.rules.ruleset import Ruleset
from riichi_core.tiles import Wind
from riichi_core.tiles.chance import Chance


def pick(acts: tuple[Act, ...], chance: Chance) -> Act:
    """Any act, but a win or a call more often than not, so that something happens."""
    if WIN in acts and chance.below(10):
        return WIN
    riichi = [act for act in acts if isinstance(act, Discard) and act.riichi]
    if riichi and chance.below(3):
        return riichi[chance.below(len(riichi))]
    calls = [act for act in acts if not isinstance(act, Discard) and act != PASS]
    if calls and chance.below(2):
        return calls[chance.below(len(calls))]
    return acts[chance.below(len(acts))]


def answers(table: Table, chance: Chance) -> list[Call]:
    """An act for each seat that may act; calls come in any order, or at once."""
    legal = table.legal()
    seats: list[Wind] = chance.shuffled(sorted(legal))
    return [Call(seat, pick(legal[seat], chance), at=chance.below(3)) for seat in seats]


def moves(table: Table, chance: Chance) -> Iterator[tuple[GameEvent, ...]]:
    """Play a game to its end, and what happens at each move."""
    table.start()
    while not table.over:
        yield table.go_on() if table.deal_over else table.play(*answers(table, chance))


def played(ruleset: Ruleset, seed: int) -> Table:
    """A whole game."""
    table = Table(ruleset, seed=seed)
    for _ in moves(table, Chance(seed)):
        pass
    return table
