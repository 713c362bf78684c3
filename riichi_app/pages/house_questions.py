"""Ten questions about house rules, and the short file of what was answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from riichi_app.pages.house_file import comment
from riichi_core.language import Translator
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import setting
from riichi_core.source.scalars import flow

ASKED = (
    ("setup.starting_points", "result.return_points", "result.oka"),
    ("result.uma",),
    ("end.bust",),
    ("end.leader_stops",),
    ("tiles.red_fives",),
    ("yaku.all_simples",),
    ("claims.winners",),
    ("claims.forbidden_swaps",),
    ("limits.raised_to_mangan",),
    ("draws.abortive",),
)
"""The options that are asked about, those together that hang together."""

MOST = 5
"""The most answers that a question offers: those that are played most."""

HEAD = """\
# yaml-language-server: $schema=./ruleset.schema.json
# What is not said here is as in {base}. All that can be changed: riichi show {file}
format: 1
ruleset: {id}
title: {title}
extends: {base}
"""


class Answer(NamedTuple):
    """One way to play: the values of the options that are asked about, and what they mean."""

    values: Mapping[str, Any]
    says: str


class Question(NamedTuple):
    """A question with its answers, the first being what the base has."""

    title: str
    answers: tuple[Answer, ...]


def questions(base: Ruleset, tr: Translator) -> Iterator[Question]:
    """Yield the questions, each with what is played by the rulesets that come along."""
    others = [load(name) for name in library.shipped()]
    for paths in ASKED:
        mine = _answer(base, paths, tr)
        played = Counter(_key(_answer(one, paths, tr)) for one in others)
        told = {_key(answer): answer for answer in (_answer(one, paths, tr) for one in others)}
        more = [told[key] for key, _ in played.most_common() if key != _key(mine)]
        title = ", ".join(tr(options()[path].title) for path in paths)
        yield Question(title, (mine, *more[: MOST - 1]))


def _answer(ruleset: Ruleset, paths: Sequence[str], tr: Translator) -> Answer:
    settings = {path: setting(ruleset, path, options()[path], tr) for path in paths}
    says = " ".join(one.sentences for one in settings.values())
    return Answer({path: one.value for path, one in settings.items()}, says)


def _key(answer: Answer) -> str:
    return flow(dict(answer.values))


def short_file(name: str, base: Ruleset, answers: Sequence[Answer]) -> str:
    """Return the text of house rules with nothing but some answers, each explained.

    Args:
        name: the id of the new ruleset, also the name of its file.
        base: the ruleset that it extends.
        answers: those that are not as in the base.
    """
    title = name.replace("-", " ").capitalize()
    lines = [HEAD.format(id=name, title=title, base=base.id, file=f"{name}.yaml")]
    said = [
        (path, value, answer.says) for answer in answers for path, value in answer.values.items()
    ]
    order = [*options()]
    said.sort(key=lambda one: order.index(one[0]))
    for chapter, entries in groupby(said, key=lambda one: one[0].split(".")[0]):
        lines.append(f"{chapter}:")
        for path, value, says in entries:
            lines += comment(says)
            lines.append(f"  {path.split('.')[1]}: {flow(value)}")
    return "\n".join(lines) + "\n"
