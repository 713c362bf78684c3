"""Find options that contradict each other or have no effect.

In: chapters. Out: conflicts. Each check proposes fixes for its conflict; `fixes` tries which of
them work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from inspect import signature
from itertools import pairwise
from typing import Any, Literal, get_args

from riichi_core.files.problem import Mend
from riichi_core.language import Translatable
from riichi_core.messages import Message, quote
from riichi_core.rules.chapters.aborted import AfterAbortiveDraw
from riichi_core.rules.chapters.chips import Chips
from riichi_core.rules.chapters.chombo import AfterUma, AtTable, Chombo, ToEach
from riichi_core.rules.chapters.claims import Claims
from riichi_core.rules.chapters.dealer import Dealer
from riichi_core.rules.chapters.dora import Dora, KanDora
from riichi_core.rules.chapters.draws import Abortive, Cause, Draws
from riichi_core.rules.chapters.end import DealerStops, End, Extension, ScoreLimit
from riichi_core.rules.chapters.fouls import ByDegree, FoulPenalty, Fouls
from riichi_core.rules.chapters.furiten import Furiten
from riichi_core.rules.chapters.liability import Liability
from riichi_core.rules.chapters.limits import Limits
from riichi_core.rules.chapters.result import FloatingUma, Result
from riichi_core.rules.chapters.riichi import OpenRiichi, RiichiRules
from riichi_core.rules.chapters.setup import Setup
from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.rules.chapters.tournament import Tournament
from riichi_core.rules.chapters.winning import MoreWithCounters, Winning
from riichi_core.rules.chapters.yaku import LocalYaku, Yaku, YakumanWorth
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.options import ByCase, Chapter, rows_of, value_in
from riichi_core.rules.rules import Rules, as_written, chapters, options
from riichi_core.rules.yaku_grammar import count_range
from riichi_core.rules.yaku_vocabulary import Definition, ways_of

ConflictCode = Literal["contradiction", "too-many-ways", "uma-sum", "no-effect", "unlikely"]

ERRORS = ("contradiction", "too-many-ways", "uma-sum")
"""The codes of conflicts that make a ruleset invalid."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Options that do not fit together.

    Attributes:
        code: an error if it is in ERRORS; otherwise a warning about an option without effect or an
            unlikely value.
        paths: the options; problems preferably point at the first.
        message: the problem.
        fixes: the possible fixes, the best first; some of them may not work under all rules.
        expected: the correct value, if no mend contains it.
        left_out: whether the option should be left out; books state every option.
    """

    code: ConflictCode
    paths: tuple[str, ...]
    message: str
    fixes: tuple[Mend, ...] = ()
    expected: str = ""
    left_out: bool = False


Conflicts = Iterator[Conflict]

Checks = tuple[Callable[..., Conflicts], ...]
"""Functions that find conflicts in the chapters that their parameters name."""


MOST_WAYS_TOGETHER = 20_000
"""The maximum number of ways to meet a ruleset's own yaku; every hand is compared with each way."""


def _contradiction(paths: tuple[str, ...], message: Message, *fixes: Mend) -> Conflict:
    return Conflict("contradiction", paths, message, fixes)


def _no_effect(paths: tuple[str, ...], message: Message, *fixes: Mend) -> Conflict:
    return Conflict("no-effect", paths, message, fixes)


def _unlikely(paths: tuple[str, ...], message: Message, *fixes: Mend) -> Conflict:
    return Conflict("unlikely", paths, message, fixes)


def _title(path: str) -> Message:
    """Return the title of an option, to be translated within a message."""
    return Message(options()[path].title)


def _without(words: Iterable[str], word: str) -> list[str]:
    return [other for other in words if other != word]


USUAL_LIMITS = {
    "mangan": {"han": 5, "base": 2000},
    "haneman": {"han": 6, "base": 3000},
    "baiman": {"han": 8, "base": 4000},
    "sanbaiman": {"han": 11, "base": 6000},
    "counted_yakuman": {"han": 13, "base": 8000},
}
"""The rows of the limits table that nearly all rules use."""

USUAL_YAKUMAN = 8000
"""The base value of a yakuman that nearly all rules use."""


def _limits_ascend(limits: Limits) -> Conflicts:
    rows = [(name, getattr(limits, name)) for name in ("mangan", "haneman", "baiman", "sanbaiman")]
    rows += [("counted_yakuman", row) for row in limits.counted_rows]
    for (lower, low), (higher, high) in pairwise(rows):
        paths = (f"limits.{higher}", f"limits.{lower}")
        names = {"higher": _title(paths[0]), "lower": _title(paths[1])}
        if high.han <= low.han:
            yield _contradiction(
                paths,
                Message(
                    "{higher} begins at {more} han, {lower} at {less}",
                    more=high.han,
                    less=low.han,
                    **names,
                ),
                *_usual_rows(limits, higher, lower),
            )
        if high.base <= low.base:
            yield _contradiction(
                paths,
                Message(
                    "{higher} pays no more than {lower} ({base:,} against {other:,})",
                    base=high.base,
                    other=low.base,
                    **names,
                ),
                *_usual_rows(limits, higher, lower),
            )
    yield from _yakuman_above_limits(limits)


