"""The packages of the site from npm and PyPI: pinned by a lock, and held by their hashes."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from riichi_core.errors import RiichiError
from riichi_core.messages import Message

LOCK = Path(__file__).with_name("lock.json")

LEAST_NODE = 20
"""The oldest Node.js whose WebAssembly runs Pyodide."""


class SiteError(RiichiError):
    """The site cannot be built; the message says why and what is missing."""


@dataclass(frozen=True, slots=True)
class Wheel:
    """A package of the lock.

    Attributes:
        name: its name on PyPI.
        version: the version.
        platform: the tag of its platform; `any` for one in Python alone.
        sha256: the hash of the wheel.
    """

    name: str
    version: str
    platform: str
    sha256: str


@cache
def lock() -> Mapping[str, Any]:
    """Return the lock: the version of Python, Pyodide with its hash, and the wheels."""
    found: Mapping[str, Any] = json.loads(LOCK.read_text(encoding="utf-8"))
    return found


def wheels() -> list[Wheel]:
    """Return the wheels of the lock."""
    return [Wheel(**one) for one in lock()["wheels"]]


def node() -> str:
    """Return the path of Node.js, by which the engine is compiled.

    Raises:
        SiteError: there is none, or it is too old.
    """
    found = shutil.which("node")
    if found is None or shutil.which("npm") is None:
        message = Message(
            "Node.js {version} or newer with npm is needed to build the site "
            "(https://nodejs.org, or the packages nodejs and npm)",
            version=str(LEAST_NODE),
        )
        raise SiteError(message)
    said = run([found, "--version"]).strip()
    major = said.removeprefix("v").partition(".")[0]
    if not major.isdecimal() or int(major) < LEAST_NODE:
        message = Message(
            "Node.js {version} or newer is needed to build the site, and here is {found}",
            version=str(LEAST_NODE), found=said,
        )  # fmt: skip
        raise SiteError(message)
    return found


def pyodide(folder: Path) -> Path:
    """Return Pyodide's package from npm, fetched into a folder if it is not there already.

    Raises:
        SiteError: it cannot be had, or is not the one of the lock.
    """
    version, wanted = lock()["pyodide"]["version"], lock()["pyodide"]["sha512"]
    file = folder / f"pyodide-{version}.tgz"
    if not file.is_file():
        run(["npm", "pack", f"pyodide@{version}", "--silent"], folder)
    return _held(file, "sha512", wanted)


def wheel(one: Wheel, folder: Path) -> Path:
    """Return a wheel from PyPI, likewise."""
    if (found := _found(one, folder)) is None:
        python = lock()["python"].replace(".", "")
        call = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        call += ["--only-binary=:all:", "--python-version", python, "--dest", str(folder)]
        if one.platform != "any":
            call += ["--platform", one.platform, "--implementation", "cp", "--abi", f"cp{python}"]
        run([*call, f"{one.name}=={one.version}"])
        found = _found(one, folder)
    if found is None:
        raise SiteError(Message("{name} {version} was not found on PyPI",
                                name=one.name, version=one.version))  # fmt: skip
    return _held(found, "sha256", one.sha256)


def _found(one: Wheel, folder: Path) -> Path | None:
    name = f"{one.name.replace('-', '_')}-{one.version}-*.whl"
    return next(iter(sorted(folder.glob(name))), None)


def _held(file: Path, kind: str, wanted: str) -> Path:
    if not file.is_file() or hashlib.new(kind, file.read_bytes()).hexdigest() != wanted:
        file.unlink(missing_ok=True)
        message = Message(
            "{file} is not the file of the lock: its hash is another one", file=file.name
        )
        raise SiteError(message)
    return file


def run(call: Sequence[str], folder: Path | None = None) -> str:
    """Return what a program prints.

    Raises:
        SiteError: it is missing or failed.
    """
    try:
        done = subprocess.run(
            call, cwd=folder, capture_output=True, text=True, check=False, timeout=900
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        message = Message("{program} could not be run: {why}", program=call[0], why=str(error))
        raise SiteError(message) from None
    if done.returncode:
        told = (done.stderr.strip() or done.stdout.strip())[-2000:]
        raise SiteError(Message("{program} failed: {why}", program=call[0], why=told))
    return done.stdout
