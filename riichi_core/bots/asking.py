"""Ask bots for their actions, and report their errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from traceback import extract_tb

from riichi_core.bots.player import KnownRules, Player, PlayerError, RuledPlayer, SeatedPlayer
from riichi_core.messages import Message, quote_argument
from riichi_core.play.actions import Action, ActionError, Response
from riichi_core.play.decide import IllegalActionError, is_among
from riichi_core.play.observation import observe
from riichi_core.play.state import DealState
from riichi_core.play.table import Table
from riichi_core.rules.rules import Rules
from riichi_core.tiles import Wind


def responses(
    deal: DealState,
    legal: Mapping[Wind, tuple[Action, ...]],
    seated: Sequence[Player] | Mapping[Wind, Player],
) -> list[Response]:
    """Return the action of each seat that may act; calls for one tile are simultaneous.

    `seated` has the player of each seat.

    Raises:
        PlayerError: if a player raises an error, or a choice is not an action.
        IllegalActionError: if an action is illegal.
    """
    answers = []
    for seat, actions in legal.items():
        choice = _ask_player(seated[seat], deal, seat, actions)
        try:
            answer = Response(seat, choice)
        except ActionError:
            message = Message(
                "the player on seat {seat} chose {value}, which is not an action",
                seat=seat,
                value=quote_argument(choice),
            )
            raise PlayerError(message) from None
        if not is_among(answer.action, actions):
            why = Message(
                "the player on seat {seat} chose {action}", seat=seat, action=answer.action
            )
            raise IllegalActionError(why, deal, legal, answer)
        answers.append(answer)
    return answers


def _ask_player(
    player: Player, deal: DealState, seat: Wind, actions: tuple[Action, ...]
) -> Action | str:
    """Return the action that the player in a seat chooses.

    Raises:
        PlayerError: if the player raises an error.
    """
    try:
        return player.choose(observe(deal, seat), actions)
    except PlayerError as error:
        raise PlayerError(
            Message("the player on seat {seat}: {problem}", seat=seat, problem=error.message)
        ) from error
    except (Exception, SystemExit) as error:  # a foreign player can raise anything
        message = Message(
            "the player on seat {seat} failed: {problem} ({file}, line {line})",
            seat=seat,
            **_problem(error),
        )
        raise PlayerError(message) from error


def tell_rules(players: Iterable[Player], rules: Rules) -> None:
    """Pass the rules of the game to the players who take them into account.

    Raises:
        PlayerError: if a player raises an error.
    """
    house = KnownRules.of(rules)
    for player in players:
        if isinstance(player, RuledPlayer):
            try:
                player.enter(house)
            except PlayerError:
                raise
            except (Exception, SystemExit) as error:  # a foreign player can raise anything
                message = Message(
                    "a player's enter() failed: {problem} ({file}, line {line})", **_problem(error)
                )
                raise PlayerError(message) from error


def _problem(error: BaseException) -> dict[str, object]:
    """Return the name and the text of an error, and its place in the player's program."""
    frame = extract_tb(error.__traceback__)[-1]
    problem = f"{type(error).__name__}: {error}"
    return {"problem": problem, "file": frame.filename, "line": frame.lineno or 0}


def sit_down(player: SeatedPlayer, table: Table, place: int) -> None:
    """Have a player sit down at a place of a table, from 0 (the first East) to 3.

    Raises:
        PlayerError: if the player raises an error; the message says which of the four it is.
    """
    try:
        player.sit(table, place)
    except PlayerError as error:
        message = Message("player {number}: {problem}", number=place + 1, problem=error.message)
        raise type(error)(message) from error
