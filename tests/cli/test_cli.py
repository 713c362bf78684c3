"""The command line as people and programs meet it: exit status, streams, width, formats, files."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator
from rich.cells import cell_len

from riichi_app.cli.find import SYNONYMS
from riichi_app.cli.main import COMMANDS, main
from riichi_core.rules import library
from riichi_core.rules.document import parse
from riichi_core.rules.load import load
from riichi_core.rules.rules import chapters, options
from riichi_validators.published import FILES, committed

BOOKS, CLUBS, SHIPPED = list(library.books()), list(library.clubs()), list(library.shipped())
FORMATS = ["text", "markdown", "html", "json", "csv"]
LAWS = {"cite", "silent", "assumed", "house"}

PLAIN = {"FORCE_COLOR": None, "CLICOLOR_FORCE": None, "TTY_COMPATIBLE": None, "COLUMNS": None,
         "NO_COLOR": None, "TERM": "xterm-256color", "COLORTERM": "truecolor"}  # fmt: skip


def riichi(*call: object, status: int = 0) -> Result:
    """Run a command; whatever it raises is raised here, and its exit status must be `status`."""
    runner = CliRunner(env=PLAIN)
    ran = runner.invoke(main, [str(part) for part in call], prog_name="riichi",
                        catch_exceptions=False)  # fmt: skip
    assert ran.exit_code == status, ran.output
    assert "Traceback" not in ran.output
    assert "\x1b" not in ran.output
    return ran


def printed(*call: object) -> str:
    """What a command that goes well prints; it has nothing to complain of."""
    ran = riichi(*call)
    assert ran.stderr == ""
    return ran.stdout


def refused(*call: object, status: int = 2) -> str:
    """What a command that goes wrong says on standard error; nothing else is printed."""
    ran = riichi(*call, status=status)
    assert ran.stdout == ""
    assert ran.stderr.strip()
    return ran.stderr


def as_json(*call: object, status: int = 0) -> Any:
    ran = riichi(*call, "--format", "json", status=status)
    assert ran.stderr == ""
    return json.loads(ran.stdout)


def neat(text: str) -> None:
    """Text fits 100 columns and has no blanks at the end of a line."""
    assert text.strip()
    assert [line for line in text.splitlines() if cell_len(line) > 100] == []
    assert [line for line in text.splitlines() if line != line.rstrip()] == []
    assert "\t" not in text


def words(text: str) -> str:
    """Text without its line breaks."""
    return " ".join(text.split())


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


HEAD = "format: 1\nruleset: {}\ntitle: A club\nextends: ema-2016\n"


def club(path: Path, rules: str = "claims: {winners: nearest}\n", name: str = "club") -> Path:
    """A file of house rules."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD.format(name) + rules, encoding="utf-8")
    return path


def bad(path: Path) -> Path:
    """A file with one fault."""
    return club(path, "claims: {winners: neerest}\n")


# ---- calls ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", ["rulesets", "show ema-2016", "show tuesday-club claims",
                                  "show wrcr-2015 claims.winners", "find kong", "find red five",
                                  "check ema-2016", "check ema-2016 tuesday-club", "schema",
                                  "schema book", "compare ema-2016 wrcr-2015", "--help", "-h",
                                  "compare ema-2012 ema-2016 wrcr-2015 --all", "--version"])  # fmt: skip
