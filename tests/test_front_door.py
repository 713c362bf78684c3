"""The promises of `import riichi_core`: its names, loaded fast, each with a working example."""

from __future__ import annotations

import doctest
import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from each import each

import riichi_core as rc
from riichi_core.hands.win import WinError
from riichi_core.settlement.ledger import Ledger, Transfer
from riichi_core.settlement.settle import Settlement

ROOT = Path(__file__).resolve().parents[1]
WIN = ("2345567m(345p)678s", "8m")


def test_importing_the_package_loads_almost_nothing() -> None:
    code = "import sys, riichi_core; dir(riichi_core); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    loaded = done.stdout.split()
    assert [name for name in loaded if name.startswith("riichi_core")] == ["riichi_core"]
    assert not {"pydantic", "yaml", "dataclasses"} & set(loaded)


def test_every_name_exists_and_is_listed() -> None:
    assert dir(rc) == sorted(rc.__all__)
    assert len({*rc.__all__}) == len(rc.__all__)
    assert all(getattr(rc, name) is not None for name in rc.__all__)


def test_type_checkers_see_the_same_names() -> None:
    stub = (ROOT / "riichi_core" / "__init__.pyi").read_text(encoding="utf-8")
    imported = re.findall(r"^from (\S+) import (\([^)]*\)|.*)$", stub, re.MULTILINE)
    seen = {
        (name, module) for module, names in imported for name in re.findall(r"(\w+) as \1\b", names)
    }
    assert seen == {*rc._HOMES.items()}


def test_the_version_matches_the_package() -> None:
    assert rc.__version__ == version("riichi-core")


def test_a_missing_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'scoring_of'"):
        _ = rc.scoring_of  # type: ignore[attr-defined]


PAGE = (ROOT / "docs" / "reference" / "library.md").read_text(encoding="utf-8")
SPECIAL = {*re.findall(r"`rc\.(\w+)`", PAGE.split("## More names")[1].split("##")[0])}
"""The names that only few programs need; the others have an example in their docstring."""

PUBLIC = [getattr(rc, name) for name in rc.__all__]
EXPLAINED = [thing for thing in PUBLIC if inspect.isclass(thing) or inspect.isfunction(thing)]


def test_every_name_is_a_class_or_a_function_except_the_version_and_two_aliases() -> None:
    others = [thing for thing in PUBLIC if thing not in EXPLAINED]
    assert others == [rc.Action, rc.Points, rc.__version__]


def is_error(thing: Any) -> bool:
    return str(thing.__name__).endswith("Error")


@each("thing", [one for one in EXPLAINED if is_error(one)])
def test_each_error_class_is_documented(thing: type) -> None:
    assert issubclass(thing, rc.RiichiError)
    assert inspect.getdoc(thing)


@each("thing", [one for one in EXPLAINED if one.__name__ not in SPECIAL and not is_error(one)])
def test_each_name_has_an_example_that_runs(thing: Any) -> None:
    name = thing.__name__
    (found,) = doctest.DocTestFinder(recurse=False).find(
        thing, name, globs=vars(sys.modules[thing.__module__]).copy()
    )
    assert found.examples, f"{name} has no example"
    runner = doctest.DocTestRunner(verbose=False)
    assert runner.run(found).failed == 0
    assert inspect.getdoc(thing)


def test_the_page_of_the_library_runs_and_shows_every_name() -> None:
    page = ROOT / "docs" / "reference" / "library.md"
    failures, tried = doctest.testfile(str(page), module_relative=False)
    assert failures == 0
    assert tried > 25
    assert "## Many wins at once\n" in page.read_text(encoding="utf-8")
    text = page.read_text(encoding="utf-8")
    assert [name for name in rc.__all__ if f"rc.{name}" not in text] == []


@each("name", sorted(SPECIAL))
def test_each_name_for_one_special_thing_is_documented(name: str) -> None:
    assert inspect.getdoc(getattr(rc, name))


