"""Random games and their records, so that tests do not need recorded files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from riichi.games.replay.deal_history import DealHistory, finish_deal
from riichi.games.replay.recorded_game import Move, RecordedDeal
from riichi_core.game.game import Standing, first_standing
from riichi_core.play.actions import (
    NINE_KINDS,
    PASS,
    WIN,
    Action,
    ConcealedKan,
    Discard,
    ExtendedKan,
    MeldClaim,
    Response,
)
from riichi_core.play.decide import advance, decide_and_advance
from riichi_core.play.events import Event, Started
from riichi_core.play.evolve import start as begin
from riichi_core.play.legal import legal_actions, turn_acts
from riichi_core.play.state import Acting, DealState, Offered
from riichi_core.play.wall import Wall
from riichi_core.rules.rules import Rules
from riichi_core.seeded import SeededRandom
from riichi_core.tiles import Wind


def one_deal(
    standing: Standing, rules: Rules, chance: SeededRandom, *, silent: bool = False, calls: int = 30
) -> DealHistory:
    """Return a random deal; `silent` players sometimes stay silent and call late.

    `calls` is the percentage of possible claims that are made.
    """
    wall = Wall.shuffled(rules.tiles, chance)
    east, south, west, north = (standing.scores[standing.player(seat)] for seat in Wind)
    first = Started(wall, standing.round_wind, standing.counters, standing.bets,
                    (east, south, west, north))  # fmt: skip
    events: list[Event] = [first]
    happened, deal = advance(begin(first), (), rules)
    events += happened
    while not deal.over:
        happened, deal = decide_and_advance(
            deal, _answers(deal, rules, chance, silent, calls), rules
        )
        events += happened
    return finish_deal(standing, events, (deal,), rules)


def deals(
    seed: int, rules: Rules, count: int, *, silent: bool = False, calls: int = 30
) -> list[DealHistory]:
    """Return consecutive deals of one game, as long as no player is below zero."""
    chance, standing, found = SeededRandom(seed), first_standing(rules), []
    for _ in range(count):
        done = one_deal(standing, rules, chance, silent=silent, calls=calls)
        found.append(done)
        standing = done.next_standing
        if min(standing.scores) < 0 or standing.round > 3:
            break
    return found


def _answers(
    deal: DealState, rules: Rules, chance: SeededRandom, silent: bool, calls: int
) -> list[Response]:
    options = legal_actions(deal, rules)
    if isinstance(deal.phase, Acting):
        seat = deal.phase.seat
        late = [(other, act) for other, acts in options.items() for act in acts if other != seat]
        if late and chance.below(2):
            return [Response(*late[chance.below(len(late))])]
        return [Response(seat, _act(deal, seat, list(turn_acts(deal, deal.phase, rules)), chance))]
    if isinstance(deal.phase, Offered):
        return list(_calls(options.items(), chance, silent, calls))
    return [Response(seat, acts[chance.below(len(acts))]) for seat, acts in options.items()]


def _calls(options: Any, chance: SeededRandom, silent: bool, calls: int) -> Iterator[Response]:
    for seat, acts in options:
        if silent and chance.below(3) == 0:
            continue
        melds = [act for act in acts if isinstance(act, MeldClaim)]
        if WIN in acts and chance.below(10):
            yield Response(seat, WIN)
        elif melds and chance.below(100) < calls:
            yield Response(seat, melds[chance.below(len(melds))])
        else:
            yield Response(seat, PASS)


def _act(deal: DealState, seat: Wind, acts: list[Action], chance: SeededRandom) -> Action:
    """Return a win, a quad or a riichi if possible, else a discard that fits few other tiles."""
    if WIN in acts:
        return WIN
    if NINE_KINDS in acts and chance.below(2):
        return NINE_KINDS
    special: list[Action] = [a for a in acts if isinstance(a, ConcealedKan | ExtendedKan)]
    special += [a for a in acts if isinstance(a, Discard) and a.riichi]
    if special and chance.below(10):
        return special[chance.below(len(special))]
    discards = [act for act in acts if isinstance(act, Discard) and not act.riichi]
    place = deal.players[seat]
    drawn = deal.phase.tile if isinstance(deal.phase, Acting) else None
    kinds = [t.kind for t in (*place.hand, *([drawn] if drawn else []))]
    return min(discards, key=lambda act: (_use(act.tile.kind, kinds), chance.below(100)))


def _use(kind: int, kinds: list[int]) -> int:
    near = [one for one in kinds if one // 9 == kind // 9 and kind < 27 and 0 < abs(one - kind) < 3]
    return 4 * (kinds.count(kind) - 1) + sum(3 - abs(one - kind) for one in near)


# ---- records without the places where they were read ---------------------------------------------


def plain(deal: RecordedDeal) -> RecordedDeal:
    """Return the same without details of the notation: places, the order of a hand, ura."""
    return replace(
        deal,
        moves=tuple(Move(player, act, "") for player, act, _ in deal.moves),
        hands=tuple(tuple(sorted(hand)) for hand in deal.hands),
        result=replace(deal.result, ura=(), tenpai=None),
    )


# ---- mjai lines by hand --------------------------------------------------------------------------


def joined(lines: list[dict[str, Any]]) -> str:
    return "\n".join(map(json.dumps, lines))


CHARACTERS = [f"{n}m" for n in range(1, 10)]
BAMBOO = [f"{n}s" for n in range(1, 10)]
STRAIGHTS = [
    [*CHARACTERS, "4p", "6p", "1s", "1s"],
    [*BAMBOO, "4p", "6p", "2m", "2m"],
    [*CHARACTERS, "4p", "6p", "9s", "9s"],
]
"""Three hands that wait for the middle circles with a straight."""


def straights(*end: dict[str, Any]) -> str:
    """Return the lines of a deal in which East's first discard completes three hands."""
    east = ["E", "E", "S", "S", "W", "W", "N", "N", "P", "P", "F", "F", "5p"]
    start = {
        "type": "start_kyoku", "bakaze": "E", "dora_marker": "1p", "kyoku": 1, "honba": 1,
        "kyotaku": 2, "oya": 0, "scores": [25000] * 4, "tehais": [east, *STRAIGHTS],
    }  # fmt: skip
    play = [
        {"type": "tsumo", "actor": 0, "pai": "C"},
        {"type": "dahai", "actor": 0, "pai": "5p", "tsumogiri": False},
    ]
    return joined([start, *play, *end])
