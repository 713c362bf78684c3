"""Fouls: every foul that the books name, and its consequence."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from riichi_core.files.accepted_values import Accepts, value_error
from riichi_core.language import Translatable, Translator
from riichi_core.messages import Message
from riichi_core.rules.options import (
    ByKey,
    ByShape,
    Chapter,
    CompoundValue,
    PointsValue,
    SetOf,
    option,
    without_null,
)

Destination = Literal["after_uma", "pot", "to_each"]

PAYMENTS: Mapping[str, Destination] = {"points": "after_uma", "pot": "pot", "to_each": "to_each"}
"""The parts of a penalty that cost points, and where these go; a penalty has at most one."""


Fine = Annotated[int, Field(ge=1, le=1_000_000)]
"""Points that a foul costs; a foul that costs nothing has no penalty."""


def _payment(title: str, sentence: str) -> Any:
    return option(title, sentence, unit="points", default=None)


NEEDED = (*((name,) for name in PAYMENTS), ("no_ron_on", "until"), ("calls", "until"))
"""Groups of parts: every penalty has at least one group whole."""


NO_BAN = {"=left_out": "No ban"}


def _needed_parts(schema: dict[str, Any]) -> None:
    without_null(schema)
    schema["anyOf"] = [{"required": [*names]} for names in NEEDED]


class FoulPenalty(CompoundValue):
    """The penalty of a foul after which the deal continues: points, a dead hand, or a ban."""

    model_config: ClassVar[ConfigDict] = ConfigDict(json_schema_extra=_needed_parts)
    points: Fine | None = _payment(
        "Points off the result",
        "{value} points off the player's result after uma; the hand continues.",
    )
    pot: Fine | None = _payment(
        "Points into the pot", "{value} points into the pot, for the next winner."
    )
    to_each: Fine | None = _payment(
        "Points to each other player", "{value} points to each other player."
    )
    hand: Literal["dead"] | None = option(
        "Also", {"dead": "Dead hand."}, labels={"=left_out": "Nothing else"}, default=None
    )

    no_ron_on: Literal["tile", "tile_and_suji", "any"] | None = option(
        "Ron",
        {
            "tile": "No ron on the tiles concerned.",
            "tile_and_suji": "No ron on the tiles concerned or their suji.",
            "any": "No ron.",
        },
        labels=NO_BAN,
        default=None,
    )
    calls: Literal["none"] | None = option(
        "Calls", {"none": "No chii, pon or kan on a discard."}, labels=NO_BAN, default=None
    )
    until: Literal["own_draw", "end"] | None = option(
        "Until",
        {
            "own_draw": "This ends with the player's next draw.",
            "end": "This lasts until the end of the hand.",
        },
        labels=NO_BAN,
        default=None,
    )

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        paid = sum(getattr(self, name) is not None for name in PAYMENTS)
        bans = self.no_ron_on is not None or self.calls is not None
        if paid > 1 or not (paid or bans):
            parts = ", ".join(PAYMENTS)
            message = Message("expected one of {parts}, or a ban (no_ron_on, calls)", parts=parts)
        elif bans != (self.until is not None):
            message = Message("no_ron_on and calls need until, and until needs one of them")
        else:
            return self
        raise value_error("contradiction", message)


Penalty = Annotated[
    FoulPenalty, *(Accepts(f"{{{', '.join(f'{name}: …' for name in names)}}}") for names in NEEDED)
]


class PointsOffSheet(CompoundValue):
    """Points off the offender's result after uma, for an error on a score sheet."""

    points: Fine = option(
        "Points", "{value} points off the player's result after uma.", unit="points"
    )


FoulWord = Literal["no_penalty", "void", "dead_hand", "chombo", "not_regulated"]

FoulConsequence = Annotated[FoulWord | Penalty, ByShape]
"""The consequences that a foul in play can have."""

NO_SENTENCES: Mapping[str, str] = {}

NOT_REGULATED = "Not covered by the rules."

FOUL_SENTENCES = {
    "no_penalty": "No penalty.",
    "void": "It is void, without a penalty.",
    "dead_hand": "Dead hand.",
    "chombo": "Chombo.",
    "not_regulated": NOT_REGULATED,
}

