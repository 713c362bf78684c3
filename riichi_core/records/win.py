"""A record of one win, and the JSON of its score (docs/reference/json-records.md)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from riichi_core.analysis import FuItem, prepare
from riichi_core.hands.readings import reading_text
from riichi_core.hands.win import (
    Circumstance,
    Riichi,
    RiichiWord,
    Ron,
    Tsumo,
    Win,
    by_of_facts,
    riichi_of,
)
from riichi_core.records.fields import Count, HandText, Listed, Record, SeatField, TileText
from riichi_core.records.jsonl import AnswerUnder, BatchLine
from riichi_core.scoring.result import NoWin, Score, YakuHan
from riichi_core.scoring.score import score
from riichi_core.tiles import Wind

WonBy = Literal["self_draw", "discard"]
Indicators = Annotated[
    Listed[TileText],
    Field(
        description="Indicators in the order in which they were turned, at most five in all.",
        json_schema_extra={"maxItems": 5},
    ),
]


class WinFacts(Record):
    """The facts of a win that its deal does not determine."""

    hand: HandText
    winning_tile: TileText
    riichi: RiichiWord = "none"
    ippatsu: bool = False
    after_quad: bool = False
    robbing_quad: bool = False
    last_tile: bool = False
    first_turn: bool = False
    winning_tile_apart: bool = True
    circumstances: Listed[Circumstance] = ()
    dora_indicators: Indicators = ()
    kan_dora_indicators: Indicators = ()
    ura_dora_indicators: Indicators = ()
    kan_ura_dora_indicators: Indicators = ()

    def by(self, won_by: WonBy) -> Tsumo | Ron:
        """Return the way in which the tile was won.

        Raises:
            WinError: if this way of winning excludes one of the facts.
        """
        return by_of_facts(
            self_draw=won_by == "self_draw",
            after_quad=self.after_quad,
            robbing_quad=self.robbing_quad,
            last_tile=self.last_tile,
            first_turn=self.first_turn,
            apart=self.winning_tile_apart,
        )

    def declared(self, word: RiichiWord) -> Riichi | None:
        """Return the riichi with its ura indicators.

        Raises:
            WinError: if a fact requires riichi and there is none.
        """
        ura, kan_ura = self.ura_dora_indicators, self.kan_ura_dora_indicators
        return riichi_of(word, self.ippatsu, ura, kan_ura)

    def won(
        self, won_by: WonBy, seat: Wind, round_wind: Wind, riichi: Riichi | None, counters: int
    ) -> Win:
        """Return the win from its record, with the facts of its deal.

        Raises:
            WinError: if the facts contradict each other.
        """
        win = Win(
            self.hand,
            self.winning_tile,
            self.by(won_by),
            seat,
            round_wind,
            riichi,
            self.dora_indicators,
            self.kan_dora_indicators,
            counters,
            frozenset(self.circumstances),
        )
        return prepare(win)


class WinRecord(WinFacts):
    """A record of one win."""

    won_by: WonBy
    seat_wind: SeatField = Wind.EAST
    round_wind: SeatField = Wind.EAST
    counters: Count = 0

    def win(self) -> Win:
        """Return the win.

        Raises:
            RecordError: if the facts contradict each other.
        """
        seat, riichi = self.seat_wind, self.declared(self.riichi)
        return self.won(self.won_by, seat, self.round_wind, riichi, self.counters)


class WinLine(WinRecord, BatchLine):
    """A record of one win that is to be scored."""

    def question(self) -> AnswerUnder:
        """Return the function that scores the win under a ruleset."""
        win = self.win()
        return lambda ruleset: win_json(score(win, ruleset))


def read_win(data: object) -> Win:
    """Return the win of a JSON record; ignore its id and the rulesets that it names.

    Raises:
        RecordError: if the record is wrong; it has a code and the field of the first problem.
    """
    return WinLine.read(data).win()


def win_record_json(win: Win) -> dict[str, Any]:
    """Return the record of a win, which `read_win` reads; usual facts are left out."""
    return {
        **win_facts_json(win),
        "won_by": "self_draw" if win.drawn else "discard",
        "seat_wind": str(win.seat),
        "round_wind": str(win.round_wind),
        "counters": win.counters,
    }


def win_facts_json(win: Win) -> dict[str, Any]:
    """Return the facts of a win that its deal does not have; usual ones are left out."""
    by, riichi = win.by, win.riichi
    facts: dict[str, Any] = {
        "after_quad": isinstance(by, Tsumo) and by.after_quad,
        "robbing_quad": isinstance(by, Ron) and by.robbing_quad,
        "last_tile": by.last_tile,
        "first_turn": by.first_turn,
        "ippatsu": riichi is not None and riichi.ippatsu,
        "circumstances": sorted(win.circumstances),
        "dora_indicators": [*map(str, win.dora)],
        "kan_dora_indicators": [*map(str, win.kan_dora)],
        "ura_dora_indicators": [*map(str, riichi.ura)] if riichi else [],
        "kan_ura_dora_indicators": [*map(str, riichi.kan_ura)] if riichi else [],
    }
    apart = {"winning_tile_apart": False} if isinstance(by, Tsumo) and not by.apart else {}
    word = "none" if riichi is None else "double" if riichi.double else "riichi"
    return {
        "hand": str(win.hand),
        "winning_tile": str(win.tile),
        "riichi": word,
        **{name: fact for name, fact in facts.items() if fact},
        **apart,
    }


# ---- results -------------------------------------------------------------------------------------


def win_json(result: Score | NoWin) -> dict[str, Any]:
    """Return a score, or the reason why there is none, as JSON."""
    return no_win_json(result) if isinstance(result, NoWin) else score_json(result)


def no_win_json(result: NoWin) -> dict[str, Any]:
    """Return the reason why a hand does not win as JSON."""
    return {"valid": False, "reason": result.reason, "message": result.message}


def score_json(score: Score) -> dict[str, Any]:
    """Return a score as JSON."""
    payments = score.payments
    return {
        "valid": True,
        "yaku": [_yaku_json(yaku) for yaku in score.yaku],
        "dora": {  # few clubs have bonus tiles
            name: han for name, han in score.dora._asdict().items() if han or name != "bonus_tiles"
        },
        "han": score.han,
        "fu": score.fu,
        "fu_items": None if score.fu is None else [_fu_json(item) for item in score.fu_items],
        "limit": score.limit,
        "yakuman": score.yakuman,
        "base": score.base,
        "payments": {
            "from_each": payments.from_each,
            "from_dealer": payments.from_dealer,
            "from_discarder": payments.from_discarder,
        },
        "points": score.points,
        "reading": reading_text(score.form, score.suits),
        **({} if score.counted_as is None else {"counted_as": str(score.counted_as)}),
    }


def _yaku_json(yaku: YakuHan) -> dict[str, Any]:
    if yaku.times == 1:
        return {"id": yaku.id, "han": yaku.han}
    return {"id": yaku.id, "han": yaku.han, "count": yaku.times}


def _fu_json(item: FuItem) -> dict[str, Any]:
    if item.tile is None:
        return {"id": item.id, "fu": item.fu}
    tile, concealed = str(item.tile), item.concealed is True
    return {"id": item.id, "fu": item.fu, "tile": tile, "concealed": concealed}
