"""The lines that the workflows and the action run, as far as this machine can run them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from riichi.generated import MADE_OF

ROOT = Path(__file__).resolve().parents[1]
FLOWS = [*sorted((ROOT / ".github" / "workflows").glob("*.yml")), ROOT / "action.yml"]

ELSEWHERE = {
    ".ci/run": "this test is a part of it",
    ".ci/release-notes": "the version has no day before its release; a test below gives it one",
    ".venv/bin/riichi site": "tests/web/test_site.py builds it",
    "gh release": "GitHub has it",
    "git config --global": "it would change this machine",
    "git push": "it publishes",
    "make site": ".ci/run does it",
    "pipx run cibuildwheel": "it needs containers; tests/test_package.py compiles a wheel",
}
"""How the lines begin that are not run here, with the reason."""

VERSION = re.search(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text("utf-8"), re.M)[1]  # type: ignore[index]

Job = dict[str, Any]


def jobs(file: Path) -> dict[str, Job]:
    """Return the jobs of a workflow by name; an action is one job."""
    content = yaml.safe_load(file.read_text(encoding="utf-8"))
    return dict(content["jobs"]) if "jobs" in content else {"action": content["runs"]}


def lines(job: Job) -> list[str]:
    """Return the lines that a job runs on this machine, for the first kind of file in its matrix.

    `python -m build` makes the wheel from the other kind, the source archive.
    """
    kind, *_ = job.get("strategy", {}).get("matrix", {}).get("kind", [""])
    runs = [step["run"] for step in job["steps"] if "run" in step]
    here = [run for run in runs if not run.startswith(tuple(ELSEWHERE))]
    return [run.replace("${{ matrix.kind }}", kind) for run in here]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a copy of all files in git, without anything that is made or installed."""
    kept = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if kept.returncode:
        pytest.skip("this is no checkout")
    for name in kept.stdout.decode().split("\0"):
        if (ROOT / name).is_file():
            (tmp_path / "copy" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / "copy" / name)
    return tmp_path / "copy"


@pytest.mark.long
@pytest.mark.xdist_group("workflows")  # they take minutes
@pytest.mark.parametrize("file", FLOWS, ids=lambda file: file.name)
def test_every_line_of_a_workflow_runs_in_a_new_environment(file: Path, checkout: Path) -> None:
    """Tests are only collected: this finds each package and file that they lack.

    Only a release makes the files that are not in git; the others would make the same ones again.
    """
    if file.name != "release.yml":
        copy_made_files(checkout)
    for name, job in jobs(file).items():
        environment = new_environment(checkout.parent / name, checkout) if lines(job) else {}
        for line in lines(job):
            ran = subprocess.run(
                ["bash", "-eo", "pipefail", "-c", line], cwd=checkout, env=environment,
                capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
            )  # fmt: skip
            assert ran.returncode == 0, f"{name}: {line}\n{ran.stdout[-2000:]}\n{ran.stderr}"


def copy_made_files(checkout: Path) -> None:
    """Add the files that are not in git; the build makes those whose sources differ."""
    made = json.loads(MADE_OF.read_text(encoding="utf-8"))
    names = [name for part in made.values() for name in part["files"]]
    for name in (*names, MADE_OF.relative_to(ROOT)):
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, checkout / name)


def new_environment(folder: Path, checkout: Path) -> dict[str, str]:
    """Install a new Python, and return the variables under which a job uses it."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    return {
        **{key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTEST_ADDOPTS": "--collect-only --quiet",
        "PIP_NO_COMPILE": "0",  # pip compiles nothing: most modules are never imported
        "GITHUB_REF_NAME": f"v{VERSION}",
        "ACTION": str(checkout),
        "FILES": "rulesets/clubs/tuesday-club.yaml rulesets/ema-2025.yaml",
    }


def test_each_reason_not_to_run_a_line_is_needed() -> None:
    runs = [
        step["run"] for file in FLOWS for job in jobs(file).values() for step in job["steps"]
        if "run" in step
    ]  # fmt: skip
    assert [start for start in ELSEWHERE if not any(run.startswith(start) for run in runs)] == []


def test_the_programs_that_workflows_name_are_in_git_and_executable() -> None:
    named = re.findall(r"run: (\.ci/\S+)", "".join(file.read_text("utf-8") for file in FLOWS))
    assert {".ci/run", ".ci/release-notes"} <= {*named}
    assert [name for name in named if not os.access(ROOT / name, os.X_OK)] == []


def test_every_action_has_a_fixed_commit_with_its_version() -> None:
    used = [
        line for file in FLOWS for line in file.read_text("utf-8").splitlines() if "uses:" in line
    ]
    assert used
    fixed = re.compile(r"uses: [\w/-]+@[0-9a-f]{40}   # v\d+\.\d+\.\d+$")
    assert [line for line in used if not fixed.search(line)] == []


def test_an_action_has_the_same_commit_everywhere() -> None:
    text = "".join(file.read_text("utf-8") for file in FLOWS)
    used = {*re.findall(r"uses: ([\w/-]+)@(\w+)", text)}
    assert len({action for action, _ in used}) == len(used)


def test_only_a_whole_version_starts_a_release() -> None:
    release = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))
    assert release[True]["push"]["tags"] == ["v*.*.*"]  # YAML reads `on` as true


# ---- the notes of a release ----------------------------------------------------------------------


def notes(folder: Path, heading: str, released: str = "") -> subprocess.CompletedProcess[str]:
    (folder / ".ci").mkdir(exist_ok=True)
    shutil.copy(ROOT / ".ci" / "release-notes", folder / ".ci")
    (folder / "CHANGELOG.md").write_text(
        f"# Changelog\n\n{heading}\n\nNew.\n\n## 1.1.9 (2026-01-01)\n\nOld.\n"
    )
    (folder / "CITATION.cff").write_text(f"version: 1.2.0\n{released}\n")
    command = [str(folder / ".ci" / "release-notes"), "1.2.0"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_notes_of_a_release_are_its_section_of_the_changelog(tmp_path: Path) -> None:
    ran = notes(tmp_path, "## 1.2.0 (2026-12-01)", "date-released: 2026-12-01")
    assert (ran.stdout.strip(), ran.stderr, ran.returncode) == ("New.", "", 0)


@pytest.mark.parametrize(
    ("heading", "released", "told"),
    [
        ("## 1.2.0 (unreleased)", "", "CHANGELOG.md has no heading '## 1.2.0 (YEAR-MONTH-DAY)'"),
        ("## 1.2.0 (2026-12-01)", "", "CITATION.cff has no line 'date-released: 2026-12-01'"),
    ],
)
def test_a_version_without_a_day_is_not_released(
    tmp_path: Path, heading: str, released: str, told: str
) -> None:
    ran = notes(tmp_path, heading, released)
    assert (ran.stdout, ran.stderr.strip(), ran.returncode) == ("", told, 1)


# ---- .ci/run -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ci", "status"), [("true", 1), ("", 0)])
def test_only_ci_fails_if_something_optional_cannot_be_installed(
    tmp_path: Path, ci: str, status: int
) -> None:
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    head, begun, _ = text.partition("optional browsers")
    assert begun
    (tmp_path / "ci").mkdir()
    (tmp_path / "ci" / "run").write_text(f"{head}\noptional browsers false &\nwait $!\n")
    ran = subprocess.run(
        ["bash", str(tmp_path / "ci" / "run")], env=os.environ | {"CI": ci},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == status
    assert "browsers could not be installed" in ran.stderr
