"""The worth of a declared win: as stated, or from its hand by the slow scorer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from riichi_core.rules.chapters.limits import AddUpToMost
from riichi_core.rules.chapters.yaku import HanWorth, LimitWorth, YakumanWorth
from riichi_core.rules.rules import Rules

from .scorer import base_points, outcomes, score

Json = Mapping[str, Any]

NOT_OF_A_DEAL = {"seat", "id", "rulesets"}


class CannotBeError(Exception):
    """An end of a deal that a ruleset does not have, with the code of the error."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Worth:
    """The worth of a win.

    `base` are base points: a discarder pays four or six times as much, and each player one or two
    times for a self-draw. If the hand is not recorded, `yaku` has only those that others fed.
    """

    base: int
    yakuman: int
    yaku: tuple[str, ...] = ()
    by_value: bool = False
    ura_dora: int = 0
    red_fives: int = 0


def worths(win: Json, deal: Json, rules: Rules) -> list[Worth] | str:
    """Return the possible worths of a win, several if readings tie; or why it does not win."""
    if "hand" not in win:
        fed = _stated_yaku(win, deal, rules)
        return [replace(_stated(win, rules), yaku=fed, by_value=True)]
    record = win_record(win, deal)
    found = outcomes(record, rules)
    if not found:
        return str(score(record, rules)["reason"])
    alike: list[Worth] = []
    for one in found:
        worth = _worth(one, rules)
        if worth not in alike:
            alike.append(worth)
    return alike


def win_record(win: Json, deal: Json) -> dict[str, Any]:
    """Return the record of a win by itself, with the facts of its deal."""
    riichi = "riichi" if win["seat"] in deal.get("riichi", ()) else "none"
    return {
        "riichi": riichi,
        **{name: value for name, value in win.items() if name not in NOT_OF_A_DEAL},
        "won_by": deal["won_by"],
        "seat_wind": win["seat"],
        "round_wind": deal.get("round_wind", "east"),
        "counters": deal.get("counters", 0),
    }


def _worth(result: Json, rules: Rules) -> Worth:
    if result["yakuman"]:
        base = rules.limits.yakuman * result["yakuman"]
    elif result["han"] is None:
        base = getattr(rules.limits, result["limit"]).base
    else:
        _, base = base_points(rules, result["han"], result["fu"])
    dora = result["dora"]
    return Worth(
        base=base,
        yakuman=result["yakuman"],
        yaku=tuple(sorted(one["id"] for one in result["yaku"])),
        ura_dora=dora["ura_dora"] + dora["kan_ura_dora"],
        red_fives=dora["red_fives"],
    )


def _stated_yaku(win: Json, deal: Json, rules: Rules) -> tuple[str, ...]:
    """Return the yaku that another player fed and that count in a hand of this value."""
    fed = []
    for yaku in deal.get("liable", {}).get(win["seat"], {}):
        match getattr(rules.yaku, yaku), bool(win.get("yakuman")):
            case YakumanWorth(), False:
                raise CannotBeError("contradiction")
            case (YakumanWorth(), True) | (HanWorth() | LimitWorth(), False):
                fed.append(yaku)
            case _:  # it counts for nothing, or not next to a yakuman
                pass
    return tuple(fed)


def _stated(win: Json, rules: Rules) -> Worth:
    if win.get("limit"):
        return Worth(getattr(rules.limits, win["limit"]).base, 0)
    if win.get("yakuman"):
        how = rules.limits.several_yakuman
        paid = int(win["yakuman"])
        if how == "best_one":
            paid = 1
        elif isinstance(how, AddUpToMost):
            paid = min(paid, how.most)
        return Worth(rules.limits.yakuman * paid, paid)
    if win.get("fu") is None and win["han"] < rules.limits.mangan.han:
        raise CannotBeError("missing_field")
    _, base = base_points(rules, win["han"], win.get("fu") or 0)
    return Worth(base, 0)
