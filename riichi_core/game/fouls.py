"""Judge a single foul under a ruleset, and describe the judgement briefly.

In: the name of a foul and a ruleset. Out: a `Judgement`. Only the chapters `fouls`, `chombo`,
`dead_hand` and `limits` matter.

Sources: EMA 2016, 3.4.6 to 3.4.8, 5.1 to 5.6; WRCR 2015, 7.1, 7.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, assert_never, cast, get_args

from riichi_core.errors import RecordError
from riichi_core.language import Translatable
from riichi_core.messages import Message, quote
from riichi_core.rules.chapters.chombo import (
    PLAY_SETTINGS,
    AfterUma,
    AtTable,
    Chombo,
    PlaySetting,
    ToEach,
)
from riichi_core.rules.chapters.fouls import (
    PAYMENTS,
    ByDegree,
    Destination,
    FoulPenalty,
    Fouls,
    FoundAt,
    JudgedLater,
    ManyTiles,
    PointsOffSheet,
)
from riichi_core.rules.load import GivenRules, rules_of
from riichi_core.rules.options import value_in
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import payments
from riichi_core.spelling import closest_word, wrong_word

FoulName = Literal[
    "empty_meld_call", "empty_meld_call_shown", "slip_in_meld_order", "withdrawn_meld_call",
    "empty_concealed_quad", "empty_riichi", "empty_win_call", "false_win_shown",
    "wrong_win_word", "ron_tsumo_swapped", "change_of_meld_call", "pon_then_ron",
    "ron_then_pon", "tsumo_after_discard", "tsumo_after_discard_shown", "false_set",
    "false_quad", "false_quad_replaced", "set_shows_wrong_player", "swap_call",
    "claimed_tile_not_taken", "wrong_tile_count", "missing_tiles", "few_tiles_exposed_again",
    "several_tiles_exposed", "few_tiles_exposed", "others_tiles_exposed", "exposed_while_dealing",
    "dealing_mistake", "exposed_on_purpose", "exposed_while_building", "drawn_from_wrong_place",
    "wrong_tile_not_returned", "dead_wall_tile_not_returned", "draw_out_of_turn",
    "draw_from_a_hand",
    "undone_draw_mixed_in", "hasty_quad_replaced", "first_discard_too_early", "unplayable_by_fault",
    "unplayable_no_fault", "riichi_on_open_hand", "riichi_with_few_tiles",
    "riichi_without_points", "riichi_without_word", "riichi_after_discard",
    "riichi_without_turning",
    "next_riichi_discard_not_turned", "riichi_without_bet", "noten_riichi", "riichi_on_seen_tiles",
    "riichi_hand_not_shown",
    "forbidden_riichi_quad", "drawn_tile_touches_riichi_hand", "discard_from_riichi_hand",
    "claim_after_riichi",
    "claim_after_riichi_and_discard", "early_tenpai", "early_tenpai_shown", "false_tenpai",
    "false_tenpai_again", "win_after_declaring_tenpai", "draw_after_last_tile",
    "call_after_the_end", "all_last_sheet_error", "score_sheet_error", "score_sheet_unsigned",
    "call_with_undeclared_dead_hand", "claim_with_dead_hand", "win_with_dead_hand",
    "riichi_or_quad_with_dead_hand", "caused_by_other", "minor", "passing_information",
    "slow_or_hasty_play", "loopholes", "obstruction", "cheating", "phone", "worn_device",
    "electronic_device",
]  # fmt: skip
"""Each foul, by the name of its option in the chapter `fouls`, in reading order."""

FoulEffect = Literal[
    "chombo", "dead_hand", "void", "void_and_dead", "redeal", "points",
    "no_penalty", "corrected", "referee", "disqualification", "not_regulated",
    "stands", "obstruction", "call_changed", "banned", "not_judged", "nothing",
]  # fmt: skip
"""Each effect that a foul can have, as one word.

