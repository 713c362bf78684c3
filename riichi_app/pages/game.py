"""A game for a terminal: its deals one by one, and its result under each ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from riichi_app.documents.terminal import chapter_heading, indented
from riichi_core.game.deal_foul_text import foul_line
from riichi_core.game.end import GameEnd
from riichi_core.game.game import OVER, WHY, Game, PlayedDeal
from riichi_core.game.standing import Standing
from riichi_core.language import ENGLISH, Translator
from riichi_core.play.state import CAUSE_WORDS
from riichi_core.records.game import GameRecord
from riichi_core.settlement.ending import (
    AbortiveDraw,
    ChomboEnding,
    DealtAgain,
    Ending,
    ExhaustiveDraw,
    Wins,
)
from riichi_core.settlement.ledger import Points
from riichi_core.tiles import Wind


def games_text(
    record: GameRecord, games: Mapping[str, Game], tr: Translator = ENGLISH
) -> Iterator[RenderableType]:
    """Yield the deals under each ruleset, then the results."""
    if record.title:
        yield Text(record.title, style="bold")
    for name, game in games.items():
        yield chapter_heading(name)
        yield from _deals(record, game, tr)
        yield Text(f"  {_ending(game.over, game, tr)}", style="dim")
    yield chapter_heading(tr("Result"))
    yield _results(record, games, tr)


def _deals(record: GameRecord, game: Game, tr: Translator) -> Iterator[RenderableType]:
    """Yield a row for each deal, and beneath it a line for each foul in it."""
    heads = (Text(name, style="green") for name in record.players)
    yield _row("", "", *heads)
    for one in game.played:
        scores = (Text(points_text(points, tr)) for points in one.after.scores)
        yield _row(round_text(one.before, tr), _end(record, one, tr), *scores)
        for foul in one.fouls:
            name = record.players[one.before.player(foul.seat)]
            yield Padding(
                Text(foul_line(foul, one.settlement, name, tr), style="dim"), (0, 0, 0, 14)
            )


def _row(round_and_counters: str, end: str, *cells: Text) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=10)
    table.add_column(width=34)
    for _ in cells:
        table.add_column(justify="right", width=10, overflow="ellipsis", no_wrap=True)
    table.add_row(round_and_counters, end, *cells)
    return indented(table)


def round_text(standing: Standing, tr: Translator) -> str:
    """Return the round and the number of the dealer, with the counters: `E2 +1`."""
    counters = f" +{standing.counters}" if standing.counters else ""
    return f"{tr(str(standing.prevailing))[0].upper()}{standing.dealer + 1}{counters}"


def _end(record: GameRecord, one: PlayedDeal, tr: Translator) -> str:
    names = {seat: record.players[one.before.player(seat)] for seat in Wind}
    return end_text(one.deal.end, one.settlement.winners, one.settlement.offenders, names, tr)


def end_text(
    end: Ending,
    winners: Sequence[Wind],
    offenders: Sequence[Wind],
    names: Mapping[Wind, str],
    tr: Translator,
) -> str:
    """Return in a few words how a deal ended.

    Args:
        end: what happened.
        winners: whose wins stand.
        offenders: who made a chombo.
        names: of the players by their seats.
        tr: the language.
    """

    def named(seats: Sequence[Wind]) -> str:
        return tr.both(names[seat] for seat in seats)

    match end:
        case Wins(discarder=None) if winners:
            return tr("{player} draws", player=named(winners))
        case Wins(discarder=Wind() as discarder) if winners:
            return tr("{players} from {player}", players=named(winners), player=names[discarder])
        case _ if offenders:
            return tr("chombo of {players}", players=named(offenders))
        case Wins():
            return tr("called off: {cause}", cause=tr(CAUSE_WORDS["three_calls"]))
        case ExhaustiveDraw(nagashi=nagashi) if nagashi:
            return tr("nagashi mangan of {players}", players=named(sorted(nagashi)))
        case ExhaustiveDraw():
            return tr("drawn")
        case AbortiveDraw(cause=cause):
            return tr("called off: {cause}", cause=tr(CAUSE_WORDS[cause]))
        case ChomboEnding():
            return tr("chombo")
        case DealtAgain():
            return tr("dealt again")


def _ending(over: GameEnd | None, game: Game, tr: Translator) -> str:
    end = tr("broken off") if over is None else tr("over: {why}", why=tr(WHY[over]))
    if game.diverged is None:
        return end
    deal, how = game.diverged[0] + 1, tr(game.diverged[1])
    if game.diverged[1].template == OVER:
        return tr(
            "after deal {deal} {how}; the deals that follow were played by the first of the "
            "rulesets",
            deal=deal,
            how=how,
        )
    return tr(
        "{end}; after deal {deal} {how}, and the game would have gone on otherwise",
        end=end,
        deal=deal,
        how=how,
    )


def _results(record: GameRecord, games: Mapping[str, Game], tr: Translator) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=16)
    table.add_column(width=14)
    finals = [one for game in games.values() for one in game.finals]
    chips = any(one.chips or one.yakitori for one in finals)
    for width in (5, 10, 9, 10, 8, 5, 9, 10) if chips else (5, 10, 9, 10, 8, 10):
        table.add_column(justify="right", width=width)
    beside = (tr("chips"), tr("yakitori")) if chips else ()
    heads = (tr("place"), tr("score"), tr("bets"), tr("uma"), tr("penalty"), *beside, tr("result"))
    table.add_row("", "", *(Text(head, style="dim") for head in heads))
    for name, game in games.items():
        order = sorted(range(4), key=lambda player: (game.finals[player].place, player))
        for row, player in enumerate(order):
            one = game.finals[player]
            values = (
                points_text(one.score, tr),
                points_text(one.bets, tr),
                *(signed_text(points, tr) for points in (one.uma, one.penalty)),
                *(signed_text(points, tr) for points in (one.chips, one.yakitori) if chips),
                signed_text(one.result, tr),
            )
            label = Text(name if row == 0 else "", style="green")
            table.add_row(label, record.players[player], str(one.place), *values)
    return indented(table)


def points_text(points: Points, tr: Translator) -> str:
    """Return points with a thousands separator; thirds to two decimal places."""
    return tr.number(points) if isinstance(points, int) else tr.decimal(Fraction(points), 2)


def signed_text(points: Points, tr: Translator) -> str:
    """Return points gained or lost, with their sign; zero has none."""
    return f"+{points_text(points, tr)}" if points > 0 else points_text(points, tr)
