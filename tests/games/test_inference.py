"""Rules inferred from games of bots, whose rules are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from operator import add
from pathlib import Path

import pytest
from bot_games import game_of, games_of
from each import each
from effort import LONG, SOAK, first, long_if
from paper import lines, smallest, typeset, typst

from riichi.fitting.numbers import GameResult, is_solved, result_fits
from riichi.fitting.space import OptionSpace, shipped_rulesets, value_text
from riichi.games.infer.grading import Grade, graded_values
from riichi.games.infer.groups import GroupSearch, groups_of
from riichi.games.infer.inferred import CERTAIN, Inferred, infer
from riichi.games.infer.oracle import Oracle, Recording, recordings_of
from riichi.games.infer.page import (
    graded_document,
    house_rules_text,
    inference_document,
    inference_json,
)
from riichi.games.infer.readoff import Named, groups_by_statement, without_doubles
from riichi.games.replay.recorded_game import RecordedGame
from riichi.games.replay.replay import DealInGame, Replayed, replay_deal
from riichi.locale import Locale
from riichi.writers.model import Document, Heading
from riichi.writers.terminal import terminal
from riichi_core.game.result import final_results
from riichi_core.rules import library
from riichi_core.rules.checks import ERRORS, conflicts
from riichi_core.rules.load import load, read as read_ruleset
from riichi_core.rules.rules import Rules, chapters
from riichi_core.rules.ruleset import Ruleset
from riichi_core.seeded import SeededRandom

FEW = ("ema-2025", "tenhou", "m-league", "wrc-2025")
SHELF = [load(name) for name in FEW]
PART_OF_SHELF = SHELF if LONG else SHELF[:2]

OFF_SHELF = ["tuesday-club", *sorted({*library.shipped()} - {"tuesday-club"})]
"""The rulesets to be found without their own file; the first one also in a quick run."""

OTHER = load("jpml-a")
"""The rules of a game that is among games under other rules."""

GAMES = 3 if LONG else 2
"""The number of games under each ruleset."""


def games_under(name: str, number: int = GAMES) -> tuple[Named, ...]:
    return tuple((f"game-{game}", game_under(name, game)) for game in range(number))


@cache
def game_under(name: str, number: int) -> RecordedGame:
    return game_of(load(name), 3000 + number)


def deals_under(name: str) -> list[Recording]:
    return [deal for source, game in games_under(name) for deal in recordings_of(source, game)]


@cache
def inferred_under(name: str) -> Inferred:
    return infer(games_under(name), rulesets=SHELF)


def spoiled(game: RecordedGame) -> RecordedGame:
    """Return a game with wrong scores before its last deal."""
    *deals, last = game.deals
    one, two, *others = last.standing.scores
    wrong = replace(last.standing, scores=(one + 100, two - 100, *others))
    return replace(game, deals=(*deals, replace(last, standing=wrong)))


def assert_not_excluded(truth: Rules, inferred: Inferred) -> None:
    """Compare the findings with the rules that the games were played by."""
    for finding in inferred.findings:
        assert value_text(truth, finding.path) not in finding.against, finding.path
        if finding.status in CERTAIN:
            assert finding.value == value_text(truth, finding.path), finding.path


# ---- the truth is never excluded -----------------------------------------------------------------


@pytest.mark.long
@each("name", FEW)
def test_games_fit_the_rules_that_they_were_played_by(name: str) -> None:
    rules = load(name).rules
    oracle = Oracle(rules)
    assert not [deal.index for deal in deals_under(name) if oracle.objections(deal, rules)]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=long_if(name != "tenhou")) for name in FEW]
)
def test_the_true_rules_are_not_excluded(name: str) -> None:
    assert_not_excluded(load(name).rules, inferred_under(name))


@pytest.mark.long
@pytest.mark.parametrize("name", first(OFF_SHELF, 1, 2))
def test_the_true_rules_are_not_excluded_for_any_ruleset_off_the_shelf(name: str) -> None:
    """With a bad record, a copy and a game under other rules among the games."""
    ruleset = load(name)
    games = games_of(ruleset, 20 if SOAK else 5)
    source, game = games[0]
    mixed = [
        (source, spoiled(game)),
        *games[1:],
        ("copy", games[1][1]),
        ("other", game_of(OTHER, 1)),
    ]
    others = [other for other in (shipped_rulesets() if SOAK else SHELF) if other.id != name]
    assert_not_excluded(ruleset.rules, infer(mixed, rulesets=others))


def random_house(seed: int) -> Ruleset:
    """Return a ruleset with the values of other rulesets for a dozen options."""
    chance = SeededRandom(seed)
    base = SHELF[chance.below(len(SHELF))]
    rules, changed = base.rules, 0
    for path in chance.shuffled(OptionSpace(SHELF).paths):
        other = SHELF[chance.below(len(SHELF))].rules
        if value_text(other, path) == value_text(rules, path):
            continue
        new = rules.with_value_of(path, other)
        values = {name: getattr(new, name) for name in chapters()}
        if not any(conflict.code in ERRORS for conflict in conflicts(values)):
            rules, changed = new, changed + 1
        if changed == 12:
            break
    return replace(base, rules=rules)


@pytest.mark.long
@pytest.mark.parametrize("seed", first(range(30), 1, 2))
def test_the_true_rules_are_not_excluded_for_random_house_rules(seed: int) -> None:
    house = random_house(seed)
    games = games_of(house, 30 if SOAK else 4)
    assert_not_excluded(house.rules, infer(games, rulesets=SHELF))


@pytest.mark.long
def test_a_value_is_not_certain_while_hands_that_fit_no_rules_depend_on_it() -> None:
    """A counter is worth 1,000 here, but not for East; no ruleset has this value."""
    values = {"dealer.counter_value": 1000, "dealer.counters_paid_to": "non_dealers"}
    house = load("tenhou").replace(values, id="house")
    inferred = infer(games_of(house, 5), rulesets=[*SHELF, load("mu")])
    assert len({deal.source for deal in inferred.unexplained}) > 2
    found = {finding.path: finding for finding in inferred.findings}
    assert found["dealer.counter_value"].status == "partly"
    assert_not_excluded(house.rules, inferred)
    text = "\n".join(terminal(inference_document(inferred, Locale())))
    assert "another value may fit" in text


# ---- evidence ------------------------------------------------------------------------------------


def test_values_that_records_state_are_certain() -> None:
    found = {finding.path: finding for finding in inferred_under("tenhou").findings}
    assert found["tiles.red_fives"].status == "stated"
    assert found["setup.starting_points"].value == "25000"


def test_a_single_game_makes_nothing_certain() -> None:
    inferred = infer(games_under("tenhou", 1), rulesets=PART_OF_SHELF)
    assert not inferred.with_status(*CERTAIN)
    assert inferred.with_status("once")


def test_one_bad_record_changes_and_excludes_nothing() -> None:
    (name, game), *others = games_under("ema-2025")
    found = infer([(name, spoiled(game)), *others], rulesets=PART_OF_SHELF)
    assert {deal.source for deal in found.unexplained} == {name}
    assert not found.changes
    assert_not_excluded(load("ema-2025").rules, found)


def test_options_that_no_record_shows_are_never_changed_or_certain() -> None:
    found = {finding.path: finding for finding in inferred_under("tenhou").findings}
    assert found["claims.win_window"].status == "unrecorded"
    assert "claims.win_window" not in {change.path for change in OptionSpace(SHELF).changes(
        load("tenhou").rules)}  # fmt: skip


def test_games_with_wareme_fit_although_no_record_has_the_dice() -> None:
    house = load("ema-2025").replace({"setup.wareme": "double"}, id="house")
    games = games_of(house, 4 if LONG else 2)
    deals = [deal for source, game in games for deal in recordings_of(source, game)]
    oracle = Oracle(house.rules)
    assert not any(oracle.objections(deal, house.rules) for deal in deals)
    assert not any(oracle.objections(deal, house.rules) for deal in deals)  # settled again
    without = load("ema-2025").rules
    assert len({deal.source for deal in deals if oracle.objections(deal, without)}) == len(games)


@pytest.mark.long
def test_results_with_chips_exclude_nothing() -> None:
    games = games_of(load("ema-2025"), 6)
    with_chips = [
        (name, replace(game, results=tuple(map(add, game.results or (), chips))))
        for (name, game), chips in zip(games, CHIPS, strict=True)
    ]
    found = infer(with_chips, rulesets=SHELF[:2])
    assert found.odd_results
    assert not found.unexplained
    assert not any(finding.against for finding in found.findings if finding.path == "result.uma")
    assert_not_excluded(load("ema-2025").rules, found)


CHIPS = [
    (0, 0, 0, 0), (0, 0, 0, 0), (6_000, -2_000, -2_000, -2_000), (2_000, 0, -2_000, 0),
    (-4_000, 8_000, 0, -4_000), (-2_000, -2_000, 0, 4_000),
]  # fmt: skip
"""The points for chips in the results of six games."""


def test_nothing_is_certain_by_play_when_the_time_is_up() -> None:
    inferred = infer(games_under("tenhou"), rulesets=PART_OF_SHELF, seconds=0)
    assert not inferred.complete
    assert not inferred.with_status("shown")


@pytest.mark.long
def test_several_processes_find_the_same_evidence() -> None:
    alone = inferred_under("tenhou")
    together = infer(games_under("tenhou"), rulesets=SHELF, processes=2)
    statuses = [[(finding.path, finding.value, finding.status) for finding in one.findings]
                for one in (alone, together)]  # fmt: skip
    assert statuses[0] == statuses[1]


# ---- deals and rules -----------------------------------------------------------------------------


def test_a_deal_settled_again_has_the_objections_of_a_replay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, other = load("ema-2025").rules, load("tenhou").rules
    changed = rules.with_value_of("limits.raised_to_mangan", other)
    deals, warm = deals_under("ema-2025"), Oracle(rules)
    expected = []
    for deal in deals:
        warm.objections(deal, rules)
        expected.append(Oracle(other).objections(deal, changed))
    replayed: list[DealInGame] = []

    def noted(deal: DealInGame, rules: Rules, *, by_points: bool) -> Replayed:
        replayed.append(deal)
        return replay_deal(deal, rules, by_points=by_points)

    monkeypatch.setattr("riichi.games.infer.oracle.replay_deal", noted)
    assert [warm.objections(deal, changed) for deal in deals] == expected
    assert len(replayed) < len(deals)


def test_the_group_search_finds_the_changes_that_single_replays_find() -> None:
    rules = load("ema-2025").rules
    space, oracle = OptionSpace(SHELF), Oracle(rules)
    changes = list(space.changes(rules))
    search = GroupSearch(oracle, space)
    for deal in deals_under("ema-2025")[: 8 if LONG else 4]:
        found = {*search.changed_objections(deal, rules, groups_of(changes), ())}
        singly = {
            change for change in changes
            if oracle.objections(deal, space.changed(rules, [change]))
        }  # fmt: skip
        assert found <= singly
        assert len(singly - found) <= 1


def test_a_copy_of_a_game_counts_once() -> None:
    games = games_under("tenhou", 2)
    single, doubles = without_doubles([*games, ("copy", games[0][1])])
    assert len(single) == 2
    assert len(doubles) == 1


def test_games_that_state_other_red_fives_are_a_separate_group() -> None:
    mixed = [*games_under("tenhou", 2), *games_under("ema-2025", 1)]
    assert [len(games) for _, games in groups_by_statement(mixed)] == [2, 1]


@pytest.mark.long
def test_the_rules_of_a_group_with_enough_games_are_inferred_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("riichi.games.infer.inferred.GROUP_GAMES", 2)
    found = infer([*games_under("tenhou"), *games_under("ema-2025", 2)], rulesets=SHELF)
    (group,) = found.other_rules
    assert group.inferred is not None
    assert (found.base.id, found.games, group.inferred.games) == ("tenhou", 3, 2)
    assert_not_excluded(load("ema-2025").rules, group.inferred)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=long_if(name != "tenhou")) for name in FEW]
)
def test_a_tie_goes_to_the_value_that_forbids_more(name: str) -> None:
    inferred = inferred_under(name)
    for change, chance in inferred.chances.items():
        assert chance.more_allowed or chance.less_allowed < 2, change


# ---- a graded ruleset ----------------------------------------------------------------------------


def grades(inferred: Inferred) -> dict[str, Grade]:
    return {one.path: one.grade for one in graded_values(inferred)}


@cache
def graded_under(name: str, ruleset: str) -> Inferred:
    return infer(games_under(name), rulesets=PART_OF_SHELF, graded=load(ruleset))


def test_games_contradict_no_value_of_the_ruleset_that_they_were_played_by() -> None:
    found = graded_under("tenhou", "tenhou")
    assert found.base.id == "tenhou"
    assert {*grades(found).values()} == {"confirmed", "not_seen"}
    assert grades(found)["tiles.red_fives"] == "confirmed"
    assert any(one.grade == "confirmed" and one.games >= 2 and one.evidence
               for one in graded_values(found))  # fmt: skip
    assert grades(found)["claims.win_window"] == "not_seen"


def test_games_contradict_values_of_another_ruleset() -> None:
    found = graded_under("tenhou", "ema-2025")
    assert found.base.id == "ema-2025"
    truth = load("tenhou").rules
    wrong = [one for one in graded_values(found) if one.grade == "contradicted"]
    assert {"tiles.red_fives", "setup.starting_points"} <= {one.path for one in wrong}
    for one in wrong:
        assert one.value != value_text(truth, one.path), one.path
        assert one.games >= 2


def test_a_contradicted_ruleset_explains_hands_only_with_the_values_in_the_games() -> None:
    wrong = "\n".join(terminal(graded_document(graded_under("tenhou", "ema-2025"), Locale())))
    assert "With the values in the games, this ruleset explains " in wrong
    right = "\n".join(terminal(graded_document(graded_under("tenhou", "tenhou"), Locale())))
    assert "These rules explain " in right


# ---- results -------------------------------------------------------------------------------------

SCORES = [
    (42_300, 28_100, 19_400, 10_200), (31_000, 30_500, 22_600, 15_900),
    (25_500, 24_500, 26_700, 23_300), (55_100, 21_300, 18_400, 5_200),
]  # fmt: skip


def results_under(rules: Rules, scores: Sequence[tuple[int, ...]]) -> list[GameResult]:
    return [
        GameResult(
            f"g{number}",
            row,
            tuple(final.result for final in final_results(row, 0, (0, 0, 0, 0), rules)),
        )
        for number, row in enumerate(scores)
    ]


def test_the_uma_of_a_house_is_solved_from_results() -> None:
    rules = load("m-league").rules.changed({"result.uma": [20_000, 5_000, -5_000, -20_000]})
    fits = result_fits(results_under(rules, SCORES), rules, shipped_rulesets())
    assert fits[0].values["result.uma"] == [20_000, 5_000, -5_000, -20_000]
    assert not fits[0].shipped


FLOATING = {
    "at_least": 30_000,
    "one": [12_000, -1_000, -3_000, -8_000],
    "two": [9_000, 4_000, -4_000, -9_000],
    "three": [8_000, 3_000, 1_000, -12_000],
    "none_or_all": [0, 0, 0, 0],
}


@pytest.mark.parametrize("some_are_fined", [False, True])
def test_a_floating_uma_of_no_ruleset_must_explain_most_games(some_are_fined: bool) -> None:
    rules = load("m-league").rules.changed({"result.uma": FLOATING})
    chance, number = SeededRandom(1), 20 if LONG else 12
    scores: list[tuple[int, ...]] = []
    while len(scores) < number:
        three = tuple(100 * (150 + chance.below(180)) for _ in range(3))
        if len({*three, 100_000 - sum(three)}) == 4:
            scores.append((*three, 100_000 - sum(three)))
    games = results_under(rules, scores)
    fined = range(0, number, 3) if some_are_fined else ()
    for place in fined:
        fines = (1_000 + 100 * place, 0, 0, -1_000 - 100 * place)
        games[place] = games[place]._replace(results=tuple(map(add, games[place].results, fines)))
    fits = result_fits(games, rules.changed({"result.uma": [0, 0, 0, 0]}), shipped_rulesets())
    assert isinstance(fits[0].values["result.uma"], dict)
    assert len(fits[0].explained) == number - len(fined)
    assert is_solved(fits, 2) is not some_are_fined


# ---- output --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", first(FEW, 1))
def test_the_house_rules_are_valid_and_explain_every_deal(name: str, tmp_path: Path) -> None:
    inferred = infer(games_under(name), rulesets=[one for one in SHELF if one.id != name])
    file = tmp_path / "our-club.yaml"
    file.write_text(house_rules_text(inferred, "our-club"), encoding="utf-8")
    ruleset, problems = read_ruleset(file)
    assert ruleset is not None, problems
    oracle = Oracle(ruleset.rules)
    contradicting = [deal for deal in deals_under(name) if oracle.objections(deal, ruleset.rules)]
    assert len(contradicting) == len(inferred.unexplained)
    for finding in inferred.different:
        assert ruleset.provenance[finding.path].kind == "observed"
        assert ruleset.provenance[finding.path].text.startswith(f"{GAMES} games; ")


def test_the_text_names_the_nearest_ruleset_and_fits_the_screen() -> None:
    document = inference_document(inferred_under("tenhou"), Locale(), most=6)
    lines = list(terminal(document))
    assert any("tenhou" in line for line in lines)
    assert len(lines) < 110


@typst
def test_a_pdf_has_legible_tables_and_a_line_for_each_heading() -> None:
    found = inferred_under("tenhou")
    for document in (inference_document(found, Locale()),
                     graded_document(graded_under("tenhou", "ema-2025"), Locale())):  # fmt: skip
        assert smallest(typeset(document).data) >= 8
    heads = Document("Title", "en", "report", (Heading(("First",)), Heading(("Second",), level=3)))
    assert [line.text for line in lines(typeset(heads).data)[0]] == ["Title", "First", "Second"]


def test_json_has_the_evidence_of_each_excluded_value() -> None:
    data = inference_json(inferred_under("tenhou"))
    found = [option for option in data["options"].values() if option["excluded"]]
    assert found
    assert all(len(other["deals"]) == 2 for option in found for other in option["excluded"])
