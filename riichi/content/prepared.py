"""Read comparisons that the build has prepared, if nothing has changed since.

Finding a case for each difference needs the whole engine, and two published books always give the
same result. The build writes a file for each pair of riichi.content.write_prepared and each
language to rulesets/prepared/comparisons/, and the digest of each source file to inputs.json. If a
source file or the code has been edited, the comparison is made again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from riichi.content.comparison_text import ComparisonText, ExampleText, OptionText
from riichi.locale import BOOK, Locale
from riichi_core.files.files import digest
from riichi_core.rules import library

FOLDER = "prepared/comparisons"
INPUTS = f"{FOLDER}/inputs.json"
SHARED = ("prepared/scenarios.json", "studies/options.json", "yaku.yaml", "words.yaml")
"""The files in the data folder of which every comparison is made, beside its rulesets."""

SCENARIOS = "scenarios"
"""The folder of the sources of the first of these."""

HERE = Path(__file__).resolve().parent
SHOWN_BY = (HERE, HERE.parent / "locale")
"""The code and catalogs that influence the text, besides the core."""


def prepared(names: Sequence[str], tr: Locale) -> ComparisonText | None:
    """Return the prepared comparison of these rulesets, or None if it has to be made.

    Only comparisons in the words of each book are prepared.
    """
    if tr.terms != BOOK or not all(name in library.books() for name in names):
        return None
    path = file_of(names, tr.language)
    if not path.is_file() or not _is_current(names):
        return None
    return read_text(path.read_text(encoding="utf-8"))


def file_of(names: Iterable[str], language: str) -> Path:
    """Return the file of a prepared comparison."""
    return library.rulesets_dir() / FOLDER / f"{'+'.join(names)}.{language}.json"


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


def written_text(comparison: ComparisonText) -> str:
    """Return the text of the file that `read_text` reads."""
    return json.dumps(asdict(comparison), ensure_ascii=False, separators=(",", ":"))


def read_text(text: str) -> ComparisonText:
    """Return a comparison from the text of its file."""
    data = json.loads(text)
    options = (
        OptionText(
            **option
            | {
                "sides": tuple(map(tuple, option["sides"])),
                "example": (example := option["example"])
                and ExampleText(example["happened"], tuple(example["outcomes"])),
            }
        )
        for option in data["options"]
    )
    return ComparisonText(**data | {"labels": tuple(data["labels"]), "options": tuple(options)})
