"""Scenario files with one error each, and the exact message for it.

The `.txt` next to a file is the text of its only problem (`pytest --update-golden` writes it).
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from riichi_core.rules import library
from riichi_core.rules.load import examine as examine_ruleset
from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.outcome import run_scenario
from riichi_core.scenarios.reading import read_scenarios
from riichi_core.scenarios.scenario import default_folder

BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("*.yaml"))

GOOD = """\
- scenario: four-thirty
  clauses: [points-1920-four-thirty]
  options: [limits.raised_to_mangan]
  says: Four han and thirty fu are a mangan where a house raises them.
  variants:
    raised: {extends: ema-2016, limits: {raised_to_mangan: [four_han_thirty_fu]}}
  given: {win: {hand: 234m55p12345678s, winning_tile: 9s, won_by: discard, seat_wind: south,
          riichi: riichi}}
  expect:
    ema-2016: {han: 4, fu: 30, points: 7700, has: [riichi, pinfu], has_not: [ippatsu]}
    raised: {yaku: [{id: pinfu}, {id: riichi, han: 1}, {id: pure_straight, han: 2}],
             fu_items: [{id: winning, fu: 20}, {id: concealed_discard, fu: 10}],
             dora: {dora: 0}, payments: {from_discarder: 8000}, limit: mangan, points: 8000}

- scenario: four-thirty-in-an-open-hand
  clauses: []
  says: Riichi needs a concealed hand.
  given: {win: {hand: 55p12345678s(234m), winning_tile: 9s, won_by: discard, riichi: riichi}}
  expect:
    wrcr-2015: {error: contradiction}
"""


def write(path: Path, text: str = GOOD) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_every_bad_file_has_a_golden_text() -> None:
    assert len(FILES) >= 80
    assert {f.stem for f in FILES} == {f.stem for f in BAD.glob("*.txt")}


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_file_with_one_error_has_one_diagnostic_with_the_golden_text(
    file: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(BAD)
    scenarios, problems = read_scenarios(file.name)
    told = problems
    for names in (KINDS, library.shipped(), library.bases(), library.books()):
        every = ", ".join(names)  # another one changes nothing here
        told = [replace(one, expected=one.expected.replace(every, "[all of them]")) for one in told]
    text = "\n\n".join(problem.text() for problem in told) + "\n"
    if request.config.getoption("--update-golden"):
        file.with_suffix(".txt").write_text(text, encoding="utf-8")
    assert text == file.with_suffix(".txt").read_text(encoding="utf-8")
    assert len(problems) == 1
    warned = file.stem.startswith("warn-")
    assert (problems[0].severity == "warning") == warned, "warn- begins the names of warnings only"
    assert len(scenarios) == (warned or file.stem == "id-twice")


def test_a_valid_file_is_read_and_runs(tmp_path: Path) -> None:
    scenarios, problems = read_scenarios(write(tmp_path / "good.yaml"))
    assert problems == []
    first, second = scenarios
    assert (first.id, second.id) == ("four-thirty", "four-thirty-in-an-open-hand")
    assert first.options == ("limits.raised_to_mangan",)
    assert first.variants["raised"].id == "raised"
    assert first.variants["raised"].changes == ("limits.raised_to_mangan",)
    assert str(second.place) == f"{tmp_path / 'good.yaml'}:15"
    for scenario in scenarios:
        assert all(run_scenario(scenario, name).passed for name in scenario.expect)


def test_all_problems_of_a_file_are_reported_at_once_and_valid_scenarios_kept(
    tmp_path: Path,
) -> None:
    faulty = GOOD.replace("clauses: []", "clauses: [no-such]").replace("won_by", "wonby")
    faulty = faulty.replace("has_not", "hasnt").replace("contradiction", "nonsense")
    sound = GOOD.replace("four-thirty", "sound").replace("points-1920-sound", "win-ron")
    scenarios, problems = read_scenarios(write(tmp_path / "some.yaml", f"{faulty}\n{sound}"))
    places = [(problem.span.line, problem.code, problem.path) for problem in problems]
    other = "four-thirty-in-an-open-hand"
    assert places == [
        (7, "unknown-key", "four-thirty"),
        (10, "unknown-key", "four-thirty"),
        (16, "unknown-clause", other),
        (18, "unknown-key", other),
        (20, "bad-value", other),
    ]
    assert [scenario.id for scenario in scenarios] == ["sound", "sound-in-an-open-hand"]


def test_an_id_is_unique_across_files(tmp_path: Path) -> None:
    first = write(tmp_path / "a.yaml")
    write(tmp_path / "more" / "b.yaml")
    scenarios, problems = read_scenarios(tmp_path)
    assert [problem.code for problem in problems] == ["duplicate-id", "duplicate-id"]
    assert f"there is another scenario 'four-thirty', at {first}:1" in problems[0].text()
    assert len(scenarios) == 2


def test_a_folder_without_scenarios_is_reported(tmp_path: Path) -> None:
    _, problems = read_scenarios(tmp_path)
    assert [problem.code for problem in problems] == ["no-scenarios"]


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    _, problems = read_scenarios(tmp_path / "no.yaml")
    assert [problem.code for problem in problems] == ["unreadable"]


def test_a_variant_may_define_a_yaku_and_extend_a_book_next_to_the_file(tmp_path: Path) -> None:
    book = (default_folder().parent / "ema-2016.yaml").read_text(encoding="utf-8")
    write(tmp_path / "mine.yaml", book.replace("\nruleset: ema-2016", "\nruleset: mine"))
    rules = (
        "{extends: mine.yaml, yaku: {nine_nine: {name: {en: Nine Nine}, "
        "sets: [triplet 9 X, triplet 9 Y], worth: {concealed: 2, open: 2}}}}"
    )
    text = f"""\
