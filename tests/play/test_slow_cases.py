"""Scripted deals, comparing the slow checker with the engine at each step."""

from __future__ import annotations

from typing import Any

import pytest
from each import each
from effort import DEALS, first, seed_of
from slow_legal import legal_at, slow_legal
from slow_rulesets import RULES, TRIED, laid_over
from slow_watched import Watched

from riichi_core.play import actions as acts, events as ev
from riichi_core.play.actions import Action, Response
from riichi_core.play.decide import advance, decide_and_advance
from riichi_core.play.wall import Wall, tiles_beside
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.seeded import SeededRandom
from riichi_core.tiles import Tile, Wind, parse_tiles

EAST, SOUTH, WEST, NORTH = Wind
INDICATOR, UNDER, REPLACEMENTS = 130, 131, (134, 135, 132, 133)

TRIPLES = "22234m999s555p77z"
"""Waits for 2m, 5m and 7z; with 2m as indicator all four 2m are accounted for."""


def wall(rules: Rules, hands: dict[Wind, str], draws: str = "", **places: str) -> Wall:
    """Return a wall with these hands, next tiles to draw, and single tiles at `at130`."""
    order: dict[int, Tile] = {}
    for seat, text in hands.items():
        at = [16 * block + 4 * seat + n for block in range(3) for n in range(4)]
        order |= zip([*at, 48 + seat], parse_tiles(text), strict=True)
    order |= {52 + number: tile for number, tile in enumerate(parse_tiles(draws))}
    order |= {int(place[2:]): parse_tiles(tile)[0] for place, tile in places.items()}
    left = iter(SeededRandom(1).shuffled(tiles_beside(order.values(), rules.tiles)))
    return Wall(tuple(order[place] if place in order else next(left) for place in range(136)))


class Script(Watched):
    """A scripted deal: players without an instruction discard the drawn tile, and pass."""

    def act(self, **wanted: str) -> None:
        """Make one step, with the acts of some seats as text."""
        calls = []
        for seat, found in legal_at(self.table).items():
            by_text = {str(act): act for act in found}
            act: Action
            if str(seat) in wanted:
                act = by_text[wanted[str(seat)]]
            elif acts.PASS in found:
                act = acts.PASS
            elif acts.NOTEN in found or acts.TENPAI in found:
                act = acts.TENPAI if acts.TENPAI in found else acts.NOTEN
            else:
                act = next(a for t, a in by_text.items() if t.startswith("discard") and "wn" in t)
            calls.append(Response(seat, act))
        self.follow(*decide_and_advance(self.deal, calls, self.rules), len(calls))

    def until(self, seat: Wind) -> None:
        """Draw, discard and pass until it is a seat's turn."""
        while self.table.acting != seat:
            self.act()

    def to_the_end(self) -> None:
        while not self.deal.over:
            self.act()

    def may(self, seat: Wind) -> set[str]:
        return set(map(str, legal_at(self.table).get(seat, ())))

    def said(self, seat: Wind) -> list[bool]:
        found = [one for one in self.history if isinstance(one, ev.Announced)]
        return [one.tenpai for one in found if one.seat == seat]


def changed(**chapters: dict[str, Any]) -> Rules:
    return laid_over("ema-2016", chapters)


def test_passing_a_robbable_quad_makes_a_player_furiten() -> None:
    rules = load("ema-2016").rules
    west = "123456789m67p99s"
    built = wall(rules, {EAST: "55p147m147s1234z9p", WEST: west}, "1z5p2z3z4z5p8p", at134="6z")
    deal = Script(rules, "robbing", 0, built)
    deal.act()
    deal.act()
    assert "win" in deal.may(WEST)
    deal.act(east="pon 55p")
    deal.act(east="discard 9p")
    deal.until(EAST)
    deal.act(east="kan 5p")
    assert deal.may(WEST) == {"win", "pass"}
    deal.act()
    deal.act()
    deal.act(south="discard 8p drawn")
    assert "win" not in deal.may(WEST)


def test_a_claim_that_leaves_only_forbidden_discards_is_not_offered() -> None:
    rules = load("ema-2016").rules
    south = "112233z4567p789s"
    draws = "1z4z5z2z4z5z3z4z5z4p"
    deal = Script(rules, "swaps", 0, wall(rules, {SOUTH: south}, draws))
    for wind, thrown in (("11z", "7s"), ("22z", "8s"), ("33z", "9s")):
        deal.until(EAST)
        deal.act()
        deal.act(south=f"pon {wind}")
        deal.act(south=f"discard {thrown}")
    deal.until(EAST)
    deal.act(east="discard 4p drawn")
    assert deal.may(SOUTH) == {"win", "pass"}


def test_a_concealed_hand_is_tenpai_if_only_a_self_draw_gives_a_yaku() -> None:
    rules = changed(draws={"tenpai": "with_yaku"})
    deal = Script(rules, "drawn", 0, wall(rules, {EAST: "123m567p999s111p3z"}, "1z"))
    deal.to_the_end()
    assert deal.said(EAST) == [True]


