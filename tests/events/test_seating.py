"""Seating plans: their statistics, and the fairness of the plans made here."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise, permutations, product
from math import comb
from pathlib import Path

import pytest
from each import each
from effort import LONG, SOAK
from hypothesis import given, settings, strategies as st

from riichi.events.files.sheet_file import read_sheet
from riichi.events.seating.known_plans import Plan, finite_field, table_of
from riichi.events.seating.next_rounds import swiss
from riichi.events.seating.seating_plan import (
    NAMED_APART,
    Apart,
    PlanRequest,
    SessionMaker,
    apart_of,
    fewest_meetings,
    meetings,
    most_meetings,
    numbers_of_a_climb,
    plan_request,
    seating_plan,
    sessions_of_a_plan,
    sitting_out,
    with_winds,
)
from riichi.events.seating.seats import cheap_assignment, cheapest_assignment
from riichi_core.seeded import SeededRandom
from riichi_core.standings.players import Player, numbered
from riichi_core.standings.sessions import Seating, seating


def seen(folder: Path, *rows: str) -> Seating:
    path = folder / "plan.csv"
    path.write_text("\n".join(["session,table,player", *rows]) + "\n", encoding="utf-8")
    sheet, problems = read_sheet(path, points=False)
    assert problems == []
    return seating(sheet)


def rows(*sessions: str) -> list[str]:
    """Return tables from text: `ABCD EFGH` is two tables, with a letter for each player."""
    return [
        f"{number},{table},{player}"
        for number, tables in enumerate(sessions, 1)
        for table, four in enumerate(tables.split(), 1)
        for player in four
    ]


@each("players", range(4, 19))
def test_a_climb_can_be_left_out(players: int) -> None:
    """Later sessions are then the same."""
    climbed, skipped = SeededRandom(players), SeededRandom(players)
    SessionMaker(PlanRequest(players, 1, 0), climbed).session(frozenset(range(players)))
    starts = min(40, max(3, 320 // players))
    for _ in range(starts):
        skipped.skip(numbers_of_a_climb(players))
    assert climbed.number() == skipped.number()


def test_meetings_are_counted(tmp_path: Path) -> None:
    found = seen(tmp_path, *rows("ABCD EFGH", "EFAB GHCD"))
    assert (found.players, found.sessions) == (8, 2)
    assert found.meetings == ((0, 8), (1, 16), (2, 4))
    assert found.often == (("A", "B"), ("C", "D"), ("E", "F"), ("G", "H"))
    assert found.repeated == ()
    assert [(one.row.player, one.row.table) for one in found.kept] == [
        ("A", "1"), ("B", "1"), ("G", "2"), ("H", "2")]  # fmt: skip


def test_the_same_four_players_are_recognised_in_any_order(tmp_path: Path) -> None:
    found = seen(tmp_path, *rows("ABCD EFGH", "FEHG DCBA"))
    assert found.repeated == (
        (("A", "B", "C", "D"), ("1", "2")),
        (("E", "F", "G", "H"), ("1", "2")),
    )
    assert found.kept == ()


def test_returning_to_a_table_is_not_staying_there(tmp_path: Path) -> None:
    found = seen(tmp_path, *rows("ABCD EFGH", "EFGH ABCD", "ABCD EFGH"))
    assert found.kept == ()


# ---- made ----------------------------------------------------------------------------------------


def byes(plan: Plan, players: int) -> list[int]:
    """Return how many sessions each player sits out."""
    out = Counter(player for session in plan for player in sitting_out(session, range(players)))
    return [out[player] for player in range(players)]


def sound(plan: Plan, players: int) -> None:
    """Check that everybody plays once in each session, or sits out as often as the others."""
    for session in plan:
        seated = sorted(player for four in session for player in four)
        assert sorted([*seated, *sitting_out(session, range(players))]) == list(range(players))
        assert len(seated) == players // 4 * 4
    assert max(byes(plan, players)) - min(byes(plan, players)) <= 1


@given(st.integers(2, 8).map(lambda n: 4 * n), st.integers(1, 6), st.integers(0, 2**63 - 1))
@settings(max_examples=SOAK or 4, deadline=None)
def test_nobody_meets_the_same_three_again(players: int, sessions: int, seed: int) -> None:
    plan = seating_plan(players, sessions, seed)
    sound(plan, players)
    fours = [frozenset(four) for session in plan for four in session]
    assert len(set(fours)) == len(fours)


@given(st.integers(0, 2**63 - 1))
@settings(max_examples=SOAK or 2, deadline=None)
def test_many_players_meet_at_most_once_and_change_tables(seed: int) -> None:
    plan = seating_plan(40, 4, seed)
    met = Counter(pair for s in plan for four in s for pair in combinations(sorted(four), 2))
    assert max(met.values()) == 1
    at = [{player: table for table, four in enumerate(s) for player in four} for s in plan]
    assert not any(first[p] == then[p] for first, then in pairwise(at) for p in at[0])


@given(st.integers(2, 12).map(lambda n: 4 * n), st.integers(1, 9), st.integers(0, 1_000))
@settings(max_examples=SOAK or 4, deadline=None)
def test_winds_are_distributed_evenly(players: int, sessions: int, seed: int) -> None:
    plan = seating_plan(players, sessions, seed)
    sound(plan, players)
    winds = Counter((player, w) for s in plan for four in s for w, player in enumerate(four))
    for player in range(players):
        had = [winds[player, wind] for wind in range(4)]
        assert max(had) - min(had) <= 1


KNOWN = [(16, 5), (20, 5), (24, 7), (28, 9), (32, 8), (32, 10), (36, 11), (40, 13), (64, 16),
         (100, 20)]  # fmt: skip


@each("players, sessions", KNOWN)
def test_nobody_meets_twice_in_a_known_plan(players: int, sessions: int) -> None:
    plan = seating_plan(players, sessions, 1)
    sound(plan, players)
    met = Counter(pair for s in plan for four in s for pair in combinations(sorted(four), 2))
    assert {*met.values()} == {1}
    if players in (16, 28, 40):
        assert len(met) == comb(players, 2), "everybody has met everybody"


SPARE = [(players, sessions - 1) for players, sessions in KNOWN]
"""Known plans with a session to spare."""


@each("players, sessions", SPARE if LONG else SPARE[:5])
def test_teams_of_four_never_meet_if_a_known_plan_has_a_session_to_spare(
    players: int, sessions: int
) -> None:
    apart = Apart(labels={"team": [str(player // 4) for player in range(players)]})
    plan = tuple(sessions_of_a_plan(PlanRequest(players, sessions, 0, apart)))
    assert most_meetings(plan) == 1
    assert met_apart(plan, apart)["team"] == 0


@each(
    "players, sessions, seed",
    [(24, 5, 2), *([(40, 8, 0), (40, 10, 1), (28, 6, 1)] if LONG else [])],
)
@each("substitutes", [frozenset[int](), frozenset({0})])
def test_teams_and_ten_pairs_never_meet_if_a_known_plan_has_sessions_to_spare(
    players: int, sessions: int, seed: int, substitutes: frozenset[int]
) -> None:
    """A substitute who completes the fours plays in each session, like the others."""
    teams = [str(player // 4) for player in range(players)]
    pairs = frozenset((player, player + players // 2) for player in range(10))
    apart = Apart(pairs=pairs, labels={"team": teams})
    request = PlanRequest(players, sessions, seed, apart, substitutes)
    plan = tuple(sessions_of_a_plan(request))
    assert most_meetings(plan) == 1
    assert not met_apart(plan, apart)


@each("size", [2, 3, 4, 5, 7, 8, 9, 16, 25, 27, 49])
def test_a_field_satisfies_the_field_axioms(size: int) -> None:
    field = finite_field(size)
    assert field is not None
    for one in range(size):
        assert sorted(field.add(one, other) for other in range(size)) == [*range(size)]
        assert field.products[one][1] == field.products[1][one] == one
        if one:
            assert sorted(field.products[one][other] for other in range(size)) == [*range(size)]
    a, b, c = 1 % size, size - 1, size // 2
    together = field.products[a][field.add(b, c)]
    assert together == field.add(field.products[a][b], field.products[a][c])


@each("size", [6, 10, 12, 14, 15, 50])
def test_other_sizes_have_no_field(size: int) -> None:
    assert finite_field(size) is None


def test_the_same_seed_gives_the_same_plan() -> None:
    assert seating_plan(16, 3, 7) == seating_plan(16, 3, 7)
    assert seating_plan(16, 3, 7) != seating_plan(16, 3, 8)


NOT_REACHED = {(8, 9), (12, 7), (20, 6), (20, 11), (20, 12)}
"""The players and sessions of plans in which some meet once more than was proved to be needed."""

SMALL = range(4, 44 if LONG else 28, 4)


@each("players", SMALL)
def test_players_in_a_small_field_meet_no_more_often_than_necessary(players: int) -> None:
    for sessions in range(1, 13):
        plan = seating_plan(players, sessions, 1)
        sound(plan, players)
        more = most_meetings(plan) - fewest_meetings(players, sessions)
        assert more == ((players, sessions) in NOT_REACHED), sessions
        fours = [frozenset(four) for session in plan for four in session]
        assert players == 4 or len(set(fours)) == len(fours)


def test_nobody_stays_at_a_table_if_there_are_five_tables() -> None:
    for players, sessions in ((20, 5), (24, 9), (28, 12), (36, 11)):
        plan = seating_plan(players, sessions, 2)
        at = [{player: table for table, four in enumerate(s) for player in four} for s in plan]
        assert not any(first[p] == then[p] for first, then in pairwise(at) for p in at[0])


@given(st.integers(1, 5), st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_the_cheapest_tables_are_found(size: int, seed: int) -> None:
    chance = SeededRandom(seed)
    costs = [[chance.below(10) for _ in range(size)] for _ in range(size)]
    found = cheapest_assignment(costs)
    assert sorted(found) == [*range(size)]
    tried = (
        sum(costs[row][at] for at, row in enumerate(rows)) for rows in permutations(range(size))
    )
    assert sum(costs[row][at] for at, row in enumerate(found)) == min(tried)


@given(st.integers(1, 8), st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_cheap_tables_cost_no_more_than_those_of_a_row(size: int, seed: int) -> None:
    chance = SeededRandom(seed)
    costs = [[chance.below(10) for _ in range(size)] for _ in range(size)]
    found = cheap_assignment(costs)
    assert sorted(found) == [*range(size)]
    best = cheapest_assignment(costs)
    cost, least = (sum(costs[row][at] for at, row in enumerate(rows)) for rows in (found, best))
    assert least <= cost <= max(map(max, costs)) * size


def test_four_players_meet_again_because_they_must() -> None:
    plan = seating_plan(4, 3, 1)
    sound(plan, 4)


def test_random_numbers_are_the_same_on_every_machine() -> None:
    """The first numbers of SplitMix64 for the seed 1234567, as published."""
    chance = SeededRandom(1234567)
    assert [chance.number() for _ in range(3)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423]  # fmt: skip


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1])
def test_a_shuffle_keeps_every_element(seed: int) -> None:
    assert sorted(SeededRandom(seed).shuffled(range(50))) == list(range(50))


def test_a_plan_is_made_session_by_session() -> None:
    """So a command can show its progress; only the winds are decided at the end."""
    sessions = sessions_of_a_plan(PlanRequest(40, 6, 3))
    for session, seated in zip(sessions, seating_plan(40, 6, 3), strict=True):
        assert [sorted(table) for table in session] == [sorted(table) for table in seated]


# ---- fields that are not in fours ----------------------------------------------------------------


@given(st.integers(5, 45), st.integers(1, 8), st.integers(0, 1_000))
@settings(max_examples=SOAK or (6 if LONG else 2), deadline=None)
def test_byes_and_winds_are_shared_in_any_field(players: int, sessions: int, seed: int) -> None:
    plan = seating_plan(players, sessions, seed)
    sound(plan, players)
    assert plan == seating_plan(players, sessions, seed)
    winds = Counter((player, w) for s in plan for four in s for w, player in enumerate(four))
    for player in range(players):
        had = [winds[player, wind] for wind in range(4)]
        assert max(had) - min(had) <= 1


@each(
    "players, sessions", [(18, 4), *([(9, 4), (10, 3), (11, 5), (27, 6), (37, 6)] if LONG else [])]
)
def test_clubs_of_any_size_meet_as_seldom_as_possible(players: int, sessions: int) -> None:
    plan = seating_plan(players, sessions, 1)
    sound(plan, players)
    assert most_meetings(plan) == fewest_meetings(players, sessions)


def best_of_all(players: int, sessions: int) -> int:
    """Return the lowest possible number of meetings, by trying all plans of one table."""
    fours = [*combinations(range(players), 4)]
    plans = product(fours, repeat=sessions - 1)
    first = (0, 1, 2, 3)
    return min(most_meetings(tuple((four,) for four in (first, *rest))) for rest in plans)


@pytest.mark.long
@each("players, sessions", [(4, 3), (5, 3), (5, 4), (6, 3), (7, 3)])
def test_no_plan_is_better_than_the_bound_that_plans_report(players: int, sessions: int) -> None:
    best = best_of_all(players, sessions)
    assert fewest_meetings(players, sessions) <= best
    assert most_meetings(seating_plan(players, sessions, 1)) <= best + 1


def test_five_players_meet_equally_often_when_everybody_has_sat_out_once() -> None:
    plan = seating_plan(5, 5, 1)
    assert byes(plan, 5) == [1] * 5
    assert {*meetings(plan).values()} == {3}


@pytest.mark.long
def test_substitutes_take_turns_and_only_complete_the_tables() -> None:
    request = PlanRequest(13, 8, 1, substitutes=frozenset({10, 11, 12}))
    plan = with_winds(request, tuple(sessions_of_a_plan(request)))
    games = Counter(player for session in plan for four in session for player in four)
    assert all(games[player] == 8 for player in range(10))
    assert {games[player] for player in range(10, 13)} == {5, 6}
    assert all(len(session) == 3 for session in plan)


def test_too_few_substitutes_do_not_play() -> None:
    request = PlanRequest(10, 3, 1, substitutes=frozenset({9}))
    plan = tuple(sessions_of_a_plan(request))
    assert not any(9 in four for session in plan for four in session)
    assert all(len(session) == 2 for session in plan)


# ---- apart ---------------------------------------------------------------------------------------

CLUBS = [f"club {number % 7}" for number in range(40)]
COUNTRIES = [f"country {number * number % 5}" for number in range(40)]


def met_apart(plan: Plan, apart: Apart) -> Counter[str]:
    return Counter(reason for pair in meetings(plan) for reason in apart.reasons(*pair))


def test_club_mates_are_apart_and_still_nobody_meets_twice() -> None:
    apart = Apart(frozenset({(0, 1), (2, 3)}), {"club": CLUBS, "country": COUNTRIES})
    plan = tuple(sessions_of_a_plan(PlanRequest(40, 5, 0, apart)))
    sound(plan, 40)
    assert most_meetings(plan) == 1
    met, by_lot = met_apart(plan, apart), met_apart(seating_plan(40, 5, 0), apart)
    assert met["apart"] == met["club"] == 0
    assert met["country"] < by_lot["country"]


@each("players, sessions", [(20, 3), (32, 5), (36, 4), (44, 5)])
def test_a_known_plan_keeps_its_quality_with_players_apart(players: int, sessions: int) -> None:
    apart = Apart(frozenset({(0, 1)}), {"club": [str(n % (players // 4)) for n in range(players)]})
    plan = tuple(sessions_of_a_plan(PlanRequest(players, sessions, 0, apart)))
    sound(plan, players)
    assert most_meetings(plan) == 1
    assert met_apart(plan, apart)["apart"] == 0
    assert (
        met_apart(plan, apart)["club"]
        < met_apart(seating_plan(players, sessions, 0), apart)["club"]
    )


def test_pairs_are_apart_as_in_the_best_of_all_sessions() -> None:
    """Two teams of four at two tables: at best two of each team sit together."""
    apart = Apart(labels={"team": ["a"] * 4 + ["b"] * 4})
    (session,) = sessions_of_a_plan(PlanRequest(8, 1, 3, apart))
    tables = [(four, set(range(8)) - set(four)) for four in combinations(range(8), 4)]
    best = min(met_apart((tuple(map(table_of, two)),), apart)["team"] for two in tables)
    assert met_apart((session,), apart)["team"] == best == 4


@pytest.mark.long
@each("players, sessions", [(40, 8), (8, 3), (13, 4), (20, 12)])
def test_named_pairs_never_meet_whatever_the_seed(players: int, sessions: int) -> None:
    teams = [str(n // 4) for n in range(players)]
    apart = Apart(frozenset({(0, 4), (1, 6), (2, 7)}), {"team": teams})
    for seed in range(3 if LONG else 1):
        plan = tuple(sessions_of_a_plan(PlanRequest(players, sessions, seed, apart)))
        sound(plan, players) if players % 4 == 0 else None
        assert apart.broken(plan) == 0


def test_swiss_seats_named_pairs_together_only_if_it_must() -> None:
    apart = Counter({(0, 1): NAMED_APART, (0, 2): NAMED_APART, (1, 2): NAMED_APART})
    assert not apart.keys() & meetings([swiss(range(12), Counter(apart))]).keys()
    tables = swiss(range(8), Counter(apart))
    assert sorted(player for four in tables for player in four) == [*range(8)]


def test_a_country_keeps_players_apart_only_if_there_are_several() -> None:
    players = [Player(n + 1, str(n), country="NED", club="ab"[n % 2]) for n in range(8)]
    assert [*apart_of(players).labels] == ["club"]


def test_names_and_words_keep_players_apart() -> None:
    ana, bo, cy = (Player(1, "Ana", apart=("Bo",)), Player(2, "Bo"), Player(3, "Cy", apart=("x",)))
    di = Player(4, "Di", apart=("X",))
    assert apart_of([ana, bo, cy, di]).pairs == {(0, 1), (2, 3)}


def test_players_are_seated_only_from_their_first_to_their_last_session() -> None:
    players = [*numbered(7), Player(8, "late", first_session=2), Player(9, "gone", last_session=1)]
    request = plan_request(players, 3, 1)
    plan = tuple(sessions_of_a_plan(request))
    assert [len(session) for session in plan] == [2, 2, 2]
    seated = [{player for four in session for player in four} for session in plan]
    assert 8 in seated[0]
    assert 7 not in seated[0]
    assert [7 in session and 8 not in session for session in seated[1:]] == [True, True]


@pytest.mark.skipif(not LONG, reason="takes half a minute")
def test_a_thousand_players_meet_at_most_once() -> None:
    plan = seating_plan(1_000, 10, 1)
    sound(plan, 1_000)
    assert most_meetings(plan) == 1