def test_a_good_call_prints_its_result_and_ends_with_0(call: str) -> None:
    assert printed(*call.split()).strip()


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("show", "Missing argument 'RULESET'"),
        ("find", "Missing argument"),
        ("check", "Missing argument"),
        ("new", "Missing argument 'NAME'"),
        ("new some-club", "Missing option '--from'"),
        ("compare", "Two or more rulesets are needed"),
        ("compare ema-2016", "Two or more rulesets are needed"),
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
        ("show EMA-2016", "did you mean: ema-2016"),
        ("compare ema-2016 wrc-2015", "did you mean: wrcr-2015"),
        ("check tuesdayclub", "did you mean: tuesday-club"),
        ("new some-club --from ema2016", "did you mean: ema-2016"),
        ("show missing.yaml", "missing.yaml:1:1: error[unreadable]"),
        ("check missing.yaml", "missing.yaml:1:1: error[unreadable]"),
        ("compare ema-2016 missing.yaml", "missing.yaml:1:1: error[unreadable]"),
        ("show ema-2016 clams", "Did you mean 'claims'?"),
        ("show ema-2016 claims.winers", "Did you mean 'claims.winners'?"),
        ("show ema-2016 winners", "Did you mean 'claims.winners'?"),
        ("show ema-2016 claims.", "There is no chapter or option 'claims.'"),
        ("schema --beside missing.yaml", "does not exist"),
        ("schema book --beside .", "leave out the kind"),
    ],
)
def test_a_wrong_call_says_why_on_standard_error_and_ends_with_2(
    here: Path, call: str, reason: str
) -> None:
    assert reason in words(refused(*call.split()))
    assert list(here.iterdir()) == []


def test_without_a_subcommand_the_subcommands_are_listed() -> None:
    ran = CliRunner(env=PLAIN).invoke(main, [], prog_name="riichi")
    assert ran.exit_code in (0, 2)  # click 8.1 says 0
    assert all(f"\n  {name} " in ran.output for name in COMMANDS)


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_fits_100_columns(name: str) -> None:
    text = printed(*filter(None, [name]), "--help")
    assert text.startswith(f"Usage: riichi {name}".rstrip())
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("call", ["show", "check", "compare ema-2016"])
def test_what_is_not_valid_ends_with_1(here: Path, call: str) -> None:
    text = refused(*call.split(), bad(here / "bad.yaml"), status=1)
    assert "bad.yaml:5:19: error[bad-value] claims.winners: 'neerest'" in text
    assert "   5 | claims: {winners: neerest}\n" in text
    assert "expected: nearest, {all: …} or {two_then_abort: …}\n" in text
    assert "did you mean: nearest\n" in text


def test_finding_nothing_ends_with_1_and_names_the_nearest() -> None:
    assert refused("find", "atamahame", status=1) == (
        "Nothing speaks of 'atamahame'. Try 'atamahane'.\n"
    )
    assert as_json("find", "zzz", status=1) == {"options": [], "clauses": [], "yaku": []}


@pytest.mark.parametrize("word", ["", "   ", "\\", "(?i", "[[red]]z", "*", "x" * 5000])
def test_any_text_can_be_looked_for(word: str) -> None:
    assert refused("find", "--", word, status=1).startswith("Nothing speaks of '")


# ---- text ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shown_ruleset_is_neat_and_complete(name: str) -> None:
    text = printed("show", name)
    neat(text)
    assert all(f"\n{model.TITLE.upper()}\n" in text for model in chapters().values())
    lines = [line.split("  ")[0] for line in text.splitlines()]
    assert [path for path in options() if path.split(".")[1] not in lines] == []


@pytest.mark.parametrize("chapter", chapters())
def test_a_shown_chapter_is_neat_and_alone(chapter: str) -> None:
    for name in ("ema-2012", "tuesday-club"):
        text = printed("show", name, chapter)
        neat(text)
        headings = {model.TITLE.upper() for model in chapters().values()} & {*text.splitlines()}
        assert headings == {chapters()[chapter].TITLE.upper()}


@pytest.mark.parametrize("path", [*list(options())[::7], "claims.winners", "draws.abortive"])
def test_a_shown_option_is_neat(path: str) -> None:
    text = printed("show", "wrcr-2015", path)
    neat(text)
    assert text.splitlines()[1].endswith(f" {path}")
    assert f"\nIn a file: {path.split('.')[1]}: " in text


def test_a_clubs_own_yaku_is_shown() -> None:
    text = printed("show", "tuesday-club", "yaku.stairway")
    neat(text)
    assert "2 han, concealed only.\nhouse rule\n" in text


@pytest.mark.parametrize("word", ["kong", "riichi", "a", "e", "the", "1", "East", "yakuman", "東"])
def test_what_was_found_is_neat(word: str) -> None:
    neat(printed("find", word))


@pytest.mark.parametrize("word", SYNONYMS)
def test_a_word_that_people_use_finds_something(word: str) -> None:
    found = as_json("find", *word.split())
    assert any(found.values())


