"""Outcomes in words: of a win, a deal, a moment of play, a game, a foul."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from riichi.content.contrasting_scenarios import ContrastingScenario
from riichi.content.endings import points_text, signed_text
from riichi_core.game.fouls import judgement_words
from riichi_core.game.game import HAND_OVER, WHY
from riichi_core.language import PLAIN_ENGLISH, Translatable, Translator
from riichi_core.rules.options import describe_value
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds.foul import FoulRecord
from riichi_core.scenarios.kinds.kind import ResultJson
from riichi_core.scoring.points import LIMIT_NAMES
from riichi_core.settlement.ending import CAUSE_WORDS
from riichi_core.tiles import parse_tiles

SEATS = ("east", "south", "west", "north")

UNSETTLED: ResultJson = {"winners": [], "deltas": {}, "redeal": False, "dealer_stays": None,
                         "counters_next": None, "bets_left": None, "penalties": {},
                         "table_penalties": {}, "chips": {}}  # fmt: skip
"""The empty result of a deal without payments, for comparison with one that has them."""

AFTER = ("redeal", "dealer_stays", "counters_next", "bets_left")
"""The fields that describe how the game continues after a deal."""

_BESIDE: dict[str, tuple[Translatable, Translatable]] = {
    "penalties": ("{seat} {points} after uma", "nothing after uma"),
    "table_penalties": ("{seat} {points} off the score", "nothing off the score"),
    "chips": ("{seat} {points} chips", "no chips"),
}

_LACKS: dict[str, Translatable] = {
    "no_yaku": "{seat}'s hand has no yaku",
    "not_complete": "{seat}'s hand is not complete",
    "minimum_yaku": "{seat}'s yaku are worth too little",
}
"""The reasons why a declared win is false, by code."""

Acts = Mapping[str, Sequence[str]]
"""The written actions of each seat: `discard 5p`."""

DONE: dict[str, Translatable] = {
    "chii": "{seat}'s sequence takes the tile",
    "pon": "{seat}'s triplet takes the tile",
    "kan": "{seat}'s quad is valid",
    "win": "{seat}'s win counts",
    "riichi": "{seat}'s riichi is valid",
    "open_riichi": "{seat}'s open riichi is valid",
    "take": "{seat} takes the tile",
    "discard": "{seat} discards {tiles}",
}
"""Actions that are carried out under this ruleset only."""

LATE: dict[str, Translatable] = {
    "chii": "{seat}'s sequence comes too late",
    "pon": "{seat}'s triplet comes too late",
    "kan": "{seat}'s quad comes too late",
    "win": "{seat} cannot win on that tile",
}
"""Actions that are refused because another action came first."""

MAY: dict[str, tuple[Translatable, Translatable]] = {
    "discard": ("{seat} may discard {tiles}", "{seat} may not discard {tiles}"),
    "riichi": ("{seat} may declare riichi", "{seat} may not declare riichi"),
    "open_riichi": ("{seat} may declare open riichi", "{seat} may not declare open riichi"),
    "chii": ("{seat} may call chii", "{seat} may not call chii"),
    "pon": ("{seat} may call pon", "{seat} may not call pon"),
    "kan": ("{seat} may make the quad {tiles}", "{seat} may not make the quad {tiles}"),
    "win": ("{seat} may win", "{seat} may not win"),
    "take": ("{seat} may take the tile", "{seat} may not take the tile"),
    "nine_kinds": (
        "{seat} may declare an abortive draw",
        "{seat} may not declare an abortive draw",
    ),
    "tenpai": ("{seat} may say tenpai", "{seat} may not say tenpai"),
    "noten": ("{seat} may say noten", "{seat} may not say noten"),
    "draw": ("{seat} may draw", "{seat} may not draw"),
}
"""Actions that are legal under this ruleset only, or under the others only."""

MAY_WITH: dict[str, tuple[Translatable, Translatable]] = {
    "riichi": (
        "{seat} may declare riichi by discarding {tiles}",
        "{seat} may not declare riichi by discarding {tiles}",
    ),
    "open_riichi": (
        "{seat} may declare open riichi by discarding {tiles}",
        "{seat} may not declare open riichi by discarding {tiles}",
    ),
    "chii": ("{seat} may call chii with {tiles}", "{seat} may not call chii with {tiles}"),
    "pon": ("{seat} may call pon with {tiles}", "{seat} may not call pon with {tiles}"),
}
"""The same for actions that are legal under each ruleset, but not with the same tiles."""

ENDS: dict[str, Translatable] = {
    "exhaustive_draw": "the hand ends in a draw",
    "chombo": "the hand ends in a chombo",
    "redeal": "the hand is re-dealt",
}

STATES: dict[str, Translatable] = {
    "furiten": "furiten: {seats}",
    "tenpai": "tenpai: {seats}",
    "riichi": "riichi: {seats}",
    "ippatsu": "ippatsu: {seats}",
}

PLAYED_ON: Translatable = "it is played and counts"
"""The outcome of a side that has none of its own."""

STANDS_IN: Translatable = "if {other} had this rule: {outcome}"
"""The outcome if a case is impossible under a ruleset: its rule within the other ruleset."""

NO_RED_FIVES: Translatable = "no red fives: {outcome}"
"""The outcome of a record with red fives under a ruleset without any."""

PLAIN_FIVES: Translatable = "with a plain five: {outcome}"
"""The same under a ruleset that has fewer of them."""

PLAIN_TILES: Translatable = "with plain tiles: {outcome}"
"""The outcome of a record with bonus tiles that a ruleset does not have."""

Writer = Callable[[ResultJson, Sequence[ResultJson], Translator], Iterator[str]]
"""A function that yields one result in words; it leaves out parts that all results share."""

_ORDINALS: dict[int, Translatable] = {1: "{place}st", 2: "{place}nd", 3: "{place}rd"}

_TH: Translatable = "{place}th"

_STATUS: dict[str, Translatable] = {
    "not_ranked": "not ranked",
    "removed": "removed",
    "disqualified": "disqualified",
}


def outcome_words(
    scenario: ContrastingScenario, rulesets: Sequence[Ruleset], tr: Translator
) -> list[str]:
    """Return the outcome of a scenario under each ruleset, in the words of its book.

    What is the same in all is left out. Outcomes that differ only in words are the same.
    """
    outcomes = _outcomes(scenario, rulesets, [tr for _ in rulesets])
    if len(set(outcomes)) > 1:
        outcomes = _outcomes(scenario, rulesets, [tr.of(ruleset) for ruleset in rulesets])
    if scenario.stands_in is not None and scenario.given.kind != "foul":
        other = rulesets[1 - scenario.stands_in].short_title_in(tr)
        outcome = outcomes[scenario.stands_in]
        own = tr.of(rulesets[scenario.stands_in])
        outcomes[scenario.stands_in] = own(STANDS_IN, other=other, outcome=outcome)
    return outcomes


def _outcomes(
    scenario: ContrastingScenario, rulesets: Sequence[Ruleset], words: Sequence[Translator]
) -> list[str]:
    """Return the outcomes without a remark on the ruleset that cannot have the case."""
    if scenario.given.kind == "foul":
        foul = FoulRecord.read(scenario.given.facts)
        return [
            tr(judgement_words(foul.judgement(ruleset.rules)))
            for ruleset, tr in zip(rulesets, words, strict=True)
        ]
    results = scenario.results
    if scenario.given.kind == "rule":
        results = tuple(map(_in_language, results, rulesets, words))
    writer = _WRITERS.get(scenario.given.kind) or partial(
        _play_words, moments=scenario.given.facts.get("acts", ())
    )
    outcomes = [
        _outcome(writer, result, results, tr) for result, tr in zip(results, words, strict=True)
    ]
    return [
        _with_plain_tiles(outcome, result["plain"], ruleset, tr) if "plain" in result else outcome
        for outcome, result, ruleset, tr in zip(outcomes, results, rulesets, words, strict=True)
    ]


def _with_plain_tiles(outcome: str, kind: str, ruleset: Ruleset, tr: Translator) -> str:
    """Return the outcome of a record whose red fives or bonus tiles the ruleset does not have."""
    if kind == "bonus_tile":
        return tr(PLAIN_TILES, outcome=outcome)
    reds = ruleset.rules.tiles.red_fives
    return tr(PLAIN_FIVES if reds.m or reds.p or reds.s else NO_RED_FIVES, outcome=outcome)


def shows_difference(
    scenario: ContrastingScenario, path: str, rulesets: Sequence[Ruleset], tr: Translator
) -> bool:
    """Return True if the outcomes in words show how the rulesets differ in an option.

    It is False if they read the same, or if the case is impossible under a ruleset. If the option
    is the value of a yaku, it is also False if another yaku makes the hand cost the same.
    """
    outcomes = {*_outcomes(scenario, rulesets, [tr for _ in rulesets])}
    if len(outcomes) == 1 or tr(PLAYED_ON) in outcomes:
        return False
    if not path.startswith("yaku.") or scenario.given.kind != "win":
        return True
    return differs("points", scenario.results)


def plain_words(kind: str, result: ResultJson, tr: Translator = PLAIN_ENGLISH) -> str:
    """Return the outcome of a scenario under one ruleset, without comparison."""
    nothing = UNSETTLED if kind == "deal" else {}
    return _outcome(_WRITERS[kind], result, (result, nothing), tr)


def outcomes_of(
    kind: str, results: Sequence[ResultJson], words: Sequence[Translator]
) -> tuple[str, ...]:
    """Return the outcome of the same facts under several rulesets, without what is the same."""
    return tuple(
        _outcome(_WRITERS[kind], result, results, tr)
        for result, tr in zip(results, words, strict=True)
    )


def _in_language(result: ResultJson, ruleset: Ruleset, tr: Translator) -> ResultJson:
    """Return the sentences of a ruleset in another language."""
    if "error" in result:
        return result
    says = {
        path: describe_value(options()[path], ruleset.rules.value(path), tr)
        for path in result["says"]
    }
    return {**result, "says": says}


def _outcome(
    writer: Writer, result: ResultJson, results: Sequence[ResultJson], tr: Translator
) -> str:
    errors = {other["error"]["code"] for other in results if "error" in other}
    if errors == {"no_such_end"} and not all("error" in other for other in results):
        return tr("play continues" if "error" in result else "the hand is aborted")
    if "error" in result:
        return tr("not possible here: {why}", why=tr(result["error"]["message"]))
    others = [other for other in results if "error" not in other]
    return "; ".join(writer(result, others, tr)) or tr(PLAYED_ON)


# ---- a deal --------------------------------------------------------------------------------------


def _deal_words(result: ResultJson, results: Sequence[ResultJson], tr: Translator) -> Iterator[str]:
    """Yield the differences in the end of a deal: winners, payments, and how the game continues."""
    if differs("winners", results):
        seats = result["winners"]
        yield (
            tr.counted("{seats} wins", "{seats} win", len(seats), seats=seat_names(seats, tr))
            if seats
            else tr("nobody wins")
        )
    yield from _false_win_words(result, results, tr)
    if differs("deltas", results):
        moved = [seat for seat in SEATS if differ_in("deltas", seat, results)]
        payments = (
            f"{seat_name(seat, tr)} {_signed(result['deltas'][seat], tr)}" for seat in moved
        )
        yield ", ".join(payments)
    if differs("redeal", results):
        yield tr("the hand is replayed" if result["redeal"] else "the hand counts")
    if differs("dealer_stays", results):
        yield tr("East stays" if result["dealer_stays"] else "the dealer rotates")
    if differs("counters_next", results):
        yield (
            tr.counted("next hand: {n} counter", "next hand: {n} counters", counters)
            if (counters := result["counters_next"])
            else tr("next hand: no counters")
        )
    if differs("bets_left", results):
        yield (
            tr.counted("{n} bet left on the table", "{n} bets left on the table", bets)
            if (bets := result["bets_left"])
            else tr("no bets left on the table")
        )
    for name, (text, nothing) in _BESIDE.items():
        if differs(name, results):
            texts = [
                tr(text, seat=seat_name(seat, tr), points=_signed(points, tr))
                for seat, points in result[name].items()
            ]
            yield ", ".join(texts) or tr(nothing)


def _false_win_words(
    result: ResultJson, results: Sequence[ResultJson], tr: Translator
) -> Iterator[str]:
    """Yield why a declared win is false, if it is not false under all rulesets."""
    shared = [other.get("refused", ()) for other in results]
    for false_win in result.get("refused", ()):
        if false_win["reason"] in _LACKS and not all(false_win in each for each in shared):
            yield tr(_LACKS[false_win["reason"]], seat=seat_name(false_win["seat"], tr))


def _points(points: int | str, tr: Translator) -> str:
    """Return the points of a result as text; thirds such as `1000/3` have two decimals."""
    return points_text(Fraction(points) if isinstance(points, str) else points, tr)


def _signed(points: int | str, tr: Translator) -> str:
    """Return gained or lost points in the same way, with a sign."""
    return signed_text(Fraction(points) if isinstance(points, str) else points, tr)


def differs(name: str, results: Sequence[ResultJson]) -> bool:
    """Return True if a field differs between results."""
    return any(other.get(name) != results[0].get(name) for other in results)


def differ_in(name: str, part: str, results: Sequence[ResultJson]) -> bool:
    """Return True if a part of a field differs between results."""
    return any(other[name].get(part) != results[0][name].get(part) for other in results)


def seat_name(name: str, tr: Translator) -> str:
    """Return the name of a seat for use in a sentence."""
    return tr(name.capitalize())


def seat_names(names: Sequence[str], tr: Translator) -> str:
    """Return the names of seats, joined."""
    return tr.and_list(seat_name(name, tr) for name in names)


# ---- a moment of play ----------------------------------------------------------------------------


def _play_words(
    result: ResultJson,
    results: Sequence[ResultJson],
    tr: Translator,
    moments: Sequence[Mapping[str, Any] | str],
) -> Iterator[str]:
    """Yield the differences in a deal: actions carried out or refused, and their consequences.

    `moments` are the actions in the deal, as in the scenario.
    """
    ended = result["end"] in ("chombo", "abortive_draw", "redeal")
    decided = [] if ended else list(_decided_words(result, results, moments, tr))
    yield from decided
    if differs("end", results) or differs("settled", results):
        yield from _end_words(result, results, tr, decided=bool(decided))
        return
    if not decided and differs("awaited", results):
        yield from _closed_words(result, results, tr) or [tr(result["awaited"])]
        return
    if not decided or result["dead_hands"]:
        standing = list(_standing_words(result, results, tr))
        yield from standing
        if not (standing or moments) and differs("scores", results):
            points = " / ".join(map(tr.number, dict.fromkeys(result["scores"].values())))
            yield tr("each player has {points} points", points=points)


def _decided_words(
    result: ResultJson,
    results: Sequence[ResultJson],
    moments: Sequence[Mapping[str, Any] | str],
    tr: Translator,
) -> Iterator[str]:
    """Yield the first actions that only some rulesets refuse; later ones follow from them."""
    refused = [_reasons_refused(reasons) for reasons in results]
    some = {
        act for reasons in refused for act in reasons if any(act not in other for other in refused)
    }
    first = min((number for number, _ in some), default=0)
    for number, seat in sorted(some):
        if number != first:
            continue
        word, _, tiles = _act_text(moments[number - 1], seat).partition(" ")
        if (why := _reasons_refused(result).get((number, seat))) is not None:
            late = word in LATE and not why.startswith(f"{seat} may not")
            text = LATE[word] if late else MAY.get(word, (None, None))[1]
        else:
            text = None if result["settled"] and word == "win" else DONE.get(word)
        if text is not None:
            yield tr(text, seat=seat_name(seat, tr), tiles=tiles)
    if not some and differs("events", results) and differs("awaited", results):
        yield from _claim_words(result, results, moments, tr)


def _reasons_refused(result: ResultJson) -> Mapping[tuple[int, str], str]:
    """Return why actions are refused, by their number and seat, without those after the deal."""
    return {(act["act"], act["seat"]): act["why"] for act in result["refused"]
            if act["why"] != HAND_OVER}  # fmt: skip


def _claim_words(
    result: ResultJson,
    results: Sequence[ResultJson],
    moments: Sequence[Mapping[str, Any] | str],
    tr: Translator,
) -> Iterator[str]:
    """Yield the claims that were carried out here but not everywhere."""
    for event in result["events"]:
        name, _, seat = event.partition(" ")
        if name != "claimed" or all(event in other["events"] for other in results):
            continue
        calls = (_act_text(moment, seat).split(" ")[0] for moment in moments)
        word = next((word for word in calls if word in ("chii", "pon", "kan")), "")
        if word:
            yield tr(DONE[word], seat=seat_name(seat, tr))


def _act_text(moment: Mapping[str, Any] | str, seat: str) -> str:
    """Return a seat's action at a moment; empty for no action or a foul."""
    act = moment.get(seat, "") if isinstance(moment, Mapping) else ""
    return str(act.get("act", "") if isinstance(act, Mapping) else act)


