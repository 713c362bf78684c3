"""The clause index: what the two books decide, one by one, and where."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import yaml
from pydantic import Field

from riichi_core.rules.library import data_folder
from riichi_core.rules.options import Frozen
from riichi_core.rules.rules import options
from riichi_core.source.document import LOADER

Kind = Literal["engine", "scoring", "payment", "game-end", "tournament", "procedure"]


class InBook(Frozen):
    """What one book says: its sections, separated by commas, and the value in short."""

    section: str = ""
    says: str


class Clause(Frozen):
    """One thing that the books decide.

    `common` marks what every ruleset has alike, so that no option settles it; `reading` marks a
    text that can be read in more than one way.
    """

    id: str
    topic: str
    kind: Kind
    differs: bool
    statement: str
    ema_2016: InBook = Field(alias="ema-2016")
    wrcr_2015: InBook = Field(alias="wrcr-2015")
    ema_2012: InBook | None = Field(default=None, alias="ema-2012")
    reading: bool = False
    common: bool = False


@cache
def clauses() -> Mapping[str, Clause]:
    """Every clause by its id, in the order of the books."""
    text = (data_folder() / "clauses.yaml").read_text(encoding="utf-8")
    data: list[dict[str, Any]] = yaml.load(text, Loader=LOADER)
    found = [Clause.model_validate(entry) for entry in data]
    return {clause.id: clause for clause in found}


@cache
def settled_by() -> Mapping[str, tuple[str, ...]]:
    """The paths of the options that settle each clause."""
    found: dict[str, tuple[str, ...]] = {}
    for path, option in options().items():
        for clause in option.clauses:
            found[clause] = (*found.get(clause, ()), path)
    return found
