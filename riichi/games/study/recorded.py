"""Recorded games of a study: the payments of each deal under each ruleset that its play fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from riichi.games.replay.deal_history import DealHistory
from riichi.games.replay.divergences import replay_under
from riichi.games.replay.game_history import GameHistory
from riichi.games.study.deal_cache import DealName
from riichi.games.study.effects import SETTING, GameEffect, TriedGame
from riichi.games.study.plan import SingleChange, StudyPlan
from riichi.games.study.rows import DealRow, GameRow, LeftOut, StudiedRow
from riichi_core.game.game import SettledDeal, Standing, play_deal
from riichi_core.play.deal_wins import finished_deal
from riichi_core.play.game_state import Settled
from riichi_core.play.state import DealState
from riichi_core.rules.rules import Rules

_DealsByIndex = Mapping[int, SettledDeal]


def study_record(
    plan: StudyPlan, changes: Sequence[SingleChange], number: int, game: GameHistory
) -> tuple[StudiedRow, tuple[LeftOut, ...]]:
    """Return a recorded game with its payments under each ruleset, and the deals left out by each.

    Every deal starts from its recorded standing. If the end of a deal follows from what was
    declared, e.g. if one of two winners is paid, it is settled. The study never guesses what
    players would have done.
    """
    deals = [deal for deal in game.deals if deal.end.over]
    results = [_settle_again(deals, ruleset.rules) for ruleset in plan.rulesets]
    first, *others = (played for played, _ in results)
    common = [index for index in first if all(index in other for other in others)]
    names = list(_deal_names(deals))
    row = StudiedRow(
        number,
        tuple(_game_row(names, played, common) for played, _ in results),
        tuple(_effect(first, other) for other in others),
        {
            change.path: _effect(first, _settle_again(deals, change.rules)[0])
            for change in changes
            if change.rules is not None
        },
    )
    return row, tuple(left_out for _, left_out in results)


def _settle_again(deals: Sequence[DealHistory], rules: Rules) -> tuple[_DealsByIndex, LeftOut]:
    """Return the outcome of each deal under some rules, by index, and the deals left out."""
    played: dict[int, SettledDeal] = {}
    impossible, next_at = 0, None
    for index, deal in enumerate(deals):
        if next_at not in (None, (deal.before.round, deal.before.dealer)):
            return played, LeftOut(len(deals), impossible, len(deals) - index)
        next_at = None
        replayed = replay_under(deal.events, rules)
        deal_played = None if replayed is None else _played_deal(deal, replayed, rules, index + 1)
        if deal_played is None:
            impossible += 1
            continue
        played[index] = deal_played
        after = deal_played.after
        next_at = (after.round, after.dealer) if deal_played.ended_by is None else (-1, -1)
    return played, LeftOut(len(deals), impossible)


def _played_deal(
    deal: DealHistory, replayed: DealState, rules: Rules, number: int
) -> SettledDeal | None:
    facts = finished_deal(replayed, rules, SETTING)
    if facts is None:
        return None
    stops = any(isinstance(event, Settled) and event.stopped for event in deal.events)
    return play_deal(deal.before, facts, rules, number=number, stops=stops)


def _deal_names(deals: Sequence[DealHistory]) -> Iterator[DealName]:
    deals_of_dealer: Counter[tuple[int, int]] = Counter()
    for deal in deals:
        turn = (deal.before.round, deal.before.dealer)
        yield DealName(*turn, deals_of_dealer[turn])
        deals_of_dealer[turn] += 1


def _game_row(names: Sequence[DealName], played: _DealsByIndex, indices: Sequence[int]) -> GameRow:
    """Return the row of a game with the deals at some indexes; its result is unknown."""
    deals = tuple(DealRow.of(index + 1, names[index], played[index]) for index in indices)
    last: Standing | None = played[indices[-1]].after if indices else None
    return GameRow(deals, () if last is None else tuple(map(float, last.scores)), (), (), None)


def _effect(first: _DealsByIndex, other: _DealsByIndex) -> GameEffect:
    both = [index for index in first if index in other]
    one, two = (TriedGame(tuple(deals[index] for index in both), ()) for deals in (first, other))
    return one.effect(two)
