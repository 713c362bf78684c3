"""The build hook: it makes the files that are not in git, and the native kernel.

A wheel is pure Python. With RIICHI_COMPILED=1 in the environment it also has the native kernel
(riichi_core/native.pyx); this needs a C compiler. `make native` builds it in a checkout.
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
"""The packages for building the kernel."""

_BUILD = """
import sys
from setuptools import Extension, setup
from Cython.Build import cythonize
options = [] if sys.platform == "win32" else ["-O3", "-g0"]
kernel = Extension("riichi_core.native", ["native.pyx"], extra_compile_args=options)
setup(name="native", packages=[], ext_modules=cythonize([kernel], quiet=True))
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
            library = build_kernel(Path(self.root), Path(self.root) / "build" / "wheel")
            build_data["force_include"][str(library)] = f"riichi_core/{library.name}"
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
        elif self._compiles:
            build_kernel(Path(self.root), Path(self.root))


def generate(root: Path) -> None:
    """Make the files that are not in git and out of date, with the project's own code."""
    subprocess.run([sys.executable, "-c", _GENERATE], cwd=root, check=True)


def build_kernel(root: Path, into: Path) -> Path:
    """Build the native kernel in `riichi_core` of a folder, and return its path."""
    folder = root / "build" / "native"  # without pyproject.toml, which setuptools would read
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(root / "riichi_core" / "native.pyx", folder)
    command = [sys.executable, "-c", _BUILD, "--quiet", "build_ext", f"--build-lib={into}"]
    subprocess.run(command, cwd=folder, check=True)
    return into / "riichi_core" / f"native{sysconfig.get_config_var('EXT_SUFFIX')}"


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    build_kernel(here, here)
