"""Follow CONTRIBUTING.md in a copy of the project, whose tests and commands accept the result.

One copy receives an option, a yaku, a ruleset and a kind of scenario. This file has everything that
a contributor writes by hand.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
LEFT_BEHIND = shutil.ignore_patterns(".git", ".venv", "build", "dist", "__pycache__", ".*_cache",
                                     ".hypothesis")  # fmt: skip

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("contributing")]


class Copy:
    """A copy of the project to which something is added."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.by_hand: set[str] = set()
        shutil.copytree(ROOT, root, ignore=LEFT_BEHIND)

    def add(self, file: str, after: str, text: str) -> None:
        """Insert text after a part of a file that occurs once."""
        path = self.root / file
        old = path.read_text(encoding="utf-8")
        assert old.count(after) == 1, (file, after)
        path.write_text(old.replace(after, after + text), encoding="utf-8")
        self.by_hand.add(file)

    def append(self, file: str, text: str) -> None:
        with (self.root / file).open("a", encoding="utf-8") as target:
            target.write(text)
        self.by_hand.add(file)

    def translate(self, texts: dict[str, str]) -> None:
        """Put Dutch texts into the catalog, where `make messages` left them empty."""
        listed = self.python("-m", "riichi.locale.catalogs")
        assert [english for english in texts if english not in listed] == []
        catalog_file = "riichi/locale/nl/LC_MESSAGES/riichi.po"
        path = self.root / catalog_file
        self.by_hand.add(catalog_file)
        with path.open("rb") as source:
            catalog = read_po(source)
        for english, dutch in texts.items():
            message = catalog.get(english)
            assert message is not None, english
            message.string = dutch
            message.flags.discard("fuzzy")
        with path.open("wb") as target:
            write_po(target, catalog, width=100)
        self.python("-c", "from riichi.locale.catalogs import compile_all as go; go()")

    def python(self, *arguments: str, status: int = 0) -> str:
        path = os.pathsep.join([str(self.root), str(self.root / "validators")])
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env=os.environ | {"PYTHONPATH": path, "RIICHI_TESTS": "quick"},
            capture_output=True,
            encoding="utf-8",
            timeout=600,
            check=False,
        )
        assert done.returncode == status, done.stdout[-4000:] + done.stderr[-2000:]
        return done.stdout

    def riichi(self, *arguments: str) -> str:
        return self.python("-m", "riichi", *arguments)

    def generate(self) -> None:
        """Run the same steps as `make docs`."""
        self.python("-m", "riichi.generated")
        self.python("-m", "riichi_validators")

    def tests(self, *paths: str) -> None:
        self.python("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=short", *paths)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """Return a copy with all the additions below."""
    made = Copy(tmp_path_factory.mktemp("contributing") / "copy")
    add_option(made)
    assert len(made.by_hand) == 3, "and the catalog"
    add_yaku(made)
    add_ruleset(made)
    add_kind(made)
    made.generate()
    made.translate(DUTCH)
    return made


# ---- an option -----------------------------------------------------------------------------------

FIELD = """    finish_bonus: PointsValue = option(
        "Points for playing to the end",
        "Each player gets {value} points.",
        unit="points",
        unregulated=0,
    )
"""
SHOWN = """
- scenario: points-for-playing-to-the-end
  clauses: []
  options: [result.finish_bonus]
  says: Time is up after one deal, and players may get points for the end.
  variants:
    a-thousand-each: {extends: ema-2016, result: {finish_bonus: 1000}}
  given: {game: {signal: {during_deal: 1}, deals: [{end: exhaustive_draw}]}}
  expect:
    ema-2016: {finals: {Anna: {result: 0}}}
    ema-2025: {finals: {Anna: {result: 0}}}
    wrc-2025: {finals: {Anna: {result: 0}}}
    wrcr-2015: {finals: {Anna: {result: 0}}}
    a-thousand-each: {finals: {Anna: {result: 1000}}}
"""
DUTCH = {
    "Points for playing to the end": "Punten voor uitspelen",
    "Each player gets {value} points.": "Elke speler krijgt {value} punten.",
    "Time is up after one deal, and players may get points for the end.": (
        "De tijd is om na één deel, en spelers kunnen punten voor het einde krijgen."
    ),
    "Two Nines": "Twee negens",
    "eights": "achten",
    "Triplets of nines in two suits.": "Triplets van negens in twee series.",
}


def add_option(copy: Copy) -> None:
    copy.add("riichi_core/rules/chapters/result.py", '"Uma and result"\n\n', FIELD)
    copy.add(
        "riichi_core/game/result.py",
        "additions = [points + oka_points",
        " + rules.result.finish_bonus",
    )
    copy.append("rulesets/scenarios/games.yaml", SHOWN)


