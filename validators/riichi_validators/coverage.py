"""A page of the site: each clause of the indexed books and its option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from riichi_core.rules.clauses import Clause, book_name, clauses, indexed_books, settled_by
from riichi_core.rules.rules import options
from riichi_core.scenarios.scenario import by_option, shipped_scenarios
from riichi_validators.markdown import table

MOST_NAMED = 3
"""The maximum number of scenarios named for a clause."""

_ANSWERS = ("option", "fixed", "table")

HEAD = """\
# Coverage

Each clause of the EMA and WRC books (`rulesets/clauses.yaml`), by topic, with the option that
settles it. *fixed*: all books agree, so the rule is part of the engine. *table*: the rule only
concerns people at a table. The books differ on a clause in bold. The last column lists the
scenarios that show the clause (`riichi test --clause ID`). If no scenario can show it, the column
says what people do.
"""


def page() -> str:
    """Return the whole page."""
    return "\n".join([HEAD, *_summary(), *_topics(), *_options()])


def _answer(clause: Clause) -> str:
    """Return what decides a clause: options by path, `fixed`, or `table`."""
    paths = settled_by().get(clause.id, ())
    if paths:
        return ", ".join(f"`{path}`" for path in paths)
    return "*fixed*" if clause.common else "*table*"


def _summary() -> Iterator[str]:
    kinds = Counter(
        (clause.kind, "option" if clause.id in settled_by() else _answer(clause).strip("*"))
        for clause in clauses().values()
    )
    counts: dict[str, list[int]] = {
        kind: [kinds[kind, answer] for answer in _ANSWERS]
        for kind in dict.fromkeys(clause.kind for clause in clauses().values())
    }
    counts["**all**"] = [*map(sum, zip(*counts.values(), strict=True))]
    rows = ((kind, sum(numbers), *numbers) for kind, numbers in counts.items())
    yield from table(("kind", "clauses:", "option:", "fixed:", "table:"), rows)


def _topics() -> Iterator[str]:
    for topic, group in groupby(clauses().values(), key=lambda clause: clause.topic):
        yield f"## {topic.capitalize()}\n"
        columns = ("clause", *map(book_name, indexed_books()), "decided by", "scenarios")
        yield from table(columns, map(_cells, group))


def _options() -> Iterator[str]:
    """Yield every option with the scenarios that distinguish its values."""
    yield "## Options\n"
    rows = (
        (f"`{path}`", ", ".join(option.clauses), _told_apart(path, option.effect))
        for path, option in options().items()
    )
    yield from table(("option", "clauses", "told apart by"), rows)


def _told_apart(path: str, effect: str) -> str:
    scenarios = _first([scenario.id for scenario in by_option().get(path, ())])
    return scenarios or ("*table*: it only concerns people" if effect == "table" else "")


def _first(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


def _cells(clause: Clause) -> Iterator[str]:
    yield f"**{clause.id}**" if clause.differs else clause.id
    yield from (clause.sections(book) or "-" for book in indexed_books())
    yield _answer(clause)
    yield _examples(clause)


def _examples(clause: Clause) -> str:
    """Return the scenarios that show a clause, or its statement if there are none."""
    shown = [scenario.id for scenario in shipped_scenarios() if clause.id in scenario.clauses]
    return _first(shown) or clause.statement.replace("|", "\\|")
