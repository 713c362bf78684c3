"""Read games from the JSON of Pantheon, a program with which clubs record games online.

`GetGame` and `GetLastGames` of its API list the players and, for each game, the end of each hand,
the final scores and the results. The fields are those of its Common/proto/atoms.proto, in snake or
camel case; fields with the value 0 may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from riichi.games.formats.file_text import MOST_BYTES, error_at, parse_json, text_of
from riichi.programs.pantheon import PAO
from riichi_core.errors import RecordError
from riichi_core.files.model_problems import model_problems
from riichi_core.files.source_document import HIDDEN, SourceDocument
from riichi_core.messages import Message
from riichi_core.records.fields import MOST_TABLE_POINTS, name_in_a_line
from riichi_core.records.written_game import GameRecord

Id = Annotated[
    int, BeforeValidator(lambda value: value.get("id") if isinstance(value, dict) else value)
]
"""A player's id, which can be in an object with other data."""

Amount = Annotated[float, Field(ge=-MOST_TABLE_POINTS, le=MOST_TABLE_POINTS)]
Text = Annotated[str, AfterValidator(lambda text: name_in_a_line(HIDDEN.sub("", text)))]
"""A text on one line, without characters that cannot be printed."""


class _Model(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, frozen=True)


class _Player(_Model):
    id: int
    title: Text


class _Win(_Model):
    winner_id: int
    pao_player_id: int | None = None
    han: int
    fu: int | None = None
    yaku: tuple[int, ...] = ()

    @property
    def fed(self) -> list[str]:
        """The yaku for which the record can name a liable player."""
        return [name for name, number in PAO.items() if number in self.yaku]


class _Ended(_Model):
    riichi_bets: tuple[int, ...] = ()


class _Tsumo(_Win, _Ended):
    pass


class _Ron(_Tsumo):
    loser_id: int


class _Multiron(_Ended):
    loser_id: int
    wins: tuple[_Win, ...]


class _Draw(_Ended):
    tempai: tuple[int, ...] = ()
    nagashi: tuple[int, ...] = ()


class _Chombo(_Model):
    loser_id: int


class _Round(_Model):
    ron: _Ron | None = None
    tsumo: _Tsumo | None = None
    multiron: _Multiron | None = None
    draw: _Draw | None = None
    abort: _Ended | None = None
    chombo: _Chombo | None = None
    nagashi: _Draw | None = None

    @property
    def wins(self) -> tuple[_Win, ...]:
        """The wins of the hand, if any."""
        if self.multiron is not None:
            return self.multiron.wins
        return tuple(filter(None, [self.ron or self.tsumo]))

    @property
    def has_end(self) -> bool:
        """Whether the hand ends in a known way."""
        return any(getattr(self, name) is not None for name in type(self).model_fields)

    @property
    def is_clear(self) -> bool:
        """Whether the hand was not aborted, and each liable player can have fed only one yaku."""
        liable = (win for win in self.wins if win.pao_player_id)
        return self.abort is None and all(len(win.fed) == 1 for win in liable)


class _FinalResult(_Model):
    player_id: int
    score: Amount = 0
    rating_delta: Amount = 0


class _Game(_Model):
    session_hash: Text = ""
    players: tuple[Id, Id, Id, Id]
    final_results: tuple[_FinalResult, ...]
    rounds: tuple[_Round, ...] = ()


class _Answer(_Model):
    players: tuple[_Player, ...]
    game: _Game | None = None
    games: tuple[_Game, ...] = ()


def is_pantheon(path: Path) -> bool:
    """Return True if a JSON file contains final results, as Pantheon's files do."""
    with path.open("rb") as file:
        text = file.read(MOST_BYTES)
    return re.search(rb'"final(_r|R)esults"\s*:', text) is not None