In the first logs, `nothing` denotes every effect that leaves the deal unchanged.
"""

SettledEffect = FoulEffect | Literal["void_chombo"]
"""An effect on the payments of the deal: a win at the same time can make a chombo void."""

OF_A_RIICHI: tuple[FoulName, ...] = (
    "riichi_on_open_hand", "riichi_without_word", "riichi_without_turning", "riichi_without_bet",
    "riichi_with_few_tiles", "riichi_without_points", "riichi_after_discard",
)  # fmt: skip
"""The fouls by which a riichi can lapse; its bet goes back (EMA 2016, 5.3; WRCR 2015, 7.2)."""

RIICHI_HAND_NOT_SHOWN: FoulName = "riichi_hand_not_shown"
PROVEN_BY_SHOWING: tuple[FoulName, ...] = ("noten_riichi", RIICHI_HAND_NOT_SHOWN)
"""The fouls of a riichi hand that is not tenpai or is not shown at a draw."""

RIICHI_ON_SEEN_TILES: FoulName = "riichi_on_seen_tiles"
OF_A_STANDING_RIICHI: tuple[FoulName, ...] = (
    *PROVEN_BY_SHOWING, RIICHI_ON_SEEN_TILES, "forbidden_riichi_quad",
)  # fmt: skip
"""The fouls that are not judged if the riichi is void."""

WIN_WITH_DEAD_HAND: FoulName = "win_with_dead_hand"
CALL_WITH_UNDECLARED_DEAD_HAND: FoulName = "call_with_undeclared_dead_hand"
"""The foul of a call that reveals a dead hand: the call is void, whatever the penalty."""

BY_A_DISCARD: tuple[FoulName, ...] = (
    "first_discard_too_early", "swap_call", "discard_from_riichi_hand",
    "claim_after_riichi_and_discard",
)  # fmt: skip
"""The fouls that a discard completes, so that they are impossible after the last discard."""

Need = Literal["claim", "quad", "riichi", "second_turn", "empty_wall", "dead_hand"]

IMPOSSIBLE_WITHOUT: Mapping[Need, tuple[FoulName, ...]] = {
    "claim": (
        "swap_call", "claimed_tile_not_taken", "set_shows_wrong_player", "false_set",
        "riichi_on_open_hand", "next_riichi_discard_not_turned", "claim_after_riichi_and_discard",
    ),
    "quad": ("false_quad", "forbidden_riichi_quad"),
    "riichi": (
        *OF_A_STANDING_RIICHI, "drawn_tile_touches_riichi_hand", "discard_from_riichi_hand",
        "claim_after_riichi", "claim_after_riichi_and_discard", "next_riichi_discard_not_turned",
    ),
    "second_turn": (
        "riichi_with_few_tiles", "forbidden_riichi_quad", "drawn_tile_touches_riichi_hand",
        "discard_from_riichi_hand",
        "next_riichi_discard_not_turned",
    ),
    "empty_wall": (
        "false_tenpai", "false_tenpai_again", "win_after_declaring_tenpai", "draw_after_last_tile",
        "call_after_the_end",
    ),
    "dead_hand": (
        CALL_WITH_UNDECLARED_DEAD_HAND, "claim_with_dead_hand", "riichi_or_quad_with_dead_hand",
        WIN_WITH_DEAD_HAND,
    ),
}  # fmt: skip
"""The fouls that have each need: a claimed set, a quad or an empty wall of the deal, or a riichi, a
second turn or a dead hand of the offender. A dead hand stays dead, whatever the penalty."""

UNPLAYABLE_BY_FAULT: FoulName = "unplayable_by_fault"
"""The foul that stops play; at the end of a deal, the end cannot be settled."""

DRAWN_TILE_TOUCHES_RIICHI_HAND: FoulName = "drawn_tile_touches_riichi_hand"
"""The foul of touching a riichi hand with the drawn tile; it is not a foul if that tile wins."""

EMPTY_RIICHI: FoulName = "empty_riichi"
"""The foul of a riichi that its player takes back; it is void, whatever the penalty."""

FALSE_WIN_SHOWN: FoulName = "false_win_shown"
FALSE_WIN: tuple[FoulName, ...] = ("empty_win_call", FALSE_WIN_SHOWN)
"""The fouls for a binding ron without a winning hand, before and after the hand is shown."""

TOO_LATE: tuple[FoulName, ...] = (
    "win_after_declaring_tenpai", "call_after_the_end", "tsumo_after_discard",
    "tsumo_after_discard_shown",
)  # fmt: skip
"""The fouls of a call that comes too late, which can make a win void."""

EMPTY_CALL: tuple[FoulName, ...] = ("empty_meld_call",)
"""The foul of a binding call for a set that the player does not carry out."""


# ---- penalties -----------------------------------------------------------------------------------


Charged = Literal[Destination, "at_table", "none"]


@dataclass(frozen=True, slots=True)
class Charge:
    """Points that nobody receives, or the pot, or each other player.

    They are charged as `none` if a chombo only ends the deal.
    """

    points: int
    charged: Charged


@dataclass(frozen=True, slots=True)
class PaidToOthers:
    """Points at the table that the other players receive.

    East pays each of them `from_east`. Another player pays `to_east` to East and `to_other` to each
    of the other two.
    """

    from_east: int
    to_east: int
    to_other: int
    charged: Literal["reverse_mangan", "to_each"] = "reverse_mangan"

    @property
    def by_east(self) -> int:
        """The total that East pays."""
        return 3 * self.from_east

    @property
    def by_other(self) -> int:
        """The total that another player pays."""
        return self.to_east + 2 * self.to_other


@dataclass(frozen=True, slots=True)
class Degrees:
    """Points off the result after uma: fixed, in a range for serious cases, then `repeated`."""

    amounts: tuple[int, ...]
    serious: tuple[int, int]
    repeated: Literal["disqualification", "referee"]
    charged: Literal["after_uma"] = "after_uma"


ChomboPrice = Charge | PaidToOthers
Penalty = ChomboPrice | Degrees


# ---- consequences --------------------------------------------------------------------------------

Condition = Literal[
    "if_clear", "unless_repeated", "unless_corrected", "if_disturbing", "if_quick",
    "if_slip_of_tongue", "never", "as_a_rule", "if_serious", "at_discretion", "if_play_goes_on",
    "by_number", "unless_drawn", "if_noticed", "before_tiles_seen",
]  # fmt: skip
"""A condition for the effect of a foul.

