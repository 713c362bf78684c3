"""A record of how a deal ended, with its fouls, and the JSON of its settlement.

In: the JSON value of a deal. Out: `DealRecord.deal` returns the `FinishedDeal` with its judged
fouls, and `DealRecord.settled` returns the JSON of its settlement under a ruleset.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, Self, get_args

from pydantic import (
    ConfigDict,
    Discriminator,
    Field,
    JsonValue,
    Tag,
    WrapValidator,
    model_validator,
)
from typing_extensions import TypedDict

from riichi_core.errors import RecordError
from riichi_core.game.deal_fouls import (
    MOST_FOUL_POINTS,
    CommittedFoul,
    DealVerdict,
    EndWord,
    FoulContext,
    JudgedFoul,
    foul_line,
    judge_deal,
    settled_effect,
)
from riichi_core.game.fouls import IMPOSSIBLE_WITHOUT, FoulName, Need, SettledEffect
from riichi_core.hands.win import Win
from riichi_core.messages import Message
from riichi_core.records.fields import (
    MOST_POINTS,
    WINDS,
    Bets,
    Count,
    Listed,
    Omittable,
    PlayerSeat,
    PointsText,
    Record,
    SeatField,
    Seats,
    TilesText,
    Whole,
    unique_seats,
)
from riichi_core.records.jsonl import AnswerUnder, BatchLine
from riichi_core.records.win import WinFacts, WonBy, score_json, win_facts_json
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.chapters.draws import Cause
from riichi_core.rules.chapters.limits import LimitName
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.points import Points, points_json
from riichi_core.settlement.ending import (
    LIABLE_YAKU,
    AbortiveDraw,
    Chombo,
    DealError,
    Ending,
    ExhaustiveDraw,
    FinishedDeal,
    Redeal,
    StatedWin,
    Wins,
    refuse_other_discarder,
    refuse_other_riichi,
)
from riichi_core.settlement.ledger import Ledger, Transfer, Why
from riichi_core.settlement.settle import Settlement, settle
from riichi_core.tiles import Wind, WindWord

# ---- fouls ---------------------------------------------------------------------------------------


Moment = Literal["in_play", "at_end"]


class FoulFacts(Record):
    """A foul of a deal: the offender, when it was found, and the points that a referee deducted."""

    seat: PlayerSeat
    foul: FoulName
    points: Annotated[
        Omittable[Annotated[Whole, Field(ge=0, le=MOST_FOUL_POINTS)]],
        Field(description="What a referee took off the result, where a referee decides."),
    ] = None
    moment: Annotated[
        Moment,
        Field(
            description="Whether it was found in play, so that a chombo ended the deal before the "
            "end that is written down, or at the same time as that end."
        ),
    ] = "at_end"
    turn: Annotated[
        Omittable[Annotated[Whole, Field(ge=1, le=30)]],
        Field(description="The set of turns, from 1, in which it was found in play."),
    ] = None
    tiles: Annotated[
        TilesText,
        Field(description="The tiles that were shown or wrongly called, if ron on them is barred."),
    ] = ()

    def committed(self) -> CommittedFoul:
        """Return the foul for `judge_deal`; a foul with a turn was found in play."""
        in_play = self.moment == "in_play" or self.turn is not None
        return CommittedFoul(self.seat, self.foul, self.points, in_play, self.turn, self.tiles)


class JudgedFoulJson(TypedDict):
    """The outcome of a foul in a deal, as an id and as a sentence."""

    seat: str
    foul: str
    outcome: SettledEffect
    says: str


def fouls_json(
    judged: Iterable[JudgedFoul], settlement: Settlement, names: Mapping[Wind, str]
) -> list[JudgedFoulJson]:
    """Return the fouls of a deal and their effects as JSON; `names` has the name of each seat."""
    return [
        {
            "seat": names[foul.seat],
            "foul": foul.judgement.foul,
            "outcome": settled_effect(foul, settlement),
            "says": foul_line(foul, settlement, names[foul.seat]),
        }
        for foul in judged
    ]


# ---- a deal --------------------------------------------------------------------------------------


OF_END: Mapping[EndWord, tuple[str, ...]] = {
    "win": ("won_by", "discarder", "riichi_void", "liable", "wins"),
    "exhaustive_draw": ("tenpai", "nagashi", "noten_riichi"),
    "abortive_draw": ("cause",),
    "chombo": (),
    "redeal": (),
}
"""The fields that belong to only one end of a deal."""

NEEDED: Mapping[EndWord, tuple[tuple[str, ...], ...]] = {
    "win": (("won_by", "wins"), ("fouls",)),
    "abortive_draw": (("cause",),),
    "chombo": (("offenders",), ("fouls",)),
}
"""The fields that an end needs: all fields of at least one group."""


NEED_WORDS: Mapping[Need, Message] = {
    "claim": Message("a claimed set"),
    "quad": Message("a quad"),
    "riichi": Message("a riichi"),
    "second_turn": Message("a second turn"),
    "empty_wall": Message("an empty wall"),
}
"""The needs of fouls that the end of a deal can rule out, in words."""

LATER: tuple[Need, ...] = ("second_turn", "empty_wall")
NOT_IN_FIRST_TURN: tuple[Need, ...] = ("claim", "quad", *LATER)

LiableFor = Annotated[str, Field(json_schema_extra={"enum": [*LIABLE_YAKU]})]
"""A yaku for which a player can be liable."""


class DeclaredWin(WinFacts):
    """A win of a deal with its hand; riichi, winds and counters come from the deal."""

    seat: PlayerSeat

    def win(self, deal: DealFacts, won_by: WonBy, round_wind: Wind, counters: int) -> Win:
        """Return the win with the facts that the deal adds.

        Raises:
            RecordError: if the facts contradict each other.
        """
        listed = "riichi" not in self.model_fields_set and self.seat in deal.riichi
        riichi = self.declared("riichi" if listed else self.riichi)
        return self.won(won_by, self.seat, round_wind, riichi, counters)

    def without_riichi(self) -> DeclaredWin:
        """Return the win without its void riichi and everything that depends on it."""
        void = {"riichi": "none", "ippatsu": False,
                "ura_dora_indicators": (), "kan_ura_dora_indicators": ()}  # fmt: skip
        return self.model_copy(update=void)


class ValuedWin(Record):
    """A win of a deal that was recorded only by its value."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        json_schema_extra={
            "oneOf": [{"required": [name]} for name in ("han", "limit", "yakuman")],
            "dependentRequired": {"fu": ["han"]},
        }
    )
    seat: PlayerSeat
    han: Omittable[Annotated[Whole, Field(ge=1, le=100)]] = None
    fu: Annotated[
        Omittable[Annotated[Whole, Field(ge=20, le=1000)]],
        Field(json_schema_extra={"anyOf": [{"multipleOf": 10}, {"const": 25}]}),
    ] = None
    limit: Omittable[LimitName] = None
    yakuman: Annotated[Whole, Field(ge=1, le=100)] = 0


