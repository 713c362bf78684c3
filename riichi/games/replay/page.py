"""Replayed games: their deals, events and positions, and many files at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from riichi.content.endings import points_text
from riichi.content.game import end_text, round_text
from riichi.games.formats.record_files import FORMATS
from riichi.games.replay.deal_history import DealHistory
from riichi.games.replay.deciding_options import decided_by
from riichi.games.replay.game_history import GameHistory
from riichi.writers.columns import INDENT, StyledText, chapter_heading, paragraph, styled, table
from riichi.writers.drawings import BACK_CHARACTER, draw
from riichi_core.game.game import WHY
from riichi_core.hands.melds import Meld
from riichi_core.language import PLAIN_ENGLISH, Translator
from riichi_core.messages import Message, escape_unprintable
from riichi_core.play import events as ev
from riichi_core.play.game_state import Settled
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
from riichi_core.play.text import describe_event
from riichi_core.settlement.ending import Wins
from riichi_core.tiles import Tile, Wind, write_tiles

IN_A_ROW = 6
"""The number of discards side by side (EMA 2016, 3.3; WRCR 2015, 5.3)."""

NO_DEAL = Message("No hand has begun.")

# ---- a deal as it stands -------------------------------------------------------------------------


def deal_text(
    deal: DealState,
    players: Sequence[str],
    dealer: int,
    tr: Translator = PLAIN_ENGLISH,
    *,
    ascii_only: bool,
) -> Iterator[str]:
    """Yield the state of a deal; the names of the players begin with the first East of the game.

    `dealer` is the number of the player who is East now. With `ascii_only`, tiles are written
    (`5p`) instead of drawn.
    """
    yield from paragraph(_table_line(deal, tr, ascii_only=ascii_only))
    rows = []
    for seat in SEATS:
        name = players[(dealer + seat) % 4]
        points = deal.scores[seat]
        score = tr.number(points) if isinstance(points, int) else str(points)
        lines = [
            _hand_line(deal, seat, tr, ascii_only=ascii_only),
            *_discard_rows(deal.players[seat], ascii_only=ascii_only),
        ]
        wind = StyledText(tr(str(seat).capitalize()), "name")
        rows.append((wind, name[:16], score, "\n".join(lines)))
    yield from table(rows, "llrl")
    now = tr(awaited(deal.phase))
    yield from paragraph(f"{now[0].upper()}{now[1:]}.", "bold")


def _table_line(deal: DealState, tr: Translator, *, ascii_only: bool) -> str:
    return tr(
        "{round} round, counters {counters}, bets {bets}, indicators {indicators}, "
        "{left} tiles left",
        round=tr(str(deal.round_wind).capitalize()),
        counters=deal.counters,
        bets=deal.bets,
        indicators=_drawn_tiles(deal.indicators, ascii_only=ascii_only),
        left=deal.tiles_left,
    )


def _drawn_tiles(tiles: Sequence[Tile], *, ascii_only: bool) -> str:
    return write_tiles(tiles) if ascii_only else draw(tiles)


def _hand_line(deal: DealState, seat: Wind, tr: Translator, *, ascii_only: bool) -> str:
    """Return the concealed tiles, the drawn one, the melds, and notes on the hand."""
    player = deal.players[seat]
    hand = sorted(player.hand, key=lambda tile: (tile.kind, tile.red))
    parts = [_drawn_tiles(hand, ascii_only=ascii_only)]
    drawn = _drawn_tile(deal, seat)
    if drawn is not None:
        parts.append(f"+ {_drawn_tiles((drawn,), ascii_only=ascii_only)}")
    parts += [_meld_text(meld, ascii_only=ascii_only) for meld in player.sets]
    for word, is_so in (
        (tr("double riichi"), player.riichi is not None and player.riichi.double),
        (tr("riichi"), player.riichi is not None and not player.riichi.double),
        (tr("open hand"), deal.open_hand(seat)),
        (tr("dead hand"), player.dead),
    ):
        if is_so:
            parts.append(styled(word, "no_win"))
    return "  ".join(parts)


def _drawn_tile(deal: DealState, seat: Wind) -> Tile | None:
    phase = deal.phase
    if isinstance(phase, Ended) and isinstance(phase.ending, Wins):
        if isinstance(phase.during, Offered):
            return phase.during.tile if seat in phase.ending.winners else None
        phase = phase.during
    return phase.tile if isinstance(phase, Acting) and phase.seat == seat else None


def _meld_text(meld: Meld, *, ascii_only: bool) -> str:
    if ascii_only:
        return str(meld)
    if meld.kind == "concealed_quad":
        return f"{BACK_CHARACTER}{draw(meld.tiles[2:])}{BACK_CHARACTER}"
    return draw(meld.tiles)


def _discard_rows(player: PlayerState, *, ascii_only: bool) -> Iterator[str]:
    """Yield the discards, six per row: tsumogiri dim, riichi marked, claimed ones in brackets."""
    for start in range(0, len(player.discards), IN_A_ROW):
        row = player.discards[start : start + IN_A_ROW]
        yield "  " + " ".join(
            styled(
                _discard_text(discard, ascii_only=ascii_only), "dim" if discard.tsumogiri else ""
            )
            for discard in row
        )


def _discard_text(discard: DiscardedTile, *, ascii_only: bool) -> str:
    tile = _drawn_tiles((discard.tile,), ascii_only=ascii_only)
    mark = "*" if discard.riichi else ""
    return f"({tile}{mark})" if discard.claimed_by is not None else f"{tile}{mark}"


# ---- a game --------------------------------------------------------------------------------------


def game_text(
    game: GameHistory, file: str, rules: str, tr: Translator = PLAIN_ENGLISH
) -> Iterator[str]:
    """Yield the deals of a game, its result, and the events where it would have diverged."""
    source = tr(FORMATS[game.source].title)
    head = tr(
        "{file}: {source}, made under {rules}"
        if game.header
        else "{file}: {source}, replayed under {rules}",
        file=file, source=source, rules=game.header.ruleset if game.header else rules,
    )  # fmt: skip
    yield from paragraph(head, "bold")
    deals = tr.counted("{n} hand", "{n} hands", len(game.deals))
    yield from paragraph(f"{deals}, {tr.counted('{n} event', '{n} events', game.events)}\n")
    yield from _deal_table(game, tr) if game.deals else paragraph(tr(NO_DEAL), indent=INDENT)
    if game.ended_by is not None:
        reasons = {str(word): tr(text) for word, text in WHY.items()}
        over = tr("The game is over: {why}.", why=reasons.get(game.ended_by, game.ended_by))
        yield from paragraph(over, "dim", INDENT)
    elif game.header is None:
        ends = tr("The record ends here, but under these rules the game continues.")
        yield from paragraph(ends, "dim", INDENT)
    if game.finals:
        yield from chapter_heading(tr("Result"))
        yield from _result_table(game, tr)
    if game.divergences:
        yield from chapter_heading(tr("Under {rules}", rules=rules))
        yield from _divergence_table(game, tr)


def _deal_table(game: GameHistory, tr: Translator) -> Iterator[str]:
    rows = []
    for deal in game.deals:
        scores = (
            [points_text(points, tr) for points in deal.after.scores] if deal.after else [""] * 4
        )
        end = _end_of(deal, game.players, tr)
        rows.append((round_text(deal.before, tr), f"{deal.first}-{deal.last}", end, *scores))
    heads = [head.upper() for head in (tr("hand"), tr("events"), tr("end"))]
    return table(rows, "lllrrrr", (*heads, *(name[:12] for name in game.players)), INDENT)


def _end_of(deal: DealHistory, players: Sequence[str], tr: Translator) -> str:
    if deal.end.ending is None:
        return tr("not finished")
    end, settled = deal.end.ending, deal.settlement
    winners = end.winners if settled is None and isinstance(end, Wins) else ()
    offenders = sorted(deal.end.offenders)
    if settled is not None:
        winners, offenders = settled.winners, list(settled.offenders if settled.spoilt else ())
    names = {seat: players[deal.before.player(seat)][:12] for seat in Wind}
    return end_text(end, winners, offenders, names, tr)


def _result_table(game: GameHistory, tr: Translator) -> Iterator[str]:
    rows = (
        (
            name,
            points_text(final.score, tr),
            str(final.place),
            points_text(final.uma, tr),
            points_text(final.result, tr),
        )
        for name, final in zip(game.players, game.finals, strict=True)
    )
    heads = (tr("player"), tr("score"), tr("place"), tr("uma"), tr("result"))
    return table(rows, "lrrrr", [head.upper() for head in heads], INDENT)


def _divergence_table(game: GameHistory, tr: Translator) -> Iterator[str]:
    rows = []
    for divergence in game.divergences:
        where = tr("hand {deal}, event {event}", deal=divergence.deal, event=divergence.event)
        rows.append((where, tr("was"), tr(divergence.was)))
        rows.append(("", tr("here"), tr(divergence.would).split("\n", 1)[0]))
        if divergence.options is not None and game.asked is not None:
            rows.append(("", "", tr(decided_by(divergence.options, game.asked))))
    return table(rows, "lll", indent=INDENT)


def events_text(
    game: GameHistory, first: int, last: int, tr: Translator = PLAIN_ENGLISH
) -> Iterator[str]:
    """Yield events with their numbers, in words."""
    events = chain(game.before, *(deal.events for deal in game.deals))
    numbered = (entry for entry in enumerate(events, 1) if first <= entry[0] <= last)
    rows = (
        (
            f"{number}",
            StyledText(tr(describe_event(event)), "bold" * isinstance(event, ev.Started | Settled)),
        )
        for number, event in numbered
    )
    yield from table(rows, "rl")


# ---- many files ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReplayedFile:
    """A replayed file of records.

    Attributes:
        file: its name.
        source: its format; None if it could not be read.
        deals: the number of deals in each of its games.
        problems: the violations in each of its games.
        games: each game as JSON.
        error: why the file could not be read; empty if it could.
    """

    file: str
    source: str | None = None
    deals: tuple[int, ...] = ()
    problems: tuple[tuple[Message, ...], ...] = ()
    games: tuple[dict[str, Any], ...] = ()
    error: str = ""

    @property
    def disagreements(self) -> int:
        """The number of violations in its games."""
        return sum(map(len, self.problems))

    @property
    def remarks(self) -> list[Message]:
        """All problems of the file, with the file and the game."""
        if self.error:
            return [Message("{file}: {problem}", file=self.file, problem=self.error)]
        remarks = []
        for number, problems in enumerate(self.problems, start=1):
            name = Message("{file}", file=self.file)
            if len(self.games) > 1:
                name = Message("{file}, game {n}", file=self.file, n=number)
            remarks += [
                Message("{file}: {problem}", file=name, problem=problem) for problem in problems
            ]
        return remarks


def files_text(files: Sequence[ReplayedFile], tr: Translator = PLAIN_ENGLISH) -> Iterator[str]:
    """Yield a row for each file and one for all of them."""
    rows = [
        (
            escape_unprintable(file.file),
            tr("not read") if file.error else file.source or "",
            *("-" if file.error else text for text in _number_texts([file], tr)),
        )
        for file in files
    ]
    unread = sum(bool(file.error) for file in files)
    named = tr.counted("{n} file", "{n} files", len(files))
    missing = tr("{n} not read", n=unread) if unread else ""
    rows.append((named, missing, *_number_texts(files, tr)))
    heads = [tr("file"), tr("format"), tr("games"), tr("hands"), tr("disagreements")]
    yield from table(rows, "llrrr", [head.upper() for head in heads])


def _numbers(files: Sequence[ReplayedFile]) -> dict[str, int]:
    """Return the numbers of games, deals and violations in files."""
    return {
        "games": sum(len(file.deals) for file in files),
        "deals": sum(sum(file.deals) for file in files),
        "disagreements": sum(file.disagreements for file in files),
    }


def _number_texts(files: Sequence[ReplayedFile], tr: Translator) -> Iterator[str]:
    return (tr(Message("{n:,}", n=number)) for number in _numbers(files).values())


def files_json(files: Sequence[ReplayedFile]) -> dict[str, Any]:
    """Return the files, each with its games or the reason why it could not be read, and totals."""
    return {
        "files": [
            {"file": file.file, "games": list(file.games), "error": file.error or None}
            for file in files
        ],
        "totals": {
            "files": len(files),
            "read": sum(not file.error for file in files),
            **_numbers(files),
        },
    }
