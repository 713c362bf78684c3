"""The course of a game, from our own log or from a replayed record."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from riichi.games.formats.file_text import error_at
from riichi.games.replay.deal_history import DealHistory, histories_of
from riichi.games.replay.divergences import Divergence, divergences
from riichi.games.replay.recorded_game import RecordedGame, player_names
from riichi.games.replay.replay import BONUS_AS_PLAIN, RED_AS_PLAIN, replay_game
from riichi_core.game.result import PlayerResult
from riichi_core.hands.marked_tiles import marked_tiles
from riichi_core.messages import Message
from riichi_core.play.evolve import EventError
from riichi_core.play.game_state import GameEvent
from riichi_core.play.table import Table
from riichi_core.records.log import Log, LogError, LogHeader, read_log
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset, fingerprint
from riichi_core.scoring.points import Points


@dataclass(frozen=True, slots=True)
class GameHistory:
    """A game and its course.

    Attributes:
        source: the format of its record; `log` for our own.
        players: the names, the first East first.
        header: the head of our own log; None for other formats.
        played_by: the ruleset of the game.
        deals: the deals.
        before: the events before the first deal, e.g. the signal of a time limit.
        ended_by: why the game is over, if a log says so.
        finals: the result of each player; empty if the game is not over or has no valid result.
        scores: the scores at the end, including the bets left over, if known.
        problems: errors in the record, and differences from it.
        notes: remarks about the replay.
        asked: another ruleset that was requested.
        divergences: where the game would have gone differently under the requested ruleset, if that
            is not the ruleset of the game.
    """

    source: str
    players: tuple[str, ...]
    header: LogHeader | None
    played_by: Ruleset
    deals: tuple[DealHistory, ...]
    before: tuple[GameEvent, ...] = ()
    ended_by: str | None = None
    finals: tuple[PlayerResult, ...] = ()
    scores: tuple[Points, ...] | None = None
    problems: tuple[Message, ...] = ()
    notes: tuple[Message, ...] = ()
    asked: Ruleset | None = None
    divergences: tuple[Divergence, ...] = ()

    @property
    def events(self) -> int:
        """The number of events."""
        return self.deals[-1].last if self.deals else len(self.before)

    def at(self, event: int) -> DealHistory | None:
        """Return the deal that contains the event of that number; None before the first deal.

        Raises:
            LookupError: if there is no such event.
        """
        if 1 <= event <= len(self.before):
            return None
        for deal in self.deals:
            if deal.first <= event <= deal.last:
                return deal
        message = Message("event {event:,} is not among the events 1 to {last:,}",
                          event=event, last=self.events)  # fmt: skip
        raise LookupError(message)

    def event(self, number: int) -> GameEvent:
        """Return the event of that number.

        Raises:
            LookupError: if there is no such event.
        """
        deal = self.at(number)
        return self.before[number - 1] if deal is None else deal.events[number - deal.first]


# ---- our own log ---------------------------------------------------------------------------------


def log_header(text: str) -> LogHeader:
    """Return the head of our own log.

    Raises:
        RecordError: if it cannot be read.
    """
    return _log(text.split("\n", 1)[0] + "\n").header


def _log(text: str) -> Log:
    try:
        return read_log(io.StringIO(text))
    except LogError as error:
        raise error_at("", error.message) from None


def ruleset_of_log(header: LogHeader, rulesets: Iterable[Ruleset]) -> Ruleset | None:
    """Return the ruleset that made a log, if it is one of these or a shipped one."""
    shipped = [load(header.ruleset)] if header.ruleset in library.shipped() else []
    made_it = (r for r in (*rulesets, *shipped) if fingerprint(r.rules) == header.ruleset_hash)
    return next(made_it, None)


def log_ruleset(header: LogHeader, rulesets: Iterable[Ruleset]) -> Ruleset:
    """Return the ruleset under which a log was made (see `ruleset_of_log`).

    Raises:
        RecordError: it is neither shipped nor one of these.
    """
    played_by = ruleset_of_log(header, rulesets)
    if played_by is None:
        message = Message(
            "the log was made under {ruleset} ({hash}), which is not among the rulesets",
            ruleset=header.ruleset,
            hash=header.ruleset_hash,
        )
        raise error_at("", message)
    return played_by


def log_history(text: str, played_by: Ruleset, asked: Ruleset | None = None) -> GameHistory:
    """Read our own log, and return the history of each of its deals.

    Its divergences are those of each deal under another ruleset, `asked`.

    Raises:
        RecordError: if it cannot be read.
    """
    log, problems = _log(text), []
    table = Table(played_by, seed=log.header.seed, setting=log.header.setting)
    try:
        table.fold(log.entries)
    except EventError as error:
        problems.append(_kept_before(error.number + 2, error.message))
    if log.damage is not None:
        problems.append(_kept_before(log.damage.line, log.damage.message))
    if log.cut:
        problems.append(Message("the last line is incomplete and left out"))
    other_course: tuple[Divergence, ...] = ()
    if asked is not None:
        setting, own = log.header.setting, played_by.rules
        other_course = divergences(table.events, asked.rules, setting, own)
    deals = tuple(histories_of(table))
    return GameHistory(
        source="log",
        players=player_names(log.header.players),
        header=log.header,
        played_by=played_by,
        deals=deals,
        before=table.events[: deals[0].first - 1] if deals else table.events,
        ended_by=table.game.ended_by,
        finals=table.finals if table.over else (),
        scores=tuple(final.score for final in table.finals) if table.over else None,
        problems=tuple(problems),
        notes=() if asked is None else tuple(_lost_marks(played_by, asked)),
        asked=asked,
        divergences=other_course,
    )


def _kept_before(line: int, problem: str) -> Message:
    """Return the problem of a line after which nothing is read."""
    return Message(
        "line {line}: {problem}; everything before it is kept", line=line, problem=problem
    )


def _lost_marks(played_by: Ruleset, asked: Ruleset) -> Iterator[Message]:
    """Yield notes about the marked tiles of one ruleset that the other does not have."""
    before, after = (marked_tiles(ruleset.rules.tiles) for ruleset in (played_by, asked))
    if any(tile.red for tile in before.keys() - after.keys()):
        yield RED_AS_PLAIN
    if any(tile.bonus for tile in before.keys() - after.keys()):
        yield BONUS_AS_PLAIN


# ---- recorded games ------------------------------------------------------------------------------


def recorded_history(
    source: str, game: RecordedGame, played_by: Ruleset, asked: Ruleset | None = None
) -> GameHistory:
    """Replay a recorded game, under the ruleset `asked` if given; return each deal's history."""
    if asked is None:
        replayed = replay_game(game, played_by.rules)
    else:
        replayed = replay_game(game, asked.rules, played_by.rules)
    return GameHistory(
        source=source,
        players=game.names,
        header=None,
        played_by=played_by,
        deals=tuple(deal for deal in replayed.deals if deal.events),
        ended_by=replayed.ended_by,
        finals=replayed.finals,
        scores=replayed.scores,
        problems=tuple(problem.message_under(asked) for problem in replayed.problems),
        notes=replayed.notes,
        asked=asked,
    )
