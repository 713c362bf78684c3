"""Reading archives of files, including damaged and hostile ones."""

from __future__ import annotations

import os
import struct
import tracemalloc
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

import pytest
from effort import examples
from hypothesis import given, settings, strategies as st

from riichi.games.formats import archives
from riichi.games.formats.archives import Budget, contents
from riichi_core.files.files import open_regular
from riichi_core.files.problem import Problem

FILES = {"a.json": b"1", "inner/b.json": b"22", "../c.json": b"333"}


def made(path: Path, files: dict[str, bytes]) -> Path:
    """Write an archive of files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return path


def problems(path: Path) -> list[str]:
    return [str(data.message) for _, data in contents(path, 9) if isinstance(data, Problem)]


def test_reading_an_archive_reads_every_file_and_writes_none(tmp_path: Path) -> None:
    path = made(tmp_path / "games.zip", {**FILES, ".hidden": b"", "x/._a": b""})
    assert dict(contents(path, 9)) == {f"{path}/{name}": data for name, data in FILES.items()}
    assert list(tmp_path.iterdir()) == [path]


def test_a_plain_file_is_read_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"12345")
    assert list(contents(path, 3)) == [(str(path), b"1234")]


def test_a_large_file_is_read_only_up_to_the_limit(tmp_path: Path) -> None:
    path = made(tmp_path / "games.zip", {"a": bytes(1_000_000)})
    assert list(contents(path, 10)) == [(f"{path}/a", bytes(11))]


def test_a_file_that_is_not_an_archive_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "games.zip"
    for data in (b"", b"no archive", b"\0" * 7):
        path.write_bytes(data)
        (problem,) = problems(path)
        assert problem.startswith(("cannot read the archive: ", "there is no file in"))
    whole = made(path, {"a": bytes(range(256)) * 40}).read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert problems(path)[-1:] != []


def test_empty_and_missing_archives_and_folders_are_reported(tmp_path: Path) -> None:
    assert problems(made(tmp_path / "a.zip", {})) == ["this archive has no files"]
    (tmp_path / "b.zip").mkdir()
    assert problems(tmp_path / "b.zip") == ["cannot read the archive: Is a directory"]
    assert problems(tmp_path / "c.zip") == ["cannot read the archive: No such file or directory"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_named_like_an_archive_does_not_block(tmp_path: Path) -> None:
    pipe = tmp_path / "games.zip"
    os.mkfifo(pipe)
    assert problems(pipe) == ["this is not a regular file"]


def test_a_nested_archive_is_reported_and_other_files_are_read(tmp_path: Path) -> None:
    path = made(tmp_path / "a.zip", {"b.zip": b"PK", "c": b"3"})
    assert problems(path) == ["an archive within an archive: unpack it"]
    assert (f"{path}/c", b"3") in list(contents(path, 9))


# ---- more than an archive may take ---------------------------------------------------------------


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the sizes of the pieces that are read and unpacked."""
    found: list[int] = []
    real = Budget.take

    def take(self: Budget, number: int) -> None:
        found.append(number)
        real(self, number)

    monkeypatch.setattr(Budget, "take", take)
    return found


@contextmanager
def little_memory(most: int = 16_000_000) -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("names", [["a", "b", "c"], ["a", ".b", "c"], [".a", "b", "c"]])
def test_only_part_of_an_archive_with_too_many_members_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: list[str]
) -> None:
    """Folders, hidden files and empty files also count."""
    monkeypatch.setattr(archives, "MOST_MEMBERS", 2)
    path = made(tmp_path / "games.zip", dict.fromkeys(names, b""))
    assert problems(path) == ["more than 2 files: the others are not read"]
    assert [data for _, data in contents(path, 9)][:-1] == [b""] * sum(
        one in "ab" for one in names[:2]
    )


def test_the_byte_limit_applies_to_the_whole_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: list[int]
) -> None:
    """Both the bytes that are read and the bytes that are skipped count."""
    monkeypatch.setattr(archives, "MOST_UNPACKED", 1_000_000)
    big = bytes(400_000)
    path = made(tmp_path / "games.zip", dict.fromkeys("abcdef", big))
    with little_memory():
        found = list(contents(path, len(big)))
    (_, problem) = found[-1]
    assert isinstance(problem, Problem)
    assert problem.message == "more than 1,000,000 bytes to unpack: the rest is not read"
    assert [data for _, data in found[:-1]] == [big] * (len(found) - 1)
    assert 1 <= len(found) - 1 <= 2
    assert max(taken) <= archives.PIECE


