"""Every difference between two shipped rulesets has an example, in words for each side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from each import each
from effort import HELD, LONG, SHAPES, first, long_if
from shipped_scenarios import read, scenarios

from riichi.content.contrasting_scenarios import (
    ContrastingScenario,
    KnownResults,
    _contrasting_scenario,
    possible_result,
    simplest_scenario,
    with_option_of,
)
from riichi.content.examples import (
    Example,
    contrasting_cases,
    contrasting_examples,
    example,
    examples_in_words,
)
from riichi.content.outcomes import outcome_words
from riichi.locale import ENGLISH, Locale
from riichi_core.comparison.comparison import compare
from riichi_core.language import PLAIN_ENGLISH
from riichi_core.rules import library
from riichi_core.rules.changes import with_changes
from riichi_core.rules.load import load
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios import scenario
from riichi_core.scenarios.outcome import scenario_result
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
            *long_if(pair not in pairwise(SHAPES)),
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
    return contrasting_cases([row.path for row in compare(*sides).differing], sides, KNOWN)


@pytest.mark.long  # the next test compares it with the files, without their checks
def test_the_index_has_every_scenario_unchanged() -> None:
    assert read()[1] == []
    checked = [(one.id, one.says, one.given, one.clauses, one.options) for one in scenarios()]
    indexed = shipped_scenarios()
    assert [(one.id, one.says, one.given, one.clauses, one.options) for one in indexed] == checked


def test_scenarios_can_be_read_without_their_index(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = shipped_scenarios()
    monkeypatch.setattr(scenario, "is_current", lambda *_: False)
    assert shipped_scenarios.__wrapped__() == taken


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_every_difference_has_a_scenario_that_shows_it(one: str, other: str) -> None:
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
def test_each_example_shows_the_rulesets_own_outcome(one: str, other: str) -> None:
    """Otherwise the example names the ruleset whose outcome it shows."""
    sides = [RULESETS[one], RULESETS[other]]
    for path, witness in cases(one, other).items():
        told = example(witness, sides).outcomes
        for place, (side, found) in enumerate(zip(sides, witness.results, strict=True)):
            own = found == possible_result(witness.given, side)
            marked = told[place].startswith(f"if {sides[1 - place].short_title} had this rule: ")
            assert own != marked, (path, told)


def test_a_scenario_shows_the_effect_of_its_option_only() -> None:
    """Unless an example needs both books, changing this option alone causes the difference."""
    sides = [RULESETS["ema-2016"], RULESETS["wrcr-2015"]]
    paths = [row.path for row in compare(*sides).differing if row.effect == "play"]
    for path, witness in contrasting_cases(paths, sides).items():
        alone = [
            possible_result(witness.given, with_option_of(here, path, there)) != outcome
            for here, there, outcome in zip(sides, reversed(sides), witness.results, strict=True)
        ]
        assert any(alone), path


def without_open_finals(outcome: Mapping[str, Any]) -> dict[str, Any]:
    """Return an outcome without the results of an unfinished game, which are not final."""
    continues = "ended_by" in outcome and outcome["ended_by"] is None
    return {name: value for name, value in outcome.items() if not (continues and name == "finals")}


def changed_scenarios(rulesets: Sequence[Ruleset]) -> Iterator[ContrastingScenario]:
    """Yield the shipped scenarios whose outcome differs between the rulesets."""
    for shipped in shipped_scenarios():
        results = [possible_result(shipped.given, ruleset) for ruleset in rulesets]
        if any(other != results[0] for other in results):
            yield _contrasting_scenario(shipped, results)


@pytest.mark.long
def test_the_changed_scenarios_are_all_with_different_outcomes() -> None:
    sides = [RULESETS["wrcr-2015"], RULESETS["tuesday-club"]]
    otherwise = {one.id for one in changed_scenarios(sides)}
    for one in shipped_scenarios():
        results = [without_open_finals(scenario_result(one.given, side)) for side in sides]
        assert (results[0] != results[1]) == (one.id in otherwise)
    assert "a-stairway" in otherwise
    assert list(changed_scenarios([sides[0], sides[0]])) == []


@pytest.mark.long
def test_an_outcome_denies_only_actions_that_are_illegal() -> None:
    """If noten riichi is valid, most hands may declare riichi under both, with other discards."""
    book = RULESETS["ema-2025"]
    club, _ = with_changes(book, ["fouls.noten_riichi=valid"])
    assert club is not None
    denied, with_tiles = 0, 0
    for one in changed_scenarios([book, club]):
        if not all("may" in each for each in one.results):
            continue
        words = outcome_words(one, [book, club], PLAIN_ENGLISH)
        for outcome, text in zip(one.results, words, strict=True):
            for seat, acts in outcome["may"].items():
                denial = f"{seat.title()} may not declare riichi"
                denied += denial in text
                with_tiles += f"{denial} by discarding" in text
                if any(act.startswith("riichi") for act in acts):
                    assert denial not in text.replace(f"{denial} by", "")
    assert denied > with_tiles > 0


SHIPPED = {name: load(name) for name in library.shipped()}
FEW = [("ema-2016", "tenhou"), ("ema-2025", "parlour"), ("m-league", "mahjong-soul-east")]

UNFIT = re.compile(
    r"\d/\d"  # a third
    r"|\b[a-z]+_[a-z_]+\b"  # an id of the engine
    r"|not possible here|it is played and counts"  # no event
    r"|the game continues.*\("  # a final result of an unfinished game
    rf"|\b(?:{'|'.join(name for name in SHIPPED if '-' in name)})\b"
)


@pytest.mark.parametrize(
    "pairs",
    [
        pytest.param(FEW[:1], id="one"),
        pytest.param(FEW, id="few", marks=pytest.mark.long),
        pytest.param([*pairwise(SHIPPED)], id="in a row", marks=pytest.mark.long),
        pytest.param([*combinations(SHIPPED, 2)], id="all", marks=pytest.mark.soak),
    ],
)
def test_each_example_shows_the_outcome_on_both_sides(pairs: Iterable[tuple[str, str]]) -> None:
    known = KnownResults()
    unfit = []
    for pair in pairs:
        sides = [SHIPPED[name] for name in pair]
        paths = [row.path for row in compare(*sides).differing]
        examples = examples_in_words(contrasting_cases(paths, sides, known), sides)
        assert len(examples) > len(paths) / 2
        unfit += [
            (pair, path, shown.outcomes)
            for path, shown in examples.items()
            if shown.outcomes[0] == shown.outcomes[1]
            or any(map(UNFIT.search, without_titles(shown.outcomes)))
            or (any("goes on" in text for text in shown.outcomes) and RESULT.search(str(shown)))
        ]
    assert unfit == []


def changed(book: Ruleset, changes: Mapping[str, Any]) -> Ruleset:
    """Return a club that changes some options of a book."""
    return replace(book, id="our-club", title="Our club", rules=book.rules.changed(changes))


def unfit_examples(
    sides: Sequence[Ruleset], paths: Sequence[str], known: KnownResults, tr: Locale
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the examples that players would not understand or that show no difference."""
    examples = examples_in_words(contrasting_cases(paths, sides, known), sides, tr)
    for path, shown in examples.items():
        outcomes = [*without_titles(shown.outcomes)]
        continues = any("goes on" in text for text in outcomes)
        if (
            outcomes[0] == outcomes[1]
            or any(map(UNFIT.search, (*outcomes, shown.says)))
            or (continues and RESULT.search(" ".join(outcomes)))
        ):
            yield path, shown.outcomes


