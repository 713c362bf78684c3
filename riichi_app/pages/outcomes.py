"""Outcomes of a scenario under several rulesets, in a few words: what differs between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from riichi_core.comparison.examples import ContrastingCase
from riichi_core.game.foul_text import judgement_words
from riichi_core.game.game import WHY
from riichi_core.language import ENGLISH, Text, Translator
from riichi_core.play.actions import action_message
from riichi_core.rules.options import describe_value
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds.foul import FoulRecord
from riichi_core.scenarios.kinds.kind import ResultJson
from riichi_core.scoring.points import LIMIT_NAMES

SEATS = ("east", "south", "west", "north")
Acts = Mapping[str, Sequence[str]]

PLAYED_ON: Text = "it is played and counts"
"""The outcome where only the other side has one of its own."""

STANDS_IN: Text = "{ruleset} with this rule: {outcome}"
"""The outcome where a ruleset cannot have the case: of the other one, with its rule."""

UNSETTLED: ResultJson = {"winners": [], "deltas": {}, "redeal": False, "dealer_stays": None,
                     "counters_next": None, "bets_left": None, "penalties": {},
                     "fines": {}, "chips": {}}  # fmt: skip
"""The result of a deal that goes on, beside one that is over."""

Writer = Callable[[ResultJson, Sequence[ResultJson], Translator], Iterator[str]]
"""Yields one result in words; the others are given to leave out what is the same in all."""


def outcome_words(one: ContrastingCase, rulesets: Sequence[Ruleset], tr: Translator) -> list[str]:
    """Return the outcome of a scenario under each ruleset, without what is the same in all."""
    if one.given.kind == "foul":
        foul = FoulRecord.read(one.given.facts)
        return [judgement_words(foul.judgement(ruleset.rules), tr) for ruleset in rulesets]
    results = one.results
    if one.given.kind == "rule":
        results = tuple(_in_language(*pair, tr) for pair in zip(results, rulesets, strict=True))
    writer = _WRITERS[one.given.kind]
    outcomes = [_outcome(writer, result, results, tr) for result in results]
    if one.stands_in is not None:
        other = rulesets[1 - one.stands_in].id
        outcome = outcomes[one.stands_in]
        outcomes[one.stands_in] = tr(STANDS_IN, ruleset=other, outcome=outcome)
    return outcomes


def _in_language(one: ResultJson, ruleset: Ruleset, tr: Translator) -> ResultJson:
    """Return the sentences of a ruleset in another language."""
    if "error" in one:
        return one
    says = {
        path: describe_value(options()[path], ruleset.rules.value(path), tr) for path in one["says"]
    }
    return {**one, "says": says}


def _outcome(
    writer: Writer, result: ResultJson, results: Sequence[ResultJson], tr: Translator
) -> str:
    if "error" in result:
        why = tr(result["error"]["message"])
        return tr("not possible here: {why}", why=why)
    others = [other for other in results if "error" not in other]
    return "; ".join(writer(result, others, tr)) or tr(PLAYED_ON)


def _differs(name: str, results: Sequence[ResultJson]) -> bool:
    return any(other.get(name) != results[0].get(name) for other in results)


def _name(text: str) -> str:
    return text.replace("_", " ")


def _seat(name: str, tr: Translator) -> str:
    return tr(name.capitalize())


def _list(names: Sequence[str], tr: Translator) -> str:
    return f" {tr('and')} ".join(_seat(name, tr) for name in names)


# ---- a win ---------------------------------------------------------------------------------------


def _win(one: ResultJson, results: Sequence[ResultJson], tr: Translator) -> Iterator[str]:
    """Yield a hand as people say it, `4 han 30 fu, 7,700 points`, and yaku that differ."""
    if not one["valid"]:
        yield tr("no win, {why}", why=tr(one["message"]))
        return
    points = tr("{number} points", number=one["total"])
    yield ", ".join([*_worth(one, tr), points])
    if _differs("yaku", results) or _differs("dora", results):
        yaku = [_yaku(entry, tr) for entry in one["yaku"]]
        yield ", ".join([*yaku, *_dora(one["dora"], tr)])
    if one["fu_items"] and _differs("fu_items", results) and not _differs("fu", results):
        yield tr("fu {sum}", sum=" + ".join(str(item["fu"]) for item in one["fu_items"]))


def _worth(one: ResultJson, tr: Translator) -> Iterator[str]:
    if one["yakuman"]:
        yield tr.counted("yakuman", "{n} yakuman", one["yakuman"])
        return
    if one["han"] is not None:
        yield tr("{han} han {fu} fu", han=one["han"], fu=one["fu"])
    if one["limit"]:
        yield tr(LIMIT_NAMES[one["limit"]])


def _dora(counted: Mapping[str, int] | None, tr: Translator) -> Iterator[str]:
    """Yield the han of dora, above the wall and under it, and of red fives."""
    if counted is None:
        return
    if han := counted["dora"] + counted["kan_dora"]:
        yield tr("dora {han}", han=han)
    if han := counted["ura_dora"] + counted["kan_ura_dora"]:
        yield tr("ura dora {han}", han=han)
    if han := counted["red_fives"]:
        yield tr("red fives {han}", han=han)


def _yaku(entry: Mapping[str, Any], tr: Translator) -> str:
    name = tr.yaku(entry["id"])
    return name if entry["han"] is None else f"{name} {entry['han']}"


# ---- a deal --------------------------------------------------------------------------------------


def _deal(one: ResultJson, results: Sequence[ResultJson], tr: Translator) -> Iterator[str]:
    if _differs("winners", results):
        yield _winners(one["winners"], tr)
    if _differs("deltas", results):
        moved = [seat for seat in SEATS if _differ_in("deltas", seat, results)]
        payments = (f"{_seat(seat, tr)} {_signed(one['deltas'][seat], tr)}" for seat in moved)
        yield ", ".join(payments)
    if _differs("redeal", results):
        yield tr("the deal is played again" if one["redeal"] else "the deal counts")
    if _differs("dealer_stays", results):
        yield tr("East deals again" if one["dealer_stays"] else "the deal passes")
    if _differs("counters_next", results):
        yield _counters(one["counters_next"], tr)
    if _differs("bets_left", results):
        yield _bets(one["bets_left"], tr)
    for name, (text, nothing) in _BESIDE.items():
        if _differs(name, results):
            told = [
                tr(text, seat=_seat(seat, tr), points=_signed(points, tr))
                for seat, points in one[name].items()
            ]
            yield ", ".join(told) or tr(nothing)


_BESIDE: dict[str, tuple[Text, Text]] = {
    "penalties": ("{seat} {points} after uma", "nothing after uma"),
    "fines": ("{seat} {points} off the score", "nothing off the score"),
    "chips": ("{seat} {points} chips", "no chips"),
}


def _winners(seats: Sequence[str], tr: Translator) -> str:
    if not seats:
        return tr("nobody wins")
    return tr.counted("{seats} wins", "{seats} win", len(seats), seats=_list(seats, tr))


def _differ_in(name: str, part: str, results: Sequence[ResultJson]) -> bool:
    return any(other[name].get(part) != results[0][name].get(part) for other in results)


def _signed(points: int | str, tr: Translator) -> str:
    if isinstance(points, int):
        return tr.signed(points)
    return points if points.startswith("-") else f"+{points}"


def _counters(number: int | None, tr: Translator) -> str:
    if not number:
        return tr("no counters next")
    return tr.counted("{n} counter next", "{n} counters next", number)


def _bets(number: int | str | None, tr: Translator) -> str:
    if not number:
        return tr("no bets left on the table")
    return tr.counted("{n} bet left on the table", "{n} bets left on the table", number)


# ---- a game, a tournament ------------------------------------------------------------------------


def _game(one: ResultJson, results: Sequence[ResultJson], tr: Translator) -> Iterator[str]:
    if _differs("over", results):
        over = {str(word): text for word, text in WHY.items()}.get(one["over"])
        yield tr("over: {why}", why=tr(over)) if over else tr("the game goes on")
    if _differs("finals", results):
        yield ", ".join(_final(name, final, tr) for name, final in one["finals"].items())
    elif _differs("deals", results):
        yield ", ".join(_after_deal(deal, tr) for deal in one["deals"][-1:])


def _final(name: str, final: Mapping[str, Any], tr: Translator) -> str:
    score = final["score"]
    points = tr.number(score) if isinstance(score, int) else score
    return f"{name} {points} ({_signed(final['result'], tr)})"


def _after_deal(deal: Mapping[str, Any], tr: Translator) -> str:
    scores = deal["scores"].items()
    return ", ".join(
        f"{name} {tr.number(points) if isinstance(points, int) else points}"
        for name, points in scores
    )


_ORDINALS: dict[int, Text] = {1: "{place}st", 2: "{place}nd", 3: "{place}rd"}
_TH: Text = "{place}th"
_STATUS: dict[str, Text] = {
    "not_ranked": "not ranked",
    "removed": "removed",
    "disqualified": "disqualified",
}


def _tournament(one: ResultJson, results: Sequence[ResultJson], tr: Translator) -> Iterator[str]:
    lines = [{name: _told(of) for name, of in each["standings"].items()} for each in results]
    names = [
        name for name in one["standings"] if any(each[name] != lines[0][name] for each in lines)
    ]
    for name in names:
        line = one["standings"][name]
        yield ", ".join([_standing(name, line, tr), *map(tr, line["notes"])])
    if _differs("substitutes", results) and not names:
        for entry in one["substitutes"]:
            yield tr(
                "the substitute for {name} is entered with {points}",
                name=entry["for"],
                points=_signed(entry["entered"], tr),
            )
    if _differs("keeping_forbidden", results) and one["kept_at_a_table"] and not names:
        yield tr("this seating may not be" if one["keeping_forbidden"] else "this seating may be")


def _told(line: Mapping[str, Any]) -> list[Any]:
    """Return what is told of a player in the standings."""
    return [line[part] for part in ("place", "status", "total", "notes")]


def _standing(name: str, line: Mapping[str, Any], tr: Translator) -> str:
    place = line["place"]
    rank = tr(_ORDINALS.get(place, _TH), place=place) if place else tr(_STATUS[line["status"]])
    return f"{name} {rank} {_signed(line['total'], tr)}"


# ---- a deal in play, sentences of a ruleset ------------------------------------------------------


def _play(one: ResultJson, results: Sequence[ResultJson], tr: Translator) -> Iterator[str]:
    if _differs("awaited", results):
        yield _in_play(one["awaited"], tr)
    if _differs("refused", results):
        refused = [_in_play(entry["why"], tr) for entry in one["refused"]]
        if refused or not _differs("awaited", results):
            yield "; ".join(refused) or tr("nothing is refused")
    settled = [other["settled"] or UNSETTLED for other in results]
    if _differs("settled", results) and one["settled"] is not None:
        yield from _deal(one["settled"], settled, tr)
    if not _differs("awaited", results):
        for name, text in _STATES.items():
            if _differs(name, results):
                yield tr(text, seats=_list(one[name], tr) or tr("nobody"))
        if _differs("may", results):
            yield from _may(one["may"], [other["may"] for other in results], tr)
        if _differs("indicators", results):
            yield tr("indicators {tiles}", tiles=one["indicators"])
        elif _differs("events", results):
            yield from _turned(one["events"], tr)


def _turned(events: Sequence[str], tr: Translator) -> Iterator[str]:
    """Yield when the indicators were turned, beside the draws of replacement tiles."""
    for before, event in pairwise(events):
        if before.startswith("turned") and event.startswith("drew"):
            yield tr("the indicator is turned before the replacement tile is drawn")
        if before.startswith("drew") and event.startswith("turned"):
            yield tr("the indicator is turned after the replacement tile is drawn")


def _in_play(text: str, tr: Translator) -> str:
    """Return what the engine says of a deal in play; an act of several words is one there."""
    return tr(text).replace("_", " ")


def _acts(acts: Iterable[str], tr: Translator) -> str:
    return ", ".join(_in_play(action_message(act), tr) for act in acts)


_STATES: dict[str, Text] = {
    "furiten": "furiten: {seats}",
    "tenpai": "tenpai: {seats}",
    "dead_hands": "dead hands: {seats}",
    "riichi": "riichi: {seats}",
    "ippatsu": "ippatsu: {seats}",
}


def _may(may: Acts, others: Sequence[Acts], tr: Translator) -> Iterator[str]:
    """Yield the acts of a seat that are legal here and not everywhere, and the reverse."""
    for seat in SEATS:
        here = may.get(seat, ())
        there = [other.get(seat, ()) for other in others]
        only = [act for act in here if any(act not in acts for acts in there)]
        not_here = dict.fromkeys(a for acts in there for a in acts if a not in here)
        if only:
            yield tr("{seat} may {acts}", seat=_seat(seat, tr), acts=_acts(only, tr))
        if not_here:
            yield tr("{seat} may not {acts}", seat=_seat(seat, tr), acts=_acts(not_here, tr))


def _rule(one: ResultJson, results: Sequence[ResultJson], tr: Translator) -> Iterator[str]:
    for path, sentence in one["says"].items():
        if _differ_in("says", path, results):
            yield sentence.rstrip(".")
    if _differs("yaku", results):
        yield tr("{number} yaku", number=len(one["yaku"]))


_WRITERS: Mapping[str, Writer] = {
    "win": _win,
    "deal": _deal,
    "game": _game,
    "tournament": _tournament,
    "play": _play,
    "rule": _rule,
}


def plain_words(kind: str, one: ResultJson, tr: Translator = ENGLISH) -> str:
    """Return the outcome of a scenario under one ruleset by itself."""
    nothing = UNSETTLED if kind == "deal" else {}
    return _outcome(_WRITERS[kind], one, (one, nothing), tr)
