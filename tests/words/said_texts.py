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

from riichi_app.guide.pages import html as guide_html
from riichi_app.render.outcomes import examples
from riichi_app.rulebook.book import about_chapter, rulebook
from riichi_app.rulebook.pages import html, markdown
from riichi_app.words import sentences
from riichi_app.words.words import Words
from riichi_core.compare import compare
from riichi_core.rules import library, load
from riichi_core.rules.expects import parts
from riichi_core.rules.options import Option, meaning
from riichi_core.rules.rules import chapters
from riichi_core.rules.speech import words as words_of

ROOT = Path(__file__).resolve().parents[2]

SPEAKING = (
    *sorted((ROOT / "riichi_core" / "rules" / "chapters").glob("*.py")),
    *(ROOT / "riichi_core" / path for path in ("scoring/telling.py", "rules/view.py")),
    *(
        ROOT / "riichi_app" / path
        for path in (
            "drawing/tiles.py",
            "render/foul_words.py",
            "render/law.py",
            "render/outcomes.py",
            "render/text.py",
        )
    ),
)
"""The modules whose functions say texts that they choose from tables."""


# ---- in the code ---------------------------------------------------------------------------------


def of_the_code() -> set[str]:
    """What stands in the code: of options and chapters, and of functions that have a tongue."""
    found = {chapter.TITLE for chapter in chapters().values()}
    found |= {about_chapter(chapter) for chapter in chapters().values()}
    for chapter in chapters().values():
        found |= set(_of_model(chapter))
    for path in SPEAKING:
        found |= set(_of_module(path))
    return found


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
    if isinstance(option.says, str):
        yield from filter(None, [option.says])
    else:
        yield from words_of(option.says).values()


def _of_module(path: Path) -> Iterator[str]:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    module = import_module(name)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and _has_a_tongue(node):
            yield from _of_function(node, module)


def _has_a_tongue(node: ast.FunctionDef) -> bool:
    return any(isinstance(inner, ast.Name) and inner.id == "tongue" for inner in ast.walk(node))


def _of_function(node: ast.FunctionDef, module: Any) -> Iterator[str]:
    """The texts in a function, and those of the tables that it looks them up in."""
    docstring = ast.get_docstring(node, clean=False)
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            if " " in inner.value and inner.value != docstring and _is_text(inner.value):
                yield inner.value
        elif isinstance(inner, ast.Name) and inner.id.lstrip("_").isupper():
            yield from _strings(getattr(module, inner.id))


def _is_text(text: str) -> bool:
    return bool(re.search("[A-Za-z]{2}", text)) and not re.search("[<=]", text)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _strings(tuple(value.values()))
    elif isinstance(value, (tuple, list)):
        for one in value:
            yield from _strings(one)


# ---- by saying all of them -----------------------------------------------------------------------


@cache
def shipped() -> tuple[str, ...]:
    return tuple(map(str, library.shipped()))


def of_the_documents(language: str) -> tuple[set[str], set[str]]:
    """What the rulebooks of all shipped rulesets and the guides from each to each say.

    Returns:
        The texts that were looked up, and those that the engine made.
    """
    said, heard = _listening(lambda: list(_documents(Words(language, "english"))))
    return said, heard


def _documents(words: Words) -> Iterator[str]:
    rulesets = [load(name) for name in shipped()]
    for ruleset in rulesets:
        book = rulebook(ruleset, words)
        yield html(book, words)
        yield markdown(book, words)
    for pair in permutations(rulesets, 2):
        found = compare(pair, words.tongue)
        shown = examples([row.path for row in found.differing], found.rulesets, words)
        yield guide_html(found, shown, words, everything=True)


def _listening(make: Callable[[], Iterable[str]]) -> tuple[set[str], set[str]]:
    said: set[str] = set()
    told: set[str] = set()
    translate, heard = sentences._translate, sentences.heard

    def translating(language: str, terms: Any, text: str) -> str:
        said.add(text)
        return translate(language, terms, text)

    def hearing(text: str, language: str, terms: Any) -> str:
        told.add(text)
        return heard(text, language, terms)

    sentences.tongue.cache_clear()
    sentences._translate = translating  # type: ignore[assignment]
    sentences.heard = hearing
    try:
        make()
    finally:
        sentences._translate, sentences.heard = translate, heard
        sentences.tongue.cache_clear()
    return said - told, told