`never`: the second of two calls never counts; `if_serious`: in serious or repeated cases;
`at_discretion`: if the referee decides so; `if_play_goes_on`: or else it is judged as play that
cannot continue; `by_number`: by the number of tiles; `unless_drawn`: at an exhaustive draw it is
judged as a noten riichi; `if_noticed`: or else the set counts as its turned tile shows;
`before_tiles_seen`: if it disturbs the game, and no player has seen any of their tiles.
"""


JudgedAt = Literal[FoundAt, "after_the_hand"]
"""A moment at which a foul is judged; a chombo after which the hand goes on is paid after it."""

AFTER_CHOMBO = ("next_deal", "riichi_bets", "with_win", "after_last_discard", "last_timed_deal")
"""The options of the chapter `chombo` that say how the game continues after one."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of a foul under a ruleset.

    >>> judge("noten_riichi", "ema-2025").penalty
    Charge(points=20000, charged='after_uma')

    Attributes:
        foul: the name of its option in the chapter `fouls`.
        setting: the setting whose chombo penalty applies.
        effect: the effect, as one word.
        condition: the condition for this effect.
        penalty: its cost in points, fixed or by degree; None if no number is given.
        costs: the word that replaces the penalty for obstruction.
        judged_as: the fouls for a first call that binds but cannot be carried out.
        tiles: the numbers of exposed tiles that make the hand dead and that stop play.
        ban: the penalty, if it bars the offender from ron or from calls.
        found_at: the moments when it is judged; empty if it is judged when noticed.
        dead_hand_excused: what a riichi hand that died later must prove.
        riichi_bet: the destination of the offender's bet, if the foul decides it.
        aftermath: the chapter that says how the game continues, if a chombo ends the hand.
        options: the paths of the options that decide the judgement, the foul's own first.
    """

    foul: FoulName
    setting: PlaySetting
    effect: FoulEffect
    condition: Condition | None = None
    penalty: Penalty | None = None
    costs: Literal["referee", "not_regulated"] | None = None
    judged_as: tuple[FoulName, ...] = ()
    tiles: ManyTiles | None = None
    ban: FoulPenalty | None = None
    found_at: tuple[JudgedAt, ...] = ()
    dead_hand_excused: Literal["without_proof", "if_shown"] | None = None
    riichi_bet: Literal["returned", "stays"] | None = None
    aftermath: Chombo | None = None
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the outcome in a few words, e.g. `chombo, 20,000 after uma`."""
        return judgement_words(self)

    @property
    def kind(self) -> str:
        """The effect as one word; `dead_hand` also for `void_and_dead`."""
        return "dead_hand" if self.dead_hand else self.effect

    @property
    def dead_hand(self) -> bool:
        """True if the foul makes the offender's hand dead."""
        return self.effect in ("dead_hand", "void_and_dead")

    @property
    def paid_later(self) -> bool:
        """True if it is a chombo after which the hand goes on, with the offender's hand dead."""
        return "after_the_hand" in self.found_at

    @property
    def unproven(self) -> bool:
        """True if the offender can no longer prove a riichi, which is then noten at a draw."""
        return self.condition == "unless_drawn"

    @property
    def hand_is_dead(self) -> bool:
        """True if the offender's hand is dead, because of the foul or before it."""
        before = self.foul in IMPOSSIBLE_WITHOUT["dead_hand"]
        return self.dead_hand or self.paid_later or before

    @property
    def voids_riichi(self) -> bool:
        """True if the foul makes the offender's riichi void."""
        if self.foul == EMPTY_RIICHI:
            return self.riichi_bet == "returned" and not self.chombo
        return self.foul in OF_A_RIICHI and (self.void or self.effect in ("points", "banned"))

    @property
    def riichi_lapses(self) -> bool:
        """True if the offender's bet goes back because the riichi is void or the hand dead."""
        dead = self.dead_hand or self.paid_later
        return self.voids_riichi or (dead and self.riichi_bet == "returned")

    @property
    def takes_back_a_win(self) -> bool:
        """True if it is a foul of the offender's win itself, which does not count."""
        if self.foul in FALSE_WIN:
            return True
        if self.foul == WIN_WITH_DEAD_HAND:
            return self.regulated
        if self.foul == "pon_then_ron":
            return self.condition == "never"  # the call of pon binds
        return self.foul in TOO_LATE and (self.void or self.dead_hand)

    @property
    def chombo(self) -> bool:
        """True if the foul is a chombo, possibly under a condition."""
        return self.effect == "chombo"

    @property
    def void(self) -> bool:
        """True if the declaration becomes void."""
        return self.effect in ("void", "void_and_dead")

    @property
    def points(self) -> tuple[int, int] | None:
        """The lowest and the highest penalty in points; None if no number is given."""
        match self.penalty:
            case None:
                return None
            case Charge(points=points, charged=charged):
                total = points * (3 if charged == "to_each" else 1)
                return total, total
            case PaidToOthers(by_east=east, by_other=other):
                return min(east, other), max(east, other)
            case Degrees(amounts=amounts, serious=serious):
                return min(*amounts, *serious), max(*amounts, *serious)
            case _:
                assert_never(self.penalty)

    @property
    def redeal(self) -> bool:
        """True if the deal is replayed, possibly under a condition."""
        if self.aftermath is not None:
            after = self.aftermath.next_deal
            cases = (value_in(case, after) for case in ("last_hand", "east", "other"))
            return any(word.startswith("redeal") for word in cases)
        return self.effect == "redeal"

    @property
    def referee(self) -> bool:
        """True if the referee decides something: all of it, the amount, or repeated cases."""
        if self.effect == "obstruction":
            return self.costs != "not_regulated"
        return self.effect == "referee" or self.condition == "unless_repeated"

    @property
    def disqualification(self) -> Literal["at_once", "repeated", "possible"] | None:
        """The disqualification, if any: at once, if repeated, or then if the referee decides so."""
        if self.effect == "disqualification":
            return "at_once"
        if isinstance(self.penalty, Degrees) and self.penalty.repeated == "disqualification":
            return "repeated"
        return "possible" if self.costs == "referee" else None

    @property
    def regulated(self) -> bool:
        """True if the rules cover the foul."""
        return "not_regulated" not in (self.effect, self.costs)

    def as_json(self) -> dict[str, Any]:
        """Return every flag for programs; null or an empty list if it does not apply."""
        return {
            "kind": self.kind,
            "condition": self.condition,
            "chombo": self.chombo,
            "dead_hand": self.dead_hand or self.paid_later,
            "void": self.void,
            "penalty": self._penalty_json(),
            "bans": None
            if self.ban is None
            else {name: getattr(self.ban, name) for name in ("no_ron_on", "calls", "until")},
            "riichi_bet": self.riichi_bet,
            "redeal": self.redeal,
            "after_chombo": None
            if self.aftermath is None
            else self.aftermath.model_dump(mode="json", include={*AFTER_CHOMBO}),
            "found_at": list(self.found_at),
            "dead_hand_excused": self.dead_hand_excused,
            "referee": self.referee,
            "disqualification": self.disqualification,
            "regulated": self.regulated,
            "options": list(self.options),
        }

    def _penalty_json(self) -> dict[str, Any] | None:
        if self.penalty is None or self.points is None:
            return None
        least, most = self.points
        paid_to = {"reverse_mangan": "others", "to_each": "others", "pot": "pot"}
        parts = {
            name: list(part) if isinstance(part, tuple) else part
            for name, part in asdict(self.penalty).items()
        }
        to = paid_to.get(self.penalty.charged, "nobody")
        return {"least": least, "most": most, "paid_to": to, **parts}


