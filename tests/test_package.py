"""The wheel: the files that `pip install .` installs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import pytest
import yaml
from reference.generate import wins

from riichi import generated
from riichi.cli import NEEDED
from riichi_core import fast
from riichi_core.errors import RiichiError
from riichi_core.rules.library import rulesets_dir
from riichi_core.rules.rules import options
from riichi_validators.built_schemas import published

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DEPENDENCIES, EXTRAS = PROJECT["dependencies"], PROJECT["optional-dependencies"]


def test_a_call_without_its_packages_says_what_to_install() -> None:
    known = {"pyyaml": "yaml", "typing-extensions": "typing_extensions"}
    names = [re.split("[<>=]", needed)[0] for needed in (*DEPENDENCIES, *EXTRAS["cli"])]
    assert sorted(known.get(name, name) for name in names) == [*NEEDED]
    for missing in (["click"], ["jinja2", "yaml"], [*NEEDED]):
        blocked = f"import sys; sys.modules.update(dict.fromkeys({missing}))"
        ran = subprocess.run(
            [sys.executable, "-c", f"{blocked}; import riichi.cli.main"],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ran.returncode == 1
        assert ran.stderr == (
            f'Error: riichi needs {", ".join(missing)}; run: pip install "riichi-core[cli]"\n'
        )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files of the wheel, like site-packages."""
    return unpacked_wheel(tmp_path_factory.mktemp("wheel"))


def unpacked_wheel(folder: Path, **variables: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    environment = os.environ | variables
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, env=environment)
    (wheel,) = folder.glob("*.whl")
    ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


def run(installed: Path, *arguments: str, given: str = "") -> str:
    environment = os.environ | {"PYTHONPATH": str(installed)}
    result = subprocess.run(
        [sys.executable, *arguments],
        cwd=installed.parent,
        env=environment,
        input=given,
        check=True,
        capture_output=True,
        text=True,
    )
    return result.stdout


ONLY_PREPARED = {
    "clauses.yaml",
    "names.yaml",
    "question-weights.yaml",
    "questions.yaml",
    "short-form.yaml",
    "words.yaml",
    "yaku-hands.yaml",
    "yaku.yaml",
}
"""The data files, besides those in folders, of which the wheel has only the prepared values."""

FOLDERS_PREPARED = ("rulebook", "scenarios")


@pytest.mark.long
def test_the_wheel_contains_every_ruleset(installed: Path) -> None:
    ours = {str(path.relative_to(rulesets_dir())) for path in rulesets_dir().rglob("*.yaml")}
    folder = installed / "riichi_core" / "_rulesets"
    theirs = {str(path.relative_to(folder)) for path in folder.rglob("*.yaml")}
    prepared = {name for name in ours if name.startswith(FOLDERS_PREPARED)}
    assert theirs == ours - ONLY_PREPARED - prepared


MOST_BYTES = 2_750_000
"""The size that the wheel must not exceed."""


@pytest.mark.long
def test_the_wheel_is_small(installed: Path) -> None:
    (wheel,) = installed.parent.glob("*.whl")
    assert wheel.stat().st_size < MOST_BYTES


@pytest.mark.long
def test_the_wheel_has_no_file_twice(installed: Path) -> None:
    """Empty files are alike."""
    files = [path for path in installed.rglob("*") if path.is_file() and path.stat().st_size]
    contents = [path.read_bytes() for path in files]
    assert len({*contents}) == len(contents)


