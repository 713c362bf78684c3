"""Programs that answer questions, rightly or not, for the tests."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

LOOP = """
import json, sys, time
for number, line in enumerate(sys.stdin):
    q = json.loads(line)
    {body}
"""


def command(*arguments: str) -> str:
    return shlex.join([sys.executable, *arguments])


def program(body: str) -> str:
    """A program that does this with each question `q`."""
    return command("-c", LOOP.format(body=body))


def says(answer: str) -> str:
    """A program that gives the same answer, a Python expression over `q`, to each question."""
    return program(f"print(json.dumps({answer}), flush=True)")


OWN = command("-m", "riichi_programs.conformance.own_adapter")
