"""The rules that records state: red fives, rounds, and the points at the start."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from riichi.fitting.numbers import GameResult
from riichi.games.infer.oracle import (
    Deal,
    DealOracle,
    Oracle,
    Recording,
    begins_game,
    recordings_of,
)
from riichi.games.replay.recorded_game import RecordedGame, fitting_fives
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import Points

Named = tuple[str, RecordedGame]
"""A game with the name of its file."""

STATED = ("setup.starting_points", "tiles.red_fives", "end.rounds", "yaku.all_simples")
"""The options that records can state; of All Simples only its value in an open hand."""


@dataclass(frozen=True, slots=True)
class Material:
    """What some games show, apart from their deals: recorded games, or score sheets.

    Attributes:
        games: the number of games, without copies and games that state other rules.
        doubles: games that are a part or a copy of another one, with its name.
        others: groups of games that state other rules.
        stated: the stated values by the path of their option.
        results: the results of the games.
        deals: returns the deals, with the results of the games or without them.
        oracle: compares the deals with rules.
        likely: returns values that perhaps no ruleset has, given rules with the solved results.
        named: the id of the ruleset that most records name; empty if none does.
    """

    games: int
    doubles: Sequence[tuple[str, str]]
    others: Sequence[tuple[Mapping[str, Any], list[Named]]]
    stated: Mapping[str, Stated]
    results: Sequence[GameResult]
    deals: Callable[[bool], Sequence[Deal]]
    oracle: DealOracle
    likely: Callable[[Rules], Mapping[str, Any]] = lambda _: {}
    named: str = ""


def material_of(games: Sequence[Named], rules: Rules) -> Material:
    """Return the material of recorded games; play is kept for some rules."""
    single, doubles = without_doubles(games)
    (_, chosen), *others = groups_by_statement(single)

    def deals(with_results: bool) -> list[Recording]:
        return [
            deal
            for source, game in chosen
            for deal in recordings_of(source, game if with_results else replace(game, results=None))
        ]

    results = [
        GameResult(source, game.final, tuple(game.results))
        for source, game in chosen
        if game.final is not None and game.results is not None and game.cut is None
    ]
    rooms = Counter(game.room_ruleset for _, game in chosen if game.room_ruleset)
    return Material(
        len(chosen), doubles, others, read_off([game for _, game in chosen]),
        results, deals, Oracle(rules),
        named=next((name for name, _ in rooms.most_common(1)), ""),
    )  # fmt: skip


def without_doubles(games: Iterable[Named]) -> tuple[list[Named], list[tuple[str, str]]]:
    """Return each game once, and the names of the games that are a part or a copy of another.

    A game in two formats counts once. Games are the same if they have a deal with the same scores
    and the same dealt tiles; the one with more deals is kept.
    """
    kept: list[Named] = []
    doubles: list[tuple[str, str]] = []
    owner: dict[object, str] = {}
    for name, game in sorted(games, key=lambda named: -len(named[1].deals)):
        keys = [
            (deal.standing.scores, *(tuple(sorted(tile.plain for tile in h)) for h in deal.hands))
            for deal in game.deals
        ]
        same = next((owner[key] for key in keys if key in owner), None)
        if same is not None:
            doubles.append((name, same))
            continue
        owner |= dict.fromkeys(keys, name)
        kept.append((name, game))
    return sorted(kept, key=lambda named: named[0]), doubles


def groups_by_statement(games: Iterable[Named]) -> list[tuple[Mapping[str, Any], list[Named]]]:
    """Return games in groups that state the same rules, the largest group first.

    Games of one round and of two, or with and without red fives, do not have the same ruleset. A
    game that does not state one of these facts fits any group in that respect.
    """
    groups: dict[tuple[Any, ...], list[Named]] = defaultdict(list)
    for name, game in games:
        stated = (_start(game), game.red_fives, game.rounds, game.open_tanyao)
        groups[stated].append((name, game))
    merged: list[tuple[list[Any], list[Named]]] = []
    for stated, members in sorted(groups.items(), key=lambda item: -len(item[1])):
        for other, alike in merged:
            if all(None in pair or pair[0] == pair[1] for pair in zip(other, stated, strict=True)):
                alike.extend(members)
                other[:] = [a if b is None else b for a, b in zip(other, stated, strict=True)]
                break
        else:
            merged.append(([*stated], [*members]))
    return [
        (dict(zip(STATED, stated, strict=True)), members)
        for stated, members in sorted(merged, key=lambda group: -len(group[1]))
    ]


class Stated(NamedTuple):
    """A value that records state, as written in files, and the number of these games."""

    value: Any
    games: int


def read_off(games: Sequence[RecordedGame]) -> Mapping[str, Stated]:
    """Return the stated values by the path of their option.

    If games differ, the most frequent value counts.
    """
    values: dict[str, Stated] = {}
    starts = Counter(start for start in map(_start, games) if start is not None)
    for points, number in starts.most_common(1):
        values["setup.starting_points"] = Stated(points, number)
    if (reds := _red_fives(games)) is not None:
        values["tiles.red_fives"] = reds
    rounds = Counter(game.rounds for game in games if game.rounds is not None)
    for length, number in rounds.most_common(1):
        values["end.rounds"] = Stated(length, number)
    return values


def _start(game: RecordedGame) -> Points | None:
    """Return the points with which all players of a game begin, if the record shows them."""
    first = game.deals[0].standing
    return first.scores[0] if begins_game(first) and len({*first.scores}) == 1 else None


def _red_fives(games: Sequence[RecordedGame]) -> Stated | None:
    """Return the numbers that most games state, or the only ones that the tiles of all allow."""
    stated = Counter(game.red_fives for game in games if game.red_fives is not None)
    for counts, number in stated.most_common(1):
        return Stated(dict(zip("mps", counts, strict=True)), number)
    fitting = [
        range(max(fits.start for fits in of_suit), min(fits.stop for fits in of_suit))
        for of_suit in zip(*map(fitting_fives, games), strict=True)
    ]
    if all(len(fits) == 1 for fits in fitting):
        return Stated({suit: fits.start for suit, fits in zip("mps", fitting, strict=True)},
                      len(games))  # fmt: skip
    return None
