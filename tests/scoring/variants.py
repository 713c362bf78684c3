"""Random rulesets that differ from EMA 2016 in everything that affects a score."""

from __future__ import annotations

from random import Random
from typing import Any

from riichi_core.rules.chapters.dora import KanDora
from riichi_core.rules.chapters.limits import AddUpToMost, Limit
from riichi_core.rules.chapters.tiles import BonusTile, RedFives
from riichi_core.rules.chapters.winning import MoreWithCounters
from riichi_core.rules.chapters.yaku import (
    DoubleRiichiWorth,
    HanWorth,
    LimitWorth,
    LocalYaku,
    Worth,
    Yaku,
    YakumanWorth,
)
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules

Json = dict[str, Any]


BONUS = (BonusTile(tile="5p", copies=2), BonusTile(tile="7s", han=2), BonusTile(tile="1z", han=0))
WILD = (BonusTile(tile="3m", wild="ippatsu"), BonusTile(tile="4z", wild="after_open_riichi"),
        BonusTile(tile="5z", copies=4, han=0, wild="after_riichi"))  # fmt: skip


def variant(rng: Random) -> Rules:
    """Return a random ruleset, the same for the same state of `rng`."""
    base = load("ema-2016").rules
    return base.model_copy(
        update={
            "yaku": base.yaku.model_copy(update=_yaku(rng)),
            "limits": base.limits.model_copy(update=_limits(rng)),
            "fu": base.fu.model_copy(update=_fu(rng)),
            "winning": base.winning.model_copy(update=_winning(rng)),
            "dora": base.dora.model_copy(update=_dora(rng)),
            "dealer": base.dealer.model_copy(update=_dealer(rng)),
            "tiles": base.tiles.model_copy(
                update={
                    "red_fives": RedFives(m=rng.choice([0, 1]), p=rng.choice([0, 1, 2]), s=0),
                    "bonus": rng.choice(["none", "none", BONUS, WILD]),
                }
            ),
        }
    )


def _yaku(rng: Random) -> Json:
    books = {name for name, _ in Yaku.options()}
    update: Json = {}
    local = []
    for name in known_yaku():
        worth = _worth(rng)
        if name == "double_riichi" and isinstance(worth, HanWorth):
            replaces: Any = rng.choice(["none", "riichi"])
            worth = DoubleRiichiWorth(**worth.model_dump(), replaces=replaces)
        if name in books:
            if rng.random() < 0.6:
                update[name] = worth
        elif worth != "none" and rng.random() < 0.7:
            local.append(LocalYaku(id=name, worth=worth))
    return update | {"local": tuple(local) if rng.random() < 0.7 else ()}


def _worth(rng: Random) -> Worth:
    chance = rng.random()
    if chance < 0.25:
        return "none"
    if chance < 0.3:
        return YakumanWorth(yakuman=rng.choice([1, 1, 2]))
    if chance < 0.36:
        limit: Any = rng.choice(["mangan", "haneman"])
        return LimitWorth(limit=limit, cumulative=rng.random() < 0.6)
    concealed = rng.randint(1, 3)
    open_ = rng.choice([None, 1, concealed])
    return HanWorth(concealed=concealed, open=open_, cumulative=rng.random() > 0.03)


COUNTED_ROWS = (Limit(han=12, base=8000), Limit(han=14, base=16000))
AT_MOST_TWO = AddUpToMost(most=2)


def _limits(rng: Random) -> Json:
    four, three = "four_han_thirty_fu", "three_han_sixty_fu"
    return {
        "raised_to_mangan": rng.choice([(), (four,), (four, three)]),
        "counted_yakuman": rng.choice(["none", Limit(han=13, base=8000), COUNTED_ROWS]),
        "several_yakuman": rng.choice(["best_one", "add_up", AT_MOST_TWO]),
    }


def _dealer(rng: Random) -> Json:
    return {
        "counter_value": rng.choice([300, 300, 1000]),
        "counters_paid_to": rng.choice(["any_winner", "non_dealers"]),
    }


def _fu(rng: Random) -> Json:
    return {
        "double_wind_pair": rng.choice([2, 4]),
        "fixed": rng.choice(["none", "none", "none", 30, 40]),
        "open_pinfu": rng.choice([0, 2, 10]),
        "pinfu_self_draw": rng.choice(["combined", "separate"]),
        "self_draw_after_quad": rng.choice([0, 2]),
        "seven_pairs": rng.choice([25, 50]),
    }


def _winning(rng: Random) -> Json:
    return {
        "minimum_han": rng.choice([1, 1, 2]),
        "minimum_with_counters": rng.choice(
            [
                "same",
                MoreWithCounters(counters=4, han=3),
                (MoreWithCounters(counters=2, han=2), MoreWithCounters(counters=4, han=3)),
            ]
        ),
        "tile_not_kept_apart": rng.choice(
            ["no_consequence", "no_wait_points", "certain_only", "lowest_scoring_tile"]
        ),
        "atozuke": rng.choice(["allowed", "allowed", "every_wait_has_yaku"]),
        "dealt_hand": rng.choice(["last_drawn", "any_tile"]),
        "last_tile_after_quad": rng.choice(["after_a_quad", "both"]),
        "four_identical_sequences": rng.choice(["two_double_sequences", "one_double_sequence"]),
    }


def _dora(rng: Random) -> Json:
    turned: Any = "at_discard"
    ura: Any = rng.choice(["counted", "not_counted"])
    quads = KanDora(claimed=turned, extended=turned, concealed=turned, ura=ura)
    return {
        "ura": rng.choice(["riichi_winners", "riichi_winners", "none"]),
        "kan_dora": rng.choice([quads, quads, "none"]),
    }
