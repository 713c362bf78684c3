"""Commands that read and write files: `riichi check`, `riichi new` and `riichi schema`."""

from __future__ import annotations

import errno
import re
from pathlib import Path

import pytest
from each import each
from effort import first
from running import BOOKS, SHIPPED, as_json, bad, club, printed, refused, riichi, words

from riichi.schema.kinds import RULESET_SCHEMAS
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.rules import options
from riichi_validators.built_schemas import published


def no_links(*_names: object, **_more: object) -> None:
    """Refuse to link, like file systems without hard links."""
    raise PermissionError(errno.EPERM, "Operation not permitted")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- check ---------------------------------------------------------------------------------------


def test_several_files_are_checked_at_once(here: Path) -> None:
    (here / "folder.yaml").mkdir()
    files = [
        club(here / "good.yaml"),
        bad(here / "bad.yaml"),
        here / "folder.yaml",
        "tuesday-club",
        here / "missing.yaml",
        "no-such-club",
    ]
    ran = riichi("check", *files, status=2)
    assert [line.partition(": ")[0] for line in ran.stdout.splitlines()] == [
        str(here / "good.yaml"),
        "tuesday-club",
    ]
    assert ran.stdout.startswith(f"{files[0]}: valid, 1 rule of ema-2016 changed\n")
    for code in ("bad-value", "not-a-file", "unreadable", "no-ruleset"):
        assert ran.stderr.count(f"error[{code}]") == 1
    assert ran.stderr.count(": not valid, 1 error\n") == 4
    found = as_json("check", *files, status=2)["files"]
    assert [entry["valid"] for entry in found] == [True, False, False, True, False, False]


def test_a_warning_leaves_a_file_valid(here: Path) -> None:
    path = club(here / "x.yaml", "claims: {winners: head_bump, take_tile_within: 2}\n")
    ran = riichi("check", path)
    assert "warning[same-as-base] claims.take_tile_within" in ran.stderr
    assert ran.stdout == f"{path}: valid, 1 rule of ema-2016 changed; 1 warning\n"


@each("name", SHIPPED)
def test_a_shipped_ruleset_is_valid_without_warnings(name: str) -> None:
    assert printed("check", name).startswith(f"{name}: valid, ")


@pytest.mark.parametrize(
    "name",
    ["x" * 300, "x" * 300 + ".yaml", "a\x00b.yaml", "", ".", "/", "\x1b[31mred.yaml", "a\nb"],
)
@pytest.mark.parametrize("command", ["check", "show"])
def test_an_impossible_file_name_is_an_error(here: Path, command: str, name: str) -> None:
    refused(command, name)
    assert list(here.iterdir()) == []


# ---- new -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", first(BOOKS, 2))
def test_a_new_file_is_valid_unchanged(here: Path, base: str) -> None:
    assert "wrote new-club.yaml" in printed("new", "new-club", "--extends", base)
    assert {path.name for path in here.iterdir()} == {"new-club.yaml", RULESET_SCHEMAS["house"]}
    assert printed("check", "new-club.yaml") == f"new-club.yaml: valid, no rule of {base} changed\n"
    assert as_json("compare", base, "new-club.yaml")["options"] == []
    lines = Path("new-club.yaml").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line != line.rstrip()] == []
    assert [line for line in lines if line.startswith("  # ") and len(line) > 100] == []


@pytest.mark.parametrize("base", first(BOOKS, 2))
def test_every_line_of_a_new_file_can_be_uncommented(here: Path, base: str) -> None:
    printed("new", "new-club", "--extends", base)
    path = here / "new-club.yaml"
    text, count = re.subn(r"(?m)^  #([a-z_]+: )", r"  \1", path.read_text(encoding="utf-8"))
    assert count == len(options())
    path.write_text(text, encoding="utf-8")
    found = as_json("check", path)
    assert {problem["code"] for problem in found["problems"]} == {"same-as-base"}
    spoken = [path for path in options() if load(base).provenance[path].kind != "silent"]
    assert [problem["path"] for problem in found["problems"]] == spoken


def test_the_example_yaku_of_a_new_file_can_be_uncommented(here: Path) -> None:
    printed("new", "new-club", "--extends", "ema-2016")
    path = here / "new-club.yaml"
    before, own, after = path.read_text(encoding="utf-8").partition("  #stairway:\n")
    text, count = re.subn(r"(?m)^  #(?=  )", "  ", after, count=4)
    path.write_text(before + own.replace("#", "") + text, encoding="utf-8")
    assert (bool(own), count) == (True, 4)
    assert printed("check", path) == f"{path}: valid, 1 rule of ema-2016 changed\n"


def test_a_new_file_lists_local_yaku_with_their_usual_worth(here: Path) -> None:
    printed("new", "new-club", "--extends", "ema-2016")
    text = " ".join((here / "new-club.yaml").read_text(encoding="utf-8").split()).replace("# ", "")
    assert "usually {concealed: 2}: open_riichi usually" in text
    assert "usually {yakuman: 1}: toukanhou, paarenchan," in text
    assert "no usual worth: tanron, ryansuu usually" in text