def test_an_option_is_a_field_its_values_a_reader_and_a_scenario(copy: Copy) -> None:
    assert "count as not in it: result.finish_bonus." in copy.riichi("check", "ema-2016")
    assert "all as expected" in copy.riichi("test", "--option", "result.finish_bonus")
    lacking = copy.python("-m", "riichi_validators.lacking", "result.finish_bonus")
    for need in ("questions in nl", "the second settlement", "random values"):
        assert f"  missing  {need}" in lacking
    for need in ("a scenario with different outcomes", "a reader in the engine", "its texts in nl"):
        assert f"  done     {need}" in lacking


# ---- a yaku --------------------------------------------------------------------------------------

YAKU = """
two_nines:
  name: {en: Two Nines, ja: Ryankyuu}
  usual: {concealed: 2, open: 2}
  sets: [triplet 9 X, triplet 9 Y]
"""
HANDS = """two_nines:
  says: Triplets of nines in two suits.
  has: {hand: 123m44z55s(999m)(999p), winning_tile: 4z, won_by: discard}
  misses: {hand: 123m44z55s(999m)(888p), winning_tile: 4z, won_by: discard, why: eights}
"""


def add_yaku(copy: Copy) -> None:
    copy.append("rulesets/yaku.yaml", YAKU)
    copy.append("rulesets/yaku-hands.yaml", HANDS)


def test_a_local_yaku_is_a_line_of_a_file_a_sentence_and_two_hands(copy: Copy) -> None:
    assert "two_nines" in copy.riichi("find", "Two Nines")
    club = copy.root / "club.yaml"
    club.write_text(
        "format: 1\nruleset: club\ntitle: Club\nextends: ema-2016\n"
        "yaku: {two_nines: {concealed: 2, open: 2}}\n",
        encoding="utf-8",
    )
    assert "valid" in copy.riichi("check", "club.yaml")


# ---- a ruleset -----------------------------------------------------------------------------------


def add_ruleset(copy: Copy) -> None:
    book = (copy.root / "rulesets" / "wrcr-2015.yaml").read_text(encoding="utf-8")
    assert book.count("\nruleset: wrcr-2015") == 1
    other = copy.root / "rulesets" / "another-2020.yaml"
    other.write_text(book.replace("\nruleset: wrcr-2015", "\nruleset: another-2020"), "utf-8")


def test_a_ruleset_is_one_file(copy: Copy) -> None:
    assert "valid, a complete book" in copy.riichi("check", "rulesets/another-2020.yaml")
    assert "None of" in copy.riichi("compare", "wrcr-2015", "another-2020")


# ---- a kind of scenario --------------------------------------------------------------------------

KIND = '''"""Scenarios of waits: which tiles complete a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from riichi_core.records.fields import HandText, Record
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds.kind import Kind


class WaitsRecord(Record):
    """A hand that waits."""

    tenpai: HandText


def _result(record: WaitsRecord, _ruleset: Ruleset) -> Mapping[str, Any]:
    return {"awaited": [str(tile) for tile in record.tenpai.waits]}


WAITS = Kind(
    name="waits",
    title="Waits",
    given=WaitsRecord,
    result=_result,
    wanted="a hand, as {tenpai: 2345567m345p678s}",
    possible="a hand",
    example="{awaited: [2m]}",
)
'''
EXPECTED = '''

class ExpectedWaits(Expected):
    """The tiles that a hand waits for."""

    awaited: list[str] = ABSENT
'''
WAITING = """\
- scenario: a-hand-waits-for-three-tiles
  clauses: []
  says: Seven tiles of a suit wait for three.
  given: {waits: {tenpai: 2345567m345p678s}}
  expect:
    ema-2016: {awaited: [2m, 5m, 8m]}
"""


def add_kind(copy: Copy) -> None:
    (copy.root / "riichi_core/scenarios/kinds/waits.py").write_text(KIND, encoding="utf-8")
    kinds = "riichi_core/scenarios/kinds/__init__.py"
    copy.add(kinds, '"tournament", "rule"', ', "waits"')
    copy.append("riichi_core/scenarios/kinds/expected.py", EXPECTED)
    (copy.root / "rulesets/scenarios/waits.yaml").write_text(WAITING, encoding="utf-8")
    copy.append(
        "docs/reference/scenario-files.md",
        "\nA `waits` has a `tenpai` hand; `awaited` can be expected.\n",
    )


def test_a_kind_of_scenario_is_one_object(copy: Copy) -> None:
    assert "1 outcome: all as expected" in copy.riichi(
        "test", "--scenario", "a-hand-waits-for-three-tiles"
    )


# ---- all of them ---------------------------------------------------------------------------------


def test_the_tests_that_detect_omissions_pass(copy: Copy) -> None:
    copy.tests(
        "tests/rules/test_books.py",
        "tests/rules/test_yaku_index.py",
        "tests/yaku/test_hands.py",
        "tests/validators/test_pages.py",
        "tests/scenarios/test_scenario_coverage.py",
        "tests/test_docs.py::test_the_page_about_scenario_files_names_every_word",
        "tests/validators/test_schema.py",
        "tests/locale/test_catalogs.py",
        "tests/test_architecture.py::test_the_core_does_not_name_any_ruleset",
    )
