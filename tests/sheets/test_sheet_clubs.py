"""A club's own decisions are on its sheet."""

from __future__ import annotations

from pathlib import Path

import pytest
from sheet_reading import Reader, figures, page, read, sheet

from riichi.writers.html import html
from riichi.writers.markdown import markdown
from riichi_core.rules.load import load

HEAD = "format: 1\nruleset: club\ntitle: A & B <club>\nextends: ema-2016\n"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    return tmp_path / "club.yaml"


def of(club: Path, rules: str, language: str = "en") -> Reader:
    club.write_text(HEAD + rules, encoding="utf-8")
    return read(html(page(load(str(club)), language), "a4"))


def where(found: Reader, yaku: str) -> tuple[str, list[str]]:
    """Return the group and row of a yaku."""
    table = found.tables["yaku"]
    pairs = zip(table.groups, table.rows, strict=True)
    ((group, row),) = [(group, row) for group, row in pairs if row[0] == yaku]
    return group, row


def test_a_sheet_has_an_own_yaku_and_a_known_local_one() -> None:
    found = sheet("tuesday-club")
    sets = (
        "No set is claimed before the win. It has sets such as 123m, 234m, 345m, from any number, "
        "in any one suit."
    )
    group, (name, says, sign) = where(found, "Stairway")
    assert (group, name, sign) == ("2 han", "Stairway", "●")
    assert says.startswith(sets)
    assert says.removeprefix(sets).count(" of ") >= 14, "its example is drawn, tile by tile"
    assert where(found, "Three Consecutive Pungs")[0] == "2 han"
    assert where(found, "Blessing of Man")[0] == "Yakuman"
    assert where(sheet("tuesday-club", terms="japanese"), "Kaidan")[1][1].startswith(sets)
    assert where(sheet("tuesday-club", "nl"), "Drie opeenvolgende pungs")[0] == "2 han"


def test_a_sheet_has_red_fives_counted_yakuman_and_double_yakuman() -> None:
    found = sheet("red-fives-club")
    assert found.facts["Red fives"].startswith("Each suit has one red five")
    assert found.facts["Counted yakuman"].startswith("From 13 han a hand without a yakuman is paid")
    assert found.facts["Several yakuman"] == "Several yakuman in one hand are paid together."
    assert where(found, "Nine Gates on Nine Waits")[0] == "2 times yakuman"
    limits = {row[0]: row[1:] for row in found.tables["limits"].rows}
    assert figures(limits["Sanbaiman"][0]) == [11, 12]
    assert limits["Counted yakuman"] == ["13+", "16,000", "48,000", "8,000 / 16,000", "32,000"]
    assert figures(limits["Yakuman \N{MULTIPLICATION SIGN} 2"][1]) == [32000]
    assert found.facts["Rounded up"] == "4 han 30 fu and 3 han 60 fu: paid as mangan."
    assert found.tables["east-discard"].cell("30", "4 han") == "12,000"
    assert found.tables["east-discard"].cell("60", "3 han") == "12,000"


def test_a_sheet_can_round_up_only_one_of_the_two_hands(club: Path) -> None:
    found = of(club, "limits: {raised_to_mangan: [four_han_thirty_fu]}\n")
    told = "4 han 30 fu: paid as mangan. 3 han 60 fu: not rounded up to mangan."
    assert found.facts["Rounded up"] == told
    assert found.tables["east-discard"].cell("30", "4 han") == "12,000"
    assert found.tables["east-discard"].cell("60", "3 han") == "11,600"
    always_forty = of(club, "fu: {fixed: 40}\n")
    assert "Rounded up" not in always_forty.facts, "no hand has 30 or 60 fu"


def test_a_sheet_has_other_limits(club: Path) -> None:
    found = of(
        club,
        "limits:\n  mangan: {han: 6, base: 3000}\n  haneman: {han: 7, base: 3500}\n"
        "  yakuman: 10000\n",
    )
    table = found.tables["other-discard"]
    assert table.heads == ["Fu", "1 han", "2 han", "3 han", "4 han", "5 han"]
    assert [table.cell(fu, "5 han") for fu in ("25", "30")] == ["12,000", "12,000"]
    assert table.cell("40", "4 han") == "10,300"
    limits = {row[0]: row[1:] for row in found.tables["limits"].rows}
    assert limits["Mangan"][0] == "6"
    assert limits["Haneman"] == ["7", "7,000", "21,000", "3,500 / 7,000", "14,000"]
    assert limits["Yakuman"][1] == "20,000"


