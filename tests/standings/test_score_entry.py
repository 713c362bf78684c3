"""Scores written as totals or differences, in points, hundreds or thousands."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from riichi.events.files.sheet_file import read_sheet
from riichi_core.files.problem import Problem
from riichi_core.rules.load import load
from riichi_core.standings.score_entry import ENTRIES, TOTALS, ScoreEntry, with_points
from riichi_core.standings.sessions import Sheet

EMA = load("ema-2025").rules
DRAW = (45_000, 30_000, 25_000, 20_000)


def entered(
    folder: Path, *tables: str, columns: str = "points"
) -> tuple[Sheet, ScoreEntry, list[Problem]]:
    """Read tables whose rows are the values of columns, each row between blanks."""
    sheet, problems = read_sheet(_written(folder, *tables, columns=columns))
    assert problems == []
    return with_points(sheet, EMA)


def _written(folder: Path, *tables: str, columns: str = "points") -> Path:
    lines = [f"session;table;player;{columns}"]
    for table, rows in enumerate(tables, 1):
        lines += [f"1;{table};P{table}{seat};{row}" for seat, row in enumerate(rows.split())]
    path = folder / "t.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("rows", "entry"),
    [
        ("45000 30000 25000 20000", ScoreEntry(1, False)),
        ("450 300 250 200", ScoreEntry(100, False)),
        ("45.0 30.0 25.0 20.0", ScoreEntry(1000, False)),
        ("45,0 30 25,0 20", ScoreEntry(1000, False)),
        ("15000 0 -5000 -10000", ScoreEntry(1, True)),
        ("+15.000 0 \u22125.000 \u221210.000", ScoreEntry(1, True)),
        ("150 0 -50 -100", ScoreEntry(100, True)),
        ("15.0 0 -5.0 -10.0", ScoreEntry(1000, True)),
    ],
)
def test_the_sum_of_a_table_shows_how_its_scores_are_written(
    tmp_path: Path, rows: str, entry: ScoreEntry
) -> None:
    sheet, found, problems = entered(tmp_path, rows)
    assert (found, problems) == (entry, [])
    assert tuple(row.points for row in sheet.tables[0].rows) == DRAW


@given(
    st.lists(st.integers(-200, 400), min_size=3, max_size=3),
    st.sampled_from([entry for entry in ENTRIES if entry.unit != 1000]),
)
def test_scores_in_every_entry_are_read_back(
    tmp_path_factory: pytest.TempPathFactory, three: list[int], entry: ScoreEntry
) -> None:
    """A second table, with a score that only one unit can have, excludes the others."""
    totals = [100 * one for one in three]
    totals.append(120_000 - sum(totals))
    start = 30_000 if entry.differences else 0
    first, second = (
        " ".join(str((total - start) // entry.unit) for total in table)
        for table in (totals, (89_900, 10_000, 10_000, 10_100))
    )
    sheet, found, problems = entered(tmp_path_factory.getbasetemp(), first, second)
    if abs(totals[3] - 30_000) <= 90_000:
        assert (found, problems) == (entry, [])
        assert [row.points for row in sheet.tables[0].rows] == totals


def test_bets_left_are_in_points_in_every_entry(tmp_path: Path) -> None:
    for rows in ("440;1 300;0 250;0 200;0", "14.0;1 0;0 -5.0;0 -10.0;0"):
        sheet, _, problems = entered(tmp_path, rows, columns="points;bets_left")
        assert problems == []
        assert sheet.tables[0].rows[0].points == 44_000


def test_an_unclear_unit_names_both_readings(tmp_path: Path) -> None:
    _, _, (problem,) = entered(tmp_path, "15 0 -5 -10")
    assert problem.code == "ambiguous-scores"
    assert "31,500 (differences from the start in hundreds)" in problem.message
    assert "45,000 (differences from the start in thousands)" in problem.message
    _, entry, problems = entered(tmp_path, "15 0 -5 -10", "153 0 -53 -100")
    assert (entry, problems) == (ScoreEntry(100, True), [])


def test_tables_written_differently_are_an_error(tmp_path: Path) -> None:
    _, _, (problem,) = entered(
        tmp_path, "45000 30000 25000 20000", "150 0 -50 -100", "45000 30000 25000 20000"
    )
    assert problem.code == "mixed-scores"
    assert problem.span.line == 6
    assert problem.message == (
        "session 1, table 2 has differences from the start in hundreds, and other tables have "
        "totals in points"
    )


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("449 300 250 200", "1,200: totals in hundreds; this table has -1"),
        ("15.3 0 -5.0 -10.0", "0: differences from the start in thousands; this table has +0.3"),
        ("45900 30000 25000 20000", "120,000: 4 x 30,000; this table has +900"),
        ("43000 30000 25000 20000",
         "120,000: 4 x 30,000; this table has -2,000; if 2 bets were left on the table, write "
         "them as bets_left"),
    ],
)  # fmt: skip
def test_a_wrong_sum_is_reported_as_it_is_written(tmp_path: Path, rows: str, expected: str) -> None:
    _, _, (problem,) = entered(tmp_path, rows)
    assert (problem.code, problem.expected) == ("table-sum", expected)


def test_one_score_in_another_unit_is_a_wrong_sum(tmp_path: Path) -> None:
    _, entry, (problem,) = entered(tmp_path, "45000 30 25000 20000")
    assert (entry, problem.code) == (TOTALS, "table-sum")


def test_points_that_no_game_ends_with_are_refused(tmp_path: Path) -> None:
    _, _, problems = entered(tmp_path, "45050 29950 25000 20000")
    assert [(problem.code, problem.expected) for problem in problems] == [
        ("impossible-score", "a multiple of 100")] * 2  # fmt: skip
    assert problems[0].message == "P10: no game can end with 45,050 points"


def test_the_unit_of_scores_is_that_of_the_rules(tmp_path: Path) -> None:
    rules = EMA.changed({"riichi.bet": 50})
    sheet, _ = read_sheet(_written(tmp_path, "45050 29950 25000 20000"))
    assert with_points(sheet, rules)[2] == []


def test_points_far_from_the_start_are_doubted(tmp_path: Path) -> None:
    _, _, problems = entered(tmp_path, "150000 30000 30000 -90000", "150100 30000 30000 -90100")
    assert [(problem.severity, problem.span.line) for problem in problems] == [
        ("warning", 6), ("warning", 9)]  # fmt: skip
    assert problems[0].expected == "usually -90,000 to 150,000"


@pytest.mark.parametrize(
    ("leader", "total"), [(45_500, 45_000), (45_000, 45_000), (44_500, 44_500), (60_000, None)]
)
def test_a_small_surplus_comes_off_the_leader_if_the_rules_say_so(
    tmp_path: Path, leader: int, total: int | None
) -> None:
    rules = EMA.changed({"tournament.surplus": "off_the_leader"})
    sheet, _ = read_sheet(_written(tmp_path, f"{leader} 30000 25000 20000"))
    read, _, problems = with_points(sheet, rules)
    severities = [problem.severity for problem in problems]
    assert severities == (["error"] if total is None else ["warning"] * (leader != DRAW[0]))
    effects = {45_500: "the surplus comes off the leader's score", 44_500: "this changes nothing"}
    assert effects.get(leader, "") in "".join(problem.text() for problem in problems)
    if total is not None:
        assert tuple(row.points for row in read.tables[0].rows) == (total, *DRAW[1:])
