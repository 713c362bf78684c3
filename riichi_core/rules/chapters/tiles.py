"""Tiles: which ones are on the table."""

from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from riichi_core.files.accepted_values import value_error
from riichi_core.language import Translatable, Translator
from riichi_core.messages import Message
from riichi_core.rules.options import ByShape, Chapter, CompoundValue, option

Reds = Annotated[int, Field(ge=0, le=4)]


class RedFives(CompoundValue):
    """The number of red fives in each suit; each is worth one han in a winning hand."""

    m: Reds = option("Characters", "{value} of characters.", unit="tiles")
    p: Reds = option("Circles", "{value} of circles.", unit="tiles")
    s: Reds = option("Bamboo", "{value} of bamboo.", unit="tiles")


SAME: tuple[Translatable, ...] = (
    "Each suit has one red five; each one in a winning hand adds one han.",
    "Each suit has two red fives; each one in a winning hand adds one han.",
    "Each suit has three red fives; each one in a winning hand adds one han.",
    "Each suit has four red fives; each one in a winning hand adds one han.",
)


def _sentence(reds: RedFives, tr: Translator) -> str:
    counts = (reds.m, reds.p, reds.s)
    if not any(counts):
        return tr("There are no red fives.")
    if len(set(counts)) == 1:
        return tr(SAME[reds.m - 1])
    return tr(
        "{m} of the fives of characters, {p} of circles and {s} of bamboo are red; each one in a "
        "winning hand adds one han.",
        m=reds.m,
        p=reds.p,
        s=reds.s,
    )


TileWord = Literal[
    "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m",
    "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p",
    "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s",
    "1z", "2z", "3z", "4z", "5z", "6z", "7z",
]  # fmt: skip


HONOUR_NAMES: tuple[Translatable, ...] = (
    "East", "South", "West", "North", "White", "Green", "Red",
)  # fmt: skip


WildWhen = Literal["never", "after_riichi", "ippatsu", "after_open_riichi"]

WILD = {
    "never": "",
    "after_riichi": "A player in riichi who draws it may win with it as any tile.",
    "ippatsu": "A player who draws it while ippatsu is still possible may win with it as any tile.",
    "after_open_riichi": "A player in open riichi who draws it may win with it as any tile.",
}

WILD_LABELS = {
    "never": "No",
    "after_riichi": "After riichi",
    "ippatsu": "For ippatsu",
    "after_open_riichi": "After open riichi",
}


class BonusTile(CompoundValue):
    """Tiles of one kind that bear a mark; in a hand, `3*m` is a marked 3m."""

    tile: TileWord = option("Tile", "{value}")
    copies: Annotated[int, Field(ge=1, le=4)] = option("Copies", unit="tiles", usual=1)
    han: Annotated[int, Field(ge=0, le=100)] = option("Han of each", unit="han", usual=1)
    chips: Annotated[int, Field(ge=0, le=100)] = option("Chips for each", unit="chips", usual=0)
    wild: WildWhen = option("Wild", WILD, labels=WILD_LABELS, usual="never")


def _each_once(tiles: tuple[BonusTile, ...]) -> tuple[BonusTile, ...]:
    kinds = [bonus.tile for bonus in tiles]
    if twice := sorted({kind for kind in kinds if kinds.count(kind) > 1}):
        message = Message("{items} is listed twice", items=", ".join(twice))
        raise value_error("duplicate_item", message)
    return tuple(sorted(tiles, key=lambda bonus: (bonus.tile[1], bonus.tile[0])))


BonusTiles = Annotated[
    tuple[BonusTile, ...], Field(min_length=1, max_length=6), AfterValidator(_each_once)
]
"""Sorted, so that equal sets of tiles are equal."""


def _bonus_sentence(value: BonusTiles | str, tr: Translator) -> str:
    if isinstance(value, str):
        return tr("No other tiles are marked.")
    return " ".join(_one_bonus_sentence(bonus, tr) for bonus in value)


def _tile_name(tile: TileWord, tr: Translator) -> str:
    return tr(HONOUR_NAMES[int(tile[0]) - 1]) if tile[1] == "z" else tile


def _one_bonus_sentence(bonus: BonusTile, tr: Translator) -> str:
    marked = tr.counted("One of the four {tile} tiles is marked.",
                        "{n} of the four {tile} tiles are marked.",
                        bonus.copies, tile=_tile_name(bonus.tile, tr))  # fmt: skip
    gains = [tr("{n} han", n=bonus.han)] if bonus.han else []
    if bonus.chips:
        gains.append(tr.counted("{n} chip from each player who pays",
                                "{n} chips from each player who pays", bonus.chips))  # fmt: skip
    sentences = [marked]
    if gains:
        adds = tr.counted("In a winning hand it adds {gains}.",
                          "In a winning hand each adds {gains}.",
                          bonus.copies, gains=tr.and_list(gains))  # fmt: skip
        sentences.append(adds)
    if bonus.wild != "never":
        sentences.append(tr(WILD[bonus.wild]))
    return " ".join(sentences)


class Tiles(Chapter):
    """The 136 tiles, with or without red fives."""

    TITLE: ClassVar[str] = "Tiles"

    red_fives: RedFives = option(
        "Red fives", _sentence, clauses="tiles-no-red-fives", unit="tiles", asked="hand"
    )
    bonus: Annotated[Literal["none"] | BonusTiles, ByShape] = option(
        "Marked tiles other than red fives",
        _bonus_sentence,
        labels={"none": "No bonus tiles", "=list": "Some tiles are marked"},
        unregulated="none",
        looked_for="2026-11-29",
    )
