"""The judgement of a foul: a chombo with its price, a dead hand, points, or nothing.

Sources: EMA 2016, 3.4.6 to 3.4.8, 5.1 to 5.6; WRCR 2015, 7.1, 7.2.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Literal, assert_never

from riichi_core.rules.chapters.chombo import Chombo, PlaySetting
from riichi_core.rules.chapters.consequence import (
    ByDegree,
    FoundAt,
    ManyTiles,
    NotenRiichi,
    PointsOff,
    PointsOffSheet,
    RiichiKong,
)

FoulWord = Literal[
    "free", "void", "dead_hand", "chombo",
    "referee", "obstruction", "not_regulated", "disqualification",
    "valid", "valid_if_clear", "valid_then_referee", "chombo_unless_corrected",
    "quick_change_stands", "slip_of_tongue_only", "first_call_binds", "ron_binds",
    "dealt_again", "dealt_again_if_disturbing",
    "stands", "put_right", "turned_when_noticed", "void_and_dead",
    "free_then_referee", "dead_hand_or_points",
]  # fmt: skip
"""Every word that any foul can have."""

FoulEffect = Literal[
    "chombo", "dead_hand", "void", "void_and_dead", "dealt_again", "points",
    "free", "put_right", "referee", "disqualification", "not_regulated",
    "stands", "obstruction", "call_changed", "not_judged", "nothing",
]  # fmt: skip
"""Each effect that a foul can have, as one word; `nothing` is that of the first logs for all that
leave the deal as it is."""

SettledEffect = FoulEffect | Literal["void_chombo"]
"""An effect once the deal is settled: a chombo is void where a win at that time makes it so."""

Consequence = (
    FoulWord | PointsOff | PointsOffSheet | NotenRiichi | RiichiKong | ByDegree | ManyTiles
)
"""Every value that any foul can have."""


OF_A_RIICHI = ("riichi_on_open_hand", "riichi_without_word", "riichi_without_turning")
"""The fouls by which a riichi can lapse; its bet goes back (EMA 2016, 5.3; WRCR 2015, 7.2)."""

PROVEN_BY_SHOWING = ("noten_riichi", "riichi_hand_not_shown")
"""The fouls of a riichi hand that is not tenpai, or is not shown to be."""

OF_A_STANDING_RIICHI = (*PROVEN_BY_SHOWING, "riichi_kong")
"""The fouls that only a riichi which stands can have."""

OF_A_DEAD_HAND = ("claim_with_dead_hand", "declaration_with_dead_hand")
"""The fouls of a hand that was declared dead, so that it is dead whatever they cost."""

UNDECLARED = "call_with_undeclared_dead_hand"
"""The foul by which not only the hand dies but what was called is void too."""

SHOWN_FALSE_WIN = "false_win_shown"
FALSE_WIN = ("empty_win_call_hidden", SHOWN_FALSE_WIN)
"""As what a ron that binds is judged if there is no win: by whether the hand was shown."""


# ---- what is lost --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Charge:
    """Points that nobody gets; `none` of them where a chombo only spoils the deal."""

    points: int
    booked: Literal["after_uma", "at_table", "none"]


@dataclass(frozen=True, slots=True)
class ReversedMangan:
    """Points at the table that the others get.

    East pays each of them `from_east`; another player pays East `to_east`, the rest `to_other`.
    """

    from_east: int
    to_east: int
    to_other: int
    booked: Literal["reverse_mangan"] = "reverse_mangan"

    @property
    def by_east(self) -> int:
        """The points that East pays in all."""
        return 3 * self.from_east

    @property
    def by_other(self) -> int:
        """The points that another player pays in all."""
        return self.to_east + 2 * self.to_other


@dataclass(frozen=True, slots=True)
class Degrees:
    """Points off the result after uma: fixed fines, a range for grave cases, then the end."""

    fines: tuple[int, ...]
    serious: tuple[int, int]
    repeated: Literal["disqualification", "referee"]
    booked: Literal["after_uma"] = "after_uma"


ChomboPrice = Charge | ReversedMangan
Penalty = ChomboPrice | Degrees


# ---- what it comes to ----------------------------------------------------------------------------

Plain = Literal["free", "put_right", "referee", "disqualification", "not_regulated"]
"""No penalty; none and it is put right; the referee decides; out at once; not spoken of."""

Condition = Literal[
    "if_clear", "unless_repeated", "unless_corrected", "if_disturbing", "if_quick",
    "if_slip_of_tongue", "never", "as_a_rule", "if_serious", "at_discretion",
]  # fmt: skip
"""A condition on which this follows; `never`: the second of two calls does not count at all.

