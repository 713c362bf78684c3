"""What was played under one ruleset, played again under another: where it would part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from riichi_core.hands.facts import WinError
from riichi_core.play import events as ev
from riichi_core.play.acts import (
    NINE_KINDS,
    TAKE,
    WIN,
    Announce,
    Call,
    ConcealedKong,
    Discard,
    ExtendedKong,
)
from riichi_core.play.deal import Acting, Announcing, Deal, Offered
from riichi_core.play.decide import IllegalActError, run, step
from riichi_core.play.legal import legal
from riichi_core.play.match import GameEvent, Settled
from riichi_core.play.outcome import outcome
from riichi_core.play.report import report
from riichi_core.play.telling import told
from riichi_core.rules.rules import Rules
from riichi_core.scoring import NotPlayedHereError
from riichi_core.settlement import settle
from riichi_core.settlement.deal import Setting
from riichi_core.settlement.ledger import Points
from riichi_core.tiles import Wind


@dataclass(frozen=True, slots=True)
class Parting:
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


def partings(
    events: Sequence[GameEvent], rules: Rules, setting: Setting = "tournament"
) -> tuple[Parting, ...]:
    """The first place in each deal at which it would have gone on otherwise under other rules.

    Every deal begins as it began, whatever came of the one before; where all that was done could
    be done, how the deal is settled is compared.

    Args:
        events: what happened in a game, as a log has it.
        rules: the other ruleset.
        setting: whose price of a chombo is charged.
    """
    starts = [place for place, event in enumerate(events) if isinstance(event, ev.Started)]
    found = []
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(events)], strict=True), 1):
        parted = _Again(events[start:end], rules, setting).parted()
        if parted is not None:
            place, would = parted
            was = told(events[start + place]) if start + place < end else "the log ends"
            found.append(Parting(number, start + place + 1, was, would))
    return tuple(found)


def _seen(event: GameEvent) -> object:
    """What of an event others see: who could have called or won is not in it."""
    if isinstance(event, ev.Closed):
        return ev.Closed, event.winners, event.taker, event.meld
    return event


class _Again:
    """One deal, played again as far as it goes."""

    def __init__(self, events: Sequence[GameEvent], rules: Rules, setting: Setting) -> None:
        self._events = [
            (place, event)
            for place, event in enumerate(events)
            if not isinstance(event, ev.FuritenEnded)
        ]
        self._rules, self._setting = rules, setting
        self._deal: Deal | None = None

    def parted(self) -> tuple[int, str] | None:
        """Where it parts, by the place of the event, and what would have been; None if nowhere."""
        coming: Iterator[GameEvent] = iter(())
        for number, (place, event) in enumerate(self._events):
            new = next(coming, None)
            try:
                if new is None:
                    if isinstance(event, Settled):
                        return self._settled(place, event)
                    after = self._events[number + 1 : number + 2]
                    coming = iter(self._go_on(event, after[0][1] if after else None))
                    new = next(coming, None)
            except (IllegalActError, WinError, NotPlayedHereError) as error:
                return place, getattr(error, "why", str(error))
            if new is None or _seen(new) != _seen(event):
                return place, "nothing more happens" if new is None else told(new)
        return None

    def _go_on(self, event: GameEvent, after: GameEvent | None) -> list[GameEvent]:
        """What happens when somebody does what made this event happen, and the one after it."""
        if isinstance(event, ev.Started):
            events, self._deal = run(None, [event], self._rules, self._setting)
        elif isinstance(event, ev.Reported):
            assert self._deal is not None
            points = event.penalty or None
            again = report(self._deal, event.seat, event.foul, self._rules, self._setting)
            if points and again.penalty != points:
                again = report(self._deal, event.seat, event.foul, self._rules, self._setting,
                               points)  # fmt: skip
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


def _calls(deal: Deal, event: GameEvent, rules: Rules) -> tuple[Call, ...]:
    """What was done to make an event happen; nothing where the deal awaits something else."""
    match event:
        case ev.Discarded(seat=seat, tile=tile, drawn=drawn, riichi=riichi):
            return (Call(seat, Discard(tile, drawn, riichi)),)
        case ev.KongDeclared(seat=seat, made=made):
            concealed = made.kind == "concealed_kong"
            return (Call(seat, ConcealedKong(made.tiles) if concealed
                         else ExtendedKong(made.tiles[3])),)  # fmt: skip
        case ev.Won(winners=winners) if isinstance(deal.phase, Acting):
            return (Call(winners[0], WIN),)
        case ev.Aborted(cause="nine_kinds") if isinstance(deal.phase, Acting):
            return (Call(deal.phase.seat, NINE_KINDS),)
        case ev.Closed(calls=calls):
            return calls
        case ev.Announced(seat=seat, tenpai=tenpai):
            return (Call(seat, Announce(tenpai)),)
        case ev.Taken(seat=seat):
            return (Call(seat, TAKE),)
    if isinstance(deal.phase, Offered):
        return ()
    raise IllegalActError(_awaits(deal, rules), deal, legal(deal, rules))


def _awaits(deal: Deal, rules: Rules) -> str:
    seats = " and ".join(map(str, legal(deal, rules))) or "nobody"
    what = "announces" if isinstance(deal.phase, Announcing) else "would have to act"
    return f"{seats} {what} first"
