"""Late calls match the slow checker's, and play continues from the called tile."""

from __future__ import annotations

import pytest
from effort import DEALS, seed_of
from slow_late import Calls, late_for, offers, slow_late
from slow_players import pick
from slow_rulesets import RULES, TRIED
from slow_watched import Watched

from riichi_core.play import events as ev
from riichi_core.play.actions import PASS, Action, Response
from riichi_core.play.decide import decide_and_advance
from riichi_core.play.evolve import evolve
from riichi_core.play.legal import late_calls, legal_actions
from riichi_core.play.state import DealState


class Tardy(Watched):
    """A deal in which players often stay silent about a tile that they could call."""

    called = 0

    def play(self) -> None:
        """Play on, with an occasional late call, until one has been made or the hand is over."""
        while True:
            found = {
                hasty: slow_late(self.history, self.rules, hasty=hasty) for hasty in (False, True)
            }
            for hasty, expected in found.items():
                engine = late_calls(self.deal, self.rules, hasty=hasty)
                self.compare({seat: set(acts) for seat, acts in engine.items()}, expected, "late")
            if found[True] and self.chance.below(3) == 0:
                self.call_late(found[True])
                return
            if self.deal.over:
                return
            self.go_on()

    def go_on(self) -> None:
        """Make a move that is not a late call; players who could call usually stay silent."""
        late_ones = late_calls(self.deal, self.rules)
        calls = []
        for seat, acts in legal_actions(self.deal, self.rules).items():
            options = set(acts) - (set(late_ones.get(seat, ())) if PASS not in acts else set())
            if not options or (PASS in options and self.chance.below(3)):
                continue
            chosen = pick(self.table, seat, options, self.moods[seat], self.chance)
            calls.append(Response(seat, chosen))
        self.follow(*decide_and_advance(self.deal, calls, self.rules), len(calls))

    def follow(self, events: tuple[ev.Event, ...], deal: DealState, chosen: int = 1) -> None:  # noqa: ARG002 - as Watched
        """Fold the events; late calls are compared separately."""
        self.deal = deal
        for event in events:
            self.table.happen(event)
            self.history.append(event)

    def call_late(self, found: Calls) -> None:
        """Call a tile: everything that followed is undone."""
        seat = sorted(found)[self.chance.below(len(found))]
        options = sorted(found[seat], key=str)
        act: Action = options[self.chance.below(len(options))]
        events, after = decide_and_advance(self.deal, [Response(seat, act, hasty=True)], self.rules)
        assert isinstance(events[0], ev.TakenBack)
        place = next(
            place
            for place in offers(self.history)
            if act in late_for(self.history, place, self.rules, hasty=True).get(seat, ())
        )
        deal: DealState | None = None
        for event in (*self.history[: place + 1], *events[1:]):
            deal = evolve(deal, event)
        assert deal is not None
        assert after._replace(late_offer=None) == deal._replace(late_offer=None), (
            self.name,
            self.seed,
        )
        type(self).called += 1


@pytest.mark.random
@pytest.mark.parametrize("name", TRIED)
def test_late_calls_match_the_checker_at_every_step_of_arranged_deals(name: str) -> None:
    for seed in map(seed_of, range(DEALS)):
        Tardy(RULES[name](seed), name, seed).play()


def test_some_late_calls_were_made() -> None:
    rules = RULES["ema-2025"]
    before = Tardy.called
    for seed in range(6):
        Tardy(rules(seed), "ema-2025", seed).play()
    assert Tardy.called - before > 1
