"""Every difference between two shipped rulesets is shown by an example, in words on each side."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise

import pytest
from each import each
from effort import HELD, SHAPES, long_if
from shipped_scenarios import read, scenarios

from riichi_app.content.examples import Example, example, examples_in_words
from riichi_core.comparison.comparison import compare
from riichi_core.comparison.examples import (
    ContrastingScenario,
    KnownResults,
    changed_scenarios,
    contrasting_scenarios,
    simplest_scenario,
    with_option_of,
)
from riichi_core.rules.load import load
from riichi_core.scenarios import scenario
from riichi_core.scenarios.outcome import result
from riichi_core.scenarios.scenario import shipped_scenarios

RULESETS = {name: load(name) for name in HELD}
IN_A_ROW = [*pairwise(RULESETS)]
"""Each ruleset with the next: the pairs of a long run."""

KNOWN = KnownResults()
"""Of all pairs, each of whose rulesets is in several."""

PAIRS = [
    pytest.param(
        *pair,
        marks=[
            pytest.mark.xdist_group("-".join(pair)),
            *long_if(pair not in combinations(SHAPES, 2)),
            *([] if {*pair} <= {*SHAPES} or pair in IN_A_ROW else [pytest.mark.soak]),
        ],
    )
    for pair in combinations(RULESETS, 2)
]
"""Both tests of a pair are for the same process, which then finds its examples once."""


@cache
def cases(one: str, other: str) -> Mapping[str, ContrastingScenario]:
    """Return the examples of the options in which two rulesets differ."""
    sides = [RULESETS[one], RULESETS[other]]
    return contrasting_scenarios([row.path for row in compare(*sides).differing], sides, KNOWN)


def test_the_index_has_every_scenario_as_it_is_checked() -> None:
    assert read()[1] == []
    checked = [(one.id, one.says, one.given, one.clauses, one.options) for one in scenarios()]
    indexed = shipped_scenarios()
    assert [(one.id, one.says, one.given, one.clauses, one.options) for one in indexed] == checked


def test_scenarios_are_read_without_their_index(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = shipped_scenarios()
    monkeypatch.setattr(scenario, "is_current", lambda *_: False)
    assert shipped_scenarios.__wrapped__() == taken


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_every_difference_has_a_witness(one: str, other: str) -> None:
    sides = [RULESETS[one], RULESETS[other]]
    found = cases(one, other)
    differing = [row.path for row in compare(*sides).differing if row.effect == "play"]
    assert [path for path in differing if path not in found] == []
    for path in differing:
        witness = found[path]
        assert path in witness.options
        assert witness.results[0] != witness.results[1]
        said = example(witness, sides)
        assert all(said.outcomes)
        assert len(set(said.outcomes)) > 1 or witness.given.kind == "foul", (path, said)


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_what_is_told_of_a_ruleset_is_what_comes_of_it(one: str, other: str) -> None:
    """Or it says whose outcome it is."""
    sides = [RULESETS[one], RULESETS[other]]
    for path, witness in cases(one, other).items():
        told = example(witness, sides).outcomes
        for place, (side, found) in enumerate(zip(sides, witness.results, strict=True)):
            own = found == result(witness.given, side)
            marked = told[place].startswith(f"{side.id}, all else as in {sides[1 - place].id}: ")
            assert own != marked, (path, told)


def test_a_witness_shows_the_option_and_not_another() -> None:
    """Between the two books, all but what only the pair shows come from this option alone."""
    sides = [RULESETS["ema-2016"], RULESETS["wrcr-2015"]]
    paths = [row.path for row in compare(*sides).differing if row.effect == "play"]
    for path, witness in contrasting_scenarios(paths, sides).items():
        alone = [
            result(witness.given, with_option_of(here, path, there)) != outcome
            for here, there, outcome in zip(sides, reversed(sides), witness.results, strict=True)
        ]
        assert any(alone), path


@pytest.mark.long
def test_the_impact_is_whatever_does_not_come_out_alike() -> None:
    sides = [RULESETS["wrcr-2015"], RULESETS["tuesday-club"]]
    otherwise = {one.id for one in changed_scenarios(sides)}
    for one in shipped_scenarios()[::5]:
        results = [result(one.given, side) for side in sides]
        assert (results[0] != results[1]) == (one.id in otherwise)
    assert "a-stairway" in otherwise
    assert list(changed_scenarios([sides[0], sides[0]])) == []


NAMES = re.compile(r"\b(EMA|WRC|Tenhou|20[0-9]{2}|Tuesdays?|books?|today)\b")


def test_a_sentence_of_an_example_names_no_ruleset() -> None:
    """It stands beside what comes of it under any rulesets, a club's among them."""
    told = [
        one for one in shipped_scenarios() if one.options and one.given.kind not in ("win", "deal")
    ]
    assert len(told) > 200
    assert [one.id for one in told if NAMES.search(one.says)] == []


