"""Suits, the direction of numbers and the order of writing make no difference."""

from __future__ import annotations

import re
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

from each import each
from effort import examples
from hypothesis import given, settings, strategies as st
from reference.generate import wins

from riichi_core.hands.readings import readings
from riichi_core.records.win import read_win, win_json
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.scoring.result import NoWin
from riichi_core.scoring.score import score

Json = dict[str, Any]
seeds = st.integers(0, 2**32)
quick = settings(max_examples=examples(150), deadline=None)
INDICATORS = ("dora_indicators", "kan_dora_indicators", "ura_dora_indicators",
              "kan_ura_dora_indicators")  # fmt: skip


@cache
def alike() -> Rules:
    """Return EMA 2016 without the one yaku that names a suit."""
    rules = load("ema-2016").rules
    return rules.model_copy(update={"yaku": rules.yaku.model_copy(update={"all_green": "none"})})


def some_win(seed: int) -> Json:
    (record,) = wins(seed, 1)
    return record


def replaced(record: Json, tiles: dict[str, str]) -> Json:
    """Return the record with other characters in its tiles."""
    table = str.maketrans(tiles)
    found = {**record}
    for name in ("hand", "winning_tile"):
        found[name] = record[name].translate(table)
    for name in INDICATORS:
        found[name] = [tile.translate(table) for tile in record.get(name, [])]
    return found


def worth(record: Json) -> Json:
    """Return the part of a result that is certain if readings tie."""
    result = score(read_win(record), alike())
    if isinstance(result, NoWin):
        return {"reason": result.reason}
    names = ("dora", "han", "fu", "limit", "yakuman", "payments", "points")
    shown: Any = win_json(result)
    return {name: shown[name] for name in names}


@each("suits", ["".join(order) for order in permutations("mps")])
def test_changing_suits_changes_no_score(suits: str) -> None:
    for seed in range(60):
        record = some_win(seed)
        assert worth(replaced(record, dict(zip("mps", suits, strict=True)))) == worth(record)


@quick
@given(seeds, st.permutations("mps"))
def test_changing_suits_changes_no_score_of_any_win(seed: int, suits: list[str]) -> None:
    record = some_win(seed)
    assert worth(replaced(record, dict(zip("mps", suits, strict=True)))) == worth(record)


def test_all_green_is_the_only_yaku_that_names_a_suit() -> None:
    """This checks the tests above: under the unchanged rules, suits do matter."""
    record = {"hand": "22334466688s66z", "winning_tile": "6z", "won_by": "discard"}
    other = replaced(record, {"s": "m"})
    rules = load("ema-2016")
    assert score(read_win(record), rules) != score(read_win(other), rules)
    assert worth(record) == worth(other)


def reverse(text: str) -> str:
    """Turn one into nine, two into eight …; keep honours and red fives."""
    groups = re.findall(r"[0-9]+(?:\+[0-9])?[mpsz]|[^0-9]", text)
    table = str.maketrans("123456789", "987654321")
    return "".join(group if "z" in group else group.translate(table) for group in groups)


def test_reversing_a_text_reverses_its_numbers() -> None:
    assert reverse("340m19s11z(123p<)(777+7z)[2222s]") == "760m91s11z(987p<)(777+7z)[8888s]"
    assert reverse("(222+2m>)") == "(888+8m>)"


@quick
@given(seeds)
def test_reversing_the_numbers_keeps_the_number_of_readings_and_waits(seed: int) -> None:
    record = some_win(seed)
    other = {"hand": reverse(record["hand"]), "winning_tile": reverse(record["winning_tile"])}
    one, two = read_win(record), read_win(record | other | {key: [] for key in INDICATORS})
    seen = [readings(win.hand, win.tile, drawn=win.drawn) for win in (one, two)]
    assert len(seen[0]) == len(seen[1])
    wait_names = [sorted(str(reading.wait) for reading in found) for found in seen]
    assert wait_names[0] == wait_names[1]
    assert len(one.hand.waits) == len(two.hand.waits)


def shuffled(text: str, rng: Random) -> str:
    """Return the same hand with its tiles and sets in another order."""
    sets = re.findall(r"[(\[].*?[)\]]", text)
    loose = re.findall(r"([0-9]+)([mpsz])", re.sub(r"[(\[].*?[)\]]", "", text))
    tiles = [number + suit for numbers, suit in loose for number in numbers]
    parts = [*tiles, *sets]
    return "".join(rng.sample(parts, len(parts)))


@quick
@given(seeds, st.randoms(use_true_random=False))
def test_the_order_of_tiles_and_sets_changes_no_score(seed: int, rng: Random) -> None:
    record = some_win(seed)
    other = record | {"hand": shuffled(record["hand"], rng)}
    assert worth(other) == worth(record)
