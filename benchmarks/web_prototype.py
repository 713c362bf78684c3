"""The first prototype of the page, made of the commit that it stood on, to be measured beside.

It lies beside the project, with words in capitals where its author's folders were.
"""

from __future__ import annotations

import io
import shutil
import stat
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from riichi_app.web.site.build import unpack_runtime, unpack_wheels
from riichi_app.web.site.downloads import node, pyodide, run, wheel, wheels

ROOT = Path(__file__).parent.parent
PROTOTYPE = ROOT.parent / "shared" / "prototypes" / "web"

COMMIT = "e19d7a2107d80a6834bf4b91f9f58063ee1ad24a"
"""The last commit with all modules of the engine that it imports."""

PARTS = ("riichi_core", "riichi_app", "rulesets")
TEXTS = ("build.py", "build.mjs", "trace.py")

PAINTED = ("index.html", "app.css", "app.js")
"""What the browser waits for before there is something to see."""


class NoPrototypeError(Exception):
    """The prototype, or the commit that it stood on, is not here."""


def build_prototype(work: Path, downloads: Path) -> Path:
    """Build the prototype.

    Args:
        work: an empty folder.
        downloads: where what is fetched is kept.

    Returns:
        The folder of its site.

    Raises:
        NoPrototypeError: it is not here.
        SiteError: something is missing that it is built of.
    """
    if not PROTOTYPE.is_dir():
        raise NoPrototypeError("the prototype does not lie beside the project")
    _project(work / "project")
    made = work / "prototype"
    shutil.copytree(PROTOTYPE, made)
    for path in (made, *made.rglob("*")):
        path.chmod(path.stat().st_mode | stat.S_IWUSR)  # it may lie where nothing can be written
    (work / "wheels").mkdir()
    for one in wheels():
        shutil.copy(wheel(one, downloads), work / "wheels")
    unpack_wheels(downloads, work / "packages")
    (work / "npm" / "node_modules").mkdir(parents=True)
    unpack_runtime(pyodide(downloads), work / "npm" / "node_modules" / "pyodide")
    places = {  # the longer words first, for the others are parts of them
        "..NPM": str(work / "npm"),
        "SITE_PACKAGES": str(work / "packages"),
        "PROJECT": str(work / "project"),
        "PROTO": str(made),
        "WORKDIR": "/tmp",  # of the file system in Pyodide
        '"WORK"': f'"{work}"',
        '"SITE"': f'"{made / "site"}"',
    }
    for name in TEXTS:
        text = (made / name).read_text(encoding="utf-8")
        for word, place in places.items():
            text = text.replace(word, place)
        (made / name).write_text(text, encoding="utf-8")
    run([sys.executable, str(made / "build.py")], made)
    run([node(), str(made / "build.mjs"), "pyc"], made)
    return made / "site"


def _project(folder: Path) -> None:
    """Take the project out of its history, as it was."""
    call = ["git", "-C", str(ROOT), "archive", COMMIT, *PARTS]
    done = subprocess.run(call, capture_output=True, check=False)
    if done.returncode:
        raise NoPrototypeError(f"the history has no commit {COMMIT[:7]}")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")


# ---- in a browser --------------------------------------------------------------------------------

SHOWN = "() => document.querySelector('#diff .sum') && marks.shown !== undefined"

CHANGE = """(wanted) => {
  delete marks.examples;
  delete marks.shown;
  const boxes = [...document.querySelectorAll('[name="claims.winners"]')];
  boxes.find((box) => !box.checked).click();
}"""


def visit_times(page: Any, address: str) -> Iterator[tuple[str, float]]:
    """Yield the milliseconds of a visit until there is something to see, and to ask."""
    page.goto(address)
    page.wait_for_function(SHOWN, timeout=120_000)
    paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    yield "first paint", page.evaluate(paint)
    yield "engine ready", page.evaluate("marks.ready")
    yield "first difference", page.evaluate("marks.shown")


def answer_times(page: Any) -> Iterator[tuple[str, float]]:
    """Yield the milliseconds of each kind of answer, several times each."""
    page.evaluate("document.querySelectorAll('.chapter').forEach((one) => one.open = true)")
    for _ in range(5):
        page.evaluate(CHANGE)
        page.wait_for_function("() => marks.examples > marks.shown", timeout=60_000)
        yield "a change", page.evaluate("marks.shown - marks.change")
        yield "examples of a change", page.evaluate("marks.examples - marks.change")
    for _ in range(5):
        page.evaluate("delete marks.scored; document.querySelector('#hand').requestSubmit()")
        page.wait_for_function("() => marks.scored", timeout=60_000)
        yield "a hand", page.evaluate("marks.scored - marks.hand")
    for name, kind in (("score sheet", "sheet"), ("rulebook", "rulebook")):
        for _ in range(3):
            page.evaluate(f"delete marks['document {kind}']")
            page.click(f"[data-print={kind}]")
            page.wait_for_function(f"() => marks['document {kind}']", timeout=60_000)
            yield name, page.evaluate(f"marks['document {kind}']")