def _yakuman_above_limits(limits: Limits) -> Conflicts:
    counted = limits.counted_rows[:1]
    if counted and counted[0].base > limits.yakuman:
        row = {"han": counted[0].han, "base": limits.yakuman}
        yield _contradiction(
            ("limits.counted_yakuman", "limits.yakuman"),
            Message(
                "a counted yakuman pays more than a true one ({base:,} against {yakuman:,})",
                base=counted[0].base,
                yakuman=limits.yakuman,
            ),
            Mend(
                Message("A counted yakuman pays as much as a true one"),
                {"limits.counted_yakuman": row},
            ),
            _yakuman_of(counted[0].base),
            Mend(Message("No counted yakuman"), {"limits.counted_yakuman": "none"}),
        )
    if limits.yakuman <= limits.sanbaiman.base:
        all_usual = _usual_table(limits)
        yield _contradiction(
            ("limits.yakuman", "limits.sanbaiman"),
            Message(
                "a yakuman pays no more than a sanbaiman ({yakuman:,})", yakuman=limits.yakuman
            ),
            _yakuman_of(USUAL_YAKUMAN),
            _usual_row("sanbaiman"),
            replace(all_usual, values={**all_usual.values, "limits.yakuman": USUAL_YAKUMAN}),
        )


def _yakuman_of(base: int) -> Mend:
    return Mend(Message("Yakuman: base value {base:,}", base=base), {"limits.yakuman": base})


def _usual_rows(limits: Limits, *names: str) -> tuple[Mend, ...]:
    return (*map(_usual_row, names), _usual_table(limits))


def _usual_row(name: str) -> Mend:
    path, row = f"limits.{name}", USUAL_LIMITS[name]
    says = Message("{limit}: from {han} han, base value {base:,}", limit=_title(path), **row)
    return Mend(says, {path: row})


def _usual_table(limits: Limits) -> Mend:
    """Return the fix that sets the whole table; a counted yakuman that fits stays unchanged."""
    table = {f"limits.{name}": row for name, row in USUAL_LIMITS.items()}
    most = USUAL_LIMITS["sanbaiman"]
    if all(row.han > most["han"] and row.base > most["base"] for row in limits.counted_rows):
        del table["limits.counted_yakuman"]
    return Mend(Message("The usual table of limits, mangan from 5 han"), table)


def _somebody_can_win(yaku: Yaku) -> Conflicts:
    if all(getattr(yaku, name) == "none" for name, _ in yaku.options()) and not yaku.local:
        yield _contradiction(
            ("yaku.riichi",), Message("no yaku has a value, so no hand can win"), _counted("riichi")
        )


def _counted(name: str) -> Mend:
    """Return the fix that gives a yaku of concealed hands one han."""
    path = f"yaku.{name}"
    return Mend(Message("{yaku} counts 1 han", yaku=_title(path)), {path: {"concealed": 1}})


def _not_counted(name: str) -> Mend:
    path = f"yaku.{name}"
    return Mend(Message("{yaku} is not counted", yaku=_title(path)), {path: "none"})


def _riichi_extras(yaku: Yaku, dora: Dora) -> Conflicts:
    if yaku.riichi != "none":
        return
    for name in ("ippatsu", "double_riichi"):
        if getattr(yaku, name) != "none":
            yield _no_effect(
                (f"yaku.{name}", "yaku.riichi"),
                Message(
                    "{yaku} counts only together with riichi, and riichi is not counted",
                    yaku=_title(f"yaku.{name}"),
                ),
                _not_counted(name),
                _counted("riichi"),
            )
    if dora.ura != "none":
        yield _no_effect(
            ("dora.ura", "yaku.riichi"),
            Message("only riichi winners count ura dora, and riichi is not counted"),
            Mend(Message("No ura dora"), {"dora.ura": "none"}),
            _counted("riichi"),
        )


def _open_riichi(riichi: RiichiRules, yaku: Yaku) -> Conflicts:
    has_worth = any(local.id == "open_riichi" and local.worth != "none" for local in yaku.local)
    if isinstance(riichi.open, OpenRiichi) and not has_worth:
        yield _unlikely(
            ("riichi.open", "yaku.open_riichi"),
            Message("open riichi is not worth more than riichi, so it has no effect"),
            Mend(Message("Open riichi counts 2 han"), {"yaku.open_riichi": {"concealed": 2}}),
            Mend(Message("No open riichi"), {"riichi.open": "none"}),
        )


def _quad_ura(dora: Dora) -> Conflicts:
    quads = dora.kan_dora
    if dora.ura == "none" and isinstance(quads, KanDora) and quads.ura == "counted":
        yield _no_effect(
            ("dora.kan_dora", "dora.ura"),
            Message("tiles under the kan dora indicators cannot count if there are no ura dora"),
            Mend(
                Message("The tiles under the kan dora indicators do not count"),
                {"dora.kan_dora": as_written(quads) | {"ura": "not_counted"}},
            ),
            Mend(Message("Riichi winners count ura dora"), {"dora.ura": "riichi_winners"}),
        )


