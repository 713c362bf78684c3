"""Put together what .ci/pyodide.mjs needs in a folder: Pyodide, pydantic for it, and pytest."""

import shutil
import sys
from pathlib import Path

from riichi_app.cli.site import kept_downloads
from riichi_app.web.site.build import unpack_runtime, unpack_wheels
from riichi_app.web.site.downloads import lock, node, pyodide, run

folder, downloads = Path(sys.argv[1]), kept_downloads()
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
downloads.mkdir(parents=True, exist_ok=True)
node()
unpack_runtime(pyodide(downloads), folder / "pyodide")
unpack_wheels(downloads, folder / "packages")
platforms = {one["platform"] for one in lock()["wheels"] if "emscripten" in one["platform"]}
call = [
    sys.executable,
    "-m",
    "pip",
    "install",
    "--quiet",
    "--only-binary=:all:",
    "--implementation",
    "cp",
]
call += ["--python-version", lock()["python"], "--target", str(folder / "tools")]
for platform in platforms:
    call += ["--platform", platform]
run([*call, "pytest", "hypothesis"])
