"""Names that people use: of the yaku in rulesets/yaku.yaml, and of options."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from pydantic import TypeAdapter

from riichi_core.rules.library import data_folder
from riichi_core.rules.vocabulary import KnownYaku
from riichi_core.source.data import data_of

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
    """Return every defined yaku by its id, in the order of the file."""
    text = (data_folder() / FILE).read_text(encoding="utf-8")
    # Strict models take a list for a tuple only from JSON.
    data = json.dumps(data_of(text))
    return MappingProxyType(TypeAdapter(dict[str, KnownYaku]).validate_json(data))


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
    text = (data_folder() / HANDS).read_text(encoding="utf-8")
    data = data_of(text)
    return MappingProxyType({name: _example(**entry) for name, entry in data.items()})


def _example(says: str, has: dict[str, object], misses: dict[str, object]) -> YakuExample:
    facts = {name: fact for name, fact in misses.items() if name != "why"}
    return YakuExample(says, has, facts, str(misses["why"]))


def fold_spelling(name: str) -> str:
    """Fold the spellings of a name: drop case, spaces, hyphens, accents and long vowels.

    `Rinshan Kaihō`, `rinshan-kaihou` and `RINSHANKAIHO` are the same. English names are folded in
    the same way (`honours` and `honors`), which does no harm, for both sides of a comparison are.
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(c for c in plain if c.isalnum())
    for long, short in _LONG:
        letters = long.sub(short, letters)
    return letters


def alias(name: str) -> str | None:
    """Return the id of the yaku that goes by this name or id; None if there is none."""
    return _ids().get(fold_spelling(name))


def search(word: str) -> list[str]:
    """Return the ids of the yaku that a word leads to, in the order of the file.

    These are the yaku in whose id or names a word begins so; where there is none, and for Japanese
    writing, which has no spaces, those that have it anywhere.
    """
    part = fold_spelling(word)
    if not part:
        return []
    begin = [k for k, tails in _tails().items() if any(t.startswith(part) for t in tails)]
    if begin and part.isascii():
        return begin
    return [k for k, names in _folded().items() if any(part in name for name in names)]


@cache
def _tails() -> Mapping[str, tuple[str, ...]]:
    """Return each id and name from each word on: `Big Four Winds`, `Four Winds`, `Winds`."""
    found = {}
    for yaku_id, yaku in known_yaku().items():
        names = [name.split() for name in (yaku_id.replace("_", " "), *yaku.name.spellings())]
        tails = (" ".join(words[n:]) for words in names for n in range(len(words)))
        found[yaku_id] = tuple(dict.fromkeys(map(fold_spelling, tails)))
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


@dataclass(frozen=True, slots=True)
class Meant:
    """Return what a word of the players stands for here.

    `words` are what the options and clauses say for it, `option` is the path of the option that
    goes by it; each is empty where there is none.
    """

    words: str = ""
    option: str = ""


OTHER_WORDS = {
    "abort": Meant("called off"),
    "agari yame": Meant("ending the game", "end.leader_stops"),
    "aka": Meant("red five", "tiles.red_fives"),
    "aka dora": Meant("red five", "tiles.red_fives"),
    "akadora": Meant("red five", "tiles.red_fives"),
    "all last": Meant("last deal"),
    "atamahane": Meant("several wins", "claims.winners"),
    "bankruptcy": Meant("below zero"),
    "bust": Meant("below zero"),
    "chi": Meant("chow"),
    "chii": Meant("chow"),
    "chombo": Meant(option="chombo.tournament"),
    "chonbo": Meant("chombo"),
    "double ron": Meant("several wins", "claims.winners"),
    "furiten riichi": Meant("riichi while furiten"),
    "head bump": Meant("several wins", "claims.winners"),
    "honba": Meant("counter", "dealer.counter_value"),
    "kan": Meant("kong"),
    "kan dora": Meant("indicators of kongs", "dora.kong_indicators"),
    "karaten": Meant("all four", "draws.waiting_on_own_four"),
    "kazoe": Meant("counted yakuman", "limits.counted_yakuman"),
    "kazoe yakuman": Meant(option="limits.counted_yakuman"),
    "keishiki": Meant("tenpai"),
    "kiriage": Meant("1920", "limits.raised_to_mangan"),
    "kiriage mangan": Meant(option="limits.raised_to_mangan"),
    "kuikae": Meant("swap call", "claims.forbidden_swaps"),
    "kuitan": Meant("all simples", "yaku.all_simples"),
    "kyuushu": Meant("nine kinds"),
    "kyuushu kyuuhai": Meant("nine kinds", "draws.abortive"),
    "leftover bets": Meant("bets left"),
    "leftover sticks": Meant("bets left"),
    "minipoints": Meant("fu"),
    "multiple ron": Meant("several wins", "claims.winners"),
    "multiple winners": Meant("several wins"),
    "nagashi mangan": Meant(option="draws.nagashi"),
    "nine terminals": Meant("nine kinds"),
    "noten bappu": Meant("noten payments"),
    "open tanyao": Meant("all simples", "yaku.all_simples"),
    "oya": Meant("east"),
    "pao": Meant("liab", "liability.yaku"),
    "pon": Meant("pung"),
    "red fives": Meant(option="tiles.red_fives"),
    "renchan": Meant("east stays", "dealer.stays_on"),
    "renho": Meant(option="yaku.blessing_of_man"),
    "riichi stick": Meant("riichi bet"),
    "ron": Meant("discard"),
    "ryanhan shibari": Meant("minimum", "winning.minimum_with_counters"),
    "ryuukyoku": Meant("draw"),
    "sekinin barai": Meant("liab", "liability.yaku"),
    "shibari": Meant("minimum"),
    "stake": Meant("bet"),
    "start points": Meant(option="setup.starting_points"),
    "starting points": Meant(option="setup.starting_points"),
    "sticks": Meant("bet"),
    "suucha riichi": Meant("four riichi", "draws.abortive"),
    "suufon": Meant("four winds"),
    "suufon renda": Meant(option="draws.abortive"),
    "suukaikan": Meant("four kongs"),
    "timing": Meant("how long"),
    "tobi": Meant("below zero", "end.bust"),
    "tochuu ryuukyoku": Meant("abortive"),
    "triple ron": Meant("several wins", "claims.winners"),
    "tsumo": Meant("self draw"),
    "uradora": Meant("ura dora", "dora.ura"),
    "west round": Meant("extension", "end.extension"),
}
"""Words that people use for what the options and clauses call by one name."""


def _squashed(name: str) -> str:
    """Return a name without case, spaces, hyphens and underscores."""
    return "".join(c for c in name.casefold() if c.isalnum())


SYNONYMS = {word: meant.words for word, meant in OTHER_WORDS.items() if meant.words}
"""From a word to what to look for as well."""

NICKNAMES = {_squashed(w): meant.option for w, meant in OTHER_WORDS.items() if meant.option}
"""From a squashed name to the path of the option."""


def nicknamed(name: str) -> str | None:
    """Return the path of the option that goes by this name; None if there is none."""
    return NICKNAMES.get(_squashed(name))