VARIANTS = {
    "thirteen_orphans_thirteen_waits": "thirteen_orphans",
    "nine_gates_nine_waits": "nine_gates",
    "four_concealed_triplets_pair_wait": "four_concealed_triplets",
}
"""Yakuman on the best wait, and the plain yakuman if the rules do not distinguish them."""


def _variants(yaku: Yaku) -> Conflicts:
    for name, plain in VARIANTS.items():
        variant, base = getattr(yaku, name), getattr(yaku, plain)
        if variant == "none" or not isinstance(base, YakumanWorth):
            continue
        if not isinstance(variant, YakumanWorth) or variant.yakuman <= base.yakuman:
            path = f"yaku.{name}"
            more = base.yakuman + 1
            yield _no_effect(
                (path, f"yaku.{plain}"),
                Message(
                    "its own value is not higher than that of {yaku}", yaku=_title(f"yaku.{plain}")
                ),
                Mend(Message("The same value on every wait"), {path: "none"}),
                Mend(
                    Message("{yaku}: {number} times a yakuman", yaku=_title(path), number=more),
                    {path: {"yakuman": more}},
                ),
            )


def _liability(liability: Liability, yaku: Yaku) -> Conflicts:
    if not liability.yaku:
        for name in ("earlier_sets", "self_draw", "discard", "covers"):
            without_effect = _no_effect(
                (f"liability.{name}",),
                Message("no yaku makes a player liable, so this has no effect"),
                Mend(
                    Message("Liability for Big Three Dragons and Big Four Winds"),
                    {"liability.yaku": ["big_three_dragons", "big_four_winds"]},
                ),
            )
            yield replace(without_effect, left_out=True)
    for name in liability.yaku:
        if getattr(yaku, name) == "none":
            yield _no_effect(
                ("liability.yaku", f"yaku.{name}"),
                Message(
                    "nobody can become liable for {yaku}, which is not counted",
                    yaku=_title(f"yaku.{name}"),
                ),
                _without_liability(liability, name),
                _counted_liable(name),
            )


def _without_liability(liability: Liability, name: str) -> Mend:
    others = [other for other in liability.yaku if other != name]
    says = Message("No liability for {yaku}", yaku=_title(f"yaku.{name}"))
    return Mend(says, {"liability.yaku": others})


def _counted_liable(name: str) -> Mend:
    path = f"yaku.{name}"
    if name == "after_a_quad":
        says = Message("{yaku} counts 1 han", yaku=_title(path))
        return Mend(says, {path: {"concealed": 1, "open": 1}})
    return Mend(Message("{yaku} is a yakuman", yaku=_title(path)), {path: {"yakuman": 1}})


def _bonus_tiles(tiles: Tiles, chips: Chips, yaku: Yaku, riichi: RiichiRules) -> Conflicts:
    rows = rows_of(tiles.bonus)
    counted = any(_needed(one, "bonus_tiles") for one in yaku.local)
    for bonus in rows:
        others = [as_written(one) for one in rows if one is not bonus]
        none = Mend(Message("No marked {tile}", tile=bonus.tile), {"tiles.bonus": others or "none"})
        reds = getattr(tiles.red_fives, bonus.tile[1], 0) if bonus.tile[0] == "5" else 0
        if reds + bonus.copies > 4:
            yield Conflict(
                "contradiction",
                ("tiles.bonus", "tiles.red_fives"),
                Message(
                    "four {tile} are too few for {reds} red and {copies} marked ones",
                    tile=bonus.tile,
                    reds=reds,
                    copies=bonus.copies,
                ),
                (none,),
            )
        if bonus.chips and chips.awarded == "none":
            without = as_written(bonus) | {"chips": 0}
            yield _no_effect(
                ("tiles.bonus", "chips.awarded"),
                Message("nobody pays the chips of the marked {tile}", tile=bonus.tile),
                Mend(
                    Message("No chips for the marked {tile}", tile=bonus.tile),
                    {"tiles.bonus": [*others, without]},
                ),
            )
        if bonus.wild == "after_open_riichi" and riichi.open == "none":
            yield _no_effect(
                ("tiles.bonus", "riichi.open"),
                Message("the marked {tile} is wild after open riichi, which nobody may declare",
                        tile=bonus.tile),
                Mend(
                    Message("The marked {tile} is wild after riichi", tile=bonus.tile),
                    {"tiles.bonus": [*others, as_written(bonus) | {"wild": "after_riichi"}]},
                ),
            )  # fmt: skip
        if not (bonus.han or bonus.chips or counted or bonus.wild != "never"):
            yield _no_effect(
                ("tiles.bonus",),
                Message(
                    "the marked {tile} is not wild, adds no han or chips, and no yaku counts it",
                    tile=bonus.tile,
                ),
                none,
            )