def _end_words(
    result: ResultJson, results: Sequence[ResultJson], tr: Translator, *, decided: bool
) -> Iterator[str]:
    """Yield how the deal ended here, and the payments; it may continue elsewhere."""
    if result["end"] is None:
        if not decided:
            yield tr("the hand continues")
        return
    if differs("end", results) and result["end"] != "win":
        if result["end"] == "abortive_draw":
            yield tr("aborted: {cause}", cause=tr(CAUSE_WORDS[result["cause"]]))
        else:
            yield tr(ENDS[result["end"]])
    if (settled := result["settled"]) is None:
        return
    if differs("end", results):  # consequences of different ends are not worth reporting
        same = {name: settled[name] for name in AFTER}
        nothing = {**UNSETTLED, **same, "deltas": dict.fromkeys(SEATS, 0)}
        yield from filter(None, _deal_words(settled, [settled, nothing], tr))
    else:
        yield from _deal_words(settled, [other["settled"] for other in results], tr)


def _standing_words(
    result: ResultJson, results: Sequence[ResultJson], tr: Translator
) -> Iterator[str]:
    """Yield the differences in an unfinished deal: seats' states, legal actions, indicators."""
    if differs("dead_hands", results):
        yield from _dead_hand_words(result, results, tr)
        return
    for name, text in STATES.items():
        if differs(name, results):
            yield tr(text, seats=seat_names(result[name], tr) or tr("nobody"))
    if differs("may", results):
        yield from _legal_act_words(result["may"], [other["may"] for other in results], tr)
    turned = len(parse_tiles(result["indicators"]))
    if any(len(parse_tiles(other["indicators"])) != turned for other in results):
        yield tr.counted("{n} indicator is turned", "{n} indicators are turned", turned)
    elif differs("events", results):
        yield from dict.fromkeys(_turned_words(result["events"], tr))