def test_an_existing_file_is_not_overwritten(here: Path) -> None:
    (here / "new-club.yaml").write_text("mine", encoding="utf-8")
    assert "exists already" in refused("new", "new-club", "--extends", "ema-2016")
    assert (here / "new-club.yaml").read_text(encoding="utf-8") == "mine"
    assert len(list(here.iterdir())) == 1


def test_a_new_file_needs_no_hard_links(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.link", no_links)
    assert "wrote new-club.yaml" in printed("new", "new-club", "--extends", "ema-2016")
    assert {path.name for path in here.iterdir()} == {"new-club.yaml", RULESET_SCHEMAS["house"]}
    assert printed("check", "new-club.yaml").startswith("new-club.yaml: valid")
    assert "exists already" in refused("new", "new-club", "--extends", "ema-2016")


def test_a_failed_new_file_leaves_nothing_behind(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.link", no_links)
    monkeypatch.setattr("os.replace", no_links)
    assert "not permitted" in refused("new", "new-club", "--extends", "ema-2016")
    assert list(here.iterdir()) == []


def test_a_new_file_is_removed_when_its_schema_cannot_be_written(here: Path) -> None:
    (here / RULESET_SCHEMAS["house"]).mkdir()
    refused("new", "new-club", "--extends", "ema-2016")
    assert not (here / "new-club.yaml").exists()


@each(
    "name",
    [
        "Club",
        "a b",
        "a_b",
        "-a",
        "a-",
        "a--b",
        "../a",
        "a/b",
        "a.yaml",
        "",
        "é",
        "x" * 61,
        "ema-2016",
        "tuesday-club",
        "a\n",
    ],
)
def test_a_new_file_needs_a_valid_name(here: Path, name: str) -> None:
    refused("new", "--extends", "ema-2016", "--", name)
    assert list(here.iterdir()) == []


@each(
    "base",
    ["ema-2061", "tuesday-club", "missing.yaml", "club.yaml", str(library.books()["ema-2016"])],
)
def test_a_new_file_starts_from_a_shipped_book(here: Path, base: str) -> None:
    club(here / "club.yaml")
    text = words(refused("new", "new-club", "--extends", base))
    told = {"ema-2061": ["did you mean: ema-2016"], "missing.yaml": []}.get(base, BOOKS)
    assert all(part in text for part in told)
    assert not (here / "new-club.yaml").exists()


def test_a_new_file_needs_a_folder(here: Path) -> None:
    assert "does not exist" in refused("new", "a", "--extends", "ema-2016", "--folder", "missing")
    (here / "folder").mkdir()
    printed("new", "a", "--extends", "ema-2016", "--folder", "folder")
    assert (here / "folder" / "a.yaml").is_file()
    assert (here / "folder" / "ruleset.schema.json").is_file()


# ---- schema --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", RULESET_SCHEMAS)
def test_schema_prints_the_published_schema(kind: str) -> None:
    text = printed("schema", kind)
    assert text == published(kind)
    if kind == "house":
        assert printed("schema") == text


@pytest.mark.parametrize("beside", ["rules/club.yaml", "rules"])
def test_the_schemas_are_written_next_to_a_file(here: Path, beside: str) -> None:
    club(here / "rules" / "club.yaml")
    text = printed("schema", "--next-to", beside)
    for kind, name in RULESET_SCHEMAS.items():
        assert f"wrote {Path('rules') / name}" in text
        assert (here / "rules" / name).read_text(encoding="utf-8") == published(kind)


@pytest.mark.parametrize("call", ["schema --next-to .", "new new-club --extends ema-2016"])
def test_an_unwritable_schema_is_an_error(here: Path, call: str) -> None:
    (here / RULESET_SCHEMAS["house"]).mkdir()
    assert "cannot be written" in words(refused(*call.split()))


def test_an_id_is_read_in_any_case(here: Path) -> None:
    assert here.is_dir()
    assert printed("show", "EMA-2016", "end.rounds") == printed("show", "ema-2016", "end.rounds")
    assert "wrc: " in riichi("show", "Wrc", "end.rounds").stderr.lower()


def test_a_file_name_without_its_ending_suggests_the_file(here: Path) -> None:
    (here / "our-club.yaml").write_text("format: 1\n", encoding="utf-8")
    assert "did you mean: our-club.yaml" in riichi("show", "our-club", status=2).stderr


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("wrx", "    did you mean: wrc"),
        ("ema-2052", "    did you mean: ema-2025"),
        ("Mahjong-Soull", "    did you mean: mahjong-soul"),
        ("zzzz", "    expected: an id that riichi rulesets lists, or the path of a YAML file"),
    ],
)
def test_an_unknown_ruleset_is_reported_in_two_lines(name: str, line: str) -> None:
    told = riichi("show", name, status=2).stderr
    assert told.splitlines() == [f"error[no-ruleset] there is no ruleset '{name}'", line]
    (problem,) = as_json("check", name, status=2)["problems"]
    assert (problem["file"], problem["code"]) == (name, "no-ruleset")
