"""The page as files for any web host, with its downloads."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import riichi
import riichi_core
from riichi.ask import index as question_index
from riichi.ask.questions import built_index
from riichi.ask.words import INDEX as QUESTION_INDEX, QUESTIONS_FILE, WEIGHTS_FILE
from riichi.content.rulebook_text import FOLDER as RULEBOOK, rulebook_text
from riichi.locale import Locale, offered_languages
from riichi.prepared_data import READERS, prepared_text
from riichi.web.beforehand import answers_beforehand
from riichi.web.page import RULESETS, file_name, picture_name, ruleset_page, site_picture
from riichi.web.server import ENGINE_FOLDER, HEADERS, SERVICE_WORKER, site_files
from riichi.writers.picture import picture_png
from riichi.writers.typst import NoPdfError
from riichi_core.errors import RiichiError
from riichi_core.messages import Message
from riichi_core.rules import library
from riichi_core.rules.library import rulesets_dir
from riichi_core.rules.prepared import PREPARED, load_typed, prepared_file
from riichi_core.scenarios.scenario import INDEX, index_text, made_indexes, read_index

LOCK = Path(__file__).with_name("lock.json")

LEAST_NODE = 20
"""The oldest Node.js whose WebAssembly runs Pyodide."""


class SiteError(RiichiError):
    """The site cannot be built; the message says why and what is missing."""


# ---- downloads -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wheel:
    """A package of the lock.

    Attributes:
        name: its name on PyPI.
        version: the version.
        platform: the tag of its platform; `any` for pure Python.
        sha256: the hash of the wheel.
    """

    name: str
    version: str
    platform: str
    sha256: str


@cache
def lock() -> Mapping[str, Any]:
    """Return the lock: the version of Python, Pyodide with its hash, and the wheels."""
    locked: Mapping[str, Any] = json.loads(LOCK.read_text(encoding="utf-8"))
    return locked


def wheels() -> list[Wheel]:
    """Return the wheels of the lock."""
    return [Wheel(**entry) for entry in lock()["wheels"]]


def node() -> str:
    """Return the path of Node.js, which compiles the engine.

    Raises:
        SiteError: if there is none, or it is too old.
    """
    path = shutil.which("node")
    if path is None or shutil.which("npm") is None:
        message = Message(
            "Node.js {version} or newer with npm is needed to build the site "
            "(https://nodejs.org, or the packages nodejs and npm)",
            version=str(LEAST_NODE),
        )
        raise SiteError(message)
    version = run([path, "--version"]).strip()
    major = version.removeprefix("v").partition(".")[0]
    if not major.isdecimal() or int(major) < LEAST_NODE:
        message = Message(
            "Node.js {version} or newer is needed to build the site, but this is {found}",
            version=str(LEAST_NODE), found=version,
        )  # fmt: skip
        raise SiteError(message)
    return path


def pyodide(folder: Path) -> Path:
    """Return Pyodide's npm package, downloaded to a folder if needed.

    Raises:
        SiteError: if it cannot be downloaded, or does not match the lock.
    """
    version, sha512 = lock()["pyodide"]["version"], lock()["pyodide"]["sha512"]
    file = folder / f"pyodide-{version}.tgz"
    if not file.is_file():
        run(["npm", "pack", f"pyodide@{version}", "--silent"], folder)
    return _verified(file, "sha512", sha512)


def wheel(package: Wheel, folder: Path) -> Path:
    """Return a wheel from PyPI, downloaded to a folder if needed."""
    if (file := _wheel_in(package, folder)) is None:
        python = lock()["python"].replace(".", "")
        call = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        call += ["--only-binary=:all:", "--python-version", python, "--dest", str(folder)]
        if package.platform != "any":
            call += [
                "--platform",
                package.platform,
                "--implementation",
                "cp",
                "--abi",
                f"cp{python}",
            ]
        run([*call, f"{package.name}=={package.version}"])
        file = _wheel_in(package, folder)
    if file is None:
        raise SiteError(Message("{name} {version} was not found on PyPI",
                                name=package.name, version=package.version))  # fmt: skip
    return _verified(file, "sha256", package.sha256)


def _wheel_in(package: Wheel, folder: Path) -> Path | None:
    name = f"{package.name.replace('-', '_')}-{package.version}-*.whl"
    return next(iter(sorted(folder.glob(name))), None)


def _verified(file: Path, kind: str, digest: str) -> Path:
    if not file.is_file() or hashlib.new(kind, file.read_bytes()).hexdigest() != digest:
        file.unlink(missing_ok=True)
        message = Message("{file} does not match the lock: its hash differs", file=file.name)
        raise SiteError(message)
    return file


def run(call: Sequence[str], folder: Path | None = None) -> str:
    """Return the output of a program.

    Raises:
        SiteError: if it is missing or fails.
    """
    try:
        finished = subprocess.run(
            call, cwd=folder, capture_output=True, text=True, check=False, timeout=900
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        message = Message("{program} could not be run: {why}", program=call[0], why=str(error))
        raise SiteError(message) from None
    if finished.returncode:
        output = (finished.stderr.strip() or finished.stdout.strip())[-2000:]
        raise SiteError(Message("{program} failed: {why}", program=call[0], why=output))
    return finished.stdout


# ---- the files of the site -----------------------------------------------------------------------


HERE = Path(__file__).parent

PACKAGES = (riichi_core, riichi)
"""The project's packages in the browser's engine."""

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""The files of Pyodide that a browser loads."""

