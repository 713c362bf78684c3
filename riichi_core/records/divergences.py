"""What was played under one ruleset, played again under another: where it would part."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar

from riichi_core.game.fouls import judge
from riichi_core.hands.win import WinError
from riichi_core.play import events as ev
from riichi_core.play.actions import (
    NINE_KINDS,
    TAKE,
    WIN,
    Announce,
    ConcealedKong,
    Discard,
    ExtendedKong,
    Response,
)
from riichi_core.play.decide import IllegalActionError, run, step
from riichi_core.play.game_state import GameEvent, Settled, Signalled
from riichi_core.play.legal import legal_actions
from riichi_core.play.outcome import outcome
from riichi_core.play.report import report
from riichi_core.play.state import Acting, Announcing, DealState, Offered
from riichi_core.play.telling import describe_event
from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.rules.rules import Rules
from riichi_core.scoring import UnsupportedTileError
from riichi_core.settlement import settle
from riichi_core.settlement.ending import PlaySetting
from riichi_core.settlement.ledger import Points
from riichi_core.tiles import Tile, Wind

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where a deal would have gone on otherwise.

    Attributes:
        deal: which deal, counted from 1.
        event: the number of the event in the log from which on it differs, counted from 1.
        was: what happened.
        would: what would have happened, or why what happened could not.
    """

    deal: int
    event: int
    was: str
    would: str


def divergences(
    events: Sequence[GameEvent], rules: Rules, setting: PlaySetting = "tournament"
) -> tuple[Divergence, ...]:
    """The first place in each deal at which it would have gone on otherwise under other rules.

    Every deal begins as it began, whatever came of the one before; where all that was done could
    be done, how the deal is settled is compared. Where the other rules have no red fives they count
    as plain ones.

    Args:
        events: what happened in a game, as a log has it.
        rules: the other ruleset.
        setting: whose price of a chombo is charged.
    """
    starts = [place for place, event in enumerate(events) if isinstance(event, ev.Started)]
    found = []
    for number, start in enumerate(starts, 1):
        end = starts[number] if number < len(starts) else len(events)
        diverged = _Again(events[start:end], rules, setting).diverged()
        if diverged is not None:
            place, would = diverged
            was = describe_event(events[start + place]) if start + place < end else "the log ends"
            found.append(Divergence(number, start + place + 1, was, would))
    return tuple(found)


def plain_fives(value: T, tiles: Tiles) -> T:
    """Events or deals with plain fives of the suits in which a set of tiles has no red ones."""
    reds = tiles.red_fives
    suits = [suit for suit in "mps" if not getattr(reds, suit)]
    plain: T = _plain(value, suits) if suits else value
    return plain


