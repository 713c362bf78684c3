"""Ends of deals with one wrong fact, and the expected error for each."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from .deals import ON_ONE_TILE, deal, deal_of_game
from .record import SEATS

Json = dict[str, Any]
Refusal = tuple[str, str]
"""The code of an error, and the field that is at fault."""


@dataclass(frozen=True)
class Spoiled:
    """A deal that is impossible.

    Attributes:
        deal: its record, with one wrong fact.
        refused: the error of a settlement that gets its facts one by one.
        read: the error of the record; None if a record cannot express the fact.
        what: the name of the function that spoilt it.
    """

    deal: Json
    refused: Refusal
    read: Refusal | None
    what: str


def spoiled(rng: Random) -> Spoiled:
    """Return any end of a deal with one wrong fact."""
    return _spoiled(rng, SPOILS, deal)


def spoiled_in_a_game(rng: Random) -> Spoiled:
    """Return a deal of a game with one wrong fact that a record can express."""
    return _spoiled(rng, IN_A_GAME, deal_of_game)


def _spoiled(rng: Random, spoils: tuple[Spoil, ...], deal_by: Callable[[Random], Json]) -> Spoiled:
    while True:
        spoil = rng.choice(spoils)
        found = deepcopy(deal_by(rng))
        refused = spoil(found, rng)
        if refused is not None:
            refused, *read = refused if isinstance(refused, list) else [refused, refused]
            return Spoiled(found, refused, read[0] if read else None, spoil.__name__)


Spoil = Callable[[Json, Random], Refusal | list[Refusal] | None]
"""Spoils a deal, if that can be done to it: how it is refused, and how its record is where that
differs; in a list of one the record has no words for it."""

NO_SEAT = ["nort", "", "table", "East wind"]

LISTS = ["riichi", "offenders", "tenpai", "nagashi", "dead_hands"]


def _list_of_seats(found: Json, rng: Random) -> str:
    return rng.choice(LISTS if found["end"] == "exhaustive_draw" else LISTS[:2])


# ---- any end -------------------------------------------------------------------------------------


def a_number_that_cannot_be(found: Json, rng: Random) -> Refusal:
    """Set the counters or bets below zero, or above the maximum of any game."""
    name = rng.choice(["counters", "bets_on_table"])
    found[name] = rng.choice([-1, -7, 1_001, 5_000])
    if name == "counters":
        found["wins"] = [win for win in found.get("wins", ()) if "hand" not in win]
        found.pop("liable", None)
        if found["end"] == "win" and not found["wins"]:
            found["wins"] = [{"seat": _others(found)[0], "han": 3, "fu": 30}]
    return "out_of_range", name


def no_such_wind(found: Json, rng: Random) -> Refusal | None:
    """Use a word that is not a wind."""
    name = rng.choice(["round_wind", "wareme"])
    if name == "round_wind" and any("hand" in win for win in found.get("wins", ())):
        return None
    found[name] = rng.choice(NO_SEAT)
    return "unknown_word", name


def no_such_setting(found: Json, rng: Random) -> Refusal:
    """Use a word that is not a place of play."""
    found["setting"] = rng.choice(["tournement", "Casual", "club"])
    return "unknown_word", "setting"


def no_such_seat(found: Json, rng: Random) -> Refusal:
    """Put a word that is not a seat among the seats."""
    name = _list_of_seats(found, rng)
    found[name] = [*found.get(name, ()), rng.choice(NO_SEAT)]
    return "unknown_word", name


def a_seat_twice(found: Json, rng: Random) -> Refusal:
    """Name a seat twice where it may appear once."""
    name = _list_of_seats(found, rng)
    winners = [win["seat"] for win in found.get("wins", ())]
    seat = rng.choice(found.get(name) or [one for one in SEATS if one not in winners])
    others = [one for one in found.get(name, ()) if one != seat]
    found[name] = rng.choice([[seat, *others, seat], [*others, seat, seat]])
    return "contradiction", name


def no_list_of_seats(found: Json, rng: Random) -> Refusal:
    """Put a number or points where seats are expected."""
    name = "offenders" if "wins" in found else _list_of_seats(found, rng)
    found[name] = rng.choice([7, {"east": 1}, 0.5])
    return "wrong_type", name


def void_without_riichi(found: Json, rng: Random) -> list[Refusal] | None:
    """Make a riichi void by a foul although it was never declared."""
    others = [seat for seat in SEATS if seat not in found["riichi"]]
    if not others:
        return None
    found["void_riichi"] = [rng.choice(others)]
    return [("contradiction", "riichi")]


def void_of_nobody(found: Json, rng: Random) -> list[Refusal]:
    """Make the riichi of an unknown seat void by a foul."""
    found["void_riichi"] = [rng.choice(NO_SEAT)]
    return [("unknown_word", "riichi")]


def points_of_nobody(found: Json, rng: Random) -> list[Refusal]:
    """Take points off the result or the score of an unknown seat."""
    name = rng.choice(["penalties", "table_penalties"])
    found[name] = {rng.choice(NO_SEAT): -1_000}
    return [("unknown_word", name)]


def points_by_a_foul(found: Json, rng: Random) -> list[Refusal]:
    """Let a foul add points to a result or a score."""
    name = rng.choice(["penalties", "table_penalties"])
    found[name] = {rng.choice(SEATS): rng.choice([1, 1_000])}
    return [("out_of_range", name)]


def points_of_one_twice(found: Json, rng: Random) -> list[Refusal]:
    """Take points off a seat under two names."""
    name, seat = rng.choice(["penalties", "table_penalties"]), rng.choice(SEATS)
    found[name] = {seat: -1_000, seat.title(): -2_000}
    return [("contradiction", name)]


def no_such_end(found: Json, rng: Random) -> list[Refusal]:
    """Use an end that a deal cannot have."""
    found.clear()
    found |= {"end": rng.choice(["draw", "wins", "exhaustive"]), "riichi": ["east"]}
    return [("wrong_type", "end"), ("unknown_word", "end")]


def no_such_cause(found: Json, rng: Random) -> Refusal | None:
    """Use an unknown cause of an abortive draw."""
    if found["end"] != "abortive_draw":
        return None
    found["cause"] = rng.choice(["nine_tiles", "three_riichi", ""])
    return "unknown_word", "cause"


def chombo_of_nobody(found: Json, rng: Random) -> Refusal | None:
    """End a deal with a chombo that nobody made."""
    del rng
    if found["end"] != "chombo":
        return None
    found["offenders"] = []
    return "contradiction", "offenders"


# ---- who won -------------------------------------------------------------------------------------


def _others(found: Json) -> list[str]:
    """Return the seats that neither won nor discarded."""
    winners = [win["seat"] for win in found.get("wins", ())]
    return [seat for seat in SEATS if seat not in (*winners, found.get("discarder"))]


def nobody_won(found: Json, rng: Random) -> Refusal | None:
    """Make a win without a winner."""
    del rng
    if found["end"] != "win":
        return None
    found["wins"] = []
    found.pop("liable", None)
    return "contradiction", "wins"


def one_won_twice(found: Json, rng: Random) -> Refusal | None:
    """Give a seat two wins on one tile."""
    if found["end"] != "win":
        return None
    seat = rng.choice(found["wins"])["seat"]
    found["wins"] = [*found["wins"], {"seat": seat, "limit": "mangan"}]
    return "contradiction", "wins"


def won_on_the_own_discard(found: Json, rng: Random) -> Refusal | None:
    """Let a winner be the discarder of the tile."""
    if found.get("won_by") != "discard" or found.get("riichi_void"):
        return None
    found["discarder"] = rng.choice(found["wins"])["seat"]
    return "contradiction", "discarder"


def several_drew_it(found: Json, rng: Random) -> Refusal | None:
    """Let two seats win on a tile that one drew."""
    if found.get("won_by") != "self_draw":
        return None
    found["wins"] = [*found["wins"], {"seat": rng.choice(_others(found)), "limit": "haneman"}]
    return "contradiction", "wins"


def on_two_tiles(found: Json, rng: Random) -> Refusal | None:
    """Let two seats win at once on different tiles."""
    if found.get("won_by") != "discard" or len(found["wins"]) < 2:
        return None
    one, other = rng.sample(range(len(found["wins"])), 2)
    for place in (one, other):
        seat = found["wins"][place]["seat"]
        found["wins"][place] = {"seat": seat, "hand": ON_ONE_TILE[0], "winning_tile": "5s"}
    found["wins"][other] |= {"hand": "234m567p67888s55p", "winning_tile": "5s"}
    found["wins"][one]["winning_tile"] = "2s"
    found.pop("liable", None)
    return "contradiction", "wins"


def void_of_the_discarder(found: Json, rng: Random) -> Refusal | None:
    """Let a discard make the discarder's riichi void although none was declared."""
    del rng
    if found.get("won_by") != "discard":
        return None
    found["riichi"] = [seat for seat in found["riichi"] if seat != found["discarder"]]
    found["riichi_void"] = found["discarder"]
    return "contradiction", "riichi_void"


