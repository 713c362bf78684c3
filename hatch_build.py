"""The build hook: it makes the files that are not in git, and compiled modules.

A wheel is pure Python. With RIICHI_COMPILED=1 in the environment, mypyc compiles the modules in
which games and scoring spend their time; this needs a C compiler. `make compiled` does it in a copy
of the project. riichi.generated makes the other files.
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
    "riichi_core/bots": ("asking", "sensible", "simple"),
}  # fmt: skip
"""The modules to compile, by folder: functions that take and return plain values, and classes whose
objects stay in one process.

Frozen dataclasses that move between processes are not among them. As C classes they could not be
pickled, and if another decorator keeps them Python classes, compiled code compares them by
identity. The table is not among them either: it checks the values that it receives, and leaves the
work to the class of game_log.py.
"""

NEEDED = ["mypy>=1.13", "pydantic>=2.11", "setuptools", "types-PyYAML"]
"""The packages for compiling, because mypyc checks the modules' types first."""

FOLDERS = ("riichi_core", "riichi",
           "validators", "rulesets", "tests", "docs", "benchmarks")  # fmt: skip
FILES = ("pyproject.toml", "README.md")
"""The files next to the compiled modules in the copy that the tests need."""

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
from riichi import generated
generated.make()
"""


class Build(BuildHookInterface):
    """The hook that hatchling calls."""

    def dependencies(self) -> list[str]:
        """Return the build's dependencies besides hatchling: those of the project's generators."""
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
        """Generate the files of a wheel or an editable install, and compile modules on request."""
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
    """Make the files that are not in git and out of date, with the project's own code."""
    subprocess.run([sys.executable, "-c", _GENERATE], cwd=root, check=True)


def compile_copy(root: Path, folder: Path, *, optimized: bool = True) -> list[Path]:
    """Copy the project to a folder and compile it there; return the compiled files.

    Without `optimized`, for tests, compiling takes half the time. Nothing is written next to the
    sources, so that a checkout never runs modules compiled from other sources.
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
    shutil.rmtree(folder / "build")  # the C sources and a second copy of the compiled files
    for name in FILES:  # only now, because setuptools would read hatchling's configuration
        shutil.copy(root / name, folder / name)
    return sorted(folder.rglob("*.so")) + sorted(folder.rglob("*.pyd"))


def _modules() -> Iterator[str]:
    for package, names in COMPILED.items():
        yield from (f"{package}/{name}.py" for name in names)


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    compile_copy(here, here / "build" / "compiled", optimized="--quick" not in sys.argv)
