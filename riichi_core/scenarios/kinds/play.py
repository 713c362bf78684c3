"""Scenarios of play: a deal that is set up, what is done in it, and what comes of that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from riichi_core.errors import RecordError
from riichi_core.game.fouls import fouls
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
from riichi_core.play.text import position
from riichi_core.play.winning import deal_result
from riichi_core.records.deal import settlement_json
from riichi_core.records.model import Record, WindWord
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.fields import (
    WINDS,
    flag,
    known_fields,
    number,
    unknown_word,
    word,
    wrong_type,
)
from riichi_core.scenarios.kinds.deal import ExpectedDeal
from riichi_core.scenarios.kinds.kind import (
    ABSENT,
    BySeat,
    Expected,
    ExpectedPoints,
    Kind,
    TextOrNull,
)
from riichi_core.scenarios.kinds.setup import FIELDS, Position, broken_at, deal_of, read_position
from riichi_core.settlement.ending import PLAY_SETTINGS, AbortiveDraw, Cause, DealError, PlaySetting
from riichi_core.source.diagnostics import nearest
from riichi_core.tiles import Wind

PLAY_FIELDS = (*FIELDS, "acts", "setting")
CLOSED = "closed"
"""Written in place of an act: nobody calls any more, and what was called is carried out."""

ACTS = (*WORDS, "draw")
MOST_ACTS = 300
_MORE = ("act", "foul", "points", "seconds", "hasty", "later")


class Said(NamedTuple):
    """What a seat does at a moment: an act as text, `draw`, or a foul that is reported."""

    seat: Wind
    text: str
    foul: str | None = None
    points: int | None = None
    seconds: int | None = None
    hasty: bool = False
    later: bool = False


class Play(NamedTuple):
    """A deal and what is done in it: moments, each with what some seats do at once."""

    position: Position
    moments: tuple[tuple[Said, ...], ...]
    setting: PlaySetting


def read_play(data: Mapping[str, Any]) -> Play:
    """A play from its record.

    Raises:
        RecordError: a field that is not as it should be.
    """
    acts = data.get("acts", [])
    if not isinstance(acts, list):
        wrong_type("acts", acts, "a list, as [{east: discard 5p}, {north: pung}]")
    if len(acts) > MOST_ACTS:
        raise DealError("out_of_range", "acts", f"acts: expected {MOST_ACTS} at most")
    moments = tuple(_moment(entry, f"acts.{place}") for place, entry in enumerate(acts))
    setting = PLAY_SETTINGS[PLAY_SETTINGS.index(word(data, "setting", PLAY_SETTINGS))]
    return Play(read_position(data), moments, setting)


def _moment(entry: Any, where: str) -> tuple[Said, ...]:
    if entry == CLOSED:
        return ()
    if not isinstance(entry, Mapping) or not entry:
        wrong_type(where, entry, f"{CLOSED}, or what seats do, as {{east: discard 5p}}")
    _known(entry, WINDS, where)
    return tuple(_said(Wind.of(seat), said, f"{where}.{seat}") for seat, said in entry.items())


def _known(data: Mapping[str, Any], fields: tuple[str, ...], where: str) -> None:
    """Refuse a field that there is not, at its place."""
    try:
        known_fields(data, fields)
    except RecordError as error:
        raise DealError(error.code, f"{where}.{error.field}", f"{where}: {error}") from None


def _said(seat: Wind, said: Any, where: str) -> Said:
    if isinstance(said, str):
        return Said(seat, _text(said, where))
    if not isinstance(said, Mapping):
        wrong_type(where, said, "an act, as discard 5p, or {act: pung, seconds: 2}")
    _known(said, _MORE, where)
    if "foul" in said:
        points = number(said, "points") if "points" in said else None
        if said["foul"] not in fouls():
            unknown_word(f"{where}.foul", str(said["foul"]), fouls())
        return Said(seat, "", said["foul"], points)
    if "act" not in said:
        raise DealError("missing_field", where, f"{where}: act is missing, or foul")
    seconds = number(said, "seconds") if "seconds" in said else None
    text = _text(said["act"], where)
    return Said(seat, text, None, None, seconds, flag(said, "hasty"), flag(said, "later"))


def _text(said: Any, where: str) -> str:
    if not isinstance(said, str):
        wrong_type(where, said, "an act, as discard 5p")
    first = said.split(" ")[0]
    if first not in ACTS:
        near = nearest(first, ACTS)
        guess = f"did you mean {near}?" if near else f"expected {', '.join(ACTS)}"
        message = f"{where}: there is no act {quote(said)}: {guess}"
        raise DealError("unknown_word", where, message)
    try:
        if said not in ACTS:
            parse_action(said)
    except ActionError as error:
        raise DealError("notation", where, f"{where}: {error}") from None
    return said


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

    def do(self, moments: Iterable[Sequence[Said]]) -> None:
        """Everything that is done; what is refused changes nothing."""
        for self.number, moment in enumerate(moments, 1):
            if not moment:
                self.close()
            if self._all_late(moment):
                continue
            for said in sorted(moment, key=lambda said: said.foul is not None):
                before = self.deal, list(self.calls), len(self.events)
                try:
                    self._one(said)
                except IllegalActionError as error:
                    self.deal, self.calls, done = before
                    del self.events[done:]
                    why = {"act": self.number, "seat": str(said.seat), "why": error.why}
                    self.refused.append(why)
        if self.calls:
            self.close()

    def _all_late(self, moment: Sequence[Said]) -> bool:
        """Late calls of one moment are judged together; whether these are such calls."""
        if len(moment) < 2 or isinstance(self.deal.phase, Offered):
            return False
        calls = [self._call(said) for said in moment if said.foul is None]
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

    def _one(self, said: Said) -> None:
        if said.foul is not None:
            if self.calls:
                self.close()
            event = report_foul(
                self.deal, said.seat, said.foul, self.rules, self.setting, said.points
            )
            self._take(*run_events(self.deal, [event], self.rules, self.setting))
            return
        if isinstance(self.deal.phase, Offered):
            call = self._call(said)
            if call is not None and call.action in legal_actions(self.deal, self.rules).get(
                said.seat, ()
            ):
                choose(self.deal, (*self.calls, call), self.rules)  # in time, and the only one
                self.calls.append(call)
                return
            if said.text != "draw" and self._calls_only(said):
                self._refuse(said)
            self.close()
        if said.text == "draw":
            phase = self.deal.phase
            if not (isinstance(phase, Acting) and phase.seat == said.seat and phase.tile):
                self._refuse(said)
            return
        call = self._call(said)
        if call is None:
            self._refuse(said)
        else:
            self._step(call)

    def _calls_only(self, said: Said) -> bool:
        """True if it can be meant for the offered tile alone, so that calls stay open."""
        offer, first = self.deal.phase, said.text.split(" ")[0]
        assert isinstance(offer, Offered)
        if said.seat == offer.seat:
            return offer.kong is None  # who made a kong goes on with its replacement tile
        next_one = said.seat == (offer.seat + 1) % 4 and not self.calls
        called = any(call.seat == said.seat for call in self.calls)
        return first in ("chow", "pung", "pass") or (
            first in ("win", "kong") and not next_one and not called
        )

    def _refuse(self, said: Said) -> None:
        why = Message("{seat} may not {act}", seat=said.seat, act=action_message(said.text))
        raise IllegalActionError(why, self.deal, legal_actions(self.deal, self.rules))

    def _call(self, said: Said) -> Response | None:
        options = list(legal_actions(self.deal, self.rules).get(said.seat, ()))
        options += late(self.deal, self.rules, rushed_draw=said.hasty).get(said.seat, ())
        act = _meant(said.text, options)
        if act is None:
            return None
        return Response(said.seat, act, self.number, said.seconds, said.hasty, said.later)

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
    deal = deal_of(given.position, rules)
    events, deal = run_events(deal, (), rules, given.setting)
    course = _Course(deal, rules, given.setting, list(events))
    course.do(given.moments)
    return {
        **position_json(course.deal, rules),
        "wall": broken_at(course.deal.wall),
        "position": position(course.deal),
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
    end = deal.ending
    if end is None:
        return {"end": None, "cause": None, "settled": None}
    facts = deal_result(deal, setting)
    return {
        "end": end.kind,
        "cause": end.cause if isinstance(end, AbortiveDraw) else None,
        "settled": None if facts is None else settlement_json(facts, ruleset),
    }


# ---- what can be expected ------------------------------------------------------------------------

PlayEnd = Literal["win", "exhaustive_draw", "abortive_draw", "chombo", "dealt_again"]


class ExpectedRefusedAction(Record):
    """Something that a seat was not allowed to do."""

    act: int = ABSENT
    seat: WindWord = ABSENT


class ExpectedWall(Record):
    """Where the wall was broken, and in whose walls the dead wall stands."""

    broken: WindWord = ABSENT
    stacks: int = ABSENT
    dead: BySeat[int] = ABSENT


Actions = list[str]


class ExpectedPlay(Expected):
    """What can be expected of a deal that was played."""

    may: BySeat[Actions] = ABSENT
    may_not: BySeat[Actions] = ABSENT
    turn: WindWord | None = ABSENT
    drawn: TextOrNull = ABSENT
    hands: BySeat[str] = ABSENT
    discards: BySeat[str] = ABSENT
    riichi: list[WindWord] = ABSENT
    ippatsu: list[WindWord] = ABSENT
    furiten: list[WindWord] = ABSENT
    tenpai: list[WindWord] = ABSENT
    dead_hands: list[WindWord] = ABSENT
    awaited: str = ABSENT
    indicators: str = ABSENT
    tiles_left: int = ABSENT
    dead_wall: int = ABSENT
    first_turn: bool = ABSENT
    scores: BySeat[ExpectedPoints] = ABSENT
    bets: ExpectedPoints = ABSENT
    wall: ExpectedWall = ABSENT
    events: list[str] = ABSENT
    refused: list[ExpectedRefusedAction] = ABSENT
    end: PlayEnd | None = ABSENT
    cause: Cause | None = ABSENT
    settled: ExpectedDeal | None = ABSENT


PLAY = Kind(
    name="play",
    title="In a deal",
    fields=PLAY_FIELDS,
    read=read_play,
    result=play_result,
    expected=ExpectedPlay,
    wanted="a deal and what is done in it, as {hands: {east: …}, acts: [{east: discard 5p}]}",
    possible="a deal that can be",
    example="{may: {south: [pung]}}",
)
