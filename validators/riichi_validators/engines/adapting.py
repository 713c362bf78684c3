"""The adapters of the conformance kit: their common functions, and the adapter to this engine."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from riichi_core.errors import RecordError
from riichi_core.hands.waits import suits_of_tiles, wait_mask
from riichi_core.records.win import WinRecord
from riichi_core.rules.checks import VARIANTS
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.outcome import scenario_result
from riichi_core.scenarios.scenario import GivenRecord
from riichi_core.tiles import Tile

Json = dict[str, Any]

EAST = 27
FIVES = {"m": 4, "p": 13, "s": 22}


class CannotError(Exception):
    """A question that the engine does not support; the message says why."""


def serve(answer: Callable[[AskedWin, Json], Json]) -> None:
    """Answer each question on standard input with an outcome, or with the reason for none.

    `answer` returns the value of a win under the rules of a question.
    """
    for line in sys.stdin:
        question = json.loads(line)
        try:
            if question["kind"] != "win":
                raise CannotError(f"it has nothing of the kind {question['kind']}")
            reply = answer(AskedWin(question["given"]), question["rules"])
        except CannotError as error:
            reply = {"cannot": str(error)}
        print(json.dumps({"id": question["id"], **reply}), flush=True)


# ---- a win ---------------------------------------------------------------------------------------


class AskedWin:
    """The facts of a win as engines need them; it does not check that they fit together."""

    def __init__(self, win_json: Json) -> None:
        """Read a win from JSON.

        Raises:
            CannotError: if the hand is not valid.
        """
        try:
            record = WinRecord.read(win_json)
        except RecordError:
            raise CannotError("it does not read hands from text") from None
        self.concealed, self.melds = record.hand.concealed, record.hand.melds
        self.won, self.drawn = record.winning_tile, record.won_by == "self_draw"
        if len(self.concealed) + 3 * len(self.melds) != 13:
            raise CannotError("it does not read hands from text")
        self.seat, self.round_wind = int(record.seat_wind), int(record.round_wind)
        self.riichi, self.counters = record.riichi, record.counters
        self.facts = frozenset(name for name in win_json if win_json[name] is True)
        self.apart = record.winning_tile_apart
        self.indicators: Mapping[str, tuple[Tile, ...]] = {
            "dora_indicators": record.dora_indicators,
            "kan_dora_indicators": record.kan_dora_indicators,
            "ura_dora_indicators": record.ura_dora_indicators,
            "kan_ura_dora_indicators": record.kan_ura_dora_indicators,
        }
        self.open = any(meld.kind != "concealed_quad" for meld in self.melds)
        of_melds = (tile for meld in self.melds for tile in meld.tiles)
        self.tiles = (*self.concealed, *of_melds, self.won)


# ---- rules that engines have not got -------------------------------------------------------------

ROWS = {"mangan": (5, 2000), "haneman": (6, 3000), "baiman": (8, 4000), "sanbaiman": (11, 6000)}


def refuse(
    win: AskedWin, rules: Json, *, local: Iterable[str] = (), has: Container[str] = ()
) -> None:
    """Refuse a win that depends on rules which common engines do not support.

    This engine supports the `local` yaku, and `has` these options of fu.
    """
    fu = _fu(win, rules, has)
    for why in (*_rules(win, rules, local), *fu, *_tiles(win, rules), *_contradictions(win)):
        raise CannotError(why)


def _rules(win: AskedWin, rules: Json, local: Iterable[str]) -> Iterator[str]:
    worths, limits, winning = rules["yaku"], rules["limits"], rules["winning"]
    if any(yaku["worth"] != "none" and yaku["id"] not in local for yaku in worths["local"]):
        yield "it does not have the local yaku"
    if any(limits[name] != {"han": han, "base": base} for name, (han, base) in ROWS.items()):
        yield "its table of limits is fixed"
    if limits["yakuman"] != 8000:
        yield "its yakuman is always 8,000 base points"
    if len(limits["raised_to_mangan"]) == 1:
        yield "it raises 4 han 30 fu and 3 han 60 fu together or not at all"
    least, more = winning["minimum_han"], winning["minimum_with_counters"]
    rows = more if isinstance(more, list) else [more] if more != "same" else []
    if least > 1 or any(win.counters >= row["counters"] for row in rows):
        yield "it asks for one han only"
    if not win.apart and winning["tile_not_kept_apart"] != "no_consequence":
        yield "it always knows the winning tile"
    if winning["four_identical_sequences"] != "two_double_sequences" and _four_sequences(win):
        yield "four identical sequences are always two pairs of them"
    if winning["atozuke"] != "allowed" and _may_lack_yaku(win):
        yield "it asks for a yaku on the winning tile only"
    if winning["dealt_hand"] != "last_drawn" and win.seat == 0 and "first_turn" in win.facts:
        yield "the winning tile of a dealt hand is always the last one"
    if win.counters and rules["dealer"]["counter_value"] != 300:
        yield "a counter is always worth 300"
    if win.counters and win.seat == 0 and rules["dealer"]["counters_paid_to"] != "any_winner":
        yield "East is always paid for counters"


HOW_WON = {"first_turn", "last_tile", "after_quad", "robbing_quad"}


def _may_lack_yaku(win: AskedWin) -> bool:
    """Return whether the hand has several waits and no yaku from the way in which it was won."""
    if win.riichi != "none" or (win.drawn and not win.open) or HOW_WON & win.facts:
        return False
    waits = wait_mask(suits_of_tiles(win.concealed), no_melds=not win.melds)
    return waits.bit_count() > 1


def _four_sequences(win: AskedWin) -> bool:
    held = Counter(tile.kind for tile in win.tiles)
    return any(
        kind % 9 < 7 and all(held[kind + step] == 4 for step in range(3)) for kind in range(27)
    )


def _fu(win: AskedWin, rules: Json, has: Container[str]) -> Iterator[str]:
    fu = rules["fu"]
    held = Counter(tile.kind for tile in win.tiles)
    double = win.seat == win.round_wind and held[EAST + win.seat] == 2
    if double and fu["double_wind_pair"] != 4 and "fu.double_wind_pair" not in has:
        yield "a pair of the double wind is always 4 fu"
    if "after_quad" in win.facts and fu["self_draw_after_quad"] != 2:
        yield "a self-draw is always 2 fu, also after a quad"


def _tiles(win: AskedWin, rules: Json) -> Iterator[str]:
    seen = [*win.tiles, *(tile for row in win.indicators.values() for tile in row)]
    if any(tile.bonus for tile in seen):
        yield "it has no bonus tiles other than red fives"
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


def _contradictions(win: AskedWin) -> Iterator[str]:
    """Yield an error for contradictory facts, which do not occur in the games that engines know."""
    turned = win.indicators
    ura_rows = ("ura_dora_indicators", "kan_ura_dora_indicators")
    dora_indicators = [*turned["dora_indicators"], *turned["kan_dora_indicators"]]
    impossible = (
        (win.riichi == "none" and any(turned[name] for name in ura_rows))
        or len(dora_indicators) > 5
        or ("after_quad" in win.facts and not any(len(meld.tiles) == 4 for meld in win.melds))
        or ("first_turn" in win.facts and win.riichi != "none")
        or ("ippatsu" in win.facts and "after_quad" in win.facts)
    )
    if impossible:
        yield CONTRADICTING


def refuse_more(win: AskedWin, rules: Json) -> None:
    """Refuse what engines with fewer options do not support, and facts that they do not check."""
    facts = win.facts
    first, robbed = "first_turn" in facts, "robbing_quad" in facts
    if first and not win.drawn and rules["yaku"]["blessing_of_man"] != "none":
        raise CannotError("it does not have blessing_of_man")
    if win.open and rules["fu"]["open_pinfu"] != 2:
        raise CannotError("an open hand without minipoints always gets 2 fu")
    if (
        ("ippatsu" in facts and win.riichi == "none")
        or (win.open and win.riichi != "none")
        or ("after_quad" in facts and not win.drawn)
        or (robbed and (win.drawn or "last_tile" in facts))
        or (first and (win.melds or (win.seat == 0 and not win.drawn)))
    ):
        raise CannotError(CONTRADICTING)


CONTRADICTING = "it does not look for facts that contradict each other"


# ---- worth ---------------------------------------------------------------------------------------


def worth(rules: Json, name: str, *, is_open: bool) -> int | None:
    """Return the han of a yaku, 13 for each yakuman; None if it does not count.

    Raises:
        CannotError: if the yaku does not add to others.
    """
    worths = {yaku["id"]: yaku["worth"] for yaku in rules["yaku"]["local"]} | rules["yaku"]
    value = worths.get(name, "none")
    if value == "none":
        return None
    if not value.get("cumulative", True):
        raise CannotError(f"{name} adds to other yaku")
    if "yakuman" in value:
        return 13 * int(value["yakuman"])
    if "limit" in value:
        return ROWS[value["limit"]][0]
    han: int | None = value.get("open") if is_open else value["concealed"]
    return han


def _yaku_by_rules(
    rules: Json, yaku: Sequence[tuple[str, int]], *, is_open: bool
) -> list[tuple[str, int]]:
    """Return the yaku that an engine found, each with its han, by our ids.

    Raises:
        CannotError: if the rules give one of them another value than the engine.
    """
    counted: list[tuple[str, int]] = []
    for found, han in yaku:
        plain = rules["yaku"].get(found) == "none" and found in VARIANTS
        name = VARIANTS[found] if plain else found
        if worth(rules, name, is_open=is_open) != han:
            raise CannotError(f"the value of {name} is fixed")
        counted.append((name, han))
    return counted


DORA_ROWS = ("dora", "kan_dora", "ura_dora", "kan_ura_dora")


def yaku_and_dora(
    rules: Json, found: Iterable[tuple[str, int]], *, is_open: bool
) -> tuple[list[tuple[str, int]], dict[str, int]]:
    """Return the yaku that an engine found, each with its han, and the dora; all by our ids.

    Raises:
        CannotError: if the rules give a yaku another value than the engine.
    """
    dora = dict.fromkeys((*DORA_ROWS, "red_fives"), 0)
    yaku: list[tuple[str, int]] = []
    for name, han in found:
        if name in dora:
            dora[name] = han
        else:
            yaku += _split_riichi(rules, han) if name == "double_riichi" else [(name, han)]
    return _yaku_by_rules(rules, yaku, is_open=is_open), dora


def _split_riichi(rules: Json, han: int) -> list[tuple[str, int]]:
    """Return double riichi as our rules write it: alone, or riichi and the han that it adds."""
    riichi, double = rules["yaku"]["riichi"], rules["yaku"]["double_riichi"]
    if double != "none" and double.get("replaces") == "riichi":
        return [("double_riichi", han)]
    if "none" in (riichi, double) or riichi.get("concealed", 0) + double.get("concealed", 0) != han:
        raise CannotError("the value of double_riichi is fixed")
    return [("riichi", riichi["concealed"]), ("double_riichi", double["concealed"])]


def yaku_json(yaku: list[tuple[str, int]], yakuman: int) -> list[Json]:
    """Return each yaku once, with its count if there are several."""
    names = [name for name, _ in yaku]
    entries = []
    for name in dict.fromkeys(names):
        han = sum(han for other, han in yaku if other == name)
        times = names.count(name)
        count = {"count": times} if times > 1 else {}
        entries.append({"id": name, "han": None if yakuman else han, **count})
    return entries


def refuse_result(rules: Json, names: Sequence[str], yakuman: int) -> None:
    """Refuse a result that depends on rules which both engines have fixed."""
    if yakuman and len(names) > 1 and rules["limits"]["several_yakuman"] != "add_up":
        raise CannotError("it adds up several yakuman")
    if "seven_pairs" in names and rules["fu"]["seven_pairs"] != 25:
        raise CannotError("seven pairs are always 25 fu")


def indicators(win: AskedWin, rules: Json, row: str) -> tuple[Tile, ...]:
    """Return a row's indicators that count, including those of quads if the rules say so.

    The row is `` (the usual one) or `ura_`. If all are in one list, its first is the indicator
    from the start of the deal.
    """
    dora = rules["dora"]
    first, quads = (win.indicators[f"{of}{row}dora_indicators"] for of in ("", "kan_"))
    if row and dora["ura"] == "none":
        return ()
    of_quads = dora["kan_dora"]
    if of_quads == "none" or (row and of_quads["ura"] != "counted"):
        return first[:1]
    return (*first, *quads)


def untold_dora(win: AskedWin) -> list[str]:
    """Return the facts about dora that an engine does not tell if it adds up those of quads."""
    quads = win.indicators["kan_dora_indicators"] or win.indicators["kan_ura_dora_indicators"]
    return [f"dora.{name}" for name in DORA_ROWS if quads]


def payments(*, won_by_draw: bool, dealer: bool, each: int, east: int, discarder: int) -> Json:
    """Return the payments in the form of an outcome."""
    paid: Json = {"from_each": None, "from_dealer": None, "from_discarder": None}
    if not won_by_draw:
        return {"payments": paid | {"from_discarder": discarder}, "points": discarder}
    if dealer:
        return {"payments": paid | {"from_each": each}, "points": 3 * each}
    return {"payments": paid | {"from_each": each, "from_dealer": east}, "points": 2 * each + east}


ANY_RULESET = "ema-2016"
"""The ruleset that lends its head to rules without one."""


@cache
def ruleset(name: str, rules: str) -> Ruleset:
    """Return a ruleset with only the rules of the question."""
    parsed = Rules.model_validate_json(rules)
    return replace(load(ANY_RULESET), id=name, rules=parsed)


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Return the outcome of a question under its rules."""
    rules = ruleset(question["ruleset"], json.dumps(question["rules"]))
    given = GivenRecord(question["kind"], question["given"])
    return {"id": question["id"], "outcome": scenario_result(given, rules)}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