RiichiDiscard = Annotated[Literal[FoulWord, "dead_hand_then_noten_riichi"] | Penalty, ByShape]
"""The consequences of a discard from a riichi hand."""

SheetConsequence = Annotated[FoulWord | PointsOffSheet, ByKey]
"""The consequences that a wrong or unsigned score sheet can have."""

MissingTiles = Annotated[Literal[FoulWord, "as_wrong_tile_count"] | Penalty, ByShape]
"""The consequences of a hand with too few tiles."""

Withdrawal = Annotated[Literal[FoulWord, "stands"] | Penalty, ByShape]
"""The consequences of withdrawing a call after showing tiles."""


class ManyTiles(CompoundValue):
    """The numbers of exposed tiles that make a hand dead or result in a chombo."""

    dead_hand_from: int = option("Dead hand from", "{value} tiles", unit="tiles", ge=1, le=136)
    chombo_from: int = option("Chombo from", "{value} tiles", unit="tiles", ge=1, le=136)


TilesExposed = Annotated[Literal["chombo_if_unplayable", "not_regulated"] | ManyTiles, ByShape]
"""The number of exposed tiles that makes a hand dead, or a referee's judgement."""

TILES_SENTENCES: dict[str, Translatable] = {
    "chombo_if_unplayable": "The referee judges whether play can continue; if it cannot, it is a "
    "chombo.",
    "not_regulated": NOT_REGULATED,
}


def tiles_exposed_sentence(value: ManyTiles | str, tr: Translator) -> str:
    """Describe the number of exposed tiles that makes a hand dead."""
    if not isinstance(value, ManyTiles):
        return tr(TILES_SENTENCES[value])
    return tr(
        "Dead hand from {dead} tiles, chombo from {chombo}.",
        dead=value.dead_hand_from,
        chombo=value.chombo_from,
    )


ConductWord = Literal[
    "no_penalty",
    "referee",
    "obstruction",
    "dead_hand",
    "chombo",
    "disqualification",
    "not_regulated",
]

Conduct = Annotated[ConductWord | Penalty, ByShape]
"""The consequences that a person's conduct can have."""

PassingInformation = Annotated[Literal[ConductWord, "dead_hand_or_points"] | Penalty, ByShape]
"""The consequences that passing information can have."""

CONDUCT_SENTENCES = {
    "no_penalty": "No penalty.",
    "referee": "The referee decides.",
    "obstruction": "It is treated as obstruction.",
    "dead_hand": "Dead hand.",
    "chombo": "Chombo.",
    "disqualification": "Disqualification.",
    "not_regulated": NOT_REGULATED,
}


def foul_option(title: str, clauses: str, says: Mapping[str, str] = NO_SENTENCES) -> Any:
    """Return the option of a foul in play; `says` has sentences for this foul only."""
    return option(title, {**FOUL_SENTENCES, **says}, clauses=clauses)


def conduct_option(title: str, clauses: str, says: Mapping[str, str] = NO_SENTENCES) -> Any:
    """Return the option of a kind of conduct; `says` has sentences for it only."""
    return option(
        title, {**CONDUCT_SENTENCES, **says}, clauses=clauses, unregulated="not_regulated"
    )


VoidWord = Literal["void", "void_and_dead", "chombo"]

PENALTY_SENTENCES = {"chombo": "Chombo.", "dead_hand": "Dead hand."}

FoundAt = Literal["exhaustive_draw", "own_win", "four_riichi"]

FOUND_AT = {
    "exhaustive_draw": "at an exhaustive draw",
    "four_riichi": "when four riichi abort the hand",
    "own_win": "when the player declares a win",
}


class JudgedLater(CompoundValue):
    """A foul that is judged only at some ends of the hand."""

    penalty: Literal["chombo", "dead_hand"] = option("Penalty", PENALTY_SENTENCES)
    found_at: SetOf[FoundAt] = option("When it is judged", FOUND_AT, min_length=1)


