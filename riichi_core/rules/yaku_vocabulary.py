"""The vocabulary of yaku definitions: a closed list of words, checked when a file is loaded.

The shipped definitions (rulesets/yaku.yaml) and a club's own use the same words. Each word states
one condition, and a hand has the yaku if it meets all of them. The values stay as written;
yaku_grammar.py reads them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import (
    AfterValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ValidationError,
    model_validator,
)
from pydantic_core import (
    CoreSchema,
    PydanticCustomError,
    PydanticKnownError,
    core_schema as schemas,
)

from riichi_core.files.accepted_values import value_error
from riichi_core.messages import Message, not_empty, quote
from riichi_core.rules import yaku_grammar
from riichi_core.rules.options import FrozenModel, without_null
from riichi_core.rules.yaku_grammar import (
    MOST_WAYS,
    PAIR_CLASSES,
    SET_CLASSES,
    TILE_CLASSES,
    count_range,
    most_ways,
)
from riichi_core.spelling import closest_word

Form = Literal["standard", "seven_pairs", "thirteen_orphans", "any_tiles"]
"""The forms of a hand; a yaku with `any_tiles` defines a form of its own by its other words."""

Circumstance = Literal[
    "riichi_discard",
    "quad_discard",
    "open_riichi",
    "after_two_quads",
    "first_turn_quad",
    "eighth_dealer_win",
    "breaks_eighth_win",
]
"""Facts that only some local yaku require."""

Occasion = Literal[
    "self_draw",
    "discard",
    "riichi",
    "double_riichi",
    "ippatsu",
    "after_quad",
    "robbing_quad",
    "last_tile",
    "first_turn",
    "dealer",
    Circumstance,
]

Wait = Literal["two_sided", "edge", "closed", "pair", "triplet"]

DRAWN_OCCASIONS = {"self_draw", "after_quad", "after_two_quads"}
CLAIMED_OCCASIONS = {"discard", "robbing_quad", "riichi_discard", "quad_discard"}
"""Occasions of a drawn and of a claimed winning tile; no win has one of each."""


# ---- the grammar as pydantic types ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ValueForm:
    """The form of one value: a check with its own message, and its JSON Schema."""

    check: Callable[[Any], object]
    schema: dict[str, Any]

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return schemas.no_info_before_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return dict(self.schema)

    def _check(self, value: object) -> object:
        if value is None:
            raise value_error("no_value", Message("no value: write one, or leave the word out"))
        return self.check(value)


@dataclass(frozen=True, slots=True)
class OneOrMore:
    """One word or a list of words; the value is always a tuple."""

    most: int = 20
    repeats: bool = False

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return schemas.no_info_wrap_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        full_schema = handler(schema)
        branches = full_schema.get("anyOf", [full_schema])
        list_schema = next(item for item in branches if item.get("type") == "array")
        list_schema |= {"minItems": 1, "maxItems": self.most, "uniqueItems": not self.repeats}
        return {"anyOf": [list_schema["items"], list_schema]}

    def _check(self, value: object, inner: Callable[[Any], tuple[str, ...]]) -> tuple[str, ...]:
        if isinstance(value, str):
            return _check_single_word(value, inner)
        if value is None or value in ([], ()):
            message = Message("no value: write a word or a list, or leave the word out")
            raise value_error("no_value", message)
        if not isinstance(value, list | tuple):
            message = Message(
                "{value} is neither a word nor a list of words",
                value=yaku_grammar.quote_yaml(value),
            )
            raise value_error("no_list", message)
        if len(value) > self.most:  # before each is compared with all names
            message = Message("{n} items: expected at most {most}", n=len(value), most=self.most)
            raise value_error("too_many", message)
        # Inside a function validator, pydantic no longer accepts a JSON list as a tuple.
        words = inner(tuple(value))
        twice = sorted(word for word, times in Counter(words).items() if times > 1)
        if twice and not self.repeats:
            message = Message("{items} is listed twice", items=", ".join(map(repr, twice)))
            raise value_error("duplicate_item", message)
        return words


def _check_single_word(word: str, inner: Callable[[Any], tuple[str, ...]]) -> tuple[str, ...]:
    """Check a single word as a list of one, but report an error at the word, not at an item."""
    try:
        return inner((word,))
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        context = detail.get("ctx", {})
        if detail["type"] == "literal_error":
            raise PydanticKnownError("literal_error", context) from None
        raise PydanticCustomError(detail["type"], "{message}", context) from None


def _pattern(*patterns: str) -> dict[str, Any]:
    return {"type": "string", "pattern": f"^({'|'.join(patterns)})$"}


def _classes(classes: tuple[str, ...], *patterns: str) -> dict[str, Any]:
    return {"anyOf": [{"enum": list(classes)}, _pattern(*patterns)]}


def _count(most: int, why: Message) -> ValueForm:
    number = {"type": "integer", "minimum": 0, "maximum": most}
    check = partial(yaku_grammar.count_text, most=most, why=why)
    least = rf"[1-{most}]\+" if most < 10 else r"[1-9][0-9]*\+"
    return ValueForm(check, {"anyOf": [number, _pattern(least)]})


_PLACE = r"([1-9]|[nm](\+[1-8])?) [mpsXYZ]"
_SEQUENCE = r"sequence ([1-7]|[nm](\+[1-6])?) [mpsXYZ]"
_TRIPLET = rf"(triplet|quad) ({_PLACE}|{'|'.join(SET_CLASSES)}|[1-9][mps]|[1-7]z)"
_TILES = r"([1-9]+[mpsz]+ ?)+"
_ANY_SUIT = r"([1-9]+[mpszX]+ ?)+"

_Word = TypeVar("_Word")
Words = Annotated[tuple[_Word, ...] | None, OneOrMore()]
TrueOnly = Annotated[Literal[True] | None, ValueForm(yaku_grammar.only_true, {"const": True})]
_ClassOrTiles = ValueForm(yaku_grammar.class_or_tiles, _classes(TILE_CLASSES, _TILES))
TilesPattern = Annotated[str | None, _ClassOrTiles]
TileItem = Annotated[str, _ClassOrTiles]
OneTile = Annotated[
    str, ValueForm(yaku_grammar.class_or_tile, _classes(TILE_CLASSES, "[1-9][mps]", "[1-7]z"))
]
HandPattern = Annotated[
    str | None, ValueForm(partial(yaku_grammar.hand_tiles, fewest=1, most=18), _pattern(_ANY_SUIT))
]
WaitingHandPattern = Annotated[
    str | None, ValueForm(partial(yaku_grammar.hand_tiles, fewest=13, most=13), _pattern(_ANY_SUIT))
]
SetPattern = Annotated[str, ValueForm(yaku_grammar.set_text, _pattern(_SEQUENCE, _TRIPLET))]
SetPatterns = Annotated[tuple[SetPattern, ...] | None, OneOrMore(most=4, repeats=True)]
PairPattern = Annotated[
    str | None, ValueForm(yaku_grammar.pair_text, _classes(PAIR_CLASSES, _PLACE, _TILES))
]
SetCount = Annotated[int | str | None, _count(4, Message("a hand has 0 to 4 of them"))]
SuitCount = Annotated[int | str | None, _count(3, Message("a hand has 0 to 3 suits"))]
Total = Annotated[int | str | None, _count(156, Message("no hand adds up to more than 156"))]
KindCount = Annotated[int | str | None, _count(14, Message("a hand has 1 to 14 different tiles"))]
Distance = Annotated[int | str | None, _count(8, Message("1 and 9 are 8 apart"))]
RedFiveCount = Annotated[int | str | None, _count(12, Message("a hand has 0 to 12 of them"))]
YakuId = Annotated[str, ValueForm(yaku_grammar.yaku_id, _pattern(yaku_grammar.YAKU_ID))]
HAND_TEXT = ValueForm(
    yaku_grammar.example_hand, {"type": "string", "pattern": yaku_grammar.EXAMPLE_HAND.pattern}
)
TILE_TEXT = ValueForm(
    yaku_grammar.example_tile, {"type": "string", "pattern": yaku_grammar.EXAMPLE_TILE.pattern}
)
_NAME = ValueForm(
    yaku_grammar.name_text,
    {"type": "string", "minLength": 1, "maxLength": 60, "pattern": r"^\S(.*\S)?$"},
)


# ---- the words -----------------------------------------------------------------------------------


class Conditions(FrozenModel):
    """The words that state conditions; a hand must meet all of them."""

    model_config: ClassVar[ConfigDict] = ConfigDict(json_schema_extra=without_null)

    form: Words[Form] = Field(
        default=None, description="How the hand is built, or a list of ways; any way if left out."
    )
    concealed: TrueOnly = Field(default=None, description="No set was claimed before the win.")
    when: Words[Occasion] = Field(default=None, description="All of these occasions are given.")
    unless: Words[Occasion] = Field(default=None, description="None of these occasions is given.")
    tiles: TilesPattern = Field(
        default=None, description="Every tile of the hand is in this class or among these."
    )
    has: Words[OneTile] = Field(
        default=None, description="The hand has at least one of each: classes or single tiles."
    )
    lacks: Words[TileItem] = Field(
        default=None, description="The hand has none of these classes or tiles."
    )
    holds: HandPattern = Field(
        default=None, description="The hand has at least these tiles; X is any one suit."
    )
    waiting_hand: WaitingHandPattern = Field(
        default=None,
        description="The 13 tiles before the winning tile are these; X is any one suit.",
    )
    suits: SuitCount = Field(
        default=None, description="How many of the three suits are in the hand."
    )
    sets: SetPatterns = Field(
        default=None,
        description="Different sets of the hand, one for each template: sequence, triplet or quad "
        "(which also serves for a triplet), then number and suit, a class, or a tile.",
    )
    pair: PairPattern = Field(
        default=None,
        description="The pair: a class, one of these tiles, n Z, or valueless (no fu).",
    )
    sequences: SetCount = Field(default=None, description="How many sequences the hand has.")
    triplets: SetCount = Field(
        default=None, description="How many triplets and quads the hand has."
    )
    quads: SetCount = Field(default=None, description="How many quads the hand has.")
    concealed_triplets: SetCount = Field(
        default=None, description="How many concealed triplets and concealed quads the hand has."
    )
    claimed: SetCount = Field(
        default=None, description="How many sets were claimed before the win."
    )
    each_part: TilesPattern = Field(
        default=None,
        description="Every set and the pair contain a tile of this class or among these.",
    )
    wait: Words[Wait] = Field(
        default=None, description="How the winning tile completes the hand, or a list of ways."
    )
    winning_tile: TilesPattern = Field(
        default=None, description="The winning tile is of this class or among these."
    )
    number_total: Total = Field(
        default=None, description="What the numbers of all suit tiles add up to, as 100+."
    )
    kinds: KindCount = Field(default=None, description="How many different tiles the hand has.")
    apart: Distance = Field(
        default=None,
        description="The smallest distance between different tiles of a suit; 3+ allows 147.",
    )
    bonus_tiles: RedFiveCount = Field(
        default=None, description="How many bonus tiles (tiles.bonus) the hand has."
    )
    red_fives: RedFiveCount = Field(default=None, description="How many red fives the hand has.")

    @model_validator(mode="after")
    def _can_hold(self) -> Conditions:
        if not _condition_words(self):
            message = Message("the yaku has no condition: expected a word such as sets or tiles")
            raise value_error("no_condition", message)
        _check_occasions(self)
        _check_sets(self)
        return self


class AlternativeConditions(Conditions):
    """One of several alternatives, combined with the words next to `any`."""


class Definition(Conditions):
    """The definition of a yaku: its conditions, and its combination with itself and other yaku."""

    any: tuple[AlternativeConditions, ...] | None = Field(
        default=None,
        description="Two or more alternatives of which one must hold, each in the same words.",
        json_schema_extra={"minItems": 2, "maxItems": 20},
    )
    counted: TrueOnly = Field(
        default=None, description="It scores once for each way in which `sets` is found."
    )
    replaces: Words[YakuId] = Field(
        default=None, description="Yaku that this one takes the place of, where both have a worth."
    )

    @model_validator(mode="after")
    def _goes_together(self) -> Definition:
        if "any" in self.model_fields_set:
            _check_alternatives(self, self.any or ())
        _check_any_tiles(self)
        if self.counted and self.sets is None:
            message = Message("counted needs sets, because it counts how often they occur")
            raise value_error("nothing_counted", message)
        if (number := ways_of(self)) > MOST_WAYS:
            message = Message(
                "there are {number:,} ways to fulfil it, and at most {most:,} are allowed: use "
                "fewer letters and classes, or narrower ones",
                number=number,
                most=MOST_WAYS,
            )
            raise value_error("too_many_ways", message)
        return self


def ways_of(words: Definition) -> int:
    """Return the number of ways to meet a definition, all alternatives included."""
    return most_ways(words) * (1 if words.any is None else sum(map(most_ways, words.any)))


CONDITION_WORDS = (*Conditions.model_fields, "any")
"""The words that state a condition."""


def _condition_words(words: Conditions) -> set[str]:
    """Return the words of a definition that state conditions."""
    return {word for word in CONDITION_WORDS if getattr(words, word, None) is not None}


# ---- words that contradict each other ------------------------------------------------------------


def _check_occasions(words: Conditions) -> None:
    when = set(words.when or ())
    if both := sorted(when & set(words.unless or ())):
        message = Message(
            "{word} is in both when and unless, so the yaku never counts", word=both[0]
        )
        raise value_error("never", message)
    if when & DRAWN_OCCASIONS and when & CLAIMED_OCCASIONS:
        message = Message(
            "{drawn} and {claimed} never go together: a tile is drawn or claimed",
            drawn=min(when & DRAWN_OCCASIONS),
            claimed=min(when & CLAIMED_OCCASIONS),
        )
        raise value_error("never", message)
    if words.concealed and least_count(words.claimed):
        message = Message("concealed and claimed exclude each other: a call opens the hand")
        raise value_error("never", message)


def _check_sets(words: Conditions) -> None:
    kinds = Counter(text.split()[0] for text in words.sets or ())
    sequences = max(kinds["sequence"], least_count(words.sequences))
    wanted = (words.triplets, words.quads, words.concealed_triplets)
    triplets = max(kinds["triplet"] + kinds["quad"], *map(least_count, wanted))
    if sequences + triplets > 4:
        message = Message(
            "{sequences} sequences and {triplets} triplets or quads are asked for: a hand has four "
            "sets",
            sequences=sequences,
            triplets=triplets,
        )
        raise value_error("too_many_sets", message)
    asks = sequences + triplets + least_count(words.claimed) > 0 and words.form != ("any_tiles",)
    if (asks or words.pair is not None) and words.form is not None and "standard" not in words.form:
        message = Message(
            "a hand of the form {forms} has no sets and no separate pair: delete the words that "
            "ask for them, or add standard to form",
            forms=", ".join(words.form),
        )
        raise value_error("form_without_sets", message)


def _check_any_tiles(words: Definition) -> None:
    """Reject a form of its own that a hand could wait for: only the standard forms have waits."""
    for way in words.any or (words,):
        if "any_tiles" not in (form := way.form or words.form or ()):
            continue
        when = {*(words.when or ()), *(way.when or ())}
        if len(form) > 1 or not ("after_quad" in when or when >= {"first_turn", "self_draw"}):
            message = Message(
                "nobody can wait for a hand of any_tiles: give it as the only form, with "
                "when: [first_turn, self_draw] or after_quad"
            )
            raise value_error("any_tiles", message)


def least_count(count: int | str | None) -> int:
    """Return the minimum of a count; 0 if there is none."""
    return 0 if count is None else count_range(count)[0]


def _check_alternatives(words: Definition, most_ways: tuple[AlternativeConditions, ...]) -> None:
    if not 2 <= len(most_ways) <= 20:
        message = Message("any needs 2 to 20 alternatives, not {number}", number=len(most_ways))
        raise value_error("any_size", message)
    if twice := sorted(
        _condition_words(words) & set[str]().union(*map(_condition_words, most_ways))
    ):
        message = Message(
            "{word} is given for all and again within any: write it in one place", word=twice[0]
        )
        raise value_error("word_twice", message)


# ---- names ---------------------------------------------------------------------------------------


LANGUAGE_CODE = r"^[a-z]{2,3}$"


def _language_code(key: str) -> str:
    if re.search(LANGUAGE_CODE, key) is None:
        names = [*Names.model_fields]
        message = Message("there is no {name} here", name=quote(key))
        expected = f"{', '.join(names)}, or the code of a language: fr"
        raise value_error("unknown_key", message, closest_word(key, names), expected)
    return key


_LanguageCode = Annotated[str, AfterValidator(_language_code)]


def _with_languages(schema: dict[str, Any]) -> None:
    """State in a schema that any language can have a name."""
    without_null(schema)
    name = {"title": "Name", "description": "The name in another language, by its code."}
    schema["patternProperties"] = {LANGUAGE_CODE: name | schema.pop("additionalProperties")}


class Names(FrozenModel):
    """The names of a yaku; one in any other language stands under its code, as `nl`."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        extra="allow", json_schema_extra=_with_languages
    )

    en: Annotated[str | None, _NAME] = Field(default=None, description="The English name.")
    ja: Annotated[str | None, _NAME] = Field(
        default=None, description="The Japanese name in Latin letters, long vowels spelled out."
    )
    kanji: Annotated[str | None, _NAME] = Field(
        default=None, description="The Japanese name as written."
    )
    also: Words[Annotated[str, _NAME]] = Field(
        default=None, description="Other names and spellings by which people look for it."
    )
    __pydantic_extra__: dict[_LanguageCode, Annotated[str, _NAME]]

    @model_validator(mode="after")
    def _has_one(self) -> Names:
        if self.en is None and self.ja is None:
            raise value_error("unnamed", Message("no name to read: expected en, ja or both"))
        return self

    @property
    def title(self) -> str:
        """Return the name to show: the English name if there is one."""
        return (self.ja or "") if self.en is None else self.en

    def by_language(self) -> tuple[str, ...]:
        """Return the name in each language, without other spellings."""
        return tuple(not_empty((self.en, self.ja, self.kanji, *(self.model_extra or {}).values())))

    def spellings(self) -> tuple[str, ...]:
        """Return every name that exists."""
        return (*self.by_language(), *(self.also or ()))
