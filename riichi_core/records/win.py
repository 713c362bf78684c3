"""A record of one win, and the JSON of its score (docs/reference/json-records.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from riichi_core.analysis import FuId, FuItem, prepare
from riichi_core.errors import RiichiError
from riichi_core.hands.hand import Hand
from riichi_core.hands.win import Circumstance, Riichi, Ron, Tsumo, Win, by_of_facts, riichi_of
from riichi_core.records.fields import (
    MOST_LISTED,
    WINDS,
    Count,
    HandText,
    Listed,
    Record,
    SeatField,
    TileText,
    TileWord,
)
from riichi_core.records.jsonl import AnswerUnder, BatchLine
from riichi_core.rules.yaku_vocabulary import Form
from riichi_core.scoring.points import LimitId
from riichi_core.scoring.result import NoWin, Reason, Score, YakuHan
from riichi_core.scoring.score import score
from riichi_core.tiles import TILES, Tile, Wind

WonBy = Literal["self_draw", "discard"]
RiichiWord = Literal["none", "riichi", "double"]
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
    after_kong: bool = False
    robbing_kong: bool = False
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
            after_kong=self.after_kong,
            robbing_kong=self.robbing_kong,
            last_tile=self.last_tile,
            first_turn=self.first_turn,
            apart=self.winning_tile_apart,
        )

    def declared(self, word: RiichiWord) -> Riichi | None:
        """Return the riichi with its ura indicators.

        Raises:
            WinError: if a fact requires riichi and there is none.
        """
        declared = None if word == "none" else Riichi(word == "double")
        ura, kan_ura = self.ura_dora_indicators, self.kan_ura_dora_indicators
        return riichi_of(declared, self.ippatsu, ura, kan_ura)

    def won(
        self, won_by: WonBy, seat: Wind, prevailing: Wind, riichi: Riichi | None, counters: int
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
            prevailing,
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
    prevailing_wind: SeatField = Wind.EAST
    counters: Count = 0

    def win(self) -> Win:
        """Return the win.

        Raises:
            RecordError: if the facts contradict each other.
        """
        seat, riichi = self.seat_wind, self.declared(self.riichi)
        return self.won(self.won_by, seat, self.prevailing_wind, riichi, self.counters)


class WinLine(WinRecord, BatchLine):
    """A record of one win that is to be scored."""

    @classmethod
    def ask(cls, data: object) -> tuple[AnswerUnder, Sequence[str]]:
        """Return the function that scores the win of a record, and the rulesets that it names."""
        if isinstance(data, dict) and (win := plain_win(data)) is not None:
            return _answer(win), data.get("rulesets", ())
        return super().ask(data)

    def question(self) -> AnswerUnder:
        """Return the function that scores the win under a ruleset."""
        return _answer(self.win())


def _answer(win: Win) -> AnswerUnder:
    return lambda ruleset: win_json(score(win, ruleset))


def read_win(data: object) -> Win:
    """Return the win of a record; ignore its id and the rulesets that it names.

    Args:
        data: the JSON value of the record.

    Raises:
        RecordError: if the record is wrong; it has a code and the field of the first problem.
    """
    win = plain_win(data)
    return WinLine.read(data).win() if win is None else win


# ---- usual records ------------------------------------------------------------------------------

_PLAIN_FIELDS: Mapping[str, type] = {
    **dict.fromkeys(("hand", "winning_tile", "won_by", "riichi"), str),
    **dict.fromkeys(("seat_wind", "prevailing_wind"), str),
    **dict.fromkeys(("ippatsu", "after_kong", "robbing_kong", "last_tile", "first_turn"), bool),
    **dict.fromkeys(("dora_indicators", "kan_dora_indicators"), list),
    **dict.fromkeys(("ura_dora_indicators", "kan_ura_dora_indicators"), list),
    **dict.fromkeys(("circumstances", "rulesets"), list),
    "winning_tile_apart": bool,
    "counters": int,
}
"""The fields that `plain_win` reads, with their usual types."""

_WINDS = {word: Wind.of(word) for word in WINDS}
_RIICHI = {"none": None, "riichi": Riichi(), "double": Riichi(double=True)}
_SELF_DRAW = {"self_draw": True, "discard": False}
_PLAIN_BY = lru_cache(maxsize=64)(by_of_facts)


def plain_win(data: object) -> Win | None:
    """Return the win of a usual record, in two thirds of the time of `WinLine`.

    None for any other record, right or wrong: `WinLine` reads it, and reports all errors.
    """
    if type(data) is not dict:
        return None
    for name, value in data.items():
        if type(value) is not _PLAIN_FIELDS.get(name) and name != "id":
            return None
    get = data.get
    if "rulesets" in data and not (data["rulesets"] and _are_few_words(data["rulesets"])):
        return None
    if "circumstances" in data and not _are_few_words(data["circumstances"]):
        return None
    try:
        by = _PLAIN_BY(
            self_draw=_SELF_DRAW[data["won_by"]],
            after_kong=get("after_kong", False),
            robbing_kong=get("robbing_kong", False),
            last_tile=get("last_tile", False),
            first_turn=get("first_turn", False),
            apart=get("winning_tile_apart", True),
        )
        win = Win(
            Hand(data["hand"]),
            TILES[data["winning_tile"]],
            by,
            _WINDS[get("seat_wind", "east")],
            _WINDS[get("prevailing_wind", "east")],
            _RIICHI[get("riichi", "none")],
            _plain_tiles(get("dora_indicators")),
            _plain_tiles(get("kan_dora_indicators")),
            get("counters", 0),
            get("circumstances", ()),
            ippatsu=get("ippatsu", False),
            ura=_plain_tiles(get("ura_dora_indicators")),
            kan_ura=_plain_tiles(get("kan_ura_dora_indicators")),
        )
    except (KeyError, RiichiError, TypeError):
        return None
    return prepare(win)


def _are_few_words(names: list[object]) -> bool:
    return len(names) <= MOST_LISTED and all(type(name) is str for name in names)


def _plain_tiles(names: list[str] | None) -> tuple[Tile, ...]:
    return tuple([TILES[name] for name in names]) if names else ()


def win_record_json(win: Win) -> dict[str, Any]:
    """Return the record of a win, which `read_win` reads; usual facts are left out."""
    return {
        **win_facts_json(win),
        "won_by": won_by_word(win),
        "seat_wind": str(win.seat),
        "prevailing_wind": str(win.prevailing),
        "counters": win.counters,
    }


def won_by_word(win: Win) -> WonBy:
    """Return how the tile was won, as a record has it."""
    return "self_draw" if win.drawn else "discard"


def win_facts_json(win: Win) -> dict[str, Any]:
    """Return the facts of a win that its deal does not have; usual ones are left out."""
    by, riichi = win.by, win.riichi
    facts: dict[str, Any] = {
        "after_kong": isinstance(by, Tsumo) and by.after_kong,
        "robbing_kong": isinstance(by, Ron) and by.robbing_kong,
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

Positive = Annotated[int, Field(ge=1)]
NotNegative = Annotated[int, Field(ge=0)]


class YakuJson(TypedDict):
    """A yaku of a win; `count` is present if the win has it more than once."""

    id: str
    han: Positive | None
    count: NotRequired[Annotated[int, Field(ge=2)]]


class DoraJson(TypedDict):
    """The dora of a win by kind."""

    dora: NotNegative
    kan_dora: NotNegative
    ura_dora: NotNegative
    kan_ura_dora: NotNegative
    red_fives: NotNegative


class FuJson(TypedDict):
    """A source of fu; pungs and kongs name their tile."""

    id: FuId
    fu: Positive
    tile: NotRequired[TileWord]
    concealed: NotRequired[bool]


class PaymentsJson(TypedDict):
    """The payments, counters included."""

    from_each: NotNegative | None
    from_dealer: NotNegative | None
    from_discarder: NotNegative | None


class SuitJson(TypedDict):
    """A suit of a standard hand as it was read: codes of its parts, the pair and the wait."""

    parts: list[NotNegative]
    pair: int
    wait: NotNegative
    completes: int


class ScoreJson(TypedDict):
    """The worth of a win; in Python also what the score is made from again."""

    valid: Literal[True]
    yaku: list[YakuJson]
    dora: DoraJson
    han: Positive | None
    fu: Annotated[int, Field(ge=20)] | None
    fu_items: list[FuJson] | None
    limit: LimitId | None
    yakuman: NotNegative
    payments: PaymentsJson
    total: NotNegative
    base: NotRequired[Positive]
    form: NotRequired[Form]
    suits: NotRequired[list[SuitJson]]


class NoWinJson(TypedDict):
    """The reason why a hand does not win."""

    valid: Literal[False]
    reason: Reason
    message: str


def win_json(result: Score | NoWin) -> ScoreJson | NoWinJson:
    """Return a score, or the reason why there is none, as JSON."""
    return no_win_json(result) if isinstance(result, NoWin) else score_json(result)


def no_win_json(result: NoWin) -> NoWinJson:
    """Return the reason why a hand does not win as JSON."""
    return {"valid": False, "reason": result.reason, "message": result.message}


def score_json(score: Score) -> ScoreJson:
    """Return a score as JSON."""
    dora, payments = score.dora, score.payments
    return {
        "valid": True,
        "yaku": [_yaku_json(yaku) for yaku in score.yaku],
        "dora": {
            "dora": dora.dora,
            "kan_dora": dora.kan_dora,
            "ura_dora": dora.ura_dora,
            "kan_ura_dora": dora.kan_ura_dora,
            "red_fives": dora.red_fives,
        },
        "han": score.han,
        "fu": score.fu,
        "fu_items": None if score.fu is None else [_fu_json(item) for item in score.fu_items],
        "limit": score.limit,
        "yakuman": score.yakuman,
        "payments": {
            "from_each": payments.from_each,
            "from_dealer": payments.from_dealer,
            "from_discarder": payments.from_discarder,
        },
        "total": score.total,
    }


def _yaku_json(yaku: YakuHan) -> YakuJson:
    if yaku.times == 1:
        return {"id": yaku.id, "han": yaku.han}
    return {"id": yaku.id, "han": yaku.han, "count": yaku.times}


def _fu_json(item: FuItem) -> FuJson:
    if item.tile is None:
        return {"id": item.id, "fu": item.fu}
    tile, concealed = str(item.tile), item.concealed is True
    return {"id": item.id, "fu": item.fu, "tile": tile, "concealed": concealed}
