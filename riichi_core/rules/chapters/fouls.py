"""Fouls: every fault that the books name, and what it costs."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field, Tag

from riichi_core.rules.options import (
    RECORD,
    WORD,
    ByKey,
    ByShape,
    Chapter,
    Option,
    Points,
    Record,
    SetOf,
)


class PointsOff(Record):
    """Points off the offender's result after uma; the hand goes on."""

    points: Annotated[
        Points,
        Option(
            "Points",
            "{value:,} points off the player's result after uma; the hand goes on.",
            unit="points",
        ),
    ]


Consequence = Annotated[
    Annotated[
        Literal[
            "free",
            "void",
            "dead_hand",
            "chombo",
            "redeal",
            "obstruction",
            "referee",
            "disqualification",
            "not_regulated",
        ],
        WORD,
    ]
    | Annotated[PointsOff, Tag("=points")],
    ByKey,
]

CONSEQUENCES = {
    "free": "No penalty.",
    "void": "It is void, without a penalty.",
    "dead_hand": "Dead hand.",
    "chombo": "Chombo.",
    "redeal": "The hand is dealt again, without points.",
    "obstruction": "It is treated as obstruction.",
    "referee": "The referee decides.",
    "disqualification": "Disqualification.",
    "not_regulated": "The rules do not speak of it.",
    "points": "",
}


def _some(*words: str) -> dict[str, str]:
    return {word: CONSEQUENCES[word] for word in words}


def _foul(title: str, *clauses: str, says: Mapping[str, str] | None = None) -> Option:
    return Option(title, CONSEQUENCES | dict(says or {}), clauses)


class Repaired(Record):
    """A riichi tile that was not turned is turned when somebody notices."""

    unknown_tile: Annotated[
        Literal["earliest"],
        Option(
            "If nobody knows which discard it was",
            {
                "earliest": "If nobody knows which discard it was, the earliest that it can have "
                "been counts for furiten.",
            },
        ),
    ]


RiichiNotTurned = Annotated[
    Annotated[Literal["dead_hand", "chombo"], WORD] | Annotated[Repaired, RECORD], ByShape
]

FoundAt = Literal["exhaustive_draw", "own_win", "four_riichi"]

FOUND_AT = {
    "exhaustive_draw": "at an exhaustive draw",
    "four_riichi": "when four riichi end the hand",
    "own_win": "when the player declares a win",
}


def _found(found_at: tuple[FoundAt, ...]) -> str:
    return " or ".join(text for word, text in FOUND_AT.items() if word in found_at)


class NotenRiichi(Record):
    """Riichi on a hand that is not tenpai: when it is judged, and what excuses it."""

    penalty: Annotated[
        Literal["chombo", "dead_hand"], Option("Penalty", _some("chombo", "dead_hand"))
    ]
    found_at: Annotated[SetOf[FoundAt], Field(min_length=1), Option("When it is judged", FOUND_AT)]
    dead_hand_excuse: Annotated[
        Literal["no_proof", "hand_shown"],
        Option(
            "Noten only because of a later dead hand",
            {
                "no_proof": "A hand that is noten only because it was declared dead later is "
                "excused; no proof is asked.",
                "hand_shown": "A hand that is noten only because it was declared dead later is "
                "excused if it is shown.",
            },
        ),
    ]


def _noten_riichi_says(value: NotenRiichi) -> str:
    excuse = (
        "A hand that is noten only because it was declared dead later pays noten instead"
        f"{'; no proof is asked' if value.dead_hand_excuse == 'no_proof' else ', if it is shown'}."
    )
    return f"{CONSEQUENCES[value.penalty][:-1]}, judged {_found(value.found_at)}. {excuse}"


class RiichiKong(Record):
    """An unlawful concealed kong after riichi."""

    penalty: Annotated[
        Literal["chombo", "dead_hand"], Option("Penalty", _some("chombo", "dead_hand"))
    ]
    found_at: Annotated[SetOf[FoundAt], Field(min_length=1), Option("When it is judged", FOUND_AT)]


def _riichi_kong_says(value: RiichiKong) -> str:
    return f"{CONSEQUENCES[value.penalty][:-1]}, judged {_found(value.found_at)}."


