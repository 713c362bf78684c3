"""A comparison for a spreadsheet: one line for each option and ruleset, as CSV."""

from __future__ import annotations

import csv
import io
import json

from riichi_core.compare import Comparison

COLUMNS = ("chapter", "path", "title", "differs", "ruleset", "value", "says", "law", "text")


def sheet(found: Comparison, *, everything: bool) -> str:
    """The options that differ, or all, without examples."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in found.shown(everything=everything):
        for label, side in zip(found.labels, row.sides, strict=True):
            law = (side.provenance.kind, side.provenance.text) if side.provenance else ("", "")
            value = side.value if isinstance(side.value, str) else json.dumps(side.value)
            differs = str(row.differs).lower()
            writer.writerow(
                [row.chapter, row.path, row.title, differs, label, value, side.sentences, *law]
            )
    return out.getvalue()
