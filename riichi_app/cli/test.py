"""`riichi test`: run scenarios, rules shown by example."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import TypeVar

import click
from rich.progress import Progress

from riichi_app.cli.completion import rulesets as complete
from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import (
    CALL_WAS_WRONG,
    console,
    did_you_mean,
    format_option,
    load_all,
    print_json,
    refuse,
    show,
    status,
    tell,
)
from riichi_app.pages.conformance import ConformanceReport, compared
from riichi_app.pages.scenarios import Report, failures, scenario_summary
from riichi_app.processes.engine import NoProgramError, Program, ask_all
from riichi_app.processes.parallel import MOST_PROCESSES, ScenarioRun, outcomes
from riichi_core.language import Text
from riichi_core.messages import Message, quote
from riichi_core.rules.clauses import clauses
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import Ruleset, RulesetError
from riichi_core.scenarios.conformance import Verdict, questions
from riichi_core.scenarios.files import default_folder, examine
from riichi_core.scenarios.index import ShippedScenario, shipped_scenarios
from riichi_core.scenarios.outcome import Outcome
from riichi_core.scenarios.reading import option_meant
from riichi_core.scenarios.rulesets import is_option
from riichi_core.scenarios.scenario import Scenario
from riichi_core.source.diagnostics import Diagnostic, nearest

_Found = TypeVar("_Found", Outcome, Verdict)

PATIENCE = 1.0
"""Seconds after which a person wants to see that something goes on."""


@click.command("test")
@click.argument("rulesets", nargs=-1, metavar="[RULESET …]", shell_complete=complete)
@click.option("--clause", multiple=True, metavar="ID", help="Only scenarios that show this clause.")
@click.option(
    "--option", multiple=True, metavar="PATH", help="Only scenarios that show this option."
)
@click.option("--chapter", multiple=True, metavar="NAME",
              help="Only scenarios of an option or a clause of this chapter or topic.")  # fmt: skip
@click.option("--scenario", multiple=True, metavar="ID", help="Only this scenario.")
@click.option(
    "--file", multiple=True, metavar="PATH",
    help="A file of scenarios, or a folder of them, in place of those that come with riichi.",
)  # fmt: skip
@click.option("--processes", type=click.IntRange(1, MOST_PROCESSES), metavar="P",
              help="How many processes run them; one for each core by default.")  # fmt: skip
@click.option(
    "--against", metavar="COMMAND",
    help="Ask another engine: a program that reads questions and writes answers, line by line.",
)  # fmt: skip
@click.option(
    "--timeout", type=click.FloatRange(min=0, min_open=True), default=10.0, show_default=True,
    metavar="SECONDS", help="How long that program may take for a line.",
)  # fmt: skip
@format_option
@language_options
@click.pass_context
def command(  # noqa: PLR0913, PLR0917 - called by click, by name
    ctx: click.Context,
    rulesets: tuple[str, ...],
    clause: tuple[str, ...],
    option: tuple[str, ...],
    chapter: tuple[str, ...],
    scenario: tuple[str, ...],
    file: tuple[str, ...],
    processes: int | None,
    against: str | None,
    timeout: float,
    form: str,
) -> None:
    """Run scenarios: rules shown by example, with what each ruleset makes of them.

    With RULESET (the id of a shipped ruleset or the path of a YAML file) only what is expected of
    that ruleset; the scenarios of a club stand beside its file, in my-club.scenarios.yaml. Each
    failure is shown with its place. A filter can be given several times. With --against another
    engine is tested instead of this one (docs/scenarios.md): its answers are compared with what
    the scenarios expect.
    """
    program = None if against is None else _program(against, timeout)
    named = _named(load_all(rulesets))
    wanted = _filter(clause, option, chapter, scenario)
    found, problems = _select(wanted, scenario, option, file or _with_own(named), named)
    chosen = [one for one in found if wanted(one)]
    report: Report | ConformanceReport
    if program is not None:
        asked = ask_all(program, questions(chosen, named))
        report = ConformanceReport(
            str(against), tuple(_started(_watched(asked, chosen))), tuple(problems)
        )
    else:
        found_out = outcomes(_pairs(chosen, named), processes)
        report = Report(tuple(_watched(found_out, chosen)), tuple(problems))
    if form == "json":
        print_json(report.as_json())
    else:
        _tell(report)
    if any(problem.code in CALL_WAS_WRONG for problem in problems):
        ctx.exit(2)
    ctx.exit(0 if report.passed else 1)


def _with_own(named: Mapping[str, Ruleset]) -> tuple[str, ...]:
    """The files of scenarios of rulesets that have some beside them, and those that are shipped."""
    beside = [Path(one.file).with_suffix(".scenarios.yaml") for one in named.values()]
    own = [str(path) for path in beside if path.is_file()]
    return (str(default_folder()), *own) if own else ()


def _filter(
    clause: Sequence[str], option: Sequence[str], chapter: Sequence[str], scenario: Sequence[str]
) -> Callable[[Scenario | ShippedScenario], bool]:
    """Return what tells whether a scenario is among those that are asked for."""
    _known("clause", clause, clauses())
    topics = {one.topic for one in clauses().values()}
    _known("chapter", chapter, sorted({*chapters(), *topics}))
    of_chapters = {path for path in options() if path.split(".")[0] in chapter}
    clauses_of = {name for path in of_chapters for name in options()[path].clauses}
    clauses_of |= {one.id for one in clauses().values() if one.topic in chapter}
    return lambda one: (
        (not scenario or one.id in scenario)
        and (not clause or bool(set(clause) & set(one.clauses)))
        and (not option or bool(set(option) & set(one.options)))
        and (not chapter or bool(of_chapters & set(one.options) or clauses_of & set(one.clauses)))
    )


def _select(
    wanted: Callable[[Scenario | ShippedScenario], bool],
    scenario: Sequence[str],
    option: Sequence[str],
    files: Sequence[str],
    named: Mapping[str, Ruleset],
) -> tuple[tuple[Scenario, ...], list[Diagnostic]]:
    """Return the scenarios of files; of those that are shipped none, if their index has none."""
    if not files:  # to look there first takes no time, to read all of them seconds
        _known("scenario", scenario, [one.id for one in shipped_scenarios()])
        _known_options(option, shipped_scenarios())
        if not any(map(wanted, shipped_scenarios())):
            return (), []
    found, problems = _examine(files, named)
    if not problems:  # else it may be among those that could not be read
        _known("scenario", scenario, [one.id for one in found])
    _known_options(option, found)
    return found, problems


def _examine(
    files: Sequence[str], named: Mapping[str, Ruleset]
) -> tuple[tuple[Scenario, ...], list[Diagnostic]]:
    try:
        return examine(*files, others=named.values())
    except RulesetError as error:  # somebody is editing a book
        tell(error.diagnostics)
        sys.exit(status(error.diagnostics))


def _named(rulesets: Sequence[Ruleset]) -> dict[str, Ruleset]:
    found: dict[str, Ruleset] = {}
    for ruleset in rulesets:
        if found.setdefault(ruleset.id, ruleset).file != ruleset.file:
            message = Message(
                "{one} and {other} both have the id '{id}'.",
                one=found[ruleset.id].file,
                other=ruleset.file,
                id=ruleset.id,
            )
            refuse(message)
    return found


def _program(command: str, patience: float) -> Program:
    try:
        return Program.of(command, patience)
    except ValueError as error:
        refuse(
            Message("--against {command}: {problem}", command=quote(command), problem=str(error))
        )


def _started(verdicts: Iterator[Verdict]) -> Iterator[Verdict]:
    """The verdicts of a program, which may not be there at all."""
    try:
        yield from verdicts
    except NoProgramError as error:
        refuse(Message("--against: {problem}", problem=error.args[0]))


def _tell(report: Report | ConformanceReport) -> None:
    tr = translator()
    tell(report.problems)
    if isinstance(report, ConformanceReport):
        if report.verdicts:
            show(compared(report, tr))
            return
    else:
        if report.failed:
            show(failures(report, tr))
        if report.outcomes:
            show(scenario_summary(report, tr))
            return
    if not report.problems:
        click.echo(tr("No scenario shows this."), err=True)


_UNKNOWN: dict[str, Text] = {
    "clause": "There is no clause {name}.{guess}",
    "scenario": "There is no scenario {name}.{guess}",
    "chapter": "There is no chapter {name}.{guess}",
}


def _known(what: str, names: Sequence[str], known: Collection[str]) -> None:
    for name in names:
        if name not in known:
            near = nearest(name, known)
            refuse(Message(_UNKNOWN[what], name=quote(name), guess=did_you_mean(near)))


def _known_options(paths: Sequence[str], found: Sequence[Scenario | ShippedScenario]) -> None:
    shown = {path for one in found for path in one.options}
    for path in paths:
        if path not in shown and not is_option(path):
            near = option_meant(path) or nearest(path, options())
            refuse(
                Message(
                    "There is no option {name}.{guess}", name=quote(path), guess=did_you_mean(near)
                )
            )


def _pairs(chosen: Sequence[Scenario], named: Mapping[str, Ruleset]) -> list[ScenarioRun]:
    """Each scenario with each ruleset of which something is expected, and that was named."""
    return [
        (scenario, named.get(name, name))
        for scenario in chosen
        for name in scenario.expect
        if not named or name in named
    ]


def _watched(outcomes: Iterator[_Found], chosen: Sequence[Scenario]) -> Iterator[_Found]:
    """All outcomes; somebody at a terminal who waits for them sees how far they are."""
    screen = console(error=True)
    if not screen.is_terminal:
        yield from outcomes
        return
    started, order = monotonic(), {one.id: number for number, one in enumerate(chosen)}
    with Progress(console=screen, transient=True) as bar:
        task = bar.add_task("scenarios", total=len(chosen), visible=False)
        for outcome in outcomes:
            scenario = (
                outcome.scenario if isinstance(outcome, Outcome) else outcome.outcome.scenario
            )
            is_long = monotonic() - started > PATIENCE
            bar.update(task, completed=order[scenario.id], visible=is_long)
            yield outcome
