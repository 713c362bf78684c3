"""What a build makes beside copying: what is not in git (riichi_app.generated), compiled modules.

A wheel is pure Python; with RIICHI_COMPILED=1 in the environment the modules in which games and
scoring spend their time are compiled with mypyc, which needs a C compiler. `make compiled` does
that in a copy of the project.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = {
    "riichi_core": ("fast", "seeded"),
    "riichi_core/hands": ("readings", "shanten", "waits"),
    "riichi_core/analysis": ("analyzer", "matcher", "packed", "suits"),
    "riichi_core/scoring": ("points", "score"),
    "riichi_core/batch": ("part_scorer",),
    "riichi_core/play": ("deal_wins", "decide", "evolve", "game_log", "legal", "observation"),
    "riichi_bots": ("asking", "sensible", "simple"),
}  # fmt: skip
"""The modules that are compiled, by folder: functions that take and return plain values, and
classes that stay where they are.

Frozen dataclasses that go from one process to another are not among them: as classes of C they
could not be pickled, and where another decorator keeps them classes of Python, what is compiled
compares them by identity. Nor is the table: it says itself what is wrong with values given to it,
and leaves what it does to the class of game_log.py.
"""

NEEDED = ["mypy>=1.13", "pydantic>=2.11", "setuptools", "types-PyYAML"]
"""The packages that compiling needs, for the modules are checked first."""

FOLDERS = ("riichi_core", "riichi_bots", "riichi_programs", "riichi_app", "riichi_study",
           "validators", "rulesets", "tests", "docs", "benchmarks")  # fmt: skip
FILES = ("pyproject.toml", "README.md")
"""What stands beside the compiled modules in the copy, so that the tests run there."""

_SETUP = """
import sys
from setuptools import setup
from mypyc.build import mypycify
checks = "--ignore-missing-imports", "--follow-imports=silent"  # `make types` reports the others
setup(packages=[], ext_modules=mypycify(
    [*checks, *sys.argv.pop().split(",")], opt_level=sys.argv.pop(), debug_level="0",
    multi_file=True))
"""


_GENERATE = """
import sys
sys.path[:0] = [".", "validators"]  # pip takes them from PYTHONPATH where they are installed
from riichi_app import generated
generated.make()
"""


class Build(BuildHookInterface):
    """The hook that hatchling calls."""

    def dependencies(self) -> list[str]:
        """Return what the build needs beside hatchling: what the project needs that generates."""
        if self.target_name != "wheel":
            return []
        return [
            *self.metadata.core.dependencies,
            "babel>=2.15",
            *(NEEDED if self._compiles else ()),
        ]

    @property
    def _compiles(self) -> bool:
        return self.target_name == "wheel" and os.environ.get("RIICHI_COMPILED") == "1"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generate what a wheel or an editable install needs, and add compiled modules if asked."""
        if self.target_name != "wheel":
            return
        generate(Path(self.root))
        if self._compiles and version == "standard":
            folder = Path(self.root, "build", "wheel")
            for library in compile_copy(Path(self.root), folder):
                build_data["force_include"][str(library)] = str(library.relative_to(folder))
            build_data["pure_python"] = False
            build_data["infer_tag"] = True


def generate(root: Path) -> None:
    """Make what is not in git and not current, by the project's own code."""
    subprocess.run([sys.executable, "-c", _GENERATE], cwd=root, check=True)


def compile_copy(root: Path, folder: Path, *, optimized: bool = True) -> list[Path]:
    """Copy the project to a folder and compile it there, and return what was compiled.

    What is not optimized, to be tested, is compiled in half of the time. Nothing is written beside
    the sources, so that a checkout never runs what was compiled of other ones.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in FOLDERS:
        if (root / name).exists():
            unwanted = shutil.ignore_patterns("__pycache__", "*.so")
            shutil.copytree(root / name, folder / name, ignore=unwanted)
    command = [sys.executable, "-c", _SETUP, "--quiet", "build_ext", "--inplace",
               f"--parallel={os.cpu_count() or 1}", "2" if optimized else "0",
               ",".join(_modules())]  # fmt: skip
    subprocess.run(command, cwd=folder, check=True)
    shutil.rmtree(folder / "build")  # the C sources, and all that is compiled once more
    for name in FILES:  # not before: setuptools would read what is meant for hatchling
        shutil.copy(root / name, folder / name)
    return sorted(folder.rglob("*.so")) + sorted(folder.rglob("*.pyd"))


def _modules() -> Iterator[str]:
    for package, names in COMPILED.items():
        yield from (f"{package}/{name}.py" for name in names)


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    compile_copy(here, here / "build" / "compiled", optimized="--quick" not in sys.argv)