def _dead_hand_words(
    result: ResultJson, results: Sequence[ResultJson], tr: Translator
) -> Iterator[str]:
    """Yield the seats whose hands are dead only here or only elsewhere; the rest follows."""
    for seat in SEATS:
        dead = [seat in other["dead_hands"] for other in results]
        if len({*dead}) == 1:
            continue
        if seat in result["dead_hands"]:
            yield tr("{seat}'s hand is dead", seat=seat_name(seat, tr))
        elif seat in result["riichi"] and differs("riichi", results):
            yield tr(DONE["riichi"], seat=seat_name(seat, tr))
        else:
            yield tr("{seat}'s hand is not dead", seat=seat_name(seat, tr))


def _turned_words(events: Sequence[str], tr: Translator) -> Iterator[str]:
    """Yield when the indicators were turned, relative to the replacement draws."""
    for before, event in pairwise(events):
        if before.startswith("turned") and event.startswith("drew"):
            yield tr("the indicator is turned before the replacement tile is drawn")
        if before.startswith("drew") and event.startswith("turned"):
            yield tr("the indicator is turned after the replacement tile is drawn")


def _legal_act_words(may: Acts, others: Sequence[Acts], tr: Translator) -> Iterator[str]:
    """Yield the actions of a seat that are legal only here, or only elsewhere."""
    for seat in SEATS:
        here = _plain_acts(may.get(seat, ()))
        there = [_plain_acts(other.get(seat, ())) for other in others]
        only = [act for act in here if any(act not in acts for acts in there)]
        not_here = [act for acts in there for act in acts if act not in here]
        yield from _act_words(seat, only, there, tr, are_legal=True)
        yield from _act_words(seat, not_here, [here], tr, are_legal=False)


