"""Every win of the oracle, scored under its options; see README.md here for the format."""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from each import each
from effort import LONG

from riichi_core.batch.columns import ScoreRow
from riichi_core.batch.score_many import score_many
from riichi_core.fast import native
from riichi_core.hands.win import Win, WinError
from riichi_core.records.win import read_win, win_json
from riichi_core.rules.chapters.limits import Limit
from riichi_core.rules.chapters.tiles import RedFives
from riichi_core.rules.chapters.yaku import HanWorth, YakumanWorth
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.scoring.result import NoWin
from riichi_core.scoring.score import score

Json = dict[str, Any]

VALUES: dict[str, tuple[Any, ...]] = {
    "kiriage": (False, True),
    "open_tanyao": (False, True),
    "kazoe": ("sanbaiman", "yakuman"),
    "double_yakuman": ("none", "daisuushii", "all"),
    "yakuman_stacking": (False, True),
    "double_wind_fu": (2, 4),
    "red_fives": (False, True),
}
DOUBLE = (
    *("thirteen_orphans_thirteen_waits", "nine_gates_nine_waits"),
    "four_concealed_triplets_pair_wait",
)


@cache
def lines() -> list[Json]:
    with gzip.open(Path(__file__).with_name("wins.jsonl.gz"), "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@cache
def possible() -> list[tuple[Json, Win]]:
    """Return the lines that can occur in a deal, each with its win."""
    found = [(line, read_win(line["record"])) for line in lines() if not no_deal(line["record"])]
    assert len(found) == 7678
    return found


def no_deal(record: Json) -> bool:
    """Return whether no deal can have the win, although engines score it.

    This concerns double riichi and ippatsu after a quad or with a triplet. A player's own quad or a
    second indicator reveals a quad; a robbed quad was a triplet unless the hand is thirteen
    orphans, which none of these is.
    """
    own_quad = any(len(tiles) == 4 for tiles in re.findall(r"[\[(](\d+)", record["hand"]))
    other_quad = len(record.get("dora_indicators", ())) > 1 or record.get("robbing_quad", False)
    soon = record.get("riichi") == "double" and record.get("ippatsu", False)
    return soon and (own_quad or other_quad)


def rules_of(options: Json) -> Rules:
    return _rules_of(tuple(options[name] for name in VALUES))


@cache
def _rules_of(values: tuple[Any, ...]) -> Rules:
    options = dict(zip(VALUES, values, strict=True))
    base = load("ema-2016").rules
    yaku: Json = {"all_simples": HanWorth(concealed=1, open=1 if options["open_tanyao"] else None)}
    if options["double_yakuman"] != "none":
        yaku["big_four_winds"] = YakumanWorth(yakuman=2)
    if options["double_yakuman"] == "all":
        yaku |= dict.fromkeys(DOUBLE, YakumanWorth(yakuman=2))
    raised = ("four_han_thirty_fu", "three_han_sixty_fu") if options["kiriage"] else ()
    counted = Limit(han=13, base=8000) if options["kazoe"] == "yakuman" else "none"
    several = "add_up" if options["yakuman_stacking"] else "best_one"
    reds = int(options["red_fives"])
    limits = {"raised_to_mangan": raised, "counted_yakuman": counted, "several_yakuman": several}
    riichi = base.riichi.model_copy(update={"tiles_left": 0})  # engines do not require any
    return base.model_copy(
        update={
            "riichi": riichi,
            "yaku": base.yaku.model_copy(update=yaku),
            "limits": base.limits.model_copy(update=limits),
            "fu": base.fu.model_copy(update={"double_wind_pair": options["double_wind_fu"]}),
            "tiles": base.tiles.model_copy(update={"red_fives": RedFives(m=reds, p=reds, s=reds)}),
        }
    )


def as_expected(result: Json, ties: int) -> Json:
    """Return a result in the format of the oracle, without the uncertain parts."""
    if not result["valid"]:
        return {"valid": False, "reason": result["reason"]}
    found = {name: result[name] for name in ("valid", "payments", "points")}
    if ties == 1:
        found |= {name: result[name] for name in ("han", "fu", "limit", "yakuman")}
        dora = result["dora"]
        found["dora"] = sum(dora.values()) if isinstance(dora, dict) else dora
        found["yaku"] = sorted(result["yaku"], key=lambda one: str(one["id"]))
    return found


def test_every_win_has_the_score_that_the_engines_agree_on() -> None:
    wrong = {}
    for line, win in possible()[:: 1 if LONG else 4]:
        result: Any = win_json(score(win, rules_of(line["options"])))
        mine = as_expected(result, line["ties"])
        expected = line["expected"]
        agreed = as_expected({**expected, "points": expected.get("total")}, line["ties"])
        if mine != agreed:
            wrong[line["id"]] = mine, agreed
    assert wrong == {}
    assert len(lines()) == 7705


@pytest.mark.parametrize("compiled", [False, True])
def test_a_batch_of_wins_scores_like_single_wins(compiled: bool) -> None:
    if compiled and native() is None:
        pytest.skip("the native kernel is not built")
    by_rules: dict[int, tuple[Rules, list[Win]]] = {}
    for line, win in possible():
        rules = rules_of(line["options"])
        by_rules.setdefault(id(rules), (rules, []))[1].append(win)
    for rules, wins in list(by_rules.values())[:: 1 if LONG else 8]:
        many = score_many(wins, [rules], compiled=compiled)
        for place, win in enumerate(wins):
            one = score(win, rules)
            row = many.row(place, 0)
            if isinstance(one, NoWin):
                assert row == ScoreRow(one.reason)
            else:
                worth = one.points, one.han or 0, one.fu or 0, one.limit, one.yakuman
                assert row == ("win", *worth), win


def test_wins_impossible_in_any_deal_are_refused() -> None:
    records = [line["record"] for line in lines() if no_deal(line["record"])]
    for record in records:
        with pytest.raises(WinError, match="with double riichi"):
            read_win(record)
    assert len(records) == 27


def outcome(win: Win, options: Json) -> Json:
    """Return the part of a result that an option may change."""
    result: Any = win_json(score(win, rules_of(options)))
    return as_expected(result, ties=1)


@pytest.mark.long
@each("option", [name for name in VALUES if name != "red_fives"])
def test_each_value_of_an_option_changes_outcomes(option: str) -> None:
    decided = dict.fromkeys(VALUES[option], 0)
    for line, win in possible():
        if option in line["depends_on"]:
            options = line["options"]
            mine = outcome(win, options)
            others = [outcome(win, options | {option: value}) for value in VALUES[option]]
            decided[options[option]] += any(other != mine for other in others)
    assert min(decided.values()) > 50, decided


def test_red_fives_change_outcomes() -> None:
    """The same hand with plain fives has another outcome if there are no red ones."""
    decided = 0
    for line, win in possible():
        options = line["options"]
        assert options["red_fives"] or not win.reds, line["id"]
        if win.reds:
            plain = {name: _plain(value) for name, value in line["record"].items()}
            without = outcome(read_win(plain), options | {"red_fives": False})
            decided += without != outcome(win, options)
    assert decided > 100


def _plain(value: Any) -> Any:
    """Return tiles as text with plain fives only."""
    if isinstance(value, list):
        return [_plain(tile) for tile in value]
    return value.replace("0", "5") if isinstance(value, str) else value


def test_no_other_option_changes_an_outcome() -> None:
    """Options missing from `depends_on` do not matter for a sample of the wins."""
    changed = []
    for line, win in list(possible())[:: 5 if LONG else 25]:
        options = line["options"]
        mine = outcome(win, options)
        for option in VALUES.keys() - {*line["depends_on"], "red_fives"}:
            others = [outcome(win, options | {option: value}) for value in VALUES[option]]
            if any(other != mine for other in others):
                changed.append((line["id"], option))
    assert changed == []