JudgedRiichi = Annotated[Literal["stands", VoidWord, "not_regulated"] | JudgedLater, ByShape]
"""The consequences of a riichi that others can judge only when the hand is shown."""


def judged_later(
    words: Mapping[str, Translatable],
) -> Callable[[JudgedLater | str, Translator], str]:
    """Return the function that describes a foul by its word or by when it is judged."""

    def sentence(value: JudgedLater | str, tr: Translator) -> str:
        if not isinstance(value, JudgedLater):
            return tr(words[value])
        found_at = (tr(text) for word, text in FOUND_AT.items() if word in value.found_at)
        return tr(
            "{penalty}, judged {when}.",
            penalty=tr(PENALTY_SENTENCES[value.penalty]).rstrip("."),
            when=tr.or_list(found_at),
        )

    return sentence


RiichiOnSeenTiles = Annotated[Literal["valid"] | JudgedLater, ByShape]
"""Riichi when the hand and the table show every winning tile: a foul, or a normal riichi."""

RIICHI_ON_SEEN_TILES: dict[str, Translatable] = {
    "valid": "Not a foul: riichi may wait for tiles that are all in sight."
}


DEAD_HAND_EXCUSED: dict[str, Translatable] = {
    "without_proof": "A player whose hand was declared dead after the riichi pays as noten "
    "instead, without proof that it was tenpai.",
    "if_shown": "A player whose hand was declared dead after the riichi pays as noten instead, but "
    "must show that it was tenpai.",
}


class NotenRiichi(JudgedLater):
    """Riichi on a hand that is not tenpai: when it is judged, and what excuses it."""

    dead_hand_excused: Literal["without_proof", "if_shown"] = option(
        "Hand declared dead after the riichi", DEAD_HAND_EXCUSED
    )


NotenRiichiRule = Annotated[Literal["valid"] | NotenRiichi, ByShape]
"""Riichi without tenpai: a foul, or a normal riichi."""


NOTEN_RIICHI: dict[str, Translatable] = {
    "valid": "Not a foul: riichi does not need a tenpai hand, and a noten player pays noten "
    "at a draw."
}


def noten_riichi_sentence(value: NotenRiichi | str, tr: Translator) -> str:
    """Describe the rule on riichi without tenpai."""
    judged = judged_later(NOTEN_RIICHI)(value, tr)
    if not isinstance(value, NotenRiichi):
        return judged
    return f"{judged} {tr(DEAD_HAND_EXCUSED[value.dead_hand_excused])}"


class Fines(CompoundValue):
    """Obstruction by degree: fixed amounts, a range for serious cases, and then the end."""

    amounts: tuple[PointsValue, ...] = option(
        "Fines", "Fines", unit="points", min_length=1, max_length=4
    )
    serious_from: PointsValue = option("Serious cases from", "{value}", unit="points")
    serious_to: PointsValue = option("Serious cases up to", "{value}", unit="points")
    repeated: Literal["disqualification", "referee"] = option(
        "Repeated after that",
        {"disqualification": "Disqualification.", "referee": "The referee decides."},
    )


class ByDegree(CompoundValue):
    """Obstruction costs points by degree."""

    by_degree: Fines = option("By degree")


Obstruction = Annotated[Literal["referee", "not_regulated"] | ByDegree, ByKey]


OBSTRUCTION_SENTENCES: dict[str, Translatable] = {
    "disqualification": "{amounts} points off the result after uma, {least} to {most} in serious "
    "or repeated cases, and after that disqualification.",
    "referee": "{amounts} points off the result after uma and {least} to {most} in serious or "
    "repeated cases; after that the referee decides.",
}


def obstruction_sentence(value: ByDegree | str, tr: Translator) -> str:
    """Describe the penalty of obstruction."""
    if isinstance(value, ByDegree):
        degrees = value.by_degree
        return tr(
            OBSTRUCTION_SENTENCES[degrees.repeated],
            amounts=tr.or_list(map(tr.number, degrees.amounts)),
            least=degrees.serious_from,
            most=degrees.serious_to,
        )
    if value == "referee":
        return tr("The referee decides; disqualification is possible in repeated cases.")
    return tr(CONDUCT_SENTENCES["not_regulated"])


