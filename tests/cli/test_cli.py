"""The command line for people and programs: exit status, streams, width, JSON."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from each import each
from effort import LONG, few, first
from running import (
    BOOKS,
    PLAIN,
    SHIPPED,
    as_json,
    bad,
    club,
    environment,
    neat,
    printed,
    process,
    refused,
    riichi,
    words,
)

from riichi.cli.main import COMMANDS, main
from riichi.locale import Locale
from riichi_core.files.yaml_document import parse
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.rules import chapters, options

FORMATS = ["text", "markdown", "html", "json", "csv"]
LAWS = {"cite", "silent", "assumed", "house"}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- calls ---------------------------------------------------------------------------------------


@each(
    "call",
    [
        "rulesets",
        "show ema-2016",
        "show tuesday-club claims",
        "show wrcr-2015 claims.winners",
        "find quad",
        "find red five",
        "check ema-2016",
        "check ema-2016 tuesday-club",
        "schema",
        "schema book",
        "compare ema-2016 wrcr-2015",
        "--help",
        "-h",
        "compare ema-2012 ema-2016 wrcr-2015 --all",
        "--version",
    ],
)
def test_a_good_call_prints_its_result_and_ends_with_0(call: str) -> None:
    assert printed(*call.split()).strip()


@each(
    "call, reason",
    [
        ("show", "Missing argument 'RULESET'"),
        ("find", "Missing argument"),
        ("check", "Missing argument"),
        ("new", "Missing argument 'NAME'"),
        ("new some-club", "Missing option '--extends'"),
        ("compare", "Name two or more rulesets"),
        ("compare ema-2016", "Name two or more rulesets"),
        ("rulesets ema-2016", "unexpected extra argument"),
        ("schema house book", "unexpected extra argument"),
        ("show ema-2016 claims extra", "unexpected extra argument"),
        ("compar", "Did you mean 'compare'?"),
        ("rulsets", "Did you mean 'rulesets'?"),
        ("nonsense", "No such command 'nonsense'"),
        ("compare --alll ema-2016 wrcr-2015", "Did you mean '--all'?"),
        ("compare --fromat json ema-2016 wrcr-2015", "--format"),
        ("show ema-2016 --format jsn", "'json'"),
        ("compare ema-2016 wrcr-2015 --format markdwon", "'markdown'"),
        ("schema hose", "'house'"),
        ("show ema-2061", "did you mean: ema-2016"),
        ("show EMA-2061", "did you mean: ema-2016"),
        ("compare ema-2016 wrc-2015", "did you mean: wrcr-2015"),
        ("check tuesdayclub", "did you mean: tuesday-club"),
        ("new some-club --extends ema2016", "did you mean: ema-2016"),
        ("show missing.yaml", "missing.yaml: error[unreadable]"),
        ("check missing.yaml", "missing.yaml: error[unreadable]"),
        ("compare ema-2016 missing.yaml", "missing.yaml: error[unreadable]"),
        ("show ema-2016 clams", "Did you mean 'claims'?"),
        ("show ema-2016 claims.winers", "Did you mean 'claims.winners'?"),
        ("show ema-2016 winners", "Did you mean 'claims.winners'?"),
        ("show ema-2016 claims.", "There is no chapter or option 'claims.'"),
        ("schema --next-to missing.yaml", "does not exist"),
        ("schema book --next-to .", "leave out the kind"),
    ],
)
def test_a_wrong_call_says_why_on_standard_error_and_ends_with_2(
    here: Path, call: str, reason: str
) -> None:
    assert reason in words(refused(*call.split()))
    assert list(here.iterdir()) == []


def test_a_call_without_a_subcommand_lists_the_subcommands() -> None:
    ran = CliRunner(env=PLAIN).invoke(main, [], prog_name="riichi")
    assert ran.exit_code in (0, 2)  # click 8.1 says 0
    assert all(f"\n  {name} " in ran.output for name in COMMANDS)


@each("name", ["", *COMMANDS])
def test_help_fits_100_columns(name: str) -> None:
    text = printed(*filter(None, [name]), "--help")
    assert text.startswith(f"Usage: riichi {name}".rstrip())
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("call", ["show", "check", "compare ema-2016"])
def test_checking_an_invalid_file_ends_with_1(here: Path, call: str) -> None:
    text = refused(*call.split(), bad(here / "bad.yaml"), status=1)
    assert "bad.yaml:5:19: error[bad-value] claims.winners: 'head_bmp'" in text
    assert "   5 | claims: {winners: head_bmp}\n" in text
    assert "expected: head_bump, {all: …} or {at_most_two: …}\n" in text
    assert "did you mean: head_bump\n" in text


def test_finding_nothing_ends_with_1_and_names_the_nearest() -> None:
    assert refused("find", "setcorected", status=1) == (
        "Nothing mentions 'setcorected'. Try 'set corrected'.\n"
    )
    nothing: dict[str, Any] = {"options": [], "clauses": [], "yaku": [], "read_as": None}
    assert as_json("find", "zzz", status=1) == nothing


def test_a_typo_in_a_search_is_corrected_and_reported() -> None:
    said = printed("find", "atamahame")
    assert said.startswith("Showing results for 'atamahane'.\n")
    assert said.endswith(printed("find", "atamahane").lstrip("\n"))
    assert as_json("find", "atamahame") == {**as_json("find", "atamahane"), "read_as": "atamahane"}


@each("word", ["", "   ", "\\", "(?!", "[[red]]z", "*", "x" * 5000])
def test_any_text_can_be_searched_for(word: str) -> None:
    assert refused("find", "--", word, status=1).startswith("Nothing mentions '")


# ---- text ----------------------------------------------------------------------------------------


@each("name", few(SHIPPED, 2))
def test_a_shown_ruleset_is_neat_and_complete(name: str) -> None:
    text, words = printed("show", name), Locale().of(load(name))
    neat(text)
    assert all(f"\n{words(model.TITLE).upper()}\n" in text for model in chapters().values())
    lines = [line.split("  ")[0] for line in text.splitlines()]
    assert [path for path in options() if path.split(".")[1] not in lines] == []


@each("chapter", few([*chapters()], 8))
def test_a_shown_chapter_is_neat_and_shows_nothing_else(chapter: str) -> None:
    for name in ("ema-2012", "tuesday-club"):
        text = printed("show", name, chapter)
        neat(text)
        words = Locale().of(load(name))
        titles = {words(model.TITLE).upper() for model in chapters().values()}
        assert titles & {*text.splitlines()} == {words(chapters()[chapter].TITLE).upper()}


@each("path", [*list(options())[::7], "claims.winners", "draws.abortive"])
def test_a_shown_option_is_neat(path: str) -> None:
    text = printed("show", "wrcr-2015", path)
    neat(text)
    assert text.splitlines()[1].endswith(f" {path}")
    assert f"\nIn a file: {path.split('.')[1]}: " in text


def test_a_clubs_own_yaku_is_shown() -> None:
    text = printed("show", "tuesday-club", "yaku.stairway")
    neat(text)
    assert "2 han, concealed only. No set is claimed before the win. It has sets such as" in text
    assert "\nhouse rule\n" in text


@each("word", ["quad", "riichi", "a", "e", "the", "1", "East", "yakuman", "東"])
def test_search_results_are_neat(word: str) -> None:
    neat(printed("find", word))


def test_the_list_of_rulesets_is_neat_and_complete() -> None:
    text = printed("rulesets")
    neat(text)
    groups = [
        [line.split()[0] for line in group.splitlines() if not line.startswith(" ")]
        for group in text.split("\n\n")
    ]
    assert groups == [
        ["RULESET", *library.books()], list(library.shelf()), list(library.house_rulesets()),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "call",
    [
        "ema-2016 wrcr-2015",
        "ema-2012 ema-2016",
        "ema-2012 wrcr-2015 --all",
        "ema-2016 red-fives-club",
        pytest.param(" ".join(SHIPPED), marks=pytest.mark.long),
    ],
)
def test_a_comparison_is_neat(call: str) -> None:
    neat(printed("compare", *call.split()))


def test_a_file_with_a_long_path_leaves_room_for_its_values(here: Path) -> None:
    """The paths of files tell files of the same id apart, and can be of any length."""
    deep = club(
        here.joinpath(*["a-folder-deep-down"] * 8) / "club.yaml", "claims: {take_tile_within: 3}"
    )
    text = printed("compare", club(here / "club.yaml"), deep, "--no-examples")
    neat(text)
    assert "Only the caller next in turn after" in words(text)
    assert len(text.splitlines()) < 60


def value_line(ruleset: object, path: str) -> Any:
    """Return the line that `In a file:` shows for an option, read as a file is read."""
    text = words(printed("show", ruleset, path))
    found = re.search(r"In a file: (.*?)(?: Accepted: | Unit: |$)", text)
    assert found is not None
    parsed, problems = parse(found[1], "line")
    assert problems == []
    assert parsed is not None
    return parsed.data


@each("path", list(options())[:: 1 if LONG else 9])
def test_the_line_for_a_file_sets_the_value(path: str) -> None:
    name = path.split(".")[1]
    assert value_line("wrcr-2015", path) == {name: load("wrcr-2015").rules.written_value(path)}


@each(
    "name",
    [
        "A, b: {c} #d",
        "12",
        "true",
        "null",
        "[x]",
        "'",
        '"',
        "a: b",
        "-",
        "? a",
        "&a",
        "*a",
        "!a",
        "| a",
        "> a",
        "% a",
        "@a",
        "`a`",
    ],
)
def test_the_line_for_a_file_quotes_text_that_needs_it(here: Path, name: str) -> None:
    own = f"{{name: {{en: {json.dumps(name)}}}, concealed: true, worth: {{concealed: 1}}}}"
    path = club(here / "x.yaml", f"yaku: {{odd: {own}}}\n")
    assert value_line(path, "yaku.odd") == {"odd": load(path).rules.written_value("yaku.odd")}


# ---- json ----------------------------------------------------------------------------------------


def test_rulesets_as_json() -> None:
    found = as_json("rulesets")
    assert [entry["ruleset"] for entry in found] == list(library.shipped())
    keys = {"ruleset", "title", "extends", "organisation", "published", "newest_of", "values"}
    keys |= {"file", "on_shelf", "grades"}
    for entry in found:
        assert set(entry) == keys
        assert set(entry["values"]) <= LAWS
        assert (entry["extends"] is None) == (entry["ruleset"] in BOOKS)
        assert entry["on_shelf"] == (entry["ruleset"] in library.shelf())
        assert sum(entry["grades"].values()) == entry["values"].get("cite", 0)
        assert Path(entry["file"]).is_file()


def test_the_newest_edition_has_its_own_name() -> None:
    found = {entry["newest_of"]: entry["ruleset"] for entry in as_json("rulesets")}
    assert (found["ema"], found["wrc"]) == ("ema-2025", "wrc-2025")
    ran = CliRunner().invoke(main, ["show", "ema", "limits.raised_to_mangan"])
    assert "ema: ema-2025" in ran.stderr
    assert "raised to mangan" in ran.stdout


@each("name", SHIPPED)
def test_a_ruleset_as_json(name: str) -> None:
    found = as_json("show", name)
    assert set(found) == {"ruleset", "title", "extends", "other_rules", "history", "options"}
    assert found["ruleset"] == name
    assert [o["path"] for o in found["options"] if o["path"] in options()] == list(options())
    for option in found["options"]:
        promised = {"path", "chapter", "title", "unit", "effect", "clauses", "value", "says"}
        assert promised <= set(option)
        assert len(LAWS & set(option)) == 1
        assert set(option) <= promised | LAWS | {"proviso", "reading", "ruleset", "grade", "set_at"}
        assert option["says"].strip()


def test_a_chapter_and_an_option_as_json() -> None:
    chapter = as_json("show", "ema-2016", "claims")["options"]
    assert {option["chapter"] for option in chapter} == {"claims"}
    assert [o["path"] for o in as_json("show", "ema-2016", "claims.winners")["options"]] == [
        "claims.winners"
    ]


def test_search_results_as_json() -> None:
    found = as_json("find", "pinfu")
    assert "pinfu" in [yaku["id"] for yaku in found["yaku"]]
    assert "yaku.pinfu" in [option["path"] for option in found["options"]]
    assert {"id", "statement", "ema-2016", "wrcr-2015", "options"} <= set(found["clauses"][0])


@pytest.mark.parametrize("everything", [False, True])
def test_a_comparison_as_json(everything: bool) -> None:
    names = ["ema-2016", "wrcr-2015", "red-fives-club"]
    found = as_json("compare", *names, *["--all"] * everything)
    assert set(found) == {"rulesets", "options", "matters"}
    assert found["rulesets"] == names
    assert {option["differs"] for option in found["options"]} == {True, not everything}
    for option in found["options"]:
        promised = {"path", "chapter", "title", "differs", "clauses", "values", "scenario"}
        assert promised <= set(option)
        assert list(option["values"]) == names
        for side in option["values"].values():
            assert {"value", "says"} <= set(side)
            assert len(LAWS & set(side)) == (0 if side["value"] == "none" and len(side) == 2 else 1)
        values = [json.dumps(side["value"]) for side in option["values"].values()]
        assert option["differs"] == (len(set(values)) > 1)


def test_problems_as_json(here: Path) -> None:
    found = as_json("check", bad(here / "bad.yaml"), "ema-2016", status=1)
    assert found["files"] == [
        {"file": str(here / "bad.yaml"), "valid": False, "problems": 1},
        {"file": "ema-2016", "valid": True, "problems": 0},
    ]
    (problem,) = found["problems"]
    assert problem == {
        "file": str(here / "bad.yaml"),
        "line": 5,
        "column": 19,
        "end_line": 5,
        "end_column": 27,
        "severity": "error",
        "code": "bad-value",
        "path": "claims.winners",
        "message": "'head_bmp' is not a value of this option",
        "expected": "head_bump, {all: …} or {at_most_two: …}",
        "suggestion": "head_bump",
        "fixes": [],
        "source": "claims: {winners: head_bmp}",
    }


# ---- compare -------------------------------------------------------------------------------------


def test_a_ruleset_does_not_differ_from_itself() -> None:
    assert f"None of {len(options())} options differs." in printed("compare", *["ema-2016"] * 2)
    found = as_json("compare", "ema-2016", "ema-2016", "--all")
    assert len(found["rulesets"]) == 2
    assert all(set(found["rulesets"]) == set(o["values"]) for o in found["options"])
    assert not any(option["differs"] for option in found["options"])


def test_a_club_differs_from_its_base_in_the_options_it_sets(here: Path) -> None:
    found = as_json("compare", "ema-2016", club(here / "club.yaml"))["options"]
    assert [option["path"] for option in found] == ["claims.winners"]
    assert found[0]["values"]["club"]["house"] == ""
    assert "claims.winners" in printed("compare", club(here / "club.yaml"), "ema-2016")


def test_files_with_the_same_id_are_distinguished(here: Path) -> None:
    one, other = (
        club(here / "one.yaml"),
        club(here / "other.yaml", "claims: {take_tile_within: 3}\n"),
    )
    found = as_json("compare", one, other, "ema-2016")
    assert found["rulesets"] == [str(one), str(other), "ema-2016"]
    assert all(list(option["values"]) == found["rulesets"] for option in found["options"])


def test_a_file_given_twice_has_two_labels_whatever_its_name(here: Path) -> None:
    one, other = club(here / "club (1).yaml"), club(here / "other.yaml")
    labels = [str(one), f"{one} (2)", f"{one} (3)", str(other)]
    assert as_json("compare", one, one, one, other)["rulesets"] == labels


def test_rules_with_the_id_of_their_book_are_not_confused_with_it(here: Path) -> None:
    """Either the id is refused, or the comparison counts exactly the file's changes."""
    ran = CliRunner(env=PLAIN).invoke(main, ["check", str(club(here / "x.yaml", name="ema-2016"))])
    assert ran.exit_code == 1 or "1 rule of ema-2016 changed" in ran.stdout