def read_pantheon(path: Path) -> Iterator[tuple[str, GameRecord | None]]:
    """Yield the games of a file with their names, as written games.

    A game without hands is None. A game with an abortive draw, or a player liable for one of
    several yaku, is None, too, because Pantheon records neither the cause nor the tiles.

    Raises:
        RecordError: if the file is not JSON or has other fields; the message names the file and the
            place.
    """
    file = str(path)
    try:
        data = parse_json(text_of(path.read_bytes()), "")
    except RecordError as error:
        raise error_at(file, error.message, error.code) from None
    if isinstance(data, dict):
        data = data.get("result", data)  # the answer of a call by JSON-RPC
    if isinstance(data, list):
        data = {"players": [], "games": data}
    try:
        answer = _Answer.model_validate(data)
    except ValidationError as error:
        raise _field_error(file, error, data, _Answer) from None
    titles = {player.id: player.title for player in answer.players}
    for game in (*answer.games, *filter(None, [answer.game])):
        yield f"{file} {game.session_hash}".strip(), _written(game, titles, file)


def _field_error(where: str, error: ValidationError, data: Any, model: Any) -> RecordError:
    """Return the first problem of data as an error with its file and field."""
    problem = model_problems(error, SourceDocument.of(data, where), model)[0]
    if not problem.path:
        return error_at(where, problem.message)
    message = Message("{place}: {problem}", place=problem.path, problem=problem.message)
    return error_at(where, message)


def _written(game: _Game, titles: Mapping[int, str], file: str) -> GameRecord | None:
    """Return a game as a written game; players of the same name have their ids added."""
    plain = [titles.get(player) or str(player) for player in game.players]
    names = {
        player: name if plain.count(name) == 1 else f"{name} ({player})"
        for player, name in zip(game.players, plain, strict=True)
    }
    if not game.rounds or not all(one.is_clear for one in game.rounds):
        return None
    finals = {final.player_id: final for final in game.final_results}
    for number, one in enumerate(game.rounds, 1):
        if not one.has_end:
            message = Message("unknown end of hand {n} in game {name}",
                              n=number, name=game.session_hash)  # fmt: skip
            raise error_at(file, message)
    try:
        in_order = [finals[player] for player in game.players]
        data = {
            "players": [*names.values()],
            "deals": [_deal(one, names) for one in game.rounds],
            "scores": [_whole(final.score) for final in in_order],
            "results": [_whole(final.rating_delta) for final in in_order],
        }
    except KeyError:
        message = Message("unknown player in game {name}", name=game.session_hash)
        raise error_at(file, message) from None
    try:
        return GameRecord.model_validate(data)
    except ValidationError as error:
        where = f"{file} {game.session_hash}".strip()
        raise _field_error(where, error, data, GameRecord) from None


def _whole(number: float) -> float:
    """Return points without the rounding error of a float."""
    rounded = round(number, 2)
    return int(rounded) if rounded.is_integer() else rounded


def _deal(one: _Round, names: Mapping[int, str]) -> dict[str, Any]:
    """Return a hand in the form of a written game."""

    def named(players: Sequence[int]) -> list[str]:
        return [names[player] for player in players]

    if one.chombo is not None:
        return {"end": "chombo", "offenders": named([one.chombo.loser_id])}
    if (drawn := one.draw or one.nagashi) is not None:
        return {"end": "exhaustive_draw", "riichi": named(drawn.riichi_bets),
                "tenpai": named(drawn.tempai), "nagashi": named(drawn.nagashi)}  # fmt: skip
    ended = one.ron or one.multiron or one.tsumo
    assert ended is not None
    by = {"won_by": "self_draw"}
    if isinstance(ended, _Ron | _Multiron):
        by = {"won_by": "discard", "discarder": names[ended.loser_id]}
    wins = [{"seat": names[win.winner_id], **_value(win)} for win in one.wins]
    liable = {names[win.winner_id]: dict.fromkeys(win.fed, names[win.pao_player_id])
              for win in one.wins if win.pao_player_id}  # fmt: skip
    return {"end": "win", **by, "riichi": named(ended.riichi_bets), "wins": wins, "liable": liable}


def _value(win: _Win) -> dict[str, int]:
    """Return the value of a win; Pantheon writes yakuman as negative han."""
    if win.han < 0:
        return {"yakuman": -win.han}
    return {"han": win.han, "fu": win.fu} if win.fu else {"han": win.han}
