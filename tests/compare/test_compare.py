"""Rulesets side by side: checked against the numbering of differences.md and golden texts.

These tests check that the data shows every difference that people found by reading the books side
by side, and no other.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner
from each import each

from riichi.cli.main import main
from riichi_core.comparison.comparison import Comparison, compare
from riichi_core.rules.clauses import clauses, indexed_books
from riichi_core.rules.load import load

Golden = Callable[[str, str], None]

# The numbered differences between EMA 2016 and WRCR 2015, as people count them, each with the
# option that shows it and the clauses that it covers.
NUMBERED: dict[str, tuple[str, tuple[str, ...]]] = {
    "1": ("claims.winners", ("claim-multiple-ron", "claim-triple-ron", "claim-headbump-losers")),
    "1.1": ("claims.winners", ("win-multi-ron-payment", "counters-each-winner")),
    "1.2": ("claims.winners", ("riichi-stakes-multi-winner", "riichi-old-stakes-multi-winner")),
    "1.3": ("claims.winners", ("rotation-dealer-cowinner", "counters-dealer-among-winners")),
    "2": ("claims.meld_precedence", ("claim-precedence-melds", "claim-precedence-late-pon-limit")),
    "4 words": ("claims.win_words", ("claim-terms-win",)),
    "4 words for sets": ("claims.set_words", ("claim-terms-meld",)),
    "4 hints": ("fouls.passing_information", ("foul-information",)),
    "4 trifles": ("fouls.minor", ("penalty-trivial",)),
    "4 wrong word": ("fouls.wrong_win_word", ("chombo-invalid-win-word",)),
    "6": ("quads.concealed_face_down", ("quad-concealed-display",)),
    "7": ("winning.tile_not_kept_apart", ("win-tile-not-apart",)),
    "8": ("fouls.pon_then_ron", ("foul-pon-then-ron",)),
    "9": ("fouls.ron_then_pon", ("foul-ron-then-pon",)),
    "10": ("end.bets_left", ("end-riichi-stakes", "end-riichi-stakes-tie")),
    "11": (
        "limits.raised_to_mangan",
        (
            "points-1920-four-thirty",
            "points-table-east-tsumo",
            "points-table-east-ron",
            "points-table-other-tsumo",
            "points-table-other-ron",
        ),
    ),
    "11.1": ("limits.raised_to_mangan", ("points-1920-three-sixty",)),
    "11.2": ("limits.raised_to_mangan", ("score-example-02", "score-example-08")),
    "12": ("liability.earlier_sets", ("liability-which-sets",)),
    "14": ("winning.score_correction", ("score-correction-window",)),
    "15": ("fouls.riichi_without_word", ("deadhand-riichi-no-call",)),
    "16": (
        "fouls.riichi_without_turning",
        ("deadhand-riichi-no-rotate", "riichi-rotation-unknown-tile"),
    ),
    "17": ("fouls.riichi_on_open_hand", ("deadhand-riichi-open",)),
    "19": ("fouls.claim_with_dead_hand", ("chombo-claim-with-dead-hand",)),
    "19 win": ("fouls.win_with_dead_hand", ("foul-win-with-dead-hand",)),
    "20": ("chombo.casual", ("chombo-points-casual",)),
    "21": ("fouls.noten_riichi", ("chombo-noten-riichi-proof",)),
    "22": ("fouls.unplayable_no_fault", ("chombo-blameless-redeal",)),
    "23": ("fouls.obstruction", ("foul-obstruction",)),
    "24": ("tournament.disqualified", ("penalty-disqualified-ranking",)),
    "25": ("tournament.signal_before_end", ("session-signal",)),
    "26": ("tournament.after_signal", ("session-after-signal", "session-signal-after-dice")),
    "27": (
        "tournament.signal_between_deals",
        ("session-signal-before-dice", "session-no-dice-after-gong"),
    ),
    "28": ("chombo.last_timed_deal", ("chombo-last-timed-hand",)),
    "29": ("tournament.substitute_result", ("substitute-recorded-result",)),
    "30": ("tournament.substitute_place_mid_session", ("substitute-uma-mid-session",)),
    "31": ("tournament.excused_absence", ("substitute-missing-excused",)),
    "32": ("tournament.deliberate_absence", ("substitute-missing-deliberate",)),
    "33": ("tournament.fixed_tables", ("seating-table-change",)),
    "34 clock": ("tournament.clock", ("session-clock-visible",)),
    "34 sheet": ("tournament.score_sheet", ("session-score-sheet",)),
    "35": ("claims.winners", ("claim-multiple-chankan",)),
    "36": ("fouls.call_with_undeclared_dead_hand", ("deadhand-undeclared-call",)),
    "37": ("fouls.riichi_or_quad_with_dead_hand", ("deadhand-declared-other-declarations",)),
    "38": ("end.bets_left", ("end-riichi-stakes-timed",)),
    "39": ("fouls.change_of_meld_call", ("foul-change-meld-call",)),
    "40": ("draws.noten_hands", ("draw-noten-hidden",)),
    "41 devices": ("fouls.electronic_device", ("foul-electronic-device",)),
    "41 provoked": ("fouls.caused_by_other", ("foul-caused-by-other",)),
    "41 deal": ("fouls.dealing_mistake", ("foul-mistake-in-deal",)),
    "42": ("tournament.substitute_result", ("substitute-non-zero-sum",)),
    "43": ("quads.dead_wall_gap", ("wall-dead-gap",)),
    "44": ("end.sticks_lent_by", ("score-negative-borrow",)),
}

# The fourteen changes from 2012 to 2016 that the preface of the 2016 edition lists.
FOURTEEN: dict[str, tuple[str, str, str]] = {
    "red fives": ("tiles.red_fives", "Each suit has one red five", "There are no red fives"),
    "open tanyao": ("yaku.all_simples", "concealed only", "open or concealed"),
    "renho": ("yaku.blessing_of_man", "Yakuman", "Mangan"),
    "dai suushii": ("yaku.big_four_winds", "Double yakuman", "Yakuman"),
    "13 fan": ("limits.counted_yakuman", "counted yakuman", "no hand is paid more than sanbaiman"),
    "3 seconds": ("claims.meld_window", "3 seconds", "without a time limit"),
    "swap calling": (
        "claims.forbidden_swaps",
        "may discard any tile",
        "may not at once discard an identical tile",
    ),
    "temporary furiten": (
        "furiten.temporary_ends",
        "ends when the player draws, or anyone claims a tile or makes a quad",
        "ends when the player draws or the player claims a tile",
    ),
    "five counters": ("winning.minimum_with_counters", "2 han from yaku", "stays the same"),
    "abortive draws": ("draws.abortive", "A hand is aborted if", "There are no abortive"),
    "nagashi": ("draws.nagashi", "self-drawn mangan", "not played"),
    "uma": ("result.uma", "+30,000 / +10,000", "+15,000 / +5,000 / -5,000 / -15,000"),
    "chombo": ("chombo.tournament", "reverse mangan", "20,000 points off"),
    "milder penalties": ("fouls.empty_win_call", "Chombo", "Dead hand"),
}


# Differences that people found by comparing the editions of 2025 with earlier ones and each other.
EDITIONS: dict[tuple[str, str], str] = {
    ("ema-2016", "ema-2025"): """
        claims.meld_precedence claims.win_words claims.win_window claims.touching_the_wall
        claims.late_call_undoes quads.concealed_face_down riichi.tiles_left
        winning.tile_not_kept_apart
        winning.score_correction
        fu.double_wind_pair limits.raised_to_mangan end.bets_left chombo.last_timed_deal
        chombo.after_last_discard fouls.empty_meld_call_shown fouls.empty_riichi
        fouls.wrong_win_word fouls.noten_riichi fouls.call_with_undeclared_dead_hand
        fouls.riichi_or_quad_with_dead_hand fouls.caused_by_other fouls.draw_out_of_turn
        fouls.draw_from_a_hand fouls.dead_wall_tile_not_returned fouls.undone_draw_mixed_in
        fouls.drawn_tile_touches_riichi_hand fouls.discard_from_riichi_hand fouls.claim_after_riichi
        fouls.claim_after_riichi_and_discard fouls.tsumo_after_discard
        fouls.tsumo_after_discard_shown
        fouls.all_last_sheet_error fouls.score_sheet_error fouls.score_sheet_unsigned
        tournament.signal_between_deals tournament.lateness tournament.excused_absence
        tournament.score_sheet quads.dead_wall_gap winning.points_asked end.sticks_lent_by
        tournament.all_last_sheet
    """,
    ("wrcr-2015", "wrc-2025"): """
        setup.seats claims.win_window claims.take_tile_within claims.touching_the_wall
        quads.concealed_robbed_by dora.kan_dora riichi.tiles_left riichi.concealed_quad
        winning.tile_not_kept_apart fu.double_wind_pair fu.open_pinfu limits.counted_yakuman
        limits.several_yakuman liability.yaku liability.covers chombo.tournament chombo.casual
        chombo.last_timed_deal fouls.empty_meld_call fouls.empty_meld_call_shown
        fouls.withdrawn_meld_call fouls.empty_concealed_quad fouls.empty_riichi
        fouls.empty_win_call fouls.change_of_meld_call fouls.pon_then_ron
        fouls.ron_then_pon fouls.false_quad fouls.claimed_tile_not_taken
        fouls.wrong_tile_count fouls.several_tiles_exposed fouls.few_tiles_exposed_again
        fouls.riichi_on_open_hand fouls.claim_after_riichi fouls.discard_from_riichi_hand
        fouls.false_tenpai fouls.false_tenpai_again fouls.early_tenpai fouls.early_tenpai_shown
        fouls.win_after_declaring_tenpai fouls.draw_after_last_tile fouls.call_after_the_end
        fouls.first_discard_too_early fouls.all_last_sheet_error fouls.score_sheet_error
        fouls.worn_device fouls.claim_with_dead_hand fouls.riichi_or_quad_with_dead_hand
        fouls.loopholes tournament.after_signal tournament.signal_between_deals
        tournament.equal_totals quads.dead_wall_gap winning.points_asked end.sticks_lent_by
        draws.announcing tournament.minutes_automatic tournament.dice_before_start
        tournament.all_last_sheet tournament.score_sheet
    """,
    ("ema-2025", "wrc-2025"): """
        setup.seats claims.winners claims.win_window claims.take_tile_within claims.late_call_undoes
        quads.concealed_robbed_by riichi.tiles_left fu.open_pinfu limits.counted_yakuman
        limits.several_yakuman liability.yaku liability.earlier_sets liability.covers
        draws.noten_hands end.bets_left chombo.tournament chombo.casual chombo.last_timed_deal
        fouls.empty_meld_call fouls.empty_meld_call_shown fouls.withdrawn_meld_call
        fouls.empty_concealed_quad fouls.empty_win_call fouls.change_of_meld_call
        fouls.pon_then_ron fouls.false_quad fouls.claimed_tile_not_taken
        fouls.wrong_tile_count fouls.unplayable_no_fault fouls.riichi_without_word
        fouls.riichi_without_turning fouls.noten_riichi fouls.claim_with_dead_hand
        fouls.riichi_or_quad_with_dead_hand fouls.loopholes fouls.obstruction
        fouls.electronic_device tournament.signal_before_end tournament.clock
        tournament.score_sheet tournament.fixed_tables tournament.lateness
        tournament.deliberate_absence tournament.substitute_result
        tournament.substitute_place_mid_session tournament.disqualified quads.dead_wall_gap
        winning.points_asked end.sticks_lent_by draws.announcing tournament.minutes_automatic
        tournament.dice_before_start tournament.all_last_sheet fouls.false_quad_replaced
    """,
}


@pytest.mark.parametrize("pair", EDITIONS)
def test_differences_between_two_editions_have_their_numbers(pair: tuple[str, str]) -> None:
    differing = {row.path: row for row in compare(*map(load, pair)).differing}
    for path in EDITIONS[pair].split():
        assert path in differing
        one, other = differing[path].sides
        assert one.sentences != other.sentences


@pytest.fixture(scope="module")
def books() -> Comparison:
    return compare(load("ema-2016"), load("wrcr-2015"))


@pytest.mark.parametrize("number", NUMBERED)
def test_every_numbered_difference_is_shown_with_both_rules_and_both_meanings(
    number: str, books: Comparison
) -> None:
    path, ids = NUMBERED[number]
    (row,) = [row for row in books.differing if row.path == path]
    assert set(ids) <= set(row.clauses)
    ema, wrcr = row.sides
    assert ema.sentences != wrcr.sentences
    assert ema.provenance is not None
    assert wrcr.provenance is not None
    assert ema.provenance.text
    assert wrcr.provenance.text


@pytest.fixture(scope="module")
def indexed() -> Comparison:
    return compare(*map(load, indexed_books()))


def test_every_differing_clause_belongs_to_a_differing_option(indexed: Comparison) -> None:
    named = {clause for row in indexed.differing for clause in row.clauses}
    assert {c.id for c in clauses().values() if c.differs} <= named


def test_every_differing_option_has_a_differing_clause(indexed: Comparison) -> None:
    for row in indexed.differing:
        assert any(clauses()[clause].differs for clause in row.clauses), row.path


def test_every_differing_option_has_a_number(books: Comparison) -> None:
    assert {row.path for row in books.differing} == {path for path, _ in NUMBERED.values()}


@each("change", FOURTEEN)
def test_the_fourteen_changes_from_2012_to_2016_are_shown(change: str) -> None:
    path, before, after = FOURTEEN[change]
    found = compare(load("ema-2012"), load("ema-2016"))
    (row,) = [row for row in found.differing if row.path == path]
    assert before in row.sides[0].sentences
    assert after in row.sides[1].sentences


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("compare-ema-2016-wrcr-2015.txt", ["ema-2016", "wrcr-2015"]),
        ("compare-ema-2012-ema-2016.txt", ["ema-2012", "ema-2016"]),
        ("compare-ema-2016-ema-2025.txt", ["ema-2016", "ema-2025"]),
        ("compare-wrcr-2015-wrc-2025.txt", ["wrcr-2015", "wrc-2025"]),
        ("compare-ema-2025-wrc-2025.txt", ["ema-2025", "wrc-2025"]),
        ("compare-three.txt", ["ema-2012", "ema-2016", "wrcr-2015"]),
        ("compare-ema-2016-red-fives-club.txt", ["ema-2016", "red-fives-club"]),
        ("compare-wrcr-2015-tuesday-club.txt", ["wrcr-2015", "tuesday-club"]),
        ("compare-ema-2016-wrcr-2015.md", ["ema-2016", "wrcr-2015", "--format", "markdown"]),
    ],
)
def test_printed_comparisons_match_the_golden_files(
    name: str, arguments: list[str], golden: Golden
) -> None:
    result = CliRunner().invoke(main, ["compare", *arguments])
    assert result.exit_code == 0
    golden(name, result.stdout)


def test_json_has_the_documented_form() -> None:
    result = CliRunner().invoke(main, ["compare", "ema-2016", "wrcr-2015", "--format", "json"])
    found = json.loads(result.stdout)
    assert found["rulesets"] == ["ema-2016", "wrcr-2015"]
    (option,) = [o for o in found["options"] if o["path"] == "claims.meld_precedence"]
    assert option["chapter"] == "claims"
    assert option["title"] == "Chow against pung or kong"
    assert option["differs"] is True
    assert "claim-precedence-melds" in option["clauses"]
    assert option["scenario"] == "pon-called-after-chii"
    assert option["example"]["scenario"] == option["scenario"]
    assert option["example"]["outcomes"] == {
        "ema-2016": "North's pung takes the tile",
        "wrcr-2015": "South's chow takes the tile",
    }
    ema, wrcr = option["values"]["ema-2016"], option["values"]["wrcr-2015"]
    assert (ema["value"], ema["cite"]) == ("by_rank", "preface, 3.3.1")
    assert (wrcr["value"], wrcr["cite"]) == ("first_call", "5.4.1")
    assert ema["says"] != wrcr["says"]
    for entry in found["options"]:
        for side in entry["values"].values():
            assert len({"cite", "silent", "assumed", "observed", "house"} & set(side)) == 1


def test_a_ruleset_does_not_differ_from_itself() -> None:
    for name in ("ema-2016", "tuesday-club"):
        assert compare(load(name), load(name)).differing == ()


def test_a_club_differs_from_its_base_in_exactly_the_options_it_sets() -> None:
    for club, base in (("red-fives-club", "ema-2016"), ("tuesday-club", "wrcr-2015")):
        ruleset = load(club)
        said = {path for path, law in ruleset.provenance.items() if law.ruleset == club}
        assert {row.path for row in compare(load(base), ruleset).differing} == said


def test_a_clubs_own_yaku_does_not_count_elsewhere() -> None:
    rows = {row.path: row for row in compare(load("wrcr-2015"), load("tuesday-club")).differing}
    stairway = rows["yaku.stairway"]
    assert stairway.title == "Stairway"
    assert [side.sentences for side in stairway.sides] == [
        "Not counted.",
        "2 han, concealed only. No set is claimed before the win. "
        "It has sets such as 123m, 234m, 345m, from any number, in any one suit.",
    ]
    assert stairway.sides[0].provenance is None


@pytest.mark.parametrize(("language", "name"), [("en", "dragon nest 1"), ("nl", "drakennest 1")])
def test_an_example_has_a_clubs_own_yaku_by_its_name(
    tmp_path: Path, language: str, name: str
) -> None:
    file = tmp_path / "own.yaml"
    names = "{en: Dragon nest, nl: Drakennest}"
    file.write_text(
        "format: 1\nruleset: own\ntitle: Own\nextends: ema-2025\nyaku:\n"
        f"  nest: {{name: {names}, sets: [triplet 5z], worth: {{concealed: 1}}}}\n",
        encoding="utf-8",
    )
    result = CliRunner().invoke(main, ["compare", "ema-2025", str(file), "--language", language])
    assert name in " ".join(result.output.split())


def test_two_definitions_under_one_name_differ(tmp_path: Path) -> None:
    def club(name: str, template: str) -> Path:
        file = tmp_path / f"{name}.yaml"
        file.write_text(
            f"format: 1\nruleset: {name}\ntitle: {name}\nextends: ema-2016\nyaku:\n"
            f"  twins: {{name: {{en: Twins}}, sets: [{template}], worth: {{concealed: 1}}}}\n",
            encoding="utf-8",
        )
        return file

    one, two = load(club("one", "triplet n X")), load(club("two", "sequence n X"))
    assert [row.path for row in compare(one, two).differing] == ["yaku.twins"]


def test_three_rulesets_differ_if_any_two_do() -> None:
    three = {r.path for r in compare(*("ema-2012", "ema-2016", "wrcr-2015")).differing}
    pairs = [("ema-2012", "ema-2016"), ("ema-2016", "wrcr-2015"), ("ema-2012", "wrcr-2015")]
    found = [{r.path for r in compare(load(a), load(b)).differing} for a, b in pairs]
    assert three == set().union(*found)


def test_the_order_of_words_in_a_set_makes_no_difference(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(
        "format: 1\nruleset: club\ntitle: Club\nextends: ema-2016\n"
        "dealer: {stays_on: [tenpai, win]}\n",
        encoding="utf-8",
    )
    assert compare(load("ema-2016"), load(file)).differing == ()


def test_an_option_differs_only_between_rulesets_in_which_it_has_an_effect() -> None:
    path, book = "fu.double_wind_pair", load("ema-2016")
    fixed, other = book.replace({"fu.fixed": 30}), book.replace({path: 2})
    found = [{row.path for row in compare(book, *sides).differing}
             for sides in [(fixed,), (fixed, other), (fixed.replace({path: 2}),)]]  # fmt: skip
    assert found == [{"fu.fixed"}, {"fu.fixed", path}, {"fu.fixed"}]


def test_double_riichi_differs_only_if_its_sum_with_riichi_does() -> None:
    path, book = "yaku.double_riichi", load("ema-2025")
    in_place, on_top = {"concealed": 2, "replaces": "riichi"}, {"concealed": 1}
    assert book.rules.written_value(path)["replaces"] == "riichi"
    (row,) = [row for row in compare(load("ema-2016"), book).rows if row.path == path]
    assert not row.differs
    assert row.sides[0].sentences != row.sides[1].sentences
    for riichi, double, differs in (
        (1, on_top, False), (1, in_place, False), (1, {"concealed": 2}, True),
        (1, {**in_place, "concealed": 3}, True), (2, {**in_place, "concealed": 3}, False),
        (2, in_place, True), (2, on_top, False),
    ):  # fmt: skip
        club = book.replace({"yaku.riichi": {"concealed": riichi}, path: double})
        found = [row.path for row in compare(book, club).differing]
        assert (path in found) is differs, (riichi, double)


def test_a_ruleset_given_twice_has_two_columns() -> None:
    ema = load("ema-2016")
    found = compare(ema, ema, load("wrcr-2015"))
    assert found.labels == ("ema-2016", "ema-2016 (2)", "wrcr-2015")
    for option in found.as_json()["options"]:
        assert list(option["values"]) == list(found.labels)


@pytest.mark.parametrize(
    ("language", "mark"), [("en", "(our interpretation: "), ("nl", "(onze uitleg: ")]
)
@pytest.mark.parametrize(
    "call",
    [
        "show ema-2016",
        "compare ema-2016 wrcr-2015",
        "compare ema-2016 wrcr-2015 --format markdown",
        "compare ema-2016 wrcr-2015 --format html",
        "rulebook ema-2016 --format markdown",
        "rulebook ema-2016 --format html",
    ],
)
def test_a_reading_is_marked_as_such(call: str, language: str, mark: str) -> None:
    """Under EMA 2016 the moment up to which a triplet overrides a sequence is a reading."""
    said = CliRunner().invoke(main, [*call.split(), "--language", language]).stdout
    assert load("ema-2016").provenance["claims.meld_precedence"].reading
    assert unescape(" ".join(said.split())).count(mark) >= 5
    assert "chow's caller" in unescape(said) or "de chow riep" in " ".join(said.split())


def test_a_reading_is_a_column_and_a_field() -> None:
    call = ["compare", "ema-2016", "wrcr-2015", "--format"]
    head, *rows = CliRunner().invoke(main, [*call, "csv"]).stdout.splitlines()
    assert head.endswith(",proviso,reading,note,grade")
    read = [row["reading"] for row in csv.DictReader([head, *rows])]
    assert any("sequence's caller" in reading for reading in read)
    data = json.loads(CliRunner().invoke(main, [*call, "json"]).stdout)
    assert "sequence's caller" in json.dumps(data)
