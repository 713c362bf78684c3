"""`riichi compare`: what changes from one ruleset to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from riichi_app.cli.completion import rulesets as complete
from riichi_app.cli.document_options import deliver_document, printing_options
from riichi_app.cli.language import translator
from riichi_app.cli.output import (
    changes,
    chosen,
    deliver,
    deliver_lines,
    json_text,
    load_all,
    print_lines,
    refuse,
)
from riichi_app.cli.programs import adapter_of, configuration, programs
from riichi_app.cli.ruleset_options import with_option
from riichi_app.documents.paper import Paper
from riichi_app.locale import Locale

if TYPE_CHECKING:  # a prepared comparison needs none of it
    from riichi_app.pages.examples import Example
    from riichi_core.comparison.comparison import Comparison, Part
    from riichi_core.comparison.examples import KnownResults
    from riichi_core.rules.ruleset import Ruleset

    Examples = Mapping[str, Example]

PARTS = ["play", "table", "tournament"]

FORMATS = ["text", "markdown", "html", "pdf", "json", "csv"]


@click.command("compare")
@click.argument("rulesets", nargs=-1, metavar="A B [C …]", shell_complete=complete)
@with_option
@click.option("--all", "everything", is_flag=True, help="Show the options that agree as well.")
@click.option("--examples/--no-examples", default=True,
              help="Show for each option a case whose outcome differs.")  # fmt: skip
@click.option("--from", "program", metavar="PROGRAM", shell_complete=programs,
              help="The last is a configuration of this program, read over the first.")  # fmt: skip
@click.option("--only", type=click.Choice(PARTS),
              help="Compare only how one plays, what is done at the table, or what a "
                   "tournament needs.")  # fmt: skip
@click.option("--impact", is_flag=True,
              help="List instead the scenarios that come out otherwise.")  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(FORMATS),
    help="The format; text by default; PDF needs Typst.",
)  # fmt: skip
@printing_options
def command(  # noqa: PLR0913 - called by click, by name
    *,
    rulesets: tuple[str, ...],
    everything: bool,
    examples: bool,
    program: str | None,
    only: Part | None,
    impact: bool,
    form: str | None,
    paper: Paper,
    output: Path | None,
) -> None:
    """Compare rulesets: every option that differs, each side in words with its citation.

    Each of A, B … is the id of a shipped ruleset or the path of a YAML file. Below the sides stands
    a scenario that comes out otherwise, with what happens under each; --impact lists all of those.
    """
    if len(rulesets) < 2:
        refuse("Two or more rulesets are needed, as in: riichi compare ema-2016 wrcr-2015")
    form = chosen(form, output, FORMATS)
    tr = translator(for_programs=form in ("json", "csv"))
    worked_out = everything or impact or output or program or only or changes()
    is_prepared = form == "text" and not worked_out
    if is_prepared and _print_prepared(rulesets, tr, examples):
        return
    from riichi_core.comparison.comparison import compare  # noqa: PLC0415 - not if prepared

    found = compare(*_loaded(rulesets, program), tr=tr)
    if impact and only:
        refuse("--impact lists all scenarios, and --only picks from options: leave out one.")
    if only:
        found = found.only(only)
    if impact:
        _impact(found, form, tr, output)
        return
    shown, known = _examples(found, tr) if examples and form != "csv" else ({}, None)
    if form == "text":
        from riichi_app.pages.comparison import comparison_text  # noqa: PLC0415 - as below

        text = comparison_text(found, shown, tr, everything=everything, known=known)
        deliver_lines(text.lines(), output, found.title(tr))
    elif form in ("json", "csv"):
        data = _data(found, shown, form, everything=everything)
        deliver(data, form, output, "", found.title(tr))
    else:
        from riichi_app.pages.guide import guide  # noqa: PLC0415 - as below

        page = guide(found, shown, tr, everything=everything, known=known)
        name = "-".join((*(one.id for one in found.rulesets), "compare"))
        deliver_document(page, form, paper, output, name)


def _loaded(names: Sequence[str], program: str | None) -> list[Ruleset]:
    """Return the rulesets; with a program the last is what it plays with its configuration."""
    if program is None:
        return load_all(names)
    from riichi_programs.house_rules import played_over  # noqa: PLC0415 - only then

    adapter = adapter_of(program)
    loaded = load_all(names[:-1])
    return [*loaded, played_over(configuration(Path(names[-1]), adapter), loaded[0])]


def _print_prepared(names: Sequence[str], tr: Locale, examples: bool) -> bool:
    """Print a comparison that is prepared; False if it is not."""
    from riichi_app.pages.prepared import prepared  # noqa: PLC0415 - not for other formats

    text = prepared(names, tr)
    if text is not None:
        print_lines(text.lines(examples=examples))
    return text is not None


def _data(found: Comparison, shown: Examples, form: str, *, everything: bool) -> str:
    """Return the comparison for programs."""
    if form == "json":
        told = {path: one.as_json(found.labels) for path, one in shown.items()}
        return json_text(found.as_json(everything=everything, examples=told))
    from riichi_app.pages.comparison import comparison_csv  # noqa: PLC0415 - only when asked for

    return comparison_csv(found, everything=everything)


def _examples(found: Comparison, tr: Locale) -> tuple[Examples, KnownResults]:
    """Return the examples, and what was found out of scenarios on the way to them."""
    from riichi_app.pages.examples import contrasting_examples  # noqa: PLC0415 - it takes the whole engine
    from riichi_core.comparison.examples import KnownResults  # noqa: PLC0415 - likewise

    known, paths = KnownResults(), [row.path for row in found.differing]
    return contrasting_examples(paths, found.rulesets, tr, known), known


def _impact(found: Comparison, form: str, tr: Locale, output: Path | None) -> None:
    """Print or store the scenarios that come out otherwise, as text or JSON."""
    from riichi_app.pages.impact import impact_json, impact_text  # noqa: PLC0415 - as above

    if form not in ("text", "json"):
        refuse("--impact is written as text or json.")
    if form == "json":
        deliver(json_text(impact_json(found, tr)), form, output, "", found.title(tr))
    else:
        deliver_lines(impact_text(found, tr), output, found.title(tr))
