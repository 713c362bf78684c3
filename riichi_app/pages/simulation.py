"""What simulated games came to, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from riichi_app.documents.terminal import pairs
from riichi_bots.summary import Summary
from riichi_core.game.game import WHY


def summary_text(
    found: Summary, ruleset: str, seed: int, logs: Path | None
) -> Iterator[RenderableType]:
    """How games went: how deals ended, and a line for each player."""
    games = f"{found.games:,} game{'s' * (found.games != 1)}"
    yield Text(f"{games} under {ruleset}, seed {seed}, {found.deals:,} deals", style="bold")
    yield Text("")
    yield pairs([(name, Text(text)) for name, text in _deals(found)], below=1)
    yield Padding(_players(found), (0, 0, 0, 2))
    if logs is not None:
        yield Text(f"\nThe logs are in {logs} (riichi replay FILE).", style="dim")


def _deals(found: Summary) -> Iterator[tuple[str, str]]:
    yield "won by self-draw", _share(found.won_drawn)
    yield "won on a discard", _share(found.won_claimed)
    yield "drawn", _share(found.exhausted)
    if found.aborted:
        yield "called off", _share(found.aborted)
    yield "riichi in a deal", f"{found.riichi:.2f}"
    yield "discards in a deal", f"{found.discards:.1f}"
    yield "deals in a game", f"{found.deals / found.games:.1f}"
    yield "a win on average", f"{found.points:,.0f} points with counters and bets"
    ends = (f"{_end(name)} ({times:,})" for name, times in found.over)
    yield "games ended", "; ".join(ends)


def _end(name: str) -> str:
    known = {str(why): text for why, text in WHY.items()} | {"broken_off": "they were too long"}
    return known[name]


def _players(found: Summary) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("PLAYER", no_wrap=True)
    for name in ("RESULT", "SCORE", "PLACE", "1ST", "2ND", "3RD", "4TH", "WON", "DEALT IN",
                 "RIICHI"):  # fmt: skip
        table.add_column(name, justify="right", no_wrap=True)
    for number, line in enumerate(found.players, 1):
        table.add_row(
            f"{number} {line.name}",
            f"{line.result:+,.0f}",
            f"{line.score:,.0f}",
            f"{line.place:.2f}",
            *(_share(share) for share in line.places),
            _share(line.won),
            _share(line.dealt_in),
            _share(line.riichi),
        )
    return table


def _share(share: float) -> str:
    return f"{100 * share:.1f}%"