def _counted_tiles(tiles: Tiles, yaku: Yaku) -> Conflicts:
    """Yield the yaku that need more red fives or bonus tiles than there are."""
    reds = tiles.red_fives.m + tiles.red_fives.p + tiles.red_fives.s
    marked = sum(bonus.copies for bonus in rows_of(tiles.bonus))
    for local in yaku.local:
        path, needed = f"yaku.{local.id}", _needed(local, "red_fives")
        if needed > reds:
            yield _no_effect(
                (path, "tiles.red_fives"),
                Message(
                    "it needs {needed} red fives, but there are {reds}", needed=needed, reds=reds
                ),
                Mend(
                    Message("Play with {n} red fives", n=needed),
                    {"tiles.red_fives": _in_suits(needed)},
                ),
                *_left_out(local),
            )
        needed = _needed(local, "bonus_tiles")
        if needed > marked:
            threes = [
                {"tile": f"3{suit}", "copies": copies, "han": 0}
                for suit, copies in _in_suits(needed).items()
                if copies
            ]
            yield _no_effect(
                (path, "tiles.bonus"),
                Message("it needs {needed} bonus tiles, but there are {marked}",
                        needed=needed, marked=marked),
                Mend(Message("Play with {n} marked threes", n=needed), {"tiles.bonus": threes}),
                *_left_out(local),
            )  # fmt: skip


def _in_suits(number: int) -> dict[str, int]:
    """Return how many tiles of each suit make this number."""
    each, more = divmod(number, 3)
    return {"m": each + (more > 1), "p": each + (more > 0), "s": each}


def _left_out(local: LocalYaku) -> tuple[Mend, ...]:
    """Return the fix that leaves out a known yaku, but not a club's own."""
    if local.definition is not None:
        return ()
    name = Message(known_yaku()[local.id].name.title)
    return (Mend(Message("{yaku} is not counted", yaku=name), {f"yaku.{local.id}": "none"}),)


def _needed(local: LocalYaku, word: str) -> int:
    """Return how many red fives or bonus tiles a yaku needs; 0 if it does not count."""
    count = getattr(_definition_of(local), word)
    return 0 if count is None or local.worth == "none" else count_range(count)[0]


def _definition_of(local: LocalYaku) -> Definition:
    return local.definition or known_yaku()[local.id]


def _ways(yaku: Yaku) -> Conflicts:
    ways = {own.id: ways_of(own.definition) for own in yaku.local if own.definition is not None}
    if (number := sum(ways.values())) > MOST_WAYS_TOGETHER:
        largest = max(ways, key=lambda name: ways[name])
        yield Conflict(
            "too-many-ways",
            (f"yaku.{largest}", *(f"yaku.{name}" for name in ways)),
            Message(
                "the club's yaku allow {number:,} ways together, more than {most:,}; this one "
                "allows {ways:,}",
                number=number,
                most=MOST_WAYS_TOGETHER,
                ways=ways[largest],
            ),
            expected=Message("fewer yaku, or definitions with fewer letters and classes"),
        )


SCORING_CHECKS: Checks = (
    _limits_ascend,
    _somebody_can_win,
    _riichi_extras,
    _open_riichi,
    _quad_ura,
    _variants,
    _liability,
    _counted_tiles,
    _bonus_tiles,
    _ways,
)
"""The checks of scoring."""


Chapters = Mapping[str, Chapter]


def conflicts(chapters: Chapters) -> Conflicts:
    """Yield every conflict between valid chapters."""
    for check in CHECKS:
        needed = _chapters_of(check)
        if chapters.keys() >= {*needed}:
            yield from check(*(chapters[name] for name in needed))


def contradictions(rules: Rules) -> frozenset[tuple[str, ...]]:
    """Return the options of rules that contradict each other."""
    found = conflicts({name: getattr(rules, name) for name in chapters()})
    return frozenset(conflict.paths for conflict in found if conflict.code in ERRORS)


@cache
def _chapters_of(check: Callable[..., Conflicts]) -> tuple[str, ...]:
    return tuple(signature(check).parameters)


def _start_and_oka(setup: Setup, result: Result) -> Conflicts:
    start, back, oka = setup.starting_points, result.return_points, "result.oka"
    paths = ("setup.starting_points", "result.return_points", oka)
    no_oka = Mend(Message("No oka"), {oka: "none"})
    if back == "none":
        if result.oka != "none":
            yield _no_effect(
                (oka, "result.return_points"),
                Message("there is no oka without return points"),
                no_oka,
                _returning(start + OKA_EACH),
            )
    elif start > back:
        yield _contradiction(
            paths,
            Message(
                "players start with {start:,}, more than the {back:,} that they return",
                start=start,
                back=back,
            ),
            _starting(back, oka="none") if back else _RAW,
            _returning(start, oka="none"),
        )
    elif start < back and result.oka == "none":
        lack = 4 * (back - start)
        yield _contradiction(
            paths,
            Message(
                "players start with {start:,} but return {back:,}, and nobody gets the missing "
                "{lack:,}",
                start=start,
                back=back,
                lack=lack,
            ),
            Mend(Message("First place gets the {lack:,} as oka", lack=lack), {oka: "first"}),
            _returning(start),
            _starting(back),
        )
    elif start == back and result.oka != "none":
        yield _no_effect(
            (oka, "setup.starting_points", "result.return_points"),
            Message("there is no oka if the starting points equal the return points"),
            no_oka,
            _starting(start - OKA_EACH) if start >= 6 * OKA_EACH else _returning(back + OKA_EACH),
        )


