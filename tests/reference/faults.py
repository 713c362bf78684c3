"""The effect of recorded fouls on a deal, before it is settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from riichi_core.rules.chapters.draws import Nagashi
from riichi_core.rules.chapters.fouls import (
    ByDegree,
    FoulPenalty,
    JudgedLater,
    ManyTiles,
    NotenRiichi,
    PointsOffSheet,
)
from riichi_core.rules.rules import Rules

from .worth import CannotBeError

Json = Mapping[str, Any]

AT_END = 1000
"""The turn of what was found at the end that is written down: after all others."""

SOME_TURN = 0
"""The turn of what was found in play, nobody says when: nothing is known to come before it."""

BY_A_REFEREE = {"referee", "obstruction", "referee_if_repeated", "valid_unless_repeated",
                "dead_hand_or_points", "chombo_if_unplayable"}  # fmt: skip
"""Words by which a referee may take points off."""

OF_A_RIICHI = {"riichi_on_open_hand", "riichi_without_word", "riichi_without_turning",
               "riichi_without_bet", "riichi_with_few_tiles", "riichi_without_points",
               "riichi_after_discard", "empty_riichi"}  # fmt: skip
"""What is void where these are is the riichi."""

PROVED_BY_SHOWING = {"noten_riichi", "riichi_hand_not_shown"}
"""These say of a riichi hand that it is not tenpai, or cannot be shown to be."""

OF_A_VALID_RIICHI = {*PROVED_BY_SHOWING, "riichi_on_seen_tiles", "forbidden_riichi_quad"}
"""These are no fouls of a riichi that is void."""

OF_A_DEAD_HAND = {"claim_with_dead_hand", "win_with_dead_hand", "riichi_or_quad_with_dead_hand",
                  "call_with_undeclared_dead_hand"}  # fmt: skip
"""These are fouls of a hand that is dead already."""

FALSE_WIN = {"false_win_shown", "empty_win_call"}
"""What was declared here is no win, whatever it costs."""

OF_A_WIN = FALSE_WIN | {"win_with_dead_hand", "win_after_declaring_tenpai", "tsumo_after_discard",
                        "tsumo_after_discard_shown", "call_after_the_end",
                        "pon_then_ron"}  # fmt: skip
"""The win itself is the fault, so that no other price of a false win is paid for it."""

BY_A_DISCARD = {"swap_call", "discard_from_riichi_hand", "claim_after_riichi_and_discard",
                "first_discard_too_early"}  # fmt: skip
"""A discard completes these, so that none of them comes after the last one."""


ENDS = {"chombo", "redeal"}
"""These end a deal where they are found in play."""

TOO_LATE = ENDS | {"dead_hand"}
"""What a foul of the end that was not reached no longer does; points, and that a riichi was none,
do not depend on it."""


@dataclass(frozen=True)
class Ruling:
    """The consequence of one foul."""

    seat: str
    foul: str
    effect: str
    """`chombo redeal dead_hand void void_and_dead`, or empty: nothing but perhaps points."""
    turn: int
    points: int = 0
    unproven: bool = False
    pot: int = 0
    to_each: int = 0
    bars_ron: bool = False
    when_over: bool = False
    """Whether it is judged when the hand is over, whenever it was noticed."""
    continues: bool = False
    """Whether it is a chombo after which the hand goes on, with a dead hand."""


def after_fouls(deal: Json, rules: Rules) -> dict[str, Any]:
    """Return the record of a deal without fouls that is equivalent to one with fouls.

    Raises:
        CannotBeError: if no declared win is left, and the deal continues without them.
    """
    rulings = [_ruling(foul, deal, rules) for foul in deal.get("fouls", ())]
    if rules.chombo.when == "after_the_hand":
        rulings = [replace(one, continues=_play_continues(one, rules)) for one in rulings]
    rulings = _after_excuses(_until_an_end(rulings), deal, rules)
    dead = {one.seat for one in rulings if _dies(one)}
    void = _void_riichi(rulings, dead, deal, rules)
    offenders = _seats(rulings, "chombo")
    found = {name: value for name, value in deal.items() if name != "fouls"} | {
        "penalties": _points(rulings, deal),
        "pot": _sums((one.seat, one.pot) for one in rulings),
        "to_each": _sums((one.seat, one.to_each) for one in rulings),
        "void_riichi": sorted(void),
        "offenders": sorted(offenders | {*deal.get("offenders", ())}),
    }
    ended = any(one.turn < AT_END for one in rulings if _ends(one))
    if ended or _seats(rulings, "redeal"):
        return found | {"end": "chombo" if offenders else "redeal"}
    if deal["end"] == "win":
        return found | _wins(deal, rules, rulings, void)
    if deal["end"] == "chombo" and not found["offenders"]:
        raise CannotBeError("contradiction")
    if deal["end"] == "exhaustive_draw":
        noten = {one.seat for one in rulings if one.foul in PROVED_BY_SHOWING}
        found["dead_hands"] = sorted(dead | {*deal.get("dead_hands", ())})
        untrue = {one.seat for one in rulings
                  if "false_tenpai" in one.foul and one.turn == AT_END}  # fmt: skip
        found["tenpai"] = [seat for seat in deal.get("tenpai", ()) if seat not in untrue]
        found["told_noten"] = sorted(noten - {*deal.get("tenpai", ())})
    return found


def _seats(rulings: Iterable[Ruling], *effects: str) -> set[str]:
    return {one.seat for one in rulings if one.effect in effects}


def _dies(one: Ruling) -> bool:
    dead = one.continues or one.effect in ("dead_hand", "void_and_dead")
    return dead or one.foul in OF_A_DEAD_HAND


def _ends(one: Ruling) -> bool:
    return one.effect in ENDS and not one.continues


def _play_continues(one: Ruling, rules: Rules) -> bool:
    """Return True if it is a chombo that no end of the hand has to reveal."""
    revealed = isinstance(getattr(rules.fouls, one.foul), JudgedLater) or one.unproven
    return one.effect == "chombo" and not revealed and one.foul != "unplayable_by_fault"


# ---- each foul by itself -------------------------------------------------------------------------


def value_of(foul: str, rules: Rules) -> Any:
    """Return the value of the option of a foul, which may refer to that of another."""
    value = getattr(rules.fouls, foul)
    return rules.fouls.wrong_tile_count if value == "as_wrong_tile_count" else value


def _ruling(foul: Json, deal: Json, rules: Rules) -> Ruling:
    """Return the consequence of a foul by itself, from the sentence of its value."""
    name, value = foul["foul"], value_of(foul["foul"], rules)
    turn = foul.get("turn")
    if turn is None:
        turn = SOME_TURN if foul.get("moment") == "in_play" else AT_END
    when_over = name in OF_A_VALID_RIICHI or isinstance(value, JudgedLater)
    one = Ruling(foul["seat"], name, "", AT_END if when_over else turn, when_over=when_over)
    if name == "riichi_hand_not_shown" and not _is_drawn(deal):
        return one
    if isinstance(value, PointsOffSheet):
        return replace(one, points=value.points)
    if isinstance(value, FoulPenalty):
        return _penalised(one, value, foul, deal)
    if value in BY_A_REFEREE or isinstance(value, ByDegree):
        return replace(one, points=foul.get("points") or 0)
    if isinstance(value, JudgedLater):
        judged = _is_judged(one.seat, name, value, deal, rules)
        return replace(one, effect=value.penalty if judged else "")
    if isinstance(value, ManyTiles):  # the number is not recorded: the minimum
        return replace(one, effect="dead_hand")
    return _by_word(one, str(value), deal, rules)


def _bars_ron(value: FoulPenalty, foul: Json, deal: Json) -> bool:
    """Return True if a foul bars a ron on the tile that was won on."""
    in_play = foul.get("moment") == "in_play" or foul.get("turn") is not None
    if value.no_ron_on is None or deal.get("won_by") != "discard":
        return False
    if value.until == "own_draw" and in_play:  # that draw may have come
        return False
    won_on = [win["winning_tile"] for win in deal["wins"] if "hand" in win]
    if value.no_ron_on == "any" or not won_on:
        return value.no_ron_on == "any"
    won, shown = (tile.replace("0", "5") for tile in (won_on[0], foul["tiles"]))
    if value.no_ron_on == "tile_and_suji" and won[1] == shown[1] != "z":
        return abs(int(won[0]) - int(shown[0])) in (0, 3)
    return bool(won == shown)


def _penalised(one: Ruling, value: FoulPenalty, foul: Json, deal: Json) -> Ruling:
    dead = value.hand == "dead"
    if dead and one.foul == "drawn_tile_touches_riichi_hand" and _drawn_tile_wins(one, deal):
        return one
    effect = "dead_hand" if dead else ""
    if one.foul in OF_A_RIICHI:  # it was withdrawn, or is not allowed
        effect = "void_and_dead" if dead else "void"
    return replace(
        one,
        effect=effect,
        points=value.points or 0,
        pot=value.pot or 0,
        to_each=value.to_each or 0,
        bars_ron=_bars_ron(value, foul, deal),
    )


def _by_word(one: Ruling, value: str, deal: Json, rules: Rules) -> Ruling:
    drawn_out = deal["end"] == "exhaustive_draw"
    if (
        one.foul == "drawn_tile_touches_riichi_hand"
        and value == "dead_hand"
        and _drawn_tile_wins(one, deal)
    ):
        return one
    if value == "dead_hand_then_noten_riichi":
        how = rules.fouls.noten_riichi
        riichi = one.seat in deal.get("riichi", ())
        judged = drawn_out and riichi and _is_judged(one.seat, "noten_riichi", how, deal, rules)
        if judged and isinstance(how, NotenRiichi):
            return replace(one, effect=how.penalty, turn=AT_END, unproven=True)
        return replace(one, effect="dead_hand")
    if value.startswith("redeal_"):  # it is recorded because it disturbed play
        value = "redeal"
    if value == "chombo_unless_corrected":
        value = "chombo"
    if one.foul == "empty_riichi" and value == "no_penalty":
        value = "void"
    if one.foul == "empty_riichi" and value == "dead_hand":
        value = "void_and_dead"
    if value == "chombo" and _is_softened(one, deal, rules):
        value = "dead_hand"
    known = {"chombo", "redeal", "dead_hand", "void", "void_and_dead"}
    return replace(one, effect=value if value in known else "")


def _is_drawn(deal: Json) -> bool:
    """Return True if riichi hands had to be shown at the end of the deal."""
    if deal["end"] == "chombo":
        return not deal.get("offenders")
    return deal["end"] == "exhaustive_draw" or deal.get("cause") == "four_riichi"


def _is_softened(one: Ruling, deal: Json, rules: Rules) -> bool:
    """Return True if a chombo becomes a dead hand because it came after the last discard."""
    if deal["end"] != "exhaustive_draw" or one.turn < AT_END:
        return False
    if one.foul in BY_A_DISCARD or one.when_over or one.foul == "unplayable_by_fault":
        return False
    return rules.chombo.after_last_discard == "dead_hand"


def _drawn_tile_wins(one: Ruling, deal: Json) -> bool:
    winners = {win["seat"] for win in deal.get("wins", ())}
    return one.turn == AT_END and deal.get("won_by") == "self_draw" and one.seat in winners


def _is_judged(seat: str, name: str, value: Any, deal: Json, rules: Rules) -> bool:
    """Return True if the end of the deal is one at which this foul is judged."""
    if not isinstance(value, JudgedLater):
        return False
    if deal["end"] == "win":
        won = seat in {win["seat"] for win in deal["wins"]}
        return won and "own_win" in value.found_at
    if deal["end"] == "abortive_draw":
        return deal["cause"] == "four_riichi" and "four_riichi" in value.found_at
    if deal["end"] == "chombo":  # from this foul, if nothing else caused it
        return not deal.get("offenders")
    if deal["end"] != "exhaustive_draw" or "exhaustive_draw" not in value.found_at:
        return False
    nagashi = rules.draws.nagashi
    barred = isinstance(nagashi, Nagashi) and nagashi.riichi == "forbidden"
    left = {*deal.get("nagashi", ())} - {*(deal.get("riichi", ()) if barred else ())}
    of_noten = name == "noten_riichi" and isinstance(nagashi, Nagashi) and left
    return not of_noten or (isinstance(nagashi, Nagashi) and nagashi.noten_riichi == "judged")


# ---- beside each other ---------------------------------------------------------------------------


def _after_excuses(rulings: list[Ruling], deal: Json, rules: Rules) -> list[Ruling]:
    """Return the consequences without those that need a valid riichi or were excused."""
    no_riichi = {one.seat for one in rulings if _voids_riichi(one)}
    if deal["end"] == "chombo" and any(
        one.effect == "chombo" and not one.when_over for one in rulings
    ):
        return [one for one in rulings if not one.when_over]  # it ended with that one
    excused = set()
    how = rules.fouls.noten_riichi
    if isinstance(how, NotenRiichi) and how.dead_hand_excused == "without_proof":
        excused |= {one.seat for one in rulings if _dies(one) and one.foul not in PROVED_BY_SHOWING}
        excused |= {*deal.get("dead_hands", ())}
    return [_after_excuse(one, no_riichi, excused) for one in rulings]


def _after_excuse(one: Ruling, no_riichi: set[str], excused: set[str]) -> Ruling:
    if one.foul == "discard_from_riichi_hand" and one.unproven and one.seat in no_riichi:
        return replace(one, effect="dead_hand")
    no_fault = one.foul in OF_A_VALID_RIICHI and one.seat in no_riichi
    if no_fault or (one.foul in PROVED_BY_SHOWING and one.seat in excused):
        return replace(one, effect="", points=0, pot=0, to_each=0, bars_ron=False)
    return one


def _voids_riichi(one: Ruling) -> bool:
    return one.foul in OF_A_RIICHI and one.effect in ("void", "void_and_dead")


def _until_an_end(rulings: list[Ruling]) -> list[Ruling]:
    """Return the fouls up to the first that ended the deal in play."""
    ends = [one.turn for one in rulings if _ends(one) and one.turn < AT_END]
    if not ends:
        return rulings
    known = [turn for turn in ends if turn != SOME_TURN]
    last = min(known) if known else AT_END - 1
    return [one for one in rulings if one.turn <= last or _without_effect(one)]


def _without_effect(one: Ruling) -> bool:
    """Return True if a foul at the end has no effect that depends on reaching the end."""
    return one.turn == AT_END and not one.when_over and one.effect not in TOO_LATE


def _void_riichi(rulings: list[Ruling], dead: set[str], deal: Json, rules: Rules) -> set[str]:
    """Return the seats whose riichi bet is returned because of a foul."""
    void = {one.seat for one in rulings if _voids_riichi(one)}
    if rules.dead_hand.riichi_bet == "returned":
        void |= dead
    return void & {*deal.get("riichi", ())}


def _false_wins(deal: Json, rules: Rules, rulings: list[Ruling], of_win: set[str]) -> set[str]:
    """Return the seats that show a win with a dead hand, if the win has no penalty of its own."""
    shown = {win["seat"] for win in deal.get("wins", ())} - of_win
    dead = {one.seat for one in rulings if _dies(one)} if "win" in rules.dead_hand.bars else set()
    undeclared = {one.seat for one in rulings if one.foul == "call_with_undeclared_dead_hand"
                  and one.effect in ("void", "dead_hand")}  # fmt: skip
    dead |= {one.seat for one in rulings if one.bars_ron}
    return shown & (dead | undeclared) - {*deal.get("offenders", ())} - _seats(rulings, "chombo")


def _wins(deal: Json, rules: Rules, rulings: list[Ruling], void: set[str]) -> dict[str, Any]:
    """Return the remaining wins of a deal, as fields of the record."""
    of_win = {one.seat for one in rulings if one.foul in OF_A_WIN and _undoes_the_win(one, rules)}
    false, price = _false_wins(deal, rules, rulings, of_win), rules.fouls.false_win_shown
    points = _points(rulings, deal)
    pot = _sums((one.seat, one.pot) for one in rulings)
    to_each = _sums((one.seat, one.to_each) for one in rulings)
    if isinstance(price, FoulPenalty):
        points.subtract(dict.fromkeys(false, price.points or 0))
        pot.update(dict.fromkeys(false, price.pot or 0))
        to_each.update(dict.fromkeys(false, price.to_each or 0))
    offenders = _seats(rulings, "chombo") | {*deal.get("offenders", ())}
    offenders |= false if price == "chombo" else set()
    left = {"penalties": points, "pot": pot, "to_each": to_each, "offenders": sorted(offenders)}
    if rules.chombo.with_win == "void_if_win_can_be_paid" and any(
        one.foul == "unplayable_by_fault" and one.effect == "chombo" for one in rulings
    ):
        return {**left, "end": "chombo"}
    undone = (of_win | false) - offenders
    wins = [_as_left(win, void | offenders) for win in deal["wins"] if win["seat"] not in undone]
    if not wins:
        raise CannotBeError("no_win_stands")
    return {**left, "wins": wins}


def _points(rulings: list[Ruling], deal: Json) -> Counter[str]:
    """Return the points off the results, as negative numbers."""
    found: Counter[str] = Counter(deal.get("penalties", {}))
    for one in rulings:
        found[one.seat] -= one.points
    return found


def _sums(points: Iterable[tuple[str, int]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for seat, number in points:
        found[seat] += number
    return found


def _undoes_the_win(one: Ruling, rules: Rules) -> bool:
    """Return True if a foul of the winner undoes the win."""
    if one.turn < AT_END:
        return False
    if one.foul == "pon_then_ron":
        return rules.fouls.pon_then_ron == "first_call_binds"
    if one.foul == "win_with_dead_hand":
        return rules.fouls.win_with_dead_hand != "not_regulated"
    return one.foul in FALSE_WIN or one.effect in ("void", "dead_hand")


def _as_left(win: Json, without_riichi: set[str]) -> Json:
    """Return a win without the parts that need a riichi if its riichi is void."""
    if win["seat"] not in without_riichi:
        return win
    lost = ("ippatsu", "ura_dora_indicators", "kan_ura_dora_indicators")
    left = {name: value for name, value in win.items() if name not in lost}
    return {**left, "riichi": "none"} if "hand" in win else left
