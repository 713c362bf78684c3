"""Read the games of files without a replay, and write games for other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import Literal, get_args

from riichi.games.formats import joining
from riichi.games.formats.archives import contents, record_files
from riichi.games.formats.file_text import MOST_BYTES
from riichi.games.formats.majiang import write_majiang
from riichi.games.formats.mjai import mjai_games, write_mjai
from riichi.games.formats.record_files import RecordFile
from riichi.games.formats.write_tenhou6 import tenhou6_links, write_tenhou6
from riichi.games.replay.deal_history import DealHistory, FinalEnd, deals_of
from riichi.games.replay.game_history import GameHistory, log_history, log_ruleset, recorded_history
from riichi.games.replay.recorded_game import RecordedDeal, RecordedGame, east_wins, player_names
from riichi.games.replay.recorded_wins import course_of
from riichi_core.errors import RecordError, RiichiError
from riichi_core.game.game import Standing
from riichi_core.hands.win import Win
from riichi_core.messages import Message, quote, quote_argument
from riichi_core.play.table import Table
from riichi_core.records.fields import MOST_POINTS
from riichi_core.rules.load import load, ruleset_of
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.points import Points
from riichi_core.settlement.ending import Wins
from riichi_core.spelling import wrong_word

FOREIGN = "tenhou"
"""The ruleset for records of other programs that do not name their room."""

Program = Literal["mjai", "majiang", "tenhou6", "links"]
"""What a game can be written as; `links` is a link to tenhou.net/6 for each deal."""

PROGRAMS: tuple[Program, ...] = get_args(Program)

Paths = str | PathLike[str] | Iterable[str | PathLike[str]]


# ---- games ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LoggedDeal:
    """One deal of a game in a file, as it was recorded; players are numbered 0 to 3.

    Player 0 is the first East; `standing.seat(player)` is the wind of a player.

    >>> deal = LoggedDeal(1, Standing((25000,) * 4), "exhausted", (), None, (0, 0, 0, 0))
    >>> deal.wins, deal.standing.seat(2)
    ((), <Wind.WEST: 2>)

    Attributes:
        number: the number of the deal in its game, from 1.
        standing: the round, the dealer, the counters, the bets and the scores before it.
        ended: how it ended, e.g. `win`, `exhausted` or `nine_kinds`; None if it is not over.
        winners: the players whose wins were paid, the nearest after the discarder first.
        discarder: the player on whose tile they won; None for a self-draw or a draw.
        deltas: the points that each player got, less those paid; riichi bets paid on declaring are
            not included. None if the deal was not paid or the record does not say.
        file: the file that it was read from.
    """

    number: int
    standing: Standing
    ended: FinalEnd | None
    winners: tuple[int, ...]
    discarder: int | None
    deltas: tuple[Points, ...] | None
    file: str = ""
    _wins: tuple[Win, ...] | Callable[[], tuple[Win, ...]] = field(default=(), repr=False)

    @cached_property
    def wins(self) -> tuple[Win, ...]:
        """The wins, in the order of `winners`, with riichi, dora and circumstances.

        Ura indicators that the record does not have are left out.

        Raises:
            RecordError: the moves of the record cannot be, with its file and line.
        """
        if not callable(self._wins):
            return self._wins
        try:
            return self._wins()
        except RecordError as error:
            raise _in_file(self.file, error) from None


@dataclass(frozen=True)
class LoggedGame:
    """One game of a file.

    >>> game = LoggedGame("a.json", "mjai", ("Ann", "Bob", "Cas", "Dee"), (), None, None)
    >>> game.players[0], game.deals
    ('Ann', ())

    Attributes:
        file: the file that it was read from; a member of an archive follows its name.
        source: the format: `log` for our own, `mjai`, `tenhou6`, `mjlog` or `majiang`.
        players: names, the first East first.
        deals: the deals.
        final: the scores at the end, in points; None if the record does not have them.
        cut: what is missing at its end; None if it is whole.
    """

    file: str
    source: str
    players: tuple[str, ...]
    deals: tuple[LoggedDeal, ...]
    final: tuple[Points, ...] | None
    cut: str | None
    _replay: Callable[[Ruleset | None], GameHistory] | None = field(
        default=None, repr=False, compare=False
    )
    _record: RecordedGame | None = field(default=None, repr=False, compare=False)

    def replay(self, ruleset: Ruleset | str | None = None) -> GameHistory:
        """Play the game again move by move; its `problems` say where it differs from the record.

        Args:
            ruleset: a ruleset, its id or its path; None for the one that the game was played by:
                that of the log, that of the room, or Tenhou's.

        Raises:
            RecordError: the record cannot be played; the message names the file and the place.
            RulesetError: an unknown ruleset, or one with errors.
        """
        if self._replay is None:
            raise RiichiError(Message("this game was not read from a file"))
        try:
            return self._replay(None if ruleset is None else ruleset_of(ruleset))
        except RecordError as error:
            raise _in_file(self.file, error) from None

    def recorded(self) -> RecordedGame:
        """Return the game without its rules: the dealt and drawn tiles, the moves and the results.

        Raises:
            RecordError: our own log cannot be played; the message names the file and the place.
            RulesetError: the ruleset of our own log is unknown.
        """
        if self._record is not None:
            return self._record
        history = self.replay()
        deals = [deal for deal in history.deals if deal.after is not None]
        if not deals:
            return RecordedGame(self.players, ())
        (record,) = mjai_games(write_mjai(self.players, deals, history.scores))
        results = tuple(final.result for final in history.finals) or None
        return replace(record, results=results, room_ruleset=history.played_by.id)


def _several(paths: Paths) -> list[str | PathLike[str]]:
    several = [paths] if isinstance(paths, str | PathLike) else paths
    if isinstance(several, Iterable):
        several = list(several)
        if all(isinstance(path, str | PathLike) for path in several):
            return several
    raise RiichiError(
        Message("expected the path of a file or folder, or several paths, not {value}",
                value=quote_argument(paths))
    )  # fmt: skip


def read_games(
    paths: Paths,
    *,
    rulesets: Iterable[Ruleset | str] = (),
    on_error: Callable[[RecordError], object] | None = None,
) -> Iterator[LoggedGame]:
    """Yield the games of files, one after the other, without playing them again.

    It reads our own logs, mjai, tenhou.net/6 JSON or links, mjlog and majiang, also packed with
    gzip, in folders and in archives. Records of one deal that continue each other are one game.

    Args:
        paths: a file, a folder or a zip archive, or several of them.
        rulesets: rulesets of your own that made logs, as rulesets, ids or paths; shipped ones are
            found.
        on_error: called with the error of a file that cannot be read, which is then left out.

    Raises:
        RecordError: a file that cannot be read; the message names the file and the line.
        RiichiError: if `paths` is not a path or several paths.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from riichi_core.bots import TsumogiriPlayer
    >>> from riichi_core.bots.runner import play_game
    >>> table = Table("tenhou", seed=1)
    >>> play_game(table, [TsumogiriPlayer()] * 4)
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "game.json").write_text(write_game(table, "tenhou6"))
    ...     for game in read_games(folder):
    ...         deal = game.deals[0]
    ...         print(deal.ended, deal.wins, deal.deltas)
    exhausted () (0, 0, 0, 0)
    """
    own = [ruleset_of(ruleset) for ruleset in rulesets]
    files = record_files(map(Path, _several(paths)))
    yield from joining.joined(_read(files, own, on_error), _join)


def _read(
    files: Iterable[Path], own: Sequence[Ruleset], on_error: Callable[[RecordError], object] | None
) -> Iterator[LoggedGame]:
    """Yield the games of files, of which one in several files is not yet joined."""
    for file, data in chain.from_iterable(contents(path, MOST_BYTES) for path in files):
        try:
            records = RecordFile.of(data)
            if records.header is None:
                source = records.format.name
                games = [_recorded(file, source, game) for game in records.games()]
            else:
                games = [_own_log(file, records.text, log_ruleset(records.header, own))]
        except RecordError as error:
            located = _in_file(file, error)
            if on_error is None:
                raise located from None
            on_error(located)
            continue
        yield from games


def _join(game: LoggedGame, following: LoggedGame) -> LoggedGame | None:
    """Return two games of files as one, if the second one is the next deal of the first."""
    if game._record is None or following._record is None:
        return None
    record = joining.join(game._record, following._record)
    return None if record is None else _recorded(game.file, game.source, record)


def _in_file(file: str, error: RecordError) -> RecordError:
    """Return an error with its file before the place in it."""
    if not file or str(error.message).startswith(f"{file}: "):
        return error
    message = Message("{file}: {problem}", file=file, problem=error.message)
    return type(error)(error.code, error.field, message)


# ---- records of other programs -------------------------------------------------------------------


def _recorded(file: str, source: str, game: RecordedGame) -> LoggedGame:
    def replayed(ruleset: Ruleset | None) -> GameHistory:
        played_by = load(game.room_ruleset or FOREIGN) if ruleset is None else ruleset
        return recorded_history(source, game, played_by)

    cut = None if game.cut is None else str(game.cut)
    counted = zip(game.deals, east_wins(game.deals), strict=True)
    deals = tuple(_recorded_deal(file, deal, wins) for deal, wins in counted)
    return LoggedGame(file, source, game.names, deals, game.final, cut, replayed, game)


def _recorded_deal(file: str, deal: RecordedDeal, dealer_wins: int) -> LoggedDeal:
    result = deal.result
    first = deal.standing.dealer if result.giver is None else result.giver
    return LoggedDeal(
        deal.number,
        deal.standing,
        result.end,
        tuple(sorted(result.winners, key=lambda player: (player - first) % 4)),
        result.giver,
        result.deltas,
        file,
        (lambda: course_of(deal, dealer_wins).wins) if result.winners else (),
    )


# ---- our own logs and tables ---------------------------------------------------------------------


def _own_log(file: str, text: str, played_by: Ruleset) -> LoggedGame:
    history = log_history(text, played_by)
    over = history.deals and history.ended_by is not None
    return LoggedGame(
        file,
        "log",
        history.players,
        tuple(_deal_of(file, number, deal) for number, deal in enumerate(history.deals, 1)),
        history.deals[-1].next_standing.scores if over else None,
        str(history.problems[0]) if history.problems else None,
        lambda asked: log_history(text, played_by, asked),
    )


def _deal_of(file: str, number: int, deal: DealHistory) -> LoggedDeal:
    ending, standing = deal.end.ending, deal.before
    winners = () if deal.settlement is None else deal.settlement.winners
    wins: tuple[Win, ...] = ()
    discarder = None
    if isinstance(ending, Wins) and winners:
        by_seat = {win.seat: win for win in ending.wins if isinstance(win, Win)}
        wins = tuple(by_seat[seat] for seat in winners)
        discarder = None if ending.discarder is None else standing.player(ending.discarder)
    return LoggedDeal(
        number,
        standing,
        deal.ended if deal.end.over else None,
        tuple(map(standing.player, winners)),
        discarder,
        None if deal.after is None else tuple(deal.settled_deltas),
        file,
        wins,
    )


# ---- writing -------------------------------------------------------------------------------------


def write_game(
    game: Table | LoggedGame | GameHistory, program: Program, *, names: Sequence[str] = ()
) -> str:
    """Return a game as a record of another program; deals without payments are left out.

    Args:
        game: a table, a game of `read_games`, or its replay.
        program: `mjai`, `majiang`, `tenhou6`, or `links`: a link to tenhou.net/6 for each deal,
            one in a line. The links contain the deals; nothing is uploaded.
        names: the names of the players at a table, the first East first.

    Raises:
        RiichiError: an unknown program, or a game in which no deal was settled.

    >>> from riichi_core.bots import TsumogiriPlayer
    >>> from riichi_core.bots.runner import play_game
    >>> table = Table("tenhou", seed=1)
    >>> play_game(table, [TsumogiriPlayer()] * 4)
    >>> print(write_game(table, "tenhou6", names=["Ann", "Bob", "Cas", "Dee"])[:48])
    {"title":["",""],"name":["Ann","Bob","Cas","Dee"
    >>> print(write_game(table, "links")[:40])
    https://tenhou.net/6/#json={%22title%22:
    """
    if program not in PROGRAMS:
        raise wrong_word(program, "program", PROGRAMS)
    if isinstance(game, LoggedGame):
        game = game.replay()
    if isinstance(game, Table):
        if not all(isinstance(name, str) for name in names):
            message = Message("names: expected the names of the players, not {value}",
                              value=", ".join(map(quote_argument, names)))  # fmt: skip
            raise RiichiError(message)
        players: Sequence[str] = player_names(names)
        deals = list(deals_of(game))
        finals = game.finals if game.over else ()
        scores = tuple(final.score for final in finals) if finals else None
    elif isinstance(game, GameHistory):
        players, finals, scores = game.players, game.finals, game.scores
        deals = [deal for deal in game.deals if deal.after is not None]
    else:
        message = Message("expected a table or a game, not {value}", value=quote(game))
        raise RiichiError(message)
    if not deals:
        raise RiichiError(Message("no hand was completed"))
    results = [final.result for final in finals] or None
    if any(abs(points) > MOST_POINTS for points in (*(scores or ()), *(results or ()))):
        message = Message(
            "a player has more than {most:,} points: records cannot hold them", most=MOST_POINTS
        )
        raise RiichiError(message)
    match program:
        case "mjai":
            return write_mjai(players, deals, scores)
        case "majiang":
            return write_majiang(players, deals, scores, results)
        case "tenhou6":
            return write_tenhou6(players, deals, scores, results)
        case "links":
            return "".join(f"{link}\n" for link in tenhou6_links(players, deals))
