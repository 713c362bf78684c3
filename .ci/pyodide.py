"""Put together what .ci/pyodide.mjs needs in a folder: Pyodide, pydantic for it, and pytest.

A folder that this very script made of the same lock stays as it is.
"""

import hashlib
import shutil
import sys
from pathlib import Path

from riichi.cli.site import kept_downloads
from riichi.web.site.build import LOCK, lock, node, pyodide, run, unpack_runtime, unpack_wheels

TOOLS = ("pytest", "hypothesis")


def put_together(folder: Path) -> None:
    """Fill a folder anew."""
    downloads = kept_downloads()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    downloads.mkdir(parents=True, exist_ok=True)
    unpack_runtime(pyodide(downloads), folder / "pyodide")
    unpack_wheels(downloads, folder / "packages")
    call = [sys.executable, "-m", "pip", "install", "--quiet", "--only-binary=:all:"]
    call += ["--implementation", "cp", "--python-version", lock()["python"]]
    call += ["--target", str(folder / "tools")]
    for one in lock()["wheels"]:
        if "emscripten" in one["platform"]:
            call += ["--platform", one["platform"]]
    run([*call, *TOOLS])


node()
folder = Path(sys.argv[1])
made_of = hashlib.sha256(LOCK.read_bytes() + Path(__file__).read_bytes()).hexdigest()
stamp = folder / "made-of"
if not (stamp.is_file() and stamp.read_text(encoding="utf-8") == made_of):
    put_together(folder)
    stamp.write_text(made_of, encoding="utf-8")
