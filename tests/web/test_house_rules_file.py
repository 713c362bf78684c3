"""House-rules files of the page: edited as text, readable by the command, comments kept."""

import random
from pathlib import Path

import pytest
from asked import asked
from each import each
from effort import RULESETS, SEED, first

from riichi.web.house_rules import HouseRulesFile, house_id
from riichi.web.rulesets import example_value, shipped
from riichi.web.value_shape import fields_of, shape_of, value_of_fields
from riichi_core.rules import library
from riichi_core.rules.address import LARGEST_FILE
from riichi_core.rules.load import examine, load
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import fingerprint

OTHERS = {"ema-2016": "wrc-2025", "wrc-2025": "tenhou", "tenhou": "ema-2016"}


@pytest.mark.parametrize("base", first(OTHERS))
def test_all_values_of_another_ruleset_can_be_set_one_by_one(base: str, tmp_path: Path) -> None:
    """The command reads the page's file with the same fingerprint."""
    other = shipped(OTHERS[base])
    own = HouseRulesFile.new(base, "Another club")
    for path in options():
        fields = fields_of(shape_of(path), other.rules.written_value(path), path)
        own = own.with_value(path, value_of_fields(shape_of(path), fields, path))
    for yaku in other.rules.yaku.local:
        own = own.with_value(f"yaku.{yaku.id}", other.rules.written_value(f"yaku.{yaku.id}"))
    assert own.ruleset is not None, own.problems
    assert fingerprint(own.ruleset.rules) == fingerprint(other.rules)
    file = tmp_path / "house.yaml"
    file.write_text(own.text, encoding="utf-8")
    assert fingerprint(load(file).rules) == fingerprint(other.rules)


@pytest.mark.parametrize("name", library.house_rulesets())
def test_a_file_of_the_command_opens_unchanged(name: str) -> None:
    path = library.house_rulesets()[name]
    text = path.read_text(encoding="utf-8")
    own = HouseRulesFile(text)
    if own.base is None:
        pytest.skip("it extends a file")
    assert own.ruleset is not None
    assert fingerprint(own.ruleset.rules) == fingerprint(load(path).rules)
    for changed in own.changes:  # each value again: nothing else changes
        own = own.with_value(changed, own.value(changed))
    assert own.ruleset is not None
    assert fingerprint(own.ruleset.rules) == fingerprint(load(path).rules)
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        line for line in own.text.splitlines() if line.startswith("#")
    ]


TEXT = """\
# ours since 1998
format: 1
ruleset: our-club   # the id
title: Our club
extends: ema-2016

# what we do otherwise
claims:
  # after long debate
  winners: head_bump   # as in the parlour

result:
  uma:
    value: [20000, 10000,
            -10000, -20000]   # by far
    house: "voted"
"""


def test_comments_are_kept() -> None:
    own = HouseRulesFile(TEXT)
    assert own.ruleset is not None
    several = example_value("claims.winners", "=at_most_two")
    own = own.with_value("claims.winners", several).with_value(
        "result.uma", [30000, 10000, -10000, -30000]
    )
    own = own.with_value("end.bust", "below_zero", "so it ends").with_title("Our new club")
    assert own.problems == ()
    for comment in ("ours since 1998", "the id", "what we do otherwise", "long debate",
                    "as in the parlour", "by far"):  # fmt: skip
        assert comment in own.text
    assert own.reason("result.uma") == "voted"
    assert own.reason("end.bust") == "so it ends"
    assert own.data["ruleset"] == "our-new-club"


def test_a_value_equal_to_the_base_is_removed() -> None:
    before = shipped("ema-2016").rules.written_value("claims.winners")
    own = HouseRulesFile(TEXT).with_value("claims.winners", before)
    assert "claims.winners" not in own.changes
    assert "# after long debate" in own.text
    own = HouseRulesFile(TEXT).without("result.uma")
    assert "result" not in own.text
    assert "# what we do otherwise" in own.text


def test_a_file_can_be_moved_to_another_base() -> None:
    own = HouseRulesFile(TEXT).with_base("wrc-2025")
    assert own.base is not None
    assert own.base.id == "wrc-2025"
    assert "same-as-base" not in {problem.code for problem in own.problems}


@pytest.mark.random
@pytest.mark.parametrize("case", range(RULESETS))
def test_any_rules_survive_any_changes_of_base(case: int) -> None:
    """As on the page, each base is set together with all chosen values."""
    chance = random.Random(f"{SEED} {case}")
    first_base, *bases = chance.sample([*library.bases()], 4)
    own = HouseRulesFile.new(first_base, "Ours")
    for path in chance.sample([*options()], 20):
        other = shipped(chance.choice([*library.bases()]))
        own = own.with_value(path, other.rules.written_value(path))
    wishes = {path: fields_of(shape_of(path), own.value(path), path) for path in own.changes}
    file = own.text
    for base in (*bases, first_base):
        file = asked("set", file=file, base=base, fields=wishes)["file"]
        assert HouseRulesFile(file).data["extends"] == base
    back = HouseRulesFile(file)
    assert back.changes == own.changes
    assert {path: back.value(path) for path in own.changes} == {
        path: own.value(path) for path in own.changes
    }


