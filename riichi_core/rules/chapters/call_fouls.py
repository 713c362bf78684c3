"""Fouls of calls: those that are withdrawn, changed, wrongly worded or false."""

from typing import Annotated, Literal

from riichi_core.rules.chapters.consequence import Fault, Withdrawal, fault
from riichi_core.rules.options import Chapter, Option


class CallFouls(Chapter):
    """The first fouls of the chapter: what a wrong call costs."""

    empty_meld_call: Annotated[
        Fault,
        fault("Calling chow, pung or kong and withdrawing it", "foul-empty-meld-call"),
    ]
    empty_meld_call_shown: Annotated[
        Withdrawal,
        fault(
            "Withdrawing a meld after showing tiles, before the discard",
            "foul-empty-call-after-showing",
            "deadhand-false-set-fix",
            says={"stands": "The call stands and can no longer be withdrawn."},
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
        Literal["quick_change_stands", "slip_of_tongue_only", "first_call_binds"],
        Option(
            "One meld call changed into another",
            {
                "quick_change_stands": "A quick change is valid.",
                "slip_of_tongue_only": "Only a wrong word may be put right, at once; otherwise the "
                "first call binds.",
                "first_call_binds": "The first call binds, also if it was a wrong word.",
            },
            ("foul-change-meld-call",),
        ),
    ]
    pung_then_ron: Annotated[
        Literal["quick_change_stands", "slip_of_tongue_only", "first_call_binds"],
        Option(
            "A pung call changed into ron",
            {
                "quick_change_stands": "A quick change is valid, and the win counts.",
                "slip_of_tongue_only": "Valid only as the instant correction of a wrong word; a "
                "second thought is refused.",
                "first_call_binds": "The pung call binds, also if it was a wrong word.",
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
    win_after_discard_hidden: Annotated[
        Fault,
        fault(
            "Declaring tsumo after laying the drawn tile among the discards, hand not shown",
            "foul-win-after-discard",
            says={"free": "The win is valid."},
        ),
    ]
    win_after_discard_shown: Annotated[
        Fault,
        fault(
            "Declaring tsumo after laying the drawn tile among the discards, hand shown",
            "foul-win-after-discard",
            says={"free": "The win is valid."},
        ),
    ]
