"""Rules in a program's own configuration, what it plays instead, and what it has not got."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from riichi_core.messages import Message
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Provenance, Ruleset
from riichi_core.rules.settings import local_yaku_options
from riichi_programs.adapter import Adapter, Json


@dataclass(frozen=True, slots=True)
class Export:
    """A ruleset in a program's own configuration.

    Each option is in exactly one of the lists of paths.

    Attributes:
        adapter: the program.
        ruleset: our rules.
        config: the configuration as the program reads it.
        played: the ruleset that the program plays with it, with our values for what is unknown.
        told: options that fields say exactly.
        in_part: options of which fields say something, and not every part.
        lossy: options that have fields, but none for this value.
        anyway: options that it always plays as we do.
        otherwise: options that it always plays otherwise.
        unknown: options of which it is not known what it plays, or that it has not got.
    """

    adapter: Adapter[Any]
    ruleset: Ruleset
    config: Json
    played: Ruleset
    told: tuple[str, ...]
    in_part: tuple[str, ...]
    lossy: tuple[str, ...]
    anyway: tuple[str, ...]
    otherwise: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def lost(self) -> tuple[str, ...]:
        """The options that the program plays otherwise, in the order of the options."""
        lost = {*self.lossy, *self.otherwise}
        return tuple(path for path in options() if path in lost)

    @property
    def exact(self) -> bool:
        """True if nothing that the program knows is lost, not even in part."""
        return not (self.lost or self.in_part)

    def unsaid(self, path: str) -> Message:
        """Return the parts of an option told in part that no field says."""
        return next(row.unsaid for row in self.adapter.rows if row.path == path and row.unsaid)


def export(ruleset: Ruleset, adapter: Adapter[Any]) -> Export:
    """Return rules in a program's own configuration.

    Args:
        ruleset: the rules.
        adapter: the program.
    """
    rules = ruleset.rules
    config = adapter.of_rules(rules)
    played = as_played(ruleset, adapter, adapter.values(config, rules))
    differs = {path for path in options() if played.rules.value(path) != rules.value(path)}
    rows = {row.path: row for row in adapter.rows}
    part = {
        path for path, row in rows.items()
        if row.unsaid and path not in differs and isinstance(rules.written_value(path), dict)
    }  # fmt: skip
    return Export(
        adapter,
        ruleset,
        adapter.written(config),
        played,
        told=_paths(rows.keys() - part - differs),
        in_part=_paths(part),
        lossy=_paths(rows.keys() & differs),
        anyway=_paths(adapter.always.keys() - differs),
        otherwise=_paths(adapter.always.keys() & differs),
        unknown=(
            *_paths(options().keys() - rows.keys() - adapter.always.keys()),
            *local_yaku_options(ruleset),
        ),
    )


def _paths(found: Any) -> tuple[str, ...]:
    return tuple(path for path in options() if path in found)


def as_played(ruleset: Ruleset, adapter: Adapter[Any], values: Json) -> Ruleset:
    """Return a ruleset with other values, each with the field of a program that decides it.

    Args:
        ruleset: the ruleset below.
        adapter: the program.
        values: what it plays, by path, as files write it.
    """
    rules = ruleset.rules.changed(values)
    changed = tuple(path for path in values if rules.value(path) != ruleset.rules.value(path))
    law = {path: Provenance("house", why(adapter, path), adapter.id) for path in changed}
    return replace(
        ruleset,
        id=adapter.id,
        title=adapter.name,
        rules=rules,
        provenance={**ruleset.provenance, **law},
        base=ruleset,
        changes=changed,
        file="",
    )


def why(adapter: Adapter[Any], path: str) -> str:
    """Return from what in a program an option has its value: its fields, or its name alone."""
    fields = next((row.fields for row in adapter.rows if row.path == path), ())
    return f"{adapter.name} {', '.join(map(adapter.name_of, fields))}".strip()
