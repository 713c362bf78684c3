"""Scenarios as examples: the events, the winning hands, and the outcome on each side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from riichi.content.contrasting_scenarios import (
    ContrastingScenario,
    KnownResults,
    contrasting_scenarios,
)
from riichi.content.endings import describe_ending
from riichi.content.outcomes import outcome_words, outcomes_of, shows_difference
from riichi.content.playable import playable
from riichi.content.yaku_hands import example_win
from riichi.locale import ENGLISH, Locale
from riichi.locale.locale import capital
from riichi.writers.drawings import tile_name
from riichi_core.hands.win import Win
from riichi_core.language import Translator
from riichi_core.messages import not_empty
from riichi_core.records.deal import DealRecord
from riichi_core.records.win import WinRecord, win_json
from riichi_core.rules.options import describe_value
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.scenario import ShippedScenario
from riichi_core.scoring.explain import describe_win
from riichi_core.scoring.score import score
from riichi_core.settlement.ending import Wins


@dataclass(frozen=True, slots=True)
class WinningHand:
    """A winning hand of an example, with its seat as text if there were several winners."""

    seat: str
    win: Win


@dataclass(frozen=True, slots=True)
class Example:
    """A scenario whose outcome differs between the sides of a comparison, in words.

    `says` describes the events, `hands` has the winning hands, and `outcomes` has the outcome under
    each ruleset, in order. `points` are those at the tables of a tournament.
    """

    scenario: str
    says: str
    hands: tuple[WinningHand, ...]
    outcomes: tuple[str, ...]
    points: str = ""

    @property
    def written(self) -> str:
        """The description of the events, with points and written hands."""
        hands = (f"{seat_before(hand)}{hand.win.hand} + {hand.win.tile}" for hand in self.hands)
        return " ".join(not_empty([self.says, self.points, "; ".join(hands)]))

    def as_json(self, labels: Sequence[str]) -> dict[str, Any]:
        """Return the scenario, its description, and its outcome by label as JSON data."""
        outcomes = dict(zip(labels, self.outcomes, strict=True))
        return {"scenario": self.scenario, "says": self.written, "outcomes": outcomes}


def seat_before(hand: WinningHand) -> str:
    """Return the label of a winning hand: its seat if there are several winners."""
    return f"{hand.seat}: " if hand.seat else ""


def example(
    case: ContrastingScenario, rulesets: Sequence[Ruleset], tr: Locale = ENGLISH
) -> Example:
    """Return a contrasting case in words."""
    says, hands = happened(case, tr.of(*rulesets))
    outcomes = tuple(outcome_words(case, rulesets, tr))
    return Example(case.id, says, hands, outcomes, _session_points(case, tr))


def happened(scenario: ShippedScenario, tr: Translator) -> tuple[str, tuple[WinningHand, ...]]:
    """Return a description of a scenario and its winning hands, with seats if there are several.

    Wins and ends of deals are described from their facts, which hold under every ruleset. Anything
    else, including a deal with fouls, has its own sentence.
    """
    if scenario.given.kind == "win":
        win = WinRecord.read(scenario.given.facts).win()
        return win_words(win, tr), (WinningHand("", win),)
    if scenario.given.kind != "deal" or scenario.given.facts.get("fouls"):
        return tr(scenario.says), ()
    deal, _ = DealRecord.read(scenario.given.facts).deal()
    wins = deal.end.wins if isinstance(deal.end, Wins) else ()
    several = len(wins) > 1
    hands = tuple(
        WinningHand(tr(str(win.seat).capitalize()) if several else "", win)
        for win in wins
        if isinstance(win, Win)
    )
    return f"{capital(tr(describe_ending(deal)))}.", hands


def _session_points(scenario: ContrastingScenario, tr: Translator) -> str:
    """Return the points at the tables of a tournament, session by session."""
    if scenario.given.kind != "tournament":
        return ""
    rows: Sequence[Mapping[str, Any]] = scenario.given.facts["rows"]
    sessions = {row.get("session", "1"): "" for row in rows}
    for session in sessions:
        sessions[session] = ", ".join(
            f"{row['player']} {tr.number(row['points'])}"
            for row in rows
            if row.get("session", "1") == session and "points" in row
        )
    if len(sessions) == 1:
        return tr("Points: {points}.", points=sessions.popitem()[1])
    return " ".join(
        tr("Session {session}: {points}.", session=str(session), points=points)
        for session, points in sessions.items()
    )


def win_words(win: Win, tr: Translator) -> str:
    """Return a description of a win, with tile names for its indicators."""
    return tr(describe_win(win, lambda tiles: ", ".join(tile_name(tile, tr) for tile in tiles)))


def contrasting_examples(
    paths: Sequence[str], rulesets: Sequence[Ruleset], tr: Locale = ENGLISH
) -> Mapping[str, Example]:
    """Return, by option, an example of how the rulesets differ in it, if there is one."""
    wanted = tuple(paths)
    examples = examples_in_words(contrasting_cases(wanted, rulesets), rulesets, tr)
    own = {path: _own_yaku_example(path, rulesets, tr) for path in wanted if path not in examples}
    return {**examples, **{path: case for path, case in own.items() if case is not None}}


def _own_yaku_example(path: str, rulesets: Sequence[Ruleset], tr: Locale) -> Example | None:
    """Return the example of a yaku that one of the rulesets defines itself."""
    wins = (example_win(path.removeprefix("yaku."), ruleset) for ruleset in rulesets)
    win = next((win for win in wins if win is not None), None)
    if win is None:
        return None
    results = [dict(win_json(score(playable(win, one).win, one))) for one in rulesets]
    outcomes = outcomes_of("win", results, [tr.of(ruleset) for ruleset in rulesets])
    return Example(path, win_words(win, tr.of(*rulesets)), (WinningHand("", win),), outcomes)


def contrasting_cases(
    paths: Iterable[str], rulesets: Sequence[Ruleset], known: KnownResults | None = None
) -> Mapping[str, ContrastingScenario]:
    """Return, by option, the scenario whose outcomes in words best show the difference.

    `known` has results of other comparisons of these rulesets.
    """
    shows = partial(shows_difference, rulesets=rulesets, tr=ENGLISH)
    return contrasting_scenarios(paths, rulesets, shows, known)


def examples_in_words(
    cases: Mapping[str, ContrastingScenario], rulesets: Sequence[Ruleset], tr: Locale = ENGLISH
) -> Mapping[str, Example]:
    """Return cases in words, by option, without those whose words show no difference.

    That happens if the outcomes read the same, or only repeat the sentences of the option.
    """
    examples = {
        path: example(case, rulesets, tr)
        for path, case in cases.items()
        if shows_difference(case, path, rulesets, tr)
    }
    return {path: case for path, case in examples.items() if _says_more(path, case, rulesets, tr)}


def _says_more(path: str, example: Example, rulesets: Sequence[Ruleset], tr: Locale) -> bool:
    if (option := options().get(path)) is None:
        return True
    sentences = (
        describe_value(option, ruleset.rules.value(path), tr.of(ruleset)) for ruleset in rulesets
    )
    return any(map(outcome_beside, sentences, example.outcomes))


def outcome_beside(says: str, outcome: str) -> str:
    """Return an outcome, or nothing if the option's sentence next to it already says so."""
    sentence = f"; {says.rstrip('.')}; "
    return "" if sentence in f"; {outcome}; " else outcome
