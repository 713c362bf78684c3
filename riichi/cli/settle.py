"""`riichi settle`: the payments at the end of a deal."""

from __future__ import annotations

import click

from riichi.cli.language import language_options
from riichi.cli.options import answer_lines, load_rules, rules_option
from riichi.cli.output import refuse, subcommand
from riichi_core.records.deal import DealLine
from riichi_core.records.jsonl import RecordBatch


@subcommand("settle")
@rules_option()
@click.option("--jsonl", is_flag=True, help="Read records from standard input, one per line.")
@language_options
def command(rules: tuple[str, ...], jsonl: bool) -> None:
    """Work out payments: who pays whom and why, and who is East next.

    --jsonl reads one record per line from standard input and writes one result per line
    (docs/reference/json-records.md), or the error of a bad record.
    """
    if not jsonl:
        refuse(
            "riichi settle reads records from standard input: riichi settle --jsonl < deals.jsonl"
        )
    rulesets = load_rules(rules)
    answer_lines(RecordBatch(DealLine, rulesets))
