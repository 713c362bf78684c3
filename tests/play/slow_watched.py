"""A deal played by the engine, with the slow checker's answer at every step."""

from __future__ import annotations

from slow_legal import called_off, legal_at
from slow_players import Mood, arranged_wall, pick
from slow_table import Table

from riichi_core.play import events as ev
from riichi_core.play.actions import Action, DeclareTenpai, Response
from riichi_core.play.decide import advance, decide_and_advance
from riichi_core.play.legal import legal_actions
from riichi_core.play.state import DealState
from riichi_core.play.wall import Wall
from riichi_core.rules.rules import Rules
from riichi_core.seeded import SeededRandom
from riichi_core.tiles import Wind


class Watched:
    """A deal, and the slow table that follows it."""

    def __init__(self, rules: Rules, name: str, seed: int, wall: Wall | None = None) -> None:
        self.rules, self.name, self.seed = rules, name, seed
        self.chance = SeededRandom(seed)
        self.table = Table(rules)
        self.history: list[ev.Event] = []
        self.moods = [Mood.by(self.chance) for _ in Wind]
        chance = self.chance
        scores = [(30000, 30000, 900, -500, 7000)[chance.below(5)] for _ in range(4)]
        start = ev.Started(
            wall or arranged_wall(rules, chance),
            Wind(chance.below(3)),
            chance.below(7),
            1000 * chance.below(3),
            (scores[0], scores[1], scores[2], scores[3]),
            chance.below(3),
        )
        events, self.deal = advance(None, [start], rules)
        self.follow(events, self.deal)

    def follow(self, events: tuple[ev.Event, ...], deal: DealState, chosen: int = 1) -> None:
        """Fold the events; an offer that closed by itself must have been one nobody could call."""
        self.deal = deal
        for number, event in enumerate(events):
            if isinstance(event, ev.Closed) and number:
                self.compare({}, legal_at(self.table), "closed by itself")
            if isinstance(event, ev.Announced) and number >= chosen:
                only: dict[Wind, set[Action]] = {event.seat: {DeclareTenpai(event.tenpai)}}
                self.compare(only, {event.seat: legal_at(self.table)[event.seat]}, "by itself")
            if isinstance(event, ev.Drew | ev.Claimed | ev.WallEmpty | ev.Aborted):
                self.check_abort(event)
            self.table.happen(event)
            self.history.append(event)
        found = {seat: set(acts) for seat, acts in legal_actions(deal, self.rules).items()}
        self.compare(found, legal_at(self.table), "now")

    def check_abort(self, event: ev.Event) -> None:
        """Check that a deal is aborted exactly when it should be, and for a correct reason."""
        expected = called_off(self.table)
        cause = event.cause if isinstance(event, ev.Aborted) else ""
        assert cause in expected | {"nine_kinds"} if cause else not expected, (
            f"{self.name}, seed {self.seed}: {event}, and not {expected}"
        )

    def compare(
        self, fast: dict[Wind, set[Action]], slow: dict[Wind, set[Action]], when: str
    ) -> None:
        if fast == slow:
            return
        lines = [f"{self.name}, seed {self.seed}, {when}:"]
        for seat in Wind:
            engine, checker = fast.get(seat, set()), slow.get(seat, set())
            if engine != checker:
                only = sorted(map(str, engine - checker)), sorted(map(str, checker - engine))
                lines.append(f"  {seat}: only the engine {only[0]}, only the checker {only[1]}")
        for seat, chair in zip(Wind, self.table.chairs, strict=True):
            hand, thrown = " ".join(map(str, sorted(chair.hand))), " ".join(map(str, chair.thrown))
            lines.append(
                f"  {seat}: {hand} + {chair.drawn}, {[str(one) for one in chair.sets]}, threw "
                f"{thrown}; {chair.riichi}, passed {chair.passed}, dead {chair.dead}"
            )
        lines += [f"  left {self.table.left}, quads {self.table.quads}, calm {self.table.calm}"]
        lines += [f"  {event}" for event in self.history[-12:] if not isinstance(event, ev.Started)]
        raise AssertionError("\n".join(lines))

    def play(self) -> None:
        """Play on to the end of the deal; sometimes a hand dies."""
        while not self.deal.over:
            options = legal_at(self.table)
            if self.chance.below(400) == 0:
                died = ev.HandDied(Wind(self.chance.below(4)), "a test")
                self.follow(*advance(self.deal, [died], self.rules))
                continue
            calls = [
                Response(seat, pick(self.table, seat, acts, self.moods[seat], self.chance))
                for seat, acts in options.items()
            ]
            self.follow(*decide_and_advance(self.deal, calls, self.rules), len(calls))
