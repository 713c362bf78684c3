"""docs/reference/rulesets.md: how well each ruleset is known, what differs, and readings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby

from riichi_core.files.yaml_text import plain
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import BOOK_REMARKS, GRADES, HouseHead, Ruleset, signed_sections
from riichi_validators.markdown import DOCS, table

FILE = DOCS / "reference" / "rulesets.md"

MOST_NAMED = 4
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
those options are taken over from the book on which it stands.

At the end stands every proviso and every reading. A *proviso* is what the text adds to a value, in
our words: it is a part of the rule and printed with it, always. A *reading* is what was read into a
text that does not say it, or not clearly, or that other sources contradict: it is printed beside
the section, marked as one.

This page is generated (`make docs`); a test fails when it is not current.
"""

COLUMNS = (
    *("ruleset", "organisation", "published", "cited:", "quoted:", "second-hand:"),
    *("silent:", "assumed:", "what differs most"),
)


def page() -> str:
    """Return the whole page."""
    books, shelf = (tuple(map(load, names)) for names in (library.books(), library.shelf()))
    return "\n".join(
        [HEAD, "## Books", "", *table(COLUMNS, map(_cells, books))]
        + ["## The shelf", "", *table(COLUMNS, map(_cells, shelf))]
        + [line for ruleset in shelf for line in _unknown(ruleset)]
        + ["## Provisos and readings", ""]
        + [line for ruleset in (*books, *shelf) for line in _remarks(ruleset)]
    )


def _cells(ruleset: Ruleset) -> Iterator[str]:
    yield f"`{ruleset.id}`"
    yield "-" if ruleset.head.organisation is None else ruleset.head.organisation
    yield from _shares(ruleset)
    yield "; ".join(_most_own(ruleset))


def _shares(ruleset: Ruleset) -> Iterator[str]:
    """Yield the year, and of how many options in a hundred each kind of source is known."""
    yield "-" if ruleset.head.published is None else ruleset.head.published[:4]
    every = [ruleset.provenance[path] for path in options()]
    kinds: Counter[str] = Counter(source.grade or source.kind for source in every)
    for kind in (*GRADES, "silent", "assumed"):
        yield f"{100 * kinds[kind] / len(every):.0f} %"


@cache
def _holders_of_values() -> Mapping[tuple[str, str], int]:
    """Return the number of books and of the shelf that have each value of an option."""
    return Counter(
        (path, _value_text(ruleset, path))
        for ruleset in map(load, library.bases())
        for path in options()
    )


def _most_own(ruleset: Ruleset) -> Iterator[str]:
    """Yield the known values that the fewest other rulesets have, in the order of the options."""
    known = [
        path
        for path in options()
        if ruleset.provenance[path].kind == "cite" and path.partition(".")[0] not in APART
    ]
    rarest = sorted(known, key=lambda path: _holders_of_values()[path, _value_text(ruleset, path)])[
        :MOST_NAMED
    ]
    for path in sorted(rarest, key=known.index):
        value = _value_text(ruleset, path)
        yield f"`{path}: {value}`" if len(value) < 40 else f"`{path}`"


def _value_text(ruleset: Ruleset, path: str) -> str:
    return plain(ruleset.rules.written_value(path))


def _unknown(ruleset: Ruleset) -> Iterator[str]:
    """Yield what a ruleset on the shelf was read in, and what is assumed of it."""
    assert not isinstance(ruleset.head, HouseHead)
    sources = {path: ruleset.provenance[path] for path in options()}
    assumed = [path for path, source in sources.items() if source.kind == "assumed"]
    taken_over = [path for path in assumed if sources[path].text == f"as {ruleset.extends}"]
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
        yield from (
            f"- `{path}: {_value_text(ruleset, path)}`: {sources[path].text}" for path in reasons
        )
        yield ""


def _remarks(ruleset: Ruleset) -> Iterator[str]:
    """Yield what stands beside the values that a ruleset states, provisos before readings."""
    rows = [
        (f"`{path}`", kind, signed_sections(source.text), text)
        for kind in BOOK_REMARKS
        for path, source in ruleset.provenance.items()
        if source.ruleset == ruleset.id and (text := getattr(source, kind))
    ]
    if rows:
        yield f"### {ruleset.title}: provisos and readings"
        yield ""
        yield from table(("rule", "kind", "section", "text"), rows)
