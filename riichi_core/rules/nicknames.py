"""What people call an option: Japanese and club words, for errors and for `riichi find`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Meant:
    """What a word of the players stands for here.

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
    """A name without case, spaces, hyphens and underscores."""
    return "".join(c for c in name.casefold() if c.isalnum())


SYNONYMS = {word: meant.words for word, meant in OTHER_WORDS.items() if meant.words}
"""From a word to what to look for as well."""

NICKNAMES = {_squashed(w): meant.option for w, meant in OTHER_WORDS.items() if meant.option}
"""From a squashed name to the path of the option."""


def nicknamed(name: str) -> str | None:
    """The path of the option that goes by this name; None if there is none."""
    return NICKNAMES.get(_squashed(name))
