"""Run a scenario under a ruleset, and compare the outcome with the expectation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Literal

from riichi_core.errors import RiichiError
from riichi_core.files.yaml_text import flow, plain
from riichi_core.play.actions import parse_action
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.kinds.kind import TILE_TEXTS, ResultJson
from riichi_core.scenarios.rulesets import shipped_ruleset
from riichi_core.scenarios.scenario import Expectation, GivenRecord, Scenario

JsonEntry = Any
"""An item of a list in a result: a mapping or a word."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A part of a result that differs: the expected value, the actual one, and a remark."""

    field: str
    expected: Any
    got: Any
    more: str = ""

    def text(self) -> str:
        """Return the difference in words: `han: expected 4, got 3`."""
        name = self.field.replace("_", " ")
        expected = _part_in_words(self.field, self.expected)
        got = _part_in_words(self.field, self.got)
        more = f" ({self.more})" if self.more else ""
        return f"{name}: expected {expected}, got {got}{more}"

    def as_json(self) -> dict[str, Any]:
        """Return the difference as JSON."""
        return {"field": self.field, "expected": self.expected, "got": self.got}


def differences(expected: Expectation, got: ResultJson) -> tuple[Difference, ...]:
    """Return the differences between an expectation and a result."""
    if "error" in expected or "error" in got:
        return tuple(_error_difference(expected.get("error"), got.get("error")))
    if not got.get("valid", True) and expected.get("valid", "reason" not in expected):
        reason = f"{got['reason']}: {got['message']}"
        return (Difference("valid", True, False, reason),)
    return tuple(_part_differences(expected, got))


def _error_difference(expected: Any, got: Mapping[str, str] | None) -> Iterator[Difference]:
    """Yield the difference of the error code; `true` expects any error."""
    code = None if got is None else got["code"]
    if code != expected and not (expected is True and code not in {None, ""}):
        yield Difference("error", expected, code, "" if got is None else got["message"])


def _part_differences(expected: Expectation, got: ResultJson) -> Iterator[Difference]:
    for name, wanted in expected.items():
        compare = _SPECIAL.get(name)
        if compare is not None and not (name == "settled" and got[name] is None):
            yield from compare(name, wanted, got)
        elif isinstance(wanted, list) and isinstance(got.get(name), list):
            missing, extra = unmatched(wanted, got[name])
            if missing or extra:
                several = max(len(wanted), len(got[name])) > 1
                more = _missing_and_extra(missing, extra) if several else ""
                yield Difference(name, wanted, got[name], more)
        elif not _fits(wanted, got.get(name, ...), name):
            yield Difference(name, *_unlike_parts(wanted, got.get(name), name))


def _yaku_differences(name: str, wanted: Sequence[str], got: ResultJson) -> Iterator[Difference]:
    """Yield the expected yaku that are missing, and the unwanted yaku that are present."""
    had = [entry["id"] for entry in got.get("yaku", ())]
    wrong = [yaku for yaku in wanted if (yaku in had) == (name == "has_not")]
    if wrong:
        about = "found" if name == "has_not" else "missing"
        yield Difference(name, wanted, had, f"{', '.join(wrong)} {about}")


def _transfer_differences(
    name: str, wanted: Sequence[JsonEntry], got: ResultJson
) -> Iterator[Difference]:
    missing, _ = unmatched(wanted, got[name])
    if missing:
        yield Difference(name, missing, got[name], "there may be others")


def _win_differences(
    name: str, wanted: Mapping[str, Expectation], result: ResultJson
) -> Iterator[Difference]:
    """Yield the differences of the wins of a deal, by seat."""
    got = result[name]
    for seat, expected in wanted.items():
        if seat not in got:
            yield Difference(f"wins.{seat}", dict(expected), None, "it does not stand")
            continue
        for difference in differences(expected, got[seat]):
            yield replace(difference, field=f"wins.{seat}.{difference.field}")


def _settlement_differences(
    name: str, wanted: Expectation | None, got: ResultJson
) -> Iterator[Difference]:
    """Yield the differences in the settlement of a played deal."""
    if wanted is None:
        yield Difference(name, None, "settled")
        return
    for difference in differences(wanted, got[name]):
        yield replace(difference, field=f"{name}.{difference.field}")


def _action_differences(
    name: str, wanted: Mapping[str, Sequence[str]], got: ResultJson
) -> Iterator[Difference]:
    """Yield the differences in a seat's actions; a first word alone matches all such actions."""
    for seat, texts in wanted.items():
        legal = got["may"].get(seat, ())
        known = {*legal, *(action.split(" ")[0] for action in legal)}
        wrong = [
            text for text in texts if (_with_tiles_in_order(text) in known) == (name == "may_not")
        ]
        if wrong:
            about = f"{', '.join(wrong)} {'is' if name == 'may_not' else 'is not'} legal"
            yield Difference(f"{name}.{seat}", list(texts), list(legal), about)


