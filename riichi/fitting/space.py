"""The values of options to compare: those of shipped rulesets, and those near to a value."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import cache
from itertools import chain
from typing import Any, Literal, NamedTuple, get_args

from riichi_core.comparison.comparison import side_by_side
from riichi_core.files.accepted_values import alternatives, origin_of
from riichi_core.rules import library
from riichi_core.rules.checks import contradictions
from riichi_core.rules.load import load
from riichi_core.rules.options import FrozenModel
from riichi_core.rules.rules import Rules, as_written, chapters, options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import local_yaku_options

UNRECORDED = frozenset({
    "chips.awarded", "claims.late_call_undoes", "claims.meld_precedence", "claims.meld_window",
    "claims.take_tile_within", "claims.win_window", "winning.tile_not_kept_apart",
})  # fmt: skip
"""Options that no record of moves shows. With chips, no result could be compared with a record, so
a change to them would seem to explain every result."""


class Change(NamedTuple):
    """Another value of an option, or of one part of it.

    Attributes:
        path: `draws.noten_total`; a part as `draws.abortive/four_winds`; a word of a set as
            `dealer.stays_on/noten`.
        value: the value as JSON; for a word, True if it is in the set.
    """

    path: str
    value: str

    @property
    def option(self) -> str:
        """The path of the option."""
        return self.path.partition("/")[0]

    @property
    def value_of_part(self) -> str:
        """The value, after the name of the part if it is the value of a part."""
        part = self.path.partition("/")[2]
        return f"{part}: {self.value}" if part else self.value


@cache
def shipped_rulesets() -> tuple[Ruleset, ...]:
    """Return every shipped ruleset."""
    return tuple(map(load, library.shipped()))


def as_text(value: object) -> str:
    """Return a value of an option as JSON."""
    return json.dumps(as_written(value), default=str)


def value_text(rules: Rules, path: str) -> str:
    """Return the value of an option, or of a yaku without a field, as JSON."""
    value = rules.comparable(path)
    return as_text(value if path in options() else value[0])


def agreeing(rules: Rules, values: Mapping[str, Any]) -> int:
    """Return the number of given values, written as in a file, that the rules have."""
    given = rules.changed(values)
    return sum(given.comparable(path) == rules.comparable(path) for path in values)


def is_sound(rules: Rules, beside: Rules | None = None) -> bool:
    """Return True if options contradict each other no more than in other rules."""
    return contradictions(rules) <= (contradictions(beside) if beside else frozenset())


class OptionSpace:
    """The options that play reads, and the values of each in rulesets to compare with games."""

    def __init__(self, rulesets: Sequence[Ruleset] = ()) -> None:
        self._rulesets = tuple(rulesets) or shipped_rulesets()
        self._values: dict[str, dict[str, Any]] = {}
        self._local: dict[str, dict[str, Rules]] = {}
        rows = side_by_side(self._rulesets[0]).only("play").rows
        for path in [row.path for row in rows if row.path in options()]:
            for ruleset in self._rulesets:
                self.add(path, ruleset.rules)
        for path in local_yaku_options(*self._rulesets):  # yaku without a field
            worths = self._local.setdefault(path, {})
            for ruleset in self._rulesets:
                worths.setdefault(value_text(ruleset.rules, path), ruleset.rules)

    def copy(self) -> OptionSpace:
        """Return a copy of the space, which later additions do not share."""
        space = copy(self)
        space._values = {path: {**values} for path, values in self._values.items()}
        return space

    def add(self, path: str, rules: Rules) -> None:
        """Add the value that some rules have for an option."""
        value = rules.comparable(path)
        self._values.setdefault(path, {}).setdefault(as_text(value), value)

    @property
    def paths(self) -> tuple[str, ...]:
        """The options."""
        return (*self._values, *self._local)

    def shipped_with(self, path: str, value: str) -> int:
        """Return the number of rulesets that have a value."""
        return sum(value_text(ruleset.rules, path) == value for ruleset in self._rulesets)

    def changes(self, rules: Rules) -> Iterator[Change]:
        """Yield every single change of some rules to a value that a ruleset has.

        Options that no record shows are left as they are.
        """
        for path, values in chain(self._values.items(), self._local.items()):
            own = value_text(rules, path)
            if path not in UNRECORDED:
                yield from (Change(path, text) for text in values if text != own)

    def near_changes(self, rules: Rules, paths: Collection[str]) -> Iterator[Change]:
        """Yield changes of some options to values near theirs, which may be in no ruleset.

        These are the other words of an option, other parts of a record, one word more or less in a
        set, and one han more or less for a yaku.
        """
        for path in paths:
            if path not in self._values or path in UNRECORDED:
                continue
            chapter, name = path.split(".")
            own, known = rules.comparable(path), self._values[path]
            annotation = chapters()[chapter].model_fields[name].annotation
            for word in _words(annotation):
                if word != own and as_text(word) not in known:
                    known[as_text(word)] = word
                    yield Change(path, as_text(word))
            for names, value in _parts(annotation, own, (), han=path.startswith("yaku.")):
                part = Change("/".join((path, *names)), as_text(value))
                with suppress(ValueError):  # the option cannot have this value
                    whole = as_text(self.changed(rules, [part]).comparable(path))
                    if whole not in known:  # a known value is compared as a whole
                        yield part

    def changed(self, rules: Rules, changes: Iterable[Change]) -> Rules:
        """Return rules after changes: whole options first, then parts of their new values.

        Raises:
            ValueError: if parts of a value contradict each other.
        """
        by_chapter: dict[str, dict[str, Any]] = defaultdict(dict)
        local = []
        for change in sorted(changes, key=lambda change: "/" in change.path):
            if change.path in self._local:
                local.append(change)
                continue
            option, _, part = change.path.partition("/")
            chapter, name = option.split(".")
            if not part:
                value = self._values[option][change.value]
            else:
                own = by_chapter[chapter].get(name, rules.value(option))
                value = _with_part(own, part.split("/"), json.loads(change.value))
            by_chapter[chapter][name] = value
        for name, values in by_chapter.items():
            chapter = getattr(rules, name).with_checked(**values)
            rules = rules.with_checked(**{name: chapter})
        for change in local:
            rules = rules.with_value_of(change.path, self._local[change.path][change.value])
        return rules


def _words(annotation: Any) -> list[Any]:
    return [
        word
        for branch, _ in alternatives(annotation)
        if origin_of(branch) is Literal
        for word in get_args(branch)
    ]


def _parts(
    annotation: Any, value: Any, names: tuple[str, ...], *, han: bool
) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield the place of each part of a value, and another value that it can have."""
    for branch, _ in alternatives(annotation):
        if origin_of(branch) is tuple and isinstance(value, tuple):
            for word in _words(get_args(branch)[0]):
                yield (*names, word), word not in value
        elif isinstance(branch, type) and issubclass(branch, FrozenModel) and type(value) is branch:
            for name, field in branch.model_fields.items():
                part, place = getattr(value, name), (*names, name)
                yield from ((place, word) for word in _words(field.annotation) if word != part)
                if han and type(part) is int:
                    yield from ((place, n) for n in (part + 1, part - 1) if n)
                if han and name == "open":
                    yield place, None if part is not None else 1
                yield from _parts(field.annotation, part, place, han=han)


def _with_part(value: Any, names: Sequence[str], part: Any) -> Any:
    """Return a value with another part; unchanged if it does not have that part."""
    first, *inner = names
    if isinstance(value, tuple):
        return tuple(sorted({*value, first} if part else {*value} - {first}))
    if not hasattr(value, first):
        return value
    new = _with_part(getattr(value, first), inner, part) if inner else part
    return value.model_copy(update={first: new})