OKA_EACH = 5000
"""The points that each player contributes to the usual oka."""


def _starting(points: int, **others: str) -> Mend:
    return Mend(
        Message("Set the starting points to {points:,}", points=points),
        {"setup.starting_points": points, **{f"result.{name}": to for name, to in others.items()}},
    )


def _returning(points: int, **others: str) -> Mend:
    return Mend(
        Message("Set the return points to {points:,}", points=points),
        {"result.return_points": points, **{f"result.{name}": to for name, to in others.items()}},
    )


def _uma_sum(result: Result) -> Conflicts:
    """Yield the uma that does not sum to zero; only scores that count as they are allow it."""
    for places in result.every_uma if result.return_points != "none" else ():
        if total := sum(places):
            yield Conflict(
                "uma-sum",
                ("result.uma", "result.return_points"),
                Message(
                    "the uma {places} sums to {total:+,}, not to zero",
                    places=_in_words(places),
                    total=total,
                ),
                (*_mirrored(result.uma), _RAW)[:2],
            )


def _mirrored(uma: FloatingUma | tuple[int, int, int, int]) -> Iterator[Mend]:
    """Yield the uma of which the last two places mirror the first two, and the other way round."""
    if not isinstance(uma, FloatingUma):
        for a, b in (uma[:2], (-uma[3], -uma[2])):
            places = [a, b, -b, -a]
            if a >= b >= 0:
                says = Message("Uma {places}", places=_in_words(places))
                yield Mend(says, {"result.uma": places})


_RAW = Mend(
    Message("The score itself counts"), {"result.return_points": "none", "result.oka": "none"}
)


def _oka_and_ties(result: Result) -> Conflicts:
    if result.oka == "shared_first" and result.ties == "earlier_seat":
        yield _no_effect(
            ("result.oka", "result.ties"),
            Message("winners cannot share the oka if seats break ties"),
            Mend(Message("First place gets the whole oka"), {"result.oka": "first"}),
            Mend(Message("Tied players share their places"), {"result.ties": "shared"}),
        )


def _furiten(furiten: Furiten) -> Conflicts:
    if {"own_claim", "any_claim"} <= set(furiten.temporary_ends):
        yield _no_effect(
            ("furiten.temporary_ends",),
            Message("any claim already includes the player's own claim"),
            Mend(
                Message("Anyone's claim ends temporary furiten"),
                {"furiten.temporary_ends": _without(furiten.temporary_ends, "own_claim")},
            ),
            Mend(
                Message("Only the player's own claim ends temporary furiten"),
                {"furiten.temporary_ends": _without(furiten.temporary_ends, "any_claim")},
            ),
        )


def _swaps(claims: Claims, fouls: Fouls) -> Conflicts:
    if not claims.forbidden_swaps and fouls.swap_call != "no_penalty":
        yield _no_effect(
            ("fouls.swap_call", "claims.forbidden_swaps"),
            Message("no swap call is forbidden, so none can be penalised"),
            Mend(Message("No penalty for a swap call"), {"fouls.swap_call": "no_penalty"}),
            Mend(
                Message("Swap calls are forbidden"),
                {"claims.forbidden_swaps": ["same_tile", "other_end"]},
            ),
        )


def _pot(fouls: Fouls, riichi: RiichiRules) -> Conflicts:
    """Yield the fouls that pay into the pot although there are no bets, with which it is taken."""
    for name, value in fouls if not riichi.bet else ():
        if isinstance(value, FoulPenalty) and value.pot is not None:
            path = f"fouls.{name}"
            yield _contradiction(
                (path, "riichi.bet"),
                Message("points in the pot are taken with riichi bets, and riichi needs no bet"),
                Mend(Message("Riichi needs a bet of 1,000 points"), {"riichi.bet": 1000}),
                Mend(Message("The points come off the result"), {path: {"points": value.pot}}),
            )


def _minimum(winning: Winning) -> Conflicts:
    rows = winning.minimum_rows
    for row in rows:
        others = [other for other in rows if other is not row]
        least = max([winning.minimum_han, *(o.han for o in others if o.counters <= row.counters)])
        raised = row.with_checked(han=least + 1)
        if row.han <= least:
            yield _no_effect(
                ("winning.minimum_with_counters", "winning.minimum_han"),
                Message("the minimum is {minimum_han} han anyway", minimum_han=least),
                _minima(Message("Without this step") if others else _SAME_MINIMUM.says, others),
                _minima(
                    Message("{han} han from {counters} counters on", **dict(raised)),
                    [raised if one is row else one for one in rows],
                ),
            )


def _minima(says: str, rows: Sequence[MoreWithCounters]) -> Mend:
    """Return the mend that sets the minima with many counters."""
    written: Any = [as_written(row) for row in rows] or ["same"]
    return Mend(says, {"winning.minimum_with_counters": written if rows[1:] else written[0]})