def test_a_discard_that_ends_the_deal_can_be_claimed_only_for_a_win() -> None:
    rules = load("tenhou").rules
    hands = {EAST: "11112222m6789s9p", SOUTH: "11112222p6789s9p", WEST: "55s459m3369p1237z"}
    ends = {"at134": "5z", "at135": "6z", "at132": "7z", "at133": "5s"}
    deal = Script(rules, "four quads", 0, wall(rules, hands, "4z4z", **ends))
    deal.act(east="kan 1111m")
    deal.act(east="kan 2222m")
    deal.act()
    deal.until(SOUTH)
    deal.act(south="kan 1111p")
    deal.act(south="kan 2222p")
    deal.act(south="discard 5s drawn")
    assert deal.deal.over


def test_a_quad_of_a_players_own_tiles_is_not_a_claim() -> None:
    rules = changed(furiten={"temporary_ends": ("own_claim",)})
    built = wall(rules, {EAST: "123m567p999s555z3z"}, "1z2z3z2z9s3z", at134="4z")
    deal = Script(rules, "own quad", 0, built)
    deal.act()
    deal.until(EAST)
    deal.act(east="kan 9999s")
    deal.act()
    deal.act(south="discard 3z drawn")
    assert "win" not in deal.may(EAST)


@pytest.mark.long
def test_the_last_discard_yaku_does_not_count_for_tenpai() -> None:
    rules = changed(draws={"tenpai": "with_yaku"})
    deal = Script(rules, "no yaku", 0, wall(rules, {SOUTH: "13m678p234s999s44z"}, "2m"))
    deal.act()
    deal.act(south="chii 13m")
    deal.act(south="discard 9s")
    deal.to_the_end()
    assert deal.said(SOUTH) == [False]


@pytest.mark.long
@each(
    "hand, draws, winning",
    [
        ("123m55s999s555p24p", {"tenpai": "with_yaku"}, {"minimum_han": 4}),
        ("2222m666s333z777z", {"tenpai": "with_yaku", "waiting_on_own_four": "tenpai"}, {}),
    ],
)
def test_a_possible_riichi_counts_as_the_yaku_for_tenpai(
    hand: str, draws: Any, winning: Any
) -> None:
    rules = changed(draws=draws, winning=winning)
    deal = Script(rules, "riichi", 0, wall(rules, {EAST: hand}, "1z"))
    deal.act(east="riichi 1z drawn")
    deal.to_the_end()
    assert deal.said(EAST) == [True]


@pytest.mark.parametrize("place", [INDICATOR, UNDER])
def test_indicators_do_not_affect_a_quad_after_riichi(place: int) -> None:
    rules = changed(riichi={"concealed_quad": "same_waits_readings_and_yaku"})
    built = wall(rules, {EAST: TRIPLES}, "1p1z1z1z9s", **{f"at{place}": "2m"})
    deal = Script(rules, "quad", 0, built)
    deal.act(east="riichi 1p drawn")
    deal.act()
    deal.until(EAST)
    assert "kan 9999s" in deal.may(EAST)


@pytest.mark.parametrize("place", first([INDICATOR, UNDER]))
def test_indicators_do_not_affect_whether_a_riichi_is_tenpai(place: int) -> None:
    rules = changed(draws={"tenpai": "with_yaku"})
    built = wall(rules, {EAST: TRIPLES}, "1p1z1z1z", **{f"at{place}": "2m"})
    deal = Script(rules, "draw", 0, built)
    deal.act(east="riichi 1p drawn")
    deal.to_the_end()
    assert deal.said(EAST) == [True]


@pytest.mark.long
def test_the_last_discard_yaku_does_not_cause_furiten_for_an_earlier_discard() -> None:
    rules = changed(furiten={"caused_by": "with_yaku"})
    built = wall(rules, {SOUTH: "13m678p234s999s44z"}, "2m", at121="9s")
    deal = Script(rules, "last tile", 0, built)
    deal.act()
    deal.act(south="chii 13m")
    deal.act(south="discard 9s")
    while deal.table.left or deal.table.acting is None:
        deal.act()
    deal.act()
    assert "win" in deal.may(SOUTH)


def test_a_dead_hand_barred_only_from_pon_may_call_kan() -> None:
    rules = changed(dead_hand={"bars": ("pon",)})
    deal = Script(rules, "dead", 0, wall(rules, {SOUTH: "147m147p147s1444z"}, "4z"))
    deal.follow(*advance(deal.deal, [ev.HandDied(SOUTH, "a test")], rules))
    deal.act()
    assert deal.may(SOUTH) == {"kan 444z", "pass"}


# ---- games that chance arranges ------------------------------------------------------------------


@pytest.mark.random
@pytest.mark.parametrize("name", TRIED)
def test_every_step_of_arranged_deals_matches_the_checker(name: str) -> None:
    for seed in map(seed_of, range(DEALS)):
        Watched(RULES[name](seed), name, seed).play()


def test_the_checker_needs_only_the_history() -> None:
    watched = Watched(load("tenhou").rules, "tenhou", 1)
    watched.play()
    history = watched.history
    assert slow_legal(history, watched.rules) == {}
    assert set(slow_legal(history[:1], watched.rules)) == {Wind.EAST}
