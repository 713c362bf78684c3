"""Games read from files without a replay have the wins of a replay, and can be written."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from functools import cache
from pathlib import Path

import pytest
from each import each
from effort import LONG
from making import deals

import riichi_core as rc
from riichi.games.formats.games import LoggedGame, Program, read_games, write_game
from riichi.games.formats.mjai import read_mjai, write_mjai
from riichi.games.replay.deal_history import DealHistory
from riichi.games.replay.recorded_wins import course_of
from riichi_core.bots import SensiblePlayer
from riichi_core.bots.runner import play_game
from riichi_core.errors import RecordError
from riichi_core.play.table import Table
from riichi_core.records.log import LogHeader, log_appender, write_header
from riichi_core.rules.load import load
from riichi_core.settlement.ending import Wins

NAMES = ("Aoi", "Ben", "Chika", "Dario")
TENHOU = load("tenhou")
PROGRAMS: tuple[Program, ...] = ("mjai", "majiang", "tenhou6", "links")


@cache
def played() -> tuple[Table, str]:
    """Play a whole game, and return its log."""
    stream = io.StringIO()
    stream.write(write_header(LogHeader.of(TENHOU, NAMES, 3)))
    table = Table(TENHOU, seed=3, listener=log_appender(stream))
    play_game(table, [SensiblePlayer() for _ in range(4)])
    return table, stream.getvalue()


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> LoggedGame:
    """Return the same game as read from its log."""
    file = tmp_path_factory.mktemp("own") / "own.jsonl"
    file.write_text(played()[1], encoding="utf-8")
    (game,) = read_games(file)
    return game


def written(folder: Path, program: Program, name: str = "game.txt") -> Path:
    path = folder / name
    path.write_text(write_game(played()[0], program, names=NAMES), encoding="utf-8")
    return path


def wins_of(deal: DealHistory) -> tuple[rc.Win, ...]:
    ending = deal.end.ending
    if not isinstance(ending, Wins) or deal.settlement is None or not deal.settlement.winners:
        return ()
    return tuple(win for win in ending.wins if isinstance(win, rc.Win))


# ---- wins without a replay -----------------------------------------------------------------------


@each("seed", range(60 if LONG else 3))
def test_wins_and_bets_match_the_played_game(seed: int) -> None:
    history = deals(seed, TENHOU.rules, 8, calls=30 + 10 * seed % 70)
    game = read_mjai(write_mjai("ABCD", history))
    for deal, recorded in zip(history, game.deals, strict=True):
        course = course_of(recorded, deal.end.dealer_wins)
        assert course.wins == wins_of(deal)
        assert course.bettors == {deal.before.player(seat) for seat in deal.end.riichi}


@each("program", PROGRAMS)
def test_every_format_has_the_same_wins_and_points(
    program: Program, own: LoggedGame, tmp_path: Path
) -> None:
    table, _ = played()
    (game,) = read_games(written(tmp_path, program))
    assert game.players == own.players == NAMES
    assert sum(len(deal.wins) for deal in game.deals) > 5
    for deal, logged in zip(game.deals, own.deals, strict=True):
        assert (deal.wins, deal.deltas) == (logged.wins, logged.deltas)
        assert (deal.winners, deal.discarder) == (logged.winners, logged.discarder)
        assert (deal.ended, deal.standing.scores) == (logged.ended, logged.standing.scores)
    assert own.final == tuple(final.score for final in table.finals)
    assert game.replay().problems == ()


def test_wins_settle_to_the_recorded_points(tmp_path: Path) -> None:
    (game,) = read_games(written(tmp_path, "tenhou6"))
    replayed = game.replay()
    for deal in game.deals:
        if not deal.wins:
            continue
        seat = None if deal.discarder is None else deal.standing.seat(deal.discarder)
        settled = rc.settle(rc.Wins(deal.wins, seat), TENHOU)
        assert deal.deltas is not None
        won = sum(deal.deltas[player] for player in deal.winners)
        bets = deal.standing.bets + len(course_bets(deal.wins, replayed.deals[deal.number - 1]))
        assert won == sum(settled.deltas[win.seat] for win in deal.wins) + 1000 * bets


def course_bets(wins: tuple[rc.Win, ...], history: DealHistory) -> frozenset[int]:
    assert wins
    own = {win.seat for win in wins if win.riichi is not None}
    return frozenset(history.end.riichi - own)


# ---- files ---------------------------------------------------------------------------------------


def test_folders_archives_and_gzip_are_read_in_order(tmp_path: Path) -> None:
    text = write_game(played()[0], "mjai", names=NAMES)
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(text.encode()))
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("one/first.json", text)
        archive.writestr("second.json", text)
    found = [Path(game.file).relative_to(tmp_path).as_posix() for game in read_games(tmp_path)]
    assert found == ["a.json.gz", "b.zip/one/first.json", "b.zip/second.json"]


def test_games_are_read_lazily(tmp_path: Path) -> None:
    first = written(tmp_path, "mjai", "1.json")
    (tmp_path / "2.json").write_text("[]", encoding="utf-8")
    games = read_games([first, first, tmp_path / "2.json"])
    assert next(games).players == NAMES
    with pytest.raises(RecordError, match=r"2\.json: "):
        list(games)


def test_deals_in_separate_files_are_one_game(tmp_path: Path) -> None:
    links = write_game(played()[0], "links", names=NAMES).splitlines()
    for number, link in enumerate(links):
        (tmp_path / f"{number:02}.txt").write_text(link, encoding="utf-8")
    (game,) = read_games(tmp_path)
    assert [deal.number for deal in game.deals] == list(range(1, len(links) + 1))
    assert game.replay().problems == ()
    other = [links[0], links[2], links[1]]
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "links.txt").write_text("\n".join(other), encoding="utf-8")
    assert [len(game.deals) for game in read_games(tmp_path / "other")] == [1, 1, 1]


def test_deals_of_different_players_are_different_games(tmp_path: Path) -> None:
    links = write_game(played()[0], "links", names=NAMES).splitlines()
    links[1] = links[1].replace("Aoi", "Eva")
    (tmp_path / "links.txt").write_text("\n".join(links[:2]), encoding="utf-8")
    assert [len(game.deals) for game in read_games(tmp_path / "links.txt")] == [1, 1]


def test_an_error_names_the_file_and_the_line(tmp_path: Path) -> None:
    lines = write_game(played()[0], "mjai", names=NAMES).splitlines()
    lines[4] = lines[4].replace('"pai":"', '"pai":"x')
    path = tmp_path / "wrong.json"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(rc.RiichiError) as caught:
        list(read_games(path))
    assert str(caught.value).startswith(f"{path}: line 5, pai: ")
    assert isinstance(caught.value, RecordError)
    assert caught.value.field == "line 5, pai"


def test_an_unreadable_file_is_skipped_on_request(tmp_path: Path) -> None:
    written(tmp_path, "mjai", "b.json")
    (tmp_path / "a.json").write_text("nothing", encoding="utf-8")
    errors: list[RecordError] = []
    (game,) = read_games(tmp_path, on_error=errors.append)
    assert game.file == str(tmp_path / "b.json")
    assert [str(error).split(": ")[0] for error in errors] == [str(tmp_path / "a.json")]


def test_impossible_moves_are_an_error_when_wins_are_requested(tmp_path: Path) -> None:
    data = json.loads(write_game(played()[0], "tenhou6", names=NAMES))
    won = next(deal for deal in data["log"] if deal[16][0] == "和了")
    hand = won[4 + 3 * won[16][2][0]]
    hand[0:3] = [19, 19, 19] if hand[0:3] != [19, 19, 19] else [11, 11, 11]
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    (game,) = read_games(path)
    assert all(deal.deltas is not None for deal in game.deals)
    with pytest.raises(RecordError) as caught:
        _ = [deal.wins for deal in game.deals]
    assert str(caught.value).startswith(f"{path}: deal ")


# ---- logs of riichi ------------------------------------------------------------------------------


def test_an_unfinished_deal_has_no_points(tmp_path: Path) -> None:
    table, log = played()
    lines = log.splitlines(keepends=True)
    last = max(n for n, line in enumerate(lines) if '"event":"started"' in line)
    (tmp_path / "cut.jsonl").write_text("".join(lines[: last + 5]), encoding="utf-8")
    (game,) = read_games(tmp_path / "cut.jsonl")
    assert (game.final, len(game.deals)) == (None, len(table.game.played))
    unfinished = game.deals[-1]
    assert (unfinished.deltas, unfinished.ended, unfinished.wins) == (None, None, ())
    assert game.replay().deals[-1].after is None


def test_a_clubs_ruleset_can_be_given(tmp_path: Path) -> None:
    _, log = played()
    first, rest = log.split("\n", 1)
    header = json.loads(first) | {"ruleset": "my-club"}
    path = tmp_path / "club.jsonl"
    path.write_text(f"{json.dumps(header)}\n{rest}", encoding="utf-8")
    with pytest.raises(RecordError, match="my-club"):
        list(read_games(path))
    (game,) = read_games(path, rulesets=["tenhou"])
    assert len(game.deals) == len(played()[0].game.played)


# ---- writing -------------------------------------------------------------------------------------


def test_tenhou6_records_the_worth_of_a_win_and_the_end_of_the_game() -> None:
    table, _ = played()
    data = json.loads(write_game(table, "tenhou6", names=NAMES))
    facts = [deal[16][2] for deal in data["log"] if deal[16][0] == "和了"]
    assert {len(deal) for deal in data["log"]} == {17}
    assert any("立直(1飜)" in words for words in facts)
    assert all("点" in words[3] for words in facts)
    assert data["sc"][0::2] == [final.score for final in table.finals]
    assert data["sc"][1::2] == [float(final.result) / 1000 for final in table.finals]


def test_every_link_has_one_deal_and_no_control_character() -> None:
    links = write_game(played()[0], "links", names=['A"&x=1', "B C", "D#", "百"]).splitlines()
    assert len(links) == len(played()[0].game.played)
    for link in links:
        assert link.startswith("https://tenhou.net/6/#json={%22title%22:")
        assert not set(link) & set("\"'<> `&|\\")
        assert link.isascii()


@each("seed", range(20 if LONG else 2))
def test_random_deals_can_be_read_back_from_tenhou6(seed: int, tmp_path: Path) -> None:
    history = deals(seed, TENHOU.rules, 4, calls=30 + 10 * seed % 70)
    mjai = tmp_path / f"{seed}.json"
    mjai.write_text(write_mjai("ABCD", history), encoding="utf-8")
    (game,) = read_games(mjai)
    again = tmp_path / f"{seed}.tenhou6"
    again.write_text(write_game(game, "tenhou6"), encoding="utf-8")
    (read_back,) = read_games(again)
    assert read_back.replay().problems == ()
    for deal, copy in zip(game.deals, read_back.deals, strict=True):
        assert (deal.wins, deal.deltas, deal.ended) == (copy.wins, copy.deltas, copy.ended)


@each(
    "game, program, said",
    [
        (Table("tenhou", seed=1), "mjai", "no hand was completed"),
        (Table("tenhou", seed=1), "tenhou", "did you mean tenhou6"),
        ("game.json", "mjai", "expected a table or a game, not 'game.json'"),
    ],
)
def test_facts_that_a_format_cannot_express_are_reported(
    game: Table, program: Program, said: str
) -> None:
    with pytest.raises(rc.RiichiError, match=said):
        write_game(game, program)
