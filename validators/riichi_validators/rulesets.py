"""docs/rulesets.md: the shares of each ruleset that are known, its own values, the unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path

from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import GRADES, HouseHead, Ruleset
from riichi_core.source.scalars import plain

FILE = Path(__file__).resolve().parents[2] / "docs" / "rulesets.md"

MOST = 4
"""The number of options that are named as most a ruleset's own."""

APART = ("fouls", "tournament")
"""Chapters that are not looked at for what is most a ruleset's own."""

HEAD = """\
# Rulesets

How far each ruleset is known. The options of a ruleset are *cited* from the organisation's own
text, *quoted* from a text that quotes it by article, known *second-hand* from any other, *silent*
where the text does not say it, or *assumed*. What differs most are the values, of those that are
known, which the fewest other rulesets have.

Below the tables stands for each ruleset on the shelf what it was read in and what is not known:
those options are taken over from the book on which it stands. Where sources contradict each other,
the note of the value says so (`riichi show RULESET`).

This page is generated (`make docs`); a test fails when it is not current.
"""

COLUMNS = (
    *("ruleset", "organisation", "published", "cited", "quoted", "second-hand"),
    *("silent", "assumed", "what differs most"),
)


def page() -> str:
    """Return the whole page."""
    books, shelf = (tuple(map(load, names)) for names in (library.books(), library.shelf()))
    return "\n".join(
        [HEAD, "## Books", "", *_table(books), "## The shelf", "", *_table(shelf)]
        + [line for ruleset in shelf for line in _unknown(ruleset)]
    )


def _table(rulesets: Iterable[Ruleset]) -> Iterator[str]:
    yield f"| {' | '.join(COLUMNS)} |"
    yield f"|---|---|---|{'--:|' * 5}---|"
    for ruleset in rulesets:
        cells = (f"`{ruleset.id}`", ruleset.head.organisation or "-", *_shares(ruleset))
        yield f"| {' | '.join((*cells, '; '.join(_own(ruleset))))} |"
    yield ""


def _shares(ruleset: Ruleset) -> Iterator[str]:
    """Yield the year, and of how many options in a hundred each kind of source is known."""
    yield (ruleset.head.published or "-")[:4]
    every = [ruleset.provenance[path] for path in options()]
    kinds: Counter[str] = Counter(law.grade or law.kind for law in every)
    for kind in (*GRADES, "silent", "assumed"):
        yield f"{100 * kinds[kind] / len(every):.0f} %"


@cache
def _shared() -> Mapping[tuple[str, str], int]:
    """Return the number of books and of the shelf that have each value of an option."""
    return Counter(
        (path, _written(ruleset, path))
        for ruleset in map(load, library.bases())
        for path in options()
    )


def _own(ruleset: Ruleset) -> Iterator[str]:
    """Yield the known values that the fewest other rulesets have, in the order of the options."""
    known = [
        path
        for path in options()
        if ruleset.provenance[path].kind == "cite" and path.partition(".")[0] not in APART
    ]
    rarest = sorted(known, key=lambda path: _shared()[path, _written(ruleset, path)])[:MOST]
    for path in sorted(rarest, key=known.index):
        value = _written(ruleset, path)
        yield f"`{path}: {value}`" if len(value) < 40 else f"`{path}`"


def _written(ruleset: Ruleset, path: str) -> str:
    return plain(ruleset.rules.written_value(path))


def _unknown(ruleset: Ruleset) -> Iterator[str]:
    """Yield what a ruleset on the shelf was read in, and what is assumed of it."""
    assert not isinstance(ruleset.head, HouseHead)
    laws = {path: ruleset.provenance[path] for path in options()}
    assumed = [path for path, law in laws.items() if law.kind == "assumed"]
    taken_over = [path for path in assumed if laws[path].text == f"as {ruleset.extends}"]
    yield f"### {ruleset.title} (`{ruleset.id}`)"
    yield ""
    for source in ruleset.head.sources.values():
        yield f"- {source.title} ({source.author}; {source.grade})"
    yield ""
    yield f"Taken over from `{ruleset.extends}`, {len(taken_over)} options:"
    yield ""
    for chapter, paths in groupby(taken_over, key=lambda path: path.partition(".")[0]):
        names = [path.partition(".")[2] for path in paths]
        every = len(names) == len([*chapters()[chapter].options()])
        yield f"- {chapter}: {'all' if every else ', '.join(f'`{name}`' for name in names)}"
    yield ""
    if reasons := [path for path in assumed if path not in taken_over]:
        yield "Assumed for a reason of its own:"
        yield ""
        yield from (f"- `{path}: {_written(ruleset, path)}`: {laws[path].text}" for path in reasons)
        yield ""


def write() -> Iterable[Path]:
    """Write the page."""
    FILE.write_text(page(), encoding="utf-8")
    return [FILE]
