"""Fouls: every fault that the books name, and what it costs."""

from typing import Annotated, ClassVar, Literal

from riichi_core.rules.chapters.consequence import (
    Conduct,
    Fault,
    NotenRiichi,
    Obstruction,
    RiichiKong,
    conduct,
    fault,
    noten_riichi_sentence,
    obstruction_sentence,
    riichi_kong_sentence,
)
from riichi_core.rules.options import Chapter, Option


class Fouls(Chapter):
    """The penalty of each fault."""

    TITLE: ClassVar[str] = "Fouls"

    # ---- calls -----------------------------------------------------------------------------------
    empty_meld_call: Annotated[
        Fault,
        fault("Calling chow, pung or kong and withdrawing it", "foul-empty-meld-call"),
    ]
    empty_meld_call_shown: Annotated[
        Fault,
        fault(
            "Withdrawing a meld after showing tiles, before the discard",
            "foul-empty-call-after-showing",
            "deadhand-false-set-fix",
        ),
    ]
    slip_in_meld_order: Annotated[
        Fault,
        fault(
            "A slip in the order of calling, showing and discarding",
            "claim-procedure-slip",
            says={"free": "No penalty; it is pointed out."},
        ),
    ]
    regretted_meld_call: Annotated[
        Fault,
        fault("Withdrawing a meld call that could be carried out", "foul-regretted-valid-call"),
    ]
    empty_concealed_kong: Annotated[
        Fault, fault("Declaring a concealed kong that one does not have", "foul-empty-ankan")
    ]
    empty_riichi: Annotated[Fault, fault("Saying riichi and withdrawing it", "foul-empty-riichi")]
    empty_win_call_hidden: Annotated[
        Fault,
        fault("False win call, hand not shown", "deadhand-false-win-hidden"),
    ]
    false_win_shown: Annotated[
        Fault,
        fault(
            "False win with the hand shown",
            "chombo-false-win-shown",
            "chombo-false-win-grounds",
        ),
    ]
    wrong_win_word: Annotated[
        Literal["valid_if_clear", "chombo_unless_corrected", "chombo"],
        Option(
            "Opening the hand with a word that declares no win",
            {
                "valid_if_clear": "The win is valid if the meaning is clear.",
                "chombo_unless_corrected": "Chombo; corrected at once, the win is valid.",
                "chombo": "Chombo, also if corrected.",
            },
            ("chombo-invalid-win-word", "foul-win-word-corrected"),
        ),
    ]
    ron_tsumo_swapped: Annotated[
        Literal["valid", "valid_then_referee", "chombo"],
        Option(
            "Ron and tsumo mixed up",
            {
                "valid": "The win is valid.",
                "valid_then_referee": "The win is valid; in repeated cases the referee decides.",
                "chombo": "Chombo.",
            },
            ("foul-ron-tsumo-swapped",),
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
        Fault,
        fault(
            "A false set, noticed after the discard",
            "deadhand-false-set",
        ),
    ]
    false_concealed_kong: Annotated[Fault, fault("A false concealed kong", "deadhand-false-ankan")]
    swap_call: Annotated[
        Fault,
        fault(
            "A forbidden swap call",
            "kuikae-penalty",
            "kuikae-irrevocable",
            says={"dead_hand": "Dead hand as soon as the tile is discarded."},
        ),
    ]
    claimed_tile_not_taken: Annotated[
        Fault, fault("A claimed tile not taken in time", "claim-take-deadline")
    ]
    wrong_tile_count: Annotated[
        Fault,
        fault(
            "A hand with a wrong number of tiles", "deadhand-tile-count", "foul-missing-replacement"
        ),
    ]
    few_tiles_exposed: Annotated[
        Fault,
        fault(
            "Exposing a few tiles",
            "foul-expose-few",
            says={"free": "No penalty; they go back where they came from."},
        ),
    ]
    others_tiles_exposed: Annotated[
        Fault,
        fault(
            "Exposing a few tiles of another hand or of the dead wall",
            "foul-expose-few",
            says={"free": "No penalty; they go back where they came from."},
        ),
    ]
    exposed_in_deal: Annotated[
        Literal["dealt_again_if_disturbing", "free", "chombo"],
        Option(
            "Exposing tiles while they are dealt",
            {
                "dealt_again_if_disturbing": "No penalty; if it disturbs the game, the "
                "tiles are dealt again.",
                "free": "No penalty.",
                "chombo": "Chombo.",
            },
            ("foul-expose-in-deal",),
        ),
    ]
    exposed_on_purpose: Annotated[
        Conduct,
        conduct(
            "Exposing tiles on purpose",
            "foul-expose-deliberate",
            says={"obstruction": "In serious or repeated cases it is treated as obstruction."},
        ),
    ]
    exposed_while_building: Annotated[
        Fault, fault("Exposing tiles while the walls are built", "foul-expose-building")
    ]
    wrong_wall_place: Annotated[
        Fault,
        fault(
            "Drawing from the wrong place",
            "foul-wrong-wall-place",
            says={"free": "No penalty; it is put right until the discard, then it stands."},
        ),
    ]
    unplayable_by_fault: Annotated[
        Fault,
        fault("Play cannot go on through a player's fault", "chombo-unplayable"),
    ]
    unplayable_blameless: Annotated[
        Literal["dealt_again", "referee"],
        Option(
            "Play cannot go on through nobody's fault",
            {
                "dealt_again": "The tiles are dealt again, without points.",
                "referee": "The referee decides.",
            },
            ("chombo-blameless-redeal",),
        ),
    ]
    # ---- riichi ----------------------------------------------------------------------------------
    riichi_on_open_hand: Annotated[
        Literal["void", "void_and_dead", "chombo"],
        Option(
            "Riichi on an open hand",
            {
                "void": "The riichi is void and the bet goes back; no penalty.",
                "void_and_dead": "The riichi is void, the bet goes back and the hand is dead.",
                "chombo": "Chombo.",
            },
            ("deadhand-riichi-open",),
        ),
    ]
    riichi_without_word: Annotated[
        Literal["stands", "void", "void_and_dead", "chombo"],
        Option(
            "Riichi without the word",
            {
                "stands": "No penalty; the riichi stands.",
                "void": "The riichi is void and the bet goes back; no penalty.",
                "void_and_dead": "The riichi is void, the bet goes back and the hand is dead.",
                "chombo": "Chombo.",
            },
            ("deadhand-riichi-no-call",),
        ),
    ]
    riichi_without_turning: Annotated[
        Literal["turned_when_noticed", "void", "void_and_dead", "chombo"],
        Option(
            "Riichi without turning the discard",
            {
                "turned_when_noticed": "No penalty; the riichi stands and the tile is turned. If "
                "nobody knows which one it was, the earliest that it can have been counts for "
                "furiten.",
                "void": "The riichi is void and the bet goes back; no penalty.",
                "void_and_dead": "The riichi is void, the bet goes back and the hand is dead.",
                "chombo": "Chombo.",
            },
            ("deadhand-riichi-no-rotate", "riichi-rotation-unknown-tile"),
        ),
    ]
    riichi_next_not_turned: Annotated[
        Literal["put_right", "dead_hand"],
        Option(
            "The riichi tile was claimed and the next discard is not turned",
            {
                "put_right": "No penalty; it is put right.",
                "dead_hand": "Dead hand.",
            },
            ("deadhand-riichi-next-rotate",),
        ),
    ]
    riichi_without_bet: Annotated[
        Literal["stands", "void_and_dead"],
        Option(
            "Riichi without putting out the bet",
            {
                "stands": "No penalty; the riichi stands and the bet is paid when noticed.",
                "void_and_dead": "The riichi is void, the bet goes back and the hand is dead.",
            },
            ("riichi-stake-missing",),
        ),
    ]
    noten_riichi: Annotated[
        NotenRiichi,
        Option(
            "Riichi on a hand that is not tenpai",
            noten_riichi_sentence,
            (
                "chombo-noten-riichi",
                "chombo-noten-riichi-when",
                "chombo-noten-riichi-dead-hand",
                "chombo-noten-riichi-proof",
            ),
        ),
    ]
    riichi_hand_not_shown: Annotated[
        Fault,
        fault(
            "Riichi and refusing to show the hand at a draw",
            "riichi-refuses-to-show",
            says={"chombo": "Judged as riichi on a hand that is not tenpai: chombo."},
        ),
    ]
    riichi_kong: Annotated[
        RiichiKong,
        Option(
            "An unlawful concealed kong after riichi", riichi_kong_sentence, ("chombo-riichi-kong",)
        ),
    ]
    # ---- dead hands ------------------------------------------------------------------------------
    call_with_undeclared_dead_hand: Annotated[
        Fault,
        fault(
            "Calling with a hand that is dead but not yet declared dead",
            "deadhand-undeclared-call",
            says={
                "dead_hand": "The set is invalid and the hand is dead; a win shown is a false win.",
                "void": "The call is void, without a penalty; a win shown is a false win.",
            },
        ),
    ]
    claim_with_dead_hand: Annotated[
        Fault,
        fault(
            "Claiming a tile after the hand was declared dead",
            "chombo-claim-with-dead-hand",
            "deadhand-formal-declaration",
        ),
    ]
    declaration_with_dead_hand: Annotated[
        Fault,
        fault(
            "Riichi or a concealed kong after the hand was declared dead",
            "deadhand-declared-other-declarations",
            says={"void": "The declaration is void and the hand stays dead."},
        ),
    ]
    # ---- conduct ---------------------------------------------------------------------------------
    caused_by_other: Annotated[
        Conduct,
        conduct("A fault provoked by another player's fault", "foul-caused-by-other"),
    ]
    minor: Annotated[
        Literal["free", "referee"],
        Option(
            "Minor irregularities",
            {
                "free": "As a rule no penalty.",
                "referee": "The referee decides.",
            },
            ("penalty-trivial",),
        ),
    ]
    passing_information: Annotated[
        Conduct,
        conduct(
            "Passing information",
            "foul-information",
            "deadhand-referee",
            says={"referee": "The referee decides; minor cases get a warning at most."},
        ),
    ]
    slow_or_hasty_play: Annotated[
        Conduct,
        conduct(
            "Drawing too fast or playing too slowly",
            "foul-slow-or-hasty",
            says={
                "obstruction": "The referee may treat it as obstruction, slow play only if "
                "repeated."
            },
        ),
    ]
    loopholes: Annotated[
        Conduct, conduct("Abusing the rules and their loop-holes", "foul-loopholes")
    ]
    obstruction: Annotated[
        Obstruction,
        Option("Obstruction", obstruction_sentence, ("foul-obstruction",), unit="points"),
    ]
    cheating: Annotated[
        Literal["disqualification", "referee"],
        Option(
            "Cheating",
            {
                "disqualification": "Disqualification at once.",
                "referee": "The referee decides.",
            },
            ("foul-cheating",),
        ),
    ]
    phone: Annotated[
        Conduct,
        conduct(
            "A telephone that disturbs",
            "foul-phone-silent",
            "foul-phone-penalty",
            says={"referee": "Points off by degree, as the referee sees fit."},
        ),
    ]
    electronic_device: Annotated[
        Conduct, conduct("Using an electronic device at the table", "foul-electronic-device")
    ]
