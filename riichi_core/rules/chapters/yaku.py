"""Yaku: what each is worth. What each one is stands in rulesets/yaku.yaml."""

from typing import Annotated, ClassVar, Literal

from pydantic import Discriminator, Field, Tag, ValidationInfo, field_validator

from riichi_core.language import ENGLISH, Text, Translator
from riichi_core.messages import Message
from riichi_core.rules.chapters.limits import LimitName
from riichi_core.rules.options import WORD, Chapter, Frozen, Han, Option, RecordValue
from riichi_core.rules.vocabulary import Definition, Names
from riichi_core.source.refusals import refusal

Cumulative = Annotated[
    bool,
    Option(
        "Whether it adds to other yaku and dora",
        {"true": "It adds to other yaku and dora.", "false": "It does not add to anything else."},
    ),
]


class HanWorth(RecordValue):
    """Worth in han; without `open` the hand must be concealed."""

    closed: Annotated[Han, Option("Concealed", "{value} han concealed", unit="han")]
    open: Annotated[
        Annotated[int, Field(ge=1, le=100)] | None,
        Option("Open", "{value} han open", unit="han"),
    ] = None
    cumulative: Cumulative = True

    @field_validator("open")
    @classmethod
    def _not_above_closed(cls, value: int | None, info: ValidationInfo) -> int | None:
        closed = info.data.get("closed")
        if value is not None and closed is not None and value > closed:
            message = Message("an open hand would be worth more than a concealed one")
            raise refusal("open_above_closed", message)
        return value


class LimitWorth(RecordValue):
    """Worth a limit; where it adds to other yaku it counts as the han at which the limit begins."""

    limit: Annotated[LimitName, Option("Limit", "Paid as the limit.")]
    cumulative: Cumulative = True


class YakumanWorth(RecordValue):
    """Worth one yakuman or several."""

    yakuman: Annotated[
        int, Field(ge=1, le=6), Option("How many yakuman", "{value} yakuman", unit="yakuman")
    ]


def _kind(value: object) -> str:
    if isinstance(value, str):
        return "word"
    if isinstance(value, LimitWorth) or (isinstance(value, dict) and "limit" in value):
        return "=limit"
    if isinstance(value, YakumanWorth) or (isinstance(value, dict) and "yakuman" in value):
        return "=yakuman"
    return "=han" if isinstance(value, (HanWorth, dict)) else "number"


Worth = Annotated[
    Annotated[Literal["none"], WORD]
    | Annotated[HanWorth, Tag("=han")]
    | Annotated[LimitWorth, Tag("=limit")]
    | Annotated[YakumanWorth, Tag("=yakuman")],
    Discriminator(_kind),
]


NOT_COUNTED: Text = "Not counted."

TIMES: dict[int, Text] = {1: "Yakuman.", 2: "Double yakuman.", 3: "Triple yakuman."}


def worth_sentence(
    worth: HanWorth | LimitWorth | YakumanWorth | str, tr: Translator = ENGLISH
) -> str:
    """Return a yaku's worth in words."""
    match worth:
        case HanWorth(closed=closed, open=None):
            words = tr("{closed} han, concealed only", closed=closed)
        case HanWorth(closed=closed, open=open_) if open_ == closed:
            words = tr("{closed} han, open or concealed", closed=closed)
        case HanWorth(closed=closed, open=open_):
            words = tr("{closed} han concealed, {open} open", closed=closed, open=open_)
        case LimitWorth(limit=limit):
            words = limit.capitalize()
        case YakumanWorth(yakuman=number) if number in TIMES:
            return tr(TIMES[number])
        case YakumanWorth(yakuman=number):
            return tr("{number}-fold yakuman.", number=number)
        case _:
            return tr(NOT_COUNTED)
    if worth.cumulative:
        return f"{words}."
    return tr("{worth}; not together with other yaku or dora.", worth=words)


class LocalYaku(Frozen):
    """A priced yaku that the books do not have: a known local one, or one a club defines."""

    id: str
    worth: Worth
    name: Names | None = None
    definition: Definition | None = None


def _yaku(title: str, *clauses: str) -> Option:
    return Option(title, worth_sentence, clauses, unit="han")


def _variant(title: str) -> Option:
    def says(worth: HanWorth | LimitWorth | YakumanWorth | str, tr: Translator) -> str:
        if worth == "none":
            return tr("No more than on any other wait.")
        return worth_sentence(worth, tr)

    return Option(title, says, ("points-yakuman-single",), unit="han")


