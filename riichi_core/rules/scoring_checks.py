"""Options of scoring that contradict each other, or have no effect beside each other."""

from __future__ import annotations

from itertools import pairwise

from riichi_core.messages import Message
from riichi_core.rules.chapters.dora import Dora, KongIndicators
from riichi_core.rules.chapters.liability import Liability
from riichi_core.rules.chapters.limits import Limits
from riichi_core.rules.chapters.riichi import OpenRiichi, RiichiRules
from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.rules.chapters.yaku import HanWorth, LimitWorth, LocalYaku, Yaku, YakumanWorth
from riichi_core.rules.clash import Checks, Clash, Clashes
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.grammar import count_range
from riichi_core.rules.vocabulary import ways_of

MOST_WAYS = 20_000
"""In how many ways all own yaku of a ruleset can be met; each is looked at for every hand."""


def _limits_ascend(limits: Limits) -> Clashes:
    rows = [(name, getattr(limits, name)) for name in ("mangan", "haneman", "baiman", "sanbaiman")]
    rows += [("counted_yakuman", row) for row in limits.counted_rows]
    for (lower, low), (higher, high) in pairwise(rows):
        if high.han <= low.han:
            yield Clash(
                "contradiction",
                (f"limits.{higher}", f"limits.{lower}"),
                Message(
                    "{higher} begins at {more} han, {lower} at {less}",
                    higher=higher,
                    more=high.han,
                    lower=lower,
                    less=low.han,
                ),
                Message("limits whose han ascend"),
            )
        if high.base <= low.base:
            yield Clash(
                "contradiction",
                (f"limits.{higher}", f"limits.{lower}"),
                Message(
                    "{higher} pays no more than {lower} ({base:,} against {other:,})",
                    higher=higher,
                    lower=lower,
                    base=high.base,
                    other=low.base,
                ),
                Message("limits whose base values ascend"),
            )
    counted = limits.counted_rows[:1]
    if counted and counted[0].base > limits.yakuman:
        yield Clash(
            "contradiction",
            ("limits.counted_yakuman", "limits.yakuman"),
            Message(
                "a counted yakuman pays more than a true one ({base:,} against {yakuman:,})",
                base=counted[0].base,
                yakuman=limits.yakuman,
            ),
            Message("limits whose base values ascend"),
        )
    if limits.yakuman <= limits.sanbaiman.base:
        yield Clash(
            "contradiction",
            ("limits.yakuman", "limits.sanbaiman"),
            Message(
                "a yakuman pays no more than a sanbaiman ({yakuman:,})", yakuman=limits.yakuman
            ),
            Message("limits whose base values ascend"),
        )


def _somebody_can_win(yaku: Yaku) -> Clashes:
    if all(worth == "none" for worth in _worths(yaku).values()) and not yaku.local:
        yield Clash(
            "contradiction", ("yaku.riichi",), Message("no yaku has a worth, so no hand can be won")
        )


def _worths(yaku: Yaku) -> dict[str, HanWorth | LimitWorth | YakumanWorth | str]:
    return {name: getattr(yaku, name) for name, _ in yaku.options()}


def _riichi_extras(yaku: Yaku, dora: Dora) -> Clashes:
    if yaku.riichi != "none":
        return
    for name in ("ippatsu", "double_riichi"):
        if getattr(yaku, name) != "none":
            yield Clash(
                "no-effect",
                (f"yaku.{name}", "yaku.riichi"),
                Message("{name} goes on top of riichi, and riichi is not counted", name=name),
                f"{name}: none",
            )
    if dora.ura != "none":
        yield Clash(
            "no-effect",
            ("dora.ura", "yaku.riichi"),
            Message("only riichi winners count ura dora, and riichi is not counted"),
            "dora.ura: none",
        )


def _open_riichi(riichi: RiichiRules, yaku: Yaku) -> Clashes:
    worth = any(one.id == "open_riichi" for one in yaku.local)
    if isinstance(riichi.open, OpenRiichi) and not worth:
        yield Clash(
            "unlikely",
            ("riichi.open",),
            Message("open riichi is worth no more than riichi: it has no worth as a yaku"),
            "yaku: open_riichi: {closed: 2}",
        )


