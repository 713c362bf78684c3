"""Compare rulesets option by option, each side with its sentence and its provenance."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from riichi_core.errors import RiichiError
from riichi_core.language import PLAIN_ENGLISH, Translator
from riichi_core.messages import Message
from riichi_core.rules.labels import labels, short_names
from riichi_core.rules.load import ruleset_of
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import Setting, settings

Part = Literal["play", "table", "tournament"]
"""The part of a guide that an option belongs to: how to play, at the table, tournaments."""

AT_A_TABLE = ("dead_hand", "chombo", "fouls")
"""The chapters about fouls at the table."""


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One option under each ruleset, in their order.

    >>> row = compare("ema-2016", "wrcr-2015").differing[0]
    >>> row.path, row.differs, len(row.sides)
    ('claims.winners', True, 2)
    """

    path: str
    title: str
    chapter_title: str
    clauses: tuple[str, ...]
    effect: str
    sides: tuple[Setting, ...]

    def __repr__(self) -> str:
        """Return the option and its values: `<ComparisonRow setup.wareme: 'none', 'double'>`."""
        return f"<ComparisonRow {self.path}: {', '.join(repr(side.value) for side in self.sides)}>"

    @property
    def chapter(self) -> str:
        """The id of the option's chapter."""
        return self.path.split(".")[0]

    @property
    def part(self) -> Part:
        """The part of a guide that the option belongs to."""
        if self.chapter == "tournament":
            return "tournament"
        return "table" if self.chapter in AT_A_TABLE or self.effect == "table" else "play"

    @property
    def only_side(self) -> int | None:
        """The place of the only side whose book mentions the option; None if not exactly one."""
        named = [place for place, side in enumerate(self.sides) if not self._is_silent(side)]
        return named[0] if len(named) == 1 < len(self.sides) else None

    def _is_silent(self, side: Setting) -> bool:
        option, source = options().get(self.path), side.provenance
        is_unregulated = option is not None and side.value == option.unregulated
        return is_unregulated and source is not None and source.kind == "silent"

    @property
    def differs(self) -> bool:
        """True if sides have different values, or a club adds to a rule or to a silence."""
        kinds = {side.provenance.kind for side in self.sides if side.provenance is not None}
        rules = {(side.key, side.own_proviso) for side in self.sides}
        return kinds >= {"house", "silent"} or len(rules) > 1


@dataclass(frozen=True, slots=True)
class Comparison:
    """Rulesets, the label of each, and every option under each.

    >>> compared = compare("ema-2016", "ema-2025")
    >>> compared.labels, compared.rows[0].path
    (('ema-2016', 'ema-2025'), 'tiles.red_fives')
    """

    rulesets: tuple[Ruleset, ...]
    labels: tuple[str, ...]
    rows: tuple[ComparisonRow, ...]

    def __repr__(self) -> str:
        """Return `<Comparison of ema-2025, wrc-2025: 76 of 219 options differ>`."""
        counts = f"{len(self.differing)} of {len(self.rows)} options differ"
        return f"<Comparison of {', '.join(self.labels)}: {counts}>"

    def __str__(self) -> str:
        """Return the options that differ, each with its sentence under each ruleset."""
        return "\n".join(
            f"{row.title} ({row.path})"
            + "".join(
                f"\n  {label}: {side.sentences}"
                for label, side in zip(self.labels, row.sides, strict=True)
            )
            for row in self.differing
        )

    def _repr_html_(self) -> str:
        """Return a table of the options that differ, for notebooks."""
        from riichi_core.notebook import paragraph_html, table_html  # noqa: PLC0415

        rows = [
            (row.chapter_title, row.title, *(side.sentences for side in row.sides))
            for row in self.differing
        ]
        heads = ("chapter", "option", *self.labels)
        return paragraph_html(repr(self).strip("<>")) + table_html(rows, heads)

    def title(self, tr: Translator = PLAIN_ENGLISH) -> str:
        """Return the titles of the rulesets as one text."""
        return f" {tr('compared with')} ".join(ruleset.title_in(tr) for ruleset in self.rulesets)

    def names(self, tr: Translator = PLAIN_ENGLISH) -> tuple[str, ...]:
        """Return the name of each ruleset for people, as `short_names` does."""
        return short_names(self.rulesets, tr)

    @property
    def differing(self) -> tuple[ComparisonRow, ...]:
        """The options that differ, where they have an effect (with fixed fu, no other has)."""
        idle = [ruleset.rules.without_effect for ruleset in self.rulesets]

        def in_effect(row: ComparisonRow) -> ComparisonRow:
            if not any(row.path in paths for paths in idle):
                return row
            sides = zip(row.sides, idle, strict=True)
            return replace(row, sides=tuple(side for side, paths in sides if row.path not in paths))

        return tuple(row for row in self.rows if row.differs and in_effect(row).differs)

    def only(self, part: Part) -> Comparison:
        """Return the comparison with only the options of one part."""
        return replace(self, rows=tuple(row for row in self.rows if row.part == part))

    def shown(self, *, everything: bool) -> tuple[ComparisonRow, ...]:
        """Return all options, or only those that differ."""
        return self.rows if everything else self.differing

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of `riichi compare` with every option."""
        return self.as_json(everything=True)

    def as_json(
        self,
        *,
        everything: bool = False,
        examples: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    ) -> dict[str, Any]:
        """Return the comparison as JSON (docs/reference/json-records.md).

        Args:
            everything: whether options that do not differ are included.
            examples: by path, an example as JSON whose outcome differs, with its `scenario`.
        """
        rows = self.shown(everything=everything)
        return {
            "rulesets": list(self.labels),
            "options": [self._row_json(row, examples.get(row.path)) for row in rows],
        }

    def _row_json(self, row: ComparisonRow, example: Mapping[str, Any] | None) -> dict[str, Any]:
        sides = zip(self.labels, row.sides, strict=True)
        return {
            "path": row.path,
            "chapter": row.chapter,
            "title": row.title,
            "differs": row.differs,
            "effect": row.effect,
            "clauses": list(row.clauses),
            "values": {label: side.as_json() for label, side in sides},
            "scenario": None if example is None else example["scenario"],
            "example": example,
        }


def compare(
    *rulesets: Ruleset | str | Path,
    tr: Translator = PLAIN_ENGLISH,
    paths: Container[str] | None = None,
) -> Comparison:
    """Compare rulesets, in column order; with `paths`, only these options."""
    if len(rulesets) < 2:
        raise RiichiError(
            Message("expected two rulesets or more to compare, not {n}", n=len(rulesets))
        )
    return side_by_side(*map(ruleset_of, rulesets), tr=tr, paths=paths)


def side_by_side(
    *rulesets: Ruleset, tr: Translator = PLAIN_ENGLISH, paths: Container[str] | None = None
) -> Comparison:
    """Return every option of rulesets, or of a single one, as `compare` does."""
    tr = tr.of(*rulesets)
    rows = tuple(
        ComparisonRow(
            path,
            option.title,
            tr(chapters()[path.split(".")[0]].TITLE),
            option.clauses,
            option.effect,
            tuple(sides),
        )
        for path, option, sides in settings(*rulesets, tr=tr, paths=paths)
    )
    return Comparison(rulesets, labels(rulesets), rows)
