"""One whole game under each ruleset, move by move, as it was when somebody last looked at it.

Whatever changes how a deal goes on shows here as lines that differ. `pytest --update-golden` writes
the files anew: read what changed before you commit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from effort import SHAPES, first
from playing import RULESETS, WRITTEN_DOWN

from riichi_bots import RandomPlayer, SensiblePlayer
from riichi_bots.runner import play_game
from riichi_core.play import events as ev
from riichi_core.play.game_state import Settled
from riichi_core.play.table import Table
from riichi_core.play.text import describe_event
from riichi_core.seeded import SeededRandom


def seed_of(name: str) -> int:
    """Another game for each ruleset, that stays what it is when others come or go."""
    return sum(map(ord, name))


def lines(table: Table) -> Iterator[str]:
    """Every event in words, and where each deal stood at its beginning and its end."""
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


@pytest.mark.parametrize(
    "name", first(sorted(WRITTEN_DOWN, key=SHAPES.__contains__, reverse=True), len(SHAPES))
)
def test_a_game_goes_as_it_went(name: str, golden: Callable[[str, str], None]) -> None:
    """Three who play to win and one who claims whatever there is, so that much happens."""
    table = Table(RULESETS[name], seed=seed_of(name))
    sensible, other = SensiblePlayer(), RandomPlayer(SeededRandom(seed_of(name)), claims=True)
    play_game(table, [sensible, sensible, other, sensible])
    assert table.over
    golden(f"play-{name}.txt", "\n".join(lines(table)) + "\n")
