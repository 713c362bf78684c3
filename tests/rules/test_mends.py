"""What settles a conflict: over any ruleset each mend does, and makes no other error."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from each import each
from effort import LONG

from riichi_app.locale import Locale, languages
from riichi_core.files.problem import MOST_MENDS, Problem
from riichi_core.files.yaml_document import SourceDocument
from riichi_core.messages import Message
from riichi_core.rules import checks, library
from riichi_core.rules.chapters.yaku import Yaku
from riichi_core.rules.ruleset_check import examine_document

Values = Mapping[str, Any]

NO_YAKU = {f"yaku.{name}": "none" for name, _ in Yaku.options()}
ABORTIVE = {"counter": "added", "dealer": "stays", "bets": "stay"}
NO_ABORT = dict.fromkeys(("nine_kinds", "four_winds", "four_riichi", "four_kongs"), "play_on")
KONGS = dict.fromkeys(("claimed", "extended", "concealed"), "at_discard")
FINES = {"fines": [5000], "repeated": "referee"}
JUDGED = {"penalty": "chombo", "found_at": ["four_riichi"]}
EXTENSION = {"target": 30000, "rounds": 1, "kept_deal": "ends"}
REDS = {"name": {"en": "Reds"}, "red_fives": 7, "worth": {"closed": 1}}

MANY_WAYS = {
    f"yaku.own{n}": {
        "name": {"en": f"Own {n}"}, "worth": {"closed": 1},
        "sets": ["pung terminal", "chow n X", "pung m Y"],
    }
    for n in range(20)
}  # fmt: skip

CLASHES: tuple[Values, ...] = (
    # limits
    {"limits.mangan": {"han": 7, "base": 2000}},
    {"limits.mangan": {"han": 12, "base": 7000}},
    {"limits.haneman": {"han": 5, "base": 2000}},
    {"limits.baiman": {"han": 12, "base": 4000}},
    {"limits.sanbaiman": {"han": 11, "base": 3000}},
    {"limits.sanbaiman": {"han": 6, "base": 3000}, "limits.baiman": {"han": 6, "base": 3000}},
    {"limits.counted_yakuman": {"han": 11, "base": 8000}},
    {"limits.counted_yakuman": {"han": 13, "base": 6000}},
    {"limits.counted_yakuman": {"han": 13, "base": 9000}},
    {"limits.counted_yakuman": [{"han": 13, "base": 9000}, {"han": 14, "base": 9000}]},
    {"limits.yakuman": 6000},
    {"limits.yakuman": 100},
    {"limits.sanbaiman": {"han": 11, "base": 9000}, "limits.yakuman": 7000},
    # yaku
    NO_YAKU | {"liability.yaku": []},
    {"yaku.riichi": "none", "dora.ura": "riichi_winners"},
    {"yaku.riichi": "none", "yaku.ippatsu": {"closed": 1}, "yaku.double_riichi": {"closed": 1}},
    {"riichi.open": {"deal_in": "usual"}, "yaku.open_riichi": "none"},
    {"yaku.nine_gates_nine_waits": {"yakuman": 1}, "yaku.nine_gates": {"yakuman": 1}},
    {"yaku.nine_gates_nine_waits": {"yakuman": 6}, "yaku.nine_gates": {"yakuman": 6}},
    {"yaku.thirteen_orphans_thirteen_waits": {"closed": 2},
     "yaku.thirteen_orphans": {"yakuman": 1}},
    {"yaku.mondeikou": {"yakuman": 1}, "tiles.red_fives": {"m": 0, "p": 0, "s": 0}},
    {"yaku.reds": REDS, "tiles.red_fives": {"m": 1, "p": 1, "s": 1}},
    MANY_WAYS,
    # dora, liability
    {"dora.ura": "none", "dora.kong_indicators": KONGS | {"ura": "counted"}},
    {"liability.yaku": [], "liability.earlier_sets": "visible", "liability.self_draw": "as_usual"},
    {"liability.yaku": ["big_four_winds", "after_a_kong"], "yaku.big_four_winds": "none",
     "yaku.after_a_kong": "none"},
    # points
    {"setup.starting_points": 25000},
    {"setup.starting_points": 25000, "result.oka": "none"},
    {"result.return_points": 35000, "result.oka": "none"},
    {"setup.starting_points": 25000, "result.return_points": 30000, "result.oka": "none"},
    {"setup.starting_points": 35000, "result.return_points": 30000},
    {"setup.starting_points": 30000, "result.return_points": 30000, "result.oka": "first"},
    {"setup.starting_points": 1000, "result.return_points": 1000, "result.oka": "shared_first"},
    {"result.oka": "shared_first", "result.ties": "earlier_seat"},
    {"setup.starting_points": 30},
    {"setup.starting_points": 30020, "result.return_points": 30020},
    {"riichi.bet": 1},
    {"riichi.bet": 1050},
    {"result.uma": [20, 10, -10, -20]},
    {"result.uma": [15050, 5000, -5000, -15050]},
    {"result.uma": [8033, 3033, -3033, -8033]},
    {"result.uma": {"at_least": 30000, "one": [12, -1, -3, -8], "two": [8, 4, -4, -8],
                    "three": [8, 3, 1, -12], "none_or_all": [0, 0, 0, 0]}},
    {"chombo.tournament": {"after_uma": 20}, "chombo.casual": {"at_table": 12050}},
    # the course of a game
    {"furiten.temporary_ends": ["own_claim", "any_claim", "own_draw"]},
    {"claims.forbidden_swaps": [], "fouls.swap_call": "dead_hand"},
    {"winning.minimum_han": 2, "winning.minimum_with_counters": {"counters": 5, "han": 2}},
    {"dealer.counter_added_on": [], "draws.abortive": "none",
     "winning.minimum_with_counters": {"counters": 5, "han": 2}},
    {"end.extension": EXTENSION | {"target": 20000}},
    {"end.rounds": 3, "end.extension": EXTENSION | {"target": 90000, "rounds": 2}},
    {"end.rounds": 4, "end.extension": EXTENSION | {"target": 90000, "rounds": 1}},
    {"end.leader_stops": {"after": ["win", "tenpai"], "how": "optional"}, "dealer.stays_on": []},
    {"end.leader_stops": {"after": ["tenpai"], "how": "automatic"}, "dealer.stays_on": ["win"]},
    {"draws.abortive": ABORTIVE | NO_ABORT},
    {"draws.abortive": "none", "fouls.noten_riichi": JUDGED | {"dead_hand_excuse": "no_proof"}},
    {"draws.abortive": ABORTIVE | NO_ABORT | {"four_winds": "abort"},
     "fouls.riichi_kong": JUDGED | {"found_at": ["own_win", "four_riichi"]}},
    {"tournament.minutes": 60, "tournament.signal_before_end": 60},
    {"tournament.minutes": 0, "tournament.signal_before_end": 600},
    {"fouls.obstruction": {"by_degree": FINES | {"serious_from": 30000, "serious_to": 20000}}},
)  # fmt: skip
"""By what values each kind of conflict comes about."""

NO_MEND = {
    "the own yaku can be met in {number:,} ways together, more than {most:,}: this one in {ways:,}"
}
"""Conflicts that nothing settles but what a club means with the definitions of its own yaku."""

ROWS = {f"limits.{name}" for name in checks.USUAL_LIMITS}

WIDER = {
    "nobody is ever liable, so this never matters": {"liability.yaku"},
    "{higher} begins at {more} han, {lower} at {less}": ROWS,
    "{higher} pays no more than {lower} ({base:,} against {other:,})": ROWS,
    "a yakuman pays no more than a sanbaiman ({yakuman:,})": ROWS,
    "{points} points are next to nothing": {*checks.START_AND_RETURN},
    "{points} are no round hundreds": {*checks.START_AND_RETURN},
}
"""What mends set besides the options of the conflict: each row of a table, start and return."""

KINDS = ("contradiction", "too-many-ways", "no-effect", "unlikely")

BASES = [*library.shipped()] if LONG else ["ema-2025", "wrc-2025", "mahjong-soul", "tenhou"]


class Clash(NamedTuple):
    """Values over a ruleset, and a conflict that they have."""

    base: str
    values: Values
    problem: Problem

    @property
    def kind(self) -> str:
        """The words of the conflict, without their numbers."""
        return template(self.problem)


def problems_of(base: str, values: Values) -> list[Problem]:
    data: dict[str, Any] = {"format": 1, "ruleset": "my-club", "title": "My club", "extends": base}
    for path, value in values.items():
        chapter, name = path.split(".")
        data.setdefault(chapter, {})[name] = value
    document = SourceDocument.of(data, "club.yaml")
    return [one for one in examine_document(document, Path("club.yaml"))[1] if one.code in KINDS]


def template(problem: Problem) -> str:
    assert isinstance(problem.message, Message), problem
    return problem.message.template


def key(problem: Problem) -> tuple[str, frozenset[str]]:
    return template(problem), frozenset((problem.path, *problem.also))


@cache
def clashes() -> list[Clash]:
    return [
        Clash(base, values, problem)
        for base in BASES
        for values in CLASHES
        for problem in problems_of(base, values)
    ]


def kinds_in_checks() -> Iterator[str]:
    """Yield the words of each conflict that the checks can find."""
    yield from checks.PASSES.values()
    for node in ast.walk(ast.parse(inspect.getsource(checks))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "Conflict"
        ):
            message = node.args[2]
            assert isinstance(message, ast.Call)
            if isinstance(words := message.args[0], ast.Constant):
                yield str(words.value)


def test_each_kind_of_conflict_is_tried() -> None:
    assert {clash.kind for clash in clashes()} == {*kinds_in_checks()}


@each("clash", clashes)
def test_each_conflict_has_one_mend_to_three(clash: Clash) -> None:
    number = len(clash.problem.mends)
    assert number == 0 if clash.kind in NO_MEND else 1 <= number <= MOST_MENDS, clash


@each("clash", clashes)
def test_a_mend_settles_its_conflict_and_makes_no_error(clash: Clash) -> None:
    before = {key(one) for one in problems_of(clash.base, clash.values)}
    for mend in clash.problem.mends:
        after = problems_of(clash.base, {**clash.values, **mend.values})
        assert key(clash.problem) not in {key(one) for one in after}, (clash, mend)
        errors = {key(one) for one in after if one.severity == "error"}
        assert errors <= before, (clash, mend)


@each("clash", clashes)
def test_a_mend_sets_nothing_else(clash: Clash) -> None:
    own = {clash.problem.path, *clash.problem.also, *WIDER.get(clash.kind, ())}
    assert all(own.issuperset(mend.values) for mend in clash.problem.mends), clash


@each("clash", clashes)
def test_a_mend_of_what_the_file_does_not_say_comes_first(clash: Clash) -> None:
    own = [not clash.values.keys().isdisjoint(mend.values) for mend in clash.problem.mends]
    assert own == sorted(own), clash


@each("clash", clashes)
def test_mends_are_different_and_fit_the_width(clash: Clash) -> None:
    says = [mend.says for mend in clash.problem.mends]
    assert len(says) == len(set(says)), clash
    for language in languages():
        *_, first = replace(clash.problem, mends=()).text(Locale(language)).split("\n")
        lines = clash.problem.text(Locale(language)).split("\n")
        mends = lines[lines.index(first) + 1 :]
        assert bool(mends) == bool(says), clash
        assert all(len(line) <= 100 for line in mends), mends


def test_25_000_alone_can_be_settled_in_two_ways() -> None:
    (problem,) = problems_of("ema-2025", {"setup.starting_points": 25000})
    assert [mend.values for mend in problem.mends] == [
        {"result.oka": "first"},
        {"result.return_points": 25000},
    ]
    assert problem.as_json()["mends"] == [
        {"says": "First place gets the 20,000 as oka", "values": {"result.oka": "first"}},
        {"says": "Set the return points to 25,000", "values": {"result.return_points": 25000}},
    ]