LEFT_OUT = ("__pycache__", "*.pyc", "*.pyx", "*.so", "cli", "conformance", "events", "fitting",
            "games", "processes", "schema", PREPARED, "static", "templates", "clauses.mo",
            QUESTIONS_FILE, WEIGHTS_FILE)  # fmt: skip
"""Parts of the project that the browser's engine never needs; it only cites clauses by section, and
has the index of the questions.
"""

SEARCH = "search.bin"
"""The archive that only a search needs, which is loaded with the first search."""

ANSWERS = "bases/"
"""The folder, in the engine's, of answers that a page fetches before the engine has started."""

NETWORK_ONLY = ("_", RULESETS)
"""The prefixes of files that browsers do not keep for offline use."""

COMMENT = re.compile(rb"^[ \t]*(?:/\*.*?\*/[ \t]*\n|//[^\n]*\n)", re.MULTILINE | re.DOTALL)
"""A comment of a script or style sheet on separate lines."""

INDENTATION = re.compile(rb"^ +(?=[\w.})\]])", re.MULTILINE)
"""Spaces before code at the start of a line."""

ENGINE_NAME = "engine-"
"""The name of the engine's folder on the host, without the digest of its files."""

ENGINE_USER = "workers.js"
"""The script of the pages that names the engine's folder."""

DIGEST_LENGTH = 12

EARLIER_ENGINE = rf"{ENGINE_NAME}[0-9a-f]{{{DIGEST_LENGTH}}}"


def build(output: Path, downloads: Path, address: str = "") -> Mapping[str, int]:
    """Write the site into a folder.

    Args:
        output: the folder, which is created or refilled.
        downloads: the folder that keeps downloads for the next build.
        address: the address of the site; with it, links to its pages show pictures.

    Returns:
        The files with their sizes in bytes.

    Raises:
        SiteError: if something needed for the build is missing.
    """
    program = node()
    downloads.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        work = Path(folder)
        unpack_runtime(pyodide(downloads), work / "pyodide")
        _stage(downloads, work / "stage")
        (work / "made").mkdir()
        run([program, str(HERE / "precompile.mjs"), str(work)])
        pages = {**site_files("worker", address), **shown_files(address)}
        files = with_engine(pages, {**dict(_engine(work)), **_answers()})
    write(output, files)
    return {name: len(content) for name, content in files.items()}


def _answers() -> dict[str, bytes]:
    """Return the answers that a page fetches before any engine has started, by name."""
    return {
        f"{ANSWERS}{name}": json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode()
        for name, answer in answers_beforehand()
    }


def shown_files(address: str) -> dict[str, bytes]:
    """Return the pages of rulesets, and the pictures that a link to each page shows.

    Args:
        address: the address of the site; if it is empty, links cannot show pictures.

    Raises:
        SiteError: if Typst, which draws the pictures, is not installed.
    """
    files: dict[str, bytes] = {}
    for code in offered_languages():
        tr = Locale(code)
        drawings = {"index": site_picture(tr)}
        for name in library.shipped():
            page, drawings[name] = ruleset_page(name, tr, address)
            files[RULESETS + file_name(name, code)] = page.encode()
        if not address:
            continue
        try:
            for name, drawing in drawings.items():
                files[picture_name(name, code)] = picture_png(drawing)
        except NoPdfError as error:
            raise SiteError(error.args[0]) from None
    return files


def unpack_runtime(package: Path, folder: Path) -> None:
    """Unpack Pyodide's npm package."""
    with tarfile.open(package) as archive:
        archive.extractall(folder.parent / "npm", filter="data")
    shutil.move(folder.parent / "npm" / "package", folder)


def unpack_wheels(downloads: Path, folder: Path) -> None:
    """Unpack the packages of the lock."""
    for package in wheels():
        with zipfile.ZipFile(wheel(package, downloads)) as archive:
            names = archive.namelist()
            if package.name == "pyyaml":  # its pure Python half runs anywhere
                names = [name for name in names if name.endswith(".py")]
            archive.extractall(folder, names)
    (folder / "segno" / "writers.py").write_text("")  # they need the modules of networks


def _stage(downloads: Path, folder: Path) -> None:
    """Put together the engine's packages and data, as in the browser."""
    unpack_wheels(downloads, folder)
    for package in PACKAGES:
        (path,) = package.__path__
        shutil.copytree(path, folder / Path(path).name, ignore=shutil.ignore_patterns(*LEFT_OUT))
    data = folder / "riichi_core" / "_rulesets"
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(rulesets_dir(), data, ignore=shutil.ignore_patterns(*LEFT_OUT))
    _prepare_data(data)