def test_no_name_is_also_a_module() -> None:
    """Python replaces a name of a package by its module of the same name."""
    modules = {path.stem for path in (ROOT / "riichi_core").iterdir()}
    assert not modules & {*rc.__all__}


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@each("page", PAGES)
def test_a_page_imports_only_public_names(page: Path) -> None:
    """Names move between modules; those of `rc` stay."""
    text = page.read_text(encoding="utf-8")
    imported = re.findall(r"^[ >.]*((?:from|import) riichi\S*.*)$", text, re.MULTILINE)
    assert {*imported} <= {"import riichi_core as rc"}
    if imported or "`rc." in text:
        assert {*re.findall(r"\brc\.(\w+)", text)} <= {*rc.__all__}


CORE: Any = rc  # types do not prevent a wrong value at run time
ONE = rc.Win(*WIN, by="ron")
RULES = rc.load("wrc-2025").rules


class First:
    def choose(self, view: rc.Observation, acts: tuple[rc.Action, ...]) -> rc.Action:  # noqa: ARG002
        return acts[0]


@each(
    "call, said",
    [
        (lambda: CORE.score("123m", "ema-2025"), "expected a win, not '123m'"),
        (lambda: CORE.explain(None, "ema-2025"), "expected a win, not None"),
        (lambda: CORE.score_many(ONE, ["ema-2025"]), "expected wins, not"),
        (lambda: CORE.score_many([ONE, "123m"], ["ema-2025"]), "expected a win, not '123m'"),
        (lambda: CORE.score_many([ONE], "ema-2025"), "expected several rulesets"),
        (lambda: CORE.score_many([ONE], rc.load("ema-2025")), "expected several rulesets"),
        (lambda: CORE.score_many([ONE], None), "expected several rulesets"),
        (lambda: CORE.compare("ema-2025", None), "expected a ruleset, its id or its path"),
        (lambda: CORE.compare("ema-2025", RULES), "expected a ruleset with its title and sources"),
        (lambda: CORE.explain(ONE, RULES), "expected a ruleset with its title and sources"),
        (lambda: CORE.why_differ(ONE, RULES, "ema-2025"), "not only its rules"),
        (lambda: CORE.Table("ema-2025").resume(5), "expected events, not 5"),
        (lambda: CORE.Table("ema-2025").fold(None), "expected events, not None"),
        (lambda: CORE.play_game(CORE.Table("ema-2025"), 5), "expected four players, not 5"),
        (lambda: CORE.play_game(CORE.Table("ema-2025"), [None]), "1 players: a game has four"),
        (
            lambda: CORE.play_game(CORE.Table("ema-2025"), [1] * 4),
            "expected a player with a method choose, not 1",
        ),
        (
            lambda: CORE.play_game(CORE.Table("ema-2025"), [First] * 4),
            "expected a player, not the class First; write First()",
        ),
        (lambda: [*CORE.read_games(5)], "expected the path of a file or folder, or several paths"),
        (lambda: [*CORE.read_games(["a.json", 5])], "or several paths, not a list"),
        (lambda: CORE.Hand("2345567m678s", 5), "melds: expected a list of Meld, not 5"),
        (
            lambda: CORE.Hand("2345567m678s", "(777z)"),
            r"melds: expected a list of Meld, not '\(777",
        ),
        (lambda: CORE.load(None), "expected the id or the path of a ruleset, not None"),
        (lambda: CORE.Table("ema-2025", seed="x"), "seed: expected a whole number, not 'x'"),
        (lambda: CORE.Hand(5), "expected a hand as text or as tiles, not 5"),
        (lambda: CORE.Hand([1] * 13), "expected a hand as text or as tiles, not a list"),
    ],
)
def test_a_wrong_value_is_reported(call: Callable[[], object], said: str) -> None:
    with pytest.raises(rc.RiichiError, match=said):
        call()


