"""Fouls: every fault that the books name, and what it costs."""

from typing import Annotated, ClassVar, Literal

from riichi_core.rules.chapters.consequence import (
    Consequence,
    NotenRiichi,
    Obstruction,
    RiichiKong,
    RiichiNotTurned,
    foul,
    noten_riichi_says,
    obstruction_says,
    riichi_kong_says,
)
from riichi_core.rules.options import Chapter, Option


class Fouls(Chapter):
    """What a fault costs."""

    TITLE: ClassVar[str] = "Fouls"

    # ---- calls -----------------------------------------------------------------------------------
    empty_meld_call: Annotated[
        Consequence,
        foul("Calling chow, pung or kong and withdrawing it", "foul-empty-meld-call"),
    ]
    empty_meld_call_shown: Annotated[
        Consequence,
        foul(
            "Withdrawing a meld after showing tiles, before the discard",
            "foul-empty-call-after-showing",
            "deadhand-false-set-fix",
        ),
    ]
    regretted_meld_call: Annotated[
        Consequence,
        foul("Withdrawing a meld call that could be carried out", "foul-regretted-valid-call"),
    ]
    empty_concealed_kong: Annotated[
        Consequence, foul("Declaring a concealed kong that one does not have", "foul-empty-ankan")
    ]
    empty_riichi: Annotated[
        Consequence, foul("Saying riichi and withdrawing it", "foul-empty-riichi")
    ]
    empty_win_call_hidden: Annotated[
        Consequence,
        foul("False win call, hand not shown", "deadhand-false-win-hidden"),
    ]
    false_win_shown: Annotated[
        Consequence,
        foul(
            "False win with the hand shown",
            "chombo-false-win-shown",
            "chombo-false-win-grounds",
        ),
    ]
    wrong_win_word: Annotated[
        Consequence,
        foul(
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
        foul(
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
                "false win call, shown only if the whole hand was shown.",
                "slip_of_tongue_only": "Valid only as the instant correction of a wrong word; "
                "after a pause ron binds, or counts as an empty call, and the pung is taken back.",
            },
            ("foul-ron-then-pung", "claim-win-final"),
        ),
    ]
    # ---- sets and tiles --------------------------------------------------------------------------
    false_set: Annotated[
        Consequence,
        foul(
            "A false set, noticed after the discard",
            "deadhand-false-set",
        ),
    ]
    false_concealed_kong: Annotated[
        Consequence, foul("A false concealed kong", "deadhand-false-ankan")
    ]
    swap_call: Annotated[
        Consequence,
        foul(
            "A forbidden swap call",
            "kuikae-penalty",
            "kuikae-irrevocable",
            says={"dead_hand": "Dead hand as soon as the tile is discarded."},
        ),
    ]
    claimed_tile_not_taken: Annotated[
        Consequence, foul("A claimed tile not taken in time", "claim-take-deadline")
    ]
    wrong_tile_count: Annotated[
        Consequence,
        foul(
            "A hand with a wrong number of tiles", "deadhand-tile-count", "foul-missing-replacement"
        ),
    ]
    few_tiles_exposed: Annotated[
        Consequence,
        foul(
            "Exposing a few tiles",
            "foul-expose-few",
            says={"free": "No penalty; they go back where they came from."},
        ),
    ]
    others_tiles_exposed: Annotated[
        Consequence,
        foul(
            "Exposing a few tiles of another hand or of the dead wall",
            "foul-expose-few",
            says={"free": "No penalty; they go back where they came from."},
        ),
    ]
    exposed_in_deal: Annotated[
        Consequence,
        foul(
            "Exposing tiles during the deal",
            "foul-expose-in-deal",
            says={"redeal": "No penalty; if it disturbs the game, the hand is dealt again."},
        ),
    ]
    exposed_on_purpose: Annotated[
        Consequence,
        foul(
            "Exposing tiles on purpose",
            "foul-expose-deliberate",
            says={"obstruction": "In serious or repeated cases it is treated as obstruction."},
        ),
    ]
    wrong_wall_place: Annotated[
        Consequence,
        foul(
            "Drawing from the wrong place",
            "foul-wrong-wall-place",
            says={"free": "No penalty; it is put right until the discard, then it stands."},
        ),
    ]
    unplayable_by_fault: Annotated[
        Consequence,
        foul("Play cannot go on through a player's fault", "chombo-unplayable"),
    ]
    unplayable_blameless: Annotated[
        Consequence,
        foul("Play cannot go on through nobody's fault", "chombo-blameless-redeal"),
    ]
    # ---- riichi ----------------------------------------------------------------------------------
    riichi_on_open_hand: Annotated[
        Consequence,
        foul(
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
        foul(
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
        foul(
            "The riichi tile was claimed and the next discard is not turned",
            "deadhand-riichi-next-rotate",
            says={"free": "No penalty; it is put right."},
        ),
    ]
    riichi_without_bet: Annotated[
        Consequence,
        foul(
            "Riichi without putting out the bet",
            "riichi-stake-missing",
            says={"free": "No penalty; the riichi stands and the bet is paid when noticed."},
        ),
    ]
    noten_riichi: Annotated[
        NotenRiichi,
        Option(
            "Riichi on a hand that is not tenpai",
            noten_riichi_says,
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
        foul(
            "Riichi and refusing to show the hand at a draw",
            "riichi-refuses-to-show",
            says={"chombo": "Judged as riichi on a hand that is not tenpai: chombo."},
        ),
    ]
    riichi_kong: Annotated[
        RiichiKong,
        Option(
            "An unlawful concealed kong after riichi", riichi_kong_says, ("chombo-riichi-kong",)
        ),
    ]
    # ---- dead hands ------------------------------------------------------------------------------
    call_with_undeclared_dead_hand: Annotated[
        Consequence,
        foul(
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
        foul(
            "Claiming a tile after the hand was declared dead",
            "chombo-claim-with-dead-hand",
            "deadhand-formal-declaration",
        ),
    ]
    declaration_with_dead_hand: Annotated[
        Consequence,
        foul(
            "Riichi or a concealed kong after the hand was declared dead",
            "deadhand-declared-other-declarations",
            says={"void": "The declaration is void and the hand stays dead."},
        ),
    ]
    # ---- conduct ---------------------------------------------------------------------------------
    caused_by_other: Annotated[
        Consequence,
        foul("A fault provoked by another player's fault", "foul-caused-by-other"),
    ]
    minor: Annotated[
        Consequence,
        foul(
            "Minor irregularities",
            "penalty-trivial",
            says={"free": "As a rule no penalty."},
        ),
    ]
    passing_information: Annotated[
        Consequence,
        foul(
            "Passing information",
            "foul-information",
            "deadhand-referee",
            says={"referee": "The referee decides; minor cases get a warning at most."},
        ),
    ]
    slow_or_hasty_play: Annotated[
        Consequence,
        foul(
            "Drawing too fast or playing too slowly",
            "foul-slow-or-hasty",
            says={
                "obstruction": "The referee may treat it as obstruction, slow play only if "
                "repeated."
            },
        ),
    ]
    loopholes: Annotated[
        Consequence, foul("Abusing the rules and their loop-holes", "foul-loopholes")
    ]
    obstruction: Annotated[
        Obstruction,
        Option("Obstruction", obstruction_says, ("foul-obstruction",), unit="points"),
    ]
    cheating: Annotated[
        Consequence,
        foul("Cheating", "foul-cheating", says={"disqualification": "Disqualification at once."}),
    ]
    phone: Annotated[
        Consequence,
        foul(
            "A telephone that disturbs",
            "foul-phone-silent",
            "foul-phone-penalty",
            says={"referee": "Points off by degree, as the referee sees fit."},
        ),
    ]
    electronic_device: Annotated[
        Consequence, foul("Using an electronic device at the table", "foul-electronic-device")
    ]
