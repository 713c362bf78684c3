"""The site, built: pages, styles and scripts, and a folder with the engine for the browser."""

from __future__ import annotations

import hashlib
import json
import shutil
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import riichi_app
import riichi_core
import riichi_programs
import riichi_study
from riichi_app.web.files import HEADERS, SERVICE_WORKER, WORKER, site_files
from riichi_app.web.site.downloads import node, pyodide, run, wheel, wheels
from riichi_core.rules.library import NOT_RULESETS, data_folder
from riichi_core.rules.typed import PREPARED
from riichi_core.source.files import digest

HERE = Path(__file__).parent

PACKED = (riichi_core, riichi_programs, riichi_study, riichi_app)
"""The packages of the project of which the engine in the browser is made."""

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""The files of Pyodide that a browser loads."""

LEFT_OUT = ("__pycache__", "*.pyc", "cli", "processes", "reference", "comparisons", "static",
            "clauses.mo")  # fmt: skip
"""Parts of the project that the engine in the browser never needs; of clauses it cites sections."""

ENGINE = "py/"
"""The folder of the engine in the script that runs it."""

HASH = 12


def build(output: Path, downloads: Path) -> Mapping[str, int]:
    """Write the site into a folder.

    Args:
        output: the folder, which is made, or filled anew.
        downloads: where what is fetched is kept for the next time.

    Returns:
        The files with their sizes in bytes.

    Raises:
        SiteError: something is missing that the site is built of.
    """
    program = node()
    downloads.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        work = Path(folder)
        unpack_runtime(pyodide(downloads), work / "pyodide")
        _stage(downloads, work / "stage")
        (work / "made").mkdir()
        run([program, str(HERE / "precompile.mjs"), str(work)])
        engine = dict(_engine(work))
        files = _site(engine)
    for name, content in files.items():
        path = output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    _clear(output, files)
    return {name: len(content) for name, content in files.items()}


def unpack_runtime(package: Path, folder: Path) -> None:
    """Unpack Pyodide's package as it comes from npm."""
    with tarfile.open(package) as archive:
        archive.extractall(folder.parent / "npm", filter="data")
    shutil.move(folder.parent / "npm" / "package", folder)


def unpack_wheels(downloads: Path, folder: Path) -> None:
    """Unpack the packages of the lock."""
    for one in wheels():
        with zipfile.ZipFile(wheel(one, downloads)) as archive:
            names = archive.namelist()
            if one.name == "pyyaml":  # its half in Python runs anywhere
                names = [name for name in names if name.endswith(".py")]
            archive.extractall(folder, names)


def _stage(downloads: Path, folder: Path) -> None:
    """Put together what the engine imports, as it lies in the browser: packages and data."""
    unpack_wheels(downloads, folder)
    for package in PACKED:
        (path,) = package.__path__
        shutil.copytree(path, folder / Path(path).name, ignore=shutil.ignore_patterns(*LEFT_OUT))
    data = folder / "riichi_core" / "_rulesets"
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(data_folder(), data, ignore=shutil.ignore_patterns(*LEFT_OUT))
    _without_sources(data)


def _without_sources(data: Path) -> None:
    """Empty the data files of which the value lies prepared beside them.

    Rulesets are kept as the engine read them (`riichi_app.web.engine`) and not prepared as well.
    """
    for made in (data / PREPARED).glob("*.json"):
        source = data / f"{made.stem}.yaml"
        if source.name not in NOT_RULESETS:
            made.unlink()
            continue
        source.write_text("", encoding="utf-8")
        known = json.loads(made.read_text(encoding="utf-8")) | {"sha256": digest(source)}
        text = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
        made.write_text(text, encoding="utf-8")


def _engine(work: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the engine: the runtime, the standard library, and the project."""
    for name in RUNTIME:
        yield name, (work / "pyodide" / name).read_bytes()
    for path in sorted((work / "made").iterdir()):
        yield path.name, path.read_bytes()
    known = json.loads((work / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    yield "pyodide-lock.json", json.dumps({"info": known["info"], "packages": {}}).encode()


def _site(engine: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return all files by name; the folder of the engine is called after what is in it."""
    folder = f"engine-{_digest(engine)}"
    files = site_files("worker") | {f"{folder}/{name}": text for name, text in engine.items()}
    worker = files[WORKER].decode()
    files[WORKER] = worker.replace(ENGINE, f"{folder}/").encode()
    files["_headers"] = _headers(folder).encode()
    kept = sorted(name for name in files if not name.startswith("_") and name != SERVICE_WORKER)
    script = files[SERVICE_WORKER].decode().replace("__VERSION__", _digest(files))
    files[SERVICE_WORKER] = script.replace('"__FILES__"', json.dumps(kept)).encode()
    return files


def _headers(folder: str) -> str:
    """Return the file that some hosts read headers from."""
    always = "".join(f"  {name}: {value}\n" for name, value in HEADERS.items())
    kept = "  Cache-Control: public, max-age=31536000, immutable\n"
    return f"/*\n{always}\n/{folder}/*\n{kept}"


def _digest(files: Mapping[str, bytes]) -> str:
    made = hashlib.sha256()
    for name in sorted(files):
        made.update(f"{name} {len(files[name])} ".encode())
        made.update(files[name])
    return made.hexdigest()[:HASH]


def _clear(output: Path, files: Mapping[str, bytes]) -> None:
    """Delete the engines of earlier builds."""
    for old in output.glob("engine-*"):
        if not any(name.startswith(f"{old.name}/") for name in files):
            shutil.rmtree(old)
