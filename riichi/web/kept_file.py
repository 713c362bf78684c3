"""The file of house rules that `riichi web` reads and writes on this machine."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from riichi.web.house_rules import HouseRulesFile
from riichi.whole_files import write_whole
from riichi_core.errors import RiichiError
from riichi_core.files.files import bytes_of
from riichi_core.files.problem import Problem
from riichi_core.messages import Message
from riichi_core.rules.address import LARGEST_FILE

NO_FILE = "none"
"""The version of a missing file."""


class KeptError(RiichiError):
    """The file cannot be read or written; the message says why."""


class ChangedError(RiichiError):
    """Another program has changed the file since the page read it."""


class KeptRules(NamedTuple):
    """The current content of the file.

    Attributes:
        text: its content; None if it does not exist.
        version: changes with the content.
        is_by_page: whether the page wrote this version, not an editor.
    """

    text: str | None
    version: str
    is_by_page: bool


class KeptFile:
    """A file of house rules, written completely or not at all.

    The page creates it with the first change.
    """

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.realpath(path))
        self.id = sha256(os.path.normcase(self.path).encode("utf-8", "replace")).hexdigest()[:16]
        self._written = ""
        self._one_at_a_time = Lock()

    def read(self) -> KeptRules:
        """Return the current content of the file.

        Raises:
            KeptError: if it cannot be read as text.
        """
        content = self._content()
        if content is None:
            return KeptRules(None, NO_FILE, is_by_page=False)
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            raise KeptError(Message("this is not UTF-8 text")) from None
        version = _version_of(content)
        return KeptRules(text, version, version == self._written)

    def write(self, text: str, over: str, *, copied: bool = False) -> tuple[str, Path | None]:
        """Write the whole file, or leave it unchanged.

        Args:
            text: the house rules.
            over: the version that the page knows.
            copied: whether to copy the old content even if the page can open it.

        Returns:
            The new version. The copy of the old content, if any.

        Raises:
            ChangedError: if the file has another version.
            KeptError: if it cannot be read or written.
        """
        with self._one_at_a_time:
            before = self.read()
            content = text.encode("utf-8", "replace")
            if before.version == _version_of(content):
                return before.version, None
            if before.version != over:
                raise ChangedError(Message("another program has changed the file"))
            try:
                copy = self._copied(before, always=copied)
                self.path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(self.path, content)
            except OSError as error:
                raise KeptError(_reason(error)) from None
            self._written = _version_of(content)
            return self._written, copy

    def _copied(self, before: KeptRules, *, always: bool) -> Path | None:
        """Copy old content to a new file next to it; by default only if the page cannot open it."""
        if before.text is None:
            return None
        if not always and (before.is_by_page or HouseRulesFile(before.text).is_whole):
            return None
        for n in range(1, 1000):
            copy = self.path.with_name(f"{self.path.stem}.before-{n}{self.path.suffix}")
            with suppress(FileExistsError):
                write_whole(copy, before.text.encode(), new=True)
                return copy
        raise FileExistsError(str(self.path))

    def _content(self) -> bytes | None:
        if not os.path.lexists(self.path):
            return None
        content = bytes_of(self.path, self.path.name, LARGEST_FILE)
        if isinstance(content, Problem):
            raise KeptError(content.message)
        if len(content) > LARGEST_FILE:
            raise KeptError(Message("the file is larger than {bytes} bytes", bytes=LARGEST_FILE))
        return content


def _version_of(content: bytes) -> str:
    return sha256(content).hexdigest()[:32]


def _reason(error: OSError) -> Message:
    return Message("cannot be written: {reason}", reason=error.strerror or str(error))


def data_folder() -> Path:
    """Return this user's folder for riichi's data."""
    home = Path.home()
    if sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folder / "riichi"


def own_rules_file() -> Path:
    """Return the default file of the page."""
    return data_folder() / "my-club.yaml"
