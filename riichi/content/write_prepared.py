"""Write the prepared comparisons of pairs of books, in all languages.

The prepared pairs are the common ones, in either order: a fully indexed book with any other book.
Other pairs, house rules, three rulesets and Japanese terms are compared on demand, so that the
files stay small.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import permutations
from pathlib import Path

from riichi.content.comparison import comparison_text
from riichi.content.comparison_text import ComparisonText
from riichi.content.contrasting_scenarios import KnownResults
from riichi.content.examples import contrasting_cases, examples_in_words
from riichi.content.prepared import FOLDER, INPUTS, digests, file_of, written_text
from riichi.locale import Locale, offered_languages
from riichi.whole_files import write_whole
from riichi_core.comparison.comparison import compare
from riichi_core.rules import library
from riichi_core.rules.clauses import indexed_books
from riichi_core.rules.load import load


def prepared_pairs() -> Iterator[tuple[str, str]]:
    """Yield the ids of the pairs of rulesets whose comparison is prepared."""
    for first, second in permutations(library.books(), 2):
        if {first, second} & {*indexed_books()}:
            yield first, second


def comparisons(
    names: tuple[str, str], known: KnownResults | None = None
) -> Mapping[str, ComparisonText]:
    """Return the comparison of two books in each language; `known` has earlier results."""
    rulesets = [load(name) for name in names]
    paths = [row.path for row in compare(*rulesets).differing]
    cases = contrasting_cases(paths, rulesets, known)
    by_language = {}
    for language in offered_languages():
        tr = Locale(language)
        examples = examples_in_words(cases, rulesets, tr)
        by_language[language] = comparison_text(
            compare(*rulesets, tr=tr), examples, tr, everything=False
        )
    return by_language


def inputs() -> str:
    """Return the digests of all source files of comparisons, as the text of their file."""
    names = sorted({name for pair in prepared_pairs() for name in pair})
    return json.dumps(digests(names), indent=1) + "\n"


def write() -> Iterator[Path]:
    """Write every prepared comparison, delete obsolete ones, and yield the paths."""
    folder = library.rulesets_dir() / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    known = KnownResults()
    texts_by_path = {
        file_of(pair, language): written_text(text)
        for pair in prepared_pairs()
        for language, text in comparisons(pair, known).items()
    }
    texts_by_path[library.rulesets_dir() / INPUTS] = inputs()
    for path in {*folder.iterdir()} - {*texts_by_path}:
        path.unlink()
    for path, text in texts_by_path.items():
        write_whole(path, text.encode())
        yield path