ChangedCall = Literal["quick_change_stands", "slip_of_tongue_only", "first_call_binds"]

VoidRiichi = Annotated[VoidWord | Penalty, ByShape]

RiichiWithoutWord = Annotated[Literal["stands", VoidWord] | Penalty, ByShape]

RiichiOrSilence = Annotated[Literal["stands", VoidWord, "not_regulated"] | Penalty, ByShape]

UnturnedRiichi = Annotated[Literal["turned_when_noticed", VoidWord] | Penalty, ByShape]

RIICHI_STANDS = {"stands": "No penalty; the riichi stands."}

RIICHI_VOID_SENTENCES = {
    "void": "The riichi is void and the bet goes back; no penalty.",
    "void_and_dead": "The riichi is void, the bet goes back and the hand is dead.",
    "chombo": "Chombo.",
    "record": "The riichi is void and the bet goes back.",
}

PUT_RIGHT = {"corrected": "No penalty; it is corrected."}

PUT_BACK = {"no_penalty": "No penalty; the tiles go back where they came from."}


class Fouls(Chapter):
    """The penalty of each foul."""

    TITLE: ClassVar[str] = "Fouls"

    # ---- calls -----------------------------------------------------------------------------------
    empty_meld_call: FoulConsequence = foul_option(
        "Calling chii, pon or kan and withdrawing the call", "foul-empty-meld-call"
    )
    empty_meld_call_shown: Withdrawal = foul_option(
        "Withdrawing a called set after showing tiles, before the discard",
        "foul-empty-call-after-showing deadhand-false-set-fix",
        says={"stands": "The call stands and can no longer be withdrawn."},
    )
    slip_in_meld_order: FoulConsequence = foul_option(
        "A slip in the order of calling, showing and discarding",
        "claim-procedure-slip",
        says={"no_penalty": "No penalty; it is pointed out."},
    )
    withdrawn_meld_call: FoulConsequence = foul_option(
        "Withdrawing a valid call for a set", "foul-regretted-valid-call"
    )
    empty_concealed_quad: FoulConsequence = foul_option(
        "Declaring a concealed quad without four of a kind", "foul-empty-ankan"
    )
    empty_riichi: FoulConsequence = foul_option(
        "Saying riichi and withdrawing it",
        "foul-empty-riichi",
        says={
            "no_penalty": "No penalty; there is no riichi, and a bet goes back.",
            "dead_hand": "The riichi is void, the bet goes back and the hand is dead.",
            "record": "There is no riichi, and a bet goes back.",
        },
    )
    empty_win_call: FoulConsequence = foul_option(
        "False win call, hand not shown", "deadhand-false-win-hidden"
    )
    false_win_shown: FoulConsequence = foul_option(
        "False win with the hand shown", "chombo-false-win-shown chombo-false-win-grounds"
    )
    wrong_win_word: Literal["valid_if_clear", "chombo_unless_corrected", "chombo"] = option(
        "Showing the hand with a word that does not declare a win",
        {
            "valid_if_clear": "The win is valid if the meaning is clear.",
            "chombo_unless_corrected": "Chombo; if corrected at once, the win is valid.",
            "chombo": "Chombo, even if corrected.",
        },
        clauses="chombo-invalid-win-word foul-win-word-corrected",
    )
    ron_tsumo_swapped: Literal["valid", "valid_unless_repeated", "chombo"] = option(
        "Ron and tsumo mixed up",
        {
            "valid": "The win is valid.",
            "valid_unless_repeated": "The win is valid; in repeated cases the referee decides.",
            "chombo": "Chombo.",
        },
        clauses="foul-ron-tsumo-swapped",
    )
    change_of_meld_call: ChangedCall = option(
        "Changing one call for a set to another",
        {
            "quick_change_stands": "A quick change is valid.",
            "slip_of_tongue_only": "Only a wrong word may be corrected, at once; otherwise the "
            "first call binds.",
            "first_call_binds": "The first call binds, even if it was a wrong word.",
        },
        clauses="foul-change-meld-call",
    )
    pon_then_ron: ChangedCall = option(
        "Changing a pon call to ron",
        {
            "quick_change_stands": "A quick change is valid, and the win counts.",
            "slip_of_tongue_only": "Valid only as the immediate correction of a wrong word, not "
            "as a change of mind.",
            "first_call_binds": "The pon call binds, even if it was a wrong word.",
        },
        clauses="foul-pon-then-ron",
    )
    ron_then_pon: Literal["ron_binds", "slip_of_tongue_only"] = option(
        "Changing a ron call to pon",
        {
            "ron_binds": "Ron binds even if corrected at once. Without a winning hand it is a "
            "false win call. The hand counts as shown only if all of it was shown.",
            "slip_of_tongue_only": "Valid only as the immediate correction of a wrong word. After "
            "a pause ron binds or is a false win call, and the triplet is undone.",
        },
        clauses="foul-ron-then-pon claim-win-final",
    )
    tsumo_after_discard: FoulConsequence = foul_option(
        "Declaring tsumo after discarding the drawn tile, hand not shown",
        "foul-win-after-discard",
        says={"no_penalty": "The win is valid."},
    )
    tsumo_after_discard_shown: FoulConsequence = foul_option(
        "Declaring tsumo after discarding the drawn tile, hand shown",
        "foul-win-after-discard",
        says={"no_penalty": "The win is valid."},
    )

    # ---- sets, tiles and walls -------------------------------------------------------------------
    false_set: FoulConsequence = foul_option(
        "A false sequence or triplet, noticed after the discard", "deadhand-false-set"
    )
    false_quad: FoulConsequence = foul_option(
        "A false quad, noticed after the discard", "deadhand-false-ankan"
    )
    false_quad_replaced: FoulConsequence = foul_option(
        "A false quad, noticed after the replacement tile and before the discard",
        "foul-false-quad-replaced",
        says={"no_penalty": "No penalty; it is corrected, and the replacement tile goes back."},
    )
    set_shows_wrong_player: Literal["corrected", "counts_as_shown", "not_regulated"] = option(
        "A sideways tile that points at the wrong player",
        {
            **PUT_RIGHT,
            "counts_as_shown": "No penalty; it is corrected. If nobody notices, the tile counts "
            "for furiten as a discard of the player it points at.",
            "not_regulated": NOT_REGULATED,
        },
        clauses="foul-set-points-wrong",
    )
    swap_call: FoulConsequence = foul_option(
        "A forbidden swap call",
        "kuikae-penalty kuikae-irrevocable",
        says={"dead_hand": "Dead hand once the tile is discarded."},
    )
    claimed_tile_not_taken: FoulConsequence = foul_option(
        "A claimed tile not taken in time", "claim-take-deadline"
    )
    wrong_tile_count: FoulConsequence = foul_option(
        "A hand with the wrong number of tiles", "deadhand-tile-count foul-missing-replacement"
    )
    missing_tiles: MissingTiles = option(
        "A hand with missing tiles",
        {**FOUL_SENTENCES, "as_wrong_tile_count": "The same as for any wrong number of tiles."},
        unregulated="as_wrong_tile_count",
        looked_for="2026-11-29",
    )
    few_tiles_exposed_again: Conduct = conduct_option(
        "Exposing a few tiles repeatedly", "foul-expose-repeated"
    )
    several_tiles_exposed: TilesExposed = option(
        "Exposing more than a few tiles",
        tiles_exposed_sentence,
        clauses="foul-expose-by-number",
        unregulated="not_regulated",
    )
    few_tiles_exposed: FoulConsequence = foul_option(
        "Exposing a few tiles", "foul-expose-few", says=PUT_BACK
    )
    others_tiles_exposed: FoulConsequence = foul_option(
        "Exposing a few tiles of another hand or of the dead wall", "foul-expose-few", says=PUT_BACK
    )
    exposed_while_dealing: Literal[
        "redeal_if_disturbing", "redeal_before_tiles_seen", "no_penalty", "chombo"
    ] = option(
        "Exposing tiles while dealing",
        {
            "redeal_if_disturbing": "No penalty; if it disturbs the game, the tiles are dealt "
            "again.",
            "redeal_before_tiles_seen": "Before any player has seen any of their tiles there "
            "is no penalty; if it disturbs the game, the tiles "
            "are dealt again. After that it counts as exposing "
            "tiles in play.",
            "no_penalty": "No penalty.",
            "chombo": "Chombo.",
        },
        clauses="foul-expose-in-deal",
    )
    dealing_mistake: Literal["corrected", "redeal_if_disturbing", "not_regulated"] = option(
        "A mistake in dealing the tiles",
        {
            **PUT_RIGHT,
            "redeal_if_disturbing": "No penalty; it is corrected, or, if that is impossible, "
            "the tiles are dealt again.",
            "not_regulated": NOT_REGULATED,
        },
        clauses="foul-mistake-in-deal",
    )
    exposed_on_purpose: Conduct = conduct_option(
        "Exposing tiles on purpose",
        "foul-expose-deliberate",
        says={"obstruction": "In serious or repeated cases it is treated as obstruction."},
    )
    exposed_while_building: FoulConsequence = foul_option(
        "Exposing tiles while the walls are built", "foul-expose-building"
    )
    drawn_from_wrong_place: FoulConsequence = foul_option(
        "Drawing from the wrong place",
        "foul-wrong-wall-place",
        says={
            "no_penalty": "No penalty; it can be corrected until the discard, and stands after "
            "that."
        },
    )
    wrong_tile_not_returned: FoulConsequence = foul_option(
        "A tile from the wrong place in the wall that cannot be put back",
        "foul-wrong-tile-kept",
        says={"no_penalty": "No penalty; the tile stays."},
    )
    dead_wall_tile_not_returned: FoulConsequence = foul_option(
        "A tile from the wrong place in the dead wall that cannot be put back",
        "foul-dead-wall-tile-kept",
    )
    draw_out_of_turn: FoulConsequence = foul_option(
        "Drawing out of turn, with a tile that can no longer be put back", "foul-draw-turn"
    )
    draw_from_a_hand: FoulConsequence = foul_option(
        "Drawing a tile from another player's hand", "foul-draw-from-hand"
    )
    undone_draw_mixed_in: FoulConsequence = foul_option(
        "A draw that must be undone after the tile was mixed in", "foul-drawn-tile-unknown"
    )
    hasty_quad_replaced: FoulConsequence = foul_option(
        "A hasty quad that must be undone after the replacement draw", "foul-hasty-replacement"
    )
    first_discard_too_early: FoulConsequence = foul_option(
        "East discarding before everyone has their tiles, noticed after the next draw or call",
        "foul-first-discard-too-early",
    )
    unplayable_by_fault: FoulConsequence = foul_option(
        "A player's foul makes further play impossible", "chombo-unplayable"
    )
    unplayable_no_fault: Literal["redeal", "referee"] = option(
        "Play cannot continue, but nobody is at fault",
        {
            "redeal": "The tiles are dealt again, and nobody pays.",
            "referee": "The referee decides.",
        },
        clauses="chombo-blameless-redeal",
    )
    # ---- riichi ----------------------------------------------------------------------------------
    riichi_on_open_hand: VoidRiichi = option(
        "Riichi on an open hand", RIICHI_VOID_SENTENCES, clauses="deadhand-riichi-open"
    )
    riichi_with_few_tiles: RiichiOrSilence = option(
        "Riichi with too few tiles left in the wall",
        {**RIICHI_STANDS, **RIICHI_VOID_SENTENCES, "not_regulated": NOT_REGULATED},
        clauses="foul-riichi-with-few-tiles",
    )
    riichi_without_points: JudgedRiichi = option(
        "Riichi without enough points",
        judged_later({**RIICHI_STANDS, **RIICHI_VOID_SENTENCES, "not_regulated": NOT_REGULATED}),
        unregulated="not_regulated",
        looked_for="2026-11-29",
    )
    riichi_without_word: RiichiWithoutWord = option(
        "Riichi without saying riichi",
        {**RIICHI_STANDS, **RIICHI_VOID_SENTENCES},
        clauses="deadhand-riichi-no-call",
    )
    riichi_after_discard: RiichiOrSilence = option(
        "Riichi declared after the discard",
        {**RIICHI_STANDS, **RIICHI_VOID_SENTENCES, "not_regulated": NOT_REGULATED},
        clauses="foul-late-riichi",
    )
    riichi_without_turning: UnturnedRiichi = option(
        "Riichi without turning the discard",
        {
            "turned_when_noticed": "No penalty; the riichi stands and the tile is turned. If "
            "nobody knows which tile it was, the earliest possible one "
            "counts for furiten.",
            **RIICHI_VOID_SENTENCES,
        },
        clauses="deadhand-riichi-no-rotate riichi-rotation-unknown-tile",
    )
    next_riichi_discard_not_turned: Literal["corrected", "dead_hand"] = option(
        "The riichi tile was claimed and the next discard is not turned",
        {**PUT_RIGHT, "dead_hand": "Dead hand."},
        clauses="deadhand-riichi-next-rotate",
    )
    riichi_without_bet: Literal["stands", "void_and_dead"] = option(
        "Riichi without placing the bet",
        {
            "stands": "No penalty; the riichi stands, and the bet is placed when somebody notices.",
            "void_and_dead": RIICHI_VOID_SENTENCES["void_and_dead"],
        },
        clauses="riichi-stake-missing",
    )
    noten_riichi: NotenRiichiRule = option(
        "Riichi on a hand that is not tenpai",
        noten_riichi_sentence,
        clauses="chombo-noten-riichi chombo-noten-riichi-when chombo-noten-riichi-dead-hand "
        "chombo-noten-riichi-proof",
    )
    riichi_on_seen_tiles: RiichiOnSeenTiles = option(
        "Riichi when all winning tiles are in sight",
        judged_later(RIICHI_ON_SEEN_TILES),
        unregulated="valid",
        looked_for="2026-11-29",
    )
    riichi_hand_not_shown: FoulConsequence = foul_option(
        "Refusing to show a riichi hand at a draw",
        "riichi-refuses-to-show",
        says={"chombo": "Judged as riichi on a hand that is not tenpai: chombo."},
    )
    forbidden_riichi_quad: JudgedLater = option(
        "A forbidden concealed quad after riichi", judged_later({}), clauses="chombo-riichi-quad"
    )
    drawn_tile_touches_riichi_hand: FoulConsequence = foul_option(
        "The drawn tile touching the hand repeatedly after riichi",
        "foul-riichi-touched",
        says={"dead_hand": "Dead hand, unless the drawn tile wins."},
    )
    discard_from_riichi_hand: RiichiDiscard = foul_option(
        "Discarding a tile other than the drawn one after riichi",
        "foul-riichi-discard",
        says={
            "dead_hand_then_noten_riichi": "The hand is dead. At an exhaustive draw it is "
            "judged as riichi without tenpai, because the player can no longer prove tenpai."
        },
    )
    claim_after_riichi: FoulConsequence = foul_option(
        "Claiming a tile for a set after riichi, noticed before the discard", "foul-riichi-claim"
    )
    claim_after_riichi_and_discard: FoulConsequence = foul_option(
        "Claiming a tile for a set after riichi, noticed after the discard", "foul-riichi-claim"
    )
    # ---- the end of a deal and of a game ---------------------------------------------------------
    early_tenpai: FoulConsequence = foul_option(
        "Declaring tenpai or noten before the hand is over, tiles not shown", "foul-early-tenpai"
    )
    early_tenpai_shown: FoulConsequence = foul_option(
        "Declaring tenpai before the hand is over, tiles shown by the player or a misled opponent",
        "foul-early-tenpai",
    )
    false_tenpai: FoulConsequence = foul_option(
        "Declaring tenpai with a noten hand", "foul-false-tenpai"
    )
    false_tenpai_again: FoulConsequence = foul_option(
        "Declaring tenpai with a noten hand repeatedly", "foul-false-tenpai"
    )
    win_after_declaring_tenpai: FoulConsequence = foul_option(
        "Declaring tenpai and then a win on the last tile", "foul-win-after-tenpai"
    )
    draw_after_last_tile: FoulConsequence = foul_option(
        "Drawing after the last tile of the wall and mixing the tile into the hand",
        "foul-play-after-the-wall",
    )
    call_after_the_end: FoulConsequence = foul_option(
        "Calling after the hand is over", "foul-play-after-the-wall"
    )
    all_last_sheet_error: SheetConsequence = foul_option(
        "A wrong score on the sheet of the last hand that affected the game", "foul-last-sheet"
    )
    score_sheet_error: SheetConsequence = foul_option(
        "A score sheet error that can no longer be corrected, for each player", "foul-score-sheet"
    )
    score_sheet_unsigned: SheetConsequence = foul_option(
        "Not signing the score sheet", "foul-score-sheet-unsigned"
    )
    # ---- dead hands ------------------------------------------------------------------------------
    call_with_undeclared_dead_hand: FoulConsequence = foul_option(
        "Calling with a dead hand that is not yet declared dead",
        "deadhand-undeclared-call",
        says={
            "dead_hand": "The set is invalid and the hand is dead; a win shown is a false win.",
            "void": "The call is void, without a penalty, and the hand stays dead; a win shown is "
            "a false win.",
        },
    )
    claim_with_dead_hand: FoulConsequence = foul_option(
        "Claiming a tile for a set after the hand was declared dead",
        "chombo-claim-with-dead-hand deadhand-formal-declaration",
    )
    win_with_dead_hand: FoulConsequence = foul_option(
        "Declaring a win after the hand was declared dead", "foul-win-with-dead-hand"
    )
    riichi_or_quad_with_dead_hand: FoulConsequence = foul_option(
        "Riichi or a concealed quad after the hand was declared dead",
        "deadhand-declared-other-declarations",
        says={"void": "The declaration is void and the hand stays dead."},
    )
    # ---- conduct ---------------------------------------------------------------------------------
    caused_by_other: Conduct = conduct_option(
        "A foul provoked by another player's foul",
        "foul-caused-by-other",
        says={"chombo": "Chombo for the player who provoked it, if both fouls are serious."},
    )
    minor: Literal["no_penalty", "referee_if_repeated", "referee"] = option(
        "Minor fouls",
        {
            "no_penalty": "Usually no penalty.",
            "referee_if_repeated": "No penalty; the referee can give one in repeated cases or if a "
            "request is refused.",
            "referee": "The referee decides.",
        },
        clauses="penalty-trivial",
    )
    passing_information: PassingInformation = conduct_option(
        "Passing information",
        "foul-information deadhand-referee",
        says={
            "referee": "The referee decides; minor cases get at most a warning.",
            "dead_hand_or_points": "A warning; in serious or repeated cases a dead hand or "
            "points, at the referee's discretion.",
            "obstruction": "A minor foul; in serious or repeated cases it is treated as "
            "obstruction.",
        },
    )
    slow_or_hasty_play: Conduct = conduct_option(
        "Drawing too fast or playing too slowly",
        "foul-slow-or-hasty",
        says={
            "obstruction": "The referee may treat it as obstruction; slow play only if repeated."
        },
    )
    loopholes: Conduct = conduct_option("Abusing the rules and their loopholes", "foul-loopholes")
    obstruction: Obstruction = option(
        "Obstruction", obstruction_sentence, clauses="foul-obstruction", unit="points"
    )
    cheating: Literal["disqualification", "referee"] = option(
        "Cheating",
        {"disqualification": "Disqualification at once.", "referee": "The referee decides."},
        clauses="foul-cheating",
    )
    phone: Conduct = conduct_option(
        "A phone that disturbs play",
        "foul-phone-silent foul-phone-penalty",
        says={"referee": "The referee takes off points according to how serious it is."},
    )
    worn_device: Conduct = conduct_option(
        "Wearing a device such as smart glasses", "foul-worn-device"
    )
    electronic_device: Conduct = conduct_option(
        "Using an electronic device at the table", "foul-electronic-device"
    )

    @property
    def riichi_needs_tenpai(self) -> bool:
        """True if riichi on a hand that is not tenpai is a foul."""
        return self.noten_riichi != "valid"