@pytest.mark.parametrize(
    "book", [pytest.param(name, marks=long_if(name != "ema-2025")) for name in HELD]
)
def test_each_value_of_each_option_has_an_example_for_players(book: str) -> None:
    """A club that changes a single option sees its effect, whichever value it chooses."""
    base, known = RULESETS[book], KnownResults()
    unfit: list[tuple[str, tuple[str, ...]]] = []
    shown = 0
    tried = [*options()][:: 1 if LONG else 4]
    for path in tried:
        for rules in base.rules.with_other_values(path):
            sides = [base, replace(base, id="our-club", title="Our club", rules=rules)]
            unfit += unfit_examples(sides, [path], known, ENGLISH)
            shown += 1
    assert unfit == []
    assert shown > 2 * len(tried)


CLUB = {
    "setup.starting_points": 25000,
    "result.oka": "first",
    "result.uma": [20000, 10000, -10000, -20000],
    "tiles.red_fives": {"m": 1, "p": 1, "s": 1},
    "claims.winners": "head_bump",
    "end.bust": "below_zero",
    "end.extension": {"target": 30000, "rounds": 1, "if_east_stays": "continues"},
    "end.dealer_stops": {"after": ["win", "tenpai"], "how": "automatic", "lowest_place": 1},
    "end.bets_left": "table",
    "riichi.needs_points": True,
    "yaku.all_simples": {"concealed": 1},
    "yaku.blessing_of_man": {"yakuman": 1},
}
"""Rules as a club plays them that has learned from an online room."""


