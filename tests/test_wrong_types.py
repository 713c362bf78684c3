"""Wrong values at the front door: each is told as a RiichiError that names what was expected.

The calls are made from the signatures: each parameter of each public name, and of each public
method, is given values of many types in turn, and the others are right.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

import pytest
from each import each

import riichi_core as rc
from riichi_core.batch.columns import PackedWins

CORE: Any = rc  # no type keeps a program from a mistake

WIN = rc.Win("2345567m(345p)678s", "8m", by="ron", seat="south", dora="4m")
EMA = rc.load("ema-2016")


def table() -> rc.Table:
    found = rc.Table(EMA, seed=7)
    found.start()
    return found


GIVEN: dict[str, dict[str, Any]] = {
    "AbortiveDraw": {"cause": "nine_kinds"},
    "ChomboEnding": {},
    "FinishedDeal": {"end": rc.ExhaustiveDraw()},
    "FinishedDeal.of": {"end": rc.ExhaustiveDraw()},
    "ExhaustiveDraw": {},
    "Hand": {"concealed": "2345567m345p678s"},
    "Hand.parse": {"text": "2345567m345p678s"},
    "Hand.is_tenpai": {"own_four": True},
    "Meld": {"kind": "pung", "tiles": (rc.Tile("7z"),) * 3},
    "Riichi": {},
    "Ron": {},
    "Score.reading": {"win": WIN},
    "Table": {"ruleset": EMA},
    "Table.at": {"game": rc.Table(EMA).game, "ruleset": EMA},
    "Table.game_at": {"number": 1},
    "Table.legal_actions": {},
    "Table.observe": {"seat": "south"},
    "Table.start": {},
    "Table.push": {"responses": "discard 1m"},
    "Table.report": {"seat": "south", "foul": "swap_call"},
    "Table.signal": {},
    "Table.settle": {},
    "Table.next_deal": {},
    "Table.pop": {},
    "Table.resume": {"events": ()},
    "Table.fold": {"events": ()},
    "Tile": {"kind": "5m"},
    "Tsumo": {},
    "Win": {"hand": WIN.hand, "tile": WIN.tile, "by": "ron"},
    "Wind.of": {"name": "south"},
    "Wins": {"wins": WIN, "discarder": "west"},
    "best_discards": {"hand": "234567m345p79s115z"},
    "compare": {"rulesets": EMA},
    "explain": {"win": WIN, "ruleset": EMA},
    "judge": {"foul": "swap_call", "rules": EMA},
    "load": {"name": "ema-2016"},
    "score": {"win": WIN, "rules": EMA},
    "score_many": {"wins": [WIN], "rulesets": [EMA]},
    "settle": {"deal": rc.ExhaustiveDraw(), "ruleset": EMA},
    "to_dict": {"result": rc.score(WIN, EMA)},
}
"""For each public name the arguments of a right call."""

RESULTS = {"NoWin", "RiichiError", "Score", "Ruleset", "Ruleset.of", "Ruleset.title_in", "Wind"}
"""What the library makes or raises and a program only reads, and an enumeration."""

SELF: dict[str, Callable[[], object]] = {
    "Hand": lambda: WIN.hand,
    "Ruleset": lambda: EMA,
    "Score": lambda: rc.score(WIN, EMA),
    "Table": table,
}


def public() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the path of each public name and method, and what it calls."""
    for name in rc.__all__:
        thing: Any = getattr(rc, name)
        yield name, thing
        for method, raw in vars(thing).items() if inspect.isclass(thing) else ():
            if not method.startswith("_") and isinstance(raw, FunctionType | classmethod):
                yield f"{name}.{method}", getattr(thing, method)


WRONG: tuple[Any, ...] = (
    None, True, 5, -1, 10**30, 1.5, float("nan"), float("inf"), 1j, b"x", "x", "", "\0", "\ud800",
    "x" * 100_000, [], [5], ["x"], [None], [[[]]], (), ({},), {1, 2}, range(3), iter([5]), {},
    {"x": 1}, {"east": "x"}, {"east": {"x": 5}}, {5: 5}, ..., int, len, object(), rc.Wind.SOUTH,
    rc.Tile("5m"), rc.Ron(), WIN, EMA, rc.Win, [WIN, None],
)  # fmt: skip

STANDS_FOR = {
    "Seat": "Wind str", "GivenRules": "Ruleset str", "Ending": "Wins", "Points": "int",
    "int": "Wind", "Path": "str", "Iterable": "list tuple set range list_iterator",
    "Sequence": "list tuple range", "Mapping": "dict", "None": "NoneType",
}  # fmt: skip
"""The names of types that a word of an annotation takes in."""

CLOSED = {"Cause", "PlaySetting", "MeldKind", "ResultUnit", "From", "Circumstance"}
"""Lists of words, of which none of these is one."""