# ---- judging -------------------------------------------------------------------------------------

OBSTRUCTS: Mapping[FoulName, Condition] = {
    "exposed_on_purpose": "if_serious",
    "passing_information": "if_serious",
    "slow_or_hasty_play": "at_discretion",
}
"""The conduct that is obstruction only under a condition, as in the sentences of its options."""


def fouls() -> tuple[str, ...]:
    """Return the names of all fouls, in reading order.

    >>> fouls()[:2]
    ('empty_meld_call', 'empty_meld_call_shown')
    """
    return get_args(FoulName)


def no_such_foul(name: object) -> RecordError:
    """Return the error for an unknown foul; it suggests the nearest name."""
    near = closest_word(name, fouls()) if isinstance(name, str) else ""
    message = Message("there is no foul {name}", name=quote(name))
    if near:
        message = Message(
            "there is no foul {name}; did you mean {near}?", name=quote(name), near=near
        )
    return RecordError("unknown_word", "foul", message)


def judge(foul: str, ruleset: GivenRules, *, setting: PlaySetting = "tournament") -> Judgement:
    """Judge a foul.

    Args:
        foul: the name of its option, e.g. `swap_call`.
        ruleset: the ruleset, its rules, its id, or the path of its file.
        setting: the setting whose chombo penalty applies.

    Raises:
        RecordError: if the foul or the setting is unknown; the message suggests the nearest.

    >>> judge("swap_call", "ema-2016").kind
    'dead_hand'
    """
    if foul not in Fouls.model_fields:
        raise no_such_foul(foul)
    if setting not in PLAY_SETTINGS:
        raise wrong_word(setting, "setting", PLAY_SETTINGS)
    rules, read = rules_of(ruleset), [f"fouls.{foul}"]
    value = getattr(rules.fouls, foul)
    if value == "as_wrong_tile_count":
        value = rules.fouls.wrong_tile_count
        read.append("fouls.wrong_tile_count")
    later = isinstance(value, JudgedLater)
    judgement = _what_follows(
        cast("FoulName", foul), value.penalty if later else value, rules, setting
    )
    found_at: tuple[JudgedAt, ...] = value.found_at if later else ()
    if later and judgement.dead_hand:  # at the end of a hand it is too late for a void riichi
        judgement = replace(judgement, effect="dead_hand")
    if judgement.chombo and rules.chombo.when == "after_the_hand" and foul != UNPLAYABLE_BY_FAULT:
        found_at = found_at or ("after_the_hand",)
    judgement = replace(judgement, found_at=found_at)
    return replace(
        judgement,
        dead_hand_excused=_excuse(foul, rules),
        riichi_bet=_riichi_bet(judgement, rules),
        aftermath=rules.chombo if judgement.chombo and not judgement.paid_later else None,
        options=(*read, *_options_read(judgement)),
    )