def void_of_a_drawn_tile(found: Json, rng: Random) -> Refusal | None:
    """Let a discard make a riichi void although nobody discarded."""
    if found.get("won_by") != "self_draw":
        return None
    found["riichi_void"] = rng.choice(SEATS)
    return "contradiction", "riichi_void"


def drawn_from_another(found: Json, rng: Random) -> Refusal | None:
    """Let another seat discard a self-drawn tile."""
    if found.get("won_by") != "self_draw" or "hand" not in found["wins"][0]:
        return None
    found["discarder"] = rng.choice(_others(found))
    return "contradiction", "discarder"


def discarded_by_nobody(found: Json, rng: Random) -> Refusal | None:
    """Leave a discard without a discarder."""
    if found.get("won_by") != "discard" or found.get("riichi_void"):
        return None
    hands = [win for win in found["wins"] if "hand" in win]
    if not hands:
        return None
    found["wins"] = [rng.choice(hands)]
    found.pop("discarder")
    found.pop("liable", None)
    return "missing_field", "discarder"


def no_such_discarder(found: Json, rng: Random) -> Refusal | None:
    """Use an unknown seat as the discarder."""
    if found.get("won_by") != "discard":
        return None
    found["discarder"] = rng.choice(NO_SEAT)
    found.pop("riichi_void", None)
    return "unknown_word", "discarder"