class Fines(Record):
    """Obstruction by degrees: fixed fines, a range for grave cases, then the end."""

    fines: Annotated[
        tuple[Points, ...],
        Field(min_length=1, max_length=4),
        Option("Fines", "Fines", unit="points"),
    ]
    serious_from: Annotated[Points, Option("Serious cases from", "{value:,}", unit="points")]
    serious_to: Annotated[Points, Option("Serious cases up to", "{value:,}", unit="points")]
    repeated: Annotated[
        Literal["disqualification", "referee"],
        Option("Repeated after that", _some("disqualification", "referee")),
    ]


class Referee(Record):
    """Obstruction at the referee's discretion."""

    repeated: Annotated[
        Literal["disqualification_possible"],
        Option("Repeated", {"disqualification_possible": "Disqualification is possible."}),
    ]


class ByDegree(Record):
    """Obstruction costs points by degree."""

    by_degree: Annotated[Fines, Option("By degree", "")]


class RefereeDecides(Record):
    """Obstruction is the referee's to judge."""

    referee: Annotated[Referee, Option("The referee", "")]


def _obstruction_says(value: ByDegree | RefereeDecides | str) -> str:
    match value:
        case ByDegree(by_degree=degrees):
            fines = " or ".join(f"{fine:,}" for fine in degrees.fines)
            then = "disqualification" if degrees.repeated == "disqualification" else "the referee"
            return (
                f"{fines} points, in serious or repeated cases {degrees.serious_from:,} to "
                f"{degrees.serious_to:,}, off the result after uma; after that {then}."
            )
        case RefereeDecides():
            return "The referee decides; repeated, disqualification is possible."
        case _:
            return CONSEQUENCES["not_regulated"]


