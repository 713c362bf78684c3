"""The score of one win under one ruleset, found by brute force."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from riichi_core.rules.chapters.dora import KanDora
from riichi_core.rules.chapters.limits import AddUpToMost, Limit
from riichi_core.rules.chapters.tiles import BonusTile
from riichi_core.rules.chapters.winning import MoreWithCounters
from riichi_core.rules.chapters.yaku import HanWorth, LimitWorth, Yaku, YakumanWorth
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.options import rows_of
from riichi_core.rules.rules import Rules
from riichi_core.rules.yaku_vocabulary import Definition

from .reading import Reading, Tile, any_tiles, kind, readings, written_tiles
from .yaku import Win, Words, found_sets, in_class, satisfied, win_of

Worth = HanWorth | LimitWorth | YakumanWorth
Result = dict[str, Any]

NO_DORA = {"dora": 0, "kan_dora": 0, "ura_dora": 0, "kan_ura_dora": 0, "red_fives": 0}


@dataclass(frozen=True)
class Case:
    """One win, one ruleset, one reading."""

    record: Mapping[str, Any]
    win: Win
    rules: Rules
    reading: Reading


@dataclass(frozen=True)
class Had:
    """A priced yaku in a reading of the hand."""

    id: str
    worth: Worth
    definition: Definition
    ways: list[Words]
    count: int

    @property
    def stands_alone(self) -> bool:
        """Return True if it is not combined with anything else."""
        return not isinstance(self.worth, YakumanWorth) and not self.worth.cumulative


def score(
    record: Mapping[str, Any], rules: Rules, own: Mapping[str, Definition] | None = None
) -> Result:
    """Return the result of a win; `own` has definitions missing from the rules and the index.

    `ties` is the number of readings with the same payment and rank.
    """
    best = _best(record, rules, own or {})
    if isinstance(best, str):
        return {"valid": False, "reason": best, "ties": 0}
    return best[0] | {"ties": len(best)}


def outcomes(
    record: Mapping[str, Any], rules: Rules, own: Mapping[str, Definition] | None = None
) -> list[Result]:
    """Return the different results of the readings that tie for the best; empty without a win."""
    best = _best(record, rules, own or {})
    found: list[Result] = []
    for result in [] if isinstance(best, str) else best:
        if result not in found:
            found.append(result)
    return found


def _best(
    record: Mapping[str, Any], rules: Rules, own: Mapping[str, Definition]
) -> list[Result] | str:
    """Return a result for each of the best readings, or the reason if there is none."""
    drawn = record["won_by"] == "self_draw"
    if stand_ins := _stand_ins(record, rules):
        return _best_stand_in(stand_ins, rules, own)
    dealt = drawn and record.get("first_turn", False) and record["seat_wind"] == "east"
    if dealt and rules.winning.dealt_hand == "any_tile":
        every = [
            _best(one, _changed(rules, dealt_hand="last_drawn"), own)
            for one in _with_each_tile(record)
        ]
        wins = [one for one in every if not isinstance(one, str)]
        most = max((one[0]["points"] for one in wins), default=0)
        return [one for win in wins if win[0]["points"] == most for one in win] or every[0]
    mixed = drawn and not record.get("winning_tile_apart", True)
    how = rules.winning.tile_not_kept_apart if mixed else "no_consequence"
    known = {kind(tile) for tile in _outside_sets(record)} == {kind(record["winning_tile"])}
    if how == "lowest_scoring_tile" or (how == "certain_only" and known):
        every = [_best(one, rules, own) for one in _with_each_tile(record)]
        return min(every, key=lambda one: 0 if isinstance(one, str) else one[0]["points"])
    win = win_of(record, how not in {"no_wait_points", "certain_only"})
    found = readings(record["hand"], record["winning_tile"], drawn)
    scored = [
        _of_reading(Case(record, win, rules, reading), own)
        for reading in (*found, any_tiles(record["hand"]))
    ]
    results = [result for result in scored if not isinstance(result, str)]
    if not results:
        complete = "no_yaku" if found else "not_complete"
        return "minimum_yaku" if "minimum_yaku" in scored else complete
    if rules.winning.atozuke == "every_wait_has_yaku":
        for one in _other_waits(record):
            other = _best(one, _changed(rules, atozuke="allowed"), own)
            if isinstance(other, str):
                return other
    best = max(map(_rank, results))
    return [result for result in results if _rank(result) == best]


def _stand_ins(record: Mapping[str, Any], rules: Rules) -> list[dict[str, Any]]:
    """Return the win with a wild winning tile as each tile of which the hand has no four."""
    drawn = record["winning_tile"]
    kinds: dict[str, str] = {one.tile: one.wild for one in rows_of(rules.tiles.bonus)}
    riichi = record["won_by"] == "self_draw" and record.get("riichi", "none") != "none"
    allowed = {
        "never": False,
        "after_riichi": riichi,
        "ippatsu": riichi and record.get("ippatsu", False),
        "after_open_riichi": riichi and "open_riichi" in record.get("circumstances", ()),
    }
    if "drawn" in record or "*" not in drawn or not allowed[kinds.get(kind(drawn), "never")]:
        return []
    held = Counter(kind(tile) for tile in written_tiles(record["hand"]))
    all_tiles = written_tiles("1*2*3*4*5*6*7*8*9*m1*2*3*4*5*6*7*8*9*p1*2*3*4*5*6*7*8*9*s"
                              "1*2*3*4*5*6*7*z")  # fmt: skip
    return [{**record, "winning_tile": tile, "winning_tile_apart": True, "drawn": drawn}
            for tile in all_tiles if held[kind(tile)] < 4]  # fmt: skip


def _best_stand_in(
    stand_ins: list[dict[str, Any]], rules: Rules, own: Mapping[str, Definition]
) -> list[Result] | str:
    every = [_best(one, rules, own) for one in stand_ins]
    wins = [_named(found, one) for found, one in zip(every, stand_ins, strict=True)
            if not isinstance(found, str)]  # fmt: skip
    reasons = [found for found in every if isinstance(found, str) and found != "not_complete"]
    if not wins:
        return reasons[0] if reasons else "not_complete"
    most = max(_points_and_han(win[0]) for win in wins)
    return [one for win in wins if _points_and_han(win[0]) == most for one in win]


def _named(results: list[Result], record: Mapping[str, Any]) -> list[Result]:
    """Return the results with the tile as which a wild tile counts."""
    if record["winning_tile"] == record["drawn"]:
        return results
    return [{**one, "counted_as": kind(record["winning_tile"])} for one in results]


def _points_and_han(result: Result) -> tuple[int, int]:
    return (result["points"], result["han"] or 0)


def _changed(rules: Rules, **winning: str) -> Rules:
    return rules.model_copy(update={"winning": rules.winning.model_copy(update=winning)})


def _other_waits(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the win with each other possible tile that would complete the hand."""
    held = Counter(kind(tile) for tile in written_tiles(record["hand"]))
    robbed = record.get("robbing_quad", False)
    rows = [row for name, row in record.items() if name.endswith("_indicators")]
    shown = Counter(kind(tile) for row in rows for tile in row)
    found = []
    for tile in written_tiles("123456789m123456789p123456789s1234567z"):
        there = held[tile] + shown[tile]
        if tile == kind(record["winning_tile"]) or there > (0 if robbed else 3):
            continue
        if readings(record["hand"], tile, record["won_by"] == "self_draw"):
            found.append({**record, "winning_tile": tile})
    return found