def no_such_winner(found: Json, rng: Random) -> Refusal | None:
    """Use an unknown seat as the winner."""
    if found["end"] != "win":
        return None
    found["wins"] = [{"seat": rng.choice(NO_SEAT), "yakuman": 1}]
    found.pop("liable", None)
    return "unknown_word", "seat"


def no_win_at_all(found: Json, rng: Random) -> Refusal | None:
    """Put a word or a number among the wins."""
    if found["end"] != "win":
        return None
    found["wins"] = rng.choice([[*found["wins"][:1], rng.choice([7, "south"])], 7, "south"])
    found.pop("liable", None)
    return "wrong_type", "wins"


# ---- hands that do not fit the deal --------------------------------------------------------------


def _of_a_hand(found: Json, rng: Random) -> Json | None:
    """Return a win with its hand, of a player who made no chombo."""
    offenders = found.get("offenders", ())
    hands = [w for w in found.get("wins", ()) if "hand" in w and w["seat"] not in offenders]
    return rng.choice(hands) if hands else None


def riichi_of_one_who_declared_none(found: Json, rng: Random) -> list[Refusal] | None:
    """Give a hand a riichi missing from the deal; a deal of values takes it from the win."""
    win = _of_a_hand(found, rng)
    if win is None or win["seat"] in found["riichi"] or "(" in win["hand"]:
        return None
    for name in ("first_turn", "robbing_quad", "after_quad", "last_tile"):
        win.pop(name, None)
    win["riichi"] = "riichi"
    return [("", ""), ("contradiction", "riichi")]


