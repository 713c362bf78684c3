"""Rules in an address, for a link or a QR code: the id of a ruleset, or a code with a whole file.

The code is the file, compressed with a text that has every value of a shipped ruleset. That text
must never change, because addresses are printed: an option that is added later takes more letters.
"""

from __future__ import annotations

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache

from riichi_core.files.problem import START, Problem
from riichi_core.files.yaml_text import block
from riichi_core.messages import Message
from riichi_core.rules.library import FILE_MARK, ID_MARK, rulesets_dir
from riichi_core.rules.ruleset import Ruleset, RulesetError
from riichi_core.rules.ruleset_data import is_shipped, ruleset_dict

LARGEST_FILE = 96 * 1024
"""The maximum size of a file in an address, in bytes."""


@cache
def _dictionary() -> bytes:
    return (rulesets_dir() / "address-words.txt").read_bytes()


def code_of(file: str) -> str:
    """Return the code of a ruleset file, in letters that addresses have."""
    packing = zlib.compressobj(9, wbits=-zlib.MAX_WBITS, memLevel=9, zdict=_dictionary())
    code = packing.compress(file.encode(errors="replace")) + packing.flush()
    return urlsafe_b64encode(code).decode().rstrip("=")


def file_of_code(code: str) -> str:
    """Return the file of a code.

    Raises:
        RulesetError: a code that is incomplete, or has too large a file.
    """
    unpacking = zlib.decompressobj(-zlib.MAX_WBITS, zdict=_dictionary())
    message = Message("part of the rules in the address is missing or changed")
    try:
        file = unpacking.decompress(urlsafe_b64decode(f"{code}==="), LARGEST_FILE + 1)
        if unpacking.eof and len(file) <= LARGEST_FILE:
            return file.decode()
        if len(file) > LARGEST_FILE:
            message = Message("the file is larger than {bytes} bytes", bytes=str(LARGEST_FILE))
    except (binascii.Error, zlib.error, ValueError):
        pass
    raise RulesetError([Problem("", START, "bad-address", message)])


def address_of(ruleset: Ruleset, page: str) -> str:
    """Return the address at which a page opens a ruleset: with its id, or all that it changes."""
    if is_shipped(ruleset):
        return f"{page}{ID_MARK}{ruleset.id}"
    return f"{page}{FILE_MARK}{code_of(block(ruleset_dict(ruleset, is_shared=True)))}"