def _prepare_data(data: Path) -> None:
    """Empty the data files, and write their values and indexes next to them.

    Rulesets are pickled (`riichi.web.browser`), so they are not prepared as well.
    """
    (data / PREPARED).mkdir()
    for name in READERS:
        (data / name).write_text("", encoding="utf-8")
        _prepare(data / name, load_typed(rulesets_dir() / name, READERS[name]))
    shutil.rmtree(data / RULEBOOK, ignore_errors=True)
    (data / RULEBOOK).mkdir()
    _prepare(data / RULEBOOK, rulebook_text())
    index = read_index() or made_indexes()[INDEX]
    (data / INDEX).write_text(index_text(index), encoding="utf-8")
    built = built_index()
    text = question_index.index_text() if built is None else built.read_text(encoding="utf-8")
    (data / QUESTION_INDEX).write_text(text, encoding="utf-8")


def _prepare(source: Path, value: Mapping[str, Any]) -> None:
    """Write the prepared value of a data file or folder as compact JSON."""
    values = json.loads(prepared_text(source, value))
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    prepared_file(source).write_text(text, encoding="utf-8")


def _engine(work: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the engine: the runtime, the standard library, and the project."""
    for name in RUNTIME:
        yield name, (work / "pyodide" / name).read_bytes()
    for path in sorted((work / "made").iterdir()):
        yield path.name, path.read_bytes()
    known = json.loads((work / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    yield "pyodide-lock.json", json.dumps({"info": known["info"], "packages": {}}).encode()


def with_engine(pages: Mapping[str, bytes], engine: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return all files by name; the engine's folder is named after its content."""
    scripts = {name: text for name, text in pages.items() if name.startswith(ENGINE_FOLDER)}
    scripts_of_engine = {name.removeprefix(ENGINE_FOLDER): text for name, text in scripts.items()}
    engine = {**scripts_of_engine, **engine}
    folder = f"{ENGINE_NAME}{_digest(engine)}"
    files = {
        name: _without_comments(text) if name.endswith((".js", ".css")) else text
        for name, text in pages.items()
        if name not in scripts
    }
    files[ENGINE_USER] = files[ENGINE_USER].replace(ENGINE_FOLDER.encode(), f"{folder}/".encode())
    files |= {f"{folder}/{name}": text for name, text in engine.items()}
    files["_headers"] = _headers(folder).encode()
    kept = {name: text for name, text in files.items() if not name.startswith(NETWORK_ONLY)}
    fetched_later = (f"{folder}/{SEARCH}", f"{folder}/{ANSWERS}")
    later = {name for name in kept if name.startswith(fetched_later)}
    script = files[SERVICE_WORKER].decode().replace("__VERSION__", _digest(files))
    del kept[SERVICE_WORKER]
    script = script.replace('"__FILES__"', _integrities(kept, kept.keys() - later))
    script = script.replace('"__LATER__"', _integrities(kept, later))
    files[SERVICE_WORKER] = script.encode()
    return files


def _without_comments(script: bytes) -> bytes:
    """Return a script or style sheet without indentation and comment lines."""
    return INDENTATION.sub(b"", COMMENT.sub(b"", script))


def _integrities(files: Mapping[str, bytes], names: Iterable[str]) -> str:
    """Return files with their digests for the service worker."""
    return json.dumps({name: _integrity(files[name]) for name in sorted(names)}, indent=0)


def _headers(folder: str) -> str:
    """Return the file from which some hosts read headers; `folder` is that of the engine."""
    unchanging = {"Cache-Control": "public, max-age=31536000, immutable"}
    rules = {"/*": HEADERS, f"/{folder}/*": unchanging}
    return "\n".join(
        path + "\n" + "".join(f"  {name}: {text}\n" for name, text in headers.items())
        for path, headers in rules.items()
    )


def _digest(files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name} {len(files[name])} ".encode())
        digest.update(files[name])
    return digest.hexdigest()[:DIGEST_LENGTH]


def _integrity(content: bytes) -> str:
    """Return the digest with which a browser checks a fetched file."""
    return f"sha256-{b64encode(hashlib.sha256(content).digest()).decode()}"


def write(output: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of a site into a folder, and delete earlier engines there.

    The service worker, which looks for all other files, is written last.
    """
    for name in sorted(files, key=lambda name: name == SERVICE_WORKER):
        path = output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(files[name])
    used = {name.partition("/")[0] for name in files}
    for old in sorted(output.glob(f"{ENGINE_NAME}*")):
        if old.name not in used and _is_earlier_engine(old):
            shutil.rmtree(old)


def _is_earlier_engine(folder: Path) -> bool:
    """Return True for a folder that has the digest of its files in its name, like an engine."""
    if not re.fullmatch(EARLIER_ENGINE, folder.name) or folder.is_symlink() or not folder.is_dir():
        return False
    try:
        paths = [*folder.rglob("*")]
        if any(path.is_symlink() for path in paths):
            return False
        files = {path.relative_to(folder).as_posix(): path for path in paths if not path.is_dir()}
        digest = _digest({name: path.read_bytes() for name, path in files.items()})
    except OSError:  # the files are not readable
        return False
    return folder.name == f"{ENGINE_NAME}{digest}"