def test_a_sheet_has_no_payments_by_fu_if_every_win_is_a_limit(club: Path) -> None:
    rules = "limits: {mangan: {han: 1, base: 2000}}\n"
    assert "east-draw" not in of(club, rules).tables
    assert of(club, rules).tables["limits"].rows[0][0] == "Mangan"


def test_a_sheet_has_a_higher_minimum(club: Path) -> None:
    rules = "winning:\n  minimum_han: 2\n  minimum_with_counters: {counters: 5, han: 3}\n"
    found = of(club, rules)
    assert found.tables["east-draw"].heads == ["Fu", "2 han", "3 han", "4 han"]
    assert "at least 2 han" in found.facts["To win"]
    assert "With 5 or more counters on the table a win needs 3 han" in found.facts["To win"]


def test_a_sheet_has_other_minipoints(club: Path) -> None:
    found = of(
        club,
        "fu: {double_wind_pair: 2, open_pinfu: 0, pinfu_self_draw: separate, seven_pairs: 50,\n"
        "     self_draw_after_quad: 0}\n",
    )
    others = dict(found.tables["fu-others"].rows)
    assert others["Pair of the double wind"] == "2"
    assert "Open hand without other fu" not in others
    assert others["Self-draw"] == "2"
    assert others["Self-draw after a kong"] == "0"
    assert dict(found.tables["fu-winning"].rows)["Seven Pairs (always)"] == "50"
    fu = {name: [row[0] for row in found.tables[name].rows] for name in
          ("east-draw", "east-discard")}  # fmt: skip
    assert fu["east-draw"][0] == "30", "a drawn pinfu has 22 fu, rounded up"
    assert fu["east-discard"][:2] == ["20", "30"], "an open hand without any fu stays at 20"


def test_a_sheet_lists_the_dora(club: Path) -> None:
    found = of(club, "dora: {ura: none, kan_dora: none}\n")
    assert found.facts["Dora"] == "One han each. No ura dora. A kong turns no indicator."
    kinds = "claimed: at_discard, extended: at_discard, concealed: at_discard, ura: not_counted"
    found = of(club, f"dora: {{kan_dora: {{{kinds}}}}}\n")
    assert found.facts["Dora"].endswith("under the kan dora indicators does not count.")
    assert sheet("ema-2016").facts["Red fives"] == "There are no red fives."


def test_a_sheet_has_counters_bets_and_draws(club: Path) -> None:
    found = of(club, "dealer: {counter_value: 1500}\nriichi: {bet: 500}\ndraws: {noten_total: 0}\n")
    assert found.facts["Counter"].startswith("Each counter is worth 1,500 points")
    assert found.facts["Riichi bet"] == "500"
    assert found.facts["Exhaustive draw"] == "Nothing is paid."


def test_a_sheet_prints_every_kind_of_worth(club: Path) -> None:
    found = of(
        club,
        "yaku:\n  all_simples: {concealed: 1}\n  iipin_moyue: {limit: mangan}\n"
        "  uupin_kaihou: {limit: haneman, cumulative: false}\n"
        "  pure_straight: {concealed: 4, open: 1}\n"
        "  triple_triplet: none\n  pinfu: {concealed: 1, open: 1}\n"
        "  half_flush: {concealed: 3, open: 2, cumulative: false}\n  fourth_quad: {yakuman: 1}\n",
    )
    assert where(found, "All Simples")[1][2] == "●"
    assert where(found, "Plucking the Moon")[0] == "5 han"
    assert where(found, "Plum Blossom on the Roof")[0] == "Haneman, not combined with other yaku"
    assert where(found, "Pure Straight") == ("1 han", ["Pure Straight", *where(
        sheet("ema-2016"), "Pure Straight")[1][1:2], "+3"])  # fmt: skip
    assert where(found, "Pinfu")[1][2] == "●", "no open hand can have it, whatever it is worth"
    assert where(found, "Four Kongs at the Fourth")[1][2] == ""
    assert where(found, "Half Flush")[0] == "2 han, not combined with other yaku"
    assert "Triple Pung" not in [row[0] for row in found.tables["yaku"].rows]
    assert "+1, +3 han if concealed" in found.text