def test_a_path_is_accepted_wherever_a_ruleset_is(tmp_path: Path) -> None:
    club = tmp_path / "club.yaml"
    book = ROOT / "rulesets" / "ema-2016.yaml"
    club.write_text(
        "format: 1\nruleset: my-club\ntitle: My Club\nextends: ema-2016\n"
        "limits: {raised_to_mangan: [four_han_thirty_fu]}\n",
        encoding="utf-8",
    )
    win = rc.Win("34445m35p123345s", "4p", by="tsumo", seat="south", dora="4p")
    assert rc.score(win, club) == rc.score(win, str(club)) == rc.score(win, rc.load(club))
    assert rc.score(win, book) == rc.score(win, "ema-2016") != rc.score(win, club)
    assert rc.explain(win, club).result == rc.score(win, club)
    assert [row.path for row in rc.compare(book, club).differing] == ["limits.raised_to_mangan"]
    assert rc.why_differ(win, book, club).points == (7900, 8000)
    ended = rc.Wins(win)
    assert rc.settle(ended, club).deltas == rc.settle(ended, rc.load(club)).deltas
    assert rc.Table(club).rules == rc.load(club).rules
    club.write_text(club.read_text(encoding="utf-8").replace("[four_han_thirty_fu]", "[]"))
    assert rc.score(win, club) == rc.score(win, "ema-2016")


def test_scores_show_their_number() -> None:
    scores = rc.score_many([rc.Win(*WIN, by="ron")] * 3, ["ema-2025", "wrc-2025"])
    assert repr(scores) == "<Scores: 3 wins x 2 rulesets>"


# ---- text wherever a type is ---------------------------------------------------------------------


def test_text_is_equivalent_to_values() -> None:
    text = CORE.Win(*WIN, by="ron", seat="south", round_wind="e", dora="4m", counters=1)
    values = rc.Win(
        rc.Hand(WIN[0]), rc.Tile("8m"), rc.Ron(), rc.Wind.SOUTH, rc.Wind.EAST,
        dora=(rc.Tile("4m"),), counters=1,
    )  # fmt: skip
    assert text == values
    assert hash(text) == hash(values)


def test_lists_of_texts_are_equivalent_to_text() -> None:
    concealed: list[str | rc.Tile] = [
        "2m",
        "3m",
        "4m",
        "5m",
        "5m",
        "6m",
        "7m",
        rc.Tile("6s"),
        "7s",
        "8s",
    ]
    hand = rc.Hand(concealed, [rc.Meld("sequence", ["3p", "4p", "5p"])])
    assert hand == rc.Hand("2345567m(345p)678s") == rc.Hand(iter(concealed), ["(345p)"])
    assert rc.Meld("triplet", "777z", "across") == rc.Hand("2345567m345p(777z^)").melds[0]
    text = rc.Win(hand, "8m", "ron", dora="4m7p", riichi=None)
    assert text == rc.Win(hand, "8m", "ron", dora=["4m", "7p"])
    assert rc.Win(hand, "8m", "ron", dora=rc.Tile("4m")) == rc.Win(hand, "8m", "ron", dora="4m")
    tiles = "2345567m345p678s"
    listed = [str(tile) for tile in rc.Hand(tiles).tiles]
    assert rc.Win(listed, "8m", "ron") == rc.Win(tiles, "8m", "ron")
    assert rc.Riichi(ura=["1m", "2m"]) == rc.Riichi(ura="1m2m")
    assert CORE.Wind("east") is CORE.Wind("E") is rc.Wind.EAST


def test_a_new_yaku_can_be_added_by_code() -> None:
    stairway = {"name": {"en": "Stairway"}, "concealed": True, "worth": {"concealed": 2},
                "sets": ["sequence n X", "sequence n+1 X", "sequence n+2 X"]}  # fmt: skip
    mine = rc.load("ema-2025").replace({"yaku.stairway": stairway}, id="mine")
    found = rc.score(rc.Win("123234345m99p34s", "5s", by="ron"), mine)
    assert found
    assert ("stairway", 2) in [(yaku.id, yaku.han) for yaku in found.yaku]
    assert rc.yaku(mine)[-1].names == {"en": "Stairway", "nl": "Stairway"}
    with pytest.raises(rc.RulesetError, match="a new yaku with its name and definition"):
        mine.replace({"yaku.starway": {"concealed": 1}})


