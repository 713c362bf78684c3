"""Tournament: time, lateness, absence, substitutes and disqualified players."""

from typing import Annotated, ClassVar, Literal

from riichi_core.language import Translatable, Translator
from riichi_core.rules.options import (
    ByKey,
    ByShape,
    Chapter,
    CompoundValue,
    Minutes,
    PointsValue,
    SignedPoints,
    option,
)

SomeMinutes = Annotated[Literal["not_regulated"] | Minutes, ByShape]
"""Minutes of a session, if its time is limited."""


class Lateness(CompoundValue):
    """Points for each minute, up to the minute from which a substitute plays."""

    per_minute: PointsValue = option("Per minute", "{value} points per minute", unit="points")
    minutes: Minutes = option("Up to this many minutes", "up to {value} minutes", unit="minutes")
    counted: Literal["completed", "started"] = option(
        "Which minutes count", {"completed": "completed", "started": "started"}
    )


LATE: dict[str, Translatable] = {
    "completed": "{points} points off the result for each completed minute, up to {minutes}; after "
    "that a substitute plays the session.",
    "started": "{points} points off the result for each started minute, up to {minutes}; after "
    "that a substitute plays the session.",
}


def _late_sentence(value: Lateness | str, tr: Translator) -> str:
    if not isinstance(value, Lateness):
        return tr("The rules do not cover lateness.")
    if not value.per_minute and not value.minutes:
        return tr("Lateness costs no points; a substitute plays the session.")
    return tr(LATE[value.counted], points=value.per_minute, minutes=value.minutes)


NO_LIMIT = "There is no time limit."


class FixedResult(CompoundValue):
    """A substitute's result is entered as a fixed number."""

    fixed: SignedPoints = option(
        "Fixed result",
        "A substitute's result is always {value} points, so the results of a table need not add "
        "up to zero.",
        unit="points",
    )


