"""Starting points, uma, oka and the price of a chombo from scores and results."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from effort import first
from running import printed, riichi, words

from riichi.events.files.sheet_file import read_sheet
from riichi.events.published import PublishedRules, published_rules
from riichi.fitting.space import shipped_rulesets
from riichi_core.game.result import final_results
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.seeded import SeededRandom

NAMES = ("m-league", "ema-2025", "tenhou", "jpml-a", "wrc-2025", "rmu-a", "mahjong-soul")

EVERY_CHOMBO = 6
"""At one of so many tables somebody makes a chombo."""


def scores(start: int, chance: SeededRandom) -> list[int]:
    """Return the scores of a table, which add up."""
    three = [start + 100 * (chance.below(300) - 150) for _ in range(3)]
    return [*three, 4 * start - sum(three)]


def written(rules: Rules, tables: int, *, seed: int = 1, thousands: bool = False) -> str:
    """Return the file of a league with published results."""
    chance = SeededRandom(seed)
    lines = ["session,table,player,points,chombo,result"]
    price = getattr(rules.chombo.tournament, "after_uma", 0)
    for table in range(tables):
        at_table = scores(rules.setup.starting_points, chance)
        results = [final.result for final in final_results(at_table, 0, (0, 0, 0, 0), rules)]
        chombo = ["", "", "1" if price and table % EVERY_CHOMBO == 1 else "", ""]
        if chombo[2]:
            results[2] -= price
        lines += [
            f"{table},A,P{seat},{at_table[seat]},{chombo[seat]},"
            f"{float(results[seat]) / 1000 if thousands else int(results[seat])}"
            for seat in range(4)
        ]
    return "\n".join(lines) + "\n"


def found_in(text: str, folder: Path, without: str = "") -> PublishedRules:
    file = folder / "league.csv"
    file.write_text(text, encoding="utf-8")
    sheet, problems = read_sheet(file)
    assert not problems
    shelf = [ruleset for ruleset in shipped_rulesets() if ruleset.id != without]
    found = published_rules(sheet, rulesets=shelf)
    assert found is not None
    return found


@pytest.mark.parametrize("name", first(NAMES))
def test_a_league_shows_its_start_uma_oka_and_chombo(name: str, tmp_path: Path) -> None:
    """Each true value is found, or among the values that fit as well."""
    rules = load(name).rules
    for thousands in (False, True):
        found = found_in(written(rules, 24, thousands=thousands), tmp_path, without=name)
        assert not found.unexplained
        assert found.start == rules.setup.starting_points
        for path, value in found.values.items():
            assert rules.written_value(path) in (value, *found.other_values(path)), path
        if (price := getattr(rules.chombo.tournament, "after_uma", None)) is not None:
            assert found.chombo is not None
            assert found.chombo.points == price


def test_a_wrong_result_is_reported_and_changes_nothing(tmp_path: Path) -> None:
    rules = load("m-league").rules
    lines = written(rules, 12).splitlines()
    lines[1] = f"{lines[1]}7"
    found = found_in("\n".join(lines), tmp_path)
    assert found.unexplained == ("0, A",)
    assert found.values["result.uma"] == rules.written_value("result.uma")


def test_one_table_shows_nothing(tmp_path: Path) -> None:
    file = tmp_path / "league.csv"
    file.write_text(written(load("m-league").rules, 1), encoding="utf-8")
    assert published_rules(read_sheet(file)[0]) is None
    assert "has only 1 table; --games-needed is 2" in riichi("infer", file, status=1).stderr
    assert "of 1 table." in words(printed("infer", file, "--games-needed", "1"))


def test_rulesets_that_share_the_values_are_all_named_and_none_is_extended(tmp_path: Path) -> None:
    file = tmp_path / "league.csv"
    file.write_text(written(load("ema-2025").rules, 12), encoding="utf-8")
    found = json.loads(printed("infer", file, "--format", "json"))
    assert found["extends"] is None
    assert {"ema-2016", "ema-2025"} <= {*found["nearest"]}
    assert "ema-2016, ema-2025" in words(printed("infer", file))
    refused = riichi("infer", file, "--format", "yaml", status=1).stderr
    assert "--grade ema-2016" in refused
    assert "extends: ema-2025" in printed("infer", file, "--format", "yaml", "--grade", "ema-2025")


def test_an_uma_is_found_although_the_seat_breaks_a_tie_at_every_table(tmp_path: Path) -> None:
    scores = ["30000,30000,25000,15000", "40000,20000,20000,20000", "35000,35000,20000,10000"]
    rules = load("tenhou").rules.changed({"result.uma": [25_000, 5_000, -10_000, -20_000]})
    lines = ["session,table,player,points,result"]
    for number, table in enumerate(scores):
        points = [int(one) for one in table.split(",")]
        for player, final in zip("ABCD", final_results(points, 0, (0,) * 4, rules), strict=True):
            lines.append(f"{number},A,{player},{final.score},{final.result}")
    found = found_in("\n".join(lines), tmp_path)
    assert not found.unexplained
    assert found.values["result.uma"] == [25_000, 5_000, -10_000, -20_000]


def test_a_house_uma_becomes_a_valid_file(tmp_path: Path) -> None:
    uma = [12_000, 3_000, -3_000, -12_000]
    rules = load("ema-2025").rules.changed({"result.uma": uma})
    file, house = tmp_path / "league.csv", tmp_path / "ours.yaml"
    file.write_text(written(rules, 12), encoding="utf-8")
    riichi("infer", file, "--grade", "ema-2025", "--name", "ours", "--output", house)
    assert "valid, 1 rule" in printed("check", house)
    assert load(str(house)).rules.written_value("result.uma") == uma
    assert json.loads(printed("infer", file, "--format", "json"))["explained"] == 12


def test_a_tournament_warns_of_other_results_and_names_the_values_they_need(tmp_path: Path) -> None:
    file = tmp_path / "league.csv"
    file.write_text(written(load("m-league").rules, 12), encoding="utf-8")
    assert riichi("tournament", file, "--rules", "m-league").stderr == ""
    warned = riichi("tournament", file, "--rules", "tenhou").stderr
    assert "differ under tenhou" in warned
    assert "to fix it: use the rules that these results need" in warned
    assert "result.uma: [30000, 10000, -10000, -30000]" in words(warned)


def test_other_results_are_shown_in_points_even_if_the_file_has_thousands(tmp_path: Path) -> None:
    file = tmp_path / "league.csv"
    rows = "1,A,Ana,41100,+31.1\n1,A,Bo,33000,8.0\n1,A,Cy,26000,-9\n1,A,Di,19900,-25.1\n"
    file.write_text("session,table,player,points,result\n" + rows, encoding="utf-8")
    warned = riichi("tournament", file, "--rules", "ema-2025").stderr
    assert "that of Ana: in the file +31,100, here +26,100" in words(warned)