def no_riichi_of_one_who_declared(found: Json, rng: Random) -> list[Refusal] | None:
    """Remove its player's riichi from a hand; a win in a deal of values takes it from the deal."""
    win = _of_a_hand(found, rng)
    if win is None or win["seat"] not in found["riichi"]:
        return None
    for name in ("ippatsu", "ura_dora_indicators", "kan_ura_dora_indicators", "circumstances",
                 "first_turn"):  # fmt: skip
        win.pop(name, None)
    win["riichi"] = "none"
    return [("", ""), ("contradiction", "riichi")]


def of_another_deal(found: Json, rng: Random) -> list[Refusal] | None:
    """Give a hand another round wind or other counters than the deal."""
    win = _of_a_hand(found, rng)
    if win is None:
        return None
    if rng.random() < 0.5:
        winds = [wind for wind in SEATS if wind not in (found["round_wind"], "east")]
        win["round_wind"] = rng.choice(winds)
    else:
        win["counters"] = found["counters"] + 1
    return [("contradiction", "wins")]


# ---- who fed it ----------------------------------------------------------------------------------


def _fed(found: Json, seat: str, yaku: str, feeder: str) -> None:
    found["liable"] = {seat: {yaku: feeder}}


def liable_to_a_loser(found: Json, rng: Random) -> Refusal | None:
    """Make somebody liable for the hand of a player who did not win."""
    if found["end"] != "win":
        return None
    winners = [win["seat"] for win in found["wins"]]
    loser = rng.choice([seat for seat in SEATS if seat not in winners])
    _fed(found, loser, "big_three_dragons", rng.choice([one for one in SEATS if one != loser]))
    return "contradiction", "liable"


def liable_for_what_cannot_be(found: Json, rng: Random) -> Refusal | None:
    """Make somebody liable for a yaku that an unknown hand, won in this way, cannot have."""
    stated = [win["seat"] for win in found.get("wins", ()) if "hand" not in win]
    if not stated:
        return None
    seat = rng.choice(stated)
    feeder = rng.choice([one for one in SEATS if one != seat])
    fed = {"big_three_dragons": feeder, "big_four_winds": feeder}
    if found["won_by"] == "discard" and rng.random() < 0.5:
        fed = {"after_a_quad": feeder}
    found["liable"] = {seat: fed}
    return "contradiction", "liable"


def liable_for_what_it_has_not(found: Json, rng: Random) -> Refusal | None:
    """Make somebody liable for a yaku for which the hand has too few triplets."""
    win = _of_a_hand(found, rng)
    if win is None or win["hand"] not in ON_ONE_TILE:
        return None
    hands = {"big_three_dragons", "big_four_winds", "four_quads", "after_a_quad"}
    if win["hand"].count("z") > 1:
        hands -= {"four_quads"}
    feeder = rng.choice([one for one in SEATS if one != win["seat"]])
    _fed(found, win["seat"], rng.choice(sorted(hands)), feeder)
    return "contradiction", "liable"


def liable_for_what_none_is(found: Json, rng: Random) -> Refusal | None:
    """Make somebody liable for a yaku that has no liability."""
    win = _of_a_hand(found, rng)
    if win is None:
        return None
    feeder = rng.choice([one for one in SEATS if one != win["seat"]])
    _fed(found, win["seat"], rng.choice(["big_three_dragon", "all_honors", ""]), feeder)
    return "unknown_word", "liable"


