"""Read comparisons that the build has prepared, if nothing has changed since.

Finding a case for each difference needs the whole engine, and two published books always give the
same result. The build writes rulesets/prepared/comparisons/pairs.json for the pairs of
riichi.content.write_prepared, and the digest of each source file to inputs.json. If a source
file or the code has been edited, the comparison is made again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

from riichi.content.comparison_text import ComparisonText, ExampleText, OptionText
from riichi.locale import BOOK, ENGLISH, Locale
from riichi_core.files.files import digest
from riichi_core.rules import library

FOLDER = "prepared/comparisons"
INPUTS = f"{FOLDER}/inputs.json"
PAIRS = "pairs.json"
SHARED = ("prepared/scenarios.json", "studies/options.json", "yaku.yaml", "words.yaml")
"""The files in the data folder of which every comparison is made, beside its rulesets."""

SCENARIOS = "scenarios"
"""The folder of the sources of the first of these."""

HERE = Path(__file__).resolve().parent
SHOWN_BY = (HERE, HERE.parent / "locale", HERE.parent / "study/option_effects.py")
"""The code and catalogs that influence the text, besides the core."""


def prepared(names: Sequence[str], tr: Locale) -> ComparisonText | None:
    """Return the prepared comparison of these rulesets, or None if it has to be made.

    Args:
        names: ids of rulesets or paths of files, in the order of the sides.
        tr: the language and terms; only comparisons in the words of each book are prepared.
    """
    if tr.terms != BOOK or not all(name in library.books() for name in names):
        return None
    path = pairs_file()
    if not path.is_file() or not _is_current(names):
        return None
    file = json.loads(path.read_text(encoding="utf-8"))
    found = file["comparisons"].get(pair_key(names))
    if found is None:
        return None
    english, ours = file["texts"][ENGLISH.language], file["texts"][tr.language]
    texts = [
        tr.text(known) if own is None else own for known, own in zip(english, ours, strict=True)
    ]
    sides = [file["sides"][name] for name in names]
    return _comparison(_read_with(texts), found, file["options"], sides)


def pairs_file() -> Path:
    """Return the file of the prepared comparisons."""
    return library.rulesets_dir() / FOLDER / PAIRS


def pair_key(names: Iterable[str]) -> str:
    """Return the key of a comparison in the file."""
    return "+".join(names)


def digests(names: Iterable[str]) -> Mapping[str, str]:
    """Return the digests of the source files of the comparison of some books, by name.

    In a wheel, some of these files are missing and so are their digests.
    """
    files = (*SHARED, *(f"{name}.yaml" for name in names))
    paths = {file: library.rulesets_dir() / file for file in files}
    return {file: digest(path) for file, path in paths.items() if path.exists()}


def _is_current(names: Sequence[str]) -> bool:
    inputs, scenarios = library.rulesets_dir() / INPUTS, library.rulesets_dir() / SCENARIOS
    if not library.is_current(inputs, library.PACKAGE, *SHOWN_BY, scenarios):
        return False
    known: dict[str, str] = json.loads(inputs.read_text(encoding="utf-8"))
    return digests(names).items() <= known.items()


def _comparison(
    read: Callable[[Any], Any],
    data: Sequence[Any],
    options: Sequence[Sequence[int]],
    sides: Sequence[Mapping[str, Sequence[int]]],
) -> ComparisonText:
    """Return a comparison from its values in a file.

    Args:
        read: the function that puts texts in the place of their numbers.
        data: the values of `ComparisonText`, in order; the last are the number and the example of
            each option.
        options: the first values of `OptionText`, by the number of an option.
        sides: for each ruleset, its sentence and citation, by the number of an option.
    """

    def option_text(number: int, example: Any) -> OptionText:
        path, option_title, chapter = read(options[number])
        said = tuple((text, cited) for text, cited in (read(side[str(number)]) for side in sides))
        shown = example and ExampleText(read(example[0]), tuple(read(example[1])))
        return OptionText(path, option_title, chapter, said, shown)

    title, summary, matters, alike, labels, introduction = read(data[:-1])
    texts = tuple(option_text(*row) for row in data[-1])
    return ComparisonText(title, summary, matters, alike, tuple(labels), introduction, texts)


def _read_with(texts: Sequence[str]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if isinstance(value, list):
            return [read(part) for part in value]
        return None if value is None else texts[value]

    return read


def as_file_text(comparisons: Mapping[str, Mapping[str, ComparisonText]]) -> str:
    """Return the text of the file: JSON, one line for each comparison and for each language.

    Most sentences are in many comparisons, so the file has each once, and numbers in its place. A
    number is the same in all languages. Where the catalog translates the English text, the file has
    null. A ruleset has one sentence for an option in all comparisons, so the file has it once.

    Args:
        comparisons: the comparisons in each language, English first, by `pair_key`.
    """
    numbers: dict[tuple[str, ...], int] = {}

    def number(values: tuple[Any, ...]) -> Any:
        """Return the number of a text, or those of several, from their values by language."""
        if isinstance(values[0], tuple):
            return [number(parts) for parts in zip(*values, strict=True)]
        return None if values[0] is None else numbers.setdefault(values, len(numbers))

    options: dict[tuple[int, ...], int] = {}
    sides: dict[str, dict[int, list[int]]] = {}

    def row(rulesets: Sequence[str], option: Sequence[Any]) -> list[Any]:
        """Return the number of an option and its example; keep its other values above."""
        *head, sentences, example = option
        place = options.setdefault(tuple(head), len(options))
        for ruleset, side in zip(rulesets, sentences, strict=True):
            if sides.setdefault(ruleset, {}).setdefault(place, side) != side:
                raise ValueError(f"{ruleset} has two sentences for the same option")
        return [place, example]

    by_pair = {}
    for name, in_languages in comparisons.items():
        *start, compared = number(tuple(map(astuple, in_languages.values())))
        by_pair[name] = [*start, [row(name.split("+"), option) for option in compared]]
    english, *others = zip(*numbers, strict=True)
    by_language = dict.fromkeys(next(iter(comparisons.values())), english)
    for language, own in zip([*by_language][1:], others, strict=True):
        tr = Locale(language)
        by_language[language] = tuple(
            None if tr.text(known) == text else text
            for known, text in zip(english, own, strict=True)
        )
    parts = {
        "comparisons": _lines(by_pair),
        "options": _compact([*options]),
        "sides": _lines(sides),
        "texts": _lines(by_language),
    }
    return "{" + ",\n".join(f'"{name}": {text}' for name, text in parts.items()) + "}\n"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _lines(values: Mapping[str, Any]) -> str:
    """Return an object as JSON, one line for each value."""
    lines = (f"{json.dumps(name)}: {_compact(value)}" for name, value in values.items())
    return "{\n" + ",\n".join(lines) + "\n}"
