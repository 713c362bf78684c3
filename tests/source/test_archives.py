"""Archives of files: what is in them, whatever is wrong with one."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from riichi_core.source import archives
from riichi_core.source.archives import contents, count
from riichi_core.source.diagnostics import Diagnostic

FILES = {"a.json": b"1", "inner/b.json": b"22", "../c.json": b"333"}
MODES = {".tar": "w", ".tgz": "w:gz", ".tar.gz": "w:gz", ".tar.bz2": "w:bz2", ".tar.xz": "w:xz"}


def made(path: Path, files: dict[str, bytes]) -> Path:
    """An archive of files."""
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, data in files.items():
                packed.writestr(name, data)
        return path
    mode = next(mode for ending, mode in MODES.items() if path.name.endswith(ending))
    with tarfile.open(path, mode) as tar:  # type: ignore[call-overload]
        for name, data in files.items():
            one = tarfile.TarInfo(name)
            one.size = len(data)
            tar.addfile(one, io.BytesIO(data))
    return path


def problems(path: Path) -> list[str]:
    return [str(data.message) for _, data in contents(path, 9) if isinstance(data, Diagnostic)]


@pytest.mark.parametrize("ending", [".zip", *MODES])
def test_every_file_of_an_archive_is_read_and_nothing_is_written(
    tmp_path: Path, ending: str
) -> None:
    path = made(tmp_path / f"games{ending}", {**FILES, ".hidden": b"", "x/._a": b""})
    assert dict(contents(path, 9)) == {f"{path}/{name}": data for name, data in FILES.items()}
    assert count(path) == len(FILES) + 2
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"12345")
    assert list(contents(path, 3)) == [(str(path), b"1234")]
    assert count(path) == 1


@pytest.mark.parametrize("ending", [".zip", *MODES])
def test_a_large_file_is_not_read_to_its_end(tmp_path: Path, ending: str) -> None:
    path = made(tmp_path / f"games{ending}", {"a": bytes(1_000_000)})
    assert list(contents(path, 10)) == [(f"{path}/a", bytes(11))]


@pytest.mark.parametrize("ending", [".zip", *MODES])
def test_what_is_no_archive_is_told(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"games{ending}"
    for data in (b"", b"no archive", b"\0" * 7):
        path.write_bytes(data)
        (problem,) = problems(path)
        assert problem.startswith(("no archive that can be read: ", "there is no file in"))
        assert count(path) in {0, 1}
    whole = made(path, {"a": bytes(range(256)) * 40}).read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert problems(path)[-1:] != []


def test_an_empty_archive_a_folder_and_none_are_told(tmp_path: Path) -> None:
    assert problems(made(tmp_path / "a.zip", {})) == ["there is no file in this archive"]
    (tmp_path / "b.zip").mkdir()
    assert problems(tmp_path / "b.zip") == ["no archive that can be read: Is a directory"]
    assert problems(tmp_path / "c.tar") == [
        "no archive that can be read: No such file or directory"
    ]


def test_an_archive_in_an_archive_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    path = made(tmp_path / "a.zip", {"b.zip": b"PK", "c": b"3"})
    assert problems(path) == ["an archive within an archive: unpack it"]
    assert (f"{path}/c", b"3") in list(contents(path, 9))


def test_an_archive_of_too_many_files_is_read_in_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "MOST_FILES", 2)
    path = made(tmp_path / "a.zip", FILES)
    assert problems(path) == ["more than 2 files: the others are not read"]
    assert [name for name, data in contents(path, 9) if data in FILES.values()] == [
        f"{path}/a.json", f"{path}/inner/b.json",
    ]  # fmt: skip
