"""Provisos are parts of rules and readings are not: how files state them and pages print them."""

from __future__ import annotations

import re
from pathlib import Path

from each import each
from effort import LONG, few
from reading_pages import page
from running import as_json, club, printed

from riichi.locale import Locale
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import HouseHead
from riichi_core.rules.settings import settings

PROVISO = "If the tile is not mixed in, the player is only warned."
READING = "the text makes no distinction"
SENTENCES = re.compile(r"[A-Z][^;]*\.")
"""Whole sentences, without fragments after semicolons."""

SECTION = re.compile(r"\b\d+(?:\.\d+)+\b")


def words(text: str) -> str:
    """Return the text of a page or a terminal without its line breaks."""
    return " ".join((page(text).text if text.lstrip().startswith("<") else text).split())


def test_every_remark_has_one_kind_and_names_existing_sections() -> None:
    found = {"proviso": 0, "reading": 0}
    for name in (*library.books(), *library.shelf()):
        ruleset = load(name)
        assert not isinstance(ruleset.head, HouseHead)
        sections = {part for one in ruleset.head.sources.values() for part in one.sections}
        for path, source in ruleset.provenance.items():
            assert not source.note, f"{name} {path}"
            for kind in found:
                if source.ruleset == name and (text := getattr(source, kind)):
                    found[kind] += 1
                    assert set(SECTION.findall(text)) <= sections, f"{name} {path}: {text}"
                    whole = SENTENCES.fullmatch(text) is not None
                    assert whole == (kind == "proviso"), f"{name} {path}: {text}"
    assert found["proviso"] > 50
    assert found["reading"] > 100


@each("call", few([
    "show wrc-2025 fouls.draw_after_last_tile",
    "show wrc-2025 fouls",
    "compare ema-2025 wrc-2025 --all --no-examples",
    "compare ema-2025 wrc-2025 --all --format json",
    "compare ema-2025 wrc-2025 --all --format csv",
    "compare ema-2025 wrc-2025 --all --format html",
    "foul draw_after_last_tile --rules wrc-2025",
    "rulebook wrc-2025 --format html",
    "rulebook wrc-2025 --format markdown --citations none",
], 4))  # fmt: skip
def test_a_proviso_is_printed_with_the_rule(call: str) -> None:
    assert "Dead hand. If the tile is not mixed in" in words(printed(*call.split()))


@each("how, times", [("inline", 1), ("none", 0), ("notes", 1)][: 3 if LONG else 1])
def test_a_reading_is_printed_only_with_the_citations(how: str, times: int) -> None:
    text = words(printed("rulebook", "wrc-2025", "--format", "html", "--citations", how))
    assert text.count(f"(our interpretation: {READING})") == times
    assert text.count(READING) == times


def test_provisos_are_printed_even_without_citations() -> None:
    text = words(printed("rulebook", "wrc-2025", "--format", "html", "--citations", "none"))
    ruleset = load("wrc-2025")
    tr = Locale().of(ruleset)
    provisos = {tr(source.proviso) for source in ruleset.provenance.values()} - {""}
    assert len(provisos) > 15
    assert {proviso for proviso in provisos if f". {proviso}" not in text} == set()


def test_a_proviso_is_a_json_field_and_part_of_the_sentence() -> None:
    (entry,) = as_json("show", "wrc-2025", "fouls.draw_after_last_tile")["options"]
    assert entry["says"] == f"Dead hand. {PROVISO}"
    assert entry["proviso"] == PROVISO
    assert "reading" not in entry


def test_provisos_are_sentences_in_dutch() -> None:
    tr = Locale("nl")
    rulesets = map(load, (*library.books(), *library.shelf()))
    provisos = {one.proviso for ruleset in rulesets for one in ruleset.provenance.values()} - {""}
    assert [text for text in map(tr, provisos) if not SENTENCES.fullmatch(text)] == []


def test_a_proviso_in_dutch() -> None:
    call = "rulebook wrc-2025 --format html --citations none --language nl"
    assert (
        "Dode hand. Is de steen niet ingevoegd, dan krijgt de speler alleen een waarschuwing."
        in words(printed(*call.split()))
    )


def test_rules_with_one_value_but_different_provisos_differ() -> None:
    call = "compare ema-2025 wrc-2025 --all --no-examples"
    text = words(printed(*call.split()))
    assert "A forbidden swap call (the same value) fouls.swap_call" in text
    assert "Riichi while furiten (the same) riichi.when_furiten" in text


# ---- house rules ---------------------------------------------------------------------------------


OURS = """\
claims:
  winners: {value: head_bump, proviso: "but on the first evening all", note: "asked for by Ann"}
"""


def test_a_club_can_have_its_own_provisos_and_notes(tmp_path: Path) -> None:
    ours = club(tmp_path / "club.yaml", OURS, "ours")
    for command in ("show", "rulebook", "card"):
        assert ". But on the first evening all." in words(printed(command, ours)), command
    assert "(note: asked for by Ann)" in words(printed("rulebook", ours))
    assert "asked for by Ann" not in words(printed("rulebook", ours, "--citations", "none"))


def test_a_proviso_alone_changes_a_rule_of_the_book(tmp_path: Path) -> None:
    ours = club(
        tmp_path / "club.yaml", 'result: {ties: {value: shared, proviso: "but A"}}\n', "ours"
    )
    assert printed("check", ours).endswith("club.yaml: valid, 1 rule of ema-2016 changed\n")
    for command in ("card", "sheet", "rulebook"):
        assert ". But A." in words(printed(command, ours, "--format", "markdown")), command
    compared = words(printed("compare", "ema-2016", ours))
    assert "Tied players (the same value) result.ties" in compared


def test_a_proviso_is_inherited_only_with_its_value(tmp_path: Path) -> None:
    path = club(tmp_path / "club.yaml", "fouls: {draw_from_a_hand: dead_hand}\n")
    path.write_text(path.read_text("utf-8").replace("ema-2016", "ema-2025"), encoding="utf-8")
    says = {option: side.sentences for option, _, (side,) in settings(load(path))}
    assert says["fouls.draw_from_a_hand"] == "Dead hand."
    assert says["fouls.minor"].endswith(". A repeated foul costs points or makes the hand dead.")


def test_a_club_can_say_what_its_book_does_not_mention(tmp_path: Path) -> None:
    ours = club(tmp_path / "club.yaml", "riichi: {open: none}\n", "ours")
    assert printed("check", ours).endswith("club.yaml: valid, 1 rule of ema-2016 changed\n")
    said = "Riichi is declared without showing the hand."
    for command in ("sheet", "rulebook"):
        assert said in words(printed(command, ours, "--format", "markdown")), command
    assert (
        "only in a club open riichi (the same)"
        in words(printed("compare", "ema-2016", ours)).casefold()
    )