def _by_value(data: Any) -> str:
    """Return the tag of a win: a `ValuedWin` has a value and no hand."""
    stated = isinstance(data, Mapping) and "hand" not in data and _STATED & data.keys()
    return "@ValuedWin" if stated else "@DeclaredWin"


_STATED = {*ValuedWin.model_fields} - {"seat"}

WinOfDeal = Annotated[
    Annotated[DeclaredWin, Tag("@DeclaredWin")] | Annotated[ValuedWin, Tag("@ValuedWin")],
    Discriminator(_by_value),
]


def _given(names: Iterable[str]) -> JsonValue:
    """Return a JSON Schema that requires these fields, and no empty list among them."""
    return {"required": [*names], "properties": {name: {"minItems": 1} for name in names}}


def _by_end() -> list[JsonValue]:
    """Return JSON Schemas of the required and the forbidden fields of each end."""
    nothing: JsonValue = {"enum": [None, [], {}]}
    return [
        {
            "if": {"required": ["end"], "properties": {"end": {"const": end}}},
            "then": {
                "anyOf": [_given(names) for names in NEEDED.get(end, ((),))],
                "properties": {
                    name: nothing
                    for other, names in OF_END.items()
                    for name in names
                    if other != end
                },
            },
        }
        for end in OF_END
    ]