`if_serious`: in serious or repeated cases; `at_discretion`: if the referee finds so.
"""


@dataclass(frozen=True, slots=True)
class Unpunished:
    """No penalty as a rule; or none at first, and the referee decides where it is repeated."""

    KIND: ClassVar[FoulEffect] = "free"
    condition: Literal["as_a_rule", "unless_repeated"]


@dataclass(frozen=True, slots=True)
class DeadHandOrPoints:
    """A warning; in serious or repeated cases a dead hand or points, as the referee decides."""

    KIND: ClassVar[FoulEffect] = "referee"
    condition: Literal["if_serious"] = "if_serious"


@dataclass(frozen=True, slots=True)
class Stands:
    """The act is valid. Repeated, where that is the condition, the referee decides."""

    KIND: ClassVar[FoulEffect] = "stands"
    condition: Literal["if_clear", "unless_repeated"] | None = None


@dataclass(frozen=True, slots=True)
class VoidOutcome:
    """The declaration lapses, without a penalty."""

    KIND: ClassVar[FoulEffect] = "void"


@dataclass(frozen=True, slots=True)
class DeadHandOutcome:
    """The offender's hand is dead; `void`: and the declaration lapses."""

    KIND: ClassVar[FoulEffect] = "dead_hand"
    void: bool = False


@dataclass(frozen=True, slots=True)
class ChomboOutcome:
    """Chombo, and what it costs."""

    KIND: ClassVar[FoulEffect] = "chombo"
    price: ChomboPrice
    condition: Literal["unless_corrected"] | None = None


@dataclass(frozen=True, slots=True)
class Fine:
    """Points off; the deal goes on."""

    KIND: ClassVar[FoulEffect] = "points"
    charge: Charge


@dataclass(frozen=True, slots=True)
class ObstructionOutcome:
    """It is, or is treated as, obstruction; `costs` is what that has: degrees or a word."""

    KIND: ClassVar[FoulEffect] = "obstruction"
    costs: Degrees | Literal["referee", "not_regulated"]
    condition: Literal["if_serious", "at_discretion"] | None = None


@dataclass(frozen=True, slots=True)
class CallChanged:
    """One call was changed into another: when the second counts; else the first binds.

    `judged_as` are the fouls as which a first call is judged that binds and comes to nothing.
    """

    KIND: ClassVar[FoulEffect] = "call_changed"
    condition: Literal["if_quick", "if_slip_of_tongue", "never"]
    judged_as: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RedealOutcome:
    """Nobody loses points, and the tiles are dealt again."""

    KIND: ClassVar[FoulEffect] = "dealt_again"
    condition: Literal["if_disturbing"] | None = None


FoulOutcome = (
    Plain
    | Unpunished
    | DeadHandOrPoints
    | Stands
    | VoidOutcome
    | DeadHandOutcome
    | ChomboOutcome
    | Fine
    | ObstructionOutcome
    | CallChanged
    | RedealOutcome
)


