"""Run a command many times, and signal it at another moment each time.

    python signalled.py SIGNAL MOMENTS INPUT ARGUMENT …

A moment is the call of a Python function. The script first runs the command once to count them. It
then runs the command once for each of MOMENTS evenly spread moments, each time in a process and a
folder of its own, with INPUT as standard input. The script prints a line for each run that does not
end correctly: with the status of the signal, without an error message, and with complete lines in
its files.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import NamedTuple

from riichi.cli import failures
from riichi.cli.main import MODULES, main


class End(NamedTuple):
    """How a command ended: the number of its moments, its status, and its output."""

    moments: int
    status: int
    said: str
    out: bytes
    damaged: list[str]


def ended(number: int, moment: int, arguments: list[str], given: str) -> End:
    """Run a command that gets the signal at that moment, counted from 1; 0 for never."""
    reached, noted = os.pipe()
    with TemporaryDirectory() as name:
        folder = Path(name)
        if (child := os.fork()) == 0:
            _carry_out(number, moment, arguments, (folder, given), noted)
        os.close(noted)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        with os.fdopen(reached) as stream:
            count = int(stream.read() or 0)
        said, out = (folder / "said").read_text(), (folder / "out").read_bytes()
        made = [path for path in folder.rglob("*.*") if path.is_file() and path.stat().st_size]
        damaged = [path.name for path in made
                   if path.suffix == ".tmp" or not path.read_bytes().endswith(b"\n")]  # fmt: skip
        return End(count, status, said.strip(), out, damaged)


def _carry_out(
    number: int, moment: int, arguments: list[str], where: tuple[Path, str], noted: int
) -> None:
    count, has_begun = 0, False

    def profile(frame: FrameType, event: str, _: object) -> None:
        nonlocal count, has_begun
        if event != "call":
            return
        has_begun = has_begun or frame.f_code is failures._run.__code__
        count += has_begun
        if count == moment and has_begun:
            sys.setprofile(None)
            os.kill(os.getpid(), number)

    signal.signal(number, signal.SIG_DFL)  # even if the caller ignores it
    folder, given = where
    os.chdir(folder)
    for stream, name, how in ((0, given, os.O_RDONLY), (1, "out", os.O_CREAT | os.O_WRONLY),
                              (2, "said", os.O_CREAT | os.O_WRONLY)):  # fmt: skip
        os.dup2(os.open(name, how), stream)
    sys.argv = ["riichi", *arguments]
    status: object = None
    try:
        sys.setprofile(profile)
        main()
    except SystemExit as left:
        status = left.code
    except BaseException:
        traceback.print_exc()
    sys.setprofile(None)
    os.write(noted, str(count).encode())
    os._exit(status if isinstance(status, int) else 99)


if __name__ == "__main__":
    text, most, given, *arguments = sys.argv[1:]
    import_module(f"riichi.cli.{MODULES.get(arguments[0], arguments[0])}")
    whole = ended(int(text), 0, arguments, given)
    assert whole.moments, "there is no such moment"
    for moment in range(1, whole.moments + 1, max(1, whole.moments // int(most))):
        end = ended(int(text), moment, arguments, given)
        was_done = (end.status, end.out) == (whole.status, whole.out)
        if not (was_done or end.status == 128 + int(text)) or end.said or end.damaged:
            print(moment, end)
