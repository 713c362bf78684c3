"""A house-rule file to start from: with every option, or with a club's answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic.fields import FieldInfo

from riichi.house_file import comment_lines, house_file
from riichi.locale.locale import words_of
from riichi_core.files.accepted_values import accepted_values, example_records, leaf_parts
from riichi_core.files.yaml_text import flow
from riichi_core.language import Translatable, Translator
from riichi_core.rules import library
from riichi_core.rules.changes import with_values
from riichi_core.rules.chapters.fouls import CONDUCT_SENTENCES, FOUL_SENTENCES, Fouls
from riichi_core.rules.chapters.yaku import BOOK_YAKU
from riichi_core.rules.glossary import known_yaku, usual_worth
from riichi_core.rules.load import load
from riichi_core.rules.options import Option, option_of, sentences_by_word
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import setting

ASKED = (
    ("setup.starting_points", "result.return_points", "result.oka"),
    ("result.uma",),
    ("end.bust",),
    ("end.dealer_stops",),
    ("tiles.red_fives",),
    ("yaku.all_simples",),
    ("claims.winners",),
    ("claims.forbidden_swaps",),
    ("limits.raised_to_mangan",),
    ("draws.abortive",),
)
"""The options of each question; related options share a question."""

TOGETHER: Mapping[str, Translatable] = {"setup.starting_points": "Points and oka"}
"""The title of a question about related options, by the first of them."""

MOST_ANSWERS = 5
"""The maximum number of answers to a question, which are the most common ones."""

QUESTIONS_HEAD = """\
# yaml-language-server: $schema=./ruleset.schema.json
# Everything else is as in {base}. To see all rules: riichi show {file}
"""

SHARED_CONSEQUENCES = (
    ("foul", Fouls.model_fields["false_set"].annotation, FOUL_SENTENCES),
    ("conduct", Fouls.model_fields["phone"].annotation, CONDUCT_SENTENCES),
)
"""The consequences that many fouls share: explained once, at the start of the chapter."""

FILE_HEAD = """\
# yaml-language-server: $schema=./ruleset.schema.json
# House rules over {title}.
#
# A line that begins with "#" and a name shows what {base} has. To change a rule, take away its "#"
# and write your value; all other rules stay as in the book. Lines that begin with "# " explain.
# Then: riichi check {file}    riichi compare {base} {file}
format: 1
ruleset: {id}
title: {name}
extends: {base}
# The book in whose words these rules are printed, or japanese.
#words: {words}
"""

OWN_YAKU = """\
  # A yaku of your own, in the words of docs/guides/yaku.md:
  #stairway:
  #  name: {en: Stairway, ja: Kaidan}
  #  concealed: true
  #  sets: [sequence n X, sequence n+1 X, sequence n+2 X]
  #  worth: {concealed: 2}
"""


class Answer(NamedTuple):
    """One way to play: the values of the question's options, their meaning, and a name, if any."""

    values: Mapping[str, Any]
    says: str
    label: str = ""


class Question(NamedTuple):
    """A question with its answers, starting with the base's."""

    title: str
    answers: tuple[Answer, ...]


# ---- with the answers of a club ------------------------------------------------------------------


def questions(base: Ruleset, tr: Translator) -> Iterator[Question]:
    """Yield the questions, with the shipped rulesets' values as answers."""
    others = [load(name) for name in library.shipped()]
    for paths in ASKED:
        base_answer = _answer(base, paths, tr)
        answers = [_answer(ruleset, paths, tr) for ruleset in others]
        played = Counter(map(_values_text, answers))
        by_values = {_values_text(answer): answer for answer in answers}
        more = [
            by_values[key] for key, _ in played.most_common() if key != _values_text(base_answer)
        ]
        title = TOGETHER.get(paths[0], options()[paths[0]].title)
        yield Question(tr(title), (base_answer, *more[: MOST_ANSWERS - 1]))


def _answer(ruleset: Ruleset, paths: Sequence[str], tr: Translator) -> Answer:
    settings = {path: setting(ruleset, path, options()[path], tr) for path in paths}
    values = {path: side.value for path, side in settings.items()}
    says = " ".join(side.meaning for side in settings.values())
    return Answer(values, says, tr(_label(options()[paths[0]], values[paths[0]])))


def _label(option: Option, value: Any) -> str:
    """Return the name of a way to play; empty if it has none."""
    kinds = [f"={key}" for key in value] if isinstance(value, Mapping) else [str(value).lower()]
    return next(filter(None, map(option.label, kinds)), "")


