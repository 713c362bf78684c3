"""Notes on what a ruleset decides beside its yaku, a line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from riichi_app.locale import Locale
from riichi_core.language import Text
from riichi_core.rules.chapters.dora import KongIndicators
from riichi_core.rules.chapters.draws import NotenTotals
from riichi_core.rules.chapters.limits import AddUpToMost
from riichi_core.rules.chapters.result import FloatingUma
from riichi_core.rules.chapters.winning import MoreWithCounters
from riichi_core.rules.options import describe_value
from riichi_core.rules.rules import Rules, options
from riichi_core.scoring.points import counter_points

RAISED = {"four_han_thirty_fu": (4, 30), "three_han_sixty_fu": (3, 60)}
"""The hands that a ruleset can round up, as han and fu; below mangan both have one base."""


_NAMES: dict[str, Text] = {
    "minimum": "To win",
    "dora": "Dora",
    "reds": "Red fives",
    "raised": "Rounded up",
    "counted": "Counted yakuman",
    "several": "Several yakuman",
    "bet": "Riichi bet",
    "counter": "Counter",
    "noten": "Exhaustive draw",
    "start": "Start",
    "uma": "Uma",
    "oka": "Oka",
    "bust": "Busting",
    "leader": "East's stop",
    "casual": "Chombo",
    "tournament": "Chombo, tournament",
}
"""The subject of each note."""

_SEVERAL: dict[str, Text] = {
    "add_up": "Are added together.",
    "best_one": "Only the best one is paid.",
}

_URA: dict[str, Text] = {
    "riichi_winners": "Ura dora for who declared riichi.",
    "none": "No ura dora.",
}


def sheet_notes(rules: Rules, tr: Locale) -> tuple[tuple[str, str], ...]:
    """Return name and sentence of each note on the score of a win."""
    told = {
        "minimum": _minimum(rules, tr),
        "dora": _dora(rules, tr),
        "reds": _reds(rules, tr),
        "raised": _raised(rules, tr),
        "counted": _counted(rules, tr),
        "several": _several(rules, tr),
        "bet": tr.number(rules.riichi.bet),
        "counter": _counter(rules, tr),
        "noten": _noten(rules, tr),
    }
    return _named(told, tr)


def game_notes(rules: Rules, tr: Locale) -> tuple[tuple[str, str], ...]:
    """Return name and sentence of each note on the game: its start, its end and its result."""
    told = {
        "start": _start(rules, tr),
        "uma": _uma(rules, tr),
        "oka": _said("result.oka", rules, tr),
        "bust": _said("end.bust", rules, tr),
        "leader": _said("end.leader_stops", rules, tr),
        **_chombo(rules, tr),
    }
    return _named(told, tr)


def _named(told: Mapping[str, str], tr: Locale) -> tuple[tuple[str, str], ...]:
    return tuple((tr(_NAMES[name]), text) for name, text in told.items() if text)


def _minimum(rules: Rules, tr: Locale) -> str:
    return " ".join(_each_minimum(rules, tr))


def _each_minimum(rules: Rules, tr: Locale) -> Iterator[str]:
    yield tr(
        "At least {han} han from yaku; dora do not count for it.", han=rules.winning.minimum_han
    )
    more = rules.winning.minimum_with_counters
    if isinstance(more, MoreWithCounters):
        yield tr("From {counters} counters on {han} han.", counters=more.counters, han=more.han)
    if (atozuke := rules.winning.atozuke) != "allowed":
        yield describe_value(options()["winning.atozuke"], atozuke, tr)


def _dora(rules: Rules, tr: Locale) -> str:
    return " ".join(_each_dora(rules, tr))


def _each_dora(rules: Rules, tr: Locale) -> Iterator[str]:
    kongs = rules.dora.kong_indicators
    yield tr("One han each.")
    yield tr(_URA[rules.dora.ura])
    if isinstance(kongs, KongIndicators):
        yield tr("Each kong turns one more indicator.")
    else:
        yield tr("A kong turns no indicator.")
    if (
        rules.dora.ura != "none"
        and isinstance(kongs, KongIndicators)
        and kongs.ura == "not_counted"
    ):
        yield tr("What lies under the indicators of kongs does not count.")


def _reds(rules: Rules, tr: Locale) -> str:
    reds = rules.tiles.red_fives
    if not (reds.m or reds.p or reds.s):
        return tr("None are played.")
    return tr(
        "{m} of characters, {p} of circles, {s} of bamboo; one han each.",
        m=reds.m,
        p=reds.p,
        s=reds.s,
    )


def _raised(rules: Rules, tr: Locale) -> str:
    """Return which hands are rounded up to mangan; "" where mangan is not just above them."""
    limits = rules.limits
    near = {
        name: tr("{han} han {fu} fu", han=han, fu=fu)
        for name, (han, fu) in RAISED.items()
        if han < limits.mangan.han and fu << 2 + han < limits.mangan.base
    }
    up = [text for name, text in near.items() if name in limits.raised_to_mangan]
    down = [text for name, text in near.items() if name not in limits.raised_to_mangan]
    told = []
    if up:
        told.append(tr("{hands}: paid as mangan.", hands=tr.both(up)))
    if down:
        told.append(tr("{hands}: not rounded up to mangan.", hands=tr.both(down)))
    return " ".join(told)


def _counted(rules: Rules, tr: Locale) -> str:
    for row in rules.limits.counted_rows:
        return tr("From {han} han on, without a yakuman.", han=row.han)
    return tr("None: without a yakuman never more than sanbaiman.")


def _several(rules: Rules, tr: Locale) -> str:
    how = rules.limits.several_yakuman
    if isinstance(how, AddUpToMost):
        return tr("Are added together, at most {most}.", most=how.most)
    return tr(_SEVERAL[how])


def _counter(rules: Rules, tr: Locale) -> str:
    points = rules.dealer.counter_value
    if not points:
        return tr("Worth nothing.")
    text = tr(
        "{points} to the winner, on a self-draw {share} from each.",
        points=points,
        share=counter_points(1, points, drawn=True) // 3,
    )
    if rules.dealer.counters_paid_to == "non_dealers":
        return f"{text} {tr('Nothing to East.')}"
    return text


def _noten(rules: Rules, tr: Locale) -> str:
    points = rules.draws.noten_total
    if isinstance(points, NotenTotals):
        return tr(
            "{one}, {two} or {three} in all if one, two or three are noten, to who is tenpai.",
            one=points.one,
            two=points.two,
            three=points.three,
        )
    if not points:
        return tr("Nothing is paid.")
    return tr("{points} in all from who is noten to who is tenpai.", points=points)


def _said(path: str, rules: Rules, tr: Locale) -> str:
    return describe_value(options()[path], rules.value(path), tr)


def _start(rules: Rules, tr: Locale) -> str:
    start, counted_from = rules.setup.starting_points, rules.result.return_points
    if start == counted_from:
        return tr("{points} points.", points=start)
    return tr("{points} points; results count from {target}.", points=start, target=counted_from)


def _uma(rules: Rules, tr: Locale) -> str:
    uma = rules.result.uma
    if isinstance(uma, FloatingUma):
        return _said("result.uma", rules, tr)
    return " / ".join(map(tr.signed, uma))


def _chombo(rules: Rules, tr: Locale) -> dict[str, str]:
    """Return the price of a chombo, of that in a tournament where it is another; none online."""
    if rules.setup.seats == "by_software":
        return {}
    paths = {"casual": "chombo.casual", "tournament": "chombo.tournament"}
    told = {name: _said(path, rules, tr) for name, path in paths.items()}
    return told if told["casual"] != told["tournament"] else {"casual": told["casual"]}