def _excuse(foul: str, rules: Rules) -> Literal["without_proof", "if_shown"] | None:
    """Return the excuse for a riichi hand that is noten only because it died later."""
    if foul not in PROVEN_BY_SHOWING:
        return None
    how = rules.fouls.noten_riichi
    return None if how == "valid" else how.dead_hand_excused


def after_last_discard(judgement: Judgement, rules: Rules) -> Judgement:
    """Return the judgement of a foul that is found after the last discard of a deal.

    A chombo can then become a dead hand, unless the draw cannot be paid or the foul was a
    discard (EMA 2025, 3.4.6).
    """
    if not judgement.chombo or rules.chombo.after_last_discard == "chombo":
        return judgement
    found_later = judgement.found_at and not judgement.paid_later
    if found_later or judgement.foul in (*PROVEN_BY_SHOWING, *BY_A_DISCARD, UNPLAYABLE_BY_FAULT):
        return judgement
    return replace(
        judgement,
        effect="dead_hand",
        condition=None,
        penalty=None,
        found_at=(),
        riichi_bet=rules.dead_hand.riichi_bet,
        aftermath=None,
        options=(*judgement.options, "chombo.after_last_discard"),
    )


def at_an_exhaustive_draw(judgement: Judgement, rules: Rules) -> Judgement:
    """Return the judgement of a riichi player's foul at an exhaustive draw.

    A riichi that can no longer be proved is judged as noten (WRC 2025, penalties 12.3.5).
    """
    noten = judge("noten_riichi", rules, setting=judgement.setting)
    if not (judgement.unproven and noten.chombo and "exhaustive_draw" in noten.found_at):
        return judgement
    options = (judgement.options[0], *noten.options)
    return replace(noten, foul=judgement.foul, dead_hand_excused=None, options=options)