def _values_text(answer: Answer) -> str:
    return flow(dict(answer.values))


def with_answers(base: Ruleset, answers: Sequence[Answer]) -> Ruleset:
    """Return the rules of a club that gave these answers.

    An answer can leave another option without an effect, e.g. the penalty of a swap call if none is
    forbidden. That option then gets the first value that `riichi check` would propose.
    """
    values = {path: value for answer in answers for path, value in answer.values.items()}
    if not values:
        return base
    _, problems = with_values(base, values)
    for mend in (problem.fixes[0] for problem in problems if problem.fixes):
        values |= mend.values
    return base.replace(values)


def short_file(name: str, base: Ruleset, played: Ruleset, tr: Translator) -> str:
    """Return the text of house rules with only the changed options, each explained."""
    title = name.replace("-", " ").capitalize()
    settings = {
        path: setting(played, path, option, tr)
        for path, option in options().items()
        if path in played.changes
    }
    return QUESTIONS_HEAD.format(base=base.id, file=f"{name}.yaml") + house_file(
        {"format": 1, "ruleset": name, "title": title, "extends": base.id},
        {path: side.value for path, side in settings.items()},
        {path: side.meaning for path, side in settings.items()},
    )


# ---- with every option ---------------------------------------------------------------------------


def full_file(name: str, base: Ruleset) -> str:
    """Return the text of a new house-rule file `name` that changes nothing yet."""
    title = name.replace("-", " ").capitalize()
    head = FILE_HEAD.format(
        title=base.title,
        base=base.id,
        file=f"{name}.yaml",
        id=name,
        name=title,
        words=words_of(base) or base.id,
    )
    return "\n".join([head, *_chapter_lines(base)])


def _chapter_lines(base: Ruleset) -> Iterator[str]:
    for chapter, model in chapters().items():
        yield f"{chapter}:"
        if chapter == "fouls":
            yield from _consequence_lines()
        for name, option in model.options():
            path = f"{chapter}.{name}"
            if chapter == "yaku":
                yield f"  #{name}: {flow(setting(base, path, option).value)}"
            else:
                yield from _option_lines(base, path, option, model.model_fields[name])
        if chapter == "yaku":
            yield from _local_yaku_lines()
        yield ""


def _option_lines(base: Ruleset, path: str, option: Option, field: FieldInfo) -> Iterator[str]:
    menu = next((m for m in SHARED_CONSEQUENCES if field.annotation == m[1]), None)
    unit = f" ({option.unit})" if option.unit and "number" in accepted_values(field) else ""
    accepted = f"as above for {menu[0]}" if menu else accepted_values(field)
    yield from comment_lines(f"{option.title}{unit}: {accepted}")
    for word, text in sentences_by_word(option.sentences).items():
        if not menu or text != menu[2].get(word):
            yield from comment_lines(f"  {word}: {text}")
    shown: list[Option | None] = []
    for part_name, part in () if menu else leaf_parts(field):
        if (of_part := option_of(part)) not in shown:  # several records can share parts
            yield from comment_lines(f"  {part_name}: {accepted_values(part)}")
            for word, text in sentences_by_word(of_part.sentences).items() if of_part else ():
                yield from comment_lines(f"    {word}: {text}")
        shown.append(of_part)
    name, value = path.split(".")[1], setting(base, path, option).value
    for example in () if menu else example_records(field):
        if example != value:
            yield from comment_lines(f"  for example: {name}: {flow(example)}")
    yield f"  #{name}: {flow(value)}"


def _consequence_lines() -> Iterator[str]:
    for title, _, menu in SHARED_CONSEQUENCES:
        yield from comment_lines(f"What can follow a {title}, where it says so below:")
        for word, text in menu.items():
            yield from comment_lines(f"  {word}: {text}")
        yield from comment_lines("  {points: …}: Points off the result after uma.")


def _local_yaku_lines() -> Iterator[str]:
    yield from comment_lines(
        "A yaku is worth none, {concealed: 2, open: 1} in han (without open: concealed only), "
        "{limit: mangan} or {yakuman: 1}. These local ones are known and only need a worth "
        "(riichi find NAME):"
    )
    by_worth: dict[str, list[str]] = {}
    for name in known_yaku():
        if name not in BOOK_YAKU:
            usual = usual_worth(name)
            by_worth.setdefault(f"usually {flow(usual)}" if usual else "no usual worth", []).append(
                name
            )
    for worth, names in by_worth.items():
        yield from comment_lines(f"  {worth}: {', '.join(names)}")
    yield OWN_YAKU.rstrip("\n")
