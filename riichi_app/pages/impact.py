"""The scenarios that come out otherwise under one ruleset than under another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from riichi_app.documents.terminal import chapter_heading
from riichi_app.pages.examples import Example, example
from riichi_core.comparison import Comparison
from riichi_core.comparison.examples import ContrastingCase, impact
from riichi_core.scenarios.index import shipped_scenarios
from riichi_core.scenarios.kinds import KINDS


def impact_text(found: Comparison) -> Iterator[RenderableType]:
    """The scenarios one by one, with what happens under each ruleset."""
    several = _sorted(found)
    yield Text(found.title(), style="bold")
    yield Text(f"{len(several)} of {len(shipped_scenarios())} scenarios come out otherwise.")
    width = max(map(len, found.labels))
    for kind, group in groupby(several, key=lambda one: one.given.kind):
        yield chapter_heading(KINDS[kind].title)
        for one in group:
            yield Text(f"\n{one.id}", style="bold")
            yield from example_text(example(one, found.rulesets), found, width, named=False)


def _sorted(found: Comparison) -> list[ContrastingCase]:
    kinds = list(KINDS)
    return sorted(impact(found.rulesets), key=lambda one: kinds.index(one.given.kind))


def example_text(
    one: Example, found: Comparison, width: int, *, named: bool = True
) -> Iterator[RenderableType]:
    """An example: its sentence, and what comes of it under each ruleset."""
    sides = Table.grid(padding=(0, 2, 0, 0))
    sides.add_column(width=min(width, 30), overflow="fold")
    sides.add_column(ratio=1)
    says = Text(one.written)
    if named:
        says.append(f" ({one.scenario})", style="dim")
    sides.add_row(Text("for example", style="italic") if named else "", says)
    for label, outcome in zip(found.labels, one.outcomes, strict=True):
        sides.add_row(Text(label, style="green"), Text(outcome))
    yield Padding(sides, (0, 0, 0, 2))


def impact_json(found: Comparison) -> dict[str, Any]:
    """The same for programs."""
    return {
        "rulesets": list(found.labels),
        "scenarios": len(shipped_scenarios()),
        "otherwise": [
            {
                **example(one, found.rulesets).as_json(found.labels),
                "kind": one.given.kind,
                "clauses": list(one.clauses),
                "options": list(one.options),
            }
            for one in _sorted(found)
        ],
    }