def test_the_time_limit_excludes_the_callers_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(archives, "monotonic", lambda: now[0])
    path = made(tmp_path / "a.zip", dict.fromkeys("abc", bytes(200_000)))
    for _ in contents(path, 9):
        now[0] += 1000
    assert problems(path) == []
    real = Budget.take

    def slow(self: Budget, number: int) -> None:
        now[0] += 10
        real(self, number)

    monkeypatch.setattr(Budget, "take", slow)
    assert problems(path) == ["more than 60 seconds to read: the rest is not read"]


def test_a_member_with_many_names_is_unpacked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: list[int]
) -> None:
    monkeypatch.setattr(archives, "MOST_UNPACKED", 10_000_000)
    whole = made(tmp_path / "a.zip", {"a": bytes(1_000_000)}).read_bytes()
    at = whole.index(b"PK\1\2")
    entry, end = whole[at : whole.index(b"PK\5\6")], bytearray(whole[whole.index(b"PK\5\6") :])
    end[8:16] = struct.pack("<HHL", 5_000, 5_000, len(entry) * 5_000)
    path = tmp_path / "b.zip"
    path.write_bytes(whole[:at] + entry * 5_000 + end)
    *_, (_, problem) = contents(path, 1_000_000)
    assert isinstance(problem, Problem)
    assert str(problem.message) in (
        "more than 10,000,000 bytes to unpack: the rest is not read",
        "cannot read the archive: Overlapped entries: 'a' (possible zip bomb)",
    )
    assert sum(taken) <= 10_000_000 + archives.PIECE


def test_a_zip_bomb_takes_little_time_and_memory(tmp_path: Path, taken: list[int]) -> None:
    path = made(tmp_path / "a.zip", {"a": bytes(100_000_000)})
    with little_memory(10_000_000):
        assert list(contents(path, 10)) == [(f"{path}/a", bytes(11))]
    assert sum(taken) < 1_000_000


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_skipped_members_of_a_zip_are_reported(tmp_path: Path, method: int) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("a", b"1", method)
        packed.writestr("b", b"2")
        with packed.open("c", "w", force_zip64=True) as stream:
            stream.write(b"3")
    whole = path.read_bytes()
    assert problems(path) == ["this file's compression is not supported"]
    assert [data for _, data in contents(path, 9)][1:] == [b"2", b"3"]
    at = whole.index(b"PK\1\2", whole.index(b"PK\1\2") + 1)
    path.write_bytes(whole[: at + 8] + b"\1" + whole[at + 9 :])
    assert problems(path)[1:] == ["this file needs a password"]
    local = whole.index(b"PK\3\4", 4)
    path.write_bytes(whole[:local] + b"XX" + whole[local + 2 :])
    assert problems(path)[1:] == ["cannot read the archive: Bad magic number for file header"]
    path.write_bytes(whole.replace(b"b2", b"b9"))
    assert problems(path)[1:] == ["cannot read the archive: Bad CRC-32 for file 'b'"]


def test_the_file_list_of_a_zip_has_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(tmp_path / "a.zip", dict.fromkeys(map(str, range(3_000)), b""))
    monkeypatch.setattr(archives, "MOST_OF_DIRECTORY", 100_000)
    assert problems(path) == ["the list of its files is longer than 100,000 bytes"]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero here")
def test_a_link_to_a_device_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.symlink_to("/dev/zero")
    assert problems(path) == ["this is not a regular file"]
    with pytest.raises(OSError, match="not a regular file"):
        open_regular(path)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(OSError, match="not a regular file"):  # and it is not waited for
        open_regular(path)


WHOLE = made(Path(mkdtemp()) / "a.zip", {**FILES, "n" * 200: bytes(5_000)}).read_bytes()


def test_a_file_without_a_name_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("n", "TEXT")
    path.write_bytes(path.read_bytes().replace(b"n", b"\0"))
    assert [found for _, found in contents(path, 9)] == [b"TEXT"]


@settings(max_examples=examples(2_000), deadline=None)
@given(data=st.data())
def test_any_damage_to_an_archive_is_reported(data: st.DataObject) -> None:
    whole = bytearray(WHOLE)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at] = data.draw(st.integers(0, 255))
    cut = data.draw(st.none() | st.integers(0, len(whole)))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.zip"
        path.write_bytes(whole[:cut])
        for name, found in contents(path, 9):
            assert name.startswith(str(path))
            assert isinstance(found, Problem) or len(found) <= 10
