"""docs/coverage.md: every clause of the two books, and what in the project answers for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

from riichi_core.rules.clauses import Clause, book_name, clauses, indexed_books, settled_by
from riichi_core.rules.rules import options
from riichi_core.scenarios.index import by_option, shipped_scenarios

FILE = Path(__file__).resolve().parents[2] / "docs" / "coverage.md"

MOST = 3
"""The number of scenarios of a clause that are named."""

_ANSWERS = ("option", "fixed", "table")

HEAD = """\
# Coverage

Every clause of the four books of EMA and WRC (`rulesets/clauses.yaml`), by topic: the option that
settles it, or *fixed* where all rulesets have it alike and it is part of the engine, or *table*
where it only concerns people at a table. On a clause in bold the books differ. The last column
names the scenarios that show it (`riichi test --clause ID`); where
none can, it says what people do.

This page is generated (`make docs`); a test fails when it is not current.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *_summary(), *_topics(), *_options()])


def _answer(clause: Clause) -> str:
    """Return what answers for a clause: options by their paths, `fixed`, or `table`."""
    paths = settled_by().get(clause.id, ())
    if paths:
        return ", ".join(f"`{path}`" for path in paths)
    return "*fixed*" if clause.common else "*table*"


def _summary() -> Iterator[str]:
    kinds = Counter(
        (clause.kind, "option" if clause.id in settled_by() else _answer(clause).strip("*"))
        for clause in clauses().values()
    )
    yield "| kind | clauses | option | fixed | table |"
    yield "|---|--:|--:|--:|--:|"
    for kind in dict.fromkeys(clause.kind for clause in clauses().values()):
        counts = [kinds[kind, answer] for answer in _ANSWERS]
        yield f"| {kind} | {sum(counts)} | {' | '.join(map(str, counts))} |"
    totals = [sum(n for (_, a), n in kinds.items() if a == answer) for answer in _ANSWERS]
    yield f"| **all** | {sum(totals)} | {' | '.join(map(str, totals))} |"
    yield ""


def _topics() -> Iterator[str]:
    for topic, group in groupby(clauses().values(), key=lambda clause: clause.topic):
        yield f"## {topic.capitalize()}"
        yield ""
        yield f"| clause | {' | '.join(map(book_name, indexed_books()))} | settled by | scenarios |"
        yield f"|---|{'---|' * len(indexed_books())}---|---|"
        yield from map(_line, group)
        yield ""


def _options() -> Iterator[str]:
    """Every option with the scenarios that tell its values apart."""
    yield "## Options"
    yield ""
    yield "| option | clauses | told apart by |"
    yield "|---|---|---|"
    for path, option in options().items():
        several = [one.id for one in by_option().get(path, ())]
        more = f" and {len(several) - MOST} more" if len(several) > MOST else ""
        told = ", ".join(several[:MOST]) + more
        if option.effect == "table":
            told = told or "*table*: it only concerns people"
        yield f"| `{path}` | {', '.join(option.clauses)} | {told} |"
    yield ""


def _line(clause: Clause) -> str:
    name = f"**{clause.id}**" if clause.differs else clause.id
    sections = " | ".join(clause.sections(book) or "-" for book in indexed_books())
    return f"| {name} | {sections} | {_answer(clause)} | {_examples(clause)} |"


@cache
def _shown_by() -> dict[str, list[str]]:
    """The scenarios that show each clause, in the order of their files."""
    found: dict[str, list[str]] = {}
    for one in shipped_scenarios():
        for name in one.clauses:
            found.setdefault(name, []).append(one.id)
    return found


def _examples(clause: Clause) -> str:
    """The scenarios that show a clause, or what people do where none can."""
    several = _shown_by().get(clause.id, [])
    if not several:
        return clause.statement.replace("|", "\\|")
    more = f" and {len(several) - MOST} more" if len(several) > MOST else ""
    return ", ".join(several[:MOST]) + more


def write() -> Iterable[Path]:
    """Write the page."""
    FILE.write_text(page(), encoding="utf-8")
    return [FILE]