def _counters(winning: Winning, dealer: Dealer, draws: Draws) -> Conflicts:
    counters_added = dealer.counter_added_on or (
        isinstance(draws.abortive, Abortive) and draws.abortive.counter == "added"
    )
    if not counters_added and winning.minimum_with_counters != "same":
        yield _no_effect(
            ("winning.minimum_with_counters", "dealer.counter_added_on"),
            Message("counters are never added, so no minimum can depend on them"),
            _SAME_MINIMUM,
            Mend(
                Message("Wins of East and exhaustive draws add counters"),
                {"dealer.counter_added_on": ["dealer_win", "exhaustive_draw"]},
            ),
        )


_SAME_MINIMUM = Mend(
    Message("The same minimum with any number of counters"),
    {"winning.minimum_with_counters": "same"},
)


def _extension(end: End, setup: Setup) -> Conflicts:
    if not isinstance(end.extension, Extension):
        return
    if end.extension.target <= setup.starting_points:
        target = setup.starting_points + OKA_EACH
        yield _no_effect(
            ("end.extension", "setup.starting_points"),
            Message(
                "a player nearly always has {target:,} points: players start with at least that",
                target=end.extension.target,
            ),
            Mend(
                Message("A target of {target:,}", target=target),
                {"end.extension": as_written(end.extension) | {"target": target}},
            ),
            Mend(Message("No extension"), {"end.extension": "none"}),
        )


def _score_limits(end: End, setup: Setup) -> Conflicts:
    """Yield the scores, low or high, that every player has passed at the start."""
    start = setup.starting_points
    for name, sign in (("bust", -1), ("ceiling", 1)):
        limit = getattr(end, name)
        if isinstance(limit, ScoreLimit) and sign * (limit.points - start) <= 0:
            usual = start + 30_000 if name == "ceiling" else -limit.points
            path, fixed = f"end.{name}", as_written(limit) | {"points": usual}
            yield _contradiction(
                (path, "setup.starting_points"),
                Message("the first hand would end the game: players start with {n:,}", n=start),
                Mend(Message("A limit of {n:,} points", n=usual), {path: fixed}),
            )


def _one_hand(end: End) -> Conflicts:
    for path, off in {"end.extension": "none", "end.dealer_stops": "never"}.items():
        if end.rounds == "one_hand" and getattr(end, path.removeprefix("end.")) != off:
            yield _no_effect(
                (path,),  # a value of the base needs no warning
                Message("no effect in a game of one hand: {option}", option=_title(path)),
                Mend(Message("Leave it out"), {path: off}),
            )


def _dealer_stops(end: End, dealer: Dealer) -> Conflicts:
    if not isinstance(end.dealer_stops, DealerStops):
        return
    last = ROUNDS[end.whole_rounds - 1]
    for cause in end.dealer_stops.after:
        if not dealer.stays(cause, last):
            others = _without(end.dealer_stops.after, cause)
            stops = as_written(end.dealer_stops) | {"after": others} if others else "never"
            stays: Any = sorted({*value_in(last, dealer.stays_on), cause})
            if isinstance(dealer.stays_on, ByCase):
                stays = as_written(dealer.stays_on) | {last: stays}
            yield _no_effect(
                ("end.dealer_stops",),  # a value of the base needs no warning
                Message(PASSES[cause]),
                Mend(Message(NO_STOP[cause]), {"end.dealer_stops": stops}),
                Mend(Message(STAYS[cause]), {"dealer.stays_on": stays}),
            )


ROUNDS = ("east", "south", "west", "north")
"""The rounds of a game, as the cases of an option name them."""


def _needless_cases(end: End, dealer: Dealer, draws: Draws, chombo: Chombo) -> Conflicts:
    """Yield the cases of an option that never occur, and cases that are all alike."""
    more = end.extension.rounds if isinstance(end.extension, Extension) else 0
    rounds = ROUNDS[min(end.winds, end.whole_rounds + more) :]
    yield from _needless("dealer.stays_on", dealer.stays_on, rounds)
    yield from _needless("chombo.next_deal", chombo.next_deal, ())
    if isinstance(abortive := draws.abortive, Abortive):
        causes = [cause for cause in get_args(Cause) if getattr(abortive, cause) == "play_on"]
        written = as_written(abortive)
        yield from _needless(
            "draws.abortive", abortive.dealer, causes, lambda left: written | {"dealer": left}
        )


def _needless(
    path: str, value: object, unused: Iterable[str], whole: Callable[[Any], Any] = lambda left: left
) -> Conflicts:
    cases: dict[str, Any] = as_written(value) if isinstance(value, ByCase) else {}
    if cases and all(case == cases["other"] for case in cases.values()):
        plain = {path: whole(cases["other"])}
        yield _no_effect(
            (path,), Message("all cases are alike"), Mend(Message("Without cases"), plain)
        )
        return
    for case in (case for case in unused if case in cases):
        left = {name: part for name, part in cases.items() if name != case}
        yield _no_effect(
            (path,),
            Message("the case {case} never occurs", case=quote(case.replace("_", " "))),
            Mend(
                Message("Without this case"),
                {path: whole(left if left.keys() > {"other"} else left["other"])},
            ),
        )


