"""Claims: who may take a discard, in which order, until when, and what several winners mean."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, Tag

from riichi_core.language import Text, Translator
from riichi_core.rules.chapters.aborted import AfterAbortiveDraw, aborted_sentence
from riichi_core.rules.options import (
    NUMBER,
    RECORD,
    WORD,
    ByKey,
    ByShape,
    Chapter,
    Option,
    RecordValue,
    SetOf,
)


class SeveralPaid(RecordValue):
    """Settling several winners on one tile."""

    own_bets: Annotated[
        Literal["returned", "nearest"],
        Option(
            "Riichi bets of the winners",
            {
                "returned": "A winner who declared riichi takes their own bet back.",
                "nearest": "The winners' own bets go to the winner nearest after the discarder.",
            },
        ),
    ]
    other_bets: Annotated[
        Literal["nearest", "shared"],
        Option(
            "All other riichi bets",
            {
                "nearest": "All other bets, also those left from earlier deals, go to the winner "
                "nearest after the discarder.",
                "shared": "The winners share all other bets equally.",
            },
        ),
    ]
    counters: Annotated[
        Literal["each", "nearest"],
        Option(
            "Counters",
            {
                "each": "Counters are paid in full to each winner.",
                "nearest": "Counters are paid only to the winner nearest after the discarder.",
            },
        ),
    ]
    dealer: Annotated[
        Literal["stays_as_any_winner", "stays_as_nearest"],
        Option(
            "East among the winners",
            {
                "stays_as_any_winner": "East stays, with one more counter, if among them.",
                "stays_as_nearest": "East stays, with one more counter, only as the nearest "
                "of them; otherwise the counters are removed.",
            },
        ),
    ]


class AllWin(RecordValue):
    """Two or three winners on one tile."""

    all: Annotated[SeveralPaid, Option("How several winners are settled", "")]


def _three_sentence(value: AfterAbortiveDraw, tr: Translator) -> str:
    return tr("After three, {follows}.", follows=aborted_sentence(value, tr))


class TwoPaid(SeveralPaid):
    """Settling two winners, and what follows when three calls end the deal."""

    three: Annotated[
        AfterAbortiveDraw,
        Option("What follows three calls", _three_sentence),
    ]


class TwoThenAbort(RecordValue):
    """Two may win; three end the deal in a draw."""

    two_then_abort: Annotated[TwoPaid, Option("How two winners are settled", "")]


Winners = Annotated[
    Annotated[Literal["nearest"], WORD]
    | Annotated[AllWin, Tag("=all")]
    | Annotated[TwoThenAbort, Tag("=two_then_abort")],
    ByKey,
]


def _within(seconds: int, tr: Translator) -> str:
    return tr.counted(
        "The others have {n} second after a discard.",
        "The others have {n} seconds after a discard.",
        seconds,
    )


class Seconds(RecordValue):
    """A window measured by the clock."""

    seconds: Annotated[
        int,
        Field(ge=1, le=60),
        Option("Seconds", _within, unit="seconds"),
    ]


TAKEN: dict[str, Text] = {
    "own_draw": "The claimed tile must be taken before the player's own next draw.",
    "not_regulated": "The rules do not say until when a claimed tile must be taken.",
}


def _take_sentence(value: int | str, tr: Translator) -> str:
    if isinstance(value, int):
        return tr.counted(
            "The claimed tile must be taken before the next opponent has discarded.",
            "The claimed tile must be taken before the next {n} opponents have discarded.",
            value,
        )
    return tr(TAKEN[value])


class Claims(Chapter):
    """Taking another player's discard."""

    TITLE: ClassVar[str] = "Claims"

    winners: Annotated[
        Winners,
        Option(
            "Several wins on one tile",
            {
                "nearest": "Only the player nearest after the discarder in turn order wins, also "
                "when a kong is robbed. The others are not paid and need not show their hands; an "
                "overtaken East has not won, so does not stay and adds no counter.",
                "all": "Everyone who called wins, two or three players, also when a kong is "
                "robbed; the discarder pays each hand in full.",
                "two_then_abort": "Two players win and are each paid in full; three calls end the "
                "deal in a draw.",
            },
            (
                "claim-multiple-ron",
                "claim-triple-ron",
                "claim-headbump-losers",
                "claim-multiple-chankan",
                "win-multi-ron-payment",
                "riichi-stakes-multi-winner",
                "riichi-old-stakes-multi-winner",
                "counters-each-winner",
                "counters-dealer-among-winners",
                "rotation-dealer-cowinner",
                "riichi-own-stake-back",
                "riichi-stakes-to-winner",
                "counters-reset",
            ),
        ),
    ]
    meld_precedence: Annotated[
        Literal["by_rank", "first_call"],
        Option(
            "Chow against pung or kong",
            {
                "by_rank": "A pung or kong beats a chow, also when it is called after it, as long "
                "as the chow's caller has not discarded.",
                "first_call": "The call made first stands; a pung or kong beats a chow only when "
                "both are called at once or nobody can tell.",
            },
            (
                "claim-precedence-melds",
                "claim-precedence-late-pung-limit",
                "claim-precedence-simultaneous",
            ),
        ),
    ]
    meld_window: Annotated[
        Annotated[
            Annotated[Literal["until_draw", "all_asked"], WORD] | Annotated[Seconds, RECORD],
            ByShape,
        ],
        Option(
            "How long a chow, pung or kong can be called",
            {
                "until_draw": "A chow, pung or kong can be called until the next player draws; "
                "there is no clock.",
                "all_asked": "Everybody who may call is asked before a discard is claimed or the "
                "next tile drawn; nothing is called later.",
                "record": "A chow, pung or kong can be called for a fixed time, and a draw made "
                "before it has passed can be undone.",
            },
            ("claim-meld-window", "claim-chow-window"),
        ),
    ]
    win_window: Annotated[
        Literal["until_discard", "until_next_act", "until_draw", "all_asked"],
        Option(
            "How long a win can be called",
            {
                "until_discard": "A win on a discard can be called until the next discard, also "
                "when the tile has been melded; a self-drawn win closes it.",
                "until_next_act": "A win on a discard can be called until the next discard, also "
                "when the tile has been melded; a self-drawn win and a concealed kong or extended "
                "pung of the next player close it.",
                "until_draw": "A win on a discard can be called until the next player draws.",
                "all_asked": "Everybody who may win is asked before a discard is claimed or the "
                "next tile drawn; nothing is called later.",
            },
            (
                "claim-win-window",
                "claim-win-window-tsumo",
                "claim-win-window-after-meld",
                "kong-rob-window",
            ),
        ),
    ]
    touching_the_wall: Annotated[
        Literal["gives_up_the_claim", "not_regulated"],
        Option(
            "Touching the next tile of the wall",
            {
                "gives_up_the_claim": "Who touches the wall to draw can no longer claim the last "
                "discard.",
                "not_regulated": "The rules do not say whether touching the wall is a draw.",
            },
            ("claim-touching-the-wall",),
            effect="table",
            unregulated="not_regulated",
        ),
    ]
    forbidden_swaps: Annotated[
        SetOf[Literal["same_tile", "other_end"]],
        Option(
            "Swap calling",
            {
                "same_tile": "After a claim the same tile may not be discarded at once.",
                "other_end": "After a chow the tile at its other end may not be discarded at once.",
                "": "After a claim any tile may be discarded.",
            },
            ("kuikae-same-tile", "kuikae-other-end"),
        ),
    ]
    hasty_draw: Annotated[
        Literal["undone", "stands"],
        Option(
            "A draw that was too fast for the others to call",
            {
                "undone": "If the next player drew too fast, a late call stands and the drawn tile "
                "goes back.",
                "stands": "If the next player drew too fast, the draw stands all the same and a "
                "late call is void.",
            },
            ("turn-draw-too-fast",),
        ),
    ]
    take_within: Annotated[
        Annotated[Literal["own_draw", "not_regulated"], WORD]
        | Annotated[int, Field(ge=1, le=4), NUMBER],
        ByShape,
        Option(
            "When a claimed tile must be taken",
            _take_sentence,
            ("claim-take-deadline",),
            unit="discards",
        ),
    ]
    set_words: Annotated[
        SetOf[Literal["japanese", "english"]],
        Option(
            "Words that call a set",
            {
                "japanese": "Chii, pon and kan call a set.",
                "english": "Chow, pung and kong call a set.",
                "": "No word is laid down.",
            },
            ("claim-terms-meld",),
            effect="table",
            unregulated=[],
        ),
    ]
    win_words: Annotated[
        SetOf[Literal["ron", "tsumo", "mahjong"]],
        Option(
            "Words that declare a win",
            {
                "ron": "Ron declares a win on a discard.",
                "tsumo": "Tsumo declares a self-drawn win.",
                "mahjong": "Mahjong declares either.",
                "": "No word is laid down.",
            },
            ("claim-terms-win",),
            effect="table",
        ),
    ]