def fed_by_oneself(found: Json, rng: Random) -> Refusal | None:
    """Let a player feed a set of their own hand."""
    fed = [(seat, yaku) for seat, yaku in found.get("liable", {}).items()]
    if not fed:
        return None
    seat, yaku = rng.choice(fed)
    if seat in found.get("offenders", ()):
        return None
    _fed(found, seat, rng.choice([*yaku]), seat)
    return "contradiction", "liable"


def fed_by_nobody(found: Json, rng: Random) -> Refusal | None:
    """Use an unknown seat as a feeder, or as a winner who was fed."""
    if not found.get("liable"):
        return None
    ((seat, fed), *_) = found["liable"].items()
    word = rng.choice(NO_SEAT)
    found["liable"] = rng.choice([{word: fed}, {seat: dict.fromkeys(fed, word)}])
    return "unknown_word", "liable"


# ---- values that nothing is worth ----------------------------------------------------------------


def a_value_that_none_has(found: Json, rng: Random) -> list[Refusal] | None:
    """State the value of a win with too many, too few or impossible facts."""
    if found["end"] != "win":
        return None
    values: list[tuple[Json, Refusal, Refusal | None]] = [
        ({"han": rng.choice([0, -3, 101])}, ("out_of_range", "han"), None),
        ({"han": 3, "fu": rng.choice([0, 10, 15, 35, 24, 26, 1_005, 1_010])},
         ("out_of_range", "fu"), None),
        ({"yakuman": rng.choice([-1, 101])}, ("out_of_range", "yakuman"), None),
        ({"yakuman": 0}, ("contradiction", "han"), ("out_of_range", "yakuman")),
        ({"limit": rng.choice(["yakuman", "Mangan", "manganese"])},
         ("unknown_word", "limit"), None),
        ({"han": 3, "fu": 30, "limit": "mangan"}, ("contradiction", "han"), None),
        ({"han": 13, "yakuman": 1}, ("contradiction", "han"), None),
        ({"limit": "haneman", "yakuman": 1}, ("contradiction", "han"), None),
        ({"han": 5, "limit": "mangan", "yakuman": 2}, ("contradiction", "han"), None),
        ({"limit": "mangan", "fu": 30}, ("contradiction", "fu"), None),
        ({"yakuman": 1, "fu": 30}, ("contradiction", "fu"), None),
        ({"fu": 30}, ("contradiction", "han"), None),
    ]  # fmt: skip
    value, refused, read = rng.choice(values)
    place = rng.randrange(len(found["wins"]))
    found["wins"][place] = {"seat": found["wins"][place]["seat"], **value}
    found.pop("liable", None)
    return [refused, read or refused]


SPOILS: tuple[Spoil, ...] = (
    a_number_that_cannot_be, no_such_wind, no_such_setting, no_such_seat, a_seat_twice,
    no_list_of_seats, void_without_riichi, void_of_nobody, points_of_nobody,
    points_by_a_foul, points_of_one_twice, no_such_end,
    no_such_cause, chombo_of_nobody, nobody_won, one_won_twice, won_on_the_own_discard,
    several_drew_it, on_two_tiles, void_of_the_discarder, void_of_a_drawn_tile, drawn_from_another,
    discarded_by_nobody, no_such_discarder, no_such_winner, no_win_at_all,
    riichi_of_one_who_declared_none, no_riichi_of_one_who_declared, of_another_deal,
    liable_to_a_loser, liable_for_what_cannot_be, liable_for_what_it_has_not,
    liable_for_what_none_is, fed_by_oneself, fed_by_nobody, a_value_that_none_has,
)  # fmt: skip

IN_A_GAME: tuple[Spoil, ...] = (
    no_such_setting, no_such_seat, a_seat_twice, no_list_of_seats, no_such_end, chombo_of_nobody,
    nobody_won, one_won_twice, won_on_the_own_discard, several_drew_it, void_of_the_discarder,
    void_of_a_drawn_tile, no_such_discarder, liable_to_a_loser, liable_for_what_cannot_be,
    a_value_that_none_has,
)  # fmt: skip