def _with_tiles_in_order(text: str) -> str:
    """Return an action with its tiles in order."""
    try:
        return str(parse_action(text))
    except RiichiError:
        return text  # only a first word


def _event_differences(name: str, wanted: Sequence[str], got: ResultJson) -> Iterator[Difference]:
    """Yield the expected events that do not occur in order; their beginning is sufficient."""
    coming = iter(got[name])
    for text in wanted:
        if not any(event == text or event.startswith(f"{text} ") for event in coming):
            yield Difference(name, wanted, got[name], f"{text} does not come there")
            return


def _deal_differences(
    name: str, wanted: Sequence[Expectation], result: ResultJson
) -> Iterator[Difference]:
    """Yield the differences of the deals of a game, in order."""
    got = result[name]
    if len(wanted) != len(got):
        yield Difference("deals", len(wanted), len(got), "as many as were played")
    for number, (expected, deal) in enumerate(zip(wanted, got, strict=False), 1):
        if expected and not _fits(dict(expected), deal):
            yield Difference(f"deal {number}", *_unlike_parts(dict(expected), deal))


_SPECIAL: Mapping[str, Callable[[str, Any, ResultJson], Iterator[Difference]]] = {
    **dict.fromkeys(("has", "has_not"), _yaku_differences),
    **dict.fromkeys(("may", "may_not"), _action_differences),
    **{"wins": _win_differences, "transfers": _transfer_differences, "deals": _deal_differences},
    **{"events": _event_differences, "settled": _settlement_differences},
}
"""The parts that have their own comparison."""


def _fits(wanted: Any, got: Any, name: str = "") -> bool:
    """Return True if the result has the expected value, or all expected parts of it.

    An empty mapping fits only an empty one. `name` is the part of the result; it determines whether
    texts are compared as tiles.
    """
    if isinstance(wanted, list) and isinstance(got, list):
        return len(wanted) == len(got) and all(map(_fits, wanted, got))
    if isinstance(wanted, dict):
        if not wanted or not isinstance(got, dict):
            return bool(wanted == got)
        return all(
            _fits(part, got.get(key, ...), key if key in TILE_TEXTS else name)
            for key, part in wanted.items()
        )
    if isinstance(wanted, str) and isinstance(got, str):
        return _comparable_text(name, wanted) == _comparable_text(name, got)
    return isinstance(wanted, bool) is isinstance(got, bool) and bool(wanted == got)


def _comparable_text(name: str, text: str) -> str:
    """Return a text in the form in which texts are compared."""
    try:
        return TILE_TEXTS.get(name, str)(text)
    except RiichiError:
        return text  # other engines may write anything


def _unlike_parts(wanted: Any, got: Any, name: str = "") -> tuple[Any, Any]:
    """Return only the differing parts of two mappings."""
    if not wanted or not isinstance(wanted, dict) or not isinstance(got, dict):
        return wanted, got
    pairs = {
        key: _unlike_parts(part, got.get(key), name)
        for key, part in wanted.items()
        if not _fits(part, got.get(key, ...), key if key in TILE_TEXTS else name)
    }
    return {key: left for key, (left, _) in pairs.items()}, {
        key: right for key, (_, right) in pairs.items()
    }


def unmatched(
    wanted: Sequence[JsonEntry], got: Sequence[JsonEntry]
) -> tuple[list[JsonEntry], list[JsonEntry]]:
    """Return the expected entries without a partner in a list, and the unexpected entries.

    An expected entry may fit several partners, so the search rearranges them if that helps another.
    """
    partner: dict[int, int] = {}  # from the index of the actual entry to that of the expected one

    def find_partner(index: int, tried: set[int]) -> bool:
        for position, entry in enumerate(got):
            if position not in tried and _fits(wanted[index], entry):
                tried.add(position)
                if position not in partner or find_partner(partner[position], tried):
                    partner[position] = index
                    return True
        return False

    missing = [wanted[index] for index in range(len(wanted)) if not find_partner(index, set())]
    return missing, [entry for position, entry in enumerate(got) if position not in partner]


def _missing_and_extra(missing: Sequence[JsonEntry], extra: Sequence[JsonEntry]) -> str:
    parts = [f"{_items_in_words(missing)} missing"] if missing else []
    return "; ".join([*parts, f"{_items_in_words(extra)} too much"] if extra else parts)


