"""Any action at a table, legal or not: a refused action has a reason and changes nothing."""

from __future__ import annotations

import pytest
from effort import examples
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from playing import NAMES, RULESETS, check

from riichi_core.game.fouls import IMPOSSIBLE_WITHOUT, Degrees, fouls, judge
from riichi_core.play.actions import (
    NINE_KINDS,
    NOTEN,
    PASS,
    TAKE,
    TENPAI,
    WIN,
    Action,
    Chii,
    ClaimedKan,
    ConcealedKan,
    Discard,
    ExtendedKan,
    Pon,
    Response,
)
from riichi_core.play.decide import IllegalActionError
from riichi_core.play.legal import late_calls
from riichi_core.play.table import Table, TableError
from riichi_core.tiles import TILES, Wind

tiles = st.sampled_from(sorted(TILES.values()))
any_act: st.SearchStrategy[Action] = st.one_of(
    st.sampled_from([WIN, PASS, NINE_KINDS, TAKE, TENPAI, NOTEN]),
    st.builds(Discard, tiles, st.booleans(), st.booleans()),
    st.builds(ExtendedKan, tiles),
    tiles.map(lambda tile: ConcealedKan((tile.plain,) * 4)),
    tiles.map(lambda tile: ClaimedKan((tile.plain,) * 3)),
    st.tuples(tiles, tiles).map(lambda two: Pon(tuple(sorted(two)))),
    st.tuples(tiles, tiles).map(lambda two: Chii(tuple(sorted(two)))),
)
seats = st.sampled_from(list(Wind))


class Playing(RuleBasedStateMachine):
    """A table, and every action of players and referees at it."""

    @initialize(name=st.sampled_from(NAMES), seed=st.integers(0, 1000))
    def sit_down(self, name: str, seed: int) -> None:
        self.table = Table(RULESETS[name], seed=seed)
        self.table.start()

    @precondition(lambda self: not self.table.deal_over)
    @rule(data=st.data(), silent=st.booleans())
    def play_on(self, data: st.DataObject, silent: bool) -> None:
        legal = self.table.legal_actions()
        turn: Wind | None = getattr(self.table.deal.phase, "seat", None)
        if (
            turn is not None and turn in legal
        ):  # a player is in turn, and the others could call late
            calls = [Response(turn, data.draw(st.sampled_from(legal[turn])))]
        else:
            calls = [
                Response(seat, data.draw(st.sampled_from(acts))) for seat, acts in legal.items()
            ]
            calls = calls[silent:] or calls
        happened = self.table.push(*calls)
        assert happened

    @precondition(lambda self: not self.table.deal_over)
    @rule(seat=seats, act=any_act, hasty=st.booleans())
    def try_anything(self, seat: Wind, act: Action, hasty: bool) -> None:
        table = self.table
        before, legal = table.game, table.legal_actions()
        may = act in legal.get(seat, ()) or (
            hasty and act in late_calls(table.deal, table.rules, hasty=True).get(seat, ())
        )
        try:
            table.push(Response(seat, act, hasty=hasty))
        except IllegalActionError as error:
            assert not may
            assert table.game == before
            assert (error.seat, error.action, error.legal) == (seat, act, legal)
            assert error.position in str(error.detail)
            assert str(seat) in error.message
        else:
            assert may

    @precondition(lambda self: not self.table.over and not self.table.deal_over)
    @rule(seat=seats, foul=st.sampled_from(fouls()))
    def report(self, seat: Wind, foul: str) -> None:
        price = judge(foul, self.table.rules).penalty
        points = price.amounts[0] if isinstance(price, Degrees) else None
        discards = self.table.deal.players[seat].discards
        if foul in IMPOSSIBLE_WITHOUT["riichi"] and not any(tile.riichi for tile in discards):
            with pytest.raises(TableError, match="has not declared riichi"):
                self.table.report(seat, foul, points)
            return
        self.table.report(seat, foul, points)

    @precondition(lambda self: self.table.deal_over and not self.table.over)
    @rule()
    def next_deal(self) -> None:
        self.table.next_deal()

    @rule(times=st.integers(1, 4))
    def undo(self, times: int) -> None:
        for _ in range(times):
            if self.table.game.deal is None or len(self.table.events) == 1:
                break
            before = self.table.events
            self.table.pop()
            assert self.table.events == before[: len(self.table.events)]

    @precondition(lambda self: not self.table.deal_over)
    @rule()
    def cannot_be_settled_before_its_end(self) -> None:
        before = self.table.game
        for wrong in (self.table.settle, self.table.start):
            try:
                wrong()
            except TableError:
                assert self.table.game == before
            else:
                raise AssertionError(wrong)

    @invariant()
    def nothing_is_lost(self) -> None:
        if hasattr(self, "table"):
            check(self.table)


Playing.TestCase.settings = settings(
    max_examples=examples(60), stateful_step_count=60, deadline=None
)
TestPlaying = Playing.TestCase