def _closed_words(result: ResultJson, results: Sequence[ResultJson], tr: Translator) -> list[str]:
    """Return who may call a tile only here or only elsewhere; without callers, play continues."""
    first = min(len(other["events"]) for other in results)
    calls = [other["may"] if len(other["events"]) == first else {} for other in results]
    return [*_legal_act_words(calls[results.index(result)], calls, tr)]


def _plain_acts(acts: Iterable[str]) -> list[str]:
    """Return actions with plain tiles, because marked tiles make no action legal or illegal."""
    return [act.replace("0", "5").replace("*", "") for act in acts]


def _act_words(
    seat: str, acts: Sequence[str], others: Sequence[Sequence[str]], tr: Translator, *,
    are_legal: bool,
) -> Iterator[str]:  # fmt: skip
    """Yield a sentence for each kind of action, with its tiles if each other list has the kind."""
    by_word: dict[str, dict[str, None]] = {}
    for act in acts:
        word, _, tiles = act.removesuffix(" drawn").partition(" ")
        by_word.setdefault(word, {})[tiles] = None
    shared = [{act.partition(" ")[0] for act in other} for other in others]
    for word, tiles_of in by_word.items():
        texts = MAY_WITH if word in MAY_WITH and all(word in some for some in shared) else MAY
        if word in texts:
            may, may_not = texts[word]
            text = may if are_legal else may_not
            yield tr(text, seat=seat_name(seat, tr), tiles=tr.or_list(tiles_of))


