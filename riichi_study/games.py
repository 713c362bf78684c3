"""Games of a study: one game under one ruleset, deal by deal."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from riichi_bots.runner import MOST_DEALS
from riichi_core.game.end import GameEnd
from riichi_core.game.game import PlayedDeal, finals
from riichi_core.game.result import Final
from riichi_core.play.game_state import GameState, may_stop, new_game, settle_deal
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.rules import Rules
from riichi_study.courses import Courses
from riichi_study.fortune import DealName

SETTING: PlaySetting = "tournament"


@dataclass(frozen=True, slots=True)
class StudiedDeal:
    """A deal of a game: its name, the game before it, and what came of it."""

    name: DealName
    before: GameState
    came: PlayedDeal


@dataclass(frozen=True, slots=True)
class StudiedGame:
    """A game under one ruleset.

    Attributes:
        deals: those that count, in order; one that is dealt again as if it were new is none.
        finals: the result of each player, the first East first.
        over: why it was over; None after so many deals that it was broken off.
    """

    deals: tuple[StudiedDeal, ...]
    finals: tuple[Final, ...]
    over: GameEnd | None


def play_study_game(courses: Courses, rules: Rules) -> StudiedGame:
    """Return a game played to its end; a leading East who may stop does.

    Raises:
        PlayerError: a player raised an error.
        IllegalActionError: a player did what was not legal.
    """
    game = new_game(rules)
    begun: Counter[tuple[int, int]] = Counter()
    deals: list[StudiedDeal] = []
    while game.over is None and len(game.played) < MOST_DEALS:
        place = (game.standing.round, game.standing.dealer)
        name = DealName(*place, begun[place])
        begun[place] += 1
        before, game = game, played_on(courses, name, game, rules)
        if len(game.played) > len(before.played):
            deals.append(StudiedDeal(name, before, game.played[-1]))
    return StudiedGame(tuple(deals), finals(game.standing, game.played, rules), game.over)


def played_on(courses: Courses, name: DealName, game: GameState, rules: Rules) -> GameState:
    """Return a game after one more deal, played from where it stands."""
    over = game._replace(deal=courses.over(name, game, rules))
    _, after = settle_deal(over, rules, SETTING, stops=may_stop(over, rules, SETTING))
    return after
