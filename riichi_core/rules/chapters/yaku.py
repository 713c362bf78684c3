"""Yaku: the value of each. Their definitions are in rulesets/yaku.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, ValidationInfo, field_validator

from riichi_core.files.accepted_values import value_error
from riichi_core.language import PLAIN_ENGLISH, Translatable, Translator
from riichi_core.messages import Message
from riichi_core.rules.chapters.limits import LimitName
from riichi_core.rules.options import (
    Asked,
    Chapter,
    CompoundValue,
    FrozenModel,
    Han,
    Option,
    UnionBy,
    option,
)
from riichi_core.rules.yaku_vocabulary import HAND_TEXT, TILE_TEXT, Circumstance, Definition, Names

WindWord = Literal["east", "south", "west", "north"]

Cumulative = Annotated[
    bool,
    Option(
        "Combination with other yaku and dora",
        {
            "true": "It combines with other yaku and dora.",
            "false": "It does not combine with anything.",
        },
    ),
]


class HanWorth(CompoundValue):
    """A value in han; without `open` the hand must be concealed."""

    concealed: Han = option("Concealed", "{value} han concealed", unit="han")
    open: Annotated[int, Field(ge=1, le=100)] | None = option(
        "Open", "{value} han open", unit="han", default=None
    )
    cumulative: Cumulative = True

    @field_validator("open")
    @classmethod
    def _not_above_concealed(cls, value: int | None, info: ValidationInfo) -> int | None:
        concealed = info.data.get("concealed")
        if value is not None and concealed is not None and value > concealed:
            message = Message("an open hand would be worth more than a concealed one")
            raise value_error("open_above_concealed", message)
        return value


class DoubleRiichiWorth(HanWorth):
    """A value in han, on top of Riichi or in place of it."""

    replaces: Literal["none", "riichi"] = option(
        "Riichi",
        {"none": "It counts on top of Riichi.", "riichi": "It counts in place of Riichi."},
        default="none",
    )

    def on_top_of(self, riichi: object) -> DoubleRiichiWorth:
        """Return the value on top of Riichi that has the same sum; itself if there is none."""
        if self.replaces == "none" or not isinstance(riichi, HanWorth):
            return self
        more = self.concealed - riichi.concealed
        if not (self.cumulative and riichi.cumulative and more > 0):
            return self
        return self.model_copy(update={"concealed": more, "replaces": "none"})


class LimitWorth(CompoundValue):
    """Worth a limit; added to other yaku, it counts as the han from which the limit starts."""

    limit: LimitName = option("Limit", "Paid as this limit.")
    cumulative: Cumulative = True


class YakumanWorth(CompoundValue):
    """Worth one yakuman or several."""

    yakuman: int = option("How many yakuman", "{value} yakuman", unit="yakuman", ge=1, le=6)


def _worth_tag(value: object) -> str:
    if isinstance(value, str):
        return "word"
    if isinstance(value, LimitWorth) or (isinstance(value, dict) and "limit" in value):
        return "=limit"
    if isinstance(value, YakumanWorth) or (isinstance(value, dict) and "yakuman" in value):
        return "=yakuman"
    return "=concealed" if isinstance(value, (HanWorth, dict)) else "number"


Worth = Annotated[Literal["none"] | HanWorth | LimitWorth | YakumanWorth, UnionBy(_worth_tag)]
FirstTurnWorth = Annotated[
    Literal["none"] | DoubleRiichiWorth | LimitWorth | YakumanWorth, UnionBy(_worth_tag)
]
PaidWorth = Annotated[HanWorth | LimitWorth | YakumanWorth, UnionBy(_worth_tag)]

NOT_COUNTED: Translatable = "Not counted."

YAKUMAN_TIMES: dict[int, Translatable] = {1: "Yakuman.", 2: "Double yakuman.", 3: "Triple yakuman."}

BESIDE_RIICHI: dict[str, Translatable] = {
    "none": "{words}, on top of Riichi",
    "riichi": "{words}, in place of Riichi",
}


def worth_sentence(
    worth: HanWorth | LimitWorth | YakumanWorth | str, tr: Translator = PLAIN_ENGLISH
) -> str:
    """Return a yaku's value in words."""
    match worth:
        case HanWorth(concealed=han, open=None):
            words = tr("{han} han, concealed only", han=han)
        case HanWorth(concealed=han, open=open_) if open_ == han:
            words = tr("{han} han, open or concealed", han=han)
        case HanWorth(concealed=han, open=open_):
            words = tr("{han} han concealed, {open} open", han=han, open=open_)
        case LimitWorth(limit=limit):
            words = limit.capitalize()
        case YakumanWorth(yakuman=number) if number in YAKUMAN_TIMES:
            return tr(YAKUMAN_TIMES[number])
        case YakumanWorth(yakuman=number):
            return tr("{number}-fold yakuman.", number=number)
        case _:
            return tr(NOT_COUNTED)
    if isinstance(worth, DoubleRiichiWorth):
        words = tr(BESIDE_RIICHI[worth.replaces], words=words)
    if worth.cumulative:
        return f"{words}."
    return tr("{worth}; not combined with other yaku or dora.", worth=words)


