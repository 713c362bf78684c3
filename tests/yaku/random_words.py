"""Random definitions of yaku, as a club might write them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from pricing import define
from pydantic import ValidationError

from riichi_core.rules.yaku_grammar import PAIR_CLASSES, SET_CLASSES, TILE_CLASSES
from riichi_core.rules.yaku_vocabulary import Definition

Words = dict[str, Any]

OCCASIONS = (
    *("self_draw", "discard", "riichi", "double_riichi", "ippatsu", "after_quad"),
    *("robbing_quad", "last_tile", "first_turn", "dealer"),
)
FORMS = ("standard", "seven_pairs", "thirteen_orphans")
WAITS = ("two_sided", "edge", "closed", "pair", "triplet")
HELD = ("11X", "123X", "1m9p", "22p", "55z", "1112345678999X", "111222X", "456p456s")
TILES = (*TILE_CLASSES, "simple", "terminal_or_honour", "23468s6z", "123m456p789s1234567z")
SET_COUNTS = ("sequences", "triplets", "quads", "concealed_triplets", "claimed")


def definition(rng: Random) -> Definition:
    """Return a valid definition, which some hand may or may not have."""
    while True:
        words = _words(rng, rng.randint(1, 3))
        if rng.random() < 0.25:
            ways = [_words(rng, rng.randint(1, 2)) for _ in range(rng.randint(2, 3))]
            shared = {word: words[word] for word in words if not any(word in way for way in ways)}
            words = shared | {"any": ways}
        if "sets" in words and rng.random() < 0.6:
            words["counted"] = True
        try:
            return define(**words)
        except ValidationError:
            continue


def _words(rng: Random, number: int) -> Words:
    names = rng.sample([*WORDS, "sets", "sets"], number)
    return {name: WORDS[name](rng) for name in names}


def _count(most: int) -> Callable[[Random], Any]:
    return lambda rng: rng.choice([rng.randint(0, most), f"{rng.randint(1, most)}+"])


def _some(words: tuple[str, ...], most: int) -> Callable[[Random], Any]:
    return lambda rng: rng.sample(words, rng.randint(1, most))


def _one(*values: Any) -> Callable[[Random], Any]:
    return lambda rng: rng.choice(values)


def _set(rng: Random) -> str:
    kind = rng.choice(["sequence", "sequence", "triplet", "triplet", "quad"])
    number = rng.choice(["n", "n", "m", "n+1", "m+2", str(rng.randint(1, 7))])
    place = f"{number} {rng.choice('XXYZmps')}"
    if kind == "sequence":
        return f"sequence {place}"
    return f"{kind} {rng.choice([place, *rng.sample(SET_CLASSES, 2), '1z', '5z', '3p'])}"


def _sets(rng: Random) -> list[str]:
    return rng.choice([[_set(rng)] * 2, [_set(rng) for _ in range(rng.randint(1, 3))]])


WORDS: dict[str, Callable[[Random], Any]] = {
    "form": _some(FORMS, 2),
    "concealed": _one(True),
    "when": _some(OCCASIONS, 1),
    "unless": _some(OCCASIONS, 2),
    "tiles": _one(*TILES),
    "has": _some((*TILE_CLASSES, "1z", "5p"), 2),
    "lacks": _some((*TILE_CLASSES, "19m", "5p"), 1),
    "holds": _one(*HELD),
    "suits": _count(3),
    "sets": _sets,
    "pair": _one(*PAIR_CLASSES, "n X", "5 p", "m Y", "m m", "19m19p"),
    **{name: _count(4) for name in SET_COUNTS},
    "each_part": _one(*TILES),
    "wait": _some(WAITS, 3),
    "winning_tile": _one(*TILES),
    "number_total": _one("60+", 70, "80+"),
    "red_fives": _count(2),
    "bonus_tiles": _count(2),
}
