"""How much of the rules the scenarios show."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from shown import SCENARIOS, ruleset

from riichi_core.rules.clauses import clauses
from riichi_core.rules.rules import options
from riichi_core.scenarios import Scenario, tells_apart
from riichi_core.scenarios.expectation import ERRORS
from riichi_core.scenarios.rulesets import value

ROOT = Path(__file__).resolve().parents[2]

TOPICS = ("yaku", "fu", "dora", "score", "points")

NOT_IN_A_WIN = {
    "dora-indicator-place": "where on the wall the first indicator is turned: a matter of the deal",
    "dora-kan-timing": "when the indicator of a kong is turned: a matter of the turn",
    "dora-chankan-no-indicator": "whether a robbed kong turns an indicator: a matter of the turn",
    "dora-chankan-turn-back": "an indicator turned too early: a matter of the turn",
    "yaku-ippatsu-riichi-no-break": "a win only says that it was ippatsu, not what broke it",
    "yaku-yakuman-count": "how many yakuman there are in a book: the list itself",
    "yaku-count-ordinary": "how many other yaku there are in a book: the list itself",
    "score-all-responsible": "who answers for a right score: at the table only",
    "score-correction-window": "until when a payment is corrected: at the table only",
    "score-sticks-visible": "that sticks are laid down openly: at the table only",
    "score-count-on-request": "when points have to be told: at the table only",
    "score-recording-free": "how scores are kept: a matter for the organizers",
    "score-negative-borrow": "who lends sticks to a player below zero: at the table only",
}
"""Clauses of these topics that no record of a win can show, and why."""

CHAPTERS = ("winning", "fu", "limits", "yaku", "dora", "tiles")

Pair = tuple[Scenario, str, str]


@cache
def witnesses(path: str) -> tuple[Pair, ...]:
    """The scenarios that claim to tell an option apart and do, each with two rulesets."""
    return tuple(
        (scenario, *pair)
        for scenario in SCENARIOS
        if path in scenario.options
        for pair in tells_apart(scenario, path)
    )


def alone(pair: Pair, path: str) -> bool:
    """Whether two rulesets differ in nothing but this option."""
    scenario, *names = pair
    one, other = (ruleset(scenario, name) for name in names)
    return [p for p in options() if value(one, p) != value(other, p)] == [path] and (
        one.rules.yaku.local == other.rules.yaku.local
    )


PLAYED = [
    path
    for path, option in options().items()
    if path.split(".")[0] in CHAPTERS and option.effect == "play"
] + ["dealer.counter_value"]
"""The options that decide what a win is worth."""


def test_every_clause_about_a_win_has_a_scenario() -> None:
    shown = {clause for scenario in SCENARIOS for clause in scenario.clauses}
    of_topics = {clause.id for clause in clauses().values() if clause.topic in TOPICS}
    assert of_topics - shown == set(NOT_IN_A_WIN)


KINDS = ("payment", "game-end", "tournament")
GAME_TOPICS = ("counters", "rotation", "round", "end", "uma", "penalty", "late", "substitute",
               "session", "seating")  # fmt: skip

AT_THE_TABLE_ONLY = {
    "counters-place": "where counters lie",
    "foul-phone-exception": "what is arranged beforehand",
    "foul-phone-silent": "how telephones are set",
    "penalty-disqualified-substitute": "that somebody takes over; what that counts for is shown",
    "penalty-scale": "a list of grades; each is shown by its fouls",
    "round-next-hand": "that tiles are mixed",
    "score-recording-free": "how scores are kept",
    "seating-lot-meaning": "how seats are drawn",
    "seating-lots": "how seats are drawn",
    "seating-schedule": "who may make a plan",
    "session-clean-tiles": "how tiles are kept",
    "session-clock-visible": "what is hung on the wall",
    "session-hand-start": "when a deal begins; a record says whether one was in play",
    "session-length": "what the clock is set to",
    "session-score-sheet": "what is signed",
    "session-signal": "when the bell is rung",
    "session-start": "what is built before the start",
}
"""Clauses of these kinds and topics that no record of a deal, game or tournament can show."""


def test_every_clause_about_payments_games_and_tournaments_has_a_scenario() -> None:
    shown = {clause for scenario in SCENARIOS for clause in scenario.clauses}
    wanted = {
        clause.id
        for clause in clauses().values()
        if clause.kind in KINDS or clause.topic in GAME_TOPICS
    }
    assert wanted - shown == set(AT_THE_TABLE_ONLY)


IN_PLAY = {
    *(f"claims.{name}" for name in ("meld_precedence", "meld_window", "win_window", "take_within")),
    *("claims.forbidden_swaps", "kongs.concealed_robbed_by", "furiten.temporary_ends"),
    *("riichi.tiles_left", "riichi.when_furiten", "riichi.kong_after", "furiten.passed_tile"),
    *("draws.tenpai", "draws.waiting_on_own_four", "draws.tenpai_hands"),
    *("dead_hand.bars", "dead_hand.discards"),
    *("tournament.minutes", "tournament.signal_before_end"),
}
"""Options that decide what may be done in a deal, or when: no record shows what was not done."""

AFTER_A_HAND = [
    path
    for path, option in options().items()
    if option.effect == "play" and path not in {*PLAYED, *IN_PLAY}
]


@pytest.mark.parametrize("path", AFTER_A_HAND)
def test_every_option_of_payments_games_and_tournaments_is_told_apart(path: str) -> None:
    assert any(alone(pair, path) for pair in witnesses(path))


def test_what_only_play_can_show_is_not_shown_yet() -> None:
    assert [path for path in IN_PLAY if witnesses(path)] == []


CLAIMS = [(scenario, path) for scenario in SCENARIOS for path in scenario.options]


@pytest.mark.parametrize(("scenario", "path"), CLAIMS, ids=[f"{s.id}-{path}" for s, path in CLAIMS])
def test_a_scenario_tells_apart_what_it_says_it_does(scenario: Scenario, path: str) -> None:
    assert any(pair[0] is scenario for pair in witnesses(path))


@pytest.mark.parametrize("path", PLAYED)
def test_every_option_of_a_win_is_told_apart_by_a_scenario(path: str) -> None:
    assert witnesses(path)
    assert any(alone(pair, path) for pair in witnesses(path))


def test_an_option_that_makes_no_difference_is_not_told_apart() -> None:
    """A check of the checker."""
    scenario = next(s for s in SCENARIOS if s.options == ("limits.raised_to_mangan",))
    assert list(tells_apart(scenario, "limits.raised_to_mangan"))
    assert list(tells_apart(scenario, "limits.several_yakuman")) == []


CODE_AT = {"WinError": 0, "HandError": 0, "DealError": 0, "Fault": 2}
"""Where among its arguments each kind of refusal has its code."""


def refusals(files: str) -> Iterator[str]:
    """The codes with which the code refuses what is given."""
    for path in sorted((ROOT / "riichi_core").glob(files)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                at = CODE_AT.get(node.func.id, len(node.args))
                code = node.args[at] if at < len(node.args) else None
                if isinstance(code, ast.Constant):
                    yield str(code.value)


def test_every_code_of_an_error_can_be_expected() -> None:
    files = ("hands/*.py", "scoring/record.py", "scoring/fields.py", "settlement/*.py",
             "game/*.py", "scenarios/*.py")  # fmt: skip
    codes = {"red_five", *(code for each in files for code in refusals(each))}
    assert codes - set(ERRORS) == {"not_an_object", "unknown_field"}, "a file cannot have these"
    assert set(ERRORS) <= codes
