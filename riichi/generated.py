"""`python -m riichi.generated`: make the files that are not in git and are out of date.

The build (hatch_build.py), `make` and the tests make the compiled catalogs, the data files, the
rulebook and the books as typed values, the conditions of yaku, the index of the scenarios, the
comparisons of books and the JSON Schemas. If such a file is missing or older than its sources, its
readers use the sources instead.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

MADE_OF = ROOT / "rulesets" / "prepared" / "made-of.json"
"""By part, the digest of its sources, and its files."""

LOCK = ROOT / "build" / "generated.lock"
"""The lock of the process that makes files, because several builds may run in parallel."""

CODE = ("riichi_core/**/*.py", "riichi/**/*.py", "riichi/schema/*.yaml", "validators/**/*.py")
DATA = ("rulesets/*.yaml",)
RULEBOOK = ("rulesets/rulebook/*.yaml",)
SCENARIOS = ("rulesets/scenarios/*.yaml",)
CATALOGS = ("riichi/locale/*/LC_MESSAGES/*.po",)
STUDIES = ("rulesets/studies/*.json",)


@dataclass(frozen=True, slots=True)
class Part:
    """Files with the same sources.

    Attributes:
        name: a name for the files.
        sources: patterns of the source files.
        writers: functions that write the files and return their paths, as `module.function`.
    """

    name: str
    sources: tuple[str, ...]
    writers: tuple[str, ...]


PARTS = (
    Part("catalogs", (*CATALOGS, "riichi/locale/*.py"), ("riichi.locale.catalogs.compile_all",)),
    Part("data", CODE + DATA + RULEBOOK, ("riichi.prepared_data.write",)),
    Part("questions", CODE + DATA + CATALOGS, ("riichi.ask.index.write",)),
    Part("scenarios", CODE + SCENARIOS, ("riichi.prepared_data.write_index",)),
    Part("schemas", CODE + DATA, ("riichi_validators.built_schemas.write",)),
    Part(
        "comparisons",
        CODE + DATA + SCENARIOS + CATALOGS + STUDIES,
        ("riichi.content.write_prepared.write",),
    ),
)
"""The parts in the order of making: comparisons depend on all the others."""


def make() -> list[Path]:
    """Make every part that is out of date, and return its files."""
    if all(_is_current(part) for part in PARTS):
        return []
    from filelock import FileLock  # noqa: PLC0415 - only writers need it

    MADE_OF.parent.mkdir(exist_ok=True)
    LOCK.parent.mkdir(exist_ok=True)
    with FileLock(LOCK):
        return [path for part in PARTS if not _is_current(part) for path in _write_part(part)]


def _is_current(part: Part) -> bool:
    """Return True if a part matches its sources; updates the times of its files if needed."""
    known = _known().get(part.name)
    if known is None or known["sources"] != _digest(part):
        return False
    made = [ROOT / file for file in known["files"]]
    if not all(path.is_file() for path in made):
        return False
    changed = max(path.stat().st_mtime_ns for path in _sources(part))
    for path in made:
        # Git can rewrite a source without changing it.
        if path.stat().st_mtime_ns < changed:
            os.utime(path)
    return True


def _write_part(part: Part) -> Iterator[Path]:
    digest = _digest(part)  # before writing: the next run notices later changes
    files = [path for name in part.writers for path in _writer(name)()]
    known = {
        "sources": digest,
        "files": [path.resolve().relative_to(ROOT).as_posix() for path in files],
    }
    text = json.dumps(_known() | {part.name: known}, indent=1)
    MADE_OF.write_text(text + "\n", encoding="utf-8")
    yield from files


def _writer(name: str) -> Callable[[], Iterable[Path]]:
    module, _, function = name.rpartition(".")
    writer: Callable[[], Iterable[Path]] = getattr(import_module(module), function)
    return writer


def _known() -> dict[str, Any]:
    try:
        known: dict[str, Any] = json.loads(MADE_OF.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}  # nothing has been made, or not completely
    return known


def _sources(part: Part) -> Iterator[Path]:
    for pattern in part.sources:
        yield from _matching(pattern)


@cache
def _matching(pattern: str) -> list[Path]:
    return sorted(ROOT.glob(pattern))


def _digest(part: Part) -> str:
    parts = (f"{path.relative_to(ROOT).as_posix()} {_digest_of(path)}" for path in _sources(part))
    return sha256("\n".join(parts).encode()).hexdigest()


@cache
def _digest_of(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    for path in make():
        print(path.relative_to(ROOT))
