"""The code does not assume POSIX: paths, encodings, modules."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from each import each
from test_architecture import PRODUCT, ROOT, files, imported, tree

SHIPPED = (*PRODUCT, "validators")

POSIX_ONLY = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
POSIX_CALLS = {"fork", "getppid", "getuid", "killpg", "mkfifo", "setsid", "uname"}

RESERVED = {
    "aux",
    "con",
    "nul",
    "prn",
    *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)),
}
"""Names that no file may have under Windows, whatever its ending."""


def trees() -> Iterator[tuple[Path, ast.Module]]:
    return ((path, tree(path)) for path in files(*SHIPPED))


def names() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return listed.stdout.splitlines()


@each("module", sorted(POSIX_ONLY))
def test_no_module_of_a_single_system_is_imported(module: str) -> None:
    assert imported(module, *SHIPPED) == []


def test_no_function_of_a_single_system_is_called() -> None:
    found = [
        (str(path), node.attr)
        for path, parsed in trees()
        for node in ast.walk(parsed)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and (node.value.id, node.attr) in {("os", name) for name in POSIX_CALLS}
    ]
    assert found == []


def test_no_text_names_a_folder_of_a_single_system() -> None:
    found = [
        (str(path), node.value)
        for path, parsed in trees()
        for node in ast.walk(parsed)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value.startswith(("/tmp/", "/dev/", "/usr/", "/etc/", "/home/", "C:\\"))
    ]
    assert found == []


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a checkout is needed")
def test_every_file_name_is_valid_on_all_systems() -> None:
    assert names()
    for name in names():
        for part in name.split("/"):
            assert not set(part) & set('<>:"\\|?*'), name
            assert part.partition(".")[0].lower() not in RESERVED, name
            assert not part.endswith((" ", ".")), name
    assert len({name.lower() for name in names()}) == len(names())
