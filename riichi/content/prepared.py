"""Read comparisons that the build has prepared, if nothing has changed since.

Finding a case for each difference needs the whole engine, and two published books always give the
same result. The build writes rulesets/prepared/comparisons/A+B.xx.json for the pairs of
riichi.content.write_prepared, and the digest of each source file to inputs.json. If a source
file or the code has been edited, the comparison is made again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

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
    path = file_of(names, tr.language)
    if not path.is_file() or not _is_current(names):
        return None
    return _from_json(json.loads(path.read_text(encoding="utf-8")))


def file_of(names: Iterable[str], language: str) -> Path:
    """Return the file for a prepared comparison."""
    return library.rulesets_dir() / FOLDER / f"{'+'.join(names)}.{language}.json"


def digests(names: Iterable[str]) -> Mapping[str, str]:
    """Return the digests of the source files of the comparison of some books, by name."""
    files = (*SHARED, *(f"{name}.yaml" for name in names))
    return {file: digest(library.rulesets_dir() / file) for file in files}


def _is_current(names: Sequence[str]) -> bool:
    inputs, scenarios = library.rulesets_dir() / INPUTS, library.rulesets_dir() / SCENARIOS
    if not library.is_current(inputs, library.PACKAGE, *SHOWN_BY, scenarios):
        return False
    known: dict[str, str] = json.loads(inputs.read_text(encoding="utf-8"))
    return digests(names).items() <= known.items()


def _from_json(data: Mapping[str, Any]) -> ComparisonText:
    options = tuple(
        OptionText(
            option["path"],
            option["title"],
            option["chapter"],
            tuple((sentences, citation) for sentences, citation in option["sides"]),
            example=option["example"]
            and ExampleText(option["example"]["happened"], tuple(option["example"]["outcomes"])),
        )
        for option in data["options"]
    )
    return ComparisonText(
        data["title"],
        data["summary"],
        data["matters"],
        data["alike"],
        tuple(data["labels"]),
        data["introduction"],
        options,
    )


def as_file_text(text: ComparisonText) -> str:
    """Return the text of a comparison's file: JSON, one line per option."""
    head = {name: value for name, value in asdict(text).items() if name != "options"}
    options = ",\n".join(_compact(asdict(option)) for option in text.options)
    return f'{_compact(head)[:-1]},"options":[\n{options}\n]}}\n'


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