class ExampleHand(FrozenModel):
    """A hand with a club's own yaku, drawn next to it: the fields of a win record."""

    hand: Annotated[str, HAND_TEXT] = Field(
        description="The hand without the winning tile, as 123456m(777z)5p."
    )
    winning_tile: Annotated[str, TILE_TEXT] = Field(description="The winning tile, as 5p.")
    won_by: Literal["self_draw", "discard"] = Field(
        default="self_draw", description="How the tile was won."
    )
    seat_wind: WindWord = Field(default="south", description="The player who won, by seat.")
    round_wind: WindWord = Field(default="east", description="The round in which it was won.")
    riichi: Literal["none", "riichi", "double"] = Field(
        default="none", description="Whether riichi was declared, and whether in the first turn."
    )
    ippatsu: bool = Field(default=False, description="The win came while ippatsu was possible.")
    after_quad: bool = Field(default=False, description="The tile replaced one of a quad.")
    robbing_quad: bool = Field(default=False, description="The tile was added to a triplet.")
    last_tile: bool = Field(default=False, description="It was the last tile.")
    first_turn: bool = Field(default=False, description="It was the first uninterrupted turn.")
    circumstances: tuple[Circumstance, ...] = Field(
        default=(), description="What only some yaku ask for."
    )

    def record(self) -> dict[str, object]:
        """Return the record of the win."""
        return self.model_dump(mode="json")


class LocalYaku(FrozenModel):
    """A yaku with a value that the books do not have: a known local one, or a club's own."""

    id: str
    worth: Worth
    name: Names | None = None
    definition: Definition | None = None
    example: ExampleHand | None = None

    def plays_as(self, other: LocalYaku) -> bool:
        """Return True if another yaku has the same value and definition."""
        return (self.worth, self.definition) == (other.worth, other.definition)


class KnownYaku(Definition):
    """A yaku in rulesets/yaku.yaml: its names, its definition, and the usual value of a local one.

    No score depends on the usual value: each ruleset decides the value of its yaku.
    """

    name: Names = Field(description="What it is called.")
    short: str | None = Field(default=None, description="What it is in a few words, for a sheet.")
    usual: PaidWorth | None = Field(
        default=None,
        description="What a local yaku is usually worth, to begin with where a club adds it.",
    )


def _yaku_option(title: str, clauses: str, asked: Asked = "") -> Any:
    return option(title, worth_sentence, clauses=clauses, unit="han", asked=asked)


def _variant_option(title: str) -> Any:
    def variant_sentence(worth: HanWorth | LimitWorth | YakumanWorth | str, tr: Translator) -> str:
        if worth == "none":
            return tr("As with any other wait.")
        return worth_sentence(worth, tr)

    return option(title, variant_sentence, clauses="points-yakuman-single", unit="han")