WORDS: Mapping[str, tuple[FoulEffect, Condition | None]] = {
    "no_penalty": ("no_penalty", None),
    "referee_if_repeated": ("no_penalty", "unless_repeated"),
    "void": ("void", None),
    "void_and_dead": ("void_and_dead", None),
    "dead_hand": ("dead_hand", None),
    "dead_hand_then_noten_riichi": ("dead_hand", "unless_drawn"),
    "dead_hand_or_points": ("referee", "if_serious"),
    "chombo": ("chombo", None),
    "chombo_unless_corrected": ("chombo", "unless_corrected"),
    "disqualification": ("disqualification", None),
    "referee": ("referee", None),
    "chombo_if_unplayable": ("referee", "if_play_goes_on"),
    "not_regulated": ("not_regulated", None),
    "corrected": ("corrected", None),
    "turned_when_noticed": ("corrected", None),
    "counts_as_shown": ("corrected", "if_noticed"),
    "stands": ("stands", None),
    "valid": ("stands", None),
    "valid_if_clear": ("stands", "if_clear"),
    "valid_unless_repeated": ("stands", "unless_repeated"),
    "quick_change_stands": ("call_changed", "if_quick"),
    "slip_of_tongue_only": ("call_changed", "if_slip_of_tongue"),
    "first_call_binds": ("call_changed", "never"),
    "ron_binds": ("call_changed", "never"),
    "redeal": ("redeal", None),
    "redeal_if_disturbing": ("redeal", "if_disturbing"),
    "redeal_before_tiles_seen": ("redeal", "before_tiles_seen"),
}
"""The effect and the condition for each word of an option."""

OF_ONE_FOUL: Mapping[tuple[FoulName, str], tuple[FoulEffect, Condition | None]] = {
    ("minor", "no_penalty"): ("no_penalty", "as_a_rule"),
    (CALL_WITH_UNDECLARED_DEAD_HAND, "dead_hand"): ("void_and_dead", None),
    **{(foul, "dead_hand"): ("void_and_dead", None) for foul in (EMPTY_RIICHI, *OF_A_RIICHI)},
}
"""The same for words with a different meaning for one foul."""


def _of_word(foul: FoulName, word: str) -> tuple[FoulEffect, Condition | None]:
    return OF_ONE_FOUL.get((foul, word)) or WORDS[word]


def _what_follows(foul: FoulName, word: Any, rules: Rules, setting: PlaySetting) -> Judgement:
    """Judge a foul only by its option's value."""
    if isinstance(word, FoulPenalty | PointsOffSheet):
        dead = isinstance(word, FoulPenalty) and word.hand == "dead"
        ban = word if isinstance(word, FoulPenalty) and word.until is not None else None
        paid = ((name, points) for name, points in word if name in PAYMENTS and points is not None)
        charges = [Charge(points, PAYMENTS[name]) for name, points in paid]
        alive: FoulEffect = "points" if charges else "banned"
        effect = _of_word(foul, "dead_hand")[0] if dead else alive
        return Judgement(foul, setting, effect, penalty=charges[0] if charges else None, ban=ban)
    if isinstance(word, ManyTiles):
        return Judgement(foul, setting, "dead_hand", "by_number", tiles=word)
    if foul == "obstruction" or word == "obstruction":
        condition, price = OBSTRUCTS.get(foul), rules.fouls.obstruction
        if not isinstance(price, ByDegree):
            return Judgement(foul, setting, "obstruction", condition, costs=price)
        by = price.by_degree
        degrees = Degrees(by.amounts, (by.serious_from, by.serious_to), by.repeated)
        return Judgement(foul, setting, "obstruction", condition, degrees)
    effect, condition = _of_word(foul, word)
    if effect == "chombo":
        return Judgement(foul, setting, effect, condition, _price(rules, setting))
    if condition in ("never", "if_slip_of_tongue"):
        judged_as = FALSE_WIN if foul == "ron_then_pon" else EMPTY_CALL
        return Judgement(foul, setting, effect, condition, judged_as=judged_as)
    return Judgement(foul, setting, effect, condition)