# ---- a win ---------------------------------------------------------------------------------------


def _win_words(result: ResultJson, results: Sequence[ResultJson], tr: Translator) -> Iterator[str]:
    """Yield a hand in players' words, `4 han 30 fu, 7,700 points`, and the yaku that differ."""
    if not result["valid"]:
        yield tr("no win, {why}", why=tr(result["message"]))
        return
    points = tr("{number} points", number=result["points"])
    yield ", ".join([*_worth_words(result, tr), points])
    if differs("yaku", results) or differs("dora", results):
        yaku = [f"{tr.yaku(one['id'])} {one['han'] or ''}".rstrip() for one in result["yaku"]]
        yield ", ".join([*yaku, *_dora_words(result["dora"], tr)])
    if result["fu_items"] and differs("fu_items", results) and not differs("fu", results):
        yield tr("fu {sum}", sum=" + ".join(str(item["fu"]) for item in result["fu_items"]))


def _worth_words(result: ResultJson, tr: Translator) -> Iterator[str]:
    if result["yakuman"]:
        yield tr.counted("yakuman", "{n} yakuman", result["yakuman"])
        return
    if result["han"] is not None:
        yield tr("{han} han {fu} fu", han=result["han"], fu=result["fu"])
    if result["limit"]:
        yield tr(LIMIT_NAMES[result["limit"]])