@pytest.mark.long
@pytest.mark.parametrize(
    "call", ["ask two ron --rules ema-2025", "find kuikae", "show ema-2016 claims.winners"]
)
def test_an_installed_command_answers_as_a_checkout_does(installed: Path, call: str) -> None:
    checkout = subprocess.run(
        [sys.executable, "-m", "riichi", *call.split()],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert run(installed, "-m", "riichi", *call.split()) == checkout.stdout


@pytest.mark.long
def test_an_installed_command_runs_the_scenarios(installed: Path) -> None:
    report = run(installed, "-m", "riichi", "test", "ema-2025", "--chapter", "chips")
    assert "scenarios/chips.yaml" in report
    assert "4 scenarios, 4 outcomes: all as expected." in report


@pytest.mark.long
@pytest.mark.parametrize("kind", ["house", "win", "plan"])
def test_an_installed_command_makes_schemas(installed: Path, kind: str) -> None:
    assert run(installed, "-m", "riichi", "schema", kind) == published(kind)


@pytest.mark.long
def test_the_wheel_contains_all_generated_files(installed: Path) -> None:
    """Apart from the schemas, which it makes on demand."""
    known = json.loads(generated.MADE_OF.read_text(encoding="utf-8"))
    parts = [part.name for part in generated.PARTS if part.name != "schemas"]
    made = [file for part in parts for file in known[part]["files"]]
    for file in made:
        inside = installed / file.replace("rulesets/", "riichi_core/_rulesets/", 1)
        assert inside.read_bytes() == (ROOT / file).read_bytes()
    assert len(made) > 15


def test_generated_files_are_not_in_git() -> None:
    known = json.loads(generated.MADE_OF.read_text(encoding="utf-8"))
    made = [file for part in known.values() for file in part["files"]]
    kept = subprocess.run(["git", "ls-files", *made], cwd=ROOT, capture_output=True, check=False)
    if kept.returncode:
        pytest.skip("this is no checkout")
    assert kept.stdout == b""


@pytest.mark.long
def test_the_wheel_has_the_licence_and_the_credits(installed: Path) -> None:
    names = {path.name for path in installed.rglob("*.dist-info/**/*")}
    assert {"LICENSE", "NOTICE", "entry_points.txt"} <= names


@pytest.mark.long
def test_the_readme_of_the_index_links_to_files_that_exist(installed: Path) -> None:
    (metadata,) = installed.glob("*.dist-info/METADATA")
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", metadata.read_text(encoding="utf-8"))
    home = PROJECT["urls"]["Source"].removeprefix("https://github.com/")
    version = f"v{PROJECT['version']}"
    bases = (
        f"https://github.com/{home}/blob/{version}/",
        f"https://raw.githubusercontent.com/{home}/{version}/",
    )
    ours = [link.removeprefix(base) for link in links for base in bases if link.startswith(base)]
    assert [link for link in links if not link.startswith("https://")] == []
    assert [name for name in ours if not (ROOT / name).exists()] == []
    assert len(ours) > 15


def test_every_file_that_states_the_version_agrees() -> None:
    version = PROJECT["version"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert citation["version"] == version
    assert re.search(r"^## (\S+)", changes, re.MULTILINE)[1] == version  # type: ignore[index]


@pytest.mark.long
def test_an_installed_library_makes_thirty_documented_calls(installed: Path) -> None:
    script = Path(__file__).with_name("installed") / "thirty_calls.py"
    assert "thirty documented calls hold" in run(installed, str(script))


def test_the_library_needs_only_pydantic_and_pyyaml() -> None:
    """The commands' packages are blocked; `pip install riichi-core` does not install them."""
    assert [re.split("[<>=]", one)[0] for one in DEPENDENCIES] == [
        "pydantic", "pyyaml", "typing-extensions",  # pydantic brings the last one
    ]  # fmt: skip
    blocked = [re.split("[<>=]", one)[0] for one in EXTRAS["cli"]]
    script = ROOT / "tests" / "installed" / "thirty_calls.py"
    calls = (
        f"import sys, runpy; sys.modules.update(dict.fromkeys({blocked}));"
        f"parts = runpy.run_path({str(script)!r});"
        "[parts[name]() for name in ('rulesets', 'hands', 'wins', 'deals_and_games')];"
        "import riichi_core as rc; [getattr(rc, name) for name in rc.__all__]"
    )
    subprocess.run([sys.executable, "-c", calls], cwd=ROOT, check=True)
    assert sorted(blocked) == ["click", "filelock", "jinja2", "segno"]


def test_pages_name_only_extras_that_exist_in_quotes_for_every_shell() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    texts = [
        path.read_text(encoding="utf-8") for path in (*pages, *(ROOT / "riichi").rglob("*.py"))
    ]
    installs = [
        one for text in texts for one in re.findall(r"pip install ([^`\n]*\[\w+\].?)", text)
    ]
    assert [one for one in installs if not re.match(r'"riichi-core\[\w+\]"', one)] == []
    named = {name for one in installs for name in re.findall(r"\[(\w+)\]", one)}
    assert named == {*EXTRAS}


@pytest.mark.long
def test_the_installed_command_reads_the_rulesets_of_the_wheel(installed: Path) -> None:
    folder = run(
        installed, "-c", "from riichi_core.rules.library import rulesets_dir; print(rulesets_dir())"
    )
    assert Path(folder.strip()) == installed / "riichi_core" / "_rulesets"
    assert f"of {len(options())} options differ" in run(
        installed, "-m", "riichi", "compare", "ema-2016", "wrcr-2015"
    )


@pytest.mark.long
def test_the_installed_command_speaks_every_language(installed: Path) -> None:
    text = run(installed, "-m", "riichi", "sheet", "ema-2016", "--language", "nl")
    assert "Regelblad" in text


def test_a_checkout_reads_its_own_rulesets() -> None:
    assert rulesets_dir() == ROOT / "rulesets"


@pytest.mark.long
def test_the_wheel_uses_no_top_level_name_of_another_project(installed: Path) -> None:
    top = {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")}
    assert top == {"riichi", "riichi_core"}


@pytest.mark.long
def test_the_source_archive_contains_what_its_tests_need(tmp_path: Path) -> None:
    """It has every tracked file outside .ci/, and ruff and mypy read the same files."""
    kept = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, check=False)
    if kept.returncode:
        pytest.skip("this is no checkout")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    wanted = {name for name in kept.stdout.decode().splitlines() if (ROOT / name).exists()}
    assert {name for name in wanted - names if not name.startswith(".ci/")} == set()


def test_a_python_that_is_not_installed_is_named() -> None:
    ran = subprocess.run(
        [".ci/elsewhere", "python3.99"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert ran.stderr == "python3.99 is not installed: skipped\n"


# ---- the native kernel ---------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.xdist_group("compiled")  # it takes half a minute, and no other test waits for it
@pytest.mark.skipif(find_spec("Cython") is None, reason="nothing can be compiled")
def test_a_wheel_with_the_kernel_scores_as_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = unpacked_wheel(tmp_path, RIICHI_COMPILED="1")
    records = "".join(f"{json.dumps(record)}\n" for record in wins(7, 500))
    command = ("-m", "riichi", "score", "--jsonl", "--rules", "ema-2016,wrc-2025,tenhou")
    scored = {}
    for pure, engine in (("0", "compiled"), ("1", "pure Python")):
        monkeypatch.setenv("RIICHI_PURE", pure)
        assert f"({engine})" in run(installed, "-m", "riichi", "--version")
        scored[engine] = run(installed, *command, given=records)
    assert scored["compiled"] == scored["pure Python"]
    assert scored["compiled"].count('"points"') > 500


def test_a_kernel_that_is_older_than_its_source_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel, source = tmp_path / "native.so", tmp_path / "native.pyx"
    for place, changed in ((kernel, 100), (source, 101)):
        place.touch()
        os.utime(place, (changed, changed))
    monkeypatch.setattr(fast, "has_native", lambda: True)
    monkeypatch.setattr(fast, "import_module", lambda _: SimpleNamespace(__file__=str(kernel)))
    with pytest.raises(RiichiError, match=r"native\.so is older than its source\. Run make native"):
        fast.native.__wrapped__()
    os.utime(kernel, (101, 101))
    assert fast.native.__wrapped__().__file__ == str(kernel)