def _price(rules: Rules, setting: PlaySetting) -> ChomboPrice:
    price = rules.chombo.price(setting)
    match price:
        case "none":
            return Charge(0, "none")
        case "reverse_mangan":
            base = rules.limits.mangan.base
            east, other = (payments(base, dealer=dealer, drawn=True) for dealer in (True, False))
            return PaidToOthers(east.from_each or 0, other.from_dealer or 0, other.from_each or 0)
        case ToEach(to_each=points):
            return PaidToOthers(points, points, points, "to_each")
        case AfterUma(after_uma=points):
            return Charge(points, "after_uma")
        case AtTable(at_table=points):
            return Charge(points, "at_table")
        case _:
            assert_never(price)


def _riichi_bet(judgement: Judgement, rules: Rules) -> Literal["returned", "stays"] | None:
    """Return where the bet goes after a void riichi, a new deal, a chombo or a dead hand."""
    foul, effect = judgement.foul, judgement.effect
    match effect:
        case "chombo" if not judgement.paid_later:
            return "returned" if rules.chombo.riichi_bets == "returned" else "stays"
        case _ if foul == EMPTY_RIICHI and effect != "not_regulated":
            return "returned"
        case "void" | "points" | "banned":
            return "returned" if foul in OF_A_RIICHI else None
        case "redeal":
            return "returned"
        case "void_and_dead" if foul != CALL_WITH_UNDECLARED_DEAD_HAND:
            return "returned"
        case "dead_hand" | "void_and_dead" | "chombo":
            return rules.dead_hand.riichi_bet
        case _:
            return None


ALSO_READ: Mapping[Condition | None, tuple[str, ...]] = {
    "unless_drawn": ("fouls.noten_riichi",),
    "by_number": (f"fouls.{UNPLAYABLE_BY_FAULT}",),
    "if_play_goes_on": (f"fouls.{UNPLAYABLE_BY_FAULT}",),
}
"""The options that decide if a condition is not met."""


DEAD_HAND = ("dead_hand.bars", "dead_hand.discards", "dead_hand.riichi_bet")


def _options_read(judgement: Judgement) -> tuple[str, ...]:
    """Return the paths of the other options that decided the judgement."""
    foul = judgement.foul
    match judgement.effect:
        case "chombo" if judgement.paid_later:
            return (f"chombo.{judgement.setting}", "chombo.when", *DEAD_HAND)
        case "chombo":
            return tuple(f"chombo.{name}" for name in (judgement.setting, *AFTER_CHOMBO))
        case "dead_hand" | "void_and_dead" as effect:
            bet = effect == "dead_hand" or foul == CALL_WITH_UNDECLARED_DEAD_HAND
            return (*DEAD_HAND[: 3 if bet else 2], *ALSO_READ.get(judgement.condition, ()))
        case "referee":
            return ALSO_READ.get(judgement.condition, ())
        case "obstruction" if foul != "obstruction":
            return ("fouls.obstruction",)
        case _:
            return tuple(f"fouls.{other}" for other in judgement.judged_as)


# ---- in words ------------------------------------------------------------------------------------

EFFECTS: dict[FoulEffect, Translatable] = {
    "no_penalty": "no penalty",
    "corrected": "corrected, no penalty",
    "referee": "the referee decides",
    "disqualification": "disqualification",
    "not_regulated": "not regulated",
    "chombo": "chombo",
    "dead_hand": "dead hand",
    "void": "void, no penalty",
    "void_and_dead": "void, dead hand",
    "redeal": "re-deal",
    "stands": "valid",
    "points": "the hand continues",
    "banned": "the hand continues",
    "obstruction": "obstruction",
    "call_changed": "one call counts",
    "not_judged": "not judged",
    "nothing": "the hand continues",
}
"""The effect of a foul, without its penalty."""

CONDITIONS: dict[str, Translatable] = {
    "if_clear": "if the meaning is clear",
    "unless_repeated": "the referee decides if repeated",
    "unless_corrected": "unless corrected at once",
    "if_disturbing": "if it disturbs the game",
    "before_tiles_seen": "if it disturbs the game and nobody has seen any of their own tiles yet",
    "if_quick": "second call counts if quick",
    "if_slip_of_tongue": "second call counts only as a slip of the tongue",
    "never": "the first call binds",
    "as_a_rule": "as a rule",
    "if_noticed": "or counts as shown if nobody notices",
}
"""The conditions that follow the outcome in a text; the others are part of its words."""

OBSTRUCTION: dict[str | None, Translatable] = {
    None: "obstruction: {costs}",
    "if_serious": "in serious or repeated cases obstruction: {costs}",
    "at_discretion": "can be obstruction, slow play only if repeated: {costs}",
}
"""Texts for conduct that counts as obstruction, by its condition."""

