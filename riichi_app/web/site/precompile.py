"""The engine of the site, packed within Pyodide: what a visitor needs of it, compiled."""

from __future__ import annotations

import ast
import gzip
import io
import marshal
import pickle
import sys
import traceback
import zipfile
from collections.abc import Iterable, Iterator
from importlib.abc import InspectLoader
from importlib.util import MAGIC_NUMBER, find_spec
from pathlib import Path, PurePosixPath

from riichi_app.web.engine import KEPT, ask, take_kept
from riichi_app.web.rulesets import shipped
from riichi_app.web.site.sample import questions
from riichi_core.rules import library

MADE = Path("/made")
STANDARD = Path("/runtime/python_stdlib.zip")
IN_BROWSER = PurePosixPath("/lib/python314.zip")
"""The place of the standard library in Pyodide."""

OURS = ("riichi_app", "riichi_core", "riichi_programs", "riichi_study")

NO_DATA = (".md", ".mjs", ".po", ".pyi", ".ttf", ".typ", ".typed")

SAID = ("pyodide", "_pyodide", "riichi_core/rules/chapters")
"""The beginnings of modules whose docstrings are shown to people."""

UNCHECKED = (1).to_bytes(4, "little")
"""The flag of a compiled module that is taken without a look at its source (PEP 552)."""


def precompile() -> None:
    """Write the archives of the engine: the project with its packages, the standard library."""
    packages = Path(find_spec("riichi_core").origin or "").parents[1]  # type: ignore[union-attr]
    rulesets = {str(path): shipped(name) for name, path in library.shipped().items()}
    kept = pickle.dumps(rulesets, protocol=5)
    (packages / KEPT).write_bytes(kept)
    take_kept()
    for question in questions():
        ask(question)
    _import_late()
    used = {
        PurePosixPath(file)
        for module in [*sys.modules.values()]
        if (file := getattr(module, "__file__", None))
    }
    project = _archive(sorted(_project(packages, used), key=_by_kind), zipfile.ZIP_STORED)
    (MADE / "core.bin").write_bytes(gzip.compress(project, 9, mtime=0))
    (MADE / "stdlib.zip").write_bytes(_archive(_standard(used), zipfile.ZIP_DEFLATED))


def _import_late() -> None:
    """Import what no question takes: for the names in an archive, and to show an error."""
    zipfile.ZipFile(STANDARD).close()
    try:
        raise ExceptionGroup("two", [ValueError("one"), NameError("other", name="other")])
    except ExceptionGroup:
        traceback.format_exc()


def _project(packages: Path, used: set[PurePosixPath]) -> Iterator[tuple[str, bytes]]:
    """Yield what is imported, compiled, and the data of the project."""
    for path in sorted(packages.rglob("*")):
        name = path.relative_to(packages)
        top = name.parts[0]
        if not path.is_file() or "__pycache__" in name.parts:
            continue
        if path.suffix == ".py":
            if PurePosixPath(path) in used and "site" not in name.parts:
                yield f"{name}c", _compiled(path.read_bytes(), str(name))
        elif top in OURS:
            if path.suffix not in NO_DATA and not _is_source_of_scenarios(name):
                yield str(name), path.read_bytes()
        elif path.suffix == ".so":
            yield str(name), path.read_bytes()


def _is_source_of_scenarios(name: Path) -> bool:
    """Return True for scenarios as they are written; what is asked of them is in their index."""
    return "scenarios" in name.parts and name.suffix == ".yaml"


def _standard(used: set[PurePosixPath]) -> Iterator[tuple[str, bytes]]:
    """Yield the modules of the standard library that were imported."""
    with zipfile.ZipFile(STANDARD) as archive:
        for name in sorted(archive.namelist()):
            path = PurePosixPath(name)
            if path.suffix == ".py" and IN_BROWSER / path in used:
                yield f"{name}c", _compiled(archive.read(name), name)


def _compiled(source: bytes, name: str) -> bytes:
    """Return a module as bytes that are never held against its source, without docstrings."""
    tree = ast.parse(source, name)
    if not name.startswith(SAID):
        for node in ast.walk(tree):
            _without_docstring(node)
    code = InspectLoader.source_to_code(tree, name)
    return MAGIC_NUMBER + UNCHECKED + bytes(8) + marshal.dumps(code)


def _without_docstring(node: ast.AST) -> None:
    """Make a docstring next to nothing; a dataclass without any would work one out."""
    if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
        match node.body:
            case [ast.Expr(value=ast.Constant(value=str()) as text), *_]:
                text.value = " "


def _archive(entries: Iterable[tuple[str, bytes]], compression: int) -> bytes:
    """Return an archive that is the same whenever and wherever it is made."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in entries:
            archive.writestr(zipfile.ZipInfo(name), content, compression, 9)
    return made.getvalue()


def _by_kind(entry: tuple[str, bytes]) -> tuple[str, str]:
    """Return the order in which files that are alike lie together, so that they pack best."""
    name, _ = entry
    return name.rpartition(".")[2], name