def test_a_club_with_many_changes_has_an_example_of_each() -> None:
    base = load("ema-2025")
    sides = [base, changed(base, CLUB)]
    paths = [row.path for row in compare(*sides).differing]
    assert [*unfit_examples(sides, paths, KnownResults(), ENGLISH)] == []
    assert contrasting_examples(paths, sides).keys() == {*CLUB}


def test_an_example_of_bets_differs_in_nothing_else() -> None:
    """Different uma or starting points would hide who gets the bets."""
    base = load("ema-2025")
    sides = [base, changed(base, CLUB)]
    assert contrasting_examples(["end.bets_left"], sides)["end.bets_left"].outcomes == (
        "Anna 26,000 (-9,000), Ben 41,000 (+26,000), Cleo 28,000 (+3,000), Dan 25,000 (-20,000)",
        "if EMA 2025 had this rule: "
        "Anna 26,000 (-9,000), Ben 39,000 (+24,000), Cleo 28,000 (+3,000), Dan 25,000 (-20,000)",
    )


@each("changes, differ", [
    ({"result.return_points": 25000, "setup.starting_points": 25000}, ("+11,500", "+16,500")),
    ({"end.extension": {"target": 30000, "rounds": 1, "if_east_stays": "ends"}},
     ("the game is over", "the game continues")),
])  # fmt: skip
def test_an_example_of_an_option_does_not_show_another(
    changes: Mapping[str, Any], differ: tuple[str, str]
) -> None:
    sides = [load("ema-2025"), load("ema-2025").replace(changes)]
    (told,) = contrasting_examples([next(iter(changes))], sides).values()
    for outcome, part in zip(told.outcomes, differ, strict=True):
        assert part in outcome


def test_an_example_of_red_fives_is_played_with_a_plain_five() -> None:
    book = load("ema-2025")
    none, three, four = (
        changed(book, {"tiles.red_fives": {"m": 1, "p": number, "s": 1}}) if number else book
        for number in (0, 1, 2)
    )
    for sides, start in ((none, three), "no red fives: "), ((three, four), "with a plain five: "):
        (example,) = contrasting_examples(["tiles.red_fives"], sides).values()
        assert example.outcomes[0].startswith(start), example
        assert "red fives" in example.outcomes[1]


RESULT = re.compile(r"[0-9] \([-+0-9]")
"""A score with a final result beside it."""


def without_titles(outcomes: Iterable[str]) -> Iterator[str]:
    """Yield outcomes without the ruleset title before them."""
    for outcome in outcomes:
        yield re.sub(r"^if .* had this rule: ", "", outcome)


