"""The packages of the site must match the lock file."""

import subprocess
import sys
from pathlib import Path

import pytest

from riichi.web.site import build
from riichi.web.site.build import PACKAGES, SiteError, Wheel, lock, node, pyodide, wheel, wheels


def test_the_lock_names_every_file_by_its_hash() -> None:
    assert len(lock()["pyodide"]["sha512"]) == 128
    assert {one.name for one in wheels()} >= {"pydantic", "pydantic-core", "pyyaml"}
    assert all(len(one.sha256) == 64 for one in wheels())


def test_all_imports_of_the_engine_are_packed() -> None:
    call = """import sys, riichi.web.browser, riichi.web.api as api
for name in api.QUESTIONS:
    api.question_type(name)
print(*{name.split('.')[0] for name in sys.modules})"""
    found = subprocess.run([sys.executable, "-c", call], check=True, capture_output=True, text=True)
    loaded = set(found.stdout.split()) & {"riichi", "riichi_core", "riichi_validators"}
    assert loaded == {package.__name__ for package in PACKAGES}


def test_a_file_that_does_not_match_the_lock_is_refused(tmp_path: Path) -> None:
    file = tmp_path / f"pyodide-{lock()['pyodide']['version']}.tgz"
    file.write_bytes(b"something else")
    with pytest.raises(SiteError, match="hash"):
        pyodide(tmp_path)
    assert not file.exists()
    (tmp_path / "some_thing-1.0-py3-none-any.whl").write_bytes(b"something else")
    with pytest.raises(SiteError, match="hash"):
        wheel(Wheel("some-thing", "1.0", "any", "0" * 64), tmp_path)


def test_a_missing_node_is_reported_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SiteError, match=r"Node\.js 20 or newer with npm is needed"):
        node()


def test_an_old_node_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: "/usr/bin/true")
    monkeypatch.setattr(build, "run", lambda _call: "v18.1.0\n")
    with pytest.raises(SiteError, match=r"this is v18\.1\.0"):
        node()