class Tournament(Chapter):
    """Sessions and their players."""

    TITLE: ClassVar[str] = "Tournament"

    # ---- time ------------------------------------------------------------------------------------
    minutes: SomeMinutes = option(
        "Length of a session",
        {"not_regulated": NO_LIMIT, "number": "A session is usually {value} minutes."},
        clauses="session-length",
        unit="minutes",
    )
    minutes_automatic: Annotated[Literal["same"] | Minutes, ByShape] = option(
        "Length of a session with automatic tables",
        {
            "same": "Automatic tables do not change the length of a session.",
            "number": "With automatic tables a session is usually {value} minutes.",
        },
        clauses="session-length-automatic",
        unit="minutes",
        effect="table",
        unregulated="same",
    )
    dice_before_start: Literal["may_be_thrown", "not_thrown", "not_regulated"] = option(
        "Dice before the starting signal",
        {
            "may_be_thrown": "The dice that open the wall may be thrown before the starting "
            "signal.",
            "not_thrown": "The dice may not be thrown before the starting signal.",
            "not_regulated": "The rules do not mention a starting signal.",
        },
        clauses="session-start-dice",
        effect="table",
    )
    signal_before_end: SomeMinutes = option(
        "When the signal sounds",
        {
            "not_regulated": NO_LIMIT,
            "0": "The signal sounds when the time is up.",
            "number": "The only signal sounds {value} minutes before the time is up.",
        },
        clauses="session-signal",
        unit="minutes",
    )
    after_signal: Literal["current_deal", "current_and_one_more", "not_regulated"] = option(
        "What is played after the signal",
        {
            "current_deal": "The current hand is finished, and nothing more is played.",
            "current_and_one_more": "The current hand is finished, and one more is played.",
            "not_regulated": NO_LIMIT,
        },
        clauses="session-after-signal session-signal-after-dice",
    )
    signal_between_deals: Literal["none", "one_deal", "already_in_play", "not_regulated"] = option(
        "Signal between hands, before the dice",
        {
            "none": "A hand is in play once the dice have been thrown. If the signal sounds "
            "earlier, the session ends at once, and no dice may be thrown.",
            "one_deal": "A hand is in play once the dice have been thrown. If the signal sounds "
            "earlier, one more hand is played.",
            "already_in_play": "A hand begins as soon as the one before it ends, so the signal "
            "always sounds in a hand.",
            "not_regulated": NO_LIMIT,
        },
        clauses="session-signal-before-dice session-no-dice-after-gong",
    )
    clock: Literal["shown", "not_regulated"] = option(
        "Clock in a session",
        {
            "shown": "The remaining time is visible to all tables.",
            "not_regulated": "The rules do not require a visible clock.",
        },
        clauses="session-clock-visible",
        effect="table",
    )
    score_sheet: Literal[
        "signed_before_leaving",
        "signed_by_all_before_leaving",
        "signed_by_players",
        "not_regulated",
    ] = option(
        "Score sheet of a session",
        {
            "signed_before_leaving": "Players stay and leave the sticks until staff have checked "
            "and signed the sheet.",
            "signed_by_all_before_leaving": "All players sign the sheet. They stay and leave the "
            "sticks until staff have also checked and signed it.",
            "signed_by_players": "All players sign the sheet; it is not valid without their "
            "signatures.",
            "not_regulated": "The rules do not say who checks the sheet.",
        },
        clauses="session-score-sheet",
        effect="table",
    )
    all_last_sheet: Literal["may_be_used", "used", "not_regulated"] = option(
        "Sheet of the scores before the last hand",
        {
            "may_be_used": "The organiser may provide an all-last sheet. The players write "
            "their scores on it before the last hand, all as totals or all as "
            "differences from the start, and check the sum.",
            "used": "Before each hand that may be the last, all players write their difference "
            "from the start next to their wind on an all-last sheet in the middle of "
            "the table.",
            "not_regulated": "The rules do not mention an all-last sheet.",
        },
        clauses="session-all-last-sheet",
        effect="table",
    )
    surplus: Literal["corrected", "off_the_leader"] = option(
        "Scores of a table that do not add up",
        {
            "corrected": "The scores of a table must add up to the starting points. Scores that "
            "do not are corrected.",
            "off_the_leader": "If the scores of a table add up to more than the starting points, "
            "the surplus comes off the leader's score. Of tied leaders, the one nearest to East "
            "loses it. If they add up to less, nothing changes.",
        },
        labels={"corrected": "They are corrected", "off_the_leader": "The leader loses a surplus"},
        unregulated="corrected",
        looked_for="2026-11-29",
    )
    fixed_tables: Literal["forbidden", "not_regulated"] = option(
        "Players kept at one table",
        {
            "forbidden": "The seating plan may not keep a player at one table for several "
            "sessions.",
            "not_regulated": "The rules do not cover the seating plan.",
        },
        clauses="seating-table-change",
    )
    equal_totals: Literal["shared_place", "firsts_fourths_best", "by_lot"] = option(
        "Equal totals at the end of a tournament",
        {
            "shared_place": "Players with the same total share a place.",
            "firsts_fourths_best": "Ties are broken by more first places, then fewer fourth "
            "places, then the better single game, then a coin.",
            "by_lot": "Players with the same total share a place until they draw lots.",
        },
        clauses="ranking-equal-totals",
        unregulated="shared_place",
    )
    # ---- people ----------------------------------------------------------------------------------
    lateness: Annotated[Literal["not_regulated"] | Lateness, ByShape] = option(
        "Late for a session",
        _late_sentence,
        labels={"=per_minute": "Points for each minute"},
        clauses="late-per-minute late-over-ten late-fraction",
        unit="points",
        unregulated="not_regulated",
    )
    missed_session: SignedPoints = option(
        "Result of a player who misses a session",
        "A missed session counts as {value} points, instead of a deduction for lateness.",
        clauses="substitute-missing-player late-not-cumulative",
        unit="points",
    )
    excused_absence: Literal["name_may_be_removed", "not_regulated"] = option(
        "Excused absence",
        {
            "name_may_be_removed": "With a good reason the player's name may be removed from the "
            "results.",
            "not_regulated": "A good reason does not change the result.",
        },
        clauses="substitute-missing-excused",
    )
    deliberate_absence: Literal["disqualification_possible", "not_regulated"] = option(
        "Deliberate absence",
        {
            "disqualification_possible": "A deliberately missed session can mean disqualification.",
            "not_regulated": "The rules do not cover deliberately missed sessions.",
        },
        clauses="substitute-missing-deliberate",
    )
    substitute_result: Annotated[Literal["real_score_unranked"] | FixedResult, ByKey] = option(
        "Result of a substitute",
        {
            "real_score_unranked": "The substitute's real score is recorded, and the substitute "
            "is left out of the ranking. Each table adds up to zero, apart from riichi bets that "
            "nobody won."
        },
        labels={"=fixed": "A fixed result"},
        clauses="substitute-recorded-result substitute-non-zero-sum",
        unit="points",
    )
    substitute_place: Literal["real", "last"] = option(
        "Place of a substitute from the start",
        {
            "real": "A substitute who plays from the start, including for a late player and in "
            "later sessions, takes their real place when the others' uma is worked out.",
            "last": "A substitute who plays from the start counts as last when the others' uma is "
            "worked out.",
        },
        clauses="substitute-uma-from-start substitute-uma-later-sessions "
        "substitute-late-counts-as-start",
    )
    substitute_place_mid_session: Literal["real", "last"] = option(
        "Place of a substitute who starts in mid-session",
        {
            "real": "A substitute who starts in mid-session takes their real place.",
            "last": "A substitute who starts in mid-session counts as last, and the others share "
            "the uma of the first three places.",
        },
        clauses="substitute-uma-mid-session",
    )
    disqualified: Literal["ranked_last", "not_ranked"] = option(
        "Place of a disqualified player",
        {
            "ranked_last": "A disqualified player is ranked last, and the result counts for the "
            "ranking list.",
            "not_ranked": "A disqualified player is not ranked, and the organisations concerned "
            "are informed.",
        },
        clauses="penalty-disqualified-ranking",
    )