class Yaku(Chapter):
    """The worth of each yaku, concealed and open."""

    TITLE: ClassVar[str] = "Yaku"

    riichi: Annotated[Worth, _yaku("Riichi", "yaku-riichi")]
    double_riichi: Annotated[Worth, _yaku("Double Riichi, on top of Riichi", "yaku-double-riichi")]
    ippatsu: Annotated[Worth, _yaku("Ippatsu", "yaku-ippatsu")]
    fully_concealed_hand: Annotated[Worth, _yaku("Fully Concealed Hand", "yaku-menzen-tsumo")]
    pinfu: Annotated[Worth, _yaku("Pinfu", "yaku-pinfu")]
    pure_double_chow: Annotated[Worth, _yaku("Pure Double Chow", "yaku-iipeikou")]
    all_simples: Annotated[
        Worth,
        _yaku(
            "All Simples", "yaku-tanyao", "yaku-closed-required", "score-example-tanyao-sanshoku"
        ),
    ]
    mixed_triple_chow: Annotated[Worth, _yaku("Mixed Triple Chow", "yaku-sanshoku-doujun")]
    pure_straight: Annotated[Worth, _yaku("Pure Straight", "yaku-itsu")]
    dragon_pung: Annotated[Worth, _yaku("Dragon Pung", "yaku-yakuhai-dragon")]
    seat_wind_pung: Annotated[Worth, _yaku("Seat Wind Pung", "yaku-yakuhai-seat")]
    prevailing_wind_pung: Annotated[Worth, _yaku("Prevailing Wind Pung", "yaku-yakuhai-prevailing")]
    outside_hand: Annotated[Worth, _yaku("Outside Hand", "yaku-chanta")]
    after_a_kong: Annotated[Worth, _yaku("After a Kong", "yaku-rinshan")]
    robbing_a_kong: Annotated[Worth, _yaku("Robbing a Kong", "yaku-chankan")]
    last_tile_draw: Annotated[Worth, _yaku("Last Tile Draw", "yaku-haitei")]
    last_tile_claim: Annotated[Worth, _yaku("Last Tile Claim", "yaku-houtei")]
    seven_pairs: Annotated[Worth, _yaku("Seven Pairs", "yaku-chiitoi")]
    triple_pung: Annotated[Worth, _yaku("Triple Pung", "yaku-sanshoku-doukou")]
    three_concealed_pungs: Annotated[Worth, _yaku("Three Concealed Pungs", "yaku-sanankou")]
    three_kongs: Annotated[Worth, _yaku("Three Kongs", "yaku-sankantsu")]
    all_pungs: Annotated[Worth, _yaku("All Pungs", "yaku-toitoi")]
    half_flush: Annotated[Worth, _yaku("Half Flush", "yaku-honitsu")]
    little_three_dragons: Annotated[Worth, _yaku("Little Three Dragons", "yaku-shousangen")]
    all_terminals_and_honours: Annotated[
        Worth, _yaku("All Terminals and Honours", "yaku-honroutou")
    ]
    terminals_in_all_sets: Annotated[Worth, _yaku("Terminals in All Sets", "yaku-junchan")]
    twice_pure_double_chow: Annotated[Worth, _yaku("Twice Pure Double Chow", "yaku-ryanpeikou")]
    full_flush: Annotated[Worth, _yaku("Full Flush", "yaku-chinitsu")]
    blessing_of_man: Annotated[
        Worth,
        _yaku(
            "Blessing of Man",
            "yaku-renho",
            "yaku-renho-not-cumulative",
            "yaku-yakuman-count",
            "yaku-count-ordinary",
        ),
    ]
    thirteen_orphans: Annotated[Worth, _yaku("Thirteen Orphans", "yaku-kokushi")]
    nine_gates: Annotated[Worth, _yaku("Nine Gates", "yaku-chuuren")]
    blessing_of_heaven: Annotated[Worth, _yaku("Blessing of Heaven", "yaku-tenho")]
    blessing_of_earth: Annotated[Worth, _yaku("Blessing of Earth", "yaku-chiho")]
    four_concealed_pungs: Annotated[Worth, _yaku("Four Concealed Pungs", "yaku-suuankou")]
    four_kongs: Annotated[Worth, _yaku("Four Kongs", "yaku-suukantsu")]
    all_green: Annotated[Worth, _yaku("All Green", "yaku-ryuuiisou")]
    all_terminals: Annotated[Worth, _yaku("All Terminals", "yaku-chinroutou")]
    all_honours: Annotated[Worth, _yaku("All Honours", "yaku-tsuuiisou")]
    big_three_dragons: Annotated[Worth, _yaku("Big Three Dragons", "yaku-daisangen")]
    little_four_winds: Annotated[Worth, _yaku("Little Four Winds", "yaku-shousuushii")]
    big_four_winds: Annotated[Worth, _yaku("Big Four Winds", "yaku-daisuushii")]
    thirteen_orphans_thirteen_waits: Annotated[
        Worth, _variant("Thirteen Orphans on thirteen waits")
    ]
    nine_gates_nine_waits: Annotated[Worth, _variant("Nine Gates on nine waits")]
    four_concealed_pungs_pair_wait: Annotated[
        Worth, _variant("Four Concealed Pungs on the pair wait")
    ]
    local: Annotated[
        tuple[LocalYaku, ...], Field(description="Local yaku that this ruleset prices.")
    ] = ()