def _by_winning_tile() -> list[JsonValue]:
    """Return JSON Schemas that require a discarder by `won_by`, unless the deal has fouls."""
    discarded: JsonValue = {
        "required": ["discarder"],
        "properties": {"discarder": {"type": "string"}},
    }
    drawn: JsonValue = {
        "properties": {"discarder": {"const": None}, "riichi_void": {"const": None}}
    }
    return [
        {
            "if": {"required": ["won_by"], "properties": {"won_by": {"const": how}}},
            "then": {"anyOf": [says, {"required": ["fouls"]}]},
        }
        for how, says in (("discard", discarded), ("self_draw", drawn))
    ]


class DealFacts(Record):
    """The end of a deal; the wind, counters and bets come from the earlier deals."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        json_schema_extra={"allOf": [*_by_end(), *_by_winning_tile()]}
    )
    end: EndWord
    riichi: Seats = frozenset()
    offenders: Seats = frozenset()
    setting: PlaySetting = "tournament"
    fouls: Listed[FoulFacts] = ()
    won_by: Omittable[WonBy] = None
    discarder: PlayerSeat | None = None
    riichi_void: PlayerSeat | None = None
    wareme: Annotated[
        PlayerSeat | None,
        Field(description="Whose wall the dice broke; not said, nobody pays double for it."),
    ] = None
    liable: Annotated[
        dict[PlayerSeat, dict[LiableFor, PlayerSeat]],
        WrapValidator(unique_seats),
        Field(
            default_factory=dict,
            description="For a winner and a yaku, who fed the set that decided it.",
        ),
    ]
    wins: Listed[WinOfDeal] = ()
    tenpai: Seats = frozenset()
    nagashi: Seats = frozenset()
    dead_hands: Seats = frozenset()
    cause: Omittable[Cause] = None

    @model_validator(mode="before")
    @classmethod
    def _of_its_end(cls, data: Any) -> Any:
        """Reject fields that belong only to another end of a deal."""
        if not isinstance(data, Mapping) or data.get("end") not in get_args(EndWord):
            return data
        for end, fields in OF_END.items():
            for name in fields if end != data["end"] else ():
                if data.get(name) not in (None, [], {}):
                    message = Message("{field} has no meaning if the hand ends by {end}",
                                      field=name, end=data["end"])  # fmt: skip
                    raise DealError("contradiction", name, message)
        return data

    @model_validator(mode="after")
    def _possible_fouls(self) -> Self:
        """Reject a foul of a later turn, or with a need, that the end of the deal rules out."""
        for place, foul in enumerate(self.fouls):
            if self._in_first_turn and foul.turn is not None and foul.turn > 1:
                message = Message("the hand ended in the first set of turns: expected turn 1")
                raise DealError("contradiction", f"fouls.{place}.turn", message)
            for need, reason in self._ruled_out(foul):
                if foul.foul in IMPOSSIBLE_WITHOUT[need]:
                    words = NEED_WORDS[need]
                    message = Message("{foul} needs {need}: {reason}",
                                      foul=foul.foul, need=words, reason=reason)  # fmt: skip
                    raise DealError("contradiction", f"fouls.{place}.foul", message)
        return self

    @property
    def _in_first_turn(self) -> bool:
        first_win = any(isinstance(win, DeclaredWin) and win.first_turn for win in self.wins)
        return first_win or self.cause in {"nine_kinds", "four_winds"}

    @model_validator(mode="after")
    def _no_win_with_a_dead_hand(self) -> Self:
        """Reject a dead hand that wins and has no foul: only a foul says what the win costs."""
        without_foul = self.dead_hands - {foul.seat for foul in self.fouls}
        for place, win in enumerate(self.wins):
            if win.seat in without_foul:
                message = Message("{seat}'s hand is dead: write the foul win_with_dead_hand",
                                  seat=win.seat)  # fmt: skip
                raise DealError("contradiction", f"wins.{place}.seat", message)
        return self

    def _ruled_out(self, foul: FoulFacts) -> Iterator[tuple[Need, Message]]:
        """Yield what a foul cannot have had in this deal, and the reason."""
        if self._in_first_turn:
            for need in NOT_IN_FIRST_TURN:
                yield need, Message("the hand ended in the first unbroken set of turns")
        if foul.turn == 1:
            for need in LATER:
                yield need, Message("it was found in turn 1")
        early_win = any(isinstance(win, DeclaredWin) and not win.last_tile for win in self.wins)
        if early_win or self.cause is not None:
            yield "empty_wall", Message("the hand ended before the last tile")
        if self.cause == "nine_kinds" and foul.seat == Wind.NORTH:
            yield "riichi", Message("North discards last, and nine kinds are declared before that")
        elif foul.seat not in self.riichi:
            yield "riichi", Message("{seat} has not declared riichi", seat=foul.seat)

    def with_fouls(
        self, round_wind: Wind, counters: int, bets: Points, rules: Rules | None
    ) -> tuple[FinishedDeal, Sequence[JudgedFoul]]:
        """Judge the fouls, and return the deal with their effects, and the judged fouls.

        Earlier deals left the bets on the table. The rules are needed only if there are fouls.

        Raises:
            RecordError: if the facts contradict each other.
        """
        verdict = self._verdict(rules)
        end = self._ending(verdict, round_wind, counters)
        offenders = self.offenders | verdict.offenders
        if isinstance(end, Wins):
            refuse_other_riichi(end, self.riichi - verdict.void_riichi, offenders)
        finished = FinishedDeal(
            end, round_wind, counters, bets, self.riichi, offenders, self.setting,
            verdict.penalties, verdict.table_penalties, verdict.void_riichi, self.wareme,
            verdict.foul_payments,
        )  # fmt: skip
        return finished, verdict.judged

    def _verdict(self, rules: Rules | None) -> DealVerdict:
        if not self.fouls:
            return DealVerdict()
        if rules is None:
            message = Message("fouls need a ruleset, and none is given")
            raise DealError("missing_field", "fouls", message)
        context = FoulContext(
            end=self.end,
            winners=frozenset(win.seat for win in self.wins),
            riichi=self.riichi,
            dead=self.dead_hands,
            offenders=self.offenders,
            nagashi=bool(rules.draws.with_nagashi(self.nagashi, self.riichi)),
            cause=self.cause,
            self_drawn=self.won_by == "self_draw",
            won_on=next(
                (win.winning_tile for win in self.wins if isinstance(win, DeclaredWin)), None
            ),
        )
        return judge_deal((foul.committed() for foul in self.fouls), context, rules, self.setting)

    def _ending(self, verdict: DealVerdict, round_wind: Wind, counters: int) -> Ending:
        """Return the end with the effects of fouls; their penalties are charged later."""
        match verdict.ends or self.end:
            case "win":
                return self._wins(verdict, round_wind, counters)
            case "exhaustive_draw":
                tenpai = self.tenpai - verdict.false_tenpai
                dead = self.dead_hands | verdict.dead
                return ExhaustiveDraw(tenpai, self.nagashi, dead, verdict.noten_riichi - tenpai)
            case "abortive_draw":
                if self.cause is None:
                    known = Message.or_list(get_args(Cause))
                    message = Message("cause is missing: expected {words}", words=known)
                    raise DealError("missing_field", "cause", message)
                return AbortiveDraw(self.cause)
            case "chombo":
                if self.fouls and not self.offenders | verdict.offenders:
                    message = Message("under these rules no foul of this hand is a chombo")
                    raise DealError("contradiction", "fouls", message)
                return Chombo()
            case "redeal":
                return Redeal()

    def _wins(self, verdict: DealVerdict, round_wind: Wind, counters: int) -> Wins:
        """Return the wins that remain after the fouls; a void riichi adds nothing to its win."""
        if self.wins and verdict.void_wins >= {win.seat for win in self.wins}:
            message = Message("no declared win counts, so play continues")
            raise DealError("no_win_stands", "wins", message)
        if self.won_by is None:
            known = Message.or_list(get_args(WonBy))
            message = Message("won_by is missing: expected {words}", words=known)
            raise DealError("missing_field", "won_by", message)
        refuse_other_discarder(drawn=self.won_by == "self_draw", discarder=self.discarder)
        if self.riichi_void is not None and self.riichi_void != self.discarder:
            message = Message(
                "riichi_void must be the discarder, whose riichi discard the winner called"
            )
            raise DealError("contradiction", "riichi_void", message)
        without_riichi = verdict.void_riichi | verdict.offenders
        wins: list[Win | StatedWin] = []
        for place, win in enumerate(self.wins):
            if win.seat in verdict.void_wins:
                continue
            try:
                if isinstance(win, ValuedWin):
                    wins.append(StatedWin(win.seat, win.han, win.fu, win.limit, win.yakuman))
                    continue
                declared = win.without_riichi() if win.seat in without_riichi else win
                wins.append(declared.win(self, self.won_by, round_wind, counters))
            except RecordError as error:
                where = f"wins.{place}"
                message = Message("{field}: {message}", field=where, message=error.args[0])
                raise DealError(error.code, f"{where}.{error.field}", message) from None
        fed_by = {seat: fed for seat, fed in self.liable.items() if seat not in verdict.void_wins}
        void = self.riichi_void is not None
        return Wins(wins, discarder=self.discarder, void=void, fed_by=fed_by)


PartyWord = Literal[WindWord, "table"]
PartyField = PlayerSeat | Literal["table"]


class TransferRecord(Record):
    """Points that one party pays to another."""

    giver: Annotated[PartyField, Field(alias="from")]
    taker: Annotated[PartyField, Field(alias="to")]
    points: PointsText
    why: Why

    def transfer(self) -> Transfer:
        """Return the transfer."""
        return Transfer(self.giver, self.taker, self.points, self.why)


PointsOff = Annotated[
    dict[PlayerSeat, Annotated[Whole, Field(ge=-MOST_POINTS, le=0)]],
    WrapValidator(unique_seats),
    Field(default_factory=dict),
]


class DealRecord(DealFacts):
    """A record of how a deal ended, with its fouls or, as `deal_json` writes it, their effects."""

    round_wind: SeatField = Wind.EAST
    counters: Count = 0
    bets_on_table: Bets = 0
    noten_riichi: Seats = frozenset()
    riichi_lost: Seats = frozenset()
    penalties: PointsOff
    table_penalties: PointsOff
    foul_payments: Listed[TransferRecord] = ()

    def deal(self, rules: Rules | None = None) -> tuple[FinishedDeal, Sequence[JudgedFoul]]:
        """Return the finished deal, and its fouls judged under the rules.

        Raises:
            RecordError: if the facts contradict each other, or fouls come without rules.
        """
        return self.with_fouls(self.round_wind, self.counters, self.bets_on_table, rules)

    def _verdict(self, rules: Rules | None) -> DealVerdict:
        effects = DealVerdict(
            void_riichi=self.riichi_lost,
            noten_riichi=self.noten_riichi,
            penalties=self.penalties,
            table_penalties=self.table_penalties,
            foul_payments=Ledger(tuple(one.transfer() for one in self.foul_payments)),
        )
        if self.fouls and effects != DealVerdict():
            message = Message("the record has fouls and effects of fouls; give only one of them")
            raise DealError("contradiction", "fouls", message)
        return super()._verdict(rules) if self.fouls else effects

    def settled(self, ruleset: Ruleset) -> dict[str, Any]:
        """Return the settlement of the deal under a ruleset as JSON.

        Raises:
            RecordError: as for `deal` and `settle`.
        """
        deal, fouls = self.deal(ruleset.rules)
        return settlement_json(settle(deal, ruleset), fouls)

    def question(self) -> AnswerUnder:
        """Return the function that settles the deal under a ruleset.

        Raises:
            RecordError: if the facts contradict each other; with fouls, that depends on the rules.
        """
        if self.fouls:
            return self.settled
        deal, _ = self.deal()
        return lambda ruleset: settlement_json(settle(deal, ruleset))


class DealLine(DealRecord, BatchLine):
    """A record of a deal, to be settled, on one line of input."""


def read_deal(data: object, ruleset: Ruleset | None = None) -> FinishedDeal:
    """Return the deal of a JSON record; ignore its id and the rulesets that it names.

    A ruleset is needed only if there are fouls.

    Raises:
        RecordError: if the record is wrong; it has a code and the field.
    """
    rules = None if ruleset is None else ruleset.rules
    return DealLine.read(data).deal(rules)[0]


def deal_json(deal: FinishedDeal) -> dict[str, Any]:
    """Return the record of a deal, with the effects of its fouls."""
    end = deal.end
    facts: dict[str, Any] = {
        **(_wins_json(end) if isinstance(end, Wins) else {}),
        **(_draw_json(end) if isinstance(end, ExhaustiveDraw) else {}),
        "cause": end.cause if isinstance(end, AbortiveDraw) else None,
        "riichi": _words(sorted(deal.riichi)),
        "riichi_lost": _words(sorted(deal.void_riichi)),
        "offenders": _words(sorted(deal.offenders)),
        "wareme": None if deal.wareme is None else WINDS[deal.wareme],
        "penalties": {WINDS[seat]: points for seat, points in deal.penalties.items()},
        "table_penalties": {WINDS[seat]: points for seat, points in deal.table_penalties.items()},
        "foul_payments": [_transfer(transfer) for transfer in deal.foul_payments.transfers],
    }
    return {
        "end": end.kind,
        "round_wind": WINDS[deal.round_wind],
        "counters": deal.counters,
        "bets_on_table": points_json(deal.bets),
        "setting": deal.setting,
        **{name: fact for name, fact in facts.items() if fact not in (None, [], {})},
    }


def _draw_json(end: ExhaustiveDraw) -> dict[str, Any]:
    """Return the fields of a record that only an exhaustive draw has."""
    return {
        "tenpai": _words(sorted(end.tenpai)),
        "nagashi": _words(sorted(end.nagashi)),
        "dead_hands": _words(sorted(end.dead)),
        "noten_riichi": _words(sorted(end.noten_riichi)),
    }


def _wins_json(end: Wins) -> dict[str, Any]:
    """Return the fields of a record that only wins have."""
    discarder = None if end.discarder is None else WINDS[end.discarder]
    return {
        "won_by": "self_draw" if discarder is None else "discard",
        "discarder": discarder,
        "riichi_void": discarder if end.void else None,
        "liable": {
            WINDS[seat]: {yaku: WINDS[feeder] for yaku, feeder in fed.items()}
            for seat, fed in end.fed_by.items()
        },
        "wins": [_declared_json(win) for win in end.wins],
    }


def _declared_json(win: Win | StatedWin) -> dict[str, Any]:
    seat = {"seat": WINDS[win.seat]}
    if isinstance(win, Win):
        return {**seat, **win_facts_json(win)}
    value = {"han": win.han, "fu": win.fu, "limit": win.limit, "yakuman": win.yakuman or None}
    return {**seat, **{name: part for name, part in value.items() if part is not None}}


# ---- results -------------------------------------------------------------------------------------


def settlement_json(settlement: Settlement, fouls: Iterable[JudgedFoul] = ()) -> dict[str, Any]:
    """Return a settlement as JSON, with the judged fouls; thirds are written as `1000/3`."""
    return {
        "winners": _words(settlement.winners),
        "refused": [{"seat": WINDS[seat], "reason": reason} for seat, reason in settlement.refused],
        "wins": {WINDS[seat]: score_json(score) for seat, score in settlement.scores.items()},
        "deltas": {WINDS[seat]: points_json(points) for seat, points in settlement.deltas.items()},
        "transfers": [_transfer(transfer) for transfer in settlement.transfers],
        "bets_left": points_json(settlement.bets_left),
        "dealer_stays": settlement.dealer_stays,
        "counters_next": settlement.counters_next,
        "redeal": settlement.redeal,
        "offenders": _words(settlement.offenders),
        "penalties": {WINDS[seat]: points for seat, points in settlement.penalties.items()},
        "table_penalties": {
            WINDS[seat]: points for seat, points in settlement.table_penalties.items()
        },
        "chips": {WINDS[seat]: number for seat, number in settlement.chips.items()},
        "fouls": fouls_json(fouls, settlement, {seat: WINDS[seat] for seat in Wind}),
    }


def _transfer(transfer: Transfer) -> dict[str, Any]:
    giver: PartyWord = "table" if transfer.giver == "table" else WINDS[transfer.giver]
    taker: PartyWord = "table" if transfer.taker == "table" else WINDS[transfer.taker]
    return {"from": giver, "to": taker, "points": points_json(transfer.points), "why": transfer.why}


def _words(seats: Iterable[Wind]) -> list[WindWord]:
    return [WINDS[seat] for seat in seats]