def test_the_list_of_rulesets_is_neat_and_complete() -> None:
    text = printed("rulesets")
    neat(text)
    assert [line.split()[0] for line in text.splitlines()[1:]] == SHIPPED


@pytest.mark.parametrize("call", ["ema-2016 wrcr-2015", "ema-2012 ema-2016", " ".join(SHIPPED),
                                  "ema-2012 wrcr-2015 --all", "ema-2016 red-fives-club"])  # fmt: skip
def test_a_comparison_is_neat(call: str) -> None:
    neat(printed("compare", *call.split()))


def test_a_file_deep_down_leaves_room_for_its_values(here: Path) -> None:
    """Files of the same id are told apart by their paths, which can be of any length."""
    deep = club(
        here.joinpath(*["a-folder-deep-down"] * 8) / "club.yaml", "claims: {take_within: 3}"
    )
    text = printed("compare", club(here / "club.yaml"), deep)
    neat(text)
    assert "Only the player nearest after the discarder" in words(text)
    assert len(text.splitlines()) < 60


@pytest.mark.parametrize("path", options())
def test_the_line_for_a_file_is_the_value(path: str) -> None:
    """`In a file:` can be copied: read again it is what the ruleset has."""
    text = words(printed("show", "wrcr-2015", path))
    found = re.search(r"In a file: (.*?)(?: Accepted: | Unit: |$)", text)
    assert found is not None
    parsed, problems = parse(found[1], "line")
    assert problems == []
    assert parsed is not None
    chapter, name = path.split(".")
    assert parsed.data == {name: load("wrcr-2015").raw[chapter][name]}


# ---- json ----------------------------------------------------------------------------------------


def test_rulesets_as_json() -> None:
    found = as_json("rulesets")
    assert [entry["ruleset"] for entry in found] == SHIPPED
    keys = {"ruleset", "title", "extends", "organisation", "published", "values", "file"}
    for entry in found:
        assert set(entry) == keys
        assert set(entry["values"]) <= LAWS
        assert (entry["extends"] is None) == (entry["ruleset"] in BOOKS)
        assert Path(entry["file"]).is_file()


@pytest.mark.parametrize("name", SHIPPED)
def test_a_ruleset_as_json(name: str) -> None:
    found = as_json("show", name)
    assert set(found) == {"ruleset", "title", "extends", "options"}
    assert found["ruleset"] == name
    assert [o["path"] for o in found["options"] if o["path"] in options()] == list(options())
    for option in found["options"]:
        promised = {"path", "chapter", "title", "unit", "effect", "clauses", "value", "says"}
        assert promised <= set(option)
        assert len(LAWS & set(option)) == 1
        assert set(option) <= promised | LAWS | {"note"}
        assert option["says"].strip()


def test_a_chapter_and_an_option_as_json() -> None:
    chapter = as_json("show", "ema-2016", "claims")["options"]
    assert {option["chapter"] for option in chapter} == {"claims"}
    assert [o["path"] for o in as_json("show", "ema-2016", "claims.winners")["options"]] == [
        "claims.winners"
    ]


def test_what_was_found_as_json() -> None:
    found = as_json("find", "pinfu")
    assert "pinfu" in [yaku["id"] for yaku in found["yaku"]]
    assert "yaku.pinfu" in [option["path"] for option in found["options"]]
    assert {"id", "statement", "ema-2016", "wrcr-2015", "options"} <= set(found["clauses"][0])


@pytest.mark.parametrize("everything", [False, True])
def test_a_comparison_as_json(everything: bool) -> None:
    names = ["ema-2016", "wrcr-2015", "red-fives-club"]
    found = as_json("compare", *names, *["--all"] * everything)
    assert set(found) == {"rulesets", "options"}
    assert found["rulesets"] == names
    assert {option["differs"] for option in found["options"]} == {True, not everything}
    for option in found["options"]:
        promised = {"path", "chapter", "title", "differs", "clauses", "values", "witness"}
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
        "file": str(here / "bad.yaml"), "line": 5, "column": 19, "end_line": 5, "end_column": 26,
        "severity": "error", "code": "bad-value", "path": "claims.winners",
        "message": "'neerest' is not a value of this option",
        "expected": "nearest, {all: …} or {two_then_abort: …}", "nearest": "nearest",
        "source": "claims: {winners: neerest}",
    }  # fmt: skip


