"""The rulesets used in play: the shipped ones, with rare values, and random ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from effort import HELD, SHAPES, first

from riichi_core.rules.chapters.dora import KanDora
from riichi_core.rules.chapters.draws import Abortive
from riichi_core.rules.chapters.riichi import OpenRiichi
from riichi_core.rules.chapters.tiles import BonusTile, RedFives
from riichi_core.rules.chapters.winning import MoreWithCounters
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.seeded import SeededRandom

Json = dict[str, Any]


def laid_over(name: str, changes: dict[str, Json]) -> Rules:
    """Return a shipped ruleset with other values in some chapters."""
    base = load(name).rules
    return base.model_copy(
        update={
            chapter: getattr(base, chapter).model_copy(update=values)
            for chapter, values in changes.items()
        }
    )


CALLED_OFF = Abortive(
    counter="added",
    dealer="stays",
    bets="stay",
    nine_kinds="may_abort",
    four_winds="abort",
    four_riichi="abort_hands_hidden",
    four_quads="abort_at_once",
)

VARIANTS: dict[str, tuple[str, dict[str, Json]]] = {
    "passed wins bind for good": (
        "ema-2016",
        {"furiten": {"temporary_ends": ()}, "riichi": {"concealed_quad": "never", "tiles_left": 0}},
    ),
    "bound until a discard, with yaku": (
        "tenhou",
        {
            "furiten": {"temporary_ends": ("own_discard",), "caused_by": "with_yaku"},
            "riichi": {"when_furiten": "forbidden", "tiles_left": 0},
            "dead_hand": {"discards": "drawn_tile", "bars": ("win",)},
        },
    ),
    "riichi without tenpai": (
        "ema-2016",
        {
            "fouls": {"noten_riichi": "valid"},
            "draws": {"abortive": CALLED_OFF},
            "riichi": {"open": OpenRiichi(deal_in="yakuman")},
        },
    ),
    "own claims only": (
        "wrcr-2015",
        {
            "furiten": {"temporary_ends": ("own_claim",)},
            "riichi": {
                "when_furiten": "forbidden",
                "concealed_quad": "same_waits_readings_and_yaku",
            },
            "claims": {"forbidden_swaps": ("same_tile",)},
            "draws": {"waiting_on_own_four": "tenpai"},
            "tiles": {"red_fives": RedFives(m=2, p=4, s=0)},
        },
    ),
    "any claim, tenpai with yaku": (
        "ema-2016",
        {
            "furiten": {"temporary_ends": ("any_claim", "own_draw"), "caused_by": "with_yaku"},
            "draws": {
                "tenpai": "with_yaku",
                "waiting_on_own_four": "noten_if_quad",
                "tenpai_hands": "must_be_shown",
                "abortive": CALLED_OFF,
            },
            "riichi": {"concealed_quad": "same_waits", "needs_points": True, "bet": 5000},
            "quads": {"concealed_robbed_by": "nobody"},
            "claims": {"forbidden_swaps": ("other_end",)},
        },
    ),
    "two han": (
        "tenhou",
        {
            "winning": {
                "minimum_han": 2,
                "minimum_with_counters": MoreWithCounters(counters=4, han=3),
            },
            "draws": {
                "tenpai": "with_yaku",
                "waiting_on_own_four": "tenpai",
                "tenpai_hands": "may_stay_hidden",
            },
            "quads": {"concealed_robbed_by": "thirteen_orphans"},
            "riichi": {"concealed_quad": "same_waits_readings_and_yaku"},
            "dead_hand": {"bars": ()},
        },
    ),
}


WILD = (BonusTile(tile="5z", copies=4, wild="after_riichi"), BonusTile(tile="1s", wild="ippatsu"))


def by_chance(seed: int) -> Rules:
    """Return a shipped ruleset with random values of the options that decide the legal acts."""
    chance = SeededRandom(seed)

    def one(*values: Any) -> Any:
        return values[chance.below(len(values))]

    def some(*values: str) -> tuple[str, ...]:
        return tuple(value for value in values if chance.below(2))

    turned = ("before_replacement", "after_replacement", "at_discard", "after_discard")
    abortive = Abortive(
        counter="added",
        dealer="stays",
        bets="stay",
        nine_kinds=one("may_abort", "play_on"),
        four_winds=one("abort", "play_on"),
        four_riichi=one("abort_hands_shown", "abort_hands_hidden", "play_on"),
        four_quads=one("abort_after_discard", "abort_at_once", "play_on"),
    )
    indicators = KanDora(
        claimed=one(*turned), extended=one(*turned), concealed=one(*turned), ura="counted"
    )
    return laid_over(
        one(*HELD),
        {
            "claims": {"forbidden_swaps": some("same_tile", "other_end")},
            "dead_hand": {
                "bars": some("win", "chii", "pon", "kan", "riichi"),
                "discards": one("any_tile", "drawn_tile"),
            },
            "dora": {"kan_dora": one(indicators, "none")},
            "draws": {
                "abortive": one(abortive, abortive, "none"),
                "tenpai": one("shape", "with_yaku"),
                "tenpai_hands": one("may_stay_hidden", "must_be_shown"),
                "waiting_on_own_four": one(
                    "noten", "noten_if_in_sight", "noten_if_quad", "noten_if_concealed", "tenpai"
                ),
            },
            "furiten": {
                "caused_by": one("any_winning_tile", "with_yaku"),
                "temporary_ends": some("own_draw", "own_discard", "own_claim", "any_claim"),
            },
            "quads": {"concealed_robbed_by": one("thirteen_orphans", "nobody")},
            "riichi": {
                "concealed_quad": one(
                    "never",
                    "same_waits",
                    "same_waits_and_readings",
                    "same_waits_fifth_tile_counts",
                    "same_waits_readings_and_yaku",
                ),
                "needs_points": one(False, True, 24100),
                "tiles_left": one(0, 1, 4, 18),
                "when_furiten": one("allowed", "forbidden"),
            },
            "tiles": {
                "red_fives": one(*(RedFives(m=n, p=1, s=0) for n in (0, 1, 2, 4))),
                "bonus": one("none", WILD),
            },
            "winning": {"minimum_han": one(1, 1, 1, 2)},
        },
    )


RULES: dict[str, Callable[[int], Rules]] = {
    **{name: lambda _, name=name: load(name).rules for name in HELD},  # type: ignore[misc]
    **{name: lambda _, made=made: laid_over(*made) for name, made in VARIANTS.items()},  # type: ignore[misc]
    "by chance": by_chance,
}
"""By name, the ruleset for each deal."""

TRIED = first(sorted(RULES, key=lambda name: name in HELD and name not in SHAPES), quick=6)
"""Their names. A quick run leaves out shipped rulesets of the same shapes."""
