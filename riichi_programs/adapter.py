"""One program's configuration, in tables: what its fields decide of our options, and what is fixed.

A `Row` is one of our options and the fields of theirs that decide it, there and back. Both ways see
the whole, for a field can decide two options, and an option can take several fields. Whatever comes
back otherwise than it went there is lost; nothing says so by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from riichi_core.messages import Message
from riichi_core.records.model import Record
from riichi_core.rules.rules import Rules
from riichi_core.source.diagnostics import Pointer

Json = dict[str, Any]
"""A JSON object; our values in it are as files write them."""

C = TypeVar("C", bound=Record)


@dataclass(frozen=True, slots=True)
class Row(Generic[C]):
    """An option that fields of a program decide.

    Attributes:
        path: the option.
        fields: their fields by their names in the model of the configuration.
        to: from our value, as a file writes it, and all rules to the values of some fields.
        back: from the configuration, and our value for what it does not say, to the option's value.
        unsaid: the parts of a value with parts that no field says; None if there are none.
    """

    path: str
    fields: tuple[str, ...]
    to: Callable[[Any, Rules], Json]
    back: Callable[[C, Any], Any]
    unsaid: Message | None = None


@dataclass(frozen=True, slots=True)
class Flat:
    """A configuration as the fields of its model, and the places from which they come.

    Attributes:
        fields: the values by field.
        places: by field the way to its value in the program's own JSON.
        unknown: the ways to keys that this version of the program has not got, and their names.
        others: names of what is given, is known to the program, and decides nothing of ours.
    """

    fields: Json
    places: Mapping[str, Pointer] = field(default_factory=dict)
    unknown: tuple[tuple[Pointer, str], ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Adapter(Generic[C]):
    """A program: the model of its configuration, and the tables.

    Attributes:
        id: the word for it in commands.
        name: its name.
        version: the version that was read.
        source: the files that say what a field means.
        config: the fields with their types, and the values that they have by themselves.
        rows: the options that the fields decide.
        always: values that it plays whatever the configuration, as files write them.
        asked: those of `always` that scenarios showed when the program was asked.
        names: the names of fields in JSON, where those of the model are other ones.
        flat: from the program's own JSON to fields; by itself each key is the name of one.
        nested: from fields to the program's own JSON, likewise.
    """

    id: str
    name: str
    version: str
    source: str
    config: type[C]
    rows: tuple[Row[C], ...]
    always: Mapping[str, Any]
    asked: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)
    flat: Callable[[Adapter[C], Any], Flat] = lambda adapter, data: adapter.by_names(data)
    nested: Callable[[Adapter[C], Json], Json] = lambda adapter, fields: adapter.named(fields)

    def name_of(self, field: str) -> str:
        """Return what a field is called in the program's own JSON."""
        return self.names.get(field, field)

    def of_rules(self, rules: Rules) -> C:
        """Return the configuration that comes nearest to rules."""
        fields: Json = {}
        for row in self.rows:
            fields |= row.to(rules.written_value(row.path), rules)
        return self.config.model_validate(fields)

    def written(self, config: C) -> Json:
        """Return a configuration as the program reads it."""
        return self.nested(self, config.model_dump(mode="json", exclude_none=True))

    def values(self, config: C, ours: Rules) -> Json:
        """Return what the program plays, by option; `ours` stands in for what it does not say."""
        decided = {row.path: row.back(config, ours.written_value(row.path)) for row in self.rows}
        return {**self.always, **decided}

    def by_names(self, data: Json) -> Flat:
        """Return the fields of a JSON object whose keys are names."""
        known = {self.name_of(one): one for one in self.config.model_fields}
        fields = {known[key]: value for key, value in data.items() if key in known}
        return Flat(
            fields,
            {known[key]: (key,) for key in data if key in known},
            tuple(((key,), key) for key in data if key not in known),
        )

    def named(self, fields: Json) -> Json:
        """Return the JSON object with the names of fields as keys."""
        return {self.name_of(key): value for key, value in fields.items()}