@each(
    "call, said",
    [
        (lambda: CORE.Wind("up"), "there is no wind 'up': expected east, south, west, north"),
        (lambda: CORE.Wind(7), "there is no wind 7: expected"),
        (lambda: CORE.Meld("triplet", 7), "expected tiles such as '777z', not 7"),
        (lambda: CORE.Meld("triplet", ["7z", 7]), "expected tiles such as '777z', not a list"),
        (lambda: CORE.Meld("triplet", "77x"), "'x' is not a suit"),
        (lambda: CORE.Hand(["1m", "9z"]), "9z is not a tile"),
        (lambda: CORE.Hand(["1m", None]), "expected a hand as text or as tiles, not a list"),
    ],
)
def test_lists_that_are_not_tiles_are_refused(call: Callable[[], object], said: str) -> None:
    with pytest.raises(rc.RiichiError, match=said):
        call()


@pytest.mark.parametrize("by", ["ron", "discard", "Ron"])
def test_by_accepts_two_words_for_a_win_on_a_discard(by: str) -> None:
    assert CORE.Win(*WIN, by=by).by == rc.Ron()


@pytest.mark.parametrize("by", ["tsumo", "self_draw", "self-draw"])
def test_by_accepts_more_words_for_a_self_draw(by: str) -> None:
    assert CORE.Win(*WIN, by=by).by == rc.Tsumo()


def test_riichi_can_be_stated_in_many_ways() -> None:
    def declared(**facts: object) -> rc.Riichi | None:
        return rc.Win("2345567m345p678s", "8m", by="ron", **facts).riichi  # type: ignore[arg-type]

    assert declared(riichi=True) == declared(riichi="riichi") == rc.Riichi()
    assert declared(riichi="double", ura="1m") == rc.Riichi(double=True, ura="1m")
    assert declared(riichi=rc.Riichi(ippatsu=True), kan_ura="2m", ura="1m", dora="3m4m") == (
        rc.Riichi(ippatsu=True, ura="1m", kan_ura="2m")
    )
    assert declared(riichi="none") is declared(riichi=False) is declared() is None


WRONG: list[tuple[dict[str, object], str, str]] = [
    ({"by": "rom"}, "won_by", "by: there is no 'rom': did you mean ron?"),
    ({"by": 1}, "won_by", "by: expected 'tsumo' or 'ron', or a Tsumo or Ron, not 1"),
    ({"seat": "sout"}, "seat_wind", "seat: there is no 'sout': did you mean south?"),
    ({"seat": 4}, "seat_wind", "seat: expected east, south, west, north, not 4"),
    ({"round_wind": None}, "round_wind",
     "round_wind: expected east, south, west, north, not None"),
    ({"riichi": "dubble"}, "riichi", "riichi: there is no 'dubble': did you mean double?"),
    ({"riichi": 1}, "riichi", "riichi: expected True, 'riichi', 'double' or a Riichi, not 1"),
    ({"ura": "1m"}, "ura_dora_indicators",
     "ura_dora_indicators without riichi: only a player who declared riichi turns them up"),
    ({"ippatsu": True}, "ippatsu", "ippatsu without riichi"),
    ({"dora": 4}, "dora_indicators", "dora: expected tiles, as '3m4z', not 4"),
    ({"dora": [4]}, "dora_indicators", "dora: expected tiles, as '3m4z', not a list"),
    ({"dora": ["4x"]}, "dora_indicators",
     "dora: 'x' is not a suit: expected m, p, s, or z for honours"),
    ({"dora": "9z"}, "dora_indicators",
     "dora: 9z is not a tile: the honours are 1z East to 4z North, 5z White, 6z Green, "
     "7z Red"),
    ({"tile": 3}, "winning_tile", "tile: expected a tile, as '8m', not 3"),
    ({"hand": 3}, "hand", "hand: expected a hand, as '2345567m345p678s', not 3"),
    ({"hand": "123m"}, "hand", "the hand has 3 concealed tiles: expected 13"),
    ({"counters": "1"}, "counters", "counters: not a whole number: '1'"),
    ({"circumstances": ["riichi"]}, "circumstances", "there is no circumstance 'riichi': expected "
     "riichi_discard, quad_discard, open_riichi, after_two_quads, first_turn_quad, "
     "eighth_dealer_win, breaks_eighth_win"),
    ({"circumstances": 3}, "circumstances",
     "circumstances: expected a list of words, not 3"),
]  # fmt: skip


