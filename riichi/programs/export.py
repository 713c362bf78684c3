"""Our rules as a program's configuration, and the rules that it cannot express."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from riichi.programs.program_config import Json, ProgramConfig
from riichi_core.messages import Message
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Provenance, Ruleset
from riichi_core.rules.settings import local_yaku_options


@dataclass(frozen=True, slots=True)
class Export:
    """A ruleset as a program's configuration.

    Each option is in exactly one of the lists of paths.

    Attributes:
        program: the program.
        ruleset: our rules.
        config: the configuration, as the program reads it.
        played: the ruleset that the program plays with it, with our values where its own are
            unknown.
        exported: options that fields express exactly.
        partial: options that fields express only in part.
        lossy: options that have fields, but none for this value.
        built_in: options that the program always plays as we do.
        otherwise: options that it always plays differently.
        unknown: options that it does not support, or for which its value is unknown.
    """

    program: ProgramConfig[Any]
    ruleset: Ruleset
    config: Json
    played: Ruleset
    exported: tuple[str, ...]
    partial: tuple[str, ...]
    lossy: tuple[str, ...]
    built_in: tuple[str, ...]
    otherwise: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def lost(self) -> tuple[str, ...]:
        """The options that the program plays differently, in the order of the options."""
        return _in_order({*self.lossy, *self.otherwise})

    @property
    def exact(self) -> bool:
        """True if the configuration loses nothing that the program knows, not even in part."""
        return not (self.lost or self.partial)

    def missing(self, path: str) -> Message:
        """Return the parts of an option that no field expresses."""
        unsaid_parts = (
            mapping.missing for mapping in self.program.mappings if mapping.path == path
        )
        return next(parts for parts in unsaid_parts if parts is not None)


def export(ruleset: Ruleset, program: ProgramConfig[Any]) -> Export:
    """Return our rules as a program's configuration."""
    rules = ruleset.rules
    config = program.config_of(rules)
    played = as_played(ruleset, program, program.values(config, rules))
    differs = {*played.changes}
    mappings = {mapping.path: mapping for mapping in program.mappings}
    partial = {
        path for path, mapping in mappings.items()
        if mapping.missing is not None and path not in differs
        and isinstance(rules.written_value(path), dict)
    }  # fmt: skip
    return Export(
        program,
        ruleset,
        program.as_json(config),
        played,
        exported=_in_order(mappings.keys() - partial - differs),
        partial=_in_order(partial),
        lossy=_in_order(mappings.keys() & differs),
        built_in=_in_order(program.always.keys() - differs),
        otherwise=_in_order(program.always.keys() & differs),
        unknown=(
            *_in_order(options().keys() - mappings.keys() - program.always.keys()),
            *local_yaku_options(ruleset),
        ),
    )


def _in_order(paths: Any) -> tuple[str, ...]:
    return tuple(path for path in options() if path in paths)


def as_played(ruleset: Ruleset, program: ProgramConfig[Any], values: Json) -> Ruleset:
    """Return a ruleset with a program's values, each citing the field that decides it.

    The values are by path, as in ruleset files.
    """
    rules = ruleset.rules.changed(values)
    changed = tuple(
        path
        for path in values
        if rules.comparable(path) != rules.with_value_of(path, ruleset.rules).comparable(path)
    )
    sources = {
        path: Provenance("house", deciding_fields(program, path), program.id) for path in changed
    }
    return replace(
        ruleset,
        id=program.id,
        title=program.name,
        head=ruleset.head.model_copy(update={"short_title": program.name}),
        rules=rules,
        provenance={**ruleset.provenance, **sources},
        base=ruleset,
        changes=changed,
        file="",
    )


def deciding_fields(program: ProgramConfig[Any], path: str) -> str:
    """Return the fields of a program that decide an option, or only the program's name."""
    fields = next((mapping.fields for mapping in program.mappings if mapping.path == path), ())
    return f"{program.name} {', '.join(map(program.name_of, fields))}".strip()