- scenario: own-yaku
  clauses: []
  options: [yaku.nine_nine]
  says: A house may define a yaku.
  variants:
    nine-nine: {rules}
    plain: {{extends: ema-2016, fu: {{open_pinfu: 0}}}}
  given: {{win: {{hand: 123m44z55s(999m)(999p), winning_tile: 4z, won_by: discard}}}}
  expect:
    nine-nine: {{has: [nine_nine], han: 2}}
    plain: {{reason: no_yaku}}
"""
    scenarios, problems = read_scenarios(write(tmp_path / "own" / ".." / "own.yaml", text))
    assert [problem.text() for problem in problems] == []
    (scenario,) = scenarios
    assert run_scenario(scenario, "nine-nine").differences == ()
    assert run_scenario(scenario, "plain").differences == ()


def test_a_scenario_can_use_another_ruleset(tmp_path: Path) -> None:
    """A club may test its own rules file."""
    rules = "format: 1\nruleset: my-club\ntitle: Mine\nextends: ema-2016\nfu: {seven_pairs: 50}\n"
    club, _ = examine_ruleset(write(tmp_path / "club.yaml", rules))
    assert club is not None
    text = """\
- scenario: fifty
  clauses: []
  options: [fu.seven_pairs]
  says: Seven pairs are fifty fu in our club.
  given: {win: {hand: 1155m3399p44s88s7z, winning_tile: 7z, won_by: discard, seat_wind: south}}
  expect:
    ema-2016: {fu: 25}
    my-club: {fu: 50}
"""
    file = write(tmp_path / "ours" / "fifty.yaml", text)
    assert [problem.code for problem in read_scenarios(file)[1]] == ["unknown-ruleset"]
    (scenario,), problems = read_scenarios(file, others=[club])
    assert problems == []
    assert run_scenario(scenario, club).passed
    assert run_scenario(scenario, "ema-2016").passed


@pytest.mark.parametrize(
    "junk", ["", "[]", "{}", "null", "7", '""', "- a", "{a: {b: c}}", "*x", "~"]
)
def test_the_loader_never_fails(junk: str, tmp_path: Path) -> None:
    """Any replaced value is either reported as a problem or valid."""
    for found in re.finditer(r"(?<=: )[^\s{}\[\],][^{}\[\],\n]*|\{[^{}]*\}|\[[^\[\]]*\]", GOOD):
        text = GOOD[: found.start()] + junk + GOOD[found.end() :]
        scenarios, problems = read_scenarios(write(tmp_path / "junk.yaml", text))
        assert problems or len(scenarios) == 2
        for problem in problems:
            assert problem.text()
        for scenario in scenarios:
            for name in scenario.expect:
                run_scenario(scenario, name)


def test_every_problem_of_the_loader_has_a_line(tmp_path: Path) -> None:
    lines = GOOD.splitlines()
    for number in range(len(lines)):
        text = "\n".join(lines[:number] + lines[number + 1 :])
        scenarios, problems = read_scenarios(write(tmp_path / "junk.yaml", text))
        assert problems or len(scenarios) == 2
