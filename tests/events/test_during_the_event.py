"""Players who leave, substitutes, late entries, and what the standings say about them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from running import neat

from riichi.cli.main import main

HEAD = "session,table,player,points"
POINTS = (45_000, 30_000, 25_000, 20_000)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)


def rows(session: int, *names: str) -> str:
    """Return the rows of a table, without those of empty names."""
    return "".join(
        f"{session},A,{name},{points}\n" for name, points in zip(names, POINTS, strict=True) if name
    )


def ran(text: str, *call: str, status: int = 0) -> tuple[str, str]:
    """Return the output and the errors of `riichi tournament` for a file."""
    Path("t.csv").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["tournament", "t.csv", *call], catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result.stdout, result.stderr


def one_line(told: str) -> str:
    """Return errors without their line breaks."""
    return " ".join(told.split())


def standing(text: str, player: str, rules: str = "ema-2025") -> Any:
    """Return the standing of a player."""
    found = json.loads(ran(text, "--rules", rules, "--format", "json")[0])["results"][rules]
    return next((one for one in found["standings"] if one["player"] == player), None)


def event(third: str, sessions: int = 5, left_after: int = 2) -> str:
    """Return sessions of four players; somebody else has the third seat when Cy has left."""
    return "".join(
        rows(n, "Ana", "Bo", "Cy" if n <= left_after else third, "Di")
        for n in range(1, sessions + 1)
    )


# ---- a player leaves -----------------------------------------------------------------------------


@pytest.mark.parametrize("third", ["Cy", "Rob"])
@pytest.mark.parametrize(("rules", "missed"), [("ema-2025", -30_000), ("wrc-2025", -30)])
def test_one_row_says_that_a_player_left_and_who_plays(third: str, rules: str, missed: int) -> None:
    """EMA 2025, 7.2 and 7.3: each missed session is entered as -30,000."""
    text = f"{HEAD},absent,reason,substitute_name\n{event(third)}3,,Cy,,left,ill,Rob\n"
    cy = standing(text, "Cy", rules)
    assert [one["played"] for one in cy["sessions"]] == [True, True, False, False, False]
    assert [one["result"] for one in cy["sessions"][2:]] == [missed] * 3
    assert cy["notes"] == ["played 2 of 5", "substitute: Rob"]
    assert {one["reason"] for row in cy["sessions"] for one in row["deductions"]} == {
        "Rob played, left: ill"}  # fmt: skip
    assert standing(text, "Rob", rules) is None


def test_the_result_of_a_named_substitute_is_as_that_of_an_unnamed_one() -> None:
    named = f"{HEAD},absent,substitute_name\n{event('Rob')}3,,Cy,,left,Rob\n"
    by_row = "".join(
        line + (",from_start" if line.startswith(("3,A,Cy", "4,A,Cy", "5,A,Cy")) else ",") + "\n"
        for line in event("Cy").splitlines()
    )
    totals = [
        {name: standing(text, name)["total"] for name in ("Ana", "Bo", "Cy", "Di")}
        for text in (named, f"{HEAD},substitute\n{by_row}")
    ]
    assert totals[0] == totals[1]


def test_a_player_who_left_in_mid_session_is_last_there() -> None:
    """EMA 2025, 7.3: only a substitute in mid-session counts as last."""
    lines = event("Cy").replace("3,A,Cy,25000", "3,A,Cy,25000,mid_session,left")
    text = f"{HEAD},substitute,absent\n" + lines
    assert [one["uma"] for one in standing(text, "Di")["sessions"]] == [
        -15_000, -15_000, -5_000, -15_000, -15_000]  # fmt: skip
    assert standing(text, "Cy")["notes"] == ["played 2 of 5"]


def test_a_player_can_be_marked_as_gone_in_every_session() -> None:
    text = f"{HEAD},absent\n{event('Rob')}" + "".join(f"{n},,Cy,,left\n" for n in (3, 4, 5))
    cy = standing(text, "Cy")
    assert [one["result"] for one in cy["sessions"][2:]] == [-30_000] * 3


def test_two_successive_substitutes_are_named_in_the_row_of_the_player() -> None:
    text = event("Rob").replace("5,A,Rob", "5,A,Sue")
    cy = standing(f"{HEAD},absent,substitute_name\n{text}3,,Cy,,left,Rob\n5,,Cy,,left,Sue\n", "Cy")
    assert cy["notes"] == ["played 2 of 5", "substitute: Rob, Sue"]
    assert len(cy["sessions"]) == 5


def test_the_name_of_a_substitute_in_the_row_is_enough() -> None:
    text = f"{HEAD},substitute_name\n" + event("Cy").replace("3,A,Cy,25000", "3,A,Cy,25000,Rob")
    cy = standing(text, "Cy")
    assert [one["played"] for one in cy["sessions"]] == [True, True, False, True, True]
    out, _ = ran(text, "--rules", "ema-2025")
    assert "Cy      3        A      Rob (substitute)" in out


def test_a_penalty_in_the_row_of_a_player_who_left_is_kept() -> None:
    text = f"{HEAD},absent,penalty,reason,substitute_name\n{event('Rob')}"
    cy = standing(text + "3,,Cy,,left,8000,phone,Rob\n", "Cy")
    assert cy["deductions"] == -98_000


def test_sessions_to_come_are_not_missed_yet() -> None:
    text = f"{HEAD},absent\n{event('Rob', 3)}3,,Cy,,left\n4,A,Ana,\n4,A,Bo,\n4,A,Cy,\n4,A,Di,\n"
    assert len(standing(text, "Cy")["sessions"]) == 3


# ---- late entries --------------------------------------------------------------------------------


def test_one_row_says_that_a_player_joined_late() -> None:
    """The sessions before are missed sessions; somebody who left had the seat."""
    text = f"{HEAD},absent\n{event('Eve')}3,,Cy,,left\n2,,Eve,,not_yet\n"
    eve = standing(text, "Eve")
    assert [one["result"] for one in eve["sessions"]] == [-30_000, -30_000, *[-10_000] * 3]
    assert eve["notes"] == ["played 3 of 5"]
    assert eve["sessions"][0]["deductions"][0]["reason"] == "not there yet"
    free = ran(f"{text}", "--rules", "ema-2025", "--with", "tournament.missed_session=0",
               "--format", "json")[0]  # fmt: skip
    assert '"result": -30000' not in free


# ---- errors that name the way --------------------------------------------------------------------


def test_a_table_of_three_names_the_missing_player() -> None:
    told = one_line(ran(f"{HEAD}\n{event('')}", status=1)[1])
    assert told.count("error[table-size]") == 3
    assert (
        "a row for each seat; a substitute for Cy plays in the row of that player, with "
        "substitute: from_start"
    ) in told
    marked = ran(f"{HEAD},absent\n{event('')}3,,Cy,,left\n", status=1)[1]
    assert "a substitute for Cy plays in the row of that player" in marked


def test_a_substitute_under_their_own_name_is_an_error_that_shows_the_row() -> None:
    told = one_line(ran(f"{HEAD}\n{event('Rob')}", status=1)[1])
    assert "error[reserve] Rob plays in exactly the sessions that Cy misses: 3, 4, 5" in told
    row = "session: 3, player: Cy, absent: left, substitute_name: Rob"
    assert f"for a substitute, one more row: {row}" in told
    columns = "session,table,player,points,absent,substitute_name"
    ran(f"{columns}\n{event('Rob')}3,,Cy,,left,Rob\n")


def test_a_substitute_for_one_session_is_an_error_that_names_the_column() -> None:
    told = ran(f"{HEAD}\n{event('Cy').replace('3,A,Cy', '3,A,Rob')}", status=1)[1]
    assert "Rob plays in exactly the sessions that Cy misses: 3" in told
    assert "Cy as the player of the row, and Rob as substitute_name" in told


def test_a_misspelt_substitute_is_an_error() -> None:
    text = f"{HEAD},absent,substitute_name\n{event('Reserve Rob')}3,,Cy,,left,Reserve Bob\n"
    told = ran(text, status=1)[1]
    assert "Reserve Bob plays for Cy, but neither has a row in session 3" in told
    assert "did you mean: Reserve Rob" in told


def test_players_who_come_and_go_are_a_warning_that_says_how_to_write_it() -> None:
    text = event("Cy", 2, 2) + rows(3, "Ana", "Bo", "Eve", "Fay") + rows(4, "Eve", "Bo", "Cy", "Di")
    told = one_line(ran(f"{HEAD}\n{text}")[1])
    assert "warning[reserve] Fay plays in exactly the sessions that Cy misses: 3" in told
    assert "absent: true for one missed session, absent: left in the first session" in told


def test_a_bad_number_causes_only_one_error() -> None:
    """The player of the row, and the others at the table, still have a row in each session."""
    text = event("Cy").replace("3,A,Cy,25000", "3,A,Cy,25O00")
    told = ran(f"{HEAD}\n{text}", status=1)[1]
    assert told.count("error[") == 1
    assert "warning" not in told
    no_name = event("Cy").replace("3,A,Cy,25000", "3,A,,25000")
    assert "warning" not in ran(f"{HEAD}\n{no_name}", status=1)[1]


# ---- what is printed -----------------------------------------------------------------------------


def test_the_reason_of_a_chombo_is_printed() -> None:
    text = f"{HEAD},chombo,reason\n" + event("Cy", 1).replace(
        "Cy,25000", "Cy,25000,1,false ron in E3")  # fmt: skip
    out, _ = ran(text, "--rules", "ema-2025")
    assert "Cy      1        chombo  -20,000  once: false ron in E3\n" in out
    at_table, _ = ran(text, "--rules", "ema-2025", "--with", "chombo.tournament={at_table: 8000}")
    assert "1        A      Cy: 1 chombo, 8,000 off the score: false ron in E3\n" in at_table
    flag = text.replace("25000,1", "25000,ja")
    assert ran(flag, "--rules", "ema-2025")[0] == out


def test_the_reason_of_lateness_is_printed() -> None:
    text = f"{HEAD},late_minutes,reason\n" + event("Cy", 1).replace("Cy,25000", "Cy,25000,3,train")
    assert "late  -3,000  3 minutes late: train\n" in ran(text, "--rules", "ema-2025")[0]


TIED = "1,A,Ana,40000,2\n1,A,Bo,40000,\n1,A,Cy,20000,\n1,A,Di,18000,\n"


@pytest.mark.parametrize(
    ("rules", "remarks"),
    [
        ("ema-2025", ["2 bets left: Ana +1,000, Bo +1,000",
                      "Ana and Bo share place 1 with 41,000: uma +10,000 each"]),
        ("wrc-2025", ["2 bets left: nobody gets them",
                      "Ana and Bo share place 1 with 40,000: uma +10.0 each"]),
    ],
)  # fmt: skip
def test_leftover_bets_and_ties_are_printed(rules: str, remarks: list[str]) -> None:
    text = f"{HEAD},bets_left\n{TIED}"
    out, _ = ran(text, "--rules", rules)
    for remark in remarks:
        assert f"  1        A      {remark}\n" in out


def test_a_tie_broken_by_seat_is_printed() -> None:
    text = f"{HEAD},bets_left\n{TIED}"
    out, _ = ran(text, "--rules", "ema-2025", "--with", "result.ties=earlier_seat",
                 "--with", "end.bets_left=table")  # fmt: skip
    assert "Ana and Bo have 40,000: the earlier seat is ahead\n" in out


@pytest.mark.parametrize("sessions", [4, 5, 10, 20])
def test_the_results_of_all_sessions_are_printed(sessions: int) -> None:
    text = f"{HEAD}\n{event('Cy', sessions)}".replace("Ana", "Anastasia " * 6)
    out, _ = ran(text, "--rules", "ema-2025")
    neat(out)
    for number in range(1, sessions + 1):
        assert f"s. {number}" in out
    assert out.count("+30,000") >= sessions


def test_the_entry_of_the_scores_is_confirmed_in_one_line() -> None:
    text = f"{HEAD}\n{event('Cy', 1)}".replace("000\n", "\n")
    assert ran(text, "--rules", "ema-2025")[1] == (
        "t.csv: the scores are read as totals in thousands.\n")  # fmt: skip


# ---- the list of players -------------------------------------------------------------------------


def test_the_list_of_players_says_who_leaves_and_who_joins() -> None:
    Path("players.csv").write_text(
        "name,from,until\nAna,,\nBo,,\nCy,,2\nDi,,\nEve,3,\n", encoding="utf-8"
    )
    results = f"{HEAD}\n{event('Eve')}"
    out, told = ran(results, "--rules", "ema-2025", "--players", "players.csv")
    assert told == ""
    assert "Cy      3        missed session  -30,000  left\n" in out
    assert "Eve     2        missed session  -30,000  not there yet\n" in out
    assert out.count("missed session") == 5


def test_rows_of_the_results_override_the_list_of_players() -> None:
    Path("players.csv").write_text("name,until\nAna,\nBo,\nCy,1\nDi,\n", encoding="utf-8")
    results = f"{HEAD},absent,substitute_name\n{event('Rob')}3,,Cy,,left,Rob\n"
    out, _ = ran(results, "--rules", "ema-2025", "--players", "players.csv")
    assert out.count("missed session") == 3


@pytest.mark.parametrize("named", ["zuid rob", "Zuid, Rob", "5"])
def test_a_listed_substitute_may_be_named_in_any_order_or_by_number(named: str) -> None:
    listed = "name,first_name,last_name,substitute\nAna,,,\nBo,,,\nCy,,,\nDi,,,\n,Rob,Zuid,yes\n"
    Path("players.csv").write_text(listed, encoding="utf-8")
    results = f'{HEAD},absent,substitute_name\n{event("Rob Zuid")}3,,Cy,,left,"{named}"\n'
    out, told = ran(results, "--rules", "ema-2025", "--players", "players.csv")
    assert told == ""
    assert "substitute: Rob Zuid" in " ".join(out.split())
    assert out.count("missed session") == 3
