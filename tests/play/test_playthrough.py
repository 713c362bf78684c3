"""One whole game under a ruleset of each shape, move by move, compared with a golden file.

Any change in the course of a deal shows as differing lines. `pytest --update-golden` writes the
files again: read the diff before you commit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from effort import SHAPES
from playing import RULESETS

from riichi_core.bots import RandomPlayer, SensiblePlayer
from riichi_core.bots.runner import play_game
from riichi_core.play import events as ev
from riichi_core.play.game_state import Settled
from riichi_core.play.table import Table
from riichi_core.play.text import describe_event
from riichi_core.seeded import SeededRandom


def seed_of(name: str) -> int:
    """Return a different game for each ruleset, independent of the other rulesets."""
    return sum(map(ord, name))


def lines(table: Table) -> Iterator[str]:
    """Yield every event in words, and the state of each deal at its beginning and end."""
    deals = iter(table.game.played)
    for number, event in enumerate(table.events, 1):
        yield f"{number:4} {describe_event(event)}"
        if isinstance(event, Settled):
            for one in next(deals).settlement.transfers:
                yield f"       {one.giver} to {one.taker} {one.points} {one.why}"
        elif isinstance(event, ev.Won | ev.Exhausted | ev.Aborted):
            again = Table(table.rules)
            again.fold(table.events[:number])
            yield from (f"       {line}" for line in str(again.deal).splitlines())
    for player, final in enumerate(table.finals):
        yield f"player {player}: {final.score}, place {final.place}, result {final.result}"


@pytest.mark.parametrize("name", SHAPES)
def test_a_whole_game_matches_its_golden_file(
    name: str, golden: Callable[[str, str], None]
) -> None:
    """Three players try to win and one claims every possible tile, so that much happens."""
    table = Table(RULESETS[name], seed=seed_of(name))
    sensible, other = SensiblePlayer(), RandomPlayer(SeededRandom(seed_of(name)), claims=True)
    play_game(table, [sensible, sensible, other, sensible])
    assert table.over
    golden(f"play-{name}.txt", "\n".join(lines(table)) + "\n")