def _outside_sets(record: Mapping[str, Any]) -> list[Tile]:
    """Return the concealed tiles without the winning one, as written."""
    return written_tiles(re.sub(r"\(.*?\)|\[.*?\]", " ", record["hand"]))


def _with_each_tile(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the win with each concealed tile as the one that was drawn."""
    sets = "".join(re.findall(r"\(.*?\)|\[.*?\]", record["hand"]))
    tiles = [record["winning_tile"], *_outside_sets(record)]
    found = []
    for place, tile in enumerate(tiles):
        rest = "".join(tiles[:place] + tiles[place + 1 :]) + sets
        found.append({**record, "hand": rest, "winning_tile": tile, "winning_tile_apart": True})
    return found


def _rank(result: Result) -> tuple[int, bool, int, int]:
    """Return the rank: payment, then a true yakuman before a counted one, han, fu."""
    return (result["points"], result["yakuman"] > 0, result["han"] or 0, result["fu"] or 0)


def _of_reading(case: Case, own: Mapping[str, Definition]) -> Result | str:
    """Return the value of a reading, or why it does not win."""
    had = _had(case, own)
    if not _form_counts(case, had):
        return "no_yaku"
    adding = _not_replaced([yaku for yaku in had if not yaku.stands_alone])
    alone = [yaku for yaku in _not_replaced(had) if yaku.stands_alone]
    choices = [adding, *([yaku] for yaku in alone)]
    if not any(choices):
        return "no_yaku"
    pinfu = any(yaku.id == "pinfu" for yaku in had)
    results = [_result(case, yaku, pinfu) for yaku in choices if _meets_minimum(case, yaku)]
    # The first of those that pay the same, so the others before a yaku that does not combine.
    return max(results, key=lambda result: int(result["points"]), default="minimum_yaku")


# ---- which yaku the hand has ---------------------------------------------------------------------


def _priced(rules: Rules, own: Mapping[str, Definition]) -> list[tuple[str, Worth, Definition]]:
    """Return the id, worth and definition of every yaku with a worth."""
    worths = {name: getattr(rules.yaku, name) for name, _ in Yaku.options()}
    definitions: dict[str, Definition] = {**known_yaku(), **own}
    for local in rules.yaku.local:
        worths[local.id] = local.worth
        if local.definition is not None:
            definitions[local.id] = local.definition
    return [(name, worth, definitions[name]) for name, worth in worths.items() if worth != "none"]


def _had(case: Case, own: Mapping[str, Definition]) -> list[Had]:
    found = []
    for name, worth, definition in _priced(case.rules, own):
        ways = satisfied(definition, case.win, case.reading)
        if ways and _open_enough(case, worth) and not _ruled_out(case, name):
            count = _count(case, ways) if definition.counted else 1
            found.append(Had(name, worth, definition, ways, count))
    return found


def _open_enough(case: Case, worth: Worth) -> bool:
    return case.win.concealed or not isinstance(worth, HanWorth) or worth.open is not None


def _ruled_out(case: Case, name: str) -> bool:
    """Return True if the ruleset excludes the yaku apart from its definition."""
    winning, occasions = case.rules.winning, case.win.occasions
    if name == "under_the_sea":
        return "after_quad" in occasions and winning.last_tile_after_quad == "after_a_quad"
    if name == "twice_pure_double_sequence":
        identical = len({part.tile for part in case.reading.sets}) == 1
        return identical and winning.four_identical_sequences == "one_double_sequence"
    if name == "pinfu":
        return "self_draw" in occasions and case.rules.fu.pinfu_self_draw == "separate"
    return False


def _count(case: Case, ways: list[Words]) -> int:
    """Return the number of different groups of sets in which a counted yaku is found."""
    return len({found for words in ways for found in found_sets(words, case.win, case.reading)})


def _form_counts(case: Case, had: list[Had]) -> bool:
    """Return True if a special form has a yaku of this form and of no other."""
    form = case.reading.form
    return form == "standard" or any(
        words.get("form") == (form,) for yaku in had for words in yaku.ways
    )


def _not_replaced(had: list[Had]) -> list[Had]:
    replaced = {name for yaku in had for name in yaku.definition.replaces or ()}
    replaced |= {getattr(yaku.worth, "replaces", "none") for yaku in had}
    return [yaku for yaku in had if yaku.id not in replaced]


# ---- minimum -------------------------------------------------------------------------------------


def _han(case: Case, yaku: Had) -> int:
    """Return the han of a yaku that is not a yakuman."""
    if isinstance(yaku.worth, LimitWorth):
        row: Limit = getattr(case.rules.limits, yaku.worth.limit)
        return row.han * yaku.count
    assert isinstance(yaku.worth, HanWorth)
    if case.win.concealed:
        return yaku.worth.concealed * yaku.count
    assert yaku.worth.open is not None
    return yaku.worth.open * yaku.count


def _meets_minimum(case: Case, yaku: list[Had]) -> bool:
    if not yaku:
        return False
    if any(isinstance(one.worth, YakumanWorth) for one in yaku):
        return True
    wanted = case.rules.winning.minimum_han
    more = case.rules.winning.minimum_with_counters
    for row in (more,) if isinstance(more, MoreWithCounters) else more if more != "same" else ():
        if case.record.get("counters", 0) >= row.counters:
            wanted = max(wanted, row.han)
    return sum(_han(case, one) for one in yaku) >= wanted


# ---- results -------------------------------------------------------------------------------------


def _result(case: Case, yaku: list[Had], pinfu: bool) -> Result:
    """Return the result if exactly these yaku count."""
    if any(isinstance(one.worth, YakumanWorth) for one in yaku):
        return _yakuman(case, yaku)
    items = _fu_items(case, pinfu)
    fixed = case.rules.fu.fixed
    fu = sum(item["fu"] for item in items) if fixed == "none" else fixed
    if case.reading.form != "seven_pairs":
        fu = _up(fu, 10)
    alone = yaku[0].stands_alone
    if alone and isinstance(yaku[0].worth, LimitWorth):
        limit: str | None = yaku[0].worth.limit
        base: int = getattr(case.rules.limits, yaku[0].worth.limit).base
        return {
            "valid": True,
            "yaku": [_entry(yaku[0], None)],
            "dora": dict(NO_DORA),
            "han": None,
            "fu": fu,
            "fu_items": items,
            "limit": limit,
            "yakuman": 0,
        } | _payments(case, base)
    dora = dict(NO_DORA) if alone else _dora(case)
    han = sum(_han(case, one) for one in yaku) + sum(dora.values())
    limit, base = base_points(case.rules, han, fu)
    return {
        "valid": True,
        "yaku": [_entry(one, _han(case, one)) for one in yaku],
        "dora": dora,
        "han": han,
        "fu": fu,
        "fu_items": items,
        "limit": limit,
        "yakuman": 0,
    } | _payments(case, base)


def _yakuman(case: Case, yaku: list[Had]) -> Result:
    counts = {
        one.id: one.worth.yakuman * one.count for one in yaku if isinstance(one.worth, YakumanWorth)
    }
    how = case.rules.limits.several_yakuman
    number = max(counts.values()) if how == "best_one" else sum(counts.values())
    if isinstance(how, AddUpToMost) and number > how.most:
        number = how.most
    return {
        "valid": True,
        "yaku": [_entry(one, None) for one in yaku if one.id in counts],
        "dora": dict(NO_DORA),
        "han": None,
        "fu": None,
        "fu_items": None,
        "limit": "yakuman",
        "yakuman": number,
    } | _payments(case, case.rules.limits.yakuman * number)


def _entry(yaku: Had, han: int | None) -> dict[str, Any]:
    count = {"count": yaku.count} if yaku.count > 1 else {}
    return {"id": yaku.id, "han": han} | count


# ---- dora ----------------------------------------------------------------------------------------


def _dora(case: Case) -> dict[str, int]:
    """Return the number of dora of each kind."""
    rules, win = case.rules.dora, case.win
    quads = isinstance(rules.kan_dora, KanDora)
    ura = rules.ura == "riichi_winners" and "riichi" in win.occasions
    under = isinstance(rules.kan_dora, KanDora) and (rules.kan_dora.ura == "counted")
    lists: dict[str, list[Tile]] = {
        name: list(case.record.get(f"{name}_indicators", [])) for name in NO_DORA
    }
    counted = {
        "dora": lists["dora"] if quads else lists["dora"][:1],
        "kan_dora": lists["kan_dora"] if quads else [],
        "ura_dora": (lists["ura_dora"] if under else lists["ura_dora"][:1]) if ura else [],
        "kan_ura_dora": lists["kan_ura_dora"] if ura and under else [],
    }
    found = {
        name: sum(win.tiles.count(_shown(tile)) for tile in indicators)
        for name, indicators in counted.items()
    }
    bonus = sum(one.han for one in bonus_of(case.record, case.rules))
    return found | {"red_fives": win.reds} | ({"bonus_tiles": bonus} if bonus else {})


def bonus_of(record: Mapping[str, Any], rules: Rules) -> list[BonusTile]:
    """Return the worth of each bonus tile in a hand."""
    worth: dict[str, BonusTile] = {one.tile: one for one in rows_of(rules.tiles.bonus)}
    tiles = written_tiles(f"{record['hand']} {record.get('drawn', record['winning_tile'])}")
    return [worth[kind(tile)] for tile in tiles if "*" in tile and kind(tile) in worth]


def _shown(indicator: Tile) -> Tile:
    """Return the tile after the indicator."""
    for ring in ("123456789m", "123456789p", "123456789s", "1234z", "567z"):
        numbers, suit = ring[:-1], ring[-1]
        number = kind(indicator)[0]
        if indicator[-1] == suit and number in numbers:
            return numbers[(numbers.index(number) + 1) % len(numbers)] + suit
    raise AssertionError(indicator)


# ---- fu ------------------------------------------------------------------------------------------


def _fu_items(case: Case, pinfu: bool) -> list[dict[str, Any]]:
    reading, rules, win = case.reading, case.rules.fu, case.win
    if rules.fixed != "none":
        return []
    if reading.form == "seven_pairs":
        return [{"id": "seven_pairs", "fu": rules.seven_pairs}]
    drawn = "self_draw" in win.occasions
    items: list[dict[str, Any]] = [{"id": "winning", "fu": 20}]
    if win.concealed and not drawn:
        items.append({"id": "concealed_discard", "fu": 10})
    if drawn and not pinfu:
        fu = rules.self_draw_after_quad if "after_quad" in win.occasions else 2
        items.append({"id": "self_draw", "fu": fu})
    if win.wait_counts and reading.wait in ("edge", "closed", "pair"):
        items.append({"id": f"{reading.wait}_wait", "fu": 2})
    items += [*_pair_items(case), *_set_items(case)]
    items = [item for item in items if item["fu"] > 0]
    certain = win.wait_counts or case.rules.winning.tile_not_kept_apart != "certain_only"
    if not certain and rules.pinfu_self_draw == "combined" and win.concealed:
        plain = {item["id"] for item in items} == {"winning", "self_draw"}
        items = items[:1] if plain else items
    if not win.concealed and sum(item["fu"] for item in items) == 20 and rules.open_pinfu > 0:
        items.append({"id": "open_pinfu", "fu": rules.open_pinfu})
    return items


def _pair_items(case: Case) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    for pair in case.reading.pairs:
        seat = pair == case.win.seat_wind
        round_wind = pair == case.win.round_wind
        if in_class(pair, "dragon", case.win):
            items.append({"id": "dragon_pair", "fu": 2})
        if seat:
            items.append({"id": "seat_wind_pair", "fu": 2})
        if round_wind and not (seat and case.rules.fu.double_wind_pair == 2):
            items.append({"id": "round_wind_pair", "fu": 2})
    return items


def _set_items(case: Case) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    for part in case.reading.sets:
        if part.kind == "sequence":
            continue
        fu = 2
        if in_class(part.tile, "terminal_or_honour", case.win):
            fu *= 2
        if not part.melded:
            fu *= 2
        if part.kind == "quad":
            fu *= 4
        concealed = not part.melded
        items.append({"id": part.kind, "fu": fu, "tile": part.tile, "concealed": concealed})
    return items


# ---- points --------------------------------------------------------------------------------------


def _up(number: int, step: int) -> int:
    """Return the number rounded up to a multiple of `step`."""
    return number if number % step == 0 else number + step - number % step


def base_points(rules: Rules, han: int, fu: int) -> tuple[str | None, int]:
    """Return the limit reached, and the base points."""
    limits = rules.limits
    one = limits.counted_yakuman
    counted = one if isinstance(one, tuple) else (one,)
    rows = [
        *(("counted_yakuman", row) for row in reversed(counted)),
        ("sanbaiman", limits.sanbaiman),
        ("baiman", limits.baiman),
        ("haneman", limits.haneman),
        ("mangan", limits.mangan),
    ]
    for name, row in rows:
        if isinstance(row, Limit) and han >= row.han:
            return name, row.base
    base = fu * 2 ** (2 + han)
    raised = limits.raised_to_mangan
    if (
        base >= limits.mangan.base
        or ("four_han_thirty_fu" in raised and (han, fu) == (4, 30))
        or ("three_han_sixty_fu" in raised and (han, fu) == (3, 60))
    ):
        return "mangan", limits.mangan.base
    return None, base


def _payments(case: Case, base: int) -> Result:
    """Return the payment of each player, and the total."""
    counters = case.record.get("counters", 0) * case.rules.dealer.counter_value
    dealer = "dealer" in case.win.occasions
    if dealer and case.rules.dealer.counters_paid_to == "non_dealers":
        counters = 0
    share = _up(counters, 300) // 3
    paid: dict[str, int | None] = {"from_each": None, "from_dealer": None, "from_discarder": None}
    if "discard" in case.win.occasions:
        total = _up(base * (6 if dealer else 4), 100) + counters
        return {"payments": paid | {"from_discarder": total}, "points": total}
    double = _up(base * 2, 100) + share
    if dealer:
        return {"payments": paid | {"from_each": double}, "points": 3 * double}
    single = _up(base, 100) + share
    payments = paid | {"from_each": single, "from_dealer": double}
    return {"payments": payments, "points": double + 2 * single}
