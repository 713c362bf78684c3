"""Parts of adapters: the stream of questions, a win as plain numbers, and rules that few have.

Nothing here knows an engine. Tiles are numbers of kinds, 0 to 33, and whether they are red.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

Json = dict[str, Any]

WINDS = ("east", "south", "west", "north")
EAST = 27
FIVES = {"m": 4, "p": 13, "s": 22}
SHAPE = re.compile(r"\s*(?:(\[[0-9]+[mpsz]\])|(\([0-9+]+[mpsz][<^>]?\))|([0-9]+[mpsz]))")


class CannotError(Exception):
    """The engine has not got what is asked for; the message says what."""


def serve(answer: Callable[[Json], Json]) -> None:
    """Answer every question of the standard input: an outcome, or why there can be none."""
    for line in sys.stdin:
        question = json.loads(line)
        try:
            found = answer(question)
        except CannotError as error:
            found = {"cannot": str(error)}
        print(json.dumps({"id": question["id"], **found}), flush=True)


# ---- a win ---------------------------------------------------------------------------------------


class Tile(NamedTuple):
    """A tile's kind, and whether it is red."""

    kind: int
    red: bool = False


@dataclass(frozen=True)
class Meld:
    """A declared set: `chow`, `pung`, `kong` (claimed), `added` or `concealed`."""

    what: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Win:
    """The facts of a win."""

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    won: Tile
    drawn: bool
    riichi: str
    facts: frozenset[str]
    apart: bool
    indicators: Mapping[str, tuple[Tile, ...]]
    seat: int
    prevailing: int
    counters: int

    @property
    def open(self) -> bool:
        """True if a set was claimed."""
        return any(meld.what != "concealed" for meld in self.melds)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All of the hand, with the winning tile."""
        return (*self.concealed, *(tile for meld in self.melds for tile in meld.tiles), self.won)


def read_win(given: Json) -> Win:
    """A win as it is given; texts that are none are for who reads texts."""
    concealed, melds = _hand(str(given.get("hand")))
    (won,) = _tiles(str(given.get("winning_tile"))) or [Tile(-1)]
    if won.kind < 0 or len(concealed) + 3 * len(melds) != 13:
        raise CannotError("it does not read hands from text")
    names = ("dora_indicators", "kan_dora_indicators", "ura_dora_indicators",
             "kan_ura_dora_indicators")  # fmt: skip
    seat, prevailing = (WINDS.index(given.get(f"{of}_wind", "east")) for of in _SEATS)
    return Win(
        tuple(concealed), tuple(melds), won, given["won_by"] == "self_draw",
        given.get("riichi", "none"), frozenset(name for name in given if given[name] is True),
        given.get("winning_tile_apart", True),
        {name: tuple(t for text in given.get(name, ()) for t in _tiles(text)) for name in names},
        seat, prevailing, given.get("counters", 0),
    )  # fmt: skip


_SEATS = ("seat", "prevailing")


def _hand(text: str) -> tuple[list[Tile], list[Meld]]:
    concealed: list[Tile] = []
    melds: list[Meld] = []
    at = 0
    while match := SHAPE.match(text, at):
        at = match.end()
        square, brackets, loose = match.groups()
        if loose:
            concealed += _tiles(loose)
            continue
        tiles = tuple(_tiles(re.sub(r"[^0-9mpsz]", "", square or brackets)))
        four = "concealed" if square else "added" if "+" in brackets else "kong"
        three = "pung" if tiles[0].kind == tiles[-1].kind else "chow"
        melds.append(Meld(four if len(tiles) == 4 else three, tiles))
    if text[at:].strip():
        raise CannotError("it does not read hands from text")
    return concealed, melds


def _tiles(text: str) -> list[Tile]:
    *numbers, suit = list(text.replace(" ", ""))
    return [
        Tile(FIVES[suit], True) if number == "0" else Tile(9 * "mpsz".index(suit) + int(number) - 1)
        for number in numbers
    ]


# ---- rules that engines have not got -------------------------------------------------------------

ROWS = {"mangan": (5, 2000), "haneman": (6, 3000), "baiman": (8, 4000), "sanbaiman": (11, 6000)}


def refuse(win: Win, rules: Json, *, local: Iterable[str] = (), has: Container[str] = ()) -> None:
    """Say what no common engine can be told, as far as it bears on this win.

    Args:
        win: the win.
        rules: the rules of the question.
        local: the local yaku that the engine has after all.
        has: the options of fu that it has after all.
    """
    fu = _fu(win, rules, has)
    for why in (*_rules(win, rules, local), *fu, *_tiles_of(win, rules), *_facts(win)):
        raise CannotError(why)


def _rules(win: Win, rules: Json, local: Iterable[str]) -> Iterator[str]:
    yaku, limits, winning = rules["yaku"], rules["limits"], rules["winning"]
    if any(one["worth"] != "none" and one["id"] not in local for one in yaku["local"]):
        yield "it has not got the local yaku"
    if any(limits[name] != {"han": han, "base": base} for name, (han, base) in ROWS.items()):
        yield "its table of limits is fixed"
    if limits["yakuman"] != 8000:
        yield "its yakuman is always 8,000 base points"
    if len(limits["raised_to_mangan"]) == 1:
        yield "it raises 4 han 30 fu and 3 han 60 fu together or not at all"
    least, more = winning["minimum_han"], winning["minimum_with_counters"]
    if least > 1 or (more != "same" and win.counters >= more["counters"]):
        yield "it asks for one han only"
    if not win.apart and winning["tile_not_apart"] != "no_consequence":
        yield "it always knows the winning tile"
    if winning["four_identical_chows"] != "two_double_chows" and _four_chows(win):
        yield "four identical chows are always two pairs of them"
    if win.counters and rules["dealer"]["counter_value"] != 300:
        yield "a counter is always worth 300"
    if win.counters and win.seat == 0 and rules["dealer"]["counters_paid_to"] != "any_winner":
        yield "East is always paid for counters"


def _four_chows(win: Win) -> bool:
    held = Counter(tile.kind for tile in win.tiles)
    return any(
        kind % 9 < 7 and all(held[kind + step] == 4 for step in range(3)) for kind in range(27)
    )


def _fu(win: Win, rules: Json, has: Container[str]) -> Iterator[str]:
    fu = rules["fu"]
    held = Counter(tile.kind for tile in win.tiles)
    double = win.seat == win.prevailing and held[EAST + win.seat] == 2
    if double and fu["double_wind_pair"] != 4 and "fu.double_wind_pair" not in has:
        yield "a pair of the double wind is always 4 fu"
    if "after_kong" in win.facts and fu["self_draw_after_kong"] != 2:
        yield "a self-draw is always 2 fu, also after a kong"


def _tiles_of(win: Win, rules: Json) -> Iterator[str]:
    seen = [*win.tiles, *(tile for row in win.indicators.values() for tile in row)]
    reds = Counter(tile.kind for tile in seen if tile.red)
    has = {kind: rules["tiles"]["red_fives"][suit] for suit, kind in FIVES.items()}
    if any(number > has[kind] for kind, number in reds.items()):
        yield "it does not ask whether the set of tiles has this red five"
    if max(reds.values(), default=0) > 1:
        yield "it has one red five in a suit at most"
    plain = Counter(tile.kind for tile in seen if not tile.red)
    if any(plain[kind] > 4 - has[kind] for kind in FIVES.values()):
        yield "it has as many plain fives of a suit as are left beside the red ones"
    if max(Counter(tile.kind for tile in seen).values()) > 4:
        yield "it does not count the tiles of a kind"


def _facts(win: Win) -> Iterator[str]:
    """Facts that cannot be together: engines take them from a game, where they do not occur."""
    turned = win.indicators
    under = ("ura_dora_indicators", "kan_ura_dora_indicators")
    above = [*turned["dora_indicators"], *turned["kan_dora_indicators"]]
    wrong = (
        (win.riichi == "none" and any(turned[name] for name in under))
        or len(above) > 5
        or ("after_kong" in win.facts and not any(len(meld.tiles) == 4 for meld in win.melds))
        or ("first_turn" in win.facts and win.riichi != "none")
        or ("ippatsu" in win.facts and "after_kong" in win.facts)
    )
    if wrong:
        yield "it does not look for facts that contradict each other"


# ---- worth ---------------------------------------------------------------------------------------


def worth(rules: Json, name: str, *, is_open: bool) -> int | None:
    """The han of a yaku, 13 for each yakuman; None where it does not count.

    Raises:
        CannotError: it does not add to others.
    """
    it = rules["yaku"].get(name) or _local(rules, name)
    if it == "none":
        return None
    if not it.get("cumulative", True):
        raise CannotError(f"{name} adds to other yaku")
    if "yakuman" in it:
        return 13 * int(it["yakuman"])
    if "limit" in it:
        return ROWS[it["limit"]][0]
    han: int | None = it.get("open") if is_open else it["closed"]
    return han


def _local(rules: Json, name: str) -> Any:
    return next((one["worth"] for one in rules["yaku"]["local"] if one["id"] == name), "none")


VARIANTS = {
    "thirteen_orphans_thirteen_waits": "thirteen_orphans",
    "nine_gates_nine_waits": "nine_gates",
    "four_concealed_pungs_pair_wait": "four_concealed_pungs",
}
"""Yakuman on the best wait, and what they are where the rules do not tell that apart."""


def named(rules: Json, found: Sequence[tuple[str, int]], *, is_open: bool) -> list[tuple[str, int]]:
    """The yaku that an engine found, each with its han, as the rules call them.

    Raises:
        CannotError: the engine has one of them at another worth than the rules.
    """
    named_: list[tuple[str, int]] = []
    for one, han in found:
        plain = rules["yaku"].get(one) == "none" and one in VARIANTS
        name = VARIANTS[one] if plain else one
        if worth(rules, name, is_open=is_open) != han:
            raise CannotError(f"the worth of {name} is fixed")
        named_.append((name, han))
    return named_


def split_riichi(rules: Json, han: int) -> list[tuple[str, int]]:
    """Double riichi as the rules have it: riichi, and what double riichi adds to it."""
    plain, more = rules["yaku"]["riichi"], rules["yaku"]["double_riichi"]
    if "none" in (plain, more) or plain.get("closed", 0) + more.get("closed", 0) != han:
        raise CannotError("the worth of double_riichi is fixed")
    return [("riichi", plain["closed"]), ("double_riichi", more["closed"])]


def together(yaku: list[tuple[str, int]], yakuman: int) -> list[Json]:
    """Each yaku once, with how many times it is there."""
    names = [name for name, _ in yaku]
    entries = []
    for name in dict.fromkeys(names):
        han = sum(han for one, han in yaku if one == name)
        times = names.count(name)
        more = {"count": times} if times > 1 else {}
        entries.append({"id": name, "han": None if yakuman else han, **more})
    return entries


def refuse_result(rules: Json, names: Sequence[str], yakuman: int) -> None:
    """Say what of a result follows from a rule that both engines have fixed."""
    if yakuman and len(names) > 1 and rules["limits"]["several_yakuman"] != "add_up":
        raise CannotError("it adds up several yakuman")
    if "seven_pairs" in names and rules["fu"]["seven_pairs"] != 25:
        raise CannotError("seven pairs are always 25 fu")


def indicators(win: Win, rules: Json, row: str) -> tuple[Tile, ...]:
    """The indicators that count, of the row `` or `ura_`: those of kongs where the rules have them.

    Where all are in one list the first is the one that is there from the start.
    """
    dora = rules["dora"]
    first, kongs = (win.indicators[f"{of}{row}dora_indicators"] for of in ("", "kan_"))
    if row and dora["ura"] == "none":
        return ()
    of_kongs = dora["kong_indicators"]
    if of_kongs == "none" or (row and of_kongs["ura"] != "counted"):
        return first[:1]
    return (*first, *kongs)


def payments(*, won_by_draw: bool, dealer: bool, each: int, east: int, discarder: int) -> Json:
    """The payments, as an outcome has them."""
    if not won_by_draw:
        paid = {"from_each": None, "from_dealer": None, "from_discarder": discarder}
        return {"payments": paid, "total": discarder}
    if dealer:
        paid = {"from_each": each, "from_dealer": None, "from_discarder": None}
        return {"payments": paid, "total": 3 * each}
    paid = {"from_each": each, "from_dealer": east, "from_discarder": None}
    return {"payments": paid, "total": 2 * each + east}
