"""Claims: who may take a discard, in which order and until when, and multiple winners."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from riichi_core.language import Translatable, Translator
from riichi_core.rules.chapters.aborted import AfterThreeCalls, after_abort_sentence
from riichi_core.rules.options import ByKey, ByShape, Chapter, CompoundValue, SetOf, option


class SeveralPaid(CompoundValue):
    """The payments to multiple winners on one tile."""

    own_bets: Literal["returned", "nearest"] = option(
        "Riichi bets of the winners",
        {
            "returned": "A winner who declared riichi takes their own bet back.",
            "nearest": "The winners' own bets go to the first winner in turn after the discarder.",
        },
        labels={"returned": "Back to each winner", "nearest": "To the first winner"},
        usual="nearest",
    )
    other_bets: Literal["nearest", "shared"] = option(
        "All other riichi bets",
        {
            "nearest": "All other bets, including those from earlier hands, go to the first "
            "winner in turn after the discarder.",
            "shared": "The winners share all other bets equally.",
        },
        labels={"nearest": "To the first winner", "shared": "Shared equally"},
        usual="nearest",
    )
    counters: Literal["each", "nearest"] = option(
        "Counters",
        {
            "each": "Counters are paid in full to each winner.",
            "nearest": "Counters are paid only to the first winner in turn.",
        },
        labels={"each": "Paid to each winner", "nearest": "Paid to the first winner"},
        usual="nearest",
    )
    dealer: Literal["stays", "stays_if_nearest"] = option(
        "East among the winners",
        {
            "stays": "If East is one of the winners, East stays and a counter is added.",
            "stays_if_nearest": "If East is the first of them in turn, East stays and a counter "
            "is added. Otherwise the counters are removed.",
        },
        labels={"stays": "Stays like any winner", "stays_if_nearest": "Stays only as first winner"},
        usual="stays",
    )


class AllWin(CompoundValue):
    """Two or three winners on one tile."""

    all: SeveralPaid = option("Payments to multiple winners")


def _three_sentence(value: AfterThreeCalls, tr: Translator) -> str:
    return tr("After three calls, {follows}.", follows=after_abort_sentence(value, tr))


class TwoPaid(SeveralPaid):
    """The payments to two winners, and the consequences of three calls."""

    three: AfterThreeCalls = option(
        "What happens after three calls", _three_sentence, usual=AfterThreeCalls
    )


class AtMostTwo(CompoundValue):
    """Two may win; three calls end the deal in a draw."""

    at_most_two: TwoPaid = option("Payments to two winners")


Winners = Annotated[Literal["head_bump"] | AllWin | AtMostTwo, ByKey]


SECONDS = {
    "1": "The other players have {value} second after a discard.",
    "number": "The other players have {value} seconds after a discard.",
}


class Seconds(CompoundValue):
    """A time limit in seconds."""

    seconds: int = option("Seconds", SECONDS, unit="seconds", ge=1, le=60)


HastyAct = Literal["draw", "draw_and_discard", "draw_and_quad", "draw_and_win", "claim_and_discard"]

HASTY_ACTS: dict[HastyAct, Translatable] = {
    "draw": "a draw",
    "draw_and_discard": "a draw and its discard",
    "draw_and_quad": "a draw and a quad of the player's own tiles",
    "draw_and_win": "a self-drawn win",
    "claim_and_discard": "a claim and its discard",
}
"""Hasty actions, in words."""


def _acts_in_words(acts: tuple[HastyAct, ...], tr: Translator) -> str:
    return tr.or_list(tr(text) for act, text in HASTY_ACTS.items() if act in acts)


def _late_win_sentence(acts: tuple[HastyAct, ...], tr: Translator) -> str:
    if not acts:
        return tr("A hasty action stands, and a win called after it is void.")
    return tr(
        "A late win still counts, and undoes a hasty action of the next player: {acts}.",
        acts=_acts_in_words(acts, tr),
    )


def _late_meld_sentence(acts: tuple[HastyAct, ...], tr: Translator) -> str:
    if not acts:
        return tr("A hasty action stands, and a triplet or quad called after it is void.")
    return tr(
        "A late triplet or quad still counts, and undoes a hasty action of the next player: "
        "{acts}.",
        acts=_acts_in_words(acts, tr),
    )


class LateCallUndoes(CompoundValue):
    """The actions that a late call takes back if they were too fast for the others to call.

    If a player did several things, the call takes them back only if it may take back each of them.
    """

    win: SetOf[HastyAct] = option("What a late win undoes", _late_win_sentence)
    meld: SetOf[Literal["draw", "draw_and_discard", "draw_and_quad"]] = option(
        "What a late triplet or quad undoes", _late_meld_sentence
    )


def _hasty_sentence(value: LateCallUndoes, tr: Translator) -> str:
    if not value.win and not value.meld:
        return tr("A hasty action stands, and a late call is void.")
    return f"{_late_win_sentence(value.win, tr)} {_late_meld_sentence(value.meld, tr)}"


WinWindow = Literal["until_discard", "until_discard_or_quad", "until_draw", "all_asked"]

TakenWithin = Annotated[
    Literal["own_draw", "not_regulated"] | Annotated[int, Field(ge=1, le=4)], ByShape
]


class Claims(Chapter):
    """Taking another player's discard."""

    TITLE: ClassVar[str] = "Claims"

    winners: Winners = option(
        "Multiple winners",
        {
            "head_bump": "Only the caller next in turn after the discarder wins, even on a robbed "
            "quad. The others are not paid and need not show their hands. If East is one of them, "
            "East does not stay and no counter is added.",
            "all": "Every player who calls ron wins, whether two or three do so, even on a robbed "
            "quad. The discarder pays each winner in full.",
            "at_most_two": "Two players win and are both paid in full; three calls abort the hand.",
        },
        labels={"head_bump": "Only one wins", "=all": "All win", "=at_most_two": "Two can win"},
        clauses="claim-multiple-ron claim-triple-ron claim-headbump-losers claim-multiple-chankan "
        "win-multi-ron-payment riichi-stakes-multi-winner riichi-old-stakes-multi-winner "
        "counters-each-winner counters-dealer-among-winners rotation-dealer-cowinner "
        "riichi-own-stake-back bets-of-an-overtaken-caller counters-reset",
        asked="table",
    )
    meld_precedence: Literal["by_rank", "first_call"] = option(
        "Sequence against triplet or quad",
        {
            "by_rank": "A triplet or quad takes precedence over a sequence, even if it is called "
            "later, until the sequence's caller discards.",
            "first_call": "A call that is clearly the first stands. If the calls come at about "
            "the same time, or nobody can tell, a triplet or quad takes precedence over a "
            "sequence.",
        },
        clauses="claim-precedence-melds claim-precedence-late-pon-limit "
        "claim-precedence-simultaneous",
    )
    meld_window: Annotated[Literal["until_draw", "all_asked"] | Seconds, ByShape] = option(
        "How long a sequence, triplet or quad can be called",
        {
            "until_draw": "A sequence, triplet or quad can be called until the next player draws, "
            "without a time limit.",
            "all_asked": "Everyone who may call is asked before anyone takes a discard or draws "
            "the next tile, so there are no late calls.",
            "record": "A sequence, triplet or quad can be called for a fixed time. A draw before "
            "the time is up can be undone.",
        },
        clauses="claim-meld-window claim-chii-window",
    )
    win_window: WinWindow = option(
        "How long a win can be called",
        {
            "until_discard": "A win on a discard can be called until the next discard, even if "
            "the tile has been melded. A self-drawn win ends this.",
            "until_discard_or_quad": "A win on a discard can be called until the next discard, "
            "even if the tile has been melded. A self-drawn win, a concealed quad or an extended "
            "quad by the next player ends this.",
            "until_draw": "A win on a discard can be called until the next player draws.",
            "all_asked": "Everyone who may win is asked before anyone takes a discard or draws the "
            "next tile, so there are no late calls.",
        },
        clauses="claim-win-window claim-win-window-tsumo claim-win-window-after-meld "
        "quad-rob-window",
    )
    touching_the_wall: Literal["gives_up_the_claim", "not_regulated"] = option(
        "Touching the next tile of the wall",
        {
            "gives_up_the_claim": "A player who touches the wall to draw can no longer claim the "
            "last discard.",
            "not_regulated": "The rules do not say whether touching the wall counts as a draw.",
        },
        clauses="claim-touching-the-wall",
        effect="table",
    )
    forbidden_swaps: SetOf[Literal["same_tile", "other_end"]] = option(
        "Swap-calling",
        {
            "same_tile": "A player who claims a tile may not at once discard an identical tile.",
            "other_end": "A player who claims a tile may not at once discard the tile at the other "
            "end of the sequence.",
            "": "After a claim the player may discard any tile.",
        },
        clauses="kuikae-same-tile kuikae-other-end",
        asked="table",
    )
    late_call_undoes: LateCallUndoes = option(
        "Playing too fast for the others to call",
        _hasty_sentence,
        clauses="turn-draw-too-fast turn-hasty-discard turn-hasty-quad turn-hasty-win "
        "turn-hasty-claim",
    )
    unseen_discard: Literal["late_call", "not_regulated"] = option(
        "A discard that a player could not see",
        {
            "late_call": "A player who could not see a discard may call it late, in the interest "
            "of fair play.",
            "not_regulated": "The rules do not say whether a player who could not see a discard "
            "may call it late.",
        },
        clauses="claim-unseen-discard",
        effect="table",
    )
    take_tile_within: TakenWithin = option(
        "When a claimed tile must be taken",
        {
            "own_draw": "A player must take a claimed tile before their next draw.",
            "not_regulated": "The rules have no limit for taking a claimed tile.",
            "1": "A player must take a claimed tile before the next opponent discards.",
            "number": "A player must take a claimed tile before {value} other players have "
            "discarded.",
        },
        clauses="claim-take-deadline",
        unit="discards",
    )
    set_words: SetOf[Literal["japanese", "english"]] = option(
        "Words that call a set",
        {
            "japanese": "A set is called with chii, pon and kan.",
            "english": 'A set is called with "chow", "pung" and "kong".',
            "": "The rules prescribe no word.",
        },
        clauses="claim-terms-meld",
        effect="table",
        unregulated=[],
    )
    win_words: SetOf[Literal["ron", "tsumo", "mahjong"]] = option(
        "Words that declare a win",
        {
            "ron": "A win is declared with ron on a discard.",
            "tsumo": "A win is declared with tsumo on a self-draw.",
            "mahjong": "A win is declared with mahjong in either case.",
            "": "The rules prescribe no word.",
        },
        clauses="claim-terms-win",
        effect="table",
    )
