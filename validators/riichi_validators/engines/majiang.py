"""majiang-core as a conformance engine: node scores, and the adapter speaks the protocol.

Node searches its own paths for the package, then `node/` of the Python environment (`make bench`).
`python -m riichi_validators.engines.majiang --version` prints the installed version, if any.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from riichi_validators.engines.adapting import Json, serve
from riichi_validators.engines.majiang_adapter import answer

PACKAGE = "@kobalab/majiang-core"

SCORER = Path(__file__).with_name("majiang.js")
"""The script that scores wins line by line, in the engine's own format."""


def environment() -> dict[str, str]:
    """Return an environment in which node finds the package."""
    own = str(Path(sys.prefix) / "node" / "node_modules")
    paths = filter(None, (os.environ.get("NODE_PATH", ""), own))
    return {**os.environ, "NODE_PATH": os.pathsep.join(paths)}


def run_node(script: str, text_in: str = "") -> str:
    """Return the output of a script; empty if it fails or node is not installed."""
    node = shutil.which("node")
    if node is None:
        return ""
    completed = subprocess.run(
        (node, "-e", script), env=environment(), input=text_in, capture_output=True,
        encoding="utf-8", check=False,
    )  # fmt: skip
    return completed.stdout


def version() -> str:
    """Return the installed version; empty if node or the package is missing."""
    file = f"require.resolve('{PACKAGE}').replace(/lib.index\\.js$/, 'package.json')"
    return run_node(f"console.log(JSON.parse(fs.readFileSync({file})).version)").strip()


@contextmanager
def scorer() -> Iterator[Callable[[Json], Any]]:
    """Yield a function that has node score a win; it returns None for tiles that do not win."""
    node = "node" if (path := shutil.which("node")) is None else path
    pipe = subprocess.PIPE
    with subprocess.Popen(
        (node, str(SCORER)), env=environment(), encoding="utf-8", stdin=pipe, stdout=pipe
    ) as process:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None
        assert stdout is not None

        def score(win: Json) -> Any:
            print(json.dumps(win), file=stdin, flush=True)
            return json.loads(stdout.readline())

        yield score


if __name__ == "__main__":
    if "--version" in sys.argv:
        print(version())
    else:
        with scorer() as by_node:
            serve(partial(answer, score=by_node))
