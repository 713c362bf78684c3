"""Scenarios of play: a deal that is set up, what is done in it, and what comes of that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Discriminator, Field, Strict, StringConstraints, Tag

from riichi_core.messages import Message, quote
from riichi_core.play import events as ev
from riichi_core.play.actions import (
    WORDS,
    Action,
    ActionError,
    Response,
    action_message,
    parse_action,
)
from riichi_core.play.decide import IllegalActionError, choose, run_events, step
from riichi_core.play.legal import late, legal_actions
from riichi_core.play.position import position_json
from riichi_core.play.report import report_foul
from riichi_core.play.state import (
    Acting,
    DealState,
    Offered,
)
from riichi_core.play.winning import deal_result
from riichi_core.records.deal import settlement_json
from riichi_core.records.model import (
    MOST_POINTS,
    Count,
    Omittable,
    Record,
    SeatField,
    Whole,
    WindWord,
    as_text,
)
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds.deal import ExpectedDeal
from riichi_core.scenarios.kinds.foul import FoulName
from riichi_core.scenarios.kinds.kind import (
    ABSENT,
    BySeat,
    Expected,
    ExpectedPoints,
    HandExpected,
    Kind,
    RowExpected,
    TilesExpected,
)
from riichi_core.scenarios.kinds.setup import Position, broken_at, deal_of
from riichi_core.settlement.ending import AbortiveDraw, Cause
from riichi_core.source.diagnostics import nearest
from riichi_core.source.expected import Accepts
from riichi_core.source.refusals import refusal
from riichi_core.tiles import Wind

ACTS = (*WORDS, "draw")
MOST_ACTS = 300


def _act(text: str) -> str:
    """Return the text of an act; the first word is enough where it fits one legal act."""
    first = text.split(" ", maxsplit=1)[0]
    if first not in ACTS:
        message = Message("there is no act {text}", text=quote(text))
        raise refusal("unknown_word", message, nearest(first, ACTS), ", ".join(ACTS))
    if text not in ACTS:
        parse_action(text)
    return text


_Text = Annotated[str, StringConstraints(pattern=f"^({'|'.join(ACTS)})( |$)")]
ActText = Annotated[str, as_text("an act, as discard 5p", _act, written=_Text)]


class Act(Record):
    """An act of a seat, perhaps with how quickly it came; `draw` says that nobody has called."""

    noun = "an act"

    act: ActText
    seconds: Omittable[Count] = None
    hasty: bool = False
    later: bool = False


class ReportedFoul(Record):
    """A foul of a seat that is reported, with points where a referee decides them."""

    noun = "a foul"

    foul: FoulName
    points: Omittable[Annotated[Whole, Field(ge=0, le=MOST_POINTS)]] = None


def _in_full(value: object) -> object:
    """Return an act in full that is written as its text alone."""
    return {"act": value} if isinstance(value, str) else value


def _act_or_foul(value: object) -> str:
    return "@ReportedFoul" if isinstance(value, Mapping) and "foul" in value else "@Act"


def _closed_or_seats(value: object) -> str:
    return "@closed" if isinstance(value, str) else "@seats"


ActOrFoul = Annotated[
    Annotated[Act, Tag("@Act")] | Annotated[ReportedFoul, Tag("@ReportedFoul")],
    Discriminator(_act_or_foul),
    BeforeValidator(_in_full, json_schema_input_type=_Text | Act | ReportedFoul),
]
Acts = Annotated[dict[SeatField, ActOrFoul], Field(min_length=1)]
Moment = Annotated[
    Annotated[Literal["closed"], Tag("@closed")] | Annotated[Acts, Tag("@seats")],
    Discriminator(_closed_or_seats),
]
"""Acts of some seats at once; `closed`: nobody calls any more, what was called is carried out."""


class Play(Position):
    """A deal and what is done in it: moments, each with what some seats do at once."""

    acts: Annotated[
        tuple[Moment, ...],
        Strict(False),
        Field(max_length=MOST_ACTS),
        Accepts("a list, as [{east: discard 5p}, {north: pung}]"),
    ] = ()
    setting: PlaySetting = "tournament"


# ---- playing -------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Course:
    """A deal while it is played: calls for an offered tile wait until the next thing is done."""

    deal: DealState
    rules: Rules
    setting: PlaySetting
    events: list[ev.Event] = field(default_factory=list)
    calls: list[Response] = field(default_factory=list)
    refused: list[dict[str, Any]] = field(default_factory=list)
    number: int = 0

    def do(self, moments: Iterable[Moment]) -> None:
        """Do everything; what is refused changes nothing."""
        for self.number, moment in enumerate(moments, 1):
            if isinstance(moment, str):
                self.close()
            elif not self._all_late(moment):
                self._all(moment)
        if self.calls:
            self.close()

    def _all(self, moment: Acts) -> None:
        """Do all that seats do at a moment, one after the other."""
        for seat, move in sorted(moment.items(), key=lambda one: isinstance(one[1], ReportedFoul)):
            before = self.deal, list(self.calls), len(self.events)
            try:
                self._one(seat, move)
            except IllegalActionError as error:
                self.deal, self.calls, done = before
                del self.events[done:]
                why = {"act": self.number, "seat": str(seat), "why": error.why}
                self.refused.append(why)

    def _all_late(self, moment: Acts) -> bool:
        """Late calls of one moment are judged together; whether these are such calls."""
        if len(moment) < 2 or isinstance(self.deal.phase, Offered):
            return False
        calls = [self._call(seat, one) for seat, one in moment.items() if isinstance(one, Act)]
        late_ones = [call for call in calls if call is not None]
        if len(late_ones) < len(moment):
            return False
        try:
            self._step(*late_ones)
        except IllegalActionError:
            return False
        return True

    def close(self) -> None:
        """Carry out what was called for the offered tile; in silence the next player draws."""
        calls, self.calls = self.calls, []
        if isinstance(self.deal.phase, Offered):
            self._step(*calls)

    def _one(self, seat: Wind, move: ActOrFoul) -> None:
        if isinstance(move, ReportedFoul):
            if self.calls:
                self.close()
            event = report_foul(self.deal, seat, move.foul, self.rules, self.setting, move.points)
            self._take(*run_events(self.deal, [event], self.rules, self.setting))
            return
        if isinstance(self.deal.phase, Offered):
            call = self._call(seat, move)
            legal = legal_actions(self.deal, self.rules).get(seat, ())
            if call is not None and call.action in legal:
                choose(self.deal, (*self.calls, call), self.rules)  # in time, and the only one
                self.calls.append(call)
                return
            if move.act != "draw" and self._calls_only(seat, move.act):
                self._refuse(seat, move.act)
            self.close()
        if move.act == "draw":
            phase = self.deal.phase
            if not (isinstance(phase, Acting) and phase.seat == seat and phase.tile):
                self._refuse(seat, move.act)
            return
        call = self._call(seat, move)
        if call is None:
            self._refuse(seat, move.act)
        else:
            self._step(call)

    def _calls_only(self, seat: Wind, text: str) -> bool:
        """True if it can be meant for the offered tile alone, so that calls stay open."""
        offer, first = self.deal.phase, text.split(" ", maxsplit=1)[0]
        assert isinstance(offer, Offered)
        if seat == offer.seat:
            return offer.kong is None  # who made a kong goes on with its replacement tile
        next_one = seat == (offer.seat + 1) % 4 and not self.calls
        called = any(call.seat == seat for call in self.calls)
        return first in ("chow", "pung", "pass") or (
            first in ("win", "kong") and not next_one and not called
        )

    def _refuse(self, seat: Wind, text: str) -> None:
        why = Message("{seat} may not {act}", seat=seat, act=action_message(text))
        raise IllegalActionError(why, self.deal, legal_actions(self.deal, self.rules))

    def _call(self, seat: Wind, said: Act) -> Response | None:
        options = list(legal_actions(self.deal, self.rules).get(seat, ()))
        options += late(self.deal, self.rules, rushed_draw=said.hasty).get(seat, ())
        act = _meant(said.act, options)
        if act is None:
            return None
        return Response(seat, act, self.number, said.seconds, said.hasty, said.later)

    def _step(self, *calls: Response) -> None:
        self._take(*step(self.deal, calls, self.rules, self.setting))

    def _take(self, events: Iterable[ev.Event], deal: DealState) -> None:
        self.events += events
        self.deal = deal


def _meant(text: str, options: Iterable[Action]) -> Action | None:
    """The act that a text stands for: its first word is enough where that fits one legal act."""
    if text in WORDS:
        found = list(dict.fromkeys(act for act in options if _word(act) == text))
        return found[0] if len(found) == 1 else (_plain(text) if not found else None)
    if text == "draw":
        return None
    act = parse_action(text)
    drawn = f"{text} drawn"
    return next((one for one in options if str(one) == drawn), act) if act not in options else act


def _word(act: Action) -> str:
    return str(act).split(" ")[0]


def _plain(text: str) -> Action | None:
    try:
        return parse_action(text)
    except ActionError:
        return None


# ---- what came of it -----------------------------------------------------------------------------


def play_result(given: Play, ruleset: Ruleset) -> Mapping[str, Any]:
    """Return the outcome of a play: where the deal stands, the legal actions, the settlement.

    Raises:
        DealError: tiles that the set of tiles of the ruleset has not.
    """
    rules = ruleset.rules
    deal = deal_of(given, rules)
    events, deal = run_events(deal, (), rules, given.setting)
    course = _Course(deal, rules, given.setting, list(events))
    course.do(given.acts)
    return {
        **position_json(course.deal, rules),
        "wall": broken_at(course.deal.wall),
        "position": str(course.deal),
        "events": [_event(event) for event in course.events],
        "refused": course.refused,
        **_end(course.deal, ruleset, given.setting),
    }


def _event(event: ev.Event) -> str:
    """An event in short: its name and whose it was."""
    name = "".join(f" {c.lower()}" if c.isupper() else c for c in type(event).__name__).strip()
    seat = getattr(event, "seat", None)
    tile = getattr(event, "tile", None)
    parts = [name, "" if seat is None else str(seat), "" if tile is None else str(tile)]
    return " ".join(filter(None, parts))


def _end(deal: DealState, ruleset: Ruleset, setting: PlaySetting) -> dict[str, Any]:
    """Return what the deal came to once it was judged, not only how play stopped."""
    end = deal.ending
    if end is None:
        return {"end": None, "cause": None, "settled": None}
    facts = deal_result(deal, ruleset.rules, setting)
    if facts is None:
        return {"end": end.kind, "cause": None, "settled": None}
    settled = settlement_json(facts, ruleset)
    kind: str = end.kind
    cause: str | None = end.cause if isinstance(end, AbortiveDraw) else None
    if settled["offenders"]:
        kind, cause = "chombo", None
    elif any(one["reason"] == "three_calls" for one in settled["refused"]):
        kind, cause = "abortive_draw", "three_calls"
    return {"end": kind, "cause": cause, "settled": settled}


# ---- what can be expected ------------------------------------------------------------------------

PlayEnd = Literal["win", "exhaustive_draw", "abortive_draw", "chombo", "dealt_again"]


class ExpectedRefusedAction(Record):
    """Something that a seat was not allowed to do."""

    act: int = ABSENT
    seat: WindWord = ABSENT


class ExpectedWall(Record):
    """The wall: where it was broken, and in whose walls the dead wall stands."""

    broken: WindWord = ABSENT
    stacks: int = ABSENT
    dead: BySeat[int] = ABSENT


class ExpectedPlay(Expected):
    """Expectations of a deal that was played."""

    may: BySeat[list[ActText]] = ABSENT
    may_not: BySeat[list[ActText]] = ABSENT
    turn: WindWord | None = ABSENT
    drawn: TilesExpected | None = ABSENT
    hands: BySeat[HandExpected] = ABSENT
    discards: BySeat[RowExpected] = ABSENT
    riichi: list[WindWord] = ABSENT
    open_riichi: list[WindWord] = ABSENT
    ippatsu: list[WindWord] = ABSENT
    furiten: list[WindWord] = ABSENT
    tenpai: list[WindWord] = ABSENT
    dead_hands: list[WindWord] = ABSENT
    awaited: str = ABSENT
    indicators: TilesExpected = ABSENT
    tiles_left: int = ABSENT
    dead_wall: int = ABSENT
    first_turn: bool = ABSENT
    scores: BySeat[ExpectedPoints] = ABSENT
    bets: ExpectedPoints = ABSENT
    wall: ExpectedWall = ABSENT
    events: list[str] = ABSENT
    refused: list[ExpectedRefusedAction] = ABSENT
    end: PlayEnd | None = ABSENT
    cause: Cause | Literal["three_calls"] | None = ABSENT
    settled: ExpectedDeal | None = ABSENT


PLAY = Kind(
    name="play",
    title="In a deal",
    given=Play,
    result=play_result,
    expected=ExpectedPlay,
    wanted=Message(
        "a deal and what is done in it, as {example}",
        example="{hands: {east: …}, acts: [{east: discard 5p}]}",
    ),
    possible=Message("a deal that can be"),
    example="{may: {south: [pung]}}",
)
