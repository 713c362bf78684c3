"""Further sessions: the rest of a plan, and pairing by the standings."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, cycle
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from each import each
from effort import LONG, SOAK
from hypothesis import given, settings, strategies as st

from riichi.cli.main import main
from riichi.events.seating.known_plans import FourPlayers, Plan, table_of
from riichi.events.seating.next_rounds import at_interval, swiss
from riichi.events.seating.seating_plan import Session, meetings, seating_plan as uncached_plan

seating_plan = cache(uncached_plan)
"""A plan, made once for all tests."""

SCORES = (45_000, 35_000, 25_000, 15_000)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def plan(*call: object, status: int = 0) -> Result:
    ran = CliRunner().invoke(main, ["plan", *map(str, call)], prog_name="riichi")
    assert ran.exit_code == status, ran.output
    return ran


def rows_of(*call: object) -> list[dict[str, str]]:
    text = plan(*call, "--format", "csv").stdout
    return list(csv.DictReader(io.StringIO(text)))


def tables_of(rows: Sequence[dict[str, str]]) -> dict[tuple[str, str], set[str]]:
    tables: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        tables.setdefault((row["session"], row["table"]), set()).add(row["player"])
    return tables


def results(sessions: Plan, remaining: Plan = (), extra: str = "") -> None:
    """Write results in which a lower number is better, and sessions that are to come."""
    lines = ["session,table,player,points,penalty,reason,absent"]
    for number, session in enumerate([*sessions, *remaining], 1):
        for table, four in enumerate(session, 1):
            for points, player in zip(SCORES, sorted(four), strict=True):
                written = points if number <= len(sessions) else ""
                lines.append(f"{number},{table},{player + 1},{written},,,")
    Path("results.csv").write_text("\n".join(lines) + f"\n{extra}", encoding="utf-8")


PLAYED: Plan = (((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15)),)

# ---- Swiss ---------------------------------------------------------------------------------------


def all_sessions(players: Sequence[int]) -> Iterator[tuple[FourPlayers, ...]]:
    """Yield every way to seat players at tables."""
    if not players:
        yield ()
        return
    first, *others = players
    for three in combinations(others, 3):
        left = [player for player in others if player not in three]
        for rest in all_sessions(left):
            yield (table_of((first, *three)), *rest)


def most_again(session: Session, met: Counter[tuple[int, int]]) -> int:
    return max(met[pair] for pair in meetings((session,)))


@given(st.sampled_from([8, 12]), st.integers(1, 4), st.integers(0, 1_000))
@settings(max_examples=SOAK or (15 if LONG else 6), deadline=None)
def test_swiss_repeats_no_more_meetings_than_necessary(
    players: int, sessions: int, seed: int
) -> None:
    met = meetings(seating_plan(players, sessions, seed))
    found = swiss(range(players), met)
    assert sorted(player for four in found for player in four) == [*range(players)]
    assert most_again(found, met) == min(most_again(s, met) for s in all_sessions(range(players)))


@given(st.integers(2, 12), st.integers(0, 5), st.integers(0, 1_000))
@settings(max_examples=SOAK or 10, deadline=None)
def test_swiss_seats_everybody_once_and_repeats_last(tables: int, sessions: int, seed: int) -> None:
    players = 4 * tables
    met = meetings(seating_plan(players, sessions, seed)) if sessions else Counter()
    found = swiss(range(players), met)
    assert sorted(player for four in found for player in four) == [*range(players)]
    most = [max(met[pair] for pair in combinations(sorted(four), 2)) for four in found]
    assert max(most) - min(most) <= 1 or most[-1] == max(most)
    assert [four[0] for four in found] == sorted(four[0] for four in found)


def test_swiss_without_earlier_meetings_is_by_place() -> None:
    assert swiss(range(8), Counter()) == ((0, 1, 2, 3), (4, 5, 6, 7)) == at_interval(range(8), 1)


def test_swiss_takes_the_best_who_have_not_met() -> None:
    met = meetings(PLAYED)
    assert swiss([0, 4, 1, 8, 5, 12, 9, 2, 13, 6, 10, 3, 14, 7, 11, 15], met)[0] == (0, 4, 8, 12)


@pytest.mark.long
def test_swiss_pairs_a_thousand_players() -> None:
    met = meetings(seating_plan(1_000, 3, 1))
    found = swiss(range(1_000), met)
    assert len({player for four in found for player in four}) == 1_000
    assert not any(met[pair] for pair in meetings((found,)))


def test_an_interval_seats_the_rest_by_place() -> None:
    assert at_interval(range(12), 2) == ((0, 2, 4, 6), (1, 3, 5, 7), (8, 9, 10, 11))


# ---- from a file ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
def test_a_penalty_counts_in_the_standings_of_a_pairing() -> None:
    results(PLAYED)
    best = tables_of(rows_of("--results", "results.csv", "--pairing", "by-place"))
    assert best["2", "1"] == {"1", "5", "9", "13"}
    text = Path("results.csv").read_text(encoding="utf-8")
    changed = text.replace("1,1,1,45000,,,", "1,1,1,45000,90000,phone,")
    Path("results.csv").write_text(changed, encoding="utf-8")
    best = tables_of(rows_of("--results", "results.csv", "--pairing", "by-place"))
    assert "1" in best["2", "4"]


@pytest.mark.usefixtures("folder")
@each("pairing", ["swiss", "progressive", "by-place", "interval"])
def test_a_pairing_makes_one_session_that_is_the_same_for_its_seed(pairing: str) -> None:
    results(seating_plan(18, 3, 2))
    call = ("--results", "results.csv", "--pairing", pairing, "--seed", 4)
    text = plan(*call).stdout
    assert text == plan(*call).stdout
    assert "Session 4" in text
    assert "Sitting out: " in text
    assert "under ema-2025 after session 3" in " ".join(text.split())
    assert "Seed: 4" in text
    rows = rows_of(*call)
    assert len({row["player"] for row in rows}) == len(rows) == 18
    assert [row["table"] for row in rows if row["absent"] == "bye"] == ["", ""]


@pytest.mark.usefixtures("folder")
def test_progressive_blocks_keep_to_their_part_of_the_standings() -> None:
    results(PLAYED)
    call = ("--results", "results.csv", "--pairing", "progressive", "--blocks", 2)
    tables = tables_of(rows_of(*call))
    upper = {str(number) for number in (1, 5, 9, 13, 2, 6, 10, 14)}
    assert tables["2", "1"] | tables["2", "2"] == upper


@pytest.mark.usefixtures("folder")
def test_the_lowest_of_the_players_with_fewest_byes_sits_out() -> None:
    sessions: Plan = (((0, 1, 2, 3), (4, 5, 6, 7)), ((0, 1, 2, 8), (4, 5, 6, 7)))
    results(sessions, extra="1,,9,,,,bye\n2,,4,,,,bye\n")
    text = plan("--results", "results.csv", "--pairing", "swiss").stdout
    assert "Sitting out: 8" in text  # 4 and 9 sat out before


@pytest.mark.usefixtures("folder")
def test_the_rest_of_a_plan_is_remade_from_the_sessions_played() -> None:
    whole = seating_plan(16, 4, 1)
    results(whole[:2], whole[2:], extra="3,,5,,,,left\n")
    Path("players.csv").write_text(
        "name\n" + "".join(f"{n}\n" for n in range(1, 17)) + "Late\n", encoding="utf-8"
    )
    rows = rows_of("players.csv", "--results", "results.csv")
    assert [*dict.fromkeys(row["session"] for row in rows)] == ["3", "4"]
    for session in ("3", "4"):
        there = {row["player"] for row in rows if row["session"] == session}
        assert there == {*map(str, range(1, 17)), "Late"} - {"5"}
    before = {tuple(sorted((str(a + 1), str(b + 1)))) for a, b in meetings(whole[:2])}
    after = [pair for four in tables_of(rows).values() for pair in combinations(sorted(four), 2)]
    assert len(before & set(after)) <= 4
    assert len(after) - len(set(after)) <= 4


# ---- substitutes ---------------------------------------------------------------------------------


def replaced(player: int, substitute: str, sessions: Plan, remaining: Plan = ()) -> None:
    """Write results in which a substitute plays on for a player after the last session."""
    results(sessions, remaining, f"{len(sessions) + 1},,{player},,,,left,{substitute}\n")
    path = Path("results.csv")
    path.write_text(path.read_text(encoding="utf-8").replace(
        "absent\n", "absent,substitute_name\n", 1), encoding="utf-8")  # fmt: skip


@pytest.mark.usefixtures("folder")
@each("pairing", ["fair", "swiss", "progressive", "by-place", "interval"])
def test_a_plan_names_the_substitute_who_plays_on(pairing: str) -> None:
    whole = seating_plan(16, 4, 1)
    replaced(5, "Rob", whole[:2], whole[2:])
    call = ("--results", "results.csv", "--pairing", pairing)
    assert {row["player"] for row in rows_of(*call)} == {*map(str, range(1, 17)), "Rob"} - {"5"}
    text = plan(*call).stdout
    assert "5 Rob" in text
    assert "Rob plays for 5." in text


@pytest.mark.usefixtures("folder")
def test_a_substitute_is_paired_by_the_standing_of_the_replaced_player() -> None:
    replaced(1, "Rob", PLAYED)
    tables = tables_of(rows_of("--results", "results.csv", "--pairing", "by-place"))
    assert tables["2", "1"] == {"Rob", "5", "9", "13"}


@pytest.mark.usefixtures("folder")
def test_a_substitute_has_not_met_the_opponents_of_the_player() -> None:
    one_table: Plan = (((0, 1, 2, 3),),)
    replaced(1, "Rob", one_table)
    text = plan("--results", "results.csv").stdout
    assert "3 pairs meet again. 2 and 3, 2 and 4, 3 and 4." in text


@pytest.mark.usefixtures("folder")
@each("paper", ["plan", "where", "cards", "badges", "tables", "slips"])
def test_papers_of_further_sessions_name_those_who_play(paper: str) -> None:
    replaced(5, "Rob", PLAYED)
    lines = ("name", *(f"P{n}" for n in range(1, 17)), "Gone")
    Path("players.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    text = Path("results.csv").read_text(encoding="utf-8")
    text = re.sub(r"^(\d,\d?),(\d+)", r"\1,P\2", text, flags=re.MULTILINE) + "2,,Gone,,,,left,\n"
    Path("results.csv").write_text(text, encoding="utf-8")
    plan("players.csv", "--results", "results.csv", "--print", paper, "--output", "paper.html")
    names = {*re.findall(r"\b(?:P\d+|Rob|Gone)\b", Path("paper.html").read_text("utf-8"))}
    assert names == {*(f"P{n}" for n in range(1, 17)), "Rob"} - {"P5"}


@pytest.mark.usefixtures("folder")
def test_a_substitute_leaves_under_the_name_of_the_player() -> None:
    whole = seating_plan(16, 3, 1)
    replaced(5, "Rob", whole[:1], whole[1:])
    path = Path("results.csv")
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}3,,Rob,,,,left,Sue\n", encoding="utf-8")
    told = plan("--results", "results.csv", status=1).stderr
    assert "Rob plays for 5, so this row needs 5 as its player" in told
    assert "expected: player: 5" in told
    path.write_text(f"{text}3,,5,,,,left,Sue\n", encoding="utf-8")
    names = {row["player"] for row in rows_of("--results", "results.csv", "--pairing", "swiss")}
    assert names == {*map(str, range(1, 17)), "Sue"} - {"5"}


@pytest.mark.usefixtures("folder")
@each(
    "rows, error",
    [
        ("3,,1,,,,left,2\n", "2 played in session 1 and cannot play for 1"),
        ("3,,1,,,,left,Rob\n", "Rob already plays for 5 from session 2 on"),
        ("3,,5,,,,left,Sue\n3,,1,,,,left,Rob\n", ""),
    ],
)
def test_a_substitute_plays_for_one_player(rows: str, error: str) -> None:
    whole = seating_plan(16, 3, 1)
    replaced(5, "Rob", whole[:1], whole[1:])
    with Path("results.csv").open("a", encoding="utf-8") as file:
        file.write(rows)
    told = plan("--results", "results.csv", "--pairing", "swiss", status=1 if error else 0)
    assert error in told.stderr


@pytest.mark.usefixtures("folder")
def test_a_listed_substitute_who_plays_on_has_one_seat() -> None:
    replaced(5, "Rob", PLAYED)
    lines = ("name,substitute", *(f"{n}," for n in range(1, 17)), "Rob,yes")
    Path("players.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    names = [row["player"] for row in rows_of("players.csv", "--results", "results.csv")]
    assert sorted(names) == sorted({*map(str, range(1, 17)), "Rob"} - {"5"})


@pytest.mark.usefixtures("folder")
def test_the_next_player_takes_the_place_of_a_finalist_who_left() -> None:
    replaced(1, "Rob", PLAYED)
    path = Path("results.csv")
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"(1,\d,(?:7|11|15),25000),,", r"\1,1000,phone", text), encoding="utf-8")
    names = {row["player"] for row in rows_of("--results", "results.csv", "--cut", 8)}
    assert names == {"2", "3", "5", "6", "9", "10", "13", "14"}


# ---- sitting out, winds, wrong calls -------------------------------------------------------------


@pytest.mark.usefixtures("folder")
def test_a_plan_with_byes_can_be_filled_in() -> None:
    plan(9, "--sessions", 3, "--format", "csv", "--output", "plan.csv")
    head, *rows = csv.reader(io.StringIO(Path("plan.csv").read_text(encoding="utf-8")))
    assert head == ["session", "table", "player", "points", "absent"]
    assert len([row for row in rows if row[4] == "bye"]) == 3
    lines, scores = [",".join(head)], cycle(SCORES)
    for session, table, player, _, absent in rows:
        points = str(next(scores)) if table and session != "3" else ""
        lines.append(",".join((session, table, player, points, absent)))
    Path("results.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    ran = CliRunner().invoke(main, ["tournament", "results.csv", "--rules", "ema-2025"])
    assert ran.exit_code == 0, ran.output
    assert "warning" not in ran.stderr
    assert "missed session" not in ran.stdout
    assert "Still to be played: session 3." in ran.stdout
    assert "Session 3" in plan("--results", "results.csv", "--pairing", "swiss").stdout


@pytest.mark.usefixtures("folder")
def test_winds_of_the_sessions_played_count() -> None:
    results(PLAYED)
    rows = rows_of("--results", "results.csv", "--sessions", 3)
    winds = Counter((player + 1, wind) for four in PLAYED[0] for wind, player in enumerate(four))
    for place, row in enumerate(rows):
        winds[int(row["player"]), place % 4] += 1
    assert sum(n > 1 for n in winds.values()) <= 8
    assert max(winds.values()) == 2


@pytest.mark.usefixtures("folder")
@each(
    "call, said",
    [
        (("--results", "results.csv", "--pairing", "swiss", "--sessions", 2),
         "--pairing swiss plans one session, not 2"),
        ((8, "--sessions", 2, "--pairing", "swiss"), "--pairing works only with --results"),
        ((8, "--sessions", 2, "--blocks", 2), "--blocks works only with --results"),
        (("--results", "results.csv", "--substitutes", 1), "--substitutes works only with NUMBER"),
        (("--results", "results.csv", "--interval", 3),
         "--interval works only with --pairing interval"),
        (("--results", "results.csv", "--pairing", "swiss", "--blocks", 3),
         "--blocks works only with --pairing progressive"),
        ((8, "--sessions", 2, "--gap", 30), "--gap works only with --start"),
        ((8, "--sessions", 2, "--break", "1:60"), "--break works only with --start"),
        ((8, "--sessions", 2, "--start", "09:30", "--format", "csv"),
         "--start works only with text, markdown, html, pdf"),
        ((8, "--sessions", 2, "--title", "Open"), "--title works only with html and pdf"),
        ((8, "--sessions", 2, "--paper", "letter"), "--paper works only with html and pdf"),
        ((8, "--sessions", 2, "--start", "9:30", "--rules", "ema,wrc"),
         "A plan uses one ruleset, not 2"),
        (("--results", "none.csv"), "none.csv: error[unreadable]"),
        ((), "Missing argument"),
    ],
)  # fmt: skip
def test_a_wrong_call_is_refused(call: tuple[object, ...], said: str) -> None:
    results(PLAYED)
    assert said in plan(*call, status=2).stderr


@pytest.mark.usefixtures("folder")
def test_a_session_without_all_results_is_refused() -> None:
    results(PLAYED)
    with Path("results.csv").open("a", encoding="utf-8") as file:
        file.write("1,5,Ana,,,,\n1,5,Bo,,,,\n1,5,Cy,,,,\n1,5,Di,,,,\n")
    told = " ".join(plan("--results", "results.csv", status=2).stderr.split())
    assert "Session 1 has tables without points" in told


@pytest.mark.usefixtures("folder")
def test_points_that_do_not_add_up_are_reported_first() -> None:
    results(PLAYED)
    text = Path("results.csv").read_text(encoding="utf-8")
    Path("results.csv").write_text(text.replace("45000", "46000", 1), encoding="utf-8")
    assert "table-sum" in plan("--results", "results.csv", "--pairing", "swiss", status=1).stderr
