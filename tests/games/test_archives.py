"""Reading archives of files, including damaged and hostile ones."""

from __future__ import annotations

import io
import os
import re
import struct
import tarfile
import tracemalloc
import zipfile
import zlib
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
MODES = {".tar": "w", ".tgz": "w:gz", ".tar.gz": "w:gz", ".tar.bz2": "w:bz2", ".tar.xz": "w:xz"}


def made(path: Path, files: dict[str, bytes]) -> Path:
    """Write an archive of files."""
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
    return [str(data.message) for _, data in contents(path, 9) if isinstance(data, Problem)]


@pytest.mark.parametrize("ending", [".zip", *MODES])
def test_reading_an_archive_reads_every_file_and_writes_none(tmp_path: Path, ending: str) -> None:
    path = made(tmp_path / f"games{ending}", {**FILES, ".hidden": b"", "x/._a": b""})
    assert dict(contents(path, 9)) == {f"{path}/{name}": data for name, data in FILES.items()}
    assert list(tmp_path.iterdir()) == [path]


def test_a_plain_file_is_read_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"12345")
    assert list(contents(path, 3)) == [(str(path), b"1234")]


@pytest.mark.parametrize("ending", [".zip", *MODES])
def test_a_large_file_is_read_only_up_to_the_limit(tmp_path: Path, ending: str) -> None:
    path = made(tmp_path / f"games{ending}", {"a": bytes(1_000_000)})
    assert list(contents(path, 10)) == [(f"{path}/a", bytes(11))]


@pytest.mark.parametrize("ending", [".zip", *MODES])
def test_a_file_that_is_not_an_archive_is_reported(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"games{ending}"
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
    assert problems(tmp_path / "c.tar") == ["cannot read the archive: No such file or directory"]


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


@pytest.mark.parametrize("ending", [".zip", *MODES])
@pytest.mark.parametrize("names", [["a", "b", "c"], ["a", ".b", "c"], [".a", "b", "c"]])
def test_only_part_of_an_archive_with_too_many_members_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, names: list[str]
) -> None:
    """Folders, hidden files and empty files also count."""
    monkeypatch.setattr(archives, "MOST_MEMBERS", 2)
    path = made(tmp_path / f"games{ending}", dict.fromkeys(names, b""))
    assert problems(path) == ["more than 2 files: the others are not read"]
    assert [data for _, data in contents(path, 9)][:-1] == [b""] * sum(
        one in "ab" for one in names[:2]
    )


@pytest.mark.parametrize("ending", [".zip", *MODES])
def test_the_byte_limit_applies_to_the_whole_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: list[int], ending: str
) -> None:
    """Both the bytes that are read and the bytes that are skipped count."""
    monkeypatch.setattr(archives, "MOST_UNPACKED", 1_000_000)
    big = bytes(400_000)
    path = made(tmp_path / f"games{ending}", dict.fromkeys("abcdef", big))
    with little_memory():
        found = list(contents(path, len(big)))
    (_, problem) = found[-1]
    assert isinstance(problem, Problem)
    assert problem.message == "more than 1,000,000 bytes to unpack: the rest is not read"
    assert [data for _, data in found[:-1]] == [big] * (len(found) - 1)
    assert 1 <= len(found) - 1 <= 2
    assert max(taken) <= archives.PIECE
    if ending != ".zip":  # the rest of a member that is too large is unpacked, within limits
        path = made(tmp_path / f"one{ending}", {"a": b"1", "b": bytes(9_000_000), "c": b"3"})
        taken.clear()
        assert [len(data) for _, data in contents(path, 9) if isinstance(data, bytes)] == [1, 10]
        assert sum(taken) <= 1_000_000 + archives.PIECE


def test_the_time_limit_excludes_the_callers_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(archives, "monotonic", lambda: now[0])
    path = made(tmp_path / "a.tar", dict.fromkeys("abc", bytes(200_000)))
    for _ in contents(path, 9):
        now[0] += 1000
    assert problems(path) == []
    real = Budget.take

    def slow(self: Budget, number: int) -> None:
        now[0] += 10
        real(self, number)

    monkeypatch.setattr(Budget, "take", slow)
    assert problems(path) == ["more than 60 seconds to read: the rest is not read"]


def head(name: str, size: int, kind: bytes = tarfile.REGTYPE) -> bytes:
    one = tarfile.TarInfo(name)
    one.size, one.type = size, kind
    return one.tobuf(tarfile.GNU_FORMAT)


def block(data: bytes) -> bytes:
    return data + bytes(-len(data) % 512)


SOUND = head("a", 1) + block(b"1")


TOO_LONG = "a name or head of more than 65,536 bytes"

