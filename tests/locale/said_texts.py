"""Every text that rulebook and guide can say: found in the code, and by making all of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import permutations
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pytest import MonkeyPatch

from riichi_app.locale import locale, sentences
from riichi_app.locale.file import Terms
from riichi_app.locale.locale import Locale
from riichi_app.pages.examples import examples
from riichi_app.pages.guide.pages import html as guide_html
from riichi_app.pages.rulebook.book import (
    ALIKE,
    CHANGES,
    DIFFERENT,
    MARK,
    SOURCE,
    YAKU,
    about_chapter,
    rulebook,
)
from riichi_app.pages.rulebook.pages import html, markdown
from riichi_core.compare import compare
from riichi_core.rules import library, load
from riichi_core.rules.options import Option, meaning, sentences_by_word
from riichi_core.rules.rules import chapters
from riichi_core.rules.vocabulary import Definition
from riichi_core.scenarios.index import shipped_scenarios
from riichi_core.source.expected import parts

ROOT = Path(__file__).resolve().parents[2]

SPEAKING = (
    *sorted((ROOT / "riichi_core" / "rules" / "chapters").glob("*.py")),
    *(ROOT / "riichi_core" / path for path in ("scoring/describe.py", "settlement/telling.py")),
    *(
        ROOT / "riichi_app" / path
        for path in (
            "documents/tile_art.py",
            "pages/foul_outcomes.py",
            "pages/citations.py",
            "pages/examples.py",
            "pages/outcomes.py",
            "pages/comparison.py",
        )
    ),
)
"""The modules whose functions say texts that they choose from tables."""


TOLD = ("win", "deal")
"""The kinds of scenarios that are told from their facts, not in a sentence of their own."""

# ---- in the code ---------------------------------------------------------------------------------


def of_the_code() -> set[str]:
    """What stands in the code: of options and chapters, and of functions that have a tr."""
    found = {chapter.TITLE for chapter in chapters().values()}
    found |= {about_chapter(chapter) for chapter in chapters().values()}
    for chapter in chapters().values():
        found |= set(_of_model(chapter))
    for path in SPEAKING:
        found |= set(_of_module(path))
    found |= {SOURCE, DIFFERENT, ALIKE, MARK, *CHANGES, *YAKU}
    return found | {name.replace("_", " ") for name in Definition.model_fields}


def _of_model(model: type[BaseModel]) -> Iterator[str]:
    for field in model.model_fields.values():
        option = meaning(field)
        if option is not None:
            yield from _of_option(option)
        for _, part in parts(field):
            if (inner := meaning(part)) is not None:
                yield from _of_says(inner)


def _of_option(option: Option) -> Iterator[str]:
    yield option.title
    yield from _of_says(option)


def _of_says(option: Option) -> Iterator[str]:
    if isinstance(option.sentences, str):
        yield from filter(_is_text, [option.sentences])
    else:
        yield from sentences_by_word(option.sentences).values()


def _of_module(path: Path) -> Iterator[str]:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    module = import_module(name)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and _has_a_tongue(node):
            yield from _of_function(node, module)


def _has_a_tongue(node: ast.FunctionDef) -> bool:
    return any(isinstance(inner, ast.Name) and inner.id == "tr" for inner in ast.walk(node))


def _of_function(node: ast.FunctionDef, module: Any) -> Iterator[str]:
    """The texts in a function, and those of the tables that it looks them up in."""
    docstring = ast.get_docstring(node, clean=False)
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            if " " in inner.value and inner.value != docstring and _is_text(inner.value):
                yield inner.value
        elif isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name):
            yield from _said_at_once(inner)
        elif isinstance(inner, ast.Name) and _names_a_table(inner.id):
            yield from _strings(getattr(module, inner.id))


def _said_at_once(call: ast.Call) -> Iterator[str]:
    """The text of `tr("or")`, however short it is."""
    if isinstance(call.func, ast.Name) and call.func.id == "tr" and call.args:
        text = call.args[0]
        if isinstance(text, ast.Constant) and isinstance(text.value, str) and _is_text(text.value):
            yield text.value


def _names_a_table(name: str) -> bool:
    return name.lstrip("_").isupper() and name != "BACK"


def _is_text(text: str) -> bool:
    """Whether people can read it: it has words beside its parts, and is no markup."""
    bare = re.sub(r"\{[^}]*\}", "", text)
    markup = re.search("[<=]", text) or text == "tile turned"
    return bool(re.search("[A-Za-z]", bare)) and not markup


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _strings(tuple(value.values()))
    elif isinstance(value, (tuple, list)):
        for one in value:
            yield from _strings(one)


def of_the_scenarios() -> set[str]:
    """The sentences of those that can be an example of what a rule changes."""
    return {one.says for one in shipped_scenarios() if one.options and one.given.kind not in TOLD}


# ---- by saying all of them -----------------------------------------------------------------------


@cache
def shipped() -> tuple[str, ...]:
    return tuple(map(str, library.shipped()))


def of_the_documents(language: str) -> tuple[set[str], set[str]]:
    """What the rulebooks of all shipped rulesets and the guides from each to each say.

    Returns:
        The texts that were looked up, and those that the engine made.
    """
    return _listening(lambda: _documents(Locale(language, "english")))


def _documents(in_words: Locale) -> Iterator[str]:
    rulesets = [load(name) for name in shipped()]
    for ruleset in rulesets:
        book = rulebook(ruleset, in_words)
        yield html(book, in_words)
        yield markdown(book, in_words)
    for pair in permutations(rulesets, 2):
        found = compare(pair, in_words.tr)
        told = examples([row.path for row in found.differing], found.rulesets, in_words)
        yield guide_html(found, told, in_words, "a4", everything=True)


def _listening(make: Callable[[], Iterable[str]]) -> tuple[set[str], set[str]]:
    """What is looked up, and what the engine is heard to say, while something is made."""
    said: set[str] = set()
    told: set[str] = set()

    def looking(language: str, terms: Terms, text: str) -> str:
        said.add(text)
        return translate(language, terms, text)

    def hearing(text: str, language: str, terms: Terms) -> str:
        told.add(text)
        return heard(text, language, terms)

    translate, heard = sentences.translate, sentences.heard
    sentences.tr.cache_clear()
    with MonkeyPatch.context() as patch:
        patch.setattr(sentences, "translate", looking)
        patch.setattr(locale, "heard", hearing)
        made = list(make())
    sentences.tr.cache_clear()
    assert made
    return said - told, told
