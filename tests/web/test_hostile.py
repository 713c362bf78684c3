"""Hostile files and words are answered quickly, and bad files get a message."""

import json
import random
import sys
from collections.abc import Callable
from itertools import pairwise
from string import ascii_lowercase
from typing import Any

import pytest
from effort import first

from riichi.web.api import LONGEST_SEARCH, answer_question
from riichi_core.rules.address import LARGEST_FILE
from riichi_core.rules.rules import chapters

HEAD = "format: 1\nruleset: x\ntitle: t\nextends: ema-2016\n"

TIMES = 9
"""The most calls a file may take, in those of a small valid file, which is read in 50 ms."""


def words(chance: random.Random, number: int) -> list[str]:
    letters = "abcdefghijklmnopqrstuvwxyz_"
    return ["".join(chance.choice(letters) for _ in range(8)) for _ in range(number)]


def unknown_yaku(chance: random.Random) -> str:
    return f"{HEAD}yaku:\n" + "".join(f"  {one}: {{concealed: 1}}\n" for one in words(chance, 2600))


def unknown_options(chance: random.Random) -> str:
    return HEAD + "".join(
        f"{chapter}:\n" + "".join(f"  {one}: 1\n" for one in words(chance, 220))
        for chapter in chapters()
    )


def unknown_chapters(chance: random.Random) -> str:
    return HEAD + "".join(f"{one}: 1\n" for one in words(chance, 5000))


def unknown_replaced(chance: random.Random) -> str:
    definition = "name: {{en: a}}, worth: {{concealed: 1}}, sequences: 4, replaces: [{}]"
    lines = (definition.format(", ".join(words(chance, 18))) for _ in range(250))
    return f"{HEAD}yaku:\n" + "".join(f"  y{n}: {{{one}}}\n" for n, one in enumerate(lines))


def unknown_classes(chance: random.Random) -> str:
    named = ", ".join(words(chance, 5000))
    return f"{HEAD}yaku:\n  own: {{name: {{en: a}}, worth: {{concealed: 1}}, has: [{named}]}}\n"


def many_yaku(_chance: random.Random) -> str:
    sets = "{name: {en: a}, worth: {yakuman: 1}, sets: [sequence n X, triplet m Y, triplet n+1 Z]}"
    return f"{HEAD}yaku:\n" + "".join(f"  y{n}: {sets}\n" for n in range(700))


def a_bomb(_chance: random.Random) -> str:
    doubled = (f"{one}: &{one} [*{other}, *{other}]\n" for other, one in pairwise("abcdefgh"))
    return "a: &a [x, x]\n" + "".join(doubled)


def depth(_chance: random.Random) -> str:
    return f"{HEAD}claims: " + "[" * 20_000


def a_tag(_chance: random.Random) -> str:
    return f'{HEAD}claims: !!python/object/apply:os.system ["id"]\n'


FILES = (
    unknown_classes, unknown_yaku, unknown_options, unknown_chapters, unknown_replaced, many_yaku,
    a_bomb, depth, a_tag,
)  # fmt: skip


def opened(text: str) -> tuple[Any, int]:
    """Return the answer to a file, and the number of function calls it took."""
    return answered({"ask": "open", "file": text})


def answered(asked: Any) -> tuple[Any, int]:
    """Return an answer, and its number of function calls, which does not depend on the machine."""
    question, calls = json.dumps(asked), 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        answer = answer_question(question)
    finally:
        sys.setprofile(before)
    return json.loads(answer), calls


@pytest.fixture(scope="module")
def usual() -> int:
    """Return the number of calls for a small valid file once caches are filled."""
    small = f"{HEAD}claims: {{winners: head_bump}}\n"
    opened(small)
    return opened(small)[1]


@pytest.mark.parametrize("made", first(FILES))
def test_a_hostile_file_is_answered_quickly(
    made: Callable[[random.Random], str], usual: int
) -> None:
    text = made(random.Random(1))
    assert len(text) < LARGEST_FILE
    answer, taken = opened(text)
    assert answer["problems"]
    assert answer["hash"] is None
    assert taken < TIMES * usual


def test_hostile_words_are_answered_quickly(usual: int) -> None:
    pairs = [first + second for first in ascii_lowercase for second in ascii_lowercase]
    unknown = " ".join(f"{pair}zzz" for pair in pairs[::14])
    one_word, letters = "".join(pairs[::7]), " ".join(ascii_lowercase * 4)
    for words in (one_word, " ".join(pairs[::7]), unknown, letters, "ron " * 50, "uma" * 70):
        asked = {"ask": "find", "words": words[:LONGEST_SEARCH]}
        answered(asked)  # reads the index
        answer, taken = answered(asked)
        assert "refused" not in answer
        assert taken < TIMES * usual


def test_markup_is_kept_as_text() -> None:
    bad = "<img src=x onerror=alert(1)>\"'&"
    file = json.loads(
        answer_question(json.dumps({"ask": "start", "base": "ema-2016", "title": bad}))
    )["file"]
    fields = {"claims.winners": {"claims.winners": ["head_bump"], "why:claims.winners": [bad]}}
    said = json.loads(answer_question(json.dumps({"ask": "set", "file": file, "fields": fields})))
    assert said["title"] == bad
    parts = [said["differences"]]
    for kind in ("sheet", "card", "guide", "rulebook", "poster"):
        question = {"ask": "document", "kind": kind, "file": said["file"], "address": ""}
        parts.append(json.loads(answer_question(json.dumps(question)))["html"])
    question = {"ask": "picture", "file": said["file"]}
    parts.append(json.loads(answer_question(json.dumps(question)))["svg"])
    parts += json.loads(answer_question(json.dumps({"ask": "form", "file": said["file"]})))[
        "redrawn"
    ].values()
    assert not [part for part in parts if "<img" in part]