def _dora_words(counted: Mapping[str, int] | None, tr: Translator) -> Iterator[str]:
    """Yield the han of dora, ura dora and red fives."""
    if counted is None:
        return
    if han := counted["dora"] + counted["kan_dora"]:
        yield tr("dora {han}", han=han)
    if han := counted["ura_dora"] + counted["kan_ura_dora"]:
        yield tr("ura dora {han}", han=han)
    if han := counted["red_fives"]:
        yield tr("red fives {han}", han=han)
    if han := counted.get("bonus_tiles", 0):
        yield tr("bonus tiles {han}", han=han)


# ---- a game, a tournament ------------------------------------------------------------------------


def _game_words(result: ResultJson, results: Sequence[ResultJson], tr: Translator) -> Iterator[str]:
    """Yield whether the game is over, or else its results; an unfinished game has none."""
    if differs("ended_by", results) or len({len(other["deals"]) for other in results}) > 1:
        yield _over_words(result, results, tr)
    elif differs("finals", results):
        yield ", ".join(
            f"{name} {_points(final['score'], tr)} ({_signed(final['result'], tr)})"
            for name, final in result["finals"].items()
        )
    elif differs("deals", results):
        scores = result["deals"][-1]["scores"].items()
        yield ", ".join(f"{name} {_points(points, tr)}" for name, points in scores)


