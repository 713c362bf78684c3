"""Outcomes of a scenario under several rulesets, in a few words: what differs between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from riichi_app.pages.deal_outcomes import UNSETTLED, deal_words, differ_in, differs, signed
from riichi_app.pages.play_outcomes import play_words
from riichi_core.comparison.examples import ContrastingCase
from riichi_core.game.foul_text import judgement_words
from riichi_core.game.game import WHY
from riichi_core.language import ENGLISH, Text, Translator
from riichi_core.rules.options import describe_value
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds.foul import FoulRecord
from riichi_core.scenarios.kinds.kind import ResultJson
from riichi_core.scoring.points import LIMIT_NAMES

PLAYED_ON: Text = "it is played and counts"
"""The outcome where only the other side has one of its own."""

STANDS_IN: Text = "{ruleset} with this rule: {outcome}"
"""The outcome where a ruleset cannot have the case: of the other one, with its rule."""

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
    writer = _WRITERS.get(one.given.kind) or partial(_play, one.given.facts.get("acts", ()))
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


def _play(
    moments: Sequence[Any], one: ResultJson, results: Sequence[ResultJson], tr: Translator
) -> Iterator[str]:
    return play_words(one, results, moments, tr)


# ---- a win ---------------------------------------------------------------------------------------


def _win(one: ResultJson, results: Sequence[ResultJson], tr: Translator) -> Iterator[str]:
    """Yield a hand as people say it, `4 han 30 fu, 7,700 points`, and yaku that differ."""
    if not one["valid"]:
        yield tr("no win, {why}", why=tr(one["message"]))
        return
    points = tr("{number} points", number=one["total"])
    yield ", ".join([*_worth(one, tr), points])
    if differs("yaku", results) or differs("dora", results):
        yaku = [_yaku(entry, tr) for entry in one["yaku"]]
        yield ", ".join([*yaku, *_dora(one["dora"], tr)])
    if one["fu_items"] and differs("fu_items", results) and not differs("fu", results):
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


# ---- a game, a tournament ------------------------------------------------------------------------


def _game(one: ResultJson, results: Sequence[ResultJson], tr: Translator) -> Iterator[str]:
    if differs("over", results):
        over = {str(word): text for word, text in WHY.items()}.get(one["over"])
        yield tr("over: {why}", why=tr(over)) if over else tr("the game goes on")
    if differs("finals", results):
        yield ", ".join(_final(name, final, tr) for name, final in one["finals"].items())
    elif differs("deals", results):
        yield ", ".join(_after_deal(deal, tr) for deal in one["deals"][-1:])


def _final(name: str, final: Mapping[str, Any], tr: Translator) -> str:
    score = final["score"]
    points = tr.number(score) if isinstance(score, int) else score
    return f"{name} {points} ({signed(final['result'], tr)})"


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
    if differs("substitutes", results) and not names:
        for entry in one["substitutes"]:
            yield tr(
                "the substitute for {name} is entered with {points}",
                name=entry["for"],
                points=signed(entry["entered"], tr),
            )
    if differs("keeping_forbidden", results) and one["kept_at_a_table"] and not names:
        yield tr("this seating may not be" if one["keeping_forbidden"] else "this seating may be")


def _told(line: Mapping[str, Any]) -> list[Any]:
    """Return what is told of a player in the standings."""
    return [line[part] for part in ("place", "status", "total", "notes")]


def _standing(name: str, line: Mapping[str, Any], tr: Translator) -> str:
    place = line["place"]
    rank = tr(_ORDINALS.get(place, _TH), place=place) if place else tr(_STATUS[line["status"]])
    return f"{name} {rank} {signed(line['total'], tr)}"


# ---- sentences of a ruleset ----------------------------------------------------------------------


def _rule(one: ResultJson, results: Sequence[ResultJson], tr: Translator) -> Iterator[str]:
    for path, sentence in one["says"].items():
        if differ_in("says", path, results):
            yield sentence.rstrip(".")
    if differs("yaku", results):
        yield tr("{number} yaku", number=len(one["yaku"]))


_WRITERS: Mapping[str, Writer] = {
    "win": _win,
    "deal": deal_words,
    "game": _game,
    "tournament": _tournament,
    "rule": _rule,
}


def plain_words(kind: str, one: ResultJson, tr: Translator = ENGLISH) -> str:
    """Return the outcome of a scenario under one ruleset by itself."""
    nothing = UNSETTLED if kind == "deal" else {}
    return _outcome(_WRITERS[kind], one, (one, nothing), tr)
