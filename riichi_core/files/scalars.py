"""Text of YAML: the value that plain text stands for, and values written on one line."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any

from riichi_core.messages import Message

_PLAIN = re.compile(r"[^\W\d][\w.+-]*( [\w.+-]+)*")

Scalar = str | int | float | bool | None

_WORDS: dict[str, Scalar] = {"true": True, "false": False, "null": None, "": None}
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}")
_OCTAL = re.compile(r"[-+]?0[0-7]{1,15}")
_QUOTE = {
    "null": Message("write null"),
    "timestamp": Message("YAML 1.1 would read this as a date; quote it for text"),
    "merge": Message("quote it for text"),
    "value": Message("quote it for text"),
}
_TRAPS = {
    True: _QUOTE,
    False: _QUOTE | {"timestamp": Message("YAML 1.1 would read this as a date")},
}


def plain_value(text: str) -> Scalar:
    """Return the value of plain text."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else text


def _yaml_type(text: str) -> str:
    """Return the type of plain text in YAML 1.1 (`bool`, `int`, ...); empty for text."""
    from yaml.resolver import Resolver  # noqa: PLC0415 - for text that was read alone

    for tag, pattern in Resolver.yaml_implicit_resolvers.get(text[:1], ()):
        if pattern.fullmatch(text):
            return str(tag).rpartition(":")[2]
    return ""


def trap(raw: str, *, quotes: bool = True) -> str:
    """Return why plain text is not what it looks like, and what to write; empty if it is.

    Args:
        raw: the text as the file has it.
        quotes: whether text can stand there, so that quoting it may be what is missing.
    """
    value = plain_value(raw)
    if isinstance(value, float):
        return Message("this is the number {number}; quote it for text", number=str(value))
    kind = _yaml_type(raw) if isinstance(value, str) else ""
    if kind in {"int", "float"}:
        return _number_trap(raw.replace("_", "").lower(), quotes)
    if kind == "bool":
        word = "true" if raw.lower() in {"true", "yes", "on"} else "false"
        advice = word if raw.lower() == word else Message("true or false")
        return Message(
            "YAML 1.1 would read this as {word}; write {advice}", word=word, advice=advice
        )
    return _TRAPS[quotes].get(kind, "")


def _number_trap(bare: str, quotes: bool) -> Message:
    with suppress(ValueError):  # `.inf`, `0x_`, thousands of digits
        if ":" in bare:
            return _sixty_based(bare, quotes)
        if _OCTAL.fullmatch(bare):
            return Message(
                "a leading zero would make this octal ({octal}); write {number}",
                octal=str(int(bare, 8)),
                number=str(int(bare)),
            )
        number = str(float(bare) if "." in bare else int(bare, 0))
        if _INTEGER.fullmatch(number) or _DECIMAL.fullmatch(number):
            return Message("write {number}", number=number)
    if quotes:
        return Message("YAML 1.1 would read this as a number; quote it for text")
    return Message("YAML 1.1 would read this as a number")


def _sixty_based(bare: str, quotes: bool) -> Message:
    total, sign = 0.0, "-" * bare.startswith("-")
    for part in bare.lstrip("+-").split(":"):
        total = total * 60 + float(part)
    number = f"{sign}{total:.15g}"
    if quotes:
        return Message(
            "YAML 1.1 would read this as {number} (sixty-based); quote it for text", number=number
        )
    return Message("YAML 1.1 would read this as {number} (sixty-based)", number=number)


def flow(value: Any) -> str:
    """Return a value in the flow style of YAML.

    >>> flow({"closed": 2, "open": 1}), flow(["win", "tenpai"]), flow(None), flow("3.10")
    ('{closed: 2, open: 1}', '[win, tenpai]', 'null', '"3.10"')
    """
    if isinstance(value, dict):
        return (
            f"{{{', '.join(f'{_quoted_text(key)}: {flow(part)}' for key, part in value.items())}}}"
        )
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    if isinstance(value, str):
        return _quoted_text(value)
    return "null" if value is None else str(value).lower()


def plain(value: Any) -> str:
    """Return a value in the flow style of YAML, a text without its quotes.

    >>> plain("3.10"), plain(["win", "tenpai"])
    ('3.10', '[win, tenpai]')
    """
    return value if isinstance(value, str) else flow(value)


def _quoted_text(value: str) -> str:
    """Return text as it is where nothing in it could be taken for something else, or in quotes."""
    if _PLAIN.fullmatch(value) and value not in ("true", "false", "null"):
        return value
    return json.dumps(value, ensure_ascii=False)