def _kong_ura(dora: Dora) -> Clashes:
    kongs = dora.kong_indicators
    if dora.ura == "none" and isinstance(kongs, KongIndicators) and kongs.ura == "counted":
        yield Clash(
            "no-effect",
            ("dora.kong_indicators", "dora.ura"),
            Message("tiles under the kong indicators cannot count while there are no ura dora"),
            "kong_indicators with ura: not_counted",
        )


VARIANTS = {
    "thirteen_orphans_thirteen_waits": "thirteen_orphans",
    "nine_gates_nine_waits": "nine_gates",
    "four_concealed_pungs_pair_wait": "four_concealed_pungs",
}


def _variants(yaku: Yaku) -> Clashes:
    for name, plain in VARIANTS.items():
        variant, base = getattr(yaku, name), getattr(yaku, plain)
        if variant == "none" or not isinstance(base, YakumanWorth):
            continue
        if not isinstance(variant, YakumanWorth) or variant.yakuman <= base.yakuman:
            yield Clash(
                "no-effect",
                (f"yaku.{name}", f"yaku.{plain}"),
                Message("it is priced apart but worth no more than {plain}", plain=plain),
                Message("more than {yakuman} yakuman, or none", yakuman=base.yakuman),
            )


def _liability(liability: Liability, yaku: Yaku) -> Clashes:
    if not liability.yaku:
        for name in ("earlier_sets", "self_draw", "discard", "covers"):
            yield Clash(
                "no-effect",
                (f"liability.{name}",),
                Message("nobody is ever liable, so this never matters"),
                Message("liability.yaku with a yaku in it"),
                left_out=True,
            )
    for name in liability.yaku:
        if getattr(yaku, name) == "none":
            yield Clash(
                "no-effect",
                ("liability.yaku", f"yaku.{name}"),
                Message("nobody can become liable for {name}, which is not counted", name=name),
            )


def _red_fives(tiles: Tiles, yaku: Yaku) -> Clashes:
    reds = tiles.red_fives.m + tiles.red_fives.p + tiles.red_fives.s
    for local in yaku.local:
        needed = _red_fives_of(local)
        if local.worth != "none" and needed > reds:
            yield Clash(
                "no-effect",
                (f"yaku.{local.id}", "tiles.red_fives"),
                Message(
                    "it needs {needed} red fives and there are {reds}", needed=needed, reds=reds
                ),
            )


def _red_fives_of(local: LocalYaku) -> int:
    definition = local.definition or known_yaku()[local.id]
    return 0 if definition.red_fives is None else count_range(definition.red_fives)[0]


def _ways(yaku: Yaku) -> Clashes:
    own = {one.id: ways_of(one.definition) for one in yaku.local if one.definition is not None}
    if (number := sum(own.values())) > MOST_WAYS:
        largest = max(own, key=lambda name: own[name])
        yield Clash(
            "too-many-ways",
            (f"yaku.{largest}", *(f"yaku.{name}" for name in own)),
            Message(
                "the own yaku can be met in {number:,} ways together, more than {most:,}: this one "
                "in {ways:,}",
                number=number,
                most=MOST_WAYS,
                ways=own[largest],
            ),
            Message("fewer yaku, or definitions with fewer letters and classes"),
        )


SCORING_CHECKS: Checks = (
    (_limits_ascend, ("limits",)),
    (_somebody_can_win, ("yaku",)),
    (_riichi_extras, ("yaku", "dora")),
    (_open_riichi, ("riichi", "yaku")),
    (_kong_ura, ("dora",)),
    (_variants, ("yaku",)),
    (_liability, ("liability", "yaku")),
    (_red_fives, ("tiles", "yaku")),
    (_ways, ("yaku",)),
)
"""Each check of scoring with the chapters it reads."""
