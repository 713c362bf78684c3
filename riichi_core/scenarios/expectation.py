"""What a scenario can expect: the parts of the result of a win or a deal, each with its shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, get_args, get_type_hints

from riichi_core.game.end import GameEnd
from riichi_core.rules.glossary import alias
from riichi_core.scenarios.game_kind import PLAYERS
from riichi_core.scenarios.problems import Problems
from riichi_core.scenarios.scenario import Kind
from riichi_core.scenarios.script import PLAY_ENDS
from riichi_core.scoring import DoraHan, NoWin, Payments
from riichi_core.scoring.fields import WINDS
from riichi_core.scoring.fu import FuId
from riichi_core.scoring.points import LimitId
from riichi_core.settlement import Transfer
from riichi_core.settlement.ending import Cause
from riichi_core.settlement.settle import Refusal
from riichi_core.source.diagnostics import Pointer
from riichi_core.tournament.standings import Status, What

ERRORS = (
    *("contradiction", "five_of_a_tile", "missing_field", "no_set", "notation", "out_of_range"),
    *("red_five", "tile_count", "unknown_word", "wrong_type"),
    *("no_such_end", "no_win_stands", "game_over", "no_points", "wrong_row", "table_sum"),
)
"""Why facts are no win or no deal at all, or none that a ruleset can have."""

A_YAKU = "the id of a yaku that is known (riichi find NAME) or that the ruleset defines"


@dataclass(frozen=True, slots=True)
class Shape:
    """What fits as a value: a kind of thing, a word of a list, a mapping of parts, or many of one.

    `says` is what fits in words, `kinds` the types of plain values, `words` the names of a `what`;
    `needed` are the parts that must be there, `any_name` is what stands under names of any kind.
    """

    says: str
    kinds: tuple[type, ...] = ()
    what: str = ""
    words: tuple[str, ...] = ()
    parts: Mapping[str, Shape] = field(default_factory=dict)
    needed: tuple[str, ...] = ()
    each: Shape | None = None
    any_name: Shape | None = None


_TRUTH = Shape("true or false", (bool,))
_NUMBER = Shape("a whole number", (int,))
_NUMBER_OR_NOT = Shape("a whole number or null", (int, type(None)))
_TILE = Shape("a tile, as 2m", (str,))
_PAID = tuple(name for name in Payments._fields if name != "total")


def _word(what: str, words: tuple[str, ...]) -> Shape:
    return Shape(f"the id of a {what}", what=what, words=words)


def _list(each: Shape, *, or_null: bool = False) -> Shape:
    empty = (type(None),) if or_null else ()
    return Shape(f"[{each.says}, …]" + " or null" * or_null, empty, each=each)


def _parts(of: Shape, names: tuple[str, ...]) -> Shape:
    return Shape(f"{{{names[0]}: …}}", parts=dict.fromkeys(names, of))


def _or_null(shape: Shape) -> Shape:
    return replace(shape, says=f"{shape.says} or null", kinds=(*shape.kinds, type(None)))


@cache
def shapes(yaku: tuple[str, ...]) -> Mapping[str, Shape]:
    """Every part of a result that can be expected, where these yaku can be had."""
    one = _word("yaku", yaku)
    limits, fu = get_args(LimitId), _word("fu", get_args(FuId))
    items = {"id": fu, "fu": _NUMBER, "tile": _TILE, "concealed": _TRUTH}
    counted = {"id": one, "han": _NUMBER_OR_NOT, "count": _NUMBER}
    return {
        "valid": _TRUTH,
        "reason": _word("reason", get_args(get_type_hints(NoWin)["reason"])),
        "yaku": _list(Shape("{id: …, han: …}", parts=counted, needed=("id",))),
        "dora": _parts(_NUMBER, DoraHan._fields),
        "han": _NUMBER_OR_NOT,
        "fu": _NUMBER_OR_NOT,
        "fu_items": _list(Shape("{id: …, fu: …}", parts=items, needed=("id",)), or_null=True),
        "limit": Shape(f"null or {', '.join(limits)}", (type(None),), "limit", limits),
        "yakuman": _NUMBER,
        "payments": _parts(_NUMBER_OR_NOT, _PAID),
        "total": _NUMBER,
        "has": _list(one),
        "has_not": _list(one),
        "error": Shape("true, or why there is no win", (bool,), "error", ERRORS),
    }


@cache
def deal_shapes(yaku: tuple[str, ...]) -> Mapping[str, Shape]:
    """The same for a deal."""
    seat, points = _word("seat", WINDS), Shape("points, as 1000 or 1000/3", (int, str))
    party = _word("seat or the table", (*WINDS, "table"))
    why = _word("reason", get_args(get_type_hints(Transfer)["why"]))
    refusal = _word("reason", get_args(Refusal))
    transfer = {"from": party, "to": party, "points": points, "why": why}
    moved = Shape("{from: …, to: …, points: …, why: …}", parts=transfer)
    lost = Shape("{seat: …, reason: …}", parts={"seat": seat, "reason": refusal})
    win = Shape("a part of a win's result, as {han: 4}", parts=dict(shapes(yaku)))
    return {
        "winners": _list(seat),
        "refused": _list(lost),
        "wins": _parts(win, WINDS),
        "deltas": _parts(points, WINDS),
        "transfers": _list(moved),
        "bets_left": points,
        "dealer_stays": _TRUTH,
        "counters_next": _NUMBER,
        "redeal": _TRUTH,
        "offenders": _list(seat),
        "penalties": _parts(_NUMBER, WINDS),
        "fines": _parts(_NUMBER, WINDS),
        "error": shapes(yaku)["error"],
    }


@cache
def game_shapes(yaku: tuple[str, ...]) -> Mapping[str, Shape]:
    """The same for a game."""
    points, player = Shape("points, as 1000 or 1000/3", (int, str)), _word("player", PLAYERS)
    deal = {
        **{"round": _word("wind", WINDS), "dealer": player, "counters": _NUMBER},
        **{"winners": _list(player), "scores": _parts(points, PLAYERS), "bets": points},
    }
    counted = ("score", "bets", "uma", "oka", "penalty", "result")
    final = {**dict.fromkeys(counted, points), "place": _NUMBER}
    return {
        "deals": _list(Shape("what is so before or after a deal, as {counters: 1}", parts=deal)),
        "over": _or_null(_word("end", get_args(GameEnd))),
        "finals": _parts(Shape("{score: …, place: …, result: …}", parts=final), PLAYERS),
        "error": shapes(yaku)["error"],
    }


@cache
def tournament_shapes(yaku: tuple[str, ...]) -> Mapping[str, Shape]:
    """The same for a tournament; players have any name."""
    points, name = Shape("points, as 1000 or 1000/3", (int, str)), Shape("a name", (str,))
    final = {"score": points, "place": _NUMBER_OR_NOT, "uma": points}
    off = {"what": _word("deduction", get_args(What)), "points": _NUMBER}
    session = {**final, "played": _TRUTH, "result": points,
               "deductions": _list(Shape("{what: …, points: …}", parts=off))}  # fmt: skip
    player = {
        **{"place": _NUMBER_OR_NOT, "status": _word("status", get_args(Status))},
        **{"total": points, "deductions": _NUMBER, "notes": _list(name)},
        "sessions": _list(Shape("{place: …, result: …}", parts=session)),
    }
    entered = {"for": name, "entered": points, **final}
    one = Shape("{place: …, total: …}", parts=player)
    return {
        "standings": Shape("{Ana: {place: 1, total: 35000}}", any_name=one),
        "substitutes": _list(Shape("{for: …, entered: …}", parts=entered)),
        "kept_at_a_table": _list(name),
        "keeping_forbidden": _TRUTH,
        "error": shapes(yaku)["error"],
    }


@cache
def foul_shapes(yaku: tuple[str, ...]) -> Mapping[str, Shape]:
    """The same for a foul."""
    words, text = _list(Shape("a word", (str,))), Shape("a word or null", (str, type(None)))
    penalty = {
        **dict.fromkeys(("least", "most", "points", "from_east", "to_east", "to_other"), _NUMBER),
        **dict.fromkeys(("paid_to", "booked", "repeated"), text),
        **dict.fromkeys(("fines", "serious"), _list(_NUMBER)),
    }
    after = ("next_deal", "riichi_bets", "with_win", "last_timed_deal")
    truths = ("chombo", "dead_hand", "void", "deal_again", "referee", "regulated")
    words_or_null = ("kind", "condition", "riichi_bet", "excuse", "disqualification")
    return {
        **dict.fromkeys(truths, _TRUTH),
        **dict.fromkeys(words_or_null, text),
        "penalty": _or_null(Shape("{least: …, most: …, paid_to: …, booked: …}", parts=penalty)),
        "after_chombo": _or_null(_parts(text, after)),
        "found_at": words,
        "error": shapes(yaku)["error"],
    }


@cache
def play_shapes(yaku: tuple[str, ...]) -> Mapping[str, Shape]:
    """The same for a play."""
    seats, text = _list(_word("seat", WINDS)), Shape("text", (str,))
    acts = _list(Shape("an act or its first word, as discard 5p", (str,)))
    points = Shape("points, as 1000 or 1000/3", (int, str))
    refused = Shape("{act: …, seat: …}", parts={"act": _NUMBER, "seat": _word("seat", WINDS)})
    settled = Shape("a part of how the deal is settled", parts=dict(deal_shapes(yaku)))
    stacks = _parts(_NUMBER, WINDS)
    wall = {"broken": _word("seat", WINDS), "stacks": _NUMBER, "dead": stacks}
    return {
        "may": _parts(acts, WINDS),
        "may_not": _parts(acts, WINDS),
        "turn": Shape("a seat or null", (type(None),), "seat", WINDS),
        "drawn": Shape("a tile or null", (str, type(None))),
        **{name: _parts(text, WINDS) for name in ("hands", "discards")},
        **dict.fromkeys(("riichi", "ippatsu", "furiten", "tenpai", "dead_hands"), seats),
        **dict.fromkeys(("awaited", "indicators"), text),
        **dict.fromkeys(("tiles_left", "dead_wall"), _NUMBER),
        "first_turn": _TRUTH,
        "scores": _parts(points, WINDS),
        "bets": points,
        "wall": Shape("{broken: …, stacks: …, dead: …}", parts=wall),
        "events": _list(Shape("an event, as drew south, or with its tile", (str,))),
        "refused": _list(refused),
        "end": Shape(f"null or {', '.join(PLAY_ENDS)}", (type(None),), "end", PLAY_ENDS),
        "cause": Shape("null or a cause", (type(None),), "cause", get_args(Cause)),
        "settled": _or_null(settled),
        "error": shapes(yaku)["error"],
    }


@cache
def rule_shapes(yaku: tuple[str, ...]) -> Mapping[str, Shape]:
    """The same for what a ruleset says."""
    value = Shape("a value as a ruleset file has it", (bool, int, str, list, dict))
    return {
        "values": Shape("{tournament.minutes: 90}", any_name=value),
        "says": Shape("{tournament.minutes: …}", any_name=Shape("a sentence", (str,))),
        **{name: shapes(yaku)[name] for name in ("yaku", "has", "has_not", "error")},
    }


SHAPES: Mapping[Kind, Callable[[tuple[str, ...]], Mapping[str, Shape]]] = {
    "win": shapes,
    "deal": deal_shapes,
    "game": game_shapes,
    "foul": foul_shapes,
    "tournament": tournament_shapes,
    "play": play_shapes,
    "rule": rule_shapes,
}
EXAMPLES: Mapping[Kind, str] = {
    "win": "{han: 4, total: 7700}",
    "deal": "{dealer_stays: true}",
    "game": "{over: rounds}",
    "foul": "{dead_hand: true}",
    "tournament": "{standings: {Ana: {place: 1}}}",
    "play": "{may: {south: [pung]}}",
    "rule": "{values: {tournament.minutes: 90}}",
}


def check(notes: Problems, pointer: Pointer, value: Any, yaku: tuple[str, ...], kind: Kind) -> None:
    """Note whatever cannot be expected of what is given, where these yaku can be had."""
    known = SHAPES[kind](yaku)
    if not isinstance(value, dict) or not value:
        notes.misfit(pointer, value, f"a part of the result, as {EXAMPLES[kind]}")
        return
    notes.keys(pointer, value, tuple(known))
    for name, part in value.items():
        if name in known:
            _check(notes, (*pointer, name), part, known[name])
    if value.get("error") is False:
        notes.misfit((*pointer, "error"), False, known["error"].says)
    elif "error" in value and len(value) > 1:
        message = "where there is an error there is no result"
        notes.say((*pointer, "error"), "contradiction", message, expected="error alone", key=True)


def _check(notes: Problems, pointer: Pointer, value: Any, shape: Shape) -> None:
    if type(value) in shape.kinds:
        return
    if shape.each is not None and isinstance(value, list):
        for index, item in enumerate(value):
            _check(notes, (*pointer, index), item, shape.each)
    elif shape.any_name is not None and isinstance(value, dict) and value:
        for name, part in value.items():
            _check(notes, (*pointer, name), part, shape.any_name)
    elif shape.parts and isinstance(value, dict):
        _check_parts(notes, pointer, value, shape)
    elif shape.words and isinstance(value, str):
        if value not in shape.words:
            is_yaku = shape.what == "yaku"
            near = (alias(value) or "") if is_yaku else ""
            expected = A_YAKU if is_yaku else ""
            notes.unknown(pointer, shape.what, value, shape.words, near=near, expected=expected)
    else:
        notes.misfit(pointer, value, shape.says)


def _check_parts(notes: Problems, pointer: Pointer, value: dict[str, Any], shape: Shape) -> None:
    meant = notes.keys(pointer, value, tuple(shape.parts))
    for name in shape.needed:
        if name not in value and name not in meant:
            notes.say(pointer, "missing-key", f"'{name}' is missing", expected=shape.says)
    for name, part in value.items():
        if name in shape.parts:
            _check(notes, (*pointer, name), part, shape.parts[name])