State = Literal["passed", "failed", "cannot"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a scenario under a ruleset, and its differences from the expectation.

    Attributes:
        scenario: the scenario.
        ruleset: the id of the ruleset.
        got: the result.
        differences: its differences from the expectation.
        cannot: why another engine cannot give a result; empty if it can.
    """

    scenario: Scenario
    ruleset: str
    got: ResultJson
    differences: tuple[Difference, ...]
    cannot: str = ""

    @property
    def state(self) -> State:
        """The verdict as one word: as expected, different, or not supported by the engine."""
        return "cannot" if self.cannot else "failed" if self.differences else "passed"

    @property
    def passed(self) -> bool:
        """True if the result is as expected."""
        return self.state == "passed"

    def as_json(self) -> dict[str, Any]:
        """Return the place of the scenario, the ruleset and the differences as JSON."""
        return {
            "scenario": self.scenario.id,
            "ruleset": self.ruleset,
            "file": self.scenario.place.file,
            "line": self.scenario.place.line,
            "differences": [difference.as_json() for difference in self.differences],
        }


def run_scenario(scenario: Scenario, ruleset: str | Ruleset) -> Outcome:
    """Run a scenario under a ruleset, and compare the result with the expectation.

    Args:
        scenario: the scenario.
        ruleset: a name in the scenario's `expect`, or a ruleset with such an id that is not
            shipped.
    """
    if isinstance(ruleset, str):
        ruleset = _ruleset_named(scenario, ruleset)
    got = scenario_result(scenario.given, ruleset)
    different = differences(scenario.expect[ruleset.id], got)
    return Outcome(scenario, ruleset.id, got, different)


def scenario_result(given: GivenRecord, ruleset: Ruleset) -> ResultJson:
    """Return the result of a record under a ruleset, or the error of impossible facts."""
    return KINDS[given.kind].run(given.facts, ruleset)


def distinguishes(
    scenario: Scenario, option: str, outcomes: Iterable[Outcome] = ()
) -> Iterator[tuple[str, str]]:
    """Yield the pairs of rulesets that differ in an option and in the result of a scenario.

    Args:
        scenario: the scenario.
        option: the path of the option.
        outcomes: the outcomes of the scenario, if they are known.
    """
    known = list(outcomes) or [run_scenario(scenario, name) for name in scenario.expect]
    values = [_ruleset_named(scenario, name).rules.comparable(option) for name in scenario.expect]
    for (first, first_value), (second, second_value) in combinations(
        zip(known, values, strict=True), 2
    ):
        if first_value != second_value and first.got != second.got:
            yield first.ruleset, second.ruleset


def isolates(scenario: Scenario, option: str, outcomes: Iterable[Outcome] = ()) -> bool:
    """Return True if a scenario has two results under rulesets that differ only in an option."""
    for names in distinguishes(scenario, option, outcomes):
        one, other = (_ruleset_named(scenario, name) for name in names)
        changed = [p for p in options() if one.rules.value(p) != other.rules.value(p)]
        if changed == [option] and one.rules.yaku.local == other.rules.yaku.local:
            return True
    return False


def _ruleset_named(scenario: Scenario, name: str) -> Ruleset:
    return scenario.variants.get(name) or shipped_ruleset(name)


# ---- in words ------------------------------------------------------------------------------------

_TIMES = {1: "once", 2: "twice", 3: "three times", 4: "four times"}


def _part_in_words(name: str, value: Any) -> str:
    """Describe a part of a result: `riichi 1, pinfu 1`, `from each 700, from dealer 1300`."""
    if name == "error" and value is True:
        return "any"
    if name in ("yaku", "fu_items") and isinstance(value, list):
        return _items_in_words(value)
    if name in ("has", "has_not") and isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    if isinstance(value, dict):
        parts = [
            f"{key.replace('_', ' ')} {_part_in_words('', part)}" for key, part in value.items()
        ]
        return ", ".join(parts) or "nothing"
    return "none" if value is None else flow(value)


def _items_in_words(items: Iterable[Any]) -> str:
    """Describe yaku or fu, each with its value; leave seats and transfers unchanged."""
    return ", ".join(map(_item_in_words, items)) or "nothing"


def _item_in_words(item: Any) -> str:
    if not isinstance(item, Mapping) or "id" not in item:
        return plain(item)
    words = [str(item.get("id"))]
    words += [str(item[key]) for key in ("han", "fu") if item.get(key) is not None]
    if "tile" in item:
        words.append(f"of {item['tile']}")
    if "concealed" in item:
        words.append("concealed" if item["concealed"] else "claimed")
    if "count" in item:
        words.append(f"({_TIMES.get(item['count'], item['count'])})")
    return " ".join(words)
