"""Results of tournament sessions, and standings, under different rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from each import each
from effort import examples
from hypothesis import given, settings, strategies as st

from riichi.events.files.sheet_file import read_sheet
from riichi_core.game.result import PlayerResult
from riichi_core.messages import Message
from riichi_core.rules.chapters.chombo import AfterUma, AtTable, ToEach
from riichi_core.rules.chapters.tournament import FixedResult, Lateness
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.standings.players import Player
from riichi_core.standings.sessions import Sheet, SheetRow, SheetTable
from riichi_core.standings.standings import (
    Session,
    Standings,
    late_points,
    sessions_at_table,
    standings_of,
)

EMA, WRCR = load("ema-2016").rules, load("wrcr-2015").rules
BOOKS = pytest.mark.parametrize("rules", [EMA, WRCR], ids=["ema", "wrcr"])

SPAN: Any = None
DRAW = (45_000, 30_000, 25_000, 20_000)
NAMES = ("Ana", "Bo", "Cy", "Di")


def changed(rules: Rules, chapter: str = "tournament", **values: Any) -> Rules:
    return rules.model_copy(update={chapter: getattr(rules, chapter).model_copy(update=values)})


def row(
    player: str, points: int = 0, session: str = "1", table: str = "A", **more: Any
) -> SheetRow:
    given: dict[str, Any] = {
        "bets_left": 0, "chombo": 0, "substitute": "none", "late": Fraction(0), "absent": "no",
        "penalty": 0, "reason": "", "disqualified": False,
    } | more  # fmt: skip
    return SheetRow(0, session, table, player, points, **given)


def table(scores: tuple[int, ...] = DRAW, session: str = "1", **ana: Any) -> SheetTable:
    """Return a table with facts about Ana, who has the first score."""
    first, *others = (row(*one, session) for one in zip(NAMES, scores, strict=True))
    return SheetTable(session, "A", (row("Ana", scores[0], session, **ana), *others)) if ana else (
        SheetTable(session, "A", (first, *others)))  # fmt: skip


def sheet(*tables: SheetTable, away: tuple[SheetRow, ...] = ()) -> Sheet:
    sessions = [one.session for one in tables] + [one.session for one in away]
    return Sheet("", tuple(dict.fromkeys(sessions)), tables, away)


def results(rules: Rules, one: SheetTable) -> list[int | Fraction]:
    return [session.result for session in sessions_at_table(one, rules)]


def finals(sessions: Iterable[Session]) -> list[PlayerResult]:
    return [one.final for one in sessions if one.final]


def umas(rules: Rules, one: SheetTable) -> list[int | Fraction]:
    return [each.uma for each in finals(sessions_at_table(one, rules))]


def places(found: Standings) -> dict[str, int | None]:
    return {one.player: one.place for one in found.rows}


# ---- a plain table -------------------------------------------------------------------------------


@BOOKS
def test_a_result_is_the_points_above_the_start_plus_uma(rules: Rules) -> None:
    assert results(rules, table()) == [30_000, 5_000, -10_000, -25_000]


@BOOKS
def test_tied_players_share_the_uma(rules: Rules) -> None:
    """EMA 2016, 3.6.1 and WRCR 2015, 5.9.2: two leaders have 10,000 each."""
    tied = table((40_000, 40_000, 25_000, 15_000))
    assert umas(rules, tied) == [10_000, 10_000, -5_000, -15_000]


def test_ties_can_be_broken_by_seat() -> None:
    rules = changed(EMA, "result", ties="earlier_seat")
    assert umas(rules, table((30_000,) * 4)) == [15_000, 5_000, -5_000, -15_000]


@pytest.mark.parametrize(("rules", "result"), [(EMA, 31_000), (WRCR, 30_000)])
def test_bets_left_go_where_the_rules_say(rules: Rules, result: int) -> None:
    """EMA 2016, 3.6: to the winner; WRCR 2015, 5.9: to nobody."""
    one = table((45_000, 30_000, 25_000, 19_000), bets_left=1)
    assert results(rules, one)[0] == result


# ---- late ----------------------------------------------------------------------------------------


def late(**changes: object) -> Lateness:
    """Return EMA 2016 with changed points for being late."""
    lateness = EMA.tournament.lateness
    assert isinstance(lateness, Lateness)
    return lateness.model_copy(update=changes)


def test_lateness_has_no_effect_if_the_rules_do_not_cover_it() -> None:
    assert late_points(Fraction(30), changed(EMA, lateness="not_regulated")) == 0


@each(
    "counted, minutes, points",
    [
        ("completed", "0", 0), ("completed", "0.9", 0), ("completed", "1", -1_000),
        ("completed", "9.9", -9_000), ("completed", "10", -10_000), ("completed", "10.1", None),
        ("started", "0", 0), ("started", "0.1", -1_000), ("started", "1", -1_000),
        ("started", "1.5", -2_000), ("started", "9.1", -10_000), ("started", "10", -10_000),
        ("started", "11", None),
    ],
)  # fmt: skip
def test_minutes_late_cost_points(counted: str, minutes: str, points: int | None) -> None:
    assert late_points(Fraction(minutes), changed(EMA, lateness=late(counted=counted))) == points


@BOOKS
def test_lateness_changes_the_result_but_not_the_table(rules: Rules) -> None:
    late = table(late=Fraction(4))
    assert results(rules, late) == [26_000, 5_000, -10_000, -25_000]
    assert umas(rules, late) == umas(rules, table())
    (off,) = sessions_at_table(late, rules)[0].deductions
    assert (off.what, off.points, off.reason) == ("late", -4_000, "4 minutes late")


@BOOKS
def test_a_player_who_is_too_late_misses_the_session_without_a_further_deduction(
    rules: Rules,
) -> None:
    """WRCR 2015, 7.2: thirty, not forty; EMA 2016, 5.7, 5.8."""
    (off,) = sessions_at_table(table(late=Fraction(11)), rules)[0].deductions
    assert (off.what, off.points) == ("missed_session", -30_000)
    assert off.reason == "11 minutes late, a substitute played"


@BOOKS
def test_a_substitute_for_a_late_player_played_from_the_start(rules: Rules) -> None:
    """This holds whatever moment the file states: EMA 2016, 5.8."""
    late = table(late=Fraction(11), substitute="mid_session")
    assert umas(rules, late) == [15_000, 5_000, -5_000, -15_000]


# ---- substitutes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "entered"), [(EMA, -30_000), (WRCR, 30_000)])
def test_a_substitute_from_the_start_is_last_at_the_table(rules: Rules, entered: int) -> None:
    """EMA 2016, 5.8: the winner leaves the others 5,000, -5,000 and -15,000."""
    ana, *others = sessions_at_table(table(substitute="from_start"), rules)
    assert (ana.result, ana.entered, ana.own) == (-30_000, entered, 0)
    assert [one.uma for one in finals(others)] == [5_000, -5_000, -15_000]


@pytest.mark.parametrize(
    ("rules", "own", "others", "entered"),
    [
        (EMA, -15_000, [15_000, 5_000, -5_000], -30_000),
        (WRCR, 15_000, [5_000, -5_000, -15_000], 30_000),
    ],
)
def test_a_substitute_in_mid_session_is_last_or_scored_normally(
    rules: Rules, own: int, others: list[int], entered: int
) -> None:
    """EMA 2016, 5.8: last for the uma, whatever the score; WRCR 2015, 7.2: scored normally."""
    one = table(substitute="mid_session")
    assert umas(rules, one) == [own, *others]
    ana = sessions_at_table(one, rules)[0]
    assert (ana.result, ana.entered) == (-30_000, entered)
    assert ana.final is not None
    assert ana.final.score == 45_000


def test_leftover_bets_stay_with_the_winner_despite_a_substitute() -> None:
    one = table((44_000, 30_000, 25_000, 20_000), substitute="mid_session", bets_left=1)
    assert [each.bets for each in finals(sessions_at_table(one, EMA))] == [1_000, 0, 0, 0]


# ---- penalties, absence, disqualification --------------------------------------------------------


@BOOKS
def test_a_penalty_does_not_change_the_score_of_the_table(rules: Rules) -> None:
    """EMA 2016, 5.5; WRCR 2015, 7.1: after uma, without a gain for the others."""
    one = table(penalty=20_000, reason="chombo")
    assert results(rules, one) == [10_000, 5_000, -10_000, -25_000]
    (off,) = sessions_at_table(one, rules)[0].deductions
    assert (off.what, off.points, off.reason) == ("penalty", -20_000, "chombo")


def test_a_reason_is_that_of_the_chombo_rather_than_of_the_lateness() -> None:
    rules = load("ema-2025").rules
    late, chombo = sessions_at_table(table(late=Fraction(7), chombo=1, reason="ron"), rules)[
        0].deductions  # fmt: skip
    assert (late.reason, chombo.reason) == ("7 minutes late", "once: ron")


@pytest.mark.parametrize(
    ("price", "expected"),
    [
        (AfterUma(after_uma=20_000), [10_000, 5_000, -10_000, -25_000]),
        (AtTable(at_table=20_000), [-5_000, 15_000, -5_000, -25_000]),
        (ToEach(to_each=3_000), [30_000, 5_000, -10_000, -25_000]),
        ("reverse_mangan", [30_000, 5_000, -10_000, -25_000]),
        ("none", [30_000, 5_000, -10_000, -25_000]),
    ],
)
def test_a_chombo_has_the_penalty_of_the_ruleset(price: object, expected: list[int]) -> None:
    """With 25,000 after a chombo at the table, Ana shares the second place with Cy."""
    assert results(changed(EMA, "chombo", tournament=price), table(chombo=1)) == expected


@BOOKS
def test_a_player_without_a_table_misses_the_session(rules: Rules) -> None:
    away = row("Ana", session="2", table="", absent="missed", reason="train")
    ana = next(
        r for r in standings_of(sheet(table(), away=(away,)), rules).rows if r.player == "Ana"
    )
    assert (ana.own, ana.deducted, ana.total) == (30_000, -30_000, 0)
    assert ana.sessions[1].deductions[0].reason == "absent: train"


@pytest.mark.parametrize(("rules", "place"), [(EMA, None), (WRCR, 4)])
def test_an_excused_player_may_be_removed(rules: Rules, place: int | None) -> None:
    found = standings_of(sheet(table(substitute="from_start", absent="excused")), rules)
    assert places(found) == {"Bo": 1, "Cy": 2, "Di": 3, "Ana": place}


@pytest.mark.parametrize(("rules", "noted"), [(EMA, False), (WRCR, True)])
def test_missing_a_session_on_purpose_is_noted(rules: Rules, noted: bool) -> None:
    found = standings_of(sheet(table(substitute="from_start", absent="deliberate")), rules)
    assert bool(found.rows[-1].notes) is noted


@pytest.mark.parametrize(("rules", "place"), [(EMA, 4), (WRCR, None)])
def test_a_disqualified_player_is_last_or_nowhere(rules: Rules, place: int | None) -> None:
    """EMA 2016, 5.8; WRCR 2015, 7.1."""
    found = standings_of(sheet(table(disqualified=True, reason="cheating")), rules)
    assert places(found) == {"Bo": 1, "Cy": 2, "Di": 3, "Ana": place}
    assert found.rows[-1].notes[1:] == ("cheating",)


def test_players_with_equal_totals_share_a_place() -> None:
    found = standings_of(sheet(table((40_000, 30_000, 30_000, 20_000))), EMA)
    assert places(found) == {"Ana": 1, "Bo": 2, "Cy": 2, "Di": 4}


# ---- every option --------------------------------------------------------------------------------

SUBSTITUTES = sheet(table(substitute="from_start"), table(session="2", substitute="mid_session"))
LATE = sheet(table(late=Fraction("3.5")))


@pytest.mark.parametrize(
    ("option", "one", "other", "given"),
    [
        ("lateness", EMA.tournament.lateness,
         late(counted="started"), LATE),
        ("lateness", EMA.tournament.lateness,
         late(per_minute=500), LATE),
        ("lateness", EMA.tournament.lateness,
         late(minutes=3), LATE),
        ("missed_session", -30_000, -45_000, SUBSTITUTES),
        ("excused_absence", "name_may_be_removed", "not_regulated",
         sheet(table(substitute="from_start", absent="excused"))),
        ("deliberate_absence", "disqualification_possible", "not_regulated",
         sheet(table(substitute="from_start", absent="deliberate"))),
        ("substitute_result", FixedResult(fixed=-30_000), "real_score_unranked", SUBSTITUTES),
        ("substitute_place", "real", "last", SUBSTITUTES),
        ("substitute_place_mid_session", "real", "last", SUBSTITUTES),
        ("disqualified", "ranked_last", "not_ranked", sheet(table(disqualified=True))),
    ],
)  # fmt: skip
@BOOKS
def test_each_value_of_an_option_has_a_different_outcome(
    rules: Rules, option: str, one: Any, other: Any, given: Sheet
) -> None:
    first, second = (standings_of(given, changed(rules, **{option: v})) for v in (one, other))
    assert first != second
    assert standings_of(given, changed(rules, **{option: one})) == first


# ---- whatever happens ----------------------------------------------------------------------------

SCORES = st.tuples(*[st.integers(-300, 900)] * 3).map(
    lambda three: (*(100 * one for one in three), 120_000 - 100 * sum(three))
)
PARTS = st.sampled_from(["none", "from_start", "mid_session"])
RULES = st.builds(
    lambda base, start, mid, ties, rounding: changed(
        changed(base, substitute_place=start, substitute_place_mid_session=mid),
        "result", ties=ties, rounding=rounding),
    st.sampled_from([EMA, WRCR]),
    st.sampled_from(["real", "last"]),
    st.sampled_from(["real", "last"]),
    st.sampled_from(["shared", "earlier_seat"]),
    st.sampled_from(["none", "down"]),
)  # fmt: skip


@given(SCORES, st.tuples(PARTS, PARTS, PARTS, PARTS), RULES)
@settings(max_examples=examples(200))
def test_the_uma_of_a_table_sums_to_zero(
    scores: tuple[int, ...], parts: tuple[str, ...], rules: Rules
) -> None:
    rows = zip(NAMES, scores, parts, strict=True)
    one = SheetTable("1", "A", tuple(row(n, s, substitute=who) for n, s, who in rows))
    played = sessions_at_table(one, rules)
    assert sum(final.uma for final in finals(played)) == 0
    assert sum(final.result for final in finals(played)) == 0
    assert [final.score for final in finals(played)] == list(scores)
    assert all(each.result == -30_000 for each in played if each.played_by != "player")


@given(st.lists(SCORES, min_size=1, max_size=5), RULES, st.sets(st.sampled_from(NAMES)))
@settings(max_examples=examples(100))
def test_places_are_consistent(games: list[tuple[int, ...]], rules: Rules, out: set[str]) -> None:
    tables = [
        SheetTable(str(n), "A", tuple(
            row(name, score, str(n), disqualified=name in out and n == 0)
            for name, score in zip(NAMES, scores, strict=True)))
        for n, scores in enumerate(games)
    ]  # fmt: skip
    found = standings_of(sheet(*tables), rules)
    assert {one.player for one in found.rows} == set(NAMES)
    ranked = [one for one in found.rows if one.status == "ranked"]
    for one in ranked:
        assert one.place == 1 + sum(other.total > one.total for other in ranked)
        assert one.total == sum(each.result for each in one.sessions)
    last = [one for one in found.rows if one.place is not None and one.status != "ranked"]
    assert all((one.place or 0) > len(ranked) for one in last)


def test_rows_of_a_file_know_their_position(tmp_path: Path) -> None:
    """The rows in these tests are made by hand; those of a file know their line."""
    path = tmp_path / "one.csv"
    rows = "\n".join(f"1,A,{n},{p}" for n, p in zip(NAMES, DRAW, strict=True))
    path.write_text(f"session,table,player,points\n{rows}\n", encoding="utf-8")
    read, problems = read_sheet(path)
    assert problems == []
    rows_ = read.tables[0].rows
    assert [read.problem(one, "points", "x", Message("")).span.line for one in rows_] == [
        2,
        3,
        4,
        5,
    ]
    assert results(EMA, read.tables[0]) == results(EMA, table())


# ---- teams ---------------------------------------------------------------------------------------


def test_a_team_has_the_totals_of_its_players() -> None:
    about = tuple(Player(n, name, team="NS"[n % 2]) for n, name in enumerate(NAMES))
    played = sheet(table())
    total = {one.player: one.total for one in standings_of(played, EMA).rows}
    north, south = standings_of(replace(played, players=about), EMA).teams
    assert north == (1, "N", ("Ana", "Cy"), total["Ana"] + total["Cy"])
    assert south == (2, "S", ("Bo", "Di"), total["Bo"] + total["Di"])
    assert standings_of(played, EMA).teams == ()
    (_, alone) = standings_of(replace(played, players=about[:3]), EMA).teams
    assert alone.players == ("Bo",)


def test_teams_with_the_same_total_share_a_place() -> None:
    about = tuple(Player(n, name, team=name) for n, name in enumerate(NAMES))
    level = sheet(table((30_000, 30_000, 30_000, 30_000)))
    assert [one.place for one in standings_of(replace(level, players=about), EMA).teams] == [1] * 4
