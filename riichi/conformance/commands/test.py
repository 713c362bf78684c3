"""`riichi test`: run scenarios, which show rules by example."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

import click

from riichi.cli.completion import complete_rulesets
from riichi.cli.output import (
    CODES_OF_WRONG_CALLS,
    Output,
    did_you_mean,
    exit_status_of,
    load_all,
    print_problems,
    prints,
    progress,
    refuse,
    subcommand,
)
from riichi.conformance.parallel import outcomes
from riichi.conformance.program import Program, ask_all
from riichi.conformance.questions import questions
from riichi.conformance.report import Report, conformance_lines, failure_lines, scenario_summary
from riichi.processes.process import NoProgramError
from riichi_core.files.problem import Problem
from riichi_core.language import Translatable
from riichi_core.messages import quote
from riichi_core.rules.clauses import clauses
from riichi_core.rules.glossary import closest_option
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import Ruleset, RulesetError
from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.outcome import Outcome
from riichi_core.scenarios.reading import read_scenarios
from riichi_core.scenarios.rulesets import is_option
from riichi_core.scenarios.scenario import (
    Scenario,
    ShippedScenario,
    default_folder,
    shipped_scenarios,
)
from riichi_core.spelling import closest_word
from riichi_core.workers import MOST_PROCESSES


@subcommand("test")
@click.argument("rulesets", nargs=-1, metavar="[RULESET …]", shell_complete=complete_rulesets)
@click.option("--clause", multiple=True, metavar="ID", help="Only scenarios that show this clause.")
@click.option(
    "--option", multiple=True, metavar="PATH", help="Only scenarios that show this option."
)
@click.option("--chapter", multiple=True, metavar="NAME",
              help="Only scenarios for options of this chapter or clauses of this "
                  "topic.")  # fmt: skip
@click.option("--kind", multiple=True, type=click.Choice([*KINDS]),
              help="Only scenarios of this kind.")  # fmt: skip
@click.option("--scenario", multiple=True, metavar="ID", help="Only this scenario.")
@click.option(
    "--file", multiple=True, metavar="PATH",
    help="A file or folder of scenarios to run instead of those that come with riichi.",
)  # fmt: skip
@click.option("--processes", type=click.IntRange(1, MOST_PROCESSES), metavar="P",
              help="Number of processes; one for each core by default.")  # fmt: skip
@click.option(
    "--against", metavar="COMMAND",
    help="Ask another engine: a program that reads questions and writes answers, line by line.",
)  # fmt: skip
@click.option(
    "--timeout", type=click.FloatRange(min=0, min_open=True), default=10.0, show_default=True,
    metavar="SECONDS", help="Seconds that the program may take for a line.",
)  # fmt: skip
@prints
@click.pass_context
def command(  # noqa: PLR0917 - click passes all by name
    ctx: click.Context,
    rulesets: tuple[str, ...],
    clause: tuple[str, ...],
    option: tuple[str, ...],
    chapter: tuple[str, ...],
    kind: tuple[str, ...],
    scenario: tuple[str, ...],
    file: tuple[str, ...],
    processes: int | None,
    against: str | None,
    timeout: float,
    out: Output,
) -> None:
    """Run the scenarios: rules shown by example, under each ruleset.

    With RULESET, an id or a path, it checks only the expectations for that ruleset. A club's
    scenarios are in my-club.scenarios.yaml, next to its ruleset file. You can repeat a filter.
    With --against, it compares the answers of another engine with the expectations.
    """
    program = None if against is None else _parse_program(against, timeout)
    named = _by_id(load_all(rulesets))
    wanted = _scenario_filter(clause, option, chapter, kind, scenario)
    scenarios, problems = _select_scenarios(
        wanted, scenario, option, file or _files_with_own(named), named
    )
    selected = [candidate for candidate in scenarios if wanted(candidate)]
    asked = [*questions(selected, named)]
    found_out = outcomes(asked, processes) if program is None else _answers(ask_all(program, asked))
    shown = progress(found_out, len(asked), "scenarios")
    report = Report(tuple(shown), tuple(problems), against or "")
    if out.form == "json":
        out.data(report.as_json())
    else:
        _print_report(report, out)
    if any(problem.code in CODES_OF_WRONG_CALLS for problem in problems):
        ctx.exit(2)
    ctx.exit(0 if report.passed else 1)


def _files_with_own(rulesets: Mapping[str, Ruleset]) -> tuple[str, ...]:
    """Return the scenario files of these rulesets and the shipped ones; empty if there are none."""
    paths = [Path(ruleset.file).with_suffix(".scenarios.yaml") for ruleset in rulesets.values()]
    own = [str(path) for path in paths if path.is_file()]
    return (str(default_folder()), *own) if own else ()


def _scenario_filter(
    clause: Sequence[str],
    option: Sequence[str],
    chapter: Sequence[str],
    kind: Sequence[str],
    scenario: Sequence[str],
) -> Callable[[ShippedScenario], bool]:
    _refuse_unknown("clause", clause, clauses())
    topics = {shown.topic for shown in clauses().values()}
    _refuse_unknown("chapter", chapter, sorted({*chapters(), *topics}))
    of_chapters = {path for path in options() if path.split(".")[0] in chapter}
    clauses_of = {name for path in of_chapters for name in options()[path].clauses}
    clauses_of |= {shown.id for shown in clauses().values() if shown.topic in chapter}
    return lambda candidate: (
        (not scenario or candidate.id in scenario)
        and (not kind or candidate.given.kind in kind)
        and (not clause or bool(set(clause) & set(candidate.clauses)))
        and (not option or bool(set(option) & set(candidate.options)))
        and (
            not chapter
            or bool(of_chapters & set(candidate.options) or clauses_of & set(candidate.clauses))
        )
    )


def _select_scenarios(
    wanted: Callable[[ShippedScenario], bool],
    scenario: Sequence[str],
    option: Sequence[str],
    files: Sequence[str],
    rulesets: Mapping[str, Ruleset],
) -> tuple[tuple[Scenario, ...], list[Problem]]:
    """Return the requested scenarios of files; if the index has no match, read no shipped ones."""
    if not files:  # Reading the index takes no time, reading all scenarios takes seconds.
        _refuse_unknown("scenario", scenario, [entry.id for entry in shipped_scenarios()])
        _refuse_unknown_options(option, shipped_scenarios())
        if not any(map(wanted, shipped_scenarios())):
            return (), []
    scenarios, problems = _read_scenarios(files, rulesets)
    if not problems:  # otherwise it may be among those that could not be read
        _refuse_unknown("scenario", scenario, [entry.id for entry in scenarios])
    _refuse_unknown_options(option, scenarios)
    return scenarios, problems


def _read_scenarios(
    files: Sequence[str], rulesets: Mapping[str, Ruleset]
) -> tuple[tuple[Scenario, ...], list[Problem]]:
    try:
        return read_scenarios(*files, others=rulesets.values())
    except RulesetError as error:  # e.g. a book is being edited
        print_problems(error.problems)
        sys.exit(exit_status_of(error.problems))


def _by_id(rulesets: Sequence[Ruleset]) -> dict[str, Ruleset]:
    by_id: dict[str, Ruleset] = {}
    for ruleset in rulesets:
        if by_id.setdefault(ruleset.id, ruleset).file != ruleset.file:
            refuse(
                "{one} and {other} both have the id '{id}'.",
                one=by_id[ruleset.id].file,
                other=ruleset.file,
                id=ruleset.id,
            )
    return by_id


def _parse_program(command: str, patience: float) -> Program:
    try:
        return Program.of(command, patience)
    except ValueError as error:
        refuse("--against {command}: {problem}", command=quote(command), problem=str(error))


def _answers(outcomes: Iterator[Outcome]) -> Iterator[Outcome]:
    """Yield the outcomes of a program, or end the call if it cannot be started."""
    try:
        yield from outcomes
    except NoProgramError as error:
        refuse("--against: {problem}", problem=error.args[0])


def _print_report(report: Report, out: Output) -> None:
    tr = out.tr
    print_problems(report.problems)
    if report.outcomes and report.against:
        out.lines(conformance_lines(report, tr))
    elif report.outcomes:
        if report.failed:
            out.lines(failure_lines(report, tr))
        out.lines(scenario_summary(report, tr))
    elif not report.problems:
        click.echo(tr("No scenario shows this."), err=True)


_UNKNOWN: dict[str, Translatable] = {
    "clause": "There is no clause {name}.{guess}",
    "scenario": "There is no scenario {name}.{guess}",
    "chapter": "There is no chapter {name}.{guess}",
}


def _refuse_unknown(what: str, names: Sequence[str], known: Collection[str]) -> None:
    for name in names:
        if name not in known:
            near = closest_word(name, known)
            refuse(_UNKNOWN[what], name=quote(name), guess=did_you_mean(near))


def _refuse_unknown_options(paths: Sequence[str], scenarios: Sequence[ShippedScenario]) -> None:
    shown = {path for entry in scenarios for path in entry.options}
    for path in paths:
        if path not in shown and not is_option(path):
            near = closest_option(path)
            refuse("There is no option {name}.{guess}", name=quote(path), guess=did_you_mean(near))