BAD_HEADS = {
    "long name": (head("x", 2**31, tarfile.GNUTYPE_LONGNAME), TOO_LONG),
    "long pax": (head("x", 2**31, tarfile.XHDTYPE), TOO_LONG),
    "long global pax": (head("x", 2**31, tarfile.XGLTYPE), TOO_LONG),
    "many heads": (head("x", 0, tarfile.XHDTYPE) * 200, TOO_LONG),
    "large": (head("x", 2**40), "it is not whole"),
    "negative": (head("x", -5), "a length below 0"),
    "pax of length 0": (head("x", 4, tarfile.XHDTYPE) + block(b"0 a="), "a damaged head"),
    # The reason depends on the version of Python.
    "pax alone": (
        head("x", 4, tarfile.XHDTYPE) + block(b"4 a="),
        "empty header|a damaged head",
    ),
    "text": (b"x" * 512, "a damaged head"),
    "cut": (b"x", "it is not whole"),
}


@pytest.mark.parametrize(("bad", "said"), BAD_HEADS.values(), ids=BAD_HEADS)
def test_sizes_claimed_by_a_tar_are_not_trusted(
    tmp_path: Path, taken: list[int], bad: bytes, said: str
) -> None:
    path = tmp_path / "a.tar"
    path.write_bytes(SOUND + bad)
    with little_memory(1_000_000):
        first, (_, problem) = contents(path, 9)
    assert first == (f"{path}/a", b"1")
    assert isinstance(problem, Problem)
    assert re.fullmatch(f"cannot read the archive: (?:{said})", str(problem.message))
    assert sum(taken) <= len(SOUND + bad)


@pytest.mark.parametrize("form", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_a_tar_with_long_names_and_unusual_members_is_read(tmp_path: Path, form: int) -> None:
    path = tmp_path / "a.tar"
    with tarfile.open(path, "w", format=form, pax_headers={"comment": "for all"}) as tar:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE):
            one = tarfile.TarInfo("n" * 300)
            one.type, one.linkname = kind, "/dev/zero" * 30
            tar.addfile(one)
        one = tarfile.TarInfo("é" * 200)
        one.size, one.mtime = 2, 1.5 if form == tarfile.PAX_FORMAT else 1
        tar.addfile(one, io.BytesIO(b"22"))
    assert list(contents(path, 9)) == [(f"{path}/{'é' * 200}", b"22")]


def test_sparse_files_are_reported_and_other_files_are_read(tmp_path: Path) -> None:
    old = bytearray(head("old", 1, tarfile.GNUTYPE_SPARSE))
    old[482] = 1
    old[148:156] = b"%06o\0 " % (256 + sum(old[:148]) + sum(old[156:]))
    record = b"22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n"
    holes = block(b"1\n0\n1\n") + block(b"2")
    new = head("x", len(record), tarfile.XHDTYPE) + block(record) + head("new", len(holes)) + holes
    path = tmp_path / "a.tar"
    path.write_bytes(bytes(old) + bytes(512) + block(b"1") + new + SOUND)
    assert len(problems(path)) == 2
    assert all("is sparse" in one for one in problems(path))
    assert [data for _, data in contents(path, 9) if isinstance(data, bytes)] == [b"1"]


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


def test_a_tar_that_needs_much_memory_to_unpack_is_refused(tmp_path: Path) -> None:
    path = made(tmp_path / "a.tar.xz", {"a": b"1"})
    data = bytearray(path.read_bytes())
    assert data[14:16] == b"\x21\x01"
    data[16] = 37  # a dictionary of 1.5 GB
    end = 12 + 4 * (data[12] + 1)
    data[end - 4 : end] = struct.pack("<L", zlib.crc32(data[12 : end - 4]))
    path.write_bytes(data)
    (problem,) = problems(path)
    assert problem.startswith("cannot read the archive: Memory usage limit")


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
@pytest.mark.parametrize("ending", [".zip", *MODES])
def test_a_link_to_a_device_is_not_read(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a{ending}"
    path.symlink_to("/dev/zero")
    assert problems(path) == ["this is not a regular file"]
    with pytest.raises(OSError, match="not a regular file"):
        open_regular(path)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(OSError, match="not a regular file"):  # and it is not waited for
        open_regular(path)


WHOLE = {
    ending: made(Path(mkdtemp()) / f"a{ending}", {**FILES, "n" * 200: bytes(5_000)}).read_bytes()
    for ending in (".zip", *MODES)
}


def test_a_file_without_a_name_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("n", "TEXT")
    path.write_bytes(path.read_bytes().replace(b"n", b"\0"))
    assert [found for _, found in contents(path, 9)] == [b"TEXT"]


@pytest.mark.parametrize("ending", WHOLE)
@settings(max_examples=examples(2_000), deadline=None)
@given(data=st.data())
def test_any_damage_to_an_archive_is_reported(ending: str, data: st.DataObject) -> None:
    whole = bytearray(WHOLE[ending])
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at] = data.draw(st.integers(0, 255))
    cut = data.draw(st.none() | st.integers(0, len(whole)))
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"a{ending}"
        path.write_bytes(whole[:cut])
        for name, found in contents(path, 9):
            assert name.startswith(str(path))
            assert isinstance(found, Problem) or len(found) <= 10
