"""The parts of an outcome that are not as a scenario expects; only what it names is compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from riichi_core.errors import RiichiError
from riichi_core.play.actions import parse_action
from riichi_core.scenarios.describe import describe_items, describe_part
from riichi_core.scenarios.kinds.kind import TILE_TEXTS, ResultJson
from riichi_core.scenarios.scenario import Expectation

JsonEntry = Any
"""An item of a list in a result: a mapping, or a plain word."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One part of a result: what was expected, what came of it, and more in words."""

    field: str
    expected: Any
    got: Any
    more: str = ""

    def text(self) -> str:
        """As people read it: `han: expected 4, got 3`."""
        name = self.field.replace("_", " ")
        expected, got = (
            describe_part(self.field, self.expected),
            describe_part(self.field, self.got),
        )
        more = f" ({self.more})" if self.more else ""
        return f"{name}: expected {expected}, got {got}{more}"

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {"field": self.field, "expected": self.expected, "got": self.got}


def differences(expected: Expectation, got: ResultJson) -> tuple[Difference, ...]:
    """Every part of the expectation that the result has not."""
    if "error" in expected or "error" in got:
        return tuple(_error(expected.get("error"), got.get("error")))
    if not got.get("valid", True) and expected.get("valid", "reason" not in expected):
        reason = f"{got['reason']}: {got['message']}"
        return (Difference("valid", True, False, reason),)
    return tuple(_parts(expected, got))


def _error(expected: Any, got: Mapping[str, str] | None) -> Iterator[Difference]:
    """An error is expected or not; true stands for any."""
    code = got["code"] if got else None
    if code != expected and not (expected is True and code):
        yield Difference("error", expected, code, got["message"] if got else "")


def _parts(expected: Expectation, got: ResultJson) -> Iterator[Difference]:
    for name, wanted in expected.items():
        special = _SPECIAL.get(name)
        if special is not None and not (name == "settled" and got[name] is None):
            yield from special(name, wanted, got)
        elif isinstance(wanted, list) and isinstance(got.get(name), list):
            missing, extra = unmatched(wanted, got[name])
            if missing or extra:
                about = _about(missing, extra) if max(len(wanted), len(got[name])) > 1 else ""
                yield Difference(name, wanted, got[name], about)
        elif not _fits(wanted, got.get(name, ...), name):
            yield Difference(name, *_unlike(wanted, got.get(name), name))


def _has(name: str, wanted: Sequence[str], got: ResultJson) -> Iterator[Difference]:
    """Yaku that are there, or are not, whatever others there are."""
    had = [entry["id"] for entry in got.get("yaku", ())]
    wrong = [yaku for yaku in wanted if (yaku in had) == (name == "has_not")]
    if wrong:
        about = "found" if name == "has_not" else "missing"
        yield Difference(name, wanted, had, f"{', '.join(wrong)} {about}")


def _transfers(name: str, wanted: Sequence[JsonEntry], got: ResultJson) -> Iterator[Difference]:
    missing, _ = unmatched(wanted, got[name])
    if missing:
        yield Difference(name, missing, got[name], "there may be others")


def _wins(name: str, wanted: Mapping[str, Expectation], result: ResultJson) -> Iterator[Difference]:
    """The wins of a deal, seat by seat."""
    got = result[name]
    for seat, expected in wanted.items():
        if seat not in got:
            yield Difference(f"wins.{seat}", dict(expected), None, "it does not stand")
            continue
        for one in differences(expected, got[seat]):
            yield Difference(f"wins.{seat}.{one.field}", one.expected, one.got, one.more)


def _settled(name: str, wanted: Expectation | None, got: ResultJson) -> Iterator[Difference]:
    """Return the settlement of a deal that was played."""
    if wanted is None:
        yield Difference(name, None, "settled")
        return
    for one in differences(wanted, got[name]):
        yield Difference(f"{name}.{one.field}", one.expected, one.got, one.more)