class Yaku(Chapter):
    """The value of each yaku, concealed and open."""

    TITLE: ClassVar[str] = "Yaku"

    riichi: Worth = _yaku_option("Riichi", "yaku-riichi")
    double_riichi: FirstTurnWorth = _yaku_option("Double Riichi", "yaku-double-riichi")
    ippatsu: Worth = _yaku_option("Ippatsu", "yaku-ippatsu", asked="hand")
    fully_concealed_hand: Worth = _yaku_option("Fully Concealed Hand", "yaku-menzen-tsumo")
    pinfu: Worth = _yaku_option("Pinfu", "yaku-pinfu")
    pure_double_sequence: Worth = _yaku_option("Pure Double Sequence", "yaku-iipeikou")
    all_simples: Worth = _yaku_option(
        "All Simples",
        "yaku-tanyao yaku-concealed-required score-example-tanyao-sanshoku",
        asked="hand",
    )
    mixed_triple_sequence: Worth = _yaku_option("Mixed Triple Sequence", "yaku-sanshoku-doujun")
    pure_straight: Worth = _yaku_option("Pure Straight", "yaku-itsu")
    dragon_triplet: Worth = _yaku_option("Dragon Triplet", "yaku-yakuhai-dragon")
    seat_wind_triplet: Worth = _yaku_option("Seat Wind Triplet", "yaku-yakuhai-seat")
    round_wind_triplet: Worth = _yaku_option("Round Wind Triplet", "yaku-yakuhai-round-wind")
    half_outside_hand: Worth = _yaku_option("Half Outside Hand", "yaku-chanta")
    after_a_quad: Worth = _yaku_option("After a Quad", "yaku-rinshan")
    robbing_a_quad: Worth = _yaku_option("Robbing a Quad", "yaku-chankan")
    under_the_sea: Worth = _yaku_option("Under the Sea", "yaku-haitei")
    under_the_river: Worth = _yaku_option("Under the River", "yaku-houtei")
    seven_pairs: Worth = _yaku_option("Seven Pairs", "yaku-chiitoi")
    triple_triplet: Worth = _yaku_option("Triple Triplet", "yaku-sanshoku-doukou")
    three_concealed_triplets: Worth = _yaku_option("Three Concealed Triplets", "yaku-sanankou")
    three_quads: Worth = _yaku_option("Three Quads", "yaku-sankantsu")
    all_triplets: Worth = _yaku_option("All Triplets", "yaku-toitoi")
    half_flush: Worth = _yaku_option("Half Flush", "yaku-honitsu")
    little_three_dragons: Worth = _yaku_option("Little Three Dragons", "yaku-shousangen")
    all_terminals_and_honours: Worth = _yaku_option("All Terminals and Honours", "yaku-honroutou")
    full_outside_hand: Worth = _yaku_option("Full Outside Hand", "yaku-junchan")
    twice_pure_double_sequence: Worth = _yaku_option(
        "Twice Pure Double Sequence", "yaku-ryanpeikou"
    )
    full_flush: Worth = _yaku_option("Full Flush", "yaku-chinitsu")
    blessing_of_man: Worth = _yaku_option(
        "Blessing of Man",
        "yaku-renho yaku-renho-not-cumulative yaku-yakuman-count yaku-count-ordinary",
        asked="hand",
    )
    thirteen_orphans: Worth = _yaku_option("Thirteen Orphans", "yaku-kokushi")
    nine_gates: Worth = _yaku_option("Nine Gates", "yaku-chuuren")
    blessing_of_heaven: Worth = _yaku_option("Blessing of Heaven", "yaku-tenho")
    blessing_of_earth: Worth = _yaku_option("Blessing of Earth", "yaku-chiho")
    four_concealed_triplets: Worth = _yaku_option("Four Concealed Triplets", "yaku-suuankou")
    four_quads: Worth = _yaku_option("Four Quads", "yaku-suukantsu")
    all_green: Worth = _yaku_option("All Green", "yaku-ryuuiisou")
    all_terminals: Worth = _yaku_option("All Terminals", "yaku-chinroutou")
    all_honours: Worth = _yaku_option("All Honours", "yaku-tsuuiisou")
    big_three_dragons: Worth = _yaku_option("Big Three Dragons", "yaku-daisangen")
    little_four_winds: Worth = _yaku_option("Little Four Winds", "yaku-shousuushii")
    big_four_winds: Worth = _yaku_option("Big Four Winds", "yaku-daisuushii")
    thirteen_orphans_thirteen_waits: Worth = _variant_option("Thirteen Orphans on thirteen waits")
    nine_gates_nine_waits: Worth = _variant_option("Nine Gates on nine waits")
    four_concealed_triplets_pair_wait: Worth = _variant_option(
        "Four Concealed Triplets on the pair wait"
    )
    local: Annotated[tuple[LocalYaku, ...], Field(description="Local yaku of this ruleset.")] = ()

    @classmethod
    def of_plain(cls, data: Mapping[str, Any]) -> Self:
        """Return the chapter of values as a file has them, also those of yaku without a field.

        Raises:
            ValidationError: if a value does not fit.
        """
        local = [_plain_local(name, data[name]) for name in data if name not in BOOK_YAKU]
        values = {name: value for name, value in data.items() if name in BOOK_YAKU}
        return super().of_plain(values | {"local": local})


BOOK_YAKU = tuple(name for name, _ in Yaku.options())
"""The yaku of the books: each has its own field."""

BESIDE_DEFINITION = ("name", "worth", "example")
"""The keys of a club's yaku that are not part of its definition."""


def _plain_local(name: str, value: Any) -> dict[str, Any]:
    if not (isinstance(value, dict) and "worth" in value):
        return {"id": name, "worth": value}
    beside = {word: value[word] for word in BESIDE_DEFINITION if word in value}
    definition = {word: part for word, part in value.items() if word not in beside}
    return {"id": name, **beside, "definition": definition}
