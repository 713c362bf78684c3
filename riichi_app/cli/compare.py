"""`riichi compare`: what changes from one ruleset to the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from riichi_app.cli.output import emit, load_all, print_json, refuse, show
from riichi_core.compare import Comparison, compare

if TYPE_CHECKING:
    from riichi_app.render.outcomes import Example

FORMATS = ["text", "markdown", "html", "json", "csv"]


@click.command("compare")
@click.argument("rulesets", nargs=-1, metavar="A B [C …]")
@click.option("--all", "everything", is_flag=True, help="Show the options that agree as well.")
@click.option("--examples/--no-examples", default=True,
              help="Show for each option a case whose outcome differs.")  # fmt: skip
@click.option("--impact", is_flag=True,
              help="List instead the scenarios that come out otherwise.")  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
    help="How the comparison is written.",
)  # fmt: skip
def command(
    rulesets: tuple[str, ...], everything: bool, examples: bool, impact: bool, form: str
) -> None:
    """Compare rulesets: every option that differs, each side in words with its law.

    Each of A, B … is the id of a shipped ruleset or the path of a YAML file. Below the sides stands
    a scenario that comes out otherwise, with what happens under each; --impact lists all of those.
    """
    if len(rulesets) < 2:
        refuse("Two or more rulesets are needed, as in: riichi compare ema-2016 wrcr-2015")
    found = compare(load_all(rulesets))
    if impact:
        _impact(found, form)
        return
    shown = _examples(found) if examples and form != "csv" else {}
    if form == "json":
        told = {path: one.as_json(found.labels) for path, one in shown.items()}
        print_json(found.as_json(everything=everything, examples=told))
    elif form == "text":
        from riichi_app.render.text import comparison  # noqa: PLC0415 - as below

        show(comparison(found, shown, everything=everything))
    else:
        from riichi_app.render import files  # noqa: PLC0415 - csv and html only when asked for

        write = {"markdown": files.markdown, "html": files.page, "csv": files.sheet}[form]
        emit(write(found, shown, everything=everything))


def _examples(found: Comparison) -> Mapping[str, Example]:
    from riichi_app.render.outcomes import examples  # noqa: PLC0415 - it takes the whole engine

    return examples([row.path for row in found.differing], found.rulesets)


def _impact(found: Comparison, form: str) -> None:
    """The scenarios that come out otherwise, as text or JSON."""
    from riichi_app.render.impact import impact_json, impact_text  # noqa: PLC0415 - as above

    if form not in ("text", "json"):
        refuse("--impact is written as text or json.")
    if form == "json":
        print_json(impact_json(found))
    else:
        show(impact_text(found))
