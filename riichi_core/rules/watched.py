"""Rules that note their options and properties when they are read.

The notes show whether a result also holds under other rules.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NoReturn, TypeVar

from riichi_core.rules.options import Chapter, FrozenModel
from riichi_core.rules.rules import Rules

Note = tuple[str, str]
"""An option or a property that was read: its chapter and its name."""

SCORE: Note = ("score", "")
"""The note that a win was scored, which depends on the chapters in `SCORED`."""

_Model = TypeVar("_Model", bound=FrozenModel)


class _Watched:
    """A model that takes its values from another model, and notes each that is read."""

    def __getattr__(self, name: str) -> Any:
        """Take a value from the source, and note it."""
        if name.startswith("_"):
            raise AttributeError(name)
        own = self.__dict__
        value = getattr(own["_source"], name)
        if isinstance(value, Chapter):
            value = _watch(value, _watched_type(type(value)), own["_notes"], name)
        else:
            own["_notes"].add((own["_chapter"], name))
        own[name] = value
        return value

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same object; other values have not been read."""
        return self is other

    def __hash__(self) -> NoReturn:
        """Refuse to be a key, because a look-up notes no options."""
        raise TypeError("watched rules are not a key of a cache")


def _watch(source: FrozenModel, kind: type[_Model], notes: set[Note], chapter: str = "") -> _Model:
    watched = kind.__new__(kind)
    watched.__dict__.update(_source=source, _notes=notes, _chapter=chapter)
    return watched


@cache
def noted_names(chapter: type[Chapter]) -> tuple[str, ...]:
    """Return the names of a chapter's options and properties.

    A property is noted instead of the options that it reads, because it often stays the same when
    they change.
    """
    return (*chapter.model_fields, *_properties(chapter))


def _properties(chapter: type[Chapter]) -> list[str]:
    return [name for name, value in vars(chapter).items() if isinstance(value, property)]


@cache
def _watched_type(model: type[Chapter]) -> type[Chapter]:
    noted = {name: _noted(name) for name in _properties(model)}
    return type(f"Watched{model.__name__}", (_Watched, model), noted)


def _noted(name: str) -> property:
    return property(lambda watched: watched.__getattr__(name))


class WatchedRules(_Watched, Rules):
    """Rules that note each option and property that is read.

    >>> from riichi_core import load
    >>> rules = WatchedRules.of(load("ema-2016").rules)
    >>> rules.claims.winners, rules.read
    ('all', frozenset({('claims', 'winners')}))
    """

    @classmethod
    def of(cls, rules: Rules) -> WatchedRules:
        """Return rules of which nothing has been read."""
        return _watch(rules, cls, set())

    def to_score(self) -> Rules:
        """Return the plain rules for scoring a win, and note that it is scored."""
        self.__dict__["_notes"].add(SCORE)
        rules: Rules = self.__dict__["_source"]
        return rules

    @property
    def read(self) -> frozenset[Note]:
        """The options and properties that were read, and `SCORE` if a win was scored."""
        return frozenset(self.__dict__["_notes"])
