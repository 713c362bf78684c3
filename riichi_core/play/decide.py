"""From what the players do to what happens.

A refused act says who wanted what, what was legal, and where the deal stood, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import get_args

from riichi_core.errors import RiichiError
from riichi_core.hands.melds import Meld
from riichi_core.messages import Message
from riichi_core.play import events as ev
from riichi_core.play import plain
from riichi_core.play.actions import (
    Action,
    Announce,
    ConcealedKong,
    DeclareWin,
    Discard,
    ExtendedKong,
    Kong,
    MeldClaim,
    NineKinds,
    Pass,
    Response,
    Take,
    action_message,
)
from riichi_core.play.automatic import next_automatic_event
from riichi_core.play.claims import claim_options, missed_by, resolve_claims
from riichi_core.play.evolve import EventError, evolve
from riichi_core.play.legal import late, late_windows, legal_actions
from riichi_core.play.quiet import quiet_turn
from riichi_core.play.state import Acting, Announcing, DealState, Offered
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.chapters.claims import Seconds
from riichi_core.rules.given import GivenRules, rules_of
from riichi_core.rules.rules import Rules
from riichi_core.tiles import Wind

WIDTH = 100
"""The longest line of a message."""

_CALLS = frozenset((*get_args(MeldClaim), Pass))

_TURN_ACTS = frozenset((Discard, *get_args(Kong), NineKinds))
"""Done in the own turn alone, while a win may also be one on an earlier tile."""

_STAYS = "\N{NO-BREAK SPACE}"


class IllegalActionError(RiichiError):
    """An act that may not be done now.

    Attributes:
        seat: who wanted it, and `action` what; None where it is something about all calls.
        legal: what each seat may do.
        position: the deal as text.
    """

    def __init__(
        self,
        why: str,
        deal: DealState,
        options: Mapping[Wind, Sequence[Action]],
        call: Response | None = None,
    ) -> None:
        self.seat = call.seat if call else None
        self.action = call.action if call else None
        self.legal = options
        self.position = str(deal)
        super().__init__(Message.joined((why, *_may(options), *self.position.splitlines()), "\n"))
        self.why = why


def _may(options: Mapping[Wind, Sequence[Action]]) -> Iterator[Message]:
    """Yield what is legal, seat by seat; actions are written as `parse_action` reads them."""
    for seat, acts in options.items():
        before = " " * len(f"  {seat} may: ")
        text = before + ", ".join(str(act).replace(" ", _STAYS) for act in acts)
        lines = [one.replace(_STAYS, " ") for one in wrap(text, WIDTH, subsequent_indent=before)]
        actions = Message.joined((lines[0].lstrip(), *lines[1:]), "\n")
        yield Message("  {seat} may: {actions}", seat=seat, actions=actions)
    if not options:
        yield Message("  nobody may do anything")


def decide(
    deal: DealState,
    answers: Iterable[Response],
    rules: GivenRules,
    setting: PlaySetting = "tournament",
) -> tuple[ev.Event, ...]:
    """Turn actions of players into events, up to the next decision.

    In a turn there is one answer. For an offered tile there are all calls that were made, in any
    number; who may call and is not among them said nothing. At an exhaustive draw there is any
    number of announcements.

    Args:
        deal: where the deal stands.
        answers: what the players do.
        rules: the ruleset.
        setting: whose price of a chombo a false riichi has.

    Raises:
        IllegalActionError: an act that may not be done; nothing has changed.
    """
    return step(deal, answers, rules_of(rules), setting)[0]


def step(
    deal: DealState, answers: Iterable[Response], rules: Rules, setting: PlaySetting = "tournament"
) -> tuple[tuple[ev.Event, ...], DealState]:
    """Return the events of `decide`, and the deal after them."""
    chosen = choose(deal, tuple(answers), rules)
    return run_events(deal, chosen, rules, setting)


def run_events(
    deal: DealState | None,
    events: Iterable[ev.Event],
    rules: Rules,
    setting: PlaySetting = "tournament",
) -> tuple[tuple[ev.Event, ...], DealState]:
    """Return events with the automatic ones after them, and the deal then.

    Without a deal the first event must be that one starts.
    """
    happened: list[ev.Event] = []
    given = tuple(events)
    for number, event in enumerate(given, 1):
        last = number == len(given)
        quiet = quiet_turn(deal, event) if deal is not None and last else None
        if quiet is None:
            happened.append(event)
            deal = evolve(deal, event)
        else:
            drew, deal = quiet
            happened += (event, ev.CLOSED, drew)
    if deal is None:
        raise EventError(Message("no deal has started"))
    while (event_ := next_automatic_event(deal, rules, setting)) is not None:
        deal = evolve(deal, event_)
        happened.append(event_)
    return tuple(happened), deal


def choose(deal: DealState, calls: tuple[Response, ...], rules: Rules) -> tuple[ev.Event, ...]:
    """Return the events that the players choose, without what follows from them.

    Raises:
        IllegalActError: an act that may not be done.
    """
    options = legal_actions(deal, rules)
    phase = deal.phase
    if len(calls) == 1 and type(phase) is Acting and calls[0].seat == phase.seat:
        act = calls[0].action
        if type(act) in _TURN_ACTS and is_among(act, options[phase.seat]):
            return (_turn(deal, phase, act),)
    if len(calls) > 1 and len({call.seat for call in calls}) < len(calls):
        raise IllegalActionError(Message("a seat answers once"), deal, options)
    if deal.over:
        beside = late(deal, rules)
        if not calls or any(call.action not in beside.get(call.seat, ()) for call in calls):
            raise IllegalActionError(Message("the deal is over"), deal, options, *calls[:1])
        return _late(deal, calls, rules, options)
    takes = [call for call in calls if isinstance(call.action, Take)]
    if not takes:
        return _played(deal, calls, rules, options)
    for call in takes:
        _check(deal, call, options, options)
    taken = tuple(ev.Taken(call.seat) for call in takes)
    others = tuple(call for call in calls if call not in takes)
    return (*taken, *_played(deal, others, rules, options)) if others else taken


def _played(
    deal: DealState,
    calls: tuple[Response, ...],
    rules: Rules,
    options: Mapping[Wind, Sequence[Action]],
) -> tuple[ev.Event, ...]:
    phase = deal.phase
    if isinstance(phase, Offered):
        more = deal.window is not None or deal.untaken_claims
        offered = claim_options(deal, phase, rules) if more else options
        if _for_earlier(deal, calls, offered, rules):
            return _late(deal, calls, rules, options)
        return (_close(deal, phase, calls, rules, offered, options),)
    if not calls:
        raise IllegalActionError(Message("somebody has to act"), deal, options)
    if isinstance(phase, Announcing):
        if all(isinstance(call.action, Announce) for call in calls):
            return _announce(deal, calls, options)
        return _late(deal, calls, rules, options)
    assert isinstance(phase, Acting)
    if any(call.seat != phase.seat for call in calls) or type(calls[0].action) in _CALLS:
        return _late(deal, calls, rules, options)
    if len(calls) > 1:
        raise IllegalActionError(Message("one player acts at a time"), deal, options)
    _check(deal, calls[0], options, options)
    return (_turn(deal, phase, calls[0].action),)


def _for_earlier(
    deal: DealState,
    calls: tuple[Response, ...],
    offered: Mapping[Wind, Sequence[Action]],
    rules: Rules,
) -> bool:
    """Return whether a call is for the tile that was offered before the present one."""
    if deal.window is None:
        return False
    earlier = late(deal, rules)
    return any(
        call.action not in offered.get(call.seat, ()) and call.action in earlier.get(call.seat, ())
        for call in calls
    )


def _check(
    deal: DealState,
    call: Response,
    options: Mapping[Wind, Sequence[Action]],
    shown: Mapping[Wind, Sequence[Action]],
    why: str = "",
) -> None:
    if not is_among(call.action, options.get(call.seat, ())):
        what = why or _may_not(call)
        raise IllegalActionError(what, deal, shown, call)


def is_among(act: Action, acts: Sequence[Action]) -> bool:
    """Return whether an action is one of some; one of these itself is found without comparing."""
    for one in acts:
        if one is act:
            return True
    return act in acts


def _may_not(call: Response) -> Message:
    return Message("{seat} may not {act}", seat=call.seat, act=action_message(call.action))


# ---- a turn --------------------------------------------------------------------------------------


def _turn(deal: DealState, acting: Acting, act: Action) -> ev.Event:
    seat = acting.seat
    if isinstance(act, Discard):
        return plain.discarded(seat, act)
    match act:
        case ConcealedKong(tiles=tiles):
            return ev.KongDeclared(seat, Meld("concealed_kong", tiles))
        case ExtendedKong(tile=tile):
            sets = deal.players[seat].sets
            pung = next(s for s in sets if s.kind == "pung" and s.tiles[0].kind == tile.kind)
            made = Meld("extended_kong", (*pung.tiles, tile), pung.claimed_from)
            return ev.KongDeclared(seat, made)
        case DeclareWin():
            return ev.Won((seat,))
        case NineKinds():
            return ev.Aborted("nine_kinds")
        case _:
            raise AssertionError(act)


def _announce(
    deal: DealState, calls: tuple[Response, ...], options: Mapping[Wind, Sequence[Action]]
) -> tuple[ev.Event, ...]:
    """Return announcements in turn from East; each binds, out of turn too."""
    found = []
    for call in sorted(calls, key=lambda call: call.seat):
        _check(deal, call, options, options)
        assert isinstance(call.action, Announce)
        found.append(ev.Announced(call.seat, call.action.tenpai))
    return tuple(found)


# ---- calls ---------------------------------------------------------------------------------------


def _close(
    deal: DealState,
    offer: Offered,
    calls: tuple[Response, ...],
    rules: Rules,
    options: Mapping[Wind, Sequence[Action]],
    shown: Mapping[Wind, Sequence[Action]],
) -> ev.Closed:
    for call in calls:
        _check(deal, call, options, shown)
        _in_time(deal, call, rules, options)
    found = resolve_claims(offer.seat, calls, rules.claims)
    missed = missed_by(deal, offer, found.winners, rules)
    answered = {call.seat for call in calls}
    silent = tuple(seat for seat in options if seat not in answered)
    return ev.Closed(calls, found.winners, found.taker, found.meld, missed, silent)


def _turn_of(deal: DealState) -> Wind | None:
    return deal.phase.seat if isinstance(deal.phase, Acting) else None


def _in_time(
    deal: DealState, call: Response, rules: Rules, options: Mapping[Wind, Sequence[Action]]
) -> None:
    """Refuse a set that is called when the time for it is over, where a clock measures it."""
    window = rules.claims.meld_window
    if not isinstance(window, Seconds) or not isinstance(call.action, MeldClaim):
        return
    if call.seconds is not None and call.seconds > window.seconds:
        why = Message(
            "{seat} calls after {seconds} seconds, and a call has {most}",
            seat=call.seat,
            seconds=call.seconds,
            most=window.seconds,
        )
        raise IllegalActionError(why, deal, options, call)


def _late(
    deal: DealState,
    calls: tuple[Response, ...],
    rules: Rules,
    options: Mapping[Wind, Sequence[Action]],
) -> tuple[ev.Event, ...]:
    """Return the events of a call for the last offered tile: what followed it is taken back."""
    rushed_draw = any(call.rushed_draw for call in calls)
    found = next(
        (
            (number, window)
            for number, window, allowed in late_windows(deal, rules, rushed_draw=rushed_draw)
            if all(call.action in allowed.get(call.seat, ()) for call in calls)
        ),
        None,
    )
    if found is None:
        raise _too_late(deal, calls, rules, options)
    for call in calls:
        _in_time(deal, call, rules, options)
    number, window = found
    assert isinstance(window.deal.phase, Offered)
    offered = claim_options(window.deal, window.deal.phase, rules)
    now = {call.seat for call in calls}
    earlier = tuple(call for call in window.called if call.seat not in now)
    moment = 1 + max((call.order for call in earlier), default=0)
    then = tuple(replace(call, order=moment + call.order) for call in calls)
    again = _close(window.deal, window.deal.phase, (*earlier, *then), rules, offered, offered)
    return ev.TakenBack(number), again


def _too_late(
    deal: DealState,
    calls: tuple[Response, ...],
    rules: Rules,
    options: Mapping[Wind, Sequence[Action]],
) -> IllegalActionError:
    """Return the error of the first call that may not be made."""
    for call in calls:
        if call.action not in late(deal, rules, rushed_draw=call.rushed_draw).get(call.seat, ()):
            why = Message(
                "it is not the turn of {seat}, and it is too late to {act}",
                seat=call.seat,
                act=action_message(call.action),
            )
            if call.seat == _turn_of(deal):
                why = _may_not(call)
            return IllegalActionError(why, deal, options, call)
    return IllegalActionError(
        Message("these calls are for different tiles"), deal, options, calls[0]
    )
