"""Pack the engine of the site within Pyodide: the parts that a visitor needs, compiled."""

from __future__ import annotations

import ast
import io
import marshal
import pickle
import sys
import traceback
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from importlib.abc import InspectLoader
from importlib.util import MAGIC_NUMBER, find_spec
from pathlib import Path, PurePosixPath

from riichi.ask.words import INDEX
from riichi.web.browser import PICKLED_RULESETS, answer_question, take_pickled_rulesets
from riichi.web.rulesets import shipped
from riichi.web.site.sample import sample_questions
from riichi_core.rules import library

OUTPUT = Path("/made")
STANDARD_LIBRARY = Path("/runtime/python_stdlib.zip")
IN_BROWSER = PurePosixPath("/lib/python314.zip")
"""The path of the standard library in Pyodide."""

OWN_PACKAGES = ("riichi", "riichi_core")

LEFT_OUT_SUFFIXES = (".md", ".mjs", ".po", ".pyi", ".typ", ".typed")

SHOWN_DOCSTRINGS = ("pyodide", "_pyodide", "riichi_core/rules/chapters")
"""The prefixes of modules whose docstrings are shown to users."""

SEARCH = ("riichi/ask/words.pyc", "riichi/ask/questions.pyc", INDEX)
"""The suffixes of files that only a search needs."""

EXTENSION = "pydantic_core.wasm"
"""The WebAssembly half of pydantic, which a browser compiles while loading it."""

UNCHECKED = (1).to_bytes(4, "little")
"""The flag of a compiled module that is loaded without a check of its source (PEP 552)."""


def precompile() -> None:
    """Write the archives of the engine: the project with its packages, and the standard library."""
    packages = Path(find_spec("riichi_core").origin or "").parents[1]  # type: ignore[union-attr]
    rulesets = {str(path): shipped(name) for name, path in library.shipped().items()}
    pickled = pickle.dumps(rulesets, protocol=5)
    (packages / PICKLED_RULESETS).write_bytes(pickled)
    take_pickled_rulesets()
    for question in sample_questions():
        answer_question(question)
    _import_late()
    for path in (library.shelf() | library.house_rulesets()).values():
        path.write_text("", encoding="utf-8")  # they are pickled, and no base is looked up in them
    used = {
        PurePosixPath(file)
        for module in [*sys.modules.values()]
        if (file := getattr(module, "__file__", None))
    }
    files = sorted(_project_files(packages, used), key=_by_kind)
    ((_, extension),) = (file for file in files if file[0].endswith(".so"))
    (OUTPUT / EXTENSION).write_bytes(extension)
    files = [file for file in files if not file[0].endswith(".so")]
    _write_packed("core.bin", [file for file in files if not file[0].endswith(SEARCH)])
    _write_packed("search.bin", [file for file in files if file[0].endswith(SEARCH)])
    (OUTPUT / "stdlib.zip").write_bytes(_archive(_standard_modules(used), zipfile.ZIP_DEFLATED))


def _write_packed(name: str, files: Iterable[tuple[str, bytes]]) -> None:
    """Write files as an archive that is compressed as a whole, which is smaller."""
    archive = _archive(files, zipfile.ZIP_STORED)
    packing = zlib.compressobj(9, wbits=zlib.MAX_WBITS | 16)  # as gzip, whose module it lacks
    (OUTPUT / name).write_bytes(packing.compress(archive) + packing.flush())


def _import_late() -> None:
    """Import modules that no question needs: for the names in an archive, and to show errors."""
    zipfile.ZipFile(STANDARD_LIBRARY).close()
    try:
        raise ExceptionGroup("two", [ValueError("one"), NameError("other", name="other")])
    except ExceptionGroup:
        traceback.format_exc()


def _project_files(packages: Path, used: set[PurePosixPath]) -> Iterator[tuple[str, bytes]]:
    """Yield the imported modules, compiled, and the data of the project."""
    for path in sorted(packages.rglob("*")):
        name = path.relative_to(packages)
        top = name.parts[0]
        if not path.is_file() or "__pycache__" in name.parts:
            continue
        if path.suffix == ".py":
            if PurePosixPath(path) in used and "site" not in name.parts:
                yield f"{name}c", _compiled(path.read_bytes(), str(name))
        elif top in OWN_PACKAGES:
            if path.suffix not in LEFT_OUT_SUFFIXES and not _is_source_of_scenarios(name):
                yield str(name), path.read_bytes()
        elif path.suffix == ".so":
            yield str(name), path.read_bytes()


def _is_source_of_scenarios(name: Path) -> bool:
    """Return True for source files of scenarios; their index is enough."""
    return "scenarios" in name.parts and name.suffix == ".yaml"


def _standard_modules(used: set[PurePosixPath]) -> Iterator[tuple[str, bytes]]:
    """Yield the modules of the standard library that were imported."""
    with zipfile.ZipFile(STANDARD_LIBRARY) as archive:
        for name in sorted(archive.namelist()):
            path = PurePosixPath(name)
            if path.suffix == ".py" and IN_BROWSER / path in used:
                yield f"{name}c", _compiled(archive.read(name), name)


def _compiled(source: bytes, name: str) -> bytes:
    """Return a compiled module without docstrings, which is never checked against its source."""
    tree = ast.parse(source, name)
    if not name.startswith(SHOWN_DOCSTRINGS):
        for node in ast.walk(tree):
            _without_docstring(node)
    code = InspectLoader.source_to_code(tree, name)
    return MAGIC_NUMBER + UNCHECKED + bytes(8) + marshal.dumps(code)


def _without_docstring(node: ast.AST) -> None:
    """Replace a docstring by a blank; without one, a dataclass would generate its own."""
    if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
        match node.body:
            case [ast.Expr(value=ast.Constant(value=str()) as text), *_]:
                text.value = " "


def _archive(entries: Iterable[tuple[str, bytes]], compression: int) -> bytes:
    """Return an archive that does not depend on the time or place of its making."""
    archive_bytes = io.BytesIO()
    with zipfile.ZipFile(archive_bytes, "w") as archive:
        for name, content in entries:
            archive.writestr(zipfile.ZipInfo(name), content, compression, 9)
    return archive_bytes.getvalue()


def _by_kind(entry: tuple[str, bytes]) -> tuple[str, str]:
    """Return the sort key that puts similar files together, so that they compress best."""
    name, _ = entry
    return name.rpartition(".")[2], name