PASSES: Mapping[str, Translatable] = {
    "win": "the dealer rotates after East's win, so the game ends then anyway",
    "tenpai": "the dealer rotates even if East is tenpai at a draw, so the game ends then anyway",
}
"""The problem if East may end the game after something on which East never stays."""

NO_STOP: Mapping[str, Translatable] = {
    "win": "East does not end the game by winning",
    "tenpai": "East does not end the game by being tenpai",
}

STAYS: Mapping[str, Translatable] = {
    "win": "East stays after winning",
    "tenpai": "East stays if tenpai at a draw",
}


def _eighth_win(dealer: Dealer, yaku: Yaku) -> Conflicts:
    usual = options()["dealer.wins_in_a_row"].unregulated
    counted = (local for local in yaku.local if local.worth != "none")
    when = {word for local in counted for word in _definition_of(local).when or ()}
    rotates = dealer.wins_in_a_row.after_eighth == "rotates"
    needed = rotates or when & {"eighth_dealer_win", "breaks_eighth_win"}
    if as_written(dealer.wins_in_a_row) != usual and not needed:
        yield _no_effect(
            ("dealer.wins_in_a_row", "yaku.paarenchan"),
            Message("no yaku counts East's wins in a row"),
            Mend(Message("The eighth win is a yakuman"), {"yaku.paarenchan": {"yakuman": 1}}),
            Mend(Message("Count East's wins as usual"), {"dealer.wins_in_a_row": usual}),
        )


def _something_aborts(draws: Draws) -> Conflicts:
    abortive = draws.abortive
    if isinstance(abortive, Abortive) and all(
        getattr(abortive, cause) == "play_on" for cause in get_args(Cause)
    ):
        yield _contradiction(
            ("draws.abortive",),
            Message("no hand can be aborted"),
            Mend(Message("No abortive draws"), {"draws.abortive": "none"}),
            Mend(
                Message("All four kinds of abortive draws"),
                {"draws.abortive": as_written(abortive) | ALL_ABORT},
            ),
        )


ALL_ABORT = {
    "nine_kinds": "may_abort",
    "four_winds": "abort",
    "four_riichi": "abort_hands_shown",
    "four_quads": "abort_after_discard",
}
"""The parts of abortive draws if all four kinds exist."""

AFTER_ABORT = as_written(AfterAbortiveDraw.model_construct())
"""The parts of abortive draws that say how the game continues, as in most rules."""


def _riichi_draws(draws: Draws, fouls: Fouls) -> Conflicts:
    abortive = draws.abortive
    called_off = isinstance(abortive, Abortive) and abortive.four_riichi != "play_on"
    rules = {
        "noten_riichi": fouls.noten_riichi,
        "forbidden_riichi_quad": fouls.forbidden_riichi_quad,
    }
    for name, rule in rules.items():
        if rule != "valid" and "four_riichi" in rule.found_at and not called_off:
            found_at = _without(rule.found_at, "four_riichi") or ["exhaustive_draw"]
            yield _no_effect(
                (f"fouls.{name}", "draws.abortive"),
                Message("four riichi do not end the hand, so nothing is judged then"),
                Mend(
                    Message("The foul is not judged at four riichi"),
                    {f"fouls.{name}": as_written(rule) | {"found_at": found_at}},
                ),
                Mend(
                    Message("Four riichi end the hand"),
                    {"draws.abortive": _with_four_riichi(abortive)},
                ),
            )


def _with_four_riichi(abortive: Abortive | str) -> dict[str, Any]:
    others = as_written(abortive) if isinstance(abortive, Abortive) else {}
    return {**others, "four_riichi": "abort_hands_shown"}


def _signal(tournament: Tournament) -> Conflicts:
    before, minutes = tournament.signal_before_end, tournament.minutes
    if before == "not_regulated" or minutes == "not_regulated":
        return
    if before >= minutes:
        session = max(90, before + 15)
        yield _contradiction(
            ("tournament.signal_before_end", "tournament.minutes"),
            Message(
                "the signal sounds {before} minutes before the end of a {minutes}-minute session",
                before=before,
                minutes=minutes,
            ),
            Mend(Message("The signal sounds when time is up"), {"tournament.signal_before_end": 0}),
            Mend(
                Message("A session of {minutes} minutes", minutes=session),
                {"tournament.minutes": session},
            ),
            Mend(
                Message("No time limit"),
                dict.fromkeys(
                    ("tournament.minutes", "tournament.signal_before_end"), "not_regulated"
                ),
            ),
        )


def _fines(fouls: Fouls) -> Conflicts:
    if isinstance(fouls.obstruction, ByDegree):
        degrees = fouls.obstruction.by_degree
        if degrees.serious_from > degrees.serious_to:
            yield _contradiction(
                ("fouls.obstruction",),
                Message(
                    "serious cases range from {serious_from:,} down to {serious_to:,}",
                    serious_from=degrees.serious_from,
                    serious_to=degrees.serious_to,
                ),
                Mend(
                    Message(
                        "Serious cases range from {least:,} up to {most:,}",
                        least=degrees.serious_to,
                        most=degrees.serious_from,
                    ),
                    {"fouls.obstruction": _with_range(fouls.obstruction)},
                ),
            )