def test_all_errors_of_all_files_are_reported(here: Path) -> None:
    text = refused("compare", bad(here / "a.yaml"), "ema-2016", bad(here / "b.yaml"), status=1)
    assert text.count("error[bad-value]") == 2


# ---- as a process --------------------------------------------------------------------------------


@pytest.mark.parametrize(("call", "status"), [("compare ema-2016 wrcr-2015", 0), ("check .", 2)])
def test_the_process_prints_the_same_as_the_command(call: str, status: int) -> None:
    ran, done = riichi(*call.split(), status=status), process(*call.split())
    assert done.returncode == status
    assert done.stdout.decode() == ran.stdout
    assert done.stderr.decode() == ran.stderr


@pytest.mark.parametrize(
    "call",
    [
        "show ema-2016",
        "check missing.yaml",
        *first((f"compare ema-2016 wrcr-2015 --format {f}" for f in FORMATS), 0),
        *first(("rulesets", "find quad", "check ema-2016", "show ema-2061", "schema"), 0),
    ],
)
def test_a_closed_pipe_causes_no_traceback(call: str) -> None:
    command = [sys.executable, "-m", "riichi", *call.split()]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()  # before the command wrote anything
        said = running.stderr.read().decode()
    assert "Traceback" not in said
    assert "Exception" not in said
    assert "BrokenPipe" not in said


