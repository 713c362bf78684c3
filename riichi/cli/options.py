"""Options of several commands: rulesets, changes for one call, other programs, records."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from riichi.cli.completion import complete_changes, complete_rulesets, complete_several_rulesets
from riichi.cli.output import (
    CHANGES_KEY,
    did_you_mean,
    exit_status_of,
    load_all,
    print_problems,
    progress,
    refuse,
)
from riichi_core.messages import quote
from riichi_core.rules.library import newest_editions
from riichi_core.spelling import closest_word

if TYPE_CHECKING:
    from riichi.programs.house_rules import Configuration
    from riichi.programs.program_config import ProgramConfig
    from riichi_core.records.jsonl import RecordBatch
    from riichi_core.rules.ruleset import Ruleset


FEDERATIONS = ("ema", "wrc")
"""The books, without year, whose newest editions are the default rulesets."""

_Command = TypeVar("_Command", bound=Callable[..., Any])

_argument = click.argument("ruleset", shell_complete=complete_rulesets)


def _hosted(_context: click.Context, _parameter: click.Parameter, address: str) -> str:
    if address and not address.startswith(("https://", "http://")):
        refuse("--links-to: {url} is not an address that begins with https://", url=address)
    return address


links_to_option = click.option(
    "--links-to", default="", metavar="URL", envvar="RIICHI_SITE", callback=_hosted,
    help="The hosted page that links open; by default RIICHI_SITE.",
)  # fmt: skip


# ---- rulesets ------------------------------------------------------------------------------------


def ruleset_argument(command: _Command) -> _Command:
    """Add the argument for one ruleset, and the option that changes it."""
    return _argument(with_option(command))


def _keep_changes(
    context: click.Context, _parameter: click.Parameter, value: tuple[str, ...]
) -> None:
    context.meta[CHANGES_KEY] = value


with_option = click.option(
    "--with", multiple=True, metavar="OPTION=VALUE", expose_value=False, callback=_keep_changes,
    shell_complete=complete_changes,
    help="Override a value for this run, e.g. yaku.all_simples.open=none.",
)  # fmt: skip


def rules_option(help_: str = "Rulesets.  [default: ema,wrc]") -> Callable[[_Command], _Command]:
    """Return the option for one or several rulesets, and the one that changes them."""
    rules = click.option("--rules", multiple=True, metavar="A,B",
                         shell_complete=complete_several_rulesets, help=help_)  # fmt: skip
    return lambda command: rules(with_option(command))


def ruleset_names(rules: Sequence[str]) -> list[str]:
    """Return the rulesets of `--rules`, which may be repeated or have commas.

    The default is the newest editions of EMA and WRC.
    """
    if not rules:
        return [newest_editions()[book] for book in FEDERATIONS]
    typed = [name.strip() for text in rules for name in text.split(",")]
    by_id = {newest_editions().get(name.lower(), name): name for name in reversed(typed) if name}
    names = [*reversed(by_id.values())]
    if not names:
        refuse("--rules is empty: expected ids or paths, e.g. --rules ema-2025,my-club.yaml")
    return names


def load_rules(rules: Sequence[str]) -> list[Ruleset]:
    """Load the rulesets of `--rules`; end the call if two of them have the same id."""
    rulesets = load_all(ruleset_names(rules))
    ids = [ruleset.id for ruleset in rulesets]
    for ruleset in rulesets:
        if ids.count(ruleset.id) > 1:
            refuse(
                "Two of the rulesets have the id {id}: give one of them another id.",
                id=quote(ruleset.id),
            )
    return rulesets


# ---- other programs ------------------------------------------------------------------------------


def complete_programs(_ctx: click.Context, _parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the programs that match a prefix."""
    from riichi.programs.known_programs import PROGRAMS

    return [name for name in PROGRAMS if name.startswith(prefix)]


def program_of(name: str) -> ProgramConfig[Any]:
    """Return a program by name, in any case, or end the call with a list of programs."""
    from riichi.programs.known_programs import PROGRAMS

    if name.lower() not in PROGRAMS:
        refuse(
            "there is no program {name}, only {known}.{did_you_mean}",
            name=quote(name),
            known=", ".join(PROGRAMS),
            did_you_mean=did_you_mean(closest_word(name, PROGRAMS)),
        )
    return PROGRAMS[name.lower()]


def load_configuration(file: Path, program: ProgramConfig[Any]) -> Configuration:
    """Read a program's configuration and print its problems; end the call if there are errors."""
    from riichi.programs.house_rules import read_configuration

    configuration, problems = read_configuration(file, program)
    print_problems(problems)
    if configuration is None:
        sys.exit(exit_status_of(problems))
    return configuration


# ---- chance --------------------------------------------------------------------------------------


def seed_option(text: str, default: int = 0) -> Callable[[_Command], _Command]:
    """Return the option for the seed, with its help text."""
    return click.option("--seed", type=click.IntRange(0, 2**63 - 1), metavar="S", default=default,
                        show_default=True, help=text)  # fmt: skip


# ---- records -------------------------------------------------------------------------------------


def answer_lines(batch: RecordBatch) -> None:
    """Answer records one by one; empty lines are skipped."""
    from riichi_core.records.jsonl import LONGEST_LINE, written

    if sys.stdin is None:
        refuse("standard input is closed")
    out = sys.stdout.buffer
    lines = lines_of(sys.stdin.buffer, LONGEST_LINE)
    if not sys.stdout.isatty():
        lines = progress(lines, None, "records")
    for number, line in enumerate(lines, 1):
        is_cut = len(line) > LONGEST_LINE and not line.endswith(b"\n")
        if record := line if is_cut else line.strip():
            out.write(written(batch.line(record, number)))
            out.flush()


def lines_of(stream: BinaryIO, most: int) -> Iterator[bytes]:
    """Yield the lines of a stream, each cut after `most` + 1 bytes."""
    while line := stream.readline(most + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(most)
        yield line