class Fouls(Chapter):
    """What a fault costs."""

    TITLE: ClassVar[str] = "Fouls"

    # ---- calls -----------------------------------------------------------------------------------
    empty_meld_call: Annotated[
        Consequence,
        _foul("Calling chow, pung or kong and withdrawing it", "foul-empty-meld-call"),
    ]
    empty_meld_call_shown: Annotated[
        Consequence,
        _foul(
            "Withdrawing a meld after showing tiles, before the discard",
            "foul-empty-call-after-showing",
            "deadhand-false-set-fix",
        ),
    ]
    regretted_meld_call: Annotated[
        Consequence,
        _foul("Withdrawing a meld call that could be carried out", "foul-regretted-valid-call"),
    ]
    empty_concealed_kong: Annotated[
        Consequence, _foul("Declaring a concealed kong that one does not have", "foul-empty-ankan")
    ]
    empty_riichi: Annotated[
        Consequence, _foul("Saying riichi and withdrawing it", "foul-empty-riichi")
    ]
    empty_win_call_hidden: Annotated[
        Consequence,
        _foul("False win call, hand not shown", "deadhand-false-win-hidden"),
    ]
    false_win_shown: Annotated[
        Consequence,
        _foul(
            "False win with the hand shown",
            "chombo-false-win-shown",
            "chombo-false-win-grounds",
        ),
    ]
    wrong_win_word: Annotated[
        Consequence,
        _foul(
            "Opening the hand with a word that declares no win",
            "chombo-invalid-win-word",
            says={
                "chombo": "Chombo, unless corrected at once.",
                "free": "No penalty if the meaning is clear.",
            },
        ),
    ]
    wrong_win_word_corrected: Annotated[
        Consequence,
        _foul(
            "A wrong word for a win, corrected at once",
            "foul-win-word-corrected",
            says={"free": "The win is valid."},
        ),
    ]
    change_of_meld_call: Annotated[
        Literal["quick_change_stands", "slip_of_tongue_only"],
        Option(
            "One meld call changed into another",
            {
                "quick_change_stands": "A quick change is valid.",
                "slip_of_tongue_only": "Only a wrong word may be put right, at once; otherwise the "
                "first call binds.",
            },
            ("foul-change-meld-call",),
        ),
    ]
    pung_then_ron: Annotated[
        Literal["quick_change_stands", "slip_of_tongue_only"],
        Option(
            "A pung call changed into ron",
            {
                "quick_change_stands": "A quick change is valid, and the win counts.",
                "slip_of_tongue_only": "Valid only as the instant correction of a wrong word; a "
                "second thought is refused.",
            },
            ("foul-pung-then-ron",),
        ),
    ]
    ron_then_pung: Annotated[
        Literal["ron_binds", "slip_of_tongue_only"],
        Option(
            "A ron call changed into pung",
            {
                "ron_binds": "Ron binds even if corrected at once; without a winning hand it is a "
                "dead hand, or chombo once the whole hand has been shown.",
                "slip_of_tongue_only": "Valid only as the instant correction of a wrong word; "
                "after a pause ron binds, or counts as an empty call, and the pung is taken back.",
            },
            ("foul-ron-then-pung",),
        ),
    ]
    # ---- sets and tiles --------------------------------------------------------------------------
    false_set: Annotated[
        Consequence,
        _foul(
            "A false set, noticed after the discard",
            "deadhand-false-set",
        ),
    ]
    false_concealed_kong: Annotated[
        Consequence, _foul("A false concealed kong", "deadhand-false-ankan")
    ]
    swap_call: Annotated[
        Consequence,
        _foul(
            "A forbidden swap call",
            "kuikae-penalty",
            "kuikae-irrevocable",
            says={"dead_hand": "Dead hand as soon as the tile is discarded."},
        ),
    ]
    claimed_tile_not_taken: Annotated[
        Consequence, _foul("A claimed tile not taken in time", "claim-take-deadline")
    ]
    wrong_tile_count: Annotated[
        Consequence,
        _foul("Too many or too few tiles", "deadhand-tile-count", "foul-missing-replacement"),
    ]
    few_tiles_exposed: Annotated[
        Consequence,
        _foul(
            "Exposing a few tiles",
            "foul-expose-few",
            says={"free": "No penalty; they go back where they came from."},
        ),
    ]
    others_tiles_exposed: Annotated[
        Consequence,
        _foul(
            "Exposing a few tiles of another hand or of the dead wall",
            "foul-expose-few",
            says={"free": "No penalty; they go back where they came from."},
        ),
    ]
    exposed_in_deal: Annotated[
        Consequence,
        _foul(
            "Exposing tiles during the deal",
            "foul-expose-in-deal",
            says={"redeal": "No penalty; if it disturbs the game, the hand is dealt again."},
        ),
    ]
    exposed_on_purpose: Annotated[
        Consequence, _foul("Exposing tiles on purpose", "foul-expose-deliberate")
    ]
    wrong_wall_place: Annotated[
        Consequence,
        _foul(
            "Drawing from the wrong place",
            "foul-wrong-wall-place",
            says={"free": "No penalty; it is put right until the discard, then it stands."},
        ),
    ]
    unplayable_by_fault: Annotated[
        Consequence,
        _foul("Play cannot go on through a player's fault", "chombo-unplayable"),
    ]
    unplayable_blameless: Annotated[
        Consequence,
        _foul("Play cannot go on through nobody's fault", "chombo-blameless-redeal"),
    ]
    # ---- riichi ----------------------------------------------------------------------------------
    riichi_on_open_hand: Annotated[
        Consequence,
        _foul(
            "Riichi on an open hand",
            "deadhand-riichi-open",
            says={
                "dead_hand": "The riichi is void, the bet goes back and the hand is dead.",
                "void": "The riichi is void and the bet goes back; no penalty.",
            },
        ),
    ]
    riichi_without_word: Annotated[
        Consequence,
        _foul(
            "Riichi without the word",
            "deadhand-riichi-no-call",
            says={
                "dead_hand": "The riichi is void, the bet goes back and the hand is dead.",
                "free": "No penalty; the riichi stands.",
            },
        ),
    ]
    riichi_without_turning: Annotated[
        RiichiNotTurned,
        Option(
            "Riichi without turning the discard",
            {
                "dead_hand": "The riichi is void, the bet goes back and the hand is dead.",
                "chombo": "Chombo.",
                "record": "No penalty; the riichi stands and the tile is turned.",
            },
            ("deadhand-riichi-no-rotate", "riichi-rotation-unknown-tile"),
        ),
    ]
    riichi_next_not_turned: Annotated[
        Consequence,
        _foul(
            "The riichi tile was claimed and the next discard is not turned",
            "deadhand-riichi-next-rotate",
            says={"free": "No penalty; it is put right."},
        ),
    ]
    riichi_without_bet: Annotated[
        Consequence,
        _foul(
            "Riichi without putting out the bet",
            "riichi-stake-missing",
            says={"free": "No penalty; the riichi stands and the bet is paid when noticed."},
        ),
    ]
    noten_riichi: Annotated[
        NotenRiichi,
        Option(
            "Riichi on a hand that is not tenpai",
            _noten_riichi_says,
            (
                "chombo-noten-riichi",
                "chombo-noten-riichi-when",
                "chombo-noten-riichi-dead-hand",
                "chombo-noten-riichi-proof",
            ),
        ),
    ]
    riichi_hand_not_shown: Annotated[
        Consequence,
        _foul(
            "Riichi and refusing to show the hand at a draw",
            "riichi-refuses-to-show",
            says={"chombo": "Judged as riichi on a hand that is not tenpai: chombo."},
        ),
    ]
    riichi_kong: Annotated[
        RiichiKong,
        Option(
            "An unlawful concealed kong after riichi", _riichi_kong_says, ("chombo-riichi-kong",)
        ),
    ]
    # ---- dead hands ------------------------------------------------------------------------------
    call_with_undeclared_dead_hand: Annotated[
        Consequence,
        _foul(
            "Calling with a hand that is dead but not yet declared dead",
            "deadhand-undeclared-call",
            says={
                "dead_hand": "The set is invalid and the hand is dead; a win shown is a false win.",
                "void": "The call is void, without a penalty; a win shown is a false win.",
            },
        ),
    ]
    claim_with_dead_hand: Annotated[
        Consequence,
        _foul(
            "Claiming a tile after the hand was declared dead",
            "chombo-claim-with-dead-hand",
            "deadhand-formal-declaration",
        ),
    ]
    declaration_with_dead_hand: Annotated[
        Consequence,
        _foul(
            "Riichi or a concealed kong after the hand was declared dead",
            "deadhand-declared-other-declarations",
            says={"void": "The declaration is void and the hand stays dead."},
        ),
    ]
    # ---- conduct ---------------------------------------------------------------------------------
    caused_by_other: Annotated[
        Consequence,
        _foul("A fault provoked by another player's fault", "foul-caused-by-other"),
    ]
    minor: Annotated[
        Consequence,
        _foul(
            "Minor irregularities",
            "penalty-trivial",
            says={"free": "No penalty; repeated, it may be treated as obstruction."},
        ),
    ]
    passing_information: Annotated[
        Consequence,
        _foul(
            "Passing information",
            "foul-information",
            "deadhand-referee",
            says={"referee": "The referee decides; minor cases get a warning at most."},
        ),
    ]
    slow_or_hasty_play: Annotated[
        Consequence, _foul("Drawing too fast or playing too slowly", "foul-slow-or-hasty")
    ]
    loopholes: Annotated[
        Consequence, _foul("Abusing the rules and their loop-holes", "foul-loopholes")
    ]
    obstruction: Annotated[
        Annotated[
            Annotated[Literal["not_regulated"], WORD]
            | Annotated[ByDegree, Tag("=by_degree")]
            | Annotated[RefereeDecides, Tag("=referee")],
            ByKey,
        ],
        Option("Obstruction", _obstruction_says, ("foul-obstruction",), unit="points"),
    ]
    cheating: Annotated[
        Consequence,
        _foul("Cheating", "foul-cheating", says={"disqualification": "Disqualification at once."}),
    ]
    phone: Annotated[
        Consequence,
        _foul(
            "A telephone that disturbs",
            "foul-phone-silent",
            "foul-phone-penalty",
            says={"referee": "Points off by degree, as the referee sees fit."},
        ),
    ]
    electronic_device: Annotated[
        Consequence, _foul("Using an electronic device at the table", "foul-electronic-device")
    ]
