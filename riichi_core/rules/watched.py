"""Rules that note which options are read, so that a result also holds under other rules."""

from __future__ import annotations

from functools import cache
from typing import Any, NoReturn, TypeVar

from riichi_core.rules.options import Chapter, FrozenModel
from riichi_core.rules.rules import Rules

Note = tuple[str, str]
"""An option that was read: its chapter and its name."""

SCORE: Note = ("score", "")
"""The note that a win was scored, which depends on the chapters in `SCORED`."""

_Model = TypeVar("_Model", bound=FrozenModel)


class _Watched:
    """A model that takes each value from another model at its first use.

    Its `__dict__` therefore contains just the values that were read.
    """

    def __getattr__(self, name: str) -> Any:
        """Take a value that was not read before."""
        if name.startswith("_"):
            raise AttributeError(name)
        value = getattr(self.__dict__["_source"], name)
        if isinstance(value, Chapter):
            value = _watch(value, _watched_type(type(value)))
        self.__dict__[name] = value
        return value

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same object; other values have not been read."""
        return self is other

    def __hash__(self) -> NoReturn:
        """Refuse to be a key, because a look-up notes no options."""
        raise TypeError("watched rules are not a key of a cache")

    def _read(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}


def _watch(source: FrozenModel, kind: type[_Model]) -> _Model:
    watched = kind.__new__(kind)
    watched.__dict__["_source"] = source
    return watched


@cache
def _watched_type(model: type[Chapter]) -> type[Chapter]:
    return type(f"Watched{model.__name__}", (_Watched, model), {})


class WatchedRules(_Watched, Rules):
    """Rules that note each option that is read.

    >>> from riichi_core import load
    >>> rules = WatchedRules.of(load("ema-2016").rules)
    >>> rules.claims.winners, rules.read
    ('all', frozenset({('claims', 'winners')}))
    """

    @classmethod
    def of(cls, rules: Rules) -> WatchedRules:
        """Return rules of which nothing has been read."""
        return _watch(rules, cls)

    def to_score(self) -> Rules:
        """Return the plain rules for scoring a win, and note that it is scored."""
        self.__dict__["_scores"] = True
        rules: Rules = self.__dict__["_source"]
        return rules

    @property
    def read(self) -> frozenset[Note]:
        """The options that were read, and `SCORE` if a win was scored."""
        notes = {
            (chapter, option)
            for chapter, watched in self._read().items()
            for option in watched._read()
        }
        return frozenset(notes | {SCORE} if "_scores" in self.__dict__ else notes)
