"""Values and errors can be shared between threads and processes, and copied."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import pkgutil
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from each import each
from effort import LONG, first

import riichi_core as rc
from riichi_core.files.problem import START, Mend, Problem
from riichi_core.messages import Message
from riichi_core.play.actions import PASS, Response

PACKAGES = ("riichi_core", "riichi")


def import_everything() -> None:
    """Import every module, except those that need a missing package."""
    for name in PACKAGES:
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            try:
                if not module.name.endswith("__main__"):
                    importlib.import_module(module.name)
            except ModuleNotFoundError as error:
                assert not str(error.name).startswith(("riichi.", "riichi_core"))


def subclasses(kind: type[rc.RiichiError]) -> Iterator[type[rc.RiichiError]]:
    yield kind
    for subclass in kind.__subclasses__():
        yield from subclasses(subclass)


def given() -> dict[str, Any]:
    """Return a value for each constructor parameter of an error."""
    table = rc.Table("ema-2025")
    table.start()
    mend = Mend(Message("{a} and {b}", a=1, b=2), {"claims.winners": "head_bump"})
    return {
        "message": Message("the hand has {n} tiles", n=12),
        "why": Message("not now"),
        "code": "tile_count",
        "field_name": "wins.0.hand",
        "field": "hand",
        "text": "12x",
        "tile": rc.Tile("3m"),
        "address": "http://localhost:8000/",
        "position": 2,
        "problems": [Problem("club.yaml", START, "a", "b", fixes=(mend,))],
        "deal": table.deal,
        "options": table.legal_actions(),
        "call": Response("south", PASS),
    }


GIVEN = given()


def error_of(kind: type[rc.RiichiError]) -> rc.RiichiError:
    """Return an error of a class, with a value for each of its parameters and a note."""
    error = kind(**{name: GIVEN[name] for name in inspect.signature(kind).parameters})
    error.add_note("while reading line 3")
    return error


COPIES: list[tuple[str, Callable[[Any], Any]]] = [
    ("copy", copy.copy),
    ("deepcopy", copy.deepcopy),
    *((f"pickle {protocol}", lambda value, protocol=protocol: pickle.loads(
        pickle.dumps(value, protocol))) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)),
]  # fmt: skip


def test_every_error_can_be_copied_and_pickled() -> None:
    import_everything()
    kinds = {*subclasses(rc.RiichiError)}
    assert len(kinds) > 20
    for kind in kinds:
        error = error_of(kind)
        for how, copied in COPIES:
            other = copied(error)
            assert type(other) is kind, how
            assert (str(other), other.args) == (str(error), error.args), (kind, how)
            assert vars(other) == vars(error), (kind, how)
            assert getattr(other.message, "template", "") == getattr(error.message, "template", "")


def scored(hand: str) -> int:
    """Return the points of a thirteen-tile hand completed by 8m, as work for another process."""
    result = rc.score(rc.Win(hand, "8m", by="ron"), "ema-2016")
    return result.points if result else 0


@pytest.mark.parametrize("method", first(["fork", "spawn"]))
def test_a_bad_hand_leaves_a_process_pool_working(method: str) -> None:
    if sys.platform == "win32" and method == "fork":
        pytest.skip("Windows has no fork")
    with ProcessPoolExecutor(1, get_context(method)) as pool:
        bad = pool.submit(scored, "345567m345p678s")
        good = pool.submit(scored, "2345567m345p678s")
        with pytest.raises(rc.RiichiError, match="the hand has 12 concealed tiles") as caught:
            bad.result()
        assert getattr(caught.value, "field", "") == "hand"
        assert good.result() == 2900


def test_columns_of_scores_can_be_pickled_and_counted() -> None:
    wins = [rc.Win("2345567m345p678s", "8m", by=by) for by in ("ron", "tsumo")]
    for scores in (rc.score_many(wins, ["ema-2016"]), rc.score_many([], ["ema-2016"])):
        for how, copied in COPIES:
            other = copied(scores)
            assert other == scores, how
            assert other.points.readonly
        assert len(scores) == scores.shape[0]


# ---- tables --------------------------------------------------------------------------------------


@each("copied", [copy.copy, copy.deepcopy, rc.Table.copy])
def test_a_copied_table_is_independent(copied: Callable[[rc.Table], rc.Table]) -> None:
    noted: list[object] = []
    table = rc.Table("ema-2025", seed=7, listener=noted.append)
    table.start()
    table.push("discard 1m")
    events, position, heard = table.events, repr(table), len(noted)
    other = copied(table)
    assert (other.events, repr(other), other.seed) == (events, position, table.seed)
    other.pop()
    other.push("discard 9s drawn" if "9s" in position else str(other.legal_actions("east")[2]))
    assert other.events != events
    assert (table.events, repr(table), len(noted)) == (events, position, heard)
    table.pop()
    table.push("discard 1m")
    assert table.events == events


# ---- threads -------------------------------------------------------------------------------------


RULESETS = ("ema-2016", "ema-2025", "wrc-2025", "tenhou")
HANDS = ("2345567m345p678s", "2345567m(345p)678s", "234567m345p678s8m")


def asked(number: int) -> list[str]:
    """Return the answers for one thread: rulesets, scores, settlements and a game, by a number."""
    ruleset = RULESETS[number % len(RULESETS)]
    win = rc.Win(HANDS[number % len(HANDS)], "8m", by="ron", seat="south", dora="4m")
    table = rc.Table(ruleset, seed=number % 3)
    table.start()
    table.push(str(table.legal_actions("east")[0]))
    return [
        repr(rc.score(win, ruleset)),
        str(rc.explain(win, ruleset)),
        str(rc.settle(rc.Wins(win, discarder="west"), ruleset)),
        repr(rc.compare(ruleset, "wrcr-2015")),
        repr(table.events),
        repr(rc.Hand(HANDS[number % len(HANDS)]).waits),
    ]


def test_eight_threads_get_the_same_answers_as_one() -> None:
    times = 8 if LONG else 2
    expected = [asked(number) for number in range(12)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(8) as pool:
            found = [*pool.map(asked, [number % 12 for number in range(12 * times)])]
    finally:
        sys.setswitchinterval(interval)
    assert found == expected * times


# ---- files ---------------------------------------------------------------------------------------


CLUB = """format: 1
ruleset: club
title: Club
extends: ema-2016
limits: {{raised_to_mangan: {raised}}}
"""


def test_a_score_under_a_path_follows_changes_of_the_file(tmp_path: Path) -> None:
    path = str(tmp_path / "club.yaml")
    win = rc.Win("234m567p678s55p34s", "5s", by="ron", seat="south", riichi=True, dora="1m")
    points = []
    for raised in ("[four_han_thirty_fu]", "[]"):
        Path(path).write_text(CLUB.format(raised=raised), encoding="utf-8")
        score = rc.score(win, path)
        assert score
        assert score.points == rc.score_many([win], [path]).points[0, 0]
        points.append(score.points)
    assert points == [8000, 7700]