@pytest.mark.parametrize(
    ("path", "pair", "outcomes"),
    [
        (
            "tiles.red_fives",
            ("ema-2016", "tenhou"),
            (
                "no red fives: 1 han 30 fu, 1,000 points; pinfu 1",
                "2 han 30 fu, 2,000 points; pinfu 1, red fives 1",
            ),
        ),
        (
            "setup.starting_points",
            ("ema-2016", "tenhou"),
            ("each player has 30,000 points", "each player has 25,000 points"),
        ),
        ("draws.abortive", ("ema-2016", "tenhou"), ("play continues", "the hand is aborted")),
        (
            "end.dealer_stops",
            ("wrcr-2015", "mahjong-soul"),
            ("the game continues", "the game is over: East stopped"),
        ),
    ],
)
def test_an_example_names_the_rule_that_replaces_the_case(
    path: str, pair: tuple[str, str], outcomes: tuple[str, str]
) -> None:
    assert contrasting_examples([path], [load(name) for name in pair])[path].outcomes == outcomes


@pytest.mark.parametrize(
    ("change", "path", "outcomes"),
    [
        (
            "riichi.open.deal_in=yakuman",
            "riichi.open",
            ("East may not declare open riichi", "East's open riichi is valid"),
        ),
        (
            "dead_hand.bars=[chii, pon, kan, riichi]",
            "dead_hand.bars",
            ("South may not win", "South may win"),
        ),
    ],
)
def test_an_example_names_the_action_that_only_one_side_allows(
    change: str, path: str, outcomes: tuple[str, str]
) -> None:
    """Without callers play continues, e.g. with the next player's draw."""
    base = load("ema-2025")
    club, _ = with_changes(base, [change])
    assert club is not None
    assert contrasting_examples([path], [base, club])[path].outcomes == outcomes


@pytest.mark.parametrize(("han", "shown"), [(1, False), (2, True)])
def test_a_yaku_that_costs_the_same_is_not_an_example(
    han: int, shown: bool, tmp_path: Path
) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(
        "format: 1\nruleset: club\ntitle: Club\nextends: wrc-2025\n"
        f"yaku:\n  open_riichi: {{concealed: {han}}}\n",
        encoding="utf-8",
    )
    sides = [load("wrc-2025"), load(str(file))]
    assert ("yaku.open_riichi" in contrasting_examples(["yaku.open_riichi"], sides)) == shown


@pytest.mark.long
def test_an_example_writes_thirds_as_decimals() -> None:
    book = load("ema-2025")
    changes = {
        "setup.starting_points": 25000,
        "result.uma": [20000, 10000, -10000, -20000],
        "result.oka": "first",
    }
    club = replace(book, rules=book.rules.changed(changes))
    (scenario,) = (one for one in changed_scenarios([book, club]) if one.id == "three-players-win")
    assert example(scenario, [book, club]).outcomes[1] == (
        "Anna 26,000 (+22,666.67), Ben 26,000 (+2,666.67), Cleo 26,000 (+2,666.67), "
        "Dan 22,000 (-28,000)"
    )


NAMES = re.compile(r"\b(EMA|WRC|Tenhou|20[0-9]{2}|Tuesdays?|books?|today)\b")


def test_a_sentence_of_an_example_names_no_ruleset() -> None:
    """The sentence appears next to the outcomes of any rulesets, including a club's."""
    told = [
        one for one in shipped_scenarios() if one.options and one.given.kind not in ("win", "deal")
    ]
    assert len(told) > 200
    assert [one.id for one in told if NAMES.search(one.says)] == []


@pytest.fixture(scope="module")
def told() -> Mapping[str, Example]:
    sides = [RULESETS["ema-2016"], RULESETS["wrcr-2015"]]
    return examples_in_words(cases("ema-2016", "wrcr-2015"), sides)


def test_the_hands_of_several_winners_are_separated(told: Mapping[str, Example]) -> None:
    said = told["claims.winners"].written
    assert said.endswith(" South: 234m55567p34678s + 5s; West: 3467899s555777z + 5s")