@each("facts, field, message", WRONG)
def test_errors_state_what_was_expected(facts: dict[str, object], field: str, message: str) -> None:
    given: dict[str, object] = {"hand": "2345567m345p678s", "tile": "8m", "by": "ron"}
    with pytest.raises(WinError) as caught:
        rc.Win(**(given | facts))  # type: ignore[arg-type]
    assert (caught.value.field, str(caught.value)) == (field, message)
    assert caught.value.parameter in {*given, *facts}


@each(
    "call, field, message",
    [
        (lambda: CORE.FinishedDeal(CORE.ExhaustiveDraw(), round_wind="up"), "round_wind",
         "round_wind: there is no 'up': expected east, south, west, north"),
        (lambda: CORE.FinishedDeal(CORE.ExhaustiveDraw(), bets=2000), "bets_on_table",
         "bets: expected 0 to 1,000"),
        (lambda: CORE.ExhaustiveDraw(dead=5), "dead_hands",
         "dead: expected seats, e.g. ['south'], not 5"),
        (lambda: CORE.ExhaustiveDraw(dead=["west", "W"]), "dead_hands",
         "dead: a seat is named twice"),
    ],
)  # fmt: skip
def test_a_call_names_its_parameter_and_the_error_the_field_of_a_record(
    call: Callable[[], object], field: str, message: str
) -> None:
    with pytest.raises(rc.RiichiError) as caught:
        call()
    assert (caught.value.field, str(caught.value)) == (field, message)
    assert message.startswith(caught.value.parameter)


def illegal_action() -> None:
    table = rc.Table("ema-2025", seed=7)
    table.start()
    table.push("south pass")


@each(
    "call, code, field",
    [
        (lambda: rc.Tile("8x"), "notation", ""),
        (lambda: rc.parse_tiles("12x"), "notation", ""),
        (lambda: rc.Meld("triplet", "778z"), "no_set", ""),
        (lambda: rc.Hand("123m"), "tile_count", ""),
        (lambda: rc.parse_action("foo"), "notation", ""),
        (lambda: CORE.judge("swap_cal", "ema-2025"), "unknown_word", "foul"),
        (lambda: rc.load("nope"), "no-ruleset", ""),
        (lambda: rc.load("ema-2025").replace({"winning.minimum_han": "two"}), "wrong-type",
         "winning.minimum_han"),
        (lambda: rc.Table("ema-2025").pop(), "not_now", ""),
        (illegal_action, "illegal_action", ""),
        (lambda: rc.play_game(rc.Table("ema-2025"), []), "player", ""),
        (lambda: [*rc.read_games("nope.json")], "unreadable", ""),
        (lambda: [*rc.read_games(ROOT / "LICENSE")], "not_a_game", "line 1"),
        (lambda: CORE.score("123m", "ema-2025"), "wrong_value", ""),
    ],
)  # fmt: skip
def test_each_error_has_a_code_and_a_field(
    call: Callable[[], object], code: str, field: str
) -> None:
    with pytest.raises(rc.RiichiError) as caught:
        call()
    assert (caught.value.code, caught.value.field) == (code, field)


def test_a_bot_may_answer_with_text() -> None:
    class Text:
        def choose(self, view: rc.Observation, acts: tuple[rc.Action, ...]) -> str:  # noqa: ARG002
            return str(acts[0])

    table = rc.Table("ema-2025", seed=1)
    rc.play_game(table, [Text() for _ in range(4)])
    assert table.over


@each("wrong", ["5x", "", "55p", 34, -1, None, "0z"])
def test_text_that_is_not_a_tile_is_refused(wrong: object) -> None:
    with pytest.raises(rc.RiichiError, match="there is no tile"):
        rc.Tile(wrong)  # type: ignore[arg-type]