# ---- compare -------------------------------------------------------------------------------------


def test_the_same_ruleset_twice_differs_in_nothing() -> None:
    assert f"None of {len(options())} options differs." in printed("compare", *["ema-2016"] * 2)
    found = as_json("compare", "ema-2016", "ema-2016", "--all")
    assert len(found["rulesets"]) == 2
    assert all(set(found["rulesets"]) == set(o["values"]) for o in found["options"])
    assert not any(option["differs"] for option in found["options"])


def test_a_club_differs_from_its_base_in_what_it_says(here: Path) -> None:
    found = as_json("compare", "ema-2016", club(here / "club.yaml"))["options"]
    assert [option["path"] for option in found] == ["claims.winners"]
    assert found[0]["values"]["club"]["house"] == ""
    assert "claims.winners" in printed("compare", club(here / "club.yaml"), "ema-2016")


def test_files_of_the_same_id_are_told_apart(here: Path) -> None:
    one, other = club(here / "one.yaml"), club(here / "other.yaml", "claims: {take_within: 3}\n")
    found = as_json("compare", one, other, "ema-2016")
    assert found["rulesets"] == [str(one), str(other), "ema-2016"]
    assert all(list(option["values"]) == found["rulesets"] for option in found["options"])


def test_rules_that_take_the_id_of_their_book_are_not_taken_for_it(here: Path) -> None:
    """Either the id is refused, or what is counted is what the file changes."""
    ran = CliRunner(env=PLAIN).invoke(main, ["check", str(club(here / "x.yaml", name="ema-2016"))])
    assert ran.exit_code == 1 or "1 rule of ema-2016 changed" in ran.stdout


def test_all_that_is_wrong_with_any_of_the_files_is_told(here: Path) -> None:
    text = refused("compare", bad(here / "a.yaml"), "ema-2016", bad(here / "b.yaml"), status=1)
    assert text.count("error[bad-value]") == 2


# ---- markdown, html, csv -------------------------------------------------------------------------

EVIL = r"""<script>alert(1)</script> [red]x[/red] :smile: | *b* `c` & "q" \| <img src=x> ~~s~~"""


@pytest.fixture
def evil(here: Path) -> Path:
    """A club whose texts look like markup; JSON text is YAML text."""
    text, own = json.dumps(EVIL), json.dumps(EVIL[:60].strip())
    rules = f"claims: {{winners: {{value: nearest, house: {text}, note: {text}}}}}\n"
    rules += f"yaku:\n  odd: {{name: {{en: {own}}}, concealed: true, worth: {{closed: 2}}}}\n"
    path = club(here / "a|b" / "e*v [red].yaml", rules, "evil")
    path.write_text(path.read_text("utf-8").replace("A club", text), encoding="utf-8")
    return path


