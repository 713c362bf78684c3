"""Programs that answer questions correctly or wrongly, for the tests."""

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
    """Return a program that runs this code for each question `q`."""
    return command("-c", LOOP.format(body=body))


def says(answer: str) -> str:
    """Return a program that answers each question with the same Python expression over `q`."""
    return program(f"print(json.dumps({answer}), flush=True)")


MJAI_BOT = """
import json, sys
for number, text in enumerate(sys.stdin):
    line = json.loads(text)
    if line["type"] == "start_game":
        me = line["id"]
    mine = line.get("actor") == me
    answer = {"type": "none"}
    if line["type"] == "tsumo" and mine:
        answer = {"type": "dahai", "actor": me, "pai": line["pai"], "tsumogiri": True}
    %s
    print(json.dumps(answer), flush=True)
"""


def mjai_bot(more: str = "pass") -> str:
    """Return an mjai bot that discards each drawn tile, and runs `more` before its `answer`."""
    return command("-c", MJAI_BOT % more)


OWN = command("-m", "riichi_validators.engines.adapting")
