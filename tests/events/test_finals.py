"""Finals: who plays them, what they begin with, and the places of everybody."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from each import each

from riichi.cli.main import main

SCORES = (50_000, 40_000, 20_000, 10_000)
EMA = (35_000, 15_000, -15_000, -35_000)
"""The results of these scores: from 30,000, with uma 15,000 and 5,000."""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def call(*words: object, status: int = 0) -> Result:
    ran = CliRunner().invoke(main, [*map(str, words)], prog_name="riichi")
    assert ran.exit_code == status, ran.output
    return ran


def results(*sessions: str, extra: str = "") -> None:
    """Write results: `ABCD EFGH` are two tables, with the winner of each first."""
    lines = ["session,table,player,points,penalty,reason,disqualified"]
    for number, tables in enumerate(sessions, 1):
        for table, four in enumerate(tables.split(), 1):
            rows = zip(four, SCORES, strict=True)
            lines += [f"{number},{table},{player},{points},,," for player, points in rows]
    Path("r.csv").write_text("\n".join(lines) + f"\n{extra}", encoding="utf-8")


def ranked(*words: object) -> list[dict[str, Any]]:
    ran = call("tournament", "r.csv", "--rules", "ema-2025", *words, "--format", "json")
    assert ran.stderr == ""
    (found,) = json.loads(ran.stdout)["results"].values()
    rows: list[dict[str, Any]] = found["standings"]
    return rows


def places(rows: list[dict[str, Any]]) -> dict[str, int | None]:
    return {row["player"]: row["place"] for row in rows}


def best_four(rows: list[dict[str, Any]]) -> set[str]:
    return {player for player, place in places(rows).items() if place in (1, 2, 3, 4)}


def totals(rows: list[dict[str, Any]]) -> dict[str, int]:
    return {row["player"]: row["total"] for row in rows}


def test_finalists_rank_above_everybody_else() -> None:
    results("ABCD EFGH", "ABHG EFCD", "FBEA")
    rows = ranked("--cut", 4, "--carry", "none")
    assert best_four(rows) == set("AEBF")
    assert totals(rows)["A"] < totals(rows)["C"]
    assert sorted(place for place in places(rows).values() if place) == [1, 2, 3, 4, 5, 6, 6, 8]


@each("carry, part", [("all", 1), ("half", 0.5), ("none", 0)])
def test_finalists_keep_all_half_or_none_of_their_points(carry: str, part: float) -> None:
    results("ABCD EFGH", "ABHG EFCD", "FBEA")
    rows = ranked("--cut", "2:4", "--carry", carry)
    assert totals(rows)["A"] == (EMA[0] + EMA[0]) * part + EMA[3]
    assert totals(rows)["F"] == (EMA[1] + EMA[1]) * part + EMA[0]
    assert totals(rows)["H"] == EMA[3] + EMA[2]
    text = call("tournament", "r.csv", "--rules", "ema-2025", "--cut", 4, "--carry", carry).stdout
    assert ("points kept" in text) and ("cut" in text) == (carry != "all")
    assert "final, place 1 after session 2" in " ".join(text.split())
    lines = text.splitlines()
    first_other = next(line for line in lines if line.split()[:1] == ["5"])
    assert lines[lines.index(first_other) - 1].strip() == "Not in the final"


def test_teams_keep_the_points_that_their_finalists_do_not_keep() -> None:
    results("ABCD EFGH", "ABHG EFCD", "FBEA")
    Path("players.csv").write_text("name,team\nA,Red\nC,Red\nF,Blue\n", encoding="utf-8")
    options = (
        "--rules",
        "ema-2025",
        "--players",
        "players.csv",
        "--cut",
        "2:4",
        "--format",
        "json",
    )
    whole, half = (
        json.loads(call("tournament", "r.csv", *options, "--carry", carry).stdout)
        for carry in ("all", "half")
    )
    assert whole["results"]["ema-2025"]["teams"] == half["results"]["ema-2025"]["teams"]


def test_a_cut_has_its_own_column_and_leaves_the_sessions_as_they_were_played() -> None:
    results("ABCD EFGH", "ABHG EFCD", "FBEA")
    before, half = ranked("--cut", "2:4"), ranked("--cut", "2:4", "--carry", "half")
    of_player = {row["player"]: row for row in before}
    for row in half:
        assert row["sessions"] == of_player[row["player"]]["sessions"]
        assert row["finalist"] == (row["player"] in "ABEF")
        assert row["total"] == row["table_total"] + row["deductions"] + row["cut"]
    cuts = {row["player"]: row["cut"] for row in half}
    assert (cuts["A"], cuts["F"], cuts["H"]) == (-EMA[0], -EMA[1], 0)
    options = ("--rules", "ema-2025", "--cut", "2:4", "--carry", "half", "--format")
    csv = call("tournament", "r.csv", *options, "csv").stdout
    head, *rows = (line.split(",") for line in csv.splitlines())
    assert head.index("cut") == head.index("total") - 1
    winner = next(row for row in rows if row[2] == "A")
    assert winner[head.index("session 2")] == str(EMA[0])
    assert winner[head.index("cut")] == str(-EMA[0])
    for kind in ("html", "markdown"):
        page = call("tournament", "r.csv", *options, kind).stdout
        assert "Final: half of the points kept" in page
        assert "Not in the final" in page


def test_others_may_play_on_without_reaching_the_final() -> None:
    results("ABCD EFGH", "ABHG EFCD", "FBEA CGDH", "FBEA CGDH")
    rows = ranked("--cut", "2:4")
    assert best_four(rows) == set("AEBF")
    assert totals(rows)["C"] > max(totals(rows)[player] for player in "A")
    assert places(rows)["C"] == 5


def test_the_players_of_the_final_decide_if_one_was_replaced() -> None:
    results("ABCD EFGH", "ABHG EFCD", "CBEA")
    rows = ranked("--cut", 4)
    assert best_four(rows) == set("AEBC")


def test_a_disqualified_finalist_is_ranked_as_the_rules_say() -> None:
    results("ABCD EFGH", "ABHG EFCD", "FBEA")
    text = Path("r.csv").read_text(encoding="utf-8")
    Path("r.csv").write_text(text.replace("3,1,A,10000,,,", "3,1,A,10000,,theft,true"), "utf-8")
    assert places(ranked("--cut", 4))["A"] == 8


def test_a_player_who_left_does_not_miss_a_final_of_others() -> None:
    results("ABCD EFGH", "ABHG EFCD", "FBEA")
    lines = Path("r.csv").read_text(encoding="utf-8").splitlines()
    lines = [f"{lines[0]},absent", *(f"{line}," for line in lines[1:]), "3,,H,,,ill,,left"]
    Path("r.csv").write_text("\n".join(lines), encoding="utf-8")
    assert totals(ranked("--cut", 4, "--carry", "none"))["H"] == EMA[3] + EMA[2]


TIED = ("ABCD EFGH", "EFGH ABCD")
"""A and E, and B and F, are equal."""


def test_a_tie_at_the_cut_needs_a_decision() -> None:
    results(*TIED)
    told = call("tournament", "r.csv", "--rules", "ema-2025", "--cut", 3, status=2).stderr
    assert "B and F share place 3" in told
    assert "tournament.equal_totals" in told
    told = call("plan", "--results", "r.csv", "--rules", "ema-2025", "--cut", 3, status=2).stderr
    assert "List those who play in FILE" in told


def test_a_lot_is_noted_where_it_is_still_to_be_drawn() -> None:
    results(*TIED, "ABEF")
    by_lot = ("--with", "tournament.equal_totals=by_lot")
    notes = {row["player"]: row["notes"] for row in ranked("--cut", 4, "--carry", "none", *by_lot)}
    drawn = "same total: to be decided by lot"
    assert [player for player, told in notes.items() if drawn in told] == ["C", "G", "D", "H"]


def test_a_ruleset_can_break_a_tie_at_the_cut() -> None:
    results("ABCD EFGH", "EBCH AFGD")
    rows = ranked("--cut", 2)
    assert [row["player"] for row in rows][:2] == ["A", "E"]
    change = ("--with", "tournament.equal_totals=firsts_fourths_best")
    told = call("tournament", "r.csv", "--rules", "ema-2025", *change, "--cut", 1, status=2).stderr
    assert "A and E share place 1" in told


def test_a_final_is_planned_for_the_best() -> None:
    results("ABCD EFGH", "ABHG EFCD")
    text = call("plan", "--results", "r.csv", "--cut", 4, "--sessions", 2, "--format", "csv").stdout
    rows = [line.split(",") for line in text.splitlines()[1:]]
    assert [row[0] for row in rows] == ["3"] * 4 + ["4"] * 4
    assert {row[2] for row in rows} == set("AEBF")


def test_the_next_one_plays_the_final_if_somebody_left() -> None:
    results("ABCD EFGH", "ABHG EFCD", extra="2,1,A,50000,,theft,true\n")
    text = Path("r.csv").read_text(encoding="utf-8").replace("2,1,A,50000,,,\n", "")
    Path("r.csv").write_text(text, encoding="utf-8")
    plan = call("plan", "--results", "r.csv", "--cut", 4, "--format", "csv").stdout
    assert {line.split(",")[2] for line in plan.splitlines()[1:]} == set("EBFC")


@each(
    "words, said",
    [
        (("--cut", "x"), "--cut is 'x', expected [SESSION:]N, e.g. 8"),
        (("--cut", "0"), "--cut is '0'"),
        (("--cut", ":4"), "--cut is ':4'"),
        (("--cut", "9:4"), "--cut: there is no session 9, only 1, 2"),
        (("--cut", "2:40"), "--cut: 8 players are ranked, expected at least 40"),
        (("--carry", "half"), "--carry works only with --cut"),
        (("--cut", "4", "--check-seating"), "--check-seating does not work with --cut"),
        (("--tables", "--format", "json"), "--format json does not work with --tables"),
    ],
)
def test_an_impossible_cut_is_refused(words: tuple[str, ...], said: str) -> None:
    results("ABCD EFGH", "ABHG EFCD")
    told = " ".join(
        call("tournament", "r.csv", "--rules", "ema-2025", *words, status=2).stderr.split()
    )
    assert said in told


def test_a_cut_of_a_plan_needs_results() -> None:
    assert "--cut works only with --results" in call("plan", 8, "--sessions", 1, "--cut", 4,
                                                  status=2).stderr  # fmt: skip
    results("ABCD EFGH")
    assert "leave out '1:'" in call("plan", "--results", "r.csv", "--cut", "1:4", status=2).stderr


def test_an_error_omits_warnings_about_players_outside_the_final() -> None:
    results("ABCD EFGH", "ABCD")
    path = Path("r.csv")
    path.write_text(
        path.read_text(encoding="utf-8").replace("1,1,A,", "1,1,A,1", 1), encoding="utf-8"
    )
    told = call("tournament", "r.csv", "--rules", "ema-2025", "--cut", 4, status=1).stderr
    assert "table-sum" in told
    assert "no-row" not in told