class Page(HTMLParser):
    """Every element is closed, and nothing is fetched or run."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert {name for name, _ in attrs} <= {"lang", "charset", "id"}
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def page(text: str) -> Page:
    read = Page()
    read.feed(text)
    read.close()
    assert read.open == []
    assert set(read.tags) == {"html", "head", "meta", "title", "style", "body", "h1", "h2", "p",
                              "table", "tr", "th", "td", "br", "small"}  # fmt: skip
    assert not re.search(r"https?:|url\(|@import", text)
    return read


def cells(row: str) -> list[str]:
    """The cells of a row of a Markdown table; a pipe after a backslash is text."""
    assert row.startswith("|")
    assert row.endswith("|")
    return re.split(r"(?<!\\)\|", row)[1:-1]


def test_html_is_well_formed_and_fetches_nothing() -> None:
    text = printed("compare", "ema-2016", "wrcr-2015", "--format", "html")
    read = page(text)
    differing = as_json("compare", "ema-2016", "wrcr-2015")["options"]
    assert re.findall(r'<tr id="([^"]*)">', text) == [option["path"] for option in differing]
    assert read.tags.count("td") == 2 * len(differing)
    assert all(differing[0]["values"][name]["says"] in read.text for name in ("ema-2016",))


def test_markdown_has_as_many_cells_in_each_row() -> None:
    text = printed("compare", *BOOKS, "--format", "markdown", "--all")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(cells(row)) for row in rows} == {1 + len(BOOKS)}
    assert len([row for row in rows if row.startswith("| **")]) == len(options())


def test_csv_is_read_back() -> None:
    call = ("compare", "ema-2016", "wrcr-2015", "--all")
    rows = list(csv.DictReader(io.StringIO(printed(*call, "--format", "csv")), strict=True))
    sides = [
        (o, name, side)
        for o in as_json(*call)["options"]
        for name, side in o["values"].items()
    ]  # fmt: skip
    assert len(rows) == len(sides) == 2 * len(options())
    for row, (option, name, side) in zip(rows, sides, strict=True):
        assert (row["path"], row["ruleset"], row["says"]) == (option["path"], name, side["says"])
        value = side["value"]
        assert row["value"] == (value if isinstance(value, str) else json.dumps(value))
        assert row["text"] == side[row["law"]]


def test_text_of_a_file_is_not_taken_for_markup_in_html(evil: Path) -> None:
    read = page(printed("compare", evil, "ema-2016", club(evil.parent / "a<b>.yaml", name="evil"),
                        "--format", "html"))  # fmt: skip
    assert read.text.count(EVIL) >= 3  # the title of the page, its heading and the law


def test_text_of_a_file_is_not_taken_for_markup_in_markdown(evil: Path) -> None:
    other = club(evil.parent / "other.yaml", name="evil")
    text = printed("compare", evil, other, "ema-2016", "--format", "markdown")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(cells(row)) for row in rows} == {4}, "the names of the files have pipes"
    assert "<" not in text
    bare = re.sub(r"\\.", "", text)  # what is left when all that was escaped is gone
    assert "[" not in bare
    assert "`" not in bare
    assert "e*v" not in text


def test_text_of_a_file_is_not_taken_for_markup_in_text(evil: Path) -> None:
    for call in (["compare", evil, "ema-2016"], ["show", evil, "claims"]):
        text = printed(*call)
        neat(text)
        assert words(text).count(EVIL) >= 2
    assert EVIL in words(printed("show", evil, "claims.winners"))
    assert EVIL[:60].strip() in printed("show", evil, "yaku.odd")
    assert "[red].yaml" in words(printed("check", evil))


def test_text_of_a_file_comes_through_csv_and_json(evil: Path) -> None:
    rows = csv.DictReader(io.StringIO(printed("compare", evil, "ema-2016", "--format", "csv")))
    assert EVIL in [row["text"] for row in rows]
    found = as_json("compare", evil, "ema-2016")["options"]
    assert EVIL in [side.get("house") for o in found for side in o["values"].values()]


def test_a_line_for_a_file_quotes_what_needs_it(here: Path) -> None:
    name = '{"en": "A, b: {c} #d", "ja": "12"}'
    path = club(here / "x.yaml",
                f"yaku: {{odd: {{name: {name}, concealed: true, worth: {{closed: 1}}}}}}\n")  # fmt: skip
    line = re.search(r"In a file: (.*?) Unit:", words(printed("show", path, "yaku.odd")))
    assert line is not None
    parsed, _ = parse(line[1], "line")
    assert parsed is not None
    assert parsed.data == {"odd": load(path).raw["yaku"]["odd"]}


# ---- check ---------------------------------------------------------------------------------------


def test_several_files_are_checked_at_once(here: Path) -> None:
    (here / "folder.yaml").mkdir()
    files = [club(here / "good.yaml"), bad(here / "bad.yaml"), here / "folder.yaml", "tuesday-club",
             here / "missing.yaml", "no-such-club"]  # fmt: skip
    ran = riichi("check", *files, status=2)
    assert [line.partition(": ")[0] for line in ran.stdout.splitlines()] == [
        str(here / "good.yaml"), "tuesday-club"
    ]  # fmt: skip
    assert ran.stdout.startswith(f"{files[0]}: valid, 1 rule of ema-2016 changed\n")
    for code in ("bad-value", "not-a-file", "unreadable", "no-ruleset"):
        assert ran.stderr.count(f"error[{code}]") == 1
    assert ran.stderr.count(": not valid, 1 error\n") == 4
    found = as_json("check", *files, status=2)["files"]
    assert [entry["valid"] for entry in found] == [True, False, False, True, False, False]


def test_a_warning_leaves_a_file_valid(here: Path) -> None:
    path = club(here / "x.yaml", "claims: {winners: nearest, take_within: 2}\n")
    ran = riichi("check", path)
    assert "warning[same-as-base] claims.take_within" in ran.stderr
    assert ran.stdout == f"{path}: valid, 2 rules of ema-2016 changed; 1 warning\n"


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_ruleset_is_valid_without_a_warning(name: str) -> None:
    assert printed("check", name).startswith(f"{name}: valid, ")


@pytest.mark.parametrize("name", ["x" * 300, "x" * 300 + ".yaml", "a\x00b.yaml", "", ".", "/",
                                  "\x1b[31mred.yaml", "a\nb"])  # fmt: skip
@pytest.mark.parametrize("command", ["check", "show"])
def test_a_name_that_no_file_can_have_is_an_error(here: Path, command: str, name: str) -> None:
    refused(command, name)
    assert list(here.iterdir()) == []


# ---- new -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", BOOKS)
def test_a_new_file_is_valid_as_it_is(here: Path, base: str) -> None:
    assert "wrote new-club.yaml" in printed("new", "new-club", "--from", base)
    assert {path.name for path in here.iterdir()} == {"new-club.yaml", *FILES.values()}
    assert printed("check", "new-club.yaml") == f"new-club.yaml: valid, no rule of {base} changed\n"
    assert as_json("compare", base, "new-club.yaml")["options"] == []
    lines = Path("new-club.yaml").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line != line.rstrip()] == []
    assert [line for line in lines if line.startswith("  # ") and len(line) > 100] == []


@pytest.mark.parametrize("base", BOOKS)
def test_every_line_of_a_new_file_can_be_taken_up(here: Path, base: str) -> None:
    printed("new", "new-club", "--from", base)
    path = here / "new-club.yaml"
    text, count = re.subn(r"(?m)^  #([a-z_]+: )", r"  \1", path.read_text(encoding="utf-8"))
    assert count == len(options())
    path.write_text(text, encoding="utf-8")
    found = as_json("check", path)
    assert {problem["code"] for problem in found["problems"]} == {"same-as-base"}
    assert [problem["path"] for problem in found["problems"]] == list(options())


def test_the_yaku_that_a_new_file_shows_can_be_taken_up(here: Path) -> None:
    printed("new", "new-club", "--from", "ema-2016")
    path = here / "new-club.yaml"
    before, own, after = path.read_text(encoding="utf-8").partition("  #stairway:\n")
    text, count = re.subn(r"(?m)^  #(?=  )", "  ", after)
    path.write_text(before + own.replace("#", "") + text, encoding="utf-8")
    assert (bool(own), count) == (True, 4)
    assert printed("check", path) == f"{path}: valid, 1 rule of ema-2016 changed\n"


def test_a_file_that_is_there_is_not_written_over(here: Path) -> None:
    (here / "new-club.yaml").write_text("mine", encoding="utf-8")
    assert "exists already" in refused("new", "new-club", "--from", "ema-2016")
    assert (here / "new-club.yaml").read_text(encoding="utf-8") == "mine"
    assert len(list(here.iterdir())) == 1


@pytest.mark.parametrize("name", ["Club", "a b", "a_b", "-a", "a-", "a--b", "../a", "a/b", "a.yaml",
                                  "", "é", "x" * 61, "ema-2016", "tuesday-club", "a\n"])  # fmt: skip
def test_a_new_file_needs_a_good_name(here: Path, name: str) -> None:
    refused("new", "--from", "ema-2016", "--", name)
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("base", ["ema-2061", "tuesday-club", "missing.yaml", "club.yaml",
                                  str(library.books()["ema-2016"])])  # fmt: skip
def test_a_new_file_starts_from_a_shipped_book(here: Path, base: str) -> None:
    club(here / "club.yaml")
    text = words(refused("new", "new-club", "--from", base))
    assert base == "missing.yaml" or all(book in text for book in BOOKS)
    assert not (here / "new-club.yaml").exists()


def test_a_new_file_needs_a_folder(here: Path) -> None:
    assert "does not exist" in refused("new", "a", "--from", "ema-2016", "--folder", "missing")
    (here / "folder").mkdir()
    printed("new", "a", "--from", "ema-2016", "--folder", "folder")
    assert (here / "folder" / "a.yaml").is_file()
    assert (here / "folder" / "ruleset.schema.json").is_file()


# ---- schema --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FILES)
def test_a_schema_is_a_schema(kind: str) -> None:
    text = printed("schema", kind)
    assert text == committed(kind)
    Draft202012Validator.check_schema(json.loads(text))
    if kind == "house":
        assert printed("schema") == text


@pytest.mark.parametrize("beside", ["rules/club.yaml", "rules"])
def test_the_schemas_are_written_beside_a_file(here: Path, beside: str) -> None:
    club(here / "rules" / "club.yaml")
    text = printed("schema", "--beside", beside)
    for kind, name in FILES.items():
        assert f"wrote {Path('rules') / name}" in text
        assert (here / "rules" / name).read_text(encoding="utf-8") == committed(kind)


@pytest.mark.parametrize("call", ["schema --beside .", "new new-club --from ema-2016"])
def test_a_schema_that_cannot_be_written_is_a_refusal(here: Path, call: str) -> None:
    (here / FILES["house"]).mkdir()
    assert "cannot be written" in words(refused(*call.split()))


# ---- as a process --------------------------------------------------------------------------------

ROOT = Path(__file__).resolve().parents[2]


def process(*call: str | bytes, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run `python -m riichi_app`."""
    return subprocess.run([sys.executable, "-m", "riichi_app", *call], capture_output=True,
                          env=environment(**env), timeout=60, check=False)  # fmt: skip