WHEN: dict[JudgedAt, Translatable] = {
    "exhaustive_draw": "at an exhaustive draw",
    "four_riichi": "at four riichi",
    "own_win": "at the player's own win",
    "after_the_hand": "after the hand",
}


def judgement_words(judgement: Judgement) -> Message:
    """Return the outcome of a foul in a few words, for a narrow column."""
    parts = [_effect_words(judgement)]
    if judgement.penalty and (judgement.dead_hand or judgement.effect in ("points", "banned")):
        parts.append(_price_words(judgement.penalty))
    if judgement.ban is not None:
        words = (
            judgement.ban.no_ron_on,
            "calls" if judgement.ban.calls else None,
            judgement.ban.until,
        )
        parts += [Message(BANS[word]) for word in words if word is not None]
    parts += [moments(judgement), Message(CONDITIONS.get(judgement.condition or "", ""))]
    return Message.joined(filter(None, parts), ", ")


def moments(judgement: Judgement) -> Message:
    """Return when a foul is judged, e.g. `at an exhaustive draw`; empty if when it is noticed."""
    return Message.or_list(
        Message(text) for word, text in WHEN.items() if word in judgement.found_at
    )


def _effect_words(judgement: Judgement) -> Message:  # noqa: PLR0911 - a case for each
    match judgement.effect, judgement.condition:
        case "referee", "if_serious":
            return Message("the referee decides, dead hand or points if serious or repeated")
        case "referee", "if_play_goes_on":
            return Message("the referee decides whether play can continue; if not, chombo")
        case "void", _:
            return Message(
                "void, the bet goes back" if judgement.riichi_bet else "void, no penalty"
            )
        case "dead_hand", "unless_drawn":
            return Message("dead hand; at an exhaustive draw judged as noten riichi")
        case "void_and_dead", _ if judgement.riichi_bet == "returned":
            return Message("void, the bet goes back, dead hand")
        case "chombo", _:
            return Message("chombo, {price}", price=_price_words(judgement.penalty))
        case "points" | "banned", _:
            return Message("void, the bet goes back" if judgement.foul in OF_A_RIICHI else "")
        case "obstruction", _:
            return _obstruction_words(judgement)
        case "call_changed", _:
            return Message("")
        case effect, _:
            tiles = judgement.tiles
            if tiles is None:
                return Message(EFFECTS[effect])
            return Message("dead hand from {dead} tiles on, chombo from {chombo}",
                           dead=tiles.dead_hand_from, chombo=tiles.chombo_from)  # fmt: skip


BANS: dict[str, Translatable] = {
    "tile": "no ron on the tiles concerned",
    "tile_and_suji": "no ron on the tiles concerned or their suji",
    "any": "no ron",
    "calls": "no chii, pon or kan",
    "own_draw": "until the player's next draw",
    "end": "until the end of the hand",
}
"""What a foul bars, and how long, in words."""


def _price_words(price: Penalty | None) -> Message:
    match price:
        case Charge(charged="none"):
            return Message("no points")
        case Charge(points=points, charged=charged):
            return Message(CHARGES[charged], points=points)
        case PaidToOthers(charged="reverse_mangan"):
            return Message("a reverse mangan")
        case PaidToOthers(from_east=points):
            return Message(CHARGES["to_each"], points=points)
        case _:
            raise AssertionError(price)


CHARGES: dict[str, Translatable] = {
    "after_uma": "{points:,} after uma",
    "at_table": "{points:,} at the table",
    "pot": "{points:,} into the pot",
    "to_each": "{points:,} to each other player",
}
"""Points in words, by their destination."""


COSTS: dict[str, Translatable] = {
    "referee": "the referee decides, disqualification if repeated",
    "not_regulated": "not regulated",
}

DEGREES: dict[str, Translatable] = {
    "disqualification": "{least:,} to {most:,} after uma, then disqualification",
    "referee": "{least:,} to {most:,} after uma, then the referee decides",
}


def _obstruction_words(judgement: Judgement) -> Message:
    """Return the costs of obstruction; for other conduct, also that it counts as obstruction."""
    if isinstance(judgement.penalty, Degrees):
        least, most = judgement.points or (0, 0)
        costs = Message(DEGREES[judgement.penalty.repeated], least=least, most=most)
    else:
        costs = Message(COSTS[judgement.costs or "referee"])
    if judgement.foul == "obstruction":
        return costs
    return Message(OBSTRUCTION[judgement.condition], costs=costs)
