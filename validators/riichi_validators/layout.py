"""docs/layout.md: every package and module of the code, by the first line of its docstring."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from riichi_validators.markdown import DOCS, table

FILE = DOCS / "layout.md"

SOURCES = (
    "riichi_core",
    "riichi_bots",
    "riichi_study",
    "riichi_programs",
    "riichi_app",
    "validators",
)

HEAD = """\
# The files of the code

Every module with the first line of its docstring. [design.md](design.md) tells what the packages
are and in which direction they import each other.

This page is generated (`make docs`); a test fails when it is not current.
"""


def page() -> str:
    """Return the whole page."""
    root = DOCS.parent
    packages = [
        path for name in SOURCES for path in sorted(root.joinpath(name).rglob("__init__.py"))
    ]
    return "\n".join([HEAD, *(line for path in packages for line in _package_section(path, root))])


def _package_section(package: Path, root: Path) -> Iterator[str]:
    yield f"## {package.parent.relative_to(root).as_posix()}/\n"
    yield f"{first_line(package)}\n"
    modules = [path for path in sorted(package.parent.glob("*.py")) if path != package]
    if modules:
        yield from table(("", ""), ((f"`{path.name}`", first_line(path)) for path in modules))


def first_line(module: Path) -> str:
    """Return the first line of a module's docstring."""
    text = ast.get_docstring(ast.parse(module.read_bytes())) or ""
    return text.partition("\n")[0].replace("|", "\\|")