def fits(value: object, annotation: str) -> bool:
    """Return whether an annotation has a word for the type of a value."""
    words = set(re.findall(r"\w+", annotation))
    for _ in range(2):
        words |= {more for word in words for more in STANDS_FOR.get(word, "").split()}
    if "Listener" in words and callable(value):
        return True
    if value == {} and "Iterable" in words:
        return True
    return type(value).__name__ in words - ({"str"} if words & CLOSED else set())


def calls() -> Iterator[tuple[str, Callable[..., Any], inspect.Parameter]]:
    for path, call in public():
        if path not in RESULTS:
            assert path in GIVEN, f"{path} has no right call"
            for one in inspect.signature(call).parameters.values():
                if one.name != "self":
                    yield path, call, one


def carry_out(path: str, call: Callable[..., Any], given: dict[str, Any]) -> None:
    parameters = inspect.signature(call).parameters
    arguments = [SELF[path.partition(".")[0]]()] if "self" in parameters else []
    for one in parameters.values():
        if one.kind is one.VAR_POSITIONAL and one.name in given:
            arguments.append(given.pop(one.name))
    call(*arguments, **given)


@each("path, call, parameter", calls())
def test_what_is_wrong_is_a_riichi_error(
    path: str, call: Callable[..., Any], parameter: inspect.Parameter
) -> None:
    problems = []
    for value in WRONG:
        try:
            carry_out(path, call, GIVEN[path] | {parameter.name: value})
        except rc.RiichiError as error:
            if not str(error):
                problems.append(f"{value!r:.40}: nothing is said")
        except Exception as error:
            problems.append(f"{value!r:.40}: {type(error).__name__}: {error!s:.80}")
        else:
            if not fits(value, str(parameter.annotation)):
                problems.append(f"{value!r:.40}: taken as {parameter.annotation}")
    assert problems == [], path + "(" + parameter.name + ")"


@each("path", sorted(GIVEN.keys() - {"Table.start", "Table.next_deal", "Table.settle"}))
def test_what_is_right_is_taken(path: str) -> None:
    carry_out(path, dict(public())[path], dict(GIVEN[path]))


SAID: list[tuple[Callable[[], object], str]] = [
    (lambda: CORE.Meld("pung", "777z"), "tiles: expected a list of Tile, not '777z'"),
    (lambda: CORE.best_discards(5), "hand: expected a text, not 5"),
    (
        lambda: CORE.Wins(WIN, "west", fed_by=["x"]),
        "fed_by: expected a dict with a dict for each key or None, not a list",
    ),
    (
        lambda: CORE.FinishedDeal(CORE.ExhaustiveDraw(), counters="2"),
        "counters: expected a whole number, not '2'",
    ),
    (
        lambda: CORE.FinishedDeal(CORE.ExhaustiveDraw(), penalties={"east": "much"}),
        "penalties: expected a dict with a whole number for each key or None, not",
    ),
    (lambda: CORE.FinishedDeal(CORE.ExhaustiveDraw(), fines={"eats": -5}), "did you mean east?"),
    (
        lambda: CORE.FinishedDeal(CORE.ExhaustiveDraw(), penalties={"east": -5, rc.Wind.EAST: -7}),
        "penalties: a seat is named twice",
    ),
    (
        lambda: CORE.Wins(WIN, "west", fed_by={"south": {}, rc.Wind.SOUTH: {}}),
        "liable: a seat is named twice",
    ),
    (
        lambda: CORE.FinishedDeal(CORE.ExhaustiveDraw(), fines={"east": 8000}),
        "fines: points off are numbers below zero",
    ),
    (
        lambda: CORE.judge("swap_call", EMA, setting="casuall"),
        "setting: there is no 'casuall': did you mean casual?",
    ),
    (lambda: CORE.Meld("pung", (rc.Tile("7z"),) * 3, "lefft"), "did you mean left?"),
    (lambda: PackedWins(CORE.compare), "expected wins, not"),
    (lambda: CORE.Tsumo(after_kong="no"), "after_kong: expected True or False, not 'no'"),
    (lambda: CORE.Wind.of("sout"), "there is no wind 'sout': expected east, south, west, north"),
]


def test_points_are_taken_off_a_seat_by_its_word_or_wind() -> None:
    words, winds = ({east: -1000} for east in ("east", rc.Wind.EAST))
    one = rc.FinishedDeal(rc.ExhaustiveDraw(), fines=words, penalties=words)
    other = rc.FinishedDeal(rc.ExhaustiveDraw(), fines=winds, penalties=winds)
    assert one == other
    assert rc.settle(one, EMA) == rc.settle(other, EMA)


@each("call, said", SAID)
def test_what_was_expected_is_said(call: Callable[[], object], said: str) -> None:
    with pytest.raises(rc.RiichiError, match=re.escape(said)):
        call()