def test_names_cannot_become_markup(club: Path) -> None:
    own = (
        "  own:\n    name: {en: 'A <b> | *c*', nl: 'D & E'}\n    concealed: true\n    triplets: 4\n"
    )
    rules = f"yaku:\n{own}    worth: {{concealed: 2}}\n"
    found = of(club, rules)
    assert where(found, "A <b> | *c*")[0] == "2 han"
    assert where(of(club, rules, "nl"), "D & E")[0] == "2 han"
    text = markdown(page(load(str(club))))
    assert "| **A &lt;b&gt; \\| \\*c\\*** |" in text
    assert text.startswith("# A &amp; B &lt;club&gt;: Rules sheet\n")


def test_markdown_has_the_same_cells_as_the_page() -> None:
    text = markdown(page(load("ema-2016")))
    lines = [line.replace("**", "") for line in text.splitlines() if line.startswith("|")]
    for table in sheet("ema-2016").tables.values():
        for row in table.rows:
            assert f"| {' | '.join(row)} |".replace("|  |", "| |") in lines
        assert f"## {table.caption}" in text
    assert "\n| **Yakuman** | | |\n" in text
    assert "- **Riichi bet**: 1,000" in text


def test_a_sheet_has_the_clubs_rules_of_the_game(club: Path) -> None:
    """Start, uma, oka, busting, East's stop and chombo, as the club plays them."""
    rules = (
        "setup: {starting_points: 25000}\n"
        "result: {return_points: 30000, uma: [20000, 10000, -10000, -20000], oka: first}\n"
        "end: {bust: below_zero, dealer_stops: {after: [win], how: automatic, lowest_place: 1}}\n"
        "chombo: {casual: {after_uma: 8000}}\n"
    )
    facts = of(club, rules).facts
    assert facts["Start"] == "25,000 points; results count from 30,000."
    assert facts["Uma"] == "+20,000 / +10,000 / -10,000 / -20,000"
    assert "First place gets the oka" in facts["Oka"]
    assert facts["Busting"] == "The game ends when a player falls below zero points."
    stop = facts["East stops early (agari-yame)"]
    assert stop.startswith("A leading East ends the game by winning")
    assert "8,000" in facts["Chombo"]
    assert "20,000" in facts["Chombo, tournament"], "as in the book"
    dutch = of(club, rules, "nl").facts
    assert dutch["Begin"] == "25.000 punten; resultaten tellen vanaf 30.000."
    assert dutch["Uma"] == "+20.000 / +10.000 / -10.000 / -20.000"


def test_a_sheet_has_the_clubs_rounds_head_bump_and_abortive_draws(club: Path) -> None:
    book = sheet("ema-2025").facts
    assert "Rounds" not in book
    assert "Abortive draws" not in book
    assert book["Double and triple ron"] == "All callers win."
    rules = (
        "end: {rounds: 2, extension: {target: 30000, rounds: 1, if_east_stays: ends}}\n"
        "claims: {winners: head_bump}\n"
        "draws: {abortive: {nine_kinds: may_abort, four_winds: play_on, four_riichi: play_on,\n"
        "  four_quads: play_on, counter: added, dealer: stays, bets: stay}}\n"
    )
    facts = of(club, rules).facts
    assert facts["Rounds"].startswith("If nobody has 30,000 points, one more round is played")
    assert facts["Double and triple ron"].startswith("Head bump: only the caller nearest")
    assert "nine kinds of terminals and honours" in facts["Abortive draws"]
    three = of(club, "end: {rounds: 3}\n").facts
    assert three["Rounds"] == "A game is three rounds: east, south and west."


@pytest.mark.parametrize("name", ["ema-2025", "m-league", "tenhou", "parlour"])
def test_a_sheet_of_a_shipped_ruleset_has_its_rules_of_the_game(name: str) -> None:
    facts = sheet(name).facts
    rules = load(name).rules
    assert f"{rules.setup.starting_points:,} points" in facts["Start"]
    assert facts.keys() >= {"Uma", "Oka", "Red fives", "Busting", "East stops early (agari-yame)"}
    assert bool({"Chombo", "Chonbo"} & {*facts}) == (name != "tenhou"), "a platform has no faults"
    twice = rules.chombo.casual != rules.chombo.tournament
    assert ("Chombo, tournament" in facts) == (twice and name != "tenhou")
