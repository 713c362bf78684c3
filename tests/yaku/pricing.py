"""Rules in which only the yaku of a test count, and a club's own yaku from their definitions."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from riichi_core.records.win import read_win
from riichi_core.rules.chapters.tiles import BonusTile, RedFives
from riichi_core.rules.chapters.yaku import DoubleRiichiWorth, HanWorth, LocalYaku, Worth, Yaku
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.rules.yaku_vocabulary import Definition
from riichi_core.scoring.result import NoWin
from riichi_core.scoring.score import score

Json = dict[str, Any]

BOOKS = tuple(name for name, _ in Yaku.options())
FORMS = ("seven_pairs", "thirteen_orphans")
"""The yaku without which a hand of such a form does not count."""


FIFTY = HanWorth(concealed=50, open=50)


def define(**words: object) -> Definition:
    """Make a definition from its words, as in a file."""
    return Definition.model_validate_json(json.dumps(words))


@cache
def pricing(*names: str, own: tuple[Definition, ...] = (), number: int = 0) -> Rules:
    """Return rules under which only these yaku count, plus the own yaku with that number, `own_0`.

    They are worth fifty han each, the two special forms one, so that the reading that has them is
    always paid. (The definitions are the same for all own yaku, so they are prepared once.)
    """
    base = load("ema-2016").rules
    worths: dict[str, Any] = dict.fromkeys(known_yaku(), "none")
    worths |= dict.fromkeys(FORMS, HanWorth(concealed=1))
    worths |= dict.fromkeys(names, FIFTY)
    if "double_riichi" in names:
        worths["double_riichi"] = DoubleRiichiWorth(concealed=50, open=50)
    local = [LocalYaku(id=name, worth=worths[name]) for name in worths if name not in BOOKS]
    for index, definition in enumerate(own):
        worth: Worth = FIFTY if index == number else "none"
        local.append(LocalYaku(id=f"own_{index}", worth=worth, definition=definition))
    yaku = {name: worths[name] for name in BOOKS} | {"local": tuple(local)}
    winning = {"last_tile_after_quad": "both", "tile_not_kept_apart": "no_wait_points"}
    return base.model_copy(
        update={
            "yaku": base.yaku.model_copy(update=yaku),
            "winning": base.winning.model_copy(update=winning),
        }
    )


def with_reds(rules: Rules, number: int, bonus: int = 0) -> Rules:
    """Return the same rules with so many red fives of each suit, and so many marked 3m."""
    threes = (BonusTile(tile="3m", copies=bonus, han=0),) if bonus else "none"
    marks = {"red_fives": RedFives(m=number, p=number, s=number), "bonus": threes}
    return rules.model_copy(update={"tiles": rules.tiles.model_copy(update=marks)})


def had(record: Json, rules: Rules) -> dict[str, int]:
    """Return the yaku that count in a win, each with its number."""
    found = score(read_win(record), rules)
    return {} if isinstance(found, NoWin) else {one.id: one.times for one in found.yaku}