def environment(**more: str) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if name not in PLAIN}
    return plain | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "validators")])} | more


@pytest.mark.parametrize(("call", "status"), [("compare ema-2016 wrcr-2015", 0), ("check ema-2016", 0),
                                              ("check .", 2), ("compare ema-2016", 2)])  # fmt: skip
def test_the_process_says_the_same_as_the_command(call: str, status: int) -> None:
    ran, done = riichi(*call.split(), status=status), process(*call.split())
    assert done.returncode == status
    assert done.stdout.decode() == ran.stdout
    assert done.stderr.decode() == ran.stderr


@pytest.mark.parametrize("call", ["rulesets", "show ema-2016", "find kong", "check ema-2016",
                                  "check missing.yaml", "show ema-2061", "schema",
                                  *(f"compare ema-2016 wrcr-2015 --format {f}" for f in FORMATS)])  # fmt: skip
def test_a_reader_who_goes_away_causes_no_traceback(call: str) -> None:
    command = [sys.executable, "-m", "riichi_app", *call.split()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=environment()) as running:  # fmt: skip
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()  # before anything was written
        said = running.stderr.read().decode()
    assert "Traceback" not in said
    assert "Exception" not in said
    assert "BrokenPipe" not in said


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
@pytest.mark.parametrize("call", ["find pinfu", "show ema-2016", "compare ema-2016 wrcr-2015"])
def test_a_terminal_that_lacks_a_character_gets_the_rest(call: str, encoding: str) -> None:
    """As when the output is redirected on Windows; names of yaku are Japanese."""
    done = process(*call.split(), PYTHONIOENCODING=encoding)
    assert b"Traceback" not in done.stderr
    assert done.returncode == 0
    assert b"EMA" in done.stdout


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="file names are text there")
def test_a_file_name_that_is_no_text_can_be_given(here: Path) -> None:
    name = b"club-\xff.yaml"
    Path(os.fsdecode(name)).write_bytes(club(here / "club.yaml").read_bytes())
    done = process("check", name, "missing.yaml")
    assert done.returncode == 2
    assert b": valid, 1 rule of ema-2016 changed" in done.stdout
    assert b"Traceback" not in done.stderr
