"""What else a ruleset decides about the score of a win, a line each."""

from __future__ import annotations

from collections.abc import Iterator

from riichi_app.locale.locale import Locale
from riichi_core.rules.chapters.dora import KongIndicators
from riichi_core.rules.chapters.limits import Limit
from riichi_core.rules.chapters.winning import MoreWithCounters
from riichi_core.rules.rules import Rules

RAISED = {"four_han_thirty_fu": (4, 30), "three_han_sixty_fu": (3, 60)}
"""The hands that a ruleset can round up, as han and fu; below mangan both have one base."""


def sheet_notes(rules: Rules, words: Locale) -> tuple[tuple[str, str], ...]:
    """Name and sentence of each fact."""
    told = {
        "minimum": _minimum(rules, words),
        "dora": _dora(rules, words),
        "reds": _reds(rules, words),
        "raised": _raised(rules, words),
        "counted": _counted(rules, words),
        "several": words(f"facts.several_{rules.limits.several_yakuman}"),
        "bet": words("facts.bet_says", points=rules.riichi.bet),
        "counter": _counter(rules, words),
        "noten": _noten(rules, words),
    }
    return tuple((words(f"facts.{name}"), text) for name, text in told.items() if text)


def _minimum(rules: Rules, words: Locale) -> str:
    text = words("facts.minimum_says", han=rules.winning.minimum_han)
    more = rules.winning.minimum_with_counters
    if isinstance(more, MoreWithCounters):
        also = words("facts.counters_says", counters=more.counters, han=more.han)
        return f"{text} {also}"
    return text


def _dora(rules: Rules, words: Locale) -> str:
    return " ".join(words(f"facts.{key}") for key in _dora_keys(rules))


def _dora_keys(rules: Rules) -> Iterator[str]:
    kongs = rules.dora.kong_indicators
    yield "dora_says"
    yield f"ura_{rules.dora.ura}"
    yield "kan_dora" if isinstance(kongs, KongIndicators) else "kan_dora_none"
    if (
        rules.dora.ura != "none"
        and isinstance(kongs, KongIndicators)
        and kongs.ura == "not_counted"
    ):
        yield "kan_ura_not_counted"


def _reds(rules: Rules, words: Locale) -> str:
    reds = rules.tiles.red_fives
    if not (reds.m or reds.p or reds.s):
        return words("facts.reds_none")
    return words("facts.reds_says", m=reds.m, p=reds.p, s=reds.s)


def _raised(rules: Rules, words: Locale) -> str:
    """Which hands are rounded up to mangan; nothing where mangan is not just above them."""
    limits = rules.limits
    near = {
        name: words("facts.raised_hand", han=han, fu=fu)
        for name, (han, fu) in RAISED.items()
        if han < limits.mangan.han and fu << 2 + han < limits.mangan.base
    }
    both = f" {words('facts.and')} "
    up = [text for name, text in near.items() if name in limits.raised_to_mangan]
    down = [text for name, text in near.items() if name not in limits.raised_to_mangan]
    told = []
    if up:
        told.append(words("facts.raised_says", hands=both.join(up)))
    if down:
        told.append(words("facts.raised_none", hands=both.join(down)))
    return " ".join(told)


def _counted(rules: Rules, words: Locale) -> str:
    counted = rules.limits.counted_yakuman
    if isinstance(counted, Limit):
        return words("facts.counted_says", han=counted.han)
    return words("facts.counted_none")


def _counter(rules: Rules, words: Locale) -> str:
    points = rules.dealer.counter_value
    if not points:
        return words("facts.counter_none")
    return words("facts.counter_says", points=points, share=points // 3)


def _noten(rules: Rules, words: Locale) -> str:
    points = rules.draws.noten_total
    return words("facts.noten_says", points=points) if points else words("facts.noten_none")
