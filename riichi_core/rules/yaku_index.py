"""The yaku that come defined (rulesets/yaku.yaml), by id and by any name that people use."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import yaml
from pydantic import TypeAdapter

from riichi_core.rules.data import data_folder
from riichi_core.rules.vocabulary import KnownYaku
from riichi_core.source.document import LOADER

FILE = "yaku.yaml"
HANDS = "yaku-hands.yaml"

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
    """Every defined yaku by its id, in the order of the file."""
    text = (data_folder() / FILE).read_text(encoding="utf-8")
    # Strict models take a list for a tuple only from JSON.
    data = json.dumps(yaml.load(text, Loader=LOADER))
    return MappingProxyType(TypeAdapter(dict[str, KnownYaku]).validate_json(data))


@cache
def hands_of_yaku() -> Mapping[str, Mapping[str, object]]:
    """For each defined yaku the record of a win that has it (rulesets/yaku-hands.yaml)."""
    text = (data_folder() / HANDS).read_text(encoding="utf-8")
    data = yaml.load(text, Loader=LOADER)
    return MappingProxyType({name: entry["has"] for name, entry in data.items()})


def fold(name: str) -> str:
    """A name without what its spellings differ in: case, spaces, hyphens, accents, long vowels.

    `Rinshan Kaihō`, `rinshan-kaihou` and `RINSHANKAIHO` are the same. English names are folded in
    the same way (`honours` and `honors`), which does no harm, for both sides of a comparison are.
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(c for c in plain if c.isalnum())
    for long, short in _LONG:
        letters = long.sub(short, letters)
    return letters


def alias(name: str) -> str | None:
    """The id of the yaku that goes by this name, or that has this id; None if there is none."""
    return _ids().get(fold(name))


def search(word: str) -> list[str]:
    """Ids of the yaku that a word leads to, in the order of the file.

    These are the yaku in whose id or names a word begins so; where there is none, and for Japanese
    writing, which has no spaces, those that have it anywhere.
    """
    part = fold(word)
    if not part:
        return []
    begin = [k for k, tails in _tails().items() if any(t.startswith(part) for t in tails)]
    if begin and part.isascii():
        return begin
    return [k for k, names in _folded().items() if any(part in name for name in names)]


@cache
def _tails() -> Mapping[str, tuple[str, ...]]:
    """Each id and name from each of its words on: `Big Four Winds`, `Four Winds`, `Winds`."""
    found = {}
    for yaku_id, yaku in known_yaku().items():
        names = [name.split() for name in (yaku_id.replace("_", " "), *yaku.name.spellings())]
        tails = (" ".join(words[n:]) for words in names for n in range(len(words)))
        found[yaku_id] = tuple(dict.fromkeys(map(fold, tails)))
    return found


@cache
def _folded() -> Mapping[str, tuple[str, ...]]:
    return {
        yaku_id: tuple(dict.fromkeys(map(fold, (yaku_id, *yaku.name.spellings()))))
        for yaku_id, yaku in known_yaku().items()
    }


@cache
def _ids() -> Mapping[str, str]:
    return {name: yaku_id for yaku_id, names in _folded().items() for name in names}
