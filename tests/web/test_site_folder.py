"""The folder of a site: the files that the command writes, and those that it keeps."""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from functools import partial
from pathlib import Path

import pytest
from built_site import small_site

from riichi.web.page import STATIC
from riichi.web.server import ENGINE_FOLDER, SERVICE_WORKER
from riichi.web.site.build import ANSWERS, SEARCH, write

FORM = f"{ANSWERS}ema-2025.en.form.json"

built = partial(small_site, answers={FORM: b"{}"})


def tree(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_only_the_engine_of_an_earlier_build_is_deleted(tmp_path: Path) -> None:
    first, second = built("first"), built("second")
    write(tmp_path, first)
    assert tree(tmp_path) == {*first}
    assert any(name.endswith(FORM) for name in first)
    write(tmp_path, second)
    assert tree(tmp_path) == {*second}


def test_a_file_named_like_an_engine_is_kept(tmp_path: Path) -> None:
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    write(site, built("first"))
    (old,) = site.glob("engine-*")
    old.rename(elsewhere)
    old.symlink_to(elsewhere)
    own = ["engine-notes/thesis.txt", "engine-0123456789ab/thesis.txt", "engine-room.pdf",
           "engine-ba9876543210", "engines/x.txt"]  # fmt: skip
    for name in own:
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_text("ours", encoding="utf-8")
    (site / "engine-nowhere").symlink_to(tmp_path / "nowhere")
    write(site, built("second"))
    assert {(site / name).read_text(encoding="utf-8") for name in own} == {"ours"}
    assert old.is_symlink()
    scripts = {path.name for path in (STATIC / ENGINE_FOLDER).iterdir()}
    assert tree(elsewhere) == {"core.bin", SEARCH, FORM, *scripts}
    assert (site / "engine-nowhere").is_symlink()


@pytest.mark.parametrize("name", ["notes.txt", f"{ANSWERS}notes.txt", FORM])
def test_an_engine_folder_with_a_foreign_file_is_kept(tmp_path: Path, name: str) -> None:
    write(tmp_path, built("first"))
    (old,) = tmp_path.glob("engine-*")
    (old / name).write_text("ours", encoding="utf-8")
    write(tmp_path, built("second"))
    assert (old / name).read_text(encoding="utf-8") == "ours"


def test_the_service_worker_is_written_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []

    def keep_order(path: Path, data: bytes) -> int:
        order.append(path.relative_to(tmp_path).as_posix())
        return len(data)

    monkeypatch.setattr(Path, "write_bytes", keep_order)
    files = built("first")
    write(tmp_path, files)
    assert order[-1] == SERVICE_WORKER
    assert sorted(order) == sorted(files)


def test_the_service_worker_has_the_digest_of_every_file() -> None:
    files = built("first")
    digests = {
        name: f"sha256-{b64encode(hashlib.sha256(content).digest()).decode()}"
        for name, content in files.items()
        if name not in (SERVICE_WORKER, "_headers")
    }
    later = {name for name in digests if name.endswith((SEARCH, FORM))}
    assert known_files(files, "LATER") == {name: digests[name] for name in later}
    assert known_files(files, "FILES") == {name: digests[name] for name in {*digests} - later}


def known_files(files: dict[str, bytes], kind: str) -> dict[str, str]:
    """Return the files of a kind that the service worker stores, with their digests."""
    found = re.search(rf"{kind} = (\{{[^}}]*\}})", files[SERVICE_WORKER].decode())
    assert found is not None
    known: dict[str, str] = json.loads(found[1])
    return known
