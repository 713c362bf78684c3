"""States that are made field by field, for speed: held against `_replace`, so that none is lost."""

from __future__ import annotations

from playing import moves

from riichi_core.hands.waits import suits_of
from riichi_core.play import events as ev
from riichi_core.play.actions import PASS, Discard, Response
from riichi_core.play.events import Discarded
from riichi_core.play.evolve import (
    acting_phase,
    discard_event,
    discarded_tile,
    draw_event,
    offered_phase,
    player_after_discard,
    response,
    with_player,
    with_turn,
)
from riichi_core.play.game_state import GameState
from riichi_core.play.legal import tiles_left
from riichi_core.play.observation import Observation, observe
from riichi_core.play.state import SEATS, Acting, DealState, DiscardedTile, Offered, PlayerState
from riichi_core.play.table import Table
from riichi_core.rules.load import load
from riichi_core.seeded import SeededRandom
from riichi_core.tiles import TILES


def games() -> list[GameState]:
    """Return games at many moments, with calls, riichi and kongs among them."""
    table = Table(load("tenhou"), seed=5)
    for _ in moves(table, SeededRandom(5), silence=5):
        pass
    return [table.game_at(number) for number in range(0, len(table.events), 7)]


DEALS = [game.deal for game in games() if game.deal is not None]


def test_a_deal_that_is_played_on_keeps_all_else() -> None:
    for deal in DEALS:
        players, phase, drawn = deal.players[::-1], Acting(SEATS[0], None), deal.drawn + 1
        found = with_turn(deal, players, phase, drawn)
        assert found == deal._replace(players=players, phase=phase, drawn=drawn)
        assert len(found) == len(DealState._fields)


def test_one_player_of_a_deal_is_replaced() -> None:
    for deal in DEALS[:8]:
        for seat in SEATS:
            known = list(deal.players)
            known[seat] = deal.players[seat]._replace(dead=True)
            assert with_player(deal.players, seat, known[seat]) == tuple(known)


def test_a_player_with_another_hand_or_after_a_discard_keeps_all_else() -> None:
    for place in (one for deal in DEALS for one in deal.players if one.hand):
        hand = place.hand[1:]
        suits = suits_of(tile.kind for tile in hand)
        other = place.with_hand(hand, suits, place.sets)
        assert other == place._replace(hand=hand, suits=suits, waits=other.waits)
        assert len(other) == len(PlayerState._fields)
        after = player_after_discard(place, None, Discarded(SEATS[0], place.hand[0]))
        row = (*place.discards, DiscardedTile(place.hand[0]))
        assert after == other._replace(
            discards=row, discarded_kinds=after.discarded_kinds, riichi=after.riichi
        )
        assert len(after) == len(PlayerState._fields)


def test_a_game_keeps_all_but_its_deal() -> None:
    table = Table("ema-2016", seed=1)
    table.start()
    before = table.game
    table.push(str(table.legal_actions("east")[0]))
    assert table.game == before._replace(deal=table.deal)
    assert len(table.game) == len(GameState._fields)


def test_an_observation_has_every_field_and_the_tiles_that_are_left() -> None:
    for deal in DEALS:
        for seat in SEATS:
            view = observe(deal, seat)
            assert len(view) == len(Observation._fields)
            assert view.tiles_left == tiles_left(deal) == deal.tiles_left


def test_what_is_made_once_is_what_is_made_anew() -> None:
    for seat in SEATS:
        assert response(seat, PASS) == Response(seat, PASS)
        for tile in TILES.values():
            assert draw_event(seat, tile) == ev.Drew(seat, tile)
            assert acting_phase(seat, tile) == Acting(seat, tile)
            assert offered_phase(seat, tile) == Offered(seat, tile)
            for tsumogiri in (True, False):
                assert discarded_tile(tile, tsumogiri) == DiscardedTile(tile, tsumogiri)
                for riichi in (False, True, "open"):
                    act = Discard(tile, tsumogiri, riichi)
                    event = ev.Discarded(seat, tile, tsumogiri, riichi)
                    assert discard_event(seat, act) == event
                    assert response(seat, act) == Response(seat, act)
