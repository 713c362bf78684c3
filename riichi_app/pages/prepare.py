"""`python -m riichi_app.pages.prepare`: write the comparisons that are read from files.

Prepared are the pairs that people ask for, in either order: a book of which every clause is in the
index with any other book. Other pairs, house rules, three rulesets and Japanese terms are worked
out when they are asked for, so that the files stay few as rulesets are added.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import permutations
from pathlib import Path

from riichi_app.locale import Locale, languages
from riichi_app.pages.comparison import comparison_text
from riichi_app.pages.examples import told_examples
from riichi_app.pages.prepared import FOLDER, INPUTS, digests, file_of, written
from riichi_core.comparison.comparison import compare
from riichi_core.comparison.examples import KnownResults, contrasting_cases
from riichi_core.rules import library
from riichi_core.rules.clauses import indexed_books
from riichi_core.rules.load import load


def prepared_pairs() -> Iterator[tuple[str, str]]:
    """Yield the ids of the pairs of rulesets whose comparison is prepared."""
    for one, other in permutations(library.books(), 2):
        if {one, other} & {*indexed_books()}:
            yield one, other


def texts(names: tuple[str, str], known: KnownResults | None = None) -> Mapping[Path, str]:
    """Return the files of a pair, one for each language, with what is in them.

    Args:
        names: the ids of two rulesets.
        known: what other pairs found out of the same rulesets.
    """
    rulesets = [load(name) for name in names]
    paths = [row.path for row in compare(*rulesets).differing]
    known = known or KnownResults()
    cases = contrasting_cases(paths, rulesets, known)
    found = {}
    for language in languages():
        tr = Locale(language)
        shown = told_examples(cases, rulesets, tr)
        text = comparison_text(compare(*rulesets, tr=tr), shown, tr, everything=False, known=known)
        found[file_of(names, language)] = written(text)
    return found


def inputs() -> str:
    """Return the digests of all files that comparisons are made of, as their file has them."""
    names = sorted({name for pair in prepared_pairs() for name in pair})
    return json.dumps(digests(names), indent=1) + "\n"


def write() -> Iterator[Path]:
    """Write every prepared comparison, take away what is none any more, and name the files."""
    folder = library.data_folder() / FOLDER
    folder.mkdir(exist_ok=True)
    known = KnownResults()
    found = {path: text for pair in prepared_pairs() for path, text in texts(pair, known).items()}
    found[library.data_folder() / INPUTS] = inputs()
    for path in {*folder.iterdir()} - {*found}:
        path.unlink()
    for path, text in found.items():
        path.write_text(text, encoding="utf-8")
        yield path


if __name__ == "__main__":
    for file in write():
        print(file)