@pytest.fixture(scope="module")
def told() -> Mapping[str, Example]:
    sides = [RULESETS["ema-2016"], RULESETS["wrcr-2015"]]
    return examples_in_words(cases("ema-2016", "wrcr-2015"), sides)


def test_the_hands_of_several_winners_are_set_apart(told: Mapping[str, Example]) -> None:
    said = told["claims.winners"].written
    assert said.endswith(" South: 234m55567p34678s + 5s; West: 3467899s555777z + 5s")


def test_an_example_has_the_points_to_add_up(told: Mapping[str, Example]) -> None:
    said = told["tournament.substitute_place_mid_session"].written
    assert said.endswith("Points: Ana 30,000, Bo 30,000, Cy 40,000, Di 20,000.")
    assert "Session 2: Ana 30,000, Bo 40,000," in told["tournament.excused_absence"].written
    ema, wrcr = told["end.bets_left"].outcomes
    for player in ("Anna 26,000", "Cleo 27,000", "Dan 28,000"):
        assert player in ema
        assert player in wrcr
    assert "Ben 39,000" in ema
    assert "Ben 38,000" in wrcr


def test_what_differs_by_another_option_is_not_in_an_example(told: Mapping[str, Example]) -> None:
    assert told["tournament.disqualified"].outcomes == (
        "Ana 4th +30,000, disqualified: ranked last",
        "Ana not ranked +30,000, disqualified: not ranked",
    )
    assert told["chombo.last_timed_deal"].outcomes == (
        "the game goes on",
        "wrcr-2015, all else as in ema-2016: over: the time was up",
    )


def test_an_example_lets_something_happen(told: Mapping[str, Example]) -> None:
    assert told["claims.meld_precedence"].says == (
        "East discards; South calls chow, and a moment later North calls pung."
    )
    for path, one in told.items():
        assert ", or " not in one.says, path


def test_an_example_that_only_repeats_the_sentences_is_left_out(
    told: Mapping[str, Example],
) -> None:
    assert "tournament.clock" not in told
    assert "tournament.score_sheet" not in told
    assert all(len(set(one.outcomes)) > 1 for one in told.values())


@pytest.mark.long
@each(
    "pair, scenario, outcomes",
    [
        (
            ("ema-2025", "wrc-2025"),
            "a-draw-that-was-too-fast",
            ("the pung of North takes the tile", "the pung of North comes too late"),
        ),
        (
            ("ema-2025", "wrc-2025"),
            "win-called-after-the-next-draw",
            ("West wins; East -8,000, West +8,000", "West cannot win on that tile"),
        ),
        (
            ("ema-2016", "wrcr-2015"),
            "pung-called-after-a-chow",
            ("the pung of North takes the tile", "the chow of South takes the tile"),
        ),
        (
            ("ema-2025", "wrc-2025"),
            "riichi-without-the-word",
            ("the hand of East is dead", "the riichi of East stands"),
        ),
        (
            ("ema-2025", "tenhou"),
            "four-equal-winds-in-the-first-turns",
            ("the deal goes on", "called off: four equal winds"),
        ),
    ],
)
def test_an_outcome_says_what_happened(
    pair: tuple[str, str], scenario: str, outcomes: tuple[str, str]
) -> None:
    rulesets = [load(name) for name in pair]
    (one,) = (one for one in changed_scenarios(rulesets) if one.id == scenario)
    assert example(one, rulesets).outcomes == outcomes


# ---- the example of one ruleset ------------------------------------------------------------------


@pytest.mark.parametrize("book", ["ema-2016", "wrcr-2015", "ema-2025", "wrc-2025"])
def test_the_example_of_a_yaku_has_it(book: str) -> None:
    """A hand that is worth more without the yaku says nothing of the yaku's worth."""
    ruleset = load(book)
    priced = [name for name, _ in ruleset.rules.yaku.options()]
    for name in priced:
        if getattr(ruleset.rules.yaku, name) == "none":
            continue
        case = simplest_scenario(f"yaku.{name}", [ruleset])
        assert case is not None, name
        (outcome,) = case.results
        assert case.given.kind == "win", name
        assert name in [yaku["id"] for yaku in outcome["yaku"]], name


@pytest.mark.parametrize(
    ("path", "other_value"),
    [
        ("dead_hand.riichi_bet", "returned"),
        ("winning.minimum_han", 2),
        ("yaku.blessing_of_man", "none"),
        ("yaku.blessing_of_man", {"yakuman": 1}),
    ],
)
def test_an_example_comes_out_otherwise_without_the_rule(path: str, other_value: object) -> None:
    book = load("ema-2025")
    case = simplest_scenario(path, [book])
    assert case is not None
    other = replace(book, rules=book.rules.changed({path: other_value}))
    assert case.results != (result(case.given, other),)
