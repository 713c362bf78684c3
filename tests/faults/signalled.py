"""A command that gets a signal at one moment of its work, and at many moments one after the other.

    python signalled.py SIGNAL PLACE MOMENTS INPUT ARGUMENT …

A moment is the call of a Python function: any (PLACE is `anywhere`), or one that pydantic calls
back (`callbacks`). The command is carried out once to count them, and then again for each of so
many, spread evenly, in a process and a folder of its own, with INPUT as its standard input. A line
is printed for each that does not end as it should: with the status of the signal, soon, without a
word, and with whole lines in its files.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import traceback
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from types import FrameType
from typing import NamedTuple

from riichi_app.cli import failures
from riichi_app.cli.main import MODULES, main

SOON = 20.0


class End(NamedTuple):
    """How a command ended: after so many moments, with what status, and what it wrote."""

    moments: int
    status: int
    said: str
    out: bytes
    damaged: list[str]
    seconds: float


def module(frame: FrameType | None) -> str:
    return "" if frame is None else str(frame.f_globals.get("__name__")).partition(".")[0]


def ended(number: int, place: str, moment: int, arguments: list[str], given: str) -> End:
    """Carry out a command that gets the signal at that moment, counted from 1; 0 for never."""
    began, (reached, noted) = monotonic(), os.pipe()
    with TemporaryDirectory() as name:
        folder = Path(name)
        if (child := os.fork()) == 0:
            _carry_out(number, place, moment, arguments, (folder, given), noted)
        os.close(noted)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        with os.fdopen(reached) as stream:
            count = int(stream.read() or 0)
        said, out = (folder / "said").read_text(), (folder / "out").read_bytes()
        made = [path for path in folder.rglob("*.*") if path.is_file() and path.stat().st_size]
        damaged = [path.name for path in made
                   if path.suffix == ".tmp" or not path.read_bytes().endswith(b"\n")]  # fmt: skip
        return End(count, status, said.strip(), out, damaged, monotonic() - began)


def _carry_out(
    number: int, place: str, moment: int, arguments: list[str], where: tuple[Path, str], noted: int
) -> None:
    count, has_begun = 0, False

    def profile(frame: FrameType, event: str, _: object) -> None:
        nonlocal count, has_begun
        if event != "call":
            return
        has_begun = has_begun or frame.f_code is failures._run.__code__
        back = module(frame.f_back) == "pydantic" and module(frame) != "pydantic"
        if has_begun and (place == "anywhere" or back):
            count += 1
            if count == moment:
                sys.setprofile(None)
                os.kill(os.getpid(), number)

    signal.signal(number, signal.SIG_DFL)  # also where whoever runs this ignores it
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


def is_right(end: End, whole: End, number: int) -> bool:
    """Return whether the signal ended it, or it was done already; and left nothing by halves."""
    was_done = (end.status, end.out) == (whole.status, whole.out)
    return (was_done or end.status == 128 + number) and not (
        end.said or end.damaged or end.seconds > SOON
    )


if __name__ == "__main__":
    text, place, most, given, *arguments = sys.argv[1:]
    import_module(f"riichi_app.cli.{MODULES.get(arguments[0], arguments[0])}")
    gc.freeze()
    whole = ended(int(text), place, 0, arguments, given)
    assert whole.moments, "there is no such moment"
    for moment in range(1, whole.moments + 1, max(1, whole.moments // int(most))):
        end = ended(int(text), place, moment, arguments, given)
        if not is_right(end, whole, int(text)):
            print(moment, end)
    print(whole.moments, "moments", file=sys.stderr)
