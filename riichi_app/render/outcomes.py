"""What comes of a scenario under several rulesets, in a few words: what differs between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from riichi_app.render.foul_words import short
from riichi_core.game.game import WHY
from riichi_core.hands import Win
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.beyond import foul_of
from riichi_core.scenarios.differences import Result
from riichi_core.scenarios.scenario import Kind
from riichi_core.scenarios.shown import Shown
from riichi_core.scenarios.witness import Witness, witnesses
from riichi_core.scoring.record import read_win

SEATS = ("east", "south", "west", "north")
Acts = Mapping[str, Sequence[str]]

PLAYED_ON = "it is played and counts"
"""What is told where only the other side has something to tell."""

UNSETTLED: Result = {"winners": [], "deltas": {}, "redeal": False, "dealer_stays": None,
                     "counters_next": None, "bets_left": None, "penalties": {},
                     "fines": {}}  # fmt: skip
"""What is told of a deal that goes on, beside one that is over."""

Words = Callable[[Result, Sequence[Result]], Iterator[str]]
"""The words for one result; the others are given to leave out what is the same in all."""


def outcome_words(one: Witness, rulesets: Sequence[Ruleset]) -> list[str]:
    """What comes of a scenario under each ruleset; what is the same under all is left out."""
    if one.given.kind == "foul":
        return [short(foul_of(one.given.facts, ruleset.rules)) for ruleset in rulesets]
    words = _WORDS[one.given.kind]
    return [_said(words, result, one.results) for result in one.results]


def _said(words: Words, result: Result, results: Sequence[Result]) -> str:
    if "error" in result:
        return f"not possible here: {result['error']['message']}"
    others = [other for other in results if "error" not in other]
    return "; ".join(words(result, others)) or PLAYED_ON


def _differs(name: str, results: Sequence[Result]) -> bool:
    return any(other.get(name) != results[0].get(name) for other in results)


def _name(text: str) -> str:
    return text.replace("_", " ")


def _list(names: Sequence[str]) -> str:
    return " and ".join(name.capitalize() for name in names)


# ---- a win ---------------------------------------------------------------------------------------


def _win(one: Result, results: Sequence[Result]) -> Iterator[str]:
    """A hand as people say it: `4 han 30 fu, 7,700 points`, and the yaku where they differ."""
    if not one["valid"]:
        yield f"no win, {one['message']}"
        return
    worth = []
    if one["yakuman"]:
        worth.append("yakuman" if one["yakuman"] == 1 else f"{one['yakuman']} yakuman")
    elif one["han"] is not None:
        worth.append(f"{one['han']} han {one['fu']} fu")
    if one["limit"] and not one["yakuman"]:
        worth.append(_name(one["limit"]))
    yield ", ".join([*worth, f"{one['total']:,} points"])
    if _differs("yaku", results):
        yield ", ".join(map(_yaku, one["yaku"]))


def _yaku(entry: Mapping[str, Any]) -> str:
    name = _name(entry["id"])
    return name if entry["han"] is None else f"{name} {entry['han']}"


# ---- a deal --------------------------------------------------------------------------------------


def _deal(one: Result, results: Sequence[Result]) -> Iterator[str]:
    if _differs("winners", results):
        winners = one["winners"]
        yield f"{_list(winners)} win{'s' * (len(winners) == 1)}" if winners else "nobody wins"
    if _differs("deltas", results):
        moved = [seat for seat in SEATS if _differ_in("deltas", seat, results)]
        yield ", ".join(f"{seat.capitalize()} {_signed(one['deltas'][seat])}" for seat in moved)
    if _differs("redeal", results):
        yield "the deal is played again" if one["redeal"] else "the deal counts"
    if _differs("dealer_stays", results):
        yield "East deals again" if one["dealer_stays"] else "the deal passes"
    if _differs("counters_next", results):
        yield f"{_count(one['counters_next'], 'counter')} next"
    if _differs("bets_left", results):
        yield f"{_count(one['bets_left'], 'bet')} left on the table"
    for name, where in (("penalties", "after uma"), ("fines", "off the score")):
        if _differs(name, results):
            lost = [f"{seat.capitalize()} {_signed(n)} {where}" for seat, n in one[name].items()]
            yield ", ".join(lost) or f"nothing {where}"


def _differ_in(name: str, part: str, results: Sequence[Result]) -> bool:
    return any(other[name].get(part) != results[0][name].get(part) for other in results)


def _signed(points: int | str) -> str:
    if isinstance(points, int):
        return f"{points:+,}" if points else "0"
    return points if points.startswith("-") else f"+{points}"


def _count(number: int | str, what: str) -> str:
    return f"{number or 'no'} {what}{'s' * (number != 1)}"


# ---- a game, a tournament ------------------------------------------------------------------------


def _game(one: Result, results: Sequence[Result]) -> Iterator[str]:
    if _differs("over", results):
        over = {str(word): text for word, text in WHY.items()}.get(one["over"])
        yield f"over: {over}" if over else "the game goes on"
    if _differs("finals", results):
        names = [name for name in one["finals"] if _differ_in("finals", name, results)]
        yield ", ".join(_final(name, one["finals"][name]) for name in names)
    elif _differs("deals", results):
        yield ", ".join(_after_deal(deal) for deal in one["deals"][-1:])


def _final(name: str, final: Mapping[str, Any]) -> str:
    score = f"{final['score']:,}" if isinstance(final["score"], int) else final["score"]
    return f"{name} {score} ({_signed(final['result'])})"


def _after_deal(deal: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {points}" for name, points in deal["scores"].items())


def _ordinal(place: int) -> str:
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"


def _tournament(one: Result, results: Sequence[Result]) -> Iterator[str]:
    names = [name for name in one["standings"] if _differ_in("standings", name, results)]
    for name in names:
        line = one["standings"][name]
        place = _ordinal(line["place"]) if line["place"] else _name(line["status"])
        notes = f", {', '.join(line['notes'])}" if line["notes"] else ""
        yield f"{name} {place} {_signed(line['total'])}{notes}"
    if _differs("substitutes", results) and not names:
        for entry in one["substitutes"]:
            yield f"the substitute for {entry['for']} is entered with {_signed(entry['entered'])}"
    if _differs("keeping_forbidden", results) and one["kept_at_a_table"]:
        yield "may not be" if one["keeping_forbidden"] else "may be"


# ---- a deal in play, what a ruleset says ---------------------------------------------------------


def _play(one: Result, results: Sequence[Result]) -> Iterator[str]:
    if _differs("awaited", results):
        yield one["awaited"]
    if _differs("refused", results):
        yield "; ".join(entry["why"] for entry in one["refused"]) or "nothing is refused"
    settled = [other["settled"] or UNSETTLED for other in results]
    if _differs("settled", results) and one["settled"] is not None:
        yield from _deal(one["settled"], settled)
    if not _differs("awaited", results):
        for name in ("furiten", "tenpai", "dead_hands", "riichi", "ippatsu"):
            if _differs(name, results):
                yield f"{_name(name)}: {_list(one[name]) or 'nobody'}"
        if _differs("may", results):
            yield from _may(one["may"], [other["may"] for other in results])
        if _differs("indicators", results):
            yield f"indicators {one['indicators']}"


def _may(may: Acts, others: Sequence[Acts]) -> Iterator[str]:
    """What a seat may do here and not everywhere, and what it may do elsewhere and not here."""
    for seat in SEATS:
        here = may.get(seat, ())
        there = [other.get(seat, ()) for other in others]
        only = [act for act in here if any(act not in acts for acts in there)]
        not_here = dict.fromkeys(a for acts in there for a in acts if a not in here)
        if only:
            yield f"{seat.capitalize()} may {', '.join(only)}"
        if not_here:
            yield f"{seat.capitalize()} may not {', '.join(not_here)}"


def _rule(one: Result, results: Sequence[Result]) -> Iterator[str]:
    for path, sentence in one["says"].items():
        if _differ_in("says", path, results):
            yield sentence.rstrip(".")
    if _differs("yaku", results):
        yield f"{len(one['yaku'])} yaku"


_WORDS: Mapping[str, Words] = {
    "win": _win,
    "deal": _deal,
    "game": _game,
    "tournament": _tournament,
    "play": _play,
    "rule": _rule,
}


def plain_words(kind: Kind, one: Result) -> str:
    """What came of a scenario under one ruleset, told by itself."""
    nothing = UNSETTLED if kind == "deal" else {}
    return _said(_WORDS[kind], one, (one, nothing))


# ---- of a comparison -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Example:
    """A scenario whose outcome differs between the sides of a comparison, in words.

    `outcomes` has what comes of it under each ruleset, in their order; `win` the hand, if it is
    about one.
    """

    scenario: str
    says: str
    outcomes: tuple[str, ...]
    win: Win | None = None

    def as_json(self, labels: Sequence[str]) -> dict[str, Any]:
        """For programs: the scenario, its sentence, and what comes of it by label."""
        outcomes = dict(zip(labels, self.outcomes, strict=True))
        return {"scenario": self.scenario, "says": self.says, "outcomes": outcomes}


def example(one: Witness, rulesets: Sequence[Ruleset]) -> Example:
    """A witness in words."""
    return Example(one.id, one.says, tuple(outcome_words(one, rulesets)), win_of(one))


def win_of(one: Shown | Witness) -> Win | None:
    """The win that a scenario is about, to be drawn."""
    return read_win(one.given.facts) if one.given.kind == "win" else None


def examples(paths: Sequence[str], rulesets: Sequence[Ruleset]) -> Mapping[str, Example]:
    """For each option of which there is one, an example of how the rulesets differ in it."""
    found = witnesses(paths, rulesets)
    return {path: example(one, rulesets) for path, one in found.items()}