def _with_range(obstruction: ByDegree) -> dict[str, Any]:
    """Return the amounts with the bounds of serious cases in ascending order."""
    degrees = obstruction.by_degree
    bounds = {"serious_from": degrees.serious_to, "serious_to": degrees.serious_from}
    return {"by_degree": {**as_written(degrees), **bounds}}


def _amounts(setup: Setup, riichi: RiichiRules, result: Result, chombo: Chombo) -> Conflicts:
    """Yield unlikely amounts: points are written in full, e.g. 20000 for twenty thousand."""
    values: dict[str, Any] = {
        "setup.starting_points": setup.starting_points,
        "riichi.bet": riichi.bet,
        "result.return_points": result.subtracted,
        "result.uma": result.uma,
    }
    for name in ("tournament", "casual"):
        price = getattr(chombo, name)
        if isinstance(price, AfterUma | AtTable | ToEach):
            values[f"chombo.{name}"] = price
    for path, value in values.items():
        points = _points_in(value)
        if _are_tiny(points):
            yield _unlikely(
                (path,),
                Message("{points} points are unusually few", points=_in_words(points)),
                *_amount_mends(path, value, partial(_in_full, most=_likely_most(path, value))),
            )
        elif any(p % 100 for p in points):
            yield _unlikely(
                (path,),
                Message("expected multiples of 100, not {points}", points=_in_words(points)),
                *_amount_mends(path, value, _hundreds),
            )


def _points_in(value: Any) -> tuple[int, ...]:
    """Return the points of an amount; for a floating uma, those for one player above."""
    match value:
        case int():
            return (value,)
        case AfterUma(after_uma=points) | AtTable(at_table=points) | ToEach(to_each=points):
            return (points,)
        case FloatingUma(one=places):
            return places
    return tuple(value)


def _are_tiny(points: Sequence[int]) -> bool:
    return all(abs(p) < 500 for p in points) and any(points)


def _likely_most(path: str, value: Any) -> int:
    """Return the most points that a club probably means."""
    match value:
        case ToEach():
            return 12_000
        case AtTable():
            return 30_000
    return 5_000 if path == "riichi.bet" else 100_000


def _in_full(points: Sequence[int], most: int) -> list[int]:
    """Return points written in thousands, or else in hundreds, in full; leave others unchanged."""
    unit = 1000 if 1000 * max(map(abs, points)) <= most else 100
    return [unit * p for p in points] if _are_tiny(points) else [*points]


def _hundreds(points: Sequence[int]) -> list[int]:
    """Return points rounded to hundreds; those that sum to zero still do."""
    rounded = [100 * ((abs(p) + 50) // 100) * (1 if p > 0 else -1) for p in points]
    return rounded if sum(points) else [*rounded[:3], -sum(rounded[:3])]


START_AND_RETURN = ("setup.starting_points", "result.return_points")

Points = Callable[[Sequence[int]], list[int]]
"""A function that returns the intended points for the written ones."""


def _amount_mends(path: str, value: Any, change: Points) -> tuple[Mend, ...]:
    """Return the probable intended amounts; start and return may have to change together."""
    mend = _other_points(path, value, change)
    if path not in START_AND_RETURN:
        return (mend,)
    (points,) = change([value])
    both = Message("Set starting and return points to {points:,}", points=points)
    return (mend, Mend(both, dict.fromkeys(START_AND_RETURN, points)))


def _other_points(path: str, value: Any, change: Points) -> Mend:
    """Return the fix that sets an amount to the value that was probably meant."""
    points = change(_points_in(value))
    written: Any = points
    match value:
        case int():
            (written,) = points
        case AfterUma() | AtTable() | ToEach():
            written = dict.fromkeys(as_written(value), points[0])
        case FloatingUma():
            places = ("one", "two", "three", "none_or_all")
            changed = {name: change(getattr(value, name)) for name in places}
            written = {"at_least": value.at_least, **changed}
    return Mend(Message("Set it to {points}", points=_in_words(points)), {path: written})


def _in_words(points: Sequence[int]) -> Message:
    if len(points) == 1:
        return Message("{points:,}", points=points[0])
    first, second, third, fourth = points
    return Message(
        "{first:+,} / {second:+,} / {third:+,} / {fourth:+,}",
        first=first,
        second=second,
        third=third,
        fourth=fourth,
    )


CHECKS: Checks = (
    *SCORING_CHECKS,
    _start_and_oka,
    _uma_sum,
    _oka_and_ties,
    _furiten,
    _swaps,
    _pot,
    _minimum,
    _counters,
    _extension,
    _score_limits,
    _one_hand,
    _dealer_stops,
    _needless_cases,
    _eighth_win,
    _something_aborts,
    _riichi_draws,
    _signal,
    _fines,
    _amounts,
)
"""All checks across options, those of scoring first."""