@each(
    "encoding, call",
    few(
        [
            ("cp1252", "find pinfu"),
            ("ascii", "show ema-2016"),
            ("ascii", "compare ema-2016 wrcr-2015"),
        ]
    ),
)
def test_characters_that_a_terminal_cannot_show_are_replaced(call: str, encoding: str) -> None:
    """For example output redirected on Windows: names of yaku are Japanese."""
    done = process(*call.split(), PYTHONIOENCODING=encoding)
    assert b"Traceback" not in done.stderr
    assert done.returncode == 0
    assert b"EMA" in done.stdout


@pytest.mark.parametrize(
    "call", first(["find pinfu --format json", "compare ema-2016 wrcr-2015 --format html"])
)
def test_files_are_written_in_utf_8_whatever_the_terminal_encoding(call: str) -> None:
    """HTML declares UTF-8, and JSON is always UTF-8."""
    done = process(*call.split(), PYTHONIOENCODING="cp1252")
    assert done.returncode == 0
    assert not done.stdout.decode("utf-8").isascii()


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="file names are text there")
def test_a_file_name_that_is_not_text_is_accepted(here: Path) -> None:
    name = b"club-\xff.yaml"
    Path(os.fsdecode(name)).write_bytes(club(here / "club.yaml").read_bytes())
    done = process("check", name, "missing.yaml")
    assert done.returncode == 2
    assert b": valid, 1 rule of ema-2016 changed" in done.stdout
    assert b"Traceback" not in done.stderr


# ---- help ----------------------------------------------------------------------------------------


@each("name", COMMANDS)
def test_repeatable_options_are_described_alike(name: str) -> None:
    text = printed(name, "--help")
    usage = words(text.split("\n\n")[0])
    assert "..." not in usage
    assert not re.search(r"\S…", usage)
    assert "DIRECTORY" not in text


def test_help_mentions_counters_of_a_score_and_the_base_of_house_rules() -> None:
    assert "Counters of 100 points on the table. [default: 0]" in words(printed("score", "--help"))
    assert "The book to start from; --ask also asks for it." in words(printed("new", "--help"))


def test_possible_numbers_of_an_option_are_shown_as_themselves() -> None:
    found = words(printed("show", "npm", "riichi.tiles_left"))
    assert "1 Riichi needs at least 1 tile left in the live wall." in found
    assert "N Riichi needs at least N tiles left in the live wall." in found
