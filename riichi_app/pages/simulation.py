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
from riichi_core.language import ENGLISH, Translator


def summary_text(
    found: Summary, ruleset: str, seed: int, logs: Path | None, tr: Translator = ENGLISH
) -> Iterator[RenderableType]:
    """Yield how games and deals ended, and a line for each player."""
    head = tr.counted(
        "{n} game under {rules}, seed {seed}, {deals} deals",
        "{n} games under {rules}, seed {seed}, {deals} deals",
        found.games,
        rules=ruleset,
        seed=str(seed),
        deals=found.deals,
    )
    yield Text(head, style="bold")
    yield Text("")
    yield pairs([(name, Text(text)) for name, text in _deals(found, tr)], below=1)
    yield indented(_players(found, tr))
    if logs is not None:
        where = tr("The logs are in {folder} (riichi replay FILE).", folder=logs)
        yield Text(f"\n{where}", style="dim")


def _deals(found: Summary, tr: Translator) -> Iterator[tuple[str, str]]:
    yield tr("won by self-draw"), _share(found.won_drawn, tr)
    yield tr("won on a discard"), _share(found.won_claimed, tr)
    yield tr("drawn"), _share(found.exhausted, tr)
    if found.aborted:
        yield tr("called off"), _share(found.aborted, tr)
    yield tr("riichi in a deal"), tr.decimal(found.riichi, 2)
    yield tr("discards in a deal"), tr.decimal(found.discards, 1)
    yield tr("deals in a game"), tr.decimal(found.deals / found.games, 1)
    points = tr.decimal(found.points, 0)
    yield tr("a win on average"), tr("{points} points with counters and bets", points=points)
    ends = (f"{_end(name, tr)} ({tr.number(times)})" for name, times in found.over)
    yield tr("games ended"), "; ".join(ends)
    if found.failed:
        yield tr("ended by a fault of a player"), tr.number(len(found.failed))


def _end(name: str, tr: Translator) -> str:
    reasons = {str(why): text for why, text in WHY.items()}
    return tr(reasons[name]) if name in reasons else tr("they were too long")


def _players(found: Summary, tr: Translator) -> Table:
    places = (tr("{place}st", place=1), tr("{place}nd", place=2), tr("{place}rd", place=3),
              tr("{place}th", place=4))  # fmt: skip
    heads = (tr("player"), tr("result"), tr("score"), tr("place"), *places, tr("won"),
             tr("dealt in"), tr("riichi"))  # fmt: skip
    rows = (
        (
            f"{number} {line.name}",
            f"{'+' if line.result >= 0 else ''}{tr.decimal(line.result, 0)}",
            tr.decimal(line.score, 0),
            tr.decimal(line.place, 2),
            *(_share(share, tr) for share in line.places),
            *(_share(share, tr) for share in (line.won, line.dealt_in, line.riichi)),
        )
        for number, line in enumerate(found.players, 1)
    )
    return listing([head.upper() for head in heads], rows)


def _share(share: float, tr: Translator) -> str:
    return f"{tr.decimal(100 * share, 1)}%"
