"""Summaries of simulated games, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from riichi_app.documents.terminal import indented, listing, pairs
from riichi_bots.summary import Summary
from riichi_core.game.game import WHY


def summary_text(
    found: Summary, ruleset: str, seed: int, logs: Path | None
) -> Iterator[RenderableType]:
    """Yield how games and deals ended, and a line for each player."""
    games = f"{found.games:,} game{'s' * (found.games != 1)}"
    yield Text(f"{games} under {ruleset}, seed {seed}, {found.deals:,} deals", style="bold")
    yield Text("")
    yield pairs([(name, Text(text)) for name, text in _deals(found)], below=1)
    yield indented(_players(found))
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
    heads = ("PLAYER", "RESULT", "SCORE", "PLACE", "1ST", "2ND", "3RD", "4TH", "WON", "DEALT IN",
             "RIICHI")  # fmt: skip
    rows = (
        (
            f"{number} {line.name}",
            f"{line.result:+,.0f}",
            f"{line.score:,.0f}",
            f"{line.place:.2f}",
            *map(_share, line.places),
            *map(_share, (line.won, line.dealt_in, line.riichi)),
        )
        for number, line in enumerate(found.players, 1)
    )
    return listing(heads, rows)


def _share(share: float) -> str:
    return f"{100 * share:.1f}%"
