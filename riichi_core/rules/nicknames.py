"""What people call an option: Japanese and club words, for errors and for `riichi find`."""

from __future__ import annotations

NICKNAMES = {
    "agariyame": "end.leader_stops",
    "aka": "tiles.red_fives",
    "akadora": "tiles.red_fives",
    "atamahane": "claims.winners",
    "chombo": "chombo.tournament",
    "doubleron": "claims.winners",
    "headbump": "claims.winners",
    "honba": "dealer.counter_value",
    "karaten": "draws.waiting_on_own_four",
    "kandora": "dora.kong_indicators",
    "kazoe": "limits.counted_yakuman",
    "kazoeyakuman": "limits.counted_yakuman",
    "kiriage": "limits.raised_to_mangan",
    "kiriagemangan": "limits.raised_to_mangan",
    "kuikae": "claims.forbidden_swaps",
    "kuitan": "yaku.all_simples",
    "kyuushukyuuhai": "draws.abortive",
    "multipleron": "claims.winners",
    "nagashimangan": "draws.nagashi",
    "opentanyao": "yaku.all_simples",
    "pao": "liability.yaku",
    "redfives": "tiles.red_fives",
    "renchan": "dealer.stays_on",
    "renho": "yaku.blessing_of_man",
    "ryanhanshibari": "winning.minimum_with_counters",
    "startingpoints": "setup.starting_points",
    "startpoints": "setup.starting_points",
    "sekininbarai": "liability.yaku",
    "suuchariichi": "draws.abortive",
    "suufonrenda": "draws.abortive",
    "tobi": "end.bust",
    "tripleron": "claims.winners",
    "uradora": "dora.ura",
    "westround": "end.extension",
}
"""From a name without spaces, hyphens and underscores to the path of the option."""


def nicknamed(name: str) -> str | None:
    """The path of the option that goes by this name; None if there is none."""
    return NICKNAMES.get("".join(c for c in name.casefold() if c.isalnum()))