def test_best_discards_needs_fourteen_tiles() -> None:
    best = rc.best_discards("234567m345p79s115z")
    assert [str(one.discard) for one in best] == ["5z"]
    assert (best[0].shanten, best[0].improving, best[0].left) == (0, (rc.Tile("8s"),), 4)
    with pytest.raises(rc.RiichiError, match="13 concealed tiles: expected 14"):
        rc.best_discards("2345567m345p678s")
    hand = rc.Hand("234567m345p79s11z")
    assert rc.best_discards(hand, "5z") == rc.best_discards([*hand.tiles, rc.Tile("5z")])
    assert str(rc.best_discards(hand, "5z")[0].discard) == "5z"
    complete = rc.best_discards("2345567m345p678s8m")
    assert {(choice.shanten, choice.complete) for choice in complete} == {(0, True)}
    assert rc.shanten("2345567m345p678s8m").shanten == -1
    assert not any(choice.complete for choice in (*best, *rc.best_discards("2345567m345p678s1z")))
    assert rc.best_discards("22334455m667788p")[0].complete
    assert rc.best_discards("123m(777z)[5555p]99s345s")[0].complete


def test_visible_tiles_cannot_be_drawn() -> None:
    hand = "234567m345p79s115z"
    assert rc.best_discards(hand, visible="8s8s")[0].left == 2
    assert rc.best_discards(hand, visible=[rc.Tile("8s")])[0].left == 3
    with pytest.raises(rc.HandError, match="8s is there 5 times"):
        rc.best_discards(hand, visible="88888s")


def test_an_observation_counts_the_tiles_that_it_sees() -> None:
    """A bot also chooses after its own call, with a set on the table and nothing drawn."""
    table, checked = rc.Table("ema-2025", seed=2), []

    class Caller:
        def choose(self, view: rc.Observation, acts: tuple[rc.Action, ...]) -> rc.Action:
            if any(isinstance(act, rc.Discard) for act in acts):
                best = view.best_discards()[0]
                left = [view.unseen_counts()[tile.kind] for tile in best.improving]
                assert best.left == sum(left)
                checked.append(view.drawn)
            return next((act for act in acts if isinstance(act, rc.Pon)), acts[0])

    rc.play_game(table, [Caller() for _ in range(4)])
    assert None in checked


def test_a_row_that_does_not_exist_is_named() -> None:
    scores = rc.score_many([ONE], ["ema-2016", "tenhou"])
    assert scores.row(-1, -1) == scores.row(0, 1)
    with pytest.raises(IndexError, match="there is no win 5: the scores have 1, from 0"):
        scores.row(5, 0)
    with pytest.raises(IndexError, match="there is no ruleset -3: the scores have 2, from 0"):
        scores.row(0, -3)


# ---- for people ----------------------------------------------------------------------------------


def test_values_have_a_readable_repr() -> None:
    win = rc.Win(*WIN, by="ron", seat="south", dora="4m")
    assert str(win) == "2345567m678s(345p) + 8m, ron by south"
    assert repr(win.hand) == "Hand('2345567m678s(345p)')"
    assert eval(repr(win.hand), {"Hand": rc.Hand}) == win.hand
    result = rc.score(win, "ema-2016")
    assert str(result) == "3 han 30 fu, 3,900 points: all_simples 1, dora 2"
    assert "3,900" in str(rc.explain(win, "ema-2016"))
    none = rc.score(rc.Win("234567m(345p)678s1z", "1z", by="ron"), "ema-2016")
    assert not none
    assert str(none) == "no win: no yaku"


def test_a_value_with_a_whole_ruleset_has_a_short_repr() -> None:
    ema = rc.load("ema-2025")
    assert repr(ema) == str(ema) == "<Ruleset ema-2025: EMA Riichi rules, 2025 edition>"
    compared = rc.compare("ema-2025", "wrc-2025")
    differing, options = len(compared.differing), len(compared.rows)
    said = f"<Comparison of ema-2025, wrc-2025: {differing} of {options} options differ>"
    assert repr(compared) == said
    first, *sides = str(compared).splitlines()[:3]
    assert first == "First seats (setup.seats)"
    assert [side.partition(":")[0] for side in sides] == ["  ema-2025", "  wrc-2025"]
    assert str(ema.rules) == f"<Rules with {options} options>"
    row = next(row for row in compared.rows if row.path == "setup.starting_points")
    assert repr(row) == "<ComparisonRow setup.starting_points: 30000, 30000>"
    win = rc.Win(*WIN, by="ron", seat="south", dora="4m")
    assert repr(rc.explain(win, ema)) == (
        "<Explanation of 2345567m678s(345p) + 8m, ron by south under ema-2025: "
        "3 han 30 fu, 3,900 points: all_simples 1, dora 2>"
    )
    none = rc.explain(rc.Win("234567m(345p)678s1z", "1z", by="ron"), ema)
    assert repr(none).endswith(" under ema-2025: no win: no yaku>")