@each(
    "text",
    [
        "{format: 1, ruleset: a, title: b, extends: ema-2016}",
        "format: 1\nruleset: a\ntitle: b\nextends: ema-2016\nclaims: {winners: head_bump}\n",
        "format: 1\nruleset: a\ntitle: b\nextends: ema-2016\nclaims:\nend:\n",
        "\ufefffordmat: 1\r\nformat: 1\r\nruleset: a\r\ntitle: b\r\nextends: ema-2016\r\n",
        "format: 1\nruleset: a\ntitle: b\nextends: ema-2016",
        "{format: 1, extends: ema-2016, other_rules: {A: b}, history: [{date: '2026', change: c}]}",
        "extends: ema-2016\nyaku:\n    sanrenkou: {concealed: 2}\n    renhou: {yakuman: 1}\n",
    ],
)
def test_a_file_in_any_layout_can_be_changed(text: str) -> None:
    own = (
        HouseRulesFile(text).with_value("end.bust", "below_zero").with_value("yaku.ippatsu", "none")
    )
    own = own.with_value("claims.winners", "head_bump").with_value(
        "yaku.blessing_of_man", {"yakuman": 2}
    )
    assert own.value("end.bust") == "below_zero"
    assert own.value("yaku.ippatsu") == "none"
    assert own.value("yaku.blessing_of_man") == {"yakuman": 2}
    assert own.value("claims.winners") == "head_bump"
    before = HouseRulesFile(text).data
    assert {key: own.data[key] for key in before if key not in ("end", "yaku", "claims")} == {
        key: value for key, value in before.items() if key not in ("end", "yaku", "claims")
    }


def test_an_invalid_value_is_kept_and_reported_at_its_option() -> None:
    own = HouseRulesFile.new().with_value("setup.starting_points", "many")
    assert own.ruleset is None
    assert [problem.path for problem in own.problems] == ["setup.starting_points"]


def test_a_conflict_is_reported_at_both_options() -> None:
    own = HouseRulesFile.new("ema-2016").with_value("setup.starting_points", 40000)
    (problem,) = own.problems
    assert problem.path == "setup.starting_points"
    assert "result.return_points" in problem.also


@pytest.mark.parametrize("name", ["/etc/passwd", "../ema-2016.yaml", "house.yaml", "nowhere"])
def test_no_other_file_is_read(name: str) -> None:
    own = HouseRulesFile(f'format: 1\nruleset: a\ntitle: b\nextends: "{name}"\n')
    assert own.ruleset is None
    assert own.base is None


def test_a_book_is_not_opened_as_house_rules() -> None:
    text = library.books()["ema-2012"].read_text(encoding="utf-8")
    own = HouseRulesFile(text)
    assert own.ruleset is None


def test_a_file_of_a_newer_version_is_not_opened() -> None:
    own = HouseRulesFile(TEXT.replace("format: 1", "format: 2"))
    assert own.base is None
    (problem,) = own.problems
    assert (problem.code, problem.span.line) == ("newer-format", 2)
    assert "newer version" in str(problem.message)
    assert own.with_value("end.bust", "below_zero").text == own.text
    answer = asked("open", file=own.text)
    assert "form" not in answer
    assert answer["file"] == own.text


@each("text", ["", "hello", "\x1a", TEXT + "end: {}\nend: {}\n", TEXT.replace("ema-2016", "mcr")])
def test_text_that_a_change_could_damage_is_marked_incomplete(text: str) -> None:
    assert not HouseRulesFile(text).is_whole
    assert HouseRulesFile(TEXT).is_whole


def test_the_longest_allowed_file_is_read() -> None:
    assert HouseRulesFile("#" * (LARGEST_FILE + 1)).problems[0].code == "too-large"


def test_unprintable_characters_are_not_written_to_a_file() -> None:
    own = HouseRulesFile.new("ema-2016", "Our\x8dclub\x0e\u2028").with_title("\x8d\ud800Ours\x00")
    own = own.with_value("claims.winners", "near\x85est", "because\ufeff\u202e")
    assert own.document is not None
    assert own.data["title"] == "Ours"
    assert [problem.path for problem in own.problems] == ["claims.winners"]


def test_ids_are_made_from_titles() -> None:
    assert house_id("Our  Club!") == "our-club"
    assert house_id("日本") == "my-club"
    assert house_id("EMA 2016") == "ema-2016-club"
    assert len(house_id("x" * 300)) <= 60


def test_shipped_house_rules_are_valid_on_the_page() -> None:
    for path in library.clubs().values():
        found, _ = examine(path)
        assert found is not None


def test_rules_in_own_words_keep_the_rest_of_the_file() -> None:
    own = HouseRulesFile(TEXT).with_head("other_rules", {"Table fee": "3 euros", "B": "C: d"})
    assert own.ruleset is not None
    assert own.ruleset.other_rules == {"Table fee": "3 euros", "B": "C: d"}
    assert "# after long debate" in own.text
    again = own.with_head("other_rules", {"Table fee": "4 euros"})
    assert again.data["other_rules"] == {"Table fee": "4 euros"}
    assert again.with_head("other_rules", {}).text == TEXT