def _over_words(result: ResultJson, results: Sequence[ResultJson], tr: Translator) -> str:
    over = {str(word): text for word, text in WHY.items()}.get(result["ended_by"])
    if over is None:
        return tr("the game continues")
    number = len(result["deals"])
    if all(len(other["deals"]) == number for other in results):
        return tr("the game is over: {why}", why=tr(over))
    return tr.counted(
        "the game is over after {n} hand: {why}",
        "the game is over after {n} hands: {why}",
        number,
        why=tr(over),
    )


COMPARED = ("place", "status", "total", "notes")
"""The facts about a player that are compared between standings."""


def _tournament_words(
    result: ResultJson, results: Sequence[ResultJson], tr: Translator
) -> Iterator[str]:
    lines = [
        {name: [of[part] for part in COMPARED] for name, of in other["standings"].items()}
        for other in results
    ]
    names = [
        name
        for name in result["standings"]
        if any(other[name] != lines[0][name] for other in lines)
    ]
    for name in names:
        line = result["standings"][name]
        place = line["place"]
        rank = tr(_ORDINALS.get(place, _TH), place=place) if place else tr(_STATUS[line["status"]])
        total = _signed(line["total"], tr)
        yield ", ".join([f"{name} {rank} {total}", *map(tr, line["notes"])])
    if differs("substitutes", results) and not names:
        for entry in result["substitutes"]:
            yield tr(
                "the substitute for {name} is entered with {points}",
                name=entry["for"],
                points=_signed(entry["entered"], tr),
            )
    if differs("keeping_forbidden", results) and result["kept_at_a_table"] and not names:
        yield tr(
            "this seating is not allowed"
            if result["keeping_forbidden"]
            else "this seating is allowed"
        )


# ---- sentences of a ruleset ----------------------------------------------------------------------


def _rule_words(result: ResultJson, results: Sequence[ResultJson], tr: Translator) -> Iterator[str]:
    for path, sentence in result["says"].items():
        if differ_in("says", path, results):
            yield sentence.rstrip(".")
    if differs("yaku", results):
        yield tr("{number} yaku", number=len(result["yaku"]))


_WRITERS: Mapping[str, Writer] = {
    "win": _win_words,
    "deal": _deal_words,
    "game": _game_words,
    "tournament": _tournament_words,
    "rule": _rule_words,
}
