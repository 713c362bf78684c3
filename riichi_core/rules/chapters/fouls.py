"""Fouls: every fault that the books name, and what it costs."""

from typing import Annotated, ClassVar, Literal

from riichi_core.rules.chapters.call_fouls import CallFouls
from riichi_core.rules.chapters.consequence import (
    Conduct,
    Fault,
    NotenRiichiFault,
    Obstruction,
    PassingInformation,
    RiichiKong,
    SheetFault,
    TilesExposed,
    conduct,
    fault,
    noten_riichi_sentence,
    obstruction_sentence,
    riichi_kong_sentence,
    tiles_exposed_sentence,
)
from riichi_core.rules.options import Option


class Fouls(CallFouls):
    """The penalty of each fault."""

    TITLE: ClassVar[str] = "Fouls"

    # ---- sets and tiles --------------------------------------------------------------------------
    false_set: Annotated[
        Fault,
        fault(
            "A false set, noticed after the discard",
            "deadhand-false-set",
        ),
    ]
    false_concealed_kong: Annotated[
        Fault,
        fault("A false concealed kong, noticed after the discard", "deadhand-false-ankan"),
    ]
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
    few_tiles_exposed_again: Annotated[
        Conduct, conduct("Exposing a few tiles again and again", "foul-expose-repeated")
    ]
    several_tiles_exposed: Annotated[
        TilesExposed,
        Option(
            "Exposing more than a few tiles",
            tiles_exposed_sentence,
            ("foul-expose-by-number",),
            unregulated="not_regulated",
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
    wrong_tile_kept: Annotated[
        Fault,
        fault(
            "A tile from the wrong place of the wall that cannot be put back",
            "foul-wrong-tile-kept",
            says={"free": "No penalty; the tile stays."},
        ),
    ]
    dead_wall_tile_kept: Annotated[
        Fault,
        fault(
            "A tile from the wrong place of the dead wall that cannot be put back",
            "foul-dead-wall-tile-kept",
        ),
    ]
    draw_out_of_turn: Annotated[
        Fault,
        fault("Drawing out of turn, with a tile that can no longer be put back", "foul-draw-turn"),
    ]
    draw_from_a_hand: Annotated[
        Fault, fault("Drawing a tile from another player's hand", "foul-draw-from-hand")
    ]
    drawn_tile_unknown: Annotated[
        Fault,
        fault(
            "A draw to be undone whose tile cannot be told from the hand",
            "foul-drawn-tile-unknown",
        ),
    ]
    first_discard_too_early: Annotated[
        Fault,
        fault(
            "East discarding before all have their tiles, noticed after the next draw or call",
            "foul-first-discard-too-early",
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
        NotenRiichiFault,
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
    riichi_hand_touched: Annotated[
        Fault,
        fault(
            "The drawn tile touching the hand again and again after riichi", "foul-riichi-touched"
        ),
    ]
    discard_from_riichi_hand: Annotated[
        Fault,
        fault("Discarding another tile than the drawn one after riichi", "foul-riichi-discard"),
    ]
    claim_after_riichi: Annotated[
        Fault,
        fault(
            "Claiming a tile for a set after riichi, noticed before the discard",
            "foul-riichi-claim",
        ),
    ]
    claim_after_riichi_kept: Annotated[
        Fault,
        fault(
            "Claiming a tile for a set after riichi, noticed after the discard",
            "foul-riichi-claim",
        ),
    ]
    # ---- the end of a deal and of a game ---------------------------------------------------------
    early_tenpai: Annotated[
        Fault,
        fault(
            "Declaring tenpai or noten before the deal is over, hand not shown",
            "foul-early-tenpai",
        ),
    ]
    early_tenpai_shown: Annotated[
        Fault,
        fault(
            "Declaring tenpai before the deal is over, hand shown by the player or another who "
            "was misled",
            "foul-early-tenpai",
        ),
    ]
    false_tenpai: Annotated[Fault, fault("Declaring tenpai with a noten hand", "foul-false-tenpai")]
    false_tenpai_again: Annotated[
        Fault, fault("Declaring tenpai with a noten hand again", "foul-false-tenpai")
    ]
    win_after_tenpai: Annotated[
        Fault,
        fault("Declaring tenpai, then a win on the last tile", "foul-win-after-tenpai"),
    ]
    draw_after_the_wall: Annotated[
        Fault,
        fault(
            "Drawing after the last tile of the wall and mixing the tile into the hand",
            "foul-play-after-the-wall",
        ),
    ]
    call_after_the_wall: Annotated[
        Fault, fault("Calling after the deal is over", "foul-play-after-the-wall")
    ]
    all_last_sheet: Annotated[
        SheetFault,
        fault(
            "A wrong score on the sheet of the last deal that affected the game", "foul-last-sheet"
        ),
    ]
    score_sheet_error: Annotated[
        SheetFault,
        fault(
            "An error on the score sheet that can no longer be mended, for each player",
            "foul-score-sheet",
        ),
    ]
    score_sheet_unsigned: Annotated[
        SheetFault, fault("Not signing the score sheet", "foul-score-sheet-unsigned")
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
        conduct(
            "A fault provoked by another player's fault",
            "foul-caused-by-other",
            says={"chombo": "Chombo for who provoked it, where both faults are serious."},
        ),
    ]
    minor: Annotated[
        Literal["free", "free_then_referee", "referee"],
        Option(
            "Minor irregularities",
            {
                "free": "As a rule no penalty.",
                "free_then_referee": "No penalty; repeated, or where a request is refused, the "
                "referee can give one.",
                "referee": "The referee decides.",
            },
            ("penalty-trivial",),
        ),
    ]
    passing_information: Annotated[
        PassingInformation,
        conduct(
            "Passing information",
            "foul-information",
            "deadhand-referee",
            says={
                "referee": "The referee decides; minor cases get a warning at most.",
                "dead_hand_or_points": "A warning; in serious or repeated cases a dead hand or "
                "points, as the referee decides.",
                "obstruction": "A minor irregularity; in serious or repeated cases it is treated "
                "as obstruction.",
            },
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
    worn_device: Annotated[
        Conduct, conduct("Wearing a device such as smart glasses", "foul-worn-device")
    ]
    electronic_device: Annotated[
        Conduct, conduct("Using an electronic device at the table", "foul-electronic-device")
    ]