def test_an_example_gives_all_points_needed_to_add_up(told: Mapping[str, Example]) -> None:
    said = told["tournament.substitute_place_mid_session"].written
    assert said.endswith("Points: Ana 30,000, Bo 30,000, Cy 40,000, Di 20,000.")
    assert "Session 2: Ana 30,000, Bo 40,000," in told["tournament.excused_absence"].written
    ema, wrcr = told["end.bets_left"].outcomes
    for player in ("Anna 28,000", "Cleo 31,000", "Dan 28,000"):
        assert player in ema
        assert player in wrcr
    assert "Ben 33,000" in ema
    assert "Ben 32,000" in wrcr


def test_an_example_omits_differences_due_to_other_options(told: Mapping[str, Example]) -> None:
    assert told["tournament.disqualified"].outcomes == (
        "Ana 4th +30,000, disqualified: ranked last",
        "Ana not ranked +30,000, disqualified: not ranked",
    )
    assert told["chombo.last_timed_deal"].outcomes == (
        "if WRC 2015 had this rule: the game is over after 2 hands: the time was up",
        "the game is over after 1 hand: the time was up",
    )


def test_something_happens_in_every_example(told: Mapping[str, Example]) -> None:
    assert told["claims.meld_precedence"].says == (
        "South calls chii for East's discard, and clearly later North calls pon."
    )
    for path, one in told.items():
        assert ", or " not in one.says, path


def test_an_example_that_only_repeats_the_rules_is_omitted(told: Mapping[str, Example]) -> None:
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
            ("North's triplet takes the tile", "North's triplet comes too late"),
        ),
        (
            ("ema-2025", "wrc-2025"),
            "win-called-after-the-next-draw",
            ("West wins; East -8,000, West +8,000", "West cannot win on that tile"),
        ),
        (
            ("ema-2016", "wrcr-2015"),
            "pon-called-after-chii",
            ("North's pung takes the tile", "South's chow takes the tile"),
        ),
        (
            ("ema-2025", "wrc-2025"),
            "riichi-without-the-word",
            ("East's hand is dead", "East's riichi is valid"),
        ),
        (
            ("ema-2025", "tenhou"),
            "four-equal-winds-in-the-first-turns",
            ("the hand continues", "aborted: four equal winds"),
        ),
    ],
)
def test_an_outcome_describes_the_events(
    pair: tuple[str, str], scenario: str, outcomes: tuple[str, str]
) -> None:
    rulesets = [load(name) for name in pair]
    (one,) = (one for one in changed_scenarios(rulesets) if one.id == scenario)
    assert example(one, rulesets).outcomes == outcomes


# ---- the example of one ruleset ------------------------------------------------------------------


@pytest.mark.parametrize("book", first(["ema-2025", "ema-2016", "wrcr-2015", "wrc-2025"]))
def test_the_example_of_a_yaku_has_that_yaku(book: str) -> None:
    """A hand that is worth more without the yaku would not show the yaku's worth."""
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
def test_an_example_has_a_different_outcome_without_the_rule(
    path: str, other_value: object
) -> None:
    book = load("ema-2025")
    case = simplest_scenario(path, [book])
    assert case is not None
    other = replace(book, rules=book.rules.changed({path: other_value}))
    assert case.results != (scenario_result(case.given, other),)


def test_results_are_reused_by_successive_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    sides = [load("ema-2016"), load("wrcr-2015")]
    paths = [row.path for row in compare(*sides).differing]
    one_by_one = {path: contrasting_examples([path], sides) for path in paths}
    worked_out: list[str] = []

    def counted(*given: Any) -> Any:
        worked_out.append(str(given))
        return possible_result(*given)

    monkeypatch.setattr("riichi.content.contrasting_scenarios.possible_result", counted)
    together = contrasting_examples(paths, sides)
    assert worked_out == []
    assert together == {path: found for one in one_by_one.values() for path, found in one.items()}
    contrasting_examples(paths, [load("ema-2016"), load("wrc-2025")])
    assert worked_out  # other rulesets have results of their own