def _settlement(deal: rc.FinishedDeal, ruleset: str) -> str:
    found = rc.settle(deal, ruleset)
    assert repr(found) == f"<Settlement: {found}>"
    return str(found)


def test_a_settlement_prints_payments_and_the_next_dealer_in_one_line() -> None:
    won = rc.Wins(rc.Win(*WIN, by="ron", seat="south", dora="4m"), discarder="west")
    assert _settlement(rc.FinishedDeal.of(won), "ema-2025") == (
        "south +3,900, west -3,900; the dealer rotates"
    )
    drawn = rc.ExhaustiveDraw(tenpai=["east"])
    assert _settlement(rc.FinishedDeal.of(drawn), "ema-2025") == (
        "east +3,000, south -1,000, west -1,000, north -1,000; East deals again"
    )
    nobody = rc.FinishedDeal.of(rc.ExhaustiveDraw())
    assert _settlement(nobody, "ema-2025") == "nothing is paid; the dealer rotates"
    chombo = rc.FinishedDeal(rc.Chombo(), offenders=frozenset({rc.Wind.EAST}))
    assert _settlement(chombo, "ema-2016") == "east -20,000 after uma; the hand is played again"
    fined = rc.FinishedDeal(rc.ExhaustiveDraw(), table_penalties={rc.Wind.WEST: -1000})
    assert _settlement(fined, "ema-2025") == "west -1,000; the dealer rotates"
    thirds = Ledger((Transfer(rc.Wind.EAST, rc.Wind.WEST, Fraction(1000, 3), "bets"),))
    assert str(Settlement(thirds, 0, dealer_stays=True, counters_next=0)) == (
        "east -1000/3, west +1000/3; East deals again"
    )
    chips = {rc.Wind.EAST: 3, rc.Wind.WEST: -1}
    assert str(Settlement(Ledger(), 0, dealer_stays=True, counters_next=0, chips=chips)) == (
        "east +3 chips, west -1 chip; East deals again"
    )


def test_the_repr_of_a_wall_is_the_call_that_makes_it() -> None:
    table = rc.Table("ema-2025", seed=7)
    table.start()
    wall = table.deal.wall
    assert repr(wall).startswith("Wall.parse('")
    assert eval(repr(wall), {"Wall": type(wall)}) == wall


PROGRAM = """
import riichi_core as riichi

ema = riichi.load("ema-2016")
win = riichi.Win("2345567m(345p)678s", "8m", by="ron", seat="south", dora="4m")
score = riichi.score(win, ema)
print(score.han, score.fu, score.points, score.limit)
print(riichi.explain(win, ema))
print(riichi.settle(riichi.Wins(win, discarder="west"), ema).deltas)
print(riichi.Hand("2345567m345p678s").waits)

table = riichi.Table(ema, seed=7)
table.start()
table.push("discard 1m")
for action in table.legal_actions("south"): print(action)
table.pop()
print(riichi.compare("ema-2016", "wrcr-2015").differing[0].title)
"""


def test_a_first_program_is_fifteen_lines() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    lines = done.stdout.splitlines()
    assert lines[0] == "3 30 3900 None"
    assert lines[1] == "2345567m678s(345p) + 8m under EMA Riichi rules, 2016 edition"
    (deltas,) = [line for line in lines if "SOUTH" in line]
    assert "<Wind.SOUTH: 1>: 3900, <Wind.WEST: 2>: -3900" in deltas
    assert "(Tile('2m'), Tile('5m'), Tile('8m'))" in lines
    assert sum(line.startswith("discard ") for line in lines) > 5
    assert lines[-1] == "Multiple winners"
