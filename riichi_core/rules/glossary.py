"""Names that people use: of the yaku in rulesets/yaku.yaml, of options in rulesets/names.yaml."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from pydantic import TypeAdapter

from riichi_core.rules.library import data_folder
from riichi_core.rules.options import Frozen
from riichi_core.rules.typed import typed
from riichi_core.rules.vocabulary import KnownYaku

FILE = "yaku.yaml"
HANDS = "yaku-hands.yaml"
NAMES = "names.yaml"

_LONG = tuple(
    (re.compile(pattern), short)
    for pattern, short in (
        ("o[ou]+", "o"),
        ("uu+", "u"),
        ("ii+", "i"),
        ("aa+", "a"),
        ("e[ei]+", "e"),
    )
)


@cache
def known_yaku() -> Mapping[str, KnownYaku]:
    """Return every defined yaku by its id, in the order of the file."""
    return MappingProxyType(typed(data_folder() / FILE, read_yaku))


def read_yaku(data: Any) -> dict[str, KnownYaku]:
    """Return the yaku that a file defines, by their ids."""
    # Strict models take a list for a tuple only from JSON.
    return TypeAdapter(dict[str, KnownYaku]).validate_json(json.dumps(data))


@dataclass(frozen=True, slots=True)
class YakuExample:
    """A yaku in words and in wins.

    Attributes:
        says: how it is recognised.
        has: the record of a win that has it.
        misses: the record of a win that just misses it.
        why: what that win lacks.
    """

    says: str
    has: Mapping[str, object]
    misses: Mapping[str, object]
    why: str


@cache
def yaku_examples() -> Mapping[str, YakuExample]:
    """Return for each defined yaku how it is recognised (rulesets/yaku-hands.yaml)."""
    data = typed(data_folder() / HANDS, dict[str, Any])
    return MappingProxyType({name: _example(**entry) for name, entry in data.items()})


def _example(says: str, has: dict[str, object], misses: dict[str, object]) -> YakuExample:
    facts = {name: fact for name, fact in misses.items() if name != "why"}
    return YakuExample(says, has, facts, str(misses["why"]))


@lru_cache(maxsize=8192)
def fold_spelling(name: str) -> str:
    """Fold the spellings of a name: drop case, spaces, hyphens, accents and long vowels.

    `Rinshan Kaihō`, `rinshan-kaihou` and `RINSHANKAIHO` are the same. English names are folded in
    the same way (`honours` and `honors`), which does no harm, for both sides of a comparison are.
    """
    plain = name.casefold()
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", plain)
    letters = "".join(filter(str.isalnum, plain))
    for long, short in _LONG:
        letters = long.sub(short, letters)
    return letters


def alias(name: str) -> str | None:
    """Return the id of the yaku that goes by this name or id; None if there is none."""
    return _ids().get(fold_spelling(name))


def search(word: str) -> list[str]:
    """Return the ids of the yaku that a word leads to, in the order of the file.

    These are the yaku with that word, or those words in a row, in their id or one of their names;
    of Japanese writing, which has no spaces, those that have it anywhere.
    """
    part = fold_spelling(word)
    if not part:
        return []
    if part.isascii():
        return [k for k, tails in _tails().items() if any(_begins(tail, part) for tail in tails)]
    return [k for k, names in _folded().items() if any(part in name for name in names)]


def _begins(tail: tuple[str, ...], part: str) -> bool:
    """Return True if a name, from some word on, begins with whole words that are spelt so."""
    if not fold_spelling(" ".join(tail)).startswith(part):
        return False
    return any(fold_spelling(" ".join(tail[:n])) == part for n in range(1, len(tail) + 1))


@cache
def _tails() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Return each id and name from each word on: `Big Four Winds`, `Four Winds`, `Winds`."""
    found = {}
    for yaku_id, yaku in known_yaku().items():
        names = [
            re.split(r"[\s-]+", name)
            for name in (yaku_id.replace("_", " "), *yaku.name.spellings())
        ]
        tails = (tuple(words[n:]) for words in names for n in range(len(words)))
        found[yaku_id] = tuple(dict.fromkeys(tails))
    return found


@cache
def _folded() -> Mapping[str, tuple[str, ...]]:
    return {
        yaku_id: tuple(dict.fromkeys(map(fold_spelling, (yaku_id, *yaku.name.spellings()))))
        for yaku_id, yaku in known_yaku().items()
    }


@cache
def _ids() -> Mapping[str, str]:
    return {name: yaku_id for yaku_id, names in _folded().items() for name in names}


# ---- other names of options ----------------------------------------------------------------------


class OtherNames(Frozen):
    """Other names that people use (rulesets/names.yaml).

    Attributes:
        options: the other names of each option, by its path.
        clauses: names of clauses that no option settles, by id.
        words: for a word of the players what the sentences say for it.
    """

    options: dict[str, tuple[str, ...]]
    clauses: dict[str, tuple[str, ...]]
    words: dict[str, str]


@cache
def other_names() -> OtherNames:
    """Return the other names of options and words."""
    return typed(data_folder() / NAMES, read_names)


def read_names(data: Any) -> OtherNames:
    """Return the other names that a file has."""
    return OtherNames.model_validate_json(json.dumps(data))


@cache
def _nicknames() -> Mapping[str, str]:
    listed = (
        (fold_spelling(n), path) for path, names in other_names().options.items() for n in names
    )
    found: dict[str, str] = {}
    for name, path in listed:
        found.setdefault(name, path)
    return found


def nicknamed(name: str) -> str | None:
    """Return the path of the option that goes by this name; None if there is none."""
    return _nicknames().get(fold_spelling(name))
