"""Put what is given and what is expected into words, as people at a table would say it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from riichi_core.files.scalars import flow, plain

TIMES = {1: "once", 2: "twice", 3: "three times", 4: "four times"}


def describe_facts(facts: Mapping[str, Any]) -> str:
    """Return what is given in a line: every fact after the other.

    The facts may be wrong (some scenarios are about that), so nothing is taken for granted.
    """
    return "; ".join(_fact_in_words(name, value) for name, value in facts.items())


def _fact_in_words(name: str, value: Any) -> str:
    words = name.replace("_", " ")
    if value is True:
        return words
    if isinstance(value, list):
        return f"{words} {' '.join(map(plain, value)) or 'none'}"
    if name == "riichi" and isinstance(value, str):
        return {"none": "no riichi", "riichi": "riichi"}.get(value, f"{value} riichi")
    if name == "counters" and isinstance(value, int):
        return f"{value} counter{'' if value == 1 else 's'}"
    return f"not {words}" if value is False else f"{words} {plain(value)}"


def describe_part(name: str, value: Any) -> str:
    """A part of a result, as `riichi 1, pinfu 1` or `from each 700, from dealer 1300`."""
    if name == "error" and value is True:
        return "any"
    if name in ("yaku", "fu_items") and isinstance(value, list):
        return describe_items(value)
    if name in ("has", "has_not") and isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    if isinstance(value, dict):
        parts = [
            f"{key.replace('_', ' ')} {describe_part('', part)}" for key, part in value.items()
        ]
        return ", ".join(parts) or "nothing"
    return "none" if value is None else flow(value)


def describe_items(items: Iterable[Any]) -> str:
    """Yaku or fu, each with what it is worth; seats and transfers as they are."""
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
        words.append(f"({TIMES.get(item['count'], item['count'])})")
    return " ".join(words)
