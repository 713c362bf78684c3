"""The players who may still call late, worked out from the events of a deal in order."""

from __future__ import annotations

from slow_legal import legal_at
from slow_table import Table

from riichi_core.play import actions as acts, events as ev
from riichi_core.play.actions import Action
from riichi_core.rules.chapters.claims import Seconds
from riichi_core.rules.rules import Rules
from riichi_core.tiles import Wind

Calls = dict[Wind, set[Action]]


def slow_late(history: list[ev.Event], rules: Rules, *, hasty: bool) -> Calls:
    """Return the late calls that each seat may make, for any tile."""
    found: Calls = {}
    for place in offers(history):
        for seat, calls in late_for(history, place, rules, hasty=hasty).items():
            found.setdefault(seat, set()).update(calls)
    return found


def offers(history: list[ev.Event]) -> list[int]:
    """Return where a player stayed silent on an offered tile, the last first."""
    found, offered = [], -1
    for place, event in enumerate(history):
        if isinstance(event, ev.Discarded | ev.QuadDeclared):
            offered = place
        if isinstance(event, ev.Closed) and event.silent:
            found.append(offered)
    return found[::-1]


def late_for(history: list[ev.Event], place: int, rules: Rules, *, hasty: bool) -> Calls:
    """Return the late calls that each seat may make for the tile offered there."""
    offer = history[place]
    assert isinstance(offer, ev.Discarded | ev.QuadDeclared)
    then = next(n for n in range(place, len(history)) if isinstance(history[n], ev.Closed))
    closed, after = history[then], history[then + 1 :]
    assert isinstance(closed, ev.Closed)
    quad = isinstance(offer, ev.QuadDeclared)
    following = Wind((offer.seat + 1) % 4)
    one = closed.taker if closed.taker is not None else offer.seat if quad else following
    story = _story(after, one)
    if story is None:
        return {}
    by = {
        acts.DeclareWin: _wins(story, closed, rules, hasty=hasty),
        acts.Pon: _melds(story, closed, rules, hasty=hasty),
        acts.ClaimedKan: _melds(story, closed, rules, hasty=hasty),
    }
    table = Table(rules)
    for event in history[: place + 1]:
        table.happen(event)
    past = {one} if "draw" in story else set()
    return {
        seat: left
        for seat, calls in legal_at(table).items()
        if seat in closed.silent
        and seat not in past
        and (left := {call for call in calls if by.get(type(call), False)})
    }


def _story(after: list[ev.Event], one: Wind) -> list[str] | None:
    """Return the acts of one player; None if another did more than draw, or the deal ended."""
    story: list[str] = []
    for event in after:
        match event:
            case ev.Drew(seat=seat) if seat == one and "discard" not in story:
                story.append("draw")
            case ev.QuadDeclared(seat=seat) | ev.Discarded(seat=seat) if seat != one:
                return None
            case ev.Claimed(seat=seat) if seat != one or "discard" in story:
                return None
            case ev.QuadDeclared():
                story.append("quad")
            case ev.Discarded():
                story.append("discard")
            case ev.Won(winners=winners) if story:
                if winners != (one,) or "discard" in story or _robbed(after):
                    return None
                story.append("win")
            case ev.Announced() if "discard" in story:
                return None
            case ev.Exhausted() | ev.Aborted() | ev.Reported():
                return None
    return story if story.count("discard") < 2 else None


def _robbed(after: list[ev.Event]) -> bool:
    return any(isinstance(event, ev.Closed) and event.winners for event in after)


def _too_fast(story: list[str], *, claimed: bool) -> set[str]:
    """Return the hasty acts that the rules cover."""
    named = {"draw"} if "draw" in story else set()
    named |= {"draw_and_quad"} if "quad" in story else set()
    named |= {"draw_and_win"} if "win" in story else set()
    if "discard" in story:
        named.add("claim_and_discard" if claimed else "draw_and_discard")
    return named


def _wins(story: list[str], closed: ev.Closed, rules: Rules, *, hasty: bool) -> bool:
    closes = {
        "until_discard": {"discard", "win"},
        "until_discard_or_quad": {"discard", "win", "quad"},
        "until_draw": {"discard", "win", "draw"},
    }
    how = rules.claims.win_window
    if how == "all_asked":
        return False
    named = _too_fast(story, claimed=closed.taker is not None)
    undone = hasty and named <= set(rules.claims.late_call_undoes.win)
    return undone or not closes[how] & set(story)


def _melds(story: list[str], closed: ev.Closed, rules: Rules, *, hasty: bool) -> bool:
    claims = rules.claims
    if claims.meld_window == "all_asked":
        return False
    if closed.taker is not None:
        sequence = isinstance(closed.meld, acts.Chii)
        return sequence and not story and claims.meld_precedence == "by_rank"
    if story == ["draw"] and isinstance(claims.meld_window, Seconds):
        return True
    named = _too_fast(story, claimed=False)
    return hasty and bool(named) and named <= set(claims.late_call_undoes.meld)
