"""End of the game."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, ClassVar, Literal

from riichi_core.language import Translatable, Translator
from riichi_core.rules.options import (
    NUMBER_WORD,
    ByKey,
    ByShape,
    Chapter,
    CompoundValue,
    PointsValue,
    SetOf,
    SignedPoints,
    option,
)

KEPT_DEAL: dict[str, Translatable] = {
    "ends": "The target ends the game even if East would stay.",
    "continues": "If East stays, the game continues, unless East may end it as in the last hand.",
}


EAST_AGAIN = "The first of these rounds is an east round."


class Extension(CompoundValue):
    """More rounds until a player reaches a target."""

    target: PointsValue = option("Target", "Below {value} points", unit="points")
    rounds: int = option("Rounds at most", "{value} rounds", unit="rounds", ge=1, le=7)
    if_east_stays: Literal["ends", "continues"] = option(
        "If East stays",
        KEPT_DEAL,
        labels={"ends": "The target ends the game", "continues": "The game continues"},
    )
    first_round: Literal["east"] | None = option(
        "First of these rounds",
        {"east": EAST_AGAIN},
        labels={"east": "An east round", "=left_out": "A round of the next wind"},
        default=None,
    )


AFTER = {"win": "by winning", "tenpai": "by being tenpai at a draw"}


WHICH_EAST = {
    "1": "A leading East",
    "2": "An East in first or second place",
    "3": "An East in first, second or third place",
    "4": "East",
}


class DealerStops(CompoundValue):
    """East may end the game in the last deal, if in a place that is good enough."""

    after: SetOf[Literal["win", "tenpai"]] = option("After", AFTER, min_length=1)
    how: Literal["optional", "automatic", "automatic_if_leading"] = option(
        "East's choice",
        {
            "optional": "may end",
            "automatic": "ends",
            "automatic_if_leading": "ends if East leads, or else may end",
        },
    )
    lowest_place: Annotated[Literal[1, 2, 3, 4], NUMBER_WORD] = option("East's place", WHICH_EAST)


class ScoreLimit(CompoundValue):
    """A score, low or high, that ends the game."""

    points: SignedPoints = option("Score", "{value} points", unit="points")
    when: Literal["reached", "passed"] = option(
        "When the game ends", {"reached": "At this score", "passed": "Beyond this score"}
    )


BUST: dict[str, Translatable] = {
    "never": "The game continues with scores below zero.",
    "below_zero": "The game ends when a player falls below zero points.",
    "at_zero": "The game ends when a player has zero points or less.",
    "reached": "The game ends when a player has {points} points or less.",
    "passed": "The game ends when a player falls below {points} points.",
}

CEILING: dict[str, Translatable] = {
    "never": "No score is high enough to end the game.",
    "reached": "The game ends when a player has {points} points or more.",
    "passed": "The game ends when a player has more than {points} points.",
}


def _limit_sentence(
    sentences: Mapping[str, Translatable], value: ScoreLimit | str, tr: Translator
) -> str:
    if isinstance(value, ScoreLimit):
        return tr(sentences[value.when], points=value.points)
    return tr(sentences[value])


def _extension_sentence(value: Extension | str, tr: Translator) -> str:
    if not isinstance(value, Extension):
        return tr("There is no extension.")
    text = tr.counted(
        "If nobody has {target} points, one more round is played, which ends once a player has "
        "them.",
        "If nobody has {target} points, up to {n} more rounds are played until a player has them.",
        value.rounds,
        target=value.target,
    )
    if value.first_round is not None:
        once = value.rounds == 1
        text = f"{text} {tr('It is an east round.') if once else tr(EAST_AGAIN)}"
    elif value.rounds > 2:
        text = f"{text} {tr('After the north round comes an east round again.')}"
    return f"{text} {tr(KEPT_DEAL[value.if_east_stays])}"


STOPS: dict[str, Translatable] = {
    "optional": "{east} may end the game {how} in the last hand.",
    "automatic": "{east} ends the game {how} in the last hand.",
    "automatic_if_leading": "{east} may end the game {how} in the last hand, and must if leading.",
}


def _stops_sentence(value: DealerStops | str, tr: Translator) -> str:
    if not isinstance(value, DealerStops):
        return tr("East cannot end the game early by winning or being tenpai in the last hand.")
    how = tr.or_list(tr(text) for word, text in AFTER.items() if word in value.after)
    stops = tr(STOPS[value.how], east=tr(WHICH_EAST[str(value.lowest_place)]), how=how)
    return f"{stops} {tr('In an extension, East must also have the target score.')}"


class Share(CompoundValue):
    """The share of each tied winner, rounded down."""

    unit: Annotated[Literal[1, 100], NUMBER_WORD] = option(
        "Unit of the shares",
        {
            "1": "Bets left on the table go to the winner of the game. Tied winners share them, "
            "rounded down to whole points.",
            "100": "Bets left on the table go to the winner of the game. Tied winners share them, "
            "rounded down to 100.",
        },
        unit="points",
    )


class RoundedDown(CompoundValue):
    """Tied winners share the remaining points; an indivisible remainder is lost."""

    winner_rounded_down: Share = option("The share of each player")


BetsLeft = Annotated[Literal["winner", "winner_by_seat", "owners", "table"] | RoundedDown, ByKey]


IN_SEVERAL_HANDS = frozenset({"end.extension", "end.dealer_stops"})
"""The options without effect if a game is one hand."""


class End(Chapter):
    """The end of a game, and who gets what is left."""

    TITLE: ClassVar[str] = "End of the game"

    rounds: Annotated[Literal["one_hand", 1, 2, 3, 4], NUMBER_WORD] = option(
        "Rounds of a game",
        {
            "one_hand": "A game is one hand, whoever wins it.",
            "1": "A game is one round: east.",
            "2": "A game is two rounds: east and south.",
            "3": "A game is three rounds: east, south and west.",
            "4": "A game is four rounds: east, south, west and north.",
        },
        clauses="round-two end-after-south setup-min-two-deals",
        unit="rounds",
        asked="game",
    )
    extension: Annotated[Literal["none"] | Extension, ByShape] = option(
        "Extension of a game",
        _extension_sentence,
        labels={"=target": "Extra rounds until a player reaches a target"},
        clauses="end-no-extension",
        asked="game",
    )
    bust: Annotated[Literal["never", "below_zero", "at_zero"] | ScoreLimit, ByShape] = option(
        "A score below zero",
        partial(_limit_sentence, BUST),
        labels={
            "never": "Play on below 0",
            "below_zero": "Game ends below 0",
            "at_zero": "0 ends the game",
            "=points": "Game ends at a lower score",
        },
        clauses="end-no-bust score-negative-continues",
        asked="game",
    )
    ceiling: Annotated[Literal["never"] | ScoreLimit, ByShape] = option(
        "A high score that ends the game",
        partial(_limit_sentence, CEILING),
        labels={"never": "No score is too high", "=points": "A high score ends the game"},
        unregulated="never",
        looked_for="2026-11-28",
        asked="game",
    )
    sticks_lent_by: Literal[
        "player_or_referee", "referee_in_tournaments", "referee", "organiser", "not_regulated"
    ] = option(
        "Sticks for a player who has none left",
        {
            "player_or_referee": "A player who runs out of sticks borrows from another player or "
            "the referee.",
            "referee_in_tournaments": "A player who runs out of sticks borrows from the "
            "referee or, outside tournaments, from another player. "
            "The debt is written on the score sheet.",
            "referee": "A player who runs out of sticks borrows from the referee, who writes the "
            "debt on the score sheet. Players may not lend each other sticks.",
            "organiser": "The organiser makes sure that a player can continue without sticks, and "
            "explains how.",
            "not_regulated": "The rules do not say where a player gets sticks.",
        },
        clauses="score-negative-borrow",
        effect="table",
    )
    dealer_stops: Annotated[Literal["never"] | DealerStops, ByShape] = option(
        "East ending the game in the last hand",
        _stops_sentence,
        labels={"never": "East may not stop", "=after": "East can stop"},
        clauses="end-no-agari-yame end-no-tenpai-yame",
        asked="game",
    )
    bets_left: BetsLeft = option(
        "Riichi bets left at the end of the game",
        {
            "winner": "Bets left on the table go to the winner of the game, even if time ends it. "
            "Tied winners share them exactly.",
            "winner_by_seat": "Bets left on the table go to the winner of the game; in a tie, to "
            "the tied player earliest in seat order.",
            "owners": "Bets left on the table go back to their owners.",
            "table": "Bets left on the table stay there, even if time ends the game; nobody gets "
            "them.",
        },
        labels={
            "winner": "To the winner, shared exactly",
            "winner_by_seat": "To the earliest seat",
            "owners": "Back to their owners",
            "table": "Left on the table",
            "=winner_rounded_down": "To the winner, shares rounded down",
        },
        clauses="end-riichi-stakes end-riichi-stakes-timed end-riichi-stakes-tie "
        "end-riichi-stakes-before-uma",
    )

    @property
    def whole_rounds(self) -> int:
        """The number of rounds without an extension, 0 if a game is one hand."""
        return 0 if self.rounds == "one_hand" else self.rounds

    @property
    def winds(self) -> int:
        """The number of rounds after which the round wind is East again."""
        east_again = isinstance(self.extension, Extension) and self.extension.first_round == "east"
        return self.whole_rounds if east_again and self.whole_rounds else 4