@dataclass(frozen=True, slots=True)
class Aftermath:
    """The way on after a chombo, in the words of the chapter `chombo`."""

    next_deal: Literal["same_again", "same_with_counter", "deal_passes"]
    riichi_bets: Literal["returned", "stay"]
    with_win: Literal["void", "stands"]
    last_timed_deal: Literal["dealt_again", "not_dealt_again", "counts_as_a_deal"]

    @classmethod
    def of(cls, chombo: Chombo) -> Aftermath:
        """Read it from the chapter of a ruleset."""
        return cls(chombo.next_deal, chombo.riichi_bets, chombo.with_win, chombo.last_timed_deal)

    @property
    def deal_again(self) -> bool:
        """True if the deal is played again, where no time limit ends the game."""
        return self.next_deal != "deal_passes"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of a foul under a ruleset.

    Attributes:
        foul: the name of its option in the chapter `fouls`.
        setting: the price of a chombo that was taken.
        outcome: what follows.
        found_at: when it is judged; empty where that is when it is noticed.
        excuse: what excuses a hand that is noten only because it was dead later.
        riichi_bet: where the offender's bet goes, if there is one and this changes or settles it.
        aftermath: how the game goes on after a chombo.
        options: the paths of the options that all this was read from, the foul's own first.
    """

    foul: str
    setting: PlaySetting
    outcome: FoulOutcome
    found_at: tuple[FoundAt, ...] = ()
    excuse: Literal["no_proof", "hand_shown"] | None = None
    riichi_bet: Literal["returned", "stays"] | None = None
    aftermath: Aftermath | None = None
    options: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """The outcome as one word."""
        return self.outcome if isinstance(self.outcome, str) else self.outcome.KIND

    @property
    def effect(self) -> FoulEffect:
        """The effect as one word: as `kind`, and whether something is void beside a dead hand."""
        if self.outcome == DeadHandOutcome(void=True):
            return "void_and_dead"
        return self.outcome if isinstance(self.outcome, str) else self.outcome.KIND

    @property
    def dead_hand(self) -> bool:
        """True if it makes the offender's hand dead."""
        return self.effect in ("dead_hand", "void_and_dead")

    @property
    def hand_is_dead(self) -> bool:
        """True if the offender's hand is dead, by the foul or already before it."""
        return self.dead_hand or self.foul in OF_A_DEAD_HAND

    @property
    def riichi_lapses(self) -> bool:
        """True if a riichi of the offender is void by it, so that its bet goes back."""
        if self.dead_hand:
            return self.riichi_bet == "returned"
        return self.void and self.foul in OF_A_RIICHI

    @property
    def undoes_a_win(self) -> bool:
        """True if a win that the offender declares all the same can be none by it."""
        return self.hand_is_dead or self.foul == UNDECLARED or self.foul in FALSE_WIN

    @property
    def chombo(self) -> bool:
        """True if it is chombo, perhaps under a condition."""
        return self.effect == "chombo"

    @property
    def void(self) -> bool:
        """True if what was declared lapses."""
        return self.effect in ("void", "void_and_dead")

    @property
    def penalty(self) -> Penalty | None:
        """The points that it costs, fixed or by degree; None where no number is given."""
        match self.outcome:
            case ChomboOutcome(price=price):
                return price
            case Fine(charge=charge):
                return charge
            case ObstructionOutcome(costs=Degrees() as degrees):
                return degrees
            case _:
                return None

    @property
    def points(self) -> tuple[int, int] | None:
        """The fewest and the most points that it costs; None where no number is given."""
        match self.penalty:
            case None:
                return None
            case Charge(points=points):
                return points, points
            case ReversedMangan(by_east=east, by_other=other):
                return min(east, other), max(east, other)
            case Degrees(fines=fines, serious=serious):
                return min(*fines, *serious), max(*fines, *serious)
            case _:
                assert_never(self.penalty)

    @property
    def deal_again(self) -> bool:
        """True if the deal is played again, perhaps under a condition."""
        if self.aftermath is not None:
            return self.aftermath.deal_again
        return self.effect == "dealt_again"

    @property
    def referee(self) -> bool:
        """True if something is left to the referee: all of it, how much, or what is repeated."""
        match self.outcome:
            case "referee" | DeadHandOrPoints():
                return True
            case Stands(condition="unless_repeated") | Unpunished(condition="unless_repeated"):
                return True
            case ObstructionOutcome(costs=costs):
                return costs != "not_regulated"
            case _:
                return False

    @property
    def disqualification(self) -> Literal["at_once", "repeated", "possible"] | None:
        """The disqualification, if any: now, when repeated, or then as the referee decides."""
        match self.outcome:
            case "disqualification":
                return "at_once"
            case ObstructionOutcome(costs=Degrees(repeated="disqualification")):
                return "repeated"
            case ObstructionOutcome(costs="referee"):
                return "possible"
            case _:
                return None

    @property
    def regulated(self) -> bool:
        """True if the rules speak of it."""
        match self.outcome:
            case "not_regulated" | ObstructionOutcome(costs="not_regulated"):
                return False
            case _:
                return True

    @property
    def condition(self) -> Condition | None:
        """The condition on which this follows; None without one."""
        return getattr(self.outcome, "condition", None)

    def as_json(self) -> dict[str, Any]:
        """Return every flag for programs; null or an empty list where there is nothing to say."""
        return {
            "kind": self.kind,
            "condition": self.condition,
            "chombo": self.chombo,
            "dead_hand": self.dead_hand,
            "void": self.void,
            "penalty": self._penalty_json(),
            "riichi_bet": self.riichi_bet,
            "deal_again": self.deal_again,
            "after_chombo": asdict(self.aftermath) if self.aftermath else None,
            "found_at": list(self.found_at),
            "excuse": self.excuse,
            "referee": self.referee,
            "disqualification": self.disqualification,
            "regulated": self.regulated,
            "options": list(self.options),
        }

    def _penalty_json(self) -> dict[str, Any] | None:
        if self.penalty is None or self.points is None:
            return None
        least, most = self.points
        paid_to = "others" if isinstance(self.penalty, ReversedMangan) else "nobody"
        parts = {
            name: list(part) if isinstance(part, tuple) else part
            for name, part in asdict(self.penalty).items()
        }
        return {"least": least, "most": most, "paid_to": paid_to, **parts}
