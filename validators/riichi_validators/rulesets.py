"""docs/reference/rulesets.md: how well each ruleset is known, its peculiarities, and readings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
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
"""The number of options in the column of what differs most."""

APART = ("fouls", "tournament")
"""Chapters that are left out of that column."""

HEAD = """\
# Rulesets

How much of each ruleset is known. The options are *cited* from the organisation's own text,
*quoted* from a text that quotes it by article, known *second-hand* from any other, *silent* if the
text does not say it, or *assumed*. The last column has the known values that the fewest other
rulesets have.

The documentation site has a page for each ruleset, with its sources, what is not known, and every
proviso and reading. `riichi show RULESET` prints them with the values. A *proviso* is a part of the
rule that the value does not express. A *reading* is our interpretation of a text that is unclear,
or that other sources contradict. `make docs` generates this page.
"""

DETAILS = "reference/rulesets"
"""The folder of the pages about single rulesets, which only the site has."""

COLUMNS = (
    *("ruleset", "organisation", "published", "cited:", "quoted:", "second-hand:"),
    *("silent:", "assumed:", "what differs most"),
)


def page() -> str:
    """Return the page about all rulesets."""
    books, shelf = (tuple(map(load, names)) for names in (library.books(), library.shelf()))
    parts = {"Books": books, "The shelf": shelf}.items()
    return "\n".join([HEAD, *(line for part in parts for line in _part(*part))])


def _part(title: str, rulesets: Iterable[Ruleset]) -> Iterator[str]:
    yield f"## {title}\n"
    yield from table(COLUMNS, map(_cells, rulesets))


def ruleset_pages() -> Iterator[tuple[str, str, str]]:
    """Yield the title, path and text of the page about each book and each ruleset on the shelf."""
    for ruleset in map(load, library.bases()):
        lines = [f"# {ruleset.title} (`{ruleset.id}`)", "", *_sources(ruleset)]
        if ruleset.extends is not None:
            lines += _unknown(ruleset)
        lines += _remarks(ruleset)
        yield ruleset.title, f"{DETAILS}/{ruleset.id}.md", "\n".join(lines)


def _cells(ruleset: Ruleset) -> Iterator[str]:
    yield f"`{ruleset.id}`"
    yield "-" if ruleset.head.organisation is None else ruleset.head.organisation
    yield from _shares(ruleset)
    yield "; ".join(_most_own(ruleset))


def _shares(ruleset: Ruleset) -> Iterator[str]:
    """Yield the year, and the percentage of options known from each kind of source."""
    yield "-" if ruleset.head.published is None else ruleset.head.published[:4]
    every = [ruleset.provenance[path] for path in options()]
    kinds: Counter[str] = Counter(source.grade or source.kind for source in every)
    for kind in (*GRADES, "silent", "assumed"):
        yield f"{100 * kinds[kind] / len(every):.0f} %"


@cache
def _holders_of_values() -> Mapping[tuple[str, str], int]:
    """Return the number of books and shelf rulesets that have each value of an option."""
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


def _sources(ruleset: Ruleset) -> Iterator[str]:
    assert not isinstance(ruleset.head, HouseHead)
    yield "## Sources\n"
    for source in ruleset.head.sources.values():
        yield f"- {source.title} ({source.author}; {source.grade})"
    yield ""


def _unknown(ruleset: Ruleset) -> Iterator[str]:
    """Yield the options of a ruleset on the shelf that are assumed."""
    sources = {path: ruleset.provenance[path] for path in options()}
    assumed = [path for path, source in sources.items() if source.kind == "assumed"]
    taken_over = [path for path in assumed if sources[path].text == f"as {ruleset.extends}"]
    yield "## Not known\n"
    yield f"{len(taken_over)} options are assumed as in `{ruleset.extends}`:\n"
    for chapter, paths in groupby(taken_over, key=lambda path: path.partition(".")[0]):
        names = [path.partition(".")[2] for path in paths]
        every = len(names) == len([*chapters()[chapter].options()])
        yield f"- {chapter}: {'all' if every else ', '.join(f'`{name}`' for name in names)}"
    yield ""
    if reasons := [path for path in assumed if path not in taken_over]:
        yield "Assumed for another reason:\n"
        yield from (
            f"- `{path}: {_value_text(ruleset, path)}`: {sources[path].text}" for path in reasons
        )
        yield ""


def _remarks(ruleset: Ruleset) -> Iterator[str]:
    """Yield the provisos and readings of the values that a ruleset states, provisos first."""
    rows = [
        (f"`{path}`", kind, signed_sections(source.text), text)
        for kind in BOOK_REMARKS
        for path, source in ruleset.provenance.items()
        if source.ruleset == ruleset.id and (text := getattr(source, kind))
    ]
    if rows:
        yield "## Provisos and readings\n"
        yield from table(("rule", "kind", "section", "text"), rows)
