"""A deal at some moment, drawn for a terminal: what lies on the table, and all four hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from riichi_app.documents.tile_characters import BACK, draw
from riichi_core.hands.melds import Meld
from riichi_core.language import ENGLISH, Translator
from riichi_core.play.state import (
    SEATS,
    Acting,
    DealState,
    DiscardedTile,
    Ended,
    Offered,
    PlayerState,
    awaited,
)
from riichi_core.settlement.ending import Wins
from riichi_core.tiles import Tile, Wind, write_tiles

IN_A_ROW = 6
"""The number of discards side by side (EMA 2016, 3.3; WRCR 2015, 5.3)."""


def deal_text(
    deal: DealState,
    players: Sequence[str],
    dealer: int,
    tr: Translator = ENGLISH,
    *,
    ascii_only: bool,
) -> Iterator[RenderableType]:
    """Yield the state of a deal.

    Args:
        deal: the deal.
        players: names, the first East of the game first.
        dealer: the number of the player who is East now.
        tr: the language.
        ascii_only: whether tiles are written, `5p`, and not drawn.
    """
    yield Text(_table(deal, tr, ascii_only=ascii_only))
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(3):
        grid.add_column(no_wrap=True)
    grid.add_column()
    for seat in SEATS:
        name = players[(dealer + seat) % 4]
        points = deal.scores[seat]
        score = tr.number(points) if isinstance(points, int) else str(points)
        wind = Text(tr(str(seat).capitalize()), style="green")
        hand = _hand(deal, seat, tr, ascii_only=ascii_only)
        grid.add_row(wind, Text(name[:16]), Text(score, justify="right"), hand)
        for line in _rows(deal.players[seat], ascii_only=ascii_only):
            grid.add_row("", "", "", line)
    yield grid
    now = tr(awaited(deal.phase))
    yield Text(f"{now[0].upper()}{now[1:]}.", style="bold")


def _table(deal: DealState, tr: Translator, *, ascii_only: bool) -> str:
    return tr(
        "{round} round, counters {counters}, bets {bets}, indicators {indicators}, "
        "{left} tiles left",
        round=tr(str(deal.prevailing).capitalize()),
        counters=deal.counters,
        bets=deal.bets,
        indicators=_tiles(deal.indicators, ascii_only=ascii_only),
        left=deal.tiles_left,
    )


def _tiles(tiles: Sequence[Tile], *, ascii_only: bool) -> str:
    return write_tiles(tiles) if ascii_only else draw(tiles)


def _hand(deal: DealState, seat: Wind, tr: Translator, *, ascii_only: bool) -> Text:
    """Return the concealed tiles, the drawn one, the melds, and words about the hand."""
    place = deal.players[seat]
    hand = sorted(place.hand, key=lambda tile: (tile.kind, tile.red))
    parts = [_tiles(hand, ascii_only=ascii_only)]
    drawn = _drawn(deal, seat)
    if drawn is not None:
        parts.append(f"+ {_tiles((drawn,), ascii_only=ascii_only)}")
    parts += [_set(one, ascii_only=ascii_only) for one in place.sets]
    text = Text("  ".join(parts))
    for word, is_so in (
        (tr("double riichi"), place.riichi is not None and place.riichi.double),
        (tr("riichi"), place.riichi is not None and not place.riichi.double),
        (tr("open hand"), deal.open_hand(seat)),
        (tr("dead hand"), place.dead),
    ):
        if is_so:
            text.append(f"  {word}", style="bold red")
    return text


def _drawn(deal: DealState, seat: Wind) -> Tile | None:
    phase = deal.phase
    if isinstance(phase, Ended) and isinstance(phase.ending, Wins):
        if isinstance(phase.during, Offered):
            return phase.during.tile if seat in phase.ending.winners else None
        phase = phase.during
    return phase.tile if isinstance(phase, Acting) and phase.seat == seat else None


def _set(one: Meld, *, ascii_only: bool) -> str:
    if ascii_only:
        return str(one)
    if one.kind == "concealed_kong":
        return f"{BACK}{draw(one.tiles[2:])}{BACK}"
    return draw(one.tiles)


def _rows(place: PlayerState, *, ascii_only: bool) -> Iterator[Text]:
    """Yield the discards, six in a row: tsumogiri dim, riichi turned, claimed ones in brackets."""
    for start in range(0, len(place.discards), IN_A_ROW):
        line = Text("  ")
        for one in place.discards[start : start + IN_A_ROW]:
            line.append(_thrown(one, ascii_only=ascii_only), style="dim" if one.tsumogiri else "")
            line.append(" ")
        yield line


def _thrown(one: DiscardedTile, *, ascii_only: bool) -> str:
    tile = _tiles((one.tile,), ascii_only=ascii_only)
    mark = "*" if one.riichi else ""
    return f"({tile}{mark})" if one.claimed_by is not None else f"{tile}{mark}"
