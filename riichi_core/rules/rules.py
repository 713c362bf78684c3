"""`Rules`, the values of all chapters, and `options()`, every option by its path."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any, Self

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from riichi_core.files.accepted_values import words_of
from riichi_core.rules.chapters.chips import Chips
from riichi_core.rules.chapters.chombo import Chombo
from riichi_core.rules.chapters.claims import Claims
from riichi_core.rules.chapters.dead_hand import DeadHand
from riichi_core.rules.chapters.dealer import Dealer
from riichi_core.rules.chapters.dora import Dora
from riichi_core.rules.chapters.draws import Draws
from riichi_core.rules.chapters.end import IN_SEVERAL_HANDS, End
from riichi_core.rules.chapters.fouls import Fouls
from riichi_core.rules.chapters.fu import WITHOUT_FU, FuRules
from riichi_core.rules.chapters.furiten import Furiten
from riichi_core.rules.chapters.liability import Liability
from riichi_core.rules.chapters.limits import Limits
from riichi_core.rules.chapters.quads import Quads
from riichi_core.rules.chapters.result import Result
from riichi_core.rules.chapters.riichi import RiichiRules
from riichi_core.rules.chapters.setup import Setup
from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.rules.chapters.tournament import Tournament
from riichi_core.rules.chapters.winning import Winning
from riichi_core.rules.chapters.yaku import DoubleRiichiWorth, LocalYaku, Yaku
from riichi_core.rules.options import Chapter, FrozenModel, Option
from riichi_core.rules.yaku_vocabulary import OneOrMore


class Rules(FrozenModel):
    """The value of every option, by chapter. The engine reads rules only from here.

    >>> from riichi_core import load
    >>> load("ema-2016").rules.value("winning.minimum_han")
    1
    """

    tiles: Tiles
    setup: Setup
    dora: Dora
    claims: Claims
    quads: Quads
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

    def __str__(self) -> str:
        """Return a short text; `str` of a chapter has its values."""
        return f"<Rules with {len(options())} options>"

    __repr__ = __str__

    @property
    def oka_points(self) -> int:
        """The points that the players return in addition to their starting points, in all."""
        back, start = self.result.return_points, self.setup.starting_points
        return 0 if back == "none" else 4 * (back - start)

    @property
    def without_effect(self) -> frozenset[str]:
        """The options that have no effect because of another one."""
        without_fu = WITHOUT_FU if self.fu.fixed != "none" else frozenset()
        return without_fu | (IN_SEVERAL_HANDS if self.end.rounds == "one_hand" else frozenset())

    def value(self, path: str) -> Any:
        """Return the value of an option by its path, e.g. `claims.winners`."""
        chapter, name = path.split(".")
        return getattr(getattr(self, chapter), name)

    def comparable(self, path: str) -> Any:
        """Return a value for comparison: equal if two rulesets play alike.

        Args:
            path: the path of an option, or of a yaku without a field, which may have no value.
        """
        if path not in options():
            yaku = self.local_yaku(path)
            return ("none", None) if yaku is None else (yaku.worth, yaku.definition)
        value = self.value(path)
        return value.on_top_of(self.yaku.riichi) if isinstance(value, DoubleRiichiWorth) else value

    def local_yaku(self, path: str) -> LocalYaku | None:
        """Return a yaku without a field by its path; None if it has no value."""
        return next((yaku for yaku in self.yaku.local if f"yaku.{yaku.id}" == path), None)

    def written(self, chapter: str) -> dict[str, Any]:
        """Return the values of a chapter as written in a file, including yaku without a field."""
        values: dict[str, Any] = as_written(getattr(self, chapter))
        for yaku in values.pop("local", ()):
            values[yaku["id"]] = worth = yaku["worth"]
            if "definition" in yaku:
                example = {"example": yaku["example"]} if "example" in yaku else {}
                values[yaku["id"]] = {
                    "name": yaku["name"],
                    **yaku["definition"],
                    **example,
                    "worth": worth,
                }
        return values

    def written_value(self, path: str) -> Any:
        """Return a value as a file has it; `none` for a yaku without a field or a value."""
        chapter, name = path.split(".")
        if path in options():
            return as_written(self.value(path), chapters()[chapter].model_fields[name])
        return self.written(chapter).get(name, "none")

    def changed(self, values: Mapping[str, Any]) -> Self:
        """Return the rules with other values for some options, without running `checks`.

        Args:
            values: the values by path, as written in a file.

        Raises:
            ValidationError: if an option cannot have such a value.
        """
        changed: dict[str, dict[str, Any]] = {}
        for path, value in values.items():
            chapter, name = path.split(".")
            changed.setdefault(chapter, self.written(chapter))[name] = value
        return self.with_checked(
            **{name: chapters()[name].of_plain(written) for name, written in changed.items()}
        )

    def with_value_of(self, path: str, other: Self) -> Self:
        """Return the rules with the value of other rules for one option.

        Args:
            path: the path of an option, or of a yaku without a field.
            other: the rules with the value.
        """
        chapter, name = path.split(".")
        part, taken = getattr(self, chapter), getattr(other, chapter)
        if path in options():
            value = {name: getattr(taken, name)}
        else:
            value = {"local": _with_yaku_of(part.local, name, taken.local)}
        return self.with_checked(**{chapter: part.with_checked(**value)})

    def with_other_values(self, path: str) -> Iterator[Self]:
        """Yield the rules with each other word of an option, or with numbers close to its own."""
        chapter, name = path.split(".")
        own = self.written_value(path)
        values: list[Any] = list(words_of(chapters()[chapter].model_fields[name]))
        match own:
            case bool():
                values = [not own]
            case int():
                values += [own + 1, own * 2, own // 2]
            case list() if all(isinstance(word, str) for word in own):
                values = [sorted({*own} ^ {word}) for word in values]
            case _ if chapter == "yaku":
                values.append({"yakuman": 1})
        for value in values:
            if value != own:
                with suppress(ValidationError):
                    yield self.changed({path: value})


def _with_yaku_of(
    local: tuple[LocalYaku, ...], name: str, other: tuple[LocalYaku, ...]
) -> tuple[LocalYaku, ...]:
    """Return local yaku, one of them replaced by the one of other rules."""
    ids = [yaku.id for yaku in local]
    place = ids.index(name) if name in ids else len(ids)
    new = [yaku for yaku in other if yaku.id == name]
    return (*local[:place], *new, *local[place + 1 :])


def as_written(value: Any, field: FieldInfo | None = None) -> Any:
    """Return a value as written in a file.

    Words of a set are in the order of their option. A list of one or more with a single word is
    written as that word. Parts of a record with their default value are left out; those with the
    usual value are not, so that each value has one form.
    """
    if isinstance(value, BaseModel):
        fields = type(value).model_fields
        parts = {name: getattr(value, name) for name in fields}
        return {
            name: as_written(part, fields[name])
            for name, part in parts.items()
            if part != fields[name].default
        }
    if not isinstance(value, tuple):
        return value
    if field is not None and any(isinstance(item, OneOrMore) for item in field.metadata):
        return value[0] if len(value) == 1 else list(value)
    words = words_of(field) if field is not None else ()
    order = words.index if set(value) <= set(words) else None
    return [as_written(item) for item in (sorted(value, key=order) if order else value)]


@cache
def chapters() -> Mapping[str, type[Chapter]]:
    """Return the name and type of each chapter, in reading order."""
    models: dict[str, type[Chapter]] = {}
    for name, field in Rules.model_fields.items():
        assert isinstance(field.annotation, type)
        assert issubclass(field.annotation, Chapter)
        models[name] = field.annotation
    return models


@cache
def options() -> Mapping[str, Option]:
    """Return every option by its path, in reading order."""
    return {
        f"{chapter}.{name}": option
        for chapter, model in chapters().items()
        for name, option in model.options()
    }


SETTLED = frozenset({"fu", "limits", "liability", "dealer", "end", "result", "chips", "tournament"})
"""The chapters that apply only after a deal is over."""

SCORED = frozenset({"tiles", "dora", "riichi", "winning", "yaku", "fu", "limits", "dealer"})
"""The chapters that the score of a win depends on."""
