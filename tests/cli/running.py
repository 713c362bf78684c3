"""Running `riichi` in tests, and house-rules files to run it on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from unicodedata import combining, east_asian_width

from click.testing import CliRunner, Result
from effort import HELD

from riichi.cli.main import main
from riichi_core.rules import library

ROOT = Path(__file__).resolve().parents[2]

BOOKS, SHIPPED = list(library.books()), list(HELD)
PLAIN = {
    "FORCE_COLOR": None,
    "CLICOLOR_FORCE": None,
    "TTY_COMPATIBLE": None,
    "COLUMNS": None,
    "NO_COLOR": None,
    "TERM": "xterm-256color",
    "COLORTERM": "truecolor",
}


def riichi(*call: object, status: int = 0) -> Result:
    """Run a command, pass on its exceptions, and check that its exit status is `status`."""
    runner = CliRunner(env=PLAIN)
    ran = runner.invoke(
        main, [str(part) for part in call], prog_name="riichi", catch_exceptions=False
    )
    assert ran.exit_code == status, ran.output
    assert "Traceback" not in ran.output
    assert "\x1b" not in ran.output
    return ran


def printed(*call: object) -> str:
    """Return the output of a command that succeeds without warnings."""
    ran = riichi(*call)
    assert ran.stderr == ""
    return ran.stdout


def refused(*call: object, status: int = 2) -> str:
    """Return the standard error of a command that fails and prints nothing else."""
    ran = riichi(*call, status=status)
    assert ran.stdout == ""
    assert ran.stderr.strip()
    return ran.stderr


def as_json(*call: object, status: int = 0) -> Any:
    ran = riichi(*call, "--format", "json", status=status)
    assert ran.stderr == ""
    return json.loads(ran.stdout)


def neat(text: str) -> None:
    """Check that text fits 100 columns and has no blanks at the end of a line."""
    assert text.strip()
    for line in text.splitlines():
        widths = (1 + (east_asian_width(one) in "WF") for one in line if not combining(one))
        assert sum(widths) <= 100, line
        assert line == line.rstrip(), f"{line!r} ends with a blank"
        assert "\t" not in line, line


def words(text: str) -> str:
    """Return text without its line breaks."""
    return " ".join(text.split())


HEAD = "format: 1\nruleset: {}\ntitle: A club\nextends: ema-2016\n"


def club(path: Path, rules: str = "claims: {winners: head_bump}\n", name: str = "club") -> Path:
    """Return a file of house rules."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD.format(name) + rules, encoding="utf-8")
    return path


def bad(path: Path) -> Path:
    """Return a file with one error."""
    return club(path, "claims: {winners: head_bmp}\n")


def process(*call: str | bytes, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run `python -m riichi`."""
    return subprocess.run(
        [sys.executable, "-m", "riichi", *call],
        capture_output=True,
        env=environment(**env),
        timeout=60,
        check=False,
    )


def environment(**more: str) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if name not in PLAIN}
    return plain | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "validators")])} | more


def hear_all() -> None:
    """Restore the signals in a new process that nohup or a shell's background job ignores."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)
