"""What is given and what is expected in words, as people at a table would say it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from riichi_core.scenarios.scenario import Given
from riichi_core.source.scalars import flow

TIMES = {1: "once", 2: "twice", 3: "three times", 4: "four times"}


def describe_given(given: Given) -> str:
    """What happened, in a line: the hand, the winning tile, and the facts that are not as usual.

    The facts may be wrong (some scenarios are about that), so nothing is taken for granted.
    """
    if given.kind == "foul":
        return f"the foul {_plain(given.facts.get('name', 'nobody knows what'))}"
    if given.kind != "win":
        return "; ".join(_fact(name, value) for name, value in given.facts.items())
    facts = dict(given.facts)
    hand, tile = facts.pop("hand", "no hand"), facts.pop("winning_tile", "no tile")
    by = {"self_draw": "drawn", "discard": "from a discard"}
    won = facts.pop("won_by", "nobody knows how")
    parts = [f"{_plain(hand)} wins on {_plain(tile)}, {by.get(str(won), _plain(won))}"]
    seat, prevailing = facts.pop("seat_wind", "east"), facts.pop("prevailing_wind", "east")
    parts.append(f"{_plain(seat)} in the {_plain(prevailing)} round")
    return "; ".join([*parts, *(_fact(name, value) for name, value in facts.items())])


def _fact(name: str, value: Any) -> str:
    words = name.replace("_", " ")
    if value is True:
        return words
    if isinstance(value, list):
        return f"{words} {' '.join(map(_plain, value)) or 'none'}"
    if name == "riichi" and isinstance(value, str):
        return {"none": "no riichi", "riichi": "riichi"}.get(value, f"{value} riichi")
    if name == "counters" and isinstance(value, int):
        return f"{value} counter{'' if value == 1 else 's'}"
    return f"not {words}" if value is False else f"{words} {_plain(value)}"


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else flow(value)


def describe_value(name: str, value: Any) -> str:
    """A part of a result, as `riichi 1, pinfu 1` or `from each 700, from dealer 1300`."""
    if name == "error" and value is True:
        return "any"
    if name in ("yaku", "fu_items") and isinstance(value, list):
        return describe_items(value)
    if name in ("has", "has_not") and isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    if isinstance(value, dict):
        parts = [
            f"{key.replace('_', ' ')} {describe_value('', part)}" for key, part in value.items()
        ]
        return ", ".join(parts) or "nothing"
    return "none" if value is None else flow(value)


def describe_items(found: Iterable[Any]) -> str:
    """Yaku or fu, each with what it is worth; seats and transfers as they are."""
    return ", ".join(map(_item, found)) or "nothing"


def _item(item: Any) -> str:
    if not isinstance(item, Mapping) or "id" not in item:
        return _plain(item)
    words = [str(item.get("id"))]
    words += [str(item[key]) for key in ("han", "fu") if item.get(key) is not None]
    if "tile" in item:
        words.append(f"of {item['tile']}")
    if "concealed" in item:
        words.append("concealed" if item["concealed"] else "claimed")
    if "count" in item:
        words.append(f"({TIMES.get(item['count'], item['count'])})")
    return " ".join(words)
