"""House rules based on house rules: a league over its club, an evening over the league."""

from __future__ import annotations

from pathlib import Path

import pytest

from riichi_core.files.problem import Problem
from riichi_core.rules.load import examine, load
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.ruleset_check import LONGEST_CHAIN

STAIRWAY = (
    "yaku:\n  stairway: {name: {en: Stairway}, concealed: true, worth: {concealed: 2},\n"
    "    sets: [sequence n X, sequence n+1 X, sequence n+2 X]}\n"
)


def write(folder: Path, name: str, base: str, rules: str = "") -> Path:
    path = folder / f"{name}.yaml"
    head = f"format: 1\nruleset: {name}\ntitle: The {name}\nextends: {base}\n"
    path.write_text(head + rules, encoding="utf-8")
    return path


def errors(path: Path) -> list[Problem]:
    ruleset, problems = examine(path)
    assert ruleset is None
    return problems


@pytest.fixture
def evening(tmp_path: Path) -> Ruleset:
    """Return an evening over a league in another folder, over a club over EMA 2025."""
    write(tmp_path, "club", "ema-2025", STAIRWAY + "claims: {winners: head_bump}\n")
    (tmp_path / "league").mkdir()
    write(
        tmp_path / "league",
        "league",
        "../club.yaml",
        "\ntiles: {red_fives: {m: 1, p: 1, s: 1}}\nend: {bust: below_zero}\n",
    )
    rules = "yaku: {stairway: {concealed: 3}}\nend: {bust: never}\n"
    return load(write(tmp_path, "evening", "league/league.yaml", rules))


def test_values_come_from_every_level_and_record_their_file(
    evening: Ruleset, tmp_path: Path
) -> None:
    book = load("ema-2025")
    assert evening.rules.claims.winners == "head_bump"
    assert evening.rules.tiles.red_fives != book.rules.tiles.red_fives
    assert evening.rules.end.bust == book.rules.end.bust
    places = {path: one.place for path, one in evening.provenance.items() if one.kind == "house"}
    assert places == {
        "claims.winners": f"{tmp_path}/club.yaml:8",
        "yaku.stairway": f"{tmp_path}/evening.yaml:5",
        "tiles.red_fives": f"{tmp_path}/league/league.yaml:6",
        "end.bust": f"{tmp_path}/evening.yaml:6",
    }
    assert evening.provenance["claims.winners"].ruleset == "club"
    assert evening.provenance["fu.double_wind_pair"].kind == "cite"


def test_each_level_is_based_on_the_next_and_all_on_the_book(evening: Ruleset) -> None:
    assert evening.extends == "league"
    assert evening.base is not None
    assert evening.base.extends == "club"
    assert evening.book.id == "ema-2025"
    assert load("ema-2025").book.id == "ema-2025"
    assert {*evening.changes} == {"yaku.stairway", "end.bust"}, "what this file changes"


def test_a_clubs_yaku_can_be_given_another_worth_or_removed(
    evening: Ruleset, tmp_path: Path
) -> None:
    (stairway,) = evening.rules.yaku.local
    assert stairway.definition is not None
    assert stairway.name is not None
    assert getattr(stairway.worth, "concealed", None) == 3
    off = load(write(tmp_path, "off", "club.yaml", "yaku: {stairway: none}\n"))
    assert [one.worth for one in off.rules.yaku.local] in ([], ["none"])
    (wrong,) = errors(write(tmp_path, "wrong", "club.yaml", "yaku: {stairwy: none}\n"))
    assert (wrong.code, wrong.suggestion) == ("unknown-key", "stairway")


def test_shipped_house_rules_can_be_extended_by_id(tmp_path: Path) -> None:
    assert load(write(tmp_path, "us", "tuesday-club")).book.id == "wrcr-2015"


def test_circles_and_long_chains_are_refused(tmp_path: Path) -> None:
    write(tmp_path, "a", "b.yaml")
    write(tmp_path, "b", "c.yaml")
    (circle,) = errors(write(tmp_path, "c", "a.yaml"))
    assert circle.code == "extends-circle"
    assert circle.message.endswith("in a circle: c.yaml, a.yaml, b.yaml")
    assert circle.span.line == 4
    (itself,) = errors(write(tmp_path, "d", "d.yaml"))
    assert "cannot extend itself" in itself.message
    write(tmp_path, "n0", "ema-2025")
    for number in range(1, LONGEST_CHAIN + 1):
        path = write(tmp_path, f"n{number}", f"n{number - 1}.yaml")
        if number < LONGEST_CHAIN:
            assert load(path).book.id == "ema-2025"
    (chain,) = errors(path)
    assert (chain.code, "more than" in chain.message) == ("extends-chain", True)


def test_an_error_in_a_base_is_reported_at_its_place(tmp_path: Path) -> None:
    write(tmp_path, "club", "ema-2025", "claims: {winners: head_bmp}\n")
    (problem,) = errors(write(tmp_path, "evening", "club.yaml"))
    assert "'club.yaml' has 1 error of its own" in problem.message


def test_the_missing_ending_of_a_file_is_suggested(tmp_path: Path) -> None:
    write(tmp_path, "club", "ema-2025")
    (problem,) = errors(write(tmp_path, "evening", "club"))
    assert (problem.code, problem.suggestion) == ("bad-extends", "club.yaml")
