"""Recorded games settled again: unchanged under their own ruleset, and never by guessing."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from running import riichi

from riichi.games.formats.record_files import RecordFile
from riichi.games.replay.game_history import GameHistory
from riichi.games.study.plan import StudyPlan
from riichi.games.study.recorded import study_record
from riichi.games.study.rows import LeftOut, StudiedRow
from riichi_core.rules.changes import with_changes
from riichi_core.rules.load import load

LOGS = Path(__file__).parents[3] / "shared/oracle/logs"
Studied = tuple[StudiedRow, tuple[LeftOut, ...]]
RECORDED = [path for path in sorted(LOGS.glob("*/*")) if path.suffix in (".json", ".jsonl")]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a game of sensible players under EMA 2016, of two rounds."""
    folder = tmp_path_factory.mktemp("games")
    riichi("simulate", "--games", 1, "--seed", 2, "--rules", "ema-2016", "--write-logs", folder)
    (path,) = folder.glob("*.jsonl")
    return path


@pytest.fixture(scope="module")
def game(log: Path) -> GameHistory:
    (game,) = RecordFile.of(log.read_bytes()).histories(load("ema-2016"))
    return game


@pytest.fixture(scope="module")
def unchanged(game: GameHistory) -> Studied:
    """Return the game settled again under its own ruleset."""
    return again(game)


def again(game: GameHistory, *changes: str) -> Studied:
    ema = load("ema-2016")
    other, problems = with_changes(ema, changes) if changes else (ema, [])
    assert other is not None, problems
    plan = StudyPlan((ema, other), 1)
    return study_record(plan, plan.single_changes(), 1, game)


def test_a_game_has_its_recorded_result_under_its_own_ruleset(
    game: GameHistory, unchanged: Studied
) -> None:
    studied, left_out = unchanged
    assert left_out == (LeftOut(len(game.deals)),) * 2
    rows = studied.games[0].deals
    assert len(rows) == len(game.deals)
    for row, deal in zip(rows, game.deals, strict=True):
        assert deal.after is not None
        gains = [b - a for a, b in zip(deal.before.scores, deal.after.scores, strict=True)]
        assert list(row.gains) == gains
    (effect,) = studied.against
    assert (effect.otherwise, effect.points) == (0, 0)


def test_other_rules_pay_other_points_if_play_is_unchanged(game: GameHistory) -> None:
    studied, left_out = again(game, "dealer.counter_value=600")
    assert left_out == (LeftOut(len(game.deals)),) * 2
    rows = studied.games[0].deals
    effect = studied.effects["dealer.counter_value"]
    assert effect.otherwise == sum(bool(row.winners) and row.counters > 0 for row in rows)
    assert effect.points == sum(300 * row.counters for row in rows if row.winners)


def test_deals_impossible_under_other_rules_are_counted(
    game: GameHistory, unchanged: Studied
) -> None:
    """Nobody could have declared riichi with so few tiles left, or called chii."""
    early = sum(bool(row.riichi) for row in unchanged[0].games[0].deals)
    studied, left_out = again(game, "riichi.tiles_left=60", "dealer.stays_on=[win]")
    _, left = left_out
    assert left.deals == len(game.deals)
    assert 0 < left.impossible <= early or left.unreached
    assert len(studied.games[1].deals) == left.deals - left.impossible - left.unreached


def test_deals_after_a_change_of_dealer_are_not_reached(
    game: GameHistory, unchanged: Studied
) -> None:
    """East never stays, so the game diverges where East stayed."""
    stayed = [row.deal for row in unchanged[0].games[0].deals if row.stays]
    _, left = again(game, "dealer.stays_on=[]")[1]
    assert stayed
    assert left.unreached == len(game.deals) - stayed[0]


@pytest.mark.skipif(not RECORDED, reason=f"there is no {LOGS}")
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.name)
def test_records_of_others_have_their_recorded_results(path: Path) -> None:
    tenhou = load("tenhou")
    plan = StudyPlan((tenhou, tenhou), 1)
    for game in RecordFile.of(path.read_bytes()).histories(tenhou):
        studied, left_out = study_record(plan, (), 1, game)
        assert left_out[0] == LeftOut(len(game.deals))
        rows = {row.deal: row for row in studied.games[0].deals}
        for number, deal in enumerate(game.deals, 1):
            assert deal.after is not None
            gains = [b - a for a, b in zip(deal.before.scores, deal.after.scores, strict=True)]
            assert list(rows[number].gains) == gains


def test_as_many_games_are_planned_as_were_read(log: Path) -> None:
    call = ("study", "ema-2016", "ema-2012", "--logs", log, "--format", "json")
    found = json.loads(riichi(*call).stdout)
    assert found["planned"] == found["games"] == 1


def test_the_command_reports_omitted_deals(log: Path, game: GameHistory, tmp_path: Path) -> None:
    (log.parent / "notes.txt").write_text("no game", encoding="utf-8")
    call = ("study", "ema-2016", "wrc-2025", "--no-options", "--logs", log.parent)
    said = riichi(*call)
    assert "could not have been played" in said.stdout
    assert "notes.txt: line 1: this is not the record of a game" in said.stderr
    found = json.loads(riichi(*call, "--format", "json").stdout)
    assert found["seed"] is None
    assert [one["deals"] for one in found["left_out"]] == [len(game.deals)] * 2
    riichi(*call, "--folder", tmp_path, status=2)
    (log.parent / "notes.txt").unlink()


@pytest.mark.long
def test_an_archive_is_studied_like_its_files(log: Path, tmp_path: Path) -> None:
    packed = tmp_path / "games.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(log, "september/game.jsonl")
    call = ("study", "ema-2016", "ema-2025", "--format", "json", "--logs")
    assert riichi(*call, packed).stdout == riichi(*call, log).stdout


@pytest.mark.long
def test_unknown_places_and_results_have_no_columns(log: Path) -> None:
    """A 0 would wrongly say that places are unchanged, which is unknown."""
    said = riichi("study", "ema-2016", "ema-2025", "--logs", log).stdout
    assert "points per hand" in said
    assert "places per game" not in said
    assert "result per game" not in said
    assert "places per game" in riichi("study", "ema-2016", "ema-2025", "--games", 1).stdout
    data = json.loads(
        riichi("study", "ema-2016", "ema-2025", "--logs", log, "--format", "json").stdout
    )
    for effect in (*data["against"], *data["ranking"]):
        assert effect["places_per_game"] is effect["result_per_game"] is None
        assert effect["points_per_deal"] is not None


def test_a_file_named_twice_counts_once(log: Path) -> None:
    call = ("study", "ema-2016", "ema-2025", "--no-options", "--format", "json")
    link = log.parent / "again"
    link.symlink_to(log)
    found = json.loads(riichi(*call, "--logs", log, "--logs", log.parent, "--logs", link).stdout)
    link.unlink()
    assert found["games"] == 1


def test_records_without_a_usable_deal_are_refused(log: Path, tmp_path: Path) -> None:
    """The only deal ends with a win that these rules do not allow."""
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    end = next(place for place, line in enumerate(lines) if '"event":"settled"' in line)
    one = tmp_path / "one.jsonl"
    one.write_text("".join(lines[: end + 1]), encoding="utf-8")
    club = tmp_path / "hard.yaml"
    text = "format: 1\nruleset: hard\ntitle: Hard\nextends: ema-2016\nwinning: {minimum_han: 99}\n"
    club.write_text(text, encoding="utf-8")
    said = riichi("study", "ema-2016", club, "--no-options", "--logs", one, status=1)
    assert "every hand is impossible under at least one of the rulesets" in said.stderr
    assert said.stdout == ""
