"""Each yaku is found in the hand that has it, and not in the one that just misses it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
import yaml
from each import each
from pricing import had, pricing, with_reds

from riichi_core.hands.readings import readings
from riichi_core.records.win import read_win
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.library import rulesets_dir
from riichi_core.rules.rules import Rules

Json = dict[str, Any]

IDS = tuple(known_yaku())
REPLACING = [name for name, yaku in known_yaku().items() if yaku.replaces]


@cache
def hands() -> dict[str, dict[str, Json]]:
    found: dict[str, dict[str, Json]] = yaml.safe_load(
        (rulesets_dir() / "yaku-hands.yaml").read_text(encoding="utf-8")
    )
    return found


def record(yaku: str, which: str) -> Json:
    return {name: value for name, value in hands()[yaku][which].items() if name != "why"}


def only(*names: str) -> Rules:
    """Return rules that price only these; with red fives if the yaku needs them."""
    return with_reds(pricing(*names), 2 if "mondeikou" in names else 0)


def test_every_yaku_is_shown_in_the_order_of_its_file() -> None:
    assert list(hands()) == list(IDS)


@each("yaku", IDS)
def test_a_hand_has_its_yaku_and_the_other_one_misses_it(yaku: str) -> None:
    rules = only(yaku)
    assert had(record(yaku, "has"), rules)[yaku] == 1
    assert yaku not in had(record(yaku, "misses"), rules)


@pytest.mark.parametrize("yaku", IDS)
@pytest.mark.parametrize("which", ["has", "misses"])
def test_both_hands_are_complete_and_have_a_caption(yaku: str, which: str) -> None:
    win = read_win(record(yaku, which))
    own_form = known_yaku()[yaku].form == ("any_tiles",)
    assert own_form != bool(readings(win.hand, win.tile, drawn=win.drawn))
    assert set(hands()[yaku]) == {"says", "has", "misses"}
    assert re.fullmatch(r"[A-Z].*\.", str(hands()[yaku]["says"]))
    assert ("why" in hands()[yaku][which]) == (which == "misses")


@each("yaku", IDS)
def test_the_two_hands_differ_in_little(yaku: str) -> None:
    has, misses = record(yaku, "has"), record(yaku, "misses")
    assert has != misses
    changed = {name for name in has | misses if has.get(name) != misses.get(name)}
    assert len(changed - {"hand", "winning_tile"}) <= 1


CONCEALED_TRIPLE_SEQUENCE = {"hand": "22233344m99p678s", "winning_tile": "4m", "won_by": "discard"}
"""What Pure Triple Sequence replaces is only had concealed, and the hand that shows it is open."""


@each("yaku", REPLACING)
def test_a_yaku_replaces_those_that_it_names(yaku: str) -> None:
    win = CONCEALED_TRIPLE_SEQUENCE if yaku == "isshoku_sanjun" else record(yaku, "has")
    replaced = [name for name in known_yaku()[yaku].replaces or () if name in had(win, only(name))]
    assert replaced
    together = had(win, only(yaku, *replaced))
    assert yaku in together
    assert not together.keys() & replaced


@pytest.mark.parametrize(
    ("hand", "times"),
    [("234m2349p567s555z", 1), ("234m9p567s555666z", 2), ("234m9p555666777z", 3),
     ("9p(555z)[6666z](777+7z)(234s)", 3)],
)  # fmt: skip
def test_dragon_triplets_are_counted(hand: str, times: int) -> None:
    win = {"hand": hand, "winning_tile": "9p", "won_by": "discard"}
    assert had(win, only("dragon_triplet")) == {"dragon_triplet": times}
