"""The whole option space: all chapters in the order in which a rulebook would have them."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Self

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from riichi_core.rules.chapters.chips import Chips
from riichi_core.rules.chapters.chombo import Chombo
from riichi_core.rules.chapters.claims import Claims
from riichi_core.rules.chapters.dead_hand import DeadHand
from riichi_core.rules.chapters.dealer import Dealer
from riichi_core.rules.chapters.dora import Dora
from riichi_core.rules.chapters.draws import Draws
from riichi_core.rules.chapters.end import End
from riichi_core.rules.chapters.fouls import Fouls
from riichi_core.rules.chapters.fu import FuRules
from riichi_core.rules.chapters.furiten import Furiten
from riichi_core.rules.chapters.kongs import Kongs
from riichi_core.rules.chapters.liability import Liability
from riichi_core.rules.chapters.limits import Limits
from riichi_core.rules.chapters.result import Result
from riichi_core.rules.chapters.riichi import RiichiRules
from riichi_core.rules.chapters.setup import Setup
from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.rules.chapters.tournament import Tournament
from riichi_core.rules.chapters.winning import Winning
from riichi_core.rules.chapters.yaku import LocalYaku, Yaku
from riichi_core.rules.options import Chapter, Frozen, Option
from riichi_core.rules.vocabulary import OneOrMore
from riichi_core.source.expected import words_of


class Rules(Frozen):
    """Every fact that a rulebook can decide. The engine takes chapters of this, nothing else."""

    tiles: Tiles
    setup: Setup
    dora: Dora
    claims: Claims
    kongs: Kongs
    riichi: RiichiRules
    furiten: Furiten
    winning: Winning
    yaku: Yaku
    fu: FuRules
    limits: Limits
    liability: Liability
    draws: Draws
    dealer: Dealer
    end: End
    result: Result
    chips: Chips
    chombo: Chombo
    dead_hand: DeadHand
    fouls: Fouls
    tournament: Tournament

    def value(self, path: str) -> Any:
        """Return the value of an option by its path, as `claims.winners`."""
        chapter, name = path.split(".")
        return getattr(getattr(self, chapter), name)

    def written(self, chapter: str) -> dict[str, Any]:
        """Return the values of a chapter as a file writes them, also yaku that have no field."""
        values: dict[str, Any] = _written(getattr(self, chapter))
        for yaku in values.pop("local", ()):
            defined = {"name": yaku["name"], **yaku["definition"]} if "definition" in yaku else {}
            worth = yaku["worth"]
            values[yaku["id"]] = {**defined, "worth": worth} if defined else worth
        return values

    def written_value(self, path: str) -> Any:
        """Return the value of an option, or of a yaku without a field, as a file writes it."""
        chapter, name = path.split(".")
        if path in options():
            return _written(self.value(path), chapters()[chapter].model_fields[name])
        return self.written(chapter)[name]

    def changed(self, values: Mapping[str, Any]) -> Self:
        """Return rules with other values for some options, which are not held against each other.

        Args:
            values: by path, as a file writes them; legal, or pydantic refuses them.
        """
        changed: dict[str, Chapter] = {}
        for name, model in chapters().items():
            new = {
                path.split(".")[1]: v for path, v in values.items() if path.startswith(f"{name}.")
            }
            if new:
                here: Chapter = getattr(self, name)
                fields = {key: _written(getattr(here, key)) for key, _ in model.options()}
                read = model.model_validate_json(json.dumps(fields | new))
                changed[name] = here.model_copy(update={key: getattr(read, key) for key in new})
        return self.model_copy(update=changed)

    def with_value_of(self, path: str, other: Self) -> Self:
        """Return the rules with another one's value of an option, and all else as it was.

        Args:
            path: of an option, or of a yaku without a field: it alone is as the other one has it.
            other: other rules.
        """
        chapter, name = path.split(".")
        part, taken = getattr(self, chapter), getattr(other, chapter)
        if path in options():
            value = {name: getattr(taken, name)}
        else:
            value = {"local": _with_yaku_of(part.local, name, taken.local)}
        return self.model_copy(update={chapter: part.model_copy(update=value)})


def _with_yaku_of(
    local: tuple[LocalYaku, ...], name: str, other: tuple[LocalYaku, ...]
) -> tuple[LocalYaku, ...]:
    """Return local yaku with one of them as other rules have it, in its place."""
    places = [one.id for one in local]
    place = places.index(name) if name in places else len(places)
    new = [one for one in other if one.id == name]
    return (*local[:place], *new, *local[place + 1 :])


def _written(value: Any, field: FieldInfo | None = None) -> Any:
    """Return a value as a file writes it.

    A set of words comes in the order in which the option declares them, a single word of a list of
    one or more by itself, and a part of a record that is as if it were left out is left out.
    """
    if isinstance(value, BaseModel):
        fields = type(value).model_fields
        parts = {name: getattr(value, name) for name in fields}
        return {
            name: _written(part, fields[name])
            for name, part in parts.items()
            if part != fields[name].default
        }
    if not isinstance(value, tuple):
        return value
    if field is not None and any(isinstance(one, OneOrMore) for one in field.metadata):
        return value[0] if len(value) == 1 else list(value)
    words = words_of(field) if field is not None else []
    order = words.index if set(value) <= set(words) else None
    return [_written(one) for one in (sorted(value, key=order) if order else value)]


@cache
def chapters() -> Mapping[str, type[Chapter]]:
    """Return the name and type of each chapter, in reading order."""
    found: dict[str, type[Chapter]] = {}
    for name, field in Rules.model_fields.items():
        assert isinstance(field.annotation, type)
        assert issubclass(field.annotation, Chapter)
        found[name] = field.annotation
    return found


@cache
def options() -> Mapping[str, Option]:
    """Return every option by its path, in reading order."""
    return dict(_options())


def _options() -> Iterator[tuple[str, Option]]:
    for chapter, model in chapters().items():
        for name, option in model.options():
            yield f"{chapter}.{name}", option