def _acts(name: str, wanted: Mapping[str, Sequence[str]], got: ResultJson) -> Iterator[Difference]:
    """Acts that a seat may do, or may not; the first word stands for any of its kind."""
    for seat, texts in wanted.items():
        legal = got["may"].get(seat, ())
        known = {*legal, *(act.split(" ")[0] for act in legal)}
        wrong = [text for text in texts if (_act(text) in known) == (name == "may_not")]
        if wrong:
            about = f"{', '.join(wrong)} {'is' if name == 'may_not' else 'is not'} legal"
            yield Difference(f"{name}.{seat}", list(texts), list(legal), about)


def _act(text: str) -> str:
    """Return an act with its tiles in order."""
    try:
        return str(parse_action(text))
    except RiichiError:
        return text  # the first word alone


def _events(name: str, wanted: Sequence[str], got: ResultJson) -> Iterator[Difference]:
    """Events that follow each other; others may lie between, and the beginning of one is enough."""
    coming = iter(got[name])
    for event in wanted:
        if not any(one == event or one.startswith(f"{event} ") for one in coming):
            yield Difference(name, wanted, got[name], f"{event} does not come there")
            return


def _deals(name: str, wanted: Sequence[Expectation], result: ResultJson) -> Iterator[Difference]:
    """The deals of a game, one after the other."""
    got = result[name]
    if len(wanted) != len(got):
        yield Difference("deals", len(wanted), len(got), "as many as were played")
    for number, (expected, came) in enumerate(zip(wanted, got, strict=False), 1):
        if expected and not _fits(dict(expected), came):
            yield Difference(f"deal {number}", *_unlike(dict(expected), came))


_SPECIAL: Mapping[str, Callable[[str, Any, ResultJson], Iterator[Difference]]] = {
    **dict.fromkeys(("has", "has_not"), _has),
    **dict.fromkeys(("may", "may_not"), _acts),
    **{"wins": _wins, "transfers": _transfers, "deals": _deals},
    **{"events": _events, "settled": _settled},
}
"""The parts that are compared in a way of their own."""


def _fits(wanted: Any, got: Any, name: str = "") -> bool:
    """Return True if what is named is so: a plain value, the parts of a mapping, each of a list.

    An empty mapping fits nothing but an empty one. Tiles are compared as tiles: `name` is the part
    of the result that they are in.
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
        return _text(name, wanted) == _text(name, got)
    return isinstance(wanted, bool) is isinstance(got, bool) and bool(wanted == got)


def _text(name: str, text: str) -> str:
    """Return the text by which another is compared."""
    try:
        return TILE_TEXTS.get(name, str)(text)
    except RiichiError:
        return text  # another engine may write what is no tile


def _unlike(wanted: Any, got: Any, name: str = "") -> tuple[Any, Any]:
    """Of two mappings the parts that differ."""
    if not wanted or not isinstance(wanted, dict) or not isinstance(got, dict):
        return wanted, got
    pairs = {
        key: _unlike(part, got.get(key), name)
        for key, part in wanted.items()
        if not _fits(part, got.get(key, ...), key if key in TILE_TEXTS else name)
    }
    return {key: one for key, (one, _) in pairs.items()}, {
        key: other for key, (_, other) in pairs.items()
    }


def unmatched(
    wanted: Sequence[JsonEntry], got: Sequence[JsonEntry]
) -> tuple[list[JsonEntry], list[JsonEntry]]:
    """Return what finds no partner in two lists in any order: of the wanted, and of what came.

    An entry may name less than its partner, so partners are changed where that helps another.
    """
    partner: dict[int, int] = {}  # from the index of what came to that of what was wanted

    def place(index: int, tried: set[int]) -> bool:
        for at, entry in enumerate(got):
            if at not in tried and _fits(wanted[index], entry):
                tried.add(at)
                if at not in partner or place(partner[at], tried):
                    partner[at] = index
                    return True
        return False

    missing = [wanted[index] for index in range(len(wanted)) if not place(index, set())]
    return missing, [entry for at, entry in enumerate(got) if at not in partner]


def _about(missing: Sequence[JsonEntry], extra: Sequence[JsonEntry]) -> str:
    parts = [f"{describe_items(missing)} missing"] if missing else []
    return "; ".join([*parts, f"{describe_items(extra)} too much"] if extra else parts)
