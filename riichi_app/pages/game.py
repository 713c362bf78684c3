"""A game for a terminal: its deals one by one, and its result under each ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from riichi_app.documents.terminal import chapter_heading, indented
from riichi_core.game.end import GameEnd
from riichi_core.game.game import OVER, WHY, Game, PlayedDeal
from riichi_core.records.game import GameRecord
from riichi_core.settlement.ending import (
    AbortiveDraw,
    ChomboEnding,
    DealtAgain,
    ExhaustiveDraw,
    Wins,
)
from riichi_core.settlement.ledger import Points


def games_text(record: GameRecord, games: Mapping[str, Game]) -> Iterator[RenderableType]:
    """Yield the deals under each ruleset, then the results."""
    if record.title:
        yield Text(record.title, style="bold")
    for name, game in games.items():
        yield chapter_heading(name)
        yield _deals(record, game)
        yield Text(_ending(game.over, game), style="dim")
    yield chapter_heading("Result")
    yield _results(record, games)


def _deals(record: GameRecord, game: Game) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=10)
    table.add_column(width=34)
    for _ in record.players:
        table.add_column(justify="right", width=10, overflow="ellipsis", no_wrap=True)
    table.add_row("", "", *(Text(name, style="green") for name in record.players))
    for one in game.played:
        scores = (points_text(points) for points in one.after.scores)
        table.add_row(_when(one), _what(record, one), *scores)
    return indented(table)


def _when(one: PlayedDeal) -> str:
    """Return the round and the number of the dealer, with the counters: `E2 +1`."""
    counters = f" +{one.before.counters}" if one.before.counters else ""
    return f"{str(one.before.prevailing)[0].upper()}{one.before.dealer + 1}{counters}"


def _what(record: GameRecord, one: PlayedDeal) -> str:
    """Return in a few words how a deal ended."""
    names = [record.players[one.before.player(seat)] for seat in one.settlement.winners]
    match one.deal.end:
        case Wins(discarder=discarder) if names:
            how = "draws" if discarder is None else (
                f"from {record.players[one.before.player(discarder)]}")  # fmt: skip
            return f"{' and '.join(names)} {how}"
        case ExhaustiveDraw() if not one.deal.offenders:
            return "draw"
        case AbortiveDraw(cause=cause) if not one.deal.offenders:
            return f"called off: {cause.replace('_', ' ')}"
        case Wins() if one.settlement.refused and not one.settlement.redeal:
            return "called off: three calls"
        case Wins() | ExhaustiveDraw() | AbortiveDraw() | ChomboEnding() | DealtAgain():
            seats = one.settlement.offenders
            who = [record.players[one.before.player(seat)] for seat in seats]
            return f"chombo: {' and '.join(who)}"


def _ending(over: GameEnd | None, game: Game) -> str:
    end = "broken off" if over is None else f"over: {WHY[over]}"
    if game.parted is None:
        return f"  {end}"
    number, how = game.parted
    after = f"after deal {number + 1} {how}"
    if how.startswith(OVER):
        return f"  {after}; the deals that follow were played by the first of the rulesets"
    return f"  {end}; {after}, and the game would have gone on otherwise"


def _results(record: GameRecord, games: Mapping[str, Game]) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=16)
    table.add_column(width=14)
    for width in (5, 10, 9, 10, 8, 10):
        table.add_column(justify="right", width=width)
    heads = ("place", "score", "bets", "uma", "penalty", "result")
    table.add_row("", "", *(Text(head, style="dim") for head in heads))
    for name, game in games.items():
        order = sorted(range(4), key=lambda player: (game.finals[player].place, player))
        for row, player in enumerate(order):
            one = game.finals[player]
            values = (points_text(one.score), points_text(one.bets), _signed(one.uma),
                      _signed(one.penalty), _signed(one.result))  # fmt: skip
            label = Text(name if row == 0 else "", style="green")
            table.add_row(label, record.players[player], str(one.place), *values)
    return indented(table)


def points_text(points: Points) -> str:
    """Return points with a thousands separator; thirds to two decimal places."""
    if isinstance(points, int):
        return f"{points:,}"
    return f"{float(Fraction(points)):,.2f}"


def _signed(points: Points) -> str:
    return f"+{points_text(points)}" if points > 0 else points_text(points) if points else "0"
