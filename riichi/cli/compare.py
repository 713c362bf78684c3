"""`riichi compare`: the differences between rulesets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from riichi.cli.completion import complete_rulesets
from riichi.cli.options import complete_programs, load_configuration, program_of, with_option
from riichi.cli.output import (
    Output,
    call_changes,
    load_all,
    print_lines,
    refuse,
    subcommand,
    writes,
)

if TYPE_CHECKING:  # a prepared comparison needs none of it
    from riichi.content.examples import Example
    from riichi_core.comparison.comparison import Comparison, Part
    from riichi_core.rules.ruleset import Ruleset

PARTS = ["play", "table", "tournament"]


@subcommand("compare")
@click.argument("rulesets", nargs=-1, metavar="A B [C …]", shell_complete=complete_rulesets)
@with_option
@click.option("--all", "everything", is_flag=True, help="Also show the options that agree.")
@click.option("--examples/--no-examples", default=True,
              help="Show an example with different outcomes for each option.")  # fmt: skip
@click.option("--from", "program", metavar="PROGRAM", shell_complete=complete_programs,
              help="Read the last file as a configuration of this program.")  # fmt: skip
@click.option("--only", type=click.Choice(PARTS),
              help="Compare only the rules of play, of conduct at the table, or of a "
                   "tournament.")  # fmt: skip
@writes("text", "markdown", "html", "pdf", "json", "csv",
        text="Output format; PDF needs Typst.")  # fmt: skip
def command(
    *,
    rulesets: tuple[str, ...],
    everything: bool,
    examples: bool,
    program: str | None,
    only: Part | None,
    out: Output,
) -> None:
    """Compare rulesets: every option that differs, each side with its source.

    Each of A, B … is the id of a shipped ruleset or the path of a YAML file. An example after each
    difference shows what it changes.
    """
    if len(rulesets) < 2:
        refuse("Name two or more rulesets, e.g. riichi compare ema-2025 wrc-2025")
    changed_by_call = everything or only is not None or program is not None
    if out.form == "text" and out.file is None and not (changed_by_call or call_changes()):
        from riichi.content.prepared import prepared

        if (text := prepared(rulesets, out.tr)) is not None:
            print_lines(text.lines(examples=examples))
            return
    from riichi_core.comparison.comparison import compare

    comparison = compare(*_load(rulesets, program), tr=out.tr)
    comparison = comparison if only is None else comparison.only(only)
    _write_comparison(comparison, out, everything=everything, examples=examples)


def _load(names: Sequence[str], program: str | None) -> list[Ruleset]:
    """Return the rulesets; with a program, the last one is its configuration over the first."""
    if program is None:
        return load_all(names)
    from riichi.programs.house_rules import played_over

    program_config = program_of(program)
    rulesets = load_all(names[:-1])
    file = Path(names[-1])
    played = played_over(load_configuration(file, program_config), rulesets[0])
    title = f"{program_config.name}: {file.stem}"
    return [*rulesets, replace(played, title=title, file=names[-1])]


def _write_comparison(
    comparison: Comparison, out: Output, *, everything: bool, examples: bool
) -> None:
    """Write the options that differ, with an example each on request."""
    tr, title = out.tr, comparison.title(out.tr)
    examples_by_path: Mapping[str, Example] = {}
    paths = [row.path for row in comparison.differing]
    if examples and paths and out.form != "csv":
        from riichi.content.examples import contrasting_examples

        examples_by_path = contrasting_examples(paths, comparison.rulesets, tr)
    match out.form:
        case "text":
            from riichi.content.comparison import comparison_text

            text = comparison_text(comparison, examples_by_path, tr, everything=everything)
            out.lines(text.lines(), title)
        case "csv":
            from riichi.content.comparison import COLUMNS, comparison_rows
            from riichi.spreadsheets.writing import safe_csv

            rows = comparison_rows(comparison, everything=everything)
            out.data(safe_csv(COLUMNS, rows), "", title)
        case "json":
            from riichi.content.what_matters import matters_json

            labels = comparison.labels
            as_json = {path: example.as_json(labels) for path, example in examples_by_path.items()}
            data = comparison.as_json(everything=everything, examples=as_json)
            out.data(data | {"matters": matters_json(comparison)}, "", title)
        case _:
            from riichi.content.guide import guide

            page = guide(comparison, examples_by_path, tr, everything=everything)
            ids = (ruleset.id for ruleset in comparison.rulesets)
            out.document(page, "-".join((*ids, "compare")))