def _plain(value: Any, suits: Collection[str]) -> Any:
    if isinstance(value, Tile):
        return value.plain if value.red and value.suit in suits else value
    if isinstance(value, tuple):
        parts = [_plain(one, suits) for one in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if is_dataclass(value) and not isinstance(value, type):
        parts = [(one.name, getattr(value, one.name)) for one in fields(value)]
        return replace(value, **{name: _plain(one, suits) for name, one in parts})
    return value


def _seen(event: GameEvent) -> object:
    """What of an event others see: who could have called or won is not in it."""
    if isinstance(event, ev.Closed):
        return ev.Closed, event.winners, event.taker, event.meld
    return event


class _Again:
    """One deal, played again as far as it goes."""

    def __init__(self, events: Sequence[GameEvent], rules: Rules, setting: PlaySetting) -> None:
        self._events = [
            (place, plain_fives(event, rules.tiles))
            for place, event in enumerate(events)
            if not isinstance(event, ev.FuritenEnded | Signalled)
        ]
        self._rules, self._setting = rules, setting
        self._deal: DealState | None = None
        self._coming: deque[GameEvent] = deque()

    def diverged(self) -> tuple[int, str] | None:
        """Where it parts, by the place of the event, and what would have been; None if nowhere."""
        for number, (place, event) in enumerate(self._events):
            try:
                if isinstance(event, Settled) and not self._coming:
                    return self._settled(place, event)
                after = self._events[number + 1 : number + 2]
                new = self._next(event, after[0][1] if after else None)
            except (IllegalActionError, WinError, UnsupportedTileError) as error:
                return place, getattr(error, "why", str(error))
            if new is None or _seen(new) != _seen(event):
                return place, "nothing more happens" if new is None else describe_event(new)
        return None

    def _next(self, event: GameEvent, after: GameEvent | None) -> GameEvent | None:
        """What happens here in the place of an event; None if nothing does."""
        if isinstance(event, ev.Announced):
            return self._announced(event)
        if not self._coming:
            self._coming += self._go_on(event, after)
        return self._coming.popleft() if self._coming else None

    def _announced(self, event: ev.Announced) -> GameEvent | None:
        """What the same player announces here: the others may do so before him or after him."""
        if all(isinstance(one, ev.Announced) and one.seat != event.seat for one in self._coming):
            self._coming += self._go_on(event, None)
        for one in self._coming:
            if not isinstance(one, ev.Announced) or one.seat == event.seat:
                self._coming.remove(one)
                return one
        return None

    def _go_on(self, event: GameEvent, after: GameEvent | None) -> list[GameEvent]:
        """What happens when somebody does what made this event happen, and the one after it."""
        if isinstance(event, ev.Started):
            events, self._deal = run(None, [event], self._rules, self._setting)
        elif isinstance(event, ev.Reported):
            assert self._deal is not None
            decided = judge(event.foul, self._rules, setting=self._setting).referee
            points = event.penalty or None if decided else None
            again = report(self._deal, event.seat, event.foul, self._rules, self._setting, points)
            events, self._deal = run(self._deal, [again], self._rules, self._setting)
        else:
            assert self._deal is not None
            if isinstance(event, ev.TakenBack) and isinstance(after, ev.Closed):
                window = self._deal.window
                for _ in range(event.windows - 1):
                    window = window.deal.window if window is not None else None
                before = () if window is None else window.called
                calls = tuple(call for call in after.calls if call not in before)
            else:
                calls = _calls(self._deal, event, self._rules)
            events, self._deal = step(self._deal, calls, self._rules, self._setting)
        return [one for one in events if not isinstance(one, ev.FuritenEnded)]

    def _settled(self, place: int, event: Settled) -> tuple[int, str] | None:
        assert self._deal is not None
        if not self._deal.over:
            return place, "the deal goes on"
        facts = outcome(self._deal, self._setting)
        deltas: tuple[Points, ...] = (0, 0, 0, 0)
        if facts is not None:
            found = settle(facts, self._rules).deltas
            deltas = tuple(found[seat] for seat in Wind)
        if deltas == event.deltas:
            return None
        signed = " ".join(f"{'+' * (points > 0)}{points}" for points in deltas)
        return place, f"settled: {signed}"


def _calls(deal: DealState, event: GameEvent, rules: Rules) -> tuple[Response, ...]:
    """What was done to make an event happen; nothing where the deal awaits something else."""
    match event:
        case ev.Discarded(seat=seat, tile=tile, tsumogiri=drawn, riichi=riichi):
            return (Response(seat, Discard(tile, drawn, riichi)),)
        case ev.KongDeclared(seat=seat, made=made):
            concealed = made.kind == "concealed_kong"
            return (Response(seat, ConcealedKong(made.tiles) if concealed
                         else ExtendedKong(made.tiles[3])),)  # fmt: skip
        case ev.Won(winners=winners) if isinstance(deal.phase, Acting):
            return (Response(winners[0], WIN),)
        case ev.Aborted(cause="nine_kinds") if isinstance(deal.phase, Acting):
            return (Response(deal.phase.seat, NINE_KINDS),)
        case ev.Closed(calls=calls):
            return calls
        case ev.Announced(seat=seat, tenpai=tenpai):
            return (Response(seat, Announce(tenpai)),)
        case ev.Taken(seat=seat):
            return (Response(seat, TAKE),)
    if isinstance(deal.phase, Offered):
        return ()
    raise IllegalActionError(_awaits(deal, rules), deal, legal_actions(deal, rules))


def _awaits(deal: DealState, rules: Rules) -> str:
    seats = " and ".join(map(str, legal_actions(deal, rules))) or "nobody"
    what = "announces" if isinstance(deal.phase, Announcing) else "would have to act"
    return f"{seats} {what} first"
