"""Random rules of settling, of the end of a game and of its result."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

from riichi_core.rules.chapters.draws import Cause
from riichi_core.rules.chapters.yaku import HanWorth, LocalYaku
from riichi_core.rules.rules import Rules

from .liability import LIABLE_FOR

Values = dict[str, Any]

OPEN_RIICHI = LocalYaku(id="open_riichi", worth=HanWorth(concealed=2))


SLOW = ("twice_pure_double_sequence", "mixed_triple_sequence", "triple_triplet")
"""Yaku that the slow scorer looks for long; they are left out, for scoring is tried elsewhere."""


def settling(rng: Random, base: Rules) -> Rules:
    """Return random rules, the same for the same state of `rng`; everything else as in `base`.

    The values are not checked for contradictions: one without effect next to another has none here.
    """
    values, kept = drawn(rng), rng.choice([0.0, 0.3, 0.7])
    found = base.changed({path: value for path, value in values.items() if rng.random() >= kept})
    yaku = found.yaku.model_copy(update={"local": (OPEN_RIICHI,), **dict.fromkeys(SLOW, "none")})
    return found.model_copy(update={"yaku": yaku})


def drawn(rng: Random) -> Values:
    """Return a random value for each option of settling, of the end of a game and of its result."""
    return {**_wins(rng), **_draws(rng), **_beside_the_points(rng), **_game(rng)}


def _some(rng: Random, words: list[str]) -> list[str]:
    return [word for word in words if rng.random() < 0.6]


NEXT_DEALS = (
    "redeal", "redeal_with_counter", "dealer_rotates", "dealer_rotates_with_counter",
)  # fmt: skip


def _points(rng: Random, *points: int) -> int:
    return rng.choice(points)


def _stays(rng: Random) -> list[str]:
    return _some(rng, ["win", "tenpai", "noten"])


def _aborted(rng: Random, *cases: str) -> Values:
    """Return the consequences of an aborted deal; the dealer may depend on one of the cases."""
    by_case = {case: rng.choice(["stays", "rotates"]) for case in (rng.choice(cases), "other")}
    return {
        "counter": rng.choice(["added", "not_added"]),
        "dealer": rng.choice(["stays", "rotates", by_case]),
        "bets": rng.choice(["stay", "returned"]),
    }


def _wins(rng: Random) -> Values:
    several = {
        "own_bets": rng.choice(["returned", "nearest"]),
        "other_bets": rng.choice(["nearest", "shared"]),
        "counters": rng.choice(["each", "nearest"]),
        "dealer": rng.choice(["stays", "stays_if_nearest"]),
    }
    abort = {"at_most_two": {**several, "three": _aborted(rng, "east")}}
    counters = rng.choice(["discarder", "liable", "half_each"])
    part = {"liable_yakuman": {"counters": rng.choice(["liable", "shared"])}}
    prices: Values = {
        f"yaku.{name}": rng.choice([{"yakuman": 1}, {"yakuman": 1}, {"yakuman": 2}])
        for name in LIABLE_FOR[:3]
    }
    prices["yaku.after_a_quad"] = rng.choice([{"concealed": 1, "open": 1}, {"yakuman": 1}])
    if rng.random() < 0.1:
        prices["yaku.big_three_dragons"] = {"concealed": 6, "open": 5}
    return {
        **prices,
        "claims.winners": rng.choice(["head_bump", {"all": several}, {"all": several}, abort]),
        "liability.yaku": _some(rng, [*LIABLE_FOR]),
        "liability.earlier_sets": rng.choice(["melded", "visible"]),
        "liability.self_draw": rng.choice(["liable_pays_all", "liable_pays_all", "as_usual"]),
        "liability.discard": rng.choice(
            ["discarder_pays_all", {"half_each": {"counters": counters}}]
        ),
        "liability.covers": rng.choice(["whole_hand", part]),
        "limits.several_yakuman": rng.choice(["best_one", "add_up", {"most": 2}, {"most": 3}]),
        "limits.counted_yakuman": rng.choice(
            ["none", {"han": 13, "base": 8000},
             [{"han": 13, "base": 8000}, {"han": 14, "base": 16000}]]
        ),
        "limits.yakuman": _points(rng, 8000, 8000, 7700),
        "limits.mangan": {"han": 5, "base": _points(rng, 2000, 2000, 1900)},
        "limits.raised_to_mangan": _some(rng, ["four_han_thirty_fu", "three_han_sixty_fu"]),
        "riichi.open": rng.choice(["none", {"deal_in": "usual"}, {"deal_in": "yakuman"}]),
        "riichi.needs_points": rng.choice([False, True, 100, 1100, 24000]),
        "riichi.bet": _points(rng, 1000, 1000, 250, 0),
        "setup.wareme": rng.choice(["none", "double"]),
        "dealer.stays_on": rng.choice(
            [_stays(rng),
             {rng.choice(["east", "south", "west"]): _stays(rng), "other": _stays(rng)}]
        ),
        "dealer.wins_in_a_row": {
            "draw": "ends", "after_eighth": rng.choice(["as_usual", "rotates"])
        },
        "dealer.counter_added_on": _some(rng, ["dealer_win", "exhaustive_draw"]),
        "dealer.counter_value": _points(rng, 300, 300, 1500, 500, 1000, 0),
        "dealer.counters_paid_to": rng.choice(["any_winner", "non_dealers"]),
        "dealer.counters_after_draw": rng.choice(["kept", "cleared"]),
        "winning.minimum_han": 1,
        "winning.minimum_with_counters": rng.choice(
            ["same", {"counters": 5, "han": 2},
             [{"counters": 2, "han": 2}, {"counters": 4, "han": 3}]]
        ),
    }  # fmt: skip


def _draws(rng: Random) -> Values:
    nagashi = {
        "own_calls": "any",
        "counters": rng.choice(["paid", "not_paid"]),
        "bets": rng.choice(["first_from_east", "stay"]),
        "noten_payments": rng.choice(["dropped", "made"]),
        "noten_riichi": rng.choice(["judged", "not_judged"]),
        "dealer": rng.choice(["stays_if_nagashi", "stays_if_tenpai"]),
        "counters_after": rng.choice(["as_after_win", "as_after_draw"]),
        "limit": rng.choice(["mangan", "haneman", "baiman", "sanbaiman", "yakuman"]),
    }
    if rng.random() < 0.3:
        nagashi["riichi"] = "forbidden"
    abortive = {
        **_aborted(rng, *get_args(Cause)),
        "nine_kinds": rng.choice(["may_abort", "play_on"]),
        "four_winds": rng.choice(["abort", "play_on"]),
        "four_riichi": rng.choice(["abort_hands_shown", "abort_hands_hidden", "play_on"]),
        "four_quads": rng.choice(["abort_after_discard", "abort_at_once", "play_on"]),
    }
    price = ["reverse_mangan", "none", {"after_uma": 20000}, {"after_uma": 0}, {"at_table": 8000},
             {"to_each": 3000}]  # fmt: skip
    by_offender = {case: rng.choice(NEXT_DEALS) for case in ("last_hand", "east", "other")}
    noten_riichi = {
        "penalty": rng.choice(["chombo", "dead_hand"]),
        "found_at": ["exhaustive_draw"],
        "dead_hand_excused": rng.choice(["without_proof", "if_shown"]),
    }
    return {
        "draws.noten_total": rng.choice([3000, 1500, 0, {"one": 3000, "two": 4000, "three": 6000}]),
        "draws.nagashi": rng.choice(["none", nagashi, nagashi]),
        "draws.abortive": rng.choice(["none", abortive, abortive]),
        "dead_hand.riichi_bet": rng.choice(["stays", "returned"]),
        "chombo.tournament": rng.choice(price),
        "chombo.casual": rng.choice(price),
        "chombo.when": rng.choice(["at_once", "at_once", "after_the_hand"]),
        "chombo.next_deal": rng.choice([*NEXT_DEALS, by_offender]),
        "chombo.riichi_bets": rng.choice(["returned", "stay"]),
        "chombo.with_win": rng.choice(["void", "void_if_win_can_be_paid", "stands"]),
        "chombo.last_timed_deal": rng.choice(["redeal", "no_redeal", "counts_as_a_deal"]),
        "chombo.after_last_discard": rng.choice(["chombo", "dead_hand"]),
        "fouls.false_win_shown": rng.choice(["chombo", "chombo", "dead_hand", "no_penalty"]),
        "fouls.noten_riichi": rng.choice(["valid", noten_riichi, noten_riichi]),
    }


def _beside_the_points(rng: Random) -> Values:
    chips = {
        "worth": _points(rng, 500, 2000),
        "ippatsu": rng.randint(0, 2),
        "ura_dora": rng.randint(0, 2),
        "red_five": {"concealed": rng.randint(0, 3), "open": rng.randint(0, 2)},
        "yakuman": {"self_draw": rng.randint(0, 5), "discard": rng.randint(0, 10)},
        "bust": rng.randint(0, 3),
        "below_start": rng.randint(0, 1),
    }
    bonus = [{"tile": tile, "copies": rng.randint(1, 2), "han": rng.randint(0, 2),
              "chips": rng.randint(0, 2)} for tile in ("3m", "5s")]  # fmt: skip
    bonus += [
        {
            "tile": "5z",
            "copies": rng.randint(1, 4),
            "han": rng.randint(0, 1),
            "wild": rng.choice(["after_riichi", "ippatsu", "after_open_riichi"]),
        }
    ]
    return {
        "tiles.bonus": rng.choice(["none", bonus, bonus]),
        "chips.awarded": rng.choice(["none", chips, chips]),
        "chips.yakitori": rng.choice(["none", {"to_each_winner": 3000}]),
        "tiles.red_fives": {suit: rng.randint(0, 1) for suit in "mps"},
    }


def _game(rng: Random) -> Values:
    start = _points(rng, 25_000, 30_000, 30_000, 3_000)
    target = {"target": _points(rng, start, start + 5_000), "rounds": rng.choice([1, 1, 2, 4]),
              "if_east_stays": rng.choice(["ends", "continues"])}  # fmt: skip
    target |= rng.choice([{}, {"first_round": "east"}])
    stops = {"after": rng.choice([["win"], ["tenpai"], ["win", "tenpai"]]),
             "how": rng.choice(["optional", "automatic", "automatic_if_leading"]),
             "lowest_place": rng.randint(1, 4)}  # fmt: skip
    return {
        "setup.starting_points": start,
        "end.rounds": rng.choice([1, 1, 1, 2, "one_hand"]),
        "end.extension": rng.choice(["none", target, target]),
        "end.bust": rng.choice(["never", "below_zero", "at_zero", _limit(rng, -12_000, -1_000)]),
        "end.ceiling": rng.choice(["never", "never", _limit(rng, start + 8_000, start + 16_000)]),
        "end.dealer_stops": rng.choice(["never", stops, stops]),
        "end.bets_left": rng.choice(
            ["winner", "winner_by_seat", "owners", "table",
             {"winner_rounded_down": {"unit": 1}}, {"winner_rounded_down": {"unit": 100}}]
        ),
        "tournament.after_signal": rng.choice(
            ["current_deal", "current_and_one_more", "not_regulated"]
        ),
        "tournament.signal_between_deals": rng.choice(
            ["none", "one_deal", "already_in_play", "not_regulated"]
        ),
        **_result(rng),
    }  # fmt: skip


def _limit(rng: Random, *points: int) -> Values:
    return {"points": _points(rng, *points), "when": rng.choice(["reached", "passed"])}


def _result(rng: Random) -> Values:
    plain = [
        [15_000, 5_000, -5_000, -15_000], [20_000, 10_000, -10_000, -20_000],
        [10_000, 0, 0, -10_000], [12_300, 4_100, -1_200, -15_200],
        [10_000, 5_000, 3_000, 0],
    ]  # fmt: skip
    floating = {
        "at_least": 30_000,
        "one": [12_000, -1_000, -3_000, -8_000],
        "two": [8_000, 4_000, -4_000, -8_000],
        "three": [8_000, 3_000, 1_000, -12_000],
        "none_or_all": [8_000, 4_000, -4_000, -8_000],
    }
    return {
        "result.uma": rng.choice([*plain, floating, floating]),
        "result.ties": rng.choice(["shared", "earlier_seat"]),
        "result.return_points": rng.choice(["none", 30_000, _points(rng, 25_000, 30_000)]),
        "result.below_zero": rng.choice(["counted", "not_counted"]),
        "result.oka": rng.choice(["none", "first", "shared_first"]),
        "result.rounding": rng.choice(
            ["none", "five_down", "five_up", "down", "score_five_up", "towards_zero"]
        ),
    }
