"""Questions of each kind, from which the site finds out which modules a visitor needs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from riichi.web.rulesets import shipped
from riichi.web.value_shape import fields_of, shape_of
from riichi_core.rules import library
from riichi_core.rules.rules import options

HAND = {"hand": "223344m667788p7z", "winning_tile": "7z", "won_by": "self_draw"}
OPEN = {
    "hand": "2345567m(345p)[7777z]", "winning_tile": "8m", "won_by": "discard",
    "dora_indicators": ["4m"],
}  # fmt: skip
NO_HAND = {"hand": "1m", "winning_tile": "9z", "won_by": "luck"}
WRONG = (
    "format: 1\nruleset: a\ntitle: [\n",
    "a: &a [*a]\n",
    "format: 1\nruleset: a\ntitle: a\nextends: ema\nclaims:\n  winners: neares\nyaku: {x: 1}\n",
    "format: 1\nruleset: a\ntitle: a\nextends: nothing\n",
    "format: one\nextends: ema-2016\nend: {rounds: 0100}\nsetup: {starting_points: 90000}\n",
)


def sample_questions() -> Iterator[str]:
    """Yield questions that together use all modules of the engine that any question can use."""
    yield from ("", "null", '{"ask": 1}', '{"ask": "start"}', "[" * 99)
    for text in WRONG:
        yield from _question("open", file=text)
    for path in library.clubs().values():
        file = path.read_text(encoding="utf-8")
        yield from _question("open", file=file, language="nl")
    yield from _about_house_rules(file)
    for words in ("two ron", "wie krijgt de riichistokjes", "xyzzy"):
        yield from _question("find", words=words)
    yield from _question("document", file=file, kind="sheet", language="nl")
    yield from _question("set", file=file, vocabulary="japanese")
    tenhou = shipped("tenhou").rules
    fields = {
        path: fields_of(shape_of(path), tenhou.written_value(path), path) for path in options()
    }
    yield from _question("set", fields=fields)


EVENS = {
    "name/en": ["Evens"],
    "worth": ["=concealed"],
    "worth/=concealed/concealed": ["1"],
    "example/hand": ["224466m228p4466s"],
    "example/winning_tile": ["8p"],
    "ticked": ['{"suits": 3}', '{"form": ["seven_pairs"]}'],
}
"""The fields of a yaku with an example hand."""


def _about_house_rules(file: str) -> Iterator[str]:
    """Yield a question of each kind about house rules."""
    yield from _question("set", file=file, title="Other", back=["claims.winners"])
    yield from _question("examples", file=file)
    for record in (HAND, OPEN, NO_HAND):
        yield from _question("score", file=file, rulesets=["ema-2016"], record=record)
    yield from _question("compare", rulesets=["ema-2016", "tenhou"])
    site = "https://club.example/"
    for kind in ("sheet", "card", "rulebook", "guide", "poster", "quiz"):
        yield from _question("document", file=file, kind=kind, address=site, page=site)
    yield from _question("picture", file=file)
    yield from _question("export", file=file, program="pantheon")
    yield from _question("import", program="pantheon", config={"uma": 1})
    yield from _question("yaku", file=file, edit="yaku.stairway")
    yield from _question("yaku", file=file, fields=EVENS)


def _question(name: str, **arguments: Any) -> Iterator[str]:
    yield json.dumps({"ask": name, **arguments})
