"""Find where a game would have gone differently under another ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from riichi.games.replay.deciding_options import DecidingOptions
from riichi.games.replay.replay import plain_tiles, run_deal
from riichi_core.game.fouls import judge
from riichi_core.hands.win import WinError
from riichi_core.messages import Message
from riichi_core.play import events as ev
from riichi_core.play.actions import (
    NINE_KINDS,
    TAKE,
    WIN,
    ConcealedKan,
    DeclareTenpai,
    Discard,
    ExtendedKan,
    Response,
)
from riichi_core.play.deal_wins import finished_deal
from riichi_core.play.decide import IllegalActionError, events_for, report_foul
from riichi_core.play.game_state import GameEvent, Settled, Signalled
from riichi_core.play.legal import legal_actions
from riichi_core.play.state import Acting, Announcing, DealState, Offered
from riichi_core.play.text import describe_event, describe_payments
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import Points
from riichi_core.scoring.score import ImpossibleWinError
from riichi_core.settlement.settle import settle
from riichi_core.tiles import Wind


@dataclass(frozen=True, slots=True)
class Divergence:
    """The point from which a deal would have gone differently.

    Attributes:
        deal: the number of the deal, from 1.
        event: the number of the first different event in the log, from 1.
        was: what happened.
        would: what would have happened, or why the actual event was not possible.
        options: the options that cause it. Empty if no small group of options does; None if the
            rules of the game are unknown.
    """

    deal: int
    event: int
    was: str
    would: str
    options: tuple[str, ...] | None = None


def divergences(
    events: Sequence[GameEvent],
    rules: Rules,
    setting: PlaySetting = "tournament",
    played_by: Rules | None = None,
) -> tuple[Divergence, ...]:
    """Return the first divergence of each deal of a log under other rules.

    `setting` says which chombo penalty applies. The rules of the game, `played_by`, are needed to
    find the options that make a difference.
    """
    deciding = None if played_by is None else DecidingOptions(played_by, rules)
    starts = [place for place, event in enumerate(events) if isinstance(event, ev.Started)]
    by_deal = []
    for deal, (start, end) in enumerate(pairwise((*starts, len(events))), 1):
        diverged = partial(_divergence_by_place, events[start:end], setting)
        for place, would in diverged(rules).items():
            index = start + place
            was = describe_event(events[index]) if index < end else Message("the log ends")
            options = None if deciding is None else deciding.options(diverged).get(place)
            by_deal.append(Divergence(deal, index + 1, was, would, options))
    return tuple(by_deal)


def _divergence_by_place(
    events: Sequence[GameEvent], setting: PlaySetting, rules: Rules
) -> dict[int, str]:
    """Return the point from which a deal goes differently under some rules, and how."""
    divergence = _LogReplay(events, rules, setting).diverged()
    return {} if divergence is None else {divergence[0]: divergence[1]}


def replay_under(events: Sequence[GameEvent], rules: Rules) -> DealState | None:
    """Replay a deal from its start under other rules, and return it when it is over.

    Declarations keep their effect. If these rules end the deal differently, e.g. pay only one of
    two winners, it ends that way. The result is None if moves are not legal or the deal continues.
    """
    return _LogReplay(events, rules, "tournament").over()


def _public_part(event: GameEvent) -> object:
    """Return the public part of an event, without the seats that could have called or won."""
    if isinstance(event, ev.Closed):
        return ev.Closed, event.winners, event.taker, event.meld
    return event


class _LogReplay:
    """One deal of a log, replayed as far as possible; it chooses the events for `run_deal`."""

    def __init__(self, events: Sequence[GameEvent], rules: Rules, setting: PlaySetting) -> None:
        wall = next(event.wall for event in events if isinstance(event, ev.Started))
        self._events = [
            (place, event)
            for place, event in enumerate(plain_tiles(tuple(events), rules.tiles, wall.tiles))
            if not isinstance(event, ev.FuritenEnded | Signalled)
        ]
        self._rules, self._setting = rules, setting
        self._number = 0
        self._asked = 0
        self._deal: DealState | None = None
        self._announced_early: list[ev.Announced] = []
        self._events_left: Iterator[ev.Event] = iter(())

    def diverged(self) -> tuple[int, str] | None:
        """Return the place of the first different event, and what would have happened instead.

        None if there is no difference.
        """
        _, start = self._events[0]
        assert isinstance(start, ev.Started)
        course = run_deal(start, self, self._rules)
        events_here = self._events_left = self._events_here(course)
        for number, (place, event) in enumerate(self._events):
            self._number = number
            try:
                event_here = self._next(event, events_here)
                if event_here is None and isinstance(event, Settled):
                    return self._settled(place, event)
            except (IllegalActionError, WinError, ImpossibleWinError) as error:
                return place, error.message
            if event_here is None:
                return place, Message("nothing more happens")
            if _public_part(event_here) != _public_part(event):
                return place, describe_event(event_here)
        return None

    def over(self) -> DealState | None:
        """Return the deal when it is over; None if the events do not end it."""
        self.diverged()
        self._asked = self._number  # no further choices
        for _ in self._events_left:
            pass
        return self._deal if self._deal is not None and self._deal.over else None

    def __call__(self, deal: DealState) -> tuple[ev.Event, ...] | None:
        """Choose the actions that lead to the next event of the log."""
        if self._asked == self._number:
            return None
        self._asked = self._number
        _, event = self._events[self._number]
        if isinstance(event, Settled):
            return None
        if isinstance(event, ev.Reported):
            decided = judge(event.foul, self._rules).referee
            points = event.points if decided else None
            foul = event.seat, event.foul, self._rules, points, event.tiles
            return (report_foul(deal, *foul),)
        return events_for(deal, self._calls(deal, event), self._rules)

    def _calls(self, deal: DealState, event: GameEvent) -> tuple[Response, ...]:
        """Return the actions that lead to an event, or to the event after a late call."""
        following = self._events[self._number + 1 : self._number + 2]
        after = following[0][1] if following else None
        if isinstance(event, ev.TakenBack) and isinstance(after, ev.Closed):
            offer = deal.late_offer
            for _ in range(event.windows - 1):
                offer = offer.deal.late_offer if offer is not None else None
            before = () if offer is None else offer.called
            return tuple(call for call in after.calls if call not in before)
        return _calls(deal, event, self._rules)

    def _events_here(
        self, course: Iterator[tuple[ev.Event, DealState | None]]
    ) -> Iterator[ev.Event]:
        """Yield the events here, and keep the deal after each."""
        for event, self._deal in course:
            if not isinstance(event, ev.FuritenEnded):
                yield event

    def _next(self, event: GameEvent, events_here: Iterator[ev.Event]) -> ev.Event | None:
        """Return the event here that takes the place of an event; None if there is none.

        Players announce in any order. An announcement that another seat makes earlier here is kept.
        """
        if not isinstance(event, ev.Announced):
            return (
                self._announced_early.pop(0) if self._announced_early else next(events_here, None)
            )
        for early in self._announced_early:
            if early.seat == event.seat:
                self._announced_early.remove(early)
                return early
        for event_here in events_here:
            if not isinstance(event_here, ev.Announced) or event_here.seat == event.seat:
                return event_here
            self._announced_early.append(event_here)
        return None

    def _settled(self, place: int, event: Settled) -> tuple[int, str] | None:
        assert self._deal is not None
        if not self._deal.over:
            return place, Message("the hand continues")
        result = finished_deal(self._deal, self._rules, self._setting)
        deltas: tuple[Points, ...] = (0, 0, 0, 0)
        if result is not None:
            payments = settle(result, self._rules).deltas
            deltas = tuple(payments[seat] for seat in Wind)
        if deltas == event.deltas:
            return None
        return place, Message("payments: {points}", points=describe_payments(deltas))


def _calls(deal: DealState, event: GameEvent, rules: Rules) -> tuple[Response, ...]:
    """Return the actions that lead to an event; none if only passes are awaited."""
    match event:
        case ev.Discarded(seat=seat, tile=tile, tsumogiri=drawn, riichi=riichi):
            return (Response(seat, Discard(tile, drawn, riichi)),)
        case ev.QuadDeclared(seat=seat, made=quad):
            concealed = quad.kind == "concealed_quad"
            return (Response(seat, ConcealedKan(quad.tiles) if concealed
                         else ExtendedKan(quad.tiles[3])),)  # fmt: skip
        case ev.Won(winners=winners) if isinstance(deal.phase, Acting):
            return (Response(winners[0], WIN),)
        case ev.Aborted(cause="nine_kinds") if isinstance(deal.phase, Acting):
            return (Response(deal.phase.seat, NINE_KINDS),)
        case ev.Closed(calls=calls):
            return calls
        case ev.Announced(seat=seat, tenpai=tenpai):
            return (Response(seat, DeclareTenpai(tenpai)),)
        case ev.Taken(seat=seat):
            return (Response(seat, TAKE),)
    if isinstance(deal.phase, Offered):
        return ()
    raise IllegalActionError(_awaits(deal, rules), deal, legal_actions(deal, rules))


def _awaits(deal: DealState, rules: Rules) -> Message:
    seats = Message.and_list(legal_actions(deal, rules)) or Message("nobody")
    return Message(
        "{seats} announces first"
        if isinstance(deal.phase, Announcing)
        else "{seats} would have to act first",
        seats=seats,
    )
