"""The build hook: it makes the files that are not in git, and the native kernel.

A wheel is pure Python. With RIICHI_COMPILED=1 in the environment it also has the native kernel
(riichi_core/native.pyx) and the modules of COMPILED as C; this needs a C compiler. `make native`
builds only the kernel in a checkout, where a compiled module would hide an edited file.
riichi.generated makes the other files.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NEEDED = ["cython>=3.1,<4", "setuptools>=77"]
"""The packages for building the kernel and compiled modules."""

KERNEL = "riichi_core/native.pyx"

COMPILED = [
    f"riichi_core/{name}.py"
    for name in (
        "analysis/matcher", "analysis/suits", "bots/asking", "bots/sensible", "bots/simple",
        "hands/waits", "play/decide", "play/evolve", "play/game_log", "play/legal",
        "play/observation", "play/state", "scoring/score",
    )
]  # fmt: skip
"""Python modules that a compiled wheel also has as C, unchanged."""

_BUILD = """
import sys
from setuptools import Extension, setup
from Cython.Build import cythonize
options = [] if sys.platform == "win32" else ["-O3", "-g0"]
plain = {"infer_types": False, "annotation_typing": False}  # numbers stay Python's
files = sys.argv.pop().split(",")
modules = [
    Extension(file.rpartition(".")[0].replace("/", "."), [file], extra_compile_args=options)
    for file in files
]
ext_modules = cythonize(modules, quiet=True, compiler_directives=plain)
setup(name="native", packages=[], ext_modules=ext_modules)
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
        core = self.metadata.core
        return [
            *core.dependencies,
            *core.optional_dependencies["cli"],
            "babel>=2.15",
            *(NEEDED if self._compiles else ()),
        ]

    @property
    def _compiles(self) -> bool:
        return self.target_name == "wheel" and os.environ.get("RIICHI_COMPILED") == "1"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generate the files of a wheel or an editable install, and build the kernel on request."""
        if self.target_name != "wheel":
            return
        generate(Path(self.root))
        if self._compiles and version == "standard":
            for library, place in build(Path(self.root), KERNEL, *COMPILED).items():
                build_data["force_include"][str(library)] = place
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
        elif self._compiles:
            build_kernel(Path(self.root))


def generate(root: Path) -> None:
    """Make the files that are not in git and out of date, with the project's own code."""
    subprocess.run([sys.executable, "-c", _GENERATE], cwd=root, check=True)


def build(root: Path, *files: str) -> dict[Path, str]:
    """Build extension modules, and return the file of each and its place in the project."""
    folder = root / "build" / "native"  # without pyproject.toml, which setuptools would read
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(root / "riichi_core", folder / "riichi_core")
    made = folder / "made"
    command = [sys.executable, "-c", _BUILD, "--quiet", "build_ext", f"--build-lib={made}"]
    subprocess.run([*command, ",".join(files)], cwd=folder, check=True)
    places = [file.rpartition(".")[0] + sysconfig.get_config_var("EXT_SUFFIX") for file in files]
    return {made / place: place for place in places}


def build_kernel(root: Path) -> None:
    """Build the native kernel next to its source."""
    for library, place in build(root, KERNEL).items():
        shutil.copy(library, root / place)


if __name__ == "__main__":
    build_kernel(Path(__file__).resolve().parent)
